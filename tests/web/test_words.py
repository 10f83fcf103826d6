import re

import pytest

import minevis as mv
from film_reading import unpacked
from minevis.web.fallback import still_bundle
from minevis.web.film import film
from minevis.web.javascript import browser_words, page_script, words_used


def test_of_one_there_is_no_plural():
    trace = mv.play(mv.Board.parse(".*"), first=(0, 0))
    head = unpacked(film(trace))[0]["film"]
    assert head["label"] == (
        "Minesweeper solved step by step: 1×2 cells, 1 mine, 1 move, 0 guesses, won"
    )
    assert head["title"] == "1×2 cells, 1 mine"
    assert head["summary"] == "player exact  ·  won  ·  1 move, 0 guesses"
    poster = "A Minesweeper board of 1×2 cells with 1 mine, solved step by step: 1 move, 0 guesses"
    assert f'alt="{poster}, won."' in still_bundle(trace)["text/html"]


@pytest.mark.parametrize("entry", ["page.js", "practice/mount.js", "race/mount.js"])
def test_a_page_brings_the_words_of_its_script_and_no_others(entry):
    script = page_script(entry)
    brought = words_used(script)
    plain = set(re.findall(r"\bsay\(\"([^\"]+)\"[,)]", script))
    begun = set(re.findall(r"\bsay\(`([^`$]+)\$", script))
    assert plain <= set(brought)
    assert all(any(name.startswith(start) for name in brought) for start in begun)
    assert len(brought) < 0.8 * len(browser_words())
