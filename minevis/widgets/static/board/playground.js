// The playground: play by mouse, touch and keys, with as much help as is switched on.

import { unpack } from "../shared/pack.js";
import { make } from "../shared/dom.js";
import { Live } from "./live.js";
import { Scrubber } from "../film/scrubber.js";
import { deed, download, toolbar } from "../shared/tools.js";

const TOOLS = [["open", "Open", "Open cells, chord on clues"], ["flag", "Flag", "Put and take flags"], ["why", "Why?", "Ask why a cell is safe or a mine"]];
const SWITCHES = [["odds", "Odds", "The chance of a mine in every covered cell"], ["known", "Known cells", "Ring what is proven safe or a mine"]];

export class Playground extends Live {
  static label = "Playground";

  bars() {
    this.tools = toolbar("What a click does", TOOLS, () => {});
    this.tools.pick("open");
    this.switches = SWITCHES.map(([name, text, title]) => [name, deed(text, title, () => this.tell({ do: "switch", name }), { "aria-pressed": "false" })]);
    this.deeds = {
      hint: deed("Hint", "Where to look, then why  [H]", () => this.tell({ do: "hint" })),
      pick: deed("Player’s pick", "What the player would open  [P]", () => this.tell({ do: "pick" })),
      back: deed("Take back", "Undo the last move  [U]", () => this.tell({ do: "back" })),
      finish: deed("Let it finish", "The player plays on to the end", () => this.tell({ do: "finish" })),
      new: deed("New game", "Another board  [N]", () => this.begin()),
    };
    this.keys = this.keyTable();
    return [make("div", { class: "mv-controls mv-top" }, this.tools, ...this.switches.map(([, button]) => button),
      make("div", { class: "mv-looks" }, ...Object.values(this.deeds)))];
  }

  feet() {
    this.review = deed("Look at it again", "The game step by step, below", () => this.look());
    this.save = deed("Save as a page", "One HTML file that works offline", () => this.export());
    this.foot = make("div", { class: "mv-controls", hidden: true }, this.review, this.save);
    return [this.foot];
  }

  keyTable() {
    const here = (deedName) => () => this.tell({ do: deedName, cell: this.cell });
    const keys = {
      f: here("flag"), c: here("chord"), w: here("why"), o: here("open"),
      h: () => this.deeds.hint.click(), p: () => this.deeds.pick.click(), u: () => this.deeds.back.click(), n: () => this.begin(),
    };
    for (const [name, act] of Object.entries(keys)) keys[name.toUpperCase()] = act;
    return keys;
  }

  act(cell, how) {
    this.tell({ do: { second: "flag", both: "chord" }[how] ?? this.tools.picked, cell });
  }

  /** Bring the buttons up to date. */
  bring(state) {
    for (const [name, button] of this.switches) button.setAttribute("aria-pressed", state.switches[name]);
    this.deeds.back.disabled = !state.moves;
    for (const name of ["hint", "pick", "finish"]) this.deeds[name].disabled = state.over;
    this.foot.hidden = !state.over;
    if (!state.over) this.closeLook(); // it would show a game that is no more
  }

  begin() {
    this.tell({ do: "new" });
  }

  closeLook() {
    this.scrubber?.dispose();
    this.scrubber = null;
    this.below.replaceChildren();
  }

  async look() {
    const reply = await this.tell({ do: "film" });
    if (!reply?.film) return;
    this.closeLook();
    const root = make("div");
    this.below.replaceChildren(root);
    this.scrubber = await new Scrubber(root, await unpack(reply.film), { settings: { theme: this.theme.name } }).start();
    root.scrubber = this.scrubber;
    root.scrollIntoView({ block: "nearest" });
  }

  async export() {
    const reply = await this.tell({ do: "page" });
    if (reply?.page) download("game.html", reply.page, "text/html");
  }
}
