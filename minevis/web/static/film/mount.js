// A page of films without a kernel: every film in it gets its player.

import { replaceAddress } from "../shared/address.js";
import { mountEach } from "../shared/mount.js";

const HAS_ADDRESS = window.location.protocol !== "about:"; // a frame inside a notebook has no address
const FILMS = "script.minevis-film";
const AT_REST = 400; // ms after which the address is updated
const SETTLED = 5000; // ms after which all of a page has its height

/** The settings of a link for the run of this number, such as `#step=300&panels=board,zero`; for the first run, unless it says `run=2`. */
function linked(run) {
  const asked = new URLSearchParams(window.location.hash.slice(1));
  if (Number(asked.get("run") ?? 1) !== run + 1) return {};
  const step = parseInt(asked.get("step"), 10);
  return { step: Number.isNaN(step) ? undefined : step, panels: asked.get("panels")?.split(",") };
}

/** A link to the current view. */
function linkTo({ film, player, panels }, run) {
  const parts = [
    `step=${film.events[player.beat]}`,
    `panels=${panels}`,
    ...(run ? [`run=${run + 1}`] : []),
  ];
  return `${window.location.href.split("#")[0]}#${parts.join("&")}`;
}

/** Update the address when a run is at rest, so that a reload or a shared link opens the same view. */
function tellAddress(scrubber, run) {
  clearTimeout(scrubber.telling);
  scrubber.telling = setTimeout(() => {
    if (!scrubber.player.playing) replaceAddress(placed(scrubber.root), linkTo(scrubber, run));
  }, AT_REST);
}

/** Follow changes of the address, and clicks on links to the current address; go back to the earlier view. */
function followLinks(scrubber, run) {
  let before;
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

function follow(scrubber, { step, panels }) {
  if (panels) scrubber.choosePanels(panels);
  if (step !== undefined) scrubber.player.seek(scrubber.film.beatOf(step));
}

/**
 * Keep the run named by the address at its place from before a reload, or at the top of the window, while
 * the parts above it get their height, and until somebody touches the page.
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

/** The history entry also stores the position of a run in the window, because a browser scrolls back before everything has its height. */
function placed(root) {
  return { ...window.history.state, minevisTop: root.getBoundingClientRect().top };
}

/** Remember the place of the run named by the address. */
function keepPlace(root, run) {
  let noting;
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

/** Start every film of the page in its own viewer, such as `Scrubber`. `open` opens a board at a moment of one. */
export function mountFilms(Viewer, open = null) {
  return mountEach(FILMS, async (root, pack, host, run) => {
    host.settings = linked(run);
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
