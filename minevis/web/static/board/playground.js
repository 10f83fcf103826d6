// The playground: a game to play, with optional help. In a notebook Python plays too, and keeps its record.

import { copyButton, download, make, shareButton, toolbar } from "../shared/dom.js";
import { unpack } from "../shared/pack.js";
import { Scrubber } from "../film/scrubber.js";
import { positionIn, withoutFlags } from "../shared/asker.js";
import { codeOf } from "../shared/pictures.js";
import { neighbours } from "../solver/knowledge.js";
import { Asking } from "./asking.js";
import { Bar } from "./bar.js";
import { BoardWidget } from "./board_widget.js";
import { Chooser } from "./chooser.js";

const TOOLS = ["open", "flag", "why"];
const QUICK = 0.15; // seconds: a move is settled before the next one
const FINGER = 32; // CSS px: smaller cells are missed by a finger
const SMALL_FINGER = 26; // CSS px: enough, where all rows are seen for it
const AROUND_ROWS = 42; // CSS px of titles and numbers above the rows
const BUZZ = 15; // ms for which a phone vibrates
const ALONE = ["h", "p"]; // keys of a hint without the picks of Python's players

/** A game; `host.playing` plays it, `host.python` is there in a notebook. `host.leave()` goes to its position in an editor, `host.link()` is a link to it, if there are such; `host.chart(review, say)` draws its chances to win. `host.around(game)` is what a page around it adds: see `AppGame`. */
export class Playground extends BoardWidget {
  static kind = "playground";
  static told = ["flag", "chord"];

  asking = new Asking(this);
  around = this.host.around?.(this);
  looks = 0; // number of games begun or ended
  scrubber = /** @type {{ dispose(): void } | null} */ (null); // below the board
  chooser = new Chooser(this.say, (action) => {
    this.menu.close(); // it may cover the error message
    this.request(action);
  });

  /** @returns {Command[]} */
  get table() {
    const here = (/** @type {string} */ name) => () =>
      this.request({ do: name, cell: this.pointed });
    const off = (/** @type {GameState} */ { over }) => over;
    const hints = { name: "hint", label: "ask hint", off };
    const isOn =
      (/** @type {string} */ name) =>
      (/** @type {GameState} */ { switches }) =>
        switches[name];
    const { leave, python } = this.host;
    return [
      { name: "open", label: "", keys: ["o"], run: here("open") },
      { name: "flag", label: "", keys: ["f"], run: here("flag") },
      { name: "chord", label: "", keys: ["c"], run: here("chord") },
      { name: "why", label: "", keys: ["w"], run: here("why") },
      {
        name: "odds",
        pressed: isOn("odds"),
        run: () => this.request({ do: "switch", name: "odds" }),
      },
      {
        name: "known",
        pressed: isOn("known"),
        run: () => this.request({ do: "switch", name: "known" }),
      },
      { ...hints, keys: python ? ["h"] : ALONE },
      ...(python ? [{ name: "pick", keys: ["p"], off }] : []),
      { name: "back", keys: ["u"], off: ({ moves }) => !moves },
      { name: "forward", keys: ["r"], off: ({ undone }) => !undone },
      ...(python ? [{ name: "finish", off }] : []),
      { name: "new", keys: ["n"] },
      { name: "again", off: ({ moves, begun }) => !moves && !begun },
      ...(leave ? [{ name: "analyse", label: "standalone analyse this", run: leave }] : []),
      ...(python ? this.recorded : []),
      ...(this.around?.commands ?? []),
    ];
  }

  /** What Python makes of its record of a finished game. */
  get recorded() {
    return [
      { name: "look again", run: () => this.look() },
      { name: "save game", run: () => this.saveFile() },
      { name: "save page", run: () => this.export() },
    ];
  }

  toolbars() {
    const { say, commands, host, around } = this;
    this.tools = toolbar(
      say("playground tools"),
      TOOLS.map((name) => [name, say(name), commands.titled(name)]),
      (name) => host.memory?.set("tool", name),
    );
    const tool = host.memory?.get("tool");
    this.tools.pick(tool === "flag" ? tool : "open");
    const named = {
      class: "mv-place",
      role: "timer",
      title: say("clock"),
      "aria-label": say("clock"),
    };
    this.clock = make("span", named);
    const names = ["hint", "pick", "back", "forward", "finish", ...this.ownNew, "again", "analyse"];
    this.bar = new Bar(this, {
      title: say("playground"),
      controls: [...(around ? [] : [this.clock]), this.tools, ...commands.of("odds", "known")],
      options: commands.of(...names),
      spared: () => this.spared(),
    });
    return [...(around ? [around.head()] : []), this.bar.element];
  }

