// A window on a board larger than its room: zoom, pan, follow, and a small map.

import { button, icon, make, moves, penOf } from "./dom.js";

export const LEAST = 15; // CSS px of a cell: smaller ones are not read
const COMFORT = 24; // of a cell in the window then
const CLOSER = 36; // at most, when zoom is asked for by a key or a double tap
const LARGEST = 64;
const MOST_PIXELS = 16e6; // of a canvas: more is not sure to be drawn
const MAP = 96; // CSS px
const MAP_LATE = 120; // ms after a change until the map is drawn
const MAP_STAYS = 150; // ms after the board was moved, under a finger: then the cells below are free

/**
 * The windows of a stage: one cell size for all panels, and one part of the board if `shared`. Cells smaller than
 * `least` px are shown through a window, with `comfort` px. `onresize()` fits them anew; `spoken(panel)` are cells to keep in sight.
 */
export class Viewport {
  /** @param {Stage} stage @param {() => void} onresize @param {ViewportOptions} [options] */
  constructor(
    stage,
    onresize,
    {
      shared = true,
      least = LEAST,
      comfort = COMFORT,
      spoken = (/** @type {Panel} */ _panel) => /** @type {number[]} */ ([]),
    } = {},
  ) {
    this.stage = stage;
    this.onresize = onresize;
    this.shared = shared;
    this.spoken = spoken;
    this.chosen = /** @type {number | null} */ (null);
    this.most = LARGEST;
    this.least = least;
    this.comfort = comfort;
    this.size = 0; // CSS px of a cell; 0 if the entire board is shown
    this.fitting = 0; // the same if it were
    this.corner = [0, 0];
    this.later = /** @type {ReturnType<typeof setTimeout> | null} */ (null); // when the maps are drawn again
    for (const panel of stage.panels) {
      this.listen(panel);
      panel.map = new BoardMap(panel, stage);
      panel.ondraw = () => this.redrawn();
    }
  }

  /** The size of cells in CSS px, where they would be `fitting` were all of the board shown; 0 for that. @param {number} fitting @param {number} ratio */
  sizeFor(fitting, ratio) {
    this.fitting = fitting;
    const { height, width } = this.stage;
    const most = Math.min(Math.sqrt(MOST_PIXELS / (height * width)) / ratio, LARGEST);
    this.most = most;
    const wanted = this.chosen ?? (fitting < this.least ? this.comfort : 0);
    this.size = Math.min(wanted, most) > fitting ? Math.floor(Math.min(wanted, most)) : 0;
    return this.size;
  }

  get zoomed() {
    return this.size > 0;
  }

  /** All of the board, or a part of it closer: around the point `at`, or around the cells of the sentence. @param {Panel} [panel] @param {Point | null} [at] */
  toggle(panel = this.stage.visible[0], at = null) {
    if (!panel) return;
    this.zoom(
      this.zoomed
        ? 0
        : Math.min(Math.max(2 * this.fitting, COMFORT), Math.max(CLOSER, 1.5 * this.fitting)),
      panel,
      at,
    );
    if (!at) this.follow(this.spoken(panel), { smooth: false, panels: [panel] });
  }

  /** Make cells larger by a factor, around the point `at`, or the middle. @param {number} factor @param {Panel} panel @param {Point | null} [at] */
  scale(factor, panel, at = null) {
    this.zoom((this.chosen || this.size || this.fitting) * factor, panel, at);
  }

  /** Make cells `size` CSS px large, and keep the point `at` of the screen fixed. @param {number} size @param {Panel} panel @param {Point | null} at */
  zoom(size, panel, at) {
    const box = panel.field.getBoundingClientRect();
    const point = at ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const before = panel.canvas.getBoundingClientRect();
    const [right, down] = [
      (point.x - before.left) / before.width,
      (point.y - before.top) / before.height,
    ];
    this.chosen = size > this.fitting ? Math.min(size, this.most) : 0;
    this.onresize();
    const after = panel.canvas.getBoundingClientRect();
    panel.field.scrollLeft += after.left + right * after.width - point.x;
    panel.field.scrollTop += after.top + down * after.height - point.y;
  }

  /** @param {Panel} panel */
  listen(panel) {
    const { field } = panel;
    field.classList.add("mv-zoomable");
    field.addEventListener("scroll", () => this.scrolled(panel));
  }

  /** Let the other panels show the same part of the board. @param {Panel} panel */
  scrolled(panel) {
    const { field, cell, ratio } = panel;
    panel.map.moved();
    if (!this.shared || panel.element.hidden || isAt(field, panel.put)) return; // a second panel led it there
    panel.put = null;
    this.corner = [field.scrollLeft, field.scrollTop].map((place) => (place * ratio) / cell);
    for (const other of this.stage.visible) if (other !== panel) this.put(other);
  }

  /** @param {Panel} panel */
  put(panel) {
    const { field, cell, ratio } = panel;
    const [left, top] = this.corner.map((place) => (place * cell) / ratio);
    field.scrollTo({ left, top, behavior: "instant" });
    panel.put = [field.scrollLeft, field.scrollTop];
  }

  /** Let newly visible panels show the current part of the board. */
  settle() {
    for (const panel of this.stage.panels) {
      const shown = !panel.element.hidden;
      if (this.shared && shown && !panel.inSight) this.put(panel);
      panel.inSight = shown;
    }
    this.redrawn();
  }

