import re

import numpy as np
import pytest
import traitlets

from minevis.web.race_film import key_step, race_curves


def test_python_sees_what_is_shown(race):
    scrubber = race.scrubber()
    assert scrubber.step == key_step(race)
    scrubber.step = 3
    for seen, snapshot in zip(scrubber.snapshots, race[3], strict=True):
        assert np.array_equal(seen.view, snapshot.view)
    assert repr(scrubber) == f"<RaceScrubber of {race!r}, step 3>"


def test_traits_refuse_nonsense_and_name_the_rule(race):
    scrubber = race.scrubber()
    with pytest.raises(traitlets.TraitError, match=rf"step=999: .* moves 0 to {len(race) - 1}"):
        scrubber.step = 999
    with pytest.raises(traitlets.TraitError, match=r"speed=1000.0: beats a second, 0.25 to 240"):
        scrubber.speed = 1000
    with pytest.raises(traitlets.TraitError, match="unknown theme 'pink'"):
        race.scrubber(theme="pink")
    with pytest.raises(TypeError, match="unexpected keyword argument 'spede'"):
        race.scrubber(spede=3)


def test_curves_and_tiles_are_sent_when_they_are_asked_for(race):
    scrubber = race.scrubber()
    sent = []
    scrubber.send = lambda content, buffers=(): sent.append((content, buffers))
    for question in ({"curve": True, "number": "a"}, {"tiles": "classic", "number": "b"}):
        scrubber._receive(None, question, [])
    (curves, _), (tiles, buffers) = sent
    assert (curves["reply"], curves["answer"]) == ("a", race_curves(race))
    assert tiles == {"reply": "b"}
    assert [bytes(part[:4]) for part in buffers] == [b"RIFF", b"RIFF"]
    for nonsense in (None, {}, {"tiles": "pink"}, {"tiles": ["paper"]}, {"ask": 3, "step": 1}):
        scrubber._receive(None, nonsense, [])
    assert len(sent) == 2


def test_curves_are_worked_out_once(race, monkeypatch):
    scrubber = race.scrubber()
    monkeypatch.setattr(scrubber, "send", lambda content, buffers=(): None)
    first = scrubber._curve()
    assert scrubber._curve() is first


def test_where_nothing_runs_a_picture_of_the_step_is_shown(race):
    bundle = race.scrubber(step=2).fallback()
    assert bundle["text/plain"] == repr(race)
    assert 'alt="A race on one Minesweeper board of 9×9 cells with 10 mines' in bundle["text/html"]
    assert "needs a kernel" in bundle["text/html"]


def test_it_is_saved_as_a_page_in_its_theme(race, tmp_path):
    path = race.scrubber(theme="dark").save(tmp_path / "race.html")
    title = re.search("<title>(.*)</title>", path.read_text("utf-8"))[1]
    players = len(race.names)
    assert title == f"Minesweeper, 9×9, 10 mines: a race of {players} players · race"
    with pytest.raises(ValueError, match=r"'race.txt': a page is an .html file"):
        race.scrubber().save(tmp_path / "race.txt")
