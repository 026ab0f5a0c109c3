"""Every worked case of `cases.toml`, as data: its kind says what is asked of the rules."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from saga_tui.engine.document import Ask
from saga_tui.games.world.character import Campaign, Character, Condition, Harm
from saga_tui.games.world.play.clock import count
from saga_tui.games.world.play.state import AILS
from saga_tui.games.world.rules import odds
from saga_tui.games.world.rules.checks import spent
from saga_tui.games.world.rules.figures import ATTRIBUTES, TOLERANCES, Roll, figures
from saga_tui.games.world.rules.ruleset import RULES
from saga_tui.roll_under import Modifier
from tests.games.world.table import Table, harms, ill

CASES: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "cases.toml").read_text(encoding="utf-8"))["case"]
Given = Mapping[str, Any]
Found = dict[str, Any]


def command(**params: Any) -> Any:
    return RULES.command("test", params)


# ---- target numbers


def suffering(given: Given) -> Character:
    held = tuple(Condition(key=one["id"], number=one.get("value", 0)) for one in given.get("conditions", ()))
    ills = tuple(ill(one["id"], one["rank"]) for one in given.get("afflictions", ()))
    kinds = {kind: harms(*given.get(kind, ())) for kind in ("injuries", "traumas")}
    return Table(given.get("switches"), conditions=held, afflictions=ills, **kinds).one


def target(given: Given) -> Found:
    one, skill = suffering(given), given.get("roll", "perform")
    role, motivated = given.get("role", "own"), given.get("use_motivated", False)
    traits = ("attention",) if given.get("attention") else ()
    roll = Roll(skill, role, traits, given.get("action", ""), motivated)
    extra = [Modifier(row["value"], "told", row["type"]) for row in given.get("extra", ())]
    if skill in ATTRIBUTES:
        extra.remove(Modifier(2, "told", "untyped"))  # the program adds it by itself
    against = tuple(row["id"] for row in given.get("target_conditions", ()))
    attack = command(skill=skill, role=role, against=against, ranged=given.get("ranged", False))
    found = figures(one).target(roll, (*extra, *attack.further(one)))
    rank = found.terms[0].amount
    return {"tn": figures(one).scale.cut(found.total - rank + given["rank"])}


# ---- dice


def result(given: Given, expect: Given) -> Found:
    of = figures(Character(campaign=Campaign(switches=given.get("switches", {}))))
    if "winners" in expect:
        sides = given["attacker"], given["defender"]
        return {"winners": [of.scale.winner(sides[0], own, sides[1], other) for own, other in given["dice"]]}
    if "attacker" in given:
        sides = given["attacker"], given["defender"]
        return {"degrees": [of.scale.settled(sides[0], own, sides[1], other) for own, other in given["dice"]]}
    degrees = [of.scale.read(given["tn"], die) for [die] in given["dice"]]
    if "effects" in expect:
        row = of.actions[given["action"]]
        found = (AILS.outcome(of, row, degree) for degree in degrees)
        return {"effects": [list(one.effects) if one else [] for one in found]}
    table, said = Table(given.get("switches"), courage=0), []
    for [die] in given["dice"]:
        number = table.one.attributes["strength"] + 2
        told = table.do("test", die, skill="strength", modifier=given["tn"] - number, test="complex")
        said.append("Critical Success" in told)
    return {"degrees": degrees} | ({"critical_success": said} if "critical_success" in expect else {})


# ---- odds


def chances(given: Given, expect: Given) -> Found:
    of = figures(Character())
    if "goal" in expect:
        found = odds.fate(of, given["tn"], given["courage"], given["goal"], avert=given.get("avert", False))
        return {"goal": found.goal, "miss": found.missed, "critical": found.worst, "cost": found.cost}
    if given.get("nudges"):
        won = of.scale.opposed(given["attacker"], given["defender"], given["nudges"])
        return {"attacker": won, "defender": 1 - won}
    if "attacker" in expect:
        won = odds.law(of, "opposed", given["attacker"], given["defender"])["success"]
        return {"attacker": won, "defender": 1 - won}
    return dict(odds.law(of, given["test"], given.get("tn", given.get("attacker")), given.get("defender", 0)))


def chain(given: Given) -> Found:
    of = figures(Character())
    match given["chain"]:
        case "exhausted-hit":
            boosted = given["attack_rank"] + 4
            return dict(odds.exhausted_hit(of, boosted, given["resilience"]))
        case "bleeding-out" | "going-mad":
            return {"alive": odds.alive(of, given["tn"], given["rounds"])}
        case "recovery-days":
            return {"recovered": odds.recovered(given["days"])}
        case "therapy":
            number = target({"rank": given["resolve"], "roll": "resolve", "traumas": given["traumas"]})["tn"]
            gone, mean = odds.therapy(of.scale.success(number), given["score"], given["days"])
            return {"recovered": gone, "mean_days": mean}
        case "toxic":
            damage = odds.toxic(given["level"])
            return {"damage": [chance for _, chance in damage], "mean": damage.mean}
    table, key = Table(), given["affliction"]
    rank = figures(table.one).number(given["resistance"]).total
    training = table.one.training | {
        given["resistance"]: table.one.training[given["resistance"]] + given["rank"] - rank
    }
    one = table.one.model_copy(update={"training": training})
    assert odds.worst(figures(one), figures(one).afflictions[key]) == given["worst"]
    at = odds.at_rank(one, key, given["at"])
    number = figures(at).target(Roll(given["resistance"], "resistance")).total
    moves = odds.steps(figures(at), number, given["at"], figures(one).afflictions[key].max_rank)
    more = {"step_up": given["at"] + 1, "step_up_two": given["at"] + 2, "step_cured": 0}
    return {"cured": odds.cured(one, key, given["resistance"])[given["at"]]} | {
        name: moves.get(to) for name, to in more.items()
    }


# ---- play


def standing(before: Given) -> Table:
    play: dict[str, Any] = {key: before[key][0] for key in TOLERANCES if key in before}
    of_tolerance = {"exhausted": "stamina", "hopeless": "courage", "stressed": "attention"}
    worst = {("sallow-king", "hopeless"): "affliction:sallow-king"}
    ills = tuple(ill(one["id"], one["rank"]) for one in before.get("afflictions", ()))
    sources = {key: source for (of, key), source in worst.items() if any(one.key == of for one in ills)}
    held = tuple(Condition(key=key, ends="zero-left" if key == "exhausted" else "action",
                           source=sources.get(key, of_tolerance.get(key, "")))
                 for key in before.get("conditions", ()))  # fmt: skip
    injuries = (*harms(*before.get("injuries", ())),
                *(Harm(key=key, left=left) for key, left in before.get("recovery", {}).items()))  # fmt: skip
    traumas = tuple(Harm(key=key, left=left) for key, left in before.get("therapy", {}).items())
    table = Table(**play, conditions=held, afflictions=ills, injuries=injuries, traumas=traumas)
    maxima = table.one.maxima | {key: before[key][1] for key in TOLERANCES if key in before}
    training = table.one.training | {"resolve": before.get("resolve", 12) - 8}
    table.one = table.one.model_copy(update={"maxima": maxima, "training": training})
    return table


def happened(table: Table, event: Given) -> list[str]:
    """Does what the event says; gives what the program warned of."""
    asks = table.play.asks
    match next(iter(event)):
        case "damage":
            table.do("take-damage", tolerance=event["damage"], amount=event["amount"])
        case "spend" | "regain" as what:
            verb = "spend" if what == "spend" else "recover"
            found = table.see(verb, tolerance=event[what], amount=event["amount"])
            if found.refused:
                return [one.message for one in found.problems]
            table.one = found.after
        case "gain_injury":
            table.do("injury", which=event["gain_injury"], left=7)
        case "lose_injury":
            table.do("treat", what=event["lose_injury"], amount=7)
        case "endure" | "persevere" as what:
            ask = Ask(what=what, target=event.get("tn"))
            table.one = table.one.model_copy(update={"play": table.play.model_copy(update={"asks": (*asks, ask)})})
            table.do("roll-asked", event[what])
            if event.get("way_out"):
                table.do("way-out")
            elif table.play.thrown is not None and table.play.thrown.waits:
                table.do("accept-outcome")
            faces = {"hesitant": 1, "oblivious": 3, "withdrawn": 5, "bruised": 1, "broken": 3, "battered": 5}
            while table.play.asks:
                table.do("roll-asked", faces[event[table.play.asks[0].what]], 1, 1)
        case "confront":
            ask = Ask(what="confront-affliction", kind=event["confront"], target=event["tn"])
            table.one = table.one.model_copy(update={"play": table.play.model_copy(update={"asks": (*asks, ask)})})
            table.do("roll-asked", event["die"])
            if table.play.thrown is not None and table.play.thrown.waits:
                table.do("accept-outcome")
        case "edge":
            table.one = table.one.model_copy(update={"play": table.play.model_copy(update={"courage": 0})})
            table.do("pass-day", safe=event["safe"])
            for key, die in event.get("dice", {}).items():
                place = [one.kind for one in table.play.asks].index(key)
                table.do("roll-asked", die, what=RULES.names(table.one, "asked")[place])
    return []


def after(table: Table, wanted: Given) -> Found:
    of, play = figures(table.one), table.play
    found: Found = {
        **{key: [getattr(play, key), table.one.maxima[key]] for key in TOLERANCES},
        "maxima": {key: of.number(f"{key}-most").total for key in wanted.get("maxima", ())},
        "conditions": sorted(table.conditions),
        "injuries": [*table.held("injuries")], "traumas": [*table.held("traumas")],
        "afflictions": [{"id": one.key, "rank": one.rank} for one in play.afflictions],
        "recovery": table.held("injuries"), "therapy": table.held("traumas"),
    }  # fmt: skip
    return {key: found[key] for key in wanted}


def played(case: Given) -> tuple[Found, Found]:
    event, wanted = case["event"], dict(case["after"])
    if "count" in event:
        units = {"rounds in an Activity": ("round", "activity"), "Activities in a Period": ("activity", "period"),
                 "rounds in a day": ("round", "day")}  # fmt: skip
        return {"counts": [count(*units[one]) for one in event["count"]]}, wanted
    if "grit_limit" in event:
        limits = [
            command(skill="perform").bought_most(Table().one.model_copy(update={"training": {"perform": rank}}))
            for rank in event["training"]
        ]
        return {"limits": limits}, wanted
    if event.get("state") == "bleeding-out":
        return {"rolls": rounds_rolled(case["before"]["gained_in_round"], event["rounds"])}, wanted
    if event.get("condition") == "motivated":
        return {
            "ends_after_own_turn_of_round": [last_turn(case["before"]["round"], one) for one in event["gained"]]
        }, wanted
    table = standing(case["before"])
    said = happened(table, event)
    if "conditions" in wanted:
        wanted["conditions"] = sorted(wanted["conditions"])
    found = after(table, wanted)
    if "asks" in case:
        found["asks"], wanted["asks"] = table.asked, case["asks"]
    if "warns" in case:
        assert said and all(word in " ".join(said).casefold() for word in case["warns"][0].casefold().split()[-1:])
    return found, wanted


def rounds_rolled(gained: int, rounds: list[int]) -> list[bool]:
    """Whether the end of a round asks for the test against bleeding to death."""
    table, found = Table(), {}
    table.do("start-combat")
    for now in range(1, max(rounds) + 1):
        if now == gained:
            table.do("condition", what="bleeding-out")
        table.do("end-round")
        found[now] = "bleeding-out" in table.asked
        if found[now]:
            table.do("waive")
    return [found[one] for one in rounds]


def last_turn(now: int, when: str) -> int:
    """The round whose own turn ends Motivated."""
    table = Table()
    table.do("start-combat")
    for at in range(1, now + 4):
        if at == now and when == "before own turn":
            table.do("condition", what="motivated", number=2)
        table.do("start-turn")
        if at == now and when == "in own turn":
            table.do("condition", what="motivated", number=2)
        table.do("end-turn")
        if at >= now and "motivated" not in table.conditions and when != "after own turn":
            return at
        if at == now and when == "after own turn":
            table.do("condition", what="motivated", number=2)
        elif at > now and "motivated" not in table.conditions:
            return at
        table.do("end-round")
    raise AssertionError("it never ends")


# ---- sheets


def sheet(given: Given, expect: Given) -> Found:
    switches = dict(given.get("switches", {}))
    attributes = dict(given.get("attributes", {}))
    if "quick_build" in given:
        switches["quick_build"] = given["quick_build"]
        attributes = dict(zip(ATTRIBUTES, given["ranks"], strict=True))
    one = Character(attributes=attributes, training=given.get("training", {}), campaign=Campaign(switches=switches))
    of, found = figures(one), dict[str, Any]()
    if "ranks" in expect:
        found["ranks"] = {name: of.number(name).total for name in expect["ranks"]}
    if "maxima" in expect:
        found["maxima"] = {key: of.number(f"{key}-most").total for key in TOLERANCES}
    if "touched" in expect:
        touches = of.afflictions[given["affliction"]].attributes
        found["touched"] = sorted(key for key in of.skills if {*touches} & {*of.touched(key)})
        assert not any(row["maximum"] for key, row in figures_attributes().items() if key in touches)
    if "spent" in expect:
        found["spent"] = spent(of)[0]
    if "findings" in expect:
        problems = [one for one in RULES.problems(one) if one.rule in ("W-ENT-3", "W-ENT-6")]
        left = {"above-ten": "above ten", "left": f"{-(spent(of)[0] - 74)} points left"}
        found["findings"] = [f"{one.level} {left.get(one.code, str(one.where[-1]))}" for one in problems
                             if one.level != "unfinished" and one.where != ("training",)]  # fmt: skip
    return found


def figures_attributes() -> dict[str, dict[str, Any]]:
    from saga_tui.games.world import book

    return book.attributes()


KINDS: Mapping[str, Callable[[Given], tuple[Found, Found]]] = {
    "tn": lambda case: (target(case["given"]), dict(case["expect"])),
    "result": lambda case: (result(case["given"], case["expect"]), dict(case["expect"])),
    "odds": lambda case: (
        chain(case["given"]) if "chain" in case["given"] else chances(case["given"], case["expect"]),
        dict(case["expect"]),
    ),
    "play": played,
    "sheet": lambda case: (sheet(case["given"], case["expect"]), dict(case["expect"])),
}


def as_fractions(value: Any) -> Any:
    """Chances of the file as fractions."""
    if isinstance(value, str) and value.replace("/", "", 1).isdecimal():
        return Fraction(value)
    return [as_fractions(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_a_worked_case(case: dict[str, Any]) -> None:
    found, wanted = KINDS[case["kind"]](case)
    if case["kind"] == "odds":
        wanted = {name: as_fractions(value) for name, value in wanted.items()}
        found = {name: value for name, value in found.items() if name in wanted}
    assert found == wanted, case["how"]
