"""All that can be done at SagaS's play screen, from its table; and what is worth seeing for a moment."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character, Play
from saga_tui.games.sagas.play import state
from saga_tui.games.sagas.play.clock import CLOCK
from saga_tui.games.sagas.play.state import play_of
from saga_tui.games.sagas.rules.ruleset import COMMANDS
from saga_tui.games.sagas.screens import flows
from saga_tui.games.sagas.screens.rolls import ROLLS, answer
from saga_tui.ui import action_table
from saga_tui.ui.band import Moment
from saga_tui.ui.specs import Action, Flow
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.engine.command import Outcome


def fighting(character: Character) -> bool:
    """Whether a fight is on."""
    return CLOCK.is_open(character, "fight")


def innermost(span: str, character: Character) -> bool:
    """Whether it is the innermost span that is open."""
    return character.play is not None and CLOCK.span_of(character.play) == span


WHEN: Final[dict[str, Callable[[Any], bool]]] = {
    "fight": fighting,
    "no fight": lambda one: one.play is not None and not fighting(one),
    "asked": lambda one: bool(play_of(one).asks),
    "poisoned": lambda one: bool(play_of(one).poisons),
    "in play": partial(innermost, "play"),
    "in scenario": partial(innermost, "scenario"),
    "in scene": partial(innermost, "scene"),
}
DEEDS: Final[dict[str, Flow]] = {
    **{f"take-{kind}": partial(flows.suffer, kind=kind) for kind in state.KINDS},
    **{f"heal-{kind}": partial(flows.heal, kind=kind) for kind in state.KINDS},
    "asked": answer,
    "care": flows.care,
    "conditions": flows.conditions,
    "act": flows.option,
    "foes": flows.FIGHTS.foes,
    "bonuses": flows.FIGHTS.bonuses,
    "shots": flows.shots,
    "works": flows.WORKING.menu,
    "advances": flows.spend,
}
TABLE: Final = action_table.actions(book.data("actions")["action"], COMMANDS, DEEDS, WHEN)
ACTIONS: Final[tuple[Action, ...]] = (TABLE[0], *ROLLS, *TABLE[1:])
FALLS: Final = book.data("actions")["falls"]


def fallen(what: str) -> Moment:
    """What one becomes."""
    return Moment(FALLS[what][0], FALLS[what][1], "bad")


def moment(outcome: Outcome[Any]) -> Moment | None:
    """Who falls, faints, dies or breaks; the first blood of a fight; experience at a scenario's end."""
    before, after = outcome.before, outcome.after
    if before.play is None or after.play is None or outcome.refused:
        return None
    own = after.play.physical
    for kind in state.KINDS:
        now = state.state(after, kind)
        if now != state.state(before, kind) and now in FALLS:
            return fallen(now)
    for flag in ("fainted", "confused"):
        if getattr(after.play, flag) and not getattr(before.play, flag):
            return fallen(flag)
    if fighting(before) and before.play.physical == Play().physical != own:
        said = plural(own.injuries, "injury") if own.injuries else f"{own.stun} stun"
        return Moment("First blood", said, "bad", str(own.injuries + own.stun))
    if after.play.span == "play" != before.play.span and before.play.span:
        more = after.play.experience - before.play.experience
        return Moment("Scenario over", f"{after.play.experience} experience to spend: press e.", "good", str(more))
    return None
