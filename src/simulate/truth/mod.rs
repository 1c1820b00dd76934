//! What really happened: `truth.json`, `layout.json`, `calibration.json` of a directed scene.
//!
//! Events are the director's own instants (defined in [`told`](crate::simulate::direct::told)), exact to the
//! geometry. Slaps and incidents that the Laws decide from events come from the rules engine over those exact
//! events. What no event tells (a hand that hovers, a mat that was pushed, a covered card) is declared by the
//! act of the script that made it, and stands beside them. Won slaps are in `slaps` only.

pub mod files;
pub mod frames;
pub mod judge;
mod matches;

pub use crate::calibration::CalibrationFile;
pub use files::calibration;
pub use frames::frame_times;

use crate::base::{Card, HandSide, Pile, Rank, Side};
use crate::facts::{EventKind, Finding, InvalidAttempt, Verdict};
use crate::law::one_pile;
use crate::simulate::direct::{Cannot, Director};
use crate::simulate::players::{self, Played};
use crate::simulate::scenario::{self, Scenario, ScenarioError, Settled, load::Fault};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The format's name and version.
pub const TRUTH_SCHEMA: &str = "slapsight.truth/1";

/// The whole truth of a recording.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Truth {
    /// `slapsight.truth/1`.
    pub schema: String,
    /// The scenario's name.
    #[serde(default)]
    pub name: String,
    /// The game, as `slapsight rule --laws` names it.
    #[serde(default)]
    pub laws: String,
    /// Where chance came from.
    #[serde(default)]
    pub seed: u64,
    /// Frames a second.
    pub fps: f64,
    /// Length, seconds.
    pub duration_s: f64,
    /// The side of the picture on which Player 1 sits.
    #[serde(default)]
    pub player1_side_in_image: Option<Side>,
    /// How the table stood at the start.
    #[serde(default)]
    pub start: Option<TruthStart>,
    /// What happened, by time.
    pub events: Vec<TruthEvent>,
    /// Slap challenges.
    #[serde(default)]
    pub slaps: Vec<TruthSlap>,
    /// Incidents.
    #[serde(default)]
    pub incidents: Vec<TruthIncident>,
    /// Every finding of the rules engine on a whole match, also those that are no incident: shortages, ends of
    /// rounds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<TruthIncident>,
    /// What a whole match came to, by the players' own account.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub played: Option<TruthMatch>,
    /// What the piles show, from each moment on.
    #[serde(default)]
    pub tops: Vec<TruthTops>,
    /// Hands by frame.
    #[serde(default)]
    pub hands: Vec<TruthHands>,
    /// Cards by frame: those that are not covered by others.
    #[serde(default)]
    pub cards: Vec<TruthCards>,
}

/// The table at the start; lists go from the bottom to the top.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TruthStart {
    /// Play was on.
    pub in_play: bool,
    /// Sub-piles of each player.
    pub foundations: Vec<Vec<Vec<Card>>>,
    /// Draw Decks or stacks of each player.
    pub decks: Vec<Vec<Card>>,
    /// Centre Piles, left and right, or the one pile.
    pub centre: Vec<Vec<Card>>,
    /// Holding piles of each player.
    pub holding: Vec<Vec<Card>>,
}

/// An event, as the game's rules engine reads it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum TruthEvent {
    /// Of SLAPS.
    Isf(IsfEvent),
    /// Of a game with one pile.
    OnePile(one_pile::Event),
    /// What players and referee do between plays, in a whole match of SLAPS: an act of the books with its
    /// instant, as `slapsight rule` reads it (`deal`, `stalemate`, `loan`, `next_round` …).
    Act(serde_json::Map<String, serde_json::Value>),
}

/// An event of SLAPS.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct IsfEvent {
    /// When, seconds.
    pub t: f64,
    /// What.
    pub kind: EventKind,
    /// Who, 1 or 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<u8>,
    /// With which hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<HandSide>,
    /// On which pile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pile: Option<Pile>,
    /// Which card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// From or to which sub-pile, 0 from the player's left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u8>,
}

/// A slap challenge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TruthSlap {
    /// When the condition became active, seconds.
    pub condition_t: f64,
    /// The rank on both piles.
    pub rank: Option<Rank>,
    /// Every attempt.
    pub attempts: Vec<TruthAttempt>,
    /// The verdict.
    #[serde(default)]
    pub verdict: Option<Verdict>,
    /// 1, 2 or null.
    pub winner: Option<u8>,
    /// Milliseconds between the completions.
    pub margin_ms: Option<f64>,
}

/// An attempt at a slap.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TruthAttempt {
    /// Who.
    pub player: u8,
    /// First touch of the left pile, seconds.
    pub left_t: Option<f64>,
    /// First touch of the right pile, seconds.
    pub right_t: Option<f64>,
    /// Both hands down, seconds.
    pub complete_t: Option<f64>,
    /// Whether it can win.
    pub valid: bool,
    /// Why not.
    pub reason: Option<InvalidAttempt>,
}

/// An incident.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TruthIncident {
    /// What, in the words of the contract or of the other games' engines.
    pub kind: String,
    /// When, seconds.
    pub t: f64,
    /// Until when, seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
    /// Who.
    pub player: Option<u8>,
    /// What the clause says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finding: Option<Finding>,
    /// True: declared by the script, because no event tells it; false: ruled by the engine.
    #[serde(default)]
    pub declared: bool,
}

