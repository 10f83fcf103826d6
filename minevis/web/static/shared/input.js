// The one input of boards: mouse, finger, pen and keys, as presses, strokes, drags, zooms and a cursor that walks.

import { isModified } from "./dom.js";
import { placeOf } from "./grid.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const LETTERS = {
  w: ARROWS.ArrowUp,
  s: ARROWS.ArrowDown,
  a: ARROWS.ArrowLeft,
  d: ARROWS.ArrowRight,
};
const [LEFT, MIDDLE, RIGHT] = [0, 1, 2]; // buttons by number
const BOTH = 3; // left and right, held together
const DRAG = 5; // CSS px: longer moves are no click
const DOUBLE = 320; // ms between two taps
const DOUBLE_NEAR = 28; // CSS px between them

/**
 * What `hands` do on the panels of a stage. A press counts for the cell on which it began, if it ends there or next to
 * it: `act(cell, how, panel)`. With `controls` the second button counts too, and a long touch. All else is optional:
 * `point(cell)` hears of cells that are pointed at, `walk(cell, panel)` of the cursor's, `draw()` of presses; while
 * `strokes()`, cells that are drawn over come together to `stroke(cells)`; `turn(event, cell, panel)` gets the wheel; a mouse
 * drags a board in a window by more than `slip` px, if it `drags()`. Hands that have their own use for arrows `share` them:
 * the cursor has them from a focus by keys until Escape or a click, and walks by w a s d too; two taps zoom.
 */
