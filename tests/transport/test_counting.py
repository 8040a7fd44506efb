"""Catches a limit that counts wrongly, keeps what is over in memory, or cannot be set."""

import re
from pathlib import Path

import pytest

from tests.fake_clock import FakeClock
from web.settings import VARIABLES, BadSettings, Settings, read_settings
from web.transport.limits import Limits, Places, Quota

pytestmark = pytest.mark.anyio


README = Path(__file__).resolve().parents[2] / "README.md"


# Counting


async def test_a_quota_counts_exactly_and_for_each_by_itself() -> None:
    clock = FakeClock()
    quota = Quota(clock, 3, 10.0)
    assert [quota.takes_one("a") for _ in range(4)] == [True, True, True, False]
    assert quota.takes_one("b")
    await clock.advance(9.0)
    assert not quota.takes_one("a")
    await clock.advance(1.0)
    assert [quota.takes_one("a") for _ in range(4)] == [True, True, True, False]
    await clock.advance(5.0)
    assert not quota.takes_one("a")
    await clock.advance(5.0)
    assert quota.takes_one("a")


async def test_case_76_a_flood_of_names_does_not_stay_in_memory() -> None:
    clock = FakeClock()
    quota = Quota(clock, 3, 60.0)
    for number in range(10_000):
        assert quota.takes_one(f"address {number}")
    assert len(quota) == 10_000
    await clock.advance(60.0)
    assert quota.takes_one("another")
    assert len(quota) == 1
    places = Places(2)
    for number in range(10_000):
        assert places.enter(number)
        places.leave(number)
    assert len(places) == 0


async def test_whoever_goes_on_is_remembered_while_others_are_forgotten() -> None:
    clock = FakeClock()
    quota = Quota(clock, 2, 10.0)
    assert quota.takes_one("steady")
    assert quota.takes_one("once")
    await clock.advance(6.0)
    assert quota.takes_one("steady")
    await clock.advance(5.0)
    assert quota.takes_one("new")
    assert len(quota) == 2, "once is forgotten"
    assert quota.takes_one("steady")
    assert not quota.takes_one("steady")


def test_places_are_taken_and_given_back() -> None:
    places = Places(2)
    assert [places.enter("a"), places.enter("a"), places.enter("a")] == [True, True, False]
    assert places.enter("b")
    places.leave("a")
    assert places.enter("a")


# Settings


def test_every_setting_is_in_the_table_of_the_readme() -> None:
    text = README.read_text(encoding="utf-8")
    table = text[text.index("| variable | means | else |") :].partition("\n\n")[0]
    assert set(re.findall(r"`([A-Z][A-Z0-9_]+)`", table)) == set(VARIABLES)


def test_every_limit_is_a_setting_with_the_same_usual_value() -> None:
    settings = Settings()
    for name, field in Limits.__dataclass_fields__.items():
        assert getattr(settings, name) == field.default, name


def test_where_data_and_news_are_is_never_repeated_and_a_bus_needs_postgres() -> None:
    with pytest.raises(BadSettings) as caught:
        read_settings({"DURAK_BUS_URL": "redis://ann:word@host"})
    assert "word" not in str(caught.value)
    with pytest.raises(BadSettings, match="PostgreSQL"):
        read_settings({"DURAK_BUS_URL": "nats://host:4222"})
    both = {"DURAK_BUS_URL": "nats://host:4222", "DURAK_DATABASE_URL": "postgresql://host/durak"}
    assert read_settings(both).bus_url == "nats://host:4222"


@pytest.mark.parametrize("value", ["*", "proxy.example", "10.0.0.0/8 ::1", ""])
def test_nobody_can_be_trusted_by_a_star_or_a_name(value: str) -> None:
    """With a star everybody could say where he comes from."""
    if value:
        with pytest.raises(BadSettings, match="DURAK_TRUSTED_PROXIES"):
            read_settings({"DURAK_TRUSTED_PROXIES": value})
    assert read_settings({"DURAK_TRUSTED_PROXIES": "10.0.0.0/8, ::1"}).trusted_proxies == "10.0.0.0/8, ::1"
