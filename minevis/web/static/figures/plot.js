// One board that the reader plays through the chapters of a text: each goes on where the last one ended.

import { make, onPrint } from "../shared/dom.js";
import { nameOf } from "../shared/grid.js";
import { Kept } from "../shared/kept.js";
import { codeOf, pictureIn } from "../shared/pictures.js";
import { percent } from "../shared/words.js";
import { neighbours } from "../solver/knowledge.js";
import { Figure, FigureBoard } from "./figure.js";

const NAME = "plot"; // of what is kept
const OPENING = ["safe", "guess"]; // clicks that open a cell
export const grouped = (/** @type {number} */ count) => count.toLocaleString("en");

const kept = new Kept();

/** The clicks of all chapters, in their order. @returns {PlotClick[]} */
function keptClicks() {
  const clicks = kept.get(NAME);
  return Array.isArray(clicks) ? clicks.filter((each) => Number.isInteger(each?.cell)) : [];
}

/** The board at a chapter. A click opens what every layout that fits proves safe; only where guesses are allowed it opens any cell. */
export class Plot extends Figure {
  static kind = "plot";
  drawn = /** @type {number[]} */ ([]);
  alive = /** @type {string[]} */ ([]); // layouts that fit
  over = false; // a mine was hit
  clicks = /** @type {PlotClick[]} */ ([]);

  /** @param {[HTMLElement, Pack, { say: Say }]} given */
  constructor(...given) {
    super(...given);
    const { data, say } = this;
    this.board = new FigureBoard(this, data, {
      onpoint: (/** @type {number} */ cell) => this.point(cell),
      onpick: (/** @type {number} */ cell) => this.open(cell),
      most: 48,
      axes: true,
      label: say(`${this.constructor.kind} board`),
    });
    this.show = this.button("plot show", () => this.claim("shown"));
    this.none = this.button("plot none", () => this.claim("none"));
    this.back = this.button("plot back", () => this.takeBack());
    this.again = this.button("search again", () => this.begin());
    window.addEventListener("storage", () => this.update(), { signal: this.listeners.signal });
    this.update();
    this.tell(this.isDone ? data.told : "");
    this.parts = this.beside(
      this.board,
      make("p", { class: "mv-asks" }, data.asks.replaceAll(" %", "\u00a0%")),
      this.said,
      make("div", { class: "mv-choices" }, this.none, this.show, this.back, this.again),
    );
  }

  /** @param {number} width */
  arrange(width) {
    this.fitBeside(this.board, width, { share: 0.5, most: 440, narrow: 400, height: 480 });
  }

  /** @param {number} _cell */
  point(_cell) {} // some say more of a cell

  /** The clicks of this chapter. */
  get own() {
    return this.clicks.filter(({ chapter }) => chapter === this.data.chapter);
  }

  get isDone() {
    const { data, drawn, own } = this;
    const isOpen = data.goal.length > 0 && data.goal.every((cell) => drawn[cell] !== data.covered);
    return isOpen || own.some(({ kind }) => kind === "shown" || kind === data.ends);
  }

  /** What a click on a cell that is not certain is: nobody guesses where some cell is safe. */
  get otherwise() {
    const { otherwise } = this.data;
    return otherwise === "guess" && this.hasSafe ? "doubt" : otherwise;
  }

  get hasSafe() {
    return [...this.drawn.keys()].some((cell) => this.isCovered(cell) && !this.minesIn(cell));
  }

  /** @param {number} cell */
  isCovered(cell) {
    return !this.over && this.drawn[cell] === this.data.covered;
  }

  /** Keep clicks, here and for the other chapters. @param {PlotClick[]} clicks */
  keep(clicks) {
    this.clicks = clicks;
    if (this.data.chapter) kept.set(NAME, clicks);
    this.update();
  }

  /** Forget the clicks of this chapter, and of those after it. */
  begin() {
    this.keep(this.clicks.filter(({ chapter }) => chapter < this.data.chapter));
    this.tell("");
  }

  takeBack() {
    this.keep(this.clicks.slice(0, -1));
    this.tell("");
  }

  /** Say something about the whole board. @param {string} kind */
  claim(kind) {
    const { data, say } = this;
    this.keep([...this.clicks, { chapter: data.chapter, cell: -1, kind }]);
    this.tell(this.isDone ? data.told : say("plot some"));
  }

  /** The number of layouts with a mine there. @param {number} cell */
  minesIn(cell) {
    return this.alive.filter((layout) => layout[cell] === "1").length;
  }

  /** The chance of a mine, counted in layouts. @param {number} cell */
  chanceOf(cell) {
    const mined = this.minesIn(cell);
    const count = this.alive.length;
    const told = { 0: "layouts safe", [count]: "layouts mine" }[mined] ?? "layouts chance";
    return this.say(told, {
      cell: nameOf(cell, this.data.width),
      mined: grouped(mined),
      count: grouped(count),
      chance: percent(this.say, mined / count),
    });
  }

  /** @param {number} cell */
  open(cell) {
    const { data } = this;
    if (!this.isCovered(cell) || this.isDone) return;
    const certain = { 0: "safe", [this.alive.length]: "mine" }[this.minesIn(cell)];
    const kind = certain ?? this.otherwise;
    const before = this.alive.length;
    const chance = this.chanceOf(cell);
    this.keep([...this.clicks, { chapter: data.chapter, cell, kind }]);
    this.tell(this.answer(cell, kind, chance, before).join(" "));
  }

