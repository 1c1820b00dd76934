//! What could not be seen, and why: spans that the report lists instead of guessing.

use super::Course;
use crate::base::{HandSide, Pile, Player, TimeScale};
use crate::events::{Visit, Zones, middle};
use crate::facts::{Event, HandSeen, Observation};

/// A pile that goes unread for longer than this is worth a line, file seconds.
const LEAST_SECS: f64 = 0.25;
/// A hand that is lost from sight over a pile by this much, centimetres, and found there again after less than this, real seconds, lay
/// there: none touches the other pile and is back so soon.
const OVER_CM: f64 = 1.0;
const LAY_SECS: f64 = 0.1;
/// A hand that landed with a probability between these is told by no event, and may have landed.
const UNSURE: (f64, f64) = (0.2, 0.6);

/// A time in which something could not be seen.
#[derive(Debug, Clone, PartialEq)]
pub struct Unreadable {
    /// From when.
    pub from: f64,
    /// Until when.
    pub to: f64,
    /// What and why, in words.
    pub why: String,
}

/// Spans of `observations` in which a pile's top could not be read, or a hand was lost, and changes
/// that no seen hand explains, and spans in which the camera was not where it was calibrated.
pub fn unreadable(
    observations: &[Observation],
    unexplained: &[(Pile, f64, f64)],
    camera_away: &[(f64, f64)],
) -> Vec<Unreadable> {
    let mut out = Vec::new();
    for pile in Pile::BOTH {
        out.extend(unread_tops(observations, pile));
    }
    out.extend(lost_hands(observations));
    for &(pile, from, to) in unexplained {
        out.push(Unreadable {
            from,
            to,
            why: format!("the top of the {pile} pile changed and no hand was seen to change it"),
        });
    }
    out.extend(camera_away.iter().map(|&(from, to)| Unreadable {
        from,
        to,
        why: "the camera had moved: places on the table are not sure".to_owned(),
    }));
    out.sort_by(|a, b| a.from.total_cmp(&b.from).then(a.why.cmp(&b.why)));
    out
}

/// Spans in which a hand may have landed on a pile, by player, of which the course tells nothing: it is as little known as one that is
/// out of sight.
pub fn unsure_landings(course: &Course, visits: &[Visit], end: f64) -> [Vec<(f64, f64)>; 2] {
    let mut unsure = [Vec::new(), Vec::new()];
    for visit in visits.iter().filter(|visit| (UNSURE.0..UNSURE.1).contains(&visit.touched())) {
        let until = visit.leave.map_or(end, |leave| leave.hi);
        let told = |event: &Event| {
            let own = event.player == Some(visit.player) && event.hand == Some(visit.hand);
            own && (visit.arrive.lo..=until).contains(&event.at.t)
        };
        if !course.events.iter().any(told) {
            unsure[visit.player.index()].push((visit.arrive.lo, until));
        }
    }
    unsure
}

fn unread_tops(observations: &[Observation], pile: Pile) -> Vec<Unreadable> {
    let mut out = Vec::new();
    // Since when, in how many frames, and in how many of them a hand hid the pile.
    let mut open: Option<(f64, u32, u32)> = None;
    let mut close = |open: &mut Option<(f64, u32, u32)>, to: f64| {
        if let Some((from, frames, covered)) = open.take()
            && to - from >= LEAST_SECS
        {
            let why = if 2 * covered > frames {
                format!("hands cover the {pile} pile")
            } else {
                format!("the top of the {pile} pile cannot be read")
            };
            out.push(Unreadable { from, to, why });
        }
    };
    for observation in observations {
        let Some(piles) = &observation.piles else { continue };
        let readable = piles[pile.index()].as_ref().is_some_and(|card| card.rank.is_some());
        if readable {
            close(&mut open, observation.t);
        } else {
            let covered = u32::from(observation.pile_covered[pile.index()] > 0.2);
            let (from, frames, so_far) = open.unwrap_or((observation.t, 0, 0));
            open = Some((from, frames + 1, so_far + covered));
        }
    }
    if let Some(last) = observations.last() {
        close(&mut open, last.t);
    }
    out
}

/// Runs of frames in which a held hand was not seen.
fn lost_hands(observations: &[Observation]) -> Vec<Unreadable> {
    let mut out: Vec<Unreadable> = Vec::new();
    let mut open: std::collections::BTreeMap<u32, (f64, String)> = std::collections::BTreeMap::new();
    for observation in observations {
        for hand in &observation.hands {
            if hand.seen {
                if let Some((from, why)) = open.remove(&hand.track)
                    && observation.t - from > 0.02
                {
                    out.push(Unreadable { from, to: observation.t, why });
                }
            } else {
                open.entry(hand.track).or_insert_with(|| {
                    (observation.t, format!("{}'s {} hand was lost from sight", hand.player, hand.hand))
                });
            }
        }
    }
    out
}

/// Spans in which fewer than two hands of a player were seen, by player, file seconds. One frame alone is no span: nothing happens in it
/// that the frames around it would not show. Nor is one so short that began and ended over the same pile: the hand lay there.
pub fn unseen_hands(observations: &[Observation], zones: &Zones, scale: TimeScale) -> [Vec<(f64, f64)>; 2] {
    Player::BOTH.map(|player| {
        let sides = [HandSide::Left, HandSide::Right]
            .into_iter()
            .flat_map(|side| unseen_hand(observations, (player, side), zones, scale));
        merged(sides.collect())
    })
}

