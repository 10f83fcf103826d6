// The controls of a scrubber: overlays above the board, playback below it, a menu, and the keys.

import { button, choice, copyText, icon, make, textButton, toolbar } from "../shared/dom.js";

const HELP = 17; // lines
const MOVES = "smx"; // the start counts: before the first move
const GUESSES = "g";
const SEARCHES = "q";
const AUTO = "auto"; // the theme that follows the host

export class Controls {
  constructor(scrubber) {
    this.scrubber = scrubber;
    const { player, film, say } = scrubber;
    this.say = say;
    this.keys = this.keyTable(player, film);
    this.menu = this.menuDialog();
    this.head = this.headBar(film);
    this.element = make("div", { class: "mv-controls" },
      make("div", { class: "mv-buttons", role: "toolbar", "aria-label": say("playback") }, ...this.transport(player)),
      this.place = make("span", { class: "mv-place" }), this.speedField(player),
      make("div", { class: "mv-options" }, this.overlayChoice(film),
        button(say("menu"), "?", "help", () => this.menu.showModal()), this.menu));
  }

  /** What the run is, and which overlay lies on the board. */
  headBar({ title, summary, panels }) {
    const { say, scrubber } = this;
    const tools = panels.map(({ name, title: text }) => [name, text, text]);
    this.overlays = toolbar(say("overlay"), tools, (name) => this.overlay(name));
    this.beside = textButton(say("beside"), `${say("beside about")}  [P]`, () => this.toggleBeside(), { "aria-pressed": "false" });
    this.list = textButton(say("moves"), `${say("moves about")}  [M]`, () => scrubber.toggleList(), { "aria-expanded": "false" });
    return make("div", { class: "mv-head" }, make("b", {}, title), make("span", { class: "mv-summary" }, summary),
      make("div", { class: "mv-options" }, this.overlays, this.beside, this.list,
        button(say("closer"), "Z", "closer", () => scrubber.stage.viewport.toggle()),
        button(say("full screen"), "F", "full", () => scrubber.toggleFullScreen())));
  }

  /** The overlays again, for where there is no room above the board. */
  overlayChoice({ panels }) {
    const options = panels.map(({ name, title }) => [name, title]);
    this.overlayField = choice(this.say("overlay"), options, "board", (name) => this.overlay(name));
    this.overlayField.classList.add("mv-overlay");
    return this.overlayField;
  }

  transport(player) {
    const { say } = this;
    const jump = (label, key, picture, kinds, direction) => {
      const made = button(say(label), key, picture, () => player.jump(kinds, direction));
      made.leads = () => player.leads(kinds, direction);
      return made;
    };
    const mistake = (label, key, picture, direction) => {
      const made = button(say(label), key, picture, () => this.jumpToMistake(direction), { class: "mv-wide" });
      made.leads = () => this.nextMistake(direction) !== undefined;
      return made;
    };
    this.playing = button(say("play"), say("key space"), "play", () => player.toggle(), { class: "mv-play" });
    this.looping = button(say("loop"), "L", "loop", () => player.markLoop(), { class: "mv-loop-button" });
    const buttons = [
      mistake("mistake before", "Shift+X", "mistakeBack", -1), jump("guess before", "B", "guessBack", GUESSES, -1), jump("search before", "Shift+S", "searchBack", SEARCHES, -1),
      jump("move back", "Shift+←", "moveBack", MOVES, -1), button(say("step back"), "←", "back", () => player.step(-1)),
      this.playing,
      button(say("step forward"), "→", "forth", () => player.step(1)), jump("move forward", "Shift+→", "moveForth", MOVES, 1),
      jump("next search", "S", "searchForth", SEARCHES, 1), jump("next guess", "G", "guessForth", GUESSES, 1),
      mistake("next mistake", "X", "mistakeForth", 1),
      this.looping,
    ];
    this.jumps = buttons.filter((each) => each.leads);
    for (const each of [buttons[2], buttons[3], buttons[7], buttons[8]]) each.classList.add("mv-extra"); // where there is room
    return buttons;
  }

