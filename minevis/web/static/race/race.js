// A race to step through: one playback, a board per player, and curves over one timeline.

import { make, markNarrow } from "../shared/dom.js";
import { LEAST } from "../shared/viewport.js";
import { Film } from "../film/film.js";
import { FilmViewer, ROOMY } from "../film/viewer.js";
import { Lane } from "./lane.js";
import { RaceControls } from "./race_controls.js";
import { RaceCurves } from "./race_curves.js";

const SMALLEST_CELL = 7; // CSS px of a cell, while all boards are shown
const SMALLEST_HELD = 10; // the same on a phone, which has more pixels to one of these
const RIMMED = 12; // of a cell: boards of smaller ones have no coordinates
const SLENDER = 210; // CSS px: the width of a board's words
const SLENDER_HELD = 156; // the same on a phone
const AMPLE = 420; // CSS px: with one line of words per player, if boards leave room for it
const TOLD_LETTER = 7.4; // CSS px, of the words of a board
const TOLD_BADGE = 92;
const TOLD_NUMBER = 26; // if there is no name above
const TOLD_NAME = [2, 14]; // letters: the extra width of a name, and the largest number shown
const TOLD_MARGIN = 20;
const GUESS = "g"; // a kind of beats
const PAUSE = 1; // seconds, where a run ends
const CURVES = 300; // CSS px: how high the curves are at most
const CURVES_GAP = 6; // above them

/** The film of a race: a panel per player, a beat per step, with all players after the same number of clicks. */
export class RaceFilm extends Film {
  /** Every step, at any level of detail. */
  shown() {
    return [...Array(this.length).keys()];
  }

  /** The runs of a race keep step, but an end is looked at. @param {number} step */
  readingTime(step) {
    return this.ends.includes(step) ? PAUSE : 0;
  }

  /** The steps at which runs end, first to last. */
  get ends() {
    return [...new Set(this.lanes.map(({ end }) => end))].sort((a, b) => a - b);
  }

  /** The state of a player at a step: "playing", "won", "lost" or "open". @param {number} place @param {number} step @returns {Standing} */
  standing(place, step) {
    const { end, won } = this.lanes[place];
    if (step < end) return "playing";
    return won === null ? "open" : won ? "won" : "lost";
  }
}

/**
 * A race in `root`; `host` is that of a `Scrubber`, of which `curve()` promises the curves of all players.
 * All boards are shown while their cells can be told apart and the playback stays in view: side by side, or on a
 * phone one below the other. Else one of them is shown, chosen by buttons.
 */
export class RaceScrubber extends FilmViewer {
  leastCurves = 0; // CSS px
  roomy = false; // whether all boards have room

  /** @param {HTMLElement} root @param {Pack} pack @param {FilmHost} host */
  constructor(root, pack, host) {
    super(root, pack, host, new RaceFilm(pack));
    this.names = this.film.panels.map(({ name }) => name);
    this.panels = this.names;
    this.asked = this.placeAsked(host.settings?.panels ?? []); // the single board, or -1
    this.build();
  }

  build() {
    const { film, say } = this;
    this.curves = new RaceCurves(film, say, (place) => this.single < 0 || this.single === place);
    const spoken = (/** @type {Panel} */ panel) => film.spokenOf(stage.panels.indexOf(panel));
    this.furnishFilm({ shared: false, spoken }, this.curves);
    const { stage, timeline } = this;
    this.lanes = stage.panels.map((panel, place) => new Lane(panel, film.lanes[place], place, say));
    this.legend = make(
      "div",
      { class: "mv-curve-legend", "aria-hidden": "true" },
      this.curves.legend,
    );
    timeline.element.append(this.legend);
    this.controls = new RaceControls(this);
    this.furnish(film.label, ["mv-film", "mv-race"], this.controls.head, this.column());
  }

  /** Show the board of a cell alone. @param {number} _ @param {Panel} panel */
  pick(_, panel) {
    this.showAlone(this.stage.panels.indexOf(panel));
  }

  /** The single board in a link's list of names; -1 for all. @param {string[]} names */
  placeAsked(names) {
    return names.length === 1 ? this.names.indexOf(names[0]) : -1;
  }

  /** The single board, by its place; -1 if all are shown. */
  get single() {
    return this.panels.length > 1 || this.names.length === 1
      ? -1
      : this.names.indexOf(this.panels[0]);
  }

  get guessBeats() {
    return [...this.film.kinds].flatMap((kind, beat) => (kind === GUESS ? [beat] : []));
  }

  /** @param {string} kind */
  chooseCurve(kind) {
    this.curves.kind = kind;
    this.legend.textContent = this.curves.legend;
    this.fit();
  }

  /** Show one board; for the same one again, or -1, all of them, if there is room. @param {number} place */
  showAlone(place) {
    if (place === this.single && !this.roomy) return;
    this.asked = place === this.single ? -1 : place;
    this.followed = undefined;
    this.fit();
    this.controls.show(this.player);
  }

  /** @param {string[]} names */
  choosePanels(names) {
    this.asked = this.placeAsked(names);
    this.fit();
  }

  /** Arrange the parts in the given room. @param {number} _width @param {number} seen */
  place(_width, seen) {
    markNarrow(this.root);
    this.leastCurves = this.curveHeight(seen);
    this.raiseCurves(seen >= ROOMY ? this.leastCurves : 0);
  }

