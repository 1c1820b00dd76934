//! What vision and hearing would make of a scene whose truth is known: the errors that were measured on rendered footage,
//! put on the truth.
//!
//! Compared on rendered slaps of other seeds (1280x720, 60 to 480 frames a second), where the same quantities could be put
//! beside their truth: landmarks are off by a constant of some millimetres for each hand and by a millimetre from frame to
//! frame; the shift of a hand alone in the picture is some per cent off, and what is smaller than half a millimetre the
//! coding mostly shows only later; the shift of a hand among moving others is often theirs in part or in whole; what they
//! cannot hide is 15 % off, sometimes nearly frozen, sometimes twice or three times too long. Of 17 pairs of hands that lay on one
//! pile (other seeds and the rendered clips of another simulator, 960x540, 120 frames a second) the lower one was recognised worse in
//! 16. What is heard is not made up: the program listens to the simulator's sound track.

use slapsight::base::{Pile, Player, Point, Table};
use slapsight::calibration::Calibration;
use slapsight::facts::{EventKind, HandSeen, Observation, Onset};
use slapsight::simulate::chance::{Chance, Seed};
use slapsight::simulate::heard::sound_track;
use slapsight::simulate::sound::RATE;
use slapsight::simulate::truth::{Directed, Truth, TruthEvent, TruthHand};
use slapsight::vision::sound::onsets;

/// Constant error of a hand's landmarks, and that from frame to frame, centimetres.
const PLACE_CM: f64 = 0.3;
const JITTER_CM: f64 = 0.08;
/// Error of a shift as a part of it, alone and of what others cannot hide, and of its spread.
const SHIFT_PART: f64 = 0.05;
const OWN_PART: f64 = 0.15;
const SPREAD_PART: f64 = 0.15;
/// A shift shorter than this, centimetres, shows only in a later step with that probability.
const FROZEN_CM: f64 = 0.05;
const FROZEN: f64 = 0.85;
/// Landmarks of a hand that lies flat are so high, centimetres.
const HIGH_CM: f64 = 1.6;
/// Hands nearer than this may hide each other, centimetres; those that move faster, centimetres a second, and are as near
/// pull this one's shift along with this probability, by any part.
const NEAR_CM: f64 = 3.0;
const MOVING_CM_S: f64 = 20.0;
const PULLED: f64 = 0.5;
/// Of two that lie on each other the picture shows the upper one: by this part of the other's, mean and standard deviation, is its
/// shift pulled, and by that the lower one's.
const UPPER_PULLED: (f64, f64) = (0.08, 0.15);
const LOWER_PULLED: (f64, f64) = (0.4, 0.33);
/// What they cannot hide shows too little of its shift with this probability, too much with that.
const TOO_LITTLE: f64 = 0.1;
const TOO_MUCH: f64 = 0.05;
/// A hand that nothing lies on is as surely recognised; by so much less, in the logarithm of the odds, mean and standard deviation, is
/// the lower one of two that lie on each other.
const RECOGNISED: f64 = 0.99;
const LOWER_LESS: (f64, f64) = (3.6, 2.6);
/// How late the sound of a recording is beside the way it has come, mean and standard deviation, seconds.
const LATE_SECS: (f64, f64) = (0.0, 0.002);

