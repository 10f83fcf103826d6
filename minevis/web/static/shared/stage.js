// The stage: panels side by side, arranged to the available room, and the cell under the pointer.

import { Cards } from "./cards.js";
import { make, penOf } from "./dom.js";
import { Panel, arrange } from "./panel.js";
import { Viewport } from "./viewport.js";

const [GAP_BESIDE, GAP_BELOW] = [18, 10]; // CSS px between panels
const HEADING = 18; // CSS px above a single panel
const LEAST_BESIDE = 170; // CSS px: the least height of parts next to the boards

/** All panels of a widget. `describe(cell)` gives the text of the tip; with `tell(text, panel)` no tip covers the board. */
export class Stage {
  input = /** @type {import("./input.js").Input} */ (/** @type {unknown} */ (null)); // which hands it has: see `Input`

  /** @param {Atlas} atlas @param {PanelInfo[]} infos @param {number} height @param {number} width @param {{ describe: (cell: number, panel: Panel) => string, tell?: ((text: string, panel: Panel) => void) | null, most?: number }} options */
  constructor(atlas, infos, height, width, { describe, tell = null, most = 48 }) {
    this.atlas = atlas;
    this.height = height;
    this.width = width;
    this.describe = describe;
    this.tell = tell;
    this.most = most;
    this.hovered = -1;
    this.room = { width: 0, height: 0 };
    /** @type {Panel[]} */
    this.panels = infos.map((info) => new Panel(atlas, info, height, width));
    this.tip = make("div", { class: "mv-tip", role: "tooltip", hidden: true });
    this.element = make(
      "div",
      { class: "mv-stage" },
      ...this.panels.map((panel) => panel.element),
      this.tip,
    );
    this.cards = new Cards(this);
    this.element.append(this.cards.element);
  }

  /** Frame a cell in every panel and describe it. @param {number} cell @param {Panel} [panel] */
  hover(cell, panel = this.visible[0]) {
    this.hovered = cell;
    this.over = panel;
    for (const each of this.panels) each.point(cell);
    const text = cell < 0 ? "" : this.describe(cell, panel);
    if (this.tell) return this.tell(text, panel);
    this.tip.hidden = !text;
    if (!text) return;
    this.tip.textContent = text;
    this.placeTip(panel.boxOf(cell));
  }

  /** @param {{ left: number, top: number, side: number }} given */
  placeTip({ left, top, side }) {
    const home = this.element.getBoundingClientRect();
    const tip = this.tip.getBoundingClientRect();
    const x = Math.min(
      Math.max(left - home.left + side / 2 - tip.width / 2, 0),
      home.width - tip.width,
    );
    const above = top - home.top - tip.height - 6;
    this.tip.style.left = `${x}px`;
    this.tip.style.top = `${above >= 0 ? above : top - home.top + side + 6}px`;
  }

  get visible() {
    return this.panels.filter((panel) => !panel.element.hidden);
  }

  /** Let boards that do not fit be seen through a window; `onresize()` fits the panels anew. @param {() => void} onresize @param {ViewportOptions} options */
  zoomable(onresize, options) {
    this.viewport = new Viewport(this, onresize, options);
  }

  /** Show the panels of these names. @param {string[]} names */
  choose(names) {
    for (const panel of this.panels) panel.element.hidden = !names.includes(panel.name);
    if (this.beside) this.beside.element.hidden = !names.includes(this.beside.name);
  }

  /** Show an `element` next to the boards; `fit({ width, height }, ratio)` sets its size. @param {any} other */
  setBeside(other) {
    this.beside = other;
    this.tip.before(other.element);
  }

  /** Let panels have no coordinates along their rims, which leaves more room, or have them. @param {boolean} bare */
  setBare(bare) {
    for (const panel of this.panels) {
      panel.bare = bare;
      panel.element.classList.toggle("mv-bare", bare);
    }
  }

  /** Enlarge the coordinates along the rims by a factor. @param {number} lettering */
  setLettering(lettering) {
    for (const panel of this.panels) panel.lettering = lettering;
  }

