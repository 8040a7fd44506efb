"""Bots against bots: seeded games on duplicate deals, and how sure one may be of what they show.

    deals -> game -> match -> figures -> report   pure: a deal, one game, a line-up, what it shows, in words
    schedule                                      pure: who plays whom
    counted                                       a level that is asked how many games it plays out
    entrants, workers, progress, command          effects: bots from files, processes, the bar, the words

The same words give the same figures on any machine and with any number of processes, but for the
milliseconds.
"""
