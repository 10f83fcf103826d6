"""Pictures and films carry words, and a film a small one for hosts that show pictures only."""

from base64 import b64decode
from io import BytesIO

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from PIL import Image

import minevis as mv
from minevis.film.picture import describe_moment, describe_run


@pytest.fixture(scope="module")
def trace():
    return mv.play(mv.Board.random((4, 5, 3), seed=0, first=(0, 0)), first=(0, 0))


def test_a_picture_is_the_frame_with_its_caption_and_a_pillow_image(trace, tmp_path):
    picture = trace.picture(2, panels=("board",), cell=24)
    assert isinstance(picture, Image.Image)
    pixels = trace.frame(2, panels=("board",), cell=24)
    for same in (picture.pixels, np.asarray(picture)):
        assert np.array_equal(same, pixels)
    data, about = picture._repr_mimebundle_()
    assert about["image/png"]["alt"] == picture.words == describe_moment(trace, 2)
    assert picture.words.endswith(mv.caption(trace.events[2]))
    shown = np.asarray(Image.open(BytesIO(b64decode(data["image/png"]))).convert("RGB"))
    assert np.abs(shown.astype(int) - pixels).mean() < 2
    assert picture.resize((20, 10)).size == picture.copy().resize((20, 10)).size == (20, 10)
    picture.save(stream := BytesIO(), "PNG")
    assert np.array_equal(np.asarray(Image.open(stream)), pixels)
    for name in ("a.png", "B.PNG", "a.jpg", "a.gif", "a.webp"):
        assert Image.open(picture.save(tmp_path / name)).size == picture.size
    assert (tmp_path / "B.PNG").read_bytes() == (tmp_path / "a.png").read_bytes()
    data = InteractiveShell.instance().display_formatter.format(picture)[0]
    assert sorted(data) == ["image/png", "text/plain"]  # once: Pillow gives a JPEG too


def test_pictures_and_films_for_light_and_dark_pages(trace):
    both = trace.picture(-1, cell=20, theme="auto")
    for pixels, theme in ((both.pixels, "paper"), (both.dark, "dark")):
        np.testing.assert_array_equal(pixels, trace.frame(-1, cell=20, theme=theme))
    data, about = both._repr_mimebundle_()
    assert data["image/png"] != about["image/png"]["dark"]
    assert "dark" not in trace.picture(-1, cell=20)._repr_mimebundle_()[1]["image/png"]
    both = trace.show(cell=8, seconds=1, theme="auto", loop=True, preview=True)
    light = trace.show(cell=8, seconds=1, loop=True, preview=True)
    assert (both.data, both.preview, both.loop) == (light.data, light.preview, True)
    assert both.dark == trace.show(cell=8, seconds=1, theme="dark").data
    assert "dark" not in light._repr_mimebundle_()[1].get("text/html", {})
    assert both._repr_mimebundle_()[1]["text/html"]["dark"]


def test_what_names_no_theme_is_in_the_chosen_one(trace, monkeypatch):
    monkeypatch.setattr("minevis.utils.appearance.Chosen.theme", "auto")  # put back at the end
    look = {"cell": 8, "panels": ("board",)}
    drawn = {name: trace.frame(-1, **look, theme=name) for name in mv.THEMES}
    for name, pixels in (*drawn.items(), ("auto", drawn["paper"])):
        mv.set_theme(name)
        ground = tuple(mv.THEMES["paper" if name == "auto" else name].ground)
        np.testing.assert_array_equal(trace.frame(-1, **look), pixels)
        np.testing.assert_array_equal(trace.picture(-1, **look).pixels, pixels)
        np.testing.assert_array_equal(trace.frame(-1, **look, theme="classic"), drawn["classic"])
        assert tuple(trace.strip(moments=1).pixels[0, 0]) == ground
        assert trace.plot(-1).get_facecolor()[:3] == tuple(part / 255 for part in ground)
        widgets = (trace.scrubber(), mv.Scrubber(trace), trace.scrubber(theme="classic"))
        assert [widget.theme for widget in widgets] == [name, name, "classic"]
    with pytest.raises(ValueError, match="unknown theme 'drak': .* did you mean 'dark'"):
        mv.set_theme("drak")


