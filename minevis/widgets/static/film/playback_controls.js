// The controls of whatever plays a film: playback, a menu, and keys.

import { button, choice, copyText, icon, make, textButton } from "../shared/dom.js";

const GUESSES = "g";
const AUTO = "auto"; // the theme that follows the host

/**
 * What `Controls` and `RaceControls` share. They have a `headBar(film)`, the `buttons(player)` of playback in their
 * order, and may add `choices(film)` to those below the board, `menuFields()`, `takeaways()` and keys.
 */
export class PlaybackControls {
  /** `help` are the numbers of the lines of help in the menu. */
  constructor(viewer, help) {
    this.viewer = viewer;
    const { player, film, say } = viewer;
    this.say = say;
    this.keys = this.keyTable(player, film);
    this.menu = this.menuDialog(help);
    this.head = this.headBar(film);
    const buttons = this.buttons(player);
    this.jumps = buttons.filter((each) => each.leads);
    this.element = make("div", { class: "mv-controls" },
      make("div", { class: "mv-buttons", role: "toolbar", "aria-label": say("playback") }, ...buttons),
      this.place = make("span", { class: "mv-place" }), this.speedField(player),
      make("div", { class: "mv-options" }, ...this.choices(film),
        button(say("menu"), "?", "help", () => this.menu.showModal()), this.menu));
  }

  choices() {
    return [];
  }

  /** Buttons to see it closer, and on the whole screen. */
  views() {
    const { say, viewer } = this;
    return [button(say("closer"), "Z", "closer", () => viewer.stage.viewport.toggle()),
      button(say("full screen"), "F", "full", () => viewer.toggleFullScreen())];
  }

  playButton(player) {
    const { say } = this;
    this.playing = button(say("play"), say("key space"), "play", () => player.toggle(), { class: "mv-play" });
    return this.playing;
  }

  loopButton(player) {
    this.looping = button(this.say("loop"), "L", "loop", () => player.markLoop(), { class: "mv-loop-button" });
    return this.looping;
  }

  /** A button to the next beat of some kinds, disabled where there is none. */
  jump(label, key, picture, kinds, direction) {
    const { player } = this.viewer;
    const made = button(this.say(label), key, picture, () => player.jump(kinds, direction));
    made.leads = () => player.leads(kinds, direction);
    return made;
  }

  guessJump(direction) {
    return direction > 0 ? this.jump("next guess", "G", "guessForth", GUESSES, 1) : this.jump("guess before", "B", "guessBack", GUESSES, -1);
  }

  /** A button to the nearest of the beats that `beats()` gives, disabled where there is none. */
  leap(label, key, picture, beats, direction, extra = {}) {
    const made = button(this.say(label), key, picture, () => this.go(beats(), direction), extra);
    made.leads = () => this.nearest(beats(), direction) !== undefined;
    return made;
  }

  mistakeLeap(direction) {
    const beats = () => this.viewer.mistakeBeats;
    const wide = { class: "mv-wide" };
    return direction > 0 ? this.leap("next mistake", "X", "mistakeForth", beats, 1, wide)
      : this.leap("mistake before", "Shift+X", "mistakeBack", beats, -1, wide);
  }

  /** The nearest of some beats, first to last, in a direction; undefined where there is none. */
  nearest(beats, direction) {
    const { player } = this.viewer;
    const found = beats.filter((beat) => (beat - player.beat) * direction > 0);
    return direction > 0 ? found[0] : found.at(-1);
  }

  go(beats, direction) {
    const beat = this.nearest(beats, direction);
    if (beat !== undefined) this.viewer.player.seek(beat);
  }

  speedField(player) {
    const label = this.say("speed");
    this.speed = make("input", { type: "range", min: "-2", max: String(Math.log2(240)), step: "any",
      "aria-label": label, title: `${label}  [+ −]`, oninput: () => player.setSpeed(2 ** Number(this.speed.value)) });
    this.rate = make("span", { class: "mv-rate" });
    return make("label", { class: "mv-speed" }, this.speed, this.rate);
  }

  /** Choices that are seldom made, what can be taken along, and the keys. */
  menuDialog(help) {
    const { say } = this;
    const rows = help.map((line) => {
      const [key, what] = say(`help ${line}`).split(": ");
      return make("div", {}, make("dt", {}, key), make("dd", {}, what));
    });
    const dialog = make("dialog", { class: "mv-help", "aria-label": say("menu") },
      make("div", { class: "mv-controls" }, ...this.menuFields()),
      make("div", { class: "mv-controls" }, ...this.takeaways()), make("dl", {}, ...rows));
    dialog.append(button(say("close"), "Esc", "close", () => dialog.close()));
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    return dialog;
  }

