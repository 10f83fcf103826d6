// The playground: play by mouse, touch and keys, with optional help.

import { copyButton, download, make, textButton, toolbar } from "../shared/dom.js";
import { unpack } from "../shared/pack.js";
import { Scrubber } from "../film/scrubber.js";
import { positionIn, withoutFlags } from "../shared/asker.js";
import { codeOf } from "../shared/pictures.js";
import { neighbours } from "../solver/knowledge.js";
import { BarWidget } from "./bar_widget.js";

const TOOLS = ["open", "flag", "why"];
const SWITCHES = ["odds", "known"];
const QUICK = 0.15; // seconds: a move is settled before the next one
const OWN = "own"; // the level with custom sizes
const SIZES = ["height", "width", "mines"];
const FINGER = 32; // CSS px: smaller cells are missed by a finger
const SMALL_FINGER = 26; // CSS px: enough, where all rows are seen for it
const AROUND_ROWS = 42; // CSS px of titles and numbers above the rows
const RADII = [
  ["first opens", "1"],
  ["first safe", "0"],
]; // around the first click, free of mines

export class Playground extends BarWidget {
  static kind = "playground";
  static keysTold = 9;

  looks = 0; // number of games begun or ended

  makeBar() {
    const { say } = this;
    this.tools = toolbar(
      say("playground tools"),
      TOOLS.map((name) => [name, say(name), say(`${name} about`)]),
      (name) => this.host.memory?.set("tool", name),
    );
    const tool = this.host.memory?.get("tool");
    this.tools.pick(tool === "flag" ? tool : "open");
    /** @type {[string, any][]} */
    this.switches = SWITCHES.map((name) => [
      name,
      textButton(say(name), say(`${name} about`), () => this.request({ do: "switch", name }), {
        "aria-pressed": "false",
      }),
    ]);
    this.actions = {
      hint: textButton(say("ask hint"), `${say("ask hint about")}  [H]`, () =>
        this.request({ do: "hint" }),
      ),
      pick: textButton(say("pick"), `${say("pick about")}  [P]`, () =>
        this.request({ do: "pick" }),
      ),
      back: textButton(say("back"), `${say("back about")}  [U]`, () =>
        this.request({ do: "back" }),
      ),
      forward: textButton(say("forward"), `${say("forward about")}  [R]`, () =>
        this.request({ do: "forward" }),
      ),
      finish: textButton(say("finish"), say("finish about"), () => this.request({ do: "finish" })),
      new: textButton(say("new"), `${say("new about")}  [N]`, () => this.begin()),
    };
    this.actions.again = textButton(say("again"), say("again about"), () =>
      this.request({ do: "again" }),
    );
    this.clock = make("span", {
      class: "mv-place",
      role: "timer",
      title: say("clock"),
      "aria-label": say("clock"),
    });
    this.keys = this.keyTable();
    return make(
      "div",
      { class: "mv-controls mv-top" },
      this.clock,
      this.tools,
      ...this.switches.map(([, button]) => button),
      make(
        "div",
        { class: "mv-options" },
        ...Object.values(this.actions),
        ...this.makeMenu(say("playground")),
      ),
    );
  }

  get cellSizes() {
    const { matches } = window.matchMedia("(pointer: coarse)");
    return matches ? { least: FINGER, comfort: FINGER } : {};
  }

