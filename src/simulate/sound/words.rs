//! What a mouth does for a word: targets of formants, voice and breath, joined by straight lines.
//!
//! Frequencies and widths of formants of an adult man are those of Klatt (1980), "Software for a
//! cascade/parallel formant synthesizer", J. Acoust. Soc. Am. 67(3), tables II and III; lengths are ours.

/// A word that can be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Word {
    One,
    Two,
    Three,
    /// The call.
    Slap,
}

/// The mouth at one instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mouth {
    /// First three formants, hertz.
    pub formants: [f64; 3],
    /// Their widths, hertz.
    pub widths: [f64; 3],
    /// Voice, 0 to 1.
    pub voice: f64,
    /// Breath through the whole mouth (h, after t and p), 0 to 1.
    pub breath: f64,
    /// Hiss made in front (s, th, the burst of t), 0 to 1, and the middle of its band, hertz.
    pub hiss: f64,
    /// See `hiss`.
    pub hiss_hz: f64,
    /// How far the nose is open, 0 to 1.
    pub nose: f64,
}

/// A speech sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phone {
    W,
    R,
    L,
    N,
    M,
    Th,
    S,
    /// Closure of t or p.
    Closed,
    /// Burst of t, then its breath.
    Tongue,
    /// Burst of p.
    Lips,
    /// As in sun.
    Uh,
    Ih,
    Eh,
    Ae,
    Ah,
    Oh,
    Oo,
    Ee,
}

impl Phone {
    /// The mouth's targets at the sound's beginning and end.
    pub fn targets(self) -> (Mouth, Mouth) {
        use Phone::*;
        let still = |mouth: Mouth| (mouth, mouth);
        match self {
            W => still(voiced([290.0, 610.0, 2150.0], [50.0, 80.0, 60.0], 0.6)),
            R => still(voiced([310.0, 1060.0, 1380.0], [70.0, 100.0, 120.0], 0.6)),
            L => still(voiced([310.0, 1050.0, 2880.0], [50.0, 100.0, 280.0], 0.6)),
            N => still(Mouth { nose: 1.0, ..voiced([480.0, 1340.0, 2470.0], [60.0, 300.0, 300.0], 0.5) }),
            M => still(Mouth { nose: 1.0, ..voiced([480.0, 1270.0, 2130.0], [60.0, 200.0, 200.0], 0.5) }),
            Th => still(front([320.0, 1290.0, 2540.0], 0.10, 6800.0)),
            S => still(front([320.0, 1390.0, 2530.0], 0.42, 6200.0)),
            Closed => still(front([350.0, 1300.0, 2400.0], 0.0, 4000.0)),
            Tongue => (
                Mouth { breath: 0.25, ..front([400.0, 1600.0, 2600.0], 0.5, 4200.0) },
                Mouth { breath: 0.30, ..front([380.0, 1450.0, 2400.0], 0.02, 4000.0) },
            ),
            Lips => (front([400.0, 1100.0, 2150.0], 0.25, 1400.0), front([400.0, 1100.0, 2150.0], 0.0, 1400.0)),
            Uh => glide([620.0, 1220.0, 2550.0], [600.0, 1170.0, 2500.0], [80.0, 50.0, 140.0]),
            Ih => glide([400.0, 1800.0, 2570.0], [470.0, 1600.0, 2600.0], [50.0, 100.0, 140.0]),
            Eh => glide([530.0, 1680.0, 2500.0], [620.0, 1530.0, 2530.0], [60.0, 90.0, 200.0]),
            Ae => glide([620.0, 1660.0, 2430.0], [650.0, 1490.0, 2470.0], [70.0, 150.0, 320.0]),
            Ah => glide([700.0, 1220.0, 2600.0], [700.0, 1220.0, 2600.0], [130.0, 70.0, 160.0]),
            Oh => glide([540.0, 1100.0, 2300.0], [450.0, 900.0, 2300.0], [80.0, 70.0, 70.0]),
            Oo => glide([350.0, 1250.0, 2200.0], [320.0, 900.0, 2200.0], [65.0, 110.0, 140.0]),
            Ee => glide([310.0, 2020.0, 2960.0], [290.0, 2070.0, 2960.0], [45.0, 200.0, 400.0]),
        }
    }
}

fn voiced(formants: [f64; 3], widths: [f64; 3], voice: f64) -> Mouth {
    Mouth { formants, widths, voice, breath: 0.0, hiss: 0.0, hiss_hz: 5000.0, nose: 0.0 }
}

fn glide(from: [f64; 3], to: [f64; 3], widths: [f64; 3]) -> (Mouth, Mouth) {
    (voiced(from, widths, 1.0), voiced(to, widths, 0.95))
}

fn front(formants: [f64; 3], hiss: f64, hiss_hz: f64) -> Mouth {
    Mouth { formants, widths: [200.0, 110.0, 200.0], voice: 0.0, breath: 0.0, hiss, hiss_hz, nose: 0.0 }
}

impl Word {
    /// Its sounds with their lengths, seconds.
    pub fn phones(self) -> &'static [(Phone, f64)] {
        use Phone::*;
        match self {
            Word::One => &[(W, 0.07), (Uh, 0.16), (N, 0.12)],
            Word::Two => &[(Tongue, 0.055), (Oo, 0.24)],
            Word::Three => &[(Th, 0.10), (R, 0.06), (Ee, 0.24)],
            Word::Slap => &[(S, 0.12), (L, 0.06), (Ae, 0.20), (Closed, 0.06), (Lips, 0.03)],
        }
    }
}
