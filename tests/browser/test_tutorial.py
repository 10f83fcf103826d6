import re

import pytest

from conftest import WIDE
from minevis import __version__
from notebooks_made import TUTORIAL, maker, read
from seeing import LONG, axe, eventually, settle

NARROW = {"width": 400, "height": 800}
TOO_WIDE = """() => [...document.querySelectorAll('main *')]
  .filter((each) => !each.closest('pre, table, .code'))
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => each.outerHTML.slice(0, 80))"""
BLANK = """() => [...document.querySelectorAll('.output')]
  .filter((each) => each.getBoundingClientRect().height < 12 || each.clientWidth < 100)
  .map((each) => each.outerHTML.slice(0, 80))"""
DEAD = """() => [...document.images]
  .filter((each) => !each.closest('video') && !(each.complete && each.naturalWidth && each.alt))
  .map((each) => each.outerHTML.slice(-80))"""
# Pictures, films and boards that are shown at less than 60 % of the size that they were made for
SMALL = """() => [...document.querySelectorAll('.output img, .output video, .output iframe')]
  .filter((each) => !each.src?.startsWith('data:image/svg')) // made for any size
  .flatMap((each) => {
    const boards = each.contentDocument?.querySelector('.minevis')?.widget?.boards;
    if (boards) return boards.map(({ panel, stage, width }) =>
      [panel.cell / panel.ratio / stage.most, `a board of ${width} columns`]);
    const { width } = each.getBoundingClientRect();
    return [[width / (each.naturalWidth || each.videoWidth), each.outerHTML.slice(-80)]];
  })
  .filter(([scale]) => scale && scale < 0.6)"""
SHOWN = """(each) => {
  const { top, height } = each.getBoundingClientRect();
  return -2 <= top && top < 80 && height > 100;
}"""
BELOW_THE_BOARD = """(place) => {
  const figure = document.querySelector(place).closest('figure');
  window.scrollBy(0, figure.getBoundingClientRect().bottom - 130);
}"""
IS_FILM = "(frame) => Boolean(frame.contentDocument.querySelector('.minevis').widget?.film)"
ANY_MOVES = """(frame) => {
  const { player } = frame.contentDocument.querySelector('.minevis').widget;
  const before = player.beat;
  frame.contentDocument.querySelector('[aria-label^="Step forward"]').click();
  if (player.beat === before) // it opened at its end
    frame.contentDocument.querySelector('[aria-label^="Step back"]').click();
  return [before, player.beat];
}"""


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    path = tmp_path_factory.mktemp("tutorial") / "tutorial.html"
    path.write_text(maker().page(read(TUTORIAL)), "utf-8")
    return path


def test_it_is_one_file_that_asks_for_nothing(exported):
    text = exported.read_text("utf-8")
    assert len(text) < 4.5e6
    for word in ('src="http', "src='http", "@import", "url(http", '<link rel="stylesheet"'):
        assert word not in text


@pytest.fixture
def page(request, tab, exported):
    tab.set_viewport_size(getattr(request, "param", WIDE))
    tab.context.set_offline(True)
    tab.goto(exported.as_uri())
    return tab


WIDTHS = pytest.mark.parametrize("page", [WIDE, NARROW], ids=["wide", "narrow"], indirect=True)


@WIDTHS
def test_all_of_it_is_there_and_moves(page):
    frames = page.locator("main iframe")
    for number in range(frames.count()):
        frames.nth(number).scroll_into_view_if_needed()
        frame = page.frame_locator("main iframe").nth(number)
        frame.locator(".minevis[data-ready]").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(TOO_WIDE) == []
    assert page.evaluate(BLANK) == []
    assert page.evaluate(DEAD) == []
    assert page.evaluate(SMALL) == []
    assert frames.count() >= 5
    films = [frame for frame in frames.all() if frame.evaluate(IS_FILM)]
    assert len(films) >= 2
    for frame in films:
        before, after = frame.evaluate(ANY_MOVES)
        assert abs(after - before) == 1
    videos = page.locator(".output > video")
    assert videos.count() >= 1
    for video in map(videos.nth, range(videos.count())):
        assert len(video.get_attribute("aria-label")) > 20
        video.evaluate(
            "(each) => { each.muted = true; window.begun = each.currentTime; each.play() }"
        )
        plays = "(each) => each.videoWidth > 0 && each.currentTime !== window.begun"
        eventually(lambda video=video, plays=plays: video.evaluate(plays))


