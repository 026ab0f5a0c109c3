"""`saga-tui rules`: the texts of the rules, looked up by their id or by words."""

from __future__ import annotations

import shutil
import textwrap
from typing import TYPE_CHECKING, Any

import click

from saga_tui.cli.output import tell_json
from saga_tui.cli.trouble import Trouble, tell
from saga_tui.games.saga import book

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from saga_tui.games.saga.book import RuleText

WIDEST = 100


def complete_id(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The ids that begin so."""
    from click.shell_completion import CompletionItem

    begins = incomplete.casefold()
    return [CompletionItem(one.id, help=one.title) for one in book.search("") if one.id.casefold().startswith(begins)]


@click.command()
@click.argument("words", nargs=-1, metavar="[ID | WORDS...]", shell_complete=complete_id)
@click.option("--automation", is_flag=True, help="List what the app automates; see automation.")
@click.option("--json", "as_json", is_flag=True, help="Write a JSON list of the entries instead of text.")
def rules(words: tuple[str, ...], as_json: bool, automation: bool) -> None:
    """Look up a rule.

    With an ID (DMG-2, skill:weaponry, perk:agile), show that rule with its chapter and section, and what belongs to
    it. With WORDS, list all rules, skills, perks and traits that contain them all, best first. With neither, list
    everything by chapter. The texts are retellings in our own words.

    With --json: a list of objects with id, title, chapter, section, text, kind, reading, house, switch, see, and
    seen_from, the ids of what points to it.

    \b
    Examples:
      saga-tui rules
      saga-tui rules DMG-2
      saga-tui rules deliberate
      saga-tui rules fortune re-roll
      saga-tui rules --json | jq -r '.[].id'
    """
    asked = " ".join(words).strip()
    if automation:
        from saga_tui.games.saga.verbs.automation import tell_automation

        tell_automation(None, asked, as_json=as_json)
        return
    one = _entry(asked) if asked else None
    found = [one] if one else book.search(asked)
    if not found:
        raise Trouble(f"No rule matches {asked!r}. {_near(asked)}")
    if as_json:
        tell_json([_record(entry) for entry in found])
    elif len(found) == 1:
        _tell_whole(found[0])
    elif asked:
        _tell_found(found)
    else:
        _tell_all()


def _entry(asked: str) -> RuleText | None:
    """The entry of that id, or of that name where only one has it."""
    wanted = asked.casefold()
    known = book.search("")
    by_id = [entry for entry in known if entry.id.casefold() == wanted]
    named = [entry for entry in known if wanted in (entry.id.casefold().partition(":")[2], entry.title.casefold())]
    return by_id[0] if by_id else named[0] if len(named) == 1 else None


def _near(asked: str) -> str:
    from saga_tui.problem import near

    names = {entry.id: entry.title for entry in book.search("")}
    said = near(asked, [*names, *names.values()])
    return said if said.startswith("Did") else "saga-tui rules lists all."


def _seen_from(entry: RuleText) -> list[str]:
    return [other.id for other in book.search("") if entry.id in other.see]


def _record(entry: RuleText) -> dict[str, Any]:
    return entry.model_dump(mode="json") | {"seen_from": _seen_from(entry)}


def _tell_whole(entry: RuleText) -> None:
    width = min(WIDEST, shutil.get_terminal_size().columns)
    tell(f"{entry.id}  {entry.title}", "cyan")
    tell(f"{entry.chapter} › {entry.section}")
    tell()
    for line in textwrap.wrap(entry.text, width):
        tell(line)
    notes = [
        _automated(entry.id),
        "Our reading: the book is silent or contradicts itself." if entry.reading else "",
        "Part of it is our addition to the book." if entry.house else "",
        f"A setting changes it by the rule option {entry.switch}." if entry.switch else "",
    ]
    for note in filter(None, notes):
        tell()
        for line in textwrap.wrap(note, width):
            tell(line)
    _tell_links("See", list(entry.see))
    _tell_links("Referred to by", [key for key in _seen_from(entry) if key not in entry.see])


def _automated(rule: str) -> str:
    """What the program does of it, in one line; nothing of skills and traits."""
    from saga_tui.games.saga.automated import automated_of

    one = automated_of(rule)
    return f"In the app: {one.said}." if one else ""


def _tell_links(what: str, ids: list[str]) -> None:
    titles = {entry.id: entry.title for entry in book.search("")}
    if ids:
        tell()
        tell(f"{what}:")
        for key in ids:
            tell(f"  {key}  {titles.get(key, '')}".rstrip())


def _tell_found(found: list[RuleText]) -> None:
    for entry in found:
        tell(f"{entry.id}  {entry.title}", "cyan")
        tell(f"    {entry.chapter} › {entry.section}")
        tell(f"    {textwrap.shorten(entry.text, 150, placeholder=' …')}")
    tell()
    tell(f"{len(found)} found. saga-tui rules ID shows one in full.", err=True)


def _tell_all() -> None:
    by_chapter: dict[str, list[RuleText]] = {chapter.title: [] for chapter in book.chapters()}
    for entry in book.search(""):
        by_chapter.setdefault(entry.chapter, []).append(entry)
    for number, (chapter, entries) in enumerate(by_chapter.items()):
        if number:
            tell()
        tell(chapter, "cyan")
        for entry in entries:
            tell(f"  {entry.id:<20}  {entry.title}")
    tell()
    tell(book.CREDIT)
