"""A proof as a person would give it: a few statements, based on named clues.

Cells are `(row, col)`. Each step follows from the clues it names and from earlier steps;
`mines` and `safe` are the cells it settles. Steps under a supposition have a `depth` of 1,
under a nested one of 2.

>>> proof = mv.analyze(mv.Position.parse("####\\n1221", mines=2)).proof((0, 2))
>>> print(proof.to_text())
mined: (0, 2)
need: clue (1, 1), number 2, left 2, among (0, 0); (0, 1); (0, 2)
overlap: more (1, 1), more_number 2, more_left 2, less (1, 0), less_number 1, ...
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, get_args, get_type_hints

from minevis.errors import ProofFormatError
from minevis.game.grid import Cell, Cells
from minevis.utils.hints import Helpful
from minevis.utils.showing import ShownAsText

T = TypeVar("T")
IDEA_WORDS = {  # the kinds of proofs, the easiest first, and their basis in English
    "given": "what is known",
    "count": "counting",
    "overlap": "two clues together",
    "suppose": "a supposition",
    "mines left": "the mines left",
    "cases": "going through the cases",
}
PROOF_KINDS = tuple(IDEA_WORDS)
IDEAS = PROOF_KINDS[1:]  # a given cell needs no idea


class _OneClue:
    """A step from one clue."""

    __slots__ = ()
    clue: Cell

    @property
    def clues(self) -> Cells:
        """The clue."""
        return (self.clue,)


class _TwoClues:
    """A step that compares two clues."""

    __slots__ = ()
    more: Cell
    less: Cell

    @property
    def clues(self) -> Cells:
        """Both clues, in board order."""
        return tuple(sorted((self.more, self.less)))


class _SettlesCells:
    """A step that proves all `cells` mines (`mined`), or safe."""

    __slots__ = ()
    cells: Cells
    mined: bool

    @property
    def mines(self) -> Cells:
        """The cells it proves to be mines."""
        return self.cells if self.mined else ()

    @property
    def safe(self) -> Cells:
        """The cells it proves safe."""
        return () if self.mined else self.cells


class _SettlesNone:
    """A step that proves no cell by itself."""

    __slots__ = ()
    mines: ClassVar[Cells] = ()
    safe: ClassVar[Cells] = ()


@dataclass(frozen=True, slots=True)
class Count(_OneClue):
    """A clue with `left` mines `among` its unknown cells: no mine, or one per cell."""

    kind: ClassVar[str] = "count"
    clue: Cell
    number: int
    left: int
    among: Cells
    depth: int = 0

    @property
    def mines(self) -> Cells:
        """The cells it proves to be mines."""
        return self.among if self.left else ()

    @property
    def safe(self) -> Cells:
        """The cells it proves safe."""
        return () if self.left else self.among


@dataclass(frozen=True, slots=True)
class Need(_OneClue, _SettlesNone):
    """The need of one clue: `left` mines `among` its unknown cells. No cell follows from it yet."""

    kind: ClassVar[str] = "count"
    clue: Cell
    number: int
    left: int
    among: Cells
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Overlap(_TwoClues):
    """Two clues bound the mines in their shared cells, from below and from above.

    `more` still needs `more_left` mines and has only the cells `mines` outside the `shared` ones,
    so at least `more_left - len(mines)` mines are shared; `less` allows no more than that. So all
    `mines` are mines, and the other cells of `less` are `safe`. `pattern` is the players' name for
    it, for example "1-2-1", or empty.
    """

    kind: ClassVar[str] = "overlap"
    more: Cell
    more_number: int
    more_left: int
    less: Cell
    less_number: int
    less_left: int
    shared: Cells
    mines: Cells
    safe: Cells
    pattern: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Suppose(_SettlesNone):
    """Suppose that `cell` is a mine (`mined`), or is safe: the next steps end in a contradiction.

    The steps of this depth or deeper follow, up to the contradiction. Then `cell` is the
    opposite, and so are the cells `alike`, next to the same clues.

    >>> print(step_text(Suppose((0, 1), mined=True)))
      suppose: cell (0, 1), mined yes, alike none
    """

    kind: ClassVar[str] = "suppose"
    cell: Cell
    mined: bool
    alike: Cells = ()
    depth: int = 1
    clues: ClassVar[Cells] = ()


@dataclass(frozen=True, slots=True)
class Broken(_OneClue, _SettlesNone):
    """The end of a supposition: a clue has `left` mines `among` too few cells.

    A negative number means too many mines.
    """

    kind: ClassVar[str] = "suppose"
    clue: Cell
    number: int
    left: int
    among: Cells
    depth: int = 1


@dataclass(frozen=True, slots=True)
class Clash(_TwoClues, _SettlesNone):
    """The end of a supposition: `more` needs more mines in the `shared` cells than `less` allows.

    `more` has `more_left` mines to find and only the cells `outside`, apart from the shared ones.
    """

    kind: ClassVar[str] = "suppose"
    more: Cell
    more_number: int
    more_left: int
    less: Cell
    less_number: int
    less_left: int
    shared: Cells
    outside: Cells
    depth: int = 1


@dataclass(frozen=True, slots=True)
class MinesLeft(_SettlesCells):
    """Of the `left` mines of the board, separate `clues` have `taken` mines `among` their cells.

    The remaining `cells` outside are safe, or, if `mined`, all of them are mines.
    """

    kind: ClassVar[str] = "mines left"
    left: int
    clues: Cells
    taken: int
    among: Cells
    cells: Cells
    mined: bool
    depth: int = 0


@dataclass(frozen=True, slots=True)
class WrongTotal(_SettlesNone):
    """The end of a supposition: separate `clues` need `taken` mines `among` their cells.

    Either that is more than the `left` mines of the board, or the other `room` cells are too few
    for the rest.
    """

    kind: ClassVar[str] = "mines left"
    left: int
    clues: Cells
    taken: int
    among: Cells
    room: int
    depth: int = 1


@dataclass(frozen=True, slots=True)
class Cases(_SettlesCells):
    """All ways to fill the cells around `clues`: `cells` are always mines, or never.

    `boxes` are the filled cells, grouped by the clues next to them. The `ways` give the number of
    mines per box. There are `count` ways; at most a page of them is listed. `left` is the number of
    mines on the board if it excludes ways.
    """

    kind: ClassVar[str] = "cases"
    clues: Cells
    boxes: tuple[Cells, ...]
    ways: tuple[tuple[int, ...], ...]
    count: int
    left: int | None
    cells: Cells
    mined: bool
    depth: int = 0


Step = Count | Need | Overlap | Suppose | Broken | Clash | MinesLeft | WrongTotal | Cases
STEPS: dict[str, type] = {
    "count": Count,
    "need": Need,
    "overlap": Overlap,
    "suppose": Suppose,
    "broken": Broken,
    "clash": Clash,
    "mines left": MinesLeft,
    "wrong total": WrongTotal,
    "cases": Cases,
}
NAMES = {kind: name for name, kind in STEPS.items()}
ENDS = (Broken, Clash, WrongTotal)  # steps that end a supposition
DIFFICULTY = {
    Need: 0,
    Count: 1,
    Overlap: 3,
    Suppose: 4,
    Broken: 1,
    Clash: 3,
    MinesLeft: 4,
    WrongTotal: 3,
}
WITHOUT_AMONG = ("mines left", "wrong total")  # in texts up to version 0.2.0
EACH_WAY = 2  # per way of `Cases`, in addition to 4 for listing them


@dataclass(frozen=True, slots=True)
class Proof(ShownAsText, metaclass=Helpful):
    """A proof that cells are mines or safe, step by step.

    Parameters
    ----------
    cells : tuple of tuple of int
        The proven cells, as (row, col).
    mined : bool
        Whether they are mines; otherwise they are safe.
    steps : tuple of Step
        The steps. The last one names `cells`. A flag, which is trusted, has a proof without
        steps.

    Examples
    --------
    >>> proof = Proof.parse("mined: (0, 1)\\ncount: clue (0, 0), number 1, left 1, among (0, 1)")
    >>> proof.kind, proof.difficulty, proof.clues
    ('count', 1, ((0, 0),))
    """

    cells: Cells
    mined: bool
    steps: tuple[Step, ...]

    @property
    def clues(self) -> Cells:
        """All clues used by the steps, in board order."""
        return tuple(sorted({clue for step in self.steps for clue in step.clues}))

    @property
    def uses_total(self) -> bool:
        """Whether the proof needs the number of mines on the board."""
        return any(
            isinstance(step, MinesLeft | WrongTotal)
            or (isinstance(step, Cases) and step.left is not None)
            for step in self.steps
        )

    @property
    def kind(self) -> str:
        """The hardest kind among its steps, one of `PROOF_KINDS`."""
        return max((step.kind for step in self.steps), key=PROOF_KINDS.index, default="given")

    @property
    def pattern(self) -> str:
        """The players' name for the last step, such as "1-2", or empty."""
        last = self.steps[-1] if self.steps else None
        return last.pattern if isinstance(last, Overlap) else ""

    @property
    def nested(self) -> bool:
        """Whether there is a supposition within a supposition."""
        return any(step.depth > 1 for step in self.steps)

    @property
    def difficulty(self) -> int:
        """The difficulty of finding it: a sum over the steps.

        A count is 1, an overlap 3, a supposition 4, a broken clue 1, a clash of two clues 3, the
        mines left 4 (3 at the end of a supposition), cases 4 plus 2 per way. Steps under n
        suppositions count n times.
        """
        return sum(_difficulty(step) for step in self.steps)

    def __str__(self) -> str:
        """The proof in words, a line per step."""
        return self._caption()

    def to_text(self) -> str:
        """Return the proof as text for programs: `parse` reads it.

        Returns
        -------
        str
            The proven cells, and a line per step.

        Examples
        --------
        >>> print(mv.analyze("mines 1\\n1#").proof((0, 1)).to_text())
        mined: (0, 1)
        count: clue (0, 0), number 1, left 1, among (0, 1)
        """
        head = f"{'mined' if self.mined else 'safe'}: {FORMS[Cells].write(self.cells)}"
        return "\n".join([head, *map(step_text, self.steps)])

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the proof written in `text`, in the form of `to_text`.

        Parameters
        ----------
        text : str
            The text of a proof.

        Returns
        -------
        Proof
            The proof.

        Raises
        ------
        ProofFormatError
            If the text is no proof. The message names the line.

        Examples
        --------
        >>> proof = mv.analyze(mv.Position.parse("1#", mines=1)).proof((0, 1))
        >>> mv.Proof.parse(proof.to_text()) == proof
        True
        """
        head, *lines = text.splitlines() or [""]
        kind, _, cells = head.partition(": ")
        if kind not in ("mined", "safe"):
            raise ProofFormatError(f"{head!r}: a proof begins with 'mined: ' or 'safe: ' and cells")
        return cls(FORMS[Cells].read(cells), kind == "mined", tuple(map(parse_step, lines)))


def cells_named(thing: Any) -> Cells:
    """Return all cells named by a step, a proof or an event, in board order; clues too."""
    return tuple(sorted(set(_cells_in(thing, type(thing)))))


def _cells_in(value: Any, hint: Any) -> Iterator[Cell]:
    if is_dataclass(value):
        for name, part in _hints(type(value)).items():  # type: ignore[arg-type]
            yield from _cells_in(getattr(value, name), part)
    elif isinstance(value, tuple):
        if hint in (Cell, Cell | None):
            yield value
        else:
            for item in value:
                yield from _cells_in(item, get_args(hint)[0])


def with_cells(thing: T, change: Callable[[Cell], Cell], hint: Any = None) -> T:
    """Return a step, a proof or another dataclass, or a tuple of type `hint`, with changed cells.

    >>> with_cells(((0, 0), (2, 1)), lambda cell: (cell[0] + 1, cell[1]), Cells)
    ((1, 0), (3, 1))
    """
    value: Any = thing
    if is_dataclass(value) and not isinstance(value, type):
        parts = _hints(type(value)).items()
        given = {name: with_cells(getattr(value, name), change, each) for name, each in parts}
        return replace(value, **given)  # type: ignore[return-value]
    if isinstance(value, tuple) and hint in (Cell, Cell | None):
        return change(value)  # type: ignore[return-value]
    if isinstance(value, tuple):
        return tuple(with_cells(item, change, get_args(hint)[0]) for item in value)  # type: ignore[return-value]
    return thing


def cells_compared(step: Step) -> Cells:
    """Return the cells where a step looks for mines: shared by two clues, or all of a clue."""
    if isinstance(step, Overlap | Clash):
        return step.shared
    return step.among if isinstance(step, Need | MinesLeft | WrongTotal) else ()


def _difficulty(step: Step) -> int:
    if isinstance(step, Cases):
        return 4 + EACH_WAY * step.count
    return DIFFICULTY[type(step)] * max(step.depth, 1)


def step_text(step: Step) -> str:
    """Return a step as one line of text, indented by its depth; `parse_step` reads it."""
    fields_text = (
        f"{name} {FORMS[hint].write(getattr(step, name))}"
        for name, hint in _hints(type(step)).items()  # type: ignore[arg-type]
    )
    return f"{'  ' * step.depth}{NAMES[type(step)]}: {', '.join(fields_text)}"


def parse_step(line: str) -> Step:
    """Return the step on a line in the form of `step_text`. Raises `ProofFormatError`."""
    bare = line.lstrip(" ")
    name, _, fields_text = bare.partition(": ")
    depth, odd = divmod(len(line) - len(bare), 2)
    if name not in STEPS or odd:
        raise ProofFormatError(f"{line!r} is not a step of a proof")
    hints = _hints(STEPS[name])
    read = _read_fields(hints, fields_text)
    if read is None and name in WITHOUT_AMONG:
        read = _read_fields([each for each in hints if each != "among"], fields_text)
    if read is None:
        raise ProofFormatError(f"{line!r}: {name} should give {', '.join(hints)}")
    values = {each: FORMS[hint].read(read.get(each, NONE)) for each, hint in hints.items()}
    return STEPS[name](**values, depth=depth)


def _read_fields(names: Iterable[str], line: str) -> dict[str, str] | None:
    """Return the texts of the fields, or None if `line` has different fields.

    Fields are read one after the other, from the last: a single pattern tries every way to divide a
    long text, which takes hours.
    """
    texts, rest = {}, f", {line}"
    for name in reversed(list(names)):
        rest, named, texts[name] = rest.rpartition(f", {name} ")
        if not named:
            return None
    return None if rest else texts


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """Return the types of the fields of a step or an event, but for its depth."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind) if field.name != "depth"}


