// Practice: a position, a claim, the answer at once with its proof. Needs no network and no kernel.

import { askingButton, choice, make, paneOf, toolbar } from "../shared/dom.js";
import { inflate } from "../shared/pack.js";
import { positionIn } from "../shared/asker.js";
import { TIE } from "../shared/overlay_lines.js";
import { Pictures, codeOf, pictureIn } from "../shared/pictures.js";
import { proofAnswers } from "../solver/answers.js";
import { Solver } from "../solver/solver.js";
import { settledBy } from "../solver/steps.js";
import { percent } from "../shared/words.js";
import { BoardWidget } from "../board/board_widget.js";
import { Trainer } from "./trainer.js";

const HINTS = 2; // the clues first, then the idea
const LOW_SCREEN = 500; // px: on a lower screen words are next to the board
const LEAST_WORDS = 240; // px: their width there
const PROJECTED = "(min-width: 1600px) and (min-height: 850px)"; // a screen that may be projected
const CERTAIN = 10000; // chances travel in hundredths of a percent

/** The answers, which are not in plain sight in the page: see `sealed` in Python. @param {Uint8Array} bytes */
async function unsealed(bytes) {
  let key = bytes.length;
  const plain = bytes.map((byte) => {
    key = (Math.imul(key, 1103515245) + 12345) & 0x7fffffff;
    return byte ^ ((key >> 16) & 255);
  });
  return JSON.parse(new TextDecoder().decode(await inflate(plain)));
}

/** The window of a puzzle on a board `across` cells wide. */
export class PuzzleWindow {
  /** @param {Size & { corner: [number, number] }} given @param {number} across */
  constructor({ corner: [top, left], height, width }, across) {
    this.top = top;
    this.left = left;
    this.height = height;
    this.width = width;
    this.across = across;
  }

  /** The cell of the board at a cell of the window. @param {number} cell */
  outer(cell) {
    const { top, left, width, across } = this;
    return (top + Math.floor(cell / width)) * across + left + (cell % width);
  }

  /** The cell of the window at a cell of the board, -1 outside. With `near`, the nearest one. @param {number} cell */
  inner(cell, near = false) {
    const { top, left, height, width, across } = this;
    let [row, col] = [Math.floor(cell / across) - top, (cell % across) - left];
    if (near) row = Math.min(Math.max(row, 0), height - 1);
    if (near) col = Math.min(Math.max(col, 0), width - 1);
    return row < 0 || col < 0 || row >= height || col >= width ? -1 : row * width + col;
  }

  /** The pairs of a cell and its mark or picture that are in the window. @param {number[][]} pairs */
  pairs(pairs) {
    return pairs.map(([cell, value]) => [this.inner(cell), value]).filter(([cell]) => cell >= 0);
  }

  /** An answer about the board as it is drawn in the window. @param {Answer} given */
  cut({ marks, links, pictures = [], cards = null, ...answer }) {
    const lines = links.flatMap((clue, i) => {
      if (i % 2) return [];
      const [from, to] = [this.inner(clue), this.inner(links[i + 1] & ~TIE)];
      return from < 0 || to < 0 ? [] : [from, to | (links[i + 1] & TIE)];
    });
    const shown = cards && {
      ends: cards.ends.map((cell) => this.inner(cell, true)),
      ways: cards.ways.map((way) => this.pairs(way)),
    };
    const seen = { marks: this.pairs(marks), pictures: this.pairs(pictures) };
    return { ...answer, ...seen, links: lines, cards: shown };
  }
}

export class Practice extends BoardWidget {
  static kind = "practice";
  static told = ["mine"];
  solver = new Solver();
  loaded = /** @type {Map<number, Promise<Map<number, Proof>>>} */ (new Map()); // proofs, by puzzle

  /** @returns {Command[]} */
  get table() {
    const claims = (/** @type {Claim} */ what) => () => this.claim(this.input.cell, what);
    const off = () => this.done;
    const one = this.trainer.puzzles.length === 1;
    const isAny = "anything" in this.words.questions;
    return [
      { name: "practice safe", label: "", keys: ["s"], run: claims("safe") },
      { name: "practice mine", label: "", keys: ["m", "f"], run: claims("mine") },
      { name: "practice nothing", keys: isAny ? ["0"] : [], off, run: () => this.claimNothing() },
      {
        name: "hint",
        label: "ask hint",
        about: "practice hint about",
        keys: ["h"],
        off: () => this.done || this.hints >= HINTS,
        run: () => this.giveHint(),
      },
      {
        name: "practice show",
        about: "practice show about",
        keys: ["w"],
        says: () => (this.done ? "practice why" : "practice show"),
        off: () => this.done && !this.steps().length,
        run: () => this.once(() => this.showMore()),
      },
      {
        name: "practice next",
        keys: ["n"],
        says: () => (one ? "practice again" : this.done ? "practice next" : "practice skip"),
        pressed: off,
        run: () => this.go(),
      },
    ];
  }

