//! Whose hand a track is, and whether it is the player's left or right.
//!
//! Evidence is gathered over the whole track: an arm comes from its player's side of the table, so
//! the hand points away from that side; the landmark model's handedness names the hand, and which of a
//! player's two wrists is farther left: arms cross for a moment only. Two hands that one player has on
//! the table at once cannot both be the left one.

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

/// Log odds that the wrist that is farther right is the right hand's, in one frame: at most, when it is so much farther, centimetres.
const FARTHER: f64 = 3.0;
const FARTHER_CM: f64 = 15.0;
/// Frames of a track that count for its own claim to a name; log odds against one name for two hands that are seen at once, a frame:
/// as much as the landmark model can say; frames from which on a track is long; sweeps after which the names are left as they are.
const CLAIM_FRAMES: f64 = 30.0;
const CLASH: f64 = 4.0;
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
    let player = |row: &Votes| if row.player1 >= 0.0 { Player::One } else { Player::Two };
    let players: BTreeMap<u32, Player> = votes.iter().map(|(&track, row)| (track, player(row))).collect();
    for hands in frames {
        for (track, farther) in farther_right(hands, &players, calibration) {
            if let Some(row) = votes.get_mut(&track) {
                row.right += farther;
            }
        }
    }
    let mut owners: BTreeMap<u32, Ownership> = votes
        .iter()
        .map(|(&track, row)| {
            let player = players[&track];
            let hand = if row.right >= 0.0 { HandSide::Right } else { HandSide::Left };
            // Frames of one track are far from independent: the mean log odds is the honest one.
            let certainty = |sum: f64| 1.0 / (1.0 + (-(sum / row.frames).abs()).exp());
            (track, Ownership { player, hand, confidence: certainty(row.player1) * certainty(row.right) })
        })
        .collect();
    settle_sides(&votes, &mut owners);
    owners
}

/// Log odds of being a right hand, by track, from how far right the wrists of players are who have two hands in sight.
fn farther_right(hands: &[RawHand], players: &BTreeMap<u32, Player>, calibration: &Calibration) -> Vec<(u32, f64)> {
    let mut found = Vec::new();
    for player in Player::BOTH {
        let own: Vec<&RawHand> =
            hands.iter().filter(|hand| hand.seen && players.get(&hand.track) == Some(&player)).collect();
        if let [one, other] = own[..] {
            let x = |hand: &RawHand| calibration.to_table(hand.landmarks.points[0]).x;
            // Player 2 sits opposite.
            let towards = if player == Player::One { 1.0 } else { -1.0 };
            let farther = FARTHER * (towards * (x(one) - x(other)) / FARTHER_CM).clamp(-1.0, 1.0);
            found.extend([(one.track, farther), (other.track, -farther)]);
        }
    }
    found
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
    // How much better it is that a track's hand is the right one, the others being named so.
    let right = |track: u32, sides: &BTreeMap<u32, HandSide>| {
        let clash = |side: HandSide| -> f64 {
            let others = sides.iter().filter(|&(&other, &named)| other != track && named == side);
            let others = others.filter(|&(other, _)| owners[other].player == owners[&track].player);
            others.map(|(other, _)| together(&votes[&track], &votes[other])).sum()
        };
        (claim(track), CLASH * (clash(HandSide::Left) - clash(HandSide::Right)))
    };
    let settle = |mut sides: BTreeMap<u32, HandSide>| {
        for _ in 0..SWEEPS {
            let mut settled = true;
            for &track in &tracks {
                let (claim, clash) = right(track, &sides);
                let side = if claim + clash >= 0.0 { HandSide::Right } else { HandSide::Left };
                settled &= sides.insert(track, side) == Some(side);
            }
            if settled {
                break;
            }
        }
        sides
    };
    // Two hands that both seem to be the left one: which of them is it? Each player's names are tried the other way round as well.
    let worth = |sides: &BTreeMap<u32, HandSide>, player: Player| -> f64 {
        let own = sides.iter().filter(|(track, _)| owners[track].player == player);
        own.map(|(&track, &side)| {
            // Each clash is between two.
            let (claim, clash) = right(track, sides);
            (claim + clash / 2.0) * if side == HandSide::Right { 1.0 } else { -1.0 }
        })
        .sum()
    };
    let mut sides = settle(BTreeMap::new());
    for player in Player::BOTH {
        let turned = |(&track, &side): (&u32, &HandSide)| {
            let other = if side == HandSide::Right { HandSide::Left } else { HandSide::Right };
            (track, if owners[&track].player == player { other } else { side })
        };
        let other = settle(sides.iter().map(turned).collect());
        if worth(&other, player) > worth(&sides, player) {
            sides = other;
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
    use super::super::landmark::Landmarks;
    use super::*;
    use crate::base::Homography;
    use crate::base::Point;
    use crate::calibration::{Layout, Method};

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
        // Or the many that do.
        assert_eq!(
            named(&[(-3.0, 0, 200), (-3.9, 0, 40), (-3.9, 60, 140), (-3.9, 150, 200)]),
            [Right, Left, Left, Left]
        );
        // One after the other they may be the same hand.
        assert_eq!(named(&[(0.3, 0, 100), (2.0, 101, 200)]), [Right, Right]);
    }

    #[test]
    fn the_farther_right_of_a_players_wrists_is_the_right_ones() {
        let rows = [[10.0, 0.0, 640.0], [0.0, -10.0, 360.0], [0.0, 0.0, 1.0]];
        let calibration = Calibration::new(Layout::reference(), Method::File, Homography::new(rows), None, 0.0)
            .expect("a camera above the table");
        // The wrist, and a model that takes every hand for a left one.
        let hand = |track: u32, x: f64, y: f64| {
            let ahead = if y < 0.0 { 1.0 } else { -1.0 };
            let point = |i: usize| Point::new(x, y + ahead * i as f64);
            let points = std::array::from_fn(|i| calibration.to_image(point(i)));
            let landmarks = Landmarks { points, presence: 1.0, right: 0.3 };
            RawHand { track, landmarks, seen: true, moved: None }
        };
        let frames: Vec<Vec<RawHand>> =
            vec![vec![hand(0, -12.0, -30.0), hand(1, 14.0, -30.0), hand(2, -12.0, 30.0), hand(3, 14.0, 30.0)]; 40];
        let owners = assign(&frames, &calibration);
        let told: Vec<(Player, HandSide)> = owners.values().map(|owner| (owner.player, owner.hand)).collect();
        use {
            HandSide::{Left, Right},
            Player::{One, Two},
        };
        assert_eq!(told, [(One, Left), (One, Right), (Two, Right), (Two, Left)]);
    }
}
