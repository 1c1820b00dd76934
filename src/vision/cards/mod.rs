//! Cards: found, cut out upright, read; on the rectified table ([`reader`]) or in any picture ([`photo`]).
//!
//! One kind of model (see `models/cards/README.md`) gives the corners of cards ([`find`]), another reads a card cut
//! upright from the original picture ([`read`]), so that no resolution is lost twice. A deck that was shown is read
//! better ([`deck`]). A card that cannot be read says so.

pub mod deck;
pub mod find;
pub mod half_turn;
pub mod outline;
pub mod photo;
pub mod read;
pub mod reader;
pub mod size;
pub mod variants;
pub mod watch;

pub use photo::PhotoReader;
pub use reader::{CardReader, Laid};
pub use size::CardSize;
pub use watch::Watch;
