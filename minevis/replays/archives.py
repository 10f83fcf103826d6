"""Games in .zip files and in histories of the app, read in memory, one at a time.

ARCHIVE/MEMBER is the path of one in an archive, HISTORY/LINE.json that of one in a history.
"""

import lzma
import re
import stat
import struct
import zipfile
import zlib
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from minevis.errors import ReplayFormatError
from minevis.replays.account import decoded
from minevis.trace.record import FRONT, is_record
from minevis.trace.serialization import TRACES
from minevis.utils.files import read_start

MOST_HISTORY = 256 << 20  # bytes
UTF_8 = 0x800  # in the flags of a member
ENCRYPTED = 0x1
UNREADABLE = (  # errors of `zipfile` for damaged files
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(EOFError, OSError, RuntimeError, ValueError),
)


class Member(NamedTuple):
    """A file in an archive. Its path never leaves the archive."""

    path: Path
    size: int  # in bytes, as the archive says; no more are read
    problem: str  # why it is not read, "" if it may be


class _Archive(NamedTuple):
    file: zipfile.ZipFile
    members: dict[str, zipfile.ZipInfo]
    names: Counter[str]


def members_of(path: Path) -> list[Member]:
    """Return the files in an archive, those of the same name once.

    Raises `ReplayFormatError` and `OSError`.
    """
    archive = _opened(path)
    return [
        Member(path / name, info.file_size, _problem(info, archive.names[name]))
        for name, info in archive.members.items()
    ]


def history_of(path: Path) -> list[Path]:
    """Return the games in a history, which has one a line; none for any other file."""
    try:
        start = read_start(path, FRONT) if path.suffix.lower() in TRACES else b""
    except OSError:
        return []
    if not is_record(start.decode("utf-8", "replace")):
        return []
    lines = _lines_of(path)
    return [path / f"{number}.json" for number in lines] if len(lines) > 1 else []


def archive_of(path: Path) -> Path | None:
    """Return the archive or the history that a game is in, None for a file of its own."""
    files = (above for above in reversed(path.parents) if above.suffix.lower() in (".zip", *TRACES))
    return next((file for file in files if file.is_file()), None)


def read_file(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of a file, or of one in an archive or a history.

    Raises `ReplayFormatError` for a member that cannot be unpacked, and `OSError`.
    """
    where = archive_of(path)
    if where is None:
        return read_start(path, most)
    if where.suffix.lower() != ".zip":
        line = _lines_of(where).get(path.stem)
        if line is None:
            raise ReplayFormatError(f"{path}: the file has no game on such a line")
        return line[:most]
    archive, name = _opened(where), path.relative_to(where).as_posix()
    if name not in archive.members:
        raise ReplayFormatError(f"{path}: the archive has no such file")
    member = archive.members[name]
    if problem := _problem(member, archive.names[name]):
        raise ReplayFormatError(f"{path}: {problem}")
    try:
        with archive.file.open(member) as file:
            return file.read(most)
    except UNREADABLE as error:
        raise ReplayFormatError(f"{path}: it cannot be unpacked: {reason(error)}") from error


def close() -> None:
    """Close the archive and the history that were read last."""
    _read.cache_clear()
    _lines.cache_clear()


def reason(error: Exception) -> str:
    """Return the message of an error, without the path that an `OSError` names."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def _problem(member: zipfile.ZipInfo, same: int) -> str:
    if same > 1:
        return f"{same} files of the archive have this name"
    if stat.S_ISLNK(member.external_attr >> 16):
        return "a link, not a file"
    return "it is encrypted" if member.flag_bits & ENCRYPTED else ""


def _opened(path: Path) -> _Archive:
    """Return an archive with its table of contents. Raises `ReplayFormatError` and `OSError`."""
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise ReplayFormatError(f"{path}: a pipe or a device, not a file")
    if not status.st_size:
        raise ReplayFormatError(f"{path}: the file is empty")
    try:
        return _read(path, status.st_mtime_ns, status.st_size)
    except UnicodeDecodeError as error:
        raise ReplayFormatError(f"{path}: it cannot be unpacked: a name is not UTF-8") from error
    except UNREADABLE as error:
        raise ReplayFormatError(f"{path}: it cannot be unpacked: {reason(error)}") from error


def _lines_of(path: Path) -> dict[str, bytes]:
    """Return the lines of a history with a game, by their numbers. Raises `OSError`."""
    status = path.stat()
    return _lines(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=1)
def _lines(path: Path, changed: int, size: int) -> dict[str, bytes]:
    lines = enumerate(read_start(path, MOST_HISTORY).splitlines(), 1)
    return {
        str(number): line for number, line in lines if is_record(line.decode("utf-8", "replace"))
    }


@lru_cache(maxsize=1)
def _read(path: Path, changed: int, size: int) -> _Archive:
    """Open an archive; `changed` and `size` differ for a new one of the same name."""
    file = zipfile.ZipFile(path)
    files = [(_name(info), info) for info in file.infolist() if not info.is_dir()]
    return _Archive(file, dict(files), Counter(name for name, _ in files))


def _name(member: zipfile.ZipInfo) -> str:
    """Return the path of a member below its archive, without a root, a drive or "..".

    Names without a flag for UTF-8 are often in the encoding of their country.
    """
    name = member.filename
    if not member.flag_bits & UTF_8:
        raw = name.encode("cp437", "replace")
        local = decoded(raw)
        name = name if local == raw.decode("cp1252", "replace") else local
    parts = re.split(r"[\\/]", name)
    return "/".join(part for part in parts if part.strip(". ") and not part.endswith(":"))
