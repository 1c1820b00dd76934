//! What holds for any course of the four games with one pile: no panic, every card in one place, the same
//! answer twice, what is listed as legal is judged legal and nothing else, and legal games come to an end.

use crate::table::{Rules, seat};
use slapsight::base::{Card, Measured, Rank, Suit};
use slapsight::facts::Finding;
use slapsight::law::one_pile::{
    Act, Call, Cause, Conduct, Deck, Event, Half, Kind, Play, Ruling, Seat, State, Target, Which, digest,
};
use slapsight::law::{ers, ratscrew, slapjack, slaps_house};

/// Steele, Lea, Flood: splitmix64. Chance with a seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % u64::try_from(sides).expect("small")).expect("small")
    }

    fn once_in(&mut self, n: usize) -> bool {
        self.roll(n) == 0
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.roll(from.len())]
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.roll(i + 1));
        }
    }
}

fn all_cards(deck: Deck) -> Vec<Card> {
    let mut cards = Vec::new();
    for _ in 0..deck.packs {
        for rank in Rank::STANDARD {
            for suit in [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades] {
                cards.push(Card { rank, suit: Some(suit) });
            }
        }
        if deck.jokers {
            cards.extend([Card { rank: Rank::Joker, suit: None }; 2]);
        }
    }
    cards
}

/// A shuffled deal as evenly as it goes, and the card behind each number.
fn deal(dice: &mut Dice, deck: Deck, seats: usize) -> (Act, Vec<Card>) {
    let mut cards = all_cards(deck);
    dice.shuffle(&mut cards);
    let mut stacks: Vec<Vec<Option<Card>>> = vec![Vec::new(); seats];
    for (i, card) in cards.iter().enumerate() {
        stacks[i % seats].push(Some(*card));
    }
    // Numbers go up from the bottom of each stack, seat by seat.
    let truth = stacks.iter().flat_map(|stack| stack.iter().rev().map(|card| card.expect("known"))).collect();
    let dealer = seat(u8::try_from(dice.roll(seats) + 1).expect("small"));
    (Act::Deal { dealer, stacks, counts: Vec::new() }, truth)
}

fn house() -> Vec<slaps_house::Switches> {
    let basic = slaps_house::Switches::default();
    let advanced = slaps_house::Switches {
        tens: true,
        ten_sandwich: true,
        runs: true,
        three_tens: true,
        only_slap_three: Some(Rank::Two),
        forbidden: Some(Rank::Four),
        sticky_faces: vec![Rank::Jack, Rank::King],
        split_eights: true,
        triple_suits: true,
        ..slaps_house::Switches::default()
    };
    vec![basic, advanced]
}

fn howto() -> Vec<ers::Switches> {
    let all =
        ers::Switches { deck: Deck::FIFTY_FOUR, marriage: true, lending: true, burn: 2, ..ers::Switches::default() };
    vec![ers::Switches::default(), all]
}

fn web_page() -> Vec<ratscrew::Switches> {
    let deck = Deck { packs: 2, jokers: true };
    vec![
        ratscrew::Switches::default(),
        ratscrew::Switches { deck, round_the_corner: true, ..ratscrew::Switches::default() },
    ]
}

fn jacks() -> Vec<slapjack::Switches> {
    vec![slapjack::Switches::default(), slapjack::Switches { deck: Deck::TWO_PACKS, ..slapjack::Switches::default() }]
}

fn slap(dice: &mut Dice, who: Seat, on: Target, call: Option<Call>) -> Act {
    Act::Slap {
        seat: who,
        hand: None,
        on,
        call,
        cover: (!dice.once_in(4)).then(|| [0.25, 0.5, 0.75][dice.roll(3)]),
        fingers: (!dice.once_in(4)).then(|| u8::try_from(dice.roll(6)).expect("small")),
        touches_top: (!dice.once_in(3)).then(|| dice.once_in(2)),
        with_flip: dice.once_in(20),
        sneaked: dice.once_in(20),
    }
}

