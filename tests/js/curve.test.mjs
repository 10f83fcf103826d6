// The curve over a timeline.

import assert from "node:assert/strict";
import test from "node:test";

import { Curve } from "../../minevis/web/static/film/curve.js";

const height = (value) => 100 * value;

test("a value lasts until the next, and a single one all along the strip", () => {
  const curves = [{ at: [0, 2, 3], wins: [1, 0.5, 0.25], layouts: [8, 4, 2] }];
  const film = { curves, stops: [0, 0.25, 0.5, 1], beatOf: (event) => event };
  const curve = new Curve(/** @type {any} */ (film), () => "");
  const corners = [
    [0, 100],
    [20, 100],
    [20, 50],
    [40, 50],
    [40, 25],
  ];
  assert.deepEqual(curve.points(40, height), corners);
  curve.kind = "layouts"; // by the most of them
  assert.deepEqual(curve.points(40, height), corners);
  film.curves = [{ at: [0], wins: [1], layouts: [1] }];
  assert.deepEqual(new Curve(/** @type {any} */ (film), () => "").points(100, height), [
    [0, 100],
    [100, 100],
  ]);
});
