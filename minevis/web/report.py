"""A reviewed game, or many, as one page that works offline, to keep or to share."""

import os
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import numpy as np

from minevis.film.picture import small_png
from minevis.film.telling import scene_of
from minevis.game.grid import Cell, mask_of
from minevis.game.position import Position
from minevis.practice.puzzle import Puzzle
from minevis.practice.puzzles import puzzles_of_mistakes
from minevis.render.camera import Lens, Window, window_around
from minevis.render.cell_marks import put
from minevis.render.mosaic import mosaic
from minevis.render.options import Look
from minevis.render.page import page_of_format
from minevis.render.scene import Scene
from minevis.render.tiles.atlas import Mark
from minevis.render.tiles.draw_pictures import plain
from minevis.render.tiles.draw_text import ink, line_mask
from minevis.render.tiles.theme import Theme, theme_of
from minevis.replays.profile import with_short_names
from minevis.replays.reading import game_in
from minevis.reviews.curve import shown_at
from minevis.reviews.review import (
    FORCED,
    NEEDLESS,
    WASTED,
    WRONG_FLAG,
    Review,
    ReviewedClick,
    reason_against,
    review,
    review_among,
    with_reasons,
)
from minevis.solver import events as ev
from minevis.solver.proofs.steps import IDEA_WORDS
from minevis.trace.trace import ENDS, Trace
from minevis.utils import tables
from minevis.utils.files import write_whole
from minevis.utils.formatting import games_text, percent, quantity
from minevis.utils.progress import progress_bar
from minevis.web.charts import Dot, interval_chart, survival_chart
from minevis.web.javascript import STATIC, page_script
from minevis.web.page import check_page, pack_elements, size_of, standalone
from minevis.web.practice import practice_figure
from minevis.web.trace_pack import AUTO, browser_theme, trace_pack
from minevis.words.captions import caption
from minevis.words.wording import LETTERS

if TYPE_CHECKING:
    from minevis.replays.profile import Pattern, Profile

MOST_DRAWN = 24  # mistakes with a picture, the costliest
PICTURE, RULER = 640, 44  # px: the longer side of a picture's cells, and room for numbers
NARROWEST, WIDEST = 8, 12  # cells of a picture at least, and mentioned cells at most
LONGEST_STEM = 80  # bytes of a game's name in the name of its report
DARK = "screen and (prefers-color-scheme: dark)"  # on paper it is light
DIFFICULTY = (
    "The difficulty of a proof adds up its steps: 1 for counting around one clue, 3 for comparing "
    "two clues, 4 for an assumption or for the number of mines left, more for several cases."
)
COLOURS = ("ground", "ink", "quiet", "rim", "line", "opened", "search", "guess")


def save_game(
    path: str | Path,
    trace: Trace,
    reasoned: Trace,
    found: Review,
    *,
    theme: str = AUTO,
    progress: bool = False,
) -> Path:
    """Write the report of a game: figures, mistakes with drawn proofs, and the film.

    `reasoned` is the game with the possible deductions before clicks, `found` its review. With
    `progress`, bars appear if it takes long. Raises `ValueError` if `path` is no .html file, before
    any work.
    """
    path, theme = check_page(path), browser_theme(theme)
    film_data = review_among(found, trace, reasoned)
    moments = [shown_at(reasoned.events, click.index) for click in film_data.mistakes]
    packed = trace_pack(reasoned, theme=theme, answers=True, review=film_data, progress=progress)
    time = f", {trace.clock[-1]:.2f} s, counted from 0" if trace.clock else ""
    parts = [
        *_head(_title(trace), f"{size_of(trace)}{time}", found.story[:2]),
        _facts(_game_facts(found)),
        *_luck(found, trace),
        *_practice(puzzles_of_mistakes(trace, found), theme),
        *_mistakes(trace, found, moments, theme),
    ]
    places = "".join(f'<a id="{_moment(step)}"></a>' for step in moments)  # targets of links
    note = "Every click, and before it what could be known."
    if found.mistakes:
        note += " The red diamonds are the mistakes; it begins at the one that cost most."
    head = _section([f"<h2>The game, step by step</h2><p>{note}</p>"], theme)
    guesses = _table("Every guess, beside the best there was", found.rows())
    below = _section([*guesses, *_table("Where the time went", _times(found))], theme)
    shown = f"{head}{places}{pack_elements([packed])}"
    content = f"{_section(parts, theme)}<section>{shown}</section>{below}"
    page = standalone(content, page_script(), title=_title(trace), theme=theme)
    write_whole(path, page)
    return path


