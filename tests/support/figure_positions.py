from pathlib import Path

PLACE = Path(__file__).parents[2] / "assets" / "positions"
NAMES = ("fourteen_cells", "impasse", "two_cells")
FOURTEEN, IMPASSE, TWO_CELLS = ((PLACE / f"{name}.txt").read_text().strip() for name in NAMES)