  async start() {
    const { head } = this.pack;
    this.words = head.practice;
    this.pictures = new Pictures(head.atlas);
    this.answers = head.practice.answers ?? (await unsealed(this.pack.part("answers")));
    this.trainer = new Trainer(
      this.words.puzzles.map((/** @type {Puzzle} */ puzzle, /** @type {number} */ number) => ({
        ...puzzle,
        number,
      })),
    );
    this.fresh(this.trainer.next());
    this.input.cell = this.puzzle.asked[0];
    await super.start(this.view());
    window.addEventListener("resize", () => this.fit(), { signal: this.listeners.signal }); // a wider one leaves it as wide
    return this;
  }

  /** Show a puzzle, without answers. @param {Puzzle} puzzle */
  fresh(puzzle) {
    const { answer } = Object.assign(this, { puzzle, answer: this.answers[puzzle.number] });
    this.done = false;
    this.noted = false;
    this.clean = true;
    this.hints = 0;
    this.found = new Map();
    this.shown = null;
    this.step = 0;
    this.since = performance.now();
    const mined = new Map(answer.safe.map((/** @type {number} */ cell) => [cell, false]));
    for (const cell of answer.mines) mined.set(cell, true);
    this.answer = { ...answer, mined };
    this.proofs = new Map();
    this.solved = new Map();
    this.ready = this.load(puzzle).then((solved) => {
      if (puzzle === this.puzzle) this.solved = solved;
    });
    this.ready.catch(() => {}); // `once` says so
    this.told = {
      badge: this.say("practice badge"),
      role: "deduction",
      text: this.say(`practice ask ${this.words.questions[puzzle.kind]}`),
    };
  }

  /** Promise the proofs of the certain cells of a puzzle. @param {Puzzle} puzzle */
  load(puzzle) {
    const { number } = puzzle;
    const { position, safe, mines } = this.answers[number];
    const board = positionIn(position);
    const view = new PuzzleWindow(puzzle, board.width);
    const cells = [...safe, ...mines];
    const load = async () => {
      const proofs = await this.solver.ask("proofs", [
        board,
        cells.map((cell) => view.outer(cell)),
      ]);
      return new Map(cells.map((cell, i) => [cell, /** @type {Proof} */ (proofs[i])]));
    };
    const loaded = this.loaded.get(number) ?? load();
    this.loaded.set(number, loaded);
    return loaded;
  }

  /** Do something once the proofs of the puzzle are there. @param {() => void} act */
  async once(act) {
    const { puzzle, say } = this;
    try {
      await this.ready;
      if (puzzle === this.puzzle) act();
    } catch (/** @type {any} */ error) {
      if (error.message !== "stopped") throw error;
      this.told = { badge: say("badge refused"), role: "mine", text: say("standalone stopped") };
      this.refresh();
    }
  }

  /** The proof of a cell, drawn in the window; undefined if it is not certain. `tells`: it gives a safe cell in question away. @param {number} cell */
  proven(cell) {
    const { answer, puzzle, proofs } = this;
    const mined = answer.mined.get(cell);
    if (mined === undefined) return undefined;
    if (!proofs.has(cell)) {
      const { say, pictures, words } = this;
      const position = positionIn(answer.position);
      const view = new PuzzleWindow(puzzle, position.width);
      const proof = /** @type {Proof} */ (this.solved.get(cell));
      const { supposed } = pictures.firsts;
      const look = { say, width: position.width, marks: words.marks, supposed, whole: true };
      const [whole, ...steps] = proofAnswers(proof, view.outer(cell), look).map((each) =>
        view.cut(each),
      );
      const settled = proof.steps.flatMap((step) => (step.depth ? [] : settledBy(step).safe));
      const tells = !mined || answer.safe.some((each) => settled.includes(view.outer(each)));
      proofs.set(cell, { ...whole, steps, cell, mined, tells });
    }
    return proofs.get(cell);
  }

  dispose() {
    this.solver.stop();
    super.dispose();
  }

