//! What a reader of the report is told of a recording: its table, and remarks about its flaws.

use super::look::View;
use crate::base::Point;
use crate::calibration::{self, Calibration};
use crate::events::Overcounted;
use crate::evidence;
use crate::facts::{Event, EventKind};
use crate::reconstruct::Course;

/// A layout whose half turn is this near to itself does not tell the players apart, centimetres.
const SAME_CM: f64 = 0.3;
/// Below this rate the report warns that frames are too long for close slaps.
const FEWEST_FPS: f64 = 90.0;

/// The seats are a guess where the mats look the same from both sides and nobody said.
pub(super) fn seat_note(view: &View) -> Option<String> {
    let calibration = &view.calibration;
    let guessed = !view.seats_told && calibration.layout.looks_the_same_half_turned(SAME_CM);
    guessed.then(|| {
        format!(
            "Nothing says who sits where; Player 1 is taken to be on the {} side of the picture (--player1 changes that).",
            calibration.player1
        )
    })
}

/// What a reader of the report should know about the recording.
pub(super) fn notes(View { source, damage, shown_times, .. }: &View) -> Vec<String> {
    let mut notes = Vec::new();
    let filmed = source.fps_nominal / source.time_scale.real_per_file / *shown_times as f64;
    if *shown_times > 1 {
        notes.push(format!(
            "Every picture is shown {shown_times} times: {filmed:.0} real pictures a second; repeats were left out."
        ));
    }
    if filmed < FEWEST_FPS {
        notes.push(format!(
            "Filmed at {filmed:.0} frames a second: a frame lasts {:.0} ms, so close slaps cannot be told apart.",
            1000.0 / filmed
        ));
    }
    if source.variable_frame_rate {
        notes.push("The frames are unevenly spaced; every time is the frame's own presentation time.".to_owned());
    }
    if (source.time_scale.real_per_file - 1.0).abs() > 1e-9 {
        notes.push(format!(
            "Slow motion: one second of the file is {:.3} s of real time; milliseconds are real.",
            source.time_scale.real_per_file
        ));
    }
    if damage.truncated || damage.missing_frames > 0 {
        notes.push("The file breaks off before its end; what is missing was not reviewed.".to_owned());
    }
    let flawed = damage.refused_packets + damage.flawed_frames;
    if flawed > 0 {
        let since = damage.first_t.map_or(String::new(), |t| format!(", first at {t:.3} s"));
        notes.push(format!("{flawed} damaged pictures in the file{since}; what they showed is not certain."));
    }
    notes
}

/// So many changes of the tops that no hand explains, and this part of all, are no accident.
const MISREAD: usize = 4;
const MISREAD_PART: f64 = 0.2;

/// A deck that is read badly seems to change without hands: what was made of such changes is doubtful.
pub(super) fn deck_note(course: &Course) -> Option<String> {
    let laid = |event: &&Event| matches!(event.kind, EventKind::Contact | EventKind::Reveal);
    let (laid, alone) = (course.events.iter().filter(laid).count(), course.unexplained.len());
    (alone >= MISREAD && alone as f64 >= MISREAD_PART * laid as f64).then(|| {
        format!(
            "The cards of this deck seem to be misread: {alone} times a pile's top changed and no hand was seen there. Plays and \
             offences told here are doubtful; show the deck once (slapsight enrol-deck) and review with --deck."
        )
    })
}

/// So are cards of which more are read as one rank than a deck has of it.
pub(super) fn overcounted_note(ranks: &[Overcounted]) -> Option<String> {
    let most = ranks.iter().max_by(|a, b| a.cards.total_cmp(&b.cards))?;
    Some(format!(
        "The cards of this deck are misread, or too small to be read: {:.0} of them at once are read as {}. Cards that look so are \
         taken for unread; show the deck once (slapsight enrol-deck) and review with --deck, or film cards 40 pixels wide or more.",
        most.cards, most.rank
    ))
}

/// What the report says of the table, with the zones where the picture shows them.
pub(super) fn summary(calibration: &Calibration) -> evidence::CalibrationSummary {
    // Straight edges bend through a lens: several points an edge.
    let outline = |zone: &calibration::Zone| {
        let n = zone.polygon.len();
        let steps = if calibration.distortion.is_some() { 8 } else { 1 };
        let mut points = Vec::new();
        for (i, a) in zone.polygon.iter().enumerate() {
            let b = zone.polygon[(i + 1) % n];
            for step in 0..steps {
                let part = f64::from(step) / f64::from(steps);
                let at = Point::new(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part);
                points.push(calibration.to_image(at));
            }
        }
        (zone.id.clone(), points)
    };
    evidence::CalibrationSummary {
        method: calibration.method.name().to_owned(),
        residual_mm: calibration.residual_mm,
        drift: Vec::new(),
        player1_side: calibration.player1,
        zones: calibration
            .layout
            .mats
            .iter()
            .chain(&calibration.layout.zones)
            .filter(|z| z.polygon.len() > 2)
            .map(outline)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Measured, Pile};

    #[test]
    fn a_deck_is_misread_when_its_piles_change_without_hands() {
        let course = |laid: usize, alone: usize| {
            let event = Event {
                at: Measured::exact(1.0),
                kind: EventKind::Contact,
                player: None,
                hand: None,
                pile: Some(Pile::Left),
                card: None,
                confidence: 0.9,
                inferred: false,
                after_other: None,
            };
            let unexplained = vec![(Pile::Left, 1.0, 2.0); alone];
            Course { events: vec![event; laid], unexplained, ..Course::default() }
        };
        assert!(deck_note(&course(20, 4)).is_some_and(|note| note.contains("4 times")));
        assert_eq!(deck_note(&course(21, 4)), None);
        assert_eq!(deck_note(&course(3, 3)), None);
    }
}
