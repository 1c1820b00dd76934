//! Players, hands, piles, and the sides of the picture.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A player. Player 1 sits at negative table y.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(into = "u8", try_from = "u8")]
#[schemars(with = "u8")]
pub enum Player {
    /// The near side of the layout (negative y).
    One,
    /// The far side of the layout (positive y).
    Two,
}

impl Player {
    /// Both, in order.
    pub const BOTH: [Player; 2] = [Player::One, Player::Two];

    /// 1 or 2.
    pub fn number(self) -> u8 {
        match self {
            Player::One => 1,
            Player::Two => 2,
        }
    }

    /// 0 or 1, for arrays.
    pub fn index(self) -> usize {
        usize::from(self.number() - 1)
    }

    /// The other one.
    pub fn opponent(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }
}

impl From<Player> for u8 {
    fn from(player: Player) -> u8 {
        player.number()
    }
}

impl TryFrom<u8> for Player {
    type Error = String;

    fn try_from(number: u8) -> Result<Player, String> {
        match number {
            1 => Ok(Player::One),
            2 => Ok(Player::Two),
            other => Err(format!("no player {other}: players are 1 and 2")),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Player {}", self.number())
    }
}

/// A player's own left or right hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum HandSide {
    /// The player's own left.
    Left,
    /// The player's own right.
    Right,
}

impl fmt::Display for HandSide {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            HandSide::Left => "left",
            HandSide::Right => "right",
        })
    }
}

/// A Centre Pile (A.4.5), left or right as seen from Player 1's chair (table x negative or positive).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Pile {
    /// Negative table x.
    Left,
    /// Positive table x.
    Right,
}

impl Pile {
    /// Both, in order.
    pub const BOTH: [Pile; 2] = [Pile::Left, Pile::Right];

    /// 0 or 1, for arrays.
    pub fn index(self) -> usize {
        match self {
            Pile::Left => 0,
            Pile::Right => 1,
        }
    }

    /// The one beside it.
    pub fn other(self) -> Pile {
        match self {
            Pile::Left => Pile::Right,
            Pile::Right => Pile::Left,
        }
    }
}

impl fmt::Display for Pile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Pile::Left => "left",
            Pile::Right => "right",
        })
    }
}

/// A side of the picture, as a person looking at the screen names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The bottom of the picture.
    Near,
    /// The top of the picture.
    Far,
    /// The left of the picture.
    Left,
    /// The right of the picture.
    Right,
}

impl fmt::Display for Side {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Side::Near => "near",
            Side::Far => "far",
            Side::Left => "left",
            Side::Right => "right",
        })
    }
}
