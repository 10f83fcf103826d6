"""The search tree as Matplotlib vectors, for papers: the twin of `minevis.show.search_tree.panel`.

Both follow the same plan; here a length of one is a px of that plan.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from minevis.show.search_tree.layout import TreePlan, box_name, plan_tree
from minevis.show.search_tree.model import Node, Search
from minevis.show.tiles.atlas import ABOVE_99, BELOW_ONE, PERCENT_TEXTS, percent_steps
from minevis.show.tiles.draw_text import line_height
from minevis.show.tiles.theme import Colour, Theme, mix, rgb
from minevis.show.words.wording import say

BODY = 14  # px of a caption that would belong to the plan
POINTS = 0.78  # that a px of the plan is long in a figure
Point = tuple[float, float]


def draw_tree(
    axis: Any,
    search: Search | None,
    index: int,
    size: tuple[int, int],
    look: Theme,
) -> None:
    """Draw `search` as it stands after event `index` on `axis`, `size` (h, w) px large.

    Without a search the axis says that there is no search yet.

    >>> from matplotlib.figure import Figure
    >>> from minevis.show.tiles.theme import PAPER
    >>> axis = Figure().add_subplot()
    >>> draw_tree(axis, None, 0, (300, 400), PAPER)
    >>> [text.get_text() for text in axis.texts]
    ['it begins where the rules find nothing more']
    """
    axis.set(xlim=(0, size[1]), ylim=(size[0], 0), aspect="equal")
    axis.set_axis_off()
    if search is None:
        place = {"ha": "center", "transform": axis.transAxes, "color": rgb(look.quiet)}
        axis.text(0.5, 0.5, say("no search yet"), fontsize=8, **place)
        return
    words = [say(key) for key in ("solutions found so far", "average", "weighted")]
    plan = plan_tree(search, size[1], size[0], BODY, words)
    pen = _Pen(axis, plan, search, look)
    pen.levels()
    pen.branches(index)
    pen.table(index)
    pen.chances(index)


class _Pen:
    """Draws the parts of one tree on an axis."""

    def __init__(self, axis: Any, plan: TreePlan, search: Search, look: Theme) -> None:
        self.axis, self.plan, self.search, self.look = axis, plan, search, look

    def levels(self) -> None:
        """A hairline and a name for each box."""
        plan = self.plan
        step = max(1, -(-line_height(plan.small) // max(int(plan.level), 1)))
        for depth, box in enumerate(self.search.boxes):
            y = plan.height_of(depth)
            self.lines([((plan.left, y), (plan.width, y))], self.look.line, 0.5)
            if depth % step == 0:
                self.write(box_name(box), 0, y, self.look.quiet)

    def branches(self, index: int) -> None:
        """The tries up to event `index`: paths to solutions, and the current path, are bold."""
        plan, look = self.plan, self.look
        tried = [n for n in self.search.nodes if n.tried <= index and n.tried in plan.across]
        solved = [node for node in tried if 0 <= node.solved <= index]
        latest = self.search.standing(index)
        standing = [n for n in latest.path() if n.tried in plan.across] if latest else []
        for nodes, colour, width in (
            (tried, mix(look.ground, look.quiet, 0.5), 0.6),
            (solved, look.safe, 1.6),
            (standing, look.search, 2.0),
        ):
            self.lines(map(self.edge, nodes), colour, width)
        for node in tried:
            if 0 <= node.dead <= index:
                self.cross(node)
            else:
                self.disc(node)

    def edge(self, node: Node) -> tuple[Point, Point]:
        """From the parent of a node, or the root, to the node."""
        start = self.plan.root
        if node.parent is not None and node.parent.tried in self.plan.across:
            start = self.plan.place(node.parent)
        return start, self.plan.place(node)

    def disc(self, node: Node) -> None:
        """Full: all of the box are mines; empty: none is; else a slice as large as its share."""
        from matplotlib.patches import Circle, Wedge

        place, radius = self.plan.place(node), self.plan.radius
        share = node.mines / len(self.search.boxes[node.depth])
        paper, ink = rgb(self.look.opened), rgb(self.look.ink)
        rim: dict[str, Any] = {"ec": ink, "lw": 0.8, "zorder": 3}
        self.axis.add_patch(Circle(place, radius, fc=paper, **rim))
        if share:
            self.axis.add_patch(Wedge(place, radius, -90, -90 + 360 * share, fc=ink, **rim))

    def cross(self, node: Node) -> None:
        """A dead end, and the clue that made it one if there is room for it."""
        (x, y), arm = self.plan.place(node), self.plan.radius * 0.8
        ends = [((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm))]
        self.lines(ends, self.look.mine, 1.0)
        if self.plan.slot > 3 * self.plan.small:
            below = y + self.plan.radius + self.plan.small * 0.7
            self.write(str(node.clue), x, below, self.look.mine, centred=True)

    def table(self, index: int) -> None:
        """The solutions found, a row each: a column a box, as full as the box is of mines."""
        plan, look = self.plan, self.look
        title = plan.table + 1.5 * line_height(plan.small)
        self.write(say("solutions found so far"), 0, title, look.ink)
        for solution in self.search.solutions:
            if solution.index > index or solution.index not in plan.rows:
                continue
            top, high = plan.rows[solution.index], max(plan.row - 2, 2)
            boxes = zip(plan.columns, solution.counts, self.search.boxes, strict=False)
            for column, mines, box in boxes:
                self.box(column, top, plan.tile, high, look.opened)
                if mines:
                    self.box(column, top, plan.tile * mines / len(box), high, look.ink)

    def chances(self, index: int) -> None:
        """The mean of each column; below, the odds that follow."""
        plan, search = self.plan, self.search
        rows = [("average", "of the configurations", plan.average, search.averages(index))]
        if search.odds is not None and index >= search.odds_at:
            rows.append(("weighted", "of the layouts", plan.odds, search.odds))
        for name, reason, top, chances in rows:
            if chances is None:
                continue
            middle = top + plan.tile / 2
            self.write(say(name), 0, middle, self.look.ink)
            right = plan.columns[-1] + plan.tile + 8
            self.write(say(reason), right, middle, self.look.quiet)
            self.percentages(top, chances)

    def percentages(self, top: float, chances: Sequence[float]) -> None:
        """A row of chances on their heat colours."""
        tile = self.plan.tile
        steps = percent_steps(np.array(chances)).tolist()
        for column, step in zip(self.plan.columns, steps, strict=False):
            value = {BELOW_ONE: 0, ABOVE_99: 100}.get(step, step)
            red, green, blue = self.look.heat[value].tolist()
            self.box(column, top, tile - 1, tile - 1, (red, green, blue))
            middle = column + tile / 2, top + tile / 2
            self.write(PERCENT_TEXTS[step], *middle, self.look.figure, centred=True)

    def box(self, left: float, top: float, wide: float, high: float, colour: Colour) -> None:
        """A filled rectangle with a hairline around it."""
        from matplotlib.patches import Rectangle

        edge = rgb(self.look.rim)
        self.axis.add_patch(Rectangle((left, top), wide, high, fc=rgb(colour), ec=edge, lw=0.4))

    def lines(self, ends: Iterable[tuple[Point, Point]], colour: Colour, width: float) -> None:
        """Lines between pairs of points."""
        from matplotlib.collections import LineCollection

        self.axis.add_collection(LineCollection(list(ends), colors=[rgb(colour)], lw=width))

    def write(
        self, text: str, x: float, y: float, colour: Colour, *, centred: bool = False
    ) -> None:
        """A label that begins at `x`, or has its middle there, its own middle at `y`."""
        place = {"ha": "center" if centred else "left", "va": "center_baseline"}
        size = POINTS * self.plan.small
        self.axis.text(x, y, text, fontsize=size, color=rgb(colour), **place)
