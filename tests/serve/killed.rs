//! The whole server killed while rulings are being recorded: what it acknowledged is there, and the chain holds.

use crate::footage;
use crate::server::Server;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use slapsight::store::journal::{self, Act, Break};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::time::Duration;

/// How often the server is killed.
const KILLS: u32 = 50;
/// Longest time from the first request, or its acknowledgement, to the kill, microseconds.
const LONGEST_US: u32 = 60_000;
/// That acknowledgement takes no longer.
const LONGEST_FIRST: Duration = Duration::from_secs(20);

/// Sends a ruling with a note; whether it was acknowledged before the server was gone.
fn rule(address: SocketAddr, id: &str, note: &str) -> bool {
    let body = format!(
        r#"{{"who":"R. Eferee","incident":"002-slap","ruling":"confirmed","verdict":null,"clauses":["F.5.1"],"note":"{note}","sanctions":[]}}"#
    );
    let host = format!("127.0.0.1:{}", address.port());
    let request = format!(
        "POST /api/case/{id}/rule HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut answer = Vec::new();
    let sent = TcpStream::connect(address).and_then(|mut stream| {
        stream.write_all(request.as_bytes())?;
        stream.read_to_end(&mut answer)
    });
    sent.is_ok() && answer.starts_with(b"HTTP/1.1 200")
}

#[test]
fn no_acknowledged_ruling_is_lost_to_fifty_kills_of_the_server() {
    let root = tempfile::tempdir().expect("a folder");
    let (video, report) = (root.path().join("match.mp4"), root.path().join("report"));
    footage::numbered(&video, &footage::steady(12, 60.0));
    footage::report(&report, &video, 0.1);
    let mut chance = ChaCha8Rng::seed_from_u64(51);
    let mut acknowledged: Vec<String> = Vec::new();
    for kill in 0..KILLS {
        let server = Server::start(root.path());
        let (id, address, pid) = (server.first_case(""), server.address, server.id());
        let wait = Duration::from_micros(u64::from(chance.next_u32() % LONGEST_US));
        let (recorded, first) = mpsc::channel();
        let told: Vec<String> = std::thread::scope(|scope| {
            let ruling = scope.spawn(move || {
                let notes = (0..).map(|n| format!("kill {kill}, ruling {n}"));
                // Nobody may listen for it.
                notes
                    .take_while(|note| rule(address, &id, note))
                    .inspect(|_| recorded.send(()).unwrap_or_default())
                    .collect()
            });
            // However slow the machine is, every other time something was acknowledged before.
            if kill % 2 == 1 {
                first.recv_timeout(LONGEST_FIRST).expect("a ruling is acknowledged");
            }
            std::thread::sleep(wait);
            let killed = std::process::Command::new("kill").args(["-KILL", &pid.to_string()]).status();
            assert!(killed.expect("kill").success());
            ruling.join().expect("no panic")
        });
        acknowledged.extend(told);
        // Killed before the first ruling there may be none yet.
        if report.join(journal::FILE).exists() {
            let wrong = journal::check(&report);
            // Killed between an entry and its seal: the next entry seals both.
            assert!(wrong.iter().all(Break::is_harmless), "kill {kill}: {wrong:?}");
        }
    }
    let server = Server::start(root.path());
    assert!(rule(server.address, &server.first_case(""), "the last"));
    assert_eq!(journal::check(&report), []);
    let entries = journal::read(&report).expect("a journal");
    let notes: Vec<&str> = entries
        .iter()
        .filter_map(|recorded| match &recorded.entry.act {
            Act::Ruled { note, .. } => Some(note.as_str()),
            _ => None,
        })
        .collect();
    println!("{} rulings acknowledged, {} in the journal", acknowledged.len(), notes.len());
    assert!(acknowledged.len() >= KILLS as usize / 2, "only {} rulings between {KILLS} kills", acknowledged.len());
    // One whose acknowledgement was lost on its way is there too.
    let mut there = notes.iter();
    for note in &acknowledged {
        assert!(there.any(|known| known == note), "{note} was acknowledged and is lost, or stands in another order");
    }
}
