//! Exact events in, slaps, incidents and tops out: by the rules engine, and by what the script declares.

use super::{Directed, IsfEvent, TruthAttempt, TruthEvent, TruthIncident, TruthSlap, TruthTops, micro};
use crate::base::{Card, Measured, Pile, Player};
use crate::facts::{Event, EventKind, Finding, Kind, Ruling, SlapChallenge, Verdict};
use crate::law::isf::{self, State, Top};
use crate::law::one_pile::{self, Act, Seat};
use crate::law::{ers, ratscrew, slapjack, slaps_house};
use crate::simulate::direct::Told;
use crate::simulate::scenario::Laws;

/// What the truth says of a scene.
pub(super) struct Judged {
    pub events: Vec<TruthEvent>,
    pub slaps: Vec<TruthSlap>,
    pub incidents: Vec<TruthIncident>,
    pub rulings: Vec<TruthIncident>,
    pub tops: Vec<TruthTops>,
}

const PLAYERS: [Player; 2] = Player::BOTH;

/// Rulings and declarations of one kind about one player this close are the same incident, seconds.
const SAME_SECS: f64 = 0.3;

pub(super) fn judge(scene: &Directed) -> Judged {
    let mut told: Vec<Told> =
        scene.director.events().iter().filter(|told| told.t <= scene.duration_s).copied().collect();
    told.sort_by(|a, b| a.t.total_cmp(&b.t));
    let mut judged = match scene.settled.laws {
        Laws::Isf => match &scene.played {
            Some(played) => super::matches::judge(scene, played, &told),
            None => slaps(scene, &told),
        },
        laws => one_pile_game(scene, laws, &told),
    };
    for declared in scene.director.declared() {
        let kind = word(&declared.kind);
        let player = declared.person.map(|person| person as u8 + 1);
        // What is declared of nobody in particular is one incident, whomever the engine names for it.
        let whose = |one: &TruthIncident| player.is_none() || one.player == player;
        let same = |one: &TruthIncident| one.kind == kind && whose(one) && (one.t - declared.t).abs() < SAME_SECS;
        if let Some(one) = judged.incidents.iter_mut().find(|one| same(one)) {
            one.player = player;
        } else {
            judged.incidents.push(TruthIncident {
                kind,
                t: micro(declared.t),
                until: Some(micro(declared.until)),
                player,
                finding: Some(declared.finding),
                declared: true,
            });
        }
    }
    judged.incidents.sort_by(|a, b| a.t.total_cmp(&b.t).then(a.kind.cmp(&b.kind)).then(a.player.cmp(&b.player)));
    judged
}

