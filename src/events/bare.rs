//! When a pile is bare: in full view, and it shows no card.

use super::out_of_sight::lost_over;
use super::zones::Zones;
use crate::base::{Pile, Point, Rank, Table, TimeScale};
use crate::facts::Observation;

/// A pile is bare when so many readings over so long show nothing there, real seconds, with no more than this part of it
/// under hands. In two rendered scenes a card that lay there was not made out in five or six readings, over 0.17 s at most.
const BARE_READINGS: usize = 7;
const BARE_SECS: f64 = 0.2;
const BARE_COVERED: f32 = 0.1;
/// A card lies still when it stays so near to its place for so long, centimetres and real seconds.
const STILL_CM: f64 = 0.3;
const STILL_SECS: f64 = 0.1;
/// What lies so near to where a card of its rank lay is that card, centimetres, if nothing was seen there for no longer than the
/// second, real seconds: nobody lays another so exactly, and a pile that was taken stays away for longer.
const SAME_CM: f64 = 0.5;
const HIDDEN_SECS: f64 = 1.5;
/// Piles that show no card at a recording's beginning are bare, if later they do in so many looks at them in full view and in this
/// part of these.
const SHOWN_LOOKS: usize = 5;
const SHOWN_PART: f64 = 0.9;

/// A time during which a pile was in full view and showed no card.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BareSpan {
    /// Which pile.
    pub pile: Pile,
    /// First reading of nothing.
    pub from: f64,
    /// Last reading of nothing.
    pub to: f64,
}

/// When the piles were bare, by pile and time: readings of nothing while no hand was over the pile, none of a card
/// between them. A pile on which a card lay still in full view is bare only after a hand was over it: a card that is not made
/// out any more is still there. One that lies where it lay before, and is the same, was hidden by an arm. Where a hand may be that
/// is lost from sight, nothing is in full view.
pub fn bare_spans(observations: &[Observation], zones: &Zones, scale: TimeScale) -> Vec<BareSpan> {
    let lost = lost_over(observations, zones, scale);
    let mut spans = Vec::new();
    for pile in Pile::BOTH {
        let mut own: Vec<BareSpan> = Vec::new();
        let mut run: Option<(f64, f64, usize)> = None;
        let mut may_be_bare = true;
        // Since when the card lies where it is, in full view; and where the last one lay before there was nothing.
        let mut still: Option<(Point<Table>, f64)> = None;
        let mut lay: Option<(Point<Table>, Option<Rank>)> = None;
        // The spans that are kept whatever shows later.
        let mut settled = 0;
        let end = |run: Option<(f64, f64, usize)>, own: &mut Vec<BareSpan>| {
            let long = |&(from, to, n): &(f64, f64, usize)| {
                n >= BARE_READINGS && (to - from) * scale.real_per_file >= BARE_SECS
            };
            own.extend(run.filter(long).map(|(from, to, _)| BareSpan { pile, from, to }));
        };
        for (observation, lost) in observations.iter().zip(&lost) {
            let covered = observation.pile_covered[pile.index()] > BARE_COVERED || lost[pile.index()];
            if covered {
                (may_be_bare, still) = (true, None);
            }
            let Some(piles) = &observation.piles else { continue };
            match (&piles[pile.index()], run) {
                (None, _) if covered || !may_be_bare => {}
                (None, Some((from, _, n))) => run = Some((from, observation.t, n + 1)),
                (None, None) => run = Some((observation.t, observation.t, 1)),
                (Some(card), _) => {
                    end(run, &mut own);
                    run = None;
                    // A pile that is carried off moves.
                    let (_, since) = *still.get_or_insert((card.centre, observation.t));
                    if still.is_some_and(|(at, _)| at.distance(card.centre) > STILL_CM) {
                        still = Some((card.centre, observation.t));
                    } else if !covered && (observation.t - since) * scale.real_per_file >= STILL_SECS {
                        may_be_bare = false;
                        let same = |(at, rank): (Point<Table>, Option<Rank>)| {
                            rank.is_some() && rank == card.rank && at.distance(card.centre) < SAME_CM
                        };
                        let short = |bare: &BareSpan| (bare.to - bare.from) * scale.real_per_file < HIDDEN_SECS;
                        if lay.is_some_and(same) && own[settled..].iter().all(short) {
                            own.truncate(settled);
                        }
                        (settled, lay) = (own.len(), Some((card.centre, card.rank)));
                    }
                }
            }
        }
        end(run, &mut own);
        spans.append(&mut own);
    }
    if let Some((from, to)) = at_first(observations, &lost) {
        for pile in Pile::BOTH {
            if !spans.iter().any(|span| span.pile == pile && span.from <= to) {
                let before = spans.partition_point(|span| span.pile < pile);
                spans.insert(before, BareSpan { pile, from, to });
            }
        }
    }
    spans
}

