//! What it costs that a pile's top changes, by the Laws and by how badly the deck is read.

use super::super::stays::{Gate, Stay, normal};
use super::{NO_CARD, RANKS};
use crate::base::Rank;

/// One card in so many is misread as it lies, in all readings, and so are all readings between two hands; as long as a recording
/// has shown no other rate. The guess counts as much as so many cards, and no deck is worse than the last number.
const MISREAD: f64 = 0.02;
const GUESSED_FROM: f64 = 10.0;
const MOST_MISREAD: f64 = 0.2;
/// How ranks are misread in general counts as much as so many cards of one rank that this recording shows: those are printed alike. Of
/// those that are put right by the Laws so many may be so wrongly. Set so that rounds without pictures whose cards are misread anew
/// wherever they lie lose nothing by it, and on a rendered round whose fours are read as aces.
const ALIKE_FROM: f64 = 1.0;
const WRONGLY_PUT_RIGHT: f64 = 0.85;
/// A card that is read more clearly than this ([`super::super::stays::clear`]) is misread the more seldom, in proportion to what is missing
/// to one, and at least so often against others. Of 128 cards that lay on piles in 23 rendered clips none of the 105 that were read with
/// 0.95 and more was misread, and 4 of the 23 others.
const CLEAR: f64 = 0.95;
const LEAST_OFTEN: f64 = 0.1;
/// A card that does not follow may be a play against the Laws: so many in a recording say nothing of its deck.
const AGAINST_THE_LAWS: f64 = 1.0;
/// One card that is misread breaks the sequence twice, unless its neighbours put it right.
const BREAKS: f64 = 1.6;
/// Probability that a pile has another top after a hand came to it; after one that comes from its Draw Deck.
const HAND_CHANGES: f64 = 0.5;
const DECK_HAND_CHANGES: f64 = 0.8;
/// After hands that came to both piles at once, of which none was seen to take a card.
const SLAP_CHANGES: f64 = 0.05;
/// And while it was out of sight, so that a hand may have come unseen.
const UNSEEN_CHANGES: f64 = 0.03;
/// And in full view where readings turn: only when hands are not made out.
const IN_VIEW_CHANGES: f64 = 0.0005;
/// Probability that a card is laid by a lawful play, by a hand from elsewhere and by one from its Draw Deck; all others are
/// reveals, or plays against the Laws.
const PLAYED: f64 = 0.85;
const PLAYED_FROM_DECK: f64 = 0.3;
/// Probability that a change takes a card off again that did not follow (D.8.2), and one that did.
const TAKEN_OFF: (f64, f64) = (0.4, 0.01);
/// Log probability that both players slap while the tops differ, against that they do while these are equal.
pub(super) const SLAPPED_UNEQUAL: f64 = -4.0;
/// Log probability of another rank than the one that a human has told.
const NOT_ANSWERED: f64 = -60.0;
/// Log probability of a joker, of which the Laws' deck has none (B.6.1).
const JOKER: f64 = -7.0;

/// What it costs to lay a card on another.
pub(super) struct Changes {
    /// `follows[top][card]` by rank; `None` without Laws.
    follows: Option<[[bool; RANKS]; RANKS]>,
    /// Part of the cards that are misread.
    misread: f64,
    /// How often at least the clearest card is, against others: all alike until the deck is known.
    least_often: f64,
    /// `read[card][rank]`: how many cards were read so that are taken for this one.
    read: [[f64; RANKS]; RANKS],
}

impl Changes {
    pub(super) fn new(follows: Option<&dyn Fn(Rank, Rank) -> bool>) -> Changes {
        let table =
            |follows: &dyn Fn(Rank, Rank) -> bool| Rank::ALL.map(|top| Rank::ALL.map(|card| follows(card, top)));
        Changes { follows: follows.map(table), misread: MISREAD, least_often: 1.0, read: [[0.0; RANKS]; RANKS] }
    }

    /// The same for the deck of a course: part of the cards is misread, namely those laid by hands from elsewhere than a Draw Deck
    /// which break the sequence, or are taken for another rank than they are read as; and cards of one rank are misread alike.
    pub(super) fn learnt(self, stays: &[Stay], course: &[u8]) -> Changes {
        let (mut cards, mut breaks, mut put_right) = (0.0, 0.0, 0.0);
        let mut read = [[0.0; RANKS]; RANKS];
        for pile in 0..2 {
            let own: Vec<(&Stay, u8)> = stays
                .iter()
                .zip(course)
                .filter(|(stay, _)| stay.pile == pile)
                .map(|(stay, card)| (stay, *card))
                .collect();
            let mut under = NO_CARD;
            for (i, (stay, card)) in own.iter().enumerate().skip(1) {
                let before = own[i - 1].1;
                if stay.bare {
                    under = NO_CARD;
                }
                if stay.bare || before == *card {
                    continue;
                }
                // A card that was taken off again says nothing of the one that it shows.
                let taken_off = under == *card;
                under = if taken_off { NO_CARD } else { before };
                let laid = matches!(stay.gate, Gate::Hand { from_draw_deck: false, .. });
                if !laid || taken_off || before == NO_CARD {
                    continue;
                }
                cards += 1.0;
                let follows = self.lawful(usize::from(before), usize::from(*card));
                breaks += f64::from(u8::from(!follows));
                put_right += f64::from(u8::from(follows && stay.most[0] != usize::from(*card)));
                if follows {
                    read[usize::from(*card)][stay.most[0]] += 1.0;
                }
            }
        }
        let bad = (breaks - AGAINST_THE_LAWS).max(0.0) / BREAKS + put_right;
        let misread = ((MISREAD * GUESSED_FROM + bad) / (GUESSED_FROM + cards)).min(MOST_MISREAD);
        // Without the Laws nothing tells how a card ought to have been read.
        let read = if self.by_the_laws() { read } else { [[0.0; RANKS]; RANKS] };
        Changes { misread, least_often: LEAST_OFTEN, read, ..self }
    }