/// Everything seen of a scene, frame by frame, by the camera `eye`: each errs on its own.
pub fn seen(scene: &Directed, truth: &Truth, calibration: &Calibration, eye: &str) -> Vec<Observation> {
    let mut chance = Seed(truth.seed).stream(eye);
    let off: Vec<(f64, f64)> = (0..4).map(|_| (chance.normal(0.0, PLACE_CM), chance.normal(0.0, PLACE_CM))).collect();
    // Seen from straight above, the view does not tell where the lens is, nor does it matter much.
    let lens = calibration.lens((1280, 720));
    // As high above the table as landmarks of a flat hand are, on the mean.
    let on_table = |landmarks: &[[f64; 2]]| -> Vec<Point<Table>> {
        let below = |seen| {
            lens.map_or_else(|| calibration.to_table(seen), |lens| calibration.to_table_below(seen, HIGH_CM, lens))
        };
        landmarks.iter().map(|p| below(Point::new(p[0], p[1]))).collect()
    };
    let places: Vec<Vec<Vec<Point<Table>>>> =
        truth.hands.iter().map(|row| row.hands.iter().map(|hand| on_table(&hand.landmarks)).collect()).collect();
    let dt = 1.0 / scene.settled.fps;
    // Drawn apart, so that everything else is seen as without.
    let covered = Covered::of(truth, &mut Seed(truth.seed).stream(&format!("{eye}: which hands lie on which")));
    // What the coding has not shown yet of each hand's way, as all of the hand and as its own parts tell it.
    let mut hidden = [[(0.0, 0.0); 2]; 4];
    truth
        .hands
        .iter()
        .enumerate()
        .map(|(i, row)| {
            let hands = row.hands.iter().enumerate().map(|(h, hand)| {
                let table: Vec<Point<Table>> = places[i][h]
                    .iter()
                    .map(|p| {
                        Point::new(
                            p.x + off[h].0 + chance.normal(0.0, JITTER_CM),
                            p.y + off[h].1 + chance.normal(0.0, JITTER_CM),
                        )
                    })
                    .collect();
                let before = (i > 0).then(|| &places[i - 1]);
                let moved = before.map(|before| shift(&before[h], &places[i][h]));
                let spread = before.map_or(0.0, |before| spread(&before[h], &places[i][h]));
                let moving = |&other: &usize| {
                    let theirs = before.map_or((0.0, 0.0), |b| shift(&b[other], &places[i][other]));
                    theirs.0.hypot(theirs.1) > MOVING_CM_S * dt
                };
                let others: Vec<usize> = (0..row.hands.len())
                    .filter(|&other| other != h && near(&places[i][h], &places[i][other]))
                    .collect();
                let own = moved.filter(|_| !others.is_empty()).map(|mine| {
                    let part = if chance.happens(TOO_LITTLE) {
                        chance.between(0.0, 0.4)
                    } else if chance.happens(TOO_MUCH) {
                        chance.between(1.5, 3.0)
                    } else {
                        1.0
                    };
                    told((part * mine.0, part * mine.1), spread, OWN_PART, &mut hidden[h][1], &mut chance)
                });
                let puller = others.iter().copied().find(moving).filter(|_| chance.happens(PULLED));
                let moved = moved.map(|mine| {
                    let theirs = puller
                        .map_or(mine, |other| before.map_or(mine, |before| shift(&before[other], &places[i][other])));
                    let part = match puller.and_then(|other| covered.lies_above(h, other, row.t)) {
                        Some(true) => chance.normal(UPPER_PULLED.0, UPPER_PULLED.1).clamp(0.0, 1.0),
                        Some(false) => chance.normal(LOWER_PULLED.0, LOWER_PULLED.1).clamp(0.0, 1.0),
                        None => chance.unit(),
                    };
                    let pulled = (mine.0 + part * (theirs.0 - mine.0), mine.1 + part * (theirs.1 - mine.1));
                    told(pulled, spread, SHIFT_PART, &mut hidden[h][0], &mut chance)
                });
                HandSeen {
                    track: h as u32,
                    player: if hand.player == 1 { Player::One } else { Player::Two },
                    hand: hand.hand,
                    presence: covered.presence(h, &others, row.t),
                    image: hand.landmarks.iter().map(|p| Point::new(p[0], p[1])).collect(),
                    table: Vec::new(),
                    lean: lens.map_or((0.0, 0.0), |lens| {
                        ((lens[0] - table[9].x) / lens[2], (lens[1] - table[9].y) / lens[2])
                    }),
                    below: table,
                    seen: true,
                    moved: moved.map(|moved| moved.0),
                    moved_spread: moved.map_or(0.0, |moved| moved.1),
                    moved_shared: !others.is_empty(),
                    moved_own: own,
                }
            });
            Observation { index: i as u64, t: row.t, hands: hands.collect(), ..Observation::default() }
        })
        .collect()
}

/// Which hands lie on which, and how much worse that makes them recognised.
struct Covered {
    /// Lower and upper hand, since when, and the logarithm of the odds by which the lower one is less sure.
    over: Vec<(usize, usize, f64, f64)>,
}

