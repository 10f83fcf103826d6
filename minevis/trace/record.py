"""The record of a run: its events, and any snapshot of it at once."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Self, overload

import numpy as np

from minevis.errors import TraceFormatError, check_index
from minevis.game.board import HOW_TO_PROTECT, checked_letters
from minevis.game.position import checked_view
from minevis.solver import events as ev
from minevis.solver.events import Event
from minevis.trace import serialization
from minevis.trace.snapshot import EFFECTS, Snapshot, blank, fold
from minevis.utils.files import check_target, read_start, write_whole
from minevis.utils.formatting import quantity

KEYFRAME_EVERY = 64  # a seek takes a third of a ms; 100,000 events take 4 MB of keyframes
MOST_KEYFRAME_CELLS = 4_000_000  # 100 MB; beyond it only every second keyframe is kept


def _blank_of(event: Event, view: np.ndarray | None, letters: np.ndarray | None) -> Snapshot:
    """Return the snapshot before the first event, with the view and the letters of the run."""
    if not isinstance(event, ev.Started):
        raise ValueError(f"a trace begins with Started, not {event!r}")
    shape = (event.height, event.width)
    if letters is not None:
        letters = checked_letters(letters, shape)
    if view is not None:
        view = checked_view(view)
        if view.shape != shape:
            raise ValueError(f"a view of shape {view.shape} on a board of {shape}")
    return blank(shape, event.mines, view, letters)


ENDS = {True: "won", False: "lost", None: "not finished"}


class Record:
    """A run, event by event. `record[i]` is the `Snapshot` after event `i`, `record[a:b]` a tuple.

    Records are equal if their events, clocks, first views and letters are.

    All events are kept, and a keyframe snapshot for every 64 of them. So any moment is at most 63
    folds away, and 100,000 events take a few megabytes. Long runs on large boards have fewer
    keyframes.
    """

    def __init__(
        self,
        events: Iterable[Event],
        *,
        view: np.ndarray | None = None,
        letters: np.ndarray | None = None,
        clock: Sequence[float] | None = None,
    ) -> None:
        """Record `events`, which begin with `Started`.

        `view` (int8 [H, W]) is the initial position, all covered by default; `letters` (bool [H,
        W]) marks the mines of a word board; `clock` has the time of each event in seconds from the
        first opening, for timed games. Raises `ValueError` if the first event is not `Started` or a
        later one is, an event cannot follow the events before it, a view or mask has a wrong shape,
        a view has an unknown code, or the clock runs backwards or has a wrong length.
        """
        recorded: list[Event] = []
        keyframes: list[Snapshot] = []
        snapshot: Snapshot | None = None
        self._every = KEYFRAME_EVERY
        for event in events:
            if snapshot is None:
                snapshot = self._blank = _blank_of(event, view, letters)
            elif isinstance(event, ev.Started):
                raise ValueError(f"a trace begins once: event {len(recorded)} is {event!r}")
            try:
                snapshot = fold(snapshot, event)
            except (ValueError, IndexError) as error:
                at = f"event {len(recorded)}, {type(event).__name__}"
                raise ValueError(f"{at}: {error}") from error
            if len(recorded) % self._every == 0:
                keyframes.append(snapshot)
                if len(keyframes) > max(MOST_KEYFRAME_CELLS // snapshot.view.size, 1):
                    keyframes, self._every = keyframes[::2], 2 * self._every
            recorded.append(event)
        if snapshot is None:
            raise ValueError("a trace has at least the event Started")
        self.events = tuple(recorded)
        self.clock = None if clock is None else _checked_clock(clock, len(recorded))
        self._keyframes = tuple(keyframes)
        self._last = snapshot

    @classmethod
    def of(cls, record: "Record") -> Self:
        """Return `record` as an instance of this class, without folding its events again."""
        other = cls.__new__(cls)
        vars(other).update(vars(record))
        return other

    def with_events(self, numbered: Sequence[tuple[int, Event]]) -> Self:
        """Return the same game with more events.

        Each event has the number of an event of this record: its own, or that of the next one.
        """
        times = None
        if self.clock is not None:  # thinking begins when the click before was made
            at = [index if event is self.events[index] else index - 1 for index, event in numbered]
            times = [self.clock[max(index, 0)] for index in at]
        first = self._blank
        events = [event for _, event in numbered]
        return type(self)(events, view=first.view, letters=first.letters, clock=times)

    def __len__(self) -> int:
        return len(self.events)

    @overload
    def __getitem__(self, index: int) -> Snapshot: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Snapshot, ...]: ...
    def __getitem__(self, index: int | slice) -> Snapshot | tuple[Snapshot, ...]:
        if isinstance(index, slice):
            numbers = range(len(self))[index]
            if not 0 < numbers.step <= self._every:
                return tuple(self[number] for number in numbers)
            following = self.snapshots(numbers.start)
            return tuple(islice(following, 0, len(numbers) * numbers.step, numbers.step))
        return next(self.snapshots(check_index(index, len(self), "event", "trace")))

    def __iter__(self) -> Iterator[Snapshot]:
        return self.snapshots()

    def snapshots(self, start: int = 0) -> Iterator[Snapshot]:
        """Yield the snapshots after the events from number `start` on.

        As in a slice, −1 is the last, and a `start` beyond the end yields no snapshot. Raises
        `TypeError` for anything but an integer.
        """
        return self._folded(range(len(self))[start:])

    def _folded(self, numbers: range) -> Iterator[Snapshot]:
        """Yield the snapshots of some `numbers`, which run on to the last."""
        if not numbers:
            return
        clock = self.clock
        base = numbers.start - numbers.start % self._every
        snapshot = self._keyframes[base // self._every]
        for number in range(base, len(self)):
            if number > base:
                snapshot = fold(snapshot, self.events[number])
            if number in numbers:
                yield snapshot if clock is None else replace(snapshot, seconds=clock[number])

    @property
    def start(self) -> ev.Started:
        """The first event: the size of the board, its mines and the player's name."""
        first = self.events[0]
        assert isinstance(first, ev.Started)
        return first

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width of the board in cells."""
        return self._last.shape

    @property
    def won(self) -> bool | None:
        """Whether the game was won; None when the run is no finished game."""
        return self._last.won

    @property
    def guesses(self) -> int:
        """Number of guesses made."""
        return self._last.guesses

    @property
    def moves(self) -> int:
        """Number of cells clicked."""
        return self._last.moves

    @property
    def risk(self) -> float:
        """The chance to have lost at one of the guesses, by the player's own odds."""
        return self._last.risk

    def find(self, kind: type[Event], *, start: int = 0) -> int:
        """Return the number of the first event of that kind, from event `start` on.

        As in a slice, −1 is the last. Raises `ValueError` without such an event, `TypeError` for
        anything but a kind of event and an integer.
        """
        if not (isinstance(kind, type) and kind in EFFECTS):
            raise TypeError(f"kind={kind!r}: a class of minevis.solver.events is needed")
        for index in range(len(self))[start:]:
            if isinstance(self.events[index], kind):
                return index
        raise ValueError(f"no {kind.__name__} among the events from number {start} on")

    def to_json(self) -> str:
        """Return the record as text, one event a line; `from_json` reads it back."""
        return serialization.encode(self.events, self._blank, self.clock)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the record from the text of `to_json`. Raises `TraceFormatError`."""
        events, view, letters, clock = serialization.decode(text)
        first = events[0] if events else None
        if not isinstance(first, ev.Started) or (first.height, first.width) != view.shape:
            raise TraceFormatError(f"line 2 does not start a trace of {view.shape} cells: {first}")
        try:
            return cls(events, view=view, letters=letters, clock=clock)
        except (ValueError, IndexError, OverflowError) as error:
            raise TraceFormatError(f"the events do not fit together: {error}") from error

    def save(self, path: str | Path) -> Path:
        """Save the run to a file that `load` reads, with its clock and first view.

        Parameters
        ----------
        path : str or Path
            The file. Name it .json or .jsonl: `minevis review` finds these in a folder.

        Returns
        -------
        Path
            The path. If writing fails, an existing file stays unchanged.

        Raises
        ------
        ValueError
            If the folder does not exist.
        OSError
            If the file cannot be written.

        Examples
        --------
        >>> trace = mv.play("beginner", seed=3)
        >>> path = trace.save("game.jsonl")
        >>> mv.Trace.load(path) == trace
        True
        """
        return write_whole(check_target(path), self.to_json())

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Load a run from a file of `save`.

        Parameters
        ----------
        path : str or Path
            The file. Its content is the text of `to_json`, at most 64 MB.

        Returns
        -------
        Trace
            The run.

        Raises
        ------
        TraceFormatError
            If the file is a replay, or has no trace. The message names the file.
        OSError
            If the file cannot be read.

        See Also
        --------
        minevis.replay : Reads the recordings of other programs.
        """
        path = Path(path)
        if path.suffix.lower() in serialization.REPLAYS:
            raise TraceFormatError(f"{path}: this is a replay: mv.replay reads it")
        try:
            return cls.from_json(read_start(path, serialization.MOST_BYTES + 1).decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise TraceFormatError(f"{path}: this is not UTF-8 text") from error
        except TraceFormatError as error:
            raise TraceFormatError(f"{path}: {error}") from error

    def __eq__(self, other: object) -> bool:
        """Return whether the other has the same events on the same board, at the same times."""
        return (
            isinstance(other, Record)
            and self.events == other.events
            and self.clock == other.clock
            and _same(self._blank.view, other._blank.view)
            and _same(self._blank.letters, other._blank.letters)
        )

    def __hash__(self) -> int:
        return hash((self.events, self.clock))

    def __repr__(self) -> str:
        height, width = self.shape
        counts = [quantity(len(self), "event"), quantity(self.moves, "move")]
        if self.guesses or not self.clock:  # a person's game does not say which moves are guesses
            counts.append(quantity(self.guesses, "guess", "guesses"))
        end = ENDS[self.won]
        if isinstance(self.events[-1], ev.Finished) and self.events[-1].on_first_click:
            end = f"lost on its first click; {HOW_TO_PROTECT}"
        return f"<{type(self).__name__} {height}×{width}, {', '.join(counts)}, {end}>"


def _same(one: np.ndarray | None, other: np.ndarray | None) -> bool:
    """Return whether two arrays are equal, or both are None."""
    if one is None or other is None:
        return one is other
    return np.array_equal(one, other)


def _checked_clock(clock: Sequence[float], events: int) -> tuple[float, ...]:
    """Return the times of the events. Raises `ValueError` for impossible times."""
    times = tuple(float(seconds) for seconds in clock)
    if len(times) != events:
        raise ValueError(
            f"a clock of {quantity(len(times), 'time')} for {quantity(events, 'event')}"
        )
    for before, after in zip((0.0, *times), times, strict=False):
        if not (isfinite(after) and before <= after):
            raise ValueError(f"the clock goes from {before} s to {after} s")
    return times
