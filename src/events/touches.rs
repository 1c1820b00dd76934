//! Stays of hands over the Centre Piles: arrival, departure, and how sure it is that the pile was
//! touched.
//!
//! A stay counts when fingertips (F.3.4: fingertips are enough) lie well inside a pile's zone while
//! the hand rests, and the hand came towards the pile: a hand that is drawn back also stops, but away
//! from the pile. What fails is kept with the reason. Judging tolerances are here, beside the judge.

use super::again::{self, Again, came_again};
use super::arrivals::{Mode, arrival, instant, only};
use super::as_one;
use super::departures::departure;
use super::drifting::or_when_it_lay;
use super::foundation::pinch;
use super::gentle::soft_visits;
use super::jittering::or_when_it_was_there;
use super::leaping::or_before_it_leapt;
use super::lost::lost_visits;
use super::path::HandPath;
use super::rests::{Rest, less_sure, rests, would_move_on};
use super::seeming::{came_with, passes};
use super::sound::Impact;
use super::stacked::Stacked;
use super::stops::{Stop, stops};
use super::under::{may_be_on, on_by_depth, pile_under_hand};
use super::unseen::{came_down_unseen, or_against, or_later};
use super::zones::{Zones, middle};
use crate::base::{HandSide, Measured, Pile, Player, Point, TIPS, Table, TimeScale};

/// A hand that seems to have stopped of its own has touched the pile with this probability when it is still there for a
/// moment only, and surely when for long: one in the air trembles. Real seconds of even odds between, for one that stopped abruptly as
/// well, and their scale.
const SOFT: f64 = 0.4;
const SOFT_STILL_SECS: f64 = 0.15;
const ABRUPT_STILL_SECS: f64 = 0.08;
const SOFT_SCALE_SECS: f64 = 0.02;
/// A hand that left a pile no longer ago, real seconds, and moved away from it before it came to rest at its edge, so much less deep
/// inside, centimetres, has touched it again with this probability: it was drawn back.
const DRAWN_BACK_SECS: f64 = 0.5;
const DRAWN_BACK_CM: f64 = 2.0;
const DRAWN_BACK: f64 = 0.3;
/// So many points before it rests a hand moves for sure; a smaller part of its way than the second is none away from the pile, and
/// its fingers are no nearer to the middle than the third at the edge, centimetres.
const DRAWN_POINTS: usize = 3;
const AWAY_PART: f64 = 0.3;
const EDGE_CM: f64 = 3.0;
/// A hand that rests again so soon after it seemed to leave, real seconds, and so near to where it then was, centimetres, has not
/// left: none lifts, and comes down, so fast.
const STAYED_SECS: f64 = 0.05;
pub(super) const STAYED_CM: f64 = 1.0;
/// A rest may follow a stop so long after and still be the same arrival, real seconds.
const REST_FOLLOWS_SECS: f64 = 0.15;
/// Where a view shows less than the second of a hand's way down, one that moves along the table with less than the first
/// before it stops may still be coming down, centimetres a real second.
const DOWN_CM_S: f64 = 40.0;
const DOWN_UNSEEN: f64 = 0.2;
/// A hand that moves in so many steps up to its last has left.
const LEAVING_STEPS: usize = 3;
/// A hand comes down once more so much after it came at least, when no rest was seen between, real seconds.
const AGAIN_LATER_SECS: f64 = 0.025;
/// A hand that comes down from where it waited is faster than this before it meets the pile, centimetres a real second.
const COMES_DOWN_CM_S: f64 = 15.0;
/// One that only slowed down and rests there again may have come then, as likely as so many times when it first rested.
const CAME_DOWN: f64 = 0.5;
/// A hand that seemed to move as another until it stopped had stopped at any time since that began with this probability.
const MOVED_AS_ONE: f64 = 0.5;
/// A hand over a pile for longer than this, real seconds, that rests in less than this part of it with no other hand over it
/// trembles in the air: it has touched the pile with this probability.
const TREMBLES_SECS: f64 = 0.6;
const TREMBLES_PART: f64 = 0.8;
const TREMBLES: f64 = 0.3;
/// The last rest on the pile may end so long after the hand is taken to set off, real seconds.
const LAST_REST_SECS: f64 = 0.02;
/// A stay this long is a touch as likely as not, real seconds: a hand that turns round in the air
/// rests for a frame or two, one that has landed stays longer.
const STAY_EVEN_SECS: f64 = 0.015;
/// How fast the likelihood rises with the stay, real seconds.
const STAY_SCALE_SECS: f64 = 0.003;
/// How long before an arrival a visit to the Draw Deck still makes it a reveal, real seconds.
const REVEAL_SECS: f64 = 1.5;
/// What slowness there is so near to where a hand stops, centimetres, and so shortly before, real seconds, belongs to the stop: a card
/// is laid gently.
const LAYS_CM: f64 = 6.0;
const LAYS_SECS: f64 = 0.2;
/// The pinching fingers are at the Draw Deck when this deep inside its zone, centimetres.
const DECK_DEPTH_CM: f64 = 0.5;
/// Slower than this a hand rests, centimetres a real second.
pub(super) const RESTING_CM_S: f64 = 10.0;

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
    /// When it came to rest, from all evidence.
    pub arrive: Measured,
    /// The same as the picture alone has it.
    pub seen: Measured,
    /// The instants at which it may have been as the picture has it.
    pub modes: Vec<Mode>,
    /// The onset heard at that moment, when there was one.
    pub heard: Option<Impact>,
    /// True when the hand met something: its own muscles do not stop it so abruptly.
    pub sharp: bool,
    /// When it first moved again, as a hand that lets go of a card does; `None` when it had not.
    pub stirred: Option<Measured>,
    /// When it had come to rest over the pile before that, without meeting anything, and stayed: to wait there, or to lay a card
    /// gently; `None` when it had not.
    pub waited: Option<Measured>,
    /// When it came to rest on the pile once more after it had moved there, as a hand does that laid a card and then slaps
    /// (F.4.2); `None` when it did not.
    pub again: Option<Again>,
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
    /// That it was this pile, if it was on one of them: a part of the above, of which no sound tells anything.
    pub this_pile: f64,
    /// What is known of the other player's hand that lies on the pile with it; `None` where none does.
    pub stacked: Option<Stacked>,
}

