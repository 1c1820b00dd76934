//! What lay in each place of a Foundation, from card readings.
//!
//! Readings inside a Boundary are gathered by place; what lies there is a hidden state, a rank, a back or nothing, and its most
//! probable course follows from all readings with their probabilities, in which a card under a hand counts little.

use super::super::hidden::{self, LEAST_PROBABILITY, REPEATED};
use super::super::zones::Zones;
use super::bare_cloth::{Shows, shows};
use crate::base::{Pile, Player, Point, Rank, Table};
use crate::facts::{CardFace, CardSeen, HandSeen, Observation};

/// Readings this close belong to one place, centimetres: less than half a card's width, so that
/// neighbours stay apart, more than a card is nudged.
pub(super) const PLACE_CM: f64 = 2.4;
/// Readings needed to believe that a card has gone, or where it went.
pub(super) const LEAST_READINGS: usize = 3;
/// Readings needed to believe that a rank lies in a place: what becomes of it must be seen too.
const LEAST_BEFORE: usize = 2;
/// Log probability that another thing lies in a place from one reading to the next: one in four hundred.
const CHANGE: f64 = -6.0;
/// A card does not lie where another was read face up so shortly before, file seconds: that one has to be taken away first. What is read
/// so is the same card, misread as a rule under the fingers that come to take it. (By way of a back or of nothing in between two changes
/// must be paid, and the look that showed neither.)
const SWAP_SECS: f64 = 0.1;
const NO_SWAP: f64 = -20.0;
/// A card in full view is not found so often; what hides it once hides it again, so each time counts as less.
const MISSED: f64 = 0.1;
const BARE_WEIGHT: f64 = 0.5;
/// How fast a reading loses weight with the hidden part of the card, and from which part on it is none: less so than on
/// the piles (see `tops`), for the fingers that take a card lie on it.
const COVERED_POWER: i32 = 2;
const MOST_COVERED: f32 = 0.6;
/// A card that cannot be read is found when one is there with this probability; and counts as this part of one that is read.
const LEAST_FOUND: f32 = 0.6;
const UNREAD_WEIGHT: f64 = 0.5;
/// Where a card was found so often under some fingers or fewer, and so many times as often as it was not, nothing is there when none
/// is found under as few.
const FOUND_UNDER: usize = 5;
const FOUND_TIMES: usize = 4;
/// Neighbouring readings share their errors: how much each counts for how sure a span is, which the first alone makes it already.
const INDEPENDENCE: f64 = 0.3;
/// A landmark this near covers a place, centimetres.
const COVER_CM: f64 = 5.0;
/// So many looks in a row without a card at a place over which something seems to lie say that the mat is printed so: more than a second
/// of them, thirty a second.
const PRINTED: usize = 36;
/// A forearm hides what is so far behind the wrist and so far beside its middle, centimetres: with its sleeve, and half a
/// card.
const ARM_CM: f64 = 35.0;
const ARM_WIDTH_CM: f64 = 5.5;
/// How far a reading may lie outside the Boundary and still belong to the Foundation, centimetres
/// (B.2.4: small spill is no breach).
const SPILL_CM: f64 = 1.5;
/// A card away from its place is looked for so far outside its Boundary, centimetres, where none lay so long before and after,
/// file seconds.
const SIDE_CM: f64 = 15.0;
const AWAY_SECS: f64 = 1.0;

/// A place, and what was read there.
pub(super) struct Place {
    pub(super) centre: Point<Table>,
    pub(super) readings: Vec<Reading>,
}

pub(super) const RANKS: usize = Rank::ALL.len();
/// What may lie in a place: the ranks in the order of [`Rank::ALL`], a back, nothing.
const STATES: usize = RANKS + 2;
pub(super) const BACK: usize = RANKS;
pub(super) const NOTHING: usize = RANKS + 1;

/// What was read once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Reading {
    t: f64,
    /// Log probability of what was read in each state.
    logs: [f64; STATES],
}

impl Reading {
    /// A card was read.
    pub(super) fn card(t: f64, card: &CardSeen, again: bool) -> Option<Reading> {
        if card.covered > MOST_COVERED || (card.face == CardFace::Up && card.rank.is_none()) {
            return None;
        }
        let weight = if again { REPEATED } else { 1.0 } * f64::from(1.0 - card.covered).powi(COVERED_POWER);
        let mut chances = [LEAST_PROBABILITY; STATES];
        for (chance, rank) in chances.iter_mut().zip(card.ranks) {
            *chance = f64::from(rank).max(LEAST_PROBABILITY);
        }
        if card.face == CardFace::Down {
            chances[BACK] = f64::from(card.confidence).max(LEAST_PROBABILITY);
        }
        Some(Reading { t, logs: chances.map(|chance| weight * chance.ln()) })
    }

