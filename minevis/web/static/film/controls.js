// The controls of a scrubber: overlays above the board, searches, moves and details, and the links to other widgets.

import { choice, copyButton, make, textButton, toolbar } from "../shared/dom.js";
import { labelled } from "../shared/menu.js";
import { PlaybackControls } from "./playback_controls.js";

const HELP = 17; // lines
const MOVES = "smx"; // the start counts: before the first move
const SEARCHES = "q";

export class Controls extends PlaybackControls {
  /** @param {Scrubber} scrubber */
  constructor(scrubber) {
    super(scrubber, [...Array(HELP).keys()]);
  }

  get scrubber() {
    return this.viewer;
  }

  /** The title of the run, and the overlay on the board. @param {Film} given */
  headBar({ title, summary, panels }) {
    const { say, scrubber } = this;
    const tools = [...panels, scrubber.tree].map(({ name, title: text }) => [name, text, text]);
    this.overlays = toolbar(say("overlay"), tools, (name) => this.overlay(name));
    this.overlays.classList.add("mv-overlays");
    this.beside = textButton(
      say("beside"),
      `${say("beside about")}  [P]`,
      () => this.toggleBeside(),
      { "aria-pressed": "false" },
    );
    this.list = textButton(
      say("moves"),
      `${say("moves about")}  [M]`,
      () => scrubber.toggleList(),
      { "aria-expanded": "false" },
    );
    this.summary = make("span", { class: "mv-summary", title: summary }, summary);
    this.heading = make("div", { class: "mv-heading" }, make("b", {}, title), this.summary);
    return make(
      "div",
      { class: "mv-head" },
      this.heading,
      make("div", { class: "mv-options" }, this.overlays, this.beside, this.list, ...this.views()),
    );
  }

  /** The overlays again, for where there is no room above the board. @param {Film} given */
  choices({ panels }) {
    const options = [...panels, this.scrubber.tree].map(({ name, title }) => [name, title]);
    this.overlayField = choice(this.say("overlay"), options, panels[0].name, (name) =>
      this.overlay(name),
    );
    this.overlayField.classList.add("mv-overlay");
    this.spare.push([this.overlayField]);
    return [this.overlayField];
  }

  leaps() {
    return [
      [
        this.jump("search before", "Shift+S", "searchBack", SEARCHES, -1),
        this.jump("next search", "S", "searchForth", SEARCHES, 1),
      ],
      [
        this.jump("move back", "Shift+←", "moveBack", MOVES, -1),
        this.jump("move forward", "Shift+→", "moveForth", MOVES, 1),
      ],
    ];
  }

  get aboveBoard() {
    return [...super.aboveBoard, this.beside, this.list];
  }

  /** The overlays are a choice next to the heading, or below the board if there is no heading. @param {number} width @param {{ narrow: boolean, low: boolean }} given */
  arrange(width, { narrow, low }) {
    const above = !low && (narrow || this.crowds());
    if (above) this.heading.after(this.overlayField);
    else this.options.prepend(this.overlayField);
    super.arrange(width, { narrow, low });
    this.stackHeading();
  }

  /** Whether the overlays as buttons need a second row above the board: then they are a choice. */
  crowds() {
    const { head, overlays } = this;
    head.classList.remove("mv-crowded");
    const row = /** @type {Element} */ (overlays.parentElement);
    const crowded = row.offsetHeight > 1.5 * overlays.children[0].offsetHeight;
    head.classList.toggle("mv-crowded", crowded);
    return crowded;
  }

  /** The description of the run: next to its title, or below it if there is no room. */
  stackHeading() {
    const {
      heading: { classList },
      summary,
    } = this;
    classList.remove("mv-stacked");
    classList.toggle("mv-stacked", summary.scrollWidth > summary.clientWidth);
  }

