"""Where compiled kernels are kept, and that nobody meets those of others."""

import os
import subprocess
import sys

import numba
import pytest

from minevis.engine import _jit, turn
from minevis.engine.call_graph import call_graph
from minevis.engine.kernels import warm_up
from minevis.players import PLAYERS

ONE_KERNEL = """
from minevis.engine import _jit
@_jit.entry_point
def double(number):
    return 2 * number
double(2)
print(_jit.FOLDER, _jit.COMPILATIONS.count, _jit.is_ready(double), double.stats.cache_path)
"""
POSIX = pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners here")


@pytest.fixture
def places(monkeypatch, tmp_path):
    """Two places for kernels: beside the sources, then the user's cache."""
    both = [tmp_path / "sources", tmp_path / "cache"]
    monkeypatch.setattr(_jit, "_places", lambda: iter(both))
    return both


def test_kernels_are_kept_beside_the_sources_else_in_the_users_cache(places):
    beside, cache = places
    assert _jit.kernel_folder().parent == beside
    beside.rename(beside.with_name("away"))
    beside.write_text("no folder can be made here")
    assert _jit.kernel_folder().parent == cache
    cache.rename(cache.with_name("gone"))
    cache.write_text("nor here")
    assert _jit.kernel_folder() is None


def test_other_sources_and_other_constants_have_other_folders(places, monkeypatch):
    folder = _jit.kernel_folder()
    assert folder == _jit.kernel_folder()
    monkeypatch.setattr(_jit, "FINGERPRINT", "other constants")
    assert folder != _jit.kernel_folder()
    assert folder.is_dir()


@POSIX
def test_a_folder_that_others_can_write_to_is_not_used(places, monkeypatch):
    folder = _jit.kernel_folder()
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o777)
    assert _jit.kernel_folder().parent == places[1]
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    assert _jit.kernel_folder() is None


@POSIX
@pytest.mark.parametrize(
    ("mode", "private", "used"),
    [
        (0o777, True, False),
        (0o1777, False, True),  # as /tmp: nobody moves what others made
        (0o775, False, False),
        (0o775, True, True),
        (0o755, False, True),
    ],
)
def test_a_folder_that_others_can_replace_is_not_used(mode, private, used, places, monkeypatch):
    shared = places[0].parent / "shared"
    (shared / "mine").mkdir(parents=True)
    places[0].symlink_to(shared / "mine")
    shared.chmod(mode)
    monkeypatch.setattr(_jit, "_is_private", lambda group: private)
    assert _jit.kernel_folder().parent == (shared / "mine" if used else places[1])


@POSIX
def test_a_folder_behind_a_link_is_not_used(places):
    folder = _jit.kernel_folder()
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to("elsewhere")
    assert _jit.kernel_folder().parent == places[1]


@pytest.mark.parametrize("writable", [True, False], ids=["kept", "in memory"])
def test_a_kernel_is_kept_or_compiled_in_memory(tmp_path, writable):
    script = tmp_path / "kernel.py"
    script.write_text(ONE_KERNEL)
    cache = tmp_path / "cache"
    if not writable:
        cache.write_text("no folder")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "NUMBA_DISABLE_JIT": "0"}

    def run():
        done = subprocess.run(
            [sys.executable, str(script)], capture_output=True, text=True, env=environment
        )
        assert done.returncode == 0, done.stderr
        folder, count, ready, path = done.stdout.split()
        assert (folder != "None") == (path != "None") == writable
        return int(count), ready

    assert run() == (1, "True")
    assert run() == (0 if writable else 1, "True")


COMPILED_SLOWLY = (
    """
import time
from numba.core import event
class Slowly(event.Listener):
    def on_start(self, event):
        time.sleep(3)
    def on_end(self, event):
        pass
event.register("numba:compile", Slowly())
"""
    + ONE_KERNEL
)


@POSIX
def test_of_processes_that_need_a_kernel_at_once_one_compiles_it(tmp_path):
    script = tmp_path / "kernel.py"
    script.write_text(COMPILED_SLOWLY)
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    command = [sys.executable, str(script)]
    both = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **cache})
        for _ in range(2)
    ]
    told = [process.communicate()[0].split()[1:3] for process in both]
    assert sorted(told) == [["0", "True"], ["1", "True"]]


