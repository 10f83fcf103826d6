from playwright.sync_api import expect

import minevis as mv
from minevis.game.position import ViewCode
from minevis.reviews.review import board_of
from minevis.web.page import save
from seeing import HERE, eventually, seek

AWAY = "document.querySelector('.mv-away')?.lastChild.widget"
TEXT = f"() => {AWAY}.state.text"
WORDS = f"() => {AWAY}.caption.text.textContent"


def do(page, action, **details):
    page.evaluate(f"(action) => {AWAY}.request(action)", {"do": action, **details})


def open_here(page, name):
    page.get_by_role("button", name=name, exact=True).locator("visible=true").first.click()
    eventually(lambda: page.evaluate(f"() => Boolean({AWAY}?.state)"))


def leave(page):
    page.get_by_role("button", name="Back to step").click()


def text_here(page):
    return page.evaluate(f"() => {HERE}.widget.film.text({HERE}.widget.player.beat)")


def test_a_moment_is_played_on_to_the_end_on_the_board_of_the_game(film, trace):
    seek(film, len(trace) // 2)
    before = text_here(film)
    open_here(film, "Play on")
    assert film.evaluate(TEXT) == before
    tips = set(film.evaluate(f"() => {AWAY}.state.tips"))
    assert not any("mine" in tip for tip in tips)
    board = board_of(trace)
    for cell in map(int, (~board.mined).ravel().nonzero()[0]):
        if film.evaluate(f"(cell) => {AWAY}.position?.view[cell] ?? '#'", cell) == "#":
            do(film, "open", cell=cell)
    assert film.evaluate(WORDS).startswith("Won")
    do(film, "again")
    assert film.evaluate(TEXT) == before
    leave(film)
    assert film.evaluate(f"() => {AWAY} === undefined")
    assert text_here(film) == before


def test_a_lost_moment_is_covered_again_and_its_board_kept(open_page, tmp_path):
    game = mv.Playground(mv.Board.parse("*..\n...\n..*"), safe_radius=None)
    for cell in (1, 0):
        game.do("open", cell=cell)
    page = open_page(save(tmp_path / "game.html", game.trace), offline=True)
    seek(page, len(game.trace) - 1)
    open_here(page, "Play on")
    assert page.evaluate(TEXT) == "mines 2\n#1#\n###\n###"
    do(page, "open", cell=8)
    assert "(2, 2) is a mine" in page.evaluate(WORDS)


def test_a_moment_is_edited_with_its_odds(film, trace):
    seek(film, len(trace) // 2)
    before = text_here(film)
    open_here(film, "Edit")
    assert film.evaluate(TEXT) == before
    known = mv.analyze(mv.Position.parse(before))
    covered = known.position.view == ViewCode.COVERED
    safe, mined = (int((each & covered).sum()) for each in (known.safe, known.mined))
    counts = f"Safe cells: {safe}. Certain mines: {mined}."
    eventually(lambda: counts in film.evaluate(WORDS))
    heading = film.locator(".mv-away figcaption")
    for text, rest in [("mines 2\n1####\n#####", "rest 17"), ("mines 2\n##\n##", "rest 50")]:
        do(film, "text", text=text)  # cells far from clues have colours only, and one number
        expect(heading).to_have_text(f"Board chance of a mine, %; {rest}")
    leave(film)
    assert text_here(film) == before
