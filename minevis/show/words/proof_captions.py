"""The captions of the steps of a proof: one plain sentence each.

Cells are called by their coordinates, or by the letters that stand on
them in a picture (`minevis.show.words.sentences.lettered`).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import singledispatch
from typing import Any

from minevis.core.formatting import number_word
from minevis.core.grid import Cell, Cells
from minevis.core.proofs import (
    ENDS,
    Broken,
    Cases,
    Clash,
    Count,
    MinesLeft,
    Need,
    Overlap,
    Proof,
    Step,
    Suppose,
    WrongTotal,
)
from minevis.show.words.wording import COORDINATES, CellNames, Word, in_words

FOLLOWING = (Count, Overlap, MinesLeft)  # described with "then" under a supposition
FEW, FEW_APART = 2, 4  # more clues than these are counted, not named
LISTED = 3  # more cells in which mines lie are counted, not named
ALL = 6  # cells that are all named, in board order, if there is room
LENGTHS = (ALL, LISTED + 1, LISTED, 2, 1, 0)  # so many are named, the longest sentence first
LETTERED = 7  # more letters than these are counted
MOST = 160  # letters that fit two lines


def statements(proof: Proof, called: CellNames = COORDINATES) -> list[str]:
    """A sentence for each step of `proof`; one that ends a supposition states the conclusion."""
    texts: list[str] = []
    supposed: list[Suppose] = []
    steps = steps_shown(proof)
    for number, step in enumerate(steps, 1):
        if isinstance(step, Suppose):
            supposed.append(step)
        refuted = supposed.pop() if supposed and isinstance(step, ENDS) else None
        texts.append(
            step_sentence(step, called, refuted, (*proof.cells, *_used(step, steps[number:])))
        )
    return texts


def asked_about(proof: Proof, cell: Cell) -> Proof:
    """The same proof, with `cell` before its other cells: it is named for certain."""
    others = tuple(other for other in proof.cells if other != cell)
    return replace(proof, cells=(cell, *others)) if len(others) < len(proof.cells) else proof


def _used(step: Step, later: Sequence[Step]) -> Cells:
    """Cells that the step settles next to the clues of later steps, which rest on it."""
    settled = (*step.mines, *step.safe)
    return tuple(cell for cell in settled if any(_beside(cell, each.clues) for each in later))


def steps_shown(proof: Proof) -> tuple[Step, ...]:
    """The steps of a proof for captions: the last one says no more than the proof.

    Two clues may settle mines and safe cells at once. These are two proofs, described one after the
    other, and the second should not be described twice.
    """
    *before, last = proof.steps or (None,)
    if isinstance(last, Overlap) and proof.mined and last.mines:
        last = replace(last, safe=())
    return (*before, last) if last else ()


def step_sentence(
    step: Step, called: CellNames = COORDINATES, refuted: Suppose | None = None, first: Cells = ()
) -> str:
    """Describe one step; the end of a supposition also says that `refuted` is not so.

    If there are more cells than can be named, those of `first` are.
    """

    follows = isinstance(step, FOLLOWING) and step.depth > 0

    def sentence(names: Names) -> str:
        words = _step_text(step, names, refuted)
        return f"then {words}" if follows else words

    text = _fitting(sentence, called, first)
    if len(text) > MOST:  # on boards of a hundred columns "then" may be too much
        text = _fitting(lambda names: _step_text(step, names, refuted), called, first)
    return text


def summary(proof: Proof, called: CellNames = COORDINATES) -> str:
    """The whole proof in one sentence: its last step, the basis of that, and its pattern."""
    needed = (built_on(proof)[0], proof.cells)
    named = [each for each in LENGTHS if not any(map(Names(called, each).counts, needed))]
    text = _fitting(lambda names: _summary(proof, names), called, proof.cells, named)
    if not 0 < len(text) <= MOST:  # its basis is left out before any of it is only counted
        text = _fitting(lambda names: _concluded(proof, names), called, proof.cells)
    return text


def built_on(proof: Proof) -> tuple[Cells, bool]:
    """The cells next to the clues of the last step that earlier steps settle, and whether mines.

    If there are mines and safe cells, the mines; empty if suppositions come between.
    """
    *earlier, last = proof.steps
    for mined in (True, False):
        found = [step.mines if mined else step.safe for step in earlier if not step.depth]
        near = [cell for each in found for cell in each if _beside(cell, last.clues)]
        if near:
            return tuple(dict.fromkeys(near)), mined
    return (), False


def _beside(cell: Cell, clues: Cells) -> bool:
    return any(max(abs(cell[0] - row), abs(cell[1] - col)) == 1 for row, col in clues)


def _fitting(
    text_by: Callable[["Names"], str],
    called: CellNames,
    first: Cells,
    lengths: Sequence[int] = LENGTHS,
) -> str:
    """The sentence with as many cells named as leave it within two lines."""
    text = ""
    for listed in lengths:
        text = text_by(Names(called, listed, first))
        if len(text) <= MOST:
            break
    return text[:1].upper() + text[1:]


class Names:
    """How cells and clues are named; more cells than `listed` are counted, not named.

    If not all can be named, those of `first` are.
    """

    def __init__(self, cells: CellNames, listed: int, first: Cells = ()) -> None:
        self.called, self.lettered, self.listed = cells, cells.lettered, listed
        self.rank = {cell: -number for number, cell in enumerate(reversed(first), 1)}

    def clue(self, cell: Cell, number: int) -> str:
        """A clue: "the 3 at (5, 2)", or its letter."""
        name = self.called.cell(cell)
        return name if self.lettered else f"the {number} at {name}"

    def counts(self, cells: Cells) -> bool:
        """Whether so many cells are counted, as there is no room for a list of them."""
        return len(cells) > LETTERED if self.lettered else len(cells) > self.listed < LISTED

    def cells(self, cells: Cells) -> Word:
        """Cells as a list, or their number if there is no room for it."""
        if self.counts(cells):
            return self.counted(cells)
        if len(cells) <= LISTED + 1 or self.lettered:
            return self.called.cells(cells)
        if len(cells) <= self.listed:
            *first, one, two, last = map(self.called.cell, sorted(cells))
            return Word(len(cells), self.called.listing([", ".join(first), one, two, last]))
        cells = tuple(sorted(cells, key=lambda cell: self.rank.get(cell, 0)))
        return self.called.cells(cells)

    def counted(self, cells: Cells) -> Word:
        """How many cells there are: "five cells"."""
        return Word(len(cells), f"{in_words(len(cells)):# cell|# cells}")

    def among(self, cells: Cells) -> Word:
        """Cells in which mines lie: few by name, more as their number."""
        few = len(cells) <= LISTED or self.lettered
        return self.cells(cells) if few else self.counted(cells)

    def clues(self, cells: Cells, *, apart: bool = False) -> Word:
        """Clues by name, or how many there are; `apart` says that they share no cell."""
        few = FEW_APART if apart and self.listed > LISTED else FEW
        if len(cells) > few:
            share = " that share no cell" if apart else ""
            return Word(len(cells), f"{number_word(len(cells))} clues{share}")
        named = self.cells(cells)
        text = named.text if self.lettered else f"{named:the clue at #|the clues at #}"
        return Word(len(cells), f"{text} share no cell and" if len(cells) > FEW else text)

    def needs(self, left: int, number: int) -> str:
        """The verb: a clue needs its mines, or still needs those not found."""
        return "needs" if left == number else "still needs"

    def allowed(self, left: int, number: int) -> str:
        """How many mines a clue allows, not counting the known ones."""
        if not left:
            return "none"
        whole = left == number or not self.listed  # in few words, "more" is left out
        return f"only {number_word(left)}{'' if whole else ' more'}"

    def no_more(self, left: int, number: int) -> str:
        """Say that a clue needs no other mines than those just named and the known ones."""
        return "needs no more" if left == number else f"needs only {number_word(left)} more"

    def verdict(self, cells: Cells, mined: bool) -> str:
        """That cells are mines, or safe."""
        return _verdict(self.cells(cells), mined)

    def settled(self, step: Step) -> str:
        """The result of a step: its mines, its safe cells, or both."""
        found = (step.mines, True), (step.safe, False)
        return ", and ".join(self.verdict(cells, mined) for cells, mined in found if cells)


def _verdict(cells: Word, mined: bool) -> str:
    return f"{cells:# is a mine|# are mines}" if mined else f"{cells:# is safe|# are safe}"


@singledispatch
def _step_text(step: Any, names: Names, refuted: Suppose | None) -> str:
    raise TypeError(f"{step!r} is no step of a proof")


@_step_text.register
def _(step: Need, names: Names, refuted: Suppose | None) -> str:
    clue, needs = names.clue(step.clue, step.number), names.needs(step.left, step.number)
    left = in_words(step.left)
    return f"{clue} {needs} {left:# mine|# mines} among {names.among(step.among)}."


@_step_text.register
def _(step: Count, names: Names, refuted: Suppose | None) -> str:
    clue, left = names.clue(step.clue, step.number), in_words(step.left)
    if not step.left:
        return f"{clue} has all its mines: {names.settled(step)}."
    return (
        f"{clue} {names.needs(step.left, step.number)} "
        f"{left:# mine and has only # cell|# mines and has only # cells} left: "
        f"{names.settled(step)}."
    )


@_step_text.register
def _(step: Overlap, names: Names, refuted: Suppose | None) -> str:
    if step.depth:
        return _bounds(step, names, lambda: names.settled(step), from_above=bool(step.mines))
    less = names.clue(step.less, step.less_number)
    if step.mines:
        allowed = names.allowed(step.less_left, step.less_number)
        touches = f"{names.among(step.shared)} too and allows {allowed} there"
    else:
        touches = f"{in_words(len(step.shared)):it|both|all # of them} too and "
        touches += names.no_more(step.less_left, step.less_number)
    return f"{less} touches {touches}: so {names.settled(step)}."


@_step_text.register
def _(step: Suppose, names: Names, refuted: Suppose | None) -> str:
    supposed = f"suppose that {names.verdict((step.cell,), step.mined)}"
    if step.depth > 1:
        return f"{supposed.replace('suppose', 'suppose further', 1)}."
    if not step.alike:
        return f"{supposed}."
    alike = names.cells(step.alike)
    same = f"for {alike} it is the same, as the same clues touch {alike:it|them}"
    return f"{supposed}; {same}."


@_step_text.register(Broken)
@_step_text.register(Clash)
@_step_text.register(WrongTotal)
def _(step: Broken | Clash | WrongTotal, names: Names, refuted: Suppose | None) -> str:
    so = ""
    if refuted is not None:
        so = ": so, if the first holds, " if refuted.depth > 1 else ": so "
        so += names.verdict((refuted.cell, *refuted.alike), not refuted.mined)
    return f"but then {_broken(step, names)}{so}."


@_step_text.register
def _(step: MinesLeft, names: Names, refuted: Suppose | None) -> str:
    left, clues = in_words(step.left), names.clues(step.clues, apart=True)
    result = names.settled(step)
    if not step.clues:
        known = "as many mines are left as covered cells"
        return f"{known if step.mined else 'all mines on the board are known'}: {result}."
    if not step.mined:
        taken = f"{left:the only mine|both mines|all # mines}"
        return f"{clues:# needs|# need} {taken} left on the board: so {result}."
    others = in_words(step.left - step.taken)
    return (
        f"{left:# mine is|# mines are} left: {clues:# holds|# hold} {number_word(step.taken)}, "
        f"and the other {others:has only one cell|# have only # cells}: so {result}."
    )


@_step_text.register
def _(step: Cases, names: Names, refuted: Suppose | None) -> str:
    clues, left, count = names.clues(step.clues), in_words(step.left or 0), in_words(step.count)
    result = names.settled(step)
    ways = f"there {count:is # way|are # ways} to satisfy {clues}"
    if step.clues and _take_all(step):
        last = f"{ways} with the last {left:mine|# mines}"
        return f"{last}, and {count:it uses|both use|each uses} {left:it|them} up: so {result}."
    if step.clues:
        result = f"{ways}, and in {count:it|both|each} {result}"
        if step.left is None:
            return f"{result}."
    return f"with {left:# mine|# mines} left on the board, {result}."


def _take_all(step: Cases) -> bool:
    """Return whether cells away from the clues are safe because each way takes all mines left."""
    inside = {cell for box in step.boxes for cell in box}
    outside = not step.mined and not inside.intersection(step.cells)
    return outside and all(sum(way) == step.left for way in step.ways)


@singledispatch
def _broken(step: Any, names: Names) -> str:
    """The end of a supposition: the contradiction."""
    raise TypeError(f"{step!r} ends no supposition")


@_broken.register
def _(step: Broken, names: Names) -> str:
    clue = names.clue(step.clue, step.number)
    if step.left < 0:
        return f"{clue} has {in_words(-step.left):# mine|# mines} too many"
    room = "no cell"
    if step.among:
        room = f"only {in_words(len(step.among)):# cell|# cells}"
    return f"{clue} needs {in_words(step.left):# mine|# mines} and has {room} left"


@_broken.register
def _(step: Clash, names: Names) -> str:
    least = in_words(step.more_left - len(step.outside))
    more, less = names.clue(step.more, step.more_number), names.clue(step.less, step.less_number)
    allowed = names.allowed(step.less_left, step.less_number)
    return f"{more} needs {least:# mine|# mines} in cells where {less} allows {allowed}"


@_broken.register
def _(step: WrongTotal, names: Names) -> str:
    left, taken, room = map(in_words, (step.left, step.taken, step.room))
    clues = names.clues(step.clues, apart=True)
    if step.taken > step.left:
        if not step.clues:
            return "there are more mines than the board has"
        return f"{clues:# needs|# need} {taken:# mine|# mines}, more than are left"
    if not step.clues:
        return f"{left:# mine is|# mines are} left, and too few cells"
    cells = "no cell is left"
    if step.room:
        cells = f"there {room:is only # cell|are only # cells} left"
    return f"{clues:# holds|# hold} {taken:# mine|# mines}, and for the other mines {cells}"


def _bounds(
    step: Overlap, names: Names, result: Callable[[], str], *, from_above: bool, by_all: bool = True
) -> str:
    """Both bounds in one sentence: the need of one clue, and the limit of the other."""
    more, less = names.clue(step.more, step.more_number), names.clue(step.less, step.less_number)
    needs, left = names.needs(step.more_left, step.more_number), in_words(step.more_left)
    if from_above:
        allowed = names.allowed(step.less_left, step.less_number)
        return (
            f"{more} {needs} {left:# mine|# mines}, and {less} allows {allowed} in the cells "
            f"they share: {result()}."
        )
    which = f"{less}, which {names.no_more(step.less_left, step.less_number)}: {result()}."
    if by_all:
        return (
            f"wherever {left:it lies, the mine|they lie, the # mines} that {more} {needs} "
            f"{left:touches|touch} {which}"
        )
    least = f"{in_words(step.less_left):at least # touches|at least # touch}"
    return f"of the {left} mines that {more} {needs}, {least} {which}"


def _summary(proof: Proof, names: Names) -> str:
    """The conclusion, after its basis: without that, a last step may read as false."""
    text, (cells, mined) = _concluded(proof, names), built_on(proof)
    if not cells:
        return text
    return f"as {_known(proof, cells, mined, names)}, {text}"


def _known(proof: Proof, cells: Cells, mined: bool, names: Names) -> str:
    """The basis of the conclusion, with the pattern that gave it, or gave some of it."""
    found = [
        (step.pattern, tuple(cell for cell in cells if cell in (*step.mines, *step.safe)))
        for step in proof.steps[:-1]
        if isinstance(step, Overlap) and not step.depth
    ]
    pattern, own = next((each for each in reversed(found) if each[1]), ("", ()))
    others = tuple(cell for cell in cells if cell not in own)
    if not pattern:
        return names.verdict(cells, mined)
    if not others:
        return f"{names.verdict(cells, mined)} (pattern {pattern})"
    text = f"{names.cells(others)} and, by pattern {pattern}, {names.cells(own)}"
    return _verdict(Word(len(cells), text), mined)


def _concluded(proof: Proof, names: Names) -> str:
    def result() -> str:
        return names.verdict(proof.cells, proof.mined)

    last = proof.steps[-1]
    if isinstance(last, Overlap):
        text = _bounds(last, names, result, from_above=proof.mined, by_all=not last.mines)
        return f"pattern {last.pattern}: {text}" if last.pattern else text
    suppositions = [number for number, step in enumerate(proof.steps) if _first(step)]
    if isinstance(last, ENDS) and suppositions:
        return _refuted(proof.steps[suppositions[-1] :], names, result())
    return _step_text(last, names, None)


def _first(step: Step) -> bool:
    """Whether a step is a supposition that stands within no other."""
    return isinstance(step, Suppose) and step.depth == 1


def _refuted(steps: Sequence[Step], names: Names, result: str) -> str:
    """A supposition in one sentence: its end, after how many steps."""
    first, *between, last = steps
    assert isinstance(first, Suppose)
    cell, broken = names.cells((first.cell,)), _broken(last, names)
    number = in_words(sum(not isinstance(step, Suppose) for step in between))
    after = f"then after {number:# step|# steps} " if number.count else ""
    return f"if {cell} is {'a mine' if first.mined else 'safe'}, {after}{broken}: so {result}."
