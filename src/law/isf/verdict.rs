//! Who won a slap challenge (F.5 to F.7, F.8.3 to F.8.5, H.2.5, H.2.6).
//!
//! The winner completed the two-hand contact first (F.5.1). Both instants are distributions: the order is
//! told when its probability reaches the `reliability` setting, else it is a slap stalemate for the referee
//! (F.5.4, F.6.1). The Laws leave "reliably" open; the threshold is ours.

use super::attempts::{self, first_of};
use super::bench::{Bench, Draft};
use super::slap::Closing;
use super::state::{Laid, OpenSlap, Pair, Role, Status, Stay, Top};
use super::{invalid, misslap, nobody, tolerances, unseen, words};
use crate::base::order::{both_before, positive};
use crate::base::{Measured, Player};
use crate::facts::{Attempt, Finding, Kind, SlapChallenge, Verdict};

/// Settles a condition that is over.
pub(super) fn settle(bench: &mut Bench<'_>, open: &OpenSlap, closing: Closing) {
    let attempts = attempts::list(bench, open);
    let answer = bench.secs(tolerances::ANSWER_SECS);
    let valid = Player::BOTH.map(|player| first_of(open, player, answer));
    if open.final_card {
        return void(bench, open, attempts);
    }
    let first = valid.into_iter().flatten().min_by(|a, b| a.complete.t.total_cmp(&b.complete.t));
    let last = open.at.and_then(|at| bench.state.maybe_last(at.t));
    if let (Some(pair), Some(player), true) = (first, last, open.rank.is_some()) {
        return unseen::maybe_last_card(bench, open, pair, player, attempts);
    }
    match (open.rank, valid) {
        (None, [Some(one), Some(two)]) => both(bench, open, one, two, attempts),
        (None, [Some(pair), None] | [None, Some(pair)]) => misslap::undecided(bench, pair),
        (_, [Some(one), Some(two)]) => both(bench, open, one, two, attempts),
        (_, [Some(pair), None] | [None, Some(pair)]) => alone(bench, open, pair, attempts),
        (_, [None, None]) => nobody::settle(bench, open, attempts, closing),
    }
}

pub(super) fn challenge(open: &OpenSlap, at: Measured, attempts: Vec<Attempt>, verdict: Verdict) -> SlapChallenge {
    SlapChallenge { condition: at, rank: open.rank, attempts, verdict, margin: None, p_player1_first: None }
}

/// When the condition became active; equal tops from before the recording count from their first use.
pub(super) fn condition(open: &OpenSlap, fallback: Measured) -> Measured {
    open.at.unwrap_or_else(|| Measured::exact(fallback.t.min(0.0)))
}

/// F.5, F.6: both completed.
fn both(bench: &mut Bench<'_>, open: &OpenSlap, one: &Pair, two: &Pair, attempts: Vec<Attempt>) {
    let p1 = first_to_complete(one, two);
    let (winner, loser) = if p1 >= 0.5 { (one, two) } else { (two, one) };
    // Hands that were hardly seen on both piles leave the slap to those that surely were.
    let hands = hands_seen(winner);
    let shaky = hands < tolerances::SHAKY_HANDS && hands_seen(loser) >= bench.settings.reliability;
    let sure = p1.max(1.0 - p1) * if shaky { hands } else { 1.0 };
    let p1 = if winner.player == Player::One { sure } else { 1.0 - sure };
    let margin = winner.complete.until(&loser.complete);
    let margin = if order_told(one, two) { positive(&margin, p1.max(1.0 - p1)) } else { margin };
    let scale = bench.settings.scale;
    let likely = sure >= bench.settings.reliability;
    let told = likely && margin.t * scale.real_per_file >= bench.settings.smallest_margin_secs;
    let verdict = match (told, winner.player) {
        (false, _) => Verdict::TooClose,
        (true, Player::One) => Verdict::Player1,
        (true, Player::Two) => Verdict::Player2,
    };
    let certainty = format!("{}; {}", words::interval(scale, margin), words::sure(sure));
    let mut sentence = if told {
        format!(
            "{} completed the slap {} before {} ({certainty}): {}.",
            winner.player,
            words::ms(scale, margin.t),
            loser.player,
            words::cite("F.5.1"),
        )
    } else {
        let short = if shaky {
            format!("and it is not sure that {} had a hand on each pile", winner.player)
        } else if likely {
            format!("but this camera tells no margin under {:.1} ms", bench.settings.smallest_margin_secs * 1000.0)
        } else {
            format!("which is under the {:.0} % asked for", bench.settings.reliability * 100.0)
        };
        format!(
            "Too close to call: {} seems to have completed the slap {} before {} ({certainty}), {short}. The referee \
             decides (F.5.4); otherwise {}, and {}.",
            winner.player,
            words::ms(scale, margin.t),
            loser.player,
            words::cite("F.6.1"),
            words::cite("F.6.2"),
        )
    };
    let mut clauses = if told { vec!["F.5.1"] } else { vec!["F.6.1", "F.5.4"] };
    sentence += &came_below(one, two);
    let doubts = remarks(bench, open, &[winner, loser], &mut sentence, &mut clauses);
    let challenge = SlapChallenge {
        margin: Some(margin),
        p_player1_first: Some(p1),
        ..challenge(open, condition(open, winner.complete), attempts.clone(), verdict)
    };
    let seen = seen(open, winner) * loser.left.confidence * loser.right.confidence;
    let finding = if told && !doubts && seen >= bench.settings.offence_confidence {
        Finding::NoOffence
    } else {
        Finding::Referee
    };
    bench.rule(Draft {
        kind: if told { Kind::Slap } else { Kind::SlapStalemate },
        clauses: &clauses,
        at: winner.complete,
        until: loser.complete.t,
        player: told.then_some(winner.player),
        finding,
        sanction: None,
        sentence,
        confidence: if told { sure * seen } else { seen },
        slap: Some(challenge),
    });
    late_reveal(bench, open, winner, (!told).then_some(sure));
    for pair in [one, two] {
        one_motion(bench, open, pair);
    }
    invalid::rule(bench, open, &attempts, Some(winner.complete), None);
    after_slap(bench, told);
}

