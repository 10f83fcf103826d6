// Above a game in the app: levels as chips, the mines left, the clock, and the next game.

import { make, toolbar } from "../shared/dom.js";

const CHIPS = ["beginner", "intermediate", "expert"];
const OTHER = "other"; // any other board

/** Levels are picked by `onlevel(name)`, other boards by `onother()`; `parts` stand next to the mine counter. */
export class GameHead {
  /** @param {Say} say @param {any} options */
  constructor(say, { onlevel, onother, parts }) {
    const names = CHIPS.map((name) => [name, name[0].toUpperCase() + name.slice(1)]);
    const other = [OTHER, say("standalone other"), say("standalone other about")];
    this.chips = toolbar(
      say("choose level"),
      [...names.map(([name, text]) => [name, text, text]), other],
      (name) => (name === OTHER ? onother() : onlevel(name)),
    );
    this.left = make("span", { class: "mv-left" });
    const status = make("div", { class: "mv-status" }, this.left, ...parts);
    this.element = make("div", { class: "mv-game" }, this.chips, status);
  }

  /** @param {any} state */
  show({ chosen, caption }) {
    this.left.textContent = caption.counters;
    this.chips.show([CHIPS.includes(chosen.level) ? chosen.level : OTHER]);
  }
}
