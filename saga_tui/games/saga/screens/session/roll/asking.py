"""What the roll panel asks: which skill is rolled, which drive gives a token."""

from __future__ import annotations

from textual.app import App

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.rules.words import SKILLS, Skill
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.ui.dialogs import Choose, Offer


async def which_skill(app: App[None], character: Character, now: Skill) -> Skill | None:
    """Return the skill chosen by a digit, or None."""
    offers = []
    for skill in SKILLS:
        ranks = derive.ranks(character, skill).total
        own = [item.name for item, _ in derive.specialties(character) if item.skill == skill and item.name]
        name = view.one_line(derive.skill_name(character, skill), 30)
        words = f"{name} {ranks}" + (f"   {view.one_line(', '.join(own), 60)}" if own else "")
        offers.append(Offer(skill, words))
    chosen: str | None = await app.push_screen_wait(Choose("Roll which skill?", offers, at=now))
    return next((skill for skill in SKILLS if skill == chosen), None)


async def which_drive(app: App[None], character: Character, roll: Roll, by: int) -> int | None:
    """Return the place of the drive that gets a token more (or fewer) on the roll (DRV-3): the one that the roll uses,
    else the only possible one, else one that is asked for; None without any."""
    held, used = state.drive_tokens(character), {place: count for place, count in roll.driving.items() if count}
    able = [place for place, tokens in enumerate(held) if tokens > used.get(place, 0)] if by > 0 else list(used)
    first = [place for place in used if place in able]
    if len(first) == 1 or len(able) == 1:
        return (first or able)[0]
    if not able:
        app.notify("No drive has a token left." if by > 0 else "The roll uses no drive tokens.")
        return None
    offers = [
        Offer(
            str(place), view.one_line(text, 60), f"{marks.DRIVE.full} {tokens}", barred="" if place in able else "None"
        )
        for place, (text, tokens) in enumerate(zip(character.story.drives, held, strict=False))
    ]
    chosen: str | None = await app.push_screen_wait(Choose("Which drive?", offers, at=str(able[0])))
    return None if chosen is None else int(chosen)
