"""The scrubber of a race in a notebook."""

from pathlib import Path
from typing import Any

import traitlets

from minevis.film.race import Race
from minevis.trace.snapshot import Snapshot
from minevis.web.page import save
from minevis.web.race_pack import RaceCurves, race_changes, race_curves, race_pack
from minevis.web.widgets import PackWidget


class RaceScrubber(PackWidget):
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
    unit = "race has the moves"

    def __init__(self, race: Race, *, step: int | None = None, **traits: Any) -> None:
        """Show `race`, as `Race.scrubber` does. Raises `ValueError` for impossible values."""
        self.race = race
        self._curves: RaceCurves | None = None
        super().__init__(step=race.alignment.key_step if step is None else step, **traits)
        self._changes = race_changes(race)
        look: Any = {"theme": self.theme, "themes": self._themes_sent()}
        self.film = race_pack(race, changes=self._changes, **look)

    @property
    def run(self) -> Race:
        """The race shown."""
        return self.race

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
        progress: bool | None = None,
    ) -> Path:
        """Write the race as one HTML file that works offline.

        Parameters
        ----------
        path : str or Path
            The .html file; or a .png file of the move shown.
        title : str, optional
            Title of the page. By default a description and the name of the file.
        theme : str, optional
            As in `Race.scrubber`. By default that of the widget.
        progress : bool, optional
            Show a bar, on by default.

        Examples
        --------
        >>> race = mv.race(mv.Board.parse("..*"), ["exact"], first=(0, 0))
        >>> race.scrubber().save("race.html").name
        'race.html'
        """
        look = {"title": title, "theme": theme, "progress": progress}
        return self._save(path, save, self.race, **look)

    def _curve(self) -> RaceCurves:
        """The curves of the race, worked out once, when they are first asked for."""
        if self._curves is None:
            self._curves = race_curves(self.race)
        return self._curves

    def _pictures(self) -> tuple[int, ...]:
        return tuple(self._changes.pictures)
