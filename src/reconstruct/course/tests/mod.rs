//! What the course makes of visits and tops.

mod which_hand;

use super::told::released;
use super::*;
use crate::base::{HandSide, Measured, Point, Suit};
use crate::events::Again;
use crate::facts::EventKind;

fn visit(player: Player, hand: HandSide, pile: Pile, arrive: f64, leave: Option<f64>) -> Visit {
    Visit {
        track: player.number() as u32 * 10 + u32::from(hand == HandSide::Right),
        modes: Vec::new(),
        stirred: leave.map(|t| Measured::normal(t, 0.01)),
        leave: leave.map(|t| Measured::normal(t, 0.005)),
        peak_speed: 60.0,
        ..Visit::landed(player, hand, pile, Measured::normal(arrive, 0.002))
    }
}

fn span(pile: Pile, rank: Rank, from: f64, to: f64) -> TopSpan {
    TopSpan { pile, rank, suit: None, from, to, readings: 10, confidence: 0.97, ranks: [0.0; 14] }
}

fn follows(card: Rank, top: Rank) -> bool {
    let i = |rank| Rank::STANDARD.iter().position(|&r| r == rank).unwrap() as i32;
    matches!((i(card) - i(top)).rem_euclid(13), 1 | 12)
}

/// Two seconds of readings of a pile that shows a jack, unless it is hidden; after that the card lies turned by so much, radians.
fn jacks(hidden: std::ops::Range<f64>, turned: f64) -> Vec<TopReading> {
    let reading = |t: f64| TopReading {
        t,
        ranks: Rank::ALL.map(|rank| if rank == Rank::Jack { 0.8 } else { 0.01 }),
        suits: [0.25; 4],
        weight: 1.0,
        centre: Point::new(8.0, 0.0),
        angle: if t > hidden.start { 1.5 - turned } else { 1.5 },
    };
    (0..40).map(|i| f64::from(i) * 0.05).filter(|t| !hidden.contains(t)).map(reading).collect()
}

fn told(visits: &[Visit], spans: &[TopSpan]) -> Course {
    course(visits, Piles { readings: &Default::default(), spans, bare: &[] }, &[], TimeScale::REAL, follows)
}

#[test]
fn a_hand_that_lays_a_card_and_slaps_does_both() {
    // F.4.2: the card touches first.
    let mut hand = visit(Player::One, HandSide::Right, Pile::Right, 1.0, Some(1.4));
    (hand.stirred, hand.again) =
        (Some(Measured::normal(1.02, 0.005)), Some(Again::only(Measured::normal(1.06, 0.003))));
    let spans = [span(Pile::Right, Rank::Six, 0.0, 0.9), span(Pile::Right, Rank::Seven, 1.5, 2.0)];
    let course = told(&[hand], &spans);
    let told: Vec<_> = course.events.iter().map(|e| e.kind).collect();
    assert_eq!(told, [EventKind::Contact, EventKind::Play, EventKind::Touch, EventKind::Untouch]);
}

#[test]
fn a_hand_that_surely_landed_is_told_though_the_pile_is_in_doubt() {
    let touches = |on_pile: f64, this_pile: f64| {
        let hand = Visit { on_pile, this_pile, ..visit(Player::One, HandSide::Right, Pile::Right, 1.0, Some(1.4)) };
        told(&[hand], &[]).events.iter().filter(|event| event.kind == EventKind::Touch).count()
    };
    assert_eq!((touches(0.5, 0.55), touches(0.5, 1.0)), (1, 0));
}

#[test]
fn no_card_is_let_go_before_it_is_there() {
    let mut early = visit(Player::One, HandSide::Left, Pile::Left, 2.0, Some(3.0));
    for stirred in [1.98, 2.005] {
        early.stirred = Some(Measured::normal(stirred, 0.005));
        let at = released(&early, TimeScale::REAL).unwrap();
        assert!(at.lo >= 2.0 && at.t > 2.01 && at.hi > at.t, "{at:?}");
    }
}

