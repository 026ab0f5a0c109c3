"""The clock: saga ⊃ chapter ⊃ scene ⊃ conflict ⊃ round, and the one table of what resets at each of its edges."""

from __future__ import annotations

from dataclasses import dataclass

from saga_tui.engine import clock
from saga_tui.engine.clock import Reset
from saga_tui.games.saga.book import TopUp
from saga_tui.games.saga.rules import automation, derive, healing, open_roll, state
from saga_tui.games.saga.rules.character import ActiveTrait, Character, TemporaryTrait
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.words import POOLS, Asset, Stakes
from saga_tui.words import plural


@dataclass(frozen=True, slots=True)
class Choices(clock.Choices):
    """What the player chose for an edge.

    `recover`: the asset of which one token comes back at a round's end (REG-1), or all after a round without spending
    (REG-2). `drive`: the place of the drive that gets the chapter's token (DRV-1); -1 clears a doom step (DRV-2).
    """

    recover: Asset | None = None
    drive: int | None = None
    stakes: Stakes | None = None


# ---- the rows' work


def _recover_all(edit: Edit, _: Choices) -> None:
    edit.recover_all("REG-3")


def _recover_round(edit: Edit, choices: Choices) -> None:
    asset = choices.recover
    if asset is None or asset not in POOLS:
        return
    if edit.play.spent_this_round == 0:
        edit.recover({asset: state.spent(edit.now, asset)}, "REG-2")
    else:
        edit.recover({asset: min(1, state.spent(edit.now, asset))}, "REG-1")


def _count_down(edit: Edit, _: Choices) -> None:
    _keep_temporary(
        edit,
        tuple(
            trait.model_copy(update={"rounds": trait.rounds - 1}) if trait.rounds else trait
            for trait in edit.play.temporary
            if trait.rounds != 1
        ),
    )


def _keep_temporary(edit: Edit, kept: tuple[TemporaryTrait, ...]) -> None:
    """Temporary traits but for these are over, and count no more where they were invoked (PSH-2)."""
    names = {trait.name for trait in kept} | {text for text, _ in derive.traits(edit.now)} | set(edit.play.scene_traits)
    over = dict.fromkeys(trait.name for trait in edit.play.temporary if trait.name not in names)
    for name in over:
        edit.say(f"“{name}” ended", "PSH-2", way="goes")
    if kept != edit.play.temporary:
        edit.put("PSH-2", temporary=kept)
    active = tuple(item for item in edit.play.active if item.trait not in over)
    if active != edit.play.active:
        edit.put("PSH-2", active=active)


def _end_active(edit: Edit, until: tuple[str, ...], rule: str) -> None:
    kept: list[ActiveTrait] = []
    for item in edit.play.active:
        if item.until not in until or edit.skips(item.trait):
            kept.append(item)
        else:
            edit.say(f"“{item.trait}” is no longer {'inverted' if item.inverted else 'invoked'}", rule, way="goes")
    edit.all_of_it()
    if len(kept) != len(edit.play.active):
        edit.put(rule, active=tuple(kept))


def _next_round(edit: Edit, _: Choices) -> None:
    _end_active(edit, ("round",), "AST-11")
    _let_go(edit)
    edit.put("TIME-3", round=edit.play.round + 1, spent_this_round=0, gm_first=False)
    edit.say(f"round {edit.play.round} begins", "TIME-3", way="comes")


def _let_go(edit: Edit) -> None:
    """Follow-on actions and counterattacks that were not rolled are gone, and tokens that damage stood for: they
    belong to the moment (PSH-3, PSH-4, DMG-4)."""
    if edit.play.due:
        edit.put("PSH-4", due=())
    if edit.play.stood:
        edit.put("DMG-4", stood=())


def _open_conflict(edit: Edit, choices: Choices) -> None:
    stakes = choices.stakes or "minor"
    edit.put(
        "CNF-1",
        span="conflict",
        conflict=edit.play.conflict + 1,
        round=1,
        stakes=stakes,
        last_stakes=stakes,
        spent_this_round=0,
        given_in=False,
        gm_first=False,
    )
    edit.say(f"a {stakes} conflict begins, round 1", "CNF-1", way="comes")


def _close_conflict(edit: Edit, _: Choices) -> None:
    _end_active(edit, ("round", "conflict"), "TIME-2")
    _let_go(edit)
    _keep_temporary(edit, tuple(trait for trait in edit.play.temporary if not trait.rounds))
    last = edit.play.stakes or edit.play.last_stakes
    edit.put("TIME-2", span="scene", round=0, stakes="", last_stakes=last, spent_this_round=0, given_in=False)
    edit.say("the conflict ends", "TIME-2", way="goes")


def _open_scene(edit: Edit, _: Choices) -> None:
    edit.put("TIME-1", span="scene", scene=edit.play.scene + 1, conflict=0, used_perks=_used_still(edit))
    edit.say(f"scene {edit.play.scene} begins", "TIME-1", way="comes")


