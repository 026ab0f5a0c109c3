"""Commands of the clock: beginning and ending chapters, scenes, conflicts and rounds (TIME, REG, CNF-1, 5, 10, 11)."""

from typing import Annotated, Literal

from pydantic import Field

from saga_tui.engine import clock
from saga_tui.games.saga.rules import creation, derive, state
from saga_tui.games.saga.rules.clock import Choices, cross, refill
from saga_tui.games.saga.rules.commands.base import Command, Words, in_play, not_doomed
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.lists import OrDoom
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE, POOLS, STAKES, WOUNDS, Asset, DamageKind, Stakes
from saga_tui.words import listed

Spent = Literal["force", "grace", "acuity"]


class Timed(clock.Timed, Command):
    """A command of Saga's clock."""


class StartPlay(Command, verb="start-play", title="Start play", rules="CRE-11 TIME-3"):
    """Finish creation and start play, before chapter 1. Errors and open choices are listed first."""

    gates = (not_doomed,)

    def apply(self, edit: Edit) -> None:
        """Play begins with all tokens in hand."""
        if edit.now.play is not None:
            edit.object("TIME-3", "This character is already in play", "Keep playing.", code="started")
            return
        for problem in creation.problems(edit.now):
            if problem.stops_play:
                edit.problems.append(problem if problem.level == "error" else creation.as_error(problem))
        tokens = {asset: derive.rating(edit.now, asset).total for asset in ASSETS}
        edit.put("TIME-3", span="saga", tokens=tokens, damage=dict.fromkeys(DAMAGE, 0))
        edit.say(f"{edit.now.title} is ready for chapter 1", "TIME-3")


class Entering(Timed):
    """A command of the clock that may begin play too, for one who is late at a table."""

    gates = (not_doomed,)
    by_name = ("begin",)

    begin: bool = False
    """Whether to start play first, where it has not begun."""

    def enter(self, edit: Edit) -> None:
        """Play begins where it has not and may; else what keeps it from beginning is found (TIME-3, CRE-11)."""
        late = edit.now.play is None and self.begin
        (StartPlay().apply if late else in_play)(edit)


class StartChapter(Entering, verb="start-chapter", title="Start a chapter", rules="TIME-1 AST-13 DRV-1 GER-4"):
    """Start the next chapter: fortune at its starting value, 1 token on the chosen drive, fonts refilled."""

    drive: Annotated[int, OrDoom] | None = Field(default=None, ge=-1, le=99)
    """Which drive gets the chapter's token; `doom` (-1) clears a doom step instead."""

    def apply(self, edit: Edit) -> None:
        """Crosses the edge."""
        self.enter(edit)
        if state.span_of(edit.play) != "saga":
            edit.object("TIME-2", f"Chapter {edit.play.chapter} is still open", "End it first.", code="open")
            return
        drives = edit.now.story.drives
        if drives and (self.drive is None or self.drive >= len(drives)) and "drive-token" not in self.skip:
            message = "You choose which drive gets the chapter's token"
            known = ", ".join(f"{place} {text}" for place, text in enumerate(drives, 1))
            edit.object("DRV-1", message, f"Choose one: {known}. Or choose none and clear a doom step.", code="drive")
        cross(edit, "chapter start", Choices(drive=self.drive, take=self.take), self.skip)


class EndChapter(Timed, verb="end-chapter", title="End the chapter", rules="TIME-2 DOM-4 SPK-2 DMG-5 CSQ-1"):
    """End the chapter, with its scene and conflict: what lasts a chapter ends, tokens become Spark."""

    gates = (in_play,)

    def apply(self, edit: Edit) -> None:
        """Ends what is inside first, then the chapter."""
        if not state.in_span(edit.play, "chapter"):
            edit.object("TIME-1", "No chapter is open", "Start a chapter first.", code="no-chapter")
            return
        end_scene(edit, self.skip, self.take)
        cross(edit, "chapter end", Choices(take=self.take), self.skip)