/// The same of one hand, without the first frame in which it was seen again.
fn unseen_hand(
    observations: &[Observation],
    (player, side): (Player, HandSide),
    zones: &Zones,
    scale: TimeScale,
) -> Vec<(f64, f64)> {
    let over = |hand: &HandSeen| {
        let fingers = middle(hand.below.get(5..)?);
        Pile::BOTH.into_iter().find(|&pile| zones.pile_depth(pile, fingers) > OVER_CM)
    };
    let mut spans = Vec::new();
    let mut seen: Option<(f64, Option<Pile>)> = None;
    let mut open: Option<(f64, f64)> = None;
    for observation in observations {
        let itself = |hand: &&HandSeen| hand.seen && hand.player == player && hand.hand == side;
        match observation.hands.iter().find(itself) {
            Some(hand) => {
                let pile = over(hand);
                let lay = seen.is_some_and(|(then, before)| {
                    let short = (observation.t - then) * scale.real_per_file < LAY_SECS;
                    short && pile.is_some() && pile == before
                });
                spans.extend(open.take().filter(|_| !lay));
                seen = Some((observation.t, pile));
            }
            None => open = Some(open.map_or((observation.t, observation.t), |(from, _)| (from, observation.t))),
        }
    }
    spans.extend(open);
    spans.retain(|(from, to)| to > from);
    spans
}

/// Spans that overlap are one.
fn merged(mut spans: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    spans.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut out: Vec<(f64, f64)> = Vec::new();
    for (from, to) in spans {
        match out.last_mut().filter(|last| from <= last.1) {
            Some(last) => last.1 = last.1.max(to),
            None => out.push((from, to)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Measured, Point};
    use crate::facts::EventKind;

    #[test]
    fn a_covered_pile_is_told() {
        let observations: Vec<Observation> = (0..60)
            .map(|i| Observation {
                t: f64::from(i) / 60.0,
                piles: Some([None, None]),
                pile_covered: [0.8, 0.0],
                ..Observation::default()
            })
            .collect();
        let spans = unreadable(&observations, &[], &[(0.5, 0.9)]);
        assert!(
            spans.iter().any(|span| (span.from, span.to) == (0.5, 0.9) && span.why.contains("camera")),
            "{spans:?}"
        );
        assert_eq!(spans.len(), 3);
        assert!(spans.iter().any(|s| s.why == "hands cover the left pile"));
        assert!(spans.iter().any(|s| s.why == "the top of the right pile cannot be read"));
    }

    #[test]
    fn a_hand_that_lay_where_it_was_lost_was_not_elsewhere() {
        let zone = |x: f64| {
            [(x - 5.0, -6.5), (x + 5.0, -6.5), (x + 5.0, 6.5), (x - 5.0, 6.5)].map(|(x, y)| Point::new(x, y)).to_vec()
        };
        let zones =
            Zones { piles: [zone(-5.0), zone(5.0)], boundaries: Default::default(), draw_decks: Default::default() };
        // Player 1's right hand lies elsewhere all the time; the left one is lost from frame 30 on, at x, for some frames.
        let spans = |x: [f64; 2], frames: usize| {
            let observations: Vec<Observation> = (0..120)
                .map(|i| {
                    let left = HandSeen::lying(Point::new(x[usize::from(i > 30)], 0.0));
                    let right = HandSeen { hand: HandSide::Right, ..HandSeen::lying(Point::new(30.0, -30.0)) };
                    let lost = (30..30 + frames).contains(&i);
                    let hands = if lost { vec![right] } else { vec![left, right] };
                    Observation { t: i as f64 / 120.0, hands, ..Observation::default() }
                })
                .collect();
            let [one, two] = unseen_hands(&observations, &zones, TimeScale::REAL);
            assert_eq!(two, [(0.0, 119.0 / 120.0)], "nobody was seen of Player 2");
            one
        };
        assert_eq!(spans([-4.0, -6.0], 8), []);
        assert_eq!(spans([-4.0, 6.0], 8), [(0.25, 37.0 / 120.0)], "it went to the other pile");
        assert_eq!(spans([-4.0, -6.0], 30), [(0.25, 59.0 / 120.0)], "it may have been there and back");
        assert_eq!(spans([-20.0, -20.0], 8), [(0.25, 37.0 / 120.0)], "who lay nowhere may have gone anywhere");
        assert_eq!(spans([-20.0, -20.0], 1), [], "one frame");
    }

    #[test]
    fn a_hand_that_may_have_landed_is_as_unknown_as_one_out_of_sight() {
        let spans = |on_pile: f64, told: bool| {
            let at = Measured::normal(1.0, 0.01);
            let visit = Visit { on_pile, ..Visit::landed(Player::Two, HandSide::Left, Pile::Left, at) };
            let contact = Event {
                at,
                kind: EventKind::Contact,
                player: Some(Player::Two),
                hand: Some(HandSide::Left),
                pile: Some(Pile::Left),
                card: None,
                confidence: 0.9,
                inferred: false,
                after_other: None,
            };
            let events = if told { vec![contact] } else { Vec::new() };
            unsure_landings(&Course { events, ..Course::default() }, &[visit], 3.0)
        };
        assert_eq!(spans(0.4, false), [vec![], vec![(Measured::normal(1.0, 0.01).lo, 3.0)]]);
        assert_eq!(spans(0.9, false), [vec![], vec![]], "it landed");
        assert_eq!(spans(0.05, false), [vec![], vec![]], "it did not");
        assert_eq!(spans(0.4, true), [vec![], vec![]], "it laid a card");
    }
}
