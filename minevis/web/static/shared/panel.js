// One panel: a grid of cells on a canvas, with coordinates along its rim.

import { css, make, penOf } from "./dom.js";
import { placeOf } from "./grid.js";
import { Motion } from "./motion.js";
import { Lines } from "./overlay_lines.js";
import { codeOf, pictureIn } from "./pictures.js";

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const LABEL = 10; // px of the coordinates
const INDENT = 20; // px left of the grid
const HEAD = 15; // px above it
const RIM = 2; // px around a grid without coordinates
const LEEWAY = 1 / 3; // of a cell: how far a pointer may leave the cell it has pressed
const [CLUE_RIM, RAISED, PAIR] = [0.13, 0.68, 0.27]; // of a cell: its ring, a clue above two numbers, and these
const LEAST_PAIR = 22; // CSS px of a cell: on a smaller one two more numbers cannot be read

export class Panel {
  /** A `bare` panel has no coordinates along its rim; `corner` is the row and column of its first cell on the board. @param {Atlas} atlas @param {PanelInfo} options @param {number} height @param {number} width */
  constructor(atlas, { name, title, subtitle, bare = false, corner = [0, 0] }, height, width) {
    this.atlas = atlas;
    this.name = name;
    this.title = title;
    this.height = height;
    this.width = width;
    this.bare = bare;
    this.corner = corner;
    this.lettering = 1; // how large coordinates are
    this.overlay = new Map(); // marks by cell
    this.supposed = new Map(); // pictures by cell
    this.lines = new Lines(this);
    this.motion = new Motion(this);
    this.within = 0; // seconds that changes take to move at most; 0 cuts
    this.clicked = -1; // the cell that openings spread from
    this.shown = new Int32Array(height * width).fill(-1);
    this.pairs = new Map(); // the two numbers drawn on clues, by cell
    this.version = -1;
    this.cell = 0; // device pixels of a cell; 0 while it has no room
    this.ratio = 1; // of them to a CSS pixel
    this.left = 0; // of the grid in its canvas
    this.top = 0;
    this.canvas = make("canvas", { class: "mv-canvas", role: "img", "aria-label": title });
    this.cursor = make("div", { class: "mv-cursor", hidden: true });
    this.rulers = ["mv-across", "mv-down"].map((side) =>
      make("canvas", { class: `mv-ruler ${side}`, "aria-hidden": "true" }),
    );
    this.field = make("div", { class: "mv-field" }, this.canvas, this.cursor);
    this.titled = make("b", {}, title);
    this.subtitle = make("span", {}, subtitle);
    this.heading = make("figcaption", {}, this.titled, " ", this.subtitle);
    this.element = make(
      "figure",
      { class: "mv-panel", "data-panel": name },
      this.heading,
      this.field,
    );
  }

  /** Take on a size: `cell` in device pixels, `ratio` of them to a CSS pixel; at most `room` of it is seen at once. @param {number} cell @param {number} ratio @param {{ width: number, height: number } | null} [room] */
  fit(cell, ratio, room = null) {
    this.window(room);
    const [left, top] = rimOf(this).map((rim) => Math.round(rim * ratio));
    const canvasWidth = left + this.width * cell + 2;
    const canvasHeight = top + this.height * cell + 2;
    if (this.canvas.width === canvasWidth && this.cell === cell && this.ratio === ratio) return;
    this.cell = cell;
    this.ratio = ratio;
    this.left = left;
    this.top = top;
    this.canvas.width = canvasWidth;
    this.canvas.height = canvasHeight;
    this.canvas.style.width = `${canvasWidth / ratio}px`;
    this.canvas.style.height = `${canvasHeight / ratio}px`;
    this.element.style.width = this.canvas.style.width;
    this.version = -1;
  }

  /** Show no more at once than `room`, in CSS px; all, without one. @param {{ width: number, height: number } | null} room */
  window(room) {
    this.field.classList.toggle("mv-windowed", Boolean(room));
    this.element.style.maxWidth = room ? `${room.width}px` : "";
    this.field.style.maxHeight = room ? `${room.height}px` : "";
  }

