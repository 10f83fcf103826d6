// Hands on a board: which cell a press counts for, chords, long touches, strokes, drags, taps and keys.

import assert from "node:assert/strict";
import test from "node:test";

import { Editor } from "../../minevis/web/static/board/editor.js";
import { Playground } from "../../minevis/web/static/board/playground.js";
import { Input } from "../../minevis/web/static/shared/input.js";
import { Panel } from "../../minevis/web/static/shared/panel.js";

const SIDE = 24; // px of a cell
const CONTROLS = { hold: 450, press: false, swap: false, touch: false, keys: {} };

/** Stand in for a board of 8 × 8 cells, and return a hand on it and what it has done. */
function handOn({ zoomed = false, ...hands } = {}) {
  const [heard, done, classes] = [{}, [], new Set()];
  const addEventListener = (name, hear) => (heard[name] = hear);
  const field = { scrollLeft: 50, scrollTop: 50, classList: classes, addEventListener };
  classes.remove = classes.delete;
  const canvas = { addEventListener, setAttribute() {}, setPointerCapture() {}, matches: () => 1 };
  const size = { cell: SIDE, ratio: 1, left: 0, top: 0, width: 8, height: 8, map: null };
  const panel = Object.assign(Object.create(Panel.prototype), { canvas, field, ...size });
  const viewport = { zoomed, follow() {}, spoken: () => [27], toggle: () => done.push("zoom") };
  const stage = { panels: [panel], width: 8, height: 8, viewport, hover() {} };
  const act = (cell, how) => done.push([cell, how]);
  const input = new Input({ act, stroke: (cells) => done.push(cells), ...hands });
  input.use(/** @type {any} */ (stage));
  const send = (kind, [col, row], given = {}) => {
    const [x, y] = [col * SIDE, row * SIDE];
    const at = { offsetX: x, offsetY: y, clientX: x, clientY: y, isPrimary: true, pointerId: 1 };
    const button = { pointerType: "mouse", button: 0, buttons: kind === "up" ? 0 : 1 };
    heard[`pointer${kind}`]({ ...at, ...button, preventDefault() {}, ...given });
  };
  const press = (ways, given) => {
    const kinds = ways.map((_, i) => (i ? "move" : "down"));
    ways.forEach((at, i) => send(kinds[i], at, given));
    send("up", ways.at(-1), given);
    return done.splice(0);
  };
  const key = (name, given = {}) => {
    const event = { key: name, heard: false, preventDefault: () => (event.heard = true) };
    heard.keydown(Object.assign(event, { stopPropagation() {}, ...given }));
    return event.heard;
  };
  return { send, press, key, done, field, classes, input };
}

for (const pointerType of ["mouse", "touch", "pen"])
  test(`a slip is for the pressed cell or for none: ${pointerType}`, (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] }); // no long press
    const { press } = handOn({ controls: CONTROLS });
    for (const flip of [(at) => at, ([col, row]) => [row, col]])
      for (const [beyond, counts] of [
        [0.3, true],
        [0.45, false],
      ]) {
        const way = [flip([1.9, 1.5]), flip([2 + beyond, 1.5])];
        assert.deepEqual(press(way, { pointerType }), counts ? [[9, "first"]] : [], `${beyond}`);
      }
    const back = [
      [1.9, 1.5],
      [3, 1.5],
      [1.5, 1.5],
    ];
    assert.deepEqual(press(back, { pointerType }), []); // it was left in between
  });

test("the right button flags, at once if it is set so, and buttons can be swapped", () => {
  const right = { button: 2, buttons: 2 };
  const slip = [
    [1.9, 1.2],
    [2.3, 1.2],
  ];
  for (const [change, asked, expected] of [
    [{}, right, [9, "second"]],
    [{ swap: true }, right, [9, "first"]],
    [{ swap: true }, {}, [9, "second"]],
    [{ press: true }, right, [9, "second"]],
  ])
    assert.deepEqual(handOn({ controls: { ...CONTROLS, ...change } }).press(slip, asked), [
      expected,
    ]);
  const { press, send, done } = handOn({ controls: { ...CONTROLS, press: true } });
  send("down", [1.5, 1.5], right);
  assert.deepEqual(done.splice(0), [[9, "second"]]); // before it is let go
  assert.deepEqual(handOn().press(slip, right), []); // a film has no second button
  assert.deepEqual(press([[9.5, 1.5]]), []); // beside the board
});

test("chords by both buttons or the middle one", () => {
  const { press, send, done } = handOn({ controls: CONTROLS });
  assert.deepEqual(press([[1.5, 1.5]], { button: 1 }), [[9, "both"]]);
  send("down", [1.5, 1.5]);
  send("move", [1.5, 1.5], { buttons: 3, button: 2 });
  send("up", [1.5, 1.5]);
  assert.deepEqual(done, [[9, "both"]]);
});

test("a tap opens, and a long touch flags while the finger is still down, however unsteady", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  for (const [touch, short, long] of [
    [false, "first", "second"],
    [true, "second", "first"],
  ]) {
    const { press, send, done } = handOn({ controls: { ...CONTROLS, touch } });
    const finger = { pointerType: "touch" };
    assert.deepEqual(press([[1.5, 1.5]], finger), [[9, short]]);
    t.mock.timers.tick(1000);
    assert.deepEqual(done, []);
    send("down", [1.9, 1.5], finger);
    send("move", [2.2, 1.5], finger);
    t.mock.timers.tick(450);
    assert.deepEqual(done.splice(0), [[9, long]]);
    send("up", [1.9, 1.5], finger);
    assert.deepEqual(done, []);
  }
});

