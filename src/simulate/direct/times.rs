//! How long hands need, for policies that decide when to act: ordinary times by Fitts's law, from where a hand
//! is to where it has to go.

use super::Director;
use super::hands::reach_secs;
use crate::base::{HandSide, Pile};
use crate::simulate::timeline::seats::arm_of;
use glam::DVec2;

impl Director {
    /// From when on both hands of `player` (from 1) are free to be called to something else, seconds.
    pub fn free_at(&self, player: u8) -> f64 {
        let person = usize::from(player.saturating_sub(1));
        let arms = [HandSide::Left, HandSide::Right].map(|hand| arm_of(person, hand));
        arms.into_iter().filter_map(|arm| self.arms.get(arm)).map(|arm| arm.free_at).fold(0.0, f64::max)
    }

    /// An ordinary strike of both hands of `player` (from 1) onto the piles, from where they will be at `t`,
    /// seconds.
    pub fn strike_secs(&self, player: u8, t: f64) -> f64 {
        let person = usize::from(player.saturating_sub(1));
        let way = |pile: usize| {
            let arm = arm_of(person, self.hand_for(person, pile));
            self.way_secs(arm, t, self.places.piles[pile])
        };
        0.72 * (0..self.places.piles.len()).map(way).fold(0.0, f64::max)
    }

    /// An ordinary play: from reaching for the card on a sub-pile to its contact with a pile, seconds.
    pub fn play_secs(&self, player: u8, place: u8, pile: Pile, t: f64) -> f64 {
        let person = usize::from(player.saturating_sub(1));
        let spot = self.spot(person, place);
        let to = self.places.piles[pile.index().min(self.places.piles.len() - 1)];
        let arm = arm_of(person, self.hand_for(person, pile.index()));
        0.85 * self.way_secs(arm, t, spot) + 0.05 + 1.2 * reach_secs(spot.distance(to)) / self.speeds[person]
    }

    /// An ordinary turning up of a sub-pile's next card: from reaching for it until it lies, seconds.
    pub fn turn_secs(&self, player: u8, place: u8, t: f64) -> f64 {
        let person = usize::from(player.saturating_sub(1));
        let spot = self.spot(person, place);
        let reach = [HandSide::Left, HandSide::Right].map(|hand| self.way_secs(arm_of(person, hand), t, spot));
        0.85 * reach[0].min(reach[1]) + 0.05 + 1.1 * reach_secs(0.0) / self.speeds[person]
    }

    fn spot(&self, person: usize, place: u8) -> DVec2 {
        self.places.people[person].sub_piles.get(usize::from(place)).copied().unwrap_or(self.places.people[person].deck)
    }

    fn way_secs(&self, arm: usize, t: f64, to: DVec2) -> f64 {
        let at = self.timeline.arms[arm].at(t).0.wrist.at.truncate();
        reach_secs(at.distance(to)) / self.speeds[arm / 2]
    }
}
