"""Drives, Spark and growth, gear in play (DRV, SPK, GER)."""

from __future__ import annotations

from typing import Any

import pytest

from saga_tui.games.saga.rules import budget, derive, state
from saga_tui.games.saga.rules.character import Character, Purchase
from saga_tui.games.saga.rules.commands.rolls import remembered
from tests.games.saga.rules.heroes import BASE, act, at, do, found, hero, made, no


def driven(character: Character) -> tuple[int, ...]:
    return state.drive_tokens(character)


# ---- drives


@pytest.mark.rule("DRV-1", "DRV-2")
def test_the_chapters_token_goes_on_one_drive_or_clears_a_doom_step() -> None:
    between = hero(span="saga", doom=3, drive_tokens=[0, 0, 0])
    assert driven(do(between, "start-chapter", drive=2)) == (0, 0, 1)
    instead = do(between, "start-chapter", drive=-1)
    assert driven(instead) == (0, 0, 0) and at(instead).doom == 2
    assert no(hero(span="saga"), "start-chapter", drive=-1).rule == "DRV-2"


@pytest.mark.rule("DRV-2", "DOM-2")
def test_acting_in_accord_brings_a_token_or_clears_the_highest_doom_step() -> None:
    character = hero(doom=3, drive_tokens=[1, 0, 0])
    token = do(character, "gain-drive", drive=0)
    assert driven(token) == (2, 0, 0) and at(token).doom == 3
    step = do(character, "gain-drive", drive=0, instead=True)
    assert driven(step) == (1, 0, 0) and at(step).doom == 2
    mixed = do(character, "gain-drive", drive=0, amount=3, instead=True)
    assert driven(mixed) == (3, 0, 0) and at(mixed).doom == 2
    assert no(hero(), "gain-drive", instead=True).rule == "DRV-2"
    assert no(hero(), "gain-drive", drive=3).rule == "DRV-1"


@pytest.mark.rule("DRV-8")
def test_the_gm_may_offer_any_number_of_drive_tokens() -> None:
    outcome = act(hero(), "gain-drive", drive=1, amount=2, who="GM", why="for letting him go")
    assert driven(outcome.after) == (0, 2, 0) and {change.rule for change in outcome.changes} == {"DRV-8"}
    assert outcome.text.endswith("(GM, for letting him go)")


@pytest.mark.rule("DRV-3", "SPK-1")
def test_drive_tokens_add_2_dice_each_and_a_success_brings_1_spark_never_more() -> None:
    character = hero(drive_tokens=[3, 0, 0])
    won = do(character, "roll", *[5] * 10, 1, skill="weaponry", drive=0, drive_tokens=3, opposing=1)
    assert at(won).roll is not None and at(won).roll.dice == 10  # type: ignore[union-attr]
    assert driven(won) == (0, 0, 0) and at(won).spark == 1
    tie = do(character, "roll", skill="weaponry", drive=0, drive_tokens=1, net=0)
    assert at(tie).spark == 1 and driven(tie) == (2, 0, 0)
    lost = do(character, "roll", skill="weaponry", drive=0, drive_tokens=3, net=-1)
    assert at(lost).spark == 0
    assert at(do(character, "roll", skill="weaponry", net=4)).spark == 0
    assert no(character, "roll", skill="weaponry", drive=0, drive_tokens=4, net=1).rule == "DRV-3"
    assert driven(do(character, "spend-drive", drive=0, amount=2)) == (1, 0, 0)
    assert no(character, "spend-drive", drive=1).rule == "DRV-3"


