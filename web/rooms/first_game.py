"""Somebody's first game: with transfers, against two gentle bots, on cards from which there is much to learn.

Its first deal is one of a few that were looked for (`python -m tools.first_deals`): whoever does what the
page says soon beats a card, takes, throws in and transfers. The bots see what they always see, and the
commitment holds; but these cards are chosen, not drawn by lot. Further games in the room are dealt as ever.
"""

from web.rooms.commands import OpenRoom
from web.rooms.events import PlayerId

RULES, CHAIRS, LEVEL, PACE = "transfer", 3, "relaxed", "slow"

FIRST_DEALS: tuple[bytes, ...] = tuple(
    bytes.fromhex(secret)
    for secret in (
        "f87751a2e752cd4e333a7c5528035dce07ad3543ab89709c1badf53d2c0ca67c",
        "b993a30885f8de7c2b1a2a49bc0dd1f38397f1eaf3973c54568706c55618a0a3",
        "6fa692315687f73afcb5033602713a9eeb755810ec809d69828dd83eb32cc94d",
        "1183d2a5c8414b46950ff1043c718b14d561d8928bb8cb3883151de9a1805c6a",
        "8d7a0261e34b04ed8b3a8610ba93efd462dd8120d2320010feb644f90b24754e",
        "850821686f17f5ee38cb3351fe7e2b17111ec1177af2e1ff57bc011e1bba9a9e",
        "5c036c327c3a8ac637cf104f07725b6eaf627fbc18b2161b483c7a2e81f84ccf",
        "48c61114710a6ee4f1ab6813ff191ac38123cfcb2f82ba872e9234e31c313b9a",
    )
)
"""Secrets of deals to learn from; the learner has the first chair."""


def first_game(player: PlayerId, name: str, avatar: int, secret: bytes) -> OpenRoom:
    """Return what makes such a room; `secret` is one of the `FIRST_DEALS`."""
    return OpenRoom(
        player, name, RULES, CHAIRS, LEVEL, secret, advice=False, pace=PACE, avatar=avatar, taught=True
    )
