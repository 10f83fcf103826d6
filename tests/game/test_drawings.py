"""Boards and positions, drawn in every notation, are read back."""

import json
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from minevis import Board, BoardFormatError, Position, play
from positions import games, positions

DTYPES = ("int8", "int16", "int32", "int64", "float32", "float64", "object")
MARKS = {  # covered, flagged, zero, and the other marks as they are
    "minevis": "#F0", "dots": "#F.", "crosses": "xF.", "codes": "?!0", "dashes": "-F0",
    "dashes and dots": "-F.", "underscores": "_F0", "squares": "■F□", "squares of a lecture": "□F■",
    "emoji": "🟦🚩⬜", "large squares": "⬛🚩⬜", "white is closed": "⬜🚩⬛", "blocks": "█F ",
    "blanks": "#F ", "hyperskill": ".*/", "JSMinesweeper": "HF0", "dots are closed": ".F0",
}  # fmt: skip


def drawn(view, marks):
    covered, flagged, zero = marks
    table = {-1: covered, -2: flagged, -3: "*", 0: zero}
    return [[table.get(code) or str(code) for code in row] for row in view.tolist()]


def numbered(rows, first, *, bar="", letters=False):
    width = len(rows[0])
    heads = [chr(ord("a") + i) if letters else str(first + i) for i in range(width)]
    lines = [" " * 4 + bar + "".join(f"{head:>3}" for head in heads)]
    for i, row in enumerate(rows, first):
        lines.append(f"{i:>3} {bar}" + "".join(f"{mark:>3}" for mark in row))
    return "\n".join(lines)


def table(rows, corner, line, bar):
    rule = corner + corner.join(line * 3 for _ in rows[0]) + corner
    body = (bar + bar.join(f" {mark} " for mark in row) + bar for row in rows)
    return "\n".join([rule, *(part for row in body for part in (row, rule))])


FORMS = {
    "together": lambda rows: "\n".join(map("".join, rows)),
    "blanks": lambda rows: "\n".join(map(" ".join, rows)),
    "two blanks": lambda rows: "\n".join(map("  ".join, rows)),
    "tabs": lambda rows: "\n".join(map("\t".join, rows)),
    "commas": lambda rows: "\n".join(map(",".join, rows)),
    "commas and blanks": lambda rows: "\n".join(map(", ".join, rows)),
    "bars": lambda rows: "\n".join(map("|".join, rows)),
    "outer bars": lambda rows: "\n".join(f"|{'|'.join(row)}|" for row in rows),
    "wide bars": lambda rows: "\n".join(f"| {' | '.join(row)} |" for row in rows),
    "Markdown": lambda rows: "\n".join(
        f"| {' | '.join(row)} |" for row in [rows[0], ["---"] * len(rows[0]), *rows[1:]]
    ),
    "frame": lambda rows: "\n".join(
        ["+" + "-" * len(rows[0]) + "+", *(f"|{''.join(row)}|" for row in rows)]
    ),
    "table": lambda rows: table(rows, "+", "-", "|"),
    "double lines": lambda rows: table(rows, "╬", "═", "║"),
    "cells in brackets": lambda rows: "\n".join(
        "".join(f"[{mark}]" for mark in row) for row in rows
    ),
    "fence": lambda rows: "```\n" + "\n".join(map("".join, rows)) + "\n```",
    "indented": lambda rows: "\n".join("    " + "".join(row) for row in rows),
    "numbered": lambda rows: numbered(rows, 0),
    "numbered from 1": lambda rows: numbered(rows, 1, bar="|"),
    "letters": lambda rows: numbered(rows, 1, letters=True),
    "quoted": lambda rows: ",\n".join(f'"{"".join(row)}"' for row in rows),
    "list of texts": lambda rows: json.dumps(["".join(row) for row in rows]),
    "lists": lambda rows: str(rows),
    "JSON": lambda rows: json.dumps({"rows": len(rows), "cols": len(rows[0]), "board": rows}),
    "a sentence": lambda rows: "Where may one go?\n\n" + "\n".join(map("".join, rows)),
    "a question": lambda rows: "\n".join(map("".join, rows)) + "\n\nWhich cell is safe, and why?",
}
ASKS = ("may be", "neither", "a list of rows", "draw a board", "no meaning")
TABLES = {  # with a blank for a zero, a drawing needs places, and cells at both ends
    *("outer bars", "wide bars", "Markdown", "table", "double lines"),
    *("cells in brackets", "lists", "JSON"),
}


def answer(parse, text):
    """The reading of a text, or the error."""
    try:
        return parse(text)
    except BoardFormatError as error:
        return str(error)


def read(text, view):
    """Read a text; an error that asks is no wrong answer."""
    found = answer(Position.parse, text)
    if isinstance(found, Position):
        assert np.array_equal(found.view, view), text
    else:
        assert any(part in found for part in ASKS), text


@settings(max_examples=300)
@given(positions(max_cells=30), st.sampled_from(sorted(MARKS)), st.sampled_from(sorted(FORMS)))
def test_a_drawn_position_is_read_back_or_asked_about(position, marks, form):
    view, signs = position.view, MARKS[marks]
    rows = drawn(view, signs)
    sure = marks == "hyperskill" and not any("/" in row for row in rows)
    assume(not (view == -3).any() and not sure)  # without a slash, * is an explosion
    if " " not in signs or form in TABLES:
        read(FORMS[form](rows), view)


