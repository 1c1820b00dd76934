//! Hundreds of slaps whose truth is known, without pictures: do intervals hold, are orders called right, does a probability
//! of 0.9 come true nine times in ten?
//!
//! Hands and instants come from the simulator, what vision and hearing make of them from [`eyes`]; everything after that is
//! the program. So this measures how contacts are dated, sounds given to hands and orders told, not how well hands are seen:
//! that is the accuracy suite's, on pictures. Prints its tables and leaves them, with the reliability diagram, in the
//! build's folder for temporary files.

mod eyes;
mod play;
mod recorded;
mod scene;
mod tally;

use rayon::prelude::*;
use recorded::{Recorded, Shot, with_second};
use scene::Filmed;
use slapsight::base::{Measured, Pile, Player, Rank, TimeScale};
use slapsight::events::{self, Cue, Cues, TopSpan};
use slapsight::facts::{EventKind, Kind, Verdict};
use slapsight::law::isf;
use slapsight::reconstruct::{self, Piles};
use slapsight::simulate::truth::{Truth, TruthEvent};
use tally::{Completion, HEAD, Slap, Tally};

/// Seeds of this suite. Some of them were looked at while contacts were tuned: for a claim, use others.
const FIRST_SEED: u64 = 70_000;
const SLAPS: u64 = 60;
/// Of each rate where probabilities are counted: how often they come true is chance with few.
const COUNTED: u64 = 240;
const RATES: [f64; 4] = [60.0, 120.0, 240.0, 480.0];
/// Four places of the lens: behind Player 1, at the side, from above, from a corner; table centimetres.
const LENSES: [(&str, [f64; 3]); 4] = [
    ("behind Player 1", [0.0, -100.0, 85.0]),
    ("at the side", [105.0, 0.0, 80.0]),
    ("from above", [0.0, -5.0, 150.0]),
    ("from a corner", [75.0, -75.0, 90.0]),
];

/// How a recorded slap is judged: by which cues, and by both cameras or the first alone.
#[derive(Clone, Copy)]
struct Way {
    cues: Cues,
    both: bool,
}

impl Way {
    /// By all that there is.
    const ALL: Way = Way { cues: Cues::ALL, both: true };

    fn without(left_out: &[Cue]) -> Way {
        Way { cues: Cues::without(left_out), both: true }
    }
}

/// When events of a kind happened.
fn instants(told: &Truth, kind: EventKind) -> Vec<f64> {
    let of_kind = told.events.iter().filter_map(|event| match event {
        TruthEvent::Isf(event) if event.kind == kind => Some(event.t),
        _ => None,
    });
    of_kind.collect()
}

