"""Texts written to files whole or not at all."""

from pathlib import Path
from secrets import token_hex


def check_target(name: str | Path) -> Path:
    """The path of a file to be written, asked before long work. Raises `ValueError` when it
    has no folder or is one."""
    path = Path(name)
    if not path.parent.is_dir():
        raise ValueError(f"{path}: there is no folder {path.parent}")
    if path.is_dir():
        raise ValueError(f"{path}: this is a folder, not a file")
    return path


def write_whole(name: str | Path, text: str) -> Path:
    """Write `text` as UTF-8 under a name of its own, and move it when it is whole.

    Raises `OSError` when it cannot be written; what stood there before is then kept.
    """
    path = Path(name)
    part = path.with_name(f".{path.name}-{token_hex(4)}")
    try:
        part.write_text(text, encoding="utf-8", newline="")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return path
