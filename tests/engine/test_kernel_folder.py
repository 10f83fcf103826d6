"""The folder for compiled kernels: its owner, its name, and the removal of old folders."""

import builtins
import dis
import os
import subprocess
import sys
from enum import IntEnum
from pathlib import Path
from types import CodeType, FunctionType

import numpy as np
import pytest

from minevis.engine import kernel_folder, shared
from minevis.engine.guess import strategies

POSIX = pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners here")


@pytest.fixture
def places(monkeypatch, tmp_path):
    """Two places for kernels: beside the sources, then the user's cache."""
    both = [tmp_path / "sources", tmp_path / "cache"]
    monkeypatch.setattr(kernel_folder, "_places", lambda: iter(both))
    return both


def test_kernels_are_kept_beside_the_sources_else_in_the_users_cache(places):
    beside, cache = places
    assert kernel_folder.kernel_folder().parent == beside
    beside.rename(beside.with_name("away"))
    beside.write_text("no folder can be made here")
    assert kernel_folder.kernel_folder().parent == cache
    cache.rename(cache.with_name("gone"))
    cache.write_text("nor here")
    assert kernel_folder.kernel_folder() is None


def test_other_sources_and_other_constants_have_other_folders(places, monkeypatch):
    folder = kernel_folder.kernel_folder()
    assert folder == kernel_folder.kernel_folder()
    monkeypatch.setattr(kernel_folder, "folder_name", lambda: "another")
    assert folder != kernel_folder.kernel_folder()


def moved(kind):
    """Return an enum with the same names, numbered in another order."""
    return IntEnum(kind.__name__, list(reversed(kind.__members__)), start=0)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GuessKind", moved(shared.GuessKind)),
        ("SCORED_KINDS", shared.SCORED_KINDS[::-1]),
        ("TIE", 2 * strategies.TIE),
        ("COVERED", float(strategies.COVERED)),
    ],
)
def test_another_value_of_a_kernels_global_is_another_fingerprint(name, value, monkeypatch):
    before = kernel_folder.fingerprint()
    monkeypatch.setattr(strategies, name, value)
    assert kernel_folder.fingerprint() != before


MOVED = """
import sys
from minevis.solver.guess import effort
if sys.argv[1:]:
    effort.SCORED = (effort.SCORED[1], effort.SCORED[0], *effort.SCORED[2:])
from minevis.engine import kernel_folder
print(kernel_folder.fingerprint(), "numba" in sys.modules)
"""


def test_a_name_moved_in_scored_is_another_fingerprint():
    found = [
        subprocess.run(
            [sys.executable, "-c", MOVED, *moved], capture_output=True, text=True, check=True
        ).stdout.split()
        for moved in ([], [], ["moved"])
    ]
    assert found[0] == found[1] == [kernel_folder.fingerprint(), "False"]
    assert found[2][0] != found[0][0]


def globals_of(code):
    for each in dis.get_instructions(code):
        if each.opname in ("LOAD_GLOBAL", "LOAD_NAME") and not hasattr(builtins, each.argval):
            yield each.argval
        elif isinstance(each.argval, CodeType):
            yield from globals_of(each.argval)


def test_every_global_of_every_kernel_is_in_the_fingerprint():
    values, kernels = kernel_folder.compiled_values(), 0
    modules = [name for name in sys.modules if name.startswith("minevis.engine.")]
    assert len(modules) > 15
    for module in modules:
        for kernel in vars(sys.modules[module]).values():
            if isinstance(kernel, FunctionType) and "flags" in vars(kernel):
                kernels += 1
                where = f"{kernel.__module__}.{kernel.__qualname__}"
                for name in globals_of(getattr(kernel, "loop", kernel).__code__):
                    assert f"{where} {name}" in values
    assert kernels > 190


@pytest.mark.parametrize("value", [object(), {"a": 1}, [1], print, np.random])
def test_a_global_that_cannot_be_hashed_is_an_error(value, monkeypatch):
    monkeypatch.setattr(strategies, "TIE", value)
    if value is print:  # a function of Python itself is what it is
        assert kernel_folder.fingerprint()
        return
    with pytest.raises(TypeError, match="TIE is used by a kernel, and a .* has no fingerprint"):
        kernel_folder.fingerprint()


@pytest.fixture
def beside(places, monkeypatch):
    """The place beside the sources, which holds kernels of these alone."""
    monkeypatch.setattr(kernel_folder, "_beside", lambda: places[0])
    return places[0]


def old(folder, name):
    there = folder / name / "engine_0"
    there.mkdir(parents=True)
    (there / "turn.play_games-1.py311.1.nbc").write_bytes(b"old")
    return folder / name


