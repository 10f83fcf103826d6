"""All sentences and labels of pictures, films and widgets.

A placeholder with a format picks the form that its count asks for, and `#` in that
form stands for the count, or the list, itself: `{mines:# mine|# mines}` is "one
mine" or "two mines". Where there are three forms, as in
`{cells:it is|both are|all # are}`, the middle one is for two.
"""

from minevis.core.board import HOW_TO_PROTECT
from minevis.core.proofs import IDEA_WORDS
from minevis.show.words.english_figures import FIGURES
from minevis.show.words.english_widgets import LABELS, WIDGET_BADGES, WIDGETS

SENTENCES = {
    "started by rules": "{started} Rules: {rules}.",
    "started": "Player “{player}” begins: {height}×{width} cells, {mines:# mine|# mines}.",
    "opened": "Cell {cell} opens and shows {number}.",
    "opened zero": "Cell {cell} touches no mine; all cells around it are open already.",
    "opened region": "Cell {cell} touches no mine, so everything around it opens too: "
    "{cells} cells in all.",
    "flagged": "{cells:A flag marks the proven mine at #|Flags mark the proven mines at #}.",
    "flagged by hand": "{cells:A flag goes onto #|Flags go onto #}.",
    "unflagged": "{cells:The flag on # comes|The flags on # come} off again.",
    "chorded": "A press of both buttons on {cell} opens {cells:# cell|# cells} around it.",
    "chorded on mines": "A press of both buttons on {cell} opens what is left around it.",
    "wasted left": "A click on {cell} changes nothing.",
    "wasted right": "A right click on {cell} changes nothing.",
    "wasted double": "A press of both buttons on {cell} changes nothing.",
    "exploded": "Cell {cell} is a mine: it explodes.",
    "won": "The game is won: every cell without a mine is open.",
    "lost": "The game is lost: {mines:# mine was|# mines were} never found.",
    "lost, all found": "The game is lost, with no other mine left to find.",
    "lost on first click": f"The game is lost on its first click; {HOW_TO_PROTECT}.",
    "lost, wrong flags": "The game is lost: {mines:# mine was|# mines were} never found, and "
    "{flags:# flag stood|# flags stood} where no mine is.",
    "lost by wrong flags": "The game is lost: {flags:# flag stood|# flags stood} where no mine is.",
    "counted mines": "The {number} at {clue} has {left:# mine|# mines} left and "
    "{covered:# covered neighbour: it is a mine|# covered neighbours: both are mines|"
    "# covered neighbours: all # are mines}{newly_known}.",
    "counted safe": "The {number} at {clue} has all its mines: its other "
    "{covered:covered neighbour is|# covered neighbours are} safe{newly_known}.",
    "counted around zero": "The {number} at {clue} touches no mine: its "
    "{covered:covered neighbour is|# covered neighbours are} safe{newly_known}.",
    "newly known": "; new among them: {cells}",
    "subtracted": "{smaller_clues:The clue at {smaller_clue} has|Together, # clues leave} "
    "{smaller_mines:# mine|# mines} {smaller_clues:in|for} {smaller:# cell|# cells}. "
    "{larger_clues:The clue at {larger_clue} has|Together, # clues leave} {larger_mines} "
    "{larger_clues:in|for} {smaller:this one|these} and {others:# other|# others}: {result}.",
    "rest mined": "{cells:that one is a mine|both others are mines|all # others are mines}",
    "rest safe": "{cells:that one is safe|both others are safe|all # others are safe}",
    "new rest mined": "{cells:the one not known yet is a mine|the # not known yet are mines}",
    "new rest safe": "{cells:the one not known yet is safe|the # not known yet are safe}",
    "frontier": "The frontier: {cells:# uncertain cell touches|# uncertain cells touch} a clue, "
    "{interior} more {interior:touches|touch} none; {left:# mine is|# mines are} left to find.",
    "frontier is all": "The frontier: {cells:the only uncertain cell touches|both uncertain cells "
    "touch|all # uncertain cells touch} a clue; {left:# mine is|# mines are} left to find.",
    "no frontier": "No uncertain cell touches a clue; {left:# mine is|# mines are} left to find in "
    "{interior:# cell|# cells}.",
    "component": "A component: {cells:# cell|# cells} and {clues:# clue|# clues} that share "
    "nothing with the rest; {boxes:# box|# boxes} of cells with the same clues.",
    "kept": "Nothing has changed for {cells:# cell|# cells} and {clues:# clue|# clues}: their "
    "{configurations:# configuration is|# configurations are} kept.",
    "try all mined": "Suppose that {cells:# is a mine|# are mines}.",
    "try all safe": "Suppose that {cells:# is safe|# are safe}.",
    "try some": "Suppose that {cells:# holds|# hold} {mines:# mine|# mines}.",
    "too many": "A dead end: the {number} at {clue} has {over:# mine|# mines} too many.",
    "too few": "A dead end: the {number} at {clue} still needs {left:# mine|# mines}, and "
    "{room:only # cell is|only # cells are} left to try.",
    "no room": "A dead end: the {number} at {clue} still needs {left:# mine|# mines}, and "
    "no cell is left to try.",
    "cannot hold": "A dead end: the {number} at {clue} cannot be satisfied.",
    "undone": "The search takes back what it supposed of {cells}.",
    "solution": "A solution: every clue is satisfied with {mines:# mine|# mines}. "
    "It stands for {ways:# configuration|# configurations}.",
    "truncated": "The search stops early, after {limit}. The odds now rest only on the "
    "configurations found so far.",
    "truncated, counted": "The search stops early, after {limit}. All configurations were counted "
    "even so, and the odds rest on them all.",
    "solutions": "{limit:# solution|# solutions}",
    "steps": "{limit:# step|# steps}",
    "ended": "Search over: {tries:# try|# tries}, {dead_ends:# dead end|# dead ends}, "
    "{solutions:# solution|# solutions} standing for "
    "{configurations:# configuration|# configurations}.",
    "ended without solution": "Search over: {tries:# try|# tries}, "
    "{dead_ends:# dead end|# dead ends}, and no solution.",
    "proved mines": "{cells:Cell # is a mine|Cells # are mines} in every layout that fits: "
    "{proof}.",
    "proved safe": "{cells:Cell # is safe|Cells # are safe} in every layout that fits: {proof}.",
    "by clues": "{clues:the clue at # proves|the clues at # prove} it",
    "by many clues": "{clues} clues together prove it",
    "by total": "the number of mines left proves it",
    "by clues and total": "{clues:the clue at #|the clues at #} and the mines left prove it",
    "by many clues and total": "{clues} clues and the mines left prove it",
    "odds exact": "Exact odds over {layouts:# layout|# layouts} of the whole board. "
    "{frontier}{interior}.",
    "odds average": "Odds as the plain average of the configurations, an estimate. "
    "{frontier}{interior}.",
    "odds local": "Odds from one clue at a time, an estimate. {frontier}{interior}.",
    "odds": "Odds. {frontier}{interior}.",
    "frontier odds": "The frontier's chances of a mine: {low} to {high}",
    "frontier odds alike": "Chance of a mine on the frontier: {low}",
    "interior odds": "; in the interior {chance} each",
    "interior odds only": "Each cell that is not known yet is a mine with a chance of {chance}",
    "no odds": "No covered cell is in doubt",
    "zeros": "{cells:Cell # is|Cells # are} the likeliest to show a zero: "
    "{cells:{chance}|{chance} each}.",
    "no zeros": "No covered cell can show a zero.",
    "review proven": "The click at {cell} was proven.",
    "review proven safe": "Proven by {idea}: {cell} is safe.",
    "review proven mine": "Proven by {idea}: {cell} is a mine.",
    "review free": "The click at {cell} risks nothing.",
    "review first": "The first click, at {cell}: nothing is known yet.",
    "review forced guess": "No cell is safe: {cell} is a mine in {risk} of the layouts that fit.",
    "review forced guess best": "No cell is safe: {cell} is a mine in {risk} of the layouts that "
    "fit, and no cell is better.",
    "review needless guess": "A needless guess: {cell} is a mine in {risk} of the layouts "
    "that fit.",
    "review forced guess chord": "No cell is safe: to press both buttons on {cell} opens a mine in "
    "{risk} of the layouts that fit.",
    "review forced guess best chord": "No cell is safe: to press both buttons on {cell} opens a "
    "mine in {risk} of the layouts that fit, and no guess is better.",
    "review forced guess mine": "No cell is safe, and {cell} is a mine in every layout that fits.",
    "review needless guess chord": "A needless guess: to press both buttons on {cell} opens a mine "
    "in {risk} of the layouts that fit.",
    "review forced guess chord mine": "No cell is safe, and to press both buttons on {cell} opens "
    "a mine in every layout that fits.",
    "review needless guess chord mine": "A sure loss: to press both buttons on {cell} opens a "
    "mine in every layout that fits.",
    "review needless guess mine": "A sure loss: {cell} is a mine in every layout that fits.",
    "review open": "{cell} is safe, by {idea}.",
    "review better": "{cell}, a mine in {risk}, wins {points} more of 100 such games.",
    "review wrong flag": "A wrong flag: no mine is at {cell}.",
    "review unproven flag": "The flag at {cell} is a guess: nothing proves a mine there.",
    "review wasted": "The click at {cell} changes nothing.",
    **{f"idea {kind}": said for kind, said in IDEA_WORDS.items()},
    "guess progress": "teaches less: ",
    "points": "{points:# point|# points}",
    "under a point": "under a point",
    "some": "some {chance}",
    "guess ties": "{others:# other is|# others are} as good.",
    "guess one of": "This player finds {all:# cell|# cells} equally good.",
}

