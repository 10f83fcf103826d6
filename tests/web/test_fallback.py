"""What is shown where no program runs, and while the program is on its way."""

from html.parser import HTMLParser
from types import SimpleNamespace

import ipywidgets
import pytest
from IPython.core.formatters import DisplayFormatter

import minevis as mv
from film_reading import picture_in
from minevis.film.cards import key_moment
from minevis.render.options import WIDEST
from minevis.web import fallback, widgets
from minevis.web.fallback import MOST_POSTER_SIDE, page_bundle, still_bundle

SHOWN = {
    "trace": lambda trace: trace,
    "scrubber": mv.Trace.scrubber,
    "playground": lambda _: mv.Playground("beginner"),
    "editor": lambda _: mv.Editor("mines 2\n1##\n###"),
    "explorer": lambda _: mv.explorer(),
}


def test_a_trace_is_a_page_over_a_still_which_is_seen_first(small, published, monkeypatch):
    shown = page_bundle(small)["text/html"]
    assert shown.index("<img") < shown.index("<iframe")
    assert small._repr_mimebundle_()["text/html"] == shown
    told, other = still_bundle(small), still_bundle(small, 0, note="1 < 2")
    assert told == still_bundle(small, key_moment(small))
    assert told["image/png"] != other["image/png"]
    assert other["text/html"].endswith("<p>1 &lt; 2</p>")
    shell_of(monkeypatch, "text/html")
    monkeypatch.setattr(fallback, "page", lambda *_, **__: refuse() if not published else "page")
    small._ipython_display_()
    still, filled = published
    assert still == still_bundle(small)
    assert "<iframe" in filled["text/html"]
    assert still["text/html"] in filled["text/html"]


@pytest.mark.parametrize(("shape", "least"), [((96, 96), 4), ((2, 2000), 2)])
def test_a_board_too_large_for_a_still_of_large_cells_is_shown_by_small_ones(shape, least):
    position = mv.Position.fresh(shape, 1)
    for bundle in (still_bundle(mv.thoughts(position)), mv.Editor(position).fallback()):
        width, height = picture_in(bundle).size
        assert min(shape[1], MOST_POSTER_SIDE) * least < width <= WIDEST
        assert shape[0] * least < height <= WIDEST


@pytest.fixture
def published(monkeypatch):
    shown = []
    publish = "IPython.display.publish_display_data"
    monkeypatch.setattr(publish, lambda data, *_, **__: shown.append(data))
    return shown


def refuse(*_, **__):
    raise AssertionError("nobody asked for this")


@pytest.mark.parametrize("kind", ["scrubber", "explorer", "playground"])
def test_to_display_a_widget_makes_no_page_no_film_and_no_answers(
    small, kind, published, monkeypatch
):
    for name in ("film.video.encode_film", "web.fallback.page", "web.trace_pack.curve_of"):
        monkeypatch.setattr(f"minevis.{name}", refuse)
    SHOWN[kind](small)._ipython_display_()
    shown = published[-1]
    assert "image/png" in shown
    assert ("<iframe" in shown["text/html"]) == shown["text/plain"].startswith("<Playground")


def shell_of(monkeypatch, kind):
    shell = SimpleNamespace(display_formatter=SimpleNamespace(active_types=[kind]))
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)


def test_a_terminal_shows_a_trace_in_words_and_makes_nothing(small, monkeypatch, capsys):
    shell_of(monkeypatch, "text/plain")
    monkeypatch.setattr(fallback, "page", refuse)
    small._ipython_display_()
    assert capsys.readouterr().out == f"{small!r}\n"


@pytest.mark.parametrize("kind", ["trace", "scrubber", "playground", "editor"])
def test_what_is_shown_holds_a_picture_with_a_text(small, kind):
    bundle = SHOWN[kind](small)._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert len(picture_in(data).getcolors(100_000)) > 8
    page, images = HTMLParser(), []
    page.handle_starttag = lambda tag, given: images.append(dict(given)) if tag == "img" else None
    page.feed(data["text/html"])
    (kept,) = images  # what a code host keeps
    assert kept["src"] == f"data:image/png;base64,{data['image/png']}"
    assert "Minesweeper" in kept["alt"] or "Position" in kept["alt"]


def test_a_widget_in_a_box_or_an_output_is_seen_before_it(small, published, monkeypatch):
    formatter = DisplayFormatter()
    shell = SimpleNamespace(display_formatter=formatter)
    monkeypatch.setattr(widgets, "jupyter_shell", lambda: shell)
    monkeypatch.setattr(widgets, "_programs", [])
    scrubber, output = small.scrubber(), ipywidgets.Output()
    output.msg_id = "of the running cell"
    scrubber._ipython_display_()
    assert output.msg_id == "of the running cell"
    still, *between, filled = published
    (widget,) = (each for each in between if "text/html" not in each)  # before its still is made
    assert widget["application/vnd.jupyter.widget-view+json"]["model_id"] == scrubber.model_id
    published.clear()
    box = ipywidgets.Tab([ipywidgets.HBox([scrubber])])
    data, _ = formatter.format(box)
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == box.model_id
    (boxed,) = published
    for shown in (still, filled, boxed):
        assert f'class="{scrubber.fallback_class}"' in shown["text/html"]
        assert "image/png" in shown
    published.clear()
    formatter.format(ipywidgets.VBox([ipywidgets.Label("no widget of ours")]))
    assert not published
