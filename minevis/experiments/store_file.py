"""Open a store's SQLite file, which may come from somebody else.

SECURITY.md has the promise: no code in the file runs, and SQLite changes no other file.
"""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import sleep

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
JOURNAL_END = bytes.fromhex("d9d505f920a163d7")  # end of a journal with a super-journal
NEIGHBOURS = ("-journal", "-wal", "-shm")


def connect(name: str | Path, *, uri: bool = False) -> sqlite3.Connection:
    """Open a file. Its texts are limited, and Ctrl-C ends a query."""
    database = sqlite3.connect(name, timeout=WAIT_SECONDS, isolation_level=None, uri=uri)
    _listen_to_ctrl_c(database)
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
    database.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, MOST_SQL)
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")
    return database


def _listen_to_ctrl_c(database: sqlite3.Connection) -> None:
    database.set_progress_handler(lambda: False, STEPS)  # Python hears signals as it runs this


def read_only_uri(path: Path) -> str:
    """Return the URI for opening a file to look at it.

    SQLite would leave two files next to an unopened one, unless it knows that the file will not
    change. It must first undo an interrupted transaction.
    """
    beside = {end: Path(f"{os.path.realpath(path)}{end}").exists() for end in NEIGHBOURS}
    mode = "mode=ro" if beside["-wal"] else "mode=rw" if beside["-journal"] else "immutable=1"
    return f"{path.absolute().as_uri()}?{mode}"


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
    """Check the files next to a store that SQLite writes and deletes."""
    for end in NEIGHBOURS:
        neighbour = f"{os.path.realpath(path)}{end}"
        with suppress(FileNotFoundError):
            status = os.lstat(neighbour)
            if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
                raise StoreError(
                    f"{neighbour} is a link, or not a regular file: SQLite would change another "
                    "file; nothing was opened"
                )
            if end == "-journal" and (name := _super_journal(neighbour, status.st_size)):
                raise StoreError(
                    f"{neighbour} also belongs to the file {name}, which SQLite would delete; "
                    "nothing was opened. Without this journal the store can be read"
                )


def _super_journal(journal: str, size: int) -> str:
    """Return the file named at the end of a journal, or "": SQLite would delete it."""
    with open(journal, "rb") as file:
        file.seek(max(size - 16, 0))
        end = file.read(16)
        if not end.endswith(JOURNAL_END):
            return ""
        length = min(int.from_bytes(end[:4]), size - len(end), 1_000)
        file.seek(size - len(end) - length)
        return repr(file.read(length).decode("utf-8", "backslashreplace"))


def _check_content(path: Path) -> None:
    with store_errors(path), closing(connect(read_only_uri(path), uri=True)) as database:
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
