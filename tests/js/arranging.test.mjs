// Where things are put: panels in the room there is, and the ends of the curves of a race.

import assert from "node:assert/strict";
import test from "node:test";

import { spread } from "../../minevis/web/static/race/race_curves.js";
import { arrange } from "../../minevis/web/static/shared/panel.js";

for (const [count, width, height, across] of [
  [5, 1248, 660, 3], // 4 + 1 has cells of the same size
  [5, 1568, 660, 5],
  [4, 1248, 660, 4],
  [6, 1248, 660, 3],
  [2, 4000, 2000, 2], // the fewest rows first
  [1, 1248, 660, 1],
])
  test(`of cells of one size rows are few and then columns are: ${count} in ${width}`, () => {
    const room = { heading: 24, least: 210, most: 48, width, height };
    assert.equal(arrange(count, 16, 16, room, 1).across, across);
  });

const [TOP, WIDTH] = [26, 390];
const FALLS = [[50, 72], [96, 72], [138, 72], [130, 72], [390, 26]]; // prettier-ignore
const CROWD = Array.from({ length: 12 }, (_, k) => [100 + (k % 3), 72]);
const EARLY = [9, 3, 3, 6, 6].map((x) => [x, 72]); // no room for all of them
const WINS = [[390, 26], [386, 26], [390, 26]]; // prettier-ignore

for (const [name, ends] of Object.entries({ FALLS, CROWD, EARLY, WINS }))
  test(`ends of curves are apart in their order and none seems still to come: ${name}`, () => {
    for (const bottom of [72, 48]) {
      const asked = ends.map(([x, y]) => [x, Math.min(y, bottom)]);
      const places = spread(asked, WIDTH, TOP, bottom);
      places.forEach(([seen, high], i) => {
        assert.ok(seen <= Math.max(asked[i][0], 8)); // half a mark, at the rim
        assert.ok(TOP <= high && high <= bottom);
        for (let j = 0; j < i; j += 1) {
          const far = Math.hypot(seen - places[j][0], high - places[j][1]);
          assert.ok(far >= (ends === EARLY ? 4 : 15));
          assert.ok((seen - places[j][0]) * (asked[i][0] - asked[j][0]) >= 0);
        }
      });
    }
  });

test("an end with room around it stays on its curve", () => {
  const ends = [[50, 72], [96, 60], [380, 26]]; // prettier-ignore
  assert.deepEqual(spread(ends, WIDTH, TOP, 72), ends);
});
