"""Review a game: the reasons for clicks, the cost of guesses, and the luck.

People's flags may be wrong, so the knowledge before a click uses only clues.
"""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import inf, log, nan, prod
from statistics import mean
from typing import TYPE_CHECKING

from minevis.analysis import analyze
from minevis.errors import ContradictionError
from minevis.game.board import Board
from minevis.game.grid import Cell, Cells, cells_of, dilate, flat_of, neighbours
from minevis.game.position import Position, ViewCode
from minevis.reviews.winning import win_estimate
from minevis.solver import events as ev
from minevis.solver.analysis import Analysis
from minevis.solver.counting.endgame import Endgame, LimitReachedError
from minevis.solver.counting.proof import naming_clues
from minevis.solver.counting.sampling import layouts_of
from minevis.solver.events import Guessed
from minevis.solver.guess.effort import DEFAULT_EFFORT, check_effort, effort_of
from minevis.solver.guess.evaluation import assess
from minevis.solver.guess.outlook import Outlook
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.prove import Proofs
from minevis.solver.proofs.steps import IDEA_WORDS, PROOF_KINDS, Proof
from minevis.solver.rules import count_all
from minevis.trace.snapshot import Snapshot
from minevis.trace.trace import ENDS, Trace
from minevis.utils import tables
from minevis.utils.checks import check_kind
from minevis.utils.formatting import games_text, number_word, percent, quantity
from minevis.utils.hints import helpful
from minevis.utils.options import EffortName
from minevis.utils.progress import progress_bar
from minevis.utils.showing import ShownAsChart
from minevis.words.captions import sentences_of
from minevis.words.proof_captions import asked_about

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

    from minevis.render.tiles.theme import Theme

CLICK_KINDS = ev.VERDICTS
PROVEN, FREE, FORCED, NEEDLESS, WRONG_FLAG, UNPROVEN_FLAG, WASTED = CLICK_KINDS
COSTLY = 0.01  # of the chance to win: a costlier forced guess is a mistake
A_TENTH = 0.001  # a tenth of a point; smaller costs are not mentioned
LARGEST = 10_000  # cells: ZiNi of larger boards takes seconds
NEAREST = 8  # safe cells near a needless guess to compare proofs of


@dataclass(frozen=True)
class ReviewedClick:
    """One click of a game, with its reason.

    `kind` is one of: "proven" (no layout has a mine there, or, for a flag, every layout has;
    `proof` is the easiest), "free" (the `first` click, a chord with safe cells only, a removed
    flag), "forced guess" (no cell was safe), "needless guess" (`safe` was safe, by `proof`),
    "wrong flag" (no mine is there), "unproven flag" (there may be a mine or not), "wasted" (no
    effect). `seconds` is the time since the previous click, for games with a clock. `guess`
    compares a guess with the best one.
    """

    index: int  # of the event in the trace
    cell: Cell
    kind: str
    seconds: float | None = None
    risk: float = 0.0  # the exact chance of opening a mine
    guess: "ReviewedGuess | None" = None
    safe: Cell | None = None  # the safe cell missed by a needless guess
    proof: Proof | None = None  # of the click, or of `safe`
    first: bool = False  # it may have been protected: its risk is known only if it exploded

    @property
    def idea(self) -> str:
        """The hardest idea in the proof, such as "count"; empty without a proof."""
        return self.proof.kind if self.proof is not None else ""

    @property
    def difficulty(self) -> int | None:
        """How hard the proof is, None without one."""
        return self.proof.difficulty if self.proof is not None else None

    @property
    def sentences(self) -> tuple[str, ...]:
        """The verdict, and the better click if there is one, as captions word them."""
        said = [sentence.text for sentence in sentences_of(_verdict(self, None)).sentences]
        if self.guess is not None and self.safe is None and not self.guess.exact and said[1:]:
            said[1] = f"{said[1].removesuffix('.')}, by estimates."
        return tuple(said)

    @property
    def mistake(self) -> bool:
        """Whether it missed a safe cell, flagged one, or gave a point or more away."""
        costly = self.guess is not None and self.guess.cost >= COSTLY
        return self.kind == WRONG_FLAG or self.safe is not None or costly


