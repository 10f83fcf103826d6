"""The captions of the steps of a proof: one plain sentence per step.

Cells are named by coordinates, or by letters drawn in a picture
(`minevis.words.wording.Letters`).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from minevis.game.grid import Cell, Cells
from minevis.solver.proofs.steps import (
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
from minevis.utils.formatting import number_word
from minevis.words.english import say
from minevis.words.wording import COORDINATES, CellNames, Word, in_words

FOLLOWING = (Count, Overlap, MinesLeft)  # described with "then" under a supposition
FEW, FEW_APART = 2, 4  # more clues than these are counted, not named
LISTED = 3  # more cells with mines are counted, not named
ALL = 6  # cells that are all named, in board order, if there is room
LENGTHS = (ALL, LISTED + 1, LISTED, 2, 1, 0)  # named cells, the longest sentence first
LETTERED = 7  # more letters than these are counted
MOST = 160  # letters that fit two lines


def statements(proof: Proof, called: CellNames = COORDINATES) -> list[str]:
    """Return a sentence per step of `proof`; the end of a supposition states the conclusion."""
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
    """Return the same proof, with `cell` before its other cells: it is named for certain."""
    others = tuple(other for other in proof.cells if other != cell)
    return replace(proof, cells=(cell, *others)) if len(others) < len(proof.cells) else proof


def _used(step: Step, later: Sequence[Step]) -> Cells:
    """Return the cells settled by the step next to the clues of later steps that use it."""
    settled = (*step.mines, *step.safe)
    return tuple(cell for cell in settled if any(_beside(cell, each.clues) for each in later))


def steps_shown(proof: Proof) -> tuple[Step, ...]:
    """Return the steps of a proof for captions: the last one says no more than the proof.

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
    """Describe one step; the end of a supposition also rejects `refuted`.

    If not all cells can be named, the cells of `first` are.
    """

    follows = isinstance(step, FOLLOWING) and step.depth > 0

    def sentence(names: Names) -> str:
        words = _step_text(step, names, refuted)
        return say("proof then", text=words) if follows else words

    text = _fitting(sentence, called, first)
    if len(text) > MOST:  # on boards of a hundred columns "then" may be too much
        text = _fitting(lambda names: _step_text(step, names, refuted), called, first)
    return text


def summary(proof: Proof, called: CellNames = COORDINATES) -> str:
    """Describe the proof in one sentence: the last step, its basis, and the pattern."""
    needed = (built_on(proof)[0], proof.cells)
    named = [each for each in LENGTHS if not any(map(Names(called, each).counts, needed))]
    text = _fitting(lambda names: _summary(proof, names), called, proof.cells, named)
    if not 0 < len(text) <= MOST:  # its basis is left out before any of it is only counted
        text = _fitting(lambda names: _concluded(proof, names), called, proof.cells)
    return text


def built_on(proof: Proof) -> tuple[Cells, bool]:
    """Return the cells settled by earlier steps next to the last step's clues, and whether mines.

    Mines come before safe cells; empty if suppositions come between.
    """
    *earlier, last = proof.steps
    for mined in (True, False):
        settled = [step.mines if mined else step.safe for step in earlier if not step.depth]
        near = [cell for each in settled for cell in each if _beside(cell, last.clues)]
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
    """Return the sentence with the most named cells that fit into two lines."""
    text = ""
    for listed in lengths:
        text = text_by(Names(called, listed, first))
        if len(text) <= MOST:
            break
    return text[:1].upper() + text[1:]


