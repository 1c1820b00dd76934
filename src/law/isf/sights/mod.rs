//! What the clauses say about things that are seen at the table and are no event of play: a hand that hovers,
//! a card kept hidden, a Draw Deck out of place, a mat that moved.
//!
//! In: a [`Sight`], what was seen with its measured facts, and the [`State`] at that moment. Out: rulings. Most
//! of these clauses turn on intent or advantage, which no camera sees: there the finding is the referee's and
//! the sentence names the clause. What looks like an offence and is none is said too, not passed over. None of
//! these clauses states a sanction that is due, so none is. The state is read and never changed.
//!
//! What belongs to play is ruled only while play is on; the table and the cards at any time. Before the first
//! reveal nothing is ruled (E.3.2): the reveals themselves are then shown to the referee.
//!
//! Files: [`sight`] what can be seen, [`line`](mod@line) how it is written, [`tolerances`] our numbers, `hovering` D.10.2,
//! `hidden` D.5.5 and D.11, `decks` B.5, D.4.2 and D.4.5, `reveals` D.4.3, D.4.4 and E.2.4, `live_cards` D.3.1,
//! `piles` cards on, between and beside the Centre Piles, `displaced` B.2.4 and D.3.5, `cards` B.6.1, `area`
//! mats, camera and foreign objects, `contact` C.2.4 and F.9, `foundation` what players may do with theirs.

mod area;
mod cards;
mod contact;
mod decks;
mod displaced;
mod foundation;
mod hidden;
mod hovering;
mod impossible;
pub mod line;
mod live_cards;
mod piles;
mod reveals;
pub mod sight;
pub mod tolerances;
mod view;

pub use impossible::Impossible;
pub use line::{KINDS, NotASight, read_line};
pub use sight::{Seen, Sight};

use super::{Settings, State};
use crate::facts::Ruling;
use view::View;

/// Judges one sight at the table as it was when it began.
///
/// # Errors
/// [`Impossible`] when the sight cannot be: no instant, an end before its beginning, a share that is none.
pub fn judge(sight: &Sight, state: &State, settings: &Settings) -> Result<Vec<Ruling>, Impossible> {
    impossible::check(sight)?;
    let view = View { sight, state, settings };
    let ruling = match &sight.seen {
        Seen::Hovering { over, carrying, height_cm } => hovering::hovering(&view, *over, *carrying, *height_cm),
        Seen::TopHidden { pile, hidden } => hidden::top(&view, *pile, *hidden),
        Seen::LiveCardHidden { owner, hidden, by } => hidden::live_card(&view, *owner, *hidden, *by),
        Seen::DeckTouched { deck, revealed } => decks::touched(&view, *deck, *revealed),
        Seen::DeckOutOfZone { deck, cm, exposed, returned } => {
            decks::out_of_zone(&view, *deck, *cm, *exposed, *returned)
        }
        Seen::DeckFaceUp { deck } => decks::face_up(&view, *deck),
        Seen::CardExposed { deck, card } => reveals::exposed(&view, *deck, *card),
        Seen::PreLift { deck } => reveals::pre_lift(&view, *deck),
        Seen::RevealInSteps { deck, motions, pause_s } => reveals::in_steps(&view, *deck, *motions, *pause_s),
        Seen::LiveCards { count } => live_cards::live_cards(&view, *count),
        Seen::CardBetweenPiles { card, p_left } => piles::between(&view, *card, *p_left),
        Seen::CardKnockedOut { pile, cm, in_the_way } => piles::knocked_out(&view, *pile, *cm, *in_the_way),
        Seen::LandedOddly { pile, readable } => piles::landed(&view, *pile, *readable),
        Seen::PileDisturbed { pile, cards } => piles::disturbed(&view, *pile, *cards),
        Seen::Spill { cards, cm } => displaced::spill(&view, *cards, *cm),
        Seen::Displaced { cards, returned, advantage } => displaced::displaced(&view, *cards, *returned, *advantage),
        Seen::SameCardTwice { card } => cards::twice(&view, *card),
        Seen::JokerSeen {} => cards::joker(&view),
        Seen::CardCount { count, rank, complete } => cards::count(&view, *count, *rank, *complete),
        Seen::MatMoved { mat, cm } => area::mat_moved(&view, *mat, *cm),
        Seen::CameraMoved { cm } => area::camera_moved(&view, *cm),
        Seen::ForeignObject { in_the_way } => area::foreign_object(&view, *in_the_way),
        Seen::PlayersTouched { other_hand } => contact::players_touched(&view, *other_hand),
        Seen::HardStrike { speed_m_s, usual_m_s } => contact::hard_strike(&view, *speed_m_s, *usual_m_s),
        Seen::Rearranged { inside } => foundation::rearranged(&view, *inside),
        Seen::CardTurned {} => foundation::turned(&view),
        Seen::NextCardNotTurned { live } => foundation::not_turned(&view, *live),
        Seen::CardDropped { card, returned } => foundation::dropped(&view, *card, *returned),
        Seen::CardFlipped { turned_up } => foundation::flipped(&view, *turned_up),
    };
    Ok(ruling.into_iter().collect())
}
