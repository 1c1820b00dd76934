//! Whole matches played by policies: what the players say of a match is held against what the rules engine finds
//! on its events, read from text as `slapsight rule` reads it.

use slapsight::base::{Pile, Player};
use slapsight::facts::{Finding, Kind, Ruling};
use slapsight::law::isf::Settings;
use slapsight::law::isf::game::{self, Game};
use slapsight::pipeline::rule::{self, Said};
use slapsight::simulate::players::{MatchFile, PolicyFile};
use slapsight::simulate::scenario::file::SCENARIO_SCHEMA;
use slapsight::simulate::scenario::{self, Scenario};
use slapsight::simulate::truth::{self, Directed, Truth};
use std::path::Path;

fn scenario(seed: u64, plays: MatchFile) -> Scenario {
    Scenario { schema: SCENARIO_SCHEMA.to_owned(), seed: Some(seed), plays: Some(plays), ..Scenario::default() }
}

fn lawful(rounds: u32) -> MatchFile {
    MatchFile { rounds: Some(rounds), ..MatchFile::default() }
}

fn unlawful(rounds: u32) -> MatchFile {
    let policy = PolicyFile {
        misread: Some(0.12),
        misslap: Some(0.06),
        second_card: Some(0.3),
        hovering: Some(0.05),
        fakes: Some(0.1),
        ..PolicyFile::default()
    };
    MatchFile { rounds: Some(rounds), policies: vec![policy.clone(), policy], wrong_stalemate: Some(0.04) }
}

fn played(seed: u64, plays: MatchFile) -> (Directed, Truth) {
    let scene =
        truth::direct(&scenario(seed, plays), Path::new(""), "test").unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    let truth = scene.truth(false);
    (scene, truth)
}

/// One line an event, as it is fed to `slapsight rule`.
fn text(truth: &Truth) -> String {
    truth.events.iter().map(|event| serde_json::to_string(event).expect("text") + "\n").collect()
}

/// Ranks of the left and the right pile.
type Tops = [Option<String>; 2];

/// The engine over the lines: every ruling, every change of the tops, and the game at the end.
fn engine(text: &str) -> (Vec<Ruling>, Vec<(f64, Tops)>, Game) {
    let settings = Settings::default();
    let (mut game, mut rulings, mut tops) = (Game::new(), Vec::new(), Vec::new());
    for (i, line) in text.lines().enumerate() {
        let told = game::read_line(line).unwrap_or_else(|why| panic!("line {}: {why}: {line}", i + 1));
        let (next, found) =
            game::judge(&game, &told, &settings).unwrap_or_else(|why| panic!("line {}: {why}: {line}", i + 1));
        game = next;
        rulings.extend(found);
        let t = serde_json::from_str::<serde_json::Value>(line).expect("JSON")["t"].as_f64().expect("an instant");
        tops.push((t, game.moment.tops().map(|top| top.rank().map(|rank| rank.to_string()))));
    }
    let (game, found) = game::close(&game, &settings);
    rulings.extend(found);
    (rulings, tops, game)
}

