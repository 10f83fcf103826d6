"""The panels: a record per panel, and functions from a snapshot to pictures and marks."""

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

import numpy as np

from minevis.game.grid import (
    Cell,
    Cells,
    adjacent_pairs,
    block_sums,
    cell_table,
    component_labels,
    mask_of,
    neighbour_counts,
)
from minevis.game.position import ViewCode
from minevis.render.cell_marks import in_search, marks, put
from minevis.render.marks import Link, Outline
from minevis.render.search_tree import TITLE, WIDE, SearchTree
from minevis.render.tiles.atlas import (
    PERCENT_TEXTS,
    TINT_COUNT,
    Mark,
    Tile,
    constraint_tiles,
    percent_step,
    percent_steps,
)
from minevis.render.tiles.theme import Theme
from minevis.solver import events as ev
from minevis.solver.counting.frontier import boxes_by_part
from minevis.trace.snapshot import Snapshot, last_chances
from minevis.trace.trace import Trace
from minevis.utils.formatting import function_name, percent, quantity
from minevis.utils.hints import unknown_name
from minevis.utils.options import PanelName
from minevis.utils.tables import Registry
from minevis.words.events import meaning_of

RENAMED = MappingProxyType({"information": "guess"})  # panels of earlier versions


@dataclass(frozen=True, slots=True)
class Scale:
    """The meaning of the colours from pale to blue: in legends, and before a chance."""

    words: str
    tip: str


ZERO = Scale("chance of a zero", "zero")


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """The content of one panel: indices of `minevis.render.tiles.atlas`.

    Title and subtitle default to the panel's.

    >>> trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
    >>> mv.PANELS["board"](trace[0]).pictures.tolist()
    [[0, 0, 0]]
    """

    pictures: np.ndarray  # uint16 [H, W]
    marks: np.ndarray  # uint8 [H, W], values of Mark
    title: str = ""
    subtitle: str = ""
    links: tuple[Link, ...] = ()  # lines over the cells: reasons
    outlines: tuple[Outline, ...] = ()  # lines around sets of cells
    scale: Scale = ZERO  # of pictures of ZERO_CHANCE
    keys: Mapping[str, str] | None = None  # special words in the legend; "" leaves a mark out


class Drawing(Protocol):
    """The drawing of one trace by a `DrawnPanel`, moment after moment. It may keep its pictures."""

    def draw(self, index: int) -> np.ndarray:
        """Return the panel after event `index`: uint8 [h, w, 3]. Do not write to it."""

    def title(self) -> str:
        """The title above it."""

    def subtitle(self, index: int) -> str:
        """The subtitle after event `index`."""

    def keys(self, index: int) -> Set[str]:
        """The entries of the legend for it then, by name."""

    def cells(self, index: int) -> Cells:
        """The cells of the board that it is about then."""


@runtime_checkable
class DrawnPanel(Protocol):
    """A panel that is not a map of cells but draws itself, as the search tree does."""

    def widest_title(self) -> str:
        """The widest title and subtitle that the frame must have room for."""

    def start(self, trace: Trace, size: tuple[int, int], body: int, theme: Theme) -> Drawing:
        """The drawing of `trace`, `size` (h, w) px large, next to captions of `body` px."""


CellPanel = Callable[[Snapshot], Layer]