  /** The arrangement of the visible panels in a room in CSS px, at least `least` wide, and their cell size. @param {number} width @param {number} height @param {boolean} full @param {number} [least] */
  arrangement(width, height, full, least = 0) {
    const {
      visible: [first],
    } = this;
    const heading = first ? Math.max(...this.visible.map((panel) => panel.around)) : HEADING;
    const room = {
      width,
      height,
      heading,
      least,
      bare: first?.bare,
      lettering: first?.lettering,
      most: full ? 64 : this.most,
    };
    const count = this.visible.length + (this.beside?.shown ? 1 : 0);
    return { ...arrange(count, this.height, this.width, room, window.devicePixelRatio || 1), room };
  }

  /** Fit the panels into a room in CSS px. @param {number} width @param {number} height @param {boolean} full @param {number} [least] */
  fit(width, height, full, least = 0) {
    this.room = { width, height };
    const ratio = window.devicePixelRatio || 1;
    const best = this.arrangement(width, height, full, least);
    const closer = this.viewport?.sizeFor(best.cell / ratio, ratio);
    const cell = closer ? Math.round(closer * ratio) : best.cell;
    this.atlas.resize(cell);
    for (const panel of this.visible) panel.fit(cell, ratio, closer ? best : null);
    if (this.beside?.shown) this.beside.fit(this.roomBeside(best.room, best.across), ratio);
    this.breakRows(best.across);
    this.viewport?.settle();
  }

  /** Put at most `across` panels in a row, even if more would fit. @param {number} across */
  breakRows(across) {
    const { element, visible } = this;
    Object.assign(element.style, { maxWidth: "", margin: "" });
    if (across < 2 || visible.length <= across || this.beside?.shown) return;
    const widest = Math.max(...visible.map((panel) => panel.element.getBoundingClientRect().width));
    Object.assign(element.style, {
      maxWidth: `${Math.ceil(across * widest + (across - 1) * GAP_BESIDE)}px`,
      margin: "0 auto",
    });
  }

  /** The room that `across` boards in a row leave: right of them, or below; all of it without boards. @param {{ width: number, height: number, heading: number }} given @param {number} across */
  roomBeside({ width, height, heading }, across) {
    if (!this.visible.length) return { width, height: Math.max(height - heading, LEAST_BESIDE) };
    const { offsetWidth, offsetHeight } = this.visible[0].element;
    const last = this.visible.length % across;
    const rows = Math.floor(this.visible.length / across);
    const taken = rows * (offsetHeight + GAP_BELOW) + heading;
    return {
      width: width - last * (offsetWidth + GAP_BESIDE),
      height: Math.max(height - taken, LEAST_BESIDE),
    };
  }

  /** Let changes of all panels move within `seconds`, openings from the cell `clicked`. @param {number} seconds @param {number} [clicked] */
  move(seconds, clicked = -1) {
    for (const panel of this.panels) Object.assign(panel, { within: seconds, clicked });
    if (this.beside) this.beside.within = seconds;
  }

  /** The panels as one picture, at rest. */
  async picture() {
    for (const panel of this.visible) panel.motion.keep([], 0);
    const canvases = this.visible.map((panel) => panel.canvas);
    if (this.beside?.shown) canvases.push(this.beside.canvas);
    const all = make("canvas", {
      width: canvases.reduce((sum, each) => sum + each.width, 0),
      height: Math.max(...canvases.map((each) => each.height)),
    });
    const pen = penOf(all);
    pen.fillStyle = getComputedStyle(this.element).getPropertyValue("--mv-ground");
    pen.fillRect(0, 0, all.width, all.height);
    let left = 0;
    for (const each of canvases) {
      pen.drawImage(each, left, 0);
      left += each.width;
    }
    return new Promise((resolve) => {
      all.toBlob(resolve, "image/png");
    });
  }

  /** Lay marks over cells: pairs of a cell and a mark; and pictures for suppositions. @param {number[][]} marks @param {number[][]} [pictures] */
  mark(marks, pictures = []) {
    for (const panel of this.panels) {
      panel.overlay = new Map(/** @type {Pairs} */ (marks));
      panel.supposed = new Map(/** @type {Pairs} */ (pictures));
    }
  }
}
