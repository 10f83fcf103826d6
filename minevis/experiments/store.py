"""A file for finished games, so that later runs can continue.

One SQLite file, written after every chunk. Several processes may share it, and it survives
being killed at any moment. It contains only numbers and text: reading a store runs no
foreign code.

No two chunks contain the same game. The sums of a chunk cannot be split, so a run reads the chunks
within its seeds. If chunks overlap, the larger one is kept.
"""

import json
import os
import re
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from time import sleep
from typing import NamedTuple

import numpy as np

from minevis.errors import StoreError
from minevis.experiments.store_file import (
    APPLICATION,
    SCHEMA,
    TABLES,
    WAIT_SECONDS,
    check_file,
    connect,
    connect_to_read,
    store_errors,
)
from minevis.experiments.task import Key, Task, Totals
from minevis.game.hashing import check_seeds
from minevis.utils.hints import Helpful

MOST_GAMES = 1024  # of a chunk
NO_FILES = ("", ":memory:", "none")  # the last is a word of the command line
ALL = "SELECT start, games, totals FROM chunks WHERE key = ?"
FOUND = f"{ALL} AND start BETWEEN ? AND ?"
MOST_BYTES = 1 << 16  # of the totals of a chunk, unpacked; some 2,000 are usual


class StoredChunk(NamedTuple):
    """Games of consecutive seeds, from `start` on."""

    start: int
    games: int
    won: int
    lost_first: int  # lost on the first click; included in the lost games
    guesses: int


class StoredRun(NamedTuple):
    """The stored games of one player on one kind of board."""

    number: int
    key: Key
    key_text: str
    player: str
    chunks: list[StoredChunk]

    @property
    def games(self) -> int:
        """How many games are kept."""
        return sum(chunk.games for chunk in self.chunks)

    @property
    def won(self) -> int:
        """How many of them were won."""
        return sum(chunk.won for chunk in self.chunks)


