"""What a guess says to people: which cell, at what risk, and why no other."""

from minevis.core import events as ev
from minevis.core.events import Cells
from minevis.show.words.language import Language

REASONS = {  # why a way of guessing picks its cells; any other has no reason
    "least_risk": "guess least",
    "likely_zero": "guess least",
    "likely_zero_near_frontier": "guess least",
    "corners": "guess least",
    "edges": "guess least",
    "local_max": "guess least local",
    "lookahead": "guess lookahead",
    "information": "guess information",
    "best": "guess least",  # with no effort: else it has weighed options
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


def guess_caption(event: ev.Guessed, to: Language) -> str:
    """What a guess says: its risk, and why it is this cell.

    >>> from minevis.show.words.english import ENGLISH
    >>> guess_caption(ev.Guessed((0, 1), "least_risk", 0.25, (), (), None, True), ENGLISH)
    'No safe cell is known. Cell (0, 1) is a mine in 25 % of the layouts that fit: none is safer.'
    """
    if _left_a_safer_cell(event):
        return _riskier_caption(event, to)
    others = len({*event.candidates} - {event.cell})
    reason = "" if event.risk is None else _reason(event, to)
    end = reason
    if event.zero and event.guess not in LOOK_AHEAD:
        end += to.say("guess zero", zero=estimated(event.zero, to))
    elif others:
        end += to.say("guess ties" if reason else "guess one of", others=others, all=others + 1)
    if event.risk is None:
        return to.say("guess without odds", cell=event.cell, end=end)
    key = "guess exact" if event.exact else "guess estimate"
    return to.say(key, cell=event.cell, risk=float(event.risk), end=end)


def guess_reason(event: ev.Guessed, to: Language) -> tuple[str, Cells]:
    """Why this cell and no other, as a sentence, and the cells it speaks of; "" for no reason.

    >>> from minevis.show.words.english import ENGLISH
    >>> guess_reason(ev.Guessed((0, 1), "least_risk", 0.25, (), (), None, True), ENGLISH)
    ('No cell is safer.', ())
    """
    if _left_a_safer_cell(event):
        return _riskier_caption(event, to, key="step riskier"), (event.cell,)
    if event.guess == "best" and event.options:
        key = "step perfect" if event.options[0].exact else "step best"
        return to.say(key, cell=event.cell, win=float(event.options[0].win)), (event.cell,)
    if event.zero:
        return to.say("step zero", zero=estimated(event.zero, to)), ()
    if event.guess not in REASONS:
        return "", ()
    return to.say(IN_A_SENTENCE[REASONS[event.guess]]), ()


def estimated(chance: float, to: Language) -> str:
    """A chance that is an estimate; "over 99 %" says so by itself, and 100 % needs no "some".

    >>> from minevis.show.words.english import ENGLISH
    >>> estimated(0.2, ENGLISH), estimated(0.999, ENGLISH), estimated(1.0, ENGLISH)
    ('some 20 %', 'over 99 %', '100 %')
    """
    said = to.percent(chance)
    return to.say("some", chance=said) if said[:1].isdigit() and chance < 1 else said


def _reason(event: ev.Guessed, to: Language) -> str:
    """Why this cell, by what the guess weighed or by its way; empty for ways without a reason."""
    if event.guess == "best" and event.options:
        picked = event.options[0]
        return to.say("guess perfect" if picked.exact else "guess best", win=float(picked.win))
    return to.say(REASONS[event.guess]) if event.guess in REASONS else ""


def _left_a_safer_cell(event: ev.Guessed) -> bool:
    """Whether a guess that goes by the chance to win left a cell that is safer, by its estimate."""
    if event.guess != "best" or not event.options or event.options[0].exact:
        return False
    least = min(option.risk for option in event.options)
    return event.options[0].risk - least > TIE


def _riskier_caption(event: ev.Guessed, to: Language, *, key: str = "guess riskier") -> str:
    picked, safer = event.options[0], min(event.options, key=lambda option: option.risk)
    return to.say(
        key,
        cell=event.cell,
        risk=float(picked.risk),
        safer=safer.cell,
        less=_points(picked.risk - safer.risk, to),
        teaches=to.say("guess progress") if picked.progress > safer.progress else "",
        more=_points(picked.win - safer.win, to),
    )


def _points(difference: float, to: Language) -> str:
    """A difference of two chances in points of percent."""
    points = round(difference / A_POINT)
    return to.say("points", points=points) if points > 0 else to.say("under a point")


def review_said(event: ev.Reviewed, to: Language) -> list[tuple[str, Cells]]:
    """What a review says of a click: sentences, and the cells each of them speaks of.

    >>> from minevis.show.words.english import ENGLISH
    >>> review_said(ev.Reviewed((0, 1), "wasted"), ENGLISH)
    [('The click at (0, 1) changes nothing.', ((0, 1),))]
    """
    if event.first:
        return [(to.say("review first", cell=event.cell), (event.cell,))]
    idea = to.say(f"idea {event.idea}") if event.idea else ""
    key = f"review {event.verdict}"
    if event.verdict == "proven":
        key += " mine" if event.mined else " safe" if idea else ""
    sure_loss = event.verdict.endswith("guess") and event.risk == 1
    if event.verdict == "forced guess" and event.instead is None and not sure_loss:
        key += " best"
    key += (" chord" if event.chord else "") + (" mine" if sure_loss else "")
    said: list[tuple[str, Cells]] = []
    said += [(to.say(key, cell=event.cell, risk=event.risk, idea=idea), (event.cell,))]
    if event.instead is not None:
        key = "review open" if event.verdict == "needless guess" else "review better"
        points = f"{100 * event.cost:.1f}"
        values = {"cell": event.instead, "idea": idea, "risk": event.instead_risk}
        said.append((to.say(key, points=points, **values), (event.instead,)))
    return said
