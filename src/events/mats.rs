//! Mats that moved, and the camera: how the mats lie changes and stays changed.
//!
//! In come looks at the mats and the ways of the hands, out come movements. A mat that is shaken by a slap is back at once; what a
//! hand hides is not seen to move. When all mats that are seen move at once, the camera did. The hand that moved a mat went the
//! same way with it.

use super::cards_along;
use super::path::HandPath;
use super::zones::Zones;
use crate::base::{HandSide, Measured, Player, Point, Table, TimeScale};
use crate::facts::{MatSeen, MatsSeen, Observation};

/// A mat that lies this far from where it lay has moved, centimetres: several times what a look is off by.
const MOVED_CM: f64 = 0.3;
/// What a turn counts for, centimetres a radian: the middle of a half mat.
const LEVER_CM: f64 = 10.0;
/// So many looks in a row must say so.
const LOOKS: usize = 4;
/// So many looks tell where it lies at rest.
const REST_LOOKS: usize = 8;
/// Looks this near to each other show it at rest, centimetres.
const STILL_CM: f64 = 0.15;
/// Mats that begin to move within this of each other were moved at once, real seconds.
const ONCE_SECS: f64 = 0.35;
/// The way of the hand that moved a mat differs from the mat's by no more than this part, and it may have begun so much before the
/// mat is seen to move, real seconds.
const SAME_WAY: f64 = 0.6;
const BEFORE_SECS: f64 = 0.3;
/// A push lasts longer than this, real seconds: a hand that passes goes farther than the mat in that time.
const SHORTEST_PUSH_SECS: f64 = 0.08;
/// A mat that went farther than the first and is back to within the second of where it lay has not moved, centimetres.
const LEAST_THERE_CM: f64 = 1.0;
const BACK_CM: f64 = 0.25;
/// Looks that are right and said so: lines under hands and edges of cards are taken for lines at times.
const SURE: f64 = 0.85;

/// Which thing moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moved {
    /// Player 1's foundation mat, the central one, Player 2's: 0 to 2.
    Mat(usize),
    /// The camera.
    Camera,
}

/// A movement that lasted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MatMoved {
    /// What moved.
    pub what: Moved,
    /// When it began.
    pub at: Measured,
    /// When it lay still again, or was seen last, file seconds.
    pub until: f64,
    /// How far it went, table centimetres.
    pub cm: f64,
    /// How far it then lay from where it was first seen, table centimetres.
    pub away_cm: f64,
    /// Whose hand went with it.
    pub hand: Option<(Player, HandSide)>,
    /// Probability that it moved.
    pub confidence: f64,
}

/// One mat's step from one place of rest to another.
#[derive(Debug, Clone, Copy)]
struct Step {
    mat: usize,
    before: f64,
    first: f64,
    until: f64,
    /// How it lay before, and after.
    lay: [MatSeen; 2],
    cm: f64,
    away_cm: f64,
}

/// Movements of mats and of the camera, by time.
pub fn mats_moved(
    looks: &[MatsSeen],
    paths: &[HandPath],
    (observations, zones): (&[Observation], &Zones),
    scale: TimeScale,
) -> Vec<MatMoved> {
    let mut steps: Vec<Step> = (0..3).flat_map(|mat| steps_of(mat, looks)).collect();
    steps.retain(|step| {
        let owner = [Some(Player::One), None, Some(Player::Two)][step.mat];
        let during = (step.before, step.until);
        !owner.is_some_and(|player| cards_along::stayed(observations, player, zones, during, step.cm))
    });
    steps.sort_by(|a, b| a.first.total_cmp(&b.first).then(a.mat.cmp(&b.mat)));
    let once = ONCE_SECS / scale.real_per_file;
    let mut found = Vec::new();
    // How each mat that moved alone lay before and after.
    let mut alone: Vec<Option<[MatSeen; 2]>> = Vec::new();
    for at_once in steps.chunk_by(|a, b| b.first - a.first < once) {
        let Some(first) = at_once.iter().min_by(|a, b| a.first.total_cmp(&b.first)) else { continue };
        let until = at_once.iter().map(|step| step.until).fold(first.until, f64::max);
        let held =
            |mat: usize| at_once.iter().all(|step| step.mat != mat) && seen_still(mat, looks, first.before, until);
        let mean = |of: &dyn Fn(&Step) -> f64| at_once.iter().map(of).sum::<f64>() / at_once.len() as f64;
        if at_once.len() > 1 && !(0..3).any(held) {
            let (cm, away_cm) = (mean(&|step| step.cm), mean(&|step| step.away_cm));
            let at = instant(first);
            found.push(MatMoved { what: Moved::Camera, at, until, cm, away_cm, hand: None, confidence: SURE });
            alone.push(None);
            continue;
        }
        alone.extend(at_once.iter().map(|step| Some(step.lay)));
        found.extend(at_once.iter().map(|step| MatMoved {
            what: Moved::Mat(step.mat),
            at: instant(step),
            until: step.until,
            cm: step.cm,
            away_cm: step.away_cm,
            hand: mover(step, paths, scale),
            confidence: SURE,
        }));
    }
    let back = there_and_back(&found, &alone);
    found.into_iter().zip(back).filter(|(_, back)| !back).map(|(moved, _)| moved).collect()
}

