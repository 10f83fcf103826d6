"""Badges, and the phrases that Python and the browser share.

They go to the browser unchanged, as data. Placeholders are names in braces. In sentences of proofs
a placeholder may pick a form by the count of its value: `{left:# mine|# mines}`. Phrases that only
Python says are in the code that says them.
"""

from minevis.words.english_widgets import WIDGETS

LABELS = WIDGETS | {
    # figures that answer without a kernel
    "figure position": "A Minesweeper position of {height}×{width} cells.",
    "question label": "Which cell would you open?",
    "question board": "A board of Minesweeper. Two covered cells, A and B, are in question",
    "question which": "Where would you click?",
    "question one": "Exactly one of A and B is a mine.",
    "question about": "There are {mines} mines on the board, {flags} of them flagged.",
    "question stuck": "No covered cell is certain to be safe.",
    "question still": "Where would you click: on A, {first}, on B, {second}, or elsewhere? Exactly "
    "one of A and B is a mine.",
    "question open": "Open {name}",
    "question elsewhere": "Elsewhere",
    "question better": "{name} is the better one.",
    "question worse": "{name} is the dangerous one.",
    "question odds": "A is a mine in {first} of all cases, B in {second}.",
    "question right": "Elsewhere is right: {cell} is a mine in only {chance}.",
    "question safer": "The best click is elsewhere: {cell} is a mine in only {chance}.",
    "question puzzle": "And yet there are only {count} ways to meet the clues, and {name} is a "
    "mine in {mined} of them. Why?",
    "question recalled": "You opened {cell}, a mine in {chance} of all cases.",
    "question show": "Show why",
    "question why": "{count} ways meet the clues. They do not weigh the same.",
    "question scale": "Under each: the ways to lay the other mines among the {interior} cells that "
    "no clue touches, to scale. All layouts are equally likely.",
    "question share": "{name} is a mine: {share}, {layouts} layouts",
    "configuration": "One way to meet the clues",
    "configuration switch": "Configuration {number}: count it or leave it out",
    "search label": "A search by hand, and its tree",
    "search board": "A board of Minesweeper. The cell to try next is outlined",
    "search still": "Try a mine or no mine in each covered cell next to a clue.",
    "search next": "Next is {cell}. Try a mine there, or no mine.",
    "search both": "Both ways have been tried in {cell}. Go back.",
    "search too many": "The {number} at {cell} now has too many mines. Go back.",
    "search too few": "The {number} at {cell} has too little room for its mines. Go back.",
    "search complete": "Every clue is satisfied: you have found a configuration. Go back, and look "
    "for more.",
    "search done": "Everything has been tried: {found:# configuration|# configurations}, "
    "{tries:# try|# tries}, {dead:# dead end|# dead ends}.",
    "search score": "Tries: {tries}. Dead ends: {dead}. Configurations: {found}.",
    "search earlier": "Tries in earlier orders: {tries}.",
    "search mine": "Mine",
    "search none": "No mine",
    "search back": "Go back",
    "search rest": "Search the rest",
    "search again": "Begin again",
    "search shuffle": "Shuffle the cells",
    "window label": "A window of three by three cells that adds up mines",
    "window board": "A board whose mines are all shown. Move over it to slide the window",
    "window begin": "Move over the board, tap it, or use the arrow keys.",
    "window clue": "Mines around {cell}: {number}. That is its clue.",
    "window mine": "{cell} is a mine itself; it will show no number. Mines around it: {number}.",
    "window all": "Slide over the whole board",
    "window clear": "Clear",
    "configurations label": "Configurations to switch on and off, and the odds that follow",
    "configurations average": "Plain average",
    "configurations exact": "Exact odds",
    "configurations mines": "Mines left",
    "configurations of": "of {mines} on the board",
    "configurations off": "left out",
    "configurations told": "A mine in {cell}: {average} by the plain average, {exact} exactly.",
    "configurations open": "This cell is open or flagged: point at a covered one.",
    "configurations none": "No layout has so many mines left with the cards that are on: "
    "switch one on, or move the slider.",
    "first-click label": "The first click: what it opens over many boards",
    "first-click board": "A covered board with three cells to choose from: A, B and C",
    "first-click ask": "No first click is safer than another. Which of the three opens an area "
    "most often? Choose, and see many boards.",
    "first-click still": "Which first click opens an area most often: A in the corner, B on the "
    "edge or C in the middle?",
    "first-click corner": "corner",
    "first-click edge": "edge",
    "first-click middle": "middle",
    "first-click told": "The {place} opens an area on {zeros} of {boards} boards; over "
    "all of them, a click there opens {mean} cells on average.",
    "first-click recalled": "Your first click was in the {place}: an area opens on {zeros} of "
    "{boards} boards.",
    "first-click line": "{zeros} areas, {mean} cells a click",
    "first-click mosaic": "A small picture of each board: what the click has opened; in red where "
    "it was a single cell",
    "layouts label": "All layouts that fit, and the clicks that rule them out",
    "layouts board": "A board of Minesweeper. Point at a covered cell, or open it",
    "layouts mosaic": "Small boards: some of the layouts that fit, pale if the last click ruled "
    "them out",
    "layouts ask": "Some of the {count} layouts that fit. Point at a covered cell, then click or "
    "tap it.",
    "layouts safe": "{cell} is a mine in none of {count} layouts: it is safe.",
    "layouts mine": "{cell} is a mine in all of {count} layouts.",
    "layouts chance": "{cell} is a mine in {mined} of {count} layouts: a chance of {chance}.",
    "layouts opened": "It opens and shows {number}.",
    "layouts ruled": "That rules out {gone} layouts: {left} are left.",
    "layouts nothing": "That rules out none: this click teaches nothing.",
    "layouts lost": "And it is one: you have lost.",
    "guess label": "Nothing is safe: where would you guess?",
    "guess board": "A position in which nothing is safe, with the chance of a mine on each covered "
    "cell",
    "guess which": "Nothing here is safe. Where do you click?",
    "guess ask": "The numbers are the chances of a mine, in percent. Choose a cell, and see how "
    "often it wins.",
    "guess open": "This cell is open or flagged: choose a covered one.",
    "guess best": "{cell}: a mine in {risk} of the layouts; {wins} of the {layouts} games are won "
    "after this click, {win}. No cell is better.",
    "guess worse": "{cell}: a mine in {risk} of the layouts; {wins} of the {layouts} games are won "
    "after this click, {win}. There is a better cell.",
    "guess recalled": "You opened {cell}, which wins {wins} of {layouts} games.",
    "guess show": "Show all",
    "guess all": "On each cell: how many of {layouts} games are won after a click there, played "
    "perfectly.",
    "estimate label": "A bar to drag to your guess",
    "estimate ask": "Drag the bar “{name}” to your guess.",
    "estimate slider": "Your guess for “{name}”, in percent",
    "estimate answer": "the answer",
    "estimate show": "Show the answer",
    "estimate told": "You said {guess}. It is {value}.",
    "estimate recalled": "For “{name}” you said {guess}. It is {value}.",
    "estimate still": "{title}: how many, with “{name}”?",
    "bet label": "A race to bet on",
    "bet ask": "All of them get the same board and the same first click. Who wins? Place your bet.",
    "bet running": "Click {move}: {players} still in the game.",
    "bet right": "You bet on {name}, and win.",
    "bet wrong": "You bet on {name}, and lose.",
    "bet won": "{name} wins, after {move} clicks.",
    "bet lost": "{name} falls at click {move}.",
    "figure board": "A Minesweeper board of {height}×{width} cells whose mines are all shown.",
    # proofs
    "proof and": "{names} and {last}",
    "proof more": "{count} more",
    "proof run": "{first} to {last}",
    "proof clue": "the {number} at {name}",
    "proof cells": "{cells:# cell|# cells}",
    "proof clues at": "{cells:the clue at #|the clues at #}",
    "proof clues": "{count} clues",
    "proof clues apart": "{count} clues that share no cell",
    "proof clues sharing none": "{clues} share no cell and",
    "proof needs": "needs",
    "proof still needs": "still needs",
    "proof allows none": "none",
    "proof allows": "only {count}",
    "proof allows more": "only {count} more",
    "proof no more": "needs no more",
    "proof only more": "needs only {count} more",
    "proof mines": "{cells:# is a mine|# are mines}",
    "proof safe": "{cells:# is safe|# are safe}",
    "proof both": "{mines}, and {safe}",
    "proof then": "then {text}",
    "proof need": "{clue} {needs} {left:# mine|# mines} among {cells}.",
    "proof count none": "{clue} has all its mines: {result}.",
    "proof count all": "{clue} {needs} {left:# mine and has only # cell|# mines and has only "
    "# cells} left: {result}.",
    "proof overlap mines": "{less} touches {cells} too and allows {allowed} there: so {result}.",
    "proof overlap safe": "{less} touches {shared:it|both|all # of them} too and {more}: so "
    "{result}.",
    "proof bounds above": "{more} {needs} {left:# mine|# mines}, and {less} allows {allowed} in "
    "the cells they share: {result}.",
    "proof bounds all": "wherever {left:it lies, the mine|they lie, the # mines} that {more} "
    "{needs} {left:touches|touch} {less}, which {rest}: {result}.",
    "proof bounds some": "of the {left} mines that {more} {needs}, {least:at least # touches|at "
    "least # touch} {less}, which {rest}: {result}.",
    "proof suppose": "suppose that {result}.",
    "proof suppose further": "suppose further that {result}.",
    "proof suppose alike": "suppose that {result}; for {alike} it is the same, as the same clues "
    "touch {alike:it|them}.",
    "proof end": "but then {broken}.",
    "proof end so": "but then {broken}: so {result}.",
    "proof end if": "but then {broken}: so, if the first holds, {result}.",
    "proof broken many": "{clue} has {left:# mine|# mines} too many",
    "proof broken none": "{clue} needs {left:# mine|# mines} and has no cell left",
    "proof broken few": "{clue} needs {left:# mine|# mines} and has only {room:# cell|# cells} "
    "left",
    "proof clash": "{more} needs {least:# mine|# mines} in cells where {less} allows {allowed}",
    "proof total over": "there are more mines than the board has",
    "proof total more": "{clues:# needs|# need} {taken:# mine|# mines}, more than are left",
    "proof total few": "{left:# mine is|# mines are} left, and too few cells",
    "proof total none": "{clues:# holds|# hold} {taken:# mine|# mines}, and for the other mines "
    "no cell is left",
    "proof total room": "{clues:# holds|# hold} {taken:# mine|# mines}, and for the other mines "
    "there {room:is only # cell|are only # cells} left",
    "proof left all": "as many mines are left as covered cells: {result}.",
    "proof left none": "all mines on the board are known: {result}.",
    "proof left taken": "{clues:# needs|# need} {left:the only mine|both mines|all # mines} left "
    "on the board: so {result}.",
    "proof left others": "{left:# mine is|# mines are} left: {clues:# holds|# hold} {taken}, and "
    "the other {others:has only one cell|# have only # cells}: so {result}.",
    "proof ways": "there {count:is # way|are # ways} to satisfy {clues}, and in "
    "{count:it|both|each} {result}",
    "proof ways last": "there {count:is # way|are # ways} to satisfy {clues} with the last "
    "{left:mine|# mines}, and {count:it uses|both use|each uses} {left:it|them} up: so {result}.",
    "proof ways left": "with {left:# mine|# mines} left on the board, {result}",
    "proof as": "as {known}, {text}",
    "proof pattern": "pattern {pattern}: {text}",
    "proof known": "{result} (pattern {pattern})",
    "proof known too": "{others} and, by pattern {pattern}, {own}",
    "proof if mine": "if {cell} is a mine, {after}{broken}: so {result}.",
    "proof if safe": "if {cell} is safe, {after}{broken}: so {result}.",
    "proof after": "then after {count:# step|# steps} ",
    # of answers in the browser
    "proof again": "{text} Click the cell again for the {count} steps.",
    "proof number": "{number} of {count}: {text}",
    "proof counted safe": "By counting alone, {safe:# cell is|# cells are} safe.",
    "proof counted mines": "By counting alone, {mines:# cell is a mine|# cells are mines}.",
    "proof counted both": "By counting alone, {mines:# cell is a mine|# cells are mines} and "
    "{safe:# is|# are} safe.",
}


NEEDS_JAVASCRIPT = "This run needs JavaScript to be shown."
NEEDS_KERNEL = "Run this cell in a notebook to use it: it needs a kernel."
BADGES = {
    "race": "RACE",
    "question": "QUESTION",
    "rewind": "REWIND",
    "forward": "FORWARD",
    "answer": "THE ANSWER",
    "won": "WON",
    "lost": "LOST",
    "odds": "ODDS",
    "reasoned": "STEP",
    "cell": "CELL",
    "wrong": "WRONG",
    "proof": "PROOF",
    "refused": "NO",
    "play": "PLAY",
    "flag": "FLAG",
    "open": "OPEN",
    "hint": "HINT",
    "pick": "PICK",
    "back": "BACK",
    "known": "KNOWN",
    "picture": "PICTURE",
    "no kernel": "NO KERNEL",
    "busy": "BUSY",
}


def say(key: str, **values: object) -> str:
    """Return the label of that name with its `values` in place."""
    return LABELS[key].format(**values)
