// A cursor for the cells of a board, moved by keys.

import { isModified } from "./dom.js";
import { placeOf } from "./grid.js";

export const ARROWS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const LETTERS = {
  w: ARROWS.ArrowUp,
  s: ARROWS.ArrowDown,
  a: ARROWS.ArrowLeft,
  d: ARROWS.ArrowRight,
};

/** @param {number} at @param {number} length */
const clamp = (at, length) => Math.min(Math.max(at, 0), length - 1);

/** The cell that a key leads to from `cell`, the same one at the rim; null for a key that is not in `steps`. @param {string} key @param {number} cell @param {{ height: number, width: number }} size @param {Record<string, number[]>} [steps] */
export function walkedTo(key, cell, { height, width }, steps = ARROWS) {
  if (!(key in steps)) return null;
  if (cell < 0) return 0;
  const [row, col] = placeOf(cell, width).map((at, axis) => at + steps[key][axis]);
  return clamp(row, height) * width + clamp(col, width);
}

/**
 * The cursor of a stage. A panel focused by keys gives it the arrows until Escape; if focused by a click, arrows still
 * move through the run, and w a s d walk. It begins at a mentioned cell. `onwalk(cell, panel)` is called for every
 * step, `onpick(cell, panel)` of Enter.
 */
export class Cursor {
  /** @param {Stage} stage @param {{ onwalk: (cell: number, panel: Panel) => void, onpick: (cell: number, panel: Panel) => void }} options */
  constructor(stage, { onwalk, onpick }) {
    this.stage = stage;
    this.onwalk = onwalk;
    this.onpick = onpick;
    this.cell = -1;
    this.roves = true;
    for (const panel of stage.panels) this.listen(panel);
  }

  /** @param {Panel} panel */
  listen(panel) {
    const { canvas } = panel;
    canvas.tabIndex = 0;
    canvas.addEventListener("pointerdown", (event) => {
      this.roves = false;
      const cell = panel.cellAt(event);
      if (cell >= 0) this.cell = cell; // and w a s d walk from there
    });
    canvas.addEventListener(
      "focus",
      () => this.roves && this.cell >= 0 && this.goTo(this.cell, panel),
    );
    canvas.addEventListener("blur", ({ relatedTarget }) => {
      const next = /** @type {Element | null} */ (relatedTarget);
      if (next && !next.closest("dialog")) this.roves = true; // else the focus comes back by itself
      this.stage.hover(-1, panel);
    });
    canvas.addEventListener("keydown", (event) => this.key(event, panel));
  }

  /** @param {KeyboardEvent} event @param {Panel} panel */
  key(event, panel) {
    const { stage, cell, roves } = this;
    if (isModified(event) || event.shiftKey) return;
    if (event.key === "Escape" && roves) this.roves = false; // and to the host
    const steps = roves ? { ...ARROWS, ...LETTERS } : LETTERS;
    const next =
      cell < 0 && event.key in steps
        ? (stage.viewport?.spoken(panel)[0] ?? 0)
        : walkedTo(event.key, cell, stage, steps);
    if (next !== null) this.goTo(next, panel);
    else if (event.key === "Enter" && cell >= 0) this.onpick(cell, panel);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} cell @param {Panel} panel */
  goTo(cell, panel) {
    this.cell = cell;
    this.stage.viewport?.follow([cell], { smooth: false });
    this.stage.hover(cell, panel);
    this.onwalk(cell, panel);
  }
}