SENTENCES |= {  # the steps of a proof; in these a sentence may begin in lower case
    "clue named": "the {number} at {cell}",
    "so many clues": "{clues} clues",
    "so many clues apart": "{clues} clues that share no cell",
    "clues at": "{clues:the clue at #|the clues at #}",
    "clues apart": "the clues at {clues} share no cell and",
    "is mined": "{cells:# is a mine|# are mines}",
    "is safe": "{cells:# is safe|# are safe}",
    "mined and safe": "{mined}, and {safe}",
    "allowed": "only {mines}",
    "allowed more": "only {mines} more",
    "none allowed": "none",
    "no more": "needs no more",
    "no more than": "needs only {mines} more",
    "then": "then {text}",
    "as known": "as {known}, {text}",
    "by pattern": "{known} (pattern {pattern})",
    "some by pattern": "{others} and, by pattern {pattern}, {cells}",
    "needs": "needs",
    "still needs": "still needs",
    "needs among": "{clue} {needs} {left:# mine|# mines} among {among}.",
    "has room for all": "{clue} {needs} {left:# mine and has only # cell|# mines and has only "
    "# cells} left: {result}.",
    "has all": "{clue} has all its mines: {result}.",
    "touches some": "{less} touches {shared} too and allows {allowed} there: so {result}.",
    "touches all": "{less} touches {shared:it|both|all # of them} too and {no_more}: so {result}.",
    "pattern": "pattern {pattern}: {text}",
    "bound from above": "{more} {needs} {left:# mine|# mines}, and {less} allows {allowed} in the "
    "cells they share: {result}.",
    "bound from below": "of the {left} mines that {more} {needs}, {allowed:at least # touches|"
    "at least # touch} {less}, which {no_more}: {result}.",
    "bound by all": "wherever {left:it lies, the mine|they lie, the # mines} that {more} {needs} "
    "{left:touches|touch} {less}, which {no_more}: {result}.",
    "suppose": "suppose that {result}.",
    "suppose alike": "suppose that {result}; for {alike} it is the same, as the same clues touch "
    "{alike:it|them}.",
    "suppose further": "suppose further that {result}.",
    "but": "but then {broken}{so}.",
    "so": ": so {result}",
    "so then": ": so, if the first holds, {result}",
    "has too many": "{clue} has {over:# mine|# mines} too many",
    "has too few cells": "{clue} needs {left:# mine|# mines} and has only {room:# cell|# cells} "
    "left",
    "has no cell": "{clue} needs {left:# mine|# mines} and has no cell left",
    "clashes": "{more} needs {least:# mine|# mines} in cells where {less} allows {allowed}",
    "more mines than left": "{clues:# needs|# need} {taken:# mine|# mines}, more than are left",
    "more mines than left anywhere": "there are more mines than the board has",
    "fewer cells than left": "{clues:# holds|# hold} {taken:# mine|# mines}, and for the other "
    "mines there {room:is only # cell|are only # cells} left",
    "fewer cells than left, none": "{clues:# holds|# hold} {taken:# mine|# mines}, and for the "
    "other mines no cell is left",
    "fewer cells than left anywhere": "{left:# mine is|# mines are} left, and too few cells",
    "no mine left": "all mines on the board are known: {result}.",
    "mines left everywhere": "as many mines are left as covered cells: {result}.",
    "no mine left for others": "{clues:# needs|# need} {left:the only mine|both mines|"
    "all # mines} left on the board: so {result}.",
    "mines left for others": "{left:# mine is|# mines are} left: {clues:# holds|# hold} {taken}, "
    "and the other {others:has only one cell|# have only # cells}: so {result}.",
    "cases": "there {count:is # way|are # ways} to satisfy {clues}, and in {count:it|both|each} "
    "{result}.",
    "cases with total": "with {left:# mine|# mines} left on the board, there {count:is # way|"
    "are # ways} to satisfy {clues}, and in {count:it|both|each} {result}.",
    "cases take all": "there {count:is # way|are # ways} to satisfy {clues} with the last "
    "{left:mine|# mines}, and {count:it uses|both use|each uses} {left:it|them} up: so {result}.",
    "cases by total": "with {left:# mine|# mines} left on the board, {result}.",
    "if mined": "if {cell} is a mine, then after {steps:# step|# steps} {broken}: so {result}.",
    "if safe": "if {cell} is safe, then after {steps:# step|# steps} {broken}: so {result}.",
    "if mined, at once": "if {cell} is a mine, {broken}: so {result}.",
    "if safe, at once": "if {cell} is safe, {broken}: so {result}.",
}