    /// A card lies there face up that cannot be read, under fingers for instance: anything but nothing or a back.
    fn unread(t: f64, card: &CardSeen) -> Option<Reading> {
        let found = card.face == CardFace::Up && card.rank.is_none() && card.confidence >= LEAST_FOUND;
        // Always the same rank, so that all of them agree.
        let log = |i: usize| match i {
            0 => 0.0,
            1..RANKS => UNREAD_WEIGHT * 0.5_f64.ln(),
            _ => UNREAD_WEIGHT * LEAST_PROBABILITY.ln(),
        };
        (found && card.covered <= MOST_COVERED).then(|| Reading { t, logs: std::array::from_fn(log) })
    }

    /// What it counts for against one of a card in full view that was not read so before.
    fn weight(&self) -> f64 {
        self.logs.iter().copied().fold(0.0, f64::min) / LEAST_PROBABILITY.ln()
    }

    /// Nothing was found in a place in full view.
    fn nothing(t: f64) -> Reading {
        let log = |i: usize| if i == NOTHING { (1.0 - MISSED).ln() } else { MISSED.ln() };
        Reading { t, logs: std::array::from_fn(|i| BARE_WEIGHT * log(i)) }
    }
}

/// A time in which one thing lay in a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span {
    /// A rank, or a back or nothing above them.
    pub(super) state: usize,
    pub(super) from: f64,
    pub(super) to: f64,
    /// How many readings agree.
    pub(super) readings: usize,
    pub(super) confidence: f64,
}

/// The cards in a player's Foundation.
pub(in super::super) fn in_foundation<'a>(
    cards: &'a [CardSeen],
    player: Player,
    zones: &'a Zones,
) -> impl Iterator<Item = &'a CardSeen> + 'a {
    cards.iter().filter(move |card| zones.boundary_depth(player, card.centre) > -SPILL_CM)
}

/// All places of a player's Foundation in which a rank or a back was read.
pub(super) fn places(observations: &[Observation], player: Player, zones: &Zones) -> Vec<Place> {
    let mut places = read(observations, player, zones, Reading::card);
    for place in &mut places {
        add_empty(place, observations, player, zones);
        place.readings.sort_by(|a, b| a.t.total_cmp(&b.t));
    }
    places
}

/// The same with those in which a card was only seen to lie: which one it was does not matter, but whether one does.
pub(super) fn places_held(observations: &[Observation], player: Player, zones: &Zones) -> Vec<Place> {
    let either =
        |t: f64, card: &CardSeen, again: bool| Reading::card(t, card, again).or_else(|| Reading::unread(t, card));
    let mut places = read(observations, player, zones, either);
    for place in &mut places {
        add_empty(place, observations, player, zones);
        add_empty_under_fingers(place, observations, player, zones);
        place.readings.sort_by(|a, b| a.t.total_cmp(&b.t));
    }
    places
}

/// The cards read in a Foundation, by place.
fn read(
    observations: &[Observation],
    player: Player,
    zones: &Zones,
    reading: impl Fn(f64, &CardSeen, bool) -> Option<Reading>,
) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    // What each camera read before.
    let mut before: [&[CardSeen]; 2] = [&[]; 2];
    for observation in observations {
        let Some(cards) = &observation.cards else { continue };
        let own = usize::from(observation.camera).min(1);
        for card in in_foundation(cards, player, zones) {
            let again = before[own].iter().any(|old| old.centre == card.centre && old.ranks == card.ranks);
            let Some(reading) = reading(observation.t, card, again) else { continue };
            let nearest = places
                .iter_mut()
                .filter(|place| place.centre.distance(card.centre) < PLACE_CM)
                .min_by(|a, b| a.centre.distance(card.centre).total_cmp(&b.centre.distance(card.centre)));
            match nearest {
                Some(place) => place.readings.push(reading),
                None => places.push(Place { centre: card.centre, readings: vec![reading] }),
            }
        }
        before[own] = cards;
    }
    places
}

