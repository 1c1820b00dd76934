//! What the four games with one centre pile share: seats, decks, the pile, turns, face-card challenges,
//! slaps, and the loop that judges one event. The games themselves are `slaps_house`, `ers`, `ratscrew`
//! and `slapjack`; each says what differs through `game::Game`.
//!
//! In: a [`State`] and an [`Event`], oldest first. Out: the next state and the rulings. An offence is a
//! ruling; [`Impossible`] is only for events that cannot be. Nothing here reads a clock or rolls dice:
//! times, shuffles and the card left over "at random" come in with the events.
//!
//! Slaps are gathered and judged together, because a tie needs every hand: any event other than a slap,
//! a slap more than [`order::SAME_SLAP_SECS`] after the first, or `slaps_over` settles them.
//!
//! What is owed is not done by the engine: a pile that was won, a card to be burned or paid is kept in
//! `State::due` until an event (`take`, `burn`, `pay` …) says that it happened. What a text orders to be
//! undone (a pile taken up by the wrong player) is taken as undone.
//!
//! A face that could not be read is never guessed. A pattern with an unread card holds, does not hold, or
//! cannot be told, and then the slap is for the referee. After an unread card the turn may be unknown.
//!
//! Files: [`seat`], [`deck`], [`event`], [`ruling`], [`state`]: the types. [`read`] one line of a file. `cards` which card is where;
//! [`patterns`] what may be slapped; [`order`] who was first; `flips` turns and challenges; `slaps` gathers
//! hands; `dues` take, burn, pay, divide; [`legal`] what may happen now; `judge` the loop.

pub(in crate::law) mod bench;
pub(in crate::law) mod cards;
pub mod deck;
mod digest;
pub(in crate::law) mod dues;
pub mod event;
pub(in crate::law) mod flips;
pub(in crate::law) mod game;
mod impossible;
pub(in crate::law) mod judge;
pub mod legal;
pub mod order;
pub mod patterns;
pub mod read;
pub mod ruling;
pub mod seat;
pub(in crate::law) mod slaps;
pub mod state;
pub(in crate::law) mod winning;
pub(in crate::law) mod words;

pub use deck::{CardId, Deck};
pub use digest::digest;
pub use event::{Act, Call, Cause, Conduct, Event, Half, Target};
pub use impossible::Impossible;
pub use legal::{Legal, Play, SlapNow};
pub use order::Sureness;
pub use patterns::Pattern;
pub use read::{NotAnEvent, read_line};
pub use ruling::{Class, Clause, Kind, Penalty, Ruling, SlapRecord};
pub use seat::Seat;
pub use state::{Due, Owner, State, Which, Won};
