// A player of a race: the mark of its board, button and curve, and the words around its board.

import { make, svgOf } from "../shared/dom.js";
import { inkOn } from "../shared/caption.js";
import { RowsAsText } from "../shared/rows.js";

const COLOURS = 6; // of the style sheet
const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3], [16, 5]]; // CSS px: different without colour
const SHORT = 18; // letters on one line: "(14, 5) opened"
const SIGNS = { playing: "", won: "✓", lost: "✕", open: "–" };

/** The name of the colour and the dashes of the player at a place. @param {number} place */
export function lookOf(place) {
  return { colour: `lane-${place % COLOURS}`, dash: DASHES[place % DASHES.length] };
}

/** @param {Standing} standing */
export function signOf(standing) {
  return SIGNS[standing];
}

/** A piece of a player's curve with its number. @param {number} place */
export function markOf(place) {
  const { colour, dash } = lookOf(place);
  const svg = svgOf("svg", {
    class: "mv-lane-mark",
    viewBox: "0 0 40 18",
    preserveAspectRatio: "xMidYMid slice",
    "aria-hidden": "true",
  });
  svg.append(
    svgOf("path", {
      d: "M0 9H40",
      style: `stroke: var(--mv-${colour})`,
      "stroke-width": 2.5,
      "stroke-dasharray": dash.join(" "),
    }),
    svgOf("circle", { cx: 20, cy: 9, r: 8.5, style: `fill: var(--mv-${colour})` }),
    svgOf("text", { x: 20, y: 13, "text-anchor": "middle" }, String(place + 1)),
  );
  return svg;
}

/** The texts around the board of one player: name, progress, last action. */
export class Lane {
  /** @param {Panel} panel @param {LaneInfo} given @param {number} place @param {Say} say */
  constructor(panel, { name, skill }, place, say) {
    this.panel = panel;
    this.name = name;
    this.skill = skill;
    this.place = place;
    this.say = say;
    this.standing = make("span", { class: "mv-standing" });
    panel.heading.replaceChildren(
      markOf(place),
      make("b", {}, name),
      this.standing,
      panel.subtitle,
    );
    this.badge = make("span", { class: "mv-badge" });
    this.text = make("span");
    this.named = make("b", { class: "mv-told-name" }, name); // if there is no name above
    this.told = make("p", { class: "mv-told" }, markOf(place), this.named, this.badge, this.text);
    this.rows = new RowsAsText(say("player rows", { name }), say);
    panel.element.classList.add("mv-lane");
    panel.element.append(this.told, this.rows.element);
    panel.canvas.setAttribute("role", "application");
    panel.canvas.setAttribute("aria-label", say("player board", { panel: name }));
  }

  /** The progress of the player, and its last action. @param {Standing} standing @param {Said} given @param {Theme} theme */
  show(standing, { badge, role = "", text }, theme) {
    const { element, heading } = this.panel;
    if (element.dataset.standing !== standing) {
      element.dataset.standing = standing;
      this.standing.textContent =
        standing === "playing" ? "" : `${SIGNS[standing]} ${this.say("player " + standing)}`;
    }
    heading.title = `${this.skill || this.name + ":"} ${this.panel.subtitle.textContent}`;
    if (this.text.textContent !== text) {
      this.text.textContent = text;
      this.text.classList.toggle("mv-whole", text.length < SHORT);
    }
    this.named.hidden = text.includes(this.name); // said once is enough
    this.badge.textContent = badge;
    this.badge.dataset.role = role;
    this.badge.style.background = `var(--mv-${role})`;
    this.badge.style.color = inkOn(theme.colours[role] ?? theme.colours.search);
  }
}
