"""The explorer: pick a level, a seed, a first click and a player, and see it solved."""

from typing import Any

import ipywidgets

from minevis.core.board import LEVELS, Board
from minevis.players import PLAYERS
from minevis.playing import play
from minevis.trace import Trace
from minevis.widgets.film.fallback import renew, show
from minevis.widgets.scrubber import Scrubber


class Explorer(ipywidgets.VBox):
    """Plain ipywidgets that drive a scrubber. `scrubber.trace` is the run shown."""

    def __init__(self, **options: Any) -> None:
        """Options are those of `Scrubber`."""
        self.level = ipywidgets.Dropdown(
            options=list(LEVELS), value="intermediate", description="Level"
        )
        self.player = ipywidgets.Dropdown(
            options=list(PLAYERS), value="exact", description="Player"
        )
        self.seed = ipywidgets.BoundedIntText(0, min=0, max=2**31 - 1, description="Seed")
        self.first = ipywidgets.Dropdown(
            options=["corner", "middle", "player’s own"], value="corner", description="First click"
        )
        self.problem = ipywidgets.Label()
        fields = (self.level, self.player, self.seed, self.first)
        for field in fields:
            field.layout.width = "250px"
            field.observe(self._changed, "value")
        self.scrubber = Scrubber(self.solve(), **options)
        bar = ipywidgets.HBox(fields, layout=ipywidgets.Layout(flex_flow="row wrap"))
        super().__init__([bar, self.problem, self.scrubber])

    def solve(self) -> Trace:
        """The run that the fields ask for."""
        level = LEVELS[self.level.value]
        places = {"corner": (0, 0), "middle": (level.height // 2, level.width // 2)}
        first = places.get(self.first.value)
        board = Board.random(level, seed=self.seed.value, first=first)
        return play(board, self.player.value, first=first, seed=self.seed.value)

    def _ipython_display_(self, **_: Any) -> None:
        show(super()._repr_mimebundle_(), self.scrubber.still(), self.scrubber.mark)

    def _changed(self, _: Any) -> None:
        try:
            self.problem.value = ""
            self.scrubber.show(self.solve())
            renew(self.scrubber.still(), self.scrubber.mark)
        except ValueError as error:
            self.problem.value = str(error)


def explorer(**options: Any) -> Explorer:
    """Fields for level, seed, first click and player, and a scrubber that shows the game."""
    return Explorer(**options)
