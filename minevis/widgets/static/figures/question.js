// One position, one question: which of two cells? Then the plain averages, and the exact chances.

import { make, textButton, toolbar } from "../shared/dom.js";
import { Pictures } from "../shared/pictures.js";
import { percent } from "../shared/words.js";
import { Figure, FigureBoard } from "./figure.js";

const NAMES = ["A", "B"];
const VIEWS = ["believed", "true"];

export class Question extends Figure {
  static kind = "question";

  build() {
    const { data, say } = this;
    const { height, width, codes } = data;
    this.board = new FigureBoard(
      this,
      { height, width, codes },
      {
        onpick: (cell) => this.choose(data.cells.indexOf(cell)),
        most: 56,
        label: say("question board"),
      },
    );
    this.board.letter(data.cells.map((cell, number) => [cell, NAMES[number]]));
    this.buttons = NAMES.map((name, number) =>
      textButton(say("question open", { name }), say("question open", { name }), () =>
        this.choose(number),
      ),
    );
    this.answer = make("div", { class: "mv-answer", hidden: true });
    this.ask = make(
      "div",
      { class: "mv-asked" },
      make("p", { class: "mv-asks" }, say("question which"), make("br"), say("question one")),
      make("p", {}, say("question about", { mines: data.mines, flags: data.flags })),
      make("div", { class: "mv-choices mv-large" }, ...this.buttons),
    );
    return [
      make(
        "div",
        { class: "mv-columns" },
        this.board.element,
        make("div", { class: "mv-words" }, this.ask, this.said, this.answer),
      ),
    ];
  }

  fit(width) {
    const beside = width >= 640;
    this.board.fit(beside ? Math.min(width * 0.5, 470) : Math.min(width, 440), 520);
    for (const { board } of this.cards ?? []) board.fit(Math.min(120, (width - 40) / 3), 130);
  }

  async choose(number) {
    if (number < 0) return;
    const { data, say } = this;
    const chance = (chances, which = number) => percent(say, chances[data.cells[which]] / 10000);
    const better = data.exact[data.cells[number]] < data.exact[data.cells[1 - number]];
    this.buttons.forEach((button, each) => button.setAttribute("aria-pressed", each === number));
    this.tell(
      say(better ? "question better" : "question worse", {
        name: NAMES[number],
        true: chance(data.exact),
        believed: chance(data.average),
        count: data.layouts[number],
        layouts: data.total,
        times: (data.exact[data.cells[number]] / data.average[data.cells[number]]).toFixed(1),
      }),
    );
    if (this.cards) return;
    this.reveal();
    await Promise.all(this.cards.map(({ board }) => this.welcome(board)));
    this.views.pick("true");
  }

  /** Both beliefs to lay over the board, and the configurations that explain them. */
  reveal() {
    const { data, say } = this;
    this.views = toolbar(
      say("question views"),
      VIEWS.map((name) => [name, say(`question ${name}`), say(`question ${name}`)]),
      (name) => this.lay(name),
    );
    this.cards = data.configurations.map(({ codes, ways }) => {
      const board = new FigureBoard(
        this,
        { height: data.height, width: data.width, codes },
        { most: 14, label: say("configuration") },
      );
      return {
        board,
        element: make(
          "figure",
          { class: "mv-card" },
          board.element,
          make("figcaption", {}, say("ways", { ways })),
        ),
      };
    });
    this.answer.replaceChildren(
      this.views,
      make(
        "p",
        {},
        say("question why", { count: data.configurations.length, interior: data.interior }),
      ),
      make("div", { class: "mv-cards" }, ...this.cards.map(({ element }) => element)),
    );
    this.answer.hidden = false;
    this.root.classList.add("mv-answered");
  }

  lay(name) {
    const pictures = new Pictures(this.pack.head.atlas);
    const chances = name === "true" ? this.data.exact : this.data.average;
    this.board.letter(this.data.cells.map((cell) => [cell, ""]));
    this.board.show(this.data.codes.map((code, cell) => pictures.withChance(code, chances[cell])));
  }
}
