"""Figures of the tutorial that answer without Python: their data, a page, and a still picture.

A notebook in this folder says `import figures`.
"""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from math import ceil, comb
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from IPython.display import Markdown
from PIL import Image

from minevis.analysis import analyze
from minevis.experiments.trials import trials
from minevis.film.picture import Picture
from minevis.film.race import Race
from minevis.film.telling import scene_of
from minevis.game.board import Board, Level, level_of
from minevis.game.game import Game
from minevis.game.grid import Cell, cells_of, check_cell, dilate, flat_of, mask_of, neighbour_counts
from minevis.game.position import Position, ViewCode
from minevis.players import Player, player_of
from minevis.render.marks import Outline
from minevis.render.options import Look
from minevis.render.page import page_of_panels
from minevis.render.painter import Painter
from minevis.render.panels import panel
from minevis.render.tiles.atlas import Mark, Tile
from minevis.render.tiles.theme import Theme, theme_of
from minevis.solver.analysis import Analysis
from minevis.solver.counting.endgame import Endgame
from minevis.solver.counting.sampling import layouts_of
from minevis.solver.events import ComponentFound, Opened, SolutionFound
from minevis.solver.knowledge import Knowledge
from minevis.solver.turn import think
from minevis.trace.snapshot import Snapshot
from minevis.trace.trace import Trace
from minevis.utils.checks import check_count, check_kind
from minevis.utils.files import write_whole
from minevis.utils.options import PAGES
from minevis.utils.showing import Writer, write_as
from minevis.web.fallback import board_png, frame_over, img_tag
from minevis.web.javascript import page_script
from minevis.web.pack import pack, text_of
from minevis.web.page import standalone
from minevis.web.race_pack import race_parts
from minevis.web.sheets import (
    codes,
    codes_of,
    known_snapshot,
    links_of,
    outline_sides,
    sheets,
)
from minevis.web.trace_pack import AUTO, browser_theme
from minevis.words.english import say

ENTRY = "figures/mount.js"
HEIGHT = "30em"  # of a frame before its page sends its height
NO_CHANCE = 65535  # for an open cell: the browser draws no chance
MOST_LAYOUTS = 500  # for the value of a guess
MOST_DRAWN = 5_000
LEVELS = ("beginner", "intermediate", "expert")
IDEAS = ("counting", "two clues", "supposing", "mines left", "search")
RULES_OF = {
    "counting": ("count",),
    "two clues": ("count", "subset", "overlap"),
    "search": ("count", "search"),
}
# Seeds of the boards that need a supposition, or a whole search, by `mv.rate`
NEED_SUPPOSING: dict[str, tuple[int, ...]] = {
    "beginner": (997, 4609, 5072, 7261, 7311, 8421, 9360),
    "intermediate": (
        263,
        277,
        758,
        867,
        977,
        1512,
        2032,
        2957,
        3041,
        3688,
        3770,
        4084,
        4134,
        4232,
        4398,
        4521,
        4762,
        5275,
        5384,
        6010,
        6465,
        6491,
        6838,
        6891,
        6906,
        7238,
        7878,
        8167,
        8236,
        8316,
        8426,
        8476,
        8901,
        9099,
        9292,
        9627,
    ),
    "expert": (
        220,
        281,
        515,
        572,
        656,
        733,
        962,
        1519,
        1565,
        2093,
        2605,
        2774,
        3258,
        3733,
        3863,
        4499,
        4812,
        4862,
        5015,
        5016,
        5121,
        5534,
        5802,
        5906,
        6086,
        6107,
        6336,
        6665,
        7092,
        7622,
        7653,
        7793,
        7901,
        8219,
        8495,
        8673,
        8842,
        9227,
        9353,
    ),
}
NEED_SEARCH: dict[str, tuple[int, ...]] = {
    "beginner": (),
    "intermediate": (4119, 9925),
    "expert": (),
}


