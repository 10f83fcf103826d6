"""Files: written completely or not at all, and the files shipped with minevis."""

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

PACKED = Path(__file__).parents[1] / "_assets"  # in an installed package
SOURCE = Path(__file__).parents[2] / "assets"  # in the repository


def asset_path(name: str) -> Path:
    """Return the path of a file or folder shipped with minevis."""
    return (PACKED if PACKED.is_dir() else SOURCE) / name


def check_target(name: str | Path) -> Path:
    """Return the path of a file to write, checked before long work.

    Raises `ValueError` if the folder is missing or the path is a folder, `PermissionError` without
    permission to write.
    """
    path = Path(name)
    if not path.parent.is_dir():
        raise ValueError(f"{path}: there is no folder {path.parent}")
    return check_output(path)


def check_output(name: str | Path) -> Path:
    """Return the path of a command's output file, checked before long work; see `output`.

    The folder may be missing. Raises `ValueError` if `name` is a folder or below a file, and for
    "-", which is stdin elsewhere; `PermissionError` without permission to write.
    """
    path = Path(name)
    if str(path) == "-":
        raise ValueError("-: this is written to a file, not to stdout: give its name")
    for above in path.parents:
        if above.exists() and not above.is_dir():
            raise ValueError(f"{path}: {above} is a file, not a folder")
    if path.is_dir():
        raise ValueError(f"{path}: this is a folder, not a file")
    _check_writable(path)
    return path


def _check_writable(path: Path) -> None:
    """Raise `PermissionError` for a read-only file, or a file in a read-only folder.

    A new file replaces the old one, so both must be writable. A device stays.
    """
    file = path.resolve()
    places = [file] if file.exists() else []
    if not _is_device(file):
        places.append(next((above for above in file.parents if above.exists()), file.parent))
    for place in places:
        if not os.access(place, os.W_OK):
            kind = "folder" if place.is_dir() else "file"
            rule = f"the {kind} {place} may not be written to"
            raise PermissionError(errno.EACCES, rule, str(path))


@contextmanager
def output(name: str | Path) -> Iterator[Path]:
    """Yield the path of a file to write, with missing folders made.

    After an error, or Ctrl-C, new folders are removed again if empty. Raises the errors of
    `check_output`.
    """
    path = check_output(name)
    missing = [above for above in path.parents if not above.exists()]
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield path
    except BaseException:
        with suppress(OSError):
            for folder in missing:
                folder.rmdir()
        raise


@contextmanager
def atomic_write(name: str | Path) -> Iterator[Path]:
    """Yield the path of an empty hidden file that replaces `name` if the block succeeds.

    The suffix is that of `name`, in lower case. After an error the file is removed, and `name`
    stays unchanged. Links are followed, and permissions are kept. A device or a pipe is written to
    after the block has succeeded. Raises `OSError`, naming `name`, if the file cannot be made or is
    read-only.
    """
    path = Path(name)
    _check_writable(path)
    if _is_device(path):
        with TemporaryDirectory() as folder:
            part = Path(folder, f"part{path.suffix.lower()}")
            part.touch()
            yield part
            with part.open("rb") as source, path.open("wb") as target:
                shutil.copyfileobj(source, target)
        return
    file = path.resolve()
    # without the stem, which may be long, or a pattern for ffmpeg
    part = file.with_name(f".minevis-{token_hex(8)}.part{file.suffix.lower()}")
    try:
        part.touch(exist_ok=False)
        yield part
        if file.exists():
            shutil.copymode(file, part)
        part.replace(file)
    except OSError as error:
        if error.filename not in (None, str(part)):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        part.unlink(missing_ok=True)


def read_start(name: str | Path, most: int) -> bytes:
    """Return the first `most` bytes of a foreign file.

    Raises `OSError` for a pipe or a device, which may have no end, before reading.
    """
    with open(name, "rb", opener=_open_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "a pipe or a device, not a file", str(name))
        return file.read(most)


def _open_at_once(name: str, flags: int) -> int:
    """Open a file; a pipe does not wait for somebody who writes."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def _is_device(path: Path) -> bool:
    """Return whether `path` is a device or a pipe, which passes its input on."""
    return path.exists() and not path.is_file()


def write_whole(name: str | Path, text: str | bytes) -> Path:
    """Write `text`, as UTF-8, or bytes, completely or not at all, and return the path.

    Parts of file names that are not UTF-8 become question marks. Raises `OSError` if writing
    fails; the old file is then kept.
    """
    with atomic_write(name) as part:
        part.write_bytes(text.encode("utf-8", "replace") if isinstance(text, str) else text)
    return Path(name)
