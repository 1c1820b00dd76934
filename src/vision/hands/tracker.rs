//! Hands followed from frame to frame.
//!
//! The palm model runs on squares of the picture that suit its limits (a hand must fill a fifth of
//! the square) at the start, when fewer hands are held than the table can have, and now and then to
//! catch a change; the landmark model runs on every held hand in every frame, in a square that
//! follows from the frame before, but where that shows just what it showed then. Where that fails the
//! hand is sought where it was, then by its palm around there. A hand that is not seen for
//! `LONGEST_GAP_SECS` is given up.

use super::flow::{HandFlow, Moved};
use super::landmark::{LandmarkModel, Landmarks};
use super::palm::{Palm, PalmModel, suppress};
use super::roi::Roi;
use super::still::Look;
use crate::base::{Image, Point, Table, TimeScale};
use crate::calibration::{Calibration, Zone};
use crate::facts::Frame;
use crate::vision::models::{Models, VisionError};
use crate::vision::shake::Shake;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Mutex;

/// Length of an adult's hand, wrist to middle tip, centimetres; sizes the squares.
const HAND_CM: f64 = 18.0;
/// Side of a palm square, in hand lengths. The model holds up from a fifth; a third leaves room.
const SQUARE_HANDS: f64 = 2.5;
/// Wrist to middle knuckle on the table plane that may be a hand, centimetres: a child's to a big
/// hand held high above the table.
const PALM_CM: std::ops::Range<f64> = 4.0..18.0;
/// Palm score that starts a look with the landmark model.
const PALM_SCORE: f64 = 0.5;
/// Presence that starts a track.
const PRESENCE_TO_START: f64 = 0.6;
/// Presence that keeps a track.
const PRESENCE_TO_KEEP: f64 = 0.35;
/// A hand turns in the picture by no more than this between two sights of it, radians, and so much more a real second.
const TURN: f64 = 0.7;
const TURN_A_SEC: f64 = 20.0;
/// A hand's size on the table plane follows what is seen with this part of the difference: a hand that closes, or is blurred, seems
/// smaller for some frames, and is lost where it is sought as small as it seemed last.
const SIZE_FOLLOWS: f64 = 0.1;
/// Sizes that are worth another look, against the last one.
const OTHER_SIZE: f64 = 1.1;
/// How long a hand may go unseen, real seconds, and how far on it is sought at most, in palm lengths: the fastest is stopped soon.
const LONGEST_GAP_SECS: f64 = 0.16;
const FARTHEST_PALMS: f64 = 1.5;
/// So long a hand that does not move is not looked at by the model again, real seconds: what is no hand is to be found out.
const LOOK_AGAIN_SECS: f64 = 0.05;
/// A hand whose parts move more apart than this is not carried on by the picture, palm lengths.
const CARRIED_SPREAD: f64 = 0.1;
/// Between looks for new hands while some are missing, real seconds.
const LOOK_WHEN_MISSING_SECS: f64 = 0.1;
/// Between looks for new hands while all are held, real seconds.
const LOOK_WHEN_FULL_SECS: f64 = 1.0;
/// A hand's length over that of its palm, wrist to middle knuckle.
const HAND_LENGTHS_PER_PALM: f64 = 2.0;
/// Palms near a lost hand that are looked at, best first.
const PALMS_TO_TRY: usize = 2;
/// What is less apart than this from a held hand is no other one, and two tracks less apart than the second are on one hand; parts of a
/// palm's length.
const ANOTHER: f64 = 0.6;
const DOUBLE: f64 = 0.4;
/// So long is what shows of a forearm, and so far from its middle line what is on it, palm lengths.
const FOREARM_PALMS: f64 = 3.0;
const FOREARM_WIDE_PALMS: f64 = 0.8;
/// Hands at a table of two.
const FULL: usize = 4;

/// One held hand in one frame, not yet owned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RawHand {
    /// Track number.
    pub track: u32,
    /// Where it is; carried over from before when `seen` is false.
    pub landmarks: Landmarks,
    /// False when the model did not see it in this frame.
    pub seen: bool,
    /// How it moved since the frame before, as the picture has it.
    pub moved: Option<Moved>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Track {
    id: u32,
    last: Landmarks,
    /// Shift of the middle of the hand from the frame before last to the last, pixels a second.
    velocity: (f64, f64),
    last_seen_t: f64,
    /// Its palm, wrist to middle knuckle on the table plane, as it usually is, centimetres.
    palm_cm: f64,
    /// What the landmark model saw when it last saw the hand, and when that was; `None` when it did not see it since. Not kept for
    /// another run: see [`HandTracker::held`].
    #[serde(skip)]
    looked: Option<(Look, f64)>,
}