class StartScene(Timed, verb="start-scene", title="Start a scene", rules="TIME-1 GER-3 PRK-3"):
    """Start the next scene: lucky charms refill, and perks at the start of a scene act."""

    def apply(self, edit: Edit) -> None:
        """Crosses the edge."""
        span = state.span_of(edit.play)
        if span == "saga":
            edit.object("TIME-1", "A scene needs a chapter, and none is open", "Start a chapter first.", code="none")
            return
        if span != "chapter":
            edit.object("TIME-2", f"Scene {edit.play.scene} is still open", "End it first.", code="open")
            return
        cross(edit, "scene start", Choices(take=self.take), self.skip)


class EndScene(Timed, verb="end-scene", title="End the scene", rules="TIME-2 REG-3 DMG-5 CSQ-1"):
    """End the scene, with its conflict: remove pain, doubt and fear, one kismet and temporary consequences."""

    gates = (in_play,)

    def apply(self, edit: Edit) -> None:
        """Ends the conflict first, then the scene."""
        if not state.in_span(edit.play, "scene"):
            edit.object("TIME-1", "No scene is open", "Start a scene first.", code="no-scene")
            return
        end_scene(edit, self.skip, self.take)


class StartConflict(Timed, verb="start-conflict", title="Start a conflict", rules="CNF-1 REG-3 TIME-3"):
    """Start a conflict in the scene with its stakes: recover all spent force, grace and acuity; round 1 begins."""

    stakes: Stakes = "minor"

    def apply(self, edit: Edit) -> None:
        """Crosses the edge."""
        span = state.span_of(edit.play)
        if span == "conflict":
            edit.object("TIME-2", "A conflict is already open", "End it or escalate it.", code="open")
            return
        if span != "scene":
            edit.object("TIME-3", "A conflict needs a scene, and none is open", "Start a scene first.", code="no-scene")
            return
        cross(edit, "conflict start", Choices(stakes=self.stakes, take=self.take), self.skip)


class EndConflict(Timed, verb="end-conflict", title="End the conflict", rules="TIME-2 REG-3"):
    """End the conflict: recover all spent force, grace and acuity; traits made in it end."""

    gates = (in_play,)

    def apply(self, edit: Edit) -> None:
        """Crosses the edge."""
        if in_conflict(edit):
            cross(edit, "conflict end", Choices(take=self.take), self.skip)


class EndRound(Timed, verb="end-round", title="End the round", rules="REG-1 REG-2 PSH-2 TIME-3"):
    """End the round: recover one spent token, or a whole pool after a round without spending."""

    gates = (in_play,)

    recover: Spent | None = None
    """The asset to recover: one token, or its whole pool."""

    def apply(self, edit: Edit) -> None:
        """Crosses the edge; where only one pool has spent tokens, it is the one."""
        if not in_conflict(edit):
            return
        pools = [asset for asset in POOLS if state.spent(edit.now, asset) and not state.doomed(edit.now)]
        if self.recover and pools and self.recover not in pools:
            message, fix = f"You have spent no {self.recover}", f"Choose {listed(pools, 'or')}."
            edit.object("AST-14", message, fix, code="none-spent", where=("play", "tokens", self.recover))
        recover: Asset | None = self.recover or (pools[0] if len(pools) == 1 else None)
        if recover is None and pools and "round-recovery" not in self.skip:
            message, fix = "You choose which pool recovers a token", f"Choose {listed(pools, 'or')}."
            edit.object("REG-1", message, fix, code="choose", where=("play", "tokens"))
        cross(edit, "round end", Choices(recover=recover, take=self.take), self.skip)


class GmActsFirst(Command, verb="gm-first", title="GM acts first", rules="CNF-5 AST-13"):
    """The GM acts before the players this round: each player gains 1 fortune."""

    def apply(self, edit: Edit) -> None:
        """One fortune token, once a round."""
        if not in_conflict(edit):
            return
        edit.out_of_it("gain nothing from the GM acting first")
        if edit.play.gm_first:
            message = f"The GM has acted first in round {edit.play.round} already"
            edit.object("CNF-5", message, "It gives fortune once a round.", code="twice")
        edit.put("CNF-5", gm_first=True)
        edit.tokens("fortune", 1, "CNF-5")


