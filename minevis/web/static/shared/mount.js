// The widgets of a page without a kernel.

import { paintGround, showError } from "./dom.js";
import { bytesOfText, unpack } from "./pack.js";
import { speakerOfPage } from "./words.js";

/** Build a widget after every script element with its data: `made(root, pack, host, number)` promises it. @param {string} selector @param {(root: HTMLElement, pack: Pack, host: { say: Say, onTheme(): void }, number: number) => Promise<any>} made */
export function mountEach(selector, made) {
  const say = speakerOfPage();
  /** @param {any} source @param {number} number */
  const mount = async (source, number) => {
    const root = source.nextElementSibling;
    try {
      const pack = await unpack(bytesOfText(source.textContent.trim()));
      root.widget = await made(root, pack, { say, onTheme: () => paintGround(root) }, number);
    } catch (error) {
      showError(root, say("cannot be shown", { error: error.message }));
    }
  };
  return Promise.all([...document.querySelectorAll(selector)].map(mount));
}

/** Once all is mounted: the page in its frame, and the keys for the only widget of a page. */
export function settlePage() {
  document.body.classList.toggle("mv-framed", window.parent !== window); // aligned with its host's text
  const roots = document.querySelectorAll(".minevis");
  if (roots.length === 1)
    document.addEventListener("keydown", (event) => {
      if (event.target === document.body) passKey(roots[0].widget, event);
    });
  fitFrame();
}

/** Pass a key to a widget, or to the board of a moment that is open in its place. @param {KeyTaker | undefined} widget @param {KeyboardEvent} event */
export function passKey(widget, event) {
  const inner = /** @type {HTMLElement | undefined} */ (widget?.away?.lastElementChild);
  (inner?.widget ?? widget)?.key?.(event);
}

/**
 * Set the frame to the page's height: directly in a host of the same origin, hiding the page's
 * still picture; else by a message to the host, which may listen for `minevisHeight`.
 */
function fitFrame() {
  if (window.parent === window) return;
  const frame = ownFrame();
  const framed = frame?.closest(".minevis-framed");
  for (const other of framed?.children ?? []) if (other !== frame) other.style.display = "none";
  const fills = document.querySelector(".mv-film"); // its boards take the frame's room
  let toldAt = 0; // the width of the frame
  /** @param {number} height */
  const tell = (height) => {
    if (fills && toldAt === window.innerWidth && height <= window.innerHeight) return; // otherwise every message would make both lower
    toldAt = window.innerWidth;
    window.parent.postMessage({ minevisHeight: height }, "*");
  };
  const fit = () => {
    if (document.fullscreenElement || !document.body) return; // a page that is left has no body
    const height = document.body.scrollHeight;
    if (!frame) tell(height);
    else if (frame.style.height !== `${height}px`) frame.style.height = `${height}px`;
  };
  fit(); // at once: hidden elements are not observed
  new ResizeObserver(fit).observe(document.body);
}

/** The frame around the page; null if it is cross-origin, as for pages on disk. */
function ownFrame() {
  try {
    return window.frameElement;
  } catch {
    return null;
  }
}
