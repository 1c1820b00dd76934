//! What holds for any course of events: no panic, no impossible answer, the same answer twice, and cards
//! that come and go one at a time.

use crate::bench::*;
use slapsight::base::{Measured, Pile, Player, TimeScale};
use slapsight::facts::{Event, EventKind, Finding, Kind};
use slapsight::law::isf::clauses::find;
use slapsight::law::isf::{Impossible, Outcome, Settings, State, judge, judge_all};

const KINDS: [EventKind; 13] = [
    EventKind::Reveal,
    EventKind::Lift,
    EventKind::Return,
    EventKind::Contact,
    EventKind::Play,
    EventKind::Remove,
    EventKind::Touch,
    EventKind::Untouch,
    EventKind::Turn,
    EventKind::Stoppage,
    EventKind::RoundStart,
    EventKind::RoundEnd,
    EventKind::MatchEnd,
];

fn settings() -> Settings {
    Settings { scale: TimeScale::REAL, ..Settings::default() }
}

/// What every outcome has to be, whatever happened.
fn sound(outcome: &Outcome, end: f64) {
    for ruling in &outcome.rulings {
        assert!((0.0..=1.0).contains(&ruling.confidence), "{ruling:?}");
        assert!(ruling.until >= ruling.at.t && ruling.until <= end + 1.0, "{ruling:?}");
        assert!(!ruling.clauses.is_empty() && ruling.clauses.iter().all(|number| find(number).is_some()), "{ruling:?}");
        assert!(ruling.sanction.is_none() || ruling.finding == Finding::Offence, "{ruling:?}");
        assert!(!ruling.sentence.contains("NaN") && ruling.sentence.ends_with('.'), "{}", ruling.sentence);
    }
    assert!(outcome.rulings.windows(2).all(|pair| pair[0].at.t <= pair[1].at.t));
    for slap in &outcome.slaps {
        assert!(slap.p_player1_first.is_none_or(|p| (0.0..=1.0).contains(&p)));
        assert!(slap.margin.is_none_or(|margin| margin.t >= 0.0));
        assert!(slap.attempts.windows(2).all(|pair| pair[0].player <= pair[1].player));
    }
    assert!(outcome.state.piles.iter().all(|pile| !pile.is_empty()));
    assert!(outcome.state.slap.is_none() && outcome.state.pairs.is_empty() && outcome.state.reveal.is_none());
    assert!(outcome.state.overlaps.iter().all(Option::is_none));
}

/// A small world in which everything bad can happen: two hands, two piles, a card that follows, one
/// that does not, one that matches, one that cannot be read.
fn alphabet() -> Vec<Event> {
    vec![
        contact(0.0, One, LH, Left, Queen),
        release(0.0, One, LH, Left, Queen),
        contact(0.0, Two, RH, Left, Five),
        release(0.0, Two, RH, Left, None),
        remove(0.0, Two, RH, Left, None),
        reveal(0.0, One, Right, Queen),
        reveal(0.0, Two, Left, Queen),
        touch(0.0, One, LH, Left),
        touch(0.0, One, RH, Right),
        touch(0.0, Two, LH, Right),
        touch(0.0, Two, RH, Left),
        untouch(0.0, One, LH, Left),
        lift(0.0, One, LH, Queen),
        lift(0.0, One, RH, Ace),
        back(0.0, One, RH, Ace),
        event(0.0, EventKind::Stoppage),
        event(0.0, EventKind::RoundEnd),
    ]
}

#[test]
fn every_short_course_is_ruled_soundly_and_alike_twice() {
    let alphabet = alphabet();
    let n = alphabet.len();
    // Gaps that fall inside and outside the judge's waiting times.
    for (gap, tops) in [(0.02, [King, Queen]), (0.4, [Queen, Queen]), (1.5, [King, Queen])] {
        for code in 0..n.pow(4) {
            let course: Vec<Event> = (0..4)
                .map(|i| {
                    let mut event = alphabet[code / n.pow(i) % n].clone();
                    event.at = Measured::normal(0.1 + f64::from(i) * gap, 0.002);
                    event
                })
                .collect();
            let once = judge_all(State::new(tops.map(Some)), &course, &settings(), 8.0).expect("possible");
            sound(&once, 8.0);
            if code % 97 == 0 {
                let twice = judge_all(State::new(tops.map(Some)), &course, &settings(), 8.0).expect("possible");
                assert_eq!(format!("{once:?}"), format!("{twice:?}"));
            }
        }
    }
}