/// A whole match.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TruthMatch {
    /// Rounds, by time.
    pub rounds: Vec<TruthRound>,
    /// Slaps won by each player.
    pub slaps_won: [u32; 2],
    /// Breaches that were meant, by time; as incidents they have the engine's instants.
    pub offences: Vec<TruthIncident>,
    /// Who won the match; null when its rounds ran out first.
    pub winner: Option<u8>,
}

/// A round of a match.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TruthRound {
    /// Its first reveal, seconds.
    pub from: f64,
    /// Its last card's release, seconds.
    pub to: f64,
    /// Who won it; null for a round that was broken off.
    pub winner: Option<u8>,
}

/// Top ranks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TruthTops {
    /// From then on, seconds.
    pub t: f64,
    /// Left pile, or the one pile.
    pub left: Option<Rank>,
    /// Right pile.
    pub right: Option<Rank>,
}

/// The hands in one frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TruthHands {
    /// The frame's time, seconds.
    pub t: f64,
    /// Every hand.
    pub hands: Vec<TruthHand>,
}

/// A hand in one frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TruthHand {
    /// Whose.
    pub player: u8,
    /// Left or right.
    pub hand: HandSide,
    /// MediaPipe's 21 landmarks, pixels, at the instants at which their rows were exposed.
    pub landmarks: Vec<[f64; 2]>,
    /// The pile it touches (in the games with one pile: `left`).
    pub on: Option<Pile>,
}

/// The cards in one frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TruthCards {
    /// The frame's time, seconds.
    pub t: f64,
    /// Those not wholly covered by other cards, lowest first.
    pub cards: Vec<TruthCard>,
}

/// A card in one frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TruthCard {
    /// Which.
    pub card: Card,
    /// Its face is up.
    pub up: bool,
    /// Its corners, pixels: lower left, lower right, upper right, upper left of its face; a card that lies
    /// face down has them in the other sense.
    pub quad: [[f64; 2]; 4],
}

/// A directed scenario: everything that pictures, sound and truth are made from.
#[derive(Debug, Clone)]
pub struct Directed {
    /// The scenario with nothing left open.
    pub settled: Settled,
    /// Tracks, events, sounds.
    pub director: Director,
    /// Length, seconds.
    pub duration_s: f64,
    /// Times of the frames, seconds; the first is 0.
    pub frames: Vec<f64>,
    /// What the players say of a match that they played.
    pub played: Option<Played>,
}

/// Directs a scenario file.
///
/// # Errors
/// One sentence with the file, the field, what is wrong and what is allowed.
pub fn direct_file(path: &Path) -> Result<Directed, ScenarioError> {
    let name = path.display().to_string();
    let scenario = scenario::load(path)?;
    direct(&scenario, path.parent().unwrap_or(Path::new("")), &name)
}

/// Directs a scenario; files it names are looked for in `folder`, `name` is what errors call it.
///
/// # Errors
/// As [`direct_file`].
pub fn direct(scenario: &Scenario, folder: &Path, name: &str) -> Result<Directed, ScenarioError> {
    let settled = scenario::settle(scenario, folder).map_err(|fault| fault.of(name))?;
    let mut director = Director::new(&settled);
    director.script(&settled.script).map_err(|(cue, why)| {
        let word = settled.script[cue].act.word();
        let fault = match why {
            Cannot::Field { field, why } => Fault::new(format!("script[{cue}].{field}"), format!("({word}) {why}")),
            other => Fault::new(format!("script[{cue}].t"), format!("({word}) {other}")),
        };
        fault.of(name)
    })?;
    let played =
        match &settled.plays {
            Some(plan) => {
                let played = players::play(&settled, plan, &mut director);
                Some(played.map_err(|why| {
                    Fault::new("match", format!("it comes to a halt: {why}; try another seed")).of(name)
                })?)
            }
            None => None,
        };
    let duration_s = director.finish();
    let frames = frame_times(&settled, duration_s);
    Ok(Directed { settled, director, duration_s, frames, played })
}

/// Microseconds are finer than any frame; rounding keeps the bytes short.
pub(crate) fn micro(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

impl Directed {
    /// The truth. `by_frame`: with every hand and card in every frame.
    pub fn truth(&self, by_frame: bool) -> Truth {
        let judged = judge::judge(self);
        let (hands, cards) =
            if by_frame { (frames::hands(self), frames::cards(self)) } else { (Vec::new(), Vec::new()) };
        let deal = &self.settled.deal;
        let face = |cards: &Vec<u8>| cards.iter().map(|card| deal.cards[usize::from(*card)]).collect::<Vec<Card>>();
        Truth {
            schema: TRUTH_SCHEMA.to_owned(),
            name: self.settled.name.clone(),
            laws: self.settled.laws.name().to_owned(),
            seed: self.settled.seed.0,
            fps: self.settled.fps,
            duration_s: micro(self.duration_s),
            player1_side_in_image: calibration(&self.settled).map(|calibration| calibration.player1),
            start: Some(TruthStart {
                in_play: deal.in_play,
                foundations: deal.foundations.iter().map(|places| places.iter().map(face).collect()).collect(),
                decks: deal.decks.iter().map(face).collect(),
                centre: deal.centre.iter().map(face).collect(),
                holding: deal.holding.iter().map(face).collect(),
            }),
            events: judged.events,
            slaps: judged.slaps,
            incidents: judged.incidents,
            rulings: judged.rulings,
            played: self.played.as_ref().map(matches::summary),
            tops: judged.tops,
            hands,
            cards,
        }
    }
}
