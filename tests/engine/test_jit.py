"""Compiled kernels: kept on disk, loaded again, and never half of one."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

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
    out, err = process.communicate(timeout=1800)
    assert process.returncode == 0, err
    return out


@pytest.mark.parametrize("writable", [True, False], ids=["kept", "in memory"])
def test_a_kernel_is_kept_or_compiled_in_memory(run_kernels, tmp_path, writable):
    if not writable:
        (tmp_path / "cache").write_text("no folder")
    for count in ("1", "0") if writable else ("1",):
        folder, compiled, ready, path = printed(run_kernels(ONE_KERNEL)).split()
        assert (folder != "None") == (path != "None") == writable
        assert (compiled, ready) == (count, "True")


COMPILED_SLOWLY = f"""
import time
from numba.core import event
class Slowly(event.Listener):
    def on_start(self, event):
        time.sleep(0.3)
    def on_end(self, event):
        pass
event.register("numba:compile", Slowly())
{ONE_KERNEL}"""


def test_processes_may_compile_a_kernel_at_once(run_kernels):
    both = [run_kernels(COMPILED_SLOWLY) for _ in range(2)]
    assert [printed(process).split()[2] for process in both] == ["True", "True"]
    assert printed(run_kernels(COMPILED_SLOWLY)).split()[1] == "0"


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


KEPT = """
from pathlib import Path
from minevis.engine import _jit, twins
@twins.kernel
def double(number):
    return 2 * number
@twins.entry_point
def added(number):
    return double(number) + 3.0
def files():
    return [path for path in _jit.FOLDER.rglob("*.nb*")]
def loaded():
    _jit._twins.cache_clear()  # as in a new process
    _jit.COMPILATIONS.count = 0
    return twins.compiled(added)(2), _jit.COMPILATIONS.count
"""
DAMAGED = f"""{KEPT}
assert loaded() == (7.0, 2)
for suffix in (".nbi", ".nbc"):
    for damage in (b"", b"garbage", b"\\x80\\x04", None):
        assert loaded() == (7.0, 0)
        damaged = [path for path in files() if path.suffix == suffix]
        for path in damaged:
            path.write_bytes(path.read_bytes()[:-100] if damage is None else damage)
        print(len(damaged) > 0, loaded(), loaded())
"""


LOST = f"""{KEPT}
import shutil
print(twins.compiled(added)(1))
shutil.rmtree(_jit.FOLDER)
print(twins.compiled(added)(2.5))
_jit.FunctionCache.save_overload = lambda *_: open("/no/such/folder", "w")
print(twins.compiled(added)(2j))
"""


READY = """
from minevis.engine import _jit, twins
@twins.entry_point
def double(number):
    return 2 * number
def calls():
    for number in (2, 1.5):
        print(twins.at_hand(double)(number), _jit.COMPILATIONS.count, end=" ")
calls()
twins.compiled(double)(3)
calls()
"""


# What runs, one after the other, print.
PRINTED = {
    "a damaged file is compiled anew": (DAMAGED, [8 * "True (7.0, 2) (7.0, 0)\n"]),
    # another version deletes the folder, or there is no more room
    "without its folder or a disk it compiles in memory": (LOST, ["5.0\n8.0\n(3+4j)\n"]),
    "nothing is compiled unasked, but loaded": (
        *(READY, ["4 0 3.0 0 4 1 3.0 1 ", "4 0 3.0 0 4 0 3.0 0 "]),
    ),
}


@pytest.mark.parametrize("rule", PRINTED)
def test_kernels_are_kept_and_used_again(rule, run_kernels):
    source, said = PRINTED[rule]
    assert [printed(run_kernels(source)) for _ in said] == said


IN_STEPS = f"""
import signal, sys, time
import minevis.engine._jit
from numba.core import event, caching
class Steps(event.Listener):
    def on_start(self, event):
        step()
    def on_end(self, event):
        step()
event.register("numba:compile", Steps())
save = caching.IndexDataCacheFile._dump
def slowly(*arguments):
    step()
    return save(*arguments)
caching.IndexDataCacheFile._dump = slowly
{KEPT}"""
AT_EACH_STEP = f"""
def step():
    global steps
    steps -= 1
    if not steps:
        signal.raise_signal(signal.SIGINT)
{IN_STEPS}
for first in range(1, 100):
    for path in files():
        path.unlink()
    steps = first
    try:
        loaded()
        break
    except KeyboardInterrupt:
        assert {{path.suffix for path in files()}} <= {{".nbi", ".nbc"}}
        assert loaded()[0] == 7.0
        assert loaded() == (7.0, 0)
print(first)
"""
STOPPED = f"""
def step():
    print("step", flush=True)
    time.sleep(0.2)
{IN_STEPS}
print(*loaded())
"""


def test_ctrl_c_at_any_moment_of_compiling_spoils_nothing(run_kernels):
    assert int(printed(run_kernels(AT_EACH_STEP))) > 8


@pytest.mark.skipif(sys.platform == "win32", reason="it has no SIGINT for one process")
@pytest.mark.parametrize("steps", [3, 8])
def test_ctrl_c_ends_a_process_that_compiles_and_the_next_run_works(steps, run_kernels):
    child = run_kernels(STOPPED)
    for _ in range(steps):
        assert child.stdout.readline() == "step\n"
    child.send_signal(signal.SIGINT)
    _, said = child.communicate(timeout=1800)
    assert (child.returncode, "KeyboardInterrupt" in said) == (-signal.SIGINT, True)
    assert printed(run_kernels(STOPPED)).splitlines()[-1].startswith("7.0 ")
