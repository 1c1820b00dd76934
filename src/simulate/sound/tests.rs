//! Tests of the sound track as a whole.

use super::*;

fn dead(seed: u64) -> Room {
    Room {
        secs: 1.0,
        ring_s: 0.0,
        noise_db: f64::NEG_INFINITY,
        hum_db: f64::NEG_INFINITY,
        seed: Seed(seed),
        ..Room::default()
    }
}

fn first_heard(track: &[f32]) -> usize {
    track.iter().position(|sample| *sample != 0.0).expect("something is heard")
}

const HITS: [Kind; 6] = [Kind::SlapPalm, Kind::SlapFingertips, Kind::CardTick, Kind::DeckFlip, Kind::Tap, Kind::Knock];

#[test]
fn a_hit_is_heard_from_the_first_sample_after_its_way_through_the_air() {
    for (i, kind) in HITS.into_iter().enumerate() {
        for step in 0..12 {
            let t = 0.1 + 0.0137 * f64::from(step);
            let at = DVec3::new(3.1 * f64::from(step), -7.0, 0.0);
            let room = dead(i as u64);
            let sound = Sound { t, at, kind, strength: 0.7 };
            let metres = (room.microphone - at).length() / 100.0;
            let expected = ((t + metres / 343.2) * 48_000.0).ceil() as usize;
            let track = synthesise(&[sound], &room);
            assert_eq!(first_heard(&track), expected, "{kind:?} at {t}");
            // The front is steep: within half a millisecond it is at a fifth of its peak or more.
            let peak = track.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
            let front = track[expected..expected + 24].iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
            assert!(front > 0.2 * peak, "{kind:?}: {front} of {peak}");
        }
    }
}

#[test]
fn the_onset_stands_out_of_ring_and_noise() {
    let room = Room { ring_s: 0.6, noise_db: -50.0, secs: 2.0, ..Room::default() };
    let sound = Sound { t: 1.0, at: DVec3::new(20.0, 0.0, 0.0), kind: Kind::SlapPalm, strength: 0.8 };
    let track = synthesise(&[sound], &room);
    let heard = (room.heard_at(&sound) * 48_000.0).ceil() as usize;
    let before = track[..heard].iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
    assert!(before < 0.03, "{before}");
    let onset = track.iter().position(|sample| sample.abs() > 0.05).expect("heard");
    assert!((heard..heard + 5).contains(&onset), "{onset} {heard}");
}

#[test]
fn a_delay_of_part_of_a_sample_is_kept() {
    // A band-limited pulse moved by a third of a sample has its centre of mass moved by a third.
    let dry: Vec<f64> = (0..64).map(|n| (-((f64::from(n) - 30.0) / 4.0).powi(2)).exp()).collect();
    let centre = |arrives: f64| {
        let mut out = vec![0.0; 256];
        filter::place(&mut out, &dry, arrives, 1.0);
        let mass: f64 = out.iter().sum();
        out.iter().enumerate().map(|(n, sample)| n as f64 * sample).sum::<f64>() / mass
    };
    for part in [0.0, 0.1, 1.0 / 3.0, 0.5, 0.9] {
        assert!((centre(100.0 + part) - 130.0 - part).abs() < 1e-3, "{part}: {}", centre(100.0 + part));
    }
}

#[test]
fn warm_air_is_faster_and_distance_softens() {
    let room = dead(0);
    assert!((room.speed() - 343.2).abs() < 1e-9);
    assert!((Room { temperature_c: 0.0, ..room.clone() }.speed() - 331.3).abs() < 0.1);
    let loud = |height: f64| {
        let room = Room { microphone: DVec3::new(0.0, 0.0, height), ..dead(0) };
        let sound = Sound { t: 0.1, at: DVec3::ZERO, kind: Kind::SlapPalm, strength: 0.5 };
        synthesise(&[sound], &room).iter().map(|sample| f64::from(*sample).powi(2)).sum::<f64>().sqrt()
    };
    assert!((loud(100.0) / loud(200.0) - 2.0).abs() < 0.05);
}

fn much() -> Vec<Sound> {
    let mut sounds: Vec<Sound> = HITS
        .into_iter()
        .enumerate()
        .flat_map(|(i, kind)| {
            (0..5).map(move |k| Sound {
                t: 0.2 * i as f64 + 0.001 * f64::from(k),
                at: DVec3::new(f64::from(k), 0.0, 99.0),
                kind,
                strength: 1.0,
            })
        })
        .collect();
    let speech = [
        Kind::Count { beat_s: 0.5, speaker: 1 },
        Kind::Murmur { secs: 1.5, speaker: 2 },
        Kind::CardSlide { secs: 0.3 },
        Kind::Word { word: Word::Slap, speaker: 0 },
    ];
    sounds.extend(speech.map(|kind| Sound { t: 0.1, at: DVec3::new(0.0, 50.0, 30.0), kind, strength: 1.0 }));
    sounds
}