def _used_still(edit: Edit) -> tuple[str, ...]:
    """Perks that a setting limits to once a chapter stay used when a scene is over (PRK-1)."""
    once = {perk.name for perk in derive.perks(edit.now) if perk.info is not None and perk.info.once == "chapter"}
    return tuple(name for name in edit.play.used_perks if name in once)


def refill(edit: Edit, kind: str, rule: str) -> None:
    """Fills charms or fonts, but for those that are skipped."""
    full = {item.key: item.gear.name for item in derive.gear(edit.now) if item.gear.kind == kind}
    used = [key for key in full if edit.play.gear_used.get(key) and not edit.skips(key)]
    if used:
        edit.put(rule, gear_used={key: n for key, n in edit.play.gear_used.items() if key not in used})
        for key in used:
            edit.skips(key)
            edit.say(f"{full[key]} refilled", rule, way="comes")


def _refill_charms_scene(edit: Edit, _: Choices) -> None:
    if derive.numbers(edit.now).switches.lucky_charm_refresh == "scene":
        refill(edit, "charm", "GER-3")


def _refill_gear_chapter(edit: Edit, _: Choices) -> None:
    refill(edit, "font", "GER-4")
    if derive.numbers(edit.now).switches.lucky_charm_refresh == "chapter":
        refill(edit, "charm", "GER-3")


def _top_up(edit: Edit, _: Choices) -> None:
    for perk in derive.perks(edit.now):
        asset = perk.asset
        if isinstance(perk.effect, TopUp) and asset and state.in_hand(edit.now, asset) < perk.effect.below:
            if edit.skips(perk.name):
                continue
            if automation.mode_of(edit.now, perk) == "always":
                edit.tokens(asset, perk.effect.tokens, "PRK-3")
            else:
                edit.passed(perk.name)


def _end_rewards(edit: Edit, until: str) -> None:
    kept = []
    for item in edit.play.rewards:
        if item.until != until or edit.skips(item.name):
            kept.append(item)
        else:
            edit.say(f"reward “{item.name}” ended", "CNF-12", way="goes")
    edit.all_of_it()
    if len(kept) != len(edit.play.rewards):
        edit.put("CNF-12", rewards=tuple(kept))


def _close_scene(edit: Edit, _: Choices) -> None:
    _end_active(edit, ("round", "conflict", "scene"), "TRT-3")
    _let_go(edit)
    if edit.play.scene_traits or edit.play.temporary:
        edit.put("TRT-4", scene_traits=(), temporary=())
    _end_rewards(edit, "scene")
    edit.put("TIME-1", span="chapter", conflict=0, used_perks=_used_still(edit))
    edit.say(f"scene {edit.play.scene} ends", "TIME-1", way="goes")


