"""What the GM gives, and traits that reach several sheets at once (AST-8, AST-9, AST-11, AST-13, TRT-3, TRT-4, TRT-5,
DRV-8, REG-4, SPK-3, CNF-12)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any, Final

from saga_tui.games.saga.gm.clock import elsewhere, plays
from saga_tui.games.saga.gm.screens.edges import Screen, cast, command_of, drive_chosen, reached, recovered, takes
from saga_tui.games.saga.gm.state import Table
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.spark import Answer
from saga_tui.games.saga.screens.session.view import one_line
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.edge_rows import TransitionChoice
from saga_tui.ui.party_edge import broadcast
from saga_tui.ui.party_pick import pick_seat, pick_seats

Flow = Callable[[Screen], Coroutine[Any, Any, None]]


async def to_whom(screen: Screen, title: str) -> tuple[str, ...] | None:
    """The character at the focus, or those who are chosen."""
    if screen.chosen:
        return (screen.chosen,) if takes(screen, screen.chosen) else None
    return await pick_seats(screen, title, among=playing(screen), needed=True)


def playing(screen: Screen) -> list[str]:
    """The ids of those who are in play, in the scene or not."""
    return [who for who, one in reached(screen).items() if plays(one)]


# ---- the scene's traits


async def invoke(screen: Screen) -> None:
    """A trait of the scene or of an element counts until the scene ends: 1 fortune for each player in it (TRT-4)."""
    table: Table = screen.document
    found: list[tuple[str, str, str]] = [("", trait.text, "") for trait in table.play.scene_traits if not trait.weight]
    for element in table.play.elements:
        found += [(element.name, trait.text, f"of {element.name}") for trait in element.traits if not trait.weight]
    offers = [Offer(str(at), one_line(text, 60), one_line(whose, 60)) for at, (_, text, whose) in enumerate(found)]
    place = (screen.focused.id or "" if screen.focused is not None else "").rpartition("trait-")
    here = [text for name, text, _ in found if not name]
    at = None
    if place[1] and int(place[2]) < len(table.play.scene_traits):
        text = table.play.scene_traits[int(place[2])].text
        at = str(next((n for n, one in enumerate(found) if one[:2] == ("", text)), "")) if text in here else None
    if not offers:
        screen.notify("Every trait here is invoked already. Press + and Tab to add a scene trait.")
        return
    key = at or (offers[0].key if len(offers) == 1 else await screen.choose("Invoke a trait", offers, rule="TRT-4"))
    if key is None:
        return
    element_name, text, _ = found[int(key)]
    said = {"trait": text} | ({"element": element_name} if element_name else {})
    await broadcast(screen, cast("scene-invoke", f"Invoke {one_line(text, 60)} (−3)", said))


# ---- what is given


def amount_for(verb: str, title: str, question: str, **more: Any) -> Flow:
    """A dialogue that gives so much of something to one or several."""

    async def give(screen: Screen) -> None:
        to = await to_whom(screen, title)
        if to is None:
            return
        amount = await screen.number(title, question, default=1, least=1,
                                     command=lambda many: command_of(verb, to=to, amount=many, **more))  # fmt: skip
        if amount is not None:
            await screen.execute(command_of(verb, to=to, amount=amount, **more))

    return give


fortune = amount_for("fortune", "Give fortune", "How many ★?")
bribe = amount_for("bribe", "A bribe for acting as a trait implies", "How many ★?")
spark = amount_for("spark", "Give Spark", "How many ✦?")


async def drive(screen: Screen) -> None:
    """A drive token for acting as a drive pulls; each chooses the drive (DRV-8)."""
    to = await to_whom(screen, "Drive token for whom?")
    if to is not None:
        await broadcast(screen, cast("offer-drive", "A drive token", {"to": to}, question="Which drive?",
                                     takes="drive", choices=lambda one: drives(one, to)))  # fmt: skip


def drives(member: Any, to: Sequence[str]) -> Sequence[Any]:
    """The drives of one who gets a token."""
    return tuple(one for one in drive_chosen(member) if one.value != "doom") if member.id in to else ()


async def recovery(screen: Screen) -> None:
    """Spent tokens come back outside a conflict; each chooses the asset (REG-4)."""
    to = await to_whom(screen, "Recovery for whom?")
    if to is not None:
        question = "Recover which token?"
        await broadcast(screen, cast("grant-recovery", "Recover a token", {"to": to}, question=question, takes="asset",
                                     choices=lambda one: recovered(one) if one.id in to else ()))  # fmt: skip


async def reward(screen: Screen) -> None:
    """A reward of a conflict (CNF-12)."""
    to = await to_whom(screen, "A reward for whom?")
    if to is None:
        return
    name = await screen.line("Reward", said="for example “The sheriff's favour”", needed="a reward", rule="CNF-12")
    if name:
        await broadcast(screen, cast("reward", f"Reward: {one_line(name, 60)}", {"to": to, "name": name}))


async def harm(screen: Screen) -> None:
    """Damage without a roll: a fall, a fire (DMG-6)."""
    to = await to_whom(screen, "Damage for whom?")
    if to is None:
        return
    offers = [Offer("pain", "Pain"), Offer("doubt", "Doubt"), Offer("fear", "Fear"), Offer("kismet", "Kismet")]
    kind = await screen.choose("Which damage?", offers, rule="DMG-6")
    if kind is None:
        return
    amount = await screen.number("Damage", f"How much {kind}?", default=1, least=1)
    if amount is not None:
        await broadcast(screen, cast("harm", f"{amount} {kind}", {"to": to, "kind": kind, "amount": amount}))


# ---- traits of characters


async def trait_of(screen: Screen, who: str, title: str) -> str | None:
    """A trait of a character."""
    member = screen.session.members[who]
    offers = [Offer(text, one_line(text, 80)) for text, _ in derive.traits(member) if text]
    if not offers:
        screen.notify("No traits on that sheet yet.")
        return None
    return await screen.choose(title, offers, rule="TRT-3")


def turning(verb: str, title: str, gm: str, *, me: bool = False) -> Flow:
    """A dialogue for a trait that another brings into play: whose, which, and who pays."""

    async def turn(screen: Screen) -> None:
        seat = await pick_seat(screen, title)
        trait = await trait_of(screen, seat, title) if seat is not None else None
        if seat is None or trait is None:
            return
        others = [face for face in screen.faces() if face.who in screen.session.seats and face.who != seat]
        offers = [*([Offer("", gm)] if gm else []), *(Offer(face.who, face.name, "pays 1 ★") for face in others)]
        by = await screen.choose("Who does it?", offers)
        if by is None:
            return
        said: dict[str, Any] = {"seat": seat, "trait": trait, "by": by, **({"for_me": True} if me else {})}
        await broadcast(screen, cast(verb, f"{title} {one_line(trait, 60)}", said))

    return turn


invert = turning("invert", "Invert a trait of", "The GM")
lend = turning("lend-trait", "Invoke a trait of", "")


ANSWERS: Final[Mapping[Answer, str]] = {
    "taken": "You accept, the Spark is spent",
    "kept": "You accept, and they keep the Spark",
    "to-player": "Another player accepts and gains the Spark",
    "to-player-rewarded": "Another player accepts, and you give 1 Spark back",
    "rejected": "Rejected, they keep the Spark",
}
"""What may become of an offer, in words for the GM (SPK-3)."""


def named(screen: Screen, seat: str) -> str:
    """The name of somebody at the table, as their card has it."""
    return one_line(next((face.name for face in screen.faces() if face.who == seat), seat), 30)


async def luck(screen: Screen) -> None:
    """A stroke of luck, for what the GM agrees to (AST-11)."""
    seat = await pick_seat(screen, "Whose luck?")
    if seat is None:
        return
    asked = f"{named(screen, seat)}: what happens by luck?"
    fact = await screen.line(asked, needed="what happens", rule="AST-11")
    if not fact:
        return
    made = partial(command_of, "luck", seat=seat, fact=fact)
    amount = await screen.number("Stroke of luck", "For how many ★?", command=lambda many: made(amount=many))
    if amount is None:
        return
    trait = await screen.line("Does it bring a trait for 1 round? (Enter: no)", rule="AST-11")
    if trait is not None:
        await screen.execute(made(amount=amount, trait=trait))


async def offer_spark(screen: Screen) -> None:
    """A player offers 1 Spark; the answer says where it goes (SPK-3)."""
    seat = await pick_seat(screen, "Who offers Spark?")
    if seat is None:
        return
    member = screen.session.members.get(seat)
    held = f" (has {state.play_of(member).spark})" if member is not None else ""
    fact = await screen.line(f"{named(screen, seat)} offers 1 ✦{held} for which fact?", needed="a fact", rule="SPK-3")
    if not fact:
        return
    answer = await screen.choose("The answer", [Offer(key, text) for key, text in ANSWERS.items()], rule="SPK-3")
    if answer is None:
        return
    said = {"seat": seat, "fact": fact, "answer": answer}
    if "player" in answer.split("-"):
        barred = {one.who: "" if one.who in screen.session.seats else "not open here" for one in screen.faces()}
        barred |= {seat: "offers it"}
        to = await screen.choose(
            "Who accepts?", [Offer(one.who, one.name, barred=barred[one.who]) for one in screen.faces()]
        )
        if to is None:
            return
        said["to"] = to
    await screen.execute(command_of("offer-spark", **said))


async def gm_offer(screen: Screen) -> None:
    """The GM offers a fact, freely (SPK-3)."""
    seat = await pick_seat(screen, "An offer to whom?")
    if seat is None:
        return
    fact = await screen.line(f"You offer {named(screen, seat)} which fact?", needed="a fact", rule="SPK-3")
    if not fact:
        return
    answer = await screen.choose("The answer", [Offer("yes", "Accepted"), Offer("no", "Rejected")])
    if answer is not None:
        await screen.execute(command_of("gm-offer", seat=seat, fact=fact, accepted=answer == "yes"))


def late(screen: Screen) -> list[str]:
    """The ids of those who do not stand where the table does, or are not in play yet; of who plays elsewhere too."""
    known = {**screen.session.members, **screen.session.elsewhere}
    return [who for who, one in known.items() if one.play is None or elsewhere(screen.document, one)]


async def join(screen: Screen) -> None:
    """Characters who are late or stand elsewhere come to where the table stands: all of them, unless they are left out
    (TIME-1)."""
    to = late(screen)
    if not to:
        screen.notify("Everyone is already at the table's point of the clock.")
        return

    def choices(member: Character) -> Sequence[TransitionChoice]:
        fresh = bool(screen.document.play.chapter) and "chapter" not in state.clock(member)
        return drive_chosen(member) if fresh else ()

    question = "A drive for those who begin the chapter"
    more = cast("join", "Join the table's clock", {"to": to}, question=question, takes="drive", choices=choices)
    await broadcast(screen, more)