class Store(metaclass=Helpful):
    """A file of finished games. A context manager.

    Parameters
    ----------
    path : str or Path
        The file. It is created if it does not exist. A read-only store can be read; adding to it
        raises `StoreError`.

    Raises
    ------
    StoreError
        If the file is damaged or no store. It stays as it was.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Store(f"{folder}/runs.sqlite") as store:
    ...     store.runs()
    []
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if str(path).lower() in NO_FILES or "\0" in str(path):
            raise StoreError(f"store={str(path)!r}: a store is a file; None saves no games")
        with store_errors(self.path):
            check_file(self.path)
            self.writable = self._is_writable()
            self.database = (connect if self.writable else connect_to_read)(self.path)
            if self.writable:
                self._prepare()

    def __repr__(self) -> str:
        return f"<Store {str(self.path)!r}>"

    def finished(self, task: Task) -> Iterator[tuple[int, Totals]]:
        """Yield the stored parts of a task.

        Parameters
        ----------
        task : Task
            The level, the player and the other settings.

        Yields
        ------
        tuple of int and Totals
            First seeds and totals of the parts, in order, without duplicate games.
        """
        seeds = _seed_text(task.seed), _seed_text(task.stop - 1)
        for start, totals in self._chunks(FOUND, task.key, *seeds):
            if start + totals.ends.size <= task.stop:
                yield start, totals

    def _chunks(self, query: str, key: str, *seeds: str) -> Iterator[tuple[int, Totals]]:
        """Yield the chunks of a query, in order, checked."""
        end = 0
        with store_errors(self.path), self._reading():
            height, width, _ = Key.parse(key).level
            for row in self.database.execute(f"{query} ORDER BY start", (key, *seeds)):
                start, totals = _chunk_of(*row, cells=height * width)
                if start < end:
                    raise ValueError("two chunks contain the same game")
                end = start + totals.ends.size
                yield start, totals

    def add(self, task: Task, start: int, totals: Totals) -> None:
        """Save a finished chunk, unless it overlaps with chunks of the same size.

        Parameters
        ----------
        task : Task
            The level, the player and the other settings.
        start : int
            The first seed of the chunk.
        totals : Totals
            Its results.

        Raises
        ------
        StoreError
            If the store cannot be written.
        """
        games = totals.ends.size
        with store_errors(self.path), self._writing(), self._reading():
            seeds = (_seed_text(max(start - MOST_GAMES, 0)), _seed_text(start + games - 1))
            rows = self.database.execute(FOUND, (task.key, *seeds)).fetchall()
            same = [row for row in rows if _start_of(row[0]) + row[1] > start]
            if sum(row[1] for row in same) >= games:
                return
            for row in same:
                self.database.execute(
                    "DELETE FROM chunks WHERE key = ? AND start = ?", (task.key, row[0])
                )
            self.database.execute(
                "INSERT INTO chunks VALUES (?, ?, ?, ?, ?)",
                (task.key, str(task.player), *_row_of(start, totals)),
            )

    def runs(self) -> list[StoredRun]:
        """Return all runs, in the order in which they were begun, checked."""
        query = "SELECT key, player, MIN(rowid) FROM chunks GROUP BY key ORDER BY 3"
        with store_errors(self.path), self._reading():
            return [
                StoredRun(
                    number, Key.parse(_as_text(key)), key, _as_text(player), self._counts(key)
                )
                for number, (key, player, _) in enumerate(self.database.execute(query), 1)
            ]

    def _counts(self, key: str) -> list[StoredChunk]:
        return [
            StoredChunk(start, totals.ends.size, won, lost_first, totals.total_guesses)
            for start, totals in self._chunks(ALL, key)
            for won, _, lost_first, _ in [totals.counts]
        ]

    def totals(self, run: StoredRun) -> Totals:
        """Return the sum of all stored games of a run.

        Parameters
        ----------
        run : StoredRun
            An entry of `runs`.

        Returns
        -------
        Totals
            The sum.
        """
        chunks = (totals for _, totals in self._chunks(ALL, run.key_text))
        return Totals.joined([Totals.empty(), *chunks])

    def review_of(self, digest: str, key: str) -> str | None:
        """Return a stored review.

        Parameters
        ----------
        digest : str
            The hash of the replay file.
        key : str
            The settings of the review.

        Returns
        -------
        str or None
            The summary of the review as JSON, or None.
        """
        with store_errors(self.path):
            found = self.database.execute(
                "SELECT summary FROM reviews WHERE digest = ? AND key = ?", (digest, key)
            ).fetchone()
        return None if found is None else str(found[0])

    def reviewed(self) -> int:
        """Return the number of reviewed games, counting different efforts once."""
        with store_errors(self.path):
            query = "SELECT COUNT(DISTINCT digest) FROM reviews"
            return int(self.database.execute(query).fetchone()[0])

    def keep_review(self, digest: str, key: str, summary: str) -> None:
        """Save the review of a game. An older review stays unchanged.

        Parameters
        ----------
        digest : str
            The hash of the replay file.
        key : str
            The settings of the review.
        summary : str
            The summary of the review as JSON.

        Raises
        ------
        StoreError
            If the store cannot be written.
        """
        with store_errors(self.path), self._writing():
            self.database.execute(
                "INSERT OR IGNORE INTO reviews VALUES (?, ?, ?)", (digest, key, summary)
            )

    def check_writable(self) -> None:
        """Raise `StoreError` if the file may only be read; asked before games are played."""
        if not self.writable:
            raise StoreError(f"{self.path} is read-only: no games can be saved in it")

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _is_writable(self) -> bool:
        """Return whether SQLite may write the file, and files next to it."""
        places = (self.path, Path(os.path.realpath(self.path)).parent)
        return not self.path.exists() or all(os.access(place, os.W_OK) for place in places)

    def _prepare(self) -> None:
        try:
            self._write_ahead()
            self._create()
            self.database.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            self.database.close()
            raise

    def _create(self) -> None:
        """The tables, unless they are there; of two processes at once, one makes them."""
        if self.database.execute("PRAGMA application_id").fetchone() == (APPLICATION,):
            return
        with self._writing():
            if self.database.execute("PRAGMA application_id").fetchone() == (0,):
                for statement in TABLES:
                    self.database.execute(statement)
                self.database.execute(f"PRAGMA application_id = {APPLICATION}")
                self.database.execute(f"PRAGMA user_version = {SCHEMA}")

    def _write_ahead(self) -> None:
        """Use SQLite's write-ahead log: readers and a writer do not wait for each other.

        No journal is written to the disk before: next to a store, a journal is never ours.
        """
        for _ in range(100 * WAIT_SECONDS):
            with suppress(sqlite3.OperationalError):  # a second process is doing the same
                if self.database.execute("PRAGMA journal_mode").fetchone() != ("wal",):
                    self.database.execute("PRAGMA journal_mode = MEMORY")
                if self.database.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",):
                    return
                break
            sleep(0.01)
        raise StoreError(
            f"{self.path} cannot be shared: its disk does not support SQLite's write-ahead log"
        )

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self.check_writable()
        self.database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self.database.in_transaction:  # SQLite rolls interrupted ones back
                self.database.execute("ROLLBACK")
            raise
        self.database.execute("COMMIT")

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Rows may contain anything: an impossible chunk raises an error naming the file."""
        try:
            yield
        except StoreError:
            raise
        except (ValueError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            raise StoreError(f"{self.path} is damaged: {error}") from error


def opened(store: str | Path | Store | None) -> AbstractContextManager[Store | None]:
    """Return the store of a `store=` argument, as a context: an open store stays open."""
    return nullcontext(store) if isinstance(store, Store | None) else Store(store)


def _seed_text(seed: int) -> str:
    """Return a seed in 20 digits: as text it sorts as the number does."""
    return f"{seed:020}"


def _as_text(value: object) -> str:
    """Return the value of a row that must be text, and may be anything in a damaged file."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} stands for a text")
    return value


def _start_of(text: str) -> int:
    if not re.fullmatch("[0-9]{20}", text):
        raise ValueError(f"a chunk's first seed is not a number of 20 digits: {text!r:.40}")
    return int(text)


def _row_of(start: int, totals: Totals) -> tuple[str, int, bytes]:
    ends, *sums = (numbers.tolist() for numbers in (totals.ends, *totals.sums))
    text = json.dumps(["".join(map(str, ends)), *sums])
    return _seed_text(start), len(ends), zlib.compress(text.encode())


def _chunk_of(start: str, games: int, packed: bytes, *, cells: int) -> tuple[int, Totals]:
    """Return the first seed and the totals in a row, of games on boards of so many cells.

    Raises an error, such as `ValueError`, for impossible rows.
    """
    if not isinstance(games, int) or not 0 < games <= MOST_GAMES:
        raise ValueError(f"a chunk of {games!r:.40} games, not of 1 to {MOST_GAMES}")
    try:
        ends, *sums = json.loads(zlib.decompressobj().decompress(packed, MOST_BYTES))
    except zlib.error as error:
        raise ValueError(f"the totals of a chunk cannot be read ({error})") from error
    if any(type(number) is not int for numbers in sums for number in numbers):
        raise ValueError("the totals of a chunk are not lists of integers")
    counts = [np.array(numbers, np.int64) for numbers in sums]
    totals = Totals(np.frombuffer(ends.encode(), np.uint8) - ord("0"), *counts)
    totals.check(games, cells)
    first = _start_of(start)
    check_seeds(first, games)
    return first, totals
