"""A search tree in a panel: lines, discs, crosses and texts. Lengths are in px.

In the browser `search_tree.js` draws it.
"""

from collections.abc import Mapping
from types import MappingProxyType

import cv2
import numpy as np

from minevis.game.grid import Cell
from minevis.render.search_tree.layout import TreePlan, box_name, plan_tree
from minevis.render.search_tree.model import Node, Search
from minevis.render.search_tree.stamps import FINE, ONE, disc, fine
from minevis.render.tiles.atlas import Mark, Tile, atlas, percent_steps
from minevis.render.tiles.draw_pictures import fill
from minevis.render.tiles.draw_text import glyph_mask, ink, line_height, line_mask, text_width
from minevis.render.tiles.theme import Colour, Theme, mix
from minevis.words.english import say

FIGURE = 0.4  # of a square: its number
Point = tuple[float, float]


class Brush:
    """Draws the parts of a tree into `picture` (uint8 [h, w, 3], changed in place)."""

    def __init__(self, picture: np.ndarray, theme: Theme) -> None:
        self.picture, self.theme = picture, theme

    def line(self, start: Point, end: Point, colour: Colour, width: float) -> None:
        """Draw a straight line."""
        ends = fine(*start), fine(*end)
        cv2.line(self.picture, *ends, colour, int(width), cv2.LINE_AA, FINE)

    def dot(self, at: Point, radius: float, colour: Colour) -> None:
        """Draw a filled circle."""
        reach = round(radius * ONE)
        cv2.circle(self.picture, fine(*at), reach, colour, -1, cv2.LINE_AA, FINE)

    def disc(self, at: Point, radius: float, share: float, rim: Colour) -> None:
        """Draw a try: full if all cells of its box are mines, empty if no cell is."""
        stamp = disc(radius, share, self.theme.ink, self.theme.opened, rim)
        stamp.paste_centred(self.picture, *at)

    def erase(self, at: Point, reach: float) -> None:
        """Wipe everything within `reach` of a point."""
        rows, cols = (
            slice(max(round(middle - reach), 0), round(middle + reach) + 1) for middle in at[::-1]
        )
        fill(self.picture[rows, cols], self.theme.ground)

    def text(
        self,
        text: str,
        left: int,
        top: int,
        size: int,
        colour: Colour,
        *,
        bold: bool = False,
        upright: bool = True,
    ) -> None:
        """Write a text by its upper left corner; if not `upright`, from top to bottom."""
        mask = line_mask(text, size, bold)
        if not upright:
            mask = np.rot90(glyph_mask(text, size, bold=bold), -1)
        ink(self.picture, mask, top, left, colour)

    def box(self, left: int, top: int, width: int, height: int, colour: Colour) -> None:
        """Fill a rectangle."""
        fill(self.picture[top : top + height, left : left + width], colour)

    def chance(self, left: int, top: int, side: int, chance: float, *, numbered: bool) -> None:
        """Draw a chance of a mine, as a square in its colour."""
        part = self.picture[top : top + side, left : left + side]
        if not numbered:
            fill(part[:-1, :-1], tuple(self.theme.heat[round(100 * chance)].tolist()))
            return
        step = Tile.MINE_CHANCE + percent_steps(np.array([chance]))[0]
        tile = atlas(side, theme=self.theme).tile(int(step), Mark.NONE)
        part[:] = tile[: part.shape[0], : part.shape[1]]