FOUR_KERNELS = """
import sys
from minevis.core import progress
from minevis.engine import _jit
@_jit.kernel
def double(number):
    return 2 * number
@_jit.kernel
def doubled_twice(number):
    return double(double(number))
@_jit.kernel
def unneeded(number):
    return double(number)
@_jit.entry_point
def sum_of(number, other):
    if other is not None:
        number = unneeded(other)
    return doubled_twice(number) + double(1.5)
@_jit.entry_point
def twice(number):
    return sum_of(number, None) + doubled_twice(number)
class Shown(progress.CompilingProgress):
    def __init__(self, total, *, kept):
        self.total, self.seen = total, set()
    def update(self, done):
        self.seen.add(done)
    def close(self):
        print(self.total, sorted(self.seen))
_jit.CompilingProgress = Shown
for kernel, *arguments in ((sum_of, 2, None), (twice, 2), (sum_of, 2, 3)):
    kernel(*arguments)
"""


def test_kernels_are_counted_up_to_the_total_that_is_compiled(tmp_path):
    """A kernel that is left out for a None does not count; one that is ready counts at once."""
    script = tmp_path / "kernels.py"
    script.write_text(FOUR_KERNELS)
    environment = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, env=os.environ | environment
    )
    assert done.stdout.splitlines() == [
        "3 [1, 2, 3]",
        "4 [3, 4]",
        "4 [1, 2, 3, 4]",
    ], done.stderr


def test_the_total_of_a_player_leaves_out_what_it_does_without(monkeypatch):
    entry, needed = turn.play_games, {}
    if not hasattr(entry, "overloads"):
        pytest.skip("the JIT is off")
    asked = []
    monkeypatch.setattr(turn, "play_games", lambda *given: asked.append(given))
    for name in ("exact", "csp", "best"):
        warm_up(PLAYERS[name])
        graph = call_graph(entry, tuple(map(numba.typeof, asked[-1])))
        needed[name] = {kernel.py_func.__name__ for kernel in graph}
    assert needed["exact"] < needed["best"]
    for kernel, names in {
        "place_mines": {"exact", "csp", "best"},
        "subset": {"csp"},
        "score_with_second_look": {"best"},
        "_explored": set(),  # only when guesses are noted
    }.items():
        assert {name for name in needed if kernel in needed[name]} == names, kernel


SOME_KERNELS = """
import signal, threading
from numba.core import event
from minevis.engine import _jit
@_jit.kernel
def double(number):
    return 2 * number
@_jit.kernel
def triple(number):
    return 3 * number
@_jit.entry_point
def added(number):
    return double(number) + double(1.5) + triple(number)
def ask():
    try:
        print(added(2))
    except KeyboardInterrupt:
        print("stopped")
class After(event.Listener):
    def on_start(self, event):
        pass
    def on_end(self, event):
        report()
event.register("numba:compile", After())
report = lambda: signal.raise_signal(signal.SIGINT)
ask()
report = _jit.COMPILATIONS.stop
thread = threading.Thread(target=ask)
thread.start()
thread.join()
_jit.COMPILATIONS.stopped = False
report = int
ask()
"""


def test_ctrl_c_ends_compiling_before_the_next_kernel_and_spoils_nothing(tmp_path):
    script = tmp_path / "kernels.py"
    script.write_text(SOME_KERNELS)
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    command, environment = [sys.executable, str(script)], {**os.environ, **cache}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.stdout.splitlines() == ["stopped", "stopped", "13.0"], done.stderr


ONE_WITHIN_THE_OTHER = """
import contextlib, threading, time
from minevis.engine import _jit
alone = _jit._alone
@contextlib.contextmanager
def slowly_alone(path):
    with alone(path):
        if threading.current_thread() is threads[0]:
            time.sleep(1)
        yield
_jit._alone = slowly_alone
@_jit.entry_point
def double(number):
    return 2 * number
@_jit.entry_point
def four_times(number):
    return double(double(number))
threads = [threading.Thread(target=each, args=(2,)) for each in (double, four_times)]
for thread in threads:
    thread.start()
    time.sleep(0.5)
for thread in threads:
    thread.join()
print(double(2), four_times(2))
"""


def test_threads_that_need_a_kernel_and_what_calls_it_do_not_wait_for_each_other(tmp_path):
    script = tmp_path / "kernels.py"
    script.write_text(ONE_WITHIN_THE_OTHER)
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    command, environment = [sys.executable, str(script)], {**os.environ, **cache}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60)
    assert done.stdout.split() == ["4", "8"], done.stderr
