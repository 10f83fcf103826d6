// Many small boards in rows, cell by cell on one canvas.

import { fadeTo, make, penOf } from "../shared/dom.js";
import { placeOf } from "../shared/grid.js";

export class Mosaic {
  /** @param {string} label @param {{ height: number, width: number }} size @param {number} across boards in a row */
  constructor(label, { height, width }, across) {
    this.element = make("canvas", { class: "mv-mosaic", role: "img", "aria-label": label });
    this.key = ""; // of what is drawn
    this.settle = () => {}; // what fades
    this.height = height;
    this.width = width;
    this.across = across;
  }

  /** Draw boards in `room` px: their cells in the colours that `colourOf(board)` gives, null for the ground; pale ones are ruled out. They fade in so many `seconds`. @param {number} room @param {Theme} theme @param {string[]} boards @param {(board: string) => { cells: (string | null)[], pale?: boolean }} drawn */
  draw(room, theme, boards, drawn, seconds = 0) {
    const looks = boards.map(drawn);
    const key = JSON.stringify([room, window.devicePixelRatio, theme.name, looks]);
    if (key === this.key) return; // it may be on its way there
    this.key = key;
    this.settle();
    this.settle = fadeTo(this.element, seconds, () => this.paint(room, theme, looks));
  }

  /** @param {number} room @param {Theme} theme @param {{ cells: (string | null)[], pale?: boolean }[]} boards */
  paint(room, theme, boards) {
    const { element, height, width, across } = this;
    const ratio = window.devicePixelRatio || 1;
    const gap = Math.round(4 * ratio);
    const cell = Math.max(1, Math.floor(((room * ratio) / across - gap) / width));
    const [wide, high] = [width * cell + gap, height * cell + gap];
    element.width = across * wide;
    element.height = Math.ceil(boards.length / across) * high;
    element.style.width = `${element.width / ratio}px`;
    const pen = penOf(element);
    const colour = (/** @type {string} */ name) => `rgb(${theme.colours[name].join(" ")})`;
    boards.forEach(({ cells, pale }, number) => {
      const [x, y] = [(number % across) * wide, Math.floor(number / across) * high];
      pen.globalAlpha = pale ? 0.15 : 1;
      pen.fillStyle = colour("rim");
      pen.fillRect(x, y, wide - gap, high - gap);
      cells.forEach((name, each) => {
        if (!name) return;
        pen.fillStyle = colour(name);
        const [row, col] = placeOf(each, width);
        pen.fillRect(x + col * cell, y + row * cell, cell, cell);
      });
    });
  }
}
