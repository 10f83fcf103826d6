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
from minevis.experiments.runner.task import Key, Task
from minevis.experiments.runner.totals import Totals

APPLICATION = 0x6D6E7673  # "mnvs", in the head of the file
SCHEMA = 1
CHECKS = 3  # of a file, before it counts as damaged
WAIT_SECONDS = 60  # for another process that is writing
NO_FILES = ("", ":memory:", "none")  # the last is a word of the command line
REVIEWS = (  # made when it is first written to: stores of older versions lack it
    "CREATE TABLE IF NOT EXISTS reviews (digest TEXT NOT NULL, key TEXT NOT NULL,"
    " summary TEXT NOT NULL, PRIMARY KEY (digest, key)) WITHOUT ROWID"
)
CREATE = (
    "CREATE TABLE runs (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, player TEXT NOT NULL)",
    "CREATE TABLE chunks (run INTEGER NOT NULL REFERENCES runs (id),"
    " start TEXT NOT NULL,"  # the first seed in 20 digits: too large for an INTEGER of SQLite
    " games INTEGER NOT NULL, won INTEGER NOT NULL, lost INTEGER NOT NULL,"
    " lost_first INTEGER NOT NULL, guesses TEXT NOT NULL, risks TEXT NOT NULL,"
    " stated TEXT NOT NULL, taken TEXT NOT NULL, met TEXT NOT NULL, ends BLOB NOT NULL,"
    " PRIMARY KEY (run, start, games)) WITHOUT ROWID",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {SCHEMA}",
)


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
        with self._errors():
            if self.path.exists():
                self._check()
            self.writable = self._is_writable()
            name = self.path if self.writable else self._uri()
            self.database = sqlite3.connect(
                name, timeout=WAIT_SECONDS, isolation_level=None, uri=not self.writable
            )
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
        with self._errors():
            found = self.database.execute(query, (task.key, *ends)).fetchall()
        with self._reading():
            for row in store_rows.without_overlaps(map(store_rows.Row._make, found), task.stop):
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
        with self._errors(), self._writing():
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
        """All runs, in the order in which they were begun."""
        query = f"SELECT {store_rows.COLUMNS} FROM chunks WHERE run = ? ORDER BY start, games DESC"
        runs = []
        with self._errors(), self._reading():
            for number, key, player in self.database.execute("SELECT * FROM runs ORDER BY id"):
                found = map(store_rows.Row._make, self.database.execute(query, (number,)))
                chunks = store_rows.without_overlaps(found)
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
        with self._errors():
            if not self._has_reviews():
                return None
            found = self.database.execute(
                "SELECT summary FROM reviews WHERE digest = ? AND key = ?", (digest, key)
            ).fetchone()
        return None if found is None else str(found[0])

    def reviewed(self) -> int:
        """How many reviewed games are kept, however many efforts each was reviewed with."""
        with self._errors():
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
        with self._errors(), self._writing():
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

    def _check(self) -> None:
        """Look at a file without changing it: whose is it, is it whole?

        Another process may be writing just now: a damaged look is checked again.
        """
        for _ in range(CHECKS - 1):
            with suppress(StoreError, sqlite3.DatabaseError):
                self._check_once()
                return
            sleep(0.05)
        self._check_once()

    def _check_once(self) -> None:
        database = sqlite3.connect(self._uri(), uri=True, timeout=WAIT_SECONDS)
        try:
            (application,) = database.execute("PRAGMA application_id").fetchone()
            (schema,) = database.execute("PRAGMA user_version").fetchone()
            (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if (application, schema, tables) == (0, 0, 0):
                return  # empty
            if application != APPLICATION:
                raise StoreError(f"{self.path} belongs to another program; it was not touched")
            if schema != SCHEMA:
                raise StoreError(
                    f"{self.path} has layout {schema}, and this version of minevis reads "
                    f"layout {SCHEMA}; it was not touched"
                )
            (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise sqlite3.DatabaseError(verdict)
        finally:
            database.close()

    def _uri(self) -> str:
        """The file as SQLite should open it for a look.

        Beside a file that nobody has open it would leave two more, unless it knows that
        the file will not change; a transaction that was cut off it must undo first.
        """
        beside = {end: Path(f"{self.path}{end}").exists() for end in ("-wal", "-journal")}
        mode = "mode=ro" if beside["-wal"] else "mode=rw" if beside["-journal"] else "immutable=1"
        return f"{self.path.absolute().as_uri()}?{mode}"

    def _is_writable(self) -> bool:
        """Return whether SQLite may write the file, and files next to it."""
        places = (self.path, self.path.resolve().parent)
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
                for statement in CREATE:
                    self.database.execute(statement)

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

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Errors of SQLite, with the name of the file."""
        try:
            yield
        except (sqlite3.OperationalError, sqlite3.ProgrammingError) as error:
            raise StoreError(f"{self.path} cannot be used as a store: {error}") from error
        except sqlite3.DatabaseError as error:
            raise StoreError(
                f"{self.path} is damaged, or no store at all; it was not touched ({error})"
            ) from error


def opened(store: str | Path | Store | None) -> AbstractContextManager[Store | None]:
    """The store of a `store=` argument, as a context: one that is open already stays open.

    >>> with opened(None) as store:
    ...     print(store)
    None
    """
    return nullcontext(store) if isinstance(store, Store | None) else Store(store)
