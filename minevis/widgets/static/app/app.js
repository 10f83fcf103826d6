// The app: a page to analyse positions and to play, without a kernel.

import { fitFrame } from "../shared/frame.js";
import { paintGround, showError } from "../shared/dom.js";
import { bytesOfText, unpack } from "../shared/pack.js";
import { speakerOfPage } from "../shared/words.js";
import { editorAlone, playgroundAlone } from "./alone.js";
import { fresh } from "./editing.js";
import { linkOf, positionOfAddress } from "./notations.js";

const LINKED = "#p=";
const PLAY = "#play";

/** The position of the address, if it has one. */
function linked() {
  const { hash } = window.location;
  const { largest } = globalThis.minevisBoards;
  return hash.startsWith(LINKED) ? positionOfAddress(hash.slice(LINKED.length), largest) : null;
}

async function analyser(root, pack, say, leave) {
  const link = () => window.location.href;
  const onchange = (position) =>
    window.history.replaceState(null, "", `${LINKED}${linkOf(position)}`);
  const { theme } = pack.head.app;
  const host = { say, theme, onTheme: () => paintGround(root), leave, link, onchange };
  const first = linked() ?? fresh(9, 9, 10);
  const { widget, editing } = await editorAlone(root, pack, host, first);
  const open = async (position) => {
    await editing.take(position);
    widget.show(editing.state);
  };
  window.addEventListener("hashchange", () => {
    const position = linked();
    if (position && linkOf(position) !== linkOf(editing.position)) open(position);
  });
  return { widget, open, at: () => `${LINKED}${linkOf(editing.position)}` };
}

async function player(root, pack, say, leave) {
  const { theme } = pack.head.app;
  const toAnalyse = () => leave(playing.mined ? playing.bare : null);
  const link = () => new URL(`${LINKED}${linkOf(playing.bare)}`, window.location).href;
  const host = { say, theme, onTheme: () => paintGround(root), leave: toAnalyse, link };
  const { widget, playing } = await playgroundAlone(root, pack, host);
  return { widget, at: () => PLAY };
}

/** The parts of the app; one is seen at a time, and is made when it is seen first. */
async function mount(analyse, play, pack, say) {
  const parts = new Map();
  const roots = { analyse, play };
  const show = async (name, position = null) => {
    for (const [other, root] of Object.entries(roots)) root.hidden = other !== name;
    const root = roots[name];
    const leave = (shown) => show(name === "play" ? "analyse" : "play", shown ?? null);
    const make = name === "play" ? player : analyser;
    if (!parts.has(name)) parts.set(name, await make(root, pack, say, leave));
    const part = parts.get(name);
    root.boardWidget = part.widget;
    if (name === "analyse" && position?.view) await part.open(position);
    window.history.replaceState(null, "", part.at());
    part.widget.useTheme(part.widget.wantedTheme);
    part.widget.fit();
  };
  window.addEventListener("hashchange", () => {
    if (window.location.hash === PLAY && play.hidden) show("play");
    const position = linked();
    if (position && analyse.hidden) show("analyse", position);
  });
  await show(window.location.hash === PLAY ? "play" : "analyse");
}

export async function mountAll() {
  const say = speakerOfPage();
  const source = document.querySelector("script.minevis-app");
  const [analyse, play] = document.querySelectorAll(".minevis");
  try {
    const pack = await unpack(bytesOfText(source.textContent.trim()));
    await mount(analyse, play, pack, say);
  } catch (error) {
    showError(analyse, say("run cannot be shown", { error: error.message }));
  }
  fitFrame();
}
