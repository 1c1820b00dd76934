//! Rulings become incidents: spans, merging, names.

use crate::bench::*;
use slapsight::base::TimeScale;
use slapsight::facts::{Incident, Kind, Ruling, Standing};
use slapsight::incidents::{Padding, incidents};

fn rulings() -> Vec<Ruling> {
    let events = together([
        play(0.4, Two, RH, Left, Queen),
        slap(0.675, One),
        slap(0.7, Two),
        vec![reveal(3.0, One, Right, Six), reveal(3.01, Two, Left, Ten)],
        slap(5.0, One),
    ]);
    run([King, Queen], &events, 8.0).rulings
}

fn made(rulings: &[Ruling], recording: [f64; 2]) -> Vec<Incident> {
    incidents(rulings, recording, Padding { before_secs: 0.5, after_secs: 0.25 }, TimeScale::REAL)
}

#[test]
fn they_are_numbered_by_time_and_named_by_kind() {
    let mut backwards = rulings();
    backwards.reverse();
    let found = made(&backwards, [0.0, 8.0]);
    let ids: Vec<&str> = found.iter().map(|incident| incident.id.as_str()).collect();
    assert_eq!(ids, ["001-slap", "002-misslap"]);
    assert!(found.iter().all(|incident| incident.standing == Standing::Possible));
    assert_eq!(found, made(&rulings(), [0.0, 8.0]));
}

#[test]
fn a_slap_is_watched_from_its_card_to_its_last_hand_inside_the_recording() {
    let slap = &made(&rulings(), [0.0, 8.0])[0];
    near(slap.from, 0.0, 1e-9); // 0.4 - 0.5 lies before the recording
    near(slap.to, 0.705 + 0.25, 1e-3);
    let cut = &made(&rulings(), [0.5, 0.8])[0];
    assert_eq!([cut.from, cut.to], [0.5, 0.8]);
}

#[test]
fn padding_is_real_time() {
    let scale = TimeScale { real_per_file: 0.125 };
    let found = incidents(&rulings(), [0.0, 80.0], Padding { before_secs: 0.1, after_secs: 0.1 }, scale);
    near(found[1].from, found[1].ruling.at.t - 0.8, 1e-9);
}

#[test]
fn the_same_thing_twice_is_one_incident_and_the_surer_speaks() {
    let mut twice = rulings();
    let misslap = twice.iter().find(|ruling| ruling.kind == Kind::Misslap).expect("one").clone();
    let mut again = Ruling { confidence: 0.4, sentence: "less sure".to_owned(), ..misslap.clone() };
    again.at.t += 0.1;
    again.until += 0.1;
    twice.push(again.clone());
    let found = made(&twice, [0.0, 8.0]);
    assert_eq!(found.len(), 2);
    assert_eq!(found[1].ruling.sentence, misslap.sentence);
    near(found[1].to, again.until + 0.25, 1e-9);
    // Another player's, or one a second later, is another.
    twice.push(Ruling { player: Some(Two), ..misslap.clone() });
    let mut later = misslap.clone();
    later.at.t += 1.0;
    twice.push(later);
    assert_eq!(made(&twice, [0.0, 8.0]).len(), 4);
}
