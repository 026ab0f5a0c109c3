"""What is done at a table: heroes act, foes attack, Doom is spent, results are dealt out (F-FIGHT, F-DOOM, F-DMG); what
is alike at all tables with cards stands in `engine.exchanges`, and what is declared in `book/table.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Literal, Self

from pydantic import Field

from saga_tui.engine import choosing, command, edges, exchange_acts, one_pile
from saga_tui.engine.command import Words
from saga_tui.engine.deciding import SHARED
from saga_tui.engine.declared import declare
from saga_tui.engine.for_all import AllDo, SwitchAll
from saga_tui.engine.one_pile import Banking, Cards, Members, hand_of
from saga_tui.engine.opponents import Adjust, of_name
from saga_tui.engine.sitting import Leaving, Naming, Taking
from saga_tui.games.fate import book
from saga_tui.games.fate.book import ABILITIES, DOOM, Card
from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.play.actions import Acting, Level, PlayCards, Suit, Value
from saga_tui.games.fate.play.state import play_of
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.figures import figures
from saga_tui.games.fate.rules.law import turning
from saga_tui.games.fate.rules.ruleset import RULES as HEROES
from saga_tui.games.fate.table.state import Deed, Foe, Table, TableEdit

MADE: Final[dict[str, type[command.Command]]] = dict(SHARED)
"""The commands of a table by their verbs."""
ROWS: Final = book.data("table")


class Act(Banking):
    """Something that happens at a table."""

    registry, members = MADE, HEROES
    cards_by, bank_by = "F-DECK-7", "F-DOOM-1"
    typed_by: ClassVar[str] = "F-CHAT-2"
    known: ClassVar[Any] = book.switches
    turning: ClassVar[Any] = staticmethod(turning)


class Played(exchange_acts.Played, Act):
    """Cards of a hero who sits there, against what the narrator sets."""

    deed, sums = Deed, "F-ACT-7"
    hands_on = ("cards", "by", "push", "skill", "suit", "take")
    suit: Suit | None = None
    level: Level = "easy"
    """The level of difficulty, which only you see."""
    doom: Cards = ()
    """Doom that you spend before the cards are played."""

    def early(self) -> Sequence[str]:
        """Doom (F-DOOM-3)."""
        return self.doom

    def goal_of(self, opposed: int, card: int, spent: int, less: int) -> int:
        """The level with its shifts, and what opposes (F-ACT-4, F-OPP-1, F-OPP-2)."""
        return law.difficulty(self.level, self.shifts, more=self.more, opposition=opposed, card=card, doom=[spent],
                              penalty=less, step=self.step).total  # fmt: skip

    def kind_against(self, document: Table) -> str:
        """What kind of attack the hero defends against."""
        foe = of_name(document.play.foes, getattr(self, "foe", ""))
        return foe.kind if foe else "physical"

    def brings(self, document: Table, members: Members) -> Mapping[str, Any]:
        """What moves the level, the weapon's bonus, defence and armour (F-ACT-4, F-DMG-1)."""
        of = figures(members[self.hero])
        guard = of.score(law.defence_of(self.kind_against(document))).total + of.bonus("armour").total
        made = self.theirs(document, of.hero) if self.cards else None
        arm = made.arm(of) if isinstance(made, PlayCards) else None
        shifts = tuple(made.shifts(of)) if isinstance(made, Acting) else ()
        step = of.whole("level_step")
        return {"shield": guard, "shifts": shifts, "strong": arm.bonus if arm else 0, "step": step}


class Attack(Played):
    """Something that a hero does to others, or not."""

    does = "play"
    kind: Literal["physical", "energy", "mental", "magical"] | None = None
    """What kind of attack it is; nothing: it hurts nobody."""
    weapon: Words = ""
    """The hero's weapon by its name: its bonus adds to damage."""


class Action(exchange_acts.Acts, Attack, verb="act", title="A hero acts",
             rules="F-FIGHT-6 F-ACT-2 F-ACT-6 F-OPP-1 F-OPP-2 F-DMG-2 F-FIGHT-1 F-FIGHT-3 F-FIGHT-8"):  # fmt: skip
    """A hero acts: the player names the cards, you know how hard it is. A foe opposes with the same ability."""

    spent = ROWS["spent"]
    against: Literal["strength", "agility", "intellect", "willpower"] | None = None
    """What the foe resists with, if not the same ability."""
    opposition: Value | None = None
    """What opposes, if it is no foe's ability."""
    piled: Annotated[int, Field(ge=0, le=99)] = 0
    """How many heroes are in the pile-on."""

    def opposed(self, document: Table) -> int:
        """The score of what opposes: the foe's ability, or as it is said (F-OPP-1)."""
        said = self.by.strip().casefold()
        own = self.against or (said if said in ABILITIES else "strength")
        foe = of_name(document.play.foes, self.foe)
        return self.opposition if self.opposition is not None else getattr(foe, own, 0)

    def harms(self, foe: Foe) -> int:
        """The whole score with the weapon, less defence and armour (F-DMG-1, F-DMG-2)."""
        if not self.kind:
            return 0
        guard = int(getattr(foe, law.defence_of(self.kind)))
        return law.wounds(self.came, self.strong, defence=guard, armour=foe.armour)

    def more_for(self, document: Table, member: Hero) -> Mapping[str, Any]:
        """At that target; a pile-on counts once (F-FIGHT-8). With its difficulty where the group shows it (F-ACT-6)."""
        piled = 0 if play_of(member).piled > 1 else law.piled(self.piled, document.switch("pile_on"))[0]
        more: dict[str, Any] = {"bonus": self.bonus + piled, "weapon": self.weapon, "target": self.foe}
        if document.switch("difficulty") == "shown":
            doom = [int(name.strip().lstrip("Dd")) for name in self.doom if name.strip().lstrip("Dd").isdecimal()]
            more |= {"level": self.level, "more": self.more, "opposition": self.opposed(document), "doom": doom}
        return more


