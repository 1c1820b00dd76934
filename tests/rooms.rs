//! The walls: which room of the code may import which, and which outside crates a room may not know.
//!
//! Reads every file under `src/`, takes comments and literals away, and looks at each `crate::…` path and at
//! each `super::…` path that leaves its room. `lib.rs` and `main.rs` are outside all rooms.
//!
//! One reading of the table: `reconstruct` takes candidates in, and their types live in `events`, so it may
//! import `events`; the table's own list for it (base, facts, law) leaves no other place for them. Another: `cli`
//! and `serve` stand in one row, and `slapsight serve` is a command, so `cli` may start what `serve` serves; never the
//! other way round.

use std::path::Path;

/// A room, what it may import of ours, and what it must not know of others'.
struct Room {
    name: &'static str,
    may: &'static [&'static str],
    not: &'static [&'static str],
}

/// What only `video` knows.
const FFMPEG: &str = "ffmpeg_next";
/// Clock, chance, files, processes, pixels, models: nothing for a pure room.
const IMPURE: &[&str] = &[
    FFMPEG,
    "opencv",
    "image",
    "ort",
    "ndarray",
    "rayon",
    "tempfile",
    "rand",
    "log",
    "tracing",
    "std::fs",
    "std::time",
    "std::io",
    "std::net",
    "std::env",
    "std::process",
    "std::thread",
];
/// Pictures and models.
const PIXELS: &[&str] = &[FFMPEG, "opencv", "image", "ort"];

const ROOMS: &[Room] = &[
    Room { name: "base", may: &[], not: IMPURE },
    Room { name: "facts", may: &["base"], not: IMPURE },
    Room { name: "law", may: &["base", "facts"], not: IMPURE },
    Room { name: "competition", may: &["base", "facts"], not: IMPURE },
    Room { name: "events", may: &["base", "facts"], not: PIXELS },
    Room { name: "incidents", may: &["base", "facts"], not: PIXELS },
    Room { name: "reconstruct", may: &["base", "facts", "law", "events"], not: PIXELS },
    Room { name: "calibration", may: &["base"], not: &[FFMPEG] },
    Room { name: "vision", may: &["base", "facts", "calibration"], not: &[FFMPEG] },
    Room { name: "video", may: &["base", "facts"], not: &["opencv", "ort"] },
    Room { name: "store", may: &["base", "facts"], not: PIXELS },
    Room { name: "evidence", may: &["base", "facts", "video", "store", "law::isf::clauses"], not: &[FFMPEG, "ort"] },
    Room { name: "simulate", may: &["base", "facts", "video", "calibration", "law"], not: &[FFMPEG, "ort"] },
    Room {
        name: "pipeline",
        may: &[
            "base",
            "facts",
            "video",
            "calibration",
            "vision",
            "events",
            "reconstruct",
            "law",
            "incidents",
            "evidence",
            "store",
            "simulate",
            "competition",
        ],
        not: &[FFMPEG],
    },
    Room {
        name: "serve",
        may: &["pipeline", "evidence", "store", "simulate", "competition", "facts", "base"],
        not: &[FFMPEG, "opencv", "ort"],
    },
    Room {
        name: "cli",
        may: &["pipeline", "evidence", "store", "simulate", "competition", "serve", "facts", "base"],
        not: &[FFMPEG, "opencv", "ort"],
    },
];

fn room(name: &str) -> Option<&'static Room> {
    ROOMS.iter().find(|room| room.name == name)
}

