"""Play many games, on one machine or many, and measure how often a player wins.

`trials` plays games with one player, `compare` plays the same boards with several, and
`sweep` varies one setting. Ratios have 95 % intervals. Totals do not depend on the number or
kind of workers.
"""
