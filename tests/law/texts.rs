//! The table of clauses and the sentences that cite it.

use slapsight::law::isf::clauses::{CLAUSES, EDITION, HEADINGS, MISSING_IN_THE_TEXT, find, heading, paraphrase};
use std::collections::BTreeMap;

/// How far each section of the text goes: `A.1 5` has A.1.1 to A.1.5.
const LAST: &str = "\
    A.1 5, A.2 5, A.3 7, A.3.3 1, A.3.4 4, A.4 11, A.5 3, A.6 5, B.1 5, B.2 6, B.2.1 3, B.3 4, B.4 4, B.4.1 \
    3, B.5 4, B.6 8, B.6.6 4, B.7 5, C.1 6, C.1.4 4, C.2 6, C.3 4, C.4 6, C.4.4 3, C.4.5 7, C.5 5, D.1 3, \
    D.2 7, D.2.2 4, D.3 6, D.4 6, D.5 5, D.6 3, D.7 5, D.7.1 2, D.8 5, D.9 3, D.10 7, D.11 3, D.12 2, E.1 3, \
    E.2 4, E.3 2, E.4 6, E.4.3 6, E.5 6, E.6 4, E.7 5, E.8 3, F.1 5, F.2 5, F.3 5, F.3.1 2, F.4 4, F.5 4, \
    F.6 4, F.7 6, F.8 5, F.9 6, F.10 4, F.11 3, G.1 4, G.2 4, G.3 5, G.3.1 4, G.4 4, G.5 5, G.5.4 3, G.5.5 \
    3, G.6 4, G.7 5, G.7.4 5, G.8 5, G.9 4, G.9.4 3, G.10 4, G.11 5, G.12 3, H.1 3, H.2 6, H.3 3, H.4 2, \
    H.4.1 3, H.5 4, H.6 4, H.7 4, H.7.3 3, H.8 2, I.1 3, I.2 3, I.2.1 6, I.3 9, I.3.5 1, I.4 6, I.5 9, I.5.2 \
    3, I.6 4, I.7 6, I.8 3";

#[test]
fn every_clause_is_there_once_with_its_edition_and_one_line() {
    for (i, clause) in CLAUSES.iter().enumerate() {
        assert!(CLAUSES[i + 1..].iter().all(|other| other.number != clause.number), "{} twice", clause.number);
        assert_eq!(clause.edition, EDITION);
        let line = clause.paraphrase;
        assert!(!line.is_empty() && line.len() <= 100 && !line.contains(['\n', '\t', '|']), "{line}");
        assert!(!line.ends_with('.'), "{}: the sentence sets its own full stop", clause.number);
        if let Some(section) = clause.number.strip_prefix("Diagram ") {
            assert!(matches!(section.parse(), Ok(1..=7)), "{section}");
            continue;
        }
        let mut parts = clause.number.split('.');
        let letter = parts.next();
        assert!(HEADINGS.iter().any(|(law, _)| Some(*law) == letter));
        assert!(parts.clone().count() >= 2 && parts.all(|part| part.parse::<u8>().is_ok()), "{}", clause.number);
    }
}

#[test]
fn the_numbering_has_no_gap_that_the_text_does_not_have() {
    let mut last: BTreeMap<&str, u32> = BTreeMap::new();
    for clause in CLAUSES.iter().filter(|clause| !clause.number.starts_with("Diagram")) {
        let (section, number) = clause.number.rsplit_once('.').expect("a section");
        let before = last.entry(section).or_default();
        while MISSING_IN_THE_TEXT.contains(&format!("{section}.{}", *before + 1).as_str()) {
            *before += 1;
        }
        assert_eq!(number.parse(), Ok(*before + 1), "{} after {before}", clause.number);
        *before += 1;
        // An item belongs to a clause that is listed too.
        assert!(section.matches('.').count() == 1 || find(section).is_some(), "{section}");
    }
    let expected: BTreeMap<&str, u32> = LAST
        .split(", ")
        .map(|entry| entry.split_once(' ').expect("section and number"))
        .map(|(section, number)| (section, number.parse().expect("a number")))
        .collect();
    assert_eq!(last, expected);
    assert_eq!(CLAUSES.iter().filter(|clause| clause.number.starts_with("Diagram")).count(), 7);
    // Sections themselves run on too.
    for (letter, _) in HEADINGS {
        let mut sections: Vec<u32> = expected
            .keys()
            .filter_map(|section| section.strip_prefix(letter)?.strip_prefix('.')?.parse().ok())
            .collect();
        sections.sort_unstable();
        assert!(sections.iter().copied().eq(1..=sections.len() as u32), "{letter}: {sections:?}");
    }
}

#[test]
fn a_number_missing_in_the_text_is_not_listed() {
    assert!(MISSING_IN_THE_TEXT.iter().all(|number| find(number).is_none()));
}

#[test]
fn a_clause_is_found_by_its_number() {
    assert_eq!(find("F.5.1").map(|clause| clause.number), Some("F.5.1"));
    assert!(paraphrase("F.5.1").is_some_and(|text| text.contains("wins")));
    assert_eq!(heading("F.5.1").map(|(letter, _)| letter), Some("F"));
    assert_eq!(heading("Diagram 6").map(|(letter, _)| letter), Some("B"));
    for none in ["Z.9.9", "", "D", "Diagram", "Diagram 8", "ä"] {
        assert_eq!(paraphrase(none), None, "{none}");
    }
    assert!(CLAUSES.iter().all(|clause| find(clause.number) == Some(clause)));
}
