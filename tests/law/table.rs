//! A table for the games with one pile: short ways to tell events and to ask for rulings.

use slapsight::base::{Card, Measured, Rank, Suit};
use slapsight::facts::Finding;
use slapsight::law::one_pile::{
    Act, Clause, Conduct, Deck, Event, Impossible, Kind, Legal, Pattern, Ruling, Seat, State, Target, Which,
};
use slapsight::law::{ers, ratscrew, slapjack, slaps_house};

/// What the four games offer alike.
pub trait Rules {
    const CLAUSES: &'static [Clause];
    const READINGS: &'static [(&'static str, &'static str)];
    fn judge(&self, state: &State, event: &Event) -> Result<(State, Vec<Ruling>), Impossible>;
    fn settle(&self, state: &State) -> (State, Vec<Ruling>);
    fn legal(&self, state: &State) -> Legal;
    fn deck(&self) -> Deck;
}

macro_rules! rules {
    ($($game:ident),*) => {$(
        impl Rules for $game::Switches {
            const CLAUSES: &'static [Clause] = $game::CLAUSES;
            const READINGS: &'static [(&'static str, &'static str)] = $game::READINGS;
            fn judge(&self, state: &State, event: &Event) -> Result<(State, Vec<Ruling>), Impossible> {
                $game::judge(state, event, self)
            }
            fn settle(&self, state: &State) -> (State, Vec<Ruling>) {
                $game::settle(state, self)
            }
            fn legal(&self, state: &State) -> Legal {
                $game::legal_plays(state, self)
            }
            fn deck(&self) -> Deck {
                self.deck
            }
        }
    )*};
}
rules!(slaps_house, ers, ratscrew, slapjack);

/// The seat of that number.
pub fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// `7h`, `10`, `Jc`, `joker`; `?` for a card that was not read.
pub fn card(text: &str) -> Option<Card> {
    if text == "?" {
        return None;
    }
    let suits = [('c', Suit::Clubs), ('d', Suit::Diamonds), ('h', Suit::Hearts), ('s', Suit::Spades)];
    let suit = suits.iter().find(|(letter, _)| text.ends_with(*letter)).map(|(_, suit)| *suit);
    let rank = if suit.is_some() { &text[..text.len() - 1] } else { text };
    let rank = Rank::ALL.into_iter().find(|known| known.symbol() == rank).unwrap_or_else(|| panic!("a card: {text}"));
    Some(Card { rank, suit })
}

/// A hand that comes down, with nothing else known.
pub fn slap_of(number: u8) -> Act {
    Act::Slap {
        seat: seat(number),
        hand: None,
        on: Target::Slap,
        call: None,
        cover: None,
        fingers: None,
        touches_top: None,
        with_flip: false,
        sneaked: false,
    }
}

/// A card turned up in the ordinary way.
pub fn flip_of(number: u8, text: &str, pile: Which) -> Act {
    Act::Flip { seat: seat(number), card: card(text), pile, from_bottom: false, towards_self: false }
}

/// A game in course.
pub struct Table<R> {
    pub rules: R,
    pub state: State,
}

impl<R: Rules> Table<R> {
    /// A deal of so many cards a seat, seat 1 dealing; a missing rest of the deck goes to the last seat.
    pub fn deal(rules: R, counts: &[u8]) -> Table<R> {
        let total: usize = counts.iter().map(|n| usize::from(*n)).sum();
        let mut counts = counts.to_vec();
        *counts.last_mut().expect("seats") += u8::try_from(rules.deck().size() - total).expect("a deck");
        let mut table = Table { rules, state: State::new() };
        table.tell(Act::Deal { dealer: seat(1), stacks: Vec::new(), counts });
        table
    }

    /// One event; it has to be possible.
    pub fn event(&mut self, event: Event) -> Vec<Ruling> {
        let (state, rulings) = self.rules.judge(&self.state, &event).unwrap_or_else(|why| panic!("{event:?}: {why}"));
        self.state = state;
        rulings
    }

