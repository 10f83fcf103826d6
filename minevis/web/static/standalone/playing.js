// A game in the browser: the actions of a `Playground`, done without Python.

import { bvOf, opened } from "../solver/boards.js";
import { neighbours } from "../solver/knowledge.js";
import { Solver } from "../solver/solver.js";
import { positionIn, withoutFlags } from "../shared/asker.js";
import { nameOf, placeOf } from "../shared/grid.js";
import { percent } from "../shared/words.js";
import { fresh } from "./editing.js";
import { textOf } from "./notations.js";

const MOST_SEED = 2 ** 32;
const GAME_ACTIONS = [
  ...["open", "chord", "flag", "back", "forward", "time"],
  ...["new", "again", "choose", "switch", "file", "review"],
];
const PYTHON_ACTIONS = [
  ...["new", "again", "choose", "file", "review"],
  ...["pick", "finish", "film", "page", "save"],
]; // of a notebook
const TOLD_MOVES = ["open", "chord", "flag", "back", "forward"];

/**
 * `drawing` is a `PositionView`, `levels` maps names to height, width and mines. A game on a `board`, for each cell
 * whether it is a mine, or from a `position` on has the mines of that board; without one they are drawn to fit.
 * A `memory`, if there is one, keeps the game and counts those that are won.
 * In a notebook `python(question)` promises an answer: Python keeps a record of the moves, and draws the boards.
 */
export class Playing {
  solver = new Solver();
  id = `${Math.random()}`; // of this view of a game
  moment = 0;
  switches = /** @type {Record<string, boolean>} */ ({ odds: false, known: false });
  isUnprotected = false; // whether the first click is not protected
  position = /** @type {Position} */ (/** @type {unknown} */ (null));
  mined = /** @type {any} */ (null); // a boolean a cell
  repeated = /** @type {boolean[] | null} */ (null); // the board of the game before
  past = /** @type {any[]} */ ([]);
  undone = /** @type {any[]} */ ([]);
  clicks = /** @type {any[]} */ ([]);
  end = /** @type {string | null} */ (null); // "won" or "lost"
  found = /** @type {any} */ (null); // the analysis of the position
  since = /** @type {number | null} */ (null); // when the clock was started
  seconds = 0; // before that
  rested = false; // whether the clock ran when the page was hidden
  helped = false; // whether hints, odds, undo or a known board make the game none to count
  earlier = 0; // actions before the game was left and remembered
  reviewed = /** @type {any} */ (null); // by Python
  uncounted = /** @type {Position | null} */ (null); // took too long
  show = () => {};

  /** @param {any} given */
  constructor({ drawing, levels, panels, largest, say, memory = null, python = null, ...given }) {
    this.drawing = drawing;
    this.levels = levels;
    this.panels = panels;
    this.largest = largest;
    this.say = say;
    this.memory = /** @type {import("./memory.js").Memory | null} */ (memory);
    this.python = python;
    const { position = null, board = null, sizes, wide = true, noGuess = "" } = given;
    this.kept = given.seed ?? null;
    this.taken = position;
    this.board = board;
    this.wide = wide;
    this.noGuess = noGuess;
    this.logics = given.logics ?? [say("standalone guessless")];
    const own = position && [position.height, position.width, position.mines];
    this.sizes = own ?? sizes ?? Object.values(levels)[0];
    this.level = Object.keys(levels).find((name) => `${levels[name]}` === `${this.sizes}`) ?? "";
    this.new();
  }

  /** Do what the playground asks for; `show(state)` is called afterwards. Actions wait for each other, but not for a slow count. @param {any} given @param {(state: any) => void} show @param {(how: string) => void} onwait */
  do({ do: action, moment: _, ...details }, show, onwait) {
    return this.queue(show, () => {
      if (this.python && PYTHON_ACTIONS.includes(action))
        return this.asked({ ...details, do: action }, onwait);
      return GAME_ACTIONS.includes(action) ? this.move(action, details, onwait) : {};
    });
  }

  /** Make a move, and tell Python of it. @param {any} action @param {any} details @param {(how: string) => void} onwait */
  async move(action, details, onwait) {
    const [before, { length }] = [this.position, this.past];
    this.onwait = onwait;
    const reply = await /** @type {any} */ (this)[action](details);
    const isMove = TOLD_MOVES.includes(action) && this.past.length !== length;
    const isChord = action === "open" && before.view[details.cell] !== "#";
    const told = { ...details, do: isChord ? "chord" : action, moves: length, by: this.id };
    if (this.python && isMove) this.python(told, onwait);
    return reply;
  }

