// A page in an output of a notebook: the first one contains the program, later pages take it from the window around them.

const PROGRAM = [
  ["minevis-words", "text/plain"],
  ["minevis-program", "module"],
]; // its elements
const AGAIN = 200; // ms: a notebook may show the first output last, when it is scrolled into view
const MISSED = 5000; // ms until a note that the program is missing

/** The programs left by pages, by name; null in a cross-origin window. */
function programs() {
  try {
    return (window.parent.minevisPrograms ??= new Map());
  } catch {
    return null;
  }
}

/** Leave the program of this page under its name. @param {string} name */
export function giveProgram(name) {
  const texts = PROGRAM.map(([id]) => document.getElementById(id)?.textContent ?? "");
  programs()?.set(name, texts);
}

/** Run the program of an earlier page once it is there. @param {string} name */
export function takeProgram(name) {
  const note = /** @type {HTMLElement} */ (document.getElementById("minevis-missing"));
  const say = setTimeout(() => void (note.hidden = false), MISSED);
  const take = () => {
    const texts = programs()?.get(name);
    if (!texts) return void setTimeout(take, AGAIN);
    clearTimeout(say);
    document.getElementById("minevis-waiting")?.remove();
    note.remove();
    PROGRAM.forEach(([id, type], i) => {
      const script = Object.assign(document.createElement("script"), { id, type });
      script.textContent = texts[i];
      document.body.append(script);
    });
    return undefined;
  };
  take();
}
