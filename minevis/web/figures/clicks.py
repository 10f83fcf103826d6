"""Figures of clicks: the opening by a first one, which guess wins most, and who wins a race."""

from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from minevis.analysis import analyze
from minevis.errors import check_count, check_kind
from minevis.film.race import FilmedRace
from minevis.game.board import Board, Level, level_of
from minevis.game.game import Game
from minevis.game.grid import Cell, cells_of
from minevis.game.position import Position, ViewCode
from minevis.render.tiles.atlas import Tile
from minevis.solver.counting.endgame import Endgame
from minevis.solver.counting.sampling import layouts_of
from minevis.trace.snapshot import Snapshot
from minevis.web.board.position_view import codes, snapshot_of
from minevis.web.figures.figure import Figure, about, hundredths, shown, still_of
from minevis.web.film.film import AUTO
from minevis.web.film.tile_sheets import codes_of, parts_of
from minevis.words.english import say

MOST_LAYOUTS = 500  # for the value of a guess
MOST_DRAWN = 5_000


def first_click(
    level: str | tuple[int, int, int] | Level = "beginner",
    *,
    boards: int = 100,
    theme: str = AUTO,
) -> Figure:
    """The openings by a first click in a corner, on an edge and in the middle of many boards.

    The first click is no mine. Board `i` has the seed `i`. Raises `BoardFormatError` for a
    wrong level, and `ValueError` for no number of boards.

    >>> mv.figures.first_click("beginner", boards=3).data["places"][0]["name"]
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
    still = still_of(snapshot_of(fresh, None), theme=theme, letters=letters)
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

    >>> figure = mv.figures.layouts(mv.Board.parse("*.\\n.."), (1, 1))
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
    data = {
        **shown(position),
        "layouts": [_bits(layout) for layout in layouts_of(position)],
        "truth": _bits(board.mined),
        "covered": int(codes_of(Tile.COVERED)),
        "mine": int(codes_of(Tile.EXPLODED)),
        "first": int(Tile.OPENED),
    }
    return Figure(
        "layouts", data, still_of(snapshot_of(position, None), theme=theme), about(position), theme
    )


def _bits(cells: np.ndarray) -> str:
    """Return a bit for each cell, row by row."""
    return "".join("1" if each else "0" for each in cells.ravel())


def guess(position: Position, *, theme: str = AUTO) -> Figure:
    """Let the reader guess in a position without a safe cell, and show how often that wins.

    Raises `ValueError` if a cell is safe, or for more than 500 layouts.

    >>> mv.figures.guess(mv.Position.parse("mines 1\\n##\\n1#")).data["layouts"]
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
    perfect = Endgame(layouts)
    wins = np.full(position.shape, -1)
    for cell in cells_of(position.view == ViewCode.COVERED):
        wins[cell] = perfect.wins_of(cell[0] * position.shape[1] + cell[1])
    data = {
        **shown(position),
        "risk": hundredths(known.probability, position.view),
        "wins": wins.ravel().tolist(),
        "layouts": len(layouts),
    }
    still = still_of(snapshot_of(position, known), theme=theme, panels=("board", "probability"))
    return Figure("guess", data, still, about(position), theme)


def estimate(
    title: str, known: Mapping[str, float], asked: str, value: float, *, theme: str = AUTO
) -> Figure:
    """A bar that the reader drags to a guess, below the bars of `known` shares.

    >>> mv.figures.estimate("Games won", {"counting": 0.01}, "exact", 0.38).data["asked"]
    'exact'
    """
    data = {"title": title, "known": list(known.items()), "asked": asked, "value": value}
    still = still_of(snapshot_of(Position.fresh((9, 9), 10), None), theme=theme)
    return Figure("estimate", data, still, say("estimate still", title=title, name=asked), theme)


def bet(race: FilmedRace, *, theme: str = AUTO) -> Figure:
    """A race to bet on: first the reader chooses a player, then all of them play.

    >>> board = mv.Board.random("beginner", seed=2, first=(0, 0))
    >>> figure = mv.figures.bet(mv.race(board, players=["counting", "exact"], first=(0, 0)))
    >>> [lane["won"] for lane in figure.data["lanes"]]
    [False, True]
    """
    first = race.traces[0]
    fresh = Position.fresh(first.shape, first.start.mines)
    lanes = [
        {"name": name, "won": bool(trace.won), "moves": _moves(race, number)}
        for number, (name, trace) in enumerate(zip(race.names, race.traces, strict=True))
    ]
    data = {**shown(fresh), "lanes": lanes}
    best = max(race.traces, key=lambda trace: trace.moves)
    still = still_of(best[-1], theme=theme)
    return Figure("bet", data, still, about(fresh), theme)


def _moves(race: FilmedRace, lane: int) -> list[list[tuple[int, int]]]:
    """Return the changed cells per click of a player, with their codes."""
    seen = [_codes(race[step][lane]) for step in range(race.traces[lane].moves + 1)]
    return [
        [(cell, int(after[cell])) for cell in np.flatnonzero(before != after).tolist()]
        for before, after in pairwise(seen)
    ]


def _codes(snapshot: Snapshot) -> np.ndarray:
    """The codes of a board without marks: int16 [H · W]."""
    pictures, _ = parts_of(np.array(codes(snapshot)))
    return codes_of(pictures)
