"""The words that open and close a film."""

import re
from dataclasses import replace

import numpy as np

from minevis.game.grid import mask_of
from minevis.render.page import Page
from minevis.render.scene import Scene, without_words
from minevis.render.tiles.atlas import Mark
from minevis.render.tiles.theme import Theme
from minevis.solver import events as ev
from minevis.trace.record import Record
from minevis.trace.snapshot import Snapshot
from minevis.utils.formatting import percent, quantity
from minevis.words.english import BADGES

NAME_LENGTH = 40


def with_card(scene: Scene, name: str, trace: Record, page: Page) -> Scene:
    """Return a scene that opens or closes a film, with the sentences of the card `name`."""
    texts = title(trace) if name == "title" else closing(trace)
    if name == "title":  # a picture of a later moment, not described yet
        scene = replace(scene, badge=("", scene.badge[1]))
    elif trace.won is not None:  # as the badge says
        del texts[0]
    words = texts if page.format else ["  ·  ".join(texts)]
    return without_words(replace(scene, counters=()), tuple(words))


def with_question(scene: Scene, name: str, s: Snapshot, theme: Theme) -> Scene:
    """A scene of the "question" of a film without the answer, or of the "rewind" without marks."""
    if isinstance(s.event, ev.Guessed):
        return scene
    badge = (BADGES["rewind"], theme.quiet) if name == "rewind" else scene.badge
    clues = s.clues if name == "question" else ()
    marks = np.where(mask_of(clues, s.shape), Mark.CLUE, 0).astype(np.uint8)
    scene = scene.redrawn(lambda layer: replace(layer, marks=marks, links=(), outlines=()))
    return replace(scene, badge=badge, spoken=None, numbers={})


def title(trace: Record) -> list[str]:
    """The game, for people who receive the film, the board and the player."""
    return ["Minesweeper", board_of(trace), _player(trace)]


def closing(trace: Record) -> list[str]:
    """The result, the guesses and the risk taken with them, the board and the player, and what
    made it: a film goes from hand to hand without its page.
    """
    end = {True: "Won", False: "Lost", None: "Not finished"}[trace.won]
    played = f"{board_of(trace)}, {_player(trace)}"
    return [end, counts_of(trace), _risk(trace), played, "made with minevis"]


def board_of(trace: Record, joint: str = ", ") -> str:
    """Return the size of the board and its mines: "9×9 cells, 10 mines"."""
    start = trace.start
    return f"{start.height}×{start.width} cells{joint}{quantity(start.mines, 'mine')}"


def counts_of(trace: Record) -> str:
    """Return the moves and guesses of a run: "12 moves, 1 guess"."""
    return f"{quantity(trace.moves, 'move')}, {quantity(trace.guesses, 'guess', 'guesses')}"


def _player(trace: Record) -> str:
    name = re.sub(r"\s+", " ", trace.start.player).strip()[:NAME_LENGTH].strip()
    return f"played by “{name}”"


def _risk(trace: Record) -> str:
    risks = [event.risk for event in trace.events if isinstance(event, ev.Guessed)]
    if not risks:
        return "nothing was left to luck after the first click"
    if None in risks:
        return "the risk of its guesses was not reckoned"
    return f"risk taken with its guesses: {percent(trace.risk)}"
