// Replays of other programs, as finished games: .avf, .evf, .rmv and .rawvf, as minevis/replays/ reads them.

import { bvOf } from "../solver/openings.js";
import { neighbours } from "../solver/knowledge.js";
import { VERSION, gameOf } from "./game.js";
import { Unreadable } from "./notations.js";

export const REPLAYS = ".avf,.evf,.rmv,.rawvf";
const MOST_BYTES = 16 << 20;
const MOST_PRESSES = 20_000;
const SLACK = 1; // s between the end of a game and the duration in its file
const BUTTONS = " mv lc lr rc rr mc mr pf cc l r m sc mt".split(" ");
const LAST_CODE = 12; // of these, in files
const BUTTONS_OF_AVF = new Map(
  Array.from("1mv 3lc 5lr 9rc 11sc 17rr 21lr 33mc 65mr 145rr 193mr".matchAll(/(\d+)(..)/g)).map(
    ([, code, button]) => [Number(code), button],
  ),
);
/** @type {Record<number, Sizes>} */
const LEVELS_OF_AVF = { 3: [8, 8, 10], 4: [16, 16, 40], 5: [16, 30, 99] };
const RULES = "|UPK|cheat|||solvable|solvable|solvable|solvable|guessable|guessable".split("|");
const NO_GUESS = /\bng\b|no.?guess|solvable/i;
/** Lines in the head of a .rawvf with rules that are not the standard ones. */
const OTHER_RULES =
  /^(?:game ?)?(?:mode|variant|rules) *:(?! *(classic|standard|normal|density|win7)?$)|^[^:]*(guess|solvable|\bng\b|hint|cheat|opponent|elmar|nono|super(?:flag|click))[^:]*:(?! *(off|no|none|false|0)?$)/i;
const EVENT = /^(-?\d+(?:[.,]\d+)?) +([a-z]+)(?: +-?\d+ +-?\d+)? *\( *(-?\d+)[ ,]+(-?\d+) *\)/;
const END = /^(?:status *: *)?(?:-?[\d.,]+ +)?(?:(won|win)|lost|loss|lose|blast)(?: +\d+ +\d+)?$/i;

/** @param {unknown} isSo @returns {asserts isSo} */
function check(isSo) {
  if (!isSo) throw new Unreadable("replay damaged");
}

/** The ending of a file's name if it is that of a replay, otherwise "". @param {string} name */
export function replayEnding(name) {
  return REPLAYS.split(",").find((ending) => name.toLowerCase().endsWith(ending)) ?? "";
}

/** The game in a file, with the moves that Python reads; `logic` names boards without a guess. Throws an `Unreadable`. @param {string} name @param {Uint8Array} data @param {{ largest: number, logic: string }} given @returns {Game} */
export function gameOfReplay(name, data, { largest, logic }) {
  check(data.length <= MOST_BYTES);
  const said = READERS[replayEnding(name)](new Bytes(data));
  const { size, mined, presses, rules, end, seconds = NaN, three_bv: bv, date } = said;
  const [height, width] = size;
  if (Math.max(height, width) > largest)
    throw new Unreadable("standalone text size", { most: largest });
  if (rules && !NO_GUESS.test(rules)) throw new Unreadable("replay rules", { rules });
  const fresh = new Array(height * width).fill("#");
  check(mined.length === fresh.length && presses.length <= MOST_PRESSES);
  check(!bv || bv === bvOf(mined, fresh, height, width)[1]);
  const mines = [...mined.keys()].filter((cell) => mined[cell]);
  const record = {
    ...{ minevis: VERSION, size, moves: [], at: 0, seconds: 0, helped: "replay" },
    board: { seed: 0, protect: "area", mines, fixed: true },
    rules: { no_guess: rules && logic },
    date: new Date(date > 0 && date < 1e14 ? date : Date.now()).toISOString(),
  };
  const game = gameOf(record, largest);
  check(game);
  const last = play(game, said);
  game.id = [date, game.seconds, ...mines.slice(0, 9)].join("-"); // read again, it is the same game
  if (!game.end && !end) throw new Unreadable("replay unfinished");
  const isLate = [last, game.seconds].every((time) => Math.abs(time - seconds) > SLACK);
  check(end === "over" ? game.end && !isLate : game.end === (end || game.end));
  return game;
}

