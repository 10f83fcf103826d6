"""The public `Trace`: a record of a run that can be seen, filmed, scrubbed and reviewed.

It looks down on pictures, widgets and reviews, as `minevis.racing` does; they take a
`minevis.core.record.Record` and know nothing of it. Each is loaded on first use.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import numpy as np

from minevis.core.record import Record
from minevis.show.options import (
    FILM_WIDTH,
    FramesOptions,
    Look,
    Option,
    PlotOptions,
    ScrubberOptions,
    ShowOptions,
    StripOptions,
    VideoOptions,
    takes,
)
from minevis.solver.guessing.effort import DEFAULT_EFFORT

if TYPE_CHECKING:
    from matplotlib.animation import FuncAnimation
    from matplotlib.figure import Figure

    from minevis.practice.puzzle import Puzzle
    from minevis.reviewing import Review
    from minevis.show.export.picture import Picture
    from minevis.show.export.video import InlineVideo
    from minevis.widgets.scrubber import Scrubber


class Trace(Record):
    """A run, event by event, and every way to show it. `trace[i]` is the `Snapshot`
    after event `i`, `trace.events[i]` the event itself; `trace.clock` holds when each
    happened, in seconds, for games that were timed, else None.

    >>> trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
    >>> trace
    <Trace 1×3, 3 events, 1 move, 0 guesses, won>
    >>> trace.frame(-1).dtype
    dtype('uint8')
    """

    @takes(Look)
    def frame(self, index: int, **options: Unpack[Look]) -> np.ndarray:
        """The picture after event `index`: uint8 RGB [h, w, 3].

        Raises `IndexError` beyond the last event.
        """
        from minevis.show.frames import frame

        return frame(self, index, **options)

    @takes(Look)
    def picture(self, index: int, **options: Unpack[Look]) -> "Picture":
        """The picture after event `index` as a notebook shows it, with words beside it."""
        from minevis.show.export.picture import picture_of

        return picture_of(self, index, **options)

    @takes(VideoOptions, max_width=FILM_WIDTH)
    def video(self, path: str | Path, **options: Unpack[VideoOptions]) -> Path:
        """Write the run as a video and return its path.

        The suffix decides: .mp4, .webm, .gif or .webp. Raises `ValueError` for options
        that make no sense and `EncoderError` when it cannot be written.
        """
        from minevis.show.export.video import write_video

        return write_video(self, path, **options)

    @takes(
        ShowOptions,
        max_width=Option("most width of the player in px", None),
        fps=Option("frames a second", 10, "10, 30 where the pace is that of the clock"),
    )
    def show(self, **options: Unpack[ShowOptions]) -> "InlineVideo":
        """The run as a video that a notebook shows inline."""
        from minevis.show.export.video import inline_video

        return inline_video(self, **options)

    @takes(
        ScrubberOptions,
        panels=Option("the panels shown at first, by their names in `minevis.PANELS`", ["board"]),
        theme=Option('"auto", that of the host, or "paper", "classic" or "dark"', "auto"),
        step=Option("the number of the event shown", None, "a telling moment"),
        detail=2,
    )
    def scrubber(self, **options: Unpack[ScrubberOptions]) -> "Scrubber":
        """The run as a widget to play, step through and question.

        Its `save` writes one HTML file that works offline.
        """
        from minevis.widgets.scrubber import Scrubber

        return Scrubber(self, **options)

    def review(self, *, effort: int = DEFAULT_EFFORT, progress: bool = False) -> "Review":
        """What each click rested on, and each guess cost; see `minevis.reviewing.review`."""
        from minevis.reviewing import review

        return review(self, effort=effort, progress=progress)

    def with_reasons(
        self, review: "Review | None" = None, *, effort: int = DEFAULT_EFFORT
    ) -> "Trace":
        """The same game with what could be known before each click: for games of people.

        Before a cell that was proven stands its proof, before a forced guess its odds, before a
        needless one the proof of the safe cell passed over. `review` of this trace saves
        working it out; that of another raises `ValueError`.
        """
        from minevis.reviewing import with_reasons

        return self.with_events(with_reasons(self, self._review_or(review, effort)))

    def with_verdicts(
        self, review: "Review | None" = None, *, effort: int = DEFAULT_EFFORT
    ) -> "Trace":
        """The same game with what a review says of each click before it, and the odds.

        `with_verdicts().video("game.mp4", pace="clock")` films it as it was played, with the
        program's view. `review` of this trace saves working it out; that of another raises
        `ValueError`.
        """
        from minevis.reviewing import with_verdicts

        return self.with_events(with_verdicts(self, self._review_or(review, effort)))

    def _review_or(self, found: "Review | None", effort: int) -> "Review":
        """The review that was `found` of this trace, or one made now."""
        if found is None:
            return self.review(effort=effort)
        from minevis.reviewing import check_review

        check_review(found, self)
        return found

    def puzzles(
        self, review: "Review | None" = None, *, effort: int = DEFAULT_EFFORT
    ) -> "tuple[Puzzle, ...]":
        """The positions of needless guesses, for `mv.Practice`: find the safe cell this time.

        `review` of this trace saves working it out; that of another raises `ValueError`.
        """
        from minevis.practice.mistakes import puzzles_of_mistakes

        return puzzles_of_mistakes(self, self._review_or(review, effort))

    def report(
        self,
        path: str | Path,
        *,
        effort: int = DEFAULT_EFFORT,
        theme: str = "auto",
    ) -> Path:
        """Write the review as one page that works offline: figures, mistakes drawn, the film.

        Raises `ValueError`, before any work, where `path` is no .html file that can be written.
        """
        from minevis.widgets.report import check_page, save_game

        check_page(path)
        review = self.review(effort=effort)
        reasoned = self.with_reasons(review)
        return save_game(path, self, reasoned, review, theme=theme)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """What a notebook shows: the run to step through, else a picture."""
        from minevis.widgets.film.fallback import page_bundle

        return page_bundle(self)

    def _ipython_display_(self, **_: object) -> None:
        from minevis.widgets.film.fallback import display_page

        display_page(self)

    @takes(PlotOptions, panels=("board",))
    def plot(self, index: int, **options: Unpack[PlotOptions]) -> "Figure":
        """The snapshot after event `index` as a Matplotlib figure of vectors, for papers."""
        from minevis.show.export.figure import plot

        return plot(self, index, **options)

    @takes(FramesOptions, detail=1, cards=False)
    def animation(self, **options: Unpack[FramesOptions]) -> "FuncAnimation":
        """The run as a Matplotlib animation, for those who want one; `video` is much faster."""
        from minevis.show.export.figure import animation

        return animation(self, **options)

    @takes(StripOptions, panels=("board",), max_width=700, legend=False)
    def strip(self, **options: Unpack[StripOptions]) -> np.ndarray:
        """The key moments in one picture: uint8 RGB [h, w, 3]."""
        from minevis.show.export.stills import strip

        return strip(self, **options)

    def transcript(self, *, detail: int = 1, seconds: float | None = None) -> str:
        """The film of the run as text: when each thing is said, and what.

        `detail` is 0 for moves, 1 for reasons too, 2 for the steps of searches too; `seconds`
        the length in all.

        >>> trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
        >>> print(trace.transcript().splitlines()[-1])
        0:04  WON        The game is won: every cell without a mine is open.
        """
        from minevis.show.export.script import transcript

        return transcript(self, detail=detail, seconds=seconds)

    @takes(FramesOptions, detail=1, cards=False)
    def frames_to(self, folder: str | Path, **options: Unpack[FramesOptions]) -> list[Path]:
        """Write a PNG file for each beat into `folder`, made if need be; return their paths.

        Raises `ValueError`, before any work, where frames of another run would be left among them.
        """
        from minevis.show.export.stills import write_frames

        return write_frames(self, folder, **options)
