"""Many games: the same totals whoever plays them, and however they are dealt out."""

import contextlib
import gc
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import tracemalloc
from concurrent.futures import BrokenExecutor, Future
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import minevis as mv
from minevis.cli.main import main
from minevis.engine import kernels
from minevis.engine.shared import UNDECIDED, new_outcomes
from minevis.errors import WorkersLostError
from minevis.experiments import cluster as clusters
from minevis.experiments import run, workers
from minevis.experiments.compare import Pair
from minevis.experiments.run import Collected, chunk_games, play_chunk, play_readably
from minevis.experiments.task import Task, Totals
from minevis.experiments.workers import local, results, workers_for
from minevis.game_loop import has_kernels
from minevis.solver.events import Proved
from minevis.utils import progress
from minevis.utils.progress import announce_compiling

ROOT = Path(__file__).parents[2]
QUIET = {"progress": False}


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    # A client of an earlier test, collected while a cluster starts, waits for Dask's lock for ever.
    gc.collect()
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture
def player():
    """A player with a guess of its own, as somebody would write it in a notebook."""

    def bottom_right(outlook):
        mask = outlook.covered.copy()
        mask.ravel()[: np.flatnonzero(outlook.covered).max()] = False
        return mask

    return mv.Player(guess=bottom_right, name="bottom right")


def task_of(level="beginner", player="exact", **options):
    options = {"games": 100, "seed": 0, "first": (0, 0), "safe_radius": 0, **options}
    return Task.of(level, player, **options)


UNIFORM = {"games": 3_000, "seed": 7, "first": "uniform", "safe_radius": None}


@pytest.mark.parametrize(
    ("level", "name", "options"),
    [
        ("beginner", "exact", UNIFORM),
        ("beginner", "counting", UNIFORM),
        ("beginner8", "exact", {"games": 700, "seed": 2**64 - 800}),
        ((6, 6, 6), "a player of one's own", {"games": 60}),
    ],
)
def test_totals_do_not_depend_on_workers_and_chunks(
    level, name, options, player, cluster, monkeypatch
):
    play = partial(mv.trials, level, name if name in mv.PLAYERS else player, **options, **QUIET)
    run_alone = play()
    assert 0 < run_alone.won < run_alone.games == options["games"]
    assert run_alone.lost_first > 50 or options != UNIFORM
    if name == "exact":
        assert run_alone.totals.taken.sum() == run_alone.guesses
        assert run_alone != play(seed=0)
    for place in (1, 2, cluster, cluster.scheduler.address):
        assert play(workers=place) == run_alone, place
    for games in (1, 256) if options["games"] == 700 else (256,):
        monkeypatch.setattr(run, "GAMES", games)
        assert play() == run_alone, games


def when_chunks_are_stored(path, count, then):
    """In a thread: wait for a number of chunks in a store, then do something."""

    def wait():
        while stored(path) < count:
            time.sleep(0.02)
        then()

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    return thread


def stored(path):
    if not path.exists():
        return 0
    try:
        with mv.Store(path) as store:
            return sum(len(run.chunks) for run in store.runs())
    except mv.errors.StoreError:  # just being made
        return 0


def deadly(marks, deaths):
    """A player whose guess kills the process it runs in, a number of times in all."""

    def guess(outlook):
        for death in range(deaths):
            with contextlib.suppress(FileExistsError):
                (marks / str(death)).touch(exist_ok=False)
                os.kill(os.getpid(), signal.SIGKILL)
        return outlook.covered

    return mv.Player(guess=guess, name="deadly")


@pytest.mark.parametrize("kind", ["processes", "cluster"])
def test_a_killed_worker_changes_nothing(kind, cluster, tmp_path):
    workers = 2 if kind == "processes" else cluster
    before = cluster.run(os.getpid)
    options = {"games": 96, **QUIET}
    disturbed = mv.trials("beginner8", deadly(tmp_path, 1), workers=workers, **options)
    assert (tmp_path / "0").exists()
    assert (cluster.run(os.getpid) != before) == (kind == "cluster")
    undisturbed = mv.trials(
        "beginner8", mv.Player(guess=lambda outlook: outlook.covered), **options
    )
    assert disturbed.totals == undisturbed.totals


