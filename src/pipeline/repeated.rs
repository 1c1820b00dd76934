//! Frames that only repeat the one before: a recording that was made at a lower rate than its file has.
//!
//! In a picture that is shown twice nothing moved, so that a hand on its way seems to stop with every other frame. When hands tell
//! that each picture is shown equally often (see [`repeats`]), only its first frame is kept, with the cards that were read in its
//! repeats.

use super::observe::RawFrame;
use crate::calibration::camera_profile::repeats::{firsts, repeats};

/// The frames without repeats, and how many times each picture was shown.
pub(super) fn without_repeats(frames: Vec<RawFrame>) -> (Vec<RawFrame>, usize) {
    let changes: Vec<f32> = frames.iter().map(change).collect();
    let Some(times) = repeats(&changes).and_then(|found| found.shown_times) else { return (frames, 1) };
    let times = times as usize;
    let mut first = vec![false; frames.len()];
    for k in firsts(&changes, times) {
        first[k] = true;
    }
    // What comes before the first whole picture is one too.
    if let Some(start) = first.first_mut() {
        *start = true;
    }
    let mut kept: Vec<RawFrame> = Vec::new();
    for (frame, first) in frames.into_iter().zip(first) {
        match kept.last_mut().filter(|_| !first) {
            Some(same) => {
                same.cards = frame.cards.or_else(|| same.cards.take());
                same.piles = frame.piles.or_else(|| same.piles.take());
                same.decks = frame.decks.or_else(|| same.decks.take());
            }
            None => kept.push(frame),
        }
    }
    (kept, times)
}

/// By how many pixels the fastest hand moved.
fn change(frame: &RawFrame) -> f32 {
    let moved = frame.hands.iter().filter_map(|hand| hand.moved).map(|moved| moved.by.0.hypot(moved.by.1));
    moved.fold(0.0, f64::max) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Point;
    use crate::vision::hands::RawHand;
    use crate::vision::hands::flow::Moved;
    use crate::vision::hands::landmark::Landmarks;

    /// Frames in which a hand comes and goes by pixels, each picture shown so many times, and cards are read in every third.
    fn frames(times: u64) -> Vec<RawFrame> {
        let frame = |k: u64| {
            let picture = k / times;
            let by = if k.is_multiple_of(times) { 3.0 + 2.0 * (picture as f64 / 7.0).sin() } else { 0.01 };
            let landmarks = Landmarks { points: [Point::new(50.0, 50.0); 21], presence: 1.0, right: 1.0 };
            let moved = Some(Moved { by: (by, 0.0), spread: 0.1, shared: false, own: None });
            RawFrame {
                index: k,
                t: k as f64 / 120.0,
                hands: vec![RawHand { track: 0, landmarks, seen: true, moved }],
                cards: (k % 3 == 1).then(Vec::new),
                piles: None,
                decks: None,
                cloth: None,
                change: [0.0; 2],
            }
        };
        (0..120).map(frame).collect()
    }

    #[test]
    fn a_picture_that_is_shown_twice_is_one() {
        let (kept, times) = without_repeats(frames(2));
        assert_eq!((kept.len(), times), (60, 2));
        assert!(kept.iter().all(|frame| frame.index % 2 == 0));
        let read = |frames: &[RawFrame]| frames.iter().filter(|frame| frame.cards.is_some()).count();
        assert_eq!(read(&kept), read(&frames(2)), "no reading is lost");
    }

    #[test]
    fn pictures_that_are_shown_once_are_kept() {
        let (kept, times) = without_repeats(frames(1));
        assert_eq!((kept.len(), times), (120, 1));
    }
}
