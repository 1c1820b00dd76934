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

/// Frames of a track that count for its own claim to a name; frames from which on it is long; sweeps after which the names are
/// left as they are.
const CLAIM_FRAMES: f64 = 30.0;
const LONG_FRAMES: f64 = 60.0;
const SWEEPS: usize = 8;

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

/// A player's tracks are named together: as each claims, the longer and surer the more, and against that no two that are seen
/// in the same frames may have the same name. A short false hand beside two true ones so takes a name from neither.
fn settle_sides(votes: &BTreeMap<u32, Votes>, owners: &mut BTreeMap<u32, Ownership>) {
    let mut tracks: Vec<u32> = owners.keys().copied().collect();
    let claim = |track: u32| votes[&track].right / votes[&track].frames * votes[&track].frames.min(CLAIM_FRAMES);
    // The long ones first, of those the surest: the first to be named keeps its name.
    let rank = |track: u32| (votes[&track].frames.min(LONG_FRAMES), claim(track).abs());
    tracks.sort_by(|&a, &b| {
        let ((long, sure), (other_long, other_sure)) = (rank(a), rank(b));
        other_long.total_cmp(&long).then(other_sure.total_cmp(&sure)).then(a.cmp(&b))
    });
    let together = |a: &Votes, b: &Votes| (a.last.min(b.last) + 1).saturating_sub(a.first.max(b.first)) as f64;
    let mut sides: BTreeMap<u32, HandSide> = BTreeMap::new();
    for _ in 0..SWEEPS {
        let mut settled = true;
        for &track in &tracks {
            let clash = |side: HandSide| -> f64 {
                let others = sides.iter().filter(|&(&other, &named)| other != track && named == side);
                let others = others.filter(|&(other, _)| owners[other].player == owners[&track].player);
                others.map(|(other, _)| together(&votes[&track], &votes[other])).sum()
            };
            let right = claim(track) - clash(HandSide::Right) + clash(HandSide::Left);
            let side = if right >= 0.0 { HandSide::Right } else { HandSide::Left };
            settled &= sides.insert(track, side) == Some(side);
        }
        if settled {
            break;
        }
    }
    for (track, side) in sides {
        if let Some(owner) = owners.get_mut(&track).filter(|owner| owner.hand != side) {
            owner.hand = side;
            owner.confidence *= 0.7;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_false_hand_takes_no_name_from_two_true_ones() {
        // Log odds a frame that it is a right hand, first and last frame; all of one player.
        let named = |tracks: &[(f64, usize, usize)]| -> Vec<HandSide> {
            let row = |&(right, first, last): &(f64, usize, usize)| {
                let frames = (last - first + 1) as f64;
                Votes { player1: frames, right: right * frames, frames, first, last }
            };
            let votes: BTreeMap<u32, Votes> = (0..).zip(tracks.iter().map(row)).collect();
            let claimed = |row: &Votes| if row.right >= 0.0 { HandSide::Right } else { HandSide::Left };
            let owner = |row: &Votes| Ownership { player: Player::One, hand: claimed(row), confidence: 1.0 };
            let mut owners = votes.iter().map(|(&track, row)| (track, owner(row))).collect();
            settle_sides(&votes, &mut owners);
            owners.values().map(|owner| owner.hand).collect()
        };
        use HandSide::{Left, Right};
        assert_eq!(named(&[(-0.5, 0, 200), (0.6, 0, 200), (-3.0, 100, 200)])[..2], [Left, Right]);
        // Two that claim the same: the surer keeps it.
        assert_eq!(named(&[(0.3, 0, 200), (2.0, 0, 200)]), [Left, Right]);
        // One after the other they may be the same hand.
        assert_eq!(named(&[(0.3, 0, 100), (2.0, 101, 200)]), [Right, Right]);
    }
}
