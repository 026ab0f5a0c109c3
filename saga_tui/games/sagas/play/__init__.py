"""What happens in play, and the clock: pure commands of a character, the plain ones as rows of `book/commands`."""

from typing import Final

PLAY: Final = {
    f"{__name__}.fight": """
        start-scenario start-scene start-fight end-round end-fight end-scene end-scenario rest sleep
        add-foe note-foe foe-out wait cut-in pass-round next-turn initiative
        act dodged grapple hold use-bonus shoot reload""",
    f"{__name__}.harm": """
        take-damage fall roll-asked waive first-aid condition adjust illness poison poison-period hit-thing""",
    f"{__name__}.rolls": "test oppose",
    f"{__name__}.blows": "attack damage defend",
    f"{__name__}.growth": "gain-experience advance take-back-advance start-work work-step end-work",
}
"""The verbs of each module of commands."""
