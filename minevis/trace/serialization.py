"""A trace as text: JSON lines, one per event. Reading never executes code."""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, fields
from functools import cache
from pathlib import PurePath
from typing import Any, get_args, get_type_hints

import numpy as np

from minevis.errors import TraceFormatError
from minevis.game.position import checked_view
from minevis.solver import events as ev
from minevis.solver.events import Event
from minevis.solver.proofs.steps import (
    Proof,
    Step,
    Suppose,
    cells_named,
    parse_step,
    step_text,
)
from minevis.trace import record
from minevis.trace.snapshot import EFFECTS, Snapshot
from minevis.utils.codec import Whole, read_as, read_json

VERSION = 1
TRACES = (".json", ".jsonl")
REPLAYS = (".avf", ".evf", ".rmv", ".mvf", ".rawvf")
MOST_BYTES = 64 << 20  # of a trace
LONGEST_PATH = 400  # characters: longer texts are no path
EVENT_CLASSES = {kind.__name__: kind for kind in get_args(Event)}
LARGE = re.compile(r"0x[0-9a-f]{1,250000}")  # layouts: more than any solvable board has
COUNTS = ("ways", "configurations", "limit", "tries", "dead_ends", "solutions")  # large ones
PER_CELL = ("numbers", "odds", "chances")  # values for the `cells` of an event


@dataclass(frozen=True)
class Header:
    """The first line of a trace."""

    minevis_trace: int  # the version
    view: list[list[int]]
    letters: list[list[int]] | None
    clock: list[float] | None = None


def encode(events: Iterable[Event], start: Snapshot, clock: tuple[float, ...] | None = None) -> str:
    """`events`, the snapshot they begin from and when they happened, as JSON lines."""
    letters = None if start.letters is None else start.letters.astype(int).tolist()
    header = {"minevis_trace": VERSION, "view": start.view.tolist(), "letters": letters}
    header |= {} if clock is None else {"clock": clock}
    return "\n".join([json.dumps(header), *map(_line, events)]) + "\n"


def decode(text: str) -> tuple[list[Event], np.ndarray, np.ndarray | None, list[float] | None]:
    """Return the events, the first view (int8 [H, W]), the letters (bool [H, W]), and the clock.

    The text may also be the record of a game played by hand. Raises `TraceFormatError`, naming the
    unreadable line.
    """
    _check_no_path(text)
    if len(text) > MOST_BYTES:
        raise TraceFormatError(f"more than {MOST_BYTES >> 20} MB, too long for a trace")
    if record.is_record(text):
        return record.decode(text)
    lines = text.splitlines()
    if not lines:
        raise TraceFormatError("the text contains no trace")
    try:
        value = read_json(lines[0])
        if isinstance(value, dict) and value.get("minevis_trace", VERSION) != VERSION:
            raise ValueError(f"its version is {value['minevis_trace']!r:.40}, not {VERSION}")
        header = read_as(Header, value)
        view = checked_view(header.view)
        letters = None if header.letters is None else np.array(header.letters, dtype=bool)
    except ValueError as error:
        raise TraceFormatError(f"line 1 is not a header of a trace: {error}") from error
    events = [_read_event(number, line, view.shape) for number, line in enumerate(lines[1:], 2)]
    return events, view, letters, header.clock


def _check_no_path(text: object) -> None:
    """Raise `TraceFormatError` if the text is the name of a file."""
    if not isinstance(text, str | PurePath) or len(name := str(text).strip()) > LONGEST_PATH:
        return
    ending = PurePath(name).suffix.lower()
    if ending not in TRACES + REPLAYS or "\n" in name or name[0] in "{[":
        return
    reader = "mv.replay" if ending in REPLAYS else "mv.Trace.load"
    raise TraceFormatError(f"{name!r} looks like the path of a file: {reader} reads it")


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
def _types(kind: type) -> dict[str, Any]:
    """Return the types of the fields of a dataclass, with their limits."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in fields(kind)}


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
        name, *values = read_json(line)
        event: Event = _read_fields(_kind_of(name), values)
        _check(event, shape)
        return event
    except (ValueError, TypeError) as error:
        raise TraceFormatError(f"line {number} is not an event: {error}") from error


def _read_fields(kind: type, values: Any) -> Any:
    """Return the `kind` whose fields have these values; older texts lack the last fields."""
    types = _types(kind)
    least = sum(field.default is MISSING for field in fields(kind))
    if not least <= len(values) <= len(types):
        raise ValueError(f"{kind.__name__} has {len(types)} fields, not {len(values)}")
    given = zip(types.items(), values)  # noqa: B905
    return kind(**{name: _read(name, value, hint) for (name, hint), value in given})


def _read(name: str, value: Any, hint: Any) -> Any:
    """Return a value of an event's field; proofs, steps and large counts are texts."""
    if isinstance(value, str) and hint in (int, Whole, Whole | None):
        if not LARGE.fullmatch(value):
            raise ValueError(f"{name}={value!r:.40}: not a large count of at most 250,000 digits")
        return int(value, 16)
    if hint == tuple[ev.Option, ...]:
        return tuple(
            _read_fields(ev.Option, item) for item in read_as(list[list[Any]], value, name)
        )
    if hint in PARSERS:
        text = read_as(str if hint == Step else str | None, value, name)  # type: ignore[arg-type]
        return None if text is None else PARSERS[hint](text)
    return read_as(hint, value, name)


def _suppose(text: str) -> Suppose:
    return read_as(Suppose, parse_step(text))


PARSERS: dict[Any, Callable[[str], Any]] = {
    Step: parse_step,
    Suppose | None: _suppose,
    Proof | None: Proof.parse,
}


def _check(event: Event, shape: tuple[int, ...]) -> None:
    """Raise `ValueError` for values beyond the board, or for lists of different lengths."""
    height, width = shape
    most = max(height * width, 8)
    for field in fields(event):
        value = getattr(event, field.name)
        if type(value) is int and abs(value) > most and field.name not in COUNTS:
            raise ValueError(f"{field.name}={value}: at most {most} on {height}×{width} cells")
        if field.name in PER_CELL and len(value) != len(event.cells):  # type: ignore[union-attr]
            raise ValueError(f"cells and {field.name} differ in length")
    for row, col in cells_named(event):
        if not (0 <= row < height and 0 <= col < width):
            raise ValueError(f"cell {(row, col)} is outside {height}×{width}")
