// Which cells move between two boards, how and when: the same as in Python, from the same table.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { movesBetween } from "../../minevis/web/static/shared/changes.js";
import { codeOf } from "../../minevis/web/static/shared/pictures.js";

const TABLE = new URL("../../minevis/render/motion.json", import.meta.url);
const PICTURES = { "#": 0, F: 10, M: 12, X: 14, W: 15, c: 208, C: 248, z: 414 }; // chances, z of a zero
for (let number = 0; number < 9; number += 1) PICTURES[number] = 1 + number;
const MARKS = { ".": 0, s: 1, m: 2, k: 3, l: 5, z: 7, r: 8, t: 9, v: 10, c: 14 };
const atlas = {
  firsts: {
    opened: 1,
    pale: 16,
    mineChance: 178,
    zeroChance: 384,
    pastChance: 590,
    supposed: 693,
    tint: 782,
  },
  motion: {
    kinds: JSON.parse(readFileSync(TABLE, "utf-8")),
    marks: {
      ...{ try: [9, 6, 11], set: [7], known: [3, 4], proven: [1, 2, 8, 16, 12], clue: [5, 10] },
      ...{ "dead end": [10], click: [14] },
    },
    ...{ flag: 10, mine: 12, exploded: 14 },
  },
};

/** The codes of a board of pictures and of marks, row by row. */
const codes = ([pictures, marks]) =>
  [...pictures.replaceAll("/", "")].map((picture, cell) =>
    codeOf(PICTURES[picture], MARKS[marks.replaceAll("/", "")[cell]]),
  );

/** The change between two boards: kinds and starts in ms of the cells that move, and the rest. */
function change(before, after, clicked) {
  const rows = before[0].split("/");
  const [old, now] = [codes(before), codes(after)];
  const moved = [...old.keys()].filter((cell) => old[cell] !== now[cell]);
  const size = { height: rows.length, width: rows[0].length };
  const found = movesBetween(atlas, old, now, moved, size, clicked);
  const ms = (/** @type {number} */ time) => Math.floor(1000 * time + 0.001);
  return {
    kinds: moved.map((cell) => found.kind[cell]).join(" "),
    starts: moved.map((cell) => ms(found.start[cell])),
    sets: found.sets
      .filter((set) => set.cells.length)
      .map(({ clues, cells, start }) => [clues, cells, cells.map((cell) => ms(start[cell]))]),
    times: [ms(found.fades), ms(found.seconds)],
  };
}

const NONE = { sets: [] };

test("an opening spreads from the click, ring by ring", () => {
  const before = ["######/######/######/######", "....../....../....../......"];
  const after = ["001###/001211/000011/110000", "....../.c..../....../......"];
  const starts = [
    ...[30, 30, 30],
    ...[30, 0, 30, 60, 90, 120],
    ...[30, 30, 30, 60, 90, 120],
    ...[60, 60, 60, 60, 90, 120],
  ];
  const kinds = starts.map(() => "opened").join(" ");
  assert.deepEqual(change(before, after), { kinds, starts, ...NONE, times: [300, 300] });
  const unmarked = [after[0], before[1]];
  assert.deepEqual(change(before, unmarked, 7).starts, starts); // in a game the click is told
});

test("without a click an opening runs from the left", () => {
  const found = change(["####/####", "..../...."], ["01##/01##", "..../...."]);
  assert.deepEqual(found.starts, [0, 30, 0, 30]);
});

test("a mine flashes, then the other mines in rings", () => {
  const blank = "..../..../....";
  const found = change(["1##F/1###/11##", blank], ["1X#W/1M##/11M#", blank]);
  assert.equal(found.kinds, "exploded other exploded exploded");
  assert.deepEqual(found.starts, [0, 0, 30, 60]);
  assert.deepEqual(found.times, [460, 460]);
});

test("a clue, then its cells, then what it proves", () => {
  const board = "1###/1###/1###";
  const found = change([board, "..../..../...."], [board, ".sm./ls../...."]);
  assert.deepEqual(found, {
    kinds: "proven proven clue proven",
    starts: [425, 465, 0, 425],
    sets: [[[4], [1, 5, 9], [125, 125, 125]]],
    times: [425, 665],
  });
});

test("two sets are laid over each other, then the rest lights up", () => {
  const found = change(["####/1111", "..../l..."], ["####/1111", "zzr./ll.."]);
  assert.deepEqual(found, {
    kinds: "set set proven clue",
    starts: [181, 181, 925, 300],
    sets: [
      [[4], [0, 1], [0, 0]],
      [[5], [0, 1, 2], [425, 425, 425]],
    ],
    times: [925, 1125],
  });
});

test("odds count, flags drop, and unchanged cells stay", () => {
  const found = change(["cc#/1c#", "k../..."], ["CcF/1CF", "k../..."]);
  assert.equal(found.kinds, "odds flag odds flag");
  assert.deepEqual(found.times, [200, 400]);
});

test("the chance of a mine does not count to that of a zero", () => {
  assert.equal(change(["zc", ".."], ["cC", ".."]).kinds, "other odds");
});

test("the mines of a lost game come in rings around the one that exploded", () => {
  const found = change(["X###", "...."], ["X#MM", "...."]);
  assert.deepEqual(found.starts, [0, 30]);
});

test("a clue that cannot be satisfied shakes", () => {
  const found = change(["1##/1##", "lt./..."], ["1##/1##", "v.t/..."]);
  assert.equal(found.kinds, "dead end other try");
  assert.deepEqual(found.sets, [[[0], [1, 4], [125, 125]]]);
});