@dataclass(frozen=True)
class ReviewedGuess:
    """A guess, compared with the best one. Risks are exact.

    A `chord`, on the clue `cell`, opens several cells: its risk is the chance of a wrong flag.
    `win` is the chance to win by this guess and good play afterwards, `best_win` that of the
    `best` cell; both are `exact` if few layouts were left, otherwise both are estimates.
    """

    index: int  # of the event in the trace
    cell: Cell
    risk: float
    least_risk: float  # of any covered cell
    interior_risk: float | None  # of a cell next to no clue; None without one
    win: float
    best: Cell
    best_risk: float
    best_win: float
    exact: bool
    chord: bool = False

    @property
    def cost(self) -> float:
        """The chance to win lost by the guess; 0 for the best one."""
        return max(self.best_win - self.win, 0.0)

    @property
    def luck(self) -> float:
        """The luck needed to survive it, in nats: minus the logarithm of the chance."""
        return -log(1.0 - self.risk) if self.risk < 1.0 else inf


@dataclass(frozen=True, repr=False)
class Review(ShownAsChart):
    """The review of a game, click by click. A notebook shows it as a table.

    Attributes
    ----------
    clicks : tuple of ReviewedClick
        The clicks, in order.
    won : bool or None
        The result; None if the game did not end.
    seconds : float or None
        The length of the game in seconds, for games with a clock.
    board : Board or None
        The board, if it is known.
    trace : Trace or None
        The reviewed game.

    Examples
    --------
    >>> trace = mv.play(mv.Board.random("beginner", seed=3), first=(0, 0))
    >>> found = mv.review(trace, effort="quick")
    >>> [guess.cell for guess in found.guesses], f"{found.survival:.2f}", f"{found.cost:.2f}"
    ([(3, 3)], '0.94', '0.00')
    """

    clicks: tuple[ReviewedClick, ...]
    won: bool | None  # None: not finished
    seconds: float | None = None  # for a game with a clock
    board: Board | None = None  # of a finished game
    trace: Trace | None = field(default=None, compare=False)  # the reviewed game

    @property
    def rules(self) -> str:
        """The name of the rules, "" for standard rules.

        Under other rules, guesses can be safe or boards need none. Their odds are unknown, and
        survived forced guesses count as free.
        """
        return "" if self.trace is None else self.trace.start.rules

    @property
    def guesses(self) -> tuple[ReviewedGuess, ...]:
        """The guesses among the clicks."""
        return tuple(click.guess for click in self.clicks if click.guess is not None)

    @property
    def mistakes(self) -> tuple[ReviewedClick, ...]:
        """Needless guesses, wrong flags, and guesses that lost a point or more, in order."""
        return tuple(click for click in self.clicks if click.mistake)

    @property
    def three_bv(self) -> int | None:
        """The 3BV of a won game: the smallest number of left clicks that clear the board."""
        return self.board.three_bv if self.board is not None and self.won else None

    @property
    def three_bv_per_second(self) -> float | None:
        """3BV per second, for won games with a clock."""
        if self.three_bv is None or not self.seconds:
            return None
        return self.three_bv / self.seconds

    @property
    def efficiency(self) -> float | None:
        """3BV per click of a won game, with flags and wasted clicks; by chords more than 1."""
        return self.three_bv / len(self.clicks) if self.three_bv and self.clicks else None

    @property
    def counts(self) -> dict[str, int]:
        """The number of clicks by kind."""
        return {kind: sum(click.kind == kind for click in self.clicks) for kind in CLICK_KINDS}

    @property
    def luck(self) -> float:
        """The luck needed to survive all guesses, in nats: minus the logarithm of `survival`.

        This, `survival` and `cost` are nan for games by other rules.
        """
        return nan if self.rules else sum(guess.luck for guess in self.guesses)

    @property
    def survival(self) -> float:
        """The chance to survive all guesses."""
        return nan if self.rules else prod(1.0 - guess.risk for guess in self.guesses)

    @property
    def cost(self) -> float:
        """The chance to win lost by all guesses together."""
        return nan if self.rules else sum(guess.cost for guess in self.guesses)

    @property
    def verdict(self) -> str:
        """Luck and skill in one sentence."""
        end = ENDS[self.won]
        if self.rules:
            count = self.counts[NEEDLESS]
            needless = f" Needless: {quantity(count, 'guess', 'guesses')}." if count else ""
            return (
                f"{end.capitalize()} by the rules “{self.rules}”, in which guesses can be safe or "
                f"boards known: luck and odds are not counted.{needless}"
            )
        if not self.guesses:
            after = " after the first click" if any(click.first for click in self.clicks) else ""
            luck = f"none was needed{after}"
            if self.won is False:
                luck = "the first click was bad luck"
            return f"{end.capitalize()} without a guess: {luck}."
        survive, cost, added = "It survives", "it cost", ""
        if len(self.guesses) > 1:
            survive, cost, added = "Together they survive", "they cost", ", added up"
        return (
            f"{end.capitalize()}. {_guesses_text(self.counts[NEEDLESS], len(self.guesses))} "
            f"{survive} in {games_text(self.survival)}, and {cost} {100 * self.cost:.1f} points of "
            f"the chance to win{added}; 100 points are a certain win."
        )

    @property
    def story(self) -> tuple[str, ...]:
        """The game in sentences: the verdict, the clicks, the mistakes, and the time they took."""
        counts = ", ".join(f"{kind} {count}" for kind, count in self._kinds_text().items() if count)
        flags = ", flags included" if any(map(_is_flag, self.clicks)) else ""  # flags are no moves
        clicks = f"{quantity(len(self.clicks), 'click')}{flags}"
        lines = [self.verdict, f"{clicks}: {counts}." if counts else f"{clicks}."]
        lines += [" ".join(click.sentences) for click in self.mistakes]
        if self.three_bv_per_second is not None:
            speed = f"{self.three_bv_per_second:.2f} 3BV/s"
            lines.append(f"3BV {self.three_bv} in {self.seconds:.2f} s, counted from 0: {speed}.")
        if self.board is not None and self.efficiency is not None:
            openings = quantity(self.board.openings, "opening")
            lines.append(
                f"{openings}; 3BV {self.three_bv} for {quantity(len(self.clicks), 'click')}: an "
                f"efficiency of {percent(self.efficiency)}.{self._zini_text(self.board)}"
            )
        return (*lines, *self._times_text())

    def _zini_text(self, board: Board) -> str:
        """Return the clicks of a good flagger, for boards on which they are counted quickly."""
        if board.mined.size > LARGEST:
            return ""
        return f" ZiNi, with flags and chords: {quantity(board.zini, 'click')}."

    def _kinds_text(self) -> dict[str, int]:
        """Return the number of clicks per kind; a first click that exploded was not free."""
        exploded = sum(click.first and click.risk > 0 for click in self.clicks)
        return {**self.counts, FREE: self.counts[FREE] - exploded, "first click": exploded}

    def _times_text(self) -> Iterator[str]:
        for by, words in (("idea", "its idea"), ("difficulty", "how hard its proof is")):
            spent = [row for row in self.times(by=by) if row[by]]
            if spent:
                named = [(IDEA_WORDS.get(str(row[by]), row[by]), row["mean"]) for row in spent]
                parts = ", ".join(f"{name}: {seconds:.1f} s" for name, seconds in named)
                yield f"Thinking time of a proven click, by {words}: {parts}."

    def times(self, by: str = "idea") -> list[dict[str, object]]:
        """Return the time spent on clicks, by kind.

        Parameters
        ----------
        by : str
            Divide proven clicks by "idea" or by "difficulty".

        Returns
        -------
        list of dict
            Rows with the number of clicks, and their mean and total seconds. Empty for games
            without a clock.

        Raises
        ------
        ValueError
            If `by` is unknown.
        """
        if by not in ("idea", "difficulty"):
            raise ValueError(f'by={by!r}: it must be "idea" or "difficulty"')
        spent: dict[tuple[str, int], list[float]] = defaultdict(list)
        for click in self.clicks:
            if click.seconds is not None:
                spent[click.kind, _rank(click, by)].append(click.seconds)
        names = ("", *PROOF_KINDS)
        return [
            {
                "kind": kind,
                by: names[rank] if by == "idea" else rank or "",
                "clicks": len(each),
                "mean": mean(each),
                "all": sum(each),
            }
            for (kind, rank), each in sorted(spent.items())
        ]

    def to_frame(self) -> "DataFrame":
        """A pandas DataFrame with one row per click. Raises `ImportError` without pandas.

        `cost`, 0 to 1, is the chance to win by the cell `best`, minus that by the guess, both
        before the guess.
        """
        columns = list(_click_row(ReviewedClick(0, (0, 0), PROVEN)))  # if there is no click
        return tables.data_frame([_click_row(click) for click in self.clicks], columns)

    def rows(self) -> list[dict[str, str]]:
        """Return one row per guess, as text, with chances before the guess.

        For a needless guess, the best cell is the safe one of the proof.
        """
        safe = (click.safe for click in self.clicks if click.guess is not None)
        pairs = zip(self.guesses, safe, strict=True)
        return [_row(number, guess, cell) for number, (guess, cell) in enumerate(pairs, 1)]

    def _chart(self, ax: "Axes | None", theme: "str | Theme | None") -> "Figure":
        """Draw the chance to win from move to move, with the guesses and mistakes."""
        from minevis.experiments.charts import Guess, win_chart
        from minevis.reviews.curve import curve_of

        trace = self.trace
        curve = None if trace is None else curve_of(trace, reviewed=self)
        if trace is None or curve is None:
            raise ValueError("no chance to win can be drawn: the review has no game with layouts")
        times = trace.clock or [snapshot.moves for snapshot in trace]
        guesses = [
            Guess(times[mark["at"]], mark["cost"], mark["mistake"]) for mark in curve["marks"]
        ]
        places = [times[index] for index in curve["at"]]
        unit = "seconds" if trace.clock else "moves"
        about = f"{quantity(len(self.guesses), 'guess', 'guesses')}, {ENDS[self.won]}"
        return win_chart(places, curve["wins"], guesses, unit, about, theme, ax=ax)

    def __repr__(self) -> str:
        return f"{self.verdict}\n\n{tables.text(self.rows())}" if self.guesses else self.verdict

    def _repr_html_(self) -> str:
        return tables.html(self.rows(), self.verdict)