/// Anything at all, likely or not, possible or not.
fn anything(dice: &mut Dice, state: &State, truth: &[Card]) -> Act {
    let who = |dice: &mut Dice| {
        // Now and then a seat that is not there.
        let seats = state.chairs.len() + usize::from(dice.once_in(50));
        seat(u8::try_from(dice.roll(seats) + 1).expect("small").min(8))
    };
    let (a, b) = (who(dice), who(dice));
    let pile = if dice.once_in(4) { Which::Split } else { Which::Slap };
    let next = state.chairs.get(a.index()).and_then(|chair| chair.stack.last()).map(|id| truth[id.index()]);
    let card = match dice.roll(8) {
        0 => None,
        1 => Some(*dice.pick(truth)),
        2 => next.map(|card| Card { suit: None, ..card }),
        _ => next,
    };
    let on = *dice.pick(&[Target::Slap, Target::Slap, Target::Split, Target::Aside]);
    let call = *dice.pick(&[None, None, None, Some(Call::Stick), Some(Call::Split)]);
    let conducts =
        [Conduct::HandOnPile, Conduct::SlapWithFlip, Conduct::Blocking, Conduct::Sneaking, Conduct::Jewellery];
    match dice.roll(26) {
        0..7 => Act::Flip { seat: a, card, pile, from_bottom: dice.once_in(12), towards_self: dice.once_in(12) },
        7..11 => slap(dice, a, on, call),
        11 => Act::SlapsOver,
        12..15 => Act::Take { seat: a, pile },
        15 => Act::PickUp { seat: a },
        16 => Act::Burn { seat: a },
        17 => Act::Pay { seat: a, to: b },
        18 => Act::Divide { pile, stays: dice.once_in(2).then(|| u8::try_from(dice.roll(9)).expect("small")) },
        19 => Act::Expose { seat: a, card, cause: if dice.once_in(2) { Cause::Early } else { Cause::Dropped } },
        20 => Act::Place { seat: a, by: Some(b) },
        21 => Act::Hover { seat: a, slapped_down: dice.once_in(2) },
        22 => Act::Notice { by: Some(a) },
        23 => Act::Halve { seat: a, to: b, half: if dice.once_in(2) { Half::Upper } else { Half::Lower } },
        24 => match dice.roll(5) {
            0 => Act::Look { seat: a },
            1 => Act::Shuffle { seat: a },
            2 if dice.once_in(6) => Act::Forfeit { seat: a },
            3 => Act::Deal { dealer: a, stacks: Vec::new(), counts: vec![26, 26] },
            _ => Act::Conduct { seat: a, conduct: *dice.pick(&conducts) },
        },
        _ => Act::Lend { seat: a, to: b, cards: u8::try_from(dice.roll(4)).expect("small") },
    }
}

/// Sometimes an act that is in order, so that games get somewhere.
fn likely<R: Rules>(dice: &mut Dice, rules: &R, state: &State, truth: &[Card]) -> Act {
    let legal = rules.legal(state);
    if legal.plays.is_empty() || dice.once_in(3) {
        return anything(dice, state, truth);
    }
    act_of(dice, dice_pick(&legal.plays, state.laid), state, truth)
}

fn dice_pick(plays: &[Play], laid: u32) -> &Play {
    &plays[usize::try_from(laid).expect("small") % plays.len()]
}

/// The event that carries out a legal play, with the card that is really there.
fn act_of(dice: &mut Dice, play: &Play, state: &State, truth: &[Card]) -> Act {
    match play {
        Play::Flip { seat, pile } => {
            let card = state.chair(*seat).stack.last().map(|id| truth[id.index()]);
            Act::Flip { seat: *seat, card, pile: *pile, from_bottom: false, towards_self: false }
        }
        Play::Place { seat } => Act::Place { seat: *seat, by: None },
        Play::Take { seat, pile } => Act::Take { seat: *seat, pile: *pile },
        Play::Divide { pile } => Act::Divide { pile: *pile, stays: None },
        Play::Burn { seat } => Act::Burn { seat: *seat },
        Play::Pay { seat, to } => Act::Pay { seat: *seat, to: *to },
        Play::Halve { seat, to } => {
            Act::Halve { seat: *seat, to: *to, half: if dice.once_in(2) { Half::Upper } else { Half::Lower } }
        }
    }
}

