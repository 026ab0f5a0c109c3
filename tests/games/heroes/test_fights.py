"""Fights through the machine: the shared cases as data, then what no case says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from saga_tui.games.heroes import blows, laws, sides
from saga_tui.games.heroes.book import HEROES, JARLS, MONSTERS, PIECES
from saga_tui.games.heroes.commands import ByHand, Refused, Run, by_chance
from saga_tui.games.heroes.state import COUNTRY, DEAD, MARKS, PILE, Counter
from tests.games.heroes.stage import IDLE, Stage

Given = dict[str, Any]
FIELD = "rhineland"
OF_KIND = {piece.kind: key for key, piece in reversed(MONSTERS.items())}


def stage_of(names: list[str], **switches: str) -> Stage:
    """A stage with all heroes among these names, or Egil."""
    return Stage(*([name for name in names if name in HEROES] or ["egil"]), **switches)


# ---- the shared cases


def strength(given: Given) -> Given:
    rows = {side: given.get(side, []) for side in ("attack", "defence")}
    stage = stage_of([row["counter"] for each in rows.values() for row in each], **given.get("switch", {}))
    for side, mine in zip(rows, stage.state.seats, strict=False):
        for row in rows[side]:
            key = row["counter"]
            master = key if key in HEROES else mine if key in JARLS and rows[side][0]["counter"] in HEROES else ""
            things = tuple(row.get("treasures", ()))
            stage.put(key, FIELD, master=master, sword=row.get("sword", ""), things=things, hail=row.get("hail", 0))
            if "rune" in row:
                stage.seat(key).rune = row["rune"]
    for row in rows["defence"]:
        if row["counter"] not in HEROES:
            stage.put(row["counter"], FIELD)
    area = given.get("country", FIELD)
    for row in rows["attack"]:
        stage.counter(row["counter"]).at = area
    target = COUNTRY if "country" in given else rows["defence"][0]["counter"]
    stage.attack(*(row["counter"] for row in rows["attack"]), on=target, dice=(2,) * blows.casts(target))
    return {side: sum(part.amount for part in sides.open_parts(stage.state, side)) for side in laws.SIDES}


def spell(given: Given) -> Given:
    present = [name.split() for name in given.get("present", [])]
    stage = stage_of([words[0] for words in present] + [given.get("kingdom", "")])
    area = FIELD if given.get("area") != "sea" else "north-sea-1"
    caster = stage.put(OF_KIND[given["caster"]], area)
    if "kingdom" in given:
        stage.state.kingdoms[area] = given["kingdom"]
    for key, *more in present:
        if key == "caster":
            continue
        counter = stage.put(key, area)
        if more and more[0] == "of":
            counter.master = more[1]
        counter.up = more != ["face-down"]
    for hero in given.get("saves", {}):
        stage.seat(hero).rune = "sygil"
    glory = dict.fromkeys(stage.state.seats, 5)
    for hero, seat in stage.state.seats.items():
        seat.glory = glory[hero]
    dice = (given["die"], *([given["works"]] if "works" in given else []), *given.get("saves", {}).values())
    run = Run(stage.state, ByHand(*dice))
    out = blows.cast(run, caster.id, run.die("a spell"))
    cast = next(event for event in run.events if event.kind == "spell")

    def named(which: Callable[[Counter], object]) -> set[str]:
        return {"caster" if key == caster.id else key for key, each in stage.state.counters.items() if which(each)}

    wounded = {key for event in run.events if event.kind == "wounded" for key in event.counters}
    assert wounded == named(
        lambda each: each.at == PILE or (each.master == each.id and stage.seat(each.id).wounded)
    ) & {words[0] for words in present}
    return {
        "cast": cast.what or "none",
        "iced": area in stage.state.iced,
        "kingdom": stage.state.kingdoms.get(area, "none"),
        "hail": named(lambda each: each.hail == 1),
        "no_sea_next": named(lambda each: each.ban_next),
        "turns_lost": named(lambda each: each.lost == 1),
        "attackers_left": {key for key in given.get("attackers", []) if key not in out},
        "flee": named(lambda each: each.fled and each.at != area),
        "glory_lost": {hero: 5 - seat.glory for hero, seat in stage.state.seats.items() if seat.glory < 5},
        "wounded": wounded,
    }


NEEDED = {"none": 5, "defenders_flee": 6, "defenders_wounded": 7, "defenders_killed": 8}


def recruit(given: Given) -> Given:
    stage, key = Stage("egil", recruit_sees="result"), given["jarl"]
    stage.put(IDLE, PILE, master="")
    stage.put(key, FIELD, up=given["face"] == "up", hail=1)
    serving = [each for each in JARLS if each != key][: given["serving"] + (not given["hero_there"])]
    for each in serving:
        stage.put(each, "thule", master="egil")
    attacker = "egil" if given["hero_there"] else serving[0]
    fighter = stage.put(attacker, FIELD, master="egil")
    fighter.hail = PIECES[attacker].combat - PIECES[key].combat - 1  # two more than the jarl
    stage.seat("egil").luck = given["luck"]
    stage.attack(attacker, on=key)
    stage.does("luck", NEEDED[given["result"]] - 2, points=0)
    if stage.question != "recruit":
        return {"allowed": False}
    stage.does("recruit", yes=True)
    assert stage.counter(key).master == "egil" and stage.counter(key).recruited
    return {"allowed": True, "luck": stage.seat("egil").luck, "reward": stage.state.questions[-1].luck}


def recruit_odds(given: Given) -> Given:
    """A hero whose strength a sword makes up, against a jarl who is one of these."""
    stage = Stage("egil")
    stage.put("egil", FIELD, sword={5: "", 6: "balmung", 7: "gram"}[given["strength"]])
    for key in JARLS:
        stage.put(key, DEAD)
    wanted, jarls = sorted(given["unseen"]), sorted(JARLS.values(), key=lambda piece: piece.combat)
    for piece in jarls:
        if wanted and piece.combat == wanted[0]:
            stage.put(piece.id, FIELD if wanted == sorted(given["unseen"]) else PILE, up=False)
            wanted.pop(0)
            aimed = next(each.id for each in stage.state.there(FIELD) if each.id in JARLS)
    assert not wanted
    said = sides.forecast(stage.state, ["egil"], aimed, (given.get("luck", 0), 0))
    return {"beaten": str(sum(said.chances[laws.RESULTS.index("defenders_flee") :]))}


def mover(stage: Stage, given: Given) -> Counter:
    key = next(each for each in ("egil", *JARLS, *MONSTERS) if PIECES[each].move == given["move"])
    return stage.put(key, given["from"], banned=given.get("no_sea", False))


def flight(given: Given) -> Given:
    stage = Stage("egil")
    draws = ByHand(picks=tuple(given["picks"]))
    run = Run(stage.state, draws)
    blows.retreat(run, mover(stage, given))
    assert draws.over
    return {"areas": list(run.events[-1].areas)}


def flee_choice(given: Given) -> Given:
    stage = Stage("egil")
    try:
        blows.flight(Run(stage.state, by_chance), mover(stage, given), given["areas"])
    except Refused as refused:
        assert refused.rule == "H-FLEE-1"
        return {"legal": False}
    return {"legal": True}


def wound(given: Given) -> Given:
    stage = Stage("egil")
    seat = stage.seat("egil")
    seat.wounded, seat.maidens = given["wounded"], given["maidens"]
    dead = [blows.wound(Run(stage.state, by_chance), stage.counter("egil")) for _ in range(given["suffers"])][-1]
    assert dead == (stage.counter("egil").at == DEAD)
    return {"wounded": seat.wounded or dead, "maidens": seat.maidens, "dead": dead}


def duty(given: Given) -> Given:
    stage = Stage("egil")
    stage.put("egil", FIELD, out=given["lost_turn"], fled=given["fled"])
    monsters = list(MONSTERS)[: given["monsters_there"]]
    for key in monsters:
        stage.put(key, FIELD)
    if given["attacked_a_monster_there"]:
        stage.counter("egil").attacked = (monsters[0],)
    return {"open": sides.duty(stage.state, "egil")}


def rune(given: Given) -> Given:
    stage, key = Stage("egil"), OF_KIND[given["slain"]]
    stage.put("egil", "north-sea-1")
    stage.put(key, "north-sea-1", hail=9)
    seat = stage.seat("egil")
    seat.luck, seat.rune = 0, "" if given["has"] == "none" else given["has"]
    spells = (2,) * blows.casts(key)  # Is, which does nothing at sea
    stage.attack("egil", on=key, dice=(*spells, 6))
    learns = MONSTERS[key].kind in ("drow", "ghost", "witch") and not seat.rune
    stage.does("reward", *([given["die"]] * learns), kind="glory")
    assert stage.question == "pray"
    return {"rune": stage.seat("egil").rune or "none"}


def prayer(given: Given) -> Given:
    stage = Stage("egil")
    seat = stage.seat("egil")
    seat.rune = "" if given["rune"] == "none" else given["rune"]
    seat.luck, seat.hoard, seat.maidens = given["luck"], given["hoard"], given["maidens"]
    draws = ByHand(*given["dice"], picks=())
    run = Run(stage.state, draws)
    blows.pray(run, seat)
    assert draws.over
    due = [god for god in ("odin", "thor", "tyr") if getattr(seat, god)]
    found = {"noticed": any(event.kind == "noticed" for event in run.events), "luck": seat.luck, "hoard": seat.hoard}
    return found | {"maidens": seat.maidens} | ({"due": due[0]} if due else {})


def carry(given: Given) -> Given:
    """Marks of a slain jarl: Ragnar's Bjarki is slain by Egil and his Horsa, by Horsa alone, or by a country."""
    stage = Stage("ragnar" if given["by"] == "country" else "egil", "egil" if given["by"] == "country" else "ragnar")
    stage.put("bjarki", FIELD, master="ragnar", marks=given["slain_jarl_marks"], hail=3 * (given["by"] != "country"))
    stage.put("horsa", FIELD, master="egil", marks=given["jarl_marks"])
    stage.put("egil", FIELD if "hero" in given["by"] else "thule")
    stage.seat("egil").hoard = given["hoard"]
    for seat in stage.state.seats.values():
        seat.luck = 0
    if given["by"] == "country":
        stage.attack("bjarki", on=COUNTRY, dice=(1,))
    else:
        who = ["egil", "horsa"] if "hero" in given["by"] else ["horsa"]
        stage.attack(*who, on="bjarki", dice=(6,))
    assert stage.counter("bjarki").at == DEAD
    assert stage.question == ("lose" if given["by"] == "country" else "reward")
    return {"hoard": stage.seat("egil").hoard, "jarl_marks": stage.counter("horsa").marks}


