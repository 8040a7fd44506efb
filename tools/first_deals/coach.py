"""The page's coach, asked from here."""

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tools import node

PROGRAM = Path(__file__).with_name("learner.mjs")


class Coach:
    """A Node in which the coach speaks, for a `with`. Raises RuntimeError where there is no Node."""

    def __enter__(self) -> Self:
        found = node.find(with_npm=False)
        if found is None:
            raise RuntimeError(node.ADVICE)
        self._process = subprocess.Popen(
            [str(found), str(PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def line(self, game: dict[str, Any], met: Iterable[str]) -> dict[str, Any] | None:
        """Return the line to the `game` of a view: `code`, `text` and `move`; None where he is silent."""
        notes = {"met": list(met), "closed": None, "dry": None, "ended": None}
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        assert pipe_in is not None, "there is a pipe to it"
        assert pipe_out is not None, "there is a pipe from it"
        pipe_in.write(json.dumps({"game": game, "notes": notes}) + "\n")
        pipe_in.flush()
        said: dict[str, Any] | None = json.loads(pipe_out.readline())
        return said
