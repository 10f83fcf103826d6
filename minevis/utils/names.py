"""Names to choose from, without the code behind them: help is printed before that is loaded."""

MEANINGS = {  # of players
    "convolution": "average odds; guesses the least risk, then likely zeros",
    "convolution_as_published": "as convolution, with components by touching cells",
    "csp": "opens every safe cell, then guesses at random",
    "exact": "exact odds; guesses the least risk, then likely zeros",
    "lookahead": "exact odds; guesses to survive two moves",
    "value_net": "exact odds; guesses by a neural network",
    "best": "exact odds; guesses to win, exactly near the end, else by two networks",
    "counting": "counts single clues, then guesses at random",
    "local": "compares nearby clues; guesses by odds from single clues",
}
IN_RACE = ("counting", "local", "csp", "exact")
FORMATS = {"wide": (1920, 1080), "square": (1080, 1080), "tall": (1080, 1920)}  # px
CAMERAS = ("follow", "whole")
LABELS = ("letters", "coordinates")
OPENINGS = ("question", "title")
