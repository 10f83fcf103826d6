// A race: choose who you think wins, then watch.

import { make, moves } from "../shared/dom.js";
import { Figure, FigureBoard } from "./figure.js";

const CLICK_TIME = 350; // ms a click
const PAUSE = 3; // clicks, when somebody explodes

export class Bet extends Figure {
  static kind = "bet";
  chosen = 0; // the place of the lane betted on
  move = 0;

  /** @param {[HTMLElement, Pack, { say: Say }]} given */
  constructor(...given) {
    super(...given);
    const { data, say } = this;
    const { height, width, codes } = data;
    /** @type {(FigureData["lanes"][number] & { drawn: number[], board: FigureBoard })[]} */
    this.lanes = data.lanes.map((lane) => ({
      ...lane,
      drawn: [...codes],
      board: new FigureBoard(
        this,
        { height, width, codes, title: lane.name },
        { most: 26, label: lane.name },
      ),
    }));
    const bets = this.choices(
      this.lanes.map(({ name }) => name),
      (number) => this.place(number),
    );
    this.tell(say("bet ask"));
    this.parts = [
      this.said,
      bets,
      make("div", { class: "mv-lanes" }, ...this.lanes.map(({ board }) => board.element)),
    ];
  }

  /** @param {number} width */
  arrange(width) {
    const across = width >= 640 ? 3 : 2;
    for (const { board } of this.lanes) board.fit((width - 18 * (across - 1)) / across - 1, 330);
  }

  /** @param {number} number */
  place(number) {
    this.chosen = number;
    this.press(number);
    clearTimeout(this.timer);
    for (const lane of this.lanes) lane.drawn = [...this.data.codes];
    this.move = 0;
    this.step();
  }

  /** The next click of everybody who is still in the game. */
  step() {
    const { say } = this;
    for (const lane of this.lanes) {
      for (const [cell, code] of lane.moves[this.move] ?? []) lane.drawn[cell] = code;
      lane.board.show(lane.drawn);
    }
    this.move += 1;
    const running = this.lanes.filter(({ moves }) => this.move < moves.length);
    this.tell(say("bet running", { move: this.move, players: running.length }));
    if (!running.length) return this.tell(this.ending());
    const falls = this.lanes.some(({ won, moves }) => !won && moves.length === this.move);
    this.timer = setTimeout(() => this.step(), moves() ? CLICK_TIME * (falls ? PAUSE : 1) : 0);
  }

  ending() {
    const { say } = this;
    const mine = this.lanes[this.chosen];
    const all = this.lanes
      .map(({ name, won, moves }) =>
        say(won ? "bet won" : "bet lost", { name, move: moves.length }),
      )
      .join(" ");
    return `${say(mine.won ? "bet right" : "bet wrong", { name: mine.name })} ${all}`;
  }
}