@pytest.mark.rule("DRV-3", "DRV-5")
def test_several_drives_may_matter_on_one_roll_and_bring_one_spark() -> None:
    character = hero(drive_tokens=[2, 0, 2])
    both = [{"drive": 0, "tokens": 1}, {"drive": 2, "tokens": 2}]
    won = do(character, "roll", *[5] * 10, skill="weaponry", drives=both)
    assert driven(won) == (1, 0, 0) and at(won).spark == 1
    assert at(won).roll is not None and at(won).roll.driven == 3  # type: ignore[union-attr]
    assert no(won, "gain-drive", drive=1, for_roll=True).rule == "DRV-5"
    mixed = do(character, "roll", *[1] * 8, skill="weaponry", drive=0, drive_tokens=1, drives=both[:1])
    assert driven(mixed) == (0, 0, 2)
    assert no(character, "roll", skill="weaponry", drives=[*both, both[1]], net=1).code == "short-drive"
    habit = remembered(hero(drive_tokens=[3, 0, 1], habits=at(won).habits), "weaponry")
    assert habit.plan.driving == {0: 1, 2: 1}


@pytest.mark.rule("DRV-4")
def test_acting_against_a_drive_loses_a_token_and_never_below_zero() -> None:
    character = do(hero(drive_tokens=[2, 1, 0]), "lose-drive", drive=0)
    assert driven(character) == (1, 1, 0)
    assert driven(do(character, "lose-drive", drive=2)) == (1, 1, 0)


@pytest.mark.rule("DRV-5")
def test_a_roll_that_spends_drive_tokens_gains_none() -> None:
    spent = do(hero(drive_tokens=[2, 0, 0]), "roll", skill="weaponry", drive=0, drive_tokens=1, net=1)
    assert no(spent, "gain-drive", drive=0, for_roll=True).rule == "DRV-5"
    assert driven(do(spent, "gain-drive", drive=0)) == (2, 0, 0)
    other = do(spent, "roll", skill="weaponry", net=1)
    assert driven(do(other, "gain-drive", drive=0, for_roll=True)) == (2, 0, 0)


@pytest.mark.rule("DRV-6")
def test_changing_a_drive_loses_its_tokens() -> None:
    character = do(hero(drive_tokens=[2, 5, 1]), "change-drive", drive=1, text="revenge")
    assert driven(character) == (2, 0, 1)
    assert character.story.drives == ("my little sister", "revenge", "the truth")


@pytest.mark.rule("DRV-7", "SPK-1", "DRV-2")
def test_fulfilling_a_drive_turns_its_tokens_to_spark_and_a_new_one_has_1() -> None:
    character = do(hero(drive_tokens=[2, 5, 1]), "fulfil-drive", drive=1, text="revenge")
    assert driven(character) == (2, 1, 1) and at(character).spark == 5
    assert character.story.drives[1] == "revenge"
    instead = do(hero(drive_tokens=[2, 5, 1], doom=2), "fulfil-drive", drive=1, text="revenge", instead=True)
    assert driven(instead) == (2, 0, 1) and (at(instead).spark, at(instead).doom) == (5, 1)
    assert no(hero(drive_tokens=[2, 5, 1]), "fulfil-drive", drive=1, instead=True).rule == "DRV-2"


@pytest.mark.rule("DRV-1")
def test_taking_a_drive_off_takes_its_tokens_with_it() -> None:
    assert driven(do(hero(drive_tokens=[2, 5, 1]), "write-drive", place=1, text="")) == (2, 1)


# ---- spark


@pytest.mark.rule("SPK-1", "SPK-3")
@pytest.mark.parametrize(
    ("answer", "left"), [("taken", 2), ("kept", 3), ("to-player", 2), ("to-player-rewarded", 3), ("rejected", 3)]
)
def test_an_offer_of_spark_goes_as_it_is_answered(answer: str, left: int) -> None:
    outcome = act(hero(spark=3), "offer", fact="my cousin is the mayor", answer=answer)
    assert at(outcome.after).spark == left and "my cousin is the mayor" in outcome.text
    assert no(hero(), "offer", answer=answer).rule == "SPK-3"
    assert at(do(hero(), "gain-spark", who="Mia")).spark == 1