/// Reviews one slap.
fn judged(recorded: &Recorded, Way { cues, both }: Way) -> Tally {
    let Recorded { seed, fps, first, second, heard } = recorded;
    let (first_paths, first_visits) = first.hands(cues);
    let joined = second
        .as_ref()
        .filter(|_| both)
        .map(|second| with_second(*seed, (first, &first_paths, &first_visits), second, cues));
    let (mut visits, paths, merged) = match joined {
        Some((visits, paths, observations)) => (visits, paths, Some(observations)),
        None => (first_visits, first_paths, None),
    };
    let observations = merged.as_ref().unwrap_or(&first.observations);
    let (told, zones) = (&first.told, &first.zones);
    let onsets = if cues.sound { &heard[..] } else { &[] };
    let scale = TimeScale::REAL;
    events::at_once(&mut visits, scale);
    events::sound::hear(&mut visits, onsets, events::sound::UNKNOWN);
    if cues.on_top {
        events::stacked(&mut visits, observations, cues, scale);
    }
    let rank: Rank = told.slaps[0].rank.expect("equal tops");
    let spans: Vec<TopSpan> = Pile::BOTH
        .into_iter()
        .map(|pile| TopSpan {
            pile,
            rank,
            suit: None,
            from: 0.0,
            to: 0.4,
            readings: 20,
            confidence: 0.99,
            ranks: [0.0; 14],
        })
        .collect();
    let course = reconstruct::course(
        &visits,
        Piles { readings: &Default::default(), spans: &spans, bare: &[] },
        &[],
        scale,
        isf::follows,
    );
    let mut unseen = [Vec::new(), Vec::new()];
    for hand in events::lingering(&paths, &visits, zones, scale) {
        unseen[hand.player.index()].push((hand.from, hand.to));
    }
    let state = isf::State::new([Some(rank), Some(rank)]).with_unseen_hands(unseen);
    let outcome = isf::judge_all(state, &course.events, &isf::Settings::default(), told.duration_s)
        .unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    let complete = |player: u8| {
        told.slaps[0].attempts.iter().find(|a| a.player == player).and_then(|a| a.complete_t).expect("both complete")
    };
    let mut tally = Tally::default();
    let challenge = outcome.slaps.first();
    for (player, number) in [(Player::One, 1), (Player::Two, 2)] {
        let found: Option<Measured> = challenge
            .and_then(|slap| slap.attempts.iter().find(|a| a.player == player && a.invalid.is_none()))
            .and_then(|attempt| attempt.complete);
        match found {
            Some(at) => tally.completions.push(Completion {
                error: at.t - complete(number),
                inside: at.lo <= complete(number) && complete(number) <= at.hi,
                fps: *fps,
            }),
            None => tally.missed += 1,
        }
    }
    tally.slaps.push(Slap {
        fps: *fps,
        margin: complete(2) - complete(1),
        p1: challenge.and_then(|slap| slap.p_player1_first),
        called: challenge.and_then(|slap| match slap.verdict {
            Verdict::Player1 => Some(1),
            Verdict::Player2 => Some(2),
            _ => None,
        }),
    });
    tally
}

/// The first `slaps` slaps of each rate, every one of them judged in all ways: its number, and what came of it each way.
fn each<const N: usize>(
    slaps: u64,
    rates: &[f64],
    [lens, also]: [Option<[f64; 3]>; 2],
    ways: [Way; N],
) -> Vec<(u64, [Tally; N])> {
    let cases: Vec<(u64, f64)> = rates.iter().flat_map(|&fps| (0..slaps).map(move |i| (i, fps))).collect();
    let review = |&(i, fps): &(u64, f64)| {
        let seed = FIRST_SEED + i + 1000 * fps as u64;
        let recorded = Recorded::of(seed, Filmed { fps, lens, also, certified: false });
        (i, ways.map(|way| judged(&recorded, way)))
    };
    cases.par_iter().map(review).collect()
}

fn sum<const N: usize>(all: impl IntoIterator<Item = [Tally; N]>) -> [Tally; N] {
    let mut sums = std::array::from_fn(|_| Tally::default());
    for each in all {
        sums.iter_mut().zip(each).for_each(|(sum, one): (&mut Tally, Tally)| sum.add(one));
    }
    sums
}

/// [`SLAPS`] slaps of each rate, way by way.
fn many<const N: usize>(rates: &[f64], lenses: [Option<[f64; 3]>; 2], ways: [Way; N]) -> [Tally; N] {
    sum(each(SLAPS, rates, lenses, ways).into_iter().map(|(_, tallies)| tallies))
}

/// The reliability diagram, an SVG picture.
fn diagram(tally: &Tally) -> String {
    let mut marks = String::new();
    for (told, came, n) in tally.reliability() {
        let (x, y, r) = (40.0 + 320.0 * told, 360.0 - 320.0 * came, 2.0 + (n as f64).sqrt());
        marks.push_str(&format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" fill=\"#2563eb\" fill-opacity=\"0.6\"/>"
        ));
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 400\" font-family=\"sans-serif\" font-size=\"12\">\
         <rect width=\"400\" height=\"400\" fill=\"white\"/><rect x=\"40\" y=\"40\" width=\"320\" height=\"320\" fill=\"none\" \
         stroke=\"#555\"/><line x1=\"40\" y1=\"360\" x2=\"360\" y2=\"40\" stroke=\"#999\"/>{marks}\
         <text x=\"200\" y=\"390\" text-anchor=\"middle\">told: probability that Player 1 was first</text>\
         <text transform=\"translate(15 200) rotate(-90)\" text-anchor=\"middle\">came true</text></svg>"
    )
}