/// Which movements of a mat alone another one undoes, to where it lay exactly: nobody lays a mat back so, but a look that takes one of
/// its lines for another sees just that.
fn there_and_back(found: &[MatMoved], alone: &[Option<[MatSeen; 2]>]) -> Vec<bool> {
    let mut back = vec![false; found.len()];
    for i in 0..found.len() {
        let Some([before, after]) = alone[i].filter(|_| !back[i]) else { continue };
        let next = (i + 1..found.len()).find(|&k| found[k].what == found[i].what && alone[k].is_some());
        let undoes = |[from, to]: [MatSeen; 2]| {
            // Along the axes that all of them tell it went, and came back.
            let told = [before, after, from, to]
                .iter()
                .fold((true, true), |all, one| (all.0 && one.told.0, all.1 && one.told.1));
            let went = apart(&MatSeen { told, ..before }, &after);
            went > LEAST_THERE_CM && apart(&from, &after) < BACK_CM && apart(&to, &before) < BACK_CM
        };
        if let Some(next) = next.filter(|&k| alone[k].is_some_and(undoes)) {
            (back[i], back[next]) = (true, true);
        }
    }
    back
}

/// The spans in which the camera was not where it was first, up to `end`.
pub fn camera_away(moved: &[MatMoved], end: f64) -> Vec<(f64, f64)> {
    let mut spans: Vec<(f64, f64)> = Vec::new();
    let mut since: Option<f64> = None;
    for one in moved.iter().filter(|one| one.what == Moved::Camera) {
        if one.away_cm >= MOVED_CM {
            since = since.or(Some(one.at.t));
        } else if let Some(from) = since.take() {
            spans.push((from, one.until));
        }
    }
    spans.extend(since.map(|from| (from, end.max(from))));
    spans
}

/// Between the last look that shows it where it was and the first that does not.
fn instant(step: &Step) -> Measured {
    Measured { t: (step.before + step.first) / 2.0, lo: step.before, hi: step.first, ..Measured::default() }
}

fn steps_of(mat: usize, looks: &[MatsSeen]) -> Vec<Step> {
    let seen: Vec<(f64, MatSeen)> =
        looks.iter().filter_map(|look| Some((look.t, look.mats[mat].filter(MatSeen::is_told)?))).collect();
    let mut found = Vec::new();
    let Some(first) = seen.get(..LOOKS.min(seen.len())).and_then(middle) else { return found };
    let mut rest: Vec<(f64, MatSeen)> = Vec::new();
    let mut k = 0;
    while k < seen.len() {
        let Some(lies) = middle(&rest) else {
            rest.push(seen[k]);
            k += 1;
            continue;
        };
        let away = |one: &(f64, MatSeen)| apart(&one.1, &lies) >= MOVED_CM;
        let gone = seen[k..].iter().take_while(|one| away(one)).count();
        // Until it is at rest where it was, all this may be a glance of edges.
        if rest.len() < LOOKS || gone < LOOKS {
            if gone == 0 {
                rest.push(seen[k]);
                let older = rest.len().saturating_sub(REST_LOOKS);
                rest.drain(..older);
            } else if rest.len() < LOOKS {
                rest.clear();
            }
            k += 1;
            continue;
        }
        let after = &seen[k..k + gone];
        let still = after.windows(LOOKS).position(|some| some.iter().all(|one| apart(&one.1, &some[0].1) < STILL_CM));
        let Some(still) = still else {
            k += gone;
            continue;
        };
        let Some(now) = middle(&after[still..still + LOOKS]) else { break };
        let before = rest.last().map_or(seen[k].0, |one| one.0);
        found.push(Step {
            mat,
            before,
            first: seen[k].0,
            until: after[still].0,
            lay: [lies, now],
            cm: apart(&now, &lies),
            away_cm: apart(&now, &first),
        });
        rest = after[still..still + LOOKS].to_vec();
        k += still + LOOKS;
    }
    found
}

