"""The sentences of guesses, and of the verdicts of a review on them."""

from minevis.core import events as ev
from minevis.core.formatting import percent
from minevis.core.grid import Cells
from minevis.show.words.wording import COORDINATES, CellNames, say

REASONS = {  # why a guess picks its cells; custom guesses have no reason
    "least_risk": "step least",
    "likely_zero": "step least",
    "likely_zero_near_frontier": "step least",
    "corners": "step least",
    "edges": "step least",
    "local_max": "step least local",
    "lookahead": "step lookahead",
    "information": "step information",
    "best": "step least",  # in a record without options
}
LOOK_AHEAD = ("best", "lookahead", "information")  # a zero is no reason of these
A_POINT = 0.01  # of percent
TIE = 1e-9  # chances closer than this are the same


def guess_sentences(event: ev.Guessed, names: CellNames = COORDINATES) -> list[tuple[str, Cells]]:
    """The sentences of a guess, each with its cells: its risk, and why it is this cell.

    >>> guess = ev.Guessed((0, 1), "least_risk", 0.25, (), (), None, True)
    >>> print(" ".join(text for text, _ in guess_sentences(guess)))
    No safe cell is known. (0, 1) is a mine in 25 % of the layouts that fit. No cell is safer.
    """
    cell = (event.cell,)
    nothing = (names.say("step nothing"), ())
    if event.risk is None:
        return [nothing, (names.say("step without odds", cell=event.cell), cell)]
    key = "step risk" if event.exact else "step risk estimate"
    if _safer(event):
        key = "step risk of both"
    risk = (names.say(key, cell=event.cell, risk=float(event.risk)), cell)
    reason = _reason(event, names)
    return [nothing, risk, reason] if reason else [nothing, risk]


def ties(event: ev.Guessed, names: CellNames = COORDINATES) -> str:
    """The other cells that are as good as the guess, as a sentence, or "".

    >>> ties(ev.Guessed((0, 1), "least_risk", 0.25, ((0, 1), (0, 3)), (), None, True))
    'One other is as good.'
    """
    others = len({*event.candidates} - {event.cell})
    if not others or event.options or (event.zero and event.guess not in LOOK_AHEAD):
        return ""
    explained = event.risk is not None and event.guess in REASONS
    text = names.say("guess ties" if explained else "guess one of", others=others, all=others + 1)
    return text[:1].upper() + text[1:]


def estimated(chance: float) -> str:
    """A chance that is an estimate; "over 99 %" says so by itself, and 100 % needs no "some".

    >>> estimated(0.2), estimated(0.999), estimated(1.0)
    ('some 20 %', 'over 99 %', '100 %')
    """
    text = percent(chance)
    return say("some", chance=text) if text[:1].isdigit() and chance < 1 else text


def _reason(event: ev.Guessed, names: CellNames) -> tuple[str, Cells] | None:
    """Why it is this cell, by its options or its kind of guess; None for a custom guess."""
    if event.guess == "best" and event.options:
        picked, safer = event.options[0], _safer(event)
        if safer is None:
            key = "step perfect" if picked.exact else "step best"
            return names.say(key, cell=event.cell, win=float(picked.win)), (event.cell,)
        text = names.say(
            "step riskier",
            cell=event.cell,
            safer=safer.cell,
            less=_points(picked.risk - safer.risk),
            teaches=names.say("guess progress") if picked.progress > safer.progress else "",
            more=_points(picked.win - safer.win),
        )
        return text, (event.cell,)
    if event.guess not in REASONS:
        return None
    if event.zero and event.guess not in LOOK_AHEAD:
        return names.say("step zero", zero=estimated(event.zero)), ()
    return names.say(REASONS[event.guess]), ()


def _safer(event: ev.Guessed) -> ev.Option | None:
    """The safest cell, if a guess by the estimated chance to win chose a riskier one."""
    if event.guess != "best" or not event.options or event.options[0].exact:
        return None
    safest = min(event.options, key=lambda option: option.risk)
    return safest if event.options[0].risk - safest.risk > TIE else None


def _points(difference: float) -> str:
    """A difference of two chances in points of percent."""
    points = round(difference / A_POINT)
    return say("points", points=points) if points > 0 else say("under a point")


def review_sentences(event: ev.Reviewed, names: CellNames = COORDINATES) -> list[tuple[str, Cells]]:
    """The verdict of a review on a click: sentences, and the cells each of them speaks of.

    >>> review_sentences(ev.Reviewed((0, 1), "wasted"))
    [('The click at (0, 1) changes nothing.', ((0, 1),))]
    """
    if event.first:
        return [(names.say("review first", cell=event.cell), (event.cell,))]
    idea = names.say(f"idea {event.idea}") if event.idea else ""
    key = f"review {event.verdict}"
    if event.verdict == "proven":
        key += " mine" if event.mined else " safe" if idea else ""
    sure_loss = event.verdict.endswith("guess") and event.risk == 1
    if event.verdict == "forced guess" and event.instead is None and not sure_loss:
        key += " best"
    key += (" chord" if event.chord else "") + (" mine" if sure_loss else "")
    text = names.say(key, cell=event.cell, risk=event.risk, idea=idea)
    sentences: list[tuple[str, Cells]] = [(text, (event.cell,))]
    if event.instead is not None:
        key = "review open" if event.verdict == "needless guess" else "review better"
        points = f"{100 * event.cost:.1f}"
        values = {"cell": event.instead, "idea": idea, "risk": event.instead_risk}
        sentences.append((names.say(key, points=points, **values), (event.instead,)))
    return sentences
