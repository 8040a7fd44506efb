"""One English sentence for each line that `durak.describe` says of the rules."""

from collections.abc import Mapping

from durak import Line
from durak.terminal.words import counted

SENTENCES: Mapping[str, str] = {
    "deck": "{cards} cards, from the {lowest} up.",
    "transfer_off": "The defender cannot transfer the attack.",
    "transfer_on": "The defender may transfer the attack with a card of the same rank.",
    "transfer_show": "The defender may transfer the attack with a card of the same rank, or by only showing"
    " the trump of that rank.",
    "throw_in_all": "Everybody but the defender may throw in.",
    "throw_in_neighbours": "Only the main attacker and the next player after the defender may throw in.",
    "throw_in_attacker_only": "Only the main attacker may throw in.",
    "throw_timing_anytime": "Cards may be thrown in at any time of a bout.",
    "throw_timing_after_beaten": "Cards may be thrown in only while everything is beaten, or being taken.",
    "throw_priority_free": "Whoever is faster throws in first.",
    "throw_priority_attacker_first": "The main attacker throws in first, the others when he has passed.",
    "throw_on_take_yes": "Cards may still be thrown in to a defender who takes.",
    "throw_on_take_no": "Nothing is thrown in to a defender who takes.",
    "open_multi_yes": "A bout may open with several cards of one rank.",
    "open_multi_no": "A bout opens with one card.",
    "attack_limit": "At most {limit:card} may attack in a bout, and never more than the defender held.",
    "attack_limit_none": "As many cards may attack in a bout as the defender held.",
    "first_cap_first_bout": "In the first bout at most {limit:card} may attack.",
    "first_cap_until_first_discard": "Until something was beaten off, at most {limit:card} may attack.",
    "first_cap_none": "The first bout has no limit of its own.",
    "refill_attacker_clockwise": "The main attacker draws first, then the others clockwise; the defender"
    " draws last.",
    "refill_join_order": "Whoever joined the attack first draws first; the defender draws last.",
    "refill_opener_clockwise": "Whoever opened the bout draws first, then the others clockwise; the defender"
    " draws last.",
    "end_last_holder": "The last one with cards loses, and is the durak.",
    "end_first_out": "The first one without cards wins, and the game is over.",
    "draw_yes": "If the last hands run out together the game is drawn.",
    "draw_no": "If the last hands run out together the defender is the durak.",
    "first_attacker_lowest_trump": "Whoever holds the lowest trump opens.",
    "first_attacker_random": "Chance decides who opens.",
    "no_trump_first_random": "If nobody holds a trump, chance decides who opens.",
    "no_trump_first_lowest_card": "If nobody holds a trump, whoever holds the lowest card opens.",
    "no_trump_first_first_seat": "If nobody holds a trump, the first seat opens.",
    "next_deal_first_lowest_trump": "Further games open like the first.",
    "next_deal_first_under_durak": "The next game opens with an attack on the durak.",
    "next_deal_first_from_durak": "The next game is opened by the seat after the durak.",
    "transfer_first_bout_yes": "Attacks may be transferred from the first bout on.",
    "transfer_first_bout_no": "In the first bout there is no transfer.",
    "transfer_max_chain": "A bout sees at most {most:transfer}.",
    "transfer_max_chain_none": "An attack may be transferred again and again.",
    "low_trump_beats_ace_yes": "The lowest trump of the deck beats the ace of trumps.",
    "low_trump_beats_ace_no": "Nothing beats the ace of trumps.",
    "trump_six_swap_yes": "Before opening a bout, the lowest trump of the deck may be swapped for the"
    " turned-up card, once something was beaten off.",
    "trump_six_swap_no": "The turned-up card cannot be swapped.",
    "redeal_off": "Every deal is played.",
    "redeal_five_suit": "A deal is void when a hand has five cards of one suit.",
    "redeal_one_colour": "A deal is void when a hand is all red or all black.",
}
"""By key; a fact with a noun behind it is counted."""


class _Counted(int):
    """A number that can be written with its noun."""

    def __format__(self, noun: str) -> str:
        return counted(int(self), noun) if noun else str(int(self))


def rule_sentence(line: Line) -> str:
    """Return the sentence of a line."""
    facts = {name: _Counted(fact) if isinstance(fact, int) else fact for name, fact in line.facts.items()}
    return SENTENCES[line.key].format_map(facts)
