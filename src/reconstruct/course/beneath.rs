//! Which of two cards that came to one pile at nearly the same time lies on top: what is read there afterwards says so.

use super::{Role, dated};
use crate::base::{Measured, Part, Pile, Rank};
use crate::events::{TopSpan, Visit};

/// Instants farther apart than so many times the standard deviation of that are in their order.
const IN_DOUBT: f64 = 4.0;

/// Puts right when each of two hands laid its card, where the card of the one that seems to have come last lies beneath: neither
/// was beyond the instant that both together say. `causes` are the changes of the tops that come of it, changed with them.
pub(super) fn put_beneath(
    laid: &mut [Visit],
    roles: &[(Role, f64)],
    spans: &[TopSpan],
    causes: &mut [(Pile, f64, Option<Rank>)],
) {
    let rank = |v: usize| match roles[v].0 {
        Role::Play { rank, .. } | Role::Reveal { rank } => rank,
        _ => None,
    };
    for beneath in 0..laid.len() {
        for above in 0..laid.len() {
            let (Some(under), Some(over)) = (rank(beneath), rank(above)) else { continue };
            let (one, other) = (&laid[beneath], &laid[above]);
            let pile = one.pile;
            if under == over || one.track == other.track || pile != other.pile || one.arrive.t <= other.arrive.t {
                continue;
            }
            let between = one.arrive.until(&other.arrive);
            let mut shown =
                spans.iter().filter(|span| span.pile == pile && span.to > one.arrive.t).map(|span| span.rank);
            let order = shown.next() == Some(over) && shown.next() != Some(under);
            if !order || -between.t > IN_DOUBT * between.sigma() {
                continue;
            }
            let (mine, theirs) = (one.arrive.sigma().powi(2), other.arrive.sigma().powi(2));
            let limit = (one.arrive.t * theirs + other.arrive.t * mine) / (mine + theirs).max(1e-12);
            let cut = [(beneath, not_after(one.arrive, limit)), (above, other.arrive.not_before(limit))];
            for (v, arrive) in cut {
                for cause in causes.iter_mut().filter(|cause| cause.0 == pile && cause.1 == laid[v].arrive.t) {
                    cause.1 = arrive.t;
                }
                dated(&mut laid[v], arrive);
            }
        }
    }
}

/// An instant when it is known not to have been after `limit`.
fn not_after(at: Measured, limit: f64) -> Measured {
    let mirrored = |at: Measured| {
        let parts: Vec<Part> = at.parts().into_iter().map(|part| Part { t: -part.t, ..part }).collect();
        Measured::mixed(&parts)
    };
    mirrored(mirrored(at).not_before(-limit))
}
