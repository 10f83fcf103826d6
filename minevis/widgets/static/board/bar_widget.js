// A board with one bar of tools, which on a phone stands below the words, where a thumb is.

import { LOW, paneOf } from "../shared/dom.js";
import { BoardWidget } from "./board_widget.js";

/** Subclasses define `makeBar()`, the bar with its menu, and `spared()`, the controls that may move into the menu. */
export class BarWidget extends BoardWidget {
  toolbars() {
    this.zooms = window.matchMedia("(pointer: coarse)").matches; // cells too small for a finger are seen through a window
    this.bar = this.makeBar();
    return [this.bar];
  }

  /** The menu on a phone: controls that always go there (`anyway`), and `groups` that go one by one while the bar has no room. @returns {{ anyway: Element[], groups: Element[][] }} */
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

  /** Place the bar, and move controls without room into the menu. */
  arrange(small) {
    this.small = small;
    if (small) this.caption.element.after(this.bar);
    else this.root.prepend(this.bar);
    const { anyway, groups } = small ? this.spared() : { anyway: [], groups: [] };
    this.menu.takeIn(anyway, groups, () => this.bar.scrollWidth <= this.bar.clientWidth);
  }
}
