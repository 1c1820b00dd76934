//! Gaps and contradictions in the text, and what the engine takes.

/// Clause, then the reading.
pub const READINGS: &[(&str, &str)] = &[
    ("ers 1.1", "The same number for everyone is not always possible: stacks may differ by one card."),
    (
        "ers 1.2.1",
        "Nothing is said of a card out of turn: it lies on the pile and the referee says what it counts for.",
    ),
    (
        "ers 1.4",
        "Chances pass to the next player with cards when a stack runs out; when they would come back to the letter \
      card's player, the pile is won. A joker is no letter card and uses up a chance.",
    ),
    (
        "ers 1.5",
        "When nobody has a card left and nothing is slapped, the pile goes to whoever laid the last card. A right \
      slap takes even a pile that a letter card has just won, until it is taken up.",
    ),
    (
        "ers 2.1.2",
        "Fingers that were not seen leave the tie to the referee; only fingers seen to be equal let play go on.",
    ),
    ("ers 2.4.1", "Two cards are enough. The first card of the set is the card at the bottom of the pile."),
    ("ers 2.5", "Ace is one and is a letter card when it lies between; a ten alone is nothing."),
    ("ers 2.7", "In a row means consecutive ranks, as in both examples."),
    (
        "ers 3.1",
        "The number of burned cards is missing from the text: a switch, one by default. They go under the pile. Play \
      goes on meanwhile; a player who runs out owes nothing more.",
    ),
    ("ers 3.2", "Where cards may be lent, a wrong slap without cards is an offence without a penalty."),
];
