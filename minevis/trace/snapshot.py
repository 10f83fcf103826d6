"""The state after every event: a `Snapshot`, and `fold`, which makes the next one.

`fold` also checks the order of events: a search that cannot be drawn is refused.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from minevis.game.grid import Cell, Cells, frozen, kept
from minevis.game.position import ViewCode
from minevis.game.shown import ShownAsCells
from minevis.solver import events as ev
from minevis.solver.events import Event
from minevis.solver.proofs.steps import Broken, Suppose
from minevis.utils.formatting import quantity

MOST_IN_BOX = 8  # cells: all touch one clue
NO_SEARCH: dict[str, Any] = {"boxes": (), "tries": ()}
FEW = 20  # from this number of cells on, an index array is quicker than a loop


@dataclass(frozen=True, eq=False, repr=False)
class Snapshot(ShownAsCells):
    """The state after one event. Immutable: `fold` returns the next one.

    The arrays are read-only, because snapshots share them.

    Attributes
    ----------
    view : numpy.ndarray
        The view of the player: int8 [H, W], codes as in `Position`.
    safe, mined : numpy.ndarray
        Proven cells still covered, and mines not flagged yet: bool [H, W].
    missed : numpy.ndarray
        Mines shown at the end of the game: bool [H, W].
    probability, zero : numpy.ndarray
        The latest chance of a mine and of a zero: float64 [H, W], NaN if unknown.
    past : numpy.ndarray
        The last chance of a mine before the last click: float64 [H, W], NaN if unknown.
    trial : numpy.ndarray
        The running search: int8 [H, W], 10 n + k for n mines tried in a box of k cells.
    region : numpy.ndarray
        The component being searched: bool [H, W].
    mines : int
        The number of mines on the board.
    event : Event or None
        The event itself.
    subject, clues : tuple of tuple of int
        The cells of the event, and the clues that prove it.
    moves, guesses : int
        The number of clicks and of guesses up to here.
    survival : float
        The chance to have survived all guesses whose risk is known.
    won : bool or None
        The result; None while the game runs.
    seconds : float or None
        The time in seconds, for games with a clock.
    together : tuple of Event
        The events that one picture describes together, `event` being the last; else empty.

    Examples
    --------
    >>> trace = mv.thoughts(mv.Position.parse("1#", mines=1))
    >>> trace[1].mined.tolist(), trace[1].clues
    ([[False, True]], ((0, 0),))
    >>> trace[1]
    <Snapshot 1×2 after Counted, 1 cell covered, 1 mine left>
    """

    view: np.ndarray  # int8 [H, W]: 0–8 opened, −1 covered, −2 flagged, −3 exploded
    safe: np.ndarray  # bool [H, W]: proven safe, still covered
    mined: np.ndarray  # bool [H, W]: proven mines, not flagged yet
    missed: np.ndarray  # bool [H, W]: mines shown after the end
    probability: np.ndarray  # float64 [H, W]: chance of a mine, nan if not known
    zero: np.ndarray  # float64 [H, W]: chance of a zero, nan if not known
    trial: np.ndarray  # int8 [H, W]: 10 n + k for n mines tried in a box of k; 0 untried
    region: np.ndarray  # bool [H, W]: the component being searched
    mines: int
    event: Event | None = None
    subject: Cells = ()  # the cells this event is about
    clues: Cells = ()  # the clues that justify it
    violated: Cell | None = None
    complete: bool = False  # a finished configuration is on the board
    configurations_found: int = 0  # configurations found in the search going on
    configurations: int | None = None  # layouts that fit the entire board, once counted
    moves: int = 0  # the clicked cells
    guesses: int = 0
    survival: float = 1.0  # chance to have survived all guesses whose risk is known
    won: bool | None = None  # None while the game goes on
    letters: np.ndarray | None = None  # bool [H, W]: mines that spell a word
    seconds: float | None = None  # on the clock of a game that was timed
    together: tuple[Event, ...] = ()  # that one picture describes, in their order
    boxes: tuple[Cells, ...] = ()  # of the component being searched, in search order
    tries: tuple[ev.Tried, ...] = ()  # the suppositions that stand, one a box from the first on
    settled: bool = False  # whether its numbers count what those events have settled
    past: np.ndarray | None = (
        None  # float64 [H, W]: the last chance of a mine before the last click
    )

    def __post_init__(self) -> None:
        for name, value in self.__dict__.items():
            if isinstance(value, np.ndarray):
                object.__setattr__(self, name, kept(value))

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width in cells."""
        return (self.view.shape[0], self.view.shape[1])

    @property
    def mines_left(self) -> int:
        """Mines on the board less flags and explosions."""
        return self.mines - int(
            ((self.view == ViewCode.FLAGGED) | (self.view == ViewCode.EXPLODED)).sum()
        )

    @property
    def cleared(self) -> bool:
        """Whether a game has opened all cells without a mine: it flags the other cells then."""
        return self.moves > 0 and int((self.view >= 0).sum()) == self.view.size - self.mines

    @property
    def risk(self) -> float:
        """The chance to have lost by one of the guesses up to here."""
        return 1.0 - self.survival

    def __repr__(self) -> str:
        height, width = self.shape
        after = f" after {type(self.event).__name__}" if self.event is not None else ""
        covered = quantity(int((self.view == ViewCode.COVERED).sum()), "cell")
        left = quantity(self.mines_left, "mine")
        return f"<Snapshot {height}×{width}{after}, {covered} covered, {left} left>"


