// The app: a page to analyse positions, without a kernel.

import { Editor } from "../board/editor.js";
import { fitFrame } from "../shared/frame.js";
import { copyText, paintGround, showError, textButton } from "../shared/dom.js";
import { bytesOfText, unpack } from "../shared/pack.js";
import { Pictures } from "../shared/pictures.js";
import { speakerOfPage } from "../shared/words.js";
import { Editing, fresh } from "./editing.js";
import { linkOf, positionOfAddress } from "./notations.js";
import { PositionView } from "./view.js";

const LINKED = "#p=";

/** The position of the address, if it has one. */
function linked() {
  const { hash } = window.location;
  return hash.startsWith(LINKED)
    ? positionOfAddress(decodeURIComponent(hash.slice(LINKED.length)))
    : null;
}

/** An editor that has a link to share its position. */
class Analyser extends Editor {
  footer() {
    const share = textButton(this.say("app share"), this.say("app share about"), () =>
      copyText(window.location.href),
    );
    const footer = super.footer();
    this.asText.lastChild.append(share);
    return footer;
  }
}

async function mountAnalyser(root, pack, say) {
  const { marks, panels, tables, largest } = pack.head.app;
  const drawing = new PositionView(new Pictures(pack.head.atlas), marks, say);
  const onchange = (position) =>
    window.history.replaceState(null, "", `${LINKED}${linkOf(position)}`);
  const editing = new Editing({ drawing, tables, panels, largest, say, onchange });
  const host = {
    say,
    theme: pack.head.app.theme,
    onTheme: () => paintGround(root),
    ask: (action) => editing.do(action, (state) => widget.show(state)),
  };
  const widget = new Analyser(root, pack, host);
  await editing.take(linked() ?? fresh(9, 9, 10));
  root.boardWidget = await started(widget, editing.state);
  window.addEventListener("hashchange", async () => {
    const position = linked();
    if (!position || linkOf(position) === linkOf(editing.position)) return;
    await editing.take(position);
    widget.show(editing.state);
  });
}

async function started(widget, state) {
  await widget.start(state);
  return widget;
}

export async function mountAll() {
  const say = await speakerOfPage();
  const source = document.querySelector("script.minevis-app");
  const root = source.nextElementSibling;
  try {
    const pack = await unpack(bytesOfText(source.textContent.trim()));
    await mountAnalyser(root, pack, say);
  } catch (error) {
    showError(root, say("run cannot be shown", { error: error.message }));
  }
  fitFrame();
}