@dataclass(frozen=True, slots=True, eq=False)
class PanelRecord:
    """All that frames, the gallery and the browser know of a panel. Called, it gives a `Layer`."""

    name: str
    maker: CellPanel | DrawnPanel
    title: str
    purpose: str = ""  # a sentence in the table of panels and the gallery
    moment: type[ev.Event] | None = None  # the gallery shows the first of them
    subtitle: str = ""
    widest: str = ""  # the widest subtitle, if that is not `subtitle`
    keys: Mapping[str, str] | None = None  # as of `Layer`; by default the words of the event
    reasons: bool = False  # whether it shows the links and outlines of the event
    odds: bool = False  # whether it shows chances of a mine: a browser can add its own
    searching: bool = True  # whether a step of a search changes it

    def __call__(self, s: Snapshot) -> Layer:
        """The layer of a snapshot, with all its words. Raises `TypeError` or `ValueError`."""
        if isinstance(self.maker, DrawnPanel):
            raise TypeError(f"the panel {self.name!r} is not a map of cells: it draws itself")
        layer = self.maker(s)
        if not isinstance(layer, Layer):
            got = type(layer).__name__
            raise TypeError(f"the panel {self.name!r} gave {got}: it must give a Layer")
        for what, cells in (("pictures", layer.pictures), ("marks", layer.marks)):
            if cells.shape != s.shape:
                words = f"the panel {self.name!r} gave {what} of shape {cells.shape}"
                raise ValueError(f"{words}: they must have that of the board, {s.shape}")
        about = None if s.event is None else meaning_of(s.event)
        keys = self.keys
        if about is not None and keys is None:
            keys = about.keys
        if about is not None and self.reasons:
            layer = replace(layer, links=about.links(s.event), outlines=about.outlines(s.event))
        return replace(
            layer,
            title=layer.title or self.title,
            subtitle=layer.subtitle or self.subtitle,
            keys=keys if layer.keys is None else layer.keys,
        )


Panel = PanelName | str | CellPanel | DrawnPanel | PanelRecord
_RECORDS: dict[str, PanelRecord] = {}
PANELS: Registry[PanelRecord] = Registry(_RECORDS, {"meaning": lambda name: PANELS[name].purpose})
"""The panels by name. You can pass your own function from a `Snapshot` to a `Layer` instead."""


def add_panel(record: PanelRecord) -> None:
    """Register a panel, so that its name is taken everywhere. Raises `ValueError` for a known one.

    The browser gets it too, if it is a map of cells.
    """
    if record.name in _RECORDS:
        raise ValueError(f"panel {record.name!r}: the name is taken")
    _RECORDS[record.name] = record


def _panel(
    title: str, purpose: str, moment: type[ev.Event], **more: Any
) -> Callable[[CellPanel], CellPanel]:
    """Register the function below as the panel of its name."""

    def register(maker: CellPanel) -> CellPanel:
        add_panel(PanelRecord(maker.__name__, maker, title, purpose, moment, **more))
        return maker

    return register


def check_panels(panels: Panel | Iterable[Panel]) -> tuple[Panel, ...]:
    """`panels` as a tuple. Raises `ValueError` for an unknown one, naming the known ones."""
    if isinstance(panels, str) or callable(panels) or isinstance(panels, DrawnPanel):
        panels = (panels,)
    if not isinstance(panels, Iterable):
        raise TypeError(f"panels={panels!r}: the name of a panel, or a list of names is needed")
    wanted = tuple(panels)
    for each in wanted:
        panel(each)
    return wanted


def panel(which: Panel) -> PanelRecord:
    """Return the record of a panel by its name, or that of a custom one.

    Raises `ValueError` naming the known ones.
    """
    if isinstance(which, PanelRecord):
        return which
    if callable(which) or isinstance(which, DrawnPanel):
        name = function_name(which).replace("_", " ")
        return PanelRecord(name, which, name, keys={})
    if not isinstance(which, str) or which not in PANELS:
        if isinstance(which, str) and which in RENAMED:
            raise ValueError(f"panel {which!r} is called {RENAMED[which]!r} now")
        raise ValueError(unknown_name("panel", which, PANELS))
    return PANELS[which]


def drawn_panel(which: Panel) -> DrawnPanel | None:
    """Return the panel if it draws itself; None if it is a map of cells."""
    maker = panel(which).maker
    return maker if isinstance(maker, DrawnPanel) else None


def cell_panels() -> tuple[str, ...]:
    """Return the names of the panels that are maps of cells; the first is the board."""
    return tuple(name for name in PANELS if drawn_panel(name) is None)


SCALES = {  # of the options of a guess, by the quantity that decides
    "win": Scale("chance to win", "wins"),
    "lookahead": Scale("chance to survive two moves", "survives two moves in"),
    "information": Scale("uncertainty that goes", "settles"),
}
MINE_CHANCE, ZERO_CHANCE = "chance of a mine, %", f"{ZERO.words}, %"
NO_REGIONS = "no frontier to part"
NO_ZEROS, NO_GUESS = "No zeros", "No guess"  # titles without these
PAST = "pale: as before"
RANKS = 3  # of the least risky cells, shown at a guess
SEPARATOR = "  ·  "
# Pictures of view codes -3 … 8, at place code + 3.
VIEW_PICTURES = np.array(
    [Tile.EXPLODED, Tile.FLAG, Tile.COVERED, *range(Tile.OPENED, Tile.OPENED + 9)], np.uint16
)
PALE_PICTURES = np.array(
    [Tile.EXPLODED, Tile.FLAG, Tile.COVERED, *range(Tile.PALE, Tile.PALE + 9)], np.uint16
)


