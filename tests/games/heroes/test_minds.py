"""Computer players: what they see, what things are worth to them, how they decide and how well they play (H-AI)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from saga_tui.engine.contests import Standing, rounds, standings
from saga_tui.games.heroes import board, laws, play
from saga_tui.games.heroes.book import JARLS, PIECES
from saga_tui.games.heroes.commands import Attack, Begin, ByHand, Command, Go, Refused, Set, Steer, Take, TakeSeat
from saga_tui.games.heroes.commands import Standing as Stands
from saga_tui.games.heroes.game import GAME
from saga_tui.games.heroes.minds import COMPUTERS, choose
from saga_tui.games.heroes.minds.moves import Plan
from saga_tui.games.heroes.state import LEVELS, Level, Question, State
from saga_tui.games.heroes.told import deciding
from tests.examples import tries
from tests.games.heroes.staged import staged
from tests.games.heroes.test_saved import done, started


def decisions(seed: int, *levels: Level, until: int = 20, **switches: str) -> Iterator[tuple[State, Command]]:
    """Every state of a game of computer players, with what is decided there."""
    state = State(seed=seed)
    for name, value in switches.items():
        state = play.perform(state, Set(name=name, value=value)).state
    for hero, level in zip(("beowulf", "brunhild", "egil", "ragnar"), levels, strict=False):
        state = play.perform(state, TakeSeat(hero=hero, control="computer", level=level)).state
    state = play.perform(state, Begin()).state
    while (seat := play.asked(state)) and state.turn <= until:
        command = choose(state, seat, state.seats[seat].level, seed)
        yield state, command
        state = play.perform(state, command).state


GLORY = {"dragon": (6, 5), "drow": (3, 2), "ghost": (2, 2), "giant": (4, 3), "troll": (3, 3), "witch": (5, 4)}
"""What slaying one brings, as the ledger has it (H-GLORY-1)."""


@pytest.mark.rule("H-AI-11", "H-GLORY-1", "H-GLORY-2", "H-GLORY-3", "H-GLORY-4", "H-TAX-3", "H-END-2")
@pytest.mark.parametrize("seed", [1, 4])
def test_what_a_lone_computer_player_ends_with_is_worked_out_by_hand(seed: int) -> None:
    """It ends above the ledger's 40 to 50: deed by deed it gains no more than the ledger gives for it."""
    state, beaten, joined = State(seed=seed), list[tuple[int, str]](), ""
    for command in (TakeSeat(hero="egil", control="computer", level="hard"), Begin()):
        state = play.perform(state, command).state
    glory, luck, hoard = 0, 3, 0
    while play.asked(state):
        before, outcome = state, play.perform(state, choose(state, "egil", "hard", seed))
        state = outcome.state
        for one in outcome.events:
            if one.kind == "attack":
                beaten, joined = [], ""
            if one.kind in ("slain", "wounded") and one.hero != "egil":
                beaten.append((1 + (one.kind == "wounded"), one.counters[0]))
            if one.kind == "joined":
                joined, luck = one.counters[0], luck - 1
            if one.kind == "reward":
                at = one.what != "glory"
                gained = sum(GLORY[PIECES[key].kind][at] // times if PIECES[key].group == "monster"
                             else PIECES[key].combat // 2 // times for times, key in beaten)  # fmt: skip
                assert one.amount == (PIECES[joined].combat // 2 if joined else gained)
                glory, luck = glory + one.amount * (not at), luck + one.amount * at
            if one.kind == "tax":
                geofu = before.seats["egil"].rune == "geofu" or state.seats["egil"].rune == "geofu"
                assert 0 <= one.amount - board.tax(state, one.area) <= geofu
                hoard += one.amount
            glory -= one.amount if one.kind == "disgraced" else 0
            glory += one.amount if one.kind in ("thor", "odin") else 0
            luck = max(0, luck + {"luck": -one.amount, "loki": one.amount}.get(one.kind, 0))
            hoard += one.amount if one.kind in ("marks", "njord") and one.what in ("", "marks_die") else 0
    seat, jarls = state.seats["egil"], [PIECES[each.id].combat // 2 for each in state.jarls("egil")]
    carried = sum(each.marks for each in state.jarls("egil"))
    assert (seat.glory, seat.luck) == (glory, luck) and seat.hoard <= hoard and carried <= hoard
    counted = seat.hoard + 20 * ("brosung-necklace" in state.hero("egil").things)
    assert board.total(state, seat) == glory + counted // 10 + luck // 3 + sum(jarls) > 50


@pytest.mark.rule("H-AI-7", "H-TREAS-4", "H-SWORD-5")
def test_a_jarl_hands_his_hero_what_he_wants_and_trades_the_necklace() -> None:
    state = staged("egil", serving={"helgi": "egil"}, at={"fafnir": "finmark"})
    state.lairs["fafnir"] = "mail-coat"
    for one in ("egil", "helgi"):
        state.counters[one].moved = state.counters[one].stopped = True
    helgi, egil = state.counters["helgi"], state.counters["egil"]
    egil.sword, helgi.sword, helgi.things = "lovi", "gram", ("brosung-necklace",)
    helgi.stopped = False
    helgi.steps = 9
    for lending, wanted in (("no", [("trade", "")]), ("yes", [("lend", "brosung-necklace"), ("lend", "gram")])):
        now, found = state.copy(), list[tuple[str, str]]()
        now.switches["lending"] = lending
        while (command := choose(now, "egil", "hard", 1)).verb in ("trade", "lend"):
            found.append((command.verb, command.thing))
            now = play.perform(now, command).state
        assert sorted(found) == wanted
    egil.things, helgi.things = ("brosung-necklace",), ()
    assert choose(state, "egil", "hard", 1).verb not in ("trade", "lend")  # on the hero it counts for 20 marks


# ---- what they see


def twin(state: State) -> tuple[State, dict[str, str]]:
    """The same game to all who play it, with other jarls face down and other things under dragons; the jarls' ids."""
    other, named = state.copy(), {}
    down = [key for key in JARLS if not state.counters[key].up and state.counters[key].at not in ("pile", "dead")]
    pile = [key for key in JARLS if state.counters[key].at == "pile"]
    for one, two in zip(down, [*down[1:], *pile[:1], *down[:1]], strict=False):
        other.counters[two].at, named[one] = state.counters[one].at, two
    if down and pile:
        other.counters[down[0]].at = "pile"
        named[down[-1]] = pile[0]
        other.counters[pile[0]].at = state.counters[down[-1]].at
    treasures = [*state.lairs.values()]
    other.lairs = dict(zip(state.lairs, [*treasures[1:], *treasures[:1]], strict=True))
    return other, named


@pytest.mark.rule("H-AI-1", "H-INFO-1", "H-INFO-2")
def test_what_lies_hidden_changes_no_decision() -> None:
    looked = 0
    for state, command in decisions(3, "hard", "normal", "easy", until=9):
        if state.fight is None and "" not in state.lairs.values():
            other, named = twin(state)
            seat = play.asked(state)
            found = choose(other, seat, state.seats[seat].level, 3)
            target = named.get(command.target, command.target)
            assert (found.verb, found.counter, found.areas, found.counters, found.target) == (
                command.verb, command.counter, command.areas, command.counters, target
            )  # fmt: skip
            looked += bool(named)
    assert looked > 50


@pytest.mark.rule("H-AI-1", "H-STATE-1")
@pytest.mark.parametrize("preset", ["1.22", "board"])
def test_every_decision_is_legal_and_the_same_again(preset: str) -> None:
    one = list(decisions(5, "easy", "normal", "hard", preset=preset))
    for state, command in one[::7]:
        seat = play.asked(state)
        assert choose(state.copy(), seat, state.seats[seat].level, 5) == command
    assert {"go", "attack", "done", "luck", "recruit", "reward", "pray", "death"} <= {
        command.verb for _, command in one
    }  # fmt: skip


# ---- what things are worth


@pytest.mark.rule("H-AI-2", "H-AI-3", "H-AI-4", "H-AI-5")
@pytest.mark.parametrize("level", LEVELS)
def test_a_fight_is_worth_its_gains_and_losses_by_their_exact_chances(level: Level) -> None:
    state = staged("egil", phase="fight", serving={"kari": "egil"}, at={"svinafell": "trondheim"})
    state.seats["egil"].glory = 1
    plan = Plan(state, "egil", level, 0)
    egil, kari, troll = (state.counters[key] for key in ("egil", "kari", "svinafell"))
    left, point, care = 19, 1 / 3 + 0.35 * 19 / 20, 0.6 if level == "easy" else 1
    total = 1 + 3 // 3 + 4 // 2  # glory, luck, the jarl
    hero = [care * each for each in (total + 1.5 * left - 0.9 * 1.5 * left + 0.5, 0.2 + 0.1 * left, 1 + 0.3)]
    jarl = [2 + 0.05 * 4 * left + 0.6 * 2, 2 + 0.05 * 4 * left, 0.2]

    def expected(difference: int, lost: list[float], cap: int) -> float:
        won = [0.0, 1.0, 3.0]  # glory for a troll wounded, slain

        def by(luck: int) -> float:
            chances = [float(each) for each in laws.odds(difference, luck)]
            return sum(map(float.__mul__, chances, [*(-each for each in lost), 0.0, *won])) - point * luck

        return max(map(by, range(cap + 1)))

    cap = {"easy": 0, "normal": 3, "hard": 3}[level]  # three points are all there is
    assert plan.fight([egil], troll, "trondheim") == pytest.approx(expected(0, hero, cap) + 0.06)
    assert plan.fight([kari], troll, "trondheim") == pytest.approx(expected(-1, jarl, cap))
    both = [one + two for one, two in zip(hero, jarl, strict=True)]
    assert plan.fight([egil, kari], troll, "trondheim") == pytest.approx(expected(4, both, cap) + 0.06)


@pytest.mark.rule("H-AI-4", "H-AI-5", "H-GOD-2", "H-SWORD-3")
def test_jarls_to_recruit_swords_and_favours_count() -> None:
    state = staged("egil", "ragnar", phase="fight", at={"hrap": "trondheim"})
    state.counters["horsa"].at = "trondheim"

    def worth(target: str, **changed: Any) -> float:
        other = state.copy()
        for name, value in changed.items():
            setattr(other.counters["egil"] if name in ("sword", "hail") else other.seats["egil"], name, value)
        aimed = other.counters[target]
        return Plan(other, "egil", "normal", 0).fight([other.counters["egil"]], aimed, "trondheim")

    for target in ("hrap", "horsa", "ragnar"):
        assert worth(target, sword="gram") > worth(target, sword="hrunting") > worth(target) > worth(target, hail=1)
    assert worth("horsa") > worth("horsa", luck=0)  # nobody joins for nothing
    assert worth("ragnar", odin=True) > worth("ragnar")
    assert 0.1 < worth("hrap", sword="gram") - worth("hrap", sword="gram", rune="ing") < 0.8  # a first rune
    aided = state.copy()
    aided.counters["kari"].at, aided.counters["kari"].up, aided.counters["kari"].master = "trondheim", True, "ragnar"
    plan = Plan(aided, "egil", "normal", 0)
    assert plan.fight([aided.counters["egil"]], aided.counters["ragnar"], "trondheim") < worth("ragnar")


# ---- how they decide


def moved(state: State, level: Level = "normal") -> Command:
    return choose(state, state.whose, level, 0)


@pytest.mark.rule("H-AI-6", "H-AI-7")
def test_heroes_go_where_most_can_be_won_and_jarls_with_them_or_where_they_hold_something() -> None:
    alone = staged("egil")
    alone.counters["horsa"].at = "agdar"
    assert moved(alone) == Go(counter="egil", areas=("hordaland", "agdar"))  # a jarl to recruit
    held = staged("egil", serving={"kari": "egil"}, at={"egil": "agdar", "kari": "vester-gotland"})
    held.counters["egil"].moved, held.kingdoms["vester-gotland"] = True, "egil"
    held.iced = ("agdar",)
    assert moved(held).verb == "done"  # the jarl holds the country
    held.kingdoms.clear()
    held.iced = ("agdar", "vester-gotland")
    assert moved(held).verb == "go"
    thing = staged("egil")
    thing.counters["egil"].moved, thing.ground["trondheim"] = True, ("gram", "mail-coat")
    for taken in ("gram", "mail-coat"):
        assert moved(thing) == Take(counter="egil", thing=taken) and moved(thing) in play.legal(thing)
        thing = play.perform(thing, moved(thing)).state


@pytest.mark.rule("H-AI-6", "H-WOUND-3")
def test_a_wounded_hero_goes_home_and_rests_there() -> None:
    away = staged("egil", at={"egil": "agdar"})
    away.seats["egil"].wounded = True
    away.iced = ("agdar", "trondheim", "finmark", "upland", "hordaland", "romeirt", "jamtland")
    assert moved(away).areas[-1] == "trondheim"
    away.counters["egil"].at = "trondheim"
    assert moved(away).verb == "done"
    away.phase, away.iced = "fight", ()
    assert moved(away).verb == "done"  # no country is worth his rest
    away.seats["egil"].wounded = False
    assert moved(away) == Attack(counters=("egil",), target="country")


@pytest.mark.rule("H-AI-8", "H-FIGHT-3")
def test_the_best_attack_comes_first_and_a_duty_is_done_where_nothing_else_is_worth_it() -> None:
    state = staged("egil", phase="fight", at={"hall": "trondheim", "fafnir": "trondheim", "hrap": "trondheim"})
    state.iced = ("trondheim",)
    assert moved(state).target == "hrap"  # a ghost, and a rune
    state.counters["hrap"].at = state.counters["hall"].at = "pile"
    assert moved(state) == Attack(counters=("egil",), target="fafnir")  # there is no way round
    state.counters["egil"].attacked = ("fafnir",)
    assert moved(state).verb == "done"


@pytest.mark.rule("H-AI-9", "H-AI-10")
@pytest.mark.parametrize(
    ("question", "easy", "normal"),
    [
        (Question("aid", "egil", among=("kari",)), {"counters": ()}, {"counters": ("kari",)}),
        (Question("turn", "egil"), {"yes": True}, {"yes": True}),
        (Question("pray", "egil"), {"yes": True}, {"yes": True}),
        (Question("recruit", "egil", counter="horsa"), {"yes": False}, {"yes": True}),
        (Question("recruit", "egil", counter="ivar"), {"yes": True}, {"yes": True}),
        (Question("loot", "egil", among=("kari", "egil")), {"counter": "egil"}, {"counter": "egil"}),
        (Question("reward", "egil", glory=2, luck=2), {"kind": "glory"}, {"kind": "glory"}),
        (Question("reward", "egil", glory=0, luck=1), {"kind": "luck"}, {"kind": "luck"}),
        (Question("lose", "egil", glory=-2, luck=-2), {"kind": "glory"}, {"kind": "glory"}),
        (Question("death", "egil", among=("kari",)), {"choice": "anew"}, {"choice": "anew"}),
    ],
)
def test_questions_are_answered(question: Question, easy: dict[str, Any], normal: dict[str, Any]) -> None:
    state = staged("egil", serving={"kari": "egil"})
    state.questions = [question]
    for level, expected in (("easy", easy), ("normal", normal), ("hard", normal)):
        found = choose(state, "egil", level, 0)
        assert {name: getattr(found, name) for name in ("verb", *expected)} == {"verb": question.kind, **expected}


@pytest.mark.rule("H-AI-9")
def test_little_luck_left_rather_luck_is_taken_and_at_the_end_the_total_is_kept() -> None:
    state = staged("egil", serving={"kari": "egil"})
    state.questions, state.seats["egil"].luck = [Question("reward", "egil", glory=2, luck=2)], 1
    assert choose(state, "egil", "normal", 0).kind == "luck"
    state.turn = 18
    assert choose(state, "egil", "normal", 0).kind == "glory"
    state.questions, state.seats["egil"].glory = [Question("death", "egil", among=("kari",))], 9
    assert choose(state, "egil", "normal", 0).choice == "withdraw"
    state.questions = [Question("lose", "egil", glory=-2, luck=-2)]  # as a fight asks
    assert choose(state, "egil", "normal", 0).kind == "luck"
    assert deciding(state)[1] == "lose 2 glory or 2 luck"


@pytest.mark.rule("H-AI-9", "H-AI-10", "H-LUCK-2")
def test_luck_goes_against_the_difference_as_far_as_the_level_spends_it() -> None:
    state = staged("egil", "ragnar", phase="fight", at={"hogshead": "trondheim"})
    state.seats["egil"].luck = state.seats["ragnar"].luck = 20
    fight = play.perform(state, Attack(counters=("egil",), target="hogshead")).state
    spent = {level: choose(fight, "egil", level, 0).points for level in LEVELS}
    assert spent["easy"] == 0 < spent["normal"] <= 3 < spent["hard"] <= 9
    duel = play.perform(state, Attack(counters=("egil",), target="ragnar")).state
    duel = play.perform(duel, Command("luck", points=3)).state
    assert play.asked(duel) == "ragnar" and choose(duel, "ragnar", "hard", 0).points >= 2


@pytest.mark.rule("H-AI-1", "H-INFO-1", "H-LUCK-2")
def test_luck_named_in_secret_is_not_seen_by_those_who_answer_it() -> None:
    def answers(bids: str) -> set[int]:
        state = staged("egil", "ragnar", phase="fight")
        state.switches["luck_bids"] = bids
        state.seats["egil"].luck = state.seats["ragnar"].luck = 9
        duel = play.perform(state, Attack(counters=("egil",), target="ragnar")).state
        bid = (play.perform(duel, Command("luck", points=points)).state for points in range(6))
        return {choose(one, "ragnar", "hard", 0).points for one in bid}

    assert len(answers("secret")) == 1 < len(answers("attacker-first"))


@pytest.mark.rule("H-AI-9", "H-FLEE-1")
def test_the_beaten_are_put_to_flight_far_from_home_and_monsters_left() -> None:
    for target, far in (("ragnar", True), ("hogshead", False)):
        state = staged("egil", "ragnar", phase="fight", at={"hogshead": "trondheim"})
        state.seats["egil"].luck = state.seats["ragnar"].luck = 0
        dice = ByHand(6 if far else 5, picks=())
        state.counters["egil"].sword = "" if far else "gram"
        fled = play.perform(state, Attack(counters=("egil",), target=target), dice).state
        assert fled.questions[-1].kind == "flee"
        assert len(choose(fled, "egil", "normal", 0).areas) == (4 if far else 0)


@pytest.mark.rule("H-AI-10")
def test_the_hard_keep_away_from_those_who_could_reach_them_and_the_easy_have_whims() -> None:
    state = staged("egil", "ragnar", serving={"kari": "ragnar", "ivar": "ragnar"}, at={"ragnar": "hordaland"})
    areas = ("trondheim", "finmark")
    hard, normal = (Plan(state, "egil", level, 0) for level in ("hard", "normal"))
    less = [normal.worth([normal.hero], area) - hard.worth([hard.hero], area) for area in areas]
    assert all(one > 0.1 for one in less)
    state.order = ("ragnar", "egil")  # they have moved, and stand elsewhere
    hard = Plan(state, "egil", "hard", 0)
    assert hard.worth([hard.hero], "finmark") == normal.worth([normal.hero], "finmark")
    duel = [Plan(state, "egil", level, 0).gains([state.hero("egil")], state.hero("ragnar"), unknown=False)
            for level in ("hard", "normal")]  # fmt: skip
    assert [2 * one for one in duel[0]] == [*duel[1]] == [0.5, 1.8, 3.5]  # the hard leave duels to others
    whims = {choose(staged("egil"), "egil", "easy", chance) for chance in range(8)}
    assert len(whims) > 1 and len({choose(staged("egil"), "egil", "hard", chance) for chance in range(8)}) == 1


# ---- how well they play


def best(*levels: str, daily: int, games: int) -> dict[str, Standing]:
    assert GAME.contest is not None
    return {each.level: each for each in standings(list(rounds(GAME.contest, levels, tries(games, daily), 11, {})))}


@pytest.mark.rule("H-AI-11")
def test_the_hard_beat_chance_and_the_easy() -> None:
    assert best("hard", "random", daily=2, games=100)["hard"].share >= 0.95
    assert best("hard", "easy", daily=8, games=100)["hard"].share >= 0.75


@pytest.mark.rule("H-AI-11")
@pytest.mark.skipif(tries(1, 0) == 0, reason="two hundred games each: EXAMPLES=all")
@pytest.mark.parametrize(
    ("one", "two", "bar"), [("hard", "normal", 0.55), ("normal", "easy", 0.6), ("hard", "easy", 0.7)]
)
def test_two_of_a_level_beat_two_of_the_next(one: str, two: str, bar: float) -> None:
    assert best(one, one, two, two, daily=0, games=200)[one].share >= bar


# ---- in a saved game


@pytest.mark.rule("H-AI-1", "H-SET-1")
def test_the_computer_plays_on_until_a_person_must_decide() -> None:
    saved = started(computer="beowulf")
    while play.asked(saved.state) != "beowulf":
        saved = done(saved, "done").after
    first = done(saved, "let-computer")
    assert not first.refused and play.asked(first.after.state) == "egil"
    refused = done(first.after, "let-computer")
    assert refused.refused and refused.problems[0].message == "No computer player has to decide now"
    whole = done(first.after, "control", hero="egil", control="computer", level="hard").after
    said, commands = list[str](), 0
    while whole.state.phase != "over":
        outcome = done(whole, "let-computer")
        assert outcome.after.state.turn > whole.state.turn or outcome.after.state.phase == "over"
        whole, said, commands = outcome.after, [*said, *(line.text for line in outcome.lines)], commands + 1
    assert commands > 10  # about one a turn
    assert COMPUTERS.decision(whole.state) is None
    placed = next(place for place, text in enumerate(said) if "ace down appears in" in text)
    assert placed < next(place for place, text in enumerate(said) if text.endswith(" is turned up"))  # as it came


@pytest.mark.rule("H-STATE-5")
def test_standing_answers_are_given_and_told() -> None:
    state = staged("egil", phase="fight")
    state.counters["horsa"].at = "trondheim"
    for question, answer in (("luck", "2"), ("recruit", "yes"), ("reward", "luck"), ("pray", "no")):
        state = play.perform(state, Stands(hero="egil", question=question, answer=answer)).state
    outcome = play.perform(state, Attack(counters=("egil",), target="horsa"), ByHand(4))
    assert outcome.state.seats["egil"].luck == 3 - 2 - 1 + 1 and not outcome.state.questions
    assert [event.what for event in outcome.events if event.kind == "stood"] == [
        "luck", "recruit", "reward", "pray"
    ]  # fmt: skip
    for answer in ("10x", "all", "maybe"):
        with pytest.raises(Refused) as no:
            play.perform(state, Stands(hero="egil", question="luck", answer=answer))
        assert no.value.rule == "H-STATE-5"
    asked_again = play.perform(state, Stands(hero="egil", question="luck")).state
    assert play.perform(asked_again, Attack(counters=("egil",), target="horsa")).state.questions[-1].kind == "luck"
    assert play.perform(state, Steer(hero="egil", control="computer", level="hard")).state.seats["egil"].level == "hard"


@pytest.mark.rule("H-MOVE-4", "H-MOVE-6")
def test_who_took_something_up_at_sea_goes_nowhere_though_njord_would_carry_him() -> None:
    state = staged("egil", serving={"kari": "egil"}, at={"egil": "north-sea-1"})
    state.seats["egil"].aid, state.ground["north-sea-1"] = 1, ("gram",)
    assert {one.counter for one in play.legal(state) if one.verb == "go"} == {"egil", "kari"}
    taken = play.perform(state, Take(counter="egil", thing="gram")).state
    assert {one.counter for one in play.legal(taken) if one.verb == "go"} == {"kari"}
