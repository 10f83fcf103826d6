// The atlas: pictures and marks of every theme, and a cache of tiles at the size shown.

import { PAPER, css, penOf } from "./dom.js";
import { QUESTION, figure, markIn, percentOf, pictureIn } from "./pictures.js";

const COLUMNS = 16; // tiles in a row, of the sheets and of the cache
const FIGURE = 0.41; // of a cell: the size of letters
const LARGE = 0.54; // the same for a chance
const ROOM = 0.76; // of a cell: the widest text

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function decode(bytes) {
  return createImageBitmap(new Blob([bytes], { type: "image/webp" }));
}

/** @param {number} width @param {number} height */
function canvasOf(width, height) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

/** A tile halved until it is less than twice as large as wanted: plain scaling would skip pixels. @param {any} source @param {any} wanted */
function halved(source, wanted) {
  while (source.side >= 2 * wanted) {
    const side = Math.ceil(source.side / 2);
    const canvas = canvasOf(side, side);
    const pen = penOf(canvas);
    pen.imageSmoothingQuality = "high";
    pen.drawImage(source.image, source.x, source.y, source.side, source.side, 0, 0, side, side);
    source = { image: canvas, x: 0, y: 0, side };
  }
  return source;
}

/** A mixture of two colours. @param {Colour} first @param {Colour} second @param {number} share */
function mix(first, second, share) {
  return first.map((value, i) => Math.round(value + (second[i] - value) * share));
}

/** The colour of a chance among six digits per percent. @param {string} heats @param {number} step @returns {Colour} */
function heatAt(heats, step) {
  const at = 6 * percentOf(step);
  return [0, 2, 4].map((from) => parseInt(heats.slice(at + from, at + from + 2), 16));
}

/** @param {any} work */
function whenIdle(work) {
  if ("requestIdleCallback" in window) return void requestIdleCallback(work);
  setTimeout(() => {
    const end = performance.now() + 6;
    work({ timeRemaining: () => end - performance.now() });
  }, 30);
}

/** Draws tiles of one theme at one size. A code is a picture and a mark upon it. */
export class Atlas {
  /** `fetch(theme)` promises the tiles of a theme that the pack does not bring: pictures and marks, as bytes. @param {Pack} pack @param {any} [fetch] */
  constructor(pack, fetch = null) {
    this.fetch = fetch;
    this.sheets = new Map();
    this.pack = pack;
    this.places = new Map(); // of pictures in the sheet
    this.read(pack);
    this.size = 0;
    this.version = 0; // changes when tiles drawn before are out of date
    this.wanted = ""; // the theme asked for last
    this.slots = new Map(); // places in the cache by code
    this.cache = /** @type {any} */ (null); // a canvas
    this.colours = /** @type {Record<string, Colour>} */ ({});
    this.heat = ""; // six digits per percent
    this.zeroHeat = "";
    this.face = /** @type {Uint8ClampedArray | null} */ (null); // of a covered cell
  }

  /** @param {Pack} pack */
  read(pack) {
    this.pack = pack;
    ({
      tile: this.tile,
      gap: this.gap,
      pictures: this.pictures,
      firsts: this.firsts,
    } = pack.head.atlas);
    this.places = new Map(this.pictures.map((picture, place) => [picture, place]));
  }

  /** Load a pack with more pictures: the current ones stay until they are decoded. @param {Pack} pack */
  async extend(pack) {
    const theme = this.wanted;
    const parts = ["pictures", "marks"].map((name) => `${theme}.${name}`);
    const known = parts.every((name) => name in pack.head.parts);
    const sheets = known ? await Promise.all(parts.map((name) => decode(pack.part(name)))) : null;
    this.read(pack);
    this.sheets = new Map(sheets ? [[theme, sheets]] : []);
    await this.use(this.wanted);
  }

  /** Whether the tiles of a theme are loaded. @param {string} theme */
  has(theme) {
    return `${theme}.pictures` in this.pack.head.parts || this.sheets.has(theme);
  }

  /** Take on a theme; false if a different theme was requested meanwhile. @param {string} theme */
  async use(theme) {
    this.wanted = theme;
    if (!this.sheets.has(theme) && !(await this.load(theme))) return false;
    if (this.wanted !== theme) return false;
    if (theme !== PAPER && this.has(PAPER) && !this.sheets.has(PAPER)) this.load(PAPER); // no printer waits for it
    [this.sheet, this.marks] = this.sheets.get(theme);
    const { colours, heat, zeroHeat } = this.pack.head.atlas.themes[theme];
    this.colours = colours;
    this.heat = heat;
    this.zeroHeat = zeroHeat;
    this.face = null;
    this.invalidate();
    return true;
  }

  /** Decode the tiles of a theme; false where they are not to be had. @param {string} theme */
  async load(theme) {
    const { sheets } = this; // of these pictures, whatever comes meanwhile
    const parts = await this.partsOf(theme);
    if (!parts) return false;
    sheets.set(theme, await Promise.all(parts.map(decode)));
    return sheets === this.sheets;
  }

