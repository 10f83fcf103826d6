"""Stores from somebody else: none deletes a file, hangs, or fills memory."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from itertools import repeat
from types import SimpleNamespace

import pytest

import minevis as mv
from minevis.errors import StoreError
from minevis.experiments import store as stores
from minevis.experiments.store import connect, store_errors
from refused import refusal

resource = pytest.importorskip("resource")  # not on Windows
PAGE = 4096
SUPER_JOURNAL = bytes.fromhex("d9d505f920a163d7")
ENDLESS = (
    "CREATE VIEW {} AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
    "SELECT i AS {}, hex(zeroblob(400000000)) AS {}, i AS {} FROM n"
)


@pytest.fixture
def store(tmp_path):
    path = tmp_path / "runs.sqlite"
    mv.Store(path).close()
    return path


@pytest.fixture
def letters(tmp_path):
    path = tmp_path / "letters.txt"
    path.write_bytes(bytes(100))
    return path


RUNS = """
import sys
from minevis.cli.main import main
for path in sys.argv[1:]:
    main(["runs", "--store", path])
"""


def opened_by_a_child(*paths):
    """Return the errors of `minevis runs`, one a store, within minutes and a gigabyte."""

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 26, 1 << 26))

    command = [sys.executable, "-c", RUNS, *map(str, paths)]
    done = subprocess.run(command, preexec_fn=limit, timeout=1800, capture_output=True, text=True)
    return done.stderr.splitlines()


def changed(path, *statements):
    """Run SQL on a database, as another program does."""
    with closing(sqlite3.connect(path)) as database, database:
        for statement in statements:
            database.execute(statement)


def hot_journal_of(name):
    """A journal that restores no page, and names another file at its end."""
    numbers = (0, 0, 3, 512, PAGE)  # pages, nonce, pages before, sector, bytes of a page
    head = SUPER_JOURNAL + b"".join(number.to_bytes(4) for number in numbers)
    end = (len(name).to_bytes(4), sum(name).to_bytes(4), SUPER_JOURNAL)
    return head.ljust(512, b"\0") + bytes(4) + name + b"".join(end)


RULE = "StoreError: .*runs.sqlite-journal is not from minevis: .* Without"


@pytest.mark.parametrize("writable", [True, False])
@pytest.mark.parametrize("content", [b"", b"nothing", hot_journal_of(b"letters.txt")])
@pytest.mark.parametrize("name", ["runs.sqlite", "link.sqlite"])
def test_a_journal_next_to_a_store_is_never_ours(
    name, content, writable, store, tmp_path, monkeypatch
):
    (tmp_path / "link.sqlite").symlink_to(store)
    monkeypatch.chdir(tmp_path)
    journal, letters = tmp_path / "runs.sqlite-journal", tmp_path / "letters.txt"
    journal.write_bytes(content)
    letters.write_bytes(bytes(100))
    before = {path: path.read_bytes() for path in (store, journal, letters)}
    if not writable:
        monkeypatch.setattr(os, "access", lambda *_: False)
    for use in (mv.Store, lambda path: mv.trials("beginner", games=9, store=path, progress=False)):
        assert re.search(RULE, refusal(lambda use=use: use(tmp_path / name)))
    assert {path: path.read_bytes() for path in before} == before
    journal.unlink()
    mv.Store(store).close()


def test_a_new_store_never_has_a_journal_next_to_it(tmp_path, monkeypatch):
    """A process that starts at the same time would refuse the store."""
    path, seen = tmp_path / "runs.sqlite", []

    def connect_watched(name, **options):
        database = sqlite3.connect(name, factory=Watched, **options)
        database.set_trace_callback(lambda _: seen.append({*tmp_path.iterdir()}))
        return database

    class Watched(sqlite3.Connection):
        def execute(self, *arguments):
            found = super().execute(*arguments)
            seen.append({*tmp_path.iterdir()})
            return found

    monkeypatch.setattr(stores, "sqlite3", SimpleNamespace(**vars(sqlite3)))
    stores.sqlite3.connect = connect_watched
    mv.Store(path).close()
    assert {each.name for names in seen for each in names} == {
        *("runs.sqlite", "runs.sqlite-shm", "runs.sqlite-wal"),
    }


@pytest.mark.parametrize("most", [0, 1 << 26])
def test_a_store_that_may_only_be_read_leaves_no_files(most, store, tmp_path, monkeypatch):
    monkeypatch.setattr(stores, "MOST_IN_MEMORY", most)
    mv.trials("beginner8", games=64, store=store, progress=False)
    before = store.read_bytes()
    monkeypatch.setattr(os, "access", lambda *_: False)
    with mv.Store(store) as received:
        assert [run.games for run in received.runs()] == [64]
        with pytest.raises(StoreError, match="is read-only"):
            received.keep_review("digest", "key", "summary")
        assert [path.name for path in tmp_path.iterdir()] == ["runs.sqlite"]
    assert store.read_bytes() == before


@pytest.mark.parametrize("made", [os.symlink, os.link])
@pytest.mark.parametrize("end", ["-wal", "-shm"])
def test_no_file_is_written_through_a_link_next_to_a_store(end, made, store, letters):
    made(letters, f"{store}{end}")
    with pytest.raises(StoreError, match=f"sqlite{end} is a link, or not a regular file"):
        mv.Store(store)
    assert letters.read_bytes() == bytes(100)
    store.unlink()
    with pytest.raises(StoreError, match="is a link"):
        mv.Store(store)


def test_a_pipe_is_not_waited_for(store, tmp_path):
    os.mkfifo(f"{store}-wal")
    os.mkfifo(tmp_path / "pipe.sqlite")
    log, pipe = opened_by_a_child(store, tmp_path / "pipe.sqlite")
    assert "runs.sqlite-wal is a link, or not a regular file" in log
    assert "pipe.sqlite cannot be used as a store: it is not a regular" in pipe


BLOB = "hex(zeroblob(400000000))"
ROW = "INSERT INTO chunks VALUES (1, 2)"
NO_STORES = [  # what was done to a store
    ["DROP TABLE chunks", ENDLESS.format("chunks", "start", "key", "player")],
    ["DROP TABLE reviews", ENDLESS.format("reviews", "digest", "key", "summary")],
    ["CREATE TRIGGER more AFTER INSERT ON chunks BEGIN DELETE FROM chunks; END"],
    ["DROP TABLE chunks", f"CREATE TABLE chunks (start TEXT, key AS ({BLOB}), player)", ROW],
    ["CREATE VIRTUAL TABLE more USING fts5 (digest, key, summary)"],
    [f"CREATE INDEX more ON chunks ({BLOB})"],
    ["INSERT INTO chunks VALUES (hex(zeroblob(17000000)), 'x', '', 1, '')"],  # a long text
]


def test_a_store_has_the_tables_of_a_store_and_short_texts(tmp_path):
    paths = [tmp_path / f"{number}.sqlite" for number in range(len(NO_STORES))]
    for path, statements in zip(paths, NO_STORES, strict=True):
        mv.Store(path).close()
        changed(path, *statements)
    before = [path.read_bytes() for path in paths]
    for statements, error in zip(NO_STORES, opened_by_a_child(*paths), strict=True):
        rule = "is not a store: its '" if statements != NO_STORES[-1] else "is damaged, or no store"
        assert rule in error, statements
    assert [path.read_bytes() for path in paths] == before


def test_a_table_in_the_write_ahead_log_is_found(store, tmp_path):
    received = tmp_path / "received.sqlite"
    with closing(sqlite3.connect(store)) as database:
        database.execute("CREATE TRIGGER more AFTER INSERT ON chunks BEGIN DELETE FROM chunks; END")
        for end in ("", "-wal"):
            shutil.copy(f"{store}{end}", f"{received}{end}")
    with pytest.raises(StoreError, match="is not a store: its 'more'"):
        mv.Store(received)


@pytest.mark.parametrize(
    "change",
    [
        "name = CAST(x'ff41' AS TEXT), sql = 'CREATE TABLE' WHERE name = 'chunks'",
        "sql = replace(sql, 'player', CAST(x'ff41' AS TEXT)) WHERE name = 'chunks'",
    ],
)
def test_a_name_that_is_not_utf_8_is_an_error_with_the_name_of_the_file(change, store):
    changed(store, "PRAGMA writable_schema = ON", f"UPDATE sqlite_master SET {change}")
    with pytest.raises(StoreError, match=r"runs\.sqlite (is damaged|cannot be used as a store)"):
        mv.Store(store)


def test_a_list_of_tables_that_goes_round_in_a_circle_ends(store):
    """Its first page leads to pages that lead to one row again and again."""
    data = store.read_bytes()
    rows = list(_rows(data))
    (again,) = (row for row in rows if b"autoindex" in row)
    pages = len(data) // PAGE
    first = _leaf(rows) + _leaf([again])
    circle = b"".join(_branch(repeat(pages + number, 400)) for number in (2, 3, 4))
    root = data[:28] + (pages + 5).to_bytes(4) + data[32:100] + _branch((pages + 1, pages + 5), 100)
    store.write_bytes(root + data[PAGE:] + first + circle)
    (error,) = opened_by_a_child(store)
    assert "its list of tables does not end" in error


def _rows(data):
    """The rows in the list of tables of a small database: they are on its first page."""
    for number in range(int.from_bytes(data[103:105])):
        at = int.from_bytes(data[108 + 2 * number : 110 + 2 * number])
        size, last = 0, at
        while data[last] & 128:
            size, last = size << 7 | data[last] & 127, last + 1
        size = size << 7 | data[last]
        yield data[at : last + 2 + size]


def _leaf(rows):
    return _page(13, rows, b"", 0)


def _branch(children, head=0):
    *others, last = children
    return _page(5, [child.to_bytes(4) + b"\x05" for child in others], last.to_bytes(4), head)


def _page(kind, cells, right, head):
    """A page of a table, without `head` bytes at its start."""
    places, at = b"", PAGE
    for cell in cells:
        at -= len(cell)
        places += at.to_bytes(2)
    start = bytes([kind, 0, 0]) + len(cells).to_bytes(2) + at.to_bytes(2) + b"\0" + right + places
    return start.ljust(at - head, b"\0") + b"".join(reversed(cells))


def test_ctrl_c_ends_a_long_query(tmp_path):
    database = connect(tmp_path / "runs.sqlite")
    database.set_trace_callback(lambda _: threading.Timer(0.2, os.kill, (os.getpid(), 2)).start())
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    with pytest.raises(KeyboardInterrupt), store_errors(tmp_path):
        database.execute(endless)
    database.close()
