"""Hypothesis strategies for events and boards: any event whose fields fit together."""

import dataclasses
import typing

from hypothesis import strategies as st

from minevis.core import events as ev
from minevis.core import proofs as pr
from minevis.show.words.guess_captions import REASONS

cell = st.tuples(st.integers(0, 499), st.integers(0, 499))
cells = st.lists(cell, max_size=30, unique=True).map(tuple)
some_cells = st.lists(cell, min_size=1, max_size=30, unique=True).map(tuple)
chance = st.floats(0, 1)
count = st.integers(0, 10**60)
few = st.integers(0, 8)
name = st.text(st.characters(exclude_characters="{#", exclude_categories=["Cs"]))


options = st.builds(ev.Option, cell, chance, chance, chance, st.booleans())


short = st.lists(cell, max_size=4, unique=True).map(tuple)
depth = st.integers(0, 2)
PATTERNS = ["", "1-1", "1-2", "1-2-1", "1-2-2-1"]


@st.composite
def cases(draw):
    boxes = tuple(draw(st.lists(short.filter(len), min_size=1, max_size=3)))
    way = st.tuples(*(st.integers(0, len(box)) for box in boxes))
    ways = tuple(draw(st.lists(way, min_size=1, max_size=4, unique=True)))
    left = draw(st.none() | few)
    more = draw(st.integers(0, 900))
    return pr.Cases(draw(short), boxes, ways, len(ways) + more, left, boxes[0], draw(st.booleans()))


bounds = (cell, few, few, cell, few, few, short.filter(len), short)
total = (few, short, few)
supposed = st.builds(pr.Suppose, cell, st.booleans(), short, st.integers(1, 2))
ends = st.one_of(
    st.builds(pr.Broken, cell, few, st.integers(-3, 8), short, st.integers(1, 2)),
    st.builds(pr.Clash, *bounds, st.integers(1, 2)),
    st.builds(pr.WrongTotal, *total, short, few, st.integers(1, 2)),
)
steps = st.one_of(
    st.builds(pr.Count, cell, few, few, short.filter(len), depth),
    st.builds(pr.Need, cell, few, few, short.filter(len), depth),
    st.builds(pr.Overlap, *bounds, short.filter(len), st.sampled_from(PATTERNS), depth),
    st.builds(pr.MinesLeft, *total, short, short.filter(len), st.booleans(), depth),
    supposed,
    ends,
    cases(),
)
proofs = st.builds(
    pr.Proof, short.filter(len), st.booleans(), st.lists(steps, max_size=6).map(tuple)
)


@st.composite
def opened(draw):
    region = draw(some_cells)
    numbers = draw(st.lists(few, min_size=len(region), max_size=len(region)))
    return ev.Opened(draw(st.sampled_from(region)), region, tuple(numbers))


@st.composite
def chorded(draw):
    around = draw(cells)
    numbers = draw(st.lists(few, min_size=len(around), max_size=len(around)))
    return ev.Chorded(draw(cell), around, tuple(numbers))


@st.composite
def odds_found(draw):
    frontier = draw(cells)
    odds = draw(st.lists(chance, min_size=len(frontier), max_size=len(frontier)))
    method = draw(st.sampled_from(["exact", "average", "local"]))
    layouts = draw(st.integers(1, 10**60)) if method == "exact" else None
    return ev.OddsFound(method, frontier, tuple(odds), draw(st.none() | chance), layouts)


@st.composite
def zeros_found(draw):
    where = draw(cells)
    chances = draw(st.lists(chance, min_size=len(where), max_size=len(where)))
    return ev.ZerosFound(where, tuple(chances))


@st.composite
def guessed(draw):
    cell_chosen = draw(cell)
    candidates = tuple(sorted({cell_chosen, *draw(cells)}))
    guess = draw(st.sampled_from([*sorted(REASONS), "uniform"]))
    risk, zero = draw(st.none() | chance), draw(st.none() | chance)
    exact = draw(st.booleans())
    weighed = tuple(draw(st.lists(options, max_size=12))) if draw(st.booleans()) else ()
    return ev.Guessed(cell_chosen, guess, risk, candidates, draw(cells), zero, exact, weighed)


@st.composite
def reviewed(draw):
    frontier = draw(cells)
    odds = draw(st.lists(chance, min_size=len(frontier), max_size=len(frontier)))
    return ev.Reviewed(
        draw(cell),
        draw(st.sampled_from(ev.VERDICTS)),
        draw(cells),
        draw(chance),
        draw(st.none() | cell),
        draw(chance),
        draw(chance),
        draw(st.sampled_from(["", *pr.PROOF_KINDS])),
        draw(st.booleans()),
        frontier,
        tuple(odds),
        draw(st.none() | chance),
        draw(st.booleans()),
        first=draw(st.booleans()),
    )


