"""The sample characters, each as the list of commands that makes it from a new one.

`python -m tests.games.saga.samples` writes `characters/` anew; the tests only compare.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from saga_tui.games.saga.game import GAME
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.rules.commands import command_of, perform
from saga_tui.store import dumps, slug

FOLDER: Final = Path(__file__).parents[3] / "characters"

Step = tuple[str, dict[str, Any]]
"""A verb and its parameters."""


@dataclass(frozen=True)
class Sample:
    """A sample character: its name and id, and all that is done to make it. No step needs dice."""

    name: str
    id: str
    steps: tuple[Step, ...]

    @property
    def path(self) -> Path:
        """Its tracked file."""
        return FOLDER / f"{slug(self.name)}.toml"


def concept(line: str, skill_x: str = "", player: str = "", notes: str = "") -> tuple[Step, ...]:
    said = {"line": line, "skill_x": skill_x, "player": player, "notes": notes}
    return tuple(("set-concept", {"field": field, "text": text}) for field, text in said.items() if text)


def skills(primary: tuple[str, ...], secondary: tuple[str, ...]) -> tuple[Step, ...]:
    places = [*((skill, "primary") for skill in primary), *((skill, "secondary") for skill in secondary)]
    return tuple(("skill-priority", {"skill": skill, "place": place}) for skill, place in places)


def points(ratings: dict[str, int], ranks: dict[str, int]) -> tuple[Step, ...]:
    return (
        ("asset-method", {"method": "points"}),
        *(("asset-points", {"asset": asset, "rating": rating}) for asset, rating in ratings.items()),
        ("skill-method", {"method": "points"}),
        *(("skill-ranks", {"skill": skill, "ranks": held}) for skill, held in ranks.items()),
    )


def story(traits: tuple[str, ...], drives: tuple[str, ...]) -> tuple[Step, ...]:
    return (
        *(("write-trait", {"text": text}) for text in traits),
        *(("write-drive", {"text": text}) for text in drives),
    )


KESTREL: Final = Sample(
    "Kestrel Ward",
    "01kestre",
    (
        *concept(
            "Mail rider on the line where the map gives out",
            skill_x="Survival",
            notes=(
                "The Overland company closed the Salt Road. The letters did not stop coming, so neither did she.\n"
                "Her horse is called Tuesday."
            ),
        ),
        ("asset-order", {"order": ["grace", "acuity", "force"]}),
        ("free-perk", {"name": "Nimble", "asset": "grace"}),
        *skills(("athletics", "marksmanship"), ("awareness", "influence", "skill_x")),
        ("add-specialty", {"skill": "athletics", "name": "riding"}),
        ("add-specialty", {"skill": "marksmanship", "name": "rifles"}),
        *story(
            (
                "The Mail Goes Through",
                "Knows Every Well on the Salt Road",
                "Cold Blue Eyes",
                "Trusts Horses More than People",
                "Owes the Ferryman a Favour",
            ),
            (
                "Deliver the letter that was addressed to me",
                "Nobody gets left in the desert",
                "A roof that nobody can close",
            ),
        ),
        ("put-gear", {"name": "Tuesday, a grey mare", "kind": "buff", "rating": 2, "purpose": "riding hard and long"}),
        (
            "put-gear",
            {
                "name": "Unsent letter in oilcloth",
                "kind": "charm",
                "rating": 1,
                "without": ["weaponry", "marksmanship"],
                "purpose": "a reason to go on",
            },
        ),
        (
            "put-gear",
            {
                "name": "Canteen of bitter tea",
                "kind": "font",
                "rating": 2,
                "without": ["kismet"],
                "purpose": "getting up again",
            },
        ),
        ("finish", {"buy": "asset", "asset": "force"}),
        ("finish", {"buy": "rank", "skill": "skill_x"}),
        ("finish", {"buy": "perk", "name": "Lucky", "asset": "fortune"}),
        ("finish", {"buy": "perk", "name": "Brave", "asset": "acuity"}),
        ("finish", {"buy": "specialty", "skill": "skill_x", "name": "finding water"}),
    ),
)

ODALYS: Final = Sample(
    "Odalys Brandt",
    "02odalys",
    (
        *concept(
            "Dock inspector of Ring Nine who has stopped taking bribes",
            skill_x="Cyberspace",
            notes="Twelve years of customs stamps, eleven of envelopes. Then a container that was breathing.",
        ),
        *points(
            {"force": 1, "grace": 2, "acuity": 6, "fortune": 3},
            {"awareness": 5, "academia": 2, "influence": 2, "subterfuge": 1, "skill_x": 4},
        ),
        ("free-perk", {"name": "Expert", "asset": "acuity", "skill": "awareness"}),
        ("add-specialty", {"skill": "awareness", "name": "cargo that lies"}),
        ("add-specialty", {"skill": "skill_x", "name": "manifests"}),
        *story(
            (
                "Perfect Memory for Serial Numbers",
                "Badge Nobody Has Taken Back",
                "Every Smuggler Knows Her Name",
                "Fastidious",
                "Sleeps with the Light On",
            ),
            ("Find out where the container went", "My daughter must not learn how we paid for school", "Clean books"),
        ),
        (
            "put-gear",
            {"name": "Customs override key", "kind": "buff", "rating": 3, "purpose": "doors and systems of the docks"},
        ),
        (
            "put-gear",
            {
                "name": "Voice of a dead colleague",
                "kind": "charm",
                "rating": 2,
                "without": ["athletics", "weaponry", "marksmanship"],
                "purpose": "a word in the ear at the right moment",
            },
        ),
        ("finish", {"buy": "asset", "asset": "force"}),
        ("finish", {"buy": "perk", "name": "Confident", "asset": "grace"}),
        ("finish", {"buy": "trait", "name": "Cybernetic Eye on Instalments"}),
        ("finish", {"buy": "rank", "skill": "influence"}),
    ),
)

ANSELM: Final = Sample(
    "Anselm Rook",
    "03anselm",
    (
        *concept(
            "Exorcist whom his order threw out, and his demon did not",
            skill_x="Mettle",
            player="Mia",
            notes="The demon's name is Vesper. It is polite, and it is never quite wrong.",
        ),
        ("asset-order", {"order": ["force", "acuity", "grace"]}),
        ("free-perk", {"name": "Destined", "asset": "fortune"}),
        *skills(("skill_x", "influence"), ("academia", "awareness", "weaponry")),
        ("add-specialty", {"skill": "skill_x", "name": "the possessed"}),
        ("add-specialty", {"skill": "influence", "name": "confession"}),
        *story(
            (
                "Excommunicated",
                "Voice Like a Cathedral",
                "Faith",
                "Vesper Whispers the Truth",
                "Hands That Shake Only in Peace",
            ),
            ("Give Vesper back its heart", "The abbot shall say it to my face", "No child pays for another's bargain"),
        ),
        (
            "put-gear",
            {
                "name": "Iron-shod processional cross",
                "kind": "buff",
                "rating": 2,
                "purpose": "striking and warding off the unholy",
            },
        ),
        (
            "put-gear",
            {
                "name": "Flask of plum brandy",
                "kind": "font",
                "rating": 2,
                "without": ["doubt", "kismet"],
                "purpose": "dulling pain, steadying nerves",
            },
        ),
        (
            "put-gear",
            {
                "name": "Bead from a broken rosary",
                "kind": "charm",
                "rating": 1,
                "without": ["subterfuge"],
                "purpose": "being heard",
            },
        ),
        ("finish", {"buy": "asset", "asset": "grace"}),
        ("finish", {"buy": "asset", "asset": "fortune"}),
        ("finish", {"buy": "perk", "name": "Strong-Willed", "asset": "force"}),
        ("finish", {"buy": "specialty", "skill": "academia", "name": "theology"}),
        ("finish", {"buy": "specialty", "skill": "skill_x", "name": "temptation"}),
        # chapter 1: a village whose bell rings by itself
        ("start-play", {}),
        ("start-chapter", {"drive": 0}),
        ("start-scene", {}),
        ("scene-trait", {"trait": "The choir has stopped singing"}),
        ("inverted", {"trait": "Excommunicated", "weight": 2, "who": "GM", "why": "the sexton spits"}),
        ("roll", {"skill": "influence", "specialties": ["confession"], "acuity": 1, "opposing": 4, "net": 2}),
        ("gain-drive", {"drive": 2, "who": "GM", "why": "for taking the girl's place in the circle"}),
        ("end-scene", {}),
        ("end-chapter", {}),
        ("buy", {"buy": "specialty", "skill": "academia", "name": "demons"}),
        # chapter 2: what rang it
        ("start-chapter", {"drive": 0}),
        ("start-scene", {}),
        ("invoke", {"trait": "Faith", "weight": 2}),
        ("roll", {"skill": "skill_x", "force": 1, "active": ["Faith"], "opposing": 6, "net": 0}),
        ("end-scene", {}),
        ("start-scene", {}),
        ("scene-trait", {"trait": "Candles burning downwards"}),
        ("start-conflict", {"stakes": "serious"}),
        ("roll", {"skill": "weaponry", "kind": "attack", "force": 2, "opposing": 5, "net": 2}),
        ("temporary-trait", {"trait": "Its name half spoken", "pushes": 2}),
        ("suffer", {"kind": "pain", "amount": 5, "to_kismet": 1}),
        ("consequence", {"name": "Cracked ribs"}),
        ("roll-kismet", {"marks": 0, "hitches": 1}),
        ("settle-kismet", {}),
        ("end-round", {"recover": "force"}),
        ("invoke", {"trait": "Voice Like a Cathedral", "weight": 3}),
        ("spend", {"asset": "acuity", "amount": 2}),
        ("suffer", {"kind": "fear", "amount": 2}),
    ),
)

THEO: Final = Sample(
    "Theo Marsh",
    "04theoma",
    (
        *concept("Jazz pianist who takes requests from the dead", notes="Ask Jo whether ghosts can dance."),
        ("asset-order", {"order": ["acuity", "grace"]}),
        *skills(("awareness",), ("influence", "legerdemain")),
        ("add-specialty", {"skill": "awareness", "name": "hearing"}),
        *story(("I See Dead People", "Perfect Pitch, Empty Wallet"), ("Play her song to the end",)),
    ),
)

SAMPLES: Final = (KESTREL, ODALYS, ANSELM, THEO)
FINISHED: Final = (KESTREL, ODALYS, ANSELM)


def build(sample: Sample) -> Character:
    """The character that a sample's commands make of a new one; `AssertionError` where the rules refuse one."""
    character = from_doc(GAME.new(sample.name) | {"id": sample.id})
    for verb, params in sample.steps:
        outcome = perform(character, command_of(verb, params))
        assert not outcome.refused, (sample.name, verb, [problem.message for problem in outcome.problems])
        character = outcome.after
    return character


def text(sample: Sample) -> str:
    """The sample's file."""
    return dumps(build(sample).to_doc(), GAME.header)


def write() -> None:
    """Writes every tracked file anew."""
    for sample in SAMPLES:
        sample.path.write_text(text(sample), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
