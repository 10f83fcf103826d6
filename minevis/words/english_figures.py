"""English of the figures that answer without a kernel; see `minevis.web.figures`.

A part of the table of `minevis.words.english`. It goes to the browser unchanged, as data:
placeholders are plain names in braces.
"""

FIGURES = {
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
    "search done": "Everything has been tried: {found} configurations, {tries} tries, {dead} dead "
    "ends.",
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
}
