"""What keeps a server from starting, said in one sentence for whoever started the program."""


class CannotStart(Exception):
    """The program cannot do its work; the message is one sentence for whoever started it."""


class CannotOpen(CannotStart):
    """The database cannot be used."""


class TooNew(CannotOpen):
    """A later release of the program has changed the database."""


class CannotListen(CannotStart):
    """A port cannot be had."""


class CannotCopy(CannotStart):
    """A backup cannot be made or restored."""
