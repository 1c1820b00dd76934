//! Bad requests: refused with the right status, and nothing written.

use crate::footage;
use crate::server::Server;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn folder() -> (TempDir, PathBuf) {
    let root = tempfile::tempdir().expect("a folder");
    let video = root.path().join("match.mp4");
    footage::numbered(&video, &footage::steady(12, 60.0));
    let name = root.path().join("<img src=x onerror=alert(1)>");
    footage::report(&name, &video, 0.1);
    (root, name)
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    entries
        .map(|e| (e.file_name().to_string_lossy().into_owned(), std::fs::read(e.path()).unwrap_or_default()))
        .collect()
}

const RULING: &str = r#"{"who":"R. Eferee","incident":"002-slap","ruling":"confirmed","verdict":null,"clauses":["F.5.1"],"note":"","sanctions":[]}"#;

#[test]
fn bad_requests_are_refused_and_nothing_is_written() {
    let (root, report) = folder();
    let server = Server::start(root.path());
    let (id, before) = (server.first_case(""), files(&report));
    let case = |rest: &str| format!("/api/case/{id}{rest}");
    let get = |path: &str| server.ask("GET", path, "", "").0;
    let post = |what: &str, body: &str| server.ask("POST", &case(what), body, "").0;
    // Paths.
    for path in [
        "/../../etc/passwd",
        "/page/../../../etc/passwd",
        "/page/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "/page/report.json",
        "/api/case/..%2f..%2fetc",
        "/api/case/0000000000000000",
    ] {
        assert_eq!(get(path), 404, "{path}");
    }
    for rest in [
        "/frame/0/99",
        "/frame/9/0",
        "/frame/clip-0/0",
        "/frame/clip-99/0",
        "/times/..%2f1",
        "/times/1",
        "/strip/0/0",
        "/seen/0?from=0&to=1",
    ] {
        assert_eq!(get(&case(rest)), 404, "{rest}");
    }
    for rest in [
        "/frame/0/-1",
        "/frame/0/x",
        "/strip/x/0",
        "/strip/0/x",
        "/seen/0?from=0&to=nan",
        "/seen/0",
        "/wave/0?from=2&to=1",
    ] {
        assert_eq!(get(&case(rest)), 400, "{rest}");
    }
    assert_eq!(get(&format!("/?{}", "x".repeat(4000))), 414);
    assert_eq!(server.ask("PUT", &case("/rule"), RULING, "").0, 405);
    // Bodies.
    assert_eq!(post("/rule", &format!("{{\"who\":\"{}\"}}", "x".repeat(70_000))), 413);
    assert_eq!(post("/rule", "{"), 400);
    assert_eq!(post("/rule", "{}"), 422);
    assert_eq!(post("/rule", &RULING.replace("confirmed", "perhaps")), 422);
    assert_eq!(post("/rule", &RULING.replace("\"note\"", "\"extra\":1,\"note\"")), 422);
    assert_eq!(post("/rule", &RULING.replace("002-slap", "../002-slap")), 404);
    assert_eq!(post("/rule", &RULING.replace("R. Eferee", " ")), 400);
    assert_eq!(post("/rule", &RULING.replace("R. Eferee", &"x".repeat(81))), 400);
    assert_eq!(post("/rule", &RULING.replace("F.5.1", "<script>")), 400);
    assert_eq!(post("/undo", r#"{"who":"R","number":1}"#), 404);
    let score =
        r#"{"who":"R","score":{"names":["",""],"rounds":[2,1],"slaps":[0,0],"yellow":[0,0],"red":[0,0],"winner":1}}"#;
    assert_eq!(post("/score", &score.replace("[2,1]", "[2,1000]")), 400);
    assert_eq!(post("/score", &score.replace("[2,1]", "[2,-1]")), 422);
    assert_eq!(post("/score", &score.replace(r#"["",""]"#, &format!(r#"["","{}"]"#, "x".repeat(81)))), 400);
    assert_eq!(post("/score", &score.replace("\"R\"", "\"\"")), 400);
    let port = server.address.port();
    let plain = format!(
        "POST {} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n{RULING}",
        case("/rule"),
        RULING.len()
    );
    assert_eq!(server.raw(plain.as_bytes()).0, 415, "a form of another page can send plain text");
    // Other pages, other names.
    let from = |host: &str, origin: &str| {
        let text = format!(
            "POST {} HTTP/1.1\r\nHost: {host}\r\n{origin}Connection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{RULING}",
            case("/rule"),
            RULING.len()
        );
        server.raw(text.as_bytes()).0
    };
    assert_eq!(from(&format!("rebound.example:{port}"), ""), 421);
    assert_eq!(from(&format!("127.0.0.1:{port}"), ""), 403);
    assert_eq!(from(&format!("127.0.0.1:{port}"), "Origin: http://evil.example\r\n"), 403);
    assert_eq!(server.raw(b"nonsense\r\n\r\n").0, 400);
    assert_eq!(files(&report), before, "nothing was written");
    // The same words, asked properly.
    let (status, answer) = server.ask("POST", &case("/rule"), RULING, "");
    assert_eq!(status, 200, "{answer}");
    assert!(slapsight::store::journal::check(&report).is_empty());
    let (_, page) = server.ask("GET", "/", "", "");
    assert!(page.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{page}");
    assert!(page.contains("x-content-type-options: nosniff"));
}

#[test]
fn a_report_with_a_link_out_of_the_folder_is_listed_with_why_and_nothing_goes_through_the_link() {
    let (root, report) = folder();
    let outside = tempfile::tempdir().expect("a folder");
    let target = outside.path().join("elsewhere.sqlite");
    std::os::unix::fs::symlink(&target, report.join("journal.sqlite")).expect("a link");
    let server = Server::start(root.path());
    let (_, listed) = server.ask("GET", "/api/cases", "", "");
    assert!(listed.contains("journal.sqlite is a link out of the served folder"), "{listed}");
    let id = server.first_case("");
    assert_eq!(server.ask("POST", &format!("/api/case/{id}/rule"), RULING, "").0, 403);
    assert_eq!(server.ask("GET", &format!("/api/case/{id}"), "", "").0, 403);
    assert!(!target.exists());
}

#[test]
fn requests_without_end_are_slowed() {
    let (root, _) = folder();
    let server = Server::start(root.path());
    let id = server.first_case("");
    let refused =
        (0..60).map(|_| server.ask("POST", &format!("/api/case/{id}/undo"), "{", "").0).filter(|&s| s == 429).count();
    assert!(refused > 5, "{refused}");
}

#[test]
fn other_machines_need_a_code_and_get_its_role() {
    let (root, report) = folder();
    let server = Server::listening(root.path(), "0.0.0.0:0");
    assert_eq!(server.codes.len(), 3, "{:?}", server.codes);
    let id = server.first_case("");
    let code = |code: &str| server.ask("POST", "/api/code", &format!("{{\"code\":\"{code}\"}}"), "");
    assert_eq!(code("AAAAAAAAAA").0, 401);
    let enter = |role: usize| {
        let (status, answer) = code(&server.codes[role].1);
        assert_eq!(status, 200, "{answer}");
        let (_, after) = answer.split_once("set-cookie: ").expect("a cookie");
        assert!(after.contains("HttpOnly; SameSite=Strict"), "{after}");
        format!("Cookie: {}\r\n", after.split(';').next().expect("a value"))
    };
    let assistant = enter(1);
    assert_eq!(code(&server.codes[1].1).0, 401, "a code serves once");
    let look = || server.ask("GET", &format!("/api/case/{id}/frame/0/0"), "", &assistant).0;
    assert_eq!(look(), 403, "not before the referee allows it (C.5.3)");
    let note = r#"{"who":"A. Ssistant","incident":null,"t":0.1,"note":"look at the left hand"}"#;
    let leave = || server.ask("POST", &format!("/api/case/{id}/note"), note, &assistant).0;
    assert_eq!(leave(), 403);
    let allow = |allowed: bool| {
        let body = format!("{{\"who\":\"R. Eferee\",\"allowed\":{allowed}}}");
        assert_eq!(server.ask("POST", &format!("/api/case/{id}/allow"), &body, "").0, 200);
    };
    allow(true);
    assert_eq!((look(), leave()), (200, 200));
    for what in ["rule", "undo", "allow", "score", "correct", "moment"] {
        let body = match what {
            "rule" => RULING,
            "undo" => r#"{"who":"A","number":1}"#,
            "score" => {
                r#"{"who":"A","score":{"names":["",""],"rounds":[0,0],"slaps":[0,0],"yellow":[0,0],"red":[0,0],"winner":null}}"#
            }
            "correct" => r#"{"who":"A","corrections":[]}"#,
            "moment" => r#"{"who":"A","t":0.1}"#,
            _ => r#"{"who":"A","allowed":true}"#,
        };
        assert_eq!(server.ask("POST", &format!("/api/case/{id}/{what}"), body, &assistant).0, 403, "{what} (C.5.4)");
    }
    let viewer = enter(2);
    assert_eq!(server.ask("POST", &format!("/api/case/{id}/note"), note, &viewer).0, 403);
    allow(false);
    assert_eq!((look(), leave()), (403, 403));
    assert_eq!(
        slapsight::store::journal::read(&report).expect("a journal").len(),
        4,
        "opened, allowed, noted, no longer allowed"
    );
}

#[test]
fn an_interrupt_ends_it_cleanly_and_an_acknowledged_ruling_survives_a_kill() {
    let (root, report) = folder();
    let mut server = Server::start(root.path());
    let id = server.first_case("");
    assert_eq!(server.ask("POST", &format!("/api/case/{id}/rule"), RULING, "").0, 200);
    server.kill();
    assert_eq!(slapsight::store::journal::read(&report).expect("a journal").len(), 2, "opened, ruled");
    assert!(slapsight::store::journal::check(&report).is_empty());
    let mut server = Server::start(root.path());
    let interrupt = std::process::Command::new("kill").args(["-INT", &server.id().to_string()]).status();
    assert!(interrupt.expect("kill").success());
    assert_eq!(server.ended(), Some(0));
}
