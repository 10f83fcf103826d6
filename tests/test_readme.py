import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageSequence

import minevis as mv
from assets.film_hero import FILES, HOME, Film
from markdown_examples import run_examples
from minevis.cli.main import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
STRENGTH = (ROOT / "docs" / "research" / "strength.md").read_text(encoding="utf-8")


def test_examples(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run_examples(ROOT / "README.md") >= 5


@pytest.mark.parametrize("theme", FILES)
def test_the_film_is_the_one_that_make_hero_draws(theme):
    drawn, seconds = zip(*Film(theme).frames(), strict=True)
    with Image.open(HOME / FILES[theme]) as film:
        frames = [
            (each.convert("RGB"), each.info["duration"]) for each in ImageSequence.Iterator(film)
        ]
    pictures, lengths = zip(*frames, strict=True)
    ends, stops = np.cumsum(seconds), np.cumsum(lengths) / 1000
    assert 12 < ends[-1] < 19
    assert stops[-1] == pytest.approx(ends[-1])
    times = np.arange(0.05, ends[-1], 0.25)
    kept = [np.asarray(pictures[np.searchsorted(stops, time)], float) for time in times]
    shown = [np.asarray(drawn[np.searchsorted(ends, time)], float) for time in times]
    for slide, frame in zip(shown, kept, strict=True):
        assert np.abs(cv2.blur(slide - frame, (9, 9))).max() < 40
    ground = kept[0][0, 0]
    words = [frame[:120, 425:] for frame in kept]
    starts = [np.nonzero((each != ground).any((1, 2)))[0] for each in words]
    assert len({rows[0] for rows in starts if len(rows)}) == 1  # sentences keep their height
    colours = mv.THEMES[theme].heat[[19, 81]].astype(float)
    blue, orange = [(np.abs(kept[-1][320, 425:] - each).max(axis=1) < 9).sum() for each in colours]
    assert orange / blue == pytest.approx(1_712_304 / (2 * 194_580), rel=0.1)


def test_links_lead_somewhere_and_targets_of_make_exist():
    found = re.findall(r"\]\((?!http)([^)#]+)\)|(?:src|srcset)=\"([^\"]+)\"", README)
    assert len(found) > 10
    for target in map("".join, found):
        assert (ROOT / target).exists(), target
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^make ([a-z]+)", README, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


@pytest.mark.parametrize("command", re.findall(r"^python -m minevis (.+)$", README, re.MULTILINE))
def test_commands(command, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    words = [str(tmp_path / word) if word.endswith(".mp4") else word for word in command.split()]
    if "--video" in words:
        words += ["--cell", "4", "--detail", "0"]
    assert main(words) == 0
    assert capsys.readouterr().out


def test_the_win_ratios_and_the_time_of_the_ladder_are_those_that_are_kept():
    table = mv.ladder().to_markdown()
    assert table in STRENGTH, f"docs/research/strength.md should say:\n{table}"
    rate = int(re.search(r"^\| hard \|.* ([\d,]+) \|$", STRENGTH, re.MULTILINE)[1])
    minutes = round(200_000 / rate / 60)
    said = f"200,000 expert games of `best, hard`, at {rate} a second, take {minutes} minutes"
    assert said in " ".join(STRENGTH.split())
