// The table of commands: keys as players set them, refusals, and buttons by the state.

import assert from "node:assert/strict";
import test from "node:test";

import { Commands } from "../../minevis/web/static/shared/commands.js";
import { say } from "./support.mjs";

/** Stand in for an element: attributes and words. */
function element() {
  const made = { hidden: false, disabled: false, focused: false };
  made.setAttribute = (name, value) => (made[name] = value);
  made.addEventListener = (name, act) => (made[name] = act);
  made.append = (text) => (made.textContent = text);
  made.matches = () => made.focused;
  return made;
}
globalThis.document = /** @type {any} */ ({ createElement: element });

function commands(own) {
  const done = [];
  const table = [
    { name: "flag", label: "", keys: ["f"], run: () => done.push("own way") },
    { name: "hint", label: "ask hint", keys: ["h", "p"], off: ({ over }) => over },
    { name: "odds", pressed: ({ odds }) => odds },
  ];
  return { made: new Commands(say, table, (name) => done.push(name), own), done };
}

test("keys run commands, in either case, unless their button is disabled", () => {
  const { made, done } = commands();
  made.update({ over: false }, () => {});
  assert.deepEqual(
    ["f", "H", "p", "x"].map((key) => made.press(key)),
    [true, true, true, false],
  );
  made.update({ over: true }, () => {});
  assert.ok(made.press("h"));
  assert.deepEqual(done, ["own way", "hint", "hint"]);
});

test("buttons have their keys, and are listed with them", () => {
  const { made } = commands({ hint: "x" });
  assert.equal(made.buttons.hint.title, "ask hint about  [X]");
  assert.equal(made.buttons.odds.title, "odds about");
  assert.deepEqual(made.lines, ["F: flag about", "X: ask hint about"]);
  assert.deepEqual(made.of("hint", "flag", "none"), [made.buttons.hint]);
});

test("a key that is taken, or that all boards have, is refused with a sentence", () => {
  const { made } = commands();
  assert.equal(made.refusal("flag", "p"), "keys taken P ask hint");
  assert.equal(made.refusal("flag", "z"), "keys of boards Z");
  assert.equal(made.refusal("flag", "f"), "");
  assert.equal(made.refusal("flag", "x"), "");
});

for (const own of [
  { flag: "h" },
  { flag: "z" },
  { flag: 1 },
  { flag: "" },
  { flag: "x", hint: "x" },
])
  test(`kept keys that cannot be are not taken: ${JSON.stringify(own)}`, () => {
    assert.deepEqual(commands(own).made.keys, commands().made.keys);
  });

test("two commands can swap their keys", () => {
  const { made } = commands({ flag: "h", hint: "f" });
  assert.deepEqual(made.keys, { flag: ["h"], hint: ["f"], odds: [] });
});

test("a switch is pressed by the state, and a disabled button loses the focus", () => {
  const { made } = commands();
  let lost = 0;
  made.buttons.hint.focused = true;
  made.update({ over: false, odds: true }, () => (lost += 1));
  assert.deepEqual([made.buttons.odds["aria-pressed"], lost], [true, 0]);
  made.update({ over: true, odds: false }, () => (lost += 1));
  assert.deepEqual([made.buttons.odds["aria-pressed"], lost], [false, 1]);
});