/// Holds the players' account of a match against the engine's.
fn compare(seed: u64, scene: &Directed, truth: &Truth) -> Vec<String> {
    let account = scene.played.as_ref().expect("a match");
    let (rulings, tops, game) = engine(&text(truth));
    let mut wrong = Vec::new();
    let mut differ = |what: String| wrong.push(format!("seed {seed}: {what}"));

    // Slaps: condition, completions, winner, margin.
    let told: Vec<_> = rulings.iter().filter_map(|ruling| ruling.slap.as_ref()).collect();
    let tried: Vec<_> = account.slaps.iter().filter(|slap| slap.winner.is_some()).collect();
    if told.len() != tried.len() {
        differ(format!("{} slaps instead of {}", told.len(), tried.len()));
    }
    for (engine, player) in told.iter().zip(&tried) {
        let winner = match engine.verdict {
            slapsight::facts::Verdict::Player1 => Some(Player::One),
            slapsight::facts::Verdict::Player2 => Some(Player::Two),
            _ => None,
        };
        let margin = engine.margin.map(|margin| 1000.0 * margin.t);
        let near = match (margin, player.margin_ms) {
            (Some(one), Some(two)) => (one - two).abs() < 0.01,
            (one, two) => one.is_none() && two.is_none(),
        };
        let same = winner == player.winner
            && near
            && (engine.condition.t - player.condition_t).abs() < 1e-5
            && engine.rank == Some(player.rank);
        if !same {
            differ(format!("slap {engine:?} instead of {player:?}"));
        }
    }

    // Offences: exactly those that were meant, with what is due for them.
    let found: Vec<&Ruling> = rulings.iter().filter(|ruling| ruling.finding == Finding::Offence).collect();
    let mut main: Vec<(Kind, f64, Option<Player>)> = found
        .iter()
        .filter(|ruling| ruling.sanction.is_none())
        .map(|ruling| (ruling.kind, ruling.at.t, ruling.player))
        .collect();
    main.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut meant: Vec<_> = account.offences.iter().map(|one| (one.kind, one.t, one.player)).collect();
    meant.sort_by(|a, b| a.1.total_cmp(&b.1));
    // A card that does not follow is ruled on at its release, 0.1 s after its contact at most.
    let same = main.len() == meant.len()
        && main.iter().zip(&meant).all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 0.11 && a.2 == b.2);
    if !same {
        differ(format!("offences {main:?} instead of {meant:?}"));
    }
    let due: Vec<_> = found.iter().filter_map(|ruling| ruling.sanction.zip(ruling.player)).collect();
    let meant_due: Vec<_> = account.offences.iter().filter_map(|one| one.sanction.zip(one.player)).collect();
    if due != meant_due {
        differ(format!("due {due:?} instead of {meant_due:?}"));
    }

    // Rounds, winners, and where every card ended.
    let winners: Vec<_> = account.rounds.iter().filter_map(|round| round.winner).collect();
    let ends: Vec<_> =
        rulings.iter().filter(|ruling| ruling.kind == Kind::RoundEnd).filter_map(|ruling| ruling.player).collect();
    if winners != ends {
        differ(format!("rounds won by {ends:?} instead of {winners:?}"));
    }
    let (books, own) = (&game.books, &account.books);
    let score = |table: &slapsight::law::isf::books::Table| {
        (table.rounds, table.slaps, table.winner, table.status, table.tallies)
    };
    if score(books) != score(own) {
        differ(format!("score {:?} instead of {:?}", score(books), score(own)));
    }
    let table = scene.director.table();
    let shown = |cards: &[u8]| cards.iter().map(|card| table.faces[usize::from(*card)].to_owned()).collect::<Vec<_>>();
    for player in Player::BOTH {
        let face = |ids: &[u8]| ids.iter().filter_map(|id| books.face(*id)).collect::<Vec<_>>();
        let side = player.index();
        if face(&books.decks[side]) != shown(&table.decks[side]) {
            differ(format!("{player}'s Draw Deck differs"));
        }
        if books.foundation_count(player) != table.foundation_count(side) {
            differ(format!("{player}'s foundation differs"));
        }
        let mut held = [face(&books.holding[side]), shown(&table.holding[side])];
        held.iter_mut().for_each(|cards| cards.sort_by_key(|card| format!("{card:?}")));
        if held[0] != held[1] {
            differ(format!("{player}'s holding pile differs"));
        }
    }
    for pile in Pile::BOTH {
        let laid: Vec<_> = books.centre[pile.index()].iter().filter_map(|laid| books.face(laid.card)).collect();
        if laid != shown(&table.centre[pile.index()]) {
            differ(format!("the {pile} pile differs"));
        }
    }

    // Tops: after each contact and reveal the engine shows what lies there, but for two cards at once (D.9).
    let disputed = |t: f64| account.beaten.iter().any(|(at, _)| (at - 0.02..at + 2.0).contains(&t));
    for event in &truth.events {
        let truth::TruthEvent::Isf(event) = event else { continue };
        let comes = matches!(event.kind, slapsight::facts::EventKind::Contact | slapsight::facts::EventKind::Reveal);
        if !comes || disputed(event.t) {
            continue;
        }
        let Some(row) = truth.tops.iter().rfind(|row| row.t <= event.t) else { continue };
        let Some((_, shown)) = tops.iter().rfind(|(t, _)| *t <= event.t) else { continue };
        let truth_tops = [row.left, row.right].map(|rank| rank.map(|rank| rank.to_string()));
        if truth_tops != *shown {
            differ(format!("tops at {:.3} s: {shown:?} instead of {truth_tops:?}", event.t));
            break;
        }
    }
    wrong
}

