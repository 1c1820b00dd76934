//! The clauses that the engine uses: number, what they come to in our own words, and how each is
//! decided. The wording is ours; the Laws are the authority.

/// The edition that the numbers belong to.
pub const EDITION: &str = "2025-26";

/// How a clause is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// From what is seen.
    Video,
    /// By keeping count of events.
    Engine,
    /// By the referee, with our evidence.
    Referee,
}

/// One clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clause {
    /// As printed, `F.5.1`.
    pub number: &'static str,
    /// Edition of the Laws.
    pub edition: &'static str,
    /// One line in our words, without a full stop.
    pub paraphrase: &'static str,
    /// How it is decided.
    pub class: Class,
}

const fn clause(number: &'static str, class: Class, paraphrase: &'static str) -> Clause {
    Clause { number, edition: EDITION, paraphrase, class }
}

/// Every clause used, by number.
pub const CLAUSES: &[Clause] = &[
    clause("D.3.2", Class::Video, "a playable card may leave the boundary in order to be played"),
    clause("D.3.3", Class::Video, "no more than one playable card outside the boundary at a time"),
    clause("D.3.4", Class::Video, "a card not yet released on a pile may go back inside the boundary"),
    clause("D.3.5", Class::Referee, "cards displaced by accident and without advantage simply go back"),
    clause("D.3.6", Class::Video, "a lifted card counts as outside the boundary"),
    clause("D.6.1", Class::Engine, "a card follows one rank above or below the pile's top"),
    clause("D.6.2", Class::Engine, "the ranks form a loop, king next to ace"),
    clause("D.6.3", Class::Engine, "suits do not matter"),
    clause("D.7.1.1", Class::Video, "one playable card of a player may be outside the boundary"),
    clause("D.7.1.2", Class::Video, "a second card stays in until the first is played or back"),
    clause("D.7.2", Class::Video, "a card is played when the hand lets go of it on the pile"),
    clause("D.7.3", Class::Video, "a released card may not be taken back or moved"),
    clause("D.8.1", Class::Engine, "a card that does not follow the top is an illegal play"),
    clause("D.8.2", Class::Video, "an illegal card taken off at once calls for a formal warning"),
    clause("D.8.3", Class::Video, "an illegal card that stays on the pile calls for a yellow card"),
    clause("D.8.4", Class::Referee, "illegal plays that go on may be sanctioned further"),
    clause("D.9.1", Class::Video, "of two cards for one pile the first to touch it counts"),
    clause("D.9.2", Class::Referee, "too close for the players: the referee says which card was first"),
    clause("D.9.3", Class::Engine, "equal tops after simultaneous plays may start a slap"),
    clause("D.10.1", Class::Video, "a card that touches a pile may not be held there to block it"),
    clause("D.10.3", Class::Referee, "a live card is lifted only to be played"),
    clause("E.3.2", Class::Engine, "nothing is ruled before the first reveal"),
    clause("E.4.2", Class::Engine, "after a stoppage play restarts with a new reveal"),
    clause("F.1.5", Class::Engine, "the play that ends a round starts no slap"),
    clause("F.2.1", Class::Engine, "equal ranks on both Centre Piles start a slap challenge"),
    clause("F.2.2", Class::Engine, "equal ranks from a reveal start one too"),
    clause("F.2.4", Class::Video, "the slap is on from the moment the second equal card touches its pile"),
    clause("F.3.1", Class::Video, "a slap takes one hand on each Centre Pile"),
    clause("F.3.2", Class::Video, "both hands have to be down at the same time"),
    clause("F.3.3", Class::Video, "touching a single pile, be it with both hands, is no valid attempt"),
    clause("F.4.1", Class::Video, "whoever plays the matching card may slap in the same motion"),
    clause("F.4.2", Class::Video, "the card has to touch the pile before the hands are on both piles"),
    clause("F.5.1", Class::Video, "the first player to have one hand on each pile wins"),
    clause("F.5.4", Class::Referee, "when it is extremely close the referee decides who was first"),
    clause("F.6.1", Class::Referee, "an order that cannot be told reliably is a slap stalemate"),
    clause("F.6.2", Class::Engine, "in a slap stalemate the cards stay where they are"),
    clause("F.6.3", Class::Engine, "after a slap stalemate a new reveal restarts play"),
    clause("F.7.1", Class::Engine, "the loser of a slap takes both Centre Piles"),
    clause("F.7.6", Class::Engine, "a slap nobody tried before the next legal play is lost"),
    clause("F.8.3", Class::Video, "equal revealed cards start the slap once both have touched their piles"),
    clause("F.8.4", Class::Referee, "reveals slightly apart still count unless the referee finds them unfair"),
    clause("F.8.5", Class::Referee, "the referee may look at a late reveal that went on to win the slap"),
    clause("F.9.1", Class::Video, "slapping while no slap condition is active is a misslap"),
    clause("F.9.2", Class::Referee, "a single misslap has no automatic penalty"),
    clause("F.9.3", Class::Referee, "misslaps that go on may be sanctioned"),
    clause("F.10.1", Class::Referee, "the referee decides whether a slap was valid"),
    clause("H.2.1", Class::Engine, "the round ends with a player's last foundation card"),
    clause("H.2.5", Class::Engine, "equal tops made by the last card are void"),
    clause("H.2.6", Class::Engine, "no slap counts after the last foundation card"),
    clause("H.6.1", Class::Video, "of two last cards the one released first wins"),
    clause("H.6.2", Class::Referee, "last cards too close to tell leave the round open"),
    clause("H.6.3", Class::Engine, "the last cards then go back and a reveal restarts the round"),
];

/// The clause of that number.
pub fn find(number: &str) -> Option<&'static Clause> {
    CLAUSES.iter().find(|clause| clause.number == number)
}

/// Our one-line reading of a clause, for printing beside its number; `None` for a clause not in use.
pub fn paraphrase(number: &str) -> Option<&'static str> {
    find(number).map(|clause| clause.paraphrase)
}
