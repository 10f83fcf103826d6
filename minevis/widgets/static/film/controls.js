// The controls below the timeline, and what each key does.

import { button, choice, icon, make } from "../shared/dom.js";

const DETAILS = ["Moves", "Reasons", "Every step"];
const HELP = [
  ["Space", "play or pause"], ["← →", "one step"], ["Shift + ← →", "one move"], ["G, B", "next guess, guess before"],
  ["Home, End", "first, last step"], ["+ −", "faster, slower"], ["1 … 9", "show or hide a panel"], ["T", "next theme"],
  ["F", "full screen"], ["click a cell", "why?"], ["W A S D, Enter", "the same by keys, on a panel"],
];
const MOVES = "mx";
const GUESSES = "gx";

export class Controls {
  constructor(scrubber) {
    this.scrubber = scrubber;
    const { player, film } = scrubber;
    this.keys = this.keyTable(player, film);
    this.element = make("div", { class: "mv-controls" },
      make("div", { class: "mv-buttons", role: "toolbar", "aria-label": "Playback" }, ...this.transport(player)),
      this.place = make("span", { class: "mv-place" }), this.speedField(player),
      make("div", { class: "mv-looks" }, ...this.looks()));
  }

  transport(player) {
    this.playing = button("Play", "Space", "play", () => player.toggle(), { class: "mv-play" });
    return [
      button("Guess before", "B", "guessBack", () => player.leap(GUESSES, -1)),
      button("Move back", "Shift+←", "moveBack", () => player.leap(MOVES, -1)),
      button("Step back", "←", "back", () => player.step(-1)),
      this.playing,
      button("Step forward", "→", "forth", () => player.step(1)),
      button("Move forward", "Shift+→", "moveForth", () => player.leap(MOVES, 1)),
      button("Next guess", "G", "guessForth", () => player.leap(GUESSES, 1)),
    ];
  }

  speedField(player) {
    this.speed = make("input", { type: "range", min: "-2", max: String(Math.log2(240)), step: "any",
      "aria-label": "Speed", title: "Speed  [+ −]", oninput: () => player.hasten(2 ** Number(this.speed.value)) });
    this.rate = make("span", { class: "mv-rate" });
    return make("label", { class: "mv-speed" }, this.speed, this.rate);
  }

  looks() {
    const { scrubber } = this;
    const { film, pack } = scrubber;
    this.toggles = film.panels.map(({ name, title }, i) => make("button", {
      type: "button", "aria-pressed": "false", title: `${title}  [${i + 1}]`, onclick: () => this.toggle(name),
    }, title));
    const details = DETAILS.slice(0, film.detail + 1).map((label, i) => [i, label]);
    this.detail = choice("Detail", details, scrubber.player.detail, (value) => scrubber.chooseDetail(value));
    const themes = Object.keys(pack.head.atlas.themes).map((name) => [name, name[0].toUpperCase() + name.slice(1)]);
    this.themes = choice("Theme", themes, film.theme, (value) => this.theme(value));
    this.help = this.helpDialog();
    return [
      make("div", { class: "mv-toggles", role: "group", "aria-label": "Panels" }, ...this.toggles),
      this.detail, this.themes,
      button("Full screen", "F", "full", () => scrubber.fill()),
      button("Keys", "?", "help", () => this.help.showModal()), this.help,
    ];
  }

  helpDialog() {
    const rows = HELP.map(([key, what]) => make("div", {}, make("dt", {}, key), make("dd", {}, what)));
    const dialog = make("dialog", { class: "mv-help", "aria-label": "Keys" }, make("dl", {}, ...rows));
    dialog.append(button("Close", "Esc", "close", () => dialog.close()));
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    return dialog;
  }

  keyTable(player, film) {
    const keys = {
      " ": () => player.toggle(), k: () => player.toggle(),
      ArrowRight: () => player.step(1), ArrowLeft: () => player.step(-1),
      "Shift+ArrowRight": () => player.leap(MOVES, 1), "Shift+ArrowLeft": () => player.leap(MOVES, -1),
      g: () => player.leap(GUESSES, 1), b: () => player.leap(GUESSES, -1),
      Home: () => player.seek(0), End: () => player.seek(film.length - 1),
      "+": () => player.hasten(player.speed * 1.5), "-": () => player.hasten(player.speed / 1.5),
      t: () => this.nextTheme(), f: () => this.scrubber.fill(), "?": () => this.help.showModal(),
    };
    keys["="] = keys["+"];
    keys["−"] = keys["-"];
    for (const [name, act] of Object.entries({ g: keys.g, b: keys.b, t: keys.t, f: keys.f })) keys[name.toUpperCase()] = act;
    film.panels.forEach(({ name }, i) => { keys[String(i + 1)] = () => this.toggle(name); });
    return keys;
  }

  toggle(name) {
    const { scrubber } = this;
    const on = scrubber.panels.includes(name);
    const names = on ? scrubber.panels.filter((each) => each !== name) : [...scrubber.panels, name];
    scrubber.choosePanels(names);
    scrubber.host.report?.({ panels: scrubber.panels });
  }

  async theme(name) {
    await this.scrubber.useTheme(name);
    this.scrubber.host.report?.({ theme: this.scrubber.theme.name });
  }

  nextTheme() {
    const names = [...this.themes.options].map((option) => option.value);
    return this.theme(names[(names.indexOf(this.scrubber.theme.name) + 1) % names.length]);
  }

  /** Bring every control up to date. */
  show(player) {
    const { scrubber } = this;
    const doing = player.playing ? "pause" : "play";
    if (this.doing !== doing) {
      this.doing = doing;
      const label = doing === "play" ? "Play" : "Pause";
      this.playing.replaceChildren(icon(doing));
      this.playing.setAttribute("aria-label", label);
      this.playing.title = `${label}  [Space]`;
    }
    this.place.textContent = `${player.place + 1} / ${player.shown.length}`;
    const rate = player.speed >= 10 ? Math.round(player.speed) : Number(player.speed.toPrecision(2));
    if (document.activeElement !== this.speed || this.shownSpeed !== player.speed) this.speed.value = Math.log2(player.speed);
    this.shownSpeed = player.speed;
    this.rate.textContent = `${rate} / s`;
    this.speed.setAttribute("aria-valuetext", `${rate} steps a second`);
    this.detail.value = player.detail;
    if (scrubber.theme) this.themes.value = scrubber.theme.name;
    for (const [i, toggle] of this.toggles.entries()) {
      toggle.setAttribute("aria-pressed", scrubber.panels.includes(scrubber.film.panels[i].name));
    }
  }
}
