//! A settled scenario in, a director with everybody seated and every card in its place out.

use super::anatomy::Anatomy;
use super::places::Places;
use super::table::{CardTable, flat};
use super::{Arm, Director};
use crate::simulate::arm::shapes;
use crate::simulate::chance::Chance;
use crate::simulate::scenario::{Laws, Settled};
use crate::simulate::scene::{CardIndex, Pose};
use crate::simulate::timeline::{ArmKey, ArmTrack, CardRide, CardTrack, Ride, Seated, Timeline};
use glam::{DQuat, DVec2, DVec3};

/// How untidy a pile is: standard deviations of place (centimetres) and angle (radians).
struct Disorder(f64, f64);

const DECK: Disorder = Disorder(0.05, 0.012);
const SUB_PILE: Disorder = Disorder(0.16, 0.03);
const CENTRE: Disorder = Disorder(0.5, 0.13);
const HOLDING: Disorder = Disorder(0.6, 0.15);

pub(super) fn director(settled: &Settled) -> Director {
    let angles: Vec<f64> = settled.people.iter().map(|person| person.angle_deg).collect();
    let places = Places::new(&settled.layout, &angles, settled.deck.size);
    let people: Vec<Seated> = settled
        .people
        .iter()
        .zip(&places.distance)
        .map(|(person, distance)| Seated::new(person.angle_deg, *distance, person.size))
        .collect();
    let still = ArmKey { wrist: Pose { at: DVec3::ZERO, turn: DQuat::IDENTITY }, shape: shapes::REST };
    let mut chance = settled.seed.stream("cards' curl");
    let curl = |chance: &mut Chance| chance.normal(0.0, 0.0012) * settled.deck.wear;
    let cards = settled.deal.cards.len();
    let timeline = Timeline {
        arms: vec![ArmTrack { start: still, moves: Vec::new() }; 2 * people.len()],
        people,
        cards: (0..cards)
            .map(|_| CardTrack {
                rides: vec![CardRide { t0: f64::NEG_INFINITY, ride: Ride::Rest(Pose::IDENTITY) }],
                curl: curl(&mut chance),
            })
            .collect(),
        mats: Vec::new(),
        faces: settled.deal.cards.clone(),
    };
    let table = CardTable::new(&settled.deal, settled.deck.size);
    let strays = (0..cards)
        .filter(|card| {
            let face = settled.deal.cards[*card];
            let twice = settled.deal.cards[..*card].contains(&face) || settled.deal.cards[*card + 1..].contains(&face);
            settled.laws == Laws::Isf && (twice || face.suit.is_none())
        })
        .map(|card| card as CardIndex)
        .collect();
    let mut director = Director {
        laws: settled.laws,
        table,
        anatomies: settled.people.iter().map(Anatomy::new).collect(),
        speeds: settled.people.iter().map(|person| person.speed.clamp(0.5, 1.6)).collect(),
        handedness: settled.people.iter().map(|person| person.handedness).collect(),
        arms: vec![Arm::default(); timeline.arms.len()],
        layout: settled.layout.clone(),
        events: Vec::new(),
        noises: Vec::new(),
        declared: Vec::new(),
        takes: Vec::new(),
        chance: settled.seed.stream("laying out"),
        seed: settled.seed.part("direction"),
        cues: 0,
        now: 0.0,
        slapped: Vec::new(),
        finished: vec![None; timeline.people.len()],
        strays,
        duration_s: settled.duration_s,
        past: std::sync::Arc::default(),
        places,
        timeline,
    };
    lay_out(&mut director, settled);
    for arm in 0..director.arms.len() {
        director.timeline.arms[arm].start = director.home(arm);
        // Nobody's hand is in the middle of something at the start.
        director.arms[arm].free_at = 0.0;
    }
    director
}

fn lay_out(director: &mut Director, settled: &Settled) {
    for person in 0..director.places.people.len() {
        let spots = director.places.people[person].clone();
        let upright = angle_of(&director.timeline.people[person]);
        let decks = director.table.decks[person].clone();
        let borrowed = settled.deal.borrowed[person];
        let crosswise = decks.len().checked_sub(borrowed).filter(|_| borrowed > 0);
        for (i, card) in decks.iter().enumerate() {
            // G.3.4: the last borrowed card lies crosswise.
            let angle = upright + if crosswise == Some(i) { std::f64::consts::FRAC_PI_2 } else { 0.0 };
            lay(director, *card, spots.deck, angle, false, &DECK);
        }
        for card in director.table.holding[person].clone() {
            lay(director, card, spots.holding, upright, false, &HOLDING);
        }
        for (place, cards) in director.table.foundations[person].clone().into_iter().enumerate() {
            for (i, card) in cards.iter().enumerate() {
                lay(director, *card, spots.sub_piles[place], upright, i + 1 == cards.len(), &SUB_PILE);
            }
        }
    }
    for (pile, cards) in director.table.centre.clone().into_iter().enumerate() {
        for card in cards {
            let spot = director.places.piles[pile];
            // Cards come from all sides.
            let person = director.chance.below(director.timeline.people.len());
            let angle = angle_of(&director.timeline.people[person]);
            lay(director, card, spot, angle, true, &CENTRE);
        }
    }
}

/// The angle of a card that lies upright for a person.
pub(super) fn angle_of(seated: &Seated) -> f64 {
    let away = seated.chair * DVec3::Y;
    away.y.atan2(away.x) - std::f64::consts::FRAC_PI_2
}

fn lay(director: &mut Director, card: CardIndex, spot: DVec2, angle: f64, up: bool, disorder: &Disorder) {
    let chance = &mut director.chance;
    let at = spot + DVec2::new(chance.normal(0.0, disorder.0), chance.normal(0.0, disorder.0));
    let angle = angle + chance.normal(0.0, disorder.1);
    let z = director.table.rest_height(at, angle, &[]);
    let pose = flat(at.extend(z), angle, up);
    director.table.lying[usize::from(card)] = Some(pose);
    director.timeline.cards[usize::from(card)].rides[0].ride = Ride::Rest(pose);
}
