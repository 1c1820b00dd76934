//! Cards that nobody read, and that both players slapped at.
//!
//! Where both players come to both piles at once the tops were equal (F.2.1), and if they were not read so, a card came that was not
//! read: most probably with the hand that was at a pile just before, or that lies there since. What it was is left open.

use super::super::challenges::{BOTH_HANDS_SECS, BOTH_PLAYERS_SECS, challenges, pairs, slapping};
use super::super::stays::{Against, lies_against};
use super::explain::REACTION_SECS;
use super::unread::of_other_hand;
use super::{LEAST_TOUCH, Role};
use crate::base::{Pile, Player, Rank, TimeScale};
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
    let known = challenges(visits, scale).into_iter().map(|slap| (slap, None));
    let lying = with_one_that_lies(visits, scale).into_iter().map(|(slap, hand)| (slap, Some(hand)));
    for (slap, lies_there) in known.chain(lying) {
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
            let came_and_went = left < slap && !slapping[v];
            let here = window.contains(&came) && (came_and_went || lies_there.is_some()) && !visit.from_draw_deck;
            touched && here && !read_since() && another() && fits()
        };
        let hands = (0..visits.len()).filter(|v| lies_there.is_none_or(|hand| hand == *v)).filter(brought);
        let hand = hands.max_by(|&a, &b| visits[a].arrive.t.total_cmp(&visits[b].arrive.t));
        let Some(v) = hand else { continue };
        taken[v] = true;
        roles[v] = (Role::Play { rank: None, gone: None }, LAID_IT * visits[v].on_pile);
        causes.push((visits[v].pile, visits[v].arrive.t, None));
    }
}

/// The challenges in which one hand of a player lies on its pile already when the other one comes: when the first player had a hand on each
/// pile, file seconds, and that hand's visit.
fn with_one_that_lies(visits: &[Visit], scale: TimeScale) -> Vec<(f64, usize)> {
    let secs = |real: f64| real / scale.real_per_file;
    let slaps = Player::BOTH.map(|player| pairs(visits, player, scale));
    let of = |v: usize| {
        let lying = &visits[v];
        let other = |other: &&Visit| {
            let later = other.arrive.t - lying.arrive.t >= secs(BOTH_HANDS_SECS);
            // One that was lost from sight may have been anywhere.
            let both_lie = lying.leave.is_some_and(|leave| leave.t > other.arrive.t + secs(BOTH_HANDS_SECS));
            of_other_hand(lying, other) && later && both_lie && other.on_pile >= LEAST_TOUCH && !other.from_draw_deck
        };
        let came = visits.iter().filter(other).map(|other| other.arrive.t).min_by(f64::total_cmp)?;
        let near = |slap: &&f64| (*slap - came).abs() < secs(BOTH_PLAYERS_SECS);
        let opponents = slaps[lying.player.opponent().index()].iter().find(near)?;
        Some((opponents.min(came), v))
    };
    (0..visits.len()).filter_map(of).collect()
}
