// What the browser keeps from visit to visit.

const PREFIX = "minevis ";

/** Values by name, in the storage that `open()` returns; where the browser forbids it or it is full, for this visit only. */
export class Kept {
  values = /** @type {Map<string, string | null>} */ (new Map()); // of this visit
  storage = /** @type {Storage | null} */ (null);

  constructor(open = () => window.localStorage) {
    try {
      this.storage = open();
    } catch {
      // a private window, or a page in a frame
    }
  }

  /** Return a value, or null. @param {string} name @returns {any} */
  get(name) {
    try {
      const held = this.values.get(name);
      const text = held === undefined ? this.storage?.getItem(PREFIX + name) : held;
      return JSON.parse(text ?? "null");
    } catch {
      return null; // damaged, or of another program
    }
  }

  /** Set a value, null deletes it; return whether there was room in the storage. @param {string} name @param {unknown} value */
  set(name, value) {
    const text = value === null ? null : JSON.stringify(value);
    try {
      if (text === null) this.storage?.removeItem(PREFIX + name);
      else this.storage?.setItem(PREFIX + name, text);
      if (this.storage) this.values.delete(name);
      else this.values.set(name, text);
      return true;
    } catch {
      this.values.set(name, text);
      return false;
    }
  }
}
