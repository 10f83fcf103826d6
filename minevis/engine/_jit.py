"""How every kernel is compiled: without the interpreter lock, and kept on disk.

Kernels take and return what their docstrings say; numba infers the types, so they
carry no annotations.
"""

import hashlib
from pathlib import Path
from typing import Any

from numba import njit

from minevis.engine.shared import FINGERPRINT


def drop_stale_kernels() -> None:
    """Delete the compiled kernels when a source of the engine has changed since, or a
    constant that it shares with the solver.

    Numba only compares the file of the kernel itself, not those of the kernels and the
    constants that were compiled into it.
    """
    folder = Path(__file__).parent
    digest = hashlib.sha256(FINGERPRINT.encode())
    for source in sorted(folder.rglob("*.py")):
        digest.update(source.read_bytes())
    stamp = folder / "__pycache__" / "kernels.sha256"
    try:
        if stamp.exists() and stamp.read_text() == digest.hexdigest():
            return
        for kept in folder.rglob("*.nb[ic]"):
            kept.unlink(missing_ok=True)
        stamp.parent.mkdir(exist_ok=True)
        stamp.write_text(digest.hexdigest())
    except OSError:
        return  # a folder that cannot be written to holds no kernels of an older source


drop_stale_kernels()

# An entry point is called from Python; kernels are called from kernels only, and compile in
# half the time without the code that takes their tuples of arrays apart.
entry_point = njit(cache=True, nogil=True, error_model="numpy")
INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
kernel = njit(cache=True, nogil=True, error_model="numpy", **INNER)  # type: ignore[call-overload]

# A leaf makes no arrays. Compiled without reference counting (numba's `_nrt` flag), it
# leaves alone the counters of the arrays in the tuples that it is handed: else these
# cost ten times its work.
leaf = njit(cache=True, nogil=True, error_model="numpy", _nrt=False, **INNER)  # type: ignore[call-overload]


def is_ready(entry: Any) -> bool:
    """Whether an entry point is compiled, in this process or on disk; not when the JIT is off."""
    if not hasattr(entry, "overloads"):
        return False
    module = entry.py_func.__module__.rpartition(".")[2]
    name = f"{module}.{entry.py_func.__qualname__}-*.nbi"
    return bool(entry.overloads) or any(Path(entry.stats.cache_path).glob(name))
