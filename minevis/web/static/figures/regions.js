// Which covered cells touch a clue, and which of them clues connect.

import { nameOf } from "../shared/grid.js";
import { Figure, FigureBoard } from "./figure.js";

export class Regions extends Figure {
  static kind = "regions";

  /** @param {[HTMLElement, Pack, { say: Say }]} given */
  constructor(...given) {
    super(...given);
    const { data, say } = this;
    const point = (/** @type {number} */ cell) => this.point(cell);
    this.board = new FigureBoard(this, data, {
      onpoint: point,
      onpick: point,
      most: 36,
      axes: true,
      label: say("regions board"),
    });
    this.tell(say("regions ask"));
    this.parts = this.beside(this.board, this.said);
  }

  /** @param {number} width */
  arrange(width) {
    this.fitBeside(this.board, width, { share: 0.55, most: 380, height: 600 });
  }

  /** Outline all cells of the same region. @param {number} cell */
  point(cell) {
    const { data, say, board } = this;
    const region = data.plain[cell]; // of a covered cell; the last one is the interior
    const told = { cell: nameOf(cell, data.width), count: data.counts[region] };
    board.sides = data.outlines[region] ?? null;
    board.show();
    if (region < 0) return this.tell(say("regions open", told));
    const isInside = region === data.counts.length - 1;
    return this.tell(say(isInside ? "regions interior" : "regions component", told));
  }
}
