// The film of a game played in the browser: one beat a click.

import { opened } from "../solver/boards.js";
import { nameOf } from "../shared/grid.js";
import { percent } from "../shared/words.js";
import { fresh } from "./editing.js";

const END_OF_TIMELINE = 65535;
const ROLES_BY_NUMBER = ["deduction", "safe", "mine", "search", "guess", "quiet"];
const TIP = "zero"; // of the scale of second chances

/** Return a pack for a `Scrubber` with a finished game, in the tiles of `pack`. @param {any} playing @param {Pack} pack @param {Say} say */
export function filmOf(playing, pack, say) {
  const { drawing, clicks, mined, end, said, panels, sizes } = playing;
  const [height, width, mines] = sizes;
  const game = fresh(height, width, mines);
  const beats = [{ codes: drawing.codes(game, {}), text: say("standalone watch start"), role: 0 }];
  let { view } = game;
  for (const { cell, chance, text } of clicks) {
    view = opened(view, mined, cell, height, width);
    const marks = [[cell, drawing.marks.click]];
    const codes = drawing.codes({ ...game, view }, { said: { marks } });
    beats.push({ codes, text: text ?? nameOf(cell, width), role: chance === 0 ? 1 : 4 });
  }
  const last = drawing.codes(playing.shown, { said });
  beats.push({ codes: last, text: said.text, role: end === "won" ? 1 : 2 });
  const { length } = beats;
  const film = {
    ...{ label: say("standalone watch game"), title: say("standalone watch game") },
    ...{ summary: "", opening: 0, won: end === "won", partial: false, detail: 1, theme: "auto" },
    panels: panels.map((/** @type {Panel} */ panel, /** @type {number} */ i) => ({
      ...panel,
      reasons: false,
      odds: i === 1,
    })),
    tree: { name: "tree", title: "" },
    ...{ marks: drawing.marks, roles: ROLES_BY_NUMBER, cards: {} },
    themes: Object.keys(pack.head.atlas.themes),
    kinds: `s${"m".repeat(clicks.length)}x`,
    captions: beats.map(({ text }) => text),
    badges: beats.map(() => say("badge play")),
    badgeRoles: beats.map(({ role }) => role).join(""),
    counters: beats.map(() => say("standalone left", { left: mines })),
    said: Object.fromEntries(
      panels.map((/** @type {any} */ { name, subtitle }) => [name, [[0, subtitle, TIP]]]),
    ),
    lines: Object.fromEntries(
      panels.map((/** @type {any} */ { name }, /** @type {number} */ i) => [name, i]),
    ),
    moves: clicks.map((/** @type {any} */ { cell, chance }, /** @type {number} */ i) => ({
      ...{ at: i + 1, kind: "m", moves: `${i + 1}`, text: nameOf(cell, width) },
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
