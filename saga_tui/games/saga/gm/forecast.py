"""What may come of a situation: a conflict played many times by simple players, by a seed, and exact laws where there
are any (CNF, DMG-2, KIS-5, DOM-3). Pure: nothing of it happens to anybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from random import Random
from typing import Any, Final

from saga_tui.games.saga.gm import odds
from saga_tui.games.saga.gm.state import Condition, Situation
from saga_tui.games.saga.gm.trial import KINDS, ROUNDS, Conflict, Foe, Player, foe, goal, player
from saga_tui.games.saga.rules import odds as laws
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.words import WOUNDS
from saga_tui.odds import Dist, Rolled
from saga_tui.paper.layout import typed_all, wrap
from saga_tui.problem import near
from saga_tui.safe import clean
from saga_tui.words import listed, percent, plural

TIMES: Final = 1000
HOW: Final = (
    "How they play: each player attacks once a round, with the best skill and 1 token, whatever loses the largest"
    " share of its dice, and pays 1 token to block what would bring a consequence. Without tokens they rest. A "
    "token is worth 2 dice, a specialty counts, consequences and invoked traits of elements take dice off. "
    "Fortune, drives, perks and gear are kept. Each element attacks one player a round with its largest pool, any"
    " of those it is used against, and blocks the first attack that connects; with one pool at zero it is out. No"
    " one escalates or gives in."
)


@dataclass(frozen=True, slots=True)
class Expected:
    """What may come to one character."""

    name: str
    damage: Mapping[str, float]
    """Expected, by kind."""
    hit: float
    """The chance of any damage."""
    consequence: float
    """The chance of a consequence at least."""
    consequences: float
    """Expected."""
    doom: float
    """The chance of meeting their doom."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What came of many conflicts. Chances are shares of them."""

    name: str
    stakes: str
    seed: int
    times: int
    rounds: Mapping[int, int]
    """How many took so many rounds."""
    won: int
    undecided: int
    each: tuple[Expected, ...]
    doom: float
    """The chance that anybody meets their doom."""
    first: tuple[tuple[str, odds.Harm], ...] = ()
    """Exact: what the hardest attack does to each if nobody blocks it and the element still has all its dice."""
    pursuit: tuple[tuple[Fraction, Fraction], ...] = ()
    """Exact: the chances of having won a pursuit, and of being caught, after each round, with all dice as they are."""

    @property
    def mean_rounds(self) -> float:
        """Rounds on average."""
        return sum(rounds * often for rounds, often in self.rounds.items()) / self.times


def forecast(found: Situation, characters: Sequence[Character], *, seed: int = 0, times: int = TIMES) -> Forecast:
    """Tries the situation with these characters. `ValueError` says in clear words why it cannot."""
    if not characters:
        raise ValueError("There is no one to face it. Name the characters.")
    foes = [foe(one, [who.id for who in characters]) for one in found.elements]
    patterns = [one for one in found.conditions if one.pattern]
    if not (any(not one.ally for one in foes) or patterns):
        raise ValueError("Nothing in it can be played: no element with dice, no fear, no pursuit. Add one.")
    players, deadly = [player(one) for one in characters], found.stakes == "deadly"
    chance, rounds, won, undecided, doomed = Random(seed), Counter[int](), 0, 0, 0
    sums = [_Sum() for _ in players]
    for _ in range(times):
        here = [one.copy() for one in players]
        there = [Foe(dict(one.dice), one.ally, one.penalty, one.against) for one in foes]
        played = Conflict(chance, here, there, found.allies, patterns, deadly)
        played.play()
        rounds[played.round] += 1
        won += played.won
        undecided += not played.won and played.round >= ROUNDS and bool(played.here)
        doomed += any(not one.standing for one in here)
        for so_far, one in zip(sums, here, strict=True):
            so_far.add(one)
    names = [clean(one.title) for one in characters]
    return Forecast(
        found.name,
        found.stakes,
        seed,
        times,
        dict(sorted(rounds.items())),
        won,
        undecided,
        tuple(one.over(times, name) for one, name in zip(sums, names, strict=True)),
        doomed / times,
        tuple(zip(names, _first(foes, characters, deadly), strict=True)),
        tuple(_pursued(patterns, players, foes)),
    )


@dataclass(slots=True)
class _Sum:
    """What has come to one player so far."""

    damage: Counter[str] = field(default_factory=Counter)
    hit: int = 0
    hurt: int = 0
    new: int = 0
    doom: int = 0

    def add(self, one: Player) -> None:
        self.damage.update(one.taken)
        self.hit += bool(one.taken)
        self.hurt += bool(one.new)
        self.new += one.new
        self.doom += not one.standing

    def over(self, times: int, name: str) -> Expected:
        damage: dict[str, float] = {kind: self.damage[kind] / times for kind in WOUNDS if self.damage[kind]}
        return Expected(name, damage, self.hit / times, self.hurt / times, self.new / times, self.doom / times)


