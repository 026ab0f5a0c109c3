"""A fight as a machine, from the attack named to what becomes of the dead (H-FIGHT-5). What is still to be done stands
in `Fight.todo`, a word for each deed; an open question stops the machine until it is answered (H-STATE-4).

    attacks(state)      the base attacks of the seat whose part it is: each group in an area, and each counter alone
    duty(state, seat)   whether its hero must still attack a monster where he stands (H-FIGHT-3)
    start(run, attack)  checks an attack, and opens the fight
    resume(run)         goes on with it until a question is open or the fight is over
    answers(state)      the base answers to the question on top
    answer(run, said)   takes the question off the stack, and does what was said
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from saga_tui.games.heroes import blows, board, dying, laws, sides
from saga_tui.games.heroes.book import KINDS, MONSTERS, PIECES, TABLES
from saga_tui.games.heroes.commands import Aid, Attack, Command, Flee, Loot, Lose, Luck, Pray, Recruit, Reward, Turn
from saga_tui.games.heroes.run import Refused, Run
from saga_tui.games.heroes.sides import duty
from saga_tui.games.heroes.state import COUNTRY, DEAD, MARKS, Counter, Fight, Question, State

__all__ = ["answer", "answers", "attacks", "duty", "resume", "start"]
PRICE: Final[int] = TABLES["recruiting_costs_luck"]
HIT: Final[dict[str, tuple[laws.Side | str, str]]] = {
    "attackers_killed": ("attack", "killed"), "attackers_wounded": ("attack", "wounded"),
    "attackers_flee": ("attack", "flee"), "none": ("", ""), "defenders_flee": ("defence", "flee"),
    "defenders_wounded": ("defence", "wounded"), "defenders_killed": ("defence", "killed"),
}  # fmt: skip
"""On whom a result falls, and how."""


def attacks(state: State) -> list[Command]:
    """The base attacks of the seat whose part it is."""
    return [Attack(counters=group, target=target) for _, target, counters in sides.choices(state)
            for group in (counters, *((each,) for each in counters if len(counters) > 1))]  # fmt: skip


def start(run: Run, attack: Command) -> None:
    """An attack is named, and can no longer be called off (H-FIGHT-5)."""
    state = run.state
    area, target, counters = sides.choice(state, attack.counters, attack.target)
    if state.on("areas", "one-at-a-time") and state.battlefield not in ("", area):
        state.done_with = (*state.done_with, state.battlefield)
    state.battlefield = area
    aimed = state.counters.get(target)
    owner = aimed.master if aimed else ""
    who = [seat for seat in (state.whose, owner) if seat]
    by_turns = state.on("luck_bids", "attacker-first")
    bids = [f"{deed}:{seat}" for seat in who for deed in ("bid", "spend")]
    todo = ("aid", "spells", *sorted(bids, key=lambda bid: not by_turns and bid[0]), "gods", "die", "turn", "recruit",
            "result", "thor", "pray", "death", "end")  # fmt: skip
    state.fight = Fight(area, counters, target, state.whose, owner, (target,) if aimed else (), todo=todo)
    for each in counters:
        state.counters[each].attacked = (*state.counters[each].attacked, target)
    run.tell("attack", "H-FIGHT-5", hero=state.whose, counters=counters, area=area, what=target)
    if aimed and not aimed.up:
        aimed.up = state.fight.unknown = True
        run.tell("turned up", "H-FIGHT-5", counters=(target,), area=area)


def resume(run: Run) -> None:
    """Goes on until a question is open or the fight is over."""
    while (fight := run.state.fight) and not run.state.questions:
        deed, _, about = fight.todo[0].partition(":")
        fight.todo = fight.todo[1:]
        fight.step, do = DEEDS[deed]
        do(run, about)


# ---- before the die


def _aid(run: Run, _: str) -> None:
    fight = run.fight
    others = tuple(each.id for each in run.state.own(fight.owner) if each.at == fight.area and each.id != fight.target)
    if fight.owner and others:
        run.ask(Question("aid", fight.owner, counter=fight.target, among=others))


def _aided(run: Run, question: Question, counters: tuple[str, ...]) -> None:
    if not set(counters) <= set(question.among) or len(set(counters)) != len(counters):
        raise Refused("H-FIGHT-4", "Aid comes from his other counters in the area.")
    run.fight.defenders += counters
    for counter in (run.state.counters[each] for each in run.fight.attackers):
        counter.attacked += tuple(each for each in counters if each not in counter.attacked)
    if counters:
        run.tell("aid", "H-FIGHT-4", hero=question.hero, counters=counters, area=run.fight.area)


def _spells(run: Run, _: str) -> None:
    fight = run.fight
    for die in [run.die("a spell") for _ in range(blows.casts(fight.target))]:
        out = set(blows.cast(run, fight.target, die)) - set(fight.fallen_out)
        fight.fallen_out += tuple(each for each in fight.attackers if each in out)
        if len(fight.fallen_out) == len(fight.attackers):
            run.tell("stopped", "H-SPELL-9", hero=fight.by, counters=fight.attackers, area=fight.area)
            fight.todo = ("death", "end")
            return


def _bid(run: Run, seat: str) -> None:
    luck = run.state.seats[seat].luck
    most = luck if run.state.on("luck_limit", "none") else min(luck, TABLES["luck_in_a_fight"])
    if most:
        run.ask(Question("luck", seat, most=most))


def _spend(run: Run, seat: str) -> None:
    if points := run.fight.luck.get(seat, 0):
        run.state.seats[seat].luck -= points
        run.tell("luck", "H-LUCK-1", hero=seat, area=run.fight.area, amount=points)


def _gods(run: Run, _: str) -> None:
    state, fight = run.state, run.fight
    for seat, due in list(sides.favours(state, sides.attackers(state), sides.defenders(state))):
        own, enemy = blows.helped(run, state.seats[seat], due.god, due.counters)
        attack, defence = (own, enemy) if due.side == "attack" else (enemy, own)
        fight.attack_help, fight.defence_help = fight.attack_help + attack, fight.defence_help + defence


def _die(run: Run, _: str) -> None:
    state, fight = run.state, run.fight
    attack, defence = (sum(part.amount for part in sides.open_parts(state, side)) for side in laws.SIDES)
    luck = fight.luck.get(fight.by, 0), fight.luck.get(fight.owner, 0)
    fight.die = run.die("the fight")
    difference = attack + fight.attack_help - defence - fight.defence_help
    came = laws.TABLE.sum(fight.die, difference, luck[0] - luck[1], cut=state.on("table", "clamped"))
    fight.result = laws.TABLE.result(came)
    fight.sum = (fight.die, attack, luck[0], fight.attack_help, defence, luck[1], fight.defence_help, came)
    if run.drawn[-1].by_hand or not (state.on("recruit_sees", "beaten") and _recruits(run)):
        _tell_sum(run)


def _tell_sum(run: Run) -> None:
    """The sum in parts: die, then strength, luck and gods' help of either side, and what it came to (H-FIGHT-7)."""
    fight = run.fight
    for side, seat in zip(laws.SIDES, (fight.by, fight.owner), strict=True):
        parts = tuple(sides.open_parts(run.state, side))
        run.tell("strength", "H-FIGHT-6", hero=seat, area=fight.area, what=side, parts=parts)
    run.tell(
        "sum", "H-FIGHT-7", hero=fight.by, area=fight.area, what=fight.result, numbers=fight.sum, dice=(fight.die,)
    )
    fight.told = True


