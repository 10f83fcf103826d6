// The standalone editor and playground: the browser runs their actions.
//
// Their settings are in `minevisBoards` of the window: levels, notations, marks. See minevis/web/page.py.

import { Editor } from "../board/editor.js";
import { Playground } from "../board/playground.js";
import { whenSeen } from "../shared/dom.js";
import { mountEach } from "../shared/mount.js";
import { Pictures } from "../shared/pictures.js";
import { Editing } from "./editing.js";
import { positionOf } from "./notations.js";
import { filmOf } from "./game_film.js";
import { Playing } from "./playing.js";
import { chartOf } from "./review.js";
import { PositionView } from "../shared/position_view.js";

const BOARD = "script.minevis-board";

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
  const widget = new Editor(root, pack, {
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
  const { controls } = host;
  const given = { ...settings, drawing, say, memory, python, controls, ...before, ...game };
  const playing = new Playing(given);
  const ask = (/** @type {any} */ action, /** @type {(how: string) => void} */ onwait) =>
    playing.do(action, show, onwait);
  const show = (/** @type {any} */ state) => widget.show(state);
  const film = () => filmOf(playing, pack, say);
  const widget = new Playground(root, pack, { ...host, ask, playing, film, chart: chartOf });
  await widget.start(playing.state);
  const { signal } = widget.listeners;
  const onhide = () => {
    playing.keep();
    playing.rest(document.hidden);
    widget.showClock(playing.state);
  };
  document.addEventListener("visibilitychange", onhide, { signal });
  return { widget, playing };
}

/** What was chosen for the next game, as `Playing` takes it, without unsound values. @param {any} given @param {number} largest */
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