/// `text` with comments, strings and characters blanked; line breaks stay, so that lines can be told.
fn code_only(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let mut out = String::with_capacity(text.len());
    let mut i = 0;
    let blank = |out: &mut String, from: usize, to: usize| {
        out.extend(chars[from..to.min(chars.len())].iter().map(|&c| if c == '\n' { '\n' } else { ' ' }));
    };
    while i < chars.len() {
        let start = i;
        let raw = (at(i) == 'r' && matches!(at(i + 1), '"' | '#'))
            && !(i > 0 && (at(i - 1).is_alphanumeric() || at(i - 1) == '_'));
        if at(i) == '/' && at(i + 1) == '/' {
            while i < chars.len() && at(i) != '\n' {
                i += 1;
            }
        } else if at(i) == '/' && at(i + 1) == '*' {
            let mut depth = 0;
            loop {
                match (at(i), at(i + 1)) {
                    ('/', '*') => (depth, i) = (depth + 1, i + 2),
                    ('*', '/') => (depth, i) = (depth - 1, i + 2),
                    _ => i += 1,
                }
                if depth == 0 || i >= chars.len() {
                    break;
                }
            }
        } else if raw {
            let hashes = chars[i + 1..].iter().take_while(|&&c| c == '#').count();
            if at(i + 1 + hashes) != '"' {
                out.push(at(i)); // a raw identifier, `r#type`
                i += 1;
                continue;
            }
            i += 2 + hashes;
            while i < chars.len() && !(at(i) == '"' && (1..=hashes).all(|k| at(i + k) == '#')) {
                i += 1;
            }
            i += 1 + hashes;
        } else if at(i) == '"' {
            i += 1;
            while i < chars.len() && at(i) != '"' {
                i += if at(i) == '\\' { 2 } else { 1 };
            }
            i += 1;
        } else if at(i) == '\'' && (at(i + 1) == '\\' || at(i + 2) == '\'') {
            i += if at(i + 1) == '\\' { 3 } else { 2 };
            while i < chars.len() && at(i) != '\'' {
                i += 1;
            }
            i += 1;
        } else {
            out.push(at(i));
            i += 1;
            continue;
        }
        blank(&mut out, start, i);
    }
    out
}

/// Words and signs with their line numbers; `::` is one sign.
fn tokens(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in code.lines().enumerate() {
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let word: usize = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').map(char::len_utf8).sum();
            let length = if word > 0 {
                word
            } else if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            if !first.is_whitespace() {
                found.push((number + 1, rest[..length].to_owned()));
            }
            rest = &rest[length..];
        }
    }
    found
}

/// Every path that begins at `tokens[start]`, which is `prefix` long already; `{…}` gives one for each.
fn paths(tokens: &[(usize, String)], start: usize, prefix: &[String]) -> Vec<(usize, Vec<String>)> {
    let word = |i: usize| tokens.get(i).map_or("", |(_, text)| text.as_str());
    let mut path = prefix.to_vec();
    let mut i = start;
    loop {
        if word(i) == "{" {
            let (mut all, mut depth, mut first) = (Vec::new(), 0, true);
            while i < tokens.len() {
                match word(i) {
                    "{" => depth += 1,
                    "}" => depth -= 1,
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
                if depth == 1 && (first || word(i) == ",") && word(i + 1) != "}" {
                    all.extend(paths(tokens, i + 1, &path));
                }
                first = false;
                i += 1;
            }
            return all;
        }
        path.push(word(i).to_owned());
        if word(i + 1) != "::" {
            return vec![(tokens.get(i).map_or(0, |(line, _)| *line), path)];
        }
        i += 2;
    }
}

/// What is wrong with the imports of a file. `module` is its path in the crate: `["law", "isf", "slap"]`.
fn breaches(module: &[&str], text: &str) -> Vec<String> {
    let Some(room) = module.first().and_then(|name| room(name)) else {
        return vec![format!("{} is in no room of the table", module.join("::"))];
    };
    let tokens = tokens(&code_only(text));
    let mut wrong = Vec::new();
    let mut seen = |line: usize, path: &[String]| {
        let Some(target) = path.first().filter(|name| name.as_str() != room.name) else { return };
        let allowed = room.may.iter().any(|may| {
            let parts: Vec<&str> = may.split("::").collect();
            parts.len() <= path.len() && parts.iter().zip(path).all(|(a, b)| a == b)
        });
        if ROOMS.iter().any(|other| other.name == target) && !allowed {
            wrong.push(format!("line {line}: {} must not import {}", room.name, path.join("::")));
        }
    };
    let mut outside = Vec::new();
    for i in 0..tokens.len() {
        let (line, word) = (tokens[i].0, tokens[i].1.as_str());
        let begins = i == 0 || tokens[i - 1].1 != "::";
        let follows = tokens.get(i + 1).is_some_and(|(_, next)| next == "::");
        if !begins || !follows {
            // An inner path counts with its beginning.
        } else if word == "crate" || word == "slapsight" {
            paths(&tokens, i + 2, &[]).iter().for_each(|(line, path)| seen(*line, path));
        } else if word == "super" {
            for (line, path) in paths(&tokens, i, &[]) {
                let up = path.iter().take_while(|part| *part == "super").count();
                // From `room::file`, two steps up is the crate itself.
                if up >= module.len() {
                    seen(line, &path[up..]);
                }
            }
        } else {
            for (_, path) in paths(&tokens, i, &[]) {
                outside.push((line, path));
            }
        }
    }
    for (line, path) in outside {
        let known = room.not.iter().find(|not| {
            let parts: Vec<&str> = not.split("::").collect();
            parts.len() <= path.len() && parts.iter().zip(&path).all(|(a, b)| a == b)
        });
        if let Some(not) = known {
            wrong.push(format!("line {line}: {} must not know {not}", room.name));
        }
    }
    wrong.sort();
    wrong.dedup();
    wrong
}

fn walk(folder: &Path, into: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            walk(&path, into);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            into.push(path);
        }
    }
}