  /** Draw the changes. `codes` is one code per cell, `sides` and `links` are lines over them; `remaining(cell, code)` is the pair of numbers for a clue, or null. @param {Codes} codes @param {Codes | null} [sides] @param {Codes} [links] @param {(cell: number, code: number) => [number, number] | null} [remaining] */
  draw(codes, sides = null, links = [], remaining = () => null) {
    if (!this.cell) return; // hidden until now
    const pen = penOf(this.canvas);
    const isNew = this.version !== this.atlas.version;
    if (isNew) this.clear(pen);
    const before = this.shown.slice();
    const lined = this.lines.change(sides, links, (/** @type {number} */ cell) => {
      this.shown[cell] = -1;
    });
    const changed = [...this.shown.keys()].filter((cell) => {
      const wanted = this.laidOver(codes[cell], cell);
      const pair = remaining(cell, wanted);
      const same =
        this.shown[cell] === wanted && String(this.pairs.get(cell) ?? "") === String(pair ?? "");
      this.shown[cell] = wanted;
      this.pairs.set(cell, pair);
      return !same;
    });
    if (!lined && !changed.length) return;
    const moves = this.motion.keep(changed, isNew ? 0 : this.within);
    for (const cell of changed) {
      const pair = this.pairs.get(cell);
      this.atlas.draw(pen, this.shown[cell], this.x(cell), this.y(cell));
      if (pair) this.drawPair(pen, pair, this.x(cell), this.y(cell));
    }
    this.lines.draw(pen, this.atlas.colours);
    if (moves) this.motion.begin(before, changed);
    this.ondraw();
  }

  ondraw() {} // what shows the board too follows it

  /** Mines and covered cells left at the foot of a clue, which is drawn smaller and higher, as in films. @param {Pen} pen @param {[number, number]} pair @param {number} x @param {number} y */
  drawPair(pen, [left, covered], x, y) {
    if (this.cell < LEAST_PAIR * this.ratio) return;
    const { side, colours } = this.atlas;
    const rim = Math.round(side * CLUE_RIM);
    const inner = side - 2 * rim;
    const small = Math.round(inner * RAISED);
    const clue = make("canvas", { width: inner, height: inner });
    penOf(clue).drawImage(this.canvas, x + rim, y + rim, inner, inner, 0, 0, inner, inner);
    pen.drawImage(clue, 0, 0, 1, 1, x + rim, y + rim, inner, inner);
    pen.drawImage(clue, x + rim + (inner - small) / 2, y + rim, small, small);
    pen.font = `bold ${Math.round(this.cell * PAIR)}px "DejaVu Sans", Verdana, system-ui, sans-serif`;
    pen.textBaseline = "alphabetic";
    pen.textAlign = "left";
    pen.fillStyle = css(colours.left);
    pen.fillText(String(left), x + rim + 1, y + side - rim);
    pen.textAlign = "right";
    pen.fillStyle = css(colours.open_left);
    pen.fillText(String(covered), x + side - rim - 1, y + side - rim);
  }

  /** The code of a cell without its marks and suppositions. @param {number} code @param {number} cell */
  laidOver(code, cell) {
    const mark = this.overlay.get(cell) ?? 0;
    const picture = this.supposed.get(cell);
    if (picture === undefined) return mark ? codeOf(pictureIn(code), mark) : code;
    return codeOf(picture, mark);
  }

  /** The height of everything above and below the field, in CSS px. */
  get around() {
    return this.element.offsetHeight - this.field.offsetHeight;
  }

  /** @param {string} title @param {string} subtitle */
  setWords(title, subtitle) {
    if (this.titled.textContent !== title) this.titled.textContent = title;
    this.setSubtitle(subtitle);
  }

  /** Say something else below the title. @param {string} subtitle */
  setSubtitle(subtitle) {
    if (this.subtitle.textContent !== subtitle) this.subtitle.textContent = subtitle;
  }

  /** @param {Pen} pen */
  clear(pen) {
    this.version = this.atlas.version;
    this.shown.fill(-1);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const style = getComputedStyle(this.canvas);
    pen.fillStyle = style.getPropertyValue("--mv-rim");
    pen.fillRect(
      this.left - 2,
      this.top - 2,
      this.width * this.cell + 4,
      this.height * this.cell + 4,
    );
    if (!this.bare) this.coordinates(pen, style);
    if (this.map) this.drawRulers(style.getPropertyValue("--mv-ground"));
  }

  /** The coordinates once more, for the edges of a window on the board. @param {any} ground */
  drawRulers(ground) {
    const { canvas, left, top, ratio } = this;
    this.rulers.forEach((ruler, down) => {
      ruler.width = down ? left : canvas.width;
      ruler.height = down ? canvas.height : top;
      Object.assign(ruler.style, {
        width: `${ruler.width / ratio}px`,
        height: `${ruler.height / ratio}px`,
      });
      const pen = penOf(ruler);
      pen.fillStyle = ground;
      pen.fillRect(0, 0, ruler.width, ruler.height);
      pen.drawImage(canvas, 0, 0);
    });
  }