/// Whether hands or their forearms may hide what lies at a point.
pub(super) fn hidden_by(hands: &[HandSeen], point: Point<Table>) -> bool {
    hands.iter().any(|hand| {
        hand.table.iter().any(|landmark| landmark.distance(point) < COVER_CM) || under_arm(&hand.table, point)
    })
}

/// Whether their forearms may.
fn hidden_by_arm(hands: &[HandSeen], point: Point<Table>) -> bool {
    hands.iter().any(|hand| under_arm(&hand.table, point))
}

/// Whether the forearm behind a hand may hide a point: the way on from its knuckles over its wrist.
fn under_arm(landmarks: &[Point<Table>], point: Point<Table>) -> bool {
    let [wrist, .., knuckle] = landmarks.get(..=9).unwrap_or_default() else { return false };
    let (dx, dy) = (wrist.x - knuckle.x, wrist.y - knuckle.y);
    let length = dx.hypot(dy).max(1e-6);
    let (ux, uy) = (dx / length, dy / length);
    let (px, py) = (point.x - wrist.x, point.y - wrist.y);
    let (along, beside) = (px * ux + py * uy, (px * uy - py * ux).abs());
    (0.0..ARM_CM).contains(&along) && beside < ARM_WIDTH_CM
}

/// What lay in a place, in order.
pub(super) fn spans(readings: &[Reading]) -> Vec<Span> {
    let logs: Vec<[f64; STATES]> = readings.iter().map(|reading| reading.logs).collect();
    let change = |at: usize, before: usize, after: usize| {
        let at_once = readings[at].t - readings[at - 1].t < SWAP_SECS;
        if before < RANKS && after < RANKS && at_once { NO_SWAP } else { CHANGE }
    };
    let course = hidden::course(&logs, change);
    let mut spans = Vec::new();
    let mut start = 0;
    while start < readings.len() {
        let state = course[start];
        let end = (start..readings.len()).find(|&i| course[i] != state).unwrap_or(readings.len());
        let part = &readings[start..end];
        start = end;
        let agreeing: Vec<&Reading> = part.iter().filter(|reading| hidden::best(&reading.logs) == state).collect();
        let least = if state < RANKS { LEAST_BEFORE } else { LEAST_READINGS };
        if let (Some(first), Some(last), true) = (agreeing.first(), agreeing.last(), agreeing.len() >= least) {
            let readings: f64 = part.iter().map(Reading::weight).sum();
            let each = (1.0 / readings).clamp(INDEPENDENCE, 1.0);
            let log = |i: usize| each * part.iter().map(|reading| reading.logs[i]).sum::<f64>();
            let own = log(state);
            let confidence = 1.0 / (0..STATES).map(|i| (log(i) - own).exp()).sum::<f64>();
            spans.push(Span { state, from: first.t, to: last.t, readings: agreeing.len(), confidence });
        }
    }
    spans
}

impl Place {
    /// What lay here, in order. A rank that is read elsewhere while it is not read here was away, though it lies here again
    /// before anything else is read: the time away is a span of nothing.
    pub(super) fn spans(&self, observations: &[Observation], player: Player, zones: &Zones) -> Vec<Span> {
        let mut all = Vec::new();
        for span in spans(&self.readings) {
            let Some(rank) = Rank::ALL.get(span.state).copied() else {
                all.push(span);
                continue;
            };
            let own = |reading: &&Reading| {
                (span.from..=span.to).contains(&reading.t) && hidden::best(&reading.logs) == span.state
            };
            let read: Vec<f64> = self.readings.iter().filter(own).map(|reading| reading.t).collect();
            let mut rest = span;
            for gap in read.windows(2) {
                let [from, to] = [gap[0], gap[1]];
                let Some((first, last, readings)) = self.away(rank, (from, to), observations, player, zones) else {
                    continue;
                };
                let before = read.iter().filter(|t| (rest.from..=from).contains(*t)).count();
                all.push(Span { to: from, readings: before, ..rest });
                all.push(Span { state: NOTHING, from: first, to: last, readings, ..rest });
                rest = Span { from: to, readings: rest.readings.saturating_sub(before), ..rest };
            }
            all.push(rest);
        }
        all
    }

