"""A snapshot as a Matplotlib figure, fine enough for print; and a run as an animation.

Matplotlib is imported when it is needed: a figure takes a second, a frame does not.
"""

from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import matplotlib as mpl
import numpy as np
from matplotlib.animation import FuncAnimation
from matplotlib.figure import Figure

from minevis.errors import check_index
from minevis.film.beats import beats
from minevis.film.ffmpeg import ffmpeg_path
from minevis.film.frames import frames, page_for
from minevis.render.mosaic import draw_links, draw_outlines, lines_from
from minevis.render.options import Crop, Moments, split
from minevis.render.page import check_crop
from minevis.render.panels import Layer, Panel, check_panels, drawn_panel, panel
from minevis.render.scene import layer_of
from minevis.render.searches import Searches
from minevis.render.tiles.atlas import SMALLEST, atlas
from minevis.render.tiles.theme import Theme, rgb, theme_of
from minevis.trace.trace import Trace
from minevis.utils.appearance import TurnsDark, follows_page
from minevis.utils.files import atomic_write
from minevis.words.captions import caption

if TYPE_CHECKING:
    from matplotlib.animation import FuncAnimation
    from matplotlib.figure import Figure


CELL = 0.26  # inches
CELL_PIXELS, MOST_PIXELS = 96, 4096  # of a cell, and of the longer side of a board
TREE, FINER = (17, 28), 3  # height and width of a tree in cells; px of it per px of a frame
TREE_SIZE, BODY = (24 * FINER * TREE[0], 24 * FINER * TREE[1]), 14 * FINER  # px
UNLIMITED = 1e6  # megabytes: Matplotlib drops the frames beyond its limit


def plot(
    trace: Trace,
    index: int,
    *,
    panels: Panel | Sequence[Panel] = ("board",),
    theme: str | Theme | None = None,
    crop: Crop | None = None,
    words: bool = True,
) -> "Figure":
    """Return the snapshot after event `index` as a `matplotlib.figure.Figure`, at 370 pixels per
    inch.

    `words` adds titles and the caption. Save it with `figure.savefig("a.pdf")`. Raises `IndexError`
    beyond the last event and `ValueError` without panels, and for unknown panels or themes and a
    crop outside the board.
    """
    chosen, look = check_panels(panels), theme_of(theme)
    if not chosen:
        raise ValueError("panels=(): at least one panel is needed")
    window, number = check_crop(crop, trace.shape), check_index(index, len(trace), "event", "trace")
    snapshot = trace[number]
    search = Searches(trace).at(number) if "tree" in chosen else None
    sizes = [TREE if drawn_panel(each) else window[2:] for each in chosen]
    figure, axes = _page(sizes, 4.8 if words else 0.6, look)
    figure.follows = follows_page(theme)
    for axis, each in zip(axes, chosen, strict=True):
        drawn, title = drawn_panel(each), panel(each).title
        if drawn is None:
            layer = layer_of(each, snapshot, chosen, search.cells if search else ())
            title = layer.title
            _map(axis, layer, window, look)
        else:
            drawing = drawn.start(trace, TREE_SIZE, BODY, look)
            axis.imshow(drawing.draw(number), interpolation="none")
            axis.set_axis_off()
        if words:
            axis.set_title(title, loc="left", color=rgb(look.ink), fontweight="bold")
    if words and snapshot.event is not None:
        figure.supxlabel(caption(snapshot.event), fontsize=8, color=rgb(look.ink), wrap=True)
    return figure


def _page(sizes: list[tuple[int, int]], above: float, look: Theme) -> "tuple[NotebookFigure, Any]":
    """Return a figure with axes of `sizes` (h, w), in cells, and `above` cells for words."""

    high, wide = max(size[0] for size in sizes), [size[1] + 1.4 for size in sizes]
    inches = (sum(wide) * CELL, (high + above) * CELL)
    figure = NotebookFigure(figsize=inches, facecolor=rgb(look.ground), layout="constrained")
    return figure, figure.subplots(1, len(sizes), squeeze=False, width_ratios=wide)[0]


