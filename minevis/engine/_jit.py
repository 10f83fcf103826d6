"""Compile kernels, without the interpreter lock, and keep them on disk if possible."""

import contextlib
import hashlib
import os
import signal
import stat
import sys
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from threading import RLock
from types import FrameType, FunctionType
from typing import Any

import numba
from numba import njit, types
from numba.core import event
from numba.core.dispatcher import Dispatcher

from minevis.engine.shared import FINGERPRINT
from minevis.utils.progress import CompilingProgress

PREFIX = "minevis-kernels-"


def fingerprint() -> str:
    """Return a short hash of the sources and of numba's version.

    Numba compares only a kernel's own file, not the other kernels and constants compiled into it.
    """
    digest = hashlib.sha256(f"{FINGERPRINT} {numba.__version__}".encode())
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def kernel_folder() -> Path | None:
    """Return the folder for compiled kernels of exactly these sources.

    It is in NUMBA_CACHE_DIR if set, otherwise next to the sources, otherwise in the user's cache.
    Return None if other users could change all of these folders. Kernels are then kept in memory.
    """
    for base in _places():
        with contextlib.suppress(OSError, RuntimeError):  # RuntimeError: circular links
            folder = base.resolve() / f"{PREFIX}{fingerprint()}"
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.access(folder, os.W_OK) and _only_ours(folder):
                return folder
    return None


def _only_ours(folder: Path) -> bool:
    """Return whether no other user can change or replace the folder, as its files are executed.

    A folder next to the sources is as safe as the sources.
    """
    if sys.platform == "win32":
        return True  # there are no owners and modes to compare
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o022:
        return False
    beside = folder.is_relative_to(Path(__file__).resolve().parent)
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


def _places() -> Iterator[Path]:
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named:
        yield Path(named)
        return
    yield Path(__file__).parent / "__pycache__"
    with contextlib.suppress(RuntimeError):  # a user without a home
        if sys.platform == "win32":
            yield Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "minevis"
        else:
            yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "minevis"


FOLDER = kernel_folder()


_LOCK = RLock()


def twin_of(function: Callable[..., Any]) -> Any:
    """Return the compiled twin of a kernel: compiled on its first call, and kept in `FOLDER`."""
    with _LOCK:
        return _twins(function.__module__)[function.__name__]


@cache
def _twins(module: str) -> dict[str, Any]:
    """Return a module's names, with twins for kernels, so that twins call twins."""
    names = dict(vars(sys.modules[module]))
    kernels = {each: kernel for each, kernel in names.items() if _is_kernel(kernel)}
    for name, kernel in kernels.items():
        own = kernel.__module__ == module
        names[name] = _compiled(kernel, names) if own else twin_of(kernel)
    return names


def _is_kernel(thing: Any) -> bool:
    return isinstance(thing, FunctionType) and "flags" in vars(thing)


def _compiled(kernel: FunctionType, names: dict[str, Any]) -> Any:
    function = FunctionType(vars(kernel).get("loop", kernel).__code__, names)
    config: Any = numba.config
    before, config.CACHE_DIR = config.CACHE_DIR, str(FOLDER or "")
    try:
        keep = FOLDER is not None
        return njit(cache=keep, nogil=True, error_model="numpy", **vars(kernel)["flags"])(function)
    finally:
        config.CACHE_DIR = before


# Callees of `play_games`, each compiled only if its argument is not None
OPTIONAL = {
    "score_cells": "ahead",
    "score_with_second_look": "second_look",
    "_try_other": "other_rules",
}


def reachable(entries: Iterable[Any], absent: Collection[str] = ()) -> set[Any]:
    """Return the kernels reachable from `entries`, without kernels for `absent` arguments.

    This may include a few unneeded kernels.
    """
    found, waiting = set(), list(entries)
    while waiting:
        kernel = waiting.pop()
        if kernel not in found and OPTIONAL.get(kernel.__name__) not in absent:
            found.add(kernel)
            names = kernel.py_func.__globals__
            called = (names.get(name) for name in kernel.py_func.__code__.co_names)
            waiting += [each for each in called if isinstance(each, Dispatcher)]
    return found


def needed_by(entry: Any, arguments: Iterable[Any]) -> set[Any]:
    """Return the kernels needed by `entry` for arguments of these types."""
    named = dict(zip(entry.py_func.__code__.co_varnames, arguments, strict=False))
    for each in arguments:
        named |= dict(zip(getattr(each, "fields", ()), getattr(each, "types", ()), strict=False))
    return reachable([entry], {name for name, kind in named.items() if kind == types.none})


class Compilations(event.Listener):
    """Counter of the kernels compiled in this process, not loaded from disk.

    It shows progress, and stops compiling on Ctrl-C.
    """

    def __init__(self) -> None:
        self.count = 0
        self.outermost: Any = None  # the entry point being compiled
        self.needed: set[Any] = set()
        self.progress: CompilingProgress | None = None
        self.handler: Any = None  # the previous handler of Ctrl-C
        self.interrupted = False

    def on_start(self, event: Any) -> None:
        """Start progress for an entry point, or stop after Ctrl-C.

        Numba compiles the other kernels while it compiles the entry point.
        """
        if self.interrupted:
            self._pass_on_ctrl_c()
        entry = event.data["dispatcher"]
        if self.outermost is None and entry.__module__.startswith("minevis"):
            self.outermost = entry
            self.needed = needed_by(entry, event.data["args"])
            self.progress = CompilingProgress(len(self.needed), kept=FOLDER is not None)
            if threading.current_thread() is threading.main_thread():
                self.handler = signal.getsignal(signal.SIGINT)
            if self.handler is not None:  # None: set by C code, so Python cannot restore it
                signal.signal(signal.SIGINT, self.on_ctrl_c)

    def on_ctrl_c(self, number: int, frame: FrameType | None) -> None:
        """Note Ctrl-C until the next kernel starts.

        Python drops exceptions in callbacks from LLVM, and numba would leave half-written files.
        """
        self.interrupted = True

    def on_end(self, event: Any) -> None:
        """Count a kernel. A kernel loaded from disk brings its callees with it."""
        self.count += 1
        if self.progress is not None:
            ready = reachable(kernel for kernel in self.needed if kernel.overloads)
            self.progress.update(len(ready & self.needed))
        if event.data["dispatcher"] is self.outermost:
            assert self.progress is not None
            self.progress.close()
            self.outermost = self.progress = None
            self._pass_on_ctrl_c()

    def _pass_on_ctrl_c(self) -> None:
        """Restore the handler of Ctrl-C, and pass on a noted Ctrl-C."""
        handler, self.handler = self.handler, None
        if handler is not None:
            signal.signal(signal.SIGINT, handler)
        if self.interrupted:
            self.interrupted = False
            signal.raise_signal(signal.SIGINT)


COMPILATIONS = Compilations()
event.register("numba:compile", COMPILATIONS)  # type: ignore[no-untyped-call]


def is_kept(entry: Any) -> bool:
    """Return whether the twin of an entry point is compiled, in this process or on disk."""
    if entry.overloads:
        return True
    module = entry.py_func.__module__.rpartition(".")[2]
    name = f"{module}.{entry.py_func.__qualname__}-*.nbi"
    kept = entry.stats.cache_path
    return kept is not None and any(Path(kept).glob(name))
