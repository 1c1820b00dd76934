//! A referee at the page: keys, zoom, loop, side by side, a ruling, undoing, hostile words.

use crate::browser;
use crate::footage;
use crate::server::Server;
use slapsight::store::journal::{self, Act, Referees, standing};
use std::time::Instant;

#[test]
fn a_review_from_the_incident_to_the_recorded_ruling_takes_five_keys_at_most() {
    let root = tempfile::tempdir().expect("a folder");
    let video = root.path().join("match.mp4");
    footage::numbered(&video, &footage::steady(240, 120.0));
    let report = root.path().join("<b>final<script>document.title='broken'</script>");
    footage::report(&report, &video, 0.9);
    let server = Server::start(root.path());
    browser::with(&format!("http://{}/", server.address), async |page| {
        page.frame(None).await;
        page.until("document.querySelector('#headline')?.textContent === 'Player 1 was first'").await;
        assert!(page.text("#margin").await.starts_with("by 13.0 ms (95 %: 8.2 to 17.9 ms)"));
        assert!(page.text(".clause").await.starts_with("F.5.1"));
        page.picture("page.png").await;
        // The name is asked for once.
        page.run("localStorage.setItem('who', 'R. Eferee')").await;
        page.press("\u{E013}").await;
        page.until("document.querySelector('#headline')?.textContent.startsWith('Misslap')").await;
        // Hostile words are words.
        assert!(page.text("#software").await.contains("<script>document.title='broken'</script>"));
        assert_eq!(page.run("return document.title").await, "slapsight");
        assert_eq!(page.run("return document.querySelectorAll('img[src=x], b + script').length").await, 0);
        let began = Instant::now();
        // From opening the incident: down, R, 1, Enter.
        let keys = ["\u{E015}", "r", "1", "\u{E007}"];
        for (i, key) in keys.into_iter().enumerate() {
            page.press(key).await;
            if i == 0 {
                page.until("document.querySelector('#headline')?.textContent === 'Player 1 was first'").await;
            }
        }
        page.until("document.querySelector('#stands')").await;
        let took = began.elapsed();
        println!("from opening the incident to the recorded ruling: {} keys, {took:?}", keys.len());
        assert!(keys.len() <= 5 && took.as_secs() < 30);
        let entries = journal::read(&report).expect("a journal");
        let ruled = &standing(&entries).rulings["002-slap"];
        assert_eq!((ruled.ruling, ruled.who.as_str()), (Referees::Confirmed, "R. Eferee"));
        assert_eq!(ruled.software.margin_ms, Some(13.0), "what the software said is kept beside it (F.10.2)");
        page.picture("ruled.png").await;
        // The hash that covers the journal stands on the page, to be written down.
        assert_eq!(page.text("#log-hash").await, entries.last().expect("an entry").hash);
        page.until("document.querySelector('#cases option:checked').textContent.endsWith('1 of 2 ruled')").await;
        assert!(page.text("#log li").await.contains("Slap at 0.911 s: Confirmed (F.5.1)"));
        // Undoing is an entry.
        page.press("u").await;
        page.until("!document.querySelector('#stands')").await;
        let entries = journal::read(&report).expect("a journal");
        assert!(standing(&entries).rulings.is_empty());
        // The first entry says what the case consists of.
        assert!(matches!(entries[0].entry.act, Act::Opened(_)));
        assert!(matches!(entries[2].entry.act, Act::Undone { number: 2, .. }));
        assert!(journal::check(&report).is_empty());
        // A note and a sanction on the other incident, by hand.
        page.press("\u{E013}").await;
        page.until("document.querySelector('#headline')?.textContent.startsWith('Misslap')").await;
        page.click("[data-ruling=overturned]").await;
        page.run("document.querySelector('#note').value = '<i>seen</i>'; document.querySelector('#card').value = 'yellow'; document.querySelector('#to').value = '2'").await;
        page.click("#record").await;
        page.until("document.querySelector('#stands')").await;
        assert!(page.text("#log li").await.contains("<i>seen</i>"));
        let entries = journal::read(&report).expect("a journal");
        assert_eq!(standing(&entries).shown(slapsight::base::Player::Two, journal::CardShown::Yellow), 1);
        // The score is counted from what was ruled, put right, and confirmed (C.4.4); the protocol has it.
        page.until("document.querySelector('[data-score=yellow][data-player=\"1\"]').value === '1'").await;
        page.click("#score summary").await;
        page.run("document.querySelector('[data-score=names][data-player=\"0\"]').value = '<b>Ann</b>'; document.querySelector('[data-score=rounds][data-player=\"0\"]').value = '2'; document.querySelector('#score-winner').value = '1'").await;
        page.picture("score.png").await;
        page.click("#score-confirm").await;
        page.until("document.querySelector('#said').textContent.startsWith('Score confirmed as entry')").await;
        let (number, score) = standing(&journal::read(&report).expect("a journal")).score.expect("a score");
        assert_eq!((score.rounds, score.yellow, score.names[0].as_str()), ([2, 0], [0, 1], "<b>Ann</b>"));
        assert!(page.text("#score-said").await.contains(&format!("entry {number}")));
        let (_, protocol) = server.ask("GET", &format!("/api/case/{}/protocol", server.first_case("")), "", "");
        assert!(protocol.contains(&format!("Confirmed by the referee: entry {number} of the journal")));
        assert!(protocol.contains("&lt;b&gt;Ann") && !protocol.contains("<b>Ann"));
        page.click(&format!("#log li[data-number='{number}'] button")).await;
        page.until("document.querySelector('#score-said').textContent.startsWith('Not confirmed')").await;
        assert!(journal::check(&report).is_empty());
    });
}

