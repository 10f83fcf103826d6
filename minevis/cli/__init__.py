"""The commands of the command line, each a function; `main` finds and runs them."""