@_panel(
    "Board",
    "The board, with the clue that speaks and the cells it settles: to follow a game.",
    ev.Counted,
    reasons=True,
    widest=MINE_CHANCE,  # without other panels, or next to a tree
)
def board(s: Snapshot) -> Layer:
    """The board as the player sees it, with the assumptions of a search in progress."""
    return Layer(_with_supposed(_seen(s, VIEW_PICTURES), s), marks(s))


def panel_of_chances(event: ev.Event) -> str:
    """The name of the panel with the chances that an event speaks of, or ""."""
    if isinstance(event, ev.ZerosFound):
        return "zero"
    if isinstance(event, ev.Guessed) and event.options:
        return "guess"
    return "probability" if meaning_of(event).with_odds else ""


def board_with_odds(s: Snapshot, searched: Cells = (), *, decided: bool = True) -> Layer:
    """The board; at the moments that speak of odds, with the chances on its covered cells.

    A guess shows the chances that `decided`, or the odds while only they are described. In frames
    without another panel, or with a search tree and no panel of odds next to the board, a line
    around the cells `searched` shows the subject of the tree.
    """
    layer = panel("board")(s)
    if isinstance(s.event, ev.ZerosFound):
        return _put_chances(layer, s, s.zero, Tile.ZERO_CHANCE, ZERO_CHANCE)
    if isinstance(s.event, ev.Guessed) and s.event.options and decided:
        return _decided(layer, s.event)
    if s.event is None or not meaning_of(s.event).with_odds:
        return layer
    layer = _put_chances(layer, s, s.probability, Tile.MINE_CHANCE, MINE_CHANCE)
    around = (Outline(searched, "ink"),) if searched and isinstance(s.event, ev.OddsFound) else ()
    return replace(layer, outlines=around or layer.outlines)


def _measure(option: ev.Option) -> float:
    """Return the quantity by which a guess compares its options."""
    return option.win if option.score is None else option.score


def _decided(layer: Layer, event: ev.Guessed) -> Layer:
    """The board with the quantity that decided on the cells that a guess has compared."""
    for option in reversed(event.options):
        put(layer.pictures, (option.cell,), Tile.ZERO_CHANCE + percent_step(_measure(option)))
    scored = event.options[0].score is not None
    scale = SCALES.get(event.guess if scored else "", SCALES["win"])
    return replace(layer, subtitle=f"{scale.words}, %", scale=scale)


@_panel(
    "Constraints",
    "Mines left and covered cells left around each clue: to see why counting works.",
    ev.Counted,
    subtitle="mines left ⌜ ⌟ covered left",
    reasons=True,
)
def constraints(s: Snapshot) -> Layer:
    """Two numbers per unfinished clue: the mines and the covered cells left around it.

    Flagged, exploded or proven cells count as found, and so do cells that a search
    supposes: that is how a clue gets violated. A clue that an event speaks of shows
    its numbers before that event.
    """
    left, room = remainders(s)
    drawn = marks(s)
    pictures = _seen(s, VIEW_PICTURES)
    opened = s.view >= 0
    pictures[opened] = Tile.OPENED
    spoken = np.isin(drawn, (Mark.CLUE, Mark.VIOLATED))
    constrained = opened & ((room > 0) | (left != 0) | spoken)
    pictures[constrained] = constraint_tiles(left[constrained], room[constrained])
    return Layer(_with_supposed(pictures, s), drawn)


