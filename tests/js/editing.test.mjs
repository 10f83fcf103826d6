// A position that is edited without a kernel: odds, reasons, refusals.

import assert from "node:assert/strict";
import test from "node:test";

import { Editing } from "../../minevis/web/static/standalone/editing.js";
import { drawing, position, say, tables, worker, workers } from "./support.mjs";

async function editorOf(text, change = {}) {
  const panels = [{ name: "board" }, { name: "probability" }];
  const editing = new Editing({ drawing, tables, panels, largest: 100, say, ...change });
  await editing.open(position(text));
  return editing;
}
const said = (editing) => editing.state.caption.text;

test("a text of a larger board is refused, and so is one that is long or has another mark", async () => {
  const editing = await editorOf("#1");
  const asked = {
    "standalone text size 100": { do: "text", text: "#".repeat(101) },
    "standalone text long": { do: "file", data: "A".repeat(2_000_000) },
    "standalone text mark 1 @": { do: "text", text: "mines 1\n1#\n1@" },
    "standalone text mines 3": { do: "mines", mines: 3 },
  };
  for (const [refused, action] of Object.entries(asked)) {
    const reply = await editing.do(action);
    assert.equal(said(editing), refused);
    assert.equal(reply.line, refused.includes("mark") ? 2 : 0);
    assert.equal(editing.state.text, "#1");
  }
});

test("no message calls what is no action", async () => {
  const editing = await editorOf("#1");
  for (const name of ["constructor", "take", "toString", "__proto__", null])
    assert.deepEqual(await editing.do({ do: name }), {});
  assert.equal(editing.state.text, "#1");
});

test("the wheel counts, a second stroke wipes out, and back takes each change back", async () => {
  const editing = await editorOf("mines 1\n##");
  await editing.do({ do: "count", cell: 0, by: -1 });
  await editing.do({ do: "paint", cell: 0, mark: "8" });
  await editing.do({ do: "brush", cells: [0, 1], mark: "F" });
  await editing.do({ do: "size", height: 2, width: 1 });
  assert.equal(editing.state.text, "mines 1\nF\n#");
  for (const text of ["mines 1\nFF", "mines 1\n##", "mines 1\n8#", "mines 1\n##", "mines 1\n##"]) {
    await editing.do({ do: "back" });
    assert.equal(editing.state.text, text);
  }
});

test("a position that fits only as a part of a board is asked about, and gets unknown cells around it", async () => {
  const editing = await editorOf("mines 1\n01\n01");
  const [{ option, text, answers }] = editing.state.questions;
  assert.deepEqual([option, text], ["part", "standalone part"]);
  await editing.do({ do: "answer", option, value: answers[0].value });
  assert.deepEqual(editing.state.questions, []);
  assert.equal(editing.state.text, "####\n#01#\n#01#\n####");
  assert.deepEqual(editing.found.safe, [0, 1, 2, 4, 8, 12, 13, 14]);
  await editing.do({ do: "text", text: "808" }); // nor so
  assert.deepEqual(editing.state.questions, []);
});

test("odds are drawn on the board, unless they are switched off", async () => {
  const editing = await editorOf("mines 1\n#1#");
  const shown = () => [editing.state.odds, editing.state.codes.board[0]];
  const [, withOdds] = shown();
  await editing.do({ do: "odds" });
  const [odds, without] = shown();
  assert.equal(odds, false);
  assert.notEqual(without, withOdds);
});

test("clues that cannot hold are marked, and an unknown total has its bounds", async () => {
  const clash = await editorOf("mines 1\n#1#\n#0#");
  assert.equal(said(clash), "standalone clash (0, 1), (1, 1)");
  const marked = clash.state.codes.board.flatMap((code, cell) => (code % 32 ? [cell] : []));
  assert.deepEqual(marked, [1, 4]);
  assert.match(said(await editorOf("#1##")), /^standalone totals 1 2 standalone known/);
  assert.match(said(await editorOf("mines 1\n#1##")), /^standalone known 2 1 0/);
});

