"""A snapshot as a Matplotlib figure, all vector, for papers; and a run as an animation.

Matplotlib is imported when it is needed: a figure takes a second, a frame does not.
"""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from minevis.core.appearance import follows_page
from minevis.core.errors import check_index
from minevis.core.record import Record
from minevis.core.snapshot import Snapshot
from minevis.show.frame.page import check_crop
from minevis.show.frame.scene import layer_of
from minevis.show.frames import frames, page_for
from minevis.show.options import Crop, FilmOptions, split
from minevis.show.panels.panels import TITLES, Layer, Panel, check_panels, drawn_panel, name_of
from minevis.show.search_tree.figure import BODY, draw_tree
from minevis.show.search_tree.model import Searches
from minevis.show.tiles.atlas import (
    ABOVE_99,
    BASE_PICTURES,
    BELOW_ONE,
    CONSTRAINTS,
    PERCENT_TEXTS,
    Mark,
    Tile,
)
from minevis.show.tiles.draw_pictures import faint_heat
from minevis.show.tiles.theme import Colour, Theme, mix, rgb, theme_of
from minevis.show.timing.beats import beats
from minevis.show.timing.cropping import box_of
from minevis.show.words.captions import caption

if TYPE_CHECKING:
    from matplotlib.animation import FuncAnimation
    from matplotlib.figure import Figure

    from minevis.show.export.notebook_figure import NotebookFigure

CELL = 0.26  # inches
TREE, TREE_SIZE = (17, 28), (408, 672)  # height and width of a tree: in cells, in px of its plan
RINGS = {  # colour of the theme, width in points, inset in cells
    Mark.SAFE: ("safe", 2.2, 0.07),
    Mark.MINED: ("mine", 2.2, 0.07),
    Mark.REST_SAFE: ("safe", 2.2, 0.07),
    Mark.REST_MINED: ("mine", 2.2, 0.07),
    Mark.KNOWN_SAFE: ("safe", 1.0, 0.05),
    Mark.KNOWN_MINED: ("mine", 1.0, 0.05),
    Mark.CLUE: ("clue_ring", 1.6, 0.06),
    Mark.TRYING: ("search", 2.2, 0.07),
    Mark.VIOLATED: ("mine", 2.2, 0.07),
    Mark.COMPLETE: ("safe", 1.2, 0.13),
    Mark.GUESS: ("guess", 3.0, 0.09),
    Mark.CANDIDATE: ("ink", 1.0, 0.08),
    Mark.CLICK: ("ink", 1.2, 0.05),
}
FILLS = {  # colour of the theme, its opacity
    Mark.REGION: ("search", 0.3),
    Mark.SMALLER: ("clue_ring", 0.42),
    Mark.REST_SAFE: ("search", 0.3),
    Mark.REST_MINED: ("search", 0.3),
    Mark.VIOLATED: ("mine", 0.17),
    Mark.COMPLETE: ("safe", 0.22),
    Mark.FRESH: ("safe", 0.1),
}
OCTAGONS = {Mark.MINED, Mark.KNOWN_MINED, Mark.REST_MINED}


