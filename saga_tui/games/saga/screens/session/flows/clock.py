"""The clock's keys: the small step `n`, the end `N`, and what happens in a conflict (TIME, CNF-1, 5, 10, 11)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.clock import KISMET_FIRST
from saga_tui.games.saga.rules.commands import time
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE, POOLS, STAKES
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.flows import kismet
from saga_tui.ui import edge as preview
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.edge import Transition, TransitionChoice
from saga_tui.ui.forms import Foot, Form, Given, Number, Pick, Sure
from saga_tui.ui.hero import Moved
from saga_tui.words import listed, plural, sentence


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


def conflict_start(character: Character) -> Transition:
    """Asks the stakes, the last ones first (CNF-1)."""
    last = state.play_of(character).last_stakes
    fading = derive.numbers(character).switches.severe_consequences
    choices = []
    for place, info in enumerate(book.stakes(), 1):
        level = fading if info.key == "severe" else info.level
        about = f"{info.text} A reward lasts {info.reward}."
        choices.append(TransitionChoice(str(place), info.key, f"{info.name}: {level} consequences", about))
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
    return Transition("End the conflict", time.EndConflict, wider=wider, wider_words="End scene instead", stays=kept)


def scene_end(character: Character) -> Transition:
    """Ends the conflict in it too; `N` goes on to the chapter."""
    play = state.play_of(character)
    inside = " and its conflict" if state.span_of(play) == "conflict" else ""
    wider = partial(chapter_end, character)
    title, words = f"End scene {play.scene}{inside}", "End chapter instead"
    return Transition(title, time.EndScene, wider=wider, wider_words=words, stays=kept)


def chapter_end(character: Character) -> Transition:
    """Ends the scene in it too; tokens become Spark (SPK-2)."""
    return Transition(f"End chapter {state.play_of(character).chapter}", time.EndChapter, hero=spark_made, stays=kept)


def kept(before: Character, after: Character) -> list[str]:
    """What an end leaves as it is: tokens in hand, damage, consequences, doom, drives."""
    held = [(asset, state.in_hand(before, asset), state.in_hand(after, asset)) for asset in ASSETS]
    hurt = [(kind, state.held(before, kind), state.held(after, kind)) for kind in DAMAGE]
    was, now = state.play_of(before), state.play_of(after)
    driven = (sum(state.drive_tokens(before)), sum(state.drive_tokens(after)))
    numbers = [*held, *hurt, ("Spark", was.spark, now.spark), ("doom", was.doom, now.doom), ("drive tokens", *driven)]
    same = [f"{name} {old}" for name, old, new in numbers if old == new and old]
    found = [sentence(", ".join(same))] if same else []
    found.extend(
        f"{view.one_line(item.name) or 'A consequence'}: {view.severity_note(item)}" for item in now.consequences
    )
    return found


def spark_made(before: Character, after: Character) -> Moved:
    """Spark before and after, with its sum: what fortune and drive tokens make (SPK-2), and what it is for (SPK-4)."""
    now, then = state.play_of(before).spark, state.play_of(after).spark
    fortune = state.in_hand(before, "fortune") - state.in_hand(after, "fortune")
    driven = sum(state.drive_tokens(before)) - sum(state.drive_tokens(after))
    spent = [f"{n} {token.full}" for n, token in ((fortune, marks.FORTUNE), (driven, marks.DRIVE)) if n > 0]
    each = derive.numbers(before).spark.tokens_per_spark
    made = f"{listed(spent)} make {then - now} {marks.SPARK.full}" if spent else "No tokens to turn into Spark"
    words = (
        made,
        f"{plural(each, 'token')} for 1 Spark, rounded up",
        f"Then press b for advances, until chapter {state.play_of(before).chapter + 1} starts",
    )
    return Moved(now, then, words, marks.SPARK)


# ---- the flows


async def cross(desk: SagaScreen, edge: Callable[[Character], Transition]) -> None:
    """Shows what the edge will do, makes the kismet rolls that are due, and shows it again as it is then (KIS-2). Where
    a roll is left, the group may overrule it."""

    async def rolled() -> bool | None:
        done = await kismet.all_due(desk)
        return None if done and state.doomed(desk.character) else done

    await preview.cross(desk, edge(desk.character), preview.First(KISMET_FIRST, "Roll kismet first", rolled))


start_chapter = partial(cross, edge=chapter_start)
start_scene = partial(
    cross, edge=lambda character: Transition(f"Start scene {state.play_of(character).scene + 1}", time.StartScene)
)
start_conflict = partial(cross, edge=conflict_start)
end_round = partial(cross, edge=round_end)
end_conflict = partial(cross, edge=conflict_end)
end_scene = partial(cross, edge=scene_end)
end_chapter = partial(cross, edge=chapter_end)


def _gone(character: Character, _given: Given) -> list[Offer]:
    offers = [
        Offer(kind, f"Remove {'1 kismet' if kind == 'kismet' else f'all {kind}'}", f"You have {held}")
        for kind in DAMAGE
        if (held := state.held(character, kind))
    ]
    return [Offer("", "Remove nothing", "You still recover all spent tokens"), *offers] if offers else []


def _drives(character: Character, _given: Given) -> list[Offer]:
    drives = [Offer(str(place), view.one_line(text)) for place, text in enumerate(character.story.drives)]
    return drives or [Offer("0", "None")]


def _fortune_begins(character: Character, given: Given) -> bool:
    return bool(given["fresh"]) and bool(derive.rating(character, "fortune").total)


start_play = Form(time.StartPlay)
"""Enters play; what is unfinished is named, and may be overruled."""
gm_first = Form(time.GmActsFirst)
"""The GM acts before the players: 1 fortune (CNF-5)."""
escalate = Form(time.Escalate, (Pick("remove", _gone, "Remove what?", rule="CNF-10"),), "Escalate")
"""To the next stakes; one kind of damage may go (CNF-10)."""
give_in = Form(
    time.GiveIn, (Foot("how", "Give in: how do you get out?", "with the GM's consent; no more damage", "CNF-11"),)
)
"""Out of the conflict, with a word on how (CNF-11)."""
set_clock = Form(
    time.SetClock,
    (
        Number(
            "chapter",
            "Which chapter? (0: before the first)",
            lambda character: state.play_of(character).chapter or 1,
            0,
        ),
        Number(
            "scene",
            "Which scene? (0: between scenes)",
            lambda character: state.play_of(character).scene,
            0,
            when=lambda _character, given: bool(given["chapter"]),
        ),
        Pick(
            "stakes",
            (Offer("", "No conflict"), *(Offer(key, f"{key.capitalize()} conflict") for key in STAKES)),
            "Are you in a conflict?",
            when=lambda _character, given: bool(given.get("scene")),
        ),
        Number("round", "Which round?", when=lambda _character, given: bool(given.get("stakes"))),
        Sure("fresh", "Gain what a chapter starts with (fortune, a drive token, full gear)?"),
        Pick("drive", _drives, "Which drive gets the chapter's token?", rule="DRV-1", when=_fortune_begins),
    ),
    "Set the clock",
)
"""Joining late: any place, with no reset; the start of the chapter may be given (TIME-1)."""
