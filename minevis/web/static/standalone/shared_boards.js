// Boards that several people play: the board of the day, and links to a board.

import { linkOf, positionOfAddress } from "./notations.js";

const LINK_OF_BOARD = "#b="; // by its seed
const LINK_OF_MINES = "#m=";
const DAILY = "#daily";
const DAILY_SIZE = [16, 16, 40];
const DAILY_FIRST = 8 * 16 + 8;

/** The board of a day, as an action of the playground. @param {string} logic @param {Date} [now] */
export function dailyBoard(logic, now = new Date()) {
  const daily = now.toISOString().slice(0, 10);
  const seed = Number(daily.replaceAll("-", ""));
  const rules = { radius: 1, no_guess: logic, first: DAILY_FIRST };
  return { do: "choose", level: DAILY_SIZE, seed, ...rules, daily };
}

/** The end of an address that begins the same board with the same first cell; the board of the day if it is that; "" for a game that began in the middle. @param {Game} game */
export function boardLink({ size, seed, protect, logic, daily, moves, fixed, mined, start }) {
  if (daily) return DAILY;
  const first = moves.find(([kind]) => kind === "open")?.[1];
  if (first === undefined || start) return "";
  if (fixed && mined) {
    const [height, width, mines] = size;
    const view = mined.map((mine) => (mine ? "*" : "#"));
    return `${LINK_OF_MINES}${linkOf({ height, width, mines, view })}.${first}`;
  }
  return `${LINK_OF_BOARD}${size.join("x")}.${seed}.${first}.${protect}${logic ? ".ng" : ""}`;
}

/** The action for such an end of an address, null for another one. @param {string} hash @param {string} logic @param {number} largest */
export function boardOf(hash, logic, largest) {
  if (hash === DAILY) return dailyBoard(logic);
  const [, given, opened] = /^#m=(.+)\.(\d+)$/.exec(hash) ?? [];
  const drawn = given && positionOfAddress(given, largest);
  if (drawn) {
    const mined = drawn.view.map((mark) => mark === "*");
    const level = [drawn.height, drawn.width, mined.filter(Boolean).length];
    return { do: "choose", level, mined, first: Number(opened), radius: 0 };
  }
  const found = hash.match(/^#b=(\d+)x(\d+)x(\d+)\.(\d+)\.(\d+)\.(area|cell)(\.ng)?$/);
  if (!found) return null;
  const [height, width, mines, seed, first] = found.slice(1, 6).map(Number);
  const rules = { radius: Number(found[6] === "area"), no_guess: found[7] ? logic : "" };
  return { do: "choose", level: [height, width, mines], seed, first, ...rules };
}
