//! Live cards that leave their place in a Foundation Pile.
//!
//! Card readings inside a Boundary are gathered by place. What lies in a place is a hidden state: a rank, a back or
//! nothing; its most probable course follows from all readings with their probabilities, in which a card under a hand
//! counts little. A place that showed a rank and then a back, another rank or nothing has lost its live card. Which hand
//! took it and when comes from the hands that were there. A card that turns up elsewhere inside the Boundary was
//! rearranged (D.2.6), not taken out.

mod bare_cloth;
mod cleared;
mod lone;
mod once;
mod outside;
mod places;
mod taken_unseen;
mod taking;
mod trips;
mod turned;
mod whereabouts;

pub use cleared::{Cleared, foundations_cleared};
pub use lone::{LoneCard, lone_cards};
pub(super) use places::in_foundation;
pub use taken_unseen::cards_taken_unseen;
pub use taking::pinch;
pub use trips::{came_home, left_home, set_off_from_home};
pub use turned::{TurnedUp, cards_turned_up};

use super::path::HandPath;
use super::zones::Zones;
use crate::base::{HandSide, Measured, Player, Point, Rank, Suit, Table, TimeScale};
use crate::facts::Observation;
use once::{each_once, stays_at};
use places::{Place, RANKS, Span, places};
use taking::{SET_OFF_SIGMA_SECS, left_with, taker};
use whereabouts::Missed;

/// A card that lies in a place does so for at least this, real seconds.
const SHORTEST_SECS: f64 = 0.12;
/// What lay there is read with this confidence at least.
const LEAST_SURE: f64 = 0.5;
/// So many readings of a back, or of nothing, show that a card is away.
const CLEARLY_GONE: usize = 5;
/// Two cards in one place after another are told apart when both are read so surely.
const SURELY_ANOTHER: f64 = 0.95;
/// A card is taken no later than this after it was last read, if what lay in its place was not read for longer, real seconds.
const AT_ONCE_SECS: f64 = 0.5;

/// A live card that left its place.
#[derive(Debug, Clone)]
pub struct CardGone {
    /// Whose Foundation.
    pub player: Player,
    /// The card, if it was ever read.
    pub rank: Option<Rank>,
    /// Its suit, if it was read.
    pub suit: Option<Suit>,
    /// Where it lay.
    pub place: Point<Table>,
    /// Last reading of it there.
    pub last_seen: f64,
    /// First reading without it.
    pub gone_by: f64,
    /// The hand that took it, its track, and when it set off with it.
    pub taken: Option<(HandSide, u32, Measured)>,
    /// When it was read inside the Boundary again after having been outside.
    pub returned: Option<f64>,
    /// Whether the card itself was read since, on a pile or in the hand; else only its place tells.
    pub read_since: bool,
    /// How sure: the weaker of the readings before and after.
    pub confidence: f64,
}

/// Live cards that left, by time.
pub fn live_cards_gone(
    observations: &[Observation],
    paths: &[HandPath],
    zones: &Zones,
    scale: TimeScale,
) -> Vec<CardGone> {
    let mut gone = Vec::new();
    for player in Player::BOTH {
        for place in places(observations, player, zones) {
            gone.extend(gone_from(&place, player, observations, paths, zones, scale));
        }
    }
    gone.sort_by(|(a, _), (b, _)| a.gone_by.total_cmp(&b.gone_by).then(a.place.x.total_cmp(&b.place.x)));
    let mut gone = each_once(gone, paths, scale);
    outside::add_cards_outside(&mut gone, observations, paths, zones, scale);
    gone.sort_by(|a: &CardGone, b| a.gone_by.total_cmp(&b.gone_by).then(a.place.x.total_cmp(&b.place.x)));
    gone
}