def blank(
    shape: tuple[int, int],
    mines: int,
    view: np.ndarray | None = None,
    letters: np.ndarray | None = None,
) -> Snapshot:
    """Return the snapshot before any event: all covered, or a given `view` (int8 [H, W])."""
    no = np.zeros(shape, dtype=bool)
    unknown = np.full(shape, np.nan)
    start = (
        np.full(shape, ViewCode.COVERED, dtype=np.int8) if view is None else np.array(view, np.int8)
    )
    trial = np.zeros(shape, np.int8)
    past = _full(shape, mines / no.size) if mines and (start == ViewCode.COVERED).all() else None
    return Snapshot(
        start, no, no, no, unknown, unknown, trial, no, mines, letters=letters, past=past
    )


def fold(snapshot: Snapshot, event: Event) -> Snapshot:
    """Return the snapshot after `event`.

    Raises `TypeError` for an unknown class, `ValueError`, naming the rule, for a step of a search
    that cannot follow.
    """
    effect = EFFECTS.get(type(event))
    if effect is None:
        raise TypeError(
            f"{event!r} is not an event of minevis: its class needs an entry in EFFECTS"
        )
    unmarked = _changed(snapshot, event=event, subject=(), clues=(), violated=None, complete=False)
    return effect(event, unmarked)


def _changed(snapshot: Snapshot, **changes: Any) -> Snapshot:
    """Do the same as `dataclasses.replace`, ten times as fast: it does not set every field."""
    for value in changes.values():
        if isinstance(value, np.ndarray):
            frozen(value)
    new = object.__new__(type(snapshot))
    new.__dict__.update(snapshot.__dict__, **changes)
    return new


def _index(cells: Cells) -> tuple[np.ndarray, np.ndarray]:
    index = np.array(cells, dtype=np.intp).reshape(-1, 2)
    return index[:, 0], index[:, 1]


def _put(array: np.ndarray, cells: Cells, values: npt.ArrayLike) -> np.ndarray:
    """Return a copy of `array` with `values` at `cells`."""
    changed = array.copy()
    if isinstance(values, int) and len(cells) < FEW:
        for cell in cells:
            changed[cell] = values
    else:
        changed[_index(cells)] = values
    return changed


@lru_cache(maxsize=8)
def _full(shape: tuple[int, int], value: float) -> np.ndarray:
    """Return an array of one value, bool or float64 [H, W]: snapshots share it."""
    return frozen(np.full(shape, value))


def _same(event: ev.Started, s: Snapshot) -> Snapshot:
    return s


def _opened(event: ev.Opened, s: Snapshot) -> Snapshot:
    if not isinstance(event, ev.Chorded):
        _check_covered(event.cell, s)
    return _changed(
        s,
        view=_put(s.view, event.cells, event.numbers),
        safe=_put(s.safe, event.cells, False),
        probability=_full(s.shape, np.nan),
        zero=_full(s.shape, np.nan),
        past=last_chances(s),
        region=_full(s.shape, False),
        configurations=None,
        subject=(event.cell,),
        moves=s.moves + 1,
        **NO_SEARCH,
    )


def last_chances(s: Snapshot) -> np.ndarray | None:
    """Return the last known chances of a mine, of any time: float64 [H, W], NaN if unknown."""
    unknown = np.isnan(s.probability)
    if s.past is None or unknown.all():
        return s.past if unknown.all() else s.probability
    return np.where(unknown, s.past, s.probability)


