//! What holds for any stream of events and acts fed to a game: no panic, 52 cards, the same digest twice, no
//! sanction due twice for one card.

use crate::bench::*;
use crate::isf_books_bench::{Act, Condition, Face, SlapOutcome, Status, sound};
use slapsight::base::{Card, Measured, Pile, Player, Rank};
use slapsight::facts::{Event, EventKind, Finding, Kind};
use slapsight::law::isf::Settings;
use slapsight::law::isf::books::act::{Pack, Resumption};
use slapsight::law::isf::game::{Game, Told, close, judge, legal_plays};

/// A plain generator (Knuth's 64-bit linear congruential constants), so that a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())].clone()
    }
}

/// A card for a play: mostly one that the player has live, so that the books take it.
fn card(game: &Game, dice: &mut Dice, player: Player) -> Option<Card> {
    let live = game.books.live_places(player);
    let known = live.iter().filter_map(|place| game.books.face(game.books.slot(player, *place)?.card));
    let known: Vec<Card> = known.collect();
    match dice.roll(5) {
        0 => None,
        1 => Some(Card { rank: dice.pick(&Rank::STANDARD), suit: None }),
        _ if known.is_empty() => None,
        _ => Some(dice.pick(&known)),
    }
}

fn event_at(game: &Game, dice: &mut Dice, t: f64) -> Event {
    use EventKind::{
        Contact, Lift, MatchEnd, Play, Remove, Return, Reveal, RoundEnd, RoundStart, Stoppage, Touch, Turn, Untouch,
    };
    let mut kinds =
        vec![Contact, Play, Play, Play, Touch, Touch, Touch, Untouch, Remove, Reveal, Reveal, Turn, Lift, Return];
    if dice.roll(12) == 0 {
        kinds = vec![Stoppage, RoundStart, RoundEnd, MatchEnd];
    }
    let kind = dice.pick(&kinds);
    let player = dice.pick(&Player::BOTH);
    let fair = legal_plays(game);
    // A lawful play or reveal now and then, so that the game gets somewhere.
    if !fair.is_empty() && dice.roll(2) == 0 {
        let (player, place, pile) = dice.pick(&fair);
        let card = game.books.slot(player, place).and_then(|slot| game.books.face(slot.card));
        return Event { player: Some(player), pile: Some(pile), card, ..event(t, Play) };
    }
    if game.books.status != Status::Live && dice.roll(2) == 0 {
        let pile = if player == One { Pile::Left } else { Pile::Right };
        return Event { player: Some(player), pile: Some(pile), ..event(t, Reveal) };
    }
    if game.books.condition == Condition::Active && dice.roll(4) > 0 {
        let (hand, pile) = dice.pick(&[(LH, Pile::Left), (RH, Pile::Right)]);
        return Event { player: Some(player), hand: Some(hand), pile: Some(pile), ..event(t, Touch) };
    }
    let at = Measured::normal(t, [0.0, 0.001, 0.02][dice.roll(3)]);
    let card = if matches!(kind, Reveal) { None } else { card(game, dice, player) };
    let pile = Some(dice.pick(&Pile::BOTH));
    let hand = dice.pick(&[None, Some(LH), Some(RH)]);
    let player = if matches!(kind, Play | Contact) && dice.roll(20) == 0 { None } else { Some(player) };
    Event {
        at,
        kind,
        player,
        hand,
        pile,
        card,
        confidence: [1.0, 0.9, 0.3][dice.roll(3)],
        inferred: false,
        after_other: None,
    }
}

/// A deal, of cards that are known or of cards that nobody has seen.
fn deal(dice: &mut Dice, known: bool) -> Told {
    use slapsight::base::Suit;
    let suits = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
    let mut deck: Vec<Face> = Vec::new();
    for suit in suits {
        deck.extend(Rank::STANDARD.map(|rank| Face(Some(Card { rank, suit: Some(suit) }))));
    }
    for last in (1..deck.len()).rev() {
        deck.swap(last, dice.roll(last + 1));
    }
    let two = deck.split_off(26);
    let packs = if known { [Pack::Faces(deck), Pack::Faces(two)] } else { [Pack::Count(26), Pack::Count(26)] };
    Told::Act { act: Act::Deal { packs }, at: None }
}

fn act(dice: &mut Dice) -> Act {
    let player = dice.pick(&Player::BOTH);
    let pile = dice.pick(&Pile::BOTH);
    match dice.roll(16) {
        0 => Act::Stalemate,
        1 => Act::Stoppage,
        2 => Act::Slap { outcome: SlapOutcome::Won, player: Some(player) },
        3 => Act::Slap { outcome: SlapOutcome::Stalemate, player: None },
        4 => Act::Loan { top_half: None },
        5 => Act::CentreShuffle { order: None, first: None },
        6 | 7 => Act::NextRound { packs: [None, None] },
        8 => Act::TooCloseFinish,
        9 => Act::Return { pile },
        10 => Act::PlacedFirst { pile, player },
        11 => Act::Ready { player: Some(player) },
        12 => Act::Learn {
            id: u8::try_from(dice.roll(52)).expect("small"),
            card: Face(Some(Card { rank: dice.pick(&Rank::STANDARD), suit: None })),
        },
        13 => Act::Rearrange { player, from: 0, to: 1 },
        14 => Act::Suspension,
        _ => Act::Resumption { how: dice.pick(&[Resumption::Resumed, Resumption::Replayed]) },
    }
}

