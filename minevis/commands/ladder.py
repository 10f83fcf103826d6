"""`minevis ladder`: the win ratios that are kept with the project."""


def main() -> None:
    """Print the win ratios that come with the project."""
    from minevis.experiments.ladder import ladder  # not for the help

    print(ladder())
