"""A `Trace`: the record of a run, to be seen, filmed, stepped through and reviewed.

Its methods import pictures, widgets and reviews when they are called.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, Unpack, overload

import numpy as np

from minevis.errors import TraceFormatError
from minevis.game.board import HOW_TO_PROTECT, checked_letters
from minevis.game.position import checked_view
from minevis.render.options import (
    FilmOptions,
    Look,
    LookOptions,
    Moments,
    Pacing,
    ShownFilm,
    TracePlotLook,
)
from minevis.solver import events as ev
from minevis.solver.events import Event
from minevis.solver.guess.effort import DEFAULT_EFFORT
from minevis.trace import serialization
from minevis.trace.snapshot import EFFECTS, Snapshot, blank, fold
from minevis.utils.appearance import follows_page
from minevis.utils.checks import check_index
from minevis.utils.files import naming, read_start, write_whole
from minevis.utils.formatting import quantity
from minevis.utils.hints import unknown_name
from minevis.utils.options import FILMS, PAGES, EffortName, spell_out
from minevis.utils.showing import Shown, Writer

if TYPE_CHECKING:
    from matplotlib.animation import FuncAnimation
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from minevis.film.picture import Picture
    from minevis.film.video import InlineVideo
    from minevis.practice.puzzle import Puzzle
    from minevis.reviews.review import Review
    from minevis.web.scrubber import Scrubber

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


class Trace(Shown):
    """A game recorded event by event, with every way to show it.

    `trace.events[i]` is event i: what happened, and why. `trace[i]` is the `Snapshot` after it:
    the board, and everything known by then. `for snapshot in trace` yields the snapshots, and
    `for event in trace.events` the events. Traces are equal if their events, clocks, first views
    and letters are.

    Parameters
    ----------
    events : iterable of Event
        The events, in order.
    view : numpy.ndarray, optional
        The view before the first event: int8 [H, W], codes as in `Position`. By default all cells
        are covered.
    letters : numpy.ndarray, optional
        For a board made by `Board.word`, the mines that form the letters: bool [H, W].
    clock : sequence of float, optional
        The times of events in seconds from the first opening, for games with a clock.

    Raises
    ------
    ValueError
        If the first event is not `Started`, an event cannot follow the events before it, a view or
        mask has a wrong shape or code, or the clock runs backwards or has a wrong length.

    Notes
    -----
    All events are kept, and a keyframe snapshot for every 64 of them. So any moment is at most 63
    folds away, and 100,000 events take a few megabytes. Long runs on large boards have fewer
    keyframes.

    Examples
    --------
    >>> trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
    >>> trace
    <Trace 1×3, 3 events, 1 move, 0 guesses, won>
    >>> trace.frame(-1).dtype
    dtype('uint8')
    """

    def __init__(
        self,
        events: Iterable[Event],
        *,
        view: np.ndarray | None = None,
        letters: np.ndarray | None = None,
        clock: Sequence[float] | None = None,
    ) -> None:
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

    def with_events(self, numbered: Sequence[tuple[int, Event]]) -> Self:
        """Return the same game with more events.

        Each event has the number of an event of this trace: its own, or that of the next one.
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

    def find(self, kind: type[Event] | str, *, start: int = 0) -> int:
        """Return the number of the first event of that kind, from event `start` on.

        The kind is a class of `minevis.events` or the beginning of its name, such as "guess". As in
        a slice, −1 is the last. Raises `ValueError` without such an event, `TypeError` for anything
        but a kind of event and an integer.
        """
        if isinstance(kind, str):
            kinds = [each for each in EFFECTS if each.__name__.lower().startswith(kind.lower())]
            if not (kind and kinds):
                raise ValueError(unknown_name("event", kind, [each.__name__ for each in EFFECTS]))
        elif isinstance(kind, type) and kind in EFFECTS:
            kinds = [kind]
        else:
            raise TypeError(f"kind={kind!r}: a class of minevis.events, or its name, is needed")
        for index in range(len(self))[start:]:
            if isinstance(self.events[index], tuple(kinds)):
                return index
        names = " or ".join(each.__name__ for each in kinds)
        raise ValueError(f"no {names} among the events from number {start} on")

    def to_json(self) -> str:
        """Return the trace as text, one event a line; `from_json` reads it back."""
        return serialization.encode(self.events, self._blank, self.clock)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the trace from the text of `to_json`. Raises `TraceFormatError`."""
        events, view, letters, clock = serialization.decode(text)
        first = events[0] if events else None
        if not isinstance(first, ev.Started) or (first.height, first.width) != view.shape:
            raise TraceFormatError(f"line 2 does not start a trace of {view.shape} cells: {first}")
        try:
            return cls(events, view=view, letters=letters, clock=clock)
        except (ValueError, IndexError, OverflowError) as error:
            raise TraceFormatError(f"the events do not fit together: {error}") from error

    def save(self, path: str | Path, **options: Any) -> Path:
        """Save the run to a file, in the format of its ending.

        Parameters
        ----------
        path : str or Path
            .mp4, .webm, .gif or .webp: a film, as `video` writes it. .png: the `picture` of one
            moment; .svg, .pdf: its `plot`. .html: a page to step through the run, as
            `scrubber().save` writes it. .txt: the `transcript`. .jsonl or .json: the trace itself,
            with its clock and first view, which `load` reads and `minevis review` finds in a
            folder.
        **options
            The options of that call. A trace itself takes none.

        Returns
        -------
        Path
            The path. If writing fails, an existing file stays unchanged.

        Raises
        ------
        EncoderError
            If the ending is unknown, or the folder does not exist. The message names the known
            endings.
        ValueError
            For invalid options.
        OSError
            If the file cannot be written.

        Examples
        --------
        >>> trace = mv.play("beginner", seed=3)
        >>> path = trace.save("game.jsonl")
        >>> mv.Trace.load(path) == trace
        True
        >>> trace.save("moment.png", index=5, panels="board").name
        'moment.png'
        """
        return super().save(path, **options)

    def _writers(self) -> dict[str, Writer]:
        def page(path: Path, **options: Any) -> Path:
            from minevis.web.page import save

            return save(path, self, **options)

        def text(path: Path, **options: Any) -> Path:
            return write_whole(path, f"{self.transcript(**options)}\n")

        return {
            **dict.fromkeys(FILMS, self.video),
            **super()._writers(),
            **dict.fromkeys(PAGES, page),
            ".txt": text,
            **dict.fromkeys(serialization.TRACES, lambda path: write_whole(path, self.to_json())),
        }

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Load a run from a file of `save`.

        Parameters
        ----------
        path : str or Path
            The file. Its content is the text of `to_json`, at most 64 MB, or the record of a game
            played by hand: a line of the history that the app exports.

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
        with naming(path, TraceFormatError):
            return cls.from_json(read_start(path, serialization.MOST_BYTES + 1).decode("utf-8-sig"))

    def __eq__(self, other: object) -> bool:
        """Return whether the other has the same events on the same board, at the same times."""
        return (
            isinstance(other, Trace)
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
        return f"<Trace {height}×{width}, {', '.join(counts)}, {end}>"

    @spell_out(about=(Look,))
    def frame(self, index: int, **look: Unpack[LookOptions]) -> np.ndarray:
        """Return the picture after event `index`.

        Parameters
        ----------
        index : int
            Number of the event, from 0. -1 is the last.
        **look
            The options of a `minevis.render.options.Look`.

        Returns
        -------
        ndarray
            RGB, uint8 [h, w, 3].

        Raises
        ------
        IndexError
            Beyond the last event.
        ValueError
            For invalid options.

        Examples
        --------
        >>> trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
        >>> trace.frame(-1, panels="board", cell=24).shape
        (210, 556, 3)
        """
        from minevis.film.frames import frame

        return frame(self, index, **look)

    @spell_out()
    def picture(self, index: int | None = None, **look: Unpack[LookOptions]) -> "Picture":
        """Return the picture after event `index`, with a text that describes it.

        Parameters
        ----------
        index : int, optional
            Number of the event, from 0. -1 is the last. By default the key moment, at which the
            widget opens.
        **look
            Options of `frame`. By default the picture turns dark with the notebook's page.
            `theme="auto"` adds a dark picture for exported pages.

        Returns
        -------
        Picture
            A Pillow image, which a notebook shows.

        Examples
        --------
        >>> trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
        >>> trace.picture(panels="board", cell=24).size
        (556, 210)
        """
        from minevis.film.picture import picture_of

        return picture_of(self, self._moment(index), **look)

    def _moment(self, index: int | None) -> int:
        """Return `index`, by default the key moment."""
        if index is not None:
            return index
        from minevis.film.cards import key_moment

        return key_moment(self)

    @spell_out(about=(Look, Pacing))
    def video(self, path: str | Path, **options: Unpack[FilmOptions]) -> Path:
        """Write the run as a video and return its path.

        An MP4 also contains chapters, and the captions as subtitles. If writing fails, no file is
        left behind.

        Parameters
        ----------
        path : str or Path
            The file. Its suffix sets the format: .mp4, .webm, .gif or .webp.
        progress : bool
            Show a bar while the film is written.
        encoder : Encoder, optional
            The encoder for the file, see `minevis.film.ffmpeg`. By default chosen by the
            suffix of `path`.
        sound : bool
            Add sound to an .mp4 or .webm file, off by default: openings tick, higher for larger
            numbers, a guess that was safe rings, and a mine booms.
        look : Look, optional
            The look as one value or dict, instead of single options.
        preset : str, optional
            A name in `minevis.PRESETS`: other options of the film in a word.
        **options
            The options of a `minevis.render.options.Look` and a `minevis.render.options.Pacing`.

        Raises
        ------
        ValueError
            For invalid options.
        EncoderError
            If the file cannot be written.

        Examples
        --------
        >>> trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
        >>> trace.video("solve.mp4", seconds=1, cell=12).name
        'solve.mp4'
        """
        from minevis.film.video import write_video

        return write_video(self, path, **options)

    @spell_out()
    def show(self, **options: Unpack[ShownFilm]) -> "InlineVideo":
        """Return the run as a video that a notebook shows inline.

        Parameters
        ----------
        autoplay, loop, controls : bool
            `autoplay` starts the video at once, `loop` repeats it, `controls` shows the player's
            buttons, on by default.
        width, max_width : int, optional
            The width of the video on the page in px. By default that of the frames.
        preview : bool
            Add a small GIF for hosts without videos.
        **options
            Options of `video`. It takes the themes of `picture`.
        """
        from minevis.film.video import inline_video

        return inline_video(self, **options)

    def scrubber(
        self,
        *,
        panels: Sequence[str] | None = None,
        theme: str = "auto",
        speed: float = 6.0,
        step: int | None = None,
        playing: bool = False,
        detail: int = 2,
        steps: int = 2000,
    ) -> "Scrubber":
        """Return the run as a widget: play it, step through it, ask for reasons.

        `save` writes one HTML file that works offline.

        Parameters
        ----------
        panels : sequence of str, optional
            The panels shown at first: names of `minevis.PANELS`. By default the board.
        theme : str
            "auto" (as the notebook or page has it) or a name in `minevis.THEMES`.
        speed : float
            Steps per second, 0.25 to 240. At 6 or less, new text stays long enough to be read.
        step : int, optional
            Number of the event to show. By default a key moment.
        playing : bool
            Play at once.
        detail : int
            0 shows moves; 1 adds deductions, odds and guesses; 2 also adds the steps of searches.
        steps : int
            The largest number of search steps to keep.
        """
        from minevis.web.scrubber import Scrubber

        return Scrubber(
            self,
            panels=panels,
            theme=theme,
            speed=speed,
            step=step,
            playing=playing,
            detail=detail,
            steps=steps,
        )

    def review(
        self, *, effort: EffortName | str = DEFAULT_EFFORT, progress: bool = False
    ) -> "Review":
        """Review all clicks of the game, as `minevis.review` does.

        Parameters
        ----------
        effort : str
            How hard the player `best` looks for the best guess: "quick", "normal" or "hard".
        progress : bool
            Show a progress bar if it takes longer than two seconds.

        Returns
        -------
        Review
            For every click, its kind, its cost, and its proof or its odds.

        Examples
        --------
        >>> trace = mv.play(mv.Board.random("beginner", seed=3), "counting", first=(0, 0))
        >>> len(trace.review(effort="quick").mistakes)
        2
        """
        from minevis.reviews.review import review

        return review(self, effort=effort, progress=progress)

    def with_reasons(
        self, review: "Review | None" = None, *, effort: EffortName | str = DEFAULT_EFFORT
    ) -> "Trace":
        """Return the game with reasons added before clicks, for games played by people.

        The reason for a proven click is its proof, and for a forced guess the odds. Before a
        needless guess comes the proof of the missed safe cell.

        Parameters
        ----------
        review : Review, optional
            A review of this trace, if you have one. Otherwise the game is reviewed.
        effort : str
            The effort of that review.

        Returns
        -------
        Trace
            The game with these events added.

        Raises
        ------
        ValueError
            If `review` belongs to a different trace.
        """
        from minevis.reviews.review import with_reasons

        return self.with_events(with_reasons(self, self._review_or(review, effort)))

    def with_verdicts(
        self, review: "Review | None" = None, *, effort: EffortName | str = DEFAULT_EFFORT
    ) -> "Trace":
        """Return the game with the review's verdicts and the odds added before clicks.

        `trace.with_verdicts().video("game.mp4", pace="clock")` films a game at its original speed.

        Parameters
        ----------
        review : Review, optional
            A review of this trace, if you have one. Otherwise the game is reviewed.
        effort : str
            The effort of that review.

        Returns
        -------
        Trace
            The game with these events added.

        Raises
        ------
        ValueError
            If `review` belongs to a different trace.
        """
        from minevis.reviews.review import with_verdicts

        return self.with_events(with_verdicts(self, self._review_or(review, effort)))

    def _review_or(self, review: "Review | None", effort: str) -> "Review":
        """`review`, checked to be one of this trace, or a new review."""
        if review is None:
            return self.review(effort=effort)
        from minevis.reviews.review import check_review

        check_review(review, self)
        return review

    def puzzles(
        self, review: "Review | None" = None, *, effort: EffortName | str = DEFAULT_EFFORT
    ) -> "tuple[Puzzle, ...]":
        """Return the positions of needless guesses as puzzles, for `minevis.Practice`.

        Parameters
        ----------
        review : Review, optional
            A review of this trace, if you have one. Otherwise the game is reviewed.
        effort : str
            The effort of that review.

        Returns
        -------
        tuple of Puzzle
            The puzzles. Empty if the game has no needless guess.

        Raises
        ------
        ValueError
            If `review` belongs to a different trace.
        """
        from minevis.practice.puzzles import puzzles_of_mistakes

        return puzzles_of_mistakes(self, self._review_or(review, effort))

    def report(
        self,
        path: str | Path,
        *,
        effort: EffortName | str = DEFAULT_EFFORT,
        theme: str = "auto",
    ) -> Path:
        """Save the review as one page that works offline, with its figures, mistakes and film.

        Parameters
        ----------
        path : str or Path
            The .html file.
        effort : str
            The effort of the review.
        theme : str
            "auto" or a name in `minevis.THEMES`.

        Returns
        -------
        Path
            The path.

        Raises
        ------
        ValueError
            If `path` does not end in .html or cannot be written. This is checked first.
        """
        from minevis.web.page import check_page
        from minevis.web.report import save_game

        check_page(path)
        review = self.review(effort=effort)
        reasoned = self.with_reasons(review)
        return save_game(path, self, reasoned, review, theme=theme)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Return the output in a notebook: a page to step through the run, or a picture of it."""
        from minevis.web.fallback import page_bundle

        return page_bundle(self)

    def _ipython_display_(self, **_: object) -> None:
        from minevis.web.fallback import display_page

        display_page(self)

    @overload
    def plot(
        self, index: int | None = None, *, ax: None = None, **options: Unpack[TracePlotLook]
    ) -> "Figure": ...
    @overload
    def plot(
        self, index: int | None = None, *, ax: "Axes", **options: Unpack[TracePlotLook]
    ) -> "Axes": ...
    @spell_out()
    def plot(
        self,
        index: int | None = None,
        *,
        ax: "Axes | None" = None,
        **options: Unpack[TracePlotLook],
    ) -> "Figure | Axes":
        """Draw the snapshot after event `index` with Matplotlib, for SVG or PDF.

        Parameters
        ----------
        index : int, optional
            Number of the event, from 0. -1 is the last. By default the key moment, at which the
            widget opens.
        ax : matplotlib.axes.Axes, optional
            Where to draw one panel. By default a new figure, which a notebook shows.
        panels, theme, crop : optional
            As in `frame`, by default the board.
        words : bool, optional
            Draw titles and the caption, on by default.

        Returns
        -------
        matplotlib.figure.Figure or matplotlib.axes.Axes
            The new figure, or `ax`. `figure.show()` opens a window in a script.

        Examples
        --------
        >>> trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
        >>> trace.plot(1).savefig("moment.pdf")
        """
        from minevis.film.figure import plot

        figure = plot(self, self._moment(index), ax=ax, **options)
        return figure if ax is None else ax

    @spell_out()
    def frames(self, **options: Unpack[Moments]) -> Iterator[np.ndarray]:
        """Yield the frames of the film, for programs of your own.

        Parameters
        ----------
        **options
            Options of `video` except `progress` and `encoder`, with `fps` 10, `detail` 1 and
            without cards and motion by default.

        Yields
        ------
        ndarray
            RGB, uint8 [h, w, 3]. A picture that is held is the same array, yielded again.

        Examples
        --------
        >>> trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
        >>> sum(1 for frame in trace.frames(seconds=1, cell=12))
        10
        """
        from minevis.film.stills import frames_of_film

        return frames_of_film(self, **options)

    @spell_out()
    def animation(self, **options: Unpack[Moments]) -> "FuncAnimation":
        """Return the run as a Matplotlib animation; `video` is much faster.

        Parameters
        ----------
        **options
            Options of `video` except `progress` and `encoder`, with `detail` 1 and without cards
            and motion by default.
        """
        from minevis.film.figure import animation

        return animation(self, **options)

    @spell_out()
    def strip(
        self, *, moments: int = 6, columns: int = 2, **look: Unpack[LookOptions]
    ) -> "Picture":
        """Return the key moments in one picture, and a text that describes the run.

        Parameters
        ----------
        moments : int
            The largest number of pictures, 1 to 24.
        columns : int
            The largest number of pictures side by side.
        **look
            Options of `frame`. By default the board only, 560 px wide, without a legend.

        Returns
        -------
        Picture
            Its `pixels` are RGB, uint8 [h, w, 3]; `save` writes a PNG file.
        """
        from minevis.film.picture import Picture, describe_run
        from minevis.film.stills import strip

        pixels = strip(self, moments=moments, columns=columns, **look)
        return Picture(pixels, describe_run(self), follows=follows_page(look.get("theme")))

    def transcript(self, *, detail: int = 1, seconds: float | None = None) -> str:
        """Return the film of the game as text: a line per moment, with its time.

        Parameters
        ----------
        detail : int
            0 shows moves; 1 adds deductions, odds and guesses; 2 also adds the steps of searches.
        seconds : float, optional
            The length of the film.

        Returns
        -------
        str
            One line per moment.

        Examples
        --------
        >>> trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
        >>> print(trace.transcript().splitlines()[-1])
        0:05  WON        The game is won: every cell without a mine is open.
        """
        from minevis.film.script import transcript

        return transcript(self, detail=detail, seconds=seconds)

    @spell_out()
    def frames_to(
        self, folder: str | Path, *, progress: bool = False, **options: Unpack[Moments]
    ) -> list[Path]:
        """Write the moments of the film as PNG files into `folder` and return their paths.

        Parameters
        ----------
        folder : str or Path
            The folder. It is made if missing.
        progress : bool
            Show a bar while the files are written.
        **options
            Options of `video` except `encoder` and `motion`, with `detail` 1 and without cards.

        Raises
        ------
        ValueError
            If `folder` already contains frames of an earlier run that would remain among the new
            ones. Then no file is written.
        """
        from minevis.film.stills import write_frames

        return write_frames(self, folder, progress=progress, **options)


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
