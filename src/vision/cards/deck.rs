//! One deck that was shown: glimpses of its cards in, a reader of this deck out.
//!
//! The reading model names cards of decks it has never seen, and errs on unusual ones. What its last layers see tells
//! the cards of one deck apart all the same. Glimpses of the same card are put together; each card of the deck is given
//! to one of them (Kuhn 1955, Munkres 1957), as every card is there once; and a linear discriminant (Fisher 1936; one
//! covariance for all, shrunk) is fitted to the features of each card and of worse pictures of it ([`super::variants`]).

use super::read::Read;
use crate::base::{Card, Rank, Suit};
use crate::vision::models::VisionError;
use opencv::core::{DECOMP_CHOLESKY, Mat};
use opencv::prelude::*;
use pathfinding::kuhn_munkres::kuhn_munkres;
use pathfinding::matrix::Matrix;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The file's name and version.
pub const SCHEMA: &str = "slapsight.deck/1";
/// Two glimpses show the same card when their features are as alike as this, as a cosine.
const SAME: f64 = 0.86;
/// A card is given to glimpses that read like it with at least this probability.
const LEAST: f64 = 0.02;
/// Glimpses that read like a card that others were given are of the same card from this probability on.
const TWIN: f64 = 0.5;
/// How much of the features' mean variance is added to each: there are fewer pictures than features.
const SHRINK: f64 = 1.5;
/// How much the deck's own answer counts beside the model's: pictures of one card are not independent.
const OWN_WEIGHT: f64 = 0.15;
/// No card is less probable than this.
const FLOOR: f64 = 1e-4;
/// Names that a card can have: 52 and the joker.
const NAMES: usize = 53;

/// A card as it was seen once.
#[derive(Debug, Clone)]
pub struct Glimpse {
    /// Which picture; two glimpses of one picture are two cards.
    pub picture: usize,
    /// What it reads.
    pub read: Read,
    /// What the reading model's last layers see.
    pub features: Vec<f32>,
}

/// A card of the deck.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DeckCard {
    /// What it is called. A wrong name can be put right in the file.
    pub card: Card,
    /// Probability that the name is right, by what the model reads.
    pub confidence: f64,
    /// How often it was seen.
    pub glimpses: usize,
    /// One of the glimpses.
    #[serde(skip)]
    pub glimpse: usize,
    /// Weights of the features, and the number added to their sum.
    weights: Vec<f32>,
    bias: f32,
}

/// A deck that was shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Deck {
    /// [`SCHEMA`].
    pub schema: String,
    /// SHA-256 of the reading model whose features these are.
    pub model: String,
    /// The cards, by name.
    pub cards: Vec<DeckCard>,
}

/// Glimpses that show the same card, and which card.
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    /// The card.
    pub card: Card,
    /// Probability by the glimpses' readings.
    pub confidence: f64,
    /// The glimpses, best first.
    pub glimpses: Vec<usize>,
}

fn name_of(index: usize) -> Card {
    let suits = Suit::ALL.len();
    match Rank::STANDARD.get(index / suits) {
        Some(rank) => Card { rank: *rank, suit: Some(Suit::ALL[index % suits]) },
        None => Card { rank: Rank::Joker, suit: None },
    }
}

/// Log probability of each name by what was read.
fn log_names(read: &Read) -> [f64; NAMES] {
    std::array::from_fn(|index| {
        let (rank, suit) = (index / Suit::ALL.len(), index % Suit::ALL.len());
        let untold = (1.0 - read.suits.iter().sum::<f64>()).max(0.0) / Suit::ALL.len() as f64;
        let suit = if index == NAMES - 1 { 1.0 } else { read.suits[suit] + untold };
        read.ranks[rank].max(FLOOR).ln() + suit.max(FLOOR).ln()
    })
}

fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum::<f64>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt().max(1e-12)
}

/// How sure a glimpse is to show a face that can be read.
fn clear(glimpse: &Glimpse) -> f64 {
    glimpse.read.rank().1 * glimpse.read.suit().1.max(0.25)
}