  /** The name of the command for a new game, if its button is in the bar. */
  get ownNew() {
    return this.around ? [] : ["new"];
  }

  get cellSizes() {
    const { matches } = window.matchMedia("(pointer: coarse)");
    return matches ? { least: FINGER, comfort: FINGER } : {};
  }

  /** Moves and answers move; ways back and other games are cut. A lost game has no next move to wait for. @param {GameState} before @param {GameState} state */
  pace(before, state) {
    const [old, now] = [before, state].map(({ begun, moves }) => (begun ? moves : 0));
    const isLost = state.over && state.caption.role === "mine";
    return { 0: Infinity, 1: isLost ? Infinity : QUICK }[now - old] ?? 0;
  }

  /** On a phone the rows of a board fit, where cells are then large enough: it is moved to the sides only. */
  fit() {
    const { viewport } = this.stage ?? {};
    if (viewport?.least === FINGER) {
      const high = Math.floor((this.room().height - AROUND_ROWS) / this.state.height);
      viewport.comfort = high >= SMALL_FINGER && high < FINGER ? high : FINGER;
    }
    super.fit();
  }

  /** In a game flags are no proof. */
  get position() {
    return withoutFlags(super.position);
  }

  /** @param {Action} action */
  request(action) {
    // browsers refuse it before the first touch
    if (action.do === "flag" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
    return super.request(action);
  }

  /** Hints and reasons are help: the game is not counted. @param {string} question @param {number} cell */
  explain(question, cell) {
    const { playing, python } = this.host;
    if (!python) {
      playing.help(question);
      this.given.helped = playing.game.helped;
    }
    return super.explain(question, cell);
  }

  /** @returns {HTMLElement[][]} */
  menuRows() {
    const { say, host } = this;
    const copy = copyButton(say, "copy position", () => this.state.text);
    const link = host.link ? [shareButton(say, "standalone share", host.link)] : [];
    return [[copy, ...link], ...(this.around?.rows() ?? [])];
  }

  /** The clock and these commands go into the menu of a phone one by one, from the first on. */
  spared() {
    const { commands, around, ownNew } = this;
    const last = this.state.over ? ["hint", "back", ...ownNew] : [...ownNew, "back", "hint"];
    const names = ["analyse", "again", "finish", "pick", "forward"];
    const groups = [
      ...names.map((name) => commands.of(name)),
      ...[commands.of("odds", "known"), ...(around ? [] : [[this.clock]])],
      ...last.map((name) => commands.of(name)),
    ];
    return { anyway: around ? [] : [this.chooser.element], groups };
  }

  /** @returns {HTMLElement[]} */
  footer() {
    const recorded = this.commands.of("look again", "save game", "save page");
    this.foot = make("div", { class: "mv-controls mv-foot", hidden: true }, ...recorded);
    const named = { class: "mv-review", hidden: true, "aria-label": this.say("review") };
    this.told = make("section", named);
    this.foot.append(...(this.around?.foot() ?? []));
    if (this.around) this.menu.element.append(this.chooser.element);
    return [this.foot, this.told, ...(this.around ? [] : [this.chooser.element])];
  }

  /** @param {number} cell @param {Press} how */
  act(cell, how) {
    const { picked } = this.tools;
    const isClue = /[1-8]/.test(this.position.view[cell]); // no cell to flag
    const first = isClue && picked === "flag" ? "chord" : picked;
    const second = isClue && this.controls.touch ? "chord" : "flag";
    this.request({ do: { first, second, both: "chord" }[how], cell });
  }

  /** A pressed covered cell, or those that a chord would open, look open. @param {number[]} codes */
  withPressed(codes) {
    const {
      state,
      tools,
      input: { pressed },
    } = this;
    if (!pressed?.isFirst || state.over || tools.picked !== "open") return codes;
    const { cell } = pressed;
    const { view } = positionIn(this.given.text);
    const around = /[1-8]/.test(view[cell]) ? neighbours(cell, state.height, state.width) : [cell];
    const looks = codes.slice();
    for (const each of around)
      if (view[each] === "#") looks[each] = codeOf(this.pictures.firsts.opened);
    return looks;
  }

  /** @param {GameState} state */
  update(state) {
    super.update(state);
    this.foot.hidden = !state.over;
    if (state.over !== this.ended) {
      this.ended = state.over;
      if (this.bar) this.bar.arranged = ""; // on a phone a different button takes the room now
      this.fit();
    }
    this.chooser.show(state);
    this.showClock(state);
    this.showReview(state);
    this.around?.update(state);
    if (!state.over && this.looksAt === "own") this.closeLook(); // it would show an old game
  }

  /** The clock runs here between one state and the next. @param {GameState} state */
  showClock(state) {
    const since = performance.now();
    clearInterval(this.ticking);
    const tick = () => {
      const seconds = state.seconds + (state.running ? (performance.now() - since) / 1000 : 0);
      const shown = state.over ? seconds.toFixed(1) : Math.floor(seconds);
      this.clock.textContent = state.three_bv
        ? this.say("three bv", { seconds: shown, bv: state.three_bv })
        : `${shown} s`;
    };
    tick();
    if (state.running) this.ticking = setInterval(tick, 250);
  }

  /** The review of a finished game, requested once the end is on screen. @param {GameState} state */
  showReview({ review, over }) {
    this.told.hidden = !review;
    if (!over) this.asked = false;
    else if (!review && !this.asked) {
      this.asked = true;
      setTimeout(() => this.request({ do: "review" }), 0);
    }
    if (!review) return;
    const { say, host } = this;
    const row = (/** @type {"td" | "th"} */ tag, /** @type {string[]} */ texts) =>
      make("tr", {}, ...texts.map((text) => make(tag, {}, text)));
    const [first] = review.rows;
    const rows = review.rows.map((/** @type {Record<string, string>} */ each) =>
      row("td", Object.values(each)),
    );
    const table = first && make("table", {}, row("th", Object.keys(first)), ...rows);
    const story = review.story.map((/** @type {string} */ text) => make("p", {}, text));
    const parts = [...story, ...(table ? [make("div", { class: "mv-scroll" }, table)] : [])];
    const charted = review.risks?.length // without a risk the chances are flat
      ? [host.chart(review, say), make("p", {}, say("review legend"))]
      : [];
    parts.splice(-1, 0, ...charted);
    const more = this.around?.reviewed(review) ?? [];
    this.told.replaceChildren(make("b", {}, say("review")), ...parts, ...more);
  }

  dispose() {
    clearInterval(this.ticking);
    this.closeLook();
    super.dispose();
  }

  /** @param {{ film?: Parameters<typeof unpack>[0] }} reply */
  took(reply) {
    if (reply?.film) this.lookAt(reply.film, "file");
  }

  closeLook() {
    this.looks += 1; // whatever is still being made ready comes too late
    this.scrubber?.dispose();
    this.scrubber = null;
    this.below.replaceChildren();
  }

  async look() {
    const reply = await this.request({ do: "film" });
    if (reply?.film) await this.lookAt(reply.film, "own");
  }

  /** @param {Pack | Parameters<typeof unpack>[0]} film @param {string} whose */
  async lookAt(film, whose) {
    const settings = { theme: this.theme.name };
    await this.showBelow(whose, async (root) => {
      const pack = film instanceof Object && "head" in film ? film : await unpack(film);
      return new Scrubber(root, pack, { say: this.say, settings }).start();
    });
  }

  /** Show what `made(root)` promises below the board, unless it comes too late. @param {string} whose @param {(root: HTMLElement) => Promise<{ dispose(): void }>} made */
  async showBelow(whose, made) {
    this.closeLook();
    const turn = this.looks;
    this.looksAt = whose;
    const root = make("div");
    this.below.replaceChildren(root);
    const widget = await made(root);
    if (turn !== this.looks) return widget.dispose();
    this.scrubber = root.widget = widget;
    const measured = new ResizeObserver(() => {
      measured.disconnect();
      root.scrollIntoView({ block: "nearest" });
    });
    measured.observe(root); // called after the widget's own observer, which lays it out
  }

  async export() {
    const reply = await this.request({ do: "page" });
    if (reply?.page) download("game.html", reply.page, "text/html");
  }
}
