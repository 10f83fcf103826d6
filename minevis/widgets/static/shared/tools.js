// Bars of buttons: one of several (a tool), on or off (a switch), or at once (a deed).

import { make } from "./dom.js";

/** A choice of one. `tools` are [name, label, title]; `onpick(name)` after each choice. */
export function toolbar(label, tools, onpick) {
  const buttons = new Map(tools.map(([name, text, title]) => [name, make("button", {
    type: "button", "aria-pressed": "false", title, "aria-label": title, onclick: () => bar.pick(name),
  }, text)]));
  const bar = make("div", { class: "mv-toggles", role: "group", "aria-label": label }, ...buttons.values());
  bar.pick = (name) => {
    bar.picked = name;
    for (const [each, button] of buttons) button.setAttribute("aria-pressed", each === name);
    onpick(name);
  };
  return bar;
}

export function deed(text, title, onclick, extra = {}) {
  return make("button", { type: "button", title, onclick, ...extra }, text);
}

/** Offer a text as a file. */
export function download(name, text, type) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
