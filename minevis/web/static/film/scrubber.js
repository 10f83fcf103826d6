// The scrubber: a run to play, step through and question. Needs no network and no kernel.

import { LOW, make, markNarrow, textButton } from "../shared/dom.js";
import { Film } from "./film.js";
import { Controls } from "./controls.js";
import { FilmOdds } from "./odds.js";
import { MoveList } from "./moves.js";
import { Questions } from "./questions.js";
import { RowsAsText } from "../shared/rows.js";
import { SearchTree } from "./search_tree.js";
import { FilmViewer, ROOMY } from "./viewer.js";

const BESIDE = 980; // CSS px: there is room for the moves next to the board
const LEAST_LIST = 200; // CSS px left free by the panels: enough for the moves
const A_MOMENT = 1000; // ms in which a frame has grown
const STAYING = ["minevis", "mv-fills-page"]; // classes of the root around another board

/**
 * A scrubber in `root`. `host` has `say`, which says a label, and may have `settings` (step, playing,
 * speed, theme, panels, detail), `report(changes)`, and
 * `open(kind, step, place)`, which puts a board to play on or to edit into a place, and
 * `curve()` and `tiles(theme)`, which promise the curve and the tiles that the film does not bring. A
 * film that is `partial` shows the moment it opens at; `rest()` asks for the rest, which `fill` takes up.
 */
export class Scrubber extends FilmViewer {
  /** @param {HTMLElement} root @param {Pack} pack @param {FilmHost} host */
  constructor(root, pack, host) {
    super(root, pack, host, new Film(pack));
    this.build();
    this.panels = this.known(host.settings?.panels ?? []);
  }

  build() {
    const { film, say } = this;
    film.odds = new FilmOdds(film, say, () => this.drawPanels());
    this.furnishFilm({ spoken: () => this.spoken });
    const { stage } = this;
    this.tree = new SearchTree(film, this.atlas, say, (event) => this.goTo(event));
    stage.setBeside(this.tree);
    this.rows = new RowsAsText(say("rows"), say);
    this.questions = new Questions(this);
    this.moves = new MoveList(film, say, (event) => this.goTo(event));
    this.controls = new Controls(this);
    this.moves.foot.append(...this.controls.goingOn());
    const main = this.column(this.rows.element);
    this.body = make("div", { class: "mv-body" }, main, this.moves.element);
    this.furnish(film.label, ["mv-film"], this.controls.head, this.body);
    for (const { canvas, title } of stage.panels)
      canvas.setAttribute("aria-label", say("board asked", { panel: title }));
  }

  /** Without a tip on the cell of a question: it might cover the cells of the answer. @param {number} cell @param {Panel} panel */
  tipOf(cell, panel) {
    return this.questions.answer && cell === this.questions.asked ? "" : super.tipOf(cell, panel);
  }

  /** The panels among `names`, the search after the boards; a board without any. @param {string[]} names */
  known(names) {
    const known = [...this.stage.panels, this.tree]
      .map((panel) => panel.name)
      .filter((name) => names.includes(name));
    return known.length ? known : [this.film.base];
  }

  begin() {
    super.begin();
    this.judged();
  }

  judged() {
    this.moves.mark(this.film.verdicts);
  }

  get guessBeats() {
    return this.moves.guesses.map((event) => this.film.beatOf(event));
  }

  /** Open a board of this moment instead of the run, with a way back. @param {"playground" | "editor"} kind */
  async openHere(kind) {
    this.player.pause();
    const step = this.film.events[this.player.beat];
    const place = make("div");
    this.opening = place;
    const leave = await this.host.open?.(kind, step, place);
    if (this.disposed || this.opening !== place) return void leave?.(); // of two, the one asked for last is shown
    if (!leave) return this.questions.say("cannot open");
    this.leaveAway = leave;
    const back = textButton(
      `‹ ${this.say("way back", { step })}`,
      this.say("way back", { step }),
      () => {
        leave();
        this.away?.remove();
        this.away = this.leaveAway = null;
        this.root.classList.add(...looks);
        this.tried = "";
        for (const part of this.root.children) part.hidden = false;
        this.fit();
        this.timeline.element.focus();
      },
    );
    const looks = [...this.root.classList].filter((name) => !STAYING.includes(name));
    this.root.classList.remove(...looks); // they would change the looks of the board within
    this.root.style.removeProperty("--mv-lines");
    for (const part of this.root.children) part.hidden = true;
    this.away = make("div", { class: "mv-away" }, back, place);
    this.root.append(this.away);
    back.focus();
  }

  dispose() {
    this.film.odds?.solver.stop();
    this.leaveAway?.();
    super.dispose();
  }

  moved() {
    this.questions.clear();
  }

  /** Show the event of a line in the list of moves. @param {number} event */
  goTo(event) {
    this.player.pause();
    this.player.seek(this.film.beatOf(event));
  }

  /** Arrange the parts in the given room: the moves next to the board or below it, the curve or only bars. @param {number} width @param {number} seen */
  place(width, seen) {
    const beside = width >= BESIDE && seen >= LOW;
    const { classList } = this.root;
    classList.toggle("mv-beside", beside);
    this.moves.element.hidden = !(
      this.listed ??
      ((beside || this.within) && this.moves.lines.length > 0)
    );
    markNarrow(this.root, { taken: beside && !this.moves.element.hidden ? 320 : 0 });
    const { kind } = this.timeline.curve;
    this.timeline.curve.high = this.curveHeight(seen);
    this.timeline.raise(seen >= ROOMY && kind !== "none" && this.curved);
  }

