// All layouts that fit, some of them as small boards: a click fades those that it rules out.

import { SECONDS } from "./figure.js";
import { Mosaic, inRows } from "./mosaic.js";
import { Plot, grouped } from "./plot.js";

const SHOWN = 40; // small boards

export class Layouts extends Plot {
  static kind = "layouts";
  shown = /** @type {string[]} */ ([]);
  pointed = -1;

  /** @param {[HTMLElement, Pack, { say: Say }]} given */
  constructor(...given) {
    super(...given);
    this.mosaic = new Mosaic(this.say("layouts mosaic"), this.data, 8);
    this.said.after(this.mosaic.element);
    this.refill();
    if (!this.isDone) this.ask();
  }

  /** @param {number} width */
  arrange(width) {
    this.fitBeside(this.board, width, { share: 0.45, most: 380, narrow: 330, words: 400 });
    this.draw();
  }

  begin() {
    super.begin();
    this.pointed = -1;
    this.refill();
    this.ask();
    this.draw();
  }

  /** Here one learns what any click rules out. */
  get otherwise() {
    return this.data.otherwise;
  }

  ask() {
    this.tell(this.say("layouts ask", { count: grouped(this.alive.length) }));
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
  point(cell) {
    if (!this.isCovered(cell) || cell === this.pointed || this.isDone) return;
    this.pointed = cell;
    this.tell(this.chanceOf(cell));
    this.draw();
  }

  /** @param {number} cell */
  open(cell) {
    if (this.isCovered(cell)) this.refill();
    super.open(cell);
    this.draw(SECONDS.layouts);
  }

  /** @param {number} cell @param {string} kind @param {string} chance @param {number} before */
  answer(cell, kind, chance, before) {
    const { data, say, over } = this;
    const left = this.alive.length;
    const lines = [chance];
    if (over) return [chance, say("layouts lost")];
    if (kind === "doubt") return [chance, say("layouts doubt")];
    if (kind === "mine") return lines;
    lines.push(say("layouts opened", { number: this.numberAt(cell) }));
    const ruled = left === before ? "layouts nothing" : "layouts ruled";
    lines.push(say(ruled, { gone: grouped(before - left), left: grouped(left) }));
    if (this.isDone) lines.push(data.told);
    return lines;
  }

  draw(seconds = 0) {
    super.draw();
    if (!this.theme || !this.room || !this.mosaic) return;
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
