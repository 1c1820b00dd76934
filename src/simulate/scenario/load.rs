//! A scenario file's text in, a checked [`Scenario`] out; or one sentence: which field, what is wrong, what is
//! allowed. Fields are named as `script[3].pile`, counted from 0.

use super::file::{SCENARIO_SCHEMA, Scenario};
use crate::simulate::deck::Design;
use crate::simulate::script::{Cue, Do};
use serde_json::Value;
use std::path::Path;

/// Why a scenario cannot be used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ScenarioError {
    /// The file cannot be read.
    #[error("{name}: the file cannot be read ({why}); check the name")]
    Unreadable {
        /// The file.
        name: String,
        /// The system's words.
        why: String,
    },
    /// The text is no JSON.
    #[error("{name}: this is no JSON ({why}); mend it there")]
    Json {
        /// The file.
        name: String,
        /// What the parser says, with line and column.
        why: String,
    },
    /// A field.
    #[error("{name}: {path}: {why}")]
    Field {
        /// The file.
        name: String,
        /// Where, as in `script[3].pile`.
        path: String,
        /// What is wrong, and what is allowed.
        why: String,
    },
}

/// A fault of one field, before the file's name is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// Where.
    pub path: String,
    /// What is wrong, and what is allowed.
    pub why: String,
}

impl Fault {
    /// A fault.
    pub fn new(path: impl Into<String>, why: impl Into<String>) -> Fault {
        Fault { path: path.into(), why: why.into() }
    }

    /// With the file's name.
    pub fn of(self, name: &str) -> ScenarioError {
        ScenarioError::Field { name: name.to_owned(), path: self.path, why: self.why }
    }
}

/// Reads a scenario file.
///
/// # Errors
/// One sentence that names the file and the field.
pub fn load(path: &Path) -> Result<Scenario, ScenarioError> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path)
        .map_err(|why| ScenarioError::Unreadable { name: name.clone(), why: why.to_string() })?;
    read(&text, &name)
}

/// Reads a scenario from text; `name` is what an error calls it.
///
/// # Errors
/// One sentence that names the field.
pub fn read(text: &str, name: &str) -> Result<Scenario, ScenarioError> {
    let mut value: Value = serde_json::from_str(text)
        .map_err(|why| ScenarioError::Json { name: name.to_owned(), why: why.to_string() })?;
    let Some(fields) = value.as_object_mut() else {
        return Err(Fault::new(
            "the file",
            "it holds no JSON object; begin with {\"schema\": \"slapsight.scenario/1\"",
        )
        .of(name));
    };
    let script = fields.remove("script").unwrap_or_else(|| Value::Array(Vec::new()));
    match fields.get("schema") {
        Some(Value::String(schema)) if schema == SCENARIO_SCHEMA => {}
        other => {
            let found = other.map_or_else(|| "missing".to_owned(), Value::to_string);
            return Err(
                Fault::new("schema", format!("it is {found}; this program reads \"{SCENARIO_SCHEMA}\"")).of(name)
            );
        }
    }
    let mut scenario: Scenario = serde_path_to_error::deserialize(value).map_err(|why| located("", &why).of(name))?;
    scenario.script = cues(script).map_err(|fault| fault.of(name))?;
    check(&scenario).map_err(|fault| fault.of(name))?;
    Ok(scenario)
}

/// The field and the words of a reading error.
fn located(before: &str, error: &serde_path_to_error::Error<serde_json::Error>) -> Fault {
    let inner = error.path().to_string();
    let path = match (before.is_empty(), inner.as_str()) {
        (true, ".") => "the file".to_owned(),
        (true, _) => inner,
        (false, ".") => before.to_owned(),
        (false, _) => format!("{before}.{inner}"),
    };
    Fault::new(path, error.inner().to_string())
}

fn cues(script: Value) -> Result<Vec<Cue>, Fault> {
    let Value::Array(list) = script else {
        return Err(Fault::new("script", "it is no list; write [{\"t\": 1.0, \"do\": \"play\", …}, …]"));
    };
    list.into_iter().enumerate().map(|(i, cue)| self::cue(&format!("script[{i}]"), cue)).collect()
}