  /** Set the height of the curves, if wanted and high enough. @param {number} high */
  raiseCurves(high) {
    const wanted = this.curves.kind !== "none" && this.curved;
    this.curves.high = Math.min(Math.max(high, this.leastCurves), CURVES);
    this.timeline.raise(wanted && high >= this.leastCurves);
  }

  /** All boards if readable, else one; and the height left for the curves. @param {number} width @param {number} height */
  arrangeStage(width, height) {
    const {
      stage,
      full,
      root: { classList },
    } = this;
    classList.remove("mv-single");
    const all = this.fitsAll(width, height);
    this.roomy = all;
    this.panels =
      all && this.asked < 0
        ? this.names
        : [this.names[this.asked < 0 ? this.longestRun : this.asked]];
    classList.toggle("mv-single", this.single >= 0); // the text of its player is in the caption
    this.controls.allow(all);
    stage.choose(this.panels);
    stage.viewport.least = this.panels.length > 1 ? 0 : LEAST;
    stage.setBare(false);
    const bare =
      this.arrangement(width, height).cell < RIMMED * (window.devicePixelRatio || 1) &&
      this.panels.length > 1;
    stage.setBare(bare);
    stage.fit(width, height, full, this.slender);
    const high = this.timeline.element.offsetHeight;
    this.raiseCurves(
      high + height - stage.element.offsetHeight - (high < this.leastCurves ? CURVES_GAP : 0),
    );
  }

  get held() {
    return this.root.classList.contains("mv-narrow");
  }

  /** The least width of a board with its words. */
  get slender() {
    return this.held ? SLENDER_HELD : SLENDER;
  }

  /** How many letters the longest of the words below a board has. */
  get longestTold() {
    const [more, most] = TOLD_NAME;
    const low = this.root.classList.contains("mv-low");
    const letters = (/** @type {string} */ text, /** @type {string} */ name) =>
      text.length + (low && !text.includes(name) ? Math.min(name.length, most) + more : 0);
    return Math.max(
      ...this.film.lanes.flatMap(({ name, captions }) =>
        captions.map((text) => letters(text, name)),
      ),
    );
  }

  /** Whether all boards can be read; on a phone without words below them, if they would be small. @param {number} width @param {number} height */
  fitsAll(width, height) {
    this.stage.choose(this.names);
    this.stage.setBare(true);
    const cell = (/** @type {boolean} */ wordless) => {
      this.root.classList.toggle("mv-wordless", wordless);
      return this.arrangement(width, height).raw / (window.devicePixelRatio || 1);
    };
    const worded = cell(false);
    if (!this.held) return worded >= SMALLEST_CELL;
    return worded >= RIMMED || cell(true) >= SMALLEST_HELD;
  }

  /** The arrangement of the boards, with enough lines for the longest words below them. @param {number} width @param {number} height */
  arrangement(width, height) {
    const { stage, root, full, longestTold, slender } = this;
    for (let lines = 1; ; lines += 1) {
      root.style.setProperty("--mv-told", String(lines));
      const best = stage.arrangement(width, height, full, slender);
      const cell = Math.max(best.cell / (window.devicePixelRatio || 1), stage.viewport.least);
      const lane = Math.min(stage.visible.length > 1 ? AMPLE : slender, best.width);
      root.style.setProperty("--mv-lane", `${Math.floor(lane)}px`);
      const number = root.classList.contains("mv-low") ? TOLD_NUMBER : 0;
      const wide = Math.max(Math.min(cell * stage.width, best.width), lane) - TOLD_MARGIN - number;
      if (lines * wide >= longestTold * TOLD_LETTER + TOLD_BADGE || lines === 3) return best;
    }
  }

  /** The player who plays longest. */
  get longestRun() {
    const ends = this.film.lanes.map(({ end }) => end);
    return ends.indexOf(Math.max(...ends));
  }

  draw() {
    const { film, player, stage, theme } = this;
    const { beat, playing } = player;
    if (!this.ready || this.disposed || !stage.visible[0].cell) return; // no room yet: it is hidden
    film.seek(beat);
    this.move();
    this.lanes.forEach((lane, place) => {
      const { panel } = lane;
      if (panel.element.hidden) return;
      panel.draw(film.codes(place));
      panel.setSubtitle(film.saidOf(panel.name, beat).subtitle);
      lane.show(film.standing(place, beat), film.told(beat, film.lanes[place]), theme);
      if (!playing) lane.rows.tell(() => film.words(player.beat, this.say, place));
    });
    const { viewport } = stage;
    viewport.redrawn();
    this.followOnce(`${beat} ${viewport.size} ${this.panels}`, (smooth) =>
      stage.panels.forEach((panel, place) => {
        if (!panel.element.hidden)
          viewport.follow(film.spokenOf(place), { smooth, panels: [panel] });
      }),
    );
    this.tell(this.words());
  }

  /** The text of the race; under a single board, the text of its player. */
  words() {
    return this.film.told(this.player.beat, this.film.lanes[this.single]);
  }

  /** A short description of a cell on a board. @param {number} cell @param {Panel} panel */
  describe(cell, panel) {
    const { film } = this;
    const place = this.stage.panels.indexOf(panel);
    const word = film.pictures.describe(film.codes(place)[cell], this.say);
    return [film.name(cell), panel.title, word].filter(Boolean).join("  ·  ");
  }
}
