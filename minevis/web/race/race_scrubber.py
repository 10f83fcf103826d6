"""The scrubber of a race with a live kernel, whose step, speed and playing Python shares."""

from pathlib import Path
from typing import Any

import traitlets

from minevis.film.race import FilmedRace
from minevis.render.options import drop_none
from minevis.trace.snapshot import Snapshot
from minevis.web.film.film_widget import FilmWidget
from minevis.web.race.race_film import (
    RaceCurves,
    key_step,
    race_curves,
    race_film,
    race_pictures,
)
from minevis.web.race.race_page import race_still, save_races
from minevis.web.widget_with_fallback import ValueTraitError
from minevis.words.english import NEEDS_KERNEL


class RaceScrubber(FilmWidget):
    """A widget to play a race and step through it, with curves of the chances of all players.

    You can set all traits, and observe them with `scrubber.observe(f, "step")`. While it plays,
    `step` does not change; it is set on a pause and on every seek.

    Parameters
    ----------
    race : Race
        The race to show.
    step : int, optional
        The move to start at.
    **traits
        `playing`, `speed` (moves per second) and `theme`.

    Attributes
    ----------
    step : int
        The number of the move shown: you see `race[scrubber.step]`.

    Examples
    --------
    >>> board = mv.Board.random("beginner", seed=2, first=(0, 0))
    >>> scrubber = mv.race(board, ["counting", "exact"], first=(0, 0)).scrubber()
    >>> len(scrubber.snapshots)
    2
    """

    kind = traitlets.Unicode("race").tag(sync=True)

    def __init__(self, race: FilmedRace, *, step: int | None = None, **traits: Any) -> None:
        """Show `race`, as `Race.scrubber` does. Raises `ValueError` for impossible values."""
        self.race = race
        self._curves: RaceCurves | None = None
        super().__init__(step=key_step(race) if step is None else step, **traits)
        self.film = race_film(race, theme=self.theme, themes=self._themes_sent())

    @property
    def snapshots(self) -> tuple[Snapshot, ...]:
        """The snapshots that are shown: `race[step]`."""
        return self.race[self.step]

    def save(
        self,
        path: str | Path,
        *,
        title: str | None = None,
        theme: str | None = None,
        progress: bool = True,
    ) -> Path:
        """Write the race as one HTML file that works offline.

        Parameters
        ----------
        path : str or Path
            The .html file.
        title : str, optional
            Title of the page. By default a description and the name of the file.
        theme : str, optional
            As in `Race.scrubber`. By default that of the widget.
        progress : bool
            Show a bar.

        Examples
        --------
        >>> race = mv.race(mv.Board.parse("..*"), ["exact"], first=(0, 0))
        >>> race.scrubber().save("race.html").name
        'race.html'
        """
        look = drop_none(title=title, theme=theme or self.theme, progress=progress)
        return save_races(path, self.race, **look)

    @traitlets.validate("step")
    def _check_step(self, proposal: Any) -> int:
        step, last = proposal["value"], len(self.race) - 1
        if not 0 <= step <= last:
            raise ValueTraitError(f"step={step}: this race has the moves 0 to {last}")
        return int(step)

    def _curve(self) -> RaceCurves:
        """The curves of the race, worked out once, when they are first asked for."""
        if self._curves is None:
            self._curves = race_curves(self.race)
        return self._curves

    def _pictures(self) -> tuple[int, ...]:
        return race_pictures(self.race)

    def fallback(self) -> dict[str, str]:
        """The first view, as a picture."""
        return race_still(self.race, self.step, note=NEEDS_KERNEL, theme=self.theme)

    def __repr__(self) -> str:
        return f"<RaceScrubber of {self.race!r}, step {self.step}>"
