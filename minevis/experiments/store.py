"""A file for finished games, so that later runs can continue.

One SQLite file, written after every chunk. Several processes may share it, and it survives
being killed at any moment. It contains only numbers and text: reading a store runs no
foreign code.

No two chunks contain the same game. The sums of a chunk cannot be split, so a run reads the chunks
within its seeds. If chunks overlap, the larger one is kept.

The file may come from somebody else. SECURITY.md has the promise: no code in it runs, and SQLite
changes no other file. A file is checked before SQLite may write it, or files next to it.
"""

import json
import os
import re
import sqlite3
import stat
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from time import sleep
from typing import NamedTuple
from urllib.parse import quote

import numpy as np

from minevis.errors import StoreError
from minevis.experiments.task import Key, Task, Totals
from minevis.game.hashing import check_seeds
from minevis.utils.hints import Helpful

APPLICATION = 0x6D6E7673  # "mnvs", in the head of the file
SCHEMA = 2
TABLES = (
    "CREATE TABLE chunks (key TEXT NOT NULL, player TEXT NOT NULL,"
    " start TEXT NOT NULL,"  # the first seed in 20 digits: too large for an INTEGER of SQLite
    " games INTEGER NOT NULL, totals BLOB NOT NULL,"  # JSON, compressed by zlib
    " PRIMARY KEY (key, start))",
    "CREATE TABLE reviews (digest TEXT NOT NULL, key TEXT NOT NULL,"
    " summary TEXT NOT NULL, PRIMARY KEY (digest, key)) WITHOUT ROWID",
)
WAIT_SECONDS = 60  # for other processes to finish writing
CHECKS = 3  # of a file, before it counts as damaged
MOST_TEXT = 1 << 25  # per text or blob; a chunk of 2²⁴ games has at most half
MOST_SQL = 10_000  # bytes of a statement, in the file too
MOST_STEPS = 1_000_000  # of SQLite, to list the tables of a file; a store needs some hundred
STEPS = 100_000  # of SQLite between two checks for Ctrl-C, a few milliseconds
MOST_IN_MEMORY = 1 << 26  # bytes; a larger file is read where it is
FORMAT = slice(18, 20)  # in the head of a file: how it is written
WITH_LOG, WITHOUT_LOG = b"\2\2", b"\1\1"
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
        with store_errors(self.path):
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
        with store_errors(self.path), self._writing():
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
        with store_errors(self.path):
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
            row = self.database.execute(
                "SELECT summary FROM reviews WHERE digest = ? AND key = ?", (digest, key)
            ).fetchone()
        return None if row is None else str(row[0])

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


