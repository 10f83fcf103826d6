"""A snapshot as a Matplotlib figure, fine enough for print; and a run as an animation.

Matplotlib is imported when it is needed: a figure takes a second, a frame does not.
"""

from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager
from io import BytesIO
from os import PathLike
from pathlib import Path
from textwrap import fill
from typing import Any, Unpack, cast

import matplotlib as mpl
import numpy as np
from matplotlib.animation import FuncAnimation
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from minevis.film.beats import beats
from minevis.film.ffmpeg import ffmpeg_path
from minevis.film.frames import frames
from minevis.film.picture import Picture, snapshot_of
from minevis.film.telling import layer_of
from minevis.game.board import Board
from minevis.game.game import Game
from minevis.game.position import Position
from minevis.render.mosaic import draw_links, draw_outlines, lines_from
from minevis.render.options import SMALLEST, Crop, Look, Moments, look_and_pacing
from minevis.render.page import chosen_panels, crop_of, page_of
from minevis.render.panels import Layer, Panel, drawn_panel, panel
from minevis.render.searches import Searches
from minevis.render.tiles.atlas import atlas
from minevis.render.tiles.theme import Theme, rgb, theme_of
from minevis.solver.analysis import Analysis
from minevis.trace.snapshot import Snapshot
from minevis.trace.trace import Trace
from minevis.utils.appearance import TurnsDark, follows_page
from minevis.utils.checks import check_index, check_kind
from minevis.utils.files import atomic_write
from minevis.words.captions import caption

CELL = 0.26  # inches
CELL_PIXELS, MOST_PIXELS = 96, 4096  # of a cell, and of the longer side of a board
TREE, FINER = (17, 28), 3  # height and width of a tree in cells; px of it per px of a frame
TREE_SIZE, BODY = (24 * FINER * TREE[0], 24 * FINER * TREE[1]), 14 * FINER  # px
UNLIMITED = 1e6  # megabytes: Matplotlib drops the frames beyond its limit


def plot(
    trace: Trace,
    index: int,
    *,
    ax: Axes | None = None,
    panels: Panel | Sequence[Panel] = ("board",),
    theme: str | Theme | None = None,
    crop: Crop | None = None,
    words: bool = True,
) -> Figure:
    """Draw the snapshot after event `index` into a new figure, at 370 pixels per inch, or `ax`.

    `words` adds titles and the caption. Save it with `figure.savefig("a.pdf")`. Raises `IndexError`
    beyond the last event and `ValueError` without panels, for unknown panels or themes, a crop
    outside the board, and several panels in one `ax`.
    """
    asked, number = Look(panels=panels, crop=crop), check_index(index, len(trace), "event", "trace")
    chosen, look = chosen_panels(asked), theme_of(theme)
    if ax is not None and len(chosen) > 1:
        raise ValueError(f"panels={panels!r}: ax= has room for one panel")
    window = crop_of(asked, trace.shape)
    snapshot = trace[number]
    search = Searches(trace).at(number) if "tree" in chosen else None
    sizes = [TREE if drawn_panel(each) else window[2:] for each in chosen]
    figure, axes = _page(sizes, 4.8 if words else 0.6, look, theme, ax)
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
    _say(figure, axes[0], snapshot, look, words=words, own=ax is None)
    return figure


def _say(
    figure: Figure, axis: Axes, snapshot: Snapshot, look: Theme, *, words: bool, own: bool
) -> None:
    """Write the caption below a figure of our own, or below its axes in a figure of others."""
    if not words or snapshot.event is None:
        return
    text = caption(snapshot.event)
    style: dict[str, Any] = {"fontsize": 8, "color": rgb(look.ink)}
    if own:
        figure.supxlabel(text, wrap=True, **style)
    else:  # Matplotlib would break lines at the edge of the figure
        letters = axis.get_window_extent().width / figure.dpi * 72 / 4.4
        axis.set_xlabel(fill(text, max(int(letters), 20)), **style)


