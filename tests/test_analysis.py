import os
import subprocess
import sys
import warnings
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minevis as mv
from minevis import Position, analyze
from minevis import analysis as analyzing
from minevis.engine import analysis as engine
from minevis.engine import twins
from minevis.engine.kernel_folder import folder_name
from minevis.solver.analysis import analyze as readable
from positions import golden, positions

ALIKE = ("safe", "mined", "probability")


def assert_same(ours, theirs):
    assert ours.configurations == theirs.configurations
    for name in ALIKE:
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name))


def test_kernels_count_the_golden_positions_to_the_last_bit():
    played = 0
    for _, position, entry in golden():
        found = engine.analyze(position)
        if found is not None:
            played += 1
            assert found.configurations == int(entry["layouts"])
            assert_same(found, readable(position))
    assert played > 60


@settings(max_examples=150)
@given(positions(max_cells=30))
def test_kernels_count_any_position_alike(position):
    ours = engine.analyze(position)
    assert ours is not None
    assert_same(ours, readable(position))


@settings(max_examples=120)
@given(positions(max_cells=14), st.data())
def test_kernels_leave_contradictions_to_the_readable_solver(position, data):
    opened = np.argwhere(position.opened).tolist()
    if not opened:
        return
    view = position.view.copy()
    view[tuple(data.draw(st.sampled_from(opened)))] = data.draw(st.integers(0, 8))
    changed = mv.Position(view, data.draw(st.integers(0, view.size)))
    ours = engine.analyze(changed)
    try:
        theirs = readable(changed)
    except mv.ContradictionError:
        assert ours is None
    else:
        assert_same(ours, theirs)


def test_a_component_with_too_many_configurations_is_left_to_the_readable_solver():
    view = np.full((3, 200), -1, np.int8)
    view[1, ::2] = 2  # cells that two clues see in turn: far more than 2**53 configurations
    position = mv.Position(view, 150)
    assert engine.analyze(position) is None
    assert mv.analyze(position).configurations > 2**53