/// What came of looking for a held hand in a frame.
enum Refound {
    /// It shows as it did when the model last saw it.
    Still,
    /// The model sees it there.
    Seen(Box<Landmarks>),
    /// It is not seen.
    Lost,
}

impl Track {
    /// The model sees it there now.
    fn sees(&mut self, frame: &Frame, now: Landmarks, calibration: &Calibration) {
        let dt = (frame.t - self.last_seen_t).max(1e-6);
        let (to, from) = (middle(&now), middle(&self.last));
        self.velocity = ((to.x - from.x) / dt, (to.y - from.y) / dt);
        self.palm_cm += SIZE_FOLLOWS * (palm_cm(&now, calibration) - self.palm_cm);
        self.last = now;
        self.last_seen_t = frame.t;
        self.looked = Look::of(frame, &now.points).map(|look| (look, frame.t));
    }

    /// It lies where it lay.
    fn stays(&mut self, t: f64) {
        self.velocity = (0.0, 0.0);
        self.last_seen_t = t;
    }
}

/// All that a tracker knows after a frame, besides that frame's picture: enough to go on from there in another run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Held {
    tracks: Vec<Track>,
    next_id: u32,
    last_look_t: f64,
    /// Where each track was held to be in that frame, in the picture.
    placed: Vec<(u32, [Point<Image>; 21])>,
}

/// Follows hands through frames given in order.
pub struct HandTracker {
    palms: Mutex<Vec<PalmModel>>,
    landmarks: Mutex<Vec<LandmarkModel>>,
    tracks: Vec<Track>,
    next_id: u32,
    last_look_t: f64,
    flow: HandFlow,
    scale: TimeScale,
}

/// Takes a model from the shelf for one run and puts it back.
fn with_model<M, T>(shelf: &Mutex<Vec<M>>, run: impl FnOnce(&mut M) -> T) -> T {
    // One model a thread is on the shelf, so a running thread always finds one; a poisoned lock
    // only means that another thread's run panicked, the models themselves are whole.
    let lock = || shelf.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut model = lock().pop().expect("one model per thread of the pool");
    let result = run(&mut model);
    lock().push(model);
    result
}

impl HandTracker {
    /// Opens the models, one of each for every thread of the current rayon pool.
    ///
    /// # Errors
    /// When the runtime or a model is missing or unusable.
    pub fn open(models: &Models, scale: TimeScale) -> Result<HandTracker, VisionError> {
        let threads = rayon::current_num_threads() + 1;
        let palms = (0..threads).map(|_| PalmModel::open(models)).collect::<Result<_, _>>()?;
        let landmarks = (0..threads).map(|_| LandmarkModel::open(models)).collect::<Result<_, _>>()?;
        Ok(HandTracker {
            palms: Mutex::new(palms),
            landmarks: Mutex::new(landmarks),
            tracks: Vec::new(),
            next_id: 0,
            last_look_t: f64::NEG_INFINITY,
            flow: HandFlow::default(),
            scale,
        })
    }

    /// What is known after the last frame. The model looks at every hand in the next one, still or not, so that going on here is the
    /// same as going on in another run.
    pub fn held(&mut self) -> Held {
        self.tracks.iter_mut().for_each(|track| track.looked = None);
        Held {
            tracks: self.tracks.clone(),
            next_id: self.next_id,
            last_look_t: self.last_look_t,
            placed: self.flow.held(),
        }
    }

