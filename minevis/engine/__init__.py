"""The engine: the players of `minevis.players` as compiled kernels, for many games.

Whatever it does, the readable solver does too, click for click; a test says so.
It emits no events. `minevis.engine.kernels` is the way in.
"""
