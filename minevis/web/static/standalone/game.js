// A game as a record: the board or where it began, its moves with their times, and how many of them count now. The rest follows.

import { neighbours } from "../solver/knowledge.js";
import { bvOf, openIn } from "../solver/openings.js";
import { positionIn } from "../shared/asker.js";
import { fresh } from "./editing.js";
import { textOf } from "./notations.js";

export const VERSION = 3; // of the record
export const KINDS = ["open", "chord", "flag"];

/** Mines are drawn at the first click (`deal`), or given; undo and redo move `at` through `moves`. */
export class Game {
  id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
  moves = /** @type {GameMove[]} */ ([]);
  changes = /** @type {[number, string][][]} */ ([]); // by move, the cells it changed and their marks before
  verdicts = /** @type {(Verdict | undefined)[]} */ ([]); // by move, if they are known already
  at = 0;
  clicks = 0; // of the moves that count, those that open cells
  since = /** @type {number | null} */ (null); // when the clock was started
  seconds = 0; // on it before
  end = /** @type {"won" | "lost" | null} */ (null);
  helped = ""; // why the game does not count
  date = new Date().toISOString();
  unsaved = 0; // the first move not saved yet

  /** @param {{ size: Sizes, seed: number, protect?: Protection, logic?: string, daily?: string, start?: Position | null, mined?: boolean[] | null }} given */
  constructor({
    size,
    seed,
    protect = "area",
    logic = "",
    daily = "",
    start = null,
    mined = null,
  }) {
    this.size = /** @type {Sizes} */ (size);
    this.seed = seed;
    this.protect = protect;
    this.logic = logic;
    this.daily = daily; // the date of a board that all have
    this.start = start;
    this.fixed = mined; // the mines given, before any moves
    this.mined = mined;
    this.position = start ?? fresh(...size);
    this.turn(this.position.view);
  }

  /** The game of a record. Throws a `RangeError` for moves that are impossible. @param {GameRecord} record */
  static of({ size, board, start, rules, moves, at, seconds, helped, date }) {
    const { seed, protect, mines, fixed } = board;
    const mined = mines && minedOf(mines, size[0] * size[1]);
    const { no_guess: logic, daily = "" } = rules;
    const from = start ? positionIn(start) : null;
    const game = new Game({ size, seed, protect, logic: logic ?? "", daily, start: from });
    game.mined = mined;
    if (fixed) game.fixed = mined;
    for (const move of moves) {
      if (!mined && move[0] !== "flag") throw new RangeError("no mines");
      game.make(move);
    }
    while (game.at > at) game.back();
    return Object.assign(game, { seconds, helped, date });
  }

  /** @returns {GameRecord} */
  get record() {
    const { size, seed, protect, mined, fixed, start, logic, daily } = this;
    const { date, moves, at, helped } = this;
    const mines = mined && [...mined.keys()].filter((cell) => mined[cell]);
    return {
      ...{ minevis: VERSION, size, board: { seed, protect, mines, fixed: Boolean(fixed) } },
      ...{
        start: start && textOf(start),
        rules: { no_guess: logic || null, daily },
        player: "you",
      },
      ...{ date, moves, at, seconds: this.elapsed, helped, ended: this.end },
    };
  }

  /** What has changed since it was sent last: the moves from `start` on, and how many of all count. */
  sent() {
    const { unsaved: start, moves, at, elapsed: seconds, helped } = this;
    this.unsaved = moves.length;
    return { start, moves: moves.slice(start), at, seconds, helped };
  }

  /** Whether the mines have their places. */
  get isDealt() {
    return Boolean(this.mined && (this.start || this.clicks));
  }

  /** Whether the next click is protected. */
  get isFirst() {
    return !this.start && this.protect !== "none" && !this.clicks;
  }

  /** Take the mines of the first click. @param {boolean[]} mined */
  deal(mined) {
    this.mined = mined;
    const mines = Number(occurrences(mined, true));
    const [height, width] = this.size;
    this.size = /** @type {Sizes} */ ([height, width, mines]);
    this.position = { ...this.position, mines };
  }

  /** Append a move at the present time; moves taken back are gone. @param {GameMove[0]} kind @param {number} cell */
  move(kind, cell) {
    const seconds = Math.round(this.elapsed * 1000) / 1000;
    for (const list of [this.moves, this.changes, this.verdicts]) list.length = this.at;
    this.unsaved = Math.min(this.unsaved, this.at);
    this.make([kind, cell, seconds]);
    if (this.end) this.stop();
  }

  /** Make a move. Throws a `RangeError` if it changes nothing. @param {GameMove} move */
  make(move) {
    const [kind, cell] = move;
    const { height, width, view: before } = this.position;
    const view = before.slice();
    /** @type {number[]} */
    let cells = [];
    if (kind === "flag") {
      if ("#F".includes(view[cell])) cells = [cell];
      for (const each of cells) view[each] = view[each] === "F" ? "#" : "F";
    } else {
      for (const each of kind === "chord" ? this.chordOf(cell) : [cell]) {
        if (cells.some((other) => view[other] === "*")) break;
        cells.push(...openIn(view, /** @type {boolean[]} */ (this.mined), each, height, width));
      }
      this.clicks += 1;
    }
    if (!cells.length || this.end) throw new RangeError(`${kind} ${cell}`);
    this.moves[this.at] = move;
    this.changes[this.at] = cells.map((each) => [each, before[each]]);
    this.at += 1;
    this.turn(
      view,
      cells.some((each) => view[each] === "*"),
    );
  }