def _flagged(event: ev.Flagged, s: Snapshot) -> Snapshot:
    view = _put(s.view, event.cells, ViewCode.FLAGGED)
    return _changed(s, view=view, mined=_put(s.mined, event.cells, False), subject=event.cells)


def _unflagged(event: ev.Unflagged, s: Snapshot) -> Snapshot:
    return _changed(s, view=_put(s.view, event.cells, ViewCode.COVERED), subject=event.cells)


def _wasted(event: ev.Wasted, s: Snapshot) -> Snapshot:
    return _changed(s, subject=(event.cell,))


def _exploded(event: ev.Exploded, s: Snapshot) -> Snapshot:
    """Keep the odds in view, as the player lost at them. A chord was counted before."""
    _check_covered(event.cell, s)
    view = _put(s.view, (event.cell,), ViewCode.EXPLODED)
    moves = s.moves + (event.chord is None)
    region = _full(s.shape, False)
    return _changed(s, view=view, region=region, subject=(event.cell,), moves=moves, **NO_SEARCH)


def _finished(event: ev.Finished, s: Snapshot) -> Snapshot:
    return _changed(s, missed=_put(s.missed, event.mines, True), won=event.won)


def _deduced(event: ev.Deduction, s: Snapshot) -> Snapshot:
    s = _changed(s, subject=event.cells, clues=event.clues)
    if isinstance(event, ev.Proved) and event.proof is not None:
        s = _changed(s, trial=np.zeros(s.shape, np.int8))
    if event.mined:
        return _changed(s, mined=_put(s.mined, event.cells, True))
    return _changed(s, safe=_put(s.safe, event.cells, True))


SUPPOSED = {True: 11, False: 1}  # how `trial` has a box of one cell with a mine, and without one


def _reasoned(event: ev.Reasoned, s: Snapshot) -> Snapshot:
    """Mark suppositions, and cells found under one, as tried, not as known."""
    step = event.step
    s = _changed(s, clues=step.clues)
    if isinstance(step, Suppose):
        trial = _put(s.trial, (step.cell,), SUPPOSED[step.mined])
        return _changed(s, subject=(step.cell,), trial=trial)
    if event.refuted is not None:
        both = (event.refuted.cell, *event.refuted.alike)
        trial = _put(_put(s.trial, event.undone, 0), both, SUPPOSED[not event.refuted.mined])
        s = _changed(s, trial=trial)
    if isinstance(step, Broken):
        return _changed(s, violated=step.clue)
    trial = _put(_put(s.trial, step.mines, SUPPOSED[True]), step.safe, SUPPOSED[False])
    return _changed(s, subject=(*step.mines, *step.safe), trial=trial)


def _frontier(event: ev.FrontierFound, s: Snapshot) -> Snapshot:
    return _changed(s, region=_put(np.zeros(s.shape, bool), event.cells, True), **NO_SEARCH)


def _component(event: ev.ComponentFound | ev.ComponentKept, s: Snapshot) -> Snapshot:
    region = _put(np.zeros(s.shape, bool), event.cells, True)
    s = _changed(s, region=region, clues=event.clues, configurations_found=0, **NO_SEARCH)
    if isinstance(event, ev.ComponentKept):
        return s
    parts = sorted(cell for box in event.boxes for cell in box)
    if parts != sorted({*event.cells}):
        raise ValueError("its boxes are its cells, each once")
    if not all(1 <= len(box) <= MOST_IN_BOX for box in event.boxes):
        raise ValueError(f"a box has 1 to {MOST_IN_BOX} cells")
    return _changed(s, boxes=event.boxes)


def _check_covered(cell: Cell, s: Snapshot) -> None:
    if s.view[cell] >= 0:
        raise ValueError(f"{cell} is open already")


def _tried(event: ev.Tried, s: Snapshot) -> Snapshot:
    depth = len(s.tries)
    if not s.boxes:
        raise ValueError("a search follows its ComponentFound")
    if depth == len(s.boxes):
        raise ValueError(f"no box is left, of {quantity(len(s.boxes), 'box', 'boxes')}")
    if (event.depth, event.cells) != (depth, s.boxes[depth]):
        raise ValueError(f"the next is depth {depth}, the box {s.boxes[depth]}")
    if not 0 <= event.mines <= len(event.cells):
        raise ValueError(f"{quantity(event.mines, 'mine')} in the box")
    code = 10 * event.mines + len(event.cells)
    trial = _put(s.trial, event.cells, code)
    return _changed(s, trial=trial, subject=event.cells, tries=(*s.tries, event))


