import numpy as np
import pytest

import minevis as mv
from minevis.film.frames import frame
from minevis.trace.trace import Trace


@pytest.fixture(scope="module")
def trace():
    return mv.play(mv.Board.parse("..*\n...\n*.."), first=(0, 0))


def test_a_trace_is_a_record_that_pictures_reviews_and_scrubbers_take(trace):
    assert isinstance(trace, Trace)
    assert trace == Trace(trace.events)
    assert hash(trace) == hash(Trace(trace.events))
    assert repr(trace).startswith("<Trace 3×3, ")
    assert isinstance(mv.Trace.from_json(trace.to_json()), mv.Trace)
    record = Trace(trace.events)
    assert np.array_equal(frame(record, -1), trace.frame(-1))
    assert str(mv.review(record)) == str(trace.review())
    scrubber = trace.scrubber(detail=0)
    assert scrubber.trace is trace
    assert scrubber.step > 0
    assert trace.scrubber(step=0).step == 0


def test_where_no_report_can_be_is_said_before_any_work(trace, tmp_path, monkeypatch):
    monkeypatch.setattr(mv.Trace, "review", None)
    with pytest.raises(ValueError, match=r"a\.txt': a page is an \.html file"):
        trace.report(tmp_path / "a.txt")
    with pytest.raises(ValueError, match=r"there is no folder .*gone"):
        trace.report(tmp_path / "gone" / "a.html")


def test_nobody_can_write_into_what_a_value_holds():
    board = mv.Board.random("beginner", seed=3, first=(0, 0))
    trace = mv.play(board, first=(0, 0))
    position = mv.Position(trace[len(trace) // 2].view, board.mines)
    analysis = mv.analyze(position)
    for value, worked_out in (
        (board, ("clues", "zeros", "zero_regions")),
        (position, ("opened", "covered", "marked")),
        (analysis, ("zero_probability",)),
        *((snapshot, ()) for snapshot in trace),
    ):
        arrays = [getattr(value, name) for name in worked_out]
        arrays += [held for held in vars(value).values() if isinstance(held, np.ndarray)]
        assert arrays
        assert not any(array.flags.writeable for array in arrays), value
