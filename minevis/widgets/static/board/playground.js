// The playground: play by mouse, touch and keys, with as much help as is switched on.

import { download, make, textButton, toolbar } from "../shared/dom.js";
import { unpack } from "../shared/pack.js";
import { Scrubber } from "../film/scrubber.js";
import { BoardWidget } from "./board_widget.js";

const TOOLS = ["open", "flag", "why"];
const SWITCHES = ["odds", "known"];

export class Playground extends BoardWidget {
  static kind = "playground";

  toolbars() {
    const { say } = this;
    this.tools = toolbar(say("playground tools"), TOOLS.map((name) => [name, say(name), say(`${name} about`)]));
    this.tools.pick("open");
    this.switches = SWITCHES.map((name) => [name, textButton(say(name), say(`${name} about`),
      () => this.request({ do: "switch", name }), { "aria-pressed": "false" })]);
    this.actions = {
      hint: textButton(say("ask hint"), `${say("ask hint about")}  [H]`, () => this.request({ do: "hint" })),
      pick: textButton(say("pick"), `${say("pick about")}  [P]`, () => this.request({ do: "pick" })),
      back: textButton(say("back"), `${say("back about")}  [U]`, () => this.request({ do: "back" })),
      finish: textButton(say("finish"), say("finish about"), () => this.request({ do: "finish" })),
      new: textButton(say("new"), `${say("new about")}  [N]`, () => this.begin()),
    };
    this.keys = this.keyTable();
    return [make("div", { class: "mv-controls mv-top" }, this.tools, ...this.switches.map(([, button]) => button),
      make("div", { class: "mv-options" }, ...Object.values(this.actions)))];
  }

  footer() {
    this.review = textButton(this.say("look again"), this.say("look again about"), () => this.look());
    this.save = textButton(this.say("save page"), this.say("save page about"), () => this.export());
    this.foot = make("div", { class: "mv-controls", hidden: true }, this.review, this.save);
    return [this.foot];
  }

  keyTable() {
    const here = (name) => () => this.request({ do: name, cell: this.cell });
    const keys = {
      f: here("flag"), c: here("chord"), w: here("why"), o: here("open"),
      h: () => this.actions.hint.click(), p: () => this.actions.pick.click(), u: () => this.actions.back.click(), n: () => this.begin(),
    };
    for (const [name, act] of Object.entries(keys)) keys[name.toUpperCase()] = act;
    return keys;
  }

  act(cell, how) {
    this.request({ do: { second: "flag", both: "chord" }[how] ?? this.tools.picked, cell });
  }

  /** Bring the buttons up to date. */
  update(state) {
    for (const [name, button] of this.switches) button.setAttribute("aria-pressed", state.switches[name]);
    this.actions.back.disabled = !state.moves;
    for (const name of ["hint", "pick", "finish"]) this.actions[name].disabled = state.over;
    this.foot.hidden = !state.over;
    if (!state.over) this.closeLook(); // it would show a game that is no more
  }

  begin() {
    this.request({ do: "new" });
  }

  closeLook() {
    this.scrubber?.dispose();
    this.scrubber = null;
    this.below.replaceChildren();
  }

  async look() {
    const reply = await this.request({ do: "film" });
    if (!reply?.film) return;
    this.closeLook();
    const root = make("div");
    this.below.replaceChildren(root);
    this.scrubber = await new Scrubber(root, await unpack(reply.film), { say: this.say, settings: { theme: this.theme.name } }).start();
    root.scrubber = this.scrubber;
    root.scrollIntoView({ block: "nearest" });
  }

  async export() {
    const reply = await this.request({ do: "page" });
    if (reply?.page) download("game.html", reply.page, "text/html");
  }
}
