// Playback: words that are new stay until they can be read.

import assert from "node:assert/strict";
import test from "node:test";

import { Film } from "../../minevis/web/static/film/film.js";
import { Player } from "../../minevis/web/static/film/player.js";

globalThis.requestAnimationFrame = globalThis.cancelAnimationFrame = () => 0;

const isNear = (found, expected, within) =>
  found.forEach((each, i) => assert.ok(Math.abs(each - expected[i]) <= within, `${found}`));

function playerOf(reading, speed) {
  const shown = [...reading.keys()];
  const film = { length: shown.length, shown: () => shown, readingTime: (beat) => reading[beat] };
  return new Player(film, { detail: 2, speed, onchange: () => {} });
}

test("what has been told before is read ever faster, and a search is not read", () => {
  const kinds = `s${"d".repeat(12)}mqqggx`;
  const badges = ["START", ...Array(12).fill("COUNT"), ...Array(6).fill("OTHER")];
  const captions = Array(kinds.length).fill("a".repeat(19));
  const found = Film.prototype.readingTimes.call({ kinds, badges, captions });
  const repeated = Array.from({ length: 12 }, (_, i) => Math.max(1 / (i + 1), 0.15));
  const shares = [0.3, ...repeated, 1, 0, 0, 1, 1, 1];
  assert.equal(found.length, shares.length);
  isNear(
    [...found],
    shares.map((share) => share * 1.5),
    1e-6,
  );
});

for (const [speed, expected] of [
  [2, [0.5, 3.5, 4]],
  [6, [1 / 6, 3 + 1 / 6, 3 + 2 / 6]],
  [12, [1 / 12, 0.75 + 1 / 12, 0.75 + 2 / 12]],
  [120, [0, 0, 0]], // above six steps a second nobody reads
])
  test(`a run of ${speed} steps a second waits for its reader up to six steps a second`, () => {
    const reading = [0, 3, 0, 0];
    const player = playerOf(reading, speed);
    player.beat = 3; // at its end it goes to its beginning, which nobody has read
    player.play();
    const begun = player.last;
    const left = [0, 0, 0];
    for (let passed = 0; passed < 60_000 && player.playing; passed += 5) {
      player.advance(begun + passed);
      for (let beat = 0; beat < Math.min(player.beat, 3); beat += 1) left[beat] ||= passed / 1000;
    }
    isNear(left, expected, speed > 100 ? 0.05 : 0.02);
  });

test("what stands there when a run goes on has been read", () => {
  const player = playerOf([5, 5, 5], 6);
  player.play();
  player.advance(player.last + 200);
  assert.equal(player.beat, 1);
});

test("moves and their proofs hold the run for two seconds at most, guesses until they are read", () => {
  const captions = Array(4).fill("a sentence ".repeat(10));
  const { readingTimes } = Film.prototype;
  const times = readingTimes.call({ captions, kinds: "mdgq", badges: ["", "", "", ""] });
  assert.deepEqual([times[0], times[1], times[3]], [2, 2, 0]);
  assert.ok(times[2] > 5);
});

test("a passage is repeated until the loop is taken away", () => {
  const player = playerOf([0, 0, 0, 0, 0], 100);
  player.markLoop();
  player.beat = 3;
  player.markLoop();
  player.play();
  const seen = () =>
    [11, 22, 33, 44].map((passed) => (player.advance(begun + passed), player.beat));
  let begun = player.last;
  assert.deepEqual(seen(), [0, 1, 2, 0]);
  player.markLoop();
  begun = player.last;
  assert.deepEqual(seen(), [1, 2, 3, 4]);
});
