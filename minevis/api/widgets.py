"""The explorer: plain widgets to choose a game, around a scrubber of it."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import ipywidgets

from minevis.api.playing import play
from minevis.film.picture import Picture
from minevis.game.board import LEVELS, Board
from minevis.players import PLAYERS
from minevis.practice.boards import LOGICS, no_guess_board
from minevis.trace.trace import Trace
from minevis.utils.checks import check_count
from minevis.utils.hints import unknown_name
from minevis.web.fallback import display_both, update_fallback
from minevis.web.scrubber import Scrubber

JOINED = 0.2  # seconds: faster changes are solved together
FIELDS = {
    "level": "Level",
    "player": "Player",
    "seed": "Seed",
    "first": "First click",
    "no_guess": "No guess, by",
}
PLACES = (("corner", "corner"), ("middle", "middle"), ("player’s choice", "own"))
LAST_SEED = 2**31 - 1
ANY = ""  # a dropdown shows an empty choice for None
LABEL = "100px"  # the width of the longest label
WAITING = "mv-waiting"  # a class of style.css
AROUND = "mv-explorer"  # the class by which scripts know the room for the fields


class Explorer(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """Plain ipywidgets around a scrubber. `scrubber.trace` is the run shown."""

    def __init__(
        self,
        *,
        level: str = "intermediate",
        player: str = "exact",
        seed: int = 0,
        first: str = "corner",
        no_guess: str | None = None,
        **options: Any,
    ) -> None:
        """Keywords are the first values of fields; further options are as in `Scrubber`.

        `first` is "corner", "middle" or "own" (the player's choice); `no_guess` names a logic of
        `mv.LOGICS` that must solve the board without a guess, like `no_guess` elsewhere. Raises
        `ValueError` for values a field does not offer.
        """
        self._soon: asyncio.TimerHandle | None = None
        self.problem = ipywidgets.Label()
        self.code = ipywidgets.HTML()  # text to select and copy
        self._make_fields(level, player, seed, first)
        if no_guess is not None:
            self.no_guess.value = _one_of("no_guess", no_guess, LOGICS)
        children = [self._labelled(name) for name in FIELDS]
        self.scrubber = Scrubber(self.solve(), **options)
        bar = ipywidgets.HBox(children, layout=ipywidgets.Layout(flex_flow="row wrap"))
        self.place = ipywidgets.VBox([self.scrubber])  # dims: a class on the scrubber has no effect
        super().__init__([bar, ipywidgets.HBox([self.code, self.problem]), self.place])
        self.add_class(AROUND)
        self._write_code()

    def _make_fields(self, level: object, player: object, seed: object, first: object) -> None:
        """Fields with these values, or `ValueError`; any board will do."""
        choice = ipywidgets.Dropdown
        self.level = choice(options=list(LEVELS), value=_one_of("level", level, LEVELS))
        self.player = choice(options=list(PLAYERS), value=_one_of("player", player, PLAYERS))
        number = check_count("seed", seed, least=0, most=LAST_SEED)
        self.seed = ipywidgets.BoundedIntText(number, min=0, max=LAST_SEED)
        self.first = choice(
            options=PLACES, value=_one_of("first click", first, [place for _, place in PLACES])
        )
        logics = [("any board", ANY), *((logic, logic) for logic in LOGICS)]
        self.no_guess = choice(options=logics, value=ANY)

    def _labelled(self, name: str) -> ipywidgets.DOMWidget:
        """Return the labelled field of that name, with an observer."""
        field = getattr(self, name)
        field.description = FIELDS[name]
        field.style.description_width, field.layout.width = LABEL, "270px"
        field.observe(self._changed, "value")
        return field

    def _first_click(self) -> tuple[int, int] | None:
        level = LEVELS[self.level.value]
        places = {"corner": (0, 0), "middle": (level.height // 2, level.width // 2)}
        return places.get(self.first.value)

    def _write_code(self) -> None:
        """Show the code for the game; no field contains text that needs escaping."""
        level, seed, first = self.level.value, self.seed.value, self._first_click()
        click = "" if first is None else f", first={first}"
        board = f'"{level}"' if first else f'mv.Board.random("{level}", seed={seed})'
        if self.no_guess.value:
            board = f'mv.no_guess_board("{level}", "{self.no_guess.value}", seed={seed}{click})'
        code = f'mv.play({board}, "{self.player.value}"{click}, seed={seed})'
        self.code.value = f"<code>{code}</code>"

    def solve(self) -> Trace:
        """Return the run described by the fields. Raises `ValueError` for invalid fields."""
        level, first = LEVELS[self.level.value], self._first_click()
        logic = self.no_guess.value or None
        if logic is None:
            board = Board.random(level, seed=self.seed.value, first=first)
        elif first is None:
            raise ValueError(
                "A board without a guess needs a first click: the corner or the middle."
            )
        else:
            board = no_guess_board(level, logic, seed=self.seed.value, first=first)
        return play(board, self.player.value, first=first, seed=self.seed.value, progress=False)

    def save(self, path: str | Path, **options: Any) -> Path:
        """Write the scrubber's page, or the picture of its event, as `Scrubber.save` does."""
        return self.scrubber.save(path, **options)

    def picture(self, **look: Any) -> Picture:
        """Return the picture of the event shown, as `Scrubber.picture` does."""
        return self.scrubber.picture(**look)

    def _ipython_display_(self, **_: Any) -> None:
        scrubber = self.scrubber
        display_both(super()._repr_mimebundle_(), scrubber.fallback, scrubber.fallback_class)
        scrubber.complete()

    def _changed(self, _: object) -> None:
        """Announce the solving at once, and wait a moment for other changes."""
        self.problem.value = "Solving…"
        self.place.add_class(WAITING)
        if self._soon is not None:
            self._soon.cancel()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # outside a notebook nothing changes meanwhile
            return self._show()
        self._soon = loop.call_later(JOINED, self._show)
        return None

    def _show(self) -> None:
        """Show the run described by the fields, or the error."""
        message = ""
        try:
            self.scrubber.show(self.solve())
            self.scrubber.complete()
        except ValueError as error:
            message = str(error)
        self.problem.value = message
        if message:
            return  # the old run stays dimmed: it differs from the fields
        self.place.remove_class(WAITING)
        self._write_code()
        update_fallback(self.scrubber.fallback(), self.scrubber.fallback_class)


def _one_of(name: str, value: object, known: Iterable[str]) -> str:
    """`value`, if a field offers it."""
    names = list(known)
    if not isinstance(value, str) or value not in names:
        raise ValueError(unknown_name(name, value, names))
    return value


def explorer(**options: Any) -> Explorer:
    """Return fields for level, seed, first click and player, with a scrubber of the game.

    Parameters
    ----------
    **options
        The first values of the fields: `level`, `seed`, `first`, `player`; and options of
        `Scrubber`.

    Returns
    -------
    Explorer
        The widget.

    Examples
    --------
    >>> explorer(level="beginner", theme="dark").scrubber.trace.shape
    (9, 9)
    """
    return Explorer(**options)