class TreeDrawing:
    """The marks of one search in a panel of `width` × `height` px."""

    def __init__(
        self,
        search: Search,
        width: int,
        height: int,
        body: int,
        theme: Theme,
        letters: Mapping[Cell, str] = MappingProxyType({}),
    ) -> None:
        words = [say(key) for key in ("solutions found so far", "average", "weighted")]
        self.search, self.theme, self.letters = search, theme, letters
        self.plan: TreePlan = plan_tree(search, width, height, body, words, letters)
        self.branch = mix(theme.ground, theme.quiet, 0.5)
        self.thin = max(1, round(body / 20))
        self.thick = max(self.thin, round(min(self.plan.radius * 0.5, body * 0.12)))

    def ground(self, on: Brush) -> None:
        """Draw the levels with the names of their boxes, the root, and the title of the table."""
        plan, theme = self.plan, self.theme
        faint, high = mix(theme.ground, theme.line, 0.8), line_height(plan.small)
        every = max(1, -(-high // max(int(plan.level), 1)))
        for depth, box in enumerate(self.search.boxes):
            y = plan.height_of(depth)
            on.line((plan.left, y), (plan.width - plan.small / 2, y), faint, self.thin)
            if depth % every == 0:
                name = box_name(box, self.letters)
                on.text(name, 0, round(y - high / 2), plan.small, theme.quiet)
        on.dot(plan.root, 2.5 * self.thin, theme.quiet)
        below = plan.table + high
        on.text(say("solutions found so far"), 0, below, plan.small, theme.ink)
        boxes = self.search.boxes[: len(plan.columns)]
        names = [self.letters.get(box[0], str(box[0])) for box in boxes]
        widths = [text_width(name, plan.small) for name in names]
        if max(widths) <= plan.tile + 1:  # all of them fit
            top = below - high - 1
            for column, name, width in zip(plan.columns, names, widths, strict=True):
                left = column + (plan.tile - width) // 2
                on.text(name, left, top, plan.small, theme.quiet)

    def steps(self, on: Brush, after: int, index: int) -> None:
        """Draw what the events from `after` + 1 to `index` add, in their order."""
        steps: list[tuple[int, int, Node]] = []
        for node in self.search.since(after):
            if node.tried > index:
                break
            if node.tried not in self.plan.across:
                continue
            for rank, at in enumerate((node.tried, node.dead)):
                if after < at <= index:
                    steps.append((at, rank, node))
            if not node.children and after < node.solved <= index:
                steps.append((node.solved, 2, node))
        for _, rank, node in sorted(steps, key=lambda step: step[:2]):
            (self._tried, self._dead_end, self._solution_path)[rank](on, node)
        for solution in self.search.solutions:
            if after < solution.index <= index and solution.index in self.plan.rows:
                self._row(on, solution.counts, self.plan.rows[solution.index])

    def current(self, on: Brush, index: int) -> None:
        """Draw the current tries at `index`, and the clue just violated."""
        latest = self.search.standing(index)
        if latest is None:
            return
        way = [node for node in latest.path() if node.tried in self.plan.across]
        for node in way:
            self._edge(on, node, self.theme.search, self.thick + 1)
        for node in way:
            if 0 <= node.dead <= index:
                self._cross(on, node)
            else:
                self._disc(on, node, self.theme.search)
        if latest.dead == index and latest.tried in self.plan.across and not self.letters:
            self._violated_now(on, latest)

    def chances(self, on: Brush, index: int) -> None:
        """Draw the means of the columns, and below them the odds."""
        plan, search = self.plan, self.search
        rows = [("average", "of the configurations", plan.average, search.averages(index))]
        if search.odds is not None and index >= search.odds_at:
            rows.append(("weighted", "of the layouts", plan.odds, search.odds))
        for name, meaning, top, chances in rows:
            if chances is None:
                continue
            drop = top + (plan.tile - line_height(plan.small)) // 2
            on.text(say(name), 0, drop, plan.small, self.theme.ink)
            right = plan.columns[-1] + plan.tile + 8
            if right + text_width(say(meaning), plan.small) <= plan.width:
                on.text(say(meaning), right, drop, plan.small, self.theme.quiet)
            large = plan.tile * FIGURE > plan.small * 0.8
            for column, chance in zip(plan.columns, chances, strict=False):
                on.chance(column, top, plan.tile, chance, numbered=large)

    def _tried(self, on: Brush, node: Node) -> None:
        self._edge(on, node, self.branch, self.thin)
        self._disc(on, node)
        if node.parent is not None:
            self._disc(on, node.parent)

    def _solution_path(self, on: Brush, node: Node) -> None:
        """Draw the path to a solution, from the last node shared with other solutions."""
        way = [each for each in node.path() if each.solved == node.solved]
        for each in way:
            self._edge(on, each, self.theme.safe, self.thick)
        fork = way[0].parent
        for each in way if fork is None else (fork, *way):
            self._disc(on, each)

    def _dead_end(self, on: Brush, node: Node) -> None:
        on.erase(self.plan.place(node), self.plan.radius + 1.5)
        self._edge(on, node, self.branch, self.thin)
        self._cross(on, node)
        if node.parent is not None:
            self._disc(on, node.parent)
        self._violated_clue(on, node)

    def _violated_clue(self, on: Brush, node: Node) -> None:
        """Draw the clue that ended a branch, below its cross, if there is room."""
        plan, name, upright = self.plan, str(node.clue), True
        if self.letters:  # the board has a letter for the clue only now
            return
        size = plan.small
        x, y = plan.place(node)
        below, width, height = round(y + plan.radius + 1), text_width(name, size), line_height(size)
        if plan.slot < width + 4:
            upright, below = False, below + 2
            width, height = glyph_mask(name, size, bold=False).shape
        between = plan.level - 2 * plan.radius  # the level below must be seen
        at_the_foot = below + height > plan.table  # the place of the names of the columns
        if plan.slot >= width + 2 and height <= between and not at_the_foot:
            left = round(x - width / 2)
            on.text(name, left, below, size, self.theme.mine, upright=upright)

    def _violated_now(self, on: Brush, node: Node) -> None:
        """Draw the clue that just ended a branch, over everything below its cross."""
        plan, name = self.plan, str(node.clue)
        x, y = plan.place(node)
        width, height = text_width(name, plan.small, bold=True), line_height(plan.small)
        top = min(round(y + plan.radius + 2), plan.height - height)
        left = min(max(round(x - width / 2), 1), plan.width - width - 1)
        on.box(left - 1, top, width + 2, height, self.theme.ground)
        on.text(name, left, top, plan.small, self.theme.mine, bold=True)

    def _row(self, on: Brush, counts: tuple[int, ...], top: int) -> None:
        """A solution as a small picture: a column a box, as full as the box is of mines."""
        high, side, theme = max(self.plan.row - 2, 2), self.plan.tile, self.theme
        rim = mix(theme.opened, theme.ink, 0.16)
        for column, mines, box in zip(self.plan.columns, counts, self.search.boxes, strict=False):
            on.box(column, top, side, high, rim)
            on.box(column + 1, top + 1, side - 2, high - 2, theme.opened)
            on.box(column, top, round(side * mines / len(box)), high, theme.ink)

    def _edge(self, on: Brush, node: Node, colour: Colour, width: float) -> None:
        start = self.plan.root
        if node.parent is not None and node.parent.tried in self.plan.across:
            start = self.plan.place(node.parent)
        on.line(start, self.plan.place(node), colour, width)

    def _disc(self, on: Brush, node: Node, rim: Colour | None = None) -> None:
        share = node.mines / len(self.search.boxes[node.depth])
        on.disc(self.plan.place(node), self.plan.radius, share, rim or self.theme.ink)

    def _cross(self, on: Brush, node: Node) -> None:
        (x, y), arm = self.plan.place(node), max(1.5, self.plan.radius * 0.8)
        width = max(1, round(self.plan.radius * 0.35))
        for sign in (1, -1):
            on.line((x - arm, y - sign * arm), (x + arm, y + sign * arm), self.theme.mine, width)