def test_a_new_folder_beside_the_sources_deletes_the_old_ones(places, beside, tmp_path):
    gone = [old(places[0], f"minevis-kernels-{name}") for name in ("1234", "56-78")]
    stay = [old(places[0], "kernels-1234"), old(places[1], "minevis-kernels-1234")]
    other = old(tmp_path, "elsewhere")
    link = places[0] / "minevis-kernels-link"
    link.symlink_to(other, target_is_directory=True)
    (places[0] / "minevis-kernels-file").write_text("a file")
    folder = kernel_folder.kernel_folder()
    assert not any(path.exists() for path in gone)
    assert all(any(path.iterdir()) for path in (*stay, other, link))
    assert (places[0] / "minevis-kernels-file").exists()
    late = old(places[0], "minevis-kernels-9")
    assert kernel_folder.kernel_folder() == folder  # not new: nothing is deleted
    assert late.exists()


def test_in_a_cache_for_all_versions_only_those_of_the_same_sources_go(places, monkeypatch):
    ours = old(places[0], f"{kernel_folder.OURS}1234")
    others = old(places[0], "minevis-kernels-00000000-1234")
    assert kernel_folder.kernel_folder().parent == places[0]
    assert (ours.exists(), others.exists()) == (False, True)


@POSIX
@pytest.mark.skipif(hasattr(os, "getuid") and os.getuid() != 0, reason="only root may give files")
def test_a_folder_of_another_user_is_not_deleted(beside):
    theirs = old(beside, "minevis-kernels-1234")
    os.chown(theirs, 12345, 12345)
    assert kernel_folder.kernel_folder()
    assert theirs.exists()


@POSIX
@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o755), (0o027, 0o755), (0o002, 0o700)])
def test_a_folder_beside_the_sources_may_be_read_by_all(beside, mask, mode):
    before = os.umask(mask)
    try:
        folder = kernel_folder.kernel_folder()
        assert folder.stat().st_mode & 0o777 == mode & ~mask
        assert os.umask(mask) == mask
    finally:
        os.umask(before)


@pytest.fixture
def installed(places, beside, monkeypatch):
    """Kernels beside sources that may only be read."""
    theirs = old(places[0], kernel_folder.folder_name())
    for path in (theirs, *theirs.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    writable = os.access

    def access(path, mode):
        return writable(path, mode) and not Path(path).is_relative_to(places[0])

    monkeypatch.setattr(os, "access", access)
    return theirs


@POSIX
def test_kernels_of_a_read_only_installation_are_copied(installed, places):
    folder = kernel_folder.kernel_folder()
    assert folder == places[1] / installed.name
    assert folder.stat().st_mode & 0o777 == 0o700
    (kept,) = (path for path in folder.rglob("*") if path.is_file())
    assert kept.read_bytes() == b"old"
    assert [path.name for path in places[1].iterdir()] == [folder.name]
    kept.write_bytes(b"ours")
    assert kernel_folder.kernel_folder() == folder
    assert kept.read_bytes() == b"ours"


@POSIX
@pytest.mark.parametrize("what", ["folder", "file", "link", "owner"])
def test_kernels_that_others_could_change_are_not_copied(what, installed, places, monkeypatch):
    (file,) = (path for path in installed.rglob("*") if path.is_file())
    if what == "folder":
        file.parent.chmod(0o777)
    elif what == "file":
        file.chmod(0o666)
    elif what == "link":
        (file.parent / "link.nbc").symlink_to(file)
    else:
        if os.getuid() != 0:
            pytest.skip("only root may give files")
        os.chown(file, 12345, 12345)
    folder = kernel_folder.kernel_folder()
    assert folder == places[1] / installed.name
    assert not any(folder.iterdir())


def test_kernels_that_cannot_be_copied_are_compiled_again(installed, places, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kernel_folder.shutil, "copytree", full)
    folder = kernel_folder.kernel_folder()
    assert folder == places[1] / installed.name
    assert [path.name for path in places[1].iterdir()] == [folder.name]


@POSIX
def test_a_folder_that_others_can_write_to_or_behind_a_link_is_not_used(places, monkeypatch):
    folder = kernel_folder.kernel_folder()
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o777)
    assert kernel_folder.kernel_folder().parent == places[1]
    folder.chmod(0o700)
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to("elsewhere")
    assert kernel_folder.kernel_folder().parent == places[1]
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    assert kernel_folder.kernel_folder() is None


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
    monkeypatch.setattr(kernel_folder, "_is_private", lambda group: private)
    assert kernel_folder.kernel_folder().parent == (shared / "mine" if used else places[1])
