// The film of a game played in the browser: one beat a click.

import { opened } from "../solver/boards.js";
import { nameOf } from "../shared/grid.js";
import { percent } from "../shared/words.js";
import { fresh } from "./editing.js";

const END_OF_TIMELINE = 65535;
const ROLES_BY_NUMBER = ["deduction", "safe", "mine", "search", "guess", "quiet"];
const TIP = "zero"; // of the scale of second chances
const TOLERATED = 0.05; // more risk than the least is a mistake, as for the best move

/** Return a pack for a `Scrubber` with a finished game, in the tiles of `pack`. @param {any} playing @param {Pack} pack @param {Say} say */
export function filmOf(playing, pack, say) {
  const { drawing, clicks, mined, end, said, panels, sizes } = playing;
  const [height, width, mines] = sizes;
  const game = fresh(height, width, mines);
  const leftIn = (/** @type {string[]} */ shown) =>
    mines - shown.filter((mark) => "FW*".includes(mark)).length;
  const beats = [
    { codes: drawing.codes(game, {}), text: say("standalone watch start"), role: 0, left: mines },
  ];
  const judged = clicks.flatMap((/** @type {any} */ click, /** @type {number} */ i) => {
    const text = mistakeIn(click, say, width);
    return text ? [{ at: i + 1, told: i + 1, cost: 0, mistake: true, text }] : [];
  });
  let { view } = game;
  for (const { cell, chance, safe, text } of clicks) {
    view = opened(view, mined, cell, height, width);
    const missed = chance > 0 ? safe.slice(0, 1) : [];
    const marks = [
      [cell, drawing.marks.click],
      ...missed.map((/** @type {number} */ other) => [other, drawing.marks.safe]),
    ];
    const codes = drawing.codes({ ...game, view }, { said: { marks } });
    const role = chance === 0 ? 1 : 4;
    beats.push({ codes, text: text ?? nameOf(cell, width), role, left: leftIn(view) });
  }
  const last = drawing.codes(playing.shown, { said });
  const left = end === "won" ? 0 : leftIn(playing.shown.view);
  beats.push({ codes: last, text: said.text, role: end === "won" ? 1 : 2, left });
  const { length } = beats;
  const film = {
    ...{ label: say("standalone watch game"), title: say("standalone watch game") },
    ...{
      summary: "",
      opening: judged[0]?.at ?? length - 1,
      won: end === "won",
      partial: false,
      detail: 1,
      theme: "auto",
    },
    panels: panels.map((/** @type {Panel} */ panel, /** @type {number} */ i) => ({
      ...panel,
      reasons: false,
      odds: i === 1,
    })),
    tree: { name: "tree", title: say("standalone search") },
    judged,
    ...{ marks: drawing.marks, roles: ROLES_BY_NUMBER, cards: {} },
    themes: Object.keys(pack.head.atlas.themes),
    kinds: `s${"m".repeat(clicks.length)}x`,
    captions: beats.map(({ text }) => text),
    chances: beats.map(() => ""),
    badges: beats.map(() => say("badge play")),
    badgeRoles: beats.map(({ role }) => role).join(""),
    counters: beats.map(({ left }) => say("standalone left", { left })),
    said: Object.fromEntries(
      panels.map((/** @type {any} */ { name, title, subtitle }) => [
        name,
        [[0, subtitle, TIP, title]],
      ]),
    ),
    lines: Object.fromEntries(
      panels.map((/** @type {any} */ { name }, /** @type {number} */ i) => [name, i]),
    ),
    moves: clicks.map((/** @type {any} */ { cell, chance }, /** @type {number} */ i) => ({
      ...{
        at: i + 1,
        kind: chance === 0 ? "m" : "g",
        moves: `${i + 1}`,
        text: nameOf(cell, width),
      },
      note: chance === 0 ? "" : percent(say, chance),
    })),
  };
  const numbers = Int32Array.from(beats.keys());
  /** @type {Record<string, any>} */
  const parts = {
    ...{ events: numbers, positions: Uint16Array.from(numbers) },
    stops: Uint16Array.from(numbers, (i) => (i ? END_OF_TIMELINE / (length - 1) : 0)),
    ...changesOf(beats, panels.length),
    ...{ linked: new Uint16Array(length), links: new Int32Array(0) },
  };
  const { atlas, parts: tiles } = pack.head;
  return {
    head: { height, width, mines, atlas, film, parts: tiles },
    part: (/** @type {string} */ name) => parts[name] ?? pack.part(name),
  };
}

/** What was wrong with a click: a safe cell was missed, a mine certain, or another cell clearly less risky; otherwise "". @param {any} click @param {Say} say @param {number} width */
function mistakeIn({ chance, safe, least }, say, width) {
  if (chance > 0 && safe.length) return say("standalone missed", { cell: nameOf(safe[0], width) });
  if (chance === 1) return say("standalone certain mine");
  if (chance > least + TOLERATED) return say("standalone riskier", { chance: percent(say, least) });
  return "";
}

/** The changes from beat to beat: the same in every panel, and none of lines. @param {any[]} beats @param {number} panels */
function changesOf(beats, panels) {
  const counts = /** @type {number[]} */ ([]);
  const [cells, codes] = /** @type {number[][]} */ ([[], []]);
  beats.forEach((/** @type {any} */ beat, /** @type {number} */ i) => {
    const before = beats[i - 1]?.codes ?? [];
    const changed = [...beat.codes.keys()].filter((cell) => beat.codes[cell] !== before[cell]);
    for (let panel = 0; panel < panels; panel += 1) {
      cells.push(...changed);
      codes.push(...changed.map((cell) => beat.codes[cell]));
      counts.push(changed.length);
    }
    counts.push(...new Array(panels).fill(0));
  });
  return {
    counts: Uint16Array.from(counts),
    cells: Uint16Array.from(cells),
    codes: Int16Array.from(codes),
  };
}
