// The scrubber: a run to play, step through and question. Needs no network and no kernel.

import { Atlas } from "../shared/atlas.js";
import { Caption } from "../shared/caption.js";
import { dress, make, ownKeys, takesKeys } from "../shared/dom.js";
import { Film, clueOf } from "./film.js";
import { Controls } from "./controls.js";
import { Player } from "./player.js";
import { Stage } from "../shared/stage.js";
import { Timeline } from "./timeline.js";

const PATIENCE = 4000; // ms that an answer may take
const MINE_PERCENT = 178;
const ZERO_PERCENT = 281;
const TRIAL = 384;
const FACES = { 0: "covered", 10: "flagged", 11: "flagged", 12: "a mine", 13: "a mine", 14: "exploded", 15: "a wrong flag" };

/**
 * A scrubber in `root`. `host` has `settings` (step, playing, speed, theme, panels, detail),
 * `report(changes)` and `ask(cell, step)`, which promises an answer; both may be missing.
 */
export class Scrubber {
  constructor(root, pack, host = {}) {
    Object.assign(this, { root, pack, host, film: new Film(pack), atlas: new Atlas(pack) });
    const { settings = {} } = host;
    const known = this.film.panels.map((panel) => panel.name);
    this.panels = known.filter((name) => (settings.panels ?? this.usual()).includes(name));
    if (!this.panels.length) this.panels = known.slice(0, 1);
    this.player = new Player(this.film, {
      detail: settings.detail ?? this.film.detail, speed: settings.speed, onchange: (why) => this.changed(why),
    });
    this.build();
    this.gone = new AbortController();
  }

  /** The panels shown unless somebody chooses: fewer where there is little room. */
  usual() {
    return this.root.clientWidth < 620 ? ["board", "probability"] : ["board", "constraints", "probability"];
  }

  build() {
    const { film, player } = this;
    this.stage = new Stage(this.atlas, film.panels, film.height, film.width, {
      describe: (cell) => this.describe(cell),
    });
    this.caption = new Caption();
    this.timeline = new Timeline(film, (beat) => player.seek(beat), () => this.report());
    this.timeline.use(player.shown);
    this.controls = new Controls(this);
    this.root.replaceChildren(this.stage.element, this.caption.element, this.timeline.element, this.controls.element);
    this.root.classList.add("minevis");
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", film.label);
    ownKeys(this.root);
    for (const panel of this.stage.panels) this.pickable(panel);
  }

  pickable(panel) {
    panel.canvas.addEventListener("click", (event) => this.pick(panel.cellAt(event)));
    panel.canvas.tabIndex = 0;
    panel.canvas.addEventListener("keydown", (event) => this.walk(event, panel));
    panel.canvas.addEventListener("blur", () => this.stage.hover(-1, panel));
  }

  /** Begin: load the theme, then draw and listen. */
  async start() {
    const { settings = {} } = this.host;
    await this.useTheme(settings.theme ?? this.film.theme);
    this.stage.choose(this.panels);
    this.watch = new ResizeObserver(() => this.fit());
    this.watch.observe(this.root);
    const { signal } = this.gone;
    this.root.addEventListener("keydown", (event) => this.key(event), { signal });
    document.addEventListener("fullscreenchange", () => this.fit(), { signal });
    this.player.beat = this.film.beatOf(Number(settings.step) || 0);
    this.ready = true;
    this.fit();
    this.changed("start");
    this.root.dataset.ready = "true";
    if (settings.playing) this.player.play();
    return this;
  }

  dispose() {
    this.player.onchange = () => {};
    this.player.pause();
    this.gone.abort();
    this.watch?.disconnect();
    this.disposed = true;
  }

  get full() {
    return document.fullscreenElement === this.root || this.root.classList.contains("mv-fills");
  }

  fit() {
    const style = getComputedStyle(this.root);
    const width = this.root.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (!this.ready || width < 40) return;
    this.root.classList.toggle("mv-narrow", width < 620);
    this.stage.fit(width, this.full);
    this.atlas.prepare(this.film.codesUsed);
    this.timeline.draw(width, window.devicePixelRatio || 1);
    this.draw();
  }

