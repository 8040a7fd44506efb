"""Catches: a benchmark that does not run any more, which nobody would notice until it is needed.

No time is asserted here or anywhere.
"""

import json
from pathlib import Path

import pytest

from tests.bench.__main__ import main
from tests.bench.proofs import prove


def test_it_measures_proves_and_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.bench.measure.YARDSTICK_STEPS", 1000)
    monkeypatch.setattr("tests.bench.__main__.keep_to_one_core", lambda: None)
    file = tmp_path / "bench.json"
    main(
        [
            "--runs",
            "2",
            "--games",
            "20",
            "--prove",
            "20",
            "--beside",
            "4",
            "--table",
            "0",
            "--json",
            str(file),
        ]
    )
    found = json.loads(file.read_text("utf-8"))
    engine, bots = found["figures"][:12], found["figures"][12:]
    assert [figure["name"] for figure in engine] == [
        f"{preset}: {name}"
        for preset in ("transfer", "classic")
        for name in (
            *("games, checked", "actions, checked", "games, unchecked", "actions, unchecked"),
            *("view_for", "encode_view"),
        )
    ]
    assert [figure["name"] for figure in bots] == [
        f"{preset}: playouts, {seats} seats, {odd} odd"
        for seats in (2, 4)
        for preset in ("classic", "transfer")
        for odd in ("0%", "20%")
    ]
    assert all(0 < figure["least"] <= figure["median"] <= figure["most"] for figure in found["figures"])
    assert found["proved"]["games"] == 20
    assert found["beside the reference"]["games"] == 4
    assert "transfer: view_for" in capsys.readouterr().out


def test_proved_games_end() -> None:
    found = prove(300)
    assert min(found[kind] for kind in ("durak", "winner")) > 20
    assert found["cut"] < 40
    assert sum(found.values()) - found["actions"] == 300
