// The editor: paint a position and see its odds at once.

import { withoutFlags } from "../shared/asker.js";
import { copyButton, isModified, make, shareButton, textButton, toolbar } from "../shared/dom.js";
import { labelled } from "../shared/menu.js";
import { Asking } from "./asking.js";
import { Bar } from "./bar.js";
import { BoardWidget } from "./board_widget.js";

const WHY = "?"; // the brush that asks
const NUMBER_MARKS = "012345678";
const NUMBERS = /** @type {const} */ (["mines", "height", "width"]);
const TEXT_BESIDE = 1000; // CSS px of the widget: there is room for the text next to the board
const FLICK = 200; // ms without a turn that end a flick of the wheel

/** An editor; `host.link()` is a link to share its position, if there is one. */
export class Editor extends BoardWidget {
  asking = new Asking(this);
  turned = -Infinity; // time of the last turn of the wheel
  static kind = "editor";
  static told = ["clues", "flag", "drag", "wheel"];

  /** @returns {Command[]} */
  get table() {
    const mark = (
      /** @type {string} */ name,
      /** @type {string[]} */ keys,
      about = `brush ${name}`,
    ) => {
      const [key] = keys;
      const run = () => this.paint(this.pointed, key.toUpperCase());
      return { name: `brush ${name}`, label: "", about, keys, run };
    };
    const clear = () => {
      const cover = (/** @type {string} */ row) => "#".repeat(row.length);
      this.request({ do: "text", text: this.state.text.replace(/^(?!mines).*$/gm, cover) });
    };
    return [
      mark("covered", ["#", "backspace", "delete"]),
      mark("flag", ["f"]),
      mark("exploded", ["*"]),
      ...[...NUMBER_MARKS].map((number) => mark(number, [number], "")),
      {
        name: "why",
        label: "",
        keys: ["w"],
        run: () => this.request({ do: "why", cell: this.pointed }),
      },
      { name: "odds", pressed: ({ odds }) => odds },
      { name: "paste", label: "standalone paste", run: () => this.takeClipboard() },
      { name: "open", label: "standalone open", run: () => this.chooseFile() },
      { name: "clear", label: "standalone clear", run: clear },
      { name: "flags", label: "flags ignore", pressed: ({ ignoring }) => ignoring },
      { name: "back", about: "undo about", keys: ["u"], off: ({ past }) => !past },
    ];
  }

  toolbars() {
    const { say, commands } = this;
    this.brush = toolbar(say("editor brushes"), this.brushes(), (mark) =>
      this.root.classList.toggle("mv-paints", mark !== WHY),
    );
    this.brush.pick("1");
    const resize = () => {
      const [height, width] = [this.height, this.width].map(({ value }) => Number(value));
      this.request({ do: "size", height, width });
    };
    const count = () => {
      const { value } = this.mines;
      this.request({ do: "mines", mines: value === "" ? null : Number(value) });
    };
    this.mines = this.number(say("mines"), count, "?");
    this.height = this.number(say("height"), resize);
    this.width = this.number(say("width"), resize);
    this.sizes = NUMBERS.map((name) => labelled(say(name), this[name]));
    const buttons = commands.of("odds", "paste", "open", "clear", "flags", "back");
    this.bar = new Bar(this, {
      title: say("editor"),
      controls: [this.brush],
      options: [...this.sizes, ...buttons],
      spared: () => this.spared(),
    });
    return [this.bar.element];
  }

  spared() {
    const { commands, sizes, asText, next } = this;
    const isLow = globalThis.matchMedia?.("(max-height: 700px)").matches; // the board needs it all
    const anyway = [...(isLow ? [next] : []), ...sizes, asText, ...commands.of("clear", "flags")];
    return { anyway, groups: [commands.of("back"), commands.of("open"), commands.of("paste")] };
  }

  async takeClipboard() {
    const text = await navigator.clipboard?.readText().catch(() => null);
    if (!text) return this.refuse(this.say("standalone paste keys"));
    return this.request({ do: "text", text });
  }

  chooseFile() {
    const field = make("input", { type: "file", accept: "image/*,.txt,.mine" });
    field.onchange = () => field.files?.[0] && this.takeFile(field.files[0]);
    field.click();
  }

  /** Where flags are left out of account, proofs do without them too. */
  get position() {
    return this.given.ignoring ? withoutFlags(super.position) : super.position;
  }

  /** The text is next to the board where the page is wide. */
  place() {
    super.place();
    this.root.classList.toggle("mv-roomy", this.inside().width >= TEXT_BESIDE);
  }

  /** With a mark the mouse paints. */
  get drags() {
    return this.brush.picked === WHY;
  }