@helpful
def review(
    trace: Trace,
    *,
    effort: EffortName | str = DEFAULT_EFFORT,
    proofs: bool = True,
    progress: bool = False,
) -> Review:
    """Review all clicks of a game, and compare guesses with the best ones.

    Parameters
    ----------
    trace : Trace
        The game. `mv.replay` and `mv.Trace.load` read one from a file.
    effort : str
        How hard the player `best` looks for the best guess: "quick", "normal" or "hard", here
        without a second look.
    proofs : bool
        False does not prove the deductions in the trace again, which is ten times as fast.
    progress : bool
        Show a progress bar if it takes longer than two seconds.

    Returns
    -------
    Review
        All clicks with their kind, proof or odds, and cost. A given first click is no guess.

    Raises
    ------
    ContradictionError
        If no layout of mines fits the trace.
    TypeError
        If `trace` is not a trace.

    Examples
    --------
    >>> trace = mv.play("beginner", seed=3)
    >>> mv.review(trace, effort="quick").verdict
    'Won. The only guess was forced: no cell was safe. It survives in 94 of 100 games, and ...'
    """
    check_kind("trace", trace, Trace, called="Trace (mv.replay reads one from a file)")
    effort = check_effort(effort)
    board = board_of(trace)
    clicks = tuple(_Reviewer(trace, effort, board, proofs).clicks(progress))
    if trace.start.rules:
        fatal = clicks[-1:] if trace.won is False else ()
        clicks = tuple(_without_odds(click, fatal=click in fatal) for click in clicks)
    return Review(clicks, trace.won, trace.clock[-1] if trace.clock else None, board, trace)


