//! A case from its review to the archive that is handed on: opened, ruled on, corrected, undone, checked, exported. Whatever is
//! changed in it is named.

use slapsight::base::Player;
use slapsight::facts::{EventKind, Kind, Verdict};
use slapsight::pipeline::case::{self, By, CaseError};
use slapsight::pipeline::corrections::{correct, undo};
use slapsight::pipeline::export;
use slapsight::pipeline::verify::{What, verify};
use slapsight::pipeline::{Filmed, Options, review};
use slapsight::store::journal::{
    self, Act, CardShown, Correction, Referees, Role, Sanctioned, Score, Software, standing,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// A folder with a recording and its report, reviewed once for all tests.
fn reviewed() -> &'static Path {
    static ONCE: OnceLock<tempfile::TempDir> = OnceLock::new();
    ONCE.get_or_init(|| {
        let root = tempfile::tempdir().expect("a temporary folder");
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/slap");
        let video = root.path().join("match.mp4");
        fs::copy(sample.join("video.mp4"), &video).expect("a copy");
        let filmed = Filmed { video, calibration: Some(sample.join("calibration.json")), ..Filmed::default() };
        let options = Options { threads: 2, ..Options::default() };
        review(&filmed, &root.path().join("report"), &options, &mut |_| {}).unwrap_or_else(|why| panic!("{why}"));
        root
    })
    .path()
}

fn copied(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let place = to.join(path.file_name().expect("a name"));
        if path.is_dir() { copied(&path, &place) } else { fs::copy(&path, &place).map(drop).expect("a copy") }
    }
}

/// A copy of the reviewed folder, for one test: its root, and the report's folder.
fn copy() -> (tempfile::TempDir, PathBuf) {
    let root = tempfile::tempdir().expect("a temporary folder");
    copied(reviewed(), root.path());
    // The recording is looked for beside the report: where it was reviewed it is another file.
    let report = root.path().join("report");
    (root, report)
}

fn by(at: i64) -> By {
    By { at, who: "A. <b>Referee</b>".to_owned(), role: Role::Referee }
}

fn slap_ruling(folder: &Path, ruling: Referees, verdict: Option<Verdict>) -> Act {
    let (report, _) = case::report(folder).expect("a report");
    let incident = report.incidents.iter().find(|incident| incident.kind == Kind::Slap).expect("a slap");
    let slap = &report.slaps[0];
    Act::Ruled {
        incident: incident.id.clone(),
        ruling,
        verdict,
        clauses: vec!["F.5.1".to_owned()],
        note: "<script>alert(1)</script>".to_owned(),
        sanctions: vec![Sanctioned { player: Player::Two, card: CardShown::Yellow, why: "D.8.3".to_owned() }],
        software: Software {
            kind: incident.kind,
            t: incident.t,
            player: incident.player,
            finding: incident.finding,
            verdict: Some(slap.verdict),
            margin_ms: slap.margin_ms,
            laws: incident.laws.clone(),
            sanction_due: incident.sanction_due,
            explanation: incident.explanation.clone(),
        },
    }
}

/// A case that was opened and ruled on.
fn ruled() -> (tempfile::TempDir, PathBuf) {
    let (root, folder) = copy();
    let mut journal = case::open(&folder, &by(1_700_000_000_000), &mut |_| {}).expect("opened");
    let act = slap_ruling(&folder, Referees::Overturned, Some(Verdict::Player2));
    journal.append(by(1_700_000_060_000).entry(act)).expect("ruled");
    (root, folder)
}

/// What is not as it was: names, with what is the matter.
fn wrong(folder: &Path) -> Vec<(String, What)> {
    let verified = verify(folder, None, &mut |_| {}).unwrap_or_else(|why| panic!("{why}"));
    verified.found.into_iter().filter(|found| found.what != What::Told).map(|found| (found.file, found.what)).collect()
}

fn flip(path: &Path, at: usize) {
    let mut bytes = fs::read(path).expect("a file");
    let at = at % bytes.len();
    bytes[at] ^= 1 << (at % 8);
    fs::write(path, bytes).expect("written");
}