class _Form(NamedTuple):
    """How a value is written in a proof's text, and read."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


CELL = re.compile(r"\((-1|\d{1,6}), (-1|\d{1,6})\)")  # -1 is beyond the edge of a part
NONE = "none"


def _list_form(each: _Form, split: str) -> _Form:
    """Return the form of a tuple: its items with `split` between them, or "none"."""
    return _Form(
        lambda items: split.join(map(each.write, items)) or NONE,
        lambda text: () if text == NONE else tuple(map(each.read, text.split(split))),
    )


def _read_cell(text: str) -> Cell:
    match = CELL.fullmatch(text)
    if match is None:
        raise ProofFormatError(f"{text!r} is not a cell: it should look like (2, 3)")
    return int(match[1]), int(match[2])


def _read_int(text: str) -> int:
    if not re.fullmatch(r"-?\d{1,4000}", text):
        raise ProofFormatError(f"{text!r} is not an integer")
    return int(text)


def _read_bool(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ProofFormatError(f"{text!r} is neither yes nor no")
    return text == "yes"


_INT = _Form(str, _read_int)
_CELL = _Form(str, _read_cell)
_CELLS = _list_form(_CELL, "; ")
FORMS: dict[Any, _Form] = {
    int: _INT,
    bool: _Form(lambda value: "yes" if value else "no", _read_bool),
    str: _Form(lambda value: value or NONE, lambda text: "" if text == NONE else text),
    int | None: _Form(
        lambda value: NONE if value is None else str(value),
        lambda text: None if text == NONE else _read_int(text),
    ),
    Cell: _CELL,
    Cells: _CELLS,
    tuple[Cells, ...]: _list_form(_CELLS, " | "),
    tuple[tuple[int, ...], ...]: _list_form(_list_form(_INT, "-"), " "),
}
