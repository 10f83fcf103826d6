"""The caption of a guess: the cell, its risk, and why no other."""

from minevis.core import events as ev
from minevis.core.events import Cells
from minevis.core.formatting import percent
from minevis.show.words.wording import COORDINATES, CellNames, say

REASONS = {  # why a way of guessing picks its cells; any other has no reason
    "least_risk": "guess least",
    "likely_zero": "guess least",
    "likely_zero_near_frontier": "guess least",
    "corners": "guess least",
    "edges": "guess least",
    "local_max": "guess least local",
    "lookahead": "guess lookahead",
    "information": "guess information",
    "best": "guess least",  # without effort: otherwise it has options
}
IN_A_SENTENCE = {  # the same reasons, each as a sentence of its own
    "guess least": "step least",
    "guess least local": "step least local",
    "guess lookahead": "step lookahead",
    "guess information": "step information",
}
LOOK_AHEAD = ("best", "lookahead", "information")  # a zero is no reason of these
A_POINT = 0.01  # of percent
TIE = 1e-9  # chances closer than this are the same


def guess_caption(event: ev.Guessed, names: CellNames = COORDINATES) -> str:
    """Describe a guess: its risk, and why it is this cell.

    >>> guess_caption(ev.Guessed((0, 1), "least_risk", 0.25, (), (), None, True))
    'No safe cell is known. Cell (0, 1) is a mine in 25 % of the layouts that fit: none is safer.'
    """
    if _left_a_safer_cell(event):
        return _riskier_caption(event, names)
    others = len({*event.candidates} - {event.cell})
    reason = "" if event.risk is None else _reason(event, names)
    end = reason
    if event.zero and event.guess not in LOOK_AHEAD:
        end += names.say("guess zero", zero=estimated(event.zero))
    elif others:
        end += names.say("guess ties" if reason else "guess one of", others=others, all=others + 1)
    if event.risk is None:
        return names.say("guess without odds", cell=event.cell, end=end)
    key = "guess exact" if event.exact else "guess estimate"
    return names.say(key, cell=event.cell, risk=float(event.risk), end=end)


def guess_reason(event: ev.Guessed, names: CellNames = COORDINATES) -> tuple[str, Cells]:
    """Why this cell and no other, as a sentence, and the cells it speaks of; "" for no reason.

    >>> guess_reason(ev.Guessed((0, 1), "least_risk", 0.25, (), (), None, True))
    ('No cell is safer.', ())
    """
    if _left_a_safer_cell(event):
        return _riskier_caption(event, names, key="step riskier"), (event.cell,)
    if event.guess == "best" and event.options:
        key = "step perfect" if event.options[0].exact else "step best"
        return names.say(key, cell=event.cell, win=float(event.options[0].win)), (event.cell,)
    if event.zero:
        return names.say("step zero", zero=estimated(event.zero)), ()
    if event.guess not in REASONS:
        return "", ()
    return names.say(IN_A_SENTENCE[REASONS[event.guess]]), ()


def estimated(chance: float) -> str:
    """A chance that is an estimate; "over 99 %" says so by itself, and 100 % needs no "some".

    >>> estimated(0.2), estimated(0.999), estimated(1.0)
    ('some 20 %', 'over 99 %', '100 %')
    """
    said = percent(chance)
    return say("some", chance=said) if said[:1].isdigit() and chance < 1 else said


def _reason(event: ev.Guessed, names: CellNames) -> str:
    """Why this cell, by its options or its way; empty for ways without a reason."""
    if event.guess == "best" and event.options:
        picked = event.options[0]
        return names.say("guess perfect" if picked.exact else "guess best", win=float(picked.win))
    return names.say(REASONS[event.guess]) if event.guess in REASONS else ""


def _left_a_safer_cell(event: ev.Guessed) -> bool:
    """Whether a guess that goes by the chance to win left a cell that is safer, by its estimate."""
    if event.guess != "best" or not event.options or event.options[0].exact:
        return False
    least = min(option.risk for option in event.options)
    return event.options[0].risk - least > TIE


def _riskier_caption(event: ev.Guessed, names: CellNames, *, key: str = "guess riskier") -> str:
    picked, safer = event.options[0], min(event.options, key=lambda option: option.risk)
    return names.say(
        key,
        cell=event.cell,
        risk=float(picked.risk),
        safer=safer.cell,
        less=_points(picked.risk - safer.risk),
        teaches=names.say("guess progress") if picked.progress > safer.progress else "",
        more=_points(picked.win - safer.win),
    )


def _points(difference: float) -> str:
    """A difference of two chances in points of percent."""
    points = round(difference / A_POINT)
    return say("points", points=points) if points > 0 else say("under a point")


def review_said(event: ev.Reviewed, names: CellNames = COORDINATES) -> list[tuple[str, Cells]]:
    """The verdict of a review on a click: sentences, and the cells each of them speaks of.

    >>> review_said(ev.Reviewed((0, 1), "wasted"))
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
    said: list[tuple[str, Cells]] = []
    said += [(names.say(key, cell=event.cell, risk=event.risk, idea=idea), (event.cell,))]
    if event.instead is not None:
        key = "review open" if event.verdict == "needless guess" else "review better"
        points = f"{100 * event.cost:.1f}"
        values = {"cell": event.instead, "idea": idea, "risk": event.instead_risk}
        said.append((names.say(key, points=points, **values), (event.instead,)))
    return said
