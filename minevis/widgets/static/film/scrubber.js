// The scrubber: a run to play, step through and question. Needs no network and no kernel.

import { Atlas } from "../shared/atlas.js";
import { Caption } from "../shared/caption.js";
import { Cursor } from "../shared/cursor.js";
import { applyTheme, download, hostIsDark, isModified, isTextField, make, onHostTheme, paneOf, suppressHostShortcuts, textButton, whenSeen } from "../shared/dom.js";
import { Film } from "./film.js";
import { Controls } from "./controls.js";
import { MoveList } from "./moves.js";
import { Player } from "./player.js";
import { Questions } from "./questions.js";
import { RowsAsText } from "../shared/rows.js";
import { Stage } from "../shared/stage.js";
import { Timeline } from "./timeline.js";

const NARROW = 620; // CSS px
const LOW = 480; // of the pane: what is above the board moves into the menu
const ROOMY = 560; // of the pane: there is room for the curve
const BESIDE = 980; // CSS px: there is room for the moves beside the board
const LETTER = 8.2; // CSS px, of a caption, on the wide side
const FAST = 8; // beats a second: no time to glide
const SPEAKS_OF_ODDS = "og"; // kinds of beats at which the odds stand on the board

/**
 * A scrubber in `root`. `host` has `say`, which says a label, and may have `settings` (step, playing,
 * speed, theme, panels, detail), `report(changes)`, `ask(cell, step)`, which promises an answer, and
 * `open(kind, step, place)`, which puts a board to play on or to edit into a place, and
 * `curve()` and `tiles(theme)`, which promise the curve and the tiles that the film does not bring. A
 * film that is `partial` shows the moment it opens at; `rest()` asks for the rest, which `fill` takes up.
 */
export class Scrubber {
  constructor(root, pack, host) {
    Object.assign(this, { root, pack, host, film: new Film(pack), atlas: new Atlas(pack, host.tiles), say: host.say });
    const { settings = {} } = host;
    const known = this.film.panels.map((panel) => panel.name);
    this.panels = known.filter((name) => (settings.panels ?? ["board"]).includes(name));
    if (!this.panels.length) this.panels = known.slice(0, 1);
    this.player = new Player(this.film, {
      detail: settings.detail ?? this.film.detail, speed: settings.speed, onchange: (why) => this.changed(why),
    });
    this.listeners = new AbortController();
    this.build();
  }

  build() {
    const { film, player } = this;
    this.stage = new Stage(this.atlas, film.panels, film.height, film.width, {
      describe: (cell) => this.describe(cell),
    });
    this.stage.zoomable(() => this.fit());
    this.rows = new RowsAsText(this.say("rows"), this.say);
    this.caption = new Caption();
    this.timeline = new Timeline(film, this.say, (beat) => player.seek(beat), () => this.report());
    this.timeline.use(player.shown);
    this.questions = new Questions(this);
    this.moves = new MoveList(film, this.say, (event) => this.goTo(event));
    this.controls = new Controls(this);
    this.moves.foot.append(...this.controls.goingOn());
    this.main = make("div", { class: "mv-main" }, this.stage.element, this.rows.element, this.caption.element, this.timeline.element, this.controls.element);
    this.root.replaceChildren(this.controls.head, make("div", { class: "mv-body" }, this.main, this.moves.element));
    this.root.classList.add("minevis");
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", film.label);
    suppressHostShortcuts(this.root, this.listeners.signal);
    this.longest = Math.max(...film.captions.map((text) => text.length));
    for (const panel of this.stage.panels) this.pickable(panel);
    this.cursor = new Cursor(this.stage, { onwalk: (cell) => this.caption.announce(this.describe(cell)), onpick: (cell) => this.pick(cell) });
  }


  pickable(panel) {
    panel.canvas.setAttribute("role", "application");
    panel.canvas.setAttribute("aria-label", this.say("board asked", { panel: panel.title }));
    panel.canvas.addEventListener("click", (event) => this.pick(panel.cellAt(event)));
  }

  /** Begin: load the theme, then draw and listen. */
  async start() {
    const { settings = {} } = this.host;
    await this.useTheme(settings.theme ?? this.film.theme);
    onHostTheme(() => this.useTheme(this.wantedTheme), this.listeners.signal);
    this.stage.choose(this.panels);
    this.watch = new ResizeObserver(() => this.fit());
    this.watch.observe(this.root);
    if (paneOf(this.root).element) this.watch.observe(paneOf(this.root).element);
    const { signal } = this.listeners;
    this.root.addEventListener("keydown", (event) => this.key(event), { signal });
    document.addEventListener("fullscreenchange", () => this.fit(), { signal });
    window.addEventListener("resize", () => this.fit(), { signal });
    this.player.beat = this.film.beatOf(Number(settings.step ?? this.film.opening) || 0);
    this.player.isPoster = this.film.events[this.player.beat] === this.film.opening;
    this.ready = true;
    this.fit();
    this.changed("start");
    this.root.dataset.begun = "true";
    if (!this.film.partial) this.begin();
    else {
      this.root.inert = true; // what it shows at other moments is still to come
      whenSeen(this.root, this.listeners.signal, () => this.film.partial && this.host.rest());
    }
    return this;
  }