    /// When the rank is read first and last on its player's side, away from here and from where other cards lie, or on a pile that shows
    /// another card before and after, between two readings of it here, and how often.
    fn away(
        &self,
        rank: Rank,
        (from, to): (f64, f64),
        observations: &[Observation],
        player: Player,
        zones: &Zones,
    ) -> Option<(f64, f64, usize)> {
        let first = observations.partition_point(|o| o.t <= from);
        let last = observations.partition_point(|o| o.t < to);
        let up = |o: &Observation, card: &CardSeen| {
            let there = card.centre.distance(self.centre) > PLACE_CM;
            let side = zones.boundary_depth(player, card.centre) > -SIDE_CM;
            (card.face == CardFace::Up && card.rank == Some(rank) && there && side).then_some((o.t, card.centre))
        };
        let seen = |o: &'_ Observation| o.cards.iter().flatten().filter_map(|card| up(o, card)).collect::<Vec<_>>();
        let meanwhile = observations.get(first..last)?;
        let mut elsewhere = meanwhile.iter().flat_map(seen).collect::<Vec<_>>();
        if elsewhere.len() < LEAST_READINGS {
            return on_a_pile_and_off(rank, meanwhile);
        }
        // Another card of the rank, or one that is misread when a hand lies on it.
        let lies = |at: Point<Table>| {
            let beside = |o: &Observation| o.cards.iter().flatten().any(|card| card.centre.distance(at) < PLACE_CM);
            let before = observations[..first].iter().rev().take_while(|o| from - o.t < AWAY_SECS).any(beside);
            before || observations[last..].iter().take_while(|o| o.t - to < AWAY_SECS).any(beside)
        };
        elsewhere.retain(|(_, at)| !lies(*at));
        let (began, ended) = (elsewhere.first()?.0, elsewhere.last()?.0);
        (elsewhere.len() >= LEAST_READINGS).then_some((began, ended, elsewhere.len()))
    }
}

/// When a pile that shows another card before and after is read as that rank, first and last, and how often: a card that was laid there
/// and taken back.
fn on_a_pile_and_off(rank: Rank, observations: &[Observation]) -> Option<(f64, f64, usize)> {
    Pile::BOTH.into_iter().find_map(|pile| {
        let top = |o: &Observation| Some((o.t, o.piles.as_ref()?[pile.index()].as_ref()?.rank?));
        let tops: Vec<(f64, Rank)> = observations.iter().filter_map(top).collect();
        let stretches: Vec<&[(f64, Rank)]> = tops.chunk_by(|a, b| a.1 == b.1).collect();
        let inner = stretches.get(1..stretches.len().saturating_sub(1))?;
        let laid = inner.iter().find(|tops| tops[0].1 == rank && tops.len() >= LEAST_READINGS)?;
        Some((laid[0].0, laid[laid.len() - 1].0, laid.len()))
    })
}

/// Readings of nothing under fingers, where a card was found under as many.
fn add_empty_under_fingers(place: &mut Place, observations: &[Observation], player: Player, zones: &Zones) {
    let near = |point: Point<Table>, cm: f64| point.distance(place.centre) < cm;
    // Of each reading with a hand over the place, but no forearm: how many of its landmarks are, and whether a card was found.
    let over: Vec<(f64, usize, bool)> = observations
        .iter()
        .filter_map(|observation| {
            let cards = observation.cards.as_ref()?;
            let arm = observation.hands.iter().any(|hand| under_arm(&hand.table, place.centre));
            let fingers = observation.hands.iter().flat_map(|hand| &hand.table);
            let fingers = fingers.filter(|&&point| near(point, COVER_CM)).count();
            let found = in_foundation(cards, player, zones).any(|card| near(card.centre, 2.0 * PLACE_CM));
            (fingers > 0 && !arm).then_some((observation.t, fingers, found))
        })
        .collect();
    let mut under: Vec<usize> = over.iter().filter(|(.., found)| *found).map(|(_, fingers, _)| *fingers).collect();
    under.sort_unstable();
    let Some(&most) = under.get(FOUND_UNDER - 1) else { return };
    let as_few = || over.iter().filter(|(_, fingers, _)| *fingers <= most);
    let found = || as_few().filter(|(.., found)| *found);
    let Some(last) = found().map(|(t, ..)| *t).next_back() else { return };
    let missed = |after: bool| as_few().filter(move |(t, _, found)| !found && (*t > last) == after);
    if found().count() >= FOUND_TIMES * missed(false).count() {
        place.readings.extend(missed(true).map(|(t, ..)| Reading::nothing(*t)));
    }
}

