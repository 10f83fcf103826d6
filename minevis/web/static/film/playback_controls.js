// The controls of whatever plays a film: playback, a menu, and keys.

import { button, choice, copyButton, icon, make, textButton } from "../shared/dom.js";
import { Menu, labelled, themeChoice } from "../shared/menu.js";
import { closerButton } from "../shared/viewport.js";

/**
 * Shared by `Controls` and `RaceControls`. They have a `headBar(film)`, `leaps()` among the buttons of playback, and
 * may add `choices(film)` to those below the board, `menuFields()`, `takeaways()` and keys. `spare` are groups of
 * controls that move into the menu if there is no room, the least needed first.
 */
export class PlaybackControls {
  /** `help` are the numbers of the lines of help in the menu. @param {FilmViewer} viewer @param {(number | string)[]} help */
  constructor(viewer, help) {
    this.viewer = viewer;
    const { player, film, say } = viewer;
    this.say = say;
    this.keys = this.keyTable(player, film);
    this.menu = new Menu(say, {
      title: film.title,
      about: film.summary,
      fields: this.menuFields(),
      rows: [this.takeaways()],
      keys: () => help.map((line) => say(`help ${line}`)),
    });
    this.head = this.headBar(film);
    this.place = make("span", { class: "mv-place" });
    this.speedSlider = this.speedField(player);
    const buttons = this.buttons(player);
    this.jumps = buttons.filter((each) => each.leads);
    this.options = make(
      "div",
      { class: "mv-options" },
      ...this.choices(film),
      this.menu.button,
      this.menu.element,
    );
    this.element = make(
      "div",
      { class: "mv-controls" },
      make(
        "div",
        { class: "mv-buttons", role: "toolbar", "aria-label": say("playback") },
        ...buttons,
      ),
      this.place,
      this.speedSlider,
      this.options,
    );
  }

  /** If `narrow` or `low`, keep one row below the board and one above; the menu has the other controls. @param {number} width @param {{ narrow: boolean, low: boolean }} given */
  arrange(width, { narrow, low }) {
    const arranged = `${width} ${narrow} ${low}`;
    if (arranged === this.arranged) return;
    this.arranged = arranged;
    const { aboveBoard, element } = this;
    if (!narrow && !low) this.menu.takeIn([], [], () => true);
    else
      this.menu.takeIn(
        low ? aboveBoard : aboveBoard.slice(1),
        this.spare,
        () => element.scrollWidth <= element.clientWidth,
      );
  }

  /** @param {Film} _film @returns {Made[]} */
  choices(_film) {
    return [];
  }

  /** Buttons to see it closer, and on the full screen. */
  views() {
    const { say, viewer } = this;
    this.magnifier = closerButton(say, () => viewer.stage.viewport.toggle());
    this.closer = this.magnifier.element;
    this.fullScreen = button(say("full screen"), "F", "full", () => viewer.toggleFullScreen());
    return [this.closer, this.fullScreen];
  }

  /** The controls above the board; on an upright phone only the first has room there. */
  get aboveBoard() {
    return [this.closer, this.fullScreen];
  }

  /** Playback in the order of its buttons: pairs of `leaps()` back and forth, the longest first. @param {Player} player */
  buttons(player) {
    const mistakes = this.leapPair("mistake", "Shift+X", "X", () => this.viewer.film.mistakes);
    const guesses = this.leapPair("guess", "B", "G", () => this.viewer.guessBeats);
    const steps = [
      this.stepButton("step back", "←", "back", -1),
      this.stepButton("step forward", "→", "forth", 1),
    ];
    const leaps = this.leaps();
    const pairs = [mistakes, guesses, ...leaps, steps];
    const loop = this.loopButton(player);
    const rest = [[this.place], ...leaps];
    this.spare = [
      [this.speedSlider],
      [loop],
      ...(this.viewer.film.reviewed ? [...rest, mistakes] : [mistakes, ...rest]),
    ];
    return [
      ...pairs.map(([back]) => back),
      this.playButton(player),
      ...pairs.map(([, forth]) => forth).reverse(),
      loop,
    ];
  }

