// The first click: a corner, an edge or the middle, and the area opened by each on many boards.

import { make, textButton } from "../shared/dom.js";
import { Figure, FigureBoard } from "./figure.js";

const PLACE_LETTERS = ["A", "B", "C"];
const ACROSS = 10; // small boards in a row

export class FirstClick extends Figure {
  static kind = "first-click";

  build() {
    const { data, say } = this;
    const { height, width, codes, places } = data;
    this.board = new FigureBoard(
      this,
      { height, width, codes },
      {
        onpick: (cell) => this.choose(places.findIndex((place) => place.cell === cell)),
        most: 34,
        label: say("first-click board"),
      },
    );
    this.board.letter(places.map(({ cell }, number) => [cell, PLACE_LETTERS[number]]));
    this.buttons = places.map(({ name }, number) =>
      textButton(
        `${PLACE_LETTERS[number]}  ${say("first-click " + name)}`,
        say(`first-click ${name}`),
        () => this.choose(number),
      ),
    );
    this.mosaic = make("canvas", {
      class: "mv-mosaic",
      role: "img",
      "aria-label": say("first-click mosaic"),
    });
    this.lines = make("ul", { class: "mv-found" });
    this.found = new Map();
    this.tell(say("first-click ask"));
    const left = make(
      "div",
      {},
      this.board.element,
      make("div", { class: "mv-choices" }, ...this.buttons),
    );
    return [
      make(
        "div",
        { class: "mv-columns" },
        left,
        make("div", { class: "mv-words" }, this.said, this.mosaic, this.lines),
      ),
    ];
  }

  arrange(width) {
    const beside = width >= 640;
    this.board.fit(beside ? Math.min(width * 0.4, 330) : Math.min(width, 300), 330);
    this.room = beside ? Math.min(width * 0.55, 430) : width;
    this.draw();
  }

  choose(number) {
    if (number < 0) return;
    const { data, say } = this;
    const { name, zeros, mean } = data.places[number];
    this.chosen = number;
    this.buttons.forEach((button, each) => button.setAttribute("aria-pressed", each === number));
    this.tell(
      say("first-click told", {
        place: say(`first-click ${name}`),
        zeros,
        boards: data.boards,
        mean,
      }),
    );
    if (!this.found.has(number)) this.note(number);
    this.draw();
  }

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

  /** A hundred small boards, with the area opened by one click on each. */
  draw() {
    const { data, mosaic } = this;
    mosaic.hidden = this.chosen === undefined;
    if (mosaic.hidden || !this.theme) return;
    const ratio = window.devicePixelRatio || 1;
    const gap = Math.round(4 * ratio);
    const cell = Math.max(1, Math.floor(((this.room * ratio) / ACROSS - gap) / data.width));
    const [wide, high] = [data.width * cell + gap, data.height * cell + gap];
    mosaic.width = ACROSS * wide;
    mosaic.height = Math.ceil(data.boards / ACROSS) * high;
    mosaic.style.width = `${mosaic.width / ratio}px`;
    const pen = mosaic.getContext("2d");
    const colour = (name) => `rgb(${this.theme.colours[name].join(" ")})`;
    data.places[this.chosen].opened.forEach((bits, number) => {
      const [x, y] = [(number % ACROSS) * wide, Math.floor(number / ACROSS) * high];
      pen.fillStyle = colour("rim");
      pen.fillRect(x, y, wide - gap, high - gap);
      pen.fillStyle = colour(bits.includes("1", bits.indexOf("1") + 1) ? "search" : "mine");
      [...bits].forEach((bit, each) => {
        if (bit === "1")
          pen.fillRect(
            x + (each % data.width) * cell,
            y + Math.floor(each / data.width) * cell,
            cell,
            cell,
          );
      });
    });
  }
}