/// Readings of nothing: the place was read, no card is near it, and its cloth shows and no forearm covers it, or where it does
/// not show no hand does and nothing lies over it from the player's side; if that seems so for long, it is printed on the mat.
fn add_empty(place: &mut Place, observations: &[Observation], player: Player, zones: &Zones) {
    let (mut coloured, mut printed) = (Vec::new(), false);
    for observation in observations {
        let Some(cards) = &observation.cards else { continue };
        let near = |point: Point<Table>, cm: f64| point.distance(place.centre) < cm;
        let card = in_foundation(cards, player, zones).any(|card| near(card.centre, 2.0 * PLACE_CM));
        let shows = shows(observation, player, zones, place.centre);
        if card || shows == Shows::Cloth {
            coloured.clear();
            printed = false;
        }
        // Skin has another colour than the cloth, a sleeve may have its.
        let hides = if shows == Shows::Cloth { hidden_by_arm } else { hidden_by };
        let in_view = !hides(&observation.hands, place.centre);
        if card || !in_view {
            continue;
        }
        let nothing = Reading::nothing(observation.t);
        if shows == Shows::Over && !printed {
            coloured.push(nothing);
            printed = coloured.len() >= PRINTED;
            if printed {
                place.readings.append(&mut coloured);
            }
        } else {
            place.readings.push(nothing);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Readings of a span, thirty a second.
    pub(in super::super) fn readings_of(span: &Span) -> Vec<Reading> {
        let n = ((span.to - span.from) * 30.0).round() as usize;
        let log = |i: usize| if i == span.state { 0.95 } else { LEAST_PROBABILITY };
        (0..=n)
            .map(|k| {
                let t = span.from + k as f64 / 30.0;
                if span.state == NOTHING {
                    Reading::nothing(t)
                } else {
                    Reading { t, logs: std::array::from_fn(|i| f64::ln(log(i))) }
                }
            })
            .collect()
    }

    /// A second of readings: a card that cannot be read lies under two fingers, half a second later it is gone and as much of the hand, or
    /// all of it, lies there.
    fn held(whole_hand: bool) -> Vec<Vec<usize>> {
        use super::super::tests::{card, zones};
        use crate::facts::HandSeen;
        let at = Point::new(0.0, -28.0);
        let observations: Vec<Observation> = (0..30)
            .map(|i| {
                let (lies, away) = (i < 15, Point::new(0.0, -60.0));
                let mut fingers = HandSeen::lying(if whole_hand && !lies { at } else { away });
                // The forearm comes from the player's side.
                (fingers.table[0], fingers.table[9]) = (Point::new(0.0, -45.0), Point::new(0.0, -38.0));
                fingers.table[8] = at;
                fingers.table[12] = at;
                let seen = CardSeen { confidence: 0.75, covered: 0.47, ..card(0.0, -28.0, CardFace::Up, None) };
                Observation {
                    t: f64::from(i) / 30.0,
                    hands: vec![fingers],
                    cards: Some(if lies { vec![seen] } else { Vec::new() }),
                    ..Observation::default()
                }
            })
            .collect();
        let places = places_held(&observations, Player::One, &zones());
        assert!(super::places(&observations, Player::One, &zones()).is_empty());
        places.iter().map(|place| spans(&place.readings).iter().map(|span| span.state).collect()).collect()
    }

    #[test]
    fn a_card_that_is_read_for_a_moment_is_as_sure_as_it_was_read() {
        use super::super::tests::card;
        let five = CardSeen { covered: 0.22, ..card(0.0, -28.0, CardFace::Up, Some(Rank::Five)) };
        let readings: Vec<Reading> =
            [false, true, true].iter().filter_map(|&again| Reading::card(0.0, &five, again)).collect();
        let span = spans(&readings)[0];
        assert!(span.confidence > 0.75, "{span:?}");
        // More of the same make it no surer than one reading of the whole card.
        let longer = spans(&[&readings[..], &readings[1..]].concat())[0];
        assert!((span.confidence..0.9).contains(&longer.confidence), "{longer:?}");
    }

    #[test]
    fn a_card_that_a_pile_shows_meanwhile_was_away() {
        use super::super::tests::{card, zones};
        // A seven that an arm hides for a second, in which a pile shows a six, `then` and what `last` says.
        let states = |then: Rank, last: Rank| {
            let observations: Vec<Observation> = (0..60)
                .map(|i| {
                    let (lies, laid) = (!(15..45).contains(&i), (25..35).contains(&i));
                    let top = if laid {
                        then
                    } else if i < 25 {
                        Rank::Six
                    } else {
                        last
                    };
                    Observation {
                        t: f64::from(i) / 30.0,
                        hands: vec![crate::facts::HandSeen::lying(Point::new(0.0, if lies { -60.0 } else { -28.0 }))],
                        cards: Some(
                            lies.then(|| card(0.0, -28.0, CardFace::Up, Some(Rank::Seven))).into_iter().collect(),
                        ),
                        piles: Some([Some(card(-5.0, 0.0, CardFace::Up, Some(top))), None]),
                        ..Observation::default()
                    }
                })
                .collect();
            let places = super::places(&observations, Player::One, &zones());
            let spans = places[0].spans(&observations, Player::One, &zones());
            spans.iter().map(|span| span.state).collect::<Vec<_>>()
        };
        let seven = Rank::ALL.iter().position(|&rank| rank == Rank::Seven).expect("a rank");
        assert_eq!(states(Rank::Seven, Rank::Six), [seven, NOTHING, seven]);
        assert_eq!(states(Rank::Eight, Rank::Six), [seven]);
        assert_eq!(states(Rank::Seven, Rank::Seven), [seven], "another seven that stays there");
    }

    #[test]
    fn a_card_that_reads_as_another_from_one_look_to_the_next_is_misread() {
        use super::super::tests::card;
        // A seven; then, under fingers, rather an eight; then a back.
        let state = |rank: Rank| Rank::ALL.iter().position(|&other| other == rank).expect("a rank");
        let seven = card(0.0, -28.0, CardFace::Up, Some(Rank::Seven));
        let mut eight = CardSeen { covered: 0.3, ..card(0.0, -28.0, CardFace::Up, Some(Rank::Eight)) };
        eight.ranks[state(Rank::Seven)] = 0.04;
        let read = |away_secs: f64| {
            let at = |i: i32| f64::from(i) / 30.0 + if i < 10 { 0.0 } else { away_secs };
            let of = |i: i32| if i < 10 { &seven } else { &eight };
            let mut readings: Vec<Reading> = (0..17).filter_map(|i| Reading::card(at(i), of(i), false)).collect();
            let back = CardSeen { face: CardFace::Down, ..card(0.0, -28.0, CardFace::Down, None) };
            readings.extend((17..25).filter_map(|i| Reading::card(at(i), &back, false)));
            spans(&readings).iter().map(|span| span.state).collect::<Vec<_>>()
        };
        assert_eq!(read(0.0), [state(Rank::Seven), BACK]);
        assert_eq!(read(0.2), [state(Rank::Seven), state(Rank::Eight), BACK]);
    }

    #[test]
    fn a_place_over_which_a_sleeve_lies_is_not_bare() {
        use super::super::bare_cloth::tests::cloth_without;
        use super::super::tests::{card, zones};
        // A queen for half a second; then for so many looks no card is found and all over that y the cloth is hidden, where no hand
        // or forearm is thought to be.
        let states = |looks: usize, lowest: f64, below: f64| {
            let observations: Vec<Observation> = (0..15 + looks)
                .map(|i| {
                    let lies = i < 15;
                    let over = |at: Point<Table>| (at.x.abs() < 3.2) && (lowest..below).contains(&at.y);
                    Observation {
                        t: i as f64 / 30.0,
                        cards: Some(
                            lies.then(|| card(0.0, -28.0, CardFace::Up, Some(Rank::Queen))).into_iter().collect(),
                        ),
                        cloth: cloth_without(over),
                        ..Observation::default()
                    }
                })
                .collect();
            let places = super::places(&observations, Player::One, &zones());
            let spans = places[0].spans(&observations, Player::One, &zones());
            spans.iter().map(|span| span.state).collect::<Vec<_>>()
        };
        let queen = Rank::ALL.iter().position(|&rank| rank == Rank::Queen).expect("a rank");
        let (near, far) = (-40.0, -15.0);
        assert_eq!(states(20, near, far), [queen], "a sleeve");
        assert_eq!(states(20, far, far), [queen, NOTHING], "cloth");
        assert_eq!(states(20, -32.5, far), [queen, NOTHING], "a back that was not found");
        assert_eq!(states(45, near, far), [queen, NOTHING], "printed");
    }

    #[test]
    fn a_card_that_is_seen_to_lie_under_fingers_is_seen_to_be_gone_under_as_many() {
        assert_eq!(held(false), [[0, NOTHING]]);
        assert_eq!(held(true), [[0]]);
    }
}
