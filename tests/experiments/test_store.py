"""The store: what it keeps, for whom, and what it makes of files that are none."""

import os
import re
import runpy
import sqlite3
import subprocess
import sys
import tracemalloc
import zlib
from functools import partial
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import minevis as mv
from kill_trials import kill_often, starts_in, undisturbed
from minevis.cli import main
from minevis.core.errors import WorkersLostError
from minevis.experiments.runner import task as tasks
from minevis.experiments.runner import workers
from minevis.experiments.runner.chunk import play_chunk, play_readably
from minevis.experiments.runner.store import APPLICATION
from minevis.experiments.runner.store_rows import row_of, totals_of, without_overlaps
from minevis.experiments.runner.task import Key, Task, source_digest
from minevis.experiments.runner.totals import Totals
from minevis.solver.guessing.effort import EFFORTS

QUIET = {"progress": False}
SUFFIXES = ("", "-wal", "-shm", "-journal")


def task_of(**options):
    options = {"games": 256, "seed": 0, "first": (0, 0), "safe_radius": 0, **options}
    return Task.of("beginner8", options.pop("player", "exact"), **options)


@pytest.fixture
def nobody_plays(monkeypatch):
    """From now on, a chunk that is played is an error."""

    def fail():
        def refuse(*arguments):
            raise AssertionError(f"played again: {arguments}")

        monkeypatch.setattr(workers, "play_chunk", refuse)

    return fail


@pytest.fixture
def path(tmp_path):
    return tmp_path / "runs.sqlite"


def test_what_is_finished_is_not_played_again(path, nobody_plays):
    options = {"games": 2_000, "store": path, "seed": 2**64 - 2_000, **QUIET}
    first = mv.trials("beginner", safe_radius=None, **options)
    assert first == mv.trials(
        "beginner", safe_radius=None, games=2_000, seed=2**64 - 2_000, **QUIET
    )
    nobody_plays()
    assert mv.trials("beginner", safe_radius=None, **options) == first
    same = mv.Player(rules=("count", "search"), name="another name for exact")
    again = mv.trials((9, 9, 10), same, safe_radius=None, **options)
    assert again.totals == first.totals


@pytest.mark.parametrize(
    "other",
    [
        {"level": (9, 9, 11)},
        {"player": "csp"},
        {"player": mv.Player(rules=("count", "search"), max_solutions=10)},
        {"first": (1, 0)},
        {"first": None},
        {"first": "uniform"},
        {"safe_radius": 1},
        {"safe_radius": None},
        {"seed": 1_000},
    ],
)
def test_what_differs_is_played(path, other):
    options = {"level": "beginner", "games": 300, "store": path, **QUIET}
    mv.trials(**options)
    with mv.Store(path) as store:
        before = sum(len(run.chunks) for run in store.runs())
    assert mv.trials(**{**options, **other}) == mv.trials(**{**options, **other, "store": None})
    with mv.Store(path) as store:
        assert sum(len(run.chunks) for run in store.runs()) > before


def test_other_rules_are_another_run(path, monkeypatch):
    mv.trials("beginner8", games=64, store=path, **QUIET)
    monkeypatch.setattr(tasks, "RULES_VERSION", tasks.RULES_VERSION + 1)
    mv.trials("beginner8", games=64, store=path, **QUIET)
    with mv.Store(path) as store:
        assert len(store.runs()) == 2
        assert repr(store) == f"<Store {str(path)!r}>"


def test_a_longer_run_goes_on_where_a_shorter_ended(path, monkeypatch):
    short = mv.trials("beginner", games=1_000, store=path, **QUIET)
    played = []

    def note(task, start, games):
        played.append((start, games))
        return play_chunk(task, start, games)

    monkeypatch.setattr(workers, "play_chunk", note)
    long = mv.trials("beginner", games=3_000, store=path, **QUIET)
    assert min(start for start, _ in played) == 1_000
    assert sum(games for _, games in played) == 2_000
    assert np.array_equal(long.totals.ends[:1_000], short.totals.ends)
    assert long == mv.trials("beginner", games=3_000, **QUIET)


