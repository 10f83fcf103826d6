"""The solver: from a position to certain cells, exact odds and the next move."""

from minevis.solver import events as events
