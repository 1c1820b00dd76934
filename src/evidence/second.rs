//! The case as a second camera saw it: the same events, slaps and incidents on its clock, over its own pictures.

use super::case::{Case, SecondView};
use crate::base::Measured;
use crate::facts::{Attempt, Event, Incident, Ruling, SlapChallenge};

/// The case on the second camera's clock, with its zones and what vision saw in it; `None` without one.
pub fn case(case: &Case) -> Option<Case> {
    let view = case.also.as_ref()?;
    let (from, to) = case.reviewed;
    Some(Case {
        also: None,
        source: view.source.clone(),
        calibration: view.calibration.clone(),
        observations: view.observations.clone(),
        reviewed: (view.clock.to_other(from), view.clock.to_other(to)),
        events: case.events.iter().map(|event| Event { at: at(view, event.at), ..event.clone() }).collect(),
        slaps: case.slaps.iter().map(|slap| challenge(view, slap)).collect(),
        incidents: case.incidents.iter().map(|incident| self::incident(view, incident)).collect(),
        arrivals: Vec::new(),
        sound: None,
        ..case.clone()
    })
}

fn at(view: &SecondView, at: Measured) -> Measured {
    at.on_clock(|t| view.clock.to_other(t), 0.0)
}

/// Whether the second camera was filming during an incident, which is on its clock.
pub fn filmed(case: &Case, incident: &Incident) -> bool {
    incident.to > 0.0 && incident.from < case.source.duration_s
}

/// What an incident is called where it is the second camera's: its clips have this name.
pub fn name(id: &str) -> String {
    format!("{id}-second")
}

fn incident(view: &SecondView, incident: &Incident) -> Incident {
    let ruling = &incident.ruling;
    Incident {
        id: name(&incident.id),
        from: view.clock.to_other(incident.from).max(0.0),
        to: view.clock.to_other(incident.to),
        ruling: Ruling {
            at: at(view, ruling.at),
            until: view.clock.to_other(ruling.until),
            slap: ruling.slap.as_ref().map(|slap| challenge(view, slap)),
            ..ruling.clone()
        },
        ..incident.clone()
    }
}

fn challenge(view: &SecondView, slap: &SlapChallenge) -> SlapChallenge {
    let on = |instant: Option<Measured>| instant.map(|instant| at(view, instant));
    let attempt = |attempt: &Attempt| Attempt {
        left: on(attempt.left),
        right: on(attempt.right),
        complete: on(attempt.complete),
        ..attempt.clone()
    };
    SlapChallenge {
        condition: at(view, slap.condition),
        attempts: slap.attempts.iter().map(attempt).collect(),
        ..slap.clone()
    }
}
