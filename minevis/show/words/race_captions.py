"""The words of a race: the skill of each player, and who came in first."""

from collections.abc import Sequence

from minevis.show.words.english import SENTENCES
from minevis.show.words.wording import in_figures, listing, say

NAMED = 3  # of several at most: more names are more than one can take in at the end


def skill_of(player: str) -> str:
    """Describe the skill of a player in a sentence; empty for a custom player.

    >>> skill_of("exact")
    '“exact” works out the odds of every cell and guesses the safest.'
    >>> skill_of("my player")
    ''
    """
    key = "skill best" if player.startswith("best, ") else f"skill {player}"
    return say(key, name=player) if key in SENTENCES else ""


def order_of(won: Sequence[tuple[str, int]], players: int) -> str:
    """Who won, by name and moves, in the order in which they came in, `players` having begun.

    >>> order_of([("exact", 81), ("local", 68), ("csp", 80)], 4)
    '“local” was first, in 68 moves, before “csp” in 80 and “exact” in 81.'
    >>> order_of([("exact", 81)], 4)
    'Only “exact” has won, in 81 moves.'
    """
    if not won:
        return say("race won by none")
    placed = sorted(won, key=lambda each: each[1])
    least = placed[0][1]
    first = [say("race player", name=name) for name, moves in placed if moves == least]
    many = say("race players", players=in_figures(len(first)))
    values = {
        "names": many if len(first) > NAMED else listing(first),
        "first": len(first),
        "moves": in_figures(least),
    }
    behind = placed[len(first) :]
    if behind:
        return say("race won before", behind=_behind(behind), **values)
    if len(first) > 1:
        return say("race won level", **values)
    return say("race won alone" if players == 1 else "race won by one", **values)


def _behind(behind: Sequence[tuple[str, int]]) -> str:
    """Those who came in later; if they are many, the first of them and how many more."""
    shown = behind if len(behind) <= NAMED else behind[: NAMED - 1]
    names = [say("race player behind", name=name, moves=str(moves)) for name, moves in shown]
    if len(shown) < len(behind):
        names.append(say("race more behind", more=len(behind) - len(shown)))
    return listing(names)
