//! Slaps: both players see equal tops after their own reaction time; who has both hands down first wins (F.5.1).

use super::account::SlapPlayed;
use super::{Match, Stuck, number};
use crate::base::{Player, Rank};
use crate::law::isf::books::Act;
use crate::law::isf::books::act::SlapOutcome;
use crate::law::isf::tolerances;
use crate::simulate::direct::Cannot;
use crate::simulate::script::{self, Cue, Do};

/// Two completions are at least this far apart, so that exact instants have an order, seconds.
const APART_SECS: f64 = 2e-4;
/// Hands that come so much later than the first collect the cards already, seconds.
const LATE_SECS: f64 = tolerances::ANSWER_SECS - 0.1;

impl Match<'_> {
    /// A slap cue of a player's style, complete at the cue's instant.
    pub(super) fn slap_cue(&mut self, player: Player) -> script::Slap {
        let with = Some(self.policy(player).slap_with);
        let chance = self.chance(player);
        let (strength, hold_s) = (Some(chance.between(0.35, 0.95)), Some(chance.between(0.22, 0.4)));
        let early = chance.between(0.5, 14.0);
        let (left, right) = if chance.happens(0.5) { (early, 0.0) } else { (0.0, early) };
        script::Slap {
            player: Some(number(player)),
            with,
            hold_s,
            strength,
            left_before_ms: Some(left),
            right_before_ms: Some(right),
            ..Default::default()
        }
    }

    /// F.2, F.5, F.7: the tops are equal.
    pub(super) fn slap_challenge(&mut self) -> Result<(), Stuck> {
        let condition = self.condition_at;
        let rank = self.top(crate::base::Pile::Left).map_or(Rank::Joker, |card| card.rank);
        self.drop_plans();
        let mut complete = [None, None];
        let mut coming: Vec<(f64, Player, script::Slap)> = Vec::new();
        let in_one = self.in_one.take();
        for player in Player::BOTH {
            match in_one {
                Some((who, t)) if who == player => complete[player.index()] = Some(t),
                _ => {
                    let attention = self.policy(player).attention;
                    if self.chance(player).happens(attention) {
                        let policy = self.policy(player).clone();
                        let seen = condition + policy.reaction(self.chance(player));
                        let cue = self.slap_cue(player);
                        coming.push((seen + self.director.strike_secs(number(player), seen), player, cue));
                    }
                }
            }
        }
        while !coming.is_empty() {
            coming.sort_by(|a, b| a.0.total_cmp(&b.0));
            let (t, player, cue) = coming.remove(0);
            let there = complete[player.opponent().index()];
            let mut t = t.max(self.director.now());
            if let Some(first) = there {
                if t - first > LATE_SECS {
                    continue;
                }
                if (t - first).abs() < APART_SECS {
                    t = first + APART_SECS;
                }
            }
            match self.director.perform(Cue { t: Some(t), act: Do::Slap(cue.clone()) }) {
                Ok(performed) => {
                    let touches =
                        performed.instants.iter().filter(|told| told.slap && told.person == Some(player.index()));
                    complete[player.index()] = Some(touches.map(|told| told.t).fold(t, f64::max));
                }
                Err(Cannot::TooEarly { earliest, .. }) => coming.push((earliest.max(t) + 0.002, player, cue)),
                Err(why) => return Err(Stuck::Director { t, what: "slap", why }),
            }
        }
        let winner = match complete {
            [Some(one), Some(two)] => Some(if one < two { Player::One } else { Player::Two }),
            [Some(_), None] => Some(Player::One),
            [None, Some(_)] => Some(Player::Two),
            [None, None] => None,
        };
        let margin_ms = complete[0].zip(complete[1]).map(|(one, two)| 1000.0 * (one - two).abs());
        self.played.slaps.push(SlapPlayed { condition_t: condition, rank, complete, winner, margin_ms });
        let Some(winner) = winner else {
            self.ignored = true;
            return Ok(());
        };
        let (first, last) =
            complete.iter().flatten().fold((f64::INFINITY, 0.0_f64), |(a, b), t| (a.min(*t), b.max(*t)));
        self.book(first, &Act::Slap { outcome: SlapOutcome::Won, player: Some(winner) })?;
        let loser = winner.opponent();
        let pause = self.chance(loser).between(0.7, 1.4);
        self.soon(last + pause, Do::Take(script::Take { player: Some(number(loser)) }))?;
        Ok(())
    }
}
