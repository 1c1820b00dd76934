//! What was seen in, the case for the referee out: observations, events, the course of the game, rulings, incidents.

use super::arrivals::arrivals;
use super::corrections;
use super::listen::{Listened, arrivals_told, delay, sound_told};
use super::look::View;
use super::observe::zones;
use super::remarks::{self, seat_note, summary};
use super::second::{self, Second, Together};
use super::{Filmed, Given, ReviewError};
use crate::base::{Rank, TimeScale};
use crate::events::{self, HandPath, Lingering, MatMoved, Visit, Zones};
use crate::evidence;
use crate::facts::{MatsSeen, Observation};
use crate::incidents::{self, Padding};
use crate::law::isf;
use crate::reconstruct::{self, Answer, Beside, Course, Edit, Piles, Question, Round};

/// A card that does not follow is told as an illegal play from this probability on that it was read rightly. Rendered illegal plays had
/// 0.87 and more, plays of misread cards in lawful matches up to 0.67, and this was set on those.
const READ_RIGHTLY: f64 = 0.7;

/// Observations, events, rulings, incidents.
pub(super) fn judge(
    filmed: &Filmed,
    given: Given<'_>,
    first: View,
    second: Option<Second>,
) -> Result<evidence::Case, ReviewError> {
    let Given { options, camera, answers, edits, settled, .. } = given;
    let scale = first.source.time_scale;
    let reviewed = (first.observations.first().map_or(0.0, |o| o.t), first.observations.last().map_or(0.0, |o| o.t));
    let zones = zones(&first.calibration.layout);
    let sound = if options.cues.sound { first.heard.clone() } else { Listened::default() };
    let mut notes: Vec<String> =
        seat_note(&first).into_iter().chain(remarks::notes(&first)).chain(sound.note).collect();
    let (paths, visits) = arrivals(&first, options.cues, camera);
    let alone = Together { visits, paths, merged: None, also: None };
    let mut together = match second {
        None => alone,
        Some(second) => {
            second::join(alone, (&filmed.video, &first.observations), second, options.cues, &zones, scale, &mut notes)?
        }
    };
    events::at_once(&mut together.visits, scale);
    let prior = delay(options, camera);
    let heard = events::sound::hear(&mut together.visits, &sound.onsets, prior);
    events::doubt_unheard(&mut together.visits, scale);
    let Together { mut visits, paths, merged, also } = together;
    let observations = merged.as_ref().unwrap_or(&first.observations);
    if options.cues.on_top {
        events::stacked(&mut visits, observations, options.cues, scale);
    }
    let smallest_margin_secs =
        camera.and_then(|camera| camera.smallest_margin_ms.value()).map_or(0.0, |ms| ms / 1000.0);
    let settings =
        isf::Settings { reliability: options.reliability, smallest_margin_secs, scale, ..isf::Settings::default() };
    let seen = Seen { observations, paths: &paths, visits: &visits, mats: &first.mats, zones: &zones, answers, edits };
    let WorkedOut { course, outcome, rounds, questions, moved, misread, vain } = work_out(&seen, &settings, reviewed.1)
        .map_err(|why| ReviewError::Impossible { path: filmed.video.display().to_string(), why: why.to_string() })?;
    if let Some(vain) = vain.iter().find(|vain| **vain >= settled).and_then(|&vain| edits.get(vain)) {
        return Err(ReviewError::NothingToCorrect { what: corrections::words(vain) });
    }
    notes.extend(misread);
    let away = events::camera_away(&moved, reviewed.1);
    let moves = moved.iter().map(|moved| evidence::Drift { t: moved.at.t, shift_mm: 10.0 * moved.cm });
    let drift: Vec<evidence::Drift> = first.drift.into_iter().chain(moves).collect();
    let unreadable = reconstruct::unreadable(observations, &course.unexplained, &away);
    Ok(evidence::Case {
        sound: heard.map(|heard| sound_told(heard, prior)),
        arrivals: arrivals_told(&visits),
        laws: "isf".to_owned(),
        calibration: evidence::CalibrationSummary { drift, ..summary(&first.calibration) },
        incidents: incidents::incidents(&outcome.rulings, [reviewed.0, reviewed.1], Padding::default(), scale),
        rounds: rounds.iter().map(round_told).collect(),
        questions: questions.iter().map(question_told).collect(),
        slaps: outcome.slaps,
        events: course.events,
        tops: course
            .tops
            .iter()
            .map(|entry| evidence::Tops { t: entry.t, left: entry.tops[0], right: entry.tops[1] })
            .collect(),
        unreadable: unreadable
            .into_iter()
            .map(|span| evidence::Unreadable { from: span.from, to: span.to, why: span.why })
            .collect(),
        observations: first.observations,
        effort: first.effort,
        reviewed,
        notes,
        made: corrections::made(given, first.with),
        also,
        source: first.source,
    })
}