    /// Goes on after `frame` with what was known then.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn go_on(&mut self, held: Held, frame: &Frame) -> Result<(), VisionError> {
        let Held { tracks, next_id, last_look_t, placed } = held;
        (self.tracks, self.next_id, self.last_look_t) = (tracks, next_id, last_look_t);
        self.flow.begin(frame, placed)
    }

    /// The hands held in the next frame, by track number.
    ///
    /// # Errors
    /// When a model fails.
    pub fn step(&mut self, frame: &Frame, calibration: &Calibration) -> Result<Vec<RawHand>, VisionError> {
        let mut hands = self.follow(frame, calibration)?;
        let there = hands.iter().filter(|hand| plays(hand, &hands, (frame.width, frame.height), calibration)).count();
        let every = if there >= FULL { LOOK_WHEN_FULL_SECS } else { LOOK_WHEN_MISSING_SECS };
        if (frame.t - self.last_look_t) * self.scale.real_per_file >= every {
            self.last_look_t = frame.t;
            self.look(frame, calibration, &mut hands)?;
        }
        hands.sort_by_key(|hand| hand.track);
        let shake = self.flow.step(frame, &mut hands)?;
        self.carry(&mut hands);
        if let Some(shake) = shake {
            hands.iter_mut().for_each(|hand| without(hand, &shake));
        }
        Ok(hands)
    }

    fn follow(&mut self, frame: &Frame, calibration: &Calibration) -> Result<Vec<RawHand>, VisionError> {
        let found = self
            .tracks
            .par_iter()
            .map(|track| self.refind(track, frame, calibration))
            .collect::<Result<Vec<_>, _>>()?;
        let mut hands = Vec::new();
        for (track, found) in self.tracks.iter_mut().zip(found) {
            let seen = !matches!(found, Refound::Lost);
            match found {
                Refound::Still => track.stays(frame.t),
                Refound::Seen(now) => track.sees(frame, *now, calibration),
                Refound::Lost => track.looked = None,
            }
            if (frame.t - track.last_seen_t) * self.scale.real_per_file <= LONGEST_GAP_SECS {
                hands.push(RawHand { track: track.id, landmarks: track.last, seen, moved: None });
            }
        }
        drop_doubles(&mut hands, calibration);
        self.tracks.retain(|track| hands.iter().any(|hand| hand.track == track.id));
        Ok(hands)
    }

    /// Where the model does not see a hand, the picture carries it on.
    fn carry(&mut self, hands: &mut [RawHand]) {
        for hand in hands.iter_mut().filter(|hand| !hand.seen) {
            let Some(moved) = hand.moved.filter(|moved| moved.spread < CARRIED_SPREAD * hand.landmarks.palm_length())
            else {
                continue;
            };
            for point in &mut hand.landmarks.points {
                *point = Point::new(point.x + moved.by.0, point.y + moved.by.1);
            }
            if let Some(track) = self.tracks.iter_mut().find(|track| track.id == hand.track) {
                track.last = hand.landmarks;
            }
        }
        self.flow.placed(hands);
    }

    /// A held hand in this frame: where its motion takes it, where it was, or where a palm is near.
    fn refind(&self, track: &Track, frame: &Frame, calibration: &Calibration) -> Result<Refound, VisionError> {
        if self.is_still(track, frame) {
            return Ok(Refound::Still);
        }
        let dt = frame.t - track.last_seen_t;
        let usual = track.palm_cm / palm_cm(&track.last, calibration).max(0.1);
        let usual = if usual.is_finite() { usual.clamp(0.5, 2.0) } else { 1.0 };
        let sizes = [1.0, usual].map(|times| times * track.last.palm_length().max(1.0));
        let same = |hand: &Landmarks| {
            let alike = sizes.iter().any(|size| (0.6..1.7).contains(&(hand.palm_length() / size)));
            // Where arms cross, the opponent's hand is near and points the other way.
            let turned = turn(&track.last, hand) < TURN + TURN_A_SEC * dt * self.scale.real_per_file;
            alike && turned && plausible(hand, calibration)
        };
        let locate = |roi: Roi| with_model(&self.landmarks, |model| model.locate(frame, roi));
        let was = Roi::from_landmarks(&track.last.points);
        let (x, y) = (track.velocity.0 * dt, track.velocity.1 * dt);
        let far = FARTHEST_PALMS * track.last.palm_length() / x.hypot(y).max(1e-9);
        let moved = was.moved(x * far.min(1.0), y * far.min(1.0));
        let as_usual = |roi: Roi| Roi { side: roi.side * usual, ..roi };
        let other_size = !(1.0 / OTHER_SIZE..=OTHER_SIZE).contains(&usual);
        let more = other_size.then(|| [as_usual(was), as_usual(moved)]).into_iter().flatten();
        for roi in [moved, was].into_iter().chain(more) {
            let hand = locate(roi)?;
            if hand.presence >= PRESENCE_TO_KEEP && same(&hand) {
                return Ok(Refound::Seen(Box::new(hand)));
            }
        }
        let side = sizes[0].max(sizes[1]) * SQUARE_HANDS * HAND_LENGTHS_PER_PALM;
        let around = Roi { side, rotation: 0.0, ..moved };
        let palms = with_model(&self.palms, |model| model.detect(frame, around, PALM_SCORE))?;
        for palm in suppress(palms).iter().take(PALMS_TO_TRY) {
            let hand = locate(Roi::from_landmarks(&locate(palm.roi())?.points))?;
            let others = self.tracks.iter().filter(|other| other.id != track.id);
            let another = others.map(|other| &other.last).any(|other| apart(&hand, other, calibration) < ANOTHER);
            if hand.presence >= PRESENCE_TO_START && same(&hand) && !another {
                return Ok(Refound::Seen(Box::new(hand)));
            }
        }
        Ok(Refound::Lost)
    }

    /// Whether a held hand need not be looked at by the model: it shows as it did when that saw it, which is not long ago.
    fn is_still(&self, track: &Track, frame: &Frame) -> bool {
        let recent = |at: f64| (frame.t - at) * self.scale.real_per_file < LOOK_AGAIN_SECS;
        let same = |look: &Look| Look::of(frame, &track.last.points).is_some_and(|now| now.like(look));
        track.looked.as_ref().is_some_and(|(look, at)| recent(*at) && same(look))
    }

    /// Looks for hands that are not held yet and starts tracks for them.
    fn look(&mut self, frame: &Frame, calibration: &Calibration, hands: &mut Vec<RawHand>) -> Result<(), VisionError> {
        let palms: Vec<Vec<Palm>> = squares(frame, calibration)
            .into_par_iter()
            .map(|square| with_model(&self.palms, |model| model.detect(frame, square, PALM_SCORE)))
            .collect::<Result<_, _>>()?;
        let mut new: Vec<Palm> = suppress(palms.into_iter().flatten().collect());
        new.retain(|palm| {
            let held = |hand: &RawHand| {
                let (wrist, knuckle) = (hand.landmarks.points[0], hand.landmarks.points[9]);
                let there = Point::new((wrist.x + knuckle.x) / 2.0, (wrist.y + knuckle.y) / 2.0);
                let on_table = |point| calibration.to_table(point);
                let size = on_table(wrist).distance(on_table(knuckle));
                on_table(there).distance(on_table(palm.centre)) < ANOTHER * size
            };
            !hands.iter().any(held)
        });
        let seen: Vec<Landmarks> = new
            .par_iter()
            .map(|palm| {
                with_model(&self.landmarks, |model| {
                    // The second look, in a square from the first look's landmarks, is what later
                    // frames will see too.
                    let first = model.locate(frame, palm.roi())?;
                    model.locate(frame, Roi::from_landmarks(&first.points))
                })
            })
            .collect::<Result<_, _>>()?;
        for landmarks in seen {
            let double = |hand: &RawHand| apart(&hand.landmarks, &landmarks, calibration) < ANOTHER;
            if landmarks.presence < PRESENCE_TO_START || !plausible(&landmarks, calibration) || hands.iter().any(double)
            {
                continue;
            }
            let id = self.next_id;
            self.next_id += 1;
            let palm_cm = palm_cm(&landmarks, calibration);
            let looked = Look::of(frame, &landmarks.points).map(|look| (look, frame.t));
            self.tracks.push(Track {
                id,
                last: landmarks,
                velocity: (0.0, 0.0),
                last_seen_t: frame.t,
                palm_cm,
                looked,
            });
            hands.push(RawHand { track: id, landmarks, seen: true, moved: None });
        }
        Ok(())
    }
}

