// What the browser remembers of practice: sets that share one store.

import assert from "node:assert/strict";
import test from "node:test";

import { Kept } from "../../minevis/web/static/shared/kept.js";
import { Trainer } from "../../minevis/web/static/practice/trainer.js";

const set = (kinds, count, store) =>
  new Trainer(
    [kinds]
      .flat()
      .flatMap((kind) =>
        Array.from({ length: count }, (_, rank) => ({ id: `${kind} ${rank}`, kind, rank })),
      ),
    new Kept(() => store),
  );

function storeOf(keeps = true, notes = null) {
  const kept = new Map(notes ? [["minevis practice", notes]] : []);
  const setItem = (key, text) => {
    if (!keeps) throw new Error("no room");
    kept.set(key, text);
  };
  return { getItem: (key) => kept.get(key) ?? null, setItem };
}

function shared(first, last, store) {
  for (const each of [first, first, last, first]) each.note(each.next(), true, 2);
  const { clock, level } = set("none", 1, store).state;
  const seen = Object.keys(first.state.seen).length;
  last.forget();
  first.note(first.next(), true, 2);
  return { seen, clock, level, after: first.state.clock };
}

test("sets that share a store lose nothing of each other", () => {
  const store = storeOf();
  const found = shared(set("a", 5, store), set("b", 5, store), store);
  assert.deepEqual(found, { seen: 4, clock: 4, level: { a: 3, b: 1 }, after: 1 }); // what one has forgotten is forgotten
});

test("a smaller set of a kind does not lead back", () => {
  const store = storeOf();
  assert.deepEqual(shared(set("a", 9, store), set("a", 2, store), store).level, { a: 3 });
});

test("where nothing is kept it is remembered", () => {
  const store = storeOf(false);
  assert.equal(shared(set("a", 5, store), set("b", 5, store), store).after, 4);
});

test("what is passed over comes again after all others", () => {
  for (const count of [2, 3, 8]) {
    const trainer = set("count", count, storeOf());
    const ranks = Array.from({ length: 2 * count }, () => trainer.next().rank);
    for (const half of [ranks.slice(0, count), ranks.slice(count)])
      assert.deepEqual(half.sort(), [...Array(count).keys()]);
    assert.ok(ranks.every((rank, i) => rank !== ranks[i + 1]));
  }
});

test("who misses all still meets all, with one missed between two new ones", () => {
  const trainer = set("count", 12, null); // remembered until the page is left
  const ranks = Array.from({ length: 36 }, () => {
    const next = trainer.next();
    trainer.note(next, false, 2);
    return next.rank;
  });
  const met = [...Array(12).keys()].map((rank) => ranks.indexOf(rank)).sort((a, b) => a - b);
  assert.ok(met[0] >= 0 && met.at(-1) < 24);
  assert.ok(met.every((at, i) => !i || at - met[i - 1] <= 2));
  assert.ok(met.at(-1) - 11 > 5); // what was missed came again meanwhile
});

test("a set remembers the kind asked for", () => {
  for (const [wanted, expected] of [
    ["b", ["b", "b", ""]],
    ["", ["a", "", ""]],
  ]) {
    const store = storeOf();
    set(["a", "b"], 2, store).want(wanted);
    const [again, fewer] = [set(["a", "b"], 2, store), set("b", 2, store)];
    const taken = again.next().kind;
    again.forget();
    assert.deepEqual([taken, set(["a", "b"], 2, store).wanted, fewer.wanted], expected);
  }
});

for (const notes of [
  ...["null", "3", '"text"', '{"seen": null, "clock": 1}', '{"again": 5}', "{"],
  '{"wanted": {"a": "no kind"}, "clock": 1}',
  '{"again": {"a 0": null}, "seen": {"a 0": 1}, "clock": 1, "level": {"a": "x"}}',
])
  test(`practice goes on with notes of any form: ${notes}`, () => {
    const trainer = set("a", 3, storeOf(true, notes));
    trainer.note(trainer.puzzles[0], true, 1);
    assert.notEqual(trainer.next().id, undefined);
  });

test("it gets harder, and comes back to what was missed after three others", () => {
  const store = storeOf();
  const trainer = set("a", 30, store);
  const ranks = Array.from({ length: 12 }, (_, turn) => {
    const next = trainer.next();
    trainer.note(next, turn !== 5, 3);
    return next.rank;
  });
  assert.deepEqual(ranks.slice(0, 6), [0, 1, 2, 3, 4, 5]);
  assert.equal(ranks.indexOf(5, 6), 5 + 1 + 3);
  assert.equal(set("a", 30, store).state.again["a 5"].times, 1); // it went well: due later still
  assert.ok(trainer.state.level.a > 5);
  assert.equal(trainer.tally("a").streak, 6); // since the one that was missed
});
