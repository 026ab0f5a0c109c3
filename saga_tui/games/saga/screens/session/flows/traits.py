"""Traits, scene traits, temporary traits and rewards (TRT, AST-8, AST-9, PSH-2, CNF-12)."""

from __future__ import annotations

from saga_tui.engine.deciding import Note
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.commands import command_of, traits
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.ui.dialogs import Offer

STAR = marks.FORTUNE.full
WEIGHTS = [
    Offer("1", "Tangentially relevant (±1)"),
    Offer("2", "Moderately relevant (±2)"),
    Offer("3", "Very relevant (±3)"),
]


def own_traits(desk: SagaScreen) -> list[str]:
    """The character's own traits, then temporary ones, each once."""
    made = [item.name for item in state.play_of(desk.character).temporary]
    return list(dict.fromkeys([*(text for text, _ in derive.traits(desk.character)), *made]))


async def weight(desk: SagaScreen, title: str) -> int | None:
    """How relevant a trait is (TRT-2)."""
    chosen = await desk.choose(title, WEIGHTS, "How relevant is it?", at="3", rule="TRT-2")
    return None if chosen is None else int(chosen)


async def which_trait(desk: SagaScreen, title: str, known: list[str], other: str) -> str | None:
    """One of the known traits, or one that is typed."""
    offers = [Offer(str(place), view.one_line(text)) for place, text in enumerate(known[:20])]
    chosen = await desk.choose(title, [*offers, Offer("other", other)]) if offers else "other"
    if chosen == "other":
        return await desk.text(title, "Which trait?") or None
    return None if chosen is None else known[int(chosen)]


async def invoke(desk: SagaScreen, trait: str | None = None) -> None:
    """A fortune token invokes a trait for the scene, one's own or another player's (AST-8)."""
    title = f"Invoke a trait for the scene (1 {STAR})"
    own = own_traits(desk)
    trait = trait or await which_trait(desk, title, own, "Another player's trait")
    if not trait:
        return
    owner = "self"
    if trait not in own:
        owner = await desk.text(title, "Whose trait is it?", optional=True) or "another player"
    how = await weight(desk, title)
    if how is not None:
        await desk.execute(traits.InvokeTrait(trait=trait, weight=how, owner=owner))


async def invert(desk: SagaScreen) -> None:
    """A fortune token inverts a scene trait or another player's for the scene (AST-9)."""
    title = f"Invert a trait for the scene (1 {STAR})"
    scene = list(state.play_of(desk.character).scene_traits)
    offers = [Offer(str(place), view.one_line(text), "Scene trait") for place, text in enumerate(scene[:20])]
    offers += [Offer("scene", "Another scene trait"), Offer("other", "Another player's trait", f"They gain 1 {STAR}")]
    chosen = await desk.choose(title, offers)
    if chosen is None:
        return
    trait = scene[int(chosen)] if chosen.isdecimal() else await desk.text(title, "Which trait?")
    if not trait:
        return
    owner: str | None = "scene"
    if chosen == "other":
        owner = await desk.text(title, "Whose trait is it?", optional=True)
    how = await weight(desk, title) if owner is not None else None
    if how is not None:
        await desk.execute(traits.InvertTrait(trait=trait, weight=how, owner=owner or "another player"))


async def scene_trait(desk: SagaScreen) -> None:
    """The scene has a trait (TRT-4)."""
    text = await desk.line("New scene trait:", "", "not invoked yet", "TRT-4", needed="the trait")
    if text:
        await desk.execute(traits.SceneTrait(trait=text))


async def temporary(desk: SagaScreen) -> None:
    """A push makes a trait for this round and the next (PSH-2)."""
    text = await desk.line(
        "Temporary trait:", "", "lasts this round and the next, +1 round for each extra push", "PSH-2"
    )
    pushes = await desk.number("Temporary trait", "How many pushes do you spend?", least=1) if text else None
    if text and pushes:
        await desk.execute(traits.TemporaryMade(trait=text, pushes=pushes))


async def end_trait(desk: SagaScreen, trait: str | None = None) -> None:
    """A trait counts no longer."""
    play = state.play_of(desk.character)
    known = [item.trait for item in play.active] + [item.name for item in play.temporary] + list(play.scene_traits)
    known = list(dict.fromkeys(known))
    if trait is None:
        if not known:
            desk.notify("No active traits.")
            return
        offers = [Offer(str(place), view.one_line(text)) for place, text in enumerate(known[:20])]
        chosen = await desk.choose("End a trait", offers)
        if chosen is None:
            return
        trait = known[int(chosen)]
    await desk.execute(traits.EndTrait(trait=trait))


async def row_menu(desk: SagaScreen, kind: str, trait: str) -> None:
    """What can happen to the trait of a row."""
    if kind == "reward":
        desk.notify("Rewards end on their own.")
        return
    offers = {
        "invoke": Offer("invoke", f"Invoke it for the scene (1 {STAR})", rule="AST-8"),
        "inverted": Offer("inverted", f"Someone inverts it (+1 {STAR})", rule="TRT-3"),
        "scene": Offer("scene", f"The GM invokes it (+1 {STAR} each)", rule="TRT-4"),
        "turn": Offer("turn", f"Invert it for yourself (1 {STAR})", rule="AST-9"),
        "end": Offer("end", "End it"),
    }
    keys = {
        "own": ["invoke", "inverted"],
        "active": ["end", "invoke", "inverted"],
        "scene": ["scene", "turn", "end"],
        "temporary": ["invoke", "end"],
    }[kind]
    chosen = await desk.choose(view.one_line(trait, 60), [offers[key] for key in keys])
    if chosen == "invoke":
        await invoke(desk, trait)
    elif chosen == "end":
        await end_trait(desk, trait)
    elif chosen is not None:
        verb = {"inverted": "inverted", "scene": "scene-invoked", "turn": "invert"}[chosen]
        how = await weight(desk, view.one_line(trait, 60))
        if how is not None:
            await desk.execute(command_of(verb, {"trait": trait, "weight": how}))


async def reward(desk: SagaScreen) -> None:
    """What a conflict brought, as long as its stakes' consequences would last (CNF-12)."""
    name = await desk.line("Reward:", "", "as long as the stakes say, or as you choose", "CNF-12", needed="the reward")
    if not name:
        return
    offers = [
        Offer("", "As the stakes of the last conflict say"),
        Offer("scene", "Until the scene ends"),
        Offer("chapter", "Until the chapter ends"),
        Offer("good", "For good"),
    ]
    until = await desk.choose("Reward", offers, "How long does it last?", rule="CNF-12")
    if until is not None:
        await desk.execute(command_of("reward", {"name": name, "until": until or None}))


async def note(desk: SagaScreen) -> None:
    """A word for the log."""
    text = await desk.line("Session note:", "", "saved in the log; changes nothing else", needed="the note", lines=True)
    if text:
        await desk.execute(Note(text=text))
