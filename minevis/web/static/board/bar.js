// The toolbar of a board and its menu: on a phone below the words, near the thumb.

import { LOW, make, paneOf } from "../shared/dom.js";
import { closerButton } from "../shared/viewport.js";

const CLEAR = 30; // CSS px: cells this large need no magnifier

/** A bar of `widget`: `controls`, and `options` at its end, before the menu. On a phone `spared()` are the controls for the menu: some that always go there (`anyway`), and `groups` that go one by one while the bar has no room. */
export class Bar {
  arranged = ""; // for which room

  /** @param {BoardWidget} widget @param {{ title: string, controls: Element[], options: Element[], spared: () => { anyway: Element[], groups: Element[][] } }} given */
  constructor(widget, { title, controls, options, spared }) {
    this.widget = widget;
    this.spared = spared;
    this.magnifier = closerButton(widget.say, () => widget.stage.viewport.toggle());
    const menu = widget.makeMenu(title);
    const last = [...options, this.magnifier.element, ...menu];
    const end = make("div", { class: "mv-options" }, ...last);
    this.element = make("div", { class: "mv-controls mv-top" }, ...controls, end);
  }

  /** Take the place that the room leaves, and move controls without room into the menu. */
  place() {
    const { root } = this.widget;
    const low = paneOf(root).height < LOW;
    root.classList.toggle("mv-low", low);
    const arranged = `${this.widget.inside().width} ${low}`;
    if (arranged === this.arranged) return;
    this.arranged = arranged;
    this.arrange(low || root.classList.contains("mv-narrow"));
  }

  /** @param {boolean} small */
  arrange(small) {
    const { element, widget, magnifier } = this;
    if (small) widget.caption.element.after(element);
    else widget.home.before(element);
    const { anyway, groups } = small ? this.spared() : { anyway: [], groups: [] };
    widget.menu.takeIn(
      small ? [...anyway, magnifier.element] : [],
      groups,
      () => element.scrollWidth <= element.clientWidth,
    );
  }

  /** Once the board has its size: name the magnifier by what it does. */
  fitted() {
    const { zoomed, fitting } = this.widget.stage.viewport;
    this.magnifier.name(zoomed);
    this.magnifier.element.hidden = !zoomed && fitting >= CLEAR;
  }
}
