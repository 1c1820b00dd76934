//! How far each hand moved since the frame before, from the picture itself.
//!
//! The landmark model looks at every frame anew, and where a hand grips a card or is blurred its points jump by
//! millimetres from frame to frame. What the skin shows hardly changes between two frames, so the shift of small
//! windows on the hand, found by pyramidal Lucas-Kanade (Bouguet 2001, as OpenCV has it), says to a fraction of a
//! pixel how the hand moved, and that it did not move at all. Shifts add up to a drift; places come from the landmarks.

use super::soft;
use super::tracker::RawHand;
use crate::base::{BONES, Image, Point};
use crate::facts::{Frame, Plane};
use crate::vision::light::LightChange;
use crate::vision::models::VisionError;
use crate::vision::shake::{self, CornerMoved, Shake};
use opencv::core::{Mat, Point2f, Size, TermCriteria, TermCriteria_COUNT, TermCriteria_EPS, Vector};
use opencv::video;
use serde::{Deserialize, Serialize};

/// Side of a window in a clear picture and in the grainiest, pixels.
const WINDOW_PX: i32 = 15;
const GRAINY_WINDOW_PX: i32 = 21;
/// The clear and the grainiest picture is softened by so many pixels: grain seems to move every window of its own. Tuned on the
/// clips named in `tests/accuracy`, with noise put on them, and on a few simulated ones.
const SOFT_PX: f64 = 1.0;
const GRAINY_SOFT_PX: f64 = 2.0;
/// Halvings of the picture: the coarsest moves by less than a pixel or two.
const LEVELS: i32 = 3;
/// Windows with less structure than this say nothing (smallest eigenvalue of the gradient matrix, OpenCV's scale).
const LEAST_STRUCTURE: f64 = 1e-4;
/// A hand's movement is told when so many of its windows were found again.
const LEAST_WINDOWS: usize = 8;

/// Where on the back of a hand further windows are, parts of the way from the wrist to a knuckle: before the wrist is arm.
const BACK: [f64; 5] = [-0.4, -0.2, 0.2, 0.4, 0.7];
/// Half the width of a finger, lengths of the palm from wrist to middle knuckle.
const FINGER: f64 = 0.1;
/// Length of a forearm and half its width, the same way.
const FOREARM: f64 = 2.5;
const ARM: f64 = 0.3;

/// How a hand moved since the frame before.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Moved {
    /// The median window's shift, pixels; of the hands of a [`HandTracker`](super::HandTracker) less what the camera moved by.
    pub by: (f64, f64),
    /// Median distance of the windows' shifts from it, pixels: how far the hand was of one mind.
    pub spread: f64,
    /// True when another hand may be over some of the windows.
    pub shared: bool,
    /// The same shift and spread of the windows that no other hand can be over, and of more such on the back of the hand
    /// and the wrist; `None` when nothing is shared or too few are left.
    pub own: Option<((f64, f64), f64)>,
}

struct Before {
    frame: Frame,
    pyramid: Vector<Mat>,
    hands: Vec<(u32, [Point<Image>; 21])>,
}

/// Compares each frame with the one before.
#[derive(Default)]
pub struct HandFlow {
    before: Option<Before>,
}

impl HandFlow {
    /// Fills in how each hand moved in the picture since the last call, for hands that were held then; gives back how the camera
    /// did, if that is known.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn step(&mut self, frame: &Frame, hands: &mut [RawHand]) -> Result<Option<Shake>, VisionError> {
        let mut shake = None;
        let graininess = soft::graininess(frame);
        let window = window(graininess);
        let pyramid = pyramid(&frame.luma(), graininess)?;
        let comparable = |before: &&Before| before.size() == (frame.width, frame.height) && !before.hands.is_empty();
        if let Some(before) = self.before.as_ref().filter(comparable) {
            let relit = before.relit(frame, graininess)?;
            let pyramids = [relit.as_ref().unwrap_or(&before.pyramid), &pyramid];
            shake = shaken(pyramids, window, &before.hands)?;
            for hand in hands.iter_mut() {
                let was = before.hands.iter().find(|(track, _)| *track == hand.track);
                let others: Vec<&[Point<Image>; 21]> =
                    before.hands.iter().filter(|(track, _)| *track != hand.track).map(|(_, points)| points).collect();
                hand.moved = match was {
                    Some((_, points)) => moved(pyramids, window, points, &hand.landmarks.points, &others)?,
                    None => None,
                };
            }
        }
        self.before = Some(Before { frame: frame.clone(), pyramid, hands: Vec::new() });
        self.placed(hands);
        Ok(shake)
    }

    /// Begins with a frame in which the hands are held to be where `hands` says, by track number, as after [`HandFlow::step`].
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn begin(&mut self, frame: &Frame, hands: Vec<(u32, [Point<Image>; 21])>) -> Result<(), VisionError> {
        let pyramid = pyramid(&frame.luma(), soft::graininess(frame))?;
        self.before = Some(Before { frame: frame.clone(), pyramid, hands });
        Ok(())
    }

    /// Where the hands were held to be in the last frame, by track number.
    pub fn held(&self) -> Vec<(u32, [Point<Image>; 21])> {
        self.before.as_ref().map(|before| before.hands.clone()).unwrap_or_default()
    }

    /// Where the hands are held to be in the last frame.
    pub fn placed(&mut self, hands: &[RawHand]) {
        if let Some(before) = &mut self.before {
            before.hands = hands.iter().map(|hand| (hand.track, hand.landmarks.points)).collect();
        }
    }
}

