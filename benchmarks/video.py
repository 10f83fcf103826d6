"""Videos: the expert board of seed 10, 16×30 cells of 24 px, two panels, against other ways"""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import imageio_ffmpeg
import matplotlib as mpl
import numpy as np
from measuring import Row, game, ratio, timed
from PIL import Image

from minevis import Trace
from minevis.film.beats import beats
from minevis.film.frames import frames
from minevis.film.moments import Beat
from minevis.render.options import Look, Pacing
from minevis.render.page import page_of_panels
from minevis.trace.snapshot import Snapshot

FPS = 10
CELL = 24
ANIMATED = 48  # frames that Matplotlib draws: all would take it minutes
DPI = 100
FFMPEG = imageio_ffmpeg.get_ffmpeg_exe()


def by_pngs(trace: Trace, shown: list[Beat], folder: Path) -> None:
    """The same frames as PNG files, which ffmpeg then collects by their names."""
    layout = page_of_panels(trace.shape, Look(cell=CELL))
    for number, frame in enumerate(frames(trace, shown, layout)):
        Image.fromarray(frame).save(folder / f"{number:05}.png")
    command = [FFMPEG, "-y", "-loglevel", "error", "-framerate", str(FPS), "-pattern_type", "glob"]
    command += ["-i", str(folder / "*.png"), "-c:v", "libx264", "-pix_fmt", "yuv420p"]
    subprocess.run([*command, str(folder / "glob.mp4")], check=True)


def by_matplotlib(trace: Trace, indices: list[int], folder: Path) -> None:
    """Matplotlib's FuncAnimation: two panels, imshow for colours and a text for each cell."""
    mpl.use("Agg")
    mpl.rcParams["animation.ffmpeg_path"] = FFMPEG
    from matplotlib import pyplot as plt
    from matplotlib.animation import FFMpegWriter, FuncAnimation

    layout = page_of_panels(trace.shape, Look(cell=CELL))
    figure, axes = plt.subplots(1, 2, figsize=(layout.width / DPI, layout.height / DPI), dpi=DPI)
    panels = [Drawn(axis, trace.shape) for axis in axes]

    def update(index: int) -> list[Any]:
        snapshot = trace[index]
        return [artist for panel in panels for artist in panel.show(snapshot)]

    animation = FuncAnimation(figure, update, frames=indices, blit=True)
    animation.save(str(folder / "animation.mp4"), writer=FFMpegWriter(fps=FPS), dpi=DPI)
    plt.close(figure)


class Drawn:
    """A board in one axis: an image of codes, and a text for each cell."""

    def __init__(self, axis: Any, shape: tuple[int, int]) -> None:
        axis.set_axis_off()
        self.image = axis.imshow(np.zeros(shape), vmin=-3, vmax=8, cmap="viridis")
        self.texts = {
            (row, col): axis.text(col, row, "", ha="center", va="center", fontsize=8)
            for row, col in np.ndindex(shape)
        }

    def show(self, snapshot: Snapshot) -> list[Any]:
        """Bring image and texts up to `snapshot`; return what must be drawn again."""
        self.image.set_data(snapshot.view)
        for cell, text in self.texts.items():
            code = int(snapshot.view[cell])
            text.set_text({-1: "", -2: "F", -3: "*"}.get(code, str(code)))
        return [self.image, *self.texts.values()]


def rows() -> Iterator[Row]:
    """Seconds for the whole game, each from a trace to a file of the same size."""
    trace = game()
    shown = beats(trace, Pacing(fps=FPS))
    indices = [beat.index for beat in shown for _ in range(beat.hold)]
    count = len(indices)
    with TemporaryDirectory() as name:
        folder = Path(name)
        trace.video(folder / "warm.mp4", fps=FPS, cell=CELL, frames=(0, 1))
        ours, _ = timed(lambda: trace.video(folder / "ours.mp4", fps=FPS, cell=CELL))
        yield Row(f"trace.video, {count} frames", f"{ours:.1f}", "s")
        pngs, _ = timed(lambda: by_pngs(trace, shown, folder))
        yield Row("PNG files that ffmpeg globs", f"{pngs:.1f}", "s")
        yield Row("  against PNG files", ratio(pngs, ours), "× faster", "aim: 5")
        some = indices[:: -(-count // ANIMATED)]
        part, _ = timed(lambda: by_matplotlib(trace, some, folder))
        animated = part * count / len(some)
        title = f"Matplotlib's FuncAnimation, estimated from {len(some)} frames"
        yield Row(title, f"{animated:.1f}", "s")
        yield Row("  against FuncAnimation", ratio(animated, ours), "× faster", "aim: 20")