fn cue(path: &str, value: Value) -> Result<Cue, Fault> {
    let Value::Object(mut fields) = value else {
        return Err(Fault::new(path, "it is no object; write {\"t\": 1.0, \"do\": \"play\", …}"));
    };
    let t = match fields.remove("t") {
        None | Some(Value::Null) => None,
        Some(t) => match t.as_f64().filter(|t| (0.0..=7200.0).contains(t)) {
            Some(t) => Some(t),
            None => return Err(Fault::new(format!("{path}.t"), format!("it is {t}; write seconds, 0 to 7200"))),
        },
    };
    let Some(word) = fields.remove("do") else {
        return Err(Fault::new(format!("{path}.do"), format!("it is missing; write one of {}", Do::WORDS.join(", "))));
    };
    let read = word.as_str().and_then(|word| Do::read(word, Value::Object(fields)));
    let Some(read) = read else {
        return Err(Fault::new(format!("{path}.do"), format!("it is {word}; write one of {}", Do::WORDS.join(", "))));
    };
    let act = read.map_err(|why| located(path, &why))?;
    if t.is_none() && !matches!(&act, Do::Slap(slap) if slap.margin_ms.is_some()) {
        return Err(Fault::new(format!("{path}.t"), "it is missing; write when it happens, in seconds"));
    }
    Ok(Cue { t, act })
}

/// What a match leaves no room for.
fn check_match(scenario: &Scenario) -> Result<(), Fault> {
    let Some(plays) = &scenario.plays else { return Ok(()) };
    if let Some((path, why)) = plays.fault() {
        return Err(Fault::new(path, why));
    }
    let taken = [
        ("laws", scenario.laws.one_pile(), "the policies play SLAPS only; write \"isf\""),
        ("script", !scenario.script.is_empty(), "the policies play the match; leave the script out"),
        ("start", scenario.start != Default::default(), "a match begins with a deal; leave it out"),
        ("deck.strays", !scenario.deck.strays.is_empty(), "a match has the 52 cards (B.6.1); leave it out"),
        ("duration_s", scenario.duration_s.is_some(), "a match lasts until it is over; leave it out"),
    ];
    match taken.into_iter().find(|(_, wrong, _)| *wrong) {
        Some((path, _, why)) => Err(Fault::new(path, why)),
        None => Ok(()),
    }
}

