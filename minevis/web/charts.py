"""Charts of a report as SVG: the colours come from the page, so they follow its theme."""

from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from math import dist, isnan
from typing import NamedTuple

WIDTH, ROW, LABEL, VALUE = 460, 30, 150, 64  # px
CURVE_WIDTH, CURVE_HEIGHT, CURVE_LEFT = 760, 240, 100  # room for "100 %" on a phone
TOUCH = 53  # half of a touch area, 44 px if the chart is 320 px wide
Point = tuple[float, float]


class Dot(NamedTuple):
    """A value with the ends of its interval, which are nan without an interval."""

    name: str
    value: float
    low: float
    high: float


def interval_chart(dots: Sequence[Dot], say: Callable[[float], str], label: str) -> str:
    """Draw values below each other, with their intervals, on one scale from 0.

    `say` formats a value; `label` is for readers who cannot see the chart. Values that are nan are
    left out.
    """
    known = [dot for dot in dots if not isnan(dot.value)]
    most = max((_end(dot) for dot in known), default=0.0) or 1.0
    span = WIDTH - LABEL - VALUE - 12
    rows = [_row(dot, 4 + ROW * i, span / most, say) for i, dot in enumerate(known)]
    description = "; ".join(f"{dot.name}: {say(dot.value)}" for dot in known)
    return _svg(rows, ROW * len(known) + 8, f"{label}. {description}")


def _end(dot: Dot) -> float:
    return dot.value if isnan(dot.high) else max(dot.high, dot.value)


def _row(dot: Dot, top: float, scale: float, say: Callable[[float], str]) -> str:
    middle = top + ROW / 2
    low, high = (dot.value if isnan(end) else end for end in (dot.low, dot.high))
    left, at, right = (LABEL + scale * max(end, 0.0) for end in (low, dot.value, high))
    parts = [
        f'<text x="0" y="{middle + 4.5:.1f}">{escape(dot.name)}</text>',
        f'<line x1="{LABEL}" x2="{WIDTH - VALUE}" y1="{middle:.1f}" y2="{middle:.1f}" '
        'stroke="var(--line)"/>',
        f'<line x1="{left:.1f}" x2="{right:.1f}" y1="{middle:.1f}" y2="{middle:.1f}" '
        'stroke="var(--search)" stroke-width="5" stroke-linecap="round" opacity=".35"/>',
        f'<circle cx="{at:.1f}" cy="{middle:.1f}" r="5.5" fill="var(--search)"/>',
        f'<text x="{WIDTH}" y="{middle + 4.5:.1f}" text-anchor="end">',
        f"{escape(say(dot.value))}</text>",
    ]
    return "".join(parts)


def survival_chart(
    steps: Sequence[tuple[float, float]], end: float, marks: Sequence[tuple[float, str]], unit: str
) -> str:
    """Draw the luck needed: the chance to have survived all guesses up to here.

    `steps` are `(when, chance from then on)`, in `unit`, up to `end`; `marks` are mistakes,
    `(when, number)`, and link to `#mistake-number`.
    """
    span, high = CURVE_WIDTH - CURVE_LEFT - 12, CURVE_HEIGHT - 46
    end = end or 1.0

    def x(when: float) -> float:
        return CURVE_LEFT + span * when / end

    def y(chance: float) -> float:
        return 12 + high * (1 - chance)

    path, last = f"M{x(0):.1f},{y(1):.1f}", 1.0
    for when, chance in steps:
        path += f"H{x(when):.1f}V{y(chance):.1f}"
        last = chance
    length = f"{end:.2f}" if unit == "s" else f"{end:g}"
    parts = [_grid(y(share), share, span) for share in (0.0, 0.5, 1.0)]
    parts.append(
        f'<path d="{path}H{x(end):.1f}" fill="none" stroke="var(--search)" stroke-width="2.5"/>'
    )
    flags = [((x(when), y(_at(steps, when))), number) for when, number in marks]
    parts += [_flag(at, number, touched(at, [p for p, _ in flags])) for at, number in flags]
    parts += [
        f'<text class="quiet" x="{CURVE_LEFT}" y="{CURVE_HEIGHT - 4}">0 {escape(unit)}</text>',
        f'<text class="quiet" x="{CURVE_LEFT + span}" y="{CURVE_HEIGHT - 4}" text-anchor="end">'
        f"{length} {escape(unit)}</text>",
    ]
    description = f"The chance to have survived all guesses: {100 * last:.0f} % at the end"
    return _svg(parts, CURVE_HEIGHT, description, width=CURVE_WIDTH)


def _at(steps: Sequence[tuple[float, float]], when: float) -> float:
    return next((left for time, left in reversed(steps) if time <= when), 1.0)


def _grid(y: float, share: float, span: float) -> str:
    ends = f'x1="{CURVE_LEFT}" x2="{CURVE_LEFT + span}" y1="{y:.1f}" y2="{y:.1f}"'
    place = f'x="{CURVE_LEFT - 20}" y="{y + 4.5:.1f}"'  # next to a number at the beginning
    return (
        f'<line {ends} stroke="var(--line)"/>'
        f'<text class="quiet" {place} text-anchor="end">{100 * share:.0f} %</text>'
    )


def _flag(place: Point, number: str, outline: Sequence[Point]) -> str:
    (x, y), name = place, escape(number)
    path = "L".join(f"{left:.1f},{top:.1f}" for left, top in outline)
    return (
        f'<a href="#mistake-{name}" aria-label="mistake {name}">'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="var(--guess)"/>'
        f'<text x="{x:.1f}" y="{y + 4.5:.1f}" text-anchor="middle" style="fill: var(--on-guess); '
        f'font-weight: 700">{name}</text><path d="M{path}Z" fill="none"/></a>'
    )


def touched(place: Point, places: Sequence[Point]) -> list[Point]:
    """The outline of the touch area for the disc at a place: nearer to no other of them."""
    x, y = (
        min(max(at, TOUCH), most - TOUCH)  # within the chart: touches outside are lost
        for at, most in zip(place, (CURVE_WIDTH, CURVE_HEIGHT), strict=True)
    )
    left, top, right, bottom = (x - TOUCH, y - TOUCH, x + TOUCH, y + TOUCH)
    outline = [(left, top), (right, top), (right, bottom), (left, bottom)]
    for other in places:
        if other != place:
            outline = _nearer(outline, place, other)
    return outline


def _nearer(outline: Sequence[Point], place: Point, other: Point) -> list[Point]:
    """Return the part of an outline that is nearest to its place."""

    def ahead(point: Point) -> float:
        return dist(point, other) ** 2 - dist(point, place) ** 2

    kept: list[Point] = []
    for point, after in pairwise([*outline, *outline[:1]]):
        here, there = ahead(point), ahead(after)
        if here >= 0:
            kept.append(point)
        if here * there < 0:
            share = here / (here - there)  # linear along a line
            (x, y), (next_x, next_y) = point, after
            kept.append((x + share * (next_x - x), y + share * (next_y - y)))
    return kept


def _svg(parts: Sequence[str], height: float, label: str, *, width: float = WIDTH) -> str:
    wide = ' class="wide"' if width > WIDTH else ""
    role = "group" if any("<a " in part for part in parts) else "img"  # an image has no links
    return (
        f'<svg{wide} viewBox="0 0 {width} {height}" role="{role}" aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg>"
    )
