// Shared by playground, editor and practice: a board, its commands, a caption.

import { positionIn } from "../shared/asker.js";
import { Atlas } from "../shared/atlas.js";
import { Caption } from "../shared/caption.js";
import {
  download,
  heightAbove,
  isModified,
  isTextField,
  make,
  markNarrow,
  onGiven,
  paneOf,
} from "../shared/dom.js";
import { Commands } from "../shared/commands.js";
import { nameOf } from "../shared/grid.js";
import { Input } from "../shared/input.js";
import { Menu, labelled, themeChoice } from "../shared/menu.js";
import { Pictures } from "../shared/pictures.js";
import { RowsAsText, rowsOf } from "../shared/rows.js";
import { Stage } from "../shared/stage.js";
import { Widget } from "../shared/widget.js";

const MOST_DROPPED = 16 << 20; // bytes
const LONG = 450; // ms of a touch used as the second button
const FAR = 1.5; // scale of coordinates on a projector
const SLIP = 16; // px: a longer way of the mouse drags a board seen through a window
/** @type {Record<string, number>} */
const ZOOMS = { "+": 1.25, "=": 1.25, "-": 0.8 };

/** A board with commands, a caption and a menu. Subclasses give `kind`, `told` (lines of help), the `table` of commands, `toolbars()` and `act(cell, how)`; they may have a `bar`, with which the board is seen through a window if its cells are small, and `asking`, the questions answered here. */
export class BoardWidget extends Widget {
  bar = /** @type {import("./bar.js").Bar | null} */ (null);
  asking = /** @type {import("./asking.js").Asking | null} */ (null);
  waits = 0; // questions asked
  answered = 0; // the last of them with an answer
  within = 0; // seconds that a change may move

  /** @param {HTMLElement} root @param {Pack} pack @param {any} host */
  constructor(root, pack, host) {
    super(root, pack, host);
    this.atlas = new Atlas(pack);
    this.pictures = new Pictures(pack.head.atlas);
    this.rows = new RowsAsText(this.say("rows"), this.say);
    this.caption = new Caption();
    this.controls = host.controls ?? {
      hold: LONG,
      press: false,
      swap: false,
      touch: false,
      keys: {},
    };
    this.input = new Input(this.hands);
    this.input.cell = 0;
    this.home = make("div", { class: "mv-home" });
    this.below = make("div", { class: "mv-below" });
  }

  /** @returns {Promise<any>} @param {BoardState} state */
  async start(state) {
    const { kind } = this.constructor;
    const run = (/** @type {string} */ name) => this.request({ do: name });
    this.commands = new Commands(this.say, this.table, run, this.controls.keys);
    this.furnish(
      this.say(kind),
      [`mv-${kind}`],
      ...this.toolbars(),
      this.home,
      this.rows.element,
      this.caption.element,
      ...this.footer(),
      this.below,
    );
    await this.drawIn(this.host.theme);
    this.show(state);
    this.listenForFiles();
    this.root.addEventListener("keydown", (event) => this.key(event), {
      signal: this.listeners.signal,
    });
    this.root.dataset.ready = "true";
  }

  dispose() {
    super.dispose();
    this.input.cancel();
  }

  /** @returns {Element[]} */
  footer() {
    return [];
  }

  /** Rows of buttons for the menu. @returns {HTMLElement[][]} */
  menuRows() {
    return [];
  }

  /** The keys, one a line. */
  help() {
    const { say } = this;
    const { kind, told } = this.constructor;
    const hands = told.map((name) => say(`help ${name}`));
    const zoom = this.bar ? [say("help zoom")] : [];
    return [say("help cells"), say(`help ${kind}`), ...this.commands.lines, ...hands, ...zoom];
  }

  /** The menu of settings and keys: its button and its sheet. @param {string} title */
  makeMenu(title) {
    const { say, host } = this;
    this.themes = themeChoice(say, Object.keys(this.pack.head.atlas.themes), host.theme, (name) => {
      this.useTheme(name);
      host.report?.({ theme: name });
    });
    this.menu = new Menu(say, {
      title,
      fields: [labelled(say("theme"), this.themes)],
      rows: this.menuRows(),
      keys: () => this.help(),
    });
    return [this.menu.button, this.menu.element];
  }

  /** @param {string} name */
  useTheme(name, isPrinted = false) {
    if (this.themes) this.themes.value = name;
    return super.useTheme(name, isPrinted);
  }

  /** Python reads a dropped or pasted file; text goes where the cursor is. */
  listenForFiles() {
    const { signal } = this.listeners;
    onGiven(this.root, ({ files: [file] }) => Boolean(file) && Boolean(this.takeFile(file)), {
      signal,
    });
  }

