"""What follows from characteristics; each number says its terms.

    bonus(score) → int                                      a score's bonus by the universal table
    secondary("cco", mains, bought=…, art=…) → Tally        CCO, RCO, INI, SPD; `art` is the best martial art's level
    pool("physical_hit_points", mains) → Tally              hit points, physical and mental
    threshold("physical_shock", mains) → Tally              shock thresholds
    impact(mains, protection), dodge(…), reflex(dodge), skill(…), study_limit(mains) → Tally
    strength_of(field_level, strength) → int                a martial art's equivalent Strength, or the own
    skill_name(total) → str

`mains` has the eight main characteristics by key: `str`, `agi`, `end`, `dex`, `wit`, `wil`, `pre`, `ins`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from saga_tui.games.sagas import book
from saga_tui.tally import Tally, Term, tally

Mains = Mapping[str, int]


@cache
def spec(table: str) -> dict[str, dict[str, Any]]:
    """The rows of a table of characteristics by key: `main`, `secondary`, `pool`, `threshold`."""
    return {one["key"]: one for one in book.data("characteristics")[table]}


def bonus(score: int) -> int:
    """The bonus of a score (S-CHR-4, S-CHR-5)."""
    return book.universal(score).bonus


def abbr(key: str) -> str:
    """The short name of a characteristic: `STR`, `CCO`."""
    return str((spec("main").get(key) or spec("secondary")[key])["abbr"])


def secondary(
    key: str,
    mains: Mains,
    *,
    bought: int = 0,
    art: int = 0,
    base: int | None = None,
    most: int | None = None,
    by: Mapping[str, str] = {},
) -> Tally:
    """A secondary characteristic with the bonus bought, for humans; `base` is the Speed of another species, which has
    no limit of ours, `most` its own limit. Initiative is at least the level of the best martial art (S-SEC-1 to 4,
    S-CHR-2, S-MART-5)."""
    row = spec("secondary")[key]
    weights: dict[str, int] = row["weights"]
    parts = [f"{'' if weight == 1 else f'{weight} × '}{abbr(name)} {mains[name]}" for name, weight in weights.items()]
    formula = sum(weight * mains[name] for name, weight in weights.items()) // row["divisor"]
    add = row["add"] if base is None else base
    terms = [Term(formula, f"({' + '.join(parts)}) / {row['divisor']}, rounded down", row["rule"])]
    terms += [Term(add, "where the species begins", row["rule"], "rules")] if add else []
    terms += [Term(bought, "bought", "S-COST-3")] if bought else []
    now, kind = formula + add + bought, "human" if most is None else "species'"
    most = row.get("human_max") if most is None and base is None else most
    if most is not None and now > most:
        terms.append(Term(most - now, f"held at {most}, the {kind} limit", "S-CHR-2", "rules"))
    if "at_least" in row and art > now and book.switch(by, "martial_initiative") == "yes":
        terms.append(Term(art - now, f"to the level of a martial art, {art}", "S-MART-5"))
    return tally(key, row["name"], terms)


def pool(key: str, mains: Mains) -> Tally:
    """Hit points: `physical_hit_points` or `mental_hit_points` (S-SEC-5)."""
    row = spec("pool")[key]
    terms = (Term(row["factor"] * mains[name], f"{row['factor']} × {abbr(name)} {mains[name]}", row["rule"])
             for name in row["weights"])  # fmt: skip
    return tally(key, row["name"], terms)


def threshold(key: str, mains: Mains) -> Tally:
    """A shock threshold: `physical_shock` or `mental_shock` (S-SEC-6)."""
    row = spec("threshold")[key]
    of = row["bonus_of"]
    terms = (Term(row["add"], "everybody", row["rule"], "rules"),
             Term(bonus(mains[of]), f"bonus of {abbr(of)} {mains[of]}", row["rule"]))  # fmt: skip
    return tally(key, row["name"], terms)


def impact(mains: Mains, protection: int = 0) -> Tally:
    """The maximum impact bonus: what a body at full speed can deal (S-SEC-7)."""
    shock = threshold("physical_shock", mains).total
    terms = (Term(shock, "physical shock threshold", "S-SEC-7"),
             Term(2 * protection, f"2 × protection {protection}", "S-SEC-7") if protection else None)  # fmt: skip
    return tally("max_impact", "Maximum impact bonus", terms)


def skill(name: str, label: str, characteristic: str, value: int, level: int) -> Tally:
    """A skill's total: the characteristic under it, here with its short name, and the level learned (S-SKILL-1)."""
    learned = Term(level, "learned" if level >= 0 else "not learned enough", "S-SKILL-1") if level else None
    return tally(name, label, (Term(value, f"{characteristic} {value}", "S-SKILL-1"), learned))


def dodge(mains: Mains, level: int, art: int = 0) -> Tally:
    """Dodge, at least the level of the best martial art (S-MART-4)."""
    own = skill("dodge", "Dodge", "AGI", mains["agi"], level)
    more = art - own.total
    return own.plus(Term(more, f"raised to the level of a martial art, {art}", "S-MART-4")) if more > 0 else own


def reflex(dodge: int) -> Tally:
    """The reflex dodge, from the total of Dodge (S-SEC-8)."""
    terms = Term(2, "everybody", "S-SEC-8", "rules"), Term(dodge // 2, f"half of Dodge {dodge}", "S-SEC-8")
    return tally("reflex_dodge", "Reflex dodge", terms)


def study_limit(mains: Mains) -> Tally:
    """How many things are studied at once (S-EXP-5)."""
    least = min(mains["wit"], mains["wil"])
    return tally(
        "study_limit", "Studied at once", [Term(least // 2, f"half of WIT or WIL, the lower: {least}", "S-EXP-5")]
    )


def strength_of(field_level: int | None, strength: int) -> int:
    """The Strength that counts in a field of a martial art: the level there + 5, or the own if that is more
    (S-MART-3)."""
    add: int = book.data("martial_arts")["equivalent_strength_add"]
    return strength if field_level is None else max(strength, field_level + add)


def skill_name(total: int) -> str:
    """What somebody with this total is called: `Beginner` … `Master` (S-SKILL-3)."""
    rows = book.data("costs")["skill_name"]
    return str(next(row["name"] for row in rows if total <= row.get("up_to", total)))
