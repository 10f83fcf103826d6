"""The app: one page to analyse, play, practise and watch, without Python and without a network."""

import json
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from pathlib import Path

import numpy as np

from minevis.api.playing import play
from minevis.game.board import Board
from minevis.game.position import Position
from minevis.practice.puzzle import Puzzle, stored_puzzles
from minevis.trace.trace import Trace
from minevis.utils.files import asset_path, write_whole
from minevis.web.javascript import page_script
from minevis.web.pack import pack, text_of
from minevis.web.page import check_page, hidden_heading, standalone
from minevis.web.puzzles import practice_pack
from minevis.web.sheets import board_pictures, sheets
from minevis.web.trace_pack import AUTO, PanelChanges, browser_theme, panel_changes, trace_pack
from minevis.words.english import say

ENTRY = "app.js"
TITLE = "Minesweeper: analyse, play, practise, watch"
WATCHED = 25  # the seed of an intermediate game, seen first at its one guess, in mid-game
OPENING = """
mines 10
012#####
01F#####
244#####
FFF#####
########
########
########
########
"""  # one of two cells is a mine, with unequal chances


def app_page(
    *,
    title: str = "",
    theme: str = AUTO,
    progress: bool = False,
    ideas: Mapping[str, str] | None = None,
) -> str:
    """One HTML page to analyse, play, practise and watch: offline, by touch and keys.

    By default the title says that. With `progress` bars show how far it is. `ideas` are addresses
    of explanations, by the kind of puzzle.
    """
    trace, changes, some = _stored(progress)
    # the parts draw from one atlas, which is larger than all the rest
    head, images = sheets({*board_pictures(), *changes.pictures})
    app = {"theme": browser_theme(theme), "opening": str(Position.parse(OPENING))}
    parts = {
        "practise": practice_pack(some, theme=theme, themes=(), ideas=ideas),
        "reader": _reader_pack(),
        "watch": trace_pack(trace, theme=theme, answers=True, changes=changes, themes=()),
    }
    packed = text_of(pack({"atlas": head, "app": app}, {**images, **parts}))
    content = (
        f"{hidden_heading(TITLE)}"
        f'<script type="text/plain" class="minevis-app">{packed}</script>'
        f'<div class="minevis"><noscript>{escape(say("needs JavaScript"))}</noscript></div>'
    )
    script = page_script(ENTRY)
    return standalone(
        content,
        script,
        title=title or TITLE,
        theme=theme,
        style_first=False,
        styles=("standalone/app.css", "practice/practice.css", "practice/sheet.css"),
    )


def save_app(path: str | Path, *, theme: str = AUTO, progress: bool = False) -> Path:
    """Write the page and return its path, with the options of `app_page`.

    Raises `ValueError` for a wrong suffix and a missing folder, before any work.
    """
    path = check_page(path)
    write_whole(path, app_page(theme=theme, progress=progress))
    return path


def _reader_pack() -> bytes:
    """Return the network that reads pictures, for `static/reading`."""
    with np.load(asset_path("reader_net.npz"), allow_pickle=False) as stored:
        arrays = {"small": stored["small"].tobytes(), "exact": stored["exact"].astype(np.float32)}
        return pack({"shapes": json.loads(stored["shapes"].tobytes())}, arrays)


@lru_cache(maxsize=1)
def _stored(progress: bool) -> tuple[Trace, PanelChanges, tuple[Puzzle, ...]]:
    """The game to watch and the puzzles."""
    board = Board.random("intermediate", seed=WATCHED, first=(0, 0), safe_radius=1)
    trace = play(board, first=(0, 0), progress=progress)
    changes = panel_changes(trace, progress=progress)
    return trace, changes, stored_puzzles()
