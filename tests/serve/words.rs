//! The page's words: one file, every key that the page asks for is in it, and no words are written anywhere else.

use std::collections::BTreeMap;
use std::path::Path;

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve/page").join(name);
    std::fs::read_to_string(path).expect("a file of the page")
}

/// The page's scripts, all that there are.
fn scripts() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve/page");
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = entries.filter_map(|name| name.into_string().ok()).collect();
    names.retain(|name| name.ends_with(".js"));
    names.sort();
    assert!(names.len() > 10, "{names:?}");
    names
}

/// What stands between `before` and the next quote, each time.
fn between<'a>(text: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).filter_map(|after| after.split('"').next())
}

#[test]
fn every_key_has_its_words() {
    let words: BTreeMap<String, String> = serde_json::from_str(&page("text.json")).expect("words by key");
    assert!(words.values().all(|text| !text.trim().is_empty()));
    let mut missing = Vec::new();
    for script in &scripts() {
        let text = page(script);
        let keys = between(&text, "say(\"").map(str::to_owned).collect::<Vec<_>>();
        missing.extend(keys.into_iter().filter(|key| !words.contains_key(key)).map(|key| format!("{script}: {key}")));
    }
    let html = page("index.html");
    for before in ["data-text=\"", "data-title=\"", "data-label=\"", "data-hint=\"", "data-alt=\""] {
        missing.extend(between(&html, before).filter(|key| !words.contains_key(*key)).map(str::to_owned));
    }
    // Keys that are put together from what a report or the journal holds.
    let schema = serde_json::to_string(&schemars::schema_for!(slapsight::facts::Kind)).expect("a schema");
    let kinds = between(&schema, "\"const\":\"").map(|kind| format!("kind.{kind}")).collect::<Vec<_>>();
    assert!(kinds.len() > 25, "{schema}");
    missing.extend(kinds.into_iter().filter(|key| !words.contains_key(key)));
    let schema = serde_json::to_string(&schemars::schema_for!(slapsight::facts::EventKind)).expect("a schema");
    let events = between(&schema, "\"const\":\"").map(|kind| format!("event.{kind}")).collect::<Vec<_>>();
    assert!(events.len() > 10, "{schema}");
    missing.extend(events.into_iter().filter(|key| !words.contains_key(key)));
    // What the server refuses with.
    let serve = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve");
    let mut said = 0;
    for entry in std::fs::read_dir(serve).expect("a folder") {
        let text = std::fs::read_to_string(entry.expect("an entry").path()).unwrap_or_default();
        let (code, _) = text.split_once("#[cfg(test)]").unwrap_or((&text, ""));
        let keys = between(code, "say(\"").chain(between(code, "with(\"")).map(str::to_owned);
        let keys: Vec<String> = keys.filter(|key| key.starts_with("refused.")).collect();
        said += keys.len();
        missing.extend(keys.into_iter().filter(|key| !words.contains_key(key)));
    }
    assert!(said > 30, "{said}");
    // What each key does, in the help.
    let app = page("app.js");
    let (_, table) = app.split_once("const KEYS = {").expect("the keys");
    let (table, _) = table.split_once("\n};").expect("its end");
    let keys: Vec<String> = between(table, "\": [\"").map(|name| format!("key.{name}")).collect();
    assert!(keys.len() > 30, "{keys:?}");
    missing.extend(keys.into_iter().filter(|key| !words.contains_key(key)));
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn nothing_is_put_into_the_page_as_markup_and_nothing_comes_from_elsewhere() {
    let mut names = scripts();
    names.extend(["index.html".to_owned(), "style.css".to_owned()]);
    for name in &names {
        let text = page(name);
        for never in [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "http://",
            "https://",
            "onload=",
            "style=\"",
        ] {
            assert!(!text.contains(never), "{name}: {never}");
        }
    }
}

/// Sentences, and not names of parts: a capital, letters, a blank and letters.
fn is_words(text: &str) -> bool {
    let mut words = text.split(' ');
    let first = words.next().unwrap_or_default();
    first.starts_with(|c: char| c.is_ascii_uppercase())
        && first.len() > 1
        && words.next().is_some_and(|word| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase()))
}

#[test]
fn no_words_are_written_beside_text_json() {
    assert!(is_words("Record ruling") && !is_words("ArrowLeft") && !is_words("P1"));
    for script in &scripts() {
        for line in page(script).lines() {
            let code = line.split(" // ").next().unwrap_or_default().trim_start();
            if code.starts_with("//") || code.starts_with('*') || code.starts_with("/*") {
                continue;
            }
            for quote in ['"', '`'] {
                let written = code.split(quote).skip(1).step_by(2).find(|text| is_words(text));
                assert_eq!(written, None, "{script}: words belong into text.json");
            }
        }
    }
    let html = page("index.html");
    let between_tags = html.split('>').skip(1).filter_map(|after| after.split('<').next()).map(str::trim);
    // The program's name is the same in every language.
    let written: Vec<&str> = between_tags.filter(|text| !text.is_empty() && *text != "slapsight").collect();
    assert_eq!(written, [""; 0]);
}
