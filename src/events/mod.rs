//! Observations in, candidates out: where hands stop and leave, what the piles show, which live cards
//! go. One detector a file; each keeps what it rejected and why.
//!
//! Nothing here knows the Laws. A candidate is "this hand came to rest over the left pile at 0.6752 s,
//! give or take 1.9 ms"; whether that was a slap, a play or nothing is decided later.

mod again;
pub mod arrivals;
mod as_one;
mod at_once;
pub mod bare;
pub mod between;
mod cards_along;
pub mod change;
pub mod clock;
pub mod clutter;
pub mod cues;
pub mod deck_place;
pub mod decks;
mod departures;
mod drifting;
pub mod foundation;
mod gentle;
pub mod hidden;
pub mod in_hand;
mod jittering;
pub mod jokers;
pub mod kept_hidden;
mod leaping;
mod least_squares;
pub mod lingering;
pub mod live_count;
mod lost;
pub mod lying;
pub mod mats;
pub mod meetings;
mod on_top;
pub mod one_sign;
mod out_of_sight;
pub mod over_decks;
pub mod overcounted;
pub mod overlap;
pub mod path;
pub mod rests;
pub mod reveal_way;
mod seeming;
pub mod shutter;
pub mod sound;
mod stacked;
pub mod stops;
pub mod tops;
pub mod touches;
pub mod twins;
mod under;
mod unheard;
mod unseen;
pub mod views;
pub mod which_pile;
pub mod zones;

pub use again::Again;
pub use at_once::at_once;
pub use bare::{BareSpan, bare_spans};
pub use between::{Between, between};
pub use cues::{Cue, Cues};
pub use deck_place::{DeckMoved, decks_moved};
pub use decks::{DeckTouch, deck_touches};
pub use foundation::{
    CardGone, Cleared, LoneCard, TurnedUp, came_home, cards_taken_unseen, cards_turned_up, foundations_cleared,
    left_home, live_cards_gone, lone_cards, set_off_from_home,
};
pub use in_hand::{InHand, in_hands};
pub use jokers::{JokerLay, jokers};
pub use kept_hidden::{KeptHidden, kept_hidden};
pub use lingering::{Lasting, Lingering, lasting, lingering, lingering_on_hands};
pub use live_count::{LiveCount, live_counts};
pub use lying::{CardPlace, LyingCard, lying_cards};
pub use mats::{MatMoved, Moved, camera_away, mats_moved};
pub use meetings::{Meeting, meetings};
pub use over_decks::{OverDeck, over_decks};
pub use overcounted::{Overcounted, doubted, overcounted};
pub use path::{HandPath, PathPoint, paths};
pub use rests::{Rest, rests};
pub use reveal_way::{RevealWay, reveal_ways};
pub use stacked::{Stacked, stacked};
pub use stops::{Stop, stops};
pub use tops::{TopReading, TopSpan, top_readings};
pub use touches::{Rejected, Visit};
pub use twins::{Twins, twins};
pub use unheard::doubt_unheard;
pub use which_pile::all_visits;
pub use zones::{Zones, middle};
