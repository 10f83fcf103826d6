"""Films, answers, pages and the boards behind playground and editor, without a browser."""

import json
import struct
import zlib
from base64 import b64decode
from html.parser import HTMLParser
from io import BytesIO

import numpy as np
import pytest
import traitlets
from PIL import Image

import minevis as mv
from minevis import cli
from minevis.core.position import ViewCode
from minevis.show.panels.links import Outline
from minevis.show.panels.panels import panel
from minevis.widgets.board.playground import lesson
from minevis.widgets.board.session import Mistake, Session
from minevis.widgets.film import bundle, fallback
from minevis.widgets.film.answers import answer, position_at
from minevis.widgets.film.fallback import framed
from minevis.widgets.film.film import LINED, PANELS, codes_of, film, wind
from minevis.widgets.film.lines import sides_of
from minevis.widgets.film.page import page, save

TYPES = {"int16": "<i2", "uint16": "<u2", "int32": "<i4", "float32": "<f4", "bytes": "<u1"}


def unpacked(packed):
    """The header and the arrays of a pack, as static/shared/pack.js reads them."""
    raw = zlib.decompress(packed)
    (length,) = struct.unpack("<I", raw[:4])
    head = json.loads(raw[4 : 4 + length])
    first = -(-(4 + length) // 8) * 8
    parts = {
        name: np.frombuffer(raw, TYPES[kind], items, first + offset)
        for name, (kind, offset, items) in head["parts"].items()
    }
    return head, parts


@pytest.fixture(scope="module")
def expert():
    return mv.play(mv.Board.random("expert", seed=5, first=(0, 0)), first=(0, 0))


@pytest.fixture(scope="module")
def small():
    return mv.play(mv.Board.random("beginner", seed=1, first=(0, 0)), first=(0, 0))


def test_the_changes_of_a_film_add_up_to_every_panel(small):
    head, parts = unpacked(film(small))
    assert "odds" not in parts
    rows = len(PANELS) + len(LINED)
    shown = np.zeros((rows, head["height"] * head["width"]), int)
    at = 0
    for beat, event in enumerate(parts["events"]):
        for row in range(rows):
            count = parts["counts"][beat * rows + row]
            shown[row, parts["cells"][at : at + count]] = parts["codes"][at : at + count]
            at += count
        assert np.array_equal(shown, codes_of(small[int(event)]))
    assert at == len(parts["cells"])


def test_every_picture_of_a_film_is_in_its_atlas(expert):
    head, parts = unpacked(film(expert))
    codes = np.stack([codes_of(expert[int(i)])[: len(PANELS)] for i in parts["events"][::50]])
    assert {*(codes // 32).ravel().tolist()} <= {*head["atlas"]["pictures"]}


def test_a_film_has_the_lines_that_pictures_have(expert):
    _, parts = unpacked(film(expert))
    starts = np.cumsum([0, *parts["linked"].tolist()])
    seen = set()
    snapshots = dict(enumerate(expert))
    for beat, event in enumerate(parts["events"]):
        layer = panel("board")(snapshots[int(event)])
        drawn = parts["links"][2 * starts[beat] : 2 * starts[beat + 1]].reshape(-1, 2)
        told = {
            (*divmod(int(clue), 30), *divmod(int(to) & 0x7FFF, 30), bool(to & 0x8000))
            for clue, to in drawn
        }
        assert told == {(*link.clue, *link.cell, link.tie) for link in layer.links}
        seen |= {link.tie for link in layer.links}
    assert seen == {True, False}


def test_sides_go_around_each_set_of_cells():
    drawn = sides_of([Outline(((0, 0), (0, 1), (1, 0)), "clue_ring")], (2, 2)).reshape(2, 2)
    up, down, left, right = 16, 32, 64, 128
    assert drawn.tolist() == [[up + left, up + down + right], [down + left + right, 0]]


def test_a_reel_wound_before_makes_the_same_film(small):
    reel = wind(small, detail=1)
    assert film(small, detail=1, reel=reel) == film(small, detail=1)
    scrubber = small.scrubber()
    scrubber.show(mv.Trace(small.events[:20]))
    assert scrubber.still()["text/html"] == framed(mv.Trace(small.events[:20]))


def test_the_answers_in_a_film_are_exact(small):
    head, parts = unpacked(film(small, answers=True))
    odds = np.cumsum(parts["odds"].reshape(-1, 81).astype(np.uint16), axis=0, dtype=np.uint16)
    for beat, event in enumerate(parts["events"]):
        position = position_at(small, int(event))
        if not (position.view == ViewCode.COVERED).any() or small[int(event)].won is not None:
            continue
        known = mv.analyze(position)
        told = odds[parts["positions"][beat]]
        covered = (position.view == ViewCode.COVERED).ravel()
        exact = known.probability.ravel()[covered] * 10_000
        assert np.abs(told[covered] - exact).max() <= 0.51
        assert (told[~covered] == 65_535).all()
    for proof in head["film"]["proofs"]:
        row, col = divmod(proof["cell"], 9)
        assert f"({row}, {col})" in proof["text"]


def test_a_whole_expert_game_is_a_small_page(expert, tmp_path):
    assert save(tmp_path / "solve.html", expert).stat().st_size < 400_000


def test_a_page_asks_for_nothing_and_holds_no_markup_from_data(small):
    events = mv.play(mv.Board.random("beginner", seed=1), mv.Player(name="</script><b>")).events
    text = page(mv.Trace(events), title="</title><script>")
    assert "</script><b>" not in text
    assert "</title><script>" not in text
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_a_page_has_an_html_suffix(small, tmp_path):
    with pytest.raises(ValueError, match=r"'solve.txt': a page is an .html file"):
        save(tmp_path / "solve.txt", small)


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


def test_the_still_and_the_widget_are_two_outputs(small, monkeypatch):
    shown = []
    monkeypatch.setattr(
        "IPython.display.publish_display_data", lambda data, *_, **__: shown.append(data)
    )
    scrubber = small.scrubber()
    scrubber._ipython_display_()
    still_shown, widget = shown
    assert f'class="{scrubber.mark}"' in still_shown["text/html"]
    assert "image/png" in still_shown
    view = widget["application/vnd.jupyter.widget-view+json"]
    assert view["model_id"] == scrubber.model_id
    assert "text/html" not in widget


@pytest.mark.parametrize("script", [bundle.page_script, bundle.kernel_script])
def test_the_joined_script_declares_every_name_once(script):
    text = script()
    names = [
        line.split("(")[0].split(" extends")[0].removeprefix("async ").split()[1]
        for line in text.splitlines()
        if line.startswith(("const ", "class ", "function ", "async function "))
        and not line.startswith("const [")
    ]
    assert len(names) == len({*names})
    assert "import " not in text.split("export default")[0].replace("// ", "")
    assert "innerHTML" not in text


def test_scripts_are_short():
    for path in bundle.STATIC.rglob("*.*s"):
        assert len(path.read_text("utf-8").splitlines()) < 300, path.name


def test_traits_refuse_nonsense_and_name_the_rule(small):
    scrubber = small.scrubber()
    with pytest.raises(traitlets.TraitError, match=rf"step=999: .* events 0 to {len(small) - 1}"):
        scrubber.step = 999
    with pytest.raises(traitlets.TraitError, match=r"speed=1000.0: beats a second, 0.25 to 240"):
        scrubber.speed = 1000
    scrubber.step = 3
    assert np.array_equal(scrubber.snapshot.view, small[3].view)


def test_another_trace_in_the_same_scrubber(small, expert):
    scrubber = expert.scrubber(step=len(expert) - 1)
    scrubber.show(small)
    assert (scrubber.step, scrubber.trace) == (0, small)


def test_answers_prove_or_weigh(small):
    position = position_at(small, 1)
    known = mv.analyze(position)
    for cell in map(tuple, np.argwhere(position.view == ViewCode.COVERED).tolist()):
        told = answer(position, cell)
        certain = known.safe[cell] or known.mined[cell]
        assert told["badge"] == ("PROOF" if certain else "ODDS")
    with pytest.raises(mv.IllegalMoveError, match=r"\(9, 0\) lies outside a 9×9 board"):
        answer(position, (9, 0))


@pytest.mark.parametrize("cell", [(0, 0), (4, 4), (8, 3)])
def test_the_first_click_is_protected(cell):
    for seed in range(20):
        session = Session("beginner", seed=seed)
        session.open(cell)
        assert session.position.view[cell] == 0
    board = mv.Board(np.eye(9, dtype=bool))
    session = Session(board)
    session.open((4, 4))
    assert session.game.board.mines == 9
    assert not session.over
    assert session.game.board.mined[session.moved]


def test_taking_back_restores_every_moment():
    session = Session("beginner", seed=4)
    seen = [session.position]
    for cell in ((0, 0), (0, 3), (0, 4)):
        session.open(cell)
        seen.append(session.position)
    session.flag((8, 8))
    for before in reversed(seen):
        session.back()
        assert session.position == before
    session.back()
    assert (session.moves, len(session.events)) == (0, 1)


def test_a_loss_is_explained_from_what_could_be_seen():
    session = Session("beginner", seed=4)
    session.open((0, 0))
    known = session.analysis()
    mine = tuple(np.argwhere(session.game.board.mined)[0].tolist())
    session.open(mine)
    assert session.record.won is False
    assert session.mistake.cell == mine
    assert session.mistake.chance == known.probability[mine]
    assert {*session.mistake.safe} == {*map(tuple, np.argwhere(known.safe).tolist())}


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        (Mistake((0, 2), 1.0, ((1, 1),), ((1, 1),), 0.0), "in every layout that fits. Safe at"),
        (Mistake((0, 2), 0.5, (), ((3, 3),), 0.25), "the least risk was 25 %, at (3, 3)."),
        (Mistake((0, 2), 0.25, (), ((0, 2),), 0.25), "no cell was less risky: bad luck."),
    ],
)
def test_what_a_loss_teaches(mistake, said):
    assert said in lesson(mistake)


def test_the_player_finishes_a_game_with_wrong_flags():
    session = Session("beginner", seed=4)
    session.open((0, 0))
    session.flag(tuple(np.argwhere(session.analysis().safe)[0].tolist()))
    session.finish()
    assert session.over
    assert session.record.won is session.game.won


def test_the_playground_says_what_the_rules_forbid():
    playground = mv.Playground("beginner")
    playground.do("open", cell=999)
    assert playground.state["caption"]["badge"] == "NO"
    playground.do("open", cell=0)
    assert playground.state["codes"]["board"][0] // 32 == 1
    with pytest.raises(mv.BoardFormatError, match="unknown level 'huge'"):
        mv.Playground("huge")


def test_the_editor_marks_the_clue_that_breaks():
    editor = mv.Editor("mines 2\n8#\n##")
    assert editor.analysis is None
    assert editor.state["caption"]["badge"] == "WRONG"
    assert editor.state["codes"]["board"][0] % 32 == 10
    editor.position = mv.Position.parse("mines 2\n2#\n##")
    assert editor.analysis.configurations == 3
    editor.do("text", text="no board")
    assert str(editor.position) == "mines 2\n2#\n##"


def test_the_explorer_solves_what_its_fields_say():
    explorer = mv.explorer()
    explorer.level.value, explorer.player.value, explorer.seed.value = "beginner", "csp", 7
    board = mv.Board.random("beginner", seed=7, first=(0, 0))
    assert explorer.scrubber.trace == mv.play(board, "csp", first=(0, 0), seed=7)


def test_the_command_writes_a_page(tmp_path, capsys):
    target = tmp_path / "deep" / "solve.html"
    assert cli.main(["page", str(target), "--level", "beginner", "--seed", "3"]) == 0
    assert "minevis-film" in target.read_text("utf-8")
    assert capsys.readouterr().out.rstrip().endswith(f"The page is {target}.")
    assert cli.main(["page", str(tmp_path / "a.txt")]) == 2