def save_profile(
    path: str | Path,
    found: "Profile",
    *,
    theme: str = AUTO,
    reports: bool = True,
    progress: bool = False,
) -> Path:
    """Write a summary of many games: charts, tables, and the unread files.

    With `reports` the costliest games link to their reports, which are written into a folder next
    to the page. Raises `ValueError` if `path` is no .html file.
    """
    path, theme = check_page(path), browser_theme(theme)
    title = f"{quantity(len(found.games), 'game')}, reviewed"
    links = _write_reports(path, found, theme, progress) if reports else []
    first, *rest = found.story
    found = with_short_names(found)
    costliest = found.costliest()
    unread = "".join(f"<li>{escape(name)}: {escape(why)}</li>" for name, why in found.damaged)
    named = {row["game"]: link for row, link in zip(costliest, links, strict=False) if link}
    parts = [
        *_head(title, first, rest),
        f'<div class="charts">{"".join(_profile_charts(found))}</div>',
        *_table("Levels", found.levels()),
        *_linked(_table("Where most was given away", costliest), named),
        *_table("What is slow, and what is missed", found.pattern_rows(), DIFFICULTY),
        *_table("Over time", found.period_rows()),
        *(["<h2>Not read</h2>", f"<ul>{unread}</ul>"] if unread else []),
    ]
    write_whole(path, standalone(_section(parts, theme), "", title=title, theme=theme))
    return path


def _write_reports(path: Path, found: "Profile", theme: str, progress: bool) -> list[str]:
    """Write the reports of the games of `found.costliest()`; return their links, "" without one.

    A missing or unreadable file has no report.
    """
    names = [row["game"] for row in found.costliest()]
    links = []
    bar = progress_bar(names, desc="reports", unit=" games", progress=progress)
    for number, name in enumerate(bar, 1):
        stem = os.fsencode(Path(name).stem)[:LONGEST_STEM].decode("utf-8", "ignore")
        report = path.with_name(f"{path.stem} games") / f"{number} {stem}.html"
        try:
            trace, _ = game_in(name)
            reviewed = review(trace)
        except (OSError, ValueError, ModuleNotFoundError):
            links.append("")
            continue
        report.parent.mkdir(exist_ok=True)
        reasoned = trace.with_events(with_reasons(trace, reviewed))
        save_game(report, trace, reasoned, reviewed, theme=theme)
        links.append(quote(report.relative_to(path.parent).as_posix()))
    return links


def _linked(parts: Iterable[str], links: Mapping[str, str]) -> Iterator[str]:
    """The parts of a table with links from these cells."""
    for part in parts:
        for name, link in links.items():
            cell = f">{escape(name)}</td>"
            part = part.replace(cell, f'><a href="{escape(link)}">{escape(name)}</a></td>', 1)
        yield part


def _section(parts: Iterable[str], theme: str) -> str:
    css = (STATIC / "report.css").read_text("utf-8")
    light, dark = (_colours(name if theme == AUTO else theme) for name in ("paper", "dark"))
    schemes = f"@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"
    schemes += f"@media print {{ :root {{ {_colours('paper')} --ground: white; }} }}"  # saves ink
    style = f"<style>:root {{ {light} }}\n{schemes}\n{css}</style>"
    return f'{style}<div class="report">{"".join(parts)}</div>'


def _colours(name: str) -> str:
    theme = theme_of(name)
    values = {colour: getattr(theme, colour) for colour in COLOURS}
    values["on-guess"] = (30, 26, 16)
    return "".join(f"--{key}: rgb({r} {g} {b}); " for key, (r, g, b) in values.items())


def _head(title: str, line: str, story: Sequence[str]) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>"
    yield f'<p class="quiet">{escape(line)}</p>' if line else ""
    yield from (f"<p>{_html(sentence)}</p>" for sentence in story)


def _html(text: str) -> str:
    """Words as HTML, with no break within the name of a cell, or between a number and its unit.

    Commands between backticks are set as code.
    """
    text = re.sub(r"(\d) (%|s\b)", "\\1\N{NO-BREAK SPACE}\\2", escape(text))
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    return re.sub(r"\(\d+, \d+\)", r'<span class="cell">\g<0></span>', text)


