"""Each event has an effect and a meaning; one without them is refused by name."""

from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import get_args

import pytest
from hypothesis import given

from minevis.film.moments import look_at, part_inside
from minevis.render.camera import Window
from minevis.render.cell_marks import marks
from minevis.render.tiles.theme import THEMES
from minevis.solver import events as ev
from minevis.trace.snapshot import EFFECTS, blank, fold
from minevis.words.captions import caption, sentences_of
from minevis.words.events import MEANINGS, badge, badge_role, cells_shown, kind, meaning_of
from strategies import STRATEGIES, events_on

CLASSES = {each for each in vars(ev).values() if is_dataclass(each)} - {ev.Option}
CLASSES = {each for each in CLASSES if each.__module__ == ev.__name__}
SHAPE = (6, 7)
BOARD = Window(0, 0, *SHAPE)


def test_each_class_of_events_has_an_effect_and_a_meaning():
    known = set(EFFECTS), set(MEANINGS), set(STRATEGIES), set(get_args(ev.Event))
    assert all(each == CLASSES for each in known)


@given(events_on(*SHAPE))
def test_a_meaning_is_complete(event):
    about, snapshot = meaning_of(event), replace(blank(SHAPE, 5), event=event)
    with suppress(ValueError):  # a step of a search follows others
        snapshot = fold(snapshot, event)
    assert badge_role(event) in {field.name for field in fields(THEMES["paper"])}
    told = sentences_of(event, letters=True)
    assert len({*told.letters.values()}) == len(told.letters)
    for text in (sentence.text for sentence in told.sentences):
        assert text[0].isupper() or text[0].isdigit() or text[0] == "("
        assert text.endswith(".")
        assert "  " not in text
    assert marks(snapshot).shape == SHAPE
    assert part_inside(event, BOARD) == event
    assert part_inside(event, Window(9, 9, 9, 9)) in (None, event)
    assert look_at(event, BOARD) == BOARD or about.cells is not None
    assert all(map(BOARD.holds, cells_shown(event)))
    for link in about.links(event):
        assert link.clue in event.clues
    assert all(map(BOARD.holds, (cell for line in about.outlines(event) for cell in line.cells)))
    assert all(BOARD.holds(clue) for clue, _, _ in (about.numbers or (lambda _: ()))(event))


@dataclass(frozen=True)
class Unknown:
    """An event that nobody has registered."""


@pytest.mark.parametrize("ask", [caption, sentences_of, badge, badge_role, kind, cells_shown])
def test_an_event_without_a_meaning_is_refused(ask):
    with pytest.raises(
        TypeError, match="not an event of minevis: Unknown needs an entry in MEANINGS"
    ):
        ask(Unknown())
    with pytest.raises(TypeError, match="its class needs an entry in EFFECTS"):
        fold(blank(SHAPE, 5), Unknown())
