// The place one is at, frames that wait until they are near, and paper.

const contents = document.querySelector("nav.contents");
const wide = window.matchMedia("(min-width: 1180px)");

/** On a wide screen the contents stay open beside the text; on a narrow one they are a bar above it. */
function arrange() {
  contents.querySelector("details").open = wide.matches;
}

/** Mark the chapter that one is in, and say it in the bar. */
function place() {
  const links = [...contents.querySelectorAll("a")];
  const passed = links.filter((link) => document.querySelector(link.hash).getBoundingClientRect().top < innerHeight / 3);
  const here = passed.at(-1);
  for (const link of links) {
    if (link === here) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  contents.querySelector(".here").textContent = (!wide.matches && here?.dataset.title) || "Contents"; // folded, it says where
  contents.style.setProperty("--read", scrollY / Math.max(document.body.scrollHeight - innerHeight, 1));
}

contents.querySelector(".code-switch input").addEventListener("change", ({ target }) => {
  document.body.classList.toggle("all-code", target.checked); // without it no check is there
  for (const fold of document.querySelectorAll("details:is(.fold, .checked):has(> .code)")) fold.open = target.checked;
});

// A figure that is linked to stays in view while the frames above it take their heights.
let aim = null;
function follow() {
  aim = document.getElementById(location.hash.slice(1));
  aim?.scrollIntoView();
}
new ResizeObserver(() => aim?.scrollIntoView()).observe(document.querySelector("main"));
for (const kind of ["wheel", "touchstart", "pointerdown", "keydown"]) {
  window.addEventListener(kind, () => { aim = null; }, { passive: true });
}
window.addEventListener("hashchange", follow);
follow();

let waiting = false;
window.addEventListener("scroll", () => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; place(); });
}, { passive: true });
contents.addEventListener("click", (event) => {
  if (event.target.closest("a") && !wide.matches) contents.querySelector("details").open = false;
});
wide.addEventListener("change", arrange);
arrange();
place();

// A frame with a film in it takes a moment to build: it is built when it is about to be seen, from the
// parts that it shares with others.
const parts = JSON.parse(document.getElementById("parts").textContent);
function build(frame) {
  near.unobserve(frame);
  if (!frame.dataset.page) return;
  frame.srcdoc = frame.dataset.page.replace(/<!--part (\d+)-->/g, (_, number) => parts[number]);
  delete frame.dataset.page;
}
const near = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting) build(target);
}, { rootMargin: "900px 0px" });
for (const frame of document.querySelectorAll("iframe[data-page]")) near.observe(frame);

// A cell that the text names, such as (0, 3), is framed in its figure while one points at it.
const lit = document.createElement("span");
lit.className = "lit";

/** Frame a cell in the boards or the picture of a figure, or free it. Returns where it is in the window, if it is shown. */
function lightUp(link, on) {
  const figure = document.querySelector(link.hash);
  const [row, col] = link.textContent.match(/\d+/g).map(Number);
  lit.remove();
  let place = null;
  for (const frame of figure.querySelectorAll("iframe")) {
    const widget = frame.contentDocument?.querySelector(".minevis")?.widget;
    for (const stage of widget?.boards?.map((board) => board.stage) ?? [widget?.stage]) {
      if (!stage || row >= stage.height || col >= stage.width) continue;
      stage.hover(on ? row * stage.width + col : -1);
      stage.element.classList.toggle("mv-lit", on);
      const { top, side } = stage.visible[0].boxOf(row * stage.width + col);
      place ??= { top: frame.getBoundingClientRect().top + top, side };
    }
  }
  const picture = on && figure.querySelector("img[data-cells]");
  if (!picture) return place;
  const [left, top, side, firstRow, firstCol] = picture.dataset.cells.split(" ").map(Number);
  const scale = picture.clientWidth / picture.naturalWidth;
  Object.assign(lit.style, {
    left: `${picture.offsetLeft + scale * (left + (col - firstCol) * side)}px`,
    top: `${picture.offsetTop + scale * (top + (row - firstRow) * side)}px`,
    width: `${scale * side}px`,
    height: `${scale * side}px`,
  });
  (picture.closest("picture") ?? picture).after(lit);
  return { top: lit.getBoundingClientRect().top, side: scale * side };
}

