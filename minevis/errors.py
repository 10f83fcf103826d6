"""Errors named after the broken rule. All derive from `MinevisError` and `ValueError`."""

from numbers import Integral, Real

import numpy as np
import numpy.typing as npt


class MinevisError(ValueError):
    """The base of all errors named by minevis. Invalid options are plain `ValueError`s.

    >>> try:
    ...     mv.Board.parse("*?")
    ... except mv.MinevisError as error:
    ...     print(error)
    row 0: '?' is none of * . @
    """


class BoardFormatError(MinevisError):
    """Text, a size or a number that does not describe a board or a position.

    Attributes
    ----------
    row : int or None
        The row at fault, counted from 0 and from the first non-blank line. None if there is no
        single such row.

    Examples
    --------
    >>> mv.Board.parse("*?")
    Traceback (most recent call last):
    minevis.errors.BoardFormatError: row 0: '?' is none of * . @
    """

    def __init__(self, message: str, *, row: int | None = None) -> None:
        super().__init__(message)
        self.row = row


class IllegalMoveError(MinevisError):
    """A move against the rules of the game.

    >>> mv.Game(mv.Board.parse("*.")).open((2, 0))
    Traceback (most recent call last):
    minevis.errors.IllegalMoveError: cannot open (2, 0): the board is 1×2
    """


class ContradictionError(MinevisError):
    """Clues without a layout of mines.

    Attributes
    ----------
    clues : tuple of tuple of int
        Cells (row, col) of clues that contradict each other for every number of mines. Empty if
        only the number of mines does not fit the clues and flags.

    Examples
    --------
    >>> try:
    ...     mv.analyze(mv.Position.parse("2#", mines=1))
    ... except mv.ContradictionError as error:
    ...     print(error.clues)
    ((0, 0),)
    """

    def __init__(self, message: str, clues: tuple[tuple[int, int], ...] = ()) -> None:
        super().__init__(message)
        self.clues = clues


class TooManyCasesError(MinevisError):
    """A position with too many cases to count.

    Rare in real games. An artificial example is a 2 at every second cell of every second row of
    24×24.

    >>> raise mv.errors.TooManyCasesError("counting takes more than 250,000 cases")
    Traceback (most recent call last):
    minevis.errors.TooManyCasesError: counting takes more than 250,000 cases
    """

    clues: tuple[
        tuple[int, int], ...
    ] = ()  # empty if no clue is at fault, as in a `ContradictionError`


class EncoderError(MinevisError):
    """A picture or video that cannot be encoded or written.

    >>> mv.play(mv.Board.parse("*."), first=(0, 1)).video("game.avi")
    Traceback (most recent call last):
    minevis.errors.EncoderError: game.avi: cannot write .avi; ...
    """


class TraceFormatError(MinevisError):
    """Text without a recorded trace.

    >>> mv.Trace.from_json("")
    Traceback (most recent call last):
    minevis.errors.TraceFormatError: the text contains no trace
    """


class ProofFormatError(MinevisError):
    """Text without a proof.

    >>> mv.Proof.parse("perhaps: (0, 1)")
    Traceback (most recent call last):
    minevis.errors.ProofFormatError: 'perhaps: (0, 1)': a proof begins with 'mined: ' or ...
    """


class StoreError(MinevisError):
    """A file that is no store of games.

    >>> with open("games.db", "w") as file:
    ...     _ = file.write("no store")
    >>> mv.Store("games.db")
    Traceback (most recent call last):
    minevis.errors.StoreError: games.db is damaged, or no store at all; ...
    """


class WorkersLostError(MinevisError):
    """Processes or a cluster died, or never answered.

    `mv.trials` raises it if workers keep dying:

    >>> raise WorkersLostError("3 workers died")
    Traceback (most recent call last):
    minevis.errors.WorkersLostError: 3 workers died
    """


class ReplayFormatError(MinevisError):
    """A file without a recorded game, or a damaged one.

    >>> mv.replay("game.txt")
    Traceback (most recent call last):
    minevis.errors.ReplayFormatError: game.txt: a replay ends with .avf, .evf, ...
    """


