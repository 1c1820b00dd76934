//! Cards that nobody read, and that both players slapped at.
//!
//! Where both players come to both piles at once the tops were equal (F.2.1), and if they were not read so, a card came that was not
//! read: most probably with the hand that was at a pile just before. What it was is left open.

use super::super::challenges::{challenges, slapping};
use super::super::stays::{Against, lies_against};
use super::explain::REACTION_SECS;
use super::{LEAST_TOUCH, Role};
use crate::base::{Pile, Rank, TimeScale};
use crate::events::{TopReading, Visit};

/// Players slap as soon after the card came as anybody reacts, and no later than this, real seconds.
const LATEST_SECS: f64 = 1.5;
/// How sure it is that a hand which was at a pile just before laid the card: an estimate.
const LAID_IT: f64 = 0.8;

/// Makes plays of unread cards out of the touches that such slaps followed. `causes` is what the piles showed since when.
pub(super) fn slapped_at(
    visits: &[Visit],
    readings: &[Vec<TopReading>; 2],
    follows: impl Fn(Rank, Option<Rank>) -> bool,
    scale: TimeScale,
    roles: &mut [(Role, f64)],
    taken: &mut [bool],
    causes: &mut Vec<(Pile, f64, Option<Rank>)>,
) {
    let secs = |real: f64| real / scale.real_per_file;
    let slapping = slapping(visits, scale);
    for slap in challenges(visits, scale) {
        let last = |pile: Pile, t: f64| {
            let until = causes.iter().filter(|cause| cause.0 == pile && cause.1 < t);
            until.max_by(|a, b| a.1.total_cmp(&b.1)).copied()
        };
        let top = |pile: Pile, t: f64| last(pile, t).and_then(|cause| cause.2);
        let beside = |pile: Pile| top(pile.other(), slap);
        if top(Pile::Left, slap).is_some() && top(Pile::Left, slap) == top(Pile::Right, slap) {
            continue;
        }
        let window = slap - secs(LATEST_SECS)..slap - secs(REACTION_SECS);
        let brought = |&v: &usize| {
            let visit = &visits[v];
            let (came, left) = (visit.arrive.t, visit.leave.map_or(visit.arrive.t, |leave| leave.t));
            let touched = roles[v].0 == Role::Touch && !taken[v] && visit.touched() >= LEAST_TOUCH;
            // A card that is told to have come since lies on whatever it brought.
            let read_since = || last(visit.pile, slap).is_some_and(|cause| cause.1 > came);
            // What lies where it lay is the same card, whatever it was read as.
            let lies = || lies_against(&readings[visit.pile.index()], came, left, scale);
            let another = || lies() != Some(Against::SamePlace);
            let fits = || {
                let both = beside(visit.pile).zip(top(visit.pile, came));
                both.is_none_or(|(card, before)| follows(card, Some(before)))
            };
            let here = window.contains(&came) && left < slap && !slapping[v] && !visit.from_draw_deck;
            touched && here && !read_since() && another() && fits()
        };
        let hand = (0..visits.len()).filter(brought).max_by(|&a, &b| visits[a].arrive.t.total_cmp(&visits[b].arrive.t));
        let Some(v) = hand else { continue };
        taken[v] = true;
        roles[v] = (Role::Play { rank: None, gone: None }, LAID_IT * visits[v].on_pile);
        causes.push((visits[v].pile, visits[v].arrive.t, None));
    }
}
