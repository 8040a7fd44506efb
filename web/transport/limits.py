"""How much may be asked for: by one socket, one guest, one address, and by all together.

Everything that counts by name forgets the name as soon as nothing more hangs on it: what floods the server
with new ones cannot fill its memory. Each process counts for itself.
"""

from collections import OrderedDict, deque
from collections.abc import Hashable
from dataclasses import dataclass

from web.rooms.ports import Clock
from web.rooms.refusals import Refused

HELLO_SECONDS = 10.0
"""How long a socket may stay silent before it says who it is."""

SEND_SECONDS = 5.0
"""How long a peer may leave what we send unread."""

TOO_MANY = 50
"""How many messages beyond the allowance, or without sense, a socket may send before it is closed."""

REPORTS_PER_HOUR = 10
"""How many reports of one guest the host of the server is asked to read."""

COUNTED_SECONDS = 3600.0
"""Over how long anything is counted at most, addresses among it."""

OWN_DATA_PER_HOUR = 20
"""How often somebody at one address may take his data along or delete it: for each all logs are read."""

DEVICE_SECONDS = 60
"""How long a code leads to another device."""

BODY_BYTES = 16 * 1024
MESSAGE_BYTES = 4096


class Allowance:
    """A token bucket: so many messages a second, and a burst on top."""

    def __init__(self, clock: Clock, per_second: float, burst: float) -> None:
        self._clock, self._per_second, self._burst = clock, per_second, burst
        self._left, self._at = burst, clock.now()

    def takes_one(self) -> bool:
        """Return whether one more is within the limit, and count it if so."""
        now = self._clock.now()
        self._left = min(self._burst, self._left + max(0.0, now - self._at) * self._per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Quota:
    """So many in any `seconds` for each name, counted exactly."""

    def __init__(self, clock: Clock, most: int, seconds: float) -> None:
        self._clock, self._most, self._seconds = clock, most, seconds
        # Whoever was let in last stands last, so what is over stands first.
        self._times: OrderedDict[Hashable, deque[float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._times)

    def takes_one(self, name: Hashable) -> bool:
        """Return whether one more is within the limit, and count it if so."""
        now = self._clock.now()
        self._forget(now - self._seconds)
        times = self._times.get(name)
        if times is None:
            times = self._times[name] = deque()
        while times and times[0] <= now - self._seconds:
            times.popleft()
        if len(times) >= self._most:
            return False
        times.append(now)
        self._times.move_to_end(name)
        return True

    def take(self, name: Hashable) -> None:
        """Count one more. Raises Refused (`too_fast`) if that is beyond the limit."""
        if not self.takes_one(name):
            raise Refused("too_fast")

    def _forget(self, before: float) -> None:
        while self._times:
            name, times = next(iter(self._times.items()))
            if times and times[-1] > before:
                return
            del self._times[name]


class Places:
    """So many at once for each name."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: dict[Hashable, int] = {}

    def __len__(self) -> int:
        return len(self._taken)

    def enter(self, name: Hashable) -> bool:
        """Return whether there was a place, and take it if so; `leave` gives it back."""
        taken = self._taken.get(name, 0)
        if taken >= self._most:
            return False
        self._taken[name] = taken + 1
        return True

    def leave(self, name: Hashable) -> None:
        """Give a place back."""
        if self._taken[name] == 1:
            del self._taken[name]
        else:
            self._taken[name] -= 1


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one server. The README's table of settings says what each means."""

    commands_per_second: float = 10.0
    commands_at_once: float = 20.0
    sayings_per_5_seconds: int = 3
    sockets_per_guest: int = 5
    sockets_per_address: int = 30
    handshakes_per_minute: int = 120
    requests_per_minute: int = 240
    guests_per_hour: int = 60
    rooms_per_guest: int = 10
    rooms_per_address: int = 20
    rooms_at_most: int = 20_000
    codes_per_minute: int = 10


class Gate:
    """What this process counts."""

    def __init__(self, clock: Clock, limits: Limits) -> None:
        self._clock, self.limits = clock, limits
        self.sayings = Quota(clock, limits.sayings_per_5_seconds, 5.0)
        self.handshakes = Quota(clock, limits.handshakes_per_minute, 60.0)
        self.requests = Quota(clock, limits.requests_per_minute, 60.0)
        self.codes = Quota(clock, limits.codes_per_minute, 60.0)
        self.reports = Quota(clock, REPORTS_PER_HOUR, COUNTED_SECONDS)
        self.guests = Quota(clock, limits.guests_per_hour, COUNTED_SECONDS)
        self.rooms_of_guest = Quota(clock, limits.rooms_per_guest, COUNTED_SECONDS)
        self.rooms_of_address = Quota(clock, limits.rooms_per_address, COUNTED_SECONDS)
        self.own_data = Quota(clock, OWN_DATA_PER_HOUR, COUNTED_SECONDS)
        self.sockets_of_guest = Places(limits.sockets_per_guest)
        self.sockets_of_address = Places(limits.sockets_per_address)

    def new_allowance(self) -> Allowance:
        """Return how much one socket may ask for."""
        return Allowance(self._clock, self.limits.commands_per_second, self.limits.commands_at_once)