def _facts(facts: Mapping[str, str]) -> str:
    items = (
        f"<li><b>{escape(value)}</b><span>{escape(key)}</span></li>" for key, value in facts.items()
    )
    return f'<ul class="facts">{"".join(items)}</ul>'


def _title(trace: Trace) -> str:
    return f"{trace.start.player or 'A game'}: {ENDS[trace.won]}"


def _game_facts(found: Review) -> dict[str, str]:
    counts = found.counts
    facts = {
        _of(counts[FORCED], "forced guess"): str(counts[FORCED]),
        _of(counts[NEEDLESS], "needless guess"): str(counts[NEEDLESS]),
    }
    if not found.rules:
        survival = percent(found.survival) if found.guesses else "no guess"
        facts["chance to survive all guesses"] = survival
        facts["points of the chance to win given away"] = f"{100 * found.cost:.1f}"
    facts[f"{_of(counts[WASTED], 'click', 's')} that changed nothing"] = str(counts[WASTED])
    if found.three_bv_per_second is not None:
        facts |= {"3BV": str(found.three_bv), "3BV/s": f"{found.three_bv_per_second:.2f}"}
    if found.efficiency is not None:
        facts["3BV per click"] = percent(found.efficiency)
    return facts


def _of(count: int, what: str, plural: str = "es") -> str:
    """The label below its count."""
    return what if count == 1 else f"{what}{plural}"


def _luck(found: Review, trace: Trace) -> Iterator[str]:
    """The curve of how far luck had to carry."""
    if not found.guesses or found.rules:
        return
    clock = trace.clock or [float(snapshot.moves) for snapshot in trace]
    steps, chance = [], 1.0
    for click in found.clicks:
        if click.guess is not None:
            chance *= 1.0 - click.risk
            steps.append((clock[click.index], chance))
    marks = [(clock[each.index], str(i)) for i, each in enumerate(found.mistakes, 1)]
    chart = survival_chart(steps, clock[-1], marks, "s" if trace.clock else "moves")
    yield "<h2>How far luck had to carry</h2>"
    words = "The chance to have survived all guesses so far"
    words += "; each number leads to a mistake, described below." if marks else "."
    words += f" At the end: {games_text(found.survival)}."
    yield f"<figure>{chart}<figcaption>{words}</figcaption></figure>"


def _practice(puzzles: Sequence[Puzzle], theme: str) -> Iterator[str]:
    """The positions of needless guesses, to find the safe cell this time, before it is shown."""
    if puzzles:
        words = "Where you guessed, there was a safe cell to open. Find it now."
        yield f"<h2>Learn from it</h2><p>{words}</p>"
        yield practice_figure(puzzles, theme=theme)


def _mistakes(trace: Trace, found: Review, moments: Sequence[int], theme: str) -> Iterator[str]:
    """Each mistake; `moments` are the steps of the film to which they lead."""
    if not found.mistakes:
        return
    yield "<h2>What could have gone better</h2>"
    by_cost = sorted(found.mistakes, key=lambda click: -(click.guess.cost if click.guess else 1.0))
    drawn = {click.index for click in by_cost[:MOST_DRAWN]}
    blind = _blind_flags(trace, found)
    articles = [_blind_flags_html(blind)] if blind else []
    for number, (click, step) in enumerate(zip(found.mistakes, moments, strict=True), 1):
        if click not in blind:
            certain = click.proof is not None or click.guess is not None
            drawable = certain and click.index in drawn
            picture = _Picture(trace, click).html(theme) if drawable else ""
            articles.append(_mistake(number, trace, click, picture, _moment(step)))
    yield f'<div class="mistakes">{"".join(articles)}</div>'


def _blind_flags(trace: Trace, found: Review) -> list[ReviewedClick]:
    """Return wrong flags placed before the first cell opened, if there are several."""
    opened = (at for at, event in enumerate(trace.events) if isinstance(event, ev.Opened))
    first = next(opened, len(trace))
    flags = [each for each in found.mistakes if each.kind == WRONG_FLAG and each.index < first]
    return flags if len(flags) > 1 else []