impl Before {
    fn size(&self) -> (usize, usize) {
        (self.frame.width, self.frame.height)
    }

    /// The picture in the light of another, if that differs.
    fn relit(&self, now: &Frame, graininess: f64) -> Result<Option<Vector<Mat>>, VisionError> {
        let (luma, now) = (self.frame.luma(), now.luma());
        let Some(change) = LightChange::between(&luma, &now).filter(|change| !change.is_none()) else {
            return Ok(None);
        };
        let (data, stride) = (change.applied(&luma), luma.width);
        Ok(Some(pyramid(&Plane { data: &data, stride, ..luma }, graininess)?))
    }
}

/// Side of the windows in a picture that is so grainy, pixels, odd.
fn window(graininess: f64) -> i32 {
    WINDOW_PX + 2 * (graininess * f64::from(GRAINY_WINDOW_PX - WINDOW_PX) / 2.0).round() as i32
}

fn pyramid(luma: &Plane<'_>, graininess: f64) -> Result<Vector<Mat>, VisionError> {
    let rows: Vec<&[u8]> =
        luma.data.chunks(luma.stride).take(luma.height).map(|row| &row[..luma.width.min(row.len())]).collect();
    let sigma = SOFT_PX + graininess * (GRAINY_SOFT_PX - SOFT_PX);
    let picture = soft::blurred(&Mat::from_slice_2d(&rows)?, sigma)?;
    let mut levels = Vector::new();
    // Its border is as wide as the widest window.
    let window = Size::new(GRAINY_WINDOW_PX, GRAINY_WINDOW_PX);
    let border = opencv::core::BORDER_REFLECT_101;
    let constant = opencv::core::BORDER_CONSTANT;
    video::build_optical_flow_pyramid(&picture, &mut levels, window, LEVELS, true, border, constant, false)?;
    Ok(levels)
}

fn moved(
    [before, now]: [&Vector<Mat>; 2],
    window: i32,
    was: &[Point<Image>; 21],
    is: &[Point<Image>; 21],
    others: &[&[Point<Image>; 21]],
) -> Result<Option<Moved>, VisionError> {
    let windows = windows(was, others);
    // The search starts where the landmarks say, all windows by the same shift.
    let guess = median(was.iter().zip(is).map(|(a, b)| (b.x - a.x, b.y - a.y)).collect());
    let places: Vec<Point<Image>> = windows.iter().map(|(at, _)| *at).collect();
    let found = found_again([before, now], window, &places, guess)?;
    let shifts: Vec<((f64, f64), Window)> =
        found.iter().zip(&windows).filter_map(|(shift, (_, kind))| Some(((*shift)?, *kind))).collect();
    let pick = |wanted: fn(&Window) -> bool| shifts.iter().filter(|s| wanted(&s.1)).map(|s| s.0).collect::<Vec<_>>();
    let Some((by, spread)) = common(pick(|kind| *kind != Window::Spare)) else { return Ok(None) };
    let shared = windows.iter().any(|(_, kind)| *kind == Window::Shared);
    let own = if shared { common(pick(|kind| *kind != Window::Shared)) } else { None };
    Ok(Some(Moved { by, spread, shared, own }))
}

