// Hosts with a live kernel: the entry point for anywidget, and messages in both directions.

import { showError } from "./shared/dom.js";
import { unpack } from "./shared/pack.js";
import { speaker } from "./shared/words.js";
import { Scrubber } from "./film/scrubber.js";
import { Practice } from "./practice/practice.js";
import { RaceScrubber } from "./race/race.js";
import { positionIn } from "./shared/asker.js";
import { standaloneEditor, standalonePlayground } from "./standalone/boards.js";
import { textOf } from "./standalone/notations.js";

const SYNCED = ["step", "playing", "speed", "theme", "panels"];
const WAITING = 1200; // ms until a note that the kernel has not answered yet
// After a question the browser sends a tiny message this number of ms later. A notebook's server delays an answer until the browser has acknowledged the message before it, that the kernel is busy; browsers put that off for 40 ms, unless there is something to send (tornado's documentation of `WebSocketHandler.set_nodelay`).
const NUDGES = [8, 20, 45];
const WORKING = ["busy", "starting"]; // states of a kernel that may still answer

const UNSEEN = { position: "absolute", left: "0", visibility: "hidden" };

/** Talk to the kernel: `ask` promises its answer, however long it takes. */
class KernelChannel {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.open = new Map();
    this.number = 0;
    this.receive = (/** @type {any} */ message, /** @type {any} */ buffers) => {
      this.open.get(message?.reply)?.({ ...message, buffers });
      this.open.delete(message?.reply);
    };
    model.on("msg:custom", this.receive);
  }

  /** `onwait("busy")` or `onwait("gone")` is called while there is no answer. @param {Message} question @returns {Promise<any>} */
  ask(question, onwait = (/** @type {string} */ _how) => {}) {
    this.number += 1;
    const number = `${this.name}${this.number}`;
    return new Promise((resolve) => {
      this.open.set(number, resolve);
      const look = () => {
        if (this.open.has(number)) onwait(this.alive ? "busy" : "gone");
        if (this.open.has(number) && !this.closed) setTimeout(look, WAITING);
      };
      setTimeout(look, WAITING);
      ignoringErrors(() => this.model.send({ ...question, number }));
      for (const late of NUDGES) setTimeout(() => this.nudge(number), late);
    });
  }

  /** Send an empty message, if there is no answer yet. @param {string} number */
  nudge(number) {
    if (this.open.has(number) && !this.closed) ignoringErrors(() => this.model.send({}));
  }

  /** Whether the kernel may still answer; true if the host does not say. */
  get alive() {
    const kernel = this.model.widget_manager?.kernel;
    if (!kernel) return true;
    return (
      !kernel.isDisposed &&
      kernel.connectionStatus !== "disconnected" &&
      WORKING.includes(kernel.status)
    );
  }

  name = `${Math.random().toString(36).slice(2)}.`;

  close() {
    this.closed = true;
    this.model.off("msg:custom", this.receive);
  }
}

/** A lost kernel must not fill the console: the widget shows a message. @param {() => any} act */
function ignoringErrors(act) {
  try {
    Promise.resolve(act()).catch(() => {});
  } catch {
    // no question was sent; `ask` says that no answer comes
  }
}

/** @param {Model} model @param {Record<string, any>} changes */
function report(model, changes) {
  for (const [name, value] of Object.entries(changes)) {
    if (JSON.stringify(model.get(name)) !== JSON.stringify(value)) model.set(name, value);
  }
  ignoringErrors(() => model.save_changes());
}

/** @param {Model} model @param {string[]} traits */
function valuesOf(model, traits) {
  return Object.fromEntries(traits.map((trait) => [trait, model.get(trait)]));
}

/** Call the handler of a trait whenever it changes, and for changes since `given`: drawing the
 * first picture takes a while, in which Python goes on. Returns how to stop.
 * @param {Model} model @param {Record<string, () => any>} handlers @param {Record<string, any>} given
 */
function follow(model, handlers, given) {
  for (const [trait, handler] of Object.entries(handlers)) {
    model.on(`change:${trait}`, handler);
    if (JSON.stringify(model.get(trait)) !== JSON.stringify(given[trait])) handler();
  }
  return () => {
    for (const [trait, handler] of Object.entries(handlers)) model.off(`change:${trait}`, handler);
  };
}

