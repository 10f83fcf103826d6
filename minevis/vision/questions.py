"""Questions that a picture leaves open, each with the option that answers it."""

from collections.abc import Iterator, Mapping
from colorsys import rgb_to_hsv
from dataclasses import dataclass
from re import findall
from shlex import quote
from typing import Any

import numpy as np

from minevis.errors import PictureError
from minevis.game.grid import EDGES, Cells, cells_of, neighbour_counts
from minevis.vision.lattice import Lattice, outermost

AXES = (("rows", ("above", "below")), ("columns", ("left", "right")))
NAMES = {"above": "above", "below": "below", "left": "on the left", "right": "on the right"}
COLOURS = {  # by hue, in degrees
    20: "red", 45: "orange", 70: "yellow", 165: "green", 200: "turquoise", 260: "blue",
    290: "violet", 348: "pink", 361: "red",
}  # fmt: skip
ALIKE = 40  # levels of a channel by which cells of one colour differ
GREY = 40  # levels between the channels of a grey
INNER = (0.2, 0.8)  # part of a cell whose colour counts
TOUCHING = 0.5  # share of a cell between a board and the edge of the picture


@dataclass(frozen=True)
class Question:
    """A question that a picture leaves open.

    Attributes
    ----------
    text : str
        The question, in a sentence.
    option : str
        The option of `Position.from_image` that answers it: "flags", "shape", "box" or "part".
    answers : tuple
        Its possible values, the likeliest first.
    cells : tuple of tuple of int
        The cells that the question is about.
    """

    text: str
    option: str
    answers: tuple[object, ...]
    cells: Cells = ()

    @property
    def values(self) -> tuple[str, ...]:
        """The answers as the command line and the browser have them, such as "16x30"."""
        between = "x" if self.option == "shape" else ","
        return tuple(
            between.join(map(str, each)) if isinstance(each, tuple) else str(each)
            for each in self.answers
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """The answers in words, for buttons."""
        if self.option == "flags":
            return ("Yes",)
        if self.option == "part":
            named = ("on all sides" if each == EDGES else _sides(each) for each in self.values)
            return tuple(each[0].upper() + each[1:] for each in named)
        return tuple(value.replace("x", "×") for value in self.values)

    @property
    def commands(self) -> tuple[str, ...]:
        """The answers as options of the command line, such as `--shape 16x30`."""
        return tuple(f"--{self.option} {quote(value)}" for value in self.values)

    def __str__(self) -> str:
        return f"{self.text} ({' or '.join(self.commands)})"


def open_edges(
    image: np.ndarray, lattice: Lattice, needs: np.ndarray, cut: list[str]
) -> tuple[str, ...]:
    """Return the edges where a picture may end before its board does, as letters of "tblr".

    A further line is in sight there (`cut`), or clues need mines beyond them (`needs`, bool [rows,
    columns]). Then every edge at the edge of the picture may be such, or every edge if a crop has a
    margin: all these come first.
    """
    room, lines = lattice.room(image), outermost(needs)
    sides = dict(zip(EDGES, room, strict=True))
    sure = "".join(edge for edge in EDGES if sides[edge] in cut or lines[sides[edge]][1:-1].any())
    if not sure and not needs.any():
        return ()
    framed = any(room[sides[edge]] >= TOUCHING and sides[edge] not in cut for edge in sure)
    near = (edge for edge in EDGES if edge in sure or room[sides[edge]] < TOUCHING)
    most = "" if framed else "".join(near)
    return tuple(part for part in dict.fromkeys((most or EDGES, sure)) if part)


def of_part(parts: tuple[str, ...]) -> Question:
    """Return the question on which sides the board goes on."""
    text = f"Does the board go on {_sides(parts[0])}? These edges count as cut."
    return Question(text, "part", parts)


def _sides(part: str) -> str:
    """Return edges, letters of "tblr", in words."""
    named = [name for edge, name in zip(EDGES, NAMES.values(), strict=True) if edge in part]
    *others, last = named
    return f"{', '.join(others)} and {last}" if others else last


def of_ends(shape: tuple[int, int], at_edge: np.ndarray) -> Iterator[Question]:
    """Yield the questions how many rows and columns there are, by the cells `at_edge`."""
    unsure = {side: bool(line[1:-1].all()) for side, line in outermost(at_edge).items()}
    for axis, (name, sides) in enumerate(AXES):
        ends = [side for side in sides if unsure[side]]
        if ends:
            shapes = tuple(
                tuple(length - less * (i == axis) for i, length in enumerate(shape))
                for less in range(len(ends) + 1)
            )
            cells = np.zeros(shape, dtype=bool)
            for side in ends:
                outermost(cells)[side][:] = True
            numbers = " or ".join(str(each[axis]) for each in shapes)
            yield Question(f"{numbers} {name}?", "shape", shapes, cells_of(cells))


def of_boards(boxes: list[tuple[int, ...]]) -> Question:
    """Return the question which of several boards is meant."""
    return Question("Which of the boards? The first was read.", "box", tuple(boxes))


def colours(picture: np.ndarray, lattice: Lattice) -> np.ndarray:
    """Return the colour in the middle of every cell, int [rows, columns, 3]."""
    x, y = lattice
    result = np.zeros((*lattice.shape, 3), dtype=int)
    for row, col in np.ndindex(*lattice.shape):
        (top, bottom), (left, right) = (
            [round(axis.start + (at + share) * axis.pitch) for share in INNER]
            for axis, at in ((y, row), (x, col))
        )
        cell = picture[max(top, 0) : bottom, max(left, 0) : right].reshape(-1, 3)
        result[row, col] = np.median(cell, axis=0) if len(cell) else 0
    return result


def of_flags(
    cell_colours: np.ndarray, view: np.ndarray, doubtful: np.ndarray
) -> Iterator[Question]:
    """Yield the question whether doubtful covered cells, or flags, of one colour are flags.

    They may be if other covered cells have other colours, and no clue is less than its flags then.
    """
    asked, sure = ((view == -1) | (view == -2)) & doubtful, cell_colours[(view == -1) & ~doubtful]
    if not asked.any() or not len(sure):
        return
    colour = np.median(cell_colours[asked], axis=0).astype(int)
    alike = asked & (np.abs(cell_colours - colour).max(-1) <= ALIKE)
    fits = (neighbour_counts(alike | (view < -1)) <= view) | (view < 0)
    one = alike.sum() == asked.sum() and np.ptp(colour) > GREY
    if one and fits.all() and np.abs(sure - colour).max(-1).min() > ALIKE:
        single = asked.sum() == 1
        named = f"{name_of(colour)} {'cell' if single else 'cells'}"
        text = f"Is the {named} a flag?" if single else f"Are the {named} flags?"
        answer = "#{:02x}{:02x}{:02x}".format(*colour.tolist())
        yield Question(text, "flags", (answer,), cells_of(asked))


def colour_of(flags: str) -> np.ndarray:
    """Return the colour in a text such as "#55aa33", int64 [3]. Raises `PictureError`."""
    digits = flags.removeprefix("#") if isinstance(flags, str) else ""
    if len(digits) != 6 or not set(digits.lower()) <= set("0123456789abcdef"):
        raise PictureError(f"flags={flags!r:.40}: a colour such as '#55aa33'")
    return np.frombuffer(bytes.fromhex(digits), np.uint8).astype(int)


def flagged(cell_colours: np.ndarray, view: np.ndarray, flags: str) -> np.ndarray:
    """Return which cells have the colour `flags`, bool [rows, columns]. Raises `PictureError`."""
    alike: np.ndarray = np.abs(cell_colours - colour_of(flags)).max(-1) <= ALIKE
    if not (alike & (view <= 0)).any():
        raise PictureError(f"flags={flags!r}: no cell without a number has this colour")
    return alike & (view <= 0)


def answers_of(values: Mapping[str, str]) -> dict[str, Any]:
    """Return options of `Position.from_image` from texts, as the browser sends them."""
    plain = {option: values[option] for option in ("flags", "part") if option in values}
    return plain | {
        option: tuple(int(number) for number in findall("[0-9]{1,5}", values[option]))
        for option in ("shape", "box")
        if option in values
    }


def name_of(colour: np.ndarray) -> str:
    """Return what a colour (RGB) is called."""
    hue = 360 * rgb_to_hsv(*(colour / 255))[0]
    return next(name for limit, name in COLOURS.items() if hue < limit)
