"""The chance to win a position: exact near the end, otherwise by playing it out or estimated."""

from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from minevis.analysis import analyze
from minevis.engine.guess.evaluation import estimated_win
from minevis.engine.shared import UNDECIDED, WON
from minevis.errors import BoardFormatError
from minevis.experiments.statistics import wilson
from minevis.game.board import Board, level_of
from minevis.game.game import Game, position_of
from minevis.game.hashing import check_seeds
from minevis.game.position import Position, ViewCode
from minevis.game_loop import has_kernels, rest_of
from minevis.players import AnyPlayer, Player, player_of
from minevis.solver.analysis import MOST_DRAWN
from minevis.solver.counting.counting import CountCache
from minevis.solver.counting.endgame import BestMove, BoundedEndgame, Endgame, LimitReachedError
from minevis.solver.counting.odds import exact_odds
from minevis.solver.counting.sampling import Sampler, layouts_of
from minevis.solver.counting.survey import survey_of
from minevis.solver.knowledge import Knowledge
from minevis.solver.rules import count_all
from minevis.utils import tables
from minevis.utils.checks import check_count
from minevis.utils.formatting import big_number, percent, quantity
from minevis.utils.hints import helpful
from minevis.utils.options import AnyLevel
from minevis.utils.progress import progress_bar
from minevis.utils.showing import ShownAsChart

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from minevis.game.game import AnyPosition
    from minevis.render.tiles.theme import Theme

FEWEST_GAMES, EXPERT_CELLS = 20, 480
GAMES, READABLE_GAMES = 2_000, 100  # with kernels, and without
AT_ONCE = 8  # games per call of a kernel, which cannot be interrupted by Ctrl-C
MOST_ON_A_BOARD = 20_000  # layouts, for perfect play from the first click
MOST_LAYOUTS = 200  # perfect play at this number or fewer
MOST_SETS = 5_000  # of layouts, for perfect play
FEW_LAYOUTS, FEW_SETS = 30, 300  # the same for an estimate, which should take milliseconds


@dataclass(frozen=True)
class WinChance(ShownAsChart):
    """The chance to win a position.

    Attributes
    ----------
    value : float
        The chance to win.
    low, high : float
        The 95 % interval of `value`.
    exact : bool
        Whether `value` is the exact chance by perfect play. Otherwise it is the share of random
        layouts won by `player`; perfect play may win more.
    games : int
        The number of layouts (exact), or of games played.
    player : str or None
        The player that finished the layouts; None if `exact`.

    Examples
    --------
    >>> chance = mv.win_chance(mv.Position.parse("#1#", mines=1))
    >>> chance.value, chance.exact
    (0.5, True)
    """

    value: float
    low: float
    high: float
    exact: bool
    games: int
    player: str | None

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        if self.exact:
            return f"<WinChance {percent(self.value)}, exactly {self.value:.6g} by perfect play>"
        span = f"{percent(self.low)} to {percent(self.high)}"
        return f"<WinChance {percent(self.value)} ({span}): {self.games:,} games of {self.player}>"

    def _chart(self, ax: "Axes | None", theme: "str | Theme | None") -> "Figure":
        """Draw the chance with its interval."""
        from minevis.experiments.charts import RatioDot, ratio_chart
        from minevis.experiments.statistics import Estimate

        dot = RatioDot(self.player or "perfect play", Estimate(self.value, self.low, self.high))
        games = "" if self.exact else quantity(self.games, "game")
        return ratio_chart([dot], "player", games, theme, title="Chance to win", ax=ax)

    def _repr_html_(self) -> str:
        """Return a table of the chance and where it comes from, for a notebook."""
        source = f"{self.games:,} games of {self.player}"
        span = {"95 % interval": f"{100 * self.low:.4g} to {100 * self.high:.4g} %"}
        row = {
            "chance to win": f"{100 * self.value:.4g} %",
            **({} if self.exact else span),
            "from": "perfect play" if self.exact else source,
        }
        return tables.html([row])


@helpful
def win_chance(
    position: "AnyPosition",
    *,
    mines: int | None = None,
    player: AnyPlayer = "exact",
    games: int | None = None,
    seed: int = 0,
    most_layouts: int = MOST_LAYOUTS,
) -> WinChance:
    """Return the chance to win from a position.

    If there are few layouts, the chance is exact, by perfect play. Otherwise layouts are drawn
    uniformly, and a player finishes them.

    Parameters
    ----------
    position : Position, Game, Snapshot, PictureReading, str, Path, array or PIL.Image.Image
        The position, or a game or snapshot at that position; a text for `Position.parse`; the path
        of a file; a view; or a picture: its path, its pixels or its reading. Flags are trusted.
    mines : int, optional
        The number of mines on the board, if the position does not give it.
    player : str or Player
        The player that finishes the layouts.
    games : int, optional
        The number of layouts to draw. By default 2,000; 100 without kernels; fewer on boards
        larger than expert, down to 20.
    seed : int
        Seed for the layouts and the player.
    most_layouts : int
        Compute the exact chance with at most this many layouts, if perfect play is quickly found.

    Returns
    -------
    WinChance
        The chance, with its interval.

    Raises
    ------
    BoardFormatError
        If the number of mines is unknown.
    ContradictionError
        If no layout fits.
    ValueError
        If `games` is not between 1 and ten million, or `most_layouts` is negative.

    Examples
    --------
    >>> mv.win_chance(mv.Position.parse("#1#", mines=1))
    <WinChance 50 %, exactly 0.5 by perfect play>
    """
    position = position_of(position, mines)
    chosen = player_of(player)
    if games is None:
        games = games_for(chosen, position.view.size)
    games = check_count("games", games, most=MOST_DRAWN)
    check_seeds(seed, games)
    most_layouts = check_count("most_layouts", most_layouts, least=0)
    analysis = analyze(position)
    if (position.view == ViewCode.EXPLODED).any():
        return WinChance(0.0, 0.0, 0.0, True, analysis.configurations, None)
    if analysis.configurations <= most_layouts:
        endgame = Endgame(layouts_of(position))
        with suppress(LimitReachedError):
            chance = endgame.best(limit=MOST_SETS).chance
            return WinChance(chance, chance, chance, True, endgame.count, None)
    won = int(finish(position, analysis.sample(games, seed=seed), chosen, seed=seed).sum())
    return WinChance(won / games, *wilson(won, games), False, games, str(chosen))


