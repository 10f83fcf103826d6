"""The sentences of guesses, and of the verdicts of a review on them."""

from minevis.core import events as ev
from minevis.core.formatting import percent
from minevis.core.grid import Cells
from minevis.core.proofs import IDEA_WORDS
from minevis.show.words.wording import COORDINATES, CellNames, in_words

LEAST = "No cell is safer."
REASONS = {  # why a guess picks its cells; custom guesses have no reason
    "least_risk": LEAST,
    "likely_zero": LEAST,
    "likely_zero_near_frontier": LEAST,
    "corners": LEAST,
    "edges": LEAST,
    "local_max": "No cell has a safer worst clue.",
    "lookahead": "Counting the move after it, no cell is safer.",
    "information": "Of the safer cells, it should tell most.",
    "best": LEAST,  # in a record without options
}
LOOK_AHEAD = ("best", "lookahead", "information")  # a zero is no reason of these
A_POINT = 0.01  # of percent
TIE = 1e-9  # chances closer than this are the same


def guess_sentences(event: ev.Guessed, names: CellNames = COORDINATES) -> list[tuple[str, Cells]]:
    """The sentences of a guess, each with its cells: its risk, and why it is this cell."""
    nothing = ("No safe cell is known.", ())
    cell = names.cell(event.cell)
    if event.risk is None:
        return [nothing, (f"This player reckons no odds and picks {cell}.", (event.cell,))]
    chance = percent(event.risk)
    text = f"{cell} is a mine with an estimated chance of {chance}."
    if _safer(event):
        text = f"{cell} is a mine in {chance}."
    elif event.exact:
        text = f"{cell} is a mine in {chance} of the layouts that fit."
    reason = _reason(event, names)
    return [nothing, (text, (event.cell,)), *([reason] if reason else [])]


def ties(event: ev.Guessed, names: CellNames = COORDINATES) -> str:
    """The other cells that are as good as the guess, as a sentence, or ""."""
    others = len({*event.candidates} - {event.cell})
    if not others or event.options or (event.zero and event.guess not in LOOK_AHEAD):
        return ""
    if event.risk is None or event.guess not in REASONS:
        return f"This player finds {in_words(others + 1)} cells equally good."
    text = f"{in_words(others):# other is|# others are} as good."
    return text[:1].upper() + text[1:]


def estimated(chance: float) -> str:
    """A chance that is an estimate; "over 99 %" says so by itself, and 100 % needs no "some"."""
    text = percent(chance)
    return f"some {text}" if text[:1].isdigit() and chance < 1 else text


def _reason(event: ev.Guessed, names: CellNames) -> tuple[str, Cells] | None:
    """Why it is this cell, by its options or its kind of guess; None for a custom guess."""
    if event.guess == "best" and event.options:
        picked, safer = event.options[0], _safer(event)
        if safer is None:
            win = percent(picked.win)
            text = f"No cell is safer, and from here this player wins {win} of such games."
            if picked.exact:
                text = f"Played perfectly from here, {win} of such games are won."
            return text, (event.cell,)
        cell, teaches = names.cell(event.cell), "teaches less: "
        if picked.progress <= safer.progress:
            teaches = ""
        text = (
            f"{names.cell(safer.cell)} is safer by {_points(picked.risk - safer.risk)}, but "
            f"{teaches}{cell} should win {_points(picked.win - safer.win)} more often."
        )
        return text, (event.cell,)
    if event.guess not in REASONS:
        return None
    if event.zero and event.guess not in LOOK_AHEAD:
        return f"No cell is safer, and it shows a zero in {estimated(event.zero)}.", ()
    return REASONS[event.guess], ()


def _safer(event: ev.Guessed) -> ev.Option | None:
    """The safest cell, if a guess by the estimated chance to win chose a riskier one."""
    if event.guess != "best" or not event.options or event.options[0].exact:
        return None
    safest = min(event.options, key=lambda option: option.risk)
    return safest if event.options[0].risk - safest.risk > TIE else None


def _points(difference: float) -> str:
    """A difference of two chances in points of percent."""
    points = in_words(round(difference / A_POINT))
    return f"{points:# point|# points}" if points.count > 0 else "under a point"


def review_sentences(event: ev.Reviewed, names: CellNames = COORDINATES) -> list[tuple[str, Cells]]:
    """The verdict of a review on a click: sentences, and the cells each of them speaks of."""
    cell, instead = names.cell(event.cell), event.instead
    idea = IDEA_WORDS[event.idea] if event.idea else ""
    if event.first:
        text = f"The first click, at {cell}: nothing is known yet."
    elif event.verdict == "proven" and event.mined:
        text = f"Proven by {idea}: {cell} is a mine."
    elif event.verdict == "proven":
        text = f"Proven by {idea}: {cell} is safe." if idea else f"The click at {cell} was proven."
    elif event.verdict == "free":
        text = f"The click at {cell} risks nothing."
    elif event.verdict == "wrong flag":
        text = f"A wrong flag: no mine is at {cell}."
    elif event.verdict == "unproven flag":
        text = f"The flag at {cell} is a guess: nothing proves a mine there."
    elif event.verdict == "wasted":
        text = f"The click at {cell} changes nothing."
    else:
        text = _judged_guess(event, cell)
    sentences: list[tuple[str, Cells]] = [(text, (event.cell,))]
    if instead is not None and not event.first:
        better = names.cell(instead)
        if event.verdict == "needless guess":
            text = f"{better} is safe, by {idea}."
        else:
            risk, points = percent(event.instead_risk), f"{100 * event.cost:.1f}"
            text = f"{better}, a mine in {risk}, wins {points} more of 100 such games."
        sentences.append((text, (instead,)))
    return sentences


def _judged_guess(event: ev.Reviewed, cell: str) -> str:
    """The verdict on a guess, forced or needless."""
    risk, forced, noun = percent(event.risk), event.verdict == "forced guess", "cell"
    what = f"{cell} is a mine"
    if event.chord:
        what, noun = f"to press both buttons on {cell} opens a mine", "guess"
    if event.risk == 1:
        start = "No cell is safe, and" if forced else "A sure loss:"
        return f"{start} {what} in every layout that fits."
    best = f", and no {noun} is better" if forced and event.instead is None else ""
    start = "No cell is safe:" if forced else "A needless guess:"
    return f"{start} {what} in {risk} of the layouts that fit{best}."
