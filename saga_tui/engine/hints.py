"""What a game says to somebody who types its commands, beside what its rules say themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from saga_tui.engine.document import Ask, Document
from saga_tui.engine.fields import fields
from saga_tui.problem import Problem

if TYPE_CHECKING:
    from saga_tui.engine.command import Outcome
    from saga_tui.engine.rules import Rules

D = TypeVar("D", bound=Document)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the rules: in words (`a morale roll of 2 dice`), as the command that answers it (`roll-morale`),
    and the dice of a roll that it asks for."""

    words: str
    give: str = ""
    dice: int | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """Words on how to go on, and what can be typed for it, `{name}` standing for the document's."""

    words: str
    typed: tuple[str, ...] = ()
    either: bool = False
    """Whether one of them is to be typed, and the others are not."""


def _no_fixes(_document: Any) -> Mapping[tuple[str, str], str]:
    return {}


def _no_hints(_outcome: Any) -> Iterable[Hint]:
    return ()


@dataclass(frozen=True)
class Hints(Generic[D]):
    """A game's own words for people who type."""

    asked: Callable[[D, Ask], Asked | None] = lambda _document, _ask: None
    """A question in words; nothing where what it is called says enough."""
    fixes: Callable[[D], Mapping[tuple[str, str], str]] = _no_fixes
    """How to type what a problem asks for, by its rule and code."""
    after: Callable[[Outcome[D]], Iterable[Hint]] = _no_hints
    """What is open after a command."""


def asked(game: Rules[D], document: D, ask: Ask) -> Asked:
    """A question of the rules in words, with what answers it."""
    said = game.hints.asked(document, ask)
    if said is not None:
        return said
    answer = next((kind for kind in game.commands.values() if ask.what in kind.answers), None)
    needed = [field.option.upper() for field in fields(answer) if field.required] if answer else []
    return Asked(" ".join(filter(None, (ask.what, ask.kind))), " ".join([answer.verb, *needed]) if answer else "")


def typed_fix(game: Rules[D], document: D, problem: Problem) -> Problem:
    """The problem with what to type for it, where the game says so."""
    fix = game.hints.fixes(document).get((problem.rule, problem.code))
    return replace(problem, fix=fix) if fix else problem
