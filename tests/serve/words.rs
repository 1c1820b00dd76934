//! The page's words: one file, every key that the page asks for is in it, and no words are written anywhere else.

use std::collections::BTreeMap;
use std::path::Path;

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve/page").join(name);
    std::fs::read_to_string(path).expect("a file of the page")
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
    for script in [
        "app.js",
        "correct.js",
        "frames.js",
        "player.js",
        "ruling.js",
        "strip.js",
        "timeline.js",
        "verdict.js",
        "words.js",
    ] {
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
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn nothing_is_put_into_the_page_as_markup_and_nothing_comes_from_elsewhere() {
    for name in [
        "index.html",
        "style.css",
        "app.js",
        "frames.js",
        "overlay.js",
        "player.js",
        "ruling.js",
        "strip.js",
        "timeline.js",
        "verdict.js",
        "words.js",
    ] {
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
