from itertools import pairwise

import numpy as np
import pytest
from PIL import Image, ImageSequence

import minevis as mv
from minevis.film.alignment import cells_left
from minevis.film.race import Race
from minevis.players import PLAYERS as PLAYERS_KNOWN
from minevis.render import panels
from minevis.render.options import Pacing
from minevis.render.tiles.atlas import Tile, atlas
from minevis.solver import events as ev
from minevis.words.captions import order_of, skill_of

PLAYERS = ("counting", "exact", "convolution")


def test_all_play_the_same_board_each_its_own_way_in_step(race):
    assert race.names == PLAYERS == tuple(trace.start.player for trace in race.traces)
    assert [trace.won for trace in race.traces] == [False, True, True]
    told = f"<Race of {len(race) - 1} moves: counting lost, exact won, convolution won>"
    assert repr(race) == told
    most = [trace.moves for trace in race.traces]
    assert len(race) == max(most) + 1
    for step in range(len(race)):
        assert [s.moves for s in race[step]] == [min(step, moves) for moves in most]
    assert [s.won for s in race[-1]] == [False, True, True]
    assert [s.won for s in race[0]] == [None] * 3


def test_the_picture_holds_the_board_of_each(race):
    picture, page = race.frame(7, cell=16), race.alignment.page({"cell": 16})
    layers = race.alignment.scene(7, page).layers
    for name, place, layer, snapshot in zip(PLAYERS, page.grids, layers, race[7], strict=True):
        assert np.array_equal(layer.marks, panels.board(snapshot).marks), name
        drawn = atlas(16).draw(layer.pictures, layer.marks)
        assert np.array_equal(picture[place.part], drawn), name


def scenes(race):
    layout = race.alignment.page({"cell": 16})
    return [race.alignment.scene(step, layout) for step in range(len(race))]


def beats(race, **pacing):
    return race.alignment.beats(Pacing(**pacing))


def test_falls_risks_wins_and_who_is_ahead_are_told(race):
    told = scenes(race)
    fallen, risky = race.traces[:2]
    at = told[fallen.moves]
    cell = fallen.events[fallen.find(ev.Exploded)].cell
    assert at.sentences[0].startswith(f"“counting” falls at {cell}. “exact” guesses ")
    assert at.layers[0].subtitle.startswith(f"out at move {fallen.moves}, ")
    won = told[-1].layers[1].subtitle
    assert won.startswith(f"won in {risky.moves} moves, ")
    assert won.endswith(f"risk {round(100 * risky.risk)} %")
    first, last = sorted(race.alignment.lanes[1:], key=lambda lane: lane.trace.moves)
    assert told[-1].sentences[0] == (
        f"“{first.name}” was first, in {first.trace.moves} moves, "
        f"before “{last.name}” in {last.trace.moves}."
    )
    assert [layer.title for layer in told[5].layers] == list(PLAYERS)
    quiet = told[fallen.moves + 2 : fallen.moves + 9]
    assert "Still in the game: two players." in [scene.sentences[0] for scene in quiet]
    assert any(name in scene.counters[0] for scene in told for name in race.names)
    before, after = (told[fallen.moves + k].layers[0].pictures for k in (-1, 1))
    clues = (before > Tile.OPENED) & (before < Tile.OPENED + 9)
    assert clues.any()
    assert (after[clues] >= Tile.PALE).all()  # who is out is paled


def test_a_risk_taken_in_vain_is_named_also_after_flags():
    games = (mv.play(board_of(seed), first=(0, 0)) for seed in range(60))
    trace = next(game for game in games if game.won is False)
    guess = [e for e in trace.events if isinstance(e, ev.Guessed)][-1]
    said = f"“exact” falls at {guess.cell}, a guess of {round(100 * guess.risk)} %. Nobody has won."
    assert Race([trace], ["exact"]).sentence(-1) == said
    guess = ev.Guessed((0, 0), "uniform", 0.5, ((0, 0), (0, 1)), (), None, True)
    ends = ev.Flagged(((0, 2),)), ev.Exploded((0, 0)), ev.Finished(False, ())
    trace = mv.Trace([ev.Started(1, 3, 1, "csp"), guess, *ends])
    assert Race([trace], ["csp"]).alignment.lanes[0].loss() == ((0, 0), 0.5)


