"""What can be wrong with a database, said in one sentence for whoever started the program."""


class CannotOpen(Exception):
    """The database cannot be used; the message is one sentence for whoever started the program."""


class TooNew(CannotOpen):
    """A later release of the program has changed the database."""