GROWTH: list[tuple[dict[str, Any], int]] = [
    ({"buy": "asset", "asset": "force"}, 6),
    ({"buy": "asset", "asset": "grace"}, 4),
    ({"buy": "asset", "asset": "fortune"}, 5),
    ({"buy": "rank", "skill": "academia"}, 3),
    ({"buy": "rank", "skill": "weaponry"}, 3),
    ({"buy": "specialty", "skill": "weaponry", "name": "axes"}, 2),
    ({"buy": "trait", "name": "Faith"}, 5),
    ({"buy": "consequence", "name": "Scar"}, 2),
    ({"buy": "perk", "name": "Lucky"}, 3),
    ({"buy": "gear", "name": "Rope", "kind": "buff", "rating": 1}, 2),
    ({"buy": "gear", "name": "Gun", "kind": "buff", "rating": 3}, 6),
    ({"buy": "doom"}, 1),
]
SCAR = [{"name": "Scar", "points": {"permanent": 2, "lasting": 1}}]


def between(**play: Any) -> Character:
    return hero(**({"span": "saga", "scene": 0, "doom": 3, "consequences": SCAR} | play))


@pytest.mark.rule("SPK-4", "DOM-4")
@pytest.mark.parametrize(("bought", "price"), GROWTH)
def test_spark_buys_at_the_books_prices_and_a_purchase_taken_back_leaves_no_trace(
    bought: dict[str, Any], price: int
) -> None:
    character = between(spark=price)
    after = do(character, "buy", **bought)
    assert at(after).spark == 0 and after.advances[0].chapter == 1
    assert found(after, "error") == []
    poor = no(between(spark=price - 1), "buy", **bought)
    assert (poor.rule, poor.cost) == ("SPK-4", f"{price} Spark")
    back = do(after, "take-back", advance=0)
    assert back.advances == () and at(back).spark == price
    assert (at(back).doom, at(back).consequences) == (3, at(character).consequences)
    assert state.all_in_hand(back) == state.all_in_hand(character)


@pytest.mark.rule("SPK-4")
@pytest.mark.parametrize(("ranks", "price"), [(0, 3), (4, 3), (5, 4), (9, 4), (10, 5), (15, 6)])
def test_a_rank_costs_3_and_1_more_for_each_5_full_ranks(ranks: int, price: int) -> None:
    character = made(entered="as is", skills={"method": "points", "ranks": {"weaponry": ranks}}, finishing=[])
    assert budget.spark_price(character, Purchase(buy="rank", skill="weaponry")).total == price


@pytest.mark.rule("SPK-4")
def test_advances_are_bought_at_a_chapters_end_and_taken_back_until_the_next_starts() -> None:
    assert no(hero(spark=9), "buy", buy="trait", name="Faith").code == "when"
    early = made(play={"span": "saga", "spark": 9})
    assert no(early, "buy", buy="trait", name="Faith").code == "when"
    bought = do(between(spark=9), "buy", buy="trait", name="Faith")
    assert "Faith" in [text for text, _ in derive.traits(bought)]
    later = do(bought, "start-chapter", drive=0)
    assert no(later, "take-back", advance=0).code == "late"
    ended = do(later, "end-chapter")
    assert no(ended, "take-back", advance=0).code == "late"
    assert no(bought, "take-back", advance=3).code == "none"


@pytest.mark.rule("SPK-4")
def test_what_was_bought_after_a_purchase_taken_back_is_priced_anew() -> None:
    character = between(spark=20)
    for _ in range(2):
        character = do(character, "buy", buy="rank", skill="weaponry")
    assert at(character).spark == 20 - 3 - 4
    back = do(character, "take-back", advance=0)
    assert at(back).spark == 20 - 3 and derive.ranks(back, "weaponry").total == 5
    assert at(do(back, "take-back", advance=0)).spark == 20


@pytest.mark.rule("SPK-4")
def test_what_the_group_let_pass_is_not_paid_out_again() -> None:
    gift = do(between(spark=1), "buy", buy="trait", name="Faith", overrule="for the birthday")
    assert at(gift).spark == 0 and gift.rulings[0].reason == "for the birthday"
    assert at(do(gift, "take-back", advance=0)).spark == 1


