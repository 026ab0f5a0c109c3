"""Commands of what is given at a table: fortune, drive tokens, recovery, Spark, rewards, luck, harm without a roll
(AST-11, AST-13, TRT-5, DRV-2, DRV-8, REG-4, SPK-3, CNF-12, DMG-6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from saga_tui.engine.command import Command as AnyCommand
from saga_tui.engine.party import Part
from saga_tui.games.saga.gm import state
from saga_tui.games.saga.gm.clock import in_conflict
from saga_tui.games.saga.gm.commands.base import (
    Assets,
    Count,
    Drives,
    Kinds,
    Personal,
    SeatId,
    TableCommand,
    Words,
    of,
)
from saga_tui.games.saga.gm.commands.together import Together
from saga_tui.games.saga.gm.edit import TableEdit
from saga_tui.games.saga.gm.state import Table
from saga_tui.games.saga.rules import state as sheet
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.rules.commands.spark import ANSWERS, Answer
from saga_tui.games.saga.rules.words import POOLS, DamageKind
from saga_tui.words import listed, plural

Weight = Annotated[int, Field(ge=1, le=3)]


class Given(Together):
    """Something that the GM gives to one or several, which is noted for the record."""

    group = "giving"
    by_name: ClassVar[tuple[str, ...]] = ()

    def noted(self, edit: TableEdit, what: str, amount: int, rule: str, *, why: str = "", said: str = "") -> None:
        """Says who got it, and notes it; what is only offered is noted as that."""
        self.check(edit)
        for who in self.took:
            edit.gave(who, what, amount, why or self.why, rule=rule)
        for one in self.offers:
            edit.gave(one.to, what, amount, why or self.why, one.id, rule=rule)
        if not self.only_offered:
            edit.say(f"{said or f'{amount} {what}'} for {self.names(edit)}", rule)


class Fortune(Given, verb="fortune", title="Give fortune", rules="AST-13 AST-12"):
    """Give fortune to one or several, for a reason of your own."""

    amount: Count = 1

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """The tokens."""
        return RULES.command("gain-fortune", {"amount": self.amount, "who": "GM", "why": self.why})

    def apply(self, edit: TableEdit) -> None:
        """Noted."""
        self.noted(edit, "fortune", self.amount, "AST-13")


class Bribe(Given, verb="bribe", title="Bribe a player", rules="TRT-5 AST-13"):
    """Offer fortune for acting as a trait implies. Nothing is inverted."""

    amount: Count = 1
    trait: Words = ""

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """The tokens, if the player takes them."""
        return RULES.command("bribe", {"amount": self.amount, "trait": self.trait})

    def apply(self, edit: TableEdit) -> None:
        """Noted."""
        self.noted(edit, "fortune as a bribe", self.amount, "TRT-5")


class OfferDrive(Given, verb="offer-drive", title="Give drive tokens", rules="DRV-8 DRV-2"):
    """Give drive tokens for acting as a drive pulls. The player may clear a doom step instead of one."""

    drive: Drives = Field(default_factory=dict)
    """Which drive of each, by its number: `Kestrel:2`; default: the first."""
    amount: Count = 1
    instead: tuple[SeatId, ...] = ()
    """Who clears a doom step instead of one of them."""

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """The tokens."""
        said = of(table, self.drive, who, "1")
        place = 0 if said == "doom" else int(said) - 1
        given = {"drive": place, "amount": self.amount, "instead": said == "doom" or who in self.instead, "who": "GM"}
        return RULES.command("gain-drive", given)

    def apply(self, edit: TableEdit) -> None:
        """Noted."""
        self.noted(edit, "drive token", self.amount, "DRV-8", said=plural(self.amount, "drive token"))


class GrantRecovery(Given, verb="grant-recovery", title="Grant recovery", rules="REG-4 AST-14"):
    """Grant the recovery of spent tokens outside a conflict; each player chooses the asset."""

    asset: Assets = Field(default_factory=dict)
    """The asset of each: `Kestrel:grace`; default: the one with the most tokens spent."""
    amount: Count = 1

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """The tokens; nothing for one who has spent none."""
        most = max(POOLS, key=lambda asset: sheet.spent(member, asset))
        chosen = of(table, self.asset, who)
        if chosen is None and not sheet.spent(member, most):
            return None
        return RULES.command("recover", {"asset": chosen or most, "amount": self.amount, "who": "GM"})

    def apply(self, edit: TableEdit) -> None:
        """Noted; not in a conflict (REG-4)."""
        if in_conflict(edit.play):
            message = "Recovery cannot be granted in a conflict"
            edit.object("REG-4", message, "Tokens recover when the round ends.", code="conflict")
        self.noted(edit, "recovered", self.amount, "REG-4")


class Reward(Given, verb="reward", title="Give a reward", rules="CNF-12"):
    """Give a reward of a conflict to one or several: for the scene, the chapter or permanently, as fits its stakes."""

    typed = ("name", "until")

    name: Annotated[str, Field(min_length=1, max_length=2000)]
    until: Literal["scene", "chapter", "good"] | None = None
    """Default: as long as the stakes' consequences would last."""

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """On the sheet."""
        return RULES.command("reward", {"name": self.name} | ({"until": self.until} if self.until else {}))

    def apply(self, edit: TableEdit) -> None:
        """Noted."""
        self.noted(edit, "reward", 1, "CNF-12", why=self.name, said=f"reward “{self.name}”")


