"""What happens in play, and the clock: pure commands of a character, the plain ones as rows of `book/commands`."""

from typing import Final

PLAY: Final = {
    f"{__name__}.clock": """
        start-combat start-turn end-turn end-round end-combat pass-activity pass-period pass-day set-mode""",
}
"""The verbs of each module of commands."""
