// Small helpers around the DOM. Data only ever becomes text or attributes, never markup.

import { Kept } from "./kept.js";

// CSS px: a widget is narrow below this width, with its padding; and its pane is so low that headings, and the parts above
// a film, move into the menu.
export const NARROW = 652;
export const LOW = 480;
export const PAPER = "paper"; // the light theme

/**
 * An element with attributes, `on…` listeners, and children (text becomes text nodes).
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, unknown>} attributes @param {(Node | string | number)[]} children
 * @returns {HTMLElementTagNameMap[T] & { [name: string]: any }}
 */
export function make(tag, attributes = {}, ...children) {
  const element = /** @type {any} */ (document.createElement(tag));
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** The pen of a canvas. @param {HTMLCanvasElement} canvas @param {object} [options] */
export function penOf(canvas, options) {
  return /** @type {Pen} */ (canvas.getContext("2d", options));
}

/** Marks a widget as narrow by its outer width. Narrow widgets have less padding, so with the inner width a widget would switch back and forth at some widths. */
/** @param {HTMLElement} root @param {{ taken?: number }} [options] */
export function markNarrow(root, { taken = 0 } = {}) {
  root.classList.toggle("mv-narrow", root.clientWidth - taken < NARROW);
}

/** A colour [r, g, b] as a style sheet writes it. @param {Colour} colour */
export function css(colour) {
  return `rgb(${colour.join(" ")})`;
}

/** Show the error instead of an empty widget. @param {HTMLElement} root @param {string} what */
export function showError(root, what) {
  root.classList.add("minevis");
  root.replaceChildren(make("p", { class: "mv-trouble", role: "alert" }, what));
}

/** @type {Record<string, string>} */
const ICONS = {
  play: "M6 3.5v13l11-6.5z",
  pause: "M5 3.5h3.6v13H5zM11.4 3.5H15v13h-3.6z",
  back: "M12.8 4 14.2 5.4 9.6 10l4.6 4.6-1.4 1.4-6-6z",
  forth: "M7.2 4 5.8 5.4l4.6 4.6-4.6 4.6L7.2 16l6-6z",
  moveBack:
    "M9.8 4 11.2 5.4 6.6 10l4.6 4.6L9.8 16l-6-6zM15.8 4 17.2 5.4 12.6 10l4.6 4.6-1.4 1.4-6-6z",
  moveForth:
    "M10.2 4 8.8 5.4l4.6 4.6-4.6 4.6 1.4 1.4 6-6zM4.2 4 2.8 5.4 7.4 10l-4.6 4.6L4.2 16l6-6z",
  guessBack:
    "M6.4 5 7.6 6.2 3.8 10l3.8 3.8L6.4 15l-5-5zM13 15.4a1.2 1.2 0 1 1 0-2.4 1.2 1.2 0 0 1 0 2.4zm.95-3.7v.3h-1.9v-.8c0-1.1.5-1.8 1.4-2.4.7-.5 1-.9 1-1.4 0-.8-.6-1.2-1.45-1.2s-1.45.5-1.45 1.4H9.65c0-1.9 1.35-3.2 3.35-3.2s3.45 1.1 3.45 2.9c0 1.3-.8 2-1.6 2.5-.6.5-.9.9-.9 1.4z",
  guessForth:
    "M13.6 5 12.4 6.2 16.2 10l-3.8 3.8L13.6 15l5-5zM7 15.4a1.2 1.2 0 1 1 0-2.4 1.2 1.2 0 0 1 0 2.4zm.95-3.7v.3H6.05v-.8c0-1.1.5-1.8 1.4-2.4.7-.5 1-.9 1-1.4 0-.8-.6-1.2-1.45-1.2s-1.45.5-1.45 1.4H3.65C3.65 5.3 5 4 7 4s3.45 1.1 3.45 2.9c0 1.3-.8 2-1.6 2.5-.6.5-.9.9-.9 1.4z",
  searchBack:
    "M6.4 5 7.6 6.2 3.8 10l3.8 3.8L6.4 15l-5-5zM12.5 4.5a4.5 4.5 0 0 1 3.6 7.2l3 3-1.4 1.4-3-3a4.5 4.5 0 1 1-2.2-8.6zm0 1.8a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4z",
  searchForth:
    "M13.6 5 12.4 6.2 16.2 10l-3.8 3.8 1.2 1.2 5-5zM5.5 4.5a4.5 4.5 0 0 1 3.6 7.2l2.4 2.4-1.4 1.4-2.6-2.6a4.5 4.5 0 1 1-2-8.4zm0 1.8a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4z",
  mistakeBack:
    "M6.4 5 7.6 6.2 3.8 10l3.8 3.8L6.4 15l-5-5zM14 4.500 19.500 10 14 15.500 8.500 10zM14 7 11 10l3 3 3-3z",
  mistakeForth:
    "M13.6 5 12.4 6.2 16.2 10l-3.8 3.8 1.2 1.2 5-5zM6 4.500 11.500 10 6 15.500 .5 10zM6 7 3 10l3 3 3-3z",
  loop: "M4 7h9V4.5L17.5 8 13 11.500V9H6v2H4zM16 13H7v2.500L2.500 12 7 8.500V11h7V9h2z",
  full: "M3 3h5.5v2H5v3.5H3zM11.5 3H17v5.5h-2V5h-3.5zM3 11.5h2V15h3.5v2H3zM15 11.5h2V17h-5.5v-2H15z",
  closer:
    "M8.500 2.500a6 6 0 0 1 4.800 9.600l4.200 4.200-1.400 1.400-4.200-4.200A6 6 0 1 1 8.500 2.500zm0 2a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM7.600 6h1.800v1.600H11v1.800H9.400V11H7.600V9.400H6V7.600h1.600z",
  farther:
    "M8.500 2.500a6 6 0 0 1 4.800 9.600l4.200 4.200-1.400 1.400-4.200-4.200A6 6 0 1 1 8.500 2.500zm0 2a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM6 7.600h5v1.800H6z",
  menu: "M3 4h14v2H3zM3 9h14v2H3zM3 14h14v2H3z",
  close: "M5.4 4 10 8.6 14.6 4 16 5.4 11.4 10l4.6 4.6-1.4 1.4L10 11.4 5.4 16 4 14.6 8.6 10 4 5.4z",
};

/** An element of a picture, with attributes and a text. @param {string} name @param {Record<string, string | number>} attributes */
export function svgOf(name, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

/** @param {string} name */
export function icon(name) {
  const svg = svgOf("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" });
  svg.append(svgOf("path", { d: ICONS[name] }));
  return svg;
}

/** @param {string} label @param {string} key @param {string} picture @param {(event: MouseEvent) => void} onclick @param {Record<string, unknown>} [extra] */
export function button(label, key, picture, onclick, extra = {}) {
  const title = key ? `${label}  [${key}]` : label;
  const content = picture ? [icon(picture)] : [label];
  return make(
    "button",
    { type: "button", title, "aria-label": label, onclick, ...extra },
    ...content,
  );
}

/** A labelled choice: `options` are pairs of a value and its label. @param {string} label @param {(string | number)[][]} options @param {string | number} value @param {(value: string) => void} onchange */
export function choice(label, options, value, onchange) {
  const entries = options.map(([each, text]) =>
    make("option", { value: each, selected: each === value }, text),
  );
  const select = make(
    "select",
    { "aria-label": label, title: label, onchange: () => onchange(select.value) },
    ...entries,
  );
  return select;
}

/** Give the root the colours of a theme, as CSS variables. @param {HTMLElement} root @param {Theme} theme */
export function applyTheme(root, theme) {
  root.dataset.theme = theme.name;
  root.style.colorScheme = theme.dark ? "dark" : "light";
  for (const [name, colour] of Object.entries(theme.colours)) {
    root.style.setProperty(`--mv-${name}`, `rgb(${colour.join(" ")})`);
  }
}

/** Give the page of a widget the ground that it has in its theme. @param {HTMLElement} root */
export function paintGround(root) {
  document.body.style.background = getComputedStyle(root).backgroundColor;
}

const SUPPRESS = "data-lm-suppress-shortcuts";

/**
 * Keep plain keys from a notebook, where "d d" deletes a cell; keys with Ctrl, Cmd or Alt belong to the notebook. It handles the focused element, in some versions not its parents, before all other listeners.
 * @param {HTMLElement} root @param {AbortSignal} signal
 */
export function suppressHostShortcuts(root, signal) {
  root.setAttribute(SUPPRESS, "true");
  window.addEventListener(
    "keydown",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      if (!root.contains(target)) return;
      for (const element of [root, target])
        element.setAttribute(SUPPRESS, String(!isModified(event)));
    },
    { capture: true, signal },
  );
}