  /** The marks to paint with: mark, face of the button, title. */
  brushes() {
    const { say, commands } = this;
    return [
      ["#", "■", commands.titled("brush covered", "brush covered")],
      ["F", "⚑", commands.titled("brush flag", "brush flag")],
      ["*", "✸", commands.titled("brush exploded", "brush exploded")],
      ...[...NUMBER_MARKS].map((number) => [
        ...[number, number],
        `${say("brush clue", { number })}  [${number}]`,
      ]),
      [WHY, say("why"), commands.titled("why")],
    ];
  }

  /**
   * A field for a number; an invalid entry is replaced by the current value.
   * An empty one too, unless a placeholder gives its meaning.
   * @param {string} label @param {() => void} ask
   */
  number(label, ask, placeholder = "") {
    const onchange = () => {
      field.asked = field.value;
      if (field.value || (placeholder && !field.validity.badInput)) ask();
      else this.update(this.state);
    };
    const limits = { type: "number", min: "0", max: "9999", placeholder };
    const field = make("input", { ...limits, class: "mv-number", "aria-label": label, onchange });
    return field;
  }

  footer() {
    const { say, host } = this;
    const named = { class: "mv-source", rows: "8", spellcheck: "false" };
    this.text = make("textarea", { ...named, "aria-label": say("position text") });
    const buttons = [
      textButton(say("use text"), say("use text about"), () => this.useText()),
      copyButton(say, "copy", () => this.text.value),
      textButton(say("save position"), say("save position about"), () => this.saveFile()),
      ...(host.link ? [shareButton(say, "standalone share", host.link)] : []),
    ];
    this.asText = make(
      "section",
      { class: "mv-as-text", "aria-label": say("as text") },
      make("b", {}, say("as text")),
      this.text,
      make("div", { class: "mv-controls" }, ...buttons),
    );
    this.next = make("p", { role: "status" }); // below the board, which keeps its place
    return [this.next, this.asText];
  }

  /** Take over the text; in a refused one the faulty line is selected. */
  async useText() {
    const { value } = this.text;
    const reply = await this.request({ do: "text", text: value });
    if (reply?.line === undefined) return this.menu.close(); // on a phone it is there
    const before = value.split("\n").slice(0, reply.line);
    const start = before.join("\n").length + (reply.line ? 1 : 0);
    this.text.focus();
    this.text.setSelectionRange(start, start + (value.split("\n")[reply.line] ?? "").length);
  }

  /** A finger or the pressed button paints all cells it is drawn over. */
  get hands() {
    return {
      ...super.hands,
      strokes: () => this.brush.picked !== WHY,
      stroke: (/** @type {number[]} */ cells) =>
        this.request({ do: "brush", cells, mark: this.brush.picked }),
      turn: this.wheel.bind(this),
    };
  }

  /** A flick of the wheel counts a cell up or down by one, once the board has been clicked: else it scrolls the page, or the window on the board. @param {WheelEvent} event @param {number} cell @param {Panel} panel */
  wheel(event, cell, panel) {
    const isIdle = document.activeElement !== panel.canvas || this.stage.viewport.zoomed;
    if (isIdle || isModified(event) || cell < 0 || !event.deltaY) return;
    event.preventDefault();
    event.stopPropagation();
    const isSame = event.timeStamp - this.turned < FLICK;
    this.turned = event.timeStamp;
    if (!isSame) this.request({ do: "count", cell, by: event.deltaY < 0 ? 1 : -1 });
  }

  /** @param {number} cell @param {Press} how */
  act(cell, how) {
    if (this.brush.picked === WHY && how !== "second") this.ask(cell);
    else this.paint(cell, how === "second" ? "F" : this.brush.picked);
  }

  /** Ask why a cell is safe or a mine, or answer a question about the picture by it. @param {number} cell */
  ask(cell) {
    for (const { option, answers } of this.given.questions)
      for (const { value, cells } of answers)
        if (cells.includes(cell)) return this.request({ do: "answer", option, value });
    return this.request({ do: "why", cell });
  }

  /** @param {number} cell @param {string} mark */
  paint(cell, mark) {
    this.request({ do: "paint", cell, mark });
  }

  /** @param {EditorState} state */
  update(state) {
    super.update(state);
    const asked = state.questions.flatMap(({ text, option, answers }) => [
      ` ${text} `,
      ...answers.map(({ label, value }) =>
        textButton(label, "", () => this.request({ do: "answer", option, value })),
      ),
    ]);
    this.next.replaceChildren(state.next ?? "", ...asked);
    for (const name of NUMBERS) {
      const field = this[name];
      if (document.activeElement !== field || field.asked === field.value)
        field.value = String(state[name] ?? "");
    }
    if (document.activeElement !== this.text && state.text !== this.written)
      this.text.value = this.written = state.text; // a refused text stays
  }
}
