// What tests/web/test_proofs_twin.py asks of the browser: proofs, and the sentences that tell them.

import { speaker } from "../../minevis/web/static/shared/words.js";
import { proofsOf } from "../../minevis/web/static/solver/prove.js";
import {
  askedAbout,
  byPlace,
  statements,
  summary,
} from "../../minevis/web/static/solver/sentences.js";

export function proven(board, cells, table) {
  const say = speaker(table);
  const called = byPlace(say, board.width);
  return cells.map((cell) => {
    const proof = proofsOf(board).of(cell);
    const asked = askedAbout(proof, cell);
    return [proof, statements(asked, called), summary(asked, called)];
  });
}
