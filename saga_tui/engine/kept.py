"""A machine's state kept in a document: what is chosen stands in the document itself, the rest in `play`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from pydantic import Field

from saga_tui.engine.document import Ask, Document
from saga_tui.engine.mirrored import Mirror
from saga_tui.engine.model import LONGEST, Model, Name, Text, Whole


class Reason(Model):
    """A part of a number that was told last, for those who ask why it came out so."""

    amount: Whole = 0
    text: Name = ""
    rule: Name = ""


class Kept(Document):
    """A saved game. Its own class names what is chosen, as fields beside these."""

    mirror: ClassVar[Mirror[Any]]
    usual: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """Tables of which only what is otherwise than usual stands in the file."""
    within: ClassVar[tuple[str, ...]] = ()
    """Tables that are empty before play, whatever they always have in it."""
    before: ClassVar[str] = "set-up"
    """The phase before play."""

    name: Name = ""
    notes: Text = ""
    seed: Whole = 0
    """All draws follow from it."""
    last: tuple[Reason, ...] = Field(default=(), max_length=LONGEST)
    """The reasons of what was told last; the first says what it was."""

    @property
    def title(self) -> str:
        """Its name."""
        return self.name.strip() or "Nameless game"

    @property
    def state(self) -> Any:
        """The game as the machine has it; a copy of its own."""
        play = self.mirror.model() if self.play is None else self.play
        state = self.mirror.read({**play.__dict__, **{name: getattr(self, name) for name in self.mirror.apart}})
        for table, usual in self.usual.items():
            setattr(state, table, {**usual, **getattr(state, table)})
        for table in self.within if self.play is None else ():
            setattr(state, table, {})
        return state

    def having(self, state: Any, asks: tuple[Ask, ...] = (), told: Sequence[tuple[int, str, str]] = ()) -> Self:
        """The document with another state; `asks` says who decides next, `told` has the reasons of a number."""
        values = self.mirror.written(state)
        for table, usual in self.usual.items():
            values[table] = {key: value for key, value in getattr(state, table).items() if value != usual.get(key)}
        chosen = {name: values[name] for name in self.mirror.apart}
        last = {"last": tuple(Reason(amount=by, text=why, rule=rule) for by, why, rule in told)} if told else {}
        play = self.mirror.made({"asks": asks, **values}) if state.phase != self.before else None
        return self.model_copy(update={**chosen, **last, "play": play})
