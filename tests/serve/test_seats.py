"""Seats, their secrets and codes as they are kept; how often somebody may guess."""

from __future__ import annotations

from pathlib import Path

from saga_tui.serve.gate import TRIES, TRIES_OF_ALL, WINDOW, Gate
from saga_tui.serve.seats import FOLDER, Kept, plain
from saga_tui.store.locks import Lock


def test_links_stay_the_same_when_the_table_is_served_again(tmp_path: Path) -> None:
    kept = Kept(title="Friday")
    ana = kept.seated("Ana Ström", "plays", "kestrel0")
    kept.write(tmp_path, "friday00")
    again = Kept.read(tmp_path, "friday00")
    assert again is not None and again.seated("Ana Ström", "plays", "kestrel0").secret == ana.secret
    assert again.code == kept.code and len(again.seats) == 1 and len(ana.secret) >= 32
    file = Kept.path(tmp_path, "friday00")
    assert file.stat().st_mode & 0o777 == 0o600 and file.parent.stat().st_mode & 0o777 == 0o700
    assert Kept.read(tmp_path, "../../etc/passwd") is None
    assert Kept.path(tmp_path, "../../etc/passwd").parent == tmp_path / FOLDER


def test_seats_are_changed_by_one_start_of_the_program_at_a_time(tmp_path: Path) -> None:
    other = Lock(tmp_path, str(Kept.path(tmp_path, "friday00")))
    with Kept.alone(tmp_path, "friday00"):
        assert not other.take()
    assert other.take()
    other.give()


def test_a_link_opens_its_own_seat_and_no_other() -> None:
    kept = Kept()
    ana, ben = kept.seated("Ana", "plays", "a"), kept.seated("Ana", "plays", "b")
    assert ana.key == "ana" and ben.key == "ana-2"
    assert kept.opened(ana.secret) is ana and kept.opened(ben.secret) is ben
    assert [kept.opened(bad) for bad in ("", ana.key, ana.secret[:-1], ana.secret + "x", "\udcff")] == [None] * 5


def test_a_withdrawn_link_opens_nothing_until_the_seat_is_asked_for_by_name() -> None:
    kept = Kept()
    ana = kept.seated("Ana", "plays", "a")
    old, proof = ana.secret, kept.proof(ana, "k7m2qp")
    assert kept.is_in(ana, proof, "k7m2qp")
    assert kept.withdraw("ANA") == [ana] and kept.opened(old) is None and kept.seat("ana") is None
    assert not kept.is_in(ana, proof, "k7m2qp") and not kept.withdraw("ana") and not kept.withdraw("nobody")
    assert kept.seated("Ana", "plays", "a").gone
    assert not kept.seated("Ana", "plays", "a", back=True).gone
    assert kept.opened(old) is None and kept.opened(ana.secret) is ana


def test_new_links_end_all_old_ones_and_the_code() -> None:
    kept = Kept()
    seats = [kept.seated("Ana", "plays", "a"), kept.seated("Zoe", "looks")]
    old = [*(seat.secret for seat in seats), kept.code]
    kept.renew()
    assert not {*old} & {*(seat.secret for seat in seats), kept.code}


def test_what_a_browser_keeps_is_good_for_one_seat_and_one_code() -> None:
    kept = Kept()
    ana, ben = kept.seated("Ana", "plays", "a"), kept.seated("Ben", "plays", "b")
    proof = kept.proof(ana, "one")
    assert not kept.is_in(ana, proof, "two") and not kept.is_in(ben, proof, "one")
    assert not kept.is_in(ana, "", "one") and not kept.is_in(ana, "ü\udcff", "one")
    assert ana.secret not in proof and "one" not in proof


def test_a_code_is_taken_as_people_type_it() -> None:
    assert plain(" K7M-2qp ") == "k7m2qp" and len(plain("a" * 10_000)) == 64


def test_guessing_is_slow_for_one_address_and_for_all_together() -> None:
    now = [0.0]
    gate = Gate(lambda: now[0])

    def tries(who: str, times: int) -> int:
        done = 0
        for _ in range(times):
            if gate.may_try(who):
                gate.was_wrong(who)
                done += 1
        return done

    assert tries("10.0.0.1", 50) == TRIES
    assert sum(tries(f"10.0.0.{number}", 50) for number in range(2, 40)) == TRIES_OF_ALL - TRIES
    assert not gate.may_try("10.0.0.99") and TRIES_OF_ALL <= 10
    now[0] = WINDOW
    assert gate.may_try("10.0.0.1")