class Spark(Given, verb="spark", title="Give Spark", rules="SPK-3 SPK-1"):
    """Give Spark to one or several."""

    amount: Count = 1

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """It comes."""
        return RULES.command("gain-spark", {"amount": self.amount, "who": "GM", "why": self.why})

    def apply(self, edit: TableEdit) -> None:
        """Noted."""
        self.noted(edit, "Spark", self.amount, "SPK-3")


class OfferSpark(Personal, verb="offer-spark", title="A player offers Spark", rules="SPK-3", group="giving"):
    """A player offers 1 Spark for a fact or a scene, to the GM or to another player. What becomes of it depends on the
    answer; another player who accepts gains it."""

    seat: SeatId
    fact: Words = ""
    answer: Answer = "taken"
    to: SeatId = ""
    """The other player who accepts."""

    def parts(self, document: Table, members: Mapping[str, Any]) -> Sequence[Part]:
        """The Spark goes from one sheet, and to the other."""
        offer = Part(self.seat, RULES.command("offer", {"fact": self.fact, "answer": self.answer}))
        found = [offer] if self.seat in members else []
        if self.moves and self.to in members and self.to != self.seat:
            who = state.name_of(document, self.seat)
            found.append(Part(self.to, RULES.command("gain-spark", {"amount": 1, "who": who, "why": self.fact})))
        return found if self.to in members or not self.moves else []

    @property
    def moves(self) -> bool:
        """Whether it goes to another player."""
        return self.answer in ("to-player", "to-player-rewarded")

    def apply(self, edit: TableEdit) -> None:
        """Noted where the GM gives something."""
        if self.moves and (not self.to or self.to == self.seat):
            message = f"{edit.name(self.seat)} cannot accept their own offer" if self.to else "No player accepts yet"
            edit.object("SPK-3", message, "Name the other player, who gains the Spark.", code="to")
            return
        if not self.needs(edit, self.seat, *([self.to] if self.moves else [])):
            return
        if self.answer == "to-player-rewarded":
            edit.gave(self.seat, "Spark", 1, self.fact, rule="SPK-3")
        about = f" for “{self.fact}”" if self.fact else ""
        to = f" to {edit.name(self.to)}" if self.moves else ""
        edit.say(f"{edit.name(self.seat)} offers 1 Spark{to}{about}: {SAID[self.answer]}", "SPK-3")


SAID: dict[str, str] = {
    "taken": "the GM accepts, the Spark is spent",
    "kept": "the GM accepts, the Spark is kept",
    "to-player": "accepted, the Spark moves",
    "to-player-rewarded": "accepted, the Spark moves, and the GM gives 1 back",
    "rejected": "rejected, the Spark is kept",
}
"""The answers in the GM's words."""
assert SAID.keys() == ANSWERS.keys()


class GmOffer(TableCommand, verb="gm-offer", title="The GM offers a fact", rules="SPK-3", group="giving"):
    """The GM offers a player a fact, a scene, a favour, freely and without Spark. It is noted, with the answer."""

    seat: SeatId
    fact: Words
    accepted: bool = True

    def apply(self, edit: TableEdit) -> None:
        """Noted."""
        if edit.seated(self.seat):
            edit.gave(self.seat, "offer accepted" if self.accepted else "offer rejected", 1, self.fact, rule="SPK-3")
            said = "accepted" if self.accepted else "rejected"
            edit.say(f"the GM offers {edit.name(self.seat)} “{self.fact}”: {said}", "SPK-3")


class Luck(Personal, verb="luck", title="A stroke of luck", rules="AST-11", group="giving"):
    """A player pays as much fortune as the GM agrees to, to bring a fact into the scene; perhaps a trait, active for a
    round, which the scene has from then on."""

    seat: SeatId
    amount: Count = 1
    fact: Words = ""
    trait: Words = ""
    weight: Weight = 3

    def parts(self, document: Table, members: Mapping[str, Any]) -> Sequence[Part]:
        """The price."""
        said = {"amount": self.amount, "fact": self.fact, "trait": self.trait, "weight": self.weight}
        return [Part(self.seat, RULES.command("luck", said))] if self.seat in members else ()

    def apply(self, edit: TableEdit) -> None:
        """The fact, and the trait of the scene; of a player in another window when the price is paid."""
        if not self.needs(edit, self.seat, asked=True) or self.offers:
            return
        edit.say(
            f"{edit.name(self.seat)}, luck for {plural(self.amount, 'fortune token')}: {self.fact or self.trait}",
            "AST-11",
        )
        edit.found_trait(self.trait, "AST-11")


class Harm(Together, verb="harm", title="Deal damage without a roll", rules="DMG-6 DMG-2 KIS-2", group="damage"):
    """Deal damage to one or several without a roll: what a fall, a fire or a condition does."""

    kind: DamageKind = "pain"
    amount: Count = 1
    kinds: Kinds = Field(default_factory=dict)
    """Another kind for some of them."""
    source: Words = ""

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """The tokens."""
        said = {"kind": of(table, self.kinds, who, self.kind), "amount": self.amount, "who": self.source or "GM"}
        return RULES.command("take-damage", said)

    def apply(self, edit: TableEdit) -> None:
        """Told at the table."""
        self.check(edit)
        by = f"{self.source}: " if self.source else ""
        if not self.only_offered:
            edit.say(f"{by}{self.amount} {self.kind} for {listed(map(edit.name, self.took)) or 'no one'}", "DMG-6")
