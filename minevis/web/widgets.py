"""The base widgets: scripts and words, a view without Python, and the playing of a film."""

from abc import abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import anywidget
import ipywidgets
import traitlets

from minevis.film.picture import Picture
from minevis.render.options import drop_none
from minevis.render.tiles.theme import THEMES
from minevis.utils.codec import arguments_of
from minevis.utils.hints import did_you_mean, unknown_name
from minevis.utils.options import PAGES
from minevis.utils.showing import write_as
from minevis.web.fallback import display_both, still_bundle, with_class
from minevis.web.javascript import (
    browser_words,
    notebook_script,
    notebook_style,
    short_notebook_script,
)
from minevis.web.output_cells import jupyter_shell
from minevis.web.sheets import theme_sheets
from minevis.web.trace_pack import AUTO, browser_theme
from minevis.words.english import say

Reply = dict[str, object]
Action = Callable[..., Reply | None]
LIGHT_AND_DARK = ("paper", "dark")  # themes between which "auto" chooses, in the browser
SLOWEST, FASTEST = 0.25, 240.0  # beats a second
FROM_BROWSER = {"text", "step", "playing", "speed", "theme", "panels"}  # traits it may set
FROM_BROWSER.update(ipywidgets.DOMWidget.class_trait_names())


class ValueTraitError(traitlets.TraitError, ValueError):
    """An invalid value of a trait: an error of traitlets, and a `ValueError`."""


class ThemeName(traitlets.Enum):  # type: ignore[type-arg]
    """The name of a theme, or "auto" for the host's. Raises `ValueTraitError` for unknown names."""

    def __init__(self, **metadata: Any) -> None:
        super().__init__([AUTO, *THEMES], default_value=AUTO, **metadata)

    def default(self, obj: Any = None) -> str:
        """The chosen theme."""
        return browser_theme(AUTO)

    def validate(self, obj: Any, value: Any) -> str:
        """`value`, once it is such a name."""
        try:
            return browser_theme(value)
        except ValueError as error:
            raise ValueTraitError(str(error)) from None


class Program(ipywidgets.Widget):  # type: ignore[misc]  # which has no types
    """The script and the style of all widgets of a notebook.

    A notebook saved with widget state contains them once, not once per widget.
    """

    script = traitlets.Unicode(notebook_script()).tag(sync=True)
    style = traitlets.Unicode(notebook_style()).tag(sync=True)


_programs: list[Program] = []  # the one of this notebook's Python


def shared_program() -> Program | None:
    """Return the program of all widgets; None if no window shows all its widgets, as in marimo."""
    if jupyter_shell() is None:
        return None
    if not _programs or _programs[0].comm is None:  # closed, as by `Widget.close_all`
        _programs[:] = [Program()]
    return _programs[0]


def _show_stills_before_boxes() -> None:
    """Let Jupyter display the fallbacks of widgets in a box before its view."""
    formatter = jupyter_shell().display_formatter.mimebundle_formatter
    formatter.for_type(ipywidgets.Box, _view_after_stills)


def _view_after_stills(box: Any) -> Any:
    for widget in _widgets_in(box):
        widget.publish_still()
    return box._repr_mimebundle_()


def _widgets_in(widget: Any) -> Iterator["WidgetWithFallback"]:
    if isinstance(widget, WidgetWithFallback):
        yield widget
    for each in getattr(widget, "children", ()):
        yield from _widgets_in(each)


