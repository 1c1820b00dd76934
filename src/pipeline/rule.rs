//! The rules engines alone: events in, one a line, rulings out as they fall.
//!
//! For `isf` a line is an event with its instant, as in a report, an act of the books (a deal, a play, a loan …)
//! or a sight (a hand that hovers, a mat that moved …). Once the books have been opened (`match_set_up`, `deal` or
//! `table`), timed reveals, plays and slaps are entered there too (`law::isf::game`), so that the whole table is
//! kept from one file. For the other games a line is an event of `law::one_pile`. Nothing is kept but the table,
//! so a file may be of any length.

use crate::facts::{Finding, Ruling};
use crate::law::isf::books;
use crate::law::isf::game::Told;
use crate::law::{ers, isf, one_pile, ratscrew, slapjack, slaps_house};
use serde_json::Value;
use std::io::BufRead;

/// Which game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Game {
    /// SLAPS, ISF Laws of the Game.
    Isf,
    /// "Slaps", house rules.
    SlapsHouse,
    /// Egyptian Ratscrew, how-to.
    Ers,
    /// Ratscrew, the old web page.
    Ratscrew,
    /// Slapjack.
    Slapjack,
}

/// One ruling as it is told.
#[derive(Debug, Clone)]
pub struct Said {
    /// The line whose event made it ripe, from 1.
    pub line: usize,
    /// When, if measured.
    pub at: Option<f64>,
    /// The answer.
    pub finding: Finding,
    /// The clauses.
    pub clauses: Vec<String>,
    /// One sentence a referee would say aloud.
    pub sentence: String,
    /// The whole ruling.
    pub whole: Whole,
}

/// A ruling with all its fields, written out only when somebody asks.
#[derive(Debug, Clone)]
pub enum Whole {
    /// Of SLAPS.
    Slaps(Box<Ruling>),
    /// Of a game with one pile.
    OnePile(Box<one_pile::Ruling>),
}

impl Whole {
    /// As a JSON object.
    pub fn json(&self) -> Value {
        match self {
            Whole::Slaps(ruling) => serde_json::to_value(ruling),
            Whole::OnePile(ruling) => serde_json::to_value(ruling),
        }
        .unwrap_or_default()
    }
}

/// Why the events cannot be judged to their end. Rulings told before stand.
#[derive(Debug, thiserror::Error)]
pub enum RuleError {
    /// A line.
    #[error("{name}, line {line}: {why}")]
    Line {
        /// The file.
        name: String,
        /// From 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// The file.
    #[error("{name}: the file cannot be read ({why})")]
    Unreadable {
        /// The file.
        name: String,
        /// The system's words.
        why: String,
    },
    /// The switches.
    #[error("the switches are not those of this game ({0})")]
    Switches(String),
}

/// Judges the lines of `input`, telling each ruling to `said`; gives the table at the end, in words.
/// `switches` are a game's optional rules, as its type reads them; the text's defaults when `None`.
///
/// # Errors
/// The first line that cannot be, by its number.
pub fn rule(
    name: &str,
    input: impl BufRead,
    game: Game,
    switches: Option<Value>,
    said: &mut dyn FnMut(Said),
) -> Result<Vec<String>, RuleError> {
    let mut engine = engine(game, switches).map_err(RuleError::Switches)?;
    let mut last = 0;
    for (i, line) in input.split(b'\n').enumerate() {
        let line = line.map_err(|why| RuleError::Unreadable { name: name.to_owned(), why: why.to_string() })?;
        last = i + 1;
        let faulty = |why: String| RuleError::Line { name: name.to_owned(), line: last, why };
        let text = String::from_utf8(line).map_err(|_| faulty("this is not UTF-8 text".to_owned()))?;
        if text.trim().is_empty() {
            continue;
        }
        let rulings = engine.line(&text).map_err(faulty)?;
        rulings.into_iter().for_each(|ruling| said(Said { line: last, ..ruling }));
    }
    engine.end().into_iter().for_each(|ruling| said(Said { line: last, ..ruling }));
    Ok(engine.table())
}

/// A game being judged.
trait Engine {
    /// Judges one line.
    fn line(&mut self, text: &str) -> Result<Vec<Said>, String>;
    /// Judges what still waited.
    fn end(&mut self) -> Vec<Said>;
    /// The table in words.
    fn table(&self) -> Vec<String>;
}

fn engine(game: Game, switches: Option<Value>) -> Result<Box<dyn Engine>, String> {
    Ok(match game {
        Game::Isf => {
            if switches.is_some() {
                return Err("the ISF Laws have none".to_owned());
            }
            Box::new(Isf::new())
        }
        Game::SlapsHouse => Box::new(OnePile::new(switches, slaps_house::judge, slaps_house::settle)?),
        Game::Ers => Box::new(OnePile::new(switches, ers::judge, ers::settle)?),
        Game::Ratscrew => Box::new(OnePile::new(switches, ratscrew::judge, ratscrew::settle)?),
        Game::Slapjack => Box::new(OnePile::new(switches, slapjack::judge, slapjack::settle)?),
    })
}

/// SLAPS: the instants and the books, joined by the law.
struct Isf {
    game: isf::game::Game,
    settings: isf::Settings,
}

impl Isf {
    fn new() -> Isf {
        Isf { game: isf::game::Game::new(), settings: isf::Settings::default() }
    }
}

impl Engine for Isf {
    fn line(&mut self, text: &str) -> Result<Vec<Said>, String> {
        let told = isf::game::read_line(text).map_err(|why| why.to_string())?;
        let (game, rulings) = isf::game::judge(&self.game, &told, &self.settings).map_err(|why| why.to_string())?;
        self.game = game;
        let timed = match &told {
            Told::Event(_) => true,
            Told::Act { at, .. } => at.is_some(),
            Told::Sight(_) => true,
        };
        Ok(rulings.iter().map(|ruling| said_of(ruling, timed || ruling.slap.is_some())).collect())
    }