  /** Take up all that the first picture was drawn without. */
  async fill(pack) {
    await this.atlas.extend(pack);
    if (this.disposed) return;
    this.film.read(pack);
    this.pack = pack;
    this.player.choose(this.player.detail);
    this.timeline.use(this.player.shown);
    this.root.inert = false;
    this.fit();
    this.begin();
  }

  begin() {
    this.root.dataset.ready = "true";
    if (this.host.settings?.playing) this.player.play();
    if (this.film.curve) this.moves.mark(this.film.curve.marks);
    else if (this.host.curve) whenSeen(this.root, this.listeners.signal, () => this.fetchCurve());
  }

  async fetchCurve() {
    const curve = await this.host.curve();
    if (!curve || this.disposed) return;
    this.film.curve = curve;
    this.moves.mark(curve.marks);
    this.fit();
  }

  /** Open a board of this moment in place of the run, with the way back. */
  async openHere(kind) {
    this.player.pause();
    const step = this.film.events[this.player.beat];
    const place = make("div");
    const leave = await this.host.open(kind, step, place);
    if (this.disposed || !leave) return leave || this.questions.say("cannot open");
    const back = textButton(`‹ ${this.say("way back", { step })}`, this.say("way back", { step }), () => {
      leave();
      this.away.remove();
      this.away = null;
      for (const part of this.root.children) part.hidden = false;
      this.fit();
      this.timeline.element.focus();
    });
    for (const part of this.root.children) part.hidden = true;
    this.away = make("div", { class: "mv-away" }, back, place);
    this.root.append(this.away);
    back.focus();
  }

  /** Show an event, as a line of the list of moves asks for. */
  goTo(event) {
    this.player.pause();
    this.player.seek(this.film.beatOf(event));
  }

  dispose() {
    this.player.onchange = () => {};
    this.player.pause();
    this.listeners.abort();
    this.watch?.disconnect();
    this.disposed = true;
  }

  get full() {
    return document.fullscreenElement === this.root || this.root.classList.contains("mv-fills-page");
  }

  fit() {
    const style = getComputedStyle(this.root);
    const width = this.root.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (!this.ready || width < 40 || this.away) return;
    const seen = this.full ? window.innerHeight : paneOf(this.root).height;
    this.place(width, seen);
    const room = Math.floor(this.main.getBoundingClientRect().width);
    this.stage.fit(room, this.heightLeft(room, seen), this.full);
    this.atlas.prepare(this.film.codesUsed);
    this.timeline.draw(room, window.devicePixelRatio || 1);
    this.draw();
  }

  /** What stands where in so much room: the moves beside the board or below it, the curve or bars alone. */
  place(width, seen) {
    const beside = width >= BESIDE && seen >= LOW;
    const { classList } = this.root;
    classList.toggle("mv-low", seen < LOW);
    classList.toggle("mv-beside", beside);
    this.moves.element.hidden = !(this.listed ?? beside);
    classList.toggle("mv-narrow", (beside && !this.moves.element.hidden ? width - 320 : width) < NARROW);
    const { kind } = this.timeline.curve;
    this.timeline.raise(seen >= ROOMY && kind !== "none" && Boolean(this.film.curve || this.host.curve));
    this.controls.showList();
  }

  /** Show or hide the moves in words. */
  toggleList() {
    this.listed = this.moves.element.hidden;
    this.fit();
    if (this.listed && !this.root.classList.contains("mv-beside")) this.moves.element.scrollIntoView({ block: "nearest" });
  }

  /** What the curve shows: "wins", "layouts" or "none". */
  chooseCurve(kind) {
    this.timeline.curve.kind = kind;
    this.fit();
  }

  /** How high the panels may be, so that they, the sentence and the controls are seen together: CSS px. */
  heightLeft(width, seen) {
    const lines = Math.ceil((this.longest * LETTER) / Math.min(width - (width < NARROW ? 0 : 330), 700));
    this.root.style.setProperty("--mv-lines", Math.min(Math.max(lines, 1), seen < LOW ? 2 : 5));
    const style = getComputedStyle(this.root);
    const rest = [this.controls.head, this.caption.element, this.timeline.element, this.controls.element]
      .reduce((sum, each) => sum + outerHeight(each), parseFloat(style.paddingTop) + parseFloat(style.paddingBottom));
    return seen - rest - 2;
  }

