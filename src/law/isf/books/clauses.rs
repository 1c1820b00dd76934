//! The clauses as the books cite them; the list is that of [`crate::law::isf::clauses`].

pub use crate::law::isf::clauses::{CLAUSES, find};

/// Numbers and readings of clauses: `left on the pile: a yellow card (D.8.3)`.
pub(super) fn cite(number: &str) -> String {
    find(number).map_or_else(|| number.to_owned(), |clause| format!("{} ({number})", clause.paraphrase))
}