  toolbars() {
    const { say } = this;
    const kinds = [
      ["", say("practice all")],
      ...this.trainer.kinds.map((kind) => [kind, this.words.titles[kind]]),
    ];
    this.chooser = choice(say("practice kind"), kinds, this.trainer.wanted, (kind) => {
      this.trainer.want(kind);
      this.go();
    });
    this.summary = make("span", { class: "mv-summary" });
    const one = this.trainer.kinds.length === 1;
    const title = one ? kinds[1][1] : say("practice");
    return [
      make(
        "div",
        { class: "mv-head" },
        make("b", {}, title),
        this.summary,
        ...(one ? [] : [this.chooser]),
        ...this.makeMenu(title),
      ),
    ];
  }

  footer() {
    const { say } = this;
    const tools = ["safe", "mine"].map((name) => [
      ...[name, say(`practice ${name}`)],
      this.commands.titled(`practice ${name}`),
    ]);
    this.tools = toolbar(say("practice tools"), tools);
    this.tools.pick("safe");
    this.tools.hidden = String(this.trainer.kinds) === "guess"; // which claims neither
    this.commands.buttons["practice next"].classList.add("mv-next");
    this.idea = make("a", { class: "mv-idea", target: "_blank" }, say("practice idea"));
    this.tallies = make("tbody");
    const columns = ["kind", "tried", "clean", "streak", "seconds"].map((name) =>
      make("th", { scope: "col" }, say(`practice column ${name}`)),
    );
    this.forget = askingButton(
      say("practice forget"),
      say("practice forget all"),
      say("practice forget about"),
      () => {
        this.trainer.forget();
        this.go();
      },
    );
    this.how = make(
      "details",
      { class: "mv-details" },
      make("summary", {}, say("practice how")),
      make(
        "table",
        { class: "mv-table" },
        make("thead", {}, make("tr", {}, ...columns)),
        this.tallies,
      ),
      this.forget,
    );
    const options = this.commands.of("hint", "practice show", "practice next");
    const claims = make(
      "div",
      { class: "mv-claims" },
      this.tools,
      ...this.commands.of("practice nothing"),
    );
    return [
      make(
        "div",
        { class: "mv-controls" },
        claims,
        make("div", { class: "mv-options" }, ...options),
      ),
      this.idea,
      this.how,
    ];
  }

  /** The next puzzle. */
  go() {
    if (!this.noted && (this.hints || !this.clean)) this.note(false);
    const onBoard = document.activeElement?.matches(".mv-canvas");
    this.fresh(this.trainer.next());
    this.tools.pick("safe"); // a mine meant before would be a miss now
    this.input.cell = this.puzzle.asked[0];
    this.refresh();
    this.fit();
    if (onBoard) this.takeKeys();
  }

  /** On a low screen the words are beside the board; else a page of its own has the buttons at its foot. */
  place() {
    const { root, isOnly } = this;
    root.classList.toggle("mv-far", isOnly && window.matchMedia(PROJECTED).matches);
    const pane = paneOf(root).height;
    const hostWidth = root.parentElement?.clientWidth ?? 0;
    const beside = pane < LOW_SCREEN && hostWidth - pane >= LEAST_WORDS;
    root.classList.toggle("mv-beside", beside);
    super.place();
    if (beside) root.classList.add("mv-narrow"); // the column of words is
    root.classList.toggle("mv-pinned", isOnly && root.classList.contains("mv-narrow"));
  }

  /** The words are close to the board, with the room of the tallest board, so that buttons do not move under a thumb. */
  fit() {
    if (!this.root.isConnected) return; // an app shows a different part
    super.fit();
    if (!this.stage) return;
    const { clientWidth: width } = this.root;
    const { offsetHeight: height } = this.home;
    const tallest = Math.max(this.fittedTo === width ? this.tallest : 0, height);
    this.tallest = Math.min(tallest, this.stage.room.height);
    this.fittedTo = width;
    this.root.style.setProperty("--mv-spare", `${Math.max(this.tallest - height, 0)}px`);
  }

  refresh() {
    this.show(this.view());
  }

  /** The current view, as a state of a `BoardWidget`. */
  view() {
    const { puzzle, told, found } = this;
    const marks = new Map(/** @type {Pairs} */ (this.done ? this.known() : []));
    for (const [cell, mined] of found)
      marks.set(cell, mined ? this.words.marks.mined : this.words.marks.safe);
    for (const [cell, mark] of told.marks ?? []) marks.set(cell, mark);
    const supposed = new Map(/** @type {Pairs} */ (told.pictures ?? []));
    const codes = puzzle.codes.map((/** @type {number} */ code, /** @type {number} */ cell) =>
      codeOf(supposed.get(cell) ?? pictureIn(this.codeOf(code, cell)), marks.get(cell)),
    );
    const text = told.cards ? `${told.text} ${this.say("practice cards")}` : told.text;
    const counters = puzzle.left === null ? "" : this.say("practice left", { left: puzzle.left });
    return {
      puzzle,
      height: puzzle.height,
      width: puzzle.width,
      codes: { board: codes },
      sides: puzzle.sides,
      links: told.links ?? [],
      cards: told.cards,
      panels: [
        { name: "board", title: this.say("practice board"), subtitle: "", corner: puzzle.corner },
      ],
      caption: { ...told, text, counters },
      moment: `${puzzle.id} ${this.trainer.state.clock}`,
    };
  }