  menuFields() {
    const {
      say,
      scrubber: { film, player },
    } = this;
    const details = [0, 1, 2]
      .slice(0, film.detail + 1)
      .map((level) => [level, say(`detail ${level}`)]);
    this.detail = choice(say("detail"), details, player.detail, (value) =>
      this.scrubber.chooseDetail(Number(value)),
    );
    return [labelled(say("detail"), this.detail), ...super.menuFields()];
  }

  /** Whether the list of moves is shown. */
  showList() {
    this.list.setAttribute("aria-expanded", !this.scrubber.moves.element.hidden);
  }

  takeaways() {
    const {
      say,
      scrubber: { film, player },
    } = this;
    const [picture, ...link] = super.takeaways().reverse();
    return [
      ...this.goingOn(),
      ...link,
      copyButton(say, "copy position", () => film.text(player.beat)),
      picture,
    ];
  }

  /** Buttons to open a board at this moment, if the host can. */
  goingOn() {
    const { say, scrubber } = this;
    if (!scrubber.host.open) return [];
    const opening = (/** @type {string} */ label, /** @type {"playground" | "editor"} */ kind) =>
      textButton(say(label), say(`${label} about`), () => {
        this.menu.close();
        scrubber.openHere(kind);
      });
    return [opening("play on", "playground"), opening("edit", "editor")];
  }

  /** @param {Player} player @param {Film} film */
  keyTable(player, film) {
    const [forth, back] = [1, -1].map((direction) => () => player.jump(MOVES, direction));
    /** @type {Record<string, () => any>} */
    const keys = {
      ...super.keyTable(player, film),
      "Shift+ArrowRight": forth,
      "Shift+ArrowLeft": back,
      PageDown: forth,
      PageUp: back,
      s: () => player.jump(SEARCHES, 1),
      S: () => player.jump(SEARCHES, -1),
      p: () => this.toggleBeside(),
      m: () => this.scrubber.toggleList(),
    };
    for (const name of "pm") keys[name.toUpperCase()] = keys[name];
    [...film.panels, this.scrubber.tree].forEach(({ name }, i) => {
      keys[String(i + 1)] = () => this.overlay(name);
    });
    return keys;
  }

  /** Enable the choices with content in this run. */
  allowOverlays() {
    const {
      say,
      scrubber: { film, tree },
    } = this;
    [...film.panels, tree].forEach(({ name, title }, i) => {
      const shows = film.shows(name);
      this.overlays.allow(name, shows, shows ? title : say("overlay empty", { panel: title }));
      this.overlayField.options[i].disabled = !shows;
    });
  }

  /** Put an overlay on the board; if the plain board is also shown, only the other panel changes. @param {string} name */
  overlay(name) {
    const { scrubber } = this;
    const { base } = scrubber.film;
    if (!scrubber.film.shows(name)) return;
    const beside =
      name === scrubber.tree.name || (scrubber.stage.visible.length > 1 && name !== base);
    this.choosePanels(beside ? [base, name] : [name]);
  }

  /** The plain board next to the overlay or the search, or only the overlay or search. */
  toggleBeside() {
    const { film, panels, tree } = this.scrubber;
    const { base, oddsPanel } = film;
    if (tree.shown) return this.choosePanels(panels.length > 1 ? [tree.name] : [base, tree.name]);
    const over = panels.find((name) => name !== base);
    this.choosePanels(panels.length > 1 ? [over ?? base] : [base, over ?? oddsPanel]);
  }

  /** @param {string[]} names */
  choosePanels(names) {
    const { scrubber } = this;
    scrubber.choosePanels(names);
    scrubber.host.report?.({ panels: scrubber.panels });
  }

  /** @param {Player} player */
  show(player) {
    super.show(player);
    const { scrubber } = this;
    this.detail.value = player.detail;
    const { base } = scrubber.film;
    const over = scrubber.panels.find((name) => name !== base) ?? base;
    this.overlays.show(scrubber.panels.length > 2 ? scrubber.panels : [over]);
    this.overlayField.value = over;
    this.allowOverlays();
    this.beside.setAttribute("aria-pressed", scrubber.panels.length > 1);
  }
}