@pytest.mark.rule("SPK-4", "AST-14")
def test_a_bought_asset_point_is_in_hand_and_goes_again_with_the_purchase() -> None:
    spent = between(spark=9, tokens={"force": 3})
    bought = do(spent, "buy", buy="asset", asset="force")
    assert (derive.rating(bought, "force").total, state.in_hand(bought, "force")) == (6, 4)
    assert state.in_hand(do(bought, "take-back", advance=0), "force") == 3


@pytest.mark.rule("SPK-4", "SKL-3", "PRK-4", "GER-1")
def test_growth_follows_the_rules_of_what_is_bought() -> None:
    rich = between(spark=99)
    assert no(rich, "buy", buy="specialty", skill="academia", name="occult").asked == "1 rank in Academia"
    assert no(rich, "buy", buy="perk", name="Relentless").rule == "PRK-4"
    assert no(rich, "buy", buy="perk", name="Nonsense").rule == "PRK-1"
    assert no(rich, "buy", buy="gear", name="Cannon", kind="buff", rating=4).code == "rating"
    assert no(rich, "buy", buy="asset").rule == "SPK-4"
    assert no(rich, "buy", buy="trait").rule == "SPK-4"
    assert no(rich, "buy", buy="consequence", name="Limp").code == "no-consequence"
    assert no(rich, "buy", buy="consequence", name="Scar", level="temporary").code == "level"
    assert no(between(spark=9, doom=0), "buy", buy="doom").rule == "DOM-4"
    undated = made(advances=[{"buy": "trait", "name": "Faith"}])
    assert [item.where for item in found(undated, "error", "SPK-4")] == [("advances", 0, "chapter")]


@pytest.mark.rule("SPK-4", "CSQ-1")
def test_of_a_consequence_the_heaviest_point_goes_first_or_the_one_that_is_named() -> None:
    first = do(between(spark=9), "buy", buy="consequence", name="scar")
    assert at(first).consequences[0].points == {"permanent": 1, "lasting": 1}
    assert (first.advances[0].name, first.advances[0].level) == ("Scar", "permanent")
    named = do(between(spark=9), "buy", buy="consequence", name="Scar", level="lasting")
    assert at(named).consequences[0].points == {"permanent": 2}


@pytest.mark.rule("DOM-4", "DOM-2")
def test_doom_steps_bought_off_are_always_the_highest() -> None:
    character = do(do(between(spark=2), "buy", buy="doom"), "buy", buy="doom")
    assert at(character).doom == 1 and [item.step for item in character.advances] == [3, 2]


# ---- gear


def owned(character: Character, key: str) -> derive.OwnedGear:
    return next(item for item in derive.gear(character) if item.key == key)


@pytest.mark.rule("GER-3")
def test_the_lucky_coin_without_academia_has_10_dice_as_the_book_says() -> None:
    tally = derive.gear_pool(made(), owned(made(), "lucky-coin"))
    assert tally.total == 10 and [term.amount for term in tally.terms] == [9, 1]
    plain = made(gear=[{"name": "Coin", "kind": "charm", "rating": 2}])
    assert derive.gear_pool(plain, owned(plain, "coin")).total == 6


@pytest.mark.rule("GER-4")
def test_the_flask_of_whisky_has_7_points_as_the_book_says() -> None:
    assert derive.gear_pool(made(), owned(made(), "flask-of-whisky")).total == 7
    for without, points in (([], 4), (["pain"], 5), (["fear"], 5), (["kismet"], 6), (["pain", "doubt", "fear"], 7)):
        kit = made(gear=[{"name": "Kit", "kind": "font", "rating": 2, "without": without}])
        assert derive.gear_pool(kit, owned(kit, "kit")).total == points