def _convert(edit: Edit, _: Choices) -> None:
    fortune = 0 if edit.skips("fortune") else state.in_hand(edit.now, "fortune")
    edit.tokens("fortune", -fortune, "SPK-2")
    held = state.drive_tokens(edit.now)
    counts = (0,) * len(held) if edit.skips("drives") else held
    for index, count in enumerate(counts):
        edit.drive(index, -count, "SPK-2")
    edit.all_of_it()
    driven = sum(counts)
    gain = -(-(fortune + driven) // derive.numbers(edit.now).spark.tokens_per_spark)
    edit.spark(gain, "SPK-2", f"for {fortune} fortune and {plural(driven, 'drive token')}")


def _close_chapter(edit: Edit, _: Choices) -> None:
    _end_rewards(edit, "chapter")
    edit.put("TIME-1", span="saga")
    edit.say(f"chapter {edit.play.chapter} ends", "TIME-1", way="goes")


def _open_chapter(edit: Edit, _: Choices) -> None:
    edit.put("TIME-1", span="chapter", chapter=edit.play.chapter + 1, scene=0, conflict=0, used_perks=())
    edit.say(f"chapter {edit.play.chapter} begins", "TIME-1", way="comes")


def _reset_fortune(edit: Edit, _: Choices) -> None:
    start = derive.rating(edit.now, "fortune").total
    edit.tokens("fortune", start - state.in_hand(edit.now, "fortune"), "AST-13")


def _chapter_token(edit: Edit, choices: Choices) -> None:
    if choices.drive == -1:
        edit.doom_instead()
    elif choices.drive is not None:
        edit.drive(choices.drive, derive.numbers(edit.now).drives.chapter_tokens, "DRV-1")


RESETS: dict[str, tuple[Reset, ...]] = {
    "chapter start": (
        Reset("chapter-opens", "TIME-1", "the chapter begins", _open_chapter, moves=True),
        Reset("fortune-start", "AST-13", "reset fortune to its rating", _reset_fortune),
        Reset("drive-token", "DRV-1", "gain 1 drive token", _chapter_token, asks=True),
        Reset("gear-chapter", "GER-4", "refill fonts of healing", _refill_gear_chapter, also=("GER-3",)),
    ),
    "scene start": (
        Reset("scene-opens", "TIME-1", "the scene begins", _open_scene, moves=True),
        Reset("charms", "GER-3", "refill lucky charms", _refill_charms_scene),
        Reset("top-up", "PRK-3", "perks at the start of a scene", _top_up),
    ),
    "conflict start": (
        Reset("conflict-opens", "CNF-1", "the conflict begins", _open_conflict, moves=True, asks=True),
        Reset("conflict-recovery", "REG-3", "recover all spent force, grace and acuity", _recover_all),
    ),
    "round end": (
        Reset("round-recovery", "REG-1", "recover spent tokens", _recover_round, also=("REG-2",), asks=True),
        Reset("count-down", "PSH-2", "count down temporary traits", _count_down),
        Reset(
            "next-round", "TIME-3", "the next round begins", _next_round, moves=True, also=("AST-11", "DMG-4", "PSH-4")
        ),
    ),
    "conflict end": (
        Reset(
            "conflict-over",
            "TIME-2",
            "end the conflict and its traits",
            _close_conflict,
            moves=True,
            also=("DMG-4", "PSH-2", "PSH-4"),
        ),
        Reset("end-recovery", "REG-3", "recover all spent force, grace and acuity", _recover_all),
    ),
    "scene end": (
        Reset("scene-recovery", "REG-3", "recover all spent force, grace and acuity", _recover_all),
        Reset("heal", "DMG-5", "remove all pain, doubt and fear, and 1 kismet", healing.heal),
        Reset("temporary", "CSQ-1", "remove temporary consequences", healing.fade_temporary),
        Reset(
            "scene-over",
            "TIME-1",
            "end the scene, its traits and its rewards",
            _close_scene,
            moves=True,
            also=("CNF-12", "DMG-4", "PSH-4", "TRT-3", "TRT-4"),
        ),
    ),
    "chapter end": (
        Reset("lasting", "CSQ-1", "remove lasting consequences", healing.fade_lasting),
        Reset("kismet", "DMG-5", "remove all kismet", healing.clear_kismet),
        Reset("doom-step", "DOM-4", "clear 1 doom step", healing.clear_doom),
        Reset("convert", "SPK-2", "turn fortune and drive tokens into Spark", _convert),
        Reset(
            "chapter-over", "TIME-1", "end the chapter and its rewards", _close_chapter, moves=True, also=("CNF-12",)
        ),
    ),
}
"""What the book resets at each edge of the clock, in its order (TIME, REG, DMG-5, CSQ-1, DOM-4, SPK-2, GER, PRK-3)."""


KISMET_FIRST = "kismet-due"
"""The code of the problem that a kismet roll has to be made before an edge."""


def _kismet_first(edit: Edit) -> None:
    """Finds an edge against the rule while a kismet roll is due: it is made before (KIS-2)."""
    due = [plural(dice, "die") for dice in state.kismet_due(edit.now) if dice]
    if edit.play.kismet is not None:
        edit.object("KIS-2", "A kismet roll is in progress", "Resolve it first.", code=KISMET_FIRST)
    elif due:
        what = "A kismet roll is" if len(due) == 1 else f"{len(due)} kismet rolls are"
        edit.object("KIS-2", f"{what} due: {', then '.join(due)}", "Roll first.", code=KISMET_FIRST)


def _leaving(edit: Edit) -> bool:
    """A kismet roll that is due comes first (KIS-2). A roll that was not compared is told of (ROL-2). What perks could
    have given before an edge is gone (PRK-3). For a character who has met their doom only the clock itself moves
    (DOM-3, DOM-4)."""
    roll = open_roll.uncompared(edit.now)
    if roll is not None and not any(line.rule == "ROL-2" for line in edit.lines):
        name = derive.skill_name(edit.now, roll.skill)
        edit.say(f"{name} roll still in progress: {plural(roll.marks, 'mark')}, not compared", "ROL-2")
    doomed = state.doomed(edit.now)
    if not doomed and not any(found.code == KISMET_FIRST for found in edit.problems):
        _kismet_first(edit)
    if doomed and not any(line.rule == "DOM-4" for line in edit.lines):
        edit.say("you have met your doom: nothing else changes", "DOM-4")
    if edit.play.passed:
        edit.put("PRK-3", passed={})
    return doomed


CLOCK: clock.Clock[Character] = clock.Clock(
    spans=state.SPANS,
    counters={"chapter": ("chapter",), "scene": ("scene",), "conflict": ("conflict", "round")},
    resets=RESETS,
    short={"chapter": "ch", "scene": "sc", "conflict": "cf", "round": "r"},
    suggested=state.suggested_span,
    leaving=_leaving,
)
"""Saga's time (TIME-1)."""
cross, may_skip, ROWS = CLOCK.cross, CLOCK.may_skip, CLOCK.rows