#[test]
fn no_room_imports_what_it_may_not() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    walk(&source, &mut files);
    files.sort();
    let mut wrong = Vec::new();
    let mut judged = 0;
    for file in &files {
        let inside = file.strip_prefix(&source).expect("under src").with_extension("");
        let mut module: Vec<String> = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if module == ["lib"] || module == ["main"] {
            continue;
        }
        if module.last().is_some_and(|name| name == "mod") {
            module.pop();
        }
        judged += 1;
        let module: Vec<&str> = module.iter().map(String::as_str).collect();
        let text = std::fs::read_to_string(file).expect("a readable file");
        wrong.extend(breaches(&module, &text).into_iter().map(|why| format!("src/{}.rs, {why}", inside.display())));
    }
    assert!(judged > 20, "only {judged} files found: is the source where it was?");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_forbidden_import_is_found_however_it_is_written() {
    let law = ["law", "isf", "slap"];
    for text in [
        "use crate::vision::hands;",
        "use crate::{base::Rank, vision};",
        "use crate::{base::{Rank, Pile}, facts::Event, video::{self}};",
        "fn f() -> crate::video::Frame { todo() }",
        "use super::super::super::video::Frame;",
        "pub(crate) use crate::events as e;",
        "use std::time::Instant;",
        "use std::{collections::BTreeMap, fs::File};",
        "fn f() { let t = std::time::Instant::now(); }",
        "use opencv::core;",
        "fn f() { let c = '\"'; let x = crate::vision::y(); }",
        "fn f<'a>(s: &'a str) { crate::vision::y(s) }",
        "/* /* */ */ use crate::vision::y;",
    ] {
        assert_eq!(breaches(&law, text).len(), 1, "{text}: {:?}", breaches(&law, text));
    }
    assert_eq!(breaches(&["evidence", "report"], "use crate::law::isf::judge;").len(), 1);
    assert_eq!(breaches(&["events", "touches"], "use crate::{reconstruct, incidents::name};").len(), 2);
    assert_eq!(breaches(&["vision", "mod_"], "use super::super::law::isf;").len(), 1);
    assert_eq!(breaches(&["drawer"], "").len(), 1);
}

#[test]
fn what_is_allowed_or_only_spoken_of_is_not_called() {
    let law = ["law", "isf", "slap"];
    for text in [
        "use crate::base::{Rank, Pile};",
        "use crate::{base::Measured, facts::{Event, Kind}};",
        "use crate::law::isf::state;",
        "use super::state::State; use super::super::other;",
        "// use crate::vision::x;\n/// [`crate::vision`]\n/* crate::vision::y */ fn f() {}",
        "const TEXT: &str = \"crate::vision::x \\\" crate::video::y\";",
        "const RAW: &str = r#\"crate::vision::x \" crate::video\"#;",
        "use std::collections::BTreeMap; use std::fmt;",
        "fn f() { my::crate_::vision::x(); other::opencv::core(); }",
    ] {
        assert!(breaches(&law, text).is_empty(), "{text}: {:?}", breaches(&law, text));
    }
    assert!(breaches(&["evidence", "report"], "use crate::law::isf::clauses::paraphrase;").is_empty());
    assert!(breaches(&["events", "stops"], "mod tests { use super::*; use super::path; }").is_empty());
}
