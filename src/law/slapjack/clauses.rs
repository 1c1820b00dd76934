//! The clauses of Slapjack, numbered by section and paragraph: 1 introduction, 2 object, 3 cards and deal,
//! 4 play, 5 elimination. A paragraph with several rules has a third number. The wording is ours.

use crate::law::one_pile::Class::{E, P, R, V};
use crate::law::one_pile::Clause;
use crate::law::one_pile::ruling::clause;

/// Every clause of the text.
pub const CLAUSES: &[Clause] = &[
    clause("slapjack 1.1", E, "one_pile::judge::deal", "two to eight players"),
    clause("slapjack 2.1", P, "", "the aim is to collect all cards by slapping jacks"),
    clause("slapjack 3.1", E, "one_pile::judge::deal", "one pack of 52, or two"),
    clause("slapjack 3.2.1", E, "one_pile::judge::deal", "all cards are dealt out as evenly as they go"),
    clause("slapjack 3.2.2", V, "one_pile::flips::handling", "nobody looks at her cards"),
    clause("slapjack 3.2.3", E, "one_pile::judge::deal", "dealing begins on the dealer's left"),
    clause("slapjack 3.2.4", P, "", "the cards are shuffled, and each stack is squared up"),
    clause("slapjack 4.1.1", E, "one_pile::judge::deal", "the seat left of the dealer begins with a card of her stack"),
    clause("slapjack 4.1.2", R, "one_pile::flips::handling", "by convention a card is flipped away from its player"),
    clause("slapjack 4.1.3", E, "one_pile::flips::is_in_turn", "the turn goes to the left"),
    clause("slapjack 4.1.4", V, "slapjack::eliminate::strayed", "a card out of turn stays on the pile and is dead"),
    clause("slapjack 4.1.5", E, "slapjack::eliminate::strayed", "who played out of turn plays again in turn"),
    clause("slapjack 4.2.1", V, "slapjack::slaps::judge", "the first to slap a jack wins the pile"),
    clause("slapjack 4.2.2", V, "slapjack::slaps::judge", "of several hands the one that touches the jack wins"),
    clause("slapjack 4.2.3", E, "one_pile::dues::take", "the winner takes the pile face down under her stack"),
    clause(
        "slapjack 4.2.4",
        V,
        "slapjack::slaps::wrong",
        "a false slap pays one card to the player of the card slapped",
    ),
    clause("slapjack 5.1.1", E, "one_pile::flips::pass_on", "whoever has no cards is out for the time being"),
    clause("slapjack 5.1.2", E, "slapjack::eliminate::last_of_two", "while two have cards, those without may slap in"),
    clause("slapjack 5.1.3", V, "slapjack::slaps::wrong", "a false slap without cards shuts out for good"),
    clause(
        "slapjack 5.1.4",
        V,
        "slapjack::eliminate::missed",
        "a player without cards who does not slap a jack is shut out for good",
    ),
    clause(
        "slapjack 5.2",
        E,
        "slapjack::eliminate::last_of_two",
        "when one of the last two runs out, the other has won",
    ),
];
