"""Actions of a play screen from a table of data: each row says its id, words and key; a command of the game that is
asked for field by field, an edge that is crossed, or a dialogue of the game's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from saga_tui.engine.command import Command
from saga_tui.ui.forms import Form
from saga_tui.ui.specs import Action, Crossing, always

if TYPE_CHECKING:
    from saga_tui.ui.specs import Deed

OWN = ("words", "key", "menu", "about", "rule", "shown", "group", "opens", "title")
"""What a row says as an action has it."""


def actions(
    rows: Iterable[Mapping[str, Any]],
    commands: Mapping[str, type[Command]],
    deeds: Mapping[str, Deed],
    when: Mapping[str, Callable[[Any], bool]],
) -> tuple[Action, ...]:
    """The actions of a table.

    `do` names one of the `deeds`; else `verb` is a command: with `cross` an edge (`takes`, `question` and `choices` as
    `Crossing` has them), with `now` carried out at once, else a form of its `fields` beside `params`. `verbs` are what
    it leads to where that is more than its verb; `when` names one of those.
    """
    return tuple(_action(row, commands, deeds, when) for row in rows)


def _action(
    row: Mapping[str, Any],
    commands: Mapping[str, type[Command]],
    deeds: Mapping[str, Deed],
    when: Mapping[str, Callable[[Any], bool]],
) -> Action:
    verb = row.get("verb", "")
    do: Deed | None = deeds[row["do"]] if "do" in row else None
    if do is None and verb:
        do = _command(row, commands[verb])
    verbs = tuple(row.get("verbs", "").split()) or ((verb,) if verb else ())
    own = {name: row[name] for name in OWN if name in row}
    own["words"] = row.get("words", row["help"])
    return Action(row["id"], help=row["help"], do=do, verbs=verbs, when=when.get(row.get("when", ""), always), **own)


def _command(row: Mapping[str, Any], kind: type[Command]) -> Deed:
    if "cross" in row:
        choices = tuple((key, value, words) for key, value, words in row.get("choices", ()))
        return Crossing(row["help"], kind, row.get("question", ""), row.get("takes", ""), choices)
    if "now" in row:
        return kind.model_validate(row.get("params", {}))
    return Form(kind, params=row.get("params", {}), fields=tuple(row.get("fields", ())))
