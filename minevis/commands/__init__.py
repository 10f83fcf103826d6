"""The commands of the command line, each in a module of its name."""
