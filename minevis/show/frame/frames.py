"""Frames: the picture after one event, and a stream of pictures for many beats."""

from collections.abc import Iterable, Iterator
from typing import Unpack

import numpy as np

from minevis.core.record import Record
from minevis.core.snapshot import Snapshot
from minevis.show.frame.cards import card
from minevis.show.frame.layout import Layout
from minevis.show.frame.painter import Painter
from minevis.show.options import Look
from minevis.show.timing.beats import Beat
from minevis.show.timing.timeline import Timeline

__all__ = ["Layout", "Painter", "frame", "frames", "painter_of"]


def painter_of(trace: Record, layout: Layout) -> Painter:
    """A painter for the moments of `trace`."""
    return Painter(layout, timeline=Timeline.of(trace), trace=trace)


def frame(trace: Record, index: int, **options: Unpack[Look]) -> np.ndarray:
    """The picture after event `index`: uint8 RGB [h, w, 3].

    Options are those of `Layout.of`. Raises `IndexError` beyond the last event.
    """
    number = range(len(trace))[index]
    painter = painter_of(trace, Layout.of(trace.shape, **options))
    return painter.draw(trace[number], index=number)


def frames(trace: Record, beats: Iterable[Beat], layout: Layout) -> Iterator[np.ndarray]:
    """The frames of `beats`, each as often as it is held: a stream of uint8 [h, w, 3].

    A beat that is held is one array, yielded again; the next beat gets a new one.
    """
    painter = painter_of(trace, layout)
    snapshots: Iterator[tuple[int, Snapshot]] = iter(())
    at = -1
    for beat in beats:
        if at < 0 or beat.index < at or beat.card:
            snapshots, at = enumerate(trace.snapshots(beat.index), start=beat.index), beat.index
        for number, snapshot in snapshots:
            at = number + 1
            if number == beat.index:
                picture = painter.draw(snapshot, index=number, skipped=beat.skipped).copy()
                if beat.card:
                    picture = card(picture, beat.card, trace, layout)
                break
        for _ in range(beat.hold):
            yield picture
