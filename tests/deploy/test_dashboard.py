"""Catches a panel or an alert that asks for what no server tells, and a metric that nobody would look at."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from tests.adapters.databases import postgres
from tests.figures import Figures, told_now
from tests.program import ROOT, Program, free_port
from tests.servers.nats import Nats

DASHBOARD: dict[str, Any] = json.loads((ROOT / "deploy/grafana/durak.json").read_text(encoding="utf-8"))
PROMETHEUS: dict[str, Any] = yaml.safe_load((ROOT / "deploy/prometheus/prometheus.yml").read_text())
ALERTS: dict[str, Any] = yaml.safe_load((ROOT / "deploy/prometheus/alerts.yml").read_text(encoding="utf-8"))
PANELS: list[dict[str, Any]] = DASHBOARD["panels"]
RULES: list[dict[str, Any]] = [rule for group in ALERTS["groups"] for rule in group["rules"]]

ON_PANELS = {
    f"{panel['title']}, {target['refId']}": str(target["expr"])
    for panel in PANELS
    for target in panel["targets"]
}
ASKED = ON_PANELS | {rule["alert"]: str(rule["expr"]) for rule in RULES}
"""Every question in PromQL, by where it stands."""

OF_PROMETHEUS = {"instance", "job"}
"""Labels that Prometheus gives to whatever it asks."""

SELECTOR = re.compile(r"\b((?:durak|process)_\w+)(?:\{([^}]*)\})?")
MATCHER = re.compile(r"(\w+)=~?\"([^\"]*)\"")
GROUPED = re.compile(r"\b(?:by|on) \(([^)]*)\)")


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Figures]:
    """What a server of the largest kind tells when it has just started: with PostgreSQL and a broker."""
    server, broker, port = postgres(), Nats(), free_port()
    broker.start()
    settings = {
        "DURAK_DATABASE_URL": server.url(server.new_database("migrated")),
        "DURAK_BUS_URL": broker.url,
        "DURAK_METRICS_PORT": str(port),
    }
    program = Program(tmp_path_factory.mktemp("server"), settings)
    program.start()
    yield told_now(port)
    program.stop()
    broker.stop()


@pytest.mark.parametrize("where", ASKED)
def test_what_is_asked_for_is_told(where: str, figures: Figures) -> None:
    selected = SELECTOR.findall(ASKED[where])
    assert selected or "up{" in ASKED[where]
    for name, matchers in selected:
        assert name in figures.names
        pairs = {pair for told, labels in figures.series if told == name for pair in labels}
        for label, value in MATCHER.findall(matchers):
            assert label in OF_PROMETHEUS or (label, value) in pairs, f"no {name} has {label} {value}"


@pytest.mark.parametrize("where", ASKED)
def test_what_is_grouped_by_is_a_label(where: str, figures: Figures) -> None:
    known = {label for _, labels in figures.series for label, _ in labels} | OF_PROMETHEUS
    for labels in GROUPED.findall(ASKED[where]):
        assert set(labels.split(", ")) <= known


def test_every_metric_of_ours_is_on_a_panel(figures: Figures) -> None:
    shown = " ".join(ON_PANELS.values())
    ours = [family.name for family in figures.families if family.name.startswith("durak_")]
    assert len(ours) > 10
    for name in ours:
        assert re.search(rf"\b{name}(_total|_bucket)?\b", shown), f"{name} is on no panel"


def test_the_dashboard_can_be_read_by_grafana() -> None:
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in PANELS]
    assert len(set(places)) == len(places)
    assert all(panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24 for panel in PANELS)
    known = {"$__rate_interval"} | {f"${variable['name']}" for variable in DASHBOARD["templating"]["list"]}
    for question in ON_PANELS.values():
        assert set(re.findall(r"\$\w+", question)) <= known
    for panel in PANELS:
        assert panel["datasource"]["uid"] == "${source}"
        assert panel["title"]
        assert panel["description"]


def test_every_alert_says_what_is_wrong_and_how_bad_that_is() -> None:
    assert len({rule["alert"] for rule in RULES}) == len(RULES)
    for rule in RULES:
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert "$labels.instance" in rule["annotations"]["summary"]
        assert rule["annotations"]["description"].endswith(".")


def test_prometheus_reads_the_alerts_and_knows_the_job_that_they_name() -> None:
    assert PROMETHEUS["rule_files"] == ["alerts.yml"]
    jobs = {config["job_name"] for config in PROMETHEUS["scrape_configs"]}
    for rule in RULES:
        assert {value for label, value in MATCHER.findall(rule["expr"]) if label == "job"} <= jobs
