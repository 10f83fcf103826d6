"""The scrubber in a notebook: a widget whose step, speed and playing Python shares."""

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import traitlets

from minevis.film.cards import key_moment
from minevis.game.position import Position
from minevis.render.panels import PANELS, cell_panels, panel
from minevis.reviews.curve import CurveData, curve_of
from minevis.reviews.review import board_of
from minevis.trace.snapshot import Snapshot
from minevis.trace.trace import Trace
from minevis.utils.checks import check_count
from minevis.utils.codec import Whole, one_of
from minevis.utils.hints import helpful
from minevis.web.boards import Editor
from minevis.web.page import save
from minevis.web.trace_pack import (
    SEARCH_STEPS,
    TREE,
    PanelChanges,
    opening_changes,
    panel_changes,
    trace_pack,
)
from minevis.web.widgets import Action, PackWidget, Reply, ValueTraitError, WidgetWithFallback

if TYPE_CHECKING:
    from minevis.web.playground import Playground


MOST_OPEN = 16  # boards that views of a scrubber have open; of more, the oldest is closed


class Scrubber(PackWidget):
    """A widget to play a trace, step through it, ask about cells, and play on.

    You can set all traits, and observe them with `scrubber.observe(f, "step")`. While the scrubber
    plays, `step` does not change; it is set on a pause and on every seek.

    Parameters
    ----------
    trace : Trace
        The trace to show.
    panels : iterable of str, optional
        The names of one or two panels. "tree" comes on its own or next to a board.
    step : int, optional
        The event to start at.
    detail : int
        0 shows moves, 1 reasons too, 2 the steps of searches too.
    steps : int
        The largest number of search steps to show.
    **traits
        `playing`, `speed` (beats per second) and `theme`. Up to a speed of 6, a new sentence stays
        until it can be read.

    Attributes
    ----------
    step : int
        The number of the event shown: you see `trace[scrubber.step]`.

    Examples
    --------
    >>> import minevis as mv
    >>> trace = mv.play(mv.Board.parse("*."), first=(0, 1))
    >>> Scrubber(trace, step=2).snapshot is not None
    True
    """

    kind = traitlets.Unicode("scrubber").tag(sync=True)
    detail = traitlets.Int(2).tag(sync=True)
    panels: traitlets.List[str] = traitlets.List().tag(sync=True)

    @helpful
    def __init__(
        self,
        trace: Trace,
        *,
        panels: Iterable[str] | None = None,
        step: int | None = None,
        detail: int = 2,
        steps: int = SEARCH_STEPS,
        **traits: Any,
    ) -> None:
        """Show `trace`, as `Trace.scrubber` does. Raises `ValueError` for impossible values."""
        detail = check_count("detail", detail, least=0, most=2)
        if panels is not None:  # which, as one by one, is for frames too
            traits["panels"] = list(panels) if isinstance(panels, Iterator) else panels
        kept = {"detail": detail, "steps": steps}
        self._options: dict[str, Any] = kept
        self.trace = trace
        step = key_moment(trace) if step is None else step
        super().__init__(step=step, detail=detail, **traits)
        self.opened: WidgetWithFallback | None = None  # the board that the browser asked for last
        self._open_boards: dict[str, WidgetWithFallback] = {}  # by the names of their models
        self._shape: tuple[Trace, CurveData | None] | None = None
        self._changes: PanelChanges | None = None
        self.film = self._packed(trace, opening_changes(trace, self.step, **kept))

    def complete(self) -> PanelChanges:
        """Send the rest of the film; its first moment was sent at once.

        The scrubber calls it when it is displayed, after its first picture is sent.
        """
        if self._changes is None:
            self._changes = panel_changes(self.trace, **self._options)
            self.film = self._packed(self.trace, self._changes)
        return self._changes

    def _packed(self, trace: Trace, changes: PanelChanges) -> bytes:
        """Return the film with the tiles of the current theme. More are sent on request."""
        look: dict[str, Any] = {**self._options, "theme": self.theme}
        return trace_pack(trace, changes=changes, themes=self._themes_sent(), **look)

    def show(self, trace: Trace) -> None:
        """Show a trace. It starts at a key moment.

        Parameters
        ----------
        trace : Trace
            The trace to show.
        """
        step = key_moment(trace)
        packed = self._packed(trace, opening_changes(trace, step, **self._options))
        with self.hold_sync():
            self.playing = False
            self.trace, self._changes = trace, None
            self.step = step
            self.film = packed

    @property
    def run(self) -> Trace:
        """The trace shown."""
        return self.trace

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot shown: `trace[step]`."""
        return self.trace[self.step]

    def save(
        self,
        path: str | Path,
        *,
        title: str | None = None,
        theme: str | None = None,
        detail: int | None = None,
        steps: int | None = None,
        answers: bool | None = None,
        progress: bool | None = None,
    ) -> Path:
        """Write the scrubber as one HTML file that works offline.

        Parameters
        ----------
        path : str or Path
            The .html file; or a .png file of the event shown.
        title : str, optional
            Title of the page. By default a description and the name of the file.
        theme, detail, steps : optional
            As in `Trace.scrubber`. By default as in the widget.
        answers : bool, optional
            Keep the chance to win over the timeline, and the cost of guesses. By default on boards
            of at most 5,000 cells. The page works out odds and proofs itself.
        progress : bool, optional
            Show a bar, on by default.
        """
        asked = {"title": title, "theme": theme, "detail": detail, "steps": steps}
        more = {"answers": answers, "progress": progress}
        return self._save(path, partial(save, **self._options), self.trace, **asked, **more)

    @traitlets.validate("panels")
    def _check_panels(self, proposal: Any) -> list[str]:
        most, count = len(PANELS), len(proposal["value"])
        if count > most:
            raise ValueTraitError(f"{count:,} panels: a scrubber shows at most {most}")
        for each in proposal["value"]:
            try:
                name = panel(each).name
            except ValueError as error:
                raise ValueTraitError(str(error)) from error
            if name not in (*cell_panels(), TREE):
                raise ValueTraitError(
                    f"no panel {name!r} in a scrubber: it is drawn by Python, for frames and "
                    "films; the browser gets maps of cells that add_panel has registered"
                )
        return list(proposal["value"])

    def actions(self) -> dict[str, Action]:
        """Return what the browser asks for, such as the rest of the film or a board to play on."""
        return {
            **super().actions(),
            "there": lambda: None,
            "rest": self._rest,
            "open": self._open,
            "close": self._close,
        }

    def _rest(self) -> None:
        self.complete()

    def _pictures(self) -> tuple[int, ...]:
        return tuple(self.complete().pictures)

    def _curve(self) -> list[CurveData | None]:
        """The curve of the trace, worked out once, when it is first asked for."""
        if self._shape is None or self._shape[0] is not self.trace:
            self._shape = self.trace, curve_of(self.trace)
        return [self._shape[1]]

    def play_on(self, step: int | None = None) -> "Playground":
        """Return the position of an event as a game to play on.

        After the end the mines are the game's own. Before, they are drawn from the layouts that
        fit.

        Parameters
        ----------
        step : int, optional
            The number of the event. By default the one shown.

        Returns
        -------
        Playground
            The game.

        Examples
        --------
        >>> scrubber = mv.play(mv.Board.random("beginner", seed=3), first=(0, 0)).scrubber()
        >>> scrubber.play_on(1)
        <Playground 9×9, 10 mines>
        """
        from minevis.web.playground import Playground

        level = board_of(self.trace) or "beginner"
        return Playground(level, position=self._position(step), theme=self.theme)

    def edit(self, step: int | None = None) -> Editor:
        """Return the position of an event in an editor.

        Parameters
        ----------
        step : int, optional
            The number of the event. By default the one shown.

        Returns
        -------
        Editor
            The editor.

        Examples
        --------
        >>> scrubber = mv.play(mv.Board.random("beginner", seed=3), first=(0, 0)).scrubber()
        >>> scrubber.edit(1)
        <Editor of <Position 9×9, 10 mines, ...>>
        """
        return Editor(self._position(step), theme=self.theme)

    def _position(self, step: int | None) -> Position:
        shown = self.trace[self.step if step is None else step]
        return Position(shown.view, shown.mines)

    def _open(self, kind: Annotated[str, one_of("playground", "editor")], step: Whole) -> Reply:
        """Open a board at a moment for the browser: the name of its model, None if it cannot be."""
        try:
            self.opened = self.edit(step) if kind == "editor" else self.play_on(step)
        except (ValueError, IndexError, AssertionError):  # the last: marimo makes
            return {"model": None}  # widgets in cells only
        name = str(self.opened.model_id)
        if len(self._open_boards) >= MOST_OPEN:
            self._close(next(iter(self._open_boards)))
        self._open_boards[name] = self.opened
        return {"model": name}

    def _close(self, name: str) -> None:
        """Close a board left by the browser: otherwise it would stay in memory."""
        if name in self._open_boards:
            self._open_boards.pop(name).close()

    def _ipython_display_(self, **options: Any) -> None:
        super()._ipython_display_(**options)
        self.complete()
