//! Instants and books joined: everything is ruled once, by whoever knows it best.

use crate::bench::*;
use crate::isf_books_bench as books;
use crate::isf_books_bench::{Act, Condition, Described, SlapOutcome, Status, cites, faces, piles};
use slapsight::base::{Measured, Player};
use slapsight::facts::{Event, EventKind, Finding, Kind, Ruling, Sanction};
use slapsight::law::isf::Settings;
use slapsight::law::isf::game::{Game, Told, close, judge, legal_plays, read_line};

fn open(one: &str, two: &str, centre: [&str; 2]) -> Game {
    let described = Described {
        foundations: [piles(one), piles(two)],
        centre: centre.map(faces),
        decks: [faces("? ?"), Vec::new()],
        rest: Some(Two),
        live: true,
        ..Described::default()
    };
    told(&Game::new(), Act::Table(Box::new(described))).0
}

fn feed(game: &Game, what: &[Told]) -> (Game, Vec<Ruling>) {
    let (mut game, mut all) = (game.clone(), Vec::new());
    for told in what {
        let (next, rulings) =
            judge(&game, told, &Settings::default()).unwrap_or_else(|error| panic!("{told:?}: {error}"));
        books::sound(&next.books, &[]);
        game = next;
        all.extend(rulings);
    }
    (game, all)
}

fn seen(game: &Game, events: impl IntoIterator<Item = Event>) -> (Game, Vec<Ruling>) {
    feed(game, &events.into_iter().map(Told::Event).collect::<Vec<_>>())
}

fn told(game: &Game, act: Act) -> (Game, Vec<Ruling>) {
    feed(game, &[Told::Act { act, at: None }])
}

/// The rulings of these events and of the end of the recording.
fn all(game: &Game, events: Vec<Event>) -> (Game, Vec<Ruling>) {
    let (game, mut rulings) = seen(game, events);
    let (game, more) = close(&game, &Settings::default());
    rulings.extend(more);
    (game, rulings)
}

fn kinds(rulings: &[Ruling]) -> Vec<(Kind, Finding)> {
    rulings.iter().map(|ruling| (ruling.kind, ruling.finding)).collect()
}

fn sanctions(rulings: &[Ruling]) -> Vec<Sanction> {
    rulings.iter().filter_map(|ruling| ruling.sanction).collect()
}

/// Nothing but time passing.
fn later(t: f64) -> Event {
    untouch(t, Two, LH, Right)
}

#[test]
fn d_8_2_a_card_taken_off_at_once_calls_for_one_warning() {
    let game = open("Jd | 5h", "2c | 4c", ["3h", "9c"]);
    let events = together([play(1.0, One, LH, Left, Jack), vec![remove(1.4, One, LH, Left, Jack), later(4.0)]]);
    let (game, rulings) = all(&game, events);
    assert_eq!(kinds(&rulings), [(Kind::IllegalPlay, Finding::Offence); 2]);
    assert!(cites(&rulings[0], "D.8.1") && cites(&rulings[1], "D.8.2"));
    assert_eq!(sanctions(&rulings), [Sanction::Warning]);
    assert_eq!((game.books.tallies[0].warnings_due, game.books.tallies[0].illegal_plays), (1, 1));
    assert_eq!(game.books.foundation_count(One), 2);
}

#[test]
fn d_8_3_a_card_that_stays_calls_for_one_yellow_card() {
    for end in [vec![remove(3.0, One, LH, Left, Jack), later(4.0)], vec![later(3.0), event(4.0, EventKind::Stoppage)]] {
        let game = open("Jd | 5h", "2c | 4c", ["3h", "9c"]);
        let (game, rulings) = all(&game, together([play(1.0, One, LH, Left, Jack), end]));
        assert_eq!(sanctions(&rulings), [Sanction::YellowCard]);
        assert_eq!((game.books.tallies[0].yellow_cards_due, game.books.tallies[0].warnings_due), (1, 0));
        assert_eq!(kinds(&rulings), [(Kind::IllegalPlay, Finding::Offence); 2]);
    }
}