/** The handlers for changes of traits. A step of a run not shown yet is ignored. @param {Model} model @param {any} scrubber @param {() => boolean} isPlayed */
function traitHandlers(model, scrubber, isPlayed) {
  const { player } = scrubber;
  return {
    step: () => {
      const beat = scrubber.film.beatOf(model.get("step"));
      if (isPlayed() && beat !== player.beat) player.seek(beat);
    },
    playing: () => (model.get("playing") ? player.play() : player.pause()),
    speed: () => player.setSpeed(model.get("speed")),
    theme: () =>
      model.get("theme") !== scrubber.wantedTheme && scrubber.useTheme(model.get("theme")),
    panels: () => scrubber.choosePanels([model.get("panels") ?? []].flat()),
  };
}

/** Do something whenever a field of the explorer around `root` has changed. Returns how to stop. @param {HTMLElement} root @param {() => any} act */
function whenFieldsChange(root, act) {
  const onchange = (/** @type {Event} */ { target }) => {
    const field = /** @type {Element} */ (target);
    if (!root.contains(field) && root.closest(".mv-explorer")?.contains(field)) act();
  };
  document.addEventListener("change", onchange);
  return () => document.removeEventListener("change", onchange);
}

/** @param {Model} model @param {HTMLElement} root @param {KernelChannel} channel */
async function mountFilm(model, root, channel) {
  const Viewer = /** @type {any} */ (model.get("kind") === "race" ? RaceScrubber : Scrubber);
  const given = valuesOf(model, SYNCED);
  let played = model.get("film");
  const isPlayed = () => model.get("film") === played;
  const host = {
    say: speaker(model.get("words")),
    settings: {
      ...given,
      panels: given.panels?.length ? given.panels : undefined,
      detail: model.get("detail"),
    },
    report: (/** @type {Record<string, any>} */ changes) => isPlayed() && report(model, changes),
    curve: async () => (await channel.ask({ do: "curve" }))?.answer ?? null,
    open: (
      /** @type {"playground" | "editor"} */ kind,
      /** @type {number} */ step,
      /** @type {HTMLElement} */ place,
    ) => openBoard(model, channel, { kind, step, place }),
    isThere: (/** @type {(how: string) => void} */ onwait) => channel.ask({ do: "there" }, onwait),
    rest: () => ignoringErrors(() => model.send({ do: "rest" })),
    tiles: async (/** @type {string} */ theme) =>
      (await channel.ask({ do: "tiles", theme })).buffers,
  };
  const scrubber = new Viewer(root, await unpack(played), host);
  await scrubber.start();
  const handlers = traitHandlers(model, scrubber, isPlayed);
  const stop = follow(model, handlers, given);
  root.widget = scrubber;
  const forget = whenFieldsChange(root, () => scrubber.questions?.askForAnother());
  const leave = () => {
    scrubber.dispose();
    forget();
    stop();
  };
  leave.fill = async () => {
    const film = model.get("film");
    const pack = await unpack(film);
    if (!scrubber.film.isFilledBy(pack)) return null;
    await scrubber.fill(pack);
    played = film;
    handlers.step();
    return film;
  };
  return leave;
}

/** Put a board beginning at a step into `place`; promise a way to leave it, null if impossible. @param {Model} model @param {KernelChannel} channel @param {{ kind: "playground" | "editor", step: number, place: HTMLElement }} given */
async function openBoard(model, channel, { kind, step, place }) {
  const { model: name } = await channel.ask({ do: "open", kind, step });
  const inner = name && (await model.widget_manager?.get_model?.(name));
  if (!inner) return null;
  const line = new KernelChannel(inner);
  const leave = await mountBoard(inner, place, line);
  return () => {
    leave();
    line.close();
    ignoringErrors(() => model.send({ do: "close", name }));
  };
}

