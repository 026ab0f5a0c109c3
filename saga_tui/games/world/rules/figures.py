"""Every number of a character, and what changes a roll (see `engine.suffering`): what World Saga and its switches say
of it. `figures(character)` gives them all: `number("athletics")`, `number("stamina-most")`, `target(roll)`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Final

from saga_tui.engine.ailments import Action, Shift
from saga_tui.engine.derived import Counted, counts, texts
from saga_tui.engine.entries import Entry
from saga_tui.engine.learned import Ids, of_document
from saga_tui.engine.suffering import Roll, Suffering, name_of
from saga_tui.games.world import book
from saga_tui.games.world.character import Character, Play
from saga_tui.roll_under import UNTYPED, Modifier, Scale
from saga_tui.tables import tables
from saga_tui.tally import Term

__all__ = ["ATTRIBUTES", "RESISTANCES", "SKILLS", "TOLERANCES", "Figures", "Roll", "figures", "name_of"]
ATTRIBUTES: Final = tuple(book.attributes())
TOLERANCES: Final = tuple(book.tolerances())
SKILLS: Final = tuple(key for key, row in book.skills().items() if not row.resistance)
RESISTANCES: Final = tuple(key for key, row in book.skills().items() if row.resistance)
COUNTED: Final = tables(Counted, book.data("numbers")["counted"], by="name").values()
TEXTS: Final = {one["name"]: one["label"] for one in book.data("numbers")["text"] if one["path"][0] == "concept"}
"""The texts of a character by their fields."""
TESTS: Final = book.data("tests")
LOSSES: Final = {"two": -2, "one": -1, "three": -3, "four": -4}
IDS: Final = book.data("ids")
HARMS: Final = tuple(IDS["kinds"])


def training_name(rank: int) -> str:
    """What a Training Rank is called: `Untrained` … `Legendary` (W-CHR-3)."""
    names: list[str] = TESTS["training_names"]
    return names[max(0, min(rank, len(names) - 1))]


class Figures(Suffering):
    """The numbers of one character."""

    ids = Ids("W-CHR-3", "W-CHR-3", "W-CHR-3", "W-ENT-5")
    says, kinds, titles = IDS, IDS["kinds"], TESTS["training_names"]
    options, harms, over = book.switches, book.harms, ("dead", "insane")
    tables = {"attributes": book.attributes, "tolerances": book.tolerances, "skills": book.skills,
              "conditions": book.conditions, "actions": book.actions, "afflictions": book.afflictions}  # fmt: skip
    character: Character

    @property
    def play(self) -> Play:
        """Where play stands; where it will begin before that."""
        return self.character.play or Play()

    @property
    def scale(self) -> Scale:
        """How a die is read (W-DEG-1, W-DEG-2, W-TST-5)."""
        return scale(1 if self.switch("tn_floor") == "one" else None)

    def guessed(self, key: str) -> bool:
        """Whether the second attribute is our guess (W-CHR-5)."""
        row, own = self.skills[key], self.character.world.pairs
        return bool(row.house) and key not in own and self.switch("missing_pairs") == "house"

    def follows(self, key: str) -> Iterator[Term]:
        """Maxima by the House rule: the attribute, and the training on the tolerance (W-ENT-4)."""
        attribute = book.tolerances()[key]["attribute"]
        if self.switch("tolerances") == "house" and self.has(attribute):
            told = f"{self.attributes[attribute]['name']}, by the house rule"
            yield Term(self.number(attribute).total, told, "W-ENT-4")
            yield Term(self.character.training.get(key, 0), "training", "W-ENT-4")

    def loss(self) -> int:
        """What Battered and Withdrawn take from a maximum (W-INJ-3)."""
        return LOSSES[self.switch("maximum_loss")]

    def bare(self) -> bool:
        """Whether a bare attribute's test suffers (W-CHR-6)."""
        return self.switch("attribute_tests_suffer") == "on"

    def extra(self, roll: Roll) -> Iterator[Modifier]:
        """The bonus on testing a bare attribute (W-TST-3)."""
        if roll.skill in ATTRIBUTES and self.switch("attribute_bonus") == "two":
            yield Modifier(TESTS["attribute_bonus"], "an attribute is tested", UNTYPED, "W-TST-3")

    def penalty_type(self, row: Action) -> str:
        """Of Persevere as the group plays (W-ACT-4)."""
        wanted = row.key == "persevere" and self.switch("persevere_penalty") == "condition"
        return "condition" if wanted else super().penalty_type(row)

    def fits(self, shift: Shift, roll: Roll) -> bool:
        """Stressed touches rolls with the Attention trait of the Actor or Attacker (W-TOL-6)."""
        if shift.on != "attention":
            return super().fits(shift, roll)
        roles = ("own", "attack") if self.switch("stressed") == "attention-rolls" else ("attack",)
        return "attention" in roll.traits and roll.role in roles


@cache
def scale(least: int | None = None) -> Scale:
    """How a die is read."""
    bands = tuple((one["key"], one["from"]) for one in TESTS["degree"] if "from" in one)
    return Scale(TESTS["die"], TESTS["tn_most"], TESTS["critical_failure_on"], bands, least)


figures: Callable[[Character], Figures] = partial(of_document, Figures)
"""The numbers of a character; the same ones for the same character."""


def entries(character: Character) -> Iterator[Entry]:
    """Every number and every text, in the order of the sheet."""
    of = figures(character)
    yield from (*texts(character, book.data("numbers")["text"]), *of.entries())
    yield from (*counts(character, COUNTED), *of.counters())
    for place, item in enumerate(character.items):
        yield Entry(f"item:{place + 1}", "Item", item.name, ("items", place, "name"))