    fn end(&mut self) -> Vec<Said> {
        let (game, rulings) = isf::game::close(&self.game, &self.settings);
        self.game = game;
        rulings.iter().map(|ruling| said_of(ruling, true)).collect()
    }

    fn table(&self) -> Vec<String> {
        if !self.game.opened {
            let tops = self.game.moment.tops().map(|top| top.rank().map_or("unknown", |rank| rank.symbol()));
            return vec![format!("Tops: left {}, right {}.", tops[0], tops[1])];
        }
        let record = books::match_record(&self.game.books);
        let mut lines = vec![
            format!(
                "{} against {}: rounds {} to {}, slaps {} to {}{}.",
                record.players[0],
                record.players[1],
                record.rounds[0],
                record.rounds[1],
                record.slaps[0],
                record.slaps[1],
                match (record.friendly, &record.referee) {
                    (false, _) => "",
                    (true, None) => "; a friendly, for there is no referee (A.2.3)",
                    (true, Some(_)) => "; a friendly, which counts for no table (A.2.5)",
                },
            ),
            format!(
                "Foundation and Draw Deck cards: {} and {}; Centre Piles: {} and {}.",
                self.game.books.cards_left(crate::base::Player::One),
                self.game.books.cards_left(crate::base::Player::Two),
                self.game.books.centre[0].len(),
                self.game.books.centre[1].len(),
            ),
        ];
        let guessed: u32 = self.game.books.guessed_places.iter().sum();
        if guessed > 0 {
            lines.push(format!("Cards turned up at a place that was not seen: {guessed}."));
        }
        if let Some(winner) = record.winner {
            lines.push(format!("{winner} has won the match."));
        }
        lines
    }
}

fn said_of(ruling: &Ruling, timed: bool) -> Said {
    Said {
        line: 0,
        at: timed.then_some(ruling.at.t),
        finding: ruling.finding,
        clauses: ruling.clauses.clone(),
        sentence: ruling.sentence.clone(),
        whole: Whole::Slaps(Box::new(ruling.clone())),
    }
}

type Judge<S> = fn(
    &one_pile::State,
    &one_pile::Event,
    &S,
) -> Result<(one_pile::State, Vec<one_pile::Ruling>), one_pile::Impossible>;
type Settle<S> = fn(&one_pile::State, &S) -> (one_pile::State, Vec<one_pile::Ruling>);

/// A game with one pile.
struct OnePile<S> {
    state: one_pile::State,
    switches: S,
    judge: Judge<S>,
    settle: Settle<S>,
}

impl<S: Default + serde::de::DeserializeOwned> OnePile<S> {
    fn new(switches: Option<Value>, judge: Judge<S>, settle: Settle<S>) -> Result<OnePile<S>, String> {
        let switches = match switches {
            Some(value) => serde_json::from_value(value).map_err(|why| why.to_string())?,
            None => S::default(),
        };
        Ok(OnePile { state: one_pile::State::new(), switches, judge, settle })
    }
}

impl<S> Engine for OnePile<S> {
    fn line(&mut self, text: &str) -> Result<Vec<Said>, String> {
        let event = one_pile::read_line(text).map_err(|why| why.to_string())?;
        let (state, rulings) = (self.judge)(&self.state, &event, &self.switches).map_err(|why| why.to_string())?;
        self.state = state;
        Ok(rulings.into_iter().map(told_of_pile).collect())
    }

    fn end(&mut self) -> Vec<Said> {
        let (state, rulings) = (self.settle)(&self.state, &self.switches);
        self.state = state;
        rulings.into_iter().map(told_of_pile).collect()
    }

    fn table(&self) -> Vec<String> {
        let cards: Vec<String> =
            self.state.seats().map(|seat| format!("{seat} {}", self.state.playable(seat))).collect();
        let mut lines = vec![format!("Cards: {}; on the pile {}.", cards.join(", "), self.state.pile.cards.len())];
        if let Some(winner) = self.state.winner {
            lines.push(format!("{winner} has won the game."));
        }
        lines
    }
}

fn told_of_pile(ruling: one_pile::Ruling) -> Said {
    Said {
        line: 0,
        at: ruling.at.map(|at| at.t),
        finding: ruling.finding,
        clauses: ruling.clauses.clone(),
        sentence: ruling.sentence.clone(),
        whole: Whole::OnePile(Box::new(ruling)),
    }
}