#[test]
fn a_hand_that_lays_a_card_and_slaps_let_go_between() {
    let mut hand = visit(Player::One, HandSide::Right, Pile::Right, 1.0, Some(1.4));
    hand.again = Some(Again::only(Measured::normal(1.06, 0.003)));
    let at = released(&hand, TimeScale::REAL).unwrap();
    assert!(at.lo >= 1.0 && at.t < 1.06 && at.hi <= 1.06, "{at:?}");
}

#[test]
fn the_hand_that_was_there_played_and_the_slap_touched() {
    let mut slap = visit(Player::Two, HandSide::Right, Pile::Left, 0.69, None);
    slap.peak_speed = 250.0;
    let visits = [visit(Player::Two, HandSide::Right, Pile::Left, 0.40, Some(0.435)), slap];
    let spans = [
        span(Pile::Left, Rank::King, 0.0, 0.36),
        span(Pile::Left, Rank::Queen, 0.45, 0.65),
        span(Pile::Right, Rank::Queen, 0.0, 0.65),
    ];
    let course = told(&visits, &spans);
    let kinds: Vec<_> = course.events.iter().map(|e| e.kind).collect();
    assert_eq!(kinds, [EventKind::Contact, EventKind::Play, EventKind::Touch]);
    assert_eq!((course.events[0].at.t, course.events[2].at.t), (0.40, 0.69));
    // It stirred after 35 ms: most let go a little later.
    let play = course.events[1].at;
    assert!(play.t > 0.435 && play.t < 0.44 && play.lo <= 0.435 && play.hi >= 0.44, "{play:?}");
    assert_eq!(course.tops.len(), 2);
    assert_eq!(course.tops[1], TopsEntry { t: 0.40, tops: [Some(Rank::Queen), Some(Rank::Queen)] });
}

#[test]
fn a_card_that_did_not_follow_and_vanished_was_removed() {
    let visits = [
        visit(Player::One, HandSide::Left, Pile::Left, 0.5, Some(0.55)),
        visit(Player::One, HandSide::Left, Pile::Left, 0.9, Some(1.0)),
    ];
    let spans = [
        span(Pile::Left, Rank::Six, 0.0, 0.45),
        span(Pile::Left, Rank::Nine, 0.6, 0.85),
        span(Pile::Left, Rank::Six, 1.1, 2.0),
    ];
    let course = told(&visits, &spans);
    let kinds: Vec<_> = course.events.iter().map(|e| e.kind).collect();
    assert_eq!(kinds, [EventKind::Contact, EventKind::Play, EventKind::Remove]);
}

#[test]
fn a_card_that_only_lies_nearly_as_before_was_there_before_if_its_player_took_the_other_back() {
    // Six, seven, six: both follow, so that a second six could have been laid.
    let way = |second: Player| {
        [
            visit(Player::One, HandSide::Left, Pile::Left, 0.5, Some(0.55)),
            visit(second, HandSide::Left, Pile::Left, 0.9, Some(1.0)),
        ]
    };
    let spans = [
        span(Pile::Left, Rank::Six, 0.0, 0.45),
        span(Pile::Left, Rank::Seven, 0.6, 0.85),
        span(Pile::Left, Rank::Six, 1.1, 2.0),
    ];
    let third = |second: Player, moved_cm: f64| {
        let reading = |t: f64, x: f64| TopReading {
            t,
            ranks: [0.0; Rank::ALL.len()],
            suits: [0.0; Suit::ALL.len()],
            weight: 1.0,
            centre: Point::new(x, 0.0),
            angle: 0.3,
        };
        let left = (0..10).flat_map(|i| {
            let t = f64::from(i) * 0.04;
            [reading(t, -8.0), reading(t + 1.1, -8.0 + moved_cm)]
        });
        let mut left: Vec<TopReading> = left.collect();
        left.sort_by(|a, b| a.t.total_cmp(&b.t));
        let piles = Piles { readings: &[left, Vec::new()], spans: &spans, bare: &[] };
        let course = course(&way(second), piles, &[], TimeScale::REAL, follows);
        course.events.iter().filter(|event| event.at.t > 0.8).map(|event| event.kind).next()
    };
    assert_eq!(third(Player::One, 0.05), Some(EventKind::Remove));
    assert_eq!(third(Player::One, 0.2), Some(EventKind::Remove));
    assert_eq!(third(Player::Two, 0.2), Some(EventKind::Contact));
    assert_eq!(third(Player::One, 0.6), Some(EventKind::Contact));
}

