// A game in the browser: the actions of a `Playground`, done without Python.

import { Solver } from "../solver/solver.js";
import { withoutFlags } from "../shared/asker.js";
import { nameOf } from "../shared/grid.js";
import { percent } from "../shared/words.js";
import { Game, minedOf, protectedAt } from "./game.js";
import { textOf } from "./notations.js";
import { reviewOf } from "./review.js";
import { sentenceOn, verdictAt, verdictOf } from "./verdicts.js";

const MOST_SEED = 2 ** 32;
const GAME_ACTIONS = [
  ...["open", "chord", "flag", "back", "forward"],
  ...["new", "again", "choose", "switch", "file", "review", "reopen"],
];
const PYTHON_ACTIONS = [
  ...["new", "again", "choose", "file"],
  ...["pick", "finish", "film", "page", "save"],
]; // of a notebook

/**
 * `drawing` is a `PositionView`, `levels` maps names to height, width and mines. A game on a `board`, for each cell
 * whether it is a mine, or from a `position` on has the mines of that board; without one they are drawn to fit.
 * A `memory`, if there is one, keeps the game and the history of those that ended.
 * In a notebook `python(question)` promises an answer: Python takes the moves, and draws the boards.
 */
export class Playing {
  solver = new Solver();
  id = `${Math.random()}`; // of this view of a game
  version = 0; // of the game that Python has, as it counts them
  moment = 0;
  switches = /** @type {Record<string, boolean>} */ ({ odds: false, known: false });
  game = /** @type {Game} */ (/** @type {unknown} */ (null));
  previous = /** @type {Game | null} */ (null); // under way when this one was begun
  found = /** @type {Analysis | null} */ (null); // the analysis of the position
  rested = false; // whether the clock ran when the page was hidden
  reviewed = /** @type {any} */ (null); // by Python
  questions = /** @type {Set<number>} */ (new Set()); // covered cells with a question mark, of this game
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
    this.controls = /** @type {Controls | undefined} */ (given.controls);
    const { position = null, board = null, sizes, protect = "area", logic = "", game } = given;
    this.taken = position;
    this.board = board; // the mines given for all games
    this.logics = given.logics ?? [say("standalone guessless")];
    const own = position && [position.height, position.width, position.mines];
    const size = own ?? sizes ?? Object.values(levels)[0];
    /** What the next game is like. */
    this.chosen = { size, protect, logic, daily: "" };
    if (game) this.take(game);
    else this.begin(given.seed);
  }

  get position() {
    return this.game.position;
  }

  get end() {
    return this.game.end;
  }

  get mined() {
    return this.game.mined;
  }

  /** Do what the playground asks for; `show(state)` is called afterwards. Actions wait for each other, but not for a slow count. @param {Action} given @param {(state: GameState) => void} show @param {(how: string) => void} onwait */
  do({ do: action, moment: _, ...details }, show, onwait) {
    return this.queue(show, () => {
      if (this.python && action === "review") return void this.askReview(onwait);
      if (this.python && PYTHON_ACTIONS.includes(action))
        return this.asked({ ...details, do: action }, onwait);
      return GAME_ACTIONS.includes(action) ? this.act(action, details, onwait) : {};
    });
  }

  /** Do an action, and send Python the moves that are new. @param {string} action @param {object} details @param {(how: string) => void} onwait */
  async act(action, details, onwait) {
    const { game } = this;
    const { at } = game;
    this.onwait = onwait;
    const reply = await /** @type {any} */ (this)[action](details);
    if (!this.python || game.at === at) return reply;
    const { version, id: by } = this;
    this.version += 1;
    this.python({ do: "moves", version, by, ...game.sent() }, onwait);
    return reply;
  }

  /** Ask Python, and show what it says. A new game is shown by `resume`. @param {Action} question @param {(how: string) => void} onwait */
  async asked(question, onwait) {
    const reply = await this.python(question, onwait);
    const { refused, said } = reply;
    if (refused) this.refuse(refused);
    else if (said) this.said = said;
    return reply;
  }

  /** Ask Python for the review of a finished game; no later action waits for it. @param {(how: string) => void} onwait */
  async askReview(onwait) {
    const { game } = this;
    const reply = await this.python({ do: "review" }, onwait);
    if (this.game !== game || !this.end) return;
    if (reply.refused) this.refuse(reply.refused);
    this.reviewed = reply;
    this.show();
  }

  /** @param {string} text */
  refuse(text) {
    this.said = { badge: this.say("badge refused"), role: "mine", text };
  }

  /** Show the game that Python has now: others may move too. @param {() => PythonGame} published @param {(state: GameState) => void} show */
  resume(published, show) {
    if (published().by === this.id) return this.doing;
    return this.queue(show, async () => {
      const { given: isGiven, version, refused, ...record } = published();
      const { player } = record;
      this.version = version;
      this.take(Game.of(record));
      this.game.unsaved = record.moves.length;
      this.board = isGiven ? this.game.fixed : null;
      if (record.seconds) this.game.run();
      const { at, end } = this.game;
      if (end) this.game.stop();
      if (refused) this.refuse(refused);
      else if (player !== "you" && end) this.tell(`played on ${end}`, { player });
      else if (at) await this.judge();
      else this.tell(this.taken ? "taken up" : this.welcome);
    });
  }

  /** Do something once all before it is done. @param {(state: GameState) => void} show @param {() => any} run */
  queue(show, run) {
    const before = this.doing;
    const shown = () => {
      this.moment += 1;
      show(this.state);
    };
    let told = /** @type {any} */ (null);
    this.show = shown;
    if (this.slow) this.solver.stop();
    const act = async () => {
      await before?.catch(() => {}); // it has been reported
      let reply = {};
      try {
        reply = await run();
        if (!this.isOpenBook) shown(); // what is known is not drawn
        told = this.isOpenBook ? null : this.said;
        await this.look();
      } catch (error) {
        this.said = this.drawing.fault(error, this.position.width);
      }
      if (this.isOpenBook || this.said !== told) shown();
      this.keep();
      return reply ?? {};
    };
    this.doing = act();
    return this.doing;
  }

  /** Whether odds or certain cells are drawn. */
  get isOpenBook() {
    return this.switches.odds || this.switches.known;
  }

  /** Begin a game as it is chosen. @param {number} [seed] @param {boolean[] | null} [mined] */
  begin(seed = newSeed(), mined = this.board) {
    const { size, protect, logic, daily } = this.chosen;
    const before = this.game;
    this.game = new Game({ size, seed, protect, logic, daily, start: this.taken, mined });
    if (this.taken) this.game.helped = "position";
    this.found = this.reviewed = null;
    this.questions = new Set();
    this.previous = before && before.clicks && !before.end ? before : null;
    if (before) this.memory?.leave(before);
    this.tell(this.taken ? "taken up" : this.welcome);
  }

  /** Take a game as it is. @param {Game} game */
  take(game) {
    const { size, protect, logic, daily, start } = game;
    this.game = game;
    this.taken = start;
    this.chosen = { size, protect, logic, daily };
    this.found = this.reviewed = null;
    this.previous = null;
    const { id, cells } = this.memory?.get("questions") ?? {};
    this.questions = new Set(id === game.id && Array.isArray(cells) ? cells : []);
    this.tell(game.end ? "standalone reopened" : "standalone resumed");
  }

  get welcome() {
    if (this.previous) return "standalone new instead";
    if (this.game.protect === "none") return "standalone welcome bare";
    return this.opensArea ? "standalone welcome wide" : "standalone welcome";
  }

  /** Whether no mine is around the first click: only a board still to be drawn with room for that has none. */
  get opensArea() {
    const { size, protect, mined } = this.game;
    const [height, width, mines] = size;
    const most = Math.min(height, 3) * Math.min(width, 3);
    return protect === "area" && !mined && height * width - mines >= most;
  }

  /** The name of the level, or "". */
  get level() {
    const isSame = (/** @type {string} */ name) => `${this.levels[name]}` === `${this.game.size}`;
    const name = this.taken || this.board ? "" : Object.keys(this.levels).find(isSame);
    return name ?? "";
  }

  async new() {
    this.begin();
    await this.openFirst();
  }

  again() {
    const { mined, seed } = this.game;
    this.begin(seed, mined);
    this.game.helped = mined ? "again" : "";
  }

  /** Choose a level and its rules, or give the mines; `first` is opened for the player. @param {ChooseAction} given */
  async choose({ level, seed, radius, no_guess: logic = "", first = null, daily = "", mined }) {
    const isNamed = typeof level === "string" && Object.hasOwn(this.levels, level);
    const [height, width, mines] = isNamed ? this.levels[level] : level;
    const sides = [height, width].every((side) => side >= 1 && side <= this.largest);
    if (!sides || !(mines >= 0) || mines >= height * width)
      return this.tell("standalone wrong size");
    const protect = radius > 0 ? "area" : "cell";
    this.chosen = { size: [height, width, mines], protect, logic, daily };
    this.taken = this.board = null;
    this.begin(seed ?? undefined, mined);
    return this.openFirst(first);
  }

  /** Open the cell at which a shared board begins; the clock waits. @param {number | null} [first] */
  async openFirst(first = null) {
    if (first === null || first >= this.position.view.length) return;
    if (!(await this.dealt(first))) return;
    this.game.make(["open", first, 0]);
    this.game.verdicts[0] = { chance: 0, least: 0, safe: [], first: true };
    this.tell("standalone same board");
  }

  /** Let the memory have the game. */
  keep() {
    const { chosen, game, memory } = this;
    memory?.save(game);
    if (JSON.stringify(chosen) !== JSON.stringify(memory?.get("chosen")))
      memory?.set("chosen", chosen);
  }

  /** Open a finished game that is stored; a new one goes into the history. @param {{ id: string, isNew?: boolean }} given */
  async reopen({ id, isNew = false }) {
    const game = this.memory?.load(id, this.largest);
    if (!game) return this.tell("standalone gone");
    this.take(game); // one under way is kept for the next visit
    return this.finished(isNew);
  }

  /** Stop the clock while the page is hidden. @param {boolean} isHidden */
  rest(isHidden) {
    const { game } = this;
    if (isHidden) {
      this.rested = game.since !== null;
      game.stop();
    } else if (this.rested && !game.end) game.run();
  }

  /** @param {{ name: string }} given */
  switch({ name }) {
    this.switches[name] = !this.switches[name];
    if (this.switches[name]) this.help(name);
  }

  /** Note why the game does not count, once. @param {string} reason */
  help(reason) {
    const { game } = this;
    if (game.clicks && !game.end) game.helped ||= reason;
  }

  /** Review a finished game; another action stops it. */
  async review() {
    const { game } = this;
    if (!game.end) return;
    this.slow = true;
    try {
      const review = await reviewOf(game, this.solver, this.drawing);
      this.reviewed = { review, three_bv: null };
    } catch (/** @type {any} */ error) {
      if (error.message !== "stopped") throw error;
    } finally {
      this.slow = false;
    }
  }

  /** The position without flags: they prove nothing. */
  get bare() {
    return withoutFlags(this.position);
  }

  /** Analyse the position, once. The next action stops a slow analysis. */
  async look() {
    const { position, game } = this;
    const isBegun = game.isDealt || this.taken || game.protect === "none";
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

  /** @param {{ cell: number }} given */
  async open({ cell }) {
    if (this.end) return;
    const mark = this.position.view[cell];
    if (mark === "F") this.tell("standalone flagged", { cell: this.name(cell) });
    else if (mark === "#") await this.click("open", cell);
    else await this.chord({ cell });
  }

  /** @param {{ cell: number }} given */
  async chord({ cell }) {
    const isClue = /[1-8]/.test(this.position.view[cell]);
    if (this.end || !isClue) return;
    if (this.game.chordOf(cell).length) await this.click("chord", cell);
    else this.tell("standalone no chord", { cell: this.name(cell) });
  }

  /** Open cells. @param {"open" | "chord"} kind @param {number} cell */
  async click(kind, cell) {
    const { game, solver } = this;
    if (!game.isDealt && !(await this.dealt(cell))) return;
    await this.look();
    const { found, bare } = this;
    if (this.isOpenBook) game.helped ||= this.switches.odds ? "odds" : "known";
    const first = game.isFirst;
    game.run();
    const cells = kind === "chord" ? game.chordOf(cell) : [cell];
    game.move(kind, cell);
    this.found = null;
    const verdict = await verdictOf(bare, cell, cells, { found, first, solver });
    game.verdicts[game.at - 1] = verdict;
    await this.judge();
  }

  /** Promise whether the mines have their places once the first click is on a cell; false if there is no such board. @param {number} first */
  async dealt(first) {
    const { game, solver, position } = this;
    const { seed, protect, logic, fixed } = game;
    let mined;
    if (this.python) {
      const { mines } = await this.python({ do: "deal", cell: first }, this.onwait);
      mined = mines && minedOf(mines, position.view.length);
    } else if (game.start) {
      await solver.ask("analyze", [this.bare]); // throws with the contradictory clues
      mined = fixed ?? (await solver.ask("layout", [this.bare, seed]));
    } else if (fixed) mined = protectedAt(fixed, first, seed);
    else {
      const asked = { first, wide: protect === "area", seed, noGuess: Boolean(logic) };
      mined = await solver.ask("board", [/** @type {Level} */ (position), asked]);
    }
    if (mined) game.deal(mined);
    else this.tell("standalone no board");
    return Boolean(mined);
  }

  /** Say how the last click went, and whether the game has ended. */
  async judge() {
    const { game, solver, say } = this;
    if (game.end) return this.finished(true);
    const last = game.moves.slice(0, game.at).findLastIndex(([kind]) => kind !== "flag");
    if (last < 0) return undefined;
    const verdict = (game.verdicts[last] ??= await verdictAt(game, last, solver));
    const text = sentenceOn(game.moves[last], verdict, say, this.position.width);
    this.said = { badge: say("badge play"), role: "deduction", text };
    return undefined;
  }

  /** Say how the game ended; it goes into the history if it is `new`. @param {boolean} isNew */
  async finished(isNew) {
    const { game, say, solver } = this;
    const won = game.end === "won";
    const badge = say(won ? "badge won" : "badge lost");
    const role = won ? "safe" : "mine";
    this.said = { badge, role, text: "" };
    const moves = [...Array(game.at).keys()].filter((i) => game.moves[i][0] !== "flag");
    if (moves.some((i) => !game.verdicts[i])) this.show();
    const verdicts = [];
    for (const i of moves) verdicts.push((game.verdicts[i] ??= await verdictAt(game, i, solver)));
    const risks = verdicts.map(({ chance }) => chance).filter((chance) => chance !== 0);
    const luck = risks.reduce((all, risk) => all * (1 - risk), 1);
    const lost = won ? -1 : this.position.view.indexOf("*");
    const { width } = this.position;
    const last = game.at - 1;
    const values = { guesses: risks.length, chance: percent(say, luck) };
    const lucky = risks.length ? " with luck" : "";
    const known = risks.length && Number.isNaN(luck) ? " unknown" : "";
    const verdict = /** @type {Verdict} */ (game.verdicts[last]);
    const text = won
      ? say(`standalone won${lucky}${known}`, values)
      : sentenceOn(game.moves[last], verdict, say, width, lost);
    this.said = { badge, role, text: [text, ...this.account(luck, isNew)].join(" ") };
    const [missed] = won ? [] : verdict.safe;
    if (missed === undefined) return;
    Object.assign(this.said, { marks: [[missed, this.drawing.marks.safe]], focus: [missed] });
  }

  /** Sentences on a game that has ended: its time, 3BV, efficiency, and the games of its level. @param {number} luck @param {boolean} isNew */
  account(luck, isNew) {
    const { say, game, level, memory } = this;
    if (game.start) return [];
    const entry = this.entryOf(luck);
    const { bv, seconds, actions } = entry;
    const texts = [say("standalone end", measuresOf(entry, say))];
    if (!memory || !isNew || !actions || !bv[1]) return texts;
    const isCounted = !memory.history.some(({ id }) => id === game.id);
    const before = memory.records[entry.level]?.best ?? Infinity;
    if (isCounted) memory.add([entry]);
    if (!level || game.helped || !isCounted) return texts;
    if (entry.won && seconds < before) texts.push(say("standalone best"));
    texts.push(say("standalone tally", { level: entry.level, ...memory.records[entry.level] }));
    return texts;
  }

  /** The game in the history. @param {number} luck @returns {GameEntry} */
  entryOf(luck) {
    const { game, level } = this;
    const { id, date, size, end, bv, at: actions, helped, logic, daily } = game;
    const rules = logic ? `${level} (${this.say("no guess")})` : level;
    return {
      ...{
        id,
        date,
        level: daily ? this.say("daily") : rules,
        size,
        won: end === "won",
        bv,
        actions,
      },
      ...{ seconds: game.moves[actions - 1]?.[2] ?? 0, luck: Number.isNaN(luck) ? null : luck },
      counted: Boolean(level) && !helped,
    };
  }

  /** Flag a cell, or take its flag off; as players set it, a question mark comes in between. It is no move. @param {{ cell: number }} given */
  flag({ cell }) {
    const { game, questions } = this;
    const mark = this.position.view[cell];
    if (this.end || !"#F".includes(mark)) return;
    const isAsked = mark === "#" && questions.delete(cell);
    const asks = mark === "F" && this.controls?.question;
    if (asks) questions.add(cell);
    if (isAsked || asks) this.memory?.set("questions", { id: game.id, cells: [...questions] });
    if (!isAsked) {
      if (game.clicks) game.run();
      game.move("flag", cell);
    }
    const off = asks ? "question" : "unflag";
    const name = isAsked ? "unquestion" : mark === "F" ? off : "flag";
    this.tell(`standalone ${name}`, { cell: this.name(cell) });
  }

  /** Take the last move back; before the first one, go back to the game before. */
  back() {
    const { game, previous } = this;
    if (!game.at) {
      if (!previous) return;
      this.memory?.leave(game);
      this.take(previous);
      if (previous.seconds) previous.run();
      return;
    }
    const { end } = game;
    game.back();
    game.helped ||= "undo";
    this.found = this.reviewed = null;
    if (game.clicks) game.run();
    else if (end) game.stop();
    this.tell("standalone taken back");
  }

  async forward() {
    const { game } = this;
    if (game.at === game.moves.length) return;
    game.forward();
    this.found = null;
    if (game.end) {
      game.stop();
      return this.finished(false);
    }
    game.run();
    return this.tell("standalone made again");
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

  /** The visible board: with question marks; after a win with a flag on every mine, after a loss with all mines and wrong flags. */
  get shown() {
    const { position, mined, end, questions } = this;
    const view = position.view.map((mark, cell) => {
      if (!end || !mined) return mark === "#" && questions.has(cell) ? "?" : mark;
      if (end === "won") return mark === "#" ? "F" : mark;
      if (mark === "F") return mined[cell] ? "F" : "W";
      return mark === "#" && mined[cell] ? "M" : mark;
    });
    return { ...position, view };
  }

  /** @returns {GameState} */
  get state() {
    const { drawing, found, switches, end, said, say, shown, game } = this;
    const { height, width, mines, view } = end === "won" ? shown : this.position;
    const odds = switches.odds && !end ? (found?.chances ?? null) : null;
    const left = (mines ?? 0) - view.filter((mark) => mark === "F").length;
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
      moves: game.at || Number(Boolean(this.previous)),
      begun: game.at > 0,
      over: Boolean(end),
      seconds: end ? (game.moves[game.at - 1]?.[2] ?? 0) : game.elapsed,
      running: game.since !== null,
      undone: game.moves.length - game.at,
      chosen: {
        ...{ level: this.level, sizes: game.size, seed: game.seed, daily: game.daily },
        ...{ radius: Number(game.protect === "area"), noGuess: game.logic },
      },
      levels: Object.keys(this.levels),
      logics: this.logics,
      helped: game.helped,
      three_bv: this.reviewed?.three_bv ?? null,
      review: this.reviewed?.review ?? null,
      links: said.links ?? [],
      focus: said.focus ?? [],
      protected: !end && game.isFirst,
    };
  }
}

/** The measures of a finished game, as words. @param {GameEntry} entry @param {Say} say */
export function measuresOf({ seconds, bv: [done, all], actions }, say) {
  const speed = (done / Math.max(seconds, 0.01)).toFixed(2);
  const bv = done === all ? `${all}` : `${done}/${all}`;
  return { seconds: seconds.toFixed(1), bv, speed, efficiency: percent(say, done / actions) };
}

function newSeed() {
  return Math.floor(Math.random() * MOST_SEED);
}