SENTENCES |= {  # on panels, below them and on cards
    "skipped": "({steps:# step|# steps} skipped.)",
    "mines left": "mines left {left}",
    "guesses": "guesses {guesses}",
    "clock": "{seconds} s",
    "risk so far": "risk so far {risk}",
    "solutions found": "{found:# solution|# solutions} found",
    "layouts fit": "{layouts:# layout fits|# layouts fit}",
    "panel board": "Board",
    "panel constraints": "Constraints",
    "about constraints": "mines left ⌜ ⌟ covered left",
    "panel probability": "Odds",
    "about probability": "chance of a mine, %",
    "panel zero": "Zeros",
    "about zero": "chance of a zero, %",
    "zeros later": "shown when a guess asks for them",
    "odds later": "odds from the first click on, which is safe",
    "panel regions": "Regions",
    "about regions": "{components:# component|# components}, {boxes:# box|# boxes}",
    "no regions": "no frontier to part",
    "panel information": "Guess",
    "about information": "{cells:# cell|# cells} to choose from",
    "rank of one": "{chance} at {cell}",
    "rank": "{chance} at {cells:# cell|# cells}",
    "rank by win": "wins {chance} at {cell}",
    "rank by lookahead": "survives two moves in {chance} at {cell}",
    "rank by information": "settles {chance} at {cell}",
    "about win compared": "chance to win, %",
    "about lookahead compared": "chance to survive this move and the next, %",
    "about information compared": "share of the uncertainty that goes, %",
    "no guess": "shown when there is one",
    "panel tree": "Search",
    "no search yet": "it begins where the rules find nothing more",
    "tree intro": "Where no rule helps, the solver tries: suppose that here is a mine, and here "
    "is none, until a clue is violated or all are satisfied. Each try becomes a dot of a tree, "
    "each dead end a cross. What all solutions share is certain. How often a cell holds a mine "
    "in them tells its chance.",
    "tree counts": "{tries:# try|# tries}, {dead_ends:# dead end|# dead ends}, "
    "{configurations:# configuration|# configurations}",
    "tree thinned": "; {drawn} of {all:# try|# tries} drawn",
    "solutions found so far": "solutions",
    "of the configurations": "plain average of the configurations",
    "of the layouts": "each weighed by the ways to fill the rest",
    "average": "average",
    "weighted": "odds",
    "race begins": "{players} players on one board, in step: each picture shows their next click.",
    "race goes on": "Move {move}: {players:# player is|# players are} still in the game.",
    "race still on": "Still in the game: {players:# player|# players}.",
    "race won by none": "Nobody has won.",
    "race won alone": "{names} has won, in {moves:# move|# moves}.",
    "race won by one": "Only {names} has won, in {moves:# move|# moves}.",
    "race won level": "{names} are level: each won in {moves:# move|# moves}.",
    "race won before": "{names} {first:was|were} first, in {moves:# move|# moves}, "
    "before {behind}.",
    "race player": "“{name}”",
    "race players": "{players:# player|# players}",
    "race player behind": "“{name}” in {moves}",
    "race more behind": "{more:# more|# more}",
    "race lost": "“{name}” falls at {cell}.",
    "race lost guessing": "“{name}” falls at {cell}, a guess of {risk}.",
    "race won": "“{name}” has won.",
    "skill counting": "“{name}” counts around single clues and guesses at random.",
    "skill local": "“{name}” compares clues near each other and guesses by rough odds.",
    "skill csp": "“{name}” proves all that can be proven, but guesses at random.",
    "skill convolution": "“{name}” guesses by a plain average of the solutions it finds.",
    "skill convolution_as_published": "“{name}” is “convolution” as its author had it.",
    "skill exact": "“{name}” works out the odds of every cell and guesses the safest.",
    "skill lookahead": "“{name}” has exact odds and thinks a move ahead.",
    "skill judged": "“{name}” has exact odds and a small net that judges its guesses.",
    "skill best": "“{name}” has a small net judge its guesses and plays the end perfectly.",
    "lane move": "move {move}",
    "lane lost": "out at move {move}",
    "lane won": "won in {moves:# move|# moves}",
    "lane open": "stopped at move {move}",
    "lane guesses": "{guesses:# guess|# guesses}",
    "lane risk": "risk {risk}",
    "race open": "cells still to open: {cells}",
    "race ahead": "cells still to open: {cells} ({names})",
    "race ahead many": "cells still to open: {cells} ({players:# player|# players})",
    "card game": "Minesweeper",
    "card made with": "made with minevis",
    "card board": "{height}×{width} cells, {mines:# mine|# mines}",
    "card player": "played by “{player}”",
    "card won": "Won",
    "card lost": "Lost",
    "card open": "Not finished",
    "card counts": "{moves:# move|# moves}, {guesses:# guess|# guesses}",
    "card risk": "risk taken with its guesses: {risk}",
    "card no guess": "nothing was left to luck after the first click",
    "card no risk": "the risk of its guesses was not reckoned",
    "key SAFE": "safe",
    "key MINED": "mine",
    "key KNOWN_SAFE": "known safe",
    "key KNOWN_MINED": "known mine",
    "key CLUE": "a clue it follows from",
    "key REGION": "being searched",
    "key SMALLER": "the cells in question",
    "key LARGER": "the larger set",
    "key SHARED": "the cells in question",
    "key BESIDE": "a clue beside it",
    "key numbers": "mines left, covered left",
    "key REST_SAFE": "rest of the larger set: safe",
    "key REST_MINED": "rest of the larger set: mines",
    "key TRYING": "tried now",
    "key VIOLATED": "clue violated",
    "key COMPLETE": "every clue satisfied",
    "key GUESS": "the guess",
    "key CANDIDATE": "as good",
    "key MADE": "the cell in question",
    "key BETTER": "a better one",
    "key CLICK": "clicked",
    "key FRESH": "opened with it",
    "key box of mines": "mine supposed",
    "key box without mines": "no mine supposed",
    "key box of both": "so many of the box",
    "key heat": "chance of a mine",
    "key zero": "chance of a zero",
    "key win": "chance to win",
    "key lookahead": "chance to survive two moves",
    "key information": "uncertainty that goes",
    "key dead end": "dead end, by this clue",
    "key solution path": "leads to a solution",
    "key current path": "being tried",
}
BADGES = {
    "race": "RACE",
    "started": "START",
    "opened": "OPEN",
    "flagged": "FLAG",
    "chorded": "CHORD",
    "unflagged": "UNFLAG",
    "wasted": "WASTED",
    "exploded": "MINE",
    "won": "WON",
    "lost": "LOST",
    "counted": "COUNT",
    "subtracted": "TWO CLUES",
    "frontier": "FRONTIER",
    "component": "COMPONENT",
    "kept": "KEPT",
    "tried": "SEARCH",
    "violated": "DEAD END",
    "undone": "BACK",
    "solution": "SOLUTION",
    "truncated": "CUT SHORT",
    "ended": "SEARCH",
    "proved": "PROOF",
    "reasoned": "STEP",
    "proved by count": "COUNT",
    "proved by overlap": "TWO CLUES",
    "proved by suppose": "SUPPOSE",
    "proved by mines left": "MINES LEFT",
    "proved by cases": "CASES",
    "odds": "ODDS",
    "zeros": "ZEROS",
    "guessed": "GUESS",
    "reviewed proven": "PROVEN",
    "reviewed free": "NO RISK",
    "reviewed first": "FIRST",
    "reviewed forced guess": "FORCED",
    "reviewed needless guess": "NEEDLESS",
    "reviewed wrong flag": "WRONG FLAG",
    "reviewed unproven flag": "UNPROVEN",
    "reviewed wasted": "WASTED",
}