class PictureError(MinevisError):
    """A picture in which no position can be read.

    >>> mv.Position.from_image(np.zeros((200, 300, 3), dtype=np.uint8))
    Traceback (most recent call last):
    minevis.errors.PictureError: no board found in 300×200 pixels. ...
    """


class SearchExhaustedError(MinevisError):
    """A search without a suitable result.

    Parameters
    ----------
    facts : str
        The result of the search.
    advice : str
        The advice at the end of the message.

    Examples
    --------
    >>> raise SearchExhaustedError("3 games are not enough", "allow more games")
    Traceback (most recent call last):
    minevis.errors.SearchExhaustedError: 3 games are not enough: allow more games
    """

    def __init__(self, facts: str, advice: str) -> None:
        super().__init__(f"{facts}: {advice}")
        self.facts = facts


def check_rows(given: npt.ArrayLike) -> np.ndarray:
    """Return `given` as an array. Raises `BoardFormatError` for rows of different lengths.

    >>> check_rows([[1], [1, 0]])
    Traceback (most recent call last):
    minevis.errors.BoardFormatError: rows of different lengths: a board is [height, width]
    """
    try:
        return np.array(given)
    except ValueError as error:  # NumPy's own words are about sequences and dimensions
        rule = "rows of different lengths: a board is [height, width]"
        raise BoardFormatError(rule) from error


def check_kind(name: str, value: object, kind: type, *, called: str = "") -> None:
    """Raise `TypeError`, naming the argument, for a value of a wrong type.

    `called` is the public name of the kind, if it differs.

    >>> check_kind("position", "1#", dict)
    Traceback (most recent call last):
    TypeError: position='1#': a dict is needed
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name}={repr(value)[:80]}: a {called or kind.__name__} is needed")


def as_int(value: object) -> int | None:
    """Return an integer value (also NumPy's, and 1e5) as an int; otherwise None.

    >>> as_int(np.int64(3)), as_int(1e5), as_int(0.5), as_int(True), as_int("3")
    (3, 100000, None, None, None)
    """
    if isinstance(value, bool):  # `True` is an int in Python; refuse it here
        return None
    if isinstance(value, Integral) or (isinstance(value, float) and value.is_integer()):
        return int(value)
    return None


def check_count(name: str, count: object, *, least: int = 1, most: int | None = None) -> int:
    """Return an integer from `least` to `most` as an int. Raises `ValueError`.

    >>> check_count("games", 1e5)
    100000
    >>> check_count("count", "3")
    Traceback (most recent call last):
    ValueError: count='3': it must be an integer of 1 or more
    >>> check_count("detail", 3, least=0, most=2)
    Traceback (most recent call last):
    ValueError: detail=3: it must be an integer from 0 to 2
    """
    number = as_int(count)
    if number is not None and least <= number and (most is None or number <= most):
        return number
    span = f"of {least} or more" if most is None else f"from {least} to {most}"
    raise ValueError(f"{name}={count!r}: it must be an integer {span}")


def check_range(
    name: str, value: object, limits: tuple[float, float], meaning: str, more: str = ""
) -> None:
    """Raises `ValueError`, which says what `value` means, unless it is a number within limits.

    >>> check_range("fps", 0, (0.01, 1000), "frames a second")
    Traceback (most recent call last):
    ...
    ValueError: fps=0: frames a second, from 0.01 to 1,000
    """
    least, most = limits
    real = isinstance(value, Real) and not isinstance(value, bool)
    if not (real and least <= float(value) <= most):  # type: ignore[arg-type]
        raise ValueError(f"{name}={value!r}: {meaning}, from {least:g} to {most:,.0f}{more}")


def check_index(index: int, count: int, one: str, whole: str) -> int:
    """Return the non-negative form of an index into `count` items of a `whole`.

    Raises `IndexError`, naming the valid numbers, and `TypeError` for anything but an integer.

    >>> check_index(-1, 3, "event", "trace")
    2
    >>> check_index(3, 3, "event", "trace")
    Traceback (most recent call last):
    IndexError: event 3: this trace has the events 0 to 2
    """
    if not hasattr(index, "__index__"):
        raise TypeError(f"{one} {index!r}: {one}s of a {whole} are integers")
    try:
        return range(count)[index]
    except IndexError:
        raise IndexError(f"{one} {index}: this {whole} has the {one}s 0 to {count - 1}") from None
