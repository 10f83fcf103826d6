// The fields for a game of the player's own: level or sizes, seed, protection of the first click, and logic.

import { make, textButton } from "../shared/dom.js";
import { labelled } from "../shared/menu.js";

const OWN = "own"; // the level with custom sizes
const SIZES = ["height", "width", "mines"];
const RADII = [
  ["1", "first opens"],
  ["0", "first safe"],
]; // around the first click, free of mines
const LARGEST_SEED = 4294967295;

/** The fields of the next game; `begin(action)` asks for it. */
export class Chooser {
  shown = ""; // the settings in the fields
  largest = 0; // side of a board
  level = make("select", { onchange: () => this.update() });
  sizes = SIZES.map(() => numberField({ oninput: () => this.update() }));
  limits = SIZES.map(() => make("span", { class: "mv-rate" }));
  seed = numberField({ min: 0, max: LARGEST_SEED });
  first = make("select");
  logic = make("select");

  /** @param {Say} say @param {(action: Action) => void} begin */
  constructor(say, begin) {
    this.say = say;
    const named = (/** @type {string} */ name, /** @type {Made} */ field) => {
      field.setAttribute("aria-label", say(`choose ${name}`));
      return labelled(say(`choose ${name}`), field);
    };
    this.sizeFields = SIZES.map((name, i) => named(name, this.sizes[i]));
    this.sizeFields.forEach((field, i) => field.append(this.limits[i]));
    this.first.append(...RADII.map(([value, name]) => make("option", { value }, say(name))));
    const fields = [
      named("level", this.level),
      ...this.sizeFields,
      ...[named("seed", this.seed), named("first", this.first), named("logic", this.logic)],
      textButton(say("choose begin"), say("choose"), () => this.isComplete && begin(this.action)),
    ];
    const summary = make("summary", {}, say("choose"));
    const controls = make("div", { class: "mv-controls" }, ...fields);
    this.element = make("details", { class: "mv-details" }, summary, controls);
  }

  get isOwn() {
    return this.level.value === OWN;
  }

  /** Whether the fields are filled in; else the first that is not gets the focus. A larger seed would be rounded. */
  get isComplete() {
    const empty = [this.seed, ...(this.isOwn ? this.sizes : [])].find(({ value }) => !value);
    empty?.focus();
    return !empty && this.seed.reportValidity();
  }

  get action() {
    const { level, sizes, seed, first, logic } = this;
    return {
      do: "choose",
      level: this.isOwn ? sizes.map(({ value }) => Number(value)) : level.value,
      seed: Number(seed.value),
      radius: Number(first.value),
      no_guess: logic.value,
    };
  }

  /** Show the fields of custom sizes, and limit the number of mines to that of cells. The sizes are checked again later. */
  update() {
    const [height, width] = this.sizes.map(({ value }) => Number(value) || 0);
    this.sizes.forEach((field, i) => {
      const [min, max] = i < 2 ? [1, this.largest] : [0, Math.max(height * width - 1, 0)];
      Object.assign(field, { min, max });
      this.limits[i].textContent = this.say("choose limits", { from: min, to: max });
      this.sizeFields[i].hidden = !this.isOwn;
    });
  }

  /** Take on the settings of a game that has begun. Until the next one, the fields belong to the user. @param {GameState} state */
  show({ chosen, levels, logics, largest }) {
    const key = JSON.stringify(chosen);
    if (key === this.shown) return;
    this.shown = key;
    this.largest = largest;
    const { say, level, logic } = this;
    const option = (/** @type {string} */ value, text = value) => make("option", { value }, text);
    level.replaceChildren(...levels.map((name) => option(name)), option(OWN, say("choose own")));
    logic.replaceChildren(option("", say("choose any")), ...logics.map((name) => option(name)));
    level.value = chosen.level || OWN;
    logic.value = chosen.noGuess;
    this.seed.value = String(chosen.seed);
    if (chosen.radius !== null) this.first.value = String(Math.min(chosen.radius, 1));
    this.sizes.forEach((field, i) => (field.value = String(chosen.sizes[i])));
    this.update();
  }
}

/** @param {Record<string, unknown>} extra */
function numberField(extra) {
  return make("input", { type: "number", class: "mv-number", ...extra });
}