  /** Ask Python, and show what it says. A new game is shown by `resume`. @param {any} question @param {(how: string) => void} onwait */
  async asked(question, onwait) {
    const reply = await this.python(question, onwait);
    const { refused, said } = reply;
    if (refused) this.said = { badge: this.say("badge refused"), role: "mine", text: refused };
    else if (said) this.said = said;
    if (question.do === "review") this.reviewed = reply;
    return reply;
  }

  /** Show the game as Python has it: others may move too. @param {any} given @param {(state: any) => void} show */
  resume({ by, moves, undone, mines, text, ...given }, show) {
    if (by === this.id) return this.doing;
    return this.queue(show, async () => {
      const { sizes, level, seed, radius, noGuess, logics, seconds, player } = given;
      Object.assign(this, { sizes, level, seed, noGuess, logics });
      this.wide = radius > 0;
      this.isUnprotected = radius === null;
      this.taken = text && positionIn(text);
      const [height, width] = sizes;
      this.board = mines && minedOf(mines, height * width);
      this.begin(this.board);
      for (const [kind, cell, view] of moves) {
        if (kind === "finish") this.finish(view, player);
        else await /** @type {any} */ (this)[kind]({ cell });
      }
      for (let n = 0; n < undone; n += 1) this.back();
      this.seconds = seconds;
      if (this.since !== null) this.since = performance.now();
    });
  }

  /** Show the end of a game that Python's player has played on. @param {any} view @param {any} player */
  finish(view, player) {
    this.did(this.moves);
    this.position = { ...this.position, view: [...view] };
    this.mined ??= this.board;
    this.found = null;
    this.end = view.includes("*") ? "lost" : "won";
    this.since = null;
    this.tell(`played on ${this.end}`, { player });
  }

  /** Do something once all before it is done. @param {(state: any) => void} show @param {() => any} run */
  queue(show, run) {
    const before = this.doing;
    this.show = () => show(this.state);
    if (this.slow) this.solver.stop();
    const act = async () => {
      await before?.catch(() => {}); // it has been reported
      let reply = {};
      try {
        reply = await run();
        await this.look();
      } catch (error) {
        this.said = this.drawing.fault(error, this.position.width);
      }
      this.moment += 1;
      show(this.state);
      this.keep();
      return reply ?? {};
    };
    this.doing = act();
    return this.doing;
  }

  begin(mined = null) {
    const [height, width, mines] = this.sizes;
    this.position = this.taken ?? fresh(height, width, mines);
    this.mined = mined;
    this.past = [];
    this.undone = [];
    this.clicks = [];
    this.end = this.found = this.since = this.reviewed = null;
    this.seconds = this.earlier = 0;
    this.helped = Boolean(this.taken ?? this.repeated);
    if (this.taken && this.isWon) this.end = "won";
    this.tell(this.taken ? "taken up" : this.welcome);
  }

  get welcome() {
    if (this.isUnprotected) return "standalone welcome bare";
    return this.opensArea ? "standalone welcome wide" : "standalone welcome";
  }

  /** Whether no mine is around the first click: only a board still to be drawn with room for that has none. */
  get opensArea() {
    const [height, width, mines] = this.sizes;
    const most = Math.min(height, 3) * Math.min(width, 3);
    return this.wide && !this.board && !this.repeated && height * width - mines >= most;
  }

  new() {
    this.seed = this.kept ?? newSeed();
    this.kept = null;
    this.repeated = null;
    this.begin(this.taken && this.board);
  }

  again() {
    this.repeated = this.mined ?? this.repeated;
    this.begin(this.taken && this.mined);
  }

  /** @param {any} given */
  choose({ level, seed, radius, no_guess: noGuess = "" }) {
    const isNamed = typeof level === "string" && Object.hasOwn(this.levels, level);
    const [height, width, mines] = isNamed ? this.levels[level] : level;
    const sides = [height, width].every((side) => side >= 1 && side <= this.largest);
    if (!sides || !(mines >= 0) || mines >= height * width)
      return this.tell("standalone wrong size");
    this.level = isNamed ? level : "";
    this.sizes = [height, width, mines];
    this.seed = seed ?? newSeed();
    this.wide = radius > 0;
    this.noGuess = noGuess;
    this.taken = this.board = this.repeated = null;
    return this.begin();
  }

  time() {} // the clock runs here

