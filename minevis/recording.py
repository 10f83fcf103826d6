"""A trace as text: JSON lines, a line an event; nothing is executed when it is read."""

import json
from collections.abc import Iterable
from dataclasses import fields
from typing import Any, get_args

import numpy as np

from minevis.errors import TraceFormatError
from minevis.events import Event
from minevis.snapshot import Snapshot

VERSION = 1
KINDS = {kind.__name__: kind for kind in get_args(Event)}


def encode(events: Iterable[Event], start: Snapshot) -> str:
    """`events` and the snapshot they begin from, as JSON lines."""
    letters = None if start.letters is None else start.letters.astype(int).tolist()
    header = {"minevis_trace": VERSION, "view": start.view.tolist(), "letters": letters}
    return "\n".join([json.dumps(header), *map(_line, events)]) + "\n"


def decode(text: str) -> tuple[list[Event], np.ndarray, np.ndarray | None]:
    """The events, the first view (int8 [H, W]) and the letters (bool [H, W] or None).

    Raises `TraceFormatError` naming the line that cannot be read.
    """
    lines = text.splitlines()
    if not lines:
        raise TraceFormatError("the text holds no trace")
    try:
        header = json.loads(lines[0])
        if header["minevis_trace"] != VERSION:
            raise TraceFormatError(f"trace version {header['minevis_trace']}: this reads {VERSION}")
        view = np.array(header["view"], dtype=np.int8)
        letters = None if header["letters"] is None else np.array(header["letters"], dtype=bool)
    except (ValueError, KeyError, TypeError) as error:
        raise TraceFormatError(f"line 1 is no header of a trace: {error}") from error
    return [_event(number, line) for number, line in enumerate(lines[1:], 2)], view, letters


def _line(event: Event) -> str:
    values = [getattr(event, field.name) for field in fields(event)]
    return json.dumps([type(event).__name__, *values], separators=(",", ":"))


def _event(number: int, line: str) -> Event:
    try:
        name, *values = json.loads(line)
        kind = KINDS[name]
        if len(values) != len(fields(kind)):
            raise ValueError(f"{name} has {len(fields(kind))} fields, not {len(values)}")
        return kind(*map(_tuples, values))
    except (ValueError, KeyError, TypeError) as error:
        raise TraceFormatError(f"line {number} is no event: {error}") from error


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
