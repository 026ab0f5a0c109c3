"""Saga's rules as the engine knows them, what they say to those who type, and what can be automated. The modules of
commands are loaded when one of their commands is wanted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from saga_tui.changes import Doc
from saga_tui.engine import command, deciding
from saga_tui.engine.automation import MODES, Option, of_the_clock
from saga_tui.engine.command import Command as Command
from saga_tui.engine.command import Commands
from saga_tui.engine.document import Ask
from saga_tui.engine.hints import Asked, Hint, Hints
from saga_tui.engine.rules import Ids, Rules
from saga_tui.engine.values import numbered
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import clock, creation, derive, state
from saga_tui.games.saga.rules.automation import ASKS, FORTUNE, PARTS, key_of, mode, mode_of, of_perk
from saga_tui.games.saga.rules.character import Character, Play
from saga_tui.games.saga.rules.commands.base import MADE
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.lists import LISTS, aliases
from saga_tui.games.saga.rules.named import entries, further
from saga_tui.words import inflect, plural

# ---- what is said to those who type


def question(character: Character, ask: Ask) -> Asked:
    """What the rules still want to know: `3 lasting consequences for pain`, `a kismet roll of 2 dice`."""
    if ask.what == "kismet":
        dice = state.dice_due(character, ask)
        return Asked("a kismet roll" + (f" of {plural(dice, 'die')}" if dice else ""), "roll-kismet", dice)
    if ask.what != "consequence":
        return Asked(f"a {ask.what} roll")
    words = (str(ask.count), ask.level, inflect(ask.count, "consequence"), ask.kind and f"for {ask.kind}")
    return Asked(" ".join(filter(None, words)), "consequence CONSEQUENCE")


def fixes(character: Character) -> Mapping[tuple[str, str], str]:
    """How to type what a problem asks for, by its rule and code."""
    return {
        ("DRV-1", "drive"): f"Give drive=NUMBER: {numbered(character.story.drives)}; or drive=doom instead.",
        ("KIS-2", "kismet-due"): "Roll it first, with roll-kismet; resolve the open roll with resolve-kismet.",
        ("REG-1", "choose"): "Give recover=force, recover=grace or recover=acuity.",
        ("GER-4", "what"): "Give kind=pain (or another kind of damage), or consequence=NAME.",
        ("TIME-3", "not-begun"): "Start play first, with start-play: it lists what is still to do.",
        ("ROL-10", "dice"): "Give all of them with --dice, or leave it out and the app rolls.",
        ("AST-2", "inactive"): "Give force=1, acuity=1, grace=TRAIT, fortune=1 or hurts=pain:force; or --reflexive.",
    }


def after(outcome: Outcome) -> Iterator[Hint]:
    """A roll that lies on the table, and what is left to a character who has met their doom."""
    if state.doomed(outcome.after) and not state.doomed(outcome.before):
        yield Hint("Still possible", ("sheet {name}", "recap {name}", "undo {name}"))
    play = state.play_of(outcome.after)
    if play.kismet is not None:
        again = () if play.kismet.rerolled else ("do {name} reroll-kismet",)
        yield Hint("The kismet roll is in progress", (*again, "do {name} resolve-kismet"), either=True)
    if getattr(play.roll, "stage", "") == "thrown":
        yield Hint("The roll is not compared yet", ("do {name} compare",))


# ---- what can be automated


def options(character: Character) -> list[Option]:
    """All that can be automated: the clock's resets, the rules' questions, the character's perks, each once, and the
    uses of fortune."""
    found = {option.key: option for option in of_the_clock(character, clock.CLOCK)}
    found |= {option.key: option for option in _asked(character, ASKS, "Questions")}
    for perk in derive.perks(character):
        if perk.info is not None:
            found[key_of(perk)] = of_perk(perk.info, mode_of(character, perk), key_of(perk))
    found |= {option.key: option for option in _asked(character, FORTUNE, "Fortune on a roll")}
    return list(found.values())


def _asked(character: Character, table: Mapping[str, tuple[str, str]], section: str) -> Iterator[Option]:
    for key, (words, rule) in table.items():
        yield Option(key, words, mode(character, key), "ask", MODES[1:], rule, "when it matters", section)


def any_options() -> list[Option]:
    """All that any character may have that can be automated, as it usually is."""
    own = options(Character())
    known = {option.key for option in own}
    return [*own, *(one for one in map(of_perk, book.perks()) if one.key not in known)]


# ---- the rules


FORMER: Final = deciding.FORMER | {
    "regain": "recover",
    "suffer": "take-damage",
    "ease": "reduce",
    "settle-kismet": "resolve-kismet",
    "drop-specialty": "remove-specialty",
    "drop-gear": "remove-gear",
    "drop-perk": "remove-perk",
    "take-back": "refund",
    "unfinish": "refund-finishing",
    "enter-as-is": "from-paper",
}
"""What verbs were called before."""

HOMES: Final = {
    f"{__name__}.build": """
        set-concept asset-method asset-order asset-points free-perk skill-method skill-priority skill-ranks
        add-specialty remove-specialty write-trait write-drive put-gear remove-gear finish refund-finishing from-paper
        as-is-perk surprise""",
    f"{__name__}.tokens": """
        spend recover gain-fortune clear-temporary luck side-effect bribe gain-drive lose-drive spend-drive
        change-drive fulfil-drive use-charm""",
    f"{__name__}.harm": "take-damage take-for-token heal use-font use-perk consequence reduce no-consequence",
    f"{__name__}.kismet": "choose-kismet roll-kismet reroll-kismet resolve-kismet doom",
    f"{__name__}.traits": """
        invoke invert inverted scene-trait scene-invoked lent-trait blocked temporary-trait end-trait reward""",
    f"{__name__}.pushes": "push heavy-handed take-perk",
    f"{__name__}.rolls": "roll",
    deciding.__name__: " ".join(deciding.SHARED),
    f"{__name__}.setting": "change-setting set-switch make-perk remove-perk",
    f"{__name__}.spark": "offer gain-spark buy refund",
    f"{__name__}.stages": "reroll deliberate compare late-reroll",
    f"{__name__}.time": """
        start-play start-chapter end-chapter start-scene end-scene start-conflict end-conflict end-round gm-first
        escalate give-in set-clock""",
}
"""The verbs of each module of commands."""
COMMANDS: Final = Commands(HOMES, MADE)
"""Every command by its verb: the one table from which keys, palette, help and shell verbs are made."""

Outcome: TypeAlias = command.Outcome[Character]
RULES: Final[Rules[Character]] = Rules(
    document=Character,
    play=Play,
    edit=Edit,
    commands=COMMANDS,
    entries=entries,
    problems=creation.problems,
    clock=clock.CLOCK,
    when=state.when,
    more_options=options,
    further=further,
    book=book.BOOK,
    parts=PARTS,
    any_options=any_options,
    former=FORMER,
    lists=LISTS,
    aliases=aliases,
    hints=Hints(asked=question, fixes=fixes, after=after),
    ids=Ids(not_begun="TIME-3", dice="ROL-10", automation="PRK-3"),
)


def perform(
    character: Character,
    command_: Command,
    dice: tuple[int, ...] = (),
    overrule: str | None = None,
    doc: Doc | None = None,
) -> Outcome:
    """Carries out a command on a character with dice already rolled (see `engine.command.perform`)."""
    return command.perform(RULES, character, command_, dice, overrule, doc)


def command_of(verb: str, params: dict[str, Any]) -> Command:
    """The command of a verb and its parameters; `KeyError` for an unknown verb, `ValidationError` for wrong ones."""
    return RULES.command(verb, params)


CATEGORIES: Final = {
    "build": "build",
    "harm": "damage",
    "kismet": "damage",
    "pushes": "rolls",
    "rolls": "rolls",
    "setting": "rulings",
    "spark": "Spark",
    "stages": "rolls",
    "time": "clock",
    "tokens": "tokens",
    "traits": "traits",
}
"""The log's kind of a command by the module that has it, but for these:"""

FIRST: Final = ("rolls", "damage", "Spark", "clock", "rulings")
"""The kinds that are offered before the others."""

OF_THEIR_OWN: Final = {
    "roll-kismet": "rolls",
    "reroll-kismet": "rolls",
}


def kinds() -> Mapping[str, str]:
    """The kind of each command by its verb: `rolls`, `damage`, `clock` …"""
    modules = {verb: command.__module__.rpartition(".")[2] for verb, command in COMMANDS.items()}
    groups = {verb: COMMANDS[verb].group or CATEGORIES.get(module, module) for verb, module in modules.items()}
    groups |= OF_THEIR_OWN
    groups |= {former: groups[verb] for former, verb in RULES.former.items()}
    return dict(sorted(groups.items(), key=lambda item: FIRST.index(item[1]) if item[1] in FIRST else len(FIRST)))
