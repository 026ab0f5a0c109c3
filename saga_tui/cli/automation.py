"""`saga-tui automation`: what is done, asked, reminded or left to the player, rule by rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from saga_tui.cli import options
from saga_tui.cli.names import CharacterName
from saga_tui.cli.output import tell_json
from saga_tui.cli.reading import chosen, current
from saga_tui.cli.trouble import Trouble, tell
from saga_tui.engine.automation import CLASSES, MEANING, SAID, Automated
from saga_tui.engine.document import Document
from saga_tui.engine.rules import Rules

if TYPE_CHECKING:
    from saga_tui.engine.automation import Option


@click.command()
@click.argument("name", required=False, type=CharacterName())
@click.option("--class", "only", type=click.Choice(CLASSES), help="Only rules of that class.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON instead of text.")
@options.GAME
@click.pass_context
def automation(ctx: click.Context, name: str | None, only: str | None, as_json: bool, game: str) -> None:
    """List what the app automates, rule by rule.

    Each rule and perk is done automatically, asks you, reminds you, or is left to you by hand. With NAME, as this
    character is set; without, as usual. The list is made from the program itself.

    Below it are the automations with their keys. Set each to always, ask or off; one that is off leaves a reminder:
    saga-tui do NAME automate KEY ask

    With --json: rules (a list of rule, title, class, how and keys) and settings (a list of key, title, rule, when,
    mode, usual and modes).

    \b
    Examples:
      saga-tui automation kestrel
      saga-tui automation --class "by hand"
      saga-tui do kestrel automate clock:heal ask
      saga-tui automation kestrel --json | jq '.settings[] | select(.mode != .usual)'
    """
    if name:
        doc, its = current(ctx.obj.path(name))
        tell_automation(its.rules, its.rules.of(doc), only=only, as_json=as_json)
    else:
        tell_automation(chosen(game).rules, None, only=only, as_json=as_json)


def tell_automation(
    game: Rules[Any], document: Document | None, words: str = "", *, only: str | None = None, as_json: bool = False
) -> None:
    """Writes the list: the rules that have the words and are of the class, then what can be set of them."""
    wanted = words.casefold().split()
    listed = [
        one
        for one in game.automated(document)
        if only in (None, one.kind) and all(word in f"{one.rule} {one.title}".casefold() for word in wanted)
    ]
    if not listed:
        raise Trouble(f"No rule has {words!r} in its id or title. saga-tui rules lists all.")
    settable = {option.key: option for one in listed for option in one.options}
    if as_json:
        tell_json({"rules": [_record(one) for one in listed], "settings": [_option(one) for one in settable.values()]})
        return
    for number, kind in enumerate(kind for kind in CLASSES if any(one.kind == kind for one in listed)):
        if number:
            tell()
        _tell_class(kind, [one for one in listed if one.kind == kind])
    if settable:
        tell()
        _tell_options(list(settable.values()))


def _tell_class(kind: str, listed: list[Automated]) -> None:
    meaning = next(words for name, words in MEANING.items() if name == kind)
    tell(f"{kind.capitalize()} ({len(listed)}): {meaning}", "cyan")
    for one in listed:
        tell(f"  {one.rule:<8}  {one.title}{_how(one)}")


def _how(one: Automated) -> str:
    return f"  — {'; '.join(one.how)}" if one.how else ""


def _tell_options(options: list[Option]) -> None:
    tell("Automations (saga-tui do NAME automate KEY always|ask|off)", "cyan")
    width = max(len(option.key) for option in options)
    for option in options:
        mark = "*" if option.mode != option.usual else " "
        tell(f"  {option.key:<{width}}  {SAID[option.mode]:<3}{mark} {option.title} ({option.when})  [{option.rule}]")
    if any(option.mode != option.usual for option in options):
        tell("* changed by you", err=True)


def _record(one: Automated) -> dict[str, Any]:
    keys = [option.key for option in one.options]
    return {"rule": one.rule, "title": one.title, "class": one.kind, "how": list(one.how), "keys": keys}


def _option(option: Option) -> dict[str, Any]:
    return {
        "key": option.key,
        "title": option.title,
        "rule": option.rule,
        "when": option.when,
        "mode": SAID[option.mode],
        "usual": SAID[option.usual],
        "modes": [SAID[mode] for mode in option.modes],
    }
