//! What could not be seen, and why: spans that the report lists instead of guessing.

use crate::base::{HandSide, Pile, Player};
use crate::facts::Observation;

/// A pile that goes unread for longer than this is worth a line, file seconds.
const LEAST_SECS: f64 = 0.25;

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

/// Spans in which fewer than two hands of a player were seen, by player, file seconds. One frame alone is
/// no span: nothing happens in it that the frames around it would not show.
pub fn unseen_hands(observations: &[Observation]) -> [Vec<(f64, f64)>; 2] {
    Player::BOTH.map(|player| {
        let mut spans: Vec<(f64, f64)> = Vec::new();
        let mut open: Option<(f64, f64)> = None;
        for observation in observations {
            let sees =
                |side| observation.hands.iter().any(|hand| hand.seen && hand.player == player && hand.hand == side);
            if sees(HandSide::Left) && sees(HandSide::Right) {
                spans.extend(open.take());
            } else {
                open = Some(open.map_or((observation.t, observation.t), |(from, _)| (from, observation.t)));
            }
        }
        spans.extend(open);
        spans.retain(|(from, to)| to > from);
        spans
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