class CounterAction(exchange_acts.Counters, Played, verb="counter", title="A foe attacks",
                    rules="F-FIGHT-10 F-FIGHT-1 F-DMG-1 F-DMG-4 F-FIGHT-8 F-NARR-4"):  # fmt: skip
    """A foe attacks a hero, who counters with cards; without cards the attack hits."""

    does, spent = "counter", ROWS["spent"]

    def less(self) -> int:
        """What a foe loses who attacks a whole pile-on (F-FIGHT-8)."""
        return law.piled(self.piled)[1]

    def more_for(self, document: Table, member: Hero) -> Mapping[str, Any]:
        """Against the foe's attack."""
        return {"bonus": self.bonus, "attack": (of_name(document.play.foes, self.foe) or Foe()).attack}


class Duel(exchange_acts.Challenges, Attack, verb="duel", title="A hero acts on another",
           rules="F-OPP-5 F-FIGHT-11 F-DMG-9"):  # fmt: skip
    """The active hero acts on another hero: the score and the level that you set are what the other has to reach."""

    def rating(self) -> int:
        """The level."""
        return law.rating(self.level, self.more, self.step)

    def harms(self) -> int:
        """The score without the level, with the weapon, less the other's defence and armour (F-DMG-9)."""
        return self.came + self.strong - self.shield if self.kind else 0

    def brings(self, document: Table, members: Members) -> Mapping[str, Any]:
        """The weapon, and what protects the other one; the active hero has no level to move (F-ACT-4)."""
        found = {**super().brings(document, members), "shifts": ()}
        if self.rival in members and self.kind:
            of = figures(members[self.rival])
            found["shield"] = of.score(law.defence_of(self.kind)).total + of.bonus("armour").total
        return found

    def more_for(self, document: Table, member: Hero) -> Mapping[str, Any]:
        """With the weapon."""
        return {"bonus": self.bonus, "weapon": self.weapon}


class Answer(exchange_acts.Answers, Played, verb="answer", title="A hero answers another", rules="F-OPP-5 F-FIGHT-11"):
    """The other hero plays against what the active one came to."""

    does = "counter"

    def moved(self) -> int:
        """A skill that helps (F-ACT-4)."""
        return int(self.step * sum(law.BY[one] for one in self.shifts))

    def more_for(self, document: Table, member: Hero) -> Mapping[str, Any]:
        """Nothing of the narrator's comes into it."""
        return {"bonus": self.bonus, "attack": 0}


class Edge(one_pile.CrossDealing, Act):
    """An edge of the clock, for the table and all heroes in play; an exchange begins with the narrator's card."""

    group, opens, opened_by = "clock", "exchange", "F-FIGHT-2"

    def room(self, member: Hero) -> int:
        """What is missing of a full hand."""
        of = figures(member)
        return max(0, min(of.deck, of.size.total) - len(hand_of(member)))


class Turned(one_pile.Looking, Act):
    """A card that is turned over, and done with."""

    group = "cards"
    filled: ClassVar[tuple[str, ...]] = (*Act.filled, "callings")
    callings: dict[str, Words] = Field(default_factory=dict)
    """The heroes' callings by their ids (F-CALL-1)."""

    def seen(self, document: Table, members: Members) -> Self:
        """With what moves whom."""
        found = {who: hero.calling for who, hero in members.items() if hero.calling}
        return super().seen(document, members).model_copy(update={"callings": found})

    def meant(self, edit: TableEdit, card: Card) -> Mapping[str, Any]:
        """The event and whom it moves, the aura's meaning, the ability (F-CALL-2, F-OPP-6, F-ACT-10)."""
        moved = [edit.now.named(who) for who, calling in self.callings.items() if calling == card.calling]
        moved += [foe.name for foe in edit.play.foes if foe.calling == card.calling]
        return {"name": card.name, "aura": card.aura, "event": card.event, "moved": ", ".join(moved) or "no one",
                "calling": book.keyed("callings")[card.calling]["name"],
                "suit": "draw again" if card.suit == DOOM else card.suit,
                "reading": book.keyed("auras")[card.aura]["reading"]}  # fmt: skip


class Plain(command.Command):
    """Something of the table alone."""

    registry = MADE


class AddFoe(choosing.Add):
    """A character of the narrator's (F-NARR-3)."""

    row: ClassVar[Any] = Foe


declare(Edge, book.data("commands")["time"], begin=edges.Begin, end=edges.End, again=edges.Again)
declare(Act, ROWS["acts"], seat=Taking, leave=Leaving, turned=Turned, gather=AllDo, switch=SwitchAll, name=Naming,
        **exchange_acts.KINDS)  # fmt: skip
declare(Plain, ROWS["foes"], add=AddFoe, adjust=Adjust, change=choosing.Change, remove=choosing.Remove)

__all__ = ["MADE"]
