"""Games in .zip files, read in memory, one at a time: ARCHIVE/MEMBER is the path of one."""

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
from minevis.utils.files import read_start

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


def read_file(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of a file, or of one in an archive.

    Raises `ReplayFormatError` for a member that cannot be unpacked, and `OSError`.
    """
    above = reversed(path.parents)
    where = next((file for file in above if file.suffix.lower() == ".zip" and file.is_file()), None)
    if where is None:
        return read_start(path, most)
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
    """Close the archive that was read last."""
    _read.cache_clear()


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
