"""Frames: the picture after one event, and a stream of pictures for many beats."""

from collections.abc import Iterable, Iterator
from typing import Any, Unpack, cast

import numpy as np

from minevis.core.errors import check_index, did_you_mean
from minevis.core.grid import Shape
from minevis.core.record import Record
from minevis.show.frame.camera_frames import camera_frames
from minevis.show.frame.cards import card
from minevis.show.frame.page import Page, page_of_format, page_of_panels
from minevis.show.frame.painter import Painter
from minevis.show.frame.scene import moments
from minevis.show.options import FilmOptions, Look
from minevis.show.timing.beats import Beat
from minevis.show.timing.cropping import box_of
from minevis.show.timing.timeline import Timeline

SCREEN_ONLY = ("format", "camera", "labels")
LAYOUT_ONLY = ("cell", "across", "titles", "coordinates", "caption", "legend")

__all__ = ["Page", "Painter", "frame", "frames", "page_of_panels", "painter_of"]


def painter_of(trace: Record, page: Page) -> Painter:
    """Return a painter for the moments of `trace`."""
    return Painter(page, timeline=Timeline.of(trace), trace=trace)


def page_for(shape: Shape, **look: Unpack[Look]) -> Page:
    """Return the page of pictures: that of a format if a format, letters or a camera that follows
    are given, otherwise one with all panels side by side.

    Raises `ValueError` for options of the one that the other does not have, and `TypeError` for
    unknown options.
    """
    asked = {name: value for name, value in look.items() if value is not None}
    if others := asked.keys() - {*Look.__annotations__, *LAYOUT_ONLY}:
        name = min(others)
        raise TypeError(f"unknown option {name!r}{did_you_mean(name, FilmOptions.__annotations__)}")
    on_a_screen = {name: asked.pop(name) for name in SCREEN_ONLY if name in asked}
    if on_a_screen in ({}, {"camera": "whole"}):
        return page_of_panels(shape, **cast(Any, asked))
    wrong = [name for name in LAYOUT_ONLY if name in asked]
    if wrong:
        raise ValueError(f"{wrong[0]}={asked[wrong[0]]!r}: formats and cameras choose that")
    return page_of_format(shape, **cast(Any, asked | on_a_screen))


def film_page(shape: Shape, **look: Unpack[Look]) -> Page:
    """Return the page of a film: by default one picture, followed on a large board."""
    asked = {name for name, value in look.items() if value is not None}
    if not asked & {"panels", *SCREEN_ONLY, *LAYOUT_ONLY}:
        look = {**look, "format": "wide"}
    return page_for(shape, **look)


def frame(trace: Record, index: int, **options: Unpack[Look]) -> np.ndarray:
    """The picture after event `index`: uint8 RGB [h, w, 3].

    Options are those of `page_of_panels` or `page_of_format`.
    Raises `IndexError` beyond the last event.
    """
    number = check_index(index, len(trace), "event", "trace")
    return next(frames(trace, [Beat(number, 1)], page_for(trace.shape, **options), fps=1))


def frames(
    trace: Record, beats: Iterable[Beat], page: Page, *, fps: float = 10
) -> Iterator[np.ndarray]:
    """The frames of `beats`, each as often as it is held: a stream of uint8 [h, w, 3].

    A beat that is held is one array, yielded again; the next beat gets a new one. With
    `fps` of them a second a camera moves as fast as it should.
    """
    if page.format:
        yield from camera_frames(trace, list(beats), page, fps)
        return
    painter = painter_of(trace, page)
    for beat, snapshot, group in moments(trace, beats, box_of(page.crop, page.shape)):
        picture = painter.draw(
            snapshot, index=beat.index, skipped=beat.skipped, group=group, words=beat.words
        ).copy()
        if beat.card:
            picture = card(picture, beat.card, trace, page)
        for _ in range(beat.hold):
            yield picture