/** Whether a key is pressed with a modifier, as a shortcut of the host. @param {KeyboardEvent | WheelEvent} event */
export function isModified(event) {
  return event.ctrlKey || event.metaKey || event.altKey;
}

const PANES = ".jp-WindowedPanel-outer, .jp-mod-scrolled, .jp-LinkedOutputView"; // of notebooks: they scroll

/** The part of a host that is seen at once: a pane of a notebook, or the window below the bar of an app; of a frame that grows, that of its host. @param {HTMLElement} root */
export function paneOf(root) {
  const pane = root.closest(PANES);
  if (pane) return { element: pane, height: pane.clientHeight };
  const parts = document.querySelector(".mv-parts")?.getBoundingClientRect();
  const bar = parts ? parts.bottom + window.scrollY : 0; // a site has a header above it
  try {
    const frame = window.frameElement;
    const around = frame?.closest(PANES);
    const height = around ? around.clientHeight : (frame ? window.parent : window).innerHeight;
    return { element: null, height: height - bar };
  } catch {
    return { element: null, height: window.innerHeight - bar }; // cross-origin
  }
}

/** The height above a part in its pane, for the fields of an explorer or the link back to a film. CSS px. @param {HTMLElement} root */
export function heightAbove(root) {
  const away = root.closest(".mv-away");
  const around = root.closest(".mv-explorer") ?? away;
  if (!around) return 0;
  const part = (!away && root.parentElement) || root;
  return part.getBoundingClientRect().top - around.getBoundingClientRect().top;
}

