//! Gaps and contradictions in the text, and what the engine takes.

/// Clause, then the reading.
pub const READINGS: &[(&str, &str)] = &[
    (
        "ratscrew 1.1",
        "How the cards are dealt is not said: any deal of the whole deck is accepted, of several packs too.",
    ),
    (
        "ratscrew 2.3.2",
        "Chances pass to the next player with cards when a stack runs out; when they would come back to the \
      letter card's player, the pile is won. A joker is no letter card.",
    ),
    (
        "ratscrew 2.3.3",
        "When nobody has a card left and nothing is slapped, the pile goes to whoever laid the last card. A \
      right slap takes even a pile that a letter card has just won, until it is taken up.",
    ),
    (
        "ratscrew 3.1",
        "The sentence on pairs is lost from the page; that triples need unslapped pairs shows that pairs count. \
      Nothing is said of slaps at the same time: the referee decides. Players without cards may slap, nothing forbids it.",
    ),
    (
        "ratscrew 3.2",
        "The example is lost from the page: consecutive ranks, the ace at either end, not round the corner \
      unless the switch says so.",
    ),
    (
        "ratscrew 3.3.1",
        "A pile that an unanswered letter card has already won stays won: a wrong slap on it only counts \
      towards 4.4. Of several wrong slaps on one card the first moves the pile.",
    ),
    (
        "ratscrew 3.3.2",
        "The player before is whoever laid the last card that was not the slapper's; if the whole pile is \
      hers, the player to her right.",
    ),
    (
        "ratscrew 4.1",
        "Cheated is whoever had won the pile, else the player of the unanswered letter card, else of the last \
      card. If play has gone on meanwhile, returned cards go under the pile.",
    ),
    (
        "ratscrew 4.2",
        "The upper half of an odd stack is the smaller one. A second theft before the first is noticed closes \
      the first.",
    ),
    (
        "ratscrew 4.3",
        "Play has gone round when the first player to lay a card after the theft lays one again and another \
      player has laid one in between.",
    ),
    (
        "ratscrew 4.4",
        "Cards are consecutive when no card was laid between them. The cards of a player who is out go face \
      down under the pile, so that the others can win them all.",
    ),
    ("ratscrew 4.6.1", "A card waits with its owner until her turn; turning another one then is early again."),
    (
        "ratscrew 4.6.3",
        "A slap on the pile counts for the card set aside as well as a slap on the card itself. When \
      the card was not read the slap is the referee's, and the card counts as played all the same.",
    ),
    (
        "ratscrew 4.9",
        "The hand that is slapped down has slapped: rightly if the pile could be slapped, wrongly if not.",
    ),
    (
        "ratscrew 4.11",
        "Jokers come in twos a pack. One that is in the pack by accident has to be told with the deck, or it \
      cannot be.",
    ),
];
