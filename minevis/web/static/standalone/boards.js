// The standalone editor and playground: the browser runs their actions.
//
// Their settings are in `minevisBoards` of the window: levels, notations, marks. See minevis/web/page.py.

import { Editor } from "../board/editor.js";
import { Playground } from "../board/playground.js";
import { make, shareButton, textButton, whenSeen } from "../shared/dom.js";
import { mountEach } from "../shared/mount.js";
import { Pictures } from "../shared/pictures.js";
import { Editing, fresh } from "./editing.js";
import { positionOf, textOf } from "./notations.js";
import { filmOf } from "./game_film.js";
import { Playing } from "./playing.js";
import { chartOf } from "./review.js";
import { withoutFlags } from "../shared/asker.js";
import { PositionView } from "../shared/position_view.js";

const BOARD = "script.minevis-board";
const BUZZ = 15; // ms for which a phone vibrates

/** An editor; `host.link()` is a link to share its position, if there is one. */
class StandaloneEditor extends Editor {
  makeBar() {
    const bar = super.makeBar();
    const { say } = this;
    const clear = () => {
      const { height, width, mines } = this.state;
      this.request({ do: "text", text: textOf(fresh(height, width, mines)) });
    };
    this.clear = textButton(say("standalone clear"), say("standalone clear about"), clear);
    this.ignore = textButton(say("flags ignore"), say("flags ignore about"), () =>
      this.request({ do: "flags" }),
    );
    this.paste = textButton(say("standalone paste"), say("standalone paste about"), () =>
      this.takeClipboard(),
    );
    this.back.before(this.paste, this.clear, this.ignore);
    return bar;
  }

  /** @returns {{ anyway: any[], groups: any[][] }} */
  spared() {
    const { anyway, groups } = super.spared();
    return { anyway: [...anyway, this.clear, this.ignore], groups: [...groups, [this.paste]] };
  }

  async takeClipboard() {
    const text = await navigator.clipboard?.readText().catch(() => null);
    if (!text) return this.refuse(this.say("standalone paste keys"));
    return this.request({ do: "text", text });
  }

  /** @param {any} state */
  update(state) {
    super.update(state);
    this.next?.replaceChildren(state.next ?? "");
    this.ignore?.setAttribute("aria-pressed", state.ignoring);
  }

  /** Where flags are left out of account, proofs do without them too. */
  get position() {
    return this.given.ignoring ? withoutFlags(super.position) : super.position;
  }

  footer() {
    const { say, host } = this;
    const footer = super.footer();
    if (host.link) this.asText.children[2].append(shareButton(say, "standalone share", host.link));
    this.next = make("p", { role: "status" }); // below the board, which keeps its place
    return [this.next, ...footer];
  }
}

/** A playground; `host.leave()` goes to its position in an editor, `host.link()` is a link to it, if there are such. */
export class StandalonePlayground extends Playground {
  makeBar() {
    const bar = super.makeBar();
    const { say, host, actions } = this;
    for (const name of ["pick", "finish"]) actions[name].remove(); // these need Python's players
    this.keys.p = this.keys.P = this.keys.h;
    if (host.leave) {
      this.toAnalyse = textButton(
        say("standalone analyse this"),
        say("standalone analyse this about"),
        host.leave,
      );
      this.menu.button.before(this.toAnalyse);
    }
    return bar;
  }