/// The probability that Player 1's contact was completed first, by both instants and by which hand of each pile came first.
fn first_to_complete(one: &Pair, two: &Pair) -> f64 {
    let order = [came_first(&one.left, &two.left), came_first(&one.right, &two.right)];
    both_before([&one.left.down, &one.right.down], [&two.left.down, &two.right.down], order)
}

/// Whether hands that lie on each other tell an order.
fn order_told(one: &Pair, two: &Pair) -> bool {
    came_first(&one.left, &two.left).is_some() || came_first(&one.right, &two.right).is_some()
}

/// The probability that the first of two players' hands on a pile came first, where it is told which one lies on top.
fn came_first(one: &Stay, two: &Stay) -> Option<f64> {
    Some(0.5 * (1.0 - one.after_other? + two.after_other?))
}

/// What the hands that lie on each other tell, for the referee to look at.
fn came_below(one: &Pair, two: &Pair) -> String {
    let order = [("left", &one.left, &two.left), ("right", &one.right, &two.right)];
    let told = order.into_iter().filter_map(|(pile, one, two)| {
        let p = came_first(one, two)?;
        let (first, sure) = if p >= 0.5 { (Player::One, p) } else { (Player::Two, 1.0 - p) };
        Some(format!(" Of the two hands on the {pile} pile {first}'s came first ({}).", words::sure(sure)))
    });
    told.collect()
}

