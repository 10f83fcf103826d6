"""Hints for names that do not exist: their names here, by a table of synonyms.

`Helpful` is the metaclass of public classes and `helpful` the decorator of public functions: a
wrong member, a wrong option and a cell in two parts are answered with the right name.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator
from difflib import get_close_matches
from functools import cache, wraps
from inspect import Parameter, signature
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeGuard, TypeVar

LONGEST_NAME = 80  # characters: longer ones are shortened, and compared with no known name
NEAR = 0.8  # of `difflib`: one wrong letter of five
MOST = 3  # names in a hint
SHOWING = ("save", "picture", "plot", "show", "video", "scrubber", "chart")
MAKERS = ("Board", "Position", "Trace")  # classes with several ways to make a value
ANYWHERE = ("print", "np", "copy")  # functions of any object
Thing = TypeVar("Thing")


@cache
def table(section: str) -> list[tuple[list[str], set[str]]]:
    """Return the rows of a section of the synonyms: names, and the words for them."""
    text = Path(__file__).with_name("synonyms.toml").read_text("utf-8")
    rows = tomllib.loads(text)[section].items()
    return [(_targets(names), set(map(_plain, words.split()))) for names, words in rows]


def _targets(names: str) -> list[str]:
    """Split names at blanks, except blanks within brackets and of a command with its options."""
    return [names] if " --" in names else re.findall(r"[^\s(]+(?:\([^)]*\))?", names)


def _plain(word: str) -> str:
    return re.sub(r"[\W_]", "", word.lower())


def _parts(word: str) -> list[str]:
    """Return the parts of a name that have a meaning of their own."""
    ((_, empty),) = table("parts")
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])|[\W_]+", " ", word).lower().split()
    return [part for part in spaced if part not in empty]


def _forms(word: str) -> list[str]:
    """Return a word, its singular and its plural."""
    more = [word.removesuffix("s"), f"{word}s", re.sub("ies$", "y", word)]
    return [word, *more] if len(word) > 2 else [word]


def _head(target: str) -> str:
    return re.split(r"[ .(\[=]", target)[0]


def _rows_with(word: str, sections: Iterable[str]) -> Iterator[str]:
    """Yield the names that the table has for a word, or for its singular or plural."""
    forms = _forms(word)
    for section in sections:
        for targets, words in table(section):
            if not words.isdisjoint(forms):
                yield from targets


def _misspelt(word: str, names: Iterable[str]) -> str | None:
    """Return the name that a word spells with a slip, or with letters exchanged."""
    alike = [name for name in names if name[:1] == word[:1]]
    exchanged = [name for name in alike if sorted(name) == sorted(word)]
    return next(iter(exchanged or get_close_matches(word, alike, n=1, cutoff=NEAR)), None)


def _is_long(name: object) -> TypeGuard[str]:
    return isinstance(name, str) and len(name) > LONGEST_NAME


def names_meant(word: object, known: Iterable[str], *sections: str) -> list[str]:
    """Return the `known` names that a wrong `word` may mean, the best first.

    >>> names_meant("to_gif", ["video", "save", "won"], "show")
    ['video', 'save']
    """
    if not isinstance(word, str) or _is_long(word) or not _plain(word):
        return []
    there = {*known, *ANYWHERE}
    names = {_plain(name): name for name in there - {*ANYWHERE}}

    def present(targets: Iterable[str]) -> list[str]:
        return [name for name in dict.fromkeys(targets) if {name, _head(name)} & there][:MOST]

    plain = _plain(word)
    if plain in names:
        return [names[plain]]
    if found := present(_rows_with(plain, sections)):
        return found
    if near := _misspelt(plain, names):
        return [names[near]]
    votes: dict[str, int] = {}
    for part in _parts(word):
        own = [names[form] for form in _forms(part) if form in names]
        for target in present([*own, *_rows_with(part, sections)]):
            votes[target] = votes.get(target, 0) + 1
    return sorted(votes, key=lambda target: -votes[target])[:MOST]


def did_you_mean(name: object, known: Iterable[str], *sections: str) -> str:
    """Return a hint for an unknown name: the known names that may be meant, if there are any.

    >>> did_you_mean("Exact", ["csp", "exact"]), did_you_mean("none", ["csp", "exact"])
    ("; did you mean 'exact'?", '')
    """
    return _question(names_meant(name, known, *(sections or ("values",))))


def _question(names: Iterable[str]) -> str:
    shown = " or ".join(map(repr, names))
    return f"; did you mean {shown}?" if shown else ""


def unknown_name(kind: str, name: object, known: Collection[str]) -> str:
    """Return the message for an unknown name: the known names, and the nearest if one is near.

    >>> unknown_name("theme", "drak", ["paper", "dark"])
    "unknown theme 'drak': choose from paper, dark; did you mean 'dark'?"
    """
    shown = f"{name[:LONGEST_NAME]!r}…" if _is_long(name) else repr(name)
    return f"unknown {kind} {shown}: choose from {', '.join(known)}{did_you_mean(name, known)}"


def no_member(owner: object, name: str, error: AttributeError) -> AttributeError:
    """Return the error for a member that does not exist, with a hint.

    Its `obj` is None, so that Python adds no hint of its own.
    """
    kind = owner if isinstance(owner, type) else type(owner)
    called = kind.__name__.lower()
    known = {name for name in dir(owner) if not name.startswith("_")}
    calls = [
        target for name in ("names", "members") for targets, _ in table(name) for target in targets
    ]
    fits = re.compile(rf"mv\.\w+\({called}\b|{called}\[|{kind.__name__}\.")
    known |= set(filter(fits.match, calls))
    sections = ("show", "members", "names")
    if kind is owner:
        names = names_meant(name, {*known, *MAKERS}, *sections[::-1])
        others = tuple(f"{maker}." for maker in MAKERS if maker != kind.__name__)
        names = [name for name in names if not name.startswith(others)] or names
    else:
        names = names_meant(name, known, *sections)
        names = [name for name in names if name.partition(".")[2] not in names]
    hint = _question(names)
    if not hint and (showing := [name for name in SHOWING if name in known]):
        hint = f"; it has {', '.join(showing)}"
    return AttributeError(f"{error}{hint}", name=name, obj=None)


def _get_member(self: object, name: str) -> Any:
    """Answer for a missing attribute: `__getattr__` of public classes."""
    try:
        return object.__getattribute__(self, name)  # of a property: the error inside
    except AttributeError as error:
        if name.startswith("_"):
            raise
        raise no_member(self, name, error) from None


def _wrong_call(function: Callable[..., Any], args: tuple[Any, ...], options: Any) -> str:
    """Return the fault in the arguments of a call, "" if no hint helps."""
    parameters = signature(function).parameters
    by_name = [name for name, it in parameters.items() if it.kind is not Parameter.POSITIONAL_ONLY]
    unknown = [name for name in options if name not in parameters]
    called = function.__qualname__.removesuffix(".__init__")
    if unknown:
        known = [name for name in by_name if name not in ("self", "cls")]
        hint = did_you_mean(unknown[0], [*known, "trace"], "options")
        hint = hint or f"; it takes {', '.join(known)}"
        return f"{called}() takes no option {unknown[0]!r}{hint}"
    places = [name for name, it in parameters.items() if it.kind < Parameter.VAR_POSITIONAL]
    if len(args) <= len(places):
        return ""
    if "cell" in places[:2]:
        row, col = args[places.index("cell") :][:2]
        return f"{called}() takes a cell as a pair: ({row!r}, {col!r})"
    by_place, rest = places[places[:1] in (["self"], ["cls"]) :], by_name[len(places) :]
    return f"{called}() takes {', '.join(by_place)} by place, and by name {', '.join(rest)}"


def helpful(function: Thing) -> Thing:
    """Return the function with hints for unknown options, and for a cell in two parts."""
    if isinstance(function, classmethod | staticmethod):
        return type(function)(helpful(function.__func__))
    if not isinstance(function, FunctionType) or hasattr(function, "__wrapped__"):
        return function

    @wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        try:
            return function(*args, **options)
        except TypeError as error:
            inside = error.__traceback__ is not None and error.__traceback__.tb_next is not None
            told = _wrong_call(function, args, options)
            if not told or (inside and not any(repr(name) in str(error) for name in options)):
                raise
            raise TypeError(told) from None

    return call  # type: ignore[return-value]


class Helpful(type):
    """The kind of a public class: wrong members and options are answered with the right names."""

    def __new__(cls, name: str, bases: Any, members: dict[str, Any], **options: Any) -> Any:
        """Make a class with hints in its public functions and its constructor."""
        own = {key: _with_hints(key, value) for key, value in members.items()}
        own.setdefault("__getattr__", _get_member)
        return super().__new__(cls, name, bases, own, **options)

    def __setattr__(cls, name: str, value: Any) -> None:  # so dataclasses add their constructor
        super().__setattr__(name, _with_hints(name, value))

    if not TYPE_CHECKING:

        def __getattr__(cls, name: str) -> Any:
            try:
                return type.__getattribute__(cls, name)
            except AttributeError as error:
                if name.startswith("_"):
                    raise
                raise no_member(cls, name, error) from None


def _with_hints(name: str, value: Any) -> Any:
    return helpful(value) if name == "__init__" or not name.startswith("_") else value