  /** Let the memory have the game, or after its end what was chosen. */
  keep() {
    const { memory, sizes, wide, noGuess, seed, position, mined, clicks, helped } = this;
    const game = {
      view: position.view.join(""),
      mined: mined && [...mined.keys()].filter((cell) => mined[cell]),
      clicks: clicks.map(({ safe, ...click }) => ({ ...click, safe: safe.slice(0, 1) })),
      seconds: this.elapsed,
      actions: this.actions,
      helped,
    };
    memory?.set("game", {
      sizes,
      wide,
      noGuess,
      ...(mined && !this.end ? { ...game, seed } : {}),
    });
  }

  /** Go on with a remembered game; its clock waits for the next move. @param {any} given */
  restore({ view, mined, clicks, seconds, actions, helped }) {
    this.position = { ...this.position, view: [...view] };
    this.mined = [...view].map((_, cell) => mined.includes(cell));
    this.clicks = clicks.map((/** @type {any} */ click) => ({
      ...click,
      chance: click.chance ?? NaN,
      least: click.least ?? NaN,
    }));
    this.seconds = seconds;
    this.helped = helped;
    this.earlier = actions;
    this.tell("standalone resumed");
  }

  /** Stop the clock while the page is hidden. @param {boolean} isHidden */
  rest(isHidden) {
    if (isHidden) {
      this.rested = this.since !== null;
      this.seconds = this.elapsed;
      this.since = null;
    } else if (this.rested && !this.end) this.since = performance.now();
  }

  /** How many seconds the game has taken. */
  get elapsed() {
    const { since, seconds } = this;
    return seconds + (since === null ? 0 : (performance.now() - since) / 1000);
  }

  /** How many clicks, flags and chords were made. */
  get actions() {
    return this.earlier + this.past.length;
  }

  /** @param {any} given */
  switch({ name }) {
    this.switches[name] = !this.switches[name];
  }

  review() {} // the end says all there is

  /** The position without flags: they prove nothing. */
  get bare() {
    return withoutFlags(this.position);
  }

  /** Analyse the position, once. The next action stops a slow analysis. */
  async look() {
    const { position } = this;
    const isBegun = this.mined || this.taken || this.isUnprotected;
    if (this.found || this.end || !isBegun || position === this.uncounted) return;
    const onslow = () => {
      this.slow = true;
      this.tell("standalone slow here");
      this.show();
    };
    try {
      this.found = await this.solver.ask("analyze", [this.bare], onslow);
    } catch {
      this.uncounted = position;
    }
    this.slow = false;
  }

  /** @param {any} given */
  async open({ cell }) {
    if (this.end) return;
    const mark = this.position.view[cell];
    if (mark === "F") this.tell("standalone flagged", { cell: this.name(cell) });
    else if (mark === "#") await this.click([cell]);
    else await this.chord({ cell });
  }

  /** @param {any} given */
  async chord({ cell }) {
    const { view, height, width } = this.position;
    if (this.end || !/\d/.test(view[cell])) return;
    const around = neighbours(cell, height, width);
    const flags = around.filter((other) => view[other] === "F").length;
    const covered = around.filter((other) => view[other] === "#");
    if (flags === Number(view[cell]) && covered.length) await this.click(covered);
    else this.tell("standalone no chord", { cell: this.name(cell) });
  }

  /** Open cells one after another, and keep each cell's chance of a mine. @param {number[]} cells */
  async click(cells) {
    const before = this.moves;
    if (!this.mined && !(await this.drawn(cells[0]))) return;
    this.since ??= performance.now();
    this.helped ||= this.switches.odds || this.switches.known;
    this.did(before);
    for (const cell of cells) {
      const { position } = this;
      if (position.view[cell] !== "#" || this.end) continue;
      await this.look();
      const first = this.isFirst;
      const chance = first ? 0 : (this.found?.chances[cell] ?? NaN);
      const safe = first ? [] : (this.found?.safe.slice() ?? []);
      safe.sort(
        (/** @type {number} */ a, /** @type {number} */ b) =>
          this.apart(a, cell) - this.apart(b, cell),
      );
      const least = first ? 0 : (this.found?.chances[this.found.safest[0]] ?? NaN);
      const { height, width } = position;
      const view = opened(position.view, this.mined, cell, height, width);
      this.position = { ...position, view };
      this.clicks = [...this.clicks, { cell, chance, safe, least }];
      this.found = null;
      this.judge(cell);
      this.clicks.at(-1).text = this.said.text;
    }
  }

  /** The state restored by undo. */
  get moves() {
    return { position: this.position, clicks: this.clicks, mined: this.mined };
  }