  /** Its bytes are sent in base 64. @param {File} file */
  async takeFile(file) {
    if (file.size > MOST_DROPPED)
      return this.refuse(this.say("too large", { name: file.name, size: MOST_DROPPED >> 20 }));
    const reader = new FileReader();
    await new Promise((resolve) => {
      reader.onloadend = resolve;
      reader.readAsDataURL(file);
    });
    const data = String(reader.result ?? "").split(",")[1] ?? "";
    return this.took(await this.request({ do: "file", name: file.name, data }));
  }

  /** The answer to a dropped file; subclasses show it. @param {any} _reply */
  took(_reply) {}

  /** @param {string} text */
  refuse(text) {
    this.caption.show({ badge: this.say("badge refused"), role: "mine", text }, this.theme, false);
  }

  async saveFile() {
    const reply = await this.request({ do: "save" });
    if (reply?.file) download(reply.file, reply.content, "text/plain");
  }

  /** Show a state of the host. The answers to questions about the one before are over. @param {BoardState} state */
  show(state) {
    this.given = state;
    this.asking?.forget();
    this.display(state);
  }

  /** The position for questions. */
  get position() {
    return positionIn(this.given.text);
  }

  /** Show sizes, the codes of the panels' cells, and a caption. @param {BoardState} state */
  display(state) {
    this.within = this.state ? this.pace(this.state, state) : 0;
    this.state = state;
    const shape = `${state.height}×${state.width} ${state.panels.map(({ name, corner = [] }) => [name, ...corner])}`;
    if (shape !== this.shape) this.setStage(state, shape);
    this.root.dataset.moment = `${state.moment}`; // changes with every answer
    this.update(state);
    this.draw();
    this.rows.tell(
      () => rowsOf(state.codes.board, state.width, this.pictures, this.say),
      this.corner[0],
    );
    this.caption.show(state.caption, this.theme, false);
    this.stage.viewport?.follow(state.focus ?? [], { smooth: true });
  }

  /** Bring the buttons up to date. @param {BoardState} state */
  update(state) {
    this.commands.update(state, () => this.takeKeys());
  }

  /** How many seconds the change between two states may move; 0 cuts. @param {BoardState} _before @param {BoardState} _state */
  pace(_before, _state) {
    return Infinity;
  }

  /** @param {BoardState} state @param {string} shape */
  setStage(state, shape) {
    this.shape = shape;
    this.input.cell = Math.min(this.input.cell, state.height * state.width - 1);
    this.stage = new Stage(this.atlas, state.panels, state.height, state.width, {
      describe: (/** @type {number} */ cell) => this.state.tips?.[cell] ?? "",
      tell: (/** @type {string} */ text, /** @type {Panel} */ panel) =>
        panel.setSubtitle(text || this.subtitle(panel)), // a tip would cover clues
      most: 44,
    });
    if (this.bar) {
      this.stage.zoomable(() => this.fit(), {
        ...this.cellSizes,
        spoken: () => [this.input.cell],
      });
    }
    this.input.use(this.stage);
    for (const { canvas, title } of this.stage.panels)
      canvas.setAttribute("aria-label", this.say("board spoken", { panel: title }));
    this.home.replaceChildren(this.stage.element);
    this.fit();
  }

  /** The sizes of cells from which on a board is seen through a window, as `Viewport` takes them. */
  get cellSizes() {
    return {};
  }

  /** Whether the mouse drags a board seen through a window. */
  get drags() {
    return true;
  }

  /** The words next to the title of a panel while no cell is pointed at. @param {Panel} panel */
  subtitle(panel) {
    const { codes, panels } = this.state;
    const { subtitle } = panels.find((/** @type {PanelInfo} */ { name }) => name === panel.name);
    if (!subtitle) return "";
    const rest = this.pictures.ofTheRest(codes[panel.name], this.say);
    return [subtitle, rest].filter(Boolean).join("; "); // as in films
  }

  /** How the board answers hands: see `Input`. @returns {Hands} */
  get hands() {
    return {
      controls: this.controls,
      slip: SLIP,
      drags: () => this.drags,
      act: (cell, how) => this.act(cell, how),
      walk: (cell) => this.caption.announce(this.spoken(cell)),
      draw: () => this.drawPressed(),
    };
  }

  /** Draw what is pressed, at once. */
  drawPressed() {
    if (this.disposed) return;
    this.within = 0;
    this.draw();
  }

  /** The codes of a board as they are drawn, here with what is pressed. @param {number[]} codes */
  withPressed(codes) {
    return codes;
  }

  fit() {
    if (!this.stage) return;
    this.place();
    const { width, height } = this.room();
    if (width < 40) return;
    const far = this.root.classList.contains("mv-far");
    this.stage.setLettering(far ? FAR : 1);
    this.stage.fit(width, height, far || (Boolean(this.bar) && this.isOnly));
    this.draw();
    this.bar?.fitted();
  }

