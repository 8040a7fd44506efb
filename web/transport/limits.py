"""How much one socket may ask for."""

from web.rooms.ports import Clock

HELLO_SECONDS = 10.0
"""How long a socket may stay silent before it says who it is."""

SEND_SECONDS = 5.0
"""How long a peer may leave what we send unread."""

TOO_MANY = 50
"""How many messages beyond the allowance, or without sense, a socket may send before it is closed."""

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
