//! Frame by frame: when each frame is taken, where hands and cards are in it.

use super::{Directed, TruthCard, TruthCards, TruthHand, TruthHands, micro};
use crate::base::Pile;
use crate::facts::EventKind;
use crate::simulate::direct::table::face_up;
use crate::simulate::scenario::Settled;
use crate::simulate::scene::{CardState, Pose};
use crate::simulate::timeline::seats::hand_of;
use glam::{DVec2, DVec3};

/// The times of the frames, seconds: evenly spaced, or uneven and with gaps where the scenario says so.
pub fn frame_times(settled: &Settled, duration_s: f64) -> Vec<f64> {
    let mut chance = settled.seed.stream("frame times");
    let count = (duration_s * settled.fps).floor().max(1.0) as usize;
    let mut times = Vec::with_capacity(count);
    for i in 0..count {
        let (shift, lost) = (chance.between(-0.5, 0.5) * settled.jitter, chance.happens(settled.dropped));
        // The first frame is the origin of time.
        if i == 0 {
            times.push(0.0);
        } else if !lost {
            times.push((i as f64 + shift) / settled.fps);
        }
    }
    times
}

/// Pixels to a hundredth.
fn pixel(point: Option<crate::base::Point<crate::base::Image>>) -> [f64; 2] {
    // Nothing of a table that the camera sees is behind the lens.
    point.map_or([f64::from(i32::MIN); 2], |p| [(p.x * 100.0).round() / 100.0, (p.y * 100.0).round() / 100.0])
}

/// Where something is between three instants `t - h`, `t`, `t + h`: the parabola through its three places.
fn between(places: [DVec3; 3], x: f64) -> DVec3 {
    let [a, b, c] = places;
    b + (c - a) * (0.5 * x) + (a - b * 2.0 + c) * (0.5 * x * x)
}

/// Hands by frame.
pub(super) fn hands(scene: &Directed) -> Vec<TruthHands> {
    let camera = &scene.settled.camera;
    let timeline = scene.director.timeline();
    let stays = stays(scene);
    let half = 0.5 * camera.readout_s;
    let row = |t: f64| {
        let hands = (0..timeline.arms.len()).map(|arm| {
            let body = scene.director.anatomy_of(arm / 2);
            let marks = [t - half, t, t + half].map(|at| body.landmarks(&timeline.arm(arm, at)));
            let landmarks = (0..21)
                .map(|i| {
                    let places = [marks[0][i], marks[1][i], marks[2][i]];
                    let place = |at: f64| if half > 0.0 { between(places, (at - t) / half) } else { places[1] };
                    pixel(camera.project_moving(t, place))
                })
                .collect();
            let on = stays.iter().find(|(who, _, from, to)| *who == arm && *from <= t && t < *to);
            TruthHand {
                player: (arm / 2) as u8 + 1,
                hand: hand_of(arm),
                landmarks,
                on: on.map(|(_, pile, _, _)| Pile::BOTH[*pile]),
            }
        });
        TruthHands { t: micro(t), hands: hands.collect() }
    };
    scene.frames.iter().map(|t| row(*t)).collect()
}

/// Arm, pile, from, to: when each hand touches which pile.
fn stays(scene: &Directed) -> Vec<(usize, usize, f64, f64)> {
    let mut stays: Vec<(usize, usize, f64, f64)> = Vec::new();
    for told in scene.director.events() {
        let (Some(person), Some(hand), Some(pile)) = (told.person, told.hand, told.pile) else { continue };
        let arm = crate::simulate::timeline::seats::arm_of(person, hand);
        match told.kind {
            EventKind::Touch => stays.push((arm, pile, told.t, f64::INFINITY)),
            EventKind::Untouch => {
                let open =
                    stays.iter_mut().rev().find(|(who, on, _, to)| *who == arm && *on == pile && to.is_infinite());
                if let Some((_, _, _, to)) = open {
                    *to = told.t;
                }
            }
            _ => {}
        }
    }
    stays
}

/// The corners of a card in its own frame.
pub fn corners(half: DVec2) -> [DVec3; 4] {
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| DVec3::new(x * half.x, y * half.y, 0.0))
}

/// Cards by frame.
pub(super) fn cards(scene: &Directed) -> Vec<TruthCards> {
    let camera = &scene.settled.camera;
    let timeline = scene.director.timeline();
    let half = scene.director.table().half;
    let corners = corners(half);
    let mut rows = Vec::with_capacity(scene.frames.len());
    let mut seen: Option<(f64, Vec<bool>)> = None;
    for t in &scene.frames {
        let states: Vec<CardState> = (0..timeline.cards.len()).map(|card| timeline.card(card as u8, *t)).collect();
        // Which cards are covered changes only while some move.
        let same = seen.as_ref().is_some_and(|(at, _)| timeline.moving(*at, *t).cards.is_empty());
        if !same {
            seen = Some((*t, open(&states, half)));
        } else if let Some((at, _)) = &mut seen {
            *at = *t;
        }
        let Some((_, shown)) = &seen else { continue };
        let mut in_view: Vec<&CardState> =
            states.iter().zip(shown).filter(|(_, open)| **open).map(|(state, _)| state).collect();
        // What lies higher comes later, so that a list drawn in order looks right.
        in_view.sort_by(|a, b| a.pose.at.z.total_cmp(&b.pose.at.z).then(a.card.cmp(&b.card)));
        let cards = in_view
            .into_iter()
            .map(|state| TruthCard {
                card: timeline.faces[usize::from(state.card)],
                up: face_up(&state.pose),
                quad: corners.map(|corner| {
                    pixel(camera.project_moving(*t, |at| {
                        let pose = if at == *t { state.pose } else { timeline.card(state.card, at).pose };
                        pose.apply(corner)
                    }))
                }),
            })
            .collect();
        rows.push(TruthCards { t: micro(*t), cards });
    }
    rows
}

/// Which cards show some of their face or back: not every corner, edge and middle is under another card.
fn open(states: &[CardState], half: DVec2) -> Vec<bool> {
    let covers = |pose: &Pose, at: DVec3| {
        let out = (at - pose.at).truncate();
        out.dot((pose.turn * DVec3::X).truncate()).abs() <= half.x
            && out.dot((pose.turn * DVec3::Y).truncate()).abs() <= half.y
    };
    let probes: Vec<DVec3> = (-2..=2)
        .flat_map(|i| (-2..=2).map(move |j| (i, j)))
        .map(|(i, j)| DVec3::new(f64::from(i) * 0.49 * half.x, f64::from(j) * 0.49 * half.y, 0.0))
        .collect();
    states
        .iter()
        .map(|state| {
            let above: Vec<&Pose> = states
                .iter()
                .filter(|other| other.pose.at.z > state.pose.at.z + 1e-6)
                .filter(|other| other.pose.at.truncate().distance(state.pose.at.truncate()) < 2.0 * half.length())
                .map(|other| &other.pose)
                .collect();
            probes.iter().any(|probe| {
                let at = state.pose.apply(*probe);
                !above.iter().any(|pose| covers(pose, at))
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parabola_goes_through_its_three_places() {
        let places = [DVec3::X, DVec3::Y, DVec3::Z];
        for (x, place) in [(-1.0, DVec3::X), (0.0, DVec3::Y), (1.0, DVec3::Z)] {
            assert!((between(places, x) - place).length() < 1e-12);
        }
    }
}