/// Files of a folder and below.
fn names(folder: &Path) -> Vec<String> {
    slapsight::store::hash::list(folder, &|_| true).expect("a list").into_iter().map(|(name, _)| name).collect()
}

#[test]
fn a_flipped_byte_in_any_file_of_a_case_or_in_its_recording_is_named() {
    let (root, folder) = ruled();
    assert_eq!(wrong(&folder), []);
    for name in names(&folder) {
        let path = folder.join(&name);
        let (whole, length) = (fs::read(&path).expect("a file"), fs::metadata(&path).expect("a file").len() as usize);
        // The first, the last, and some in between.
        for at in [0, length / 3, length / 2, length - 1] {
            flip(&path, at);
            let found = wrong(&folder);
            let own = found.iter().all(|found| *found == (name.clone(), What::Changed));
            assert!(own && !found.is_empty(), "{name}, byte {at}: {found:?}");
            fs::write(&path, &whole).expect("written");
        }
    }
    // The recording is looked for by its bytes; the one beside the report is not the one that was reviewed any more.
    let given = root.path().join("match.mp4");
    let told = |video: &Path| verify(&folder, Some(video), &mut |_| {}).expect("checked");
    assert!(told(&given).is_whole());
    let length = fs::metadata(&given).expect("a file").len() as usize;
    for at in [0, length / 2, length - 1] {
        flip(&given, at);
        let found = told(&given);
        assert!(!found.is_whole() && found.found[0].file.ends_with("match.mp4"), "{found:?}");
        flip(&given, at);
    }
    assert!(told(&given).is_whole());
}

#[test]
fn files_that_are_missing_or_were_added_are_named_and_a_report_within_is_a_case_of_its_own() {
    let (_root, folder) = ruled();
    fs::write(folder.join("clips/more.mp4"), "x").expect("written");
    fs::create_dir(folder.join("moment")).expect("a folder");
    fs::write(folder.join("moment/report.json"), "{}").expect("written");
    fs::remove_file(folder.join("observations.slapsight")).expect("removed");
    let expected =
        [("clips/more.mp4", What::Added), ("observations.slapsight", What::Missing)].map(|(n, w)| (n.to_owned(), w));
    assert_eq!(wrong(&folder), expected);
    assert_eq!(
        case::folders(folder.parent().expect("a folder")).expect("cases"),
        [folder.clone(), folder.join("moment")]
    );
}

#[test]
fn a_case_that_was_never_opened_has_only_its_recording_to_be_checked() {
    let (_root, folder) = copy();
    let verified = verify(&folder, None, &mut |_| {}).expect("checked");
    assert!(verified.is_whole() && verified.found[0].words.contains("never opened"), "{verified:?}");
    assert!(!folder.join(journal::FILE).exists(), "checking writes nothing");
}

#[test]
fn a_journal_that_is_gone_with_its_seal_is_missed_where_the_case_shows_that_it_was_opened() {
    for trace in ["report.1.json", "moments"] {
        let (_root, folder) = ruled();
        for name in [journal::FILE, journal::seal::FILE] {
            fs::remove_file(folder.join(name)).expect("removed");
        }
        // Without a trace nothing can tell.
        assert_eq!(wrong(&folder), []);
        if trace == "moments" {
            fs::create_dir(folder.join(trace)).expect("a folder");
        } else {
            fs::copy(folder.join("report.json"), folder.join(trace)).expect("a copy");
        }
        assert_eq!(wrong(&folder), [(journal::FILE.to_owned(), What::Missing)]);
        let verified = verify(&folder, None, &mut |_| {}).expect("checked");
        assert!(verified.found.iter().any(|found| found.words.contains(trace)), "{verified:?}");
    }
}

fn unpacked(archive: &Path, folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut zip = zip::ZipArchive::new(fs::File::open(archive).expect("an archive")).expect("a zip file");
    zip.extract(folder).expect("unpacked");
    names(folder).into_iter().map(|name| (name.clone(), fs::read(folder.join(name)).expect("a file"))).collect()
}

