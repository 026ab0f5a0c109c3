"""What the narrator's table shows (see `ui.exchanges`), and its dialogue of a play: who acts on whom, with what and how
hard, and the plays of that hand with their chances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from saga_tui.games.fate import book
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.law import turning
from saga_tui.games.fate.screens import plays
from saga_tui.games.fate.screens.panels import levels
from saga_tui.games.fate.table.game import DATA, RULES
from saga_tui.games.fate.table.state import Foe, Table
from saga_tui.ui import action_table, panel_table
from saga_tui.ui.exchange_plays import TablePlay
from saga_tui.ui.exchanges import ExchangePanels
from saga_tui.ui.specs import Line


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
    level, hand = "easy", plays.OF
    kinds = [kind for one in book.keyed("abilities").values() for kind in one["defends_against"]]

    def piled(self, many: int) -> int:
        """As the group plays it (F-FIGHT-8)."""
        return law.piled(many, self.table.switch("pile_on"))[0]

    def resists(self, foe: Foe, by: str) -> int:
        """The same ability; strength against powers (F-OPP-1)."""
        return int(getattr(foe, by, foe.strength))


PLACES: Final = ("exchange", "card", "materials", "foes", "numbers", "bank", "deeds", "next")
OF: Final = Panels(RULES, {**DATA, "materials": book.data("deck")["materials"]}, plays.face, turning)
PANELS: Final = panel_table.panels(
    DATA["panels"],
    {place: getattr(OF, place) for place in PLACES} | {"levels": levels},
    {"exchange": {"heading": lambda one: str(one.play.exchange) if OF.fights(one) else ""}},
)  # fmt: skip
LAYOUT: Final = panel_table.layout(DATA["layout"], mood=OF.mood, band=OF.band)
OF.actions = ACTIONS = action_table.actions(DATA["action"], RULES, Playing.flows())
