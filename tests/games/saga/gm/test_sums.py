"""No sequence of acts at a table makes tokens, dice, damage or Spark appear or vanish against the rules; and no act, on
any table that a file may hold, ends in anything but an outcome."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from saga_tui.changes import apply, invert, same
from saga_tui.dice import seeded
from saga_tui.engine.command import Command, perform
from saga_tui.engine.party import PartyCommand
from saga_tui.games.saga.gm.game import TABLE
from saga_tui.games.saga.gm.rules import RULES
from saga_tui.games.saga.gm.state import Table, pooled
from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.commands import RULES as SAGA
from saga_tui.games.saga.rules.words import DAMAGE
from tests.examples import tries
from tests.games.saga.gm.party import Party, party
from tests.games.saga.rules.anything import Schema, values

WHO = ("ada", "moss", "wren")
THINGS = ("Thug 1", "Thug 2", "Sister")


def one(*values: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from(values)


who, thing, pool = one(*WHO), one(*THINGS), one("physical", "social", "mental")
some = st.lists(who, max_size=3, unique=True)
roll = st.fixed_dictionaries(
    {one_: one(1, 2) for one_ in ("acuity",)}, optional={"fortune": one(1), "ally": one(1, 3), "hold": st.booleans()}
)


def act(verb: str, **params: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    return st.tuples(st.just(verb), st.fixed_dictionaries(params))


ACTS = st.one_of(
    act("attack", seat=who, target=st.one_of(thing, who, one("allies")), pool=pool, roll=roll, keep=one(0, 1),
        shield=one("", "Thug 2")),
    act("attack", seat=who, target=thing, pool=pool, roll=roll),
    act("block", seat=who, target=who, skill=one("athletics", "weaponry"), roll=roll, keep=one(0, 1)),
    act("settle", seat=who),
    act("side", seat=who, side=one(0, 1, 2)),
    act("divide-allies"),
    act("act", element=thing, pool=pool, targets=st.lists(st.one_of(who, thing, one("allies")), min_size=1, max_size=3,
                                                          ), counter=st.booleans(), trade=one(0, 3)),
    act("act", element=thing, pool=pool, targets=some),
    act("element-block", element=thing, pool=pool),
    act("deal", choose=st.dictionaries(who, one("pain", "fear", "kismet"), max_size=1),
        without=st.lists(who, max_size=1)),
    act("call-off", to=some),
    act("damage-element", element=thing, pool=pool, amount=one(-2, 1, 9)),
    act("bribe", to=some, amount=one(1, 3)),
    act("fortune", to=some, amount=one(1)),
    act("spark", to=some, amount=one(1, 2)),
    act("offer-spark", seat=who, to=who, answer=one("taken", "kept", "to-player", "to-player-rewarded", "rejected")),
    act("offer-drive", to=some, amount=one(1, 2), instead=some),
    act("invert", seat=who, by=one("", *WHO), trait=one("Swagger", "Lawman"), without=st.lists(who, max_size=1)),
    act("lend-trait", seat=who, by=who, trait=one("Swagger", "Lawman"), for_me=st.booleans()),
    act("luck", seat=who, amount=one(1, 3)),
    act("gm-first", without=st.lists(who, max_size=1)),
    act("scene-invoke", trait=one("Dark", "Wet"), element=one("", "Thug 1")),
    act("escalate"),
    act("end-round", recover=st.just(dict.fromkeys(WHO, "acuity"))),
    act("resist", condition=st.just("Fear"), pay=some, yields=some, allies=st.booleans()),
    act("challenge", rating=one(2, 5), to=some, rolls=st.fixed_dictionaries(dict.fromkeys(WHO, roll))),
    act("away", seat=who, back=st.booleans()),
    act("take-allies", dice=one(-1, 1, 4)),
    act("let", seat=who, does=st.just("give-in")),
)  # fmt: skip
HELD = st.fixed_dictionaries({"acuity": one(1), "hold": one(True)})
HIT = act("act", element=one("Thug 1", "Thug 2"), pool=pool, targets=st.lists(who, min_size=1, max_size=3, unique=True))
BLOCK = act("block", seat=who, target=who, skill=one("athletics"), roll=st.just({"grace": [{"trait": "Swagger"}]}))
DEAL = act(
    "deal", choose=st.dictionaries(who, one("pain", "fear", "kismet"), max_size=1), without=st.lists(who, max_size=1)
)
ROUND = act("end-round", skip=st.just(dict.fromkeys(WHO, ("round-recovery",))))
STEPS = st.lists(
    st.one_of(
        st.lists(ACTS, min_size=1, max_size=6),
        st.lists(ACTS, min_size=1, max_size=6),
        st.tuples(HIT, BLOCK, DEAL, act("call-off"), ROUND),
        st.tuples(act("attack", seat=st.just("ada"), target=thing, pool=pool, roll=HELD),
                  act("settle", seat=st.just("ada"), shield=one("", "Thug 2"))),
        st.tuples(act("attack", seat=one("ada"), target=one("moss"), roll=roll), BLOCK, DEAL),
    ), max_size=5,
).map(lambda bundles: [step for bundle in bundles for step in bundle])  # fmt: skip


def sums(here: Party) -> dict[str, int]:
    """What there is, all together."""
    members = list(here.members.values())
    play = here.play
    return {
        "fortune": sum(state.in_hand(each, "fortune") for each in members),
        "spark": sum(state.play_of(each).spark for each in members),
        "drives": sum(sum(state.drive_tokens(each)) for each in members),
        "doom": sum(state.play_of(each).doom for each in members),
        "acuity": sum(state.in_hand(each, "acuity") for each in members),
        "held": sum(state.held(each, kind) for each in members for kind in DAMAGE),
        "coming": sum(each.amount - each.blocked for each in play.strikes),
        "dice": sum(sum(each.dice.values()) for each in play.elements),
        "allies": sum(each.now for each in play.allies),
    }


def rolled(command: Any, who: str) -> dict[str, Any]:
    found: dict[str, Any] = command.roll if hasattr(command, "roll") else command.rolls.get(who, {})
    return found


def expected(here: Party, command: Any, before: Party) -> dict[str, int]:
    """What an act may change of the sums, by the rules that it names."""
    verb, took = command.verb, len(getattr(command, "took", ()))
    more = dict.fromkeys(sums(here), 0)
    if verb in ("attack", "block", "challenge"):
        more["fortune"] -= sum(rolled(command, each).get("fortune", 0) for each in here.parts)
        more["acuity"] -= sum(rolled(command, each).get("acuity", 0) for each in here.parts)
    match verb:
        case "attack" | "settle":
            of = command if verb == "attack" else next(each for each in before.play.made if each.seat == command.seat)
            new = (command.damage or 0) - (0 if verb == "attack" else of.counted)
            if verb == "settle" and of.what == "block":
                more["coming"] -= new
            elif of.target in WHO:
                more["coming"] += new
            elif of.target == "allies":
                more["allies"] -= min(before.play.allies[0].now, new)
            else:
                blocker = next((each for each in before.play.elements if each.name == command.shield), None)
                landed = new - min(new, blocker.pushes if blocker else 0)
                hit = next(each for each in before.play.elements if each.name == of.target)
                more["dice"] -= min(pooled(hit, of.pool), landed)
        case "block":
            more["coming"] -= command.cancelled or 0
        case "act":
            more["coming"] += sum(each.amount for each in here.play.strikes if each not in before.play.strikes)
            more["dice"] += min(0, sums(here)["dice"] - sums(before)["dice"])
            more["allies"] += min(0, sums(here)["allies"] - sums(before)["allies"])
        case "deal":
            gone = [each for each in before.play.strikes if each not in here.play.strikes]
            more["coming"] -= sum(each.amount - each.blocked for each in gone)
            more["held"] += sum(each.amount - each.blocked for each in gone)
            kinds = {each.target: each.kind for each in gone}
            paid = {who for who, kind in command.choose.items() if who in command.took and kind != kinds[who]}
            more["fortune"] -= sum(command.choose[who] != "kismet" for who in paid)
        case "call-off":
            more["coming"] = sums(here)["coming"] - sums(before)["coming"]
        case "damage-element":
            more["dice"] = sums(here)["dice"] - sums(before)["dice"]
            assert abs(more["dice"]) <= abs(command.amount) and more["dice"] * command.amount <= 0
        case "damage-allies":
            more["allies"] -= command.dice
        case "bribe" | "fortune":
            more["fortune"] += command.amount * took
        case "gm-first" | "scene-invoke":
            more["fortune"] += took
        case "spark":
            more["spark"] += command.amount * took
        case "offer-spark":
            more["spark"] += {"taken": -1, "to-player-rewarded": 1}.get(command.answer, 0)
        case "offer-drive":
            instead = len({*command.instead} & {*command.took})
            more |= {"drives": command.amount * took - instead, "doom": -instead}
        case "invert":
            more["fortune"] += 0 if command.by else len(here.parts)
        case "lend-trait":
            more["fortune"] -= 1
        case "luck":
            more["fortune"] -= command.amount
        case "escalate" | "end-round":
            more["acuity"] = max(0, sums(here)["acuity"] - sums(before)["acuity"])
        case "resist":
            failed = [who for who in command.nets if command.nets[who] < 0 or who in command.dramatic]
            more["coming"] += len(failed)
            more["held"] += len({*command.took} & {*command.yields} - {*command.pay})
            more["allies"] += sums(here)["allies"] - sums(before)["allies"]
            assert -1 <= more["allies"] <= 0
    return more


GIFTS: list[tuple[str, dict[str, Any]]] = [
    *(("offer-spark", {"seat": WHO[at % 2], "to": WHO[1 - at % 2], "answer": answer})
      for at, answer in enumerate(("taken", "to-player", "to-player-rewarded", "kept", "rejected"))),
    ("spark", {"to": [], "amount": 2}),
    ("offer-drive", {"to": [], "amount": 2, "instead": [WHO[0]]}),
    ("invert", {"seat": WHO[0], "by": WHO[1], "trait": "Swagger", "without": []}),
    ("invert", {"seat": WHO[0], "by": "", "trait": "Lawman", "without": []}),
    ("lend-trait", {"seat": WHO[0], "by": WHO[1], "trait": "Lawman", "for_me": True}),
    ("luck", {"seat": WHO[1], "amount": 2}),
    ("bribe", {"to": [WHO[1]], "amount": 3}),
    ("gm-first", {"without": [WHO[0]]}),
    ("scene-invoke", {"trait": "Dark", "element": ""}),
]  # fmt: skip
"""Each way to give something once, however the examples fall."""
SIDES: list[tuple[str, dict[str, Any]]] = [
    *(("side", {"seat": who, "side": at % 2 + 1}) for at, who in enumerate(WHO)),
    ("damage-allies", {"dice": 1}),
    ("take-allies", {"dice": 2}),
    ("divide-allies", {}),
    ("divide-allies", {}),
]


@pytest.mark.rule("AST-13", "SPK-3", "CNF-3", "CNF-7", "CNF-9", "TRT-3", "DRV-8", "CNF-5", "TRT-5", "PSH-2", "PSH-3")
@settings(max_examples=tries(60), deadline=None)
@given(steps=STEPS, seed=st.integers(0, 999))
@example(steps=GIFTS, seed=1)
@example(steps=SIDES, seed=1)
def test_nothing_appears_or_vanishes_against_the_rules(steps: list[tuple[str, dict[str, Any]]], seed: int) -> None:
    here = party(*WHO, spark=1, doom=2)
    here.roller = random.Random(seed)
    here.do("start-conflict", stakes="serious")
    here.do("element", name="Thug", dice="5/3/4", times="x2")
    here.do("element", name="Sister", dice="3/3/3", ally=True)
    here.do("condition", pattern="fear")
    here.do("allies", dice=4)
    for verb, params in steps:
        before = Party(table=here.table, members=dict(here.members))
        here.try_(verb, **params)
        was, now = sums(before), sums(here)
        if here.was_refused:
            assert now == was, "what is refused changes nothing"
            continue
        wanted = expected(here, here.done, before)
        assert {key: now[key] - was[key] for key in was} == wanted, (verb, params, here.lines)
        assert all(count >= 0 for count in now.values())
        for each in here.play.elements:
            assert all(0 <= each.dice[name] <= each.full[name] for name in each.full)
        assert all(0 <= each.used <= each.now <= each.full for each in here.play.allies)
        assert not [found for found in TABLE.problems(here.table.to_doc()) if found.level == "error"]


# ---- anything, on any table

WORDS = ("", "ada", "Moss", "nobody", "Thug 1", "thug 2", "allies", "Fear", "Dark", "[/]", "6/2/3", "x3", "physical",
         "1", "doom", "pain", "x" * 300)  # fmt: skip


def texts() -> st.SearchStrategy[str]:
    return st.sampled_from(WORDS)


def tables(schema: Schema, named: Schema) -> st.SearchStrategy[Any]:
    """Choices of each, or what a roll is put together of."""
    if isinstance(schema.get("additionalProperties"), dict):
        return st.dictionaries(texts(), values(schema["additionalProperties"], named, texts, tables), max_size=2)
    return st.dictionaries(st.sampled_from(["force", "net", "hold", "opposing"]), one(0, 1, 3), max_size=2)


@cache
def any_of(verb: str) -> st.SearchStrategy[Command | None]:
    schema = RULES.commands[verb].model_json_schema()
    named = schema.get("$defs", {})
    fields = {name: values(part, named, texts, tables) for name, part in schema["properties"].items()}
    needed = schema.get("required", [])
    made = st.fixed_dictionaries(
        {name: part for name, part in fields.items() if name in needed},
        optional={name: part for name, part in fields.items() if name not in needed},
    )

    def command(params: dict[str, Any]) -> Command | None:
        try:
            return RULES.command(verb, params)
        except ValidationError:
            return None

    return made.map(command)


def several(needed: dict[str, Any], **more: Any) -> st.SearchStrategy[Any]:
    return st.lists(st.fixed_dictionaries(needed, optional=more), max_size=2)


BIG = st.sampled_from([-1_000_000, -1, 0, 1, 3, 1_000_000])
NAME = st.sampled_from(["Thug 1", "thug 1", "Dark", "ada", "Moss", "", "allies"])
ELEMENT = st.fixed_dictionaries(
    {"name": NAME},
    optional={
        "dice": st.dictionaries(st.sampled_from(["physical", "mental", "x"]), BIG, max_size=2),
        "full": st.dictionaries(st.sampled_from(["physical", "x"]), BIG, max_size=2),
        "traits": st.lists(st.fixed_dictionaries({"text": NAME, "weight": BIG}), max_size=1),
        "against": st.lists(NAME, max_size=2),
        "pushes": BIG,
        "acted": BIG,
    },
)
HOSTILE = st.fixed_dictionaries(
    {},
    optional={
        "span": st.sampled_from(["", "scene", "conflict", "x"]),
        "round": BIG,
        "stakes": st.sampled_from(["", "deadly", "x"]),
        "phase": st.sampled_from(["", "gm"]),
        "elements": st.lists(ELEMENT, max_size=2),
        "allies": several({"name": NAME}, full=BIG, now=BIG, used=BIG),
        "strikes": several({"target": NAME, "by": NAME, "kind": NAME, "amount": BIG}, blocked=BIG),
        "conditions": several({"name": NAME, "challenge": BIG, "goal": BIG}),
        "clocks": several({"name": NAME, "total": BIG, "filled": BIG}),
        "made": several({"seat": NAME, "target": NAME, "counted": BIG}),
        "asks": several({"what": NAME, "kind": NAME}),
    },
)  # fmt: skip


@settings(max_examples=tries(120), deadline=None)
@given(
    play=HOSTILE,
    commands=st.lists(st.sampled_from(sorted(RULES.commands)).flatmap(any_of), min_size=1, max_size=4),
    reason=st.sampled_from([None, "so we like it"]),
)
def test_any_act_on_any_table_ends_in_an_outcome(
    play: dict[str, Any], commands: list[Command | None], reason: str | None
) -> None:
    members = party("ada", "Moss", span="conflict", conflict=1, round=1, stakes="minor").members
    seats = [{"id": "ada", "name": "Ada"}, {"id": "Moss", "name": "Moss"}]
    table: Table = RULES.of({"format": 1, "game": "saga-table", "name": "T", "seats": seats, "play": play})
    assert TABLE.problems(table.to_doc()) is not None and TABLE.sheet(table.to_doc())
    for command in filter(None, commands):
        done = command
        if isinstance(command, PartyCommand):
            asked = command.seen(table, members)
            out = asked.left_out(table, members)
            parts = {part.who: part.command for part in asked.parts(table, members) if part.who not in out}
            outcomes = {}
            for who_, part in parts.items():
                count = part.draws(members[who_]).needed
                outcomes[who_] = perform(SAGA, members[who_], part, seeded(1)(count), reason)
            done = asked.told(table, outcomes)
        count = done.draws(table).needed
        assert count <= 20_000
        outcome = perform(RULES, table, done, seeded(2)(count), reason)
        assert outcome.text
        if outcome.refused:
            assert outcome.after is table and outcome.problems
        assert same(apply(table.to_doc(), outcome.changes), outcome.after.to_doc())
        assert same(apply(outcome.after.to_doc(), invert(outcome.changes)), table.to_doc())
        table = outcome.after
