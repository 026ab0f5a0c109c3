"""SagaS's rolls at the play screen: what each has no row for, whom it meets, what follows (S-TST, S-OPP, S-ATK)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from saga_tui.degrees import Against
from saga_tui.engine.command import Outcome
from saga_tui.engine.degreed import AgainstDegree
from saga_tui.engine.document import Ask
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.play import rolls
from saga_tui.games.sagas.play.blows import Armed, Attack, Defend
from saga_tui.games.sagas.play.harm import RollAsked
from saga_tui.games.sagas.play.state import QUESTIONS, play_of, weapons
from saga_tui.games.sagas.rules.figures import figures
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.ui.forms import carry_out
from saga_tui.ui.offers import Offered
from saga_tui.ui.open_dice import Part
from saga_tui.ui.roll_degrees import DegreeRoll
from saga_tui.ui.specs import Flow
from saga_tui.words import percent

if TYPE_CHECKING:
    from saga_tui.ui.document_screen import DocumentScreen


class Rolls(DegreeRoll):
    """SagaS's rolls."""

    def without(self, document: Character, command: Any) -> Collection[str]:
        """What the weapon, the defence or the moment has no use for."""
        if not isinstance(command, Armed):
            return ()
        row, parries = command.held(figures(document))[1], not isinstance(command, Defend) or command.by == "parry"
        struck = any(one.what == "counterattack" for one in play_of(document).asks)
        uses = {
            ("shots", "bursts", "area"): not row.close and row.shots,
            ("bursts", "area"): row.rof,
            ("zone",): row.radius_m,
            ("weapon", "skill", "second"): parries,
            ("charge", "ram"): row.close,
            ("speed",): not row.close,
            ("field",): "martial" in command.skill,
            ("counter",): struck,
        }
        return {name for names, used in uses.items() if not used for name in names}

    def met(self, document: Character, command: Any) -> Against | None:
        """An attack with its weapon's ways too."""
        return command.met(document) if isinstance(command, Attack) else super().met(document, command)

    def tail(self, document: Character, command: Any) -> str:
        """Damage, shock, falling; natural 2 and 12 (S-ATK-4, S-TST-7)."""
        if not isinstance(command, Attack):
            return self.natural(document, command) if figures(document).switch("natural_rolls") != "off" else ""
        fate = command.fate(document)
        said = f"{float(fate.expected):.1f} damage expected, shock {percent(fate.shock)}, down {percent(fate.down)}"
        return f"{said}, dead {percent(fate.dead)}"

    def parts(self, document: Character, command: Any) -> Sequence[Part]:
        """Yours, the other weapon's, theirs, the bursts."""
        theirs = isinstance(command, AgainstDegree) and command.facing(document).rolls_too and command.other is None
        found = {"Your dice": 2, "The other weapon": 2 * bool(getattr(command, "second", "")),
                 "Their dice": 2 * theirs, "Bursts": getattr(command, "bursts", 0)}  # fmt: skip
        return [part for part in found.items() if part[1]]

    def follows(self, outcome: Outcome[Any]) -> Sequence[Offered]:
        """A hold after a narrow win (S-SOC-3)."""
        found = outcome.command.follows(outcome) if isinstance(outcome.command, rolls.Oppose) else ()
        return [Offered("h", "Take a hold on them: +I once, this scene", rule="S-SOC-3", command=RULES.command(*made))
                for made in found]  # fmt: skip

    def begun(self, document: Character, verb: str) -> dict[str, Any]:
        """With the weapon in hand."""
        armed = issubclass(RULES.commands[verb], Armed)
        return {"weapon": next(iter(weapons(figures(document))))} if armed else {}


SPEC: Final = Rolls(RULES, book.data("screens")["roll"])


async def answer(desk: DocumentScreen[Character], ask: Ask | None = None) -> None:
    """Makes a roll that is asked for, the oldest where none is named."""
    ask = ask or play_of(desk.document).asks[0]
    if not await SPEC.answer(desk, ask):
        await carry_out(desk, RollAsked(what=QUESTIONS.words(ask)))


DEEDS: Final[dict[str, Flow]] = {
    "asked": answer,
    "again": SPEC.again,
    **{verb: partial(SPEC.pick, verb=verb) for verb in ("test", "oppose")},
    **{verb: partial(SPEC.open, verb=verb) for verb in ("attack", "defend")},
    **{verb: partial(SPEC.at_once, command=RULES.command(verb, {})) for verb in ("damage", "initiative")},
}
"""What opens them."""