def test_what_turns_dark_with_its_page_is_no_larger_for_it(trace, monkeypatch):
    told = []
    monkeypatch.setattr("IPython.display.publish_display_data", told.append)
    for value, style_of in (
        (trace.picture(-1), "text/html"),
        (trace.picture(-1, theme="paper"), None),
        (trace.plot(-1), "text/html"),
        (mv.puzzles("1-2", 1, progress=False)[0], "text/html"),
        (mv.Board.parse("..*"), "text/html"),
    ):
        told.clear()
        with pytest.raises(NotImplementedError):  # IPython goes on to show the picture
            value._ipython_display_()
        assert [list(data) for data in told] == [[style_of]] * (style_of is not None)
        assert len(str(told)) < 1000
    film, paper = (trace.show(cell=8, seconds=1, theme=theme) for theme in (None, "paper"))
    assert 0 < len(film._repr_html_()) - len(paper._repr_html_()) < 1000


def test_where_the_cells_of_a_picture_are(trace):
    left, top, side, *crop = trace.picture(-1, cell=20, panels=("board",), crop=(1, 1, 3, 4)).cells
    assert (side, crop) == (20, [1, 1, 3, 4])
    plain, pointed = (
        trace.frame(at, cell=20, panels=("board",), crop=(1, 1, 3, 4)) for at in (0, len(trace) - 1)
    )
    rows, cols = np.nonzero((plain != pointed).any(axis=2)[: top + 3 * side])
    assert (top, left) <= (rows.min(), cols.min())
    assert cols.max() < left + 4 * side
    assert trace.picture(-1, format="square").cells is None


def test_a_story_tells_how_it_ended_and_thoughts_what_explain_tells(trace):
    end = "won" if trace.won else "lost"
    assert describe_run(trace).endswith(f"{end}.")
    assert "4×5 cells with 3 mines" in describe_run(trace)
    position = mv.Position.parse("mines 1\n1#\n##")
    assert "thoughts" in describe_run(mv.thoughts(position))
    position = mv.Position.parse("mines 1\n11\n1#")
    trace = mv.thoughts(position)
    assert list(trace.events) == list(mv.explain(position))
    assert np.array_equal(trace[0].view, position.view)


@pytest.fixture(scope="module", params=["trace", "race"])
def filmed(request, trace):
    board = mv.Board.random((4, 5, 3), seed=0, first=(0, 0))
    race = mv.race(board, ["counting", "exact"], first=(0, 0))
    return (trace, 640) if request.param == "trace" else (race, 1280)


def test_a_film_has_a_small_one_inside_and_words(filmed):
    what, width = filmed
    film = what.show(preview=True, cell=16, seconds=2)
    small = Image.open(BytesIO(film.preview))
    assert small.format == "GIF"
    assert small.width <= width
    assert small.n_frames > 1
    html = film._repr_html_()
    assert html.count(f'"{film.words}"') == 2  # of the film and of the small one
    assert html.index("<video") < html.index("<img") < html.index("</video>")


def test_a_film_is_a_picture_on_paper(filmed):
    v4 = pytest.importorskip("nbformat").v4
    exporter = pytest.importorskip("nbconvert").LatexExporter()
    film = filmed[0].show(cell=16, seconds=1)
    assert "<img" not in film._repr_html_()
    data, metadata = film._repr_mimebundle_()
    assert data["text/html"].startswith("<video")
    assert metadata["image/png"]["alt"] == film.words
    cell = v4.new_code_cell("1", outputs=[v4.new_output("display_data", data, metadata=metadata)])
    text, resources = exporter.from_notebook_node(v4.new_notebook(cells=[cell]))
    [(name, picture)] = resources["outputs"].items()
    assert f"{{{name}}}" in text
    assert len(Image.open(BytesIO(picture)).convert("RGB").getcolors(100_000)) > 8
