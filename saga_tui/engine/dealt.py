"""A random character of numbers that are dealt, from ideas as data and a seed: an array over the attributes, points
of training, maxima from both. Ideas have `line`, `notes`, `favoured` attributes and what is `trained`; names a
`first` and a `last`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from saga_tui.chance import Chance
from saga_tui.engine.suffering import Suffering

STEPS: Final = ("concept", "attributes", "skills", "tolerances")
FAVOURED, OTHER = 6, 1
"""How much likelier what the idea names is trained than something else."""
AVERAGE: Final = 8


def made(of: Suffering, ideas: Mapping[str, Any], quick: Mapping[str, Any], seed: int, step: str | None) -> Any:
    """The document with that step, or all of them, chosen anew; what is the player's own stays. `quick` has `arrays`,
    `training_points` and the `training_most` in one."""
    idea, document = Chance(seed, "idea").pick(ideas["concept"]), of.document
    for key in STEPS if step is None else (step,):
        chosen = _step(of, document, Chance(seed, key), (idea, ideas["names"], quick), key)
        document = document.model_copy(update=chosen)
    return document


def _step(of: Suffering, document: Any, chance: Chance, data: tuple[Any, Any, Any], step: str) -> dict[str, Any]:
    idea, names, quick = data
    match step:
        case "concept":
            name = f"{chance.pick(names['first'])} {chance.pick(names['last'])}"
            said = {"name": name, "line": idea["line"], "notes": idea.get("notes", "")}
            return {"concept": document.concept.model_copy(update=said)}
        case "attributes":
            array = chance.pick(quick["arrays"])
            first = [one for one in idea["favoured"] if one in of.attributes]
            order = [*first, *chance.shuffled([one for one in of.attributes if one not in first])]
            return {"attributes": dict(zip(order, array["ranks"], strict=True)), "quick": array["key"], "entered": ""}
        case "skills":
            return {"training": _trained(of, chance, idea["trained"], quick)}
    usual = {key: document.attributes.get(row["attribute"], 0) + document.training.get(key, 0)
             for key, row in of.tolerances.items()}  # fmt: skip
    return {"maxima": {key: value or AVERAGE for key, value in usual.items()}}


def _trained(of: Suffering, chance: Chance, favoured: list[str], quick: Mapping[str, Any]) -> dict[str, int]:
    """The points of training, dealt one by one."""
    usual = [key for key, row in of.skills.items() if not row.fields]
    ways = list(dict.fromkeys((*favoured, *usual, *of.tolerances)))
    found: dict[str, int] = {}
    for _ in range(quick["training_points"]):
        left = [key for key in ways if found.get(key, 0) < quick["training_most"]]
        key = chance.weighed(left, [FAVOURED if one in favoured else OTHER for one in left])
        found[key] = found.get(key, 0) + 1
    return {key: found[key] for key in ways if key in found}
