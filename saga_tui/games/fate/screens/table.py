"""What the narrator's table shows (see `ui.exchanges`), and its dialogue of a play: who acts on whom, with what and how
hard, and the plays of that hand with their chances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from saga_tui.engine.opponents import of_name
from saga_tui.games.fate import book
from saga_tui.games.fate.odds import turning
from saga_tui.games.fate.play.actions import Acting
from saga_tui.games.fate.play.state import hand_of
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.figures import figures
from saga_tui.games.fate.rules.ruleset import RULES as HEROES
from saga_tui.games.fate.screens import plays
from saga_tui.games.fate.screens.panels import levels
from saga_tui.games.fate.table.game import DATA, RULES
from saga_tui.games.fate.table.state import Foe, Table
from saga_tui.ui import action_table, card_plays, panel_table
from saga_tui.ui.card_plays import Setting
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.exchanges import ExchangePanels
from saga_tui.ui.specs import Line, Number
from saga_tui.words import minus

KINDS: Final = tuple(kind for one in book.keyed("abilities").values() for kind in one["defends_against"])
SPENT: Final = ("act", "counter")
"""What Doom may be spent on."""


class Panels(ExchangePanels):
    """The panels of a narrator's table."""

    def told(self, foe: Foe) -> str:
        """Abilities and armour (F-NARR-3)."""
        return f"S{foe.strength} A{foe.agility} I{foe.intellect} W{foe.willpower}, armour {foe.armour}"

    def hints(self, table: Table) -> Iterator[Line]:
        """What surprise needs (F-FIGHT-3, F-FIGHT-4)."""
        foes, card = table.play.foes, table.card
        if foes and card is not None:
            *_, seen = law.surprise({}, [one.agility for one in foes], card.value, by_foes=True)
            *_, hidden = law.surprise({}, [one.intellect for one in foes], card.value, by_foes=False)
            yield Line(f"Surprised by them: intellect against {seen}. Ambush: agility against {hidden}.",
                       style="$dim", rule="F-FIGHT-3", id="surprise")  # fmt: skip


def materials(_table: Table) -> Iterator[Number]:
    """What is how strong, and what such a strength lifts (F-NARR-5)."""
    for row in book.data("deck")["materials"]:
        strength = "–".join(dict.fromkeys(map(str, row["strength"])))
        yield Number(label=", ".join(row["examples"]).capitalize(), value=f"{strength:>5}", label_width=24,
                     note=row["weight"], rule="F-NARR-5")  # fmt: skip


