"""What is said of a race: what each of its players can do, and who came in first."""

from collections.abc import Sequence

from minevis.show.words.language import Language

NAMED = 3  # of several at most: more names are more than one can take in at the end
LIKE_EXACT = "best, effort 0"  # without effort it guesses as "exact" does


def skill_of(player: str, to: Language) -> str:
    """What a player can do, in a sentence; empty for one of somebody's own.

    >>> from minevis.show.words.english import ENGLISH
    >>> skill_of("exact", ENGLISH)
    '“exact” works out the odds of every cell and guesses the safest.'
    >>> skill_of("my player", ENGLISH)
    ''
    """
    known = "exact" if player == LIKE_EXACT else player.split(", effort ")[0]
    key = f"skill {known}"
    return to.say(key, name=player) if key in to.sentences else ""


def order_of(won: Sequence[tuple[str, int]], players: int, to: Language) -> str:
    """Who won, by name and moves, in the order in which they came in, `players` having begun.

    >>> from minevis.show.words.english import ENGLISH
    >>> order_of([("exact", 81), ("local", 68), ("csp", 80)], 4, ENGLISH)
    '“local” was first, in 68 moves, before “csp” in 80 and “exact” in 81.'
    >>> order_of([("exact", 81)], 4, ENGLISH)
    'Only “exact” has won, in 81 moves.'
    """
    if not won:
        return to.say("race won by none")
    placed = sorted(won, key=lambda each: each[1])
    least = placed[0][1]
    first = [to.say("race player", name=name) for name, moves in placed if moves == least]
    many = to.say("race players", players=to.count(len(first)))
    said = {
        "names": many if len(first) > NAMED else to.listing(first),
        "first": len(first),
        "moves": to.count(least),
    }
    behind = placed[len(first) :]
    if behind:
        return to.say("race won before", behind=_behind(behind, to), **said)
    if len(first) > 1:
        return to.say("race won level", **said)
    return to.say("race won alone" if players == 1 else "race won by one", **said)


def _behind(behind: Sequence[tuple[str, int]], to: Language) -> str:
    """Those who came in later; where they are many, the first of them and how many more."""
    shown = behind if len(behind) <= NAMED else behind[: NAMED - 1]
    said = [to.say("race player behind", name=name, moves=str(moves)) for name, moves in shown]
    if len(shown) < len(behind):
        said.append(to.say("race more behind", more=len(behind) - len(shown)))
    return to.listing(said)
