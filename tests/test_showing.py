"""Every public object that shows itself: `save` by endings, `picture`, `plot`, arrays."""

import csv
import re
from io import BytesIO, StringIO
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from matplotlib.figure import Figure
from PIL import Image

import minevis as mv
from minevis.utils.showing import Savable

matplotlib.use("Agg")
QUIET = {"progress": False}
BOARD = mv.Board.random((4, 5, 3), seed=0, first=(0, 0))
TRACE = mv.play(BOARD, "counting", first=(0, 0))
POSITION = mv.Position.parse("mines 4\n#1#F\n####\n####")
GAME = mv.Game(BOARD)
GAME.open((0, 0))
FILMS = (".mp4", ".webm", ".gif", ".webp")
TABLE = (".png", ".html", ".txt", ".svg", ".pdf", ".csv")
MAKERS = {  # an object, and the endings that it writes
    "trace": (lambda: TRACE, (*FILMS, ".png", ".svg", ".pdf", ".html", ".txt", ".json", ".jsonl")),
    "race": (lambda: mv.race(BOARD, ["counting", "exact"]), (*FILMS, ".png", ".html")),
    "board": (lambda: BOARD, (".txt", ".mbf", ".png", ".html", ".svg", ".pdf")),
    "position": (lambda: POSITION, (".txt", ".mine", ".png", ".html", ".svg", ".pdf")),
    "game": (lambda: GAME, (".png", ".html", ".svg", ".pdf")),
    "analysis": (lambda: mv.analyze(POSITION), TABLE),
    "snapshot": (lambda: TRACE[5], (".png", ".html", ".svg", ".pdf")),
    "event": (lambda: TRACE.events[5], (".png", ".html", ".txt")),
    "proof": (lambda: mv.analyze("mines 1\n1#").proof((0, 1)), (".png", ".html", ".txt")),
    "trials": (lambda: mv.trials("beginner8", games=5, **QUIET), TABLE),
    "comparison": (
        lambda: mv.compare("beginner8", ["counting", "exact"], games=5, **QUIET),
        TABLE,
    ),
    "sweep": (lambda: mv.sweep("beginner8", mines=[5, 9], games=5, **QUIET), TABLE),
    "ladder": (mv.ladder, (".png", ".html", ".txt", ".svg", ".pdf", ".md")),
    "review": (lambda: TRACE.review(effort="quick"), TABLE),
    "win chance": (
        lambda: mv.win_chance("mines 1\n#1#"),
        (".png", ".html", ".txt", ".svg", ".pdf"),
    ),
    "profile": (lambda: mv.Profile(()), TABLE),
    "puzzle": (lambda: mv.puzzles("1-2", 1, **QUIET)[0], (".png", ".html", ".txt")),
    "table": (lambda: mv.PANELS, (".png", ".html", ".txt", ".md")),
    "reading": (
        lambda: mv.Position.from_image(TRACE.frame(1, panels="board"), mines=3),
        (".png", ".html", ".txt", ".mine", ".svg", ".pdf"),
    ),
    "scrubber": (lambda: TRACE.scrubber(), (".png", ".html")),
    "explorer": (lambda: mv.explorer(level="beginner"), (".png", ".html")),
    "race scrubber": (lambda: mv.race(BOARD, ["exact"]).scrubber(), (".png", ".html")),
    "playground": (lambda: mv.Playground(BOARD), (".png", ".html", ".json", ".gif")),
    "editor": (lambda: mv.Editor(POSITION), (".png", ".txt", ".mine")),
    "practice": (lambda: mv.Practice("1-2", count=1, **QUIET), (".png", ".html")),
    "film": (lambda: TRACE.show(seconds=1, cell=8), (".mp4", ".png")),
    "picture": (lambda: TRACE.picture(), (".png", ".jpg", ".webp", ".gif", ".pdf")),
}
SHORT = {".mp4": {"seconds": 1, "cell": 8}, ".gif": {"seconds": 1, "cell": 8}}
FILMED = (mv.Trace, mv.Race, mv.Playground)
SHORT |= {".webm": SHORT[".mp4"], ".webp": SHORT[".mp4"]}
FIRST_BYTES = {
    ".mp4": rb".{4}ftyp",
    ".webm": rb"\x1aE\xdf\xa3",
    ".gif": rb"GIF8",
    ".webp": rb"RIFF.{4}WEBP",
    ".png": rb"\x89PNG",
    ".jpg": rb"\xff\xd8\xff",
    ".pdf": rb"%PDF",
    ".svg": rb"<\?xml[^>]*>\s*<!DOCTYPE svg",
    ".html": rb"<!doctype html>",
    ".json": rb'\{"minevis_trace"',
    ".jsonl": rb'\{"minevis_trace"',
    ".mbf": rb"\x05\x04\x00\x03",
    ".mine": rb"\d+x\d+x\d+\n",
    ".md": rb"\| ",
}


