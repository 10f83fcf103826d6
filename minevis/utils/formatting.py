"""Numbers as people read them: 1.2 × 10³⁷, 9 %, under 1 %."""

import math
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
WHOLE_BELOW = 10_000_000
MOST_GAMES = 10**300  # the smallest chances are 0 of them
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def big_number(n: int) -> str:
    """Format an integer: with commas below ten million, otherwise as 1.2 × 10³⁷.

    Works for integers of any size and rounds half up.
    """
    if abs(n) < WHOLE_BELOW:
        return f"{n:,}".replace("-", "−")
    exponent = int(math.log10(abs(n)))  # Python writes out no more than 4,300 digits
    exponent += (abs(n) >= 10 ** (exponent + 1)) - (abs(n) < 10**exponent)
    tenths = (abs(n) // 10 ** (exponent - 2) + 5) // 10
    if tenths == 100:
        tenths, exponent = 10, exponent + 1
    sign = "−" if n < 0 else ""
    return f"{sign}{tenths // 10}.{tenths % 10} × 10{str(exponent).translate(SUPERSCRIPTS)}"


def function_name(function: object) -> str:
    """Return the name of a function, or of a callable's class."""
    return str(getattr(function, "__name__", type(function).__name__))


def percent(chance: float) -> str:
    """Format a chance from 0 to 1 in whole percent; only certainties are 0 % and 100 %."""
    if 0 < chance < 0.005:
        return "under 1 %"
    if 0.995 <= chance < 1:
        return "over 99 %"
    return f"{int(100 * chance + 0.5)} %"


def games_text(chance: float) -> str:
    """Return a chance as a number of games, such as "94 of 100 games" or "3 of 1,000 games"."""
    games = 100
    while 0 < chance < 1 and games < MOST_GAMES and not 0.5 <= chance * games <= games - 0.5:
        games *= 10
    return f"{big_number(int(chance * games + 0.5))} of {big_number(games)} games"


def risk_text(risk: float, guesses: int) -> str:
    """Return the risk of some guesses, to follow their number."""
    return f"at a risk of {percent(risk)}{' for all together' if guesses > 1 else ''}"


def number_word(n: int) -> str:
    """Return a count before a noun: "no", "one" to "ten", then figures."""
    return WORDS[n] if 0 <= n < len(WORDS) else big_number(n)


def quantity(n: int, noun: str, plural: str = "") -> str:
    """Format a count with its noun: "1 mine", "2 mines", "1,024 cells".

    `plural` is for nouns that need more than an s.
    """
    return f"{big_number(n)} {noun if n == 1 else plural or noun + 's'}"


def ranges(numbers: Iterable[int]) -> str:
    """Sorted integers as text, with ranges for runs."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def exact_number(n: int) -> str:
    """Format an integer with all digits and commas, of any length."""
    groups: list[str] = []
    rest = abs(n)
    while rest >= 1000:
        rest, group = divmod(rest, 1000)
        groups.append(f"{group:03}")
    return ("−" if n < 0 else "") + ",".join([str(rest), *reversed(groups)])


def sample_evenly(items: Sequence[T], count: int, *, ends: bool = False) -> list[T]:
    """`count` of `items`, evenly spread; with `ends`, the first and the last are among them."""
    if ends and 1 < count < len(items):
        return [items[i * (len(items) - 1) // (count - 1)] for i in range(count)]
    count = min(count, len(items))
    return [items[i * len(items) // count] for i in range(count)]
