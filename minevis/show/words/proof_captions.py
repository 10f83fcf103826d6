"""The captions of the steps of a proof: one plain sentence each.

Cells are called by their coordinates, or by the letters that stand on
them in a picture (`minevis.show.words.sentences.lettered`). The words
stand in `minevis.show.words.english`; here it is only decided which sentence describes a
step, and with which values.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import singledispatch
from typing import Any

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
from minevis.show.words.wording import COORDINATES, CellNames, Word

FOLLOWING = (Count, Overlap, MinesLeft)  # described with "then" under a supposition
FEW, FEW_APART = 2, 4  # more clues than these are counted, not named
LISTED = 3  # more cells in which mines lie are counted, not named
ALL = 6  # cells that are all named, in board order, if there is room
LENGTHS = (ALL, LISTED + 1, LISTED, 2, 1, 0)  # so many are named, the longest sentence first
LETTERED = 7  # more letters than these are counted
MOST = 160  # letters that fit two lines


def statements(proof: Proof, called: CellNames = COORDINATES) -> list[str]:
    """A sentence for each step of `proof`; one that ends a supposition states the conclusion.

    >>> text = "mined: (0, 1)\\ncount: clue (0, 0), number 1, left 1, among (0, 1)"
    >>> statements(Proof.parse(text))
    ['The 1 at (0, 0) needs one mine and has only one cell left: (0, 1) is a mine.']
    """
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
    """The same proof, with `cell` before its other cells: it is named for certain.

    >>> asked_about(Proof(((0, 1), (1, 0)), True, ()), (1, 0)).cells
    ((1, 0), (0, 1))
    """
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

    >>> step = Overlap((0, 1), 2, 2, (0, 2), 1, 1, ((1, 1),), mines=((1, 0),), safe=((1, 3),))
    >>> steps_shown(Proof(((1, 0),), True, (step,)))[0].safe
    ()
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

    >>> step_sentence(Suppose((1, 0), mined=True))
    'Suppose that (1, 0) is a mine.'
    """

    follows = isinstance(step, FOLLOWING) and step.depth > 0

    def sentence(names: Names) -> str:
        words = _step_text(step, names, refuted)
        return called.say("then", text=words) if follows else words

    text = _fitting(sentence, called, first)
    if len(text) > MOST:  # on boards of a hundred columns "then" may be too much
        text = _fitting(lambda names: _step_text(step, names, refuted), called, first)
    return text


def summary(proof: Proof, called: CellNames = COORDINATES) -> str:
    """The whole proof in one sentence: its last step, the basis of that, and its pattern.

    >>> text = "mined: (0, 1)\\ncount: clue (0, 0), number 1, left 1, among (0, 1)"
    >>> summary(Proof.parse(text))
    'The 1 at (0, 0) needs one mine and has only one cell left: (0, 1) is a mine.'
    """
    needed = (built_on(proof)[0], proof.cells)
    named = [each for each in LENGTHS if not any(map(Names(called, each).counts, needed))]
    text = _fitting(lambda names: _summary(proof, names), called, proof.cells, named)
    if not 0 < len(text) <= MOST:  # its basis is left out before any of it is only counted
        text = _fitting(lambda names: _concluded(proof, names), called, proof.cells)
    return text