@dataclass(frozen=True)
class WinEstimate:
    """The chance to win a position, at a glance: of perfect play if `exact`, otherwise the
    estimate of the value network. `layouts` fit the position.
    """

    value: float
    exact: bool
    layouts: int


def win_estimate(position: Position, *, cache: CountCache | None = None) -> WinEstimate:
    """The chance to win from `position` in a few milliseconds, without playing it out.

    Flags are taken to be right. Perfect play is worked out if few layouts are left, otherwise
    the value network is asked. `cache` is added to: pass it along through a game to count no
    component twice. Raises `ContradictionError` when no layout fits.
    """
    if (position.view == ViewCode.EXPLODED).any():
        return WinEstimate(0.0, True, 0)
    knowledge = Knowledge(position)
    count_all(knowledge)  # known mines leave the frontier, as they do where the net was fitted
    marked = np.where(knowledge.mined, ViewCode.FLAGGED, position.view).astype(np.int8)
    known = Knowledge(Position(marked, position.mines))
    known.check()
    survey = survey_of(known, cache, name_clues=False)
    odds = exact_odds(survey.components, survey.counts, survey.interior, known.mines_left)
    layouts = odds.configurations
    assert layouts is not None
    if layouts <= FEW_LAYOUTS:
        endgame = Endgame(Sampler(known, survey).every())
        with suppress(LimitReachedError):
            return WinEstimate(endgame.best(limit=FEW_SETS).chance, True, layouts)
    return WinEstimate(estimated_win(known.position), False, layouts)


def finish(
    position: Position, layouts: np.ndarray, player: AnyPlayer, *, seed: int = 0
) -> np.ndarray:
    """Return whether `player` wins from `position`, for all `layouts`: bool [n].

    `layouts`, bool [n, H, W], must fit. The seed of game i is `seed` + i. Kernels play if they can,
    the readable solver plays the rest.
    """
    check_seeds(seed, len(layouts))
    chosen = player_of(player)
    won, played = _compiled(position, layouts, chosen, seed)
    for number in np.flatnonzero(~played).tolist():
        game = Game.at(Board(layouts[number]), position)
        for _ in rest_of(game, chosen, seed=seed + number, detailed=False):
            pass
        won[number] = game.won
    return won


def _compiled(
    position: Position, layouts: np.ndarray, player: Player, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Which games are won, and which were played, by kernels: two bool [n]."""
    if not len(layouts) or not has_kernels(player):
        return np.zeros(len(layouts), dtype=bool), np.zeros(len(layouts), dtype=bool)
    from minevis.engine import kernels

    bare = position.unflagged()
    parts = [
        kernels.finish(bare.view, bare.total, layouts[at : at + AT_ONCE], player, seed=seed + at)
        for at in range(0, len(layouts), AT_ONCE)
    ]
    ends = np.concatenate([part.ends for part in parts])
    return ends == WON, ends != UNDECIDED


def games_for(player: Player, cells: int) -> int:
    """Return the default number of games."""
    games = GAMES if has_kernels(player) else READABLE_GAMES
    return max(min(games, games * EXPERT_CELLS // cells), FEWEST_GAMES)


def optimal(level: AnyLevel, *, progress: bool = True) -> BestMove:
    """Solve a board exactly, by perfect play from an unprotected first click.

    Parameters
    ----------
    level : str or tuple of int
        A name from `minevis.LEVELS`, or (height, width, mines).
    progress : bool
        Show the number of solved sets of layouts after two seconds. The total is not known in
        advance: 5×5 cells with 4 mines take 3 million sets, 4 GB and one to two minutes.

    Returns
    -------
    BestMove
        The best first click, the number of layouts it wins, and the number of all layouts. A
        board without a safe cell is won before any click; then the named cell is a mine.

    Raises
    ------
    BoardFormatError
        If the board has more than 20,000 layouts.

    Examples
    --------
    >>> optimal((2, 3, 1))
    BestMove(cell=(0, 0), wins=3, layouts=6)
    >>> round(optimal((3, 3, 2)).chance, 3)
    0.667
    """
    height, width, mines = level_of(level)
    cells = height * width
    number = comb(cells, mines)
    if number > MOST_ON_A_BOARD:
        raise BoardFormatError(
            f"{height}×{width} with {quantity(mines, 'mine')} has {big_number(number)} layouts: "
            f"perfect play is worked out for up to {big_number(MOST_ON_A_BOARD)}"
        )
    layouts = np.zeros((number, cells), dtype=bool)
    for layout, mined in zip(layouts, combinations(range(cells), mines), strict=True):
        layout[list(mined)] = True
    corner = [r * width + c for r in range((height + 1) // 2) for c in range((width + 1) // 2)]
    with progress_bar(desc="perfect play", unit=" sets", progress=progress) as bar:
        endgame = BoundedEndgame(layouts.reshape(number, height, width), bar.update)
        return endgame.best(corner)  # the rest mirrors it
