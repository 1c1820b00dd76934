//! Cards: found on the rectified table, read upright from the picture.
//!
//! Two models (see `models/cards/README.md`): one finds cards that lie on top in a rectified piece of
//! the table, one reads a card cut upright from the original picture, so that no resolution is lost
//! twice. A card that cannot be read says so.

pub mod find;
pub mod rank;
pub mod reader;

pub use find::Found;
pub use rank::Read;
pub use reader::CardReader;