/// F.5.1 with one valid attempt: it wins whatever the order.
fn alone(bench: &mut Bench<'_>, open: &OpenSlap, pair: &Pair, attempts: Vec<Attempt>) {
    let player = pair.player;
    let scale = bench.settings.scale;
    let other = player.opponent();
    let half = bench.secs(tolerances::UNSEEN_SLAP_SECS);
    let unseen = bench.state.hand_unseen(other, pair.complete.t - half, pair.complete.hi + half);
    let attempt = attempts.iter().find(|attempt| attempt.player == other);
    // A slap is complete with the later of its hands: who was seen to come only after this one was not first.
    let after = |attempt: &Attempt| {
        let touches = [attempt.left, attempt.right].into_iter().flatten();
        touches.map(|touch| touch.lo).fold(f64::NEG_INFINITY, f64::max) > pair.complete.hi
    };
    let half_seen = attempt.filter(|attempt| invalid::is_half(attempt) && !after(attempt));
    if let Some(one_hand) = half_seen.filter(|_| unseen) {
        return unseen::one_hand(bench, open, pair, one_hand, attempts.clone(), "was not seen clearly");
    }
    // A slap that is not sure itself wins over none of which a hand was out of sight.
    let unsure = attempt.filter(|_| unseen && seen(open, pair) < bench.settings.reliability);
    if let Some(other) = unsure.filter(|other| invalid::is_half(other)) {
        return unseen::one_hand(bench, open, pair, other, attempts.clone(), "was not seen clearly");
    }
    // Two hands that may have been on both piles are no attempt that surely cannot win.
    let one_pile = half_seen.filter(|half| !invalid::is_one_hand(half));
    if let Some(open_pile) = one_pile.filter(|half| invalid::touches_seen(bench, half) < bench.settings.reliability) {
        unseen::one_hand(bench, open, pair, open_pile, attempts.clone(), "may have been on either pile");
        return invalid::rule(bench, open, &attempts, Some(pair.complete), None);
    }
    // Who is sure enough of neither player's slap names no winner; what lies on the piles is the same for both.
    let one_hand = half_seen.filter(|half| invalid::is_one_hand(half));
    if let Some(one_hand) = one_hand.filter(|_| hands_seen(pair) < bench.settings.reliability) {
        unseen::one_hand(bench, open, pair, one_hand, attempts.clone(), "was not seen to come");
        // The other one was in sight all the time.
        return invalid::rule(bench, open, &attempts, Some(pair.complete), None);
    }
    // What may have been a slap, and may have been before the other, is none that surely lost to it.
    let rival = attempts::likeliest(bench, open, other).filter(|rival| {
        rival.sure * rival.complete.probability_before(&pair.complete) > 1.0 - bench.settings.reliability
    });
    // A hand that brings its own card comes down on it: that the card came first (F.4.2) is hardly in doubt by a few milliseconds.
    let whole = if brings_card(pair) { attempts::together(pair) } else { pair.sure };
    let doubtful = if whole < bench.settings.reliability { Some((pair.clone(), None)) } else { None };
    if let Some((pair, than)) = doubtful.or(rival.map(|rival| (rival, Some(pair)))) {
        let record = challenge(open, condition(open, pair.complete), attempts.clone(), Verdict::TooClose);
        unseen::hardly_together(bench, open, &pair, than, record);
        after_slap(bench, false);
        return invalid::rule(bench, open, &attempts, Some(pair.complete), None);
    }
    let tried = attempt.and_then(|attempt| attempt.invalid);
    let but = tried.map_or_else(
        || format!("no attempt of {other} was seen"),
        |reason| format!("{other}'s attempt cannot win ({})", invalid::reason_words(reason)),
    );
    let matched = open.at.map_or_else(String::new, |at| {
        format!(" {} after the cards matched", words::ms(scale, pair.complete.t - at.t))
    });
    let mut sentence = format!("{player} completed the slap{matched}; {but}: {}.", words::cite("F.5.1"));
    let mut clauses = vec!["F.5.1"];
    if tried.is_some() {
        clauses.push("F.3.3");
    }
    let mut doubts = remarks(bench, open, &[pair], &mut sentence, &mut clauses);
    if unseen {
        sentence += &format!(
            " Not both hands of {other} were in sight then, so whether {other} slapped too is for the referee."
        );
        doubts = true;
    }
    let seen = seen(open, pair);
    let p1 = if player == Player::One { seen } else { 1.0 - seen };
    let verdict = if player == Player::One { Verdict::Player1 } else { Verdict::Player2 };
    let challenge = SlapChallenge {
        p_player1_first: Some(p1),
        ..challenge(open, condition(open, pair.complete), attempts.clone(), verdict)
    };
    let sure = !doubts && seen >= bench.settings.offence_confidence;
    bench.rule(Draft {
        kind: Kind::Slap,
        clauses: &clauses,
        at: pair.complete,
        until: pair.complete.t,
        player: Some(player),
        finding: if sure { Finding::NoOffence } else { Finding::Referee },
        sanction: None,
        sentence,
        confidence: seen,
        slap: Some(challenge),
    });
    late_reveal(bench, open, pair, None);
    one_motion(bench, open, pair);
    invalid::rule(bench, open, &attempts, Some(pair.complete), None);
    after_slap(bench, true);
}

/// Probability that a completed contact, and the condition it answers, are as described.
pub(super) fn seen(open: &OpenSlap, pair: &Pair) -> f64 {
    hands_seen(pair) * tops_equal(open)
}

/// That both tops were equal.
pub(super) fn tops_equal(open: &OpenSlap) -> f64 {
    // With an unread top, equal is as good a guess as unequal.
    if open.rank.is_some() { open.confidence } else { 0.5 }
}

/// The same of the hands alone.
fn hands_seen(pair: &Pair) -> f64 {
    pair.left.confidence * pair.right.confidence * pair.sure
}

/// Adds to the sentence what the referee has to know besides the order. True when that puts the
/// verdict in doubt.
fn remarks(
    bench: &Bench<'_>,
    open: &OpenSlap,
    pairs: &[&Pair],
    sentence: &mut String,
    clauses: &mut Vec<&'static str>,
) -> bool {
    let mut doubts = false;
    let mut add = |remark: &str, clause: &'static str, doubt: bool| {
        *sentence += &format!(" {remark}");
        clauses.push(clause);
        doubts |= doubt;
    };
    if open.rank.is_none() {
        add(
            "The tops could not both be read, or a card came unseen, so whether a slap was on is for the referee.",
            "F.2.1",
            true,
        );
    }
    if open.disturbed {
        add(
            "A card that seems not to have followed is among the tops, so whether the slap counts is for the referee.",
            "D.8.1",
            true,
        );
    }
    if let Some([(_, first), (_, second)]) = open.reveals {
        let skew = first.until(&second);
        let scale = bench.settings.scale;
        add(&format!("The reveals touched their piles {} apart (F.8.4).", words::ms(scale, skew.t)), "F.8.3", false);
    }
    if pairs.iter().any(|pair| pair.sure < bench.settings.reliability) {
        add("That both hands were down together, after the cards matched, is not seen beyond doubt.", "F.3.2", true);
    }
    doubts
}

