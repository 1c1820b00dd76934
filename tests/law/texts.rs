//! The table of clauses and the sentences that cite it.

use slapsight::law::isf::clauses::{CLAUSES, EDITION, find, paraphrase};

#[test]
fn every_clause_is_there_once_with_its_edition_and_one_line() {
    for (i, clause) in CLAUSES.iter().enumerate() {
        assert!(CLAUSES[i + 1..].iter().all(|other| other.number != clause.number), "{} twice", clause.number);
        assert_eq!(clause.edition, EDITION);
        assert!(!clause.paraphrase.is_empty() && !clause.paraphrase.contains('\n'));
        assert!(!clause.paraphrase.ends_with('.'), "{}: the sentence sets its own full stop", clause.number);
        let mut parts = clause.number.split('.');
        assert!(parts.next().is_some_and(|law| matches!(law, "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I")));
        assert!(parts.clone().count() >= 2 && parts.all(|part| part.parse::<u8>().is_ok()), "{}", clause.number);
    }
}

#[test]
fn a_clause_is_found_by_its_number() {
    assert_eq!(find("F.5.1").map(|clause| clause.number), Some("F.5.1"));
    assert!(paraphrase("F.5.1").is_some_and(|text| text.contains("wins")));
    assert_eq!(paraphrase("Z.9.9"), None);
}
