"""One sentence for each line that `durak.describe` says of the rules, in every language of the pages."""

from collections.abc import Callable, Mapping
from gettext import NullTranslations

from durak import OPTIONS, Line, Rules, describe


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for "translate this later"
    """Mark a text for translation."""
    return text


SENTENCES: Mapping[str, str] = {
    "deck": N_("%(cards)s cards, from the %(lowest)s up."),
    "transfer_off": N_("An attack cannot be transferred."),
    "transfer_on": N_("The defender may transfer the attack with a card of the same rank."),
    "transfer_show": N_(
        "The defender may transfer the attack with a card of the same rank; the trump of that rank only has"
        " to be shown."
    ),
    "throw_in_all": N_("Everybody but the defender may add cards."),
    "throw_in_neighbours": N_("Only the two who sit beside the defender may add cards."),
    "throw_in_attacker_only": N_("Only the main attacker may add cards."),
    "throw_timing_anytime": N_("Cards may be added at any time."),
    "throw_timing_after_beaten": N_("Cards may be added only when all are beaten, or being taken."),
    "throw_priority_free": N_("Whoever is faster adds first."),
    "throw_priority_attacker_first": N_("The main attacker adds first, the others when he is done."),
    "throw_on_take_yes": N_("Whoever takes can be given more cards."),
    "throw_on_take_no": N_("Whoever takes is given no more cards."),
    "open_multi_yes": N_("An attack may open with several cards of one rank."),
    "open_multi_no": N_("An attack opens with one card."),
    "attack_limit_none": N_("As many cards may attack in a bout as the defender had."),
    "first_cap_none": N_("The first bout has no limit of its own."),
    "refill_attacker_clockwise": N_(
        "After a bout the main attacker draws first, then the others in turn, the defender last."
    ),
    "refill_join_order": N_(
        "After a bout whoever joined the attack first draws first, and the defender last."
    ),
    "refill_opener_clockwise": N_(
        "After a bout whoever opened it draws first, then the others in turn, the defender last."
    ),
    "end_last_holder": N_("Whoever has cards when nobody else has is the durak."),
    "end_first_out": N_("Whoever is first out of cards wins, and the game is over."),
    "draw_yes": N_("If the last two run out of cards together the game is a draw."),
    "draw_no": N_("If the last two run out of cards together the defender is the durak."),
    "first_attacker_lowest_trump": N_("Whoever has the lowest trump begins."),
    "first_attacker_random": N_("It is drawn by lot who begins."),
    "no_trump_first_random": N_("If nobody has a trump it is drawn by lot who begins."),
    "no_trump_first_lowest_card": N_("If nobody has a trump, whoever has the lowest card begins."),
    "no_trump_first_first_seat": N_("If nobody has a trump the first seat begins."),
    "next_deal_first_lowest_trump": N_("The next game begins like the first one."),
    "next_deal_first_under_durak": N_("The next game begins with an attack on the durak."),
    "next_deal_first_from_durak": N_("The next game is begun by whoever sits after the durak."),
    "transfer_first_bout_yes": N_("The first bout may be transferred, too."),
    "transfer_first_bout_no": N_("The first bout cannot be transferred."),
    "transfer_max_chain_none": N_("An attack may be transferred any number of times."),
    "low_trump_beats_ace_yes": N_("The lowest trump of the deck beats the ace of trumps."),
    "low_trump_beats_ace_no": N_("Nothing beats the ace of trumps."),
    "trump_six_swap_yes": N_(
        "Before an attack, and once something was beaten off, the lowest trump of the deck may be swapped for"
        " the turned-up card."
    ),
    "trump_six_swap_no": N_("The turned-up card cannot be swapped."),
    "redeal_off": N_("Every deal is played."),
    "redeal_five_suit": N_("If a hand has five cards of one suit the cards are dealt anew."),
    "redeal_one_colour": N_("If a hand is all red or all black the cards are dealt anew."),
}
"""By key; the facts fill the gaps."""

COUNTED: Mapping[str, Callable[[NullTranslations, int], str]] = {
    "attack_limit": lambda words, n: words.ngettext(
        "In a bout at most %(limit)s card may attack, and never more than the defender had.",
        "In a bout at most %(limit)s cards may attack, and never more than the defender had.",
        n,
    ),
    "first_cap_first_bout": lambda words, n: words.ngettext(
        "In the first bout at most %(limit)s card may attack.",
        "In the first bout at most %(limit)s cards may attack.",
        n,
    ),
    "first_cap_until_first_discard": lambda words, n: words.ngettext(
        "Until something was beaten off at most %(limit)s card may attack.",
        "Until something was beaten off at most %(limit)s cards may attack.",
        n,
    ),
    "transfer_max_chain": lambda words, n: words.ngettext(
        "In a bout the attack may be transferred %(most)s time.",
        "In a bout the attack may be transferred %(most)s times.",
        n,
    ),
}
"""By key, where the words depend on how many."""


def rule_sentence(line: Line, words: NullTranslations) -> str:
    """Return the sentence of a line in the language of these translations."""
    if line.key in COUNTED:
        (number,) = line.facts.values()
        return COUNTED[line.key](words, int(str(number))) % line.facts
    return words.gettext(SENTENCES[line.key]) % line.facts


def lines_by_option(rules: Rules) -> dict[str, Line]:
    """Return what is to be said of rules, by option: the key of a line is the option's name and its value."""
    return {
        max((name for name in OPTIONS if line.key.startswith(name)), key=len): line
        for line in describe(rules)
    }
