//! Two policies play a whole match on the rules engine, through the director.
//!
//! ```text
//!  policies ──plans──> contest ──cues──> director ──instants──> events
//!      ^                  └──acts──> law::isf::books ──table──┐
//!      └───────────── what may be played, what is due <───────┘
//! ```
//!
//! In: a settled scenario with a `match`. Out: the director with everything performed, the acts of the referee
//! and of the players between rounds (deals, loans, stalemates) with their instants, and what the match came to
//! by the players' own account ([`Played`]): it is kept apart from what the engine rules on the events, so that
//! one can be held against the other.
//!
//! Files: [`policy`] how a player plays, `plans` what a player wants to do next, `rounds` what happens while
//! play is stopped, `contest` play itself, `slapping` slaps, `offences` deliberate breaches, [`account`] what came
//! of it.

pub mod account;
mod contest;
mod offences;
mod plans;
pub mod policy;
mod rounds;
mod slapping;

pub use account::{Offence, Played, RoundPlayed, SlapPlayed};
pub use policy::{MatchFile, MatchPlan, Policy, PolicyFile};

use crate::base::{Card, Measured, Player};
use crate::facts::Kind;
use crate::law::isf::books::act::{Face, MatchKind, Pack};
use crate::law::isf::books::{self, Act, Table};
use crate::simulate::chance::Chance;
use crate::simulate::direct::{Cannot, Director, Performed};
use crate::simulate::scenario::Settled;
use crate::simulate::script::{Cue, Do};
use plans::Mind;

/// Why a match came to a halt. None of these follows from a scenario that was read without a fault.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Stuck {
    /// The director refuses an act at every instant.
    #[error("at {t:.3} s the director refuses {what}: {why}")]
    Director {
        /// When, seconds.
        t: f64,
        /// The act's word.
        what: &'static str,
        /// Its answer.
        why: Cannot,
    },
    /// The books refuse an act.
    #[error("at {t:.3} s the books refuse {what}: {why}")]
    Books {
        /// When, seconds.
        t: f64,
        /// The act's kind.
        what: String,
        /// Their answer.
        why: books::Impossible,
    },
    /// Nobody can do anything.
    #[error("at {0:.3} s nobody has anything to do")]
    Idle(f64),
}

/// A match being played.
struct Match<'a> {
    director: &'a mut Director,
    books: Table,
    faces: Vec<Card>,
    plan: MatchPlan,
    minds: [Mind; 2],
    /// One stream of chance for each player, one for the referee.
    chance: [Chance; 2],
    referee: Chance,
    played: Played,
    /// When each pile's top last changed, seconds.
    changed: [f64; 2],
    /// When the tops became equal, seconds.
    condition_at: f64,
    /// Who slapped in the motion of the card that made them equal, and when both hands were down.
    in_one: Option<(Player, f64)>,
    /// Nobody slapped at the present equal tops.
    ignored: bool,
    /// The first reveal of the round, seconds.
    round_from: f64,
    /// The last card's release, seconds.
    finished_at: f64,
}

/// Plays the match of a settled scenario.
///
/// # Errors
/// [`Stuck`]: where it came to a halt.
pub fn play(settled: &Settled, plan: &MatchPlan, director: &mut Director) -> Result<Played, Stuck> {
    let stream = |name: &str| settled.seed.stream(name);
    let mut game = Match {
        faces: director.timeline().faces().to_vec(),
        director,
        books: Table::new(),
        plan: plan.clone(),
        minds: [Mind::default(), Mind::default()],
        chance: [stream("policy 1"), stream("policy 2")],
        referee: stream("referee"),
        played: Played::default(),
        changed: [0.0; 2],
        condition_at: 0.0,
        in_one: None,
        ignored: false,
        round_from: 0.0,
        finished_at: 0.0,
    };
    game.open()?;
    for round in 1.. {
        game.round()?;
        let over = game.books.winner.is_some();
        if over || round >= plan.rounds {
            break;
        }
        game.next_round()?;
    }
    game.played.winner = game.books.winner;
    game.played.books = game.books;
    Ok(game.played)
}

/// The player's number for a cue.
fn number(player: Player) -> u8 {
    player.number()
}

impl Match<'_> {
    fn policy(&self, player: Player) -> &Policy {
        &self.plan.policies[player.index()]
    }

    fn chance(&mut self, player: Player) -> &mut Chance {
        &mut self.chance[player.index()]
    }

    /// The books of the match are opened: who plays, and the deal as it lies on the table.
    fn open(&mut self) -> Result<(), Stuck> {
        let players = ["Player One".to_owned(), "Player Two".to_owned()];
        let referee = Some("Referee".to_owned());
        let set_up = Act::MatchSetUp { players, referee, round_cap: None, match_kind: Some(MatchKind::Exhibition) };
        self.tell(0.0, set_up)?;
        let packs = [0, 1].map(|person| Pack::Faces(self.pack(person)));
        self.tell(0.0, Act::Deal { packs })?;
        self.tell(0.05, Act::Ready { player: None })
    }

    /// A player's cards as a pack, top first, from what was laid out of it.
    fn pack(&self, person: usize) -> Vec<Face> {
        let table = self.director.table();
        let foundation = table.foundations[person].iter().flatten();
        foundation.chain(table.decks[person].iter().rev()).map(|card| self.face(*card)).collect()
    }

    fn face(&self, card: u8) -> Face {
        Face(self.faces.get(usize::from(card)).copied())
    }

    /// Enters an act in the books and in the truth's list.
    fn tell(&mut self, t: f64, act: Act) -> Result<(), Stuck> {
        self.book(t, &act)?;
        self.played.acts.push((t, act));
        Ok(())
    }

    /// Enters what the truth tells by an event.
    fn book(&mut self, t: f64, act: &Act) -> Result<(), Stuck> {
        let judged = books::judge_at(&self.books, act, Measured::exact(t));
        let (table, _) = judged.map_err(|why| Stuck::Books { t, what: format!("{act:?}"), why })?;
        self.books = table;
        Ok(())
    }

    /// Performs a cue at `t` or as soon after it as possible; gives the instant too.
    fn soon(&mut self, t: f64, act: Do) -> Result<(f64, Performed), Stuck> {
        let mut t = t.max(self.director.now());
        let mut why = None;
        for _ in 0..40 {
            match self.director.perform(Cue { t: Some(t), act: act.clone() }) {
                Ok(performed) => return Ok((t, performed)),
                Err(Cannot::TooEarly { earliest, who }) => {
                    t = (t + 0.01).max(earliest);
                    why = Some(Cannot::TooEarly { earliest, who });
                }
                Err(other) => return Err(Stuck::Director { t, what: act.word(), why: other }),
            }
        }
        Err(Stuck::Director { t, what: act.word(), why: why.unwrap_or(Cannot::BackInTime(t)) })
    }

    /// From when on all hands are free.
    fn all_free(&self) -> f64 {
        Player::BOTH.into_iter().map(|player| self.director.free_at(number(player))).fold(self.director.now(), f64::max)
    }

    fn offence(&mut self, kind: Kind, t: f64, player: Option<Player>) {
        self.played.offences.push(Offence { kind, t, player, sanction: None });
    }
}
