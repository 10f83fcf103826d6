"""Boards in a notebook: what the browser asks of Python, and the editor of a position."""

import re
from abc import abstractmethod
from base64 import b64decode
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import traitlets

from minevis.analysis import analyze
from minevis.errors import BoardFormatError, ContradictionError, TooManyCasesError
from minevis.film.picture import Picture
from minevis.game.grid import EDGES, Cells, flat_of
from minevis.game.position import Position
from minevis.practice.boards import LOGICS
from minevis.solver.analysis import Analysis
from minevis.trace.record import LARGEST
from minevis.trace.snapshot import Snapshot
from minevis.utils.codec import whole_number
from minevis.utils.files import temporary_folder
from minevis.utils.hints import helpful
from minevis.web.fallback import board_png, in_front, picture_bundle
from minevis.web.javascript import page_script
from minevis.web.output_cells import with_shared_program
from minevis.web.pack import pack, text_of
from minevis.web.page import (
    PANELS,
    hidden_heading,
    settings,
    standalone,
)
from minevis.web.sheets import board_pictures, known_snapshot, sheets
from minevis.web.trace_pack import AUTO, browser_theme
from minevis.web.widgets import Action, Reply, ThemeName, WidgetWithFallback
from minevis.words.english import say
from minevis.words.wording import in_words

if TYPE_CHECKING:
    from minevis.vision.questions import Question

MOST_DROPPED = 16 << 20  # bytes of a dropped file
MOST_TEXT = 1 << 18  # characters of a board: more than any drawing of the largest one
LONGEST_SUFFIX = 9


class BoardWidget(WidgetWithFallback):
    """A board in the browser, which shows and changes it; it asks Python for some actions."""

    atlas = traitlets.Bytes().tag(sync=True)
    theme = ThemeName().tag(sync=True)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.atlas = atlas_pack()

    def _file(self, name: str, data: str) -> Reply | None:
        """Take a file dropped on the widget: its name, and its bytes in base 64."""
        return self._read(name, data, self._take_file)

    def _read(self, name: str, data: str, take: Callable[[Path], Reply | None]) -> Reply | None:
        """Give a dropped file to `take`, in a temporary folder, since readers need files."""
        if len(data) > MOST_DROPPED * 4 // 3 + 4:
            raise ValueError(f"“{name}” has more than {MOST_DROPPED >> 20} MB")
        try:
            content = b64decode(data, validate=True)
        except ValueError as error:
            raise ValueError(f"“{name}” arrived incomplete") from error
        suffix = re.sub(r"[^.a-z0-9]", "", Path(name).suffix.lower())[:LONGEST_SUFFIX]
        path = Path()
        try:
            with temporary_folder() as folder:
                path = folder / f"dropped{suffix}"
                path.write_bytes(content)
                return take(path)
        except (ValueError, OSError, ModuleNotFoundError) as error:
            text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise ValueError(text.replace(str(path), f"“{name}”")) from error

    @abstractmethod
    def _take_file(self, path: Path) -> Reply | None:
        """Read a dropped file. Raises `ValueError` for a useless one."""

    def _board_fallback(
        self, snapshot: Snapshot, panels: tuple[str, ...], text: str, start: Mapping[str, object]
    ) -> dict[str, str]:
        """Return a board that works without Python, over a picture of one moment, as a MIME bundle.

        `text` describes it. `start` is the initial board for `static/standalone/boards.js`.
        """
        png = board_png(snapshot, theme=self.theme, panels=panels)
        still = picture_bundle(png, text, repr(self), say("needs kernel"))
        page = board_page(text, {"kind": self.kind, **start}, theme=self.theme)
        return in_front(still, with_shared_program(page), text, snapshot.shape[0])


@lru_cache(maxsize=1)
def atlas_pack() -> bytes:
    """Return the pack of a board in a notebook: its pictures in every theme, and settings."""
    head, images = sheets(board_pictures())
    return pack({"atlas": head, **settings(), "logics": list(LOGICS)}, images)


def board_page(title: str, start: Mapping[str, object], *, theme: str = AUTO) -> str:
    """Return one HTML page with a board that works without Python; `start` is the initial board."""
    head, images = sheets(board_pictures())
    packed = text_of(
        pack({"atlas": head, "board": {**start, "theme": browser_theme(theme)}}, images)
    )
    content = (
        f'{hidden_heading(title)}<script type="text/plain" class="minevis-board">{packed}</script>'
        f'<div class="minevis"><noscript>{escape(say("needs JavaScript"))}</noscript></div>'
    )
    return standalone(content, page_script(), title=title, theme=theme, style_first=False)


def check_length(length: int) -> None:
    """Raise `BoardFormatError` for a text too long for a board drawn by hand."""
    if length > MOST_TEXT:
        raise BoardFormatError(f"the text is too long for a board of {LARGEST}×{LARGEST} cells")