class Escalate(Command, verb="escalate", title="Escalate the conflict", rules="CNF-10"):
    """Raise the conflict to the next stakes: recover all spent tokens, and remove one kind of damage if you like."""

    remove: DamageKind | None = None
    """All pain, all doubt, all fear or one kismet; or nothing."""

    def apply(self, edit: Edit) -> None:
        """The next stakes, the tokens, the damage."""
        if not in_conflict(edit):
            return
        edit.out_of_it("take no further part")
        place = STAKES.index(edit.play.stakes) if edit.play.stakes in STAKES else 0
        if place == len(STAKES) - 1:
            edit.object("CNF-10", "A deadly conflict cannot escalate further", "Play on, or give in.", code="top")
            return
        stakes = STAKES[place + 1]
        edit.put("CNF-10", stakes=stakes, last_stakes=stakes)
        edit.say(f"the conflict is now {stakes}", "CNF-10")
        edit.recover_all("CNF-10")
        if self.remove == "kismet":
            edit.damage("kismet", -1, "CNF-10")
        elif self.remove in WOUNDS:
            edit.damage(self.remove, -state.held(edit.now, self.remove), "CNF-10")


class GiveIn(Command, verb="give-in", title="Give in", rules="CNF-11"):
    """Leave the conflict, if the GM agrees: no more damage, consequences or kismet rolls in it."""

    how: Words = ""
    """How you leave it."""

    def apply(self, edit: Edit) -> None:
        """Out of it until it ends; what is due already is still due."""
        if in_conflict(edit):
            edit.out_of_it("take no further part")
            edit.put("CNF-11", given_in=True)
            edit.say(f"gave in{f': {self.how}' if self.how else ''}", "CNF-11")


class SetClock(Entering, verb="set-clock", title="Set the clock", rules="TIME-1 TIME-3"):
    """Set the clock to any place, to join late. Nothing resets, but you can gain what a chapter's start gives."""

    chapter: int = Field(ge=0, le=9999)
    scene: int = Field(default=0, ge=0, le=9999)
    round: int = Field(default=0, ge=0, le=9999)
    stakes: Stakes | None = None
    fresh: bool = False
    """Whether to gain what the chapter's start gives: fortune, a drive token, full gear."""
    drive: Annotated[int, OrDoom] = Field(default=0, ge=-1, le=99)

    def apply(self, edit: Edit) -> None:
        """The chapter's start if it is given, then the place itself."""
        self.enter(edit)
        if self.fresh and self.chapter:
            edit.put("TIME-1", chapter=self.chapter - 1)
            cross(edit, "chapter start", Choices(drive=self.drive, take=self.take), self.skip)
            refill(edit, "charm", "GER-3")
        conflict = self.stakes is not None
        span = "conflict" if conflict else "scene" if self.scene else "chapter" if self.chapter else "saga"
        edit.put(
            "TIME-1",
            span=span,
            chapter=self.chapter,
            scene=max(self.scene, 1) if conflict else self.scene,
            conflict=1 if conflict else 0,
            round=max(self.round, 1) if conflict else 0,
            stakes=self.stakes or "",
            last_stakes=self.stakes or "",
            spent_this_round=0,
            given_in=False,
            gm_first=False,
        )
        where = ", ".join(f"{name} {number}" for name, number in state.clock(edit.now).items())
        edit.say(f"clock set to {where or 'before chapter 1'}", "TIME-1")


def in_conflict(edit: Edit) -> bool:
    """Whether a conflict is open; finds it against TIME-3 where none is."""
    if state.span_of(edit.play) == "conflict":
        return True
    edit.object("TIME-3", "No conflict is open", "Start a conflict first.", code="no-conflict")
    return False


def end_scene(edit: Edit, skip: tuple[str, ...], take: tuple[str, ...] = ()) -> None:
    """Ends the conflict, if one is open, then the scene, if one is (TIME-2)."""
    if state.in_span(edit.play, "conflict"):
        cross(edit, "conflict end", Choices(take=take), skip)
    if state.in_span(edit.play, "scene"):
        cross(edit, "scene end", Choices(take=take), skip)