def _without_odds(click: ReviewedClick, *, fatal: bool) -> ReviewedClick:
    """Return a click without odds, for games with other rules, where the cost is unknown."""
    if click.kind == FORCED and not fatal:
        return replace(click, kind=FREE, risk=0.0, guess=None)
    if click.guess is None:
        return click
    here, risk, win = click.guess.cell, click.guess.risk, click.guess.win
    return replace(click, guess=replace(click.guess, best=here, best_risk=risk, best_win=win))


def check_review(found: Review, trace: Trace) -> None:
    """Raise `ValueError` if `found` is not the review of `trace`."""
    if found.trace is not None and found.trace != trace:
        raise ValueError(
            f"review: it belongs to a different game, {found.trace!r}, not to {trace!r}"
        )


def _is_flag(click: ReviewedClick) -> bool:
    """Whether a click placed a flag, judging by the kind and the proof."""
    proven = click.kind == PROVEN and click.proof is not None and click.proof.mined
    return proven or click.kind in (WRONG_FLAG, UNPROVEN_FLAG)


def _rank(click: ReviewedClick, by: str) -> int:
    """The place of a proven click among ideas, the easiest first, or difficulties; otherwise 0."""
    if click.kind != PROVEN or click.proof is None:
        return 0
    return 1 + PROOF_KINDS.index(click.idea) if by == "idea" else click.proof.difficulty


