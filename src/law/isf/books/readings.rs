//! How gaps and contradictions of the Laws are read, for a table beside the clauses. Each is stated again
//! where it is decided.

/// Clause and reading.
pub const READINGS: &[(&str, &str)] = &[
    ("A.2.4", "league, knockout, group and final are official competition; exhibitions and friendlies are not"),
    ("A.4.7", "only live cards are plays; a stalemate does not wait for cards that could be turned up (D.7.5)"),
    ("B.6.6.3", "a deck replaced during a round leaves every pile as many cards as it had (B.6.8)"),
    ("D.2.1", "the deal is 26 cards each by the beginners' guide; another deal of 52 is left to the referee"),
    ("D.2.4", "with fewer than ten cards: one on each of up to four places, then filled to four, three and two"),
    (
        "D.2.7",
        "a card turned at a place not told is the one top face down; of several the one with most cards under it; with \
               none a flipped live card (D.10.6) or one laid out unseen (D.2.6)",
    ),
    ("D.2.7", "any top may be turned up at any time while no more than four cards are live"),
    ("D.5.2", "a card that follows but was not live is an illegal play with no sanction due"),
    ("D.6.1", "nothing follows an empty Centre Pile"),
    ("D.7.1.2", "a second card not playable when lifted, playable since, is for the referee"),
    (
        "D.8.3",
        "a card is left there once covered, slapped, or still there when play stops or the round ends; sanctions are due \
               only where a clause states one, as the Law I that D.8.3 and F.9 point to is not in the text",
    ),
    ("D.8.1", "a card that does not follow is the pile's top while it lies there"),
    (
        "D.9.1",
        "in the books the card told first is the first; the other has nothing due, lies there until put back, and the \
               referee may find it was the first (D.9.2)",
    ),
    ("D.9.1", "of two cards aimed at one top the later is disputed unless it follows the first"),
    ("E.4.2", "a play or reveal while play is not on goes back and is not booked"),
    ("E.4.5", "a card goes back to its old place, or to a free one if a card was turned up or moved there since"),
    ("E.6.2", "a round lasts from its reveal to its last card, stoppages and suspensions included"),
    ("E.7.3", "a resumed round is rebuilt as it stood at the suspension; a round that cannot be is replayed"),
    ("E.7.4", "a replayed round starts from what each player brought to it; its slaps are taken back"),
    ("F.4.2", "hands on both piles is the completed two-hand contact"),
    ("F.7.1", "a slap that is won stops play until a reveal, as no piles are left"),
    ("F.7.2", "cards of a holding pile are the loser's from then on, borrowed and nobody's cards too"),
    ("F.7.6", "the opportunity is gone with the contact of the card that covers the equal tops"),
    ("G.2.2", "without a live card and without slap penalties an empty Draw Deck is no shortage yet"),
    ("G.3.2", "of an odd Draw Deck the lender keeps the odd card unless the act says otherwise"),
    (
        "G.5.1",
        "the loan ends before the match is looked at, so a borrower wins with borrowed cards left (against H.4.1.2)",
    ),
    ("G.5.2", "the new foundation of slap penalty cards is that of the next round (H.7.2)"),
    ("G.5.4.3", "slap penalties owed to the winner are the winner's own holding pile"),
    ("G.5.5.3", "the centre goes to the round's loser, with or without a shortage (E.5.1 is silent)"),
    ("G.7.4", "both at zero means both empty when play has stopped, whichever came there first"),
    ("G.7.4", "both Draw Decks and the centre empty: no clause; the referee decides (A.5.3), for instance a replay"),
    (
        "G.7.4.4",
        "both Draw Decks empty and no foundation card next to any centre card: shown to the referee, as no play can come",
    ),
    ("G.7.4.2", "of an odd centre Player 1 gets the odd card unless the act says otherwise"),
    ("G.7.4.3", "what belongs to nobody goes to the round's loser with the centre"),
    ("H.2.4", "a last card that has to be put straight is booked as played, and the round is the referee's"),
    ("H.4.1.3", "any holding pile left, from this round or before, means the match is not won"),
    ("H.6.1", "last cards released within 0.25 s of each other, or in no order that can be told, are at the same time"),
    ("H.6.3", "the cards of the final sequence are the last card of each player"),
    ("H.7.4", "readiness may be told and never has to be; a reveal without it is no offence by itself"),
    ("I.7.2", "a cap of n rounds is first to n"),
];
