"""The base widget of playground and editor: a state filled by Python, and its actions."""

import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping
from html import escape
from inspect import signature
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import traitlets

from minevis.errors import BoardFormatError, IllegalMoveError, unknown_name
from minevis.game.grid import Cell
from minevis.game.position import Position
from minevis.trace.serialization import whole_number
from minevis.trace.snapshot import Snapshot
from minevis.web.board.position_view import atlas_pack, board_sheets
from minevis.web.board.standalone import LARGEST
from minevis.web.film.fallback import board_png, in_front, picture_bundle
from minevis.web.film.film import AUTO, browser_theme
from minevis.web.film.outputs import with_shared_program
from minevis.web.film.pack import pack, text_of
from minevis.web.film.page import hidden_heading, standalone
from minevis.web.javascript import page_script
from minevis.web.widget_with_fallback import ThemeName, WidgetWithFallback
from minevis.words.english import BADGES, NEEDS_JAVASCRIPT, NEEDS_KERNEL

MOST_DROPPED = 16 << 20  # bytes of a dropped file
MOST_TEXT = 1 << 18  # characters of a board: more than any drawing of the largest one
LONGEST_SUFFIX = 9
Reply = dict[str, object]
Action = Callable[..., Reply | None]


class BoardWidget(WidgetWithFallback):
    """A board in the browser. The browser names an action; Python does it and shows the state."""

    RISKY: tuple[str, ...] = ()  # actions refused on an outdated state

    atlas = traitlets.Bytes().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)
    theme = ThemeName().tag(sync=True)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._moment = 0
        self.atlas = atlas_pack()
        self.on_msg(self._receive)

    def do(self, action: str, **details: Any) -> Reply:
        """Run an action requested by the browser: `action` is a name of `actions`.

        Returns the reply, and updates `state`. The caption reports forbidden moves. Raises
        `ValueError` for an unknown action.

        >>> import minevis as mv
        >>> playground = mv.Playground("beginner")
        >>> playground.do("flag", cell=80)
        {}
        >>> playground.state["caption"]["text"]
        'A flag marks (8, 8): 9 mines left by your flags.'
        """
        known = self.actions()
        if action not in known:
            raise ValueError(unknown_name("action", action, known))
        try:
            reply = known[action](**details) or {}
        except ValueError as error:  # as for all refusals; other errors are bugs
            self._say("refused", "mine", sentence(error))
            reply = {}
        self._show()
        return reply

    @property
    def position(self) -> Position:
        """The position shown."""
        raise NotImplementedError

    def _cell(self, flat: object) -> Cell:
        """Return the cell for a flat index from the browser."""
        height, width = self.position.shape
        try:
            row, col = divmod(whole_number(flat, 0, height * width - 1), width)
        except ValueError as error:
            raise IllegalMoveError(f"cell {error}: the board is {height}×{width}") from error
        return row, col

    def actions(self) -> Mapping[str, Action]:
        """The actions, by name."""
        raise NotImplementedError

    def _file(self, name: str, data: str) -> Reply | None:
        """Take a file dropped on the widget: its name, and its bytes in base 64.

        It is written to a temporary folder, since readers need files.
        """
        name, data = text_of_message(name), text_of_message(data)
        if len(data) > MOST_DROPPED * 4 // 3 + 4:
            raise ValueError(f"{name}: more than {MOST_DROPPED >> 20} MB")
        try:
            content = b64decode(data, validate=True)
        except ValueError as error:
            raise ValueError(f"{name}: it did not arrive whole") from error
        suffix = re.sub(r"[^.a-z0-9]", "", Path(name).suffix.lower())[:LONGEST_SUFFIX]
        with TemporaryDirectory() as folder:
            path = Path(folder, f"dropped{suffix}")
            path.write_bytes(content)
            try:
                return self._take_file(path)
            except (ValueError, OSError, ModuleNotFoundError) as error:
                raise ValueError(str(error).replace(str(path), f"“{name}”")) from error

    def _take_file(self, path: Path) -> Reply | None:
        """Read a dropped file. Raises `ValueError` for a useless one."""
        raise NotImplementedError

    def _say(
        self,
        badge: str,
        role: str,
        text: str,
        marks: Mapping[int, int] | Iterable[tuple[int, int]] = (),
    ) -> None:
        """Set the next caption, under the named badge, and the flat cells it marks."""
        self._caption = {"badge": BADGES[badge], "role": role, "text": text}
        self._marks = {int(cell): int(mark) for cell, mark in dict(marks).items()}

    def _show(self) -> None:
        self._moment += 1
        self.state = {**self._view(), "moment": self._moment}

    def _view(self) -> dict[str, object]:
        """Return the state for the browser: sizes, a code per cell and panel, a caption."""
        raise NotImplementedError

    def _board_fallback(
        self, snapshot: Snapshot, panels: tuple[str, ...], text: str, start: Mapping[str, object]
    ) -> dict[str, str]:
        """Return a board that works without Python, over a picture of one moment, as a MIME bundle.

        `text` describes it. `start` is the initial board for `static/standalone/boards.js`.
        """
        png = board_png(snapshot, theme=self.theme, panels=panels)
        still = picture_bundle(png, text, repr(self), NEEDS_KERNEL)
        page = board_page(text, {"kind": self.kind, **start}, theme=self.theme)
        return in_front(still, with_shared_program(page), text, snapshot.shape[0])

    def _refuse_late(self) -> None:
        """Report that a click was meant for an outdated state."""
        text = "The board has changed since this click was made, so it did nothing."
        self._say("refused", "mine", text)

    def _request(self, action: str, details: Mapping[str, object]) -> Reply:
        """Run an action by its name and arguments, as in a message. Unknown actions are refused."""
        try:
            known = self.actions().get(action)
            if known is None:
                raise ValueError(f"there is no action {action!r:.40}")
            signature(known).bind(**details)
        except (TypeError, ValueError) as error:
            self._say("refused", "mine", sentence(error))
            self._show()
            return {}
        return self.do(action, **details)

    def _receive(self, _: object, message: object, __: object) -> None:
        """Run the request in a browser's message, and reply under its number.

        A click waits while Python is busy. If the board has changed in the meantime, the click
        could lose the game: it is refused.
        """
        if not isinstance(message, dict) or "do" not in message:
            return
        sent = ("do", "number", "moment")
        details = {name: message[name] for name in message if name not in sent}
        action = str(message["do"])
        reply: Reply = {}
        try:
            if action in self.RISKY and message.get("moment", self._moment) != self._moment:
                self._refuse_late()
                self._show()
            else:
                reply = self._request(action, details)
        finally:  # after an error too: the browser waits for it
            self.send({"reply": message.get("number"), **reply})


