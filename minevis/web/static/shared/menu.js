// The menu of a widget: settings, controls without room in its bars, and its keys, in a sheet without height.

import { button, choice, isStillSystem, make, moves, wantMotion } from "./dom.js";

const AUTO = "auto"; // the theme of the host

/**
 * A `button` and its dialog: on a phone a sheet from below, or from the side of a low screen.
 * Escape, its cross and a tap beside it close it; the focus goes back to where it was. `fields` are settings,
 * `rows` lists of buttons, `keys()` lines as "F: full screen".
 */
export class Menu {
  /** @param {Say} say @param {{ title: string, about?: string, fields: Element[], rows?: Element[][], keys: () => string[] }} options */
  constructor(say, { title, about = "", fields, rows = [], keys }) {
    this.keys = keys;
    this.list = make("dl");
    this.homes = new Map(); // the original places of the controls in the menu
    this.fields = make("div", { class: "mv-menu-row" }, ...fields, motionField(say));
    this.spare = make("div", {
      class: "mv-menu-row mv-spare",
      hidden: true,
      onclick: (/** @type {MouseEvent} */ event) => this.pressed(event),
    });
    this.button = button(say("menu"), "?", "menu", () => this.open(), {
      class: "mv-menu-button",
      "aria-haspopup": "dialog",
    });
    this.element = make(
      "dialog",
      {
        class: "mv-menu",
        "aria-label": say("menu"),
        onclick: (/** @type {MouseEvent} */ event) => this.tapped(event),
      },
      make(
        "div",
        { class: "mv-menu-head" },
        make("p", {}, make("b", {}, title), " ", make("span", {}, about)),
        button(say("close"), "Esc", "close", () => this.close()),
      ),
      this.fields,
      this.spare,
      ...rows.map((/** @type {Element[]} */ row) => make("div", { class: "mv-menu-row" }, ...row)),
      make(
        "details",
        { class: "mv-details", open: !window.matchMedia("(pointer: coarse)").matches },
        make("summary", {}, say("keys")),
        this.list,
      ),
    );
  }

  open() {
    const rows = this.keys().map((/** @type {string} */ line) => {
      const [key, ...what] = line.split(": ");
      return make("div", {}, make("dt", {}, key), make("dd", {}, what.join(": ")));
    });
    this.list.replaceChildren(...rows);
    this.element.showModal();
  }

  close() {
    this.element.close();
  }

  /** A tap outside the sheet closes it; one on its rim does not. @param {MouseEvent} event */
  tapped(event) {
    const { left, top, right, bottom } = this.element.getBoundingClientRect();
    const { target, clientX: x, clientY: y } = event;
    if (target === this.element && (x < left || x > right || y < top || y > bottom)) this.close();
  }

  /** The effect of a button in the menu must be visible. @param {MouseEvent} event */
  pressed(event) {
    if (/** @type {Element} */ (event.target).closest("button")) this.close();
  }

  /** Move some `controls` into the menu, then one of the `groups` after the other until everything `fits()`; earlier ones move back. @param {Element[]} controls @param {Element[][]} groups @param {() => boolean} fits */
  takeIn(controls, groups, fits) {
    for (const [control, home] of this.homes) home.replaceWith(control);
    this.homes.clear();
    for (const control of controls) this.take(control);
    for (const group of groups) {
      if (fits()) break;
      for (const control of group) this.take(control);
    }
    this.spare.hidden = !this.spare.hasChildNodes();
  }

  /** @param {Element} control */
  take(control) {
    const home = document.createComment("");
    control.replaceWith(home);
    this.homes.set(control, home);
    const into = control.matches("label, select")
      ? this.fields
      : control.matches("details, section")
        ? this.element
        : this.spare;
    into.append(control);
  }
}

/** A field with its name before it. @param {string} text @param {HTMLElement} field */
export function labelled(text, field) {
  return make("label", { class: "mv-speed" }, text, field);
}

/** A field that lets changes move, or cut. @param {Say} say */
function motionField(say) {
  const box = make("input", {
    type: "checkbox",
    checked: moves(),
    disabled: isStillSystem(),
    title: say("motion about"),
    onchange: () => wantMotion(box.checked),
  });
  return labelled(say("motion"), box);
}

/** A choice among the `names` of themes, or the theme of the host. @param {Say} say @param {string[]} names @param {string} value @param {(name: string) => void} onchange */
export function themeChoice(say, names, value, onchange) {
  const options = names.map((name) => [name, name[0].toUpperCase() + name.slice(1)]);
  return choice(say("theme"), [[AUTO, say("theme auto")], ...options], value, onchange);
}
