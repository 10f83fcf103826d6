"""A trace as text: JSON lines, one per event. Reading never executes code."""

import json
from collections.abc import Iterable
from dataclasses import MISSING, fields
from functools import cache
from math import inf
from pathlib import PurePath
from types import UnionType
from typing import Any, get_args, get_type_hints

import numpy as np

from minevis.errors import BoardFormatError, TraceFormatError
from minevis.game.grid import Cell
from minevis.game.position import checked_view
from minevis.solver import events as ev
from minevis.solver.events import Event
from minevis.solver.proofs.steps import (
    PROOF_KINDS,
    Proof,
    Step,
    Suppose,
    cells_named,
    parse_step,
    step_text,
)
from minevis.trace.snapshot import EFFECTS, Snapshot

VERSION = 1
TRACES = (".json", ".jsonl")
REPLAYS = (".avf", ".evf", ".rmv", ".mvf", ".rawvf")
MOST_BYTES = 64 << 20  # of a trace
LONGEST_PATH = 400  # characters: longer texts are no path
EVENT_CLASSES = {kind.__name__: kind for kind in get_args(Event)}
MOST_WAYS = 1 << 1_000_000  # layouts: more than any solvable board has
COUNTS = ("ways", "configurations", "limit", "tries", "dead_ends", "solutions")
WORDS = {
    "method": ("exact", "average", "local"),
    "what": ("solutions", "steps"),
    "click": ("left", "right", "double"),
    "verdict": ev.VERDICTS,
    "idea": ("", *PROOF_KINDS),
}
NEVER_EMPTY = ("cells", "smaller", "larger", "smaller_clues", "larger_clues", "boxes")
MAY_LACK_CELLS = (ev.Chorded, ev.FrontierFound, ev.OddsFound, ev.ZerosFound, ev.Reviewed)
ALIKE: dict[type, tuple[tuple[str, str], ...]] = {
    ev.Opened: (("cells", "numbers"),),
    ev.Chorded: (("cells", "numbers"),),
    ev.OddsFound: (("cells", "odds"),),
    ev.Reviewed: (("cells", "odds"),),
    ev.ZerosFound: (("cells", "chances"),),
}
UNREADABLE = (ValueError, KeyError, TypeError, OverflowError, RecursionError)


def whole_number(value: object, least: float = -inf, most: float = inf) -> int:
    """`value`, when it is an int from `least` to `most`. Raises `ValueError`.

    For values from a file or a browser: True, 1.0 and "1" are refused.
    """
    if type(value) is int and least <= value <= most:
        return value
    limits = f" of {least} or more" if most == inf else f" from {least} to {most}"
    raise ValueError(f"{value!r:.40} is not an integer{'' if least == -inf else limits}")


def encode(events: Iterable[Event], start: Snapshot, clock: tuple[float, ...] | None = None) -> str:
    """`events`, the snapshot they begin from and when they happened, as JSON lines."""
    letters = None if start.letters is None else start.letters.astype(int).tolist()
    header = {"minevis_trace": VERSION, "view": start.view.tolist(), "letters": letters}
    header |= {} if clock is None else {"clock": clock}
    return "\n".join([json.dumps(header), *map(_line, events)]) + "\n"


def decode(text: str) -> tuple[list[Event], np.ndarray, np.ndarray | None, list[float] | None]:
    """Return the events, the first view (int8 [H, W]), the letters (bool [H, W]), and the clock.

    Raises `TraceFormatError`, naming the unreadable line.
    """
    _check_no_path(text)
    if len(text) > MOST_BYTES:
        raise TraceFormatError(f"more than {MOST_BYTES >> 20} MB, too long for a trace")
    lines = text.splitlines()
    if not lines:
        raise TraceFormatError("the text contains no trace")
    try:
        header = json.loads(lines[0])
        view, letters = _read_header(header)
        clock = _read_clock(header)
    except KeyError as error:
        raise TraceFormatError(f"line 1 is not a header of a trace: it has no {error}") from error
    except UNREADABLE as error:
        raise TraceFormatError(f"line 1 is not a header of a trace: {error}") from error
    events = [_read_event(number, line, view.shape) for number, line in enumerate(lines[1:], 2)]
    return events, view, letters, clock