class Names:
    """The names of cells and clues; more than `listed` cells are counted instead.

    If not all can be named, the cells of `first` are.
    """

    def __init__(self, cells: CellNames, listed: int, first: Cells = ()) -> None:
        self.called, self.lettered, self.listed = cells, cells.lettered, listed
        self.rank = {cell: -number for number, cell in enumerate(reversed(first), 1)}

    def clue(self, cell: Cell, number: int) -> str:
        """Return a clue: "the 3 at (5, 2)", or its letter."""
        return self.called.clue(cell, number)

    def counts(self, cells: Cells) -> bool:
        """Return whether cells are counted because there is no room for a list."""
        return len(cells) > LETTERED if self.lettered else len(cells) > self.listed < LISTED

    def cells(self, cells: Cells) -> Word:
        """Return a list of cells, or their number without room for a list."""
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
        """Return the number of cells: "five cells"."""
        return Word(len(cells), say("proof cells", cells=in_words(len(cells))))

    def among(self, cells: Cells) -> Word:
        """Return cells with mines: a few by name, more as a number."""
        few = len(cells) <= LISTED or self.lettered
        return self.cells(cells) if few else self.counted(cells)

    def clues(self, cells: Cells, *, apart: bool = False) -> Word:
        """Return clues by name, or their number; `apart` adds that they share no cell."""
        few = FEW_APART if apart and self.listed > LISTED else FEW
        if len(cells) > few:
            many = "proof clues apart" if apart else "proof clues"
            return Word(len(cells), say(many, count=number_word(len(cells))))
        named = self.cells(cells)
        text = named.text if self.lettered else say("proof clues at", cells=named)
        text = say("proof clues sharing none", clues=text) if len(cells) > FEW else text
        return Word(len(cells), text)

    def needs(self, left: int, number: int) -> str:
        """Return the verb: a clue needs its mines, or still needs the unfound ones."""
        return say("proof needs" if left == number else "proof still needs")

    def allowed(self, left: int, number: int) -> str:
        """Say how many mines a clue allows besides known ones."""
        if not left:
            return say("proof allows none")
        whole = left == number or not self.listed  # in few words, "more" is left out
        return say("proof allows" if whole else "proof allows more", count=number_word(left))

    def no_more(self, left: int, number: int) -> str:
        """Say that a clue needs only the mines just named and the known ones."""
        key = "proof no more" if left == number else "proof only more"
        return say(key, count=number_word(left))

    def verdict(self, cells: Cells, mined: bool) -> str:
        """Say that cells are mines, or safe."""
        return _verdict(self.cells(cells), mined)

    def settled(self, step: Step) -> str:
        """Describe the result of a step: mines, safe cells, or both."""
        both = (step.mines, True), (step.safe, False)
        verdicts = [self.verdict(cells, mined) for cells, mined in both if cells]
        return (
            say("proof both", mines=verdicts[0], safe=verdicts[1])
            if verdicts[1:]
            else "".join(verdicts)
        )


def _verdict(cells: Word, mined: bool) -> str:
    return say("proof mines" if mined else "proof safe", cells=cells)


def _need(step: Need, names: Names) -> str:
    clue, needs = names.clue(step.clue, step.number), names.needs(step.left, step.number)
    left = in_words(step.left)
    return say("proof need", clue=clue, needs=needs, left=left, cells=names.among(step.among))


def _count(step: Count, names: Names) -> str:
    clue, needs = names.clue(step.clue, step.number), names.needs(step.left, step.number)
    key = "proof count all" if step.left else "proof count none"
    left, result = in_words(step.left), names.settled(step)
    return say(key, clue=clue, needs=needs, left=left, result=result)


def _overlap(step: Overlap, names: Names) -> str:
    if step.depth:
        return _bounds(step, names, lambda: names.settled(step), from_above=bool(step.mines))
    less = names.clue(step.less, step.less_number)
    if step.mines:
        allowed = names.allowed(step.less_left, step.less_number)
        cells, result = names.among(step.shared), names.settled(step)
        return say("proof overlap mines", less=less, cells=cells, allowed=allowed, result=result)
    shared, more = in_words(len(step.shared)), names.no_more(step.less_left, step.less_number)
    return say(
        "proof overlap safe", less=less, shared=shared, more=more, result=names.settled(step)
    )


def _suppose(step: Suppose, names: Names) -> str:
    result = names.verdict((step.cell,), step.mined)
    if step.depth > 1:
        return say("proof suppose further", result=result)
    if not step.alike:
        return say("proof suppose", result=result)
    return say("proof suppose alike", result=result, alike=names.cells(step.alike))


def _end(step: Broken | Clash | WrongTotal, names: Names, refuted: Suppose | None) -> str:
    if refuted is None:
        return say("proof end", broken=_broken(step, names))
    result = names.verdict((refuted.cell, *refuted.alike), not refuted.mined)
    key = "proof end if" if refuted.depth > 1 else "proof end so"
    return say(key, broken=_broken(step, names), result=result)


def _mines_left(step: MinesLeft, names: Names) -> str:
    left, clues = in_words(step.left), names.clues(step.clues, apart=True)
    result = names.settled(step)
    if not step.clues:
        return say("proof left all" if step.mined else "proof left none", result=result)
    others, taken = in_words(step.left - step.taken), number_word(step.taken)
    key = "proof left others" if step.mined else "proof left taken"
    return say(key, left=left, clues=clues, taken=taken, others=others, result=result)


def _cases(step: Cases, names: Names) -> str:
    clues, left, count = names.clues(step.clues), in_words(step.left or 0), in_words(step.count)
    result = names.settled(step)
    if step.clues and _take_all(step):
        return say("proof ways last", count=count, clues=clues, left=left, result=result)
    if step.clues:
        result = say("proof ways", count=count, clues=clues, result=result)
    if step.left is not None or not step.clues:
        result = say("proof ways left", left=left, result=result)
    return f"{result}."


def _take_all(step: Cases) -> bool:
    """Return whether cells away from the clues are safe because every way takes all mines left."""
    inside = {cell for box in step.boxes for cell in box}
    outside = not step.mined and not inside.intersection(step.cells)
    return outside and all(sum(way) == step.left for way in step.ways)