  /** Another puzzle is cut. @param {PuzzleState} before @param {PuzzleState} state */
  pace(before, state) {
    return before.puzzle === state.puzzle ? Infinity : 0;
  }

  /** A cell's current look: claimed mines are flagged, and the odds of a guess shown at the end. @param {number} code @param {number} cell */
  codeOf(code, cell) {
    if (this.found.get(cell)) return codeOf(this.words.flag);
    const chance = this.answer.odds.find(([each]) => each === cell)?.[1];
    return this.done && this.puzzle.kind === "guess" && chance !== undefined
      ? this.pictures.withChance(code, chance)
      : code;
  }

  /** The text of a cell for screen readers: its content, and whether it is in question. @param {number} cell */
  spoken(cell) {
    const words = [this.name(cell), this.pictures.describe(this.state.codes.board[cell], this.say)];
    if (this.puzzle.asked.includes(cell)) words.push(this.say("practice asked"));
    return words.join("  ·  ");
  }

  /** All provable cells, as marks. */
  known() {
    return [...this.answer.mined].map(([cell, mined]) => [
      cell,
      mined ? this.words.marks.knownMined : this.words.marks.knownSafe,
    ]);
  }

  /** Bring the words and buttons up to date. @param {PuzzleState} state */
  update(state) {
    super.update(state);
    this.summary.textContent = this.say("practice summary", this.trainer.progress);
    const open = !this.done;
    this.tools.style.visibility = this.puzzle.kind === "guess" ? "hidden" : ""; // the rest keep their places
    this.commands.buttons["practice nothing"].hidden = this.puzzle.kind !== "anything";
    for (const name of ["safe", "mine"]) this.tools.allow(name, open);
    const { ideas } = this.words;
    this.idea.hidden = !ideas[this.puzzle.kind];
    this.idea.style.visibility = open ? "hidden" : ""; // the buttons keep their places
    this.idea.href = ideas[this.puzzle.kind] ?? "";
    this.tallies.replaceChildren(...this.trainer.kinds.map((kind) => this.row(kind)));
    const named = this.done || this.trainer.wanted || this.trainer.kinds.length === 1; // before, it would be a hint
    this.stage?.panels[0].setSubtitle(named ? this.words.titles[this.puzzle.kind] : "");
  }

  /** @param {string} kind */
  row(kind) {
    const { tried, clean, streak, seconds } = this.trainer.tally(kind);
    const cells = [
      this.words.titles[kind],
      tried,
      tried ? percent(this.say, clean / tried) : "",
      tried ? streak : "",
      clean ? Math.round(seconds / clean) : "",
    ];
    return make("tr", {}, ...cells.map((text) => make("td", {}, String(text))));
  }

  /** @param {number} cell @param {string} how */
  act(cell, how) {
    if (how === "both") return;
    this.claim(cell, how === "second" ? "mine" : this.tools.picked);
  }

  /** Answer a claim that a cell is safe, or a mine: can it be proven? @param {number} cell @param {Claim} what */
  claim(cell, what) {
    this.input.cell = cell;
    return this.once(() => this.judge(cell, what));
  }

  /** @param {number} cell @param {Claim} what */
  judge(cell, what) {
    const proven = this.proven(cell);
    if (proven && this.shown === proven && proven.steps?.length) return this.nextStep();
    if (this.done && !proven && this.puzzle.kind !== "guess") return undefined; // the proof stays to be read
    if (!this.puzzle.asked.includes(cell))
      return this.tell("practice elsewhere", "deduction", cell);
    if (this.puzzle.kind === "guess" && !proven) return this.claimGuess(cell);
    if (!proven) return this.miss("practice open", cell, this.chanceOf(cell));
    if (proven.mined !== (what === "mine") && !this.done) return this.missProven(proven); // then it asks for the proof
    this.found.set(cell, proven.mined);
    this.showAnswer(proven);
    if (!this.done) this.praise();
    const settles = this.words.questions[this.puzzle.kind] === "safe" && !this.answer.some; // there are only mines to find
    if (proven.tells || settles) this.solve();
    this.refresh();
  }