def _check_no_path(text: object) -> None:
    """Raise `TraceFormatError` if the text is the name of a file."""
    if not isinstance(text, str | PurePath) or len(name := str(text).strip()) > LONGEST_PATH:
        return
    ending = PurePath(name).suffix.lower()
    if ending not in TRACES + REPLAYS or "\n" in name or name[0] in "{[":
        return
    reader = "mv.replay" if ending in REPLAYS else "mv.Trace.load"
    raise TraceFormatError(f"{name!r} looks like the path of a file: {reader} reads it")


def _read_header(header: Any) -> tuple[np.ndarray, np.ndarray | None]:
    if header["minevis_trace"] != VERSION:
        raise ValueError(f"its version is {header['minevis_trace']}, not {VERSION}")
    try:
        view = checked_view(header["view"])
    except BoardFormatError as error:
        raise ValueError(f"its view is not a board of codes from -3 to 8: {error}") from error
    letters = None if header["letters"] is None else np.array(header["letters"], dtype=bool)
    if letters is not None and letters.shape != view.shape:
        raise ValueError(f"letters of shape {letters.shape} on a board of {view.shape}")
    return view, letters


def _read_clock(header: Any) -> list[float] | None:
    clock = header.get("clock")
    if clock is not None and not (
        isinstance(clock, list) and all(type(time) in (int, float) for time in clock)
    ):
        raise ValueError("its clock is not a list of seconds")
    return clock


def _line(event: Event) -> str:
    values = [_json_value(getattr(event, field.name)) for field in fields(event)]
    if isinstance(event, ev.Started | ev.Finished) and not values[-1]:
        values.pop()  # versions before 0.3 know no `rules` and no `on_first_click`
    return json.dumps([type(event).__name__, *values], separators=(",", ":"))


def _json_value(value: Any) -> Any:
    """`value` for JSON: counts beyond 64 bits, which few readers keep exact, as hex text."""
    if isinstance(value, tuple) and value and isinstance(value[0], ev.Option):
        return [[getattr(option, field.name) for field in fields(option)] for option in value]
    if isinstance(value, Proof):
        return value.to_text()
    if isinstance(value, Step):
        return step_text(value)
    return hex(value) if isinstance(value, int) and value.bit_length() > 64 else value


@cache
def _hints(kind: type) -> tuple[Any, ...]:
    hints = get_type_hints(kind)
    return tuple(hints[field.name] for field in fields(kind))


def _kind_of(name: object) -> type:
    """Return the class of an event by its name; a custom one too, once it has an effect."""
    if not isinstance(name, str):
        raise ValueError(f"{name!r} is not a name of an event")
    kinds: dict[str, type] = {kind.__name__: kind for kind in EFFECTS} | EVENT_CLASSES
    if name in kinds:
        return kinds[name]
    raise ValueError(f"{name} is not known here: one of your own is once it is in EFFECTS")


def _read_event(number: int, line: str, shape: tuple[int, ...]) -> Event:
    try:
        name, *values = json.loads(line)
        kind = _kind_of(name)
        least = sum(field.default is MISSING for field in fields(kind))  # newer fields
        if not least <= len(values) <= len(_hints(kind)):
            raise ValueError(f"{name} has {len(_hints(kind))} fields, not {len(values)}")
        parts = [_read(value, hint, shape) for value, hint in zip(values, _hints(kind))]  # noqa: B905
        event: Event = kind(*parts)
        _check(event, shape)
        return event
    except UNREADABLE as error:
        raise TraceFormatError(f"line {number} is not an event: {error}") from error


