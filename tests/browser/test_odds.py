import numpy as np

import minevis as mv
from minevis.render.panels import remainders
from minevis.render.tiles.atlas import Mark
from minevis.solver import events as ev
from seeing import HERE

ODDS_AT = f"""async (beat) => {{
  const {{ film }} = {HERE}.widget;
  const {{ chances, layouts }} = await film.odds.find(beat);
  return [film.events[beat], film.text(beat), String(layouts), [...chances]];
}}"""


REMAINING = f"""() => {{
  const {{ film }} = {HERE}.widget;
  return film.captions.flatMap((_, beat) => {{
    film.seek(beat);
    return [...film.codes(0)].flatMap((code, cell) => {{
      const pair = film.remainingAt(cell, code);
      return pair ? [[film.events[beat], cell, ...pair]] : [];
    }});
  }});
}}"""


def test_odds_and_numbers_of_clues_are_those_of_python_and_captions_have_their_panel(film, trace):
    beats = film.evaluate(f"() => {HERE}.widget.film.length")
    for beat in range(0, beats - 1, beats // 12):
        event, text, layouts, chances = film.evaluate(ODDS_AT, beat)
        position = mv.Position.parse(text)  # as it is copied
        assert np.array_equal(position.view, trace[event].view)
        expected = mv.analyze(position)
        assert int(layouts) == expected.configurations
        odds = np.array(chances, float)
        np.testing.assert_allclose(odds, expected.probability.ravel(), rtol=0, atol=1e-12)
    # ringed clues have the numbers of films
    snapshots, width = list(trace), trace.shape[1]
    found = film.evaluate(REMAINING)
    assert len(found) > 20
    ringed = (Mark.CLUE, Mark.VIOLATED)
    shown = {event for event, *_ in found}
    marked = sum(np.isin(mv.PANELS["board"](snapshots[i]).marks, ringed).sum() for i in shown)
    assert len(found) == marked
    for event, cell, *pair in found:
        left, room = remainders(snapshots[event])
        assert pair == [left.flat[cell], room.flat[cell]]
        assert snapshots[event].view[divmod(cell, width)] > 0
    # the board shows the chances that a caption speaks of
    shown = f"""(event) => {{
      const {{ film, player, stage }} = {HERE}.widget;
      {HERE}.widget.choosePanels([film.base]);
      player.seek(film.beatOf(event));
      return {HERE}.widget.overlayOn(film.base);
    }}"""
    for kind, panel in ((ev.ZerosFound, "zero"), (ev.OddsFound, "probability"), (ev.Opened, "")):
        assert film.evaluate(shown, trace.find(kind)) == panel
    guess = trace.find(ev.Guessed)
    expected = "guess" if trace.events[guess].options else "probability"
    assert film.evaluate(shown, guess) == expected
