"""Compile kernels, without the interpreter lock, and keep them on disk if possible."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from threading import RLock, Timer
from types import FrameType, FunctionType
from typing import Any

import numba
from numba import njit
from numba.core import event
from numba.core.caching import FunctionCache

from minevis.engine.kernel_folder import code_of, is_kernel, kernel_folder
from minevis.engine.loading import NotCompiledError, may_compile
from minevis.utils.progress import announce_compiling

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
    kernels = {each: kernel for each, kernel in names.items() if is_kernel(kernel)}
    for name, kernel in kernels.items():
        own = kernel.__module__ == module
        names[name] = _compiled(kernel, names) if own else twin_of(kernel)
    return names


def _compiled(kernel: FunctionType, names: dict[str, Any]) -> Any:
    function = FunctionType(code_of(kernel), names)
    twin = njit(nogil=True, error_model="numpy", **vars(kernel)["flags"])(function)
    if FOLDER is not None:
        config: Any = numba.config
        before, config.CACHE_DIR = config.CACHE_DIR, str(FOLDER)
        try:
            with suppress(RuntimeError):  # the folder can no longer be written
                twin._cache = _Kept(function)  # type: ignore[no-untyped-call]
        finally:
            config.CACHE_DIR = before
    return twin


class _Kept(FunctionCache):
    """Numba's cache of a kernel. Without its files the kernel is compiled again, or in memory."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except Exception:  # of any kind, if a file is damaged
            with suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save, if there is room on the disk. Ctrl-C waits, or it would leave half a file."""
        with COMPILATIONS.saving(), suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


class Compilations(event.Listener):
    """Counter of the kernels compiled in this process, not loaded from disk.

    It prints a line when that takes long, and stops compiling on Ctrl-C.
    """

    def __init__(self) -> None:
        self.count = 0
        self.outermost: Any = None  # the entry point being compiled
        self.line: Timer | None = None  # prints that kernels are compiled
        self.handler: Any = None  # the previous handler of Ctrl-C
        self.interrupted = False

    def on_start(self, event: Any) -> None:
        """Announce an entry point, or stop after Ctrl-C.

        Numba compiles the other kernels while it compiles the entry point.
        """
        if self.interrupted:
            self._pass_on_ctrl_c()
        entry = event.data["dispatcher"]
        if self.outermost is None and entry.__module__.startswith("minevis"):
            if not may_compile():
                raise NotCompiledError(entry.__name__)
            self.outermost = entry
            self.line = announce_compiling(kept=FOLDER is not None)
            self._note_ctrl_c()

    @contextmanager
    def saving(self) -> Iterator[None]:
        """Note Ctrl-C while a kernel is saved; an entry point is saved after it is compiled."""
        last = self.outermost is None
        if last:
            self._note_ctrl_c()
        try:
            yield
        finally:
            if last:
                self._pass_on_ctrl_c()

    def _note_ctrl_c(self) -> None:
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
        if not may_compile():  # the start was refused
            return
        self.count += 1
        if self.line is not None and event.data["dispatcher"] is self.outermost:
            self.line.cancel()
            self.outermost = self.line = None
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
