"""minevis makes the solving of Minesweeper visible.

The names below are the public face; each is loaded on first use, so that
`import minevis` itself stays light.
"""

from importlib import import_module
from typing import Any

__version__ = "0.2.0"

MODULE_OF = {
    "LEVELS": "core.board",
    "Board": "core.board",
    "Game": "core.game",
    "Position": "core.position",
    "analyze": "analyzing",
    "analyze_many": "analyzing",
    "Analyses": "analyzing",
    "Analysis": "solver.analysis",
    "GUESSES": "solver.guessing.strategies",
    "Outlook": "solver.guessing.outlook",
    "optimal": "winning",
    "Player": "players",
    "PLAYERS": "players",
    "Effort": "solver.guessing.effort",
    "play": "playing",
    "explain": "playing",
    "thoughts": "playing",
    "race": "playing",
    "replay": "playing",
    "profile": "replays.many",
    "Profile": "replays.profile",
    "trials": "experiments.trials",
    "Trials": "experiments.runner.results",
    "compare": "experiments.compare",
    "Comparison": "experiments.compare",
    "ladder": "experiments.ladder",
    "sweep": "experiments.sweep",
    "Sweep": "experiments.sweep",
    "Store": "experiments.runner.store",
    "review": "reviewing",
    "Review": "reviewing",
    "win_chance": "winning",
    "WinChance": "winning",
    "solvable_board": "practice.boards",
    "LOGICS": "practice.boards",
    "rate": "practice.rating",
    "Rating": "practice.rating",
    "puzzles": "practice.puzzles",
    "Puzzle": "practice.puzzle",
    "Trace": "trace",
    "Snapshot": "core.snapshot",
    "Race": "racing",
    "RaceScrubber": "widgets.race.race_scrubber",
    "Scrubber": "widgets.scrubber",
    "Playground": "playground",
    "Editor": "widgets.board.editor",
    "Practice": "widgets.practice.practice",
    "explorer": "widgets.explorer",
    "caption": "show.words.captions",
    "THEMES": "show.tiles.theme",
    "PANELS": "show.panels.panels",
    "PRESETS": "show.options",
    "BoardFormatError": "core.errors",
    "IllegalMoveError": "core.errors",
    "ContradictionError": "core.errors",
    "TooManyCasesError": "core.errors",
    "EncoderError": "core.errors",
    "TraceFormatError": "core.errors",
    "ProofFormatError": "core.errors",
    "Proof": "core.proofs",
    "ReplayFormatError": "core.errors",
    "SearchExhaustedError": "core.errors",
    "StoreError": "core.errors",
    "WorkersLostError": "core.errors",
}
PACKAGES = {"figures": "widgets.figures"}  # public as a whole
__all__ = sorted([*MODULE_OF, *PACKAGES])


def __getattr__(name: str) -> Any:
    if name in PACKAGES:
        value = import_module(f"minevis.{PACKAGES[name]}")
    elif name in MODULE_OF:
        value = getattr(import_module(f"minevis.{MODULE_OF[name]}"), name)
    else:
        raise AttributeError(f"minevis has no {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__doc__", "__version__"]  # not the rooms of the house