fn round_told(round: &Round) -> evidence::Round {
    evidence::Round {
        from: round.from,
        to: round.to,
        winner: round.winner,
        slaps_player1: round.slaps[0],
        slaps_player2: round.slaps[1],
    }
}

fn question_told(question: &Question) -> evidence::Question {
    let may_be = |&(rank, probability): &(Rank, f64)| evidence::MayBe { rank, probability };
    let ranks = question.ranks.iter().map(may_be).collect();
    evidence::Question { pile: question.pile, from: question.from, to: question.to, ranks }
}

/// What was seen of a game: frames, and what was made of their hands.
pub struct Seen<'a> {
    /// All frames, by time.
    pub observations: &'a [Observation],
    /// The ways of all hands.
    pub paths: &'a [HandPath],
    /// Their stays on the Centre Piles.
    pub visits: &'a [Visit],
    /// Where the mats lay, look by look; empty when nobody looked.
    pub mats: &'a [MatsSeen],
    /// What a human read on the piles.
    pub answers: &'a [Answer],
    /// What a human put right in the course.
    pub edits: &'a [Edit],
    /// Where the piles, Foundations and Draw Decks are.
    pub zones: &'a Zones,
}

/// What happened, and what the Laws say of it.
pub struct WorkedOut {
    /// The course of the game.
    pub course: Course,
    /// Rulings and slaps.
    pub outcome: isf::Outcome,
    /// Its rounds.
    pub rounds: Vec<Round>,
    /// Mats, or the camera, that moved.
    pub moved: Vec<MatMoved>,
    /// What only a human can answer.
    pub questions: Vec<Question>,
    /// What to tell a reader when the deck seems to be misread.
    pub misread: Option<String>,
    /// Which edits found nothing to change.
    pub vain: Vec<usize>,
}