@WIDTHS
def test_links_to_cells_and_figures_show_them(page):
    picture_at, board_at = place_of(page, "One clue inside"), place_of(page, "An impasse")
    page.evaluate(f"document.querySelector('{picture_at}').scrollIntoView({{ block: 'center' }})")
    page.locator(f"{picture_at} a.cell").click()
    lit = page.locator(f"{picture_at} .lit")
    picture = page.locator(f"{picture_at} img[data-cells]").bounding_box()
    eventually(lambda: lit.count() == 1)
    assert picture_at not in page.url
    drawn = page.locator(f"{picture_at} img[data-cells]")
    left, _, side, *_ = map(int, drawn.get_attribute("data-cells").split())
    scale = picture["width"] / drawn.evaluate("(each) => each.naturalWidth")
    assert abs(lit.bounding_box()["x"] - picture["x"] - scale * (left + 2 * side)) < 2
    page.evaluate("document.activeElement.blur()")
    assert lit.count() == 0
    page.evaluate(f"document.querySelector('{board_at}').scrollIntoView({{ block: 'center' }})")
    frame = page.frame_locator(f"{board_at} iframe")
    frame.locator(".minevis[data-ready]").wait_for()
    page.locator(f"a.cell[href='{board_at}']").first.focus()
    cursor = frame.locator(".mv-lit .mv-cursor")
    eventually(cursor.is_visible)
    named = page.locator(f"a.cell[href='{board_at}']").first.inner_text()
    assert named == "(3, 0)"
    board, at = frame.locator("canvas").first.bounding_box(), cursor.bounding_box()
    assert 0 <= at["x"] - board["x"] < 40
    assert abs((at["y"] - board["y"]) / at["height"] - 3.3) < 0.5
    for place, part in ((f"{board_at} iframe", cursor), (f"{picture_at} img[data-cells]", lit)):
        figure = place.split()[0]
        page.evaluate("document.activeElement.blur()")
        page.mouse.move(0, 0)  # off the links, which would take the light with them
        page.evaluate(BELOW_THE_BOARD, place)  # the end of the figure is in view, its board is not
        page.locator(f"a.cell[href='{figure}']").first.evaluate("(link) => link.click()")
        eventually(lambda part=part: 0 < part.bounding_box()["y"] < page.viewport_size["height"])
    # a link to a cell far away opens a small board there
    link = page.locator("a.cell[href='#figure-1']").last
    link.scroll_into_view_if_needed()
    link.evaluate("(each) => each.click()")
    board = page.get_by_role("img", name=f"{link.inner_text()} in Figure 1")
    eventually(board.is_visible)
    assert page.evaluate("location.hash") == ""  # the reader stays
    page.keyboard.press("Escape")
    eventually(lambda: board.count() == 0)
    # a link to a figure shows the figure and its caption
    figures = page.locator("figure[id^=figure-]")
    assert figures.count() >= 25
    for number in (11, 22):
        figure = page.locator(f"#figure-{number}")
        assert figure.locator("figcaption a").first.get_attribute("href") == f"#figure-{number}"
        page.evaluate(f"location.hash = '#figure-{number}'")
        settle(page, LONG)  # frames above it are built
        eventually(lambda figure=figure: figure.evaluate(SHOWN), told=lambda n=number: n)


def place_of(page, caption):
    """The selector of the figure with that caption, whatever its number."""
    return f"#{page.locator('figure', has_text=caption).first.get_attribute('id')}"


def test_figures_are_played_dragged_and_shown_on_the_full_screen(page):
    full = "document.fullscreenElement?.id ?? null"
    page.evaluate("document.querySelector('#figure-12').scrollIntoView({ block: 'center' })")
    page.locator("#figure-12").hover()
    page.keyboard.press("f")
    eventually(lambda: page.evaluate(full) == "figure-12")
    page.keyboard.press("f")
    eventually(lambda: page.evaluate(full) is None)
    page.frame_locator("#figure-1 iframe").get_by_role("button", name="Open A").focus()
    page.keyboard.press("f")
    eventually(lambda: page.evaluate(full) == "figure-1")
    page.evaluate("document.exitFullscreen()")
    # a number in the text can be dragged
    number = page.locator(".dragged")
    number.scroll_into_view_if_needed()
    frame = page.frame_locator(
        f"#{number.get_attribute('data-of').lower().replace(' ', '-')} iframe"
    )
    frame.locator(".minevis[data-ready]").wait_for()
    chance, place = page.locator(".follows"), number.bounding_box()
    assert (number.inner_text(), chance.inner_text()) == ("10", "19\N{NO-BREAK SPACE}%")
    for _ in range(12):
        number.press("ArrowRight")
    eventually(lambda: chance.inner_text() == "52\N{NO-BREAK SPACE}%")
    assert number.inner_text() == "22"
    assert frame.locator("input[type=range]").input_value() == "18"
    assert number.bounding_box() == place
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 12 * 12, y, steps=4)
    page.mouse.up()
    eventually(lambda: number.inner_text() == "10")
    # the board at the end can be played
    place = place_of(page, "A board to play")
    page.locator(place).scroll_into_view_if_needed()
    board = page.frame_locator(f"{place} iframe")
    board.locator(".minevis[data-ready]").wait_for()
    canvas = board.locator("canvas").first
    size = canvas.bounding_box()
    canvas.click(position={"x": size["width"] / 2, "y": size["height"] / 2})
    board.get_by_role("button", name="Hint").first.click()
    told = board.locator(".minevis").first  # by the program that the notebook was run with
    eventually(lambda: re.search("is safe|a safe cell", told.inner_text()))


