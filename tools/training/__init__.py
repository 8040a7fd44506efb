"""Trains the value nets of the strong bots by self-play: python -m tools.training --help.

Needs numpy, which nothing else here does: `make train` installs it. What comes out is a file of weights for
`durak/bots/weights/`, which the game reads without numpy.

    arrays.py       the types of arrays, and what the deck is in them
    tables.py       very many games in lock step, by the real rules
    afterstates.py  the positions after each legal move, as features
    network.py      the net, its gradient and the optimiser
    selfplay.py     games of the net against itself, as samples to learn from
    opponents.py    matches in lock step against other players
    saving.py       the state of a run, and the file of weights
    run.py          one training run from its beginning to its end, with stops between
"""
