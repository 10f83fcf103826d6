// No cell is safe: where would you guess? Then the win ratios of the choices.

import { make } from "../shared/dom.js";
import { nameOf } from "../shared/grid.js";
import { percent } from "../shared/words.js";
import { Figure, FigureBoard } from "./figure.js";

export class Guess extends Figure {
  static kind = "guess";

  /** @param {[HTMLElement, Pack, { say: Say }]} given */
  constructor(...given) {
    super(...given);
    const { data, say } = this;
    this.board = new FigureBoard(this, data, {
      onpick: (/** @type {number} */ cell) => this.choose(cell),
      most: 52,
      label: say("guess board"),
      axes: true,
    });
    this.board.showChances(data.risk);
    this.tried = new Set();
    this.show = this.button("guess show", () => this.reveal(), { hidden: true });
    this.tell(say("guess ask"));
    this.parts = this.beside(
      this.board,
      make("p", { class: "mv-asks" }, say("guess which")),
      this.said,
      make("div", { class: "mv-choices" }, this.show),
    );
  }

  /** @param {number} width */
  arrange(width) {
    this.fitBeside(this.board, width, { share: 0.5, most: 420, height: 430 });
  }

  /** @param {number} cell */
  choose(cell) {
    const { data, say } = this;
    const wins = data.wins[cell];
    if (wins < 0) return this.tell(say("guess open"));
    const told = { cell: nameOf(cell, data.width), wins, layouts: data.layouts };
    this.recalled ||= say("guess recalled", told);
    const best = Math.max(...data.wins);
    this.tell(
      say(wins === best ? "guess best" : "guess worse", {
        ...told,
        win: percent(say, wins / data.layouts),
        risk: percent(say, data.risk[cell] / 10000),
      }),
    );
    this.tried.add(cell);
    this.showWins();
    this.show.hidden = false;
  }

  /** On the cells tried: the games won, of all. */
  showWins() {
    const { wins, layouts } = this.data;
    this.root.classList.add("mv-numbers");
    this.board.letter([...this.tried].map((cell) => [cell, `${wins[cell]}/${layouts}`]));
  }

  reveal() {
    const { data } = this;
    data.wins.forEach((wins, cell) => wins >= 0 && this.tried.add(cell));
    this.showWins();
    this.tell(this.say("guess all", { layouts: data.layouts }));
    this.show.hidden = true;
  }
}
