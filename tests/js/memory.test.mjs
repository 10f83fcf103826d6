// What is remembered of games, and what the end of one says.

import assert from "node:assert/strict";
import test from "node:test";

import { bvOf, opened } from "../../minevis/web/static/solver/openings.js";
import { Memory } from "../../minevis/web/static/standalone/memory.js";
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

const entry = (number, level, won, seconds) => ({
  ...{ id: `${number}`, date: `2026-11-${10 + number}`, level, size: [9, 9, 10], won, seconds },
  ...{ bv: [9, 9], actions: 12, luck: null, counted: true },
});

for (const open of [storage, forbidden])
  test(`games are counted by level, and forgotten: ${open.name}`, () => {
    const kept = open === storage ? storage() : null;
    const memory = new Memory(kept ? () => kept : forbidden, forbidden);
    memory.add([entry(2, "expert", true, 90), entry(1, "expert", true, 91)]);
    memory.add([entry(3, "beginner", false, 3), entry(4, "expert", true, 80)]);
    assert.deepEqual(memory.records.expert, { games: 3, won: 3, streak: 3, best: 80 });
    memory.add([entry(5, "expert", false, 1), { ...entry(6, "expert", true, 2), counted: false }]);
    assert.deepEqual(memory.records.expert, { games: 4, won: 3, streak: 0, best: 80 });
    const again = kept ? new Memory(() => kept, forbidden) : memory;
    assert.deepEqual(Object.keys(again.records), ["expert", "beginner"]);
    again.set("chosen", 1);
    again.forgetHistory();
    assert.equal(again.get("chosen"), 1); // the rest stays
    assert.deepEqual(again.records, {});
  });

