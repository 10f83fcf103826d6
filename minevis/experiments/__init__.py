"""Many games: how often a player wins, on one machine or many, and how sure that is.

`trials` plays games with one player, `compare` the same boards with several, `sweep`
varies one thing. Numbers come with 95 % intervals; totals do not depend on who
played which part of them.
"""