def remainders(s: Snapshot) -> tuple[np.ndarray, np.ndarray]:
    """Mines left and covered cells left around all cells: two int64 [H, W].

    The first has a meaning only if the cell is an opened clue. What the described deductions have
    just settled does not count yet, so that the numbers still show why it is so. A clue that proves
    something has the numbers at the time of its deduction.
    """
    reasons = ev.Deduction | ev.Reasoned
    events = [event for event in s.together or (s.event,) if event is not None]
    if s.settled or not any(isinstance(event, reasons) for event in events):
        return _counts_around(s)
    waiting = mask_of((cell for event in events for cell in _settled(event)), s.shape)
    if isinstance(s.event, ev.Deduction):
        waiting &= s.trial == 0  # its proof supposes something of them
    before = _counts_around(s, waiting)
    left, room = before[0].copy(), before[1].copy()
    if (fresh := waiting & (s.view >= 0)).any():  # opened by now
        now = _counts_around(s)
        left[fresh], room[fresh] = now[0][fresh], now[1][fresh]
    told: set[Cell] = set()
    for event in events:
        if isinstance(event, reasons):
            numbers = meaning_of(event).numbers  # rules saw the board before
            stated = {clue: pair for clue, *pair in numbers(event)} if numbers else {}
            for clue in {*event.clues} - told:
                left[clue], room[clue] = stated.get(clue, (before[0][clue], before[1][clue]))
            told.update(event.clues)
        if event is not events[-1] and _settled(event):
            waiting = waiting & ~mask_of(_settled(event), s.shape)
            before = _counts_around(s, waiting)
    return left, room


def _settled(event: ev.Event | None) -> Cells:
    """Return the covered cells that an event settles: of those, clues count less afterwards."""
    if isinstance(event, ev.Reasoned):
        return (*event.step.mines, *event.step.safe)
    return event.cells if isinstance(event, ev.Deduction | ev.Opened) else ()