/// How far two hands are apart, as a part of the longer palm: on the table plane, because an oblique lens shows hands beside each other
/// nearer than they are. In the picture where they are beyond the horizon.
fn apart(a: &Landmarks, b: &Landmarks, calibration: &Calibration) -> f64 {
    let table = |hand: &Landmarks| hand.points.map(|point| calibration.to_table(point));
    let (one, two) = (table(a), table(b));
    let far = one.iter().zip(&two).map(|(a, b)| a.distance(*b)).sum::<f64>() / 21.0;
    let palm = one[0].distance(one[9]).max(two[0].distance(two[9]));
    if far.is_finite() && palm.is_finite() && palm > 0.0 {
        far / palm
    } else {
        a.distance(b) / a.palm_length().max(b.palm_length()).max(1.0)
    }
}

/// Two tracks on one hand: the older stays, unless it does not see the hand and the younger does.
fn drop_doubles(hands: &mut Vec<RawHand>, calibration: &Calibration) {
    let mut kept: Vec<RawHand> = Vec::new();
    hands.sort_by_key(|hand| (!hand.seen, hand.track));
    for hand in hands.drain(..) {
        if !kept.iter().any(|other| apart(&other.landmarks, &hand.landmarks, calibration) < DOUBLE) {
            kept.push(hand);
        }
    }
    *hands = kept;
}

