// The address of a page: browsers allow few changes of it.

import assert from "node:assert/strict";
import test from "node:test";

import { replaceAddress } from "../../minevis/web/static/shared/address.js";

/** Stand in for a page, and return its changes of address. */
function pageOfChanges() {
  const changes = [];
  const location = { href: "#" };
  const replaceState = (state, title, address) => {
    changes.push([Date.now(), state, title, address]);
    location.href = address ?? location.href;
  };
  globalThis.window = { location, history: { replaceState } };
  return changes;
}

test("the address changes at most twice a second, and ends with the last one", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1000 });
  const changes = pageOfChanges();
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

test("a page that was left meanwhile does not change the next one's address", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 10_000 });
  const changes = pageOfChanges();
  replaceAddress(null, "#analyse");
  replaceAddress(null, "#p=1");
  const from = window.location.href;
  window.location.href = "#play"; // Back or a link
  t.mock.timers.tick(1000);
  replaceAddress({ top: 1 });
  replaceAddress({ top: 2 });
  replaceAddress(null, "#p=2", from); // what was made meanwhile
  t.mock.timers.tick(1000);
  assert.deepEqual(
    changes.map(([, state, , address]) => address ?? state.top),
    ["#analyse", 1, 2],
  );
});
