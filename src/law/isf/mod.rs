//! SLAPS, International Slaps Federation, Laws of the Game 2025-26, as pure functions.
//!
//! In: a table [`State`] and an [`Event`], oldest first. Out: the next state and the rulings that have
//! become ripe. An illegal act is a ruling; [`Impossible`] is only for events that cannot be (no
//! instant, no pile, time running backwards). Some rulings have to wait: whether an illegal card was
//! removed "immediately" (D.8.2) or whether the opponent completed a slap too is known only later, so
//! they come out with a later event, or when the recording is closed. Nothing here reads a clock, a
//! file or a picture; equal input gives equal output.
//!
//! What cannot be read is never guessed: an unknown rank makes legality, match and playability
//! unknown, and then the finding is [`Finding::Referee`] or there is no ruling.
//!
//! Files: [`clauses`] the texts, [`sequence`] D.6, [`limits`] the Laws' numbers, [`tolerances`] ours,
//! `plays` D.7-D.9 and D.10.1, `reveals` F.8, `boundary` D.3, `touches` which hand is on which pile, `slap` when a
//! condition opens and closes (F.2), `attempts` who tried (F.3, F.4), `verdict` who won (F.5-F.7, H.2),
//! `nobody` conditions without a whole attempt (F.7.6), `unseen` slaps of which too little was seen (F.5.4), `invalid`
//! attempts that cannot win, `misslap` F.9, `finish` H.6. [`books`] keeps the full table and the
//! match, [`game`] joins both.
//!
//! [`Finding::Referee`]: crate::facts::Finding

mod attempts;
mod bench;
pub mod books;
mod boundary;
pub mod clauses;
mod finish;
pub mod game;
mod impossible;
mod invalid;
pub mod limits;
mod misslap;
mod nobody;
mod plays;
mod reveals;
pub mod sequence;
pub mod settings;
pub mod sights;
mod slap;
pub mod state;
pub mod tolerances;
mod touches;
mod unseen;
mod verdict;
mod words;

pub use impossible::Impossible;
pub use sequence::follows;
pub use settings::Settings;
pub use state::{Finish, State, Status, Top};

use crate::facts::{Event, EventKind, Ruling, SlapChallenge};
use bench::Bench;

/// What a whole recording comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Every ruling, by time.
    pub rulings: Vec<Ruling>,
    /// Every slap challenge, by the instant of its condition; also those that call for no ruling.
    pub slaps: Vec<SlapChallenge>,
    /// The last cards of rounds, by time (H.2.1).
    pub finishes: Vec<Finish>,
    /// The table at the end.
    pub state: State,
}

/// Judges one event: the state after it, and the rulings that it made ripe.
///
/// # Errors
/// [`Impossible`] when the event cannot be; the state given stays as it was.
pub fn judge(state: &State, event: &Event, settings: &Settings) -> Result<(State, Vec<Ruling>), Impossible> {
    let bench = step(state.clone(), event, settings)?;
    Ok((bench.state, bench.rulings))
}