def store_of(store: str | Path | Store | None) -> AbstractContextManager[Store | None]:
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
    """Return a row's first seed and totals, for boards of `cells` cells.

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


def connect(path: Path) -> sqlite3.Connection:
    """Open a store to write in it. A new file is empty."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
    except FileExistsError:
        if not path.exists():  # SQLite would create it
            raise StoreError(f"{path} is a link to a file that does not exist") from None
    return _connected(_uri(path, "mode=rw"))


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open a store to look at it: no file is changed or made.

    It is read from memory, where SQLite sees no other file. A write-ahead log is needed, though:
    somebody is writing, or was killed.
    """
    with suppress(FileNotFoundError):
        if os.stat(f"{os.path.realpath(path)}-wal").st_size:
            return _connected(_uri(path, "mode=ro"))
    if path.stat().st_size > MOST_IN_MEMORY:
        return _connected(_uri(path, "immutable=1"))
    data = bytearray(path.read_bytes())
    if data[FORMAT] == WITH_LOG:
        data[FORMAT] = WITHOUT_LOG  # which there is none of in memory
    database = _connected(":memory:")
    if data:
        database.deserialize(bytes(data))
    return database


def _uri(path: Path, option: str) -> str:
    """Return the URI of a file. Names such as "file:other.sqlite" are only names in it."""
    name = path.absolute().as_posix()
    start = "file://" if name.startswith("/") else "file:///"  # a drive of Windows
    return f"{start}{quote(os.fsencode(name))}?{option}"


def _connected(name: str) -> sqlite3.Connection:
    """Open a database. Its texts are limited, and Ctrl-C ends a query."""
    database = sqlite3.connect(name, timeout=WAIT_SECONDS, isolation_level=None, uri=True)
    _listen_to_ctrl_c(database)
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_TEXT)
    database.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, MOST_SQL)
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")
    return database


def _listen_to_ctrl_c(database: sqlite3.Connection) -> None:
    database.set_progress_handler(lambda: False, STEPS)  # Python hears signals as it runs this


def check_file(path: Path) -> None:
    """Raise `StoreError` unless a file is an intact store, or empty.

    Another process may be writing: a damaged file is checked again.
    """
    _check_neighbours(path)
    if not path.exists():
        return
    if not path.is_file():
        raise StoreError(f"{path} cannot be used as a store: it is not a regular file")
    for _ in range(CHECKS - 1):
        with suppress(StoreError):
            _check_content(path)
            return
        sleep(0.05)
    _check_content(path)


def _check_neighbours(path: Path) -> None:
    """Check the files next to a store that SQLite would read, write and delete."""
    journal, *others = (f"{os.path.realpath(path)}{end}" for end in ("-journal", "-wal", "-shm"))
    if os.path.lexists(journal):
        raise StoreError(
            f"{journal} is not from minevis: SQLite would change the store by it, and perhaps "
            "delete another file; nothing was opened. Without this journal the store can be read"
        )
    for neighbour in others:
        with suppress(FileNotFoundError):
            status = os.lstat(neighbour)
            if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
                raise StoreError(
                    f"{neighbour} is a link, or not a regular file: SQLite would change another "
                    "file; nothing was opened"
                )


def _check_content(path: Path) -> None:
    with store_errors(path), closing(connect_to_read(path)) as database:
        (application,) = database.execute("PRAGMA application_id").fetchone()
        (schema,) = database.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION:
            if (application, schema, _contents(database)) == (0, 0, []):
                return  # empty
            raise StoreError(f"{path} belongs to a different program; it was not touched")
        if schema != SCHEMA:
            raise StoreError(
                f"{path} has layout {schema}, and this version of minevis reads "
                f"layout {SCHEMA}; it was not touched"
            )
        for name, statement in _contents(database):
            if statement not in TABLES:
                raise StoreError(
                    f"{path} is not a store: its {name!r:.80} is not a store's table; "
                    "it was not touched"
                )
        (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise sqlite3.DatabaseError(verdict)


def _contents(database: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return the names and statements of all tables, views, triggers and indices.

    The list of a damaged file may go round in circles.
    """
    query = "SELECT name, sql FROM sqlite_master WHERE type != 'index' OR sql IS NOT NULL"
    database.set_progress_handler(lambda: True, MOST_STEPS)
    try:
        return database.execute(query).fetchall()
    except sqlite3.OperationalError as error:
        if _is_interrupt(error):
            raise sqlite3.DatabaseError("its list of tables does not end") from error
        raise
    finally:
        _listen_to_ctrl_c(database)


def _is_interrupt(error: Exception) -> bool:
    return getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """Turn errors of SQLite, the disk and impossible rows into `StoreError`, naming the file."""
    try:
        yield
    except StoreError:
        raise
    except (sqlite3.OperationalError, sqlite3.ProgrammingError, OSError) as error:
        if _is_interrupt(error):
            raise KeyboardInterrupt from error  # see `_listen_to_ctrl_c`
        raise StoreError(f"{path} cannot be used as a store: {error!s:.200}") from error
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # the latter in SQLite's message
        raise StoreError(
            f"{path} is damaged, or no store at all; it was not touched ({error!s:.200})"
        ) from error
    except (ValueError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise StoreError(f"{path} is damaged: {error}") from error
