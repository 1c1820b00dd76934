//! `report.json`: the case in the fixed format, the same bytes for the same case.

use super::case::{
    Arrival, CalibrationSummary, Case, Drift, Effort, MayBe, Question, Round, SecondView, Sound, Tops, Unreadable,
};
use super::second::filmed;
use crate::base::{Clock, HandSide, Measured, Part, Player, Rank, TimeScale};
use crate::facts::{Event, Finding, Incident, InvalidAttempt, Kind, Sanction, SlapChallenge, Verdict};
use crate::video::SourceInfo;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The format's name and version.
pub const SCHEMA: &str = "slapsight.report/1";

/// The whole report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// `slapsight.report/1`.
    pub schema: String,
    /// The recording.
    pub source: Source,
    /// The Laws judged by.
    pub laws: String,
    /// The reviewed span, seconds.
    pub reviewed: Span,
    /// The table.
    pub calibration: Table,
    /// What happened, by time.
    pub events: Vec<Event>,
    /// Slap challenges, by time.
    pub slaps: Vec<Slap>,
    /// Incidents, by time.
    pub incidents: Vec<IncidentRow>,
    /// What the piles showed.
    pub tops: Vec<Tops>,
    /// What the evidence does not decide, for a human to answer (`review --answers`).
    #[serde(default)]
    pub questions: Vec<Question>,
    /// Rounds, by time, with who won them and the slaps won in them.
    #[serde(default)]
    pub rounds: Vec<Round>,
    /// What could not be seen.
    pub unreadable: Vec<Unreadable>,
    /// Arrivals of hands on piles, cue by cue.
    #[serde(default)]
    pub arrivals: Vec<Arrival>,
    /// What the sound told; null when there is none or it was not used.
    #[serde(default)]
    pub sound: Option<Sound>,
    /// How much was looked at.
    #[serde(default)]
    pub effort: Effort,
    /// The second camera; null without one.
    #[serde(default)]
    pub also: Option<AlsoRow>,
    /// Remarks.
    pub notes: Vec<String>,
    /// How this report was made; null in one of an earlier version.
    #[serde(default)]
    pub made: Option<super::Made>,
}

/// The recording.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Source {
    /// As given.
    pub path: String,
    /// Of the file's bytes.
    pub sha256: String,
    /// Upright, pixels.
    pub width: usize,
    /// Upright, pixels.
    pub height: usize,
    /// Frames in the file.
    pub frames: u64,
    /// File seconds.
    pub duration_s: f64,
    /// Frames a file second.
    pub fps_nominal: f64,
    /// True when frames are unevenly spaced.
    pub variable_frame_rate: bool,
    /// True when there is sound.
    pub audio: bool,
    /// Frames a second as filmed, when known.
    pub capture_fps: Option<f64>,
    /// Real seconds per file second.
    pub time_scale: f64,
}

/// A second camera's recording of the same table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AlsoRow {
    /// Its recording.
    pub source: Source,
    /// Its table.
    pub calibration: Table,
    /// How much later than the first recording it began, real seconds.
    pub began_s: f64,
    /// How much faster the first recording's clock runs, millionths.
    pub drift_ppm: f64,
    /// Standard deviation of the difference of the clocks, real milliseconds.
    pub clock_sigma_ms: f64,
    /// What told the clock: `sound`, `hands` or `told`.
    pub clock_by: String,
    /// How many arrivals of hands both cameras saw, by which the clock was made finer.
    pub hands_in_both: u64,
    /// The clock in full, by which the case is judged again; earlier versions did not write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockRow>,
}

/// How the first camera's clock runs against the second one's: at `t` of the second it shows
/// `t + offset_s + drift * (t - pivot_s)`, real seconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClockRow {
    /// What the first clock shows more at the pivot, real seconds.
    pub offset_s: f64,
    /// How much faster the first runs, seconds a second.
    pub drift: f64,
    /// Where on the second clock the offset is known best, real seconds.
    pub pivot_s: f64,
    /// Standard deviation of the offset there, real seconds.
    pub sigma_s: f64,
    /// Standard deviation of the drift.
    pub drift_sigma: f64,
}

impl ClockRow {
    /// The clock between two recordings with these time scales.
    pub fn clock(self, scales: (TimeScale, TimeScale)) -> Clock {
        Clock {
            offset_secs: self.offset_s,
            drift: self.drift,
            pivot: self.pivot_s,
            sigma_secs: self.sigma_s,
            drift_sigma: self.drift_sigma,
            scales,
        }
    }
}

/// A span of file seconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Span {
    /// Start.
    pub from: f64,
    /// End.
    pub to: f64,
}

/// How the table was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Table {
    /// `lines`, `points`, `markers` or `file`.
    pub method: String,
    /// Millimetres.
    pub residual_mm: f64,
    /// Movements seen.
    pub drift: Vec<Drift>,
    /// Side of the picture on which Player 1 sits.
    pub player1: crate::base::Side,
}

