// A window of three by three cells: it slides over the mines, adds them up, and leaves its sum behind.

import { make, moves, textButton } from "../shared/dom.js";
import { nameOf, placeOf } from "../shared/grid.js";
import { codeOf } from "../shared/pictures.js";
import { neighbours } from "../solver/knowledge.js";
import { Figure, FigureBoard } from "./figure.js";

const GLIDE = 90; // ms: the window slides to its next place
const PACE = 45; // ms a cell, when the window goes by itself

export class SlidingWindow extends Figure {
  static kind = "window";

  /** @param {[HTMLElement, Pack, any]} given */
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
          this.slide(cell);
        },
        most: 48,
        label: say("window board"),
      },
    );
    this.pane = make("div", { class: "mv-pane", hidden: true });
    this.board.panel.field.append(this.pane);
    this.sum = make("p", { class: "mv-sum" }, say("window begin"));
    this.all = textButton(say("window all"), say("window all"), () => this.run());
    this.clear = textButton(say("window clear"), say("window clear"), () => this.wipe());
    this.parts = this.beside(
      this.board,
      this.sum,
      this.said,
      make("div", { class: "mv-choices" }, this.all, this.clear),
    );
  }

  /** @param {number} width */
  arrange(width) {
    this.board.fit(width >= 640 ? Math.min(width * 0.55, 420) : Math.min(width, 400), 420);
    if (this.at !== undefined) this.placePane(this.at);
  }

  /** @param {number} cell */
  slide(cell) {
    const { data, say } = this;
    this.at = cell;
    this.placePane(cell);
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

  /** @param {number} cell */
  placePane(cell) {
    const { panel } = this.board;
    const { height, width } = this.data;
    const [row, col] = placeOf(cell, width);
    const [top, left] = [Math.max(row - 1, 0), Math.max(col - 1, 0)];
    const [bottom, right] = [Math.min(row + 1, height - 1), Math.min(col + 1, width - 1)];
    const side = panel.cell / panel.ratio;
    const [x, y] = [panel.x(left), panel.y(top * width)].map((each) => each / panel.ratio);
    const { hidden, offsetLeft, offsetTop } = this.pane;
    if (!hidden && moves()) {
      const from = `translate(${offsetLeft - x}px, ${offsetTop - y}px)`;
      this.pane.animate({ transform: [from, "none"] }, GLIDE);
    }
    this.pane.hidden = false;
    Object.assign(this.pane.style, {
      left: `${x}px`,
      top: `${y}px`,
      width: `${(right - left + 1) * side}px`,
      height: `${(bottom - top + 1) * side}px`,
    });
  }

  run() {
    this.stop();
    let cell = 0;
    this.timer = setInterval(() => {
      this.slide(cell);
      cell += 1;
      if (cell >= this.data.codes.length) this.stop();
    }, PACE);
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
