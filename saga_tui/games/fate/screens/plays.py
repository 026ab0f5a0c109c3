"""Cards of a hero at the screen: what may be played and how likely it succeeds (F-ODDS-3, F-ODDS-4); what can be done,
from its table (`book/actions.toml`); and what is worth seeing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final

from saga_tui.card_plays import Action
from saga_tui.engine.command import Outcome
from saga_tui.games.fate import book
from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.play.actions import Acting
from saga_tui.games.fate.play.state import hand_of, play_of
from saga_tui.games.fate.play.times import CONDITIONS, Condition
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.figures import Figures, figures
from saga_tui.games.fate.rules.ruleset import RULES
from saga_tui.ui import action_table
from saga_tui.ui.band import Moment
from saga_tui.ui.builder.sheeted import Sheeted
from saga_tui.ui.card_panels import CardPanels
from saga_tui.ui.card_playing import SECRET
from saga_tui.ui.specs import Flow

__all__ = ["SECRET"]
ROWS: Final = book.data("actions")
TABLE: Final = {**book.data("screens"), "levels": book.data("deck")["difficulties"], "next": ROWS["next"],
                "callings": book.keyed("callings")}  # fmt: skip


class Panels(CardPanels):
    """The hand, the dialogues and the panels of a hero."""

    def action(self, of: Figures, made: Acting, gone: Iterable[int] = ()) -> Action | None:
        """With all that the moment adds (F-ACT-7)."""
        used, more = made.used(of), made.bonus + sum(term.amount for term in made.adds(of))
        return used and law.action(of, used[0].total + more, used[1], sure=made.helps(of), gone=gone)

    def plain(self, of: Figures, score: int, suit: str) -> Action:
        """Without anything."""
        return law.action(of, score, suit)

    def offered(self, document: Hero, due: int) -> Sequence[book.Card]:
        """The set that keeps most cards (F-DMG-6)."""
        return law.offered(hand_of(document), due)


OF: Final = Panels(RULES, TABLE, figures)
face, scores, levels, skills, weapons, offers = OF.face, OF.scores, OF.levels, OF.skills, OF.weapons, OF.offers
LOOKS: Final = OF.looks
"""Sign and colour of each suit."""
DEEDS: Final[dict[str, Flow]] = {
    "play": partial(OF.ask, verb="play"),
    "real": partial(OF.ask, verb="play", real=True),
    "counter": partial(OF.ask, verb="counter"),
    "pay": OF.pay,
    "copy": OF.copy,
    "skill": Sheeted(RULES, book.data("deck"), figures).new_skill(why=True),
    "conditions": partial(action_table.conditions, rows=CONDITIONS, command=Condition),
}
ACTIONS: Final = action_table.actions(ROWS["action"], RULES, DEEDS)


def moment(outcome: Outcome[Any]) -> Moment | None:
    """A success or a failure, and who falls."""
    if outcome.refused or outcome.before.play is None:
        return None
    now, before = play_of(outcome.after).state, play_of(outcome.before).state
    if now != before:
        word, words, tone = ROWS["falls"][now or "awake"]
        return Moment(word, words, tone)
    played = next((line for line in outcome.lines if line.came is not None), None)
    if played is None:
        return None
    word, tone = {"success": ("Success", "good"), "failure": ("Failure", "bad")}.get(
        played.text.rpartition(" ")[2], ("Played", "")
    )
    return Moment(word, played.text, tone, str(played.came))
