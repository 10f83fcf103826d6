"""A game in figures: small enough to keep ten thousand of them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from minevis.game.board import Board, level_of
from minevis.game.game import Game
from minevis.game.grid import Cell
from minevis.game_loop import events_of
from minevis.reviews.winning import finish
from minevis.solver import events as ev
from minevis.solver.events import Idea, Verdict
from minevis.trace.trace import Trace
from minevis.utils.codec import MOST, Chance, read_as, read_json

if TYPE_CHECKING:
    from minevis.reviews.review import Review

Count = Annotated[int, Meta(ge=0, le=MOST)]
Seconds = Annotated[float, Meta(ge=0, le=MOST)]
KEPT = 3  # version of stored reviews: raise it when reviews change


@dataclass(frozen=True, slots=True)
class ProvenClicks:
    """Clicks of one game on proven cells, by idea and difficulty."""

    idea: Idea
    difficulty: Count
    clicks: Count
    seconds: Seconds  # spent on all of them; 0 in games without a clock


@dataclass(frozen=True, slots=True)
class GuessMade:
    """One guess of a game. `idea` is the proof it missed, "" for a forced guess."""

    idea: Idea
    difficulty: Count
    risk: Chance
    cost: Chance  # the chance to win it lost

    @property
    def forced(self) -> bool:
        """Whether no cell was safe."""
        return not self.idea


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One game of a person, in figures."""

    name: str  # of its file
    player: str
    level: tuple[Count, Count, Count]  # height, width, mines
    played: Annotated[float, Meta(ge=-MOST, le=MOST)] | None  # seconds since 1970 began
    won: bool | None  # None: it went on
    seconds: Seconds | None
    three_bv: Count | None  # if the board is known
    clicks: Mapping[Verdict, Count]  # by kind
    proven: tuple[ProvenClicks, ...]
    guesses: tuple[GuessMade, ...]
    best_won: bool | None  # whether `best` wins this board from the same first click
    rules: str = ""  # their name, if they are not the standard ones

    @property
    def cost(self) -> float:
        """The chance to win lost by all guesses together."""
        return sum(guess.cost for guess in self.guesses)

    @property
    def three_bv_per_second(self) -> float | None:
        """3BV/s, for a game won against a clock."""
        if not (self.won and self.seconds and self.three_bv is not None):
            return None
        return self.three_bv / self.seconds

    def to_json(self) -> str:
        """The summary as text; `from_json` reads it back."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "GameSummary":
        """Return the summary from the text of `to_json`. Raises `ValueError` for any other text."""
        try:
            summary = read_as(cls, read_json(text))
        except ValueError as error:
            raise ValueError(f"this is not a summary of a game: {error}") from error
        level = level_of(summary.level)
        cells = level.height * level.width
        if sum(each.clicks for each in summary.proven) > cells or (summary.three_bv or 0) > cells:
            raise ValueError(f"more proven clicks, or a larger 3BV, than the {cells} cells")
        return replace(summary, level=level)


def summary_of(
    name: str,
    trace: Trace,
    review: "Review",
    *,
    board: Board | None = None,
    played: float | None = None,
    kernels: bool = False,
) -> GameSummary:
    """The figures of a reviewed game. `board` is given if more than its end is known.

    With `kernels` these play the game of `best`, a hundred times as fast, and are compiled first
    otherwise.
    """
    board = board or review.board
    first = _first_click(trace)
    return GameSummary(
        name=name,
        player=trace.start.player,
        level=(*trace.shape, trace.start.mines),
        played=played,
        won=trace.won,
        seconds=review.seconds,
        three_bv=board.three_bv if board is not None else None,
        clicks=review.counts,
        proven=tuple(_proven(review)),
        guesses=tuple(
            GuessMade(
                click.idea, click.difficulty or 0, round(click.risk, 6), round(click.guess.cost, 6)
            )
            for click in review.clicks
            if click.guess is not None
        ),
        best_won=None if board is None or first is None else best_wins(board, first, kernels),
        rules=trace.start.rules,
    )


def _first_click(trace: Trace) -> Cell | None:
    for event in trace.events:
        if isinstance(event, ev.Opened | ev.Exploded):
            return event.cell
    return None


def best_wins(board: Board, first: Cell, kernels: bool = False) -> bool:
    """Whether `best` wins a board from a first click; `kernels` play the same game sooner."""
    if not kernels:
        return Trace(events_of(board, "best", first=first)).won is True
    game = Game(board)
    game.open(first)
    return game.won if game.over else bool(finish(game.position, board.mined[None], "best")[0])


def _proven(review: "Review") -> Iterator[ProvenClicks]:
    """Yield opened cells only: a flag may come long after its cell was proven."""
    spent: dict[tuple[str, int], list[float]] = {}
    for click in review.clicks:
        if click.kind == "proven" and click.proof is not None and not click.proof.mined:
            spent.setdefault((click.idea, click.proof.difficulty), []).append(click.seconds or 0.0)
    for (idea, difficulty), seconds in sorted(spent.items()):
        yield ProvenClicks(idea, difficulty, len(seconds), round(sum(seconds), 3))
