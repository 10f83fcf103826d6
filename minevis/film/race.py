"""A `Race`: several players on one board, in step by move, and every way to show it."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from minevis.film.durations import LONGEST, share_frames
from minevis.film.ffmpeg import Encoder, encoder_for
from minevis.film.moments import Beat
from minevis.film.picture import Picture
from minevis.film.script import Cue
from minevis.film.story import reading
from minevis.film.video import InlineVideo, VideoPlan, inline
from minevis.game.grid import Cell
from minevis.render.options import (
    Look,
    Pacing,
    RaceFilm,
    RaceLookOptions,
    ShownRace,
    element_and_film,
)
from minevis.render.page import Page, page_of_panels
from minevis.render.painter import Painter
from minevis.render.panels import Layer, board, pale_clues
from minevis.render.scene import Scene
from minevis.render.timeline import GUESS, QUIET, Timeline
from minevis.solver import events as ev
from minevis.trace.snapshot import Snapshot
from minevis.trace.trace import ENDS, Trace
from minevis.utils.appearance import follows_page
from minevis.utils.checks import check_index
from minevis.utils.formatting import big_number, percent, quantity, sample_evenly
from minevis.utils.options import FILMS, PAGES, spell_out
from minevis.utils.showing import Shown, Writer
from minevis.words.captions import order_of, skill_of
from minevis.words.english import say
from minevis.words.events import kind
from minevis.words.events.meaning import Kind
from minevis.words.wording import in_words

if TYPE_CHECKING:
    from minevis.web.race import RaceScrubber

STEP, EVENT, END = 0.25, 1.2, 3.0  # seconds: a move, a loss or a win, the last picture
MOST_SKILLS = 6  # shown at the beginning of a film
SOLO = 0.1  # seconds: a move of the last player left
NAMED = 2  # players by their names, at most, if one line has room for them
ACROSS = 3  # boards side by side, at most
SMALL: RaceFilm = {"fps": 5, "seconds": 12.0, "max_width": 1280, "cell": 12}  # a preview


@dataclass(frozen=True, eq=False)
class Lane:
    """One run of a race."""

    name: str
    trace: Trace

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """Return the events of the moves, the start first and the end last."""
        events = self.trace.events
        moves = [i for i, event in enumerate(events) if kind(event) is Kind.MOVE]
        return (0, *moves[:-1], len(events) - 1) if moves else (0,)

    def index(self, step: int) -> int:
        """The event shown at a step; the last one once the run is over."""
        return self.stops[min(step, len(self.stops) - 1)]

    def over(self, step: int) -> bool:
        """Whether the run is over at that step."""
        return step >= len(self.stops) - 1

    def loss(self) -> tuple[Cell, float | None] | None:
        """Where the run was lost, and the risk if it was a guess; None when it was not lost."""
        events = self.trace.events
        for at, event in enumerate(events):
            if isinstance(event, ev.Exploded):
                before = (e for e in reversed(events[:at]) if not isinstance(e, ev.Flagged))
                last = next(before, None)  # a player may flag between its guess and its click
                return event.cell, last.risk if isinstance(last, ev.Guessed) else None
        return None

    def step_of(self, index: int) -> int:
        """Return the step of event `index`, or the first one after it."""
        return min(bisect_left(self.stops, index), len(self.stops) - 1)

    def guess(self, step: int) -> ev.Guessed | None:
        """Return the guess made by the move to a step; None for any other move."""
        if not 0 < step < len(self.stops):
            return None
        between = self.trace.events[self.stops[step - 1] : self.stops[step]]
        return next((event for event in between if isinstance(event, ev.Guessed)), None)


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
        self.lanes = tuple(Lane(name, trace) for name, trace in zip(names, traces, strict=True))

    def __len__(self) -> int:
        return max(len(lane.stops) for lane in self.lanes)

    def __getitem__(self, step: int) -> tuple[Snapshot, ...]:
        number = check_index(step, len(self), "step", "race")
        return tuple(lane.trace[lane.index(number)] for lane in self.lanes)

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
        return next(self._frames([Beat(number, 1)], self._layout(look)))

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
        from minevis.web.race_pack import key_step

        pixels = self.frame(key_step(self) if step is None else step, **look)
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
            from minevis.web.race import save_races

            return save_races(path, self, **options)

        films = dict.fromkeys(FILMS, self.video)
        return {**films, **super()._writers(), **dict.fromkeys(PAGES, page)}

    @spell_out()
    def video(
        self,
        path: str | Path,
        *,
        fps: float = 10,
        seconds: float | None = None,
        progress: bool = False,
        encoder: Encoder | None = None,
        **look: Unpack[RaceLookOptions],
    ) -> Path:
        """Write the race as a video and return its path.

        Losses and wins stay longer. An MP4 has a subtitle track, a WebM a .vtt file next to it. If
        writing fails, no part of the file is left.

        Parameters
        ----------
        path : str or Path
            The file: .mp4, .webm, .gif or .webp.
        fps : float
            Frames a second.
        seconds : float, optional
            The length in all.
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
        layout, shown = self._layout(look), self._beats(fps, seconds)
        cues = self._cues(shown, fps)
        plan = VideoPlan(lambda some: self._frames(some, layout), shown, layout, fps, cues)
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
        from minevis.web.race import race_bundle

        return race_bundle(self)

    def _ipython_display_(self, **_: object) -> None:
        """Show a picture at once, and the race to step through as soon as it is made."""
        from minevis.web.race import display_race

        display_race(self)

    def _layout(self, look: RaceLookOptions) -> Page:
        count = len(self.lanes)
        across = ceil(count / ceil(count / ACROSS))  # rows of equal length: four as 2 by 2
        widest = max((f"{lane.name}   {_widest(lane)}" for lane in self.lanes), key=len)
        boards = ("board",) * count
        shape = self.lanes[0].trace.shape
        return page_of_panels(
            shape, Look(panels=boards, **look), across=across, titles=[widest] * count
        )

    def _beats(self, fps: float, seconds: float | None) -> list[Beat]:
        """The steps, after a title of a moment when all are still playing, if there is room.

        The title names the players' skills, if there is time.
        """
        Pacing(fps=fps, seconds=seconds)
        steps = list(range(len(self)))
        ends = {len(lane.stops) - 1 for lane in self.lanes}
        room = None if seconds is None else round(seconds * fps) or 1
        if room is not None and len(steps) > room:
            steps = [*sample_evenly(steps, room - 1), len(self) - 1]
        alone = sorted(len(lane.stops) for lane in self.lanes)[-2:][0]
        pace = {k: SOLO if k >= alone and len(self.lanes) > 1 else STEP for k in steps}
        times = [END if k == len(self) - 1 else EVENT if k in ends else pace[k] for k in steps]
        told: list[str] = []
        if room is None or len(steps) < room:
            skills = [skill for name in dict.fromkeys(self.names) if (skill := skill_of(name))]
            told = [self.sentence(0), *(skills if len(skills) <= MOST_SKILLS else [])]
            if seconds is not None and seconds < sum(map(reading, told)) + sum(times):
                told = told[:1]
            times = [*map(reading, told), *times]
        holds = [max(1, round(time * fps)) for time in times]
        if room is not None:
            most = [max(1, round(LONGEST * fps))] * len(times)
            holds = share_frames(times, room, most=most)
        pages = [Beat(min(ends) // 2, 1, card="title", words=(text,)) for text in told]
        shown = zip([*pages, *(Beat(step, 1) for step in steps)], holds, strict=True)
        return [replace(beat, hold=hold) for beat, hold in shown]

    def _frames(self, shown: Sequence[Beat], layout: Page) -> Iterator[np.ndarray]:
        timeline = self._timeline()
        painter = Painter(layout, timeline=timeline)
        for beat in shown:
            share = 0.0 if beat.card else timeline.at(beat.index)
            scene = self._scene(beat.index, layout)
            if beat.words:  # a moment from the middle of the race, paled
                scene = scene.redrawn(
                    lambda each: replace(each, pictures=pale_clues(each.pictures))
                )
                scene = replace(scene, sentences=beat.words)
            picture = painter.draw(scene, share).copy()
            for _ in range(beat.hold):
                yield picture

    def _cues(self, shown: Sequence[Beat], fps: float) -> list[Cue]:
        """The subtitles: falls and wins, and between them who is left."""
        cues: list[Cue] = []
        at = 0.0
        for beat in shown:
            [text] = beat.words or (self._subtitle(beat.index),)
            end = at + beat.hold / fps
            start = cues.pop().start if cues and cues[-1].text == text else at
            cues.append(Cue(start, end, say("badge race"), text))
            at = end
        return cues

    def _subtitle(self, step: int) -> str:
        """The sentence at a step: the same from one piece of news to the next."""
        stops = {len(self) - 1, *(len(lane.stops) - 1 for lane in self.lanes)}
        if step in stops:
            return self.sentence(step)
        left = sum(not lane.over(step) for lane in self.lanes)
        return f"Still in the game: {in_words(left):# player|# players}."

    def _timeline(self) -> Timeline:
        """The steps from left to right, with ticks at guesses."""
        count = len(self)
        guessed = [any(lane.guess(k) for lane in self.lanes) for k in range(count)]
        ticks = np.where(guessed, GUESS, QUIET).astype(np.uint8)
        return Timeline(np.linspace(0, 1, count + 1), ticks, np.zeros(0))

    def _scene(self, step: int, layout: Page) -> Scene:
        snapshots = self[step]
        layers = tuple(
            layer_of(lane, snapshot, step)
            for lane, snapshot in zip(self.lanes, snapshots, strict=True)
        )
        badge = (say("badge race"), layout.theme.search)
        left = cells_left(snapshots, self.names)
        return Scene(layers, badge, (left,), (self.sentence(step),))

    def sentence(self, step: int) -> str:
        """Return the news of a step: falls and wins, otherwise how many players are left.

        >>> mv.race(mv.Board.parse("..*"), players=["exact"], first=(0, 0)).sentence(-1)
        '“exact” has won, in 1 move.'
        """
        step = check_index(step, len(self), "step", "race")
        if step == 0:
            return (
                f"{big_number(len(self.lanes))} players on one board, in step: each picture "
                "shows their next click."
            )
        last = step == len(self) - 1
        news = [
            news_of(lane)
            for lane in self.lanes
            if len(lane.stops) - 1 == step and not (last and lane.trace.won)
        ]
        if last:
            won = [(lane.name, lane.trace.moves) for lane in self.lanes if lane.trace.won]
            news.append(order_of(won, len(self.lanes)))
        elif not news:
            left = in_words(sum(not lane.over(step) for lane in self.lanes))
            players = f"{left:# player is|# players are}"
            return f"Move {big_number(step)}: {players} still in the game."
        return " ".join(news)

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


def cells_left(snapshots: Sequence[Snapshot], names: Sequence[str] = ()) -> str:
    """Return the cells left for the leading player, among players still in the game if there are
    any.

    The `names` of the players add the leader's name, unless all are level.
    """
    running = [s.won is not False for s in snapshots]  # who is out opens no more
    left = [
        max(int((s.view < 0).sum()) - s.mines, 0) if runs or not any(running) else np.inf
        for s, runs in zip(snapshots, running, strict=True)
    ]
    least = int(min(left))
    ahead = [name for name, cells in zip(names, left, strict=False) if cells == least]
    if len(ahead) in (0, len(left)):
        return f"cells still to open: {big_number(least)}"
    many = len(ahead) > NAMED
    players = quantity(len(ahead), "player") if many else ", ".join(ahead)
    return f"cells still to open: {big_number(least)} ({players})"


def layer_of(lane: Lane, snapshot: Snapshot, step: int) -> Layer:
    """The board of a lane, titled with the player and how it fares."""
    layer = board(snapshot)
    pictures = layer.pictures
    if lane.over(step) and lane.trace.won is False:
        pictures = pale_clues(pictures)  # who is out is no longer watched
    return Layer(pictures, layer.marks, lane.name, status_of(lane, snapshot, step))


def status_of(lane: Lane, s: Snapshot, step: int) -> str:
    """Describe a lane at a step: moves, guesses, and the risk taken."""
    count = big_number(s.moves)
    ends = {
        True: f"won in {quantity(s.moves, 'move')}",
        False: f"out at move {count}",
        None: f"stopped at move {count}",
    }
    return ", ".join([ends[lane.trace.won] if lane.over(step) else f"move {count}", *luck_of(s)])


def luck_of(s: Snapshot) -> list[str]:
    """Return the guesses and the risk, or an empty list: ["2 guesses", "risk 30 %"]."""
    guesses = [quantity(s.guesses, "guess", "guesses")] if s.guesses else []
    return guesses + ([f"risk {percent(s.risk)}"] if s.survival < 1 else [])


def _widest(lane: Lane) -> str:
    """Return the widest subtitle of a lane."""
    stops = range(len(lane.stops))
    fares = (status_of(lane, lane.trace[lane.index(step)], step) for step in (0, stops[-1]))
    return max(fares, key=len)


def news_of(lane: Lane) -> str:
    """How a run ended, in one sentence."""
    loss = lane.loss()
    if loss is None:
        won = f"“{lane.name}” has won."
        return won if lane.trace.won else f"stopped at move {big_number(lane.trace.moves)}"
    cell, risk = loss
    guess = "" if risk is None else f", a guess of {percent(risk)}"
    return f"“{lane.name}” falls at {cell}{guess}."
