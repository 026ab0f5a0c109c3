"""The table's clock and what reaches everybody at once, each shown member by member before it happens: edges with each
player's choice, the GM acting first, escalation, scene traits (TIME, CNF-1, CNF-4, CNF-5, CNF-10, TRT-4, REG-1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from saga_tui.engine.command import Command
from saga_tui.games.saga import book
from saga_tui.games.saga.gm.clock import in_conflict, plays
from saga_tui.games.saga.gm.commands import COMMANDS
from saga_tui.games.saga.gm.commands.together import unready
from saga_tui.games.saga.gm.screens.turns import phases
from saga_tui.games.saga.gm.state import Table
from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.words import POOLS, WOUNDS
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session.view import one_line
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.edge_rows import TransitionChoice
from saga_tui.ui.forms import Form
from saga_tui.ui.party import PartyScreen
from saga_tui.ui.party_cast import Broadcast
from saga_tui.ui.party_edge import broadcast

Screen = PartyScreen[Table]


def command_of(verb: str, **params: Any) -> Command:
    """The command of a table with these parameters."""
    found: Command = COMMANDS[verb].model_validate(params)
    return found


def asking(verb: str, *fields: str) -> Callable[[Any], Any]:
    """A dialogue that asks for what a command needs, and for these fields besides."""

    async def ask(screen: Any) -> None:
        await Form(COMMANDS[verb], fields=fields)(screen)

    return ask


def cast(verb: str, title: str, given: Mapping[str, Any] | None = None, **more: Any) -> Broadcast:
    """What a command of the table would do to everybody, as a question."""
    kind: Any = COMMANDS[verb]
    return Broadcast(title, kind, given or {}, first=kismet, first_words="Kismet roll", **more)


def kismet(who: str, member: Character) -> Command | None:
    """The kismet roll that a character has to make, or to resolve, before time goes on (KIS-2)."""
    if member.play is None or state.doomed(member):
        return None
    if member.play.kismet is not None:
        return command_of("let", seat=who, does="resolve-kismet")
    return command_of("let", seat=who, does="roll-kismet") if any(state.kismet_due(member)) else None


def reached(screen: Screen) -> dict[str, Character]:
    """The characters that are open here, or in another window where what is wanted of them is offered."""
    return {**screen.session.members, **screen.session.elsewhere}


def seats_here(screen: Screen) -> list[tuple[str, int, str]]:
    """Ids, numbers and names of those in the scene who are in play: nothing can be done to others."""
    members = reached(screen)
    return [
        (one.who, one.number, one.name)
        for one in screen.faces()
        if one.who in members and not one.quiet and plays(members[one.who])
    ]


def ids_here(screen: Screen) -> list[str]:
    """The ids of those in the scene who are in play and open here, so that they can roll."""
    return [who for who, *_ in seats_here(screen) if who in screen.session.members]


def takes(screen: Screen, who: str) -> bool:
    """Whether one who sits there is in play; says so where that is known not to be so."""
    member = reached(screen).get(who)
    if member is None or plays(member):
        return True
    told = "has met their doom" if member.play is not None else unready(member) or "has not started play yet"
    screen.notify(f"{one_line(member.title, 40)} {told}.")
    return False


def can_act(screen: Screen, who: str) -> bool:
    """Whether one who sits there is in play and can roll here; says why not."""
    if who in screen.session.elsewhere:
        name = one_line(screen.session.elsewhere[who].title, 40)
        screen.notify(f"{name} is open in another window. The roll is made there.")
        return False
    return who in screen.session.members and takes(screen, who)


# ---- what each player chooses


def recovered(member: Character) -> Sequence[TransitionChoice]:
    """What comes back at a round's end: of the pool with the most spent tokens first (REG-1, REG-2)."""
    if member.play is None or state.doomed(member):
        return ()
    whole = not state.play_of(member).spent_this_round
    pools = sorted((pool for pool in POOLS if state.spent(member, pool)), key=lambda pool: -state.spent(member, pool))
    return tuple(
        TransitionChoice(marks.ASSET_KEYS[pool], pool, f"{marks.ASSETS[pool].full} {pool}",
                         f"(all {state.spent(member, pool)})" if whole else f"({state.spent(member, pool)} spent)")
        for pool in pools
    )  # fmt: skip


