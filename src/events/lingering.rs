//! Hands that stayed over a Centre Pile and of which nobody can tell whether they touched it.
//!
//! In come the ways of all hands and the visits that were made out of them; out come the spans in which a hand
//! was over a pile for longer than one that turns back there, and yet no visit tells when it landed: it lies under another
//! hand, say, and is never seen still. That is no evidence of a touch, and none against one (F.5.4).

use super::path::HandPath;
use super::touches::Visit;
use super::under::{over_pile, over_pile_on_hands};
use super::zones::Zones;
use crate::base::{HandSide, Pile, Player, TimeScale};

/// A hand that turns back above a pile is over it for less than this, real seconds.
const STAYS_SECS: f64 = 0.15;
/// One that lies there moves, as what is seen of it tells, no farther than this, centimetres.
const NEAR_CM: f64 = 3.0;

/// A hand is seen to the recording's end if it is seen so shortly before, real seconds.
const LAST_SECS: f64 = 0.1;

/// A visit that is less likely a touch tells of none.
const LEAST_TOUCH: f64 = 0.6;

/// A hand that stayed over a pile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lingering {
    /// Whose hand.
    pub player: Player,
    /// Which hand.
    pub hand: HandSide,
    /// Over which pile.
    pub pile: Pile,
    /// From when, file seconds.
    pub from: f64,
    /// Until when, file seconds.
    pub to: f64,
    /// Time between two sights of it there, file seconds.
    pub step: f64,
}

/// A hand that is seen to the recording's end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lasting {
    /// Whose.
    pub player: Player,
    /// Which.
    pub hand: HandSide,
    /// Since when it is seen, file seconds.
    pub since: f64,
}

/// Hands that are seen to `end`, file seconds.
pub fn lasting(paths: &[HandPath], end: f64, scale: TimeScale) -> Vec<Lasting> {
    let near = LAST_SECS / scale.real_per_file;
    paths
        .iter()
        .filter_map(|path| {
            let (first, last) = (path.points.first()?, path.points.last()?);
            (last.t >= end - near).then_some(Lasting { player: path.player, hand: path.hand, since: first.t })
        })
        .collect()
}

/// The spans in which hands lingered over a pile without a visit, in order of their beginnings.
pub fn lingering(paths: &[HandPath], visits: &[Visit], zones: &Zones, scale: TimeScale) -> Vec<Lingering> {
    all(paths, visits, scale, |path, i| over_pile(&path.points[i].landmarks, zones))
}

/// The same of hands that would be over a pile if they lay on the opponent's hands there, in order of their beginnings. An oblique lens
/// shows them behind the pile.
pub fn lingering_on_hands(paths: &[HandPath], visits: &[Visit], zones: &Zones, scale: TimeScale) -> Vec<Lingering> {
    all(paths, visits, scale, |path, i| over_pile_on_hands(path, i, paths, zones, scale))
}

fn all(
    paths: &[HandPath],
    visits: &[Visit],
    scale: TimeScale,
    over: impl Fn(&HandPath, usize) -> Option<Pile>,
) -> Vec<Lingering> {
    let mut spans: Vec<Lingering> = paths.iter().flat_map(|path| of_one(path, visits, scale, &over)).collect();
    spans.sort_by(|a, b| a.from.total_cmp(&b.from).then(a.player.cmp(&b.player)).then(a.pile.cmp(&b.pile)));
    spans
}