test("a position is shown while its layouts are counted, and a later one ends the count", async () => {
  worker.answers = ({ given: [{ mines }] }) => mines === 1;
  const before = workers.length;
  const editing = await editorOf("mines 2\n1##\n###");
  assert.equal(said(editing), "standalone counting");
  await editing.do({ do: "text", text: "mines 1\n1##" });
  assert.match(said(editing), /^standalone known/);
  await editing.do({ do: "mines", mines: 1 });
  assert.equal(workers.length, before + 1);
});

test("the cell to open is named, and flags that do not follow from the clues", async () => {
  worker.answers = () => true;
  const editing = await editorOf("mines 1\n#1#");
  await editing.analysing;
  assert.match(said(editing), /best win \(0, [02]\) chance 50/);
  await editing.do({ do: "text", text: "mines 1\nF1#\n###" });
  assert.match(said(editing), /flags open \(0, 0\)/);
  await editing.do({ do: "flags" });
  assert.equal(editing.state.ignoring, true);
  assert.doesNotMatch(said(editing), /best safe/);
  await editing.do({ do: "text", text: "mines 1\nF0##\n####" });
  assert.match(said(editing), /flags wrong \(0, 0\)/);
  assert.match(editing.state.tips[3], /zero chance/);
});

test("a board is found below a sentence or within tags, and a picture is named as one", async () => {
  const editing = await editorOf("#1");
  for (const text of [
    "What should I open here?\n\nmines 1\n#1#\n##1",
    "[code]mines 1\n#1#\n##1[/code] Thank you all!",
  ]) {
    await editing.do({ do: "text", text: "##" });
    await editing.do({ do: "text", text });
    assert.equal(editing.state.text, "mines 1\n#1#\n##1");
  }
  await editing.do({ do: "file", name: "a.png", data: "iVBORw0KGgoAAA" });
  assert.equal(said(editing), "standalone picture PNG a.png");
});

test("what is said of a picture depends on its doubtful cells until they are painted", async () => {
  const text = "mines 1\n#1#";
  const answers = [{ label: "Yes", value: "#00ff00", cells: [1] }];
  const questions = [{ text: "A flag?", option: "flags", answers }];
  const asked = /** @type {any[]} */ ([]);
  const picture = async (/** @type {any} */ action) => {
    asked.push(action);
    return { text, said: "read", doubtful: [1, 2], questions: action.answers ? [] : questions };
  };
  const editing = await editorOf("#1", { picture });
  await editing.do({ do: "file", name: "a.png", data: "iVBORw0KGgoAAA" });
  assert.equal(said(editing), "read");
  const subtitle = () => editing.state.panels[0].subtitle;
  assert.match(subtitle(), /standalone doubts short 2$/);
  await editing.do({ do: "paint", cell: 1, mark: "2" });
  await editing.do({ do: "mines", mines: 2 });
  assert.match(said(editing), /^standalone doubts 1 standalone known/);
  assert.match(subtitle(), /standalone doubts short 1$/);
  await editing.do({ do: "back" });
  await editing.do({ do: "back" });
  assert.match(said(editing), /^standalone doubts 2 /);
  assert.deepEqual(editing.state.questions, questions);
  await editing.do({ do: "answer", option: "flags", value: "#00ff00" });
  assert.deepEqual(asked.at(-1).answers, { flags: "#00ff00" });
  assert.equal(asked.at(-1).data, asked[0].data);
  assert.deepEqual(editing.state.questions, []);
  const late = editing.do({ do: "file", name: "b.png", data: "iVBORw0KGgoAAA" });
  assert.equal(said(editing), "picture busy");
  await editing.do({ do: "text", text });
  await late;
  assert.match(said(editing), /^standalone known/);
  assert.doesNotMatch(subtitle(), /doubts/);
});
