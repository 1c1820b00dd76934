//! Stays of hands over the Centre Piles: arrival, departure, and how sure it is that the pile was
//! touched.
//!
//! A stay counts when fingertips (F.3.4: fingertips are enough) lie well inside a pile's zone while
//! the hand rests, and the hand came towards the pile: a hand that is drawn back also stops, but away
//! from the pile. What fails is kept with the reason. Judging tolerances are here, beside the judge.

use super::path::HandPath;
use super::stops::{Stop, stops};
use super::zones::{Zones, middle};
use crate::base::{HandSide, Measured, Pile, Player, Point, Table, TimeScale};

/// Tips of index, middle, ring and little finger.
const TIPS: [usize; 4] = [8, 12, 16, 20];
/// A fingertip this deep inside the zone is on the pile as likely as not, centimetres: landmarks are
/// good to about half a centimetre, and a zone's rim is wider than its cards.
const DEPTH_EVEN_CM: f64 = 1.0;
/// How fast the likelihood rises with depth, centimetres.
const DEPTH_SCALE_CM: f64 = 0.4;
/// A hand has left when its fingers are this far from where they rested, centimetres.
const LEFT_CM: f64 = 1.2;
/// Standard deviation of an arrival without a sharp stop, real seconds.
const SOFT_SIGMA_SECS: f64 = 0.015;
/// A soft arrival is a slow-down to this part of the fastest approach.
const SOFT_SLOWED_TO: f64 = 0.3;
/// How long before an arrival a visit to the Draw Deck still makes it a reveal, real seconds.
const REVEAL_SECS: f64 = 1.5;

/// One stay of a hand over a pile.
#[derive(Debug, Clone)]
pub struct Visit {
    /// Track number.
    pub track: u32,
    /// Whose hand.
    pub player: Player,
    /// Which hand.
    pub hand: HandSide,
    /// Which pile.
    pub pile: Pile,
    /// When it came to rest.
    pub arrive: Measured,
    /// True when the arrival is a sharp stop.
    pub sharp: bool,
    /// When it began to leave; `None` when it had not by the end of the track.
    pub leave: Option<Measured>,
    /// Deepest fingertip inside the zone, centimetres.
    pub depth_cm: f64,
    /// Speed shortly before arrival, centimetres a real second.
    pub peak_speed: f64,
    /// True when the hand had been at its player's own Draw Deck shortly before.
    pub from_draw_deck: bool,
    /// Probability that the hand was on the pile.
    pub on_pile: f64,
}

/// A stop that is no visit, and why.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rejected {
    /// No fingertip was near a pile.
    NotOverPile,
    /// The hand was moving away from the pile.
    DrawnBack {
        /// Component of its velocity towards the pile, centimetres a real second.
        towards_cm_s: f64,
    },
}

/// Visits of one hand, in order of arrival, and the stops that are none.
pub fn visits(path: &HandPath, zones: &Zones, scale: TimeScale) -> (Vec<Visit>, Vec<(Stop, Rejected)>) {
    let mut found: Vec<Visit> = Vec::new();
    let mut rejected = Vec::new();
    for stop in stops(path, scale) {
        match judge(path, &stop, zones) {
            Ok((pile, depth_cm)) => {
                let still_there = found
                    .last()
                    .is_some_and(|last| last.pile == pile && last.leave.is_none_or(|leave| leave.t > stop.at.t));
                if !still_there {
                    found.push(visit(path, stop.index, pile, depth_cm, stop.at, true, stop.peak_speed, zones, scale));
                }
            }
            Err(why) => rejected.push((stop, why)),
        }
    }
    soft_visits(path, zones, scale, &mut found);
    found.sort_by(|a, b| a.arrive.t.total_cmp(&b.arrive.t));
    (found, rejected)
}

#[expect(clippy::too_many_arguments, reason = "one private constructor for two callers")]
fn visit(
    path: &HandPath,
    index: usize,
    pile: Pile,
    depth_cm: f64,
    arrive: Measured,
    sharp: bool,
    peak_speed: f64,
    zones: &Zones,
    scale: TimeScale,
) -> Visit {
    Visit {
        track: path.track,
        player: path.player,
        hand: path.hand,
        pile,
        arrive,
        sharp,
        leave: departure(path, index, scale),
        depth_cm,
        peak_speed,
        from_draw_deck: from_draw_deck(path, index, zones, scale),
        on_pile: 1.0 / (1.0 + (-(depth_cm - DEPTH_EVEN_CM) / DEPTH_SCALE_CM).exp()),
    }
}

/// The pile under a resting hand and its deepest fingertip there.
fn pile_under(landmarks: &[Point<Table>], zones: &Zones) -> (Pile, f64) {
    let inside = |pile: Pile| -> f64 { landmarks[5..].iter().map(|&p| zones.pile_depth(pile, p).max(0.0)).sum() };
    let pile = if inside(Pile::Left) >= inside(Pile::Right) { Pile::Left } else { Pile::Right };
    let deepest = TIPS.iter().map(|&tip| zones.pile_depth(pile, landmarks[tip])).fold(f64::NEG_INFINITY, f64::max);
    (pile, deepest)
}

