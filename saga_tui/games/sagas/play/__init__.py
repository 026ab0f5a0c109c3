"""What happens in play, and the clock: pure commands of a character.

state    where somebody stands, and what happens to the counters
clock    scenario ⊃ scene ⊃ fight ⊃ round, rest and sleep
harm     blows, asked rolls, care, poison, conditions
fight    the order, this round, bonuses, grapples, shots
rolls    tests, oppositions
blows    attacks, damage, defence, initiative
growth   experience and long actions
choices  the lists that parameters choose from
"""

from typing import Final

PLAY: Final = {
    f"{__name__}.time": "start-scenario start-scene start-fight end-round end-fight end-scene end-scenario rest sleep",
    f"{__name__}.harm": "take-damage fall roll-asked waive first-aid condition adjust illness poison poison-period",
    f"{__name__}.fight": """
        add-foe foe-out wait cut-in pass-round next-turn act hold use-bonus dodged initiative grapple shoot reload""",
    f"{__name__}.rolls": "test oppose",
    f"{__name__}.blows": "attack damage defend",
    f"{__name__}.growth": "gain-experience advance take-back-advance start-work work-step end-work",
}
"""The verbs of each module of commands."""
