// Hosts with a live kernel: what anywidget renders, and the messages to and fro.

import { Editor } from "./board/editor.js";
import { complain } from "./page.js";
import { unpack } from "./shared/pack.js";
import { Playground } from "./board/playground.js";
import { Scrubber } from "./film/scrubber.js";

const SYNCED = ["step", "playing", "speed", "theme", "panels"];
const WAIT = 4000; // ms until the kernel counts as gone

/** Talk to the kernel: `ask` promises its answer, or null when none comes in time. */
class Line {
  constructor(model) {
    this.model = model;
    this.open = new Map();
    this.number = 0;
    this.hear = (message) => {
      this.open.get(message?.reply)?.(message);
      this.open.delete(message?.reply);
    };
    model.on("msg:custom", this.hear);
  }

  ask(question) {
    this.number += 1;
    const number = `${this.name}${this.number}`;
    return new Promise((resolve) => {
      this.open.set(number, resolve);
      setTimeout(() => { if (this.open.delete(number)) resolve(null); }, WAIT);
      quietly(() => this.model.send({ ...question, number }));
    });
  }

  name = `${Math.random().toString(36).slice(2)}.`;

  close() {
    this.model.off("msg:custom", this.hear);
  }
}

/** A kernel that has gone must not fill the console: what it misses is said in the widget. */
function quietly(act) {
  try {
    Promise.resolve(act()).catch(() => {});
  } catch {
    // the line is dead; `ask` runs into its time limit and says so
  }
}

function report(model, changes) {
  for (const [name, value] of Object.entries(changes)) {
    if (JSON.stringify(model.get(name)) !== JSON.stringify(value)) model.set(name, value);
  }
  quietly(() => model.save_changes());
}

function settingsOf(model) {
  const names = [...SYNCED, "detail"];
  const settings = Object.fromEntries(names.map((name) => [name, model.get(name)]));
  return { ...settings, panels: settings.panels?.length ? settings.panels : undefined };
}

/** Follow the traits of the model. */
function follow(model, scrubber) {
  const { player } = scrubber;
  return {
    "change:step": () => {
      if (scrubber.film.events[player.beat] !== model.get("step")) player.seek(scrubber.film.beatOf(model.get("step")));
    },
    "change:playing": () => (model.get("playing") ? player.play() : player.pause()),
    "change:speed": () => player.hasten(model.get("speed")),
    "change:theme": () => model.get("theme") !== scrubber.theme.name && scrubber.useTheme(model.get("theme")),
    "change:panels": () => scrubber.choosePanels([model.get("panels") ?? []].flat()),
  };
}

async function mountScrubber(model, root, line) {
  const host = {
    settings: settingsOf(model),
    report: (changes) => report(model, changes),
    ask: async (cell, step) => (await line.ask({ ask: cell, step }))?.answer ?? null,
  };
  const scrubber = new Scrubber(root, await unpack(model.get("film")), host);
  await scrubber.start();
  const handlers = follow(model, scrubber);
  for (const [name, handler] of Object.entries(handlers)) model.on(name, handler);
  root.scrubber = scrubber;
  return () => {
    scrubber.dispose();
    for (const [name, handler] of Object.entries(handlers)) model.off(name, handler);
  };
}

async function mountLive(model, root, line) {
  const Live = { playground: Playground, editor: Editor }[model.get("kind")];
  const live = new Live(root, await unpack(model.get("atlas")), {
    theme: model.get("theme"),
    ask: (question) => line.ask(question),
    report: (changes) => report(model, changes),
  });
  await live.start(model.get("state"));
  const handlers = {
    "change:state": () => live.show(model.get("state")),
    "change:theme": () => live.useTheme(model.get("theme")),
  };
  for (const [name, handler] of Object.entries(handlers)) model.on(name, handler);
  root.live = live;
  return () => {
    live.dispose();
    for (const [name, handler] of Object.entries(handlers)) model.off(name, handler);
  };
}

/** A style that hides the widget's still, with the room its host gives it, while the widget is there. */
function veil(mark) {
  const style = document.createElement("style");
  if (/^minevis-\w+$/.test(mark)) {
    style.textContent = `.${mark}, .jp-OutputArea-child:has(.${mark}), .output_area:has(.${mark}) { display: none !important; }`;
  }
  return style;
}

/** What anywidget calls for every view. */
async function render({ model, el }) {
  const line = new Line(model);
  let leave = () => {};
  let latest = 0;
  const mount = async () => {
    latest += 1;
    const turn = latest;
    leave();
    leave = () => {};
    const root = document.createElement("div");
    el.replaceChildren(veil(model.get("mark")), root);
    try {
      const left = await (model.get("kind") === "scrubber" ? mountScrubber : mountLive)(model, root, line);
      if (turn === latest) leave = left;
      else left();
    } catch (error) {
      complain(root, `This cannot be shown here: ${error.message}`);
    }
  };
  await mount();
  model.on("change:film", mount);
  return () => {
    latest += 1;
    leave();
    line.close();
    model.off("change:film", mount);
  };
}
