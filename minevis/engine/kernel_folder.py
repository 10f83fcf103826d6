"""The folder that keeps compiled kernels. It is found without importing numba."""

import contextlib
import os
import shutil
import stat
import sys
from collections.abc import Iterator
from enum import EnumMeta
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from pkgutil import walk_packages
from tempfile import mkdtemp
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

HOME = Path(__file__).resolve().parent
PREFIX = "minevis-kernels-"
OURS = f"{PREFIX}{sha256(os.fsencode(HOME)).hexdigest()[:8]}-"  # in a cache shared by versions
Value = int | float | str | None | np.generic  # kinds of constants that `repr` shows exactly


def fingerprint() -> str:
    """Return a short hash of all that is compiled into kernels, and of numba's version.

    Numba compares only a kernel's own file, not the other kernels and constants compiled into it.
    """
    digest = sha256(version("numba").encode())
    for source in sorted(HOME.rglob("*.py")):
        digest.update(source.read_bytes())
    digest.update(repr(sorted(compiled_values().items())).encode())
    return digest.hexdigest()[:16]


def compiled_values() -> dict[str, str]:
    """Return every global that a kernel uses, as text, by the kernel's and its own name."""
    packages = walk_packages([str(HOME)], "minevis.engine.")
    names = [each.name for each in packages if not each.name.endswith("._jit")]
    found: dict[str, str] = {}
    for module in map(import_module, names):
        for kernel in filter(is_kernel, vars(module).values()):
            where = f"{kernel.__module__}.{kernel.__qualname__}"
            found |= {f"{where} {name}": _text(it, name) for name, it in _globals(kernel)}
    return found


def is_kernel(thing: Any) -> bool:
    """Return whether this is a kernel, marked by `minevis.engine.twins`."""
    return isinstance(thing, FunctionType) and "flags" in vars(thing)


def code_of(kernel: FunctionType) -> CodeType:
    """Return the code that is compiled for a kernel."""
    code: CodeType = vars(kernel).get("loop", kernel).__code__
    return code


def _globals(kernel: FunctionType) -> Iterator[tuple[str, Any]]:
    codes = [code_of(kernel)]
    while codes:
        code = codes.pop()
        codes += [each for each in code.co_consts if isinstance(each, CodeType)]
        for name in code.co_names:
            if name in kernel.__globals__:
                yield name, kernel.__globals__[name]


def _text(value: Any, name: str) -> str:
    """Return a global as text that changes when what is compiled changes.

    The sources of kernels and of the engine's own types are hashed anyway.
    """
    if isinstance(value, Value):
        return repr(value)
    if isinstance(value, EnumMeta):
        members: dict[str, Any] = dict(value.__members__)
        return repr([(each, int(member)) for each, member in members.items()])
    if isinstance(value, tuple):
        return repr([_text(each, name) for each in value])
    if isinstance(value, np.ndarray):
        return repr((value.dtype.str, value.shape, value.tobytes()))
    if isinstance(value, ModuleType) and value.__name__ == "numpy":
        return "numpy"
    module = getattr(value, "__module__", "")
    if module in ("math", "builtins") or module.startswith("minevis.engine."):
        return f"{module}.{value.__qualname__}"
    raise TypeError(f"{name} is used by a kernel, and a {type(value).__name__} has no fingerprint")


def kernel_folder() -> Path | None:
    """Return the folder for compiled kernels of exactly these sources. It is made if missing.

    It is in NUMBA_CACHE_DIR if set, otherwise next to the sources, otherwise in the user's cache.
    Return None if other users could change all of these folders. Kernels are then kept in memory.
    """
    name = folder_name()
    for base in _places():
        with contextlib.suppress(OSError, RuntimeError):  # RuntimeError: circular links
            folder = base.resolve() / name
            if not os.path.lexists(folder):
                _make(folder)
            if os.access(folder, os.W_OK) and _only_ours(folder):
                return folder
    return None


@cache
def folder_name() -> str:
    """Return the name of the folder for these sources."""
    return f"{OURS}{fingerprint()}"


