"""The words of a race: the skills of the players, and who came in first."""

from collections.abc import Sequence

from minevis.words.wording import in_figures, in_words, listing

NAMED = 3  # of several at most: more names are more than one can take in at the end
SKILLS = {
    "counting": "counts around single clues and guesses at random",
    "local": "compares clues near each other and guesses by rough odds",
    "csp": "proves all that can be proven, but guesses at random",
    "convolution": "guesses by a plain average of the solutions it finds",
    "convolution_as_published": "is “convolution” as its author had it",
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
        return f"{names} {were} first, in {moves}, before {_behind(behind)}."
    if len(first) > 1:
        return f"{names} are level: each won in {moves}."
    return f"{names if players == 1 else f'Only {names}'} has won, in {moves}."


def _behind(behind: Sequence[tuple[str, int]]) -> str:
    """Those who came in later; if they are many, the first of them and how many more."""
    shown = behind if len(behind) <= NAMED else behind[: NAMED - 1]
    names = [f"“{name}” in {moves}" for name, moves in shown]
    if len(shown) < len(behind):
        names.append(f"{in_words(len(behind) - len(shown))} more")
    return listing(names)
