//! How long a movement takes: Fitts's law.
//!
//! Fitts 1954, "The information capacity of the human motor system in controlling the amplitude of movement";
//! in the form of MacKenzie 1992, "Fitts' law as a research and design tool in human-computer interaction":
//! time = a + b log2(distance / width + 1). The constants here are near those of Fitts's own tapping task
//! (b about 0.095 s a bit); a player in a hurry is quicker, one who deals calmly is slower.

/// Intercept, seconds, and slope, seconds a bit.
const INTERCEPT_S: f64 = 0.06;
const SLOPE_S: f64 = 0.095;
/// Movement times of one person vary by about this share from one time to the next.
const SPREAD: f64 = 0.1;
/// No movement is shorter than this.
const LEAST_S: f64 = 0.06;

/// Seconds for a hand to go `distance` to a target `width` wide (both centimetres). `hurry` divides the time (1
/// quick and careful, above 1 a slap, below 1 calm play); `chance` is a standard normal number, 0 for the mean.
pub fn movement_time(distance: f64, width: f64, hurry: f64, chance: f64) -> f64 {
    let bits = (distance.max(0.0) / width.max(0.1) + 1.0).log2();
    let mean = (INTERCEPT_S + SLOPE_S * bits) / hurry.max(0.05);
    (mean * (SPREAD * chance.clamp(-3.0, 3.0)).exp()).max(LEAST_S)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn farther_and_smaller_take_longer() {
        let time = |distance, width| movement_time(distance, width, 1.0, 0.0);
        assert!(time(40.0, 6.0) > time(20.0, 6.0) && time(20.0, 3.0) > time(20.0, 6.0));
        // One bit more is one slope more.
        assert!((time(30.0, 2.0) - time(14.0, 2.0) - SLOPE_S).abs() < 1e-12);
        // A slap over 25 cm onto a pile takes about a fifth of a second in a hurry.
        assert!((0.12..0.25).contains(&movement_time(25.0, 8.0, 1.4, 0.0)));
    }

    #[test]
    fn chance_and_hurry_scale_the_time() {
        let mean = movement_time(20.0, 6.0, 1.0, 0.0);
        assert!((movement_time(20.0, 6.0, 2.0, 0.0) - mean / 2.0).abs() < 1e-12);
        assert!(movement_time(20.0, 6.0, 1.0, 1.0) > mean && movement_time(20.0, 6.0, 1.0, -1.0) < mean);
        assert!(movement_time(0.0, 1.0, 100.0, 0.0) >= LEAST_S);
    }
}
