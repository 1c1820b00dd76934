//! Live cards that left their places with hands that nobody saw.
//!
//! A hand that is not made out for a while, a fist beside the lens for one, takes cards like any other: a place that surely showed a
//! rank and then surely shows something else has lost its card. That alone is not told as a lift, for cards are misread; where
//! the rank then comes to a pile with no hand that brought it, the two say together whose card it was.

use super::places::{PLACE_CM, RANKS, Span, places};
use super::whereabouts::Missed;
use super::{CLEARLY_GONE, CardGone, SHORTEST_SECS, SURELY_ANOTHER};
use crate::base::{Player, Rank, TimeScale};
use crate::events::Zones;
use crate::facts::Observation;

/// Cards that came to a pile and are missed where they lay, without those that hands were seen to take (`gone`), by player and time.
pub fn cards_taken_unseen(
    observations: &[Observation],
    gone: &[CardGone],
    zones: &Zones,
    scale: TimeScale,
) -> Vec<CardGone> {
    let mut found = Vec::new();
    for player in Player::BOTH {
        for place in places(observations, player, zones) {
            let spans = place.spans(observations, player, zones);
            for pair in spans.windows(2) {
                let [before, after] = [pair[0], pair[1]];
                let Some(&rank) = Rank::ALL.get(before.state).filter(|_| lay_there(&before, scale)) else { continue };
                if !surely(&after) {
                    continue;
                }
                let missed = Missed::new((player, rank, place.centre), before.to, observations, zones, scale);
                let elsewhere = missed.settled_inside().is_some() && !missed.has_twin();
                let seen_taken = |card: &CardGone| {
                    let here = card.player == player && card.place.distance(place.centre) < PLACE_CM;
                    here && card.rank == Some(rank) && (before.from..=after.from).contains(&card.last_seen)
                };
                if elsewhere || missed.came_to_a_pile().is_none() || gone.iter().any(seen_taken) {
                    continue;
                }
                found.push(CardGone {
                    player,
                    rank: Some(rank),
                    suit: missed.suit(),
                    place: place.centre,
                    last_seen: before.to,
                    gone_by: after.from,
                    taken: None,
                    returned: None,
                    read_since: true,
                    confidence: before.confidence.min(after.confidence),
                });
            }
        }
    }
    found.sort_by(|a, b| a.player.cmp(&b.player).then(a.last_seen.total_cmp(&b.last_seen)));
    found
}

/// Whether a rank surely lay in a place.
fn lay_there(span: &Span, scale: TimeScale) -> bool {
    let long = (span.to - span.from) * scale.real_per_file >= SHORTEST_SECS;
    span.state < RANKS && long && span.confidence >= SURELY_ANOTHER
}

/// Whether something else, or nothing, surely did.
fn surely(span: &Span) -> bool {
    span.readings >= CLEARLY_GONE && (span.state >= RANKS || span.confidence >= SURELY_ANOTHER)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{card, zones};
    use super::*;
    use crate::facts::CardFace;

    /// A queen lies in Player 1's Foundation until 0.5 s and `after` it; from 0.8 s on the left pile shows `comes`.
    fn told(after: Option<(CardFace, Option<Rank>)>, comes: Rank) -> Vec<CardGone> {
        let observations: Vec<Observation> = (0..120)
            .map(|i| {
                let t = f64::from(i) / 60.0;
                let queen = card(0.0, -28.0, CardFace::Up, Some(Rank::Queen));
                let then = after.map(|(face, rank)| card(0.0, -28.0, face, rank));
                let top = card(-5.0, 0.0, CardFace::Up, Some(if t < 0.8 { Rank::Six } else { comes }));
                Observation {
                    index: i as u64,
                    t,
                    cards: Some(if t < 0.5 { Some(queen) } else { then }.into_iter().collect()),
                    piles: Some([Some(top), None]),
                    ..Observation::default()
                }
            })
            .collect();
        cards_taken_unseen(&observations, &[], &zones(), TimeScale::REAL)
    }

    #[test]
    fn a_card_that_no_hand_took_is_missed_when_it_came_to_a_pile() {
        let back = Some((CardFace::Down, None));
        for after in [back, None, Some((CardFace::Up, Some(Rank::Two)))] {
            let found = told(after, Rank::Queen);
            let [one] = &found[..] else { panic!("{found:?}") };
            assert_eq!((one.player, one.rank, one.taken.is_none()), (Player::One, Some(Rank::Queen), true));
            assert!((one.last_seen - 0.5).abs() < 0.05, "{one:?}");
        }
        assert!(told(back, Rank::Seven).is_empty(), "it came nowhere");
        assert!(told(Some((CardFace::Up, Some(Rank::Queen))), Rank::Queen).is_empty(), "it still lies there");
    }
}
