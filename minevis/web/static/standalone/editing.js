// A position being edited: the actions of an `Editor`, run in the browser.

import { Solver } from "../solver/solver.js";
import { MOST_TEXT, Unreadable, positionOf, textOf } from "./notations.js";
import { positionIn } from "../shared/asker.js";
import { Word, bigNumber } from "../shared/words.js";

const FEW = 3; // cells named in a sentence
const ROUND = "#012345678"; // the wheel turns through these
const LONGEST_LETTER = 6; // digits in base 64, of four bytes
const PICTURES = [
  ["PNG", "iVBORw0KGgo"],
  ["JPEG", "/9j/"],
  ["GIF", "R0lGOD"],
  ["WebP", "UklGR"],
]; // how they begin in base 64
const SOON = 300; // ms after which a position is shown without its odds, until they are there
const EDITOR_ACTIONS = [
  "paint",
  "brush",
  "count",
  "mines",
  "size",
  "text",
  "file",
  "save",
  "back",
  "odds",
  "flags",
  "answer",
];

/** @param {number} height @param {number} width @param {number | null} mines @returns {Position} */
export function fresh(height, width, mines) {
  return { height, width, mines, view: new Array(height * width).fill("#") };
}

/** A position as a part of a larger board: with unknown cells around it, and an unknown number of mines. @param {Position} given @returns {Position} */
export function asPart({ height, width, view, doubtful = [] }) {
  const part = fresh(height + 2, width + 2, null);
  const inside = (/** @type {number} */ cell) =>
    (Math.floor(cell / width) + 1) * part.width + 1 + (cell % width);
  view.forEach((mark, cell) => (part.view[inside(cell)] = mark));
  return { ...part, doubtful: doubtful.map(inside) };
}

/** `drawing` is a `PositionView`, `tables` are those of notations, `panels` what the panels are called; `onchange(position)`, if given, is called for each. */
export class Editing {
  solver = new Solver();
  past = /** @type {Position[]} */ ([]);
  position = /** @type {Position} */ (/** @type {unknown} */ (null));
  found = /** @type {any} */ (null); // the analysis of the position
  zeros = /** @type {any} */ (null);
  isCut = false; // whether the position has layouts as a part of a larger board only
  moment = 0;
  withOdds = true; // whether they are drawn on the board

  /** `picture(file)` promises the position of a picture, if the host reads any. @param {any} given */
  constructor({ drawing, tables, panels, largest, say, onchange, picture = null }) {
    this.drawing = drawing;
    this.tables = tables;
    this.panels = panels;
    this.largest = largest;
    this.say = say;
    this.onchange = onchange;
    this.picture = picture;
    this.ignoring = false; // whether flags prove nothing
    this.show = (/** @type {any} */ _state) => {}; // is called with each new state
  }

  /** Run an action of the editor. @param {any} given */
  async do({ do: action, moment: _, ...details }) {
    const own = (this.turn = {}); // a later action makes the answer to this one stale
    let reply = {};
    try {
      if (EDITOR_ACTIONS.includes(action))
        reply = (await /** @type {any} */ (this)[action](details)) ?? {};
    } catch (error) {
      if (error instanceof Unreadable) {
        this.said = this.refusal(error);
        reply = { line: this.lineOf(error, details.text) };
      } else this.said = this.drawing.fault(error, this.position.width);
    }
    if (own === this.turn) this.update();
    return reply;
  }

  /** @param {any} given */
  paint({ cell, mark }) {
    const before = this.position.view[cell];
    return this.withCells([cell], before === mark ? "#" : mark);
  }

  /** @param {any} given */
  brush({ cells, mark }) {
    return this.withCells(cells, mark);
  }

  /** @param {any} given */
  count({ cell, by }) {
    const at = Math.max(ROUND.indexOf(this.position.view[cell]), 0);
    return this.withCells([cell], ROUND[(at + (by > 0 ? 1 : -1) + ROUND.length) % ROUND.length]);
  }

  /** @param {number[]} cells @param {string} mark */
  withCells(cells, mark) {
    const view = this.position.view.slice();
    for (const cell of cells) view[cell] = mark;
    const doubtful = this.position.doubtful?.filter((cell) => !cells.includes(cell));
    return this.take({ ...this.position, view, doubtful });
  }

  /** @param {any} given */
  mines({ mines }) {
    const whole = mines === null || (Number.isInteger(mines) && mines >= 0);
    if (!whole || mines > this.position.view.length)
      throw new Unreadable("standalone text mines", { mines });
    return this.take({ ...this.position, mines });
  }

