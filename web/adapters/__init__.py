"""What fulfils the ports of `web.rooms`: databases, a bus, a clock. Nothing here knows a rule of the game."""
