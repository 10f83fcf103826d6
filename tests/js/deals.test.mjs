// Layouts dealt by a figure: all that fit, each as often as any other.

import assert from "node:assert/strict";
import test from "node:test";

import { dealt } from "../../minevis/web/static/figures/deals.js";
import { randomFrom } from "../../minevis/web/static/solver/random.js";

test("every layout that fits is dealt equally often", () => {
  const table = [
    [1, 0, 1],
    [0, 1, 0],
  ];
  const given = { table, frontier: [0, 1, 2], inside: [3, 4, 5, 6], left: 3 };
  const configurations = [{ ways: 4 }, { ways: 6 }]; // one of four cells, two of four cells
  const fitting = Array.from({ length: 2 ** 7 }, (_, bits) =>
    [...Array(7).keys()].filter((cell) => bits & (2 ** cell)),
  ).filter(
    (mines) =>
      mines.length === 3 &&
      table.some((row) =>
        given.frontier.every((cell) => row[cell] === Number(mines.includes(cell))),
      ),
  );
  assert.equal(fitting.length, 10);
  const counts = new Map(fitting.map((mines) => [String(mines), 0]));
  const random = randomFrom(1);
  const deals = 20_000;
  for (let i = 0; i < deals; i += 1) {
    const mines = String([...dealt({ ...given, configurations }, random)].sort());
    counts.set(mines, counts.get(mines) + 1);
  }
  assert.equal(counts.size, 10);
  const deviation = Math.sqrt(deals * 0.1 * 0.9);
  for (const count of counts.values()) assert.ok(Math.abs(count - deals / 10) < 4 * deviation);
});
