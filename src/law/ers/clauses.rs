//! The clauses of the how-to, numbered by section and paragraph: 1 playing, 2 slapping, 3 penalties and
//! the end. A paragraph with several rules has a third number. The wording is ours.

use crate::law::one_pile::Class::{E, V};
use crate::law::one_pile::Clause;
use crate::law::one_pile::ruling::clause;

/// Every clause of the text.
pub const CLAUSES: &[Clause] = &[
    clause("ers 1.1", E, "one_pile::judge::deal", "the whole deck is dealt out evenly, face down"),
    clause(
        "ers 1.2.1",
        E,
        "one_pile::flips::is_in_turn",
        "the seat left of the dealer begins, and the turn goes round",
    ),
    clause("ers 1.2.2", V, "one_pile::flips::handling", "the top card of the stack is played, face up"),
    clause("ers 1.2.3", V, "one_pile::flips::handling", "nobody sees her card before it lies on the pile"),
    clause("ers 1.3", E, "one_pile::flips::advance", "cards are laid in turn until a letter card comes"),
    clause("ers 1.4", E, "one_pile::flips::chances", "jack, queen, king and ace give one to four chances to answer"),
    clause(
        "ers 1.5",
        E,
        "one_pile::flips::unanswered",
        "a letter card that is not answered wins the pile, and its player begins",
    ),
    clause("ers 1.6", V, "one_pile::flips::handling", "nobody looks at cards that are not played yet"),
    clause("ers 2.1.1", V, "one_pile::slaps::win", "the first right slap wins the pile"),
    clause("ers 2.1.2", V, "ers::slaps::tie", "when nobody can tell who was first, most fingers on top win"),
    clause("ers 2.1.3", V, "ers::slaps::tie", "a tie that fingers do not settle is nobody's, and play goes on"),
    clause("ers 2.2", E, "one_pile::patterns::doubles", "two equal ranks on each other can be slapped"),
    clause("ers 2.3", E, "one_pile::patterns::sandwich", "two equal ranks round one other card can be slapped"),
    clause("ers 2.4.1", E, "one_pile::patterns::top_bottom", "a card equal to the first of the pile can be slapped"),
    clause("ers 2.4.2", E, "one_pile::patterns::top_bottom", "after a burned card top and bottom count no longer"),
    clause(
        "ers 2.5",
        E,
        "one_pile::patterns::tens",
        "two cards that make ten, or so across a letter card, can be slapped",
    ),
    clause("ers 2.6", E, "one_pile::patterns::joker", "a joker, if jokers are in the game, can be slapped"),
    clause("ers 2.7", E, "one_pile::patterns::four_in_a_loop", "four in a row can be slapped, round the corner too"),
    clause("ers 2.8", E, "one_pile::patterns::marriage", "queen and king on each other can be slapped if agreed"),
    clause("ers 3.1", V, "ers::slaps::wrong", "a wrong slap burns cards"),
    clause("ers 3.2", V, "ers::slaps::wrong", "a wrong slap without cards puts its player out for good"),
    clause("ers 3.3.1", E, "one_pile::slaps::win", "whoever has no cards may slap in"),
    clause("ers 3.3.2", E, "one_pile::winning::by_all_cards", "the single player with all the cards wins"),
];