/// Whether one of the hands brought a card.
fn brings_card(pair: &Pair) -> bool {
    [&pair.left, &pair.right].into_iter().any(|stay| stay.role != Role::Free)
}

/// F.4.1: the player who brought the matching card slapped in the same motion. No offence.
fn one_motion(bench: &mut Bench<'_>, open: &OpenSlap, pair: &Pair) {
    let Some(at) = open.at.filter(|_| brings_card(pair) && open.reveals.is_none()) else { return };
    let player = pair.player;
    let after = words::ms(bench.settings.scale, pair.complete.t - at.t);
    bench.rule(Draft {
        kind: Kind::PlayAndSlap,
        clauses: &["F.4.1", "F.4.2"],
        at: pair.complete,
        until: pair.complete.t,
        player: Some(player),
        finding: Finding::NoOffence,
        sanction: None,
        sentence: format!(
            "{player} played the matching card and slapped in one motion, hands on both piles {after} after the card: {}.",
            words::cite("F.4.1"),
        ),
        confidence: pair.sure * pair.left.confidence * pair.right.confidence,
        slap: None,
    });
}

/// F.8.5: the winner's card was revealed late; where the slap is too close to call, the card of the one who seems to have won it, so surely:
/// the referee who gives it to that player has to know.
fn late_reveal(bench: &mut Bench<'_>, open: &OpenSlap, winner: &Pair, seems: Option<f64>) {
    let Some([(_, first), (Some(late), second)]) = open.reveals else { return };
    let skew = first.until(&second);
    // Only a lateness beyond doubt may have given foresight.
    if late != winner.player || skew.lo <= bench.secs(tolerances::LATE_REVEAL_SECS) {
        return;
    }
    let scale = bench.settings.scale;
    let sentence = format!(
        "{late} revealed {} after {} ({}) and then {} the slap: {}.",
        words::ms(scale, skew.t),
        late.opponent(),
        words::interval(scale, skew),
        if seems.is_some() { "may have won" } else { "won" },
        words::cite("F.8.5"),
    );
    bench.rule(Draft {
        kind: Kind::LateReveal,
        clauses: &["F.8.5", "F.8.4"],
        at: second,
        until: second.t,
        player: Some(late),
        finding: Finding::Referee,
        sanction: None,
        sentence,
        confidence: first.probability_before(&second) * seems.unwrap_or(1.0),
        slap: None,
    });
}

/// H.2.5, H.2.6: equal tops made by the round's last card.
fn void(bench: &mut Bench<'_>, open: &OpenSlap, attempts: Vec<Attempt>) {
    let Some(at) = open.at else { return };
    let Some(pair) = open.valid.iter().min_by(|a, b| a.complete.t.total_cmp(&b.complete.t)) else { return };
    let first = pair.complete;
    let players: Vec<String> = Player::BOTH
        .iter()
        .filter(|player| open.valid.iter().any(|pair| pair.player == **player))
        .map(Player::to_string)
        .collect();
    let sentence = format!(
        "{} slapped after the round's last card, which made both piles equal: {}; {}. Nothing follows from the slap; \
         whether it was disruptive is for the referee.",
        players.join(" and "),
        words::cite("H.2.5"),
        words::cite("H.2.6"),
    );
    bench.rule(Draft {
        kind: Kind::SlapVoid,
        clauses: &["H.2.5", "H.2.6", "F.1.5"],
        at: first,
        until: first.t,
        player: None,
        finding: Finding::Referee,
        sanction: None,
        sentence,
        confidence: seen(open, pair),
        slap: Some(challenge(open, at, attempts, Verdict::Void)),
    });
}

/// F.6.2, F.6.3, F.7.1: the cards stay and a reveal restarts play, or the loser takes both piles.
pub(super) fn after_slap(bench: &mut Bench<'_>, won: bool) {
    if bench.state.status != Status::Live {
        return;
    }
    bench.state.status = if won { Status::SlapWon } else { Status::Stopped };
    if won {
        for pile in &mut bench.state.piles {
            *pile = vec![Laid { top: Top::Unknown, at: None, confidence: 1.0 }];
        }
        bench.state.plays.retain(|play| play.legal == Some(false) && !play.ruled);
    }
}