def test_its_words_fold_unfold_and_say_what_it_is(page):
    assert axe(page, options={"runOnly": ["wcag2a", "wcag2aa"], "iframes": False}) == []
    # the page says what it is and names no other file
    footer = page.locator("footer").inner_text()
    for word in ("minevis", __version__, "MIT", "the minevis authors", "To cite it"):
        assert word in footer
    text = page.locator("main").inner_text()
    assert ".ipynb" not in text
    assert "make tutorial" not in text
    assert not re.search(r"\d %", text)  # a space there would let lines begin with the sign
    # code is folded but for a few lines
    shown = page.locator(".code:visible")
    assert 3 <= shown.count() <= 12
    for code in shown.all():
        assert len(code.inner_text().splitlines()) <= 10
    parts = page.locator("h2:visible, .code:visible")
    first = parts.evaluate_all("all => all.map((each) => each.id)")
    assert first.index("chapter-2") == 2  # no code before the first idea
    checks = page.locator("details:is(.check, .checked)")
    assert checks.count() >= 20
    assert not any(check.is_visible() for check in checks.all())
    page.locator(".sign > summary").first.click()
    eventually(lambda: shown.first.is_visible())
    assert page.locator("meta[property='og:image']").get_attribute("content").endswith("card.png")
    # contents say where one is and figures have links
    chapters = page.locator("nav.contents a")
    assert chapters.count() == 12
    page.evaluate("document.querySelector('#chapter-4').scrollIntoView()")
    here = page.locator("nav.contents [aria-current]")
    eventually(lambda: here.count() == 1 and here.text_content().startswith("4 "))
    # answers unfold
    answers = page.locator("section > details:has(> summary:text-is('Answer'))")
    assert answers.count() == 11
    told = answers.first.locator("p").first
    assert not told.is_visible()
    answers.first.locator("summary").first.click()
    eventually(told.is_visible)  # a busy browser opens it a moment after the click
    # one switch shows all code
    folds = page.locator("details:has(> .code)")
    switch = "document.querySelector('.code-switch input').click()"  # on a narrow page it is folded
    page.evaluate(switch)
    opened = page.locator("details[open]:has(> .code)")
    assert opened.count() == folds.count() > 20
    page.evaluate(switch)
    assert opened.count() == 0


def test_choices_and_our_board_go_on_in_later_chapters_and_after_a_reload(page):
    page.frame_locator("#figure-1 iframe").get_by_role("button", name="Open A").click()
    page.reload()
    page.evaluate("document.querySelector('#chapter-10').scrollIntoView()")
    recalled = page.locator(".recalled")
    opened = "Figure 1: You opened A, a mine in 19 % of all cases."
    eventually(lambda: recalled.inner_text() == opened)
    # our board goes on in the next chapter and after a reload

    def figure(part):
        frame = page.locator("figure", has_text=part).locator("iframe")
        frame.scroll_into_view_if_needed()
        frame.content_frame.locator(".minevis[data-ready]").wait_for()
        return frame.content_frame

    def told(frame):
        return frame.locator(".mv-said").inner_text()

    stuck = figure("stuck for the first time")
    assert told(stuck) == ""
    stuck.get_by_role("button", name="Show").click()
    eventually(lambda: "(3, 5), is safe" in told(stuck))
    page.reload()
    eventually(lambda: "(3, 5), is safe" in told(figure("stuck for the first time")))
    never = figure("stuck for the second time")
    assert told(never) == ""


def test_on_paper_films_are_stills_without_controls_and_answers_are_open(page):
    film = page.locator("video").first
    film.scroll_into_view_if_needed()
    eventually(lambda: film.evaluate("film => film.readyState") > 1)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("section > details:not([open])").count() == 0
    page.emulate_media(media="print")
    still = page.locator("canvas.still").first
    assert still.is_visible()
    assert not film.is_visible()
    colours = "still => new Set(still.getContext('2d').getImageData(0, 0, 300, 300).data).size"
    assert still.evaluate(colours) > 20
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("canvas.still").count() == 0
    # on paper a film leaves no space for its controls
    frame = page.locator(f"{place_of(page, 'thinks about the impasse')} iframe")
    frame.scroll_into_view_if_needed()
    frame.content_frame.locator(".mv-controls").wait_for()
    before = frame.evaluate("frame => frame.style.height")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert 100 < frame.evaluate("frame => frame.offsetHeight") < float(before[:-2]) - 40
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert frame.evaluate("frame => frame.style.height") == before
