//! Sights as lines of JSON, sights that cannot be, and whole tables of them.

use crate::isf_sights_bench::*;
use serde::Deserialize;
use serde_json::{Map, Value};
use slapsight::law::isf::sights::{Impossible, Seen, Sight, judge, read_line};
use slapsight::law::isf::{Settings, State, Status};
use std::path::Path;

#[test]
fn a_sight_is_read_with_its_defaults_and_written_back_the_same() {
    let line = r#"{"kind":"top_hidden","pile":"left","t":3.2,"comment":"a sleeve"}"#;
    let sight = read_line(line).expect("a sight");
    assert_eq!((sight.at, sight.until, sight.confidence), (Measured::exact(3.2), 3.2, 1.0));
    assert_eq!((sight.player, sight.hand), (None, None));
    assert_eq!(sight.seen, Seen::TopHidden { pile: Left, hidden: 1.0 });
    for line in every_kind() {
        let sight = read_line(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let written = serde_json::to_string(&sight).expect("JSON");
        assert_eq!(read_line(&written).expect("a sight"), sight, "{written}");
        assert_eq!(serde_json::from_str::<Sight>(&line).expect("a sight"), sight);
    }
}

#[test]
fn slips_of_the_pen_are_found_and_named() {
    for (wrong, named) in [
        (r#"{"kind":"hovering","over":"left","t":1,"untill":2}"#, "untill"),
        (r#"{"kind":"hovering","t":1}"#, "over"),
        (r#"{"kind":"hovering","over":"deck","t":1}"#, "deck"),
        (r#"{"kind":"hoovering","over":"left","t":1}"#, "hoovering"),
        (r#"{"kind":"joker_seen","t":1,"pile":"left"}"#, "pile"),
        (r#"{"kind":"joker_seen","t":"soon"}"#, "t cannot be \"soon\""),
        (r#"{"kind":"joker_seen","t":1,"player":3}"#, "player cannot be 3"),
        (r#"{"kind":"joker_seen","t":1,"hand":"third"}"#, "hand cannot be \"third\""),
        (r#"{"kind":"same_card_twice","card":"11h","t":1}"#, "card"),
        (r#"{"kind":"joker_seen"}"#, "number t"),
        (r#"{"t":1}"#, "needs a kind"),
        ("[]", "JSON object"),
        ("{", "EOF"),
        ("", "EOF"),
    ] {
        let error = read_line(wrong).expect_err(wrong).to_string();
        assert!(error.contains(named) && !error.contains('\n'), "{wrong}: {error}");
    }
}

#[test]
fn what_cannot_be_is_refused_and_named() {
    for (wrong, named) in [
        (r#"{"kind":"joker_seen","t":1,"lo":1.1}"#, "no usable instant"),
        (r#"{"kind":"joker_seen","t":1,"hi":0.9}"#, "no usable instant"),
        (r#"{"kind":"joker_seen","t":1,"until":0.5}"#, "ends at 0.5000 s"),
        (r#"{"kind":"joker_seen","t":1,"confidence":1.5}"#, "confidence 1.5"),
        (r#"{"kind":"top_hidden","pile":"left","hidden":1.2,"t":1}"#, "hidden is 1.2"),
        (r#"{"kind":"card_between_piles","p_left":-0.1,"t":1}"#, "p_left is -0.1"),
        (r#"{"kind":"mat_moved","mat":"central","cm":-1,"t":1}"#, "cm is -1"),
        (r#"{"kind":"hovering","over":"left","height_cm":-3,"t":1}"#, "height_cm is -3"),
        (r#"{"kind":"hard_strike","speed_m_s":5,"usual_m_s":-1,"t":1}"#, "usual_m_s is -1"),
        (r#"{"kind":"reveal_in_steps","deck":1,"motions":0,"pause_s":1,"t":1}"#, "motions is 0"),
        (r#"{"kind":"spill","cards":0,"cm":1,"t":1}"#, "cards is 0"),
        (r#"{"kind":"displaced","cards":0,"t":1}"#, "cards is 0"),
        (r#"{"kind":"live_cards","player":1,"count":11,"t":1}"#, "11 live cards"),
        (r#"{"kind":"live_cards","count":3,"t":1}"#, "which player"),
    ] {
        let sight = read_line(wrong).expect("written right");
        let error = judge(&sight, &in_play(), &Settings::default()).expect_err(wrong).to_string();
        assert!(error.contains(named), "{wrong}: {error}");
    }
    let mut sight = read_line(r#"{"kind":"joker_seen","t":1}"#).expect("a sight");
    sight.until = f64::NAN;
    assert!(matches!(judge(&sight, &in_play(), &Settings::default()), Err(Impossible::Until(..))));
    sight.at.hi = f64::INFINITY;
    assert!(matches!(judge(&sight, &in_play(), &Settings::default()), Err(Impossible::Instant(..))));
}

/// A line of a table of sights: the sight, the table it is seen at, and what is said of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    comment: String,
    sight: Map<String, Value>,
    /// `live` without it.
    #[serde(default)]
    at: At,
    /// Nothing is said without it.
    #[serde(default)]
    finding: Option<Finding>,
    #[serde(default)]
    kind: Option<Kind>,
    #[serde(default)]
    clauses: Vec<String>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "snake_case")]
enum At {
    #[default]
    Live,
    Slap,
    SecondReveal,
    BeforeMatch,
    Stopped,
    SlapWon,
    RoundOver,
    MatchOver,
}

fn table(at: &At) -> State {
    match at {
        At::Live => in_play(),
        At::Slap => with_slap(),
        At::SecondReveal => between_reveals(),
        At::BeforeMatch => with_status(Status::BeforeMatch),
        At::Stopped => with_status(Status::Stopped),
        At::SlapWon => with_status(Status::SlapWon),
        At::RoundOver => with_status(Status::RoundOver),
        At::MatchOver => with_status(Status::MatchOver),
    }
}

#[test]
fn tables_of_sights_are_ruled_as_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/sights");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("tables").map(|file| file.expect("a file").path()).collect();
    files.sort();
    let mut cases = 0;
    for file in files {
        for line in std::fs::read_to_string(&file).expect("a table").lines().filter(|line| !line.trim().is_empty()) {
            let case: Case = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            let sight = Sight::try_from(case.sight).unwrap_or_else(|error| panic!("{line}: {error}"));
            let rulings = judge(&sight, &table(&case.at), &Settings::default()).expect("it can be");
            let said: Vec<_> = rulings.iter().map(|ruling| (Some(ruling.kind), Some(ruling.finding))).collect();
            let wanted: Vec<_> = case.finding.map(|finding| (case.kind, Some(finding))).into_iter().collect();
            assert_eq!(said, wanted, "{}: {rulings:#?}", case.comment);
            assert!(rulings.iter().all(|ruling| ruling.clauses == case.clauses), "{}: {rulings:#?}", case.comment);
            cases += 1;
        }
    }
    assert!(cases >= 20, "{cases} cases");
}

/// One line of each kind.
fn every_kind() -> Vec<String> {
    [
        r#""kind":"hovering","over":"deck_2","carrying":true,"height_cm":4.5"#,
        r#""kind":"top_hidden","pile":"right","hidden":0.5"#,
        r#""kind":"live_card_hidden","owner":1,"hidden":0.5,"by":"cards""#,
        r#""kind":"deck_touched","deck":1,"revealed":true"#,
        r#""kind":"deck_out_of_zone","deck":1,"cm":2,"exposed":1,"returned":false"#,
        r#""kind":"deck_face_up","deck":2"#,
        r#""kind":"card_exposed","deck":2,"card":"10s""#,
        r#""kind":"pre_lift","deck":2"#,
        r#""kind":"reveal_in_steps","deck":2,"motions":3,"pause_s":0.25"#,
        r#""kind":"live_cards","count":5"#,
        r#""kind":"card_between_piles","card":"Q","p_left":0.25"#,
        r#""kind":"card_knocked_out","pile":"left","cm":3,"in_the_way":true"#,
        r#""kind":"landed_oddly","pile":"left","readable":true"#,
        r#""kind":"pile_disturbed","pile":"left","cards":2"#,
        r#""kind":"spill","cards":2,"cm":3"#,
        r#""kind":"displaced","cards":2,"returned":true,"advantage":false"#,
        r#""kind":"same_card_twice","card":"7h""#,
        r#""kind":"joker_seen""#,
        r#""kind":"card_count","count":53,"rank":"7","complete":true"#,
        r#""kind":"mat_moved","mat":"foundation_2","cm":3"#,
        r#""kind":"camera_moved","cm":3"#,
        r#""kind":"foreign_object","in_the_way":true"#,
        r#""kind":"players_touched","other_hand":"left""#,
        r#""kind":"hard_strike","speed_m_s":8,"usual_m_s":3"#,
        r#""kind":"rearranged","inside":true"#,
        r#""kind":"card_turned""#,
        r#""kind":"next_card_not_turned","live":2"#,
        r#""kind":"card_dropped","card":"8","returned":true"#,
        r#""kind":"card_flipped","turned_up":true"#,
    ]
    .map(|fields| {
        format!("{{{fields},\"t\":3.5,\"lo\":3.25,\"hi\":3.75,\"until\":5,\"player\":1,\"hand\":\"left\",\"confidence\":0.75}}")
    })
    .to_vec()
}

#[test]
fn nothing_of_a_players_doing_is_an_offence_before_the_first_reveal_or_after_the_match() {
    for line in every_kind() {
        let sight = read_line(&line).expect("a sight");
        for state in [State::before_match(), with_status(Status::MatchOver)] {
            for ruling in judge(&sight, &state, &Settings::default()).expect("it can be") {
                assert_ne!(ruling.finding, Finding::Offence, "{line}: {}", ruling.sentence);
            }
        }
    }
}

/// Every kind at every standing of the table, with every sort of span and confidence.
#[test]
fn any_numbers_are_judged_or_refused_and_never_panic() {
    let all =
        [Status::BeforeMatch, Status::Live, Status::Stopped, Status::SlapWon, Status::RoundOver, Status::MatchOver];
    let (mut judged, mut refused) = (0, 0);
    for line in every_kind() {
        for status in all {
            for lasts in [-0.5, 0.0, 0.04, 0.4, 4.0, 1e6] {
                for confidence in [-0.1, 0.0, 0.49, 0.5, 1.0, 1.1] {
                    let mut sight = read_line(&line).expect("a sight");
                    (sight.until, sight.confidence) = (sight.at.t + lasts, confidence);
                    let possible = lasts >= 0.0 && (0.0..=1.0).contains(&confidence);
                    let said = judge(&sight, &with_status(status), &Settings::default());
                    assert_eq!(said.is_ok(), possible, "{line}");
                    *if possible { &mut judged } else { &mut refused } += 1;
                    for ruling in said.unwrap_or_default() {
                        assert!(ruling.sanction.is_none() && (0.0..=1.0).contains(&ruling.confidence));
                        assert!(ruling.finding != Finding::Offence || confidence >= 0.5, "{}", ruling.sentence);
                        assert!(ruling.sentence.ends_with('.') && ruling.sentence.chars().all(|c| !c.is_control()));
                    }
                }
            }
        }
    }
    assert_eq!((judged, refused), (29 * 6 * 20, 29 * 6 * 16));
}

/// Every kind that is taken for a sight is one, and none of the acts or events is.
#[test]
fn the_kinds_of_sights_are_those_that_can_be_read() {
    use slapsight::law::isf::game::{self, Told};
    use slapsight::law::isf::sights::KINDS;
    for kind in KINDS {
        let why = read_line(&format!("{{\"kind\": \"{kind}\", \"t\": 1, \"no_such_field\": 1}}")).expect_err("a slip");
        assert!(!why.to_string().contains("unknown variant"), "{kind}: {why}");
    }
    let told = |line: &str| game::read_line(line).expect("told");
    assert!(matches!(told("{\"kind\": \"mat_moved\", \"t\": 1, \"mat\": \"central\", \"cm\": 2}"), Told::Sight(_)));
    assert!(matches!(told("{\"kind\": \"touch\", \"t\": 1, \"player\": 1, \"pile\": \"left\"}"), Told::Event(_)));
    assert!(matches!(told("{\"kind\": \"stoppage\"}"), Told::Act { .. }));
}