  /** @param {string} theme */
  async partsOf(theme) {
    if (this.has(theme))
      return ["pictures", "marks"].map((name) => this.pack.part(`${theme}.${name}`));
    return this.fetch?.(theme);
  }

  /** @param {number} size */
  resize(size) {
    if (size === this.size) return;
    this.size = size;
    this.invalidate();
  }

  invalidate() {
    this.version += 1;
    this.slots = new Map();
    this.cache = null;
  }

  /** Draw the tile of `code` with its upper left corner at (x, y). @param {Pen} pen @param {number} code @param {number} x @param {number} y */
  draw(pen, code, x, y) {
    const size = this.size;
    if (!this.slots.has(code)) this.compose(code);
    const slot = this.slots.get(code);
    const left = (slot % COLUMNS) * size;
    pen.drawImage(
      this.cache,
      left,
      Math.floor(slot / COLUMNS) * size,
      size,
      size,
      x,
      y,
      size,
      size,
    );
  }

  /** Whether the tile of `code` is composed. @param {number} code */
  holds(code) {
    return this.slots.has(code);
  }

  /** What one tile has that another has not, as a flag on its cell. @param {number[]} codes */
  inkOf(codes) {
    const [old, canvas] = codes.map((code) => {
      const tile = canvasOf(this.size, this.size);
      this.draw(penOf(tile, { willReadFrequently: true }), code, 0, 0);
      return tile;
    });
    const [ground, ink] = [old, canvas].map((tile) =>
      penOf(tile).getImageData(0, 0, this.size, this.size),
    );
    for (let i = 0; i < ink.data.length; i += 4) {
      const apart = [0, 1, 2].map((part) => Math.abs(ink.data[i + part] - ground.data[i + part]));
      if (Math.max(...apart) <= 8) ink.data[i + 3] = 0;
    }
    penOf(canvas).putImageData(ink, 0, 0);
    return canvas;
  }

  /** Compose the tiles of `codes` in idle time, so that no seek has to wait for them. @param {Iterable<number>} codes */
  prepare(codes) {
    const { version } = this;
    const left = codes[Symbol.iterator]();
    /** @param {any} idle */
    const work = (idle) => {
      while (version === this.version && this.size && idle.timeRemaining() > 2) {
        const { value, done } = left.next();
        if (done) return;
        if (!this.slots.has(value)) this.compose(value);
      }
      if (version === this.version) whenIdle(work);
    };
    whenIdle(work);
  }

  /** @param {number} code */
  compose(code) {
    const slot = this.slots.size;
    this.grow(slot);
    const pen = penOf(this.cache);
    const x = (slot % COLUMNS) * this.size;
    const y = Math.floor(slot / COLUMNS) * this.size;
    const picture = pictureIn(code);
    const place = this.places.get(picture) ?? 0;
    this.drawHairline(pen, place, x, y);
    this.drawFace(pen, this.sheet, place, x, y);
    if (!this.places.has(picture)) this.drawMissing(pen, picture, x, y);
    if (markIn(code)) this.drawFace(pen, this.marks, markIn(code), x, y);
    this.slots.set(code, slot);
  }

  /** @param {number} slot */
  grow(slot) {
    const rows = Math.floor(slot / COLUMNS) + 1;
    if (this.cache && this.cache.height >= rows * this.size) return;
    const grown = canvasOf(COLUMNS * this.size, Math.max(rows, 8) * 2 * this.size);
    if (this.cache?.height) penOf(grown).drawImage(this.cache, 0, 0); // no cells, before there is room
    this.cache = grown;
  }

  /** The hairline right and below, in full pixels, with the colour of the tile there. @param {Pen} pen @param {any} place @param {number} x @param {number} y */
  drawHairline(pen, place, x, y) {
    const from = this.corner(place);
    const last = this.tile - 1;
    pen.imageSmoothingEnabled = false;
    pen.drawImage(this.sheet, from.x + last, from.y + last, 1, 1, x, y, this.size, this.size);
    pen.imageSmoothingEnabled = true;
  }

  /** The face of a tile, scaled to leave room for the hairline. @param {Pen} pen @param {any} sheet @param {number} number @param {number} x @param {number} y */
  drawFace(pen, sheet, number, x, y) {
    const { side } = this;
    const source = halved(
      { image: sheet, ...this.corner(number), side: this.tile - this.gap },
      side,
    );
    pen.imageSmoothingQuality = "high";
    pen.drawImage(source.image, source.x, source.y, source.side, source.side, x, y, side, side);
  }

  /** A picture that the run does not bring: a hundred more would double the size of a page. @param {Pen} pen @param {number} picture @param {number} x @param {number} y */
  drawMissing(pen, picture, x, y) {
    const { mineChance, faintChance, zeroChance, faintZero, pastChance, supposed, tint } =
      this.firsts;
    const { heat, zeroHeat } = this;
    const { figure: dark, zero_figure } = this.colours;
    if (picture === QUESTION) this.drawText(pen, "?", dark, x, y, LARGE);
    if (picture >= tint) return;
    if (picture >= supposed) this.drawSupposed(pen, picture - supposed, x, y);
    else if (picture >= pastChance) this.drawPast(pen, picture - pastChance, x, y);
    else if (picture >= faintZero)
      this.drawChance(pen, zeroHeat, picture - faintZero, x, y, zero_figure, true);
    else if (picture >= zeroChance)
      this.drawChance(pen, zeroHeat, picture - zeroChance, x, y, zero_figure);
    else if (picture >= faintChance)
      this.drawChance(pen, heat, picture - faintChance, x, y, dark, true);
    else if (picture >= mineChance) this.drawChance(pen, heat, picture - mineChance, x, y, dark);
  }

