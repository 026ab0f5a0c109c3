"""What the session shows of a character, as data: a panel each for assets, damage and doom, consequences, drives, gear
and perks, traits, skills, and the last roll."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from saga_tui.games.saga.rules import derive, forecast, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.harm import Heal, TakeDamage
from saga_tui.games.saga.rules.commands.tokens import GainDrive, LoseDrive, Spend
from saga_tui.games.saga.rules.named import penalties, slugged
from saga_tui.games.saga.rules.words import ASSETS, SKILLS, WOUNDS, DamageKind
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import now, ready, view
from saga_tui.games.saga.screens.session.after.strip import still_open
from saga_tui.games.saga.screens.session.chapter import so_far
from saga_tui.games.saga.screens.session.flows import harm, rolls, tokens
from saga_tui.games.saga.screens.session.last_roll import told
from saga_tui.games.saga.screens.session.trait_rows import counting_traits, sorted_traits
from saga_tui.ui.specs import (
    ASIDE,
    PANES,
    AnyRow,
    Boxes,
    Held,
    Layout,
    Line,
    Number,
    Pane,
    Panel,
    Pips,
    Plan,
    Row,
    Text,
    Track,
)
from saga_tui.words import listed, plural

SPEND_SOME: Final = {asset: partial(tokens.spend_some, asset=asset) for asset in ASSETS}
MARK_DOOM, CLEAR_DOOM = partial(harm.doom, steps=1), partial(harm.doom, steps=-1)
ROLL: Final = {skill: partial(rolls.roll, skill=skill) for skill in SKILLS}
"""What left, right and Enter do on a row that is always there: the same objects each time, so that a row that has not
changed is seen to be the same."""

# ---- what one has, what harms one


def assets(character: Character) -> Iterator[Row]:
    """The four asset pools and Spark: what is in hand of each rating (AST-1, SPK-1)."""
    for asset in ASSETS:
        held, rating = state.in_hand(character, asset), derive.rating(character, asset).total
        yield Pips(
            asset.capitalize(),
            held,
            rating,
            marks.ASSETS[asset],
            note=view.tokens_note(asset, held, rating),
            detail=view.token_detail(character, asset),
            names=(f"{asset}-tokens", asset),
            id=f"asset-{asset}",
            key=marks.ASSET_KEYS[asset],
            choose="fortune" if asset == "fortune" else SPEND_SOME[asset],
            less=Spend(asset=asset),
            more=f"regain-{asset}",
            at_once=True,
        )
    spark, held = marks.SPARK, state.play_of(character).spark
    yield Number("Spark", held, lead=f"{spark.full} ", value_style=f"bold {spark.colour}", names=("spark",), id="spark",
                 key="s", choose="spark", note="b: advances")  # fmt: skip


def damage(character: Character) -> Iterator[AnyRow]:
    """Boxes up to each threshold, kismet tokens, the Doom Track to its end, and what the next kismet roll may bring
    where there is room (DMG, KIS, DOM)."""
    yield from (_damage(character, kind) for kind in WOUNDS)
    end = derive.doom_end(character).total
    yield Track(
        "Doom",
        state.play_of(character).doom,
        end,
        marks.DOOM,
        note=view.doom_note(character, chances=False),
        detail=view.doom_chance(character) or "a chapter's end clears one",
        note_style="$bad" if view.doom_chance(character) else "$dim",
        names=("doom", "doom-end"),
        also=("doom-left",),
        id="doom",
        key=" ",
        choose="doom",
        less=CLEAR_DOOM,
        more=MARK_DOOM,
    )
    yield _damage(character, "kismet")


def _damage(character: Character, kind: DamageKind) -> Row:
    wound = kind != "kismet"
    return (Boxes if wound else Pips)(
        kind.capitalize(),
        state.held(character, kind),
        derive.threshold(character, kind).total if wound else 0,
        marks.DAMAGE[kind],
        note=view.damage_note(character, kind),
        narrow=view.damage_note(character, kind, chances=False),
        note_style="$bad" if wound and state.beyond(character, kind) else "$dim",
        detail=view.damage_detail(character, kind),
        alone=not wound,
        names=(kind, f"{kind}-threshold") if wound else (kind,),
        also=(f"{kind}-room",) if wound else ("kismet-dice",),
        id=f"damage-{kind}",
        key=marks.DAMAGE_KEYS[kind],
        choose=f"suffer-{kind}",
        less=Heal(kind=kind),
        more=TakeDamage(kind=kind),
        at_once=not wound,
    )


def next_hit(character: Character) -> str:
    """What the next harm would bring: a consequence (DMG-2)."""
    full = [kind for kind in WOUNDS if not forecast.next_hit(character, kind).room]
    kinds = "" if len(full) == len(WOUNDS) else f" {listed(full, 'or')}"
    return f"next{kinds}: a consequence" if full and not state.doomed(character) else ""


def in_danger(character: Character) -> bool:
    """Whether anything is beyond its threshold, or doom is met."""
    return state.doomed(character) or any(state.beyond(character, kind) for kind in WOUNDS)


def consequences(character: Character) -> Iterator[Line]:
    """Open questions first, each with the key that answers it; then what is borne, with severity and level (CSQ,
    KIS-2)."""
    play, style = state.play_of(character), "bold $warn"
    if play.kismet is not None:
        yield Line("Kismet roll waiting", note="resolve", key="m", style=style, rule="KIS-3", choose="settle")
    for number, ask in enumerate(play.asks, 1):
        kismet = ask.what == "kismet"
        if kismet and play.kismet is not None:
            continue
        name, answer = ("kismet-dice", "settle") if kismet else (f"ask:{number}", "name")
        first = ask.what not in {one.what for one in play.asks[: number - 1]}
        yield Line(
            view.ask_words(character, ask),
            key="m" if kismet else "c",
            style=style if first else "$warn",
            also=(name,),
            rule=ask.rule,
            choose=answer if ask.what in ("kismet", "consequence") else None,
        )
    for place, (slug, item) in enumerate(slugged(play.consequences, "name")):
        heavy = any(item.points.get(level) for level in ("permanent", "fading"))
        yield Line(
            view.one_line(item.name) or "(not named yet)",
            note=view.severity_note(item),
            mark="✚",
            style="bold $bad" if heavy else "$bad" if item.points.get("lasting") else "",
            names=(f"consequence:{slug}",),
            also=("penalties",),
            text_name=f"consequence:{place + 1}",
            choose=partial(harm.consequence_menu, place=place),
        )


def all_penalties(character: Character) -> str:
    """`−3 in total`, of several consequences."""
    several = len(state.play_of(character).consequences) > 1
    return f"{penalties(character).total} in total".replace("-", "−") if several else ""


def asked(character: Character) -> bool:
    """Whether the rules want to know something."""
    play = state.play_of(character)
    return bool(play.asks or play.kismet)


# ---- what one wants, has and is


def drives(character: Character) -> Iterator[Held]:
    """A row a drive with its tokens; `v` and its number give it one (DRV)."""
    for place, (text, held) in enumerate(zip(character.story.drives, state.drive_tokens(character), strict=True)):
        name = f"drive:{place + 1}"
        yield Held(
            view.one_line(text) or "(not named yet)",
            held,
            marks.DRIVE,
            names=(name,),
            text_name=name,
            key=str(place + 1),
            choose=GainDrive(drive=place),
            less=LoseDrive(drive=place),
            more=GainDrive(drive=place),
            at_once=True,
        )


UNITS: Final = {"charm": "die", "font": "point"}


def gear(character: Character) -> Iterator[Line]:
    """Pools of charms and fonts, dice of buffs; perks that act once a scene say whether they did (GER, PRK)."""
    for place, owned in enumerate(derive.gear(character), 1):
        pool, kind = derive.gear_pool(character, owned), owned.gear.kind
        left, counted = derive.gear_left(character, owned), kind in UNITS
        yield Line(
            view.one_line(owned.gear.name) or "(no name)",
            note=f"{left} of {plural(pool.total, UNITS[kind])}" if counted else f"+{plural(pool.total, 'die')}",
            mark="◉",
            detail=view.one_line(owned.gear.purpose),
            extra=view.gear_use(character, owned.gear),
            style="$dim" if counted and not left else "",
            names=(f"{pool.name}:left", pool.name) if counted else (pool.name,),
            text_name=f"gear:{place}",
            choose=partial(tokens.use_gear, key=owned.key),
        )
    used = state.play_of(character).used_perks
    for place, perk in enumerate(derive.perks(character), 1):
        if not perk.name.strip():
            continue
        once, gone = perk.info.once if perk.info else None, perk.name in used
        skill = f" ({derive.skill_name(character, perk.skill)})" if perk.skill else ""
        yield Line(
            view.one_line(f"{perk.name}{skill}"),
            note="used" if gone else f"once a {once}" if once else "",
            mark="✧",
            detail=view.one_line(perk.info.text) if perk.info else "",
            style="$dim" if gone else "",
            text_name=f"perk:{place}",
            rule=f"perk:{perk.info.key}" if perk.info else "PRK-1",
            choose="perks",
        )


# ---- what one can


def skills(character: Character) -> Iterator[Number]:
    """A row a skill with its ranks and specialties; Enter or a click rolls it (SKL-1 … SKL-3)."""
    table = derive.numbers(character).roll
    for skill in SKILLS:
        known = derive.specialties_of(character, skill)
        yield Number(
            view.one_line(derive.skill_name(character, skill), 60),
            derive.ranks(character, skill).total,
            note=now.skill_note(character, skill),
            detail=" · ".join(f"{view.one_line(name)} +{table.specialty}" for name in known),
            extra=""
            if skill == "skill_x"
            else derive.skill_info(character, skill).text.split(". ")[0].rstrip(".") + ".",
            label_width=13,
            value_style="bold $title",
            empty="·",
            room=2,
            bar=5,
            names=(f"skill:{skill}",),
            text_name="skill-x" if skill == "skill_x" else "",
            id=f"skill-{skill}",
            choose=ROLL[skill],
        )


# ---- all of them, and where they stand

PANELS: Final = (
    Panel("assets", "Tokens", assets, frozenset({"tokens", "spark"}), hero=True),
    Panel("damage", "Damage", damage, frozenset({"damage", "doom"}), subtitle=next_hit, urgent=in_danger, hero=True),
    Panel("consequences", "Consequences", consequences, frozenset({"consequences", "asks", "kismet"}), worth=1,
          empty="None. Over a threshold you get one.", subtitle=all_penalties, urgent=asked),
    Panel("drives", "Drives", drives, frozenset({"drive_tokens"}), empty="No drives yet.", worth=3,
          subtitle=lambda character: "v: add a token" if character.story.drives else ""),
    Panel("gear", "Gear and perks", gear, frozenset({"gear_used", "used_perks"}), grows=True, worth=4,
          empty="No gear or perks."),
    Panel("traits", "Traits", sorted_traits, frozenset({"active", "scene_traits", "temporary", "rewards"}), worth=2,
          empty="No traits. Buy one with Spark (b).", subtitle=counting_traits),
    Panel("skills", "Skills", skills, frozenset({"roll"}), worth=1, subtitle=now.against_last),
    Panel("next", "Next", now.next_steps, frozenset({"asks", "kismet", "roll"}), grows=True, worth=0, folds=9),
    Panel("roll", "Last roll", lambda character: [Text(told(character), id="last-roll")], frozenset({"roll"}), worth=0,
          subtitle=still_open),
    Panel("ready", "Ready", ready.rows, worth=0, heading=ready.heading, subtitle=lambda _character: "r"),
    Panel("chapter", "This chapter", past=so_far, worth=5),
    Panel("log", "Log", grows=True, worth=6, subtitle=lambda _character: "L: all"),
)  # fmt: skip

FOLD: Final[Plan] = (("consequences", "roll", "next"), PANES)
PAIR: Final[Plan] = (("consequences", "traits", "next"), ("skills", "drives", "gear"))
THREE: Final[Plan] = (("skills", "drives", "next"), ("traits", "consequences", "gear"), ("roll", "log"))
FOUR: Final[Plan] = (
    ("skills", "next"),
    ("traits", "consequences", "drives", "chapter", "gear"),
    ("ready",),
    (ASIDE, "roll", "log"),
)
HARD: Final[dict[Plan, Plan]] = {
    THREE: (("consequences", "traits", "drives", "next"), ("skills", "gear"), ("roll", "log")),
    FOUR: (
        ("consequences", "traits", "gear", "chapter", "next"),
        ("skills", "drives"),
        ("ready",),
        (ASIDE, "roll", "log"),
    ),
}
"""In a conflict what counts comes first: consequences and traits."""
WIDE: Final = ((180, 45, FOUR), (100, 28, THREE), (0, 40, PAIR), (0, 0, FOLD))
LAYOUT: Final = Layout(
    plans=WIDE,
    panes=(
        Pane("Skills", ("skills",), "skills"),
        Pane("Traits", ("traits",), "traits"),
        Pane("Drives", ("drives", "gear"), "drives and gear"),
        Pane("Log", ("log",), "the log"),
    ),
    heroes=("assets", "damage"),
    moods={"conflict": [(wide, high, HARD.get(plan, plan)) for wide, high, plan in WIDE]},
    mood=now.mood,
)
