"""All that can be done at SagaS's play screen, as data; and what is worth seeing for a moment."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.play import fight, growth, harm, state, time
from saga_tui.games.sagas.play.clock import CLOCK
from saga_tui.games.sagas.play.state import play_of
from saga_tui.games.sagas.screens import flows
from saga_tui.games.sagas.screens.rolls import ROLLS, answer
from saga_tui.ui.band import Moment
from saga_tui.ui.forms import Form
from saga_tui.ui.specs import Action, Crossing
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.engine.command import Outcome


def in_span(span: str, character: Character) -> bool:
    """Whether it is the innermost that is open; a round counts as its fight."""
    return character.play is not None and CLOCK.span_of(character.play) in (span, "round" if span == "fight" else span)


def no_fight(character: Character) -> bool:
    """Whether one may rest."""
    return character.play is not None and not CLOCK.is_open(character, "fight")


def fighting(character: Character) -> bool:
    """Whether a fight is on."""
    return CLOCK.is_open(character, "fight")


def is_asked(character: Character) -> bool:
    """Whether the rules ask for a roll."""
    return bool(play_of(character).asks)


COMPLETE: Final = (("a", "", "An ordinary rest"), ("c", "true", "Complete rest: +I on Endurance"))
REMARKABLE: Final = tuple((str(at), str(at) if at else "", f"{at} more" if at else "No more") for at in range(6))


def _clock() -> tuple[Action, ...]:
    found = []
    for key, span, edge, kind, words in (
        ("n", "play", "start-scenario", time.StartScenario, "Start a scenario"),
        ("n", "scenario", "start-scene", time.StartScene, "Start a scene"),
        ("n", "scene", "start-fight", time.StartFight, "Start a fight"),
        ("n", "fight", "end-round", time.EndRound, "End the round"),
        ("N", "fight", "end-fight", time.EndFight, "End the fight"),
        ("N", "scene", "end-scene", time.EndScene, "End the scene"),
    ):
        found.append(Action(edge, words.removesuffix(" a").capitalize(), words, Crossing(words, kind), (edge,), key,
                            when=partial(in_span, span), shown=True))  # fmt: skip
    asked = "More experience for playing a part remarkably?"
    end = Crossing("End the scenario", time.EndScenario, asked, "more", REMARKABLE)
    rest, sleep = (Crossing(words, kind, "How do you rest?", "complete", COMPLETE)
                   for words, kind in (("Rest ten minutes", time.Rest), ("Sleep", time.Sleep)))  # fmt: skip
    return (
        *found,
        Action("end-scenario", "End scenario", "End the scenario", end, ("end-scenario",), "N",
               when=partial(in_span, "scenario"), shown=True),
        Action("rest", "Rest", "Rest ten minutes", rest, ("rest",), "t", when=no_fight, shown=True),
        Action("sleep", "Sleep", "Sleep, once a day", sleep, ("sleep",), "z", when=no_fight),
        Action("ward", "Hospital", "Sleep in a medical institution", Form(time.Sleep, params={"institution": True}),
               when=no_fight),
        Action("a-round", "A round passes", "A round passes outside a fight", Crossing("A round passes", time.EndRound),
               when=no_fight),
    )  # fmt: skip


def _harm() -> tuple[Action, ...]:
    found = []
    for kind, key in zip(state.KINDS, "pm", strict=True):
        found += [
            Action(f"take-{kind}", "Damage", f"Take {kind} damage (Tab: other options)",
                   partial(flows.suffer, kind=kind), ("take-damage",), key, shown=True, group="Damage"),
            Action(f"heal-{kind}", "Heal", f"Reduce {kind} injuries or stun", partial(flows.heal, kind=kind),
                   ("adjust",), key.upper()),
        ]  # fmt: skip
    return (
        Action("asked", "Asked roll", "Make the asked roll", answer, ("roll-asked",), "y", when=is_asked,
               shown=True),
        Action("waive", "Waive", "Waive an asked roll", Form(harm.Waive, fields=("what",)), ("waive",), "Y",
               when=is_asked),
        *found,
        Action("first-aid", "First aid", "First aid: stop the dying, wake, help against poison", flows.care,
               ("first-aid",), "k"),
        Action("conditions", "Conditions…", "Conditions: fainted, confused, no air, burning", flows.conditions,
               ("condition",), "c"),
        Action("others", "Others…", "What else happens: falls, poison, madness, grapples", opens="others",
               title="What else happens", key="i"),
        Action("fall", "Fall", "Fall", Form(harm.Fall), ("fall",), menu="others", about="1d6* for each 3 m",
               rule="S-ENV-2"),
        Action("poison", "Poison", "A poison or disease begins",
               Form(harm.StartPoison, fields=("name", "virulence", "period", "effect")), ("poison",), menu="others",
               about="Opposes Physical resistance", rule="S-ENV-1"),
        Action("period", "Period", "A poison's period ends", Form(harm.PoisonPeriod, fields=("poison",)),
               ("poison-period",), menu="others", rule="S-ENV-1", when=lambda one: bool(play_of(one).poisons)),
        Action("illness", "Illness", "An illness of the mind: note it or cure it", Form(harm.Illness, fields=("name",)),
               ("illness",), menu="others", about="Empty: it is cured", rule="S-HURT-7"),
        Action("grapple", "Grapple", "A grapple begins, tightens or ends",
               Form(fight.Grapple, fields=("words", "degree")), ("grapple",), menu="others",
               about="“holds Vera”, “held by Vera”; empty: over", rule="S-SIT-4", when=fighting),
        Action("adjust", "Correct", "Correct a counter", Form(harm.Adjust, fields=("by",)), ("adjust",), menu="others",
               about="Any number that play counts", rule="S-APP-4"),
        Action("gain", "Gain experience", "Gain experience", Form(growth.GainExperience, fields=("amount",)),
               ("gain-experience",), menu="others", rule="S-EXP-1"),
    )  # fmt: skip


ACTIONS: Final[tuple[Action, ...]] = (
    *_harm(),
    Action("act", "This round", "Use this round: attack, defend, charge, aim", flows.option, ("act",), "o",
           when=fighting, shown=True),
    Action("fight", "Foes…", "Foes: add, wait, cut in, pass, out", flows.foes,
           ("add-foe", "foe-out", "wait", "cut-in", "pass-round", "dodged"), "f", when=fighting, shown=True),
    Action("bonuses", "Bonuses…", "Bonuses in hand: use or gain one", flows.bonuses, ("hold", "use-bonus"), "b"),
    Action("shots", "Shots", "Fire shots or reload (Tab)", flows.shots, ("shoot", "reload"), "s"),
    *ROLLS,
    *_clock(),
    Action("works", "Long action…", "Long actions: start one, go on, end it", flows.works,
           ("start-work", "work-step", "end-work"), "w"),
    Action("advances", "Advances", "Spend experience", flows.spend, ("advance", "take-back-advance"), "e",
           shown=True),
)  # fmt: skip


# ---- moments

FALLS: Final = {
    "dead": ("Dead", "The injuries have killed.", "S: the sheet"),
    "dying": ("Dying", "1 injury every 4 rounds until someone treats it.", ""),
    "unconscious": ("Unconscious", "Stun alone: ten minutes' rest wakes.", ""),
    "mad": ("Mad", "Choose the lasting illness of the mind with the GM.", ""),
    "confused": ("Confused", "No plan is possible, only defence or flight.", ""),
}


def moment(outcome: Outcome[Any]) -> Moment | None:
    """Who falls, faints, dies or breaks; the first blood of a fight; experience at a scenario's end."""
    before, after = outcome.before, outcome.after
    if before.play is None or after.play is None or outcome.refused:
        return None
    for kind in state.KINDS:
        now = state.state(after, kind)
        if now != state.state(before, kind) and now in FALLS:
            word, said, _ = FALLS[now]
            return Moment(word, said, "bad", str(sum(law(after, kind))))
    if after.play.fainted and not before.play.fainted:
        return Moment("You faint", "A shock: ten minutes' rest or first aid wakes.", "bad")
    if after.play.confused and not before.play.confused:
        return Moment("Confused", "A shock: you can only defend yourself or flee.", "bad")
    if fighting(before) and not any(law(before, "physical")) and any(got := law(after, "physical")):
        return Moment("First blood", plural(got[0], "injury") if got[0] else f"{got[1]} stun", "bad",
                      str(sum(got)))  # fmt: skip
    if after.play.span == "play" and before.play.span not in ("", "play"):
        more = after.play.experience - before.play.experience
        return Moment("Scenario over", f"{after.play.experience} experience to spend: press e.", "good", str(more))
    return None


def law(character: Character, kind: state.Kind) -> tuple[int, int]:
    """Injuries and stun of a kind."""
    own = state.harm_of(character, kind)
    return own.injuries, own.stun
