// The first click: the area opened by a corner, an edge or the middle on many boards.

import { make } from "../shared/dom.js";
import { Figure, FigureBoard, SECONDS } from "./figure.js";
import { Mosaic, inRows } from "./mosaic.js";

const PLACE_LETTERS = ["A", "B", "C"];

export class FirstClick extends Figure {
  static kind = "first-click";
  chosen = -1; // the place clicked first

  /** @param {[HTMLElement, Pack, { say: Say }]} given */
  constructor(...given) {
    super(...given);
    const { data, say } = this;
    const { height, width, codes, places } = data;
    this.board = new FigureBoard(this, data, {
      onpick: (/** @type {number} */ cell) =>
        this.choose(places.findIndex((place) => place.cell === cell)),
      most: 34,
      label: say("first-click board"),
    });
    this.board.letter(places.map(({ cell }, number) => [cell, PLACE_LETTERS[number]]));
    const choices = this.choices(
      places.map(({ name }, number) => `${PLACE_LETTERS[number]}  ${say("first-click " + name)}`),
      (number) => this.choose(number),
    );
    this.mosaic = new Mosaic(say("first-click mosaic"), data, 10);
    this.lines = make("ul", { class: "mv-found" });
    this.found = new Map();
    this.tell(say("first-click ask"));
    const left = make("div", {}, this.board.element, choices);
    this.parts = this.beside({ element: left }, this.said, this.mosaic.element, this.lines);
  }

  /** @param {number} width */
  arrange(width) {
    this.fitBeside(this.board, width, { share: 0.4, most: 330, narrow: 300, words: 430 });
    this.draw();
  }

  /** @param {number} number */
  choose(number) {
    if (number < 0) return;
    const { data, say } = this;
    const { name, zeros, mean } = data.places[number];
    this.chosen = number;
    const place = say(`first-click ${name}`);
    this.recalled ||= say("first-click recalled", { place, zeros, boards: data.boards });
    this.press(number);
    this.tell(
      say("first-click told", {
        place,
        zeros,
        boards: data.boards,
        mean,
      }),
    );
    if (!this.found.has(number)) this.note(number);
    this.draw(SECONDS.layouts);
  }

  /** @param {number} number */
  note(number) {
    const { zeros, mean, name } = this.data.places[number];
    const line = make(
      "li",
      {},
      make("b", {}, `${PLACE_LETTERS[number]}  ${this.say("first-click " + name)}`),
      make("span", {}, this.say("first-click line", { zeros, mean })),
    );
    this.found.set(number, line);
    this.lines.replaceChildren(
      ...[...this.found].sort(([a], [b]) => a - b).map(([, each]) => each),
    );
  }

  /** A hundred small boards, with the area opened by one click. */
  draw(seconds = 0) {
    const { data, mosaic } = this;
    mosaic.element.hidden = this.chosen < 0;
    if (mosaic.element.hidden || !this.theme) return;
    const drawn = (/** @type {string} */ bits) => {
      const name = bits.includes("1", bits.indexOf("1") + 1) ? "search" : "mine";
      return { cells: [...bits].map((bit) => (bit === "1" ? name : null)) };
    };
    mosaic.draw(this, inRows(data.places[this.chosen].opened.map(drawn), 10), seconds);
  }
}
