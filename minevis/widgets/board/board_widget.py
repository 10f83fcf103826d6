"""The widget that playground and editor share: a state that Python fills, and its deeds."""

from base64 import b64encode
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import traitlets

from minevis.core.snapshot import Snapshot
from minevis.show.tiles.theme import THEMES
from minevis.widgets.base import Readable
from minevis.widgets.board.position_view import atlas_pack
from minevis.widgets.film.fallback import picture, portrait

AT_REST = "Run this cell in a notebook to use it: it needs a kernel."


class Live(Readable):
    """A board in the browser. The browser names a deed, Python does it and shows the state."""

    atlas = traitlets.Bytes().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)
    theme = traitlets.Enum(list(THEMES), default_value="paper").tag(sync=True)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._moment = 0
        self.atlas = atlas_pack()
        self.on_msg(self._hear)

    def do(self, deed: str, **details: Any) -> dict[str, Any]:
        """Do what the browser asks by a message: `deed` is a name of `deeds`.

        Returns the reply, and brings `state` up to date. What the rules forbid is
        said in the caption.
        """
        try:
            act = self.deeds()[deed]
            reply = act(**details) or {}
        except (KeyError, TypeError, ValueError, IndexError) as error:
            self._say("NO", "mine", sentence(error))
            reply = {}
        self._show()
        return reply

    def deeds(self) -> dict[str, Callable[..., dict[str, Any] | None]]:
        """What can be done, by name."""
        raise NotImplementedError

    def _say(
        self, badge: str, role: str, text: str, marks: Any = (), links: Sequence[int] = ()
    ) -> None:
        """What the caption says next, and the cells it marks: pairs of a flat cell and a mark.

        `links` are lines over the cells, as `minevis.widgets.film.lines.links_of` gives them.
        """
        self._caption = {"badge": badge, "role": role, "text": text}
        self._marks = dict(marks)
        self._links = list(links)

    def _tell(self, told: dict[str, Any], badge: str | None = None) -> None:
        """Say an answer of `minevis.widgets.film.answers`, under another badge if one is given."""
        words = badge or told["badge"], told["role"], told["text"]
        self._say(*words, told["marks"], told.get("links", ()))

    def _show(self) -> None:
        self._moment += 1
        self.state = {**self._picture(), "links": self._links, "moment": self._moment}

    def _picture(self) -> dict[str, Any]:
        raise NotImplementedError

    def _portrait(self, snapshot: Snapshot, panels: tuple[str, ...], text: str) -> dict[str, Any]:
        """A still that shows one moment, with `text` for those who cannot see it."""
        png = portrait(snapshot, theme=self.theme, panels=panels)
        html = f"{picture(png, text)}<p>{escape(AT_REST)}</p>"
        return {"text/html": html, "image/png": b64encode(png).decode(), "text/plain": repr(self)}

    def _hear(self, _: Any, message: Any, __: Any) -> None:
        if not isinstance(message, dict) or "do" not in message:
            return
        details = {name: message[name] for name in message if name not in ("do", "number")}
        reply = self.do(str(message["do"]), **details)
        self.send({"reply": message.get("number"), **reply})


def sentence(error: Exception) -> str:
    """The message of an error as a sentence."""
    text = str(error.args[0] if isinstance(error, KeyError) and error.args else error)
    return f"{text[:1].upper()}{text[1:]}."
