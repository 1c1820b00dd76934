//! The books of a match: the full table, told act by act, under the Laws 2025-26.
//!
//! In: a [`Table`] and an [`Act`]. Out: the next table and the rulings that fall. An offence is a ruling;
//! [`Impossible`] is only for what cannot be (the same card twice, a card from an empty deck), and leaves the
//! table as it was. Nothing here reads a clock or rolls dice: the result of a shuffle is part of its act.
//! The instants beside this folder judge who was first; the books take that as told.
//!
//! Cards may be unknown: an id stands for a card whose face is learned when it is seen. What depends on an
//! unknown face is left undecided, never guessed.
//!
//! Files: [`act`] what is told, [`mod@line`] how it is written, [`table`] what is kept, `faces` what the cards show (B.6.1), `set_up` D.2 and
//! B.6, `foundation` D.2 and D.3, `legal` what may be played, `plays` and `removals` D.5 to D.8, `simultaneous` D.9, `reveals` when play is on (E), `slaps` F.6 to F.9, `shortage` G, `ending` E.5, E.6,
//! G.5, H, I.7, [`record`] I.6, [`clauses`] the texts, [`readings`] where the text has gaps.

pub mod act;
pub mod clauses;
mod desk;
mod ending;
mod faces;
mod foundation;
mod impossible;
mod legal;
pub mod line;
mod plays;
pub mod readings;
pub mod record;
mod removals;
mod reveals;
mod set_up;
mod shortage;
mod simultaneous;
mod slaps;
pub mod table;

pub use act::Act;
pub use impossible::Impossible;
pub use legal::{Stalemate, legal_plays, stalemate};
pub use line::read_line;
pub use plays::played_from;
pub use readings::READINGS;
pub use record::match_record;
pub use set_up::sub_pile_sizes;
pub use shortage::{both_at_zero, is_dead, is_short, split_due};
pub use table::{Status, Table};

use crate::base::Measured;
use crate::facts::{Finding, Kind, Ruling};
use desk::Desk;

/// Judges one act, at the instant of its number: 0, 1, 2 …
///
/// # Errors
/// [`Impossible`] when the act cannot be; the table given stays as it was.
pub fn judge(table: &Table, act: &Act) -> Result<(Table, Vec<Ruling>), Impossible> {
    // Exact to 2^53 acts.
    judge_at(table, act, Measured::exact(table.acts as f64))
}

/// Judges one act; its rulings get the instant `at`.
///
/// # Errors
/// [`Impossible`] when the act cannot be; the table given stays as it was.
pub fn judge_at(table: &Table, act: &Act, at: Measured) -> Result<(Table, Vec<Ruling>), Impossible> {
    judge_seen(table, act, Seen { at, confidence: 1.0, doubtful: false })
}

/// How an act came to be known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seen {
    /// When; its rulings get this instant.
    pub at: Measured,
    /// Probability that it happened as described, 0..1.
    pub confidence: f64,
    /// Too unsure to be called an offence: what would be one is then the referee's.
    pub doubtful: bool,
}

/// Judges one act that was seen, not told.
///
/// # Errors
/// [`Impossible`] when the act cannot be; the table given stays as it was.
pub fn judge_seen(table: &Table, act: &Act, seen: Seen) -> Result<(Table, Vec<Ruling>), Impossible> {
    let Seen { at, confidence, doubtful } = seen;
    let mut desk = Desk { table: table.clone(), at, confidence, doubtful, rulings: Vec::new() };
    step(&mut desk, act)?;
    desk.table.acts = desk.table.acts.saturating_add(1);
    Ok((desk.table, desk.rulings))
}

fn step(desk: &mut Desk, act: &Act) -> Result<(), Impossible> {
    match act {
        Act::MatchSetUp { players, referee, round_cap, match_kind } => {
            set_up::match_set_up(desk, players, referee.as_ref(), *round_cap, *match_kind)
        }
        Act::Ready { player } => set_up::ready(desk, *player),
        Act::SidesSwapped => set_up::sides_swapped(desk),
        Act::Deal { packs } => set_up::deal(desk, packs),
        Act::Table(described) => set_up::describe(desk, described),
        Act::Reveal { player, pile, card } => reveals::reveal(desk, *player, *pile, *card),
        Act::Play { player, pile, place, card, unclear, at_once } => {
            plays::play(desk, *player, *pile, *place, *card, (*unclear, *at_once))
        }
        Act::PlacedFirst { pile, player } => simultaneous::placed_first(desk, *pile, *player),
        Act::Remove { pile, player, immediate } => removals::remove(desk, *pile, *player, *immediate),
        Act::Return { pile } => removals::return_card(desk, *pile),
        Act::Turn { player, place, card } => foundation::turn(desk, *player, *place, *card),
        Act::Rearrange { player, from, to } => foundation::rearrange(desk, *player, *from, *to),
        Act::Slap { outcome, player } => slaps::slap(desk, *outcome, *player),
        Act::Misslap { player } => slaps::misslap(desk, *player),
        Act::Stalemate => reveals::stalemate(desk),
        Act::Stoppage => reveals::stoppage(desk),
        Act::Suspension => reveals::suspension(desk),
        Act::Resumption { how } => reveals::resumption(desk, *how),
        Act::Termination => ending::termination(desk),
        Act::Concession { player } => ending::concession(desk, *player),
        Act::Forfeit { player } => ending::forfeit(desk, *player),
        Act::Sanction { player, sanction } => {
            if !desk.table.begun {
                let say = "A sanction is shown before the first reveal: nothing is ruled before it (E.3.2).".to_owned();
                desk.note(Kind::OutOfPlay, &["E.3.2"], Some(*player), Finding::Referee, say);
            }
            desk.table.tallies[player.index()].give(*sanction);
            Ok(())
        }
        Act::DeckReplacement => set_up::deck_replacement(desk),
        Act::Loan { top_half } => shortage::loan(desk, *top_half),
        Act::CentreShuffle { order, first } => shortage::centre_shuffle(desk, order.as_ref(), *first),
        Act::RoundStart => ending::round_start(desk),
        Act::RoundEnd { player } => ending::round_end(desk, *player),
        Act::TooCloseFinish => ending::too_close(desk),
        Act::NextRound { packs } => ending::next_round(desk, packs),
        Act::MatchEnd { player } => ending::match_end(desk, *player),
        Act::Learn { id, card } => removals::learned(desk, *id, *card),
    }
}
