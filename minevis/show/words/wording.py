"""How a sentence takes its values: counts, chances, lists, and the names of cells.

The sentences stand in `minevis.show.words.english`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from minevis.core.formatting import big_number, number_word, percent
from minevis.core.grid import Cell
from minevis.show.words.english import CONTROLS, LETTERED, SENTENCES

LISTED = 3
LETTERS = "ABCDEFGHKLMNPRSTUVWXYZ"  # no letter that looks like a number or like another
IN_FULL = 3  # longer runs of letters are named by their ends


@dataclass(frozen=True)
class Word:
    """A count or a list within a sentence: its text, and the count that picks a form.

    >>> f"{in_figures(2):# mine|# mines}"
    '2 mines'
    """

    count: int
    text: str

    def __format__(self, forms: str) -> str:
        """The text in the form that the count picks from `forms`, such as "# cell|# cells".

        The first form is for one, the last for any other count. Of three, the second is for two.
        """
        choices = (forms or "#").split("|")
        place = {1: 0, 2: min(1, len(choices) - 1)}.get(self.count, len(choices) - 1)
        return choices[place].replace("#", self.text)


class CellNames:
    """The names of cells in sentences: here, their coordinates.

    >>> CellNames().say("undone", cells=((0, 1), (2, 3)))
    'The search takes back what it supposed of (0, 1) and (2, 3).'
    """

    lettered = False

    def say(self, key: str, **values: object) -> str:
        """Return the sentence of `key` with its `values` in place.

        A count reads as a number word, a float as a percentage, a cell by its name
        and a tuple of cells as a list. Text stays as it is.
        """
        return self._with(self.sentence(key), values)

    def sentence(self, key: str) -> str:
        """Return the sentence of `key`, with its placeholders."""
        return SENTENCES[key]

    def cell(self, cell: Cell) -> str:
        """Return the name of `cell`."""
        return str(cell)

    def listing(self, names: list[str]) -> str:
        """List at most four of `names`: "a", "a and b", "a, b, c and d"; of more, three.

        >>> CellNames().listing(["a", "b", "c", "d", "e"])
        'a, b, c and two more'
        """
        if len(names) > LISTED + 1:  # "one more" is as long as its name
            names = [*names[:LISTED], f"{number_word(len(names) - LISTED)} more"]
        return _all_of(names)

    def cells(self, cells: tuple[Cell, ...]) -> Word:
        """Return `cells` as a list in which each has its name."""
        return Word(len(cells), self.listing([self.cell(cell) for cell in cells]))

    def _with(self, text: str, values: Mapping[str, object]) -> str:
        return text.format_map({name: self._word(value) for name, value in values.items()})

    def _word(self, value: object) -> object:
        if isinstance(value, int):
            return Word(value, number_word(value))
        if isinstance(value, float):
            return percent(value)
        if isinstance(value, tuple):
            one = bool(value) and isinstance(value[0], int)
            return self.cell(value) if one else self.cells(value)
        return value


class Letters(CellNames):
    """Cells called A, B, C …, in the order in which sentences name them.

    `given` holds the letter of each cell named so far. When the letters run out, cells are
    called by their coordinates.

    >>> names = Letters()
    >>> names.cell((3, 1)), names.given
    ('A', {(3, 1): 'A'})
    """

    lettered = True

    def __init__(self) -> None:
        self.given: dict[Cell, str] = {}

    def sentence(self, key: str) -> str:
        """Return the sentence of `key`, shorter if a letter says enough."""
        return LETTERED.get(key) or SENTENCES[key]

    def cell(self, cell: Cell) -> str:
        """Return the letter of `cell`, the next free one if it has no letter yet."""
        if cell not in self.given:
            if len(self.given) == len(LETTERS):
                return str(cell)
            self.given[cell] = LETTERS[len(self.given)]
        return self.given[cell]

    def listing(self, names: list[str]) -> str:
        """List all `names`; a longer run of letters by its ends, "B to E"."""
        at = [LETTERS.find(name) for name in names]
        if len(names) > IN_FULL and at == list(range(at[0], at[0] + len(at))):
            return self.say("from to", first=names[0], last=names[-1])
        return _all_of(names)


def _all_of(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


COORDINATES = CellNames()
say, listing = COORDINATES.say, COORDINATES.listing


def label(key: str, **values: object) -> str:
    """Return a label of the widgets with its `values` in place, as `say` does.

    >>> label("play")
    'Play'
    """
    return COORDINATES._with(CONTROLS[key], values)


def in_figures(n: int) -> Word:
    """Return a count in figures for `say`: "94" rather than "ninety-four"."""
    return Word(n, big_number(n))
