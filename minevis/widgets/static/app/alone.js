// The editor and the playground without a kernel: the browser does what they ask for.

import { Editor } from "../board/editor.js";
import { Playground } from "../board/playground.js";
import { copyButton, textButton } from "../shared/dom.js";
import { Pictures } from "../shared/pictures.js";
import { Editing } from "./editing.js";
import { Playing } from "./playing.js";
import { PositionView } from "./view.js";

/** An editor; `host.link()` is a link to share its position, and `host.leave()` goes to the game, if there are such. */
class EditorAlone extends Editor {
  makeBar() {
    const bar = super.makeBar();
    const { say, host } = this;
    if (host.leave) {
      this.toPlay = textButton(say("alone play"), say("alone play about"), host.leave);
      this.menu.button.before(this.toPlay);
    }
    return bar;
  }

  footer() {
    const { say, host } = this;
    const footer = super.footer();
    if (host.link) this.asText.lastChild.append(copyButton(say, "alone share", host.link));
    return footer;
  }
}

/** A playground; `host.leave()` goes to its position in an editor, and `host.link()` is a link to it, if there are such. */
class PlaygroundAlone extends Playground {
  makeBar() {
    const bar = super.makeBar();
    const { say, host, actions } = this;
    for (const name of ["pick", "finish"]) actions[name].remove(); // these need Python's players
    if (host.leave) {
      this.toAnalyse = textButton(say("alone analyse"), say("alone analyse about"), host.leave);
      this.menu.button.before(this.toAnalyse);
    }
    return bar;
  }

  menuRows() {
    const { say, host } = this;
    const [row] = super.menuRows();
    return [host.link ? [...row, copyButton(say, "alone share", host.link)] : row];
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

function drawingOf({ head }, { marks }, { say }) {
  return new PositionView(new Pictures(head.atlas), marks, say);
}

/** Promise an editor of `position` in `root`, and what edits it. `settings` are those of `minevis/widgets/app.py`; `host` may have `onchange(position)`. */
export async function editorAlone(root, pack, settings, host, position) {
  const { say, onchange } = host;
  const { tables, panels, largest } = settings;
  const drawing = drawingOf(pack, settings, host);
  const editing = new Editing({ drawing, tables, panels, largest, say, onchange });
  const ask = (action) => editing.do(action, (state) => widget.show(state));
  const widget = new EditorAlone(root, pack, { ...host, ask });
  await editing.take(position);
  await widget.start(editing.state);
  return { widget, editing };
}

/** Promise a playground in `root`, and the game in it. */
export async function playgroundAlone(root, pack, settings, host) {
  const { levels, panels, largest } = settings;
  const drawing = drawingOf(pack, settings, host);
  const playing = new Playing({ drawing, levels, panels, largest, say: host.say });
  const ask = (action) => playing.do(action, (state) => widget.show(state));
  const widget = new PlaygroundAlone(root, pack, { ...host, ask });
  await widget.start(playing.state);
  return { widget, playing };
}
