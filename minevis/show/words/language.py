"""What a caption needs from a language, and how a sentence picks its forms."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from minevis.core.formatting import big_number


@dataclass(frozen=True)
class Language:
    """Sentences, badges and the few habits of one language.

    `plural` tells which form, of how many, a count asks for. `controls` are the labels
    of the widgets in the browser. `code`, as "en", tells the browser which language a page is in.

    >>> from minevis.show.words.english import ENGLISH
    >>> ENGLISH.say("rest mined", cells=2)
    'both others are mines'
    """

    sentences: Mapping[str, str]
    badges: Mapping[str, str]
    number: Callable[[int], str]
    percent: Callable[[float], str]
    listing: Callable[[list[str]], str]
    plural: Callable[[int, int], int]
    controls: Mapping[str, str] = field(default_factory=dict)
    cell: Callable[[tuple[int, int]], str] = str
    lettered: Mapping[str, str] = field(default_factory=dict)  # sentences where cells are letters
    code: str = ""  # not known

    def say(self, key: str, **values: object) -> str:
        """The sentence of `key` with its `values` in place.

        A count reads as a number word, a float as a percentage, a cell as it is
        written in code and a tuple of cells as a list; text stays as it is.
        """
        return self._with(self.sentences[key], values)

    def label(self, key: str, **values: object) -> str:
        """A label of the widgets, as `say`: those of the browser stand in `controls`."""
        return self._with(self.controls[key], values)

    def _with(self, text: str, values: Mapping[str, object]) -> str:
        return text.format_map({name: self._word(value) for name, value in values.items()})

    def count(self, n: int) -> "Word":
        """A count in figures, "94" rather than "ninety-four", for `say`."""
        return Word(self, n, big_number(n))

    def _word(self, value: object) -> object:
        if isinstance(value, int):
            return Word(self, value, self.number(value))
        if isinstance(value, float):
            return self.percent(value)
        if isinstance(value, tuple) and is_cell(value):
            return self.cell(value)
        if isinstance(value, tuple):
            return Word(self, len(value), self.listing([self.cell(cell) for cell in value]))
        return value


@dataclass(frozen=True)
class Word:
    """A count or a list within a sentence: its text, and the count that picks a form.

    >>> from minevis.show.words.english import ENGLISH
    >>> f"{ENGLISH.count(2):# mine|# mines}"
    '2 mines'
    """

    language: Language
    count: int
    text: str

    def __format__(self, forms: str) -> str:
        """The text in the form that the count picks from `forms`, such as "# cell|# cells"."""
        choices = (forms or "#").split("|")
        return choices[self.language.plural(self.count, len(choices))].replace("#", self.text)


def is_cell(value: tuple[object, ...]) -> bool:
    """Whether a tuple is one cell rather than several.

    >>> is_cell((0, 1)), is_cell(((0, 1), (2, 3)))
    (True, False)
    """
    return bool(value) and isinstance(value[0], int)