/// How far a hand turned in the picture, from wrist to middle knuckle, radians.
fn turn(before: &Landmarks, now: &Landmarks) -> f64 {
    let way = |hand: &Landmarks| {
        let (wrist, knuckle) = (hand.points[0], hand.points[9]);
        (knuckle.y - wrist.y).atan2(knuckle.x - wrist.x)
    };
    let off = (way(now) - way(before)).rem_euclid(std::f64::consts::TAU);
    off.min(std::f64::consts::TAU - off)
}

/// What a hand moved by on its own, beside what the camera did.
fn without(hand: &mut RawHand, shake: &Shake) {
    let Some(moved) = &mut hand.moved else { return };
    let (x, y) = shake.at(middle(&hand.landmarks));
    moved.by = (moved.by.0 - x, moved.by.1 - y);
    if let Some((own, _)) = &mut moved.own {
        *own = (own.0 - x, own.1 - y);
    }
}

fn middle(landmarks: &Landmarks) -> Point<Image> {
    let (x, y) = landmarks.points.iter().fold((0.0, 0.0), |(x, y), p| (x + p.x, y + p.y));
    Point::new(x / 21.0, y / 21.0)
}

/// A palm's length as it would be on the table, centimetres.
fn palm_cm(hand: &Landmarks, calibration: &Calibration) -> f64 {
    hand.palm_length() / calibration.pixels_per_cm(calibration.to_table(middle(hand)))
}

/// Whether what is held is surely one of the hands that play: seen now, its middle in the picture, at the mats and no other hand's
/// forearm. What is held besides keeps nobody from looking for the four that play.
fn plays(hand: &RawHand, hands: &[RawHand], size: (usize, usize), calibration: &Calibration) -> bool {
    let at = middle(&hand.landmarks);
    let inside = (0.0..size.0 as f64).contains(&at.x) && (0.0..size.1 as f64).contains(&at.y);
    let forearm = || hands.iter().any(|other| other.track != hand.track && behind(&hand.landmarks, &other.landmarks));
    hand.seen && inside && at_the_mats(&hand.landmarks, calibration) && !forearm()
}

/// Whether a hand seems to lie where the other one's forearm must be, pointing the same way: sleeves and wrists are taken for hands.
/// No promises nothing: arms bend.
fn behind(hand: &Landmarks, other: &Landmarks) -> bool {
    let (wrist, knuckle) = (other.points[0], other.points[9]);
    let palm = other.palm_length().max(1.0);
    let along = ((knuckle.x - wrist.x) / palm, (knuckle.y - wrist.y) / palm);
    let at = middle(hand);
    let (x, y) = ((at.x - wrist.x) / palm, (at.y - wrist.y) / palm);
    let (ahead, beside) = (x * along.0 + y * along.1, (x * along.1 - y * along.0).abs());
    (-FOREARM_PALMS..-0.5).contains(&ahead) && beside < FOREARM_WIDE_PALMS && turn(hand, other) < TURN
}

/// Whether a hand is on the mats, or less than half a hand beside them.
fn at_the_mats(hand: &Landmarks, calibration: &Calibration) -> bool {
    let at = calibration.to_table(middle(hand));
    let mut mats = calibration.layout.mats.iter().filter(|mat| !mat.polygon.is_empty()).peekable();
    let beside = |mat: &Zone| {
        let (low, high) = mat.bounds();
        let off = |at: f64, low: f64, high: f64| (low - at).max(at - high).max(0.0);
        off(at.x, low.x, high.x).hypot(off(at.y, low.y, high.y)) < HAND_CM / 2.0
    };
    mats.peek().is_none() || mats.any(beside)
}

/// Whether the landmarks have a hand's size on this table. Yes does not promise a hand; no promises
/// that what was found cannot be one within reach of the mats.
fn plausible(landmarks: &Landmarks, calibration: &Calibration) -> bool {
    let at = calibration.to_table(middle(landmarks));
    if !at.x.is_finite() || !at.y.is_finite() || at.x.abs() > 150.0 || at.y.abs() > 150.0 {
        return false;
    }
    PALM_CM.contains(&palm_cm(landmarks, calibration))
}

