"""The last roll as the play screen shows it: its outcome, the dice of both sides, what it had, what may follow."""

from __future__ import annotations

from textual.content import Content

from saga_tui.games.saga.rules import derive, forecast, open_roll, state
from saga_tui.games.saga.rules.character import Character, LastRoll
from saga_tui.games.saga.screens.session import view
from saga_tui.ui.dice import chips
from saga_tui.ui.verdict import large
from saga_tui.words import percent, plural


def told(character: Character) -> Content:
    """`[SUCCESS +2] Marksmanship, 9 dice against 6`, the dice of both sides, what may follow (ROL-2, PSH-1)."""
    roll = state.play_of(character).roll
    if roll is None:
        return Content.assemble(("None yet. Press ", "$dim"), ("r", "bold $key"), (" to roll a skill.", "$dim"))
    name = view.one_line(derive.skill_name(character, roll.skill), 40)
    lines = [Content.assemble(_ribbon(roll), (f" {name}", "bold"))]
    if roll.faces:
        look, other = view.dice(character), roll.opposing_faces
        against_it = Content.assemble((" − ", "$dim"), chips(other, look)) if other else ""
        lines.append(Content.assemble(chips(roll.faces, look), against_it))
    dice = f"{plural(roll.dice, 'die')}{_against(roll)}"
    had = forecast.had(character, roll) if roll.stage != open_roll.THROWN else None
    chances = [f"at {percent(had)}", view.luck_words(forecast.luck(character, roll))] if had is not None else []
    lines.append(Content.styled(f"{', '.join([dice, *chances])}", "$dim"))
    if roll.stage == open_roll.THROWN:
        held = f"{plural(roll.marks, 'mark')}, not compared. Press "
        lines.append(Content.assemble((held, "bold $warn"), ("r", "bold $key")))
    elif roll.pushes:
        lines.append(Content.styled(f"{plural(roll.pushes, 'push')}", "bold $glow"))
    if state.play_of(character).due:
        due = state.play_of(character).due[0]
        lines.append(
            Content.assemble((f"{view.one_line(due.what, 20)} to roll. Press ", "bold $warn"), ("y", "bold $key"))
        )
    return Content("\n").join(lines)


def _against(roll: LastRoll) -> str:
    """` against 6`, or ` against 2 marks`; nothing where only the net marks are known (ROL-10)."""
    if roll.net_only:
        return ""
    if roll.given is not None:
        return f" against {plural(roll.given, 'mark')}"
    return f" against {roll.against}" if roll.against else ", unopposed"


def _ribbon(roll: LastRoll) -> Content:
    """The outcome on its own ground: `SUCCESS +2`."""
    if roll.stage == open_roll.THROWN:
        return Content.styled(" OPEN ", "bold $warn reverse")
    words = view.OUTCOMES.get(roll.outcome) or view.one_line(roll.outcome, 40)
    net = large(roll.net).replace("-", "−")
    return Content.styled(f" {words.upper()} {net} ", f"{view.STYLES.get(roll.outcome, 'bold')} reverse")
