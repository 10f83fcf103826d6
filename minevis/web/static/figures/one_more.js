// Why one mine more makes so many more layouts: it has many free places, and each result is made in a few ways.

import { during, make } from "../shared/dom.js";
import { Figure, FigureBoard, SECONDS } from "./figure.js";
import { Mosaic, inRows } from "./mosaic.js";

const ACROSS = 9; // little boards in a row

export class OneMore extends Figure {
  static kind = "one-more";
  step = 0;
  settle = () => {};
  joined = false; // the layouts with a mine less

  /** @param {[HTMLElement, Pack, { say: Say }]} given */
  constructor(...given) {
    super(...given);
    const { data, say } = this;
    const { cells, placed } = data;
    this.free = cells.filter((cell) => !placed.includes(cell));
    this.counts = {
      mines: placed.length,
      more: placed.length + 1,
      interior: cells.length,
      free: this.free.length,
      ratio: Number((this.free.length / (placed.length + 1)).toFixed(2)),
      fewer: data.fewer.toLocaleString("en"),
      all: data.ways.toLocaleString("en"),
    };
    const label = say("one-more board", this.counts);
    this.board = new FigureBoard(this, data, { most: 36, label });
    this.mosaic = new Mosaic(say("one-more mosaic"), data, ACROSS);
    this.sum = make("p", { class: "mv-sum" });
    this.next = this.button("one-more add", () => this.go(this.step + 1));
    this.again = this.button("search again", () => this.go(0));
    const choices = make("div", { class: "mv-choices" }, this.next, this.again);
    this.parts = this.beside(this.board, this.said, this.sum, choices, this.mosaic.element);
    this.go(0);
  }

  /** @param {number} width */
  arrange(width) {
    this.fitBeside(this.board, width, { share: 0.42, most: 330, narrow: 300, words: 420 });
    this.draw();
  }

  /** @param {number} step */
  async go(step) {
    const { counts, say } = this;
    this.settle();
    this.step = step;
    this.next.disabled = step > 1;
    this.next.textContent = say(step ? "one-more take" : "one-more add");
    this.again.disabled = !step;
    this.tell(say(["one-more ask", "one-more added", "one-more taken"][step], counts));
    this.sum.textContent = step ? say(step > 1 ? "one-more sum" : "one-more places", counts) : "";
    this.hop(step === 1);
    this.joined = false;
    await this.draw(step > 1 ? SECONDS.weights : step * SECONDS.hops);
    if (step < 2 || this.step !== step || this.joined) return;
    this.joined = true;
    this.draw(3 * SECONDS.weights);
  }

  /** The mine hops from place to place, and stays in the last one. @param {boolean} moves */
  hop(moves) {
    const { data, free } = this;
    const drawn = data.codes.slice();
    for (const cell of data.placed) drawn[cell] = data.mine;
    if (!this.step) return this.board.show(drawn);
    const added = free[free.length - 1];
    if (this.step > 1) for (const cell of [...data.placed, added]) drawn[cell] = data.trying;
    this.settle = during(moves ? SECONDS.hops : 0, (share) => {
      const codes = drawn.slice();
      codes[free[Math.round(share * (free.length - 1))]] = data.trying;
      this.board.show(codes);
    });
  }

  /** The layout with these mines as a little board. @param {number[]} mines @param {number} [other] a cell in another colour */
  cellsOf(mines, other = -1) {
    const { cells, codes } = this.data;
    return codes.map((_, cell) => {
      if (cell === other) return "guess";
      if (mines.includes(cell)) return "ink";
      return cells.includes(cell) ? "covered" : "opened";
    });
  }

  /** Draw a layout for each place; then, larger, those with a mine less that lead to the last one, apart or joined. @param {number} [seconds] */
  async draw(seconds = 0) {
    const { data, free, mosaic, step } = this;
    mosaic.element.hidden = !step;
    if (!step || !this.theme) return;
    const layouts = free.map((cell, number) => ({
      cells: this.cellsOf(data.placed, cell),
      alpha: Number(step === 1),
      after: step === 1 ? (0.9 * number) / free.length : 0,
    }));
    const added = inRows(layouts, ACROSS);
    const mines = [...data.placed, free[free.length - 1]];
    const room = ACROSS / mines.length;
    /** The layout without one mine, or with it. @param {number} number @param {boolean} [joined] */
    const ghost = (number, joined = false) => ({
      cells: this.cellsOf(mines, joined ? -1 : mines[number]),
      x: joined ? ACROSS / 2 - 1.2 : room * (number + 0.05),
      y: joined ? 2.6 : 0.4,
      scale: joined ? 2.4 : 0.9 * room,
      after: joined ? 0.12 * number : 0,
      from: { x: added[free.length - 1].x, y: added[free.length - 1].y, scale: 1 },
    });
    const made = mines.flatMap((_, number) => [ghost(number), ghost(number, this.joined)]);
    await mosaic.draw(this, step > 1 ? [...added, ...made] : added, seconds);
  }
}
