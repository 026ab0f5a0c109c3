"""What happens in play, and the clock: pure commands of a hero, the plain ones as rows of `book/commands.toml`."""

from typing import Final

PLAY: Final = {
    f"{__name__}.actions": "play counter take-hit",
    f"{__name__}.times": """
        start-evening start-scene start-fight next-exchange end-fight end-scene end-evening fill hold deck narrator-card
        draw aim contingent distance pile-on start-duration end-duration condition spend-doom adjust waive give-up
        recover mark-serious""",
}
"""The verbs of each module of commands."""