fn of_one(
    path: &HandPath,
    visits: &[Visit],
    scale: TimeScale,
    over: impl Fn(&HandPath, usize) -> Option<Pile>,
) -> Vec<Lingering> {
    let piles: Vec<Option<Pile>> = (0..path.points.len()).map(|i| over(path, i)).collect();
    let points = &path.points;
    let mut spans: Vec<Lingering> = Vec::new();
    let mut from = 0;
    while from < points.len() {
        let Some(pile) = piles[from] else {
            from += 1;
            continue;
        };
        let near = |k: usize| piles[k] == Some(pile) && points[k].fingers.distance(points[from].fingers) < NEAR_CM;
        let to = (from..points.len()).take_while(|&k| near(k)).last().unwrap_or(from);
        let span = (points[from].t, points[to].t);
        let told = |visit: &Visit| {
            let left = visit.leave.map_or(f64::INFINITY, |leave| leave.hi);
            let landed = visit.on_pile >= LEAST_TOUCH;
            visit.player == path.player && visit.pile == pile && landed && visit.arrive.lo <= span.1 && left >= span.0
        };
        if (span.1 - span.0) * scale.real_per_file > STAYS_SECS && !visits.iter().any(told) {
            let (player, hand, step) = (path.player, path.hand, path.frame_interval());
            let goes_on =
                |last: &&mut Lingering| last.pile == pile && (span.0 - last.to) * scale.real_per_file < STAYS_SECS;
            match spans.last_mut().filter(goes_on) {
                // It only moved on a little over the same pile.
                Some(last) => last.to = span.1,
                None => spans.push(Lingering { player, hand, pile, from: span.0, to: span.1, step }),
            }
            from = to + 1;
        } else {
            // It may have come to where it stays a little later.
            from += 1;
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::super::path::PathPoint;
    use super::super::touches::visits;
    use super::*;
    use crate::base::Point;

    fn square(x: f64, y: f64, half: f64) -> Vec<Point<crate::base::Table>> {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(a, b)| Point::new(x + half * a, y + half * b))
            .to_vec()
    }

    fn table() -> Zones {
        Zones {
            piles: [square(-7.0, 0.0, 6.0), square(7.0, 0.0, 6.0)],
            draw_decks: [square(-30.0, -12.0, 5.0), square(30.0, 12.0, 5.0)],
            boundaries: [Vec::new(), Vec::new()],
        }
    }

    /// A hand of Player 2 that comes to the left pile at 0.2 s, stays for `stays` seconds as restless as `restless` has it,
    /// centimetres a second, and goes.
    fn path(stays: f64, restless: f64) -> HandPath {
        let fps = 120.0;
        let mut y: f64 = 40.0;
        let points = (0..120)
            .map(|i| {
                let t = f64::from(i) / fps;
                let speed = if t < 0.2 {
                    -200.0
                } else if t < 0.2 + stays {
                    // Back and forth.
                    if i % 2 == 0 { restless } else { -restless }
                } else {
                    200.0
                };
                y += speed / fps;
                let at = Point::new(-7.0, y);
                PathPoint { speed: f64::abs(speed), ..PathPoint::lying(t, at) }
            })
            .collect();
        HandPath { track: 0, player: Player::Two, hand: HandSide::Right, points, fit: true }
    }

    fn spans(path: &HandPath) -> Vec<Lingering> {
        let all = std::slice::from_ref(path);
        let (told, _) = visits(path, all, &table(), TimeScale::REAL);
        lingering(all, &told, &table(), TimeScale::REAL)
    }

    #[test]
    fn a_hand_that_is_never_still_over_a_pile_lingers() {
        let restless = path(0.4, 60.0);
        let none: &[Visit] = &[];
        let found = lingering(std::slice::from_ref(&restless), none, &table(), TimeScale::REAL);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].player, found[0].pile), (Player::Two, Pile::Left));
        assert!((found[0].from - 0.2).abs() < 0.03 && (found[0].to - 0.6).abs() < 0.03, "{found:?}");
    }

    #[test]
    fn one_that_lies_on_a_hand_beside_a_pile_as_an_oblique_lens_shows_it_may_be_over_it() {
        // Seen 13 cm right of the middle of the right pile's zone, by a lens on the left, from 0.2 s on.
        let still = |player, at: Point<crate::base::Table>| {
            let points = (24..120).map(|i| {
                let lean = (-1.3, 0.0);
                PathPoint { lean, ..PathPoint::lying(f64::from(i) / 120.0, at) }
            });
            HandPath { track: 1, player, hand: HandSide::Right, points: points.collect(), fit: true }
        };
        let upper = still(Player::Two, Point::new(20.0, 0.0));
        let found = |paths: &[HandPath]| lingering_on_hands(paths, &[], &table(), TimeScale::REAL);
        let over = found(&[upper.clone(), still(Player::One, Point::new(19.0, 1.0))]);
        let of = over.iter().filter(|span| span.player == Player::Two).map(|span| span.pile).collect::<Vec<_>>();
        assert_eq!(of, [Pile::Right], "{over:?}");
        assert_eq!(found(std::slice::from_ref(&upper)), [], "nothing there to lie on");
        assert_eq!(found(&[upper.clone(), still(Player::One, Point::new(40.0, 1.0))]), [], "nor here");
        assert_eq!(lingering(&[upper], &[], &table(), TimeScale::REAL), [], "flat on the table it is beside it");
    }

    #[test]
    fn one_that_moves_on_over_the_same_pile_lingers_on() {
        let mut moves_on = path(0.4, 60.0);
        for point in moves_on.points.iter_mut().filter(|point| point.t > 0.4 && point.t < 0.6) {
            let on = Point::new(point.fingers.x + 3.2, point.fingers.y);
            (point.fingers, point.landmarks) = (on, vec![on; 21]);
        }
        let found = lingering(std::slice::from_ref(&moves_on), &[], &table(), TimeScale::REAL);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].from < 0.23 && found[0].to > 0.57, "{found:?}");
    }

    #[test]
    fn one_that_is_told_to_have_come_or_turns_back_does_not() {
        assert_eq!(spans(&path(0.4, 0.5)), []);
        assert_eq!(spans(&path(0.05, 60.0)), []);
    }
}