fn judge(path: &HandPath, stop: &Stop, zones: &Zones) -> Result<(Pile, f64), Rejected> {
    let point = &path.points[stop.index];
    let (pile, depth_cm) = pile_under(&point.landmarks, zones);
    if depth_cm < DEPTH_EVEN_CM - 2.0 * DEPTH_SCALE_CM {
        return Err(Rejected::NotOverPile);
    }
    let target = middle(&zones.piles[pile.index()]);
    let tips = tip_middle(&path.points[stop.index.saturating_sub(3)].landmarks);
    let (dx, dy) = (target.x - tips.x, target.y - tips.y);
    let distance = dx.hypot(dy).max(1e-6);
    let speed = stop.velocity.0.hypot(stop.velocity.1).max(1e-6);
    let towards_cm_s = (stop.velocity.0 * dx + stop.velocity.1 * dy) / distance;
    // Fingers already over the middle of the pile have nowhere nearer to go.
    if towards_cm_s < -0.3 * speed && distance > 3.0 {
        return Err(Rejected::DrawnBack { towards_cm_s });
    }
    Ok((pile, depth_cm))
}

fn tip_middle(landmarks: &[Point<Table>]) -> Point<Table> {
    let (x, y) = TIPS.iter().fold((0.0, 0.0), |(x, y), &tip| (x + landmarks[tip].x, y + landmarks[tip].y));
    Point::new(x / 4.0, y / 4.0)
}

/// When the hand that rests at `index` begins to leave: the root of the line through the square
/// roots of its first displacements, because a hand starts with growing speed.
pub(super) fn departure(path: &HandPath, index: usize, scale: TimeScale) -> Option<Measured> {
    let points = &path.points;
    let dt = path.frame_interval();
    let settle = (index + 1).min(points.len() - 1);
    let rest = points[settle].fingers;
    let gone = (settle + 1..points.len()).find(|&i| {
        points[i].fingers.distance(rest) > LEFT_CM
            && points.get(i + 1).is_none_or(|p| p.fingers.distance(rest) > LEFT_CM)
    })?;
    // The hand may have drifted while resting: measure from just before it goes.
    let origin = (settle..gone).rev().take(12).filter(|&i| points[gone].t - points[i].t > 2.5 * dt).max_by(|&a, &b| {
        let still = |i: usize| -points[i].fingers.distance(points[i.saturating_sub(1).max(settle)].fingers);
        still(a).total_cmp(&still(b)).then(a.cmp(&b))
    });
    let origin = points[origin.unwrap_or(settle)].fingers;
    let (mut n, mut st, mut ss, mut stt, mut sts) = (0.0, 0.0, 0.0, 0.0, 0.0);
    let base = points[gone].t;
    for point in &points[settle..(gone + 2).min(points.len())] {
        let s = point.fingers.distance(origin);
        if (0.15..2.5).contains(&s) && point.t > base - 6.5 * dt {
            let (t, root) = ((point.t - base) / dt, s.sqrt());
            n += 1.0;
            st += t;
            ss += root;
            stt += t * t;
            sts += t * root;
        }
    }
    let slope = (n * sts - st * ss) / (n * stt - st * st);
    let onset = if n >= 2.0 && slope.is_finite() && slope > 1e-3 { (st - ss / slope) / n } else { -1.5 };
    let sigma = dt.hypot(0.004 / scale.real_per_file);
    Some(Measured::normal((base + onset.clamp(-6.0, 0.0) * dt).max(points[index].t), sigma))
}

fn from_draw_deck(path: &HandPath, index: usize, zones: &Zones, scale: TimeScale) -> bool {
    let t = path.points[index].t;
    path.points[..index]
        .iter()
        .rev()
        .take_while(|point| point.t >= t - REVEAL_SECS / scale.real_per_file)
        .take_while(|point| {
            // An earlier stay over a pile ends the search: the reveal's hand comes straight.
            let (_, depth) = pile_under(&point.landmarks, zones);
            depth < DEPTH_EVEN_CM || t - point.t < 0.25 / scale.real_per_file
        })
        .any(|point| TIPS.iter().any(|&tip| zones.draw_deck_depth(path.player, point.landmarks[tip]) > 1.0))
}

/// Stays without a sharp stop: a card is laid down gently. One per passage over a pile that has no
/// sharp visit, at the first moment the hand has slowed down over the pile.
fn soft_visits(path: &HandPath, zones: &Zones, scale: TimeScale, found: &mut Vec<Visit>) {
    let points = &path.points;
    let dt = path.frame_interval();
    let speeds = path.speeds();
    let over: Vec<Option<Pile>> = points
        .iter()
        .map(|point| {
            let (pile, depth) = pile_under(&point.landmarks, zones);
            (depth > DEPTH_EVEN_CM).then_some(pile)
        })
        .collect();
    let mut start = 0;
    while start < points.len() {
        let Some(pile) = over[start] else {
            start += 1;
            continue;
        };
        let mut end = start;
        while end + 1 < points.len() && over[end + 1] == Some(pile) {
            end += 1;
        }
        let (from, to) = (points[start].t, points[end].t);
        let taken = found.iter().any(|visit| visit.arrive.t > from - 2.0 * dt && visit.arrive.t < to + 2.0 * dt);
        // Already there in the first frame: the arrival was not seen.
        if !taken && start > 0 {
            let approach_from = points.partition_point(|p| p.t < from - 0.15 / scale.real_per_file);
            let peak = speeds[approach_from..=start].iter().copied().fold(0.0, f64::max);
            let slow = |i: &usize| {
                let local = (i.saturating_sub(1)..=(i + 1).min(end)).map(|j| speeds[j]).fold(0.0, f64::max);
                local < SOFT_SLOWED_TO * peak
            };
            if let Some(index) = (start..=end).find(slow) {
                let (_, depth) = pile_under(&points[index].landmarks, zones);
                let sigma = (SOFT_SIGMA_SECS / scale.real_per_file).hypot(dt);
                let arrive = Measured::normal(points[index].t, sigma);
                let peak = peak / scale.real_per_file;
                found.push(visit(path, index, pile, depth, arrive, false, peak, zones, scale));
            }
        }
        start = end + 1;
    }
}
