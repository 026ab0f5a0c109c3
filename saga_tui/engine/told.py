"""Words of a table with what stands in play, and what is easily forgotten, row by row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from types import SimpleNamespace
from typing import Any

from saga_tui.degrees import roman
from saga_tui.words import plural


class _Counted(int):
    """A number in a template: `{rounds}` as it is, `{rounds:#round}` with its noun, `{degree:roman}` as a degree."""

    def __format__(self, spec: str) -> str:
        if spec == "roman":
            return roman(self)
        return plural(self, spec[1:]) if spec.startswith("#") else super().__format__(spec)


def said(template: str, values: Mapping[str, Any]) -> str:
    """A template with values in its braces; a number takes a noun behind `:#`."""
    return template.format_map({key: _Counted(one) if type(one) is int else one for key, one in values.items()})


def known(model: Any) -> dict[str, Any]:
    """The fields of a model, and its words as `told` where it has some."""
    found = {name: getattr(model, name) for name in type(model).model_fields}
    return found | ({"told": model.told} if hasattr(type(model), "told") else {})


def holds(row: Mapping[str, Any], values: Any) -> bool:
    """Whether all paths of `when` say anything, and those of `unless` nothing; each is one or several."""
    when, unless = ([one] if isinstance(one, str) else one for one in (row.get("when", ()), row.get("unless", ())))
    return all(attrgetter(path)(values) for path in when) and not any(attrgetter(path)(values) for path in unless)


def reminders(rows: Iterable[Mapping[str, Any]], play: Any, **more: Any) -> Iterator[tuple[str, str]]:
    """Rule and `words` of each row that holds (`when`, `unless`): of play, or of each in the list `each` of play;
    `more` are lists that are worked out, each of dictionaries."""
    for row in rows:
        of = row.get("each", "")
        for one in more[of] if of in more else getattr(play, of) if of else [play]:
            values = one if isinstance(one, dict) else known(one)
            if holds(row, SimpleNamespace(**values)):
                yield row["rule"], said(row["words"], values)
