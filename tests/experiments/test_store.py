import json
import os
import random
import runpy
import sqlite3
import subprocess
import sys
import tracemalloc
import zlib
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

import minevis as mv
from minevis.cli.main import main
from minevis.errors import WorkersLostError
from minevis.experiments import run
from minevis.experiments import task as tasks
from minevis.experiments.run import play_chunk
from minevis.experiments.store import APPLICATION
from minevis.experiments.task import Key, Task, source_digest
from minevis.solver.guess.effort import EFFORTS

QUIET = {"progress": False}
SUFFIXES = ("", "-wal", "-shm", "-journal")


def task_of(**options):
    options = {"games": 256, "seed": 0, "first": (0, 0), "safe_radius": 0, **options}
    return Task.of("beginner8", options.pop("player", "exact"), **options)


@pytest.fixture
def nobody_plays(monkeypatch):
    def refuse(*arguments):
        raise AssertionError(f"played again: {arguments}")

    return lambda: monkeypatch.setattr(run, "play_chunk", refuse)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "runs.sqlite"


def test_what_is_finished_is_not_played_again(path, nobody_plays):
    options = {"games": 2_000, "seed": 2**64 - 2_000, "safe_radius": None, **QUIET}
    first = mv.trials("beginner", store=path, **options)
    assert first == mv.trials("beginner", **options)
    nobody_plays()
    assert mv.trials("beginner", store=path, **options) == first
    same = mv.Player(rules=("count", "search"), name="another name for exact")
    assert mv.trials((9, 9, 10), same, store=path, **options).totals == first.totals


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

    def note(task, chunk):
        played.append(chunk)
        return play_chunk(task, chunk)

    monkeypatch.setattr(run, "play_chunk", note)
    long = mv.trials("beginner", games=3_000, store=path, **QUIET)
    assert sorted(played) == [(1_000, 24), (1_024, 1_024), (2_048, 952)]
    assert np.array_equal(long.totals.ends[:1_000], short.totals.ends)
    assert long == mv.trials("beginner", games=3_000, **QUIET)


def starts(store):
    return [(chunk.start, chunk.games) for run in store.runs() for chunk in run.chunks]


def test_no_two_chunks_hold_the_same_game_and_the_larger_one_stays(path):
    added = [
        ((0, 64), [(0, 64)]),
        ((0, 64), [(0, 64)]),
        ((32, 64), [(0, 64)]),
        ((64, 64), [(0, 64), (64, 64)]),
        ((32, 96), [(0, 64), (64, 64)]),
        ((0, 256), [(0, 256)]),
        ((250, 100), [(0, 256)]),
    ]
    with mv.Store(path) as store:
        for chunk, kept in added:
            store.add(task_of(), chunk[0], play_chunk(task_of(), chunk))
            assert starts(store) == kept
        assert not list(store.finished(task_of(games=130)))
        (found,) = store.runs()
        assert store.totals(found) == play_chunk(task_of(), (0, 256))


def test_a_run_that_begins_or_ends_within_a_chunk_plays_its_part_again(path, nobody_plays):
    options = {"store": path, **QUIET}
    mv.trials("beginner8", seed=5, games=1_019, **options)
    assert mv.trials("beginner8", games=100, **options) == mv.trials(
        "beginner8", games=100, **QUIET
    )
    with mv.Store(path) as store:
        assert starts(store) == [(5, 1_019)]
    mv.trials("beginner8", games=5, **options)
    alone = mv.trials("beginner8", games=1_024, **QUIET)
    nobody_plays()
    assert mv.trials("beginner8", games=1_024, **options) == alone


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
run = mv.trials("beginner", games=int(sys.argv[2]), store=sys.argv[1], progress=False)
print(run.won, run.guesses)
"""


def test_two_processes_share_a_store(path):
    children = [
        subprocess.Popen(
            [sys.executable, "-c", SHARING, path, str(games)], stdout=subprocess.PIPE, text=True
        )
        for games in (5_000, 5_100)
    ]
    said = [child.communicate(timeout=1800)[0] for child in children]
    alone = [mv.trials("beginner", games=games, **QUIET) for games in (5_000, 5_100)]
    assert said == [f"{run.won} {run.guesses}\n" for run in alone]
    with mv.Store(path) as store:
        (run,) = store.runs()
        assert store.totals(run) == alone[1].totals


REPORTING = """
import sys
import minevis as mv

