"""Where compiled kernels are kept, and that nobody meets those of others."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from minevis.engine import _jit, kernels, turn, twins
from minevis.engine.kernels import warm_up
from minevis.players import PLAYERS

ONE_KERNEL = """
from minevis.engine import _jit, twins
@twins.entry_point
def double(number):
    return 2 * number
twin = twins.compiled(double)
twin(2)
print(_jit.FOLDER, _jit.COMPILATIONS.count, twins.kernels_ready(double), twin.stats.cache_path)
"""
ROOT = Path(__file__).parents[2]
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
def test_a_folder_that_others_can_write_to_or_behind_a_link_is_not_used(places, monkeypatch):
    folder = _jit.kernel_folder()
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o777)
    assert _jit.kernel_folder().parent == places[1]
    folder.chmod(0o700)
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to("elsewhere")
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


@pytest.fixture
def run_kernels(tmp_path):
    """Start a process that runs a source with kernels, in a cache of this test's own."""
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    environment = {**os.environ, **cache, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}

    def run(source):
        script = tmp_path / "minevis_kernels.py"
        if not script.exists():  # numba compares its time
            script.write_text(source)
        command = [sys.executable, "-c", "import minevis_kernels"]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, **pipes, text=True, env=environment)

    return run


def printed(process):
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out


@pytest.mark.parametrize("writable", [True, False], ids=["kept", "in memory"])
def test_a_kernel_is_kept_or_compiled_in_memory(run_kernels, tmp_path, writable):
    if not writable:
        (tmp_path / "cache").write_text("no folder")
    for count in ("1", "0" if writable else "1"):
        folder, compiled, ready, path = printed(run_kernels(ONE_KERNEL)).split()
        assert (folder != "None") == (path != "None") == writable
        assert (compiled, ready) == (count, "True")


COMPILED_SLOWLY = f"""
import time
from numba.core import event
class Slowly(event.Listener):
    def on_start(self, event):
        time.sleep(1)
    def on_end(self, event):
        pass
event.register("numba:compile", Slowly())
{ONE_KERNEL}"""


def test_processes_may_compile_a_kernel_at_once(run_kernels):
    both = [run_kernels(COMPILED_SLOWLY) for _ in range(2)]
    assert [printed(process).split()[2] for process in both] == ["True", "True"]
    assert printed(run_kernels(COMPILED_SLOWLY)).split()[1] == "0"


FOUR_KERNELS = """
from minevis.utils import progress
from minevis.engine import _jit, twins
@twins.kernel
def double(number):
    return 2 * number
@twins.kernel
def doubled_twice(number):
    return double(double(number))
@twins.kernel
def unneeded(number):
    return double(number)
@twins.entry_point
def sum_of(number, other):
    if other is not None:
        number = unneeded(other)
    return doubled_twice(number) + double(1.5)
@twins.entry_point
def twice(number):
    return doubled_twice(number) + double(number)
class Shown(progress.CompilingProgress):
    def __init__(self, total, *, kept):
        self.total, self.seen = total, set()
    def update(self, done):
        self.seen.add(done)
    def close(self):
        print(self.total, sorted(self.seen))
_jit.CompilingProgress = Shown
_jit.OPTIONAL["unneeded"] = "other"
for kernel, *arguments in ((sum_of, 2, None), (twice, 2), (sum_of, 2, 3)):
    twins.compiled(kernel)(*arguments)
"""


def test_kernels_are_counted_up_to_the_total_that_is_compiled(run_kernels):
    """A kernel that is left out for a None does not count; one that is ready counts at once."""
    shown = printed(run_kernels(FOUR_KERNELS)).splitlines()
    assert shown == ["3 [1, 2, 3]", "3 [3]", "4 [4]"]


def test_the_total_of_a_player_leaves_out_what_it_does_without(monkeypatch):
    if not twins.can_compile():
        pytest.skip("the JIT is off")
    entry, asked = twins.compiled(turn.play_games), []
    monkeypatch.setattr(kernels, "compiled", lambda entry: lambda *given: asked.append(given))
    for name, optional in (("exact", set()), ("csp", {"_try_other"}), ("best", {"score_cells"})):
        warm_up(PLAYERS[name])
        needed = _jit.needed_by(entry, tuple(map(numba.typeof, asked[-1])))
        names = {kernel.__name__ for kernel in needed}
        assert "place_mines" in names
        assert names & set(_jit.OPTIONAL) == optional, name


SOME_KERNELS = """
import signal
from numba.core import event
from minevis.engine import _jit, twins
@twins.kernel
def double(number):
    return 2 * number
@twins.kernel
def triple(number):
    return 3 * number
@twins.entry_point
def added(number):
    return double(number) + double(1.5) + triple(number)
class After(event.Listener):
    def on_start(self, event):
        pass
    def on_end(self, event):
        while presses:
            presses.pop()
            signal.raise_signal(signal.SIGINT)
event.register("numba:compile", After())
def heard(number, frame):
    print("heard", end=" ")
    raise KeyboardInterrupt
signal.signal(signal.SIGINT, heard)
for presses in ([1], []):
    try:
        print(twins.compiled(added)(2))
    except KeyboardInterrupt:
        print(*(len(twins.compiled(each).overloads) for each in (double, triple)))
    assert signal.getsignal(signal.SIGINT) is heard
"""


def test_ctrl_c_ends_compiling_before_the_next_kernel_and_spoils_nothing(run_kernels, tmp_path):
    shown = printed(run_kernels(SOME_KERNELS)).splitlines()
    assert shown == ["heard 1 0", "13.0"]
    assert {path.suffix for path in tmp_path.rglob("*.nb*")} == {".nbi", ".nbc"}