def board_page(title: str, start: Mapping[str, object], *, theme: str = AUTO) -> str:
    """Return one HTML page with a board that works without Python; `start` is the initial board."""
    head, images = board_sheets()
    packed = text_of(
        pack({"atlas": head, "board": {**start, "theme": browser_theme(theme)}}, images)
    )
    content = (
        f'{hidden_heading(title)}<script type="text/plain" class="minevis-board">{packed}</script>'
        f'<div class="minevis"><noscript>{escape(NEEDS_JAVASCRIPT)}</noscript></div>'
    )
    return standalone(content, page_script(), title=title, theme=theme, style_first=False)


def check_length(length: int) -> None:
    """Raise `BoardFormatError` for a text too long for a board drawn by hand."""
    if length > MOST_TEXT:
        raise BoardFormatError(f"the text is too long for a board of {LARGEST}×{LARGEST} cells")


def text_of_message(value: object) -> str:
    """`value` of a message, once it is a text. Raises `BoardFormatError`."""
    if not isinstance(value, str):
        raise BoardFormatError(f"{value!r:.40} is no text")
    return value


def sides_of(height: object, width: object) -> tuple[int, int]:
    """Return the sides of a board chosen by hand. Raises `BoardFormatError` beyond `LARGEST`."""
    try:
        return whole_number(height, 1, LARGEST), whole_number(width, 1, LARGEST)
    except ValueError as error:
        raise BoardFormatError(f"{height!r:.40}×{width!r:.40} cells: {error}") from error


def sentence(error: Exception) -> str:
    """The message of an error as a sentence."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."