/// The state on one line, for a failed test.
fn short(state: &State) -> String {
    serde_json::to_string(&State { cards: Vec::new(), ..state.clone() }).expect("a state")
}

fn conserved(state: &State, deck: Deck) {
    let owners = state.owners();
    assert_eq!(owners.len(), deck.size(), "cards lost or doubled");
    assert!(owners.iter().enumerate().all(|(i, (id, _))| id.index() == i), "a card in two places");
    for (i, card) in state.cards.iter().enumerate() {
        let Some(card) = card else { continue };
        let same = state.cards.iter().flatten().filter(|other| *other == card).count();
        assert!(same <= deck.copies(*card), "card {i}: {card:?} {same} times");
    }
}

fn sound<R: Rules>(rulings: &[Ruling]) {
    for ruling in rulings {
        assert!((0.0..=1.0).contains(&ruling.confidence));
        assert!(ruling.clauses.iter().all(|id| R::CLAUSES.iter().any(|clause| clause.id == id)), "{ruling:?}");
        assert_eq!(ruling.clauses.is_empty(), ruling.kind == Kind::NotInText, "{ruling:?}");
        assert!(ruling.sentence.ends_with('.') && !ruling.sentence.contains("NaN"), "{}", ruling.sentence);
        assert_eq!(ruling.due, ruling.penalty.is_some() && ruling.finding == Finding::Offence, "{ruling:?}");
        assert!(ruling.penalty.is_none() || ruling.finding != Finding::NoOffence, "{ruling:?}");
    }
}

fn random_events<R: Rules>(all: Vec<R>, seed: u64) {
    for (variant, rules) in all.iter().enumerate() {
        for game in 0..30 {
            let mut dice = Dice(seed + 1000 * u64::try_from(variant).expect("small") + game);
            let seats = 2 + dice.roll(7);
            let (first, truth) = deal(&mut dice, rules.deck(), seats);
            let mut accepted = vec![Event::new(first)];
            let (mut state, _) = rules.judge(&State::new(), &accepted[0]).expect("a deal");
            let mut t = 0.0;
            for _ in 0..500 {
                // Any numbers: they have to come back from a file to the last bit.
                t += [0.0, 0.3, 1.0][dice.roll(3)] * f64::from(u32::try_from(dice.roll(1_000_000)).expect("small"))
                    / 7e5;
                let act = likely(&mut dice, rules, &state, &truth);
                let half = [0.0, 0.007, 0.031][dice.roll(3)];
                let at = Measured { t, lo: t - half, hi: t + half, ..Measured::default() };
                let mut event = if dice.once_in(5) { Event::new(act) } else { Event::at(act, at) };
                if dice.once_in(8) {
                    event.confidence = Some([0.1, 0.6, 1.0][dice.roll(3)]);
                }
                let before = digest(&state);
                match rules.judge(&state, &event) {
                    Ok((next, rulings)) => {
                        sound::<R>(&rulings);
                        state = next;
                        accepted.push(event);
                    }
                    Err(why) => assert!(!why.to_string().is_empty() && digest(&state) == before),
                }
                conserved(&state, rules.deck());
            }
            let (end, rulings) = rules.settle(&state);
            sound::<R>(&rulings);
            // A table that was saved is the same table.
            let saved = serde_json::to_string(&state).expect("a state");
            let read: State = serde_json::from_str(&saved).expect("the same state");
            assert_eq!((&read, digest(&read)), (&state, digest(&state)));
            // Written, read and told again, the events come to the same table.
            let mut again = State::new();
            for event in &accepted {
                let line = serde_json::to_string(event).expect("an event");
                let read: Event = serde_json::from_str(&line).expect("the same event");
                assert_eq!(&read, event, "{line}");
                again = rules.judge(&again, &read).expect("as before").0;
            }
            assert_eq!(digest(&again), digest(&state));
            assert_eq!(digest(&rules.settle(&again).0), digest(&end));
        }
    }
}

