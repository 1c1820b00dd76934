//! incidents
