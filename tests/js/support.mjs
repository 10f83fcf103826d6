// What the tests in Node share: positions, words that are their own names, and a worker of the same thread.

import { PositionView } from "../../minevis/web/static/shared/position_view.js";
import { Pictures } from "../../minevis/web/static/shared/pictures.js";
import { listen } from "../../minevis/web/static/solver/worker.js";
import { Solver } from "../../minevis/web/static/solver/solver.js";

/** A label is said as its name and its values. */
export const say = (name, values = {}) =>
  name === "number words"
    ? "no one two three four five six"
    : [name, ...Object.values(values).filter((value) => value !== undefined)].join(" ");

/** The position of a text: `mines 2` in its first line, if known, and a mark for each cell. */
export function position(text) {
  const rows = text.split("\n");
  const mines = rows[0].startsWith("mines") ? Number(rows.shift().split(" ")[1]) : null;
  return { height: rows.length, width: rows[0].length, mines, view: [...rows.join("")] };
}

/** The workers that solvers have started, with their `messages`: they answer in this thread what `worker.answers` says. */
export const workers = [];
export const worker = { answers: () => true };

Solver.start = () => {
  const scope = { postMessage: (data) => made.onmessage?.({ data }) };
  const made = { messages: [], terminate: () => (made.onmessage = null) };
  made.postMessage = (data) => {
    made.messages.push(data);
    if (worker.answers(data)) queueMicrotask(() => scope.onmessage({ data }));
  };
  listen(scope);
  workers.push(made);
  return made;
};

const faces = ["covered", "flagged", "exploded", "mine"].map((face) => `tip ${face}`);
const firsts = { constraint: 30, mineChance: 50, faintChance: 160, zeroChance: 270 };
const pictures = new Pictures({
  faces: { ...[...faces, "wrong flag"] },
  firsts: { opened: 10, pale: 20, ...firsts, supposed: 380, tint: 400 },
});
const MARKS = [
  ...["click", "clue", "violated", "safe", "mined", "knownSafe", "knownMined", "smaller"],
  ...["trying", "guess"],
];

/** How boards are drawn, with pictures and marks by made-up numbers. */
export const drawing = new PositionView(
  pictures,
  Object.fromEntries(MARKS.map((name, number) => [name, number + 1])),
  say,
);

/** Tables of notations that know the plain text of a position, and sentences with the number of mines. */
export const tables = {
  candidates: Object.fromEntries([..."#F*012345678"].map((mark) => [mark, mark])),
  codes: { covered: -1, flagged: -2, exploded: -3 },
  ...{ notations: [], boardMarks: [], exceptions: [["", "", 0]] },
  ...{
    same: {},
    rewrites: [["", "\\[/?code\\]", "\n"]],
    emoji: {},
    sides: {},
    numberWords: {},
    vague: [],
    left: ["left"],
    before: [],
    after: [],
  },
  ...{ mineWords: ["mines"], others: [], flags: [], rowMarks: [..."#F*012345678"], rowCodes: [] },
  patterns: {
    ...{ blank: "[ \\t]+", split: "[ \\t,;|]+", times: "[ \\tx]+", letter: "[A-Z]" },
    ...{ word: "[A-Za-z]{2}", token: "[a-zA-Z]+|[0-9]+|[^ ]" },
    group: "\\[[^\\[\\]]*\\]",
    item: "()()([^ ,]+)",
    label: "([0-9])[|]",
    ...Object.fromEntries(
      [
        ...["name", "entity", "escape", "size", "cell", "odds"],
        ...["brackets", "decimal", "close", "emptyCell", "comment", "triple"],
      ].map((name) => [name, "\0"]),
    ),
  },
};
