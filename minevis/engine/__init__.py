"""The engine: the players of `minevis.players` as kernels, for many games.

The readable solver plays the same games, click for click. It calls the engine only to evaluate
guesses by their outcomes. Kernels emit no events. `minevis.engine.kernels` is the entry point.
"""