def _counts_around(s: Snapshot, waiting: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Return `remainders` as if the cells `waiting` (bool [H, W]) were covered and unknown."""
    waiting = mask_of((), s.shape) if waiting is None else waiting
    covered = (s.view == ViewCode.COVERED) | waiting
    tried = (s.trial > 0) & ~waiting
    mined, safe = (known & covered & ~tried & ~waiting for known in (s.mined, s.safe))
    marked = np.isin(s.view, (ViewCode.FLAGGED, ViewCode.EXPLODED)) & ~waiting | mined
    left = s.view.astype(np.int64) - neighbour_counts(marked)
    room = neighbour_counts(covered & ~tried & ~mined & ~safe).astype(np.int64)
    if tried.any():  # n mines in a box of k are n/k a cell: clues see all of a box or none
        supposed, boxed = np.divmod(np.where(tried, s.trial, 0).astype(np.int64), 10)
        left -= np.rint(block_sums(supposed / np.maximum(boxed, 1))).astype(np.int64)
    return left, room


@_panel(
    "Odds",
    "The chance of a mine in every cell: to see where a guess is best.",
    ev.Guessed,
    subtitle=MINE_CHANCE,
    odds=True,
    searching=False,
)
def probability(s: Snapshot) -> Layer:
    """The chance of a mine in percent, from blue (safe) to red.

    Proven cells need no search. Until the next odds, other cells keep their last ones, pale.
    """
    proven = np.where(s.mined, 1.0, np.where(s.safe, 0.0, np.nan))
    known = np.where(np.isnan(s.probability), proven, s.probability)
    layer = _chances(s, known, Tile.MINE_CHANCE, MINE_CHANCE)
    past = last_chances(s)
    if past is None:
        return layer
    older = np.where(np.isnan(known), past, np.nan)
    with_past = _put_chances(layer, s, older, Tile.PAST_CHANCE, layer.subtitle or MINE_CHANCE)
    if with_past is layer:
        return layer
    return replace(with_past, subtitle=f"{with_past.subtitle}; {PAST}")


@_panel(
    "Zeros",
    "The chance that a cell opens its neighbours too: to see what a guess may bring.",
    ev.Guessed,
    subtitle=ZERO_CHANCE,
    searching=False,
)
def zero(s: Snapshot) -> Layer:
    """The chance of a zero on covered cells, in percent; the bluer, the likelier."""
    layer = _chances(s, s.zero, Tile.ZERO_CHANCE, ZERO_CHANCE)
    later = "shown when a guess asks for them"
    return layer if layer.subtitle else replace(layer, title=NO_ZEROS, subtitle=later)


def _about_regions(components: int, boxes: int) -> str:
    parts = quantity(components, "component"), quantity(boxes, "box", "boxes")
    return ", ".join(parts) if components else NO_REGIONS


@_panel(
    "Regions",
    "The parts of the frontier that share no clue: to see what can be searched apart.",
    ev.FrontierFound,
    widest=_about_regions(WIDE, WIDE),
    searching=False,
)
def regions(s: Snapshot) -> Layer:
    """The frontier's components in different colours, their boxes outlined."""
    pictures = _seen(s, PALE_PICTURES)
    if s.won is not None:
        return Layer(pictures, marks(s), subtitle=NO_REGIONS)
    unknown = (s.view == ViewCode.COVERED) & ~s.safe & ~s.mined & ~s.missed
    frontier = _regions(s.shape, unknown.tobytes(), (s.view >= 0).tobytes())
    tinted = frontier.tints >= 0
    pictures[tinted] = Tile.TINT + frontier.tints[tinted].astype(np.uint16)
    subtitle = _about_regions(frontier.components, len(frontier.boxes))
    drawn = _marks_beside_search(s)
    return Layer(pictures, drawn, subtitle=subtitle, outlines=frontier.boxes)


@_panel(
    "Guess",
    "What a guess compares, and what it chose: to see how players differ.",
    ev.Guessed,
    widest=f"{SCALES['lookahead'].tip} {SEPARATOR.join(['88 % at (88, 88)'] * 3)}",
    searching=False,
)
def guess(s: Snapshot) -> Layer:
    """The candidates for a guess, with the chance to win; the bluer, the likelier.

    For a simple guess, the least risky cells and their chances of a mine; if no options are known,
    only the candidates. Empty at other moments.
    """
    pictures = _seen(s, PALE_PICTURES)
    if not isinstance(s.event, ev.Guessed):
        nothing = np.zeros(s.shape, np.uint8)
        return Layer(pictures, nothing, title=NO_GUESS, subtitle="shown when there is one")
    if s.event.options:
        layer = _decided(Layer(pictures, marks(s)), s.event)
        leading = [f"{percent(_measure(each))} at {each.cell}" for each in s.event.options[:RANKS]]
        return replace(layer, subtitle=f"{layer.scale.tip} {SEPARATOR.join(leading)}")
    ranks = []
    for chance, cells in _ranking(s):
        put(pictures, cells, Tile.MINE_CHANCE + percent_step(chance))
        where = str(cells[0]) if len(cells) == 1 else quantity(len(cells), "cell")
        ranks.append(f"{percent(chance)} at {where}")
    count = quantity(len({*s.event.candidates, s.event.cell}), "cell")
    return Layer(pictures, marks(s), subtitle=SEPARATOR.join(ranks) or f"{count} to choose from")


add_panel(
    PanelRecord(
        "tree",
        SearchTree(),
        TITLE,
        "The search, box by box, with its dead ends: to see that nothing is left out.",
        ev.OddsFound,
    )
)


def _ranking(s: Snapshot) -> list[tuple[float, Cells]]:
    """Return the lowest chances of a mine, different in percent, with their cells."""
    rows, cols = np.nonzero((s.view == ViewCode.COVERED) & ~np.isnan(s.probability))
    chances = s.probability[rows, cols]
    ranks: dict[int, tuple[float, list[Cell]]] = {}
    for at in np.argsort(chances, kind="stable").tolist():
        step = percent_step(chances[at])
        ranks.setdefault(step, (float(chances[at]), []))[1].append((int(rows[at]), int(cols[at])))
    return [(chance, tuple(cells)) for chance, cells in list(ranks.values())[:RANKS]]


def pale_clues(pictures: np.ndarray) -> np.ndarray:
    """Pictures (uint16 [H, W]) with their clues paled."""
    clues = (pictures >= Tile.OPENED) & (pictures < Tile.OPENED + 9)
    return np.where(clues, pictures + (Tile.PALE - Tile.OPENED), pictures)


def _seen(s: Snapshot, pictures_of: np.ndarray) -> np.ndarray:
    """Pictures of the view, with mines or flags of the end and mines of a word: uint16 [H, W]."""
    pictures: np.ndarray = pictures_of[s.view + 3]
    if s.cleared:
        pictures[s.view == ViewCode.COVERED] = Tile.FLAG
    pictures[s.missed & (s.view == ViewCode.COVERED)] = Tile.MINE
    if s.letters is not None:
        pictures[s.letters & (pictures == Tile.FLAG)] = Tile.FLAG_LETTER
        pictures[s.letters & (pictures == Tile.MINE)] = Tile.MINE_LETTER
    return pictures


def _with_supposed(pictures: np.ndarray, s: Snapshot) -> np.ndarray:
    tried = s.trial > 0
    pictures[tried] = Tile.SUPPOSED + s.trial[tried].astype(np.uint16)
    return pictures


def _marks_beside_search(s: Snapshot) -> np.ndarray:
    """The marks of the board; empty in a search, which has the board to itself."""
    return np.zeros(s.shape, np.uint8) if in_search(s) else marks(s)


def _put_chances(layer: Layer, s: Snapshot, chances: np.ndarray, first: int, about: str) -> Layer:
    """A layer with the chances of covered cells, by the run of pictures that begins at `first`.

    Cells far from clues have colours only: the subtitle `about` gets one number for all.
    """
    known = (s.view == ViewCode.COVERED) & ~s.missed & ~np.isnan(chances)
    if not known.any():
        return layer
    unmarked = (layer.marks == Mark.NONE) | (layer.marks == Mark.CANDIDATE)
    far = known & unmarked & (neighbour_counts(s.view >= 0) == 0)
    steps = percent_steps(chances)
    faint = Tile.FAINT_ZERO if first == Tile.ZERO_CHANCE else Tile.FAINT_CHANCE
    layer.pictures[known] = (steps + np.where(far, faint, first))[known]
    if far.any():
        low, high = percent_steps(np.array([chances[far].min(), chances[far].max()])).tolist()
        which = "rest" if (known & ~far).any() else "all"
        about += f"; {which} {'' if low == high else '≤ '}{PERCENT_TEXTS[high]}"
    return replace(layer, subtitle=about)


def _chances(s: Snapshot, chances: np.ndarray, first: int, about: str) -> Layer:
    layer = Layer(_seen(s, PALE_PICTURES), _marks_beside_search(s))
    return _put_chances(layer, s, chances, first, about)


@dataclass(frozen=True, eq=False)
class Regions:
    """The frontier as a picture: `tints` is int8 [H, W], -1 outside components."""

    components: int
    boxes: tuple[Outline, ...]
    tints: np.ndarray


@lru_cache(maxsize=8)  # through a long search the frontier stays as it is
def _regions(shape: tuple[int, int], unknown: bytes, opened: bytes) -> Regions:
    """Return the components and boxes of the frontier, from maps of cells."""
    covered, seen = (np.frombuffer(mask, bool).reshape(shape) for mask in (unknown, opened))
    components = components_of(covered, seen)
    chosen = np.full(shape, -1, np.int8)
    for boxes, tint in zip(components, tints_of(components, TINT_COUNT), strict=True):
        rows, cols = zip(*(cell for cells in boxes for cell in cells), strict=True)
        chosen[rows, cols] = tint
    around = tuple(Outline(cells, "ink") for boxes in components for cells in boxes)
    return Regions(len(components), around, chosen)


def components_of(unknown: np.ndarray, seen: np.ndarray) -> list[list[Cells]]:
    """Return the components of the frontier as boxes, in board order of their first cells.

    `unknown` (bool [H, W]) marks the undecided covered cells, `seen` (bool [H, W]) the opened ones.
    """
    clues, cells = adjacent_pairs(seen, unknown)
    parts = boxes_by_part(clues, cells, component_labels(clues, cells, seen.shape))
    names = cell_table(seen.shape)
    return [[tuple(names[cell] for cell in box) for box in part.values()] for part in parts]


def tints_of(components: list[list[Cells]], tints: int) -> list[int]:
    """Return a tint per component: by its first cell, so that it keeps its colour.

    Two components have the same tint only if there are more components than `tints`.
    """
    chosen: list[int] = []
    for number, boxes in enumerate(components):
        row, col = boxes[0][0]
        preferred = (row // 3 * 5 + col // 3) % tints
        taken = set(chosen[number - number % tints :])
        chosen.append(
            next(n % tints for n in range(preferred, preferred + tints) if n % tints not in taken)
        )
    return chosen