class Reporting(mv.Store):
    def add(self, task, start, totals):
        super().add(task, start, totals)
        print(start, flush=True)

with Reporting(sys.argv[1]) as store:
    mv.trials("beginner", games=10**7, store=store, progress=False)
"""


def starts_in(path):
    with mv.Store(path) as store:  # it is checked as it is opened
        return {int(chunk.start) for run in store.runs() for chunk in run.chunks}


def test_runs_that_are_killed_lose_nothing(path):
    """A chunk is finished when the process has reported it; then it is killed at any moment."""
    moments, finished, counts = random.Random(5), set(), []
    for _ in range(3):
        command = [sys.executable, "-c", REPORTING, path]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            reported = [child.stdout.readline() for _ in range(moments.randint(1, 8))]
            child.kill()
            reported += child.communicate()[0].splitlines()
        finished |= {int(line) for line in reported if line.strip()}
        counts.append(len(starts_in(path)))
        assert finished - starts_in(path) == set(), "finished, but not in the store"
    assert counts == sorted(counts)
    assert counts[-1] > 3  # in some round more than the first chunk was finished
    games = max(starts_in(path)) + 1500
    undisturbed = mv.trials("beginner", games=games, **QUIET)
    assert mv.trials("beginner", games=games, store=path, **QUIET) == undisturbed


def contents(path):
    files = [path.with_name(path.name + suffix) for suffix in SUFFIXES]
    return {file.name: file.read_bytes() for file in files if file.is_file()}


def changed(path, *statements):
    """Run SQL on a database, as another program does."""
    with sqlite3.connect(path) as database:
        for statement in statements:
            database.execute(*statement if isinstance(statement, tuple) else (statement,))
    database.close()


def kept(path, *chunks):
    """Play chunks of (start, games) into a store, and return the last run."""
    with mv.Store(path) as store:
        for chunk in chunks:
            store.add(task_of(), chunk[0], play_chunk(task_of(), chunk))
        return store.runs()[-1]


def with_layout_1(path):
    mv.Store(path).close()
    changed(path, "PRAGMA user_version = 1")


def short(path):
    kept(path, *((start, 4) for start in range(0, 400, 4)))
    path.write_bytes(path.read_bytes()[:10_000])


@pytest.mark.parametrize(  # files of tests/hostile/corpus are more such stores
    ("make", "message"),
    [
        (
            lambda path: changed(path, "CREATE TABLE chunks (id, key, player)"),
            "belongs to a different program; it was not touched",
        ),
        (with_layout_1, "has layout 1, and this version of minevis reads layout 2; "),
        (short, "damaged, or no store at all; it was not touched"),
        (lambda path: path.mkdir(), "cannot be used as a store"),
    ],
)
def test_a_file_that_is_no_store_is_left_as_it_was(path, make, message):
    make(path)
    before = contents(path)
    with pytest.raises(mv.errors.StoreError, match=message) as caught:
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
    for nowhere in ("nowhere/runs.sqlite", "runs.sqlite/runs.sqlite", 256 * "a"):
        with pytest.raises(mv.errors.StoreError, match="cannot be used as a store"):
            mv.Store(path.parent / nowhere)
    store = mv.Store(path)
    store.close()
    with pytest.raises(
        mv.errors.StoreError, match="cannot be used as a store: .* a closed database"
    ):
        store.runs()


def packed(text):
    return f"x'{zlib.compress(text.encode()).hex()}'"


ENDS, NONE = 64 * "0", [0] * 100
NO_TOTALS = [
    *("not JSON", "{}", "[[0]]"),
    *(json.dumps([ENDS, [64], *rest]) for rest in ([], [1, 2, 3, 4], [*[NONE] * 3, [0.5] * 100])),
    *(json.dumps([ends, [64], *[NONE] * 4]) for ends in (64 * "é", 64 * "4")),
    json.dumps([ENDS, [64.0], *[NONE] * 4]),
    json.dumps([ENDS, [64], NONE, NONE, NONE, [1 << 70] * 100]),
]
NO_KEYS = ["", "[" * 10_000, '{"level": [9, 9, 10]}']
WRONG_TYPES = ["x'00ff'", "x'30'", "1e999"]
NO_STARTS = ["0000000000000000001", "-0000000000000000001", "00000000000000000001", "soon"]
DAMAGED = [
    *(f"totals = {packed(text)}" for text in NO_TOTALS),
    *(f"key = '{key}'" for key in NO_KEYS),
    "key = replace(key, '[8, 8, 10]', '[8, \"a\", -1]')",
    *(f"start = '{start}' WHERE start LIKE '%64'" for start in NO_STARTS),
    *(f"start = {start} WHERE start LIKE '%64'" for start in WRONG_TYPES),
    *(f"games = {games}" for games in (10, -1, 64.5, "'some'")),
    *(
        f"{column} = {value}"
        for column in ("key", "player", "games", "totals")
        for value in WRONG_TYPES
        if (column, value) != ("player", "1e999")  # the name Inf
    ),
]


def assert_damaged(path, capsys, *reads):
    """Check that all that reads a store names it as damaged."""
    for read in (lambda store: store.runs(), *reads):
        with mv.Store(path) as store, pytest.raises(mv.errors.StoreError, match="is damaged"):
            read(store)
    for what in ("list", "show 1", "export"):
        assert main(["runs", *what.split(), "--store", str(path)]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert f"{path} is damaged" in err


@pytest.mark.parametrize("change", DAMAGED, ids=lambda change: change[:40])
def test_rows_that_cannot_be_are_an_error_that_names_the_file(path, change, capsys):
    kept(path, (0, 64), (64, 64))
    changed(path, f"UPDATE chunks SET {change}")
    assert_damaged(path, capsys)
    if change.startswith(("totals", "games")):  # others are not found by their key or seed
        with pytest.raises(mv.errors.StoreError, match="is damaged"):
            mv.trials("beginner8", games=256, store=path, **QUIET)


def row_of(path, name, change):
    """Return the totals of a stored chunk as the numbers in its row, one list changed."""
    with sqlite3.connect(path) as database:
        (packed,) = database.execute("SELECT totals FROM chunks").fetchone()
    database.close()
    row = json.loads(zlib.decompress(packed))
    change(row[["ends", "guesses", "risks", "risk_sum", "taken", "hits"].index(name)])
    return row


def at(place, value):
    return lambda numbers: numbers.__setitem__(place, value)


def plus(place, value):
    return lambda numbers: numbers.__setitem__(place, numbers[place] + value)


WRONG_TOTALS = {  # lists of numbers, and how they are changed
    "guesses": [
        *(at(0, -1), at(0, True), at(0, float("nan")), plus(0, 1 << 63)),
        lambda numbers: numbers.__setitem__(slice(2), [-5, numbers[0] + 5]),
        lambda numbers: (plus(0, -1)(numbers), numbers.extend([0] * 99 + [1])),
    ],
    "risks": [plus(0, 1), plus(0, (1 << 64) - 1), lambda numbers: numbers.append(0)],
    "taken": [plus(50, 10_000), at(50, -1)],
    "hits": [plus(50, 1_000), plus(3, 1)],
    "risk_sum": [plus(50, 1 << 62), plus(50, -(1 << 40)), plus(3, 1 << 40), at(50, "many")],
}


@pytest.mark.parametrize(
    ("name", "change"), [(name, change) for name in WRONG_TOTALS for change in WRONG_TOTALS[name]]
)
def test_totals_that_cannot_be_are_an_error(path, name, change, capsys):
    run = kept(path, (0, 256))
    packed = zlib.compress(json.dumps(row_of(path, name, change)).encode())
    changed(path, ("UPDATE chunks SET totals = ?", (packed,)))
    reads = lambda store: store.totals(run), lambda store: [*store.finished(task_of())]
    assert_damaged(path, capsys, *reads)


WRONG_KEYS = {
    "rules_version": [-1, True],
    "level": [[8, 8, 65], [8, 8, 10.0], [8, 8], [10**9, 10**9, 1]],
    "first": [[0, 99], "anywhere"],
    "safe_radius": [-1, float("inf")],
    "player": [{"max_solutions": -1}, {"games": 10**9}, {"effort": [float("nan")]}],
}


@pytest.mark.parametrize(
    "change", [{name: value} for name in WRONG_KEYS for value in WRONG_KEYS[name]]
)
def test_a_key_with_numbers_that_cannot_be_is_an_error(change):
    key = json.loads(task_of().key)
    assert Key.parse(json.dumps(key)).level == (8, 8, 10)
    with pytest.raises(ValueError, match=r"."):
        Key.parse(json.dumps(key | change))


def test_a_seed_beyond_the_last_is_an_error(path):
    kept(path, (0, 64))
    changed(path, f"UPDATE chunks SET start = '{2**64 - 63}'")
    with mv.Store(path) as store, pytest.raises(mv.errors.StoreError, match="exceeds"):
        store.runs()


@pytest.mark.parametrize(
    "name",
    ["file:other.sqlite", "file:other.sqlite?mode=rwc", "other.sqlite?cache=shared", "a#b%20c"],
)
def test_a_name_with_signs_of_a_uri_is_the_name_of_a_file(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    other = tmp_path / "other.sqlite"
    changed(other, "CREATE TABLE theirs (value)")
    before = other.read_bytes()
    for _ in range(2):
        assert mv.trials("beginner8", games=64, store=name, **QUIET).games == 64
    assert main(["runs", "--store", name]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"other.sqlite", name}
    assert other.read_bytes() == before


def test_a_link_to_no_file_is_an_error_and_makes_none(tmp_path):
    link, target = tmp_path / "runs.sqlite", tmp_path / "target.sqlite"
    link.symlink_to(target)
    for use in (mv.Store, lambda path: mv.trials("beginner8", games=9, store=path, **QUIET)):
        with pytest.raises(mv.errors.StoreError, match="is a link to a file that does not exist"):
            use(link)
    assert not target.exists()
    mv.Store(target).close()
    mv.Store(link).close()


def test_no_more_is_unpacked_than_a_chunk_can_hold(path):
    kept(path, (0, 4))
    changed(path, ("UPDATE chunks SET totals = ?", (zlib.compress(bytes(1 << 24)),)))
    with mv.Store(path) as store:
        tracemalloc.start()
        try:
            with pytest.raises(mv.errors.StoreError, match="is damaged"):
                store.runs()
            assert tracemalloc.get_traced_memory()[1] < 1 << 20
        finally:
            tracemalloc.stop()


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
    with pytest.raises(mv.errors.StoreError, match="is read-only: no games can be saved"):
        mv.trials("beginner8", games=60, store=path, **QUIET)


def test_what_is_refused_leaves_no_empty_store(path):
    for place in (0, "nowhere:in particular"):
        with pytest.raises((ValueError, WorkersLostError)):
            mv.trials("beginner8", games=50, store=path, workers=place, **QUIET)
        assert not path.exists()


@pytest.mark.parametrize("name", [":memory:", "", "none", "runs\0.sqlite"])
def test_what_is_no_file_is_no_store(name):
    with pytest.raises(mv.errors.StoreError, match="a store is a file"):
        mv.trials("beginner8", games=5, store=name, **QUIET)


def test_a_store_is_small_and_has_no_pickle(path):
    games = 20_000
    mv.trials("beginner8", games=games, store=path, **QUIET)
    assert path.stat().st_size < 3 * games
    with sqlite3.connect(path) as database:
        (row,) = database.execute("SELECT * FROM chunks LIMIT 1")
    database.close()
    assert [type(value) for value in row] == [str, str, str, int, bytes]
    assert json.loads(zlib.decompress(row[-1]))
