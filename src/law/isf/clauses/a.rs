//! Law A: General provisions. Number and what it comes to, in our words; the Laws are the authority.

use super::{COMPETITION, CONDUCT, Clause, REFEREE, administration, engine, principle, referee, video};

/// Every numbered clause, in the order of the text.
pub(super) const CLAUSES: &[Clause] = &[
    principle("A.1.1", "why there are Laws: fair, even and orderly matches"),
    principle("A.1.2", "the Laws are the frame for play, officials, discipline and matches"),
    principle("A.1.3", "the same Laws at every level of play"),
    principle("A.1.4", "the Laws keep the game quick and the balance of skill and luck"),
    principle("A.1.5", "the Laws let the game be played the same way anywhere"),
    principle("A.2.1", "the Laws cover everything from the equipment to the end of a match"),
    administration("A.2.2", "a competition may add rules of its own that agree with the Laws").because(COMPETITION),
    engine("A.2.3", "without a referee a match is a friendly").by("isf::books::record::match_record"),
    engine("A.2.4", "an official match neither begins nor goes on without a referee"),
    engine("A.2.5", "a friendly counts for no record and no table").by("isf::books::record::match_record"),
    referee("A.3.1", "the referee is in charge of the match").because(REFEREE),
    referee("A.3.2", "what the referee finds about the facts of play is final")
        .because("what the engine says is advice beside the referee's own ruling"),
    referee("A.3.3", "the referee may ask assistants or look at the video, or not")
        .because("whether the video is looked at is the referee's choice"),
    referee("A.3.3.1", "assistants may help, and the referee's word comes first").because(REFEREE),
    referee("A.3.4", "the referee may stop, suspend or end a match"),
    referee("A.3.4.1", "interference from outside is a reason to stop").because(REFEREE),
    referee("A.3.4.2", "unsafe or unfit equipment is a reason to stop").because(REFEREE),
    referee("A.3.4.3", "a player who makes going on impossible is a reason to stop").because(REFEREE),
    referee("A.3.4.4", "anything else that prevents fair play is a reason to stop").because(REFEREE),
    referee("A.3.5", "everybody respects the referee").because(CONDUCT),
    referee("A.3.6", "players ask about a decision politely and not while play is on").because(CONDUCT),
    referee("A.3.7", "players do not argue against the referee's final word").because(CONDUCT),
    engine("A.4.1", "the Foundation Pile is ten cards as four, three, two and one").by("isf::books::set_up::build"),
    engine("A.4.2", "a Live Card is a face-up top of the Foundation Pile that may be played")
        .by("isf::books::table::live_places"),
    video("A.4.3", "the Boundary is the line beyond which one playable card may be").by("isf::boundary::lift"),
    engine("A.4.4", "the Draw Deck is a player's face-down reserve for reveals").by("isf::books::set_up::deal"),
    engine("A.4.5", "the Centre Piles are the two piles that both players build in sequence")
        .by("isf::books::table::top"),
    engine("A.4.6", "a Slap is a challenge set off by equal tops on both Centre Piles").by("isf::state::matching"),
    engine("A.4.7", "a stalemate is when neither player can play"),
    engine("A.4.8", "a Match is rounds until a player controls no cards any more").by("isf::books::ending::match_won"),
    engine("A.4.9", "a Round lasts until a player's Foundation Pile is cleared").by("isf::books::ending::last_card"),
    engine("A.4.10", "every card has an owner for the match").by("isf::books::table::owner"),
    engine("A.4.11", "a reveal turns the tops of the Draw Decks onto the Centre Piles"),
    principle("A.5.1", "the Laws are read by their spirit and intention"),
    referee("A.5.2", "players do not live off loopholes").because(CONDUCT),
    referee("A.5.3", "what the Laws do not cover is for the referee"),
    principle("A.6.1", "the game stands on reflex, accuracy, fairness and respect"),
    referee("A.6.2", "players are honest and fair").because(CONDUCT),
    referee("A.6.3", "rows, disruption and tricks with restarts may be punished").because(CONDUCT),
    referee("A.6.4", "opponents, officials, equipment and Laws are respected").because(CONDUCT),
    principle("A.6.5", "the spirit of the game keeps it enjoyable, fair and quick"),
];
