"""Pasted texts: drawings of a position or a board in many notations, links and codes.

A drawing is first split into marks, by its separators. Then marks get their meanings. Some marks
are ambiguous: the rules of the game decide, since an opened zero is never next to a covered cell.
If two meanings are left, the error names both.
"""

import re
import warnings
from collections.abc import Container, Iterator, Sequence
from hashlib import sha1
from itertools import product, takewhile
from urllib.parse import parse_qs, urlsplit

import numpy as np

from minevis.errors import BoardFormatError
from minevis.game.grid import ViewCode, neighbour_counts
from minevis.utils.formatting import quantity

COVERED, FLAGGED, EXPLODED = ViewCode
CODE_OF_MARK = {
    **{str(clue): clue for clue in range(9)},
    **{chr(ord("０") + clue): clue for clue in range(9)},  # of full width
    **dict.fromkeys("#xX?■H🟩🟦🟥🟧🟨🟪🟫⬛", COVERED),
    **dict.fromkeys("Ff!P⚑🚩", FLAGGED),
    **dict.fromkeys("*✸💥💣", EXPLODED),
    ".": 0,
}
EITHER = frozenset("-_□ ⬜")  # covered or an opened zero: the rules decide
BLANKS = " ⬜"  # of these, an opened zero where other marks are covered
NOTATIONS = [  # letters and slashes of programs, and what they and other marks mean there
    {"/": "0", ".": "#", "*": "F"},
    {"E": "#", "M": "#", "B": "0", "X": "*"},
]
BOARD_MARKS = ({"*", "."}, {"X", "."}, {"#", "."})  # which show all mines
MINES_OF_OTHERS = (("m", "x"), ("X", "._-"), ("#", "._-"), ("1", "0"))  # and what is none
CLEANING = (  # what is replaced first, in this order, here and in the browser
    ("[\ufe0f\u20e3]", ""),  # makes a digit an emoji
    ("·", "."),
    (r"""(^|\n)[ \t[(]*(["'])([^"'\n]{2,})\2[ \t,)\]]*;?(?=\n|$)""", "$1$3"),  # quoted rows
    (r"(^|\n)[^\n[]*[\w\])] ?= ?(?=\[)", "$1"),  # the name of a list
    (  # sentences above the board
        r"^(?:[ \t]*\n)*(?:(?![ \t]*\d+ +[Mm]ines?\b)"
        r"(?![^\n]*(?:[Mm]ines?\b[^\n\d]*\d\S*[ \t\r]*\n|\bnan\b|None))"
        r"(?=[^\n]*[a-eg-wyz][a-z]{2})[^\n[\]|=]*[ \t][^\n[\]|=]*\n(?:[ \t]*\n)*)+",
        "",
    ),
)
NUMBERS = {str(code): code for code in range(-3, 9)} | {
    "10": COVERED, "11": FLAGGED, "nan": COVERED, "none": COVERED,
}  # fmt: skip
CODE_MEANINGS = (
    "0 to 8 is opened, -1 covered, -2 flagged, -3 exploded; nan or None is covered, and so is 10, "
    "with 11 for a flag, as ms_toollib has them"
)
ALPHABET = ": '#' is covered, 'F' flagged, '*' exploded, 0 to 8 opened ('.' is 0)"

BYTE_ORDER_MARK = "\ufeff"  # begins a text that was copied from some editors
FENCE = re.compile(r"^[ \t]*```.*$", re.MULTILINE)  # around a drawing in a forum
SEPARATED = re.compile(r"\S([ \t,|]\S)+")  # a row of separated marks
RULE = re.compile(r"(?=.*(--|==|──))(?=.*[+|┼├┌└])[-+|=:\s─┼├┤┌┐└┘┬┴│]+")  # between rows of a table
LIST = re.compile(r"[\[\](){}]")  # brackets of lists and of NumPy's prints
HEADERS = (
    re.compile(r"\s*(?:number of )?mines(?P<left>[ _]left)?(?:\s*[:=]\s*|\s+)(?P<n>\d+)\s*", re.I),
    re.compile(r"\s*(?P<n>\d+)\s+mines?(?P<left> left)?\s*", re.I),
)
SEVERAL = "the text has more than one board: the first is read"
SIZES = re.compile(r"\s*\d{1,3}(?:[ x×]+\d{1,5}){1,2}\s*")  # height, width and perhaps mines
SPACES = re.compile(r"[ \t,|]+")
NUMBERED = re.compile(r"\s*(\d{1,3})\s*[|│\s]\s*(.*?)\s*(?:[|│]\s*\d*\s*)?")  # a row
DASHES = re.compile(r"[-=─\s]*(?:--|==|──)[-=─\s]*")
MINE_HEADER = re.compile(r"\s*(\d{1,9})x(\d{1,9})x(\d{1,9})\s*")
GAME_ID = re.compile(
    r"(\d{1,9})(?:x(\d{1,9}))?(?:n\d+)?(?:[a-z]*):(\d{1,9}),(\d{1,9}),([mu])([0-9a-fA-F]+)"
)
ODDS = re.compile(r"[<>]?\d+%")

