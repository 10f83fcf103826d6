"""The order in which a component's boxes are tried: few clues should be open at a time.

A clue is *open* while some of its boxes have been tried and some have not. The work of
counting grows with the states of the open clues. So the next clue to close is the open
clue with the fewest boxes left.
"""

from functools import lru_cache

EASY = 2.0**12  # number of states below which a better order is not worth the search
STARTS = 48  # orders tried, from different clues

Links = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=1024)  # most components of a game are looked at in turn after turn
def search_order(links: Links) -> tuple[int, ...]:
    """Return an order of the boxes with few open clues, from the clues of the boxes."""
    boxes_of: dict[int, list[int]] = {}
    for box, seen in enumerate(links):
        for clue in seen:
            boxes_of.setdefault(clue, []).append(box)
    starts = sorted(boxes_of, key=lambda clue: (len(boxes_of[clue]), clue))
    best: list[int] = []
    least = float("inf")
    for start in starts[:STARTS]:
        order = _close_clue_by_clue(links, boxes_of, start)
        cost = _states(links, boxes_of, order)
        if cost < least:
            best, least = order, cost
        if least < EASY:
            break
    return tuple(best)


def _close_clue_by_clue(links: Links, boxes_of: dict[int, list[int]], start: int) -> list[int]:
    left = {clue: len(boxes) for clue, boxes in boxes_of.items()}
    opened = {start: 0}  # clue -> when it was opened
    tried: dict[int, None] = {}
    while len(tried) < len(links):
        if not opened:  # no link to the earlier boxes
            opened = {min((j for j in left if left[j]), key=lambda j: (left[j], j)): len(tried)}
        clue = min(opened, key=lambda j: (left[j], opened[j]))
        for box in boxes_of[clue]:
            if box not in tried:
                tried[box] = None
                for other in links[box]:
                    left[other] -= 1
                    opened.setdefault(other, len(tried))
        opened = {j: when for j, when in opened.items() if left[j]}
    return list(tried)


def _states(links: Links, boxes_of: dict[int, list[int]], order: list[int]) -> float:
    """Estimate the number of states for counting in this order."""
    left = {clue: len(boxes) for clue, boxes in boxes_of.items()}
    total, opened = 0.0, set[int]()
    for box in order:
        for clue in links[box]:
            left[clue] -= 1
            opened.add(clue)
        opened = {clue for clue in opened if left[clue]}
        total += 2.0 ** len(opened)
    return total