SURE = ("together", "fence", "indented", "frame", "table", "lists", "a sentence", "a question")


@settings(max_examples=200)
@given(positions(max_cells=30), st.sampled_from(SURE), st.sampled_from("#xH?"))
def test_marks_of_one_meaning_are_always_read(position, form, covered):
    rows = drawn(position.view, f"{covered}F0")
    assert np.array_equal(Position.parse(FORMS[form](rows)).view, position.view)


@settings(max_examples=100)
@given(positions(max_cells=60), st.sampled_from(DTYPES))
def test_printed_arrays_and_lists_are_read_back(position, dtype):
    view = position.view
    array = view.astype(dtype)
    same = (repr(array), str(array), str(view.tolist()), str(tuple(map(tuple, view.tolist()))))
    tensor = repr(view).replace("array", "tensor").replace("int8", "torch.int8")
    assigned = f"board = np.{view!r}\nprint(solve(board))"
    for text in (*same, tensor, assigned, "\n".join(map(str, view.tolist()))):
        assert np.array_equal(Position.parse(text).view, view), text
    height, width = view.shape
    about = {"height": height, "width": width, "mines": position.mines}
    for indent in (None, 2):
        for first, last in (({}, about), (about, {})):
            text = json.dumps({**first, "cells": view.tolist(), **last}, indent=indent)
            assert Position.parse(text) == position, text


@settings(max_examples=60)
@given(positions(max_cells=40), st.booleans())
def test_sentences_give_the_number_of_mines(position, below):
    rows = str(Position(position.view))
    n, (height, width) = position.mines, position.shape
    left = n - int((position.view < -1).sum())
    for sentence in (
        *(f"There are {n} mines.", f"Bombs: {n}", f"Total mines: {n}", f"num_mines = {n}"),
        *(f"{height} rows, {width} columns, {n} mines", f"mine count: {n}", f"{n} bombs"),
        *(f"Board {height}x{width} with {n} mines", f"rows: {height} cols: {width} mines: {n}"),
        *(f"{left} mines left", f"Remaining mines: {left}", f"There are {left} mines left!"),
        f"Level 3 ({width}x{height}/{n})",
    ):
        text = f"{rows}\n\n{sentence}" if below else f"{sentence}\n{rows}"
        assert Position.parse(text) == position, text


@pytest.mark.parametrize(
    ("closed", "opened"), ["□■", "■□", "⬛⬜", "⬜⬛", "🟦⬛", "█░", "-.", "_."]
)
def test_squares_of_real_games_are_read_or_asked_about(closed, opened):
    decided = 0
    for seed in range(20):
        trace = play(Board.random("beginner", seed=seed), first=(4, 4))
        position = Position(trace[len(trace) // 3].view)
        rows = drawn(position.view, f"{closed}F{opened}")
        text = "\n".join(map(" ".join, rows))
        read(text, position.view)
        with suppress(BoardFormatError):
            decided += bool(Position.parse(text))
    assert decided > 15


BOARDS = {"*.": 0, "*-": 0, "*_": 0, "X.": 1, "#.": 1, "mx": 1, "m_": 1, "10": 0, "■□": 2, "□■": 2}


@settings(max_examples=150)
@given(games(max_cells=40), st.sampled_from(sorted(BOARDS)), st.sampled_from(sorted(FORMS)))
def test_drawn_boards_are_read_back(game, marks, form):
    board = game.board
    assume(not board.mined.all() and board.mines >= BOARDS[marks])
    rows = [[marks[not mined] for mined in row] for row in board.mined.tolist()]
    found = answer(Board.parse, FORMS[form](rows))  # |-|-| may be a rule
    assert found == board or any(part in str(found) for part in ASKS), FORMS[form](rows)
    height, width = board.shape
    clues = np.where(board.mined, "*", board.clues.astype(str)).tolist()
    plain = "\n".join(map("".join, clues))
    for text in (plain, f"{height} {width}\n{plain}", f"{board.mines} mines\n{plain}", str(clues)):
        assert Board.parse(text) == board, text
    for array in (board.mined, board.mined.astype(int)):
        assert Board.parse(repr(array)) == Board.parse(str(array.tolist())) == board


def test_codes_of_boards_behind_a_hash_and_empty_cells_of_boards_are_read():
    assert str(Board.parse("https://x.org/mines.html#3x3:2,2,u800")) == "*..\n...\n..."
    assert str(Board.parse("https://x.org/#/game?b=0503&m=g00")) == "*....\n.....\n....."
    assert str(Board.parse("010000\n000010")) == ".*....\n....*."
    assert (
        str(Board.parse("||:one:||||:zero:||\n||:bomb:||||:one:||".replace("zero", "one")))
        == "..\n*."
    )
    with pytest.raises(BoardFormatError, match="does not hold a board"):
        Board.parse("https://x.org/?board=30x16x99")
    assert str(Board.parse(" ,1,1\n ,1,*\n ,1,1")) == "...\n..*\n..."
    assert str(Board.parse(" | |*| \n | | | \n |*| | ")) == "..*.\n....\n.*.."
    for text in ("⬜⬜\n⬜⬜", "##\n##", "  *\n   \n*  ", "1,1\n1,1"):
        with pytest.raises(BoardFormatError):  # may also be other boards
            Board.parse(text)
