"""Badges, and the phrases that Python and the browser share.

A phrase that only Python says is in the code that says it.
"""

from minevis.show.words.english_figures import FIGURES
from minevis.show.words.english_proofs import PROOFS
from minevis.show.words.english_widgets import WIDGETS

LABELS = WIDGETS | FIGURES | PROOFS
NEEDS_JAVASCRIPT = "This run needs JavaScript to be shown."
NEEDS_KERNEL = "Run this cell in a notebook to use it: it needs a kernel."
BADGES = {
    "race": "RACE",
    "started": "START",
    "rewind": "REWIND",
    "opened": "OPEN",
    "flagged": "FLAG",
    "chorded": "CHORD",
    "unflagged": "UNFLAG",
    "wasted": "WASTED",
    "exploded": "MINE",
    "won": "WON",
    "lost": "LOST",
    "counted": "COUNT",
    "subtracted": "TWO CLUES",
    "frontier": "FRONTIER",
    "component": "COMPONENT",
    "kept": "KEPT",
    "tried": "SEARCH",
    "violated": "DEAD END",
    "undone": "BACK",
    "solution": "SOLUTION",
    "truncated": "CUT SHORT",
    "ended": "SEARCH",
    "proved": "PROOF",
    "reasoned": "STEP",
    "proved by count": "COUNT",
    "proved by overlap": "TWO CLUES",
    "proved by suppose": "SUPPOSE",
    "proved by mines left": "MINES LEFT",
    "proved by cases": "CASES",
    "odds": "ODDS",
    "zeros": "ZEROS",
    "guessed": "GUESS",
    "reviewed proven": "PROVEN",
    "reviewed free": "NO RISK",
    "reviewed first": "FIRST",
    "reviewed forced guess": "FORCED",
    "reviewed needless guess": "NEEDLESS",
    "reviewed wrong flag": "WRONG FLAG",
    "reviewed unproven flag": "UNPROVEN",
    "reviewed wasted": "WASTED",
    # of the widgets only
    "cell": "CELL",
    "wrong": "WRONG",
    "proof": "PROOF",
    "refused": "NO",
    "play": "PLAY",
    "flag": "FLAG",
    "open": "OPEN",
    "hint": "HINT",
    "pick": "PICK",
    "back": "BACK",
    "known": "KNOWN",
    "picture": "PICTURE",
    "no kernel": "NO KERNEL",
    "busy": "BUSY",
}


def say(key: str, **values: object) -> str:
    """Return the label of that name with its `values` in place."""
    return LABELS[key].format(**values)