    /// Probability that all readings of a card are of no worth which are so clear.
    pub(super) fn misread(&self, clear: f64) -> f64 {
        self.misread * ((1.0 - clear) / (1.0 - CLEAR)).clamp(self.least_often, 1.0)
    }

    /// Log probability of each rank as which a card is read, as it lies and so clearly: `[card][rank]`.
    pub(super) fn read_as(&self, clear: f64) -> [[f64; RANKS]; RANKS] {
        alike(self.misread(clear), &self.read).map(|row| row.map(f64::ln))
    }

    /// Whether the Laws are considered.
    pub(super) fn by_the_laws(&self) -> bool {
        self.follows.is_some()
    }

    /// Whether a card follows a top; everything does without Laws.
    pub(super) fn lawful(&self, top: usize, card: usize) -> bool {
        self.follows.is_none_or(|follows| follows[top][card])
    }

    /// Probability that a change takes a card off again; `stays` of one for which nobody has to.
    pub(super) fn off(&self, under: usize, card: usize, stays: bool) -> f64 {
        if stays || self.lawful(under, card) { TAKEN_OFF.1 } else { TAKEN_OFF.0 }
    }

    /// Probability that the top changes at all.
    pub(super) fn some(gate: Gate) -> f64 {
        match gate {
            Gate::Hand { slaps: true, .. } => SLAP_CHANGES,
            Gate::Hand { from_draw_deck: true, .. } => DECK_HAND_CHANGES,
            Gate::Hand { .. } => HAND_CHANGES,
            Gate::Unseen => UNSEEN_CHANGES,
            Gate::InView => IN_VIEW_CHANGES,
        }
    }

    /// Log probability that it does not change: a hand's gates together are one chance.
    pub(super) fn none(gate: Gate) -> f64 {
        let gates = if let Gate::Hand { gates, .. } = gate { gates } else { 1 };
        (1.0 - Changes::some(gate)).ln() / gates as f64
    }

    /// Log probability of each rank that comes onto one of rank `from` (`None`: onto nothing known), when so many of each are
    /// left.
    pub(super) fn onto(&self, from: Option<usize>, left: &[f64; RANKS], gate: Gate) -> [f64; RANKS] {
        let all: f64 = left[..RANKS - 1].iter().sum();
        let any = |to: usize| if to == RANKS - 1 { JOKER.exp() } else { left[to] / all };
        let (Some(follows), Some(from)) = (&self.follows, from) else { return std::array::from_fn(|to| any(to).ln()) };
        let deck = matches!(gate, Gate::Hand { from_draw_deck: true, .. });
        let played = if deck { PLAYED_FROM_DECK } else { PLAYED };
        let ways: f64 = (0..RANKS - 1).filter(|&to| follows[from][to]).map(|to| left[to]).sum();
        std::array::from_fn(|to| {
            let lawful = if follows[from][to] { played * left[to] / ways } else { 0.0 };
            (lawful + (1.0 - played) * any(to)).ln()
        })
    }
}

/// How probable it is that a card of each rank is read as each, when part of all cards is misread and so many of each were read so.
fn alike(misread: f64, read: &[[f64; RANKS]; RANKS]) -> [[f64; RANKS]; RANKS] {
    std::array::from_fn(|card| {
        let counted = |rank: usize| {
            if rank == card { read[card][rank] } else { (read[card][rank] - WRONGLY_PUT_RIGHT).max(0.0) }
        };
        let all: f64 = (0..RANKS).map(counted).sum();
        std::array::from_fn(|rank| {
            // What is misread may be read as any rank.
            let any = misread / RANKS as f64 + if rank == card { 1.0 - misread } else { 0.0 };
            (ALIKE_FROM * any + counted(rank)) / (ALIKE_FROM + all)
        })
    })
}

/// Log probabilities of ranks when somebody has told which it is.
pub(super) fn certain(rank: usize) -> [f64; RANKS] {
    std::array::from_fn(|other| if other == rank { 0.0 } else { NOT_ANSWERED })
}

/// Log probabilities of ranks when all readings may be of no worth.
pub(super) fn doubted(logs: &[f64; RANKS], misread: f64) -> [f64; RANKS] {
    normal(logs).map(|log| ((1.0 - misread) * log.exp() + misread / RANKS as f64).ln())
}