  /** @param {any} action */
  request(action) {
    // browsers refuse it before the first touch
    if (action.do === "flag" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
    return super.request(action);
  }

  /** @returns {any[][]} */
  menuRows() {
    const { say, host } = this;
    const [row] = super.menuRows();
    return [host.link ? [...row, shareButton(say, "standalone share", host.link)] : row];
  }

  /** @param {GameState} state */
  showReview(state) {
    super.showReview(state);
    const { review } = state;
    if (!review?.risks.length) return; // without a risk the chances are flat
    const { say } = this;
    const { children } = this.told;
    children[children.length - 1].before(chartOf(review, say), make("p", {}, say("review legend")));
  }

  /** Hints and reasons are help: the game is not counted. @param {string} question @param {number} cell */
  explain(question, cell) {
    const { playing } = this.host;
    playing.help(question);
    this.given.helped = playing.game.helped;
    return super.explain(question, cell);
  }

  spared() {
    const { pick, finish } = this.actions;
    const { anyway, groups } = super.spared();
    const elsewhere = [pick, finish];
    const rest = groups.filter(([first]) => !elsewhere.includes(first));
    return { anyway, groups: this.toAnalyse ? [[this.toAnalyse], ...rest] : rest };
  }

  footer() {
    const footer = super.footer();
    this.foot.replaceChildren(); // films and files of games need Python
    return footer;
  }
}

/** The settings of the page, or of a widget in a notebook. @param {Pack} pack */
export function settingsOf({ head }) {
  return globalThis.minevisBoards ?? head;
}

/** @param {Pack} pack @param {BoardHost} host */
function drawingOf(pack, { say }) {
  return new PositionView(new Pictures(pack.head.atlas), settingsOf(pack).marks, say);
}

/** Promise an editor of `position` in `root`, and what edits it. `host` may have `onchange(position)`. @param {HTMLElement} root @param {Pack} pack @param {BoardHost} host @param {Position} position */
export async function standaloneEditor(root, pack, host, position) {
  const { say, onchange, picture } = host;
  const drawing = drawingOf(pack, host);
  const editing = new Editing({ ...settingsOf(pack), drawing, say, onchange, picture });
  const widget = new StandaloneEditor(root, pack, {
    ...host,
    ask: (/** @type {any} */ action) => editing.do(action),
  });
  await editing.open(position);
  await widget.start(editing.state);
  editing.show = (state) => widget.show(state);
  if (editing.isLate) editing.update(); // its odds may be there by now
  return { widget, editing };
}

/** Promise a playground in `root`, and the game in it; `game` says how it begins, as `Playing` takes it, `host.python(question)` what Python answers. @param {HTMLElement} root @param {Pack} pack @param {BoardHost} host */
export async function standalonePlayground(root, pack, host, game = {}) {
  const { say, python, memory } = host;
  const drawing = drawingOf(pack, host);
  const settings = settingsOf(pack);
  const before = memory && {
    game: await memory.resumed(settings.largest),
    ...chosenOf(memory.get("chosen") ?? {}, settings.largest),
  };
  const given = { ...settings, drawing, say, memory, python, ...before, ...game };
  const playing = new Playing(given);
  const ask = (/** @type {any} */ action, /** @type {(how: string) => void} */ onwait) =>
    playing.do(action, show, onwait);
  const show = (/** @type {any} */ state) => widget.show(state);
  const film = () => filmOf(playing, pack, say);
  const Kind = host.Kind ?? (python ? Playground : StandalonePlayground);
  const widget = new Kind(root, pack, { ...host, ask, playing, film });
  await widget.start(playing.state);
  const { signal } = widget.listeners;
  const onhide = () => {
    playing.keep();
    if (python) return; // its record has a clock
    playing.rest(document.hidden);
    widget.showClock(playing.state);
  };
  document.addEventListener("visibilitychange", onhide, { signal });
  return { widget, playing };
}

/** What was chosen for the next game, as `Playing` takes it, as far as it is sound. @param {any} given @param {number} largest */
function chosenOf({ size, protect, logic } = /** @type {any} */ ({}), largest) {
  const [height, width, mines] = Array.isArray(size) ? size : [];
  const sides = [height, width].every(
    (side) => Number.isInteger(side) && side > 0 && side <= largest,
  );
  if (!sides || !Number.isInteger(mines) || mines < 0 || mines >= height * width) return {};
  return {
    sizes: size,
    protect: protect === "cell" ? protect : "area",
    logic: String(logic ?? ""),
  };
}

/** Start every board of the page once it is seen: a notebook may have a living one in its place. */
export function mountBoards() {
  return mountEach(
    BOARD,
    async (/** @type {HTMLElement} */ root, /** @type {Pack} */ pack, /** @type {any} */ host) => {
      const { kind, theme, text, mines, ...game } = pack.head.board;
      const position = text && positionOf(text, globalThis.minevisBoards.tables);
      const cells = mines && [...Array(game.sizes[0] * game.sizes[1]).keys()];
      const board = cells?.map((/** @type {number} */ cell) => mines.includes(cell));
      await new Promise((seen) => whenSeen(root, new AbortController().signal, () => seen(null)));
      const made =
        kind === "editor"
          ? await standaloneEditor(root, pack, { ...host, theme }, position)
          : await standalonePlayground(
              root,
              pack,
              { ...host, theme },
              { ...game, position, board },
            );
      return made.widget;
    },
  );
}

/** Put a board beginning at a step of a scrubber's run into `place`; promise a way to leave it. @param {import("../film/scrubber.js").Scrubber} scrubber @param {string} kind @param {number} step @param {HTMLElement} place */
export async function openStandalone(scrubber, kind, step, place) {
  const { film, pack, say, wantedTheme: theme } = scrubber;
  const report = (/** @type {any} */ changes) => scrubber.useTheme(changes.theme);
  const host = { say, theme, onTheme: scrubber.host.onTheme, report };
  const position = film.position(film.beatOf(step));
  let widget,
    /** @type {Editing | undefined} */ editing,
    /** @type {Playing | undefined} */ playing;
  if (kind === "editor")
    ({ widget, editing } = await standaloneEditor(place, pack, host, position));
  else {
    const view = position.view.map((/** @type {string} */ mark) => (mark === "*" ? "#" : mark)); // its mine is covered again
    const game = { position: { ...position, view }, board: film.board };
    ({ widget, playing } = await standalonePlayground(place, pack, host, game));
  }
  place.widget = widget;
  return () => {
    widget.dispose();
    (editing ?? playing)?.solver.stop();
  };
}
