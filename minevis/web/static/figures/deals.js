// A click on many layouts that fit: a hundred one after another, then ten thousand at once.

import { during, make } from "../shared/dom.js";
import { randomFrom, someOf } from "../solver/random.js";
import { BESIDE, SECONDS } from "./figure.js";
import { Mosaic, inRows } from "./mosaic.js";

const [FEW_DEALS, MOST_DEALS] = [100, 10_000];
const DEAL_SEED = 71; // its first hundred are typical

/** The mines of a layout that fits, each layout as likely as any other: a configuration by its ways, then the rest anywhere in the interior. @param {DealtData} data @param {() => number} random */
export function dealt({ configurations, table, frontier, inside, left }, random) {
  let place = random() * configurations.reduce((sum, { ways }) => sum + ways, 0);
  const row = table[configurations.findIndex(({ ways }) => (place -= ways) < 0)];
  const mined = frontier.filter((_, number) => row[number]);
  return new Set([...mined, ...someOf(inside, left - mined.length, random)]);
}

/** Below a position: what a click on one of its cells does in layouts that fit. */
export class Deals {
  cell = -1; // the cell that is opened in all of them
  total = FEW_DEALS;
  layouts = /** @type {Set<number>[]} */ ([]);
  random = randomFrom(DEAL_SEED);
  settle = () => {};

  /** @param {import("./figure.js").Figure} figure */
  constructor(figure) {
    this.figure = figure;
    const { data, say } = figure;
    const [few, many] = [FEW_DEALS, MOST_DEALS].map((total) => say("deals mosaic", { total }));
    this.mosaics = [
      new Mosaic(few, data, 20, { gap: 2 }),
      new Mosaic(many, { height: 1, width: 1 }, 100, { gap: 1 }),
    ];
    this.count = make("p", { class: "mv-sum" });
    this.more = figure.button("deals more", () => this.open(this.cell, MOST_DEALS));
    const choices = make("div", { class: "mv-choices" }, this.more);
    const pictures = this.mosaics.map(({ element }) => element);
    this.element = make("div", { hidden: true }, this.count, ...pictures, choices);
  }

  /** Open a cell in so many layouts; returns when all have been opened. @param {number} cell */
  open(cell, total = FEW_DEALS) {
    const { data, say } = this.figure;
    Object.assign(this, { cell, total });
    while (this.layouts.length < total) this.layouts.push(dealt(data, this.random));
    const layouts = this.layouts.slice(0, total);
    this.element.hidden = false;
    this.more.hidden = total === MOST_DEALS;
    this.settle();
    this.settle = during(SECONDS.deals, (share) => {
      const opened = Math.round(share * total);
      const mines = layouts.slice(0, opened).filter((mined) => mined.has(cell)).length;
      const [fell, of] = [mines, opened].map((count) => count.toLocaleString("en"));
      this.count.textContent = say("deals fell", { fell, of });
    });
    return this.draw(SECONDS.deals);
  }

  /** Draw the layouts in the room of the figure: red ones explode. */
  draw(seconds = 0) {
    const { cell, figure, total } = this;
    if (cell < 0 || !figure.theme) return Promise.resolve();
    const chosen = Number(total === MOST_DEALS);
    this.mosaics.forEach(({ element }, number) => (element.hidden = number !== chosen));
    const mosaic = this.mosaics[chosen];
    if (!chosen) mosaic.across = figure.inside().width < BESIDE ? 20 : 10;
    const cells = figure.data.codes.map((_, each) => each);
    const boards = this.layouts.slice(0, total).map((mined, number) => {
      const ground = mined.has(cell) ? "mine" : "search";
      const drawn = cells.map((each) => (mined.has(each) ? "ink" : ground));
      return { cells: chosen ? [ground] : drawn, after: (0.9 * number) / total };
    });
    return mosaic.draw(figure, inRows(boards, mosaic.across), seconds);
  }
}