def has_work(psutil, process):
    """Whether a process goes on; one that has ended may wait for its parent to take note."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.status() != psutil.STATUS_ZOMBIE
    return False


def test_processes_end_with_the_one_that_started_them(tmp_path):
    psutil = pytest.importorskip("psutil")
    path = tmp_path / "s"
    child = started(tmp_path, "processes", path)
    when_chunks_are_stored(path, 3, lambda: None).join(timeout=1800)
    others = psutil.Process(child.pid).children(recursive=True)
    child.kill()
    child.wait()
    assert others
    deadline = time.monotonic() + 300
    while any(has_work(psutil, other) for other in others):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_workers_that_keep_dying_are_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "MOST_FAILURES", 1)
    with pytest.raises(WorkersLostError, match="died 2 times in a row"):
        mv.trials("beginner", deadly(tmp_path, 99), games=64, workers=2, first=None, **QUIET)


def test_workers_may_die_as_often_as_they_finish_something_between(monkeypatch):
    monkeypatch.setattr(workers, "MOST_FAILURES", 2)
    left, sent = list(range(12)), []

    class Stumbling:
        def __init__(self, **_):
            pass

        def __call__(self, tasks):
            for function, arguments, _ in tasks:
                sent.append(arguments)
                if len(sent) % 3 < 2:
                    raise BrokenExecutor
                yield function(*arguments)
                left.remove(arguments[-1])

    monkeypatch.setattr("joblib.Parallel", Stumbling)
    found = dict(results({"n_jobs": 2}, str, lambda: [*left]))
    assert found == {item: str(item) for item in range(12)}
    assert len(sent) > 24


def dask_process(kind, *arguments):
    """A scheduler or a worker of Dask in a process of its own."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard", *arguments]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, **quiet)


@pytest.fixture
def doomed(tmp_path):
    """The file with the address of a scheduler, and its process."""
    pytest.importorskip("distributed")
    path = tmp_path / "scheduler.json"
    scheduler = dask_process("scheduler", "--port", "0", "--scheduler-file", str(path))
    local = ("--nworkers", "1", "--nthreads", "1", "--local-directory", str(tmp_path))
    worker = dask_process("worker", "--scheduler-file", str(path), *local)
    yield path, scheduler
    for process in (scheduler, worker):
        process.kill()
        process.wait()


def address_in(path):
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError, ValueError):
            return json.loads(path.read_text())["address"]
        time.sleep(0.1)
    raise AssertionError("the scheduler has not begun")


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (signal.SIGKILL, "no longer answers"),
        (signal.SIGSTOP, r"does not answer for 1\.5 seconds: is its scheduler still .*"),
    ],
)
def test_a_lost_scheduler_is_named_and_finished_games_are_kept(
    number, words, doomed, tmp_path, capsys, monkeypatch
):
    path, scheduler = doomed
    store = tmp_path / "runs.sqlite"

    def lose():
        if number == signal.SIGSTOP:  # a short limit from now on: the worker may take long to start
            monkeypatch.setattr(clusters, "SAID_AFTER", 0.5)
            monkeypatch.setattr(clusters, "LOST_AFTER", 1.5)
        scheduler.send_signal(number)

    when_chunks_are_stored(store, 2, lose)
    line = f"trials --level beginner8 --games 10000000 --quiet --workers {address_in(path)}"
    monkeypatch.chdir(tmp_path)
    assert main([*line.split(), "--store", store.name]) == 2
    lines = capsys.readouterr().err.splitlines()  # Dask may log more afterwards
    *said, last = [line for line in lines if line.startswith("minevis: ")]
    waiting = "minevis: the Dask cluster does not answer: waiting 1.5 seconds at most"
    assert (waiting in said) == (number == signal.SIGSTOP), said
    kept = r"([\d,]+) of 10,000,000 games are kept in runs\.sqlite"
    found = re.fullmatch(f"minevis: the Dask cluster {words}; {kept}", last)
    assert found, last
    with mv.Store(store) as opened:
        (run,) = opened.runs()
    assert run.games == int(found[1].replace(",", "")) >= 2 * 1024
    again = mv.trials("beginner8", games=run.games, store=store, **QUIET)
    assert again == mv.trials("beginner8", games=run.games, **QUIET)


