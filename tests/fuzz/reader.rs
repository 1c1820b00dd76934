//! The readers of lines: raw bytes, and objects made of fields and values that events know, well or ill put
//! together. What is read can be written and read again; what is not read is told in one line that is not empty.

use crate::target;
use arbitrary::Unstructured;
use slapsight::law::isf::books;
use slapsight::law::one_pile;
use slapsight::pipeline::rule::{Game, rule};

/// Names of fields: of the one-pile games, of the books, of instants, and a slip of the pen.
const FIELDS: &str = "kind kind seat to by dealer stacks counts card pile from_bottom towards_self cause hand on call \
    cover fingers touches_top with_flip sneaked slapped_down half cards stays conduct t lo hi confidence player place \
    unclear immediate outcome how sanction top_half order first packs players referee round_cap from id foundations \
    decks holding comment sead";

const VALUES: &str = r#""deal" "flip" "expose" "place" "slap" "slaps_over" "hover" "take" "pick_up" "notice" "halve"
    "burn" "pay" "lend" "divide" "look" "shuffle" "conduct" "forfeit" "table" "match_set_up" "reveal" "play" "remove"
    "return" "turn" "rearrange" "misslap" "stalemate" "stoppage" "suspension" "resumption" "termination" "concession"
    "sanction" "deck_replacement" "loan" "centre_shuffle" "round_start" "round_end" "too_close_finish" "next_round"
    "match_end" "learn" "touch" "untouch" "lift" "contact" "sing" 0 1 2 3 8 9 255 256 -1 0.1 1e308 1e999 null true false
    {} [] "" "left" "right" "split" "aside" "stick" "upper" "lower" "early" "dropped" "blocking" "jewellery" "won" "void"
    "7h" "?" "10" {"rank":"7","suit":"h"} {"rank":"joker"} {"rank":"7","suit":null,"x":1} [26,26] [[null],["7h"]]
    [[{"rank":"A"}],[null]] ["A","B"] {"counts":[26,26]}"#;

/// An object of up to ten fields.
fn object(u: &mut Unstructured<'_>) -> arbitrary::Result<String> {
    let fields: Vec<&str> = FIELDS.split_whitespace().collect();
    let values: Vec<&str> = VALUES.split_whitespace().collect();
    let mut parts = Vec::new();
    for _ in 0..u.int_in_range(0..=10)? {
        // The kind comes first, most of the time, and is one.
        let (name, value) = match parts.is_empty() && !u.ratio(1u8, 8u8)? {
            true => ("kind", values[u.int_in_range(0..=48)?]),
            false => (*u.choose(&fields)?, *u.choose(&values)?),
        };
        parts.push(format!("\"{name}\": {value}"));
    }
    Ok(format!("{{{}}}", parts.join(", ")))
}

/// Lines from bytes: as they are, or as objects.
fn lines(bytes: &[u8]) -> Vec<String> {
    match bytes.split_first() {
        Some((first, rest)) if first % 8 == 0 => String::from_utf8_lossy(rest).split('\n').map(str::to_owned).collect(),
        Some((_, rest)) => {
            let mut u = Unstructured::new(rest);
            let mut lines = Vec::new();
            while !u.is_empty() && lines.len() < 60 {
                lines.extend(object(&mut u));
            }
            lines
        }
        None => Vec::new(),
    }
}

fn told(why: &str) {
    assert!(!why.is_empty() && !why.contains('\n'), "{why:?}");
}

#[test]
fn one_pile_lines() {
    target!(|bytes: &Vec<u8>| {
        for line in lines(bytes) {
            match one_pile::read_line(&line) {
                Ok(event) => {
                    let again = serde_json::to_string(&event).expect("a line");
                    assert_eq!(one_pile::read_line(&again).expect("an event"), event, "{line}");
                }
                Err(why) => told(&why.to_string()),
            }
        }
    });
}

#[test]
fn lines_of_the_books() {
    target!(|bytes: &Vec<u8>| {
        for line in lines(bytes) {
            match books::read_line(&line) {
                Ok((act, at)) => {
                    let again = serde_json::to_string(&act).expect("a line");
                    assert_eq!(books::read_line(&again).expect("an act").0, act, "{line}");
                    assert!(at.is_none_or(|at| at.lo <= at.t && at.t <= at.hi));
                }
                Err(why) => told(&why.to_string()),
            }
        }
    });
}

/// Whole files, as the command reads them.
#[test]
fn files_of_every_game() {
    target!(|bytes: &Vec<u8>| {
        let text = lines(bytes).join("\n");
        for game in [Game::Isf, Game::SlapsHouse, Game::Ers, Game::Ratscrew, Game::Slapjack] {
            let mut count = 0;
            let done = rule("fuzz", text.as_bytes(), game, None, &mut |said| {
                assert!(!said.sentence.is_empty() && said.line > 0);
                assert!(said.whole.json().is_object());
                count += 1;
            });
            if let Err(why) = done {
                assert!(why.to_string().starts_with("fuzz, line "), "{why}");
            }
        }
    });
}
