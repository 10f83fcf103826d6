"""Title and closing cards: a page of text over the paled first or last frame."""

import re
from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np

from minevis.core import events as ev
from minevis.core.formatting import percent, quantity
from minevis.core.grid import mask_of
from minevis.core.record import Record
from minevis.core.snapshot import Snapshot
from minevis.show.frame.page import Page
from minevis.show.frame.scene import Scene, without_words
from minevis.show.panels.panels import Layer
from minevis.show.tiles.atlas import Mark
from minevis.show.tiles.draw_pictures import plain
from minevis.show.tiles.draw_text import fitting, ink, line_height, line_mask, text_width, wrap
from minevis.show.tiles.theme import Colour, Theme
from minevis.show.words.english import BADGES

PALE = {"title": 0.6, "closing": 0.82}  # how much of the ground lies over the frame
NAME_LENGTH = 40
LEAST_LETTER = 10  # px: smaller ones are not read in a film
Lines = list[tuple[str, float, bool, Colour]]  # text, size in font sizes, bold, colour


def lines_of(name: str, trace: Record, theme: Theme) -> Lines:
    """Return the lines of the card "title" or "closing"."""
    return title(trace, theme) if name == "title" else closing(trace, theme)


def with_card(scene: Scene, name: str, trace: Record, page: Page) -> Scene:
    """A scene that opens or closes a film of a format: its sentences are those of a card."""
    texts = [text for text, *_ in lines_of(name, trace, page.theme)]
    if name == "title":  # a picture of a later moment, not described yet
        scene = replace(scene, badge=("", scene.badge[1]))
    elif trace.won is not None:  # as the badge says
        del texts[0]
    return without_words(replace(scene, counters=()), tuple(texts))


def with_question(scene: Scene, name: str, s: Snapshot, theme: Theme) -> Scene:
    """A scene of the "question" of a film without the answer, or of the "rewind" without marks."""
    if isinstance(s.event, ev.Guessed):
        return scene
    badge = (BADGES["rewind"], theme.quiet) if name == "rewind" else scene.badge
    clues = s.clues if name == "question" else ()
    marks = np.where(mask_of(clues, s.shape), Mark.CLUE, 0).astype(np.uint8)
    bare = (
        replace(each, marks=marks, links=(), outlines=()) if isinstance(each, Layer) else each
        for each in scene.layers
    )
    return replace(scene, layers=tuple(bare), badge=badge, spoken=None, numbers={})


def card(picture: np.ndarray, name: str, trace: Record, layout: Page) -> np.ndarray:
    """The card "title" or "closing" over a frame: a new uint8 [h, w, 3]."""
    return card_of(picture, lines_of(name, trace, layout.theme), layout, PALE[name])


def card_of(
    picture: np.ndarray, lines: Lines, layout: Page, pale: float = PALE["title"]
) -> np.ndarray:
    """Lines over a frame, of which that share lies under the ground: a new uint8 [h, w, 3]."""
    ground = plain(picture.shape[0], picture.shape[1], layout.theme.ground)
    page = cv2.addWeighted(picture, 1 - pale, ground, pale, 0.0)
    _write(page, lines, layout.body, layout.theme)
    return page


def wrapped(sentences: Iterable[str], layout: Page) -> Lines:
    """Sentences as the lines of a card, in letters as large as there is room for."""
    body, colour = layout.body, layout.theme.ink
    for size in range(round(1.2 * body), LEAST_LETTER - 1, -1):
        parts = (wrap(sentence, size, layout.width - 2 * body) for sentence in sentences)
        lines: Lines = [(line, size / body, False, colour) for part in parts for line in part]
        pitch = round(line_height(size) * 1.25)
        if len(lines) * pitch + 2 * body <= layout.height:
            return lines
    return []


def title(trace: Record, theme: Theme) -> Lines:
    """The game, for people who receive the film, the board and the player."""
    return [
        ("Minesweeper", 2.2, True, theme.ink),
        (board_of(trace), 1.4, False, theme.ink),
        (_player(trace), 1.2, False, theme.quiet),
    ]


def closing(trace: Record, theme: Theme) -> Lines:
    """The result, the guesses and the risk taken with them, the board and the player, and what
    made it: a film goes from hand to hand without its page.
    """
    end, colour = {
        True: ("Won", theme.safe),
        False: ("Lost", theme.mine),
        None: ("Not finished", theme.ink),
    }[trace.won]
    played = f"{board_of(trace)}, {_player(trace)}"
    return [
        (end, 2.6, True, colour),
        (counts_of(trace), 1.3, False, theme.ink),
        (_risk(trace), 1.3, False, theme.ink),
        (played, 1.0, False, theme.quiet),
        ("made with minevis", 0.9, False, theme.quiet),
    ]


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


def _write(page: np.ndarray, lines: Lines, body: int, theme: Theme) -> None:
    """Lines in the middle of the page, smaller if it is narrow, on a plain ground."""
    room = page.shape[1] - 2 * body
    sizes = [fitting(text, round(body * share), room, bold) for text, share, bold, _ in lines]
    pitch = [round(line_height(size) * 1.25) for size in sizes]
    top = (page.shape[0] - sum(pitch)) // 2
    wide = max(
        text_width(text, size, bold) for (text, _, bold, _), size in zip(lines, sizes, strict=True)
    )
    left = max((page.shape[1] - wide) // 2 - body, 0)
    page[max(top - body, 0) : top + sum(pitch) + body, left : page.shape[1] - left] = theme.ground
    for (text, _, bold, colour), size, step in zip(lines, sizes, pitch, strict=True):
        mask = line_mask(text, size, bold)
        ink(page, mask, top, (page.shape[1] - mask.shape[1]) // 2, colour)
        top += step
