//! Reads one event: a JSON object with `kind`, the fields of that kind, and `t`, `lo`, `hi`, `confidence`.
//!
//! Out: an [`Event`], or one sentence that names what is wrong. Strict, so that a slip of the pen is found: a
//! field that the kind does not have is an error, even one that another kind has. `null` is the same as a
//! field left out. A `comment` is for readers and is passed over.
//!
//! Written by hand because serde cannot deny unknown fields where one struct is flattened into another; it
//! also reads in one pass, in whatever order the fields come.

use super::event::{Act, Call, Cause, Conduct, Event, Half, Target};
use super::seat::Seat;
use super::state::Which;
use crate::base::{Card, HandSide, Rank, Suit};
use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// Why a line is no event.
#[derive(Debug, thiserror::Error)]
pub enum NotAnEvent {
    /// Not JSON, or not the fields of an event.
    #[error("{why} (column {column})")]
    Line {
        /// What is wrong.
        why: String,
        /// Where in the line it was noticed, from 1.
        column: usize,
    },
}

/// Reads one line.
///
/// # Errors
/// [`NotAnEvent`]: what is wrong with it, and where.
pub fn read_line(line: &str) -> Result<Event, NotAnEvent> {
    serde_json::from_str(line).map_err(|error| {
        let (mut why, column) = (error.to_string(), error.column());
        // The reader saw one line only: its number there says nothing.
        if let Some(at) = why.rfind(" at line ") {
            why.truncate(at);
        }
        NotAnEvent::Line { why, column }
    })
}

/// Every kind of event with the fields of its own, in the order of [`Kind`].
const KINDS: [(&str, &[&str]); 19] = [
    ("deal", &["dealer", "stacks", "counts"]),
    ("flip", &["seat", "card", "pile", "from_bottom", "towards_self"]),
    ("expose", &["seat", "card", "cause"]),
    ("place", &["seat", "by"]),
    ("slap", &["seat", "hand", "on", "call", "cover", "fingers", "touches_top", "with_flip", "sneaked"]),
    ("slaps_over", &[]),
    ("hover", &["seat", "slapped_down"]),
    ("take", &["seat", "pile"]),
    ("pick_up", &["seat"]),
    ("notice", &["by"]),
    ("halve", &["seat", "to", "half"]),
    ("burn", &["seat"]),
    ("pay", &["seat", "to"]),
    ("lend", &["seat", "to", "cards"]),
    ("divide", &["pile", "stays"]),
    ("look", &["seat"]),
    ("shuffle", &["seat"]),
    ("conduct", &["seat", "conduct"]),
    ("forfeit", &["seat"]),
];

/// A card of an event; unlike a card of a report it has no other fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Face {
    rank: Rank,
    #[serde(default)]
    suit: Option<Suit>,
}

impl From<Face> for Card {
    fn from(face: Face) -> Card {
        Card { rank: face.rank, suit: face.suit }
    }
}

macro_rules! fields {
    ($($field:ident: $type:ty,)*) => {
        /// What was read so far.
        #[derive(Default)]
        struct Fields { $($field: Option<$type>,)* }

        /// The name of a field.
        #[expect(non_camel_case_types, reason = "they are the fields' own names")]
        #[derive(Deserialize)]
        #[serde(field_identifier)]
        enum Name { $($field,)* comment, Unknown(String) }

        impl Fields {
            /// Reads the value of a field.
            fn read<'de, M: MapAccess<'de>>(&mut self, name: &Name, map: &mut M) -> Result<(), M::Error> {
                match name {
                    $(Name::$field => {
                        if self.$field.is_some() {
                            return Err(M::Error::duplicate_field(stringify!($field)));
                        }
                        self.$field = map.next_value()?;
                    })*
                    Name::comment | Name::Unknown(_) => drop(map.next_value::<IgnoredAny>()?),
                }
                Ok(())
            }

            /// A field that nobody has taken.
            fn left(&self) -> Option<&'static str> {
                $(if self.$field.is_some() { return Some(stringify!($field)); })*
                None
            }
        }
    };
}

fields! {
    kind: Kind,
    t: f64,
    lo: f64,
    hi: f64,
    confidence: f64,
    seat: Seat,
    to: Seat,
    by: Seat,
    dealer: Seat,
    stacks: Vec<Vec<Option<Face>>>,
    counts: Vec<u8>,
    card: Face,
    pile: Which,
    from_bottom: bool,
    towards_self: bool,
    cause: Cause,
    hand: HandSide,
    on: Target,
    call: Call,
    cover: f64,
    fingers: u8,
    touches_top: bool,
    with_flip: bool,
    sneaked: bool,
    slapped_down: bool,
    half: Half,
    cards: u8,
    stays: u8,
    conduct: Conduct,
}

