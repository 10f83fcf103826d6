"""Codes and files of other programs: links, game IDs, .mine and .mbf files."""

import re
from collections.abc import Container, Iterator, Sequence
from hashlib import sha1
from urllib.parse import parse_qs, urlsplit

import numpy as np

from minevis.errors import BoardFormatError
from minevis.game.grid import ViewCode, cells_of, neighbour_counts
from minevis.utils.formatting import quantity

COVERED, FLAGGED = ViewCode.COVERED, ViewCode.FLAGGED
BLANKS = " \t"
CODE_MEANINGS = (
    "0 to 8 is opened, -1 covered, -2 flagged, -3 exploded; nan or None is covered, and so is 10, "
    "with 11 for a flag, as ms_toollib has them"
)
MINE_MARKS = {str(clue): clue for clue in range(9)} | {"H": COVERED, "?": COVERED, "F": FLAGGED}
LINKS = ("http://", "https://")
MINE_HEADER = re.compile(r"([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})")
GAME_ID = re.compile(
    r"([0-9]{1,9})(?:x([0-9]{1,9}))?(?:n[0-9]+)?(?:[a-z]*):([0-9]{1,9}),([0-9]{1,9}),([mu])([0-9a-fA-F]+)"
)
MOST_SIDE, MOST_MINES = 255, 65_535  # of .mbf files

LARGEST_LINK = 40_000  # cells; a few letters of a link can mean millions
BASE_62 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
RUNS = dict(zip("012345678IHFO", (10, 7, 5, 5, 4, 3, 3, 1, 1, 4, 10, 8, 1), strict=True))
BASE_32 = "0123456789abcdefghijklmnopqrstuv"
ZINI_LEVELS = {"1": (9, 9), "2": (16, 16), "3": (30, 16)}


def check_marks(
    rows: Sequence[Sequence[str]], known: Container[str], rule: str, *, first: int = 0
) -> None:
    """Raise `BoardFormatError` for rows of different lengths and for unknown marks."""
    if not rows[0]:
        raise BoardFormatError("the text contains no board")
    for number, row in enumerate(rows, first):
        if len(row) != len(rows[0]):
            cells, shown = quantity(len(row), "cell"), "".join(row)[:60]
            fault = f"row {number} has {cells}, row {first} has {len(rows[0])}: {shown!r}"
            raise BoardFormatError(fault, row=number - first)
        for mark in row:
            if mark not in known:
                rule = f"not a code: {CODE_MEANINGS}" if len(mark) > 1 and first == 0 else rule
                raise BoardFormatError(f"row {number}: {mark[:40]!r} is {rule}", row=number - first)


def view_of_mine_text(text: str) -> tuple[np.ndarray, int]:
    """Return the view (int8 [H, W]) and the mine count of a .mine file. Raises `BoardFormatError`.

    The solver JSMinesweeper saves these: a line `WIDTHxHEIGHTxMINES`, then the rows: `H`
    covered, `F` flagged, `?` a mine that only the file knows of, 0 to 8 opened. As there, lines
    below the rows are ignored.
    """
    first, *rows = text.strip(BLANKS + "\r\n").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    header = MINE_HEADER.fullmatch(first.strip(BLANKS))
    if header is None:
        raise BoardFormatError(f"row 0: {first[:40]!r} is not WIDTHxHEIGHTxMINES", row=0)
    width, height, mines = (int(number) for number in header.groups())
    rows = [row.strip(BLANKS) for row in rows[:height]]
    if len(rows) != height or not width:
        raise BoardFormatError(f"{len(rows)} rows of cells below a header of {width}x{height}")
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise BoardFormatError(
                f"row {number} has {len(row)} cells, the header says {width}", row=number - 1
            )
    check_marks(rows, MINE_MARKS, f"none of {' '.join(MINE_MARKS)}", first=1)
    return np.array([[MINE_MARKS[mark] for mark in row] for row in rows], np.int8), mines


def mine_text_of_view(view: np.ndarray, mines: int) -> str:
    """Return the text of a .mine file. Raises `BoardFormatError` for cells it cannot show."""
    if (view < -2).any():
        raise BoardFormatError(f"{cells_of(view < -2)[0]} has exploded: .mine files know no such")
    marks = {code: mark for mark, code in MINE_MARKS.items() if mark != "?"}
    rows = ["".join(marks[int(code)] for code in row) for row in view]
    return "\n".join([f"{view.shape[1]}x{view.shape[0]}x{mines}", *rows])