/** Make the moves of the presses; return the time of the last one. The clock of the game starts with the first open cell. @param {Game} game @param {Recording} said */
function play(game, { presses, marks }) {
  const [height, width] = game.size;
  const down = new Set(); // "l", "r", "m", and "s" for Shift
  const questioned = new Set(); // cells, which show as covered
  let isSpent = false; // the left button is down, but was part of a chord
  let [start, last] = [NaN, 0];
  const markOf = (/** @type {number} */ cell) => game.position.view[cell] ?? "";
  const open = (/** @type {number} */ cell) => {
    if (markOf(cell) === "#") game.make(["open", cell, 0]);
  };
  const flag = (/** @type {number} */ cell) => {
    if (markOf(cell) === "F" && marks) questioned.add(cell);
    else if (questioned.delete(cell)) return;
    if (/[#F]/.test(markOf(cell))) game.make(["flag", cell, 0]);
  };
  const chord = (/** @type {number} */ cell) => {
    const around = markOf(cell) === "0" ? neighbours(cell, height, width) : [];
    if (game.chordOf(cell).length) game.make(["chord", cell, 0]);
    else if (!around.some((other) => markOf(other) === "F")) around.forEach(open);
  };
  for (const [seconds, button, row, col] of presses) {
    if (game.end) break;
    const { at, clicks } = game;
    const cell = row < 0 || col < 0 || col >= width ? -1 : row * width + col;
    const isHeld = down.has(button[0]);
    const [name, kind = isHeld ? "r" : "c"] = button;
    if (button === "mt") marks = !marks;
    else if (button === "pf") flag(cell);
    else if (kind === "c") {
      if (name === "r" && !down.has("l") && !isHeld) flag(cell);
      for (const each of name === "s" ? "ls" : name === "c" ? "lr" : name) down.add(each);
    } else if (isHeld || name === "m") {
      down.delete(name);
      const isBoth = down.has(name === "l" ? "r" : "l") || (name === "l" && down.has("s"));
      if (name === "l") down.delete("s");
      if (isBoth || name === "m") chord(cell);
      else if (name === "l" && !isSpent) open(cell);
      if (name !== "m") isSpent = name === "r" && isBoth;
    }
    if (!clicks && game.clicks) start = seconds;
    game.seconds = Math.max(game.seconds, Math.round((seconds - start) * 1000) / 1000 || 0);
    for (const move of game.moves.slice(at)) move[2] = game.seconds;
    last = seconds;
  }
  return last;
}

const latin = (/** @type {Uint8Array} */ bytes) => new TextDecoder("latin1").decode(bytes);

/** Numbers and texts in a row, and the presses read from them; one too many is damage. */
class Bytes {
  at = 0;
  presses = /** @type {Recording["presses"]} */ ([]);

  /** @param {Uint8Array} data */
  constructor(data) {
    this.data = data;
  }

  /** @param {number} count */
  take(count) {
    this.at += count;
    check(this.at <= this.data.length);
    return this.data.subarray(this.at - count, this.at);
  }

  number(count = 1) {
    return this.take(count).reduce((sum, byte) => 256 * sum + byte, 0);
  }

  /** Numbers of `counts` bytes. @param {number[]} counts */
  numbers(...counts) {
    return counts.map((count) => this.number(count));
  }

  signed() {
    return (this.number(2) << 16) >> 16;
  }

  upToZero() {
    const end = this.data.indexOf(0, this.at);
    check(end >= 0);
    return latin(this.take(end + 1 - this.at).subarray(0, -1));
  }

  /** Whether each cell is one of the mines, each a column and a row; for `first`, a row and a column from there on. @param {Sizes} size */
  mined([height, width, mines], first = 0) {
    const mined = new Array(height * width).fill(false);
    for (let i = 0; i < mines; i += 1) {
      const pair = this.numbers(1, 1).map((place) => place - first);
      const [col, row] = first ? pair.reverse() : pair;
      check(row >= 0 && row < height && col >= 0 && col < width);
      mined[row * width + col] = true;
    }
    return mined;
  }

  /** Note a press at a place in pixels. @param {number} seconds @param {string | undefined} button @param {number} x @param {number} y */
  press(seconds, button, x, y, side = 16) {
    check(button && BUTTONS.includes(button) && side);
    const [row, col] = [Math.floor(y / side), Math.floor(x / side)];
    if (button !== "mv") this.presses.push([seconds, button, row, col]);
  }
}

/** Readers by the ending of a file. @type {Record<string, (bytes: Bytes) => Recording>} */
const READERS = {
  /** Arbiter. */
  ".avf"(bytes) {
    const level = bytes.take(6)[5];
    const [wide, high, many] = bytes.numbers(...(level === 6 ? [1, 1, 2] : []));
    const size = LEVELS_OF_AVF[level] ?? [high + 1, wide + 1, many];
    check(size[0]);
    const mined = bytes.mined(size, 1);
    const text = latin(bytes.data);
    const head = /([\x11\x7f]?).\[[0-3]\|[^\]]*?B(\d+)T[\d.,]+\]/gs;
    head.lastIndex = bytes.at;
    const [whole = "", marks, bv] = head.exec(text) ?? [];
    const [, day, month, year, ...time] =
      /\|(\d+)\.(\d+)\.(\d{4})\.(\d+):(\d+):(\d+)/.exec(whole)?.map(Number) ?? [];
    const first = /[\0\x01]\x01/g;
    first.lastIndex = head.lastIndex;
    check(bv && first.exec(text) && /\rSkin:[^\r]*\r[^\r]*\r/.test(text));
    bytes.at = first.lastIndex - 3;
    for (let now = -1; ;) {
      const [code, xHigh, low, x, hundredths, yHigh, high, y] = bytes.take(8);
      if (!low && !high) {
        check(!(xHigh || x || hundredths || yHigh || y));
        break;
      }
      const seconds = 256 * high + low - 1 + hundredths / 100;
      check(seconds >= now);
      now = seconds;
      bytes.press(seconds, BUTTONS_OF_AVF.get(code), 256 * xHigh + x, 256 * yHigh + y);
    }
    const date = Date.UTC(year, month - 1, day, ...time);
    const said = { marks: marks === "\x11", end: "over", three_bv: Number(bv), date };
    return { size, mined, presses: bytes.presses, ...said };
  },

  /** Metasweeper. Up to version 3 an event gives its time and place, later what they differ by. */
  ".evf"(bytes) {
    const version = bytes.number();
    const isLate = version === 4;
    check(version < 5);
    const [flags] = bytes.take(version > 2 ? 2 : 1);
    const [height, width, mines, side, mode, bv, time] = bytes.numbers(
      ...[1, 1, 2, 1, 2, 2, isLate ? 4 : 3],
    );
    const [, start] = bytes.numbers(...(isLate ? [2, 8, 8] : []));
    const count = isLate ? (flags & 8 ? 6 : 4) : version > 1 ? 8 : 7;
    const texts = Array.from({ length: count }, () => bytes.upToZero());
    if (isLate) bytes.take(bytes.number(2));
    const board = bytes.take(Math.ceil((height * width) / 8));
    const isMine = (/** @type {number} */ cell) => ((board[cell >> 3] << (cell & 7)) & 128) > 0;
    const mined = [...Array(height * width).keys()].map(isMine);
    for (let left = isLate ? bytes.number(2) : 0; left; left -= 1) bytes.upToZero();
    let [code, now, x, y] = [bytes.number(), 0, 0, 0];
    for (; code && (isLate || code < 255); code = bytes.number()) {
      now = isLate ? now + bytes.number(code === 255 ? 2 : 1) : bytes.number(3);
      if (isLate && (code === 255 || (code > 80 && code < 100))) continue; // no press
      x = isLate ? x + bytes.signed() : bytes.number(2);
      y = isLate ? y + bytes.signed() : bytes.number(2);
      bytes.press(now / 1000, code > LAST_CODE ? "" : BUTTONS[code], x, y, side);
    }
    bytes.take(isLate ? bytes.number(2) : code ? 0 : 32);
    check(bytes.at === bytes.data.length && now >= time - 1);
    const said = { rules: RULES[mode] ?? `mode ${mode}`, end: flags & 128 ? "won" : "over" };
    const times = { seconds: time / 1000, date: (start ?? Number(texts[4])) / 1000 };
    const size = /** @type {Sizes} */ ([height, width, mines]);
    return { size, mined, presses: bytes.presses, three_bv: bv, ...said, ...times };
  },

  /** Vienna Sweeper: https://github.com/ralokt/rmv_spec */
  ".rmv"(bytes) {
    check(latin(bytes.take(4)) === "*rmv");
    const version = bytes.number(2);
    check(version === 1 || version === 2);
    const [left, top] = version > 1 ? [0, 0] : [12, 56]; // of the board
    bytes.take(version > 1 ? 6 : 4);
    const lengths = bytes.numbers(2, 2, 2, 2, 2, 2, 4, 2);
    if (version > 1)
      lengths.unshift(0); // of the result
    else lengths.splice(6, 0, 0); // of extensions
    const parts = lengths.map((length) => new Bytes(bytes.take(length)));
    check(bytes.at === bytes.data.length);
    const [result, , , board, flags, properties, , events] = parts;
    const [date, width, height, mines] = board.numbers(4, 1, 1, 2);
    const size = /** @type {Sizes} */ ([height, width, mines]);
    const mined = board.mined(size);
    const [marks, , mode] = properties.take(4);
    const said = Number(/3BV:(\d+)#/.exec(latin(result.data))?.[1] ?? 0);
    const [low = said, high = 0, side = 16] = version > 1 ? properties.take(3) : [];
    for (let more = flags.data.length && flags.number(2); more; more -= 1) {
      const [col, row] = flags.take(2);
      events.press(0, "pf", col, row, 1);
    }
    let [code, isBegun] = [events.number(), false];
    for (; code < 15 || code > 17; code = events.number()) {
      check(code !== 8 && code < (version > 1 ? 29 : 28));
      if (code > 0 && code < 8) {
        const seconds = events.numbers(3, 1)[0] / 1000;
        const at = /** @type {const} */ ([events.signed() - left, events.signed() - top, side]);
        if (!isBegun) events.press(seconds, "lc", ...at); // it is left out
        events.press(seconds, BUTTONS[code], ...at);
        isBegun = true;
      } else events.take(code ? 2 : 4);
    }
    const known = { three_bv: low + 256 * high, date: 1000 * date, marks: marks === 1 };
    const rules = RULES[mode] ?? `mode ${mode}`;
    return {
      size,
      mined,
      presses: events.presses,
      rules,
      end: ["lost", "won", ""][code - 15],
      ...known,
    };
  },

  /** The open text format: https://github.com/thefinerminer/minesweeper-rawvf */
  ".rawvf"(bytes) {
    const lines = new TextDecoder()
      .decode(bytes.data)
      .split(/\r\n?|\n/)
      .map((line) => line.trim());
    const [begin, ...others] = [...lines.keys()].filter((i) => /^board:$/i.test(lines[i]));
    check(begin !== undefined && !others.length);
    const head = lines.slice(0, begin);
    const pairs = head.map((line) => /^([^:]*?) *: *(.*)/.exec(line) ?? ["", "", ""]);
    const values = new Map(pairs.map(([, key, value]) => [key.toLowerCase(), value]));
    const whole = (/** @type {string} */ key, other = "") => {
      const value = values.get(key) || other;
      check(/^\d{1,6}$/.test(value));
      return Number(value);
    };
    const [height, width, side] = [whole("height"), whole("width"), whole("squaresize", "16")];
    const rows = lines.slice(begin + 1, begin + 1 + height);
    check(rows.every((row) => row.length === width && /^[*0-8.]+$/.test(row)));
    const mined = [...rows.join("")].map((mark) => mark === "*");
    const mines = whole("mines", `${mined.filter(Boolean).length}`);
    const events = lines.slice(begin + 1 + height);
    for (const line of events) {
      const [, time, button, x, y] = EVENT.exec(line) ?? [];
      check(time || !/^(local_blast|reset)\b|\b([lrm][cr]|sc|cc|pf)\b/.test(line));
      if (time && button !== "sx" && button !== "sy")
        bytes.press(Number(time.replace(",", ".")), button, Number(x), Number(y), side);
    }
    const said = [...head, ...events].flatMap((line) => END.exec(line)?.slice(1) ?? []);
    const ends = [...new Set(said.map((won) => (won ? "won" : "lost")))];
    check(ends.length < 2);
    const size = /** @type {Sizes} */ ([height, width, mines]);
    const rules = head.find((line) => OTHER_RULES.test(line));
    const date = Date.parse(`${values.get("timestamp")?.slice(0, 19).replace(" ", "T")}Z`);
    const known = {
      marks: !/^(off|no|none|false|0)?$/i.test(values.get("marks") ?? ""),
      end: ends[0] ?? "",
    };
    return {
      size,
      mined,
      presses: bytes.presses,
      rules,
      three_bv: whole("bbbv", "0"),
      date,
      ...known,
    };
  },
};
