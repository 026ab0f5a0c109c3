"""What happens in play, and the clock: pure commands of a character, the plain ones as rows of `book/commands`."""

from typing import Final

PLAY: Final = {
    f"{__name__}.clock": """
        start-combat start-turn end-turn end-round end-combat pass-activity pass-period pass-day set-mode""",
    f"{__name__}.commands": """
        test initiative roll-asked waive nudge avert way-out accept-outcome
        take-damage spend recover condition end-condition injury trauma treat expose set-affliction confront adjust
        gain-experience raise undo-raise""",
}
"""The verbs of each module of commands."""