  /** @param {Player} player */
  playButton(player) {
    const { say } = this;
    this.playing = button(say("play"), say("key space"), "play", () => player.toggle(), {
      class: "mv-play",
    });
    return this.playing;
  }

  /** @param {Player} player */
  loopButton(player) {
    this.looping = button(this.say("loop"), "L", "loop", () => player.markLoop(), {
      class: "mv-loop-button",
    });
    return this.looping;
  }

  /** A button to the next or previous beat, disabled at the end of the run. @param {string} label @param {string} key @param {string} picture @param {number} direction */
  stepButton(label, key, picture, direction) {
    const { player } = this.viewer;
    const made = button(this.say(label), key, picture, () => player.step(direction));
    made.leads = () => (direction > 0 ? !player.ended : player.beat > player.shown[0]);
    return made;
  }

  /** A button to the next beat of some kinds, disabled if there is no such beat. @param {string} label @param {string} key @param {string} picture @param {string} kinds @param {number} direction */
  jump(label, key, picture, kinds, direction) {
    const { player } = this.viewer;
    const made = button(this.say(label), key, picture, () => player.jump(kinds, direction));
    made.leads = () => player.leads(kinds, direction);
    return made;
  }

  /** A button to the nearest of the beats from `beats()`, disabled without any. @param {string} label @param {string} key @param {string} picture @param {() => number[]} beats @param {number} direction */
  leap(label, key, picture, beats, direction) {
    const made = button(this.say(label), key, picture, () => this.go(beats(), direction));
    made.leads = () => this.nearest(beats(), direction) !== undefined;
    return made;
  }

  /** The buttons to the beat before, and to the next one, of a kind. @param {string} kind @param {string} back @param {string} forth @param {() => number[]} beats */
  leapPair(kind, back, forth, beats) {
    return [
      this.leap(`${kind} before`, back, `${kind}Back`, beats, -1),
      this.leap(`next ${kind}`, forth, `${kind}Forth`, beats, 1),
    ];
  }

  /** The nearest of some beats, first to last, in a direction; undefined if there is no beat. @param {number[]} beats @param {number} direction */
  nearest(beats, direction) {
    const { player } = this.viewer;
    const found = beats.filter((beat) => (beat - player.beat) * direction > 0);
    return direction > 0 ? found[0] : found.at(-1);
  }

  /** @param {number[]} beats @param {number} direction */
  go(beats, direction) {
    const beat = this.nearest(beats, direction);
    if (beat !== undefined) this.viewer.player.seek(beat);
  }

  /** @param {Player} player */
  speedField(player) {
    const label = this.say("speed");
    this.speed = make("input", {
      type: "range",
      min: "-2",
      max: String(Math.log2(240)),
      step: "any",
      "aria-label": label,
      title: `${this.say("speed about")}  [+ −]`,
      oninput: () => player.setSpeed(2 ** Number(this.speed.value)),
    });
    this.rate = make("span", { class: "mv-rate" });
    return make(
      "label",
      { class: "mv-speed" },
      make("span", { class: "mv-field-name" }, label),
      this.speed,
      this.rate,
    );
  }

  /** Choices that are seldom made. */
  menuFields() {
    const {
      say,
      viewer: { pack, film },
    } = this;
    this.themes = themeChoice(say, Object.keys(pack.head.atlas.themes), film.theme, (value) =>
      this.theme(value),
    );
    return [labelled(say("theme"), this.themes), labelled(say("curve"), this.curveChoice())];
  }

  curveChoice() {
    const { say, viewer } = this;
    const kinds = ["wins", "layouts", "none"].map((kind) => [kind, say(`curve ${kind}`)]);
    return choice(say("curve"), kinds, "wins", (kind) => viewer.chooseCurve(kind));
  }