/// By how much the windows at some places moved, pixels, where they were found again.
fn found_again(
    [before, now]: [&Vector<Mat>; 2],
    window: i32,
    places: &[Point<Image>],
    guess: (f64, f64),
) -> Result<Vec<Option<(f64, f64)>>, VisionError> {
    let from: Vector<Point2f> = places.iter().map(|p| Point2f::new(p.x as f32, p.y as f32)).collect();
    let mut to: Vector<Point2f> =
        from.iter().map(|p| Point2f::new(p.x + guess.0 as f32, p.y + guess.1 as f32)).collect();
    let (mut found, mut errors) = (Vector::<u8>::new(), Vector::<f32>::new());
    video::calc_optical_flow_pyr_lk(
        before,
        now,
        &from,
        &mut to,
        &mut found,
        &mut errors,
        Size::new(window, window),
        LEVELS,
        TermCriteria::new(TermCriteria_COUNT + TermCriteria_EPS, 20, 0.01)?,
        video::OPTFLOW_USE_INITIAL_FLOW,
        LEAST_STRUCTURE,
    )?;
    let shift =
        |((a, b), found): ((Point2f, Point2f), u8)| (found == 1).then(|| (f64::from(b.x - a.x), f64::from(b.y - a.y)));
    Ok(from.iter().zip(&to).zip(&found).map(shift).collect())
}

/// How the camera moved, from what is no hand and no arm.
fn shaken(
    pyramids: [&Vector<Mat>; 2],
    window: i32,
    hands: &[(u32, [Point<Image>; 21])],
) -> Result<Option<Shake>, VisionError> {
    // Each size of the picture is followed by its gradients; tiny pictures have one size only.
    if pyramids[0].len() < 3 {
        return Ok(None);
    }
    let corners = shake::corners(&pyramids[0].get(2)?)?;
    let still: Vec<Point<Image>> =
        corners.into_iter().filter(|&at| !hands.iter().any(|(_, hand)| shared(at, hand))).collect();
    if still.is_empty() {
        return Ok(None);
    }
    let found = found_again(pyramids, window, &still, (0.0, 0.0))?;
    let moved: Vec<CornerMoved> = still.into_iter().zip(found).filter_map(|(at, by)| Some((at, by?))).collect();
    Ok(Shake::of(&moved))
}

/// The shift that windows have in common and how far they differ from it; `None` of too few.
fn common(shifts: Vec<(f64, f64)>) -> Option<((f64, f64), f64)> {
    if shifts.len() < LEAST_WINDOWS {
        return None;
    }
    let by = median(shifts.clone());
    let mut apart: Vec<f64> = shifts.iter().map(|s| (s.0 - by.0).hypot(s.1 - by.1)).collect();
    apart.sort_by(f64::total_cmp);
    Some((by, apart[apart.len() / 2]))
}

/// What a window is good for.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Window {
    /// It shows the hand.
    Own,
    /// It may show another hand.
    Shared,
    /// It is looked at only because others are shared.
    Spare,
}

/// Where windows are taken on a hand: on its landmarks and halfway along its bones; where other hands may be over some of
/// those, also on the back of the hand and the wrist, which another hand seldom hides.
fn windows(was: &[Point<Image>; 21], others: &[&[Point<Image>; 21]]) -> Vec<(Point<Image>, Window)> {
    let free = |at: Point<Image>| !others.iter().any(|other| shared(at, other));
    let usual = was.iter().copied().chain(BONES.iter().map(|&(a, b)| between(was[a], was[b], 0.5)));
    let mut all: Vec<(Point<Image>, Window)> =
        usual.map(|at| (at, if free(at) { Window::Own } else { Window::Shared })).collect();
    if all.iter().any(|(_, kind)| *kind == Window::Shared) {
        let back = [5, 9, 13, 17].into_iter().flat_map(|knuckle| BACK.map(|part| between(was[0], was[knuckle], part)));
        all.extend(back.filter(|&at| free(at)).map(|at| (at, Window::Spare)));
    }
    all
}

/// Whether a window at `at` may show a part of that hand.
fn shared(at: Point<Image>, hand: &[Point<Image>; 21]) -> bool {
    let (palm, half) = (hand[0].distance(hand[9]), f64::from(WINDOW_PX) / 2.0);
    let elbow = between(hand[9], hand[0], 1.0 + FOREARM);
    BONES.iter().any(|&(a, b)| from_line(at, hand[a], hand[b]) < FINGER * palm + half)
        || from_line(at, hand[0], elbow) < ARM * palm + half
}

/// Distance of a point from the straight line between two others.
fn from_line(at: Point<Image>, a: Point<Image>, b: Point<Image>) -> f64 {
    let (x, y) = (b.x - a.x, b.y - a.y);
    let along = ((at.x - a.x) * x + (at.y - a.y) * y) / (x * x + y * y).max(1e-9);
    at.distance(between(a, b, along.clamp(0.0, 1.0)))
}