@pytest.mark.parametrize(("games", "count"), [(10**6, 3), (2_000, 2), (2, 1)])
def test_no_more_workers_are_started_than_chunks_and_cores(games, count, monkeypatch):
    monkeypatch.setattr("minevis.utils.options.os.cpu_count", lambda: 3)
    chunks = -(-games // chunk_games(task_of(games=games)))
    for asked in (None, 100_000):
        with workers_for(asked, chunks, threads=True) as place:
            assert place.get("n_jobs", 1) == count


CHUNKS = [
    ("expert", "exact", 1024),
    ("beginner", "counting", 1024),
    ("expert", mv.players.best_with("hard"), 32),
    ("beginner", mv.Player(guess=lambda outlook: outlook.covered), 32),
    ((100, 100, 2000), "exact", 32),
    ((200, 200, 8000), "best", 1),
]


@pytest.mark.parametrize(("level", "player", "games"), CHUNKS)
def test_a_chunk_of_slow_games_is_small_so_that_bar_and_ctrl_c_react(level, player, games):
    assert chunk_games(task_of(level, player)) == games


@pytest.mark.parametrize("workers", [1, 2])
def test_the_error_of_a_guess_reaches_the_caller(workers):
    broken = mv.Player(guess=lambda outlook: 1 / 0)
    with pytest.raises(ZeroDivisionError) as raised:
        mv.trials("beginner", broken, games=1, workers=workers, first=None, seed=7, **QUIET)
    assert raised.value.__notes__ == [
        "after 0 clicks in the game of seed 7: minevis.play(minevis.Board.random((9, 9, 10), "
        "seed=7, first=None, safe_radius=None), player, first=None, seed=7)"
    ]


def test_a_false_rule_is_named_with_its_game():
    def liar(knowledge):
        yield Proved((knowledge.names([40])[0],), mined=True, clues=(), uses_total=False)

    player = mv.Player(rules=(liar, "search"), name="liar")
    with pytest.raises(mv.ContradictionError) as raised:
        mv.trials("beginner", player, games=9, seed=4, **QUIET)
    rule, game = raised.value.__notes__
    assert rule == "(4, 4) was said to be a mine and is none: a fault of the rule liar"
    assert "in the game of seed 4: minevis.play(minevis.Board.random((9, 9, 10), seed=4" in game


STOPPED = """
import sys, minevis as mv

own = mv.Player(guess=lambda outlook: outlook.covered, name="own")
player, workers = {"threads": ("exact", 2), "processes": (own, 2), "here": (own, 1)}[sys.argv[1]]
if __name__ == "__main__":
    run = mv.trials("beginner", player, games=10**7, workers=workers, store=sys.argv[2],
                    progress=False)
    print(run.partial, run.games, run.missing, "stopped" in repr(run))
"""


def started(folder, where, store):
    """A process that plays ten million games into a store."""
    script = folder / "run.py"
    script.write_text(STOPPED)  # a file, for the processes that it starts
    command = [sys.executable, script, where, store]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, env=environment, start_new_session=True, text=True
    )


@pytest.mark.parametrize("where", ["threads", "processes", "here"])
def test_ctrl_c_returns_what_is_done(where, tmp_path):
    path = tmp_path / "s"
    child = started(tmp_path, where, path)
    when_chunks_are_stored(path, 3, lambda: os.killpg(child.pid, signal.SIGINT))
    out, _ = child.communicate(timeout=1800)
    partial, games, missing, said = out.split()
    assert (child.returncode, partial, said) == (0, "True", "True")
    assert int(games) + int(missing) == 10**7
    with mv.Store(path) as store:
        (run,) = store.runs()
    assert len(run.chunks) >= 3
    # Ctrl-C may come between the store and the result.
    assert run.games - int(games) in (0, run.chunks[-1].games)


def test_ctrl_c_ends_a_run_on_a_cluster_whose_scheduler_is_busy(cluster, monkeypatch):
    def answer(**_):
        raise TimeoutError

    def add_and_interrupt(*arguments):
        monkeypatch.setattr(Collected, "add", add)  # a second Ctrl-C would end the tests
        add(*arguments)
        signal.raise_signal(signal.SIGINT)

    add = Collected.add
    monkeypatch.setattr(cluster, "nthreads", answer)
    monkeypatch.setattr(Collected, "add", add_and_interrupt)
    found = mv.trials("beginner", "counting", games=10**6, workers=cluster, **QUIET)
    assert found.partial
    assert found.games == 1024


WRONG = [
    {"ends": np.full(16, UNDECIDED, np.uint8)},
    {"ends": [0] * 16},
    {"taken": np.zeros(1_000, np.int64)},
    {"hits": np.zeros(100)},
]
LIES = [
    lambda *_: "won",
    lambda task, chunk: play_chunk(task, (chunk[0], chunk[1] + 1)),
    *(lambda *of, wrong=wrong: replace(play_chunk(*of), **wrong) for wrong in WRONG),
]