impl Visit {
    /// A stay of a fast hand that surely met the pile and has not left it.
    #[cfg(test)]
    pub(crate) fn landed(player: Player, hand: HandSide, pile: Pile, arrive: Measured) -> Self {
        Self {
            track: 0,
            player,
            hand,
            pile,
            arrive,
            seen: arrive,
            modes: only(arrive),
            heard: None,
            sharp: true,
            stirred: None,
            waited: None,
            again: None,
            leave: None,
            depth_cm: 4.0,
            peak_speed: 150.0,
            from_draw_deck: false,
            on_pile: 0.99,
            this_pile: 1.0,
            stacked: None,
        }
    }

    /// Takes it for as probable as that that it was this pile, if any.
    pub(super) fn is_this_pile(&mut self, probability: f64) {
        self.on_pile *= probability;
        self.this_pile *= probability;
    }

    /// Probability that the hand was on one of the piles.
    pub fn touched(&self) -> f64 {
        (self.on_pile / self.this_pile.max(1e-9)).min(1.0)
    }
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

/// Visits of one hand, in order of arrival, and the stops that are none; `all` are the ways of all hands.
pub fn visits(
    path: &HandPath,
    all: &[HandPath],
    zones: &Zones,
    scale: TimeScale,
) -> (Vec<Visit>, Vec<(Stop, Rejected)>) {
    let rests = rests(path, all, scale);
    let stops = stops(path, scale);
    let mut found: Vec<Visit> = Vec::new();
    for rest in rests.iter().filter(|rest| rest.from > 1) {
        let (pile, depth_cm) = pile_under_hand(path, rest.from, all, zones, scale);
        if !may_be_on(depth_cm, pile, zones) {
            continue;
        }
        let there = found.last().filter(|last| last.pile == pile && last.leave.is_none_or(|l| l.t > rest.began.t));
        // A hand that waited above the pile and then met it has come when it met it; one that trembles there meets nothing.
        if there.is_some_and(|last| last.sharp || !rest.met || rest.speed_before < COMES_DOWN_CM_S) {
            let alone = |k: usize| path.points[k].own.is_none() && path.points[k].clear;
            let comes_down =
                rest.speed_before >= COMES_DOWN_CM_S && (rest.from.saturating_sub(2)..=rest.from).all(alone);
            if let Some(last) = found.last_mut().filter(|last| last.pile == pile && !last.sharp && comes_down) {
                last.modes.push(Mode { at: rest.began, weight: CAME_DOWN });
            }
            continue;
        }
        // One that came from its Draw Deck laid a card first.
        let (over, laid) = (there.is_some(), there.and_then(|last| last.stirred.filter(|_| last.from_draw_deck)));
        if let (Some(last), Some(stirred)) = (found.last_mut(), laid) {
            (last.leave, last.again) = (Some(stirred), None);
        }
        let waited = found.pop_if(|_| over && laid.is_none()).map(|above| above.waited.unwrap_or(above.arrive));
        let (modes, met) = arrival(&stops, path, all, rest, scale);
        let began = instant(&modes);
        let stays = |last: &&mut Visit| last.pile == pile && stayed(path, last, (rest.from, rest.began.t), scale);
        if let Some(last) = found.last_mut().filter(stays) {
            last.leave = departure(path, rest.from, pile, zones, scale);
            continue;
        }
        // Nobody comes before he has left: what dates this rest back into the stay before belongs to that stay.
        if found.last().is_some_and(|last| last.pile == pile && last.leave.is_some_and(|leave| began.t < leave.t)) {
            continue;
        }
        let mut next = visit(path, rest.from, pile, depth_cm, began, met, rest.speed_before, zones, scale);
        next.modes = modes;
        next.waited = waited;
        next.stirred = rest.ended;
        // It left after the last rest that it had there.
        let gone = next.leave.map_or(f64::INFINITY, |leave| leave.t + LAST_REST_SECS / scale.real_per_file);
        let there = || rests.iter().filter(|other| other.from >= rest.from && path.points[other.to].t < gone);
        if !met {
            let long = |rest: &Rest| rest.ended.map_or(f64::INFINITY, |ended| ended.t - rest.began.t);
            let rested = there().map(long).sum::<f64>().max(long(rest));
            let still = (rested + (rest.began.t - began.t).max(0.0)) * scale.real_per_file;
            let even = if rest.abrupt { ABRUPT_STILL_SECS } else { SOFT_STILL_SECS };
            let long = 1.0 / (1.0 + (-(still - even) / SOFT_SCALE_SECS).exp());
            next.on_pile *= SOFT + (1.0 - SOFT) * long;
            let until = there().next_back().map_or(rest.to, |last| last.to);
            let over = &path.points[rest.from..=until.max(rest.from)];
            let stays = (path.points[until].t - rest.began.t) * scale.real_per_file;
            let alone = over.iter().all(|point| point.own.is_none());
            let resting: f64 = there().map(|rest| path.points[rest.to].t - rest.began.t).sum();
            if alone && stays > TREMBLES_SECS && resting * scale.real_per_file < TREMBLES_PART * stays {
                next.on_pile *= TREMBLES;
            }
        }
        let left = |last: &Visit| {
            let since = last.leave.map(|leave| (began.t - leave.t) * scale.real_per_file);
            let out = depth_cm < last.depth_cm - DRAWN_BACK_CM;
            last.pile == pile && out && since.is_some_and(|since| since < DRAWN_BACK_SECS)
        };
        if found.last().is_some_and(left) && drawn_back(path, rest.from, pile, zones).is_some() {
            next.on_pile *= DRAWN_BACK;
        }
        // From above, one that hardly moved along the table before it stopped was coming down.
        let came_down = rest.speed_before < DOWN_CM_S && path.points[rest.from].seen_down() < DOWN_UNSEEN;
        if !met || came_down {
            for mode in &mut next.modes {
                mode.at = came_down_unseen(path, rest.from, mode.at, scale);
            }
        }
        if met {
            or_later(path, rest.from, &mut next.modes, came_down, scale);
        }
        or_against(path, rest.from, &mut next.modes, scale);
        // Nor has one come again that was drawn back to the pile's edge, or lifted up under a camera above it.
        let drawn = |other: &Rest| {
            let (under, depth) = pile_under_hand(path, other.from, all, zones, scale);
            let out = under == pile && depth < depth_cm - DRAWN_BACK_CM;
            out && drawn_back(path, other.from, pile, zones).is_some()
        };
        let once_more = there().find(|other| came_again(path, rest.to, other, scale) && !drawn(other));
        next.again = once_more.map(|other| again::dated(&stops, path, all, rest.to, other, scale));
        // It may have come with a stop that was too short to be a rest.
        let soonest = next.modes.iter().map(|mode| mode.at.t).fold(f64::INFINITY, f64::min);
        let stopped = path.points.partition_point(|point| point.t < soonest);
        let later = (rest.began.t - soonest) * scale.real_per_file > AGAIN_LATER_SECS;
        if next.again.is_none() && later && came_again(path, stopped, rest, scale) {
            next.again = Some(Again::only(rest.began));
        }
        let last = there().next_back();
        // So it did when it stirs until the recording, or the track, ends.
        let stirs_on = |last: &&Rest| last.to + LEAVING_STEPS < path.points.len();
        if let Some(ended) = last.filter(|last| next.leave.is_some() || stirs_on(last)).and_then(|last| last.ended) {
            next.leave = Some(ended);
        }
        found.push(next);
    }
    let mut rejected = Vec::new();
    let passed: Vec<bool> = stops.iter().map(|stop| passes(path, stop, &stops, scale)).collect();
    for (stop, passed) in stops.into_iter().zip(passed) {
        if passed {
            continue;
        }
        // What the rests do not tell: a hand that never seems still, because others move over it.
        let during = |visit: &Visit| {
            let until = visit.leave.map_or(f64::INFINITY, |leave| leave.hi);
            visit.arrive.lo - REST_FOLLOWS_SECS / scale.real_per_file < stop.at.t && stop.at.t < until
        };
        let judged = judge(path, &stop, all, zones, scale);
        // It may have met something long before it seemed still: others moved over it.
        if let Ok((pile, depth_cm)) = judged
            && let Some(there) = found.iter_mut().find(|visit| came_with(path, &stop, visit, pile, scale))
        {
            let came = visit(path, stop.index, pile, depth_cm, stop.at, true, stop.peak_speed, zones, scale);
            *there = Visit { leave: there.leave, stirred: there.stirred, again: there.again.clone(), ..came };
            continue;
        }
        if found.iter().any(during) {
            continue;
        }
        match judged {
            Ok((pile, depth_cm)) => {
                let stays = |last: &&mut Visit| last.pile == pile && stayed(path, last, (stop.index, stop.at.t), scale);
                if let Some(last) = found.iter_mut().rfind(stays) {
                    last.leave = departure(path, stop.index, pile, zones, scale);
                    continue;
                }
                let met = would_move_on(path, stop.index, scale);
                let mut next = visit(path, stop.index, pile, depth_cm, stop.at, met, stop.peak_speed, zones, scale);
                next.on_pile *= if met { 1.0 } else { SOFT };
                found.push(next);
                found.sort_by(|a, b| a.arrive.t.total_cmp(&b.arrive.t));
            }
            Err(why) => rejected.push((stop, why)),
        }
    }
    soft_visits(path, zones, scale, &mut found);
    lost_visits(path, all, zones, scale, &mut found);
    for visit in &mut found {
        or_before(path, &mut visit.modes, all, scale);
        or_when_it_lay(path, &mut visit.modes, scale);
        if !visit.sharp {
            or_when_it_was_there(path, &mut visit.modes, all, scale);
        }
        or_before_it_leapt(path, &mut visit.modes, all, scale);
        for mode in &mut visit.modes {
            mode.at = less_sure(path, mode.at, all, scale);
        }
        visit.again = visit.again.take().map(|again| again.with(|at| less_sure(path, at, all, scale)));
        visit.seen = instant(&visit.modes);
        visit.arrive = visit.seen;
    }
    found.sort_by(|a, b| a.arrive.t.total_cmp(&b.arrive.t));
    (found, rejected)
}

/// Of each instant at which a hand stopped that seemed to move as another one: it may have stopped since that began.
fn or_before(path: &HandPath, modes: &mut Vec<Mode>, all: &[HandPath], scale: TimeScale) {
    for mode in std::mem::take(modes) {
        match as_one::since(path, mode.at.t, all, scale) {
            Some(since) => {
                let weight = MOVED_AS_ONE * mode.weight;
                let (middle, spread) = (0.5 * (since + mode.at.t), (mode.at.t - since) / 12_f64.sqrt());
                modes.push(Mode { at: Measured::normal(middle, spread), weight });
                modes.push(Mode { weight: mode.weight - weight, ..mode });
            }
            None => modes.push(mode),
        }
    }
}

/// Whether the hand that lies still at point `at`, since `t`, lies where it lay until it seemed to leave.
fn stayed(path: &HandPath, visit: &Visit, (at, t): (usize, f64), scale: TimeScale) -> bool {
    let Some(leave) = visit.leave else { return false };
    let soon = (0.0..STAYED_SECS).contains(&((t - leave.t) * scale.real_per_file));
    let then = path.points.partition_point(|point| point.t < leave.t).min(at);
    soon && path.points[then].fingers.distance(path.points[at].fingers) < STAYED_CM
}

#[expect(clippy::too_many_arguments, reason = "one private constructor for two callers")]
pub(super) fn visit(
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
    let leave = departure(path, index, pile, zones, scale);
    let stay = leave.map_or(f64::INFINITY, |leave| (leave.t - arrive.t) * scale.real_per_file);
    let stays = 1.0 / (1.0 + (-(stay - STAY_EVEN_SECS) / STAY_SCALE_SECS).exp());
    Visit {
        track: path.track,
        player: path.player,
        hand: path.hand,
        pile,
        arrive,
        seen: arrive,
        modes: only(arrive),
        heard: None,
        sharp,
        stirred: None,
        waited: None,
        again: None,
        leave,
        depth_cm,
        peak_speed,
        from_draw_deck: from_draw_deck(path, index, zones, scale),
        on_pile: on_by_depth(depth_cm, pile, zones) * stays,
        this_pile: 1.0,
        stacked: None,
    }
}

fn judge(
    path: &HandPath,
    stop: &Stop,
    all: &[HandPath],
    zones: &Zones,
    scale: TimeScale,
) -> Result<(Pile, f64), Rejected> {
    let (pile, depth_cm) = pile_under_hand(path, stop.index, all, zones, scale);
    if !may_be_on(depth_cm, pile, zones) {
        return Err(Rejected::NotOverPile);
    }
    let before = &path.points[stop.index.saturating_sub(DRAWN_POINTS)];
    if let Some(towards_cm_s) = away(&before.landmarks, stop.velocity, pile, zones) {
        return Err(Rejected::DrawnBack { towards_cm_s });
    }
    Ok((pile, depth_cm))
}

/// The part of a hand's `velocity` that was towards the pile when it moved away from that; `None` when it did not.
fn away(landmarks: &[Point<Table>], velocity: (f64, f64), pile: Pile, zones: &Zones) -> Option<f64> {
    let target = middle(&zones.piles[pile.index()]);
    let tips = tip_middle(landmarks);
    let (dx, dy) = (target.x - tips.x, target.y - tips.y);
    let distance = dx.hypot(dy).max(1e-6);
    let speed = velocity.0.hypot(velocity.1).max(1e-6);
    let towards = (velocity.0 * dx + velocity.1 * dy) / distance;
    // Fingers already over the middle of the pile have nowhere nearer to go.
    (towards < -AWAY_PART * speed && distance > EDGE_CM).then_some(towards)
}

/// The same for the way on which a hand came to a point of its path.
fn drawn_back(path: &HandPath, index: usize, pile: Pile, zones: &Zones) -> Option<f64> {
    let (now, then) = (&path.points[index], &path.points[index.saturating_sub(DRAWN_POINTS)]);
    let way = (now.fingers.x - then.fingers.x, now.fingers.y - then.fingers.y);
    away(&then.landmarks, way, pile, zones)
}

pub(super) fn tip_middle(landmarks: &[Point<Table>]) -> Point<Table> {
    let (x, y) = TIPS.iter().fold((0.0, 0.0), |(x, y), &tip| (x + landmarks[tip].x, y + landmarks[tip].y));
    Point::new(x / 4.0, y / 4.0)
}

/// Whether the hand set out from its player's own Draw Deck: its last rest before the arrival was
/// with the pinching fingers in that zone. A hand that only passes the deck, or rests beside it with
/// its palm, reveals nothing.
fn from_draw_deck(path: &HandPath, index: usize, zones: &Zones, scale: TimeScale) -> bool {
    let points = &path.points;
    let speeds = path.speeds();
    let slow = |i: usize| speeds[i] / scale.real_per_file < RESTING_CM_S;
    let earliest = points[index].t - REVEAL_SECS / scale.real_per_file;
    let deck = |i: usize| zones.draw_deck_depth(path.player, pinch(&points[i].landmarks));
    let lays = |i: usize| {
        let near = points[i].fingers.distance(points[index].fingers) < LAYS_CM;
        near && (points[index].t - points[i].t) * scale.real_per_file < LAYS_SECS
    };
    // Back over the stop itself and the approach to the last rest.
    let approach = (1..index).rev().find(|&i| !slow(i) && deck(i) < DECK_DEPTH_CM && !lays(i)).unwrap_or(0);
    (0..=approach)
        .rev()
        .take_while(|&i| points[i].t >= earliest)
        .find(|&i| slow(i) || deck(i) > DECK_DEPTH_CM)
        .is_some_and(|i| deck(i) > DECK_DEPTH_CM)
}

#[cfg(test)]
mod tests {
    use super::super::path::PathPoint;
    use super::*;

