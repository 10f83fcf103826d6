"""What a rule or a guess that is a function does, in sixteen digits.

Two functions of one name keep their games apart by them. They come from the code and from
what it carries with it, and from nothing that differs from run to run: no file, no line, no
address. What it looks up elsewhere they cannot see: globals, and functions that it calls.
"""

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from functools import partial, singledispatch
from hashlib import sha256
from types import CellType, CodeType, FunctionType, MethodType, ModuleType

import numpy as np

DIGITS = 16
PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...))  # told by `repr`
Seen = dict[int, tuple[object, str]]  # by `id`; each is held, so that no other takes its `id`


def code_fingerprint(function: Callable[..., object]) -> str:
    """The same digits for a function that does the same, in every process of one Python version.

    >>> one, two = (lambda o: o.covered), (lambda o: o.covered & ~o.mined)
    >>> code_fingerprint(one) == code_fingerprint(lambda o: o.covered)
    True
    >>> code_fingerprint(one) == code_fingerprint(two)
    False
    """
    return _digest(function, {})


def _digest(value: object, seen: Seen) -> str:
    """Of a value by its kind and its parts, each told once: a function may hold itself."""
    if type(value) in PLAIN:
        return repr(value)
    if id(value) not in seen:
        seen[id(value)] = (value, "itself")
        parts = [_digest(part, seen) for part in _parts(value)]
        if isinstance(value, set | frozenset):
            parts.sort()  # their own order is another in every process
        told = repr((type(value).__qualname__, parts))
        seen[id(value)] = (value, sha256(told.encode(errors="replace")).hexdigest()[:DIGITS])
    return seen[id(value)][1]


@singledispatch
def _parts(value: object) -> Iterable[object]:
    """What a value is made of; of one that is neither plain nor called, its kind says enough."""
    attributes = getattr(value, "__dict__", {})
    if "__wrapped__" in attributes:  # as of a cache, or of what numba compiles
        return [attributes["__wrapped__"]]
    if callable(value):
        return [type(value).__call__, attributes]
    if is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name, None) for field in fields(value)]
    return []


@_parts.register
def _(code: CodeType) -> Iterable[object]:
    taken = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return [code.co_code, code.co_consts, code.co_names, code.co_exceptiontable, taken]


@_parts.register
def _(function: FunctionType) -> Iterable[object]:
    cells = function.__closure__ or ()
    return [function.__code__, function.__defaults__, function.__kwdefaults__, *cells]


@_parts.register
def _(cell: CellType) -> Iterable[object]:
    try:
        return [cell.cell_contents]
    except ValueError:  # nothing has been put in it yet
        return []


@_parts.register
def _(method: MethodType) -> Iterable[object]:
    return [method.__func__, method.__self__]


@_parts.register
def _(function: partial) -> Iterable[object]:  # type: ignore[type-arg]
    return [function.func, function.args, function.keywords]


@_parts.register(list)
@_parts.register(tuple)
@_parts.register(set)
@_parts.register(frozenset)
@_parts.register(range)
def _(values: Iterable[object]) -> Iterable[object]:
    return values


@_parts.register
def _(table: dict) -> Iterable[object]:  # type: ignore[type-arg]
    return table.items()


@_parts.register
def _(part: slice) -> Iterable[object]:
    return [part.start, part.stop, part.step]


@_parts.register(np.ndarray)
@_parts.register(np.generic)
def _(numbers: np.ndarray) -> Iterable[object]:
    held = numbers.tolist() if numbers.dtype.hasobject else numbers.tobytes()
    return [numbers.dtype.str, numbers.shape, held]


@_parts.register(ModuleType)
@_parts.register(type)
@_parts.register(np.ufunc)
@_parts.register(type(len))
def _(named: ModuleType | type) -> Iterable[object]:
    return [getattr(named, "__qualname__", named.__name__)]
