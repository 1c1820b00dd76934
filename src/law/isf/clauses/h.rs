//! Law H: Ends of rounds and of the match. Number and what it comes to, in our words; the Laws are the authority.

use super::{Clause, OVERVIEW, REFEREE, engine, principle, referee, video};

/// Every numbered clause, in the order of the text.
pub(super) const CLAUSES: &[Clause] = &[
    principle("H.1.1", "Law H is about the ends of rounds and matches").because(OVERVIEW),
    principle("H.1.2", "cards, slaps and shortages are governed by Laws D, F and G").because(OVERVIEW),
    principle("H.1.3", "concessions, suspensions and restarts are in Law E too").because(OVERVIEW),
    engine("H.2.1", "the round ends with a player's last foundation card"),
    engine("H.2.2", "the last card has to be played lawfully"),
    engine("H.2.3", "a crooked last card ends the round if the opponent cannot play onto it"),
    referee("H.2.4", "otherwise the card is put straight without gain from the delay"),
    engine("H.2.5", "equal tops made by the last card are void"),
    engine("H.2.6", "no slap counts after the last foundation card"),
    engine("H.3.1", "whoever clears their foundation first wins the round"),
    engine("H.3.2", "Draw Deck cards do not matter for the round").by("isf::books::ending::last_card"),
    engine("H.3.3", "slap penalties do not matter for the round").by("isf::books::ending::last_card"),
    engine("H.4.1", "the match is won with no cards left under one's control"),
    engine("H.4.1.1", "a winner of the match has no foundation cards left"),
    engine("H.4.1.2", "a winner of the match has no Draw Deck cards left, borrowed ones included")
        .by("isf::books::ending::match_won"),
    engine("H.4.1.3", "a winner of the match has no slap penalties left").by("isf::books::ending::match_won"),
    engine("H.4.2", "cards go by lawful play only, over as many rounds as it takes")
        .by("isf::books::ending::match_won"),
    engine("H.5.1", "a match may be conceded at any time").by("isf::books::ending::concession"),
    engine("H.5.2", "conceding during a round gives the other player one more round"),
    engine("H.5.3", "conceding between rounds gives none"),
    engine("H.5.4", "after a concession there is no further play"),
    video("H.6.1", "of two last cards the one released first wins"),
    referee("H.6.2", "last cards too close to tell leave the round open"),
    engine("H.6.3", "the last cards then go back and a reveal restarts the round"),
    engine("H.6.4", "the score stays as before that round"),
    engine("H.7.1", "after a round each player gathers their cards"),
    engine("H.7.2", "slap penalties join the deck of the next round"),
    engine("H.7.3", "then shuffle, foundation of ten or all, Draw Deck of the rest"),
    engine("H.7.3.1", "before the next round: shuffle all cards").by("isf::books::ending::next_round"),
    engine("H.7.3.2", "before the next round: build a foundation of the top ten cards, or of all"),
    engine("H.7.3.3", "before the next round: make a Draw Deck of the rest").by("isf::books::ending::next_round"),
    engine("H.7.4", "the referee or the players say that the next round may begin"),
    principle("H.8.1", "a match is won by getting rid of all cards"),
    referee("H.8.2", "doubts about the end are settled fairly and quickly").because(REFEREE),
];
