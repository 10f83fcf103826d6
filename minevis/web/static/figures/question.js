// One position, one question: which of two cells, or neither? Then their chances, and on demand the reason.

import { make } from "../shared/dom.js";
import { nameOf } from "../shared/grid.js";
import { percent } from "../shared/words.js";
import { Deals } from "./deals.js";
import { Figure, FigureBoard } from "./figure.js";
import { Weights, weightCard } from "./weights.js";

const NAMES = ["A", "B"];
const ELSEWHERE = 2;
const CERTAIN = 10000; // in hundredths of a percent

export class Question extends Figure {
  static kind = "question";

  /** @param {[HTMLElement, Pack, { say: Say }]} given */
  constructor(...given) {
    super(...given);
    const { data, say } = this;
    this.board = new FigureBoard(this, data, {
      onpick: (/** @type {number} */ cell) => this.pick(cell),
      most: 56,
      axes: true,
      label: say("question board"),
    });
    this.board.letter(data.cells.map((cell, number) => [cell, NAMES[number]]));
    const others = [...data.exact.keys()].filter(
      (cell) => data.exact[cell] <= CERTAIN && !data.cells.includes(cell),
    );
    const least = Math.min(...others.map((cell) => data.exact[cell]));
    this.safest = others.filter((cell) => data.exact[cell] === least);
    const choices = NAMES.map((name) => say("question open", { name }));
    if (others.length) choices.push(say("question elsewhere"));
    const element = this.choices(choices, (number) => this.choose(number));
    element.classList.add("mv-large");
    this.answer = make("div", { class: "mv-answer", hidden: true });
    const about = say("question about", { mines: data.mines, flags: data.flags });
    this.ask = make(
      "div",
      { class: "mv-asked" },
      make("p", { class: "mv-asks" }, say("question which"), make("br"), say("question one")),
      make("p", {}, data.stuck ? `${about} ${say("question stuck")}` : about),
      element,
    );
    this.deals = new Deals(this);
    this.parts = this.beside(this.board, this.ask, this.deals.element, this.said, this.answer);
  }

  /** @param {number} width */
  arrange(width) {
    const share = this.weights ? 0.38 : 0.5;
    this.fitBeside(this.board, width, { share, most: 470, narrow: 440, height: 520 });
    this.deals.draw();
    if (!this.weights) return;
    const room = this.weights.element.clientWidth;
    const { cards } = this.weights;
    for (const { board } of cards) board.fit(Math.min(130, room / cards.length - 14), 150);
    this.weigh();
  }

  /** @param {number} cell */
  pick(cell) {
    const { exact, cells } = this.data;
    if (exact[cell] <= CERTAIN)
      this.choose(cells.includes(cell) ? cells.indexOf(cell) : ELSEWHERE, cell);
  }

  /** Open a cell in many layouts, then tell the exact chances. @param {number} number @param {number} [cell] */
  async choose(number, cell = [...this.data.cells, this.safest[0]][number]) {
    const { data, say } = this;
    this.press(number);
    this.recalled ||= say("question recalled", {
      cell: NAMES[number] ?? nameOf(cell, data.width),
      chance: percent(say, data.exact[cell] / CERTAIN),
    });
    this.root.classList.add("mv-answered");
    this.tell("");
    await this.deals.open(cell);
    if (this.deals.cell === cell) this.answerTo(number);
  }

  /** @param {number} number */
  answerTo(number) {
    const { data, say } = this;
    const chances = data.cells.map((cell) => data.exact[cell]);
    const better = chances[0] < chances[1] ? 0 : 1;
    const [first, second] = chances.map((chance) => percent(say, chance / CERTAIN));
    const count = data.configurations.length;
    const mined = data.mined[better];
    const told = [say("question odds", { first, second })];
    const [other] = this.safest;
    if (other === undefined || data.exact[other] > chances[better]) {
      const words = number === better ? "question better" : "question worse";
      told.unshift(say(words, { name: NAMES[number] }));
    } else {
      const chance = say("chance", { percent: Number((data.exact[other] / 100).toFixed(1)) });
      const cell = nameOf(other, data.width);
      const words = number === ELSEWHERE ? "question right" : "question safer";
      told.unshift(say(words, { cell, chance }));
    }
    if (2 * mined > count) told.push(say("question puzzle", { count, mined, name: NAMES[better] }));
    this.tell(told.join(" "));
    if (!this.answer.hidden) return;
    this.board.letter(
      data.cells.map((cell, each) => [cell, NAMES[each]]),
      true,
    );
    this.board.showChances(data.exact, [...data.cells, ...this.safest]);
    const show = this.button("question show", () => this.reveal());
    this.answer.replaceChildren(make("div", { class: "mv-choices" }, show));
    this.answer.hidden = false;
  }

  /** The configurations with their weights, which explain the chances. */
  async reveal() {
    const { data, say } = this;
    const cards = data.configurations.map((each) => {
      const card = weightCard(
        new FigureBoard(this, each, { most: 26, label: say("configuration") }),
      );
      card.words.textContent = each.ways.toLocaleString("en");
      return card;
    });
    this.weights = new Weights(cards, [""]);
    const key = NAMES.map((name, side) => {
      const layouts = data.layouts[side].toLocaleString("en");
      const share = percent(say, data.exact[data.cells[side]] / CERTAIN);
      const text = say("question share", { name, share, layouts });
      return make("li", {}, make("i", { "data-side": side }), text);
    });
    this.answer.replaceChildren(
      make("p", { class: "mv-asks" }, say("question why", { count: cards.length })),
      make("p", {}, say("question scale", { interior: data.interior })),
      this.weights.element,
      make("ul", { class: "mv-key" }, ...key),
    );
    await Promise.all(cards.map(({ board }) => this.welcome(board)));
  }

  weigh() {
    const { configurations, first } = this.data;
    const ways = configurations.map((each) => each.ways);
    this.weights?.show(
      [ways],
      first.map((/** @type {number} */ mined) => 1 - mined),
      [""],
    );
  }
}