export class Input {
  cell = -1; // of the cursor
  roves = true; // whether the cursor has the arrows
  pressed = /** @type {{ cell: number, isFirst: boolean, both: boolean } | null} */ (null);
  stroke = /** @type {Set<number> | null} */ (null);
  drag = /** @type {Point & { far: boolean } | null} */ (null);
  pinch = /** @type {{ far: number, size: number, middle?: Point } | null} */ (null);
  tapped = /** @type {Point & { at: number } | null} */ (null);
  touches = /** @type {Map<number, Point>} */ (new Map());
  stage = /** @type {Stage} */ (/** @type {unknown} */ (null)); // until `use`

  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
  }

  /** Listen to the panels of a stage. @param {Stage} stage */
  use(stage) {
    this.cancel(); // on a board that is gone
    this.stage = stage;
    stage.input = this;
    for (const panel of stage.panels) this.listen(panel);
  }

  /** @param {Panel} panel */
  listen(panel) {
    const { hands, stage } = this;
    const { canvas } = panel;
    const takes = hands.act || hands.point;
    /** @type {Record<string, (event: any) => void>} */
    const heard = {
      pointermove: (event) => this.move(event, panel),
      pointerleave: () => stage.hover(-1, panel),
      ...(takes && {
        pointerdown: (event) => this.down(event, panel),
        pointerup: (event) => this.up(event, panel),
        pointercancel: (event) => this.lift(event, panel),
        click: (event) => event.detail || this.does(panel.cellAt(event), "first", panel), // by a screen reader
        focus: () => this.focused(panel),
        blur: (event) => this.blurred(event, panel),
        keydown: (event) => this.key(event, panel),
      }),
      ...(hands.controls && {
        contextmenu: (event) => {
          event.preventDefault();
          event.stopPropagation();
        },
      }),
    };
    for (const [name, hear] of Object.entries(heard)) canvas.addEventListener(name, hear);
    if (takes) {
      canvas.tabIndex = 0;
      canvas.setAttribute("role", "application");
    }
    if (hands.turn || stage.viewport)
      panel.field.addEventListener("wheel", (event) => this.wheel(event, panel), {
        passive: false,
      });
  }

  /** @param {PointerEvent} event @param {Panel} panel */
  down(event, panel) {
    const { hands, touches } = this;
    const { pointerType, pointerId, button } = event;
    const { viewport } = this.stage;
    const at = pointOf(event);
    const isTouch = pointerType === "touch";
    const isMouse = pointerType === "mouse";
    this.cancel();
    this.roves = !hands.shares;
    if (isTouch) touches.set(pointerId, at);
    if (viewport && touches.size === 2)
      this.pinch = { far: this.apart, size: viewport.size || viewport.fitting };
    if (!event.isPrimary) return; // a second finger: they pinch
    if (viewport && isTouch && hands.shares && this.isDouble(at)) return viewport.toggle(panel, at);
    if (panel.map?.covers(event)) return panel.map.rest(); // the cells below it cannot be seen
    if (button === MIDDLE) event.preventDefault(); // no scrolling by the middle button
    panel.canvas.setPointerCapture(pointerId); // it may be released outside the board
    if (isMouse && button === LEFT && viewport?.zoomed && (hands.drags?.() ?? true))
      this.drag = { ...at, far: false };
    const cell = panel.cellAt(event);
    const how = this.howOf(event);
    if (cell < 0 || !how) return;
    if (isMouse && how === "second" && hands.controls?.press) return this.does(cell, how, panel);
    this.pressed = { cell, both: false, isFirst: how === "first" };
    if (!isMouse && hands.controls)
      this.held = setTimeout(() => this.longPress(cell, panel), hands.controls.hold);
    hands.draw?.();
  }

  /** Which button an event means; none if it has no meaning here. @param {PointerEvent} event @returns {Press | undefined} */
  howOf({ pointerType, button }) {
    const { controls } = this.hands;
    if (!controls) return button === LEFT ? "first" : undefined;
    const isSwapped = pointerType === "mouse" ? controls.swap : controls.touch;
    return (button === RIGHT) === isSwapped ? "first" : "second";
  }

  /** A finger or a pen has stayed long enough to mean the second button. @param {number} cell @param {Panel} panel */
  longPress(cell, panel) {
    this.cancel();
    this.does(cell, this.hands.controls?.touch ? "first" : "second", panel);
  }

  /** @param {PointerEvent} event @param {Panel} panel */
  move(event, panel) {
    const { hands, pressed, drag, touches } = this;
    const { pointerType, pointerId, buttons } = event;
    const cell = panel.cellAt(event);
    const at = pointOf(event);
    if (pointerType !== "touch") this.stage.hover(cell, panel);
    if (cell >= 0 && hands.point) {
      this.cell = cell;
      hands.point(cell);
    }
    if (panel.map?.covers(event)) panel.map.rest();
    if (touches.has(pointerId)) touches.set(pointerId, at);
    if (this.pinch) return this.pinched(panel);
    if (pressed && buttons === 1 && hands.strokes?.() && (this.stroke || !this.isHit(event, panel)))
      return this.draws(cell, panel);
    if (drag && buttons & 1 && (drag.far || apartOf(at, drag) >= (hands.slip ?? DRAG))) {
      panel.field.scrollLeft += drag.x - at.x;
      panel.field.scrollTop += drag.y - at.y;
      this.drag = { ...at, far: true };
      panel.field.classList.add("mv-dragged");
    }
    if (pressed && buttons === BOTH) pressed.both = true;
    if (pressed && !this.isHit(event, panel)) this.cancel();
  }

  /** A stroke goes over one cell more. @param {number} cell @param {Panel} panel */
  draws(cell, panel) {
    this.stroke ??= new Set([/** @type {any} */ (this.pressed).cell]);
    if (cell >= 0) this.stroke.add(cell); // not beside the board
    if (this.stroke.size > 1) clearTimeout(this.held);
    this.stage.hover(cell, panel);
  }

  /** Whether the pressed cell is still meant. @param {PointerEvent} event @param {Panel} panel */
  isHit(event, panel) {
    return this.pressed && !this.drag?.far && panel.isOn(event, this.pressed.cell);
  }

  /** @param {PointerEvent} event @param {Panel} panel */
  up(event, panel) {
    const { pressed, stroke } = this;
    const isHit = this.isHit(event, panel);
    const how = pressed?.both || event.button === MIDDLE ? "both" : this.howOf(event);
    this.lift(event, panel);
    if (stroke && stroke.size > 1) this.hands.stroke?.([...stroke]);
    else if (pressed && isHit && how) this.does(pressed.cell, how, panel);
  }

  /** @param {PointerEvent} event @param {Panel} panel */
  lift(event, panel) {
    this.touches.delete(event.pointerId);
    if (this.touches.size < 2) this.pinch = null;
    this.drag = null;
    panel.field.classList.remove("mv-dragged");
    this.cancel();
  }

  /** What is pressed is not meant any more. */
  cancel() {
    clearTimeout(this.held);
    const { pressed } = this;
    this.pressed = this.stroke = null;
    if (pressed) this.hands.draw?.();
  }

  /** @param {number} cell @param {Press} how @param {Panel} panel */
  does(cell, how, panel) {
    if (cell < 0) return;
    this.cell = cell;
    this.hands.act?.(cell, how, panel);
  }

  /** Whether a tap is the second of two, which only zooms. @param {Point} at */
  isDouble(at) {
    const { tapped: last } = this;
    const now = performance.now();
    const isDouble = last && now - last.at <= DOUBLE && apartOf(at, last) <= DOUBLE_NEAR;
    this.tapped = isDouble ? null : { at: now, ...at };
    return isDouble;
  }

  /** The way between two fingers. */
  get apart() {
    const [a, b] = [...this.touches.values()];
    return apartOf(a, b) || 1;
  }

  /** @param {Panel} panel */
  pinched(panel) {
    const { pinch, stage } = this;
    const { viewport } = stage;
    if (!pinch || !viewport) return;
    const [a, b] = [...this.touches.values()];
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const last = pinch.middle ?? middle;
    panel.field.scrollBy({ left: last.x - middle.x, top: last.y - middle.y, behavior: "instant" });
    pinch.middle = middle;
    const size = Math.round((pinch.size * this.apart) / pinch.far);
    if (size !== viewport.size) viewport.zoom(size, panel, middle);
  }

  /** Ctrl and the wheel zoom; a pinch on a touchpad sends the same. @param {WheelEvent} event @param {Panel} panel */
  wheel(event, panel) {
    if (!event.ctrlKey && !event.metaKey)
      return this.hands.turn?.(event, panel.cellAt(event), panel);
    event.preventDefault();
    const factor = Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.004));
    this.stage.viewport?.scale(factor, panel, pointOf(event));
  }

  /** @param {KeyboardEvent} event @param {Panel} panel */
  key(event, panel) {
    const { cell, roves, hands, stage } = this;
    if (isModified(event) || (hands.shares && event.shiftKey)) return;
    if (event.key === "Escape" && hands.shares) this.roves = false; // and to the host
    const steps = { ...(roves && ARROWS), ...(hands.shares && LETTERS) };
    const picks = hands.shares ? ["Enter"] : ["Enter", " "];
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step) this.goTo(cell < 0 ? (stage.viewport?.spoken(panel)[0] ?? 0) : this.at(step), panel);
    else if (picks.includes(event.key) && cell >= 0) this.does(cell, "first", panel);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The cell a step away from the cursor, the same one at the rim. @param {number[]} step */
  at(step) {
    const { height, width } = this.stage;
    const [row, col] = placeOf(this.cell, width).map((at, axis) =>
      Math.min(Math.max(at + step[axis], 0), [height, width][axis] - 1),
    );
    return row * width + col;
  }

  /** @param {number} cell @param {Panel} panel */
  goTo(cell, panel) {
    this.cell = cell;
    this.stage.viewport?.follow([cell], { smooth: false });
    this.stage.hover(cell, panel);
    this.hands.point?.(cell);
    this.hands.walk?.(cell, panel);
  }

  /** Whoever comes by keys sees at which cell they are. @param {Panel} panel */
  focused(panel) {
    const { cell, roves, hands } = this;
    const isByKeys = hands.shares ? roves : panel.canvas.matches(":focus-visible");
    if (isByKeys && cell >= 0) this.goTo(cell, panel);
  }

  /** @param {FocusEvent} event @param {Panel} panel */
  blurred({ relatedTarget }, panel) {
    const next = /** @type {Element | null} */ (relatedTarget);
    if (next && !next.closest("dialog")) this.roves = true; // else the focus comes back by itself
    this.stage.hover(-1, panel);
  }
}

/** @param {MouseEvent} event @returns {Point} */
function pointOf({ clientX: x, clientY: y }) {
  return { x, y };
}

/** @param {Point} a @param {Point} b */
function apartOf(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