def built_on(proof: Proof) -> tuple[Cells, bool]:
    """The cells next to the clues of the last step that earlier steps settle, and whether mines.

    If there are mines and safe cells, the mines; empty if suppositions come between.

    >>> first = "count: clue (0, 0), number 1, left 1, among (0, 1)"
    >>> last = "count: clue (1, 1), number 1, left 0, among (1, 0)"
    >>> built_on(Proof.parse(f"safe: (1, 0)\\n{first}\\n{last}"))
    (((0, 1),), True)
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

    >>> Names(COORDINATES, listed=3).clue((0, 1), 2)
    'the 2 at (0, 1)'
    """

    def __init__(self, cells: CellNames, listed: int, first: Cells = ()) -> None:
        self.say, self.listed = cells.say, listed
        self.called, self.lettered = cells, cells.lettered
        self.rank = {cell: -number for number, cell in enumerate(reversed(first), 1)}

    def clue(self, cell: Cell, number: int) -> str:
        """A clue: "the 3 at (5, 2)", or its letter."""
        return self.say("clue named", number=str(number), cell=cell)

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
        return Word(len(cells), self.say("step cells", cells=len(cells)))

    def among(self, cells: Cells) -> Word:
        """Cells in which mines lie: few by name, more as their number."""
        few = len(cells) <= LISTED or self.lettered
        return self.cells(cells) if few else self.counted(cells)

    def clues(self, cells: Cells, *, apart: bool = False) -> Word:
        """Clues by name, or how many there are; `apart` says that they share no cell."""
        few = FEW_APART if apart and self.listed > LISTED else FEW
        if len(cells) > few:
            key = "so many clues apart" if apart else "so many clues"
            return Word(len(cells), self.say(key, clues=len(cells)))
        key = "clues apart" if len(cells) > FEW else "clues at"
        return Word(len(cells), self.say(key, clues=self.cells(cells)))

    def needs(self, left: int, number: int) -> str:
        """The verb: a clue needs its mines, or still needs those not found."""
        return self.say("needs" if left == number else "still needs")

    def allowed(self, left: int, number: int) -> str:
        """How many mines a clue allows, not counting the known ones."""
        if not left:
            return self.say("none allowed")
        whole = left == number or not self.listed  # in few words, "more" is left out
        return self.say("allowed" if whole else "allowed more", mines=left)

    def no_more(self, left: int, number: int) -> str:
        """Say that a clue needs no other mines than those just named and the known ones."""
        return self.say("no more" if left == number else "no more than", mines=left)

    def verdict(self, cells: Cells, mined: bool) -> str:
        """That cells are mines, or safe."""
        return self.say("is mined" if mined else "is safe", cells=self.cells(cells))

    def settled(self, step: Step) -> str:
        """The result of a step: its mines, its safe cells, or both."""
        if not (step.mines and step.safe):
            return self.verdict(step.mines or step.safe, bool(step.mines))
        mined, safe = self.verdict(step.mines, True), self.verdict(step.safe, False)
        return self.say("mined and safe", mined=mined, safe=safe)


@singledispatch
def _step_text(step: Any, names: Names, refuted: Suppose | None) -> str:
    raise TypeError(f"{step!r} is no step of a proof")


@_step_text.register
def _(step: Need, names: Names, refuted: Suppose | None) -> str:
    clue, needs = names.clue(step.clue, step.number), names.needs(step.left, step.number)
    among = names.among(step.among)
    return names.say("needs among", clue=clue, needs=needs, left=step.left, among=among)


@_step_text.register
def _(step: Count, names: Names, refuted: Suppose | None) -> str:
    key = "has room for all" if step.left else "has all"
    clue, needs = names.clue(step.clue, step.number), names.needs(step.left, step.number)
    return names.say(key, clue=clue, needs=needs, left=step.left, result=names.settled(step))


@_step_text.register
def _(step: Overlap, names: Names, refuted: Suppose | None) -> str:
    if step.depth:
        key = "bound from above" if step.mines else "bound by all"
        return _bounds(step, key, names, lambda: names.settled(step))
    return names.say(
        "touches some" if step.mines else "touches all",
        less=names.clue(step.less, step.less_number),
        allowed=names.allowed(step.less_left, step.less_number),
        no_more=names.no_more(step.less_left, step.less_number),
        shared=names.among(step.shared) if step.mines else len(step.shared),
        result=names.settled(step),
    )


@_step_text.register
def _(step: Suppose, names: Names, refuted: Suppose | None) -> str:
    result = names.verdict((step.cell,), step.mined)
    if step.depth > 1:
        return names.say("suppose further", result=result)
    key = "suppose alike" if step.alike else "suppose"
    return names.say(key, result=result, alike=names.cells(step.alike))


