"""Pasted texts: drawings of a position or a board in many notations, links and codes.

A text is split into sentences and the rows of a drawing. Sentences give the number of mines and
the sizes. Rows are cut into cells, and cells get their meanings. If several ways fit, the rules of
the game decide: an opened zero is never next to a covered cell, clues can be satisfied, and two
marks of a drawing differ. If several are left, the error shows two of them.
"""

import re
import tomllib
import unicodedata
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import pairwise, product
from math import gcd
from pathlib import Path

import numpy as np

from minevis.errors import BoardFormatError
from minevis.game.codes import (
    BASE_62,
    BLANKS,
    GAME_ID,
    LARGEST_LINK,
    LINKS,
    MINE_HEADER,
    MINE_MARKS,
    RUNS,
    check_marks,
    part_of,
    query_of,
    view_of_link,
    view_of_mine_text,
)
from minevis.game.grid import ViewCode, neighbour_counts
from minevis.utils.formatting import quantity

COVERED, FLAGGED, EXPLODED = ViewCode
Rows = list[list[str]]
Ways = Iterator[tuple[int, Rows]]  # how unusual a way is, and its cells
TABLES = tomllib.loads(Path(__file__).with_name("notations.toml").read_text("utf-8"))
CANDIDATES = {clue: f"{clue}n" for clue in "012345678"} | {"": "0#n"}  # what marks may mean
CANDIDATES |= {mark: meanings for meanings, marks in TABLES["marks"].items() for mark in marks}
ALPHABET = ": '#' is covered, 'F' flagged, '*' exploded, 0 to 8 opened ('.' is 0)"
NOTATIONS = [  # letters and slashes of programs, and their meanings there
    {"/": "0", ".": "#", "*": "F"},
    {"E": "#", "M": "#", "B": "0", "X": "*"},
]
BOARD_MARKS = [{*marks} for marks in ("*-", "*_", "*.", "*·", "* ", "X.", "#.")]  # all mines
NO_ROOM, UNFIT = 5, 9  # grades: for the number of mines; clues cannot be satisfied
EXCEPTIONS = (  # marks that are covered beside another such mark, zeros beside "0", and the grade
    ("", ".·", 0),
    ("?", ".·", 0),  # a covered cell with a question mark
    ("?", ".· ", 1),
    ("?xX", ".·", 1),  # x is a flag
)
TRUTHS = (("1", "0"), ("true", "false"), ("T", "F"))
SAME = {mark: same for same, marks in TABLES["same"].items() for mark in marks}
SAME |= {mark: str(i) for marks in TABLES["digits"].values() for i, mark in enumerate(marks)}
EMOJI: dict[str, str] = TABLES["emoji"]
WORDS = {name: frozenset(words.split(" ")) for name, words in TABLES["words"].items()}
MINE_WORDS, LEFT, BEFORE, AFTER, OTHERS, FLAGS, VAGUE = WORDS.values()
SIDES = {"rows": 0, "height": 0, "columns": 1, "cols": 1, "width": 1}
COUNTS = {word: mark for word, mark in EMOJI.items() if mark in "12345678"}
COUNTS |= {word: str(i) for i, word in enumerate(("nine", "ten", "eleven", "twelve"), 9)}
PATTERNS: dict[str, str] = TABLES["patterns"]
(
    BLANK, NAME, ENTITY, ESCAPE, WORD, TOKEN, SIZE, CELL, ODDS, GROUP, ITEM, DECIMAL, BRACKETS,
    CLOSE, LABEL, SPLIT, LETTER, EMPTY_CELL, TIMES, COMMENT, TRIPLE,
) = map(re.compile, PATTERNS.values())  # fmt: skip

REWRITES: list[list[str]] = [row for rows in TABLES["rewrites"].values() for row in rows]
DIGITS = frozenset("0123456789")
MINES = {mark for mark, meanings in CANDIDATES.items() if "m" in meanings}
CODE_OF_MARK = dict(zip("*F#012345678", range(-3, 9), strict=True))
EITHER = {mark for mark, meanings in CANDIDATES.items() if meanings.startswith("0#")}
SINGLE = {mark for mark, meanings in CANDIDATES.items() if meanings[:1] in CODE_OF_MARK} - EITHER
PLAIN = {mark for mark in SINGLE if len(mark) == 1}
FREE = {mark for mark, meanings in CANDIDATES.items() if "n" in meanings}
RULE_MARKS = frozenset("-_+|=: \t")
CODES = {mark for mark in CANDIDATES if len(mark) > 1}
MARKS = frozenset(mark for mark in CANDIDATES if len(mark) == 1) - {" "}
TRANSLATED = str.maketrans(SAME)
QUOTED = re.compile(r"""(["'])[^"'\n]*\1""")
SPOILER = re.compile(r"\|\|(:[a-z_]{1,30}:)\|\|")
QUOTES = BLANKS + "\"'"
MOST_NAMES = 1000
SEVERAL = "the text has more than one board: the first is read"