LARGEST_LINK = 40_000  # cells; a few letters of a link can mean millions
BASE_62 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
RUNS = dict(zip("012345678IHFO", (10, 7, 5, 5, 4, 3, 3, 1, 1, 4, 10, 8, 1), strict=True))
BASE_32 = "0123456789abcdefghijklmnopqrstuv"
ZINI_LEVELS = {"1": (9, 9), "2": (16, 16), "3": (30, 16)}


def unwrapped(text: str) -> str:
    """Return a text without the marks added by editors and forums; lines keep their numbers."""
    text = FENCE.sub("", text.removeprefix(BYTE_ORDER_MARK))
    for pattern, replacement in CLEANING:
        text = re.sub(pattern, replacement.replace("$", "\\"), text)
    return text


def text_of(given: object) -> str:
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


def view_of_text(text: str) -> tuple[np.ndarray, int | None]:
    """Return the view of a text, int8 [H, W], and its number of mines or None."""
    text = unwrapped(text)
    whole = text.strip()
    if "analysis=" in whole:
        return _view_of_link(whole)
    if GAME_ID.fullmatch(whole) or _zini_query(whole):
        raise BoardFormatError("this gives all the mines of a board: Board.parse reads that")
    if MINE_HEADER.match(text):
        return view_of_mine_text(text)
    count, left, body = _header(text)
    view = _drawn(body)
    if left is not None:
        count = left + int((view < COVERED).sum())
    return view, count


def has_header(text: str) -> bool:
    """Return whether the first line of a drawing gives the number of mines."""
    text = unwrapped(text)
    return bool(text.strip()) and _header(text)[2] != text


def _header(text: str) -> tuple[int | None, int | None, str]:
    """Return the first line's number of mines, or of mines left, and the drawing's lines."""
    lines = text.splitlines()
    filled = [number for number, line in enumerate(lines) if line.strip()]
    if not filled:
        raise BoardFormatError("the text contains no board")
    first = lines[filled[0]]
    numbers = re.findall(r"\d+", first) if SIZES.fullmatch(first) else []
    last = lines[filled[-1]].strip()
    marks = len(SPACES.sub("", last))
    is_row = marks == len(numbers) and marks < len(last)
    if not is_row and numbers and {*map(int, numbers[:2])} == {len(filled) - 1, marks}:
        count = _mines(numbers[2]) if len(numbers) > 2 else None
        return count, None, "\n".join(lines[filled[0] + 1 :])
    height, width = [*map(int, numbers[:2]), 0, 0][:2]
    another = len(filled) > height + 1 and SIZES.fullmatch(lines[filled[height + 1]])
    if another and len(SPACES.sub("", lines[filled[1]])) == width != len(numbers):
        warnings.warn(SEVERAL, stacklevel=4)
        return _header("\n".join(lines[: filled[height] + 1]))
    body = "\n".join(lines[filled[0] + 1 :])
    for header in HEADERS:
        found = header.fullmatch(first)
        if found:
            number = _mines(found["n"])
            return (None, number, body) if found["left"] else (number, None, body)
    alone, others = first.strip(), [lines[number].strip() for number in filled[1:]]
    if alone.isdecimal() and others and all(len(other) != len(alone) for other in others):
        return _mines(alone), None, body
    return None, None, text


def _mines(digits: str) -> int:
    if len(digits) > 9:
        raise BoardFormatError(f"{digits[:20]}… mines: a number of mines has at most 9 digits")
    return int(digits)


