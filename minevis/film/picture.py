"""Pictures for a notebook, with a text for readers who cannot see them: moments, and questions."""

from base64 import b64encode
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import Any, Unpack, cast

import numpy as np
from PIL import Image

from minevis.errors import EncoderError, check_index
from minevis.film.cards import board_of
from minevis.film.frames import frame, page_for
from minevis.film.stills import write_png
from minevis.game.grid import Cells, Shape, mask_of
from minevis.game.position import Position
from minevis.render.options import Crop, Look
from minevis.render.page import LEADING, NOWHERE, Page, page_of_panels
from minevis.render.painter import Painter
from minevis.render.panels import Layer, board, pale_clues
from minevis.render.scene import Scene
from minevis.render.tiles.atlas import Mark
from minevis.render.tiles.draw_text import wrap
from minevis.render.tiles.theme import Colour, Theme
from minevis.solver.events import Proved, Reasoned
from minevis.trace.snapshot import blank
from minevis.trace.trace import ENDS, Trace
from minevis.utils.appearance import AUTO, TurnsDark, follows_page
from minevis.utils.formatting import big_number, percent, quantity
from minevis.words.captions import caption
from minevis.words.english import say
from minevis.words.events import badge as badge_of
from minevis.words.events import meaning_of
from minevis.words.events.meaning import Outline
from minevis.words.proof_captions import statements

COLOURS = 256  # of the palette: enough for flat tiles
ASKED = "search"  # the role of the line around the cells in question
MOST_STEPS = 12  # that a picture lists one by one


@dataclass(frozen=True)
class Picture(TurnsDark):
    """Pixels, uint8 RGB [h, w, 3], and a description in words."""

    pixels: np.ndarray = field(repr=False)
    words: str
    cells: tuple[int, ...] | None = None  # see `cells_shown`
    dark: np.ndarray | None = field(default=None, repr=False)  # the pixels for a dark page
    follows: bool = field(default=False, repr=False)  # whether it turns dark with its page

    def save(self, path: str | Path) -> Path:
        """Write a PNG file and return its path.

        Raises `EncoderError` for any suffix except .png, and if writing fails.
        """
        path = Path(path)
        if path.suffix.lower() != ".png":
            raise EncoderError(f"{path}: cannot write {path.suffix or 'no suffix'}; choose .png")
        return write_png(path, self.pixels)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """Let NumPy, Matplotlib and mediapy take a picture as its pixels."""
        return np.array(self.pixels, dtype, copy=copy)

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, str], dict[str, Any]]:
        png = b64encode(small_png(self.pixels)).decode()
        data = {"image/png": png, "text/plain": self.words}
        about: dict[str, Any] = {"alt": self.words}
        if self.cells:
            about["cells"] = list(self.cells)
        if self.dark is not None:
            about["dark"] = b64encode(small_png(self.dark)).decode()
        return data, {"image/png": about}


def small_png(pixels: np.ndarray, colours: int = COLOURS) -> bytes:
    """A picture, uint8 RGB [h, w, 3], as a PNG with a palette: some half of the size."""
    stream = BytesIO()
    Image.fromarray(pixels).quantize(colours).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def picture_of(trace: Trace, index: int, **look: Unpack[Look]) -> Picture:
    """Return the picture after event `index` of `trace`; `look` are options of `page_of_panels`.

    The theme "auto" adds a dark picture for dark exported pages.
    """
    if look.get("theme") == AUTO:
        light, dark = (
            picture_of(trace, index, **cast(Look, {**look, "theme": theme}))
            for theme in ("paper", "dark")
        )
        return replace(light, dark=dark.pixels, follows=True)
    words = describe_moment(trace, index)
    pixels, cells = frame(trace, index, **look), cells_shown(trace.shape, **look)
    return Picture(pixels, words, cells, follows=follows_page(look.get("theme")))


def cells_shown(shape: Shape, **look: Unpack[Look]) -> tuple[int, ...] | None:
    """Return the place of a picture's cells, so that a page can point at one; None with a camera.

    The left and top edge of the first panel's grid and the side of a cell, in px; then the row and
    the column of the first cell, and the row and column counts.
    """
    plan = page_for(shape, **look)
    if plan.format:
        return None
    return (plan.grids[0].left, plan.grids[0].top, plan.cell, *plan.crop)


def describe_moment(trace: Trace, index: int) -> str:
    """Describe the moment after event `index` in words."""
    number = check_index(index, len(trace), "event", "trace")
    moment = caption(trace.events[number])
    return f"A Minesweeper board of {board_of(trace, ' with ')}. {moment}"


def describe_run(trace: Trace) -> str:
    """Describe the run in words."""
    run = f"{board_of(trace, ' with ')} by player {trace.start.player}"
    if trace.won is None:
        return f"A Minesweeper position of {run}: its thoughts, step by step."
    guesses = quantity(trace.guesses, "guess", "guesses")
    return f"A game of Minesweeper on {run}, step by step: {guesses}, {ENDS[trace.won]}."


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
    pictures = np.where(named, plain.pictures, pale_clues(plain.pictures)).astype(np.uint16)
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
        return say("badge odds"), theme.guess
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
