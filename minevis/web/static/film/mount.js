// A page of films without a kernel: every film in it gets its player.

import { replaceAddress } from "../shared/address.js";
import { mountEach } from "../shared/mount.js";

const HAS_ADDRESS = window.location.protocol !== "about:"; // a frame inside a notebook has no address
const FILMS = "script.minevis-film";
const AT_REST = 400; // ms after which the address is updated
const SETTLED = 5000; // ms after which all of a page has its height

/** The settings of a link for the run of this number, such as `#step=300&panels=board,zero`; for the first run, unless it says `run=2`. @param {number} run */
function linked(run) {
  const asked = new URLSearchParams(window.location.hash.slice(1));
  if (Number(asked.get("run") ?? 1) !== run + 1) return {};
  const step = parseInt(asked.get("step") ?? "", 10);
  return { step: Number.isNaN(step) ? undefined : step, panels: asked.get("panels")?.split(",") };
}

/** A link to the current view. @param {FilmViewer} given @param {number} run */
function linkTo({ film, player, panels }, run) {
  const parts = [
    `step=${film.events[player.beat]}`,
    `panels=${panels}`,
    ...(run ? [`run=${run + 1}`] : []),
  ];
  return `${window.location.href.split("#")[0]}#${parts.join("&")}`;
}

const telling = new Map(); // timers by run

/** Update the address when a run is at rest, so that a reload or a shared link opens the same view. @param {FilmViewer} scrubber @param {number} run */
function tellAddress(scrubber, run) {
  clearTimeout(telling.get(run));
  const tell = () => {
    if (!scrubber.player.playing) replaceAddress(placed(scrubber.root), linkTo(scrubber, run));
  };
  telling.set(run, setTimeout(tell, AT_REST));
}

/** Follow changes of the address, and clicks on links to the current address; go back to the earlier view. @param {FilmViewer} scrubber @param {number} run */
function followLinks(scrubber, run) {
  let before = /** @type {{ step?: number, panels?: string[] } | undefined} */ (undefined);
  const go = () => {
    const { film, player, panels } = scrubber;
    const isBack = !window.location.hash;
    const seen = { step: film.events[player.beat], panels };
    follow(scrubber, isBack ? (before ?? {}) : linked(run));
    before = isBack ? undefined : (before ?? seen);
  };
  window.addEventListener("hashchange", go);
  document.addEventListener("click", ({ target }) => {
    const hash = /** @type {Element} */ (target).closest("a")?.hash;
    if (hash && hash === window.location.hash) go();
  });
}

/** @param {FilmViewer} scrubber @param {{ step?: number, panels?: string[] }} given */
function follow(scrubber, { step, panels }) {
  if (panels) scrubber.choosePanels(panels);
  if (step !== undefined) scrubber.player.seek(scrubber.film.beatOf(step));
}

/**
 * Keep the run named by the address at its place from before a reload, or at the top of the window, while
 * the parts above it get their height, and until somebody touches the page.
 * @param {HTMLElement} root
 */
function holdInView(root) {
  const { minevisTop: top = 0 } = window.history.state ?? {};
  const watch = new ResizeObserver(() =>
    window.scrollBy({ top: root.getBoundingClientRect().top - top, behavior: "instant" }),
  );
  watch.observe(document.body);
  const leave = () => watch.disconnect();
  setTimeout(leave, SETTLED);
  for (const name of ["pointerdown", "wheel", "keydown", "hashchange"])
    window.addEventListener(name, leave, { capture: true, once: true, passive: true });
}

/** The history entry also stores the position of a run in the window, because a browser scrolls back before everything has its height. @param {HTMLElement} root */
function placed(root) {
  return { ...window.history.state, minevisTop: root.getBoundingClientRect().top };
}

/** Remember the place of the run named by the address. @param {HTMLElement} root @param {number} run */
function keepPlace(root, run) {
  let noting = 0;
  const note = () => linked(run).step !== undefined && replaceAddress(placed(root));
  window.addEventListener(
    "scroll",
    () => {
      clearTimeout(noting);
      noting = setTimeout(note, AT_REST);
    },
    { passive: true },
  );
}

/** Start every film of the page in its own viewer, such as `Scrubber`. `open` opens a board at a moment of one. @param {new (root: HTMLElement, pack: Pack, host: FilmHost) => FilmViewer} Viewer */
export function mountFilms(Viewer, open = /** @type {any} */ (null)) {
  return mountEach(FILMS, async (root, pack, given, run) => {
    /** @type {FilmHost} */
    const host = { ...given, settings: linked(run) };
    if (open) host.open = (...asked) => open(root.widget, ...asked);
    if (HAS_ADDRESS) {
      host.link = (scrubber) => linkTo(scrubber, run);
      host.report = () => root.widget && tellAddress(root.widget, run);
    }
    const scrubber = await new Viewer(root, pack, host).start();
    followLinks(scrubber, run);
    if (HAS_ADDRESS) keepPlace(root, run);
    if (HAS_ADDRESS && linked(run).step !== undefined) holdInView(root);
    return scrubber;
  });
}