  /** Draw a chance in its heat colour; a faint chance only tints the covered cell. @param {Pen} pen @param {any} heats @param {number} step @param {number} x @param {number} y @param {Colour} ink @param {any} [faint] */
  drawChance(pen, heats, step, x, y, ink, faint = false) {
    const heat = heatAt(heats, step);
    if (faint) {
      const { faint: share } = this.pack.head.atlas;
      return this.drawTinted(pen, mix(heat, this.colours.covered, share), x, y);
    }
    this.drawFigure(pen, step, heat, ink, x, y);
  }

  /** Draw a chance of a mine before the last click: pale, like its number. @param {Pen} pen @param {number} step @param {number} x @param {number} y */
  drawPast(pen, step, x, y) {
    const { covered, figure: ink } = this.colours;
    const [share, paled] = this.pack.head.atlas.past;
    const colour = mix(heatAt(this.heat, step), covered, share);
    this.drawFigure(pen, step, colour, mix(ink, colour, paled), x, y);
  }

  /** Draw a chance on a colour, if there is room. @param {Pen} pen @param {number} step @param {Colour} colour @param {Colour} ink @param {number} x @param {number} y */
  drawFigure(pen, step, colour, ink, x, y) {
    this.drawTinted(pen, colour, x, y);
    const high = (this.side * FIGURE) / (window.devicePixelRatio || 1);
    const { leastFigure } = this.pack.head.atlas;
    if (high >= leastFigure) this.drawText(pen, figure(step), ink, x, y, LARGE);
  }

  /** Mines supposed in a box: a full disc for all cells, an empty one for 0. @param {Pen} pen @param {number} pair @param {number} x @param {number} y */
  drawSupposed(pen, pair, x, y) {
    const [mines, cells] = [Math.floor(pair / 10), pair % 10];
    const { opened, search, ink } = this.colours;
    this.drawTinted(pen, mix(opened, search, 0.2), x, y);
    if (mines > 0 && mines < cells) return this.drawText(pen, `${mines}/${cells}`, ink, x, y);
    const middle = this.side / 2;
    const thick = this.size / 12;
    pen.beginPath();
    pen.arc(x + middle, y + middle, this.size * 0.235 - (mines ? 0 : thick / 2), 0, 2 * Math.PI);
    pen.fillStyle = pen.strokeStyle = css(ink);
    pen.lineWidth = thick;
    return mines ? pen.fill() : pen.stroke();
  }

  /** How wide a face is, without the hairline. */
  get side() {
    return this.size - Math.max(1, Math.round(this.size / 32));
  }

  /** A covered cell with a coloured face: its edges keep their light and shade, as in Python. @param {Pen} pen @param {Colour} colour @param {number} x @param {number} y */
  drawTinted(pen, colour, x, y) {
    const { side } = this;
    const inner = this.tile - this.gap;
    const canvas = canvasOf(inner, inner);
    const brush = penOf(canvas, { willReadFrequently: true });
    if (!this.face) {
      brush.drawImage(this.sheet, 0, 0, inner, inner, 0, 0, inner, inner); // the covered cell is the first
      this.face = brush.getImageData(0, 0, inner, inner).data;
    }
    const { covered } = this.colours;
    const tinted = this.face.map((value, i) =>
      i % 4 === 3 ? value : ((value - covered[i % 4]) * 2) / 3 + colour[i % 4],
    );
    brush.putImageData(new ImageData(tinted, inner), 0, 0);
    pen.save();
    pen.beginPath();
    pen.roundRect(x, y, side, side, side / 12);
    pen.clip();
    const source = halved({ image: canvas, x: 0, y: 0, side: inner }, side);
    pen.drawImage(source.image, 0, 0, source.side, source.side, x, y, side, side);
    pen.restore();
  }

  /** @param {Pen} pen @param {string} text @param {Colour} colour @param {number} x @param {number} y @param {any} [high] */
  drawText(pen, text, colour, x, y, high = FIGURE) {
    const { side } = this;
    /** @param {number} size */
    const font = (size) => `bold ${size}px "DejaVu Sans", Verdana, system-ui, sans-serif`;
    pen.fillStyle = css(colour);
    pen.font = font(Math.round(side * high));
    const share = (side * ROOM) / pen.measureText(text).width;
    if (share < 1) pen.font = font(Math.floor(side * high * share));
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(text, x + side / 2, y + side * 0.53);
  }

  /** @param {number} number */
  corner(number) {
    return { x: (number % COLUMNS) * this.tile, y: Math.floor(number / COLUMNS) * this.tile };
  }
}
