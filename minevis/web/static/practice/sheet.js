// A work sheet for paper: every puzzle of a set with its number, and the answers on a separate page.

import { Atlas } from "../shared/atlas.js";
import { words } from "../shared/caption.js";
import { applyTheme, make, onPrint, themeOf } from "../shared/dom.js";
import { Panel } from "../shared/panel.js";

const RATIO = 2; // dots to a CSS pixel: paper shows more of them than a screen
const [ASKED, ANSWERED] = [
  { cell: 24, room: 186 },
  { cell: 16, room: 140 },
]; // CSS px of a cell, and of a board at most: nine puzzles fill a page
const CELL = /\((\d+), (\d+)\)/g;

/** Puts the sheet of a `Practice` behind its root while the page is printed; it does not appear on the screen. */
class Sheet {
  /** @param {Practice} practice */
  constructor(practice) {
    const { pack, atlas, wantedTheme } = practice;
    this.practice = practice;
    this.theme = themeOf(wantedTheme, pack.head.atlas.themes, true);
    this.atlas = new Atlas(pack);
    this.atlas.sheets = atlas.sheets; // decoded already: no printer waits
    this.element = make("div", { class: "minevis mv-sheet" });
    applyTheme(this.element, this.theme);
  }

  /** Draw all of it; the canvases ask the page for their colours. */
  async show() {
    const { practice, element } = this;
    const { root, say, trainer } = practice;
    const { puzzles } = trainer;
    root.after(element);
    await this.atlas.use(this.theme.name);
    const title = make("h1", {}, document.title);
    const answers = make("h1", { class: "mv-answers" }, say("practice answers"));
    const [asked, answered] = [0, 1].map(() => make("div", { class: "mv-puzzles" }));
    element.append(title, asked, answers, answered);
    for (const puzzle of puzzles) this.add(asked, await this.stateOf(puzzle, false), ASKED);
    for (const puzzle of puzzles) this.add(answered, await this.stateOf(puzzle, true), ANSWERED);
  }

  remove() {
    this.element.remove();
  }

  /** A puzzle with or without its answer, independent of the one on the screen. @param {Puzzle} puzzle @param {boolean} isAnswered */
  async stateOf(puzzle, isAnswered) {
    const other = Object.create(this.practice);
    other.fresh(puzzle);
    if (isAnswered) await other.once(() => other.giveAnswer());
    const { told, words } = other;
    const { questions, titles } = words;
    const isAny = questions[puzzle.kind] === "anything"; // paper takes no clicks
    const asked = isAny ? this.practice.say("practice ask on paper") : told.text;
    const steps = (told.steps ?? []).map((/** @type {PuzzleSaid} */ { text }) => text); // all steps of a proof, since paper has no button for the next
    const text = isAnswered && steps.length ? steps : [isAnswered ? told.text : asked];
    const [top, left] = puzzle.corner; // on paper every puzzle counts from 0
    const inWindow = (
      /** @type {string} */ _,
      /** @type {string} */ row,
      /** @type {string} */ col,
    ) => `(${Number(row) - top}, ${Number(col) - left})`;
    return {
      ...other.view(),
      isAnswered,
      number: puzzle.number + 1,
      kind: isAnswered ? titles[puzzle.kind] : "",
      text: text.map((/** @type {string} */ sentence) => sentence.replace(CELL, inWindow)),
    };
  }

  /** @param {Element} home @param {Awaited<ReturnType<Sheet["stateOf"]>>} state @param {{ cell: number, room: number }} most */
  add(home, { number, kind, text, isAnswered, ...state }, { cell, room }) {
    const { height, width, panels, codes, sides, links, caption } = state;
    const panel = new Panel(this.atlas, { ...panels[0], corner: [0, 0] }, height, width);
    const size = Math.floor(Math.min(cell, room / width, room / height) * RATIO);
    const said = [...text, caption.counters].filter(Boolean);
    const lines = said.map((sentence) => make("p", {}, ...words(sentence)));
    const reason = make("p", { class: "mv-because" }, this.practice.say("practice because"));
    if (!isAnswered) lines.push(reason);
    const title = make("figcaption", {}, make("b", {}, `${number}. `), kind);
    home.append(make("figure", {}, title, panel.field, make("div", {}, ...lines)));
    this.atlas.resize(size);
    panel.fit(size, RATIO);
    panel.draw(codes.board, sides, links);
  }
}

/** A separate page is printed as a work sheet; in a frame there is no room for one. @param {Practice} practice */
export function printAsSheet(practice) {
  void loadAll(practice).catch(() => {}); // `once` says so
  let sheet = /** @type {Sheet | null} */ (null);
  onPrint((isPrinted) => {
    sheet?.remove();
    sheet = isPrinted && practice.root.isConnected ? new Sheet(practice) : null;
    return sheet?.show();
  }, practice.listeners.signal);
}

/** Have all answers at hand, one by one: no printer waits. @param {Practice} practice */
async function loadAll(practice) {
  for (const puzzle of practice.trainer.puzzles) await practice.load(puzzle);
}