#[test]
fn an_archive_is_the_same_twice_opens_elsewhere_and_is_checked_there() {
    let (root, folder) = ruled();
    let (one, two) = (root.path().join("one.zip"), root.path().join("two.zip"));
    let exported = export::archive(&folder, &one, None, &mut |_, _| {}).expect("an archive");
    assert!(exported.recording && exported.frames == 4, "{exported:?}");
    export::archive(&folder, &two, None, &mut |_, _| {}).expect("an archive");
    assert_eq!(fs::read(&one).expect("one"), fs::read(&two).expect("two"));

    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    let place = elsewhere.path().join("case");
    let files = unpacked(&one, &place);
    for name in ["MANIFEST", "journal.jsonl", "journal.sqlite", "protocol.html", "report.json", "review.html"] {
        assert!(files.contains_key(name), "{name} is not in {:?}", files.keys());
    }
    let page = String::from_utf8_lossy(&files["report.html"]);
    assert!(page.contains("overturned: Player 2 won the slap"), "the ruling is not on the page");
    assert!(!page.contains("<script>alert") && !page.contains("<b>Referee"), "a note is markup");
    assert!(!page.contains("src=\"http") && !page.contains("href=\"http"), "the page needs the network");
    for name in page.split("src=\"").skip(1).map(|rest| rest.split('"').next().expect("a name")) {
        assert!(files.contains_key(name), "the page shows {name}, which is not in the archive");
    }
    // `sha256sum`, which others have, reads the list.
    let checked = Command::new("sha256sum").args(["--check", "--quiet", "MANIFEST"]).current_dir(&place).status();
    assert!(checked.expect("sha256sum").success());
    let line = String::from_utf8_lossy(&files["journal.jsonl"]).lines().next().expect("a line").to_owned();
    let line: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    let hash = journal::chain::hash(line["previous"].as_str().unwrap(), line["text"].as_str().unwrap());
    assert_eq!(line["hash"], hash, "the chain can be worked out from the lines");

    assert_eq!(wrong(&place), []);
    for name in files.keys() {
        let path = place.join(name);
        flip(&path, files[name].len() / 2);
        let found = wrong(&place);
        assert!(
            found.iter().all(|found| *found == (name.clone(), What::Changed)) && !found.is_empty(),
            "{name}: {found:?}"
        );
        fs::write(&path, &files[name]).expect("written");
    }
    assert!(
        page.contains("href=\"review.html\"") && page.contains("href=\"protocol.html\""),
        "no way to the other pages"
    );
    // Handed on once more it is the same.
    let again = elsewhere.path().join("again.zip");
    export::archive(&place, &again, Some(&root.path().join("match.mp4")), &mut |_, _| {}).expect("an archive");
    assert_eq!(fs::read(&again).expect("again"), fs::read(&one).expect("one"));
    // A journal that was changed does not get a seal of its own by being handed on.
    fs::remove_file(folder.join(journal::seal::FILE)).expect("removed");
    let why = export::archive(&folder, &two, None, &mut |_, _| {}).expect_err("a journal without its seal");
    assert!(why.to_string().contains("the seal is missing"), "{why}");
}

#[test]
fn nothing_put_right_is_the_same_report_to_the_byte() {
    let (_root, folder) = copy();
    let before = fs::read(folder.join("report.json")).expect("the report");
    let recorded = correct(&folder, &by(0), Vec::new()).unwrap_or_else(|why| panic!("{why}"));
    let Act::Corrected { report, .. } = &recorded.entry.act else { panic!("{recorded:?}") };
    assert!(report.before == report.after && fs::read(folder.join("report.json")).expect("the report") == before);
    assert_eq!(wrong(&folder), []);
}