  /** Place the moves in the free room above the playback, if it is large enough. @param {number} seen @param {number} free */
  stand(seen, free) {
    super.stand(seen, free);
    const { alone, body, main, moves, root } = this;
    this.within = alone && free >= LEAST_LIST && !root.classList.contains("mv-beside");
    const home = this.within ? main : body;
    if (moves.element.parentElement !== home)
      home.insertBefore(moves.element, this.within ? this.timeline.element : null);
    if (this.listed === undefined && !root.classList.contains("mv-beside"))
      moves.element.hidden = !this.within || !moves.lines.length;
    this.controls.showList();
  }

  /** Show or hide the moves in words. */
  toggleList() {
    this.listed = this.moves.element.hidden;
    this.fit();
    if (this.moves.current) this.moves.keepInSight(this.moves.current.element); // out of sight it was not followed
    if (!this.listed || this.within || this.root.classList.contains("mv-beside")) return;
    const look = () => this.moves.element.scrollIntoView({ block: "nearest" });
    look();
    window.addEventListener("resize", look, { once: true, signal: AbortSignal.timeout(A_MOMENT) }); // a frame grows with it
  }

  /** The kind of curve: "wins", "layouts" or "none". @param {string} kind */
  chooseCurve(kind) {
    this.timeline.curve.kind = kind;
    this.fit();
  }

  draw() {
    const { film, player, stage } = this;
    if (!this.ready || this.disposed) return;
    const isNext = this.move(this.questions.answer);
    if (!this.drawPanels()) return;
    if (isNext) this.read();
    if (this.tree.shown) this.tree.draw(film.events[player.beat]);
    const { viewport, visible } = stage; // with more boards, every one would be too small
    this.followOnce(`${player.beat} ${viewport.size} ${visible.length}`, (smooth) =>
      viewport.follow(this.spoken, { smooth }),
    );
    const caption = this.words();
    stage.cards.show(this.questions.cards, film.codes(0), caption.text);
    this.moves.show(film.events[player.beat]);
    this.tell(caption);
    if (!player.playing) this.rows.tell(() => film.words(player.beat, this.say));
  }

  /** Draw only the panels; false until they have room. */
  drawPanels() {
    const { film, player, stage } = this;
    if (!this.ready || this.disposed || stage.visible.some((panel) => !panel.cell)) return false; // it is hidden
    film.seek(player.beat);
    stage.visible.forEach((panel) => {
      const over = this.overlayOn(panel.name);
      const lined = over ? film.base : panel.name;
      const links = this.questions.answer
        ? film.showsReasons(lined) && this.questions.answer.links
        : film.linksOf(lined, player.beat);
      const codes = film.shownCodes(over || panel.name, player.beat, Boolean(over));
      panel.draw(
        this.questions.cells.length ? film.faded(codes) : codes,
        film.sidesOf(over || panel.name),
        links || [],
        panel.name === film.base || over ? (cell, code) => film.remainingAt(cell, code) : undefined,
      );
      const { title, subtitle } = this.wordsOf(over || panel.name, codes);
      panel.setWords(panel.name === film.base ? panel.title : title, subtitle); // odds may lie on the board
    });
    if (stage.hovered >= 0) stage.hover(stage.hovered, stage.over);
    return true;
  }

  /** The title and subtitle of a panel; of odds that Python has not sent, with the chance of cells without a number. @param {string} name @param {ArrayLike<number>} codes */
  wordsOf(name, codes) {
    const { film, player, say } = this;
    const told = film.panels.find((panel) => panel.name === name);
    if (!told?.odds || !film.odds?.at(player.beat)) return film.saidOf(name, player.beat);
    const parts = [told.subtitle, film.pictures.ofTheRest(codes, say)];
    return { title: told.title, subtitle: parts.filter(Boolean).join("; ") };
  }

  /** The cells mentioned in an answer, or else by the run. */
  get spoken() {
    const { cells } = this.questions;
    return cells.length ? cells : this.film.spokenOf();
  }

  /** The overlay on the board of the panel `name`; empty for a plain panel. @param {string} name */
  overlayOn(name) {
    if (this.stage.visible.length > 1) return "";
    const { base, chances } = this.film;
    return name === base ? chances[this.player.beat] : name;
  }

  words() {
    return { ...super.words(), ...this.questions.answer };
  }

  /** @param {number} detail */
  chooseDetail(detail) {
    this.player.choose(detail);
    this.timeline.use(this.player.shown);
    this.changed("detail");
  }

  /** A short description of a cell. @param {number} cell */
  describe(cell) {
    const {
      film,
      player: { beat },
    } = this;
    const words = [film.name(cell)];
    for (const { name } of film.panels) {
      const code = film.shownCodes(name, beat)[cell];
      const word =
        name === film.base
          ? film.pictures.describe(code, this.say)
          : film.pictures.describeOver(code, this.say, film.saidOf(name, beat).tip);
      if (word && !words.includes(word)) words.push(word);
    }
    return words.join("  ·  ");
  }

  /** Ask why this cell is safe or a mine, or for its odds. @param {number} cell */
  pick(cell) {
    return this.questions.pick(cell);
  }
}