    /// The visits of a hand that is `at` on the middle line of the left pile, centimetres, 120 frames a second, and whose parts seem
    /// to differ in their movement by `apart`, centimetres a second.
    fn visits_of(at: impl Fn(f64) -> f64, apart: impl Fn(f64) -> f64) -> Vec<Visit> {
        visits_on([(-8.0, 0.0), (8.0, 0.0), (40.0, 0.0), (-40.0, 0.0)], at, apart)
    }

    /// The same with the middles of the piles and of the Draw Decks.
    fn visits_on(middles: [(f64, f64); 4], at: impl Fn(f64) -> f64, apart: impl Fn(f64) -> f64) -> Vec<Visit> {
        let points = (0..100).map(|i| {
            let t = f64::from(i) / 120.0;
            let fingers = Point::new(-8.0, at(t));
            PathPoint {
                speed: (at(t) - at(t - 1.0 / 120.0)).abs() * 120.0,
                apart: apart(t),
                ..PathPoint::lying(t, fingers)
            }
        });
        let path =
            HandPath { track: 0, player: Player::One, hand: HandSide::Left, points: points.collect(), fit: true };
        let [left, right, one, two] = middles.map(|(x, y)| {
            [(-8.0, -6.0), (8.0, -6.0), (8.0, 6.0), (-8.0, 6.0)].map(|(dx, dy)| Point::new(x + dx, y + dy)).to_vec()
        });
        let zones = Zones { piles: [left, right], boundaries: [Vec::new(), Vec::new()], draw_decks: [one, two] };
        visits(&path, std::slice::from_ref(&path), &zones, TimeScale::REAL).0
    }