def drive_chosen(member: Character) -> Sequence[TransitionChoice]:
    """The drive that gets the chapter's token, or the doom step that goes instead (DRV-1, DRV-2)."""
    if member.play is None and unready(member):
        return ()
    found = [
        TransitionChoice(str(at), str(at), one_line(text, 30) or f"drive {at}")
        for at, text in enumerate(member.story.drives[:8], 1)
    ]
    if doom := state.play_of(member).doom:
        found.append(TransitionChoice("9", "doom", f"clear doom step {doom}"))
    return tuple(found)


def removed(member: Character) -> Sequence[TransitionChoice]:
    """What escalation takes away: all of one kind of damage, or one kismet; of what hurts most first (CNF-10)."""
    if member.play is None or state.doomed(member):
        return ()
    held = [(kind, state.held(member, kind)) for kind in WOUNDS]
    over = {kind: state.beyond(member, kind) for kind in WOUNDS}
    found = [
        TransitionChoice(marks.DAMAGE_KEYS[kind], kind, f"{kind} −{count}")
        for kind, count in sorted(held, key=lambda one: (-over[one[0]], -one[1]))
        if count
    ]
    if state.held(member, "kismet"):
        found.append(TransitionChoice(marks.DAMAGE_KEYS["kismet"], "kismet", "kismet −1"))
    return (*found, TransitionChoice("n", "", "nothing")) if found else ()


# ---- edges


def end_round(table: Table) -> Broadcast:
    """Each player chooses what comes back; ally dice are free again (REG-1, CNF-9)."""
    title = f"End round {table.play.round}"
    return cast("end-round", title, question="Recover which token?", takes="recover", choices=recovered,
                wider=lambda: end_conflict(table), wider_words="End conflict instead")  # fmt: skip


def end_conflict(table: Table) -> Broadcast:
    """Everything comes back (REG-3)."""
    wider = partial(end_scene, table)
    return cast("end-conflict", "End the conflict", wider=wider, wider_words="End scene instead")


def end_scene(table: Table) -> Broadcast:
    """With its conflict (TIME-2, DMG-5)."""
    inside = " and its conflict" if in_conflict(table.play) else ""
    title = f"End scene {table.play.scene}{inside}"
    return cast("end-scene", title, wider=partial(end_chapter, table), wider_words="End chapter instead")


def end_chapter(table: Table) -> Broadcast:
    """With its scene; tokens become Spark (SPK-2)."""
    return cast("end-chapter", f"End chapter {table.play.chapter}")


def start_chapter(table: Table) -> Broadcast:
    """Each player chooses a drive (DRV-1)."""
    title = f"Start chapter {table.play.chapter + 1}"
    question = "Which drive gets the chapter's token?"
    return cast("start-chapter", title, question=question, takes="drive", choices=drive_chosen)


def start_scene(table: Table) -> Broadcast:
    """For all who are in it (TIME-1)."""
    return cast("start-scene", f"Start scene {table.play.scene + 1}")


def edge(which: Callable[[Table], Broadcast]) -> Callable[[Screen], Any]:
    """A dialogue that shows an act for all and does what is confirmed."""

    async def cross(screen: Screen) -> None:
        await broadcast(screen, which(screen.document))

    return cross


async def start_conflict(screen: Screen) -> None:
    """The stakes, then what comes back for whom (CNF-1, REG-3)."""
    offers = [Offer(info.key, f"{info.name}: {info.level} consequences", info.text) for info in book.stakes()]
    stakes = await screen.choose("Start a conflict", offers, "What are the stakes?", rule="CNF-1")
    if stakes is not None:
        await broadcast(screen, cast("start-conflict", f"Start a {stakes} conflict", {"stakes": stakes}))


async def next_phase(screen: Screen) -> None:
    """The next part of the round; after the last one in which somebody acts the round ends (CNF-4)."""
    order, play = phases(screen.document), screen.document.play
    if play.phase in order[-2:]:
        await broadcast(screen, end_round(screen.document))
    else:
        await screen.execute(command_of("phase"))


def gm_first(table: Table) -> Broadcast:
    """A fortune token for each (CNF-5)."""
    return cast("gm-first", f"The GM acts first in round {table.play.round}")


def escalate(table: Table) -> Broadcast:
    """The next stakes: tokens come back, and each may remove one kind of damage (CNF-10)."""
    del table
    question = "Remove which damage?"
    return cast("escalate", "Escalate the conflict", question=question, takes="remove", choices=removed)


async def stand(screen: Screen) -> None:
    """The table's clock is set to where most of those stand who sit there (TIME-1)."""
    await screen.execute(command_of("set-clock"))