/// Numbers outside their ranges.
fn check(scenario: &Scenario) -> Result<(), Fault> {
    check_match(scenario)?;
    let camera = &scenario.camera;
    let within = |path: &str, value: Option<f64>, low: f64, high: f64| match value {
        Some(value) if !(low..=high).contains(&value) => {
            Err(Fault::new(path, format!("it is {value}; {low} to {high} is allowed")))
        }
        _ => Ok(()),
    };
    within("camera.fps", camera.fps, 60.0, 480.0)?;
    within("camera.width", camera.width.map(f64::from), 160.0, 1920.0)?;
    within("camera.height", camera.height.map(f64::from), 120.0, 1080.0)?;
    let frame = 1.0 / camera.fps.unwrap_or(60.0);
    within("camera.exposure_s", camera.exposure_s, 1e-5, frame)?;
    within("camera.readout_s", camera.readout_s, 0.0, frame)?;
    within("camera.view_deg", camera.view_deg, 5.0, 120.0)?;
    within("camera.focal_px", camera.focal_px, 50.0, 20_000.0)?;
    within("camera.noise", camera.noise, 0.0, 20.0)?;
    within("camera.focus_px", camera.focus_px, 0.0, 5.0)?;
    within("camera.dropped", camera.dropped, 0.0, 0.5)?;
    within("camera.jitter", camera.jitter, 0.0, 0.4)?;
    within("camera.crf", camera.crf.map(f64::from), 0.0, 51.0)?;
    if let Some(size) = camera.width.zip(camera.height)
        && (size.0 % 2 == 1 || size.1 % 2 == 1)
    {
        return Err(Fault::new("camera.width", "H.264 wants an even width and an even height"));
    }
    if let (Some(eye), Some(aim)) = (camera.position, camera.look_at)
        && eye.iter().zip(aim).all(|(a, b)| (a - b).abs() < 1.0)
    {
        return Err(Fault::new("camera.look_at", "it is where the camera is; name a point on the table"));
    }
    if let Some([_, _, height]) = camera.position {
        within("camera.position[2]", Some(height), 15.0, 1000.0)?;
    }
    within("duration_s", scenario.duration_s, 0.05, 7200.0)?;
    within("seats", scenario.seats.map(f64::from), 2.0, if scenario.laws.one_pile() { 8.0 } else { 2.0 })?;
    within("stage.line_cm", scenario.stage.line_cm, 0.1, 2.0)?;
    within("stage.ambient", scenario.stage.ambient, 0.0, 1.0)?;
    within("stage.clutter", scenario.stage.clutter.map(f64::from), 0.0, 12.0)?;
    within("deck.wear", scenario.deck.wear, 0.0, 1.0)?;
    within("deck.strays", Some(scenario.deck.strays.len() as f64), 0.0, 4.0)?;
    for (path, name) in [("deck.design", &scenario.deck.design), ("deck.back", &scenario.deck.back)] {
        if let Some(name) = name
            && !Design::NAMES.contains(&name.as_str())
        {
            return Err(Fault::new(path, format!("it is {name:?}; one of {} is allowed", Design::NAMES.join(", "))));
        }
    }
    if let Some([width, height]) = scenario.deck.size_cm {
        within("deck.size_cm[0]", Some(width), 3.0, 9.0)?;
        within("deck.size_cm[1]", Some(height), 4.0, 13.0)?;
    }
    let seats = usize::from(scenario.seats.unwrap_or(2));
    if scenario.players.len() > seats {
        return Err(Fault::new(
            "players",
            format!("it lists {} players; {seats} sit at the table", scenario.players.len()),
        ));
    }
    for (i, player) in scenario.players.iter().enumerate() {
        let at = |field: &str| format!("players[{i}].{field}");
        within(&at("build"), player.build, 0.0, 1.0)?;
        within(&at("sex"), player.sex, 0.0, 1.0)?;
        within(&at("age"), player.age, 6.0, 100.0)?;
        within(&at("size"), player.size, 0.8, 1.2)?;
        within(&at("tone"), player.tone, 0.0, 1.0)?;
        within(&at("sleeve"), player.sleeve, 0.0, 1.0)?;
        within(&at("speed"), player.speed, 0.5, 1.6)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        read(text, "s.json").expect_err("faulty").to_string()
    }

    #[test]
    fn the_smallest_scenario_reads() {
        let scenario = read(r#"{"schema": "slapsight.scenario/1"}"#, "s.json").expect("enough");
        assert!(scenario.script.is_empty());
    }

    #[test]
    fn a_fault_names_its_field_and_what_is_allowed() {
        let script = |cue: &str| {
            fault(&format!(r#"{{"schema": "slapsight.scenario/1", "script": [{{"t": 1, "do": "wait"}}, {cue}]}}"#))
        };
        let pile = script(r#"{"t": 2, "do": "play", "player": 1, "pile": "lef"}"#);
        assert!(pile.contains("script[1].pile") && pile.contains("`left` or `right`"), "{pile}");
        let word = script(r#"{"t": 2, "do": "plai"}"#);
        assert!(word.contains("script[1].do") && word.contains("play_and_slap"), "{word}");
        let field = script(r#"{"t": 2, "do": "play", "pils": "left"}"#);
        assert!(field.contains("script[1].pils") && field.contains("`pile`"), "{field}");
        let card = script(r#"{"t": 2, "do": "play", "card": "1h"}"#);
        assert!(card.contains("script[1].card") && card.contains("is no card"), "{card}");
        let when = script(r#"{"do": "play"}"#);
        assert!(when.contains("script[1].t"), "{when}");
        let fps = fault(r#"{"schema": "slapsight.scenario/1", "camera": {"fps": 30}}"#);
        assert!(fps.contains("camera.fps") && fps.contains("60 to 480"), "{fps}");
        let tone = fault(r#"{"schema": "slapsight.scenario/1", "players": [{}, {"tone": "dark"}]}"#);
        assert!(tone.contains("players[1].tone"), "{tone}");
        let design = fault(r#"{"schema": "slapsight.scenario/1", "deck": {"design": "fancy"}}"#);
        assert!(design.contains("deck.design") && design.contains("four-colour"), "{design}");
        assert!(fault("{").contains("line 1"));
        assert!(fault("{}").contains("schema"));
    }
}