def _violated(event: ev.Violated, s: Snapshot) -> Snapshot:
    if not s.tries:
        raise ValueError("nothing is tried that could violate a clue")
    return _changed(s, violated=event.clue)


def _undone(event: ev.Undone, s: Snapshot) -> Snapshot:
    if not s.tries:
        raise ValueError("nothing is tried that could be taken back")
    last = s.tries[-1]
    if (event.depth, event.cells) != (last.depth, last.cells):
        raise ValueError(f"the last try is depth {last.depth}, the box {last.cells}")
    trial = _put(s.trial, event.cells, 0)
    return _changed(s, trial=trial, subject=event.cells, tries=s.tries[:-1])


def _solution(event: ev.SolutionFound, s: Snapshot) -> Snapshot:
    tried = tuple(each.mines for each in s.tries)
    if not len(tried) == len(s.boxes) > 0:
        boxes = quantity(len(s.boxes), "box", "boxes")
        raise ValueError(f"{len(tried)} of {boxes} are tried")
    if event.counts != tried:
        raise ValueError(f"the boxes hold {tried} mines")
    return _changed(s, complete=True, configurations_found=s.configurations_found + event.ways)


def _search_truncated(event: ev.SearchTruncated, s: Snapshot) -> Snapshot:
    if not s.boxes:
        raise ValueError("there is no search that could stop")
    return _changed(s, trial=np.zeros(s.shape, np.int8), **NO_SEARCH)


def _search_ended(event: ev.SearchEnded, s: Snapshot) -> Snapshot:
    """End a search, which may have stopped early."""
    cells = _put(np.zeros(s.shape, bool), event.cells, True)
    if not np.array_equal(cells, s.region):
        raise ValueError("its cells are not those of the component before it")
    return _changed(s, trial=np.zeros(s.shape, np.int8), **NO_SEARCH)


def _odds(event: ev.OddsFound, s: Snapshot) -> Snapshot:
    odds = np.full(s.shape, np.nan)
    if event.interior is not None:
        odds[s.view == ViewCode.COVERED] = event.interior
    odds[s.view == ViewCode.FLAGGED] = 1.0
    odds[s.mined] = 1.0
    odds[s.safe] = 0.0
    odds[_index(event.cells)] = event.odds
    region = _full(s.shape, False)
    return _changed(s, probability=odds, region=region, configurations=event.configurations)


def _reviewed(event: ev.Reviewed, s: Snapshot) -> Snapshot:
    odds = np.full(s.shape, np.nan)
    if event.interior is not None:
        odds[s.view == ViewCode.COVERED] = event.interior
    odds[_index(event.cells)] = event.odds
    s = _changed(s, probability=odds, subject=(event.cell,), clues=event.clues)
    if event.counted:
        return s
    return _changed(s, guesses=s.guesses + 1, survival=s.survival * (1.0 - event.risk))


def _zeros(event: ev.ZerosFound, s: Snapshot) -> Snapshot:
    chances = np.where(s.view == ViewCode.COVERED, 0.0, np.nan)
    chances[_index(event.cells)] = event.chances
    return _changed(s, zero=chances)


def _guessed(event: ev.Guessed, s: Snapshot) -> Snapshot:
    _check_covered(event.cell, s)
    survival = s.survival if event.risk is None else s.survival * (1.0 - event.risk)
    return _changed(
        s, subject=(event.cell,), clues=event.clues, guesses=s.guesses + 1, survival=survival
    )


EFFECTS: dict[type, Callable[[Any, Snapshot], Snapshot]] = {  # add one for an event of your own
    ev.Started: _same,
    ev.Opened: _opened,
    ev.Chorded: _opened,
    ev.Flagged: _flagged,
    ev.Unflagged: _unflagged,
    ev.Wasted: _wasted,
    ev.Exploded: _exploded,
    ev.Finished: _finished,
    ev.Counted: _deduced,
    ev.Subtracted: _deduced,
    ev.Proved: _deduced,
    ev.Reasoned: _reasoned,
    ev.FrontierFound: _frontier,
    ev.ComponentFound: _component,
    ev.ComponentKept: _component,
    ev.Tried: _tried,
    ev.Violated: _violated,
    ev.Undone: _undone,
    ev.SolutionFound: _solution,
    ev.SearchTruncated: _search_truncated,
    ev.SearchEnded: _search_ended,
    ev.OddsFound: _odds,
    ev.Reviewed: _reviewed,
    ev.ZerosFound: _zeros,
    ev.Guessed: _guessed,
}