# ---- what comes of it


def _turn(run: Run, _: str) -> None:
    state, fight = run.state, run.fight
    side = sides.turner(sides.attackers(state), sides.defenders(state))
    if side and fight.result == laws.TURNED[side][0]:
        run.ask(Question("turn", fight.by if side == "attack" else fight.owner))
        if state.on("hrunting", "must"):
            answer(run, Turn(yes=True))


def _recruits(run: Run) -> bool:
    """Whether a beaten jarl may be recruited (H-JARL-1 to 3, H-JARL-5)."""
    state, fight = run.state, run.fight
    beaten = fight.unknown and HIT[fight.result][0] == "defence"
    room = len(state.jarls(fight.by)) < TABLES["jarls_in_service"]
    return bool(
        beaten and room and sides.hero_of(state, sides.attackers(state)) and state.seats[fight.by].luck >= PRICE
    )


def _recruit(run: Run, _: str) -> None:
    if _recruits(run):
        half = PIECES[run.fight.target].combat // 2
        run.ask(Question("recruit", run.fight.by, counter=run.fight.target, glory=half, luck=half))


def _recruited(run: Run, question: Question, yes: bool) -> None:
    fight = run.fight
    if not fight.told:
        _tell_sum(run)
    if yes:
        blows.gain(run.state.seats[fight.by], "luck", -PRICE)
        board.join(run.state, run.state.counters[fight.target], fight.by)
        run.tell("joined", "H-JARL-2", hero=fight.by, counters=(fight.target,), area=fight.area, amount=-PRICE)
        fight.todo = (f"reward:{fight.by}", *fight.todo[1:])
        fight.gains = (question.glory, question.luck)


