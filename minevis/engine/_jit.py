"""How every kernel is compiled: without the interpreter lock, and kept on disk."""

from numba import njit

OPTIONS = {"cache": True, "nogil": True, "error_model": "numpy"}

kernel = njit(**OPTIONS)

# A leaf makes no arrays. Compiled without reference counting, it does not touch the
# counters of the many arrays in the tuples it is handed, which else costs more than
# its work.
leaf = njit(**OPTIONS, _nrt=False)
