"""Frames: the picture after one event, and a stream of pictures for many beats."""

from collections.abc import Iterable, Iterator
from typing import Any, Unpack, cast

import numpy as np

from minevis.core.errors import check_index, did_you_mean
from minevis.core.grid import Shape
from minevis.core.record import Record
from minevis.show.frame.camera_frames import camera_frames
from minevis.show.frame.camera_plan import CameraPlan
from minevis.show.frame.cards import card
from minevis.show.frame.layout import Layout
from minevis.show.frame.painter import Painter
from minevis.show.frame.scene import moments
from minevis.show.options import FilmOptions, Look
from minevis.show.panels.panels import drawn_panel
from minevis.show.timing.beats import Beat
from minevis.show.timing.cropping import box_of
from minevis.show.timing.timeline import Timeline

SCREEN_ONLY = ("format", "camera", "labels")
LAYOUT_ONLY = ("cell", "across", "titles", "coordinates", "caption", "legend")

__all__ = ["Layout", "Painter", "frame", "frames", "painter_of"]


def painter_of(trace: Record, layout: Layout) -> Painter:
    """A painter for the moments of `trace`."""
    return Painter(layout, timeline=Timeline.of(trace), trace=trace)


def plan_of(shape: Shape, **look: Unpack[Look]) -> Layout | CameraPlan:
    """The plan of pictures: a `CameraPlan` if a format, letters or a camera that follows
    are given, otherwise a `Layout` with all its panels.

    Raises `ValueError` for options of the one that the other does not have, and `TypeError` for
    unknown options.
    """
    asked = {name: value for name, value in look.items() if value is not None}
    if others := asked.keys() - {*Look.__annotations__, *LAYOUT_ONLY}:
        name = min(others)
        raise TypeError(f"unknown option {name!r}{did_you_mean(name, FilmOptions.__annotations__)}")
    on_a_screen = {name: asked.pop(name) for name in SCREEN_ONLY if name in asked}
    if on_a_screen in ({}, {"camera": "whole"}):
        return Layout.of(shape, **cast(Any, asked))
    wrong = [name for name in LAYOUT_ONLY if name in asked]
    if wrong:
        raise ValueError(f"{wrong[0]}={asked[wrong[0]]!r}: formats and cameras choose that")
    return CameraPlan.of(shape, **cast(Any, asked | on_a_screen))


def film_plan(shape: Shape, **look: Unpack[Look]) -> Layout | CameraPlan:
    """The plan of a film: one picture, followed on a large board, if no panels are asked for."""
    asked = {name for name, value in look.items() if value is not None}
    if not asked & {"panels", *SCREEN_ONLY, *LAYOUT_ONLY}:
        look = {**look, "format": "wide"}
    return plan_of(shape, **look)


def has_drawing(plan: Layout | CameraPlan) -> bool:
    """Whether a panel of the plan draws itself, as the search tree does."""
    panels = plan.panels if isinstance(plan, Layout) else (plan.drawn,)
    return any(each is not None and drawn_panel(each) is not None for each in panels)


def frame(trace: Record, index: int, **options: Unpack[Look]) -> np.ndarray:
    """The picture after event `index`: uint8 RGB [h, w, 3].

    Options are those of `Layout.of` and, for a picture of fixed format, of `CameraPlan.of`.
    Raises `IndexError` beyond the last event.
    """
    number = check_index(index, len(trace), "event", "trace")
    plan = plan_of(trace.shape, **options)
    if isinstance(plan, CameraPlan):
        return next(camera_frames(trace, [Beat(number, 1)], plan, 1))
    painter = painter_of(trace, plan)
    return painter.draw(trace[number], index=number)


def frames(
    trace: Record, beats: Iterable[Beat], layout: Layout | CameraPlan, *, fps: float = 10
) -> Iterator[np.ndarray]:
    """The frames of `beats`, each as often as it is held: a stream of uint8 [h, w, 3].

    A beat that is held is one array, yielded again; the next beat gets a new one. With
    `fps` of them a second the camera of a `CameraPlan` moves as fast as it should.
    """
    if isinstance(layout, CameraPlan):
        yield from camera_frames(trace, list(beats), layout, fps)
        return
    painter = painter_of(trace, layout)
    for beat, snapshot, group in moments(trace, beats, box_of(layout.crop, layout.shape)):
        picture = painter.draw(snapshot, index=beat.index, skipped=beat.skipped, group=group).copy()
        if beat.card:
            picture = card(picture, beat.card, trace, layout)
        for _ in range(beat.hold):
            yield picture
