// What is remembered of games, and what the end of one says.

import assert from "node:assert/strict";
import test from "node:test";

import { bvOf, opened } from "../../minevis/web/static/solver/boards.js";
import { Memory, gameOf } from "../../minevis/web/static/standalone/memory.js";
import { Playing } from "../../minevis/web/static/standalone/playing.js";
import { drawing, position, say } from "./support.mjs";

/** Stand in for a browser's storage. */
function storage() {
  const kept = {
    getItem: (name) => (Object.hasOwn(kept, name) ? kept[name] : null),
    setItem: (name, text) => {
      kept[name] = text;
    },
    removeItem: (name) => delete kept[name],
  };
  for (const name of ["getItem", "setItem", "removeItem"])
    Object.defineProperty(kept, name, { enumerable: false });
  return kept;
}

const forbidden = () => {
  throw new Error("SecurityError");
};

for (const open of [storage, forbidden])
  test(`games are counted by level, and forgotten: ${open.name}`, () => {
    const kept = open === storage ? storage() : null;
    const memory = new Memory(kept ? () => kept : forbidden);
    const won = (level, seconds) => memory.count(level, true, seconds);
    assert.deepEqual(won("expert", 90), { games: 1, won: 1, streak: 1, best: 90, isBest: true });
    assert.equal(won("expert", 91).isBest, false);
    assert.deepEqual(won("expert", 80), { games: 3, won: 3, streak: 3, best: 80, isBest: true });
    memory.count("beginner", false, 3);
    assert.deepEqual(memory.count("expert", false, 1), {
      ...{ games: 4, won: 3, streak: 0, best: 80, isBest: false },
    });
    const again = kept ? new Memory(() => kept) : memory;
    assert.deepEqual(Object.keys(again.records), ["expert", "beginner"]);
    again.set("game", 1);
    again.forgetRecords();
    assert.equal(again.get("game"), 1); // the rest stays
    assert.deepEqual(again.records, {});
  });

test("what is damaged is not remembered", () => {
  const kept = storage();
  const memory = new Memory(() => kept);
  for (const text of ["{", "3", '{"expert": 3}', '{"expert": {"games": -1}}']) {
    kept["minevis records"] = text;
    assert.deepEqual(memory.records, {}, text);
  }
  const view = "##1#";
  const game = {
    sizes: [2, 2, 1],
    view,
    mined: [0],
    clicks: [{ cell: 2 }],
    seconds: 1,
    actions: 1,
  };
  assert.equal(gameOf(game, 100).played.view, view);
  for (const damage of [
    ...[{ view: "##" }, { view: "##x#" }, { mined: [9] }, { mined: null }, { seconds: "1" }],
    ...[{ clicks: [{ cell: 4 }] }, { clicks: [null] }],
  ])
    assert.equal(gameOf({ ...game, ...damage }, 100).played, null, JSON.stringify(damage));
  for (const sizes of [null, [2, 2], [2, 2, 4], [101, 2, 1], [0, 2, 0], ["2", 2, 1]])
    assert.equal(gameOf({ ...game, sizes }, 100), null);
  assert.equal(gameOf(null, 100), null);
});

test("the 3BV of a board counts areas of zeros, and the clues apart from them", () => {
  const { view, height, width } = position("mines 1\n*....\n.....\n....*");
  const mined = view.map((mark) => mark === "*");
  const covered = view.map(() => "#");
  assert.deepEqual(bvOf(mined, covered, height, width), [0, 1]);
  assert.deepEqual(bvOf(mined, opened(covered, mined, 12, height, width), height, width), [1, 1]);
  const wall = [false, true, false, true, false]; // no zero
  assert.deepEqual(bvOf(wall, [..."1#2##"], 1, 5), [2, 3]);
});

const levels = { tiny: [3, 5, 2] };
const panels = [{ name: "board" }, { name: "probability", subtitle: "odds" }];

function gameWith(memory) {
  const before = gameOf(memory.get("game"), 100);
  const given = { drawing, levels, panels, largest: 100, say, memory };
  const playing = new Playing({ ...given, ...before?.settings });
  if (before?.played) playing.restore(before.played);
  const doing = (action, details = {}) => playing.do({ do: action, ...details }, () => {});
  return { playing, doing, said: () => playing.state.caption.text };
}

test("a game that was left goes on, and its end says all and is counted once", async () => {
  const memory = new Memory(storage);
  const first = gameWith(memory);
  await first.doing("choose", { level: "tiny", seed: 3, radius: 0 });
  await first.doing("open", { cell: 0 });
  await first.doing("flag", { cell: first.playing.mined.indexOf(true) });
  const { playing, doing, said } = gameWith(memory);
  assert.equal(said(), "standalone resumed");
  assert.deepEqual(playing.position, first.playing.position);
  assert.equal(playing.level, "tiny");
  assert.deepEqual(playing.state.chosen, first.playing.state.chosen); // its seed, too
  assert.equal(playing.state.begun, true);
  while (!playing.end)
    await doing("open", {
      cell: playing.mined.findIndex((mine, i) => !mine && playing.position.view[i] === "#"),
    });
  assert.match(
    said(),
    /standalone end \d+\.\d (\d+) .* standalone best standalone tally tiny 1 1 1 /,
  );
  await doing("back");
  await doing("forward");
  assert.equal(memory.records.tiny.games, 1);
  assert.equal(gameWith(memory).said(), "standalone welcome"); // the next game, of the same level
});

test("games with help are not counted, and the safe cell that was missed is marked", async () => {
  const memory = new Memory(storage);
  const { playing, doing, said } = gameWith(memory);
  await doing("choose", { level: "tiny", seed: 3, radius: 0 });
  await doing("switch", { name: "known" });
  await doing("open", { cell: 0 });
  await doing("switch", { name: "known" });
  while (!playing.end && !playing.found.safe.length)
    await doing("open", {
      cell: playing.mined.findIndex((mine, i) => !mine && playing.position.view[i] === "#"),
    });
  const [mine] = [...playing.mined.keys()].filter((cell) => playing.mined[cell]);
  const { safe } = playing.found;
  await doing("open", { cell: mine });
  assert.match(said(), /^standalone lost for nothing/);
  const [[cell, mark]] = playing.said.marks;
  assert.ok(safe.includes(cell) && mark === drawing.marks.safe);
  assert.equal(playing.state.codes.board[cell] % 32, mark);
  assert.match(said(), /standalone end .*standalone risks/);
  assert.doesNotMatch(said(), /standalone tally/);
  assert.deepEqual(memory.records, {});
});
