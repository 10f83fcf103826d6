// Shared by all figures: boards to point at, an answering sentence, and the theme of the host.

import { Atlas } from "../shared/atlas.js";
import { Input } from "../shared/input.js";
import { make, moves, textButton } from "../shared/dom.js";
import { Pictures } from "../shared/pictures.js";
import { Stage } from "../shared/stage.js";
import { Widget } from "../shared/widget.js";

/** The seconds of motions that only figures have: bars join and split, layouts are ruled out, the window slides, a mine hops, layouts sort themselves, or are dealt, clues turn into numbers. */
export const SECONDS = {
  weights: 0.6,
  layouts: 0.4,
  window: 0.12,
  hops: 4,
  sorts: 1.4,
  deals: 3,
  turns: 0.8,
};
export const BESIDE = 640; // px of room for words beside a board
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
  letters = /** @type {{ cell: number, mark: HTMLElement }[]} */ ([]);
  inCorner = false;
  links = /** @type {number[]} */ ([]);
  sides = /** @type {number[] | null} */ (null);

  /** @param {Figure} figure @param {Size & { codes: number[], title?: string, corner?: number[] }} given */
  constructor(
    figure,
    { height, width, codes, title = "", corner = [0, 0] },
    {
      describe = () => "",
      onpick = /** @type {Act | null} */ (null),
      onpoint = /** @type {Act | null} */ (null),
      most = 48,
      label = title,
      axes = false,
    } = {},
  ) {
    this.height = height;
    this.width = width;
    this.given = this.codes = codes;
    this.onpick = onpick;
    this.onpoint = onpoint;
    this.pictures = new Pictures(figure.pack.head.atlas);
    this.atlas = new Atlas(figure.pack);
    this.atlas.sheets = figure.sheets;
    const info = { name: "board", title, subtitle: "", bare: !axes, corner };
    this.stage = new Stage(this.atlas, [info], height, width, { describe, most });
    this.panel = this.stage.panels[0];
    this.stage.move(Infinity);
    this.element = make(
      "div",
      { class: title ? "mv-board" : "mv-board mv-untitled" },
      this.stage.element,
    );
    this.panel.canvas.setAttribute("aria-label", label);
    this.input = new Input({
      act: onpick || onpoint ? (cell) => this.pick(cell) : undefined,
      point: onpoint ?? undefined,
    });
    this.input.cell = 0;
    this.input.use(this.stage);
    figure.boards.push(this);
  }

  /** @param {number} cell */
  pick(cell) {
    this.panel.clicked = cell;
    this.onpoint?.(cell);
    this.onpick?.(cell);
  }

  /** Letters on cells, by which a sentence names them: pairs of a cell and a letter. In a corner they leave room for a number. @param {[number, string][]} pairs */
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
    if (this.panel.cell) this.panel.draw(codes, this.sides, this.links);
  }

  /** Show chances of a mine, in hundredths of a percent, on some cells or on all. @param {number[]} chances @param {number[]} [cells] */
  showChances(chances, cells) {
    this.show(
      this.given.map((code, cell) =>
        cells && !cells.includes(cell) ? code : this.pictures.withChance(code, chances[cell]),
      ),
    );
  }

  /** @param {number} width */
  fit(width, height = 560) {
    this.stage.fit(width, height, false);
    this.placeLetters();
    this.show();
  }
}

/** The transform that shows an element of a `place` elsewhere. @param {Box} elsewhere @param {Box} place */
export function intoPlace(elsewhere, place) {
  const [x, y] = [elsewhere.left - place.left, elsewhere.top - place.top];
  const [wide, high] = [elsewhere.width / place.width, elsewhere.height / place.height];
  return `translate(${x}px, ${y}px) scale(${wide}, ${high})`;
}

/** A figure. Subclasses give `static kind`, `parts`, its elements, and `arrange(width)`, which fits its boards. */
export class Figure extends Widget {
  boards = /** @type {FigureBoard[]} */ ([]);
  parts = /** @type {Element[]} */ ([]);
  room = 0; // CSS px next to the board
  buttons = /** @type {HTMLButtonElement[]} */ ([]); // of a choice
  recalled = ""; // what the reader chose first, for the end of a page
  sheets = new Map(); // of tiles, for the atlases of all boards
  said = make("p", { class: "mv-said", role: "status" });

  /** @param {HTMLElement} root @param {Pack} pack @param {{ say: Say }} host */
  constructor(root, pack, host) {
    super(root, pack, host);
    this.data = /** @type {FigureData} */ (pack.head.figure);
    this.atlas = { use: (/** @type {string} */ theme) => this.useTiles(theme) };
  }

  async start() {
    const { kind } = this.constructor;
    this.furnish(this.say(`${kind} label`), ["mv-figure", `mv-${kind}`], ...this.parts);
    await this.drawIn(this.data.theme);
    this.root.dataset.ready = "true";
    return this;
  }

  /** Let an element come from elsewhere to its place. @param {Element} element @param {Box} from @param {Box} to @param {keyof typeof SECONDS} kind */
  slide(element, from, to, kind, share = 1) {
    for (const motion of element.getAnimations()) motion.cancel();
    if (!moves() || !from.width || !to.width) return;
    const duration = 1000 * share * SECONDS[kind];
    element.animate(
      { transform: [intoPlace(from, to), "none"] },
      { duration, easing: "ease-in-out" },
    );
  }

  /** @param {string} theme */
  async useTiles(theme) {
    for (const board of this.boards) await board.atlas.use(theme);
    return true;
  }

  /** A board, and next to it, or below it, words and buttons. @param {{ element: HTMLElement }} board @param {(Node | string)[]} parts */
  beside(board, ...parts) {
    const words = make("div", { class: "mv-words" }, ...parts);
    return [make("div", { class: "mv-columns" }, board.element, words)];
  }

  /** Fit all boards to the room there is. */
  fit() {
    const { width } = this.inside();
    if (width > 0 && this.theme) this.arrange(width);
  }

  /** Fit a board that takes a `share` of the width beside its words, and all above them. @param {FigureBoard} board @param {number} width @param {{ share: number, most: number, narrow?: number, words?: number, height?: number }} given */
  fitBeside(board, width, { share, most, narrow = most, words = width, height = most }) {
    const beside = width >= BESIDE;
    this.room = beside ? Math.min(width * (0.93 - share), words) : width;
    board.fit(Math.min(beside ? width * share : width, beside ? most : narrow), height);
  }

  /** Add a board made after the start. @param {FigureBoard} board */
  async welcome(board) {
    await board.atlas.use(this.theme.name);
    this.fit();
  }

  /** @param {string} text */
  tell(text) {
    this.said.textContent = text.replaceAll(" %", "\u00a0%"); // no line begins with the sign
  }

  /** Buttons of which one is pressed at a time. @param {string[]} names @param {(number: number) => void} onpick */
  choices(names, onpick) {
    this.buttons = names.map((name, number) => textButton(name, name, () => onpick(number)));
    return make("div", { class: "mv-choices" }, ...this.buttons);
  }

  /** @param {number} number */
  press(number) {
    this.buttons.forEach((button, each) =>
      button.setAttribute("aria-pressed", String(each === number)),
    );
  }

  /** A button of the label `name`. @param {string} name @param {() => void} act */
  button(name, act, extra = {}) {
    const text = this.say(name);
    return textButton(text, text, act, extra);
  }
}