def _drawn(text: str) -> np.ndarray:
    """Return the view that a drawing without a header shows: int8 [H, W]."""
    lines = _filled(text)
    if not lines:
        raise BoardFormatError("the text contains no board")
    odds = _cells_of_odds([line.strip() for line in lines])
    if odds is not None:
        return next(_meanings(odds))
    lines = _without_numbers(lines)
    letters = set(re.findall("[A-Za-z/]", text))
    for meanings in NOTATIONS:
        if letters <= set(meanings) and not letters <= set(CODE_OF_MARK):
            table = {ord(mark): meaning for mark, meaning in meanings.items()}
            text = text.translate(table)
            lines = [line.translate(table) for line in lines]
    if LIST.search(text) or re.search(r"\b(nan|None)\b", text):
        return _of_numbers(text)
    _check_last_row(text.splitlines())
    found: list[np.ndarray] = []
    for rows in _ways_to_cut(lines):
        for view in _meanings(rows):
            if not any(np.array_equal(view, other) for other in found):
                found.append(view)
    right = [view for view in found if _can_be(view)]
    if len(right) > 1:
        raise BoardFormatError(_two_meanings(lines))
    marks = set("".join(lines)) - set(" \t,|")
    if marks in BOARD_MARKS:
        named = " and ".join(map(repr, sorted(marks)))
        raise BoardFormatError(f"{named} draw a board, not a position: use Board.parse")
    zeros = (found[0] == 0) & (neighbour_counts(found[0] < 0) > 0)
    if not right and "." in marks and (zeros.any() or not (found[0] < 0).any()):
        # an opened zero never touches a covered cell
        return _drawn("\n".join(lines).replace(".", "#"))
    return (right or found)[0]


def _without_numbers(lines: list[str]) -> list[str]:
    """Return the lines of a drawing without the numbers of its rows and columns."""
    head = re.sub(r"[\s|│]+", " ", lines[0]).strip()
    columns = head.split(" ") if " " in head else list(head)
    rows = [line for line in lines[1:] if not DASHES.fullmatch(line)]
    if len(columns) < 3 or columns[0] not in ("0", "1") or not rows:
        return lines
    first = int(columns[0])
    if rows[-1].strip() == lines[0].strip():
        rows = rows[:-1]
    found = [NUMBERED.fullmatch(line) for line in rows]
    right = columns == [str(first + i) for i in range(len(columns))] and all(
        row and row[1] == str(first + i) and len(SPACES.sub("", row[2])) == len(columns)
        for i, row in enumerate(found)
    )
    return [row[2] for row in found if row] if right else lines


def _filled(text: str) -> list[str]:
    """Return the lines without blank ones at both ends, and without a table's rules."""
    lines = [line for line in text.splitlines() if not RULE.fullmatch(line.strip())]
    filled = [number for number, line in enumerate(lines) if line.strip()]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def _ways_to_cut(lines: Sequence[str]) -> list[list[list[str]]]:
    """Return the possible rows of marks; raise the errors of the plainest reading."""
    kept = [line.strip() for line in lines]
    if all(line.startswith(("|", "│")) and line.endswith(("|", "│")) for line in kept):
        if all(not re.search(r"[|│]", line[1:-1]) for line in kept) and len(kept[0]) > 3:
            return _ways_to_cut([line[1:-1] for line in kept])
        rows = [re.split(r"[|│]", line[1:-1]) for line in kept]
        return [_checked([[cell.strip() or " " for cell in row] for row in rows])]
    if all(SEPARATED.fullmatch(line) for line in kept):
        return [_checked([list(line[::2]) for line in kept])]
    apart = [re.split(r"[ \t,|]+", line.strip(" \t,|")) for line in kept]
    even = len({len(row) for row in apart}) == 1 < len(apart[0])
    if not even or any(len(mark) > 1 for row in apart for mark in row):
        return [_checked([list(line) for line in kept])]
    ways = [_checked(apart)]
    plain = set("".join(kept)) <= {*CODE_OF_MARK, *EITHER}
    if plain and len({len(line) for line in kept}) == 1:
        ways.append([list(line) for line in kept])  # a blank may be an opened zero
    return ways


def check_marks(
    rows: Sequence[Sequence[str]], known: Container[str], rule: str, *, first: int = 0
) -> None:
    """Raise `BoardFormatError` for rows of different lengths and for unknown marks."""
    for number, row in enumerate(rows, first):
        if len(row) != len(rows[0]):
            raise BoardFormatError(
                f"row {number} has {quantity(len(row), 'cell')}, row {first} has {len(rows[0])}: "
                f"{''.join(row)!r}",
                row=number - first,
            )
        for mark in row:
            if mark not in known:
                raise BoardFormatError(f"row {number}: {mark!r} is {rule}", row=number - first)


