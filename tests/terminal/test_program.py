"""Catches: what only the real program shows: a traceback, a wrong status, a game that hangs without a person.

It runs `python -m durak` as a person's shell or another program does.
"""

import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from durak import PRESETS, commitment, encode_record, outcome, parse_record, replay
from tests.rules.games import Game

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "durak")
POSITION = "trump=H stock=9D,6H hands=7S,8C,KD|9S,AC,6D|7D,TC,QH main=0 def=1"
FIRST_CHOICES = "1\n" * 2000


def durak(*words: str, typed: str | bytes = "") -> subprocess.CompletedProcess[str]:
    """Run the program to its end and return what it printed; there is never a traceback."""
    given = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run([*COMMAND, *words], cwd=ROOT, input=given, capture_output=True, timeout=60)
    out, err = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    assert "Traceback" not in err
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


@pytest.fixture(scope="module")
def finished() -> Game:
    """A random game that came to its end."""
    return next(game for game in (Game("transfer", 3, seed) for seed in range(9)) if outcome(game.states[-1]))


def record_of(printed: str) -> str:
    (line,) = re.findall(r"^\S+ 1 [0-9a-f]{64} .*$", printed, re.MULTILINE)
    return str(line)


# Playing


@pytest.mark.parametrize("preset", PRESETS)
def test_a_whole_game_is_played_and_verified(preset: str) -> None:
    played = durak("play", "--rules", preset, "--seats", "3", "--seed", "1", typed=FIRST_CHOICES)
    assert (played.returncode, played.stderr) == (0, "")
    line = record_of(played.stdout)
    *_, last = replay(parse_record(line))
    assert outcome(last) is not None
    (promised,) = re.findall("[0-9a-f]{64}$", played.stdout.splitlines()[0])
    verified = durak("verify", "-", "--commitment", promised, typed=line)
    assert verified.returncode == 0
    assert "Every action is legal" in verified.stdout
    assert "It is as promised." in verified.stdout


def test_playing_is_what_it_does_unless_told_otherwise() -> None:
    for words in ((), ("--rules", "transfer"), ("play",)):
        done = durak(*words, typed="q\n")
        assert done.returncode == 0
        assert done.stdout.startswith("Commitment to this deal: ")
        assert "You leave." in done.stdout


def test_the_same_seed_deals_the_same_game() -> None:
    first, again = (durak("--seed", "12", "--bots", "random", typed=FIRST_CHOICES) for _ in range(2))
    assert first.stdout == again.stdout
    assert durak("--seed", "13", typed=FIRST_CHOICES).stdout != first.stdout


def test_every_deal_is_another() -> None:
    assert durak().stdout != durak().stdout


def test_a_secret_can_be_given() -> None:
    done = durak("--secret", "ab" * 32, "--rules", "D24T2V1", "--bots", "careful,random", "--seats", "3")
    assert done.returncode == 0
    assert commitment(b"\xab" * 32).hex() in done.stdout


def test_an_end_of_input_ends_it() -> None:
    done = durak(typed="")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("is not shown.\n")


