// All layouts that fit, some of them as small boards: a click fades those that it rules out.

import { make } from "../shared/dom.js";
import { nameOf } from "../shared/grid.js";
import { codeOf } from "../shared/pictures.js";
import { percent } from "../shared/words.js";
import { neighbours } from "../solver/knowledge.js";
import { Figure, FigureBoard, SECONDS } from "./figure.js";
import { Mosaic, inRows } from "./mosaic.js";

const SHOWN = 40; // small boards
const grouped = (/** @type {number} */ count) => count.toLocaleString("en");

export class Layouts extends Figure {
  static kind = "layouts";
  drawn = /** @type {number[]} */ ([]);
  alive = /** @type {string[]} */ ([]);
  shown = /** @type {string[]} */ ([]);
  over = false;
  pointed = -1;

  /** @param {[HTMLElement, Pack, { say: Say }]} given */
  constructor(...given) {
    super(...given);
    const { data, say } = this;
    this.board = new FigureBoard(this, data, {
      onpoint: (/** @type {number} */ cell) => this.point(cell),
      onpick: (/** @type {number} */ cell) => this.open(cell),
      most: 44,
      axes: true,
      label: say("layouts board"),
    });
    this.mosaic = new Mosaic(say("layouts mosaic"), data, 8);
    this.begin();
    const again = this.button("search again", () => this.begin());
    this.parts = this.beside(
      this.board,
      this.said,
      this.mosaic.element,
      make("div", { class: "mv-choices" }, again),
    );
  }

  /** @param {number} width */
  arrange(width) {
    this.fitBeside(this.board, width, { share: 0.45, most: 380, narrow: 330, words: 400 });
    this.draw();
  }

  begin() {
    const { data, say } = this;
    this.drawn = [...data.codes];
    this.alive = data.layouts.slice();
    this.over = false;
    this.pointed = -1;
    this.refill();
    this.tell(say("layouts ask", { count: grouped(this.alive.length) }));
    this.board.show(this.drawn);
    this.draw();
  }

  /** Show some of the layouts that are left, evenly spread. */
  refill() {
    const count = Math.min(SHOWN, this.alive.length);
    this.shown = Array.from(
      { length: count },
      (_, each) => this.alive[Math.floor((each * this.alive.length) / count)],
    );
  }

  /** @param {number} cell */
  isCovered(cell) {
    return !this.over && this.drawn[cell] === this.data.covered;
  }

  /** The chance of a mine, counted in layouts. @param {number} cell */
  chanceOf(cell) {
    const { say } = this;
    const count = this.alive.length;
    const mined = this.alive.filter((layout) => layout[cell] === "1").length;
    const told = { 0: "layouts safe", [count]: "layouts mine" }[mined] ?? "layouts chance";
    return say(told, {
      cell: nameOf(cell, this.data.width),
      mined: grouped(mined),
      count: grouped(count),
      chance: percent(say, mined / count),
    });
  }

  /** @param {number} cell */
  point(cell) {
    if (!this.isCovered(cell) || cell === this.pointed) return;
    this.pointed = cell;
    this.tell(this.chanceOf(cell));
    this.draw();
  }

  /** @param {number} cell */
  open(cell) {
    const { data, say } = this;
    if (!this.isCovered(cell)) return;
    const before = this.alive.length;
    const told = [this.chanceOf(cell)];
    this.refill();
    this.over = data.truth[cell] === "1";
    if (this.over) {
      this.drawn[cell] = data.mine;
      this.alive = this.alive.filter((layout) => layout[cell] === "1");
      told.push(say("layouts lost"));
    } else {
      told.push(say("layouts opened", { number: this.uncover(cell) }));
    }
    const left = this.alive.length;
    if (!this.over)
      told.push(
        say(left === before ? "layouts nothing" : "layouts ruled", {
          gone: grouped(before - left),
          left: grouped(left),
        }),
      );
    this.tell(told.join(" "));
    this.board.show(this.drawn);
    this.draw(SECONDS.layouts);
  }

  /** Open a cell, and around a 0 its neighbours too; keep the layouts that show these numbers. Returns the first number. @param {number} cell */
  uncover(cell) {
    const { height, width, truth, first } = this.data;
    const sum = (/** @type {string} */ layout, /** @type {number[]} */ cells) =>
      cells.reduce((total, each) => total + Number(layout[each]), 0);
    const around = neighbours(cell, height, width);
    const number = sum(truth, around);
    this.drawn[cell] = codeOf(first + number);
    this.alive = this.alive.filter(
      (layout) => layout[cell] === "0" && sum(layout, around) === number,
    );
    if (number === 0)
      for (const each of around) if (this.drawn[each] === this.data.covered) this.uncover(each);
    return number;
  }

  draw(seconds = 0) {
    if (!this.theme || !this.room) return;
    const alive = new Set(this.alive);
    const drawn = (/** @type {string} */ layout) => ({
      alpha: alive.has(layout) ? 1 : 0.15,
      cells: [...layout].map((bit, cell) => {
        if (bit === "1") return cell === this.pointed ? "mine" : "ink";
        if (cell === this.pointed) return "safe";
        return this.drawn[cell] === this.data.covered ? "covered" : "opened";
      }),
    });
    this.mosaic.draw(this, inRows(this.shown.map(drawn), 8), seconds);
  }
}