  /** @param {any} given */
  size({ height, width }) {
    const allowed = (/** @type {number} */ side) =>
      Number.isInteger(side) && side >= 1 && side <= this.largest;
    if (!allowed(height) || !allowed(width))
      throw new Unreadable("standalone text size", { most: this.largest });
    const { position } = this;
    const { view } = fresh(height, width, 0);
    for (let row = 0; row < Math.min(height, position.height); row += 1)
      for (let col = 0; col < Math.min(width, position.width); col += 1)
        view[row * width + col] = position.view[row * position.width + col];
    const mines = position.mines === null ? null : Math.min(position.mines, view.length);
    return this.take({ height, width, mines, view });
  }

  /** @param {any} given */
  text({ text }) {
    return this.take(positionOf(text, { ...this.tables, largest: this.largest }));
  }

  /** @param {any} given */
  file({ name, data }) {
    const [kind] = PICTURES.find(([, start]) => data.startsWith(start)) ?? [];
    if (kind && this.picture) return this.takePicture({ name, data, answers: {} });
    if (kind) throw new Unreadable("standalone picture", { kind, name });
    if (data.length > LONGEST_LETTER * MOST_TEXT) throw new Unreadable("standalone text long");
    const bytes = Uint8Array.from(atob(data), (mark) => mark.charCodeAt(0));
    return this.text({ text: new TextDecoder().decode(bytes) });
  }

  /** Answer a question about the picture, which is read again. @param {any} given */
  answer({ option, value }) {
    const { pictured } = this.position;
    if (!pictured) return option === "part" ? this.take(asPart(this.position)) : {};
    return this.takePicture({ ...pictured, answers: { ...pictured.answers, [option]: value } });
  }

  /** Take the position that the host reads from a picture. @param {Pictured} pictured */
  async takePicture(pictured) {
    const { answers = {}, ...file } = pictured;
    const action = Object.keys(answers).length
      ? { do: "answer", ...pictured }
      : { do: "file", ...file };
    const { turn } = this;
    this.said = {
      badge: this.say("badge picture"),
      role: "search",
      text: this.say("picture busy"),
    };
    this.update();
    const { refused, text, said, doubtful, questions } = await this.picture(action);
    if (turn !== this.turn) return; // something else was done meanwhile
    const role = refused ? "mine" : "search";
    if (!refused) await this.take({ ...positionIn(text), doubtful, questions, pictured });
    const badge = this.say(refused ? "badge refused" : "badge picture");
    this.said = { badge, role, text: refused ?? said, marks: refused ? [] : this.doubts };
  }

  /** Marks of the cells of a picture that may show something else. */
  get doubts() {
    return (this.position.doubtful ?? []).map((cell) => [cell, this.drawing.marks.guess]);
  }

  save() {
    return { file: "position.txt", content: `${textOf(this.position)}\n` };
  }

  async back() {
    const before = this.past.pop();
    if (!before) return;
    this.position = before;
    await this.analyse();
  }

  /** Set the position; promise that it can be shown, with its odds if they are quick. @param {Position} position */
  async open(position) {
    await Promise.race([this.take(position), new Promise((soon) => setTimeout(soon, SOON))]);
  }

  /** @param {Position} position */
  async take(position) {
    if (this.position) this.past.push(this.position);
    this.position = position;
    await this.analyse();
  }

  /** Analyse the position and describe it. A running analysis is stopped. */
  analyse() {
    this.analysing = this.analysed();
    return this.analysing;
  }

  async analysed() {
    const { position, solver, say, drawing } = this;
    this.onchange?.(position);
    this.found = this.zeros = null;
    this.isCut = false;
    solver.stop();
    const wait = (/** @type {string} */ name) => {
      this.said = { badge: say("badge busy"), role: "search", text: say(name) };
    };
    wait("standalone counting");
    this.isLate = false;
    const soon = setTimeout(() => {
      this.isLate = true;
      this.update();
    }, SOON);
    const onslow = () => {
      wait("standalone slow");
      this.update();
    };
    const tell = (/** @type {any} */ { found, totals, flags, moves = [] }) => {
      const [best, ...others] = moves;
      const none = { text: "", next: "", marks: [] };
      const advice = best ? drawing.advice(best, position.width, others) : none;
      const texts = [this.summary(found, totals), this.flagsNamed(flags), advice.text];
      const told = texts.filter(Boolean).join(" ");
      const { doubts } = this;
      const cells = new Word(doubts.length, String(doubts.length));
      const text = doubts.length ? say("standalone doubts", { cells, text: told }) : told;
      const marks = [...doubts, ...advice.marks];
      this.said = { badge: say("badge odds"), role: "search", text, marks, next: advice.next };
    };
    let flags = /** @type {Report["flags"]} */ ({ wrong: [], open: [] });
    const onpart = (/** @type {Partial<Report>} */ part) => {
      if (position !== this.position) return;
      if (part.flags) flags = part.flags;
      if (!part.found) return;
      Object.assign(this, { found: part.found });
      tell(part);
    };
    try {
      const report = await solver.ask("report", [position, !this.ignoring], onslow, onpart);
      if (position !== this.position) return;
      Object.assign(this, { found: report.found, zeros: report.zeros });
      tell(report);
    } catch (error) {
      if (position !== this.position) return;
      this.said = drawing.fault(error, position.width);
      this.said.text = [this.said.text, this.flagsNamed(flags)].filter(Boolean).join(" ");
      const isCut = await this.fitsAsPart(position);
      if (position === this.position) this.isCut = isCut;
    } finally {
      clearTimeout(soon);
    }
    if (this.isLate) this.update();
  }

