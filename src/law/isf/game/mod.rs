//! A whole game of SLAPS from one stream: the instants and the books, joined.
//!
//! In: a [`Game`] and what is [`Told`], oldest first: a measured event, a sight, or an act of the books. Out: the next
//! game and the rulings that have become ripe. [`Impossible`] is only for what cannot be, and leaves the game
//! as it was; what had to wait and then does not fit the table is a ruling for the referee. Until the books are
//! opened (`match_set_up`, `deal`, `table`) events are judged alone.
//!
//! Who rules on what, so that nothing is ruled twice:
//! - The instants say who was first and what hands did; their verdict on a slap or a misslap is entered in the
//!   books, and what follows from it is said in the same ruling.
//! - The books say whether a card follows and what a removal calls for, as they know every card. The instants
//!   tell them how long the card lay (D.8.2, D.8.3), whether two cards came at once (D.9), how sure it was.
//! - A card that the books were not told of, or cannot judge, keeps the ruling of the instants.
//! - Sights are judged at the table as it stands, by clauses that nothing else rules on.
//! - What the referee tells as an act goes before what was measured (A.3.2, F.10.2).
//!
//! Plays go into the books in the order in which the cards touched their pile (D.9.1), and wait while a slap
//! may have been won before them.
//!
//! Files: `entry` what an event is to the books, `verdicts` what the instants' rulings are to them, `agree`
//! what the instants learn from the books, [`mod@line`] how it is written.

mod agree;
mod entry;
pub mod line;
mod verdicts;

pub use line::read_line;

use super::books::{self, Act, Table};
use super::sights::{self, Sight};
use super::{Settings, State};
use crate::base::{Measured, Pile, Player, Rank};
use crate::facts::{Event, Ruling};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// What a game is told.
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    /// A measured event.
    Event(Event),
    /// An act of the books, with its instant if it has one.
    Act {
        /// What.
        act: Act,
        /// When, file seconds.
        at: Option<Measured>,
    },
    /// What was seen and is no event of play, such as a hand that hovers.
    Sight(Sight),
}

/// Why what is told cannot be.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Impossible {
    /// The event.
    #[error(transparent)]
    Event(#[from] super::Impossible),
    /// What it is to the books.
    #[error(transparent)]
    Books(#[from] books::Impossible),
    /// What was seen.
    #[error(transparent)]
    Sight(#[from] sights::Impossible),
}

/// A game as it stands. Read it freely; change it only through [`judge`] and [`close`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Game {
    /// The instants: piles, hands, what waits to be judged.
    pub moment: State,
    /// The full table and the match.
    pub books: Table,
    /// The books have been opened.
    pub opened: bool,
    /// What has not gone into the books yet, in their order.
    waiting: Vec<Waiting>,
    /// Cards on piles that the books were told of, while the instants may still rule on them.
    entered: Vec<Entered>,
    /// Which card was taken back off each pile, and has to go there again (D.7.3).
    taken_back: [Option<(Player, Option<Rank>)>; 2],
    /// A slap that could not be told is the referee's; a reveal makes it a stalemate (F.5.4, F.6.1).
    undecided: Option<Measured>,
    /// The present slap condition has been ruled lost (F.7.6).
    lost: bool,
}

/// An act that waits, with the event it comes from.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Waiting {
    act: Act,
    at: Measured,
    /// First contact, for a play; the instant itself for everything else.
    since: Measured,
    confidence: f64,
}

/// A card that the books were told of.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Entered {
    pile: Pile,
    contact: Measured,
    /// The books could say whether it was lawful.
    judged: bool,
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl Game {
    /// Nothing is known; the books are closed.
    pub fn new() -> Game {
        Game {
            moment: State::new([None, None]),
            books: Table::new(),
            opened: false,
            waiting: Vec::new(),
            entered: Vec::new(),
            taken_back: [None, None],
            undecided: None,
            lost: false,
        }
    }

    /// A digest of everything: equal games have equal digests on every machine.
    pub fn hash(&self) -> [u8; 32] {
        let mut digest = Sha256::new();
        digest.update(b"slapsight isf game 1\n");
        // Structs of numbers, lists and strings always serialise.
        digest.update(serde_json::to_vec(self).unwrap_or_default());
        digest.finalize().into()
    }
}

/// One judgement: the game under change and the rulings that fall.
struct Joining<'a> {
    game: Game,
    settings: &'a Settings,
    rulings: Vec<Ruling>,
    /// What the event being judged is to the books.
    fresh: Option<Waiting>,
}

/// Judges one thing told: the game after it, and the rulings that it made ripe.
///
/// # Errors
/// [`Impossible`] when it cannot be; the game given stays as it was.
pub fn judge(game: &Game, told: &Told, settings: &Settings) -> Result<(Game, Vec<Ruling>), Impossible> {
    let mut joining = Joining { game: game.clone(), settings, rulings: Vec::new(), fresh: None };
    match told {
        Told::Event(event) => joining.event(event)?,
        Told::Act { act, at } => joining.act(act, *at)?,
        // The game stays as it was: a sight moves no card.
        Told::Sight(sight) => joining.rulings = sights::judge(sight, &game.moment, settings)?,
    }
    Ok((joining.game, joining.rulings))
}

/// Judges what still waits when nothing more is told. A slap that could not be told stays the referee's.
pub fn close(game: &Game, settings: &Settings) -> (Game, Vec<Ruling>) {
    let (moment, seen) = super::close(&game.moment, game.moment.now, settings);
    let game = Game { moment, ..game.clone() };
    if !game.opened {
        return (game, seen);
    }
    let mut joining = Joining { game: game.clone(), settings, rulings: Vec::new(), fresh: None };
    // The verdict stands behind everything that waited for it.
    match joining.take(seen.clone(), false).and_then(|()| joining.enter_waiting(true)) {
        Ok(()) => (joining.game, joining.rulings),
        // The books may refuse a slap that the recording's end left half told; what was seen stands.
        Err(_) => (game, seen),
    }
}

/// Every play that would be judged legal now (D.5.2, D.6.1): player, place, pile. None are listed while the
/// books are closed, or while a slap may have been won that is not decided yet.
pub fn legal_plays(game: &Game) -> Vec<(Player, usize, Pile)> {
    if !game.opened || !game.waiting.is_empty() || super::slap::completed(&game.moment).is_some() {
        return Vec::new();
    }
    books::legal_plays(&game.books)
}
