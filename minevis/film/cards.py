"""How a film opens and closes: key moments, the question, and the words of its cards."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from minevis.game.grid import Cells, cells_of, dilate, mask_of
from minevis.game.position import ViewCode
from minevis.render.camera import Window, window_around
from minevis.render.cell_marks import put
from minevis.render.page import Page
from minevis.render.panels import Layer
from minevis.render.scene import Scene, without_words
from minevis.render.tiles.atlas import Mark
from minevis.render.tiles.theme import Theme
from minevis.solver import events as ev
from minevis.solver.events import Event
from minevis.trace.trace import Trace
from minevis.utils.formatting import percent, quantity
from minevis.words.english import say
from minevis.words.events import kind
from minevis.words.events.meaning import Kind

BOLD = 0.05  # the least risk of a guess that is worth a question
NEAR = 8  # cells: rows and columns that one glance takes in
NAME_LENGTH = 40
FEW = 8  # cells with rings at a question, at most


def key_moment(trace: Trace, among: Iterable[int] | None = None) -> int:
    """Return the most important event `among` some, by default all: one with a visible reason.

    That is a bold and early guess next to clues; otherwise the proof with most clues near each
    other; otherwise a wider proof, the comparison of two sets, or any deduction. A guess away from
    clues has no lesson: like opening cells, it comes last. For a game lost on its first click, it
    is the end. Raises `ValueError` if `among` is empty.
    """
    length = len(trace)

    def rank(index: int) -> tuple[float, float, int]:
        return (*_worth(trace.events[index], 1 - index / length), -index)

    return max(range(length) if among is None else among, key=rank)


def hardest(trace: Trace, among: Iterable[int]) -> int | None:
    """Return the hardest of the events `among`: the question at the beginning of a film.

    That is the boldest guess next to clues, otherwise the deepest proof, or any guess or deduction.
    None without any of these.
    """

    def rank(index: int) -> tuple[float, ...]:
        match trace.events[index]:
            case ev.Guessed(clues=(_, *_), risk=risk):
                return 4 if (risk or 0.0) >= BOLD else 1, risk or 0.0
            case ev.Proved(clues=clues, proof=proof) as event:
                steps = proof.steps if proof else ()
                near = _near(event)
                return (
                    2 + near,
                    max((step.depth for step in steps), default=0),
                    len(steps),
                    len(clues),
                )
            case ev.Counted() | ev.Subtracted():
                return (0,)
        return (-1,)

    best = max(among, key=lambda index: (*rank(index), -index), default=None)
    return best if best is not None and rank(best) > (-1,) else None


def _near(event: ev.Proved) -> bool:
    """Return whether the cells and clues of a proof are near each other."""
    box = window_around((*event.clues, *event.cells))
    return max(box.height, box.width) <= NEAR


def _worth(event: Event, left: float) -> tuple[float, float]:
    """Return the worth of an event, with a share of the run `left`: its kind first, then its
    size."""
    match event:
        case ev.Finished(on_first_click=True):
            return 6, 0
        case ev.Guessed(clues=(_, *_), risk=risk):
            return 5, (risk or 0.0) * left
        case ev.Proved(clues=clues):
            return 4 if _near(event) else 3.5, len(clues)
        case ev.Subtracted():
            return 3, 0
        case ev.Counted():
            return 2, 0
        case ev.Guessed() | ev.Opened():
            return 1, 0
    return 0, 0


def choices(trace: Trace, asked: int, crop: Window | None) -> Cells:
    """Return the cells among which a question asks: covered, next to the clues of the answer."""
    event: Any = trace.events[asked]
    snapshot = trace[max(asked - 1, 0)]
    if isinstance(event, ev.Guessed):
        return ()
    known = snapshot.safe | snapshot.mined
    near = dilate(mask_of(event.clues, snapshot.shape)) & ~known
    near |= mask_of(event.cells, snapshot.shape)
    cells = cells_of(near & (snapshot.view == ViewCode.COVERED))
    box = window_around(cells)
    shown = all(crop.holds(cell) for cell in cells) if crop else True
    few = len(event.cells) < len(cells) <= FEW and max(box.height, box.width) <= NEAR
    return cells if few and shown else ()


def with_card(scene: Scene, name: str, trace: Trace, page: Page) -> Scene:
    """Return a scene that opens or closes a film, with the sentences of the card `name`."""
    texts = title(trace) if name == "title" else closing(trace)
    if name == "title":  # a picture of a later moment, not described yet
        scene = replace(scene, badge=("", scene.badge[1]))
    elif trace.won is not None:  # as the badge says
        del texts[0]
    words = texts if page.format else ["  ·  ".join(texts)]
    return without_words(replace(scene, counters=()), tuple(words))


def without_marks(scene: Scene, name: str, theme: Theme) -> Scene:
    """Return the scene of a "question", a "rewind" or a sweep "forward": bare boards."""
    scene = scene.redrawn(
        lambda layer: replace(layer, marks=np.zeros_like(layer.marks), links=(), outlines=())
    )
    return replace(scene, badge=(say(f"badge {name}"), theme.quiet), spoken=None, numbers={})


def asking(scene: Scene, cells: Cells) -> Scene:
    """Return the scene of a question with rings around the cells to choose from."""

    def ringed(layer: Layer) -> Layer:
        marks = layer.marks.copy()
        put(marks, cells, Mark.CANDIDATE)
        return replace(layer, marks=marks)

    return scene.redrawn(ringed) if cells else scene


def asked_from(trace: Trace, index: int) -> int:
    """Return the event whose board a question about event `index` shows: the last thing done."""
    done = (Kind.START, Kind.MOVE, Kind.FLAG)
    return next((i for i in range(index - 1, 0, -1) if kind(trace.events[i]) in done), 0)


def title(trace: Trace) -> list[str]:
    """The game, for people who receive the film, the board and the player."""
    return ["Minesweeper", board_line(trace), _player(trace)]


def closing(trace: Trace) -> list[str]:
    """Return the result, the guesses and their risk, the board, the player and the program.

    A film is often shared without its page.
    """
    end = {True: "Won", False: "Lost", None: "Not finished"}[trace.won]
    played = f"{board_line(trace)}, {_player(trace)}"
    return [end, counts_line(trace), _risk(trace), played, "made with minevis"]


def board_line(trace: Trace, joint: str = ", ") -> str:
    """Return the size of the board and its mines: "9×9 cells, 10 mines"."""
    start = trace.start
    return f"{start.height}×{start.width} cells{joint}{quantity(start.mines, 'mine')}"


def counts_line(trace: Trace) -> str:
    """Return the moves and guesses of a run: "12 moves, 1 guess"."""
    return f"{quantity(trace.moves, 'move')}, {quantity(trace.guesses, 'guess', 'guesses')}"


def _player(trace: Trace) -> str:
    name = re.sub(r"\s+", " ", trace.start.player).strip()[:NAME_LENGTH].strip()
    return f"played by “{name}”"


def _risk(trace: Trace) -> str:
    risks = [event.risk for event in trace.events if isinstance(event, ev.Guessed)]
    if not risks:
        return "nothing was left to luck after the first click"
    if None in risks:
        return "the risk of its guesses was not computed"
    return f"risk taken with its guesses: {percent(trace.risk)}"