impl Covered {
    /// The hand that came later to a pile lies on those that were there.
    fn of(truth: &Truth, chance: &mut Chance) -> Covered {
        let row = truth.hands.first().map_or(&[][..], |row| &row.hands);
        let touches: Vec<(usize, Option<Pile>, f64)> = truth
            .events
            .iter()
            .filter_map(|event| match event {
                TruthEvent::Isf(event) if event.kind == EventKind::Touch => {
                    let its = |hand: &TruthHand| Some(hand.player) == event.player && Some(hand.hand) == event.hand;
                    Some((row.iter().position(its)?, event.pile, event.t))
                }
                _ => None,
            })
            .collect();
        let mut over = Vec::new();
        for &(upper, pile, t) in &touches {
            for lower in (0..row.len()).filter(|&lower| lower != upper) {
                if touches.iter().any(|&(hand, other, first)| hand == lower && other == pile && first < t) {
                    over.push((lower, upper, t, chance.normal(LOWER_LESS.0, LOWER_LESS.1)));
                }
            }
        }
        Covered { over }
    }

    /// The lower hand of two that lie on each other then, and how much worse that is recognised.
    fn of_two(&self, one: usize, other: usize, t: f64) -> Option<(usize, f64)> {
        let both = |&&(lower, upper, since, _): &&(usize, usize, f64, f64)| {
            t >= since && ((lower, upper) == (one, other) || (lower, upper) == (other, one))
        };
        let last = self.over.iter().filter(both).max_by(|a, b| a.2.total_cmp(&b.2))?;
        Some((last.0, last.3))
    }

    /// Whether a hand lies on another then; `None` when they do not lie on each other.
    fn lies_above(&self, hand: usize, other: usize, t: f64) -> Option<bool> {
        Some(self.of_two(hand, other, t)?.0 == other)
    }

    /// How surely a hand is recognised that is near to `others` then.
    fn presence(&self, hand: usize, others: &[usize], t: f64) -> f32 {
        let less = others.iter().filter_map(|&other| {
            let (lower, less) = self.of_two(hand, other, t)?;
            // Where the eyes are wrong the upper one is recognised worse.
            Some(if lower == hand { less } else { -less })
        });
        let odds = (RECOGNISED / (1.0 - RECOGNISED)).ln() - less.fold(0.0, f64::max);
        (1.0 / (1.0 + (-odds).exp())) as f32
    }
}

/// What the program hears in the scene's sound track, on a recorder that is late by an unknown time.
pub fn heard(scene: &Directed) -> Vec<Onset> {
    let late = scene.settled.seed.stream("how late it is recorded").normal(LATE_SECS.0, LATE_SECS.1);
    onsets(&sound_track(scene), RATE, late)
}

fn shift(before: &[Point<Table>], now: &[Point<Table>]) -> (f64, f64) {
    let n = now.len() as f64;
    let sum = before.iter().zip(now).fold((0.0, 0.0), |(x, y), (a, b)| (x + b.x - a.x, y + b.y - a.y));
    (sum.0 / n, sum.1 / n)
}

fn spread(before: &[Point<Table>], now: &[Point<Table>]) -> f64 {
    let mean = shift(before, now);
    let square = |(a, b): (&Point<Table>, &Point<Table>)| (b.x - a.x - mean.0).powi(2) + (b.y - a.y - mean.1).powi(2);
    (before.iter().zip(now).map(square).sum::<f64>() / now.len() as f64).sqrt()
}

fn near(a: &[Point<Table>], b: &[Point<Table>]) -> bool {
    let close = |p: &Point<Table>, q: &Point<Table>| (p.x - q.x).powi(2) + (p.y - q.y).powi(2) < NEAR_CM * NEAR_CM;
    a.iter().step_by(2).any(|p| b.iter().step_by(2).any(|q| close(p, q)))
}

/// A shift and its spread as the picture shows them, `hidden` what it still owes from the steps before.
fn told(shift: (f64, f64), spread: f64, part: f64, hidden: &mut (f64, f64), chance: &mut Chance) -> ((f64, f64), f64) {
    let whole = (shift.0 + hidden.0, shift.1 + hidden.1);
    let length = whole.0.hypot(whole.1);
    if length.hypot(spread) < FROZEN_CM && chance.happens(FROZEN) {
        *hidden = whole;
        return ((0.0, 0.0), 0.0);
    }
    *hidden = (0.0, 0.0);
    let off = |chance: &mut Chance| chance.normal(0.0, part * length);
    ((whole.0 + off(chance), whole.1 + off(chance)), spread + chance.unit() * 2.0 * SPREAD_PART * length)
}