#[test]
fn a_touch_that_did_not_happen_gives_the_slap_to_the_other_and_undoing_gives_it_back() {
    let (_root, folder) = ruled();
    let before = fs::read(folder.join("report.json")).expect("the report");
    let (report, _) = case::report(&folder).expect("a report");
    assert_eq!(report.slaps[0].winner, Some(Player::One));
    let attempt = report.slaps[0].attempts.iter().find(|a| a.player == Player::One).expect("an attempt");
    let touch = |t: f64| Correction::DidNotHappen { t, kind: EventKind::Touch, player: Some(Player::One), pile: None };
    let corrections = vec![touch(attempt.left_t.expect("a touch"))];
    let recorded = correct(&folder, &by(2), corrections.clone()).unwrap_or_else(|why| panic!("{why}"));
    let (now, _) = case::report(&folder).expect("a report");
    assert_eq!(now.slaps[0].winner, Some(Player::Two), "{:?}", now.slaps[0]);
    assert_eq!(now.made.as_ref().expect("how it was made").corrections, corrections);
    assert_eq!(fs::read(folder.join("report.1.json")).expect("the old report is kept"), before);
    assert!(fs::read_to_string(folder.join("report.html")).expect("a page").contains("judged again"));
    assert_eq!(wrong(&folder), []);
    // What is not in the report cannot be taken out, and nothing is changed then.
    let entries = journal::read(&folder).expect("entries").len();
    let why = correct(&folder, &by(3), vec![touch(0.0)]).expect_err("nothing there");
    assert!(why.to_string().contains("no touch by Player 1"), "{why}");
    assert_eq!(journal::read(&folder).expect("entries").len(), entries);

    undo(&folder, &by(4), recorded.number).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(fs::read(folder.join("report.json")).expect("the report"), before);
    assert_eq!(wrong(&folder), []);
    let now = standing(&journal::read(&folder).expect("entries"));
    assert!(now.corrections.is_empty() && now.gone.is_empty() && now.rulings.len() == 1, "{now:?}");
    let why = undo(&folder, &by(5), recorded.number).expect_err("undone already");
    assert!(matches!(why, CaseError::NotUndone { .. }), "{why}");
}

#[test]
fn a_card_read_wrong_and_a_play_that_was_missed_are_put_right() {
    let (_root, folder) = copy();
    let (report, _) = case::report(&folder).expect("a report");
    let slap = &report.slaps[0];
    let late = slap.condition_t + 0.01;
    let pile = slapsight::base::Pile::Left;
    // With other ranks the piles never matched.
    let top = |pile, rank| Correction::Top { pile, t: late, rank };
    let tops =
        vec![top(pile, slapsight::base::Rank::Ace), top(slapsight::base::Pile::Right, slapsight::base::Rank::Four)];
    let recorded = correct(&folder, &by(0), tops).unwrap_or_else(|why| panic!("{why}"));
    let (now, _) = case::report(&folder).expect("a report");
    assert!(slap.rank.is_some() && now.slaps.iter().all(|slap| slap.rank.is_none()), "{:?}", now.slaps);
    assert!(now.tops.iter().any(|tops| tops.left == Some(slapsight::base::Rank::Ace)), "{:?}", now.tops);
    undo(&folder, &by(1), recorded.number).unwrap_or_else(|why| panic!("{why}"));
    let played = Correction::Play {
        t: report.reviewed.from + 0.1,
        player: Player::Two,
        hand: None,
        pile: slapsight::base::Pile::Right,
        rank: slapsight::base::Rank::King,
    };
    correct(&folder, &by(2), vec![played]).unwrap_or_else(|why| panic!("{why}"));
    let (now, _) = case::report(&folder).expect("a report");
    let plays =
        |report: &slapsight::evidence::Report| report.events.iter().filter(|e| e.kind == EventKind::Play).count();
    assert_eq!(plays(&now), plays(&report) + 1);
    assert_eq!(wrong(&folder), []);
}