@pytest.mark.parametrize("lie", LIES)
def test_what_is_no_result_of_a_chunk_is_not_kept(lie, tmp_path, monkeypatch):
    monkeypatch.setattr(run, "play_chunk", lie)
    with pytest.raises(WorkersLostError, match="a worker's answer is not a result of 16 games"):
        mv.trials("beginner", games=16, workers=1, store=tmp_path / "s", **QUIET)
    with mv.Store(tmp_path / "s") as store:
        assert store.runs() == []


def test_a_billion_games_take_no_memory_before_they_are_played():
    task = task_of("beginner", "counting", games=10**9, seed=0)
    collected = Collected(task)
    totals = Totals.of(play_readably(task, np.arange(8, 12, dtype=np.uint64)))
    few = mv.trials("beginner", "counting", games=4, **QUIET)
    assert (len(few.games_frame()), Pair(few, few).games) == (4, 4)  # load SciPy and pandas
    tracemalloc.start()
    try:
        collected.add(8, totals)
        run = mv.Trials(task, collected.totals())
        assert (run.games, run.missing) == (4, 10**9 - 4)
        assert (run.wins.size, Pair(run, run).games, len(run.games_frame())) == (12, 4, 4)
        assert "999,999,996 of them not played" in str(run)
        assert tracemalloc.get_traced_memory()[1] < 1 << 26
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", sorted({*mv.PLAYERS} - {"best", "value_net", "lookahead"}))
@pytest.mark.parametrize("first", [(3, 4), "uniform", None])
def test_kernels_and_the_readable_solver_count_alike(name, first):
    task = task_of("beginner8", name, first=first, safe_radius=first and 1)
    assert has_kernels(task.player)
    seeds = np.arange(50, 90, dtype=np.uint64)
    ours = Totals.of(play_readably(task, seeds))
    theirs = play_chunk(task, (50, 40))
    assert_count_alike(ours, theirs)


def assert_count_alike(ours, theirs):
    """Equal several, but for the last bit of each risk: floats here, exact fractions there."""
    for field in ("ends", "guesses", "risks", "taken", "hits"):
        assert np.array_equal(getattr(ours, field), getattr(theirs, field)), field
    assert np.all(abs(ours.risk_sum - theirs.risk_sum) <= ours.taken)


def test_games_that_kernels_leave_undecided_are_played_readably(monkeypatch):
    task = task_of("beginner8")
    clean = play_chunk(task, (0, 100))
    play_many = kernels.play_many

    def gives_up(level, player, seeds, **options):
        played, left = play_many(level, player, seeds[:60], **options), new_outcomes(40)
        left.ends[:] = UNDECIDED
        games = (np.concatenate(pair) for pair in zip(played[:3], left[:3], strict=True))
        return type(played)(*games, *played[3:])

    monkeypatch.setattr(kernels, "play_many", gives_up)
    assert_count_alike(play_chunk(task, (0, 100)), clean)


def test_without_kernels_and_threads_the_readable_solver_plays(monkeypatch):
    expected = mv.trials("beginner8", games=20, **QUIET)
    monkeypatch.setattr(run, "has_kernels", lambda player: False)
    monkeypatch.setattr(threading.Thread, "start", None)
    monkeypatch.setattr("minevis.utils.options.os.cpu_count", lambda: 64)
    alone = mv.trials("beginner8", games=20, **QUIET)
    assert np.array_equal(alone.totals.ends, expected.totals.ends)
    assert alone.guesses == expected.guesses


