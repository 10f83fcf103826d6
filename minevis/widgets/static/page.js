// A page without a kernel: every film in it gets its scrubber.

import { openAlone } from "./app/alone.js";
import { mountFilms } from "./film/mount.js";
import { Scrubber } from "./film/scrubber.js";

export function mountAll() {
  return mountFilms(Scrubber, openAlone);
}