def test_chunks_that_overlap_count_once(path):
    whole = play_chunk(task_of(), 0, 256)[0]
    with mv.Store(path) as store:
        for start, games in [(0, 64), (0, 128), (64, 64), (32, 64), (128, 128), (192, 64)]:
            store.add(task_of(), start, play_chunk(task_of(), start, games)[0])
        assert [start for start, _ in store.finished(task_of())] == [0, 128]
        assert next(iter(store.finished(task_of(games=130))))[1].ends.size == 128
        (run,) = store.runs()
        assert store.totals(run) == whole
    again = mv.trials("beginner8", games=256, store=path, **QUIET)
    assert again.totals == whole


def test_the_chunks_that_count_are_those_that_hold_the_most_games(path, nobody_plays):
    options = {"chunk": 1024, "store": path, **QUIET}
    mv.trials("beginner", "counting", seed=5, games=1_019, **options)
    mv.trials("beginner", "counting", games=100, **options)
    with mv.Store(path) as store:
        assert [run.games for run in store.runs()] == [1_019]
    mv.trials("beginner", "counting", games=5, **options)
    alone = mv.trials("beginner", "counting", games=1_024, **QUIET)
    nobody_plays()
    assert mv.trials("beginner", "counting", games=1_024, **options) == alone


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 6)), max_size=7))
def test_no_other_chunks_hold_more_games(chunks):
    rows = [row_of(a, Totals.empty(n)) for a, n in sorted(chunks, key=lambda c: (c[0], -c[1]))]

    def games(rows):
        seeds = [seed for row in rows for seed in range(int(row.start), int(row.start) + row.games)]
        return len(seeds) if len(set(seeds)) == len(seeds) else 0

    some = (each for n in range(len(rows) + 1) for each in combinations(rows, n))
    assert games(without_overlaps(rows)) == max(map(games, some))


def test_adding_a_chunk_twice_keeps_the_first(path):
    with mv.Store(path) as store:
        for _ in range(2):
            store.add(task_of(), 0, play_chunk(task_of(), 0, 64)[0])
        assert len(store.runs()[0].chunks) == 1


def test_a_function_needs_a_name_to_be_stored(path, nobody_plays):
    def guess(outlook):
        return outlook.covered

    with pytest.raises(ValueError, match="kept in a store under its name"):
        mv.trials("beginner8", mv.Player(guess=guess), games=5, store=path, **QUIET)
    named = mv.Player(guess=guess, name="anywhere")
    first = mv.trials("beginner8", named, games=5, store=path, **QUIET)
    nobody_plays()
    assert mv.trials("beginner8", named, games=5, store=path, **QUIET) == first


@pytest.mark.parametrize("guess", ["best", lambda outlook: outlook.covered])
def test_a_guess_that_may_look_at_effort_and_network_is_kept_with_both(guess, monkeypatch):
    def key(effort):
        return task_of(player=mv.Player(guess=guess, effort=effort, name="own")).key

    assert key(EFFORTS["hard"]) == key("hard")
    before = key("normal")
    assert key("hard") != before
    monkeypatch.setattr(tasks, "default_value_net", lambda: SimpleNamespace(fingerprint="other"))
    assert key("normal") != before


def safest(outlook):
    return outlook.odds == np.where(outlook.covered & ~outlook.mined, outlook.odds, 2).min()


def riskiest(outlook):
    return outlook.odds == np.where(outlook.covered & ~outlook.mined, outlook.odds, -2).max()


def test_games_of_another_function_of_the_same_name_are_not_those_of_this_one(path, nobody_plays):
    def run(guess, store=path):
        player = mv.Player(guess=guess, name="mine")
        return mv.trials((6, 6, 6), player, games=64, store=store, **QUIET)

    first = run(safest)
    assert run(riskiest).totals == run(riskiest, store=None).totals != first.totals
    nobody_plays()
    assert run(safest) == first
    with mv.Store(path) as store:
        assert [kept.won for kept in store.runs()] == [first.won, run(riskiest).won]


def test_games_that_an_older_store_keeps_under_a_name_alone_are_read_and_not_added_up(path):
    player = mv.Player(guess=safest, name="mine")
    mv.trials("beginner8", player, games=64, store=path, **QUIET)
    with sqlite3.connect(path) as database:
        (key,) = database.execute("SELECT key FROM runs").fetchone()
        old = re.sub(r'"code": "[0-9a-f]{16}", ', "", key)
        assert '"guess": {"function": "mine"}' in old
        database.execute("UPDATE runs SET key = ?", (old,))
    database.close()
    mv.trials("beginner8", mv.Player(guess=riskiest, name="mine"), games=32, store=path, **QUIET)
    with mv.Store(path) as store:
        assert [run.games for run in store.runs()] == [64, 32]


