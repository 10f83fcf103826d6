"""The panel "tree": a search as it grows, its configurations, their averages and the odds."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import cv2
import numpy as np
from PIL import Image, ImageDraw

from minevis.game.grid import Cell, Cells
from minevis.render.searches import Node, Search, Searches, kept_leaves
from minevis.render.tiles.atlas import Tile, atlas, percent_step
from minevis.render.tiles.draw_pictures import (
    FINE,
    ONE,
    eased,
    fade,
    fill,
    fine,
    mixed,
    plain,
    shrink,
)
from minevis.render.tiles.draw_text import glyph_mask, ink, line_height, line_mask, text_width, wrap
from minevis.render.tiles.theme import Colour, Theme, mix
from minevis.trace.trace import Trace
from minevis.utils.formatting import big_number, sample_evenly
from minevis.words.english import say
from minevis.words.wording import in_figures

TITLE = "Search"
WIDE = 888  # a count as wide as most
LEAF = 5  # px that a leaf needs
MOST_ROWS = 40  # solutions in the table
GAP = 2  # px between columns of the table
FIGURE = 0.4  # of a square: its number
Point = tuple[float, float]


@dataclass(frozen=True)
class SearchTree:
    """The panel "tree". Boxes are `lettered` if the board's cells are."""

    lettered: bool = False

    def widest_title(self) -> str:
        """The title next to counts of the largest width."""
        return f"{TITLE}   {_counts(WIDE, WIDE, WIDE)}"

    def start(self, trace: Trace, size: tuple[int, int], body: int, theme: Theme) -> "TreePanel":
        """The trees of all searches of `trace`, in a panel of `size` (h, w) px."""
        return TreePanel(Searches(trace), size, body, theme, lettered=self.lettered)


def _counts(tries: int, dead_ends: int, configurations: int) -> str:
    return (
        f"{in_figures(tries):# try|# tries}, {in_figures(dead_ends):# dead end|# dead ends}, "
        f"{in_figures(configurations):# configuration|# configurations}"
    )


