// Shared by all widgets: a theme, a size, and an end.

import { applyTheme, onHostTheme, onPrint, paneOf, suppressHostShortcuts, themeOf } from "./dom.js";

/** A widget in `root`. Subclasses have an `atlas`, whose theme they use, and `fit()`, which draws in the room there is. */
export class Widget {
  /** @param {HTMLElement} root @param {Pack} pack @param {any} host */
  constructor(root, pack, host) {
    this.root = root;
    this.pack = pack;
    this.host = host;
    this.say = host.say;
    this.listeners = new AbortController();
    this.wantedTheme = ""; // by its name; "auto" follows the host
  }

  get disposed() {
    return this.listeners.signal.aborted;
  }

  /** Put all parts into the root. @param {string} label @param {string[]} kinds @param {...any} parts */
  furnish(label, kinds, ...parts) {
    const { root, listeners } = this;
    root.classList.add("minevis", ...kinds);
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", label);
    suppressHostShortcuts(root, listeners.signal);
    root.replaceChildren(...parts);
  }

  /** Draw in a theme, and again whenever the host's theme or the size changes, or the page is printed. @param {string} name */
  async drawIn(name) {
    const { root, listeners } = this;
    const { signal } = listeners;
    await this.useTheme(name);
    onHostTheme(() => this.useTheme(this.wantedTheme), signal);
    onPrint((isPrinted) => void this.useTheme(this.wantedTheme, isPrinted), signal);
    const watch = new ResizeObserver(() => this.fit());
    for (const each of [root, paneOf(root).element]) if (each) watch.observe(each);
    signal.addEventListener("abort", () => watch.disconnect());
  }

  /** Take on a theme by its name; "auto" follows the host. Of two asked for, the later one stays. @param {string} name @param {boolean} [isPrinted] */
  async useTheme(name, isPrinted = false) {
    this.wantedTheme = name;
    await this.takeOn(themeOf(name, this.pack.head.atlas.themes, isPrinted));
  }

  /** @param {Theme} theme */
  async takeOn(theme) {
    if (!(await this.atlas.use(theme.name)) || this.disposed) return;
    this.theme = theme;
    applyTheme(this.root, theme);
    this.host.onTheme?.();
    this.fit();
  }

  /** The width within the root's padding, and the height of its padding. */
  inside() {
    const style = getComputedStyle(this.root);
    /** @param {string[]} sides */
    const of = (...sides) =>
      sides.reduce((sum, side) => sum + parseFloat(style.getPropertyValue(`padding-${side}`)), 0);
    return { width: this.root.clientWidth - of("left", "right"), padding: of("top", "bottom") };
  }

  /** Whether it has a page of its own. */
  get isOnly() {
    return window.parent === window && this.root.matches("main > .minevis:only-of-type");
  }

  dispose() {
    this.listeners.abort();
  }
}