  /** Moves and answers move; ways back and other games are cut. @param {any} before @param {any} state */
  pace(before, state) {
    return { 0: Infinity, 1: QUICK }[/** @type {number} */ (state.moves - before.moves)] ?? 0;
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

  /** @param {any} state */
  async start(state) {
    await super.start(state);
    if (state.running) this.request({ do: "time" }); // the state is as old as the last move
  }

  menuRows() {
    return [[copyButton(this.say, "copy position", () => this.state.text)]];
  }

  spared() {
    const { hint, pick, back, forward, finish, new: fresh, again } = this.actions;
    const groups = [
      [again],
      [finish],
      [pick],
      [forward],
      this.switches.map(([, each]) => each),
      [this.clock],
      ...(this.state.over ? [[hint], [back], [fresh]] : [[fresh], [back], [hint]]),
    ];
    return { anyway: [this.choosing], groups };
  }

  footer() {
    this.review = textButton(this.say("look again"), this.say("look again about"), () =>
      this.look(),
    );
    this.save = textButton(this.say("save page"), this.say("save page about"), () => this.export());
    this.keep = textButton(this.say("save game"), this.say("save game about"), () =>
      this.saveFile(),
    );
    this.foot = make(
      "div",
      { class: "mv-controls mv-foot", hidden: true },
      this.review,
      this.keep,
      this.save,
    );
    this.told = make("section", {
      class: "mv-review",
      hidden: true,
      "aria-label": this.say("review"),
    });
    this.choosing = this.chooser();
    return [this.foot, this.told, this.choosing];
  }

  /** Level or sizes, seed and the protection of the first click, for a custom game. */
  chooser() {
    const { say } = this;
    this.level = make("select", {
      "aria-label": say("choose level"),
      onchange: () => this.showSizes(),
    });
    this.sizes = SIZES.map((name) =>
      this.number(`choose ${name}`, { oninput: () => this.limit() }),
    );
    this.sizeFields = this.sizes.map(({ field, limits }, i) =>
      make("label", { class: "mv-speed" }, say(`choose ${SIZES[i]}`), field, limits),
    );
    this.seed = this.number("choose seed", { min: "0", max: "4294967295" }).field;
    this.radius = make("select", { "aria-label": say("choose first") });
    this.radius.append(...RADII.map(([name, value]) => make("option", { value }, say(name))));
    this.logic = make("select", { "aria-label": say("choose logic") });
    const labelled = (/** @type {string} */ name, /** @type {any} */ field) =>
      make("label", { class: "mv-speed" }, say(name), field);
    const begin = textButton(say("choose begin"), say("choose"), () => {
      const empty = [
        this.seed,
        ...(this.ownSizes ? this.sizes.map(({ field }) => field) : []),
      ].find(({ value }) => !value);
      if (empty) return empty.focus();
      if (!this.seed.reportValidity()) return; // a larger one would be rounded
      this.menu.close(); // it may cover the error message
      this.request({
        do: "choose",
        level: this.ownSizes ?? this.level.value,
        seed: Number(this.seed.value),
        radius: Number(this.radius.value),
        no_guess: this.logic.value,
      });
    });
    return make(
      "details",
      { class: "mv-details" },
      make("summary", {}, say("choose")),
      make(
        "div",
        { class: "mv-controls" },
        labelled("choose level", this.level),
        ...this.sizeFields,
        labelled("choose seed", this.seed),
        labelled("choose first", this.radius),
        labelled("choose logic", this.logic),
        begin,
      ),
    );
  }

  /** A field for a number, and the place for its limits. @param {string} name @param {any} extra */
  number(name, extra) {
    return {
      field: make("input", {
        type: "number",
        class: "mv-number",
        "aria-label": this.say(name),
        ...extra,
      }),
      limits: make("span", { class: "mv-rate" }),
    };
  }

  /** Height, width and mines where they are chosen freely; null for a level by its name. */
  get ownSizes() {
    return this.level.value === OWN ? this.sizes.map(({ field }) => Number(field.value)) : null;
  }

  showSizes() {
    for (const each of this.sizeFields) each.hidden = !this.ownSizes;
    this.limit();
  }

  /** Limit the number of mines to the number of cells. Python checks it again. */
  limit() {
    const [height, width] = this.sizes.map(({ field }) => Number(field.value) || 0);
    const ranges = [
      [1, this.state.largest],
      [1, this.state.largest],
      [0, Math.max(height * width - 1, 0)],
    ];
    this.sizes.forEach(({ field, limits }, i) => {
      const [from, to] = ranges[i];
      Object.assign(field, { min: from, max: to });
      limits.textContent = this.say("choose limits", { from, to });
    });
  }

  /** The fields show the settings of the game when a new one begins. Until then they belong to the user. @param {any} given */
  showChosen({ chosen, levels, logics }) {
    const key = JSON.stringify(chosen);
    if (key === this.chosenShown) return;
    this.chosenShown = key;
    if (!this.level.options.length) {
      this.level.append(
        ...levels.map((/** @type {string} */ name) => make("option", { value: name }, name)),
        make("option", { value: OWN }, this.say("choose own")),
      );
      this.logic.append(
        make("option", { value: "" }, this.say("choose any")),
        ...logics.map((/** @type {string} */ name) => make("option", { value: name }, name)),
      );
    }
    this.seed.value = chosen.seed;
    if (chosen.radius !== null) this.radius.value = String(Math.min(chosen.radius, 1));
    this.logic.value = chosen.noGuess;
    this.level.value = chosen.level || OWN;
    this.sizes.forEach(({ field }, i) => {
      field.value = chosen.sizes[i];
    });
    this.showSizes();
  }

  keyTable() {
    const here = (/** @type {string} */ name) => () =>
      this.request({ do: name, cell: this.pointed });
    /** @type {Record<string, () => void>} */
    const keys = {
      f: here("flag"),
      c: here("chord"),
      w: here("why"),
      o: here("open"),
      h: () => this.actions.hint.click(),
      p: () => this.actions.pick.click(),
      u: () => this.actions.back.click(),
      r: () => this.actions.forward.click(),
      n: () => this.begin(),
    };
    for (const [name, act] of Object.entries(keys)) keys[name.toUpperCase()] = act;
    return keys;
  }

  /** @param {number} cell @param {string} how */
  act(cell, how) {
    const { picked } = this.tools;
    const isClue = picked === "flag" && /[1-8]/.test(this.position.view[cell]); // no cell to flag
    const first = isClue ? "chord" : picked;
    const isTap = this.controls.touch && /[1-8]/.test(this.position.view[cell]);
    const second = isTap ? "chord" : "flag";
    this.request({ do: { second, both: "chord" }[how] ?? first, cell });
  }

  /** A pressed covered cell, or those that a chord would open, look open. @param {number[]} codes */
  withPressed(codes) {
    const { pressed, state, tools } = this;
    if (!pressed?.isFirst || state.over || tools.picked !== "open") return codes;
    const { cell } = pressed;
    const { view } = positionIn(this.given.text);
    const around = /[1-8]/.test(view[cell]) ? neighbours(cell, state.height, state.width) : [cell];
    const looks = codes.slice();
    for (const each of around)
      if (view[each] === "#") looks[each] = codeOf(this.pictures.firsts.opened);
    return looks;
  }

  /** Bring the buttons up to date. @param {any} state */
  update(state) {
    for (const [name, button] of this.switches)
      button.setAttribute("aria-pressed", state.switches[name]);
    this.actions.back.disabled = !state.moves;
    this.actions.forward.disabled = !state.undone;
    for (const name of ["hint", "pick", "finish"]) this.actions[name].disabled = state.over;
    this.foot.hidden = !state.over;
    if (state.over !== this.ended) {
      this.ended = state.over;
      this.arranged = ""; // on a phone a different button takes the room now
      this.fit();
    }
    this.actions.again.disabled = !state.moves && !state.begun;
    this.showChosen(state);
    this.showClock(state);
    this.showReview(state);
    if (!state.over && this.looksAt === "own") this.closeLook(); // it would show an old game
  }

  /** The clock runs here between one state and the next. @param {any} state */
  showClock(state) {
    const since = performance.now();
    clearInterval(this.ticking);
    const tick = () => {
      const seconds = state.seconds + (state.running ? (performance.now() - since) / 1000 : 0);
      const shown = state.running ? Math.floor(seconds) : seconds.toFixed(1);
      this.clock.textContent = state.three_bv
        ? this.say("three bv", { seconds: shown, bv: state.three_bv })
        : `${shown} s`;
    };
    tick();
    if (state.running) this.ticking = setInterval(tick, 250);
  }

  /** The review of a finished game, requested once the end is on screen. @param {any} state */
  showReview(state) {
    this.told.hidden = !state.review;
    if (!state.over) this.asked = false;
    else if (!state.review && !this.asked) {
      this.asked = true;
      setTimeout(() => this.request({ do: "review" }), 0);
    }
    if (!state.review) return;
    const { story, rows } = state.review;
    const cells = (/** @type {any} */ tag, /** @type {any} */ row) =>
      make("tr", {}, ...row.map((/** @type {string} */ text) => make(tag, {}, text)));
    const table = rows.length
      ? [
          make(
            "div",
            { class: "mv-scroll" },
            make(
              "table",
              {},
              cells("th", Object.keys(rows[0])),
              ...rows.map((/** @type {any} */ row) => cells("td", Object.values(row))),
            ),
          ),
        ]
      : [];
    this.told.replaceChildren(
      make("b", {}, this.say("review")),
      ...story.map((/** @type {string} */ text) => make("p", {}, text)),
      ...table,
    );
  }

  dispose() {
    clearInterval(this.ticking);
    this.closeLook();
    super.dispose();
  }

  /** @param {any} reply */
  took(reply) {
    if (reply?.film) this.lookAt(reply.film, "file");
  }

  begin() {
    this.request({ do: "new" });
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

  /** @param {any} film @param {string} whose */
  async lookAt(film, whose) {
    this.closeLook();
    const turn = this.looks;
    this.looksAt = whose;
    const root = make("div");
    this.below.replaceChildren(root);
    const scrubber = await new Scrubber(root, film.head ? film : await unpack(film), {
      say: this.say,
      settings: { theme: this.theme.name },
    }).start();
    if (turn !== this.looks) return scrubber.dispose();
    this.scrubber = root.widget = scrubber;
    root.scrollIntoView({ block: "nearest" });
  }

  async export() {
    const reply = await this.request({ do: "page" });
    if (reply?.page) download("game.html", reply.page, "text/html");
  }
}
