"""The public verbs of play: one player on a board, several, or thoughts on a position."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from minevis.game.board import Board
from minevis.game.game import position_of
from minevis.game.grid import Cell, check_cell
from minevis.game.hashing import check_seed
from minevis.game.position import Position
from minevis.game_loop import events_of
from minevis.players import AnyPlayer, Player, player_of
from minevis.solver.counting.proof import naming_clues
from minevis.solver.events import Event, Opened, Started
from minevis.solver.knowledge import Knowledge
from minevis.solver.turn import think
from minevis.trace.serialization import TRACES
from minevis.trace.trace import Trace
from minevis.utils.checks import check_kind
from minevis.utils.hints import helpful
from minevis.utils.options import IN_RACE, AnyLevel
from minevis.utils.progress import progress_bar

if TYPE_CHECKING:
    from minevis.film.race import Race
    from minevis.game.game import AnyPosition

MOST_PLAYERS = 12  # per picture


@helpful
def play(
    board: Board | AnyLevel,
    player: AnyPlayer = "exact",
    *,
    first: Cell | None = None,
    seed: int = 0,
    safe_radius: int | None = 0,
    progress: bool = True,
) -> Trace:
    """Play a game and record every step.

    Parameters
    ----------
    board : Board, str or sequence of int
        The board to play; or a random board of a level: a name from `minevis.LEVELS`, or
        (height, width, mines).
    player : str, Player or function
        A name from `minevis.PLAYERS` or `minevis.GUESSES`, a custom player, or a function that
        guesses.
    first : tuple of int, optional
        The first click as (row, col). On a level the default is (0, 0), and the click is
        protected. On a given board the player chooses by default, and the click may hit a mine.
    seed : int
        Seed for a level's board, for ties and for random choices. The same arguments give the same
        trace. `mv.trials(level, player, seed=seed).trace(0)` is the same game.
    safe_radius : int or None
        The protection of the first click on a level, as in `Board.random`.
    progress : bool
        Show a progress bar if the game takes longer than two seconds.

    Returns
    -------
    Trace
        The recorded game.

    Raises
    ------
    ValueError
        If the player or the level is unknown, or `safe_radius` comes with a given board.
    IllegalMoveError
        If `first` is not on the given board.

    Examples
    --------
    >>> mv.play("expert", seed=10)
    <Trace 16×30, 1,578 events, 199 moves, 0 guesses, won>
    >>> trace = mv.play(mv.Board.random("beginner", seed=3), "exact", first=(0, 0))
    >>> trace.won, trace.moves, trace.guesses
    (True, 18, 1)
    """
    board, first = _to_play(board, first, seed, safe_radius)
    events = events_of(board, player, first=first, seed=seed)
    return Trace(_shown(events, board, progress), letters=board.letters)


def _to_play(
    board: Board | AnyLevel, first: Cell | None, seed: int, safe_radius: int | None
) -> tuple[Board, Cell | None]:
    """Return the board and the first click; a level is drawn and its first click protected."""
    first = None if first is None else check_cell("first", first)
    if isinstance(board, str | Sequence):
        first = first or (0, 0)
        return Board.random(board, seed=seed, first=first, safe_radius=safe_radius), first
    check_kind("board", board, Board, called="Board or a level")
    if safe_radius != 0:
        raise ValueError(f"safe_radius={safe_radius!r}: only for the random boards of a level")
    return board, first


def _shown(events: Iterator[Event], board: Board, progress: bool) -> Iterator[Event]:
    """Yield the same events, with a bar for the opened cells if it takes long."""
    with progress_bar(
        total=board.mined.size - board.mines,
        desc="play",
        unit=" cells",
        leave=False,
        progress=progress,
    ) as bar:
        for event in events:
            if isinstance(event, Opened):
                bar.update(len(event.cells))
            yield event


@helpful
def race(
    board: Board | AnyLevel,
    players: Sequence[AnyPlayer] = IN_RACE,
    *,
    first: Cell | None = None,
    seed: int = 0,
    safe_radius: int | None = 0,
    progress: bool = True,
) -> "Race":
    """Let several players play the same board, and show them side by side.

    Parameters
    ----------
    board : Board, str or sequence of int
        The board to play; or a random board of a level: a name from `minevis.LEVELS`, or
        (height, width, mines).
    players : sequence of str or Player
        One to twelve players.
    first : tuple of int, optional
        The first click of all players as (row, col). On a level the default is (0, 0), and the
        click is protected. On a given board the players choose by default, and the click may hit a
        mine.
    seed : int
        Seed for a level's board, for ties and for random choices.
    safe_radius : int or None
        The protection of the first click on a level, as in `Board.random`.
    progress : bool
        Show a progress bar for long games.

    Returns
    -------
    Race
        The games, click by click. It is shown like a trace: `frame`, `video`, `show`, `scrubber`.

    Raises
    ------
    ValueError
        If a player or the level is unknown, there are no players or more than twelve, or
        `safe_radius` comes with a given board.

    Examples
    --------
    >>> mv.race("beginner", ["counting", "exact"], seed=3)
    <Race of 18 moves: counting won, exact won>
    """
    from minevis.film.race import Race

    if isinstance(players, str) or not isinstance(players, Iterable):  # text has letters
        raise TypeError(f"players={players!r}: a list of players is needed")
    chosen = [player_of(player) for player in players]
    if not 1 <= len(chosen) <= MOST_PLAYERS:
        raise ValueError(f"{len(chosen)} players: a race takes 1 to {MOST_PLAYERS}")
    board, first = _to_play(board, first, seed, safe_radius)
    traces = [play(board, each, first=first, seed=seed, progress=progress) for each in chosen]
    return Race(traces, [str(player) for player in chosen])


@helpful
def explain(
    position: "AnyPosition",
    player: AnyPlayer = "exact",
    *,
    mines: int | None = None,
    seed: int = 0,
) -> Iterator[Event]:
    """Yield a player's steps of thought about a position, up to safe cells or a guess.

    Parameters
    ----------
    position : Position, Game, Snapshot, PictureReading, str, Path, array or PIL.Image.Image
        The position, or a game or snapshot at that position; a text for `Position.parse`; the path
        of a file; a view; or a picture: its path, its pixels or its reading. Flags are trusted.
    player : str, Player or function
        A name from `minevis.PLAYERS` or `minevis.GUESSES`, a custom player, or a function that
        guesses.
    mines : int, optional
        The number of mines on the board, if the position does not give it.
    seed : int
        Seed for ties and random choices.

    Yields
    ------
    Event
        The steps, in order.

    Raises
    ------
    BoardFormatError
        If the number of mines is unknown.
    ContradictionError
        If the player finds contradictory clues, or too many or too few mines for them. A player
        that only counts may miss that; `analyze` checks everything.

    Examples
    --------
    >>> _, first, *_ = mv.explain(mv.Position.parse("1#", mines=1))
    >>> mv.caption(first)
    'The 1 at (0, 0) needs one mine. Only one cell is left for it: (0, 1) is a mine.'
    """
    return _explained(position_of(position, mines), player_of(player), check_seed(seed))


@helpful
def replay(path: str | Path, *, seconds: float = 30.0) -> Trace:
    """Read a recorded game as a trace with a clock.

    The player's name is `trace.start.player`. `trace.clock` has the times of events in seconds from
    the first opening: it counts from 0, while programs and file names may count from 1. Flags,
    chords, and clicks without effect are events as well. `trace.start.rules` names non-standard
    rules.

    Parameters
    ----------
    path : str or Path
        A .avf, .evf, .rmv, .mvf or .rawvf file; or a .json or .jsonl file with the record of a
        game that you played in minevis, as in the history that the app exports.
    seconds : float
        The reader is stopped after this time, in seconds: 0.1 to 86,400.

    Returns
    -------
    Trace
        The recorded game.

    Raises
    ------
    ReplayFormatError
        If the file is damaged or in an unknown format, or if its clicks do not end the game as
        the file says. The message names the file.
    TraceFormatError
        If a .json or .jsonl file is damaged.
    ValueError
        If `seconds` is out of range.
    ModuleNotFoundError
        If ms-toollib is not installed, for .avf, .evf and .rmv files.
    OSError
        If the file cannot be opened.

    Examples
    --------
    >>> mv.replay("game.txt")
    Traceback (most recent call last):
    minevis.errors.ReplayFormatError: game.txt: a replay ends with .avf, .evf, ...
    """
    from minevis.replays.reading import game_in, read_recording, trace_of

    if Path(path).suffix.lower() in TRACES:
        return game_in(path)[0]
    return trace_of(path, read_recording(path, seconds=seconds))


def _explained(position: Position, method: Player, seed: int) -> Iterator[Event]:
    height, width = position.shape
    yield Started(height, width, position.total, str(method))
    with naming_clues(position):
        yield from think(Knowledge(position), method, {}, seed=seed)


@helpful
def thoughts(
    position: "AnyPosition",
    player: AnyPlayer = "exact",
    *,
    mines: int | None = None,
    seed: int = 0,
) -> Trace:
    """Return the steps of `explain` as a trace, to look at, film and step through.

    Parameters
    ----------
    position : Position, Game, Snapshot, PictureReading, str, Path, array or PIL.Image.Image
        The position, or a game or snapshot at that position; a text for `Position.parse`; the path
        of a file; a view; or a picture: its path, its pixels or its reading. Flags are trusted.
    player : str, Player or function
        A name from `minevis.PLAYERS` or `minevis.GUESSES`, a custom player, or a function that
        guesses.
    mines : int, optional
        The number of mines on the board, if the position does not give it.
    seed : int
        Seed for ties and random choices.

    Returns
    -------
    Trace
        The recorded steps.

    Raises
    ------
    ContradictionError
        As in `explain`.

    Examples
    --------
    >>> mv.thoughts(mv.Position.parse("1#", mines=1))
    <Trace 1×2, 4 events, 0 moves, 0 guesses, not finished>
    """
    position = position_of(position, mines)
    events = explain(position, player, seed=seed)
    return Trace(events, view=position.view)