  /** Bring cells of some panels into sight, if they are not. @param {number[]} cells @param {{ smooth: boolean, panels?: Panel[] }} options */
  follow(
    cells,
    { smooth, panels = this.shared ? this.stage.visible.slice(0, 1) : this.stage.visible },
  ) {
    const { drag, touches } = this.stage.input;
    if (!this.zoomed || !cells.length || drag || touches.size) return;
    for (const panel of panels) {
      const { field, ratio, cell } = panel;
      const side = cell / ratio;
      const [left, top] = [panel.left / ratio, panel.top / ratio]; // of the window, for coordinates
      const across = reach(
        cells.map((each) => panel.x(each) / ratio - left),
        side,
        field.scrollLeft,
        field.clientWidth - left,
      );
      const down = reach(
        cells.map((each) => panel.y(each) / ratio - top),
        side,
        field.scrollTop,
        field.clientHeight - top,
      );
      const there = across === null && down === null;
      if (there && !panel.gliding) continue; // a glide to where it was called before would leave it
      const still = there || !smooth || !moves();
      panel.gliding = !still;
      field.scrollTo({
        left: across ?? field.scrollLeft,
        top: down ?? field.scrollTop,
        behavior: still ? "instant" : "smooth",
      });
    }
  }

  /** Draw the maps again soon, together with what changes until then. */
  redrawn() {
    this.later ??= setTimeout(() => {
      this.later = null;
      for (const panel of this.stage.visible) panel.map.draw(this.zoomed);
    }, MAP_LATE);
  }
}

/** A button that shows the board closer, or all of it; `name(zoomed)` names it by that. @param {Say} say @param {() => void} toggle */
export function closerButton(say, toggle) {
  const element = button(say("closer"), "Z", "closer", toggle);
  /** @param {boolean} zoomed */
  const name = (zoomed) => {
    const label = say(zoomed ? "whole" : "closer");
    if (element.ariaLabel === label) return;
    element.replaceChildren(icon(zoomed ? "farther" : "closer"));
    element.ariaLabel = label;
    element.title = `${label}  [Z]`;
  };
  return { element, name };
}

/** Whether a window has stayed where it was put. @param {Element} given @param {number[] | null} place */
function isAt({ scrollLeft, scrollTop }, place) {
  return place?.[0] === scrollLeft && place[1] === scrollTop;
}

/** Where to scroll so that all of `places` are seen in a window from `start` on; null where they are. @param {number[]} places @param {number} side @param {number} start @param {number} length */
function reach(places, side, start, length) {
  const [first, last] = [Math.min(...places) - side, Math.max(...places) + 2 * side];
  if (first >= start && last <= start + length) return null;
  if (last - first <= length) return (first + last - length) / 2;
  return places[0] + (side - length) / 2; // too far apart: the first of them
}

/** All of a board, small, in a corner of its window, with a frame around the visible part. */
class BoardMap {
  /** @param {Panel} panel @param {Stage} stage */
  constructor(panel, stage) {
    this.panel = panel;
    this.stage = stage;
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.seen = make("div", { class: "mv-map-frame" });
    this.element = make("div", { class: "mv-map", hidden: true }, this.canvas, this.seen);
    panel.field.append(...panel.rulers, this.element);
    for (const name of /** @type {const} */ (["pointerdown", "pointermove"])) {
      this.element.addEventListener(
        name,
        (event) => (name === "pointerdown" || event.buttons) && this.go(event),
      );
    }
  }

  /** @param {boolean} zoomed */
  draw(zoomed) {
    const { panel, canvas } = this;
    if (zoomed && this.element.hidden) this.rouse(); // so that it is known to be there
    this.element.hidden = !zoomed;
    if (!zoomed) return;
    const scale = MAP / Math.max(panel.width, panel.height);
    const [width, height] = [panel.width * scale, panel.height * scale].map(Math.round);
    const { ratio } = panel;
    Object.assign(canvas, { width: width * ratio, height: height * ratio });
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
    const pen = penOf(canvas);
    pen.imageSmoothingQuality = "medium";
    pen.drawImage(
      panel.canvas,
      panel.left,
      panel.top,
      panel.width * panel.cell,
      panel.height * panel.cell,
      0,
      0,
      canvas.width,
      canvas.height,
    );
    this.frame();
  }

  moved() {
    this.rouse();
    this.frame();
  }

  /** On a board that is played on, and for touch, it disappears like a scroll bar: it covers cells. */
  rouse() {
    this.element.classList.remove("mv-resting");
    clearTimeout(this.rests);
    const isTouched = window.matchMedia("(pointer: coarse)").matches;
    if (isTouched || this.stage.input.hands.controls)
      this.rests = setTimeout(() => this.rest(), MAP_STAYS);
  }

  rest() {
    clearTimeout(this.rests);
    this.element.classList.add("mv-resting");
  }

  /** Whether it hides the cells under a pointer. @param {PointerEvent} event */
  covers({ clientX: x, clientY: y }) {
    if (this.element.hidden || this.element.classList.contains("mv-resting")) return false;
    const { left, right, top, bottom } = this.element.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  }

  /** The frame follows the visible part. */
  frame() {
    if (this.element.hidden) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.panel.field;
    const { width, height } = this.panel.extent;
    /** @param {number} part @param {number} whole */
    const share = (part, whole) => `${Math.min((100 * part) / whole, 100)}%`;
    Object.assign(this.seen.style, {
      left: share(scrollLeft, width),
      top: share(scrollTop, height),
      width: share(clientWidth, width),
      height: share(clientHeight, height),
    });
  }

  /** @param {PointerEvent} event */
  go(event) {
    event.preventDefault();
    event.stopPropagation(); // the board below is not dragged
    const { field, extent, ratio } = this.panel;
    const { width, height } = this.canvas;
    const [x, y] = [(event.offsetX * ratio) / width, (event.offsetY * ratio) / height];
    field.scrollLeft = x * extent.width - field.clientWidth / 2;
    field.scrollTop = y * extent.height - field.clientHeight / 2;
  }
}