  /** Something has moved: draw it in the next frame, tell the host when it has come to rest. */
  changed(why) {
    if (why === "seek" || why === "tick") this.questions.clear();
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

  draw() {
    const { film, player, stage } = this;
    if (!this.ready || this.disposed || !stage.visible[0].cell) return; // no room yet: it is hidden
    film.seek(player.beat);
    stage.visible.forEach((panel) => {
      const over = this.overlayOn(panel.name);
      const lined = over ? "board" : panel.name;
      const links = this.questions.answer ? film.lines[lined] === 0 && this.questions.answer.links : film.linksOf(lined, player.beat);
      panel.draw(film.shownCodes(over || panel.name, player.beat, Boolean(over)), film.sidesOf(over || panel.name), links || []);
      panel.setSubtitle(film.subtitle(over || panel.name, player.beat));
    });
    this.follow(player);
    const caption = this.words();
    stage.cards.show(this.questions.cards, film.codes(0), caption.text);
    this.caption.show(caption, this.theme, player.playing);
    this.timeline.showLoop(player);
    this.timeline.show(player.beat, player.place, this.say("timeline spoken", { place: player.place + 1, all: player.shown.length, caption: caption.text }));
    this.moves.show(film.events[player.beat]);
    this.controls.show(player);
    if (!player.playing) this.rows.tell(() => film.words(player.beat, this.say));
    if (stage.hovered >= 0) stage.hover(stage.hovered, stage.over);
  }

  /** In a window on a large board, go to where things happen; a moment is followed once. */
  follow({ beat, playing, speed }) {
    const { stage: { viewport }, film } = this;
    viewport.redrawn();
    const moment = `${beat} ${viewport.size}`;
    if (!viewport.zoomed || this.followed === moment) return;
    const first = this.followed === undefined;
    this.followed = moment;
    viewport.follow(film.spokenOf(), { smooth: !first && !(playing && speed > FAST) });
  }

  /** Which overlay lies on the board that the panel `name` shows; empty for a panel as it is. */
  overlayOn(name) {
    if (this.panels.length > 1) return "";
    if (name !== "board") return name;
    return SPEAKS_OF_ODDS.includes(this.film.kinds[this.player.beat]) ? "probability" : "";
  }

  words() {
    const { film, player, questions: { answer } } = this;
    const counters = film.counters[player.beat];
    if (answer) return { ...answer, counters };
    const role = film.roles[film.badgeRoles[player.beat]];
    return { badge: film.badges[player.beat], role, text: film.captions[player.beat], counters };
  }

  report() {
    const { film, player } = this;
    this.host.report?.({ step: film.events[player.beat], playing: player.playing, speed: player.speed });
  }

  /** Take on a theme by its name; "auto" follows the host. Of two asked for, the later one stays. */
  async useTheme(name) {
    const { themes } = this.pack.head.atlas;
    this.wantedTheme = name;
    const theme = themes[name === "auto" ? (hostIsDark() ? "dark" : "paper") : name] ?? Object.values(themes)[0];
    if (!this.theme && !this.atlas.has(theme.name)) { // what is at hand, until the other tiles come
      const first = Object.keys(themes).find((each) => this.atlas.has(each));
      await this.takeOn(themes[first]);
      return void this.takeOn(theme);
    }
    await this.takeOn(theme);
  }

  async takeOn(theme) {
    if (!(await this.atlas.use(theme.name)) || this.disposed) return;
    this.theme = theme;
    applyTheme(this.root, theme);
    this.host.onTheme?.();
    this.controls.show(this.player);
    this.fit();
  }

  choosePanels(names) {
    const known = this.stage.panels.map((panel) => panel.name).filter((name) => names.includes(name));
    if (!known.length) return;
    this.panels = known;
    this.stage.choose(known);
    this.controls.show(this.player);
    this.fit();
  }

  chooseDetail(detail) {
    this.player.choose(detail);
    this.timeline.use(this.player.shown);
    this.changed("detail");
  }

  /** Offer what is shown as a picture. */
  async savePicture() {
    download(`step-${this.film.events[this.player.beat]}.png`, await this.stage.picture(), "image/png");
  }

  /** What a cell is, in few words. */
  describe(cell) {
    const { film } = this;
    const words = [film.name(cell)];
    film.panels.forEach((panel, i) => {
      const word = film.pictures.describe(film.codes(i)[cell], panel.name, this.say);
      if (word && !words.includes(word)) words.push(word);
    });
    return words.join("  ·  ");
  }

  /** Why is this cell safe, or a mine, or what are its odds? */
  pick(cell) {
    return this.questions.pick(cell);
  }

  key(event) {
    if (isModified(event) || this.away) return; // a shortcut of the host, or a key of the board that is open
    if (!["Tab", "Escape"].includes(event.key)) event.stopPropagation(); // a notebook has keys too
    if (isTextField(event.target)) return;
    if (event.key === " " && event.target.closest?.("button")) return;
    if (event.target.matches?.("input") && event.key.startsWith("Arrow")) return;
    const act = this.controls.keys[(event.shiftKey && event.key.startsWith("Arrow") ? "Shift+" : "") + event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  async toggleFullScreen() {
    if (this.full) {
      this.root.classList.remove("mv-fills-page");
      if (document.fullscreenElement) await document.exitFullscreen();
    } else {
      try {
        await this.root.requestFullscreen();
      } catch {
        this.root.classList.add("mv-fills-page"); // where a host forbids it, fill its page
      }
    }
    this.fit();
  }
}

function outerHeight(element) {
  const style = getComputedStyle(element);
  return element.offsetHeight && element.offsetHeight + parseFloat(style.marginTop) + parseFloat(style.marginBottom);
}
