"""The figure of counting: a window slides over the mines and adds them up."""

import numpy as np

from minevis.game.board import Board
from minevis.game.position import Position, ViewCode
from minevis.render.tiles.atlas import Tile
from minevis.web.board.position_view import snapshot_of
from minevis.web.figures.figure import Figure, still_of
from minevis.web.film.film import AUTO
from minevis.web.film.tile_sheets import codes_of
from minevis.words.english import say


def window(board: Board, *, theme: str = AUTO) -> Figure:
    """A board whose mines are shown: they are added up around the pointer.

    >>> mv.figures.window(mv.Board.parse("*..\\n...")).data["mined"]
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
    shown = snapshot_of(Position(view, int(mined.sum())), None, board.mined)
    return Figure("window", data, still_of(shown, theme=theme), words, theme)