/// Puts glimpses of the same card together, and says which card; by name. Glimpses that fit no card are left out.
pub fn name(glimpses: &[Glimpse]) -> Vec<Named> {
    let mut order: Vec<usize> = (0..glimpses.len()).collect();
    order.sort_by(|&a, &b| clear(&glimpses[b]).total_cmp(&clear(&glimpses[a])).then(a.cmp(&b)));
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for i in order {
        let alike = |group: &Vec<usize>| {
            let other = group.iter().any(|&k| glimpses[k].picture == glimpses[i].picture);
            if other { -1.0 } else { cosine(&glimpses[group[0]].features, &glimpses[i].features) }
        };
        let best = groups.iter().map(alike).enumerate().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        match best {
            Some((group, alike)) if alike >= SAME => groups[group].push(i),
            _ => groups.push(vec![i]),
        }
    }
    // A glimpse's neighbours in time share its errors: the group says what its glimpses say on average.
    let logs: Vec<[f64; NAMES]> = groups
        .iter()
        .map(|group| {
            let all: Vec<_> = group.iter().map(|&i| log_names(&glimpses[i].read)).collect();
            let mean: [f64; NAMES] = std::array::from_fn(|k| all.iter().map(|l| l[k]).sum::<f64>() / all.len() as f64);
            let total = mean.iter().map(|l| l.exp()).sum::<f64>().ln();
            mean.map(|l| l - total)
        })
        .collect();
    let mut named: Vec<Named> = Vec::new();
    let mut left = Vec::new();
    for (group, name) in given(&logs).into_iter().enumerate() {
        match name {
            Some(k) => named.push(Named {
                card: name_of(k),
                confidence: logs[group][k].exp(),
                glimpses: groups[group].clone(),
            }),
            None => left.push(group),
        }
    }
    for group in left {
        let (best, log) =
            (0..NAMES).map(|k| (k, logs[group][k])).fold((0, f64::MIN), |a, b| if b.1 > a.1 { b } else { a });
        if log.exp() >= TWIN
            && let Some(twin) = named.iter_mut().find(|twin| twin.card == name_of(best))
        {
            twin.glimpses.extend(&groups[group]);
        }
    }
    named.sort_by_key(|one| one.card);
    named
}

/// Names of glimpses that lie in four rows, each a suit from ace to king: the ranks by their places, the suit of a row
/// by what all of it reads. `places`: where each glimpse is in the picture. A card that was not found leaves a gap, as
/// long as one row has all thirteen; otherwise there is nothing.
pub fn name_rows(glimpses: &[Glimpse], places: &[[f64; 2]]) -> Option<Vec<Named>> {
    const ROW: usize = Rank::STANDARD.len();
    const ROWS: usize = Suit::ALL.len();
    let mut order: Vec<usize> = (0..glimpses.len().min(places.len())).collect();
    order.sort_by(|&a, &b| places[a][1].total_cmp(&places[b][1]).then(a.cmp(&b)));
    // Rows are apart where the widest gaps from top to bottom are.
    let mut gaps: Vec<usize> = (1..order.len()).collect();
    let gap = |i: usize| places[order[i]][1] - places[order[i - 1]][1];
    gaps.sort_by(|&a, &b| gap(b).total_cmp(&gap(a)).then(a.cmp(&b)));
    let mut cuts: Vec<usize> = gaps.into_iter().take(ROWS - 1).collect();
    cuts.sort_unstable();
    let ends = cuts.iter().copied().chain([order.len()]);
    let mut start = 0;
    let mut rows: Vec<Vec<usize>> = ends.map(|end| order[std::mem::replace(&mut start, end)..end].to_vec()).collect();
    rows.iter_mut().for_each(|row| row.sort_by(|&a, &b| places[a][0].total_cmp(&places[b][0]).then(a.cmp(&b))));
    if rows.len() != ROWS || rows.iter().any(|row| row.is_empty() || row.len() > ROW) {
        return None;
    }
    // The columns of a row with gaps are those of the nearest whole row.
    let whole: Vec<usize> = (0..ROWS).filter(|&r| rows[r].len() == ROW).collect();
    let columns = (0..ROWS).map(|r| {
        let like = *whole.iter().min_by_key(|&&other| (other.abs_diff(r), other))?;
        let at = |column: usize| places[rows[like][column]][0];
        let nearest =
            |i: usize| (0..ROW).min_by(|&a, &b| (at(a) - places[i][0]).abs().total_cmp(&(at(b) - places[i][0]).abs()));
        let columns: Option<Vec<usize>> = rows[r].iter().map(|&i| nearest(i)).collect();
        columns.filter(|columns| columns.windows(2).all(|pair| pair[0] < pair[1]))
    });
    let columns: Vec<Vec<usize>> = columns.collect::<Option<_>>()?;
    let log = |row: &[usize], suit: Suit| {
        row.iter().map(|&i| glimpses[i].read.suits[suit as usize].max(FLOOR).ln()).sum::<f64>()
    };
    let number = |log: f64| (log * 1e6).round() as i64;
    let suits = Matrix::from_rows(rows.iter().map(|row| Suit::ALL.map(|suit| number(log(row, suit))))).ok()?;
    let suits = kuhn_munkres(&suits).1;
    let mut named: Vec<Named> = Vec::with_capacity(glimpses.len());
    for ((row, columns), suit) in rows.iter().zip(&columns).zip(suits) {
        named.extend(row.iter().zip(columns).map(|(&glimpse, &column)| Named {
            card: Card { rank: Rank::STANDARD[column], suit: Some(Suit::ALL[suit]) },
            confidence: 1.0,
            glimpses: vec![glimpse],
        }));
    }
    named.sort_by_key(|one| one.card);
    Some(named)
}

