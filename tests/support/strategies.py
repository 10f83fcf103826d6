"""Hypothesis strategies for events and boards: any event whose fields fit together."""

import dataclasses
import typing

from hypothesis import strategies as st

from minevis.game.grid import Cell, Cells
from minevis.solver import events as ev
from minevis.solver.proofs import steps as pr
from minevis.words.events.guesses import REASONS

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


def matched(where, value):
    """Some cells, and a value for each of them."""
    return where.flatmap(lambda some: st.tuples(st.just(some), st.tuples(*[value] * len(some))))


def odds_found(inexact, cells_and_odds, interior, layouts):
    return ev.OddsFound("exact" if layouts else inexact, *cells_and_odds, interior, layouts)


def guessed(picked, guess, risk, others, *rest):
    return ev.Guessed(picked, guess, risk, tuple(sorted({picked, *others})), *rest)


maybe = st.none() | chance
picked_at = st.sampled_from([*sorted(REASONS), "uniform"])
weighed = st.just(()) | st.lists(options, max_size=12).map(tuple)
verdict, kind = st.sampled_from(ev.VERDICTS), st.sampled_from(["", *pr.PROOF_KINDS])
eight = st.lists(cell, min_size=1, max_size=8, unique=True).map(tuple)
limit = st.integers(1, 10**6)
STRATEGIES: dict[type, st.SearchStrategy] = {
    ev.Started: st.builds(
        ev.Started, st.integers(1, 500), st.integers(1, 500), st.integers(0, 500), name
    ),
    ev.Opened: matched(some_cells, few).flatmap(
        lambda pair: st.sampled_from(pair[0]).map(lambda cell: ev.Opened(cell, *pair))
    ),
    ev.Chorded: st.builds(lambda cell, pair: ev.Chorded(cell, *pair), cell, matched(cells, few)),
    ev.Wasted: st.builds(ev.Wasted, cell, st.sampled_from(["left", "right", "double"])),
    ev.Exploded: st.builds(ev.Exploded, cell, st.none() | cell),
    ev.Finished: st.builds(ev.Finished, st.booleans(), cells, cells),
    ev.Counted: st.builds(ev.Counted, cell, few, few, st.integers(1, 8), eight, st.booleans()),
    ev.Subtracted: st.builds(
        ev.Subtracted, *[some_cells, few, some_cells] * 2, some_cells, few, st.booleans()
    ),
    ev.FrontierFound: st.builds(ev.FrontierFound, cells, few, st.integers(-5, 8)),
    ev.Reasoned: st.builds(ev.Reasoned, steps) | st.builds(ev.Reasoned, ends, supposed, short),
    ev.ComponentFound: st.builds(
        ev.ComponentFound, few, some_cells, some_cells, st.lists(some_cells, min_size=1).map(tuple)
    ),
    ev.ComponentKept: st.builds(ev.ComponentKept, few, some_cells, some_cells, count),
    ev.Tried: st.builds(ev.Tried, some_cells, few, few),
    ev.Violated: st.builds(ev.Violated, cell, few, st.integers(-8, 8), few),
    ev.SolutionFound: st.builds(ev.SolutionFound, st.lists(few).map(tuple), st.integers(1, 10**60)),
    ev.SearchTruncated: st.builds(
        ev.SearchTruncated, st.sampled_from(["solutions", "steps"]), limit, st.booleans()
    ),
    ev.SearchEnded: st.builds(ev.SearchEnded, some_cells, few, few, few, count),
    ev.Proved: st.builds(
        ev.Proved, some_cells, st.booleans(), some_cells, st.booleans(), st.none() | proofs
    )
    | st.builds(ev.Proved, some_cells, st.booleans(), st.just(()), st.just(True)),
    ev.OddsFound: st.builds(
        odds_found,
        st.sampled_from(["average", "local"]),
        matched(cells, chance),
        maybe,
        st.none() | st.integers(1, 10**60),
    ),
    ev.ZerosFound: matched(cells, chance).map(lambda pair: ev.ZerosFound(*pair)),
    ev.Guessed: st.builds(
        guessed, cell, picked_at, maybe, cells, cells, maybe, st.booleans(), weighed
    ),
    ev.Reviewed: st.builds(
        lambda told, pair, rest, first: ev.Reviewed(*told, *pair, *rest, first=first),
        st.tuples(
            cell, verdict, cells, chance, st.none() | cell, chance, chance, kind, st.booleans()
        ),
        matched(cells, chance),
        st.tuples(maybe, st.booleans()),
        st.booleans(),
    ),
}


BY_TYPE = {Cell: cell, Cells: some_cells, bool: st.booleans(), int: few, float: chance, str: name}


def by_types(kind):
    """Any event of a class whose fields are independent of each other."""
    hints = typing.get_type_hints(kind)
    return st.builds(kind, **{field: BY_TYPE[hint] for field, hint in hints.items()})


STRATEGIES |= {each: by_types(each) for each in {*typing.get_args(ev.Event)} - {*STRATEGIES}}
events = st.one_of([*STRATEGIES.values()])


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