impl MatSeen {
    /// Whether it says anything of how the mat lies.
    fn is_told(&self) -> bool {
        self.told.0 || self.told.1
    }
}

/// How far apart two looks show a mat, along the axes that both tell, centimetres.
fn apart(a: &MatSeen, b: &MatSeen) -> f64 {
    let along = |told: bool, by: f64| if told { by } else { 0.0 };
    let x = along(a.told.0 && b.told.0, a.shift.0 - b.shift.0);
    let y = along(a.told.1 && b.told.1, a.shift.1 - b.shift.1);
    x.hypot(y) + LEVER_CM * (a.turn - b.turn).abs()
}

/// The median of looks; what none of them tells is not told.
fn middle(looks: impl AsRef<[(f64, MatSeen)]>) -> Option<MatSeen> {
    let looks = looks.as_ref();
    let median = |of: &dyn Fn(&MatSeen) -> Option<f64>| {
        let mut all: Vec<f64> = looks.iter().filter_map(|(_, look)| of(look)).collect();
        all.sort_by(f64::total_cmp);
        all.get(all.len() / 2).copied()
    };
    let x = median(&|look| look.told.0.then_some(look.shift.0));
    let y = median(&|look| look.told.1.then_some(look.shift.1));
    let of = looks.first()?.1;
    Some(MatSeen {
        shift: (x.unwrap_or(0.0), y.unwrap_or(0.0)),
        turn: median(&|look| Some(look.turn))?,
        told: (x.is_some(), y.is_some()),
        ..of
    })
}

/// Whether a mat is seen to lie still all the while.
fn seen_still(mat: usize, looks: &[MatsSeen], from: f64, until: f64) -> bool {
    let seen: Vec<MatSeen> = looks
        .iter()
        .filter(|look| look.t >= from && look.t <= until)
        .filter_map(|look| look.mats[mat].filter(MatSeen::is_told))
        .collect();
    seen.len() >= 2 && seen.iter().all(|look| apart(look, &seen[0]) < MOVED_CM)
}

/// The hand that went the way of the mat while it moved, along the axes that are told.
fn mover(step: &Step, paths: &[HandPath], scale: TimeScale) -> Option<(Player, HandSide)> {
    let from = step.before - BEFORE_SECS / scale.real_per_file;
    let [before, after] = &step.lay;
    let told = (before.told.0 && after.told.0, before.told.1 && after.told.1);
    let (turn, middle) = (after.turn - before.turn, before.middle);
    // How far off a hand's way from one place to another is from the mat's at the first, as a part of the longer way.
    let off = |a: Point<Table>, b: Point<Table>| {
        let mat = (
            after.shift.0 - before.shift.0 - turn * (a.y - middle.y),
            after.shift.1 - before.shift.1 + turn * (a.x - middle.x),
        );
        let along = |of: (f64, f64)| (if told.0 { of.0 } else { 0.0 }, if told.1 { of.1 } else { 0.0 });
        let (mat, hand) = (along(mat), along((b.x - a.x, b.y - a.y)));
        let longer = mat.0.hypot(mat.1).max(hand.0.hypot(hand.1)).max(MOVED_CM);
        (hand.0 - mat.0).hypot(hand.1 - mat.1) / longer
    };
    let best = |path: &HandPath| {
        let first = path.points.partition_point(|point| point.t < from);
        let during: Vec<_> = path.points[first..].iter().take_while(|point| point.t <= step.until).collect();
        // From when to when it went with the mat is not known: any two of its places, one soon after the other, may be.
        let pairs = during.iter().enumerate().step_by(2).flat_map(|(i, a)| during[i + 1..].iter().map(move |b| (a, b)));
        pairs
            .filter(|(a, b)| (b.t - a.t) * scale.real_per_file > SHORTEST_PUSH_SECS)
            .map(|(a, b)| off(a.fingers, b.fingers))
            .min_by(f64::total_cmp)
    };
    paths
        .iter()
        .filter_map(|path| Some((best(path)?, path)))
        .filter(|(off, _)| *off < SAME_WAY)
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, path)| (path.player, path.hand))
}

#[cfg(test)]
mod tests {
    use super::super::path::PathPoint;
    use super::*;

    fn told(looks: &[MatsSeen], paths: &[HandPath]) -> Vec<MatMoved> {
        mats_moved(looks, paths, (&[], &Zones::default()), TimeScale::REAL)
    }

    fn look(x: f64, y: f64, told: (bool, bool)) -> Option<MatSeen> {
        Some(MatSeen { middle: Point::new(0.0, 0.0), shift: (x, y), turn: 0.0, coverage: 0.8, told })
    }