/// The names of groups: each at most once, so that all together are as probable as can be; none for a group that
/// reads like no card that is left.
fn given(logs: &[[f64; NAMES]]) -> Vec<Option<usize>> {
    if logs.is_empty() {
        return Vec::new();
    }
    // Whole numbers, as the algorithm takes them; one more column for each group that gets no name.
    let whole = |log: f64| (log * 1e6).round() as i64;
    let rows = logs.iter().map(|log| {
        let names = log.iter().map(|&l| whole(l));
        names.chain(logs.iter().map(|_| whole(LEAST.ln()))).collect::<Vec<i64>>()
    });
    let Ok(matrix) = Matrix::from_rows(rows) else { return vec![None; logs.len()] };
    kuhn_munkres(&matrix).1.into_iter().map(|column| (column < NAMES).then_some(column)).collect()
}

/// Fits the reader. `seen`: each card's name and its features, in many pictures. `model`: SHA-256 of the reading model.
///
/// # Errors
/// When OpenCV cannot solve for the weights, as it cannot when features are not finite.
pub fn fit(named: &[Named], seen: &[Vec<Vec<f32>>], model: &str) -> Result<Deck, VisionError> {
    let width = seen.iter().flatten().map(Vec::len).min().unwrap_or(0);
    let means: Vec<Vec<f64>> = seen
        .iter()
        .map(|all| {
            let n = all.len().max(1) as f64;
            (0..width).map(|k| all.iter().map(|f| f64::from(f[k])).sum::<f64>() / n).collect()
        })
        .collect();
    let mut scatter = vec![vec![0.0_f64; width]; width];
    let mut count = 0.0_f64;
    for (all, mean) in seen.iter().zip(&means) {
        for features in all {
            let off: Vec<f64> = features.iter().zip(mean).map(|(f, m)| f64::from(*f) - m).collect();
            for (row, a) in scatter.iter_mut().zip(&off) {
                row.iter_mut().zip(&off).for_each(|(sum, b)| *sum += a * b);
            }
            count += 1.0;
        }
    }
    scatter.iter_mut().flatten().for_each(|sum| *sum /= count.max(1.0));
    let trace: f64 = (0..width).map(|k| scatter[k][k]).sum();
    let more = SHRINK * trace / width.max(1) as f64;
    (0..width).for_each(|k| scatter[k][k] += more);
    let mut inverse = Mat::default();
    if width > 0 {
        opencv::core::invert(&Mat::from_slice_2d(&scatter)?, &mut inverse, DECOMP_CHOLESKY)?;
    }
    let numbers: &[f64] = if width > 0 { inverse.data_typed::<f64>()? } else { &[] };
    let cards = named.iter().zip(&means).map(|(named, mean)| {
        let weights: Vec<f64> =
            (0..width).map(|r| (0..width).map(|k| numbers[r * width + k] * mean[k]).sum()).collect();
        let bias = -0.5 * weights.iter().zip(mean).map(|(w, m)| w * m).sum::<f64>();
        DeckCard {
            card: named.card,
            confidence: named.confidence,
            glimpses: named.glimpses.len(),
            glimpse: named.glimpses.first().copied().unwrap_or(0),
            weights: weights.iter().map(|w| *w as f32).collect(),
            bias: bias as f32,
        }
    });
    Ok(Deck { schema: SCHEMA.to_owned(), model: model.to_owned(), cards: cards.collect() })
}

impl Deck {
    /// A reading with what is known of the deck: whether there is a face at all stays the model's word.
    pub fn refine(&self, read: &Read, features: &[f32]) -> Read {
        let names = log_names(read);
        let scores: Vec<f64> = self
            .cards
            .iter()
            .map(|card| {
                let own = card.weights.iter().zip(features).map(|(w, f)| f64::from(w * f)).sum::<f64>();
                OWN_WEIGHT * (own + f64::from(card.bias)) + names[index_of(card.card)]
            })
            .collect();
        let most = scores.iter().copied().fold(f64::MIN, f64::max);
        let total: f64 = scores.iter().map(|score| (score - most).exp()).sum();
        if !total.is_finite() || total <= 0.0 {
            return *read;
        }
        let face = 1.0 - read.back - read.nothing;
        let mut refined =
            Read { ranks: [0.0; Rank::ALL.len()], suits: [0.0; Suit::ALL.len()], one_sign: None, ..*read };
        for (card, score) in self.cards.iter().zip(&scores) {
            let p = (score - most).exp() / total;
            refined.ranks[index_of(card.card) / Suit::ALL.len()] += face * p;
            card.card.suit.iter().for_each(|suit| refined.suits[*suit as usize] += p);
        }
        refined
    }
}