def checked_sides(height: object, width: object) -> tuple[int, int]:
    """Return the sides of a board chosen by hand. Raises `BoardFormatError` beyond `LARGEST`."""
    try:
        return whole_number(height, 1, LARGEST), whole_number(width, 1, LARGEST)
    except ValueError as error:
        raise BoardFormatError(f"{height!r:.40}×{width!r:.40} cells: {error}") from error


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
        The drawn position. Set it to show another one.
    analysis : Analysis or None
        Its odds; None while the clues contradict each other.

    Examples
    --------
    >>> editor = Editor("mines 2\\n2#\\n##")
    >>> editor.analysis.configurations
    3
    """

    text = traitlets.Unicode().tag(sync=True)  # the position, which the browser paints

    @helpful
    def __init__(
        self,
        position: Position | str | None = None,
        *,
        theme: str = AUTO,
    ) -> None:
        """Edit `position`, a text that `Position.parse` reads, or an empty 9×9 board.

        Raises `BoardFormatError` for text that is not a position.
        """
        shown = Position.fresh((9, 9), 10) if position is None else _position_of(position)
        super().__init__(kind="editor", theme=theme, text=str(shown))

    @traitlets.validate("text")
    def _valid(self, proposal: Any) -> str:
        check_length(len(proposal["value"]))
        position = Position.parse(proposal["value"])
        if position.view.size > LARGEST**2:
            size = "×".join(map(str, position.shape))
            raise BoardFormatError(f"{size} cells: an editor shows at most {LARGEST**2:,}")
        return str(position)

    @property
    def position(self) -> Position:
        """The drawn position."""
        return Position.parse(self.text)

    @position.setter
    def position(self, position: Position | str) -> None:
        self.text = str(_position_of(position))

    @property
    def analysis(self) -> Analysis | None:
        """The odds of the position; None while the clues contradict each other."""
        return _analysis_of(self.text)

    def actions(self) -> dict[str, Action]:
        """Return the actions that the browser asks for: to read a picture, also with answers."""
        return {"file": self._file, "answer": self._answer}

    def _answer(self, name: str, data: str, answers: dict[str, str]) -> Reply | None:
        """Read a dropped picture again, with answers to the questions about it."""
        from minevis.vision.questions import answers_of

        return self._read(name, data, partial(self._take_file, **answers_of(answers)))

    def save(self, path: str | Path, **options: Any) -> Path:
        """Save the position to a file, as `Position.save` does.

        Parameters
        ----------
        path : str or Path
            A .txt or .mine file, which `Position.load` reads; or a picture or a page.
        **options
            Options of `Position.save`.

        Returns
        -------
        Path
            The path.

        Raises
        ------
        EncoderError
            If the ending is unknown.

        Examples
        --------
        >>> Editor("mines 1\\n1#").save("position.mine").read_text()
        '2x1x1\\n1H\\n'
        """
        return self.position.save(path, **options)

    def picture(self, **look: Any) -> Picture:
        """Return the picture of the odds, or of the position while the clues contradict each other.

        It takes the options of `Position.picture`.
        """
        shown = self.analysis or self.position
        return shown.picture(**{"theme": self.still_theme, **look})

    def _take_file(self, path: Path, **answers: Any) -> Reply:
        """Read the position of a picture. Where its board goes on, covered cells are added."""
        reading = Position.from_image(path, **answers)
        top, bottom, left, right = (int(edge in reading.part) for edge in EDGES)
        view = np.pad(reading.position.view, ((top, bottom), (left, right)), constant_values=-1)
        height, width = checked_sides(*view.shape)
        self.position = Position(view, reading.position.mines)

        def flat(cells: Cells) -> list[int]:
            return [flat_of((row + top, col + left), width) for row, col in cells]

        doubts = in_words(len(reading.doubtful))
        label = "picture read doubts" if reading.doubtful else "picture read"
        told = [say(label, height=height, width=width, cells=doubts)]
        told += [say("picture part")] if reading.part else []
        told += [f"Note: {note}." for note in reading.notes]
        return {
            "text": self.text,
            "said": " ".join(told),
            "doubtful": flat(reading.doubtful),
            "questions": [_asked(each, flat) for each in reading.questions],
        }

    def fallback(self) -> dict[str, str]:
        """Return the position and its odds, to paint without Python."""
        position = self.position
        text = f"{repr(position).strip('<>')}, and the odds of its covered cells"
        return self._board_fallback(
            known_snapshot(position, self.analysis), PANELS, text, {"text": self.text}
        )

    def __repr__(self) -> str:
        return f"<Editor of {self.position!r}>"


def _asked(question: "Question", flat: Callable[[Cells], list[int]]) -> dict[str, object]:
    """Return a question with its answers, and the cells that a click on gives them."""
    answers = [
        {"label": label, "value": value, "cells": flat(_clicked(question, answer))}
        for label, value, answer in zip(
            question.labels, question.values, question.answers, strict=True
        )
    ]
    return {"text": question.text, "option": question.option, "answers": answers}


def _clicked(question: "Question", answer: object) -> Cells:
    """Return the cells that answer a question: flags, or the last cell of a board of some shape."""
    if question.option == "flags":
        return question.cells
    match answer:
        case (int(rows), int(columns)):
            return ((rows - 1, columns - 1),)
    return ()


@lru_cache(maxsize=1)
def _analysis_of(text: str) -> Analysis | None:
    try:
        return analyze(Position.parse(text))
    except (ContradictionError, TooManyCasesError):
        return None


def _position_of(value: Position | str) -> Position:
    if isinstance(value, str):
        return Position.parse(value)
    if not isinstance(value, Position):
        raise BoardFormatError(f"{value!r} is not a position, nor the text of one")
    return value
