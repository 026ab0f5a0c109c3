"""The clock's keys: the small step `n`, the end `N`, and what happens in a conflict (TIME, CNF-1, 5, 10, 11)."""

from __future__ import annotations

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Command, command_of, time
from saga_tui.games.saga.rules.words import DAMAGE, POOLS, STAKES
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.edge import Edge, EdgeChoice, EdgeScreen
from saga_tui.games.saga.screens.session.flows import kismet
from saga_tui.games.saga.table import Table
from saga_tui.ui.dialogs import Confirm, Offer


async def _cross(desk: SagaScreen, edge: Edge) -> None:
    """Shows what the edge will do, makes the kismet rolls that are due, and shows it again as it is then (KIS-2). Where
    a roll is left, the group may overrule it."""
    screen = EdgeScreen(desk.session, edge)
    command: Command | None = await desk.app.push_screen_wait(screen)
    while command is not None and screen.due and await kismet.all_due(desk):
        if state.doomed(desk.character):
            return
        screen = screen.again()
        command = await desk.app.push_screen_wait(screen)
    if command is not None:
        await desk.execute(command)


# ---- the edges


def chapter_start(character: Character) -> Edge:
    """Asks the drive that gets the chapter's token (DRV-1), or the doom step that goes instead (DRV-2)."""
    drives = [
        EdgeChoice(str(place + 1), str(place), view.one_line(text) or "(not named yet)")
        for place, text in enumerate(character.story.drives[:8])
    ]
    doom = state.play_of(character).doom
    if doom:
        drives.append(EdgeChoice("9", "-1", f"no token; clear doom step {doom} instead"))
    return Edge(
        f"Start chapter {state.play_of(character).chapter + 1}",
        lambda choice, skip: time.StartChapter(drive=int(choice or 0), skip=skip),
        "Which drive gets the chapter's token?",
        tuple(drives),
        drives[0].value if drives else "0",
    )


def scene_start(character: Character) -> Edge:
    """No choice."""
    return Edge(f"Start scene {state.play_of(character).scene + 1}", lambda _, skip: time.StartScene(skip=skip))


def conflict_start(character: Character) -> Edge:
    """Asks the stakes, the last ones first (CNF-1)."""
    last = state.play_of(character).last_stakes
    fading = derive.numbers(character).switches.severe_consequences
    choices = []
    for place, info in enumerate(book.stakes(), 1):
        level = fading if info.key == "severe" else info.level
        roll = ", each with a kismet roll" if info.kismet_roll else ""
        choices.append(EdgeChoice(str(place), info.key, f"{info.name}: {level} consequences{roll}", info.text))
    return Edge(
        "Start a conflict",
        lambda choice, skip: command_of("start-conflict", {"stakes": choice, "skip": skip}),
        "What are the stakes?",
        tuple(choices),
        last if last in STAKES else STAKES[0],
    )


def round_end(table: Table) -> Edge:
    """Asks what comes back (REG-1, REG-2); the pool with the most spent tokens is offered first."""
    character = table.character
    whole = not state.play_of(character).spent_this_round
    pools = [asset for asset in POOLS if state.spent(character, asset)]
    choices = []
    for asset in pools:
        token, spent = marks.ASSETS[asset], state.spent(character, asset)
        back = f"all {spent} {asset}" if whole else f"1 {asset} ({spent} spent)"
        choices.append(EdgeChoice(marks.ASSET_KEYS[asset], asset, f"{token.full} {back}"))
    question = "No tokens spent. Recover which whole pool?" if whole else "Recover which token?"
    return Edge(
        f"End round {state.play_of(character).round}",
        lambda choice, skip: command_of("end-round", {"recover": choice or None, "skip": skip}),
        question,
        tuple(choices),
        max(pools, key=lambda asset: state.spent(character, asset)) if pools else "",
        lambda: conflict_end(table),
        "End conflict instead",
    )


def conflict_end(table: Table) -> Edge:
    """Everything comes back."""
    return Edge(
        "End the conflict",
        lambda _, skip: time.EndConflict(skip=skip),
        wider=lambda: scene_end(table),
        wider_words="End scene instead",
    )


def scene_end(table: Table) -> Edge:
    """Ends the conflict in it too; `N` goes on to the chapter."""
    play = state.play_of(table.character)
    inside = " and its conflict" if state.span_of(play) == "conflict" else ""
    return Edge(
        f"End scene {play.scene}{inside}",
        lambda _, skip: time.EndScene(skip=skip),
        wider=lambda: chapter_end(table),
        wider_words="End chapter instead",
    )


