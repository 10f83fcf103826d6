"""The commands of the command line, one module each; `add(commands)` makes it known."""