counted = st.builds(
    ev.Counted,
    clue=cell,
    number=few,
    left=few,
    covered=st.integers(1, 8),
    cells=st.lists(cell, min_size=1, max_size=8, unique=True).map(tuple),
    mined=st.booleans(),
)
subtracted = st.builds(
    ev.Subtracted,
    smaller=some_cells,
    smaller_mines=few,
    smaller_clues=some_cells,
    larger=some_cells,
    larger_mines=few,
    larger_clues=some_cells,
    cells=some_cells,
    mines=few,
    mined=st.booleans(),
)
truncated = st.builds(
    ev.SearchTruncated,
    what=st.sampled_from(["solutions", "steps"]),
    limit=st.integers(1, 10**6),
    counted=st.booleans(),
)
STRATEGIES: dict[type, st.SearchStrategy] = {
    ev.Started: st.builds(
        ev.Started, st.integers(1, 500), st.integers(1, 500), st.integers(0, 500), name
    ),
    ev.Opened: opened(),
    ev.Chorded: chorded(),
    ev.Flagged: st.builds(ev.Flagged, some_cells, st.booleans()),
    ev.Unflagged: st.builds(ev.Unflagged, some_cells),
    ev.Wasted: st.builds(ev.Wasted, cell, st.sampled_from(["left", "right", "double"])),
    ev.Exploded: st.builds(ev.Exploded, cell, st.none() | cell),
    ev.Finished: st.builds(ev.Finished, st.booleans(), cells, cells),
    ev.Counted: counted,
    ev.Subtracted: subtracted,
    ev.FrontierFound: st.builds(ev.FrontierFound, cells, few, st.integers(-5, 8)),
    ev.Reasoned: st.builds(ev.Reasoned, steps) | st.builds(ev.Reasoned, ends, supposed, short),
    ev.ComponentFound: st.builds(
        ev.ComponentFound, few, some_cells, some_cells, st.lists(some_cells, min_size=1).map(tuple)
    ),
    ev.ComponentKept: st.builds(ev.ComponentKept, few, some_cells, some_cells, count),
    ev.Tried: st.builds(ev.Tried, some_cells, few, few),
    ev.Violated: st.builds(ev.Violated, cell, few, st.integers(-8, 8), few),
    ev.Undone: st.builds(ev.Undone, some_cells, few),
    ev.SolutionFound: st.builds(ev.SolutionFound, st.lists(few).map(tuple), st.integers(1, 10**60)),
    ev.SearchTruncated: truncated,
    ev.SearchEnded: st.builds(ev.SearchEnded, some_cells, few, few, few, count),
    ev.Proved: st.builds(
        ev.Proved, some_cells, st.booleans(), some_cells, st.booleans(), st.none() | proofs
    )
    | st.builds(ev.Proved, some_cells, st.booleans(), st.just(()), st.just(True)),
    ev.OddsFound: odds_found(),
    ev.ZerosFound: zeros_found(),
    ev.Guessed: guessed(),
    ev.Reviewed: reviewed(),
}


def event_of(kind: type) -> st.SearchStrategy:
    """Any event of one kind."""
    return STRATEGIES[kind]


events = st.one_of([STRATEGIES[kind] for kind in typing.get_args(ev.Event)])


def events_on(height: int, width: int) -> st.SearchStrategy:
    """Any event, its cells folded into a board of `height` times `width`."""
    return events.map(lambda event: _moved(event, height, width)).filter(
        lambda event: not isinstance(event, ev.Started)
    )


COUNTS = {"numbers", "counts", "ways", "height", "width"}  # tuples of numbers that are no cells


def _moved(event, height, width):
    """`event` with every cell brought onto the board, and each kept once."""

    def move(value):
        if dataclasses.is_dataclass(value):
            return dataclasses.replace(value, **moved_fields(value))
        if not isinstance(value, tuple) or not value:
            return value
        if len(value) == 2 and all(type(part) is int for part in value):
            return (value[0] % height, value[1] % width)
        return tuple(map(move, value))

    def moved_fields(value):
        names = {field.name for field in dataclasses.fields(value)} - COUNTS
        return {name: move(getattr(value, name)) for name in names}

    changes = moved_fields(event)
    if isinstance(event, ev.Tried):
        changes["cells"] = changes["cells"][:8]
    return dataclasses.replace(event, **changes)