@pytest.fixture(scope="module", params=MAKERS)
def shown(request):
    make, endings = MAKERS[request.param]
    return make(), endings


def test_save_writes_what_the_ending_says(shown, tmp_path):
    value, endings = shown
    for ending in endings:
        options = SHORT.get(ending, {}) if isinstance(value, FILMED) else {}
        path = value.save(str(tmp_path / f"a{ending.upper()}"), **options)
        data = path.read_bytes()
        assert path == tmp_path / f"a{ending.upper()}"
        if ending == ".csv":
            rows = list(csv.reader(StringIO(data.decode())))
            assert len({len(row) for row in rows}) == 1
        elif ending == ".txt":
            assert data.decode().endswith("\n")
        else:
            assert re.match(FIRST_BYTES[ending], data, re.DOTALL | re.IGNORECASE), (
                ending,
                data[:60],
            )
        if ending == ".png":
            assert Image.open(BytesIO(data)).size >= (2, 2)
    assert not list(tmp_path.glob(".*"))  # nothing half-written


def test_an_unknown_ending_names_the_known_ones(shown, tmp_path):
    value, endings = shown
    for name in ("a.xyz", "a"):
        with pytest.raises(mv.errors.EncoderError, match="a.*cannot write .*choose from") as error:
            value.save(tmp_path / name)
        known = set(re.findall(r"\.\w+", str(error.value).partition("choose from")[2]))
        assert set(endings) <= known
    for ending in endings:
        with pytest.raises(mv.errors.EncoderError, match="there is no folder"):
            value.save(tmp_path / "gone" / f"a{ending}")
    assert not any(tmp_path.iterdir())


def test_a_picture_is_a_pillow_image_with_words(shown):
    value, _ = shown
    if isinstance(value, Image.Image):
        return
    picture = value.picture()
    assert isinstance(picture, Image.Image)
    assert picture.words
    assert np.asarray(picture).dtype == np.uint8
    data, about = picture._repr_mimebundle_()
    assert about["image/png"]["alt"] == picture.words
    assert set(data) == {"image/png", "text/plain"}


def test_a_plot_is_a_figure_or_is_drawn_into_axes(shown):
    value, endings = shown
    assert hasattr(value, "plot") == (".svg" in endings and not hasattr(value, "overlay"))
    if not hasattr(value, "plot"):
        return
    import matplotlib.pyplot as plt

    assert isinstance(value.plot(), Figure)
    figure, (left, right) = plt.subplots(1, 2)
    assert value.plot(ax=left) is left
    assert left.images or left.lines or left.containers
    assert not [*right.images, *right.lines]
    with pytest.raises(TypeError, match=r"ax=.*Matplotlib Axes is needed"):
        value.plot(ax=figure)
    plt.close(figure)


def test_a_notebook_shows_more_than_text(shown):
    value, _ = shown
    rich = {"_repr_html_", "_repr_mimebundle_", "_ipython_display_"}
    assert any(callable(getattr(type(value), name, None)) for name in rich)
    if isinstance(value, Savable):
        data, _ = InteractiveShell.instance().display_formatter.format(value)
        assert {"text/html", "image/png"} & set(data) or not data  # displayed by itself