/// Why a recording cannot be judged.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CannotJudge {
    /// An event that cannot be.
    #[error(transparent)]
    Event(#[from] Impossible),
    /// A sight that cannot be.
    #[error(transparent)]
    Sight(#[from] sights::Impossible),
}

/// Judges a recording with what was seen beside play: `events` and `seen` by time. Each sight is judged at the table as it was when
/// it began; it changes nothing there.
///
/// # Errors
/// [`CannotJudge`] at the first event or sight that cannot be.
pub fn judge_seen(
    initial: State,
    events: &[Event],
    seen: &[sights::Sight],
    settings: &Settings,
    end_of_recording: f64,
) -> Result<Outcome, CannotJudge> {
    let (mut state, mut told) = (initial.clone(), 0);
    let mut rulings = Vec::new();
    for sight in seen {
        while let Some(event) = events.get(told).filter(|event| event.at.t <= sight.at.t) {
            state = judge(&state, event, settings)?.0;
            told += 1;
        }
        rulings.extend(sights::judge(sight, &state, settings)?);
    }
    let mut outcome = judge_all(initial, events, settings, end_of_recording)?;
    outcome.rulings.extend(rulings);
    outcome.sort();
    Ok(outcome)
}

/// Judges a recording: `events` by time, `end_of_recording` in file seconds. What is still open at the
/// end is closed, and says that the recording ends there.
///
/// # Errors
/// [`Impossible`] at the first event that cannot be.
pub fn judge_all(
    initial: State,
    events: &[Event],
    settings: &Settings,
    end_of_recording: f64,
) -> Result<Outcome, Impossible> {
    let mut outcome = Outcome { rulings: Vec::new(), slaps: Vec::new(), finishes: Vec::new(), state: initial };
    for event in events {
        let bench = step(outcome.state.clone(), event, settings)?;
        outcome.take(bench);
    }
    let bench = closed(outcome.state.clone(), end_of_recording, settings);
    outcome.take(bench);
    outcome.sort();
    Ok(outcome)
}

impl Outcome {
    fn sort(&mut self) {
        self.rulings.sort_by(|a, b| a.at.t.total_cmp(&b.at.t).then(a.kind.cmp(&b.kind)).then(a.player.cmp(&b.player)));
        self.slaps.sort_by(|a, b| a.condition.t.total_cmp(&b.condition.t));
    }

    fn take(&mut self, bench: Bench<'_>) {
        self.slaps.extend(bench.rulings.iter().filter_map(|ruling| ruling.slap.clone()));
        self.slaps.extend(bench.unruled);
        self.rulings.extend(bench.rulings);
        match (&bench.state.finish, &self.state.finish) {
            // The other player's last card came too (H.6).
            (Some(now), Some(before)) if now.released == before.released => {
                if let Some(last) = self.finishes.last_mut() {
                    last.clone_from(now);
                }
            }
            (Some(now), _) => self.finishes.push(now.clone()),
            (None, _) => {}
        }
        self.state = bench.state;
    }
}

fn step<'a>(state: State, event: &Event, settings: &'a Settings) -> Result<Bench<'a>, Impossible> {
    impossible::check(&state, event)?;
    let mut bench = Bench::new(state, settings);
    bench.state.now = event.at.t;
    ripen(&mut bench);
    if bench.state.is_judged_at(event.kind) {
        match event.kind {
            EventKind::Reveal => reveals::reveal(&mut bench, event),
            EventKind::Lift => boundary::lift(&mut bench, event),
            EventKind::Return => plays::give_back(&mut bench, event),
            EventKind::Contact => plays::contact(&mut bench, event),
            EventKind::Play => plays::release(&mut bench, event),
            EventKind::Remove => plays::remove(&mut bench, event),
            EventKind::Touch => touches::touch(&mut bench, event),
            EventKind::Untouch => touches::untouch(&mut bench, event),
            // Turning a card up, or not, is never an offence (D.2.7, D.7.5).
            EventKind::Turn => {}
            EventKind::Stoppage => {
                slap::settle_now(&mut bench, slap::Closing::Stoppage);
                boundary::clear(&mut bench);
                bench.state.status = Status::Stopped;
            }
            EventKind::RoundStart => {
                finish::restart(&mut bench);
                bench.state.status = Status::Live;
            }
            EventKind::RoundEnd => slap::round_over(&mut bench, event, Status::RoundOver),
            EventKind::MatchEnd => slap::round_over(&mut bench, event, Status::MatchOver),
        }
    }
    Ok(bench)
}

/// Decides whatever has waited long enough at `bench.state.now`.
fn ripen(bench: &mut Bench<'_>) {
    reveals::ripen(bench);
    plays::ripen(bench);
    slap::ripen(bench);
    touches::forget_old(bench);
}

/// Settles a slap that is being waited for, because somebody tells what came after it. Time stays.
fn pause(state: &State, settings: &Settings) -> (State, Vec<Ruling>) {
    let mut bench = Bench::new(state.clone(), settings);
    reveals::close(&mut bench);
    slap::settle_now(&mut bench, slap::Closing::Stoppage);
    (bench.state, bench.rulings)
}

/// Judges what still waits when the recording ends, at `end` file seconds.
pub fn close(state: &State, end: f64, settings: &Settings) -> (State, Vec<Ruling>) {
    let bench = closed(state.clone(), end, settings);
    (bench.state, bench.rulings)
}

fn closed(state: State, end: f64, settings: &Settings) -> Bench<'_> {
    let mut bench = Bench::new(state, settings);
    // An end before the last event is the caller's slip; the last event then ends the recording.
    let end = if end.is_finite() { end.max(bench.state.now) } else { bench.state.now.max(0.0) };
    bench.state.now = end;
    ripen(&mut bench);
    reveals::close(&mut bench);
    plays::close(&mut bench);
    slap::settle_now(&mut bench, slap::Closing::EndOfRecording);
    boundary::close(&mut bench);
    bench
}
