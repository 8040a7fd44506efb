"""Asks the command line, as somebody at a terminal would, and notes what it says."""

from dataclasses import dataclass

import pytest

from web.cli import main


@dataclass(frozen=True, slots=True)
class Answer:
    """The exit status, and what was printed."""

    status: int
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """The one sentence of a refusal."""
        assert self.status == 2, self
        assert not self.out, self
        assert self.err.count("\n") == 1, self
        return self.err.strip()


class Asking:
    """Commands on one database; `main` runs in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys, self._patch = capsys, monkeypatch

    def __call__(self, url: str, *arguments: object) -> Answer:
        self._patch.setenv("DURAK_DATABASE_URL", url)
        self._capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        printed = self._capsys.readouterr()
        return Answer(status, printed.out, printed.err)