def _checked(rows: list[list[str]]) -> list[list[str]]:
    """Return the rows, all of one length and of known marks. Raises `BoardFormatError`."""
    check_marks(rows, {*CODE_OF_MARK, *EITHER}, f"not a mark{ALPHABET}")
    return rows


def _meanings(rows: list[list[str]]) -> Iterator[np.ndarray]:
    """Yield the views that rows of marks may mean, the likeliest first: int8 [H, W]."""
    marks = {mark for row in rows for mark in row}
    open_marks = sorted(marks & EITHER)
    covered = any(CODE_OF_MARK.get(mark) == COVERED for mark in marks)  # then a blank is not
    blank = (0,) if covered else (0, COVERED)
    choices = [blank if mark in BLANKS else (COVERED, 0) for mark in open_marks]
    for chosen in product(*choices):
        codes = CODE_OF_MARK | dict(zip(open_marks, chosen, strict=True))
        yield np.array([[codes[mark] for mark in row] for row in rows], np.int8)


def _can_be(view: np.ndarray) -> bool:
    """Return whether every single clue can be satisfied, and a cell is covered."""
    marked, covered = neighbour_counts(view < COVERED), neighbour_counts(view == COVERED)
    wrong = (view >= 0) & ((marked > view) | (marked + covered < view))
    zeros = (view == 0) & (marked + covered > 0)
    return not (wrong | zeros).any() and bool((view < 0).any())


def _two_meanings(lines: Sequence[str]) -> str:
    marks = sorted(EITHER.intersection("".join(lines)))
    named = " and ".join(map(repr, marks))
    return f"{named} may be a covered cell or an opened zero here: write '#' or '0'"


def _check_last_row(lines: list[str]) -> None:
    """Raise `BoardFormatError` for a last row of blanks: it may be zeros or empty."""
    filled = [number for number, line in enumerate(lines) if line.strip()]
    width = len(lines[filled[0]].rstrip())
    for number in range(filled[-1] + 1, len(lines)):
        if len(lines[number]) == width:
            row = number - filled[0]
            raise BoardFormatError(
                f"row {row}: {lines[number][0]!r} is not a mark: an opened zero is 0 or .", row=row
            )


def _cells_of_odds(lines: Sequence[str]) -> list[list[str]] | None:
    """Return the marks of a table of odds, as `minevis analyze` prints it, or None."""
    head, *rows = [line.split() for line in takewhile(bool, lines)]
    if head != [str(col) for col in range(len(head))] or not rows:
        return None
    if any(row[0] != str(number) for number, row in enumerate(rows) if row[0].isdecimal()):
        return None
    rows = [row for row in rows if len(row) == len(head) + 1 and row[0].isdecimal()]
    if not any(ODDS.fullmatch(mark) for row in rows for mark in row):
        return None
    return _checked([["#" if ODDS.fullmatch(mark) else mark for mark in row[1:]] for row in rows])


def _of_numbers(text: str) -> np.ndarray:
    """Return the view in lists of codes: of minevis, of ms_toollib, `nan`, `None`."""
    if "..." in text:
        raise BoardFormatError("'...' leaves out cells: np.set_printoptions(threshold=np.inf)")
    # NumPy prints a long row on several lines: a bracket ends it
    parts = text.split("]") if "[" in text else text.splitlines()
    rows = [re.findall(r"[^\s,\[\](){}'\"]+", LIST.sub(" ", part)) for part in parts]
    rows = [[mark.rstrip(".").removesuffix(".0") or mark for mark in row] for row in rows if row]
    if rows and rows[0] and re.fullmatch(r"(np\.)?array|mines=?\d*", rows[0][0]):
        rows[0] = rows[0][1:]
    if not rows or len({len(row) for row in rows}) > 1:
        raise BoardFormatError("rows of different lengths: a board is [height, width]")
    for number, row in enumerate(rows):
        for mark in row:
            if mark.lower() not in NUMBERS and mark not in CODE_OF_MARK:
                raise BoardFormatError(
                    f"row {number}: {mark!r} is not a code: {CODE_MEANINGS}", row=number
                )
    codes = [[NUMBERS.get(mark.lower(), CODE_OF_MARK.get(mark, 0)) for mark in row] for row in rows]
    return np.array(codes, np.int8)