SENTENCES |= WIDGETS
BADGES |= WIDGET_BADGES
SENTENCES |= {  # one after the other below a picture
    "step clue": "The {number} at {clue}",
    "step cells": "{cells:# cell|# cells}",
    "from to": "{first} to {last}",
    "step needs": "{clue} needs {left:# mine|# mines}.",
    "step has": "{clue} has {found:# mine|# mines} and needs {left} more.",
    "step full": "{clue} has {number:its mine|both its mines|all its # mines}.",
    "step none": "{clue} touches no mine.",
    "step so mines": "Only {covered:one cell is|# cells are} left for {left:it|them}: "
    "{cells:# is a mine|# are mines}.",
    "step so mines too": "Only {covered:one cell is|# cells are} left for {left:it|them}: "
    "{cells:# is a mine|# are mines}, too.",
    "step so safe": "So {cells:# is safe|# are safe}.",
    "step holds": "{clues:The clue at # needs|Together, the clues at # leave} "
    "{mines:# mine|# mines} {clues:in|for} {cells}.",
    "step rest safe": "{mines:That one is|Those # are} in {smaller}: {cells:# is safe|# are safe}.",
    "step rest mined": "{smaller} {smaller:holds|hold} only {mines}: "
    "{cells:# is a mine|# are mines}.",
    "step rest mined, none": "{smaller:# holds|# hold} none: {cells:# is a mine|# are mines}.",
    "step together": "{clues:The clue at # decides|The clues at # decide together}.",
    "step together and total": "{clues:The clue at #|The clues at #} and the mines left decide.",
    "step total": "The number of mines left decides.",
    "step fits mines": "Whatever fits, {cells:# is a mine|# are mines}.",
    "step fits safe": "Whatever fits, {cells:# is safe|# are safe}.",
    "step nothing": "No safe cell is known.",
    "step without odds": "This player reckons no odds and picks {cell}.",
    "step risk": "{cell} is a mine in {risk} of the layouts that fit.",
    "step risk of both": "{cell} is a mine in {risk}.",
    "step risk estimate": "{cell} is a mine with an estimated chance of {risk}.",
    "step least": "No cell is safer.",
    "step least local": "No cell has a safer worst clue.",
    "step lookahead": "Counting the move after it, no cell is safer.",
    "step information": "Of the safer cells, it should tell most.",
    "step zero": "No cell is safer, and it shows a zero in {zero}.",
    "step best": "No cell is safer, and from here this player wins {win} of such games.",
    "step perfect": "Played perfectly from here, {win} of such games are won.",
    "step riskier": "{safer} is safer by {less}, but {teaches}{cell} should win {more} more often.",
    "step layouts": "{layouts:# layout fits|# layouts fit} all the clues.",
    "step share": "Each number: in how many of a hundred there is a mine.",
}
SENTENCES |= {  # routine steps, described together
    "chain": "By counting, {opened:# more cell opens|# more cells open}.",
    "chain with mines": "By counting, {opened:# more cell opens|# more cells open}, and "
    "{mines:# mine is|# mines are} found.",
    "chain opened": "{opened:Now one cell opens|Now # cells open}.",
    "chain proven opened": "{opened:The proven cell opens|Now # proven cells open}.",
    "chain safe": "By counting, {safe:# more cell is|# more cells are} safe.",
    "chain mines": "By counting, {mines:# more mine is|# more mines are} found.",
    "chain found": "By counting, {safe:# more cell is|# more cells are} safe, and "
    "{mines:# mine is|# mines are} found.",
}
SENTENCES |= {  # the same for a part of the board
    "part": "Here, {opened:# more cell opens|# more cells open}.",
    "part with mines": "Here, {opened:# more cell opens|# more cells open}, and "
    "{mines:# mine is|# mines are} found.",
    "part safe": "Here, {safe:# more cell is|# more cells are} safe.",
    "part mines": "Here, {mines:# more mine is|# more mines are} found.",
    "part found": "Here, {safe:# more cell is|# more cells are} safe, and "
    "{mines:# mine is|# mines are} found.",
}
LETTERED = {  # where the cells of the picture bear the letters that name them
    "opened": "{cell} opens and shows {number}.",
    "opened zero": "{cell} touches no mine; all cells around it are open already.",
    "opened region": "{cell} touches no mine, so all around it opens: {cells} cells.",
    "exploded": "{cell} is a mine: it explodes.",
    "step clue": "{clue}",
    "clue named": "{cell}",
    "clues at": "{clues}",
    "clues apart": "{clues} share no cell and",
    "step holds": "{clues:# needs|Together, # leave} {mines:# mine|# mines} "
    "{clues:in|for} {cells}.",
    "step together": "{clues:# decides it|# decide it together}.",
    "step together and total": "{clues} and the mines left decide it.",
}

CONTROLS = LABELS | FIGURES  # labels of the widgets in the browser
