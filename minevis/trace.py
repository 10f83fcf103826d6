"""The record of a run: its events, any snapshot of it in a blink, and ways to show it."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from minevis.core import events as ev
from minevis.core.errors import TraceFormatError
from minevis.core.events import Event
from minevis.core.formatting import tally
from minevis.core.snapshot import Snapshot, blank, fold

if TYPE_CHECKING:
    from minevis.reviewing import Review
    from minevis.show.export.image import Picture
    from minevis.show.export.video import InlineVideo
    from minevis.widgets.scrubber import Scrubber

KEYFRAME_EVERY = 64  # a seek takes a third of a ms; 100,000 events take 4 MB of keyframes


class Trace:
    """A run, event by event. `trace[i]` is the `Snapshot` after event `i`.

    Events are kept whole and a keyframe snapshot every 64 of them, so that any
    moment is at most 63 folds away and 100,000 events take a few megabytes.
    """

    def __init__(
        self,
        events: Iterable[Event],
        *,
        view: np.ndarray | None = None,
        letters: np.ndarray | None = None,
    ) -> None:
        """Record `events`, which begin with `Started`.

        `view` (int8 [H, W]) is the position taken up, all covered by default;
        `letters` (bool [H, W]) marks the mines of a word board. Raises
        `ValueError` when the first event is not `Started`.
        """
        recorded: list[Event] = []
        keyframes: list[Snapshot] = []
        snapshot: Snapshot | None = None
        for event in events:
            if snapshot is None:
                if not isinstance(event, ev.Started):
                    raise ValueError(f"a trace begins with Started, not {event!r}")
                snapshot = blank((event.height, event.width), event.mines, view, letters)
                self._blank = snapshot
            snapshot = fold(snapshot, event)
            if len(recorded) % KEYFRAME_EVERY == 0:
                keyframes.append(snapshot)
            recorded.append(event)
        if snapshot is None:
            raise ValueError("a trace holds at least the event Started")
        self.events = tuple(recorded)
        self._keyframes = tuple(keyframes)
        self._last = snapshot

    def __len__(self) -> int:
        return len(self.events)

    def __getitem__(self, index: int) -> Snapshot:
        number = range(len(self))[index]
        return next(self.snapshots(number))

    def __iter__(self) -> Iterator[Snapshot]:
        return self.snapshots()

    def snapshots(self, start: int = 0) -> Iterator[Snapshot]:
        """The snapshots after each event from number `start` on, one fold apart."""
        base = start - start % KEYFRAME_EVERY
        snapshot = self._keyframes[base // KEYFRAME_EVERY]
        for number in range(base, len(self)):
            if number > base:
                snapshot = fold(snapshot, self.events[number])
            if number >= start:
                yield snapshot

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
        """Whether the game was won; None when the trace is no finished game."""
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
        """The chance to have fallen at one of the guesses, as the player reckoned it."""
        return self._last.risk

    def frame(self, index: int, **options: Any) -> np.ndarray:
        """The picture after event `index`: uint8 RGB [h, w, 3].

        Options are those of `minevis.show.frame.frames.Layout.of`: `panels`, `cell`,
        `theme`, `crop` and more.
        """
        from minevis.show.frame.frames import frame

        return frame(self, index, **options)

    def picture(self, index: int, **options: Any) -> "Picture":
        """The picture after event `index` as a notebook shows it; options as in `frame`."""
        from minevis.show.export.image import picture_of

        return picture_of(self, index, **options)

    def find(self, kind: type[Event], *, start: int = 0) -> int:
        """The number of the first event of that kind, from event `start` on.

        Raises `ValueError` where there is none.
        """
        for index in range(start, len(self)):
            if isinstance(self.events[index], kind):
                return index
        raise ValueError(f"no {kind.__name__} among the events from number {start} on")

    def video(self, path: str | Path, **options: Any) -> Path:
        """Write the run as a video and return its path.

        The suffix decides: .mp4, .webm, .gif or .webp. Options are those of
        `minevis.show.export.video.write_video`: `fps`, `detail`, `panels`, `crop`,
        `frames`, `moves` and more. Raises `EncoderError` when it cannot be written.
        """
        from minevis.show.export.video import write_video

        return write_video(self, path, **options)

    def show(self, **options: Any) -> "InlineVideo":
        """The run as a video that a notebook shows inline.

        Options are those of `minevis.show.export.video.inline_video`: `fps`, `autoplay`,
        `loop`, `controls`, `width`, `max_width` and those of `video`.
        """
        from minevis.show.export.video import inline_video

        return inline_video(self, **options)

    def scrubber(self, **options: Any) -> "Scrubber":
        """The run as a widget to play, step through and question.

        Options are those of `minevis.widgets.scrubber.Scrubber`: `panels`, `theme`,
        `speed`, `step`, `detail`. Its `save` writes one HTML file that works offline.
        """
        from minevis.widgets.scrubber import Scrubber

        return Scrubber(self, **options)

    def review(self, **options: Any) -> "Review":
        """Each guess beside the best there was; see `minevis.reviewing.review`."""
        from minevis.reviewing import review

        return review(self, **options)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """What a notebook shows: the run to step through, else a video, else a picture."""
        from minevis.widgets.film.fallback import bundle_of

        return bundle_of(self)

    def plot(self, index: int, **options: Any) -> Any:
        """The snapshot after event `index` as a Matplotlib figure of vectors, for papers.

        Options are those of `minevis.show.export.figure.plot`: `panels`, `theme`, `crop`, `words`.
        """
        from minevis.show.export.figure import plot

        return plot(self, index, **options)

    def animation(
        self, *, fps: float = 10, look: dict[str, Any] | None = None, **chosen: Any
    ) -> Any:
        """The run as a Matplotlib animation; see `minevis.show.export.figure.animation`."""
        from minevis.show.export.figure import animation

        return animation(self, fps=fps, look=look or {}, **chosen)

    def strip(self, **options: Any) -> np.ndarray:
        """The key moments in one picture: uint8 RGB [h, w, 3]."""
        from minevis.show.export.stills import strip

        return strip(self, **options)

    def frames_to(
        self, folder: str | Path, *, look: dict[str, Any] | None = None, **chosen: Any
    ) -> list[Path]:
        """Write a PNG file for each beat into `folder`."""
        from minevis.show.export.stills import write_frames

        return write_frames(self, folder, look=look or {}, **chosen)

    def to_json(self) -> str:
        """The trace as text, one event a line; `Trace.from_json` reads it back."""
        from minevis.core.serialization import encode

        return encode(self.events, self._blank)

    @classmethod
    def from_json(cls, text: str) -> "Trace":
        """The trace that `to_json` wrote. Raises `TraceFormatError` for any other text."""
        from minevis.core.serialization import decode

        events, view, letters = decode(text)
        first = events[0] if events else None
        if not isinstance(first, ev.Started) or (first.height, first.width) != view.shape:
            raise TraceFormatError(f"line 2 does not start a trace of {view.shape} cells: {first}")
        try:
            return cls(events, view=view, letters=letters)
        except (ValueError, IndexError, OverflowError) as error:
            raise TraceFormatError(f"the events do not fit the board: {error}") from error

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trace) and self.events == other.events

    def __hash__(self) -> int:
        return hash(self.events)

    def __repr__(self) -> str:
        height, width = self.shape
        end = {True: "won", False: "lost", None: "not finished"}[self.won]
        return (
            f"<Trace {height}×{width}, {tally(len(self), 'event')}, {tally(self.moves, 'move')}, "
            f"{tally(self.guesses, 'guess', 'guesses')}, {end}>"
        )
