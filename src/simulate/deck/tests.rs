//! Decks as a renderer needs them: whole, told apart, the same each time.

use super::*;
use image::RgbaImage;

fn drawn(name: &str, pixels_per_cm: f64) -> Deck {
    let design = Design::named(name).expect("a name from NAMES");
    draw(&design, pixels_per_cm).expect("named designs can be drawn")
}

#[test]
fn every_named_design_gives_54_distinct_faces_and_a_back() {
    for name in Design::NAMES {
        let deck = drawn(name, 12.0);
        assert_eq!(deck.faces.len(), FACES);
        for (i, a) in deck.faces.iter().enumerate() {
            assert_eq!(a.dimensions(), deck.back.dimensions(), "{name}");
            assert_ne!(a, &deck.back, "{name} {i}");
            for (j, b) in deck.faces.iter().enumerate().skip(i + 1) {
                assert_ne!(a, b, "{name}: faces {i} and {j}");
            }
        }
    }
    assert!(Design::named("nothing of the kind").is_none());
}

#[test]
fn corners_are_transparent_and_the_rest_is_not() {
    for name in Design::NAMES {
        let deck = drawn(name, 20.0);
        for picture in deck.faces.iter().chain([&deck.back]) {
            let (w, h) = picture.dimensions();
            for (x, y) in [(0, 0), (w - 1, 0), (0, h - 1), (w - 1, h - 1)] {
                assert_eq!(picture.get_pixel(x, y).0[3], 0, "{name}");
            }
            for (x, y) in [(w / 2, h / 2), (w / 2, 1), (1, h / 2), (w / 2, h - 2)] {
                assert_eq!(picture.get_pixel(x, y).0[3], 255, "{name}");
            }
        }
    }
}

#[test]
fn the_same_design_gives_the_same_bytes() {
    let once = drawn("four-colour", 15.0);
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    let twice = alone.install(|| drawn("four-colour", 15.0));
    assert_eq!(once.faces, twice.faces);
    assert_eq!(once.back, twice.back);
}

/// The strip of the index at the left, and that at the right turned by half.
fn strips(face: &RgbaImage, width: u32) -> (Vec<[u8; 4]>, Vec<[u8; 4]>) {
    let (w, h) = face.dimensions();
    let at = |x, y| face.get_pixel(x, y).0;
    let rows = 0..h / 4;
    let left = rows.clone().flat_map(|y| (0..width).map(move |x| at(x, y))).collect();
    let right = rows.flat_map(|y| (0..width).map(move |x| at(w - 1 - x, h - 1 - y))).collect();
    (left, right)
}

#[test]
fn indices_are_the_same_when_the_card_is_turned() {
    for name in Design::NAMES {
        let design = Design::named(name).expect("a name from NAMES");
        let deck = drawn(name, 24.0);
        let width = ((design.index.margin_cm[0] + 0.5 * design.index.height_cm) * 24.0) as u32;
        for (i, face) in deck.faces.iter().enumerate() {
            let (left, right) = strips(face, width);
            // Anti-aliasing of the outline and of what lies beside the index may differ between opposite corners by
            // a few edge pixels; a missing or shifted index differs in far more.
            let opaque = left.iter().zip(&right).filter(|(a, b)| a[3] == 255 && b[3] == 255);
            let odd = opaque.filter(|(a, b)| (0..3).any(|c| a[c].abs_diff(b[c]) > 40)).count();
            assert!(odd * 100 < left.len(), "{name} {i}: {odd} of {} pixels differ", left.len());
            let print = left.iter().filter(|p| p[3] == 255 && p[0].abs_diff(design.paper[0]) > 100).count()
                + left.iter().filter(|p| p[3] == 255 && p[1].abs_diff(design.paper[1]) > 100).count();
            assert!(print > 20, "{name} {i}: no index in the corner");
        }
    }
}

/// How much two faces differ in the index, mean over pixels of 0 to 255.
fn difference(a: &RgbaImage, b: &RgbaImage, width: u32) -> f64 {
    let (left, _) = strips(a, width);
    let (other, _) = strips(b, width);
    let sum: u32 = left.iter().zip(&other).map(|(a, b)| u32::from(a[1].abs_diff(b[1]))).sum();
    f64::from(sum) / left.len() as f64
}

#[test]
fn six_and_nine_and_the_courts_differ_where_a_thumb_holds_them() {
    for name in Design::NAMES {
        let deck = drawn(name, 24.0);
        let width = deck.back.width() / 5;
        for suit in 0..4 {
            for (a, b) in [(5, 8), (10, 11), (11, 12), (10, 12)] {
                let d = difference(&deck.faces[13 * suit + a], &deck.faces[13 * suit + b], width);
                assert!(d > 2.0, "{name}: ranks {a} and {b} of suit {suit} differ by {d}");
            }
        }
    }
}

#[test]
fn designs_by_chance_can_be_drawn_and_follow_their_numbers() {
    let numbers = |seed: u64| {
        let mut state = seed;
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        }
    };
    let designs: Vec<Design> = (0..24).map(|seed| Design::drawn_from(numbers(seed))).collect();
    assert_eq!(designs[5], Design::drawn_from(numbers(5)));
    assert_ne!(designs[5], designs[6]);
    for design in &designs {
        draw(design, 6.0).expect("designs by chance are in bounds");
    }
    for edge in [0.0, 1.0, f64::NAN, -7.0, 1e300] {
        draw(&Design::drawn_from(|| edge), 6.0).expect("odd numbers are brought inside");
    }
}

#[test]
fn sizes_are_those_of_cards() {
    let size = |name| drawn(name, 20.0).back.dimensions();
    assert_eq!(size("classic"), (127, 178));
    assert_eq!(size("bridge"), (114, 178));
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let mut design = Design::named("classic").expect("named");
    assert!(matches!(draw(&design, f64::NAN), Err(DeckError::Size(_))));
    assert!(matches!(draw(&design, 1e9), Err(DeckError::Size(_))));
    design.back.pitch_cm = 0.0;
    assert!(matches!(draw(&design, 20.0), Err(DeckError::Length { what: "back.pitch_cm", .. })));
}

#[test]
fn every_card_has_its_place() {
    use crate::base::{Rank, Suit};
    assert_eq!(face_index(Rank::Ace, Suit::Clubs), 0);
    assert_eq!(face_index(Rank::King, Suit::Spades), 51);
    assert_eq!(face_index(Rank::Ten, Suit::Hearts), 35);
    assert_eq!(face_index(Rank::Joker, Suit::Hearts), 52);
    assert_eq!(face_index(Rank::Joker, Suit::Spades), 53);
}
