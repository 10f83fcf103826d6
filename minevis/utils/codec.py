"""Values from files and browsers, as the types that they should have. Nothing is coerced."""

import json
import re
from collections.abc import Callable, Mapping
from inspect import signature
from math import inf
from typing import Annotated, Any, Never, TypeVar

from msgspec import Meta, ValidationError, convert, defstruct
from msgspec.structs import asdict

Kind = TypeVar("Kind")
MOST = 10**15  # larger numbers overflow in sums of squares
Whole = Annotated[int, Meta(ge=0)]
Chance = Annotated[float, Meta(ge=0, le=1)]
PART = re.compile(r"\.(\w+)|\[(\d+)\]")  # of the place of a value

WORDS = {"array": "list", "str matching regex '^(": "one of ", ")\\\\Z'": "", "|": ", "}


def read_as(kind: type[Kind], value: object, name: str = "") -> Kind:
    """Return `value`, from JSON, as a `kind`: a type with limits, or a dataclass of such types.

    Raises `ValueError`, which names the field and its value. Fields are below `name`.
    """
    try:
        return convert(value, kind)
    except ValidationError as error:
        fault, _, place = str(error).replace("`", "").partition(" - at ")
        for theirs, ours in WORDS.items():
            fault = fault.replace(theirs, ours)
        part: Any = value
        for key, index in PART.findall(place):
            part = part[key or int(index)]
        field = (name + place.removeprefix("$")).lstrip(".") or "value"
        raise ValueError(f"{field}={part!r:.40}: {fault[:1].lower()}{fault[1:]}") from error


def arguments_of(function: Callable[..., Any], values: Mapping[str, object]) -> dict[str, Any]:
    """Return the arguments of a function from JSON, of the types of its annotations.

    Raises `ValueError`, which names the argument and its value, for unknown and missing ones too.
    """
    fields: list[Any] = [
        (each.name, each.annotation, *([] if each.default is each.empty else [each.default]))
        for each in signature(function).parameters.values()
    ]
    kind = defstruct("Arguments", fields, kw_only=True, forbid_unknown_fields=True)
    return asdict(read_as(kind, values))


def one_of(*words: str) -> Meta:
    """Return the limit of a text that is one of some words."""
    return Meta(pattern=rf"^({'|'.join(words)})\Z")


def read_json(text: str | bytes) -> Any:
    """Return the value of a JSON text. Raises `ValueError`, for NaN and infinity too."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except RecursionError as error:
        raise ValueError("lists in lists in lists, too deep to read") from error


def _refuse(constant: str) -> Never:
    raise ValueError(f"{constant} is not a number")


def whole_number(value: object, least: float = -inf, most: float = inf) -> int:
    """Return `value`, when it is an int from `least` to `most`. Raises `ValueError`.

    For values from a file or a browser: True, 1.0 and "1" are refused.
    """
    if type(value) is int and least <= value <= most:
        return value
    limits = f" of {least} or more" if most == inf else f" from {least} to {most}"
    raise ValueError(f"{value!r:.40} is not an integer{'' if least == -inf else limits}")
