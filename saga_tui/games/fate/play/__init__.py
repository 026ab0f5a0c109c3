"""What happens in play, and the clock: pure commands of a hero, the plain ones as rows of `book/commands.toml`."""

from typing import Final

PLAY: Final = {
    f"{__name__}.actions": "play",
    f"{__name__}.times": """
        fill start-evening start-scene start-fight next-exchange end-fight end-scene end-evening""",
}
"""The verbs of each module of commands."""
