"""Playback in the browser, in Node: words that are new stay until they can be read."""

import pytest

from node import answers_of, needs_node

READING = """(kinds, badges, captions) => {
  const film = { kinds, badges, captions };
  return Array.from(script.Film.prototype.readingTimes.call(film));
}"""
PLAYED = """(speed, reading) => {
  const shown = [...reading.keys()];
  const film = { length: shown.length, shown: () => shown, readingTime: (beat) => reading[beat] };
  globalThis.requestAnimationFrame = globalThis.cancelAnimationFrame = () => 0;
  const player = new script.Player(film, { detail: 2, speed, onchange: () => {} });
  player.beat = shown.at(-1); // at its end it goes to its beginning, which nobody has read
  player.play();
  const begun = player.last;
  const left = shown.map(() => 0);
  for (let passed = 0; passed < 60000 && player.playing; passed += 5) {
    player.advance(begun + passed);
    for (let beat = 0; beat < player.beat; beat += 1) left[beat] ||= passed / 1000;
  }
  return left;
}"""


@needs_node
def test_what_has_been_told_before_is_read_ever_faster_and_a_search_is_not_read():
    kinds, badges = "s" + 12 * "d" + "mqqggx", ["START", *12 * ["COUNT"], *6 * ["OTHER"]]
    captions = [19 * "a"] * len(kinds)
    (found,) = answers_of("film/film.js", READING, [[kinds, badges, captions]])
    whole = 0.5 + 1.0
    expected = [0.3, *(max(1 / n, 0.15) for n in range(1, 13)), 1, 0, 0, 1, 1, 1]
    assert found == pytest.approx([share * whole for share in expected])


@needs_node
def test_a_run_waits_for_its_reader_up_to_six_steps_a_second():
    reading = [0.0, 3.0, 0.0, 0.0]
    runs = [[speed, reading] for speed in (2, 6, 12, 120)]
    slow, easy, fast, racing = answers_of("film/player.js", PLAYED, runs)
    assert slow[:3] == pytest.approx([0.5, 3.5, 4.0], abs=0.02)
    assert easy[:3] == pytest.approx([1 / 6, 3 + 1 / 6, 3 + 2 / 6], abs=0.02)
    assert fast[:3] == pytest.approx([1 / 12, 0.75 + 1 / 12, 0.75 + 2 / 12], abs=0.02)
    assert racing[2] < 0.05


GOES_ON = """(reading) => {
  const film = { length: 3, shown: () => [0, 1, 2], readingTime: () => reading };
  globalThis.requestAnimationFrame = globalThis.cancelAnimationFrame = () => 0;
  const player = new script.Player(film, { detail: 2, speed: 6, onchange: () => {} });
  player.play();
  player.advance(player.last + 200);
  return player.beat;
}"""


@needs_node
def test_what_stands_there_when_a_run_goes_on_has_been_read():
    assert answers_of("film/player.js", GOES_ON, [[5.0]]) == [1]
