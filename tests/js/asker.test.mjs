// Why a cell is so, and where to look next: answers one after another.

import assert from "node:assert/strict";
import test from "node:test";

import { Asker, positionIn } from "../../minevis/web/static/shared/asker.js";
import { outcomesOf } from "../../minevis/web/static/solver/analysis.js";
import { bestMoves } from "../../minevis/web/static/solver/best.js";
import { drawing, position } from "./support.mjs";

const ROW = "mines 2\n####\n1221";

test("asked again of a cell, the next step is told, then all of it again", async () => {
  const asker = new Asker(drawing);
  const board = positionIn(ROW);
  const texts = [];
  for (let i = 0; i < 4; i += 1) texts.push((await asker.why(board, 2)).text);
  assert.match(texts[0], /^proof again /);
  assert.match(texts[1], /^proof number 1 /);
  assert.ok(new Set(texts).size > 2);
  const first = await asker.why(board, 0);
  assert.notEqual(first.text, texts[1]);
  assert.deepEqual([first.role, (await asker.why(board, 1)).role], ["safe", "mine"]);
  assert.equal((await asker.why(positionIn("mines 1\n#1#"), 0)).role, "search");
  asker.forget();
  assert.equal((await asker.why(board, 2)).text, texts[0]);
});

test("of an open cell its content is told, of a doubtful one its odds and what it would teach", async () => {
  const asker = new Asker(drawing);
  const board = position("mines 3\n#1##\n####\n####");
  assert.match((await asker.why(board, 1)).text, /tip clue 1/);
  const told = [];
  for (let i = 0; i < 4; i += 1) told.push((await asker.why(board, 5)).text);
  assert.match(told[0], /^see teaching cell odds /);
  assert.match(told[1], /^layout with /);
  assert.match(told[2], /^layout without /);
  assert.match(told[3], /^teach all /);
});

test("a layout with a mine in a doubtful cell, and one without, fits the clues around it", async () => {
  const rows = ["#########", "#1##2##1#", "#########", "#########", "#1##3##2#", "#########"];
  const board = position(`mines 10\n${rows.join("\n")}`);
  const asker = new Asker(drawing);
  const cell = 2 * 9 + 4;
  const { marks } = drawing;
  const near = [...board.view.keys()].filter((each) => apart(each, cell) <= 3);
  await asker.why(board, cell);
  for (const [begins, own] of /** @type {const} */ ([
    ["layout with ", marks.mined],
    ["layout without ", marks.safe],
  ])) {
    const answer = await asker.why(board, cell);
    assert.ok(answer.text.startsWith(begins), answer.text);
    const drawn = new Map(answer.marks);
    assert.deepEqual(
      [...drawn.keys()].sort((a, b) => a - b),
      near.filter((each) => board.view[each] === "#"),
    );
    assert.equal(drawn.get(cell), own);
    const isMine = (each) => [marks.mined, marks.knownMined].includes(drawn.get(each));
    const clues = near.filter((each) => apart(each, cell) <= 2 && board.view[each] !== "#");
    assert.equal(clues.length, 2);
    for (const clue of clues) {
      const around = near.filter((each) => apart(each, clue) === 1);
      assert.equal(around.filter(isMine).length, Number(board.view[clue]), `${clue}`);
    }
  }

  function apart(one, other) {
    const [rows, cols] = [(each) => Math.floor(each / 9), (each) => each % 9];
    return Math.max(...[rows, cols].map((of) => Math.abs(of(one) - of(other))));
  }
});

test("the numbers that a cell may show are as likely as trying every layout says", () => {
  const board = position("mines 2\n#1##");
  const found = outcomesOf(board, 2);
  assert.deepEqual(found, [{ number: 1, chance: 1, safe: 0, won: true, risk: 0 }]);
  const [zero, one] = outcomesOf(position("mines 1\n#1#\n###"), 5);
  assert.deepEqual([zero.number, one.number], [0, 1]);
  assert.ok(Math.abs(zero.chance - 2 / 4) < 1e-12);
});

test("hints name the easiest safe cells first, near the last click, and go on to the next", async () => {
  const asker = new Asker(drawing);
  const board = positionIn(ROW);
  const safe = await asker.solver.ask("easiest", [board, 3]);
  const alike = position("mines 2\nF1##1F");
  assert.deepEqual(await asker.solver.ask("easiest", [alike, 0]), [2, 3]);
  assert.deepEqual(await asker.solver.ask("easiest", [alike, 5]), [3, 2]);
  const cells = [];
  for (let i = 0; i < 12 && cells.length < safe.length; i += 1) {
    const { text, badge, focus } = await asker.hint(board, 3);
    assert.equal(badge, "badge hint");
    if (!/^hint (look|step)/.test(text)) cells.push(focus[0]);
  }
  assert.deepEqual(cells, safe);
  assert.match((await asker.hint(board, 3)).text, /^hint look/);
});

test("where nothing is safe a hint names the least risk", async () => {
  const { text, marks } = await new Asker(drawing).hint(position("mines 1\n#1#"), -1);
  assert.match(text, /^hint risk/);
  assert.equal(marks.length, 1);
});

test("a position is read as Python writes it", () => {
  assert.deepEqual(positionIn("1#\n##"), position("1#\n##"));
  assert.equal(positionIn("mines 12\n1#").mines, 12);
});

test("the best move is safe, or wins most of the last layouts, or has a small risk and leads on", () => {
  assert.deepEqual(bestMoves(positionIn(ROW), undefined, 3)[0], {
    cell: 3,
    reason: "safe",
    risk: 0,
  });
  const [last] = bestMoves(position("mines 1\n#1#"));
  assert.deepEqual([last.reason, last.win, last.risk], ["win", 0.5, 0.5]);
  assert.deepEqual(bestMoves(position("mines 2\n#2#")), []);
  const [open] = bestMoves(
    position(["mines 12", ...Array(7).fill("#######"), "1######"].join("\n")),
  );
  assert.ok(["risk", "progress"].includes(open.reason) && open.risk < 0.34);
});
