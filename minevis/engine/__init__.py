"""The engine: the players of `minevis.players` as compiled kernels, for many games.

Whatever it does, the readable solver does too, click for click; a test says so.
It emits no events. `minevis.engine.kernels` is the way in.
"""

import sys
from importlib import import_module


def kernels_ready(module: str, entry: str) -> bool:
    """Whether an entry point can be called without waiting: numba is imported, and a run compiled
    it, this one or an earlier one."""
    if not sys.modules.get("numba"):
        return False
    from minevis.engine._jit import is_ready

    return is_ready(getattr(import_module(f"{__name__}.{module}"), entry))