def view_of_mine_text(text: str) -> tuple[np.ndarray, int]:
    """Return the view (int8 [H, W]) and the mine count of a .mine file. Raises `BoardFormatError`.

    The solver JSMinesweeper saves these: a line `WIDTHxHEIGHTxMINES`, then the rows: `H`
    covered, `F` flagged, `?` a mine that only the file knows of, 0 to 8 opened. As there, lines
    below the rows are ignored.
    """
    first, *rows = text.strip().splitlines() or [""]
    header = MINE_HEADER.fullmatch(first)
    if header is None:
        raise BoardFormatError(f"row 0: {first[:40]!r} is not WIDTHxHEIGHTxMINES", row=0)
    width, height, mines = (int(number) for number in header.groups())
    rows = [row.strip() for row in rows[:height]]
    if len(rows) != height or not width:
        raise BoardFormatError(f"{len(rows)} rows of cells below a header of {width}x{height}")
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise BoardFormatError(
                f"row {number} has {len(row)} cells, the header says {width}", row=number - 1
            )
    check_marks(rows, MINE_MARKS, f"none of {' '.join(MINE_MARKS)}", first=1)
    return np.array([[MINE_MARKS[mark] for mark in row] for row in rows], np.int8), mines


MINE_MARKS = {str(clue): clue for clue in range(9)} | {"H": COVERED, "?": COVERED, "F": FLAGGED}


def _view_of_link(link: str) -> tuple[np.ndarray, int]:
    """Return the position of a link of JSMinesweeper, after `analysis=`. Raises `BoardFormatError`.

    Two letters give the width, two the height, four the number of mines, in base 62. Then come runs
    of equal cells. A letter gives the kind of cell and the length of the run. Clues are less by the
    flags (F) and the unflagged certain mines (I) around them. Source: Board.js of
    https://github.com/DavidNHill/JSMinesweeper.
    """
    code = _query(link).get("analysis", [link.rpartition("analysis=")[2]])[0]
    wrong = BoardFormatError("the link's analysis= is not what JSMinesweeper writes")
    if len(code) < 9 or set(code) - set(BASE_62):
        raise wrong
    width, height, mines = (_number(code[a:b]) for a, b in ((0, 2), (2, 4), (4, 8)))
    if width * height > LARGEST_LINK:
        raise BoardFormatError(
            f"the link's board has {height:,}×{width:,} cells: at most {LARGEST_LINK:,} are read"
        )
    cells = "".join(_runs(code[8:], width * height))
    if not cells or len(cells) != width * height:
        raise wrong
    marks = np.array(list(cells)).reshape(height, width)
    less = neighbour_counts(np.isin(marks, ("F", "I")))
    clues = np.char.isdigit(marks)
    view = np.where(marks == "O", FLAGGED, np.where(marks == "F", FLAGGED, COVERED))
    view[clues] = marks[clues].astype(int) + less[clues]
    if (view > 8).any():
        raise wrong
    return view.astype(np.int8), mines


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * len(BASE_62) + BASE_62.index(letter)
    return number


def _runs(code: str, most: int) -> Iterator[str]:
    """Return the cells of the runs, at most `most` + 1."""
    alphabets: dict[str, tuple[str, int, int]] = {}
    start = 0
    for mark, size in RUNS.items():
        alphabets |= {letter: (mark, i, size) for i, letter in enumerate(BASE_62[start:][:size])}
        start += size
    mark, count, room = "", 0, most + 1
    for letter in code:
        now, digit, base = alphabets[letter]
        if now != mark:
            yield mark * min(count, room)
            room -= min(count, room)
            mark, count = now, 0
        count = count + 1 if base == 1 else min(count * base + digit, most + 1)
    yield mark * min(count, room)


def rows_of_board(text: str) -> str:
    """Return the drawing of a board without separators, fences and borders, a line per row."""
    lines = [line.strip() for line in _filled(unwrapped(text))]
    if lines and LIST.search(lines[0]):
        bits = "".join(lines).replace("True", "1").replace("False", "0")
        lines = [re.sub(r"[\s,'\"\[\](){}]", "", row) for row in bits.split("]")]
        lines = [line for line in lines if line]
    elif len(lines) > 1 and SIZES.fullmatch(lines[0]):
        height, width = (int(number) for number in re.findall(r"\d+", lines[0])[:2])
        if len(SPACES.sub("", lines[1])) == width <= len(lines[1]) and len(lines) > height:
            if any(lines[height + 1 :]):
                warnings.warn(SEVERAL, stacklevel=3)
            lines = lines[1 : height + 1]
    lines = _without_numbers(lines) if lines else lines
    if lines and all(line.startswith("|") and line.endswith("|") for line in lines):
        lines = [line[1:-1] for line in lines]
        if any("|" in line for line in lines):
            lines = ["".join(cell.strip() or "." for cell in line.split("|")) for line in lines]
    elif all(SEPARATED.fullmatch(line) for line in lines):
        lines = [line[::2] for line in lines]
    marks = {*"".join(lines)} - {" "}
    for mine, others in MINES_OF_OTHERS:
        if mine in marks <= {mine, *others}:
            lines = ["".join("*" if mark == mine else "." for mark in line) for line in lines]
    return "\n".join(line.replace("💣", "*").replace(" ", ".") for line in lines)


