"""`saga-tui rules`, `automation`, `rulings`: what the rules say, what the app does of them, what the group decided."""

from __future__ import annotations

import shutil
import textwrap
from typing import TYPE_CHECKING, Any

import click

from saga_tui.cli import options
from saga_tui.cli.names import CharacterName, Completions, completing
from saga_tui.cli.output import Trouble, tell, tell_json
from saga_tui.cli.reading import chosen, current
from saga_tui.engine.automation import CLASSES, MEANING, SAID, Automated
from saga_tui.engine.book import Book
from saga_tui.engine.document import Document, Ruling
from saga_tui.engine.entries import tallies, texts
from saga_tui.engine.ruled import sentence
from saga_tui.engine.rules import Rules
from saga_tui.problem import near

if TYPE_CHECKING:
    from saga_tui.engine.automation import Option
    from saga_tui.engine.book import RuleText


WIDEST = 100


@completing
def complete_id(ctx: click.Context) -> Completions:
    """The ids of the book's entries."""
    return [(one.id, one.title) for one in chosen(ctx.params.get("game") or "").rules.book.entries.values()]


@click.command(
    cls=options.OfGame,
    about="""
    With an ID, show that rule with its chapter and section, and what belongs to it. With WORDS, list all entries that
    contain them all, best first. With neither, list everything by chapter.
    """,
)
@click.argument("words", nargs=-1, metavar="[ID | WORDS...]", shell_complete=complete_id)
@click.option("--automation", is_flag=True, help="List what the app automates; see automation.")
@options.GAME
@click.option("--json", "as_json", is_flag=True, help="Write a JSON list of the entries instead of text.")
def rules(words: tuple[str, ...], as_json: bool, automation: bool, game: str) -> None:
    """Look up a rule.

    {about}

    With --json: a list of objects with id, title, chapter, section, text, kind, reading, house, switch, see, and
    seen_from, the ids of what points to it.

    \b
    Examples:
      saga-tui rules
      saga-tui rules spend dice
      saga-tui rules --json | jq -r '.[].id'
    """
    asked, its = " ".join(words).strip(), chosen(game).rules
    if automation:
        tell_automation(its, None, asked, as_json=as_json)
        return
    book = its.book
    one = _entry(book, asked) if asked else None
    found = [one] if one else book.search(asked)
    if not found:
        raise Trouble(f"No rule matches {asked!r}. {_near(book, asked)}")
    if as_json:
        tell_json([_record(book, entry) for entry in found])
    elif len(found) == 1:
        _tell_whole(its, found[0])
    elif asked:
        _tell_found(found)
    else:
        _tell_all(book)


def _entry(book: Book, asked: str) -> RuleText | None:
    """The entry of that id, or of that name where only one has it."""
    wanted = asked.casefold()
    known = book.entries.values()
    by_id = [entry for entry in known if entry.id.casefold() == wanted]
    named = [entry for entry in known if wanted in (entry.id.casefold().partition(":")[2], entry.title.casefold())]
    return by_id[0] if by_id else named[0] if len(named) == 1 else None


def _near(book: Book, asked: str) -> str:
    names = {entry.id: entry.title for entry in book.entries.values()}
    return near(asked, [*names, *names.values()], "saga-tui rules lists all.")


def _record(book: Book, entry: RuleText) -> dict[str, Any]:
    return entry.model_dump(mode="json") | {"seen_from": list(book.seen_from(entry.id))}


def _tell_whole(game: Rules[Any], entry: RuleText) -> None:
    book = game.book
    width = min(WIDEST, shutil.get_terminal_size().columns)
    tell(f"{entry.id}  {entry.title}", "cyan")
    tell(f"{entry.chapter} › {entry.section}")
    tell()
    for line in textwrap.wrap(entry.text, width):
        tell(line)
    notes = [
        _automated(game, entry.id),
        "Our reading: the book is silent or contradicts itself." if entry.reading else "",
        "Part of it is our addition to the book." if entry.house else "",
        f"A setting changes it by the rule option {entry.switch}." if entry.switch else "",
    ]
    for note in filter(None, notes):
        tell()
        for line in textwrap.wrap(note, width):
            tell(line)
    _tell_links(book, "See", list(entry.see))
    _tell_links(book, "Referred to by", [key for key in book.seen_from(entry.id) if key not in entry.see])


def _automated(game: Rules[Any], rule: str) -> str:
    """What the program does of it, in one line; nothing of skills and traits."""
    one = next(iter(game.automated(rule=rule)), None)
    return f"In the app: {one.said}." if one else ""