#[test]
fn the_engine_finds_in_the_events_what_the_players_say_of_lawful_matches() {
    let (mut wrong, mut counts) = (Vec::new(), [0_usize; 7]);
    let (mut seconds, mut margins) = (0.0, Vec::new());
    for seed in 0..40 {
        let rounds = if seed % 4 == 0 { 2 } else { 1 };
        let (scene, truth) = played(seed, lawful(rounds));
        wrong.extend(compare(seed, &scene, &truth));
        let account = scene.played.as_ref().expect("a match");
        assert!(account.offences.is_empty(), "seed {seed}: nobody meant to");
        let over = account.winner.is_some()
            || account.rounds.iter().filter(|round| round.winner.is_some()).count() == rounds as usize;
        assert!(over, "seed {seed}: neither won nor at its cap");
        for (count, more) in counts.iter_mut().zip([
            1,
            truth.events.len(),
            account.slaps.len(),
            account.rounds.len(),
            account.shortages,
            account.stalemates,
            account.beaten.len(),
        ]) {
            *count += more;
        }
        seconds += scene.duration_s;
        margins.extend(account.slaps.iter().filter_map(|slap| slap.margin_ms));
    }
    let mut margins: Vec<f64> = margins;
    margins.sort_by(f64::total_cmp);
    let share = |part: f64| margins[(part * (margins.len() - 1) as f64) as usize];
    println!(
        "margins in ms: least {:.1}, median {:.1}, nine in ten under {:.1}, most {:.1}",
        share(0.0),
        share(0.5),
        share(0.9),
        share(1.0)
    );
    assert!(share(0.0) < 20.0 && (15.0..150.0).contains(&share(0.5)), "{margins:?}");
    println!(
        "matches, events, slaps, rounds, shortages, stalemates, cards too late: {counts:?}; {seconds:.0} s of play"
    );
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
    assert!(counts[2] > 25 && counts[4] > 0 && counts[5] > 20 && counts[6] > 0, "{counts:?}");
}

#[test]
fn the_engine_finds_exactly_the_offences_that_were_meant() {
    let (mut wrong, mut kinds) = (Vec::new(), std::collections::BTreeMap::new());
    for seed in 100..112 {
        let (scene, truth) = played(seed, unlawful(1 + u32::from(seed % 4 == 0)));
        wrong.extend(compare(seed, &scene, &truth));
        for offence in &scene.played.as_ref().expect("a match").offences {
            *kinds.entry(offence.kind).or_insert(0) += 1;
        }
    }
    println!("{kinds:?}");
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
    for kind in [Kind::IllegalPlay, Kind::Misslap, Kind::BoundaryBreach, Kind::WrongStalemate] {
        assert!(kinds.contains_key(&kind), "no {kind:?}: {kinds:?}");
    }
}

#[test]
fn the_rule_command_says_of_the_truths_events_what_the_truth_says() {
    let (scene, truth) = played(3, unlawful(1));
    let mut said: Vec<Said> = Vec::new();
    let table =
        rule::rule("truth", text(&truth).as_bytes(), rule::Game::Isf, None, &mut |one| said.push(one)).expect("judged");
    let mut whole: Vec<(String, f64)> = said
        .iter()
        .map(|one| {
            let json = one.whole.json();
            (
                json["kind"].as_str().unwrap_or_default().to_owned(),
                json["t"].as_f64().or(json["at"]["t"].as_f64()).unwrap_or(0.0),
            )
        })
        .collect();
    whole.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    let mut told: Vec<(String, f64)> = truth.rulings.iter().map(|one| (one.kind.clone(), one.t)).collect();
    told.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    assert_eq!(whole.len(), told.len());
    assert!(whole.iter().zip(&told).all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-5), "{whole:?}\n{told:?}");
    let account = scene.played.expect("a match");
    let slaps = truth.played.expect("a match").slaps_won;
    assert!(table[0].contains(&format!("slaps {} to {}", slaps[0], slaps[1])), "{table:?}");
    assert_eq!(account.books.slaps, slaps);
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let bytes = |seed: u64| serde_json::to_string(&played(seed, unlawful(1)).1).expect("text");
    assert_eq!(bytes(11), bytes(11));
    assert_ne!(bytes(11), bytes(12));
}