test("what is damaged is not remembered", () => {
  const kept = storage();
  const memory = new Memory(() => kept, forbidden);
  for (const text of ["{", "3", '[{"level": 3}]', '[{"id": "a", "date": "b", "level": "c"}]']) {
    kept["minevis history"] = text;
    assert.deepEqual(memory.records, {}, text);
  }
  assert.equal(memory.load("none", 100), null);
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

async function gameWith(memory, chosen = {}) {
  const given = { drawing, levels, panels, largest: 100, say, memory, ...chosen };
  const playing = new Playing({ ...given, game: await memory.resumed(100) });
  const doing = (action, details = {}) => playing.do({ do: action, ...details }, () => {});
  return { playing, doing, said: () => playing.state.caption.text };
}

/** A memory of one more tab; with the storage of a tab before, it is that tab loaded anew. */
const tabOf = (kept, own = storage()) =>
  new Memory(
    () => kept,
    () => own,
  );

const nextSafe = ({ mined, position: { view } }) =>
  mined.findIndex((mine, cell) => !mine && view[cell] === "#");

test("a game that was left goes on, and its end says all and is counted once", async () => {
  const [kept, own] = [storage(), storage()];
  const first = await gameWith(tabOf(kept, own));
  await first.doing("choose", { level: "tiny", seed: 3, radius: 0 });
  await first.doing("open", { cell: 0 });
  await first.doing("flag", { cell: first.playing.mined.indexOf(true) });
  const memory = tabOf(kept, own);
  const { playing, doing, said } = await gameWith(memory);
  assert.equal(said(), "standalone resumed");
  assert.deepEqual(playing.position, first.playing.position);
  assert.equal(playing.level, "tiny");
  assert.deepEqual(playing.state.chosen, first.playing.state.chosen); // its seed, too
  await doing("back"); // moves before it was loaded anew, too
  await doing("back");
  assert.equal(playing.state.begun, false);
  await doing("forward");
  await doing("forward");
  playing.game.helped = "";
  while (!playing.end) await doing("open", { cell: nextSafe(playing) });
  assert.match(
    said(),
    /standalone end \d+\.\d (\d+) .* standalone best standalone tally tiny 1 1 1 /,
  );
  await doing("back");
  await doing("forward");
  assert.equal(memory.records.tiny.games, 1);
  assert.equal(kept["minevis open"], "[]");
  const [{ id }] = memory.history;
  const later = await gameWith(tabOf(kept));
  assert.equal(later.said(), "standalone welcome wide");
  await later.doing("reopen", { id });
  assert.deepEqual(later.playing.position, playing.position);
  assert.match(later.said(), /^standalone won .* standalone end/);
  assert.equal(memory.records.tiny.games, 1);
});

test("two tabs never overwrite each other's game", async () => {
  const kept = storage();
  const one = await gameWith(tabOf(kept));
  await one.doing("choose", { level: "tiny", seed: 3, radius: 0 });
  await one.doing("open", { cell: 0 });
  const { id } = one.playing.game;
  kept[`minevis now ${id}`] = kept[`minevis now ${id}`].replace(/"by":"[^"]*"/, '"by":"another"');
  const before = kept[`minevis now ${id}`];
  await one.doing("flag", { cell: nextSafe(one.playing) });
  assert.equal(kept[`minevis now ${id}`], before);
  const mine = tabOf(kept).load(one.playing.game.id, 100);
  assert.notEqual(one.playing.game.id, id);
  assert.deepEqual(mine.position, one.playing.position);
});

test("saving writes what a move changed, whatever the size of the game", async () => {
  const kept = storage();
  const { playing, doing } = await gameWith(tabOf(kept));
  await doing("choose", { level: [60, 60, 400], seed: 3, radius: 1 });
  await doing("open", { cell: 1830 });
  const covered = [...playing.position.view.keys()].filter((i) => playing.position.view[i] === "#");
  const sizes = [];
  const { setItem } = kept;
  for (const cell of covered.slice(0, 130)) {
    let written = 0;
    Object.defineProperty(kept, "setItem", {
      configurable: true,
      value: (name, text) => setItem(name, text, (written += text.length)),
    });
    await doing("flag", { cell });
    sizes.push(written);
  }
  assert.ok(Math.max(...sizes) < 2500, `${Math.max(...sizes)}`);
});

test("a full storage lets go of the oldest moves, and one that is forbidden of none", async () => {
  const kept = storage();
  const memory = tabOf(kept);
  const { playing, doing } = await gameWith(memory);
  for (const seed of [1, 2]) {
    await doing("choose", { level: "tiny", seed, radius: 0 });
    await doing("open", { cell: 0 });
    while (!playing.end) await doing("open", { cell: nextSafe(playing) });
  }
  const [first, second] = memory.history;
  const { setItem } = kept;
  Object.defineProperty(kept, "setItem", {
    value: (name, text) => {
      if (`minevis game ${first.id}` in kept) throw new Error("QuotaExceededError");
      setItem(name, text);
    },
  });
  await doing("new");
  assert.equal(memory.load(first.id, 100), null);
  assert.ok(memory.load(second.id, 100).end);
  assert.equal(memory.history.length, 2);
  assert.ok(`minevis game ${playing.game.id}` in kept);
  const private_ = await gameWith(new Memory(forbidden, forbidden));
  await private_.doing("open", { cell: 0 });
  assert.equal(private_.playing.state.begun, true);
});

test("the history goes into one file and comes back from it", async () => {
  const memory = tabOf(storage());
  const { playing, doing } = await gameWith(memory);
  await doing("choose", { level: "tiny", seed: 3, radius: 0 });
  await doing("open", { cell: 0 });
  while (!playing.end) await doing("open", { cell: nextSafe(playing) });
  const text = memory.exported(100);
  const other = tabOf(storage());
  assert.equal(other.take(`${text}\n{"id": 3}\nno game\n`, 100), 1);
  assert.equal(other.take(text, 100), 1);
  assert.deepEqual(other.history, memory.history);
  assert.deepEqual(other.load(playing.game.id, 100).position, playing.position);
  assert.equal(other.exported(100), text);
});

test("games with help are not counted, and the safe cell that was missed is marked", async () => {
  const memory = tabOf(storage());
  const { playing, doing, said } = await gameWith(memory);
  await doing("choose", { level: "tiny", seed: 3, radius: 0 });
  await doing("switch", { name: "known" });
  await doing("open", { cell: 0 });
  await doing("switch", { name: "known" });
  while (!playing.end && !playing.found.safe.length)
    await doing("open", { cell: nextSafe(playing) });
  const [mine] = [...playing.mined.keys()].filter((cell) => playing.mined[cell]);
  const { safe } = playing.found;
  await doing("open", { cell: mine });
  assert.match(said(), /^standalone lost for nothing/);
  const [[cell, mark]] = playing.said.marks;
  assert.ok(safe.includes(cell) && mark === drawing.marks.safe);
  assert.equal(playing.state.codes.board[cell] % 32, mark);
  assert.match(said(), /standalone end/);
  assert.doesNotMatch(said(), /standalone tally/);
  assert.deepEqual(memory.records, {});
});
