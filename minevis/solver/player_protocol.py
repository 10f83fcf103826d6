"""What the turns of thought need to know of a player."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from minevis.solver.guessing.outlook import Effort
    from minevis.solver.guessing.strategies import Guess


class Method(Protocol):
    """How a player thinks; see `minevis.players.Player`."""

    @property
    def rules(self) -> tuple[str, ...]:
        """Names of `RULES`, and "search", in the order in which they are tried."""

    @property
    def odds(self) -> str | None:
        """ "exact", "average", "local", or None for a player that reckons none."""

    @property
    def guess(self) -> "str | Guess":
        """A name of `GUESSES`, or a function like them."""

    @property
    def max_solutions(self) -> int | None:
        """Solutions after which the search of a component stops."""

    @property
    def regions(self) -> str:
        """What ties a component together: "clues", or the "picture" of the frontier."""

    @property
    def search(self) -> str:
        """What the search tries one by one: "boxes" or "cells"."""

    @property
    def effort(self) -> "int | Effort":
        """How hard the guess "best" looks, 0 to 3."""
