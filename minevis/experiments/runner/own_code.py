"""What a rule or a guess that is a function does, in sixteen digits.

Two functions of one name keep their games apart by them. They come from the code and from
what it carries with it, and from nothing that differs from run to run: no file, no line, no
address. What it looks up elsewhere they cannot see: globals, and functions that it calls.
What it carries and nothing tells from another of its kind is refused, not taken for that other.
"""

import re
import struct
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from functools import partial, singledispatch
from hashlib import sha256
from pathlib import PurePath
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
)

import numpy as np

DIGITS = 16
PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...))  # told by `repr`
TELLS_NOTHING = re.compile(r" at 0x[0-9A-Fa-f]+|\.\.\.")  # a `repr` with an address, or cut short
POINTER = struct.calcsize("P")  # bytes
Seen = dict[int, tuple[object, str]]  # by `id`; each is held, so that no other takes its `id`


def code_fingerprint(function: Callable[..., object]) -> str:
    """The same digits for a function that does the same, in every process of one Python version.

    Raises `ValueError` for one that carries what nothing tells from another of its kind, such as
    an open file.

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
    """What a value is made of, beside its kind. Raises `ValueError` where that does not show."""
    attributes = getattr(value, "__dict__", {})
    if "__wrapped__" in attributes:  # as of a cache, or of what numba compiles
        return [attributes["__wrapped__"]]
    if callable(value):
        return [type(value).__call__, attributes, *_beside_attributes(value)]
    if is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name, None) for field in fields(value)]
    return [*([attributes] if attributes else []), *_beside_attributes(value)]


def _beside_attributes(value: object) -> Iterable[object]:
    """The slots of a value and, where it holds more than Python sees, what its `repr` says."""
    kind = type(value)
    slots = [
        (name, slot)
        for each in kind.__mro__
        for name, slot in vars(each).items()
        if isinstance(slot, MemberDescriptorType)
    ]
    yield from ((name, slot.__get__(value)) for name, slot in slots if _is_set(slot, value))
    pointers = len(slots) + (kind.__dictoffset__ > 0) + (kind.__weakrefoffset__ > 0)
    if kind.__itemsize__ or kind.__basicsize__ > object.__basicsize__ + pointers * POINTER:
        yield _named(value) if callable(value) else _told(value)


def _is_set(slot: MemberDescriptorType, value: object) -> bool:
    try:
        slot.__get__(value)
    except AttributeError:
        return False
    return True


def _named(function: object) -> tuple[object, ...]:
    """What is called and not written in Python: by its name, and by what it is a method of."""
    owner = getattr(function, "__self__", None)
    name = getattr(function, "__qualname__", None)
    if name is None:
        return (_told(function),)
    return (name,) if owner is None or isinstance(owner, ModuleType) else (name, owner)


def _told(value: object) -> str:
    """What a value says of itself. Raises `ValueError` where another may say the same."""
    told = repr(value)
    if TELLS_NOTHING.search(told):
        kind = type(value).__qualname__
        raise ValueError(
            f"a store knows a function by its code and by what that carries with it, and nothing "
            f"tells one {kind} from another: have it carry numbers, texts, arrays, lists or "
            "objects of these, or play without a store"
        )
    return told


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


@_parts.register
def _(function: BuiltinFunctionType) -> Iterable[object]:
    return _named(function)


@_parts.register
def _(path: PurePath) -> Iterable[object]:
    return [str(path)]  # what it has worked out of this is no part of it


@_parts.register(ModuleType)
@_parts.register(type)
@_parts.register(np.ufunc)
def _(named: ModuleType | type) -> Iterable[object]:
    return [getattr(named, "__qualname__", named.__name__)]
