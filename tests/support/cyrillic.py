"""A language of its own for tests: English in Cyrillic letters.

Any Latin letter in a picture or a widget is then a word that a translator could not reach.
"""

from dataclasses import replace
from string import Formatter

from minevis.show.words.english import ENGLISH

LATIN = "abcdefghijklmnopqrstuvwxyz"
TABLE = str.maketrans(LATIN + LATIN.upper(), "".join(map(chr, range(0x430, 0x44A))) * 2)


def cyrillic(text):
    """A sentence in other letters; the names of its placeholders stay."""
    parts = []
    for words, name, forms, _ in Formatter().parse(text):
        parts.append(words.translate(TABLE))
        if name is not None:
            parts.append(f"{{{name}:{cyrillic(forms)}}}" if forms else f"{{{name}}}")
    return "".join(parts)


OTHER = replace(
    ENGLISH,
    sentences={key: cyrillic(text) for key, text in ENGLISH.sentences.items()},
    badges={key: text.translate(TABLE) for key, text in ENGLISH.badges.items()},
    controls={key: cyrillic(text) for key, text in ENGLISH.controls.items()},
    number=lambda n: ENGLISH.number(n).translate(TABLE),
    percent=lambda chance: ENGLISH.percent(chance).translate(TABLE),
    listing=lambda names: ENGLISH.listing(names).translate(TABLE),
)