#[test]
fn keys_do_what_editors_know() {
    let root = tempfile::tempdir().expect("a folder");
    let video = root.path().join("match.mp4");
    footage::numbered(&video, &footage::steady(240, 120.0));
    footage::report(&root.path().join("report"), &video, 0.9);
    let server = Server::start(root.path());
    browser::with(&format!("http://{}/", server.address), async |page| {
        page.frame(Some(108)).await;
        let view = "const {zoom, x, y} = document.getElementById('shown').dataset; return [zoom, x, y].join(' ')";
        // Zoom holds while stepping.
        page.press("]]]").await;
        page.run("const c = document.getElementById('shown'), at = (type, x, y) => c.dispatchEvent(new PointerEvent(type, {pointerId: 1, bubbles: true, clientX: c.getBoundingClientRect().left + x, clientY: c.getBoundingClientRect().top + y}));
            c.setPointerCapture = () => {}; at('pointerdown', 300, 200); at('pointermove', 220, 170); at('pointerup', 220, 170)").await;
        let held = page.run(view).await;
        assert!(
            held.as_str().is_some_and(|view| view.starts_with("1.9531 ") && !view.contains("0.5000 0.5000")),
            "{held}"
        );
        page.press("...").await;
        page.frame(Some(111)).await;
        assert_eq!(page.run(view).await, held);
        page.press("0").await;
        assert_eq!(page.run(view).await, "1.0000 0.5000 0.5000");
        // Ten frames; arrows.
        page.press(">").await;
        page.frame(Some(121)).await;
        page.press("\u{E012}").await;
        page.frame(Some(120)).await;
        // A loop between marks stays between them.
        page.press("i>").await;
        page.frame(Some(130)).await;
        page.press("op").await;
        page.run("window.seen = []; new MutationObserver(() => window.seen.push(Number(document.getElementById('shown').dataset.index))).observe(document.getElementById('shown'), {attributeFilter: ['data-index']})").await;
        page.press(" ").await;
        page.until("window.seen.length > 40").await;
        page.press("k").await;
        let seen = page.run("return [Math.min(...window.seen), Math.max(...window.seen)]").await;
        assert_eq!(seen[0], 120);
        assert!(seen[1].as_u64().is_some_and(|last| (128..=130).contains(&last)), "{seen}");
        page.press("p").await;
        // Two moments side by side, on one clock.
        page.press("1im").await;
        page.frame(Some(108)).await;
        page.until("document.getElementById('beside').dataset.index === '110'").await;
        page.press("..").await;
        page.until("document.getElementById('beside').dataset.index === '112'").await;
        page.picture("beside.png").await;
        // Both look at the same place, whichever is moved.
        page.press("]]").await;
        let views = "return ['shown', 'beside'].map((id) => { const {zoom, x, y} = document.getElementById(id).dataset; return [zoom, x, y].join(' ') })";
        let seen = page.run(views).await;
        assert!(seen[0] == seen[1] && seen[0].as_str().is_some_and(|view| view.starts_with("1.5625")), "{seen}");
        page.press("0m").await;
        assert_eq!(page.run("return document.getElementById('pane-b').hidden").await, true);
        // Any two moments: the one that was marked stands beside.
        page.press(&">".repeat(10)).await;
        page.frame(Some(210)).await;
        page.press("i1").await;
        page.frame(Some(108)).await;
        page.press("m").await;
        page.until("document.getElementById('beside').dataset.index === '210'").await;
        page.press(",,,").await;
        page.frame(Some(105)).await;
        page.until("document.getElementById('beside').dataset.index === '207'").await;
        page.press("m1").await;
        page.frame(Some(108)).await;
        // The timeline by keys: closer about the frame that is shown, the whole match, and it follows the player.
        let span = "const c = document.getElementById('timeline').dataset; return [Number(c.from), Number(c.to)]";
        page.press("t").await;
        let whole = page.run(span).await;
        page.press("eee").await;
        let near = page.run(span).await;
        let wide = |span: &serde_json::Value| span[1].as_f64().expect("s") - span[0].as_f64().expect("s");
        assert!((wide(&near) * 8.0 - wide(&whole)).abs() < 1e-6, "{near} {whole}");
        page.press(&">".repeat(8)).await;
        page.frame(Some(188)).await;
        let followed = page.run(span).await;
        assert!(followed[0].as_f64() < Some(188.0 / 120.0) && followed[1].as_f64() > Some(188.0 / 120.0), "{followed}");
        page.press("w1").await;
        assert!(wide(&page.run(span).await) > 1.9 * wide(&near));
        // Layers, help.
        page.press("z").await;
        assert_eq!(
            page.run("return document.getElementById('layer-zones').getAttribute('aria-pressed')").await,
            "true"
        );
        // What cannot be read is told where it is shown, as words.
        page.press("t").await;
        page.run("const c = document.getElementById('timeline'), box = c.getBoundingClientRect(); c.setPointerCapture = () => {};
            for (const type of ['pointerdown', 'pointerup']) c.dispatchEvent(new PointerEvent(type, {pointerId: 1, clientX: box.left + 92 + 0.075 * (box.width - 100), clientY: box.top + 30}))").await;
        page.until("document.getElementById('shown-caption').textContent.includes('not readable: <b>hidden</b>')")
            .await;
        // Light or dark: the system's choice until one is made, and then that one.
        let light = "return document.documentElement.classList.contains('light')";
        let was = page.run(light).await;
        page.click("#light").await;
        assert_ne!(page.run(light).await, was);
        page.picture("other-light.png").await;
        page.press("?").await;
        assert!(page.text("#keys").await.contains("one frame back"));
        page.picture("keys.png").await;
        page.press("\u{E00C}").await;
        // Search and filter.
        page.run("const s = document.getElementById('search'); s.value = 'F.9.1'; s.dispatchEvent(new Event('input'))")
            .await;
        assert_eq!(page.run("return document.querySelectorAll('[data-incident]').length").await, 1);
    });
}