def _read(value: Any, hint: Any, shape: tuple[int, ...]) -> Any:
    """`value` from JSON as the type `hint`, cells within `shape`. Raises `ValueError`."""
    options = get_args(hint)
    if hint == Step:
        return _within(parse_step(_text(value)), shape)
    if hint == Suppose | None:
        return None if value is None else _within(parse_step(_text(value)), shape)
    if hint is Proof:
        return _proof(Proof.parse(_text(value)), shape)
    if isinstance(hint, UnionType):
        return None if value is None else _read(value, options[0], shape)
    if hint is float and type(value) in (int, float):
        return _chance(value)
    if type(value) is hint:
        return value
    if hint is int and isinstance(value, str):
        return int(value, 16)
    if hint == Cell and isinstance(value, list) and [type(part) for part in value] == [int, int]:
        if all(0 <= part < side for part, side in zip(value, shape, strict=True)):
            return tuple(value)
        raise ValueError(f"cell {tuple(value)} is outside {shape[0]}×{shape[1]}")
    if hint is ev.Option and isinstance(value, list):
        hints = _hints(ev.Option)
        if len(value) == len(hints) - 1:
            value = [*value, None]  # written before options had a score
        return ev.Option(*(_read(part, of, shape) for part, of in zip(value, hints, strict=True)))
    if options[-1:] == (Ellipsis,) and isinstance(value, list):
        return tuple(_read(item, options[0], shape) for item in value)
    raise ValueError(f"{value!r} should be {getattr(hint, '__name__', hint)}")


def _chance(value: float) -> float:
    if not 0 <= value <= 1:
        raise ValueError(f"{value!r} is not a chance: it must be 0 to 1")
    return value


def _check(event: Event, shape: tuple[int, ...]) -> None:
    """Check what types cannot express: known words, numbers within the board, lists of one length.

    Raises `ValueError`.
    """
    for field in fields(event):
        value = getattr(event, field.name)
        _check_numbers(field.name, value, shape[0] * shape[1])
        if value not in WORDS.get(field.name, (value,)):
            raise ValueError(f"{field.name} {value!r}: it must be of {WORDS[field.name]}")
        if value == () and field.name in NEVER_EMPTY and not isinstance(event, MAY_LACK_CELLS):
            raise ValueError(f"{type(event).__name__} without {field.name}")
    for name, other in ALIKE.get(type(event), ()):
        if len(getattr(event, name)) != len(getattr(event, other)):
            raise ValueError(f"{name} and {other} differ in length")
    if isinstance(event, ev.Tried) and len(event.cells) > 8:
        raise ValueError(f"{len(event.cells)} cells tried: a box has at most 8")


def _check_numbers(name: str, value: Any, cells: int) -> None:
    """Raise if an integer of a field is impossible on a board of `cells` cells."""
    low, high = _bounds(name, cells)
    for number in value if name in ("numbers", "counts") else (value,):
        if type(number) is int and not low <= number <= high:
            raise ValueError(f"{name} {_short(number)}: it must be {_short(low)} to {_short(high)}")


def _bounds(name: str, cells: int) -> tuple[int, int]:
    """Return the smallest and largest integer of an event's field, by name."""
    most = max(cells, 8)
    if name in ("number", "numbers", "counts", "room", "covered"):
        return 0, 8
    if name == "left":
        return -8, 8
    if name == "mines_left":
        return -most, most
    return 0, MOST_WAYS if name in COUNTS else most


def _short(number: int) -> str:
    """Format a number that may be too long to be written out."""
    return str(number) if number.bit_length() < 64 else f"of {number.bit_length()} bits"


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} should be text")
    return value


def _proof(proof: Proof, shape: tuple[int, ...]) -> Proof:
    _check_cells(proof.cells, shape)
    for step in proof.steps:
        _within(step, shape)
    return proof


def _within(step: Step, shape: tuple[int, ...]) -> Step:
    """Return `step` if all its cells are on a board of that `shape`. Raises `ValueError`."""
    _check_cells(cells_named(step), shape)
    return step


def _check_cells(cells: Iterable[Cell], shape: tuple[int, ...]) -> None:
    for row, col in cells:
        if not (row < shape[0] and col < shape[1]):
            raise ValueError(f"cell {(row, col)} is outside {shape[0]}×{shape[1]}")
