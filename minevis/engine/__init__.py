"""The engine: the players of `minevis.players` as kernels, for many games.

Whatever it does, the readable solver does too, click for click; a test says so. Guesses that
evaluate the outcomes of cells are the exception: the readable solver asks the engine for them.
Kernels emit no events. `minevis.engine.kernels` is the way in.
"""
