//! One act of the script into hands, cards, events: what each word of `do` comes to.

use super::Director;
use super::carry::Carry;
use super::cues::Which;
use super::hands::Manner;
use super::set_up::angle_of;
use super::slaps::Blow;
use super::told::{Cannot, Told};
use super::visits::Visit;
use crate::facts::{EventKind, Finding, Kind};
use crate::simulate::script::{Do, Play};
use crate::simulate::timeline::seats::arm_of;
use glam::DVec2;

impl Director {
    pub(super) fn act(&mut self, t: f64, act: &Do) -> Result<(), Cannot> {
        match act {
            Do::Reveal(cue) => self.reveal(t, cue),
            Do::Play(cue) => {
                let person = self.person(cue.player)?;
                self.play(person, t, cue).map(|_| ())
            }
            Do::HoldCard(cue) => {
                let person = self.person(cue.player)?;
                let play = Play {
                    card: cue.card,
                    place: cue.place,
                    pile: cue.pile,
                    hand: cue.hand,
                    hold_s: Some(cue.for_s.unwrap_or(1.4)),
                    ..Play::default()
                };
                self.play(person, t, &play).map(|_| ())
            }
            Do::Lift(cue) => {
                let person = self.person(cue.player)?;
                let which = Which { card: cue.card, place: cue.place };
                self.lift(person, t, which, cue.hand).map(|_| ())
            }
            Do::Return(cue) => self.put_back(self.person(cue.player)?, t, cue.hand),
            Do::Remove(cue) => self.remove(self.person(cue.player)?, t, cue.pile, cue.hand),
            Do::Slap(cue) => {
                let person = self.person(cue.player)?;
                self.slap(person, t, cue)
            }
            Do::PlayAndSlap(cue) => self.play_and_slap(self.person(cue.player)?, t, cue),
            Do::Touch(cue) => {
                let person = self.person(cue.player)?;
                let pile = self.pile(cue.pile)?;
                let hand = cue.hand.unwrap_or_else(|| self.hand_for(person, pile));
                let hold = cue.hold_s.unwrap_or(0.2);
                let aside = DVec2::new(self.chance.normal(0.0, 0.8), self.chance.normal(0.0, 0.8));
                let arm = arm_of(person, hand);
                self.blow(&Blow { arm, pile, t, manner: Manner::tips(), aside, hold, strength: 0.0, slap: false })
            }
            Do::Hover(cue) => {
                let person = self.person(cue.player)?;
                let (target, x) = match cue.deck_of {
                    Some(whose) => (self.deck_middle(self.person(Some(whose))?), None),
                    None => {
                        let pile = self.pile(cue.pile)?;
                        (self.table.aim(&self.places, pile), Some(pile))
                    }
                };
                let hand =
                    cue.hand.unwrap_or_else(|| x.map_or(self.handedness[person], |pile| self.hand_for(person, pile)));
                let stay = cue.for_s.unwrap_or(1.2);
                let above = cue.height_cm.unwrap_or(4.0);
                let arm = arm_of(person, hand);
                self.visit(&Visit { arm, target, manner: Manner::palm(), above, t, stay, strikes: false })?;
                self.declare(Kind::Hovering, t, t + stay, Some(person), Finding::Referee);
                Ok(())
            }
            Do::Fake(cue) => {
                let person = self.person(cue.player)?;
                let above = cue.height_cm.unwrap_or(3.0);
                let piles =
                    (0..self.places.piles.len()).filter(|pile| cue.pile.is_none_or(|only| only.index() == *pile));
                for pile in piles {
                    let hand = self.hand_for(person, pile);
                    if cue.hand.is_some_and(|only| only != hand) {
                        continue;
                    }
                    let target = self.table.aim(&self.places, pile);
                    let t = t - self.chance.between(0.0, 0.015);
                    let arm = arm_of(person, hand);
                    self.visit(&Visit { arm, target, manner: Manner::palm(), above, t, stay: 0.06, strikes: true })?;
                }
                Ok(())
            }
            Do::Take(cue) => self.take(self.person(cue.player)?, t),
            Do::Turn(cue) => {
                let person = self.person(cue.player)?;
                let place = self.place(person, cue.place)?;
                let (card, at) = self.top_of(person, place)?;
                let hand = cue.hand.unwrap_or_else(|| self.hand_at(person, at));
                let arm = arm_of(person, hand);
                let spot = self.places.people[person].sub_piles[place];
                let mut carry = Carry::new(arm, vec![card], spot, t);
                carry.over = true;
                carry.angle = Some(angle_of(&self.timeline.people[person]) + self.chance.normal(0.0, 0.03));
                self.carry(&carry)?;
                self.tell(Told { card: Some(card), place: Some(place), ..self.of(arm, t, EventKind::Turn) });
                self.count_live(person, t);
                Ok(())
            }
            Do::Rearrange(cue) => {
                let person = self.person(cue.player)?;
                let to = self.place(person, cue.to)?;
                self.within(person, t, cue.from, to, cue.hand)
            }
            Do::ExtraLive(cue) => {
                let person = self.person(cue.player)?;
                self.within(person, t, cue.place, 4, cue.hand)?;
                // What lay under it is turned up too: five cards are live.
                let place = self.place(person, cue.place)?;
                let (card, _) = self.top_of(person, place)?;
                let spot = self.places.people[person].sub_piles[place];
                let arm = arm_of(person, cue.hand.unwrap_or_else(|| self.hand_at(person, spot)));
                let mut carry = Carry::new(arm, vec![card], spot, t + 0.75);
                carry.over = true;
                carry.angle = Some(angle_of(&self.timeline.people[person]));
                let done = self.carry(&carry)?;
                self.tell(Told { card: Some(card), place: Some(place), ..self.of(arm, done.land, EventKind::Turn) });
                self.count_live(person, done.land);
                Ok(())
            }
            Do::TouchDeck(cue) => {
                let person = self.person(cue.player)?;
                let whose = cue.deck_of.map_or(Ok(person), |whose| self.person(Some(whose)))?;
                let (target, stay) = (self.deck_middle(whose), cue.hold_s.unwrap_or(0.4));
                let arm = arm_of(person, cue.hand.unwrap_or_else(|| self.hand_at(person, target)));
                self.visit(&Visit { arm, target, manner: Manner::tips(), above: 0.0, t, stay, strikes: false })?;
                self.declare(Kind::DrawDeckTouched, t, t + stay, Some(person), Finding::Referee);
                Ok(())
            }
            Do::NudgeDeck(cue) => {
                let person = self.person(cue.player)?;
                let whose = cue.deck_of.map_or(Ok(person), |whose| self.person(Some(whose)))?;
                let target = self.deck_middle(whose);
                let arm = arm_of(person, cue.hand.unwrap_or_else(|| self.hand_at(person, target)));
                let by = DVec2::from_array(cue.by.unwrap_or([7.0, 3.0]));
                let cards = self.table.decks[whose].clone();
                self.drag(arm, &cards, t, by)?;
                self.declare(Kind::DrawDeckDisplaced, t, t + 0.1, Some(person), Finding::Referee);
                Ok(())
            }
            Do::Cover(cue) => {
                let person = self.person(cue.player)?;
                let target = match cue.place {
                    Some(_) => {
                        let place = self.place(person, cue.place)?;
                        self.top_of(person, place)?.1
                    }
                    None => self.table.aim(&self.places, self.pile(cue.pile)?),
                };
                let hand = cue.hand.unwrap_or_else(|| self.hand_at(person, target));
                let stay = cue.for_s.unwrap_or(1.5);
                let (arm, manner) = (arm_of(person, hand), Manner::palm());
                // A hand's breadth above the cards: it hides them and touches nothing.
                self.visit(&Visit { arm, target, manner, above: 1.5, t, stay, strikes: false })?;
                self.declare(Kind::ObscuredCard, t, t + stay, Some(person), Finding::Referee);
                Ok(())
            }
            Do::Spill(cue) => self.spill(t, cue),
            Do::Drop(cue) => {
                let person = self.person(cue.player)?;
                let which = Which { card: cue.card, place: cue.place };
                self.drop_card(person, t, which, cue.hand, cue.back_after_s.unwrap_or(0.7))
            }
            Do::Clash(cue) => {
                let pile = self.pile(cue.pile)?;
                let target = self.table.aim(&self.places, pile);
                let above = cue.height_cm.unwrap_or(5.0);
                let one = arm_of(0, self.hand_for(0, pile));
                let two = arm_of(1, self.hand_for(1, pile));
                let down = Manner { pitch: 8.0, ..Manner::palm() };
                self.visit(&Visit { arm: one, target, manner: down, above, t, stay: 0.12, strikes: true })?;
                self.press(one, t);
                // The other lands on its back.
                self.visit(&Visit {
                    arm: two,
                    target,
                    manner: down,
                    above: 0.0,
                    t: t + 0.004,
                    stay: 0.12,
                    strikes: true,
                })?;
                self.arms[one].pressed = None;
                self.declare(Kind::ContactBetweenPlayers, t + 0.004, t + 0.12, None, Finding::Referee);
                Ok(())
            }
            Do::PushMat(cue) => self.push_mat(t, cue),
            Do::Stoppage(_) => {
                self.say(t);
                self.tell(Told::new(t, EventKind::Stoppage));
                Ok(())
            }
            Do::Stalemate(cue) => {
                self.say(t);
                let person = cue.player.map(|player| self.person(Some(player))).transpose()?;
                if self.somebody_can_play() {
                    self.declare(Kind::WrongStalemate, t, t, person, Finding::Referee);
                }
                self.tell(Told { person, ..Told::new(t, EventKind::Stoppage) });
                Ok(())
            }
            Do::RoundStart(_) => {
                self.tell(Told::new(t, EventKind::RoundStart));
                Ok(())
            }
            Do::RoundEnd(cue) => {
                let person = cue.player.map(|player| self.person(Some(player))).transpose()?;
                self.tell(Told { person, ..Told::new(t, EventKind::RoundEnd) });
                Ok(())
            }
            Do::MatchEnd(cue) => {
                let person = cue.player.map(|player| self.person(Some(player))).transpose()?;
                self.tell(Told { person, ..Told::new(t, EventKind::MatchEnd) });
                Ok(())
            }
            Do::Collect(cue) => self.collect(self.person(cue.player)?, t),
            Do::Gather(cue) => self.gather(self.person(cue.player)?, t, cue.cards.as_deref()),
            Do::Shuffle(cue) => self.shuffle_pack(self.person(cue.player)?, t),
            Do::LayOut(cue) => self.lay_out(self.person(cue.player)?, t),
            Do::Lend(cue) => self.lend(self.person(cue.player)?, t, cue.count.map(usize::from)),
            Do::SplitCentre(cue) => {
                let person = self.person(cue.player.or(Some(1)))?;
                self.split_centre(person, t, cue.first.map(usize::from))
            }
            Do::Wait(_) => {
                self.rest_until(t + 0.4);
                Ok(())
            }
        }
    }
}
