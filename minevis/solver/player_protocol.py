"""The parts of a player that the solver needs."""

from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np

from minevis.core.events import Deduction
from minevis.solver.guessing.effort import Effort
from minevis.solver.guessing.outlook import Outlook
from minevis.solver.knowledge import Knowledge

Rule = Callable[[Knowledge], Iterator[Deduction]]
Guess = Callable[[Outlook], np.ndarray]  # bool [H, W]: the equally good cells


class PlayerProtocol(Protocol):
    """How a player thinks; `minevis.players.Player` is one.

    >>> player: PlayerProtocol = mv.Player(guess="uniform")
    >>> player.rules
    ('count', 'subset', 'search')
    """

    @property
    def rules(self) -> tuple[str | Rule, ...]:
        """Names of `RULES`, "search", and functions like them, in the order of their turns."""

    @property
    def odds(self) -> str | None:
        """ "exact", "average", "local", or None for a player without odds."""

    @property
    def guess(self) -> str | Guess:
        """A name of `GUESSES`, or a function like them."""

    @property
    def max_solutions(self) -> int | None:
        """Solutions after which the search of a component stops."""

    @property
    def regions(self) -> str:
        """The ties of a component: "clues", or the "picture" of the frontier."""

    @property
    def search(self) -> str:
        """The unit of the search: "boxes" or "cells"."""

    @property
    def effort(self) -> str | Effort:
        """How hard the guess "best" looks."""
