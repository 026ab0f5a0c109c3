"""Injuries and stun of several kinds, of a body and a mind, which bring states as they rise. Play has a model with both
for each kind, under the kind's name. What a state says and brings is a row of a table; which it is, the game says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Literal

from pydantic import Field

from saga_tui.blows import armour_left
from saga_tui.engine.afflictions import tick
from saga_tui.engine.asked import Adjust, Thrown, drop
from saga_tui.engine.command import Command
from saga_tui.engine.document import Ask
from saga_tui.words import plural

FIT, DYING, DEAD = "fit", "dying", "dead"
FORMS: Final = ("injuries", "stun")


@dataclass(frozen=True, slots=True)
class Toll:
    """A state: the words and rules of its begin and its end, the fields of play that are set once it is no longer this
    one, the questions that it ends, the field of play behind which its end is not seen."""

    key: str
    kind: str
    rule: str
    begins: str
    ends: str = "no longer dying"
    ends_by: str = ""
    resets: Mapping[str, Any] = field(default_factory=dict)
    drops: tuple[str, ...] = ()
    behind: str = ""


class Hurts:
    """What play counts of injuries and stun; a game has a class of its own below it, with its laws."""

    kinds: ClassVar[tuple[str, ...]] = ()
    shocks: ClassVar[Mapping[str, str]] = {}
    """The rule of the roll that one heavy blow asks for, by kind."""
    spills: ClassVar[str] = ""
    """The rule of stun that becomes injuries."""
    undoes: ClassVar[Mapping[str, tuple[str, Mapping[str, Any]]]] = {}
    """What any further damage of a kind sets in play, and the rule of that: it is not cared for any more."""

    def __init__(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """The states of a table."""
        self.states = {row["key"]: Toll(**row) for row in rows}

    tended: ClassVar[str] = ""
    """The field of play that says that the dying were cared for, and the one that counts how long nobody did."""
    dying: ClassVar[str] = ""
    every: ClassVar[int] = 1
    """After so many rounds the dying lose another injury."""
    bleeding: ClassVar[str] = ""
    """The rule of that."""
    flags: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """By kind: the field of play that says that a shock has felled somebody, and the words for its end."""

    # ---- what the game says

    def state(self, document: Any, kind: str) -> str:
        """Which state it is."""
        raise NotImplementedError

    def numbers(self, document: Any) -> Any:
        """The numbers of a document: by kind `hit_points`, the injuries that end it for good (`ended_by`), and `shock`:
        above how much at one blow a roll is asked for."""
        raise NotImplementedError

    def suffered(self, document: Any, kind: str, amount: int, stunning: bool) -> tuple[int, int]:
        """Injuries and stun after one blow's damage."""
        raise NotImplementedError

    # ---- how it stands

    def points(self, document: Any, kind: str) -> int:
        """How much it bears."""
        return int(self.numbers(document).hit_points(kind).total)

    def threshold(self, document: Any, kind: str) -> int:
        """Above how much at one blow a roll is asked for."""
        return int(self.numbers(document).shock(kind).total)

    def dead(self, document: Any) -> bool:
        """Whether the injuries have killed."""
        return document.play is not None and self.state(document, self.kinds[0]) == DEAD

    def bleeds(self, document: Any) -> bool:
        """Whether somebody is dying whom nobody has cared for."""
        play = document.play
        return play is not None and not getattr(play, self.tended) and self.state(document, self.kinds[0]) == DYING

    def down(self, document: Any, kind: str) -> bool:
        """Whether a shock or the counters have felled body or mind."""
        flagged = document.play is not None and getattr(document.play, self.flags[kind][0])
        return flagged or self.state(document, kind) != FIT

    # ---- what happens

    def bleed(self, edit: Any, rounds: int) -> None:
        """Rounds in which nobody cared for the dying: each so many of them bring an injury, as far as death."""
        kind, rule = self.kinds[0], self.bleeding
        if not self.bleeds(edit.now):
            return
        due, left = tick(edit, self.dying, rounds, self.every, rule)
        own = getattr(edit.game.play_of(edit.now), kind).injuries
        if lost := min(max(0, self.numbers(edit.now).ended_by(kind).total - own), due):
            self.put(edit, kind, rule, injuries=own + lost)
        else:
            edit.say(f"bleeding: the next injury in {plural(left, 'round')}", rule)

    def rouse(self, edit: Any, rule: str) -> bool:
        """Who was felled by a shock recovers, unless injuries alone still are too many. Says whether anybody did."""
        play = edit.game.play_of(edit.now)
        found = [one for kind, one in self.flags.items() if getattr(play, one[0]) and not self.dead(edit.now)
                 and getattr(play, kind).injuries < self.points(edit.now, kind)]  # fmt: skip
        for flag, words in found:
            edit.put(rule, **{flag: False})
            edit.say(words, rule, way="comes")
        return bool(found)

    def put(self, edit: Any, kind: str, rule: str, **counters: int) -> None:
        """Sets the counters of a kind, never below 0, and tells what moved and what it brings."""
        was, old = getattr(edit.game.play_of(edit.now), kind), self.state(edit.now, kind)
        now = was.model_copy(update={form: max(0, value) for form, value in counters.items()})
        if now == was:
            return
        edit.put(rule, **{kind: now})
        of = f" (damage {now.injuries + now.stun} of {self.points(edit.now, kind)})"
        for form in FORMS:
            if getattr(was, form) != getattr(now, form):
                edit.say_moved(f"{kind} {form}", getattr(was, form), getattr(now, form), rule, of)
        self._settle(edit, kind, old)

    def _settle(self, edit: Any, kind: str, old: str) -> None:
        """Tells of a threshold that was passed, and ends what belongs to a state that is over."""
        new, play = self.state(edit.now, kind), edit.game.play_of(edit.now)
        for one in self.states.values():
            stale = one.kind == kind and one.key != new
            if stale and any(getattr(play, name) != value for name, value in one.resets.items()):
                edit.put(one.rule, **one.resets)
        begun, over = self.states.get(new), self.states.get(old)
        if begun is not None and new != old:
            drop(edit, begun.rule, *begun.drops)
            edit.say(begun.begins, begun.rule, way="goes")
        elif over is not None and new != old and not (over.behind and getattr(play, over.behind)):
            edit.say(over.ends, over.ends_by or over.rule, way="comes")

    def blow(self, edit: Any, kind: str, form: str, amount: int, rule: str, *, threshold: int | None = None) -> None:
        """One blow's damage after protection: to its counter, with what it brings."""
        play = edit.game.play_of(edit.now)
        before, (of, ends) = getattr(play, kind).injuries, self.undoes.get(kind, ("", {}))
        if amount and any(getattr(play, name) != value for name, value in ends.items()):
            edit.put(of, **ends)
        injuries, stun = self.suffered(edit.now, kind, amount, form == "stun")
        if form == "stun" and injuries > before:
            edit.say("stun over the hit points becomes injuries", self.spills)
        self.put(edit, kind, rule, injuries=injuries, stun=stun)
        least = self.threshold(edit.now, kind) if threshold is None else threshold
        if amount > least and self.state(edit.now, kind) != DEAD:
            of = self.shocks[kind]
            edit.ask(Ask(what="shock", kind=kind, dice=2, rule=of))
            edit.say(f"shock: {amount} is above {least}", of)

    def clear_stun(self, edit: Any, rule: str) -> None:
        """All stun goes, but of kinds that are skipped."""
        for kind in self.kinds:
            if not edit.skips(kind):
                self.put(edit, kind, rule, stun=0)
        edit.all_of_it()


