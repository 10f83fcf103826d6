"""A game in figures: small enough to keep ten thousand of them."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar

from minevis.game.board import Board, level_of
from minevis.game.game import Game
from minevis.game.grid import Cell
from minevis.game_loop import events_of
from minevis.reviews.winning import finish
from minevis.solver import events as ev
from minevis.solver.proofs.steps import PROOF_KINDS
from minevis.trace.serialization import whole_number
from minevis.trace.trace import Trace

if TYPE_CHECKING:
    from minevis.reviews.review import Review

MOST = 10**15  # for stored numbers; larger ones overflow in sums of squares
Part = TypeVar("Part", "ProvenClicks", "GuessMade")
KEPT = 3  # version of stored reviews: raise it when reviews change


@dataclass(frozen=True, slots=True)
class ProvenClicks:
    """Clicks of one game on proven cells, by idea and difficulty."""

    idea: str
    difficulty: int
    clicks: int
    seconds: float  # spent on all of them; 0 in games without a clock


@dataclass(frozen=True, slots=True)
class GuessMade:
    """One guess of a game. `idea` is the proof it missed, "" for a forced guess."""

    idea: str
    difficulty: int
    risk: float
    cost: float  # the chance to win it lost

    @property
    def forced(self) -> bool:
        """Whether no cell was safe."""
        return not self.idea


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One game of a person, in figures."""

    name: str  # of its file
    player: str
    level: tuple[int, int, int]  # height, width, mines
    played: float | None  # seconds since 1970 began
    won: bool | None  # None: it went on
    seconds: float | None
    three_bv: int | None  # if the board is known
    clicks: Mapping[str, int]  # by kind
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
            return _summary(json.loads(text))
        except (KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            raise ValueError(f"this is not a summary of a game: {error}") from error


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


def _summary(found: dict[str, Any]) -> GameSummary:
    seconds, three_bv = found["seconds"], found["three_bv"]
    for name in ("won", "best_won"):
        if found[name] is not None and type(found[name]) is not bool:
            raise ValueError(f"{found[name]!r} is neither true nor false")
    level = level_of(tuple(map(_count, found["level"])))
    cells = level.height * level.width
    clicks = {str(kind): _count(count) for kind, count in found["clicks"].items()}
    if not set(clicks) <= set(ev.VERDICTS):
        raise ValueError(f"kinds of clicks {', '.join(clicks)!r:.40}: known are {ev.VERDICTS}")
    proven = tuple(_part(ProvenClicks, each) for each in found["proven"])
    if sum(each.clicks for each in proven) > cells:
        raise ValueError(f"more proven clicks than the {cells} cells of the board")
    return GameSummary(
        name=_text(found["name"]),
        player=_text(found["player"]),
        level=level,
        played=None if found["played"] is None else _number(found["played"]),
        won=found["won"],
        seconds=None if seconds is None else _seconds(seconds),
        three_bv=None if three_bv is None else whole_number(three_bv, least=0, most=cells),
        clicks=clicks,
        proven=proven,
        guesses=tuple(_part(GuessMade, each) for each in found["guesses"]),
        best_won=found["best_won"],
        rules=_text(found["rules"]),
    )


def _part(kind: type[Part], found: dict[str, Any]) -> Part:
    readers: dict[str, Callable[[Any], Any]] = {
        "idea": _idea,
        "difficulty": _count,
        "clicks": _count,
        "seconds": _seconds,
        "risk": _chance,
        "cost": _chance,
    }
    return kind(**{each.name: readers[each.name](found[each.name]) for each in fields(kind)})


def _idea(value: object) -> str:
    if value not in ("", *PROOF_KINDS):
        raise ValueError(f"idea {value!r:.40}: it must be of {PROOF_KINDS}, or empty")
    return _text(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r:.40} should be text")
    return value


def _count(value: object) -> int:
    return whole_number(value, least=0, most=MOST)


def _chance(value: object) -> float:
    number = _number(value)
    if not 0 <= number <= 1:
        raise ValueError(f"{number!r} is not a chance: it must be 0 to 1")
    return number


def _seconds(value: object) -> float:
    number = _number(value)
    if number < 0:
        raise ValueError(f"{number!r} seconds: it must be 0 or more")
    return number


def _number(value: object) -> float:
    if type(value) not in (int, float) or not abs(value) <= MOST:  # type: ignore[arg-type]
        raise ValueError(f"{value!r:.40} is not a number up to {MOST}")
    return float(value)  # type: ignore[arg-type]