/// The cards that left a place, with when they came to lie there.
fn gone_from(
    place: &Place,
    player: Player,
    observations: &[Observation],
    paths: &[HandPath],
    zones: &Zones,
    scale: TimeScale,
) -> Vec<(CardGone, f64)> {
    let spans = place.spans(observations, player, zones);
    let began = observations.iter().find(|o| o.cards.is_some()).map_or(0.0, |o| o.t);
    let of_live = spans.iter().enumerate().filter(|(_, span)| span.state < RANKS);
    let gone = of_live.filter_map(|(i, before)| {
        let passes = before.from > began && (before.to - before.from) * scale.real_per_file < SHORTEST_SECS;
        if passes || before.confidence < LEAST_SURE {
            // What passes by in a hand lies in no place, and what is as likely another card says nothing of this one.
            return None;
        }
        let after = spans.get(i + 1);
        let rank = Rank::ALL[before.state];
        let missed = Missed::new((player, rank, place.centre), before.to, observations, zones, scale);
        // What lies in the place again before the rank comes to a pile was only hidden, by a forearm for one, and comes there when it
        // leaves next.
        let again = spans.get(i + 1..).unwrap_or_default().iter().take(2).find(|next| next.state == before.state);
        let before_that = |t: f64| again.is_none_or(|next| t < next.from);
        let arrived = missed.came_to_a_pile().filter(|(_, t)| before_that(*t));
        // The place may stay hidden; that the player's own hand brings such a card to a pile says as much.
        let brought = arrived.and_then(|(pile, t)| Some((missed.brought_by(pile, t, paths)?, t)));
        // What came in a hand and never lay there alone is on its way from elsewhere.
        let own = || paths.iter().filter(|path| path.player == player);
        let in_hand = before.from > began
            && own().any(|path| stays_at(place.centre, path.track, (before.from, before.to), paths));
        let along = missed.moved_along(paths).filter(|t| before_that(*t) && !in_hand && !missed.has_twin());
        let gone_by = after
            .map(|after| after.from)
            .into_iter()
            .chain(brought.map(|(_, t)| t))
            .chain(along)
            .min_by(f64::total_cmp)?;
        // A place that is bare or shows a back says by itself that its card is away, if the hand then went to a pile.
        let bare = after.is_some_and(|after| after.state >= RANKS && after.readings >= CLEARLY_GONE);
        // A card without a hand to take it has not gone: it was misread, or an arm lies over it, and then the hand that brings it
        // left the place with it later. A hand that was lost from sight, under an arm, took what it then brings.
        let unseen = || {
            let ((hand, track), t) = brought.filter(|_| bare && gone_by > before.to)?;
            if let Some(at) = left_with(track, place.centre, (before.to, t), paths, scale) {
                return Some((hand, track, at));
            }
            let (middle, half) = (f64::midpoint(before.to, gone_by), (gone_by - before.to) / 2.0);
            let sigma = half.hypot(SET_OFF_SIGMA_SECS / scale.real_per_file);
            (gone_by < t).then(|| (hand, track, Measured::normal(middle, sigma)))
        };
        let taken = taker(player, place.centre, before.to, gone_by, paths, scale).or_else(unseen)?;
        // Of two hands that left the place, the one that brought it to the pile took it, if the other was not there. One that is seen
        // only since is the one that left it: under an arm its track went over to the other hand.
        let seen_only_since = |track: u32| {
            let path = paths.iter().find(|path| path.track == track);
            path.and_then(|path| path.points.first()).is_some_and(|point| point.t > taken.2.t)
        };
        let by_bringer = || {
            let ((hand, track), t) = brought.filter(|((_, track), _)| *track != taken.1)?;
            arrived.filter(|(pile, _)| !missed.was_at(*pile, t, taken.1, paths))?;
            let left = left_with(track, place.centre, (before.to, t), paths, scale);
            left.or(seen_only_since(track).then_some(taken.2)).map(|at| (hand, track, at))
        };
        let taken = by_bringer().unwrap_or(taken);
        let read_since = arrived.is_some() || along.is_some() || missed.carried(taken.1, paths);
        // A place in which another card is read says as much as a bare one: that lay beneath, or was turned up since.
        let surely = |span: &Span| span.confidence >= SURELY_ANOTHER;
        let another = after.is_some_and(|after| after.readings >= CLEARLY_GONE && surely(after)) && surely(before);
        let surely_gone = bare || another;
        let to_a_pile =
            |(_, track, at): &(HandSide, u32, Measured)| surely_gone && missed.went_to_a_pile(*track, at.t, paths);
        // The hand may have been back, to turn up the next card, before another was read there.
        let soon = gone_by.min(before.to + AT_ONCE_SECS / scale.real_per_file);
        let at_once = || taker(player, place.centre, before.to, soon, paths, scale).filter(to_a_pile);
        let taken = if read_since || to_a_pile(&taken) { taken } else { at_once()? };
        let (_, track, at) = taken;
        // Away and back in its own place.
        let here =
            spans.get(i + 2).filter(|next| next.state == before.state && arrived.is_none()).map(|next| next.from);
        // What was read nowhere else meanwhile lay there all along: a sleeve hides cards too.
        if here.is_some() && !read_since {
            return None;
        }
        let returned = missed.settled_inside().filter(|_| !missed.has_twin()).or(here);
        if returned.is_some_and(|t| !missed.left_boundary(track, (at.t, t), paths)) {
            return None;
        }
        let card = CardGone {
            player,
            rank: Some(rank),
            suit: missed.suit(),
            place: place.centre,
            last_seen: before.to,
            gone_by,
            taken: Some(taken),
            returned,
            read_since,
            confidence: after.map_or(before.confidence, |after| before.confidence.min(after.confidence)),
        };
        Some((card, before.from))
    });
    gone.collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Cues;
    use super::super::path::paths;
    use super::*;
    use crate::facts::{CardFace, CardSeen, HandSeen};

    fn square(x0: f64, x1: f64, y0: f64, y1: f64) -> Vec<Point<Table>> {
        vec![Point::new(x0, y0), Point::new(x1, y0), Point::new(x1, y1), Point::new(x0, y1)]
    }

    pub(in super::super) fn zones() -> Zones {
        Zones {
            piles: [square(-10.0, 0.0, -6.0, 6.0), square(0.0, 10.0, -6.0, 6.0)],
            boundaries: [square(-15.0, 15.0, -35.0, -21.0), square(-15.0, 15.0, 21.0, 35.0)],
            draw_decks: [square(20.0, 35.0, -12.0, 0.0), square(-35.0, -20.0, 0.0, 12.0)],
        }
    }

    pub(in super::super) fn card(x: f64, y: f64, face: CardFace, rank: Option<Rank>) -> CardSeen {
        let quad = [Point::new(0.0, 0.0); 4];
        // A face that cannot be read is any of them.
        let unread = if face == CardFace::Up && rank.is_none() { 0.95 / Rank::ALL.len() as f32 } else { 0.0 };
        let ranks = Rank::ALL.map(|r| if Some(r) == rank { 0.95 } else { unread });
        CardSeen {
            centre: Point::new(x, y),
            quad,
            angle: 1.57,
            face,
            rank,
            suit: None,
            ranks,
            suits: [0.0; 4],
            one_sign: None,
            confidence: 0.95,
            covered: 0.0,
        }
    }

    /// A hand that rests at (0, -28) and sets off at 0.3 s; the card there shows a back from 0.45 s.
    fn scene(rank_after: Option<(f64, f64)>) -> Vec<Observation> {
        (0..72)
            .map(|i| {
                let t = f64::from(i) / 120.0;
                let way = (t - 0.3).max(0.0) * 60.0;
                let hand = HandSeen::lying(Point::new(0.0, -28.0 + way));
                let mut cards = vec![card(8.0, -28.0, CardFace::Up, Some(Rank::Nine))];
                if t < 0.28 {
                    cards.push(card(0.0, -28.0, CardFace::Up, Some(Rank::Queen)));
                } else if t > 0.45 {
                    cards.push(card(0.0, -28.0, CardFace::Down, None));
                    if -28.0 + way > -19.0 {
                        cards.push(card(0.0, -27.0 + way, CardFace::Up, Some(Rank::Queen)));
                    }
                    if let Some((x, y)) = rank_after {
                        cards.push(card(x, y, CardFace::Up, Some(Rank::Queen)));
                    }
                }
                Observation { index: i as u64, t, hands: vec![hand], cards: Some(cards), ..Observation::default() }
            })
            .collect()
    }

    #[test]
    fn a_taken_card_is_missed_and_its_taker_known() {
        let observations = scene(None);
        let gone = live_cards_gone(
            &observations,
            &paths(&observations, TimeScale::REAL, Cues::ALL),
            &zones(),
            TimeScale::REAL,
        );
        assert_eq!(gone.len(), 1);
        assert_eq!((gone[0].player, gone[0].rank), (Player::One, Some(Rank::Queen)));
        let (hand, _, at) = gone[0].taken.expect("the hand was there");
        assert_eq!(hand, HandSide::Left);
        assert!((at.t - 0.3).abs() < 0.04, "{at:?}");
    }

    #[test]
    fn a_hand_that_waits_with_its_card_beside_the_place_lifted_it_before() {
        let observations: Vec<Observation> = (0..180)
            .map(|i| {
                let t = f64::from(i) / 120.0;
                let way = 50.0 * ((t - 0.3) / 0.1).clamp(0.0, 1.0) * 0.1 + 60.0 * (t - 0.9).max(0.0);
                let mut observation = scene(None).swap_remove(0);
                (observation.index, observation.t) = (i as u64, t);
                observation.hands = vec![HandSeen::lying(Point::new(0.0, -28.0 + way))];
                let mut cards = vec![card(8.0, -28.0, CardFace::Up, Some(Rank::Nine))];
                if t < 0.28 {
                    cards.push(card(0.0, -28.0, CardFace::Up, Some(Rank::Queen)));
                } else if t > 1.1 {
                    cards.push(card(0.0, -28.0, CardFace::Down, None));
                    cards.push(card(0.0, -27.0 + way, CardFace::Up, Some(Rank::Queen)));
                }
                observation.cards = Some(cards);
                observation
            })
            .collect();
        let paths = paths(&observations, TimeScale::REAL, Cues::ALL);
        let gone = live_cards_gone(&observations, &paths, &zones(), TimeScale::REAL);
        let taken: Vec<f64> = gone.iter().filter_map(|card| Some(card.taken?.2.t)).collect();
        assert!(matches!(taken[..], [t] if (t - 0.3).abs() < 0.05), "{taken:?}");
    }

    #[test]
    fn a_card_in_whose_place_another_is_read_was_taken_by_the_hand_that_went_to_a_pile_first() {
        let gone = |out: f64| {
            let observations: Vec<Observation> = (0..180)
                .map(|i| {
                    let t = f64::from(i) / 120.0;
                    // Out, back, and on to the Draw Deck; the card itself is read nowhere, its place only long after.
                    let way = out * (((t - 0.3) / 0.3).clamp(0.0, 1.0) - ((t - 0.8) / 0.2).clamp(0.0, 1.0));
                    let at = vec![Point::new(20.0 * (t - 1.1).max(0.0), -28.0 + way); 21];
                    let mut hand = HandSeen::lying(at[0]);
                    (hand.table, hand.below) = (at.clone(), at);
                    let mut cards = vec![card(-8.0, -28.0, CardFace::Up, Some(Rank::Nine))];
                    if t < 0.28 {
                        cards.push(card(0.0, -28.0, CardFace::Up, Some(Rank::Queen)));
                    } else if t > 1.2 {
                        cards.push(card(0.0, -28.0, CardFace::Up, Some(Rank::Ten)));
                    }
                    Observation { index: i as u64, t, hands: vec![hand], cards: Some(cards), ..Observation::default() }
                })
                .collect();
            let paths = paths(&observations, TimeScale::REAL, Cues::ALL);
            let gone = live_cards_gone(&observations, &paths, &zones(), TimeScale::REAL);
            gone.iter().filter_map(|card| Some((card.rank?, card.taken?.2.t))).collect::<Vec<_>>()
        };
        let taken = gone(26.0);
        assert!(matches!(taken[..], [(Rank::Queen, t)] if (t - 0.3).abs() < 0.04), "{taken:?}");
        assert!(gone(8.0).is_empty(), "it went to no pile");
    }

    #[test]
    fn a_rearranged_card_is_not_taken() {
        // Read again inside the Boundary, while the hand has not left it.
        let observations: Vec<_> = scene(Some((-8.0, -28.0))).into_iter().filter(|o| o.t < 0.5).collect();
        let mut near = observations.clone();
        for observation in &mut near {
            let way = (observation.t - 0.3).max(0.0) * 20.0;
            observation.hands[0].table = vec![Point::new(-way, -28.0); 21];
            observation.hands[0].below = vec![Point::new(-way, -28.0); 21];
            // Nothing is carried out.
            observation.cards.iter_mut().for_each(|cards| cards.retain(|card| card.centre.y < -21.0));
        }
        assert!(
            live_cards_gone(&near, &paths(&near, TimeScale::REAL, Cues::ALL), &zones(), TimeScale::REAL).is_empty()
        );
    }

    #[test]
    fn a_card_carried_out_and_put_back_in_its_place_has_left_and_returned() {
        let observations: Vec<Observation> = (0..144)
            .map(|i| {
                let t = f64::from(i) / 120.0;
                // Out by twelve centimetres, there a while, and back.
                let way = 12.0 * ((t - 0.3) / 0.1).clamp(0.0, 1.0) - 12.0 * ((t - 0.7) / 0.1).clamp(0.0, 1.0);
                let mut observation = scene(None).swap_remove(0);
                (observation.index, observation.t) = (i as u64, t);
                let at = vec![Point::new(0.0, -28.0 + way - if t > 0.9 { 30.0 * (t - 0.9) } else { 0.0 }); 21];
                (observation.hands[0].table, observation.hands[0].below) = (at.clone(), at);
                let mut cards = vec![card(8.0, -28.0, CardFace::Up, Some(Rank::Nine))];
                // Under the fingers it is not read.
                if !(0.28..0.9).contains(&t) {
                    cards.push(card(0.0, -28.0, CardFace::Up, Some(Rank::Queen)));
                } else if way > 11.0 {
                    cards.push(card(0.0, -27.0 + way, CardFace::Up, Some(Rank::Queen)));
                }
                observation.cards = Some(cards);
                observation
            })
            .collect();
        let found = live_cards_gone(
            &observations,
            &paths(&observations, TimeScale::REAL, Cues::ALL),
            &zones(),
            TimeScale::REAL,
        );
        assert_eq!(found.len(), 1, "{found:?}");
        let (_, _, at) = found[0].taken.expect("the hand was there");
        assert!((at.t - 0.3).abs() < 0.05, "{at:?}");
        assert!(found[0].returned.is_some_and(|t| (0.85..1.0).contains(&t)), "{found:?}");
    }

    #[test]
    fn a_card_of_another_suit_is_not_the_one_that_was_taken() {
        let returned = |then: Suit| {
            let mut observations: Vec<Observation> = (0..144)
                .map(|i| {
                    let t = i as f64 / 120.0;
                    let mut observation = scene(None)[i.min(71)].clone();
                    (observation.index, observation.t) = (i as u64, t);
                    if i >= 72 {
                        let at = vec![Point::new(0.0, 0.0); 21];
                        (observation.hands[0].table, observation.hands[0].below) = (at.clone(), at);
                        let mut cards = vec![card(0.0, -28.0, CardFace::Down, None)];
                        if t > 0.8 {
                            cards.push(CardSeen {
                                suit: Some(then),
                                ..card(-8.0, -28.0, CardFace::Up, Some(Rank::Queen))
                            });
                        }
                        observation.cards = Some(cards);
                    }
                    observation
                })
                .collect();
            for card in observations.iter_mut().filter(|o| o.t < 0.6).flat_map(|o| o.cards.iter_mut().flatten()) {
                card.suit = card.rank.filter(|rank| *rank == Rank::Queen).map(|_| Suit::Hearts);
            }
            let paths = paths(&observations, TimeScale::REAL, Cues::ALL);
            live_cards_gone(&observations, &paths, &zones(), TimeScale::REAL)
                .iter()
                .filter(|card| card.rank == Some(Rank::Queen))
                .map(|card| card.returned.is_some())
                .collect::<Vec<_>>()
        };
        assert_eq!((returned(Suit::Hearts), returned(Suit::Spades)), (vec![true], vec![false]));
    }

    #[test]
    fn the_hand_that_is_seen_first_on_its_way_took_what_another_track_left_with() {
        // Under an arm the track of the hand that takes the queen goes over to the one that rests beside it at 0.35 s; from 0.6 s on
        // the hand is seen again, on its way to the left pile, which shows the queen from 0.8 s on.
        let observations: Vec<Observation> = (0..144)
            .map(|i| {
                let t = f64::from(i) / 120.0;
                let mut observation = scene(None).swap_remove(0);
                (observation.index, observation.t) = (i as u64, t);
                let to_the_other = ((t - 0.3) / 0.05).clamp(0.0, 1.0);
                observation.hands = vec![HandSeen::lying(Point::new(-14.0 * to_the_other, -28.0))];
                let on_its_way = ((t - 0.6) / 0.15).clamp(0.0, 1.0);
                let at = Point::new(-5.0 * on_its_way, -18.0 + 16.0 * on_its_way);
                let other = HandSeen { track: 9, hand: HandSide::Right, ..HandSeen::lying(at) };
                observation.hands.extend((t > 0.6).then_some(other));
                let mut cards = vec![card(8.0, -28.0, CardFace::Up, Some(Rank::Nine))];
                if t < 0.28 {
                    cards.push(card(0.0, -28.0, CardFace::Up, Some(Rank::Queen)));
                } else if t > 0.45 {
                    cards.push(card(0.0, -28.0, CardFace::Down, None));
                }
                let top = if t > 0.8 { Rank::Queen } else { Rank::King };
                observation.piles = Some([Some(card(-5.0, 0.0, CardFace::Up, Some(top))), None]);
                observation.cards = Some(cards);
                observation
            })
            .collect();
        let paths = paths(&observations, TimeScale::REAL, Cues::ALL);
        let gone = live_cards_gone(&observations, &paths, &zones(), TimeScale::REAL);
        let taken: Vec<_> = gone
            .iter()
            .map(|card| card.taken.map(|(hand, track, at)| (hand, track, (at.t - 0.3).abs() < 0.05)))
            .collect();
        assert_eq!(taken, [Some((HandSide::Right, 9, true))]);
    }

    /// A hand so far on its way to the left pile, 0 to 1, with the forearm away to the right.
    fn reaching(index: u64, t: f64, part: f64) -> Observation {
        let mut observation = scene(None).swap_remove(0);
        (observation.index, observation.t) = (index, t);
        let mut at = vec![Point::new(-5.0 * part, -28.0 + 26.0 * part); 21];
        at[0] = Point::new(-5.0 * part + 10.0, -28.0 + 26.0 * part);
        (observation.hands[0].table, observation.hands[0].below) = (at.clone(), at);
        observation
    }

    #[test]
    fn a_card_that_a_sleeve_hid_was_not_taken() {
        let told = |back: bool| {
            let observations: Vec<Observation> = (0..144)
                .map(|i| {
                    let t = f64::from(i) / 120.0;
                    // To the left pile and home again.
                    let part = ((t - 0.3) / 0.15).clamp(0.0, 1.0) - ((t - 0.8) / 0.15).clamp(0.0, 1.0);
                    let mut observation = reaching(i as u64, t, part);
                    let mut cards = vec![card(8.0, -28.0, CardFace::Up, Some(Rank::Nine))];
                    if t < 0.28 || (back && t > 0.9) {
                        cards.push(card(0.0, -28.0, CardFace::Up, Some(Rank::Queen)));
                    }
                    observation.cards = Some(cards);
                    observation
                })
                .collect();
            let paths = paths(&observations, TimeScale::REAL, Cues::ALL);
            live_cards_gone(&observations, &paths, &zones(), TimeScale::REAL).len()
        };
        assert_eq!((told(false), told(true)), (1, 0));
    }

    #[test]
    fn a_card_that_a_sleeve_hid_before_it_was_taken_left_once() {
        // The same way at 0.3 s and at 1.3 s; the second time with the queen, which the left pile shows from 1.55 s on.
        let observations: Vec<Observation> = (0..240)
            .map(|i| {
                let t = f64::from(i) / 120.0;
                let trip = |from: f64| ((t - from) / 0.15).clamp(0.0, 1.0) - ((t - from - 0.5) / 0.15).clamp(0.0, 1.0);
                let part = trip(0.3) + trip(1.3);
                let mut observation = reaching(i as u64, t, part);
                let mut cards = vec![card(8.0, -28.0, CardFace::Up, Some(Rank::Nine))];
                // A forearm over a place shows neither face nor back; nor does the cloth where the card lay.
                if t < 0.28 || (0.9..1.28).contains(&t) {
                    cards.push(card(0.0, -28.0, CardFace::Up, Some(Rank::Queen)));
                }
                let top = if t > 1.55 { Rank::Queen } else { Rank::King };
                observation.piles = Some([Some(card(-5.0, 0.0, CardFace::Up, Some(top))), None]);
                observation.cards = Some(cards);
                observation
            })
            .collect();
        let paths = paths(&observations, TimeScale::REAL, Cues::ALL);
        let gone = live_cards_gone(&observations, &paths, &zones(), TimeScale::REAL);
        let taken: Vec<f64> = gone.iter().filter_map(|card| card.taken).map(|(_, _, at)| at.t).collect();
        assert!(taken.len() == 1 && (taken[0] - 1.3).abs() < 0.05, "{gone:?}");
    }

    #[test]
    fn of_two_hands_that_leave_a_place_the_one_that_brings_the_card_took_it() {
        // The right hand leaves the queen's place at 0.3 s and goes aside; the left one comes beside it then and is on the left pile from
        // 1.1 s on, which shows the queen from 1.4 s on if `comes`.
        let told = |comes: bool| {
            let observations: Vec<Observation> = (0..216)
                .map(|i| {
                    let t = f64::from(i) / 120.0;
                    let part = |from: f64, secs: f64| ((t - from) / secs).clamp(0.0, 1.0);
                    let (aside, beside, over) = (part(0.3, 0.1), part(0.2, 0.1), part(0.9, 0.2));
                    let right = Point::new(1.0 + 29.0 * aside, -28.0 + 8.0 * aside);
                    let left = Point::new(-20.0 + 24.0 * beside - 9.0 * over, -28.0 + 28.0 * over);
                    let hands = vec![
                        HandSeen::lying(left),
                        HandSeen { track: 2, hand: HandSide::Right, ..HandSeen::lying(right) },
                    ];
                    let queen = (t < 0.28).then(|| card(0.0, -28.0, CardFace::Up, Some(Rank::Queen)));
                    let top = if comes && t > 1.4 { Rank::Queen } else { Rank::King };
                    Observation {
                        index: i as u64,
                        t,
                        hands,
                        cards: Some(queen.into_iter().collect()),
                        piles: Some([Some(card(-5.0, 0.0, CardFace::Up, Some(top))), None]),
                        ..Observation::default()
                    }
                })
                .collect();
            let paths = paths(&observations, TimeScale::REAL, Cues::ALL);
            let gone = live_cards_gone(&observations, &paths, &zones(), TimeScale::REAL);
            gone.iter().filter_map(|card| card.taken).map(|(hand, _, at)| (hand, at.t)).collect::<Vec<_>>()
        };
        let found = told(true);
        assert!(matches!(found[..], [(HandSide::Left, t)] if (t - 0.9).abs() < 0.05), "{found:?}");
        assert!(told(false).is_empty(), "it came nowhere");
    }

    #[test]
    fn a_hand_that_was_lost_from_sight_took_what_it_brings() {
        let told = |onto_the_pile: bool| {
            let observations: Vec<Observation> = (0..216)
                .map(|i| {
                    let t = f64::from(i) / 120.0;
                    // Held to be far from the place all the time, then on the left pile.
                    let part = ((t - 1.0) / 0.2).clamp(0.0, 1.0);
                    let mut observation = scene(None).swap_remove(0);
                    (observation.index, observation.t) = (i as u64, t);
                    let mut at = vec![Point::new(25.0 - 30.0 * part, -30.0 + 30.0 * part); 21];
                    at[0].x += 10.0;
                    (observation.hands[0].table, observation.hands[0].below) = (at.clone(), at);
                    let mut cards = vec![card(8.0, -28.0, CardFace::Up, Some(Rank::Nine))];
                    if t < 0.3 {
                        cards.push(card(0.0, -28.0, CardFace::Up, Some(Rank::Queen)));
                    }
                    if onto_the_pile && t > 1.3 {
                        observation.piles = Some([Some(card(-5.0, 0.0, CardFace::Up, Some(Rank::Queen))), None]);
                    }
                    observation.cards = Some(cards);
                    observation
                })
                .collect();
            let paths = paths(&observations, TimeScale::REAL, Cues::ALL);
            live_cards_gone(&observations, &paths, &zones(), TimeScale::REAL)
        };
        let gone = told(true);
        assert_eq!(gone.len(), 1, "{gone:?}");
        let (_, _, at) = gone[0].taken.expect("the hand that brought it");
        assert!((at.t - 0.3).abs() < 0.05, "{at:?}");
        assert!(told(false).is_empty(), "what came nowhere was misread");
    }
}
