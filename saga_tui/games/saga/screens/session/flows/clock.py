"""The clock's keys: the small step `n`, the end `N`, and what happens in a conflict (TIME, CNF-1, 5, 10, 11)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.clock import KISMET_FIRST
from saga_tui.games.saga.rules.commands import command_of, time
from saga_tui.games.saga.rules.words import DAMAGE, POOLS, STAKES
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.flows import kismet
from saga_tui.ui import edge as preview
from saga_tui.ui.dialogs import Confirm, Offer
from saga_tui.ui.edge import Transition, TransitionChoice


def chapter_start(character: Character) -> Transition:
    """Asks the drive that gets the chapter's token (DRV-1), or the doom step that goes instead (DRV-2)."""
    drives = [
        TransitionChoice(str(place + 1), str(place), view.one_line(text) or "(not named yet)")
        for place, text in enumerate(character.story.drives[:8])
    ]
    doom = state.play_of(character).doom
    if doom:
        drives.append(TransitionChoice("9", "-1", f"no token; clear doom step {doom} instead"))
    title = f"Start chapter {state.play_of(character).chapter + 1}"
    question, first = "Which drive gets the chapter's token?", drives[0].value if drives else "0"
    return Transition(title, time.StartChapter, "drive", question, tuple(drives), first)


def scene_start(character: Character) -> Transition:
    """No choice."""
    return Transition(f"Start scene {state.play_of(character).scene + 1}", time.StartScene)


def conflict_start(character: Character) -> Transition:
    """Asks the stakes, the last ones first (CNF-1)."""
    last = state.play_of(character).last_stakes
    fading = derive.numbers(character).switches.severe_consequences
    choices = []
    for place, info in enumerate(book.stakes(), 1):
        level = fading if info.key == "severe" else info.level
        roll = ", each with a kismet roll" if info.kismet_roll else ""
        choices.append(TransitionChoice(str(place), info.key, f"{info.name}: {level} consequences{roll}", info.text))
    default = last if last in STAKES else STAKES[0]
    return Transition("Start a conflict", time.StartConflict, "stakes", "What are the stakes?", tuple(choices), default)


def round_end(character: Character) -> Transition:
    """Asks what comes back (REG-1, REG-2); the pool with the most spent tokens is offered first."""
    whole = not state.play_of(character).spent_this_round
    pools = [asset for asset in POOLS if state.spent(character, asset)]
    choices = []
    for asset in pools:
        token, spent = marks.ASSETS[asset], state.spent(character, asset)
        back = f"all {spent} {asset}" if whole else f"1 {asset} ({spent} spent)"
        choices.append(TransitionChoice(marks.ASSET_KEYS[asset], asset, f"{token.full} {back}"))
    return Transition(
        f"End round {state.play_of(character).round}",
        time.EndRound,
        "recover",
        "No tokens spent. Recover which whole pool?" if whole else "Recover which token?",
        tuple(choices),
        max(pools, key=lambda asset: state.spent(character, asset)) if pools else "",
        wider=lambda: conflict_end(character),
        wider_words="End conflict instead",
    )


def conflict_end(character: Character) -> Transition:
    """Everything comes back."""
    wider = partial(scene_end, character)
    return Transition("End the conflict", time.EndConflict, wider=wider, wider_words="End scene instead")


def scene_end(character: Character) -> Transition:
    """Ends the conflict in it too; `N` goes on to the chapter."""
    play = state.play_of(character)
    inside = " and its conflict" if state.span_of(play) == "conflict" else ""
    wider = partial(chapter_end, character)
    return Transition(f"End scene {play.scene}{inside}", time.EndScene, wider=wider, wider_words="End chapter instead")


def chapter_end(character: Character) -> Transition:
    """Ends the scene in it too; tokens become Spark (SPK-2)."""
    return Transition(f"End chapter {state.play_of(character).chapter}", time.EndChapter)


# ---- the flows


async def cross(desk: SagaScreen, edge: Callable[[Character], Transition]) -> None:
    """Shows what the edge will do, makes the kismet rolls that are due, and shows it again as it is then (KIS-2). Where
    a roll is left, the group may overrule it."""

    async def rolled() -> bool | None:
        done = await kismet.all_due(desk)
        return None if done and state.doomed(desk.character) else done

    await preview.cross(desk, edge(desk.character), preview.First(KISMET_FIRST, "Roll kismet first", rolled))


start_chapter = partial(cross, edge=chapter_start)
start_scene = partial(cross, edge=scene_start)
start_conflict = partial(cross, edge=conflict_start)
end_round = partial(cross, edge=round_end)
end_conflict = partial(cross, edge=conflict_end)
end_scene = partial(cross, edge=scene_end)
end_chapter = partial(cross, edge=chapter_end)


async def start_play(desk: SagaScreen) -> None:
    """Enters play; what is unfinished is named, and may be overruled."""
    await desk.execute(time.StartPlay())


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
