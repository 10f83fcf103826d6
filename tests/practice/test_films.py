"""Films of the usual patterns."""

import pytest

import minevis as mv
from minevis.film.beats import beats
from minevis.practice.films import COMPONENTS, FILMED, SECONDS, joined, puzzle_for, solved
from minevis.render.options import Look, Pacing
from minevis.render.page import film_page
from minevis.solver import events as ev

PATTERN = {"1-1", "1-2", "1-2-1", "1-2-2-1"}


ASKED = [name for name in FILMED if name != COMPONENTS]


@pytest.mark.parametrize("name", ASKED)
def test_a_pattern_is_asked_proven_and_clicked_in_15_seconds(name):
    trace = solved(puzzle_for(name))
    pacing = Pacing(idea="hardest", seconds=SECONDS, fps=10, motion=True)
    question, *reasons, click = beats(trace, pacing, grouping="stepwise")
    assert (question.card, click.card) == ("question", "number")
    assert any(beat.answer for beat in reasons)
    assert question.hold + click.hold + sum(beat.hold for beat in reasons) == SECONDS * 10
    if name in PATTERN:
        assert click.number == name
    assert isinstance(trace.events[-1], ev.Opened)
    assert name == "50/50" or trace.events[-1].cell in puzzle_for(name).safe


def test_a_click_joins_two_components_and_halves_the_layouts_and_a_50_50_is_one():
    trace = joined()
    before, after = (i for i, each in enumerate(trace.events) if isinstance(each, ev.OddsFound))
    assert [trace.events[i].configurations for i in (before, after)] == [4, 2]
    regions = [mv.PANELS["regions"](trace[i]).subtitle for i in (before, after)]
    assert regions == ["2 components, 2 boxes", "1 component, 4 boxes"]
    page = film_page(trace.shape, Look(panels=("regions", "probability")))
    shown = beats(trace, Pacing(fps=10, motion=True), grouping="stepwise", crop=page.cropped)
    assert sum(beat.hold for beat in shown) <= SECONDS * 10
    known = mv.analyze(puzzle_for("50/50").position)
    assert known.probability[0, :2].tolist() == [0.5, 0.5]
    assert not known.safe.any()


@pytest.mark.parametrize(("format", "name"), [("tall", "1-2-1"), ("wide", "components")])
def test_a_pattern_film_is_small(format, name):
    assert len(mv.pattern_film(name, format=format).data) < 600_000


def test_an_unknown_pattern_is_an_error():
    with pytest.raises(ValueError, match="unknown pattern '1-2-3': choose from 1-1, 1-2"):
        mv.pattern_film("1-2-3")