  /** The sentences after a click. @param {number} cell @param {string} kind @param {string} chance @param {number} _before layouts before it */
  answer(cell, kind, chance, _before) {
    const { data, say } = this;
    const told = { cell: nameOf(cell, data.width), number: this.numberAt(cell) };
    const lines = ["guess", "choice"].includes(kind) ? [chance] : [say(`plot ${kind}`, told)];
    if (kind === "doubt" && data.otherwise === "guess") lines.push(say("plot some"));
    if (kind === "guess") lines.push(say(this.over ? "layouts lost" : "layouts opened", told));
    if (this.isDone) lines.push(data.told);
    else if (kind === "safe") lines.push(say("plot more"));
    return lines;
  }

  /** @param {number} cell */
  around(cell) {
    return neighbours(cell, this.data.height, this.data.width);
  }

  /** The number that a cell shows. @param {number} cell */
  numberAt(cell, layout = this.data.truth) {
    return this.around(cell).reduce((sum, each) => sum + Number(layout[each]), 0);
  }

  /** Open a cell, and around a 0 its neighbours too; keep the layouts that show these numbers. @param {number} cell */
  uncover(cell) {
    const { data, drawn } = this;
    if (drawn[cell] !== data.covered) return;
    if (data.truth[cell] === "1") {
      this.over = true;
      drawn[cell] = data.mine;
      this.alive = this.alive.filter((layout) => layout[cell] === "1");
      return;
    }
    const number = this.numberAt(cell);
    drawn[cell] = codeOf(data.first + number);
    this.alive = this.alive.filter(
      (layout) => layout[cell] === "0" && this.numberAt(cell, layout) === number,
    );
    if (number === 0) for (const each of this.around(cell)) this.uncover(each);
  }

  /** Replay all clicks up to this chapter, and draw. */
  update() {
    const { data } = this;
    if (data.chapter) this.clicks = keptClicks();
    this.drawn = [...data.codes];
    this.alive = data.layouts;
    this.over = false;
    for (const { chapter, cell, kind } of this.clicks) {
      if (chapter > data.chapter) continue;
      if (kind === "mine" && this.isCovered(cell)) this.drawn[cell] = data.flag;
      if (OPENING.includes(kind)) this.uncover(cell);
    }
    if (this.isDone) data.goal.forEach((cell) => this.uncover(cell));
    this.draw();
  }

  draw() {
    const { board, data, drawn, isDone } = this;
    const marks = new Map(/** @type {Pairs} */ (isDone ? data.answer.marks : []));
    const codes = drawn.map((code, cell) => codeOf(pictureIn(code), marks.get(cell) ?? 0));
    board.given = codes;
    board.sides = isDone ? data.answer.sides : null;
    board.links = isDone ? data.answer.links : [];
    board.letter(data.letters.filter(([cell]) => this.isCovered(cell)));
    const covered = [...drawn.keys()].filter((cell) => drawn[cell] === data.covered);
    const chances = drawn.map((_, cell) => (10000 * this.minesIn(cell)) / this.alive.length);
    if (isDone && data.ends === "choice") board.showChances(chances, covered);
    else board.show(codes);
    this.none.hidden = !data.certain || isDone;
    this.show.hidden = isDone || this.over || !data.told || data.ends === "safe";
    this.back.hidden = !this.over;
    this.again.hidden = !this.clicks.some(({ chapter }) => chapter >= data.chapter);
  }
}

/** The reader's clicks next to a program's, in their order. */
export class PlotRecord extends Figure {
  static kind = "plot-record";
  isShown = false; // before the board is played to its end

  /** @param {[HTMLElement, Pack, { say: Say }]} given */
  constructor(...given) {
    super(...given);
    const { data, say } = this;
    /** @param {string} name @returns {FigureBoard} */
    const board = (name) =>
      new FigureBoard(this, { ...data, title: say(`plot-record ${name}`) }, { most: 32 });
    this.reader = board("reader");
    this.program = board("program");
    this.show = this.button("plot show", () => {
      this.isShown = true;
      this.update();
    });
    const { signal } = this.listeners;
    window.addEventListener("storage", () => this.update(), { signal });
    onPrint((isPrinted) => this.update(isPrinted), signal); // nobody presses a button there
    this.parts = [
      make("div", { class: "mv-pair" }, this.reader.element, this.program.element),
      this.said,
      this.show,
    ];
    this.update();
  }

  /** @param {number} width */
  arrange(width) {
    for (const board of this.boards) board.fit(Math.min(width / 2 - 14, 320));
  }

  update(isPrinted = false) {
    const { data, say } = this;
    const kept = keptClicks();
    const isOver = isPrinted || this.isShown || kept.some(({ chapter }) => chapter >= data.chapter);
    const clicks = isOver ? kept.filter(({ cell }) => cell >= 0) : [];
    for (const board of this.boards) board.show(isOver ? data.codes : data.hidden);
    this.show.hidden = isOver;
    const opened = clicks.filter(({ kind }) => OPENING.includes(kind));
    const unproven = clicks.filter(({ kind }) => kind === "doubt");
    const numbered = (/** @type {number[]} */ cells) =>
      cells.map((cell, number) => /** @type {[number, string]} */ ([cell, `${number + 1}`]));
    this.program.letter(isOver ? numbered(data.cells) : []);
    this.reader.letter([
      ...numbered(opened.map(({ cell }) => cell)),
      ...unproven.map(({ cell }) => /** @type {[number, string]} */ ([cell, "?"])),
    ]);
    const told = { opened: opened.length, program: data.cells.length };
    this.tell(say(isOver ? "plot-record told" : "plot-record none", told));
  }
}
