"""What the computer needs to play at any board: the first of the best, a stake worth raising, who goes where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from saga_tui.engine.boards import Reached
from saga_tui.engine.computers import added, first_best, staked
from saga_tui.engine.marches import March


def test_the_first_of_the_best_counts_and_only_what_is_worth_more() -> None:
    assert first_best("abcd", {"a": 1.0, "b": 3.0, "c": 3.0 + 1e-12, "d": 2.0}.__getitem__) == "b"
    assert first_best("ab", lambda _: 0.0, 0.0) is None
    assert added([(1.0, 2.0), (3.0, 4.0)]) == (4.0, 6.0)


def chances(number: int, raised: int, most: int) -> Sequence[float]:
    """A throw that is lost or won; each raise makes it likelier, up to a limit."""
    won = min(number + raised, most) / 10
    return 1 - won, won


def test_a_stake_is_raised_as_far_as_it_pays() -> None:
    assert staked(chances, ((5, 1.0),), 1, (0.0, 10.0), 0.6, 9, 8) == (5 + 3 * 0.4, 3)  # no use above 8
    assert staked(chances, ((5, 1.0),), 1, (0.0, 10.0), 1.2, 9, 8) == (5.0, 0)  # too dear
    assert staked(chances, ((5, 1.0),), -1, (10.0, 0.0), 0.6, 2, 8) == (5 + 2 * 0.4, 2)  # raised by the other side
    worth, _ = staked(chances, ((5, 0.5), (7, 0.5)), 1, (0.0, 10.0), 2.0, 9, 8)
    assert worth == 6.0


@dataclass(eq=False)
class Piece:
    """A counter on a road of places a to f, which makes so many steps."""

    at: str
    steps: int
    gone: bool = False


def march(worths: Mapping[str, float], leaves: float = 0.0) -> March[Piece]:
    """On that road; a place is worth the same for each of a group, and twice as much for the leader's (who is fast)."""

    def ways(piece: Piece) -> dict[str, Reached]:
        reached = {} if piece.gone else {one: abs(ord(one) - ord(piece.at)) for one in "abcdef"}
        return {piece.at: Reached(0, ())} | {
            one: Reached(far, (one,)) for one, far in reached.items() if 0 < far <= piece.steps
        }

    def worth(group: Sequence[Piece], area: str) -> float:
        return worths.get(area, 0.0) * (len(group) + any(each.steps > 3 for each in group))

    return March("abcdef", ways, lambda piece: not piece.gone, worth, lambda *_: 0.0, lambda _: leaves)


def test_a_leader_goes_with_all_who_get_there_where_that_is_worth_what_they_leave() -> None:
    leader, near, far = Piece("a", 5), Piece("c", 1), Piece("f", 1)
    assert march({"d": 2}).next(leader, [near, far]) == (leader, ("d",))
    leader.at, leader.gone = "d", True
    assert march({"d": 2}).next(leader, [near, far]) == (near, ("d",))
    near.at, near.gone = "d", True
    assert march({"d": 2, "e": 1}).next(leader, [near, far]) == (far, ("e",))
    near.at, near.gone = "c", False
    assert march({"d": 2, "c": 1}, leaves=9).next(leader, [near, far]) == (near, ("d",))  # by himself he adds more
    assert march({"d": 2, "c": 3}, leaves=9).next(leader, [near, far]) == (far, ("e",))  # the near one stays


def test_of_equal_places_the_first_counts_and_without_a_leader_each_goes_by_itself() -> None:
    one, two = Piece("c", 1), Piece("c", 1)
    assert march({"b": 1, "d": 1}).next(None, [one, two]) == (one, ("b",))
    one.at, one.gone = "b", True
    assert march({"b": 1, "d": 3}).next(None, [one, two]) == (two, ("d",))
    assert march({}).next(None, []) is None