def _blind_flags_html(flags: Sequence[ReviewedClick]) -> str:
    """The words about them, the first mistakes of a game."""
    head = f"1\N{EN DASH}{len(flags)}. Wrong flags before the first cell opened"
    cells = ", ".join(str(click.cell) for click in flags)
    text = f"Nothing could be known yet. No mine is at {cells}."
    places = "".join(f'<a id="mistake-{number}"></a>' for number in range(1, len(flags) + 1))
    return f"<article>{places}<h3>{head}</h3><p>{_html(text)}</p></article>"


def _mistake(number: int, trace: Trace, click: ReviewedClick, picture: str, moment: str) -> str:
    """One mistake: the click, the better one, and the reason, in words and drawn."""
    when = f" after {trace.clock[click.index]:.1f} s" if trace.clock else ""
    head = f"<h3>{_html(f'{number}. {click.kind.capitalize()} at {click.cell}{when}')}</h3>"
    link = f'<p class="quiet"><a href="#{moment}">Step through it</a></p>'
    html = f"{head}<p>{_html(' '.join(click.sentences))}</p>{picture}{link}"
    return f'<article id="mistake-{number}">{html}</article>'


def _moment(step: int) -> str:
    """The name of a step of the film, to which the film's scrubber goes by itself."""
    return f"step={step}"