  /** @param {any} before */
  did(before) {
    this.past.push(before);
    this.undone = [];
  }

  /** Whether the next click is protected. */
  get isFirst() {
    return !this.taken && !this.isUnprotected && !this.clicks.length;
  }

  /** Promise the mines of the game whose first click is on a cell; null if there is no such board. @param {number} first */
  async drawn(first) {
    const { position, wide, seed, noGuess, solver } = this;
    const board = this.repeated ?? this.board;
    if (this.python) {
      const { mines } = await this.python({ do: "deal", cell: first }, this.onwait);
      this.mined = mines && minedOf(mines, position.view.length);
    } else if (this.taken) {
      await solver.ask("analyze", [this.bare]); // throws with the contradictory clues
      this.mined = await solver.ask("layout", [this.bare, seed]);
      this.position = { ...position, mines: this.mined.filter(Boolean).length };
    } else if (board) this.mined = protectedAt(board, first, seed);
    else {
      const asked = { first, wide, seed, noGuess: Boolean(noGuess) };
      this.mined = await solver.ask("board", [/** @type {Level} */ (position), asked]);
    }
    if (!this.mined) this.tell("standalone no board");
    return this.mined;
  }

  get isWon() {
    const { view, mines } = this.position;
    return view.filter((mark) => "#F".includes(mark)).length === mines;
  }

  /** Say how a click went, and whether the game has ended. @param {number} cell */
  judge(cell) {
    const { say, clicks, position } = this;
    const { chance, safe } = clicks.at(-1);
    const values = { cell: this.name(cell), chance: percent(say, chance) };
    const unknown = Number.isNaN(chance) ? " unknown" : ""; // it took too long
    if (position.view[cell] === "*") {
      const [other] = safe;
      const name =
        other === undefined ? `standalone lost${unknown}` : "standalone lost for nothing";
      this.finished("lost", say(name, { ...values, safe: this.name(other ?? 0) }));
      if (other === undefined) return;
      this.said = { ...this.said, marks: [[other, this.drawing.marks.safe]], focus: [other] };
    } else if (this.isWon) {
      const guesses = clicks.filter((click) => click.chance !== 0);
      const luck = guesses.reduce((all, click) => all * (1 - click.chance), 1);
      const lucky = luck >= 0 ? "standalone won with luck" : "standalone won with luck unknown";
      const won = { guesses: guesses.length, chance: percent(say, luck) };
      this.finished("won", say(guesses.length ? lucky : "standalone won", won));
    } else if (clicks.length === 1 && !this.taken && !this.isUnprotected)
      this.tell("standalone first", values);
    else if (unknown) this.tell("standalone risked unknown", values);
    else if (chance === 0) this.tell("standalone sure", values);
    else if (safe.length) this.tell("standalone needless", { ...values, safe: this.name(safe[0]) });
    else this.tell("standalone risked", values);
  }

  /** How far apart two cells are. @param {number} a @param {number} b */
  apart(a, b) {
    const [[row, col], [other, across]] = [a, b].map((cell) => placeOf(cell, this.position.width));
    return Math.hypot(row - other, col - across);
  }

  /** @param {string} end @param {string} text */
  finished(end, text) {
    this.end = end;
    this.seconds = this.elapsed;
    this.since = null;
    const role = end === "won" ? "safe" : "mine";
    const texts = [text, ...this.account];
    this.said = { badge: this.say("badge play"), role, text: texts.join(" ") };
  }

  /** Sentences on a game that has ended: its time, 3BV, efficiency, the risk of each guess, and the games of its level. */
  get account() {
    const { say, end, mined, clicks, level, noGuess, seconds, actions } = this;
    if (this.taken) return [];
    const { height, width, view } = this.position;
    const [done, all] = bvOf(mined, view, height, width);
    const speed = (done / Math.max(seconds, 0.01)).toFixed(2);
    const bv = done === all ? `${all}` : `${done}/${all}`;
    const efficiency = percent(say, done / actions);
    const texts = [say("standalone end", { seconds: seconds.toFixed(1), bv, speed, efficiency })];
    const risks = clicks.map(({ chance }) => chance).filter((chance) => chance !== 0);
    const told = risks.map((risk) => (Number.isNaN(risk) ? "?" : percent(say, risk)));
    if (risks.length) texts.push(say("standalone risks", { risks: told.join(", ") }));
    const { memory } = this;
    const isCounted = level && !this.helped;
    this.helped = true; // it is counted once
    if (!memory || !isCounted) return texts;
    const key = noGuess ? `${level} (${noGuess})` : level;
    const tally = memory.count(key, end === "won", seconds);
    if (tally.isBest) texts.push(say("standalone best"));
    texts.push(say("standalone tally", { level: key, ...tally }));
    return texts;
  }

