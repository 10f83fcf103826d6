"""Open a store's SQLite file, which may come from somebody else.

SECURITY.md has the promise: no code in the file runs, and SQLite changes no other file. A file is
checked before SQLite may write it, or files next to it.
"""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import sleep
from urllib.parse import quote

from minevis.errors import StoreError

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
MOST_BYTES = 1 << 25  # per text or blob; a chunk of 2²⁴ games has at most half
MOST_SQL = 10_000  # bytes of a statement, in the file too
MOST_STEPS = 1_000_000  # of SQLite, to list the tables of a file; a store needs some hundred
STEPS = 100_000  # of SQLite between two checks for Ctrl-C, a few milliseconds
MOST_IN_MEMORY = 1 << 26  # bytes; a larger file is read where it is
FORMAT = slice(18, 20)  # in the head of a file: how it is written
WITH_LOG, WITHOUT_LOG = b"\2\2", b"\1\1"


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
    """Return the URI of a file. Names such as "file:other.sqlite" are nothing but names in it."""
    name = path.absolute().as_posix()
    start = "file://" if name.startswith("/") else "file:///"  # a drive of Windows
    return f"{start}{quote(os.fsencode(name))}?{option}"


def _connected(name: str) -> sqlite3.Connection:
    """Open a database. Its texts are limited, and Ctrl-C ends a query."""
    database = sqlite3.connect(name, timeout=WAIT_SECONDS, isolation_level=None, uri=True)
    _listen_to_ctrl_c(database)
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
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
    """Turn errors of SQLite and the disk into `StoreError`, with the name of the file."""
    try:
        yield
    except (sqlite3.OperationalError, sqlite3.ProgrammingError, OSError) as error:
        if _is_interrupt(error):
            raise KeyboardInterrupt from error  # see `_listen_to_ctrl_c`
        raise StoreError(f"{path} cannot be used as a store: {error!s:.200}") from error
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # the latter in SQLite's message
        raise StoreError(
            f"{path} is damaged, or no store at all; it was not touched ({error!s:.200})"
        ) from error