/// One attempt at a slap.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AttemptRow {
    /// Who.
    pub player: Player,
    /// First touch of the left pile.
    pub left_t: Option<f64>,
    /// First touch of the right pile.
    pub right_t: Option<f64>,
    /// Both hands down.
    pub complete_t: Option<f64>,
    /// Lower end of the completion's 95 % interval.
    pub lo: Option<f64>,
    /// Upper end of the completion's 95 % interval.
    pub hi: Option<f64>,
    /// Whether it can win.
    pub valid: bool,
    /// Why not.
    pub reason: Option<InvalidAttempt>,
}

/// One slap challenge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Slap {
    /// When the condition became active.
    pub condition_t: f64,
    /// The rank on both piles.
    pub rank: Option<Rank>,
    /// Every attempt.
    pub attempts: Vec<AttemptRow>,
    /// The verdict.
    pub verdict: Verdict,
    /// 1, 2 or null.
    pub winner: Option<Player>,
    /// Real milliseconds between the completions.
    pub margin_ms: Option<f64>,
    /// Lower end of its 95 % interval.
    pub margin_lo: Option<f64>,
    /// Upper end of its 95 % interval.
    pub margin_hi: Option<f64>,
    /// Probability that Player 1 completed first.
    pub p_player1_first: Option<f64>,
    /// Clauses.
    pub laws: Vec<String>,
}

/// One incident.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct IncidentRow {
    /// Name, also of its clip.
    pub id: String,
    /// What.
    pub kind: Kind,
    /// Clauses.
    pub laws: Vec<String>,
    /// When.
    pub t: f64,
    /// Watch from here.
    pub from: f64,
    /// Watch until here.
    pub to: f64,
    /// Who.
    pub player: Option<Player>,
    /// The clause's answer.
    pub finding: Finding,
    /// What the clause calls for.
    pub sanction_due: Option<Sanction>,
    /// 0..1.
    pub confidence: f64,
    /// One sentence.
    pub explanation: String,
    /// Plain clip, relative to the report.
    pub clip: Option<String>,
    /// Slowed clip with the overlay, relative to the report.
    pub clip_slow: Option<String>,
    /// Plain clip of the second camera, relative to the report; null when it was not filming.
    #[serde(default)]
    pub clip_second: Option<String>,
}