def lair(given: Given) -> Given:
    """A dragon over 20 marks is slain."""
    stage = Stage("ragnar")
    stage.put("fafnir", FIELD, hail=11)
    stage.state.lairs["fafnir"] = MARKS
    stage.seat("ragnar").hoard, stage.seat("ragnar").luck = given["hoard"], 0
    killers = [name.split()[0] for name in given["killed_by"]]
    for key in killers:
        stage.put(key, FIELD, master="ragnar")
    stage.attack(*killers, on="fafnir", dice=(6,))
    assert stage.state.lairs["fafnir"] == ""
    jarls = {key: stage.counter(key).marks for key in killers if key not in HEROES and stage.counter(key).marks}
    return {"hoard": stage.seat("ragnar").hoard} | ({"marks": jarls} if jarls else {})


def fight(given: Given) -> Given:
    hero = given["attackers"][0]
    stage, area = Stage(hero), given.get("at", FIELD)
    target, *more = given["target"].split()
    stage.put(hero, area, sword=given["sword"])
    if target != COUNTRY:
        stage.put(target, area, up=not more)
    seat = stage.seat(hero)
    seat.luck, seat.glory = given["luck"], given["glory"]
    for god in given.get("due", ()):
        setattr(seat, god, True)
    draws = ByHand(*given["draws"], picks=tuple(given.get("picks", ())))
    stage.does("attack", draws=draws, counters=[hero], target=target)
    for words in map(str.split, given["answers"]):
        verb, first, *rest = words
        said: dict[str, Any] = {"yes": first == "yes"}
        if verb == "luck":
            said = {"points": int(first)}
        elif verb == "reward":
            said = {"kind": first}
        elif verb == "flee":
            said = {"counter": first, "areas": [area for area in rest if area != "nowhere"]}
        stage.does(verb, draws=draws, **said)
    assert draws.over and not stage.question and stage.state.fight is None
    seat = stage.seat(hero)
    sums = [laws.TABLE.result(event.numbers[-1]) for event in stage.told("sum")]
    result = [*sums, *(event.what for event in stage.told("turned"))][-1]
    due = [god for god in ("odin", "thor", "tyr") if getattr(seat, god)]
    return {
        "result": result, "glory": seat.glory, "luck": seat.luck, "rune": seat.rune, "due": (*due, "none")[0],
        "hail": stage.counter(hero).hail, "at": stage.counter(hero).at,
        "recruited": target in JARLS and stage.counter(target).recruited,
        "subdued": area if stage.state.kingdoms.get(area) == hero else "",
    }  # fmt: skip


KINDS: dict[str, Callable[[Given], Given]] = {
    each.__name__: each
    for each in (strength, spell, recruit, recruit_odds, flight, flee_choice, wound, duty, rune, prayer, fight)
}
BY_ID = {
    "carry-slain-by-hero": carry, "carry-slain-by-jarl": carry, "carry-slain-by-monster": carry,
    "lair-fifth-dragon-to-hero": lair, "lair-fifth-dragon-to-jarl": lair,
}  # fmt: skip


def prove(case: Given) -> None:
    """A shared case of these kinds, or one of these ids (`test_cases.py`)."""
    found = (BY_ID.get(case["id"]) or KINDS[case["kind"]])(case["given"])
    wanted = {
        key: set(value) if isinstance(value, list) and key != "areas" else value
        for key, value in case["expect"].items()
    }
    assert {key: value for key, value in found.items() if key in wanted} == wanted, case["rule"]