def mines_of_code(text: str) -> np.ndarray | None:
    """Return the mines of a board code, bool [H, W], or None for other texts.

    A code is a game ID of Simon Tatham's Mines, or a link of the ZiNi calculator. Raises
    `BoardFormatError` for a damaged code.
    """
    whole = text.strip()
    query = _zini_query(whole)
    if query is not None:
        return _mines_of_zini(*query)
    found = GAME_ID.fullmatch(whole)
    return None if found is None else _mines_of_game_id(*found.groups())


def first_of_code(text: str) -> tuple[int, int] | None:
    """Return the first click (row, col) of a game ID of Simon Tatham's Mines, or None."""
    found = GAME_ID.fullmatch(text.strip())
    return None if found is None else (int(found[4]), int(found[3]))


def _zini_query(link: str) -> tuple[str, str] | None:
    query = _query(link) if link.startswith(("http://", "https://")) else {}
    return (query["b"][0], query.get("m", [""])[0]) if "b" in query else None


def _query(link: str) -> dict[str, list[str]]:
    """Return the named values of a link; {} for other texts."""
    try:
        return parse_qs(urlsplit(link).query)
    except ValueError:  # brackets in the name of the host
        return {}


def _mines_of_zini(size: str, letters: str) -> np.ndarray:
    """Return mines from letters of five bits, row by row; `size` is WWHH or a level's number.

    Source: https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/
    """
    half = len(size) // 2
    even = size.isdecimal() and len(size) in (2, 4, 6)
    if not even and size not in ZINI_LEVELS:
        raise BoardFormatError(f"b={size[:20]!r}: it is the width and the height, like 3016")
    width, height = ZINI_LEVELS.get(size) or (int(size[:half]), int(size[half:]))
    if not width or not height or set(letters) - set(BASE_32):
        raise BoardFormatError("the link's m= has letters 0 to 9 and a to v, for five cells each")
    bits = [BASE_32.index(letter) >> shift & 1 for letter in letters for shift in (4, 3, 2, 1, 0)]
    if letters and not 0 <= len(bits) - width * height < 5:
        raise BoardFormatError(
            f"m= of {len(letters)} letters: {width * height} cells need {-(-width * height // 5)}"
        )
    return np.array(bits[: width * height] or [0] * (width * height), bool).reshape(height, width)


def _mines_of_game_id(
    wide: str, high: str | None, col: str, row: str, masked: str, digits: str
) -> np.ndarray:
    """Return the mines of a game ID `WxH:COL,ROW,mHEX` of Simon Tatham's Mines; u for unmasked.

    In masked bits, either half of the bytes is XORed with the SHA-1 of the other half. Source:
    misc.c of https://www.chiark.greenend.org.uk/~sgtatham/puzzles/
    """
    width, height = int(wide), int(high or wide)
    cells = width * height
    if not cells or len(digits) != -(-cells // 4):
        raise BoardFormatError(
            f"{len(digits)} hexadecimal digits: {width}×{height} cells need {-(-cells // 4)}"
        )
    if int(col) >= width or int(row) >= height:
        raise BoardFormatError(f"first click ({row}, {col}): the board is {height}×{width}")
    data = bytearray.fromhex(digits + "0" * (len(digits) % 2))
    if masked == "m":
        half = len(data) // 2
        halves = (slice(None, half), slice(half, None))
        for target, seed in (halves[::-1], halves):
            data[target] = _masked(data[target], bytes(data[seed]))
            if cells % 8:
                data[-1] &= 0xFF00 >> cells % 8 & 0xFF
    bits = np.unpackbits(np.frombuffer(bytes(data), np.uint8))[:cells]
    return bits.reshape(height, width).astype(bool)


def _masked(data: bytearray, seed: bytes) -> bytes:
    digests = (sha1(seed + str(i).encode()).digest() for i in range(-(-len(data) // 20)))
    return bytes(a ^ b for a, b in zip(data, b"".join(digests), strict=False))