@dataclass(frozen=True)
class Figure:
    """A figure to touch: it answers in any browser, without Python.

    Its answers are prepared and packed, so that nobody reads them by accident. Where scripts do not
    run it is a picture, described by `words`.

    >>> figure = figures.window(mv.Board.parse("*..\\n..."))
    >>> figure
    <Figure window: A Minesweeper board of 2×3 cells whose mines are all shown.>
    """

    kind: str  # the part of the script
    data: Mapping[str, Any] = field(repr=False)  # the input of that part: plain values
    still: bytes = field(repr=False)  # a PNG
    words: str  # for readers who cannot see it
    theme: str = AUTO
    numbers: frozenset[int] = frozenset()  # pictures of two numbers that it draws
    race: Race | None = field(default=None, repr=False)  # that its page can play

    def page(self) -> str:
        """Return the figure as one HTML page that works offline.

        >>> "mv-figure" in figures.window(mv.Board.parse("*.")).page()
        True
        """
        data = {"kind": self.kind, "theme": browser_theme(self.theme), **self.data}
        head, images = sheets([*range(Tile.PALE), *self.numbers])
        packed = text_of(pack({"figure": data, "atlas": head}, images))
        if self.race is not None:
            more, parts = race_parts(self.race, theme=self.theme, curves=True)
            packed = text_of(pack({"figure": data, **more}, parts))
        content = f'<script type="text/plain" class="minevis-figure">{packed}</script><div></div>'
        script, styles = page_script(ENTRY), ("figures/figures.css", "race/race.css")
        return standalone(content, script, title=self.words, theme=self.theme, styles=styles)

    def save(self, path: str | Path) -> Path:
        """Write the page to an .html file, or the picture to a .png file, and return its path.

        Raises `EncoderError` for another ending and a missing folder.
        """
        page: Writer = lambda path: write_whole(path, self.page())  # noqa: E731
        return write_as(path, {**dict.fromkeys(PAGES, page), ".png": self.picture().save})

    def picture(self) -> Picture:
        """Return the figure as a picture that is described by `words`."""
        return Picture.of_png(self.still, self.words)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Return the page in a frame over the still, and the still by itself."""
        waiting = f"{img_tag(self.still, self.words)}<p>{say('figure waits')}</p>"
        html = frame_over(waiting, self.page(), self.words, HEIGHT)
        still = b64encode(self.still).decode()
        return {"text/html": html, "image/png": still, "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<Figure {self.kind}: {self.words}>"


def shown(position: Position, known: Analysis | None = None) -> dict[str, Any]:
    """Return the size of a position, and the codes of its cells, for the browser."""
    height, width = position.shape
    drawn = codes(known_snapshot(position, known))
    return {"height": height, "width": width, "codes": drawn}


def hundredths(chances: np.ndarray, view: np.ndarray) -> list[int]:
    """Chances of covered cells in hundredths of a percent, cell by cell; both are [H, W]."""
    covered = view == ViewCode.COVERED
    scaled = np.rint(10_000 * np.nan_to_num(chances)).astype(np.int64)
    return [int(each) for each in np.where(covered, scaled, NO_CHANCE).ravel()]


def about(position: Position) -> str:
    """Describe a position, for readers who cannot see it."""
    height, width = position.shape
    return say("figure position", height=str(height), width=str(width))


@dataclass(frozen=True)
class Configurations:
    """All configurations of a position whose frontier is one component."""

    cells: tuple[Cell, ...]
    table: np.ndarray  # int64 [configurations, cells]: 1 for a mine
    interior: int  # covered cells next to no clue
    mines_left: int

    @classmethod
    def of(cls, position: Position) -> "Configurations":
        """Search `position`. Raises `ValueError` unless its frontier is one component."""
        check_kind("position", position, Position)
        frontier = sum(len(each.cells) for each in analyze(position).components)
        events = list(think(Knowledge(position), player_of("convolution"), {}, seed=0))
        found = [event for event in events if isinstance(event, ComponentFound)]
        if len(found) != 1 or len(found[0].cells) != frontier:
            raise ValueError(f"{position!r}: this figure takes a frontier of one component")
        rows = [event.counts for event in events if isinstance(event, SolutionFound)]
        interior = int(position.covered.sum()) - frontier
        return cls(found[0].cells, np.array(rows), interior, position.mines_left)

    def inside(self, position: Position) -> list[int]:
        """Return the flat cells of the interior."""
        frontier = mask_of(self.cells, position.shape)
        return np.flatnonzero((position.view == ViewCode.COVERED) & ~frontier).tolist()

    def ways(self) -> list[int]:
        """Return the ways to place the other mines, per configuration."""
        left = [self.mines_left - int(held) for held in self.table.sum(axis=1)]
        return [comb(self.interior, rest) if rest >= 0 else 0 for rest in left]

    def part(self, position: Position) -> tuple[slice, slice]:
        """Return the part of the board around the frontier, with the clues at its left."""
        rows, cols = np.nonzero(dilate(mask_of(self.cells, position.shape)))
        return (
            slice(int(rows.min()), int(rows.max()) + 1),
            slice(max(int(cols.min()) - 1, 0), int(cols.max()) + 1),
        )

    def cards(self, position: Position) -> list[dict[str, object]]:
        """Return the configurations on their part of the board, and their ways."""
        plain = np.array(shown(position)["codes"]).reshape(position.shape)
        frontier = tuple(np.transpose(self.cells))
        part = self.part(position)
        height, width = plain[part].shape
        cards = []
        for row, ways in zip(self.table.tolist(), self.ways(), strict=True):
            drawn = plain.copy()
            drawn[frontier] = codes_of(np.where(row, Tile.MINE, Tile.OPENED))
            codes = drawn[part].ravel().tolist()
            size = {"height": height, "width": width, "corner": [each.start for each in part]}
            cards.append({"codes": codes, **size, "ways": ways, "mines": sum(row)})
        return cards


def question(
    position: Position,
    first: Cell,
    second: Cell,
    *,
    theme: str = AUTO,
) -> Figure:
    """Ask where to click: on one of two cells, or elsewhere. A click shows their chances.

    Raises `ValueError` unless exactly one of the two is a mine in every configuration, and the
    frontier is one component, and `TypeError` for anything but a cell `(row, col)`.

    >>> position = mv.Position.parse("mines 2\\n#1##")
    >>> figures.question(position, (0, 0), (0, 2)).kind
    'question'
    """
    first, second = check_cell("first", first), check_cell("second", second)
    found, known = Configurations.of(position), analyze(position)
    pair = [found.cells.index(cell) for cell in (first, second) if cell in found.cells]
    if len(pair) != 2 or not (found.table[:, pair].sum(axis=1) == 1).all():
        raise ValueError(f"{first} and {second}: just one of them must be a mine, whatever fits")
    view, ways = position.view, np.array(found.ways())
    data = {
        **shown(position),
        "cells": [row * position.shape[1] + col for row, col in (first, second)],
        "mines": position.mines,
        "flags": int((view == ViewCode.FLAGGED).sum()),
        "stuck": not known.safe[position.covered].any(),
        "exact": hundredths(known.probability, view),
        "mined": [int(found.table[:, each].sum()) for each in pair],  # number of configurations
        "first": found.table[:, pair[0]].tolist(),
        "layouts": [int(ways @ found.table[:, each]) for each in pair],
        "interior": found.interior,
        "configurations": found.cards(position),
        "table": found.table.tolist(),
        "frontier": [flat_of(cell, position.shape[1]) for cell in found.cells],
        "inside": found.inside(position),
        "left": found.mines_left,
    }
    still = board_png(
        known_snapshot(position, None), theme=theme, letters={first: "A", second: "B"}
    )
    asked = say("question still", first=str(first), second=str(second))
    return Figure("question", data, still, f"{about(position)} {asked}", theme)


def configurations(position: Position, *, theme: str = AUTO) -> Figure:
    """Show the configurations of a frontier as cards, and a slider for the mines left.

    The chances by plain averages and the exact ones are side by side. Raises `ValueError` unless
    the frontier is one component.

    >>> figures.configurations(mv.Position.parse("mines 2\\n#1##")).data["left"]
    2
    """
    found = Configurations.of(position)
    width, held = position.shape[1], found.table.sum(axis=1)
    cells = np.arange(position.view.size).reshape(position.shape)
    plain = np.where(position.covered, -1, -2).ravel()
    for number, cell in enumerate(found.cells):
        plain[flat_of(cell, width)] = number
    data = {
        **shown(position),
        "left": found.mines_left,
        "flags": position.total - found.mines_left,
        "least": int(held.min()),
        "most": int(held.max()) + found.interior,
        "interior": found.interior,
        "plain": plain.tolist(),  # which column of the table; -1 in the interior, -2 if opened
        "table": found.table.tolist(),
        "configurations": found.cards(position),
        "crop": cells[found.part(position)].ravel().tolist(),
        "watched": int(np.flatnonzero(plain >= 0)[0]),
    }
    known = known_snapshot(position, analyze(position))
    still = board_png(known, theme=theme, panels=("board", "probability"))
    return Figure("configurations", data, still, about(position), theme)


def one_more(position: Position, *, seed: int = 0, theme: str = AUTO) -> Figure:
    """Show why one mine more in the interior makes so many more layouts.

    It hops through all free places, and each result is made in as many ways as it has mines.
    Raises `ValueError` unless the frontier is one component.

    >>> figures.one_more(mv.Position.parse("mines 2\\n#1####")).data["ways"]
    3
    """
    found = Configurations.of(position)
    cells = found.inside(position)
    mines = found.mines_left - int(found.table.sum(axis=1).max())
    placed = np.random.default_rng(seed).choice(cells, mines, replace=False)
    data = {
        **shown(position),
        "cells": cells,
        "placed": sorted(placed.tolist()),
        "fewer": comb(len(cells), mines),
        "ways": comb(len(cells), mines + 1),
        "mine": int(codes_of(Tile.MINE)),
        "trying": int(codes_of(Tile.MINE, Mark.TRYING)),
    }
    still = board_png(known_snapshot(position, None), theme=theme)
    return Figure("one-more", data, still, f"{about(position)} {say('one-more label')}", theme)


def search(position: Position, *, theme: str = AUTO) -> Figure:
    """A search by hand: try a mine or no mine in one cell after the other, and see a tree grow.

    Cells come in the order in which the solver searches them. If there are many, the reader can
    shuffle them. Raises `ValueError` unless the frontier is one component.

    >>> figures.search(mv.Position.parse("mines 2\\n#1##")).data["cells"]
    [0, 2]
    """
    found = Configurations.of(position)
    height, width = position.shape
    view = position.view
    clues = []
    for clue in cells_of(view > 0):
        near = dilate(mask_of([clue], (height, width)))
        around = [number for number, cell in enumerate(found.cells) if near[cell]]
        if around:
            left = int(view[clue] - (near & (view == ViewCode.FLAGGED)).sum())
            cell, number = flat_of(clue, width), int(view[clue])
            clues.append({"cell": cell, "number": number, "left": left, "around": around})
    data = {
        **shown(position),
        "cells": [flat_of(cell, width) for cell in found.cells],
        "clues": clues,
        "pictures": {"mine": int(codes_of(Tile.MINE)), "none": int(codes_of(Tile.OPENED))},
        "marks": {
            "next": int(Mark.TRYING),
            "broken": int(Mark.VIOLATED),
            "complete": int(Mark.COMPLETE),
        },
    }
    still = board_png(known_snapshot(position, None), theme=theme)
    return Figure("search", data, still, f"{about(position)} {say('search still')}", theme)


def first_click(
    level: str | tuple[int, int, int] | Level = "beginner",
    *,
    boards: int = 100,
    theme: str = AUTO,
) -> Figure:
    """The openings by a first click in a corner, on an edge and in the middle of many boards.

    The first click is no mine. Board `i` has the seed `i`. Raises `BoardFormatError` for a
    wrong level, and `ValueError` for no number of boards.

    >>> figures.first_click("beginner", boards=3).data["places"][0]["name"]
    'corner'
    """
    size, boards = level_of(level), check_count("boards", boards)
    places = {
        "corner": (0, 0),
        "edge": (0, size.width // 2),
        "middle": (size.height // 2, size.width // 2),
    }
    fresh = Position.fresh((size.height, size.width), size.mines)
    data = {
        **shown(fresh),
        "boards": boards,
        "places": [
            {"name": name, "cell": row * size.width + col, **_opened(size, (row, col), boards)}
            for name, (row, col) in places.items()
        ],
    }
    letters = dict(zip(places.values(), "ABC", strict=True))
    still = board_png(known_snapshot(fresh, None), theme=theme, letters=letters)
    words = f"{about(fresh)} {say('first-click still')}"
    return Figure("first-click", data, still, words, theme)


def _opened(size: Level, first: Cell, boards: int) -> dict[str, object]:
    """Return the openings of a click at `first`: a bit per cell and board, and their sums."""
    views = []
    for seed in range(boards):
        game = Game(Board.random(size, seed=seed, first=first))
        game.open(first)
        views.append(game.position.view >= 0)
    opened = np.array([view.ravel() for view in views])
    return {
        "opened": list(map(_bits, opened)),
        "zeros": int((opened.sum(axis=1) > 1).sum()),
        "mean": round(float(opened.sum(axis=1).mean()), 1),
    }


def layouts(board: Board, first: Cell, *, theme: str = AUTO) -> Figure:
    """All layouts that fit after a first click: each further click rules some of them out.

    Raises `ValueError` if the first click hits a mine, or leaves more than 5,000 layouts.

    >>> figure = figures.layouts(mv.Board.parse("*.\\n.."), (1, 1))
    >>> figure.data["layouts"]
    ['0010', '0100', '1000']
    """
    check_kind("board", board, Board)
    game = Game(board)
    game.open(first)
    position = game.position
    known = analyze(position) if not game.lost else None
    if known is None or known.configurations > MOST_DRAWN:
        raise ValueError(
            f"{first}: a first click that opens, and leaves at most {MOST_DRAWN:,} layouts"
        )
    return plot(board, position, otherwise="guess", kind="layouts", theme=theme)


def plot(
    board: Board,
    start: Position,
    *,
    chapter: int = 0,
    asks: str = "",
    told: str = "",
    ends: str = "",
    goal: Position | None = None,
    answer: Snapshot | None = None,
    letters: Mapping[Cell, str] = MappingProxyType({}),
    certain: bool = False,
    otherwise: str = "doubt",
    kind: str = "plot",
    theme: str = AUTO,
) -> Figure:
    """Let the reader go on with `board` from `start`, in a chapter of a text.

    A click opens a cell that is safe in every layout. `otherwise` says what any other click is: a
    "doubt", which opens nothing, a "choice" or a "guess". The browser keeps the clicks for later
    chapters. The chapter ends with the cells of `goal` opened, or with a click of the kind `ends`.
    Then come the words `told`, and the marks of `answer`. With `certain` the reader may claim that
    no cell is certain.

    >>> board = mv.Board.parse("*.\\n..")
    >>> figures.plot(board, mv.Position.parse("mines 1\\n##\\n#1")).data["goal"]
    []
    """
    marks, sides, links = [], None, []
    if answer is not None:
        layer = panel("board")(answer)
        flat = layer.marks.ravel()
        marks = [(cell, int(flat[cell])) for cell in np.flatnonzero(flat).tolist()]
        sides = outline_sides(layer.outlines, board.shape).tolist()
        links = links_of(layer.links, board.shape[1])
    opened = start.covered & ~goal.covered if goal else np.zeros(board.shape, bool)
    data = {
        **shown(start),
        "chapter": chapter,
        "asks": asks,
        "told": told,
        "ends": ends,
        "goal": np.flatnonzero(opened & ~board.mined).tolist(),
        "answer": {"marks": marks, "sides": sides, "links": links},
        "letters": [(flat_of(cell, board.shape[1]), name) for cell, name in letters.items()],
        "certain": certain,
        "otherwise": otherwise,
        "layouts": [_bits(layout) for layout in layouts_of(start)],
        "truth": _bits(board.mined),
        "covered": int(codes_of(Tile.COVERED)),
        "mine": int(codes_of(Tile.EXPLODED)),
        "flag": int(codes_of(Tile.FLAG)),
        "first": int(Tile.OPENED),
    }
    still = board_png(known_snapshot(start, None), theme=theme)
    return Figure(kind, data, still, f"{about(start)} {asks}".strip(), theme)


def two_numbers(snapshot: Snapshot, *, theme: str = AUTO) -> Figure:
    """Turn each clue of a moment into two numbers: the mines left around it, and the room.

    >>> trace = mv.thoughts(mv.Position.parse("mines 1\\n##\\n1#"))
    >>> figure = figures.two_numbers(trace[1])
    >>> figure.data["height"], len(figure.numbers)
    (2, 1)
    """
    plain, turned = panel("board")(snapshot), panel("constraints")(snapshot)
    height, width = snapshot.view.shape
    pictures = set(turned.pictures[turned.pictures >= Tile.CONSTRAINT].tolist())
    data = {
        "height": height,
        "width": width,
        "codes": codes_of(plain.pictures, plain.marks).ravel().tolist(),
        "numbers": codes_of(turned.pictures, turned.marks).ravel().tolist(),
        "answer": {
            "sides": outline_sides(plain.outlines, snapshot.view.shape).tolist(),
            "links": links_of(plain.links, width),
        },
    }
    still = board_png(snapshot, theme=theme, panels=("board", "constraints"))
    words = say("figure position", height=str(height), width=str(width))
    return Figure("two-numbers", data, still, words, theme, frozenset(pictures))


def regions(position: Position, *, columns: int, theme: str = AUTO) -> Figure:
    """Show the first `columns` of a position: a touch outlines a component, or the interior.

    >>> figures.regions(mv.Position.parse("mines 2\\n#1###1#"), columns=7).data["plain"]
    [0, -1, 0, 2, 1, -1, 1]
    """
    parts = [component.cells for component in analyze(position).components]
    frontier = {cell for part in parts for cell in part}
    parts.append(tuple(cell for cell in cells_of(position.covered) if cell not in frontier))
    region = np.full(position.shape, -1)
    for number, part in enumerate(parts):
        region[mask_of(part, position.shape)] = number
    near = Position(position.view[:, :columns], None)
    seen = [Outline(tuple(cell for cell in part if cell[1] < columns), "search") for part in parts]
    data = {
        **shown(near),
        "plain": region[:, :columns].ravel().tolist(),
        "counts": [len(part) for part in parts],
        "outlines": [outline_sides([each], near.shape).tolist() for each in seen],
    }
    return Figure(
        "regions", data, board_png(known_snapshot(near, None), theme=theme), about(near), theme
    )


def cards(position: Position, *, across: int = 3, cell: int = 26) -> Picture:
    """Draw the configurations of a position, cropped to the frontier; their mines have a frame."""
    found = Configurations.of(position)
    rows, cols = found.part(position)
    top, left = rows.start, cols.start
    crop = (top, left, rows.stop - top, cols.stop - left)

    def draw(theme: str) -> np.ndarray:
        look = Look(
            panels="board", cell=cell, crop=crop, coordinates=False, caption=False, theme=theme
        )
        layout = page_of_panels(position.shape, look)
        grid, pictures = layout.grids[0], []
        for row in found.table:
            mined = [at for at, mine in zip(found.cells, row, strict=True) if mine]
            mines = mask_of(mined, position.shape)
            opened = mask_of(found.cells, position.shape) & ~mines
            seen = known_snapshot(Position(np.where(opened, 0, position.view), None), None, mines)
            picture = Painter(layout).draw(scene_of(seen, layout))[grid.part].copy()
            for at in mined:
                y, x = (at[0] - top) * cell, (at[1] - left) * cell
                for part in (np.s_[:3, :], np.s_[-3:, :], np.s_[:, :3], np.s_[:, -3:]):
                    picture[y : y + cell, x : x + cell][part] = layout.theme.guess
            height, width = picture.shape[:2]
            card = np.full((height + 16, width + 16, 3), layout.theme.ground, np.uint8)
            card[8:-8, 8:-8] = picture
            pictures.append(card)
        pictures += [np.full_like(card, layout.theme.ground)] * (-len(pictures) % across)
        lines = [np.hstack(pictures[at : at + across]) for at in range(0, len(pictures), across)]
        return np.vstack(lines)

    words = "The configurations, with a frame around each mine"
    return Picture(draw("paper"), words, dark=draw("dark"))


def found_by(search: Trace) -> tuple[tuple[Cell, ...], np.ndarray]:
    """Return the cells of a search, and its configurations: int64 [configurations, cells]."""
    found = [event.counts for event in search.events if isinstance(event, SolutionFound)]
    component = next(event for event in search.events if isinstance(event, ComponentFound))
    return component.cells, np.array(found)


def told_as_list(lines: Iterable[str]) -> Markdown:
    """List sentences, step by step."""
    return Markdown("\n".join(f"1. {line}" for line in lines))  # type: ignore[no-untyped-call]


def side_by_side(positions: Sequence[Position], words: str) -> Picture:
    """Draw positions of one height side by side."""
    drawn = [
        [
            each.picture(cell=36, coordinates=False, caption=False, theme=theme).pixels
            for each in positions
        ]
        for theme in ("paper", "dark")
    ]
    paper, dark = map(np.hstack, drawn)
    return Picture(paper, words, dark=dark)


def plot_record(board: Board, trace: Trace, *, chapter: int = 0, theme: str = AUTO) -> Figure:
    """Show the reader's clicks in the chapters of `plot` next to those of `trace`.

    Before a click in `chapter`, or a later one, only a button shows the mines.

    >>> board = mv.Board.parse("*.\\n..")
    >>> figures.plot_record(board, mv.play(board, first=(1, 1))).data["cells"][0]
    3
    """
    clicks = [event.cell for event in trace.events if isinstance(event, Opened)]
    pictures = np.where(board.mined, Tile.FLAG, Tile.OPENED)
    data = {
        "height": board.shape[0],
        "width": board.shape[1],
        "codes": codes_of(pictures).ravel().tolist(),
        "hidden": codes_of(np.full(board.shape, Tile.COVERED)).ravel().tolist(),
        "cells": [flat_of(cell, board.shape[1]) for cell in clicks],
        "chapter": chapter,
    }
    fresh = known_snapshot(Position.fresh(board.shape, board.mines), None)
    still = board_png(fresh, theme=theme)
    return Figure("plot-record", data, still, say("plot-record still"), theme)


def _bits(cells: np.ndarray) -> str:
    """Return a bit for each cell, row by row."""
    return "".join("1" if each else "0" for each in cells.ravel())


def guess(position: Position, *, theme: str = AUTO) -> Figure:
    """Let the reader guess in a position without a safe cell, and show how often that wins.

    Raises `ValueError` if a cell is safe, or for more than 500 layouts.

    >>> figures.guess(mv.Position.parse("mines 1\\n##\\n1#")).data["layouts"]
    3
    """
    check_kind("position", position, Position)
    known = analyze(position)
    if known.safe[position.covered].any() or known.configurations > MOST_LAYOUTS:
        raise ValueError(
            f"{position!r}: a guess is asked for where nothing is safe and at most "
            f"{MOST_LAYOUTS} layouts fit"
        )
    layouts = layouts_of(position)
    covered = position.view == ViewCode.COVERED
    flat = covered.ravel().nonzero()[0].tolist()
    shows, won = (
        [of(layouts, cell).tolist() if cell in flat else [] for cell in range(covered.size)]
        for of in (_shows, _won)
    )
    part = tuple(slice(axis.min(), axis.max() + 1) for axis in np.nonzero(covered))
    data = {
        **shown(position),
        "risk": hundredths(known.probability, position.view),
        "wins": [sum(each) if each else -1 for each in won],
        "layouts": len(layouts),
        "shows": shows,
        "won": won,
        "drawn": list(map(_bits, layouts)),
        "part": np.arange(covered.size).reshape(covered.shape)[part].tolist(),
    }
    still = board_png(known_snapshot(position, known), theme=theme, panels=("board", "probability"))
    return Figure("guess", data, still, about(position), theme)


def player_for(idea: str) -> Player:
    """Return a player that knows the rules of an idea, and otherwise opens any covered cell.

    >>> figures.player_for("counting").rules
    ('count',)
    """
    rules = RULES_OF[idea]
    odds = "exact" if "search" in rules else None
    return Player(rules=rules, odds=odds, guess="uniform", name=idea)


@cache
def solved_by(idea: str, level: str, games: int = 10_000) -> np.ndarray:
    """Return which boards an idea, with all easier ones, solves without a guess: bool [games].

    Board `i` has the seed `i`; the first click, in the corner, opens a zero. Which boards need a
    supposition takes minutes to rate: their seeds are in `NEED_SUPPOSING`.
    """
    if idea in RULES_OF:
        run = trials(level, player_for(idea), games=games, safe_radius=1, progress=False)
        return np.asarray(run.games_frame().guesses == 0)
    seeds = np.arange(games)
    if idea == "supposing":
        return solved_by("two clues", level, games) | np.isin(seeds, NEED_SUPPOSING[level])
    return solved_by("search", level, games) & ~np.isin(seeds, NEED_SEARCH[level])


def shares(idea: str) -> list[float]:
    """Return the share of 10,000 boards that an idea solves without a guess, by level."""
    return [float(solved_by(idea, level).mean()) for level in LEVELS]


def solved(idea: str, *, games: int = 10_000, theme: str = AUTO) -> Figure:
    """Show boards of each level as dots that turn blue, idea by idea, up to `idea`.

    >>> figures.solved("counting", games=4).data["views"][0]["ideas"]
    ['counting']
    """
    ideas = IDEAS[: IDEAS.index(idea) + 1]
    views = []
    for level in LEVELS:
        masks = [solved_by(each, level, games) for each in ideas]
        first = np.select(masks, range(len(masks)), -1)  # the easiest idea that solves a board
        drawn = "".join("-" if each < 0 else str(each) for each in first)
        views.append({"name": level, "ideas": list(ideas), "solved": drawn})
    words = say("field still", boards=f"{games:,}", ideas=", ".join(ideas))
    still = _dots(solved_by(idea, LEVELS[0], games), theme_of(browser_theme(theme)))
    return Figure("field", {"views": views}, still, words, theme)


def _dots(blue: np.ndarray, theme: Theme) -> bytes:
    """Draw a dot for each board, as a PNG."""
    side = ceil(len(blue) ** 0.5)
    shown = np.zeros(side * side, int)
    shown[: len(blue)] = np.where(blue, 2, 1)
    colours = np.array([theme.ground, theme.rim, theme.search], np.uint8)
    pixels = np.kron(shown.reshape(side, side), np.pad(np.ones((3, 3), int), ((0, 1), (0, 1))))
    file = BytesIO()
    Image.fromarray(colours[pixels]).save(file, "PNG")
    return file.getvalue()


def _shows(layouts: np.ndarray, cell: int) -> np.ndarray:
    """Return what flat `cell` shows in each layout, -1 for a mine."""
    at = (slice(None), *divmod(cell, layouts.shape[2]))
    numbers = np.stack([neighbour_counts(layout) for layout in layouts])
    return np.where(layouts[at], -1, numbers[at].astype(int))


def _won(layouts: np.ndarray, cell: int) -> np.ndarray:
    """Return which layouts are won by flat `cell`, followed by perfect play."""
    won, shows = np.zeros(len(layouts), bool), _shows(layouts, cell)
    for number in np.unique(shows[shows >= 0]):
        part = layouts[shows == number]
        best = flat_of(Endgame(part).best().cell, layouts.shape[2])
        won[shows == number] = _won(part, best) if len(part) > 1 else True
    return won


def estimate(
    title: str, known: Mapping[str, float], asked: str, value: float, *, theme: str = AUTO
) -> Figure:
    """A bar that the reader drags to a guess, below the bars of `known` shares.

    >>> figures.estimate("Games won", {"counting": 0.01}, "exact", 0.38).data["asked"]
    'exact'
    """
    data = {"title": title, "known": list(known.items()), "asked": asked, "value": value}
    still = board_png(known_snapshot(Position.fresh((9, 9), 10), None), theme=theme)
    return Figure("estimate", data, still, say("estimate still", title=title, name=asked), theme)


def bet(race: Race, *, theme: str = AUTO) -> Figure:
    """A race to bet on: first the reader chooses a player, then all of them play.

    >>> board = mv.Board.random("beginner", seed=2, first=(0, 0))
    >>> figure = figures.bet(mv.race(board, players=["counting", "exact"], first=(0, 0)))
    >>> figure.race
    <Race of ... moves: counting lost, exact won>
    """
    first = race.traces[0]
    best = max(race.traces, key=lambda trace: trace.moves)
    still = board_png(best[-1], theme=theme)
    fresh = Position.fresh(first.shape, first.start.mines)
    return Figure("bet", {}, still, about(fresh), theme, race=race)


def window(board: Board, *, theme: str = AUTO) -> Figure:
    """A board whose mines are shown: they are added up around the pointer.

    >>> figures.window(mv.Board.parse("*..\\n...")).data["mined"]
    [1, 0, 0, 0, 0, 0]
    """
    height, width = board.shape
    mined = board.mined.ravel()
    data = {
        "height": height,
        "width": width,
        "mined": mined.astype(int).tolist(),
        "codes": codes_of(np.where(mined, Tile.MINE, Tile.OPENED)).tolist(),
        "first": int(Tile.OPENED),
    }
    words = say("figure board", height=str(height), width=str(width))
    view = np.where(board.mined, ViewCode.COVERED, board.clues).astype(np.int8)
    shown = known_snapshot(Position(view, int(mined.sum())), None, board.mined)
    return Figure("window", data, board_png(shown, theme=theme), words, theme)
