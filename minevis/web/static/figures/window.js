// A window of three by three cells: it slides over the mines, adds them up, and leaves its sum behind.

import { make } from "../shared/dom.js";
import { nameOf, placeOf } from "../shared/grid.js";
import { codeOf } from "../shared/pictures.js";
import { neighbours } from "../solver/knowledge.js";
import { Figure, FigureBoard, SECONDS } from "./figure.js";

const SWIFT = 0.4; // of the time of a step, when the window goes by itself

export class SlidingWindow extends Figure {
  static kind = "window";
  box = /** @type {Box | null} */ (null); // of the window

  /** @param {[HTMLElement, Pack, { say: Say }]} given */
  constructor(...given) {
    super(...given);
    const { height, width, codes } = this.data;
    const { say } = this;
    this.drawn = [...codes];
    this.board = new FigureBoard(
      this,
      { height, width, codes: this.drawn },
      {
        onpoint: (/** @type {number} */ cell) => {
          this.stop();
          this.add(cell);
        },
        most: 48,
        label: say("window board"),
      },
    );
    this.pane = make("div", { class: "mv-pane", hidden: true });
    this.board.panel.field.append(this.pane);
    this.sum = make("p", { class: "mv-sum" }, say("window begin"));
    this.all = this.button("window all", () => this.run());
    this.clear = this.button("window clear", () => this.wipe());
    this.parts = this.beside(
      this.board,
      this.sum,
      this.said,
      make("div", { class: "mv-choices" }, this.all, this.clear),
    );
  }

  /** @param {number} width */
  arrange(width) {
    this.fitBeside(this.board, width, { share: 0.55, most: 420, narrow: 400 });
    if (this.at !== undefined) this.placePane(this.at, 0);
  }

  /** @param {number} cell @param {number} [share] of the time of a step */
  add(cell, share = 1) {
    const { data, say } = this;
    this.at = cell;
    this.placePane(cell, share);
    const parts = neighbours(cell, data.height, data.width).map((each) => Number(data.mined[each]));
    const total = parts.reduce((sum, part) => sum + part, 0);
    this.sum.textContent = `${parts.join(" + ")} = ${total}`;
    this.tell(
      say(data.mined[cell] ? "window mine" : "window clue", {
        cell: nameOf(cell, data.width),
        number: total,
      }),
    );
    if (!data.mined[cell]) this.drawn[cell] = codeOf(data.first + total);
    this.board.show(this.drawn);
  }

  /** @param {number} cell @param {number} share */
  placePane(cell, share) {
    const box = this.boxAround(cell);
    const px = Object.entries(box).map(([side, length]) => [side, `${length}px`]);
    Object.assign(this.pane.style, Object.fromEntries(px));
    if (this.box && !this.pane.hidden) this.slide(this.pane, this.box, box, "window", share);
    this.pane.hidden = false;
    this.box = box;
  }

  /** The window around a cell, in px of the board. @param {number} cell */
  boxAround(cell) {
    const { panel } = this.board;
    const { height, width } = this.data;
    const [row, col] = placeOf(cell, width);
    const [top, left] = [Math.max(row - 1, 0), Math.max(col - 1, 0)];
    const [bottom, right] = [Math.min(row + 1, height - 1), Math.min(col + 1, width - 1)];
    const side = panel.cell / panel.ratio;
    const [x, y] = [panel.x(left), panel.y(top * width)].map((each) => each / panel.ratio);
    return { left: x, top: y, width: (right - left + 1) * side, height: (bottom - top + 1) * side };
  }

  run() {
    this.stop();
    let cell = 0;
    this.timer = setInterval(
      () => {
        this.add(cell, SWIFT);
        cell += 1;
        if (cell >= this.data.codes.length) this.stop();
      },
      1000 * SWIFT * SECONDS.window,
    );
  }

  stop() {
    clearInterval(this.timer);
  }

  wipe() {
    this.stop();
    this.drawn = [...this.data.codes];
    this.board.show(this.drawn);
    this.pane.hidden = true;
    this.sum.textContent = this.say("window begin");
    this.tell("");
  }
}