def test_moments_without_an_index_are_those_of_the_widget():
    step = TRACE.scrubber().step
    assert TRACE.picture() == TRACE.picture(step)
    assert TRACE.plot().get_supxlabel() == TRACE.plot(step).get_supxlabel() != ""
    race = mv.race(BOARD, ["counting", "exact"])
    assert race.picture() == race.picture(race.scrubber().step)


def test_options_go_to_the_call_that_writes_the_ending(tmp_path):
    TRACE.save(tmp_path / "a.png", index=2, panels="board", cell=20)
    assert Image.open(tmp_path / "a.png").size == TRACE.picture(2, panels="board", cell=20).size
    BOARD.save(tmp_path / "b.png", theme="dark")
    ground = tuple(mv.THEMES["dark"].ground)
    assert Image.open(tmp_path / "b.png").convert("RGB").getpixel((0, 0)) == ground
    for value, name, wrong in ((TRACE, "a.jsonl", "theme"), (BOARD, "a.txt", "cell")):
        with pytest.raises(TypeError, match=wrong):
            value.save(tmp_path / name, **{wrong: 1})
    with pytest.raises(TypeError, match="fps"):
        TRACE.save(tmp_path / "a.html", fps=3)
    assert not (tmp_path / "a.jsonl").exists()


@pytest.mark.parametrize("ending", [".json", ".jsonl"])
def test_a_saved_trace_is_loaded(ending, tmp_path):
    assert mv.Trace.load(TRACE.save(tmp_path / f"a{ending}")) == TRACE
    playground = mv.Playground(BOARD)
    assert mv.Trace.load(playground.save(tmp_path / f"b{ending}")) == playground.trace


def test_values_with_cells_are_arrays():
    snapshot, analysis = TRACE[5], mv.analyze(POSITION)
    for value, array in (
        (BOARD, BOARD.mined),
        (POSITION, POSITION.view),
        (GAME, GAME.view),
        (snapshot, snapshot.view),
        (analysis, analysis.probability),
    ):
        taken = np.asarray(value)
        assert taken.dtype == array.dtype
        np.testing.assert_array_equal(taken, array)
        assert np.asarray(value, dtype=float).dtype == float
        assert not np.shares_memory(np.array(value), array)
        assert np.shares_memory(np.array(value, copy=False), array)
        with pytest.raises(ValueError, match="copy"):
            np.array(value, dtype=complex, copy=False)
    assert np.asarray([BOARD, BOARD]).shape == (2, 4, 5)


def test_a_figure_opens_a_window_in_a_script(monkeypatch):
    import matplotlib.pyplot as plt

    opened = []
    monkeypatch.setattr(plt, "show", lambda: opened.append(plt.gcf().canvas.manager.canvas.figure))
    figure = TRACE.plot(5)
    figure.show()
    assert opened == [figure]
    plt.close("all")


@pytest.mark.parametrize("shape", [(101, 100), (1, 1_001), (3_000, 3_000)])
def test_a_notebook_shows_a_huge_board_as_text(shape):
    board = mv.Board(np.zeros(shape, bool))
    assert board._repr_mimebundle_() == ({"text/plain": repr(board)}, {})


def test_a_panel_that_needs_a_trace_is_refused_without_one():
    with pytest.raises(ValueError, match=r"panels='tree': .*trace\.picture"):
        POSITION.picture(panels="tree")
    assert POSITION.picture(format="square", max_width=400).size == (400, 400)


def test_pages_of_dark_themes_and_untrusted_words(tmp_path):
    board = mv.Board.parse("..*")
    light = board.save(tmp_path / "a.html", title="<b>").read_text("utf-8")
    assert "<b>" not in light
    dark = board.save(Path(tmp_path, "b.html"), theme="dark").read_text("utf-8")
    assert "minevis-auto" in light
    assert 'class="minevis-auto"' not in dark
