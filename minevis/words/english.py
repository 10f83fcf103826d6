"""Badges, and the phrases that Python and the browser share.

A phrase that only Python says is in the code that says it.
"""

from minevis.words.english_figures import FIGURES
from minevis.words.english_proofs import PROOFS
from minevis.words.english_widgets import WIDGETS

LABELS = WIDGETS | FIGURES | PROOFS
NEEDS_JAVASCRIPT = "This run needs JavaScript to be shown."
NEEDS_KERNEL = "Run this cell in a notebook to use it: it needs a kernel."
BADGES = {
    "race": "RACE",
    "rewind": "REWIND",
    "won": "WON",
    "lost": "LOST",
    "odds": "ODDS",
    "reasoned": "STEP",
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