def _first(foes: Sequence[Foe], characters: Sequence[Character], deadly: bool) -> Iterator[odds.Harm]:
    """The worst single attack that each may face with all dice as they are, exactly (CNF-7)."""
    attacking = [one for one in foes if not one.ally and one.standing]
    for place, character in enumerate(characters):
        found = [
            odds.harm(odds.target(character, KINDS[one.best], deadly), odds.thrown(one.dice[one.best]))
            for one in attacking
            if not one.against or place in one.against
        ]
        none = odds.Harm(odds.NONE, Fraction(), Fraction(), Fraction(), Fraction(), Fraction())
        yield max(found, key=lambda harm: harm.damage.mean, default=none)


def _pursued(
    patterns: Iterable[Condition], players: Sequence[Player], foes: Sequence[Foe]
) -> list[tuple[Fraction, Fraction]]:
    """The chances of a pursuit in which nobody is harmed and no die lost, exactly, for six rounds (CNF-8)."""
    condition = next((one for one in patterns if one.pattern == "pursuit"), None)
    if condition is None:
        return []
    most = max((one.dice.get("physical", 0) for one in foes if not one.ally), default=0)
    nets: list[Dist] = [laws.net(laws.marks(one.dice(one.runs)), laws.marks(most)) for one in players if one.standing]
    return odds.pursuit([nets] * 6, goal(condition), condition.total, condition.lost)


# ---- told


BAR: Final = 30
WHO: Final = 20


def share(part: float) -> str:
    """A share of many as `33%`; what happened never reads as 0%."""
    return percent(Fraction(part).limit_denominator(10_000))


def record(found: Forecast) -> dict[str, Any]:
    """The same for programs."""
    first = [{"name": name, "harm": harm.words} for name, harm in found.first if harm.hit]
    pursued = [{"round": number, "won": float(won), "caught": float(caught)}
               for number, (won, caught) in enumerate(found.pursuit, 1)]  # fmt: skip
    plain = {key: value for key, value in asdict(found).items() if key not in ("first", "pursuit")}
    return plain | {"mean_rounds": found.mean_rounds, "first": first, "pursuit": pursued, "how": HOW}


def lines(found: Forecast, width: int = 80, *, plain: bool = False) -> list[str]:
    """The forecast in words and as a chart, no line wider than `width` columns."""
    names = listed(one.name for one in found.each)
    told = [*wrap(f"{clean(found.name)}: {plural(found.times, 'conflict')} of {names}, seed {found.seed}", width), ""]
    lost = found.times - found.won - found.undecided
    told.append(
        f"Won {share(found.won / found.times)}, lost {share(lost / found.times)}, undecided after {ROUNDS} rounds "
        f"{share(found.undecided / found.times)}"
    )
    told += [f"Someone meets their doom: {share(found.doom)}", "", f"Rounds: {found.mean_rounds:.1f} on average"]
    told += chart(found, plain)
    told += ["", f"{'Each':{WHO}} {'hit':>5} {'consequence':>12} {'doom':>5}  expected damage"]
    for one in found.each:
        harmed = ", ".join(f"{amount:.1f} {kind}" for kind, amount in one.damage.items()) or "none"
        chances = f"{share(one.hit):>5} {share(one.consequence):>12} {share(one.doom):>5}"
        told += wrap(f"{one.name[:WHO]:{WHO}} {chances}  {harmed}", width, 2)
    if exact := exact_lines(found, width):
        told += ["", *exact]
    told += ["", *wrap(HOW, width)]
    return list(typed_all(tuple(told))) if plain else told


def exact_lines(found: Forecast, width: int) -> list[str]:
    """What is known exactly: the hardest attack on each, a pursuit round by round."""
    told: list[str] = []
    if any(harm.hit for _, harm in found.first):
        told += wrap("The hardest attack on each now, exactly, if no one blocks it:", width)
        told += [line for name, harm in found.first if harm.hit for line in wrap(f"  {name}: {harm.words}", width, 4)]
    if found.pursuit:
        told.append("The pursuit, exactly, if no one is harmed:")
        told += [f"  round {at}: won {percent(won)}, caught {percent(caught)}"
                 for at, (won, caught) in enumerate(found.pursuit, 1)]  # fmt: skip
    return told


def chart(found: Forecast, plain: bool = False) -> list[str]:
    """A line for each number of rounds: how often, and a bar."""
    most = max(found.rounds.values())
    sign = "#" if plain else "█"
    return [
        f"{rounds:>6}  {share(often / found.times):>5}  {sign * round(BAR * often / most)}".rstrip()
        for rounds, often in found.rounds.items()
    ]


def told(
    found: Situation,
    characters: Sequence[Any],
    *,
    seed: int = 0,
    width: int = 80,
    plain: bool = False,
    only: Sequence[str] = (),
) -> Rolled:
    """The forecast in lines and for programs; `only` with those elements whose names begin so."""
    if only:
        wanted = tuple(name.casefold() for name in only)
        elements = tuple(one for one in found.elements if one.name.casefold().startswith(wanted))
        if not elements:
            raise ValueError(f"There is no element {only[0]!r}. {near(only[0], [one.name for one in found.elements])}")
        found = found.model_copy(update={"elements": elements})
    made = forecast(found, characters, seed=seed)
    return Rolled(lines(made, width, plain=plain), record(made))