/** Frame the cell that a link names, and scroll to it if it is out of view. */
function showCell(link) {
  const cell = lightUp(link, true);
  const bar = wide.matches ? 0 : contents.offsetHeight;
  if (!cell || (cell.top >= bar && cell.top + cell.side <= innerHeight)) return;
  aim = null; // the figure was the aim until its cells were there
  window.scrollBy(0, cell.top + cell.side / 2 - innerHeight / 2);
}

// A link to a cell far away opens the board beside it, its cell framed; the figure's name there leads to it.
const PEEK = 260; // px

/** The picture of a figure, and where a cell is in it, in its own px; null until its frame is drawn. */
function pictureOf(link) {
  const figure = document.querySelector(link.hash);
  const [row, col] = link.textContent.match(/\d+/g).map(Number);
  for (const frame of figure.querySelectorAll("iframe")) {
    const widget = frame.contentDocument?.querySelector(".minevis")?.widget;
    const stage = widget?.boards?.[0]?.stage ?? widget?.stage;
    const [panel] = stage?.visible ?? [];
    if (!panel?.cell || row >= stage.height || col >= stage.width) continue;
    const cell = row * stage.width + col;
    return { picture: panel.canvas, left: panel.x(cell), top: panel.y(cell), side: panel.cell };
  }
  const picture = figure.querySelector("img[data-cells]");
  if (!picture) return null;
  const [left, top, side, firstRow, firstCol] = picture.dataset.cells.split(" ").map(Number);
  return { picture, left: left + (col - firstCol) * side, top: top + (row - firstRow) * side, side };
}

/** Open a small board below a link, or close it. Its frame is built first. */
async function peek(link) {
  const isOpen = link.nextElementSibling?.matches(".peek");
  for (const each of document.querySelectorAll(".peek")) each.remove();
  if (isOpen) return;
  document.querySelectorAll(`${link.hash} iframe`).forEach(build);
  let found = pictureOf(link);
  for (let tries = 0; !found && tries < 100; tries += 1) {
    await new Promise((done) => { setTimeout(done, 100); });
    found = pictureOf(link);
  }
  if (!found) { location.hash = link.hash; return; }
  const { picture, left, top, side } = found;
  const [width, height] = [picture.naturalWidth ?? picture.width, picture.naturalHeight ?? picture.height];
  const canvas = document.createElement("canvas");
  const scale = Math.min(1, (PEEK * devicePixelRatio) / Math.max(width, height));
  Object.assign(canvas, { width: width * scale, height: height * scale });
  canvas.style.width = `${canvas.width / devicePixelRatio}px`;
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  pen.drawImage(picture, 0, 0);
  Object.assign(pen, { lineWidth: side / 8, strokeStyle: getComputedStyle(document.body).color });
  pen.strokeRect(left, top, side, side);
  const place = document.createElement("span");
  place.className = "peek";
  const way = document.createElement("a");
  way.href = link.hash;
  way.textContent = link.hash.replace("#figure-", "Figure ");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `${link.textContent} in ${way.textContent}`);
  place.append(canvas, way);
  link.after(place);
}
window.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") for (const each of document.querySelectorAll(".peek")) each.remove();
});

for (const link of document.querySelectorAll("a.cell")) {
  for (const kind of ["pointerenter", "focus"]) link.addEventListener(kind, () => lightUp(link, true));
  for (const kind of ["pointerleave", "blur"]) link.addEventListener(kind, () => lightUp(link, false));
  link.addEventListener("click", (event) => {
    const { top, bottom } = document.querySelector(link.hash).getBoundingClientRect();
    const isNear = top < innerHeight - 120 && bottom > 120; // in view already, or a part of it
    event.preventDefault();
    (isNear ? showCell : peek)(link);
  });
}