#[test]
fn a_correction_that_was_stopped_before_its_files_were_placed_is_finished_by_the_next_opening() {
    let (_root, folder) = ruled();
    let before = fs::read(folder.join("report.json")).expect("the report");
    let (report, _) = case::report(&folder).expect("a report");
    let t = report.slaps[0].attempts[0].left_t.expect("a touch");
    let absent = Correction::DidNotHappen { t, kind: EventKind::Touch, player: None, pile: None };
    correct(&folder, &by(2), vec![absent]).unwrap_or_else(|why| panic!("{why}"));
    let after = fs::read(folder.join("report.json")).expect("the report");
    let page = fs::read(folder.join("report.html")).expect("the page");
    // As it was when the entry was written and the files were not in their places yet.
    fs::rename(folder.join("report.json"), folder.join(".next.report.json")).expect("moved");
    fs::rename(folder.join("report.1.json"), folder.join("report.json")).expect("moved");
    assert_eq!(fs::read(folder.join("report.json")).expect("the report"), before);
    assert!(!wrong(&folder).is_empty());
    case::open(&folder, &by(3), &mut |_| {}).expect("opened");
    assert_eq!(fs::read(folder.join("report.json")).expect("the report"), after);
    assert_eq!(fs::read(folder.join("report.html")).expect("the page"), page);
    assert_eq!(fs::read(folder.join("report.1.json")).expect("the report"), before);
    assert_eq!(wrong(&folder), []);
}

#[test]
fn the_protocol_has_findings_rulings_score_and_hashes_and_nothing_breaks_out_of_it() {
    let (root, folder) = ruled();
    let out = root.path().join("protocol.html");
    export::protocol(&folder, &out).expect("a protocol");
    let page = fs::read_to_string(&out).expect("a page");
    for words in [
        "C.4.4",
        "I.6.1",
        "overturned: Player 2 won the slap",
        "yellow card to Player 2",
        "Not confirmed",
        "2023-11-14",
    ] {
        assert!(page.contains(words), "{words} is not in the protocol");
    }
    assert!(!page.contains("<script>") && !page.contains("<b>Referee"), "a note is markup");
    // The referee's ruling counts: Player 2 won the slap.
    assert!(page.contains("<th>Slaps won</th><td>0</td><td>1</td>"), "{page}");
    let last = journal::read(&folder).expect("entries").pop().expect("an entry");
    assert!(page.contains(&last.hash));
    let score = Score { names: ["Ada <i>".to_owned(), "Ben".to_owned()], rounds: [2, 1], ..Score::default() };
    let mut journal = case::open(&folder, &by(0), &mut |_| {}).expect("open");
    journal.append(by(9).entry(Act::ScoreConfirmed { score })).expect("confirmed");
    export::protocol(&folder, &out).expect("a protocol");
    let page = fs::read_to_string(&out).expect("a page");
    assert!(page.contains("Ada &lt;i&gt;") && page.contains("<th>Rounds won</th><td>2</td><td>1</td>"), "{page}");
    assert!(page.contains("Confirmed by the referee"));
}

fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_slapsight")).args(args).output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn verify_and_export_on_the_command_line() {
    let (root, folder) = ruled();
    let (case, out) = (folder.to_str().expect("a name"), root.path().join("case.zip"));
    let out = out.to_str().expect("a name");
    let (code, said, err) = run(&["verify", case]);
    assert_eq!(code, Some(0), "{said}{err}");
    assert!(said.contains("nothing was changed; 2 entries"), "{said}");
    let (code, said, err) = run(&["export", case, "--format", "case", "--out", out]);
    assert_eq!(code, Some(0), "{err}");
    assert!(said.contains("4 frames of contacts"), "{said}");
    let report = folder.join("report.json");
    let (code, _, err) = run(&["export", report.to_str().expect("a name"), "--format", "protocol", "--out", out]);
    assert_eq!(code, Some(1));
    assert!(err.contains("case.zip: there is already something there"), "{err}");
    let (code, _, err) = run(&["export", case, "--format", "webm", "--out", out]);
    assert_eq!(code, Some(2), "{err}");
    flip(&report, 100);
    let (code, said, err) = run(&["verify", case]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("CHANGED report.json") && err.contains("is not what it was"), "{said}{err}");
    let (code, said, _) = run(&["verify", root.path().to_str().expect("a name"), "--json"]);
    let told: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((code, &told[0]["found"][0]["what"]), (Some(1), &serde_json::json!("changed")), "{said}");
    let empty = tempfile::tempdir().expect("a temporary folder");
    let (code, _, err) = run(&["verify", empty.path().to_str().expect("a name")]);
    assert_eq!(code, Some(1));
    assert!(err.contains("there is no report") && err.lines().count() == 1, "{err}");
}