class Playing:
    """One play at the table: its settings, and the plays of the hand."""

    def __init__(self, desk: Any, verb: str) -> None:
        self.desk, self.verb, self.table = desk, verb, desk.document
        self.members: Mapping[str, Any] = desk.session.members

    def seats(self) -> list[Offer]:
        """Who may do it, the one at the focus first."""
        play, held = self.table.play, [who for who, one in self.members.items() if hand_of(one)]
        ready = {
            "act": [who for who in held if who not in (*play.acted, *play.surprised)],
            "duel": [who for who in held if who not in (*play.acted, *play.surprised)],
            "counter": list(self.members),
            "answer": [one.who for one in play.deeds if one.rival and not one.total],
        }[self.verb]
        return [Offer(who, self.members[who].title) for who in ready if who in self.members]

    def settings(self, said: dict[str, Any]) -> Iterator[Setting]:
        """In their order; each may depend on those before it."""
        verb, table = self.verb, self.table
        foes = [Offer(one.name, one.name, f"attack {one.attack}") for one in table.play.foes if not one.state]
        if verb == "counter":
            ready = next((one.name for one in table.free()[1]), "")
            yield Setting("foe", "f", "", "Which foe?", foes, ready, fleeting=True)
        yield Setting("hero", "h", "", "Which hero?", self.seats(), self.desk.chosen, fleeting=True)
        if verb == "act":
            no_one = Offer("", "No one", "nothing opposes", rule="F-OPP-1")
            yield Setting("foe", "o", "against", "Against whom?", [*foes, no_one], foes[0].key if foes else "")
        if verb == "duel":
            others = [Offer(who, one.title) for who, one in self.members.items() if who != said["hero"]]
            yield Setting("rival", "o", "against", "Against whom?", others)
        who, hero = said["hero"], self.members[said["hero"]]
        best = max(book.ABILITIES, key=lambda key: figures(hero).score(key).total)
        yield Setting("by", "a", "", "With what?", [*plays.scores(hero)], best, of=who)
        if verb != "answer":
            known = [one for one in plays.levels(hero) if one.key != plays.SECRET]
            yield Setting("level", "l", "", "How hard?", known, "easy")
        yield Setting("skill", "s", "", "Does a skill help?", [*plays.skills(hero)], fleeting=True)
        if verb == "duel" or (verb == "act" and said["foe"]):
            kinds = [Offer("", "No harm", "a success hurts no one"), *(Offer(one, one.capitalize()) for one in KINDS)]
            yield Setting("kind", "d", "", "What kind of attack?", kinds, "physical")
            if said["kind"] and len(arms := [*plays.weapons(hero)]) > 1:
                yield Setting("weapon", "w", "", "With a weapon?", arms, arms[1].key, of=who)
        if verb in SPENT and said["foe"] and table.play.exchange and len(self.members) > 1:
            yield Setting("piled", "p", "pile-on", "How many heroes pile on?", most=len(self.members), usual=0,
                          fleeting=True)  # fmt: skip
        if verb in SPENT and table.early and table.bank:
            yield Setting("doom", "b", "spend", "Doom to spend?", [Offer("", "No Doom"), *self.sets()], fleeting=True)
        if verb != "answer":
            yield Setting("more", "m", "shift", "How many levels harder? Below 0: easier", usual=0, least=-10, most=10)

    def sets(self) -> list[Offer]:
        """What may be spent of the bank beforehand: one card, or all (F-DOOM-3)."""
        names = [one.name for one in self.table.bank]
        return [
            Offer(" ".join(some), ", ".join(some)) for some in [[name] for name in names] + [names] * (len(names) > 1)
        ]

    def made(self, said: Mapping[str, Any]) -> Acting:
        """The hero's own command, with all that is to be reached."""
        table, foe = self.table, of_name(self.table.play.foes, said.get("foe", ""))
        card = table.card.value if table.card is not None and foe is not None else 0
        own = {name: said[name] for name in ("by", "level", "more", "skill", "weapon") if said.get(name)}
        rival = next((one for one in table.play.deeds if one.rival and one.who == said["hero"]), None)
        if self.verb == "answer" and rival is not None:
            step = figures(self.members[said["hero"]]).whole("level_step")
            own |= {"level": book.LEVELS[rival.level // step], "attack": rival.difficulty - rival.level, "card": 0}
        elif self.verb == "counter" and foe is not None:
            own |= {"attack": foe.attack, "card": card, "heroes": said.get("piled", 0)}
        elif self.verb == "act":
            piled = law.piled(said.get("piled", 0), table.switch("pile_on"))[0]
            own |= {"opposition": getattr(foe, said["by"], foe.strength) if foe else 0, "card": card, "bonus": piled}
        else:
            own = {name: value for name, value in own.items() if name not in {"level", "more"}}
        own |= {"doom": [int(one[1:]) for one in said["doom"].split()]} if said.get("doom") else {}
        found: Any = HEROES.command("play" if self.verb in {"act", "duel"} else "counter", {**own, "cards": ["S1"]})
        made: Acting = found
        return made

    def listed(self, said: Mapping[str, Any]) -> tuple[str, card_plays.Listed]:
        """The difficulty, and the plays of the hand; a hero may let an attack hit."""
        hero, made, play = self.members[said["hero"]], self.made(said), self.table.play
        bank = play.bank if self.verb in SPENT and not self.table.early else ()
        found = plays.offers(hero, made, (*play.bank, *play.discard, play.open), bank)
        if self.verb == "counter":
            found.append((Offer("none", "No counter: the attack hits"), {"cards": ()}))
        goal = made.difficulty(figures(hero))
        terms = ", ".join(f"{one.reason} {minus(str(one.amount))}" for one in goal.terms) if goal else ""
        question = f"Difficulty {goal.total}: {terms}" if goal else "The other hero has to reach this and the level."
        return question, found

    def command(self, said: Mapping[str, Any]) -> Any:
        """What is carried out."""
        given = {name: value for name, value in said.items() if value}
        return RULES.command(self.verb, given | ({"doom": said["doom"].split()} if said.get("doom") else {}))


async def playing(desk: Any, verb: str) -> None:
    """One list of who acts, with what and how hard, and of the plays with their chances (F-ODDS-3)."""
    of, title = Playing(desk, verb), RULES.commands[verb].title
    if not of.seats():
        desk.notify("No hero may do that now.", title=title)
        return
    said = await card_plays.put_together(desk, title, of.settings, {}, of.listed, rule="F-ODDS-3")
    if said is not None:
        await desk.execute(of.command(said))


async def spend(desk: Any) -> None:
    """Spend the card that was clicked, or the cheapest set that turns the last success (F-DOOM-6)."""
    at, held = card_plays.pointed(desk), desk.document.bank
    await desk.execute(RULES.command("spend", {"cards": [held[at].name]} if at is not None and held[at:] else {}))


OF: Final = Panels(RULES, DATA, plays.face, turning)
PANELS: Final = panel_table.panels(
    DATA["panels"],
    {"exchange": OF.exchange, "card": OF.card, "levels": levels, "materials": materials, "foes": OF.foes,
     "bank": OF.bank, "deeds": OF.deeds, "next": OF.next_steps},
    {"exchange": {"heading": lambda one: str(one.play.exchange) if OF.fights(one) else ""}},
)  # fmt: skip
LAYOUT: Final = panel_table.layout(DATA["layout"], mood=OF.mood, band=OF.band)
OF.actions = ACTIONS = action_table.actions(
    DATA["action"],
    RULES,
    {"spend": spend} | {verb: partial(playing, verb=verb) for verb in ("act", "counter", "duel", "answer")},
)
