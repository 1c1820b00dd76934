//! Gaps and contradictions in the text, and what the engine takes.

/// Clause, then the reading.
pub const READINGS: &[(&str, &str)] = &[
    ("slaps-house 1.2", "No upper number of players is given: the engine seats up to eight."),
    (
        "slaps-house 2.1",
        "Which bands are too large or loose is the referee's: what is reported as jewellery counts as jewellery.",
    ),
    (
        "slaps-house 2.7",
        "Nothing is said of a card out of turn: it lies on the pile and the referee says what it counts for; \
      until then no pattern with it is certain.",
    ),
    (
        "slaps-house 2.8",
        "A wrong slap hands its player the next card. While a face card is unanswered the seat that has to \
      answer keeps the turn, or a wrong slap could take a challenge over. Play waits for the penalty card.",
    ),
    (
        "slaps-house 2.8",
        "A pile already won by an unanswered face card stays won; the penalty card still goes under it.",
    ),
    (
        "slaps-house 2.9",
        "The order in which a pile goes under a stack is not prescribed: first laid, first out is believed \
      until another card shows.",
    ),
    ("slaps-house 3.3", "A joker can be slapped while it is the top card, not when covered."),
    (
        "slaps-house 4.0",
        "A joker is no face card and uses up a chance. Chances pass to the next player with cards when a \
      stack runs out; when they would come back to the face card's player, the pile is won.",
    ),
    ("slaps-house 4.6", "A right slap takes even a pile that a face card has just won, until it is taken up."),
    (
        "slaps-house 5.1",
        "When nobody has a card left and nothing is slapped, the pile goes to whoever laid the last card, so \
      that the game can end.",
    ),
    (
        "slaps-house 6.1.1",
        "Whoever has no cards is not playing and may slap in; nobody is out for good but by forfeit. A seat \
      that is dealt no card is a newcomer's, and the deal is even if it is even among the others.",
    ),
    ("slaps-house 6.1.2", "The hand is slapped beside the game: play does not wait for it, and nothing is owed."),
    ("slaps-house 6.2.1", "Only two hands are spoken of; with more, those that cover as much as the largest share."),
    (
        "slaps-house 6.2.2",
        "Which half goes to whom is not said: the lower half goes to the hand seen first. More cards than \
      can be shared among three or more stay. Equal means within five hundredths of the card.",
    ),
    (
        "slaps-house 6.2.3",
        "Left of two players who do not sit side by side: the first seat after the last card's player \
      that follows one of them.",
    ),
    (
        "slaps-house 7.0",
        "It is the penalty of 2.8 in the same words, so play goes on with its player as there. Whoever has no \
      card owes none.",
    ),
    (
        "slaps-house 7.2",
        "Whether a slap made in the flip, or from beside the pile, can still win is not said: it does not \
      count, or one card would be cheap for a pile.",
    ),
    ("slaps-house 7.4", "Whoever has just flipped need not slap from the edge: no offence."),
    ("slaps-house 7.6", "What is said of jewellery itself goes before the card that other cheating costs."),
    (
        "slaps-house 8.1",
        "The examples leave out ace and nine; the ace is one in 8.3 and 8.4, so they make ten here too.",
    ),
    ("slaps-house 8.2", "The sandwich is its own rule and can be on without 8.1."),
    ("slaps-house 8.3", "Any equal step counts; the ace is low and nothing goes round the corner."),
    ("slaps-house 8.4", "Three different cards means three different ranks."),
    (
        "slaps-house 8.5",
        "With that rank on top nothing but three of it counts; deeper in another pattern it does no harm.",
    ),
    (
        "slaps-house 8.6",
        "Inside a double sandwich a forbidden card is only the filling and does no harm; in three of a suit \
      it does, because the text excepts tens and runs alone.",
    ),
    (
        "slaps-house 8.7",
        "The call counts until the face card is covered. A face card may be stuck again, but neither by the \
      player to the left of whoever laid it nor by the one who has to answer it now.",
    ),
    (
        "slaps-house 8.8.1",
        "The caller needs a card to flip. An eight cannot be split while a face card is unanswered or the \
      pile is won.",
    ),
    (
        "slaps-house 8.8.2",
        "A penalty card goes under the first pile, whichever was slapped. It hands the turn over even between \
      a player's two cards, and the next pair begins on the first pile.",
    ),
    ("slaps-house 8.8.4", "Ignored means that nothing is laid on the second pile; a right slap on it still counts."),
    (
        "slaps-house 8.8.5",
        "Who wins either pile goes on, unless a face card on the other is unanswered: that goes on first. \
      A player who runs out after the first of two cards is followed by the next player's two.",
    ),
];