class TreePanel:
    """Draws the search under way into a picture. Mutable.

    `draw` adds the events since the last call; going back begins again.
    """

    def __init__(
        self,
        searches: Searches,
        size: tuple[int, int],
        body: int,
        theme: Theme,
        *,
        lettered: bool = False,
    ) -> None:
        self.searches, self.lettered = searches, lettered
        self.height, self.width = size
        self.body, self.theme = body, theme
        self._drawing: TreeDrawing | None = None
        self._settled = np.empty((0, 0, 3), np.uint8)  # parts that no later step changes
        self._at = -1
        self._shown: tuple[object, ...] = ()
        self._before = self._at, np.empty((0, 0, 3), np.uint8)  # the last event and picture
        self._picture = self._introduction = self._introduced()

    def draw(self, index: int) -> np.ndarray:
        """The panel after event `index`: uint8 [height, width, 3]. Don't write to it."""
        search = self.searches.at(index)
        if search is None:
            return self._introduction
        drawing = self._drawing
        if drawing is None or search is not drawing.search or index < self._at:
            size, letters = (self.width, self.height), search.letters if self.lettered else {}
            drawing = TreeDrawing(search, *size, self.body, self.theme, letters)
            self._drawing, self._at = drawing, search.first
            self._settled = plain(self.height, self.width, self.theme.ground)
            drawing.ground(Brush(self._settled, self.theme))
        state = (search.first, min(index, search.end), index >= search.odds_at)
        if state == self._shown:
            return self._picture
        self._before = self._at, self._picture
        drawing.steps(Brush(self._settled, self.theme), self._at, index)
        self._at = index
        self._picture = self._settled.copy()
        brush = Brush(self._picture, self.theme)
        if index < search.end:
            drawing.current(brush, index)
        drawing.chances(brush, index)
        if index >= search.end:  # the last search stays, paled
            fade(self._picture, self.theme.ground, 0.45)
        self._shown = state
        return self._picture

    def moving(self, share: float) -> np.ndarray:
        """Return the panel on its way to the picture drawn last: uint8 [height, width, 3]."""
        (past, before), after, drawing = self._before, self._picture, self._drawing
        if drawing is None or self._at >= drawing.search.end or past <= drawing.search.first:
            return mixed(before, after, share)
        on = Brush(mixed(before, after, share), self.theme)
        drawing.moving(on, before, after, past, self._at, share)
        return on.picture

    def keys(self, index: int) -> set[str]:
        """Return the entries of the legend for the tree at event `index`."""
        search = self.searches.at(index)
        return set() if search is None or index >= search.end else search.keys(index)

    def cells(self, index: int) -> Cells:
        """The cells of the board that the tree at event `index` is about."""
        search = self.searches.at(index)
        return () if search is None else search.cells

    def letters(self, index: int) -> Mapping[Cell, str] | None:
        """Return the letters of the cells in the tree at event `index`; None if it is over."""
        search = self.searches.at(index)
        return None if search is None or index >= search.end else search.letters

    def title(self) -> str:
        """The title above the tree."""
        return TITLE

    def subtitle(self, index: int) -> str:
        """The results of the search by event `index`."""
        search = self.searches.at(index)
        if search is None:
            return say("no search yet")
        tries, dead_ends, _, configurations = search.counts(index)
        subtitle = _counts(tries, dead_ends, configurations)
        drawing = self._drawing
        if drawing and search is drawing.search and len(drawing.plan.across) < len(search.nodes):
            drawn, total = big_number(len(drawing.plan.across)), in_figures(len(search.nodes))
            subtitle += f"; {drawn} of {total:# try|# tries} drawn"
        return subtitle

    def _introduced(self) -> np.ndarray:
        """The text in the place of the tree until there is one."""
        picture = plain(self.height, self.width, self.theme.ground)
        lines = wrap(say("tree intro"), self.body, round(min(self.width * 0.86, self.body * 38)))
        pitch = round(self.body * 1.5)
        top = max((self.height - pitch * len(lines)) // 2 - self.body, 0)
        left = (self.width - max(text_width(line, self.body) for line in lines)) // 2
        for line in lines:
            mask, colour = line_mask(line, self.body), self.theme.quiet
            ink(picture, mask, top, left, colour, ground=self.theme.ground)
            top += pitch
        return picture


@dataclass(frozen=True)
class TreePlan:
    """The plan of one search in a panel of `width` × `height` px."""

    width: int
    height: int
    small: int  # font size of labels
    left: float  # the left edge of tree and table, right of their labels
    top: float  # of the first level
    level: float  # distance of two levels
    radius: float  # of a node
    slot: float  # room for a leaf
    across: dict[int, float]  # x of the nodes that are drawn, by the event of their try
    columns: tuple[int, ...]  # x of the columns of the table, one a box
    tile: int  # width of a column
    rows: dict[int, int]  # y of the solutions that are drawn, by their event
    row: int  # height of such a row
    table: int  # y of the title of the table
    average: int  # y of the averages
    odds: int  # y of the odds

    @property
    def root(self) -> tuple[float, float]:
        """The start of the search: x, y."""
        return (self.left + self.width - self.small) / 2, self.top - self.small * 0.4

    def height_of(self, depth: int) -> float:
        """The y of the nodes at `depth`."""
        return self.top + (depth + 0.5) * self.level

    def place(self, node: Node) -> tuple[float, float]:
        """The place of a drawn node: x, y."""
        return self.across[node.tried], self.height_of(node.depth)


def box_name(box: Cells, letters: Mapping[Cell, str]) -> str:
    """Return a box's letter and size, or its first cell and the number of other cells."""
    if box[0] in letters:
        return letters[box[0]] + f" ×{len(box)}" * (len(box) > 1)
    return str(box[0]) if len(box) == 1 else f"{box[0]} +{len(box) - 1}"


def plan_tree(
    search: Search,
    width: int,
    height: int,
    body: int,
    words: list[str],
    letters: Mapping[Cell, str] = MappingProxyType({}),
) -> TreePlan:
    """Return the plan for a panel of `width` × `height` px, with captions of font size `body`.

    `words` are the labels left of the table.
    """
    small = max(9, round(body * 0.66))
    names = [box_name(box, letters) for box in search.boxes]
    left = max(text_width(text, small) for text in [*names, *words]) + small
    tile = max(8, min((width - left) // len(names) - GAP, round(body * 2)))
    room = (width - left + GAP) // (tile + GAP)
    columns = tuple(left + i * (tile + GAP) for i in range(min(room, len(names))))
    odds, average = height - tile - 1, height - 2 * tile - 5
    rows, row = _rows(search, average - 4, round(height * 0.2), max(12, round(body * 0.75)))
    table = average - 4 - len(rows) * row - line_height(small) - 2
    across, slot = _across(search, left, width - left - small)
    top = max(6, round(body * 0.9))
    level = (table - top - 4) / len(names)
    return TreePlan(
        width=width,
        height=height,
        small=small,
        left=left,
        top=top,
        level=level,
        radius=max(1.5, min(level * 0.34, slot * 0.5, body * 0.36)),
        slot=slot,
        across=across,
        columns=columns,
        tile=tile,
        rows=rows,
        row=row,
        table=table,
        average=average,
        odds=odds,
    )


def _rows(search: Search, bottom: int, room: int, most: int) -> tuple[dict[int, int], int]:
    """Return the y of the solutions in the table, and the row height; thinned if there are many."""
    count = min(len(search.solutions), MOST_ROWS, max(room // 4, 1))
    if not count:
        return {}, 0
    row = max(4, min(most, room // count))
    chosen = sample_evenly(search.solutions, count)
    top = bottom - count * row
    return {solution.index: top + n * row for n, solution in enumerate(chosen)}, row


def _across(search: Search, left: float, width: float) -> tuple[dict[int, float], float]:
    """Return the x of the drawn nodes: leaves side by side, a parent between its children."""
    leaves = kept_leaves(search, max(int(width / LEAF), 1))
    slot = width / max(len(leaves), 1)
    across: dict[int, float] = {}
    taken = 0
    for node in sorted(search.nodes, key=lambda node: node.tried):
        if node.tried in leaves:
            across[node.tried] = left + (taken + 0.5) * slot
            taken += 1
    for node in reversed(search.nodes):
        below = [across[child.tried] for child in node.children if child.tried in across]
        if below:
            across[node.tried] = (below[0] + below[-1]) / 2
    return across, slot


class Brush:
    """Draws the parts of a tree into `picture` (uint8 [h, w, 3], changed in place)."""

    def __init__(self, picture: np.ndarray, theme: Theme) -> None:
        self.picture, self.theme = picture, theme

    def line(self, start: Point, end: Point, colour: Colour, width: float) -> None:
        """Draw a straight line."""
        ends = fine(*start), fine(*end)
        cv2.line(self.picture, *ends, colour, int(width), cv2.LINE_AA, FINE)

    def disc(self, at: Point, radius: float, share: float, rim: Colour) -> None:
        """Draw a try: full if all cells of its box are mines, empty if no cell is."""
        below, above = disc(radius, share, self.theme.ink, self.theme.opened, rim)
        left, top = (round(middle - len(below) / 2) for middle in at)
        rows, cols = (slice(max(start, 0), max(start + len(below), 0)) for start in (top, left))
        part = self.picture[rows, cols]
        inside = np.s_[rows.start - top :, cols.start - left :]  # parts outside are left out
        below, above = (each[inside][: part.shape[0], : part.shape[1]] for each in (below, above))
        part[:] = (part * below + above) // 255

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
        tile = atlas(side, theme=self.theme).tile(Tile.MINE_CHANCE + percent_step(chance))
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
        words = [say(key) for key in ("configurations so far", "average", "weighted")]
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
        reach = round(2.5 * self.thin * ONE)
        cv2.circle(on.picture, fine(*plan.root), reach, theme.quiet, -1, cv2.LINE_AA, FINE)
        below = plan.table + high
        on.text(say("configurations so far"), 0, below, plan.small, theme.ink)
        boxes = self.search.boxes[: len(plan.columns)]
        names = [self.letters.get(box[0], str(box[0])) for box in boxes]
        widths = [text_width(name, plan.small) for name in names]
        if max(widths) <= plan.tile + 1:  # all of them fit
            top = below - high - 1
            for column, name, width in zip(plan.columns, names, widths, strict=True):
                left = column + (plan.tile - width) // 2
                on.text(name, left, top, plan.small, theme.quiet)

    def steps(self, on: Brush, after: int, index: int) -> None:
        """Draw the additions of the events from `after` + 1 to `index`, in order."""
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

    def moving(
        self, on: Brush, before: np.ndarray, after: np.ndarray, past: int, index: int, share: float
    ) -> None:
        """Draw what moves between two pictures: the latest try, dead end and solution.

        The try steps to its box, a dead end shakes, a solution flies from its leaf into the table,
        and averages grow out of the columns.
        """
        plan, search = self.plan, self.search
        far = eased(share)
        for node in self.search.since(past):
            if node.tried not in plan.across or node.tried > index:
                continue
            (x, y), reach = plan.place(node), plan.radius + 2
            if past < node.tried:
                up = node.parent is not None and node.parent.tried in plan.across
                start = plan.place(node.parent) if up and node.parent else plan.root
                ends = sorted((start[0], x))
                part = _part(ends[0] - reach, start[1], ends[1] + reach, y + reach)
                on.picture[part] = before[part]
                at = start[0] + (x - start[0]) * far, start[1] + (y - start[1]) * far
                on.line(start, at, self.theme.search, self.thick + 1)
                share_of_mines = node.mines / len(search.boxes[node.depth])
                on.disc(at, plan.radius, share_of_mines, self.theme.search)
            if past < node.dead <= index:
                by = round(plan.radius * (1 - share) * np.sin(6 * np.pi * share))
                part = _part(x - reach, y - reach, x + reach, y + reach)
                on.picture[part] = np.roll(after[part], by, axis=1)
        for solution in search.solutions:
            leaf = search.standing(solution.index)
            top = plan.rows.get(solution.index)
            if not past < solution.index <= index or top is None or leaf is None:
                continue
            left, right = plan.columns[0], plan.columns[-1] + plan.tile
            row = np.s_[top : top + plan.row, left:right]
            on.picture[row] = before[row]
            x, y = plan.place(leaf) if leaf.tried in plan.across else plan.root
            down = round(y + (top - y) * far)
            begin = max(x - (right - left) / 2, 0)
            across = round(begin + (left - begin) * far)
            wide = min(right - left, plan.width - across)
            target = np.s_[down : down + plan.row, across : across + wide]
            on.picture[target] = after[row][: on.picture[target].shape[0], :wide]
        if search.averages(past) is None and search.averages(index) is not None:
            cols = slice(plan.columns[0], plan.columns[-1] + plan.tile)
            strip, grown = np.s_[plan.average : plan.average + plan.tile, cols], max(far, 0.1)
            on.picture[strip] = before[strip]
            small = cv2.resize(after[strip], None, fx=1, fy=grown, interpolation=cv2.INTER_AREA)
            on.picture[plan.average : plan.average + len(small), cols] = small

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


def _part(left: float, top: float, right: float, bottom: float) -> tuple[slice, slice]:
    """Return the part of a picture within some edges."""
    rows, cols = ((max(int(a), 0), max(int(b) + 1, 0)) for a, b in ((top, bottom), (left, right)))
    return slice(*rows), slice(*cols)


@lru_cache(maxsize=256)
def disc(
    radius: float, share: float, full: Colour, paper: Colour, rim: Colour
) -> tuple[np.ndarray, np.ndarray]:
    """Return a disc filled to `share` (0 … 1), clockwise from the top.

    It is prepared for drawing on others, as two uint16 [n, n, 3]: how many parts of 255 the picture
    below counts, and the rest with its rounding.
    """
    side, fold = 2 * round(radius + 1) + 1, 8
    large = Image.new("RGBA", (side * fold, side * fold), (0, 0, 0, 0))
    pen, middle, reach = ImageDraw.Draw(large), side * fold / 2, radius * fold
    edges = (middle - reach, middle - reach, middle + reach, middle + reach)
    pen.ellipse(edges, fill=(*paper, 255))
    if share:
        pen.pieslice(edges, -90, -90 + 360 * share, fill=(*full, 255))
    pen.ellipse(edges, outline=(*rim, 255), width=round(fold * max(1.0, radius * 0.3)))
    picture = shrink(np.asarray(large), side)
    parts = np.repeat(picture[..., 3:].astype(np.uint16), 3, axis=2)
    return 255 - parts, picture[..., :3] * parts + 127
