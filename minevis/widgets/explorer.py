"""The explorer: pick a level, a seed, a first click and a player, and see it solved."""

import asyncio
from typing import Any

import ipywidgets

from minevis.core.board import LEVELS, Board
from minevis.players import PLAYERS
from minevis.playing import play
from minevis.practice.boards import LOGICS
from minevis.show.words.captions import language_of
from minevis.show.words.language import Language
from minevis.trace import Trace
from minevis.widgets.film.fallback import display_both, update_fallback
from minevis.widgets.scrubber import Scrubber

JOINED = 0.2  # seconds: changes that follow each other so quickly are solved once
ANY = ""  # a dropdown shows nothing chosen for a value of None
LABEL = "100px"  # the width of the longest label
WAITING = "mv-waiting"  # a class of style.css
AROUND = "mv-explorer"  # by which scripts know what its fields take of the room


class Explorer(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """Plain ipywidgets that drive a scrubber. `scrubber.trace` is the run shown.

    >>> Explorer().scrubber.trace.shape
    (16, 16)
    """

    def __init__(self, *, language: str | Language = "en", **options: Any) -> None:
        """Options are those of `Scrubber`."""
        to = self._to = language_of(language)
        self._soon: asyncio.TimerHandle | None = None
        self.level = ipywidgets.Dropdown(options=list(LEVELS), value="intermediate")
        self.player = ipywidgets.Dropdown(options=list(PLAYERS), value="exact")
        self.seed = ipywidgets.BoundedIntText(0, min=0, max=2**31 - 1)
        places = [(to.say(f"first {place}"), place) for place in ("corner", "middle", "own")]
        self.first = ipywidgets.Dropdown(options=places, value="corner")
        logics = [(to.say("any board"), ANY), *((logic, logic) for logic in LOGICS)]
        self.no_guess = ipywidgets.Dropdown(options=logics, value=ANY)
        self.problem = ipywidgets.Label()
        fields = ("level", "player", "seed", "first", "no_guess")
        for name in fields:
            field = getattr(self, name)
            field.description = to.say(f"explorer {name.replace('_', ' ')}")
            field.style.description_width, field.layout.width = LABEL, "270px"
            field.observe(self._changed, "value")
        self.scrubber = Scrubber(self.solve(), language=language, **options)
        children = [getattr(self, name) for name in fields]
        bar = ipywidgets.HBox(children, layout=ipywidgets.Layout(flex_flow="row wrap"))
        self.place = ipywidgets.VBox([self.scrubber])  # dims: a class on the scrubber has no effect
        super().__init__([bar, self.problem, self.place])
        self.add_class(AROUND)

    def solve(self) -> Trace:
        """The run that the fields ask for. Raises `ValueError` where there is none."""
        level = LEVELS[self.level.value]
        places = {"corner": (0, 0), "middle": (level.height // 2, level.width // 2)}
        first = places.get(self.first.value)
        logic = self.no_guess.value or None
        if logic is not None and first is None:
            raise ValueError(self._to.say("no guess without a click"))
        board = Board.random(level, seed=self.seed.value, first=first, solvable=logic)
        return play(board, self.player.value, first=first, seed=self.seed.value, progress=False)

    def _ipython_display_(self, **_: Any) -> None:
        scrubber = self.scrubber
        display_both(super()._repr_mimebundle_(), scrubber.fallback, scrubber.fallback_class)
        scrubber.complete()

    def _changed(self, _: object) -> None:
        """Say at once that it is being solved, and wait a moment for what else may change."""
        self.problem.value = self._to.say("solving")
        self.place.add_class(WAITING)
        if self._soon is not None:
            self._soon.cancel()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # no notebook: nobody changes anything meanwhile
            return self._show()
        self._soon = loop.call_later(JOINED, self._show)
        return None

    def _show(self) -> None:
        """Show the run that the fields ask for, or say why there is none."""
        said = ""
        try:
            self.scrubber.show(self.solve())
            self.scrubber.complete()
        except ValueError as error:
            said = str(error)
        self.problem.value = said
        if said:
            return  # the run of before stays dimmed: it is not what the fields say
        self.place.remove_class(WAITING)
        update_fallback(self.scrubber.fallback(), self.scrubber.fallback_class)


def explorer(**options: Any) -> Explorer:
    """Fields for level, seed, first click and player, and a scrubber that shows the game.

    >>> explorer(theme="dark").scrubber.theme
    'dark'
    """
    return Explorer(**options)