#[test]
fn a_card_that_was_misread_in_its_place_is_the_one_that_was_laid() {
    let laid = visit(Player::Two, HandSide::Left, Pile::Right, 1.0, Some(1.05));
    let taken = CardGone {
        player: Player::Two,
        rank: Some(Rank::Jack),
        suit: Some(Suit::Clubs),
        place: Point::new(0.0, 28.0),
        last_seen: 0.6,
        gone_by: 0.8,
        taken: Some((HandSide::Left, laid.track, Measured::normal(0.65, 0.03))),
        returned: None,
        read_since: true,
        confidence: 0.99,
    };
    let lift = |spans: &[TopSpan]| {
        let piles = Piles { readings: &Default::default(), spans, bare: &[] };
        let (laid, taken) = (std::slice::from_ref(&laid), std::slice::from_ref(&taken));
        let course = course(laid, piles, taken, TimeScale::REAL, follows);
        course
            .events
            .iter()
            .find(|event| event.kind == EventKind::Lift)
            .and_then(|event| event.card)
            .map(|card| card.rank)
    };
    let mut spans = vec![span(Pile::Right, Rank::Six, 0.0, 0.95), span(Pile::Right, Rank::Seven, 1.1, 2.0)];
    assert_eq!(lift(&spans), Some(Rank::Seven));
    // A jack that comes to a pile by itself is that jack.
    spans.insert(0, span(Pile::Left, Rank::Jack, 1.5, 2.0));
    spans.insert(0, span(Pile::Left, Rank::Queen, 0.0, 1.2));
    assert_eq!(lift(&spans), Some(Rank::Jack));
}

#[test]
fn a_card_that_is_read_as_the_one_under_it_was_laid_in_a_slap_if_it_lies_elsewhere() {
    let right = visit(Player::One, HandSide::Right, Pile::Right, 1.0, Some(1.4));
    let left = visit(Player::One, HandSide::Left, Pile::Left, 1.01, Some(1.4));
    let taken = CardGone {
        player: Player::One,
        rank: Some(Rank::Queen),
        suit: None,
        place: Point::new(0.0, 28.0),
        last_seen: 0.5,
        gone_by: 0.6,
        taken: Some((HandSide::Right, right.track, Measured::normal(0.55, 0.03))),
        returned: None,
        read_since: false,
        confidence: 0.99,
    };
    let visits = [right, left];
    let told = |turned: f64, gone_by: f64| {
        let spans = [span(Pile::Right, Rank::Jack, 0.0, 2.0), span(Pile::Left, Rank::Queen, 0.0, 2.0)];
        let piles = Piles { readings: &[Vec::new(), jacks(1.0..1.45, turned)], spans: &spans, bare: &[] };
        let taken = CardGone { gone_by, ..taken.clone() };
        let course = course(&visits, piles, &[taken], TimeScale::REAL, follows);
        let of = |kind: EventKind| course.events.iter().filter(|event| event.kind == kind).count();
        (of(EventKind::Contact), of(EventKind::Touch), course.tops.last().unwrap().tops)
    };
    let (queen, jack) = (Some(Rank::Queen), Some(Rank::Jack));
    assert_eq!(told(0.6, 0.6), (1, 2, [queen, queen]));
    assert_eq!(told(0.0, 0.6), (0, 2, [queen, jack]));
    // A card that is missed only afterwards was hidden by the hands that slapped.
    assert_eq!(told(0.6, 1.2), (0, 2, [queen, jack]));
}

