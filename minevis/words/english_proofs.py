"""Sentences of proofs, for Python and the browser.

A part of the table of `minevis.words.english`. A placeholder may pick a form by the count of
its value, as a `Word` does: `{left:# mine|# mines}`.
"""

PROOFS = {
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
