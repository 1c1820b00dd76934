//! Which evidence for the instant of a contact is used. Each cue can be left out, to see what it is worth.

/// One kind of evidence for the instant at which a hand met a pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cue {
    /// The bend in the way of the hand's landmarks, fitted through the impact.
    Path,
    /// The stop of the hand's own picture, from frame to frame.
    Motion,
    /// The sound of the impact.
    Sound,
    /// Which of two hands on one pile lies on top.
    OnTop,
}

/// The cues in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cues {
    /// [`Cue::Path`].
    pub path: bool,
    /// [`Cue::Motion`].
    pub motion: bool,
    /// [`Cue::Sound`].
    pub sound: bool,
    /// [`Cue::OnTop`].
    pub on_top: bool,
}

impl Cues {
    /// Everything there is.
    pub const ALL: Cues = Cues { path: true, motion: true, sound: true, on_top: true };

    /// All but those.
    pub fn without(left_out: &[Cue]) -> Cues {
        let used = |cue: Cue| !left_out.contains(&cue);
        Cues { path: used(Cue::Path), motion: used(Cue::Motion), sound: used(Cue::Sound), on_top: used(Cue::OnTop) }
    }
}
