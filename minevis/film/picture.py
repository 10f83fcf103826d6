"""Pictures for a notebook, with a text for readers who cannot see them: moments, and questions."""

import textwrap
from base64 import b64encode
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from math import ceil
from os import PathLike
from pathlib import Path
from typing import Any, Unpack

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from minevis.film.cards import board_line
from minevis.film.ffmpeg import written
from minevis.film.frames import frames
from minevis.film.moments import Beat
from minevis.film.telling import scene_of
from minevis.game.board import Board
from minevis.game.game import Game
from minevis.game.grid import Cells, mask_of
from minevis.game.position import Position, ViewCode
from minevis.render.marks import Outline
from minevis.render.options import Crop, Look, LookOptions, look_of
from minevis.render.page import LEADING, NOWHERE, Page, page_of, page_of_panels
from minevis.render.painter import Painter
from minevis.render.panels import Layer, board, check_panels, drawn_panel, pale_clues
from minevis.render.scene import Scene
from minevis.render.tiles.atlas import Mark
from minevis.render.tiles.draw_text import wrap
from minevis.render.tiles.theme import Colour, Theme, theme_of
from minevis.solver.analysis import Analysis
from minevis.solver.events import Proved, Reasoned
from minevis.trace.snapshot import Snapshot, blank
from minevis.trace.trace import ENDS, Trace
from minevis.utils.appearance import AUTO, TurnsDark, follows_page
from minevis.utils.checks import check_index
from minevis.utils.formatting import big_number, percent, quantity
from minevis.utils.lettering import font_folder
from minevis.utils.showing import write_as
from minevis.words.advice import conditions_of
from minevis.words.captions import caption
from minevis.words.english import say
from minevis.words.events import badge as badge_of
from minevis.words.events import meaning_of
from minevis.words.proof_captions import statements

PICTURES = (".jpg", ".jpeg", ".webp", ".gif", ".pdf")  # that Pillow writes, besides .png
COLOURS = 256  # of the palette: enough for flat tiles
ASKED = "search"  # the role of the line around the cells in question
CELL = 36  # px, of values shown without a caption
TEXT, ROW, LINE = 20, 28, 110  # px of letters and rows, characters of a line, in pictures of text
MOST_LINES = 200
MOST_STEPS = 12  # that a picture lists one by one


class Picture(TurnsDark, Image.Image):
    """A picture that a notebook shows, with a description for readers who cannot see it.

    It is a Pillow image: `crop`, `resize`, `show` and the others work, and so does `np.asarray`.

    Attributes
    ----------
    words : str
        The description.
    cells : tuple of int or None
        The place of the cells, see `grid_place`.
    dark : numpy.ndarray or None
        The pixels for a dark page.
    """

    # class attributes for images made of this one, such as a copy
    words = ""
    cells: tuple[int, ...] | None = None
    dark: np.ndarray | None = None

    def __init__(
        self,
        pixels: np.ndarray,
        words: str,
        cells: tuple[int, ...] | None = None,
        *,
        dark: np.ndarray | None = None,
        follows: bool = False,
    ) -> None:
        """Make a picture of pixels, uint8 RGB [h, w, 3]. One that `follows` its page turns dark."""
        super().__init__()
        vars(self).update(vars(Image.fromarray(pixels)))
        self.words, self.cells, self.dark, self.follows = words, cells, dark, follows

    @classmethod
    def of_png(cls, data: bytes, words: str, *, follows: bool = False) -> "Picture":
        """Return the picture in a PNG file."""
        pixels = np.asarray(Image.open(BytesIO(data)).convert("RGB"))
        return cls(pixels, words, follows=follows)

    @property
    def pixels(self) -> np.ndarray:
        """The pixels, uint8 RGB [h, w, 3]."""
        return np.asarray(self)

    def save(  # type: ignore[override]  # Pillow returns None
        self, path: Any, format: str | None = None, **options: Any
    ) -> Path:
        """Write the picture and return its path: completely or not at all.

        Parameters
        ----------
        path : str, Path or file
            A file that ends with .png, .jpg, .webp, .gif or .pdf; or an open file, as in Pillow.
        format, **options
            As in Pillow.

        Raises
        ------
        EncoderError
            For other endings, and if writing fails.
        """
        if not isinstance(path, str | PathLike):
            super().save(path, format, **options)
            return Path(getattr(path, "name", ""))

        def write(path: Path, **options: Any) -> Path:
            with written(path) as part:
                super(Picture, self).save(part, format, **options)
            return path

        png = partial(write, optimize=True)
        return write_as(path, {".png": png, **dict.fromkeys(PICTURES, write)}, **options)

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, str], dict[str, Any]]:
        data = {"image/png": b64encode(small_png(self.pixels)).decode(), "text/plain": self.words}
        about: dict[str, Any] = {"alt": self.words}
        if self.cells:
            about["cells"] = list(self.cells)
        if self.dark is not None:
            about["dark"] = b64encode(small_png(self.dark)).decode()
        return data, {"image/png": about}

    def _repr_jpeg_(self) -> None:
        """Give no JPEG as Pillow does: a notebook would keep the picture twice."""

    def __repr__(self) -> str:
        return f"<Picture {self.width}×{self.height}: {self.words}>"