  /** Take a view, and see whether the game has ended with it. @param {string[]} view */
  turn(view, exploded = false) {
    this.position = { ...this.position, view };
    const isWon = occurrences(view, "#F") === this.position.mines;
    this.end = exploded ? "lost" : isWon ? "won" : null;
  }

  /** The covered cells that a chord on a clue opens; none without all its flags. @param {number} cell @param {Position} [position] */
  chordOf(cell, { view, height, width } = this.position) {
    const around = neighbours(cell, height, width);
    const flags = around.filter((other) => view[other] === "F").length;
    return flags && flags === Number(view[cell])
      ? around.filter((other) => view[other] === "#")
      : [];
  }

  /** Take the last move back. */
  back() {
    this.at -= 1;
    const view = this.position.view.slice();
    for (const [cell, mark] of this.changes[this.at]) view[cell] = mark;
    this.turn(view);
    if (this.moves[this.at][0] !== "flag") this.clicks -= 1;
  }

  /** Make the next move again that was taken back. */
  forward() {
    this.make(this.moves[this.at]);
  }

  /** The position before a move, without the moves after it. @param {number} index */
  positionAt(index) {
    const view = this.position.view.slice();
    for (let i = this.at - 1; i >= index; i -= 1)
      for (const [cell, mark] of this.changes[i]) view[cell] = mark;
    return { ...this.position, view };
  }

  run() {
    this.since ??= performance.now();
  }

  stop() {
    this.seconds = this.elapsed;
    this.since = null;
  }

  /** How many seconds the game has taken. */
  get elapsed() {
    const { since, seconds } = this;
    return seconds + (since === null ? 0 : (performance.now() - since) / 1000);
  }

  /** The 3BV that was cleared, and all of it. @returns {[number, number]} */
  get bv() {
    const { mined, position } = this;
    const { view, height, width } = position;
    const [done, all] = bvOf(/** @type {boolean[]} */ (mined), view, height, width);
    return [done, all];
  }
}

/** How often a value occurs among marks, or any of a text. @param {any[]} marks @param {any} values */
function occurrences(marks, values) {
  const isOne = (/** @type {any} */ mark) =>
    typeof values === "string" ? values.includes(mark) : mark === values;
  return marks.reduce((count, mark) => count + Number(isOne(mark)), 0);
}

/** Whether each cell is one of the mines. @param {number[]} mines @param {number} cells */
export function minedOf(mines, cells) {
  const mined = new Array(cells).fill(false);
  for (const cell of mines) mined[cell] = true;
  return mined;
}

/** The mines of a board, with one under the first click moved to another cell. @param {boolean[]} board @param {number} first @param {number} seed */
export function protectedAt(board, first, seed) {
  const free = [...board.keys()].filter((cell) => !board[cell] && cell !== first);
  if (!board[first] || !free.length) return board;
  const other = free[seed % free.length];
  return board.map((mined, cell) => cell === other || (mined && cell !== first));
}

/** The game of a text or a value from outside; null if it cannot be one. @param {unknown} given @param {number} largest */
export function gameOf(given, largest) {
  const isWhole = (/** @type {any} */ value, least = 0, most = Infinity) =>
    Number.isInteger(value) && value >= least && value <= most;
  try {
    const { minevis, size, board, moves, at, seconds, start, rules, helped, date } =
      /** @type {GameRecord} */ (given);
    const [height, width, mines] = size;
    const isCell = (/** @type {any} */ cell) => isWhole(cell, 0, height * width - 1);
    const isMove = (/** @type {any} */ [kind, cell, time]) =>
      KINDS.includes(kind) && isCell(cell) && Number.isFinite(time);
    const { mines: drawn } = board;
    const isSound =
      minevis === VERSION &&
      [height, width].every((side) => isWhole(side, 1, largest)) &&
      isWhole(mines, 0, height * width - 1) &&
      isWhole(board.seed) &&
      ["area", "cell", "none"].includes(board.protect) &&
      (drawn === null ||
        (drawn.every(isCell) && drawn.length === mines && new Set(drawn).size === mines)) &&
      moves.every(isMove) &&
      isWhole(at, 0, moves.length) &&
      Number.isFinite(seconds) &&
      typeof helped === "string" &&
      !Number.isNaN(Date.parse(date)) &&
      [rules.no_guess ?? "", rules.daily ?? ""].every((text) => typeof text === "string");
    if (!isSound) return null;
    const game = Game.of({ .../** @type {GameRecord} */ (given), start: start ?? null });
    const { view } = game.start ?? game.position;
    return view.length === height * width ? game : null;
  } catch {
    return null;
  }
}
