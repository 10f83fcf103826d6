// The player of a film, of one run or of several: theme, size, keys, and messages to its host.

import { Atlas } from "../shared/atlas.js";
import { Caption } from "../shared/caption.js";
import {
  LOW,
  download,
  heightAbove,
  isModified,
  isTextField,
  make,
  paneOf,
  whenSeen,
} from "../shared/dom.js";
import { Input } from "../shared/input.js";
import { Stage } from "../shared/stage.js";
import { Widget } from "../shared/widget.js";
import { Player } from "./player.js";
import { Timeline } from "./timeline.js";

export const ROOMY = 560; // of the pane: there is room for the curve
const FAST = 8; // beats a second: no time to glide
const SHARE = 0.75; // of the time of a beat: motion that needs more is faster
const LETTERED = 640; // CSS px of a full screen: on a higher one letters are larger, as in the style sheet
const MEASURED = 5; // captions measured for their number of lines
const [FEW_LINES, MOST_LINES] = [3, 5]; // lines kept free
const TALL = 720; // CSS px of the pane of a phone on which the curve has all its height
const [CURVE, LOW_CURVE] = [84, 60]; // CSS px: how high the curve is with all below it

/**
 * Shared by `Scrubber` and `RaceScrubber`. They name the shown boards by `panels`, and have `controls`, `describe(cell, panel)`, `spokenOf(panel)`, `pick(cell, panel)`, `place(width, seen)` for the layout, `draw()`, and `moved()`, called when the moment changes.
 */
export class FilmViewer extends Widget {
  lines = 1; // of the longest sentence
  tried = ""; // for which width that was measured
  pointed = false; // whether the focus came from a click
  ready = false;
  waiting = 0;
  reporting = 0;
  moment = /** @type {any[]} */ ([]); // the place and the answer drawn last

  /** @param {HTMLElement} root @param {Pack} pack @param {FilmHost} host @param {Film} film */
  constructor(root, pack, host, film) {
    super(root, pack, host);
    this.film = film;
    this.atlas = new Atlas(pack, host.tiles);
    const { settings = {} } = host;
    this.player = new Player(film, {
      detail: settings.detail ?? film.detail,
      speed: settings.speed,
      onchange: (/** @type {string} */ why) => this.changed(why),
    });
    this.longest = longestOf(film);
  }

  /** Build what plays the film: boards that can be seen `closer`, caption and timeline with a `curve`. @param {ViewportOptions} closer @param {any} [curve] */
  furnishFilm(closer, curve) {
    const { film, player, say } = this;
    this.stage = new Stage(this.atlas, film.panels, film.height, film.width, {
      describe: (cell, panel) => this.tipOf(cell, panel),
    });
    this.stage.zoomable(() => this.fit(), closer);
    this.caption = new Caption();
    this.timeline = new Timeline(film, say, player, () => this.report(), curve);
    this.timeline.use(player.shown);
    this.input = new Input({
      shares: true,
      act: (cell, _how, panel) => this.pick(cell, panel),
      walk: (cell, panel) => this.caption.announce(this.describe(cell, panel)),
    });
    this.input.use(this.stage);
  }

  /** The text of the tip of a cell. @param {number} cell @param {Panel} panel */
  tipOf(cell, panel) {
    return this.describe(cell, panel);
  }

  /** The parts one below the other, with what else there is to read below the boards. @param {...Element} below */
  column(...below) {
    const { stage, caption, timeline, controls } = this;
    const parts = [stage.element, ...below, caption.element, timeline.element, controls.element];
    this.main = make("div", { class: "mv-main" }, ...parts);
    return this.main;
  }

  /** @returns {Said} */
  words() {
    return this.film.told(this.player.beat);
  }

  /** Those of `names` that are panels here. @param {string[]} names */
  known(names) {
    return this.stage.panels.map((panel) => panel.name).filter((name) => names.includes(name));
  }

  /** Actions for a change of the moment. */
  moved() {}

