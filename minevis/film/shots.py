"""The shots of a film: a window on the board per beat, computed in advance.

A *shot* is a sequence of beats in one window. The cheapest shots are chosen: a shot costs a move of
the eye, and every second in a wider window costs the loss of size. So a few deductions near each
other are one shot, a deduction about two distant places widens it, and the view does not jump to
and fro.

The optimisation over all ways to cut a sequence is that of optimal line breaking (Knuth and Plass,
"Breaking paragraphs into lines", 1981).
"""

from collections.abc import Sequence
from functools import reduce
from math import log2

from minevis.render.camera import Lens, Window

MOVE = 0.9  # the cost of a move, in seconds of a window twice as wide
SHORTEST = 1.3  # seconds: no shot but the last is shorter, if it can be helped
HASTE = 40.0  # the cost per second that a shot is too short
LONGEST = 120  # beats that a shot is looked back over


def windows(seen: Sequence[Window | None], seconds: Sequence[float], lens: Lens) -> list[Window]:
    """Return a window per beat, showing `seen` (None: free choice) for `seconds`.

    Beats of one shot have the same window.
    """
    shown: list[Window] = []
    for first, end in _shots(seen, seconds, lens):
        boxes = [box for box in seen[first:end] if box is not None]
        still = shown[-1] if shown else lens.window(lens.crop)
        now = lens.window(reduce(Window.with_, boxes)) if boxes else still
        shown += [now] * (end - first)
    return shown


def _shots(
    seen: Sequence[Window | None], seconds: Sequence[float], lens: Lens
) -> list[tuple[int, int]]:
    """Return the first beat and the end of the shots, for the cheapest cut."""
    best, cuts = [0.0], [0]
    for end in range(1, len(seen) + 1):
        costs = _costs(seen, seconds, lens, end)
        least = min(costs, key=lambda cut: (best[cut] + costs[cut], -cut))
        best.append(best[least] + costs[least])
        cuts.append(least)
    shots, end = [], len(seen)
    while end:
        shots.append((cuts[end], end))
        end = cuts[end]
    return shots[::-1]


def _costs(
    seen: Sequence[Window | None], seconds: Sequence[float], lens: Lens, end: int
) -> dict[int, float]:
    """Return the cost of a shot ending before beat `end`, by its first beat."""
    costs: dict[int, float] = {}
    around: Window | None = None
    lasts, wide = 0.0, 0.0
    for first in range(end - 1, max(end - LONGEST, 0) - 1, -1):
        box = seen[first]
        if box is not None:
            around = box if around is None else around.with_(box)
            if costs and lens.size(around) < lens.least:
                break
            wide = log2(lens.scale(around))
        lasts += seconds[first]
        hurry = 0.0 if end == len(seen) else max(SHORTEST - lasts, 0.0)
        costs[first] = MOVE + wide * lasts + HASTE * hurry
    return costs
