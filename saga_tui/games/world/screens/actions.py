"""All that can be done at World Saga's play screen, from its table (`book/deeds.toml`), and what is worth seeing for a
moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from saga_tui.games.world import book
from saga_tui.games.world.character import Character
from saga_tui.games.world.play.state import play_of
from saga_tui.games.world.rules.figures import figures
from saga_tui.games.world.rules.ruleset import RULES
from saga_tui.games.world.screens.rolls import SPEC
from saga_tui.ui import action_table
from saga_tui.ui.band import Moment
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.document_screen import DocumentScreen
from saga_tui.ui.forms import Entry, Form, menu
from saga_tui.ui.specs import Action, Flow

if TYPE_CHECKING:
    from saga_tui.engine.command import Outcome

TABLE: Final = book.data("deeds")


async def conditions(desk: DocumentScreen[Character]) -> None:
    """Those that hold to be ended, then all others to be gained (W-CND)."""
    of, found = figures(desk.document), list[Entry]()
    held = {one.key for one in play_of(desk.document).conditions}
    for key in sorted(of.conditions, key=lambda key: key not in held):
        row = of.conditions[key]
        gain = Form(
            RULES.commands["condition"], title=row.name, params={"what": key}, fields=("number",) * row.numbered
        )
        ends = key in held
        offer = Offer(key, f"{'End ' if ends else ''}{row.name}", rule=row.rule)
        found.append((offer, RULES.command("end-condition", {"what": key}) if ends else gain))
    await menu(desk, "Conditions", found)


DEEDS: Final[dict[str, Flow]] = {**SPEC.deeds(), "conditions": conditions}
ACTIONS: Final[tuple[Action, ...]] = action_table.actions(TABLE["action"], RULES, DEEDS)


def moment(outcome: Outcome[Any]) -> Moment | None:
    """What comes that changes everything: a tolerance gone, bleeding, madness, death; what is cured."""
    before, after = outcome.before, outcome.after
    if before.play is None or after.play is None or outcome.refused:
        return None
    new = [key for key in TABLE["falls"] if figures(after).suffers(key) and not figures(before).suffers(key)]
    if new:
        word, words = TABLE["falls"][new[0]]
        return Moment(word, words, "bad")
    cured = [one.key for one in before.play.afflictions if one.key not in {ill.key for ill in after.play.afflictions}]
    return Moment("Cured", figures(after).afflictions[cured[0]].name, "good") if cured else None