def small_png(pixels: np.ndarray, colours: int = COLOURS) -> bytes:
    """A picture, uint8 RGB [h, w, 3], as a PNG with a palette: some half of the size."""
    stream = BytesIO()
    Image.fromarray(pixels).quantize(colours).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def picture_of(trace: Trace, index: int, **options: Unpack[LookOptions]) -> Picture:
    """Return the picture after event `index` of `trace`.

    The theme "auto" adds a dark picture for dark exported pages.
    """
    look, number = look_of(options), check_index(index, len(trace), "event", "trace")
    themes = ("paper", "dark") if look.theme == AUTO else (look.theme,)
    pages = [page_of(trace.shape, replace(look, theme=theme)) for theme in themes]
    pixels, *dark = (next(frames(trace, [Beat(number, 1)], page, fps=1)) for page in pages)
    return Picture(
        pixels,
        describe_moment(trace, number),
        grid_place(pages[0]),
        dark=dark[0] if dark else None,
        follows=follows_page(look.theme),
    )


def cells_picture(
    shown: Board | Game | Position | Analysis | Snapshot, **options: Unpack[LookOptions]
) -> Picture:
    """Return the picture of a value with cells.

    By default an analysis shows its odds, a snapshot its caption, and the others only their cells.
    """
    snapshot, words = snapshot_of(shown), repr(shown)[1:-1]
    odds = shown if isinstance(shown, Analysis) else None
    look = look_of(options).filled(panels="probability" if odds else "board")
    if drawn := next(filter(drawn_panel, check_panels(look.panels or ())), None):
        raise ValueError(f"panels={drawn!r}: it draws a run, as trace.picture(i, panels=...) does")
    if snapshot.event is None and not look.on_screen:
        look = look.filled(legend=odds is not None, caption=odds is not None)
    page = page_of(snapshot.shape, look)
    if look.cell is None and not page.format and page.cell > CELL:
        page = page_of(snapshot.shape, replace(look, cell=CELL))
    scene = scene_of(snapshot, page)
    if odds and page.text.width and not page.format:
        text = "\n".join((*conditions_of(odds), str(odds.advice or words)))
        counters = tuple(words.removeprefix("Analysis: ").split(", "))
        badge = (say("badge odds"), page.theme.guess)
        scene = replace(scene, badge=badge, counters=counters, sentences=(text,))
        page = _with_room(page, text)
    pixels = Painter(page).draw(scene).copy()
    return Picture(pixels, words, follows=follows_page(look.theme))


def snapshot_of(shown: Board | Game | Position | Analysis | Snapshot) -> Snapshot:
    """Return the snapshot that shows the cells of a value: for a board all of them."""
    if isinstance(shown, Snapshot):
        return shown
    if isinstance(shown, Board):
        view = np.where(shown.mined, ViewCode.COVERED, shown.clues)
        plain = blank(shown.shape, shown.mines, view, shown.letters)
        return replace(plain, missed=shown.mined)
    position = shown if isinstance(shown, Position) else shown.position
    plain = blank(position.shape, position.mines or 0, position.view)
    if not isinstance(shown, Analysis):
        return plain
    mined = shown.mined & position.covered
    return replace(plain, safe=shown.safe, mined=mined, probability=shown.probability)


def text_picture(text: str, *, theme: str | Theme | None = None) -> Picture:
    """Draw a text: long lines are broken, except rows of a table."""
    colours, lines = theme_of(theme), []
    for line in text.splitlines():
        lines += [line] if "  " in line.strip() else textwrap.wrap(line, LINE) or [""]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], f"… {len(lines) - MOST_LINES + 1} more lines"]
    file = str(font_folder() / "DejaVuSansMono.ttf")
    font = ImageFont.truetype(file, TEXT, layout_engine=ImageFont.Layout.BASIC)
    width = max(ceil(font.getlength(line)) for line in lines)
    size = (width + 2 * TEXT, ROW * len(lines) + 2 * TEXT)
    page = Image.new("RGB", size, tuple(colours.ground))
    draw = ImageDraw.Draw(page)
    for row, line in enumerate(lines):
        draw.text((TEXT, TEXT + ROW * row), line, tuple(colours.ink), font)
    return Picture(np.asarray(page), text, follows=follows_page(theme))


def grid_place(page: Page) -> tuple[int, ...] | None:
    """Return the place of a picture's cells, so that a page can point at one; None with a camera.

    The left and top edge of the first panel's grid and the side of a cell, in px; then the row and
    the column of the first cell, and the row and column counts.
    """
    if page.format:
        return None
    return (page.grids[0].left, page.grids[0].top, page.cell, *page.crop)


def describe_moment(trace: Trace, index: int) -> str:
    """Describe the moment after event `index` in words."""
    number = check_index(index, len(trace), "event", "trace")
    moment = caption(trace.events[number])
    return f"A Minesweeper board of {board_line(trace, ' with ')}. {moment}"


def describe_run(trace: Trace) -> str:
    """Describe the run in words."""
    run = f"{board_line(trace, ' with ')} by player {trace.start.player}"
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
    look = Look(panels="board", cell=cell, theme=theme, crop=question.crop, legend=False)
    layout = page_of_panels(position.shape, look)
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
    plain = board(blank(position.shape, position.total, position.view))
    named = mask_of(question.clues, position.shape)
    pictures = np.where(named, plain.pictures, pale_clues(plain.pictures)).astype(np.uint16)
    layer = replace(
        plain, pictures=pictures, title=question.title, outlines=(Outline(question.asked, ASKED),)
    )
    left = say("practice left", left=big_number(position.mines_left))
    counters = (left,) if question.needs_total else ("",)
    if solution is None:
        badge = (say("practice badge"), theme.deduction)
        return Scene((layer,), badge, counters, (say(question.asks),))
    return Scene(
        (_solved(layer, solution),), _badge(solution, theme), counters, (_sentences(solution),)
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
