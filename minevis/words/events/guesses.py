"""The meanings of odds, guesses, and the verdicts of reviews."""

from minevis.game.grid import Cells
from minevis.render.marks import Mark
from minevis.solver import events as ev
from minevis.solver.guess.outlook import TIE
from minevis.solver.proofs.steps import IDEA_WORDS
from minevis.trace.snapshot import Snapshot
from minevis.utils.formatting import percent
from minevis.words.events.meaning import Holds, Kind, Marks, Meaning, Sentence, Sentences
from minevis.words.events.moves import cell_inside
from minevis.words.wording import CellNames, in_words

LEAST = "No cell is safer."
REASONS = {  # why a guess picks its cells; custom guesses have no reason
    **dict.fromkeys(("least_risk", "likely_zero", "likely_zero_near_frontier"), LEAST),
    **dict.fromkeys(("corners", "edges", "best"), LEAST),  # the last in a record without options
    "local_max": "No cell has a safer worst clue.",
    "lookahead": "Counting the move after it, no cell is safer.",
    "information": "Of the safer cells, it should tell most.",
}
BRIEF = {  # the same in a few words
    **{name: "the safest" for name, reason in REASONS.items() if reason == LEAST},
    "local_max": "the safest by its worst clue",
    "lookahead": "the safest with the move after it",
    "information": "it should tell most",
}
LOOK_AHEAD = ("best", "lookahead", "information")  # a zero is no reason of these
A_POINT = 0.01  # of percent
VERDICTS = {  # of a review: its badge, and the colour of that
    "proven": ("PROVEN", "safe"),
    "free": ("NO RISK", "quiet"),
    "forced guess": ("FORCED", "guess"),
    "needless guess": ("NEEDLESS", "mine"),
    "wrong flag": ("WRONG FLAG", "mine"),
    "unproven flag": ("UNPROVEN", "guess"),
    "wasted": ("WASTED", "quiet"),
}
JUDGED = {  # verdicts that need no more than the cell
    "free": "The click at {} risks nothing.",
    "wrong flag": "A wrong flag: no mine is at {}.",
    "unproven flag": "The flag at {} is a guess: nothing proves a mine there.",
    "wasted": "The click at {} changes nothing.",
}


def estimated(chance: float) -> str:
    """Return an estimated chance; "over 99 %" says so by itself, and 100 % needs no "some"."""
    text = percent(chance)
    return f"some {text}" if text[:1].isdigit() and chance < 1 else text


def _odds(event: ev.OddsFound, names: CellNames) -> Sentences:
    basis = "Odds."
    if event.method == "average":
        basis = "An estimate: the plain average of the configurations."
    elif event.method == "local":
        basis = "An estimate: one clue at a time."
    elif event.configurations is not None:
        basis = f"The clues fit {in_words(event.configurations):# layout|# layouts}."
    interior = "" if event.interior is None else percent(event.interior)
    text = "No covered cell is in doubt."
    if event.odds:
        low, high = percent(min(event.odds)), percent(max(event.odds))
        near = low if low == high else f"{low} to {high}"
        elsewhere = f", {interior} elsewhere" if interior else ""
        text = f"Chance of a mine: {near} next to clues{elsewhere}."
    elif interior:
        text = f"Chance of a mine: {interior} for each cell not known yet."
    return Sentence(basis), Sentence(text, event.cells)


def _zeros(event: ev.ZerosFound, names: CellNames) -> str:
    best = max(event.chances, default=0.0)
    if best <= 0:
        return "No covered cell can show a zero."
    cells, chance = names.cells(_likeliest(event)), estimated(best)
    return (
        f"{cells:Cell # is|Cells # are} the likeliest to show a zero: "
        f"{cells:{chance}|{chance} each}."
    )


def _likeliest(event: ev.ZerosFound) -> Cells:
    best = max(event.chances, default=0.0) * (1 - TIE)
    pairs = zip(event.cells, event.chances, strict=False)
    return tuple(cell for cell, chance in pairs if chance >= best)


def _zeros_inside(event: ev.ZerosFound, holds: Holds) -> ev.ZerosFound | None:
    return event if all(map(holds, _likeliest(event))) else None


def _guessed(event: ev.Guessed, names: CellNames) -> Sentences:
    """Return a guess in three sentences: its risk, and why it is this cell."""
    nothing, cell = Sentence("No safe cell is known."), names.cell(event.cell)
    if event.risk is None:
        text = f"This player computes no odds and picks {cell}."
    else:
        chance = percent(event.risk)
        text = f"{cell} is a mine with an estimated chance of {chance}."
        if _safer(event):
            text = f"{cell} is a mine in {chance}."
        elif event.exact:
            text = f"{cell} is a mine in {chance} of the layouts that fit."
    reason = _with_ties(event, _reason(event, names))
    return nothing, Sentence(text, (event.cell,)), *([Sentence(reason)] if reason else [])


def guess_line(event: ev.Guessed, number: int) -> str:
    """Return guess `number` of a game in one line: "Guess 2: 5 %, the safest."."""
    if event.risk is None:
        return f"Guess {number}: no odds computed."
    why = BRIEF.get(event.guess, "")
    if event.guess == "best" and event.options:
        why = "riskier, but it wins more" if _safer(event) else "it wins most"
    elif why == BRIEF["least_risk"] and {*event.candidates} - {event.cell}:
        why = "none safer"
    chance = percent(event.risk) if event.exact else estimated(event.risk)
    return f"Guess {number}: {', '.join(filter(None, (chance, why)))}."