  /** Whether a position without layouts has some as a part of a larger board. @param {Position} position */
  async fitsAsPart(position) {
    if (Math.max(position.height, position.width) + 2 > this.largest) return false;
    const asked = this.solver.ask("analyze", [asPart(position)]);
    return asked.then(
      () => true,
      () => false,
    );
  }

  /** The questions about the position, which `answer` takes. */
  get questions() {
    const { say } = this;
    const answers = [{ label: say("yes"), value: "", cells: [] }];
    return this.isCut
      ? [{ text: say("standalone part"), option: "part", answers }]
      : (this.position.questions ?? []);
  }

  /** A sentence about flags that cannot be right, or do not follow from the clues; "" without any. @param {Report["flags"]} given */
  flagsNamed({ wrong, open }) {
    const flags = wrong.length ? wrong : open;
    if (!flags.length) return "";
    const cells = this.drawing.names(flags.slice(0, FEW), this.position.width);
    const rest = flags.length > FEW ? ", …" : "";
    return this.say(wrong.length ? "flags wrong" : "flags open", { cells: cells + rest });
  }

  /** Take flags for mines, or leave them out of account. */
  flags() {
    this.ignoring = !this.ignoring;
    return this.analyse();
  }

  odds() {
    this.withOdds = !this.withOdds;
  }

  /** @param {any} given @param {any[]} totals */
  summary({ layouts, safe, mined }, totals) {
    const { say } = this;
    const counts = { layouts: bigNumber(layouts), safe: safe.length, mined: mined.length };
    const known = say("standalone known", counts);
    if (!totals.length) return known;
    const [from, to] = [totals[0][0], totals.at(-1)[0]];
    const name = totals.length > 1 ? "standalone totals" : "standalone one total";
    return `${say(name, { from, to })} ${known}`;
  }

  /** @param {any} given */
  refusal({ name, values }) {
    return { badge: this.say("badge refused"), role: "mine", text: this.say(name, values) };
  }

  /** The line of a text with the error. @param {any} given */
  lineOf({ row }, text = "") {
    const lines = text.split("\n");
    const filled = [...lines.keys()].filter((line) => lines[line].trim());
    return filled[(row ?? 0) + (row !== undefined && /mines/i.test(lines[filled[0]]) ? 1 : 0)] ?? 0;
  }

  update() {
    this.moment += 1;
    this.show(this.state);
  }

  get state() {
    const { position, found, drawing, said, panels, moment, past, say } = this;
    const { height, width, mines, view } = position;
    const odds = found?.chances ?? null;
    const { length } = this.doubts;
    const doubts = say("standalone doubts short", { cells: new Word(length, String(length)) });
    const subtitle = [this.withOdds && panels[1].subtitle, length && doubts]
      .filter(Boolean)
      .join("; ");
    const marked = view.filter((/** @type {string} */ mark) => "F*".includes(mark)).length;
    const counters = mines === null ? "" : say("standalone left", { left: mines - marked });
    const { badge, role, text } = said;
    return {
      ...{ height, width, mines, moment },
      panels: [{ ...panels[0], subtitle }],
      odds: this.withOdds,
      codes: { board: drawing.codes(position, { said, found, odds: this.withOdds && odds }) },
      tips: drawing.tips(position, odds, this.zeros),
      ignoring: this.ignoring,
      caption: { badge, role, text, counters },
      text: textOf(position),
      next: said.next ?? "",
      questions: this.questions,
      past: past.length,
      links: said.links ?? [],
    };
  }
}
