"""The names that options take, how many workers to start, and signatures with every option.

The names are apart from the code behind them, because help is printed before that is loaded.
"""

import os
import re
from collections.abc import Callable, Sequence
from inspect import Parameter, getdoc, signature
from typing import Any, Literal, TypeVar, get_args

from minevis.utils.checks import check_count

MEANINGS = {  # of players
    "convolution": "average odds, as in an older post; guesses the least risk, then likely zeros",
    "convolution_as_published": "convolution as its post has it: searches touching cells together",
    "csp": "opens every safe cell, then guesses at random",
    "exact": "exact odds; guesses the least risk, then likely zeros",
    "lookahead": "exact odds; guesses to survive two moves",
    "value_net": "exact odds; guesses by a neural network",
    "best": "exact odds; guesses to win, exactly near the end, else by two networks",
    "counting": "counts single clues, then guesses at random",
    "local": "the project AI_mine_game: nearby clues; guesses by odds from single clues",
}
IN_RACE = ("counting", "local", "csp", "exact")
FILMS = (".mp4", ".webm", ".gif", ".webp")  # the endings of films
PAGES = (".html", ".htm")
FORMATS = {"wide": (1920, 1080), "square": (1080, 1080), "tall": (1080, 1920)}  # px
CAMERAS = ("follow", "whole")
LABELS = ("letters", "coordinates")
OPENINGS = ("question", "title")
IDEAS = ("hardest", "first two clues", "guess", "loss")

# Names that editors complete. Others may be added from outside, so every option also takes a str.
LevelName = Literal["beginner", "beginner8", "intermediate", "expert", "expert24"]
PlayerName = Literal[
    "exact",
    "best",
    "value_net",
    "lookahead",
    "csp",
    "counting",
    "local",
    "convolution",
    "convolution_as_published",
]
GuessName = Literal[
    "uniform",
    "least_risk",
    "likely_zero",
    "likely_zero_near_frontier",
    "corners",
    "edges",
    "local_max",
    "information",
    "lookahead",
    "best",
]
EffortName = Literal["quick", "normal", "hard"]
ThemeName = Literal["paper", "classic", "dark", "auto"]
PanelName = Literal["board", "constraints", "probability", "zero", "regions", "guess", "tree"]
PresetName = Literal["phone", "talk", "readme"]
AnyLevel = LevelName | str | Sequence[int]


def worker_count(name: str, asked: object, tasks: int) -> int:
    """Return the number of workers to start: `asked`, but at most one per core and task.

    None means one per core. Raises `ValueError`, naming the argument, for an invalid number.
    """
    cores = os.cpu_count() or 1
    count = cores if asked is None else check_count(name, asked)
    return max(min(count, cores, tasks), 1)


ENTRY = re.compile(r"^\*\*\w+\n(?: +.*\n)+", re.MULTILINE)  # of all other options, in a docstring
Function = TypeVar("Function", bound=Callable[..., Any])


def spell_out(
    like: Callable[..., Any] | None = None, about: tuple[type, ...] = ()
) -> Callable[[Function], Function]:
    """Return a decorator that gives functions with `**options: Unpack[...]` a full signature.

    Type checkers read the options from `Unpack`. Jedi, IPython and `help` read the signature.
    Options shared with the function `like` have its defaults, other options None. The parameters of
    the classes `about` describe the options in the docstring.
    """

    def decorate(function: Function) -> Function:
        plain = signature(function)
        *own, rest = plain.parameters.values()
        (options,) = get_args(rest.annotation)
        known = {} if like is None else signature(like).parameters
        hints = {
            name: getattr(hint, "__forward_arg__", hint)  # a text as it was written
            for name, hint in options.__annotations__.items()
        }
        more = [
            known.get(name)
            or Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=hint)
            for name, hint in hints.items()
            if name not in plain.parameters
        ]
        spelled = plain.replace(parameters=[*own, *more])
        function.__signature__ = spelled  # type: ignore[attr-defined]
        if about:
            each = "\n".join((getdoc(kind) or "").partition("----------\n")[2] for kind in about)
            function.__doc__ = ENTRY.sub(lambda _: f"{each}\n", getdoc(function) or "")
        return function

    return decorate
