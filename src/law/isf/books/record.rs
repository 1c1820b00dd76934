//! The match record (C.4.4, I.6.1): what a match comes to, for its result sheet.

use super::act::MatchKind;
use super::table::{Ended, Table};
use crate::base::Player;
use serde::{Deserialize, Serialize};

/// Cards shown to a player (C.4.4.3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardsShown {
    /// Formal warnings given.
    pub warnings: u32,
    /// Yellow cards.
    pub yellow_cards: u32,
    /// Red cards.
    pub red_cards: u32,
}

/// I.6.1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchRecord {
    /// Names; "Player 1" and "Player 2" when none were told.
    pub players: [String; 2],
    /// Rounds won by each.
    pub rounds: [u32; 2],
    /// Slaps won by each.
    pub slaps: [u32; 2],
    /// Cards shown to each.
    pub cards_shown: [CardsShown; 2],
    /// The referee's name.
    pub referee: Option<String>,
    /// What the match was; a friendly without a referee whatever was said (A.2.3). `None` when nothing was.
    pub match_kind: Option<MatchKind>,
    /// A friendly, by name or for want of a referee: it counts for no record (A.2.3, A.2.5).
    pub friendly: bool,
    /// The winner; `None` while the match goes on or when it was ended without one.
    pub winner: Option<Player>,
    /// Why the match is over.
    pub ended: Option<Ended>,
}

/// C.4.4, I.6.1: the record of a match as it stands.
pub fn match_record(table: &Table) -> MatchRecord {
    let match_kind = if table.referee.is_none() { Some(MatchKind::Friendly) } else { table.match_kind };
    let names = || Player::BOTH.map(|player| player.to_string());
    MatchRecord {
        players: table.players.clone().unwrap_or_else(names),
        rounds: table.rounds,
        slaps: table.slaps,
        cards_shown: table.tallies.map(|tally| CardsShown {
            warnings: tally.warnings,
            yellow_cards: tally.yellow_cards,
            red_cards: tally.red_cards,
        }),
        referee: table.referee.clone(),
        match_kind,
        friendly: match_kind == Some(MatchKind::Friendly),
        winner: table.winner,
        ended: table.ended,
    }
}