class _Picture:
    """A mistake step by step, as a separate trace: the position, and the deduction or its odds."""

    def __init__(self, trace: Trace, click: ReviewedClick) -> None:
        before = trace[click.index - 1]
        position = Position(before.view, before.mines).unflagged()
        self.click, self.event = click, reason_against(click, position)
        start = ev.Started(*trace.shape, before.mines, "")
        self.trace = Trace([start, self.event], view=position.view)
        self.shape = trace.shape
        self.better = click.safe or (click.guess.best if click.guess else click.cell)
        moment = self._moment("paper")
        self.letters, self.sentences = moment.letters, moment.sentences
        self.window = self._window()

    def _moment(self, theme: str) -> Scene:
        """Return the picture, with letters on the cells of the mistake and a ring on a guess."""
        moment = scene_of(self.trace[1], page_of_format(self.shape, Look(theme=theme)))
        layer, marked, clicked = moment.board, moment.spoken, (self.click.cell,)
        marks = layer.marks.copy()
        if self.click.guess is not None:
            put(marks, clicked, Mark.GUESS)
        if marked is not None:
            marked = marked | mask_of(clicked, self.shape)
        free = (each for each in f"{LETTERS}*+" if each not in moment.letters.values())
        named = {cell: moment.letters.get(cell) or next(free) for cell in (*clicked, self.better)}
        letters = {**moment.letters, **named}
        return replace(
            moment, layers=(replace(layer, marks=marks),), letters=letters, spoken=marked
        )

    def _window(self) -> Window:
        """Return the window with the cells that matter.

        A click, or a better one, far from the rest is left out, so that cells are large enough to
        read."""
        event, cell = self.event, self.click.cell
        core = (*event.cells, *event.clues) if isinstance(event, ev.Proved) else (cell,)
        for cells in (self.letters, core):
            box = window_around([*cells])
            if max(box.height, box.width) <= WIDEST:
                break
        return Lens(Window(0, 0, *self.shape), PICTURE, PICTURE, PICTURE // NARROWEST).window(box)

    def html(self, theme: str) -> str:
        """The picture, the steps of a proof in words, and which cells the mistake names."""
        steps = "".join(f"<li>{escape(text)}</li>" for text in self.sentences)
        steps = f"<ol>{steps}</ol>" if isinstance(self.event, ev.Proved) else ""  # else said above
        return f"{self._drawn(theme)}{steps}<p>{_html(self._names())}</p>"

    def _names(self) -> str:
        click = self.click
        kind = "the guess" if click.guess is not None else "the flag"
        names = [self._name(click.cell, kind)]
        if self.better != click.cell:
            kind = "the better guess" if click.safe is None else "which was safe"
            names.append(self._name(self.better, kind))
        odds = isinstance(self.event, ev.Reviewed)
        scale = " Each number is the chance of a mine in percent." if odds else ""
        listed = "; ".join(names)
        return f"{listed[0].upper()}{listed[1:]}.{scale}"

    def _name(self, cell: Cell, kind: str) -> str:
        letter = self.letters[cell]
        if self.window.holds(cell):
            return f"{letter} is {cell}, {kind}"
        if letter in re.findall(r"\b\w\b", " ".join(self.sentences)):
            return f"{letter} is {cell}, {kind}, outside of the picture"
        return f"{kind}, {cell}, is outside of the picture"  # instead of a letter

    def _drawn(self, theme: str) -> str:
        """Return the picture: for a page that follows its host, a light and a dark one."""
        text = escape(caption(self.event))
        if theme != AUTO:
            return f'<img src="{self._png(theme)}" alt="{text}">'
        dark = f'<source srcset="{self._png("dark")}" media="{DARK}">'
        return f'<picture>{dark}<img src="{self._png("paper")}" alt="{text}"></picture>'

    def _png(self, theme: str) -> str:
        """The cells in the window, with the numbers of their rows and columns."""
        window, look = self.window, theme_of(theme)
        cell = PICTURE // max(window.height, window.width, NARROWEST)
        cells = mosaic(self._moment(theme), window, cell, look)
        png = small_png(_ruled(cells, window, cell, look), colours=64)
        return f"data:image/png;base64,{b64encode(png).decode()}"


def _ruled(cells: np.ndarray, window: Window, cell: int, theme: Theme) -> np.ndarray:
    """Return a picture of cells of `cell` px with row and column numbers at the left and top."""
    page = plain(cells.shape[0] + RULER, cells.shape[1] + RULER, theme.ground)
    page[RULER:, RULER:] = cells
    for place in range(max(window.height, window.width)):
        row, col = (
            line_mask(str(first + place), RULER // 2) for first in (window.top, window.left)
        )
        middle = RULER + place * cell + cell // 2
        if place < window.height:
            left = (RULER - row.shape[1]) // 2
            ink(page, row, middle - row.shape[0] // 2, left, theme.quiet)
        if place < window.width:
            ink(page, col, (RULER - col.shape[0]) // 2, middle - col.shape[1] // 2, theme.quiet)
    return page


def _times(found: Review) -> list[dict[str, str]]:
    return [
        {
            "kind": str(row["kind"]),
            "idea": IDEA_WORDS.get(str(row["idea"]), ""),
            "clicks": str(row["clicks"]),
            "seconds a click": f"{row['mean']:.2f}",
            "seconds in all": f"{row['all']:.1f}",
        }
        for row in found.times()
    ]


def _table(title: str, rows: Sequence[Mapping[str, str]], note: str = "") -> Iterator[str]:
    if rows:
        name = escape(title)
        open_ = f'<div class="scroll" role="region" tabindex="0" aria-label="{name}">'
        words = f'<p class="quiet">{escape(note)}</p>' if note else ""
        yield f"<h2>{name}</h2>{words}{open_}{tables.html(rows)}</div>"


def _profile_charts(found: "Profile") -> Iterator[str]:
    whole, points = "{:.0f} %".format, "{:.1f}".format
    name = "you" if len(found.players) < 2 else "these games"
    wins = [Dot(name, *_percent(found.wins)), Dot("best, same clicks", *_percent(found.best_wins))]
    yield _figure("Games won", wins, whole)
    losses = [Dot(name, *mean) for name, mean in found.losses().items()]
    yield _figure("Points of the chance to win given away, a game", losses, points)
    yield from _pattern_charts("idea", found.ideas())
    yield from _pattern_charts("difficulty of the proof", found.difficulties())
    periods = [(f"from {re.split(' to |, ', each.name)[0]}", each) for each in found.periods()]
    yield _figure("3BV/s over time", [Dot(name, *each.speed) for name, each in periods], points)
    needless = [Dot(name, *each.needless) for name, each in periods]
    yield _figure("Needless guesses a game, over time", needless, points)


def _pattern_charts(by: str, patterns: "Sequence[Pattern]") -> Iterator[str]:
    seconds = [Dot(each.name, *each.seconds) for each in patterns]
    yield _figure(f"Seconds a click, by {by}", seconds, "{:.2f} s".format)
    missed = [Dot(each.name, *_percent(each.share_missed)) for each in patterns]
    yield _figure(f"Missed, by {by}", missed, "{:.1f} %".format)


def _percent(found: tuple[float, float, float]) -> tuple[float, float, float]:
    value, low, high = found
    return 100 * value, 100 * low, 100 * high


def _figure(title: str, dots: Sequence[Dot], say: Callable[[float], str]) -> str:
    if all(dot.value != dot.value for dot in dots):
        return ""
    return f"<figure><h3>{escape(title)}</h3>{interval_chart(dots, say, title)}</figure>"
