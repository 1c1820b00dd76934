//! What a review saw is kept: a stopped review goes on and comes to the same bytes, and a finished one is judged again without
//! the recording.

use slapsight::pipeline::{Filmed, Options, review};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/slap")
}

/// The slap, and just more frames than a block of what is kept holds: the sample is watched over and over here.
fn options() -> Options {
    Options { from: Some(0.28), to: Some(0.85), threads: 2, ..Options::default() }
}

/// Reviews `video` into `out`; gives the shares of the watching that were told, in order.
fn reviewed(video: &Path, out: &Path, options: &Options) -> Result<Vec<f64>, String> {
    let calibration = options.from_observations.is_none().then(|| sample().join("calibration.json"));
    let filmed = Filmed { video: video.to_path_buf(), calibration, ..Filmed::default() };
    let mut told = Vec::new();
    review(&filmed, out, options, &mut |progress| {
        if progress.stage == "watching hands and cards" {
            told.push(progress.done);
        }
    })
    .map(|_| told)
    .map_err(|why| why.to_string())
}

/// Every file of a report, by name.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below it").to_path_buf();
                found.insert(name, std::fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

/// What two reports do not have alike: the files, each with the first byte that differs.
fn differences(one: &BTreeMap<PathBuf, Vec<u8>>, two: &BTreeMap<PathBuf, Vec<u8>>) -> Vec<String> {
    let names: BTreeSet<_> = one.keys().chain(two.keys()).collect();
    let told = |name: &&PathBuf| match (one.get(*name), two.get(*name)) {
        (Some(a), Some(b)) if a == b => None,
        (Some(a), Some(b)) => {
            let at = a.iter().zip(b).take_while(|(a, b)| a == b).count();
            let text = |bytes: &[u8]| String::from_utf8_lossy(&bytes[at..bytes.len().min(at + 60)]).into_owned();
            Some(format!("{} from byte {at}: {:?} and {:?}", name.display(), text(a), text(b)))
        }
        (a, _) => Some(format!("{} is only in the {}", name.display(), if a.is_some() { "first" } else { "second" })),
    };
    names.iter().filter_map(told).collect()
}

#[test]
fn a_stopped_review_goes_on_and_a_finished_one_is_judged_again() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let video = sample().join("video.mp4");
    let (whole, kept) = (root.path().join("whole"), root.path().join(".again.watched-1"));
    let told = reviewed(&video, &whole, &options()).expect("a review");
    assert!(told.len() > 64, "the span must fill a block: {} frames", told.len());
    let watched = std::fs::read(whole.join("observations.slapsight")).expect("what was seen is kept");
    assert!(!root.path().join(".whole.watched-1").exists(), "nothing is left beside the report");

    // Stopped after the first block of frames, with some of the next written; and within the first block of all.
    let header = 19 + 4 + u32::from_le_bytes(watched[19..23].try_into().expect("four bytes")) as usize;
    let first = header + 4 + u32::from_le_bytes(watched[header..header + 4].try_into().expect("four bytes")) as usize;
    for (cut, goes_on) in [(first + 7, true), (first - 1, false)] {
        let again = root.path().join("again");
        std::fs::write(&kept, &watched[..cut]).expect("written");
        let told = reviewed(&video, &again, &Options { force: true, ..options() }).expect("a review");
        assert_eq!(told[0] > 0.4, goes_on, "cut at byte {cut}");
        assert_eq!(differences(&files(&whole), &files(&again)), [""; 0], "cut at byte {cut}");
        assert!(!kept.exists());
    }

    // What was seen of another span is of no use, nor is what has no whole beginning.
    let other = Options { force: true, from: Some(0.7), pictures: false, ..options() };
    for cut in [first, 30] {
        std::fs::write(&kept, &watched[..cut]).expect("written");
        assert!(reviewed(&video, &root.path().join("again"), &other).expect("a review")[0] < 0.4, "cut at byte {cut}");
    }

    // Judged again: the same report, and nothing is watched.
    let seen = whole.join("observations.slapsight");
    let second = root.path().join("second");
    let from_seen = Options { from_observations: Some(seen.clone()), ..options() };
    assert_eq!(reviewed(&video, &second, &from_seen), Ok(Vec::new()));
    let first_files = files(&whole);
    assert_eq!(differences(&first_files, &files(&second)), [""; 0]);
    // In the stead of the very report that they lie in: nothing is lost.
    let own = Options { from_observations: Some(second.join("observations.slapsight")), force: true, ..options() };
    assert_eq!(reviewed(&video, &second, &own), Ok(Vec::new()));
    assert_eq!(differences(&first_files, &files(&second)), [""; 0]);

    // The figures alone need no recording.
    let third = root.path().join("third");
    let figures = Options { pictures: false, ..from_seen.clone() };
    assert_eq!(reviewed(Path::new("gone.mp4"), &third, &figures), Ok(Vec::new()));
    let third_files = files(&third);
    assert_eq!(third_files.keys().collect::<Vec<_>>(), ["observations.slapsight", "report.json"].map(Path::new));
    let json = |bytes: &[u8]| serde_json::from_slice::<serde_json::Value>(bytes).expect("JSON");
    let (all, figures) = (json(&first_files[Path::new("report.json")]), json(&third_files[Path::new("report.json")]));
    assert_eq!((&all["slaps"], &all["events"]), (&figures["slaps"], &figures["events"]));
    assert!(figures["incidents"][0]["clip"].is_null() && all["incidents"][0]["clip"].is_string());

    // What a human read is taken for what lay there.
    let answers = root.path().join("answers.json");
    let read = |rank: &str| {
        let answer = serde_json::json!({"pile": "right", "t": 0.3, "rank": rank});
        let file = serde_json::json!({"schema": "slapsight.answers/1", "answers": [answer]});
        std::fs::write(&answers, file.to_string()).expect("written");
        let answered = Options { answers: Some(answers.clone()), pictures: false, force: true, ..from_seen.clone() };
        assert_eq!(reviewed(&video, &third, &answered), Ok(Vec::new()));
        json(&files(&third)[Path::new("report.json")])["tops"][0]["right"].clone()
    };
    assert_eq!([read("K"), read("2")], ["K", "2"]);

    // Another recording, a file that is none, one that breaks off.
    let stranger = sample().join("../reveal-slap/video.mp4");
    let why = reviewed(&stranger, &root.path().join("fourth"), &from_seen).expect_err("another recording");
    assert!(why.contains("another recording"), "{why}");
    for (bytes, words) in [(&b"{}"[..], "not a file of observations"), (&watched[..first], "breaks off")] {
        std::fs::write(&seen, bytes).expect("written");
        let why = reviewed(&video, &root.path().join("fourth"), &from_seen).expect_err("no file of use");
        assert!(why.contains(words), "{why}");
        assert!(!root.path().join("fourth").exists());
    }
}
