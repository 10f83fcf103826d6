"""Fixtures of all tests: paths, and positions as they come up in play."""

import os
import signal
import sys
from pathlib import Path

# The workers of pytest share the cores: threads within each only wait for one another.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy reads it once
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")

import numpy as np
import pytest
from hypothesis import settings

from minevis.utils import progress

# What a shell starts in the background ignores Ctrl-C, and so would everything the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A bar that appears when work has taken long would appear on busy machines only.
progress.PROGRESS_DELAY = float("inf")  # tests of bars have the fixture `bars`
progress.LINE_DELAY = 3600.0  # so would the line about compiling

# The same examples on every machine, so that a change is judged by what it changed.
settings.register_profile(
    "minevis", deadline=None, print_blob=True, derandomize=True, max_examples=50
)
# HYPOTHESIS_PROFILE=explore looks for new ones, and for many more of them.
settings.register_profile("explore", deadline=None, print_blob=True, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "minevis"))

# What compiles kernels that no player by name needs: the player `best` with other efforts,
# notes of guesses. Of two workers, one would wait for the other.
COMPILING = (
    "tests/engine/test_engine.py",
    "tests/engine/test_without_numba.py",
    "tests/experiments/test_ladder.py",
    "tests/research/",
    "[minevis.engine.",
)
# What starts processes, plays many games or writes films: `make check` leaves it out too.
LONG = (
    "tests/cli/test_cli.py",
    "tests/engine/test_jit.py",
    "tests/experiments/test_store.py",
    "tests/experiments/test_trials.py",
    "tests/film/test_every_option.py",
    "tests/film/test_picture.py",
    "tests/film/test_reading.py",
    "tests/film/test_short_films.py",
    "tests/film/test_video.py",
    "tests/hostile/test_hostile.py",
    "tests/hostile/test_received_stores.py",
    "tests/practice/test_puzzles.py",
    "tests/replays/test_archives.py",
    "tests/replays/test_many.py",
    "tests/replays/test_recorded.py",
    "tests/replays/test_written.py",
    "tests/reviews/test_review.py",
    "tests/solver/counting/test_endgame.py",
    "tests/solver/guess/test_evaluation.py",
    "tests/test_completion.py",
    "tests/test_doctests.py",
    "tests/test_figures.py",
    "tests/test_gallery.py",
    "tests/test_guides.py",
    "tests/test_notebooks.py",
    "tests/test_objects.py",
    "tests/test_readme.py",
    "tests/test_showing.py",
    "tests/test_typing.py",
    "tests/utils/test_written_files.py",
    "tests/vision/test_picture.py",
    "tests/web/test_page.py",
    "tests/web/test_picture_reader.py",
    "tests/web/test_report.py",
    "tests/web/test_solver.py",
    "tests/web/test_trace_pack.py",
)
ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def added():
    """A panel from outside the package, known by its name until the test ends."""
    from minevis.render import panels
    from minevis.render.tiles.atlas import Mark, Tile

    def crowds(s):
        pictures = np.where(s.view < 0, Tile.ZERO_CHANCE + 40, Tile.OPENED).astype(np.uint16)
        marks = np.where(s.view == 1, Mark.CLUE, Mark.NONE).astype(np.uint8)
        return panels.Layer(pictures, marks, scale=panels.Scale("crowd", "crowded"))

    record = panels.PanelRecord(
        *("crowds", crowds, "How crowded it is around here", "How crowded a place is."),
        subtitle="crowd, %",
        keys={"CLUE": "touches one mine"},
    )
    panels.add_panel(record)
    yield record
    del panels._RECORDS["crowds"]


@pytest.fixture(scope="session")
def trace():
    """A short game with searches, a guess and a win."""
    import minevis as mv

    board = mv.Board.random("beginner", seed=10, first=(0, 0), safe_radius=1)
    return mv.play(board, "exact", first=(0, 0))


@pytest.fixture(scope="session")
def expert():
    """A long game, won without a guess."""
    import minevis as mv

    return mv.play(mv.Board.random("expert", seed=10, first=(0, 0)), "exact", first=(0, 0))


@pytest.fixture(scope="session")
def race():
    """A race in which one falls early at a guess and the others win."""
    import minevis as mv

    board = mv.Board.random("beginner", seed=24, first=(0, 0), safe_radius=1)
    return mv.race(board, ["counting", "exact", "convolution"], first=(0, 0))


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture
def bars(capsys, monkeypatch):
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda _: True)
    monkeypatch.setattr(progress, "PROGRESS_DELAY", 0)


@pytest.fixture(scope="module")
def short_films():
    """Films of a few frames, until the tests of a module end."""
    from minevis.film import video
    from short_films import shorten

    whole = video.encode_film
    shorten()
    yield
    video.encode_film = whole


@pytest.fixture(scope="session")
def private_jedi_cache(tmp_path_factory):
    """Give Jedi a cache that no other process writes to meanwhile."""
    from jedi import settings

    settings.cache_directory = str(tmp_path_factory.mktemp("jedi"))


def pytest_configure(config):
    """Collect each folder once: when it comes back to one, pytest 9.1 has lost its fixtures."""
    config.args.sort()


@pytest.hookimpl(tryfirst=True)  # before xdist reads the marks
def pytest_collection_modifyitems(items):
    """Let one worker do shared work: start servers, compile, export, save.

    Long work begins first: at the end, no worker waits for another one.

    A browser on a busy server may be late for once. There its tests have a second try, and the
    summary tells what failed at the first.
    """
    for item in items:
        if "whole" in item.keywords and "MINEVIS_WHOLE" not in os.environ:
            item.add_marker(pytest.mark.skip("takes minutes: make versions runs it"))
        if item.nodeid.startswith(LONG):
            item.add_marker(pytest.mark.long)
        if os.environ.get("CI") == "true" and "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.flaky(reruns=1))
        if {"lab", "front"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.xdist_group("notebooks"))
        elif any(part in item.nodeid for part in COMPILING):
            item.add_marker(pytest.mark.xdist_group("kernels"))
            item.add_marker(pytest.mark.long)
        elif "exported" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("tutorial"))
        elif "notebook" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("outputs"))
        elif item.get_closest_marker("xdist_group"):
            continue
        elif {"saved", "pages"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.xdist_group("pages"))
    items.sort(key=lambda item: {"long", "xdist_group"}.isdisjoint(item.keywords))


def pytest_terminal_summary(terminalreporter):
    """Report at the end the skipped tests, and those that passed only later."""
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    without = sum("no browser to test in" in reason for reason in skipped)
    if without:
        terminalreporter.section("NO BROWSER", red=True, bold=True)
        terminalreporter.write_line(
            f"{without} tests were SKIPPED, none of the widgets and pages was tried: install "
            "chromium (Debian: apt install chromium-headless-shell), then run them again.",
            red=True,
        )
    again = terminalreporter.stats.get("rerun", [])
    if again:
        terminalreporter.section("TRIED TWICE", red=True, bold=True)
        for report in again:
            terminalreporter.write_line(f"{report.nodeid} failed at first:", red=True)
            terminalreporter.write_line(report.longreprtext)