test("a stroke begins beyond a slip, is one, and ends where it is let go or taken away", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  for (const pointerType of ["mouse", "touch"]) {
    const { press, send, done } = handOn({ controls: CONTROLS, strokes: () => true });
    const way = [1.9, 2.1, 2.5, 3.5, 9.5].map((col) => [col, 1.5]);
    assert.deepEqual(press(way.slice(0, 2), { pointerType }), [[9, "first"]]);
    assert.deepEqual(press(way, { pointerType }), [[9, 10, 11]]); // not beside the board
    assert.deepEqual(press([[0.5, 3.5]], { pointerType }), [[24, "first"]]); // the next is its own
    send("down", way[0], { pointerType });
    send("move", way[2], { pointerType });
    t.mock.timers.tick(1000); // no long press
    send("cancel", way[2], { pointerType }); // as when the system takes the pointer
    send("up", way[2], { pointerType });
    assert.deepEqual(done, []);
  }
});

test("a mouse drags a board in a window until it is let go, and asks nothing by it", () => {
  const { press, send, done, field, classes, input } = handOn({ zoomed: true });
  const way = [3, 2.5, 2, 9].map((col) => [col, 3]); // let go beyond the board
  way.forEach((at, i) => send(i ? "move" : "down", at));
  assert.ok(classes.has("mv-dragged"));
  send("up", [9, 3]);
  assert.deepEqual([done, field.scrollLeft, classes.size], [[], 50 - 6 * SIDE, 0]);
  assert.deepEqual([input.drag, input.touches.size], [null, 0]); // the window follows again
  send("move", [4, 3], { buttons: 0 }); // nothing is pressed any more
  assert.equal(field.scrollLeft, 50 - 6 * SIDE);
  assert.deepEqual(press([[3.5, 3.5]]), [[27, "first"]]);
  const still = handOn({ zoomed: true, drags: () => false });
  still.press([
    [3, 3],
    [5, 3],
  ]);
  assert.equal(still.field.scrollLeft, 50);
});

test("two taps zoom a film and ask nothing more, and zoom nothing where one plays", () => {
  const finger = { pointerType: "touch" };
  const film = handOn({ shares: true, zoomed: true });
  assert.deepEqual(film.press([[3.5, 3.5]], finger), [[27, "first"]]);
  assert.deepEqual(film.press([[3.6, 3.5]], finger), ["zoom"]);
  assert.deepEqual(film.press([[3.6, 3.5]], finger), [[27, "first"]]); // a third is a first one
  const game = handOn({ controls: CONTROLS });
  for (let i = 0; i < 2; i += 1)
    assert.deepEqual(game.press([[3.5, 3.5]], finger), [[27, "first"]]);
});

test("the cursor walks by arrows, stops at the rim, and leaves a host its shortcuts", () => {
  const walked = [];
  const { key, done, input } = handOn({ walk: (cell) => walked.push(cell) });
  for (const name of ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"]) assert.ok(key(name));
  assert.deepEqual(walked, [27, 26, 34, 26]); // it begins at what is spoken of
  input.cell = 7;
  key("ArrowRight");
  key("ArrowUp");
  assert.equal(input.cell, 7);
  assert.ok(key(" ") && key("Enter"));
  for (const modifier of ["ctrlKey", "altKey", "metaKey"])
    assert.ok(!key("ArrowLeft", { [modifier]: true }));
  assert.deepEqual(done, [
    [7, "first"],
    [7, "first"],
  ]);
});

test("a film gets its arrows back by Escape, and letters walk", () => {
  const { key, input, done } = handOn({ shares: true });
  input.cell = 27;
  assert.ok(key("ArrowRight") && !key("Escape") && !key("ArrowRight"));
  for (const name of "wasd") assert.ok(key(name));
  assert.ok(!key("d", { shiftKey: true }) && !key(" ") && key("Enter"));
  assert.deepEqual([input.cell, done], [28, [[28, "first"]]]);
});

for (const [picked, touch, cell, how, expected] of [
  ["open", false, 0, "first", "open"],
  ["open", false, 0, "second", "flag"],
  ["open", false, 0, "both", "chord"],
  ["flag", false, 0, "first", "flag"],
  ["flag", false, 1, "first", "chord"], // no cell to flag
  ["open", true, 1, "second", "chord"],
  ["why", false, 1, "first", "why"],
])
  test(`a game ${expected}s by its ${how} press with ${picked}${touch ? ", swapped" : ""}`, () => {
    const asked = [];
    const game = { tools: { picked }, controls: { touch }, position: { view: ["#", "1"] } };
    const request = (action) => asked.push(action);
    Playground.prototype.act.call({ ...game, request }, cell, how);
    assert.deepEqual(asked, [{ do: expected, cell }]);
  });

test("a flick of the wheel is one edit, up or down, on a board that was clicked", () => {
  const asked = [];
  const panel = { canvas: {} };
  globalThis.document = /** @type {any} */ ({ activeElement: panel.canvas });
  const request = ({ do: name, cell, by }) => asked.push([name, cell, by]);
  const editor = { stage: { viewport: { zoomed: false } }, turned: -Infinity, request };
  const turn = (timeStamp, deltaY, cell = 15) => {
    const event = { timeStamp, deltaY, preventDefault() {}, stopPropagation() {} };
    Editor.prototype.wheel.call(editor, event, cell, panel);
  };
  for (let time = 0; time < 500; time += 100) turn(time, -20);
  turn(1000, 120);
  turn(2000, 120, -1);
  editor.stage.viewport.zoomed = true;
  turn(3000, 120);
  globalThis.document = /** @type {any} */ ({ activeElement: null });
  editor.stage.viewport.zoomed = false;
  turn(4000, 120);
  assert.deepEqual(asked, [
    ["count", 15, 1],
    ["count", 15, -1],
  ]);
});