@pytest.mark.rule("GER-2", "GER-1")
@pytest.mark.parametrize("rating", [1, 2, 3])
def test_a_buff_adds_its_rating_in_dice_where_it_is_used(rating: int) -> None:
    character = made(
        gear=[{"name": "Sword", "kind": "buff", "rating": rating, "purpose": "attacks and blocks"}],
        play={"span": "scene", "chapter": 1, "scene": 1},
    )
    with_it = do(character, "roll", skill="weaponry", buffs=["sword"], net=1)
    assert at(with_it).roll is not None and at(with_it).roll.dice == 4 + rating  # type: ignore[union-attr]
    assert at(do(character, "roll", skill="weaponry", net=1)).roll.dice == 4  # type: ignore[union-attr]


@pytest.mark.rule("GER-3")
def test_charm_dice_are_gone_once_used_and_help_no_excluded_skill() -> None:
    character = do(hero(), "roll", skill="weaponry", charm="lucky-coin", charm_dice=6, net=1)
    assert at(character).roll.dice == 10 and at(character).gear_used == {"lucky-coin": 6}  # type: ignore[union-attr]
    assert no(character, "use-charm", gear="lucky-coin", dice=5).left == "4 dice"
    assert derive.gear_left(do(character, "use-charm", gear="lucky-coin", dice=4), owned(hero(), "lucky-coin")) == 0
    assert no(hero(), "roll", skill="academia", charm="lucky-coin", charm_dice=1, net=1).rule == "GER-3"
    assert no(hero(), "use-charm", gear="flask-of-whisky", dice=1).code == "no-gear"


@pytest.mark.rule("GER-4")
@pytest.mark.parametrize(
    ("kind", "amount", "points"), [("pain", 2, 2), ("fear", 1, 1), ("doubt", 3, 3), ("kismet", 2, 4)]
)
def test_a_font_heals_damage_for_1_point_and_kismet_for_2(kind: str, amount: int, points: int) -> None:
    kit = made(
        gear=[{"name": "Kit", "kind": "font", "rating": 3}],
        play={"span": "scene", "damage": dict.fromkeys(("pain", "doubt", "fear", "kismet"), 3)},
    )
    healed = do(kit, "use-font", gear="kit", kind=kind, amount=amount)
    assert at(healed).damage[kind] == 3 - amount and at(healed).gear_used == {"kit": points}


@pytest.mark.rule("GER-4")
def test_a_font_takes_off_a_temporary_point_for_3_and_heals_nothing_excluded() -> None:
    limp = [{"name": "Limp", "points": {"temporary": 2, "lasting": 1}}]
    character = do(hero(consequences=limp), "use-font", gear="flask-of-whisky", consequence=0)
    assert at(character).consequences[0].points == {"temporary": 1, "lasting": 1}
    assert at(character).gear_used == {"flask-of-whisky": 3}
    twice = no(
        hero(consequences=limp, gear_used={"flask-of-whisky": 2}),
        "use-font",
        gear="flask-of-whisky",
        consequence=0,
        amount=2,
    )
    assert (twice.cost, twice.left) == ("6 points", "5 points")
    hurt = hero(damage={"doubt": 2, "pain": 1})
    assert no(hurt, "use-font", gear="flask-of-whisky", kind="doubt").code == "excluded"
    assert no(hurt, "use-font", gear="flask-of-whisky", kind="pain", amount=2).code == "none"
    assert no(hurt, "use-font", gear="flask-of-whisky").code == "what"
    assert no(hurt, "use-font", gear="flask-of-whisky", kind="pain", consequence=0).code == "both"
    assert no(hurt, "use-font", gear="flask-of-whisky", consequence=4).rule == "GER-4"


@pytest.mark.rule("GER-1")
def test_pieces_of_the_same_name_have_pools_of_their_own() -> None:
    coins = [{"name": "Coin", "kind": "charm", "rating": 1}, {"name": "Coin", "kind": "charm", "rating": 2}]
    character = made(gear=coins, finishing=BASE["finishing"][2:], play={"span": "scene"})
    keys = [item.key for item in derive.gear(character)]
    assert len(set(keys)) == 2
    used = do(character, "use-charm", gear=keys[1], dice=5)
    assert [derive.gear_left(used, item) for item in derive.gear(used)] == [3, 1]
