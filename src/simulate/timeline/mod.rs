//! Tracks in, the scene at any instant out: pure and cheap.
//!
//! Arms stand in the scene by person, left then right; so arm `i` belongs to person `i / 2` of the scenario,
//! also at tables of more than two, where [`ArmState::player`](crate::simulate::scene::ArmState) only says on
//! which half of the table the person sits.

pub mod arms;
pub mod cards;
pub mod mats;
pub mod seats;

pub use arms::{ArmKey, ArmMove, ArmTrack};
pub use cards::{CardRide, CardTrack, Ride, Spin};
pub use mats::{MatMove, MatTrack};
pub use seats::Seated;

use crate::base::Card;
use crate::simulate::scene::{ArmState, CardIndex, CardState, Scene};

/// Everything that moves, over time.
#[derive(Debug, Clone)]
pub struct Timeline {
    /// Who sits where, by person.
    pub people: Vec<Seated>,
    /// Arms: person by person, left then right.
    pub arms: Vec<ArmTrack>,
    /// Cards by index.
    pub cards: Vec<CardTrack>,
    /// Mats that move.
    pub mats: Vec<MatTrack>,
    /// What each card shows.
    pub faces: Vec<Card>,
}

/// What moves in a span.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Moving {
    /// Cards by index.
    pub cards: Vec<CardIndex>,
    /// Arms by their place in the scene.
    pub arms: Vec<usize>,
    /// A mat moves.
    pub mats: bool,
}

impl Timeline {
    /// The scene at `t`.
    pub fn at(&self, t: f64) -> Scene {
        let arms: Vec<ArmState> = (0..self.arms.len()).map(|arm| self.arm(arm, t)).collect();
        let cards = (0..)
            .zip(&self.cards)
            .map(|(card, track): (CardIndex, _)| CardState {
                card,
                pose: track.pose(t, |arm| arms[arm].wrist),
                curl: track.curl,
            })
            .collect();
        let mats = self.mats.iter().map(|mat| (mat.mat, mat.at(t))).collect();
        Scene { cards, arms, mats }
    }

    /// One arm at `t`.
    pub fn arm(&self, arm: usize, t: f64) -> ArmState {
        let seated = &self.people[arm / 2];
        let (key, _) = self.arms[arm].at(t);
        let hand = seats::hand_of(arm);
        ArmState {
            player: seated.half(),
            hand,
            wrist: key.wrist,
            elbow: seated.elbow(hand, &key.wrist),
            shape: key.shape,
        }
    }

    /// One card at `t`.
    pub fn card(&self, card: CardIndex, t: f64) -> CardState {
        let track = &self.cards[usize::from(card)];
        CardState { card, pose: track.pose(t, |arm| self.arms[arm].at(t).0.wrist), curl: track.curl }
    }

    /// What each card shows, by index.
    pub fn faces(&self) -> &[Card] {
        &self.faces
    }

    /// What moves between `from` and `to`.
    pub fn moving(&self, from: f64, to: f64) -> Moving {
        let moves = |arm: usize| {
            self.arms[arm]
                .moves
                .iter()
                .any(|one| one.t0 < to && one.t1 > from && (one.tremor > 0.0 || one.from != one.to))
        };
        let arms: Vec<usize> = (0..self.arms.len()).filter(|arm| moves(*arm)).collect();
        let rides = |track: &CardTrack| {
            let first = track.rides.partition_point(|ride| ride.t0 <= from).saturating_sub(1);
            track.rides[first..].iter().take_while(|ride| ride.t0 < to).any(|CardRide { t0, ride }| match ride {
                // Only the first ride may have begun before; a rest that begins inside may follow a jolt.
                Ride::Rest(_) => *t0 > from,
                Ride::Held { arm, spin, .. } => arms.contains(arm) || spin.is_some(),
                Ride::Glide { t1, .. } => *t1 > from,
            })
        };
        let cards = (0..).zip(&self.cards).filter(|(_, track)| rides(track)).map(|(card, _)| card).collect();
        let mats = self.mats.iter().any(|mat| mat.moves.iter().any(|one| one.t0 < to && one.t1 > from));
        Moving { cards, arms, mats }
    }
}
