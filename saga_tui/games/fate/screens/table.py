"""What the narrator's table shows (see `ui.exchanges`), and its dialogue of a play: who acts on whom, with what and how
hard, and the plays of that hand with their chances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from saga_tui.engine.opponents import of_name
from saga_tui.games.fate import book
from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.play.actions import Acting
from saga_tui.games.fate.play.state import waiting
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.figures import figures
from saga_tui.games.fate.rules.law import turning
from saga_tui.games.fate.rules.ruleset import RULES as HEROES
from saga_tui.games.fate.screens import plays
from saga_tui.games.fate.screens.panels import levels
from saga_tui.games.fate.table.game import DATA, RULES
from saga_tui.games.fate.table.state import Foe, Table
from saga_tui.tally import Tally
from saga_tui.ui import action_table, card_plays, panel_table
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.exchange_plays import TablePlay
from saga_tui.ui.exchanges import ExchangePanels
from saga_tui.ui.specs import Line
from saga_tui.words import plural


class Panels(ExchangePanels):
    """The panels of a narrator's table."""

    def told(self, foe: Foe) -> str:
        """Abilities and armour (F-NARR-3)."""
        gear = f", weapon {foe.weapon}" * bool(foe.weapon) + f", armour {foe.armour}" * bool(foe.armour)
        return f"S{foe.strength} A{foe.agility} I{foe.intellect} W{foe.willpower}{gear}"

    def hints(self, table: Table) -> Iterator[Line]:
        """What surprise needs (F-FIGHT-3, F-FIGHT-4)."""
        foes, card = table.play.foes, table.card
        if foes and card is not None:
            *_, seen = law.surprise({}, [one.agility for one in foes], card.value, by_foes=True)
            *_, hidden = law.surprise({}, [one.intellect for one in foes], card.value, by_foes=False)
            yield Line(f"Surprised by them: intellect against {seen}. Ambush: agility against {hidden}.",
                       style="$dim", rule="F-FIGHT-3", id="surprise")  # fmt: skip


class Playing(TablePlay):
    """One play at the table (F-ODDS-3)."""

    rules, rule, bank = RULES, "F-ODDS-3", ("doom", "Doom to spend?", "No Doom")
    level = "easy"

    def scores(self, member: Hero) -> list[Offer]:
        """Abilities and powers, the best ability first."""
        best = max(book.ABILITIES, key=lambda key: figures(member).score(key).total)
        return sorted(plays.scores(member), key=lambda one: one.key != best)

    def levels(self, member: Hero) -> list[Offer]:
        """All of them: the narrator knows (F-ACT-3)."""
        return [one for one in plays.levels(member) if one.key != plays.SECRET]

    def skills(self, member: Hero) -> list[Offer]:
        """Those of the sheet."""
        return [*plays.skills(member)]

    def kinds(self) -> list[Offer]:
        """Physical first (F-DMG-1)."""
        return [Offer(kind, kind.capitalize()) for one in book.keyed("abilities").values()
                for kind in one["defends_against"]]  # fmt: skip

    def weapons(self, member: Hero) -> list[Offer]:
        """Those in hand."""
        return [*plays.weapons(member)]

    def plays(self, said: Mapping[str, Any], bank: Iterable[int]) -> tuple[Tally | None, card_plays.Listed]:
        """Against all that is to be reached."""
        hero, made, play = self.members[said["hero"]], self.made(said), self.table.play
        found = plays.offers(hero, made, (*play.bank, *play.discard, play.open), bank)
        return made.difficulty(figures(hero)), found

    def made(self, said: Mapping[str, Any]) -> Acting:
        """The hero's own command."""
        table, foe = self.table, of_name(self.table.play.foes, said.get("foe", ""))
        own = {name: said[name] for name in ("by", "level", "more", "skill", "weapon") if said.get(name)}
        own |= {"cards": ["S1"], "card": table.card.value if table.card is not None and foe is not None else 0}
        own |= {"doom": [int(one[1:]) for one in said["doom"].split()]} if said.get("doom") else {}
        rival = next((one for one in table.play.deeds if one.rival and one.who == said["hero"]), None)
        if self.verb == "answer" and rival is not None:
            step = figures(self.members[said["hero"]]).whole("level_step")
            own |= {"level": book.LEVELS[rival.level // step], "attack": rival.difficulty - rival.level}
        elif self.verb == "counter" and foe is not None:
            own |= {"attack": foe.attack, "heroes": said.get("piled", 0)}
        elif self.verb == "act":
            piled = law.piled(said.get("piled", 0), table.switch("pile_on"))[0]
            own |= {"opposition": getattr(foe, said["by"], foe.strength) if foe else 0, "bonus": piled}
        else:
            own["level"] = None
        found: Any = HEROES.command("play" if self.verb in {"act", "duel"} else "counter", own)
        made: Acting = found
        return made


async def pay(desk: Any) -> None:
    """Cards that a hero gives up for wounds (F-DMG-5)."""
    hurt = {who: one for who, one in desk.session.members.items() if waiting(one)}
    offers = [Offer(who, one.title, plural(waiting(one), "wound")) for who, one in hurt.items()]
    if not offers:
        desk.notify("No wounds wait.")
        return
    who = await desk.choose("Wounds", offers, "Whose?") if len(offers) > 1 else offers[0].key
    if who is not None and (cards := await plays.OF.paid(desk, hurt[who])) is not None:
        await desk.execute(RULES.command("give-up", {"seat": who, "cards": cards}))


PLACES: Final = ("exchange", "card", "materials", "foes", "numbers", "bank", "deeds", "next")
OF: Final = Panels(RULES, {**DATA, "materials": book.data("deck")["materials"]}, plays.face, turning)
PANELS: Final = panel_table.panels(
    DATA["panels"],
    {place: getattr(OF, place) for place in PLACES} | {"levels": levels},
    {"exchange": {"heading": lambda one: str(one.play.exchange) if OF.fights(one) else ""}},
)  # fmt: skip
LAYOUT: Final = panel_table.layout(DATA["layout"], mood=OF.mood, band=OF.band)
OF.actions = ACTIONS = action_table.actions(DATA["action"], RULES, {**Playing.flows(), "pay": pay})
