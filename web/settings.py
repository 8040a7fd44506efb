"""Everything that can be set from outside: environment variables beginning with DURAK_, and HOST and PORT."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from web.rooms.workers import Role

# Addresses and networks; never "*", which would let everybody say where he comes from.
_ADDRESSES = r"^[0-9A-Fa-f.:/]+(, *[0-9A-Fa-f.:/]+)*$"


class BadSettings(Exception):
    """A variable has a value that cannot be; the message is one sentence for whoever started the program."""


class Settings(BaseModel):
    """The settings of one server; the README's table says what each means.

    `share_url` is the address for phones in the same network, which `durak serve` finds out.
    """

    model_config = ConfigDict(frozen=True)

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    database_url: str = f"sqlite:///{Path('durak.sqlite3')}"
    bus_url: str | None = Field(default=None, pattern=r"^(nats|tls)://([^/?#@]*@)?[^/?#@:]+(:\d{1,5})?/?$")
    public_url: str | None = Field(default=None, pattern=r"^https?://[^/?#]+/?$")
    trusted_proxies: str = Field(default="127.0.0.1", pattern=_ADDRESSES)
    share_url: str | None = None
    role: Role = "all"
    drain_seconds: float = Field(default=0.0, ge=0, le=600)
    bot_pace: float = Field(default=1.0, ge=0, le=10)
    time_rate: float = Field(default=1.0, gt=0, le=1000)
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = Field(default=None, ge=0, le=65535)

    commands_per_second: float = Field(default=10.0, gt=0)
    commands_at_once: float = Field(default=20.0, ge=1)
    sayings_per_5_seconds: int = Field(default=3, ge=0)
    sockets_per_guest: int = Field(default=5, ge=1)
    sockets_per_address: int = Field(default=30, ge=1)
    handshakes_per_minute: int = Field(default=120, ge=1)
    requests_per_minute: int = Field(default=240, ge=1)
    guests_per_hour: int = Field(default=60, ge=1)
    rooms_per_guest: int = Field(default=10, ge=1)
    rooms_per_address: int = Field(default=20, ge=1)
    rooms_at_most: int = Field(default=20_000, ge=1)
    codes_per_minute: int = Field(default=10, ge=1)

    keep_rooms_days: float = Field(default=14, gt=0)
    keep_records_days: float = Field(default=90, gt=0)
    keep_guests_days: float = Field(default=180, gt=0)


_FOUND_OUT = {"share_url"}
_SECRET = {"DURAK_DATABASE_URL", "DURAK_BUS_URL"}
_PLAIN = {"host": "HOST", "port": "PORT"}
VARIABLES = {
    _PLAIN.get(field, f"DURAK_{field.upper()}"): field
    for field in Settings.model_fields
    if field not in _FOUND_OUT
}
"""The environment variables, with the settings that they set."""


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Return the settings from environment variables; an empty one is not there. Raises BadSettings."""
    given = {field: environment[name] for name, field in VARIABLES.items() if environment.get(name)}
    try:
        settings = Settings.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = next(name for name, field in VARIABLES.items() if field == first["loc"][0])
        # Where a server is to be found may have a password in it.
        given_value = "what it is" if name in _SECRET else repr(first["input"])
        raise BadSettings(f"The variable {name} cannot be {given_value}: {first['msg']}.") from None
    if settings.bus_url and settings.database_url.startswith("sqlite"):
        raise BadSettings(
            "DURAK_BUS_URL is for several processes, which need PostgreSQL (DURAK_DATABASE_URL)."
        )
    if settings.role != "all" and settings.database_url.startswith("sqlite"):
        raise BadSettings("DURAK_ROLE is for several processes, which need PostgreSQL (DURAK_DATABASE_URL).")
    return settings
