"""The runs of a race side by side: which event of each is shown at a step, and for how long."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import ceil

import numpy as np

from minevis.film.durations import LONGEST, share_frames
from minevis.film.frames import Shot
from minevis.film.moments import Beat
from minevis.film.script import Cue, cues_joined
from minevis.film.story import reading, settling
from minevis.game.grid import Cell
from minevis.render.options import Look, Pacing, RaceLookOptions
from minevis.render.page import Page, page_of_panels
from minevis.render.panels import Layer, board, pale_clues
from minevis.render.scene import Scene
from minevis.render.timeline import GUESS, QUIET, Timeline
from minevis.solver import events as ev
from minevis.trace.snapshot import Snapshot
from minevis.trace.trace import Trace
from minevis.utils.formatting import big_number, percent, quantity, sample_evenly
from minevis.words.captions import order_of, skill_of
from minevis.words.english import say
from minevis.words.events import kind
from minevis.words.events.meaning import Kind
from minevis.words.wording import in_figures, in_words, listing

FPS = 10  # frames a second, without motion
STEP, END = 0.25, 3.0  # seconds: a move, and the last picture
MOST_SKILLS = 6  # shown at the beginning of a film
SOLO = 0.1  # seconds: a move of the last player left
LEADERS, NAMED = 2, 4  # players by their names, at most, in a counter and in a sentence
ACROSS = 3  # boards side by side, at most


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

    @property
    def end(self) -> int:
        """The step at which the run is over."""
        return len(self.stops) - 1

    def snapshots(self) -> Iterator[Snapshot]:
        """Yield the snapshots of the steps, in one pass through the run."""
        wanted = set(self.stops)
        return (snapshot for at, snapshot in enumerate(self.trace) if at in wanted)

    @cached_property
    def reasons(self) -> tuple[ev.Event | None, ...]:
        """Return why each step's cell was clicked: a guess, the proof that it is safe, or None."""
        proofs: dict[Cell, ev.Event] = {}
        reasons: list[ev.Event | None] = [None]
        for first, last in pairwise(self.stops):
            reason: ev.Event | None = None
            for event in self.trace.events[first + 1 : last + 1]:
                if isinstance(event, ev.Guessed):
                    reason = event
                elif isinstance(event, ev.Deduction) and not event.mined:
                    for cell in event.cells:
                        proofs.setdefault(cell, event)
                elif isinstance(event, ev.Opened):
                    reason = reason or proofs.get(event.cell)
            reasons.append(reason)
        return tuple(reasons)

    def guess(self, step: int) -> ev.Guessed | None:
        """Return the guess made by the move to a step; None for any other move."""
        reason = self.reasons[step] if step <= self.end else None
        return reason if isinstance(reason, ev.Guessed) else None

    def loss(self) -> tuple[Cell, float | None] | None:
        """Where the run was lost, and the risk if it was a guess; None when it was not lost."""
        lost = next((e for e in self.trace.events if isinstance(e, ev.Exploded)), None)
        guess = self.guess(self.end)
        return None if lost is None else (lost.cell, None if guess is None else guess.risk)

    def news(self) -> str:
        """How the run ended, in one sentence."""
        loss = self.loss()
        if loss is None:
            ended = f"stopped at move {big_number(self.trace.moves)}"
            return f"“{self.name}” has won." if self.trace.won else ended
        cell, risk = loss
        guess = "" if risk is None else f", a guess of {percent(risk)}"
        return f"“{self.name}” falls at {cell}{guess}."

    def status(self, s: Snapshot, step: int) -> str:
        """Describe the run at a step: moves, guesses, and the risk taken."""
        count = big_number(s.moves)
        ends = {
            True: f"won in {quantity(s.moves, 'move')}",
            False: f"out at move {count}",
            None: f"stopped at move {count}",
        }
        state = ends[self.trace.won] if step >= self.end else f"move {count}"
        return ", ".join([state, *luck_of(s)])

    def layer(self, s: Snapshot, step: int) -> Layer:
        """Return the board, titled with the player and how it fares."""
        layer = board(s)
        out = step >= self.end and self.trace.won is False  # it is no longer watched
        pictures = pale_clues(layer.pictures) if out else layer.pictures
        return Layer(pictures, layer.marks, self.name, self.status(s, step))


