"""The scrubber of a race in a notebook, and its page without Python."""

from pathlib import Path
from typing import Any

import traitlets

from minevis.film.picture import Picture, small_png
from minevis.film.race import ACROSS, Race
from minevis.trace.snapshot import Snapshot
from minevis.utils.files import write_whole
from minevis.utils.formatting import quantity
from minevis.web.fallback import (
    POSTER_CELL,
    display_in_turn,
    in_front,
    picture_bundle,
)
from minevis.web.javascript import page_script
from minevis.web.output_cells import with_shared_program
from minevis.web.page import (
    check_page,
    hidden_heading,
    pack_elements,
    size_of,
    standalone,
    title_of,
)
from minevis.web.race_pack import (
    RaceCurves,
    key_step,
    race_curves,
    race_label,
    race_pack,
    race_pictures,
)
from minevis.web.trace_pack import AUTO
from minevis.web.widgets import PackWidget, ValueTraitError
from minevis.words.english import say

ENTRY = "race/mount.js"
LEAST_CELL, CELLS = 12, 640  # px of the picture: a cell, and a row of boards


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

    def __init__(self, race: Race, *, step: int | None = None, **traits: Any) -> None:
        """Show `race`, as `Race.scrubber` does. Raises `ValueError` for impossible values."""
        self.race = race
        self._curves: RaceCurves | None = None
        super().__init__(step=key_step(race) if step is None else step, **traits)
        self.film = race_pack(race, theme=self.theme, themes=self._themes_sent())

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
        return self._save(path, save_races, self.race, **look)

    def picture(self, **look: Any) -> Picture:
        """Return the picture of the move shown, with the options of `Race.picture`."""
        return self.race.picture(self.step, **{"theme": self.still_theme, **look})

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
        return race_still(self.race, self.step, note=say("needs kernel"), theme=self.theme)

    def __repr__(self) -> str:
        return f"<RaceScrubber of {self.race!r}, step {self.step}>"


def race_page(
    *races: Race,
    title: str = "minevis",
    theme: str = AUTO,
    progress: bool = False,
) -> str:
    """Return one HTML page that works offline, with `races` to step through.

    With `progress` bars appear after two seconds.
    """
    packs = [race_pack(race, theme=theme, curves=True, progress=progress) for race in races]
    films = pack_elements(packs)
    content = f"{hidden_heading(title)}{films}"
    script = page_script(ENTRY)
    return standalone(content, script, title=title, theme=theme, styles=("race/race.css",))


def save_races(path: str | Path, *races: Race, **options: Any) -> Path:
    """Write the page of `race_page` and return its path.

    Raises `ValueError` for a wrong suffix and a missing folder, before any work.
    """
    path = check_page(path)
    what = f"{quantity(len(races), 'game')} of Minesweeper"
    if len(races) == 1:
        players = quantity(len(races[0].lanes), "player")
        what = f"Minesweeper, {size_of(races[0].traces[0])}: a race of {players}"
    settings = {"title": title_of(path, what), "progress": True, **options}
    return write_whole(path, race_page(*races, **settings))


def race_still(
    race: Race,
    step: int | None = None,
    *,
    theme: str = AUTO,
    note: str = "",
) -> dict[str, str]:
    """Return the MIME bundle of a race as a picture: a step, by default the one it opens at."""
    moment = key_step(race) if step is None else step
    beside = min(len(race.traces), ACROSS) * race.traces[0].shape[1]
    cell = max(min(CELLS // beside, POSTER_CELL), LEAST_CELL)
    png = small_png(race.frame(moment, cell=cell, theme=theme))
    return picture_bundle(png, race_label(race), repr(race), note)


def race_bundle(race: Race, *, in_output: bool = False) -> dict[str, str]:
    """Return the MIME bundle of a race as a page that plays anywhere, over a picture.

    A page `in_output` of the running cell may share its program with other pages of the notebook.
    """
    source = with_shared_program(race_page(race)) if in_output else race_page(race)
    return in_front(race_still(race), source, race_label(race), race.traces[0].shape[0])


def display_race(race: Race) -> None:
    """Display a still of a race at once, and its page over it when ready."""
    display_in_turn(repr(race), lambda: race_still(race), lambda: race_bundle(race, in_output=True))