def _result(run: Run, _: str) -> None:
    """The result is carried out, in the order of H-STATE-5."""
    state, fight = run.state, run.fight
    side, how = HIT[fight.result]
    if side == "defence" and fight.target == COUNTRY:
        run.tell("subdued", "H-TAX-1", hero=fight.by, area=fight.area, what=state.kingdoms.get(fight.area, ""))
        state.kingdoms[fight.area] = fight.by
        return
    hit = blows.in_order(state, sides.attackers(state) if side == "attack" else sides.defenders(state))
    fight.winner = {"attack": fight.owner, "defence": fight.by}.get(side, "")
    if how == "flee":
        for counter in hit:
            blows.flees(run, counter)
        fight.todo = (*(f"flee:{each.id}" for each in hit), *fight.todo)
    elif how:
        fight.todo = (*_fall(run, hit, how), *fight.todo)


def _fall(run: Run, hit: list[Counter], how: str) -> list[str]:
    """A side is killed or wounded (H-FIGHT-10): what is to be done about it."""
    state, fight, slain, wounded, marks = run.state, run.fight, list[str](), list[str](), 0
    deeds = []
    for counter in hit:
        if how == "wounded":
            (slain if blows.wound(run, counter) else wounded).append(counter.id)
            continue
        slain.append(counter.id)
        if counter.master and not state.is_hero(counter) and PIECES[counter.id].combat // 2:
            deeds.append(f"lose:{counter.id}:{counter.master}")
        marks += blows.slay(run, counter)
    if fight.winner:
        fight.gains = laws.reward(slain, wounded)
        _carry(run, marks)
        deeds = ["loot", f"reward:{fight.winner}", *deeds]
    prey = KINDS.get(PIECES[slain[0]].kind) if slain else None
    learner = sides.hero_of(state, sides.attackers(state))
    return [*deeds, *([f"rune:{learner}"] if prey and prey.rune and learner else [])]


def _takers(run: Run) -> list[Counter]:
    """The winner's counters that fought, the hero first, then by their service."""
    state = run.state
    return sides.ranked(state, sides.attackers(state) if run.fight.winner == run.fight.by else sides.defenders(state))


def _lair(run: Run) -> str:
    """What lies under the dragon just slain, if one was."""
    state, target = run.state, run.fight.target
    return state.lairs.get(target, "") if target in MONSTERS and state.counters[target].at == DEAD else ""


def _carry(run: Run, marks: int) -> None:
    """Marks of the slain go to the winner's hero if he fought, else to a jarl who did (H-WEALTH-2, H-TREAS-2)."""
    state, fight = run.state, run.fight
    if _lair(run) == MARKS:
        state.lairs[fight.target] = ""
        marks += TABLES["lair_marks"]
    if marks:
        taker = _takers(run)[0]
        board.pay(state, taker, marks)
        run.tell("marks", "H-WEALTH-2", hero=taker.master, counters=(taker.id,), area=fight.area, amount=marks)


def _loot(run: Run, _: str) -> None:
    if _lair(run):
        among = tuple(each.id for each in _takers(run))
        run.ask(Question("loot", run.fight.winner, counter=run.fight.target, among=among))
        if len(among) == 1:
            answer(run, Loot(counter=among[0]))


def _looted(run: Run, question: Question, key: str) -> None:
    if key not in question.among:
        raise Refused("H-TREAS-2", "The treasure goes to one of those who slew the dragon.")
    thing = run.state.lairs[run.fight.target]
    run.state.lairs[run.fight.target] = ""
    run.state.counters[key].things += (thing,)
    run.tell("loot", "H-TREAS-2", hero=question.hero, counters=(key,), area=run.fight.area, what=thing)


def _reward(run: Run, seat: str) -> None:
    glory, luck = run.fight.gains
    if glory or luck:
        run.ask(Question("reward", seat, glory=glory, luck=luck))


def _lose(run: Run, about: str) -> None:
    jarl, _, seat = about.partition(":")
    half = PIECES[jarl].combat // 2
    run.ask(Question("lose", seat, counter=jarl, glory=-half, luck=-half))


def _rune(run: Run, seat: str) -> None:
    if not run.state.seats[seat].rune:
        blows.learn(run, run.state.seats[seat])


def _flee(run: Run, key: str) -> None:
    state, counter = run.state, run.state.counters[key]
    if not run.fight.winner:
        blows.retreat(run, counter, to=state.seats[counter.master].home if state.on("flight", "board") else "")
    elif len(ways := blows.flights(state, counter)) > 1:
        run.ask(Question("flee", run.fight.winner, counter=key))
    else:
        blows.flown(run, counter, ways[0], "H-FLEE-1")