#[test]
fn d_8_1_what_was_not_seen_surely_is_the_referees_and_nothing_is_due() {
    let game = open("Jd | 5h", "2c | 4c", ["3h", "9c"]);
    let mut events = play(1.0, One, LH, Left, Jack);
    events.iter_mut().for_each(|event| event.confidence = 0.3);
    events.push(event(4.0, EventKind::Stoppage));
    let (game, rulings) = all(&game, events);
    assert_eq!(kinds(&rulings), [(Kind::IllegalPlay, Finding::Referee); 2]);
    assert!(sanctions(&rulings).is_empty() && rulings[0].confidence == 0.3);
    assert_eq!((game.books.tallies[0].yellow_cards_due, game.books.tallies[0].illegal_plays), (0, 0));
}

#[test]
fn d_8_1_a_card_the_books_were_not_told_of_keeps_the_ruling_of_the_instants() {
    let game = open("Jd | 5h", "2c | 4c", ["3h", "9c"]);
    let events = play(1.0, One, LH, Left, Jack).into_iter().map(|event| Event { player: None, ..event });
    let (game, rulings) = all(&game, events.chain([later(4.0)]).collect());
    assert_eq!(kinds(&rulings), [(Kind::IllegalPlay, Finding::Offence)]);
    assert_eq!(game.books.centre[0].len(), 1);
}

#[test]
fn d_7_3_a_retraction_is_ruled_once_and_the_card_put_back_is_no_new_play() {
    let game = open("4d | 5h", "2c | 9h", ["3h", "9c"]);
    let events = together([
        play(1.0, One, LH, Left, Four),
        vec![remove(2.0, One, LH, Left, Four)],
        play(2.5, One, LH, Left, Four),
        play(5.0, One, LH, Left, Five),
    ]);
    let (game, rulings) = all(&game, events);
    assert_eq!(kinds(&rulings), [(Kind::Retraction, Finding::Offence), (Kind::RoundEnd, Finding::NoOffence)]);
    assert_eq!(game.books.centre[0].len(), 3);
}

#[test]
fn d_7_2_a_card_never_let_go_of_is_nothing_to_the_books() {
    let game = open("Jd | 5h", "2c | 4c", ["3h", "9c"]);
    let (after, rulings) =
        all(&game, vec![contact(1.0, One, LH, Left, Jack), remove(1.3, One, LH, Left, Jack), later(4.0)]);
    assert!(rulings.is_empty(), "{rulings:#?}");
    assert_eq!((after.books.centre, after.books.foundations), (game.books.centre, game.books.foundations));
}

#[test]
fn d_9_1_cards_go_into_the_books_as_they_touched_the_pile() {
    let game = open("4d | 5h", "2c | 9h", ["3h", "9c"]);
    // Player 2 lets go first, but touched 20 ms later.
    let events = vec![
        contact(1.0, One, LH, Left, Four),
        contact(1.02, Two, RH, Left, Deuce),
        release(1.05, Two, RH, Left, Deuce),
        release(1.2, One, LH, Left, Four),
        later(4.0),
    ];
    let (game, rulings) = all(&game, events);
    assert_eq!(kinds(&rulings), [(Kind::SimultaneousPlay, Finding::Referee)]);
    let from = |index: usize| game.books.centre[0][index].from.map(|(player, _)| player);
    assert_eq!((from(1), from(2)), (Some(One), Some(Two)));
    assert_eq!((game.books.centre[0][1].legal, game.books.centre[0][2].legal), (Some(true), Some(false)));
}

#[test]
fn d_2_7_a_card_seen_to_be_played_was_turned_up_before() {
    let game = open("? 2h | 5h", "2c | 9h", ["3h", "9c"]);
    let (game, rulings) =
        all(&game, together([play(1.0, One, LH, Left, Deuce), play(3.0, One, LH, Left, Ace), vec![later(5.0)]]));
    // That the ace was turned up nobody saw; it is no illegal play for that.
    assert!(rulings.is_empty() && game.books.foundation_count(One) == 1, "{rulings:#?}");
}

/// A queen from Player 2 makes the tops equal, and Player 1 slaps.
fn slapped(game: &Game) -> (Game, Vec<Ruling>) {
    seen(game, together([play(0.4, Two, RH, Left, Queen), slap(0.675, One)]))
}

#[test]
fn f_7_1_a_slap_is_ruled_once_with_what_follows() {
    let game = open("4d | 5h", "Qc | 9h", ["Kh", "Qs"]);
    let (game, rulings) = slapped(&game);
    assert!(rulings.is_empty() && game.books.condition == Condition::Active);
    assert!(legal_plays(&game).is_empty());
    let (game, rulings) = seen(&game, [later(4.0)]);
    let slap = books::only(&rulings, Kind::Slap);
    assert!(cites(slap, "F.5.1") && cites(slap, "F.7.1") && slap.slap.is_some() && slap.finding == Finding::NoOffence);
    assert_eq!((game.books.slaps, game.books.holding[1].len()), ([1, 0], 3));
    assert_eq!(game.books.status, Status::SlapWon);
}