def _broken(step: Step, names: Names) -> str:
    """Return the end of a supposition: the contradiction."""
    if isinstance(step, Broken):
        clue, left, room = names.clue(step.clue, step.number), step.left, in_words(len(step.among))
        if left < 0:
            return say("proof broken many", clue=clue, left=in_words(-left))
        key = "proof broken few" if step.among else "proof broken none"
        return say(key, clue=clue, left=in_words(left), room=room)
    if isinstance(step, Clash):
        least = in_words(step.more_left - len(step.outside))
        more, less = (
            names.clue(step.more, step.more_number),
            names.clue(step.less, step.less_number),
        )
        allowed = names.allowed(step.less_left, step.less_number)
        return say("proof clash", more=more, least=least, less=less, allowed=allowed)
    assert isinstance(step, WrongTotal)
    taken, clues = in_words(step.taken), names.clues(step.clues, apart=True)
    if step.taken > step.left:
        key = "proof total more" if step.clues else "proof total over"
        return say(key, clues=clues, taken=taken)
    if not step.clues:
        return say("proof total few", left=in_words(step.left))
    key = "proof total room" if step.room else "proof total none"
    return say(key, clues=clues, taken=taken, room=in_words(step.room))


SENTENCES: dict[type, Callable[[Any, Names], str]] = {
    Need: _need,
    Count: _count,
    Overlap: _overlap,
    Suppose: _suppose,
    MinesLeft: _mines_left,
    Cases: _cases,
}


def _step_text(step: Step, names: Names, refuted: Suppose | None) -> str:
    return (
        _end(step, names, refuted) if isinstance(step, ENDS) else SENTENCES[type(step)](step, names)
    )


def _bounds(
    step: Overlap, names: Names, result: Callable[[], str], *, from_above: bool, by_all: bool = True
) -> str:
    """Return both bounds in one sentence: the need of one clue, and the limit of the other."""
    more, less = names.clue(step.more, step.more_number), names.clue(step.less, step.less_number)
    needs, left = names.needs(step.more_left, step.more_number), in_words(step.more_left)
    both = {"more": more, "less": less, "needs": needs, "left": left}
    if from_above:
        allowed = names.allowed(step.less_left, step.less_number)
        return say("proof bounds above", **both, allowed=allowed, result=result())
    rest, least = names.no_more(step.less_left, step.less_number), in_words(step.less_left)
    key = "proof bounds all" if by_all else "proof bounds some"
    return say(key, **both, rest=rest, least=least, result=result())


def _summary(proof: Proof, names: Names) -> str:
    """Describe the conclusion, after its basis: without it, a last step may read as false."""
    text, (cells, mined) = _concluded(proof, names), built_on(proof)
    if not cells:
        return text
    return say("proof as", known=_known(proof, cells, mined, names), text=text)


def _known(proof: Proof, cells: Cells, mined: bool, names: Names) -> str:
    """Describe the basis of the conclusion, with the pattern behind it, if any."""
    overlaps = [
        (step.pattern, tuple(cell for cell in cells if cell in (*step.mines, *step.safe)))
        for step in proof.steps[:-1]
        if isinstance(step, Overlap) and not step.depth
    ]
    pattern, own = next((each for each in reversed(overlaps) if each[1]), ("", ()))
    others = tuple(cell for cell in cells if cell not in own)
    if not pattern:
        return names.verdict(cells, mined)
    if not others:
        return say("proof known", result=names.verdict(cells, mined), pattern=pattern)
    one, two = names.cells(others), names.cells(own)
    text = say("proof known too", others=one, pattern=pattern, own=two)
    return _verdict(Word(len(cells), text), mined)


def _concluded(proof: Proof, names: Names) -> str:
    def result() -> str:
        return names.verdict(proof.cells, proof.mined)

    last = proof.steps[-1]
    if isinstance(last, Overlap):
        text = _bounds(last, names, result, from_above=proof.mined, by_all=not last.mines)
        return say("proof pattern", pattern=last.pattern, text=text) if last.pattern else text
    suppositions = [number for number, step in enumerate(proof.steps) if _first(step)]
    if isinstance(last, ENDS) and suppositions:
        return _refuted(proof.steps[suppositions[-1] :], names, result())
    return _step_text(last, names, None)


def _first(step: Step) -> bool:
    """Return whether a step is a supposition outside any other."""
    return isinstance(step, Suppose) and step.depth == 1


def _refuted(steps: Sequence[Step], names: Names, result: str) -> str:
    """Return a supposition in one sentence: its end, after how many steps."""
    first, *between, last = steps
    assert isinstance(first, Suppose)
    cell, broken = names.cells((first.cell,)), _broken(last, names)
    number = in_words(sum(not isinstance(step, Suppose) for step in between))
    after = say("proof after", count=number) if number.count else ""
    key = "proof if mine" if first.mined else "proof if safe"
    return say(key, cell=cell, after=after, broken=broken, result=result)
