"""A play at a table with exchanges, put together on one screen: who acts on whom, with what and how hard, and the plays
of that hand with their chances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from saga_tui.engine.card_fight import waiting
from saga_tui.engine.one_pile import hand_of
from saga_tui.engine.opponents import of_name
from saga_tui.engine.rules import Rules
from saga_tui.ui import card_plays
from saga_tui.ui.card_playing import SECRET, CardPlaying
from saga_tui.ui.card_plays import Listed, Setting
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.specs import Flow
from saga_tui.words import plural

SPENT: Final = ("act", "counter")
"""What the bank may be spent on."""


class TablePlay:
    """One play at the table: its settings, and the plays of the hand. A game has the rest of it. `verb` is `act`,
    `counter`, `duel` or `answer`."""

    rules: ClassVar[Rules[Any]]
    bank: ClassVar[tuple[str, str, str]]
    """The parameter of cards of the bank that are spent beforehand, the question, and the answer that none are."""
    level: ClassVar[str]
    """The usual level."""
    kinds: ClassVar[Sequence[str]]
    """Kinds of attacks, the usual first."""
    hand: ClassVar[CardPlaying]
    """The dialogues of a member's own hand."""
    rule: ClassVar[str] = ""

    def __init__(self, desk: Any, verb: str) -> None:
        self.desk, self.verb, self.table = desk, verb, desk.document
        self.members: Mapping[str, Any] = desk.session.members

    # ---- a game's own

    def piled(self, many: int) -> int:
        """What being one of so many on one target adds."""
        raise NotImplementedError

    def resists(self, foe: Any, by: str) -> int:
        """The score of an opponent that resists such an action."""
        raise NotImplementedError

    # ---- how it goes

    def seats(self) -> list[Offer]:
        """Who may do it."""
        play, held = self.table.play, [who for who, one in self.members.items() if hand_of(one)]
        ready: Sequence[str] = self.table.free(held)[0]
        if self.verb == "counter":
            ready = [*self.members]
        elif self.verb == "answer":
            ready = [one.who for one in play.deeds if one.rival and not one.total]
        return [Offer(who, self.members[who].title) for who in ready if who in self.members]

    def settings(self, said: dict[str, Any]) -> Iterator[Setting]:
        """In their order; each may depend on those before it."""
        verb, table = self.verb, self.table
        foes = [Offer(one.name, one.name, f"attack {one.attack}") for one in table.play.foes if not one.state]
        if verb == "counter":
            ready = next((one.name for one in table.free()[1]), "")
            yield Setting("foe", "f", "", "Which foe?", foes, ready, fleeting=True, alone=True)
        yield Setting("hero", "h", "", "Which hero?", self.seats(), self.desk.chosen, fleeting=True, alone=True)
        if verb == "act":
            no_one = Offer("", "No one", "nothing opposes")
            yield Setting("foe", "o", "against", "Against whom?", [*foes, no_one], foes[0].key if foes else "")
            if said["foe"]:
                same = Offer("", "The same ability")
                four = [Offer(key, key.capitalize()) for key in self.members[said["hero"]].four]
                yield Setting("against", "r", "resists with", "What does it resist with?", [same, *four], fleeting=True)
        if verb == "duel":
            others = [Offer(who, one.title) for who, one in self.members.items() if who != said["hero"]]
            yield Setting("rival", "o", "against", "Against whom?", others, alone=True)
        who, member = said["hero"], self.members[said["hero"]]
        best = max(member.four, key=lambda key: self.hand.of(member).score(key).total)
        yield Setting("by", "a", "", "With what?", [*self.hand.scores(member)], best, of=who)
        if verb != "answer":
            known = [one for one in self.hand.levels(member) if one.key != SECRET]
            yield Setting("level", "l", "", "How hard?", known, self.level, of=verb)
        yield Setting("skill", "s", "", "Does a skill help?", [*self.hand.skills(member)], fleeting=True)
        if verb == "duel" or (verb == "act" and said["foe"]):
            kinds = [*(Offer(kind, kind.capitalize()) for kind in self.kinds), Offer("", "No harm", "it hurts no one")]
            yield Setting("kind", "d", "", "What kind of attack?", kinds, kinds[0].key)
            if said["kind"] and len(arms := [*self.hand.weapons(member)]) > 1:
                yield Setting("weapon", "w", "", "With a weapon?", arms, arms[1].key, of=who)
        if verb in SPENT and said["foe"] and table.play.exchange and len(self.members) > 1:
            yield Setting("piled", "p", "pile-on", "How many heroes pile on?", most=len(self.members), usual=0,
                          fleeting=True)  # fmt: skip
        if verb in SPENT and table.early and table.bank:
            names = [one.name for one in table.bank]
            some = dict.fromkeys([*((name,) for name in names), tuple(names)])
            sets = [Offer(" ".join(one), ", ".join(one)) for one in some]
            yield Setting(self.bank[0], "b", "spend", self.bank[1], [Offer("", self.bank[2]), *sets], fleeting=True)
        if verb != "answer":
            yield Setting("more", "m", "shift", "How many levels harder? Below 0: easier", usual=0, least=-10, most=10)

    def listed(self, said: Mapping[str, Any]) -> tuple[str, Listed]:
        """What is to be reached with its terms, and the plays; a member may let an attack hit."""
        bank = self.table.play.bank if self.verb in SPENT and not self.table.early else ()
        member, made, play = self.members[said["hero"]], self.made(said), self.table.play
        found = self.hand.offers(member, made, (*play.bank, *play.discard, play.open), bank)
        goal = made.difficulty(self.hand.of(member))
        if self.verb == "counter":
            found.append((Offer("none", "No counter: the attack hits"), {"cards": ()}))
        question = card_plays.reckoned(goal) if goal else "The other hero has to reach this and the level."
        return question, found

    def made(self, said: Mapping[str, Any]) -> Any:
        """The member's own command, with all that is to be reached."""
        table, foe = self.table, of_name(self.table.play.foes, said.get("foe", ""))
        own = {name: said[name] for name in ("by", "level", "more", "skill", "weapon") if said.get(name)}
        own |= {"cards": ["1"], "card": table.card.value if table.card is not None and foe is not None else 0}
        if names := said.get(self.bank[0]):
            own[self.bank[0]] = [card.value for card in table.bank if card.name in names.split()]
        rival = next((one for one in table.play.deeds if one.rival and one.who == said["hero"]), None)
        if self.verb == "answer" and rival is not None:
            levels = [one.key for one in self.hand.levels(self.members[said["hero"]]) if one.key != SECRET]
            step = self.hand.of(self.members[said["hero"]]).whole("level_step")
            own |= {"level": levels[rival.level // step], "attack": rival.difficulty - rival.level}
        elif self.verb == "counter" and foe is not None:
            own |= {"attack": foe.attack, "heroes": said.get("piled", 0)}
        elif self.verb == "act":
            own |= {"opposition": self.resists(foe, said.get("against") or said["by"]) if foe is not None else 0,
                    "bonus": self.piled(said.get("piled", 0)), "target": said.get("foe", "")}  # fmt: skip
        else:
            own["level"] = None
        return self.hand.rules.command("play" if self.verb in {"act", "duel"} else "counter", own)

    async def __call__(self) -> None:
        """Put together, and carried out."""
        title = self.rules.commands[self.verb].title
        if not self.seats():
            self.desk.notify("No hero may do that now.", title=title)
            return
        said = await card_plays.put_together(self.desk, title, self.settings, {}, self.listed, rule=self.rule)
        if said is not None:
            given = {name: value for name, value in said.items() if value}
            given |= {name: words.split() for name, words in given.items() if name == self.bank[0]}
            await self.desk.execute(self.rules.command(self.verb, given))

    @classmethod
    async def play(cls, desk: Any, verb: str) -> None:
        """A play by that verb."""
        await cls(desk, verb)()

    @classmethod
    async def pay(cls, desk: Any) -> None:
        """Cards that a member gives up for wounds."""
        hurt = {who: one for who, one in desk.session.members.items() if waiting(one)}
        offers = [Offer(who, one.title, plural(waiting(one), "wound")) for who, one in hurt.items()]
        if not offers:
            desk.notify("No wounds wait.")
            return
        who = await desk.choose("Wounds", offers, "Whose?") if len(offers) > 1 else offers[0].key
        if who is not None and (cards := await cls.hand.paid(desk, hurt[who])) is not None:
            await desk.execute(cls.rules.command("give-up", {"seat": who, "cards": cards}))

    @classmethod
    async def spend(cls, desk: Any) -> None:
        """Spend the card of the bank that was clicked, or the cheapest set that turns the last success."""
        at, held = card_plays.pointed(desk), desk.document.bank
        cards = {"cards": [held[at].name]} if at is not None and held[at:] else {}
        await desk.execute(cls.rules.command("spend", cards))

    @classmethod
    def flows(cls) -> dict[str, Flow]:
        """What actions do, by their verbs."""
        return {
            "spend": cls.spend,
            "pay": cls.pay,
            **{verb: partial(cls.play, verb=verb) for verb in (*SPENT, "duel", "answer")},
        }
