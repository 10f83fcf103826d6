from positions import GOLDEN

CASES, CHAIN = (GOLDEN / "proofs.txt").read_text("utf-8").strip().split("\n\n")
CASES_CELL = (15, 6)  # safe, as two ways are left for the last four mines
CHAIN_CELL = (12, 26)  # that it is a mine leads to a contradiction, in five steps
