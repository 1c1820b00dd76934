//! Where rounds begin and end, and who won them.
//!
//! A round ends with the release of a Foundation's last card (H.2.1): the card after which the Foundation was seen to be bare, and
//! after which its player took no other before the next reveal. Whether it followed, and who was first, is the Laws' to say; what
//! they say comes back here. A round begins with the reveal onto bare piles with which a recording starts, or with the first reveal
//! after a round's end (E.2.3). A recording that starts in the middle of a round has no beginning of it.

use super::Course;
use crate::base::{Pile, Player, TimeScale};
use crate::events::{BareSpan, Cleared, LoneCard};
use crate::facts::{Event, EventKind, SlapChallenge, Verdict};
use crate::law::isf::Outcome;

/// A card is played no later than this after it was seen in the Foundation last, real seconds.
const CARRIED_SECS: f64 = 4.0;
/// And its contact may seem to come so long before that, real seconds: readings lag.
const SLACK_SECS: f64 = 0.2;

/// One round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Round {
    /// The reveal with which it began, file seconds; `None` when the recording began later.
    pub from: Option<f64>,
    /// The release of its last card; `None` when the recording ended before.
    pub to: Option<f64>,
    /// Who played that card; `None` when nobody did, or it cannot be told who was first (H.6.2).
    pub winner: Option<Player>,
    /// Slaps won in it, Player 1's and Player 2's.
    pub slaps: [u32; 2],
}

/// First contacts of cards that were the last of their player's Foundation, by player, file seconds.
pub fn last_cards(course: &Course, cleared: &[Cleared], scale: TimeScale) -> [Vec<f64>; 2] {
    let [carried, slack] = [CARRIED_SECS, SLACK_SECS].map(|secs| secs / scale.real_per_file);
    let mut contacts = [Vec::new(), Vec::new()];
    for span in cleared {
        let own = |event: &&Event| event.player == Some(span.player);
        let next_reveal = course
            .events
            .iter()
            .find(|event| event.kind == EventKind::Reveal && event.at.t > span.last_card + slack)
            .map_or(f64::INFINITY, |event| event.at.t);
        let within = |t: f64| t > span.last_card - slack && t < next_reveal;
        let played =
            course.events.iter().filter(own).rfind(|event| event.kind == EventKind::Contact && within(event.at.t));
        let Some(played) = played.filter(|event| event.at.t < span.last_card + carried) else { continue };
        let more = |event: &Event| event.kind == EventKind::Lift && event.at.t > played.at.t && within(event.at.t);
        if span.to > played.at.t && !course.events.iter().filter(own).any(more) {
            contacts[span.player.index()].push(played.at.t);
        }
    }
    contacts
}

/// First contacts of cards that may have been the last of their player's Foundation, by player, file seconds: the only ones seen there.
pub fn maybe_last_cards(course: &Course, lone: &[LoneCard], scale: TimeScale) -> [Vec<f64>; 2] {
    let cleared = lone.iter().map(|card| {
        let &LoneCard { player, last_seen, .. } = card;
        Cleared { player, last_card: last_seen, from: last_seen, to: f64::INFINITY }
    });
    let mut contacts = last_cards(course, &cleared.collect::<Vec<_>>(), scale);
    for card in lone {
        contacts[card.player.index()].retain(|t| {
            let laid = |event: &Event| event.kind == EventKind::Contact && event.at.t == *t;
            let rank =
                course.events.iter().find(|event| laid(event)).and_then(|event| event.card).map(|card| card.rank);
            card.rank.is_none_or(|lone| rank == Some(lone))
        });
    }
    contacts
}

/// The rounds of a recording, and the events that begin and end them.
pub fn rounds(course: &Course, outcome: &Outcome, bare: &[BareSpan]) -> (Vec<Round>, Vec<Event>) {
    let mut rounds: Vec<Round> = Vec::new();
    let mut events = Vec::new();
    let none = Round { from: None, to: None, winner: None, slaps: [0, 0] };
    let reveals: Vec<&Event> = course.events.iter().filter(|event| event.kind == EventKind::Reveal).collect();
    let began_bare = reveals.first().filter(|first| {
        let is_bare = |pile: Pile| bare.iter().any(|bare| bare.pile == pile && bare.from < first.at.t);
        let before = |event: &Event| event.at.t < first.at.t && event.kind == EventKind::Contact;
        Pile::BOTH.into_iter().all(is_bare) && !course.events.iter().any(before)
    });
    let marks = reveals.iter().map(|reveal| (reveal.at.t, None));
    let ends = outcome.finishes.iter().map(|finish| (finish.released.t, Some(finish)));
    let mut marks: Vec<_> = marks.chain(ends).collect();
    marks.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mark = |at, kind, player, confidence| Event {
        at,
        kind,
        player,
        hand: None,
        pile: None,
        card: None,
        confidence,
        inferred: false,
        after_other: None,
    };
    for (t, end) in marks {
        match end {
            None => {
                let begins = match rounds.last() {
                    None => began_bare.is_some(),
                    Some(last) => last.to.is_some(),
                };
                if begins {
                    rounds.push(Round { from: Some(t), ..none });
                    events.extend(
                        reveals
                            .iter()
                            .find(|reveal| reveal.at.t >= t)
                            .map(|reveal| mark(reveal.at, EventKind::RoundStart, None, reveal.confidence)),
                    );
                }
            }
            Some(finish) => {
                if rounds.last().is_none_or(|last| last.to.is_some()) {
                    rounds.push(none);
                }
                let winner = Some(finish.player).filter(|_| !finish.too_close);
                if let Some(last) = rounds.last_mut() {
                    (last.to, last.winner) = (Some(t), winner);
                }
                events.push(mark(finish.released, EventKind::RoundEnd, winner, finish.confidence));
            }
        }
    }
    if rounds.is_empty() {
        rounds.push(none);
    }
    for slap in &outcome.slaps {
        count(&mut rounds, slap);
    }
    (rounds, events)
}