def chapter_end(table: Table) -> Edge:
    """Ends the scene in it too; tokens become Spark (SPK-2)."""
    play = state.play_of(table.character)
    return Edge(f"End chapter {play.chapter}", lambda _, skip: time.EndChapter(skip=skip))


# ---- the flows


async def start_play(desk: SagaScreen) -> None:
    """Enters play; what is unfinished is named, and may be overruled."""
    await desk.execute(time.StartPlay())


async def start_chapter(desk: SagaScreen) -> None:
    """Previewed, with the drive asked."""
    await _cross(desk, chapter_start(desk.character))


async def start_scene(desk: SagaScreen) -> None:
    """Previewed."""
    await _cross(desk, scene_start(desk.character))


async def start_conflict(desk: SagaScreen) -> None:
    """Previewed, with the stakes asked."""
    await _cross(desk, conflict_start(desk.character))


async def end_round(desk: SagaScreen) -> None:
    """Previewed, with the recovery asked."""
    await _cross(desk, round_end(desk.session))


async def end_conflict(desk: SagaScreen) -> None:
    """Previewed."""
    await _cross(desk, conflict_end(desk.session))


async def end_scene(desk: SagaScreen) -> None:
    """Previewed; `N` in the preview goes on to the chapter."""
    await _cross(desk, scene_end(desk.session))


async def end_chapter(desk: SagaScreen) -> None:
    """Previewed."""
    await _cross(desk, chapter_end(desk.session))


async def gm_first(desk: SagaScreen) -> None:
    """The GM acts before the players: 1 fortune (CNF-5)."""
    await desk.execute(time.GmActsFirst())


async def escalate(desk: SagaScreen) -> None:
    """To the next stakes; one kind of damage may go (CNF-10)."""
    character = desk.character
    offers = [Offer("", "Remove nothing", "You still recover all spent tokens")]
    for kind in DAMAGE:
        held = state.held(character, kind)
        if held:
            gone = "1 kismet" if kind == "kismet" else f"all {kind}"
            offers.append(Offer(kind, f"Remove {gone}", f"You have {held}"))
    chosen = "" if len(offers) == 1 else await desk.choose("Escalate", offers, "Remove what?", rule="CNF-10")
    if chosen is not None:
        await desk.execute(command_of("escalate", {"remove": chosen or None}))


async def give_in(desk: SagaScreen) -> None:
    """Out of the conflict, with a word on how (CNF-11)."""
    how = await desk.line("Give in: how do you get out?", "", "with the GM's consent; no more damage", "CNF-11")
    if how is not None:
        await desk.execute(time.GiveIn(how=how))


async def set_clock(desk: SagaScreen) -> None:
    """Joining late: any place, with no reset; the start of the chapter may be given (TIME-1)."""
    play = state.play_of(desk.character)
    chapter = await desk.number("Set the clock", "Which chapter? (0: before the first)", default=play.chapter or 1)
    if chapter is None:
        return
    scene = await desk.number("Set the clock", "Which scene? (0: between scenes)", default=play.scene) if chapter else 0
    if scene is None:
        return
    stakes, number = "", 0
    if scene:
        offers = [Offer("none", "No conflict"), *(Offer(key, f"{key.capitalize()} conflict") for key in STAKES)]
        chosen = await desk.choose("Set the clock", offers, "Are you in a conflict?")
        if chosen is None:
            return
        stakes = "" if chosen == "none" else chosen
        asked = await desk.number("Set the clock", "Which round?", least=1) if stakes else 0
        if asked is None:
            return
        number = asked
    fresh = await desk.app.push_screen_wait(
        Confirm("Set the clock", "Gain what a chapter starts with (fortune, a drive token, full gear)?")
    )
    params = {"chapter": chapter, "scene": scene, "round": number, "stakes": stakes or None, "fresh": bool(fresh)}
    if fresh and derive.rating(desk.character, "fortune").total:
        drives = [Offer(str(place), view.one_line(text)) for place, text in enumerate(desk.character.story.drives)] or [
            Offer("0", "None")
        ]
        drive = await desk.choose("Set the clock", drives, "Which drive gets the chapter's token?", rule="DRV-1")
        if drive is None:
            return
        params["drive"] = int(drive)
    await desk.execute(command_of("set-clock", params))