// A number in the text that one drags belongs to a figure, and so does the chance that follows it.
const PER_MINE = 12; // px
const placeOf = (number) => document.getElementById(number.dataset.of.toLowerCase().replace(" ", "-"));
for (const number of document.querySelectorAll(".dragged")) {
  const figure = placeOf(number);
  const followers = [...document.querySelectorAll(".follows")].filter((each) => placeOf(each) === figure);
  const widget = () => figure.querySelector("iframe").contentDocument?.querySelector(".minevis")?.widget;
  const show = () => {
    number.textContent = number.ariaValueNow = widget().mines;
    for (const each of followers) each.textContent = widget().chance.replace(" ", "\u00a0");
  };
  const set = (mines) => {
    if (!widget()?.cards) return; // it is not built yet
    widget().changed = show;
    widget().mines = mines;
  };
  let begun = null;
  Object.assign(number, { tabIndex: 0, role: "slider", ariaLabel: "mines on the board", ariaValueNow: number.textContent });
  number.addEventListener("pointerdown", (event) => {
    begun = { x: event.clientX, mines: Number(number.textContent) };
    number.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  number.addEventListener("pointermove", ({ clientX }) => {
    if (begun) set(begun.mines + Math.round((clientX - begun.x) / PER_MINE));
  });
  for (const kind of ["pointerup", "pointercancel"]) number.addEventListener(kind, () => { begun = null; });
  number.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!step) return;
    set(Number(number.textContent) + step);
    event.preventDefault();
  });
}

// F shows a figure on the full screen, as large as it fits: the one with the focus or the pointer, or the one in the middle.
// Where a figure is too tall for that, its words grow: the last row of a class reads them.
const READABLE = 2.1; // times the size on the page
const MOST_WORDS = 1.5;
const SIZES = ["font-size", "--mv-far", ...["xs", "s", "m", "l", "xl", "xxl"].map((name) => `--mv-${name}`)];

const BETWEEN = 12; // px above and below a part

/** The height of a figure as it is on the page, in px. */
function heightOf({ children }) {
  return [...children].reduce((sum, part) => sum + part.offsetHeight + BETWEEN, BETWEEN);
}

function sizeWords(figure, times) {
  for (const frame of figure.querySelectorAll("iframe")) {
    const root = frame.contentDocument?.querySelector(".minevis");
    for (const size of root ? SIZES : []) {
      root.style.removeProperty(size);
      const px = parseFloat(frame.contentWindow.getComputedStyle(root).getPropertyValue(size)) || 1;
      if (times > 1) root.style.setProperty(size, `${times * px}px`);
    }
    root?.widget.fit();
  }
}

let pointed = null;
document.addEventListener("pointerover", ({ target }) => { pointed = target.closest("figure"); });
function enlarge(event) {
  const { altKey, ctrlKey, defaultPrevented, key, metaKey, target, view } = event;
  if (key.toLowerCase() !== "f" || defaultPrevented || altKey || ctrlKey || metaKey) return;
  if (target.closest?.("input:not([type=range]), select, textarea")) return;
  if (document.fullscreenElement) { document.exitFullscreen(); return; }
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const figure = view.frameElement?.closest("figure") ?? pointed ?? middle?.closest("figure");
  if (!figure) return;
  const film = figure.querySelector("iframe")?.contentDocument?.querySelector(".mv-film");
  if (film) { film.requestFullscreen(); return; } // it lays itself out for a projector
  const wide = figure.clientWidth;
  const most = () => Math.min(screen.width / wide, screen.height / heightOf(figure));
  const zoom = () => Math.floor(20 * most()) / 20; // a px more or less changes nothing
  const grow = () => figure.style.setProperty("--zoom", zoom());
  figure.style.setProperty("--wide", `${wide}px`);
  figure.classList.toggle("tall", zoom() < READABLE); // its caption makes room
  sizeWords(figure, Math.min(Math.max(READABLE / zoom(), 1), MOST_WORDS));
  const sized = new ResizeObserver(grow);
  for (const part of figure.children) sized.observe(part);
  grow();
  figure.requestFullscreen();
  figure.onfullscreenchange = () => {
    if (document.fullscreenElement === figure) return;
    sized.disconnect();
    sizeWords(figure, 1);
    figure.classList.remove("tall");
  };
}
window.addEventListener("keydown", enlarge);
for (const frame of document.querySelectorAll("main iframe")) {
  frame.addEventListener("load", () => frame.contentWindow.addEventListener("keydown", enlarge));
}

