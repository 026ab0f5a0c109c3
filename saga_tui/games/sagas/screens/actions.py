"""All that can be done at SagaS's play screen, from its table (`book/actions.toml`); the dialogues that are its own;
and what is worth seeing for a moment."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from saga_tui.degrees import chances
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character, Play
from saga_tui.games.sagas.play import growth, harm, state
from saga_tui.games.sagas.play.clock import CLOCK
from saga_tui.games.sagas.play.state import play_of
from saga_tui.games.sagas.rules.figures import MAIN, SECONDARY, figures
from saga_tui.games.sagas.rules.ruleset import COMMANDS, RULES
from saga_tui.games.sagas.screens import rolls
from saga_tui.ui import action_table
from saga_tui.ui.advancing import Advancing, Raised
from saga_tui.ui.band import Moment
from saga_tui.ui.fighting import fights
from saga_tui.ui.shop import Helper, open_shop
from saga_tui.ui.specs import Action, Flow
from saga_tui.ui.working import Working
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.engine.command import Outcome

TABLE: Final = book.data("actions")
WORKING: Final = Working(*(COMMANDS[verb] for verb in ("start-work", "work-step", "end-work")))
FIGHTS: Final = fights(TABLE["fights"], COMMANDS)


# ---- experience


def raised(character: Character) -> Iterator[Raised]:
    """Characteristics, bonuses, then skills, those that were bought first; a trainer helps with skills alone."""
    of = figures(character)
    yield from (Raised(key, "Characteristics", of.score(key)) for key in MAIN)
    yield from (Raised(f"{key}-bonus", "Bonuses") for key in SECONDARY)
    for one in sorted(of.shown_skills(), key=lambda one: (one.place is None, -of.total(one.ref).total)):
        yield Raised(one.name, "Skills", of.total(one.ref).total, helped=True)


ADVANCING: Final = Advancing(
    RULES, raised, growth.offer, lambda score: chances(score).success, lambda one: figures(one).study_limit().total,
    Helper("t", "Trainer", "The trainer's total? 0: none", "Tell a trainer's total: half the price"),
)  # fmt: skip


# ---- all of it

DEEDS: Final[dict[str, Flow]] = {
    **rolls.DEEDS,
    "conditions": partial(action_table.conditions, rows=harm.CONDITIONS, command=harm.Condition),
    "foes": FIGHTS.foes,
    "bonuses": FIGHTS.bonuses,
    "shots": partial(action_table.spend_or_refill, of="magazine", uses=COMMANDS["shoot"], refills=COMMANDS["reload"],
                     words=("Shots of", "Reload"), none="No weapon with shots."),
    "works": WORKING.menu,
    "advances": partial(open_shop, shop=ADVANCING.shop("Experience", "experience")),
}  # fmt: skip
ACTIONS: Final[tuple[Action, ...]] = action_table.actions(TABLE["action"], RULES, DEEDS)


def states(character: Character) -> list[str]:
    """How body and mind are, and what a shock has done."""
    flags = [flag for flag in ("fainted", "confused") if getattr(play_of(character), flag)]
    return [*(state.state(character, kind) for kind in state.KINDS), *flags]


def moment(outcome: Outcome[Any]) -> Moment | None:
    """Who falls, faints, dies or breaks; the first blood of a fight; experience at a scenario's end."""
    before, after = outcome.before, outcome.after
    if before.play is None or after.play is None or outcome.refused:
        return None
    if fallen := [one for one in states(after) if one not in states(before) and one in TABLE["falls"]]:
        word, words = TABLE["falls"][fallen[0]]
        return Moment(word, words, "bad")
    own = after.play.physical
    if CLOCK.is_open(before, "fight") and before.play.physical == Play().physical != own:
        told = plural(own.injuries, "injury") if own.injuries else f"{own.stun} stun"
        return Moment("First blood", told, "bad", str(own.injuries + own.stun))
    if after.play.span == "play" != before.play.span and before.play.span:
        more = after.play.experience - before.play.experience
        return Moment("Scenario over", f"{after.play.experience} experience to spend: press e.", "good", str(more))
    return None
