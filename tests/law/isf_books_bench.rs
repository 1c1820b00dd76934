//! A short way to write tables and acts of the books.

pub use slapsight::base::{Pile, Player};
pub use slapsight::facts::{Finding, Kind, Ruling, Sanction};
pub use slapsight::law::isf::books::act::Described;
pub use slapsight::law::isf::books::act::{Face, SlapOutcome};
pub use slapsight::law::isf::books::table::{Condition, Ended, Status};
pub use slapsight::law::isf::books::{Act, Impossible, Table, clauses, judge};

pub const ONE: Player = Player::One;
pub const TWO: Player = Player::Two;
pub const LEFT: Pile = Pile::Left;
pub const RIGHT: Pile = Pile::Right;

/// Cards from the bottom up: `"7h ? Q"`.
pub fn faces(text: &str) -> Vec<Face> {
    text.split_whitespace().map(|card| Face::parse(card).expect("a card")).collect()
}

/// Sub-piles from the bottom up, parted by bars: `"7h 8h | Q"`.
pub fn piles(text: &str) -> Vec<Vec<Face>> {
    text.split('|').map(faces).collect()
}

/// A table in play. `one`, `two`: foundations; `centre`: left and right; decks and the rest by `more`.
pub fn live(one: &str, two: &str, centre: [&str; 2], more: impl FnOnce(&mut Described)) -> Table {
    let mut described = Described {
        foundations: [piles(one), piles(two)],
        centre: centre.map(faces),
        rest: Some(TWO),
        live: true,
        ..Described::default()
    };
    more(&mut described);
    tell(&Table::new(), &[Act::Table(Box::new(described))]).0
}

/// The same, stopped.
pub fn stopped(one: &str, two: &str, centre: [&str; 2], more: impl FnOnce(&mut Described)) -> Table {
    live(one, two, centre, |described| {
        described.live = false;
        more(described);
    })
}

/// Tells acts that can be; all rulings of all of them. Every ruling is checked for form.
pub fn tell(table: &Table, acts: &[Act]) -> (Table, Vec<Ruling>) {
    let mut table = table.clone();
    let mut all = Vec::new();
    for act in acts {
        let (next, rulings) = judge(&table, act).unwrap_or_else(|error| panic!("{act:?}: {error}"));
        sound(&next, &rulings);
        table = next;
        all.extend(rulings);
    }
    (table, all)
}

/// Whatever was told: 52 cards, each in one place; rulings with known clauses and whole sentences.
pub fn sound(table: &Table, rulings: &[Ruling]) {
    let mut cards = table.all_cards();
    cards.sort_unstable();
    assert!(cards.iter().copied().eq(0..52), "{cards:?}");
    for ruling in rulings {
        assert!(!ruling.clauses.is_empty() && ruling.clauses.iter().all(|number| clauses::find(number).is_some()));
        assert!(ruling.sentence.ends_with('.') && !ruling.sentence.contains(".."), "{}", ruling.sentence);
        assert!(ruling.sanction.is_none() || ruling.finding == Finding::Offence, "{ruling:?}");
    }
}

/// Tells one act that cannot be.
pub fn refuse(table: &Table, act: &Act) -> Impossible {
    judge(table, act).expect_err("impossible")
}

/// The one ruling of that kind.
pub fn only(rulings: &[Ruling], kind: Kind) -> &Ruling {
    let found: Vec<&Ruling> = rulings.iter().filter(|ruling| ruling.kind == kind).collect();
    assert!(found.len() == 1, "{kind:?} in {rulings:#?}");
    found[0]
}

/// Whether a ruling cites a clause.
pub fn cites(ruling: &Ruling, clause: &str) -> bool {
    ruling.clauses.iter().any(|number| number == clause)
}

pub fn play(player: Player, pile: Pile, place: u8) -> Act {
    Act::Play { player, pile, place: Some(place), card: None, unclear: false, at_once: None }
}

pub fn reveal(player: Player, pile: Pile, card: &str) -> Act {
    Act::Reveal { player, pile, card: Some(Face::parse(card).expect("a card")) }
}

pub fn won(player: Player) -> Act {
    Act::Slap { outcome: SlapOutcome::Won, player: Some(player) }
}

pub fn next_round() -> Act {
    Act::NextRound { packs: [None, None] }
}

/// How many cards each owns: Player 1, Player 2, nobody.
pub fn owned(table: &Table) -> [usize; 3] {
    let count = |who| table.owners.iter().filter(|owner| **owner == who).count();
    [count(Some(ONE)), count(Some(TWO)), count(None)]
}