/// Microseconds are finer than anything measured; rounding keeps the bytes free of float noise.
fn micro(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

fn milli(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

fn rounded(at: Measured) -> Measured {
    let parts = at.parts.map(|part| Part {
        weight: micro(part.weight),
        t: micro(part.t),
        sigma: micro(part.sigma),
        shared: micro(part.shared),
    });
    Measured { t: micro(at.t), lo: micro(at.lo), hi: micro(at.hi), shared: micro(at.shared), parts }
}

/// The place of an incident's plain clip below the report folder.
pub fn clip_name(incident: &Incident) -> String {
    format!("clips/{}.mp4", incident.id)
}

/// The place of an incident's slowed clip below the report folder.
pub fn slow_clip_name(incident: &Incident) -> String {
    format!("clips/{}-slow.mp4", incident.id)
}

impl Report {
    /// Takes the clips' names out: none are made.
    pub fn without_clips(&mut self) {
        for incident in &mut self.incidents {
            (incident.clip, incident.clip_slow, incident.clip_second) = (None, None, None);
        }
    }

    /// The report of a case, and of the same as a second camera saw it ([`super::second::case`]). Clips are named here and
    /// written elsewhere.
    pub fn new(case: &Case, second: Option<&Case>) -> Report {
        Report {
            schema: SCHEMA.to_owned(),
            source: source_row(&case.source),
            laws: case.laws.clone(),
            reviewed: Span { from: micro(case.reviewed.0), to: micro(case.reviewed.1) },
            calibration: table_row(&case.calibration),
            events: case
                .events
                .iter()
                .map(|event| Event { at: rounded(event.at), confidence: milli(event.confidence), ..event.clone() })
                .collect(),
            slaps: case.slaps.iter().map(|slap| slap_row(slap, case)).collect(),
            incidents: case
                .incidents
                .iter()
                .enumerate()
                .map(|(i, incident)| {
                    let theirs = second.and_then(|second| Some((second, second.incidents.get(i)?)));
                    incident_row(incident, theirs.filter(|(case, theirs)| filmed(case, theirs)).map(|both| both.1))
                })
                .collect(),
            tops: case.tops.iter().map(|tops| Tops { t: micro(tops.t), ..tops.clone() }).collect(),
            questions: case.questions.iter().map(question_row).collect(),
            rounds: case
                .rounds
                .iter()
                .map(|round| Round { from: round.from.map(micro), to: round.to.map(micro), ..round.clone() })
                .collect(),
            unreadable: case
                .unreadable
                .iter()
                .map(|span| Unreadable { from: micro(span.from), to: micro(span.to), why: span.why.clone() })
                .collect(),
            arrivals: case
                .arrivals
                .iter()
                .map(|arrival| Arrival {
                    at: rounded(arrival.at),
                    confidence: milli(arrival.confidence),
                    picture: rounded(arrival.picture),
                    sound: arrival.sound.map(rounded),
                    sound_probability: milli(arrival.sound_probability),
                    on_top: arrival.on_top.map(milli),
                    ..arrival.clone()
                })
                .collect(),
            sound: case.sound.map(|sound| Sound {
                delay_ms: milli(sound.delay_ms),
                delay_sigma_ms: milli(sound.delay_sigma_ms),
                arrivals_heard: milli(sound.arrivals_heard),
                ..sound
            }),
            effort: case.effort,
            also: case.also.as_ref().map(also_row),
            notes: case.notes.clone(),
            made: Some(case.made.clone()),
        }
    }
}

fn question_row(question: &Question) -> Question {
    let may = |may: &MayBe| MayBe { probability: milli(may.probability), ..may.clone() };
    let ranks = question.ranks.iter().map(may).collect();
    Question { from: micro(question.from), to: micro(question.to), ranks, ..question.clone() }
}

fn source_row(source: &SourceInfo) -> Source {
    Source {
        path: source.path.clone(),
        sha256: source.sha256.clone(),
        width: source.width,
        height: source.height,
        frames: source.frames,
        duration_s: micro(source.duration_s),
        fps_nominal: milli(source.fps_nominal),
        variable_frame_rate: source.variable_frame_rate,
        audio: source.audio,
        capture_fps: source.capture_fps,
        time_scale: micro(source.time_scale.real_per_file),
    }
}

fn table_row(calibration: &CalibrationSummary) -> Table {
    Table {
        method: calibration.method.clone(),
        residual_mm: milli(calibration.residual_mm),
        drift: calibration.drift.clone(),
        player1: calibration.player1_side,
    }
}

fn also_row(view: &SecondView) -> AlsoRow {
    AlsoRow {
        source: source_row(&view.source),
        calibration: table_row(&view.calibration),
        began_s: micro(view.began_secs()),
        drift_ppm: milli(1e6 * view.clock.drift),
        clock_sigma_ms: milli(1000.0 * view.clock.sigma_secs),
        clock_by: view.clock_by.clone(),
        hands_in_both: view.hands_in_both,
        clock: Some(ClockRow {
            offset_s: view.clock.offset_secs,
            drift: view.clock.drift,
            pivot_s: view.clock.pivot,
            sigma_s: view.clock.sigma_secs,
            drift_sigma: view.clock.drift_sigma,
        }),
    }
}

/// The player whom a verdict names.
pub fn winner(verdict: Verdict) -> Option<Player> {
    match verdict {
        Verdict::Player1 => Some(Player::One),
        Verdict::Player2 => Some(Player::Two),
        Verdict::TooClose | Verdict::NoValidAttempt | Verdict::Void => None,
    }
}

fn slap_row(slap: &SlapChallenge, case: &Case) -> Slap {
    let scale: TimeScale = case.source.time_scale;
    let ruled = case.incidents.iter().find(|incident| incident.ruling.slap.as_ref() == Some(slap));
    let ms = |secs: f64| milli(scale.real_ms(secs));
    Slap {
        condition_t: micro(slap.condition.t),
        rank: slap.rank,
        attempts: slap
            .attempts
            .iter()
            .map(|attempt| AttemptRow {
                player: attempt.player,
                left_t: attempt.left.map(|at| micro(at.t)),
                right_t: attempt.right.map(|at| micro(at.t)),
                complete_t: attempt.complete.map(|at| micro(at.t)),
                lo: attempt.complete.map(|at| micro(at.lo)),
                hi: attempt.complete.map(|at| micro(at.hi)),
                valid: attempt.invalid.is_none(),
                reason: attempt.invalid,
            })
            .collect(),
        verdict: slap.verdict,
        winner: winner(slap.verdict),
        margin_ms: slap.margin.map(|margin| ms(margin.t)),
        margin_lo: slap.margin.map(|margin| ms(margin.lo)),
        margin_hi: slap.margin.map(|margin| ms(margin.hi)),
        p_player1_first: slap.p_player1_first.map(micro),
        laws: ruled.map(|incident| incident.ruling.clauses.clone()).unwrap_or_default(),
    }
}

fn incident_row(incident: &Incident, second: Option<&Incident>) -> IncidentRow {
    let ruling = &incident.ruling;
    IncidentRow {
        id: incident.id.clone(),
        kind: ruling.kind,
        laws: ruling.clauses.clone(),
        t: micro(ruling.at.t),
        from: micro(incident.from),
        to: micro(incident.to),
        player: ruling.player,
        finding: ruling.finding,
        sanction_due: ruling.sanction,
        confidence: milli(ruling.confidence),
        explanation: ruling.sentence.clone(),
        clip: Some(clip_name(incident)),
        clip_slow: Some(slow_clip_name(incident)),
        clip_second: second.map(clip_name),
    }
}

/// A hand's name for people: `Player 1, left hand`.
pub fn hand_name(player: Player, hand: Option<HandSide>) -> String {
    match hand {
        Some(hand) => format!("{player}, {hand} hand"),
        None => player.to_string(),
    }
}
