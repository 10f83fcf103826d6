from functools import cache

from research import compare_efforts as script


def test_a_run_goes_on_where_its_file_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(script, "ask", cache(script.ask))
    monkeypatch.setattr(script, "FIRST_SEED", 600_009)  # these games have few guesses
    one, stopped = tmp_path / "one.csv", tmp_path / "stopped.csv"
    games = script.go_on(one, 2, playouts=4)
    assert len(games) == 2
    assert all(len({asked.guesses for asked in game}) == 1 for game in games)
    assert any(asked.differ for game in games for asked in game)
    script.go_on(stopped, 1, playouts=4)
    assert script.go_on(stopped, 2, playouts=4) == games
    assert stopped.read_text() == one.read_text()
    assert script.go_on(stopped, 1, playouts=4) == games  # none are thrown away
    words = list(script.lines(games))
    assert [line.partition(":")[0] for line in words] == ["quick", "hard"]
