// The address of a page: browsers allow few changes of it.

import assert from "node:assert/strict";
import test from "node:test";

import { replaceAddress } from "../../minevis/widgets/static/shared/address.js";

test("the address changes at most twice a second, and ends with the last one", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1000 });
  const changes = [];
  const replaceState = (...entry) => changes.push([Date.now(), ...entry]);
  globalThis.window = { history: { replaceState } };
  for (let i = 0; i < 100; i += 1) {
    replaceAddress({ i }, `#p=${i}`);
    t.mock.timers.tick(10);
  }
  replaceAddress({ last: true }); // of the same address
  for (let i = 0; i < 100; i += 1) t.mock.timers.tick(10);
  assert.deepEqual(changes, [
    [1000, { i: 0 }, "", "#p=0"],
    [1500, { i: 49 }, "", "#p=49"],
    [2000, { i: 99 }, "", "#p=99"],
    [2500, { last: true }, "", undefined],
  ]);
  replaceAddress(null, "#play");
  assert.equal(changes.at(-1)[3], "#play");
});
