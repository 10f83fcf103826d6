// A board with one bar of tools, which on a phone stands below the words, where a thumb is.

import { LOW, paneOf } from "../shared/dom.js";
import { BoardWidget } from "./board_widget.js";

/** Subclasses give `makeBar()`, the bar, with a menu in it, and `spared()`, what the menu takes in. */
export class BarWidget extends BoardWidget {
  toolbars() {
    this.zooms = window.matchMedia("(pointer: coarse)").matches; // cells too small for a finger are seen through a window
    this.bar = this.makeBar();
    return [this.bar];
  }

  /** What the menu holds on a phone: what goes there `anyway`, and `groups` that go one by one while the bar has no room. */
  spared() {
    return { anyway: [], groups: [] };
  }

  room() {
    const low = paneOf(this.root).height < LOW;
    const arranged = `${this.inside().width} ${low}`;
    if (arranged === this.arranged) return super.room();
    this.arranged = arranged;
    this.root.classList.toggle("mv-low", low);
    super.room(); // says whether it is narrow
    this.arrange(low || this.root.classList.contains("mv-narrow"));
    return super.room();
  }

  /** Put the bar where it belongs, and into the menu what has no room in it. */
  arrange(small) {
    this.small = small;
    if (small) this.caption.element.after(this.bar);
    else this.root.prepend(this.bar);
    const { anyway, groups } = small ? this.spared() : { anyway: [], groups: [] };
    this.menu.takeIn(anyway, groups, () => this.bar.scrollWidth <= this.bar.clientWidth);
  }
}
