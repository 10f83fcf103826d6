"""The meanings of a search's steps."""

from minevis.game.grid import Cells, cells_of
from minevis.render.marks import Mark
from minevis.solver import events as ev
from minevis.trace.snapshot import Snapshot
from minevis.words.events.meaning import Kind, Marks, Meaning, nowhere
from minevis.words.wording import CellNames, in_words


def _frontier(event: ev.FrontierFound, names: CellNames) -> str:
    cells, interior = in_words(len(event.cells)), in_words(event.interior)
    left = f"{in_words(event.mines_left):# mine is|# mines are} left to find"
    if not event.cells:
        return f"No uncertain cell touches a clue; {left} in {interior:# cell|# cells}."
    if event.interior:
        return (
            f"The frontier: {cells:# uncertain cell touches|# uncertain cells touch} a clue, "
            f"{interior} more {interior:touches|touch} none; {left}."
        )
    touch = f"{cells:the only uncertain cell touches|both uncertain cells touch}"
    if len(event.cells) > 2:
        touch = f"all {cells} uncertain cells touch"
    return f"The frontier: {touch} a clue; {left}."


def _component(event: ev.ComponentFound, names: CellNames) -> str:
    cells, clues, boxes = map(in_words, map(len, (event.cells, event.clues, event.boxes)))
    return (
        f"A component: {cells:# cell|# cells} and {clues:# clue|# clues} that share "
        f"nothing with the rest; {boxes:# box|# boxes} of cells with the same clues."
    )


def _kept(event: ev.ComponentKept, names: CellNames) -> str:
    cells, clues = in_words(len(event.cells)), in_words(len(event.clues))
    return (
        f"Nothing has changed for {cells:# cell|# cells} and {clues:# clue|# clues}: their "
        f"{in_words(event.configurations):# configuration is|# configurations are} kept."
    )


def _of_component(event: ev.ComponentFound | ev.ComponentKept) -> Cells:
    return (*event.cells, *event.clues)


def _tried(event: ev.Tried, names: CellNames) -> str:
    cells = names.cells(event.cells)
    if event.mines == 0:
        return f"Suppose that {cells:# is safe|# are safe}."
    if event.mines == len(event.cells):
        return f"Suppose that {cells:# is a mine|# are mines}."
    return f"Suppose that {cells:# holds|# hold} {in_words(event.mines):# mine|# mines}."


def _violated(event: ev.Violated, names: CellNames) -> str:
    clue = f"A dead end: the {event.number} at {names.cell(event.clue)}"
    if event.left < 0:
        return f"{clue} has {in_words(-event.left):# mine|# mines} too many."
    if event.left <= event.room:
        return f"{clue} cannot be satisfied."
    room = "no cell is"
    if event.room:
        room = f"{in_words(event.room):only # cell is|only # cells are}"
    left = in_words(event.left)
    return f"{clue} still needs {left:# mine|# mines}, and {room} left to try."


def _undone(event: ev.Undone, names: CellNames) -> str:
    return f"The search takes back what it supposed of {names.cells(event.cells)}."


def _solution(event: ev.SolutionFound, names: CellNames) -> str:
    found = in_words(event.ways)
    return (
        f"Every clue is satisfied with {in_words(sum(event.counts)):# mine|# mines}: "
        f"{found:# configuration|# configurations}."
    )


def _complete(event: ev.SolutionFound, s: Snapshot) -> Marks:
    return [(tuple(cells_of(s.trial > 0)), Mark.COMPLETE)]


def _truncated(event: ev.SearchTruncated, names: CellNames) -> str:
    what = "find" if event.what == "solutions" else "step"
    text = f"The search stops early, after {in_words(event.limit):# {what}|# {what}s}."
    if event.counted:
        return f"{text} All configurations were counted even so, and the odds rest on them all."
    return f"{text} The odds now rest only on the configurations found so far."


def _ended(event: ev.SearchEnded, names: CellNames) -> str:
    tries, dead_ends = in_words(event.tries), in_words(event.dead_ends)
    text = f"Search over: {tries:# try|# tries}, {dead_ends:# dead end|# dead ends},"
    if not event.solutions:
        return f"{text} and no configuration."
    found = in_words(event.configurations)
    return f"{text} {found:# configuration|# configurations}."


MEANINGS = {
    ev.FrontierFound: Meaning(Kind.SEARCH, "FRONTIER", _frontier, cells=None, summary=True),
    ev.ComponentFound: Meaning(
        Kind.SEARCH, "COMPONENT", _component, cells=_of_component, landmark=True, summary=True
    ),
    ev.ComponentKept: Meaning(Kind.SEARCH, "KEPT", _kept, cells=_of_component, landmark=True),
    ev.Tried: Meaning(
        Kind.SEARCH, "SEARCH", _tried, nowhere, marks=lambda event, s: [(event.cells, Mark.TRYING)]
    ),
    ev.Violated: Meaning(
        *(Kind.SEARCH, "DEAD END", _violated, nowhere),
        role="mine",
        marks=lambda event, s: [((event.clue,), Mark.VIOLATED)],
    ),
    ev.Undone: Meaning(Kind.SEARCH, "BACK", _undone, nowhere),
    ev.SolutionFound: Meaning(
        Kind.SEARCH, "FOUND", _solution, nowhere, marks=_complete, landmark=True
    ),
    ev.SearchTruncated: Meaning(Kind.SEARCH, "CUT SHORT", _truncated, nowhere),
    ev.SearchEnded: Meaning(Kind.SEARCH, "SEARCH", _ended, nowhere, landmark=True, summary=True),
}