  /** Give the root the classes of its room, and parts their places in it. */
  place() {
    markNarrow(this.root);
    this.bar?.place();
  }

  /** The room for the board: what the style sheet leaves it while the widget is as high as its pane. */
  room() {
    const { root, home } = this;
    root.style.setProperty("--mv-pane", `${paneOf(root).height - heightAbove(root)}px`);
    root.style.setProperty("--mv-high", `${root.offsetHeight}px`);
    root.classList.add("mv-measured");
    const { clientWidth: width, clientHeight: height } = home;
    root.classList.remove("mv-measured");
    return { width, height };
  }

  draw() {
    if (!this.stage?.visible[0]?.cell) return;
    this.stage.move(this.within, this.input.cell);
    for (const panel of this.stage.panels) {
      panel.draw(
        this.withPressed(this.state.codes[panel.name]),
        this.state.sides ?? null,
        this.state.links,
      );
      panel.setSubtitle(this.subtitle(panel));
    }
    this.stage.cards.show(
      this.state.cards ?? null,
      this.state.codes.board,
      this.state.caption.text,
    );
    this.stage.hover(this.stage.hovered, this.stage.over);
  }

  /** Send a request to the host. Some questions are answered here. @param {Action} action */
  request(action) {
    const { asking } = this;
    if (asking && (action.do === "why" || action.do === "hint"))
      return this.explain(action.do, /** @type {number} */ (action.cell ?? this.input.cell));
    const doing = this.send(action);
    if (asking) asking.doing = doing;
    return doing;
  }

  /** @param {string} question @param {number} cell */
  explain(question, cell) {
    return this.asking?.explain(question, cell);
  }

  /** Send a request for the current state; show a note until the answer. @param {Action} action */
  async send(action) {
    const done = (this.waits = this.waits + 1);
    const say = (/** @type {string} */ how) => {
      if (done <= this.answered || this.disposed) return;
      const busy = how === "busy";
      const words = {
        badge: this.say(busy ? "badge busy" : "badge no kernel"),
        role: busy ? "search" : "mine",
      };
      this.caption.show(
        { ...words, text: this.say(busy ? "busy" : "no kernel") },
        this.theme,
        false,
      );
    };
    const reply = await this.host.ask({ ...action, moment: this.state.moment }, say);
    this.answered = Math.max(this.answered, done);
    if (!this.disposed) this.caption.show(this.state.caption, this.theme, false);
    return reply;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (isModified(event)) return; // a shortcut of the host
    if (!["Tab", "Escape"].includes(event.key)) event.stopPropagation(); // a notebook has keys too
    const target = /** @type {HTMLElement} */ (event.target);
    if (isTextField(target)) return;
    if (this.below.contains(target) || target.closest("dialog")) return; // they have their own keys
    if (event.key.startsWith("Arrow"))
      this.takeKeys(); // after a menu or a button the focus returns to the board
    else if (event.key === "Escape" && this.stage.cards.close()) this.stage.hover(-1);
    else if (event.key === "?") this.menu.open();
    else if (this.stage.viewport && ["z", "Z"].includes(event.key)) this.stage.viewport.toggle();
    else if (this.stage.viewport && event.key in ZOOMS) this.scale(ZOOMS[event.key]);
    else if (!this.commands.press(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Give the board the focus; whoever plays by keys sees at which cell they are. */
  takeKeys() {
    const [panel] = this.stage.visible;
    panel.canvas.focus({ preventScroll: true });
    this.stage.hover(panel.canvas.matches(":focus-visible") ? this.input.cell : -1, panel);
  }

  /** Make cells larger or smaller, around the pointer if it is on the board. @param {number} factor */
  scale(factor) {
    const { hovered, over, viewport, visible } = this.stage;
    const panel = over ?? visible[0];
    const { left, top, side } = panel.boxOf(hovered);
    viewport.scale(factor, panel, hovered < 0 ? null : { x: left + side / 2, y: top + side / 2 });
  }

  /** The cell that keys act on: the one under the pointer, else the cursor's. */
  get pointed() {
    return this.stage.hovered >= 0 ? this.stage.hovered : this.input.cell;
  }

  /** A cell as it is read out. @param {number} cell */
  spoken(cell) {
    return this.state.tips?.[cell] ?? this.name(cell);
  }

  /** The row and column of the first visible cell, if only a part of the board is visible. */
  get corner() {
    return this.state.panels[0].corner ?? [0, 0];
  }

  /** A cell by its row and column on the board. @param {number} cell */
  name(cell) {
    return nameOf(cell, this.state.width, this.corner);
  }
}