#[test]
fn f_7_6_a_card_played_after_the_slap_does_not_take_it_away() {
    let game = open("4d | 5h", "Qc | Jh", ["Kh", "Qs"]);
    let (game, mut rulings) = slapped(&game);
    let (game, more) = all(&game, together([play(1.0, Two, RH, Right, Jack), vec![later(4.0)]]));
    rulings.extend(more);
    assert!(rulings.iter().all(|ruling| ruling.kind != Kind::SlapOpportunityLost), "{rulings:#?}");
    books::only(&rulings, Kind::Slap);
    assert_eq!(books::only(&rulings, Kind::OutOfPlay).player, Some(Two));
    assert_eq!((game.books.slaps, game.books.foundation_count(Two)), ([1, 0], 1));
}

#[test]
fn f_7_6_a_lost_opportunity_is_told_once() {
    let game = open("4d | 5h", "Qc | Jh", ["Kh", "Qs"]);
    let events = together([play(0.4, Two, RH, Left, Queen), play(2.0, Two, RH, Right, Jack), vec![later(5.0)]]);
    let (_, rulings) = all(&game, events);
    books::only(&rulings, Kind::SlapOpportunityLost);
}

/// Both slap at once, as far as can be told.
fn too_close() -> (Game, Vec<Ruling>) {
    let game = open("4d | 5h", "Qc | 9h", ["Kh", "Qs"]);
    let mut events = together([play(0.4, Two, RH, Left, Queen), slap(0.8, One), slap(0.8005, Two)]);
    events.push(later(4.0));
    seen(&game, events)
}

#[test]
fn f_5_4_a_slap_that_cannot_be_told_waits_for_the_referee() {
    let (game, rulings) = too_close();
    books::only(&rulings, Kind::SlapStalemate);
    assert_eq!((game.books.status, game.books.condition), (Status::Stopped, Condition::Active));
    let (after, rulings) = told(&game, books::won(Two));
    assert_eq!(books::only(&rulings, Kind::Slap).player, Some(Two));
    assert_eq!((after.books.slaps, after.books.status), ([0, 1], Status::SlapWon));
}

#[test]
fn f_6_1_without_the_referees_word_the_reveal_makes_it_a_stalemate() {
    let (game, _) = too_close();
    let (game, rulings) = seen(&game, [reveal(6.0, One, Left, Nine), reveal(6.01, Two, Right, Four)]);
    assert!(cites(books::only(&rulings, Kind::SlapStalemate), "F.6.2"));
    assert_eq!((game.books.slaps, game.books.status, game.books.centre[0].len()), ([0, 0], Status::Live, 3));
}

#[test]
fn f_10_2_the_referees_slap_goes_before_the_measured_one() {
    let game = open("4d | 5h", "Qc | 9h", ["Kh", "Qs"]);
    let (game, _) = slapped(&game);
    let (game, rulings) = told(&game, books::won(Two));
    assert_eq!(rulings.iter().filter(|ruling| ruling.kind == Kind::Slap).count(), 2, "what was seen, what was decided");
    assert_eq!((game.books.slaps, game.books.holding[0].len()), ([0, 1], 3));
    let (game, rulings) = seen(&game, [later(4.0)]);
    assert!(rulings.is_empty() && game.books.slaps == [0, 1]);
}

#[test]
fn f_9_1_a_misslap_is_ruled_and_counted_once() {
    let game = open("4d | 5h", "Qc | 9h", ["Kh", "2s"]);
    let (game, rulings) = all(&game, together([slap(1.0, One), vec![later(4.0)]]));
    assert_eq!(kinds(&rulings), [(Kind::Misslap, Finding::Offence)]);
    assert_eq!(game.books.tallies[0].misslaps, 1);
}