def review_among(found: Review, trace: Trace, reasoned: Trace) -> Review:
    """Return the review `found` of `trace`, numbered by the events of `reasoned`.

    `reasoned` is the same game with more events. A guess is at its announcement, as in the games
    of players.
    """
    places: list[int] = []
    announced = None
    for place, event in enumerate(reasoned.events):
        if len(places) < len(trace) and event is trace.events[len(places)]:
            places.append(place if announced is None else announced)
            announced = None
        elif isinstance(event, Guessed):
            announced = place
    clicks = tuple(replace(click, index=places[click.index]) for click in found.clicks)
    return replace(found, clicks=clicks)


def with_reasons(trace: Trace, found: Review) -> list[tuple[int, ev.Event]]:
    """Return the events of `trace`, with the deductions before clicks by the review `found`.

    A proven cell comes after its proof, a forced guess after the odds and the announcement, a
    needless guess after the proof of the missed safe cell. Both guesses and wrong flags also
    come after the review's verdict. Every event has the number of an event of `trace`: its own,
    or that of the next click.
    """
    clicks = {click.index: click for click in found.clicks}
    numbered: list[tuple[int, ev.Event]] = []
    proven: set[Cell] = set()
    for index, event in enumerate(trace.events):
        click = clicks.get(index)
        if click is not None and not isinstance(event, Guessed):
            snapshot = trace[index - 1]
            if click.kind == PROVEN and snapshot.safe[click.cell]:
                proven.update(click.proof.cells if click.proof is not None else ())  # shown now
            before = _unflagged(snapshot) if click.guess is not None else None
            reasons = list(_reasons(click, before, proven))
            better = _better(click) is not None
            if better or _is_risky_chord(click) or click.kind in (NEEDLESS, WRONG_FLAG):
                known = None if before is None else analyze(before)
                reasons.append(_verdict(click, known, counted=_is_counted(click)))
            numbered += [(index, reason) for reason in reasons]
        numbered.append((index, event))
    return numbered


def with_verdicts(trace: Trace, found: Review) -> list[tuple[int, ev.Event]]:
    """Return the events of `trace`, with verdicts of `found` and odds before clicks.

    Every event has the number of an event of `trace`: its own, or that of the next click.
    """
    clicks = {click.index: click for click in found.clicks}
    numbered: list[tuple[int, ev.Event]] = []
    last: tuple[Position, Analysis] | None = None
    before: Snapshot | None = None
    for index, snapshot in enumerate(trace):
        event, click = trace.events[index], clicks.get(index)
        if click is not None and before is not None:
            if (before.view >= 0).any() and (last is None or last[0] != _unflagged(before)):
                last = _unflagged(before), analyze(_unflagged(before))
            known = None if last is None else last[1]
            announced = isinstance(event, Guessed)
            if _is_announced(click) and known is not None and not announced:
                numbered.append((index, own_guess(known, click.cell)))
            counted = announced or _is_counted(click)
            numbered.append((index, _verdict(click, known, counted=counted)))
        numbered.append((index, event))
        before = snapshot
    return numbered


def reason_against(click: ReviewedClick, before: Position) -> ev.Event:
    """Return the event that explains a mistake: a proof, or the odds of a forced guess."""
    proof = click.proof
    if proof is not None:
        return ev.Proved(proof.cells, proof.mined, proof.clues, proof.uses_total, proof)
    return _verdict(click, analyze(before))


def _is_risky_chord(click: ReviewedClick) -> bool:
    return click.guess is not None and click.guess.chord


def _is_announced(click: ReviewedClick) -> bool:
    """Whether a story announces a click as a guess, and counts it there."""
    return click.kind == FORCED and not _is_risky_chord(click)


def _is_counted(click: ReviewedClick) -> bool:
    """Whether a click is no guess, or a guess already counted when it was announced."""
    return click.guess is None or _is_announced(click)


def _better(click: ReviewedClick) -> Cell | None:
    """Return the cell to open instead of a guess; None if no cell is better."""
    guess = click.guess
    if click.safe is not None or guess is None:
        return click.safe
    return guess.best if guess.cost >= A_TENTH and guess.best != guess.cell else None


def _verdict(click: ReviewedClick, known: Analysis | None, *, counted: bool = True) -> ev.Reviewed:
    """The verdict on a click, with the odds of the position before it, if `known`."""
    guess, proof, instead = click.guess, click.proof, _better(click)
    forced = guess is not None and click.safe is None and instead is not None
    odds = None if known is None else odds_event(known)
    nothing_safe = known is not None and not known.safe.any()
    return ev.Reviewed(
        cell=click.cell,
        verdict=click.kind,
        clues=proof.clues if proof is not None else (),
        risk=click.risk,
        instead=instead,
        instead_risk=guess.best_risk if forced and guess is not None else 0.0,
        chord=_is_risky_chord(click),
        cost=guess.cost if guess is not None else 0.0,
        idea=click.idea,
        mined=proof is not None and proof.mined,
        cells=odds.cells if odds is not None else (),
        odds=odds.odds if odds is not None else (),
        interior=odds.interior if odds is not None and nothing_safe else None,
        counted=counted,
        first=click.first,
    )