def board_of(seed):
    return mv.Board.random("beginner", seed=seed, first=(0, 0), safe_radius=1)


@pytest.mark.parametrize(
    ("won", "said"),
    [
        ([], "Nobody has won."),
        ([("a", 1)], "Only “a” has won, in 1 move."),
        ([("a", 3), ("b", 3)], "“a” and “b” are level: each won in 3 moves."),
        ([("c", 9), ("a", 8), ("b", 8)], "“a” and “b” were first, in 8 moves, before “c” in 9."),
        (
            [(name, 9 - at) for at, name in enumerate("abcde")],
            "“e” was first, in 5 moves, before “d” in 6, “c” in 7 and two more.",
        ),
        ([(name, 3) for name in "abcd"], "4 players are level: each won in 3 moves."),
    ],
)
def test_who_came_in_first_is_told_in_one_sentence(won, said):
    assert order_of(won, 12) == said


def test_what_every_player_can_do_is_told_but_of_ones_own():
    assert all(skill_of(name).startswith(f"“{name}” ") for name in PLAYERS_KNOWN)
    assert skill_of("best, hard").startswith("“best, hard” has a small net")
    board = mv.Board.parse("..*\n...\n...")
    race = mv.race(board, ["exact", mv.Player(name="mine")], first=(0, 0))
    shown = beats(race)
    assert [beat.words for beat in shown[:2]] == [(race.sentence(0),), (skill_of("exact"),)]
    assert not any(beat.card for beat in shown[2:])
    assert [beat.card for beat in beats(race, seconds=2.0)] == ["title", "", ""]
    assert [cue.text for cue in race.alignment.cues(shown, 10)][1] == skill_of("exact")
    one, other = race.alignment.shots(shown[:2], race.alignment.page({}))
    assert (one.scene.sentences, other.scene.sentences) == (shown[0].words, shown[1].words)


def test_cells_still_to_open_are_those_of_named_players_in_the_game():
    board = mv.Board.random("intermediate", seed=3033, first=(0, 0), safe_radius=1)
    race = mv.race(board, ["local", "csp", "exact"], first=(0, 0))
    out, *others = (int((s.view < 0).sum()) - s.mines for s in race[30])
    assert race[30][0].won is False
    assert out < min(others)
    assert cells_left(race[30]) == f"cells still to open: {min(others)}"
    assert cells_left(race[30][:1]) == f"cells still to open: {out}"  # all are out
    race = mv.race(mv.Board.parse("..*"), ["local", "csp", "exact", "best"], first=(0, 0))
    begun, done = race[0][0], race[1][0]
    for snapshots, said in (
        ((begun, begun, begun, begun), "2"),  # of all
        ((begun, done, begun, begun), "0 (csp)"),
        ((begun, done, done, begun), "0 (csp, exact)"),
        ((begun, done, done, done), "0 (3 players)"),
    ):
        assert cells_left(snapshots, race.names) == f"cells still to open: {said}"


def test_the_last_player_hurries(race):
    *_, alone, _ = sorted(lane.end for lane in race.alignment.lanes)
    holds = {beat.index: beat.hold for beat in beats(race, fps=60) if not beat.card}
    assert holds[1] > 2 * holds[alone + 1]


@pytest.mark.parametrize("count", [1, 2, 4, 5, 12])
def test_any_number_of_players_finds_room(count):
    race = mv.race(mv.Board.random("beginner", seed=3, first=(0, 0)), ["counting"] * count)
    assert race.frame(-1).ndim == 3


OTHER = mv.play(mv.Board.random((3, 3, 1), seed=0), "exact")


@pytest.mark.parametrize(
    ("make", "error", "told"),
    [
        (lambda race: mv.race(board_of(3), []), ValueError, "0 players"),
        (lambda race: mv.race(board_of(3), ["exact"] * 13), ValueError, "13 players"),
        (lambda race: mv.race(board_of(3), ["me"]), ValueError, "unknown player 'me'"),
        (lambda race: race.frame(0, panels=("zero",)), TypeError, "takes no option 'panels'"),
        (lambda race: Race([race.traces[0], OTHER], ["a", "b"]), ValueError, "one shape"),
        (lambda race: race.frame(len(race)), IndexError, "this race has the steps 0 to"),
        (lambda race: race.sentence(len(race)), IndexError, "this race has the steps 0 to"),
    ],
)
def test_what_makes_no_race_is_refused(race, make, error, told):
    with pytest.raises(error, match=told):
        make(race)


