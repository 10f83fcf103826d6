"""Words of the widgets from the table of the films: a run in one sentence, and the browser's."""

from minevis.core.formatting import percent
from minevis.core.record import Record
from minevis.show.words.captions import NAME_LENGTH
from minevis.show.words.english import BADGES, CONTROLS, SENTENCES
from minevis.show.words.wording import in_figures, say

SAID = (  # by Python too
    *("cell open", "cell odds", "see layouts", "layout with", "layout without"),
    *("see teaching", "taken up"),
    *("panel tree", "no search yet", "tree intro", "solutions found so far"),
    *("average", "weighted", "of the configurations", "of the layouts"),
)
QUOTES = ('"', "`")  # with which names of labels begin in scripts
SOME, TINY, NEARLY = 0.5, 0.001, 0.999  # chances that show how all of them are written


def browser_words() -> dict[str, str]:
    """Every label in the browser, by name; placeholders are names in braces.

    >>> browser_words()["tip clue"]
    'clue {number}'
    """
    chances = {
        "chance": percent(SOME).replace("50", "{percent}"),
        "chance tiny": percent(TINY),
        "chance nearly": percent(NEARLY),
    }
    shared = {name: SENTENCES[name] for name in SAID}
    names = ("cell", "odds", "play", "proof", "busy", "no kernel", "refused")
    badges = {f"badge {name}": BADGES[name] for name in names}
    return {**CONTROLS, **chances, **shared, **badges}


def words_used(script: str) -> dict[str, str]:
    """The labels that a script can say: their names begin with a word that stands in it.

    Half of all labels are of other pages than the one that a script makes.

    >>> sorted(words_used('say("edit"); say(`theme ${name}`)'))
    ['edit', 'edit about', 'theme', 'theme auto']
    """
    words = browser_words()
    return {name: text for name, text in words.items() if _stands_in(name.split()[0], script)}


def _stands_in(word: str, script: str) -> bool:
    return any(f"{quote}{word}" in script for quote in QUOTES)


def run_label(trace: Record, key: str) -> str:
    """The run in one sentence, by a `key` such as "film label" or "film title".

    A run without a move, the thoughts about a position, is no game.

    >>> import minevis as mv
    >>> run_label(mv.play(mv.Board.parse(".*"), first=(0, 0)), "film label")
    'Minesweeper solved step by step: 1×2 cells, 1 mine, 1 move, 0 guesses, won'
    """
    height, width = trace.shape
    if not trace.moves and f"{key}, no move" in SENTENCES:
        key += ", no move"
    end = {True: "end won", False: "end lost", None: "end open"}[trace.won]
    return say(
        key,
        height=str(height),
        width=str(width),
        mines=in_figures(trace.start.mines),
        player=trace.start.player[:NAME_LENGTH],
        moves=in_figures(trace.moves),
        guesses=in_figures(trace.guesses),
        end=say(end),
    )