def _reasons(
    click: ReviewedClick, before: Position | None, proven: set[Cell]
) -> Iterator[ev.Event]:
    """Return the events that explain a click: a new proof, or odds."""
    proof = click.proof
    if proof is not None and not proof.mined and click.kind in (PROVEN, NEEDLESS):
        if not proven.issuperset(proof.cells):
            proven.update(proof.cells)
            yield ev.Proved(proof.cells, False, proof.clues, proof.uses_total, proof)
    elif click.kind == FORCED and before is not None:
        known = analyze(before)
        yield odds_event(known)
        if _is_announced(click):
            yield own_guess(known, click.cell)


def odds_event(known: Analysis) -> ev.OddsFound:
    """The odds of a position as an event."""
    covered, beside = known.position.covered, dilate(known.position.view >= 0)
    frontier, inside = cells_of(covered & beside), known.probability[covered & ~beside]
    odds = tuple(float(known.probability[cell]) for cell in frontier)
    interior = float(inside[0]) if inside.size else None
    return ev.OddsFound("exact", frontier, odds, interior, known.configurations)


def own_guess(known: Analysis, cell: Cell) -> Guessed:
    """A person's guess at `cell` as an event, with its risk and the clues around it."""
    view = known.position.view
    clues = tuple(each for each in neighbours(cell, view.shape) if view[each] > 0)
    return Guessed(cell, "your own", float(known.probability[cell]), (cell,), clues, None, True)


def thoughts_before(before: Position, cell: Cell) -> Iterator[ev.Event]:
    """Yield the knowledge before an opening: a proof, or odds and a guess."""
    known = analyze(before, trust_flags=False)
    if known.safe[cell]:
        proof = asked_about(known.proof(cell), cell)
        yield ev.Proved((cell,), False, proof.clues, proof.uses_total, proof)
        return
    yield odds_event(known)
    if not known.safe.any():
        yield own_guess(known, cell)


def board_of(trace: Trace) -> Board | None:
    """The board of a finished game, from its last event; otherwise None."""
    end, view = trace.events[-1], trace[-1].view
    if not isinstance(end, ev.Finished):
        return None
    mined = view < 0
    if not end.won:
        mined = (view < ViewCode.COVERED) | trace[-1].missed
    for cell in end.wrong_flags:
        mined[cell] = False
    return Board(mined)


