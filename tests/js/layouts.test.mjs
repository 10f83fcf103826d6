// Odds of stored positions, and layouts that are drawn: all that fit, each as often as any other.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

import { analyze, drawLayout, totalsOf } from "../../minevis/web/static/solver/analysis.js";
import { bestMoves } from "../../minevis/web/static/solver/best.js";
import { neighbours } from "../../minevis/web/static/solver/knowledge.js";
import { proofsOf } from "../../minevis/web/static/solver/prove.js";
import { randomFrom } from "../../minevis/web/static/solver/random.js";
import { position } from "./support.mjs";

const FOLDER = new URL("../golden/", import.meta.url);
const GOLDEN = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .flatMap((name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf-8")).positions)
  .map((entry) => ({
    ...entry,
    view: position([`mines ${entry.mines}`, ...entry.board].join("\n")),
  }));

test("stored positions have their exact odds", () => {
  assert.ok(GOLDEN.length > 60);
  for (const { id, view, cols, ...known } of GOLDEN) {
    const found = analyze(view);
    assert.equal(String(found.layouts), known.layouts, id);
    known.p.flat().forEach((chance, cell) => {
      const mine = found.chances[cell];
      assert.ok(
        chance === null ? Number.isNaN(mine) : Math.abs(mine - chance) < 1e-12,
        `${id} ${cell}`,
      );
    });
    for (const [name, cells] of Object.entries({ safe: "safe", mined: "mined", safest: "best" }))
      assert.deepEqual(
        found[name],
        known[cells].map(([row, col]) => row * cols + col),
        `${id} ${name}`,
      );
  }
});

/** Whether a layout has the mines that a position knows, and those that its clues count. */
const fits = ({ view, mines, height, width }, layout) =>
  (mines === null || mines === layout.filter(Boolean).length) &&
  view.every((mark, cell) => {
    if (mark === "#") return true;
    if ("F*".includes(mark)) return layout[cell];
    const around = neighbours(cell, height, width).filter((near) => layout[near]);
    return !layout[cell] && around.length === Number(mark);
  });

const SMALL = [
  "mines 4\n#2##\n####",
  "#1###\n##2##",
  "mines 3\n##1##1##",
  "mines 4\n2F##\n2#*#",
  "F1#\n###",
];

test("a layout is drawn with or without a mine in a cell, where there is one", () => {
  const positions = [
    ...SMALL.map(position),
    ...GOLDEN.filter((_, at) => at % 5 === 0).map(({ view }) => view),
  ];
  for (const board of positions) {
    const { safe, mined } = analyze(board);
    board.view.forEach((mark, cell) => {
      if (mark !== "#" || (board.view.length > 99 && cell % 7)) return;
      for (const wanted of [true, false]) {
        const layout = drawLayout(board, randomFrom(7), new Map([[cell, wanted]]));
        assert.equal(
          layout === null,
          (wanted ? safe : mined).includes(cell),
          `${board.view} ${cell}`,
        );
        if (layout) assert.ok(fits(board, [...layout]) && Boolean(layout[cell]) === wanted);
      }
    });
  }
});

for (const text of SMALL)
  test(`each layout is drawn with the same chance: ${text.split("\n")}`, () => {
    const board = position(text);
    const { length } = board.view;
    const all = Array.from({ length: 2 ** length }, (_, bits) =>
      Array.from({ length }, (_, cell) => Boolean(bits & (2 ** cell))),
    ).filter((layout) => fits(board, layout));
    const counts = new Map(all.map((layout) => [layout.map(Number).join(""), 0]));
    const [random, each] = [randomFrom(1), 100];
    for (let i = 0; i < each * all.length; i += 1) {
      const drawn = [...drawLayout(board, random)].map(Number).join("");
      assert.ok(counts.has(drawn), drawn);
      counts.set(drawn, counts.get(drawn) + 1);
    }
    const deviation = [...counts.values()].reduce((sum, n) => sum + (n - each) ** 2 / each, 0);
    assert.ok(
      deviation < all.length - 1 + 4 * Math.sqrt(2 * (all.length - 1)) + 1e-9,
      `${deviation}`,
    );
    if (board.mines !== null) return;
    const totals = new Map(totalsOf(board).map(([mines, layouts]) => [mines, Number(layouts)]));
    for (const [mines, layouts] of totals)
      assert.equal(all.filter((layout) => layout.filter(Boolean).length === mines).length, layouts);
    assert.equal(
      [...totals.values()].reduce((a, b) => a + b),
      all.length,
    );
  });

test("a guess with too many cases ahead has the least risk", () => {
  const [covered, clues] = ["#".repeat(13), `${"#3".repeat(6)}#`];
  const rows = Array.from({ length: 13 }, (_, row) => (row % 2 ? clues : covered));
  assert.equal(bestMoves(position(rows.join("\n")))[0].reason, "risk");
});

test("what is not certain has no proof", () => {
  for (const cell of [0, 2]) assert.equal(proofsOf(position("mines 2\n#1##")).of(cell), null);
});