/** The body of the host, also around a frame of the same origin. */
export function hostBody() {
  try {
    return (window.frameElement?.ownerDocument ?? document).body;
  } catch {
    return document.body;
  }
}

/** Whether the host is dark: JupyterLab says so, else the system is asked. */
export function hostIsDark() {
  const light = hostBody().dataset.jpThemeLight;
  return light ? light === "false" : window.matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Call `act` whenever the host turns dark or light. @param {() => void} act @param {AbortSignal} signal */
export function onHostTheme(act, signal) {
  const watch = new MutationObserver(act);
  watch.observe(hostBody(), { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  signal.addEventListener("abort", () => watch.disconnect());
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", act, { signal });
}

/** The theme of a name, where "auto" follows the host; on paper a light one in place of a dark one. @param {string} name @param {Record<string, Theme>} themes @param {boolean} isPrinted */
export function themeOf(name, themes, isPrinted) {
  const theme =
    themes[name === "auto" ? (hostIsDark() ? "dark" : PAPER) : name] ?? Object.values(themes)[0];
  return isPrinted && theme.dark ? themes[PAPER] : theme;
}

/** Tell `act` when the page is about to be printed, with true, and when it was. @param {(isPrinted: boolean) => void} act @param {AbortSignal} signal */
export function onPrint(act, signal) {
  let isPrinted = false;
  /** @param {boolean} printed */
  const turn = (printed) => {
    if (printed !== isPrinted) act((isPrinted = printed));
  };
  window.addEventListener("beforeprint", () => turn(true), { signal });
  window.addEventListener("afterprint", () => turn(false), { signal });
  window.matchMedia("print").addEventListener("change", ({ matches }) => turn(matches), { signal });
}

/** Do something once an element is on the screen and its first picture is drawn. @param {HTMLElement} element @param {AbortSignal} signal @param {() => void} act */
export function whenSeen(element, signal, act) {
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => signal.aborted || act()));
  });
  watch.observe(element);
  signal.addEventListener("abort", () => watch.disconnect());
}

const STILL = "still"; // if the reader wants no motion
let isStill = /** @type {boolean | null} */ (null); // as chosen

/** Whether the system asks for no motion. */
export function isStillSystem() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether anything moves: not if the system or the reader does not want it. */
export function moves() {
  isStill ??= Boolean(new Kept().get(STILL));
  return !isStill && !isStillSystem();
}

/** Let things move, or not, from now on. @param {boolean} wanted */
export function wantMotion(wanted) {
  isStill = !wanted;
  new Kept().set(STILL, wanted ? null : 1);
}

/** A share of a motion: slow, fast, slow. @param {number} share */
export const eased = (share) => share * share * (3 - 2 * share);
/** The share of a motion that has passed, 0 to 1. @param {number} time @param {number} whole */
export const shareOf = (time, whole) => Math.min(Math.max(time / whole, 0), 1);

/** Call `act(share)` in every frame for some seconds, at the end with 1; returns what ends it at once. @param {number} seconds @param {(share: number) => void} act */
export function during(seconds, act) {
  const begun = performance.now();
  let frame = 0;
  const step = () => {
    const share = seconds && moves() ? shareOf(performance.now() - begun, 1000 * seconds) : 1;
    frame = share < 1 ? requestAnimationFrame(step) : 0;
    act(eased(share));
  };
  step();
  return () => {
    if (frame) act(1);
    cancelAnimationFrame(frame);
    frame = 0;
  };
}

/** A copy of a canvas, on another one if given. @param {HTMLCanvasElement} canvas @param {HTMLCanvasElement} [onto] */
export function copyOf(canvas, onto = make("canvas")) {
  const { width, height } = canvas;
  if (onto.width !== width || onto.height !== height) Object.assign(onto, { width, height });
  penOf(onto).drawImage(canvas, 0, 0);
  return onto;
}