  /** @param {any} given */
  flag({ cell }) {
    const { position } = this;
    const mark = position.view[cell];
    if (this.end || !"#F".includes(mark)) return;
    this.did(this.moves);
    const view = position.view.slice();
    view[cell] = mark === "F" ? "#" : "F";
    this.position = { ...position, view };
    this.tell(mark === "F" ? "standalone unflag" : "standalone flag", { cell: this.name(cell) });
  }

  back() {
    if (!this.past.length) return;
    this.helped = true;
    this.undone.push({ ...this.moves, end: this.end, seconds: this.seconds });
    const { position, clicks } = this.past.pop();
    this.position = position;
    this.clicks = clicks;
    this.found = this.end = this.reviewed = null;
    if (!this.taken && !/[\d*]/.test(position.view.join(""))) this.mined = null;
    if (clicks.length) this.since ??= performance.now();
    this.tell("standalone taken back");
  }

  forward() {
    if (!this.undone.length) return;
    this.past.push(this.moves);
    Object.assign(this, { found: null }, this.undone.pop());
    if (this.end) this.since = null;
    else this.since ??= performance.now();
    this.tell("standalone made again");
  }

  file() {
    this.tell("standalone no file");
  }

  /** @param {number} cell */
  name(cell) {
    return nameOf(cell, this.position.width);
  }

  /** @param {string} name */
  tell(name, values = {}) {
    this.said = {
      badge: this.say("badge play"),
      role: "deduction",
      text: this.say(name, values),
    };
  }

  /** The visible board: after a win with a flag on every mine, after a loss with all mines and wrong flags. */
  get shown() {
    const { position, mined, end } = this;
    if (!end) return position;
    const view = position.view.map((mark, cell) => {
      if (end === "won") return mark === "#" ? "F" : mark;
      if (mark === "F") return mined[cell] ? "F" : "W";
      return mark === "#" && mined[cell] ? "M" : mark;
    });
    return { ...position, view };
  }

  get state() {
    const { drawing, found, switches, end, said, say, shown, past } = this;
    const { height, width, mines, view } = end === "won" ? shown : this.position;
    const odds = switches.odds && !end ? (found?.chances ?? null) : null;
    const left = (mines ?? 0) - view.filter((mark) => "F*".includes(mark)).length;
    const { badge, role, text } = said;
    return {
      ...{ height, width, switches, moment: this.moment, largest: this.largest },
      panels: [{ ...this.panels[0], subtitle: odds ? this.panels[1].subtitle : "" }],
      codes: {
        board: drawing.codes(shown, { said, found: switches.known && !end ? found : null, odds }),
      },
      tips: drawing.tips(shown, odds),
      caption: {
        badge,
        role,
        text,
        counters: mines === null ? "" : say("standalone left", { left }),
      },
      text: textOf(this.position),
      moves: past.length,
      begun: this.clicks.length > 0, // even if its moves are not remembered
      over: Boolean(end),
      seconds: this.elapsed,
      running: this.since !== null,
      undone: this.undone.length,
      chosen: {
        ...{ level: this.level, sizes: this.sizes, seed: this.seed },
        ...{ radius: Number(this.wide), noGuess: this.noGuess },
      },
      levels: Object.keys(this.levels),
      logics: this.logics,
      three_bv: this.reviewed?.three_bv ?? null,
      review: this.reviewed?.review ?? null,
      links: said.links ?? [],
      focus: said.focus ?? [],
      protected: !end && this.isFirst,
    };
  }
}

function newSeed() {
  return Math.floor(Math.random() * MOST_SEED);
}

/** Whether each cell is one of the mines. @param {number[]} mines @param {number} cells */
function minedOf(mines, cells) {
  const those = new Set(mines);
  return [...Array(cells).keys()].map((cell) => those.has(cell));
}

/** The mines of a board, with one under the first click moved to another cell. @param {boolean[]} board @param {number} first @param {number} seed */
function protectedAt(board, first, seed) {
  const free = [...board.keys()].filter((cell) => !board[cell] && cell !== first);
  if (!board[first] || !free.length) return board;
  const other = free[seed % free.length];
  return board.map(
    (/** @type {any} */ mined, /** @type {number} */ cell) =>
      cell === other || (mined && cell !== first),
  );
}
