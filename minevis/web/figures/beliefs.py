"""Figures of the configurations of a position, and of the resulting odds."""

from dataclasses import dataclass
from math import comb

import numpy as np

from minevis.analysis import analyze
from minevis.errors import check_kind
from minevis.game.grid import Cell, cells_of, check_cell, dilate, flat_of, mask_of
from minevis.game.position import Position, ViewCode
from minevis.players import player_of
from minevis.render.tiles.atlas import Mark, Tile
from minevis.solver.events import ComponentFound, SolutionFound
from minevis.solver.knowledge import Knowledge
from minevis.solver.turn import think
from minevis.web.board.position_view import snapshot_of
from minevis.web.figures.figure import Figure, about, hundredths, shown, still_of
from minevis.web.film.film import AUTO
from minevis.web.film.tile_sheets import codes_of
from minevis.words.english import say


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

    def ways(self) -> list[int]:
        """Return the ways to place the other mines, per configuration."""
        left = [self.mines_left - int(held) for held in self.table.sum(axis=1)]
        return [comb(self.interior, rest) if rest >= 0 else 0 for rest in left]

    def cards(self, position: Position) -> list[dict[str, object]]:
        """Return the configurations on the part of the board around them, and their ways."""
        plain = np.array(shown(position)["codes"]).reshape(position.shape)
        frontier = tuple(np.transpose(self.cells))
        near = dilate(dilate(mask_of(self.cells, position.shape)))
        part = tuple(slice(axis.min(), axis.max() + 1) for axis in np.nonzero(near))
        height, width = plain[part].shape
        cards = []
        for row, ways in zip(self.table.tolist(), self.ways(), strict=True):
            drawn = plain.copy()
            drawn[frontier] = codes_of(np.where(row, Tile.MINE, Tile.OPENED))
            codes = drawn[part].ravel().tolist()
            size = {"height": height, "width": width}
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
    >>> mv.figures.question(position, (0, 0), (0, 2)).kind
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
    }
    still = still_of(snapshot_of(position, None), theme=theme, letters={first: "A", second: "B"})
    asked = say("question still", first=str(first), second=str(second))
    return Figure("question", data, still, f"{about(position)} {asked}", theme)


def configurations(position: Position, *, theme: str = AUTO) -> Figure:
    """Show the configurations of a frontier as cards, and a slider for the mines left.

    The chances by plain averages and the exact ones are side by side. Raises `ValueError` unless
    the frontier is one component.

    >>> mv.figures.configurations(mv.Position.parse("mines 2\\n#1##")).data["left"]
    2
    """
    found = Configurations.of(position)
    width, held = position.shape[1], found.table.sum(axis=1)
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
        "watched": int(np.flatnonzero(plain >= 0)[0]),
    }
    known = snapshot_of(position, analyze(position))
    still = still_of(known, theme=theme, panels=("board", "probability"))
    return Figure("configurations", data, still, about(position), theme)


def search(position: Position, *, theme: str = AUTO) -> Figure:
    """A search by hand: try a mine or no mine in one cell after the other, and see a tree grow.

    Cells come in the order in which the solver searches them. If there are many, the reader can
    shuffle them. Raises `ValueError` unless the frontier is one component.

    >>> mv.figures.search(mv.Position.parse("mines 2\\n#1##")).data["cells"]
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
    still = still_of(snapshot_of(position, None), theme=theme)
    return Figure("search", data, still, f"{about(position)} {say('search still')}", theme)
