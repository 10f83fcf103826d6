import pytest
from playwright.sync_api import expect

from minevis.render.searches import Searches
from minevis.words.events import kind
from minevis.words.events.meaning import Kind
from seeing import HERE, eventually, fingerprint, seek, state

TREE = ".mv-tree:not([hidden])"
PLACE = """(tried) => {
  const { plan, canvas } = document.querySelector('.minevis').widget.tree;
  const [x, y] = plan.place([...plan.across.keys()].find((node) => node.tried === tried));
  const { left, top } = canvas.getBoundingClientRect();
  return [left + x, top + y];
}"""
LAYOUTS = """([first, last]) => {
  const { tree } = document.querySelector('.minevis').widget;
  const plans = new Set();
  for (let event = first; event < last; event += Math.ceil((last - first) / 60)) {
    tree.draw(event);
    plans.add(tree.plan);
  }
  return plans.size;
}"""


@pytest.fixture
def largest(trace):
    """The largest search of the run."""
    searches = Searches(trace)
    found = [searches.at(i) for i, event in enumerate(trace.events) if kind(event) is Kind.SEARCH]
    return max((each for each in found if each), key=lambda search: len(search.nodes))


def heading(page):
    return page.locator(f"{TREE} figcaption span").inner_text()


def counted(search, step):
    tries, dead, _, found = (f"{count:,}" for count in search.counts(step))
    return f"tries {tries}  ·  dead ends {dead}  ·  configurations {found}"


def test_the_tree_follows_the_run_and_leads_to_its_tries(film, largest):
    film.keyboard.press("7")
    eventually(lambda: film.locator(TREE).is_visible())
    assert state(film)["panels"] == ["board", "tree"]
    assert film.locator(".mv-tree-intro").is_visible()
    prints = []
    for part in (0.2, 0.5, 0.8):
        seek(film, round(largest.first + part * (largest.end - largest.first)))
        step = state(film)["step"]
        eventually(lambda step=step: counted(largest, step).replace("  ", " ") in heading(film))
        prints.append(fingerprint(film, "tree"))
    assert len({*prints}) == 3
    film.keyboard.press("p")  # the bare board beside it goes, and comes again
    eventually(lambda: state(film)["panels"] == ["tree"])
    expect(film.locator("[data-panel=board]")).to_be_hidden()
    for key in ("z", "ArrowRight", "p"):
        film.keyboard.press(key)
    eventually(lambda: state(film)["panels"] == ["board", "tree"])
    seek(film, largest.end - 1)
    tried = largest.nodes[0].tried
    film.mouse.click(*film.evaluate(PLACE, tried))
    beat = film.evaluate(f"() => {HERE}.widget.film.beatOf({tried})")
    eventually(lambda: state(film)["beat"] == beat)
    film.keyboard.press("1")
    eventually(lambda: state(film)["panels"] == ["board"])


def test_a_link_opens_the_tree_and_it_is_laid_out_once(open_page, saved, largest):
    page = open_page(saved, link=f"#step={largest.end - 1}&panels=board,tree")
    eventually(lambda: counted(largest, largest.end - 1)[:9] in heading(page))
    assert page.evaluate(LAYOUTS, [largest.first, largest.end]) == 1
