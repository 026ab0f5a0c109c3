"""Things that are hit: a heavy blow breaks one, as many injuries as it has hit points destroy it, and who breaks it
with the body is hurt too. A thing is no part of a document; what becomes of it is told. A game declares its own
command."""

from typing import Any, ClassVar

from pydantic import Field

from saga_tui.engine.command import Command, Words
from saga_tui.engine.hurts import Hurts


class Hit(Command):
    """Damage a thing. Its first rule says what breaks it, its second one what it does to a body."""

    hurts: ClassVar[Hurts]
    part: ClassVar[int] = 5
    """More than this part of its hit points at one blow breaks it."""

    thing: Words
    hit_points: int = Field(ge=1, le=99_999)
    damage: int = Field(ge=0, le=99_999)
    """After its protection."""
    before: int = Field(default=0, ge=0, le=99_999)
    """The injuries that it had already."""
    protection: int = Field(default=0, ge=0, le=999)
    """The thing's: how hard it is to a body."""
    body: bool = False
    """You break it with your body: you take as much, as far as it is hard enough."""
    slowly: bool = False
    """You take a round longer: half the damage, and you are unhurt."""

    def apply(self, edit: Any) -> None:
        """What becomes of it, and of who broke it."""
        rule, own = self.rules[0], self.rules[-1]
        dealt, limit = self.damage // 2 if self.slowly else self.damage, self.hit_points // self.part
        injuries = self.before + dealt
        now = "destroyed" if injuries >= self.hit_points else "broken" if dealt > limit else ""
        edit.say(f"{self.thing}: {injuries} of {self.hit_points} hit points{f', {now}' if now else ''}", rule)
        if self.body and not self.slowly:
            self.hurts.blow(edit, "physical", "injuries", min(dealt, 2 * self.protection + limit), own)
