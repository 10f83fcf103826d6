// What playground and editor share: panels that Python fills, a cursor, a caption.

import { Atlas } from "../shared/atlas.js";
import { Caption } from "../shared/caption.js";
import { dress, make, ownKeys, takesKeys } from "../shared/dom.js";
import { Stage } from "../shared/stage.js";

const LONG = 450; // ms of a touch that means the second button
const [MIDDLE, RIGHT] = [1, 2]; // buttons by number
const BOTH = 3; // left and right, held together
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** A board that lives in Python. Subclasses give `bars()`, `act(cell, how)` and `keys`; how: "first", "second", "both". */
export class Live {
  constructor(root, pack, host) {
    Object.assign(this, { root, pack, host, atlas: new Atlas(pack), cell: 0, pending: 0, keys: {} });
    this.caption = new Caption();
    this.home = make("div", { class: "mv-home" });
    this.below = make("div", { class: "mv-below" });
    this.gone = new AbortController();
  }

  async start(state) {
    this.root.classList.add("minevis", `mv-${this.constructor.label.toLowerCase()}`);
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", this.constructor.label);
    ownKeys(this.root);
    this.root.replaceChildren(...this.bars(), this.home, this.caption.element, ...this.feet(), this.below);
    await this.useTheme(this.host.theme);
    this.show(state);
    this.watch = new ResizeObserver(() => this.fit());
    this.watch.observe(this.root);
    this.root.addEventListener("keydown", (event) => this.key(event), { signal: this.gone.signal });
    this.root.dataset.ready = "true";
  }

  dispose() {
    this.release();
    this.gone.abort();
    this.watch?.disconnect();
  }

  feet() {
    return [];
  }

  async useTheme(name) {
    const { themes } = this.pack.head.atlas;
    this.theme = themes[name] ?? Object.values(themes)[0];
    dress(this.root, this.theme);
    await this.atlas.use(this.theme.name);
    this.fit();
  }

  /** Show what Python says: sizes, a code for each cell of each panel, and a caption. */
  show(state) {
    this.state = state;
    const shape = `${state.height}×${state.width} ${state.panels.map((panel) => panel.name)}`;
    if (shape !== this.shape) this.setStage(state, shape);
    this.root.dataset.moment = state.moment; // changes with every answer
    this.bring?.(state);
    this.draw();
    this.caption.show(state.caption, this.theme, false);
  }

  setStage(state, shape) {
    this.shape = shape;
    this.cell = Math.min(this.cell, state.height * state.width - 1);
    this.stage = new Stage(this.atlas, state.panels, state.height, state.width, {
      describe: (cell) => this.state.tips?.[cell] ?? "", most: 44,
    });
    for (const panel of this.stage.panels) this.listen(panel);
    this.home.replaceChildren(this.stage.element);
    this.fit();
  }

  listen(panel) {
    const { canvas } = panel;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-label", `${panel.title}. Arrow keys move over the cells.`);
    canvas.addEventListener("contextmenu", (event) => { event.preventDefault(); event.stopPropagation(); });
    canvas.addEventListener("pointerdown", (event) => this.press(event, panel));
    canvas.addEventListener("pointermove", (event) => this.move(event, panel));
    canvas.addEventListener("pointerup", (event) => this.lift(event, panel));
    canvas.addEventListener("pointercancel", () => this.release());
    canvas.addEventListener("focus", () => canvas.matches(":focus-visible") && this.stage.hover(this.cell, panel));
    canvas.addEventListener("blur", () => this.stage.hover(-1, panel));
  }

  press(event, panel) {
    const cell = panel.cellAt(event);
    this.release();
    if (cell < 0) return;
    if (event.button === MIDDLE) event.preventDefault(); // no scrolling by the middle button
    this.pressed = { cell, both: false };
    if (event.pointerType === "touch") this.held = setTimeout(() => this.holds(), LONG);
  }

  /** A second button joins the first, or a finger wanders off. */
  move(event, panel) {
    if (!this.pressed) return;
    if (event.buttons === BOTH) this.pressed.both = true;
    if (panel.cellAt(event) !== this.pressed.cell) this.release();
  }

  /** A finger has stayed long enough to mean the second button. */
  holds() {
    const { cell } = this.pressed;
    this.release();
    this.touch(cell, "second");
  }

  lift(event, panel) {
    const { pressed } = this;
    this.release();
    if (!pressed || panel.cellAt(event) !== pressed.cell) return;
    const both = pressed.both || event.button === MIDDLE;
    this.touch(pressed.cell, both ? "both" : event.button === RIGHT ? "second" : "first");
  }

  release() {
    clearTimeout(this.held);
    this.pressed = null;
  }

  touch(cell, how) {
    this.cell = cell;
    this.act(cell, how);
  }

  fit() {
    if (!this.stage) return;
    const style = getComputedStyle(this.root);
    const width = this.root.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (width < 40) return;
    this.root.classList.toggle("mv-narrow", width < 620);
    this.stage.fit(width, false);
    this.draw();
  }

  draw() {
    if (!this.stage?.panels[0].cell) return;
    for (const panel of this.stage.panels) panel.draw(this.state.codes[panel.name], null, this.state.links);
    if (this.stage.hovered >= 0) this.stage.hover(this.stage.hovered, this.stage.over);
  }

  /** Ask Python to do something; say so when nobody answers. */
  async tell(action) {
    this.pending += 1;
    const reply = await this.host.ask(action);
    this.pending -= 1;
    if (reply === null && !this.gone.signal.aborted) {
      const text = "The kernel does not answer, so nothing can happen here. Run the cell again to go on.";
      this.caption.show({ badge: "NO KERNEL", role: "mine", text }, this.theme, false);
    }
    return reply;
  }

  key(event) {
    if (!["Tab", "Escape"].includes(event.key)) event.stopPropagation(); // a notebook has keys too
    if (event.ctrlKey || event.metaKey || event.altKey || takesKeys(event.target)) return;
    const onBoard = event.target.matches(".mv-canvas");
    if (event.key in ARROWS && onBoard) this.walk(...ARROWS[event.key]);
    else if ([" ", "Enter"].includes(event.key) && onBoard) this.act(this.cell, "first");
    else if (this.keys[event.key] && !(event.target.closest(".mv-below"))) this.keys[event.key](event);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  walk(down, across) {
    const { height, width } = this.state;
    const row = Math.min(Math.max(Math.floor(this.cell / width) + down, 0), height - 1);
    const col = Math.min(Math.max((this.cell % width) + across, 0), width - 1);
    this.cell = row * width + col;
    this.stage.hover(this.cell, this.stage.over ?? this.stage.visible[0]);
    this.caption.say(this.state.tips?.[this.cell] ?? `(${row}, ${col})`);
  }
}
