"""The words that a page brings to the browser."""

from minevis.utils.formatting import WORDS, percent
from minevis.words.english import BADGES, LABELS
from minevis.words.events.deductions import PROOF_BADGES

BOARDS = ("cell", "odds", "play", "hint", "wrong", "picture")
SAID = (*BOARDS, "busy", "no kernel", "refused", "reasoned")  # badges
QUOTES = ('"', "`")  # with which names of labels begin in scripts
SOME, TINY, NEARLY = 0.5, 0.001, 0.999  # chances that show how all of them are written


def browser_words() -> dict[str, str]:
    """Every label in the browser, by name; placeholders are names in braces."""
    chances = {
        "chance": percent(SOME).replace("50", "{percent}"),
        "chance tiny": percent(TINY),
        "chance nearly": percent(NEARLY),
        "number words": " ".join(WORDS),
    }
    badges = {f"badge {name}": BADGES[name] for name in SAID}
    proofs = {f"badge proved by {kind}": badge for kind, badge in PROOF_BADGES.items()}
    return {**LABELS, **chances, **badges, **proofs}


def words_used(script: str) -> dict[str, str]:
    """Return the labels that a script can use: their names begin with a word in the script.

    A page needs only half of all labels.
    """
    words = browser_words()
    return {name: text for name, text in words.items() if _stands_in(name.split()[0], script)}


def _stands_in(word: str, script: str) -> bool:
    return any(f"{quote}{word}" in script for quote in QUOTES)
