"""Catches a deployment that quietly loses a promise: a password that everybody knows, root, an open door.

No container is started here. What compose.yaml says is read, and held against the program and its files.
"""

import json
import re
import socket
import urllib.request
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Any

import pytest
import yaml

from tests.program import HOST, ROOT
from tests.servers.bus import Bus
from tests.servers.nginx import TEMPLATES, as_deployed
from web.adapters.nats_bus import SUBJECT
from web.main import FAREWELL_SECONDS
from web.settings import VARIABLES, read_settings
from web.transport.languages import OWN_NAMES
from web.transport.limits import BODY_BYTES, Limits

TEXT = (ROOT / "compose.yaml").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load(TEXT)
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
WORKERS = ("durak-1", "durak-2")
OURS = (*WORKERS, "migrate")


def given(text: str) -> str:
    """Return a value as compose would make it, where every variable it asks for is `word`."""
    return re.sub(r"\$\{\w+:\?[^}]*\}", "word", text)


def addresses(network: str) -> dict[str, str]:
    return {
        name: place["ipv4_address"]
        for name, service in SERVICES.items()
        if (place := service["networks"].get(network))
    }


def seconds(text: str) -> int:
    return int(text.removesuffix("s"))


def test_nothing_starts_without_a_password_and_an_address() -> None:
    asked = {name: (kind, rest) for name, kind, rest in re.findall(r"\$\{(\w+)(:[?-])([^}]*)\}", TEXT)}
    assert not re.findall(r"\$(?!\{\w+:[?-])", TEXT), "nothing else is asked for, in no other way"
    must = {name for name, (kind, _) in asked.items() if kind == ":?"}
    assert must == {"DURAK_DATABASE_PASSWORD", "DURAK_BUS_PASSWORD", "DURAK_PUBLIC_URL"}
    assert all("deploy/env.example" in asked[name][1] for name in must)
    example = (ROOT / "deploy" / "env.example").read_text("utf-8")
    assert dict(re.findall(r"^(\w+)=(.*)$", example, re.MULTILINE)) == dict.fromkeys(must, "")
    assert set(re.findall(r"^#?(\w+)=", example, re.MULTILINE)) == asked.keys()
    assert ".env" in (ROOT / ".gitignore").read_text("utf-8").splitlines()


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_kept_small(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["init"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert "privileged" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert 0 < service["pids_limit"] <= 256
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert "tmpfs" in service
    assert service["restart"] == ("no" if name == "migrate" else "unless-stopped")
    assert all(mount.startswith("database:") or mount.endswith(":ro") for mount in service.get("volumes", []))


@pytest.mark.parametrize("name", sorted(SERVICES.keys() - OURS))
def test_what_is_not_ours_is_pinned_and_not_root(name: str) -> None:
    service = SERVICES[name]
    assert re.fullmatch(r"\w+:\d+\.\d+(\.\d+)?-\w+(@sha256:[0-9a-f]{64})?", service["image"])
    user, group = service["user"].split(":")
    assert int(user) > 0
    assert int(group) > 0


def test_what_is_ours_runs_as_the_image_says() -> None:
    user = re.search(r"^USER (\d+):\1$", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert user is not None
    for name in OURS:
        service = SERVICES[name]
        assert (service["image"], service["build"]) == ("durak", ".")
        assert "user" not in service
        assert f"/data:uid={user[1]},gid={user[1]},mode=0700" in service["tmpfs"]
        # Compose gives the image's own command to nobody but the one that has another.
        assert service.get("command") == (["durak", "migrate"] if name == "migrate" else None)


def test_only_the_proxy_can_be_reached() -> None:
    assert {name for name, service in SERVICES.items() if "ports" in service} == {"proxy"}
    assert {name for name, network in COMPOSE["networks"].items() if not network.get("internal")} == {
        "outside"
    }
    places = {name: set(service["networks"]) for name, service in SERVICES.items()}
    assert places.pop("proxy") == {"outside", "front"}
    for worker in WORKERS:
        assert places.pop(worker) == {"front", "inside"}
    assert places == {"migrate": {"inside"}, "database": {"inside"}, "bus": {"inside"}}


def test_everybody_is_where_the_others_look_for_him() -> None:
    at = addresses("front")
    subnet = ip_network(COMPOSE["networks"]["front"]["ipam"]["config"][0]["subnet"])
    assert all(ip_address(address) in subnet for address in at.values())
    told = as_deployed()
    for number, name in enumerate(WORKERS, start=1):
        assert told[f"DURAK_WORKER_{number}"] == f"{at[name]}:8000"
        assert SERVICES[name]["environment"]["DURAK_TRUSTED_PROXIES"] == at["proxy"]
    published = {port.rpartition(":")[2] for port in SERVICES["proxy"]["ports"]}
    assert published == {told["DURAK_PROXY_HTTP"], told["DURAK_PROXY_HTTPS"]}
    for mount in SERVICES["proxy"]["volumes"] + SERVICES["bus"]["volumes"]:
        assert (ROOT / mount.split(":")[0]).exists()


def test_the_workers_are_told_what_they_understand() -> None:
    for name in OURS:
        told = {variable: given(value) for variable, value in SERVICES[name]["environment"].items()}
        assert told.keys() <= VARIABLES.keys()
        settings = read_settings({**told, "DURAK_PUBLIC_URL": "https://durak.example"})
        assert settings.database_url == "postgresql://durak:word@database/durak"
        assert settings.bus_url == "nats://durak:word@bus:4222"


def test_each_begins_when_what_it_needs_is_there_and_ends_in_peace() -> None:
    needs = {name: SERVICES[name].get("depends_on", {}) for name in SERVICES}
    healthy, done = {"condition": "service_healthy"}, {"condition": "service_completed_successfully"}
    assert needs["proxy"] == dict.fromkeys(WORKERS, healthy)
    assert needs["migrate"] == {"database": healthy}
    for name in WORKERS:
        started = {"condition": "service_started"}
        assert needs[name] == {"migrate": done, "database": healthy, "bus": started}
        assert seconds(SERVICES[name]["stop_grace_period"]) > FAREWELL_SECONDS
        assert "/readyz" in SERVICES[name]["healthcheck"]["test"][-1]
    assert SERVICES["database"]["healthcheck"]["test"][:2] == ["CMD", "pg_isready"]
    assert SERVICES["bus"]["healthcheck"]["test"][-1].endswith(":8222/healthz")
    for name in SERVICES.keys() - {"migrate"}:
        assert SERVICES[name]["healthcheck"]["test"][0] == "CMD", "no shell in between"


def test_the_proxy_is_told_all_that_its_files_ask_for_and_no_more() -> None:
    files = "".join(file.read_text("utf-8") for file in TEMPLATES.glob("*.template"))
    asked = set(re.findall(r"\$\{(\w+)\}", files))
    told = {name for name in SERVICES["proxy"]["environment"] if name.startswith("DURAK_")}
    assert asked == told
    assert SERVICES["proxy"]["environment"]["NGINX_ENVSUBST_FILTER"] == "^DURAK_"


LIMITS = {
    "client_header_timeout": "${DURAK_PROXY_HEADER_SECONDS}s",
    "client_body_timeout": "${DURAK_PROXY_BODY_SECONDS}s",
    "proxy_read_timeout": "${DURAK_PROXY_SILENCE_SECONDS}s",
    # The two together are 16 KiB.
    "large_client_header_buffers": "2 8k",
    "client_max_body_size": "16k",
    "proxy_next_upstream": "error timeout http_503",
    "gzip": "off",
    "server_tokens": "off",
}


def test_the_limits_that_tests_shorten_are_these() -> None:
    file = (TEMPLATES / "nginx.conf.template").read_text("utf-8")
    for name, value in LIMITS.items():
        assert re.findall(rf"^\s*{name} (.*);$", file, re.MULTILINE) == [value]
    told = as_deployed()
    assert told["DURAK_PROXY_HEADER_SECONDS"] == told["DURAK_PROXY_BODY_SECONDS"] == "10"
    assert told["DURAK_PROXY_SILENCE_SECONDS"] == "75"
    assert told["DURAK_PROXY_SOCKETS"] == "30" == str(Limits().sockets_per_address)
    assert BODY_BYTES == 16 * 1024


def test_who_finds_nobody_in_is_told_in_his_language() -> None:
    page = (TEMPLATES / "away.html").read_text("utf-8")
    assert set(re.findall(r'<p lang="(\w+)">', page)) == set(OWN_NAMES)


def said_to(bus: Bus, user: str, password: str, *lines: str) -> str:
    """Speak to the broker as its clients do, and return all it says up to its answer to a ping."""
    with socket.create_connection((HOST, bus.port), 20) as connection:
        who = json.dumps({"verbose": False, "user": user, "pass": password})
        connection.sendall("\r\n".join((f"CONNECT {who}", *lines, "PING", "")).encode())
        said = ""
        with connection.makefile(encoding="utf-8") as answers, suppress(ConnectionResetError):
            while not said.endswith("PONG\n") and (line := answers.readline()):
                said += line
        return said


@pytest.mark.parametrize("password", ["12345678", "1e10", "8k", "0x1f", "true", 64 * "a"])
def test_the_bus_lets_in_who_knows_the_password_and_carries_nothing_but_news(password: str) -> None:
    bus = Bus(password)
    bus.start()
    try:
        with urllib.request.urlopen(f"http://{HOST}:{bus.health_port}/healthz") as health:
            assert health.status == 200
        for stranger in (("", ""), ("durak", "wrong"), ("durak", "")):
            assert "Authorization Violation" in said_to(bus, *stranger)
        news = said_to(bus, "durak", password, f"SUB {SUBJECT} 1", f"PUB {SUBJECT} 6", "1 room")
        assert f"MSG {SUBJECT} 1 6" in news
        assert "-ERR" not in news
        assert "Permissions Violation" in said_to(bus, "durak", password, "PUB other 1", "x")
        assert "Permissions Violation" in said_to(bus, "durak", password, "SUB > 1")
        assert "Maximum Payload" in said_to(bus, "durak", password, f"PUB {SUBJECT} 2000", 2000 * "x")
    finally:
        bus.stop()
