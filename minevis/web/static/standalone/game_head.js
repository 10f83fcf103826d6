// Above a game in the app: levels as chips, the mines left, the clock, and the next game.

import { make, textButton, toolbar } from "../shared/dom.js";

const CHIPS = ["beginner", "intermediate", "expert"];
const OTHER = "other"; // any other board

/** Levels are picked by `onlevel(name)`, other boards by `onother()`, boards without a guess by `onguess()`, the board of the day by `ondaily()`; `parts` stand next to the mine counter. */
export class GameHead {
  /** @param {Say} say @param {any} options */
  constructor(say, { onlevel, onother, onguess, ondaily, parts }) {
    this.say = say;
    const names = CHIPS.map((name) => [name, name[0].toUpperCase() + name.slice(1)]);
    const other = [OTHER, say("standalone other"), say("standalone other about")];
    this.chips = toolbar(
      say("choose level"),
      [...names.map(([name, text]) => [name, text, text]), other],
      (name) => (name === OTHER ? onother() : onlevel(name)),
    );
    this.left = make("span", { class: "mv-left" });
    this.noGuess = textButton(say("no guess chip"), say("no guess about"), onguess);
    this.daily = textButton(say("daily chip"), say("daily about"), ondaily);
    this.uncounted = make("span", { class: "mv-uncounted", role: "status" });
    const status = make("div", { class: "mv-status" }, this.left, ...parts);
    const rules = make("div", { class: "mv-rules" }, this.noGuess, this.daily, this.uncounted);
    this.element = make("div", { class: "mv-game" }, this.chips, rules, status);
  }

  /** @param {GameState} state */
  show({ chosen, caption, helped, over }) {
    const { say } = this;
    this.left.textContent = caption.counters ?? "";
    const isLevel = CHIPS.includes(chosen.level) && !chosen.daily;
    this.chips.show(chosen.daily ? [] : [isLevel ? chosen.level : OTHER]);
    this.noGuess.setAttribute("aria-pressed", Boolean(chosen.noGuess));
    this.daily.setAttribute("aria-pressed", Boolean(chosen.daily));
    const isSaid = helped && !over;
    const reason = isSaid ? say("uncounted", { reason: say(`uncounted ${helped}`) }) : "";
    if (this.uncounted.textContent !== reason) this.uncounted.textContent = reason;
  }
}
