"""A position with a question as a picture: a window, with the cells in question outlined."""

from dataclasses import dataclass, replace

import numpy as np

from minevis.film.picture import Picture
from minevis.game.grid import Cells, mask_of
from minevis.game.position import Position
from minevis.render.options import Crop
from minevis.render.page import LEADING, NOWHERE, Page, page_of_panels
from minevis.render.painter import Painter
from minevis.render.panels.panels import Layer, board, paled
from minevis.render.scene import Scene
from minevis.render.tiles.atlas import Mark
from minevis.render.tiles.draw_text import wrap
from minevis.render.tiles.theme import Colour, Theme
from minevis.solver.events import Proved, Reasoned
from minevis.trace.snapshot import blank
from minevis.utils.appearance import follows_page
from minevis.utils.formatting import big_number, percent
from minevis.words.captions import caption
from minevis.words.english import BADGES, say
from minevis.words.events.known import badge as badge_of
from minevis.words.events.known import meaning_of
from minevis.words.events.links import Outline
from minevis.words.proof_captions import statements

ASKED = "search"  # the role of the line around the cells in question
MOST_STEPS = 12  # that a picture lists one by one


@dataclass(frozen=True)
class Question:
    """A question about a position: the cells and their clues.

    `crop` is the visible part of the board; `title` and `asks` are names of labels.
    """

    asked: Cells
    clues: Cells
    crop: Crop
    title: str
    asks: str = "practice ask safe"
    needs_total: bool = False  # whether the mines left belong to it


@dataclass(frozen=True)
class QuestionAnswer:
    """The answer to a question: a proof, or a best cell with its risk, and all settled cells."""

    proof: Proved | None = None
    risk: float | None = None  # of the best cell
    safe: Cells = ()
    mines: Cells = ()
    best: Cells = ()


def question_picture(
    position: Position,
    question: Question,
    solution: QuestionAnswer | None = None,
    *,
    cell: int = 36,
    theme: str | Theme | None = None,
) -> Picture:
    """Draw the window of a question; a `solution` adds the proof, described below.

    `cell` is the width of a cell in px, 2 … 128. Raises `ValueError` for other widths and unknown
    themes.
    """
    crop = question.crop
    layout = page_of_panels(
        position.shape, panels="board", cell=cell, theme=theme, crop=crop, legend=False,
    )  # fmt: skip
    scene = _scene(position, question, solution, layout.theme)
    title = question.title if question.title.endswith("?") else f"{question.title}."
    words = (title, scene.sentences[0].replace("\n", " "), *scene.counters)
    pixels = Painter(_with_room(layout, *scene.sentences)).draw(scene).copy()
    return Picture(pixels, " ".join(words).strip(), follows=follows_page(theme))


def _with_room(layout: Page, text: str) -> Page:
    """Return the page with room for the lines of a caption: on a sheet all pages have one size."""
    place, strip = layout.text, layout.strip
    needed = len(wrap(text, layout.body, place.width)) * round(layout.body * LEADING)
    if needed <= place.height:
        return layout
    margin = layout.height - strip.top - strip.height
    height = max(layout.height, place.top + needed + margin)
    return replace(layout, height=height, text=replace(place, height=needed), strip=NOWHERE)


def _scene(
    position: Position, question: Question, solution: QuestionAnswer | None, theme: Theme
) -> Scene:
    layer = _layer(position, question)
    left = say("practice left", left=big_number(position.mines_left))
    counters = (left,) if question.needs_total else ("",)
    if solution is None:
        badge = (say("practice badge"), theme.deduction)
        return Scene((layer,), badge, counters, (say(question.asks),))
    return Scene(
        (_solved(layer, solution),), _badge(solution, theme), counters, (_sentences(solution),)
    )


def _layer(position: Position, question: Question) -> Layer:
    plain = board(blank(position.shape, position.total, position.view))
    named = mask_of(question.clues, position.shape)
    pictures = np.where(named, plain.pictures, paled(plain.pictures)).astype(np.uint16)
    return replace(
        plain, pictures=pictures, title=question.title, outlines=(Outline(question.asked, ASKED),)
    )


def _solved(layer: Layer, solution: QuestionAnswer) -> Layer:
    """Return the layer with marks on all provable cells, and the lines of the proof."""
    marks = layer.marks.copy()
    proof = solution.proof
    named: tuple[tuple[Cells, Mark], ...] = (
        (solution.safe, Mark.KNOWN_SAFE),
        (solution.mines, Mark.KNOWN_MINED),
        (solution.best, Mark.GUESS),
        (proof.clues if proof else (), Mark.CLUE),
        (proof.cells if proof else (), Mark.SAFE),
    )
    for cells, mark in named:
        for each in cells:
            marks[each] = mark
    return replace(layer, marks=marks, links=meaning_of(proof).links(proof) if proof else ())


def _badge(solution: QuestionAnswer, theme: Theme) -> tuple[str, Colour]:
    if solution.proof is not None:
        return badge_of(solution.proof), theme.safe
    if solution.best:
        return BADGES["odds"], theme.guess
    return say("practice right"), theme.safe


def _sentences(solution: QuestionAnswer) -> str:
    proof = solution.proof
    if proof and proof.proof and proof.proof.kind == "overlap" and len(proof.proof.steps) > 1:
        return " ".join(caption(Reasoned(step)) for step in proof.proof.steps)
    if proof and proof.proof and proof.proof.kind == "suppose":
        sentences = statements(proof.proof)
        if len(sentences) <= MOST_STEPS:
            return "\n".join(f"{number}. {each}" for number, each in enumerate(sentences, 1))
    if proof is not None:
        return caption(proof)
    if solution.best:
        assert solution.risk is not None
        cell, chance = solution.best[0], percent(solution.risk)
        return f"{cell} is the best guess: it is a mine in {chance} of the layouts."
    return say("practice nothing right")