def test_the_bar_shows_the_running_ratio(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    run = mv.trials("beginner8", games=2_000)
    low, high = run.interval
    said = capsys.readouterr().err
    assert f"{100 * run.ratio:.2f} % [{100 * low:.2f}, {100 * high:.2f}]" in said
    assert "exact on 8×8/10" in said


WORKERS = "workers={}: it must be None, an integer of 1 or more"
REFUSED = [
    ({"games": 0}, "games=0: it must be an integer of 1 or more"),
    ({"games": 1.5}, "games=1.5"),
    ({"games": 10**13}, "games=10,000,000,000,000: at most 1,000,000,000 in a run"),
    ({"seed": -1}, "seed -1"),
    ({"seed": 2**64 - 10, "games": 11}, "the last seed exceeds"),
    ({"first": "corner"}, 'a cell .row, col., "uniform" or None'),
    ({"safe_radius": 1.0}, "safe radius 1.0: it must be an integer of 0 or more, or None"),
    ({"first": "uniform", "safe_radius": 4}, "the 9×9 board holds 0 at most"),
    ({"first": None, "safe_radius": 2}, "2: the player's own first click is never protected"),
    ({"workers": 0}, WORKERS.format(0)),
    ({"workers": True}, WORKERS.format(True)),
    ({"workers": "tcp://127.0.0.1:9"}, "no Dask scheduler answers there"),
]


@pytest.mark.parametrize(("options", "message"), REFUSED)
def test_what_cannot_be_played_is_refused(options, message):
    dask = pytest.importorskip("dask")
    # Imported within `set`, it would lose its own settings where that ends, for later tests.
    pytest.importorskip("distributed")
    options = {"level": "beginner", "games": 10, **QUIET, **options}
    soon = dask.config.set({"distributed.comm.timeouts.connect": "1s"})
    with soon, pytest.raises(ValueError, match=message):
        mv.trials(**options)


def test_a_first_click_may_be_an_array():
    there = mv.trials("beginner8", games=5, first=np.array([0, 3]), **QUIET)
    assert there == mv.trials("beginner8", games=5, first=(0, 3), **QUIET)


def test_a_scheduler_that_tells_two_things_at_once_is_asked_again(monkeypatch):
    distributed = pytest.importorskip("distributed")
    asked = []

    class Client:
        def __init__(self, address, timeout):
            asked.append(address)
            assert len(asked) == 3

    monkeypatch.setattr(distributed, "Client", Client)
    assert isinstance(clusters.connected("tcp://there:1"), Client)
    assert asked == ["tcp://there:1"] * 3


def test_processes_of_a_run_leave_those_of_joblib_alone(player):
    joblib = pytest.importorskip("joblib")
    play = partial(mv.trials, "beginner8", player, games=64, workers=2, **QUIET)
    won = play().won
    doubled = joblib.Parallel(n_jobs=2)(joblib.delayed(int.__mul__)(2, i) for i in range(4))
    assert doubled == [0, 2, 4, 6]
    assert play().won == won


def test_chunks_cover_every_missing_game_once_on_a_grid():
    task = task_of(seed=5, games=100)
    collected = Collected(task)
    assert list(collected.gaps(64)) == [(5, 59), (64, 41)]
    for start, games in [(60, 8), (10, 3)]:
        collected.add(start, play_chunk(task, (start, games)))
    assert list(collected.gaps(64)) == [(5, 5), (13, 47), (68, 37)]
    for start, games in collected.gaps(64):
        collected.add(start, play_chunk(task, (start, games)))
    assert list(collected.gaps(64)) == []
    assert collected.totals() == play_chunk(task, (5, 100))


def test_a_run_whose_kernels_are_compiled_first_names_their_player(monkeypatch, capsys):
    monkeypatch.setattr(progress, "LINE_DELAY", 0)

    def play_after_compiling(*arguments):
        announce_compiling(kept=True).join()
        return play_chunk(*arguments)

    monkeypatch.setattr(run, "play_chunk", play_after_compiling)
    mv.trials("beginner8", games=9, **QUIET)
    line = "minevis: compiling exact, once; this takes a minute or two"
    assert set(capsys.readouterr().err.splitlines()) == {line}


def test_a_process_that_is_ended_leaves_no_lock_of_a_bar_behind():
    kind = "type(__import__('tqdm').tqdm.get_lock()).__name__"
    assert list(results(local(2), eval, lambda: [kind])) == [(kind, "RLock")]


@pytest.mark.parametrize("first", [(0, 0), "uniform", None])
def test_a_game_of_a_run_is_found_again(first):
    radius = None if first == "uniform" else 0
    measured = mv.trials((9, 9, 14), games=40, seed=5, first=first, safe_radius=radius, **QUIET)
    games = measured.games_frame()
    assert games.won.tolist() == measured.wins.tolist()
    assert games.guesses.sum() == measured.guesses
    assert games.lost_first.sum() == measured.lost_first
    for index, row in games.iterrows():
        trace = measured.trace(index)
        assert (trace.won, trace.guesses) == (row.won, row.guesses)
        assert trace.risk == pytest.approx(row.risk)
    assert measured.trace(-1) == measured.trace(39)
    with pytest.raises(IndexError, match="game 40: this run has the games 0 to 39"):
        measured.trace(40)


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_a_scheduler_that_does_not_answer_is_reported(answer):
    assert clusters.REACHED_WITHIN < 5  # seconds
    pytest.importorskip("distributed")
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            with contextlib.suppress(OSError):
                caller, _ = server.accept()
                caller.sendall(answer)
                caller.recv(1)  # it goes when it gives up

        threading.Thread(target=serve, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(WorkersLostError, match="no Dask scheduler answers there"):
            mv.trials("beginner", games=10, workers=address, **QUIET)


@pytest.mark.parametrize("trouble", ["does not answer", "has no workers"])
def test_a_cluster_in_trouble_is_announced_once_and_given_up(
    trouble, cluster, monkeypatch, tmp_path, capsys
):
    def answer(**_):
        if trouble == "has no workers":
            return {}
        raise TimeoutError

    seconds = count(step=3)  # by the clock, from question to question
    monkeypatch.setattr(clusters, "monotonic", lambda: next(seconds))
    monkeypatch.setattr(cluster, "nthreads", answer)
    executor = type(cluster.get_executor())
    monkeypatch.setattr(executor, "submit", lambda *_: Future())  # nobody works
    monkeypatch.setattr(clusters, "LOOK_SECONDS", 0.01)
    store = tmp_path / "runs.sqlite"
    message = rf"{trouble} for 120 seconds: .*; 0 of 5,000 games are kept in .*sqlite"
    with pytest.raises(WorkersLostError, match=message):
        mv.trials("beginner", games=5_000, workers=cluster, store=store, **QUIET)
    said = f"minevis: the Dask cluster {trouble}: waiting 120 seconds at most\n"
    assert capsys.readouterr().err == said
    assert next(seconds) / 3 >= 39  # a busy machine asks more often


def test_a_cluster_that_answers_again_is_waited_for_anew(monkeypatch, capsys):
    seconds = iter([0, 4, 6, 110, 111, 111, 112, 220, 231])
    answers = iter([TimeoutError, {}, {}, {"there": 1}, TimeoutError, TimeoutError, TimeoutError])
    monkeypatch.setattr(clusters, "monotonic", lambda: next(seconds))

    def nthreads(**_):
        answer = next(answers)
        if answer is TimeoutError:
            raise answer
        return answer

    backend, waiting = clusters.Cluster(SimpleNamespace(nthreads=nthreads)), Future()
    backend.waiting.add(waiting)
    backend.watch(SimpleNamespace(wait=lambda _: waiting.done()))
    assert capsys.readouterr().err.count("\n") == 2
    assert "does not answer for 120 seconds" in str(waiting.exception())


def test_a_client_that_is_closed_or_no_client_is_an_error(monkeypatch):
    distributed = pytest.importorskip("distributed")
    gc.collect()
    with (
        distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=None) as local,
        distributed.Client(local) as client,
    ):
        with pytest.raises(ValueError, match=r"LocalCluster\(.*: pass a dask.distributed Client"):
            mv.trials("beginner", games=10, workers=local, **QUIET)
        monkeypatch.setattr(client, "nthreads", lambda **_: client.close() or {0: 1})
        with pytest.raises(WorkersLostError, match="the Dask cluster no longer answers"):
            mv.trials("beginner", games=10, workers=client, **QUIET)
        with pytest.raises(WorkersLostError, match="this client is closed, and it must be running"):
            mv.trials("beginner", games=10, workers=client, **QUIET)


@pytest.mark.parametrize("before", [signal.SIG_DFL, signal.SIG_IGN, signal.default_int_handler])
def test_ctrl_c_is_ignored_for_a_while(before):
    ours = signal.signal(signal.SIGINT, before)
    try:
        with workers.ignore_sigint():
            assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
        assert signal.getsignal(signal.SIGINT) == before
    finally:
        signal.signal(signal.SIGINT, ours)


@pytest.mark.parametrize(
    "others", [(signal, "getsignal", lambda _: None), (threading, "current_thread", object)]
)
def test_a_handler_of_another_program_or_thread_is_left_alone(others, monkeypatch):
    """Python knows that of another program as None, and could not put it back."""
    monkeypatch.setattr(signal, "signal", None)
    monkeypatch.setattr(*others)
    with workers.ignore_sigint():
        pass
