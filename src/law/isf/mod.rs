//! SLAPS, International Slaps Federation, Laws of the Game 2025-26.