class _Reviewer:
    """Reviews a game click by click. An unchanged position is analysed once."""

    def __init__(self, trace: Trace, effort: str, board: Board | None, proofs: bool) -> None:
        self.trace, self.effort, self.board, self.proofs = trace, effort, board, proofs
        self.last: tuple[Position, Analysis] | None = None
        self.announced: Cell | None = None  # the guess announced before its click
        self.clicked = 0.0

    def clicks(self, progress: bool) -> Iterator[ReviewedClick]:
        before: Snapshot | None = None
        bar = progress_bar(self.trace, desc="review", unit=" events", progress=progress)
        for index, snapshot in enumerate(bar):
            event = snapshot.event
            if isinstance(event, Guessed):
                self.announced = event.cell
                yield self._timed(self._rested_on(index, snapshot, event.cell))
            elif before is not None:
                yield from map(self._timed, self._reviewed(index, before, event))
            before = snapshot

    def _timed(self, click: ReviewedClick) -> ReviewedClick:
        if self.trace.clock is None:
            return click
        time = self.trace.clock[click.index]
        spent, self.clicked = time - self.clicked, time
        return replace(click, seconds=spent)

    def _reviewed(
        self, index: int, before: Snapshot, event: ev.Event | None
    ) -> Iterator[ReviewedClick]:
        if isinstance(event, ev.Chorded):
            yield self._chorded(index, before, event)
        elif isinstance(event, ev.Opened) or (
            isinstance(event, ev.Exploded) and event.chord is None
        ):
            if event.cell != self.announced:
                yield self._opened(index, before, event)
            self.announced = None
        elif isinstance(event, ev.Flagged):
            yield from (self._flagged(index, before, cell) for cell in event.cells)
        elif isinstance(event, ev.Unflagged):
            yield ReviewedClick(index, event.cells[0], FREE)
        elif isinstance(event, ev.Wasted):
            yield ReviewedClick(index, event.cell, WASTED)

    def _known(self, snapshot: Snapshot) -> Analysis:
        position = _unflagged(snapshot)
        if self.last is None or self.last[0] != position:
            self.last = position, analyze(position)
        return self.last[1]

    def _opened(
        self, index: int, before: Snapshot, event: ev.Opened | ev.Exploded
    ) -> ReviewedClick:
        if (before.view >= 0).any():
            return self._rested_on(index, before, event.cell)
        risk = before.mines / before.view.size if isinstance(event, ev.Exploded) else 0.0
        return ReviewedClick(index, event.cell, FREE, risk=risk, first=True)

    def _rested_on(self, index: int, before: Snapshot, cell: Cell) -> ReviewedClick:
        """The kind of an opening: proven if there is a proof, even after an announced guess."""
        if not self.proofs and before.safe[cell]:
            return ReviewedClick(index, cell, PROVEN)
        proof = _counted(_unflagged(before), cell)
        if proof is None and self._known(before).safe[cell]:
            proof = self._known(before).proof(cell)
        if proof is not None:
            return ReviewedClick(index, cell, PROVEN, proof=proof)
        known = self._known(before)
        return self._guessed(known, _guess(index, cell, known, self.effort))

    def _guessed(self, known: Analysis, guess: ReviewedGuess) -> ReviewedClick:
        forced = ReviewedClick(guess.index, guess.cell, FORCED, risk=guess.risk, guess=guess)
        if not known.safe.any():
            return forced
        safe, proof = _easiest_safe(known, guess.cell)
        return replace(forced, kind=NEEDLESS, safe=safe, proof=proof)

    def _chorded(self, index: int, before: Snapshot, event: ev.Chorded) -> ReviewedClick:
        known = self._known(before)
        around = neighbours(event.cell, before.shape)
        pressed = [cell for cell in around if before.view[cell] == ViewCode.COVERED]
        if all(known.safe[cell] for cell in pressed):
            return ReviewedClick(index, event.cell, FREE)
        flags = tuple(cell for cell in around if before.view[cell] == ViewCode.FLAGGED)
        guess = _guess(index, known.best[0], known, self.effort)
        return self._guessed(known, _of_chord(guess, event.cell, known, flags, self.effort))

    def _flagged(self, index: int, before: Snapshot, cell: Cell) -> ReviewedClick:
        if self._is_wrong(cell):
            return ReviewedClick(index, cell, WRONG_FLAG)
        if not (before.view >= 0).any():
            return ReviewedClick(index, cell, UNPROVEN_FLAG)
        if not self.proofs and before.mined[cell]:
            return ReviewedClick(index, cell, PROVEN)
        known = self._known(before)
        if known.safe[cell]:
            return ReviewedClick(index, cell, WRONG_FLAG, proof=known.proof(cell))
        if known.mined[cell]:
            return ReviewedClick(index, cell, PROVEN, proof=known.proof(cell))
        return ReviewedClick(index, cell, UNPROVEN_FLAG)

    def _is_wrong(self, cell: Cell) -> bool:
        """Whether `cell` has no mine, as a later click or the end of the game shows."""
        if self.board is not None:
            return not self.board.mined[cell]
        return bool(self.trace[-1].view[cell] >= 0)


def _unflagged(snapshot: Snapshot) -> Position:
    return Position(snapshot.view, snapshot.mines).unflagged()


def _counted(position: Position, cell: Cell) -> Proof | None:
    """Return the proof by counting that `cell` is safe, which is enough for most clicks."""
    knowledge = Knowledge(position)
    with naming_clues(position):
        count_all(knowledge)
    if not knowledge.safe[cell]:
        return None
    width = position.shape[1]
    certain = {flat_of(each, width): True for each in cells_of(knowledge.mined)}
    certain |= {flat_of(each, width): False for each in cells_of(knowledge.safe)}
    return Proofs(Knowledge(position), certain).of(flat_of(cell, width))


def _easiest_safe(known: Analysis, cell: Cell) -> tuple[Cell, Proof]:
    """Of the safe cells nearest to `cell`, the one with the easiest proof."""

    def distance(other: Cell) -> tuple[int, Cell]:
        return max(abs(other[0] - cell[0]), abs(other[1] - cell[1])), other

    near = sorted(cells_of(known.safe), key=distance)[:NEAREST]
    proofs = [known.proof(other) for other in near]
    best = min(range(len(near)), key=lambda i: (proofs[i].difficulty, i))
    return near[best], proofs[best]


