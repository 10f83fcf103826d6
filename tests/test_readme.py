"""The README: its examples run, its links lead somewhere, and the figures behind it are kept."""

import re
from pathlib import Path

import pytest

import minevis as mv
from markdown_examples import run_examples
from minevis.cli import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
STRENGTH = (ROOT / "docs" / "research" / "strength.md").read_text(encoding="utf-8")


def test_examples(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run_examples(ROOT / "README.md") >= 5


def test_links_lead_somewhere():
    found = re.findall(r"\]\((?!http)([^)#]+)\)|(?:src|srcset)=\"([^\"]+)\"", README)
    assert len(found) > 10
    for target in map("".join, found):
        assert (ROOT / target).exists(), target


@pytest.mark.parametrize("command", re.findall(r"^python -m minevis (.+)$", README, re.MULTILINE))
def test_commands(command, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    words = [str(tmp_path / word) if word.endswith(".mp4") else word for word in command.split()]
    if "--video" in words:
        words += ["--cell", "4", "--detail", "0"]
    assert main(words) == 0
    assert capsys.readouterr().out


def test_the_win_ratios_are_those_that_are_kept():
    table = mv.ladder().to_markdown()
    assert table in STRENGTH, f"docs/research/strength.md should say:\n{table}"


def test_the_time_of_the_ladder_is_that_of_its_games_a_second():
    rate = int(re.search(r"^\| hard \|.* ([\d,]+) \|$", STRENGTH, re.MULTILINE)[1])
    minutes = round(200_000 / rate / 60)
    said = f"200,000 expert games of `best, hard`, at {rate} a second, take {minutes} minutes"
    assert said in " ".join(STRENGTH.split())


def test_targets_of_make_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^make ([a-z]+)", README, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