class Alignment:
    """Some runs in step by move: at step k everybody has made k clicks, or is done."""

    def __init__(self, lanes: Sequence[Lane]) -> None:
        self.lanes = tuple(lanes)
        self.ends = sorted({lane.end for lane in lanes})  # the steps at which runs end

    def __len__(self) -> int:
        return self.ends[-1] + 1

    def __getitem__(self, step: int) -> tuple[Snapshot, ...]:
        return tuple(lane.trace[lane.stops[min(step, lane.end)]] for lane in self.lanes)

    def __iter__(self) -> Iterator[tuple[Snapshot, ...]]:
        """Yield the players' snapshots step by step, in one pass through their runs."""
        runs = [lane.snapshots() for lane in self.lanes]
        shown = tuple(map(next, runs))
        for _ in range(len(self)):
            yield shown
            shown = tuple(next(run, last) for run, last in zip(runs, shown, strict=True))

    def guessed(self, step: int) -> bool:
        """Whether a player guesses at a step."""
        return any(lane.guess(step) for lane in self.lanes)

    def playing(self, step: int) -> int:
        """Return the number of players who are still in the game after a step."""
        return sum(step < lane.end for lane in self.lanes)

    @property
    def key_step(self) -> int:
        """The step that a race opens at: the news nearest to its middle."""
        last = len(self) - 1
        news = [step for step in range(last) if step in self.ends or self.guessed(step)]
        return min(news or [last], key=lambda step: (abs(step - last / 2), step))

    def sentence(self, step: int) -> str:
        """Return the news of a step: guesses, falls and wins, else how many players are left."""
        lanes, last = self.lanes, len(self) - 1
        if step == 0:
            return (
                f"{big_number(len(lanes))} players on one board, in step: each picture shows "
                "their next click."
            )
        ended = [lane for lane in lanes if lane.end == step]
        news = [lane.news() for lane in ended if not (step == last and lane.trace.won)]
        if step == last:
            won = [(lane.name, lane.trace.moves) for lane in lanes if lane.trace.won]
            return " ".join([*news, order_of(won, len(lanes))])
        return " ".join([*news, *self._guesses(step)]) or self._left(step)

    def _left(self, step: int) -> str:
        return f"Still in the game: {in_words(self.playing(step)):# player|# players}."

    def _guesses(self, step: int) -> list[str]:
        """Return who guesses which cell at a step, at which risk, and who knows a safe one."""
        guesses: dict[tuple[Cell, float | None], list[str]] = {}
        for lane in self.lanes:
            guess = lane.guess(step)
            if guess is not None and not (lane.end == step and lane.loss()):
                guesses.setdefault((guess.cell, guess.risk), []).append(lane.name)
        told = [
            f"{players(names)} {'guesses' if len(names) == 1 else 'guess'} {cell}"
            f"{', without odds' if risk is None else f' at {percent(risk)}'}."
            for (cell, risk), names in guesses.items()
        ]
        safe = [
            lane.name
            for lane in self.lanes
            if step <= lane.end and isinstance(lane.reasons[step], ev.Deduction)
        ]
        if safe and self.guessed(step):
            told.append(f"{players(safe)} {'knows' if len(safe) == 1 else 'know'} a safe cell.")
        return told

    def seconds(self, step: int) -> float:
        """Return how long a step is shown: longer for guesses and ends, less for one player."""
        if step == len(self) - 1:
            return END
        if self.guessed(step) or step in self.ends:
            moves = (lane.trace.events[lane.stops[min(step, lane.end)]] for lane in self.lanes)
            return max(map(settling, moves)) + reading(self.sentence(step))
        return SOLO if self.playing(step - 1) < min(len(self.lanes), 2) else STEP

    def beats(self, pacing: Pacing) -> list[Beat]:
        """Return the steps of a film, after titles over a moment when all are still playing.

        The titles name the players' skills, if there is time; a short film has none.
        """
        fps, seconds = pacing.fps or FPS, pacing.seconds
        room = None if seconds is None else max(1, round(seconds * fps))
        steps = [*range(len(self))]
        told = [self.sentence(0)] if room is None or len(steps) < room else []
        if room is not None and len(steps) > room:
            steps = [*sample_evenly(steps, room - 1), len(self) - 1]
        times = [self.seconds(step) for step in steps]
        skills = [skill_of(name) for name in dict.fromkeys(lane.name for lane in self.lanes)]
        skills = [skill for skill in skills if skill]
        needed = sum(times) + sum(map(reading, [*told, *skills]))
        if told and len(skills) <= MOST_SKILLS and (seconds is None or needed <= seconds):
            told += skills
        times = [*map(reading, told), *times]
        holds = [max(1, round(time * fps)) for time in times]
        if room is not None:
            holds = share_frames(times, room, most=[max(1, round(LONGEST * fps))] * len(times))
        pages = [Beat(self.ends[0] // 2, card="title", words=(text,)) for text in told]
        shown = [*pages, *map(Beat, steps)]
        if told:
            shown[len(told)] = Beat(0, words=(self._left(0),))
        return [replace(beat, hold=hold) for beat, hold in zip(shown, holds, strict=True)]

    def page(self, look: RaceLookOptions) -> Page:
        """Return the page with the boards side by side."""
        lanes, last = self.lanes, len(self) - 1
        across = ceil(len(lanes) / ceil(len(lanes) / ACROSS))  # rows of equal length: four as 2×2
        fares = (
            f"{lane.name}   {lane.status(snapshot, step)}"
            for step in (0, last)
            for lane, snapshot in zip(lanes, self[step], strict=True)
        )
        widest, chosen = max(fares, key=len), Look(panels=("board",) * len(lanes), **look)
        titles = [widest] * len(lanes)
        return page_of_panels(lanes[0].trace.shape, chosen, across=across, titles=titles)

    @cached_property
    def timeline(self) -> Timeline:
        """The steps from left to right, with ticks at guesses."""
        ticks = [GUESS if self.guessed(step) else QUIET for step in range(len(self))]
        return Timeline(np.linspace(0, 1, len(self) + 1), np.array(ticks, np.uint8), np.zeros(0))

    def scene(self, step: int, page: Page) -> Scene:
        """Return the boards and the words of a step."""
        shown = self[step]
        layers = (lane.layer(each, step) for lane, each in zip(self.lanes, shown, strict=True))
        left = cells_left(shown, [lane.name for lane in self.lanes])
        badge = (say("badge race"), page.theme.search)
        return Scene(tuple(layers), badge, (left,), (self.sentence(step),))

    def shots(self, beats: Iterable[Beat], page: Page) -> Iterator[Shot]:
        """Yield the shots of some beats."""
        for beat in beats:
            scene = self.scene(beat.index, page)
            if beat.card:  # a moment from the middle of the race
                scene = scene.redrawn(lambda it: replace(it, pictures=pale_clues(it.pictures)))
            scene = replace(scene, sentences=beat.words or scene.sentences)
            yield Shot(scene, beat.hold, 0.0 if beat.card else self.timeline.at(beat.index))

    def cues(self, beats: Iterable[Beat], fps: float) -> list[Cue]:
        """Return the subtitles: the news, and between them who is left."""
        label = say("badge race")
        texts = ((" ".join(beat.words or ()) or self.sentence(beat.index), beat) for beat in beats)
        return cues_joined(((label, text), beat.hold / fps, False) for text, beat in texts)


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
    leaders = quantity(len(ahead), "player") if len(ahead) > LEADERS else ", ".join(ahead)
    return f"cells still to open: {big_number(least)} ({leaders})"


def luck_of(s: Snapshot) -> list[str]:
    """Return the guesses and the risk, or an empty list: ["2 guesses", "risk 30 %"]."""
    guesses = [quantity(s.guesses, "guess", "guesses")] if s.guesses else []
    return guesses + ([f"risk {percent(s.risk)}"] if s.survival < 1 else [])


def players(names: Sequence[str]) -> str:
    """Return the players in a sentence: by their names, unless they are many."""
    many = len(names) > NAMED
    return f"{in_figures(len(names))} players" if many else listing([f"“{it}”" for it in names])
