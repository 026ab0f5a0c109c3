"""How a computer player answers questions (H-AI-9)."""

from __future__ import annotations

from saga_tui.engine.computers import first_best
from saga_tui.games.heroes import board, dying, fight
from saga_tui.games.heroes.book import MONSTERS, PIECES
from saga_tui.games.heroes.commands import Aid, Command, Flee, Loot, Lose, Luck, Pray, Recruit, Reward, Turn
from saga_tui.games.heroes.minds.sums import CAP, Eye
from saga_tui.games.heroes.state import COUNTRY, Fight, Question


def answer(eye: Eye, question: Question) -> Command:
    """The answer of a seat to the question that it is asked."""
    now, easy = eye.state.fight, eye.level == "easy"
    if question.kind == "luck" and now:
        return Luck(points=_luck(eye, now, question.most))
    match question.kind:
        case "aid":
            return Aid(counters=() if easy else question.among)
        case "turn":
            return Turn(yes=True)
        case "recruit":
            return Recruit(yes=not easy or PIECES[question.counter].combat > 2)
        case "loot":
            return Loot(counter=eye.hero.id if eye.hero.id in question.among else question.among[0])
        case "reward":
            short = eye.me.luck < 2 and eye.left > 3 and question.luck >= question.glory
            rather = not easy and (short or eye.luck * question.luck > question.glory)
            return Reward(kind="luck" if rather or not question.glory else "glory")
        case "lose":
            glory, luck = min(-question.glory, eye.me.glory), min(-question.luck, eye.me.luck)
            return Lose(kind="glory" if glory <= eye.luck * luck else "luck")
        case "flee":
            return _flight(eye, question)
        case "death":
            return _death(eye)
    return Pray(yes=True)


def _luck(eye: Eye, now: Fight, most: int) -> int:
    """Luck against the difference: the least that makes most of the fight as it stands."""
    attack, defence = eye.state.sides(now)
    if now.by == eye.seat:
        tax = board.tax(eye.state, now.area) if now.target == COUNTRY else 0
        return eye.bet(attack, defence, min(most, CAP[eye.level]), tax=tax, unknown=now.unknown)[1]
    before = 0 if eye.state.on("luck_bids", "secret") else now.luck.get(now.by, 0)
    return eye.bet(attack, defence, min(most, CAP[eye.level] or 3), before=before)[1]


def _flight(eye: Eye, question: Question) -> Command:
    """Heroes and jarls as far from home as can be; monsters stay, where they may."""
    counter = eye.state.counters[question.counter]
    ways = [one.areas for one in fight.answers(eye.state)]
    home = eye.state.seats[counter.master].home if counter.master and counter.id not in MONSTERS else ""
    far = (lambda way: board.distance((counter.at, *way)[-1], home)) if home else lambda way: -len(way)
    return Flee(counter=counter.id, areas=first_best(ways, far) or ())


def _death(eye: Eye) -> Command:
    """The greatest of the total as it stands, of beginning anew, and of each heir."""

    def worth(option: Command) -> float:
        if option.choice != "heir":
            return 1 + 0.9 * eye.left if option.choice == "anew" else board.total(eye.state, eye.me)
        halves = sum(PIECES[each.id].combat // 2 for each in eye.jarls if each.id != option.jarl)
        return 0.9 * eye.left * (0.8 + 0.05 * PIECES[option.jarl].combat) + eye.me.luck / 3 + halves

    return max(dying.choices(eye.state, eye.seat), key=worth)