/// The course of a game and the rulings on it from what was seen until `end`, file seconds.
///
/// # Errors
/// [`isf::CannotJudge`] when the course cannot be.
pub fn work_out(seen: &Seen<'_>, settings: &isf::Settings, end: f64) -> Result<WorkedOut, isf::CannotJudge> {
    let overcounted = events::overcounted(seen.observations);
    let doubted = (!overcounted.is_empty()).then(|| events::doubted(seen.observations, &overcounted));
    let seen = &Seen { observations: doubted.as_deref().unwrap_or(seen.observations), ..*seen };
    let Seen { observations, paths, visits, answers, edits, zones, .. } = *seen;
    let scale = settings.scale;
    let readings = events::top_readings(observations, scale);
    let gone = events::live_cards_gone(observations, paths, zones, scale);
    let bare = events::bare_spans(observations, zones, scale);
    let spans = reconstruct::search::tops(&readings, visits, &gone, &bare, scale, Some(&isf::follows), answers);
    let missed = [&gone[..], &events::cards_taken_unseen(observations, &gone, zones, scale)].concat();
    let mut course = reconstruct::course(
        visits,
        Piles { readings: &readings, spans: &spans, bare: &bare },
        &missed,
        scale,
        isf::follows,
    );
    let vain = reconstruct::edit(&mut course, edits, scale);
    let misread = remarks::overcounted_note(&overcounted).or_else(|| remarks::deck_note(&course));
    let start = course.tops.first().map_or([None, None], |entry| entry.tops);
    // A rank is told with the probability that it was read rightly, the Laws considered: what does not follow, and is told with little
    // of it, may well have.
    let mut settings = isf::Settings { illegal_confidence: READ_RIGHTLY, ..*settings };
    if misread.is_some() {
        // What cards that are misread seem to break is for the referee.
        settings.offence_confidence = f64::INFINITY;
    }
    // What a hand did that was not in sight, or over a pile without being seen to land, is unknown.
    let mut unseen = reconstruct::unseen_hands(observations, zones, scale);
    let lingering = events::lingering(paths, visits, zones, scale);
    for hand in lingering.iter().chain(&events::lingering_on_hands(paths, visits, zones, scale)) {
        unseen[hand.player.index()].push((hand.from, hand.to));
    }
    for (unseen, unsure) in unseen.iter_mut().zip(reconstruct::unsure_landings(&course, visits, end)) {
        unseen.extend(unsure);
    }
    let mut beside = beside(seen, (&course, &gone), lingering, scale);
    beside.lasting = events::lasting(paths, end, scale);
    if misread.is_some() {
        // Of a deck that is misread, two cards that look the same are two cards.
        beside.twins.clear();
        beside.jokers.clear();
    }
    let sights = reconstruct::sights(&course, &beside, end, scale);
    let cleared = events::foundations_cleared(observations, zones, scale);
    let last_cards = reconstruct::last_cards(&course, &cleared, scale);
    let lone = events::lone_cards(observations, zones, scale);
    let maybe_last = reconstruct::maybe_last_cards(&course, &lone, scale);
    let table = isf::State::new(start).with_unseen_hands(unseen).with_last_cards(last_cards, maybe_last);
    let mut judged = course.clone();
    judged.add(reconstruct::carried_out(&course, paths, zones, scale));
    let outcome = isf::judge_seen(table, &judged.events, &sights, &settings, end)?;
    let (rounds, marks) = reconstruct::rounds(&course, &outcome, &bare);
    course.add(marks);
    reconstruct::laid_between(&mut course, &beside.between, scale);
    reconstruct::laid_jokers(&mut course, &beside.jokers, &beside.ways, scale);
    let carries = reconstruct::unseen_carries(&course, paths, zones, scale);
    course.add(carries);
    course.add(reconstruct::turns(&events::cards_turned_up(observations, paths, &missed, zones, scale)));
    let questions = reconstruct::questions(&spans, scale);
    Ok(WorkedOut { course, outcome, rounds, questions, moved: beside.moved, misread, vain })
}

/// What is seen beside the play: candidates for the clauses that ask about hands, decks and cards elsewhere.
fn beside(
    seen: &Seen<'_>,
    (course, gone): (&Course, &[events::CardGone]),
    lingering: Vec<Lingering>,
    scale: TimeScale,
) -> Beside {
    let Seen { observations, paths, visits, mats, zones, .. } = *seen;
    let cards = events::lying_cards(observations);
    let jokers = events::jokers(&cards, observations, zones, scale);
    let touches = events::deck_touches(paths, zones, scale);
    Beside {
        hidden: events::kept_hidden(observations, &cards, zones, scale),
        twins: events::twins(&cards, zones, scale),
        jokers: reconstruct::jokers_laid(course, jokers, visits, scale),
        meetings: events::meetings(paths, zones, scale),
        over_decks: events::over_decks(paths, &touches, zones, scale),
        touches,
        ways: events::reveal_ways(paths, visits, zones, scale),
        in_hands: events::in_hands(observations, paths, zones, scale),
        decks_moved: events::decks_moved(observations, paths, zones, scale),
        counts: events::live_counts(observations, &cards, gone, zones, scale),
        between: events::between(paths, &cards, zones, scale),
        moved: events::mats_moved(mats, paths, (observations, zones), scale),
        lingering,
        lasting: Vec::new(),
    }
}