def view_of_link(link: str) -> tuple[np.ndarray, int]:
    """Return the position of a link of JSMinesweeper, after `analysis=`. Raises `BoardFormatError`.

    Two letters give the width, two the height, four the number of mines, in base 62. Then come runs
    of equal cells. A letter gives the kind of cell and the length of the run. Clues are less by the
    flags (F) and the unflagged certain mines (I) around them. Source: Board.js of
    https://github.com/DavidNHill/JSMinesweeper.
    """
    code = query_of(link).get("analysis", [link.rpartition("analysis=")[2]])[0]
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


def mines_of_code(text: str) -> np.ndarray | None:
    """Return the mines of a board code, bool [H, W], or None for other texts.

    A code is a game ID of Simon Tatham's Mines, or a link of the ZiNi calculator or of
    Llamasweeper. Raises `BoardFormatError` for a damaged code, and for a link without a board.
    """
    whole = text.strip(BLANKS + "\r\n")
    match = GAME_ID.fullmatch(part_of(whole))
    if match is not None:
        return _mines_of_game_id(*match.groups())
    query = query_of(whole) if whole.startswith(LINKS) else {}
    if "b" in query and "m" in query:
        return _mines_of_zini(query["b"][0], query["m"][0])
    if whole.startswith(LINKS):
        raise BoardFormatError(f"{whole[:80]!r}: this link does not hold a board")
    return None


def first_of_code(text: str) -> tuple[int, int] | None:
    """Return the first click (row, col) of a game ID of Simon Tatham's Mines, or None."""
    match = GAME_ID.fullmatch(part_of(text.strip(BLANKS + "\r\n")))
    return None if match is None else (int(match[4]), int(match[3]))


def part_of(text: str) -> str:
    """Return the part after `#` in a link; other texts as they are."""
    return text.partition("#")[2] if text.startswith(LINKS) else text


def query_of(link: str) -> dict[str, list[str]]:
    """Return the named values of a link, before or behind `#`; {} for other texts."""
    try:
        parts = urlsplit(link)
        return parse_qs(parts.query) | parse_qs(parts.fragment.rpartition("?")[2])
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
    if not 0 <= len(bits) - width * height < 5:
        raise BoardFormatError(
            f"m= of {len(letters)} letters: {width * height} cells need {-(-width * height // 5)}"
        )
    return np.array(bits[: width * height], bool).reshape(height, width)


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


def mines_of_bytes(data: bytes) -> np.ndarray:
    """Return the mines of an .mbf file: bool [H, W]. Raises `BoardFormatError`.

    One byte for the width, one for the height, two for the number of mines (big-endian). Then
    column and row of every mine, a byte for either.
    """
    if len(data) < 4:
        raise BoardFormatError(f"{len(data)} bytes: a board file begins with 4")
    width, height, mines = data[0], data[1], int.from_bytes(data[2:4], "big")
    if not (width and height):
        raise BoardFormatError(f"a board of {height}×{width} cells: both sides must be at least 1")
    if len(data) != 4 + 2 * mines:
        raise BoardFormatError(f"{len(data)} bytes: with {mines} mines there are {4 + 2 * mines}")
    mined = np.zeros((height, width), dtype=bool)
    for col, row in zip(data[4::2], data[5::2], strict=True):
        if row >= height or col >= width:
            raise BoardFormatError(f"a mine at {(row, col)}: the board is {height}×{width}")
        if mined[row, col]:
            raise BoardFormatError(f"two mines at {(row, col)}")
        mined[row, col] = True
    return mined


def bytes_of_mines(mined: np.ndarray) -> bytes:
    """Return mines (bool [H, W]) as an .mbf file. Raises `BoardFormatError`."""
    height, width = mined.shape
    count = int(mined.sum())
    if max(height, width) > MOST_SIDE or count > MOST_MINES:
        raise BoardFormatError(
            f"a board of {height}×{width} cells and {count} mines: such a file holds at most "
            f"{MOST_SIDE}×{MOST_SIDE} and {MOST_MINES}"
        )
    places = bytes(part for row, col in cells_of(mined) for part in (col, row))
    return bytes((width, height)) + count.to_bytes(2, "big") + places
