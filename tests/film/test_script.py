import itertools
import re
import subprocess

import imageio_ffmpeg
import pytest

from minevis.api.playing import play
from minevis.film.beats import beats
from minevis.film.moments import Beat
from minevis.film.script import chapters, cues_of, srt, transcript, vtt
from minevis.game.board import Board
from minevis.render.options import Pacing
from minevis.solver import events as ev
from minevis.trace.trace import Trace
from minevis.words.events import kind

FFMPEG = imageio_ffmpeg.get_ffmpeg_exe()


@pytest.fixture(scope="module")
def game():
    """A game with searches and two guesses."""
    board = Board.random("beginner", seed=26, first=(0, 0), safe_radius=1)
    return Trace(play(board, "exact", first=(0, 0)).events)


@pytest.fixture(scope="module")
def shown(game):
    return beats(game, Pacing(detail=2, fps=30, cards=True, seconds=70), grouping="stepwise")


def test_cues_follow_one_another_to_the_end(game, shown):
    cues = cues_of(game, shown, 30)
    assert cues[0].start == 0
    opening = sum(beat.hold for beat in shown if beat.card in ("question", "rewind"))
    assert cues[0].end == opening / 30 >= 3
    assert cues[0].text.endswith("Which one?")
    assert cues[-1].end == pytest.approx(70)
    for before, after in itertools.pairwise(cues):
        assert before.end == after.start
        assert before.text != after.text
        assert before.end > before.start


def test_quick_steps_of_a_search_are_one_cue_of_half_a_second(game):
    searching = [kind(event) for event in game.events]
    runs = [[*some] for _, some in itertools.groupby(range(len(game)), searching.__getitem__)]
    steps = [Beat(index, 6) for index in max(runs, key=len)[:10]]  # a fifth of a second each
    cues = cues_of(game, steps, 30)
    assert len(cues) < len(steps) == 10
    assert min(cue.end - cue.start for cue in cues[:-1]) >= 0.5


def test_the_texts_are_of_their_formats(game, shown):
    cues = cues_of(game, shown, 30)
    assert len(cues) < len(shown)
    blocks = srt(cues).strip().split("\n\n")
    assert len(blocks) == len(cues)
    pattern = r"\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}"
    assert all(re.fullmatch(pattern, block.split("\n")[1]) for block in blocks)
    assert vtt(cues).startswith("WEBVTT\n\n00:00:00.000 --> ")


def words_of(path):
    """The subtitles of a file, as SRT."""
    command = [FFMPEG, "-loglevel", "error", "-i", str(path), "-map", "0:s", "-f", "srt", "-"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_the_cues_of_a_film_of_hours_are_at_their_times(tmp_path):
    """An MP4 holds cues of up to 2³¹ µs, about 36 minutes."""
    trace = play(Board.parse("..*"), first=(0, 0))
    long = {"seconds": 9000, "fps": 1, "cell": 8, "detail": 0}
    found = {}
    for name in ("a.mp4", "a.webm"):
        path = trace.video(tmp_path / name, **long)
        text = words_of(path if name == "a.mp4" else path.with_suffix(".vtt"))
        found[name] = re.findall(r"(\S+) --> (\S+)\n(.*)", text)
    first, *_, last = found["a.webm"]
    assert (first[0], last[1]) == ("00:00:00,000", "02:30:00,000")
    assert len(found["a.webm"]) < len(found["a.mp4"])
    for start, end, said in found["a.webm"]:
        parts = [cue for cue in found["a.mp4"] if cue[2] == said]
        assert (parts[0][0], parts[-1][1]) == (start, end)
        assert all(before[1] == after[0] for before, after in itertools.pairwise(parts))


def test_chapters_stand_at_searches_and_guesses(game, shown):
    titles = re.findall("title=(.*)", chapters(game, shown, 30))
    assert titles[0] == "START"
    numbered = re.findall("(SEARCH|GUESS) (.*)", "\n".join(titles))
    assert {("GUESS", "1"), ("GUESS", "2")} <= set(numbered)
    searches = [int(number) for name, number in numbered if name == "SEARCH"]
    assert searches == [*range(1, len(searches) + 1)] != []
    starts = [int(n) for n in re.findall(r"START=(\d+)", chapters(game, shown, 30))]
    assert starts == sorted(starts)


@pytest.mark.parametrize("first", [0, 1])
def test_an_excerpt_has_no_empty_chapter_and_counts_as_the_entire_game_does(game, first):
    second = [i for i, event in enumerate(game.events) if isinstance(event, ev.Guessed)][1]
    found = chapters(game, [Beat(second - first, 30), Beat(second, 30)], 30)
    starts, ends = (re.findall(rf"{name}=(\d+)", found) for name in ("START", "END"))
    assert all(int(start) < int(end) for start, end in zip(starts, ends, strict=True))
    assert re.findall("title=(.*)", found) == ["START", "GUESS 2"][1 - first :]


def test_a_film_carries_its_words(game, tmp_path):
    path = game.video(tmp_path / "a.mp4", seconds=5, max_width=320, detail=2)
    said = subprocess.run([FFMPEG, "-i", str(path)], capture_output=True, text=True).stderr
    assert "mov_text" in said
    assert "GUESS 1" in said
    assert "The game is won" in words_of(path)


def test_a_transcript_tells_the_run(game):
    lines = transcript(game).splitlines()
    assert lines[0].startswith("0:00  START")
    assert lines[-1].endswith("every cell without a mine is open.")
    assert sum("GUESS" in line for line in lines) == game.guesses
    assert len(transcript(game, detail=2)) > len(transcript(game))