def _map(axis: Any, layer: Layer, window: Crop, look: Theme) -> None:
    """Draw a panel that is a map of cells."""
    row, col, height, width = window
    cell = max(min(CELL_PIXELS, MOST_PIXELS // max(height, width)), SMALLEST)
    part = np.s_[row : row + height, col : col + width]
    picture = atlas(cell, theme=look).draw(layer.pictures[part], layer.marks[part])
    links, outlines = lines_from(layer, row, col)
    draw_outlines(picture, outlines, cell, look)
    draw_links(picture, links, cell, look)
    axis.imshow(picture, extent=(col, col + width, row + height, row), interpolation="none")
    _axis(axis, look)


def animation(trace: Trace, **options: Unpack[Moments]) -> "FuncAnimation":
    """Return the run as a `matplotlib.animation.FuncAnimation`.

    Options are those of `minevis.film.beats.beats` and of `page_of_panels`. Writing a video
    with `minevis.film.video.write_video` is much faster.
    """

    look, pacing = split(options)
    layout = page_for(trace.shape, **look)
    fps = pacing.get("fps", 10)
    shown = beats(trace, **pacing, crop=layout.cropped)
    figure = NotebookFigure(figsize=(layout.width / 100, layout.height / 100), dpi=100)
    axis = figure.add_axes((0, 0, 1, 1))
    axis.set_axis_off()
    picture = axis.imshow(np.zeros((layout.height, layout.width, 3), np.uint8))

    def stream() -> Generator[np.ndarray, None, None]:
        yield from frames(trace, shown, layout, fps=fps)

    def update(frame: np.ndarray) -> list[Any]:
        picture.set_data(frame)
        return [picture]

    count = sum(beat.hold for beat in shown)
    return GameAnimation(
        figure,
        update,
        frames=stream,
        save_count=count,
        interval=1000 / fps,
        blit=True,
    )


def _axis(axis: Any, look: Theme) -> None:
    """Coordinates along the rims, as in captions; a line around."""
    axis.set_facecolor(rgb(look.line))
    axis.tick_params(length=0, labelsize=6, labelcolor=rgb(look.quiet), top=True, bottom=False)
    axis.tick_params(labeltop=True, labelbottom=False)
    for name, limits in (("x", axis.get_xlim()), ("y", axis.get_ylim())):
        low, high = sorted(int(limit) for limit in limits)
        step = 1 if high - low <= 12 else 2 if high - low <= 40 else 10
        marks = range(-(-low // step) * step, high, step)
        getattr(axis, f"set_{name}ticks")([mark + 0.5 for mark in marks], [str(m) for m in marks])
    for spine in axis.spines.values():
        spine.set_color(rgb(look.rim))


class NotebookFigure(TurnsDark, Figure):
    """A figure that shows a picture even without `%matplotlib inline`."""

    def savefig(self, fname: Any, **options: Any) -> None:
        """Save the figure as Matplotlib does, and leave no half-written file."""
        if isinstance(fname, str | PathLike) and Path(fname).suffix:
            with atomic_write(Path(fname)) as part:
                super().savefig(part, **options)
        else:
            super().savefig(fname, **options)

    def _repr_png_(self) -> bytes:
        file = BytesIO()
        self.savefig(file, format="png", facecolor=self.get_facecolor())
        return file.getvalue()


class GameAnimation(FuncAnimation):
    """An animation that finds our ffmpeg and embeds every frame."""

    def save(self, *args: Any, **options: Any) -> None:
        """Save the animation as a file, as Matplotlib does."""
        with _with_our_ffmpeg():
            super().save(*args, **options)

    def to_html5_video(self, *args: Any, **options: Any) -> str:
        """Return the animation as a `<video>` element."""
        with _with_our_ffmpeg():
            return super().to_html5_video(*args, **options)

    def to_jshtml(self, *args: Any, **options: Any) -> str:
        """Return the animation as a page with buttons, with all its frames."""
        with mpl.rc_context({"animation.embed_limit": UNLIMITED}):
            return super().to_jshtml(*args, **options)


def _with_our_ffmpeg() -> AbstractContextManager[None]:
    return mpl.rc_context({"animation.ffmpeg_path": ffmpeg_path()})