    /// Where a hand is that comes down the middle line until 0.3 s and from `from` on goes on by `then` within `secs`.
    fn goes_on(from: f64, then: f64, secs: f64) -> impl Fn(f64) -> f64 {
        move |t| -30.0 * (1.0 - (t / 0.3).min(1.0)) + then * ((t - from) / secs).clamp(0.0, 1.0)
    }

    #[test]
    fn a_hand_that_is_drawn_back_to_the_edge_has_not_come_again() {
        let back: Vec<f64> = visits_of(goes_on(0.34, -4.0, 0.2), |_| 0.0).iter().map(|visit| visit.on_pile).collect();
        assert!(back.len() == 2 && back[0] > 0.9 && back[1] < 0.3, "{back:?}");
    }

    #[test]
    fn a_hand_that_is_drawn_back_within_its_stay_has_not_come_again() {
        let again = |then: f64| -> Vec<bool> {
            visits_of(goes_on(0.45, then, 0.1), |_| 0.0).iter().map(|visit| visit.again.is_some()).collect()
        };
        assert_eq!(again(-4.0), [false]);
        assert_eq!(again(3.0), [true]);
    }

    #[test]
    fn a_hand_that_is_slower_for_a_moment_over_the_pile_comes_when_it_stays() {
        // Others move over it, so that it never seems still.
        let arrivals = |then: f64| -> Vec<f64> {
            visits_of(goes_on(0.325, then, 0.05), |_| 30.0).iter().map(|visit| visit.arrive.t).collect()
        };
        let (stays, comes_down) = (arrivals(0.0), arrivals(-2.5));
        assert!(stays.len() == 1 && (stays[0] - 0.3).abs() < 0.01, "{stays:?}");
        assert!(comes_down.len() == 1 && (comes_down[0] - 0.375).abs() < 0.01, "{comes_down:?}");
    }