def test_closed_input_ends_it() -> None:
    done = subprocess.run(["sh", "-c", f"{sys.executable} -m durak <&-"], cwd=ROOT, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")


def test_whatever_is_typed_no_traceback() -> None:
    strange = b"\xff\xfe\n\x00\n\xc2\xb2\n\xd9\xa2\n7\xe2\x99\xa5\n" + b"9" * 10000 + b"\n,\n//\n?\n"
    done = durak(typed=strange)
    assert (done.returncode, done.stderr) == (0, "")


def test_whoever_reads_may_stop_reading() -> None:
    with subprocess.Popen(
        [*COMMAND, "rules"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait(30) == 0


def test_an_interrupt_ends_it() -> None:
    with subprocess.Popen(
        [*COMMAND],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Whoever runs the tests in the background may have told them to hear no interrupt.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as program:
        assert program.stdout is not None
        assert program.stdout.read(1)
        # An interrupt just before the program waits for input is heard with the next one, as at any terminal.
        for _ in range(5):
            program.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                program.wait(2)
                break
        _, err = program.communicate(timeout=30)
        assert (program.returncode, err) == (130, b"")


# Looking


def test_a_position_is_shown_with_what_each_seat_may_do() -> None:
    done = durak("show", POSITION)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == SHOWN


SHOWN = """\
Rules   classic
Bout 2  trumps are hearts, 2 cards to draw, 6H the last, 25 cards beaten off
Stock   9D 6H (drawn from the left)
Seat 0  7S 8C KD  attacks
Seat 1  6D 9S AC  defends
Seat 2  7D TC QH  may add
Table   -

Seat 0 may  0:A:7S  0:A:8C  0:A:KD
  take  That is for seat 1 to do.
  pass  Nothing lies on the table yet.

Seat 1 may  do nothing
  6D 9S AC pass  That is for seat 0 to do.
  take           Nothing on the table is left to beat.

Seat 2 may  do nothing
  7D TC QH pass  That is for seat 0 to do.
  take           That is for seat 1 to do.
"""


def test_a_record_is_printed_move_by_move(finished: Game, tmp_path: Path) -> None:
    line = encode_record(finished.record)
    file = tmp_path / "game.txt"
    file.write_text(f"\n{line}\n", encoding="utf-8")
    done = durak("record", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == durak("record", line).stdout == durak("record", "-", typed=line).stdout
    numbers = [int(number) for number in re.findall(r"^ *(\d+) \d:", done.stdout, re.MULTILINE)]
    assert numbers == list(range(1, len(finished.record.actions) + 1))


def test_an_illegal_record_is_printed_as_far_as_it_goes(finished: Game) -> None:
    words = encode_record(finished.record).split(" ")
    done = durak("record", " ".join([*words[:9], words[8], *words[9:]]))
    assert done.returncode == 2
    assert f"   3 {words[8]}" in done.stdout
    assert f"Action 4, {words[8]}, is not legal: " in done.stderr


def test_records_are_verified_each_on_its_line(finished: Game, tmp_path: Path) -> None:
    line = encode_record(finished.record)
    wrong = line.replace(" 3 ", " 4 ", 1)
    file = tmp_path / "games.txt"
    file.write_text(f"{line}\n{wrong}\n{line}\n", encoding="utf-8")
    done = durak("verify", str(file))
    assert done.returncode == 1
    assert done.stdout.count("Every action is legal") == 2
    assert "expected 4 salts." in done.stderr
    assert durak("verify", str(file), "--commitment", "00" * 32).returncode == 2


def test_another_commitment_is_not_kept(finished: Game) -> None:
    line = encode_record(finished.record)
    assert durak("verify", line, "--commitment", commitment(finished.record.secret).hex()).returncode == 0
    done = durak("verify", line, "--commitment", "00" * 32)
    assert done.returncode == 1
    assert done.stderr == "The secret is not the one that the commitment promised.\n"
    assert "legal" not in done.stdout


def test_an_unfinished_game_is_legal_so_far() -> None:
    done = durak("verify", f"classic 1 {'00' * 32} -,- 2 -")
    assert done.returncode == 0
    assert "The game is not over." in done.stdout


def test_rules_are_said_in_sentences() -> None:
    assert durak("rules").stdout.count("like classic, but") == len(PRESETS) - 1
    assert "24 cards, from the 9 up." in durak("rules", "D24T2").stdout
    news = durak("rules", "pagat", "--new-to", "blitz").stdout
    assert "36 cards, from the 6 up." in news
    assert "transfer" not in news
    assert "Nothing is new." in durak("rules", "pagat", "--new-to", "pagat").stdout
    assert "Nobody can play that" in durak("rules", "L4").stdout


def test_help_names_the_commands() -> None:
    for words in (("-h",), ("play", "--help")):
        done = durak(*words)
        assert (done.returncode, done.stderr) == (0, "")
        assert "--rules" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", f"{POSITION} table=7X/-"), f"expected a card.\n  ...{POSITION[12:]} table=7X/-\n"),
        (("show", "trump=H hands=7S|8S main=0"), "Not understood: def is missing."),
        (("show", "no such file"), "Not understood: "),
        (("show", "nofile"), "nofile: No such file or directory."),
        (("show", str(ROOT)), "Is a directory."),
        (("show", ""), "Is a directory."),
        (("record", "-"), "There is nothing to read."),
        (("rules", "chess"), "a preset, or the letter and number of an option.\n  chess\n  ^\n"),
        (("rules", "D24L9T1"), "options stand in their order, each once.\n  D24L9T1\n       ^\n"),
        (("--rules", "T1T1"), "Not understood: options stand in their order"),
        (("--rules", "L4"), "The cap of the first bout, 5, is above the limit of all bouts, 4."),
        (("--seats", "7"), "seats cannot be 7, only 2, 3, 4, 5 or 6."),
        (("--seats", "0"), "seats cannot be 0, only 2, 3, 4, 5 or 6."),
        (("--seats", "two"), "invalid int value"),
        (("--rules", "blitz", "--seats", "5"), "24 cards are not enough for 5 seats, only for 4."),
        (("--bots", "genius"), "There is no such bot"),
        (("--bots", "random,random"), "That names 2 bots, for 1 seat beside yours."),
        (("--secret", "abc"), "a secret is 32 bytes in hexadecimal."),
        (("--secret", "ab" * 32, "--seed", "1"), "not allowed with"),
        (("dance",), "invalid choice"),
        (("verify",), "required"),
    ],
)
def test_what_cannot_be_understood_is_told(words: tuple[str, ...], said: str) -> None:
    done = durak(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""
