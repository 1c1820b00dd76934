//! What can go wrong while drawing.

use thiserror::Error;

/// Why no picture was drawn.
#[derive(Debug, Error)]
pub enum RenderError {
    /// No Vulkan device at all.
    #[error(
        "no Vulkan device was found ({why}); without a GPU the simulator draws with Mesa's software driver: \
         install the Debian package mesa-vulkan-drivers (apt-get install mesa-vulkan-drivers)"
    )]
    NoDevice {
        /// What the library says.
        why: String,
    },
    /// The device failed.
    #[error("the Vulkan device failed: {why}")]
    Device {
        /// What the library says.
        why: String,
    },
    /// No pictures for the cards.
    #[error("the deck has no picture for one of its cards; give a face and a back for each")]
    NoPictures,
    /// A picture no device can draw.
    #[error("a picture of {width} x {height} pixels cannot be drawn: each side must lie between 1 and {most}")]
    Size {
        /// Width asked for.
        width: u32,
        /// Height asked for.
        height: u32,
        /// The device's most.
        most: u32,
    },
    /// The arm's mesh cannot be read.
    #[error("the arm's mesh is not usable: {why}")]
    Mesh {
        /// Why.
        why: String,
    },
}
