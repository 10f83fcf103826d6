"""The solver: from what a player sees to what can be known and what to pick."""
