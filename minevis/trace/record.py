"""A game played by hand as a record: its board, and its moves with their times.

The browser keeps, saves and sends the same record: see `Game` in `static/standalone/game.js`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import numpy as np
from msgspec import Meta

from minevis.errors import TraceFormatError
from minevis.game.board import Board, level_of
from minevis.game.game import Game, on_board
from minevis.game.grid import Cell, cells_of, mask_of
from minevis.game.position import Position, ViewCode
from minevis.solver.events import (
    Chorded,
    Event,
    Exploded,
    Finished,
    Flagged,
    Opened,
    Started,
    Unflagged,
)
from minevis.utils.codec import MOST, Whole, one_of, read_as, read_json

VERSION = 3
PLAYER = "you"  # the person at the board
LARGEST = 100  # cells a side that a hand may choose
FRONT = 1_000  # characters, in which a record says that it is one
MARK = re.compile(r'"(minevis|counted)"\s*:')  # of a record, and of a line of the history
RULES = "no guess"  # of boards that need none: their odds are not those of random boards

Time = Annotated[float, Meta(ge=0, le=MOST)]  # seconds from the first opening
Protection = Annotated[str, one_of("area", "cell", "none")]
End = Annotated[str, one_of("won", "lost")]


class GameMove(NamedTuple):
    """A move of a person."""

    kind: Annotated[str, one_of("open", "chord", "flag")]
    cell: Whole  # row by row
    seconds: Time


@dataclass(frozen=True)
class GameBoard:
    """The mines, drawn by a seed at the first click or given; None before that click."""

    seed: Whole
    protect: Protection  # what has no mine at the first click
    mines: list[Whole] | None = None
    fixed: bool = False  # whether they were given


@dataclass(frozen=True)
class GameRules:
    """What is special about a board."""

    no_guess: str | None = None  # the logic that solves it
    daily: str = ""  # the date of a board that all have


@dataclass(frozen=True)
class GameRecord:
    """A game as it is saved and sent."""

    minevis: int  # the version
    size: tuple[Whole, Whole, Whole]  # height, width, mines
    board: GameBoard
    start: str | None  # the text of the position that it begins from
    rules: GameRules
    player: str
    date: str
    moves: list[GameMove]
    at: Whole  # the moves that count; the rest were taken back
    seconds: Time  # on the clock
    helped: str  # why it does not count, "" if it does
    ended: End | None


def is_record(text: str) -> bool:
    """Return whether a text begins like a record, or like a line of the app's history."""
    return bool(MARK.search(text, 0, FRONT))


def decode(text: str) -> tuple[list[Event], np.ndarray, None, list[float] | None]:
    """Return the events of a record, the first view (int8 [H, W]), no letters, and the clock.

    A game that a player finished has no clock. Raises `TraceFormatError`, naming the field and its
    value.
    """
    try:
        found = read_json(text)
    except ValueError as error:
        games = [line for line in text.splitlines() if is_record(line)]
        several = f"{len(games)} games, one a line: mv.profile reviews them all"
        fault = several if len(games) > 1 else str(error)
        raise TraceFormatError(fault) from error
    try:
        if isinstance(found, dict) and "game" in found:  # a line of the history
            found = found["game"]
        if isinstance(found, dict) and found.get("minevis", VERSION) != VERSION:
            raise ValueError(f"minevis={found['minevis']!r:.40}: version {VERSION} is read")
        return _events_of(read_as(GameRecord, found))
    except ValueError as error:
        raise TraceFormatError(f"the record of a game: {error}") from error


def _events_of(record: GameRecord) -> tuple[list[Event], np.ndarray, None, list[float] | None]:
    """Play a record. Raises `ValueError` for impossible moves."""
    size = level_of(record.size)
    if max(size.height, size.width) > LARGEST:
        raise ValueError(f"size={record.size}: at most {LARGEST}×{LARGEST} cells")
    if record.at > len(record.moves):
        raise ValueError(f"at={record.at}: there are {len(record.moves)} moves")
    game = _begun(record)
    start, rules = game.view.copy(), RULES if record.rules.no_guess else ""
    events: list[Event] = [Started(*size, record.player, rules)]
    clock = [0.0]
    for number, move in enumerate(record.moves[: record.at]):
        try:
            if record.board.mines is None and move.kind != "flag":
                raise ValueError("the mines have no places")
            happened = played(game, move.kind, divmod(move.cell, size.width))
        except ValueError as error:
            raise ValueError(f"moves[{number}]={[*move]}: {error}") from error
        events += happened
        clock += [move.seconds] * len(happened)
    end = {True: "won", False: "lost"}[game.won] if game.over else None
    if end != record.ended:
        raise ValueError(f"ended={record.ended!r}: its moves give {end!r}")
    return events, start, None, clock if record.player == PLAYER else None


def _begun(record: GameRecord) -> Game:
    """Return the game before its first move; without its mines it takes flags only."""
    height, width, mines = record.size
    board = Board(np.zeros((height, width), bool))
    if (drawn := record.board.mines) is not None:
        if len(set(drawn)) != mines or max(drawn, default=0) >= height * width:
            raise ValueError(f"board.mines: {mines} cells on {height}×{width} are needed")
        board = Board(mask_of([divmod(cell, width) for cell in drawn], (height, width)))
    if record.start is None:
        return Game(board)
    return Game.at(board, Position.parse(record.start))


def played(game: Game, kind: str, cell: Cell) -> list[Event]:
    """Make a move and return its events; none if a chord opens nothing.

    Raises `IllegalMoveError`.
    """
    if kind == "flag":
        on = bool(game.view[on_board(cell, game.shape, "flag")] != ViewCode.FLAGGED)
        game.flag(cell, on)
        return [Flagged((cell,), proven=False) if on else Unflagged((cell,))]
    opened = game.chord(cell) if kind == "chord" else game.open(cell)
    return [*_opened(game, cell, opened, kind == "chord")] if opened else []


def _opened(game: Game, cell: Cell, opened: Sequence[Cell], is_chord: bool) -> Iterator[Event]:
    """Yield the events of an opening, and the end of the game."""
    hit = [each for each in opened if game.view[each] == ViewCode.EXPLODED]
    safe = tuple(each for each in opened if each not in hit)
    numbers = tuple(int(game.view[each]) for each in safe)
    if is_chord:
        yield Chorded(cell, safe, numbers)
    elif safe:
        yield Opened(cell, safe, numbers)
    for mine in hit:
        yield Exploded(mine, cell if is_chord else None)
    if game.over:
        mined, view = game.board.mined, game.view
        missed = cells_of(mined & (view == ViewCode.COVERED))
        yield Finished(game.won, missed, cells_of(~mined & (view == ViewCode.FLAGGED)))
