"""Choices that are one value at a place of the document, or a row of one of its lists: a game declares its own commands
below these, with the place, the words and the parameters as data (`declared`).

    [set-score]
    kind = "put"
    set = { where = ["abilities", "{ability}", "score"], says = "{ability} {value}" }
    asks = { ability = { options = ["strength", "agility"] }, value = { least = 0, most = 30 } }
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, ClassVar

from saga_tui.engine.command import Command
from saga_tui.engine.told import said
from saga_tui.problem import Where

ASIDE = ("who", "why")


class Placed(Command):
    """Something at a place of the document."""

    where: ClassVar[Sequence[str]] = ()
    """The steps to the place; one in braces is a parameter: `{power}`."""
    says: ClassVar[str] = ""
    """What is told, with parameters in braces."""

    @property
    def given(self) -> dict[str, Any]:
        """The parameters that are its own."""
        return {name: getattr(self, name) for name in type(self).model_fields if name not in ASIDE}

    def place(self, edit: Any) -> Where | None:
        """Where it is in the document; objects where there is no such place."""
        steps, given = [], self.given
        part: Any = edit.now
        for step in self.where:
            found = given[step[1:-1]] if step[:1] == "{" else step
            if part is None or (isinstance(found, int) and found >= len(part)):
                edit.object(self.rules[0], "There is no such place in the list", "Add one first.", code="place")
                return None
            part = part[found] if isinstance(found, int) else attrgetter(found)(part)
            steps.append(found)
        return tuple(steps)

    def steps(self) -> set[str]:
        """The parameters that only say where."""
        return {step[1:-1] for step in self.where if step[:1] == "{"}

    def tell(self, edit: Any, **more: Any) -> None:
        """Says what was done; yes and no in words."""
        words = {name: {True: "yes", False: "no"}.get(one, one) if isinstance(one, bool) else one
                 for name, one in (self.given | more).items()}  # fmt: skip
        edit.say(said(self.says, words), self.rules[0])


class Put(Placed):
    """Set the value at a place: the one parameter that does not say where."""

    def apply(self, edit: Any) -> None:
        """The value; nothing where it is not given."""
        place, steps = self.place(edit), self.steps()
        if place is not None:
            value = next(value for name, value in self.given.items() if name not in steps)
            row = edit.now
            for step in place[:-1]:
                row = row[step] if isinstance(step, int) else getattr(row, step)
            edit.put_at(place, value, self.rules[0])
            self.tell(edit, **({"name": getattr(row, "name", "")} if "name" not in self.given else {}))


class Change(Placed):
    """Change what is given of the fields of a row; the rest stays."""

    def apply(self, edit: Any) -> None:
        """Field by field."""
        place, steps = self.place(edit), self.steps()
        if place is not None:
            for name, value in self.given.items():
                if name not in steps and value is not None:
                    edit.put_at((*place, name), value, self.rules[0])
            self.tell(edit)


class Add(Placed):
    """Add a row to a list; it is made of the parameters that do not say where, or is the only one itself."""

    row: ClassVar[Any] = None
    """The model of a row; nothing where rows are words."""

    def apply(self, edit: Any) -> None:
        """At the end of the list."""
        place, steps = self.place(edit), self.steps()
        if place is None:
            return
        own = {name: value for name, value in self.given.items() if name not in steps}
        new = self.row(**own) if self.row is not None else next(iter(own.values()))
        held = edit.now
        for step in place:
            held = held[step] if isinstance(step, int) else getattr(held, step)
        edit.put_at(place, (*held, new), self.rules[0])
        self.tell(edit)


def adding(model: Any) -> type[Add]:
    """The kind of command that adds a row of that model."""
    return type(f"Add{model.__name__}", (Add,), {"row": model, "__annotations__": {"row": ClassVar[Any]},
                                                 "__module__": __name__})  # fmt: skip


class Remove(Placed):
    """Remove a row from a list; the last of the steps is its place there."""

    def apply(self, edit: Any) -> None:
        """The rest stays."""
        place = self.place(edit)
        if place is None:
            return
        held = edit.now
        for step in place[:-1]:
            held = held[step] if isinstance(step, int) else getattr(held, step)
        row = held[place[-1]]
        edit.put_at(place[:-1], tuple(one for at, one in enumerate(held) if at != place[-1]), self.rules[0])
        self.tell(edit, name=getattr(row, "name", row))
