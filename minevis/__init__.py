"""minevis makes the solving of Minesweeper visible."""