def test_a_race_has_subtitles_that_stay_until_there_is_news(race, tmp_path):
    shown = beats(race)
    cues = race.alignment.cues(shown, 10)
    assert cues[0].start == 0
    assert cues[-1].end == pytest.approx(sum(beat.hold for beat in shown) / 10)
    assert all(one.end == other.start for one, other in pairwise(cues))
    told = [cue.text for cue in cues]
    assert told[1:4] == [skill_of(name) for name in race.names]
    assert told[0] == "3 players on one board, in step: each picture shows their next click."
    assert told[4] == "Still in the game: three players."
    for step in (race.traces[0].moves, len(race) - 1):
        assert race.sentence(step) in told
    assert "Still in the game: two players." in told[5:]
    path = race.video(tmp_path / "race.webm", seconds=1, fps=5, cell=8)
    assert path.with_suffix(".vtt").read_text().startswith("WEBVTT")


def test_a_film_has_its_length_and_begins_in_the_middle_of_the_race(race, tmp_path):
    title, *skills, first = beats(race)[:5]
    assert (title.card, first.card, first.index) == ("title", "", 0)
    assert {beat.index for beat in skills} == {title.index}
    assert 0 < title.index < race.alignment.ends[0]
    path = race.video(tmp_path / "race.gif", max_width=640, fps=5)
    with Image.open(path) as film:
        poster = np.asarray(film.convert("RGB")).astype(int)
        held = [part.info["duration"] for part in ImageSequence.Iterator(film)]
    shown = beats(race, fps=5)
    assert sum(held) == pytest.approx(200 * sum(beat.hold for beat in shown), abs=200)
    assert list(tmp_path.iterdir()) == [path]
    grey = race.frame(0, max_width=640).astype(int)
    assert (np.abs(poster - grey).max(2) > 20).mean() > 0.02
    assert len(beats(race, seconds=1.0)) == 10  # no room for a title in so short a film
    assert not beats(race, seconds=1.0)[0].card


def test_a_race_moves_as_a_film_of_one_does(race, tmp_path):
    written = {}

    def encoder(path, stream):
        written[stream.fps] = [np.array(frame) for frame in stream.frames]
        path.touch()

    look = {"seconds": 8, "cell": 8, "encoder": encoder}
    race.video(tmp_path / "race.mp4", **look)
    race.video(tmp_path / "race.gif", motion=False, **look)
    moving, cut = (written[fps] for fps in (30, 10))
    assert (len(moving), len(cut)) == (240, 80)
    pictures = {race.frame(step, cell=8).tobytes() for step in range(len(race))}
    assert moving[-1].tobytes() in pictures
    settled = [frame.tobytes() in pictures for frame in cut]
    titles = settled.count(False)
    assert all(settled[titles:])
    between = [frame for frame in moving[3 * titles :] if frame.tobytes() not in pictures]
    assert len(between) > len(moving) / 5


def test_where_players_part_the_film_slows_down_and_names_what_each_knew(race):
    said = {step: race.sentence(step) for step in range(1, len(race) - 1)}
    parts = [step for step in said if race.alignment.guessed(step)]
    holds = {beat.index: beat.hold for beat in beats(race, fps=30) if not beat.card}
    usual = holds[next(step for step in said if step not in parts)]
    assert all(holds[step] > 5 * usual for step in parts)
    for step in parts:
        for lane in race.alignment.lanes:
            guess = lane.guess(step)
            if guess and step < lane.end:
                assert str(guess.cell) in said[step]
                assert f"“{lane.name}”" in said[step]
    board = mv.Board.random("intermediate", seed=49, first=(0, 0))
    other = mv.race(board, ["counting", "exact", "convolution"], first=(0, 0))
    assert other.sentence(2) == (
        "“counting” guesses (6, 8), without odds. “exact” and “convolution” guess (15, 15) at 15 %."
    )
    assert other.sentence(18) == (
        "“counting” falls at (8, 15). “exact” and “convolution” know a safe cell."
    )
