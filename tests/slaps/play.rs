//! Lawful play without a slap, from a seed: cards onto both piles by both players all the time, near and far, hands that
//! turn back above a pile between them; tops are never alike.

use super::scene::Filmed;
use slapsight::base::{Measured, Pile, Player, Point, Rank};
use slapsight::events::{CardGone, TopSpan};
use slapsight::facts::EventKind;
use slapsight::simulate::chance::Seed;
use slapsight::simulate::scenario::Scenario;
use slapsight::simulate::truth::{self, Directed, Truth, TruthEvent};
use std::path::Path;

const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const PLAYS: usize = 8;
/// Between two plays, and from one to the hand that turns back after it, seconds.
const EVERY_SECS: (f64, f64) = (0.8, 1.0);
/// A new top is read so long after the card met the pile, seconds; the old one until so long before.
const READ_AFTER_SECS: (f64, f64) = (0.03, 0.25);
const READ_UNTIL_SECS: f64 = 0.02;

/// The scene of a seed.
pub fn scene(seed: u64, filmed: Filmed) -> Directed {
    let mut chance = Seed(seed).stream("play without slaps");
    let mut used = [0_usize; 13];
    let mut card = |rank: usize| {
        used[rank] += 1;
        format!("{}{}", RANKS[rank], ["c", "d", "h", "s"][used[rank] - 1])
    };
    let mut tops = [chance.below(13), 0];
    tops[1] = (tops[0] + 3 + chance.below(7)) % 13;
    let start = [card(tops[0]), card(tops[1])];
    let mut live = [Vec::new(), Vec::new()];
    let mut script = Vec::new();
    let mut t = 0.8;
    let mut counts = [0_usize; 13];
    counts[tops[0]] += 1;
    counts[tops[1]] += 1;
    for i in 0..PLAYS {
        // Four cards each, in any order but never out of reach of both piles.
        let player = if live[0].len() == 4 {
            1
        } else if live[1].len() == 4 {
            0
        } else {
            chance.below(2)
        };
        let ways: Vec<(usize, usize)> = [0, 1]
            .into_iter()
            .flat_map(|pile| [(pile, (tops[pile] + 1) % 13), (pile, (tops[pile] + 12) % 13)])
            .filter(|&(pile, rank)| rank != tops[1 - pile] && counts[rank] < 4)
            .collect();
        let Some(&(pile, rank)) = ways.get(chance.below(ways.len())) else { break };
        counts[rank] += 1;
        tops[pile] = rank;
        let name = card(rank);
        live[player].push(name.clone());
        script.push(serde_json::json!({
            "t": t, "do": "play", "player": player + 1, "card": name, "pile": (["left", "right"][pile])
        }));
        t += chance.between(EVERY_SECS.0, EVERY_SECS.1);
        if i % 2 == 1 {
            let who = 1 + chance.below(2);
            script.push(
                serde_json::json!({"t": t, "do": "fake", "player": who, "pile": (["left", "right"][chance.below(2)])}),
            );
            t += chance.between(EVERY_SECS.0, EVERY_SECS.1);
        }
    }
    let text = serde_json::json!({
        "schema": "slapsight.scenario/1",
        "name": "play",
        "seed": seed,
        "start": {"tops": start, "live": live},
        "script": script,
        "camera": {"fps": filmed.fps, "width": 1280, "height": 720, "position": filmed.lens}
    });
    let scenario: Scenario = serde_json::from_value(text).expect("a scenario");
    truth::direct(&scenario, Path::new(""), "play").unwrap_or_else(|why| panic!("seed {seed}: {why}"))
}

/// What is read of the piles: each top a little late.
pub fn tops_read(told: &Truth) -> Vec<TopSpan> {
    let mut chance = Seed(told.seed).stream("what is read of the piles");
    let mut spans: Vec<TopSpan> = Vec::new();
    for pile in Pile::BOTH {
        let mut last: Option<Rank> = None;
        for entry in &told.tops {
            let rank = if pile == Pile::Left { entry.left } else { entry.right };
            let Some(rank) = rank.filter(|&rank| Some(rank) != last) else { continue };
            if let Some(before) = spans.last_mut().filter(|span| span.pile == pile) {
                before.to = entry.t - READ_UNTIL_SECS;
            }
            let late = if last.is_none() { 0.0 } else { chance.between(READ_AFTER_SECS.0, READ_AFTER_SECS.1) };
            let (from, to) = (entry.t + late, told.duration_s);
            spans.push(TopSpan { pile, rank, suit: None, from, to, readings: 20, confidence: 0.99, ranks: [0.0; 14] });
            last = Some(rank);
        }
    }
    spans
}

/// The live cards that were seen to be taken, with the hand that took them: most of them.
pub fn cards_gone(told: &Truth) -> Vec<CardGone> {
    let mut chance = Seed(told.seed).stream("which lifts are seen");
    let lifts = told.events.iter().filter_map(|event| match event {
        TruthEvent::Isf(event) if event.kind == EventKind::Lift => Some(event),
        _ => None,
    });
    lifts
        .filter_map(|lift| {
            let (player, hand, card) = (lift.player?, lift.hand?, lift.card?);
            let track = 2 * (u32::from(player) - 1) + u32::from(hand == slapsight::base::HandSide::Right);
            chance.happens(0.9).then(|| CardGone {
                player: if player == 1 { Player::One } else { Player::Two },
                rank: Some(card.rank),
                suit: None,
                place: Point::new(0.0, 0.0),
                last_seen: lift.t - 0.05,
                gone_by: lift.t + 0.1,
                taken: Some((hand, track, Measured::normal(lift.t, 0.01))),
                returned: None,
                read_since: true,
                confidence: 0.95,
            })
        })
        .collect()
}
