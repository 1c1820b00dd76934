//! What cannot be, what is forgotten rather than guessed, and how events are written.

use crate::table::*;
use slapsight::base::Measured;
use slapsight::facts::Finding::{NoOffence, Offence};
use slapsight::law::ers::{self, Switches};
use slapsight::law::one_pile::{Act, Event, Impossible, Kind, State, Target, Which, digest};

fn table(counts: &[u8]) -> Table<Switches> {
    Table::deal(Switches::default(), counts)
}

#[test]
fn only_what_cannot_be_is_impossible() {
    let mut table = table(&[25, 1, 26]);
    let before = digest(&table.state);
    assert_eq!(table.refuse(flip_of(4, "5", Which::Slap)), Impossible::UnknownSeat(seat(4), 3));
    assert_eq!(table.refuse(flip_of(2, "5", Which::Split)), Impossible::NoSplit);
    assert_eq!(table.refuse(Act::Take { seat: seat(1), pile: Which::Slap }), Impossible::NoCards);
    assert_eq!(table.refuse(Act::Pay { seat: seat(1), to: seat(1) }), Impossible::ToSelf(seat(1)));
    assert_eq!(
        table.refuse(Act::Deal { dealer: seat(1), stacks: Vec::new(), counts: vec![26, 26] }),
        Impossible::SecondDeal
    );
    assert_eq!(digest(&table.state), before, "a refused event changes nothing");
    table.play("2:5h");
    assert_eq!(table.refuse(flip_of(2, "6", Which::Slap)), Impossible::Empty(seat(2)));
    assert!(matches!(table.refuse(flip_of(3, "5h", Which::Slap)), Impossible::Twice(..)));
    let none = ers::judge(&State::new(), &Event::new(slap_of(1)), &table.rules);
    assert_eq!(none, Err(Impossible::NotDealt));
}

#[test]
fn times_and_measures_have_to_make_sense() {
    let mut table = table(&[26, 26]);
    let refuse =
        |table: &Table<Switches>, event: &Event| table.rules.judge(&table.state, event).expect_err("impossible");
    table.event(Event::at(flip_of(2, "5h", Which::Slap), Measured::exact(3.0)));
    let flip = Event::new(flip_of(1, "6h", Which::Slap));
    let at = |t, lo, hi| Event { t: Some(t), lo: Some(lo), hi: Some(hi), ..flip.clone() };
    assert_eq!(refuse(&table, &at(2.0, 2.0, 2.0)), Impossible::BackInTime(2.0, 3.0));
    assert!(matches!(refuse(&table, &at(f64::NAN, 4.0, 4.0)), Impossible::Instant(..)));
    assert!(matches!(refuse(&table, &at(4.0, 4.5, 5.0)), Impossible::Instant(..)));
    assert_eq!(refuse(&table, &Event { lo: Some(4.0), ..flip.clone() }), Impossible::IntervalAlone);
    assert!(matches!(refuse(&table, &Event { confidence: Some(1.5), ..flip.clone() }), Impossible::Range(..)));
    let Act::Slap { seat, hand, call, touches_top, .. } = slap_of(1) else { unreachable!("a slap") };
    let slap = |cover, fingers| {
        let on = Target::Slap;
        Event::new(Act::Slap { seat, hand, on, call, cover, fingers, touches_top, with_flip: false, sneaked: false })
    };
    assert!(matches!(refuse(&table, &slap(Some(-0.1), None)), Impossible::Range(..)));
    assert!(matches!(refuse(&table, &slap(None, Some(6))), Impossible::Range(..)));
    assert!(table.event(flip).is_empty(), "an event without a time comes when it is told");
}

#[test]
fn events_are_one_json_object_a_line() {
    let line = r#"{"kind": "slap", "seat": 3, "hand": "left", "t": 2.5, "lo": 2.49, "hi": 2.51, "fingers": 4}"#;
    let event: Event = serde_json::from_str(line).expect("an event");
    assert_eq!(event.when(), Some(Measured { t: 2.5, lo: 2.49, hi: 2.51 }));
    let back = serde_json::to_string(&event).expect("a line");
    assert_eq!(serde_json::from_str::<Event>(&back).expect("an event"), event);
    for wrong in [
        r#"{"kind": "slap", "seat": 9}"#,
        r#"{"kind": "slap"}"#,
        r#"{"kind": "sing", "seat": 1}"#,
        r#"{"kind": "flip", "seat": 1, "card": {"rank": "1"}}"#,
    ] {
        assert!(serde_json::from_str::<Event>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_pile_taken_up_untidily_may_come_in_another_order() {
    let mut table = table(&[26, 26]);
    table.play("2:5h 1:5c");
    table.slap(1);
    table.take(1);
    // The rest of the stack was never seen: what was taken may have been put in anywhere.
    let from_it = table.rules.judge(&table.state, &Event::new(flip_of(1, "5c", Which::Slap)));
    assert!(from_it.is_ok());
    let elsewhere = table.rules.judge(&table.state, &Event::new(flip_of(2, "5c", Which::Slap)));
    assert!(matches!(elsewhere, Err(Impossible::Twice(..))), "but it is in that stack");
    table.flip(1, "?");
    let forgotten = table.rules.judge(&table.state, &Event::new(flip_of(2, "5c", Which::Slap)));
    assert!(forgotten.is_ok(), "the unread card may have been any of that stack, so nothing is certain now");
}

#[test]
fn a_slap_a_second_later_is_another_matter() {
    let mut table = table(&[26, 26]);
    table.play("2:5h 1:5c");
    assert!(table.event(Event::at(slap_of(1), Measured::exact(2.0))).is_empty(), "it waits for others");
    let rulings = table.event(Event::at(slap_of(2), Measured::exact(3.5)));
    ruled(rulings, Kind::Slap, NoOffence, "ers 2.1.1");
    ruled(table.tell(Act::SlapsOver), Kind::LateSlap, NoOffence, "ers 2.1.1");
}

#[test]
fn rulings_say_what_a_referee_would_say() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5h 3:9c");
    let ruling = ruled(table.slap(1), Kind::WrongSlap, Offence, "ers 3.1");
    assert_eq!(ruling.sentence, "Seat 1 slaps a nine without reason: a wrong slap burns cards (ers 3.1).");
    table.burn(1);
    table.play("1:9d");
    let ruling = one(table.slaps([slap_of(2)]));
    assert_eq!(
        ruling.sentence,
        "Seat 2 slaps doubles and wins the pile: the first right slap wins the pile (ers 2.1.1)."
    );
}