/// Adds a slap to the round in which it was won.
fn count(rounds: &mut [Round], slap: &SlapChallenge) {
    let winner = match slap.verdict {
        Verdict::Player1 => Player::One,
        Verdict::Player2 => Player::Two,
        Verdict::TooClose | Verdict::NoValidAttempt | Verdict::Void => return,
    };
    let t = slap.condition.t;
    let round = rounds.iter_mut().rev().find(|round| round.from.is_none_or(|from| from <= t + 1e-9));
    if let Some(round) = round {
        round.slaps[winner.index()] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Measured, Rank};
    use crate::law::isf::{Finish, State};

    fn event(kind: EventKind, player: Player, pile: Option<Pile>, t: f64) -> Event {
        Event {
            at: Measured::normal(t, 0.005),
            kind,
            player: Some(player),
            hand: None,
            pile,
            card: None,
            confidence: 0.9,
            inferred: false,
            after_other: None,
        }
    }

    fn reveals(t: f64) -> [Event; 2] {
        [(Player::One, Pile::Right), (Player::Two, Pile::Left)]
            .map(|(player, pile)| event(EventKind::Reveal, player, Some(pile), t))
    }

    fn outcome(ends: &[(Player, f64)]) -> Outcome {
        let finish = |&(player, t): &(Player, f64)| Finish {
            player,
            released: Measured::normal(t, 0.005),
            confidence: 0.9,
            too_close: false,
        };
        Outcome {
            rulings: Vec::new(),
            slaps: Vec::new(),
            finishes: ends.iter().map(finish).collect(),
            state: State::new([None, None]),
        }
    }

    fn bare() -> [BareSpan; 2] {
        Pile::BOTH.map(|pile| BareSpan { pile, from: 0.0, to: 0.8 })
    }

    #[test]
    fn a_round_begins_with_a_reveal_onto_bare_piles_and_ends_with_a_last_card() {
        let course = Course { events: [reveals(1.0), reveals(20.0), reveals(60.0)].concat(), ..Course::default() };
        let (rounds, events) = rounds(&course, &outcome(&[(Player::Two, 40.0)]), &bare());
        let told: Vec<_> = rounds.iter().map(|round| (round.from, round.to, round.winner)).collect();
        assert_eq!(told, [(Some(1.0), Some(40.0), Some(Player::Two)), (Some(60.0), None, None)]);
        let marks: Vec<_> = events.iter().map(|event| (event.kind, event.at.t)).collect();
        assert_eq!(marks, [(EventKind::RoundStart, 1.0), (EventKind::RoundEnd, 40.0), (EventKind::RoundStart, 60.0)]);
    }

    #[test]
    fn a_recording_from_the_middle_of_a_round_has_no_beginning_of_it() {
        let course = Course { events: reveals(5.0).to_vec(), ..Course::default() };
        let (rounds, events) = rounds(&course, &outcome(&[(Player::One, 9.0)]), &[]);
        assert_eq!((rounds.len(), rounds[0].from, rounds[0].to), (1, None, Some(9.0)));
        assert_eq!(events.len(), 1);
    }

    #[test]
    fn a_lone_card_may_be_the_last_when_it_is_the_one_that_was_laid() {
        let seven = crate::base::Card { rank: Rank::Seven, suit: None };
        let laid = Event { card: Some(seven), ..event(EventKind::Contact, Player::One, Some(Pile::Left), 8.3) };
        let course = Course { events: vec![laid], ..Course::default() };
        let lone = |rank, last_seen| [LoneCard { player: Player::One, rank, last_seen }];
        let maybe = |lone: &[LoneCard]| maybe_last_cards(&course, lone, TimeScale::REAL);
        let none: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
        assert_eq!(maybe(&lone(Some(Rank::Seven), 8.0)), [vec![8.3], vec![]]);
        assert_eq!(maybe(&lone(Some(Rank::Six), 8.0)), none, "another card");
        assert_eq!(maybe(&lone(None, 8.0)), [vec![8.3], vec![]], "hidden from the beginning");
        assert_eq!(maybe(&lone(Some(Rank::Seven), 9.0)), none, "it lay there later");
    }

    #[test]
    fn the_last_card_is_the_one_after_which_the_foundation_stays_bare() {
        let play = |t| event(EventKind::Contact, Player::One, Some(Pile::Left), t);
        let cleared = [Cleared { player: Player::One, last_card: 8.0, from: 8.4, to: 12.0 }];
        let none: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
        let last = |events: Vec<Event>| last_cards(&Course { events, ..Course::default() }, &cleared, TimeScale::REAL);
        assert_eq!(last(vec![play(3.0), play(8.3)]), [vec![8.3], vec![]]);
        // Two were in the hands: the second is the last.
        assert_eq!(last(vec![play(8.3), play(9.0)]), [vec![9.0], vec![]]);
        // Never played, or another was taken afterwards: somebody hid it, or it was misread.
        assert_eq!(last(vec![play(3.0)]), none);
        let lift = event(EventKind::Lift, Player::One, None, 9.0);
        assert_eq!(last(vec![play(8.3), lift]), none);
    }
}
