// The app: a page to analyse, play, practise and watch, without a kernel.

import { linkHere, replaceAddress } from "./shared/address.js";
import { applyTheme, isTextField, make, onGiven, paintGround, showError } from "./shared/dom.js";
import { passKey } from "./shared/mount.js";
import { bytesOfText, unpack } from "./shared/pack.js";
import { speakerOfPage } from "./shared/words.js";
import { Scrubber } from "./film/scrubber.js";
import { Practice } from "./practice/practice.js";
import { printAsSheet } from "./practice/sheet.js";
import { standaloneEditor, openStandalone, standalonePlayground } from "./standalone/boards.js";
import { AppGame } from "./standalone/app_game.js";
import { controlsOf } from "./standalone/controls_menu.js";
import { offerHomeScreen } from "./standalone/home_screen.js";
import { Memory } from "./standalone/memory.js";
import { boardOf } from "./standalone/shared_boards.js";
import { readPicture } from "./standalone/picture_reader.js";
import { linkOf, positionOf, positionOfAddress } from "./standalone/notations.js";
import { replayEnding } from "./standalone/replays.js";

const LINKED = "#p=";
const ABOUT = "about"; // the element of a site with the introduction

/** Whether the address is a link to a position, and that position; null if the link is damaged. */
function linked() {
  const { hash } = window.location;
  const { largest } = globalThis.minevisBoards;
  const isLink = hash.startsWith(LINKED);
  const position = isLink ? positionOfAddress(hash.slice(LINKED.length), largest) : null;
  return { isLink, position };
}

/** The makers of the parts: functions of the app and the host, which promise a `widget`. A part may have an address and take a position. @type {Record<string, (app: App, root: HTMLElement, host: any) => Promise<any>>} */
const MAKERS = {
  /** @param {App} app @param {HTMLElement} root @param {any} host */
  async analyse(app, root, host) {
    const { opening } = app.settings;
    const at = (/** @type {Position} */ position) => `${LINKED}${linkOf(position)}`;
    const onchange = (/** @type {Position} */ position) => {
      app.memory.set("position", linkOf(position));
      replaceAddress(null, at(position));
    };
    const link = () => linkHere(at(editing.position));
    const { largest, tables } = globalThis.minevisBoards;
    const before = positionOfAddress(String(app.memory.get("position") ?? ""), largest);
    const first = linked().position ?? before ?? positionOf(opening, tables);
    const picture = (/** @type {Pictured} */ given) =>
      readPicture(given, app.pack.part("reader"), app.say);
    const alone = { ...host, link, onchange, picture };
    const { widget, editing } = await standaloneEditor(root, app.pack, alone, first);
    const open = async (/** @type {Position} */ position) => {
      if (linkOf(position) !== linkOf(editing.position)) await editing.open(position);
      editing.update(); // also where a refused link was read in between
    };
    return { widget, open, at: () => at(editing.position) };
  },

  /** @param {App} app @param {HTMLElement} root @param {any} host */
  async play(app, root, host) {
    const leave = () => {
      window.history.pushState(null, "", "#analyse"); // Back leads to the game
      return app.show("analyse", playing.mined ? playing.bare : null);
    };
    const link = () => linkHere(`${LINKED}${linkOf(playing.bare)}`);
    const { widget, playing } = await standalonePlayground(root, app.pack, {
      ...host,
      leave,
      link,
      memory: app.memory,
      around: (game) => new AppGame(game),
      controls: controlsOf(app.memory),
    });
    return { widget };
  },

  /** @param {App} app @param {HTMLElement} root @param {any} host */
  async practise(app, root, host) {
    const widget = await new Practice(root, await app.packOf("practise"), host).start();
    printAsSheet(widget);
    return { widget };
  },

  /** @param {App} app @param {HTMLElement} root @param {any} given */
  async watch(app, root, { theme, ...host }) {
    const pack = await app.packOf("watch");
    const open = (/** @type {[string, number, HTMLElement]} */ ...asked) =>
      openStandalone(widget, ...asked);
    const widget = new Scrubber(
      root,
      pack,
      /** @type {any} */ ({ ...host, settings: { theme, detail: 1 }, open }),
    );
    await widget.start();
    return { widget, leave: () => widget.player.pause() };
  },
};

/** One part is in the page at a time, and is made when it is seen first. */
class App {
  memory = new Memory();

  /** @param {Pack} pack @param {Say} say @param {HTMLElement} root */
  constructor(pack, say, root) {
    this.pack = pack;
    this.say = say;
    this.root = root;
    this.settings = pack.head.app;
    this.parts = new Map();
    const before = this.memory.get("theme");
    const isTheme = before === "auto" || Object.hasOwn(pack.head.atlas.themes, before);
    this.theme = isTheme ? before : this.settings.theme;
    const names = [...Object.keys(MAKERS), ...(document.getElementById(ABOUT) ? [ABOUT] : [])];
    this.links = new Map(
      names.map((name) => [name, make("a", { href: `#${name}` }, say(`standalone ${name}`))]),
    );
    this.bar = make(
      "nav",
      { class: "mv-parts", "aria-label": say("standalone parts") },
      ...this.links.values(),
    );
    root.before(this.bar);
  }

