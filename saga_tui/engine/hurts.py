"""Injuries and stun of several kinds, of a body and a mind, which bring states as they rise. Play has a model with both
for each kind, under the kind's name. What a state says and brings is a row of a table; which it is, the game says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from saga_tui.engine.asked import drop

FIT: Final = "fit"
"""Nothing is wrong."""
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
    """What play counts of injuries and stun."""

    def __init__(
        self, rows: Iterable[Mapping[str, Any]], kinds: tuple[str, ...],
        state: Callable[[Any, str], str], points: Callable[[Any, str], int],
    ) -> None:  # fmt: skip
        """`state` and `points` say of a document and a kind which state it is, and how much it bears."""
        self.states, self.kinds, self.state, self.points = (
            {row["key"]: Toll(**row) for row in rows},
            kinds,
            state,
            points,
        )

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
            if (
                one.kind == kind
                and one.key != new
                and any(getattr(play, name) != to for name, to in one.resets.items())
            ):
                edit.put(one.rule, **one.resets)
        begun, over = self.states.get(new), self.states.get(old)
        if begun is not None and new != old:
            drop(edit, begun.rule, *begun.drops)
            edit.say(begun.begins, begun.rule, way="goes")
        elif over is not None and new != old and not (over.behind and getattr(play, over.behind)):
            edit.say(over.ends, over.ends_by or over.rule, way="comes")

    def clear_stun(self, edit: Any, rule: str) -> None:
        """All stun goes, but of kinds that are skipped."""
        for kind in self.kinds:
            if not edit.skips(kind):
                self.put(edit, kind, rule, stun=0)
        edit.all_of_it()
