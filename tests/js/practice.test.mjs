// Claims about puzzles: what settles one, what is a miss, and what is said.

import assert from "node:assert/strict";
import test from "node:test";

import { Practice } from "../../minevis/web/static/practice/practice.js";
import { Trainer } from "../../minevis/web/static/practice/trainer.js";
import { Kept } from "../../minevis/web/static/shared/kept.js";
import { Solver } from "../../minevis/web/static/solver/solver.js";
import { drawing, say, worker } from "./support.mjs";

const questions = { count: "safe", anything: "anything", guess: "guess" };
const PUZZLES = {
  pair: { kind: "count", text: "mines 2\n####\n1221\n0000", safe: [0, 3], mines: [1, 2] },
  told: { kind: "count", text: "mines 2\nF1#1#", safe: [2], mines: [4] },
  open: { kind: "anything", text: "mines 1\n#1#", odds: [0, 2] },
  mine: { kind: "anything", text: "mines 3\n#1#F11#", mines: [6], odds: [0, 2] },
  guess: { kind: "guess", text: "mines 1\n###\n#1#\n###", odds: [0, 1, 2, 3], best: [0] },
};

/** A page of one puzzle without its looks; `claim` is said of a cell, once its proofs are there. */
async function practiceOf(name) {
  worker.answers = () => true;
  const { kind, text, safe = [], mines = [], odds = [], best = [] } = PUZZLES[name];
  const width = text.split("\n")[1].length;
  const size = { width, height: text.split("\n").length - 1, corner: [0, 0] };
  const asked = [...safe, ...mines, ...odds];
  const certain = { safe, mines, some: safe.length > 0, main: safe[0] ?? -1 };
  const guess = best.length ? { text: "best guess", marks: [] } : null;
  const wins = best.length ? [0, 1].map((cell) => [cell, 8750 - 10 * cell]) : [];
  const answer = { ...certain, position: text, odds: odds.map((cell) => [cell, 5000]), best };
  const words = { questions: { [kind]: questions[kind] }, marks: drawing.marks };
  const puzzle = { id: name, kind, rank: 0, number: 0, asked, ...size };
  const practice = Object.assign(Object.create(Practice.prototype), {
    ...{ say, words, pictures: drawing.pictures, solver: new Solver(), loaded: new Map() },
    answers: [
      { ...answer, guess, wins, hints: ["clues", "idea"].map((text) => ({ text, marks: [] })) },
    ],
    ...{ trainer: new Trainer([puzzle], new Kept(() => null)), input: { cell: asked[0] } },
    ...{ refresh() {}, name: (cell) => `(${cell})`, caption: { announce() {} } },
  });
  practice.fresh(puzzle);
  const claim = async (cell, what) => {
    await practice.claim(cell, what);
    return practice.told;
  };
  return { practice, claim, state: () => [practice.done, practice.trainer.state.streak] };
}

const keysOfNothing = ({ table }) => table.find(({ name }) => name === "practice nothing").keys;

test("a safe cell is proven at once, its steps follow, and nothing is a miss any more", async () => {
  const { practice, claim, state } = await practiceOf("pair");
  assert.deepEqual(keysOfNothing(practice), []);
  assert.match((await claim(0, "safe")).text, /^practice so /);
  assert.deepEqual(state(), [true, 1]);
  assert.equal((await claim(3, "mine")).badge, practice.proven(3).badge); // asks for its proof
  const whole = await claim(0, "safe");
  assert.equal(whole, practice.proven(0)); // not praised again
  assert.equal(await claim(0, "safe"), whole.steps[0]);
  assert.deepEqual(state(), [true, 1]);
});

test("a mine settles nothing yet, and a mine called safe is a miss with its proof", async () => {
  const { practice, claim, state } = await practiceOf("pair");
  await claim(1, "mine");
  assert.equal(practice.done, false);
  const missed = await claim(2, "safe");
  assert.equal(missed.badge, "practice wrong");
  assert.ok(missed.links.length);
  await claim(3, "safe");
  assert.deepEqual(state(), [true, 0]);
});

for (const [cell, what] of /** @type {const} */ ([
  [4, "safe"],
  [2, "mine"],
]))
  test(`a wrong claim ends a puzzle where its proof tells the answer: ${cell} ${what}`, async () => {
    const { claim, state } = await practiceOf("told");
    assert.equal((await claim(cell, what)).badge, "practice wrong");
    assert.deepEqual(state(), [true, 0]);
  });

test("what cannot be proven is a miss with its odds, and nothing may be safe", async () => {
  const { practice, claim, state } = await practiceOf("open");
  assert.deepEqual(keysOfNothing(practice), ["0"]);
  assert.match((await claim(0, "safe")).text, /^practice open \(0\) .*50/);
  practice.claimNothing();
  assert.deepEqual([practice.told.text, ...state()], ["practice nothing right", true, 0]);
});

test("a mine does not answer whether anything is safe", async () => {
  const { practice, claim, state } = await practiceOf("mine");
  await claim(6, "mine");
  assert.equal(practice.done, false);
  practice.claimNothing();
  assert.deepEqual(state(), [true, 1]);
});

test("a guess is compared with the best one by whatever names it, and nothing answers it", async () => {
  const { claim, state } = await practiceOf("guess");
  assert.match((await claim(1, "safe")).text, /^practice wins less \(1\) .*87.*88/);
  assert.deepEqual(state(), [false, 0]);
  assert.match((await claim(0, "mine")).text, /best guess/);
  assert.deepEqual(state(), [true, 0]);
});

test("after two hints a right answer counts for nothing in a row", async () => {
  const { practice, claim, state } = await practiceOf("pair");
  const told = [0, 1, 2].map(() => (practice.giveHint(), practice.told.text));
  assert.deepEqual(told, ["clues", "idea", "idea"]);
  await claim(0, "safe");
  assert.deepEqual(state(), [true, 0]);
});

test("who asks for the answer is shown it, then its steps", async () => {
  const { practice, state } = await practiceOf("pair");
  await practice.once(() => practice.showMore());
  assert.equal(practice.told, practice.proven(0));
  practice.showMore();
  assert.equal(practice.told, practice.proven(0).steps[0]);
  assert.deepEqual(state(), [true, 0]);
});
