"""A run as single pictures: PNG frames in a folder, and a strip of its key moments."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Unpack

import numpy as np
from PIL import Image

from minevis.errors import EncoderError
from minevis.film.beats import beats
from minevis.film.durations import first_uses
from minevis.film.ffmpeg import written
from minevis.film.frames import frames
from minevis.film.moments import Beat
from minevis.render.options import Look, LookOptions, Moments, look_and_pacing, look_of
from minevis.render.page import Page, page_of
from minevis.render.tiles.draw_pictures import plain
from minevis.solver import events as ev
from minevis.trace.trace import Trace
from minevis.utils.checks import check_count
from minevis.utils.formatting import sample_evenly
from minevis.utils.progress import progress_bar
from minevis.words.events import kind
from minevis.words.events.meaning import Kind

NEVER_KEY = {Kind.START, Kind.FLAG, Kind.STEP, Kind.SEARCH}  # never a key moment
FIRST_USES = (ev.Guessed, ev.Counted, ev.Subtracted, ev.Proved, ev.Opened)  # first uses, if any
MOST_MOMENTS = 24
DIGITS = 4  # of the number of a frame, at least
NUMBERED = re.compile(rf"\d{{{DIGITS},}}\.png")
PICTURE_WIDTH = 560  # px: on a page as wide as two pictures, capitals are 11 px high
BOARD_HEIGHT, LEAST_CELL = 330, 16  # px, so that a strip does not take several screens
SCREEN_WIDTH = 540  # px of a picture of fixed format in a strip
A_LOOK = 10.0  # seconds: the camera goes to every moment of a strip


def write_png(path: Path, picture: np.ndarray) -> Path:
    """Write `picture` (uint8 [h, w, 3]) completely or not at all.

    Raises `EncoderError`, naming the file, if writing fails.
    """
    with written(path) as part:
        Image.fromarray(picture).save(part, "PNG", optimize=True)
    return path


def frames_of_film(trace: Trace, **options: Unpack[Moments]) -> Iterator[np.ndarray]:
    """Return the frames of the film, made as they are taken: uint8 [h, w, 3]."""
    look, pacing = look_and_pacing(options)
    layout = page_of(trace.shape, look)
    shown = beats(trace, pacing, grouping="grouped", crop=layout.cropped)
    return frames(trace, shown, layout, fps=pacing.fps or 10, motion=bool(pacing.motion))


def write_frames(
    trace: Trace, folder: str | Path, *, progress: bool = False, **options: Unpack[Moments]
) -> list[Path]:
    """Write a PNG file per beat into `folder`, made if missing; return their paths.

    A beat is one file, regardless of its length. Frames of the same names are replaced. Raises
    `ValueError` for invalid options, and if frames of an earlier run would remain among the new
    ones. Raises `EncoderError` if writing fails.
    """
    look, pacing = look_and_pacing(options)
    timed = pacing.frames or pacing.seconds or pacing.pace == "clock"
    untimed = {"motion"} if timed else {"motion", "fps", "pace"}
    for name in untimed & pacing.given().keys():
        rule = "a moment is one file, however long it lasts: leave it out"
        raise ValueError(f"{name}={getattr(pacing, name)!r}: {rule}")
    target, layout = Path(folder), page_of(trace.shape, look)
    shown = [replace(beat, hold=1) for beat in beats(trace, pacing, crop=layout.cropped)]
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EncoderError(f"{target}: {error.strerror}") from error
    digits = max(DIGITS, len(str(len(shown))))
    paths = [target / f"{number:0{digits}}.png" for number in range(len(shown))]
    _check_no_others(target, paths)
    pictures = frames(trace, shown, layout, fps=1)
    with progress_bar(pictures, progress=progress, total=len(shown), unit="frame") as drawn:
        return [write_png(path, picture) for path, picture in zip(paths, drawn, strict=True)]


def _check_no_others(folder: Path, paths: list[Path]) -> None:
    """Raise `ValueError` if the folder contains other numbered frames."""
    names = {path.name for path in folder.glob("*.png")} - {path.name for path in paths}
    others = sorted(filter(NUMBERED.fullmatch, names))
    if others:
        span = f"{others[0]} to {others[-1]} are" if len(others) > 1 else f"{others[0]} is"
        raise ValueError(
            f"{folder}: {span} of an earlier run: delete them, or choose a different folder"
        )


def key_moments(trace: Trace, count: int) -> list[int]:
    """Return at most `count` events that summarise the run: first uses, guesses, the end.

    Raises `ValueError` unless `count` is an integer from 1 to 24.
    """
    count = check_count("moments", count, most=MOST_MOMENTS)
    shown = [i for i, event in enumerate(trace.events) if kind(event) not in NEVER_KEY]
    shown = shown or [len(trace) - 1]
    before = shown[:-1]
    guesses = [i for i in before if kind(trace.events[i]) is Kind.GUESS]
    moves = [i for i in before if kind(trace.events[i]) is Kind.MOVE]
    chosen = {shown[-1]}
    for pool in (_first_uses(trace, before), guesses, sorted(first_uses(trace, before)), moves):
        left = [i for i in pool if i not in chosen]
        chosen |= set(sample_evenly(left, min(count - len(chosen), len(left))))
    return sorted(chosen)


def _first_uses(trace: Trace, shown: list[int]) -> list[int]:
    """Return the first events of the most important kinds."""
    of_sort = ([i for i in shown if isinstance(trace.events[i], sort)] for sort in FIRST_USES)
    return [some[0] for some in of_sort if some]


def _strip_plan(trace: Trace, look: Look) -> Page:
    """Return the page for pictures of a strip: small, with the board only."""
    if look.on_screen:
        return page_of(trace.shape, look.filled(max_width=SCREEN_WIDTH))
    look = look.filled(panels=("board",), max_width=PICTURE_WIDTH, legend=False)
    plan = page_of(trace.shape, look)
    if look.cell is not None:
        return plan
    cell = min(plan.cell, max(LEAST_CELL, BOARD_HEIGHT // plan.crop[2]))
    return page_of(trace.shape, replace(look, cell=cell))


def strip(
    trace: Trace,
    *,
    moments: int = 6,
    columns: int = 2,
    **options: Unpack[LookOptions],
) -> np.ndarray:
    """Draw the key moments of a run in one picture, row by row: uint8 RGB [h, w, 3].

    At most `moments` pictures with captions, `columns` side by side. Raises
    `ValueError` for invalid options.
    """
    columns = check_count("columns", columns)
    chosen = key_moments(trace, moments)
    layout = _strip_plan(trace, look_of(options))
    shown = list(frames(trace, [Beat(index, 1) for index in chosen], layout, fps=1 / A_LOOK))
    across = min(columns, len(shown))
    rows = -(-len(shown) // across)
    page = plain(rows * layout.height, across * layout.width, layout.theme.ground)
    for number, picture in enumerate(shown):
        row, column = divmod(number, across)
        top, left = row * layout.height, column * layout.width
        page[top : top + layout.height, left : left + layout.width] = picture
    return page