/// From when to when both piles are bare in a recording's first looks, seconds after its first frame; however short that is. Both are
/// before a round's first reveal and after a slap was won (E.2.3, F.7.1). A picture that fades in shows nothing at first either, so
/// hands must be over them before they show cards. One card that lies there may not be made out, but hardly two, each on its own pile,
/// that nearly always are later: of 150 beginnings of rendered recordings with cards on both piles two, of one scene, showed neither,
/// and a head hides these piles to the end.
fn at_first(observations: &[Observation], lost: &[[bool; 2]]) -> Option<(f64, f64)> {
    let full_view = |(observation, lost): &(&Observation, &[bool; 2]), pile: Pile| {
        observation.pile_covered[pile.index()] <= BARE_COVERED && !lost[pile.index()]
    };
    let looks = || observations.iter().zip(lost).filter(|(observation, _)| observation.piles.is_some());
    let shows = |observation: &Observation, pile: Pile| {
        observation.piles.as_ref().is_some_and(|piles| piles[pile.index()].is_some())
    };
    let neither = |look: &(&Observation, &[bool; 2])| {
        Pile::BOTH.into_iter().all(|pile| full_view(look, pile) && !shows(look.0, pile))
    };
    let first: Vec<f64> = looks().take_while(neither).map(|(observation, _)| observation.t).collect();
    let (from, to) = (*first.first()?, *first.last()?);
    let covered = |pile: Pile, until: f64| {
        let between = observations.iter().filter(|observation| (to..until).contains(&observation.t));
        between.into_iter().any(|observation| observation.pile_covered[pile.index()] > BARE_COVERED)
    };
    // One that is carried shows too.
    let lies = |observation: &Observation, pile: Pile| {
        let card = observation.piles.as_ref().and_then(|piles| piles[pile.index()].as_ref());
        card.is_some_and(|card| card.covered <= BARE_COVERED)
    };
    let made_out = Pile::BOTH.into_iter().all(|pile| {
        let shown = looks().find(|look| full_view(look, pile) && lies(look.0, pile));
        if !shown.is_some_and(|(observation, _)| covered(pile, observation.t)) {
            return false;
        }
        let own = looks().skip(first.len()).filter(|look| full_view(look, pile));
        let later: Vec<bool> =
            own.map(|(observation, _)| shows(observation, pile)).skip_while(|shown| !shown).collect();
        let shown = later.iter().filter(|shown| **shown).count();
        shown >= SHOWN_LOOKS && shown as f64 >= SHOWN_PART * later.len() as f64
    });
    made_out.then_some((from, to))
}

#[cfg(test)]
mod tests {
    use super::super::tops::tests::card;
    use super::*;
    use crate::facts::CardSeen;

    /// How often the left pile is bare of which the card `first` is seen, then nothing while and after a hand is over it, and from
    /// reading `again` on the card `then`; 120 readings a second.
    fn bare(first: CardSeen, then: CardSeen, again: u16) -> usize {
        let observations: Vec<Observation> = (0..again + 40)
            .map(|i| Observation {
                t: f64::from(i) / 120.0,
                piles: Some([if i < 40 { Some(first.clone()) } else { (i >= again).then(|| then.clone()) }, None]),
                pile_covered: [if (40..50).contains(&i) { 0.6 } else { 0.0 }, 0.0],
                ..Observation::default()
            })
            .collect();
        bare_spans(&observations, &Zones::default(), TimeScale::REAL)
            .iter()
            .filter(|span| span.pile == Pile::Left)
            .count()
    }

    #[test]
    fn a_card_that_shows_again_where_it_lay_was_hidden() {
        assert_eq!(bare(card(Rank::King, -8.0), card(Rank::King, -7.8), 80), 0);
        assert_eq!(bare(card(Rank::King, -8.0), card(Rank::King, -6.9), 80), 1, "elsewhere");
        assert_eq!(bare(card(Rank::King, -8.0), card(Rank::Ten, -8.0), 80), 1, "another");
        assert_eq!(bare(card(Rank::King, -8.0), card(Rank::King, -7.8), 300), 1, "long after");
    }

    /// Which piles are bare at first, of which the first two looks show `first` (left, right); then hands cover so much of them for a
    /// while, and then they show cards in all looks but each `missed`th.
    fn at_first(first: [bool; 2], covered: [f32; 2], missed: usize) -> Vec<(Pile, f64, f64)> {
        let pile = |shown: bool, x: f64| shown.then(|| card(Rank::Six, x));
        let observations: Vec<Observation> = (0..40_usize)
            .map(|i| {
                let shown = |side: usize| if i < 2 { first[side] } else { i >= 6 && i % missed != 0 };
                Observation {
                    t: i as f64 / 30.0,
                    piles: Some([pile(shown(0), -8.0), pile(shown(1), 8.0)]),
                    pile_covered: if (2..6).contains(&i) { covered } else { [0.0, 0.0] },
                    ..Observation::default()
                }
            })
            .collect();
        let spans = bare_spans(&observations, &Zones::default(), TimeScale::REAL);
        spans.iter().map(|span| (span.pile, span.from, span.to)).collect()
    }

    #[test]
    fn piles_that_both_show_nothing_before_the_first_hand_are_bare_however_short_that_is() {
        let (until, hands) = (1.0 / 30.0, [0.6, 0.4]);
        assert_eq!(at_first([false, false], hands, 100), [(Pile::Left, 0.0, until), (Pile::Right, 0.0, until)]);
        assert_eq!(at_first([true, false], hands, 100), [], "one that is not made out");
        assert_eq!(at_first([false, false], hands, 3), [], "cards that are often not made out");
        assert_eq!(at_first([false, false], [0.6, 0.0], 100), [], "a picture that is dark at first");
    }
}
