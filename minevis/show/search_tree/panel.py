"""The panel "tree": a search as it grows, its solutions, their averages and the odds."""

import cv2
import numpy as np

from minevis.core.events import Cells
from minevis.core.record import Record
from minevis.show.search_tree.layout import box_name, plan_tree
from minevis.show.search_tree.model import Node, Search, Searches
from minevis.show.search_tree.stamps import FINE, ONE, disc, fine, label, paled
from minevis.show.tiles.atlas import Mark, Tile, atlas, percent_steps
from minevis.show.tiles.draw_pictures import fill, plain
from minevis.show.tiles.draw_text import ink, line_height, line_mask, text_width, wrap
from minevis.show.tiles.theme import Colour, Theme, mix
from minevis.show.words.wording import in_figures, say

WIDE = 888  # a count as wide as most


class SearchTree:
    """The panel "tree": its needs from a frame, and its start on a trace.

    >>> SearchTree().widest_title()
    'Search   888 tries, 888 dead ends, 888 configurations'
    """

    def widest_title(self) -> str:
        """The title next to counts of the largest width."""
        counts = ("tries", "dead_ends", "configurations")
        subtitle = say("tree counts", **{name: in_figures(WIDE) for name in counts})
        return f"{say('panel tree')}   {subtitle}"

    def start(self, trace: Record, size: tuple[int, int], body: int, theme: Theme) -> "TreePanel":
        """The trees of all searches of `trace`, in a panel of `size` (h, w) px."""
        return TreePanel(Searches(trace), size, body, theme)