def chord_risk(known: Analysis, flags: Cells) -> float:
    """Return the chance that a chord opens a mine: that some of the `flags` around are wrong."""
    try:
        right = analyze(_with_flags(known.position, flags)).configurations
    except ContradictionError:
        return 1.0
    return 1.0 - right / known.configurations


def _with_flags(position: Position, flags: Cells) -> Position:
    view = position.view.copy()
    for cell in flags:
        view[cell] = ViewCode.FLAGGED
    return Position(view, position.mines)


def _of_chord(
    best: ReviewedGuess, clue: Cell, known: Analysis, flags: Cells, effort: str
) -> ReviewedGuess:
    """Review a chord on `clue` against the `best` guess.

    It survives if its flags are right. Then its cells are safe, and opening safe cells is free. So
    its chance to win is the chance of good play with the flags as known mines.
    """
    risk = chord_risk(known, flags)
    chord = replace(best, cell=clue, risk=risk, win=0.0, chord=True)
    if risk == 1.0:
        return chord
    right = _with_flags(known.position, flags)
    if best.exact:
        sets = effort_of(effort, known.position.view.size).sets
        with suppress(LimitReachedError):
            value = Endgame(layouts_of(right)).best(limit=sets).chance
            return replace(chord, win=(1.0 - risk) * value)
    now = win_estimate(known.position).value  # an estimate like the value after it
    share = best.best_win / now if now else 0.0
    value = share * win_estimate(right).value
    return replace(chord, win=(1.0 - risk) * min(value, 1.0), exact=False)


def _guess(index: int, cell: Cell, known: Analysis, effort: str) -> ReviewedGuess:
    position = known.position
    knowledge = Knowledge(position)
    knowledge.mark(cells_of(known.mined), mined=True)
    outlook = Outlook.of(knowledge, known.probability, effort)
    interior = position.covered & ~dilate(position.opened)
    best, own = assess(outlook, known.best[0] if known.mined[cell] else cell)
    if known.mined[cell]:
        own = replace(own, cell=cell, risk=1.0, win=0.0)
    return ReviewedGuess(
        index=index,
        cell=cell,
        risk=float(known.probability[cell]),
        least_risk=float(known.probability[position.covered].min()),
        interior_risk=float(known.probability[interior].max()) if interior.any() else None,
        win=own.win,
        best=best.cell,
        best_risk=best.risk,
        best_win=best.win,
        exact=best.exact,
    )


def _row(number: int, guess: ReviewedGuess, safe: Cell | None) -> dict[str, str]:
    better = guess.cost > 0
    best, risk = (guess.best, guess.best_risk) if safe is None else (safe, 0.0)
    return {
        "guess": str(number),
        "cell": f"chord {guess.cell}" if guess.chord else str(guess.cell),
        "cost in points": f"{100 * guess.cost:.1f}",
        "risk": percent(guess.risk),
        "least risk": percent(guess.least_risk),
        "far from clues": "" if guess.interior_risk is None else percent(guess.interior_risk),
        "best": str(best) if better else "the same",
        "its risk": percent(risk if better else guess.risk),
        "best chance to win": percent(guess.best_win if better else guess.win),
        "how known": "exactly" if guess.exact else "estimated",
    }


def _click_row(click: ReviewedClick) -> dict[str, object]:
    """One row of `to_frame`."""
    return {
        "event": click.index,
        "row": click.cell[0],
        "col": click.cell[1],
        "kind": click.kind,
        "seconds": click.seconds,
        "risk": click.risk,
        "cost": click.guess.cost if click.guess is not None else 0.0,
        "best": click.guess.best if click.guess is not None else None,
        "safe": click.safe,
        "idea": click.idea,
        "difficulty": click.difficulty,
    }


def _guesses_text(needless: int, guesses: int) -> str:
    """How many of some guesses were needless."""
    why = "a safe cell could be found" if needless else "no cell was safe"
    kind = "needless" if needless else "forced"
    if guesses == 1:
        return f"The only guess was {kind}: {why}."
    if needless in (0, guesses):
        all_ = "Both" if guesses == 2 else f"All {number_word(guesses)}"
        return f"{all_} guesses were {kind}: {why}."
    were = "was" if needless == 1 else "were"
    many = number_word(needless).capitalize()
    return f"{many} of {number_word(guesses)} guesses {were} needless: {why}."
