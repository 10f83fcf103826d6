"""Panels: what a frame and a film cost with more of them; expert games of seed 10"""

import tracemalloc
from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import numpy as np
from measuring import Row, game, ratio, timed

from minevis import Trace
from minevis.film.beats import beats
from minevis.film.ffmpeg import FrameStream, encode_film
from minevis.film.frames import Stage, frames
from minevis.film.moments import Beat
from minevis.render.options import Look, Pacing
from minevis.render.page import page_of_panels
from minevis.render.painter import Painter
from minevis.render.timeline import Timeline

RICH = {
    "three panels": ("board", "constraints", "probability"),
    "board and tree": ("board", "tree"),
    "board, regions and tree": ("board", "regions", "tree"),
}
PLAIN = ("board", "constraints")
LONG = 10_000


def per_frame(trace: Trace, panels: tuple[str, ...], **look: bool) -> tuple[float, float]:
    """Milliseconds of the processor for a frame, the mean and the slowest, event after event."""
    layout = page_of_panels(trace.shape, Look(panels=panels, **look))
    timeline = Timeline.of(trace)
    snapshots = list(trace)
    spent = np.full(len(snapshots), np.inf)
    for _ in range(3):  # the first time draws the tiles and words
        stage, painter = Stage(trace, layout), Painter(layout, timeline=timeline)
        for index, snapshot in enumerate(snapshots):
            start = process_time()
            painter.draw(stage.scene(snapshot, Beat(index, 1)), timeline.at(index))
            spent[index] = min(spent[index], 1e3 * (process_time() - start))
    return float(spent.mean()), float(spent.max())


def at_random(trace: Trace, panels: tuple[str, ...]) -> tuple[float, float]:
    """The same for moments in no order, each from the trace: the mean and the slowest."""
    layout = page_of_panels(trace.shape, Look(panels=panels))
    timeline, spent = Timeline.of(trace), []
    stage, painter = Stage(trace, layout), Painter(layout, timeline=timeline)
    for index in np.random.default_rng(0).integers(len(trace), size=300).tolist():
        start = process_time()
        painter.draw(stage.scene(trace[index], Beat(index, 1)), timeline.at(index))
        spent.append(1e3 * (process_time() - start))
    return float(np.mean(spent)), max(spent)


def rows() -> Iterator[Row]:
    """Times of frames and videos; the memory of a long one."""
    trace = game()
    plain, _ = per_frame(trace, PLAIN, legend=False)
    yield Row("a frame of two panels without a legend, mean", f"{plain:.2f}", "ms")
    for name, panels in RICH.items():
        mean, slowest = per_frame(trace, panels)
        yield Row(f"a frame of {name}, mean", f"{mean:.2f}", "ms", "aim: under 5")
        yield Row("  the slowest", f"{slowest:.1f}", "ms", "aim: under 5")
        mean, slowest = at_random(trace, panels)
        text = f"{mean:.2f}, {slowest:.1f}"
        yield Row("  at any moment, with its snapshot: mean, slowest", text, "ms", "aim: under 5")
    with TemporaryDirectory() as name:
        folder = Path(name)
        for level in ("expert24", "expert"):
            yield from films(folder, game(level))
        yield from long_film(folder, trace)


def films(folder: Path, trace: Trace) -> Iterator[Row]:
    """The story of a game, with cards; the plain renderer shows two panels and no legend."""
    path, size = folder / "story.mp4", "×".join(map(str, trace.shape))

    def filmed(panels: tuple[str, ...], **look: Any) -> float:
        trace.video(folder / "warm.mp4", frames=(0, 1), panels=panels, **look)
        return timed(lambda: trace.video(path, panels=panels, detail=1, **look))[0]

    plain = filmed(PLAIN, legend=False)
    yield Row(f"{size} story, two panels without a legend", f"{plain:.1f}", "s")
    for name, panels in {"two panels": PLAIN, **RICH}.items():
        spent = filmed(panels)
        yield Row(f"{size} story, {name}", f"{spent:.1f}", "s", "aim: under 3")
        yield Row("  against no legend", ratio(spent, plain), "× as long", "aim: under 1.3")
        yield Row("  its size", f"{path.stat().st_size / 1e6:.2f}", "MB", "aim: under 2")
        trace.video(path, panels=panels, detail=2)
        text = f"{path.stat().st_size / 1e6:.2f}"
        yield Row("  the same with the steps of searches", text, "MB", "aim: under 2")


def long_film(folder: Path, trace: Trace) -> Iterator[Row]:
    """The peak of the memory that Python holds while it films 10,000 frames."""
    layout = page_of_panels(trace.shape, Look(panels=PLAIN, cell=8))
    shown = beats(trace, Pacing(detail=2))
    endless = chain.from_iterable(repeat([Beat(beat.index, 1) for beat in shown]))
    some = [beat for beat, _ in zip(endless, range(LONG), strict=False)]
    tracemalloc.start()
    size = (layout.height, layout.width)
    stream = frames(trace, some, layout)
    encode_film(
        folder / "long.mp4", FrameStream(stream, size, 10, lambda: np.zeros((1, 1, 3), np.uint8))
    )
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    yield Row(f"peak of a film of {LONG:,} frames", f"{peak / 1e6:.1f}", "MB")
    yield Row("  one of its frames", f"{layout.height * layout.width * 3 / 1e6:.1f}", "MB")
