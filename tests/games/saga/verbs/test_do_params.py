"""From typed words to commands: every command and parameter, the forms people type, what is not understood."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from saga_tui.engine import typed as engine
from saga_tui.engine.fields import ASIDE, Field, fields, placed
from saga_tui.engine.typed import usage
from saga_tui.engine.values import NotUnderstood
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.rules.commands import COMMANDS, RULES, Command, command_of, kinds
from tests.games.saga.sheet.documents import PLAYED

KESTREL = from_doc(
    PLAYED
    | {
        "assets": {**PLAYED["assets"], "perks": ["Brave"]},
        "perks": [{"name": "Quiet", "assets": ["grace"], "text": "Not a sound.", "moment": "pool"}],
        "play": {**PLAYED["play"], "scene_traits": ["Burning, and how"]},
    }
)
EMPTY = Character()


def parse(character: Character, verb: str, words: Sequence[str]) -> Command:
    return engine.parse(RULES, character, verb, words)


def verb_of(text: str) -> str:
    return engine.verb_of(RULES, text)


def typed(field: Field) -> tuple[str, Any]:
    """A value that fits a parameter, as a person types it, and as the command has it."""
    if field.name in ("gear", "charm", "buffs"):
        return "colt", "colt"
    if not field.words and field.name in ("place", "drop", "drive", "consequence", "advance", "ruling"):
        return "1", 0
    if field.name == "die" or (field.name == "dice" and field.many):
        return "3", 2
    if field.name == "examples":
        return '{"traits": ["Salt in the Blood"]}', {"traits": ("Salt in the Blood",)}
    if field.name == "given":
        return '{"amount": 2}', {"amount": 2}
    if field.name == "setting":
        return '{"name": "Tin Stars"}', {"name": "Tin Stars"}
    if field.name in ("grace", "invoked"):
        return "paranoid:2", {"trait": "Paranoid", "weight": 2, "against": False}
    if field.name == "drives":
        return "never:2", {"drive": 1, "tokens": 2}
    if field.name == "hurts":
        return "pain:force", {"kind": "pain", "asset": "force"}
    if field.words:
        return field.words[0].upper(), field.words[0]
    if field.kind is bool:
        return "yes", True
    return ("3", 3) if field.kind is int else ("some words", "some words")


def wanted(field: Field) -> Any:
    return (typed(field)[1],) if field.many else typed(field)[1]


def full(command: type[Command]) -> dict[str, Any]:
    return {field.name: wanted(field) for field in fields(command)}


@pytest.mark.parametrize("verb", COMMANDS)
@pytest.mark.parametrize("form", ["--{}={}", "{}={}", "--{} {}"])
def test_every_parameter_of_every_command_by_name(verb: str, form: str) -> None:
    command = COMMANDS[RULES.verb(verb)]
    words = [word for field in fields(command) for word in _form(form, field)]
    assert parse(KESTREL, verb, words) == command_of(verb, full(command))


def _form(form: str, field: Field) -> list[str]:
    if form == "--{} {}":
        return [f"--{field.option}", typed(field)[0]]
    return [form.format(field.option, typed(field)[0])]


@pytest.mark.parametrize("verb", [verb for verb in COMMANDS if COMMANDS[verb].variants is None])
def test_parameters_by_their_place_in_the_models_order(verb: str) -> None:
    command = COMMANDS[RULES.verb(verb)]
    order = [name for name in command.model_fields if name not in (*ASIDE, *command.by_name)]
    assert [field.name for field in placed(command)] == order
    parsed = parse(KESTREL, verb, [typed(field)[0] for field in placed(command)])
    assert parsed == command_of(verb, {field.name: wanted(field) for field in placed(command)})


@pytest.mark.parametrize("verb", COMMANDS)
def test_a_missing_parameter_is_said(verb: str) -> None:
    needed = [field for field in placed(COMMANDS[RULES.verb(verb)]) if field.required]
    if not needed:
        assert parse(KESTREL, verb, []) == command_of(verb, {})
        return
    with pytest.raises(NotUnderstood, match=r"needs|Say what to buy") as said:
        parse(KESTREL, verb, [])
    assert usage(COMMANDS[RULES.verb(verb)]) in str(said.value)


@pytest.mark.parametrize("verb", COMMANDS)
def test_an_unknown_parameter_gets_the_near_ones(verb: str) -> None:
    for words in (["--whoo", "x"], ["whoo=x"]):
        with pytest.raises(NotUnderstood, match=r"has no parameter 'whoo'.*'who'"):
            parse(KESTREL, verb, words)


BUY: list[tuple[list[str], dict[str, Any]]] = [
    (["skill", "weaponry"], {"buy": "rank", "skill": "weaponry"}),
    (["rank", "Weaponry"], {"buy": "rank", "skill": "weaponry"}),
    (["weaponry"], {"buy": "rank", "skill": "weaponry"}),
    (["skill", "mettle"], {"buy": "rank", "skill": "skill_x"}),
    (["skill", "Skill X"], {"buy": "rank", "skill": "skill_x"}),
    (["asset", "force"], {"buy": "asset", "asset": "force"}),
    (["Force"], {"buy": "asset", "asset": "force"}),
    (["specialty", "weaponry", "swords"], {"buy": "specialty", "skill": "weaponry", "name": "swords"}),
    (["perk", "Brave", "force"], {"buy": "perk", "name": "Brave", "asset": "force"}),
    (["perk", "Expert", "weaponry"], {"buy": "perk", "name": "Expert", "skill": "weaponry"}),
    (["perk", "Lucky"], {"buy": "perk", "name": "Lucky"}),
    (
        ["gear", "Lucky coin", "charm", "2", "academia"],
        {"buy": "gear", "name": "Lucky coin", "kind": "charm", "rating": 2, "without": ("academia",)},
    ),
    (["gear", "Hat", "buff"], {"buy": "gear", "name": "Hat", "kind": "buff", "rating": 1}),
    (
        ["gear", "Tea", "font", "1", "doubt,kismet", "purpose=calm"],
        {"buy": "gear", "name": "Tea", "kind": "font", "rating": 1, "without": ("doubt", "kismet"), "purpose": "calm"},
    ),
    (["trait", "Feared in Three Counties"], {"buy": "trait", "name": "Feared in Three Counties"}),
    (["consequence", "Injured leg"], {"buy": "consequence", "name": "Injured leg"}),
    (["consequence", "Injured leg", "lasting"], {"buy": "consequence", "name": "Injured leg", "level": "lasting"}),
    (["doom"], {"buy": "doom"}),
    (["--buy", "rank", "--skill", "weaponry"], {"buy": "rank", "skill": "weaponry"}),
]


@pytest.mark.rule("SPK-4", "CRE-9")
@pytest.mark.parametrize(("words", "params"), BUY, ids=lambda words: " ".join(words) if isinstance(words, list) else "")
def test_purchases_as_people_type_them(words: list[str], params: dict[str, Any]) -> None:
    assert parse(KESTREL, "buy", words) == command_of("buy", params)
    if "level" not in params:
        assert parse(KESTREL, "finish", words) == command_of("finish", params)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["skil", "weaponry"], "You cannot buy “skil”. Did you mean 'skill"),
        (["skill"], "buy rank needs skill"),
        (["skill", "weponry"], "Did you mean 'weaponry'"),
        (["specialty", "weaponry"], "buy specialty needs name"),
        (["perk"], "buy perk needs name"),
        (["perk", "Brave", "force", "grace"], "Unexpected 'grace'"),
        (["consequence"], "Injured leg, Shaken"),
        (["doom", "2"], "Unexpected '2'"),
    ],
)
def test_what_is_wrong_with_a_purchase_is_said(words: list[str], said: str) -> None:
    with pytest.raises(NotUnderstood) as unclear:
        parse(KESTREL, "buy", words)
    assert said in str(unclear.value)


# ---- things of the character


@pytest.mark.rule("DRV-1")
@pytest.mark.parametrize("words", ["2", "Never shoot first", "never SHOOT first", "shoot"])
def test_a_drive_by_number_by_name_or_by_a_part_of_it(words: str) -> None:
    assert parse(KESTREL, "gain-drive", [words]) == command_of("gain-drive", {"drive": 1})


@pytest.mark.rule("DRV-2")
@pytest.mark.parametrize("words", [["drive=doom"], ["-1"], ["--drive", "-1"]])
def test_a_chapter_may_start_with_a_doom_step_in_place_of_a_drive(words: list[str]) -> None:
    assert parse(KESTREL, "start-chapter", words) == command_of("start-chapter", {"drive": -1})


@pytest.mark.parametrize("words", ["0", "4", "-1", "no such", "", "i"])
def test_a_drive_that_there_is_not_lists_them(words: str) -> None:
    with pytest.raises(NotUnderstood, match="1 Find my sister, 2 Never shoot first, 3 The Vargas brothers hang"):
        parse(KESTREL, "gain-drive", [words])


def test_consequences_gear_and_the_rest_by_name() -> None:
    assert parse(KESTREL, "ease", ["shaken"]) == command_of("ease", {"consequence": 1})
    assert parse(KESTREL, "use-charm", ["Lucky COIN", "2"]) == command_of(
        "use-charm", {"gear": "lucky-coin", "dice": 2}
    )
    assert parse(KESTREL, "use-charm", ["1", "2"]) == command_of("use-charm", {"gear": "lucky-coin", "dice": 2})
    assert parse(KESTREL, "drop-specialty", ["reflexes"]) == command_of("drop-specialty", {"place": 1})
    assert parse(KESTREL, "unfinish", ["tough"]) == command_of("unfinish", {"place": 2})
    assert parse(KESTREL, "take-back", ["feared"]) == command_of("take-back", {"advance": 2})
    assert parse(KESTREL, "unrule", ["13 of 12"]) == command_of("unrule", {"ruling": 1})
    with pytest.raises(NotUnderstood, match="There are none"):
        parse(EMPTY, "ease", ["leg"])


@pytest.mark.rule("GER-4", "AST-6", "AST-7")
def test_what_stands_third_and_what_is_counted_from_1() -> None:
    made = {"gear": "colt", "kind": "pain", "amount": 2}
    assert parse(KESTREL, "use-font", ["colt", "pain", "2"]) == command_of("use-font", made)
    assert parse(KESTREL, "reroll", ["dice=1,3"]) == command_of("reroll", {"dice": (0, 2)})
    assert parse(KESTREL, "late-reroll", ["2"]) == command_of("late-reroll", {"die": 1})
    for words in (["0"], ["die"]):
        with pytest.raises(NotUnderstood, match="from 1"):
            parse(KESTREL, "late-reroll", words)
    for verb in COMMANDS:
        assert not any("from 0" in field.help for field in fields(COMMANDS[RULES.verb(verb)])), verb


@pytest.mark.rule("AST-4", "DMG-4")
def test_a_roll_with_everything() -> None:
    words = ["weaponry", "attack", "--force", "2", "grace=quick on the draw:3", "grace=Old Enemy: Vargas:1:against"]
    words += ["specialties=PISTOLS,reflexes", "active=Burning, and how", "hurts=fear:acuity,pain:grace", "opposing=6"]
    words += [
        "drive=sister",
        "--drive-tokens=1",
        "drives=2:2,Find my sister",
        "buffs=colt",
        "modifier=-2",
        "--reflexive",
        'grace={"trait": "Odd:3"}',
    ]
    assert parse(KESTREL, "roll", words) == command_of(
        "roll",
        {
            "skill": "weaponry",
            "kind": "attack",
            "force": 2,
            "grace": (
                {"trait": "Quick on the Draw", "weight": 3},
                {"trait": "Old Enemy: Vargas", "weight": 1, "against": True},
                {"trait": "Odd:3"},
            ),
            "specialties": ("pistols", "reflexes"),
            "active": ("Burning, and how",),
            "hurts": ({"kind": "fear", "asset": "acuity"}, {"kind": "pain", "asset": "grace"}),
            "opposing": 6,
            "drive": 0,
            "drive_tokens": 1,
            "drives": ({"drive": 1, "tokens": 2}, {"drive": 0}),
            "buffs": ("colt",),
            "modifier": -2,
            "reflexive": True,
        },
    )


def test_lists_by_place_repeated_or_with_commas() -> None:
    order = command_of("asset-order", {"order": ("grace", "force", "acuity")})
    for words in (["grace", "force", "acuity"], ["grace,force,acuity"], ["order=grace", "order=force", "order=acuity"]):
        assert parse(EMPTY, "asset-order", words) == order


def test_yes_and_no() -> None:
    own = command_of("consequence", {"name": "Limp", "own": True})
    for words in (["Limp", "--own"], ["--own", "Limp"], ["Limp", "own=on"], ["--own", "yes", "Limp"], ["Limp", "YES"]):
        assert parse(EMPTY, "consequence", words) == own
    no = command_of("spend", {"asset": "force", "action": False})
    for words in (["force", "--no-action"], ["force", "action=no"], ["force", "1", "off"]):
        assert parse(EMPTY, "spend", words) == no


@pytest.mark.parametrize(
    ("verb", "words", "said"),
    [
        ("suffer", ["pian"], "kind is not “pian”. Did you mean 'pain'?"),
        ("suffer", ["pain", "x"], "amount takes a number, not “x”."),
        ("suffer", ["pain", "0"], "amount: input should be greater than or equal to 1."),
        ("suffer", ["pain", "9" * 5000], "amount takes a number"),
        ("suffer", ["pain", "٣"], "amount takes a number"),
        ("suffer", ["pain", "--amount"], "--amount needs number."),
        ("suffer", ["amount=1", "amount=2", "pain"], "amount is given more than once."),
        ("suffer", ["pain", "1", "doubt", "1", "1", "6"], "Unexpected '6'."),
        ("spend", ["force", "1", "maybe"], "action takes yes or no"),
        ("roll", ["weaponry", "hurts=pain"], "pain:force"),
        ("roll", ["weaponry", "hurts=pain:fortune"], "hurts.1.asset: input should be"),
        ("roll", ["weaponry", "grace=Paranoid:4"], "grace.1.weight: input should be less than or equal to 3."),
        ("roll", ["weaponry", "grace={oops"], "not valid JSON"),
        ("roll", ["weaponry", "grace=" + "{[" * 100_000], "grace"),
        ("note", ["x=1"], "A text with = in it is given as text=…"),
        ("note", ["\udcff"], "text: "),
        ("note", ["x" * 20_001], "at most 20000 characters"),
    ],
)
def test_what_cannot_be_understood_is_said(verb: str, words: list[str], said: str) -> None:
    with pytest.raises(NotUnderstood) as unclear:
        parse(KESTREL, verb, words)
    assert said in str(unclear.value)


def test_text_may_hold_anything() -> None:
    assert parse(EMPTY, "note", ["text=a=b --c"]) == command_of("note", {"text": "a=b --c"})
    assert parse(EMPTY, "note", ["Mother said: x = 1"]) == command_of("note", {"text": "Mother said: x = 1"})
    assert parse(EMPTY, "note", ["[/] \x1b[31m"]) == command_of("note", {"text": "[/] \x1b[31m"})


def test_verbs_as_people_type_them() -> None:
    assert verb_of("End_Scene") == verb_of("end scene") == "end-scene"
    with pytest.raises(NotUnderstood, match="Did you mean 'take-damage'"):
        verb_of("take-damge")
    with pytest.raises(NotUnderstood, match="--list"):
        verb_of("\x1b[31mzzzzzzz")


@pytest.mark.parametrize(("former", "verb"), RULES.former.items())
def test_names_of_earlier_versions_are_read_on(former: str, verb: str) -> None:
    assert former not in COMMANDS and verb in COMMANDS
    assert verb_of(former) == verb and RULES.verb(former) == verb and kinds()[former] == kinds()[verb]


@pytest.mark.parametrize("verb", COMMANDS)
def test_each_parameter_is_told_from_its_model(verb: str) -> None:
    command = COMMANDS[RULES.verb(verb)]
    found = {field.name: field for field in fields(command)}
    assert set(found) == set(command.model_fields)
    for name, info in command.model_fields.items():
        assert found[name].required == info.is_required()
        assert found[name].told
    assert found["who"].help
