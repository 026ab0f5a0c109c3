"""SagaS's sample characters, each as the list of commands that makes it from a new one.

`python -m tests.games.sagas.samples` writes their files in `characters/` anew; the tests only compare.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from saga_tui.engine.command import perform
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.game import GAME
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.store import dumps, slug

FOLDER: Final = Path(__file__).parents[3] / "characters"

Step = tuple[str, dict[str, Any]]
"""A verb and its parameters."""


@dataclass(frozen=True)
class Sample:
    """A sample character: its name and id, and all that is done to make it."""

    name: str
    id: str
    steps: tuple[Step, ...]

    @property
    def path(self) -> Path:
        """Its tracked file."""
        return FOLDER / f"{slug(self.name)}.toml"


def told(**texts: str) -> tuple[Step, ...]:
    return tuple(("describe", {"field": field, "text": text}) for field, text in texts.items())


def mains(**values: int) -> tuple[Step, ...]:
    return tuple(("set-characteristic", {"characteristic": key, "value": value}) for key, value in values.items())


def levels(**skills: int) -> tuple[Step, ...]:
    return tuple(("set-skill", {"skill": key, "level": level}) for key, level in skills.items())


def special(skill: str, name: str, level: int, **more: Any) -> Step:
    return ("add-skill", {"skill": skill, "name": name, "level": level} | more)


def trade(*skills: str) -> tuple[Step, ...]:
    return tuple(("mark-trade", {"skill": skill}) for skill in skills)


def gear(*items: str) -> tuple[Step, ...]:
    return tuple(("add-gear", {"item": item}) for item in items)


JONAS: Final = Sample(
    "Jonas Pell",
    "05jonasp",
    (
        *told(
            line="A harbour notary who hears more than he writes down",
            trade="Notary",
            age="41",
            looks="Ink on the cuffs, a good coat, tired eyes",
            background="Twenty years of other people's wills have taught him where money hides.",
            motives="To find out who signed with his late partner's hand.",
            notes="Owes the harbour master a favour. Never says no to coffee.",
        ),
        ("choose-campaign", {"campaign": "low"}),
        ("choose-technology", {"level": 5}),
        *mains(agi=6, end=6, dex=7, wit=8, wil=7, pre=7, ins=8),
        *levels(investigation=6, law=5, persuasion=5, psychology=5, driving_car=4, lock_picking=5, pistol=4),
        *levels(stealth=5, perception=5, native_language=5, general_culture=2),
        special("foreign_languages", "French", 3),
        *trade("investigation", "law", "persuasion"),
        *gear("S&W .38 Special", "a fountain pen", "a bunch of keys", "a flat over the office"),
    ),
)

IDA: Final = Sample(
    "Ida Marsh",
    "06idamar",
    (
        *told(
            line="A bodyguard whom nobody notices until it matters",
            trade="Bodyguard",
            age="34",
            looks="Tall, plain suit, never with her back to a door",
            background="Eight years with the paratroops, then a client who did not deserve it.",
            motives="To choose better whom she stands in front of.",
            notes="Sleeps four hours a night. Plays football on Sundays.",
        ),
        ("choose-campaign", {"campaign": "intermediate"}),
        ("choose-technology", {"level": 5}),
        *mains(str=12, agi=8, end=10, dex=8, wil=8, pre=8, ins=8),
        *levels(pistol=7, gun=7, automatic_weapons=5),
        special("martial_arts", "Krav Maga", 10),
        *levels(ranged_two_weapons=0),
        special("heavy_weapons", "Bazooka", 0),
        *levels(skydiving=0, diving=0, swimming=0, security_systems=0, explosives=0, electricity=0, mechanics=0),
        *levels(computer_science=0, driving_car=5, aquatic_machine=0, heavy_vehicle=0, airplane=0, helicopter=0),
        *levels(survival=0, first_aid=-5, tracking=0),
        special("other_sports", "Football", 0, start=-5),
        special("other_sports", "Cycling", 0, start=-5),
        *trade("pistol", "driving_car", "martial_arts:krav-maga"),
        *gear("Beretta 9 mm", "M16 .223 REM", "Knife", "Light Kevlar or small bulletproof vest", "an earpiece"),
    ),
)

SANNA: Final = Sample(
    "Sanna Holm",
    "07sannah",
    (
        *told(
            line="A captain who lost a war and brought her people home",
            trade="Captain",
            age="47",
            looks="Grey plait, a scar through one eyebrow, a voice for open fields",
            background="Held the pass for nine days; the peace was signed on the tenth.",
            motives="To see every one of her forty settled before she rests.",
            notes="Her horse is called Barley. She reads the sky better than books.",
        ),
        ("choose-campaign", {"campaign": "high"}),
        ("choose-technology", {"level": 3}),
        *mains(str=10, agi=11, end=11, dex=10, wit=8, wil=10, pre=8, ins=10),
        *levels(sword=9, shield=6, spear=5, crossbow=5, horse_riding=6, command=8, dodge=7, perception=6),
        *levels(first_aid=0, intimidation=5, survival=5, tracking=0, pedagogy=5, mental_resistance=5),
        *levels(general_culture=0),
        special("martial_arts", "Wrestling", 5),
        special("foreign_languages", "Latin", 0),
        ("make-skill", {"name": "Strategy", "on": "wit", "start": -5, "level": 5}),
        *trade("sword", "command", "horse_riding", "own:strategy"),
        *gear(
            "Long sword",
            "Medium shield",
            "Dagger",
            "Heavy crossbow",
            "Plates",
            "Normal helmet",
            "a roll of forty names",
        ),
    ),
)

SAMPLES: Final = (JONAS, IDA, SANNA)


def made(character: Character, *steps: Step) -> Character:
    """A character after these commands; `AssertionError` where the rules refuse one."""
    for verb, params in steps:
        outcome = perform(RULES, character, RULES.command(verb, params))
        assert not outcome.refused, (verb, params, [problem.message for problem in outcome.problems])
        character = outcome.after
    return character


def build(sample: Sample) -> Character:
    """The character that a sample's commands make of a new one."""
    return made(RULES.of(GAME.new(sample.name) | {"id": sample.id}), *sample.steps)


def text(sample: Sample) -> str:
    """The sample's file."""
    return dumps(build(sample).to_doc(), GAME.header)


def write() -> None:
    """Writes every tracked file anew."""
    for sample in SAMPLES:
        sample.path.write_text(text(sample), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