class TreePanel:
    """Draws the search under way into a picture of its own. Mutable.

    `draw` adds the events since the last call; going back begins again.

    >>> trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
    >>> from minevis.show.tiles.theme import PAPER
    >>> panel = TreePanel(Searches(trace), (300, 400), 14, PAPER)
    >>> panel.draw(0).shape
    (300, 400, 3)
    """

    def __init__(self, searches: Searches, size: tuple[int, int], body: int, theme: Theme) -> None:
        self.searches = searches
        self.height, self.width = size
        self.body, self.theme = body, theme
        self.small = max(9, round(body * 0.66))
        self._branch_colour = mix(theme.ground, theme.quiet, 0.5)
        self._search: Search | None = None
        self._settled = np.empty((0, 0, 3), np.uint8)  # parts that no later step changes
        self._at = -1
        self._shown: tuple[object, ...] = ()
        self._picture = self._introduced()

    def draw(self, index: int) -> np.ndarray:
        """The panel after event `index`: uint8 [height, width, 3]. Don't write to it."""
        search = self.searches.at(index)
        if search is None:
            return self._picture
        if search is not self._search or index < self._at:
            self._begin(search)
        state = (search.first, min(index, search.end), index >= search.odds_at)
        if state == self._shown:
            return self._picture
        self._add_steps(search, index)
        self._picture = self._settled.copy()
        if index < search.end:
            self._current_path(search, index)
        self._averages(search, index)
        if index >= search.end:  # the last search stays, paled
            self._picture = paled(self._picture, self.theme.ground, 0.45)
        self._shown = state
        return self._picture

    def keys(self, index: int) -> set[str]:
        """The entries of the legend for the tree at event `index`: nothing once it is pale."""
        search = self.searches.at(index)
        return set() if search is None or index >= search.end else search.keys(index)

    def cells(self, index: int) -> Cells:
        """The cells of the board that the tree at event `index` is about."""
        search = self.searches.at(index)
        return () if search is None else search.cells

    def title(self) -> str:
        """The title above the tree."""
        return say("panel tree")

    def subtitle(self, index: int) -> str:
        """The results of the search by event `index`."""
        search = self.searches.at(index)
        if search is None:
            return say("no search yet")
        tries, dead, found = search.counts(index)
        counts = {"tries": tries, "dead_ends": dead, "configurations": found}
        words = {name: in_figures(value) for name, value in counts.items()}
        subtitle = say("tree counts", **words)
        if search is self._search and self._plan.drawn < len(search.nodes):
            drawn, total = in_figures(self._plan.drawn), in_figures(len(search.nodes))
            subtitle += say("tree thinned", drawn=drawn, all=total)
        return subtitle

    def _empty(self) -> np.ndarray:
        return plain(self.height, self.width, self.theme.ground)

    def _introduced(self) -> np.ndarray:
        """The text in the place of the tree until there is one."""
        picture, room = self._empty(), round(min(self.width * 0.86, self.body * 38))
        lines = wrap(say("tree intro"), self.body, room)
        pitch = round(self.body * 1.5)
        top = max((self.height - pitch * len(lines)) // 2 - self.body, 0)
        left = (self.width - max(text_width(line, self.body) for line in lines)) // 2
        for line in lines:
            mask, colour = line_mask(line, self.body), self.theme.quiet
            ink(picture, mask, top, left, colour, ground=self.theme.ground)
            top += pitch
        return picture

    def _begin(self, search: Search) -> None:
        """An empty tree: its levels, their boxes, and the labels of the table."""
        self._search, self._at = search, search.first
        words = [say(key) for key in ("solutions found so far", "average", "weighted")]
        plan = plan_tree(search, self.width, self.height, self.body, words)
        self._plan = plan
        self._settled = self._empty()
        faint = mix(self.theme.ground, self.theme.line, 0.8)
        step = max(1, -(-line_height(plan.small) // max(int(plan.level), 1)))
        for depth, box in enumerate(search.boxes):
            y = plan.height_of(depth)
            ends = fine(plan.left, y), fine(plan.width - plan.small / 2, y)
            cv2.line(self._settled, *ends, faint, 1, cv2.LINE_AA, FINE)
            if depth % step == 0:
                self._label(box_name(box), y)
        root = fine(*plan.root)
        cv2.circle(self._settled, root, round(2.5 * ONE), self.theme.quiet, -1, cv2.LINE_AA, FINE)
        self._header(search)

    def _header(self, search: Search) -> None:
        """The names of the columns if all of them fit, and of the rows below them."""
        plan, theme = self._plan, self.theme
        below = plan.table + line_height(plan.small)
        self._write(say("solutions found so far"), 0, below, theme.ink)
        names = [line_mask(str(box[0]), 9) for box in search.boxes[: len(plan.columns)]]
        if max(mask.shape[1] for mask in names) > plan.tile + 1:
            return
        for column, mask in zip(plan.columns, names, strict=True):
            left = column + (plan.tile - mask.shape[1]) // 2
            ink(self._settled, mask, below - mask.shape[0] - 1, left, theme.quiet)

    def _label(self, text: str, y: float) -> None:
        """A label at the left, `y` its middle."""
        self._write(text, 0, round(y - line_height(self.small) / 2), self.theme.quiet)

    def _write(self, text: str, left: int, top: int, colour: Colour, *, bold: bool = False) -> None:
        ink(self._settled, line_mask(text, self.small, bold), top, left, colour)

    def _add_steps(self, search: Search, index: int) -> None:
        """Add the steps from the last one drawn to `index`, in their order."""
        steps: list[tuple[int, int, Node]] = []
        for node in search.since(self._at):
            if node.tried > index:
                break
            if node.tried not in self._plan.across:
                continue
            for rank, at in enumerate((node.tried, node.dead)):
                if self._at < at <= index:
                    steps.append((at, rank, node))
            if not node.children and self._at < node.solved <= index:
                steps.append((node.solved, 2, node))
        for _, rank, node in sorted(steps, key=lambda step: step[:2]):
            (self._tried, self._dead_end, self._solution_path)[rank](node)
        for solution in search.solutions:
            if self._at < solution.index <= index and solution.index in self._plan.rows:
                self._row(search, solution.counts, self._plan.rows[solution.index])
        self._at = index

    def _tried(self, node: Node) -> None:
        self._edge(self._settled, node, self._branch_colour, 1)
        self._disc(self._settled, node)
        if node.parent is not None:
            self._disc(self._settled, node.parent)

    def _solution_path(self, node: Node) -> None:
        """The way to a solution, from its last common node with another one."""
        way = [each for each in node.path() if each.solved == node.solved]
        for each in way:
            self._edge(self._settled, each, self.theme.safe, self._thick())
        fork = way[0].parent
        for each in way if fork is None else (fork, *way):
            self._disc(self._settled, each)

    def _dead_end(self, node: Node) -> None:
        x, y = self._plan.place(node)
        reach = self._plan.radius + 1.5
        corner = np.s_[
            max(round(y - reach), 0) : round(y + reach) + 1,
            max(round(x - reach), 0) : round(x + reach) + 1,
        ]
        self._settled[corner] = self.theme.ground
        self._edge(self._settled, node, self._branch_colour, 1)
        self._cross(self._settled, x, y)
        if node.parent is not None:
            self._disc(self._settled, node.parent)
        self._violated_clue(node, x, y)

    def _violated_clue(self, node: Node, x: float, y: float) -> None:
        """The clue that ended a branch, below its cross, if there is room."""
        plan, below = self._plan, round(y + self._plan.radius + 1)
        name = label(str(node.clue), 9, self.theme.mine, upright=True)
        if plan.slot < name.ink.shape[1] + 4:
            name = label(str(node.clue), 9, self.theme.mine, upright=False)
            below += 2
        height, width = name.ink.shape[:2]
        between = plan.level - 2 * plan.radius  # the row below must be seen
        at_the_foot = below + height > plan.table  # the place of the names of the columns
        if plan.slot >= width + 2 and height <= between and not at_the_foot:
            name.paste(self._settled, below, round(x - width / 2))

    def _news(self, node: Node, index: int) -> None:
        """The clue that ends a branch just now, over whatever lies below its cross."""
        if node.dead != index or node.tried not in self._plan.across:
            return
        x, y = self._plan.place(node)
        mask = line_mask(str(node.clue), self.small, True)
        top = min(round(y + self._plan.radius + 2), self.height - mask.shape[0])
        left = min(max(round(x - mask.shape[1] / 2), 1), self.width - mask.shape[1] - 1)
        ground = self._picture[top : top + mask.shape[0], left - 1 : left + mask.shape[1] + 1]
        fill(ground, self.theme.ground)
        ink(self._picture, mask, top, left, self.theme.mine)

    def _row(self, search: Search, counts: tuple[int, ...], top: int) -> None:
        """A solution as a small picture: a column a box, as full as the box is of mines."""
        high, side = max(self._plan.row - 2, 2), self._plan.tile
        rim = mix(self.theme.opened, self.theme.ink, 0.16)
        for column, mines, box in zip(self._plan.columns, counts, search.boxes, strict=False):
            cell = self._settled[top : top + high, column : column + side]
            cell[:] = rim
            cell[1:-1, 1:-1] = self.theme.opened
            cell[:, : round(side * mines / len(box))] = self.theme.ink

    def _current_path(self, search: Search, index: int) -> None:
        """The tries that stand at `index`, from the top down to the latest."""
        latest = search.standing(index)
        if latest is None:
            return
        way = [node for node in latest.path() if node.tried in self._plan.across]
        for node in way:
            self._edge(self._picture, node, self.theme.search, self._thick() + 1)
        for node in way:
            if 0 <= node.dead <= index:
                self._cross(self._picture, *self._plan.place(node))
            else:
                self._disc(self._picture, node, self.theme.search)
        self._news(latest, index)

    def _thick(self) -> int:
        return max(1, round(min(self._plan.radius * 0.5, self.body * 0.12)))

    def _edge(self, picture: np.ndarray, node: Node, colour: Colour, thick: int) -> None:
        plan = self._plan
        start = plan.root
        if node.parent is not None and node.parent.tried in plan.across:
            start = plan.place(node.parent)
        cv2.line(picture, fine(*start), fine(*plan.place(node)), colour, thick, cv2.LINE_AA, FINE)

    def _disc(self, picture: np.ndarray, node: Node, rim: Colour | None = None) -> None:
        """Full: all of the box are mines; empty: none is; else a slice as large as its share."""
        assert self._search is not None
        share = node.mines / len(self._search.boxes[node.depth])
        theme = self.theme
        stamp = disc(self._plan.radius, share, theme.ink, theme.opened, rim or theme.ink)
        stamp.paste_centred(picture, *self._plan.place(node))

    def _cross(self, picture: np.ndarray, x: float, y: float) -> None:
        arm = max(1.5, self._plan.radius * 0.8)
        width = max(1, round(self._plan.radius * 0.35))
        for sign in (1, -1):
            ends = fine(x - arm, y - sign * arm), fine(x + arm, y + sign * arm)
            cv2.line(picture, *ends, self.theme.mine, width, cv2.LINE_AA, FINE)

    def _averages(self, search: Search, index: int) -> None:
        """The mean of each column as tiles of the odds panel; below, the odds that follow."""
        plan = self._plan
        rows = [("average", "of the configurations", plan.average, search.averages(index))]
        if search.odds is not None and index >= search.odds_at:
            rows.append(("weighted", "of the layouts", plan.odds, search.odds))
        tile_atlas = atlas(plan.tile, theme=self.theme)
        for word, reason, top, chances in rows:
            if chances is None:
                continue
            self._beside(word, reason, top)
            steps = Tile.MINE_CHANCE + percent_steps(np.array(chances))
            for column, step in zip(plan.columns, steps.tolist(), strict=False):
                part = self._picture[top : top + plan.tile, column : column + plan.tile]
                part[:] = tile_atlas.tile(step, Mark.NONE)[: part.shape[0], : part.shape[1]]

    def _beside(self, word: str, reason: str, top: int) -> None:
        """The name of a row of chances at its left, and its meaning at its right, if it fits."""
        plan = self._plan
        drop = top + (plan.tile - line_height(self.small)) // 2
        mask, on = line_mask(say(word), self.small), self.theme.ground
        ink(self._picture, mask, drop, 0, self.theme.ink, ground=on)
        mask = line_mask(say(reason), self.small)
        right = plan.columns[-1] + plan.tile + 8
        if right + mask.shape[1] <= plan.width:
            ink(self._picture, mask, drop, right, self.theme.quiet, ground=on)
