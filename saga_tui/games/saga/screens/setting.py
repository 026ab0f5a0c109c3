"""The setting on the screen: looked at, chosen, changed; switches and perks of one's own (SET-1, SET-2, PRK-1).

Builder and session share this. What a change would do is shown first, line by line; the command is carried out by
whoever asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from textual.app import App
from textual.binding import Binding, BindingType

from saga_tui.engine.settings import Part
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import creation, derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.setting import ChangeSetting, MakePerk, SetSwitch
from saga_tui.games.saga.rules.setting import kept, title
from saga_tui.games.saga.rules.words import ASSETS
from saga_tui.games.saga.screens.marks import ASSETS as LOOKS
from saga_tui.games.saga.settings import Found, Shelf
from saga_tui.games.saga.settings.telling import kept_parts, note, parts, perk_words
from saga_tui.ui.dialogs import AskText, Choose, Offer
from saga_tui.ui.reading import Reading, confirmed
from saga_tui.ui.seat import leaves

if TYPE_CHECKING:
    from saga_tui.games.saga.rules.commands import Command, Outcome

Preview = Callable[["Command"], "Outcome"]
Wish = Literal["choose", "switch", "perk"]
SWITCHES: Final = {
    "better_lucky": "Which skills can use fortune instead of other tokens (Better Lucky than Good)",
    "lucky_charm_refresh": "When a lucky charm refills",
    "severe_consequences": "Whether severe consequences stay for good or fade",
}
SWITCH_RULES: Final = {"better_lucky": "PRK-6", "lucky_charm_refresh": "GER-3", "severe_consequences": "CSQ-4"}


def shelf_for(character_file: str | Path) -> Shelf:
    """The settings that can be found from where the character's file lies."""
    return Shelf(Path(character_file).parent)


def world(character: Character, shelf: Shelf) -> book.Setting | None:
    """The character's setting with its examples, where its file can be read."""
    found = shelf.find(title(character))
    return found.setting if found is not None else None


