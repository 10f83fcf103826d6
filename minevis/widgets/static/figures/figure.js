// Shared by all figures: boards to point at, a sentence that answers, and the theme of the host.

import { Atlas } from "../shared/atlas.js";
import { walkedTo } from "../shared/cursor.js";
import {
  applyTheme,
  hostIsDark,
  isModified,
  make,
  markNarrow,
  onHostTheme,
  textButton,
} from "../shared/dom.js";
import { Stage } from "../shared/stage.js";

const PICKS = [" ", "Enter"];
// Chances are dark on light in every theme, and so is a letter beside one.
const CORNER = {
  background: "none",
  color: "#16171b",
  placeContent: "start",
  placeItems: "start",
  padding: "1px 2px",
};

/** A board of a figure. `describe(cell)` returns a description, `onpick(cell)` is called for clicks, taps and Enter; `axes` are coordinates along its rim. */
export class FigureBoard {
  constructor(
    figure,
    { height, width, codes, title = "" },
    {
      describe = () => "",
      onpick = null,
      onpoint = null,
      most = 48,
      label = title,
      axes = false,
    } = {},
  ) {
    Object.assign(this, {
      height,
      width,
      codes,
      describe,
      onpick,
      onpoint,
      cell: 0,
      letters: [],
      links: [],
    });
    this.atlas = new Atlas(figure.pack);
    this.atlas.sheets = figure.sheets;
    const info = { name: "board", title, subtitle: "", bare: !axes };
    this.stage = new Stage(this.atlas, [info], height, width, { describe, most });
    [this.panel] = this.stage.panels;
    this.element = make(
      "div",
      { class: title ? "mv-board" : "mv-board mv-untitled" },
      this.stage.element,
    );
    this.panel.canvas.setAttribute("aria-label", label);
    if (onpick || onpoint) this.listen();
    figure.boards.push(this);
  }

  listen() {
    const { canvas } = this.panel;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.addEventListener("click", (event) => this.pick(this.panel.cellAt(event)));
    canvas.addEventListener("pointermove", (event) => this.point(this.panel.cellAt(event)));
    canvas.addEventListener(
      "focus",
      () => canvas.matches(":focus-visible") && this.point(this.cell, true),
    );
    canvas.addEventListener("blur", () => this.stage.hover(-1));
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  pick(cell) {
    if (cell < 0) return;
    this.cell = cell;
    this.onpoint?.(cell);
    this.onpick?.(cell);
  }

  point(cell, framed = false) {
    if (cell < 0) return;
    this.cell = cell;
    if (framed) this.stage.hover(cell);
    this.onpoint?.(cell);
  }

  key(event) {
    if (isModified(event)) return;
    const next = walkedTo(event.key, this.cell, this);
    if (next !== null) this.point(next, true);
    else if (PICKS.includes(event.key)) this.pick(this.cell);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Letters on cells, by which a sentence names them: pairs of a cell and a letter. In a corner they leave room for a number. */
  letter(pairs, inCorner = false) {
    this.inCorner = inCorner;
    for (const { mark } of this.letters) mark.remove();
    this.letters = pairs.map(([cell, letter]) => ({
      cell,
      mark: make("span", { class: "mv-letter", "aria-hidden": "true" }, letter),
    }));
    this.panel.field.append(...this.letters.map(({ mark }) => mark));
    this.placeLetters();
  }

  placeLetters() {
    if (!this.panel.cell) return;
    const side = this.panel.cell / this.panel.ratio;
    for (const { cell, mark } of this.letters) {
      Object.assign(mark.style, {
        left: `${this.panel.x(cell) / this.panel.ratio}px`,
        top: `${this.panel.y(cell) / this.panel.ratio}px`,
        width: `${side}px`,
        height: `${side}px`,
        fontSize: `${side * Math.min(this.inCorner ? 0.24 : 0.5, 1.3 / mark.textContent.length)}px`,
        ...(this.inCorner && CORNER),
      });
    }
  }

  show(codes = this.codes) {
    this.codes = codes;
    if (this.panel.cell) this.panel.draw(codes, null, this.links);
  }

  fit(width, height = 560) {
    this.stage.fit(width, height, false);
    this.placeLetters();
    this.show();
  }
}

/** A figure. Subclasses give `static kind`, `build()`, which returns its elements, and `fit(width)`. */
export class Figure {
  constructor(root, pack, say) {
    Object.assign(this, { root, pack, say, data: pack.head.figure, boards: [], sheets: new Map() });
    this.said = make("p", { class: "mv-said", role: "status" });
  }

  async start() {
    this.root.classList.add("minevis", "mv-figure", `mv-${this.constructor.kind}`);
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", this.say(`${this.constructor.kind} label`));
    this.root.replaceChildren(...this.build());
    await this.useTheme();
    onHostTheme(() => this.useTheme(), new AbortController().signal); // as long as there is the page
    new ResizeObserver(() => this.refit()).observe(this.root);
    this.root.dataset.ready = "true";
    return this;
  }

  async useTheme() {
    const { themes } = this.pack.head.atlas;
    const wanted = this.data.theme === "auto" ? (hostIsDark() ? "dark" : "paper") : this.data.theme;
    this.theme = themes[wanted];
    applyTheme(this.root, this.theme);
    for (const board of this.boards) await board.atlas.use(this.theme.name);
    this.refit();
  }

  /** Fit all boards to the room there is. */
  refit() {
    markNarrow(this.root);
    const style = getComputedStyle(this.root);
    const width =
      this.root.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (width > 0 && this.theme) this.fit(width);
  }

  fit(width) {
    for (const board of this.boards) board.fit(width);
  }

  /** Take up a board that is made after the start. */
  async welcome(board) {
    await board.atlas.use(this.theme.name);
    this.refit();
  }

  tell(text) {
    this.said.textContent = text;
  }

  choices(names, onpick) {
    const buttons = names.map((name, number) => textButton(name, name, () => onpick(number)));
    return { buttons, element: make("div", { class: "mv-choices" }, ...buttons) };
  }
}