/// Whether an act is judged in order: possible, no offence, and nothing for the referee but a card that
/// nobody can read.
fn is_fair<R: Rules>(rules: &R, state: &State, act: &Act) -> bool {
    let Ok((_, rulings)) = rules.judge(state, &Event::new(act.clone())) else { return false };
    let flips = matches!(act, Act::Flip { .. } | Act::Place { .. });
    rulings.iter().all(|ruling| match ruling.kind {
        Kind::AfterEnd => false,
        Kind::PileWon if flips => true,
        _ => ruling.finding == Finding::NoOffence,
    })
}

fn listed_is_judged<R: Rules>(rules: &R, dice: &mut Dice, state: &State, calls: bool) {
    let legal = rules.legal(state);
    let seats: Vec<Seat> = state.seats().collect();
    let mut acts = Vec::new();
    for pile in [Which::Slap, Which::Split] {
        acts.push(Act::Divide { pile, stays: None });
        for &seat in &seats {
            acts.push(Act::Flip { seat, card: None, pile, from_bottom: false, towards_self: false });
            acts.push(Act::Take { seat, pile });
        }
    }
    for &seat in &seats {
        acts.push(Act::Place { seat, by: None });
        acts.push(Act::Burn { seat });
        for &to in &seats {
            acts.push(Act::Pay { seat, to });
            acts.push(Act::Halve { seat, to, half: Half::Upper });
        }
    }
    for act in &acts {
        let listed = legal.plays.iter().any(|play| play.is(act));
        assert_eq!(listed, is_fair(rules, state, act), "{act:?} of {:?} at {}", legal.plays, short(state));
    }
    let aside = state.chairs.iter().any(|chair| !chair.aside.is_empty());
    for on in [Target::Slap, Target::Split, Target::Aside] {
        for call in [None, Some(Call::Stick), Some(Call::Split)] {
            if (on == Target::Aside && !aside) || (call.is_some() && !calls) {
                continue;
            }
            for &seat in &seats {
                let listed = legal
                    .slaps
                    .iter()
                    .any(|now| now.on == on && now.call == call && !now.holds.is_empty() && now.seats.contains(&seat));
                let mut hand = slap(dice, seat, on, call);
                if let Act::Slap { with_flip, sneaked, .. } = &mut hand {
                    (*with_flip, *sneaked) = (false, false);
                }
                let rulings = rules.judge(state, &Event::new(hand)).map(|(next, _)| rules.settle(&next).1);
                let right = rulings.is_ok_and(|all| {
                    all.iter().any(|ruling| ruling.kind == Kind::Slap && ruling.finding == Finding::NoOffence)
                });
                assert_eq!(listed, right, "{seat} on {on:?} with {call:?}: {:?} at {}", legal.slaps, short(state));
            }
        }
    }
}

fn legal_lists<R: Rules>(all: Vec<R>, seed: u64, calls: bool) {
    for (variant, rules) in all.iter().enumerate() {
        for game in 0..8 {
            let mut dice = Dice(seed + 1000 * u64::try_from(variant).expect("small") + game);
            let seats = 2 + dice.roll(4);
            let (first, truth) = deal(&mut dice, rules.deck(), seats);
            let (mut state, _) = rules.judge(&State::new(), &Event::new(first)).expect("a deal");
            for _ in 0..250 {
                let act = likely(&mut dice, rules, &state, &truth);
                if let Ok((next, _)) = rules.judge(&state, &Event::new(act)) {
                    state = rules.settle(&next).0;
                }
                listed_is_judged(rules, &mut dice, &state, calls);
            }
        }
    }
}

/// Turns after which a random game may be called off.
const CAP: usize = 30_000;

