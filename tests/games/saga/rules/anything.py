"""Strategies of hypothesis: any command with any parameters that its model takes, and characters full of mischief."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import strategies as st
from pydantic import ValidationError

from saga_tui.games.saga import book
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.rules.commands import COMMANDS, Command, command_of
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE, SKILLS

WORDS = (
    "",
    "Limp",
    "limp",
    "[/]",
    "a\tb",
    "Swagger",
    "lucky-coin",
    "Lucky coin",
    "flask-of-whisky",
    "swords",
    "weaponry",
    "pain",
    "self",
    "scene",
    "heal",
    "CRE-6:story.traits:few",
    "x" * 300,
    *(perk.name for perk in book.perks()),
)


def words() -> st.SearchStrategy[str]:
    return st.sampled_from(WORDS)


def whole_numbers(low: int, high: int) -> st.SearchStrategy[int]:
    """Mostly near the lower bound or zero, now and then at the edges."""
    near = max(low, min(0, high))
    return st.one_of(st.integers(near, min(high, near + 6)), st.sampled_from([low, high]))


Schema = dict[str, Any]


def values(
    schema: Schema,
    named: Schema,
    said: Callable[[], st.SearchStrategy[str]] | None = None,
    table: Callable[[Schema, Schema], st.SearchStrategy[Any]] | None = None,
) -> st.SearchStrategy[Any]:
    """Values of a JSON Schema as pydantic makes them for the commands; `said` gives texts, `table` tables."""
    if "$ref" in schema:
        return values(named[schema["$ref"].rpartition("/")[2]], named, said, table)
    if "anyOf" in schema:
        return st.one_of(*(values(option, named, said, table) for option in schema["anyOf"]))
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "const" in schema:
        return st.just(schema["const"])
    match schema.get("type"):
        case "integer":
            return whole_numbers(int(schema.get("minimum", -9999)), int(schema.get("maximum", 9999)))
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "array":
            items = values(schema["items"], named, said, table)
            return st.lists(items, max_size=min(3, schema.get("maxItems", 3)))
        case "object":
            return (table or objects)(schema, named)
    return (said or words)()


def objects(schema: dict[str, Any], named: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    required = schema.get("required", [])
    fields = {name: values(part, named) for name, part in schema.get("properties", {}).items()}
    return st.fixed_dictionaries(
        {name: part for name, part in fields.items() if name in required},
        optional={name: part for name, part in fields.items() if name not in required},
    )


@cache
def params(verb: str) -> st.SearchStrategy[dict[str, Any]]:
    schema = COMMANDS[verb].model_json_schema()
    return objects(schema, schema.get("$defs", {}))


def sound(verb: str, given: dict[str, Any]) -> Command | None:
    try:
        return command_of(verb, given)
    except ValidationError:
        return None


def commands() -> st.SearchStrategy[Command]:
    """Any command."""

    def of(verb: str) -> st.SearchStrategy[Command | None]:
        return params(verb).map(lambda given: sound(verb, given))

    found = st.sampled_from(sorted(COMMANDS)).flatmap(of)
    return found.map(lambda command: command or command_of("note", {"text": "nothing"}))


def simplest(schema: dict[str, Any], named: dict[str, Any]) -> Any:
    """The plainest value of a JSON Schema: only what is required, the first of the choices."""
    if "$ref" in schema:
        return simplest(named[schema["$ref"].rpartition("/")[2]], named)
    if "anyOf" in schema:
        return simplest(schema["anyOf"][0], named)
    if "enum" in schema:
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    match schema.get("type"):
        case "integer":
            return max(0, int(schema.get("minimum", 0)))
        case "boolean":
            return True
        case "array":
            return []
        case "object":
            return {name: simplest(schema["properties"][name], named) for name in schema.get("required", [])}
    return "Swagger"


def simplest_command(verb: str) -> Command:
    schema = COMMANDS[verb].model_json_schema()
    return command_of(verb, simplest(schema, schema.get("$defs", {})))


# ---- mischief

BIG = st.sampled_from([-1_000_000, -7, -1, 0, 1, 3, 9, 1_000_000])
ANY_KEY = st.sampled_from([*ASSETS, *DAMAGE, *SKILLS, "", "nobody", "lucky-coin", "temporary", "permanent", "fading"])
COUNTS = st.dictionaries(ANY_KEY, BIG, max_size=5)
LOOSE = st.sampled_from(["", "nobody", "force", "weaponry", "pain", "deadly", "conflict", "kismet", "Lucky", "charm"])


def mischief() -> st.SearchStrategy[Character]:
    """Characters that a file may hold though no play would bring them about."""
    purchase = st.fixed_dictionaries(
        {
            "buy": st.sampled_from(
                ["asset", "rank", "gear", "perk", "trait", "doom", "consequence", "specialty", "", "x"]
            )
        },
        optional={
            "asset": LOOSE,
            "skill": LOOSE,
            "name": LOOSE,
            "kind": LOOSE,
            "rating": BIG,
            "chapter": BIG,
            "step": BIG,
        },
    )
    piece = st.fixed_dictionaries(
        {}, optional={"name": LOOSE, "kind": LOOSE, "rating": BIG, "without": st.lists(LOOSE)}
    )
    ask = st.fixed_dictionaries(
        {"what": st.sampled_from(["consequence", "kismet", "x"])},
        optional={"count": BIG, "of": BIG, "kind": LOOSE, "level": LOOSE},
    )
    harm = st.fixed_dictionaries({}, optional={"name": LOOSE, "points": COUNTS})
    kismet = st.fixed_dictionaries(
        {}, optional={"dice": BIG, "marks": BIG, "hitches": BIG, "faces": st.lists(BIG, max_size=3)}
    )
    active = st.fixed_dictionaries({}, optional={"trait": LOOSE, "owner": LOOSE, "weight": BIG, "until": LOOSE})
    temporary = st.fixed_dictionaries({}, optional={"name": LOOSE, "rounds": BIG, "until": LOOSE})
    play = st.fixed_dictionaries(
        {},
        optional={
            **dict.fromkeys(("chapter", "scene", "conflict", "round", "spark", "doom", "spent_this_round"), BIG),
            **dict.fromkeys(("tokens", "damage", "gear_used"), COUNTS),
            **dict.fromkeys(("span", "stakes", "last_stakes"), LOOSE),
            "drive_tokens": st.lists(BIG, max_size=6),
            "consequences": st.lists(harm, max_size=3),
            "asks": st.lists(ask, max_size=3),
            "active": st.lists(active, max_size=3),
            "temporary": st.lists(temporary, max_size=3),
            "kismet": kismet,
            "given_in": st.booleans(),
            "used_perks": st.lists(LOOSE, max_size=3),
        },
    )
    doc = st.fixed_dictionaries(
        {"play": play},
        optional={
            "entered": st.sampled_from(["", "as is", "odd"]),
            "assets": st.fixed_dictionaries(
                {},
                optional={
                    "method": st.sampled_from(["priority", "points", "odd"]),
                    "order": st.lists(LOOSE, max_size=4),
                    "ratings": COUNTS,
                    "perk": st.fixed_dictionaries({"name": LOOSE}, optional={"asset": LOOSE, "skill": LOOSE}),
                },
            ),
            "skills": st.fixed_dictionaries(
                {},
                optional={
                    "method": st.sampled_from(["priority", "points", "odd"]),
                    "primary": st.lists(LOOSE, max_size=3),
                    "secondary": st.lists(LOOSE, max_size=3),
                    "ranks": COUNTS,
                    "specialties": st.lists(st.fixed_dictionaries({"skill": LOOSE, "name": LOOSE}), max_size=3),
                },
            ),
            "story": st.fixed_dictionaries(
                {"traits": st.lists(LOOSE, max_size=3), "drives": st.lists(LOOSE, max_size=4)}
            ),
            "gear": st.lists(piece, max_size=3),
            "finishing": st.lists(purchase, max_size=4),
            "advances": st.lists(purchase, max_size=4),
        },
    )
    return doc.map(from_doc)
