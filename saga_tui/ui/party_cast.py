"""An act of a whole table as a question, and what each member chooses before it happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from saga_tui.engine.party import PartyCommand
from saga_tui.ui.dice import Look
from saga_tui.ui.edge_rows import TransitionChoice

if TYPE_CHECKING:
    from saga_tui.engine.command import Command

Choices = Callable[[Any], Sequence[TransitionChoice]]


def no_choices(_member: Any) -> Sequence[TransitionChoice]:
    """Nobody has anything to choose."""
    return ()


@dataclass(frozen=True, slots=True)
class Broadcast:
    """An act of a whole table as a question: a title, the command, what is known of it, and what each member chooses.

    `takes` is the command's field of choices by the member's id; `choices` says for a member's document what there is
    to choose, the first one by itself. The command may have the fields `skip` and `take` (rows by id) and `without`.
    """

    title: str
    command: type[PartyCommand]
    given: Mapping[str, Any] = field(default_factory=dict)
    question: str = ""
    takes: str = ""
    choices: Choices = no_choices
    given_by: Callable[[Mapping[str, str]], Mapping[str, Any]] = lambda _chosen: {}
    """What all that is chosen, by the members' ids, says besides."""
    rolls: bool = False
    """Whether it throws dice: then nothing is foreseen, for no die is thrown before it is meant."""
    first: Callable[[str, Any], Command | None] = lambda _who, _member: None
    """What one who cannot take part yet has to do first, by the id and the document: one key does it."""
    first_words: str = ""
    thrown: tuple[Look, tuple[int, ...]] | None = None
    """Dice that lie on the table already: what they brought is what is asked about."""
    before: Sequence[str] = ()
    """What has just come of other rolls, a line each."""
    wider: Callable[[], Broadcast | None] = lambda: None
    """The next act outside this one, for `N`."""
    wider_words: str = ""
