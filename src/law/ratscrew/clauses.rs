//! The clauses of the old web page, numbered by section and paragraph: 1 equipment, 2 play, 3 slapping,
//! 4 miscellaneous. A paragraph with several rules has a third number. The wording is ours.

use crate::law::one_pile::Class::{E, P, R, V};
use crate::law::one_pile::Clause;
use crate::law::one_pile::ruling::clause;

/// Every clause of the text.
pub const CLAUSES: &[Clause] = &[
    clause("ratscrew 1.1", E, "one_pile::judge::deal", "a deck of 52 cards"),
    clause("ratscrew 1.2", P, "", "a strong table; the rest of the equipment is a joke"),
    clause("ratscrew 2.1", E, "one_pile::winning::by_all_cards", "whoever gets all the cards wins"),
    clause("ratscrew 2.2.1", E, "one_pile::judge::deal", "the seat left of the dealer begins with her top card"),
    clause("ratscrew 2.2.2", V, "one_pile::flips::handling", "nobody sees her card before the others do"),
    clause("ratscrew 2.2.3", P, "", "it is wise to take the hand off a played card at once"),
    clause("ratscrew 2.3.1", E, "one_pile::flips::is_in_turn", "after a number card the next player to the left plays"),
    clause(
        "ratscrew 2.3.2",
        E,
        "one_pile::flips::chances",
        "jack, queen, king and ace give one to four chances to answer",
    ),
    clause(
        "ratscrew 2.3.3",
        E,
        "one_pile::flips::unanswered",
        "a letter card that is not answered wins the pile, and its player begins",
    ),
    clause(
        "ratscrew 3.1",
        V,
        "ratscrew::slaps::judge",
        "pairs and triples can be slapped, and the slapper wins the pile",
    ),
    clause("ratscrew 3.2", E, "one_pile::patterns::four_in_a_line", "four in a row can be slapped"),
    clause(
        "ratscrew 3.3.1",
        V,
        "ratscrew::slaps::wrong",
        "after a wrong slap the player of the last card takes the pile and goes on",
    ),
    clause(
        "ratscrew 3.3.2",
        V,
        "ratscrew::slaps::receiver",
        "after a wrong slap on one's own card the player before takes the pile",
    ),
    clause(
        "ratscrew 4.1",
        V,
        "ratscrew::pickup::notice",
        "cards picked up without being won go back if noticed in time",
    ),
    clause(
        "ratscrew 4.2",
        V,
        "ratscrew::pickup::notice",
        "once they are in the stack, but within a round, the stack is split and the cheated player chooses",
    ),
    clause("ratscrew 4.3", E, "ratscrew::pickup::laid", "after a round unnoticed the cards stay"),
    clause(
        "ratscrew 4.4",
        E,
        "ratscrew::slaps::count",
        "wrong slaps on more than five consecutive cards put a player out",
    ),
    clause("ratscrew 4.5", R, "one_pile::cards::draw", "piles should be picked up in the order played"),
    clause("ratscrew 4.6.1", V, "ratscrew::aside::judge", "a card seen before its turn is set aside face up"),
    clause("ratscrew 4.6.2", V, "ratscrew::aside::judge", "when its turn has come any player may put it on the pile"),
    clause("ratscrew 4.6.3", V, "ratscrew::aside::due", "when its turn has come it may be slapped where it lies"),
    clause("ratscrew 4.6.4", E, "ratscrew::aside::judge", "the same goes for several such cards"),
    clause(
        "ratscrew 4.7",
        V,
        "ratscrew::aside::strayed",
        "a card played by accident is set aside, whatever it would make",
    ),
    clause(
        "ratscrew 4.8",
        V,
        "ratscrew::aside::judge",
        "a card may be dropped in order to slap, and is set aside if seen",
    ),
    clause(
        "ratscrew 4.9",
        V,
        "ratscrew::aside::judge",
        "a hand held over the pile may be slapped down, and then has slapped",
    ),
    clause("ratscrew 4.10", P, "", "a joke about other people's cards"),
    clause("ratscrew 4.11", E, "one_pile::patterns::joker", "a joker can always be slapped"),
    clause("ratscrew 4.12", P, "", "advice on memory"),
    clause("ratscrew 4.13", P, "", "a joke about pinochle decks"),
    clause("ratscrew 4.14", P, "", "there may be more rules"),
];
