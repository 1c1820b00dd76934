//! The only card that is seen in a Foundation, or that comes from one in which none is, taken while a hand or an arm hides its place
//! for the rest of the recording: whether it was the last one there nobody saw.

use super::cleared::settled;
use super::places::{LEAST_READINGS, NOTHING, PLACE_CM, Place, RANKS, Span, hidden_by, in_foundation, places_held};
use crate::base::{Player, Point, Rank, Table, TimeScale};
use crate::events::Zones;
use crate::facts::Observation;

/// So much of a Foundation was seen to be bare, or it is not known that no other card lies there: of what the player's resting hands
/// leave free, nearly all.
const SEEN_BARE: f64 = 0.5;
/// So far inside the Boundary lies a card's middle, centimetres: half its width.
const INSIDE_CM: f64 = 3.0;

/// A Foundation's only card, as far as was seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LoneCard {
    /// Whose.
    pub player: Player,
    /// Which card; `None` when it was not read, or hands hid it from the beginning.
    pub rank: Option<Rank>,
    /// When it was seen there last, file seconds; nothing is known of its place since.
    pub last_seen: f64,
}

/// The lone cards, by player. Where cards are not made out in the other Foundation either, none is: this one may hold some unseen.
pub fn lone_cards(observations: &[Observation], zones: &Zones, scale: TimeScale) -> Vec<LoneCard> {
    let places = Player::BOTH.map(|player| places_held(observations, player, zones));
    let held = [0, 1].map(|i: usize| held(&places[i], scale));
    let of = |player: Player| {
        let i = player.index();
        let lone = of_player(player, &held[i])?;
        let made_out = !held[player.opponent().index()].is_empty();
        (made_out && bare_part(observations, player, &places[i], zones) >= SEEN_BARE).then_some(lone)
    };
    Player::BOTH.into_iter().filter_map(of).collect()
}

/// What lay in the places that held a card.
fn held(places: &[Place], scale: TimeScale) -> Vec<Vec<Span>> {
    let all = places.iter().map(|place| settled(place, scale));
    all.filter(|spans| spans.iter().any(|span| span.state != NOTHING)).collect()
}

fn of_player(player: Player, held: &[Vec<Span>]) -> Option<LoneCard> {
    if held.is_empty() {
        return Some(LoneCard { player, rank: None, last_seen: 0.0 });
    }
    let mut cards = held.iter().filter_map(|spans| spans.last().filter(|span| span.state != NOTHING));
    let (lone, another) = (cards.next()?, cards.next());
    let bare_then = |span: &Span| span.state != NOTHING || span.from <= lone.to;
    if another.is_some() || !held.iter().filter_map(|spans| spans.last()).all(bare_then) {
        return None;
    }
    // A card that is seen and not read counts as the first rank.
    let rank = (1..RANKS).contains(&lone.state).then(|| Rank::ALL[lone.state]);
    Some(LoneCard { player, rank, last_seen: lone.to })
}

/// How much of a Foundation beside the places that held cards was seen to be bare at some time, 0..1.
fn bare_part(observations: &[Observation], player: Player, places: &[Place], zones: &Zones) -> f64 {
    let beside = |point: &Point<Table>| places.iter().all(|place| place.centre.distance(*point) >= 2.0 * PLACE_CM);
    let points: Vec<Point<Table>> = within(&zones.boundaries[player.index()])
        .filter(|point| zones.boundary_depth(player, *point) >= INSIDE_CM)
        .filter(beside)
        .collect();
    let bare = |point: &&Point<Table>| {
        let seen = observations.iter().filter(|observation| {
            observation.cards.as_ref().is_some_and(|cards| {
                let card =
                    in_foundation(cards, player, zones).any(|card| card.centre.distance(**point) < 2.0 * PLACE_CM);
                !card && !hidden_by(&observation.hands, **point)
            })
        });
        seen.take(LEAST_READINGS).count() == LEAST_READINGS
    };
    points.iter().filter(bare).count() as f64 / points.len().max(1) as f64
}

/// Points of a grid over a polygon's extent.
fn within(polygon: &[Point<Table>]) -> impl Iterator<Item = Point<Table>> {
    let extent = |of: fn(&Point<Table>) -> f64| {
        let all = || polygon.iter().map(of);
        (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
    };
    let (x, y) = (extent(|p| p.x), extent(|p| p.y));
    let steps = |(from, to): (f64, f64)| {
        let n = ((to - from) / PLACE_CM).max(0.0) as usize;
        (0..=n).map(move |i| from + i as f64 * PLACE_CM)
    };
    steps(x).flat_map(move |px| steps(y).map(move |py| Point::new(px, py)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{card, zones};
    use super::*;
    use crate::facts::{CardFace, HandSeen};

    /// The lone card of Player 1 that lies at the middle of the Foundation until 0.5 s of 1.5, of which a hand hides the place from then
    /// `until`; `more` are other cards' x, `resting` a hand that hides all but that place, and `made_out` whether Player 2's cards are.
    fn told(until: f64, more: &[f64], resting: bool, made_out: bool) -> Vec<LoneCard> {
        let at = Point::new(0.0, -28.0);
        let observations: Vec<Observation> = (0..45)
            .map(|i| {
                let t = f64::from(i) / 30.0;
                let up = |x: f64, rank| card(x, -28.0, CardFace::Up, Some(rank));
                let mut cards: Vec<_> = more.iter().map(|&x| up(x, Rank::Six)).collect();
                if t < 0.5 {
                    cards.push(up(0.0, Rank::Ten));
                }
                if made_out {
                    cards.push(card(0.0, 28.0, CardFace::Up, Some(Rank::Two)));
                }
                let mut hands = Vec::new();
                if (0.5..until).contains(&t) {
                    hands.push(HandSeen::lying(at));
                }
                if resting {
                    hands.extend(
                        (-8..=8).filter(|x| *x != 0).map(|x| HandSeen::lying(Point::new(6.0 * f64::from(x), -28.0))),
                    );
                }
                Observation { t, hands, cards: Some(cards), ..Observation::default() }
            })
            .collect();
        let lone = lone_cards(&observations, &zones(), TimeScale::REAL);
        lone.into_iter().filter(|card| card.player == Player::One).collect()
    }

    #[test]
    fn the_only_card_seen_is_lone_while_its_place_is_hidden_since() {
        let lone = told(f64::INFINITY, &[], false, true);
        assert_eq!(lone.len(), 1, "{lone:?}");
        assert_eq!((lone[0].player, lone[0].rank), (Player::One, Some(Rank::Ten)));
        assert!((lone[0].last_seen - 0.5).abs() < 0.05, "{lone:?}");
        assert_eq!(told(1.0, &[], false, true), [], "its place was seen to be bare");
        assert_eq!(told(f64::INFINITY, &[9.0], false, true), [], "another lies beside it");
        assert_eq!(told(f64::INFINITY, &[], true, true), [], "nobody saw the rest of the Foundation");
        assert_eq!(told(f64::INFINITY, &[], false, false), [], "cards are not made out");
    }
}