/** Whether keys pressed here belong to the element itself: a choice, a field. @param {HTMLElement} element */
export function isTextField(element) {
  return (
    element.matches?.("select, textarea, input:not([type=range]):not([type=checkbox])") ?? false
  );
}

/** A button with words on it. @param {string} text @param {string} title @param {(event: MouseEvent) => void} onclick @param {Record<string, unknown>} [extra] */
export function textButton(text, title, onclick, extra = {}) {
  return make("button", { type: "button", title, onclick, ...extra }, text);
}

/** A button that asks a `question` before it acts: a second press acts, anything else takes the question back. @param {string} text @param {string} question @param {string} title @param {() => void} act */
export function askingButton(text, question, title, act) {
  let asks = false;
  const ask = (/** @type {boolean} */ wanted) => {
    asks = wanted;
    made.textContent = asks ? question : text;
  };
  const onclick = (/** @type {MouseEvent} */ event) => {
    if (event.detail > 1) return; // of a double click
    ask(!asks);
    if (!asks) act();
  };
  const made = textButton(text, title, onclick, { onblur: () => ask(false) });
  return made;
}

/** A choice of one. `tools` are [name, label, title]; `onpick(name)` is called after a choice. @param {string} label @param {string[][]} tools @param {(name: string) => void} [onpick] */
export function toolbar(label, tools, onpick = () => {}) {
  /** @type {Map<string, any>} */
  const buttons = new Map(
    tools.map(([name, text, title]) => [
      name,
      make(
        "button",
        {
          type: "button",
          "aria-pressed": "false",
          title,
          "aria-label": title,
          onclick: () => bar.pick(name),
        },
        text,
      ),
    ]),
  );
  const bar = make(
    "div",
    { class: "mv-toggles", role: "group", "aria-label": label },
    ...buttons.values(),
  );
  bar.pick = (/** @type {string} */ name) => {
    bar.picked = name;
    bar.show([name]);
    onpick(name);
  };
  /** @param {string} name @param {boolean} allowed @param {string} [title] */
  bar.allow = (name, allowed, title) =>
    Object.assign(buttons.get(name), { disabled: !allowed, ...(title && { title }) });
  bar.show = (/** @type {string[]} */ names) => {
    for (const [each, one] of buttons) one.setAttribute("aria-pressed", names.includes(each));
  };
  return bar;
}

/** Let `take(data, event)` have what is pasted or dropped on an element; it returns whether it wants it, else the host has it. @param {HTMLElement | Document} element @param {(data: DataTransfer, event: Event) => boolean} take @param {AddEventListenerOptions} options */
export function onGiven(element, take, options) {
  const keep = (/** @type {Event} */ event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const hear = (/** @type {any} */ event) => {
    const data = event.dataTransfer ?? event.clipboardData;
    if (data && take(data, event)) keep(event);
  };
  for (const name of ["paste", "drop"]) element.addEventListener(name, hear, options);
  const over = (/** @type {any} */ event) =>
    event.dataTransfer?.types.includes("Files") && keep(event);
  element.addEventListener("dragover", over, options);
}

/** Offer a text, or bytes, as a file. @param {string} name @param {BlobPart} content @param {string} type */
export function download(name, content, type) {
  const link = make("a", {
    href: URL.createObjectURL(new Blob([content], { type })),
    download: name,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A button that copies `text()`, and says so. @param {Say} say @param {string} label @param {() => string} text */
export function copyButton(say, label, text) {
  const made = textButton(say(label), say(`${label} about`), async () => {
    await copyText(text());
    made.textContent = say("copied");
    setTimeout(() => {
      made.textContent = say(label);
    }, 1500);
  });
  return made;
}

/** A button that shares a link, and a text if one is given: by a phone's own sheet, else by copying. @param {Say} say @param {string} label @param {() => string} link @param {() => string} [text] */
export function shareButton(say, label, link, text = () => "") {
  const all = () => [text(), link()].filter(Boolean).join("\n");
  const isPhone = Boolean(navigator.share) && window.matchMedia("(pointer: coarse)").matches;
  if (!isPhone) return copyButton(say, label, all);
  const share = async () => {
    try {
      await navigator.share({ text: all() });
    } catch (/** @type {any} */ error) {
      if (error.name !== "AbortError") await copyText(all());
    }
  };
  return textButton(say("standalone share sheet"), say("standalone share sheet about"), share);
}

/** Put a text on the clipboard, by the older way where a host keeps the newer one to itself. @param {string} text */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = make("textarea", { class: "mv-visually-hidden" });
    field.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
