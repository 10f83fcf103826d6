// The film of a game played in the browser: one beat a move.

import { nameOf } from "../shared/grid.js";
import { percent } from "../shared/words.js";
import { mistakeIn, sentenceOn } from "./verdicts.js";

const END_OF_TIMELINE = 65535;
const ROLES_BY_NUMBER = ["deduction", "safe", "mine", "search", "guess", "quiet"];
const TIP = "zero"; // of the scale of second chances

/** Return a pack for a `Scrubber` with a finished game, in the tiles of `pack`. @param {import("./playing.js").Playing} playing @param {Pack} pack @param {Say} say */
export function filmOf(playing, pack, say) {
  const { drawing, game, said, panels } = playing;
  const { end, size, verdicts } = game;
  const [height, width, mines] = size;
  const leftIn = (/** @type {string[]} */ shown) =>
    mines - shown.filter((mark) => "FW".includes(mark)).length;
  const numbered = [...Array(game.at).keys()].filter((i) => game.moves[i][0] !== "flag");
  const moves = numbered.map((i) => ({
    move: game.moves[i],
    verdict: /** @type {Verdict} */ (verdicts[i]),
    after: game.positionAt(i + 1),
  }));
  const begun = game.positionAt(numbered[0] ?? 0);
  const start = { codes: drawing.codes(begun, {}), text: say("standalone watch start"), role: 0 };
  const beats = [{ ...start, left: leftIn(begun.view) }];
  const judged = moves.flatMap(({ verdict }, i) => {
    const text = mistakeIn(verdict, say, width);
    return text ? [{ at: i + 1, told: i + 1, cost: 0, mistake: true, text }] : [];
  });
  for (const { move, verdict, after } of moves) {
    const marks = [
      [move[1], drawing.marks.click],
      ...verdict.safe.slice(0, 1).map((other) => [other, drawing.marks.safe]),
    ];
    const exploded = after.view.indexOf("*");
    beats.push({
      codes: drawing.codes(after, { said: { marks } }),
      text: sentenceOn(move, verdict, say, width, exploded),
      role: verdict.chance === 0 ? 1 : 4,
      left: leftIn(after.view),
    });
  }
  const last = drawing.codes(playing.shown, { said });
  const left = end === "won" ? 0 : leftIn(playing.shown.view);
  beats.push({ codes: last, text: said.text, role: end === "won" ? 1 : 2, left });
  const { length } = beats;
  const badges = beats.map((_, i) => (i < length - 1 ? say("badge play") : said.badge));
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
    kinds: `s${"m".repeat(moves.length)}x`,
    captions: beats.map(({ text }) => text),
    chances: beats.map(() => ""),
    badges,
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
    moves: moves.map(({ move: [, cell], verdict: { chance } }, i) => ({
      ...{ at: i + 1, kind: chance === 0 ? "m" : "g", moves: `${i + 1}` },
      ...{ text: nameOf(cell, width), note: chance === 0 ? "" : percent(say, chance) },
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
