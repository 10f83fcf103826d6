"""A search tree as a list of lines, discs, crosses, texts and boxes, in px of its panel.

`panel` paints the list into a picture. In the browser `search_tree.js` makes and paints such a list
for the room that it has there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from minevis.core.grid import Cell
from minevis.show.search_tree.layout import TreePlan, box_name, plan_tree
from minevis.show.search_tree.model import Node, Search
from minevis.show.tiles.draw_text import glyph_mask, line_height, text_width
from minevis.show.tiles.theme import Colour, Theme, mix
from minevis.show.words.english import say

FIGURE = 0.4  # of a square: its number
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    start: Point
    end: Point
    colour: Colour
    width: float


@dataclass(frozen=True, slots=True)
class Dot:
    """A filled circle."""

    at: Point
    radius: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class Disc:
    """A try: full if all cells of its box are mines, empty if no cell is, or a slice between."""

    at: Point
    radius: float
    share: float
    rim: Colour


@dataclass(frozen=True, slots=True)
class Erased:
    """The disc at `at` goes, and everything within `reach` of its middle."""

    at: Point
    reach: float


@dataclass(frozen=True, slots=True)
class Text:
    """A text by its upper left corner; if not `upright`, it reads from top to bottom."""

    text: str
    left: int
    top: int
    size: int
    colour: Colour
    bold: bool = False
    upright: bool = True


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle."""

    left: int
    top: int
    width: int
    height: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance of a mine, as a square in its colour."""

    left: int
    top: int
    side: int
    chance: float
    numbered: bool


Mark = Line | Dot | Disc | Erased | Text | Box | Chance


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

    def ground(self) -> Iterator[Mark]:
        """The levels with the names of their boxes, the root, and the title of the table."""
        plan, theme = self.plan, self.theme
        faint, high = mix(theme.ground, theme.line, 0.8), line_height(plan.small)
        every = max(1, -(-high // max(int(plan.level), 1)))
        for depth, box in enumerate(self.search.boxes):
            y = plan.height_of(depth)
            yield Line((plan.left, y), (plan.width - plan.small / 2, y), faint, self.thin)
            if depth % every == 0:
                name = box_name(box, self.letters)
                yield Text(name, 0, round(y - high / 2), plan.small, theme.quiet)
        yield Dot(plan.root, 2.5 * self.thin, theme.quiet)
        below = plan.table + high
        yield Text(say("solutions found so far"), 0, below, plan.small, theme.ink)
        boxes = self.search.boxes[: len(plan.columns)]
        names = [self.letters.get(box[0], str(box[0])) for box in boxes]
        widths = [text_width(name, plan.small) for name in names]
        if max(widths) <= plan.tile + 1:  # all of them fit
            top = below - high - 1
            for column, name, width in zip(plan.columns, names, widths, strict=True):
                left = column + (plan.tile - width) // 2
                yield Text(name, left, top, plan.small, theme.quiet)

    def steps(self, after: int, index: int) -> Iterator[Mark]:
        """The marks that the events from `after` + 1 to `index` add, in their order."""
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
            yield from (self._tried, self._dead_end, self._solution_path)[rank](node)
        for solution in self.search.solutions:
            if after < solution.index <= index and solution.index in self.plan.rows:
                yield from self._row(solution.counts, self.plan.rows[solution.index])

    def current(self, index: int) -> Iterator[Mark]:
        """The tries that stand at `index`, and the clue that is violated just now."""
        latest = self.search.standing(index)
        if latest is None:
            return
        way = [node for node in latest.path() if node.tried in self.plan.across]
        for node in way:
            yield self._edge(node, self.theme.search, self.thick + 1)
        for node in way:
            if 0 <= node.dead <= index:
                yield from self._cross(node)
            else:
                yield self._disc(node, self.theme.search)
        if latest.dead == index and latest.tried in self.plan.across and not self.letters:
            yield from self._violated_now(latest)

    def chances(self, index: int) -> Iterator[Mark]:
        """The mean of each column, and below them the odds."""
        plan, search = self.plan, self.search
        rows = [("average", "of the configurations", plan.average, search.averages(index))]
        if search.odds is not None and index >= search.odds_at:
            rows.append(("weighted", "of the layouts", plan.odds, search.odds))
        for name, meaning, top, chances in rows:
            if chances is None:
                continue
            drop = top + (plan.tile - line_height(plan.small)) // 2
            yield Text(say(name), 0, drop, plan.small, self.theme.ink)
            right = plan.columns[-1] + plan.tile + 8
            if right + text_width(say(meaning), plan.small) <= plan.width:
                yield Text(say(meaning), right, drop, plan.small, self.theme.quiet)
            for column, chance in zip(plan.columns, chances, strict=False):
                yield Chance(column, top, plan.tile, chance, plan.tile * FIGURE > plan.small * 0.8)

    def _tried(self, node: Node) -> Iterator[Mark]:
        yield self._edge(node, self.branch, self.thin)
        yield self._disc(node)
        if node.parent is not None:
            yield self._disc(node.parent)

    def _solution_path(self, node: Node) -> Iterator[Mark]:
        """The way to a solution, from its last common node with another one."""
        way = [each for each in node.path() if each.solved == node.solved]
        for each in way:
            yield self._edge(each, self.theme.safe, self.thick)
        fork = way[0].parent
        for each in way if fork is None else (fork, *way):
            yield self._disc(each)

    def _dead_end(self, node: Node) -> Iterator[Mark]:
        yield Erased(self.plan.place(node), self.plan.radius + 1.5)
        yield self._edge(node, self.branch, self.thin)
        yield from self._cross(node)
        if node.parent is not None:
            yield self._disc(node.parent)
        yield from self._violated_clue(node)

    def _violated_clue(self, node: Node) -> Iterator[Text]:
        """The clue that ended a branch, below its cross, if there is room."""
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
            yield Text(name, left, below, size, self.theme.mine, upright=upright)

    def _violated_now(self, node: Node) -> Iterator[Mark]:
        """The clue that ends a branch just now, over everything below its cross."""
        plan, name = self.plan, str(node.clue)
        x, y = plan.place(node)
        width, height = text_width(name, plan.small, bold=True), line_height(plan.small)
        top = min(round(y + plan.radius + 2), plan.height - height)
        left = min(max(round(x - width / 2), 1), plan.width - width - 1)
        yield Box(left - 1, top, width + 2, height, self.theme.ground)
        yield Text(name, left, top, plan.small, self.theme.mine, bold=True)

    def _row(self, counts: tuple[int, ...], top: int) -> Iterator[Box]:
        """A solution as a small picture: a column a box, as full as the box is of mines."""
        high, side, theme = max(self.plan.row - 2, 2), self.plan.tile, self.theme
        rim = mix(theme.opened, theme.ink, 0.16)
        for column, mines, box in zip(self.plan.columns, counts, self.search.boxes, strict=False):
            yield Box(column, top, side, high, rim)
            yield Box(column + 1, top + 1, side - 2, high - 2, theme.opened)
            yield Box(column, top, round(side * mines / len(box)), high, theme.ink)

    def _edge(self, node: Node, colour: Colour, width: float) -> Line:
        start = self.plan.root
        if node.parent is not None and node.parent.tried in self.plan.across:
            start = self.plan.place(node.parent)
        return Line(start, self.plan.place(node), colour, width)

    def _disc(self, node: Node, rim: Colour | None = None) -> Disc:
        share = node.mines / len(self.search.boxes[node.depth])
        return Disc(self.plan.place(node), self.plan.radius, share, rim or self.theme.ink)

    def _cross(self, node: Node) -> Iterator[Line]:
        (x, y), arm = self.plan.place(node), max(1.5, self.plan.radius * 0.8)
        width = max(1, round(self.plan.radius * 0.35))
        for sign in (1, -1):
            yield Line((x - arm, y - sign * arm), (x + arm, y + sign * arm), self.theme.mine, width)