  /** The beat of the nearest mistake in a direction; undefined where there is none. */
  nextMistake(direction) {
    const { player, film, moves } = this.scrubber;
    const beats = moves.mistakes.map((event) => film.beatOf(event)).filter((beat) => (beat - player.beat) * direction > 0);
    return direction > 0 ? beats[0] : beats.at(-1);
  }

  jumpToMistake(direction) {
    const beat = this.nextMistake(direction);
    if (beat !== undefined) this.scrubber.player.seek(beat);
  }

  speedField(player) {
    const label = this.say("speed");
    this.speed = make("input", { type: "range", min: "-2", max: String(Math.log2(240)), step: "any",
      "aria-label": label, title: `${label}  [+ −]`, oninput: () => player.setSpeed(2 ** Number(this.speed.value)) });
    this.rate = make("span", { class: "mv-rate" });
    return make("label", { class: "mv-speed" }, this.speed, this.rate);
  }

  /** Choices that are seldom made, what can be taken along, and the keys. */
  menuDialog() {
    const { say, scrubber } = this;
    const { film, pack } = scrubber;
    const details = [0, 1, 2].slice(0, film.detail + 1).map((level) => [level, say(`detail ${level}`)]);
    this.detail = choice(say("detail"), details, scrubber.player.detail, (value) => scrubber.chooseDetail(value));
    const names = Object.keys(pack.head.atlas.themes).map((name) => [name, name[0].toUpperCase() + name.slice(1)]);
    this.themes = choice(say("theme"), [[AUTO, say("theme auto")], ...names], film.theme, (value) => this.theme(value));
    const labelled = (text, field) => make("label", { class: "mv-speed" }, text, field);
    const rows = Array.from({ length: HELP }, (_, line) => {
      const [key, what] = say(`help ${line}`).split(": ");
      return make("div", {}, make("dt", {}, key), make("dd", {}, what));
    });
    const dialog = make("dialog", { class: "mv-help", "aria-label": say("menu") },
      make("div", { class: "mv-controls" }, labelled(say("detail"), this.detail), labelled(say("theme"), this.themes), labelled(say("curve"), this.curveChoice())),
      make("div", { class: "mv-controls" }, ...this.takeaways()), make("dl", {}, ...rows));
    dialog.append(button(say("close"), "Esc", "close", () => dialog.close()));
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    return dialog;
  }

  curveChoice() {
    const { say, scrubber } = this;
    const kinds = ["wins", "layouts", "none"].map((kind) => [kind, say(`curve ${kind}`)]);
    return choice(say("curve"), kinds, "wins", (kind) => scrubber.chooseCurve(kind));
  }

  /** Whether the list of moves is shown. */
  showList() {
    this.list.setAttribute("aria-expanded", !this.scrubber.moves.element.hidden);
  }

  /** Buttons that give a link, a picture or a text of this moment. */
  takeaways() {
    const { say, scrubber } = this;
    const copying = (label, text) => this.copying(label, text);
    const link = scrubber.host.link ? [copying("copy link", () => scrubber.host.link(scrubber))] : [];
    return [...this.goingOn(), ...link, copying("copy position", () => scrubber.film.text(scrubber.player.beat)),
      textButton(say("save picture"), say("save picture about"), () => scrubber.savePicture())];
  }

  /** A button that copies a text, and says so. */
  copying(label, text, about = `${label} about`) {
    const made = textButton(this.say(label), this.say(about), async () => {
      await copyText(text());
      made.textContent = this.say("copied");
      setTimeout(() => { made.textContent = this.say(label); }, 1500);
    });
    return made;
  }

