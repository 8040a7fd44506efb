"""Everything that can be set from outside: environment variables beginning with DURAK_, and HOST and PORT."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError


class BadSettings(Exception):
    """A variable has a value that cannot be; the message is one sentence for whoever started the program."""


class Settings(BaseModel):
    """The settings of one server.

    `public_url` is the address under which the world reaches it, where that is known (behind a proxy);
    `share_url` the one for phones in the same network, which `durak serve` finds out; `bot_pace` scales the
    bots' pauses, 0 being at once. One socket may send so many commands a second, and a burst at once.
    """

    model_config = ConfigDict(frozen=True)

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    database_url: str = f"sqlite:///{Path('durak.sqlite3')}"
    public_url: str | None = Field(default=None, pattern=r"^https?://[^/?#]+/?$")
    share_url: str | None = None
    bot_pace: float = Field(default=1.0, ge=0, le=10)
    commands_per_second: float = Field(default=10.0, gt=0)
    commands_at_once: float = Field(default=20.0, ge=1)


_VARIABLES = {
    "HOST": "host",
    "PORT": "port",
    "DURAK_DATABASE_URL": "database_url",
    "DURAK_PUBLIC_URL": "public_url",
    "DURAK_BOT_PACE": "bot_pace",
    "DURAK_COMMANDS_PER_SECOND": "commands_per_second",
    "DURAK_COMMANDS_AT_ONCE": "commands_at_once",
}


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Return the settings from environment variables; an empty one is not there. Raises BadSettings."""
    given = {field: environment[name] for name, field in _VARIABLES.items() if environment.get(name)}
    try:
        return Settings.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = next(name for name, field in _VARIABLES.items() if field == first["loc"][0])
        raise BadSettings(f"The variable {name} cannot be {first['input']!r}: {first['msg']}.") from None
