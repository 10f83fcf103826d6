"""How a sentence takes its values: counts, lists, and the names of cells."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from minevis.game.grid import Cell
from minevis.utils.formatting import big_number, number_word
from minevis.words.english import say

LISTED = 3
LETTERS = "ABCDEFGHKLMNPRSTUVWXYZ"  # no letter that looks like a number or a second letter
IN_FULL = 3  # longer runs of letters are named by their ends


@dataclass(frozen=True)
class Word:
    """A count or a list within a sentence: its text, and the count for choosing a form.

    The format string has the forms, with `#` for the text: `{mines:# mine|# mines}` is "one mine"
    or "two mines".
    """

    count: int
    text: str

    def __format__(self, forms: str) -> str:
        """Return the text in one of `forms`, chosen by the count, for example "# cell|# cells".

        The first form is for one, the last for any other count. With three forms the second is for
        two.
        """
        choices = (forms or "#").split("|")
        place = {1: 0, 2: min(1, len(choices) - 1)}.get(self.count, len(choices) - 1)
        return choices[place].replace("#", self.text)


class CellNames:
    """The names of cells in sentences: here, their coordinates."""

    lettered = False

    def cell(self, cell: Cell) -> str:
        """Return the name of `cell`."""
        return str(cell)

    def subject(self, cell: Cell) -> str:
        """Return the name of `cell` as the first word of a sentence."""
        return f"Cell {cell}"

    def clue(self, cell: Cell, number: int) -> str:
        """Return the name of a clue: "the 3 at (5, 2)"."""
        return say("proof clue", number=number, name=self.cell(cell))

    def listing(self, names: list[str]) -> str:
        """List at most four of `names`: "a", "a and b", "a, b, c and d"; of more, three."""
        if len(names) > LISTED + 1:  # "one more" is as long as its name
            names = [*names[:LISTED], say("proof more", count=number_word(len(names) - LISTED))]
        return _all_of(names)

    def cells(self, cells: tuple[Cell, ...]) -> Word:
        """Return `cells` as a list of names."""
        return Word(len(cells), self.listing([self.cell(cell) for cell in cells]))


class Letters(CellNames):
    """Cells called A, B, C …, in the order in which sentences name them.

    `given` has the letters of named cells: in a search, cells of a box share one. When the letters
    run out, cells are called by their coordinates.
    """

    lettered = True

    def __init__(self, given: Mapping[Cell, str] = MappingProxyType({})) -> None:
        self.given = dict(given)

    def cell(self, cell: Cell) -> str:
        """Return the letter of `cell`, the next free one if it has no letter yet."""
        if cell not in self.given:
            used = {*self.given.values()}
            free = (letter for letter in LETTERS if letter not in used)
            if (letter := next(free, None)) is None:
                return str(cell)
            self.given[cell] = letter
        return self.given[cell]

    subject = cell

    def clue(self, cell: Cell, number: int) -> str:
        """Return the letter of a clue."""
        return self.cell(cell)

    def listing(self, names: list[str]) -> str:
        """List all `names`; a longer run of letters by its ends, "B to E"; "the two cells B"."""
        if len(names) > 1 and len({*names}) == 1:
            return f"the {number_word(len(names))} cells {names[0]}"
        at = [LETTERS.find(name) for name in names]
        if len(names) > IN_FULL and at == list(range(at[0], at[0] + len(at))):
            return say("proof run", first=names[0], last=names[-1])
        return _all_of(names)


def _all_of(names: list[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return say("proof and", names=", ".join(names[:-1]), last=names[-1])


COORDINATES = CellNames()
listing = COORDINATES.listing


def in_words(n: int) -> Word:
    """Return a count for a sentence, up to ten in words: "three" or "94"."""
    return Word(n, number_word(n))


def in_figures(n: int) -> Word:
    """Return a count in figures: "94" rather than "ninety-four"."""
    return Word(n, big_number(n))
