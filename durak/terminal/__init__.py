"""The game as plain English text, for a terminal: what is shown, and what is understood of what is typed.

Nothing here prints or reads: `durak.__main__` does, and whoever plays sees only his own View and story.
Written on the public names of `durak` alone, as any other front end could be.
"""
