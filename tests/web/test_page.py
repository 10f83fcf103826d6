import minevis as mv
from minevis.web.page import page, save


def test_a_whole_expert_game_is_a_small_page(expert, tmp_path):
    assert save(tmp_path / "solve.html", expert).stat().st_size < 400_000


def test_a_page_asks_for_nothing_and_holds_no_markup_from_data(small):
    events = mv.play(mv.Board.random("beginner", seed=1), mv.Player(name="</script><b>")).events
    text = page(mv.Trace(events), title="</title><script>")
    assert "</script><b>" not in text
    assert "</title><script>" not in text
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_the_title_of_a_page_tells_what_it_shows_under_any_name(small, tmp_path):
    start, path = small.start, tmp_path / "a.html"
    height, width = small.shape
    board = f"{height}×{width}, {start.mines} mines"
    end = "won" if small.won else "lost"
    for traces, title in (
        ([small], f"Minesweeper, {board}: {end} in {small.moves} moves · a"),
        ([small, small], "2 games of Minesweeper · a"),
    ):
        assert f"<title>{title}</title>" in save(path, *traces).read_text("utf-8")
    assert "<title>mine</title>" in save(path, small, title="mine").read_text("utf-8")
    name = b"\xfcber.html".decode("utf-8", "surrogateescape")
    saved = save(tmp_path / name, small)
    assert " · \ufffdber</title>" in saved.read_text("utf-8")


def test_a_page_of_a_large_board_keeps_answers_only_when_asked():
    large = mv.play(
        mv.Board.random((71, 71, 4_000), seed=1, first=(0, 0)), "counting", first=(0, 0)
    )
    asked = page(large, answers=True)
    assert page(large) == page(large, answers=False) != asked
