//! What the instants learn from the books: where the match stands, how many foundation cards are left, and
//! after an act what lies on the piles.

use super::{Game, Joining};
use crate::base::{Pile, Player};
use crate::law::isf::books::table::{Condition, Status as Standing};
use crate::law::isf::state::{Laid, OpenSlap, State, Status, Top};

impl Joining<'_> {
    /// After an event: the standing and the counts, once nothing waits.
    pub(super) fn agree_on_standing(&mut self) {
        let Game { moment, books, waiting, .. } = &mut self.game;
        // Between two reveals, and while a slap or a release is waited for, the books are behind.
        if !waiting.is_empty() || books.revealed != [None, None] || moment.reveal.is_some() {
            return;
        }
        let standing = standing(books.status);
        // What the instants have still to say of a round's end they say by their own standing.
        let ended = [standing, moment.status].iter().all(|one| matches!(one, Status::RoundOver | Status::MatchOver));
        if super::super::slap::completed(moment).is_none() && !ended {
            moment.status = standing;
        }
        for player in Player::BOTH {
            // A card that did not follow is not played for good (H.2.2).
            let lying = books.centre.iter().flatten().filter(|laid| {
                laid.legal == Some(false) && !laid.settled && laid.from.is_some_and(|(whose, _)| whose == player)
            });
            let left = books.foundation_count(player) + lying.count();
            moment.foundation[player.index()] = u8::try_from(left).ok();
        }
    }

    /// After an act: the piles too.
    pub(super) fn agree_on_cards(&mut self) {
        let Game { moment, books, .. } = &mut self.game;
        for pile in Pile::BOTH {
            let top = books.top(pile).map_or(Top::Empty, |laid| books.face(laid.card).map(|face| face.rank).into());
            if moment.top(pile) != top {
                moment.piles[pile.index()] = vec![Laid { top, at: None, confidence: 1.0 }];
                moment.plays.retain(|play| play.pile != pile);
            }
        }
        match (books.condition, moment.tops()[0].rank()) {
            (Condition::Active, Some(rank)) if moment.slap.is_none() => moment.slap = Some(OpenSlap::unseen(rank)),
            (Condition::Active, _) => {}
            _ => moment.slap = None,
        }
        if books.finish.is_none() {
            moment.finish = None;
        }
        if standing(books.status) != Status::Live {
            stop(moment);
        }
        moment.status = standing(books.status);
        moment.reveal = None;
        self.agree_on_standing();
    }
}

/// Cards outside the boundary go back when play stops.
fn stop(moment: &mut State) {
    moment.outside = [Vec::new(), Vec::new()];
    moment.overlaps = [None, None];
    moment.slap = None;
}

fn standing(status: Standing) -> Status {
    match status {
        Standing::BeforeMatch => Status::BeforeMatch,
        Standing::Live => Status::Live,
        Standing::Stopped | Standing::Suspended => Status::Stopped,
        Standing::SlapWon => Status::SlapWon,
        Standing::Ready | Standing::RoundOver => Status::RoundOver,
        Standing::MatchOver | Standing::Terminated => Status::MatchOver,
    }
}
