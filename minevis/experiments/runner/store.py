"""A file that keeps finished games, so that a run can continue another.

SQLite, one file, written chunk by chunk as chunks are finished; several processes
may share it, and it survives being killed at any moment. Numbers and text only:
reading a store runs no code of whoever wrote it.

Sums of a chunk cannot be taken apart, so a run takes up the chunks that lie within its seeds. What
it plays of others it keeps too, so that it need not do so again.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from time import sleep
from typing import NamedTuple

from minevis.core.errors import StoreError
from minevis.experiments.runner import store_rows
from minevis.experiments.runner.store_file import (
    WAIT_SECONDS,
    Layout,
    check_file,
    connect,
    read_only_uri,
    store_errors,
)
from minevis.experiments.runner.task import Key, Task
from minevis.experiments.runner.totals import Totals

APPLICATION = 0x6D6E7673  # "mnvs", in the head of the file
SCHEMA = 1
NO_FILES = ("", ":memory:", "none")  # the last is a word of the command line
REVIEWS = (
    "CREATE TABLE reviews (digest TEXT NOT NULL, key TEXT NOT NULL,"
    " summary TEXT NOT NULL, PRIMARY KEY (digest, key)) WITHOUT ROWID"
)
TABLES = (
    "CREATE TABLE runs (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, player TEXT NOT NULL)",
    "CREATE TABLE chunks (run INTEGER NOT NULL REFERENCES runs (id),"
    " start TEXT NOT NULL,"  # the first seed in 20 digits: too large for an INTEGER of SQLite
    " games INTEGER NOT NULL, won INTEGER NOT NULL, lost INTEGER NOT NULL,"
    " lost_first INTEGER NOT NULL, guesses TEXT NOT NULL, risks TEXT NOT NULL,"
    " stated TEXT NOT NULL, taken TEXT NOT NULL, met TEXT NOT NULL, ends BLOB NOT NULL,"
    " PRIMARY KEY (run, start, games)) WITHOUT ROWID",
)
LAYOUT = Layout(APPLICATION, SCHEMA, (*TABLES, REVIEWS))


class StoredRun(NamedTuple):
    """The stored games of one player on one kind of board: the chunks that count.

    >>> from minevis.core.board import LEVELS
    >>> StoredRun(1, Key(1, LEVELS["beginner"], (0, 0), 0, {}), "exact", []).games
    0
    """

    number: int
    key: Key
    player: str
    chunks: list[store_rows.Row]

    @property
    def games(self) -> int:
        """How many games are kept."""
        return sum(chunk.games for chunk in self.chunks)

    @property
    def won(self) -> int:
        """How many of them were won."""
        return sum(chunk.won for chunk in self.chunks)


class Store:
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
        if str(path).lower() in NO_FILES:
            raise StoreError(f"store={str(path)!r}: a store is a file; None keeps nothing")
        with store_errors(self.path):
            check_file(self.path, LAYOUT)
            self.writable = self._is_writable()
            name = self.path if self.writable else read_only_uri(self.path)
            self.database = connect(name, uri=not self.writable)
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
            The first seed and the totals of each part, in order, no game twice.
        """
        query = (
            f"SELECT {store_rows.COLUMNS} FROM chunks JOIN runs ON run = id WHERE key = ? "
            "AND start BETWEEN ? AND ? ORDER BY start, games DESC"
        )
        ends = (store_rows.seed_text(task.seed), store_rows.seed_text(task.stop - 1))
        with store_errors(self.path):
            found = self.database.execute(query, (task.key, *ends)).fetchall()
        with self._reading():
            for row in store_rows.without_overlaps(store_rows.rows_of(found), task.stop):
                yield int(row.start), store_rows.totals_of(row)

    def add(self, task: Task, start: int, totals: Totals) -> None:
        """Save a finished chunk. A chunk that is already stored stays as it is.

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
        with store_errors(self.path), self._writing():
            self.database.execute(
                "INSERT OR IGNORE INTO runs (key, player) VALUES (?, ?)",
                (task.key, str(task.player)),
            )
            self.database.execute(
                f"INSERT OR IGNORE INTO chunks (run, {store_rows.COLUMNS}) "
                f"SELECT id, {store_rows.PLACES} FROM runs WHERE key = ?",
                (*store_rows.row_of(start, totals), task.key),
            )

    def runs(self) -> list[StoredRun]:
        """Return all runs, in the order in which they were begun, checked."""
        query = f"SELECT {store_rows.COLUMNS} FROM chunks WHERE run = ? ORDER BY start, games DESC"
        runs = []
        with store_errors(self.path), self._reading():
            for number, key, player in self.database.execute("SELECT * FROM runs ORDER BY id"):
                found = self.database.execute(query, (number,))
                chunks = store_rows.without_overlaps(store_rows.rows_of(found))
                for chunk in chunks:
                    store_rows.totals_of(chunk)  # checks that its parts agree
                runs.append(StoredRun(number, Key.parse(key), str(player), chunks))
        return runs

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
        with self._reading():
            return Totals.joined([Totals.empty(), *map(store_rows.totals_of, run.chunks)])

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
            if not self._has_reviews():
                return None
            found = self.database.execute(
                "SELECT summary FROM reviews WHERE digest = ? AND key = ?", (digest, key)
            ).fetchone()
        return None if found is None else str(found[0])

    def reviewed(self) -> int:
        """How many reviewed games are kept, however many efforts each was reviewed with."""
        with store_errors(self.path):
            if not self._has_reviews():
                return 0
            query = "SELECT COUNT(DISTINCT digest) FROM reviews"
            return int(self.database.execute(query).fetchone()[0])

    def _has_reviews(self) -> bool:
        query = "SELECT 1 FROM sqlite_master WHERE name = 'reviews'"
        return self.database.execute(query).fetchone() is not None

    def keep_review(self, digest: str, key: str, summary: str) -> None:
        """Save the review of a game. An older one stays as it is.

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
            if not self._has_reviews():  # stores of older versions lack it
                self.database.execute(REVIEWS)
            self.database.execute(
                "INSERT OR IGNORE INTO reviews VALUES (?, ?, ?)", (digest, key, summary)
            )

    def check_writable(self) -> None:
        """Raise `StoreError` if the file may only be read; asked before games are played."""
        if not self.writable:
            raise StoreError(f"{self.path} may only be read: nothing more can be kept in it")

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
            self._create()
            self._write_ahead()
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
        """SQLite's write-ahead log: readers and a writer do not wait for each other."""
        for _ in range(100 * WAIT_SECONDS):
            with suppress(sqlite3.OperationalError):  # another process is just doing the same
                if self.database.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",):
                    return
                break
            sleep(0.01)
        raise StoreError(f"{self.path} cannot be shared: its disk keeps no write-ahead log")

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
        """Rows may hold anything: an impossible chunk is an error that names the file."""
        try:
            yield
        except StoreError:
            raise
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise StoreError(f"{self.path} is damaged: {error}") from error


def opened(store: str | Path | Store | None) -> AbstractContextManager[Store | None]:
    """The store of a `store=` argument, as a context: one that is open already stays open.

    >>> with opened(None) as store:
    ...     print(store)
    None
    """
    return nullcontext(store) if isinstance(store, Store | None) else Store(store)