#[test]
fn orders_and_intervals_hold_when_counted() {
    let each = each(COUNTED, &RATES, [None, None], [Way::ALL]);
    let [all] = sum(each.iter().filter(|(i, _)| *i < SLAPS).map(|(_, tally)| tally.clone()));
    let [more] = sum(each.into_iter().map(|(_, tally)| tally));
    let mut text = format!("{HEAD}\n");
    for (name, tally) in [("", &all), (", more of them", &more)] {
        text.push_str(&format!("{}\n", tally.row(&format!("all{name}"))));
        for fps in RATES {
            text.push_str(&format!("{}\n", tally.at(fps).row(&format!("{fps} frames a second{name}"))));
        }
    }
    text.push_str(&format!("\nnot found: {} of {}\n", all.missed, 2 * all.slaps.len()));
    println!("{text}");
    // Where it is today, with a little air; these only tighten. What is wanted: intervals hold in 0.93 to 0.98, a calibration
    // error of 0.03, a median error of 0.3 frames.
    assert!(all.coverage() > 0.965, "intervals hold in {:.3}", all.coverage());
    assert!(all.error_frames(0.5) < 0.22, "median error {:.2} frames", all.error_frames(0.5));
    // By chance alone it would be 0.02 with probabilities that are just right, and twice that with a quarter of the slaps.
    assert!(more.calibration_error() < 0.028, "calibration error {:.3}", more.calibration_error());
    assert!(more.coverage() > 0.965, "intervals of more hold in {:.3}", more.coverage());
    assert!(more.calls(0.0..f64::INFINITY).wrong <= 1, "{:?}", more.calls(0.0..f64::INFINITY));
    let calls = [all.calls(0.0..1.0), all.calls(1.0..2.0), all.calls(2.0..f64::INFINITY)];
    for (calls, most) in calls.iter().zip([0.05, 0.05, 0.01]) {
        assert!(calls.wrong as f64 <= most * calls.of as f64, "{calls:?}");
    }
    // 0.93 and, of the calibration error, 0.033 were asked for while what is heard was made up, kinder than the sound track is; of
    // that, the hearing of then had 126 of 136 right and an error of 0.035.
    assert!(calls[2].right as f64 > 0.95 * calls[2].of as f64, "{:?}", calls[2]);
    let clear = more.calls(2.0..f64::INFINITY);
    assert!(clear.right as f64 > 0.935 * clear.of as f64, "{clear:?}");
    let near = more.calls(1.0..2.0);
    assert!(near.right as f64 > 0.76 * near.of as f64, "{near:?}");
    for fps in RATES {
        let bias = more.at(fps).bias_frames();
        assert!(bias.abs() < 0.1, "{fps} frames a second: {bias:+.3} frames off in the median");
    }
    assert!(more.bias_frames().abs() < 0.05, "{:+.3} frames off in the median", more.bias_frames());
    assert!(all.missed <= all.slaps.len() / 50, "{} not found", all.missed);
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(folder.join("slaps.md"), &text).expect("the tables");
    std::fs::write(folder.join("slaps-reliability.svg"), diagram(&more)).expect("the diagram");
}