def plot_cells(
    shown: Board | Game | Position | Analysis | Snapshot,
    ax: Axes | None,
    *,
    theme: str | Theme | None = None,
    crop: Crop | None = None,
    words: bool = True,
) -> Figure | Axes:
    """Draw a value with cells into a new figure and return it, or into `ax`."""
    look, snapshot = theme_of(theme), snapshot_of(shown)
    window = crop_of(Look(crop=crop), snapshot.shape)
    above = 0.6 if not words else 4.8 if snapshot.event else 3.4
    figure, (axis,) = _page([window[2:]], above, look, theme, ax)
    name = "probability" if isinstance(shown, Analysis) else "board"
    layer = layer_of(name, snapshot, ("board",), ())
    _map(axis, layer, window, look)
    if words:
        axis.set_title(layer.title, loc="left", color=rgb(look.ink), fontweight="bold")
    _say(figure, axis, snapshot, look, words=words, own=ax is None)
    return figure if ax is None else ax


def picture_of_figure(figure: Figure, words: str) -> Picture:
    """Return a figure as a picture that is described by `words`."""
    file = BytesIO()
    figure.savefig(file, format="png", facecolor=figure.get_facecolor())
    return Picture.of_png(file.getvalue(), words, follows=getattr(figure, "follows", False))


def _page(
    sizes: Sequence[tuple[int, int]],
    above: float,
    look: Theme,
    theme: str | Theme | None,
    ax: Axes | None,
) -> tuple[Figure, Any]:
    """Return a figure with axes of `sizes` (h, w), in cells, and `above` cells for words; or the
    figure of `ax` with it.
    """
    if ax is not None:
        return figure_of(ax), [ax]
    high, wide = max(size[0] for size in sizes), [size[1] + 1.4 for size in sizes]
    inches = (sum(wide) * CELL, (high + above) * CELL)
    figure = NotebookFigure(figsize=inches, facecolor=rgb(look.ground), layout="constrained")
    figure.follows = follows_page(theme)
    return figure, figure.subplots(1, len(sizes), squeeze=False, width_ratios=wide)[0]


def figure_of(ax: object) -> Figure:
    """Return the figure of `ax`. Raises `TypeError` for anything but axes."""
    check_kind("ax", ax, Axes, called="Matplotlib Axes")
    assert isinstance(ax, Axes)
    return cast(Figure, ax.figure)


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


def animation(trace: Trace, **options: Unpack[Moments]) -> FuncAnimation:
    """Return the run as a `matplotlib.animation.FuncAnimation`.

    Writing a video with `minevis.film.video.write_video` is much faster.
    """
    look, pacing = look_and_pacing(options)
    layout, fps = page_of(trace.shape, look), pacing.fps or 10
    shown = beats(trace, pacing, grouping="grouped", crop=layout.cropped)
    figure = NotebookFigure(figsize=(layout.width / 100, layout.height / 100), dpi=100)
    axis = figure.add_axes((0, 0, 1, 1))
    axis.set_axis_off()
    picture = axis.imshow(np.zeros((layout.height, layout.width, 3), np.uint8))

    def stream() -> Generator[np.ndarray, None, None]:
        yield from frames(trace, shown, layout, fps=fps, motion=bool(pacing.motion))

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
    """A figure that shows a picture even without `%matplotlib inline`, and a window in a script."""

    def show(self, warn: bool = True) -> None:
        """Open a window and wait until it is closed, as `matplotlib.pyplot.show` does."""
        import matplotlib.pyplot as plt

        window = plt.figure(figsize=self.get_size_inches(), dpi=self.dpi)
        manager = window.canvas.manager
        if manager is not None:
            manager.canvas.figure = self
            self.set_canvas(manager.canvas)
        plt.show()

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
    """An animation that finds our ffmpeg and embeds every frame. A notebook shows it as a film."""

    def _repr_html_(self) -> str:
        return self.to_html5_video()

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
