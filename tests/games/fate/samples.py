"""The sample heroes, each as the list of commands that makes it from a new one.

`python -m tests.games.fate.samples` writes their files in `characters/` anew; the tests only compare.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from saga_tui.engine.command import perform
from saga_tui.games.fate import book
from saga_tui.games.fate.game import GAME
from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.rules.ruleset import RULES
from saga_tui.store import dumps, slug

FOLDER: Final = Path(__file__).parents[3] / "characters"

Step = tuple[str, dict[str, Any]]
"""A verb and its parameters."""


@dataclass(frozen=True)
class Sample:
    """A sample hero: its name and id, and all that is done to make it."""

    name: str
    id: str
    steps: tuple[Step, ...]

    @property
    def path(self) -> Path:
        """Its tracked file."""
        return FOLDER / f"{slug(self.name)}.toml"


def told(**texts: str) -> tuple[Step, ...]:
    return tuple(("describe", {"field": field, "text": text}) for field, text in texts.items())


def abilities(scores: tuple[int, ...], codes: str, **skills: str) -> tuple[Step, ...]:
    """Scores and codes in the order of the sheet; skills after their abilities, world-class ones with a star."""
    keys = book.ABILITIES
    found: list[Step] = [("set-score", {"ability": key, "score": one}) for key, one in zip(keys, scores, strict=True)]
    found += [("set-code", {"ability": key, "code": code}) for key, code in zip(keys, codes, strict=True)]
    for key, names in skills.items():
        for name in names.split(", "):
            said = {"ability": key, "name": name.rstrip("*"), "world_class": name.endswith("*")}
            found.append(("add-skill", said))
    return tuple(found)


def power(place: int, name: str, intensity: int, suit: str, stunts: str = "", limits: str = "") -> tuple[Step, ...]:
    tricks = [("stunt", words) for words in filter(None, stunts.split(", "))]
    tricks += [("limit", words) for words in filter(None, limits.split(", "))]
    return (
        ("add-power", {"name": name, "intensity": intensity, "suit": suit}),
        *((f"add-{kind}", {"power": place, kind: words}) for kind, words in tricks),
    )


def gear(name: str, kind: str, bonus: int, fires: bool = False) -> Step:
    return "add-gear", {"name": name, "kind": kind, "bonus": bonus, "fires": fires}


CORIN: Final = Sample(
    "Corin Vale",
    "06corinv",
    (
        *told(
            line="A lamplighter who crosses the city by its chimneys",
            looks="Wiry, soot on the cuffs, a coil of line over one shoulder",
            background="Lit four hundred lamps a night until the night the fourth ward burned.",
            motives="No street stays dark on his round.",
            notes="Knows every watchman by first name.",
        ),
        ("choose-tier", {"tier": "street"}),
        ("choose-calling", {"calling": "protector"}),
        *abilities(
            (5, 8, 6, 5),
            "dbcc",
            strength="Boxing",
            agility="Acrobatics, Throwing, Stealth",
            intellect="Detection, Tracking",
            willpower="Persuasion, Leadership",
        ),
        *power(0, "Grapnel line", 5, "agility", "swing across a street", "needs something to hold on to"),
        gear("Throwing hooks", "weapon", 3, fires=True),
        gear("Leather coat", "armour", 4),
    ),
)
THESSALY: Final = Sample(
    "Thessaly Kerr",
    "06thessk",
    (
        *told(
            line="A foundry hand whose temper melts iron",
            looks="Broad, close-cropped, gloves burnt through at the palms",
            background="The crucible burst. It should have been the end of her shift.",
            motives="To be warmth and not a fire.",
            notes="Never drinks anything cold.",
        ),
        ("choose-tier", {"tier": "mighty"}),
        ("choose-calling", {"calling": "uncontrolled-power"}),
        *abilities(
            (12, 6, 5, 13),
            "cdca",
            strength="Heavy labour, Endurance",
            agility="Throwing",
            intellect="Mechanics, Medical",
            willpower="Meditation, Intimidation, Leadership, Counselling",
        ),
        *power(0, "Furnace heart", 15, "willpower", "wall of flame, melt a lock", "fails in the rain"),
        *power(1, "Flight on hot air", 8, "agility", "carry one other"),
        gear("Foundry apron", "armour", 3),
    ),
)
HOLLIN: Final = Sample(
    "Hollin Grey",
    "06hollin",
    (
        *told(
            line="A hill that got up one morning and learned to talk",
            looks="Twelve feet of moss and granite, a rowan growing from one shoulder",
            background="Slept through three kingdoms. Woke when they began to quarry.",
            motives="To understand the small quick ones before deciding about them.",
            notes="Speaks slowly; sits down with great care.",
        ),
        ("choose-tier", {"tier": "titan"}),
        ("choose-calling", {"calling": "vestige-of-humanity"}),
        ("set-edge", {"edge": 2}),
        *abilities(
            (25, 8, 10, 11),
            "bxbc",
            strength="Wrestling*, Endurance, Heavy labour",
            intellect="History, Languages, Tracking",
            willpower="Meditation, Animal handling",
        ),
        ("add-hindrance", {"hindrance": "Too large for any door"}),
        ("add-hindrance", {"hindrance": "Sinks like a stone"}),
        *power(0, "Body of granite", 25, "strength", "stand like a wall, hurl a boulder"),
        *power(1, "Tremor", 18, "willpower", "feel footsteps a mile away", "only on bare ground"),
        gear("Bedrock hide", "armour", 7),
    ),
)
SAMPLES: Final = (CORIN, THESSALY, HOLLIN)


def made(hero: Hero, *steps: Step) -> Hero:
    """A hero after these commands; `AssertionError` where the rules refuse one."""
    for verb, params in steps:
        outcome = perform(RULES, hero, RULES.command(verb, params))
        assert not outcome.refused, (verb, params, [problem.message for problem in outcome.problems])
        hero = outcome.after
    return hero


def build(sample: Sample) -> Hero:
    """The hero that a sample's commands make of a new one."""
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