/// The point that part of the way from one to another.
fn between(a: Point<Image>, b: Point<Image>, part: f64) -> Point<Image> {
    Point::new(a.x + part * (b.x - a.x), a.y + part * (b.y - a.y))
}

/// The median of each coordinate; zero of nothing.
fn median(mut shifts: Vec<(f64, f64)>) -> (f64, f64) {
    let mut of = |pick: fn(&(f64, f64)) -> f64| {
        shifts.sort_by(|a, b| pick(a).total_cmp(&pick(b)));
        shifts.get(shifts.len() / 2).map_or(0.0, pick)
    };
    (of(|s| s.0), of(|s| s.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::PlaneSource;
    use crate::vision::hands::landmark::Landmarks;
    use std::sync::Arc;

    struct Picture(Vec<u8>, usize);
    impl PlaneSource for Picture {
        fn plane(&self, _: usize) -> Plane<'_> {
            Plane { data: &self.0, stride: self.1, width: self.1, height: self.0.len() / self.1 }
        }
    }

    /// Smooth structure, shifted.
    fn frame(shift: (f64, f64)) -> Frame {
        lit(shift, 1.0)
    }

    /// The same in a light that is so bright.
    fn lit(shift: (f64, f64), light: f64) -> Frame {
        let wave = |x: f64, y: f64| 128.0 + 50.0 * (x / 5.0).sin() * (y / 6.0).cos() + 40.0 * ((x + y) / 9.0).sin();
        let data = (0..160 * 160)
            .map(|i| (light * wave(f64::from(i % 160) - shift.0, f64::from(i / 160) - shift.1)) as u8)
            .collect();
        let planes = Arc::new(Picture(data, 160));
        Frame { index: 0, t: 0.0, width: 160, height: 160, full_range: true, bt709: true, planes }
    }

    fn hand(at: f64) -> RawHand {
        let points = std::array::from_fn(|i| Point::new(at + 2.0 * i as f64, at + 5.0 * (i % 5) as f64));
        RawHand { track: 3, landmarks: Landmarks { points, presence: 1.0, right: 1.0 }, seen: true, moved: None }
    }

    #[test]
    fn the_picture_says_how_far_though_the_landmarks_jump() {
        let mut flow = HandFlow::default();
        flow.step(&frame((0.0, 0.0)), &mut [hand(60.0)]).unwrap();
        let mut hands = [hand(61.5)];
        flow.step(&frame((0.4, -0.3)), &mut hands).unwrap();
        let moved = hands[0].moved.expect("the windows have structure");
        assert!((moved.by.0 - 0.4).abs() < 0.1 && (moved.by.1 + 0.3).abs() < 0.1, "{moved:?}");
    }

    #[test]
    fn light_that_flickers_moves_nothing() {
        let mut flow = HandFlow::default();
        flow.step(&lit((0.0, 0.0), 0.95), &mut [hand(60.0)]).unwrap();
        let mut hands = [hand(60.0)];
        flow.step(&lit((0.0, 0.0), 0.8), &mut hands).unwrap();
        let moved = hands[0].moved.expect("the windows have structure");
        assert!(moved.by.0.hypot(moved.by.1) < 0.1 && moved.spread < 0.1, "{moved:?}");
    }

    #[test]
    fn windows_that_another_hand_may_hide_are_told_apart() {
        let first = hand(60.0);
        let mut second = hand(60.0);
        second.track = 4;
        // Over the tips of the fingers only.
        for point in &mut second.landmarks.points {
            point.x += 42.0;
        }
        let mut flow = HandFlow::default();
        flow.step(&frame((0.0, 0.0)), &mut [first.clone(), second.clone()]).unwrap();
        let mut both = [first.clone(), second];
        flow.step(&frame((0.4, -0.3)), &mut both).unwrap();
        let moved = both[0].moved.expect("the windows have structure");
        let (own, _) = moved.own.expect("most of the hand is free");
        assert!(moved.shared && (own.0 - 0.4).abs() < 0.1 && (own.1 + 0.3).abs() < 0.1, "{moved:?}");
        let mut flow = HandFlow::default();
        flow.step(&frame((0.0, 0.0)), &mut [first.clone()]).unwrap();
        let mut alone = [first];
        flow.step(&frame((0.4, -0.3)), &mut alone).unwrap();
        assert!(alone[0].moved.is_some_and(|moved| !moved.shared && moved.own.is_none()));
    }
}