class Least:
    def __call__(self, outlook):
        return outlook.odds


def test_a_function_is_known_by_its_source_wherever_it_stands(tmp_path):
    found = set()
    for lines in (0, 7):
        file = tmp_path / f"guess_{lines}.py"
        file.write_text("\n" * lines + "def guess(outlook):\n    return outlook.odds\n")
        made = runpy.run_path(str(file))["guess"]
        found |= {source_digest(made), source_digest(partial(made))}
    assert len(found) == 1
    assert len({source_digest(part) for part in (safest, riskiest, Least(), len)}) == 4


SHARING = """
import sys, minevis as mv
run = mv.trials("beginner", games=20_000, chunk=int(sys.argv[2]), store=sys.argv[1], progress=False)
print(run.won, run.guesses)
"""


def test_two_processes_share_a_store(path):
    children = [
        subprocess.Popen(
            [sys.executable, "-c", SHARING, path, size], stdout=subprocess.PIPE, text=True
        )
        for size in ("256", "1024")
    ]
    said = {child.communicate(timeout=60)[0] for child in children}
    alone = mv.trials("beginner", games=20_000, **QUIET)
    assert said == {f"{alone.won} {alone.guesses}\n"}
    with mv.Store(path) as store:
        (run,) = store.runs()
        assert store.totals(run) == alone.totals


def test_runs_that_are_killed_lose_nothing(path):
    kept = kill_often(path, rounds=3, games=10**7, seed=5)
    assert kept == sorted(kept)
    assert kept[-1] > 3  # in some round more than the first chunk was finished
    games = max(starts_in(path)) + 2 * 512
    resumed = mv.trials("beginner", games=games, chunk=512, store=path, **QUIET)
    assert resumed == undisturbed(games)


def contents(path):
    return {
        suffix: file.read_bytes()
        for suffix in SUFFIXES
        if (file := path.with_name(path.name + suffix)).exists() and file.is_file()
    }


def text(path):
    path.write_text("won everything\n" * 200)


def foreign(path):
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE runs (id, key, player)")
        database.execute("INSERT INTO runs VALUES (1, 'theirs', 'theirs')")
    database.close()


def newer(path):
    mv.trials("beginner8", games=64, store=path, **QUIET)
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()


def torn(path):
    mv.trials("beginner8", games=20_000, chunk=128, store=path, **QUIET)
    data = bytearray(path.read_bytes())
    assert len(data) > 20_000
    data[8192:16384] = os.urandom(8192)
    path.write_bytes(data)


def cut(path):
    mv.trials("beginner8", games=20_000, chunk=128, store=path, **QUIET)
    path.write_bytes(path.read_bytes()[:10_000])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (text, "damaged, or no store at all; it was not touched"),
        (foreign, "belongs to another program; it was not touched"),
        (newer, "has layout 99"),
        (torn, "damaged, or no store at all; it was not touched"),
        (cut, "damaged, or no store at all; it was not touched"),
        (lambda path: path.mkdir(), "cannot be used as a store"),
    ],
)
def test_a_file_that_is_no_store_is_left_as_it_was(path, make, message):
    make(path)
    before = contents(path)
    with pytest.raises(mv.StoreError, match=message) as caught:
        mv.trials("beginner8", games=64, store=path, **QUIET)
    assert str(path) in str(caught.value)
    assert contents(path) == before


def test_an_empty_file_becomes_a_store_and_a_missing_folder_is_an_error(path):
    path.touch()
    mv.trials("beginner8", games=64, store=path, **QUIET)
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    database.close()
    for nowhere in ("nowhere/runs.sqlite", "runs.sqlite/runs.sqlite", 250 * "a"):
        with pytest.raises(mv.StoreError, match="cannot be used as a store"):
            mv.Store(path.parent / nowhere)
    store = mv.Store(path)
    store.close()
    with pytest.raises(mv.StoreError, match="cannot be used as a store: .* a closed database"):
        store.runs()