/** @param {Model} model @param {HTMLElement} root @param {KernelChannel} channel */
async function mountBoard(model, root, channel) {
  const trait = model.get("kind") === "editor" ? "text" : "played";
  const given = valuesOf(model, [trait, "theme"]);
  const pack = await unpack(model.get("atlas"));
  let asking = 0; // questions to Python
  const ask = async (
    /** @type {Message} */ question,
    /** @type {(how: string) => void} */ onwait,
  ) => {
    root.dataset.asking = String((asking += 1));
    const reply = await channel.ask(question, onwait);
    root.dataset.asking = String((asking -= 1));
    return reply;
  };
  const host = {
    say: speaker(model.get("words")),
    theme: given.theme,
    report: (/** @type {Record<string, any>} */ changes) => report(model, changes),
  };
  const { widget, take } = await (trait === "text" ? mountEditor : mountGame)();
  const handlers = {
    [trait]: () => take(),
    theme: () => widget.useTheme(model.get("theme")),
  };
  const stop = follow(model, handlers, given);
  root.widget = widget;
  return () => {
    widget.dispose();
    stop();
  };

  async function mountGame() {
    const game = () => ({ ...model.get("game"), ...model.get("played") });
    const made = await standalonePlayground(root, pack, { ...host, python: ask });
    const take = () =>
      made.playing.resume(game, (/** @type {any} */ shown) => made.widget.show(shown));
    await take();
    return { widget: made.widget, take };
  }

  async function mountEditor() {
    const onchange = (/** @type {Position} */ position) =>
      report(model, { text: textOf(position) });
    const first = positionIn(given.text);
    const made = await standaloneEditor(root, pack, { ...host, onchange, picture: ask }, first);
    const take = async () => {
      const text = model.get("text");
      if (text === textOf(made.editing.position)) return;
      await made.editing.open(positionIn(text));
      made.editing.update();
    };
    return { widget: made.widget, take };
  }
}

/** @param {Model} model @param {HTMLElement} root */
async function mountPractice(model, root) {
  const given = valuesOf(model, ["theme"]);
  const practice = new Practice(root, await unpack(model.get("film")), {
    say: speaker(model.get("words")),
    ...given,
    report: (/** @type {Record<string, any>} */ changes) => report(model, changes),
  });
  await practice.start();
  const stop = follow(model, { theme: () => practice.useTheme(model.get("theme")) }, given);
  root.widget = practice;
  return () => {
    practice.dispose();
    stop();
  };
}

/** A style to hide the widget's fallback, and its room, while the widget is there. @param {string} name */
function fallbackHider(name) {
  const style = document.createElement("style");
  if (/^minevis-\w+$/.test(name)) {
    style.textContent = `.${name}, .jp-OutputArea-child:has(.${name}), .output_area:has(.${name}) { display: none !important; }`;
  }
  return style;
}

/** A hidden element in `el` with its final width: the old content stays visible until it is drawn. @param {HTMLElement} el */
function behind(el) {
  const root = document.createElement("div");
  Object.assign(root.style, UNSEEN);
  el.style.position = "relative";
  el.append(root);
  return root;
}

/** Called by anywidget for every view. @param {{ model: Model, el: HTMLElement }} given */
async function render({ model, el }) {
  const channel = new KernelChannel(model);
  let leave = /** @type {any} */ (() => {});
  let latest = 0;
  let shown = /** @type {any} */ (null); // the film that is
  const mount = async () => {
    latest += 1;
    const turn = latest;
    shown = model.get("film");
    leave();
    leave = () => {};
    const root = behind(el);
    try {
      const kinds = { scrubber: mountFilm, race: mountFilm, practice: mountPractice };
      const mountKind = new Map(Object.entries(kinds)).get(model.get("kind")) ?? mountBoard;
      const left = await mountKind(model, root, channel);
      if (turn !== latest) return void left();
      leave = left;
    } catch (/** @type {any} */ error) {
      showError(root, speaker(model.get("words"))("cannot be shown", { error: error.message }));
    }
    for (const name of Object.keys(UNSEEN)) root.style.removeProperty(name);
    el.replaceChildren(fallbackHider(model.get("fallback_class")), root);
  };
  let doing = /** @type {Promise<void>} */ (mount());
  const change = () => {
    doing = doing.then(async () => {
      if (model.get("film") === shown) return;
      const filled = await leave.fill?.().catch(() => null); // for an unreadable film, `mount` shows a message
      if (filled) shown = filled;
      else await mount();
    });
  };
  model.on("change:film", change);
  await doing;
  return () => {
    latest += 1;
    leave();
    channel.close();
    model.off("change:film", change);
  };
}
