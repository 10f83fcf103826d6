"""Files: written completely or not at all, and the files shipped with minevis."""

import errno
import os
import re
import shutil
import signal
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from time import time
from typing import BinaryIO, Never

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

PACKED = Path(__file__).parents[1] / "_assets"  # in an installed package
SOURCE = Path(__file__).parents[2] / "assets"  # in the repository
PART = re.compile(r"\.minevis-[0-9a-f]{16}\.part(\..*)?", re.DOTALL)  # a file being written
OLD = 3600.0  # seconds without a change: a part nobody writes to
ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


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
    """Return the path of a command's output file, checked before long work; see `output_file`.

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
def output_file(name: str | Path) -> Iterator[Path]:
    """Yield the path of a file to write, with missing folders made.

    After an error, Ctrl-C or SIGTERM, new folders are removed again if empty. Raises the errors
    of `check_output`.
    """
    path = check_output(name)
    missing = [above for above in path.parents if not above.exists()]
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with exit_on_signals():
            yield path
    except BaseException:
        with suppress(OSError):
            for folder in missing:
                folder.rmdir()
        raise


@contextmanager
def exit_on_signals() -> Iterator[None]:
    """Raise `SystemExit` in the block on SIGTERM and SIGHUP, so that it can clean up.

    The exit code is 128 + the signal's number, as in a shell. Only the main thread can; handlers of
    others stay.
    """
    in_main = threading.current_thread() is threading.main_thread()
    ours = [each for each in ENDING if in_main and signal.getsignal(each) == signal.SIG_DFL]

    def leave(number: int, _: object) -> Never:
        for each in ours:
            signal.signal(each, signal.SIG_IGN)  # cleaning up is not interrupted
        raise SystemExit(128 + number)

    try:
        for each in ours:
            signal.signal(each, leave)
        yield
    finally:
        for each in ours:
            signal.signal(each, signal.SIG_DFL)


@contextmanager
def atomic_write(name: str | Path) -> Iterator[Path]:
    """Yield the path of an empty hidden file that replaces `name` if the block succeeds.

    The suffix is that of `name`, in lower case. After an error, or SIGTERM, the file is removed,
    and `name` stays unchanged; hidden files that killed processes left in the folder are removed
    too. Links are followed, and permissions are kept. A device or a pipe is written to after the
    block has succeeded. Raises `OSError`, naming `name`, if the file cannot be made or is
    read-only.
    """
    path = Path(name)
    _check_writable(path)
    with exit_on_signals():
        if _is_device(path):
            with temporary_folder() as folder:
                part = folder / f"part{path.suffix.lower()}"
                part.touch()
                yield part
                with part.open("rb") as source, path.open("wb") as target:
                    shutil.copyfileobj(source, target)
            return
        file = path.resolve()
        with suppress(OSError):  # a folder that may not be listed; parts of killed processes
            for old in filter(PART.fullmatch, os.listdir(file.parent)):
                with suppress(OSError):
                    _remove_if_old(file.parent / old)
        # without the stem, which may be long, or a pattern for ffmpeg
        part = file.with_name(f".minevis-{token_hex(8)}.part{file.suffix.lower()}")
        try:
            with part.open("xb") as held:
                locked = _lock(held)
                if not locked:
                    held.close()  # an open file cannot be replaced on Windows
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


def _remove_if_old(part: Path) -> None:
    facts = part.lstat()
    owned = not hasattr(os, "getuid") or facts.st_uid == os.getuid()
    if not (stat.S_ISREG(facts.st_mode) and owned and time() - facts.st_mtime > OLD):
        return
    if fcntl is None:
        part.unlink()
        return
    with part.open("rb") as file:
        if _lock(file):
            part.unlink()


def _lock(file: BinaryIO) -> bool:
    """Lock an open file until it is closed; False if another process has, or there are no locks."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Yield a new temporary folder, deleted after the block.

    Raises `OSError`, which names the folder for temporary files, if none can be made.
    """
    try:
        folder = TemporaryDirectory(prefix="minevis-", ignore_cleanup_errors=True)
    except OSError as error:
        where = f"in {Path(error.filename).parent}: " if error.filename else ""
        fault = f"no temporary folder can be made ({where}{error.strerror})"
        raise OSError(error.errno, f"{fault}; set TMPDIR to a writable folder") from error
    with folder as name:
        yield Path(name)


@contextmanager
def naming(name: object, kind: type[ValueError], *more: type[ValueError]) -> Iterator[None]:
    """Raise errors of a `kind`, and of `more` kinds, as that kind with the name of the file.

    Text that is not UTF-8 is such an error too.
    """
    try:
        yield
    except UnicodeDecodeError as error:
        raise kind(f"{name}: this is not UTF-8 text") from error
    except (kind, *more) as error:
        raise kind(f"{name}: {error}") from error


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