  /** A guess is neither safe nor a mine: whatever names a cell means it. @param {number} cell */
  claimGuess(cell) {
    if (!this.answer.best.includes(cell)) return this.missGuess(cell);
    this.showAnswer(/** @type {PuzzleSaid} */ (this.answer.guess));
    if (!this.done) this.praise();
    this.solve();
    return this.refresh();
  }

  /** Confirm a claim, before the reason. */
  praise() {
    this.told = { ...this.told, text: this.say("practice so", { text: this.told.text }) };
  }

  claimNothing() {
    if (this.done) return;
    if (this.answer.some) return void this.miss("practice something", this.input.cell);
    this.showAnswer({
      badge: this.say("practice right"),
      role: "safe",
      text: this.say("practice nothing right"),
      marks: [],
      steps: [],
    });
    this.solve();
    this.refresh();
  }

  /** @param {number} cell */
  chanceOf(cell) {
    const chance = this.answer.odds.find(([each]) => each === cell)?.[1] ?? CERTAIN;
    return percent(this.say, chance / CERTAIN);
  }

  /** A mine was called safe, or a safe cell a mine: show its proof. If that gives the answer away, the puzzle ends. @param {PuzzleProof} proven */
  missProven(proven) {
    this.noteMiss();
    this.found.set(proven.cell, proven.mined);
    this.showAnswer(proven);
    this.told = { ...proven, badge: this.say("practice wrong") };
    if (proven.tells) this.solve();
    this.refresh();
  }

  noteMiss() {
    if (!this.done) this.clean = false;
    if (!this.noted && !this.done) this.note(false);
  }

  /** Say how much less a guess wins than the best one, without naming it. @param {number} cell */
  missGuess(cell) {
    const { wins, best } = this.answer;
    const won = (/** @type {number} */ guess) =>
      (wins.find(([each]) => each === guess)?.[1] ?? NaN) / CERTAIN;
    const values = { wins: percent(this.say, won(cell)), most: percent(this.say, won(best[0])) };
    const words = wins.length ? "practice wins less" : "practice riskier";
    return this.miss(words, cell, this.chanceOf(cell), values);
  }

  /** Answer an unprovable claim. @param {string} words @param {number} cell */
  miss(words, cell, chance = "", values = {}) {
    this.noteMiss();
    this.told = {
      badge: this.say("practice wrong"),
      role: "mine",
      text: this.say(words, { cell: this.name(cell), chance, ...values }),
      marks: [[cell, this.words.marks.click]],
    };
    this.shown = null;
    this.refresh();
  }

  /** @param {string} words @param {string} role @param {number} cell */
  tell(words, role, cell) {
    this.told = {
      badge: this.say("practice badge"),
      role,
      text: this.say(words, { cell: this.name(cell) }),
    };
    this.refresh();
  }

  /** Show an answer, all of it first. @param {PuzzleSaid} answer */
  showAnswer(answer) {
    this.shown = answer;
    this.step = 0;
    this.told = answer;
  }

  solve() {
    if (!this.done && !this.noted) this.note(this.clean && this.hints === 0);
    this.done = true;
  }

  /** @param {boolean} clean */
  note(clean) {
    this.noted = true;
    this.trainer.note(this.puzzle, clean, (performance.now() - this.since) / 1000);
  }

  /** First which clues to look at, then by which idea. */
  giveHint() {
    if (this.done || this.hints >= HINTS) return;
    const { marks, text } = this.answer.hints[this.hints];
    this.hints += 1;
    this.told = { badge: this.say("practice hint"), role: "search", text, marks };
    this.refresh();
    this.caption.announce([text, ...marks.map(([cell]) => this.name(cell))].join(" ")); // for readers who cannot see marks
  }

  steps() {
    return this.shown?.steps ?? [];
  }

  /** Give up and show the answer; after that, the next step of its proof. */
  showMore() {
    if (!this.done) {
      this.clean = false;
      if (!this.noted) this.note(false);
      this.giveAnswer();
      this.refresh();
    } else if (this.steps().length) this.nextStep();
  }

  giveAnswer() {
    this.showAnswer(
      this.answer.guess ??
        this.proven(this.answer.main) ?? {
          badge: this.say("practice right"),
          role: "safe",
          text: this.say("practice nothing right"),
          steps: [],
        },
    );
    this.done = true;
  }

  nextStep() {
    this.step = (this.step + 1) % (this.steps().length + 1);
    this.told = this.step ? this.steps()[this.step - 1] : /** @type {PuzzleSaid} */ (this.shown);
    this.refresh();
  }
}
