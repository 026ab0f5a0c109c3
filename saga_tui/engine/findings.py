"""What a game finds in its documents, with its words as data: a table of problems by key, each with its level, its
rule, a message and a fix with places for what was found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from saga_tui.problem import Problem, Severity, Where, near
from saga_tui.words import minus


@dataclass(frozen=True)
class Findings:
    """A table of problems: `level`, `rule`, `message`, and perhaps `fix` and a `code` that is not the key."""

    table: Mapping[str, Mapping[str, str]]

    def __call__(
        self,
        key: str,
        where: Where,
        value: object = None,
        *,
        known: Iterable[str] | None = None,
        level: Severity | None = None,
        of: Mapping[str, Any] | None = None,
        **said: object,
    ) -> Problem:
        """The problem of that key at a place. `value` and `said` fill its words; with `known` it tells the words that
        may have been meant, `level` is another than usual, `of` has what a problem has beside (`count`, `left`)."""
        row: Any = self.table[key]
        words = {
            name: minus(f"{one}") if isinstance(one, int) else one for name, one in {"value": value, **said}.items()
        }
        fix = near(str(value), known) if known is not None else row["fix"].format(**words)
        message = row["message"].format(**words)
        code = row.get("code", key)
        return Problem(level or row["level"], row["rule"], where, message, fix, code, value, **(of or {}))