def plot(
    trace: Record,
    index: int,
    *,
    panels: Panel | Sequence[Panel] = ("board",),
    theme: str | Theme | None = None,
    crop: Crop | None = None,
    words: bool = True,
) -> "Figure":
    """The snapshot after event `index` as a `matplotlib.figure.Figure` of vectors.

    `words` adds titles and the caption. Save it with `figure.savefig("a.pdf")`.
    Raises `IndexError` beyond the last event and `ValueError` for no panels, unknown
    ones, unknown themes and a crop that reaches outside.
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
        layer = layer_of(each, snapshot, chosen, search.cells if search else ())
        if layer is not None:
            _map(axis, layer, window, look)
        elif each == "tree":
            draw_tree(axis, search, number, TREE_SIZE, look)
        else:
            _pixels(axis, each, trace, number, look)
        if words:
            name = TITLES[each] if isinstance(each, str) else name_of(each)
            axis.set_title(name, loc="left", color=rgb(look.ink), fontweight="bold")
    _write_caption(figure, snapshot if words else None, look)
    return figure


def _write_caption(figure: "Figure", snapshot: Snapshot | None, look: Theme) -> None:
    if snapshot is not None and snapshot.event is not None:
        sentence = caption(snapshot.event)
        figure.supxlabel(sentence, fontsize=8, color=rgb(look.ink), wrap=True)


def _pixels(axis: Any, which: Panel, trace: Record, index: int, look: Theme) -> None:
    """A panel that draws itself, in pixels: it knows no vectors."""
    drawn = drawn_panel(which)
    assert drawn is not None
    axis.imshow(drawn.start(trace, TREE_SIZE, BODY, look).draw(index))
    axis.set_axis_off()


def _page(sizes: list[tuple[int, int]], above: float, look: Theme) -> "tuple[NotebookFigure, Any]":
    """A figure with an axis for each of `sizes` (h, w), in cells, and `above` cells for words."""
    from minevis.show.export.notebook_figure import NotebookFigure

    high, wide = max(size[0] for size in sizes), [size[1] + 1.4 for size in sizes]
    inches = (sum(wide) * CELL, (high + above) * CELL)
    figure = NotebookFigure(figsize=inches, facecolor=rgb(look.ground), layout="constrained")
    return figure, figure.subplots(1, len(sizes), squeeze=False, width_ratios=wide)[0]


def _map(axis: Any, layer: Layer, window: Crop, look: Theme) -> None:
    """A panel that is a map of cells."""
    row, col, height, width = window
    axis.set(xlim=(col, col + width), ylim=(row + height, row), aspect="equal")
    _axis(axis, look)
    for cell in np.ndindex(height, width):
        at = (cell[0] + row, cell[1] + col)
        _cell(axis, at, int(layer.pictures[at]), Mark(layer.marks[at]), look)
    _reasons(axis, layer, look)


def animation(trace: Record, **options: Unpack[FilmOptions]) -> "FuncAnimation":
    """The run as a `matplotlib.animation.FuncAnimation`, for those who want one.

    Options are those of `minevis.show.timing.beats.beats` and of `page_of_panels`.
    Our own videos are written much sooner: see `minevis.show.export.video.write_video`.
    """
    from minevis.show.export.notebook_figure import GameAnimation, NotebookFigure

    look, pacing = split(options)
    layout = page_for(trace.shape, **look)
    fps = pacing.get("fps", 10)
    shown = beats(trace, **pacing, crop=box_of(layout.crop, layout.shape))
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


def _cell(axis: Any, at: tuple[int, int], picture: int, mark: Mark, look: Theme) -> None:
    """One cell: its face, its picture and its mark."""
    from matplotlib.patches import Rectangle

    x, y = at[1], at[0]
    ground, text, colour = _face(picture, look)
    axis.add_patch(Rectangle((x + 0.02, y + 0.02), 0.96, 0.96, color=rgb(ground), lw=0))
    if mark in FILLS:
        role, opacity = FILLS[mark]
        fill = (*rgb(getattr(look, role)), opacity)
        axis.add_patch(Rectangle((x + 0.02, y + 0.02), 0.96, 0.96, facecolor=fill, lw=0))
    for words, dx, dy, size in text:
        axis.text(
            *(x + dx, y + dy, words),
            color=rgb(colour),
            fontsize=size,
            fontweight="bold",
            ha="center",
            va="center_baseline",
        )
    if mark in RINGS:
        _ring(axis, x, y, mark, look)


def _ring(axis: Any, x: int, y: int, mark: Mark, look: Theme) -> None:
    """A square ring, or an octagon for a mine: they differ in shape too."""
    from matplotlib.patches import Polygon

    role, width, inset = RINGS[mark]
    near, far, cut = inset, 1 - inset, 0.26 if mark in OCTAGONS else 0.0
    corners = [
        *((near + cut, near), (far - cut, near), (far, near + cut), (far, far - cut)),
        *((far - cut, far), (near + cut, far), (near, far - cut), (near, near + cut)),
    ]
    points = [(x + a, y + b) for a, b in corners]
    style = (0, (2, 2)) if mark is Mark.CANDIDATE else "-"
    axis.add_patch(
        Polygon(points, fill=False, edgecolor=rgb(getattr(look, role)), lw=width, ls=style)
    )


Texts = list[tuple[str, float, float, float]]  # words, x and y in the cell, size in points


def _face(picture: int, look: Theme) -> tuple[Colour, Texts, Colour]:
    """The ground of a picture, the texts on it, and their colour."""
    if picture in BASE_PICTURES:
        return _named(BASE_PICTURES[picture], look)
    if picture < Tile.CONSTRAINT:
        pale = picture >= Tile.PALE
        number = picture - (Tile.PALE if pale else Tile.OPENED)
        colour = look.clues[max(number, 1) - 1]
        colour = mix(colour, look.opened, 0.58) if pale else colour
        return look.opened, [(str(number), 0.5, 0.52, 10)] if number else [], colour
    if picture < Tile.MINE_CHANCE:
        left, room = CONSTRAINTS[picture - Tile.CONSTRAINT]
        return look.opened, [(str(left), 0.28, 0.32, 6), (str(room), 0.72, 0.72, 6)], look.ink
    if picture < Tile.SUPPOSED:
        heat = look.heat if picture < Tile.ZERO_CHANCE else look.zero_heat
        step = (picture - Tile.MINE_CHANCE) % len(PERCENT_TEXTS)
        red, green, blue = heat[{BELOW_ONE: 0, ABOVE_99: 100}.get(step, step)].tolist()
        ground, figure = (red, green, blue), look.figure
        if Tile.FAINT_CHANCE <= picture < Tile.ZERO_CHANCE:
            ground, figure = faint_heat(look, ground)
        return ground, [(PERCENT_TEXTS[step], 0.5, 0.52, 6.5)], figure
    if picture < Tile.TINT:
        mines, cells = divmod(picture - Tile.SUPPOSED, 10)
        text = "●" if mines == cells else f"{mines}/{cells}" if mines else "○"
        ground = mix(look.opened, look.search, 0.2)
        return ground, [(text, 0.5, 0.52, 6.5 if 0 < mines < cells else 10)], look.ink
    return look.tints[picture - Tile.TINT], [], look.ink


def _named(name: str, look: Theme) -> tuple[Colour, Texts, Colour]:
    """Flags and mines as signs that every font of Matplotlib has."""
    covered = look.letter_ground if name.endswith("_letter") else look.covered
    if name.startswith("flag"):
        return covered, [("⚑", 0.5, 0.52, 10)], look.letter if "letter" in name else look.flag
    if name.startswith("mine"):
        ground = covered if "letter" in name else look.opened
        return ground, [("✹", 0.5, 0.52, 11)], look.pole
    if name == "exploded":
        return look.mine, [("✹", 0.5, 0.52, 11)], (30, 32, 36)
    if name == "wrong":
        return covered, [("✗", 0.5, 0.52, 11)], look.flag
    return covered, [], look.ink


def _reasons(axis: Any, layer: Layer, look: Theme) -> None:
    """Lines from clue to cell, and around sets of cells."""
    for outline in layer.outlines:
        inside = set(outline.cells)
        for row, col in outline.cells:
            for dr, dc, xs, ys in (
                (-1, 0, (col, col + 1), (row, row)),
                (1, 0, (col, col + 1), (row + 1, row + 1)),
                (0, -1, (col, col), (row, row + 1)),
                (0, 1, (col + 1, col + 1), (row, row + 1)),
            ):
                if (row + dr, col + dc) not in inside:
                    axis.plot(xs, ys, color=rgb(getattr(look, outline.role)), lw=1.4)
    for link in layer.links:
        (y, x), (to_y, to_x) = link.clue, link.cell
        away = max(abs(to_y - y), abs(to_x - x))
        start = (x + 0.5 + 0.36 * (to_x - x) / away, y + 0.5 + 0.36 * (to_y - y) / away)
        axis.plot((start[0], to_x + 0.5), (start[1], to_y + 0.5), color=rgb(look.clue_ring), lw=1.4)