#[test]
fn nothing_clips_and_order_does_not_matter() {
    let room = Room { secs: 2.0, ..Room::default() };
    let mut sounds = much();
    let track = synthesise(&sounds, &room);
    assert!(track.iter().all(|sample| sample.is_finite() && sample.abs() < 1.0));
    assert!(track.iter().any(|sample| sample.abs() > 0.8), "the test is loud enough to clip");
    sounds.reverse();
    assert_eq!(track, synthesise(&sounds, &room));
}

#[test]
fn the_seed_decides_and_one_more_sound_changes_no_other() {
    let sound = |t: f64| Sound { t, at: DVec3::ZERO, kind: Kind::SlapPalm, strength: 0.6 };
    let one = synthesise(&[sound(0.1)], &dead(4));
    assert_eq!(one, synthesise(&[sound(0.1)], &dead(4)));
    assert_ne!(one, synthesise(&[sound(0.1)], &dead(5)));
    let two = synthesise(&[sound(0.1), sound(0.7)], &dead(4));
    assert_eq!(one[..33_600], two[..33_600]);
    let cut = |track: &[f32], from: f64| track[(from * 48_000.0) as usize + 200..][..400].to_vec();
    assert_ne!(cut(&two, 0.1), cut(&two, 0.7), "two slaps are not alike");
}

#[test]
fn silence_is_silent_and_odd_input_is_left_out() {
    let track = synthesise(&much(), &Room { silent: true, secs: 0.5, ..Room::default() });
    assert_eq!(track, vec![0.0; 24_000]);
    let odd = Sound { t: f64::NAN, at: DVec3::ZERO, kind: Kind::SlapPalm, strength: 1.0 };
    assert!(synthesise(&[odd], &dead(0)).iter().all(|sample| *sample == 0.0));
    assert!(synthesise(&[], &Room { secs: f64::NAN, ..Room::default() }).is_empty());
    let early = Sound { t: -0.02, ..Sound { t: 0.0, at: DVec3::ZERO, kind: Kind::SlapPalm, strength: 1.0 } };
    assert!(synthesise(&[early], &dead(0))[0] != 0.0, "what began before goes on");
}

#[test]
fn noise_has_the_level_that_was_asked_for() {
    let room = Room { noise_db: -40.0, hum_db: f64::NEG_INFINITY, secs: 2.0, ..Room::default() };
    let track = synthesise(&[], &room);
    let power = track.iter().map(|sample| f64::from(*sample).powi(2)).sum::<f64>() / track.len() as f64;
    assert!((10.0 * power.log10() + 40.0).abs() < 0.1);
}

/// Power of one tone in a track.
fn tone(track: &[f32], hz: f64) -> f64 {
    let (mut re, mut im) = (0.0, 0.0);
    for (n, sample) in track.iter().enumerate() {
        let (sin, cos) = (std::f64::consts::TAU * hz * n as f64 / 48_000.0).sin_cos();
        re += f64::from(*sample) * cos;
        im += f64::from(*sample) * sin;
    }
    re * re + im * im
}

#[test]
fn vowels_of_the_count_have_their_formants() {
    // "three" ends in a vowel with much at 2.1 kHz and little near 1 kHz; "two" the other way round.
    let said = |word: Word| {
        let kind = Kind::Word { word, speaker: 3 };
        let track = synthesise(&[Sound { t: 0.1, at: DVec3::ZERO, kind, strength: 1.0 }], &dead(1));
        let end = track.iter().rposition(|sample| sample.abs() > 0.005).expect("heard");
        let vowel = track[end - 7200..end].to_vec();
        let band = |low: f64, high: f64| {
            (0..120).map(|i| tone(&vowel, low + (high - low) * f64::from(i) / 120.0)).sum::<f64>()
        };
        band(1900.0, 2600.0) / band(850.0, 1350.0)
    };
    let (three, two) = (said(Word::Three), said(Word::Two));
    assert!(three > 5.0 * two, "three {three}, two {two}");
}

#[test]
fn the_room_rings_as_long_as_was_asked_for() {
    for ring_s in [0.3, 0.6] {
        let room = Room { ring_s, ..dead(2) };
        let sound = Sound { t: 0.1, at: DVec3::ZERO, kind: Kind::SlapPalm, strength: 1.0 };
        let track = synthesise(&[sound], &room);
        // A slap is mostly below 2 kHz, where the ring is longest. Its own sound is over after 0.3 s, and 40 dB
        // down long before.
        let level = |from: f64| {
            let part = &track[(from * 48_000.0) as usize..][..2_400];
            10.0 * part.iter().map(|sample| f64::from(*sample).powi(2)).sum::<f64>().log10()
        };
        let falls = (level(0.35) - level(0.55)) / 0.2;
        let expected = 60.0 / ring_s;
        assert!((0.85..1.35).contains(&(falls / expected)), "{falls} dB a second, {expected} expected");
    }
}
