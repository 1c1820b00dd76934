//! Gaps and contradictions in the text, and what the engine takes.

/// Clause, then the reading.
pub const READINGS: &[(&str, &str)] = &[
    (
        "slapjack 3.2.3",
        "The order of dealing shows in its outcome only: where stacks differ, no seat has more cards than one \
      that the deal reaches before it.",
    ),
    (
        "slapjack 4.1.3",
        "Who plays after a pile is won is not said: the turn goes on to the left of the last card's player.",
    ),
    (
        "slapjack 4.1.4",
        "A dead card covers what lies under it: a jack below can no longer be slapped, and a dead jack is no \
      jack.",
    ),
    (
        "slapjack 4.2.2",
        "The hand seen to touch the jack wins whatever the clock says; when that was not seen the measured \
      order decides, and else the referee.",
    ),
    (
        "slapjack 4.2.4",
        "Whoever slaps her own card pays nobody; nor is a card paid to a player who is shut out. A slap on \
      an empty pile is not spoken of.",
    ),
    ("slapjack 4.2.4", "A card paid to a player without cards brings her back into the game."),
    (
        "slapjack 5.1.2",
        "When only one player has cards left the game is over at once, even if the last card was a jack: \
      slapping in needs two players with cards.",
    ),
    (
        "slapjack 5.1.4",
        "A player who fails to slap means one without cards, of whom the paragraph speaks. Slapped, but not first, is not missed: the text shuts out whoever did not slap. A jack that a later \
      card covers was missed by every player without cards.",
    ),
    ("slapjack 5.2", "The last player with cards has won, with the pile still lying: it goes to her."),
];
