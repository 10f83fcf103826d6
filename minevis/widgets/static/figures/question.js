// One position, one question: which of two cells? Then the chances of both, and on demand the reason.

import { make, textButton } from "../shared/dom.js";
import { Pictures } from "../shared/pictures.js";
import { percent } from "../shared/words.js";
import { Figure, FigureBoard } from "./figure.js";

const NAMES = ["A", "B"];

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
        axes: true,
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
    const about = say("question about", { mines: data.mines, flags: data.flags });
    this.ask = make(
      "div",
      { class: "mv-asked" },
      make("p", { class: "mv-asks" }, say("question which"), make("br"), say("question one")),
      make("p", {}, data.stuck ? `${about} ${say("question stuck")}` : about),
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

  arrange(width) {
    const beside = width >= 640;
    this.board.fit(beside ? Math.min(width * 0.5, 470) : Math.min(width, 440), 520);
    for (const { board } of this.cards ?? []) board.fit(Math.min(120, (width - 40) / 3), 130);
  }

  choose(number) {
    if (number < 0) return;
    const { data, say } = this;
    const better = data.exact[data.cells[0]] < data.exact[data.cells[1]] ? 0 : 1;
    const [first, second] = data.cells.map((cell) => percent(say, data.exact[cell] / 10000));
    const count = data.configurations.length;
    const mined = data.mined[better];
    this.buttons.forEach((button, each) => button.setAttribute("aria-pressed", each === number));
    const told = [
      say(number === better ? "question better" : "question worse", { name: NAMES[number] }),
      say("question odds", { first, second }),
    ];
    if (2 * mined > count) told.push(say("question puzzle", { count, mined, name: NAMES[better] }));
    this.tell(told.join(" "));
    if (!this.answer.hidden) return;
    const pictures = new Pictures(this.pack.head.atlas);
    this.board.letter(
      data.cells.map((cell, each) => [cell, NAMES[each]]),
      true,
    );
    this.board.show(
      data.codes.map((code, cell) =>
        data.cells.includes(cell) ? pictures.withChance(code, data.exact[cell]) : code,
      ),
    );
    const show = textButton(say("question show"), say("question show"), () => this.reveal());
    this.answer.replaceChildren(make("div", { class: "mv-choices" }, show));
    this.answer.hidden = false;
    this.root.classList.add("mv-answered");
  }

  /** The configurations, which explain the chances. */
  async reveal() {
    const { data, say } = this;
    const grouped = (number) => number.toLocaleString("en");
    this.cards = data.configurations.map(({ codes, ways }) => {
      const board = new FigureBoard(
        this,
        { height: data.height, width: data.width, codes },
        { most: 14, label: say("configuration") },
      );
      const caption = make("figcaption", {}, say("ways", { ways: grouped(ways) }));
      return { board, element: make("figure", { class: "mv-card" }, board.element, caption) };
    });
    const [first, second] = data.layouts.map(grouped);
    const layouts = grouped(data.total);
    const { interior } = data;
    const why = { count: data.configurations.length, interior, first, second, layouts };
    this.answer.replaceChildren(
      make("p", {}, say("question why", why)),
      make("div", { class: "mv-cards" }, ...this.cards.map(({ element }) => element)),
    );
    await Promise.all(this.cards.map(({ board }) => this.welcome(board)));
  }
}