#[test]
fn no_hand_is_in_two_places_and_no_two_cards_in_one() {
    let (scene, truth) = played(21, lawful(2));
    let timeline = scene.director.timeline();
    for arm in &timeline.arms {
        for pair in arm.moves.windows(2) {
            assert!(
                pair[0].t1 <= pair[1].t0 + 1e-9,
                "one move begins at {} before the last ends at {}",
                pair[1].t0,
                pair[0].t1
            );
            let apart = pair[0].to.wrist.at.distance(pair[1].from.wrist.at);
            assert!(apart < 0.5, "a hand jumps {apart} cm at {}", pair[1].t0);
        }
    }
    for track in &timeline.cards {
        for pair in track.rides.windows(2) {
            assert!(pair[0].t0 < pair[1].t0 + 1e-12, "rides go by time");
        }
        // A card is where it was a moment before, whatever carries it.
        for ride in &track.rides[1..] {
            let pose = |t: f64| track.pose(t, |arm| timeline.arms[arm].at(t).0.wrist).at;
            let apart = pose(ride.t0 - 1e-6).distance(pose(ride.t0 + 1e-6));
            assert!(apart < 0.5, "a card jumps {apart} cm at {}", ride.t0);
        }
    }
    // At every reveal that restarts play, cards that lie are all somewhere else.
    for event in &truth.events {
        let truth::TruthEvent::Act(fields) = event else { continue };
        let t = fields["t"].as_f64().expect("an instant");
        let cards = timeline.at(t).cards;
        for (i, one) in cards.iter().enumerate() {
            for two in &cards[i + 1..] {
                assert!(one.pose.at.distance(two.pose.at) > 0.02, "cards {} and {} at {t}", one.card, two.card);
            }
        }
    }
}

#[test]
fn a_long_match_comes_to_its_end_and_is_directed_in_seconds() {
    let begun = std::time::Instant::now();
    let (scene, truth) = played(204, lawful(40));
    let took = begun.elapsed().as_secs_f64();
    let wrong = compare(204, &scene, &truth);
    let account = scene.played.as_ref().expect("a match");
    let (rounds, events) = (account.rounds.len(), truth.events.len());
    println!("{rounds} rounds, {:.0} s of play, {events} events, in {took:.2} s", scene.duration_s);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(account.winner.is_some(), "{rounds} rounds and no winner");
    assert!(scene.duration_s > 500.0 && took < 30.0, "{} s of play in {took} s", scene.duration_s);
}

#[test]
fn who_reacts_sooner_wins_the_slaps() {
    let policy = |reaction_ms: f64| PolicyFile {
        reaction_ms: Some(reaction_ms),
        reaction_spread_ms: Some(20.0),
        attention: Some(1.0),
        play_and_slap: Some(0.0),
        ..PolicyFile::default()
    };
    let mut won = [0, 0];
    for seed in 40..45 {
        let plays = MatchFile { rounds: Some(1), policies: vec![policy(420.0), policy(190.0)], wrong_stalemate: None };
        let slaps = played(seed, plays).1.played.expect("a match").slaps_won;
        won = [won[0] + slaps[0], won[1] + slaps[1]];
    }
    assert!(won[0] == 0 && won[1] > 3, "{won:?}");
}

#[test]
fn a_wrong_figure_is_named_with_what_is_allowed() {
    let fault = |fields: &str| {
        let text = format!(r#"{{"schema": "slapsight.scenario/1", {fields}}}"#);
        scenario::read(&text, "s.json").expect_err("faulty").to_string()
    };
    let rate = fault(r#""match": {"policies": [{}, {"misread": 2}]}"#);
    assert!(rate.contains("match.policies[1].misread") && rate.contains("0 to 1"), "{rate}");
    let field = fault(r#""match": {"policies": [{"temper": 2}]}"#);
    assert!(field.contains("match.policies[0].temper") && field.contains("reaction_ms"), "{field}");
    let both = fault(r#""match": {}, "script": [{"t": 1, "do": "wait"}]"#);
    assert!(both.contains("script") && both.contains("leave the script out"), "{both}");
    let rounds = fault(r#""match": {"rounds": 0}"#);
    assert!(rounds.contains("match.rounds") && rounds.contains("1 to 200"), "{rounds}");
}