#[test]
fn h_6_1_two_last_cards_are_ruled_once_and_the_books_know_both() {
    let game = open("Qd", "6c", ["Kh", "5s"]);
    let events = together([play(0.4, One, LH, Left, Queen), play(0.43, Two, RH, Right, Six), vec![later(4.0)]]);
    let (game, rulings) = all(&game, events);
    assert_eq!(books::only(&rulings, Kind::SimultaneousFinish).player, Some(One));
    assert_eq!(books::only(&rulings, Kind::RoundEnd).player, Some(One));
    assert!(game.books.finish.is_some_and(|finish| finish.both));
    let (game, _) = told(&game, Act::TooCloseFinish);
    assert_eq!([One, Two].map(|player: Player| game.books.foundation_count(player)), [1, 1]);
}

#[test]
fn h_2_5_a_slap_on_the_last_card_is_void_once() {
    let game = open("Qd", "6c | 7c", ["Kh", "Qs"]);
    let (game, rulings) = all(&game, together([play(0.4, One, LH, Left, Queen), slap(0.7, Two), vec![later(4.0)]]));
    books::only(&rulings, Kind::SlapVoid);
    assert_eq!((game.books.slaps, game.books.round_winner), ([0, 0], Some(One)));
}

#[test]
fn e_3_2_nothing_is_ruled_before_the_first_reveal() {
    let packs = [slapsight::law::isf::books::act::Pack::Count(26), slapsight::law::isf::books::act::Pack::Count(26)];
    let (game, _) = told(&Game::new(), Act::Deal { packs });
    let (game, rulings) = all(&game, together([slap(1.0, One), vec![later(4.0)]]));
    assert!(rulings.is_empty());
    let (game, _) = seen(&game, [reveal(5.0, One, Left, Nine), reveal(5.01, Two, Right, Four)]);
    let (_, rulings) = all(&game, together([slap(7.0, One), vec![later(9.0)]]));
    books::only(&rulings, Kind::Misslap);
}

#[test]
fn what_an_act_puts_on_the_table_the_instants_know() {
    let game = open("4d | 5h", "Qc | 9h", ["Kh", "Ks"]);
    let (game, _) = all(&game, together([slap(1.0, One), vec![later(4.0)]]));
    assert_eq!(game.books.slaps, [1, 0]);
    let (game, rulings) = told(&game, Act::Slap { outcome: SlapOutcome::Won, player: Some(Two) });
    assert_eq!(books::only(&rulings, Kind::OutOfPlay).finding, Finding::Referee);
    assert_eq!(game.books.slaps, [1, 0]);
}

#[test]
fn what_cannot_be_leaves_the_game_as_it_was() {
    let game = open("4d | 5h", "Qc | 9h", ["Kh", "2s"]);
    let before = game.hash();
    for event in
        [release(1.0, One, LH, Left, King), reveal(1.0, One, Left, Joker), Event { confidence: 2.0, ..later(1.0) }]
    {
        assert!(judge(&game, &Told::Event(event), &Settings::default()).is_err());
    }
    assert_eq!(game.hash(), before);
}

#[test]
fn what_waited_and_does_not_fit_is_for_the_referee_and_the_game_goes_on() {
    let game = open("4d | 5h", "Qc | Jh", ["Kh", "Qs"]);
    let (game, _) = slapped(&game);
    let (game, _) = seen(&game, play(1.0, Two, RH, Right, King));
    let (after, rulings) = seen(&game, [later(4.0)]);
    let odd = books::only(&rulings, Kind::Equipment);
    assert!(odd.finding == Finding::Referee && odd.at.t == 1.035 && odd.sentence.contains("1.035 s"));
    assert_eq!(after.books.slaps, [1, 0]);
    assert_eq!(close(&game, &Settings::default()).1.len(), 2);
}

#[test]
fn lines_are_events_or_acts() {
    let line = r#"{"kind": "play", "t": 1.5, "player": 1, "pile": "left", "card": "7h"}"#;
    let Told::Event(event) = read_line(line).expect("an event") else { panic!("an event") };
    assert_eq!((event.at, event.confidence), (Measured::exact(1.5), 1.0));
    let Told::Act { act, at } = read_line(r#"{"kind": "stalemate", "t": 2}"#).expect("an act") else {
        panic!("an act")
    };
    assert_eq!((act, at), (Act::Stalemate, Some(Measured::exact(2.0))));
    let ready = read_line(r#"{"kind": "ready"}"#).expect("an act");
    assert_eq!(ready, Told::Act { act: Act::Ready { player: None }, at: None });
    assert!(read_line(r#"{"kind": "play", "t": 1, "player": 1, "pile": "left", "card": "1x"}"#).is_err());
    assert!(read_line("{}").is_err());
}
