// Chooses the next puzzle: harder after right answers; missed ones again after a while. Kept in the browser.

import { Kept } from "../shared/kept.js";

const NOTES = "practice"; // their name in the storage
const GAPS = [3, 8, 21, 55]; // puzzles until a missed one comes again; longer after every success
const EASIER = 2; // steps back after a miss
const THINKING = 300; // seconds that count: nobody thinks longer, but one may leave

/** @typedef {{ wanted: Record<string, string>, clock: number, streak: number, longest: number, level: Record<string, number>, again: Record<string, { times: number, due: number }>, seen: Record<string, number>, tally: Record<string, { tried: number, clean: number, seconds: number, streak: number }> }} TrainerState */

/** Chooses puzzles, which have an `id`, a `kind` and a `rank` within the kind, and remembers the results. */
export class Trainer {
  /** @param {Puzzle[]} puzzles */
  constructor(puzzles, kept = new Kept()) {
    this.puzzles = puzzles;
    this.kept = kept;
    this.last = "";
    this.passed = new Set();
    this.kinds = [...new Set(puzzles.map((puzzle) => puzzle.kind))];
    this.readAgain();
    const wanted = this.state.wanted[String(this.kinds)]; // by the kinds of a set, which differ between sets
    this.wanted = this.kinds.includes(wanted) ? wanted : "";
  }

  /** Read the latest notes: other sets of the page and other tabs store theirs in the same place. */
  readAgain() {
    this.state = { ...nothingYet(), ...sound(this.kept.get(NOTES)) };
  }

  keep() {
    this.kept.set(NOTES, this.state);
  }

  /** Ask for a kind, "" for all, from now on. @param {string} kind */
  want(kind) {
    this.readAgain();
    this.state.wanted[String(this.kinds)] = this.wanted = kind;
    this.keep();
  }

  /** The next puzzle of the wanted kind, or of all kinds: one due again, otherwise one of the current level. A new puzzle
   * comes between two missed ones, for variety. */
  next() {
    this.readAgain();
    const kind = this.wanted;
    const pool = this.puzzles.filter(
      (puzzle) => (!kind || puzzle.kind === kind) && puzzle.id !== this.last,
    );
    const [only] = this.puzzles.filter((puzzle) => !kind || puzzle.kind === kind);
    if (!pool.length) return only;
    const due = pool.filter((puzzle) => this.dueAt(puzzle) <= this.state.clock);
    const hasNew = pool.some((puzzle) => !(puzzle.id in this.state.seen));
    this.repeats = due.length > 0 && !(this.repeats && hasNew);
    const chosen = this.repeats ? least(due, (puzzle) => this.dueAt(puzzle)) : this.fresh(pool);
    this.last = chosen.id;
    this.passed.add(chosen.id);
    return chosen;
  }

  /** @param {Puzzle} puzzle */
  dueAt(puzzle) {
    return this.state.again[puzzle.id]?.due ?? Infinity;
  }

  /** A new puzzle, of the kind tried least; without any, the one seen longest ago. A skipped puzzle comes again at the end. @param {Puzzle[]} pool */
  fresh(pool) {
    const open = pool.filter((puzzle) => !(puzzle.id in this.state.seen));
    if (!open.length) return least(pool, (puzzle) => this.state.seen[puzzle.id]);
    if (open.every((puzzle) => this.passed.has(puzzle.id))) this.passed.clear();
    const unseen = open.filter((puzzle) => !this.passed.has(puzzle.id));
    const kind = least(
      this.kinds.filter((each) => unseen.some((puzzle) => puzzle.kind === each)),
      (each) => this.tally(each).tried,
    );
    const level = this.state.level[kind] ?? 0;
    return least(
      unseen.filter((puzzle) => puzzle.kind === kind),
      (puzzle) => Math.abs(puzzle.rank - level),
    );
  }

  /** How puzzles of a kind went: tried, clean ones, the seconds of these, and how many in a row. @param {string} kind */
  tally(kind) {
    return { tried: 0, clean: 0, seconds: 0, streak: 0, ...this.state.tally[kind] };
  }

  /** The number of puzzles done in this set, and of successes in a row: both restart with a set. */
  get progress() {
    const done = this.puzzles.filter((puzzle) => puzzle.id in this.state.seen).length;
    return { done, all: this.puzzles.length, streak: done ? this.state.streak : 0 };
  }

  /** Note how a puzzle went; `clean` is at the first try and without a hint. @param {Puzzle} puzzle @param {boolean} clean @param {number} seconds */
  note(puzzle, clean, seconds) {
    this.readAgain();
    const { state } = this;
    const { tried, clean: before, seconds: spent, streak } = this.tally(puzzle.kind);
    state.clock += 1;
    state.seen[puzzle.id] = state.clock;
    state.streak = clean ? state.streak + 1 : 0;
    state.longest = Math.max(state.longest, state.streak);
    const most = this.puzzles.filter((each) => each.kind === puzzle.kind).length - 1;
    const level = state.level[puzzle.kind] ?? 0;
    state.level[puzzle.kind] = clean
      ? Math.max(Math.min(level + 1, most), level)
      : Math.max(level - EASIER, 0); // a larger set may lead further
    state.tally[puzzle.kind] = {
      tried: tried + 1,
      clean: before + (clean ? 1 : 0),
      streak: clean ? streak + 1 : 0,
      seconds: spent + (clean ? Math.min(seconds, THINKING) : 0),
    };
    this.plan(puzzle, clean);
    this.keep();
  }

  /** When a puzzle comes again: soon after a miss, later and later as it goes well, then no more. @param {Puzzle} puzzle @param {boolean} clean */
  plan(puzzle, clean) {
    const { again, clock } = this.state;
    if (clean && !(puzzle.id in again)) return;
    const times = clean ? (again[puzzle.id]?.times ?? 0) + 1 : 0;
    if (times >= GAPS.length) delete again[puzzle.id];
    else again[puzzle.id] = { times, due: clock + GAPS[times] };
  }

  forget() {
    this.state = { ...nothingYet(), wanted: this.state.wanted };
    this.keep();
  }
}

/** @returns {TrainerState} */
function nothingYet() {
  return { wanted: {}, clock: 0, streak: 0, longest: 0, level: {}, again: {}, seen: {}, tally: {} };
}

/** Notes, if they have the present form; else none. @param {any} notes */
function sound(notes) {
  const like = /** @type {any} */ (nothingYet());
  const isAlike = (/** @type {string} */ name) =>
    notes[name] !== null && typeof notes[name] === typeof like[name];
  const names = Object.keys(notes ?? {}).filter((name) => Object.hasOwn(like, name));
  return names.every(isAlike) ? notes : {};
}

/** The item of which `measure(item)` is least. @template T @param {T[]} items @param {(item: T) => number} measure */
function least(items, measure) {
  return items.reduce((best, item) => (measure(item) < measure(best) ? item : best));
}
