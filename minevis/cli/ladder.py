"""`minevis ladder`: the win ratios shipped with the project."""


def main() -> None:
    """Print the win ratios shipped with the project."""
    from minevis.experiments.ladder import ladder  # not for the help

    print(ladder())