class SettingScreen(Reading):
    """The character's setting: what the rules take from it, its examples, and what is wrong with its file."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "answer('choose')", "Change setting", id="setting.choose"),
        Binding("w", "answer('switch')", "Rule option", id="setting.switch"),
        Binding("p", "answer('perk')", "Custom perk", id="setting.perk"),
    ]

    def __init__(self, character: Character, shelf: Shelf) -> None:
        super().__init__(title(character), note(character, shelf), _parts(character, shelf))


def _parts(character: Character, shelf: Shelf) -> list[Part]:
    """What the character keeps; the rest of the file where there is one."""
    setting = world(character, shelf)
    if setting is None:
        return kept_parts(character)
    first, *more = parts(setting)
    rules = {part.title for part in kept_parts(Character(setting=kept(setting)))}
    return [first, *kept_parts(character), *(part for part in more if part.title not in rules)]


# ---- asked


@leaves
async def ask_setting(app: App[None], character: Character, shelf: Shelf, preview: Preview) -> ChangeSetting | None:
    """Another setting, once what it changes was seen; nothing where it was left at that."""
    offers = [_offer(found) for found in shelf.all]
    now = shelf.find(title(character))
    question = "You see every change before you confirm, and you can undo."
    chosen = await app.push_screen_wait(
        Choose("Which setting?", offers, question, at=now.key if now else "", wide=True)
    )
    found = next((one for one in shelf.all if one.key == chosen), None)
    if found is None or found.setting is None:
        return None
    command = ChangeSetting(setting=kept(found.setting))
    return command if await seen(app, f"Use {found.name}?", preview(command)) else None


def _offer(found: Found) -> Offer:
    if found.setting is None:
        first = found.checked.problems[0]
        return Offer(found.key, found.key, "", f"Not usable. Line {first.line}: {first.problem.message}")
    said = " ".join(found.setting.description.split()).partition(". ")[0].rstrip(".")
    return Offer(found.key, found.name, f"{said}. ({found.origin})")


async def seen(app: App[None], heading: str, outcome: Outcome) -> bool:
    """Whether a change shall be made, all that it changes and what is left to do then being shown."""
    old = {(problem.key, problem.message) for problem in creation.problems(outcome.before)}
    new = (item for item in creation.open_problems(outcome.after) if (item.key, item.message) not in old)
    return await confirmed(app, heading, [line.text for line in outcome.lines], new)


async def ask_switch(app: App[None], character: Character, preview: Preview) -> SetSwitch | None:
    """A switch, and what it shall be set to."""
    now = derive.numbers(character).switches.model_dump()
    offers = [
        Offer(name, f"{_spoken(name)}: {now[name]}", SWITCHES[name], rule=SWITCH_RULES[name])
        for name in book.switch_names()
    ]
    name = await app.push_screen_wait(Choose("Which rule option?", offers))
    if name is None:
        return None
    values = [
        Offer(value, _spoken(value), "Current" if value == now[name] else "") for value in book.switch_values(name)
    ]
    value = await app.push_screen_wait(Choose(_spoken(name), values, SWITCHES[name]))
    if value is None:
        return None
    command = SetSwitch.model_validate({"switch": name, "value": value})
    return command if await seen(app, f"{_spoken(name)}: {value}?", preview(command)) else None


def _spoken(name: str) -> str:
    """Return the name of a rule option or its value as people say it: `severe_consequences` → `Severe consequences`."""
    return name.replace("_", " ").capitalize()


TEXT_ONLY: Final = ""
"""The key of a perk that only has words: no perk has an empty name."""


async def ask_own_perk(app: App[None], character: Character) -> MakePerk | None:
    """A perk of one's own, question by question: name, assets, text, what it does, and when (PRK-1)."""
    name = await app.push_screen_wait(AskText("Custom perk", "Name?", most=60))
    if not name:
        return None
    assets = await _assets(app, name)
    if not assets:
        return None
    text = await app.push_screen_wait(AskText(name, "Describe what it does.", most=400))
    if not text:
        return None
    like = await app.push_screen_wait(Choose(name, _likes(character, assets), "Which effect does it have?", wide=True))
    if like is None:
        return None
    said: dict[str, Any] = {"name": name, "text": text, "assets": assets}
    if like != TEXT_ONLY:
        return MakePerk(**said, like=like)
    moments = [Offer(moment, words) for moment, words in book.words("moments").items()]
    moment = await app.push_screen_wait(Choose(name, moments, "When should the app remind you?"))
    return MakePerk.model_validate({**said, "moment": moment}) if moment else None


async def _assets(app: App[None], name: str) -> tuple[str, ...]:
    one = [Offer(asset, f"{LOOKS[asset].full} {asset.capitalize()}") for asset in ASSETS]
    two = [
        Offer(f"{a} {b}", f"{a.capitalize()} or {b}") for number, a in enumerate(ASSETS) for b in ASSETS[number + 1 :]
    ]
    chosen = await app.push_screen_wait(Choose(name, [*one, *two], "Which asset does it belong to?"))
    return tuple(chosen.split()) if chosen else ()


def _likes(character: Character, assets: Sequence[str]) -> list[Offer]:
    """A reminder first, then each known perk whose effect one of these assets could have."""
    likes = [Offer(TEXT_ONLY, "Reminder only", "The app reminds you; you apply it yourself")]
    said = {"name": "x", "text": "x", "assets": assets}
    able = [
        info
        for info in derive.known_perks(character)
        if MakePerk.model_validate({**said, "like": info.name}).can_be(character)
    ]
    return [*likes, *(Offer(info.name, f"Same as {info.name}", perk_words(info)) for info in able)]


async def look(app: App[None], character: Character, shelf: Shelf, preview: Preview, wish: str = "") -> Command | None:
    """The setting looked at, or what is wished of it at once; a command where one came of it."""
    match wish or await app.push_screen_wait(SettingScreen(character, shelf)):
        case "choose":
            return await ask_setting(app, character, shelf, preview)
        case "switch":
            return await ask_switch(app, character, preview)
        case "perk":
            return await ask_own_perk(app, character)
    return None