@_step_text.register(Broken)
@_step_text.register(Clash)
@_step_text.register(WrongTotal)
def _(step: Broken | Clash | WrongTotal, names: Names, refuted: Suppose | None) -> str:
    so = ""
    if refuted is not None:
        result = names.verdict((refuted.cell, *refuted.alike), not refuted.mined)
        so = names.say("so then" if refuted.depth > 1 else "so", result=result)
    return names.say("but", broken=_broken(step, names), so=so)


@_step_text.register
def _(step: MinesLeft, names: Names, refuted: Suppose | None) -> str:
    if step.clues:
        key = "mines left for others" if step.mined else "no mine left for others"
    else:
        key = "mines left everywhere" if step.mined else "no mine left"
    values = {"left": step.left, "taken": step.taken, "clues": names.clues(step.clues, apart=True)}
    return names.say(key, result=names.settled(step), others=step.left - step.taken, **values)


@_step_text.register
def _(step: Cases, names: Names, refuted: Suppose | None) -> str:
    key = "cases" if step.left is None else "cases with total"
    values = {"clues": names.clues(step.clues), "left": step.left or 0, "count": step.count}
    if step.clues and _take_all(step):
        key = "cases take all"
    key = key if step.clues else "cases by total"
    return names.say(key, result=names.settled(step), **values)


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
        return names.say("has too many", clue=clue, over=-step.left)
    key = "has too few cells" if step.among else "has no cell"
    return names.say(key, clue=clue, left=step.left, room=len(step.among))


@_broken.register
def _(step: Clash, names: Names) -> str:
    return names.say(
        "clashes",
        more=names.clue(step.more, step.more_number),
        least=step.more_left - len(step.outside),
        less=names.clue(step.less, step.less_number),
        allowed=names.allowed(step.less_left, step.less_number),
    )


@_broken.register
def _(step: WrongTotal, names: Names) -> str:
    if step.taken > step.left:
        key = "more mines than left" if step.clues else "more mines than left anywhere"
    elif not step.clues:
        key = "fewer cells than left anywhere"
    else:
        key = "fewer cells than left" if step.room else "fewer cells than left, none"
    values = {"left": step.left, "taken": step.taken, "room": step.room}
    return names.say(key, clues=names.clues(step.clues, apart=True), **values)


def _bounds(step: Overlap, key: str, names: Names, result: Callable[[], str]) -> str:
    """Both bounds in one sentence: the need of one clue, and the limit of the other."""
    below = key == "bound from below"
    return names.say(
        key,
        more=names.clue(step.more, step.more_number),
        less=names.clue(step.less, step.less_number),
        needs=names.needs(step.more_left, step.more_number),
        left=step.more_left,
        allowed=step.less_left if below else names.allowed(step.less_left, step.less_number),
        no_more=names.no_more(step.less_left, step.less_number),
        result=result(),
    )


def _summary(proof: Proof, names: Names) -> str:
    """The conclusion, after its basis: without that, a last step may read as false."""
    text, (cells, mined) = _concluded(proof, names), built_on(proof)
    if not cells:
        return text
    return names.say("as known", known=_known(proof, cells, mined, names), text=text)


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
        return names.say("by pattern", known=names.verdict(cells, mined), pattern=pattern)
    text = names.say(
        "some by pattern", others=names.cells(others), pattern=pattern, cells=names.cells(own)
    )
    return names.say("is mined" if mined else "is safe", cells=Word(len(cells), text))


def _concluded(proof: Proof, names: Names) -> str:
    def result() -> str:
        return names.verdict(proof.cells, proof.mined)

    last = proof.steps[-1]
    if isinstance(last, Overlap):
        below = "bound from below" if last.mines else "bound by all"
        text = _bounds(last, "bound from above" if proof.mined else below, names, result)
        return names.say("pattern", pattern=last.pattern, text=text) if last.pattern else text
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
    number = sum(not isinstance(step, Suppose) for step in between)
    key = "if mined" if first.mined else "if safe"
    if not number:
        key = "if mined, at once" if first.mined else "if safe, at once"
    cell, broken = names.cells((first.cell,)), _broken(last, names)
    return names.say(key, cell=cell, steps=number, broken=broken, result=result)