    #[test]
    fn a_hand_that_met_the_pile_has_come_though_it_seems_still_much_later() {
        let found = visits_of(goes_on(0.3, 0.0, 0.1), |t| 30.0 * (1.0 - (t - 0.3) / 0.2).clamp(0.0, 1.0));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!((found[0].arrive.t - 0.3).abs() < 0.01 && found[0].sharp, "{found:?}");
    }

    #[test]
    fn a_card_from_the_deck_that_is_laid_gently_comes_from_the_deck() {
        // At the deck for a tenth of a second, then to the pile, the last four centimetres slowly and once hardly at all.
        let at = |t: f64| {
            let waits = 0.8 * (t - 0.35).clamp(0.0, 1.0 / 120.0);
            let (far, near) = (((t - 0.1) / 0.2).clamp(0.0, 1.0), ((t - 0.3 - waits) / 0.1).clamp(0.0, 1.0));
            -30.0 + 26.0 * far + 4.0 * near
        };
        let found = visits_on([(-8.0, 0.0), (8.0, 0.0), (-8.0, -30.0), (-40.0, 0.0)], at, |_| 0.0);
        assert_eq!(found.iter().map(|visit| visit.from_draw_deck).collect::<Vec<_>>(), [true]);
    }

    #[test]
    fn a_hand_that_laid_a_card_from_the_deck_stays_over_it_and_then_slaps() {
        // At the deck for a tenth of a second, gently to the pile, there for a while, up a little and down at once.
        let at = |t: f64| {
            let (far, near) = (((t - 0.1) / 0.2).clamp(0.0, 1.0), ((t - 0.3) / 0.1).clamp(0.0, 1.0));
            let up = ((t - 0.45) / 0.1).clamp(0.0, 1.0) - 2.0 * ((t - 0.55) / 0.05).clamp(0.0, 1.0);
            -30.0 + 27.0 * far + 3.0 * near * (2.0 - near) - 2.0 * up
        };
        let found = visits_on([(-8.0, 0.0), (8.0, 0.0), (-8.0, -30.0), (40.0, 0.0)], at, |_| 0.0);
        assert!(found.len() == 2 && found[0].from_draw_deck, "{found:?}");
        let [laid, slapped] = [0, 1].map(|v| found[v].arrive.t);
        assert!((laid - 0.4).abs() < 0.02 && (slapped - 0.6).abs() < 0.01, "{found:?}");
    }
}