# ---- after the result


def _fought(run: Run) -> list[str]:
    """The seats whose heroes fought, attackers first."""
    state, fight = run.state, run.fight
    counters = {*(set(fight.attackers) - set(fight.fallen_out)), *fight.defenders}
    return [seat for seat in (fight.by, fight.owner) if seat and state.seats[seat].counter in counters]


def _thor(run: Run, _: str) -> None:
    for seat in (run.state.seats[hero] for hero in _fought(run)):
        if seat.thor:
            blows.helped(run, seat, "thor", 0)


def _pray(run: Run, seat: str) -> None:
    if seat:
        run.ask(Question("pray", seat))
    else:
        run.fight.todo = (*(f"pray:{hero}" for hero in _fought(run) if not run.state.seats[hero].fell), *run.fight.todo)


def _death(run: Run, seat: str) -> None:
    if seat:
        dying.ask(run, seat)
        return
    fallen = [each.hero for each in run.state.seats.values() if each.fell]
    fallen.sort(key=lambda hero: (hero != run.fight.by, hero != run.fight.owner))
    run.fight.todo = (*(f"death:{hero}" for hero in fallen), *run.fight.todo)


def _end(run: Run, _: str) -> None:
    run.state.fight = None


DEEDS: Final[dict[str, tuple[int, Callable[[Run, str], None]]]] = {
    "aid": (2, _aid), "spells": (3, _spells), "bid": (4, _bid), "spend": (4, _spend), "gods": (5, _gods),
    "die": (6, _die), "turn": (7, _turn), "recruit": (8, _recruit), "result": (8, _result), "loot": (8, _loot),
    "reward": (8, _reward), "lose": (8, _lose), "rune": (8, _rune), "flee": (8, _flee), "thor": (9, _thor),
    "pray": (10, _pray), "death": (11, _death), "end": (11, _end),
}  # fmt: skip
"""Each deed with its step of H-FIGHT-5. One that is about somebody names him after a colon."""


def answer(run: Run, said: Command) -> None:
    """An answer to the question on top."""
    question, fight, state = run.state.questions.pop(), run.fight, run.state
    seat = state.seats[question.hero]
    match said.verb:
        case "aid":
            _aided(run, question, said.counters)
        case "luck":
            if said.points > question.most:
                raise Refused("H-LUCK-2", f"0 to {question.most} points of luck can be spent on this fight.")
            fight.luck[seat.hero] = said.points
        case "turn" if said.yes:
            fight.result = "defenders_flee" if fight.result == "attackers_flee" else "attackers_flee"
            run.tell("turned", "H-SWORD-3", hero=seat.hero, area=fight.area, what=fight.result)
        case "recruit":
            _recruited(run, question, said.yes)
        case "loot":
            _looted(run, question, said.counter)
        case "reward" | "lose":
            amount = question.glory if said.kind == "glory" else question.luck
            blows.gain(seat, said.kind, amount)
            rule = "H-GLORY-1" if said.verb == "reward" else "H-GLORY-6"
            about = (question.counter,) if question.counter else ()
            run.tell(said.verb, rule, hero=seat.hero, counters=about, area=fight.area, what=said.kind, amount=amount)
        case "flee":
            if said.counter != question.counter:
                raise Refused("H-STATE-4", "Another counter's flight is asked for.")
            blows.flight(run, state.counters[said.counter], said.areas)
        case "pray" if said.yes:
            blows.pray(run, seat)


YES_OR_NO: Final[dict[str, Any]] = {"turn": Turn, "recruit": Recruit, "pray": Pray}


def answers(state: State) -> list[Command]:
    """The base answers to the question on top: of aid all, each alone and none, of ways to flee one to each area."""
    question = state.questions[-1]
    match question.kind:
        case "aid":
            groups = dict.fromkeys([question.among, *((each,) for each in question.among), ()])
            return [Aid(counters=group) for group in groups]
        case "luck":
            return [Luck(points=points) for points in range(question.most + 1)]
        case "loot":
            return [Loot(counter=each) for each in question.among]
        case "reward":
            return [Reward(kind="glory"), Reward(kind="luck")]
        case "lose":
            return [Lose(kind="glory"), Lose(kind="luck")]
        case "flee":
            ways = blows.flights(state, state.counters[question.counter])
            return [Flee(counter=question.counter, areas=way) for way in ways]
    return [YES_OR_NO[question.kind](yes=yes) for yes in (True, False)]
