"""The public `Race`: several players on one board, to be seen, filmed and stepped through.

Like `minevis.api.trace` it imports pictures and widgets, which never import it.
"""

from typing import TYPE_CHECKING

from minevis.film.race import FilmedRace

if TYPE_CHECKING:
    from minevis.web.race import RaceScrubber


class Race(FilmedRace):
    """A race of several players on one board, and every way to show it.

    `race[k]` contains the players' `Snapshot`s after their k-th click.

    Parameters
    ----------
    traces : sequence of Trace
        The games, on the same board.
    names : sequence of str
        The names of the players.

    Examples
    --------
    >>> race = mv.race(mv.Board.parse("..*"), players=["counting", "exact"], first=(0, 0))
    >>> race
    <Race of 1 move: counting won, exact won>
    >>> race.frame(-1).dtype
    dtype('uint8')
    """

    def scrubber(
        self,
        *,
        theme: str = "auto",
        speed: float = 6.0,
        step: int | None = None,
        playing: bool = False,
    ) -> "RaceScrubber":
        """Return the race as a widget: a board per player, with their chances as curves.

        `save` writes one HTML file that works offline.

        Parameters
        ----------
        theme : str
            "auto" (as the notebook or page has it) or a name in `minevis.THEMES`.
        speed : float
            Moves per second, 0.25 to 240.
        step : int, optional
            The number of the move to show. By default a key moment.
        playing : bool
            Play at once.

        Examples
        --------
        >>> race = mv.race(mv.Board.parse("..*"), players=["counting", "exact"], first=(0, 0))
        >>> race.scrubber(step=1)
        <RaceScrubber of <Race of 1 move: counting won, exact won>, step 1>
        """
        from minevis.web.race import RaceScrubber

        return RaceScrubber(self, theme=theme, speed=speed, step=step, playing=playing)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Return the race to step through, or a picture of it, for a notebook."""
        from minevis.web.race import race_bundle

        return race_bundle(self)

    def _ipython_display_(self, **_: object) -> None:
        """Show a picture at once, and the race to step through as soon as it is made."""
        from minevis.web.race import display_race

        display_race(self)