// What the reader chose in figures is told again at the end, also after a reload.
const recalled = document.querySelector(".recalled");
const KEPT = "minevis choices";
let choices = {};
try { choices = JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { /* storage may be forbidden */ }
function recall() {
  const items = [...document.querySelectorAll("main figure:has(iframe)")].flatMap((figure) => {
    const { widget } = figure.querySelector("iframe").contentDocument?.querySelector(".minevis") ?? {};
    const told = (choices[figure.id] = widget?.recalled || choices[figure.id]);
    if (!told) return [];
    const item = document.createElement("li");
    item.append(figure.querySelector("figcaption a").cloneNode(true), `: ${told}`);
    return [item];
  });
  try { localStorage.setItem(KEPT, JSON.stringify(choices)); } catch { /* or full */ }
  recalled.replaceChildren(...items);
}
if (recalled) {
  window.addEventListener("pagehide", recall);
  new IntersectionObserver(recall, { rootMargin: "300px 0px" }).observe(recalled.parentElement);
}

// A film has room for its controls below its picture, which they would cover.
const CONTROLS = 72; // px
const tall = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    target.style.height = `${(target.clientWidth * target.videoHeight) / target.videoWidth + CONTROLS}px`;
  }
});
for (const film of document.querySelectorAll("video[controls]")) {
  const fit = () => {
    film.style.width = `${film.videoWidth}px`;
    tall.observe(film);
  };
  if (film.readyState) fit();
  else film.addEventListener("loadedmetadata", fit, { once: true });
}

// A film that waits shows a moment from its middle, where there is something to see, and begins at its beginning.
for (const film of document.querySelectorAll("video:not([autoplay])")) {
  const wait = () => {
    film.currentTime = 0.6 * film.duration;
    film.addEventListener("play", () => { film.currentTime = 0; }, { once: true });
  };
  if (film.readyState) wait();
  else film.addEventListener("loadedmetadata", wait, { once: true });
}

// On paper nothing unfolds and nothing moves: answers are printed, code is not, and of a film
// the moment at which it stands. A frame is as high as what is left without its controls.
let unfolded = [], stills = [], heights = [];
const PAPER = "680px"; // the text of a page of A4, between the margins of a browser
function heightOnPaper(frame) {
  const page = frame.contentDocument;
  const inside = ({ cssRules = [] }) => [...cssRules].flatMap((rule) => [rule, ...inside(rule)]); // of scopes, too
  const rules = [...page.styleSheets].flatMap(inside);
  const onPaper = rules.filter((rule) => rule.media?.mediaText === "print");
  frame.style.width = PAPER;
  for (const rule of onPaper) rule.media.mediaText = "all";
  const height = page.body.scrollHeight;
  for (const rule of onPaper) rule.media.mediaText = "print";
  frame.style.width = "100%";
  return `${height}px`;
}
function stillOf(film) {
  const still = document.createElement("canvas");
  [still.width, still.height] = [film.videoWidth, film.videoHeight];
  still.getContext("2d").drawImage(film, 0, 0);
  still.className = "still";
  film.before(still);
  return still;
}
window.addEventListener("beforeprint", () => {
  unfolded = [...document.querySelectorAll("section > details:not([open])")];
  for (const each of unfolded) each.open = true;
  stills = [...document.querySelectorAll("video")].filter((film) => film.readyState > 1).map(stillOf);
  const built = [...document.querySelectorAll("iframe:not([data-page])")].filter((frame) => frame.contentDocument);
  heights = built.map((frame) => [frame, frame.style.height]);
  for (const [frame] of heights) frame.style.height = heightOnPaper(frame);
});
window.addEventListener("afterprint", () => {
  for (const each of unfolded) each.open = false;
  for (const each of stills) each.remove();
  for (const [frame, height] of heights) frame.style.height = height;
});