/// A plain generator (Knuth's 64-bit linear congruential constants), so that a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }

    fn event(&mut self, t: f64) -> Event {
        let ranks = [None, Some(Queen), Some(King), Some(Ace), Some(Deuce), Some(Five), Some(Joker)];
        Event {
            at: Measured::normal(t, [0.0, 0.001, 0.03][self.roll(3)]),
            kind: KINDS[[0, 1, 2, 3, 4, 5, 6, 7, 3, 4, 6, 7, 1, self.0 as usize % 13][self.roll(14)]],
            player: [Some(Player::One), Some(Player::Two)][self.roll(2)],
            hand: [None, Some(LH), Some(RH)][self.roll(3)],
            pile: Some([Pile::Left, Pile::Right][self.roll(2)]),
            card: ranks[self.roll(7)].map(|rank| slapsight::base::Card { rank, suit: None }),
            confidence: [1.0, 0.9, 0.3][self.roll(3)],
            inferred: false,
            after_other: None,
        }
    }
}

#[test]
fn long_random_courses_are_ruled_soundly() {
    for seed in 0..400 {
        let mut dice = Dice(seed);
        let mut t = 0.0;
        let course: Vec<Event> = (0..150)
            .map(|_| {
                t += [0.0, 0.003, 0.02, 0.1, 0.5, 2.0][dice.roll(6)];
                dice.event(t)
            })
            .collect();
        for initial in [State::new([Some(King), None]), State::before_match()] {
            let outcome = judge_all(initial, &course, &settings(), t + 0.1).expect("possible");
            sound(&outcome, t + 0.1);
        }
    }
}

#[test]
fn one_event_lays_or_takes_at_most_one_card() {
    for seed in 0..100 {
        let mut dice = Dice(seed);
        let mut state = State::new([Some(King), Some(Queen)]);
        for i in 0..60 {
            let event = dice.event(f64::from(i) * 0.05);
            let before: Vec<usize> = state.piles.iter().map(Vec::len).collect();
            let (next, rulings) = judge(&state, &event, &settings()).expect("possible");
            let after: Vec<usize> = next.piles.iter().map(Vec::len).collect();
            // A slap that was won clears both piles; otherwise only the event's own pile changes, by one.
            let cleared = rulings.iter().any(|ruling| ruling.kind == Kind::Slap && ruling.player.is_some());
            let moved: usize = before.iter().zip(&after).map(|(a, b)| a.abs_diff(*b)).sum();
            assert!(moved <= 1 || cleared, "{event:?}: {before:?} {after:?}");
            state = next;
        }
    }
}

#[test]
fn judging_one_by_one_rules_what_judging_all_rules() {
    let events =
        together([play(0.5, Two, RH, Left, Nine), slap(3.0, One), slap(6.0, Two), vec![lift(9.0, One, LH, Ten)]]);
    let all = judge_all(State::new([Some(Six), Some(Five)]), &events, &settings(), 9.1).expect("possible");
    let mut state = State::new([Some(Six), Some(Five)]);
    let mut rulings = Vec::new();
    for event in &events {
        let (next, new) = judge(&state, event, &settings()).expect("possible");
        state = next;
        rulings.extend(new);
    }
    assert_eq!(rulings, all.rulings);
    assert_eq!(rulings.len(), 3);
}

#[test]
fn only_what_cannot_be_is_impossible() {
    let state = State::new([Some(King), Some(Queen)]);
    let refuse = |event: &Event| judge(&state, event, &settings()).expect_err("impossible");
    let fair = contact(1.0, One, LH, Left, Queen);
    for at in [
        Measured::exact(f64::NAN),
        Measured { t: 1.0, lo: 1.5, hi: 2.0, ..Measured::default() },
        Measured::exact(f64::INFINITY),
    ] {
        assert!(matches!(refuse(&Event { at, ..fair.clone() }), Impossible::Instant(..)));
    }
    assert!(matches!(refuse(&Event { confidence: 1.2, ..fair.clone() }), Impossible::Confidence(..)));
    assert!(matches!(refuse(&Event { confidence: f64::NAN, ..fair.clone() }), Impossible::Confidence(..)));
    assert!(matches!(refuse(&Event { pile: None, ..fair.clone() }), Impossible::NoPile(..)));
    assert!(matches!(refuse(&Event { player: None, ..touch(1.0, One, LH, Left) }), Impossible::NoPlayer(..)));
    let (later, _) = judge(&state, &fair, &settings()).expect("possible");
    let back_in_time = judge(&later, &Event { at: Measured::exact(0.5), ..fair.clone() }, &settings());
    assert!(matches!(back_in_time, Err(Impossible::BackInTime(..))));
    // A card that changed with nobody seen is odd, not impossible.
    assert!(judge(&state, &Event { player: None, hand: None, ..fair }, &settings()).is_ok());
}
