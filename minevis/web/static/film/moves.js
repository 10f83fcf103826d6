// The moves in words: lines next to the board, as links to their moments.

import { make, toolbar } from "../shared/dom.js";

const FILTERS = [
  ["all", "smgqx"],
  ["guesses", "g"],
  ["searches", "q"],
  ["mistakes", ""],
];

/** The list of a film's moves. Calls `onpick(event)` with the event of a line. */
export class MoveList {
  /** @typedef {MoveLine & { element: HTMLElement, act: HTMLElement, mistake: boolean }} Line */
  current = /** @type {Line | null} */ (null);
  event = -1; // the latest one shown; -1 before any

  /** @param {Film} film @param {Say} say @param {(event: number) => void} onpick */
  constructor(film, say, onpick) {
    this.film = film;
    this.say = say;
    this.onpick = onpick;
    this.filter = toolbar(
      say("list"),
      FILTERS.map(([name]) => [name, say(`list ${name}`), say(`list ${name}`)]),
      (name) => this.choose(name),
    );
    this.empty = make("p", { class: "mv-none", hidden: true }, say("list none"));
    this.list = make("ol", { class: "mv-lines" });
    this.element = make(
      "section",
      { class: "mv-moves", "aria-label": say("moves") },
      make(
        "div",
        { class: "mv-moves-inner" },
        this.filter,
        this.empty,
        this.list,
        (this.foot = make("div", { class: "mv-moves-foot" })),
      ),
    );
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.lines = film.moves.map((line) => this.line(line));
    this.list.append(...this.lines.map(({ element }) => element));
    this.filter.hidden = !this.lines.length; // no moves to list: thoughts about a position
    this.filter.pick("all");
  }

  /** @param {MoveLine} line */
  line(line) {
    const content = [
      make("span", { class: "mv-line-number" }, line.moves),
      make("span", { class: "mv-line-text" }, line.text),
      make("span", { class: "mv-line-note" }, line.note),
    ];
    const act = make(
      "button",
      { type: "button", tabindex: "-1", onclick: () => this.onpick(line.at) },
      ...content,
    );
    const element = make("li", { "data-kind": line.kind }, act);
    return { ...line, element, act, mistake: false };
  }

  /** Add the cost of guesses when it is known. @param {CurveMark[]} marks */
  mark(marks) {
    for (const { at, cost, mistake, text } of marks) {
      const line = this.lines.findLast((each) => each.at <= at && each.kind !== "q");
      if (!line || !mistake || line.mistake) continue;
      line.mistake = true;
      const said = cost >= 0.1 ? this.say("costs", { points: cost.toFixed(1) }) : "";
      line.act.append(
        make("span", { class: "mv-line-more" }, text),
        make("span", { class: "mv-line-cost" }, said),
      );
      line.element.classList.add("mv-mistake");
    }
    this.choose(this.filter.picked);
  }

  /** The events of guesses, first to last, including needless ones. */
  get guesses() {
    return this.lines.filter(({ kind }) => kind === "g").map(({ at }) => at);
  }

  /** @param {string} name */
  choose(name) {
    const kinds = FILTERS.find(([each]) => each === name)?.[1];
    for (const line of this.lines)
      line.element.hidden = kinds ? !kinds.includes(line.kind) : !line.mistake;
    this.empty.hidden = this.filter.hidden || this.lines.some((line) => !line.element.hidden);
    this.current = null;
    if (this.event >= 0) this.show(this.event);
  }

  /** Mark the line of an event, and keep it in view. @param {number} event */
  show(event) {
    this.event = event;
    const found = this.lines.findLast((line) => line.at <= event && !line.element.hidden) ?? null;
    if (found === this.current) return;
    this.current?.act.removeAttribute("aria-current");
    for (const { act } of this.lines) act.tabIndex = -1;
    this.current = found;
    const stop = found ?? this.lines.find((line) => !line.element.hidden);
    if (stop) stop.act.tabIndex = 0;
    if (!found) return void (this.list.scrollTop = 0); // before the first of them
    found.act.setAttribute("aria-current", "true");
    this.keepInSight(found.element);
  }

  /** Scroll only the list, never the page around it. @param {HTMLElement} given */
  keepInSight({ offsetTop, offsetHeight }) {
    const { list } = this;
    if (
      offsetTop < list.scrollTop ||
      offsetTop + offsetHeight > list.scrollTop + list.clientHeight
    ) {
      list.scrollTop = offsetTop - list.clientHeight / 3;
    }
  }

  /** Up and down go from line to line. @param {any} event */
  key(event) {
    const step = Number(event.key === "ArrowDown") - Number(event.key === "ArrowUp");
    if (!step) return;
    const seen = this.lines.filter((line) => !line.element.hidden);
    const at = seen.findIndex(({ element }) => element.contains(event.target));
    const next = seen[Math.min(Math.max(at + step, 0), seen.length - 1)];
    next?.act.focus();
    next?.act.click();
    event.preventDefault();
    event.stopPropagation();
  }
}