    /// One act without a time.
    pub fn tell(&mut self, act: Act) -> Vec<Ruling> {
        self.event(Event::new(act))
    }

    /// One act that cannot be.
    pub fn refuse(&self, act: Act) -> Impossible {
        self.rules.judge(&self.state, &Event::new(act)).expect_err("impossible")
    }

    /// Cards in turn, `"2:7h 3:K"`; none of them may break a rule.
    pub fn play(&mut self, cards: &str) -> &mut Table<R> {
        for play in cards.split_whitespace() {
            let (number, text) = play.split_once(':').expect("seat:card");
            let rulings = self.flip(number.parse().expect("a seat"), text);
            assert!(rulings.iter().all(|ruling| ruling.finding == Finding::NoOffence), "{play}: {rulings:#?}");
        }
        self
    }

    pub fn flip(&mut self, number: u8, text: &str) -> Vec<Ruling> {
        self.tell(flip_of(number, text, Which::Slap))
    }

    /// One hand alone, judged at once.
    pub fn slap(&mut self, number: u8) -> Vec<Ruling> {
        self.slaps([slap_of(number)])
    }

    /// Hands together at the same instant, judged at once.
    pub fn slaps(&mut self, hands: impl IntoIterator<Item = Act>) -> Vec<Ruling> {
        let at = Measured::normal(self.state.now.unwrap_or(0.0) + 5.0, 0.002);
        let mut rulings = Vec::new();
        for hand in hands {
            rulings.extend(self.event(Event::at(hand, at)));
        }
        rulings.extend(self.tell(Act::SlapsOver));
        rulings
    }

    pub fn take(&mut self, number: u8) -> Vec<Ruling> {
        self.tell(Act::Take { seat: seat(number), pile: Which::Slap })
    }

    pub fn burn(&mut self, number: u8) -> Vec<Ruling> {
        self.tell(Act::Burn { seat: seat(number) })
    }

    pub fn conduct(&mut self, number: u8, conduct: Conduct) -> Vec<Ruling> {
        self.tell(Act::Conduct { seat: seat(number), conduct })
    }

    /// Patterns that hold on the pile.
    pub fn patterns(&self) -> Vec<Pattern> {
        let legal = self.rules.legal(&self.state);
        legal.slaps.into_iter().filter(|now| now.call.is_none()).flat_map(|now| now.holds).collect()
    }

    /// Cards in each stack.
    pub fn sizes(&self) -> Vec<usize> {
        self.state.chairs.iter().map(|chair| chair.stack.len()).collect()
    }

    pub fn turn(&self) -> u8 {
        self.state.turn.number()
    }
}

/// What lies on top once these cards are laid in turn, from a fresh deal to three.
pub fn patterns_after<R: Rules>(rules: R, cards: &str) -> Vec<Pattern> {
    let mut table = Table::deal(rules, &[17, 17]);
    for text in cards.split_whitespace() {
        let legal = table.rules.legal(&table.state);
        let flip = legal.plays.iter().find_map(|play| match play {
            slapsight::law::one_pile::Play::Flip { seat, .. } => Some(seat.number()),
            _ => None,
        });
        // A pile just won by a face card ends the list of cards; the last card is the one asked about.
        table.flip(flip.expect("somebody may flip"), text);
    }
    table.patterns()
}

/// The only ruling.
pub fn one(rulings: Vec<Ruling>) -> Ruling {
    let [ruling] = <[Ruling; 1]>::try_from(rulings).unwrap_or_else(|all| panic!("one ruling, not {all:#?}"));
    ruling
}

/// Asserts the only ruling: its kind, finding and that the clause is cited.
#[track_caller]
pub fn ruled(rulings: Vec<Ruling>, kind: Kind, finding: Finding, clause: &str) -> Ruling {
    let ruling = one(rulings);
    assert_eq!((ruling.kind, ruling.finding), (kind, finding), "{ruling:#?}");
    assert!(ruling.clauses.iter().any(|id| id == clause), "{clause}: {ruling:#?}");
    ruling
}
