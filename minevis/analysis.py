"""`analyze` and `analyze_many`: by kernels if they are loaded, otherwise readably.

Both ways give the same integers and the same chances. Loading kernels takes a second, as long as
answering a thousand questions without them. Compiling takes longer: `analyze` never compiles.
"""

import warnings
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count
from math import inf
from numbers import Real
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from minevis.engine import analysis as engine
from minevis.engine.loading import NotCompiledError, only_loading
from minevis.engine.twins import can_compile, kernels_ready, load_from_disk
from minevis.errors import (
    BoardFormatError,
    ContradictionError,
    TooManyCasesError,
)
from minevis.game.board import LEVELS
from minevis.game.game import Game, as_position, position_of
from minevis.game.grid import EDGES, edges_of
from minevis.game.position import Position, ViewCode
from minevis.solver import analysis
from minevis.solver.analysis import Analysis
from minevis.solver.part import USUAL_DENSITY, analyze_part
from minevis.utils.formatting import quantity
from minevis.utils.hints import helpful
from minevis.utils.options import worker_count
from minevis.utils.progress import compiling_for, progress_bar

if TYPE_CHECKING:
    from minevis.game.game import AnyPosition

LARGE = 40_000  # cells: up to here a few seconds
CHUNK = 1024  # positions per thread and step
LOAD_AFTER = 1_000  # calls without kernels: on expert boards as long as loading them
_plain_calls = count(1)


@helpful
def analyze(
    position: "AnyPosition",
    *,
    mines: int | None = None,
    trust_flags: bool = True,
    density: float | str | None = None,
    part: bool | str = False,
) -> Analysis:
    """Analyse a position: certain cells, exact odds and components.

    Parameters
    ----------
    position : Position, Game, Snapshot, PictureReading, str, Path, array or PIL.Image.Image
        The position, or a game or snapshot at that position; a text for `Position.parse`; the path
        of a file; a view; or a picture: its path, its pixels or its reading.
    mines : int, optional
        The number of mines on the board, if the position does not give it. If it is
        unknown, the odds cover all possible numbers.
    trust_flags : bool
        False removes all flags first. Otherwise a flagged cell counts as a mine.
    density : float or str, optional
        For an unknown number of mines: the prior chance of a mine in any cell, more than 0 and
        less than 1, or a level that has it, such as "expert". By default every layout counts the
        same; on a part of a board it is that of "expert".
    part : bool or str
        For a part of a board, such as a crop: the edges that are no edges of the board, letters
        of "tblr" (top, bottom, left, right); True stands for all. Beyond them lie covered cells
        that nobody sees. Give no `mines` then; those of a text or picture are left out. By default
        the `part` of a reading.

    Returns
    -------
    Analysis
        The result. Counts are exact integers. For a part of a board it also has `part`.

    Raises
    ------
    ValueError
        If `density` is neither a number between 0 and 1 nor a level, or the number of mines is
        known; if `trust_flags` is not True or False, or `part` names no edges.
    ContradictionError
        If no layout of mines fits. `error.clues` names contradictory clues.
    TooManyCasesError
        If counting would take minutes or gigabytes. Real games do not lead to such positions.

    Notes
    -----
    After 1,000 calls, compiled kernels are loaded if `analyze_many` or `minevis warm-up analyze`
    compiled them before. They answer about five times as fast, and with the same numbers. If this
    process has loaded numba, as `trials` does, they are used from the first call on. On boards
    with more than 40,000 cells the numbers have thousands of digits and may take minutes; a
    warning announces this.

    Examples
    --------
    >>> from minevis import Position, analyze
    >>> found = analyze(Position.parse("1#\\n##", mines=1))
    >>> found.configurations, found.probability[0, 1].round(3).item()
    (3, 0.333)
    >>> found = analyze("1#\\n##", part="bl", density="beginner")  # a corner of a board
    >>> found.probability.round(2).tolist()
    [[nan, 0.2], [0.2, 0.2]]
    >>> found = analyze(Position.parse("1#\\n##\\n##"))  # how many mines?
    >>> found.configurations, dict(found.totals)
    (12, {1: 3, 2: 6, 3: 3})
    """
    edges = edges_of(part)
    if edges and mines is not None:
        rule = "nobody knows how many mines are on a part of a board: leave `mines` out"
        raise ValueError(f"mines={mines!r:.80}: {rule}")
    given = as_position(position, mines, edges)
    reading = None if isinstance(given, Position | Game) else given
    notes, doubtful = (reading.notes, reading.doubtful) if reading else ((), ())
    if reading and mines is None:
        edges = edges or reading.part
    position = position_of(given, mines)
    _check_flag("trust_flags", trust_flags)
    if edges:
        position = Position(position.view)
    chance = None if density is None else _chance(density, position.mines)
    if not trust_flags:
        position = position.unflagged()
    if position.view.size > LARGE:
        warnings.warn(
            f"exact odds of {position.view.size:,} cells may take minutes, as they grow with the "
            "square of the cells and more; Ctrl-C stops them",
            stacklevel=3,
        )
    result = None if position.mines is None else _by_kernels(position)
    try:
        if edges:
            result = analyze_part(position, edges, chance or USUAL_DENSITY)
        result = result or analysis.analyze(position, density=chance)
    except ContradictionError as error:
        if not edges:
            error = _as_a_part(_with_wrong_flags(error, position), position)
        raise of_picture(error, notes) from None
    return replace(result, doubtful=doubtful) if doubtful else result


