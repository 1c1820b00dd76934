//! What the rulings of the instants are to the books: dropped where the books rule, entered where they follow.

use super::{Impossible, Joining};
use crate::facts::{Finding, Kind, Ruling, Verdict};
use crate::law::isf::books::Act;
use crate::law::isf::books::act::SlapOutcome;
use crate::law::isf::books::table::{Condition, Status};

impl Joining<'_> {
    /// Takes rulings of the instants. `removing`: the removal that they are about goes into the books.
    pub(super) fn take(&mut self, rulings: Vec<Ruling>, removing: bool) -> Result<(), Impossible> {
        for ruling in rulings {
            let theirs = match ruling.kind {
                Kind::IllegalPlay => self.is_booked(&ruling),
                Kind::Retraction => removing,
                Kind::SlapOpportunityLost => self.is_lost_again(&ruling),
                _ => false,
            };
            if theirs {
                continue;
            }
            let ruling = self.follow(ruling)?;
            self.rulings.push(ruling);
        }
        Ok(())
    }

    /// Whether the books rule on the card of an illegal play, or are about to.
    fn is_booked(&self, ruling: &Ruling) -> bool {
        let entered = self.game.entered.iter().any(|card| card.contact == ruling.at && card.judged);
        entered || self.game.waiting.iter().any(|one| one.since == ruling.at && matches!(one.act, Act::Play { .. }))
    }

    /// Enters a verdict of the instants and adds what follows from it.
    fn follow(&mut self, mut ruling: Ruling) -> Result<Ruling, Impossible> {
        let at = ruling.at;
        if ruling.kind == Kind::Misslap {
            // The instants say whose and how often it was seen; the books count it.
            let counts = ruling.finding == Finding::Offence && self.game.books.status == Status::Live;
            if let Some(player) = ruling.player.filter(|_| counts) {
                self.enter(&Act::Misslap { player }, at, ruling.confidence)?;
            }
            return Ok(ruling);
        }
        let Some(slap) = &ruling.slap else { return Ok(ruling) };
        let books = &self.game.books;
        let act = match slap.verdict {
            Verdict::NoValidAttempt => return Ok(ruling),
            Verdict::Void if books.finish.is_some() => Act::Slap { outcome: SlapOutcome::Void, player: None },
            Verdict::Void => return Ok(ruling),
            _ if books.status != Status::Live || matches!(books.condition, Condition::Inactive | Condition::Lost) => {
                ruling.sentence += " The books have no slap on then, so nothing is booked.";
                ruling.finding = Finding::Referee;
                return Ok(ruling);
            }
            Verdict::Player1 | Verdict::Player2 => Act::Slap { outcome: SlapOutcome::Won, player: ruling.player },
            Verdict::TooClose => {
                self.game.undecided = Some(at);
                Act::Stoppage
            }
        };
        for more in self.enter(&act, at, 1.0)? {
            if more.kind == ruling.kind {
                join(&mut ruling, more);
            } else {
                self.rulings.push(more);
            }
        }
        Ok(ruling)
    }
}

/// One ruling of two on the same: what was seen, then what follows.
fn join(ruling: &mut Ruling, more: Ruling) {
    ruling.sentence += " ";
    ruling.sentence += &more.sentence;
    if more.finding == Finding::Referee {
        ruling.finding = Finding::Referee;
    }
    let new: Vec<String> = more.clauses.into_iter().filter(|clause| !ruling.clauses.contains(clause)).collect();
    ruling.clauses.extend(new);
}
