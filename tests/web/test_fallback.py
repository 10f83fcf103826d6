from base64 import b64decode
from html.parser import HTMLParser
from io import BytesIO
from types import SimpleNamespace

import ipywidgets
import pytest
from IPython.core.formatters import DisplayFormatter
from PIL import Image

import minevis as mv
from minevis.film.cards import key_moment
from minevis.render.options import WIDEST
from minevis.web import fallback, widgets
from minevis.web.fallback import MOST_POSTER_SIDE, page_bundle, still_bundle


def test_a_trace_that_is_only_read_is_a_page_over_a_still_of_its_key_moment(small):
    shown = page_bundle(small)["text/html"]
    assert shown.index("<img") < shown.index("<iframe")
    assert 'alt="A Minesweeper board of 9×9 cells with 10 mines' in shown
    assert small._repr_mimebundle_()["text/html"] == shown
    told, other = still_bundle(small), still_bundle(small, 0, note="1 < 2")
    assert told == still_bundle(small, key_moment(small))
    assert told["image/png"] != other["image/png"]
    assert other["text/html"].endswith("<p>1 &lt; 2</p>")


@pytest.mark.parametrize(("shape", "least"), [((96, 96), 4), ((90, 90), 4), ((2, 2000), 2)])
def test_a_board_too_large_for_a_still_of_large_cells_is_shown_by_small_ones(shape, least):
    position = mv.Position.fresh(shape, 1)
    for bundle in (still_bundle(mv.thoughts(position)), mv.Editor(position).fallback()):
        width, height = Image.open(BytesIO(b64decode(bundle["image/png"]))).size
        assert min(shape[1], MOST_POSTER_SIDE) * least < width <= WIDEST
        assert shape[0] * least < height <= WIDEST


@pytest.fixture
def published(monkeypatch):
    shown = []
    monkeypatch.setattr(
        "IPython.display.publish_display_data", lambda data, *_, **__: shown.append(data)
    )
    return shown


def refuse(*_, **__):
    raise AssertionError("nobody asked for this")


@pytest.mark.parametrize(
    "make",
    [mv.Trace.scrubber, lambda _: mv.explorer(), lambda _: mv.Playground("beginner")],
    ids=["scrubber", "explorer", "playground"],
)
def test_to_display_a_widget_makes_no_page_no_film_and_no_answers(
    small, make, published, monkeypatch
):
    monkeypatch.setattr("minevis.film.video.encode_film", refuse)
    monkeypatch.setattr("minevis.film.ffmpeg.encode_film", refuse)
    monkeypatch.setattr(fallback, "page", refuse)
    monkeypatch.setattr("minevis.web.trace_pack.curve_of", refuse)
    make(small)._ipython_display_()
    shown = published[-1]
    assert "image/png" in shown
    assert ("<iframe" in shown["text/html"]) == shown["text/plain"].startswith("<Playground")


def test_a_trace_is_seen_as_a_still_before_its_page_is_made(small, published, monkeypatch):
    shell = SimpleNamespace(display_formatter=SimpleNamespace(active_types=["text/html"]))
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    monkeypatch.setattr(fallback, "page", lambda *_, **__: refuse() if not published else "page")
    small._ipython_display_()
    still, filled = published
    assert still == still_bundle(small)
    assert "<iframe" in filled["text/html"]
    assert still["text/html"] in filled["text/html"]


def test_a_terminal_shows_a_trace_in_words_and_makes_nothing(small, monkeypatch, capsys):
    shell = SimpleNamespace(display_formatter=SimpleNamespace(active_types=["text/plain"]))
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    monkeypatch.setattr(fallback, "page", refuse)
    small._ipython_display_()
    assert capsys.readouterr().out == f"{small!r}\n"


@pytest.mark.parametrize(
    "make",
    [
        lambda trace: trace,
        lambda trace: trace.scrubber(),
        lambda trace: mv.Playground("beginner"),
        lambda trace: mv.Editor("mines 2\n1##\n###"),
    ],
    ids=["trace", "scrubber", "playground", "editor"],
)
def test_what_is_shown_holds_a_picture_with_a_text(small, make):
    bundle = make(small)._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    picture = Image.open(BytesIO(b64decode(data["image/png"])))
    assert len(picture.getcolors(100_000)) > 8
    page = HTMLParser()
    seen = []
    page.handle_starttag = lambda tag, attributes: seen.append((tag, dict(attributes)))
    page.feed(data["text/html"])
    kept = [attributes for tag, attributes in seen if tag == "img"]  # what a code host keeps
    assert len(kept) == 1
    assert kept[0]["src"] == f"data:image/png;base64,{data['image/png']}"
    assert "Minesweeper" in kept[0]["alt"] or "Position" in kept[0]["alt"]


def test_the_widget_is_there_before_its_fallback_is_made(small, published):
    scrubber = small.scrubber()
    scrubber._ipython_display_()
    place, widget, filled = published
    assert f'class="{scrubber.fallback_class}"' in place["text/html"]
    assert f'class="{scrubber.fallback_class}"' in filled["text/html"]
    assert "image/png" in filled
    view = widget["application/vnd.jupyter.widget-view+json"]
    assert view["model_id"] == scrubber.model_id
    assert "text/html" not in widget


def test_a_widget_in_a_box_or_an_output_is_seen_before_it(small, published, monkeypatch):
    formatter = DisplayFormatter()
    shell = SimpleNamespace(display_formatter=formatter)
    monkeypatch.setattr(widgets, "jupyter_shell", lambda: shell)
    monkeypatch.setattr(widgets, "_programs", [])
    scrubber, output = small.scrubber(), ipywidgets.Output()
    output.msg_id = "of the running cell"
    scrubber._ipython_display_()
    assert output.msg_id == "of the running cell"
    stills = [published[0]]
    published.clear()
    box = ipywidgets.Tab([ipywidgets.HBox([scrubber])])
    data, _ = formatter.format(box)
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == box.model_id
    for still in (*stills, *published):
        assert f'class="{scrubber.fallback_class}"' in still["text/html"]
        assert "image/png" in still
    assert len(published) == 1
    published.clear()
    formatter.format(ipywidgets.VBox([ipywidgets.Label("no widget of ours")]))
    assert not published
