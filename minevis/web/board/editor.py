"""The editor: paint a position and see its odds at once, or its contradiction."""

from pathlib import Path

import numpy as np

from minevis.analysis import analyze
from minevis.errors import BoardFormatError, ContradictionError, TooManyCasesError
from minevis.game.grid import flat_of
from minevis.game.notations import has_header, unwrapped
from minevis.game.position import CODES, Position, ViewCode
from minevis.render.tiles.atlas import Mark
from minevis.solver.analysis import Analysis
from minevis.trace.serialization import whole_number
from minevis.utils.formatting import big_number, number_word, quantity, ranges
from minevis.vision import PICTURE_FILES
from minevis.web.board.board_widget import (
    Action,
    BoardWidget,
    Reply,
    check_length,
    sentence,
    sides_of,
    text_of_message,
)
from minevis.web.board.position_view import codes, snapshot_of, tips, title_of
from minevis.web.film.film import AUTO
from minevis.words.wording import in_figures, in_words

PANELS = ("board", "probability")


class Editor(BoardWidget):
    """A position to paint by mouse, touch or keys. It is analysed at every stroke.

    Parameters
    ----------
    position : Position or str, optional
        The position to start from, or its text. By default a beginner board, all covered.
    theme : str
        "auto" or a name in `minevis.THEMES`.

    Attributes
    ----------
    position : Position
        The drawn position. You can set it.
    analysis : Analysis or None
        Its odds; None while the clues contradict each other.

    Examples
    --------
    >>> editor = Editor("mines 2\\n2#\\n##")
    >>> editor.analysis.configurations
    3
    """

    def __init__(
        self,
        position: Position | str | None = None,
        *,
        theme: str = AUTO,
    ) -> None:
        """Edit `position`, a text that `Position.parse` reads, or an empty 9×9 board.

        Raises `BoardFormatError` for text that is no position.
        """
        fresh = Position.fresh((9, 9), 10)
        self._position = fresh if position is None else _position_of(position)
        self._past: list[Position] = []
        self._odds = True
        self.analysis: Analysis | None = None
        self._analyse()
        super().__init__(kind="editor", theme=theme)
        self._show()

    @property
    def position(self) -> Position:
        """The drawn position."""
        return self._position

    @position.setter
    def position(self, position: Position | str) -> None:
        self._take(_position_of(position))
        self._show()

    def actions(self) -> dict[str, Action]:
        """The actions of mouse, keys and fields."""
        return {
            "paint": self._paint,
            "brush": self._brush,
            "count": self._count,
            "mines": self._mines,
            "size": self._size,
            "file": self._file,
            "save": lambda: {"file": "position.txt", "content": f"{self._position}\n"},
            "text": self._text,
            "back": self._back,
            "odds": self._switch_odds,
        }

    def save(self, path: str | Path) -> Path:
        """Save the position to a file, which `Position.load` reads.

        Parameters
        ----------
        path : str or Path
            A .txt or .mine file.

        Returns
        -------
        Path
            The path.

        Raises
        ------
        BoardFormatError
            If the suffix is wrong.

        Examples
        --------
        >>> Editor("mines 1\\n1#").save("position.mine").read_text()
        '2x1x1\\n1H\\n'
        """
        return self._position.save(path)

    def _take_file(self, path: Path) -> None:
        if path.suffix not in PICTURE_FILES:
            check_length(path.stat().st_size)
            return self._take_foreign(Position.load(path))
        reading = Position.from_image(path)
        self._take(reading.position)
        height, width = reading.position.shape
        doubtful = in_words(len(reading.doubtful))
        text = f"Read from the picture: {number_word(height)}×{number_word(width)} cells. Compare "
        if reading.doubtful:
            text += f"{doubtful:the marked cell|the # marked cells} with the picture, "
        text += "and paint what is wrong." if reading.doubtful else "it with the picture."
        marks = {flat_of(cell, width): Mark.GUESS for cell in reading.doubtful}
        return self._say("picture", "search", text, marks)

    def _text(self, text: str) -> Reply | None:
        """Take over a position as text; if it is invalid, name the line."""
        text = text_of_message(text)
        check_length(len(text))
        try:
            self._take_foreign(Position.parse(text))
        except BoardFormatError as error:
            self._say("refused", "mine", sentence(error))
            return {"line": _line_of(error, text)}
        return None

    def _take_foreign(self, position: Position) -> None:
        sides_of(*position.shape)
        self._take(position)

    def _take(self, position: Position) -> None:
        self._past.append(self._position)
        self._position = position
        self._analyse()

    def _back(self) -> None:
        if self._past:
            self._position = self._past.pop()
            self._analyse()

    def _switch_odds(self) -> None:
        self._odds = not self._odds

    def _paint(self, cell: int, mark: str) -> None:
        """Paint one cell; the same mark again covers it."""
        code = _code_of(mark)
        view, where = self._position.view.copy(), self._cell(cell)
        view[where] = ViewCode.COVERED if view[where] == code else code
        self._take(Position(view, self._position.mines))

    def _brush(self, cells: list[int], mark: str) -> None:
        """Paint all cells that a brush was drawn over; one step to take back."""
        code, view = _code_of(mark), self._position.view.copy()
        for cell in cells if isinstance(cells, list) else [cells]:
            view[self._cell(cell)] = code
        self._take(Position(view, self._position.mines))

    def _count(self, cell: int, by: int) -> None:
        """Turn a cell to the next number, or the one before: covered, 0 … 8, and round again."""
        view, where = self._position.view.copy(), self._cell(cell)
        code = max(int(view[where]), int(ViewCode.COVERED))
        view[where] = (code + 1 + (1 if whole_number(by) > 0 else -1)) % 10 - 1
        self._take(Position(view, self._position.mines))

    def _mines(self, mines: int | None) -> None:
        """Set the number of mines; None if it is unknown."""
        self._take(Position(self._position.view, None if mines is None else whole_number(mines)))

    def _size(self, height: int, width: int) -> None:
        """Cut the board or add covered cells at its right and bottom."""
        height, width = sides_of(height, width)
        view = np.full((height, width), ViewCode.COVERED, np.int8)
        rows, cols = min(height, self._position.shape[0]), min(width, self._position.shape[1])
        view[:rows, :cols] = self._position.view[:rows, :cols]
        mines = self._position.mines
        self._take(Position(view, None if mines is None else min(mines, view.size)))

    def _analyse(self) -> None:
        """Analyse the position and describe it."""
        try:
            known = self.analysis = analyze(self._position)
        except (ContradictionError, TooManyCasesError) as error:
            self.analysis = None
            width = self._position.shape[1]
            marks = {flat_of(clue, width): Mark.VIOLATED for clue in error.clues}
            return self._say("wrong", "mine", sentence(error), marks)
        fit = f"{in_figures(known.configurations):# layout fits|# layouts fit}"
        safe, mined = int(known.safe.sum()), int(known.mined.sum())  # as an `Analysis` counts them
        text = f"{fit}: {quantity(safe, 'cell')} safe, {quantity(mined, 'cell')} mined"
        flags = int((self._position.view == ViewCode.FLAGGED).sum())
        text += f", {quantity(flags, 'flag')} included." if flags else "."
        if self._position.mines is None:
            text += f" The number of mines is not given: it can be {ranges(known.totals)}."
        return self._say("known", "search", text)

    def _view(self) -> dict[str, object]:
        position = self._position
        snapshot = snapshot_of(position, self.analysis)
        known = position.mines is not None
        left = f"mines left {big_number(position.mines_left)}" if known else ""
        height, width = position.shape
        name = "probability" if self._odds else "board"
        return {
            "height": height,
            "width": width,
            "mines": position.mines,
            "panels": [title_of("board") | {"subtitle": title_of(name)["subtitle"]}],
            "odds": self._odds,
            "codes": {"board": codes(snapshot, name, self._marks, self.analysis, bright=True)},
            "tips": tips(position, self.analysis),
            "caption": {**self._caption, "counters": left},
            "text": str(position),
            "past": len(self._past),
        }

    def fallback(self) -> dict[str, str]:
        """The position and its odds, to paint without a kernel."""
        text = f"{repr(self._position).strip('<>')}, and the odds of its covered cells"
        snapshot = snapshot_of(self._position, self.analysis)
        return self._board_fallback(snapshot, PANELS, text, {"text": str(self._position)})

    def __repr__(self) -> str:
        return f"<Editor of {self._position!r}>"


def _position_of(value: Position | str) -> Position:
    if isinstance(value, str):
        return Position.parse(value)
    if not isinstance(value, Position):
        raise BoardFormatError(f"{value!r} is no position, nor the text of one")
    return value


def _code_of(mark: object) -> int:
    if not isinstance(mark, str) or mark not in CODES:
        raise BoardFormatError(f"{mark!r:.40} is none of {' '.join(CODES)}")
    return int(CODES[mark])


def _line_of(error: BoardFormatError, text: str) -> int:
    """The line of a text that an error speaks of: of a row of the board, or its first line."""
    lines = unwrapped(text).splitlines()
    filled = [number for number, line in enumerate(lines) if line.strip()]
    head = has_header(text)
    if error.row is None or len(filled) <= head:
        return filled[0] if filled else 0
    return filled[head] + error.row
