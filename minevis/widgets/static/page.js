// A page without a kernel: every film in it gets its scrubber.

import { make } from "./shared/dom.js";
import { unpack } from "./shared/pack.js";
import { Scrubber } from "./film/scrubber.js";

/** Say plainly what went wrong, in place of an empty widget. */
export function complain(root, what) {
  root.classList.add("minevis");
  root.replaceChildren(make("p", { class: "mv-trouble", role: "alert" }, what));
}

/** The ground of the page goes with the theme of its scrubber. */
function ground(root) {
  document.body.style.background = getComputedStyle(root).backgroundColor;
}

async function mount(source) {
  const root = source.nextElementSibling;
  try {
    const pack = await unpack(source.textContent.trim());
    const host = { report: (changes) => changes.theme && ground(root) };
    root.scrubber = await new Scrubber(root, pack, host).start();
    ground(root);
  } catch (error) {
    complain(root, `This run cannot be shown here: ${error.message}. A browser from 2023 or later can show it.`);
  }
}

/** In a frame of the same origin, take the height that the page needs, and hide what stood in for it. */
function grow() {
  const frame = window.frameElement;
  if (!frame) return;
  for (const other of frame.parentElement.children) if (other !== frame) other.style.display = "none";
  new ResizeObserver(() => {
    const needed = `${document.body.scrollHeight}px`;
    if (document.fullscreenElement || frame.style.height === needed) return;
    frame.style.height = needed;
  }).observe(document.body);
}

export async function mountAll() {
  await Promise.all([...document.querySelectorAll("script.minevis-film")].map(mount));
  try {
    grow();
  } catch {
    // another origin: the frame keeps its height and scrolls
  }
}
