// The app: a page to analyse positions and to play, without a kernel.

import { Editor } from "../board/editor.js";
import { Playground } from "../board/playground.js";
import { fitFrame } from "../shared/frame.js";
import { copyText, make, paintGround, showError, textButton } from "../shared/dom.js";
import { bytesOfText, unpack } from "../shared/pack.js";
import { Pictures } from "../shared/pictures.js";
import { speakerOfPage } from "../shared/words.js";
import { Editing, fresh } from "./editing.js";
import { linkOf, positionOfAddress } from "./notations.js";
import { Playing } from "./playing.js";
import { PositionView } from "./view.js";

const LINKED = "#p=";
const PLAY = "#play";

/** The position of the address, if it has one. */
function linked({ largest }) {
  const { hash } = window.location;
  return hash.startsWith(LINKED) ? positionOfAddress(hash.slice(LINKED.length), largest) : null;
}

/** An editor with a link to share its position, and the way to the game. */
class AnalyserAlone extends Editor {
  makeBar() {
    const bar = super.makeBar();
    const { say, host } = this;
    this.toPlay = textButton(say("alone play"), say("alone play about"), host.leave);
    this.menu.button.before(this.toPlay);
    return bar;
  }

  footer() {
    const share = textButton(this.say("alone share"), this.say("alone share about"), () =>
      copyText(window.location.href),
    );
    const footer = super.footer();
    this.asText.lastChild.append(share);
    return footer;
  }
}

/** A playground whose game is played in the browser alone. */
class PlayerAlone extends Playground {
  makeBar() {
    const bar = super.makeBar();
    const { say, host, actions } = this;
    for (const name of ["pick", "finish"]) actions[name].remove(); // these need Python's players
    this.toAnalyse = textButton(say("alone analyse"), say("alone analyse about"), host.leave);
    this.menu.button.before(this.toAnalyse);
    return bar;
  }

  spared() {
    const { pick, finish } = this.actions;
    const { anyway, groups } = super.spared();
    return { anyway, groups: groups.filter(([first]) => first !== pick && first !== finish) };
  }

  footer() {
    const footer = super.footer();
    this.foot.replaceChildren(); // films and files of games need Python
    return footer;
  }
}

async function analyser(root, pack, say, leave) {
  const { marks, panels, tables, largest, theme } = pack.head.app;
  const drawing = new PositionView(new Pictures(pack.head.atlas), marks, say);
  const onchange = (position) =>
    window.history.replaceState(null, "", `${LINKED}${linkOf(position)}`);
  const editing = new Editing({ drawing, tables, panels, largest, say, onchange });
  const ask = (action) => editing.do(action, (state) => widget.show(state));
  const onTheme = () => paintGround(root);
  const widget = new AnalyserAlone(root, pack, { say, theme, onTheme, ask, leave });
  await editing.take(linked(pack.head.app) ?? fresh(9, 9, 10));
  await widget.start(editing.state);
  const open = async (position) => {
    await editing.take(position);
    widget.show(editing.state);
  };
  window.addEventListener("hashchange", () => {
    const position = linked(pack.head.app);
    if (position && linkOf(position) !== linkOf(editing.position)) open(position);
  });
  return { widget, open, at: () => `${LINKED}${linkOf(editing.position)}` };
}

async function player(root, pack, say, leave) {
  const { marks, panels, levels, largest, theme } = pack.head.app;
  const drawing = new PositionView(new Pictures(pack.head.atlas), marks, say);
  const playing = new Playing({ drawing, levels, panels, largest, say });
  const ask = (action) => playing.do(action, (state) => widget.show(state));
  const onTheme = () => paintGround(root);
  const toAnalyse = () => leave(playing.mined ? playing.bare : null);
  const widget = new PlayerAlone(root, pack, { say, theme, onTheme, ask, leave: toAnalyse });
  await widget.start(playing.state);
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
    const position = linked(pack.head.app);
    if (position && analyse.hidden) show("analyse", position);
  });
  await show(window.location.hash === PLAY ? "play" : "analyse");
}

export async function mountAll() {
  const say = await speakerOfPage();
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
