// The editor: paint a position and see its odds at once.

import { copyButton, isModified, make, textButton, toolbar } from "../shared/dom.js";
import { labelled } from "../shared/menu.js";
import { BarWidget } from "./bar_widget.js";

const WHY = "?"; // the brush that asks
const TEXT_BESIDE = 1000; // CSS px of the widget: there is room for the text next to the board
const FLICK = 200; // ms without a turn that end a flick of the wheel

export class Editor extends BarWidget {
  turned = -Infinity; // time of the last turn of the wheel
  static kind = "editor";
  static keysTold = 10;

  makeBar() {
    const { say } = this;
    this.brush = toolbar(say("editor brushes"), this.brushes(), (mark) =>
      this.root.classList.toggle("mv-paints", mark !== WHY),
    );
    this.brush.pick("1");
    this.mines = this.number(
      say("mines"),
      () => {
        const { value } = this.mines;
        this.request({ do: "mines", mines: value === "" ? null : Number(value) });
      },
      { placeholder: "?" },
    );
    this.height = this.number(say("height"), () => this.resize());
    this.width = this.number(say("width"), () => this.resize());
    this.sizes = [
      [say("mines"), this.mines],
      [say("height"), this.height],
      [say("width"), this.width],
    ].map(([text, field]) => labelled(text, field));
    this.odds = textButton(say("odds"), say("odds about"), () => this.request({ do: "odds" }));
    this.back = textButton(say("back"), `${say("undo about")}  [U]`, () =>
      this.request({ do: "back" }),
    );
    this.keys = this.keyTable();
    return make(
      "div",
      { class: "mv-controls mv-top" },
      this.brush,
      make(
        "div",
        { class: "mv-options" },
        ...this.sizes,
        this.odds,
        this.back,
        ...this.makeMenu(say("editor")),
      ),
    );
  }

  /** @returns {{ anyway: Element[], groups: Element[][] }} */
  spared() {
    return { anyway: [...this.sizes, this.asText], groups: [[this.back]] };
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
    const { say } = this;
    const clues = [..."012345678"].map((number) => [
      number,
      number,
      `${say("brush clue", { number })}  [${number}]`,
    ]);
    return [
      ["#", "■", `${say("brush covered")}  [#]`],
      ["F", "⚑", `${say("brush flag")}  [F]`],
      ["*", "✸", `${say("brush exploded")}  [*]`],
      ...clues,
      [WHY, say("why"), `${say("why about")}  [W]`],
    ];
  }

  /**
   * A field for a number; an invalid entry is replaced by the current value.
   * An empty one too, unless a placeholder gives its meaning.
   * @param {string} label @param {() => void} ask
   */
  number(label, ask, { placeholder } = /** @type {{ placeholder?: string }} */ ({})) {
    const onchange = () => {
      field.asked = field.value;
      if (field.value || (placeholder && !field.validity.badInput)) ask();
      else this.update(this.state);
    };
    const field = make("input", {
      type: "number",
      min: "0",
      max: "9999",
      class: "mv-number",
      "aria-label": label,
      ...(placeholder && { placeholder }),
      onchange,
    });
    return field;
  }

  footer() {
    this.text = make("textarea", {
      class: "mv-source",
      rows: "8",
      spellcheck: "false",
      "aria-label": this.say("position text"),
    });
    const use = textButton(this.say("use text"), this.say("use text about"), () => this.useText());
    const copy = copyButton(this.say, "copy", () => this.text.value);
    const save = textButton(this.say("save position"), this.say("save position about"), () =>
      this.saveFile(),
    );
    this.asText = make(
      "section",
      { class: "mv-as-text", "aria-label": this.say("as text") },
      make("b", {}, this.say("as text")),
      this.text,
      make("div", { class: "mv-controls" }, use, copy, save),
    );
    return [this.asText];
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

  /** The pressed button or a finger drawn over cells paints them all. @param {any} event @param {Panel} panel */
  pointerMove(event, panel) {
    const cell = panel.cellAt(event);
    const paints = event.buttons === 1 && this.brush.picked !== WHY;
    if (this.pressed && paints && (this.stroke || !this.isHit(event, panel))) {
      this.stroke ??= new Set([this.pressed.cell]);
      if (cell >= 0) this.stroke.add(cell); // not beside the board
      if (this.stroke.size > 1) clearTimeout(this.held);
      return this.stage.hover(cell, panel);
    }
    return super.pointerMove(event, panel);
  }

  /** @param {Panel} panel */
  listen(panel) {
    super.listen(panel);
    panel.canvas.addEventListener("wheel", (/** @type {any} */ event) => this.wheel(event, panel), {
      passive: false,
    });
  }

  /** A flick of the wheel counts a cell up or down by one, once the board has been clicked: else it scrolls the page, or the window on the board. @param {any} event @param {Panel} panel */
  wheel(event, panel) {
    const cell = panel.cellAt(event);
    const isIdle = document.activeElement !== panel.canvas || this.stage.viewport.zoomed;
    if (isIdle || isModified(event) || cell < 0 || !event.deltaY) return;
    event.preventDefault();
    event.stopPropagation();
    const isSame = event.timeStamp - this.turned < FLICK;
    this.turned = event.timeStamp;
    if (!isSame) this.request({ do: "count", cell, by: event.deltaY < 0 ? 1 : -1 });
  }

  /** @param {any} event @param {Panel} panel */
  pointerUp(event, panel) {
    const { stroke } = this;
    if (!stroke || stroke.size < 2) return super.pointerUp(event, panel);
    this.cancelPress();
    return this.request({ do: "brush", cells: [...stroke], mark: this.brush.picked });
  }

  cancelPress() {
    super.cancelPress();
    this.stroke = null;
  }

  keyTable() {
    const keys = /** @type {Record<string, () => void>} */ ({});
    for (const [mark] of this.brushes())
      if (mark !== WHY) keys[mark] = () => this.paint(this.pointed, mark);
    return {
      ...keys,
      f: keys.F,
      Backspace: keys["#"],
      Delete: keys["#"],
      w: () => this.request({ do: "why", cell: this.pointed }),
      u: () => this.back.click(),
    };
  }

  /** @param {number} cell @param {string} how */
  act(cell, how) {
    if (this.brush.picked === WHY && how !== "second") this.request({ do: "why", cell });
    else this.paint(cell, how === "second" ? "F" : this.brush.picked);
  }

  /** @param {number} cell @param {string} mark */
  paint(cell, mark) {
    this.request({ do: "paint", cell, mark });
  }

  resize() {
    this.request({
      do: "size",
      height: Number(this.height.value),
      width: Number(this.width.value),
    });
  }

  /** @param {any} state */
  update(state) {
    this.back.disabled = !state.past;
    this.odds.setAttribute("aria-pressed", state.odds);
    for (const name of ["mines", "height", "width"]) {
      const field = /** @type {any} */ (this)[name];
      if (document.activeElement !== field || field.asked === field.value)
        field.value = state[name] ?? "";
    }
    if (document.activeElement !== this.text && state.text !== this.written)
      this.text.value = this.written = state.text; // a refused text stays
  }
}
