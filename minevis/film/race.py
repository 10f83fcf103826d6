"""A `Race`: several players on one board, in step by move, and every way to show it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from minevis.film.alignment import Alignment, Lane
from minevis.film.ffmpeg import Encoder, encoder_for
from minevis.film.frames import filmed
from minevis.film.moments import Beat
from minevis.film.picture import Picture
from minevis.film.video import FPS, MOVING_FPS, VIDEOS, InlineVideo, VideoPlan, inline
from minevis.render.options import Pacing, RaceFilm, RaceLookOptions, ShownRace, element_and_film
from minevis.render.painter import Painter
from minevis.trace.snapshot import Snapshot
from minevis.trace.trace import ENDS, Trace
from minevis.utils.appearance import follows_page
from minevis.utils.checks import check_index
from minevis.utils.formatting import quantity
from minevis.utils.options import FILMS, PAGES, spell_out
from minevis.utils.showing import Shown, Writer

if TYPE_CHECKING:
    from minevis.web.race import RaceScrubber

SMALL: RaceFilm = {"fps": 5, "seconds": 12.0, "max_width": 1280, "cell": 12}  # a preview


class Race(Shown):
    """A race of several players on one board, and every way to show it.

    `race[k]` contains the players' `Snapshot`s after their k-th click. `len(race)` is the number of
    steps.

    Parameters
    ----------
    traces : sequence of Trace
        The games, on the same board.
    names : sequence of str
        The names of the players.

    Raises
    ------
    ValueError
        If there is no game, or the boards have different shapes.

    Examples
    --------
    >>> race = mv.race(mv.Board.parse("..*"), players=["counting", "exact"], first=(0, 0))
    >>> race
    <Race of 1 move: counting won, exact won>
    >>> race.frame(-1).dtype
    dtype('uint8')
    """

    def __init__(self, traces: Sequence[Trace], names: Sequence[str]) -> None:
        if not traces:
            raise ValueError("a race needs at least one player")
        shapes = {trace.shape for trace in traces}
        if len(shapes) > 1:
            raise ValueError(f"a race needs boards of one shape, not {sorted(shapes)}")
        self.traces = tuple(traces)
        self.names = tuple(names)
        self.alignment = Alignment([Lane(*each) for each in zip(names, traces, strict=True)])

    def __len__(self) -> int:
        return len(self.alignment)

    def __getitem__(self, step: int) -> tuple[Snapshot, ...]:
        return self.alignment[check_index(step, len(self), "step", "race")]

    @spell_out()
    def frame(
        self,
        step: int,
        **look: Unpack[RaceLookOptions],
    ) -> np.ndarray:
        """Return the picture after click number `step` of all players.

        Parameters
        ----------
        step : int
            Number of the click, from 0. -1 is the last.
        cell, theme, crop, coordinates, caption, legend, max_width
            How the frame looks, as in `Trace.frame`.

        Returns
        -------
        ndarray
            RGB, uint8 [h, w, 3].
        """
        number = check_index(step, len(self), "step", "race")
        return next(self._frames([Beat(number, 1)], look, FPS, motion=False))

    def _frames(
        self, beats: Sequence[Beat], look: RaceLookOptions, fps: float, motion: bool
    ) -> Iterator[np.ndarray]:
        """Yield the frames of some beats."""
        page = self.alignment.page(look)
        painter = Painter(page, timeline=self.alignment.timeline)
        return filmed(self.alignment.shots(beats, page), painter, fps=fps, motion=motion)

    @spell_out()
    def picture(self, step: int | None = None, **look: Unpack[RaceLookOptions]) -> Picture:
        """Return the picture after click number `step` of all players, with a description.

        Parameters
        ----------
        step : int, optional
            Number of the click, from 0. -1 is the last. By default the key moment, at which the
            widget opens.
        **look
            Options of `frame`.

        Returns
        -------
        Picture
            A Pillow image, which a notebook shows.
        """
        pixels = self.frame(self.alignment.key_step if step is None else step, **look)
        return Picture(pixels, repr(self)[1:-1], follows=follows_page(look.get("theme")))

    def save(self, path: str | Path, **options: Any) -> Path:
        """Save the race to a file: what the ending says.

        Parameters
        ----------
        path : str or Path
            .mp4, .webm, .gif or .webp: a film, as `video` writes it. .png: the `picture` of one
            step. .html: a page to step through the race, as `scrubber().save` writes it.
        **options
            The options of that call.

        Returns
        -------
        Path
            The path. If writing fails, an existing file stays unchanged.

        Raises
        ------
        EncoderError
            If the ending is unknown, the folder does not exist, or writing fails.
        ValueError
            For invalid options.

        Examples
        --------
        >>> mv.race(mv.Board.parse("..*"), ["exact"], first=(0, 0)).save("race.png").name
        'race.png'
        """
        return super().save(path, **options)

    def _writers(self) -> dict[str, Writer]:
        def page(path: Path, **options: Any) -> Path:
            from minevis.web.page import save

            return save(path, self, **options)

        films = dict.fromkeys(FILMS, self.video)
        return {**films, **super()._writers(), **dict.fromkeys(PAGES, page)}

    @spell_out()
    def video(
        self,
        path: str | Path,
        *,
        fps: float | None = None,
        seconds: float | None = None,
        motion: bool = True,
        progress: bool = False,
        encoder: Encoder | None = None,
        **look: Unpack[RaceLookOptions],
    ) -> Path:
        """Write the race as a video and return its path.

        Guesses, losses and wins stay longer. An MP4 has a subtitle track, a WebM a .vtt file next
        to it. If writing fails, no part of the file is left.

        Parameters
        ----------
        path : str or Path
            The file: .mp4, .webm, .gif or .webp.
        fps : float
            Frames per second. By default 30 in .mp4 and .webm if anything moves, otherwise 10.
        seconds : float, optional
            The length in all.
        motion : bool
            Draw changes in motion. False cuts from picture to picture.
        progress : bool
            Show a bar while the film is written.
        encoder : Encoder, optional
            The encoder that writes the file. By default the one for the suffix of `path`.
        **look
            Options of `frame`.

        Raises
        ------
        ValueError
            For invalid options.
        EncoderError
            If the file cannot be written.
        """
        target = Path(path)
        encoder = encoder_for(target, encoder)
        usual = MOVING_FPS if motion and target.suffix.lower() in VIDEOS else FPS
        pacing = Pacing(fps=fps, seconds=seconds, motion=motion).filled(fps=usual)
        rate, beats = pacing.fps or FPS, self.alignment.beats(pacing)
        plan = VideoPlan(
            lambda some: self._frames(some, look, rate, motion),
            beats,
            self.alignment.page(look),
            rate,
            self.alignment.cues(beats, rate),
        )
        return plan.write(target, progress=progress, encoder=encoder)

    @spell_out(like=video)
    def show(self, **options: Unpack[ShownRace]) -> InlineVideo:
        """Return the race as a video that a notebook shows inline.

        Parameters
        ----------
        autoplay, loop, controls : bool
            `autoplay` starts the video at once, `loop` repeats it, `controls` shows the buttons of
            the video player.
        width, max_width : int
            Width of the player on the page in px.
        preview : bool
            Add a small GIF for hosts that show no videos.
        **options
            Options of `video`.
        """
        element, film = element_and_film(options)
        preview, small = film.pop("preview", False), {**film, **SMALL}
        film.setdefault("fps", FPS)
        small.pop("encoder", None)  # it writes the film, not the GIF
        look: Any = {name: film[name] for name in RaceLookOptions.__annotations__ if name in film}
        return inline(
            lambda path: self.video(path, **film),
            still=lambda: self.frame(-1, **look),
            small=(lambda path: self.video(path, **small)) if preview else None,
            words=repr(self)[1:-1],
            theme=film.get("theme"),
            **element,
        )

    def scrubber(
        self,
        *,
        theme: str = "auto",
        speed: float = 6.0,
        step: int | None = None,
        playing: bool = False,
    ) -> "RaceScrubber":
        """Return the race as a widget: a board per player, with their chances as curves.

        `save` writes one HTML file that works offline.

        Parameters
        ----------
        theme : str
            "auto" (as the notebook or page has it) or a name in `minevis.THEMES`.
        speed : float
            Moves per second, 0.25 to 240.
        step : int, optional
            The number of the move to show. By default a key moment.
        playing : bool
            Play at once.

        Examples
        --------
        >>> race = mv.race(mv.Board.parse("..*"), players=["counting", "exact"], first=(0, 0))
        >>> race.scrubber(step=1)
        <RaceScrubber of <Race of 1 move: counting won, exact won>, step 1>
        """
        from minevis.web.race import RaceScrubber

        return RaceScrubber(self, theme=theme, speed=speed, step=step, playing=playing)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Return the race to step through, or a picture of it, for a notebook."""
        from minevis.web.fallback import page_bundle

        return page_bundle(self)

    def _ipython_display_(self, **_: object) -> None:
        """Show a picture at once, and the race to step through as soon as it is made."""
        from minevis.web.fallback import display_page

        display_page(self)

    def sentence(self, step: int) -> str:
        """Return the news of a step: guesses, falls and wins, else how many players are left.

        >>> mv.race(mv.Board.parse("..*"), players=["exact"], first=(0, 0)).sentence(-1)
        '“exact” has won, in 1 move.'
        """
        return self.alignment.sentence(check_index(step, len(self), "step", "race"))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Race):
            return NotImplemented
        return (self.names, self.traces) == (other.names, other.traces)

    def __hash__(self) -> int:
        return hash((self.names, self.traces))

    def __repr__(self) -> str:
        results = ", ".join(
            f"{name} {ENDS[trace.won]}" for name, trace in zip(self.names, self.traces, strict=True)
        )
        return f"<Race of {quantity(len(self) - 1, 'move')}: {results}>"
