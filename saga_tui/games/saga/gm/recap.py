"""The story of a table of Saga: its conflicts with every roll and its odds, what elements did, and the stories of all
who sit there between; with the luck of each and of the GM (CNF, ROL-1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from saga_tui.games.saga.gm.state import Table, given_in
from saga_tui.games.saga.rules.odds import THIRD
from saga_tui.paper import story as paper
from saga_tui.paper.steps import Step
from saga_tui.paper.story import Rolled
from saga_tui.safe import clean

MARK_FROM: Final = 5
"""From which face on a die is a mark (ROL-1)."""
QUIET: Final = frozenset(["clock", "build", "elements", "traits", "notes", "rulings", "automation"])
"""Groups of commands whose work is no story: who sits there, what is prepared, how far the clock has come."""
TOLD: Final = frozenset(["out", "escalate", "gm-first", "join"])
"""Commands of those groups that are worth telling all the same."""


class TableRecap(paper.Recap):
    """How the story of a table is told."""

    within = "conflict"
    mark = "mark"
    teller = "The GM"
    told_once = ("note", "conflict")
    told_here = ("luck", "offer")
    colours = {"luck": "$good"}

    def rolls(self, found: Sequence[Step], document: Table) -> Sequence[Rolled]:
        """The dice of elements; those against a player's roll are in the player's own."""
        del document
        listed = []
        for step in found:
            faces = step.event.dice
            if faces and self.rules.commands.get(step.do) is not None:
                marks = sum(face >= MARK_FROM for face in faces)
                expected: Fraction = THIRD * len(faces)
                listed.append(Rolled(step.chapter, step.scene, step.event.id, len(faces), marks, expected))
        return listed

    def moments(self, step: Step, rolled: Rolled | None, document: Table) -> Iterator[tuple[str, str]]:
        """Notes, attacks and blocks of elements, conditions, damage, elements that are out, turns of a conflict."""
        del rolled, document
        command = self.rules.commands.get(step.do)
        if step.do == "note":
            yield "note", str(step.event.params.get("text", step.event.text))
        elif command is not None and step.event.text and (command.group not in QUIET or step.do in TOLD):
            yield command.group, step.event.text

    def happened(self, step: Step) -> str:
        """The stakes of a conflict that begins."""
        return clean(str(step.event.params.get("stakes", "minor"))) if step.do == "start-conflict" else ""

    def facts(self, chapter: paper.Chapter, part: Sequence[Step], document: Table) -> Iterator[paper.Fact]:
        """Who got what from the GM and from each other in the chapter, so that no one is forgotten."""
        del part
        names = {seat.id: seat.name or seat.id for seat in document.seats}
        for who, what in given_in(document, chapter.number).items():
            yield "Given", f"{clean(names.get(who, who))}: {clean(', '.join(what))}"