  /** Something has moved: draw it in the next frame, tell the host when it has come to rest. */
  changed(why) {
    if (why === "seek" || why === "tick") this.forgetAnswer();
    this.redraw();
    if (why === "tick") return;
    if (why === "seek") {
      clearTimeout(this.telling);
      this.telling = setTimeout(() => this.report(), 40);
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
    stage.panels.forEach((panel, i) => {
      if (panel.element.hidden) return;
      const links = this.answer ? film.lines[panel.name] === 0 && this.answer.links : film.linksOf(panel.name, player.beat);
      panel.draw(film.codes(i), film.sidesOf(panel.name), links || []);
      panel.tell(film.subtitle(panel.name, player.beat));
    });
    const caption = this.words();
    this.caption.show(caption, this.theme, player.playing);
    this.timeline.show(player.beat, player.place, `Step ${player.place + 1} of ${player.shown.length}: ${caption.text}`);
    this.controls.show(player);
    if (stage.hovered >= 0) stage.hover(stage.hovered, stage.over);
  }

  words() {
    const { film, player, answer } = this;
    const counters = film.counters[player.beat];
    if (answer) return { ...answer, counters };
    const role = film.roles[film.looks[player.beat]];
    return { badge: film.badges[player.beat], role, text: film.captions[player.beat], counters };
  }

  report() {
    const { film, player } = this;
    this.host.report?.({ step: film.events[player.beat], playing: player.playing, speed: player.speed });
  }

  async useTheme(name) {
    const { themes } = this.pack.head.atlas;
    this.theme = themes[name] ?? Object.values(themes)[0];
    dress(this.root, this.theme);
    await this.atlas.use(this.theme.name);
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

  /** What a cell is, in few words. */
  describe(cell) {
    const { film } = this;
    const words = [film.name(cell)];
    film.panels.forEach((panel, i) => {
      const word = wordFor(film.codes(i)[cell] >> 5, panel.name);
      if (word && !words.includes(word)) words.push(word);
    });
    return words.join("  ·  ");
  }

  /** Why is this cell safe, or a mine, or what are its odds? */
  async pick(cell) {
    if (cell < 0) return;
    this.player.pause();
    const beat = this.player.beat;
    this.film.seek(beat);
    const clue = clueOf(this.film.codes(0)[cell]);
    const answer = clue >= 0 ? this.ofClue(cell, clue) : await this.ask(beat, cell);
    if (this.player.beat !== beat || this.disposed) return;
    this.answer = answer;
    this.stage.mark(answer.marks);
    this.draw();
  }

  ofClue(cell, clue) {
    const text = `Cell ${this.film.name(cell)} is open and shows ${clue}.`;
    return { badge: "CELL", role: "deduction", text, marks: [[cell, this.film.marks.click]] };
  }

  async ask(beat, cell) {
    const known = this.film.answer(beat, cell);
    if (known || !this.host.ask) return known ?? this.unknown(cell, "nothing is known of it at this step");
    const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE, null); });
    const told = await Promise.race([this.host.ask(cell, this.film.events[beat]), late]);
    return told ?? this.unknown(cell, "the kernel does not answer. Run the cell again to ask");
  }

  unknown(cell, why) {
    return { badge: "CELL", role: "deduction", text: `Cell ${this.film.name(cell)}: ${why}.`, marks: [[cell, this.film.marks.click]] };
  }

  forgetAnswer() {
    if (!this.answer) return;
    this.answer = null;
    this.stage.mark([]);
  }

  /** Keys on a panel: w a s d walk over the cells, Enter asks. */
  walk(event, panel) {
    const { height, width } = this.film;
    const moves = { w: -width, s: width, a: -1, d: 1 };
    const at = this.stage.hovered;
    if (event.key === "Enter" && at >= 0) this.pick(at);
    else if (event.key in moves && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const next = at < 0 ? 0 : at + moves[event.key];
      const across = (event.key === "a" && at % width === 0) || (event.key === "d" && at % width === width - 1);
      if (at < 0 || (next >= 0 && next < height * width && !across)) this.stage.hover(next, panel);
      this.caption.say(this.describe(this.stage.hovered));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  key(event) {
    if (!["Tab", "Escape"].includes(event.key)) event.stopPropagation(); // a notebook has keys too
    if (event.ctrlKey || event.metaKey || event.altKey || takesKeys(event.target)) return;
    if (event.key === " " && event.target.closest("button")) return;
    if (event.target.matches("input") && event.key.startsWith("Arrow")) return;
    const act = this.controls.keys[(event.shiftKey && event.key.startsWith("Arrow") ? "Shift+" : "") + event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  async fill() {
    if (this.full) {
      this.root.classList.remove("mv-fills");
      if (document.fullscreenElement) await document.exitFullscreen();
    } else {
      try {
        await this.root.requestFullscreen();
      } catch {
        this.root.classList.add("mv-fills"); // where a host forbids it, fill its page
      }
    }
    this.fit();
  }
}

/** What a picture says of its cell. */
function wordFor(picture, panel) {
  const clue = clueOf(picture << 5);
  if (panel === "board" && clue >= 0) return `clue ${clue}`;
  if (panel === "board" && picture in FACES) return FACES[picture];
  if (picture >= TRIAL) return panel === "board" ? "tried by the search" : "";
  if (picture >= ZERO_PERCENT) return `zero ${chance(picture - ZERO_PERCENT)}`;
  if (picture >= MINE_PERCENT) return `mine ${chance(picture - MINE_PERCENT)}`;
  if (picture >= 25) return `${Math.floor((picture - 25) / 9) - 8} mines left in ${(picture - 25) % 9} covered`;
  return "";
}

function chance(step) {
  return { 101: "under 1 %", 102: "over 99 %" }[step] ?? `${step} %`;
}