def _chance(density: float | str, mines: int | None) -> float:
    """Return the chance of a mine that `density` names. Raises `ValueError`."""
    if isinstance(density, str) and density in LEVELS:
        level = LEVELS[density]
        chance = level.mines / (level.height * level.width)
    else:
        real = isinstance(density, Real) and not isinstance(density, bool)
        if not (real and 0 < float(density) < 1):
            rule = "a chance of a mine is a number of more than 0 and less than 1, or a level"
            raise ValueError(f"density={density!r:.80}: {rule}")
        chance = float(density)
    if mines is not None:
        has = quantity(mines, "mine")
        rule = f"it is for an unknown number of mines, and the position has {has}"
        raise ValueError(f"density={density!r}: {rule}")
    return chance


def of_picture(error: ContradictionError, notes: Sequence[str]) -> ContradictionError:
    """Return the error with the notes of a reading, as hidden parts of a picture may cause it."""
    if not notes:
        return error
    return ContradictionError(f"{error}. The picture may be why: {'; '.join(notes)}", error.clues)


def _check_flag(name: str, value: object) -> None:
    """Raise `ValueError` unless `value` is True or False: a text such as "no" is true to Python."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name}={value!r:.80}: it is True or False")


def _by_kernels(position: Position) -> Analysis | None:
    """Return the analysis by kernels, or None if they are not ready or leave the position."""
    if not kernels_ready(engine.find_many) and (
        next(_plain_calls) % LOAD_AFTER or not load_from_disk(engine.find_many)
    ):
        return None
    try:
        with only_loading():
            return engine.analyze(position)
    except NotCompiledError:  # those on disk are for another processor
        return None


def _as_a_part(error: ContradictionError, position: Position) -> ContradictionError:
    """Return the error, with a hint if its clues do not contradict on a part of a larger board."""
    if not error.clues:
        return error
    try:
        analyze_part(position, EDGES, USUAL_DENSITY)
    except (ContradictionError, TooManyCasesError):
        return error
    hint = "if this is a part of a larger board, say so with part=True (--part all)"
    return ContradictionError(f"{error}; {hint}", error.clues)


def _with_wrong_flags(error: ContradictionError, position: Position) -> ContradictionError:
    """Return the error, with the wrong flags if it does not arise without flags."""
    if not (position.view == ViewCode.FLAGGED).any():
        return error
    try:
        without = analysis.analyze(position, trust_flags=False)
    except ContradictionError:
        return error
    verdicts = analysis.flag_verdicts(position, without)
    wrong = [cell for cell, verdict in verdicts.items() if verdict == "impossible"]
    fault = "the flags cannot all be right"
    if wrong:
        cells = ", ".join(map(str, wrong))
        fault = f"no mine can be under the flag{'s' if len(wrong) > 1 else ''} at {cells}"
    hint = "trust_flags=False (--ignore-flags) works without flags"
    return ContradictionError(f"{error}; {fault}: {hint}", error.clues)


class Analyses(NamedTuple):
    """The result of `analyze_many` for N positions of one size.

    Attributes
    ----------
    probability : numpy.ndarray
        The chance of a mine: float64 [N, H, W], NaN for opened cells.
    safe, mined : numpy.ndarray
        The certain cells: bool [N, H, W].
    layouts : numpy.ndarray
        The number of layouts: float64 [N].

    Examples
    --------
    >>> found = mv.analyze_many(np.array([[[1, -1]]]), mines=1, progress=False)
    >>> found
    <Analyses of 1 position of 1×2 cells, 0 with a safe cell>
    >>> found.mined.tolist(), found.layouts.round(6).tolist()
    ([[[False, True]]], [1.0])
    """

    probability: np.ndarray  # float64 [N, H, W]: chance of a mine, nan if opened
    safe: np.ndarray  # bool [N, H, W]: covered cells without a mine in any layout
    mined: np.ndarray  # bool [N, H, W]: covered or flagged cells with a mine in every layout
    layouts: np.ndarray  # float64 [N]: layouts; inf beyond 1.8e308

    def __repr__(self) -> str:
        count, height, width = self.safe.shape
        safe = int(self.safe.any(axis=(1, 2)).sum())
        return (
            f"<Analyses of {quantity(count, 'position')} of {height}×{width} cells, "
            f"{safe:,} with a safe cell>"
        )


@helpful
def analyze_many(
    views: np.ndarray,
    mines: int | Sequence[int] | np.ndarray,
    *,
    trust_flags: bool = True,
    workers: int | None = None,
    progress: bool = True,
) -> Analyses:
    """Compute the odds of many positions of one size, by compiled kernels on all cores.

    Parameters
    ----------
    views : numpy.ndarray
        The views: int8 [N, H, W], codes as in `Position`.
    mines : int or array_like of int
        The number of mines per board, or one number for all.
    trust_flags : bool
        False removes all flags first.
    workers : int, optional
        The number of threads, at most one per core. By default one per core.
    progress : bool
        Show a progress bar if it takes long.

    Returns
    -------
    Analyses
        The chances, certain cells and layout counts, as floats accurate to about 1e-12.
        `analyze` gives exact integers.

    Raises
    ------
    BoardFormatError
        If the arrays are no positions.
    ValueError
        If `workers` is no number of threads, or `trust_flags` is not True or False.
    ContradictionError, TooManyCasesError
        As in `analyze`. The message names the position.

    Notes
    -----
    The first call after an installation compiles the kernels, which takes half a minute.

    Examples
    --------
    >>> import numpy as np
    >>> from minevis import analyze_many
    >>> found = analyze_many(np.array([[[1, -1], [-1, -1]]]), mines=1, progress=False)
    >>> found.probability.round(3).tolist(), found.layouts.round(6).tolist()
    ([[[nan, 0.333], [0.333, 0.333]]], [3.0])
    """
    flat, shape, counts = _checked(views, mines)
    _check_flag("trust_flags", trust_flags)
    threads = worker_count("workers", workers, -(-len(flat) // CHUNK))
    if not trust_flags:
        flat = np.where(flat == ViewCode.FLAGGED, np.int8(ViewCode.COVERED), flat)
    answers = _empty(flat)
    with (
        compiling_for("analyze_many"),
        progress_bar(progress=progress, delay=0, total=len(flat), unit=" positions") as bar,
    ):
        work = partial(_analyze_chunk, flat, shape, counts, answers)
        work(slice(0))  # compiles in the thread that receives Ctrl-C
        chunks = [slice(at, at + CHUNK) for at in range(0, len(flat), CHUNK)]
        with ThreadPoolExecutor(threads) as pool:
            for done in pool.map(work, chunks):
                bar.update(done)
    for number in np.flatnonzero(~(answers.layouts > 0)).tolist():  # refused by kernels
        _analyze_readably(flat[number].reshape(shape), int(counts[number]), answers, number)
    return Analyses(
        answers.probability.reshape(-1, *shape),
        answers.safe.view(bool).reshape(-1, *shape),
        answers.mined.view(bool).reshape(-1, *shape),
        answers.layouts,
    )


def _checked(
    views: np.ndarray, mines: int | Sequence[int] | np.ndarray
) -> tuple[np.ndarray, tuple[int, int], np.ndarray]:
    """Return the views as int8 [N, n], their shape, and their mines as int64 [N]."""
    try:
        array, given = np.asarray(views), np.asarray(mines)
    except ValueError as error:  # NumPy's own words are about sequences and dimensions
        rule = "views must be [N, height, width], mines a number or [N]"
        raise BoardFormatError(f"lists of different lengths: {rule}") from error
    if array.ndim != 3 or 0 in array.shape[1:]:
        raise BoardFormatError(f"views of shape {array.shape}: they must be [N, height, width]")
    if array.size and not (np.isin(array, range(-3, 9))).all():
        raise BoardFormatError("view codes are integers from -3 to 8")
    counts = np.broadcast_to(given, len(array)) if given.ndim == 0 else given
    if counts.shape != (len(array),) or not np.issubdtype(counts.dtype, np.integer):
        raise BoardFormatError(
            f"mines must be an integer, or one for each of {quantity(len(array), 'position')}"
        )
    cells = array.shape[1] * array.shape[2]
    wrong = np.flatnonzero((counts < 0) | (counts > cells))
    if wrong.size:
        number = int(wrong[0])
        raise BoardFormatError(
            f"position {number}: {counts[number]} mines do not fit on {quantity(cells, 'cell')}: "
            f"0 to {cells} do"
        )
    # read-only views would need a second compilation
    flat = np.require(array.reshape(len(array), cells), np.int8, ["C", "W"])
    return flat, (array.shape[1], array.shape[2]), counts.astype(np.int64)


def _empty(flat: np.ndarray) -> Analyses:
    """Room for the answers, still flat; `layouts` is nan until there is one."""
    return Analyses(
        np.full(flat.shape, np.nan),
        np.zeros(flat.shape, np.uint8),
        np.zeros(flat.shape, np.uint8),
        np.full(len(flat), np.nan),
    )


def _analyze_chunk(
    flat: np.ndarray, shape: tuple[int, int], mines: np.ndarray, answers: Analyses, chunk: slice
) -> int:
    """Let kernels fill in one chunk, if there are any; return the number of its positions."""
    if can_compile():  # otherwise all is left to the readable solver
        engine.analyze_all(flat[chunk], shape, mines[chunk], *(each[chunk] for each in answers))
    return len(mines[chunk])


def _analyze_readably(view: np.ndarray, mines: int, answers: Analyses, number: int) -> None:
    """Fill in a position refused by kernels, or raise the error."""
    try:
        one = analysis.analyze(Position(view, mines))
    except ContradictionError as error:
        raise ContradictionError(f"position {number}: {error}", error.clues) from error
    except TooManyCasesError as error:
        raise TooManyCasesError(f"position {number}: {error}") from error
    answers.probability[number] = one.probability.ravel()
    answers.safe[number] = one.safe.ravel()
    answers.mined[number] = one.mined.ravel()
    with suppress(OverflowError):
        answers.layouts[number] = inf
        answers.layouts[number] = float(one.configurations)