def _with_ties(event: ev.Guessed, reason: str) -> str:
    """Return the reason, with the number of other cells as good."""
    others = len({*event.candidates} - {event.cell})
    if not others or event.options or (event.zero and event.guess not in LOOK_AHEAD):
        return reason
    if not reason:
        return f"This player finds {in_words(others + 1)} cells equally good."
    return f"{reason[:-1]}; {in_words(others):# other is|# others are} as good."


def _reason(event: ev.Guessed, names: CellNames) -> str:
    """Return why it is this cell, by its options or its kind of guess; "" for a custom guess."""
    if event.risk is None or event.guess not in REASONS:
        return ""
    if event.guess == "best" and event.options:
        picked, safer = event.options[0], _safer(event)
        if safer is None:
            win = percent(picked.win)
            if picked.exact:
                return f"Played perfectly from here, {win} of such games are won."
            return f"No cell is safer, and from here this player wins {win} of such games."
        teaches = "" if picked.progress <= safer.progress else "teaches less: "
        return (
            f"{names.cell(safer.cell)} is safer by {_points(picked.risk - safer.risk)}, but "
            f"{teaches}{names.cell(event.cell)} should win "
            f"{_points(picked.win - safer.win)} more often."
        )
    if event.zero and event.guess not in LOOK_AHEAD:
        return f"No cell is safer, and it shows a zero in {estimated(event.zero)}."
    return REASONS[event.guess]


def _safer(event: ev.Guessed) -> ev.Option | None:
    """Return the safest cell, if a guess by the estimated chance to win chose a riskier one."""
    if event.guess != "best" or not event.options or event.options[0].exact:
        return None
    safest = min(event.options, key=lambda option: option.risk)
    return safest if event.options[0].risk - safest.risk > TIE else None


def _points(difference: float) -> str:
    """Return a difference of two chances in points of percent."""
    points = in_words(round(difference / A_POINT))
    return f"{points:# point|# points}" if points.count > 0 else "under a point"


def _guess_marks(event: ev.Guessed, s: Snapshot) -> Marks:
    others = (event.candidates, Mark.CANDIDATE), (event.clues, Mark.CLUE)
    return [*others, ((event.cell,), Mark.GUESS)]


def _reviewed(event: ev.Reviewed, names: CellNames) -> Sentences:
    """Return the verdict on a click, and the better one."""
    cell, instead = names.cell(event.cell), event.instead
    idea = IDEA_WORDS[event.idea] if event.idea else ""
    if event.first:
        return (Sentence(f"The first click, at {cell}: nothing is known yet.", (event.cell,)),)
    if event.verdict == "proven":
        text = f"The click at {cell} was proven."
        if idea:
            text = f"Proven by {idea}: {cell} is {'a mine' if event.mined else 'safe'}."
    elif event.verdict in JUDGED:
        text = JUDGED[event.verdict].format(cell)
    else:
        text = _judged_guess(event, cell)
    verdict = Sentence(text, (event.cell,))
    if instead is None:
        return (verdict,)
    better = names.cell(instead)
    if event.verdict == "needless guess":
        text = f"{better} is safe, by {idea}."
    else:
        risk, points = percent(event.instead_risk), f"{100 * event.cost:.1f}"
        text = f"{better}, a mine in {risk}, wins {points} more of 100 such games."
    return verdict, Sentence(text, (instead,))


def _judged_guess(event: ev.Reviewed, cell: str) -> str:
    """Return the verdict on a guess, forced or needless."""
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


def _review_marks(event: ev.Reviewed, s: Snapshot) -> Marks:
    yield event.clues, Mark.CLUE
    if event.instead is not None:
        yield (event.instead,), Mark.CANDIDATE if event.instead_risk else Mark.SAFE
    mark = Mark.CLICK if event.verdict in ("free", "wasted") else Mark.GUESS
    if event.verdict == "proven":
        mark = Mark.MINED if event.mined else Mark.SAFE
    yield (event.cell,), mark


def _reviewed_cells(event: ev.Reviewed) -> Cells:
    instead = () if event.instead is None else (event.instead,)
    return (event.cell, *instead, *event.clues)


MEANINGS: dict[type, Meaning] = {
    ev.OddsFound: Meaning(
        *(Kind.ODDS, "ODDS", _odds), cells=lambda event: event.cells, with_odds=True
    ),
    ev.ZerosFound: Meaning(Kind.ODDS, "ZEROS", _zeros, _likeliest, part=_zeros_inside),
    ev.Guessed: Meaning(
        *(Kind.GUESS, "GUESS", _guessed),
        cells=lambda event: (event.cell, *event.clues),
        part=cell_inside,
        marks=_guess_marks,
        keys={"CLUE": "a clue beside it"},  # these clues are no proof
        with_odds=True,
    ),
    ev.Reviewed: Meaning(
        *(Kind.ODDS, "FIRST", _reviewed, _reviewed_cells),
        badge_by=lambda event: "FIRST" if event.first else VERDICTS[event.verdict][0],
        role=lambda event: VERDICTS[event.verdict][1],
        part=cell_inside,
        marks=_review_marks,
        keys={"GUESS": "the cell in question", "CANDIDATE": "a better one"},
        with_odds=True,
    ),
}
