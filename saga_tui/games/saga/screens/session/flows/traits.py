"""Traits, scene traits, temporary traits and rewards (TRT, AST-8, AST-9, PSH-2, CNF-12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from saga_tui.engine.deciding import Note
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import traits
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.forms import Asked, Foot, Form, Given, Number, Pick, Screen, Text, menu

STAR = marks.FORTUNE.full
WEIGHTS = [
    Offer("1", "Tangentially relevant (±1)"),
    Offer("2", "Moderately relevant (±2)"),
    Offer("3", "Very relevant (±3)"),
]


UNTIL = [
    Offer("", "As the stakes of the last conflict say"),
    Offer("scene", "Until the scene ends"),
    Offer("chapter", "Until the chapter ends"),
    Offer("good", "For good"),
]
WEIGHT: Final = Pick("weight", WEIGHTS, "How relevant is it?", at="3", rule="TRT-2")
"""How relevant a trait is (TRT-2)."""


def own_traits(character: Character) -> list[str]:
    """The character's own traits, then temporary ones, each once."""
    made = [item.name for item in state.play_of(character).temporary]
    return list(dict.fromkeys([*(text for text, _ in derive.traits(character)), *made]))


def which_trait(known: Callable[[Character], Sequence[str]], other: str, of: str = "") -> Asked:
    """The question for one of the known traits, or one that is typed."""

    async def ask(screen: Screen, given: Given, title: str) -> Given | None:
        if "trait" in given:
            return {}
        traits = known(screen.document)[:20]
        offers = [Offer(str(place), view.one_line(text)) for place, text in enumerate(traits)]
        chosen = await screen.choose(of or title, [*offers, Offer("other", other)]) if offers else "other"
        if chosen == "other":
            typed = await screen.text(of or title, "Which trait?")
            return {"trait": typed} if typed else None
        return None if chosen is None else {"trait": traits[int(chosen)]}

    return ask


async def _to_invert(screen: Screen, _given: Given, title: str) -> Given | None:
    """A scene trait or another player's, and whose it is."""
    scene = state.play_of(screen.document).scene_traits
    offers = [Offer(str(place), view.one_line(text), "Scene trait") for place, text in enumerate(scene[:20])]
    offers += [Offer("scene", "Another scene trait"), Offer("other", "Another player's trait", f"They gain 1 {STAR}")]
    chosen = await screen.choose(title, offers)
    if chosen is None:
        return None
    trait = scene[int(chosen)] if chosen.isdecimal() else await screen.text(title, "Which trait?")
    owner: str | None = "scene"
    if trait and chosen == "other":
        owner = await screen.text(title, "Whose trait is it?", optional=True)
    return {"trait": trait, "owner": owner or "another player"} if trait and owner is not None else None


def _ending(character: Character, _given: Given) -> list[Offer]:
    play = state.play_of(character)
    known = [item.trait for item in play.active] + [item.name for item in play.temporary] + list(play.scene_traits)
    return [Offer(text, view.one_line(text)) for text in list(dict.fromkeys(known))[:20]]


invoke = Form(
    traits.InvokeTrait,
    (
        which_trait(own_traits, "Another player's trait"),
        Text(
            "owner",
            "Whose trait is it?",
            optional=True,
            otherwise="another player",
            when=lambda character, given: given["trait"] not in own_traits(character),
        ),
        WEIGHT,
    ),
    f"Invoke a trait for the scene (1 {STAR})",
)
"""A fortune token invokes a trait for the scene, one's own or another player's (AST-8)."""
invert = Form(traits.InvertTrait, (_to_invert, WEIGHT), f"Invert a trait for the scene (1 {STAR})")
"""A fortune token inverts a scene trait or another player's for the scene (AST-9)."""
scene_trait = Form(
    traits.SceneTrait, (Foot("trait", "New scene trait:", "not invoked yet", "TRT-4", needed="the trait"),)
)
"""The scene has a trait (TRT-4)."""
temporary = Form(
    traits.TemporaryMade,
    (
        Foot(
            "trait",
            "Temporary trait:",
            "lasts this round and the next, +1 round for each extra push",
            "PSH-2",
            "the trait",
        ),
        Number("pushes", "How many pushes do you spend?"),
    ),
    "Temporary trait",
)
"""A push makes a trait for this round and the next (PSH-2)."""
end_trait = Form(traits.EndTrait, (Pick("trait", _ending, none="No active traits."),), "End a trait")
"""A trait counts no longer."""


async def row_menu(desk: SagaScreen, kind: str, trait: str) -> None:
    """What can happen to the trait of a row."""
    if kind == "reward":
        desk.notify("Rewards end on their own.")
        return
    title = view.one_line(trait, 60)
    ways: dict[str, tuple[Offer, Form]] = {
        "invoke": (Offer("invoke", f"Invoke it for the scene (1 {STAR})", rule="AST-8"), invoke),
        "inverted": (Offer("inverted", f"Someone inverts it (+1 {STAR})", rule="TRT-3"),
                     Form(traits.TraitInverted, (WEIGHT,), title)),
        "scene": (Offer("scene", f"The GM invokes it (+1 {STAR} each)", rule="TRT-4"),
                  Form(traits.SceneInvoked, (WEIGHT,), title)),
        "turn": (Offer("turn", f"Invert it for yourself (1 {STAR})", rule="AST-9"),
                 Form(traits.InvertTrait, (WEIGHT,), title)),
        "end": (Offer("end", "End it"), end_trait),
    }  # fmt: skip
    keys = {
        "own": ["invoke", "inverted"],
        "active": ["end", "invoke", "inverted"],
        "scene": ["scene", "turn", "end"],
        "temporary": ["invoke", "end"],
    }[kind]
    await menu(desk, title, [(ways[key][0], partial(ways[key][1], trait=trait)) for key in keys])


reward = Form(
    traits.GainReward,
    (
        Foot("name", "Reward:", "as long as the stakes say, or as you choose", "CNF-12", needed="the reward"),
        Pick("until", UNTIL, "How long does it last?", rule="CNF-12"),
    ),
    "Reward",
)
"""What a conflict brought, as long as its stakes' consequences would last (CNF-12)."""
note = Form(
    Note, (Foot("text", "Session note:", "saved in the log; changes nothing else", needed="the note", lines=True),)
)
"""A word for the log."""
