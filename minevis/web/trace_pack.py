"""From a trace to a pack for the browser: every panel at every beat."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypedDict

import numpy as np

from minevis.film.beats import beats
from minevis.film.cards import board_line, counts_line, key_moment
from minevis.film.moments import Beat
from minevis.film.telling import counter_lines, in_component, skipped_note
from minevis.game.grid import flat_of
from minevis.render.case_cards import MOST, cases_of, pictures_of, shown_in
from minevis.render.options import Pacing
from minevis.render.panels import PANELS, Layer, cell_panels, panel_of_chances
from minevis.render.searches import odds_after, search_spans
from minevis.render.tiles.atlas import Mark, Tile
from minevis.render.tiles.theme import AUTO as AUTO
from minevis.render.tiles.theme import THEMES, Theme, theme_name
from minevis.render.timeline import Timeline
from minevis.reviews.curve import curve_of, shown_at
from minevis.reviews.review import Review
from minevis.solver import events as ev
from minevis.solver.events import Event, Exploded, Flagged, Opened, Unflagged
from minevis.solver.proofs.steps import Cases
from minevis.trace.snapshot import Snapshot
from minevis.trace.trace import ENDS, Trace
from minevis.utils.appearance import Chosen
from minevis.utils.checks import check_count
from minevis.utils.progress import progress_bar
from minevis.web.pack import pack
from minevis.web.sheets import board_pictures, codes_of, links_of, outline_sides, parts_of, sheets
from minevis.words.captions import caption
from minevis.words.events import badge, badge_role, kind
from minevis.words.events.meaning import Kind
from minevis.words.events.moves import NAME_LENGTH
from minevis.words.move_list import move_list

NUMBERED = "constraints"  # the panel whose numbers the browser writes on ringed clues
TREE = "tree"  # which the browser draws from the searches, not from changes of cells
SEEN = ("view", "probability", "zero", "missed", "letters", "mined", "safe")  # of a snapshot
LETTERS = dict(zip(Kind, "smfpdqogx", strict=True))  # static/film/film.js reads them
ROLES = ("deduction", "safe", "mine", "search", "guess", "quiet")  # colours of a `Theme`
SPOKEN = (Mark.CLICK, Mark.GUESS, Mark.SAFE, Mark.MINED, Mark.CLUE, Mark.TRYING, Mark.VIOLATED)
MARK_OF_NAME = {  # numbers of marks, by their names in the browser
    "clue": int(Mark.CLUE),
    "click": int(Mark.CLICK),
    "guess": int(Mark.GUESS),
    "mined": int(Mark.MINED),
    "safe": int(Mark.SAFE),
    "knownMined": int(Mark.KNOWN_MINED),
    "knownSafe": int(Mark.KNOWN_SAFE),
    "violated": int(Mark.VIOLATED),
    "smaller": int(Mark.SMALLER),
    "trying": int(Mark.TRYING),
    "spoken": [int(mark) for mark in SPOKEN],  # the cells that a window on a large board follows
}
TABLES = {"marks": MARK_OF_NAME, "roles": ROLES, "themes": list(THEMES)}  # of all films
FULL = 65_535  # the end of the timeline
MOST_CELLS_SHOWN = 65_535  # whose numbers, and how many change, are kept in two bytes
SEARCH_STEPS = 2_000  # of all searches together; more are sampled
OTHER, UNDONE, SOLUTION = 0, 1, 2  # static/film/searches.js reads them
TRIED = 3  # + mines in the box
VIOLATED = 16  # + the flat cell of the clue
STEPS = 10_000  # odds travel in hundredths of a percent


class CaseCards(TypedDict):
    """The ways of a proof by cases, as small pictures of a part of the board."""

    ends: tuple[int, int]  # flat cells: the upper left one of that part, and the lower right
    ways: list[list[tuple[int, int]]]  # flat cells with their pictures: the rest is unchanged


@dataclass(frozen=True, eq=False)
class PanelChanges:
    """The beats of a trace with all they show, before packing. Arrays are over n beats."""

    beats: list[Beat]
    counts: np.ndarray  # uint16 [n · rows]: number of changed cells, per panel, then per line row
    cells: np.ndarray  # uint16: which cells, flat
    codes: np.ndarray  # int16: their new codes, as of `codes_of`, or sides with lines
    tiles: np.ndarray  # int16: all codes in use
    counters: list[str]
    positions: np.ndarray  # uint16 [n]: the positions of the beats
    linked: np.ndarray  # uint16 [n]: links of the beat
    links: np.ndarray  # int32 [2 · links]
    said: dict[str, list[tuple[int, str, str, str]]]  # a panel: beat, subtitle, scale's tip, title
    lines: dict[str, int]  # the row of a panel's lines, after the rows of the panels
    whole: bool = True  # otherwise there are only the panels of one beat

    @property
    def pictures(self) -> list[int]:
        """Return the pictures in use, in order, without pictures drawn by the browser."""
        found = np.unique(parts_of(self.tiles)[0])
        chance = (found >= Tile.MINE_CHANCE) & (found < Tile.TINT)
        return [int(each) for each in found[~chance]]

    @property
    def marks(self) -> list[int]:
        """The marks that occur, in order."""
        return [int(each) for each in np.unique(parts_of(self.tiles)[1])]

    def parts(self, stops: np.ndarray) -> dict[str, np.ndarray | bytes]:
        """Return the parts of a pack; `stops` are the places of the beats on the timeline."""
        return {
            "events": np.array([beat.index for beat in self.beats], np.int32),
            "stops": np.diff(np.rint(stops * FULL), prepend=0).astype(np.uint16),
            "positions": self.positions,
            "counts": self.counts,
            "cells": self.cells,
            "codes": self.codes,
            "linked": self.linked,
            "links": self.links,
        }


class CodeChanges:
    """The changes of codes, collected beat by beat: [rows, H · W], of which some are `panels`."""

    def __init__(self, panels: int) -> None:
        self.panels = panels
        self.before: np.ndarray | int = 0
        self.tiles = {int(codes_of(Tile.COVERED))}  # the first code of all cells
        self._parts: list[tuple[np.ndarray, ...]] = []

    def add(self, after: np.ndarray) -> None:
        """Add the codes of the next beat."""
        rows, cells = np.divmod(np.flatnonzero(self.before != after), after.shape[1])
        codes = after[rows, cells]
        self._parts.append((np.bincount(rows, minlength=len(after)), cells, codes))
        self.tiles.update(codes[rows < self.panels].tolist())
        self.before = after

    def arrays(self) -> dict[str, Any]:
        """Return the fields of `PanelChanges`."""
        counts, cells, codes = map(np.concatenate, zip(*self._parts, strict=True))
        return {
            "counts": counts.astype(np.uint16),
            "cells": cells.astype(np.uint16),
            "codes": codes.astype(np.int16),
            "tiles": np.array([*self.tiles], np.int16),
        }


def trace_pack(
    trace: Trace,
    *,
    detail: int = 2,
    steps: int = SEARCH_STEPS,
    theme: str = AUTO,
    answers: bool = False,
    changes: PanelChanges | None = None,
    themes: Iterable[str] | None = None,
    progress: bool = False,
    review: Review | None = None,
) -> bytes:
    """The pack of a scrubber for `trace`.

    `detail` is as in `minevis.film.beats.beats`; at most about `steps` steps of searches are
    kept. With `answers` it also has the chance to win and the cost of guesses, by a quick look or
    by `review` of the same trace; then it opens at the costliest mistake. `changes` of the same
    trace and options, from `panel_changes`, save computing them again. With `themes` it has only
    their tiles; `progress` shows bars. Raises `ValueError` for an unknown theme or detail and over
    65,535 cells; "auto" is the theme of the host.
    """
    theme = browser_theme(theme)
    check_size(trace.shape)
    known = _known(trace, progress, review) if answers else {}
    changes = changes or panel_changes(trace, detail=detail, steps=steps, progress=progress)
    pictures = {*changes.pictures, *(board_pictures() if themes is None else ())}  # to play on
    atlas, images = sheets(pictures, themes, None if changes.whole else changes.marks)
    titles = {**_titles(trace), "detail": int(detail), "theme": theme}
    texts = {**_captions(trace, changes), **known}
    searches, tries = packed_searches(trace) if changes.whole else ({}, {})
    shape = {"moves": move_list(trace), "partial": not changes.whole}
    head = {**sizes_of(trace), "atlas": atlas, "film": {**titles, **texts, **shape, **searches}}
    moments = [beat.index + 1 for beat in changes.beats]
    return pack(head, {**changes.parts(Timeline.of(trace).stops[moments]), **tries, **images})


def _known(trace: Trace, progress: bool, review: Review | None) -> dict[str, object]:
    """The curve of a film, for its header."""
    with progress_bar(
        desc="curve",
        total=len(trace),
        unit=" events",
        progress=progress,
    ) as bar:
        curve = curve_of(trace, reviewed=review, report=bar.update, progress=progress)
    return {"curves": [curve], **_mistakes(trace, review)}


def _mistakes(trace: Trace, found: Review | None) -> dict[str, object]:
    """Of a film that has a review: that it is about mistakes, and opens at the costliest."""
    if found is None or not found.mistakes:
        return {}
    costliest = max(found.mistakes, key=lambda click: click.guess.cost if click.guess else 0.0)
    return {"opening": shown_at(trace.events, costliest.index), "reviewed": True}


def browser_theme(theme: object) -> str:
    """Return the name of a theme that is packed for the browser, or "auto": that of the page.

    The name "auto" is the chosen theme. Raises `ValueError` for unknown names and a custom `Theme`.
    """
    if isinstance(theme, Theme):
        raise ValueError(
            f"the theme {theme.name!r} is for frames and films: a browser is sent the tiles of "
            f"{', '.join(THEMES)} only"
        )
    name = theme_name(theme)
    return Chosen.theme if name == AUTO else name


def panel_changes(
    trace: Trace,
    *,
    detail: int = 2,
    steps: int = SEARCH_STEPS,
    progress: bool = False,
) -> PanelChanges:
    """Compute the panels of a film, with the options of `film`. This takes most of the time."""
    chosen = _pack_beats(trace, detail, steps)
    return changes_at(trace, chosen, progress=progress)


def _pack_beats(trace: Trace, detail: int, steps: int) -> list[Beat]:
    """Compute the panels of a film, with about `steps` steps of searches. Raises `ValueError`."""
    steps = check_count("steps", steps, least=0)
    return beats(trace, Pacing(detail=detail, fps=10, budget=steps / 10))


def opening_changes(
    trace: Trace,
    step: int,
    *,
    detail: int = 2,
    steps: int = SEARCH_STEPS,
) -> PanelChanges:
    """Compute the panels at event `step` only, at once, with the options of `film`.

    The beats are all there, so that a film of it has its timeline and its words, and
    `panel_changes` of the same options fills in the boards.
    """
    chosen = _pack_beats(trace, detail, steps)
    place = max(bisect_right(chosen, step, key=lambda beat: beat.index) - 1, 0)
    one = changes_at(trace, [chosen[place]])
    counts = np.zeros((len(chosen), one.counts.size), np.uint16)
    counts[place] = one.counts
    linked = np.zeros(len(chosen), np.uint16)
    linked[place] = one.linked[0]
    return replace(
        one,
        beats=chosen,
        counts=counts.ravel(),
        counters=[*[""] * place, one.counters[0], *[""] * (len(chosen) - place - 1)],
        positions=np.full(len(chosen), one.positions[0], np.uint16),
        linked=linked,
        whole=False,
    )


def changes_at(trace: Trace, chosen: list[Beat], *, progress: bool = False) -> PanelChanges:
    """Compute the panels at the beats of `chosen`, as changes since the beat before."""
    shown = _Layers()
    changes = CodeChanges(len(shown.names))
    counters, positions, linked = [], [], []
    said: dict[str, list[tuple[int, str, str, str]]] = {name: [] for name in shown.names}
    for beat, (snapshot, position) in enumerate(_moments(trace, chosen, progress)):
        layers = shown.of(snapshot)
        changes.add(shown.codes)
        for name, layer in layers.items():
            words = layer.subtitle, layer.scale.tip, layer.title
            if not said[name] or said[name][-1][1:] != words:
                said[name].append((beat, *words))
        linked.append(links_of(layers[shown.names[0]].links, trace.shape[1]))
        counters.append("\n".join(filter(None, counter_lines(snapshot))))
        positions.append(position)
    return PanelChanges(
        beats=chosen,
        **changes.arrays(),
        counters=counters,
        positions=np.array(positions, np.uint16),
        linked=np.array([len(each) // 2 for each in linked], np.uint16),
        links=np.array([end for each in linked for end in each], np.int32),
        said=said,
        lines=shown.lines,
    )


def check_size(shape: tuple[int, int]) -> None:
    """Raises `ValueError` for a board whose cells cannot be numbered."""
    height, width = shape
    if height * width > MOST_CELLS_SHOWN:
        raise ValueError(
            f"{height}×{width} cells: a scrubber or a page shows at most {MOST_CELLS_SHOWN:,}"
        )


class _Layers:
    """The layers of consecutive snapshots. Layers unchanged by a step of a search are kept."""

    def __init__(self) -> None:
        self.names = cell_panels()
        own = [name for name in self.names if not PANELS[name].reasons]
        self.lines = {name: own.index(name) + 1 if name in own else 0 for name in self.names}
        self.rows = (*self.names, "", *own)  # of codes, then of lines: the first is of reasons
        self._last: Snapshot | None = None
        self._layers: dict[str, Layer] = {}
        self._codes: dict[str, np.ndarray] = {}
        self._sides: dict[int, np.ndarray] = {}

    def of(self, s: Snapshot) -> dict[str, Layer]:
        """Return a layer per panel, and update `codes`."""
        continues = self._continues(s)
        self._last = s
        for name in self.names:
            if PANELS[name].searching or not continues:
                layer = self._layers[name] = PANELS[name](s)
                self._codes[name] = codes_of(layer.pictures, layer.marks).ravel()
                self._sides[self.lines[name]] = outline_sides(layer.outlines, s.shape)
        return self._layers

    @property
    def codes(self) -> np.ndarray:
        """The codes of the panels, one a cell, then the lines: int16 [rows, H · W]."""
        return np.stack([*self._codes.values(), *(self._sides[row] for row in sorted(self._sides))])

    def _continues(self, s: Snapshot) -> bool:
        """Return whether only a search has advanced since the last snapshot."""
        last = self._last
        if last is None or last.event is None or s.event is None:
            return False
        searched = in_component(last.event) and in_component(s.event)
        return searched and all(getattr(last, name) is getattr(s, name) for name in SEEN)


def _moments(
    trace: Trace, chosen: list[Beat], progress: bool = False
) -> Iterator[tuple[Snapshot, int]]:
    """Yield the snapshots of the chosen beats, with the numbers of their positions."""
    check_size(trace.shape)
    wanted = {beat.index for beat in chosen}
    first, last = min(wanted), max(wanted)
    position = sum(map(new_position, trace.events[:first]))
    snapshots = islice(trace.snapshots(first), last + 1 - first)
    bar = progress_bar(
        snapshots,
        total=last + 1 - first,
        desc="panels",
        unit=" events",
        progress=progress,
    )
    for index, snapshot in enumerate(bar, first):
        position += new_position(snapshot.event)
        if index in wanted:
            yield snapshot, position


def sizes_of(trace: Trace) -> dict[str, int]:
    """Return the sides and the mines of a board, for a header."""
    height, width = trace.shape
    return {"height": height, "width": width, "mines": trace.start.mines}


def _label(trace: Trace) -> str:
    label = f"Minesweeper solved step by step: {board_line(trace)}"
    return f"{label}, {counts_line(trace)}, {ENDS[trace.won]}" if trace.moves else label


def _summary(trace: Trace) -> str:
    """The player and the course of a run, or of the thoughts about a position."""
    player = trace.start.player[:NAME_LENGTH]
    if not trace.moves:
        return f"as player {player} sees it"
    return f"player {player}  ·  {ENDS[trace.won]}  ·  {counts_line(trace)}"


def _titles(trace: Trace) -> dict[str, object]:
    return {
        "label": _label(trace),
        "title": board_line(trace),
        "summary": _summary(trace),
        "opening": key_moment(trace),
        "won": trace.won,
        "panels": [_words_of(name) for name in cell_panels()],
        "tree": _words_of(TREE),
        "numbered": NUMBERED,
        **TABLES,
    }


def _words_of(name: str) -> dict[str, object]:
    """What the browser knows of a panel. Its subtitles come with the beats."""
    record = PANELS[name]
    words = {"name": name, "title": record.title, "subtitle": record.subtitle}
    return words | {"reasons": record.reasons, "odds": record.odds}


def _captions(trace: Trace, changes: PanelChanges) -> dict[str, object]:
    chosen = changes.beats
    events = [trace.events[beat.index] for beat in chosen]
    return {
        "kinds": "".join(LETTERS[kind(event)] for event in events),
        "captions": [
            f"{caption(event)} {skipped_note(beat.skipped)}" if beat.skipped else caption(event)
            for event, beat in zip(events, chosen, strict=True)
        ],
        "counters": changes.counters,
        "said": changes.said,
        "lines": changes.lines,
        "cards": {
            number: case_cards(cases, trace.shape[1])
            for number, cases in enumerate(map(cases_of, events))
            if cases is not None
        },
        "badges": [badge(event) for event in events],
        "chances": [panel_of_chances(event) for event in events],
        "badgeRoles": "".join(str(ROLES.index(badge_role(event))) for event in events),
    }


def case_cards(step: Cases, width: int) -> CaseCards:
    """The cards of a step by cases, on a board of that width."""
    part = shown_in(step)
    first, last = (part.top, part.left), (part.bottom - 1, part.right - 1)
    return {
        "ends": (flat_of(first, width), flat_of(last, width)),
        "ways": [
            [(flat_of(cell, width), tile) for box, tile in pictures_of(step, way) for cell in box]
            for way in step.ways[:MOST]
        ],
    }


def new_position(event: Event | None) -> bool:
    """Whether after this event more, or less, is known for certain of the board."""
    return isinstance(event, Opened | Exploded | Flagged | Unflagged)


class PackedSearch(TypedDict):
    """One search: its events `first` to `end` - 1, and the ground of its tree."""

    first: int
    end: int
    boxes: list[list[int]]  # flat cells
    odds: list[int] | None  # of a mine in a cell, per box, once known
    oddsAt: int


def packed_searches(trace: Trace) -> tuple[dict[str, list[PackedSearch]], dict[str, np.ndarray]]:
    """Return the header "searches" of `trace`, and the part "tries": the kinds of events.

    The part is uint16 [events], or int32 if there are too many cells."""
    width = trace.shape[1]
    searches: list[PackedSearch] = []
    codes: list[int] = []
    for first, end in search_spans(trace):
        found = trace.events[first]
        assert isinstance(found, ev.ComponentFound)
        odds, at = odds_after(trace, first, found.boxes)
        searches.append(
            {
                "first": first,
                "end": end,
                "boxes": [[flat_of(cell, width) for cell in box] for box in found.boxes],
                "odds": None if odds is None else [round(chance * STEPS) for chance in odds],
                "oddsAt": at,
            }
        )
        codes += [_code(event, width) for event in trace.events[first + 1 : end]]
    wide = max(codes, default=0) >= 1 << 16
    return {"searches": searches}, {"tries": np.array(codes, np.int32 if wide else np.uint16)}


def _code(event: ev.Event, width: int) -> int:
    if isinstance(event, ev.Tried):
        return TRIED + event.mines
    if isinstance(event, ev.Violated):
        return VIOLATED + flat_of(event.clue, width)
    if isinstance(event, ev.Undone):
        return UNDONE
    return SOLUTION if isinstance(event, ev.SolutionFound) else OTHER
