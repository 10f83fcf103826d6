"""minevis makes the solving of Minesweeper visible.

`__init__.pyi` lists the public names for type checkers and editors. Names are loaded on first
use, so `import minevis` itself stays light.
"""

import lazy_loader

__version__ = "0.2.0"

_load, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    try:
        return _load(name)
    except AttributeError as error:
        from minevis.utils.hints import did_you_mean

        hint = did_you_mean(name, __all__, "names")
        raise AttributeError(f"{error}{hint}", name=name, obj=None) from None
