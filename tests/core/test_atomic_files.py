"""Texts are written whole or not at all."""

import pytest

from minevis.cli import main
from minevis.core.atomic_files import check_target, write_whole


def test_a_text_that_cannot_be_written_leaves_the_old_one(tmp_path):
    path = write_whole(tmp_path / "text", "old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "new \ud800")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["", "nowhere/text"])
def test_a_target_is_checked_before_the_work(tmp_path, name):
    with pytest.raises(ValueError, match="folder"):
        check_target(tmp_path / name)


@pytest.mark.parametrize("command", ["ladder", "fit"])
def test_long_work_without_a_place_for_it_is_refused_at_once(command, tmp_path, monkeypatch):
    monkeypatch.setattr(
        "minevis.experiments.measure_ladder.trials", None
    )  # it would fail if called
    assert main([command, str(tmp_path / "nowhere" / "file")]) == 2


def test_a_ladder_that_is_stopped_writes_nothing(tmp_path, monkeypatch):
    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("minevis.experiments.measure_ladder.trials", stopped)
    assert main(["ladder", str(tmp_path / "ladder.csv"), "--store", "none"]) == 130
    assert not list(tmp_path.iterdir())
