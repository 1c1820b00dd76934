//! Both hands of a player that come to both piles and are not heard, in a recording in which cards and hands are.
//!
//! In come the visits as the sound has dated them; out come the same visits, less sure to have landed where nothing was heard of
//! either hand. From above a hand that stops short of the pile looks like one that lies on it: two that strike and are both
//! missed by a microphone that hears cards being laid are rarer than a player who holds back. Where little is heard at all, or there
//! is little to hear, silence says nothing. Its settings were chosen on simulated rounds (seeds 47,000).
//!
//! Unheard hands that are both on their way back at once were to turn back from the start, whatever else is heard, also in a recording
//! without sound: who slaps by mistake needs a fifth of a second to stop or to take it back (Logan and Cowan 1984). A slap that is meant
//! to be as short cannot be told from that by the picture either, and is left in doubt with it.

use super::touches::Visit;
use super::which_pile::TOGETHER_SECS;
use crate::base::TimeScale;

/// Less probable than this a visit was not heard, more probable than that it was.
const UNHEARD: f64 = 0.05;
const HEARD: f64 = 0.5;
/// The recording hears so large a part of the other visits, of at least so many that may have struck the pile: hands that slap are
/// louder than cards. Of hands that come within the last of each other, real seconds, one rings over the others.
const HEARS: f64 = 0.5;
const LEAST_OTHERS: usize = 4;
const STRUCK: f64 = 0.25;
const RINGS_SECS: f64 = 0.05;
/// Hands that go again so soon, real seconds, were to. Two feints of rendered rounds (seeds 81,009 and 82,002) turned back after 0.09 to
/// 0.1, simulated slaps stay for 0.22 and more.
const TURNED_BACK_SECS: f64 = 0.15;
/// Neither of two unheard hands is surer than this to have landed.
const AT_MOST: f64 = 0.65;

/// Lowers how sure unheard pairs of hands are to have been on the piles.
pub fn doubt_unheard(visits: &mut [Visit], scale: TimeScale) {
    let heard = |visit: &Visit| visit.heard.map_or(0.0, |impact| impact.probability);
    let (near, rings) = (TOGETHER_SECS / scale.real_per_file, RINGS_SECS / scale.real_per_file);
    let together = |a: &Visit, b: &Visit| {
        let apart = a.player == b.player && a.hand != b.hand && a.pile != b.pile;
        apart && (a.arrive.t - b.arrive.t).abs() < near
    };
    // Of those that may have struck a pile, whether anything was heard then.
    let told = |other: &Visit| {
        visits.iter().any(|with| (with.arrive.t - other.arrive.t).abs() < rings && heard(with) >= HEARD)
    };
    let struck: Vec<(f64, bool)> =
        visits.iter().filter(|visit| visit.on_pile >= STRUCK).map(|visit| (visit.arrive.t, told(visit))).collect();
    let unheard = |visit: &&Visit| heard(visit) < UNHEARD;
    let hears = |t: f64| {
        let others = || struck.iter().filter(|(other, _)| (other - t).abs() >= near);
        let (all, told) = (others().count(), others().filter(|(_, told)| *told).count());
        all >= LEAST_OTHERS && told as f64 >= HEARS * all as f64
    };
    let turned_back = |visit: &Visit| {
        visit.leave.is_some_and(|leave| (leave.t - visit.arrive.t) * scale.real_per_file < TURNED_BACK_SECS)
    };
    let silent = |v: usize| {
        let visit = &visits[v];
        let mut with = visits.iter().filter(unheard).filter(|other| together(visit, other));
        heard(visit) < UNHEARD && with.any(|other| hears(visit.arrive.t) || (turned_back(visit) && turned_back(other)))
    };
    let silent: Vec<usize> = (0..visits.len()).filter(|&v| silent(v)).collect();
    for v in silent {
        visits[v].on_pile = visits[v].on_pile.min(AT_MOST);
    }
}

#[cfg(test)]
mod tests {
    use super::super::sound::Impact;
    use super::*;
    use crate::base::{HandSide, Measured, Pile, Player};

    fn visit(hand: HandSide, pile: Pile, t: f64, heard: f64) -> Visit {
        let arrive = Measured::normal(t, 0.005);
        Visit {
            heard: (heard > 0.0).then_some(Impact { at: arrive, probability: heard }),
            peak_speed: 20.0,
            ..Visit::landed(Player::One, hand, pile, arrive)
        }
    }

    /// How sure two hands are to have landed of which the left is heard so, among six cards of which each is heard so.
    fn landed(left: f64, cards: [f64; 6]) -> [f64; 2] {
        let mut visits =
            vec![visit(HandSide::Left, Pile::Left, 1.0, left), visit(HandSide::Right, Pile::Right, 1.04, 0.0)];
        visits.extend((2..8).zip(cards).map(|(t, heard)| visit(HandSide::Left, Pile::Left, f64::from(t), heard)));
        doubt_unheard(&mut visits, TimeScale::REAL);
        assert!(visits[2..].iter().all(|visit| visit.on_pile > 0.9));
        [visits[0].on_pile, visits[1].on_pile]
    }

    #[test]
    fn two_hands_of_which_nothing_is_heard_where_cards_are_may_have_stopped_short() {
        let [loud, quiet] = [[0.9, 0.9, 0.0, 0.9, 0.8, 0.9], [0.9, 0.0, 0.0, 0.9, 0.0, 0.0]];
        assert_eq!(landed(0.0, loud), [AT_MOST; 2]);
        // The first of two impacts rings over the second.
        assert_eq!(landed(0.9, loud), [0.99; 2]);
        // A recording that misses most of the cards may miss both hands.
        assert_eq!(landed(0.0, quiet), [0.99; 2]);
    }

    #[test]
    fn two_unheard_hands_that_turn_back_at_once_may_have_stopped_short() {
        // How sure both are to have landed that stay so long, seconds, where nothing else is.
        let landed = |stay: [f64; 2], heard: f64| {
            let mut visits =
                vec![visit(HandSide::Left, Pile::Left, 1.0, heard), visit(HandSide::Right, Pile::Right, 1.005, 0.0)];
            for (visit, stay) in visits.iter_mut().zip(stay) {
                visit.leave = Some(Measured::normal(visit.arrive.t + stay, 0.01));
            }
            doubt_unheard(&mut visits, TimeScale::REAL);
            [visits[0].on_pile, visits[1].on_pile]
        };
        assert_eq!(landed([0.1, 0.09], 0.0), [AT_MOST; 2]);
        assert_eq!(landed([0.1, 0.3], 0.0), [0.99; 2], "one stays");
        assert_eq!(landed([0.3, 0.25], 0.0), [0.99; 2], "both stay");
        assert_eq!(landed([0.1, 0.09], 0.9), [0.99; 2], "one is heard");
    }
}
