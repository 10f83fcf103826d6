// What is asked of a film while something else is still open: only the last question and theme count.

import assert from "node:assert/strict";
import test from "node:test";

import { Questions } from "../../minevis/web/static/film/questions.js";
import { Atlas } from "../../minevis/web/static/shared/atlas.js";
import { say } from "./support.mjs";

/** The questions of a film whose first cell is covered; its odds stay open until `settle` is called, or they are stopped. */
function asked() {
  const open = {};
  const answer = (beat, cell, onslow) =>
    new Promise((settle) => Object.assign(open, { settle, onslow }));
  const solver = { stop: () => open.settle(null) };
  const film = { marks: { click: 1 }, name: (cell) => `(${cell})`, odds: { answer, solver } };
  Object.assign(film, { seek() {}, pictures: { clueOf: (code) => code }, codes: () => [-1, 2] });
  const player = { pause() {}, beat: 3 };
  const stage = { viewport: { size: 1 }, mark() {} };
  const scrubber = { film, player, stage, say, draw() {}, keepLines() {} };
  return { open, player, questions: new Questions(/** @type {any} */ (scrubber)) };
}

test("a question that waits says so no more once another is answered", async () => {
  const { open, questions } = asked();
  questions.pick(0);
  await questions.pick(1);
  assert.equal(questions.answer.text, "cell open (1) 2");
  open.onslow();
  assert.equal(questions.answer.text, "cell open (1) 2");
  open.settle([{ text: "odds", marks: [] }]);
  await new Promise(setImmediate);
  assert.equal(questions.answer.text, "cell open (1) 2");
});

test("counting that takes long is announced, and stopped by a second click", async () => {
  const { open, questions, player } = asked();
  const first = questions.pick(0);
  open.onslow();
  assert.equal(questions.answer.text, "cell takes long (0)");
  const { settle } = open;
  const second = questions.pick(0); // stops the solver, and asks again
  open.settle(null);
  settle(null);
  await Promise.all([first, second]);
  assert.equal(questions.answer.text, "cell unknown (0)");
  player.beat = 4;
  questions.clear();
  const late = questions.pick(0);
  player.beat = 5; // the run goes on
  open.settle([{ text: "odds", marks: [] }]);
  await late;
  assert.equal(questions.answer, null);
});

test("of themes switched fast the last one is taken, whichever is decoded first", async () => {
  const themes = { dark: { colours: "dark" }, classic: { colours: "classic" } };
  const [waiting, taken] = [new Map(), []];
  const atlas = {
    sheets: new Map(),
    pack: { head: { atlas: { themes } } },
    has: () => false,
    load: (theme) =>
      new Promise((done) =>
        waiting.set(theme, () => (atlas.sheets.set(theme, [theme]), done(true))),
      ),
    invalidate: () => taken.push([atlas.sheet, atlas.colours]),
  };
  const use = (theme) => Atlas.prototype.use.call(atlas, theme);
  const [first, last] = [use("dark"), use("classic")];
  waiting.get("classic")();
  assert.equal(await last, true);
  waiting.get("dark")();
  assert.equal(await first, false);
  assert.deepEqual(taken, [["classic", "classic"]]);
});
