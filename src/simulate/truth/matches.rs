//! The truth of a whole match: events and acts in one stream, judged by the rules engine as `slapsight rule`
//! judges them, and what the players themselves say of it.

use super::judge::{Judged, incident, slap, tops, word, written};
use super::{Directed, TruthEvent, TruthIncident, TruthMatch, TruthRound, micro};
use crate::base::Player;
use crate::facts::{EventKind, Kind, Ruling};
use crate::law::isf::game::{self, Game, Told as Line};
use crate::law::isf::{Settings, books::Act};
use crate::simulate::direct::Told;
use crate::simulate::players::Played;
use serde_json::{Map, Value};

/// Findings that say where the match stands; everything else is something that happened.
const STANDING: [Kind; 4] = [Kind::Shortage, Kind::RoundEnd, Kind::MatchEnd, Kind::MatchStanding];

/// An act as it is written: its own fields and its instant.
fn act_line(t: f64, act: &Act) -> Map<String, Value> {
    // An enum tagged with its kind always becomes an object.
    let mut fields = match serde_json::to_value(act) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    fields.retain(|_, value| !value.is_null());
    fields.insert("t".to_owned(), Value::from(micro(t)));
    fields
}

/// Events and acts by time. The call of a stalemate is an act (A.4.7), so the stoppage that is seen of it is not
/// told twice.
fn lines(scene: &Directed, played: &Played, told: &[Told]) -> Vec<TruthEvent> {
    let faces = scene.director.timeline().faces();
    let called = |told: &&Told| {
        told.kind != EventKind::Stoppage
            || !played.acts.iter().any(|(t, act)| *act == Act::Stalemate && micro(*t) == micro(told.t))
    };
    let events = told.iter().filter(called).map(|told| (micro(told.t), TruthEvent::Isf(written(told, faces))));
    // An act comes before what happens at its very instant.
    let acts = played.acts.iter().map(|(t, act)| (micro(*t), TruthEvent::Act(act_line(*t, act))));
    let mut all: Vec<(f64, TruthEvent)> = acts.chain(events).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all.into_iter().map(|(_, line)| line).collect()
}

/// What the engine finds on those lines, by time. A line that it refuses, and all after it, has no ruling.
fn rulings(lines: &[TruthEvent]) -> Vec<Ruling> {
    let settings = Settings::default();
    let (mut game, mut all) = (Game::new(), Vec::new());
    for line in lines {
        let told = serde_json::to_string(line).ok().and_then(|text| game::read_line(&text).ok());
        let judged = told.and_then(|told: Line| game::judge(&game, &told, &settings).ok());
        let Some((next, found)) = judged else { break };
        game = next;
        all.extend(found);
    }
    all.extend(game::close(&game, &settings).1);
    all.sort_by(|a, b| a.at.t.total_cmp(&b.at.t));
    all
}

pub(super) fn judge(scene: &Directed, played: &Played, told: &[Told]) -> Judged {
    let events = lines(scene, played, told);
    let rulings = rulings(&events);
    let happened = rulings.iter().filter(|ruling| ruling.kind != Kind::Slap && !STANDING.contains(&ruling.kind));
    // An illegal play has a ruling at its contact and another on what is due: one incident.
    let happened = happened.filter(|ruling| ruling.kind != Kind::IllegalPlay || ruling.sanction.is_none());
    Judged {
        slaps: rulings.iter().filter_map(|ruling| ruling.slap.as_ref()).map(slap).collect(),
        incidents: happened.map(incident).collect(),
        rulings: rulings.iter().map(incident).collect(),
        tops: tops(scene, told),
        events,
    }
}

pub(super) fn summary(played: &Played) -> TruthMatch {
    let won = |player: Player| played.slaps.iter().filter(|slap| slap.winner == Some(player)).count() as u32;
    TruthMatch {
        rounds: played
            .rounds
            .iter()
            .map(|round| TruthRound {
                from: micro(round.from),
                to: micro(round.to),
                winner: round.winner.map(Player::number),
            })
            .collect(),
        slaps_won: Player::BOTH.map(won),
        offences: played
            .offences
            .iter()
            .map(|offence| TruthIncident {
                kind: word(&offence.kind),
                t: micro(offence.t),
                until: None,
                player: offence.player.map(Player::number),
                finding: Some(crate::facts::Finding::Offence),
                declared: true,
            })
            .collect(),
        winner: played.winner.map(Player::number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Measured;

    #[test]
    fn an_act_is_written_as_the_engine_reads_it() {
        let line = serde_json::to_string(&act_line(1.25, &Act::Loan { top_half: None })).expect("text");
        let told = game::read_line(&line).expect("an act");
        assert_eq!(told, Line::Act { act: Act::Loan { top_half: None }, at: Some(Measured::exact(1.25)) });
    }
}
