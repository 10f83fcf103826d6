// The controls below the timeline, and what each key does.

import { button, choice, icon, make } from "../shared/dom.js";

const HELP = 11; // lines
const MOVES = "mx";
const GUESSES = "gx";

export class Controls {
  constructor(scrubber) {
    this.scrubber = scrubber;
    const { player, film } = scrubber;
    this.say = scrubber.say;
    this.keys = this.keyTable(player, film);
    this.element = make("div", { class: "mv-controls" },
      make("div", { class: "mv-buttons", role: "toolbar", "aria-label": this.say("playback") }, ...this.transport(player)),
      this.place = make("span", { class: "mv-place" }), this.speedField(player),
      make("div", { class: "mv-options" }, ...this.viewOptions()));
  }

  transport(player) {
    const { say } = this;
    this.playing = button(say("play"), say("key space"), "play", () => player.toggle(), { class: "mv-play" });
    return [
      button(say("guess before"), "B", "guessBack", () => player.jump(GUESSES, -1)),
      button(say("move back"), "Shift+←", "moveBack", () => player.jump(MOVES, -1)),
      button(say("step back"), "←", "back", () => player.step(-1)),
      this.playing,
      button(say("step forward"), "→", "forth", () => player.step(1)),
      button(say("move forward"), "Shift+→", "moveForth", () => player.jump(MOVES, 1)),
      button(say("next guess"), "G", "guessForth", () => player.jump(GUESSES, 1)),
    ];
  }

  speedField(player) {
    const label = this.say("speed");
    this.speed = make("input", { type: "range", min: "-2", max: String(Math.log2(240)), step: "any",
      "aria-label": label, title: `${label}  [+ −]`, oninput: () => player.setSpeed(2 ** Number(this.speed.value)) });
    this.rate = make("span", { class: "mv-rate" });
    return make("label", { class: "mv-speed" }, this.speed, this.rate);
  }

  viewOptions() {
    const { say, scrubber } = this;
    const { film, pack } = scrubber;
    this.toggles = film.panels.map(({ name, title }, i) => make("button", {
      type: "button", "aria-pressed": "false", title: `${title}  [${i + 1}]`, onclick: () => this.toggle(name),
    }, title));
    const details = [0, 1, 2].slice(0, film.detail + 1).map((level) => [level, say(`detail ${level}`)]);
    this.detail = choice(say("detail"), details, scrubber.player.detail, (value) => scrubber.chooseDetail(value));
    const themes = Object.keys(pack.head.atlas.themes).map((name) => [name, name[0].toUpperCase() + name.slice(1)]);
    this.themes = choice(say("theme"), themes, film.theme, (value) => this.theme(value));
    this.help = this.helpDialog();
    return [
      make("div", { class: "mv-toggles", role: "group", "aria-label": say("panels") }, ...this.toggles),
      this.detail, this.themes,
      button(say("full screen"), "F", "full", () => scrubber.toggleFullScreen()),
      button(say("keys"), "?", "help", () => this.help.showModal()), this.help,
    ];
  }

  helpDialog() {
    const rows = Array.from({ length: HELP }, (_, line) => {
      const [key, what] = this.say(`help ${line}`).split(": ");
      return make("div", {}, make("dt", {}, key), make("dd", {}, what));
    });
    const dialog = make("dialog", { class: "mv-help", "aria-label": this.say("keys") }, make("dl", {}, ...rows));
    dialog.append(button(this.say("close"), "Esc", "close", () => dialog.close()));
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    return dialog;
  }

  keyTable(player, film) {
    const keys = {
      " ": () => player.toggle(), k: () => player.toggle(),
      ArrowRight: () => player.step(1), ArrowLeft: () => player.step(-1),
      "Shift+ArrowRight": () => player.jump(MOVES, 1), "Shift+ArrowLeft": () => player.jump(MOVES, -1),
      g: () => player.jump(GUESSES, 1), b: () => player.jump(GUESSES, -1),
      Home: () => player.seek(0), End: () => player.seek(film.length - 1),
      "+": () => player.setSpeed(player.speed * 1.5), "-": () => player.setSpeed(player.speed / 1.5),
      t: () => this.nextTheme(), f: () => this.scrubber.toggleFullScreen(), "?": () => this.help.showModal(),
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
      const label = this.say(doing);
      this.playing.replaceChildren(icon(doing));
      this.playing.setAttribute("aria-label", label);
      this.playing.title = `${label}  [${this.say("key space")}]`;
    }
    this.place.textContent = `${player.place + 1} / ${player.shown.length}`;
    const rate = player.speed >= 10 ? Math.round(player.speed) : Number(player.speed.toPrecision(2));
    if (document.activeElement !== this.speed || this.shownSpeed !== player.speed) this.speed.value = Math.log2(player.speed);
    this.shownSpeed = player.speed;
    this.rate.textContent = this.say("speed shown", { rate });
    this.speed.setAttribute("aria-valuetext", this.say("speed spoken", { rate }));
    this.detail.value = player.detail;
    if (scrubber.theme) this.themes.value = scrubber.theme.name;
    for (const [i, toggle] of this.toggles.entries()) {
      toggle.setAttribute("aria-pressed", scrubber.panels.includes(scrubber.film.panels[i].name));
    }
  }
}
