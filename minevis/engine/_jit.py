"""How every kernel is compiled: without the interpreter lock, and kept on disk if possible.

Their docstrings describe arguments and results; numba infers the types, so they
carry no annotations.
"""

import contextlib
import hashlib
import os
import signal
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import njit
from numba.core import event
from numba.core.compiler_lock import global_compiler_lock

from minevis.core.progress import CompilingProgress
from minevis.engine.call_graph import call_graph
from minevis.engine.shared import FINGERPRINT
from minevis.interrupts import ctrl_c_handled_by

PREFIX = "minevis-kernels-"


def fingerprint() -> str:
    """Return a short hash of the sources and of numba's version.

    Numba itself only compares the file of a kernel, not those of the kernels and the
    constants that were compiled into it.

    >>> len(fingerprint())
    16
    """
    digest = hashlib.sha256(f"{FINGERPRINT} {numba.__version__}".encode())
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def kernel_folder() -> Path | None:
    """Return the folder for compiled kernels of exactly these sources.

    It is in NUMBA_CACHE_DIR if that is set, otherwise next to the sources, otherwise in the
    user's cache. None if every such folder could be written or replaced by another user: kernels
    are then compiled in memory.

    >>> kernel_folder() == FOLDER
    True
    """
    for base in _places():
        with contextlib.suppress(OSError, RuntimeError):  # the latter for links in a circle
            folder = base.resolve() / f"{PREFIX}{fingerprint()}"
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.access(folder, os.W_OK) and _only_ours(folder):
                return folder
    return None


def _only_ours(folder: Path) -> bool:
    """Return whether no other user can write to the folder or replace it: its files are run.

    Who can write to the folder of the sources can change them as well.
    """
    if sys.platform == "win32":
        return True  # the user's folders have no owner and mode to compare
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o022:
        return False
    beside = folder.is_relative_to(Path(__file__).resolve().parent)
    return beside or all(_is_kept_by_us(parent.lstat()) for parent in folder.parents)


def _is_kept_by_us(parent: os.stat_result) -> bool:
    """Return whether no other user can move what we have in this folder."""
    others = parent.st_mode & (stat.S_IWOTH if _is_private(parent.st_gid) else 0o022)
    return parent.st_uid in (0, os.getuid()) and (not others or bool(parent.st_mode & stat.S_ISVTX))


def _is_private(group: int) -> bool:
    """Return whether a group is the user's own: named like the user, and without others."""
    import grp
    import pwd

    try:
        user, found = pwd.getpwuid(os.getuid()).pw_name, grp.getgrgid(group)
    except KeyError:  # neither has to be listed
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


def compiled(**flags: Any) -> Callable[[Callable[..., Any]], Any]:
    """A decorator that compiles a function when it is first called, kept in `FOLDER`."""

    def decorate(function: Callable[..., Any]) -> Any:
        config: Any = numba.config
        before, config.CACHE_DIR = config.CACHE_DIR, str(FOLDER or "")
        try:
            keep = FOLDER is not None
            return _counted(njit(cache=keep, nogil=True, error_model="numpy", **flags)(function))
        finally:
            config.CACHE_DIR = before

    return decorate


def _counted(kernel: Any) -> Any:
    """The same kernel: `COMPILATIONS` is told when it is compiled or loaded."""
    if not hasattr(kernel, "compile"):  # the JIT is off
        return kernel
    compile_or_load = kernel.compile

    def compile_and_count(types: Any) -> Any:
        entry = compile_or_load(types)
        COMPILATIONS.on_ready(kernel)
        return entry

    kernel.compile = compile_and_count
    return kernel