#[test]
fn every_cue_helps() {
    let left_out: [(&str, &[Cue]); 8] = [
        ("all", &[]),
        ("without path", &[Cue::Path]),
        ("without motion", &[Cue::Motion]),
        ("without sound", &[Cue::Sound]),
        ("without on-top", &[Cue::OnTop]),
        ("path alone", &[Cue::Motion, Cue::Sound, Cue::OnTop]),
        ("motion alone", &[Cue::Path, Cue::Sound, Cue::OnTop]),
        ("sound alone", &[Cue::Path, Cue::Motion, Cue::OnTop]),
    ];
    let tallies = many(&[120.0, 240.0], [None, None], left_out.map(|(_, cues)| Way::without(cues)));
    let rows: Vec<(&str, Tally)> = left_out.iter().map(|(name, _)| *name).zip(tallies).collect();
    let text: String =
        rows.iter().map(|(name, tally)| format!("{}  not found {}\n", tally.row(name), tally.missed)).collect();
    println!("{HEAD}\n{text}");
    let wrong = |tally: &Tally| tally.calls(0.0..f64::INFINITY).wrong;
    let right = |tally: &Tally| tally.calls(0.0..f64::INFINITY).right;
    let all = &rows[0].1;
    assert!(wrong(all) <= 1, "{} wrong", wrong(all));
    // Whatever calls more slaps calls more of them wrong; one or two of 120 are chance. The bend in the path brings contacts
    // nearer and makes probabilities come true, and brings hardly any calls.
    for (name, tally) in &rows[1..] {
        assert!(right(all) + 2 >= right(tally) || wrong(all) < wrong(tally), "better {name}");
    }
    assert!(all.error_frames(0.5) < rows[1].1.error_frames(0.5), "the bend in the path does not help");
    // Not of the calibration error: of so few slaps it is chance by 0.02.
    assert!(all.surprise() < rows[1].1.surprise(), "the bend in the path tells nothing of who was first");
    // The nearer the picture alone comes, the less is left for the sound: it must still bring contacts nearer and tell who was first.
    assert!(all.error_frames(0.5) < 0.8 * rows[3].1.error_frames(0.5), "the sound does not help");
    assert!(all.error_frames(0.95) < 0.85 * rows[3].1.error_frames(0.95), "the sound brings the farthest no nearer");
    // Which hand lies on top tells many of the same calls, but the sound makes them surer.
    assert!(all.surprise() < 0.95 * rows[3].1.surprise(), "the sound tells nothing of who was first");
    assert!(right(all) > right(&rows[4].1), "which hand lies on top brings no calls");
}

#[test]
fn the_place_of_the_camera_and_the_sound() {
    let mut all = Tally::default();
    for (name, lens) in LENSES {
        let tallies = many(&[120.0], [Some(lens), None], [Way::ALL, Way::without(&[Cue::Sound])]);
        for (tally, sound) in tallies.into_iter().zip(["sound on", "sound off"]) {
            println!("{}  not found {}", tally.row(&format!("{name}, {sound}")), tally.missed);
            assert!(tally.missed <= 8, "{name}, {sound}: {} not found", tally.missed);
            // Of one place's 120 instants 0.02 is chance.
            assert!(tally.coverage() > 0.94, "{name}, {sound}: intervals hold in {:.3}", tally.coverage());
            let calls = tally.calls(0.0..f64::INFINITY);
            assert!(calls.wrong <= 1, "{name}, {sound}: {calls:?}");
            all.add(tally);
        }
    }
    assert!(all.coverage() > 0.965, "intervals hold in {:.3}", all.coverage());
}

#[test]
fn two_cameras_tell_more_than_either() {
    let (side, above) = (LENSES[1].1, LENSES[2].1);
    let alone = Way { both: false, ..Way::ALL };
    let [from_above, joined] = many(&[120.0], [Some(above), Some(side)], [alone, Way::ALL]);
    let [at_the_side] = many(&[120.0], [Some(side), None], [Way::ALL]);
    let rows = [("from above", from_above), ("at the side", at_the_side), ("both", joined)];
    println!("{HEAD}");
    for (name, tally) in &rows {
        println!("{}  not found {}", tally.row(name), tally.missed);
    }
    let both = &rows[2].1;
    let calls = both.calls(0.0..f64::INFINITY);
    assert!(calls.wrong <= 1 && both.coverage() > 0.93, "{calls:?} {:.3}", both.coverage());
    for (name, alone) in &rows[..2] {
        assert!(both.missed <= alone.missed, "more is missed than {name} alone");
    }
    // What is seen from the side alone lacks its hardest hands, so only the view from above is a fair comparison.
    // The second camera's clock is told by what both see hands do, so that what the first errs in the median, both do; the hands
    // that are hardest from above come nearer.
    let above = &rows[0].1;
    assert!(both.error_frames(0.95) < 0.8 * above.error_frames(0.95), "no nearer than from above alone");
    assert!(both.error_frames(0.5) < 0.4, "median error {:.2} frames", both.error_frames(0.5));
    let open = |tally: &Tally| tally.calls(1.0..f64::INFINITY).too_close;
    assert!(
        3 * open(both) <= open(above),
        "{} of a frame or more are too close, {} from above",
        open(both),
        open(above)
    );
    assert!(calls.right >= 38, "{calls:?}");
}

