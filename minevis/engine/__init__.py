"""The engine: the players of `minevis.players` as kernels, for many games.

The readable solver plays the same, click for click; a test checks it. For guesses that evaluate
the outcomes of cells it calls the engine. Kernels emit no events. `minevis.engine.kernels` is the
entry point.
"""
