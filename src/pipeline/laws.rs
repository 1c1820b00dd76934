//! What the engines judge: the clause table and the readings of gaps, for printing.

use crate::law::{ers, isf, ratscrew, slapjack, slaps_house};

/// The clause table as `tests/law/coverage.rs` writes it from the code.
const TABLE: &str = include_str!("../law/coverage.tsv");

/// One clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clause {
    /// The text: `isf`, `slaps-house`, `ers`, `ratscrew` or `slapjack`.
    pub text: &'static str,
    /// Its number.
    pub number: &'static str,
    /// V from video, E by keeping the books, V/E both, V/R measured from video and left to the referee, R the
    /// referee, C administration, P principle.
    pub class: &'static str,
    /// The function that decides it; empty where nothing does.
    pub function: &'static str,
    /// The tests that name it, separated by blanks.
    pub tests: &'static str,
    /// One line in our words.
    pub paraphrase: &'static str,
    /// Why nothing decides it, where that is said; else empty.
    pub why_not: &'static str,
}

/// Every clause, by text and number.
pub fn clauses() -> impl Iterator<Item = Clause> {
    TABLE.lines().skip(1).filter_map(|line| {
        let mut fields = line.split('\t');
        let mut next = || fields.next();
        Some(Clause {
            text: next()?,
            number: next()?,
            class: next()?,
            function: next()?,
            tests: next()?,
            paraphrase: next()?,
            why_not: next()?,
        })
    })
}

/// The part of its text that a clause belongs to, letter and name; `None` for a text without such parts.
pub fn heading(clause: &Clause) -> Option<(&'static str, &'static str)> {
    isf::clauses::heading(clause.number).filter(|_| clause.text == "isf")
}

/// Gaps and contradictions of a text, and how they are read: clause and reading.
pub fn readings(text: &str) -> &'static [(&'static str, &'static str)] {
    match text {
        "isf" => isf::books::READINGS,
        "slaps-house" => slaps_house::READINGS,
        "ers" => ers::READINGS,
        "ratscrew" => ratscrew::READINGS,
        "slapjack" => slapjack::READINGS,
        _ => &[],
    }
}