#[test]
fn an_unseen_reveal_goes_with_the_seen_one() {
    let mut reveal = visit(Player::Two, HandSide::Right, Pile::Left, 0.43, Some(0.5));
    reveal.from_draw_deck = true;
    let spans = [
        span(Pile::Left, Rank::Jack, 0.0, 0.35),
        span(Pile::Left, Rank::Six, 0.55, 2.0),
        span(Pile::Right, Rank::Ace, 0.0, 0.25),
        span(Pile::Right, Rank::Six, 0.5, 2.0),
    ];
    let course = told(&[reveal], &spans);
    let told: Vec<_> = course.events.iter().map(|e| (e.kind, e.player, e.pile, e.at.t)).collect();
    assert_eq!(told[0], (EventKind::Reveal, Some(Player::One), Some(Pile::Right), 0.43));
    assert_eq!(told[1], (EventKind::Reveal, Some(Player::Two), Some(Pile::Left), 0.43));
}

#[test]
fn a_change_without_a_hand_is_nobodys_play() {
    let spans = [span(Pile::Right, Rank::Six, 0.0, 0.4), span(Pile::Right, Rank::Seven, 0.8, 2.0)];
    let slap = visit(Player::One, HandSide::Left, Pile::Right, 1.0, None);
    let course = told(&[slap], &spans);
    let told: Vec<_> = course.events.iter().map(|e| (e.kind, e.player, e.at.lo, e.at.hi)).collect();
    assert_eq!(told[0], (EventKind::Contact, None, 0.4, 0.8));
    assert_eq!((told.len(), told[1].0), (2, EventKind::Touch));
    assert_eq!(course.unexplained, [(Pile::Right, 0.4, 0.8)]);
    assert_eq!(course.tops.last().unwrap().tops, [None, Some(Rank::Seven)]);
}

#[test]
fn a_card_that_came_unseen_is_the_one_that_is_missing_from_a_foundation() {
    let missing = |player: Player, rank: Rank, last_seen: f64| CardGone {
        player,
        rank: Some(rank),
        suit: None,
        place: Point::new(0.0, 28.0),
        last_seen,
        gone_by: last_seen + 0.1,
        taken: None,
        returned: None,
        read_since: false,
        confidence: 0.9,
    };
    let onto = |from: Rank, gone: &[CardGone]| {
        let spans = [span(Pile::Right, from, 0.0, 0.4), span(Pile::Right, Rank::Seven, 0.8, 2.0)];
        let piles = Piles { readings: &Default::default(), spans: &spans, bare: &[] };
        let course = course(&[], piles, gone, TimeScale::REAL, follows);
        let laid = course.events.iter().filter(|event| event.pile == Some(Pile::Right));
        laid.map(|event| (event.kind, event.player, event.inferred)).collect::<Vec<_>>()
    };
    let told = |gone: &[CardGone]| onto(Rank::Six, gone);
    let (one, two) = (missing(Player::One, Rank::Seven, 0.1), missing(Player::Two, Rank::Seven, 0.2));
    let from_two = |kind| (kind, Some(Player::Two), true);
    assert_eq!(told(std::slice::from_ref(&two)), [from_two(EventKind::Contact), from_two(EventKind::Play)]);
    // Of two players' sevens it may be either's; one that is missed only afterwards, came back, or another rank is none.
    let nobodys = [(EventKind::Contact, None, true)];
    assert_eq!(told(&[one, two.clone()]), nobodys);
    assert_eq!(told(&[missing(Player::Two, Rank::Seven, 0.9)]), nobodys);
    assert_eq!(told(&[CardGone { returned: Some(1.5), ..two.clone() }]), nobodys);
    assert_eq!(told(&[missing(Player::Two, Rank::Eight, 0.1)]), nobodys);
    // One that does not follow may have lain beneath.
    assert_eq!(onto(Rank::Nine, std::slice::from_ref(&two)), nobodys);
}

