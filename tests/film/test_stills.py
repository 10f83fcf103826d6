import matplotlib as mpl
import numpy as np
import pytest
from PIL import Image

from minevis.api.playing import play
from minevis.errors import EncoderError
from minevis.film.beats import beats
from minevis.film.figure import CELL_PIXELS, animation, plot
from minevis.film.frames import frame
from minevis.film.stills import key_moments, strip, write_frames, write_png
from minevis.game.board import Board
from minevis.render.options import Look, Pacing
from minevis.render.page import page_of_panels
from minevis.render.panels import PANELS, cell_panels
from minevis.render.searches import Searches
from minevis.render.tiles.theme import THEMES
from minevis.solver import events as ev


@pytest.fixture(scope="module")
def trace():
    """A game with counting, the subset rule, searches and guesses."""
    board = Board.random("beginner", seed=3, first=(0, 0), safe_radius=1)
    return play(board, "csp", first=(0, 0))


def test_a_folder_holds_a_picture_for_each_beat(trace, tmp_path):
    shown = beats(trace, Pacing(detail=0, cards=True))
    paths = write_frames(trace, tmp_path / "new", look={"cell": 12}, detail=0, cards=True)
    assert sorted((tmp_path / "new").iterdir()) == paths
    assert [path.name for path in paths[:2]] == ["0000.png", "0001.png"]
    assert len(paths) == len(shown)
    with Image.open(paths[-2]) as picture:
        assert np.array_equal(np.asarray(picture), frame(trace, shown[-2].index, cell=12))


def test_frames_of_two_runs_are_not_mixed(trace, tmp_path, monkeypatch):
    (tmp_path / "cover.png").touch()  # no frame
    long = write_frames(trace, tmp_path, cell=8, detail=0, moves=(0, 3))
    assert write_frames(trace, tmp_path, cell=12, detail=0, moves=(0, 3)) == long
    monkeypatch.setattr("minevis.film.stills.frames", None)  # it is said before any work
    with pytest.raises(ValueError, match=rf": {long[-1].name} is of an earlier run: delete"):
        write_frames(trace, tmp_path, cell=8, detail=0, moves=(0, 2))
    with pytest.raises(ValueError, match=rf" to {long[-1].name} are of an earlier run"):
        write_frames(trace, tmp_path, cell=8, detail=0, moves=(0, 1))
    assert len(list(tmp_path.iterdir())) == len(long) + 1


def test_a_picture_that_cannot_be_written_leaves_nothing(trace, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    with pytest.raises(EncoderError, match="file"):
        write_frames(trace, blocked, look={})
    folder = tmp_path / "a.png"
    folder.mkdir()
    with pytest.raises(EncoderError, match=r"a\.png"):
        write_png(folder, np.zeros((2, 2, 3), np.uint8))
    assert sorted(tmp_path.iterdir()) == [folder, blocked]


def test_key_moments_are_first_uses_guesses_and_the_end(trace):
    chosen = key_moments(trace, 8)
    events = [trace.events[i] for i in chosen]
    assert len(events) == 8
    assert isinstance(events[-1], ev.Finished)
    assert {ev.Opened, ev.Counted, ev.Subtracted, ev.Guessed} <= {type(e) for e in events}
    assert key_moments(trace, 1) == [len(trace) - 1]
    with pytest.raises(ValueError, match="moments=0"):
        key_moments(trace, 0)


def test_a_strip_is_the_frames_of_its_moments(trace):
    page = strip(trace, moments=4, columns=2, cell=12)
    layout = page_of_panels(
        trace.shape, Look(panels=("board",), cell=12, legend=False, max_width=700)
    )
    assert page.shape == (2 * layout.height, 2 * layout.width, 3)
    last = frame(trace, key_moments(trace, 4)[2], panels=("board",), cell=12, legend=False)
    assert np.array_equal(page[layout.height :, : layout.width], last)
    board = Board.random("expert", seed=1, first=(8, 8), safe_radius=1)
    wide = strip(play(board, first=(8, 8), progress=False), moments=2)
    plan = page_of_panels((16, 30), Look(panels=("board",), max_width=560, legend=False))
    assert wide.shape == (plan.height, 2 * plan.width, 3)
    assert plan.body * 0.73 * 1280 / wide.shape[1] > 10.8  # px, a capital on a page of 1280 px
    for columns in (0, 1.5):
        with pytest.raises(ValueError, match=f"columns={columns}"):
            strip(trace, columns=columns)


@pytest.mark.parametrize("theme", THEMES)
def test_a_figure_shows_the_tiles_of_its_panels(trace, theme):
    at = next(i for i, e in enumerate(trace.events) if isinstance(e, ev.Guessed))
    figure = plot(trace, at, panels=cell_panels(), theme=theme)
    for axis, name in zip(figure.axes, cell_panels(), strict=True):
        assert axis.get_title(loc="left") == PANELS[name](trace[at]).title
        page = {"cell": CELL_PIXELS, "caption": False, "max_width": 3840, "theme": theme}
        window = page_of_panels(trace.shape, Look(panels=name, **page)).grids[0].part
        drawn = frame(trace, at, panels=name, **page)[window]
        assert name == "board" or np.array_equal(axis.images[0].get_array(), drawn)


def test_a_figure_can_be_cropped_and_bare(trace):
    figure = plot(trace, 5, crop=(1, 2, 3, 4), words=False)
    (axis,) = figure.axes
    assert axis.get_xlim() == (2, 6)
    assert axis.get_ylim() == (4, 1)
    assert axis.get_title(loc="left") == ""
    with pytest.raises(IndexError):
        plot(trace, len(trace))


def test_a_figure_of_the_search_has_its_odds(trace):
    searches = filter(None, map(Searches(trace).at, range(len(trace))))
    at = next(search.odds_at for search in searches if search.odds is not None)
    board, tree = plot(trace, at, panels=("board", "tree")).axes
    assert tree.get_title(loc="left") == "Search"
    assert board.images[0].get_extent() == [0, 9, 9, 0]
    before = plot(trace, at - 1, panels=("tree",)).axes[0]
    changed = (tree.images[0].get_array() != before.images[0].get_array()).any(axis=(1, 2))
    assert np.nonzero(changed)[0].min() > 0.9 * len(changed)  # the last row, and only that


def test_an_animation_shows_the_frames_of_the_video(trace):
    made = animation(trace, fps=5, look={"cell": 8}, detail=0, frames=(0, 4))
    seen = list(made.new_frame_seq())
    shown = beats(trace, Pacing(detail=0, fps=5, frames=(0, 4)))
    assert len(seen) == sum(beat.hold for beat in shown) == 4
    assert np.array_equal(seen[-1], frame(trace, shown[-1].index, cell=8))
    made._draw_was_started = True  # it is looked at here without being played
    stream = [*trace.frames(fps=5, cell=8, detail=0, frames=(0, 4))]
    assert np.array_equal(stream, seen)
    with pytest.raises(TypeError, match="no option 'frame_rate'; did you mean 'fps'"):
        trace.frames(frame_rate=5)


def test_figures_and_animations_show_in_any_notebook(trace):
    assert plot(trace, 5)._repr_png_().startswith(b"\x89PNG")
    made = animation(trace, cell=8, detail=0, frames=(0, 4), fps=5)
    assert "<video" in made._repr_html_()
    with mpl.rc_context({"animation.embed_limit": 0.01}):  # Matplotlib alone would drop frames
        page = made.to_jshtml()
    assert page.count("data:image/png") == made._save_count
