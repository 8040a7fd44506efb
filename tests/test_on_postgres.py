"""Catches a server that cannot be run on PostgreSQL as it can on a file."""

import subprocess
import sys
from pathlib import Path

import httpx

from tests.adapters.databases import postgres
from tests.program import HOST, ROOT, Program, free_port


def test_a_game_on_postgres_outlives_its_server(tmp_path: Path) -> None:
    server = postgres()
    program = Program(tmp_path, {"DURAK_DATABASE_URL": server.url(server.new_database())})
    program.start()
    with httpx.Client(base_url=program.url, headers={"origin": program.url}) as anna:
        assert anna.post("/api/guest", json={"name": "Anna"}).status_code == 200
        asked = {"rules": "classic", "chairs": 2, "bots": "casual", "play_now": True}
        made = anna.post("/api/rooms", json=asked)
        assert made.status_code == 201, made.text
        program.kill()
        program.start()
        assert anna.get(made.json()["url"]).status_code == 200
        assert made.json()["url"] in anna.get("/").text, "the way back into the game"
    program.stop()


def test_where_there_is_no_postgres_one_sentence_says_so(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "web.cli", "serve"],
        cwd=ROOT,
        env={
            "PORT": str(free_port()),
            "DURAK_DATABASE_URL": f"postgresql://ann:word@{HOST}:{free_port()}/durak",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("The database cannot be reached: ")
    assert done.stderr.count("\n") == 1
    assert "word" not in done.stderr
