"""All words of the widgets come from the one table: in another language, no English is left."""

import re
from dataclasses import replace

import pytest

import minevis as mv
from cyrillic import OTHER
from minevis.show.words.captions import LANGUAGES
from minevis.widgets.film.words import browser_words, run_label, words_said
from minevis.widgets.javascript import page_script


@pytest.fixture(autouse=True)
def other(monkeypatch):
    monkeypatch.setitem(LANGUAGES, "xx", OTHER)


def latin(text):
    return re.findall(r"[A-Za-z]{2,}", text)


def test_every_label_of_the_browser_is_translated():
    for name, text in browser_words("xx").items():
        assert not latin(re.sub(r"\{\w+\}", "", text)), name


def test_of_one_there_is_no_plural():
    trace = mv.play(mv.Board.parse(".*"), first=(0, 0))
    said = [run_label(trace, key) for key in ("film label", "poster label", "film title")]
    assert said == [
        "Minesweeper solved step by step: 1×2 cells, 1 mine, 1 move, 0 guesses, won",
        "A Minesweeper board of 1×2 cells with 1 mine, solved step by step: "
        "1 move, 0 guesses, won.",
        "1×2 cells, 1 mine",
    ]


def test_what_a_language_does_not_translate_stays_english(monkeypatch):
    monkeypatch.setitem(LANGUAGES, "yy", replace(OTHER, controls={}))
    assert browser_words("yy")["play"] == "Play"


def test_a_playground_speaks_another_language():
    playground = mv.Playground("beginner", seed=4, language="xx")
    said = [playground.state["caption"]]
    for action, details in (
        ("open", {"cell": 0}),
        ("flag", {"cell": 80}),
        ("flag", {"cell": 80}),
        ("why", {"cell": 80}),
        ("hint", {}),
        ("hint", {}),
        ("back", {}),
        ("open", {"cell": 0}),
        ("switch", {"name": "odds"}),
    ):
        playground.do(action, **details)
        said.append(playground.state["caption"])
    assert not latin(" ".join(f"{each['badge']} {each['text']}" for each in said))
    assert not latin(" ".join(playground.state["tips"]))
    assert not latin(playground.state["panels"][0]["title"])


def test_an_editor_speaks_another_language():
    editor = mv.Editor("mines 2\n2#\n##", language="xx")
    assert not latin(editor.state["caption"]["text"])
    assert not latin("".join(panel["title"] for panel in editor.state["panels"]))


@pytest.mark.parametrize("entry", ["page.js", "practice/mount.js", "race/mount.js"])
def test_a_page_brings_the_words_of_its_script_and_no_others(entry):
    script = page_script(entry)
    brought = words_said(script)
    plain = set(re.findall(r"\bsay\(\"([^\"]+)\"", script))
    begun = set(re.findall(r"\bsay\(`([^`$]+)\$", script))
    assert plain <= set(brought)
    assert all(any(name.startswith(start) for name in brought) for start in begun)
    assert len(brought) < 0.6 * len(browser_words())
