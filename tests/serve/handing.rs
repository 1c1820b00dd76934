//! What is put right on the page of a real review: the case is judged again at once, undone by a new entry, and handed on as a
//! protocol and an archive.

use crate::browser;
use crate::server::Server;
use slapsight::pipeline::verify::verify;
use slapsight::pipeline::{Filmed, Options, case, review};
use slapsight::store::journal::{self, Act};
use std::path::Path;
use std::time::Duration;

#[test]
fn a_card_put_right_is_judged_again_and_undone() {
    let root = tempfile::tempdir().expect("a folder");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/misslap");
    let video = root.path().join("match.mp4");
    std::fs::copy(sample.join("video.mp4"), &video).expect("a copy");
    let folder = root.path().join("report");
    let filmed = Filmed { video, calibration: Some(sample.join("calibration.json")), ..Filmed::default() };
    let options = Options { threads: 2, ..Options::default() };
    review(&filmed, &folder, &options, &mut |_| {}).unwrap_or_else(|why| panic!("{why}"));
    let before = std::fs::read(folder.join("report.json")).expect("a report");
    let server = Server::start(root.path());
    browser::with(&format!("http://{}/", server.address), async |page| {
        page.frame(None).await;
        page.until("document.querySelector('#headline')?.textContent.startsWith('Misslap')").await;
        page.run("localStorage.setItem('who', 'R. Eferee'); document.querySelector('#who').value = 'R. Eferee'").await;
        // The piles show a five and a three; were the right one a five, it would have been no misslap.
        page.click("#correct summary").await;
        page.run(
            "document.getElementById('put-pile').value = 'right'; document.getElementById('put-rank').value = '5'",
        )
        .await;
        // Under the hands that slap nothing is read, but they lay nothing either: what lay there before is put right.
        page.picture("put-right.png").await;
        page.click("#put-judge").await;
        page.until(
            "![...document.querySelectorAll('[data-incident]')].some((row) => row.textContent.includes('Misslap'))",
        )
        .await;
        let entries = journal::read(&folder).expect("a journal");
        assert!(matches!(&entries[1].entry.act, Act::Corrected { .. }), "{entries:?}");
        page.until(
            "/top of the right pile at 0\\.\\d+ s: 5, not 3/.test(document.querySelector(\"#log li[data-number='2']\").textContent)",
        )
        .await;
        assert_ne!(std::fs::read(folder.join("report.json")).expect("a report"), before);
        page.picture("judged-again.png").await;
        page.click("#log li[data-number='2'] button").await;
        page.until(
            "[...document.querySelectorAll('[data-incident]')].some((row) => row.textContent.includes('Misslap'))",
        )
        .await;
        assert_eq!(
            std::fs::read(folder.join("report.json")).expect("a report"),
            before,
            "undone, the report is what it was"
        );
        let (report, _) = case::report(&folder).expect("a report");
        assert!(!report.incidents.is_empty());
        // Handed on: both links answer with what they promise.
        let kinds = page
            .run("return document.getElementById('protocol').href + ' ' + document.getElementById('archive').href")
            .await;
        let links: Vec<String> = kinds
            .as_str()
            .expect("links")
            .split(' ')
            .map(|link| link.split_once("/api").expect("ours").1.to_owned())
            .collect();
        let (status, protocol) = server.ask("GET", &format!("/api{}", links[0]), "", "");
        assert!(
            status == 200
                && protocol.contains("R. Eferee")
                && protocol.contains("s: 5, not 3<strong> (undone)")
                && protocol.contains("default-src 'none'"),
            "{status}"
        );
        let (status, archive) = server.ask("GET", &format!("/api{}", links[1]), "", "");
        assert!(status == 200 && archive.contains("application/zip") && archive.contains("MANIFEST"), "{status}");
    });
    drop(server);
    let checked = verify(&folder, None, &mut |_| {}).expect("checked");
    assert!(checked.is_whole() && checked.entries == 3, "{checked:?}");
    // What cannot be put right changes nothing.
    let server = Server::start(root.path());
    let id = server.first_case("");
    let post = |body: &str| server.ask("POST", &format!("/api/case/{id}/correct"), body, "").0;
    let kept = std::fs::read(folder.join("report.json")).expect("a report");
    assert_eq!(post(r#"{"who":"R","corrections":[]}"#), 400);
    assert_eq!(post(r#"{"who":"","corrections":[{"what":"top","t":0.1,"pile":"left","rank":"5"}]}"#), 400);
    assert_eq!(
        post(
            r#"{"who":"R","corrections":[{"what":"did_not_happen","t":99.0,"kind":"play","player":1,"pile":"left"}]}"#
        ),
        409
    );
    assert_eq!(std::fs::read(folder.join("report.json")).expect("a report"), kept);
    // Any other moment is reviewed from the page; what the referee sees is its report.
    browser::with(&format!("http://{}/", server.address), async |page| {
        page.frame(None).await;
        page.run("localStorage.setItem('who', 'R. Eferee'); document.querySelector('#who').value = 'R. Eferee'").await;
        page.press("v").await;
        let opened = format!("document.getElementById('cases').value !== '{id}'");
        page.until_within(&opened, Duration::from_secs(300)).await;
        page.until("document.querySelector('#headline')?.textContent.startsWith('Misslap')").await;
        page.picture("moment.png").await;
    });
    let moments: Vec<_> = std::fs::read_dir(folder.join("moments")).expect("a folder").collect();
    assert_eq!(moments.len(), 1);
    let entries = journal::read(&folder).expect("a journal");
    assert!(matches!(entries.last().expect("an entry").entry.act, Act::Reviewed { .. }), "{entries:?}");
}
