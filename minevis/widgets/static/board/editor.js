// The editor: paint a position and see at once what follows from it.

import { make } from "../shared/dom.js";
import { Live } from "./live.js";
import { deed, toolbar } from "../shared/tools.js";

const BRUSHES = [["#", "■", "Covered  [#]"], ["F", "⚑", "Flag  [F]"], ["*", "✸", "Exploded  [*]"], ...[..."012345678"].map((n) => [n, n, `Clue ${n}  [${n}]`]), ["?", "Why?", "Ask why a cell is safe or a mine  [W]"]];

export class Editor extends Live {
  static label = "Editor";

  bars() {
    this.brush = toolbar("What a click paints", BRUSHES, () => {});
    this.brush.pick("1");
    this.mines = this.number("Mines", () => this.tell({ do: "mines", mines: Number(this.mines.value) }));
    this.height = this.number("Height", () => this.resize());
    this.width = this.number("Width", () => this.resize());
    const labelled = (text, field) => make("label", { class: "mv-speed" }, text, field);
    this.keys = this.keyTable();
    return [make("div", { class: "mv-controls mv-top" }, this.brush, make("div", { class: "mv-looks" },
      labelled("Mines", this.mines), labelled("Height", this.height), labelled("Width", this.width),
      deed("Take back", "Undo the last change  [U]", () => this.tell({ do: "back" }))))];
  }

  number(label, onchange) {
    return make("input", { type: "number", min: "0", max: "9999", class: "mv-number", "aria-label": label, onchange });
  }

  feet() {
    this.text = make("textarea", { class: "mv-source", rows: "8", spellcheck: "false", "aria-label": "The position as text" });
    const summary = make("summary", {}, "As text");
    const use = deed("Use this text", "Take over the position as it is written", () => this.tell({ do: "text", text: this.text.value }));
    const copy = deed("Copy", "Copy the text", () => this.copy());
    return [make("details", { class: "mv-details" }, summary, this.text, make("div", { class: "mv-controls" }, use, copy))];
  }

  async copy() {
    this.text.select();
    try {
      await navigator.clipboard.writeText(this.text.value);
    } catch {
      document.execCommand("copy"); // where a host keeps the clipboard to itself
    }
  }

  keyTable() {
    const keys = {};
    for (const [mark] of BRUSHES) if (mark !== "?") keys[mark] = () => this.paint(this.cell, mark);
    return { ...keys, f: keys.F, Backspace: keys["#"], Delete: keys["#"], w: () => this.tell({ do: "why", cell: this.cell }),
      u: () => this.tell({ do: "back" }) };
  }

  act(cell, how) {
    if (this.brush.picked === "?" && how !== "second") this.tell({ do: "why", cell });
    else this.paint(cell, how === "second" ? "F" : this.brush.picked);
  }

  paint(cell, mark) {
    this.tell({ do: "paint", cell, mark });
  }

  resize() {
    this.tell({ do: "size", height: Number(this.height.value), width: Number(this.width.value) });
  }

  bring(state) {
    for (const name of ["mines", "height", "width"]) {
      if (document.activeElement !== this[name]) this[name].value = state[name];
    }
    if (document.activeElement !== this.text) this.text.value = state.text;
  }
}
