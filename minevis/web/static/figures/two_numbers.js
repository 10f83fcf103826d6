// A board, and beside it the same one, whose clues turn into two numbers each: the mines left and the room.

import { make, moves, onPrint } from "../shared/dom.js";
import { nameOf } from "../shared/grid.js";
import { BESIDE, Figure, FigureBoard, SECONDS } from "./figure.js";

export class TwoNumbers extends Figure {
  static kind = "two-numbers";

  /** @param {[HTMLElement, Pack, { say: Say }]} given */
  constructor(...given) {
    super(...given);
    const { data, say } = this;
    const point = (/** @type {number} */ cell) => this.point(cell);
    const options = { onpoint: point, onpick: point, most: 48, axes: true };
    this.turned = new FigureBoard(this, data, { ...options, label: say("two-numbers turned") });
    this.plain = new FigureBoard(this, data, { ...options, label: say("two-numbers board") });
    for (const board of this.boards) Object.assign(board, data.answer);
    this.switch = this.button("two-numbers turn", () => this.turn());
    this.isTurned = false;
    onPrint((isPrinted) => {
      this.turned.show(isPrinted || this.isTurned ? data.numbers : data.codes);
    }, this.listeners.signal);
    this.parts = [
      make("div", { class: "mv-pair" }, this.plain.element, this.turned.element),
      make("div", { class: "mv-choices" }, this.switch),
      this.said,
    ];
    this.showSwitch();
  }

  /** @param {number} width */
  arrange(width) {
    const isWide = width >= BESIDE;
    this.plain.element.hidden = !isWide; // on a phone the switch goes between the two
    for (const board of this.boards) board.fit(isWide ? width / 2 - 12 : width);
  }

  showSwitch() {
    this.switch.setAttribute("aria-pressed", String(this.isTurned));
  }

  /** Turn all clues, row by row. */
  turn() {
    const { data, turned } = this;
    this.isTurned = !this.isTurned;
    this.showSwitch();
    const codes = this.isTurned ? data.numbers : data.codes;
    let row = moves() ? 0 : data.height - 1;
    clearInterval(this.timer);
    const step = () => {
      row += 1;
      const end = row * data.width;
      turned.show([...codes.slice(0, end), ...turned.codes.slice(end)]);
      if (row >= data.height) clearInterval(this.timer);
    };
    this.timer = setInterval(step, (1000 * SECONDS.turns) / data.height);
    step();
  }

  /** @param {number} cell */
  point(cell) {
    const { data, say, turned } = this;
    const told = turned.pictures.describeOver(data.numbers[cell], say);
    this.tell(told && `${nameOf(cell, data.width)}: ${told}`);
  }
}