fn index_of(card: Card) -> usize {
    let rank = Rank::ALL.iter().position(|rank| *rank == card.rank).unwrap_or(0);
    let suit = if card.rank == Rank::Joker { 0 } else { card.suit.map_or(0, |suit| suit as usize) };
    (rank * Suit::ALL.len() + suit).min(NAMES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(ranks: &[(Rank, f64)], suit: Suit) -> Read {
        let mut read = Read { ranks: [0.001; 14], back: 0.0, nothing: 0.05, suits: [0.02; 4], one_sign: None };
        ranks.iter().for_each(|(rank, p)| read.ranks[*rank as usize] = *p);
        read.suits[suit as usize] = 0.94;
        read
    }

    fn glimpse(picture: usize, read: Read, at: usize) -> Glimpse {
        let features = (0..60).map(|k| if k == at { 1.0 } else { 0.02 }).collect();
        Glimpse { picture, read, features }
    }

    #[test]
    fn names_are_their_own_places() {
        for index in 0..NAMES {
            assert_eq!(index_of(name_of(index)), index);
        }
    }

    #[test]
    fn a_doubtful_card_gets_the_name_that_is_left() {
        use Rank::{King, Queen};
        let queen = read(&[(Queen, 0.9), (King, 0.05)], Suit::Spades);
        // The king of this deck reads like a queen, a little.
        let king = read(&[(Queen, 0.5), (King, 0.4)], Suit::Spades);
        let all = [glimpse(0, queen, 1), glimpse(0, king, 2), glimpse(1, king, 2)];
        let named = name(&all);
        assert_eq!(named.iter().map(|n| n.card.rank).collect::<Vec<_>>(), [Queen, King]);
        assert_eq!(named[1].glimpses.len(), 2);
    }

    #[test]
    fn rows_are_named_by_place_whatever_the_ranks_read_like() {
        let suits = [Suit::Hearts, Suit::Clubs, Suit::Spades, Suit::Diamonds];
        let all: Vec<Glimpse> = (0..52).map(|i| glimpse(0, read(&[(Rank::Two, 0.9)], suits[i / 13]), i)).collect();
        let places: Vec<[f64; 2]> =
            (0..52).map(|i| [(i % 13) as f64 * 70.0, (i / 13) as f64 * 100.0 + (i % 3) as f64]).collect();
        let named = name_rows(&all, &places).unwrap();
        let third_of_clubs = named.iter().find(|n| n.card == Card { rank: Rank::Three, suit: Some(Suit::Clubs) });
        assert_eq!(third_of_clubs.map(|n| n.glimpses.clone()), Some(vec![15]));
        // One that was not found leaves the others their names; a row more is no deck.
        let (fewer, where_) = ([&all[..15], &all[16..]].concat(), [&places[..15], &places[16..]].concat());
        let named = name_rows(&fewer, &where_).unwrap();
        assert_eq!(named.len(), 51);
        assert!(!named.iter().any(|n| n.card == Card { rank: Rank::Three, suit: Some(Suit::Clubs) }));
        assert!(
            name_rows(&[all.as_slice(), &all[..13]].concat(), &[places.as_slice(), &places[..13]].concat()).is_none()
        );
    }

    #[test]
    fn what_the_model_confuses_the_deck_tells_apart() {
        use Rank::{King, Queen};
        let named: Vec<Named> = [Queen, King]
            .map(|rank| Named { card: Card { rank, suit: Some(Suit::Spades) }, confidence: 0.5, glimpses: vec![0] })
            .into();
        let pictures = |at: usize| {
            (0..8)
                .map(|i| (0..6).map(|k| f32::from(u8::from(k == at)) + 0.05 * ((i * 7 + k * 3) % 5) as f32).collect())
                .collect::<Vec<Vec<f32>>>()
        };
        let deck = fit(&named, &[pictures(1), pictures(2)], "model").unwrap();
        let either = read(&[(Queen, 0.47), (King, 0.47)], Suit::Spades);
        let refined = deck.refine(&either, &pictures(2)[3]);
        assert_eq!(refined.rank().0, King);
        assert!(refined.rank().1 > 0.8, "{refined:?}");
        assert!((refined.ranks.iter().sum::<f64>() - 0.95).abs() < 1e-9, "a face is as sure as before");
    }
}