#[test]
fn the_card_that_a_slap_answers_lay_there_before() {
    // Player 2 was over the pile gently at 1.0 s and struck it at 1.34 s; nothing was read between. Player 1 slapped at 1.31 s.
    let laid = Visit { on_pile: 0.4, ..visit(Player::Two, HandSide::Left, Pile::Right, 1.0, Some(1.03)) };
    let struck = visit(Player::Two, HandSide::Left, Pile::Right, 1.34, Some(1.6));
    let slap_at = |t: f64| {
        [(HandSide::Left, Pile::Left, t), (HandSide::Right, Pile::Right, t - 0.01)]
            .map(|(hand, pile, t)| visit(Player::One, hand, pile, t, Some(1.7)))
    };
    let slap = slap_at(1.31);
    let contact = |slap: &[Visit], left: Rank| {
        let spans = [
            span(Pile::Left, left, 0.0, 1.2),
            span(Pile::Right, Rank::Six, 0.0, 0.9),
            span(Pile::Right, Rank::Seven, 1.9, 2.0),
        ];
        let seven = CardGone {
            player: Player::Two,
            rank: Some(Rank::Seven),
            suit: None,
            place: Point::new(0.0, 28.0),
            last_seen: 0.5,
            gone_by: 0.6,
            taken: Some((HandSide::Left, laid.track, Measured::normal(0.55, 0.03))),
            returned: None,
            read_since: true,
            confidence: 0.99,
        };
        let visits = [&[laid.clone(), struck.clone()], slap].concat();
        let piles = Piles { readings: &Default::default(), spans: &spans, bare: &[] };
        let course = course(&visits, piles, &[seven], TimeScale::REAL, follows);
        course.events.iter().find(|event| event.kind == EventKind::Contact).map(|event| event.at.t)
    };
    assert_eq!(contact(&slap, Rank::Seven), Some(1.0));
    // Nobody sees a card and slaps within 20 ms; in 200 ms one does.
    assert_eq!(contact(&slap_at(1.36), Rank::Seven), Some(1.0));
    assert_eq!(contact(&slap_at(1.54), Rank::Seven), Some(1.34));
    // Without a slap, or where the card makes no equal tops, the surer hand laid it.
    assert_eq!(contact(&[], Rank::Seven), Some(1.34));
    assert_eq!(contact(&slap, Rank::Nine), Some(1.34));
}

/// Both players slap at an instant: four visits that stay.
fn both_slap(t: f64) -> Vec<Visit> {
    Player::BOTH
        .into_iter()
        .flat_map(|player| {
            let at = t + if player == Player::Two { 0.02 } else { 0.0 };
            [(HandSide::Left, Pile::Left), (HandSide::Right, Pile::Right)]
                .map(|(hand, pile)| visit(player, hand, pile, at, Some(at + 0.3)))
        })
        .collect()
}

fn contacts(course: &Course) -> Vec<(f64, Option<Rank>)> {
    let laid = course.events.iter().filter(|event| event.kind == EventKind::Contact);
    laid.map(|event| (event.at.t, event.card.map(|card| card.rank))).collect()
}

#[test]
fn what_both_players_slap_at_came_with_the_hand_before() {
    let all = [vec![visit(Player::One, HandSide::Left, Pile::Left, 1.0, Some(1.05))], both_slap(1.4)].concat();
    let told = |before: Rank, beside: Rank| {
        let spans = [span(Pile::Left, before, 0.0, 0.9), span(Pile::Right, beside, 0.0, 1.35)];
        told(&all, &spans)
    };
    let course = told(Rank::Ten, Rank::Jack);
    assert_eq!(contacts(&course), [(1.0, None)]);
    assert_eq!(course.tops.last().map(|entry| (entry.t, entry.tops)), Some((1.0, [None, Some(Rank::Jack)])));
    // A hand that slaps slowly, and is not seen to leave, brought nothing.
    let mut slow = both_slap(1.4);
    (slow[0].arrive, slow[0].leave) = (Measured::normal(1.27, 0.002), None);
    let spans = [span(Pile::Left, Rank::Ten, 0.0, 0.9), span(Pile::Right, Rank::Jack, 0.0, 1.35)];
    assert_eq!(contacts(&self::told(&slow, &spans)), []);
    // A queen does not follow a ten, and at equal tops one slaps without a card.
    assert_eq!(contacts(&told(Rank::Ten, Rank::Queen)), []);
    assert_eq!(contacts(&told(Rank::Jack, Rank::Jack)), []);
}

