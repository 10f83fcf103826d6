"""What a notebook that is only read shows of a widget."""

from base64 import b64decode
from html.parser import HTMLParser
from io import BytesIO

import pytest
from PIL import Image

import minevis as mv
from minevis.widgets.film import fallback
from minevis.widgets.film.fallback import framed


def test_a_notebook_that_is_only_read_gets_a_page_over_a_video_over_a_poster(small):
    shown = framed(small)
    assert shown.index("<video") < shown.index("<img") < shown.index("</video>")
    assert shown.index("</video>") < shown.index("<iframe")
    assert 'alt="A Minesweeper board of 9×9 cells with 10 mines' in shown
    assert small._repr_mimebundle_()["text/html"] == shown


def test_without_an_encoder_the_poster_stands_alone(small, monkeypatch):
    def none(*_, **__):
        raise mv.EncoderError("no encoder here")

    monkeypatch.setattr(fallback, "inline_video", none)
    shown = framed(small)
    assert "<video" not in shown
    assert shown.index("<img") < shown.index("<iframe")


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


def test_the_widget_is_there_before_its_fallback_is_made(small, monkeypatch):
    shown = []
    monkeypatch.setattr(
        "IPython.display.publish_display_data", lambda data, *_, **__: shown.append(data)
    )
    scrubber = small.scrubber()
    scrubber._ipython_display_()
    place, widget, filled = shown
    assert f'class="{scrubber.fallback_class}"' in place["text/html"]
    assert f'class="{scrubber.fallback_class}"' in filled["text/html"]
    assert "image/png" in filled
    view = widget["application/vnd.jupyter.widget-view+json"]
    assert view["model_id"] == scrubber.model_id
    assert "text/html" not in widget