def is_on_disk(entry: Any) -> bool:
    """Return whether an earlier run has compiled an entry point, for whatever arguments."""
    pattern = f"*/{entry.__module__.rpartition('.')[2]}.{entry.__qualname__}-*.nbi"
    with contextlib.suppress(OSError):
        folders = [base / folder_name() for base in _places()]
        theirs = _beside() / folder_name()
        if _is_copied(theirs):
            folders.append(theirs)
        return any(any(folder.glob(pattern)) for folder in folders)
    return False


def _make(folder: Path) -> None:
    """Make the folder, with a copy of the kernels next to the sources if those are read-only.

    Everybody may read the folder next to the sources, unless others could change files in it.
    """
    mask = os.umask(0o077)
    os.umask(mask)
    shared = folder.parent == _beside() and mask & 0o022 == 0o022
    folder.parent.mkdir(parents=True, exist_ok=True)
    theirs = _beside() / folder.name
    if theirs != folder and _is_copied(theirs):
        _copy(theirs, folder)
    folder.mkdir(mode=0o755 if shared else 0o700, exist_ok=True)
    _remove_old(folder)


def _is_copied(theirs: Path) -> bool:
    """Return whether these kernels are read-only for us, and as safe as their sources."""
    if sys.platform == "win32" or not theirs.is_dir() or os.access(theirs, os.W_OK):
        return False
    owners = {0, HOME.stat().st_uid}
    for each in (theirs, *theirs.rglob("*")):
        status = each.lstat()
        plain = stat.S_ISDIR(status.st_mode) or stat.S_ISREG(status.st_mode)
        if not plain or status.st_uid not in owners or status.st_mode & 0o022:
            return False
    return True


def _copy(theirs: Path, folder: Path) -> None:
    """Copy a folder, all of it or nothing."""
    part = Path(mkdtemp(prefix=OURS, dir=folder.parent))
    try:
        shutil.copytree(theirs, part / "copy", ignore=shutil.ignore_patterns("*.tmp.*"))
        (part / "copy").chmod(0o700)
        (part / "copy").rename(folder)
    except OSError:  # not readable, a full disk, or another process was first
        pass
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _remove_old(folder: Path) -> None:
    """Delete the folders of other sources at this place, each some 60 MB.

    A process that still uses one compiles again.
    """
    beside = folder.parent == _beside()
    for old in folder.parent.glob(f"{PREFIX if beside else OURS}*"):
        status = old.lstat()
        ours = sys.platform == "win32" or status.st_uid == os.getuid()
        if old != folder and stat.S_ISDIR(status.st_mode) and ours:
            shutil.rmtree(old, ignore_errors=True)


def _only_ours(folder: Path) -> bool:
    """Return whether no other user can change or replace the folder, as its files are executed.

    A folder next to the sources is as safe as the sources.
    """
    if sys.platform == "win32":
        return True  # there are no owners and modes to compare
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o022:
        return False
    beside = folder.is_relative_to(HOME)
    return beside or all(_is_kept_by_us(parent.lstat()) for parent in folder.parents)


def _is_kept_by_us(parent: os.stat_result) -> bool:
    """Return whether no other user can move our entries in this folder."""
    others = parent.st_mode & (stat.S_IWOTH if _is_private(parent.st_gid) else 0o022)
    return parent.st_uid in (0, os.getuid()) and (not others or bool(parent.st_mode & stat.S_ISVTX))


def _is_private(group: int) -> bool:
    """Return whether a group has the user's name and no other member."""
    import grp
    import pwd

    try:
        user, found = pwd.getpwuid(os.getuid()).pw_name, grp.getgrgid(group)
    except KeyError:  # the user or the group is not listed
        return False
    return found.gr_name == user and set(found.gr_mem) <= {user}


def _beside() -> Path:
    return HOME / "__pycache__"


def _places() -> Iterator[Path]:
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named:
        yield Path(named)
        return
    yield _beside()
    with contextlib.suppress(RuntimeError):  # a user without a home
        if sys.platform == "win32":
            yield Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "minevis"
        else:
            yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "minevis"
