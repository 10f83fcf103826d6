// Many little boards on one canvas: they appear, move, fade, and change the colours of their cells.

import { during, eased, make, penOf, shareOf } from "../shared/dom.js";
import { placeOf } from "../shared/grid.js";

export class Mosaic {
  boards = /** @type {LittleBoard[]} */ ([]);
  key = ""; // of what is drawn
  settle = () => {}; // what moves
  done = Promise.resolve(); // when all are in their places
  cell = 0; // px of the canvas

  /** @param {string} label @param {{ height: number, width: number }} size of each board @param {number} across boards in a row @param {{ gap?: number, rows?: number }} [given] px between boards, and the least number of rows */
  constructor(label, { height, width }, across, { gap = 4, rows = 0 } = {}) {
    this.element = make("canvas", { class: "mv-mosaic", role: "img", "aria-label": label });
    this.height = height;
    this.width = width;
    this.across = across;
    this.gap = gap;
    this.rows = rows;
  }

  /** Let boards come from where they were, within `seconds`; returns when they are there. `texts` are words at a place. @param {{ room: number, theme: Theme }} given the px there are @param {LittleBoard[]} boards @param {number} [seconds] @param {{ x: number, y: number, text: string }[]} [texts] */
  draw({ room, theme }, boards, seconds = 0, texts = []) {
    const ratio = window.devicePixelRatio || 1;
    const key = JSON.stringify([room, ratio, theme.name, boards, texts]);
    if (key === this.key) return this.done; // it may be on its way there
    this.key = key;
    this.settle();
    const before = this.boards;
    this.boards = boards;
    const gap = Math.round(this.gap * ratio);
    this.cell = Math.max(1, Math.floor(((room * ratio) / this.across - gap) / this.width));
    const [wide, high] = [this.width, this.height].map((side) => side * this.cell + gap);
    const rows = boards.reduce((most, { y }) => Math.max(most, y + 1), this.rows);
    const { element } = this;
    Object.assign(element, { width: this.across * wide, height: Math.ceil(rows * high) });
    element.style.width = `${element.width / ratio}px`;
    const sheets = [before, boards].map((each) => this.sheetOf(each, theme));
    const last = boards.reduce((most, { after = 0 }) => Math.max(most, after), 0);
    const pen = penOf(element);
    pen.imageSmoothingEnabled = false;
    const moves = Array.from({ length: Math.max(before.length, boards.length) }, (_, number) => {
      const now = boards[number] ?? { ...before[number], alpha: 0 };
      const old = before[number] ?? { ...now, alpha: 0, ...now.from };
      return { now, old, turns: String(old.cells) !== String(now.cells) };
    });
    const frame = (/** @type {number} */ share) => {
      pen.clearRect(0, 0, element.width, element.height);
      moves.forEach(({ now, old, turns }, number) => {
        const part = share < 1 ? eased(shareOf(share - (now.after ?? 0), 1 - last)) : 1;
        const between = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * part;
        const alpha = between(old.alpha ?? 1, now.alpha ?? 1);
        if (!alpha) return;
        const [x, y] = [wide * between(old.x, now.x), high * between(old.y, now.y)].map(Math.round);
        const scale = between(old.scale ?? 1, now.scale ?? 1);
        pen.globalAlpha = alpha;
        if (turns && part < 1) {
          this.paste(pen, sheets[0], number, x, y, scale);
          pen.globalAlpha = alpha * part;
        }
        this.paste(pen, sheets[Number(number < boards.length)], number, x, y, scale);
      });
      pen.globalAlpha = share ** 2;
      pen.fillStyle = colourOf(theme, "ink");
      pen.font = `600 ${Math.round(14 * ratio)}px system-ui, sans-serif`;
      pen.textBaseline = "bottom";
      for (const { x, y, text } of texts) pen.fillText(text, wide * x, high * y - gap);
    };
    this.done = new Promise((resolve) => {
      this.settle = during(seconds, (share) => {
        frame(share);
        if (share === 1) resolve();
      });
    });
    return this.done;
  }

  /** All boards side by side, to be copied from. @param {LittleBoard[]} boards @param {Theme} theme */
  sheetOf(boards, theme) {
    const { cell, height, width } = this;
    const across = Math.ceil(Math.sqrt(boards.length));
    const [wide, high] = [width * cell, height * cell];
    const dots = height * width === 1 ? boards.map(({ cells }) => colourOf(theme, cells[0])) : null;
    const canvas = make("canvas", dots ? {} : { width: across * wide, height: across * high });
    const pen = penOf(canvas);
    if (!dots)
      boards.forEach(({ cells }, number) => {
        const [top, left] = placeOf(number, across);
        const [x, y] = [left * wide, top * high];
        pen.fillStyle = colourOf(theme, "rim");
        pen.fillRect(x, y, wide, high);
        cells.forEach((name, each) => {
          if (!name) return;
          pen.fillStyle = colourOf(theme, name);
          const [row, col] = placeOf(each, width);
          pen.fillRect(x + col * cell, y + row * cell, cell, cell);
        });
      });
    return { canvas, dots, across, wide, high };
  }

  /** @param {Pen} pen @param {ReturnType<Mosaic["sheetOf"]>} sheet @param {number} number @param {number} x @param {number} y @param {number} scale */
  paste(pen, { canvas, dots, across, wide, high }, number, x, y, scale) {
    if (dots) {
      if (pen.fillStyle !== dots[number]) pen.fillStyle = dots[number];
      pen.fillRect(x, y, wide, high);
      return;
    }
    const [top, left] = placeOf(number, across);
    pen.drawImage(canvas, left * wide, top * high, wide, high, x, y, scale * wide, scale * high);
  }
}

/** @param {Theme} theme @param {string | null} name */
const colourOf = (theme, name) => `rgb(${theme.colours[name ?? "rim"].join(" ")})`;

/** Boards in rows, one after the other. @template {object} T @param {T[]} boards @param {number} across */
export const inRows = (boards, across) =>
  boards.map((board, number) => ({
    ...board,
    x: number % across,
    y: Math.floor(number / across),
  }));