def test_one_question_is_answered_without_loading_kernels():
    script = (
        "import sys, minevis as mv; mv.analyze(mv.Position.parse('1#\\n##', mines=1)); "
        "print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "False\n", done.stderr


def test_many_questions_are_answered_by_kernels(monkeypatch):
    engine.analyze(mv.Position.parse("1#\n##", mines=1))  # compiled, if it was not
    monkeypatch.setattr(analyzing.analysis, "analyze", None)  # it would fail if it were called
    assert mv.analyze(mv.Position.parse("1#\n##", mines=1)).configurations == 3


def expert_positions():
    return [position for _, position, _ in golden() if position.shape == (16, 30)]


def assert_row(found, number, position):
    alone = readable(position)
    np.testing.assert_allclose(found.probability[number], alone.probability, rtol=0, atol=1e-9)
    np.testing.assert_array_equal(found.safe[number], alone.safe)
    np.testing.assert_array_equal(found.mined[number], alone.mined)
    assert found.layouts[number] == pytest.approx(float(alone.configurations), rel=1e-9)


def test_many_at_once_are_as_each_alone_in_any_order_and_number_of_threads():
    some = expert_positions()
    found = mv.analyze_many(
        np.array([p.view for p in some]), [p.mines for p in some], progress=False
    )
    for number, position in enumerate(some):
        assert_row(found, number, position)
    some = expert_positions()[:6] * 400  # more than one chunk
    views, mines = np.array([p.view for p in some]), np.array([p.mines for p in some])
    one = mv.analyze_many(views, mines, workers=1, progress=False)
    two = mv.analyze_many(views[::-1], mines[::-1], workers=2, progress=False)
    for ours, theirs in zip(one, two, strict=True):
        np.testing.assert_array_equal(ours, theirs[::-1])
    views = np.array([[[1, -1]], [[5, -1]]])
    with pytest.raises(mv.ContradictionError, match="position 1: the 5 at") as raised:
        mv.analyze_many(views, 1, progress=False)
    assert raised.value.clues == ((0, 0),)


@settings(max_examples=60)
@given(positions(max_cells=12))
def test_many_small_ones_are_as_each_alone(position):
    found = mv.analyze_many(position.view[None], position.mines, progress=False)
    assert_row(found, 0, position)


@pytest.mark.parametrize(
    ("views", "mines", "says"),
    [
        (np.zeros((3, 4)), 1, r"shape \(3, 4\)"),
        (np.full((1, 2, 2), 9), 1, "from -3 to 8"),
        (np.full((1, 2, 2), 0.5), 1, "integers"),
        (np.full((2, 2, 2), -1), 5, "position 0: 5 mines do not fit on 4 cells: 0 to 4 do"),
        (np.full((2, 2, 2), -1), [1, -1], "position 1: -1 mines do not fit on 4 cells"),
        (np.full((2, 2, 2), -1), [1], "one for each of 2 positions"),
        (np.full((2, 2, 2), -1), 1.5, "an integer"),
    ],
)
def test_what_is_no_position_is_refused(views, mines, says):
    with pytest.raises(mv.BoardFormatError, match=says):
        mv.analyze_many(views, mines, progress=False)


@pytest.mark.parametrize("workers", [0, -1, 1.5, "a"])
def test_workers_are_counted(workers):
    with pytest.raises(ValueError, match=f"^workers={workers!r}: it must be an integer of 1"):
        mv.analyze_many(np.array([[[1, -1]]]), 1, workers=workers, progress=False)


def test_a_large_board_is_warned_of_and_no_positions_are_no_answers(monkeypatch):
    monkeypatch.setattr(analyzing, "LARGE", 3)
    position = Position.parse("1###", mines=1)
    with pytest.warns(UserWarning, match=r"exact odds of 4 cells may take minutes.*Ctrl-C stops"):
        assert analyze(position).configurations == 1
    monkeypatch.undo()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        analyze(position)
    found = mv.analyze_many(np.zeros((0, 3, 4), np.int8), 2, progress=False)
    assert found.probability.shape == (0, 3, 4)
    assert found.layouts.shape == (0,)


def test_kernels_are_ready_once_a_run_has_compiled_them(tmp_path, monkeypatch):
    """In memory, or in their folder, by whatever process; they are never waited for."""

    def ready():
        return twins.kernels_ready(engine.find_many)

    twin = SimpleNamespace(overloads={})
    monkeypatch.setattr("minevis.engine._jit.twin_of", lambda entry: twin)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not ready()
    kept = tmp_path / folder_name() / "engine_1"
    kept.mkdir(parents=True)
    (kept / "analysis.find_many-7.py311.nbi").touch()
    assert ready()
    (kept / "analysis.find_many-7.py311.nbi").unlink()
    assert not ready()
    twin.overloads["int64"] = "compiled by this process"
    assert ready()
    monkeypatch.delitem(sys.modules, "numba")
    assert not ready()


LOOP = """
import sys
import minevis as mv
from minevis import analysis
analysis.LOAD_AFTER = 3
positions = [
    mv.Position.parse(text, mines=mines)
    for text in ("1###\\n####", "##1###\\n1#####", "F1##\\n####", "#2##\\n####")
    for mines in (2, 3)
]
for position in positions:
    found = mv.analyze(position)
    print(found.configurations, found.probability.tolist(), "numba" in sys.modules)
if "numba" in sys.modules:
    from minevis.engine import _jit
    print(_jit.COMPILATIONS.count)
"""


@pytest.mark.parametrize("kept", [True, False])
def test_a_plain_loop_loads_kernels_that_are_kept_and_never_compiles(kept, tmp_path):
    if not twins.can_compile():
        pytest.skip("the JIT is off")
    engine.warm_up()  # for the child
    environment = os.environ | ({} if kept else {"NUMBA_CACHE_DIR": str(tmp_path)})
    command = [sys.executable, "-c", LOOP]
    loop = partial(subprocess.run, command, capture_output=True, text=True, check=True)
    lines = loop(env=environment).stdout.splitlines()
    plainly = loop(env=environment | {"NUMBA_DISABLE_JIT": "1"}).stdout.splitlines()
    loaded = ["False"] * 2 + [str(kept)] * 6
    assert [line.split()[-1] for line in lines[:8]] == loaded
    assert [line.rpartition(" ")[0] for line in lines[:8]] == [
        line.rpartition(" ")[0] for line in plainly
    ]
    assert lines[8:] == ["0"] * kept  # compiled
    assert not any(tmp_path.iterdir())


POSITION = mv.Position.parse("mines 4\n#1#F\n####\n####")


def test_a_table_has_a_row_for_each_covered_cell():
    found = mv.analyze(POSITION)
    frame = found.to_frame()
    assert len(frame) == POSITION.covered.sum()
    for _, row in frame.iterrows():
        cell = row.row, row.col
        assert row.mine == found.probability[cell]
        assert row.zero == found.zero_probability[cell]
        assert (row.safe, row.mined) == (found.safe[cell], found.mined[cell])
    assert list(mv.analyze("mines 0\n00").to_frame().columns) == list(frame.columns)


@pytest.mark.parametrize("ask", [mv.analyze, mv.win_chance, mv.thoughts])
def test_a_game_or_a_text_is_as_good_as_a_position(ask):
    game = mv.Game(mv.Board.parse("*.."))
    game.open((0, 1))
    answers = [repr(ask(given)) for given in (game.position, game, "mines 1\n#1#")]
    assert len(set(answers)) == 1
    with pytest.raises(TypeError, match="shows every mine: pass what a player sees"):
        ask(game.board)
