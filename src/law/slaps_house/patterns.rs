//! What may be slapped (sections 3, 8.1 to 8.6 and 8.9), with the exceptions for a rank that needs three
//! (8.5) and a forbidden rank (8.6).

use super::Switches;
use crate::base::Rank;
use crate::law::one_pile::Pattern;
use crate::law::one_pile::patterns::{
    self, Found, doubles, holds, joker, sandwich, ten_alone, ten_sandwich, tens, three_in_a_row, three_tens, top_cards,
    triple, triple_suits, value,
};
use crate::law::one_pile::state::Pile;

/// The clause of a pattern.
pub(super) fn clause_of(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::Doubles => "slaps-house 3.1",
        Pattern::Sandwich => "slaps-house 3.2",
        Pattern::Joker => "slaps-house 3.3",
        Pattern::TenAlone | Pattern::Tens => "slaps-house 8.1",
        Pattern::TenSandwich => "slaps-house 8.2",
        Pattern::ThreeInARow => "slaps-house 8.3",
        Pattern::ThreeTens => "slaps-house 8.4",
        Pattern::Triple => "slaps-house 8.5",
        Pattern::StickyFace => "slaps-house 8.7",
        Pattern::SplitEight => "slaps-house 8.8.1",
        Pattern::TripleSuits => "slaps-house 8.9",
        Pattern::TopBottom | Pattern::FourInARow | Pattern::Marriage | Pattern::Jack => "slaps-house 3.0",
    }
}

/// The rank that needs three, if one of the number cards was agreed on.
pub(super) fn needs_three(switches: &Switches) -> Option<u8> {
    let number = |rank: &Rank| (2..=10).contains(&value(*rank));
    switches.only_slap_three.filter(number).map(value)
}

/// With this value on top no pattern counts but three of a rank that needs three.
pub(super) fn barred(switches: &Switches, top: u8) -> bool {
    switches.forbidden.map(value) == Some(top) || needs_three(switches) == Some(top)
}

/// Every pattern that the switches allow.
pub(super) fn find(switches: &Switches, pile: &Pile) -> Found {
    let cards = top_cards(pile);
    let mut found = Found::default();
    let mut add = |on: bool, pattern: Pattern, count: usize, test: fn(&[u8]) -> bool| {
        if on {
            found.add(pattern, holds(&cards, count, |v| test(v) && !barred(switches, v[0])));
        }
    };
    add(true, Pattern::Doubles, 2, doubles);
    add(true, Pattern::Sandwich, 3, sandwich);
    add(true, Pattern::Joker, 1, joker);
    add(switches.tens, Pattern::TenAlone, 1, ten_alone);
    add(switches.tens, Pattern::Tens, 2, tens);
    add(switches.ten_sandwich, Pattern::TenSandwich, 3, ten_sandwich);
    add(switches.runs, Pattern::ThreeInARow, 3, three_in_a_row);
    add(switches.three_tens, Pattern::ThreeTens, 3, three_tens);
    let forbidden = switches.forbidden.map(value);
    if let Some(rank) = needs_three(switches) {
        found.add(Pattern::Triple, holds(&cards, 3, |v| triple(v) && v[0] == rank && forbidden != Some(rank)));
    }
    if switches.triple_suits {
        let free = holds(&cards, 3, |v| !barred(switches, v[0]) && !v.iter().any(|v| Some(*v) == forbidden));
        let suits = triple_suits(&cards);
        let both = if suits == Some(false) || free == Some(false) { Some(false) } else { suits.and(free) };
        found.add(Pattern::TripleSuits, both);
    }
    found
}

/// Whether one of the exceptions is why a slap on this pile is wrong: its clause.
pub(super) fn exception(switches: &Switches, pile: &Pile) -> Option<&'static str> {
    let top = patterns::top_cards(pile).first().copied().flatten().map(|card| value(card.rank))?;
    if switches.forbidden.map(value) == Some(top) {
        return Some("slaps-house 8.6");
    }
    (needs_three(switches) == Some(top)).then_some("slaps-house 8.5")
}