#[test]
fn a_hand_that_lies_on_the_pile_when_both_players_slap_laid_what_they_slap_at() {
    let told = |leaves: Option<f64>, opponent: bool| {
        let mut all = vec![
            visit(Player::One, HandSide::Left, Pile::Left, 1.0, leaves),
            visit(Player::One, HandSide::Right, Pile::Right, 1.4, Some(1.8)),
        ];
        let opponents = both_slap(1.4).into_iter().filter(|visit| visit.player == Player::Two);
        all.extend(opponents.filter(|visit| opponent || visit.pile == Pile::Left));
        let spans = [span(Pile::Left, Rank::Ten, 0.0, 0.9), span(Pile::Right, Rank::Jack, 0.0, 1.35)];
        let course = told(&all, &spans);
        let again =
            course.events.iter().filter(|event| event.kind == EventKind::Touch && event.pile == Some(Pile::Left));
        let again: Vec<Option<Player>> = again.map(|event| event.player).collect();
        (contacts(&course), again)
    };
    // It slaps with the other one, as the opponent does.
    assert_eq!(told(Some(1.8), true), (vec![(1.0, None)], vec![Some(Player::One), Some(Player::Two)]));
    // Not seen to stay, or without an opponent who slaps, it only lies there.
    assert_eq!(told(None, true).0, []);
    assert_eq!(told(Some(1.8), false).0, []);
}

#[test]
fn a_card_that_lies_where_it_lay_was_not_slapped_at() {
    let laid = |turned: f64| {
        let all = [vec![visit(Player::One, HandSide::Right, Pile::Right, 1.0, Some(1.05))], both_slap(1.9)].concat();
        let spans = [span(Pile::Left, Rank::Queen, 0.0, 1.85), span(Pile::Right, Rank::Jack, 0.0, 1.85)];
        let readings = [Vec::new(), jacks(0.95..1.1, turned)];
        let piles = Piles { readings: &readings, spans: &spans, bare: &[] };
        contacts(&course(&all, piles, &[], TimeScale::REAL, follows))
    };
    // A queen that was read as a jack lies elsewhere than the jack before.
    assert_eq!(laid(0.2), [(1.0, None)]);
    assert_eq!(laid(0.0), []);
}

#[test]
fn a_hand_that_lies_on_its_card_when_the_other_one_comes_slaps_with_it() {
    let touches = |leaves: Option<f64>| {
        let all = [
            visit(Player::One, HandSide::Left, Pile::Left, 1.0, leaves),
            visit(Player::One, HandSide::Right, Pile::Right, 1.3, Some(2.0)),
        ];
        let spans = [
            span(Pile::Left, Rank::Six, 0.0, 0.9),
            span(Pile::Left, Rank::Seven, 2.1, 2.5),
            span(Pile::Right, Rank::Seven, 0.0, 2.5),
        ];
        let course = told(&all, &spans);
        let touches = course.events.iter().filter(|event| event.kind == EventKind::Touch);
        touches.filter(|event| event.pile == Some(Pile::Left)).map(|event| event.at.t).collect::<Vec<_>>()
    };
    assert_eq!(touches(Some(2.0)), [1.3]);
    assert!(touches(Some(1.1)).is_empty());
    assert!(touches(None).is_empty(), "nobody saw whether it stayed");
}
