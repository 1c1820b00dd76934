//! Whose hand a track is, and whether it is the player's left or right.
//!
//! Evidence is gathered over the whole track: an arm comes from its player's side of the table, so
//! the hand points away from that side; the landmark model's handedness names the hand. Two hands
//! that one player has on the table at once cannot both be the left one.

use super::tracker::RawHand;
use crate::base::{HandSide, Player};
use crate::calibration::Calibration;
use std::collections::BTreeMap;

/// What a track's hand is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ownership {
    /// Whose.
    pub player: Player,
    /// Which.
    pub hand: HandSide,
    /// Probability that both are right, from how one-sided the evidence is.
    pub confidence: f64,
}

#[derive(Default)]
struct Votes {
    /// Log odds that it is Player 1's.
    player1: f64,
    /// Log odds that it is a right hand.
    right: f64,
    frames: f64,
    first: usize,
    last: usize,
}

/// Owners of the tracks in `frames` (each frame's hands), by track number.
pub fn assign(frames: &[Vec<RawHand>], calibration: &Calibration) -> BTreeMap<u32, Ownership> {
    let mut votes: BTreeMap<u32, Votes> = BTreeMap::new();
    for (index, hands) in frames.iter().enumerate() {
        for hand in hands.iter().filter(|hand| hand.seen) {
            let row = votes.entry(hand.track).or_insert_with(|| Votes { first: index, ..Votes::default() });
            row.last = index;
            row.frames += 1.0;
            let wrist = calibration.to_table(hand.landmarks.points[0]);
            let knuckle = calibration.to_table(hand.landmarks.points[9]);
            let length = wrist.distance(knuckle).max(1e-6);
            // Player 1 sits at negative y and reaches towards positive y. A wrist that stays on one
            // side says the same; a reach across the middle does not say the contrary.
            row.player1 += 3.0 * (knuckle.y - wrist.y) / length - 2.0 * (wrist.y / 20.0).clamp(-1.5, 1.5);
            let right = hand.landmarks.right.clamp(0.02, 0.98);
            row.right += (right / (1.0 - right)).ln();
        }
    }
    let mut owners: BTreeMap<u32, Ownership> = votes
        .iter()
        .map(|(&track, row)| {
            let player = if row.player1 >= 0.0 { Player::One } else { Player::Two };
            let hand = if row.right >= 0.0 { HandSide::Right } else { HandSide::Left };
            // Frames of one track are far from independent: the mean log odds is the honest one.
            let certainty = |sum: f64| 1.0 / (1.0 + (-(sum / row.frames).abs()).exp());
            (track, Ownership { player, hand, confidence: certainty(row.player1) * certainty(row.right) })
        })
        .collect();
    settle_sides(&votes, &mut owners);
    owners
}

/// Where two tracks of one player overlap in time and claim the same side, the weaker claim gives way.
fn settle_sides(votes: &BTreeMap<u32, Votes>, owners: &mut BTreeMap<u32, Ownership>) {
    let mut tracks: Vec<u32> = owners.keys().copied().collect();
    let strength = |track: &u32| (votes[track].right / votes[track].frames).abs() * votes[track].frames.min(30.0);
    tracks.sort_by(|a, b| strength(b).total_cmp(&strength(a)).then(a.cmp(b)));
    for (rank, weak) in tracks.iter().enumerate() {
        let clash = tracks[..rank].iter().any(|strong| {
            let (a, b) = (&votes[weak], &votes[strong]);
            let overlap = a.last.min(b.last).saturating_sub(a.first.max(b.first));
            let both = overlap as f64 > 0.3 * a.frames.min(b.frames);
            both && owners[weak].player == owners[strong].player && owners[weak].hand == owners[strong].hand
        });
        if clash && let Some(owner) = owners.get_mut(weak) {
            owner.hand = match owner.hand {
                HandSide::Left => HandSide::Right,
                HandSide::Right => HandSide::Left,
            };
            owner.confidence *= 0.7;
        }
    }
}
