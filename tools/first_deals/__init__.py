"""Looks for deals from which somebody who has never played learns the game: `python -m tools.first_deals`.

A learner who does what the page's coach says plays them against the real bots, in a real room: he asks
`static/js/state/coach.js` itself, in Node.
"""
