//! What cannot be, what is forgotten rather than guessed, and how events are written.

use crate::table::*;
use slapsight::base::Measured;
use slapsight::facts::Finding::{NoOffence, Offence};
use slapsight::law::ers::{self, Switches};
use slapsight::law::one_pile::{Act, Class, Event, Impossible, Kind, State, Target, Which, digest, read_line};
use slapsight::law::{ratscrew, slapjack, slaps_house};

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
    assert_eq!(event.when(), Some(Measured { t: 2.5, lo: 2.49, hi: 2.51, ..Measured::default() }));
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

#[track_caller]
fn is_no_event(line: &str, why: &str) {
    let error = read_line(line).expect_err("no event").to_string();
    assert!(error.contains(why) && !error.contains('\n') && !error.contains("line"), "{line}: {error}");
}

#[test]
fn a_field_that_the_kind_does_not_have_is_named() {
    is_no_event(
        r#"{"kind": "slap", "seat": 1, "tuches_top": true}"#,
        "kind slap has no field `tuches_top`: it has kind, seat,",
    );
    is_no_event(r#"{"sead": 1, "kind": "flip"}"#, "kind flip has no field `sead`");
    is_no_event(
        r#"{"kind": "take", "seat": 1, "call": "stick"}"#,
        "kind take has no field `call`: it has kind, seat, pile, t,",
    );
    is_no_event(r#"{"kind": "slaps_over", "seat": 1}"#, "has no field `seat`: it has kind, t, lo, hi,");
    is_no_event(r#"{"kind": "flip", "seat": 1, "card": {"rank": "7", "siut": "h"}}"#, "`siut`");
    is_no_event(r#"{"kind": "flip", "seat": 1, "T": 2.0}"#, "`T`");
    is_no_event(r#"{"kind": "halve", "seat": 1, "to": 2}"#, "missing field `half`");
    is_no_event(r#"{"kind": "flip", "seat": 1, "seat": 2}"#, "duplicate field `seat`");
    is_no_event(r#"{"kind": "sing", "seat": 1}"#, "`sing`");
    is_no_event(r#"{"seat": 1}"#, "missing field `kind`");
    is_no_event(r#"{"kind": "flip", "seat": null}"#, "missing field `seat`");
    is_no_event(r#"{"kind": "flip", "seat": 1} {}"#, "trailing characters (column 29)");
    is_no_event("[]", "a JSON object such as");
    let nulls = r#"{"t": 1.5, "comment": ["for readers"], "card": null, "pile": null, "seat": 1, "kind": "flip"}"#;
    let told = Event { t: Some(1.5), ..Event::new(flip_of(1, "?", Which::Slap)) };
    assert_eq!(read_line(nulls).expect("null is left out"), told);
}

#[test]
fn every_kind_of_event_is_read_as_it_was_written() {
    use slapsight::law::one_pile::{Call, Cause, Conduct, Half};
    let Act::Slap { seat: who, hand, .. } = slap_of(1) else { unreachable!("a slap") };
    let slap = Act::Slap {
        seat: who,
        hand,
        on: Target::Aside,
        call: Some(Call::Split),
        cover: Some(0.1),
        fingers: Some(5),
        touches_top: Some(false),
        with_flip: true,
        sneaked: true,
    };
    let (one, two) = (seat(1), seat(2));
    for act in [
        Act::Deal { dealer: two, stacks: vec![vec![card("7h"), None], vec![card("joker")]], counts: vec![2, 1] },
        Act::Flip { seat: one, card: card("10s"), pile: Which::Split, from_bottom: true, towards_self: true },
        Act::Expose { seat: one, card: card("A"), cause: Cause::Dropped },
        Act::Place { seat: one, by: Some(two) },
        slap,
        Act::SlapsOver,
        Act::Hover { seat: one, slapped_down: true },
        Act::Take { seat: one, pile: Which::Split },
        Act::PickUp { seat: one },
        Act::Notice { by: Some(two) },
        Act::Halve { seat: one, to: two, half: Half::Lower },
        Act::Burn { seat: one },
        Act::Pay { seat: one, to: two },
        Act::Lend { seat: one, to: two, cards: 3 },
        Act::Divide { pile: Which::Split, stays: Some(4) },
        Act::Look { seat: one },
        Act::Shuffle { seat: one },
        Act::Conduct { seat: one, conduct: Conduct::Blocking },
        Act::Forfeit { seat: one },
    ] {
        for event in
            [Event { confidence: Some(0.3), ..Event::at(act.clone(), Measured::normal(0.1, 0.003)) }, Event::new(act)]
        {
            let line = serde_json::to_string(&event).expect("a line");
            assert_eq!(read_line(&line).expect("an event"), event, "{line}");
        }
    }
}

#[test]
fn a_switch_that_is_none_or_out_of_range_is_named() {
    fn wrong<S: serde::de::DeserializeOwned>(text: &str, why: &str) {
        let error = serde_json::from_str::<S>(text).err().unwrap_or_else(|| panic!("{text} is read")).to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
    wrong::<slaps_house::Switches>(r#"{"ten": true}"#, "`ten`");
    wrong::<slaps_house::Switches>(r#"{"only_slap_three": "K"}"#, "only_slap_three is for a number card, not K");
    wrong::<slaps_house::Switches>(r#"{"sticky_faces": ["K", "9"]}"#, "not 9");
    wrong::<ers::Switches>(r#"{"deck": {"packs": 1, "jokers": true, "jocker": 1}}"#, "`jocker`");
    wrong::<ers::Switches>(r#"{"sureness": {"oder": 0.9}}"#, "`oder`");
    wrong::<ratscrew::Switches>(r#"{"deck": {"packs": 5, "jokers": false}}"#, "5 packs: one to four");
    wrong::<slapjack::Switches>(r#"{"sureness": {"order": 95}}"#, "95 is no probability from 0.5 to 1");
    let two: slapjack::Switches = serde_json::from_str(r#"{"deck": {"packs": 2, "jokers": false}}"#).expect("switches");
    assert_eq!(two.deck.size(), 104);
    let house: slaps_house::Switches =
        serde_json::from_str(r#"{"only_slap_three": "2", "sticky_faces": ["A"]}"#).expect("switches");
    assert_eq!(serde_json::from_value::<slaps_house::Switches>(serde_json::json!(house)).expect("as written"), house);
}

/// The functions that the tables name are there; ids are there once; every reading is about a clause.
fn tables_are_sound<R: Rules>() {
    let law = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/law");
    for (i, clause) in R::CLAUSES.iter().enumerate() {
        assert!(R::CLAUSES[i + 1..].iter().all(|other| other.id != clause.id), "{} twice", clause.id);
        assert!(!clause.paraphrase.is_empty() && !clause.paraphrase.ends_with('.'), "{}", clause.id);
        let judged = matches!(clause.class, Class::V | Class::E);
        assert!(!judged || !clause.function.is_empty(), "{} has no function", clause.id);
        if let Some((file, name)) = clause.function.rsplit_once("::") {
            let file = law.join(file.replace("::", "/")).with_extension("rs");
            let source = std::fs::read_to_string(&file).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
            let there = [format!("fn {name}("), format!("fn {name}<")].iter().any(|head| source.contains(head));
            assert!(there, "{}: no {}", clause.id, clause.function);
        }
    }
    for (clause, reading) in R::READINGS {
        assert!(R::CLAUSES.iter().any(|known| known.id == *clause), "{clause} is no clause");
        assert!(reading.ends_with('.') && !reading.contains("  "), "{clause}: {reading}");
    }
}

#[test]
fn the_tables_of_clauses_and_readings_are_sound() {
    tables_are_sound::<slaps_house::Switches>();
    tables_are_sound::<ers::Switches>();
    tables_are_sound::<ratscrew::Switches>();
    tables_are_sound::<slapjack::Switches>();
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