/// Plays only what is legal, slaps included, with a wrong slap now and then. Returns how many games ended.
fn whole_games<R: Rules>(all: Vec<R>, seed: u64, wins_by: &str) -> (usize, usize) {
    let (mut ended, mut games) = (0, 0);
    for (variant, rules) in all.iter().enumerate() {
        for game in 0..20 {
            let mut dice = Dice(seed + 1000 * u64::try_from(variant).expect("small") + game);
            let seats = 2 + dice.roll(4);
            let (first, truth) = deal(&mut dice, rules.deck(), seats);
            let (mut state, _) = rules.judge(&State::new(), &Event::new(first)).expect("a deal");
            games += 1;
            let mut last = None;
            for turn in 0..CAP {
                let now = Measured::exact(f64::from(u32::try_from(turn).expect("small")) * 2.0);
                let legal = rules.legal(&state);
                assert!(!legal.plays.is_empty(), "nothing is legal and nobody has won: {}", short(&state));
                let slaps: Vec<_> = legal.slaps.iter().filter(|slap| !slap.holds.is_empty()).collect();
                let mut acts = Vec::new();
                if !slaps.is_empty() && !dice.once_in(3) {
                    let which = *dice.pick(&slaps);
                    for _ in 0..=dice.roll(2) {
                        let who = *dice.pick(&which.seats);
                        acts.push(slap(&mut dice, who, which.on, which.call));
                    }
                } else if dice.once_in(60) {
                    let who = seat(u8::try_from(dice.roll(seats) + 1).expect("small"));
                    acts.push(slap(&mut dice, who, Target::Slap, None));
                } else {
                    let play = dice.pick(&legal.plays).clone();
                    acts.push(act_of(&mut dice, &play, &state, &truth));
                }
                acts.push(Act::SlapsOver);
                for act in acts {
                    let (next, rulings) = rules.judge(&state, &Event::at(act, now)).expect("legal");
                    state = next;
                    last = rulings.last().cloned().or(last);
                }
                conserved(&state, rules.deck());
                if state.winner.is_some() {
                    break;
                }
            }
            let Some(winner) = state.winner else { continue };
            ended += 1;
            let others_out = state
                .seats()
                .filter(|other| *other != winner)
                .all(|other| !state.has_cards(other) || state.chair(other).out);
            let everything = state.playable(winner) == rules.deck().size();
            let alone = state.seats().all(|other| other == winner || state.chair(other).out);
            assert!(others_out, "somebody else still has cards: {}", short(&state));
            assert!(everything || alone || wins_by.starts_with("slapjack"), "{}", short(&state));
            let won = last.filter(|ruling| ruling.kind != Kind::AfterEnd || ruling.clauses == [wins_by]);
            assert!(won.is_some_and(|ruling| ruling.clauses.iter().any(|clause| clause == wins_by)));
        }
    }
    (ended, games)
}

#[test]
fn slaps_house_random_events() {
    random_events(house(), 1);
}

#[test]
fn ers_random_events() {
    random_events(howto(), 2);
}

#[test]
fn ratscrew_random_events() {
    random_events(web_page(), 3);
}

#[test]
fn slapjack_random_events() {
    random_events(jacks(), 4);
}

#[test]
fn slaps_house_legal_is_what_is_judged_legal() {
    legal_lists(house(), 5, true);
}

#[test]
fn ers_legal_is_what_is_judged_legal() {
    legal_lists(howto(), 6, false);
}

#[test]
fn ratscrew_legal_is_what_is_judged_legal() {
    legal_lists(web_page(), 7, false);
}

#[test]
fn slapjack_legal_is_what_is_judged_legal() {
    legal_lists(jacks(), 8, false);
}

#[test]
fn slaps_house_games_end() {
    let (ended, games) = whole_games(house(), 9, "slaps-house 5.1");
    assert!(ended * 10 >= games * 9, "{ended} of {games} ended within {CAP} turns");
}

#[test]
fn ers_games_end() {
    let (ended, games) = whole_games(howto(), 10, "ers 3.3.2");
    assert!(ended * 10 >= games * 9, "{ended} of {games} ended within {CAP} turns");
}

#[test]
fn ratscrew_games_end() {
    let (ended, games) = whole_games(web_page(), 11, "ratscrew 2.1");
    assert!(ended * 10 >= games * 9, "{ended} of {games} ended within {CAP} turns");
}

#[test]
fn slapjack_games_end() {
    let (ended, games) = whole_games(jacks(), 12, "slapjack 5.2");
    assert!(ended * 10 >= games * 9, "{ended} of {games} ended within {CAP} turns");
}