  menuFields() {
    const { say, viewer: { pack, film } } = this;
    const names = Object.keys(pack.head.atlas.themes).map((name) => [name, name[0].toUpperCase() + name.slice(1)]);
    this.themes = choice(say("theme"), [[AUTO, say("theme auto")], ...names], film.theme, (value) => this.theme(value));
    return [this.labelled(say("theme"), this.themes), this.labelled(say("curve"), this.curveChoice())];
  }

  labelled(text, field) {
    return make("label", { class: "mv-speed" }, text, field);
  }

  curveChoice() {
    const { say, viewer } = this;
    const kinds = ["wins", "layouts", "none"].map((kind) => [kind, say(`curve ${kind}`)]);
    return choice(say("curve"), kinds, "wins", (kind) => viewer.chooseCurve(kind));
  }

  /** Buttons that give a link or a picture of this moment. */
  takeaways() {
    const { say, viewer } = this;
    const link = viewer.host.link ? [this.copying("copy link", () => viewer.host.link(viewer))] : [];
    return [...link, textButton(say("save picture"), say("save picture about"), () => viewer.savePicture())];
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

  keyTable(player, film) {
    const { viewer } = this;
    const keys = {
      " ": () => player.toggle(), k: () => player.toggle(),
      ArrowRight: () => player.step(1), ArrowLeft: () => player.step(-1),
      g: () => player.jump(GUESSES, 1), b: () => player.jump(GUESSES, -1),
      Home: () => player.seek(0), End: () => player.seek(film.length - 1),
      "+": () => player.setSpeed(player.speed * 1.5), "-": () => player.setSpeed(player.speed / 1.5),
      t: () => this.nextTheme(), f: () => viewer.toggleFullScreen(), "?": () => this.menu.showModal(),
      l: () => player.markLoop(), z: () => viewer.stage.viewport.toggle(),
    };
    for (const name of "gbtflz") keys[name.toUpperCase()] = keys[name];
    keys["="] = keys["+"];
    keys["−"] = keys["-"];
    keys.x = () => this.go(viewer.mistakeBeats, 1);
    keys.X = () => this.go(viewer.mistakeBeats, -1);
    return keys;
  }

  async theme(name) {
    await this.viewer.useTheme(name);
    this.viewer.host.report?.({ theme: this.viewer.wantedTheme });
  }

  nextTheme() {
    const names = [...this.themes.options].map((option) => option.value).filter((name) => name !== AUTO);
    return this.theme(names[(names.indexOf(this.viewer.theme.name) + 1) % names.length]);
  }

  /** Bring every control up to date. */
  show(player) {
    const doing = player.playing ? "pause" : "play";
    if (this.doing !== doing) {
      this.doing = doing;
      const label = this.say(doing);
      this.playing.replaceChildren(icon(doing));
      this.playing.setAttribute("aria-label", label);
      this.playing.title = `${label}  [${this.say("key space")}]`;
    }
    for (const each of this.jumps) each.disabled = !each.leads();
    this.showLooping(player);
    this.place.textContent = this.placeOf(player);
    this.showSpeed(player);
    this.themes.value = this.viewer.wantedTheme;
  }

  /** Repeating or not; or, half of it, that the end of the passage is still to be chosen. */
  showLooping({ loop, loopStart }) {
    const half = !loop && loopStart != null;
    const label = this.say(half ? "loop end" : "loop");
    this.looping.setAttribute("aria-pressed", half ? "mixed" : Boolean(loop));
    this.looping.setAttribute("aria-label", label);
    this.looping.title = `${label}  [L]`;
  }

  /** Where the run stands. */
  placeOf({ place, shown }) {
    return `${place + 1} / ${shown.length}`;
  }

  showSpeed(player) {
    const rate = player.speed >= 10 ? Math.round(player.speed) : Number(player.speed.toPrecision(2));
    if (document.activeElement !== this.speed || this.shownSpeed !== player.speed) this.speed.value = Math.log2(player.speed);
    this.shownSpeed = player.speed;
    this.rate.textContent = this.say("speed shown", { rate });
    this.speed.setAttribute("aria-valuetext", this.say("speed spoken", { rate }));
  }
}
