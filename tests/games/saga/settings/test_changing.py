"""Another setting, a switch of the group's own, a setting that is missing: what changes is said, kept, undone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from saga_tui.changes import Doc
from saga_tui.games import registry
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import budget, composing, creation, derive, state
from saga_tui.games.saga.rules.character import Character, Kept, Purchase, from_doc
from saga_tui.games.saga.rules.commands import command_of, perform
from saga_tui.games.saga.rules.commands.setting import ChangeSetting
from saga_tui.games.saga.rules.rolls import Plan
from saga_tui.games.saga.rules.setting import PLAIN, kept, title
from saga_tui.games.saga.settings import Shelf
from saga_tui.games.saga.table import Table
from saga_tui.store import Memory
from tests.games.saga.rules.heroes import act, at, do, made, no
from tests.games.saga.settings.test_shipped import setting_of
from tests.games.saga.settings.worlds import fighter, hero, keeping


def said(character: Character, verb: str, **params: Any) -> list[str]:
    return [line.text for line in act(character, verb, **params).lines]


# ---- the switches, both ways


@pytest.mark.rule("SET-1", "PRK-6")
def test_better_lucky_binds_the_perk_to_one_skill() -> None:
    plan = Plan(skill="weaponry", force=1)
    plain = hero("Better Lucky than Good", tokens={"force": 0})
    assert composing.standing_in(plain, plan) is not None
    assert creation.problems(plain) == creation.problems(do(plain, "set-switch", switch="better_lucky", value="any"))
    bound = do(plain, "set-switch", switch="better_lucky", value="one-skill")
    assert composing.standing_in(bound, plan) is None
    wanted = [item for item in creation.problems(bound) if item.rule == "PRK-4"]
    assert [item.message for item in wanted] == ["Better Lucky than Good needs a skill"]
    doc = bound.to_doc()
    doc["finishing"][-1]["skill"] = "weaponry"
    chosen = from_doc(doc)
    assert composing.standing_in(chosen, plan) is not None
    assert composing.standing_in(chosen, Plan(skill="athletics", force=1)) is None
    twice = {**doc, "finishing": [*doc["finishing"], {**doc["finishing"][-1], "skill": "athletics"}]}
    assert any(item.code == "twice" for item in creation.problems(from_doc(twice))), "it is taken once (PRK-4)"


@pytest.mark.rule("SET-1", "GER-3")
def test_a_lucky_charm_is_full_again_each_scene_or_each_chapter() -> None:
    used = hero(gear_used={"lucky-coin": 4})
    per_chapter = do(used, "set-switch", switch="lucky_charm_refresh", value="chapter")

    def left(character: Character) -> int:
        return derive.gear_left(character, derive.gear(character)[0])

    assert (left(used), left(per_chapter)) == (6, 6)
    after = [do(do(one, "end-scene"), "start-scene") for one in (used, per_chapter)]
    assert [left(one) for one in after] == [10, 6]
    new = do(do(do(after[1], "end-scene"), "end-chapter"), "start-chapter", drive=0)
    assert left(new) == 10


@pytest.mark.rule("SET-1", "CSQ-4")
def test_what_a_severe_conflict_leaves_stays_or_fades() -> None:
    plain = fighter(stakes="severe")
    fading = do(plain, "set-switch", switch="severe_consequences", value="fading")
    for character, level, after in ((plain, "permanent", {"permanent": 2}), (fading, "fading", {"fading": 1})):
        hurt = do(do(character, "consequence", name="Broken arm"), "consequence", name="Broken arm")
        assert at(hurt).consequences[0].points == {level: 2}
        ended = do(do(do(hurt, "end-conflict"), "end-scene"), "end-chapter")
        assert at(ended).consequences[0].points == after


@pytest.mark.rule("SET-1")
def test_a_switch_that_is_not_there_or_cannot_be_so_is_refused() -> None:
    problem = no(hero(), "set-switch", switch="better_lucky", value="scene")
    assert (problem.rule, problem.fix) == ("SET-1", "Set it to any or one-skill.")
    assert book.switch_names() == ("better_lucky", "lucky_charm_refresh", "severe_consequences")
    for name in book.switch_names():
        first, second = book.switch_values(name)
        changed = do(hero(), "set-switch", switch=name, value=second)
        assert getattr(derive.numbers(changed).switches, name) == second
        assert do(changed, "set-switch", switch=name, value=first).to_doc() == hero().to_doc(), "nothing is left behind"


# ---- changed while a campaign runs


def table(tmp_path: Path, doc: Doc) -> Table:
    layout = registry.layout("saga")
    memory = Memory.create(tmp_path, {**doc, "id": "change12"}, layout, stem="hero", now=lambda: "2026-01-02T20:00:00Z")
    return Table(memory)


@pytest.mark.rule("SET-1", "CSQ-4")
def test_a_switch_changed_in_play_says_what_it_changes_and_is_undone(tmp_path: Path) -> None:
    at_table = table(tmp_path, hero().to_doc())
    before = at_table.character
    preview = at_table.preview(command_of("set-switch", {"switch": "severe_consequences", "value": "fading"}))
    assert preview.text == "Severe consequences permanent → fading"
    assert at_table.character == before, "looking changes nothing"
    at_table.keep(preview)
    assert derive.numbers(at_table.character).switches.severe_consequences == "fading"
    event = next(iter(at_table.memory.history()))
    assert (event.do, event.text) == ("set-switch", "Severe consequences permanent → fading")
    at_table.undo()
    assert at_table.character == before
    at_table.redo()
    assert derive.numbers(at_table.character).switches.severe_consequences == "fading"
    at_table.memory.close()


@pytest.mark.rule("SET-1", "SET-2", "SKL-4")
def test_another_setting_says_all_that_it_changes_and_is_undone_whole(tmp_path: Path) -> None:
    at_table = table(tmp_path, hero().to_doc() | {"concept": {"name": "Ada"}})
    before = at_table.character
    outcome = at_table.do(ChangeSetting(setting=kept(setting_of("salt-crowns"))))
    lines = {line.text for line in outcome.lines}
    assert lines >= {
        "setting: Plain Saga → Salt Crowns",
        "Skill X: Skill X → Sorcery",
        "assets priority ratings 5, 3, 1 → 6, 4, 2",
        "finishing points 12 → 14",
        "perk Panther Step is now available",
        "Force 5 → 6",
        "Pain threshold 4 → 5",
        "End of the Doom Track 8 → 10",
    }
    assert all(line.rule for line in outcome.lines)
    after = at_table.character
    assert (title(after), after.concept.setting) == ("Salt Crowns", "Salt Crowns")
    again = at_table.do(ChangeSetting(setting=kept(setting_of("salt-crowns"))))
    assert (again.changes, again.lines) == ((), ()), "the same again is nothing"
    back = at_table.preview(ChangeSetting(setting=Kept()))
    assert "perk Panther Step is no longer available" in {line.text for line in back.lines}
    assert back.after.to_doc() == before.to_doc()
    at_table.undo()
    assert at_table.character == before
    at_table.memory.close()


@pytest.mark.rule("SET-2", "PRK-1")
def test_a_perk_that_goes_with_its_setting_is_told_of_and_found() -> None:
    salt = perform(hero(), ChangeSetting(setting=kept(setting_of("salt-crowns")))).after
    doc = salt.to_doc()
    doc["finishing"].append({"buy": "perk", "name": "Panther Step", "asset": "grace"})
    leaving = perform(from_doc(doc), ChangeSetting())
    assert "perk Panther Step is no longer available, and you have it" in {line.text for line in leaving.lines}
    assert any(item.message == "There is no perk 'Panther Step'" for item in creation.problems(leaving.after))


@pytest.mark.rule("SKL-4", "SET-1")
def test_the_players_own_name_of_skill_x_stays_and_that_is_said() -> None:
    outcome = perform(hero(), ChangeSetting(setting=kept(setting_of("salt-crowns"))))
    assert derive.skill_name(outcome.after, "skill_x") == "Magic"
    assert "Skill X: Sorcery in this setting; you keep your own name for it, Magic" in {
        line.text for line in outcome.lines
    }


# ---- a file that is missing, broken or different


@pytest.mark.rule("SET-2")
def test_a_character_plays_by_what_it_kept_when_the_file_is_gone(tmp_path: Path) -> None:
    character = perform(hero(), ChangeSetting(setting=kept(setting_of("salt-crowns")))).after
    doc = character.to_doc() | {"concept": {**character.to_doc()["concept"], "setting": "Gone"}}
    doc["setting"] = {**doc["setting"], "name": "Gone"}
    again = from_doc(doc)
    assert Shelf(tmp_path).find("Gone") is None
    assert derive.numbers(again) == derive.numbers(character)
    assert derive.skill_info(again, "skill_x").text == derive.skill_info(character, "skill_x").text
    assert {perk.name for perk in derive.known_perks(again)} > {"Cleaving Blow", "Panther Step"}
    assert title(again) == "Gone"


@pytest.mark.rule("SET-2")
def test_a_setting_that_is_only_named_is_a_remark_and_plain_saga_is_played() -> None:
    named = made(concept={"setting": "[/] Nowhere"})
    remarks = [item for item in creation.problems(named) if item.rule == "SET-2"]
    assert [(item.level, item.where) for item in remarks] == [("remark", ("concept", "setting"))]
    assert "keeps nothing of it" in remarks[0].message
    assert derive.numbers(named) is book.numbers()
    other = keeping(named, name="Elsewhere", numbers={"finishing": {"points": 3}})
    assert "uses what its file keeps of Elsewhere" in next(
        item.message for item in creation.problems(other) if item.rule == "SET-2"
    )
    for plain in ("", "plain", PLAIN):
        assert not [item for item in creation.problems(made(concept={"setting": plain})) if item.rule == "SET-2"]


@pytest.mark.rule("SET-1", "SET-2")
@pytest.mark.parametrize(
    ("kept_of_it", "where", "said"),
    [
        ({"numbers": {"finishing": {"points": "ten"}}}, "numbers", "so the book's value applies"),
        ({"numbers": {"finishing": 3}}, "numbers", "so the book's value applies"),
        ({"numbers": {"roll": {"mark_from": 2}}}, "numbers", "Settings cannot change roll"),
        ({"numbers": {"finishing": {"points": 10**9}}}, "numbers", "so the book's value applies"),
        ({"switches": {"better_lucky": "sometimes"}}, "switches", "so the book's value applies"),
        ({"switches": {"[/]": "any"}}, "switches", "Settings cannot change"),
        ({"perks": [{"name": "Lucky", "assets": ["force"], "text": "x", "moment": "pool"}]}, "perks", "more than one"),
        ({"perks": [{"name": "[/]"}]}, "perks", "does nothing"),
    ],
)
def test_what_a_hand_has_broken_in_the_kept_part_is_found_and_the_rest_plays_on(
    kept_of_it: dict[str, Any], where: str, said: str
) -> None:
    character = keeping(hero(), **kept_of_it)
    assert derive.numbers(character) == book.numbers()
    found = [item for item in creation.problems(character) if item.where[:2] == ("setting", where)]
    assert [item.level for item in found] == ["error"]
    assert said in found[0].message
    assert state.in_hand(do(character, "spend", asset="force"), "force") == 4


# ---- homebrew without a setting


@pytest.mark.rule("PRK-1")
def test_a_perk_of_ones_own_is_made_taken_and_acts() -> None:
    character = do(made(), "make-perk", name="Cat's Feet", text="Softly.", assets=["grace"], like="Lucky")
    assert character.perks[0].info is not None
    assert character.perks[0].info.effect == book.TopUp(kind="top-up", below=2, tokens=2)
    character = do(character, "finish", buy="perk", name="cat's feet", asset="grace")
    owned = derive.perks(character)[-1]
    assert (owned.name, owned.asset) == ("Cat's Feet", "grace")
    playing = from_doc(character.to_doc() | {"play": {"span": "chapter", "chapter": 1, "tokens": {"grace": 0}}})
    assert state.in_hand(do(playing, "start-scene"), "grace") == 2
    text_only = do(made(), "make-perk", name="Song", text="Sing.", assets=["grace", "acuity"], moment="success")
    assert text_only.perks[0].info is not None
    assert text_only.perks[0].info.effect.kind == "reminder"
    mended = do(text_only, "make-perk", name="song", text="Hum.", assets=["grace"], moment="block")
    assert [perk.text for perk in mended.perks] == ["Hum."]
    assert do(mended, "drop-perk", place=0).perks == ()
    assert no(mended, "drop-perk", place=3).code == "none"


@pytest.mark.rule("PRK-1", "PRK-2")
def test_a_perk_of_ones_own_that_cannot_be_is_refused() -> None:
    assert no(made(), "make-perk", name="Lucky", text="x", assets=["grace"], moment="pool").code == "twice"
    assert no(made(), "make-perk", name="Song", text="x", assets=["grace"]).code == "perk"
    assert no(made(), "make-perk", name="Song", text="x", moment="pool").code == "perk"
    assert no(made(), "make-perk", name="Song", text="x", assets=["grace"], like="Nobody's").code == "like"
    assert no(made(), "make-perk", name="Song", text="x", assets=["fortune"], like="Sharp").code == "perk"


@pytest.mark.rule("PRK-1", "SKL-3", "GER-1")
def test_a_specialty_and_a_piece_of_gear_may_have_any_name() -> None:
    character = do(made(), "finish", buy="specialty", skill="weaponry", name="[/] umbrellas")
    character = do(character, "put-gear", name="A 'thing' [bold]", kind="buff", rating=1, purpose="anything")
    assert "[/] umbrellas" in derive.specialties_of(character, "weaponry")
    assert derive.gear(character)[2].gear.name == "A 'thing' [bold]"


# ---- problem


@pytest.mark.rule("SET-2")
def test_the_nearer_file_counts_and_a_name_is_never_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAGA_TUI_CONFIG", str(tmp_path / "config" / "config.toml"))
    text = 'format = 1\nname = "{}"\ndescription = "x"\n'
    for folder, name in ((tmp_path / "config" / "settings", "Yours"), (tmp_path / "chars" / "settings", "Beside")):
        folder.mkdir(parents=True)
        (folder / "coast.toml").write_text(text.format(name), encoding="utf-8")
    (tmp_path / "config" / "settings" / "broken.toml").write_text("name = ", encoding="utf-8")
    (tmp_path / "secret.toml").write_text(text.format("Secret"), encoding="utf-8")
    shelf = Shelf(tmp_path / "chars")
    assert [one.key for one in shelf.all] == ["plain", "broken", "coast", "dust-and-wire", "low-light", "salt-crowns"]
    found = shelf.find("COAST")
    assert found is not None and (found.name, found.origin) == ("Beside", "next to the characters")
    assert shelf.find("beside") is found
    assert Shelf(None).find("coast").name == "Yours"  # type: ignore[union-attr]
    broken = shelf.find("broken")
    assert broken is not None and broken.setting is None and broken.name == "broken"
    for hostile in ("../../secret", "../secret.toml", str(tmp_path / "secret"), "\x00", "[/]", "a" * 10_000):
        assert shelf.find(hostile) is None
    assert shelf.find("  ").key == "plain"  # type: ignore[union-attr]


# ---- free perks


@pytest.mark.rule("SET-1", "CRE-2", "CRE-3")
def test_a_setting_may_give_no_free_perk_or_several() -> None:
    def free(character: Character, level: str) -> list[str]:
        return [
            item.message
            for item in creation.problems(character)
            if item.level == level and item.where[:1] == ("assets",)
        ]

    two = keeping(made(), numbers={"assets": {"priority": {"free_perks": 2}}})
    assert free(two, "unfinished") == ["You chose 1 of 2 free perks"]
    both = do(two, "as-is-perk", name="Heavy-Handed", asset="force")
    assert free(both, "unfinished") == free(both, "error") == []
    assert [perk.name for perk in derive.perks(both)][:2] == ["Relentless", "Heavy-Handed"]
    third = do(both, "as-is-perk", name="Lucky", asset="fortune")
    assert free(third, "error") == ["You have 3 free perks, 1 more than 2"]
    wrong = do(two, "as-is-perk", name="Agile", asset="grace")
    assert free(wrong, "error") == ["Agile is a perk of grace and cannot be your free perk"]
    none = keeping(made(assets={"perk": None}), numbers={"assets": {"priority": {"free_perks": 0}}})
    assert free(none, "unfinished") == free(none, "error") == []
    chance = perform(two, command_of("surprise", {"seed": 5})).after
    assert creation.open_problems(chance) == []


@pytest.mark.rule("SPK-4", "SET-1")
def test_prices_in_spark_are_told_as_the_setting_has_them() -> None:
    character = keeping(hero(), numbers={"spark": {"prices": {"gear_per_rating": 3, "asset_plus": 2}}})
    gear = budget.spark_price(character, Purchase(buy="gear", name="Hat", kind="buff", rating=2))
    assert (gear.total, gear.terms[0].reason) == (6, "rating 2 × 3")
    force = budget.spark_price(character, Purchase(buy="asset", asset="force"))
    assert (force.total, [term.reason for term in force.terms]) == (7, ["current rating", "fixed"])
