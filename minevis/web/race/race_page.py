"""A race as one HTML file, and its view in a notebook without Python."""

from pathlib import Path
from typing import Any

from minevis.film.picture import small_png
from minevis.film.race import ACROSS, FilmedRace
from minevis.utils.files import write_whole
from minevis.utils.formatting import quantity
from minevis.web.film.fallback import (
    POSTER_CELL,
    display_in_turn,
    in_front,
    picture_bundle,
)
from minevis.web.film.film import AUTO
from minevis.web.film.outputs import with_shared_program
from minevis.web.film.page import (
    check_page,
    film_elements,
    hidden_heading,
    size_of,
    standalone,
    title_of,
)
from minevis.web.javascript import STATIC, page_script
from minevis.web.race.race_film import key_step, race_film, race_label

ENTRY = "race/mount.js"
LEAST_CELL, CELLS = 12, 640  # px of the picture: a cell, and a row of boards


def race_page(
    *races: FilmedRace,
    title: str = "minevis",
    theme: str = AUTO,
    progress: bool = False,
) -> str:
    """Return one HTML page that works offline, with `races` to step through.

    With `progress` bars appear after two seconds.
    """
    packs = [race_film(race, theme=theme, curves=True, progress=progress) for race in races]
    films = film_elements(packs)
    style = (STATIC / "race" / "race.css").read_text("utf-8")
    content = f"<style>{style}</style>{hidden_heading(title)}{films}"
    return standalone(content, page_script(ENTRY), title=title, theme=theme)


def save_races(path: str | Path, *races: FilmedRace, **options: Any) -> Path:
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
    race: FilmedRace,
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


def race_bundle(race: FilmedRace, *, in_output: bool = False) -> dict[str, str]:
    """Return the MIME bundle of a race as a page that plays anywhere, over a picture.

    A page `in_output` of the running cell may share its program with other pages of the notebook.
    """
    source = with_shared_program(race_page(race)) if in_output else race_page(race)
    return in_front(race_still(race), source, race_label(race), race.traces[0].shape[0])


def display_race(race: FilmedRace) -> None:
    """Display a still of a race at once, and its page over it when ready."""
    display_in_turn(repr(race), lambda: race_still(race), lambda: race_bundle(race, in_output=True))