  /** @param {Pen} pen @param {any} style */
  coordinates(pen, style) {
    const scale = this.lettering * this.ratio;
    const size = Math.round(LABEL * scale);
    const [above, before] = this.corner;
    /** @param {number} unseen */
    const first = (unseen) => (step - (unseen % step)) % step;
    const step = STEPS.find((each) => each * this.cell >= size * 1.7) ?? 1000;
    pen.font = `${size}px "DejaVu Sans", Verdana, system-ui, sans-serif`;
    pen.fillStyle = style.getPropertyValue("--mv-quiet");
    pen.textBaseline = "middle";
    pen.textAlign = "right";
    for (let row = first(above); row < this.height; row += step) {
      pen.fillText(`${above + row}`, this.left - 5 * scale, this.top + (row + 0.5) * this.cell);
    }
    pen.textAlign = "center";
    for (let col = first(before); col < this.width; col += step) {
      pen.fillText(`${before + col}`, this.left + (col + 0.5) * this.cell, this.top - 8 * scale);
    }
  }

  /** @param {number} cell */
  x(cell) {
    return this.left + (cell % this.width) * this.cell;
  }

  /** @param {number} cell */
  y(cell) {
    return this.top + Math.floor(cell / this.width) * this.cell;
  }

  /** The row and column under a pointer, with fractions. @param {MouseEvent} event of the canvas */
  placeAt({ offsetX, offsetY }) {
    const { ratio, top, left, cell } = this;
    return [(offsetY * ratio - top) / cell, (offsetX * ratio - left) / cell];
  }

  /** Whether a pointer is on a cell, or has hardly left it. @param {MouseEvent} event @param {number} cell */
  isOn(event, cell) {
    const place = placeOf(cell, this.width);
    return this.placeAt(event).every(
      (at, axis) => at >= place[axis] - LEEWAY && at <= place[axis] + 1 + LEEWAY,
    );
  }

  /** The cell under a pointer, -1 outside the grid. @param {MouseEvent} event */
  cellAt(event) {
    const [row, col] = this.placeAt(event).map(Math.floor);
    const inside = row >= 0 && row < this.height && col >= 0 && col < this.width;
    return inside ? row * this.width + col : -1;
  }

  /** How large it is, with its coordinates, also beyond the window. CSS px. */
  get extent() {
    const { canvas, ratio } = this;
    return { width: canvas.width / ratio, height: canvas.height / ratio };
  }

  /** The place of a cell on the screen. @param {number} cell */
  boxOf(cell) {
    const box = this.canvas.getBoundingClientRect();
    const side = this.cell / this.ratio;
    return {
      left: box.left + this.x(cell) / this.ratio,
      top: box.top + this.y(cell) / this.ratio,
      side,
    };
  }

  /** Frame the cell under the pointer; -1 removes the frame. @param {number} cell */
  point(cell) {
    this.cursor.hidden = cell < 0;
    if (cell < 0) return;
    const side = `${this.cell / this.ratio}px`;
    Object.assign(this.cursor.style, {
      left: `${this.x(cell) / this.ratio}px`,
      top: `${this.y(cell) / this.ratio}px`,
      width: side,
      height: side,
    });
  }
}

/** How wide the rim of a grid is at its left and above it, in CSS px. @param {{ bare?: boolean, lettering?: number }} given */
function rimOf({ bare, lettering = 1 }) {
  return bare ? [RIM, RIM] : [INDENT * lettering, HEAD * lettering];
}

/**
 * The largest cell size in device pixels with which `count` panels fit into the room, and the room per panel. Among arrangements with equal cells, the one with the fewest rows wins, then the one with the fewest panels in a row: 3 + 2, not 4 + 1.
 * @param {number} count @param {number} height @param {number} width @param {PanelRoom} room @param {number} ratio
 */
export function arrange(count, height, width, room, ratio) {
  const options = [];
  const [left, above] = rimOf(room);
  for (let across = 1; across <= Math.max(count, 1); across += 1) {
    const free = (room.width - (across - 1) * 18) / across - left - 3;
    if (across > 1 && free + left + 3 < (room.least ?? 0)) break;
    const down = Math.ceil(count / across);
    const high = (room.height - (down - 1) * 10) / down - room.heading - above - 3;
    const widest = Math.min(Math.floor((free * ratio) / width), Math.floor(room.most * ratio));
    const cell = Math.min(widest, Math.floor((high * ratio) / height));
    options.push({
      cell: Math.max(cell, 4),
      raw: cell,
      across,
      down,
      width: free + left + 3,
      height: Math.max(high + above + 3, 80),
    });
  }
  return options.reduce((a, b) => (b.raw > a.raw || (b.raw === a.raw && b.down < a.down) ? b : a));
}