class Stated:
    """Numbers stated around a drawing: the mines, or the mines left, and sides of the board."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}  # "mines", "left"
        self.sizes: list[tuple[int, int]] = []  # in any order; 0 for a side that is not given
        self.sides: list[tuple[int, int]] = []  # axis and length

    def fits(self, shape: tuple[int, ...]) -> bool:
        """Return whether a board of this shape has all stated sides."""
        return all({*size} == {*shape} for size in self.sizes) and all(
            shape[axis] == length for axis, length in self.sides
        )

    def put(self, name: str, digits: str) -> None:
        """Take a number of mines. Raises `BoardFormatError`."""
        if len(digits) > 9:
            rule = "a number of mines has at most 9 digits"
            raise BoardFormatError(f"{digits[:20]}… mines: {rule}")
        if self.counts.setdefault(name, int(digits)) != int(digits):
            raise BoardFormatError(f"mines: the text says {self.counts[name]}, and {int(digits)}")

    def read(self, line: str, *, strict: bool = True) -> None:
        """Take the numbers of a sentence. Raises `BoardFormatError` for one not understood."""
        line = CELL.sub(" ", line)
        for high, wide, mines in SIZE.findall(line):
            self.sizes.append((int(high), int(wide)))
            if mines:
                self.put("mines", mines)
        words = [word.lower() for word in TOKEN.findall(SIZE.sub(" ", line))]
        numbers = {i for i, word in enumerate(words) if word[0] in DIGITS}
        names = [i for i, word in enumerate(words) if word in MINE_WORDS or word in SIDES]
        if len(words) == 3 and words[0] in LEFT and words[1] in ":=":
            names = [0]
        count = "left" if LEFT.intersection(words) else "mines"
        label_first = min(names, default=0) < min(numbers, default=0)
        vague = False
        for i in names:
            near = (_near(words, i, 1), _near(words, i, -1))
            at = next((j for j in near[:: 1 if label_first else -1] if j is not None), i)
            digits = COUNTS.get(words[at], words[at])
            if not DIGITS.issuperset(digits):
                continue
            if words[i] in SIDES:
                self.sides.append((SIDES[words[i]], int(digits[:9])))
            else:
                self.put(count, digits)
                vague = vague or not VAGUE.isdisjoint(words[max(at - 3, 0) : at + 2])
            numbers.discard(at)
            words[at] = "used"
        mined = not MINE_WORDS.isdisjoint(words)
        others = OTHERS if mined else OTHERS - FLAGS
        rest = [i for i in numbers if not others.intersection(words[max(i - 3, 0) : i + 2])]
        labelled = len(words) > 2 and words[-2] in ":=" and rest == [len(words) - 1]
        short = len(words) < 5 and rest and not {"total", *LEFT}.isdisjoint(words)
        labelled = strict and (labelled or short or len(rest) > 2)
        strange = any(unicodedata.category(mark)[0] == "N" and mark not in DIGITS for mark in line)
        if vague or labelled or ((mined or not FLAGS.isdisjoint(words)) and (rest or strange)):
            rule = "write 'mines N', or leave this line out"
            raise BoardFormatError(f"{line.strip(BLANKS)[:60]!r} is not understood: {rule}")


def _near(words: Sequence[str], i: int, step: int) -> int | None:
    """Return the place of the number that belongs to a word before it (`step` 1) or behind it."""
    between, reach = (AFTER, 7) if step > 0 else (BEFORE, 3)
    for j in range(i + step, i + step * (reach + 1), step):
        if not 0 <= j < len(words):
            return None
        labelled = not {":", "="}.isdisjoint(words[i:j])
        if words[j][0] in DIGITS or (words[j] in COUNTS and (step < 0 or labelled)):
            return j if step < 0 or words[i] != "mine" or labelled else None
        if words[j] not in between:
            return None
    return None


# Texts: sentences, lists, and the lines of a drawing


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, without what editors, chats, forums and languages add."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = ENTITY.sub(lambda match: chr(min(int(match[1]), 0x10FFFF)), text)
    if "\\u" in text:  # JSON
        text = ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    text = text.translate(TRANSLATED)
    for given, pattern, to in _rewrites():
        if given.search(text):
            text = pattern.sub(to, text)
    text = NAME.sub(lambda match: EMOJI.get(match[1], match[0]), text)
    return [_unhidden(line) for line in text.split("\n")]


@cache
def _rewrites() -> list[tuple[re.Pattern[str], re.Pattern[str], str]]:
    """Return the compiled rewrites, which only a text needs."""
    return [
        (re.compile(given), re.compile(pattern), re.sub(r"\$0?([0-9])", r"\\g<\1>", to))
        for given, pattern, to in REWRITES
    ]


def _unhidden(line: str) -> str:
    """Return a line of cells that are spoilers, `||1||||2||`, without their bars."""
    parts = line.strip(BLANKS).split("||")
    hidden = len(parts) > 2 and not any(part.strip(BLANKS) for part in parts[::2])
    return "".join(parts[1::2]) if hidden and all(parts[1::2]) else line


def pasted_text(given: object) -> str:
    """Return a text, or a list of rows as text. Raises `BoardFormatError` for other values."""
    if isinstance(given, str):
        return given
    rows = given.tolist() if isinstance(given, np.ndarray) else given
    if not isinstance(rows, list | tuple) or not rows:
        raise BoardFormatError(f"{type(given).__name__}: a board is a text or a list of rows")
    if all(isinstance(row, str) for row in rows):
        return "\n".join(rows)
    if not all(isinstance(row, list | tuple) for row in rows):
        raise BoardFormatError("a list of rows: each is a text or a list of marks")
    return str([list(row) for row in rows])


def _elements(group: str) -> list[str]:
    """Return the cells in a list: `1.` is 1, and quotes are dropped."""
    elements = ITEM.findall(group[1:-1])
    cells = [quoted + other + DECIMAL.sub(r"\1", bare) for quoted, other, bare in elements]
    return cells or [" "] * (len(group) == 3)


def _rows_of(group: str, *, alone: bool) -> list[list[str]]:
    """Return the rows in a list: more than one if semicolons part them, as in MATLAB.

    In the only list of a text, rows may be lines of one length.
    """
    for end in ";\n" if alone else ";":
        parts = group[1:-1].strip(f"{BLANKS};\n").split(end)
        rows = [_elements(f"[{part}]") for part in parts]
        if len(rows) > 1 < max(map(len, rows)) and (end == ";" or len({*map(len, rows)}) == 1):
            return rows
    return [_elements(group)]


def _known(cell: str) -> bool:
    """Return whether a text may be a cell, of a position or a board."""
    own = any(cell in table for table in NOTATIONS)
    return (
        own or cell in MARKS or cell == " " or cell.lower() in CODES or bool(ODDS.fullmatch(cell))
    )


def _is_list(group: str, row: list[str]) -> bool:
    """Return whether cells in brackets may be a row: not a word in brackets."""
    alone = (
        len(row) == 1
        and (group[0] != "(" or group[-2] == ",")
        and (_known(row[0]) or MARKS.issuperset(row[0]))
    )
    return len(row) > 1 or alone


def _in_lists(lines: list[str], stated: Stated) -> "Rows | list[str]":
    """Return the rows of cells in lists and arrays of any language; of other texts, the lines."""
    text = "\n".join(lines)
    found = [*GROUP.finditer(text)]
    rows_of = partial(_rows_of, alone=len(found) == 1)
    lists = [(group, row) for group in found for row in rows_of(group[0])]
    lists = [(group, row) for group, row in lists if _is_list(group[0], row)]
    kind = next((kind for kind in "[{(" if any(group[0][0] == kind for group, _ in lists)), "")
    groups = [group for group, _ in lists if group[0][0] == kind]
    rows = [row for group, row in lists if group[0][0] == kind]
    if not groups:
        return lines
    start, end = groups[0].start(), groups[-1].end()
    around = BRACKETS.sub("", f"{text[:start]}\n{text[end:]}").split("\n")
    if any(_is_row(line) and not _numbers(line) for line in around):
        return lines
    between = "".join(text[one.end() : other.start()] for one, other in pairwise(groups))
    if "[[" not in text and max(map(len, rows)) == 1 and CLOSE.search(text):
        return [BRACKETS.sub("|", CLOSE.sub("|", line)) for line in lines]  # cells in brackets
    if "..." in QUOTED.sub("", text):
        raise BoardFormatError("'...' leaves out cells: np.set_printoptions(threshold=np.inf)")
    if {*between}.intersection(":=\"'" + "[]{}" * (kind != "(")):
        raise BoardFormatError("more than one list: leave only the board")
    for line in around:
        stated.read(f"mines {line}" if len(_numbers(line)) == 1 else line, strict=False)
    strings = (
        [cell for row in rows for cell in row] if 1 in (len(rows), max(map(len, rows))) else []
    )
    flat = text[:start].rstrip(BLANKS + "\n")[-1:] != text[start]
    if (
        strings and flat and rows[0][0] != text[start + 1 : start + 1 + len(rows[0][0])]
    ):  # in quotes
        if min(map(len, strings)) > 1 or len(rows) == len(strings):
            return strings  # whole rows
        raise BoardFormatError("a list of marks: a board is a list of rows")
    return rows


def _named_cells(text: str, stated: Stated) -> Rows:
    """Return the rows of cells that are named one by one, `(0, 1): 2`; [] for other texts."""
    cells = {(int(row), int(col)): mark for row, col, mark in TRIPLE.findall(text)}
    around = TRIPLE.sub(" ", text).split("\n")
    if len(cells) < 2 or any(_is_row(line) and not _numbers(line) for line in around):
        return []
    for line in around:
        stated.read(line, strict=False)
    first = 0 if any(0 in cell for cell in cells) else 1
    high, wide = (max(places) + 1 - first for places in zip(*cells, strict=True))
    sides = dict(stated.sides)
    given = {(sides[0], sides[1])} if len(sides) == 2 else set()
    given |= {size for a, b in stated.sizes for size in ((a, b), (b, a))}
    sizes = {(a, b) for a, b in given or {(high, wide)} if a >= high and b >= wide}
    if len(sizes) != 1 or (not given and len(cells) < high * wide):
        raise BoardFormatError("named cells need the size of their board, as in 'rows: 9, cols: 9'")
    ((height, width),) = sizes
    if height * width > LARGEST_LINK or (first and (high < height and wide < width)):
        raise BoardFormatError("named cells: rows and columns count from 0 here")
    shape = range(first, first + height), range(first, first + width)
    return [[cells.get((row, col), "#") for col in shape[1]] for row in shape[0]]


def _is_row(line: str) -> bool:
    """Return whether a line has only marks or codes of cells."""
    words = [word for word in SPLIT.split(line) if word]
    return bool(words) and all(_known(word) or MARKS.issuperset(word) for word in words)


def _width(line: str) -> int:
    return len(line.rstrip(BLANKS))


def _numbers(line: str) -> list[str]:
    """Return the numbers of a line that has only them, like `9 9 10`; otherwise an empty list."""
    if EMPTY_CELL.search(line):
        return []
    words = TIMES.split(line.strip(BLANKS))
    return words if len(words) < 4 and all(words) and DIGITS.issuperset("".join(words)) else []


def _is_rule(line: str) -> bool:
    """Return whether a line only draws a table."""
    if not RULE_MARKS.issuperset(line):
        return False
    cells = [cell.strip(BLANKS) for cell in line.strip("|").split("|")]
    wide = len(cells) > 1 or line[:2] == "| "
    return "+" in line or "=" in line or (wide and min(map(len, cells)) > 1)


def _is_sentence(line: str) -> bool:
    """Return whether a line has words, and is no row and no ruler."""
    if not WORD.search(line) or _is_row(line) or _columns(line):
        return False
    letters = {mark for mark in line if mark not in MARKS}
    return len(letters) > 2 and (not {*" :="}.isdisjoint(line) or not DIGITS & {*line})


def _drawing(text: str) -> tuple[Stated, list[list[str]] | list[str]]:
    """Return the stated numbers, and the rows of cells of lists or the lines of a drawing."""
    stated, lines = Stated(), lines_of(text)
    if not any(line.strip(BLANKS) for line in lines):
        raise BoardFormatError("the text contains no board")
    drawn = _named_cells("\n".join(lines), stated) or _in_lists(lines, stated)
    return stated, _block(drawn, stated) if isinstance(drawn[0], str) else drawn


def _block(lines: list[str], stated: Stated) -> list[str]:
    """Return the lines of a drawing; the lines above and below it are sentences."""
    block: list[str] = []
    sentences: list[tuple[str, bool]] = []  # and whether it is below
    end = ""
    rows = [line for line in lines if _is_row(line)]
    widths, tabs = {*map(len, rows)}, {line.count("\t") for line in rows}
    for number, line in enumerate(lines):
        bare = line.strip(BLANKS)
        sizes = len(_numbers(block[0])) if block else 0
        if not bare:
            as_wide = line and (widths == {len(line)} or (block and _width(block[0]) == len(line)))
            as_wide = as_wide and not end
            if "\t" in line and tabs == {line.count("\t")} and not end:
                block.append(line)  # empty cells of a spreadsheet
            elif as_wide and (not block or any(map(_is_row, lines[number + 1 : number + 2]))):
                block.append(line)  # zeros
            elif as_wide:
                rule = f"{line[0]!r} is not a mark: an opened zero is 0 or ."
                raise BoardFormatError(f"row {len(block)}: {rule}", row=len(block))
            elif block and not (len(block) == sizes == 1):
                end = end or "blank"
        elif _is_rule(bare):
            continue
        elif _is_sentence(bare):
            sentences.append((bare, bool(block)))
            end = "sentence" if block else ""
        elif not end or sizes > 1:  # sizes show where a board ends
            block.append(line)
        elif end == "blank":
            cells = quantity(len(SPLIT.sub("", block[0])), "cell")
            rule = f"row {len(block)} has 0 cells, row 0 has {cells}"
            raise BoardFormatError(rule, row=len(block))
        else:
            raise BoardFormatError(f"a second drawing begins with {bare[:40]!r}: leave one of them")
    if not block:
        raise BoardFormatError("the text contains no board")
    size = block[0].strip(BLANKS)
    if len(block) == 1 and "*" not in size and SIZE.fullmatch(size):
        raise BoardFormatError(f"{size!r} is a size: a board is rows of cells, '#' is covered")
    width = len(SPLIT.sub("", block[-1]))
    has_odds = "%" in "".join(block)  # minevis has analysed it
    for sentence, below in sentences:
        row = COMMENT.split(sentence)[0]
        if len(SPLIT.sub("", row)) == width and _is_row(row) and width > 1:
            raise BoardFormatError(f"{sentence[:40]!r}: a row, or a sentence?")
        if not (below and has_odds):
            stated.read(sentence)
    return block


# Cells: the possible ways to cut a drawing, the plainest first


def _ways(lines: list[str], stated: Stated) -> Iterator[tuple[int, Rows, str]]:
    """Yield the possible ways to cut a drawing, each with the number of mines in its first line."""
    numbers, rest = _numbers(lines[0]), lines[1:]
    others = {len(line.strip(BLANKS)) for line in rest}
    padded = "\t" in lines[0] or (rest and _width(lines[0]) < len(lines[0]) == len(rest[0]))
    if len(numbers) == 1 and rest and len(numbers[0]) not in others and not padded:
        if len(numbers[0]) > 1:  # the row may end with zeros
            yield from ((cost, rows, "") for cost, rows in _tables(lines))
        column = len(_columns(lines[0])) == 1
        if not column or _indent(lines[0]) <= _indent(rest[0]):
            yield from ((cost, rows, numbers[0]) for cost, rows in _tables(rest))
        if column:
            yield from ((cost, rows, "") for cost, rows in _numbered(lines))
        return
    yield from ((cost, rows, "") for cost, rows in _tables(lines))
    sizes = [int(number[:9]) for number in numbers[:2]] if len(numbers) > 1 else []
    for height in {*sizes} - {0}:
        several = height < len(rest) and len(_numbers(rest[height])) > 1
        for cost, rows in _tables(rest[:height]) if several or height == len(rest) else ():
            if len(rows) == height and sorted((height, len(rows[0]))) == sorted(sizes):
                if several:
                    warnings.warn(SEVERAL, stacklevel=6)
                yield cost, rows, "".join(numbers[2:])


def _tables(lines: list[str]) -> Ways:
    """Yield the ways to cut lines, with and without those that may be rules of a table."""
    if len(lines) > 2 and _columns(lines[-1])[:1] in (["a"], ["A"]) and not _columns(lines[0]):
        lines = [lines[-1], *lines[:-1]]  # names of columns below, as in chess
    bare = [line.strip(BLANKS) for line in lines]
    plain = {*"".join(bare)} <= PLAIN and len({len(line) for line in bare}) == 1
    if plain:  # as minevis writes positions
        yield 0, [[*line] for line in bare]
        return
    yield from _numbered(lines)
    rules = [
        number
        for number, line in enumerate(bare)
        if RULE_MARKS.issuperset(line)
        and ("|" in line or (len(line) > 2 and len({*line}) == 1))
        and line.strip("| \t")
    ]
    if 0 < len(rules) < len(lines):
        usual = rules == [1] and "-|-" in bare[1]  # below the head, in Markdown
        rest = [line for number, line in enumerate(lines) if number not in rules]
        yield from ((cost + (not usual), rows) for cost, rows in _numbered(rest))


def _words(line: str) -> list[str]:
    return [word for word in BLANK.split(line) if word]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(BLANKS))


def _columns(line: str) -> list[str]:
    """Return the numbers or letters of the columns in a line; otherwise an empty list."""
    words = [] if EMPTY_CELL.search(line.strip(BLANKS)) else _words(line.replace("|", " "))
    words = [*words[0]] if len(words) == 1 else words
    return next(
        (names for names in (words, words[1:] if len(words) > 2 else []) if _in_order(names)), []
    )


def _in_order(names: Sequence[str]) -> bool:
    """Return whether names are 0 1 2 …, 1 2 3 … or a b c …; of long numbers, the last digits."""
    if not names or names[0] not in ("0", "1", "a", "A") or len(names) > MOST_NAMES:
        return False
    if names[0] in "aA":
        return list(names) == [chr(ord(names[0]) + i) for i in range(len(names))]
    count = [str(int(names[0]) + i) for i in range(len(names))]
    return list(names) in (count, [number[-1] for number in count])


def _unlabelled(lines: list[str], *, attached: bool) -> list[str]:
    """Return rows without their numbers or letters; without labels an empty list."""
    matches = [LABEL.match(line) for line in lines]
    labels = [label[1] for label in matches if label]
    rows = [line[label.end() :] for line, label in zip(lines, matches, strict=True) if label]
    if len(labels) < len(lines) and attached:
        labels = [line.strip(BLANKS)[:1] for line in lines]
        rows = [line.strip(BLANKS)[1:] for line in lines]
    if len(labels) < len(lines) or not (_in_order(labels) or _in_order(labels[::-1])):
        return []
    ends = [row.rstrip(BLANKS).rpartition("|") for row in rows]
    if all(
        bar and end.strip(BLANKS) in ("", name)
        for (_, bar, end), name in zip(ends, labels, strict=True)
    ):
        return [row for row, _, _ in ends]
    return rows


def _numbered(lines: list[str]) -> Ways:
    """Yield the ways to cut rows that may have numbers or letters beside and above them."""
    columns = _columns(lines[0])
    body = lines[1:]
    if len(body) > 1 and body[-1].strip(BLANKS) == lines[0].strip(BLANKS):
        body = body[:-1]
    rows = _unlabelled(body, attached=len(columns) > 1) if columns and body else []
    if rows:
        cuts = [(cost, cut) for cost, cut in _cuts(rows) if {*map(len, cut)} == {len(columns)}]
        yield from cuts or _below(lines[0], body, len(columns))
        if cuts:
            return
    yield from ((cost, _peeled(cut)) for cost, cut in _cuts(lines))
    few = len(columns) < 3 or " " not in lines[0].strip(BLANKS)
    for cost, cut in _cuts(body) if columns and body else ():
        if {*map(len, cut)} == {len(columns)}:
            yield cost + few, cut
    rows = _unlabelled(lines, attached=False)
    yield from ((cost + (len(lines) < 3), cut) for cost, cut in _cuts(rows) if len(rows) > 1)


def _peeled(rows: Rows) -> Rows:
    """Return the cells of a table without its numbers or letters of rows and columns."""
    names = [row[0] for row in rows[1:] if row]
    numbered = len(names) == len(rows) - 1 and rows[0][:1] in ([""], [" "])
    if numbered and _in_order(names) and _in_order(rows[0][1:]):
        return [row[1:] for row in rows[1:]]
    return rows


def _below(head: str, lines: list[str], count: int) -> Ways:
    """Yield the cells right below the numbers of the columns."""
    ends = [
        i
        for i in range(len(head))
        if head[i] not in " \t|" and head[i + 1 : i + 2] in ("", " ", "\t", "|")
    ]
    if len(ends) >= count:
        yield 0, [[line[i : i + 1] or " " for i in ends[-count:]] for line in lines]


def _cuts(lines: list[str]) -> Ways:
    """Yield the ways to cut lines into cells: at separators, else by their places."""
    bare = [line.strip(BLANKS) for line in lines]
    if not lines:
        return
    inner = _without_bars(lines)
    if all(line.count("|") - part.count("|") == 2 for line, part in zip(lines, inner, strict=True)):
        if not any("|" in line for line in inner):
            yield from _framed(inner)
        else:
            yield 0, [[cell.strip(BLANKS) or " " for cell in line.split("|")] for line in inner]
        return
    for mark in "|\t,;":
        if not all(mark in line for line in lines):
            continue
        rows = lines if mark in "|\t" else bare
        if mark == "|":
            rows = inner
        elif (
            len(rows) > 1 and all(line[-1:] == mark for line in rows[:-1]) and rows[-1][-1:] != mark
        ):
            rows = [line.rstrip(mark) for line in rows]  # as in source code
        empty = " " if mark == "|" else ""
        yield 0, [[cell.strip(QUOTES) or empty for cell in line.split(mark)] for line in rows]
        rows = [line.strip(BLANKS + mark) for line in rows]
        yield 2, [[cell.strip(QUOTES) or empty for cell in line.split(mark)] for line in rows]
        return
    yield from _spaced(lines)


def _without_bars(lines: list[str]) -> list[str]:
    """Return rows without bars at one side; a blank as wide as a cell is a cell."""
    parts = [line.split("|") for line in lines]
    for side, inner in ((0, 1), (-1, -2)):
        if all(len(row) > 1 and not row[side].strip(BLANKS) for row in parts) and not all(
            row[side] and len(row[inner]) - len(row[side]) in (0, 1) for row in parts
        ):
            parts = [row[1:] if side == 0 else row[:-1] for row in parts]
    return ["|".join(row) for row in parts]


def _framed(lines: list[str]) -> Ways:
    """Yield the ways to cut lines in a frame, which shows how wide they are."""
    places = [i for line in lines for i, mark in enumerate(line) if mark not in BLANKS]
    separated = any(all(mark in line for line in lines) for mark in "\t,;")
    coded = _are_codes(_words(" ".join(lines)))
    if separated or coded or len({*map(len, lines)}) > 1 or not places:
        yield from _cuts(lines)
        return
    step = gcd(*(i - places[0] for i in places))
    for pitch in {1, 2, step} - {0}:
        if step % pitch == 0:
            yield int(step == 2 > pitch), [[*line[places[0] % pitch :: pitch]] for line in lines]
    if step == 1 and len(lines[0]) > 2 and all(line[0] == line[-1] == " " for line in lines):
        yield 0, [[*line[1:-1]] for line in lines]


def _are_codes(words: list[str]) -> bool:
    return all(map(_known, words)) and any(len(word) > 1 for word in words)


def _spaced(lines: list[str]) -> Ways:
    """Yield the ways to cut lines without separators: equally far apart, or at blanks."""
    words = [_words(line) for line in lines]
    every = [word for row in words for word in row]
    if _are_codes(every) and (max(map(len, words)) > 1 or any(map(ODDS.fullmatch, every))):
        yield 0, words
        return
    places = [[i for i, mark in enumerate(line) if mark not in BLANKS] for line in lines]
    step = gcd(*(i - row[0] for row in places for i in row)) or 1
    marks = [[line[i] for i in row] for line, row in zip(lines, places, strict=True)]
    tight = all(row and row[-1] - row[0] == step * (len(row) - 1) for row in places)
    width, last = len(lines[0]), max((row[-1] for row in places if row), default=-1)
    full = all(len(line) == width for line in lines)
    even = len({*map(len, marks)}) == 1
    if tight:
        yield 0, marks
        start = places[0][0]
        if even and full and all(row[0] == start for row in places) and width - last > 2 * step:
            yield 0, [[*row, *[" "] * ((width - 1 - last) // step)] for row in marks]
        if even or {row[-1] for row in places} != {last}:
            return
    if last < 0:
        yield 0, [[*line] for line in lines]
        return
    start = min(row[0] for row in places if row)
    step = gcd(*(i - start for row in places for i in row)) or 1
    ragged = len({row[-1] for row in places if row}) > 1
    pairs = zip(lines, places, strict=True)
    if ragged:
        yield 0, [[*line[start : row[-1] + 1 : step]] for line, row in pairs if row]
    end = width if full else last + 1
    grid = [[*line[start:end:step]] for line in (line.ljust(end) for line in lines)]
    yield int(tight), grid
    if step > 1:  # the marks may be few
        yield int(tight), [[*line[start:end]] for line in (line.ljust(end) for line in lines)]
    if start >= step:
        yield int(tight), [[" "] * (start // step) + row for row in grid]
    if step == 1 and all(len(word) == 1 for word in every) and len({*map(len, words)}) == 1:
        yield 0, words


# Meanings that the rules of the game allow


def _chosen(
    text: str, meanings: Callable[[Rows, int | None], Iterator[tuple[int, np.ndarray]]]
) -> tuple[np.ndarray, Stated]:
    """Return the only meaning of a text that the rules allow, and the stated numbers."""
    stated, drawn = _drawing(text)
    ways = _ways(drawn, stated) if isinstance(drawn[0], str) else [(0, drawn, "")]
    fault: BoardFormatError | None = None
    meanings_found: dict[
        tuple[int, int], list[tuple[np.ndarray, str, Rows]]
    ] = {}  # equally good ones
    for cost, rows, count in ways:
        try:
            for grade, view in meanings(
                rows, int(count[:10]) if count else stated.counts.get("mines")
            ):
                if not stated.fits(view.shape):
                    size = f"{view.shape[0]}×{view.shape[1]}"
                    raise BoardFormatError(f"the drawing has {size} cells, its text says otherwise")
                alike = meanings_found.setdefault((grade, cost), [])
                if not any(count == n and np.array_equal(view, seen) for seen, n, _ in alike):
                    alike.append((view, count, rows))
        except BoardFormatError as error:
            fault = fault or (None if meanings_found else error)
    best = min(meanings_found, default=(UNFIT, 0))
    if fault and best[0] == UNFIT:
        raise fault
    if best[0] == UNFIT and len(meanings_found[best]) > 1:
        raise BoardFormatError("the clues fit no meaning of these marks: write '#', '0' or '*'")
    if len(meanings_found[best]) > 1:
        raise BoardFormatError(_two_meanings(*meanings_found[best][:2]))
    ((view, count, _),) = meanings_found[best]
    if count:
        stated.put("mines", count)
    return view, stated


def view_of_text(text: str) -> tuple[np.ndarray, int | None]:
    """Return the view of a text, int8 [H, W], and its number of mines or None."""
    whole = text.translate(TRANSLATED).strip(BLANKS + "\r\n")
    if "analysis=" in whole:
        return view_of_link(whole)
    if GAME_ID.fullmatch(part_of(whole)) or (whole.startswith(LINKS) and "b" in query_of(whole)):
        raise BoardFormatError("this gives all the mines of a board: Board.parse reads that")
    if whole.startswith(LINKS):
        raise BoardFormatError(f"{whole[:60]!r}: this link does not hold a position")
    if MINE_HEADER.fullmatch(whole.partition("\n")[0].strip(BLANKS + "\r")):
        return view_of_mine_text(whole)
    view, stated = _chosen(text, _views)
    left = stated.counts.get("left")
    if left is not None:
        stated.put("mines", str(left + int((view < COVERED).sum())))
    return view, stated.counts.get("mines")


def _views(rows: Rows, mines: int | None) -> Iterator[tuple[int, np.ndarray]]:
    """Yield the views that cells may mean, int8 [H, W], and how well they fit the rules."""
    marks = {mark for row in rows for mark in row}
    letters = {mark for mark in marks if LETTER.fullmatch(mark)}
    for table in NOTATIONS:
        twice = any(table.get(mark) in marks for mark in letters)
        if letters <= {*table} and not twice and not letters <= {*SINGLE, "o", "O"}:
            rows = [[table.get(mark, mark) for mark in row] for row in rows]
            marks = {mark for row in rows for mark in row}
    codes = {mark: code for mark in marks if (code := _code_of(mark)) is not None}
    check_marks(rows, {*codes, *EITHER}, f"not a mark{ALPHABET}")
    if marks in BOARD_MARKS:
        named = " and ".join(map(repr, sorted(marks)))
        raise BoardFormatError(f"{named} draw a board, not a position: use Board.parse")
    places = {mark: place for place, mark in enumerate(sorted(marks))}
    grid = np.array([[places[mark] for mark in row] for row in rows])
    either = sorted(marks.difference(codes))
    graded: list[tuple[int, np.ndarray]] = []
    for apart, zeros, grade in EXCEPTIONS:
        fixed = codes | dict.fromkeys(marks & {*apart} - {"?"}, FLAGGED)
        closed = any(code == COVERED and mark not in apart for mark, code in fixed.items())
        for chosen in product((0, COVERED), repeat=len(either)) if len(either) < 4 else ():
            opened = [mark for mark, code in zip(either, chosen, strict=True) if code == 0]
            twice = chosen.count(COVERED) > 1 - closed or len(opened) > 1
            if twice or ("0" in marks and not {*zeros}.issuperset(opened)):
                continue  # two marks of a drawing differ
            codes_now = fixed | dict(zip(either, chosen, strict=True))
            view = np.array([codes_now[mark] for mark in places], np.int8)[grid]
            hidden, mined = neighbour_counts(view < 0), neighbour_counts(view < COVERED)
            beside = (view == 0) & (hidden > 0)
            supposed = np.isin(grid, [places[mark] for mark in either])
            if (beside & (supposed | (neighbour_counts(supposed & (view < 0)) > 0))).any():
                continue
            wrong = beside | ((view >= 0) & ((mined > view) | (hidden < view)))
            proved = neighbour_counts((view > 0) & (mined == view)) > 0
            loose = ((view > 0) & (mined > 0) & (mined < view)) | ((view == FLAGGED) & ~proved)
            if "x" in apart and loose.any():
                continue  # flags are all the mines of their clues
            least, most = int((view < COVERED).sum()), int((view < 0).sum())
            alone = len(marks) == 1 and not marks & {"-", "_"}  # they are covered by default
            room = most > 0 or alone if mines is None else least <= mines <= most
            graded.append((UNFIT if wrong.any() else grade if room else NO_ROOM, view))
        if graded or not either:
            break
    if not graded:
        named = " and ".join(map(repr, either))
        raise BoardFormatError(f"{named}: neither covered nor opened zeros here: write '#' or '0'")
    yield from graded


def _code_of(mark: str) -> int | None:
    """Return the code that a cell has, whatever the others are."""
    name = mark.lower() if len(mark) > 1 else mark
    if ODDS.fullmatch(mark):
        return COVERED
    return CODE_OF_MARK[CANDIDATES[name][0]] if name in SINGLE else None


def _two_meanings(one: tuple[np.ndarray, str, Rows], other: tuple[np.ndarray, str, Rows]) -> str:
    """Return an error that shows how two meanings differ."""
    (view, count, rows), (view_2, count_2, _) = one, other
    if view.shape != view_2.shape or count != count_2:
        sizes = " or ".join(f"{len(each)}×{len(each[0])}" for each in (view, view_2))
        return f"this may be a board of {sizes} cells: is the first row or column one of numbers?"
    row, col = np.argwhere(view != view_2)[0].tolist()
    shown = " or ".join(
        "".join("*F#012345678"[code + 3] for code in each[row]) for each in (view, view_2)
    )
    rule = "may be a covered cell or an opened zero here: write '#' or '0'"
    return f"{rows[row][col] or ' '!r} {rule} (row {row}: {shown[:200]})"


def _minefields(rows: Rows, count: int | None) -> Iterator[tuple[int, np.ndarray]]:
    """Yield the mines that cells may mean (2: of a word), and whether clues fit."""
    rows = [[cell.lower() if len(cell) > 1 else cell for cell in row] for row in rows]
    marks = {mark for row in rows for mark in row}
    free = {mark for mark in marks if not {*"nN"}.isdisjoint(CANDIDATES.get(mark, ""))}
    own = {mark for mark in marks if "M" in CANDIDATES.get(mark, "")}
    mines = [mine for mine in sorted(own) if {mine} < marks <= {mine, *(free - {mine.lower()})}]
    if marks != {"1"}:  # they may be clues
        mines = next(([mine] for mine, rest in TRUTHS if marks <= {mine, rest}), mines)
    known = marks if mines else MINES | (free - {"x"} if MINES & marks else FREE)
    check_marks(rows, known, f"none of {' '.join('*.@')}")
    for mine in mines or ["*"]:
        signs = [
            [2 * (mark == "@") or mark in MINES or mark == mine for mark in row] for row in rows
        ]
        mined = np.array(signs, np.int8)
        around = neighbour_counts(mined > 0)
        is_clue = mine != "1"
        clues = [[int(mark) if is_clue and mark in DIGITS else -1 for mark in row] for row in rows]
        wrong = np.argwhere((mined == 0) & (np.array(clues) >= 0) & (clues != around)).tolist()
        if wrong and len(mines) < 2:
            row, col = wrong[0]
            seen = quantity(int(around[row, col]), "mine")
            fault = f"the {clues[row][col]} at {row, col} has {seen} around it"
            raise BoardFormatError(fault, row=row)
        square = len(mined) == len(mined[0]) == count  # a size
        yield UNFIT if wrong or not (square or count in (None, (mined > 0).sum())) else 0, mined


def mines_of_text(text: str) -> np.ndarray:
    """Return the mines of a drawing, int8 [H, W]: 2 for those of a word."""
    mined, stated = _chosen(SPOILER.sub(r"\1", text), _minefields)
    said, count = stated.counts.get("mines"), int((mined > 0).sum())
    if said not in (None, count) and not (said == len(mined) == len(mined[0])):
        raise BoardFormatError(f"the text says {quantity(said, 'mine')}, the drawing has {count}")
    return mined


def has_header(text: str) -> bool:
    """Return whether a text is a position that gives the number of mines."""
    try:
        return view_of_text(text)[1] is not None
    except BoardFormatError:
        return False


def tables() -> dict[str, object]:
    """The tables of the notations that a position may be pasted in, as the browser takes them."""
    return {
        "candidates": CANDIDATES,
        "patterns": PATTERNS,
        "rewrites": REWRITES,
        "same": SAME,
        "emoji": EMOJI,
        "notations": NOTATIONS,
        "boardMarks": ["".join(sorted(marks)) for marks in BOARD_MARKS],
        "exceptions": EXCEPTIONS,
        "numberWords": COUNTS,
        "sides": SIDES,
        "mineMarks": MINE_MARKS,
        "digits": BASE_62,
        "runs": list(RUNS.items()),
        "codes": {code.name.lower(): int(code) for code in ViewCode},
        "rowMarks": sorted(MARKS.union(*NOTATIONS)),
        "rowCodes": sorted(CODES),
        **{name: sorted(words) for name, words in WORDS.items()},
    }
