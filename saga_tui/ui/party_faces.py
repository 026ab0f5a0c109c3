"""What a card of one who sits at a table shows, and how much it needs to be looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from saga_tui.portrait import NONE, Portrait

Alarm = Literal["", "warn", "bad"]

NEAR: Final = 2  # so many steps before the end of a track are a warning that stands out


@dataclass(frozen=True, slots=True)
class Face:
    """What a card shows: the number that is its key, a name, a portrait, and a word on where it stands in the round.

    `trouble` says why it takes no part (its file is missing), `quiet` that it is not in the scene.
    """

    who: str
    number: int
    name: str
    portrait: Portrait = NONE
    mark: str = ""
    state: str = ""
    trouble: str = ""
    quiet: bool = False
    note: str = ""
    """Something that is to be said of it though it takes part."""
    ghosts: tuple[tuple[str, int], ...] = ()
    """What of its meters there would be more, or with a minus fewer, by their labels, if what is asked were done."""

    @property
    def alarm(self) -> Alarm:
        """How much it needs to be looked at: something to answer, beyond a threshold, near the end of a track."""
        tones = {badge.tone for badge in self.portrait.badges}
        listed = [meter for meter in self.portrait.meters if meter.listed]
        over = any(meter.kind == "boxes" and meter.filled > meter.total for meter in listed)
        near = any(meter.kind == "track" and meter.total - meter.filled <= NEAR for meter in listed)
        if self.trouble or "bad" in tones or over or near:
            return "bad"
        return "warn" if "move" in tones else ""

    @property
    def alerts(self) -> tuple[str, ...]:
        """What it has to answer, or why it takes no part, in a few words each."""
        asked = (badge.text.lstrip("!? ") for badge in self.portrait.badges if badge.tone in ("bad", "move"))
        return tuple(text for text in (self.trouble, *asked, self.note) if text)