/// Overlapping squares of the picture over the mats, each a few hand lengths wide as the camera sees
/// them there.
fn squares(frame: &Frame, calibration: &Calibration) -> Vec<Roi> {
    let (mut low, mut high) = (Point::<Table>::new(-40.0, -46.0), Point::<Table>::new(40.0, 46.0));
    for zone in calibration.layout.mats.iter().filter(|mat| !mat.polygon.is_empty()) {
        let (a, b) = zone.bounds();
        low = Point::new(low.x.min(a.x), low.y.min(a.y));
        high = Point::new(high.x.max(b.x), high.y.max(b.y));
    }
    // Hands rest outside the mats too, on the players' sides.
    let (low, high) =
        (Point::<Table>::new(low.x, low.y - HAND_CM / 2.0), Point::<Table>::new(high.x, high.y + HAND_CM / 2.0));
    let wide = SQUARE_HANDS * HAND_CM;
    let steps = |from: f64, to: f64| {
        let n = (((to - from) / (0.45 * wide)).ceil() as usize).max(1);
        (0..=n).map(move |i| from + (to - from) * i as f64 / n as f64)
    };
    let mut out = Vec::new();
    for y in steps(low.y, high.y) {
        for x in steps(low.x, high.x) {
            let centre = calibration.to_image(Point::new(x, y));
            let side = calibration.pixels_per_cm(Point::new(x, y)) * wide;
            let visible = |value: f64, size: usize| value > -0.2 * side && value < size as f64 + 0.2 * side;
            if side.is_finite() && side > 24.0 && visible(centre.x, frame.width) && visible(centre.y, frame.height) {
                out.push(Roi { centre, side, rotation: 0.0 });
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Homography;
    use crate::calibration::{Layout, Method};

    #[test]
    fn hands_beside_each_other_are_two_however_obliquely_they_are_seen() {
        // Pixels a centimetre along x, and along y: an oblique lens shows less of that.
        let apart_at = |across: f64, off_cm: f64| {
            let rows = [[12.0, 0.0, 640.0], [0.0, -across, 360.0], [0.0, 0.0, 1.0]];
            let calibration = Calibration::new(Layout::reference(), Method::File, Homography::new(rows), None, 0.0)
                .expect("a camera above the table");
            let hand = |y: f64| {
                let points = std::array::from_fn(|i| calibration.to_image(Point::new(-6.0 + 0.8 * i as f64, y)));
                Landmarks { points, presence: 1.0, right: 0.5 }
            };
            apart(&hand(0.0), &hand(off_cm), &calibration)
        };
        for across in [12.0, 5.0] {
            assert!(apart_at(across, 6.0) > ANOTHER, "{across}");
            assert!(apart_at(across, 1.0) < DOUBLE, "{across}");
        }
    }

    #[test]
    fn only_hands_at_the_mats_are_among_the_four() {
        let rows = [[8.0, 0.0, 640.0], [0.0, -8.0, 360.0], [0.0, 0.0, 1.0]];
        let calibration = Calibration::new(Layout::reference(), Method::File, Homography::new(rows), None, 0.0)
            .expect("a camera above the table");
        let hand = |y: f64| {
            let points = std::array::from_fn(|i| calibration.to_image(Point::new(0.0, y + 0.5 * (i as f64 - 10.0))));
            Landmarks { points, presence: 1.0, right: 0.5 }
        };
        let (_, high) = calibration.layout.mats.iter().map(Zone::bounds).fold(
            (Point::<Table>::new(0.0, 0.0), Point::<Table>::new(0.0, 0.0)),
            |all, one| {
                if one.1.y > all.1.y { one } else { all }
            },
        );
        let near = |off: f64| at_the_mats(&hand(high.y + off), &calibration);
        assert_eq!((near(-5.0), near(6.0), near(15.0)), (true, true, false));
        // One that is held out of the picture, was lost, or lies on another one's forearm keeps nobody from looking either.
        let held = |track: u32, y: f64, seen: bool| RawHand { track, landmarks: hand(y), seen, moved: None };
        let played =
            |hands: &[RawHand]| hands.iter().filter(|one| plays(one, hands, (1280, 720), &calibration)).count();
        assert_eq!(played(&[held(0, 20.0, true), held(1, 0.0, true)]), 2);
        assert_eq!(played(&[held(0, 20.0, true), held(1, 11.0, true)]), 1);
        assert_eq!(played(&[held(0, 20.0, true), held(1, 0.0, false)]), 1);
        assert_eq!(played(&[held(0, 20.0, true), held(1, -46.0, true)]), 1);
        assert!((palm_cm(&hand(0.0), &calibration) - 4.5).abs() < 0.2, "{}", palm_cm(&hand(0.0), &calibration));
    }
}