  /** Begin: load the theme, then draw and listen. */
  async start() {
    const { settings = {} } = this.host;
    await this.drawIn(settings.theme ?? this.film.theme);
    this.stage.choose(this.panels);
    const { signal } = this.listeners;
    this.root.addEventListener("keydown", (event) => this.key(event), { signal });
    this.root.addEventListener(
      "keyup",
      (/** @type {any} */ event) =>
        event.key === " " && this.clickedBefore(event.target) && event.preventDefault(),
      { signal },
    ); // some press a button now
    this.root.addEventListener(
      "pointerdown",
      () => {
        this.pointed = true;
      },
      { signal },
    );
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Tab") this.pointed = false;
      },
      { capture: true, signal },
    );
    document.addEventListener("fullscreenchange", () => this.fit(), { signal });
    window.addEventListener("resize", () => this.fit(), { signal });
    this.player.beat = this.film.beatOf(Number(settings.step ?? this.film.opening) || 0);
    this.ready = true;
    this.fit();
    this.changed("start");
    this.root.dataset.begun = "true";
    if (!this.film.partial) this.begin();
    else {
      this.root.inert = true; // its other moments are still to be loaded
      whenSeen(this.root, this.listeners.signal, () => this.film.partial && this.host.rest());
    }
    return this;
  }

  /** Everything is there: play, or work out the curves when they are seen. */
  begin() {
    const { film, host, root } = this;
    root.dataset.ready = "true";
    if (host.settings?.playing) this.player.play();
    if (!film.curves && !film.judged && host.curve)
      whenSeen(root, this.listeners.signal, () => this.fetchCurves());
  }

  async fetchCurves() {
    const curves = await this.host.curve?.();
    if (!curves || this.disposed) return;
    this.film.curves = curves;
    this.judged();
    this.fit();
  }

  /** Actions once guesses and mistakes are known. */
  judged() {}

  /** Whether there are curves, or can be. */
  get curved() {
    return Boolean(this.film.curves?.some(Boolean) || this.host.curve);
  }

  /** Take over everything missing in the first picture. @param {Pack} pack */
  async fill(pack) {
    await this.atlas.extend(pack);
    if (this.disposed) return;
    this.film.read(pack);
    this.longest = longestOf(this.film);
    this.pack = pack;
    this.player.choose(this.player.detail);
    this.timeline.use(this.player.shown);
    this.root.inert = false;
    this.fit();
    this.begin();
  }

  dispose() {
    this.player.onchange = () => {};
    this.player.pause();
    super.dispose();
  }

  get full() {
    return (
      document.fullscreenElement === this.root || this.root.classList.contains("mv-fills-page")
    );
  }

  fit() {
    const { width } = this.inside();
    if (!this.ready || width < 40 || this.away) return;
    const seen = this.full ? window.innerHeight : paneOf(this.root).height - heightAbove(this.root);
    const { classList } = this.root;
    classList.toggle("mv-low", seen < LOW);
    this.place(width, seen);
    this.controls.arrange(width, {
      narrow: classList.contains("mv-narrow"),
      low: classList.contains("mv-low"),
    });
    this.stage.setLettering(
      this.full && !classList.contains("mv-narrow") ? Math.min(Math.max(seen / LETTERED, 1), 2) : 1,
    );
    const room = Math.floor(this.main.getBoundingClientRect().width);
    const height = this.heightLeft(room, seen);
    this.arrangeStage(room, height);
    this.stand(seen, height - this.stage.element.offsetHeight);
    this.atlas.prepare(this.film.codesUsed);
    this.timeline.draw(room, window.devicePixelRatio || 1);
    this.draw();
  }

  /** Whether it has the entire screen, or a page of its own. */
  get alone() {
    return this.full || this.isOnly;
  }

  /** On a page of its own, keep the playback at the bottom of the window, whatever the panels need. @param {number} seen @param {number} _free */
  stand(seen, _free) {
    const { root, main, alone } = this;
    root.classList.toggle("mv-footed", alone);
    main.style.minHeight = alone
      ? `${seen - main.offsetTop - parseFloat(getComputedStyle(root).paddingBottom) - 1}px`
      : "";
  }

  /** Let what changes now move: a step forwards, or an answer. All else is cut. @param {any} [answer] */
  move(answer = null) {
    const { player, moment, stage } = this;
    const { place, playing } = player;
    const isNext = place === moment[0] + 1;
    const moves = isNext || (place === moment[0] && answer && answer !== moment[1]);
    this.moment = [place, answer];
    stage.move(!moves ? 0 : playing ? SHARE * player.stays(place) : Infinity);
    return isNext;
  }

  /** Bring the words, the timeline and the controls up to date. @param {Said} caption */
  tell(caption) {
    const { film, player, theme, stage, timeline } = this;
    this.caption.show(caption, theme, player.playing);
    timeline.showLoop(player);
    const place = film.events[player.beat];
    const all = film.events.at(-1);
    timeline.show(player.beat, this.say("timeline spoken", { place, all, caption: caption.text }));
    this.controls.show(player);
    if (stage.hovered >= 0) stage.hover(stage.hovered, stage.over);
  }

  /** In windows on a large board, whether to go to the action of a `moment` now, and smoothly; it is followed once. @param {string} moment @param {(smooth: boolean) => void} go */
  followOnce(moment, go) {
    const { player, stage } = this;
    if (!stage.viewport.zoomed || this.followed === moment) return;
    const smooth = this.followed !== undefined && !(player.playing && player.speed > FAST);
    this.followed = moment;
    go(smooth);
  }

  /** Let the words of a beat be read once its panels have settled. */
  read() {
    this.player.wait(Math.max(...this.stage.visible.map((panel) => panel.motion.left), 0));
  }

  /** Give the panels the room there is. @param {number} width @param {number} height */
  arrangeStage(width, height) {
    this.stage.fit(width, height, this.alone);
  }

  /** The largest height of the panels with the sentence and the controls in view: CSS px. @param {number} width @param {number} seen */
  heightLeft(width, seen) {
    const lines = Math.min(this.linesOfCaptions(width), seen < LOW ? FEW_LINES : MOST_LINES);
    this.root.style.setProperty("--mv-lines", String(lines));
    const { text } = this.caption;
    const over = Math.max(text.offsetHeight - parseFloat(getComputedStyle(text).minHeight), 0); // parts without reserved room do not move the board
    const rest = [
      this.controls.head,
      this.caption.element,
      this.timeline.element,
      this.controls.element,
    ].reduce((sum, each) => sum + outerHeight(each), this.inside().padding);
    return seen - rest + over - 2;
  }

  /** Keep the room of the longest sentence shown, so that the parts below do not move with every answer. */
  keepLines() {
    const { text } = this.caption;
    const lines = linesOf(text, text.offsetHeight);
    if (lines <= this.lines) return;
    this.lines = lines;
    this.fit();
  }

  /** The number of lines of the longest captions at this width, or of a longer answer since. @param {number} width */
  linesOfCaptions(width) {
    const { film, caption } = this;
    const tried = `${width} ${this.root.className} ${this.full && window.innerHeight}`;
    if (tried === this.tried) return this.lines;
    this.root.style.setProperty("--mv-lines", "0");
    const shown = this.words();
    const heights = this.longest.map((beat) => {
      const said = film.told(beat);
      caption.fill({ ...said, counters: said.counters || shown.counters }); // a partial film has no other moments
      return caption.text.offsetHeight;
    });
    caption.fill(shown);
    const lines = Math.max(linesOf(caption.text, Math.max(...heights)), 1);
    this.tried = tried;
    this.lines = lines;
    return lines;
  }

  /** The least height of the curve on a page of this height. @param {number} seen */
  curveHeight(seen) {
    return seen < TALL && this.root.classList.contains("mv-narrow") ? LOW_CURVE : CURVE;
  }

  /** Something has moved: draw it in the next frame, and inform the host when it is at rest. @param {string} why */
  changed(why) {
    if (why === "seek" || why === "tick") this.moved();
    this.redraw();
    if (why === "tick") return;
    if (why === "seek") {
      clearTimeout(this.reporting);
      this.reporting = setTimeout(() => this.report(), 40);
    } else if (why !== "start") this.report();
  }

  redraw() {
    if (this.waiting || this.disposed) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw();
    });
  }

  report() {
    const { film, player } = this;
    this.host.report?.({
      step: film.events[player.beat],
      playing: player.playing,
      speed: player.speed,
    });
  }

  /** Change the theme; at first to the theme of the loaded tiles, until the right ones arrive. @param {Theme} theme */
  async takeOn(theme) {
    const { themes } = this.pack.head.atlas;
    if (this.theme || this.atlas.has(theme.name)) return super.takeOn(theme);
    const first = Object.keys(themes).find((each) => this.atlas.has(each));
    if (first) await super.takeOn(themes[first]);
    return void super.takeOn(theme);
  }

  /** @param {string} name */
  useTheme(name, isPrinted = false) {
    const taken = super.useTheme(name, isPrinted);
    this.controls.show(this.player);
    return taken;
  }

  /** Show the panels of these names, if there are any. @param {string[]} names */
  choosePanels(names) {
    const known = this.known(names);
    if (!known.length) return;
    this.panels = known;
    this.stage.choose(known);
    this.controls.show(this.player);
    this.fit();
  }

  /** Offer the current view as a picture. */
  async savePicture() {
    download(
      `step-${this.film.events[this.player.beat]}.png`,
      await this.stage.picture(),
      "image/png",
    );
  }

  /** Whether a button has the focus from a click: the space bar plays then; one reached by Tab it presses. @param {Element} target */
  clickedBefore(target) {
    return (
      this.pointed && !this.away && Boolean(target.closest?.("button")) && !target.closest("dialog")
    );
  }

  /** @param {any} event */
  key(event) {
    if (isModified(event) || this.away) return; // a shortcut of the host, or a key of the open board
    if (!["Tab", "Escape"].includes(event.key)) event.stopPropagation(); // a notebook has keys too
    if (isTextField(event.target)) return;
    if (event.key === " " && event.target.closest?.("button") && !this.clickedBefore(event.target))
      return;
    if (event.target.matches?.("input") && event.key.startsWith("Arrow")) return;
    if (event.key.startsWith("Page") && this.scrolls(event.target)) return;
    const leaves =
      event.key === "Escape" &&
      this.root.classList.contains("mv-fills-page") &&
      !event.target.closest?.("dialog");
    const act = leaves
      ? this.controls.keys.f
      : this.controls.keys[
          (event.shiftKey && event.key.startsWith("Arrow") ? "Shift+" : "") + event.key
        ];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** Whether a page key can scroll something: an open menu, or the page around, without the focus here. @param {Element} target */
  scrolls(target) {
    const { scrollHeight, clientHeight } = document.documentElement;
    return (
      Boolean(target.closest?.("dialog")) ||
      (!this.full && !this.root.contains(target) && scrollHeight > clientHeight)
    );
  }

  async toggleFullScreen() {
    if (this.full) {
      this.root.classList.remove("mv-fills-page");
      if (document.fullscreenElement) await document.exitFullscreen();
    } else {
      try {
        await this.root.requestFullscreen();
      } catch {
        this.root.classList.add("mv-fills-page"); // if a host forbids it, fill its page
      }
    }
    this.fit();
  }
}

/** Beats with the longest captions, with and without counters. @param {Film} given */
function longestOf({ captions, counters }) {
  const lengths = counters.map((text) => Math.max(...text.split("\n").map((line) => line.length)));
  return [0, 1].flatMap((share) => {
    const beats = new Map(
      captions.map((text, beat) => [text.length + share * lengths[beat], beat]),
    );
    return [...beats]
      .sort(([a], [b]) => b - a)
      .slice(0, MEASURED)
      .map(([, beat]) => beat);
  });
}

/** How many lines of an element are so high. @param {Element} element @param {number} height */
function linesOf(element, height) {
  return Math.round(height / parseFloat(getComputedStyle(element).lineHeight));
}

/** @param {Element} element */
function outerHeight(element) {
  const style = getComputedStyle(element);
  return (
    element.offsetHeight &&
    element.offsetHeight + parseFloat(style.marginTop) + parseFloat(style.marginBottom)
  );
}