class Take(Command):
    """Take a blow's damage: protection is taken off, the rest goes to injuries or stun, and a heavy blow asks for a
    roll."""

    hurts: ClassVar[Hurts]
    guards: ClassVar[str] = ""
    """The rule of protection."""
    amount: int = Field(ge=0, le=9999)
    """The damage before protection."""
    form: Literal["injuries", "stun"] = "injuries"
    kind: Literal["physical", "mental"] = "physical"
    protection: int | None = Field(default=None, ge=0, le=999)
    """The protection that counts; nothing: the armour worn, against physical damage."""
    ap: int = Field(default=0, ge=0, le=20)
    """The weapon's armour piercing: each point above the armour's resistance halves it."""
    bullets: bool = False
    """A bullet or an impact: some armour protects better from those."""
    gap: bool = False
    """A called shot that halves the armour."""
    vital: bool = False
    """A called shot that halves the physical shock threshold."""
    ra: int | None = Field(default=None, ge=0, le=20)
    """The armour's resistance; nothing: that of the armour worn, 0 of a protection that you tell."""

    def worn(self, document: Any) -> tuple[int, int]:
        """The protection of what is worn, and how well it resists."""
        raise NotImplementedError

    def left(self, protection: int, resists: int) -> int:
        """What is left of a protection: halved by what pierces it, and by a called shot."""
        return armour_left(protection, self.ap, resists, self.gap)

    def apply(self, edit: Any) -> None:
        """Tells what protection took, then where the rest goes."""
        body = self.kind == "physical"
        worn, own = self.worn(edit.now) if self.protection is None and body else (self.protection or 0, 0)
        held = self.left(worn, own if self.ra is None else self.ra)
        through, rule = max(0, self.amount - held), self.rules[0]
        if through != self.amount:
            edit.say(f"protection takes {self.amount - through} of {self.amount}", self.guards)
        if not through:
            edit.say(f"{self.kind} damage {self.amount}: no harm", rule)
        least = self.hurts.threshold(edit.now, self.kind)
        least = least // 2 if self.vital and body else least
        self.hurts.blow(edit, self.kind, self.form, through, rule, threshold=least)


class Fall(Thrown):
    """Fall: dice of injuries, by the metres."""

    hurts: ClassVar[Hurts]
    metres: int = Field(ge=0, le=100_000)
    less: int = Field(default=0, ge=0, le=20)
    """Dice taken off: a degree of Acrobatics, or soft ground as the GM says."""
    projected: bool = False
    """Thrown by a projection: the metres are those that you moved last round."""

    def fallen(self) -> tuple[int, int]:
        """Its dice, and how far it goes."""
        raise NotImplementedError

    def dice_needed(self, document: Any) -> int:
        """By the metres, less what was taken off."""
        return max(0, self.fallen()[0] - self.less)

    def apply(self, edit: Any) -> None:
        """One blow, as it is."""
        amount, rule = self.came(edit, self.dice_needed(edit.now), self.total), self.rules[self.projected]
        how = "thrown" if self.projected else "a fall of"
        edit.say(f"{how} {self.fallen()[1]} m: {amount} damage", rule, way="goes")
        self.hurts.blow(edit, self.hurts.kinds[0], FORMS[0], amount, rule)


class Correct(Adjust):
    """Correct a counter by hand: so much more or less, never below 0."""

    hurts: ClassVar[Hurts]

    def moves(self, edit: Any, name: str, value: int) -> bool:
        """Injuries and stun bring more than their number."""
        kind, _, form = name.partition("-")
        if mine := kind in self.hurts.kinds and form in FORMS:
            self.hurts.put(edit, kind, self.rules[0], **{form: value})
        return mine
