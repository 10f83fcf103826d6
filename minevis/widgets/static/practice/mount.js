// A page of practice without a kernel: every set of puzzles in it gets its widget.

import { fitFrame } from "../shared/frame.js";
import { paintGround, showError } from "../shared/dom.js";
import { bytesOfText, unpack } from "../shared/pack.js";
import { speakerOfPage } from "../shared/words.js";
import { Practice } from "./practice.js";
import { printAsSheet } from "./sheet.js";

async function mount(source, say) {
  const root = source.nextElementSibling;
  try {
    const pack = await unpack(bytesOfText(source.textContent.trim()));
    const host = { say, theme: pack.head.practice.theme, onTheme: () => paintGround(root) };
    root.practice = await new Practice(root, pack, host).start();
    if (window.parent === window) printAsSheet(root.practice);
  } catch (error) {
    showError(root, say("run cannot be shown", { error: error.message }));
  }
}

export async function mountAll() {
  const say = speakerOfPage();
  await Promise.all(
    [...document.querySelectorAll("script.minevis-film")].map((source) => mount(source, say)),
  );
  const roots = document.querySelectorAll(".minevis");
  if (roots.length === 1) {
    document.addEventListener("keydown", (event) => {
      if (event.target === document.body) roots[0].practice?.key(event); // alone on its page, it has the keys
    });
  }
  fitFrame();
}