  /** The data of a part, which draws with the tiles of all. @param {string} name */
  async packOf(name) {
    const { pack } = this;
    const own = await unpack(pack.part(name));
    const parts = { ...pack.head.parts, ...own.head.parts };
    return {
      head: { ...own.head, atlas: pack.head.atlas, parts },
      part: (/** @type {any} */ each) => (each in own.head.parts ? own : pack).part(each),
    };
  }

  /** Show a part, optionally with a position; the previous part keeps its state. @param {string} name */
  async show(name, position = /** @type {Position | null} */ (null)) {
    const from = window.location.href;
    const before = this.parts.get(this.shown);
    this.shown = name;
    (await before)?.leave?.();
    if (!this.parts.has(name)) this.parts.set(name, this.made(name));
    const part = await this.parts.get(name).catch((/** @type {any} */ error) => {
      this.parts.delete(name);
      throw error;
    });
    if (position) await part.open(position);
    if (this.shown !== name) return; // of two, the later one is shown
    this.place(part.root);
    this.theme = (await before)?.widget.wantedTheme ?? this.theme;
    await part.widget.useTheme(this.theme);
    part.widget.fit();
    replaceAddress(null, part.at?.() ?? `#${name}`, from);
  }

  /** @param {string} name */
  async made(name) {
    const root = make("div", { class: "minevis" });
    this.place(root);
    const onTheme = () => {
      if (!root.isConnected) return;
      paintGround(root);
      if (root.widget) this.memory.set("theme", root.widget.wantedTheme);
      applyTheme(document.body, this.pack.head.atlas.themes[root.dataset.theme ?? ""]);
    };
    const part = await MAKERS[name](this, root, { say: this.say, theme: this.theme, onTheme });
    root.widget = part.widget;
    return { ...part, root };
  }

  /** @param {HTMLElement} root */
  place(root) {
    this.root.replaceWith(root);
    this.root = root;
    for (const [name, link] of this.links)
      if (name === this.shown) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
  }

  /** Open boards that are pasted or dropped anywhere in Analyse, and replays in Play. */
  listen() {
    const open = async (/** @type {File | undefined} */ file, /** @type {string} */ text) => {
      const isGame = Boolean(file && replayEnding(file.name));
      await this.show(isGame ? "play" : "analyse");
      const { widget } = this.root;
      if (file && isGame) await widget.around.openReplay(file);
      else if (file) await widget.takeFile(file);
      else await widget.request({ do: "text", text });
    };
    /** @param {DataTransfer} given @param {any} event */
    const take = (given, { type, target }) => {
      const [file] = given.files;
      const text = type === "paste" && !isTextField(target) ? given.getData("text") : "";
      if (file || text) void open(file, text);
      return Boolean(file || text);
    };
    onGiven(document, take, { capture: true });
  }

  /** Show the part named by the address, if it names one. */
  async follow() {
    const { isLink, position } = linked();
    const { hash } = window.location;
    const { largest } = globalThis.minevisBoards;
    const board = boardOf(hash, this.say("standalone guessless"), largest);
    if (board) {
      await this.show("play");
      await this.root.widget.request(board);
      return;
    }
    const first = this.memory.get("chosen") ? "play" : "analyse"; // players return to their game
    const name = isLink ? "analyse" : hash ? hash.slice(1) : first;
    if (!Object.hasOwn(MAKERS, name)) return;
    await this.show(name, position);
    if (isLink && !position) this.root.widget.refuse(this.say("standalone text link"));
  }
}

export async function mountAll() {
  const say = speakerOfPage();
  const source = /** @type {any} */ (document.querySelector("script.minevis-app"));
  const fail = (/** @type {any} */ error) =>
    showError(
      /** @type {any} */ (document.querySelector(".minevis")),
      say("cannot be shown", { error: error.message }),
    );
  try {
    const root = /** @type {any} */ (document.querySelector(".minevis"));
    const app = new App(await unpack(bytesOfText(source.textContent.trim())), say, root);
    window.addEventListener("hashchange", () => app.follow().catch(fail));
    app.listen();
    void offerHomeScreen(document.title, say);
    document.addEventListener("keydown", (event) => {
      const isFree =
        event.target === document.body || app.bar.contains(/** @type {Node} */ (event.target));
      if (isFree && event.key !== "Enter") passKey(app.root.widget, event);
    });
    const place = document.getElementById(window.location.hash.slice(1)); // of a link into the text below
    await app.follow();
    if (!app.shown) await app.show("analyse");
    place?.scrollIntoView();
  } catch (error) {
    fail(error);
  }
}