/// The kinds, as written.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Deal,
    Flip,
    Expose,
    Place,
    Slap,
    SlapsOver,
    Hover,
    Take,
    PickUp,
    Notice,
    Halve,
    Burn,
    Pay,
    Lend,
    Divide,
    Look,
    Shuffle,
    Conduct,
    Forfeit,
}

impl Fields {
    /// Takes the fields of an act.
    fn act<E: Error>(&mut self, kind: Kind) -> Result<Act, E> {
        let seat = |fields: &mut Fields| need("seat", fields.seat.take());
        let pile = |fields: &mut Fields| fields.pile.take().unwrap_or_default();
        let yes = |flag: &mut Option<bool>| flag.take().unwrap_or_default();
        Ok(match kind {
            Kind::Deal => {
                let stacks = self.stacks.take().unwrap_or_default().into_iter();
                Act::Deal {
                    dealer: need("dealer", self.dealer.take())?,
                    stacks: stacks.map(|stack| stack.into_iter().map(|face| face.map(Card::from)).collect()).collect(),
                    counts: self.counts.take().unwrap_or_default(),
                }
            }
            Kind::Flip => Act::Flip {
                seat: seat(self)?,
                card: self.card.take().map(Card::from),
                pile: pile(self),
                from_bottom: yes(&mut self.from_bottom),
                towards_self: yes(&mut self.towards_self),
            },
            Kind::Expose => Act::Expose {
                seat: seat(self)?,
                card: self.card.take().map(Card::from),
                cause: self.cause.take().unwrap_or_default(),
            },
            Kind::Place => Act::Place { seat: seat(self)?, by: self.by.take() },
            Kind::Slap => Act::Slap {
                seat: seat(self)?,
                hand: self.hand.take(),
                on: self.on.take().unwrap_or_default(),
                call: self.call.take(),
                cover: self.cover.take(),
                fingers: self.fingers.take(),
                touches_top: self.touches_top.take(),
                with_flip: yes(&mut self.with_flip),
                sneaked: yes(&mut self.sneaked),
            },
            Kind::Hover => Act::Hover { seat: seat(self)?, slapped_down: yes(&mut self.slapped_down) },
            Kind::Take => Act::Take { seat: seat(self)?, pile: pile(self) },
            Kind::PickUp => Act::PickUp { seat: seat(self)? },
            Kind::Halve => {
                Act::Halve { seat: seat(self)?, to: need("to", self.to.take())?, half: need("half", self.half.take())? }
            }
            Kind::Burn => Act::Burn { seat: seat(self)? },
            Kind::Pay => Act::Pay { seat: seat(self)?, to: need("to", self.to.take())? },
            Kind::Lend => Act::Lend {
                seat: seat(self)?,
                to: need("to", self.to.take())?,
                cards: need("cards", self.cards.take())?,
            },
            Kind::Look => Act::Look { seat: seat(self)? },
            Kind::Shuffle => Act::Shuffle { seat: seat(self)? },
            Kind::Conduct => Act::Conduct { seat: seat(self)?, conduct: need("conduct", self.conduct.take())? },
            Kind::Forfeit => Act::Forfeit { seat: seat(self)? },
            Kind::Notice => Act::Notice { by: self.by.take() },
            Kind::Divide => Act::Divide { pile: pile(self), stays: self.stays.take() },
            Kind::SlapsOver => Act::SlapsOver,
        })
    }
}

fn need<T, E: Error>(name: &'static str, value: Option<T>) -> Result<T, E> {
    value.ok_or_else(|| E::missing_field(name))
}

/// Names the field, and those that the kind has.
fn no_such<E: Error>(kind: Kind, field: &str) -> E {
    let (name, own) = KINDS[kind as usize];
    let known: Vec<&str> = own.iter().chain(&["t", "lo", "hi", "confidence"]).copied().collect();
    E::custom(format_args!(
        "an event of kind {name} has no field `{field}`: it has kind, {} and comment",
        known.join(", ")
    ))
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Event;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an event, a JSON object such as {\"kind\": \"slaps_over\"}")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Event, M::Error> {
        let mut fields = Fields::default();
        let mut unknown = None;
        while let Some(name) = map.next_key::<Name>()? {
            fields.read(&name, &mut map)?;
            if let (Name::Unknown(name), None) = (name, &unknown) {
                unknown = Some(name);
            }
        }
        // The kind may come last, and says which fields there are.
        let kind = need("kind", fields.kind.take())?;
        // First of all, for a needed field that is missing may be the one that is misspelt.
        if let Some(field) = unknown {
            return Err(no_such(kind, &field));
        }
        let event = Event {
            t: fields.t.take(),
            lo: fields.lo.take(),
            hi: fields.hi.take(),
            confidence: fields.confidence.take(),
            act: fields.act(kind)?,
        };
        fields.left().map_or(Ok(event), |field| Err(no_such(kind, field)))
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Event, D::Error> {
        from.deserialize_map(Reader)
    }
}