/// A kind as it is written.
pub(super) fn word(kind: &impl serde::Serialize) -> String {
    // An enum without fields becomes a string; nothing else can come.
    serde_json::to_value(kind).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn slaps(scene: &Directed, told: &[Told]) -> Judged {
    let faces = scene.director.timeline().faces();
    let face = |told: &Told| told.card.map(|card| faces[usize::from(card)]);
    let pile = |told: &Told| told.pile.and_then(|pile| Pile::BOTH.get(pile).copied());
    let events: Vec<Event> = told
        .iter()
        .map(|told| Event {
            at: Measured::exact(micro(told.t)),
            kind: told.kind,
            player: told.person.and_then(|person| PLAYERS.get(person).copied()),
            hand: told.hand,
            pile: pile(told),
            card: face(told),
            confidence: 1.0,
            inferred: false,
            after_other: None,
        })
        .collect();
    // Instants are ours and finite: the engine refuses nothing of them. An empty outcome says so if it did.
    let outcome = isf::judge_all(start(scene), &events, &isf::Settings::default(), scene.duration_s);
    let (rulings, challenges) = outcome.map(|outcome| (outcome.rulings, outcome.slaps)).unwrap_or_default();
    Judged {
        events: told.iter().map(|told| TruthEvent::Isf(written(told, faces))).collect(),
        slaps: challenges.iter().map(slap).collect(),
        incidents: rulings.iter().filter(|ruling| ruling.kind != Kind::Slap).map(incident).collect(),
        rulings: Vec::new(),
        tops: tops(scene, told),
    }
}

/// An event as it is written.
pub(super) fn written(told: &Told, faces: &[Card]) -> IsfEvent {
    IsfEvent {
        t: micro(told.t),
        kind: told.kind,
        player: told.person.map(|person| person as u8 + 1),
        hand: told.hand,
        pile: told.pile.and_then(|pile| Pile::BOTH.get(pile).copied()),
        card: told.card.map(|card| faces[usize::from(card)]),
        place: told.place.map(|place| place as u8),
    }
}

/// The engine's table at the start, with every card that lies on the piles.
fn start(scene: &Directed) -> State {
    let deal = &scene.settled.deal;
    let rank = |card: &u8| deal.cards[usize::from(*card)].rank;
    let mut state = if deal.in_play {
        State::new([0, 1].map(|pile| deal.centre.get(pile).and_then(|cards| cards.last()).map(rank)))
    } else {
        State::before_match()
    };
    for (pile, laid) in state.piles.iter_mut().enumerate() {
        let under = deal.centre.get(pile).map_or(&[][..], |cards| &cards[..cards.len().saturating_sub(1)]);
        let mut all: Vec<_> = under
            .iter()
            .map(|card| isf::state::Laid { top: Top::Card(rank(card)), at: None, confidence: 1.0 })
            .collect();
        all.append(laid);
        *laid = all;
    }
    state.foundation = [0, 1].map(|person| {
        let count: usize = deal.foundations.get(person).map_or(0, |places| places.iter().map(Vec::len).sum());
        u8::try_from(count).ok()
    });
    state
}

pub(super) fn slap(challenge: &SlapChallenge) -> TruthSlap {
    let winner = match challenge.verdict {
        Verdict::Player1 => Some(1),
        Verdict::Player2 => Some(2),
        Verdict::TooClose | Verdict::NoValidAttempt | Verdict::Void => None,
    };
    TruthSlap {
        condition_t: micro(challenge.condition.t),
        rank: challenge.rank,
        attempts: challenge
            .attempts
            .iter()
            .map(|attempt| TruthAttempt {
                player: attempt.player.number(),
                left_t: attempt.left.map(|at| at.t),
                right_t: attempt.right.map(|at| at.t),
                complete_t: attempt.complete.map(|at| at.t),
                valid: attempt.invalid.is_none(),
                reason: attempt.invalid,
            })
            .collect(),
        verdict: Some(challenge.verdict),
        winner,
        margin_ms: challenge.margin.map(|margin| (margin.t * 1e6).round() / 1e3),
    }
}

pub(super) fn incident(ruling: &Ruling) -> TruthIncident {
    TruthIncident {
        kind: word(&ruling.kind),
        t: micro(ruling.at.t),
        until: (ruling.until > ruling.at.t).then(|| micro(ruling.until)),
        player: ruling.player.map(Player::number),
        finding: Some(ruling.finding),
        declared: false,
    }
}

/// The readable tops over time: cards come at their contact, and go when they are lifted.
pub(super) fn tops(scene: &Directed, told: &[Told]) -> Vec<TruthTops> {
    let faces = scene.director.timeline().faces();
    let mut piles = scene.settled.deal.centre.clone();
    let shown = |piles: &[Vec<u8>]| {
        let top = |pile: usize| piles.get(pile)?.last().map(|card| faces[usize::from(*card)].rank);
        [top(0), top(1)]
    };
    let mut rows = vec![(0.0, shown(&piles))];
    let takes = scene.director.takes().iter().map(|take| (take.t, None));
    let mut changes: Vec<(f64, Option<&Told>)> = told.iter().map(|told| (told.t, Some(told))).chain(takes).collect();
    changes.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (t, told) in changes {
        match told {
            None => piles.iter_mut().for_each(Vec::clear),
            Some(Told { kind, pile: Some(pile), card: Some(card), .. }) => match kind {
                EventKind::Contact | EventKind::Reveal => piles[*pile].push(*card),
                EventKind::Remove => piles[*pile].retain(|other| other != card),
                _ => continue,
            },
            Some(_) => continue,
        }
        rows.push((t, shown(&piles)));
    }
    let mut out: Vec<TruthTops> = Vec::new();
    for (t, [left, right]) in rows {
        if out.last().is_none_or(|last| [last.left, last.right] != [left, right]) {
            out.push(TruthTops { t: micro(t), left, right });
        }
    }
    out
}

/// Every ruling of a game with the text's own switches.
fn rulings<S: Default>(
    events: &[one_pile::Event],
    judge: impl Fn(
        &one_pile::State,
        &one_pile::Event,
        &S,
    ) -> Result<(one_pile::State, Vec<one_pile::Ruling>), one_pile::Impossible>,
    settle: impl Fn(&one_pile::State, &S) -> (one_pile::State, Vec<one_pile::Ruling>),
) -> Vec<one_pile::Ruling> {
    let (mut state, mut out, switches) = (one_pile::State::new(), Vec::new(), S::default());
    for event in events {
        // What the script makes impossible for the engine (a card from an empty stack) has no ruling.
        if let Ok((next, rulings)) = judge(&state, event, &switches) {
            state = next;
            out.extend(rulings);
        }
    }
    out.extend(settle(&state, &switches).1);
    out
}

/// A game with one pile: its own events, judged by its own engine with the text's own switches.
fn one_pile_game(scene: &Directed, laws: Laws, told: &[Told]) -> Judged {
    let faces = scene.director.timeline().faces();
    let deal = &scene.settled.deal;
    let seat = |person: Option<usize>| person.and_then(|person| Seat::new(person as u8 + 1)).unwrap_or(Seat::ONE);
    let stacks: Vec<Vec<Option<Card>>> = deal
        .decks
        .iter()
        .map(|cards| cards.iter().rev().map(|card| Some(faces[usize::from(*card)])).collect())
        .collect();
    let last = Seat::new(deal.decks.len() as u8).unwrap_or(Seat::ONE);
    // Seat 1 begins: she is the dealer herself where the dealer begins, else sits to the dealer's left.
    let dealer = if laws == Laws::SlapsHouse { Seat::ONE } else { last };
    let mut timed: Vec<(f64, Act)> = vec![(0.0, Act::Deal { dealer, stacks, counts: Vec::new() })];
    for told in told {
        let act = match told.kind {
            EventKind::Reveal => Act::Flip {
                seat: seat(told.person),
                card: told.card.map(|card| faces[usize::from(card)]),
                pile: one_pile::Which::default(),
                from_bottom: false,
                towards_self: false,
            },
            EventKind::Touch if told.slap => Act::Slap {
                seat: seat(told.person),
                hand: told.hand,
                on: one_pile::event::Target::default(),
                call: None,
                cover: None,
                fingers: None,
                touches_top: None,
                with_flip: false,
                sneaked: false,
            },
            _ => continue,
        };
        timed.push((told.t, act));
    }
    for take in scene.director.takes() {
        timed.push((take.t, Act::Take { seat: seat(Some(take.person)), pile: one_pile::Which::default() }));
    }
    timed.sort_by(|a, b| a.0.total_cmp(&b.0));
    let events: Vec<one_pile::Event> =
        timed.into_iter().map(|(t, act)| one_pile::Event { t: Some(micro(t)), ..one_pile::Event::new(act) }).collect();
    let rulings = match laws {
        Laws::SlapsHouse => rulings(&events, slaps_house::judge, slaps_house::settle),
        Laws::Ers => rulings(&events, ers::judge, ers::settle),
        Laws::Ratscrew => rulings(&events, ratscrew::judge, ratscrew::settle),
        Laws::Slapjack | Laws::Isf => rulings(&events, slapjack::judge, slapjack::settle),
    };
    let called =
        |ruling: &&one_pile::Ruling| ruling.finding != Finding::NoOffence && ruling.kind != one_pile::Kind::Slap;
    let incidents = rulings
        .iter()
        .filter(called)
        .map(|ruling| TruthIncident {
            kind: word(&ruling.kind),
            t: ruling.at.map_or(0.0, |at| micro(at.t)),
            until: None,
            player: ruling.seat.map(Seat::number),
            finding: Some(ruling.finding),
            declared: false,
        })
        .collect();
    Judged {
        events: events.into_iter().map(TruthEvent::OnePile).collect(),
        slaps: Vec::new(),
        incidents,
        rulings: Vec::new(),
        tops: tops(scene, told),
    }
}
