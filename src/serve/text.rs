//! The words that the server says: from the same file as the page's, so that all can be translated in one place.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::LazyLock;

/// The page's words, by key.
pub const FILE: &str = include_str!("page/text.json");

// A file of our own that does not parse gives keys in the place of words; a test reads it.
static WORDS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| serde_json::from_str(FILE).unwrap_or_default());

/// The words of a key; the key where there are none.
pub fn say(key: &'static str) -> &'static str {
    WORDS.get(key).map_or(key, String::as_str)
}

/// The same with `{names}` filled in. What is filled in is not looked through again.
pub fn with(key: &'static str, values: &[(&str, &dyn Display)]) -> String {
    let mut said = String::new();
    let mut rest = say(key);
    while let Some((before, after)) = rest.split_once('{') {
        said.push_str(before);
        let Some((name, after)) = after.split_once('}') else { break };
        if let Some((_, value)) = values.iter().find(|(known, _)| *known == name) {
            said.push_str(&value.to_string());
        }
        rest = after;
    }
    said.push_str(rest);
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_stays_as_it_is() {
        let said = with("refused.recording.gone", &[("recording", &"{hash}.mp4"), ("hash", &"ab")]);
        assert_eq!(said, "the recording {hash}.mp4 (SHA-256 ab…) was not found");
        assert_eq!(say("refused.no such key"), "refused.no such key");
    }
}