class WidgetWithFallback(anywidget.AnyWidget):
    """A widget that leaves something to see in a notebook that is only read."""

    _esm = notebook_script()
    _css = notebook_style()

    kind = traitlets.Unicode().tag(sync=True)  # which part of the script it is
    program = traitlets.Instance(Program, allow_none=True).tag(
        sync=True, **ipywidgets.widget_serialization
    )
    words = traitlets.Dict().tag(sync=True)  # every label in the browser
    fallback_class = traitlets.Unicode().tag(sync=True)  # by which a living widget hides it

    def __init__(self, **traits: Any) -> None:
        """Make a widget. Raises `TypeError` for unknown traits, `ValueError` for wrong values."""
        for name in traits:
            if not self.has_trait(name):
                near = did_you_mean(name, self.trait_names(), "options")
                raise TypeError(f"{type(self).__name__} takes no option {name!r}{near}")
        if program := shared_program():
            _show_stills_before_boxes()
            traits |= {"program": program, "_esm": short_notebook_script(), "_css": ""}
        words = browser_words()
        try:
            super().__init__(words=words, fallback_class=f"minevis-{uuid4().hex}", **traits)
        except traitlets.TraitError as error:
            raise ValueTraitError(str(error)) from None
        self.on_msg(self._receive)

    def __dir__(self) -> list[str]:
        """Return the names that notebooks complete: names added by a kind of widget."""
        return sorted({*super().__dir__()} - {*dir(WidgetWithFallback)})

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take changes from a browser, except of traits that only Python sets."""
        super().set_state({name: sync_data[name] for name in sync_data if name in FROM_BROWSER})

    @abstractmethod
    def fallback(self) -> dict[str, str]:
        """The MIME bundle that replaces the widget without Python."""

    @abstractmethod
    def picture(self, **look: Any) -> Picture:
        """Return what the widget shows, as a picture."""

    def actions(self) -> dict[str, Action]:
        """Return what the browser can ask for, by name.

        The annotations of an action are the types of its part of a message.
        """
        return {}

    def do(self, action: str, /, **details: Any) -> Reply:
        """Run an action: `action` is a name of `actions`.

        Returns the reply for the browser. Raises `ValueError` for an unknown or refused action.
        """
        known = self.actions()
        if action not in known:
            raise ValueError(unknown_name("action", action, known))
        return known[action](**arguments_of(known[action], details)) or {}

    def _receive(self, _: object, message: object, __: object) -> None:
        """Run the action that a browser's message names, and reply under its number."""
        if not isinstance(message, dict) or "do" not in message:
            return
        details = {name: message[name] for name in message if name not in ("do", "number")}
        reply: Reply = {}
        try:
            reply = self.do(str(message["do"]), **details)
        except ValueError as error:  # other errors are bugs
            reply = {"refused": sentence(error)}
        finally:  # after an error too: the browser waits for it
            buffers = reply.pop("buffers", None)
            self.send({"reply": message.get("number"), **reply}, buffers)

    @property
    def still_theme(self) -> str | None:
        """The theme of its pictures: None for the chosen one."""
        return None if self.theme == AUTO else str(self.theme)

    def _save(
        self, path: str | Path, save: Callable[..., Path], *shown: object, **asked: object
    ) -> Path:
        """Write the page of what is shown by `save`, or the picture, by the ending of the path."""

        def page(path: Path, **options: Any) -> Path:
            return save(path, *shown, **{"theme": self.theme, **options})

        writers = {**dict.fromkeys(PAGES, page), ".png": self._save_still}
        return write_as(path, writers, **drop_none(**asked))

    def _save_still(self, path: Path, **look: Any) -> Path:
        return self.picture(**look).save(path)

    def publish_still(self) -> None:
        """Display the fallback."""
        from IPython.display import publish_display_data

        publish: Any = publish_display_data
        publish(with_class(self.fallback(), self.fallback_class))

    def _ipython_display_(self, **_: Any) -> None:
        for widget in ipywidgets.widgets.widget._instances.values():
            if isinstance(widget, ipywidgets.Output) and widget.msg_id:
                captured, widget.msg_id = widget.msg_id, ""  # not saved with the notebook
                self.publish_still()
                widget.msg_id = captured
        display_both(super()._repr_mimebundle_(), self.fallback, self.fallback_class)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget and its fallback in one, for hosts that take one bundle only."""
        view = super()._repr_mimebundle_(**options)
        data, *metadata = view if isinstance(view, tuple) else (view,)
        together = {**self.fallback(), **(data or {}), "text/plain": repr(self)}
        return (together, *metadata) if metadata else together


class PackWidget(WidgetWithFallback):
    """A widget that plays a film, of one run or of several."""

    film = traitlets.Bytes().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    speed = traitlets.Float(6.0).tag(sync=True)
    theme = ThemeName().tag(sync=True)

    unit = "trace has the events"  # whose number is `step`

    @property
    def run(self) -> Any:
        """What it plays."""
        raise NotImplementedError

    def picture(self, **look: Any) -> Picture:
        """Return the picture of the step shown, with the options of the run's `picture`."""
        picture: Picture = self.run.picture(self.step, **{"theme": self.still_theme, **look})
        return picture

    def fallback(self) -> dict[str, str]:
        """The first view, as a picture."""
        return still_bundle(self.run, self.step, note=say("needs kernel"), theme=self.theme)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.run!r}, step {self.step}>"

    @traitlets.validate("step")
    def _check_step(self, proposal: Any) -> int:
        step, last = proposal["value"], len(self.run) - 1
        if not 0 <= step <= last:
            raise ValueTraitError(f"step={step}: this {self.unit} 0 to {last}")
        return int(step)

    def _themes_sent(self) -> tuple[str, ...]:
        """The themes whose tiles come with the film. More are sent on request."""
        return LIGHT_AND_DARK if self.theme == AUTO else (self.theme,)

    @traitlets.validate("speed")
    def _check_speed(self, proposal: Any) -> float:
        speed = proposal["value"]
        if not SLOWEST <= speed <= FASTEST:
            raise ValueTraitError(f"speed={speed}: beats a second, {SLOWEST} to {FASTEST:.0f}")
        return float(speed)

    def actions(self) -> dict[str, Action]:
        """Return what the browser asks for: the curves of a film, and the tiles of a theme."""
        return {"curve": lambda: {"answer": self._curve()}, "tiles": self._tiles}

    def _tiles(self, theme: str) -> Reply:
        if theme not in THEMES:  # no folder of a custom one
            raise ValueError(unknown_name("theme", theme, THEMES))
        return {"buffers": [*theme_sheets(theme, self._pictures(), small=False).values()]}

    @abstractmethod
    def _curve(self) -> object:
        """Return the curves over the timeline."""

    @abstractmethod
    def _pictures(self) -> tuple[int, ...]:
        """Return the pictures in the film."""


def sentence(error: Exception) -> str:
    """The message of an error as a sentence."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."
