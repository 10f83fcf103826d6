"""The first words of a film: its hardest moment as a question."""

import numpy as np

from minevis.solver import events as ev
from minevis.trace.snapshot import Snapshot
from minevis.utils.formatting import percent
from minevis.words.wording import in_words

TIE = 1e-9  # chances closer than this are the same


def stake_sentences(s: Snapshot) -> tuple[str, ...]:
    """Return the sentences for a guess or a deduction whose result is not told yet."""
    match s.event:
        case ev.Guessed(guess="best", options=(picked, *_)):  # numbers on the board say the same
            best = f"The best guess wins {percent(picked.win)}."
            return "Nothing is safe.", best, "How did it get here?"
        case ev.Guessed(risk=float(risk), exact=exact):
            others = s.probability[~np.isnan(s.probability)]
            least = "is the least" if (others >= risk - TIE).all() else "is the risk"
            known = "Nothing is safe." if exact else "No safe cell is known."
            return known, f"{percent(risk)} {least}.", "How did it get here?"
        case ev.Counted() | ev.Subtracted() | ev.Proved():
            n = in_words(len(s.event.cells))
            what = f"{n:One cell|# cells} here {n:is|are}"
            what = f"{what} {n:a mine|mines}" if s.event.mined else f"{what} safe"
            return f"{what[0].upper()}{what[1:]}.", f"{n:Which one|Which ones}, and why?"
    return "No safe cell is known.", "Which one to open?"
