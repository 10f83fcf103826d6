// The configurations of a frontier as cards to switch on and off, and the mines left as a slider.

import { make } from "../shared/dom.js";
import { nameOf, waysToLay } from "../shared/grid.js";
import { bigNumber, percent } from "../shared/words.js";
import { BESIDE, Figure, FigureBoard } from "./figure.js";
import { Weights, weightCard } from "./weights.js";

export class Configurations extends Figure {
  static kind = "configurations";
  shown = { average: /** @type {number[]} */ ([]), exact: /** @type {number[]} */ ([]) };
  off = this.data.configurations.map(() => false);

  /** @param {[HTMLElement, Pack, { say: Say }]} given */
  constructor(...given) {
    super(...given);
    const { data, say } = this;
    this.left = data.left;
    this.cards = data.configurations.map((each, number) => this.card(each, number));
    const point = (/** @type {number} */ cell) => this.tellOf(data.crop[cell]);
    const { height, width, corner } = data.configurations[0]; // a part of the board
    const codes = data.crop.map((cell) => data.codes[cell]);
    /** @param {string} label @returns {FigureBoard} */
    const board = (label) =>
      new FigureBoard(
        this,
        { height, width, codes, corner },
        { onpoint: point, most: 40, label, axes: true },
      );
    this.average = board(say("configurations average"));
    this.exact = board(say("configurations exact"));
    this.count = make("output", {});
    this.all = make("small", {});
    this.slider = make("input", {
      type: "range",
      min: data.least,
      max: data.most,
      value: this.left,
      "aria-label": say("configurations mines"),
      oninput: () => {
        this.mines = Number(this.slider.value) + data.flags;
      },
    });
    const names = [say("configurations exact"), say("configurations average")];
    const boards = [this.exact.element, this.average.element];
    this.weights = new Weights(this.cards, names, boards);
    this.parts = [
      make(
        "label",
        { class: "mv-slider" },
        say("configurations mines"),
        this.slider,
        this.count,
        this.all,
      ),
      this.weights.element,
      this.said,
    ];
  }

  /** @param {CardData} each @param {number} number */
  card(each, number) {
    const board = new FigureBoard(this, each, { most: 26, label: this.say("configuration") });
    const card = weightCard(board, "button", {
      type: "button",
      class: "mv-switch",
      "aria-pressed": "true",
      onclick: () => {
        this.off[number] = !this.off[number];
        card.element.setAttribute("aria-pressed", !this.off[number]);
        this.update();
      },
      "aria-label": this.say("configuration switch", { number: number + 1 }),
    });
    return card;
  }

  changed() {} // a page around it follows

  /** The mines on the whole board, as many as can be. */
  get mines() {
    return this.left + this.data.flags;
  }

  set mines(mines) {
    const { least, most, flags } = this.data;
    this.left = Math.min(Math.max(mines - flags, least), most);
    this.slider.value = String(this.left);
    this.update();
    this.changed();
  }

  /** The chance of a mine in the first cell of the frontier. */
  get chance() {
    return percent(this.say, this.shown.exact[this.data.watched] / 10000);
  }

  /** @param {number} width */
  arrange(width) {
    const across = Math.min(this.cards.length, width >= BESIDE ? 4 : 3);
    for (const { board } of this.cards) board.fit(Math.min(130, width / across - 34), 160);
    for (const board of [this.average, this.exact]) board.fit(Math.min(150, 0.36 * width), 200);
    this.update();
  }

  /** The ways to place the other mines for a configuration, given the mines left. @param {number} number */
  ways(number) {
    const { data } = this;
    return this.off[number]
      ? 0
      : waysToLay(data.interior, this.left - data.configurations[number].mines);
  }

  /** Chances per cell in hundredths of a percent, with configurations weighted by `weigh`. @param {(number: number) => number} weigh */
  chances(weigh) {
    const { data } = this;
    const weights = data.configurations.map((_, number) => weigh(number));
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    const of = (/** @type {number[]} */ values) =>
      all ? values.reduce((sum, value, number) => sum + value * weights[number], 0) / all : NaN;
    const inside = of(data.configurations.map(({ mines }) => (this.left - mines) / data.interior));
    const drawn = data.plain.map((place) => {
      if (place === -2) return 65535;
      const chance = place === -1 ? inside : of(data.table.map((row) => row[place]));
      return Number.isNaN(chance) || chance < 0 || chance > 1 ? 65535 : Math.round(10000 * chance);
    });
    return drawn;
  }

  update() {
    const { data, say } = this;
    this.count.textContent = String(this.left);
    this.all.textContent = say("configurations of", { mines: this.left + data.flags });
    this.cards.forEach(({ words }, number) => {
      const count = bigNumber(BigInt(this.ways(number)));
      words.textContent = this.off[number] ? say("configurations off") : count;
    });
    this.shown = {
      average: this.chances((number) => Number(!this.off[number])),
      exact: this.chances((number) => this.ways(number)),
    };
    const both = /** @type {const} */ ([
      [this.average, this.shown.average],
      [this.exact, this.shown.exact],
    ]);
    for (const [board, chances] of both) board.showChances(data.crop.map((cell) => chances[cell]));
    this.tellOf(this.pointed ?? data.watched);
  }

  /** Colour the bars by whether a cell of the frontier is a mine: how its chances come about. @param {number} cell */
  weigh(cell) {
    const { data, say } = this;
    const sides = data.table.map((row) => 1 - row[data.plain[cell]]);
    const ways = this.cards.map((_, number) => this.ways(number));
    const names = /** @type {const} */ (["exact", "average"]).map((name) => {
      const chance = this.shown[name][cell];
      const bar = say(`configurations ${name}`);
      return chance > 10000 ? bar : `${bar}: ${percent(say, chance / 10000)}`;
    });
    this.weights.show([ways, this.off.map((off) => Number(!off))], sides, names);
  }

  /** @param {number} cell */
  tellOf(cell) {
    const { data, say } = this;
    this.pointed = cell;
    if (data.plain[cell] >= 0) this.weighed = cell;
    this.weigh(this.weighed ?? data.watched);
    const [average, exact] = [this.shown.average[cell], this.shown.exact[cell]];
    if (average > 10000 || exact > 10000)
      return this.tell(
        say(data.plain[cell] === -2 ? "configurations open" : "configurations none"),
      );
    return this.tell(
      say("configurations told", {
        cell: nameOf(cell, data.width),
        average: percent(say, average / 10000),
        exact: percent(say, exact / 10000),
      }),
    );
  }
}