def _tell_links(book: Book, what: str, ids: list[str]) -> None:
    if ids:
        tell()
        tell(f"{what}:")
        for key in ids:
            tell(f"  {key}  {book.entries[key].title if key in book.entries else ''}".rstrip())


def _tell_found(found: list[RuleText]) -> None:
    for entry in found:
        tell(f"{entry.id}  {entry.title}", "cyan")
        tell(f"    {entry.chapter} › {entry.section}")
        tell(f"    {textwrap.shorten(entry.text, 150, placeholder=' …')}")
    tell()
    tell(f"{len(found)} found. saga-tui rules ID shows one in full.", err=True)


def _tell_all(book: Book) -> None:
    by_chapter: dict[str, list[RuleText]] = {title: [] for title in book.chapters()}
    for entry in book.in_order:
        by_chapter.setdefault(entry.chapter, []).append(entry)
    for number, (chapter, entries) in enumerate(by_chapter.items()):
        if number:
            tell()
        tell(chapter, "cyan")
        for entry in entries:
            tell(f"  {entry.id:<20}  {entry.title}")
    if book.credit:
        tell()
        tell(book.credit)


@click.command(cls=options.OfGame)
@click.argument("name", required=False, type=CharacterName())
@click.option("--class", "only", type=click.Choice(CLASSES), help="Only rules of that class.")
@options.JSON
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
        tell_json(
            {
                "rules": [_automated_record(one) for one in listed],
                "settings": [_option(one) for one in settable.values()],
            }
        )
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


def _automated_record(one: Automated) -> dict[str, Any]:
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


@click.command(cls=options.OfGame)
@click.argument("name", type=CharacterName())
@click.option("--names", is_flag=True, help="List the texts that you can override, with their names.")
@options.JSON
@click.pass_context
def rulings(ctx: click.Context, name: str, names: bool, as_json: bool) -> None:
    """List house rulings.

    Overridden numbers and texts, skipped lines, allowed problems: each with its reason, when it was made, and whether
    it still applies. Override a number with override-number, a text
    with override-text; remove a ruling with remove-ruling, by its number in this list.

    With --names, list the texts by name; saga-tui why NAME lists the numbers. Nothing is written.

    With --json: a list of objects with ruling, kind (number, text, line, problem), of, old, new, reason, when, stands
    and, for a number, value; or with --names of objects with name, label and text.

    \b
    Examples:
      saga-tui rulings kestrel
      saga-tui do kestrel remove-ruling 1
    """
    doc, its = current(ctx.obj.path(name))
    document = its.rules.of(doc)
    if names:
        _tell_names(its.rules, document, as_json=as_json)
    elif as_json:
        tell_json([_ruling_record(its.rules, document, place, one) for place, one in enumerate(document.rulings, 1)])
    else:
        _tell_rulings(document)


def _kind(ruling: Ruling) -> tuple[str, str]:
    """What a ruling is about, and what it names."""
    named_kinds = (("number", ruling.number), ("text", ruling.text), ("line", ruling.row))
    return next(((kind, of) for kind, of in named_kinds if of), ("finding", ruling.finding))


def _ruling_record(game: Rules[Any], document: Document, place: int, ruling: Ruling) -> dict[str, Any]:
    kind, of = _kind(ruling)
    record: dict[str, Any] = {
        "ruling": place,
        "kind": kind,
        "of": of,
        "old": ruling.old,
        "new": ruling.new,
        "reason": ruling.reason,
        "when": ruling.when,
        "stands": not ruling.past,
    }
    if kind == "number":
        tally = tallies(game, document).get(of)
        record["value"] = None if tally is None else tally.total
    return record


def _tell_rulings(document: Document) -> None:
    if not document.rulings:
        tell("No house rulings.")
    width = len(str(len(document.rulings)))
    for place, one in enumerate(document.rulings, 1):
        aside = ", ".join(part for part in (one.when, "over" if one.past else "") if part)
        tell(f"{str(place).rjust(width)}  {sentence(one)}{f'  ({aside})' if aside else ''}")


def _tell_names(game: Rules[Any], document: Document, *, as_json: bool) -> None:
    known = texts(game, document).values()
    if as_json:
        tell_json([{"name": item.name, "label": item.label, "text": item.text} for item in known])
        return
    width = max((len(item.name) for item in known), default=0)
    for item in known:
        tell(f"{item.name.ljust(width)}  {' '.join(item.text.split()) or '(empty)'}")
