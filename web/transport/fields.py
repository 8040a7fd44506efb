"""The kinds of value that come in, for `messages.py` and `bodies.py`."""

import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Name = Annotated[str, Field(min_length=1, max_length=80)]
Level = Annotated[str, Field(min_length=1, max_length=40)]
RulesText = Annotated[str, Field(min_length=1, max_length=80)]
"""A preset's name or a rules code; with every option otherwise, a code has some seventy characters."""
Chairs = Annotated[int, Field(ge=0, le=99)]
Avatar = Annotated[int, Field(ge=0, le=63)]
Seconds = Annotated[int, Field(ge=0, le=600)]
"""Of a clock; 0 where it is to be taken off."""
Watch = Literal["all", "none"]
ShortCode = Annotated[str, Field(min_length=1, max_length=40)]
"""As people type it: with small letters, spaces, hyphens."""
ROOM_ID = re.compile(r"[A-Za-z0-9_-]{22}")
RoomName = Annotated[str, Field(pattern=rf"^{ROOM_ID.pattern}$")]
Tag = Annotated[str, Field(pattern=r"^[0-9a-f]{12}$")]
"""What stands for a player towards the others of one room."""
Count = Annotated[int, Field(ge=0, le=1_000_000_000)]


class Incoming(BaseModel):
    """Whatever comes in: nothing unknown in it, nothing of another type."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