    /// Three seconds of looks, ten a second; each mat's place as told.
    fn looks(of: impl Fn(usize, usize) -> Option<MatSeen>) -> Vec<MatsSeen> {
        (0..30).map(|k| MatsSeen { t: k as f64 / 10.0, mats: [0, 1, 2].map(|mat| of(mat, k)) }).collect()
    }

    const BOTH: (bool, bool) = (true, true);

    /// A hand that rests, and from 1.0 s on goes along x as far as `by` in a quarter of a second.
    fn hand(player: Player, by: f64) -> HandPath {
        let points = (0..360).map(|i| {
            let t = f64::from(i) / 120.0;
            let at = Point::new(by * ((t - 1.0) / 0.25).clamp(0.0, 1.0), 0.0);
            let speed = if (1.0..1.25).contains(&t) { by.abs() / 0.25 } else { 0.0 };
            let landmarks = vec![at; 21];
            PathPoint { landmarks, speed, ..PathPoint::lying(t, at) }
        });
        let track = player.number().into();
        HandPath { track, player, hand: HandSide::Left, points: points.collect(), fit: true }
    }

    #[test]
    fn a_mat_that_is_pushed_is_told_with_the_hand_that_went_with_it() {
        let pushed = looks(|mat, k| {
            let x = if mat == 0 { [0.0, 0.1, 0.8, 1.6, 2.0][k.saturating_sub(9).min(4)] } else { 0.0 };
            look(x, 0.0, BOTH)
        });
        let hands = [hand(Player::One, 2.0), hand(Player::Two, 0.0), hand(Player::Two, 12.0)];
        let found = told(&pushed, &hands);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].what, found[0].hand), (Moved::Mat(0), Some((Player::One, HandSide::Left))));
        assert!((found[0].at.t - 1.05).abs() < 0.06 && (found[0].cm - 2.0).abs() < 0.01, "{found:?}");
    }

    #[test]
    fn when_all_move_at_once_the_camera_did() {
        let knocked = looks(|mat, k| look(if k >= 12 { 1.0 + 0.1 * mat as f64 } else { 0.0 }, 0.0, BOTH));
        let found = told(&knocked, &[]);
        assert_eq!(found.iter().map(|one| one.what).collect::<Vec<_>>(), [Moved::Camera]);
        assert!((found[0].cm - 1.1).abs() < 0.01 && (found[0].away_cm - 1.1).abs() < 0.01, "{found:?}");
        assert_eq!(camera_away(&found, 2.9), [(found[0].at.t, 2.9)]);
        let two = looks(|mat, k| look(if k >= 12 && mat > 0 { 1.0 } else { 0.0 }, 0.0, BOTH));
        let found = told(&two, &[]);
        assert_eq!(found.iter().map(|one| one.what).collect::<Vec<_>>(), [Moved::Mat(1), Moved::Mat(2)]);
    }

    #[test]
    fn a_mat_that_seems_to_go_and_come_back_to_the_millimetre_has_not_moved() {
        let glances = |back: f64, both: bool| {
            let seen = looks(|mat, k| {
                let x = [0.0, 3.8, back][usize::from(k >= 8) + usize::from(k >= 20)];
                look(if mat == 0 || both { x } else { 0.0 }, 0.0, BOTH)
            });
            told(&seen, &[]).len()
        };
        assert_eq!(glances(0.1, false), 0);
        assert_eq!(glances(0.6, false), 2, "somebody laid it back");
        assert_eq!(glances(0.1, true), 2, "a camera that was knocked may swing back");
        // Pushed along x, of which alone is told; then along y, of which alone is told.
        let pushed = looks(|mat, k| {
            let along_x = if mat == 0 && k >= 8 { 3.8 } else { 0.0 };
            let along_y = if mat == 0 && k >= 24 { 3.8 } else { 0.0 };
            look(along_x, along_y, if k < 16 { (true, false) } else { (false, true) })
        });
        assert_eq!(told(&pushed, &[]).len(), 2);
    }

    #[test]
    fn a_mat_that_is_shaken_noise_and_what_is_not_told_are_no_movement() {
        let shaken = looks(|mat, k| look(if mat == 1 && (12..15).contains(&k) { 0.9 } else { 0.0 }, 0.0, BOTH));
        assert_eq!(told(&shaken, &[]), []);
        let noise = looks(|_, k| look(0.1 * (k % 2) as f64, -0.1 * (k % 3) as f64, BOTH));
        assert_eq!(told(&noise, &[]), []);
        let hidden = looks(|_, k| look(if k >= 12 { 2.0 } else { 0.0 }, 0.0, (false, true)));
        assert_eq!(told(&hidden, &[]), []);
        assert_eq!(told(&[], &[]), []);
    }
}