/// What came of one scene of play without slaps.
struct Played {
    called: Vec<Kind>,
    cards: usize,
    /// Error of each card's contact that was told, milliseconds, and whether its interval holds.
    told: Vec<(f64, bool)>,
    /// Touches told: nobody touched a pile without a card.
    touches: usize,
    secs: f64,
}

fn play(seed: u64, filmed: Filmed) -> Played {
    let scene = play::scene(seed, filmed);
    let shot = Shot::of(&scene, "what eyes make of it", false);
    let ((_, mut visits), told) = (shot.hands(Cues::ALL), shot.told);
    events::at_once(&mut visits, TimeScale::REAL);
    events::sound::hear(&mut visits, &eyes::heard(&scene), events::sound::UNKNOWN);
    let scale = TimeScale::REAL;
    let cards = instants(&told, EventKind::Contact);
    let (spans, gone) = (play::tops_read(&told), play::cards_gone(&told));
    let course = reconstruct::course(
        &visits,
        Piles { readings: &Default::default(), spans: &spans, bare: &[] },
        &gone,
        scale,
        isf::follows,
    );
    let start = course.tops.first().map_or([None, None], |entry| entry.tops);
    let outcome = isf::judge_all(isf::State::new(start), &course.events, &isf::Settings::default(), told.duration_s)
        .unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    let found = |t: f64| {
        let near =
            course.events.iter().filter(|event| event.kind == EventKind::Contact && (event.at.t - t).abs() < 0.12);
        let best = near.min_by(|a, b| (a.at.t - t).abs().total_cmp(&(b.at.t - t).abs()))?;
        Some((1000.0 * (best.at.t - t), best.at.lo <= t && t <= best.at.hi))
    };
    Played {
        called: outcome.rulings.iter().map(|ruling| ruling.kind).collect(),
        cards: cards.len(),
        told: cards.iter().filter_map(|&t| found(t)).collect(),
        touches: course.events.iter().filter(|event| event.kind == EventKind::Touch).count(),
        secs: told.duration_s,
    }
}

#[test]
fn ten_minutes_of_play_without_slaps_bring_none() {
    let rates = [60.0, 120.0, 240.0];
    let scenes: Vec<Played> = (0..72_u64)
        .into_par_iter()
        .map(|i| play(90_000 + i, Filmed { fps: rates[i as usize % 3], lens: None, also: None, certified: false }))
        .collect();
    let (secs, cards): (f64, usize) = (scenes.iter().map(|s| s.secs).sum(), scenes.iter().map(|s| s.cards).sum());
    let called: Vec<Kind> = scenes.iter().flat_map(|scene| scene.called.clone()).collect();
    let touches: usize = scenes.iter().map(|scene| scene.touches).sum();
    let mut errors: Vec<f64> = scenes.iter().flat_map(|scene| &scene.told).map(|told| told.0).collect();
    errors.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let hold = scenes.iter().flat_map(|scene| &scene.told).filter(|told| told.1).count() as f64 / errors.len() as f64;
    let bias = errors.iter().sum::<f64>() / errors.len() as f64;
    println!(
        "{secs:.0} s of play: {} of {cards} cards told, error median {:.1} ms, 95 % {:.1} ms, mean {bias:+.1} ms, intervals \
         hold in {hold:.3}; {touches} touches by hands that turned back; called: {called:?}",
        errors.len(),
        errors[errors.len() / 2].abs(),
        errors[errors.len() * 95 / 100].abs()
    );
    assert!(secs >= 600.0, "only {secs:.0} s");
    assert_eq!(called, [], "nobody slapped, and every card followed");
    assert!(errors.len() as f64 >= 0.98 * cards as f64, "{} of {cards} cards", errors.len());
    // Where it is today: some hands that bring a card slowly are dated 30 ms too early.
    assert!(hold > 0.93 && touches <= 40, "intervals hold in {hold:.3}, {touches} touches");
}
