"""The solver: from a position to all that can be known of it, and to the next cell."""