  /** Buttons for a link or a picture of this moment. */
  takeaways() {
    const { say, viewer } = this;
    const { link } = viewer.host;
    return [
      ...(link ? [copyButton(say, "copy link", () => link(viewer))] : []),
      textButton(say("save picture"), say("save picture about"), () => viewer.savePicture()),
    ];
  }

  /** @param {Player} player @param {Film} film */
  keyTable(player, film) {
    const { viewer } = this;
    /** @type {Record<string, () => any>} */
    const keys = {
      " ": () => player.toggle(),
      k: () => player.toggle(),
      ArrowRight: () => player.step(1),
      ArrowLeft: () => player.step(-1),
      g: () => this.go(viewer.guessBeats, 1),
      b: () => this.go(viewer.guessBeats, -1),
      PageDown: () => player.step(1),
      PageUp: () => player.step(-1), // as remotes of presenters send them
      Home: () => player.seek(0),
      End: () => player.seek(film.length - 1),
      "+": () => player.setSpeed(player.speed * 1.5),
      "-": () => player.setSpeed(player.speed / 1.5),
      t: () => this.nextTheme(),
      f: () => viewer.toggleFullScreen(),
      "?": () => this.menu.open(),
      l: () => player.markLoop(),
      z: () => viewer.stage.viewport.toggle(),
    };
    for (const name of "gbtflz") keys[name.toUpperCase()] = keys[name];
    keys["="] = keys["+"];
    keys["−"] = keys["-"];
    keys.x = () => this.go(viewer.film.mistakes, 1);
    keys.X = () => this.go(viewer.film.mistakes, -1);
    return keys;
  }

  /** @param {string} name */
  async theme(name) {
    await this.viewer.useTheme(name);
    this.viewer.host.report?.({ theme: this.viewer.wantedTheme });
  }

  nextTheme() {
    const names = Object.keys(this.viewer.pack.head.atlas.themes);
    return this.theme(names[(names.indexOf(this.viewer.theme.name) + 1) % names.length]);
  }

  /** Bring every control up to date. @param {Player} player */
  show(player) {
    const doing = player.playing ? "pause" : "play";
    if (this.doing !== doing) {
      this.doing = doing;
      const label = this.say(doing);
      this.playing.replaceChildren(icon(doing));
      this.playing.setAttribute("aria-label", label);
      this.playing.title = `${label}  [${this.say("key space")}]`;
    }
    for (const each of this.jumps) this.enable(each, Boolean(each.leads?.()));
    this.playing.disabled = !player.plays;
    this.showLooping(player);
    this.magnifier.name(this.viewer.stage.viewport.zoomed);
    const { events } = this.viewer.film;
    this.place.textContent = `${events[player.beat]} / ${events.at(-1)}`; // as Python numbers them: `trace[i]`
    this.showSpeed(player);
    this.themes.value = this.viewer.wantedTheme;
  }

  /** Enable or disable a button; the focus of a disabled one moves to the play button. @param {Made} each @param {boolean} leads */
  enable(each, leads) {
    if (!leads && each.matches(":focus")) this.playing.focus({ preventScroll: true });
    each.disabled = !leads;
  }

  /** Repeating or not; or half of it, if the end of the passage is still to be chosen. @param {Player} given */
  showLooping({ loop, loopStart }) {
    const half = !loop && loopStart != null;
    const label = this.say(half ? "loop end" : "loop");
    this.looping.setAttribute("aria-pressed", half ? "mixed" : Boolean(loop));
    this.looping.setAttribute("aria-label", label);
    this.looping.title = `${label}  [L]`;
  }

  /** @param {Player} player */
  showSpeed(player) {
    const rate =
      player.speed >= 10 ? Math.round(player.speed) : Number(player.speed.toPrecision(2));
    if (document.activeElement !== this.speed || this.shownSpeed !== player.speed)
      this.speed.value = String(Math.log2(player.speed));
    this.shownSpeed = player.speed;
    this.rate.textContent = this.say("speed shown", { rate });
    this.speed.setAttribute("aria-valuetext", this.say("speed spoken", { rate }));
  }
}
