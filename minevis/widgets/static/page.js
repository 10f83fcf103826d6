// A page without a kernel: every film in it gets its scrubber, and every board lives.

import { mountBoards, openAlone } from "./app/alone.js";
import { mountFilms } from "./film/mount.js";
import { Scrubber } from "./film/scrubber.js";
import { fitFrame } from "./shared/frame.js";

export async function mountAll() {
  await Promise.all([mountFilms(Scrubber, openAlone), mountBoards()]);
  fitFrame();
}
