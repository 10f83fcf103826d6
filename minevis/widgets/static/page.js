// A page without a kernel: every film in it gets its scrubber.

import { showError } from "./shared/dom.js";
import { unpack } from "./shared/pack.js";
import { speaker } from "./shared/words.js";
import { Scrubber } from "./film/scrubber.js";

/** The ground of the page goes with the theme of its scrubber. */
function paintGround(root) {
  document.body.style.background = getComputedStyle(root).backgroundColor;
}

async function mount(source, say) {
  const root = source.nextElementSibling;
  try {
    const pack = await unpack(source.textContent.trim());
    const host = { say, report: (changes) => changes.theme && paintGround(root) };
    root.scrubber = await new Scrubber(root, pack, host).start();
    paintGround(root);
  } catch (error) {
    showError(root, say("run cannot be shown", { error: error.message }));
  }
}

/** In a frame of the same origin, take the height that the page needs, and hide what stood in for it. */
function fitFrame() {
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
  const say = speaker(JSON.parse(document.getElementById("minevis-words").textContent));
  await Promise.all([...document.querySelectorAll("script.minevis-film")].map((source) => mount(source, say)));
  try {
    fitFrame();
  } catch {
    // another origin: the frame keeps its height and scrolls
  }
}