  /** Buttons that open a board at this moment; without a kernel they give the Python that does. */
  goingOn() {
    const { say, scrubber } = this;
    const opening = (label, kind, python) => (scrubber.host.open
      ? textButton(say(label), say(`${label} about`), () => { this.menu.close(); scrubber.openHere(kind); })
      : this.copying(label, () => python(scrubber.film.text(scrubber.player.beat)), `${label} copy about`));
    return [opening("play on", "playground", (text) => `mv.Playground(position=mv.Position.parse("""${text}"""))`),
      opening("edit", "editor", (text) => `mv.Editor("""${text}""")`)];
  }

  keyTable(player, film) {
    const keys = {
      " ": () => player.toggle(), k: () => player.toggle(),
      ArrowRight: () => player.step(1), ArrowLeft: () => player.step(-1),
      "Shift+ArrowRight": () => player.jump(MOVES, 1), "Shift+ArrowLeft": () => player.jump(MOVES, -1),
      g: () => player.jump(GUESSES, 1), b: () => player.jump(GUESSES, -1),
      Home: () => player.seek(0), End: () => player.seek(film.length - 1),
      "+": () => player.setSpeed(player.speed * 1.5), "-": () => player.setSpeed(player.speed / 1.5),
      t: () => this.nextTheme(), f: () => this.scrubber.toggleFullScreen(), "?": () => this.menu.showModal(),
      l: () => player.markLoop(), z: () => this.scrubber.stage.viewport.toggle(), p: () => this.toggleBeside(), m: () => this.scrubber.toggleList(),
    };
    for (const name of "gbtflpmz") keys[name.toUpperCase()] = keys[name];
    keys["="] = keys["+"];
    keys["−"] = keys["-"];
    keys.s = () => player.jump(SEARCHES, 1);
    keys.S = () => player.jump(SEARCHES, -1);
    keys.x = () => this.jumpToMistake(1);
    keys.X = () => this.jumpToMistake(-1);
    film.panels.forEach(({ name }, i) => { keys[String(i + 1)] = () => this.overlay(name); });
    return keys;
  }

  /** Put an overlay on the board; where the board stands beside it, only the other one changes. */
  overlay(name) {
    const { scrubber } = this;
    const beside = scrubber.panels.length > 1 && name !== "board";
    this.choosePanels(beside ? ["board", name] : [name]);
  }

  /** The bare board beside the overlay, or the overlay alone. */
  toggleBeside() {
    const { panels } = this.scrubber;
    const over = panels.find((name) => name !== "board");
    this.choosePanels(panels.length > 1 ? [over ?? "board"] : ["board", over ?? "probability"]);
  }

  choosePanels(names) {
    const { scrubber } = this;
    scrubber.choosePanels(names);
    scrubber.host.report?.({ panels: scrubber.panels });
  }

  async theme(name) {
    await this.scrubber.useTheme(name);
    this.scrubber.host.report?.({ theme: this.scrubber.wantedTheme });
  }

  nextTheme() {
    const names = [...this.themes.options].map((option) => option.value).filter((name) => name !== AUTO);
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
    for (const each of this.jumps) each.disabled = !each.leads();
    this.looping.setAttribute("aria-pressed", Boolean(player.loop));
    this.place.textContent = `${player.place + 1} / ${player.shown.length}`;
    this.showSpeed(player);
    this.detail.value = player.detail;
    this.themes.value = scrubber.wantedTheme;
    const over = scrubber.panels.find((name) => name !== "board") ?? "board";
    this.overlays.show(scrubber.panels.length > 2 ? scrubber.panels : [over]);
    this.overlayField.value = over;
    this.beside.setAttribute("aria-pressed", scrubber.panels.length > 1);
  }

  showSpeed(player) {
    const rate = player.speed >= 10 ? Math.round(player.speed) : Number(player.speed.toPrecision(2));
    if (document.activeElement !== this.speed || this.shownSpeed !== player.speed) this.speed.value = Math.log2(player.speed);
    this.shownSpeed = player.speed;
    this.rate.textContent = this.say("speed shown", { rate });
    this.speed.setAttribute("aria-valuetext", this.say("speed spoken", { rate }));
  }
}
