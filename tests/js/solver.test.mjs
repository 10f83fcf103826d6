// The solver by itself. tests/web/test_solver.py compares it with the one of Python.

import assert from "node:assert/strict";
import test from "node:test";

import { analyze } from "../../minevis/web/static/solver/analysis.js";
import { drawBoard } from "../../minevis/web/static/solver/boards.js";
import { opened } from "../../minevis/web/static/solver/openings.js";
import { TooManyCases } from "../../minevis/web/static/solver/counting.js";
import { neighbours } from "../../minevis/web/static/solver/knowledge.js";
import { Solver } from "../../minevis/web/static/solver/solver.js";
import { position, worker, workers } from "./support.mjs";

for (const [text, clues] of [
  ["mines 1\n2#", [0]],
  ["mines 1\n#1#\n#0#", [1, 4]],
  ["mines 1\n#1##1#", []], // the number of mines is at fault
])
  test(`a contradiction names clues that cannot all hold: ${text.split("\n")}`, () => {
    assert.throws(() => analyze(position(text)), { clues });
  });

const STRIP = ["F".repeat(100), "#".repeat(100), "3#".repeat(50), "#".repeat(100)]; // from clue to clue all hangs together
const BRIDGES = [`${"F".repeat(99)}3`, `3${"F".repeat(99)}`]; // from one strip to the next, at alternate ends

/** Few states, with numbers of layouts that have hundreds of digits. */
function snake(strips) {
  const rows = Array.from({ length: strips }, () => STRIP).flat();
  for (let number = 1; number < strips; number += 1) rows[4 * number] = BRIDGES[1 - (number % 2)];
  return rows.join("\n");
}
const lattice = (cells) =>
  Array.from({ length: cells }, () => `${"2#".repeat(cells)}\n${"#".repeat(2 * cells)}`).join("\n");

for (const [name, text, isRefused] of [
  ["lattice", lattice(10), true], // many states
  ["short snake", snake(2), false],
  ["snake", snake(7), true], // few states, of which each takes 100 kB
  ["large lattice", lattice(50), true],
])
  test(`a position with too many cases is refused: ${name}`, () => {
    const found = () => analyze(position(text));
    if (isRefused) assert.throws(found, TooManyCases);
    else assert.deepEqual(found().safe, []);
  });

for (const [height, width, mines] of [
  [9, 9, 10],
  [16, 16, 40],
  [4, 5, 19],
])
  test(`a board of ${mines} mines keeps its first click free and needs no guess if asked`, () => {
    const first = (height >> 1) * width + (width >> 1);
    const around = neighbours(first, height, width);
    for (const noGuess of [false, true])
      for (let seed = 0; seed < 8; seed += 1) {
        const size = { height, width, mines };
        const mined = drawBoard(size, { first, wide: true, seed, noGuess });
        assert.equal(mined.filter(Boolean).length, mines);
        assert.equal(mined[first] || (mines < 19 && around.some((cell) => mined[cell])), false);
        if (noGuess) assert.equal(wonWithoutGuesses(size, mined, first), true);
      }
  });

function wonWithoutGuesses(size, mined, first) {
  let view = opened(new Array(mined.length).fill("#"), mined, first, size.height, size.width);
  for (;;) {
    if (view.every((mark, cell) => mined[cell] || mark !== "#")) return true;
    const { safe } = analyze({ ...size, view });
    if (!safe.length || safe.some((cell) => mined[cell])) return false;
    for (const cell of safe) view = opened(view, mined, cell, size.height, size.width);
  }
}

test("where all neighbours look alike no board needs no guess", () => {
  const size = { height: 1, width: 3, mines: 1 };
  assert.equal(drawBoard(size, { first: 1, wide: false, seed: 0, noGuess: true }), null);
});

test("solvers share one worker, and one that stops ends only its own questions", async () => {
  worker.answers = ({ given: [{ mines }] }) => mines < 3;
  const [one, other] = [new Solver(), new Solver()];
  one.stop();
  assert.equal((await one.ask("analyze", [position("mines 1\n#1")])).layouts, 1n);
  one.stop(); // nothing waits
  const refused = other.ask("analyze", [position("mines 1\n2#")]);
  await assert.rejects(refused, { kind: "Contradiction", clues: [0] });
  assert.equal(workers.length, 1);
  const slow = other.ask("analyze", [position("mines 3\n####")]);
  const quick = one.ask("analyze", [position("mines 2\n#2#")]);
  other.stop();
  await assert.rejects(slow, { message: "stopped" });
  assert.equal((await quick).layouts, 1n);
  assert.deepEqual(
    workers.map(({ messages }) => messages.map(({ number }) => number)),
    [[1, 2, 3, 4], [4]],
  );
});
