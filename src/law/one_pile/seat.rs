//! Seats round a table, numbered clockwise as seen from above: the seat to the left of 1 is 2.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A seat, 1..=8. Players do not change seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(into = "u8", try_from = "u8")]
#[schemars(with = "u8")]
pub struct Seat(u8);

impl Seat {
    /// The most seats at a table.
    pub const MAX: usize = 8;
    /// The first seat.
    pub const ONE: Seat = Seat(1);

    /// The seat of that number; `None` outside 1..=8.
    pub fn new(number: u8) -> Option<Seat> {
        (1..=8).contains(&number).then_some(Seat(number))
    }

    /// Seats 1 to `count`, in order; no more than eight.
    pub fn first(count: usize) -> impl Iterator<Item = Seat> {
        (1u8..=8).take(count).map(Seat)
    }

    /// 1..=8.
    pub fn number(self) -> u8 {
        self.0
    }

    /// 0..8, for arrays.
    pub fn index(self) -> usize {
        usize::from(self.0 - 1)
    }

    /// The next seat to the left (clockwise) at a table of `count` seats.
    pub fn left(self, count: usize) -> Seat {
        if usize::from(self.0) >= count { Seat(1) } else { Seat(self.0 + 1) }
    }

    /// The other seats, from the next on the left round to the last on the right.
    pub fn others_leftward(self, count: usize) -> impl Iterator<Item = Seat> {
        std::iter::successors(Some(self.left(count)), move |seat| Some(seat.left(count)))
            .take_while(move |seat| *seat != self)
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.0
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;

    fn try_from(number: u8) -> Result<Seat, String> {
        Seat::new(number).ok_or_else(|| format!("no seat {number}: seats are 1 to 8"))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Seat {}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_goes_round() {
        let [one, three] = [1, 3].map(|n| Seat::new(n).expect("a seat"));
        assert_eq!(three.left(3), one);
        let others: Vec<u8> = three.others_leftward(4).map(Seat::number).collect();
        assert_eq!(others, [4, 1, 2]);
        assert!(Seat::new(0).is_none() && Seat::new(9).is_none());
    }
}
