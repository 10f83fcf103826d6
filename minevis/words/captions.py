"""The words of events, of a film's first picture and of a race.

In a film, an event's sentences gather below the picture, and the picture shows the described part.
Cells are named by coordinates or, on request, by letters drawn in the picture. The caption has all
sentences.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from minevis.game.grid import Cell
from minevis.game.position import ViewCode
from minevis.solver import events as ev
from minevis.solver.events import Event
from minevis.solver.proofs.steps import Proof
from minevis.trace.snapshot import Snapshot
from minevis.utils.formatting import big_number
from minevis.utils.hints import helpful
from minevis.words.events import kind, meaning_of
from minevis.words.events.meaning import Kind, Sentence, Sentences
from minevis.words.proof_captions import statements
from minevis.words.wording import COORDINATES, Letters, in_figures, in_words, listing

TRUSTED_FLAG = "Cell {} has a flag, which is trusted."


@helpful
def caption(event: Event | Snapshot | Proof) -> str:
    """Describe an event and its reason in one or two sentences.

    Parameters
    ----------
    event : Event, Snapshot or Proof
        An event of a trace, a snapshot after one, or a proof.

    Returns
    -------
    str
        The sentences. A proof has one line per step.

    Examples
    --------
    >>> caption(ev.Flagged(((0, 1),)))
    'A flag marks the proven mine at (0, 1).'
    >>> caption(mv.analyze(mv.Position.parse("1#", mines=1)).proof((0, 1)))
    'The 1 at (0, 0) needs one mine and has only one cell left: (0, 1) is a mine.'
    """
    if isinstance(event, Proof):
        return "\n".join(statements(event)) or TRUSTED_FLAG.format(event.cells[0])
    if isinstance(event, Snapshot):
        assert event.event is not None, "only the snapshot before all events has none"
        event = event.event
    about = meaning_of(event)
    if about.caption is not None:
        return about.caption(event, COORDINATES)
    return " ".join(sentence.text for sentence in sentences_of(event).sentences)


@dataclass(frozen=True)
class Narration:
    """The sentences of an event. `letters` are the names of cells in its sentences, if any."""

    sentences: Sentences
    letters: Mapping[Cell, str] = field(default_factory=dict)


def sentences_of(event: Event, *, letters: bool | Mapping[Cell, str] = False) -> Narration:
    """Return the sentences of `event`; with `letters`, cells are A, B, C … in order of appearance.

    Cells may have `letters` already, as in a search.
    """
    lettered = Letters(letters) if isinstance(letters, Mapping) else Letters()
    names = lettered if letters else COORDINATES
    said = meaning_of(event).sentences(event, names)
    return Narration((Sentence(said),) if isinstance(said, str) else said, lettered.given)


def chain_caption(events: Sequence[Event], after: Snapshot, *, part: bool = False) -> str:
    """Describe how far a chain of deductions, flags and openings, or of searches, has come.

    The numbers are those of the snapshot `after` it, so no two chains of a game say the same. For a
    `part` of the board, reasons are left out: they may be outside.
    """
    if not part and kind(events[-1]) is Kind.SEARCH:
        return _searched(events)
    done = _progress(events, after)
    reasons = "" if part else _reasons(events)
    if not (done or reasons):
        return caption(events[-1])
    return f"{reasons}: {done}." if reasons else f"{done}."


def _progress(events: Sequence[Event], after: Snapshot) -> str:
    """Return how many cells are open; otherwise how many are known to be safe, or mines."""
    proofs = [event for event in events if isinstance(event, ev.Deduction)]
    flags = any(isinstance(event, ev.Flagged) for event in events)
    if not events or any(isinstance(event, ev.Opened) for event in events):
        opened, safe = int((after.view >= 0).sum()), after.view.size - after.mines
        return f"{big_number(opened)} of {in_figures(safe):# cell|# cells} open"
    if any(not event.mined for event in proofs):
        return f"{in_figures(int(after.safe.sum())):# cell is|# cells are} proven safe"
    if proofs or flags:
        found = int((after.mined | (after.view == ViewCode.FLAGGED)).sum())
        return f"{big_number(found)} of {in_figures(after.mines):# mine|# mines} found"
    return ""


def _reasons(events: Sequence[Event]) -> str:
    """Return the reasons for the result of a chain: "Counting, two proofs and one guess"."""
    deductions = [event for event in events if isinstance(event, ev.Deduction)]
    proofs = sum(not isinstance(event, ev.Counted) for event in deductions)
    guesses = sum(isinstance(event, ev.Guessed) for event in events)
    words = ["counting"] if len(deductions) > proofs else []
    words += [f"{in_words(proofs):# proof|# proofs}"] if proofs else []
    words += [f"{in_words(guesses):# guess|# guesses}"] if guesses else []
    return listing(words).capitalize()


def _searched(events: Sequence[Event]) -> str:
    """Describe searches from their first to their last event."""
    return f"A search: {_steps_of(events)}."


def search_caption(events: Sequence[Event]) -> str:
    """Describe how far a search has come with its `events` so far, as the counters do."""
    return f"Searching: {_steps_of(events)} so far."


def _steps_of(events: Sequence[Event]) -> str:
    sorts = [type(event) for event in events]
    tries, ends = (in_figures(sorts.count(sort)) for sort in (ev.Tried, ev.Violated))
    ways = sum(event.ways for event in events if isinstance(event, ev.SolutionFound))
    return (
        f"{tries:# try|# tries}, {ends:# dead end|# dead ends}, "
        f"{in_figures(ways):# configuration|# configurations}"
    )


def question_about(event: Event, among: int = 0) -> tuple[str, ...]:
    """Return the question whose answer is a guess or a deduction, `among` some marked cells."""
    if isinstance(event, ev.Guessed):
        exact = event.exact and event.risk is not None
        known = "Nothing is safe." if exact else "No safe cell is known."
        return known, "Which cell would you open?"
    assert isinstance(event, ev.Deduction)
    n = in_words(len(event.cells))
    what = f"{n:is a mine|are mines}" if event.mined else f"{n:is|are} safe"
    if among:
        return f"At least {n} of these {what}.", f"{n:Which one|Which ones}?"
    return f"At least {n:one cell|# cells} here {what}.", f"{n:Which one|Which ones}, and why?"


NAMED = 3  # of several at most: more names are more than one can take in at the end
SKILLS = {
    "counting": "counts around single clues and guesses at random",
    "local": "compares clues near each other and guesses by rough odds",
    "csp": "proves all that can be proven, but guesses at random",
    "convolution": "guesses by a plain average of the configurations it finds",
    "convolution_as_published": "is “convolution” as its post has it: it searches touching cells",
    "exact": "works out the odds of every cell and guesses the safest",
    "lookahead": "has exact odds and thinks a move ahead",
    "value_net": "has exact odds and a small net that judges its guesses",
    "best": "has a small net judge its guesses and plays the end perfectly",
}


def skill_of(player: str) -> str:
    """Describe the skill of a player in a sentence; empty for a custom player."""
    key = "best" if player.startswith("best, ") else player
    return f"“{player}” {SKILLS[key]}." if key in SKILLS else ""


def order_of(won: Sequence[tuple[str, int]], players: int) -> str:
    """Who won, by name and moves, in the order in which they came in, `players` having begun."""
    if not won:
        return "Nobody has won."
    placed = sorted(won, key=lambda each: each[1])
    least = in_figures(placed[0][1])
    first = [f"“{name}”" for name, moves in placed if moves == least.count]
    names = f"{in_figures(len(first))} players" if len(first) > NAMED else listing(first)
    behind, moves = placed[len(first) :], f"{least:# move|# moves}"
    if behind:
        were = "was" if len(first) == 1 else "were"
        shown = behind if len(behind) <= NAMED else behind[: NAMED - 1]
        later = [f"“{name}” in {its_moves}" for name, its_moves in shown]
        if len(shown) < len(behind):
            later.append(f"{in_words(len(behind) - len(shown))} more")
        return f"{names} {were} first, in {moves}, before {listing(later)}."
    if len(first) > 1:
        return f"{names} are level: each won in {moves}."
    return f"{names if players == 1 else f'Only {names}'} has won, in {moves}."