def entry_point(function: Callable[..., Any]) -> Any:
    """A decorator for what is called from Python: one process compiles it for arguments of the
    same types, and others that need it meanwhile wait for the cached result."""
    entry = compiled()(function)
    if not hasattr(entry, "compile"):  # the JIT is off
        return entry
    compile_or_load = entry.compile

    def compile_alone(types: Any) -> Any:
        signature = f"{function.__module__}.{function.__qualname__} {types}"
        lock = f"{hashlib.sha256(signature.encode()).hexdigest()[:16]}.lock"
        alone = _alone(FOLDER / lock) if FOLDER else contextlib.nullcontext()
        # Numba's own lock comes first: a thread that has it may be compiling a caller of this one,
        # and then waits for this file.
        with global_compiler_lock, alone, _ending_on_ctrl_c(), COMPILATIONS.shown():
            return compile_or_load(types)

    entry.compile = compile_alone
    return entry


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep a file locked, once its present owner lets it go or ends. If files cannot be
    locked, nobody waits for anybody."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(ImportError, OSError):
            import fcntl  # not on Windows

            file = stack.enter_context(path.open("w"))
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def _ending_on_ctrl_c() -> Iterator[None]:
    """Ctrl-C ends compiling before the next kernel: within one, LLVM calls back, and Python drops
    exceptions from there. Outside the main thread, which gets no signals, it does nothing."""
    heard = False
    try:
        with ctrl_c_handled_by(lambda number, frame: COMPILATIONS.stop()) as heard:
            yield
    finally:
        missed = heard and COMPILATIONS.stopped
        if heard:  # otherwise it is not for this thread to let kernels begin again
            COMPILATIONS.stopped = False
    if missed:  # it came during the last kernel
        signal.raise_signal(signal.SIGINT)


@contextlib.contextmanager
def no_more_kernels() -> Iterator[None]:
    """Threads that compile meanwhile end with `KeyboardInterrupt` before their next kernel.

    >>> with no_more_kernels():
    ...     COMPILATIONS.stopped
    True
    """
    COMPILATIONS.stop()
    try:
        yield
    finally:
        COMPILATIONS.stopped = False


# Kernels are called from kernels only, and compile in half the time without the code that takes
# their tuples of arrays apart.
INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
kernel = compiled(**INNER)

# A leaf makes no arrays. Compiled without reference counting (numba's `_nrt` flag), it
# leaves alone the counters of the arrays in the tuples that it is handed: otherwise these
# cost ten times its work.
leaf = compiled(_nrt=False, **INNER)

# For arguments: numba compiles a kernel once more for each whole number that is written out.
ZERO, ONE = np.int64(0), np.int64(1)


class Compilations(event.Listener):
    """Counts the kernels that this process has compiled; not those loaded from disk.

    It shows how far compiling is. Once `stopped`, it lets no kernel begin.
    """

    def __init__(self) -> None:
        self.count = 0
        self.stopped = False
        self.ours = False  # whether an entry point is compiled or loaded, not somebody's function
        self.graph: dict[Any, set[Any]] = {}
        self.ready: set[Any] = set()
        self.progress: CompilingProgress | None = None

    @contextlib.contextmanager
    def shown(self) -> Iterator[None]:
        """Show how far an entry point is, with all that it calls, unless it is loaded from disk."""
        if self.ours:  # called by one that is compiled
            yield
            return
        self.ours = True
        try:
            yield
        finally:
            if self.progress is not None:
                self.progress.close()
            self.ours, self.progress, self.ready = False, None, set()

    def stop(self) -> None:
        """Let no more kernels begin, until `stopped` is False again."""
        self.stopped = True

    def on_start(self, event: Any) -> None:
        """Raises `KeyboardInterrupt` once it is stopped."""
        if self.stopped:
            raise KeyboardInterrupt
        if self.ours and self.progress is None:
            try:
                self.graph = call_graph(event.data["dispatcher"], event.data["args"])
            except Exception:  # numba has changed inside: compile without a total
                self.graph = {}
            self.progress = CompilingProgress(len(self.graph) or None, kept=FOLDER is not None)

    def on_end(self, event: Any) -> None:
        """One more."""
        self.count += 1

    def on_ready(self, kernel: Any) -> None:
        """Count a kernel, with all that it calls: loaded from disk, it is ready with them."""
        if self.progress is not None:
            waiting = {kernel}
            while waiting:
                self.ready |= waiting
                calls = (self.graph.get(each, ()) for each in waiting)
                waiting = set().union(*calls) - self.ready
            self.progress.update(len(self.ready))


COMPILATIONS = Compilations()
event.register("numba:compile", COMPILATIONS)  # type: ignore[no-untyped-call]


def is_ready(entry: Any) -> bool:
    """Whether an entry point is compiled, in this process or on disk; not when the JIT is off."""
    if not hasattr(entry, "overloads"):
        return False
    module = entry.py_func.__module__.rpartition(".")[2]
    name = f"{module}.{entry.py_func.__qualname__}-*.nbi"
    kept = entry.stats.cache_path
    return bool(entry.overloads) or (kept is not None and any(Path(kept).glob(name)))
