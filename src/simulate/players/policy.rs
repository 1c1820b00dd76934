//! How a player plays: reaction, accuracy, aggressiveness, and how often the Laws are broken.
//!
//! Reaction times are ex-Gaussian, a normal part and an exponential tail, which fits human reaction times
//! closely (Luce 1986, "Response Times"; Heathcote, Popiel and Mewhort 1991). To a single expected sight people
//! take some 200 to 300 ms (Luce 1986), to one of several much longer, growing with the number of choices (Hick
//! 1952): so a slap has the first, the search for a card that follows both.

use crate::simulate::chance::Chance;
use crate::simulate::script::SlapWith;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A match in a scenario file: policies play it instead of a script.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MatchFile {
    /// How many rounds are played at most, 1 to 200; 3 when left out.
    pub rounds: Option<u32>,
    /// How each player plays; what is left out is drawn from the seed.
    pub policies: Vec<PolicyFile>,
    /// Chance, after each play, that the referee calls a stalemate though somebody can play (G.10.2), 0 to 1;
    /// 0 when left out.
    pub wrong_stalemate: Option<f64>,
}

macro_rules! figures {
    ($( $(#[$doc:meta])* $name:ident: $low:literal..$high:literal = $draw:expr; )*) => {
        /// One player's policy in a scenario file. Handedness and speed are the player's own (`players`).
        #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        pub struct PolicyFile {
            $( $(#[$doc])* #[serde(skip_serializing_if = "Option::is_none")] pub $name: Option<f64>, )*
            /// Slaps with the flat hand or with the fingertips (F.3.4); drawn from the seed, mostly flat.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub slap_with: Option<SlapWith>,
        }

        /// One player's policy with nothing left open.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Policy {
            $( $(#[$doc])* pub $name: f64, )*
            /// Flat hand or fingertips (F.3.4).
            pub slap_with: SlapWith,
        }

        impl PolicyFile {
            /// Figures outside their range: field, value, least and greatest.
            pub fn faults(&self) -> Vec<(&'static str, f64, f64, f64)> {
                let all = [$( (stringify!($name), self.$name, f64::from($low), f64::from($high)), )*];
                all.into_iter()
                    .filter_map(|(name, value, low, high)| Some((name, value?, low, high)))
                    .filter(|(_, value, low, high)| !(*low..=*high).contains(value))
                    .collect()
            }

            /// Draws what is left open.
            pub fn settle(&self, chance: &mut Chance) -> Policy {
                $( let drawn: fn(&mut Chance) -> f64 = $draw; let $name = drawn(chance); )*
                let style = if chance.happens(0.8) { SlapWith::Palm } else { SlapWith::Fingertips };
                Policy {
                    $( $name: self.$name.unwrap_or($name), )*
                    slap_with: self.slap_with.unwrap_or(style),
                }
            }
        }
    };
}

figures! {
    /// Mean time from the sight of equal tops to the hands' start, milliseconds, 120 to 800; drawn from 205 to 290.
    reaction_ms: 120..800 = |chance| chance.between(205.0, 290.0);
    /// Its spread (standard deviation), milliseconds, 5 to 300; drawn from 25 to 60.
    reaction_spread_ms: 5..300 = |chance| chance.between(25.0, 60.0);
    /// Mean further time to find a card that follows, milliseconds, 0 to 5000; drawn from 150 to 450.
    search_ms: 0..5000 = |chance| chance.between(150.0, 450.0);
    /// Chance to see equal tops and slap at all, 0 to 1; drawn from 0.9 to 1.
    attention: 0..1 = |chance| chance.between(0.9, 1.0);
    /// Chance to play and slap in one motion where the card makes the tops equal (F.4), 0 to 1; drawn from 0 to 0.8.
    play_and_slap: 0..1 = |chance| chance.between(0.0, 0.8);
    /// Chance of a strike that stops above the piles after the other's card, 0 to 1; drawn from 0 to 0.05.
    fakes: 0..1 = |chance| chance.between(0.0, 0.05);
    /// Chance to let go of a card aimed at a top that was covered a moment ago (D.9.1) rather than to hold back,
    /// 0 to 1; drawn from 0 to 0.5.
    contest: 0..1 = |chance| chance.between(0.0, 0.5);
    /// Chance for each turn at play to hover above the piles with nothing to do there (D.10.2), 0 to 1; 0 when left out.
    hovering: 0..1 = |_| 0.0;
    /// Chance for each play that the card was misread and does not follow (D.8.1), 0 to 1; 0 when left out.
    misread: 0..1 = |_| 0.0;
    /// Share of such cards that lie for more than a moment before they are taken off (D.8.3), 0 to 1; 0.3 when left out.
    left_lying: 0..1 = |_| 0.3;
    /// Chance after each card to slap though the tops differ (F.9.1), 0 to 1; 0 when left out.
    misslap: 0..1 = |_| 0.0;
    /// Chance for each play with two cards to choose from that both leave the boundary (D.3.3), 0 to 1; 0 when left out.
    second_card: 0..1 = |_| 0.0;
}

/// A match with nothing left open.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchPlan {
    /// How many rounds at most.
    pub rounds: u32,
    /// By player.
    pub policies: [Policy; 2],
    /// Chance of a wrong stalemate after each play.
    pub wrong_stalemate: f64,
}

impl MatchFile {
    /// The first figure outside its range: its path in the scenario, and what is allowed.
    pub fn fault(&self) -> Option<(String, String)> {
        if let Some(rounds) = self.rounds.filter(|rounds| !(1..=200).contains(rounds)) {
            return Some(("match.rounds".to_owned(), format!("it is {rounds}; 1 to 200 is allowed")));
        }
        if self.policies.len() > 2 {
            return Some(("match.policies".to_owned(), "SLAPS has two players; name at most two policies".to_owned()));
        }
        let wrong = self.wrong_stalemate.filter(|chance| !(0.0..=1.0).contains(chance));
        if let Some(chance) = wrong {
            return Some(("match.wrong_stalemate".to_owned(), format!("it is {chance}; 0 to 1 is allowed")));
        }
        self.policies.iter().enumerate().find_map(|(i, policy)| {
            let (name, value, low, high) = policy.faults().into_iter().next()?;
            Some((format!("match.policies[{i}].{name}"), format!("it is {value}; {low} to {high} is allowed")))
        })
    }

    /// Draws what is left open.
    pub fn settle(&self, chance: [&mut Chance; 2]) -> MatchPlan {
        let open = PolicyFile::default();
        let [one, two] = chance;
        let file = |i: usize| self.policies.get(i).unwrap_or(&open);
        MatchPlan {
            rounds: self.rounds.unwrap_or(3),
            policies: [file(0).settle(one), file(1).settle(two)],
            wrong_stalemate: self.wrong_stalemate.unwrap_or(0.0),
        }
    }
}

impl Policy {
    /// A reaction to equal tops, seconds: ex-Gaussian, with 60 % of the variance in the tail.
    pub fn reaction(&self, chance: &mut Chance) -> f64 {
        ex_gaussian(self.reaction_ms, self.reaction_spread_ms, chance) / 1000.0
    }

    /// Until a card that follows is found, seconds: a reaction and a search with a long tail.
    pub fn search(&self, chance: &mut Chance) -> f64 {
        self.reaction(chance) + ex_gaussian(self.search_ms, 0.6 * self.search_ms, chance).max(0.0) / 1000.0
    }
}

/// Ex-Gaussian with this mean and standard deviation; never under half the mean.
fn ex_gaussian(mean: f64, deviation: f64, chance: &mut Chance) -> f64 {
    let tau = deviation * 0.6_f64.sqrt();
    let sigma = deviation * 0.4_f64.sqrt();
    let tail = -tau * (1.0 - chance.unit()).ln();
    (chance.normal(mean - tau, sigma) + tail).max(0.5 * mean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::chance::Seed;

    #[test]
    fn reactions_have_the_mean_and_the_spread_that_were_asked_for_and_a_tail() {
        let mut chance = Seed(1).stream("test");
        let draws: Vec<f64> = (0..20_000).map(|_| ex_gaussian(250.0, 50.0, &mut chance)).collect();
        let mean = draws.iter().sum::<f64>() / 20_000.0;
        let moment = |power: i32| draws.iter().map(|x| (x - mean).powi(power)).sum::<f64>() / 20_000.0;
        let deviation = moment(2).sqrt();
        assert!((mean - 250.0).abs() < 2.0 && (deviation - 50.0).abs() < 3.0, "{mean} {deviation}");
        assert!(moment(3) / deviation.powi(3) > 0.5, "skewed to the right");
    }

    #[test]
    fn a_figure_outside_its_range_is_named() {
        let mut file = MatchFile {
            policies: vec![PolicyFile { misslap: Some(1.5), ..PolicyFile::default() }],
            ..MatchFile::default()
        };
        let (path, why) = file.fault().expect("faulty");
        assert!(path == "match.policies[0].misslap" && why.contains("0 to 1"), "{path} {why}");
        file.policies.clear();
        assert_eq!(file.fault(), None);
    }
}