#[test]
fn any_stream_conserves_the_cards_and_replays_to_the_same_digest() {
    let settings = Settings::default();
    let (mut fed, mut slaps, mut rounds, mut refused) = (0, 0, 0, 0);
    for seed in 0..120 {
        let mut dice = Dice(seed);
        let deal = deal(&mut dice, seed % 3 > 0);
        let (mut game, _) = judge(&Game::new(), &deal, &settings).expect("a deal");
        let (mut log, mut t) = (vec![deal], 0.0);
        let mut booked = Vec::new();
        for _ in 0..400 {
            t += [0.001, 0.01, 0.04, 0.3, 1.5][dice.roll(5)];
            let told = match dice.roll(8) {
                0 if dice.roll(3) == 0 => Told::Act { act: act(&mut dice), at: None },
                1 if legal_plays(&game).is_empty() => Told::Act { act: Act::Stalemate, at: None },
                _ => Told::Event(event_at(&game, &mut dice, t)),
            };
            let before = game.hash();
            let Ok((next, rulings)) = judge(&game, &told, &settings) else {
                assert_eq!(game.hash(), before);
                refused += 1;
                continue;
            };
            sound(&next.books, &rulings);
            // Every sanction that the books tell is due in them once. A card that they cannot judge has the ruling of
            // the instants (they cite D.6.1 with the sanction), and none of theirs.
            let due = |game: &Game| game.books.tallies.map(|tally| tally.warnings_due + tally.yellow_cards_due);
            let (mut sanctions, mut lone) = (0, Vec::new());
            for ruling in rulings.iter().filter(|ruling| ruling.kind == Kind::IllegalPlay) {
                let instants = ruling.clauses.iter().any(|clause| clause == "D.6.1");
                sanctions += u32::from(ruling.sanction.is_some() && !instants);
                // That a card does not follow: by the instants once its wait is over, by the books at once.
                match ruling.until > ruling.at.t {
                    true => lone.push((ruling.player, ruling.at.t)),
                    false if instants => booked.push((ruling.player, ruling.at.t)),
                    false => {}
                }
            }
            let before: u32 = due(&game).iter().sum();
            assert_eq!(sanctions, due(&next).iter().sum::<u32>() - before, "{told:?} {rulings:#?}");
            assert!(lone.iter().all(|card| !booked.contains(card)), "{told:?} {rulings:#?}");
            slaps += next.books.slaps.iter().sum::<u32>()
                - game.books.slaps.iter().sum::<u32>().min(next.books.slaps.iter().sum());
            rounds += u32::from(rulings.iter().any(|ruling| ruling.kind == Kind::RoundEnd));
            assert!(rulings.iter().all(|ruling| ruling.finding != Finding::Offence || ruling.confidence >= 0.0));
            game = next;
            log.push(told);
            fed += 1;
        }
        let mut again = Game::new();
        for told in &log {
            again = judge(&again, told, &settings).expect("as before").0;
        }
        assert_eq!(again.hash(), game.hash());
        let (closed, rulings) = close(&game, &settings);
        sound(&closed.books, &rulings);
    }
    // The seeds reach what they are meant to try.
    assert!(
        fed > 20_000 && slaps > 20 && rounds > 3 && refused > 100,
        "{fed} fed, {slaps} slaps, {rounds} rounds, {refused} refused"
    );
}

#[test]
fn plays_listed_as_legal_are_judged_legal() {
    let settings = Settings::default();
    let mut tried = 0;
    for seed in 200..240 {
        let mut dice = Dice(seed);
        let deal = deal(&mut dice, seed % 3 > 0);
        let (mut game, _) = judge(&Game::new(), &deal, &settings).expect("a deal");
        for i in 0..120 {
            let told = Told::Event(event_at(&game, &mut dice, f64::from(i) * 0.4));
            let Ok((next, _)) = judge(&game, &told, &settings) else { continue };
            for (player, place, pile) in legal_plays(&next) {
                let place = u8::try_from(place).expect("small");
                let play = Act::Play { player, pile, place: Some(place), card: None, unclear: false, at_once: None };
                let (after, rulings) = judge(&next, &Told::Act { act: play, at: None }, &settings).expect("legal");
                assert!(rulings.iter().all(|ruling| ruling.player != Some(player)
                    || ruling.kind != Kind::IllegalPlay
                    || ruling.clauses.contains(&"D.8.3".to_owned())));
                assert_eq!(after.books.top(pile).and_then(|laid| laid.legal), Some(true));
                tried += 1;
            }
            game = next;
        }
    }
    assert!(tried > 50, "{tried}");
}