@pytest.mark.parametrize(
    "change",
    [
        "won = won + 1",
        "games = 10",
        "taken = '[1, 2]'",
        "met = 'not JSON'",
        "stated = '[1.5]'",
        "guesses = '{}'",
        "ends = x'80045d'",  # a pickle
        "ends = 'text'",
        "start = 'soon'",
        "start = '0000000000000000001'",  # 19 digits
        "start = '-0000000000000000001'",
        "games = 1000000000000",
        "games = -1",
        "games = 64.5",
        "games = 20000000, won = 20000000, lost = 0, lost_first = 0",
    ],
)
def test_rows_that_cannot_be_are_an_error(path, change, capsys):
    mv.trials("beginner8", games=64, chunk=64, store=path, **QUIET)
    with sqlite3.connect(path) as database:
        database.execute(f"UPDATE chunks SET {change}")
    database.close()
    with mv.Store(path) as store, pytest.raises(mv.StoreError, match="is damaged"):
        [store.totals(run) for run in store.runs()]
    for what in ("list", "show 1", "export"):
        assert main(["runs", *what.split(), "--store", str(path)]) == 2
        said = capsys.readouterr()
        assert (said.out, f"{path} is damaged" in said.err) == ("", True)


@pytest.mark.parametrize("games", [0, 4])
def test_no_more_is_unpacked_than_a_row_claims_to_hold(games):
    packed = zlib.compress(bytes(1 << 20))
    row = row_of(0, Totals.empty(games))._replace(ends=packed)
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="do not add up"):
            totals_of(row)
        assert tracemalloc.get_traced_memory()[1] < 1 << 18
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "key",
    ["", "[]", "{}", "not JSON", "[" * 10_000, '{"level": [9, 9, 10]}', b"\x80\x05", 7, None],
)
def test_a_key_that_cannot_be_is_an_error_that_names_the_file(path, key, capsys):
    with mv.Store(path) as store:
        store.add(task_of(), 0, Totals.of(play_readably(task_of(), np.arange(2, dtype=np.uint64))))
    with sqlite3.connect(path) as database:
        if key is None:
            database.execute("UPDATE runs SET key = replace(key, '[8, 8, 10]', '[8, \"a\", -1]')")
        else:
            database.execute("UPDATE runs SET key = ?", (key,))
    database.close()
    with mv.Store(path) as store, pytest.raises(mv.StoreError, match=r"sqlite is damaged"):
        store.runs()
    for what in ("list", "show 1", "export"):
        assert main(["runs", *what.split(), "--store", str(path)]) == 2
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
        assert f"{path} is damaged" in said.err


def test_keys_are_read_back_as_they_were_written():
    for first, radius in (((0, 3), 1), ("uniform", None), (None, None)):
        task = task_of(first=first, safe_radius=radius)
        key = Key.parse(task.key)
        assert (key.level, key.first, key.safe_radius) == (task.level, first, radius)
        assert key.player["guess"] == "likely_zero"


def test_a_store_that_may_only_be_read_is_looked_at_and_says_so_before_more_is_played(
    path, monkeypatch, nobody_plays, capsys
):
    first = mv.trials("beginner8", games=50, store=path, **QUIET)
    monkeypatch.setattr(os, "access", lambda *_: False)
    nobody_plays()
    assert mv.trials("beginner8", games=50, store=path, **QUIET) == first
    assert main(["runs", "--store", str(path)]) == 0
    assert "exact" in capsys.readouterr().out
    with pytest.raises(mv.StoreError, match="may only be read: nothing more can be kept"):
        mv.trials("beginner8", games=60, store=path, **QUIET)


def test_what_is_refused_leaves_no_empty_store(path):
    for place in (0, "nowhere:in particular"):
        with pytest.raises((ValueError, WorkersLostError)):
            mv.trials("beginner8", games=50, store=path, workers=place, **QUIET)
        assert not path.exists()


@pytest.mark.parametrize("name", [":memory:", "", "none"])
def test_what_is_no_file_is_no_store(name):
    with pytest.raises(mv.StoreError, match="a store is a file"):
        mv.trials("beginner8", games=5, store=name, **QUIET)


def test_no_pickle_is_stored(path):
    mv.trials("beginner8", games=256, store=path, **QUIET)
    with sqlite3.connect(path) as database:
        (row,) = database.execute("SELECT * FROM chunks LIMIT 1")
    database.close()
    kinds = {type(value) for value in row}
    assert kinds == {int, str, bytes}
    assert sum(isinstance(value, bytes) for value in row) == 1  # the ends, by zlib
    assert row[-1][:1] == b"\x78"


def test_a_store_is_small(path):
    games = 50_000
    mv.trials("beginner", games=games, chunk=4096, store=path, **QUIET)
    assert path.stat().st_size < 2 * games
