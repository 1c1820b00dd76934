//! Words of a case: rulings, verdicts, sanctions and dates as a page prints them. In one place, so that they can be translated.

use crate::base::{Player, Rank};
use crate::facts::Verdict;
use crate::store::journal::{CardShown, Correction, Referees, Role, Ruled};

/// The referee's ruling.
pub fn ruling(ruling: Referees) -> &'static str {
    match ruling {
        Referees::Confirmed => "confirmed",
        Referees::Overturned => "overturned",
        Referees::Stands => "stands (inconclusive)",
        Referees::TooClose => "too close to call",
    }
}

/// The ruling on an incident with what it comes to.
pub fn ruled(ruled: &Ruled) -> String {
    match (ruled.software.verdict.is_some(), ruled.slap_verdict()) {
        (true, Some(won)) => format!("{}: {}", ruling(ruled.ruling), verdict(won)),
        _ => ruling(ruled.ruling).to_owned(),
    }
}

/// Who won a slap.
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Player1 => "Player 1 won the slap",
        Verdict::Player2 => "Player 2 won the slap",
        Verdict::TooClose => "too close to call",
        Verdict::NoValidAttempt => "no valid attempt",
        Verdict::Void => "void",
    }
}

/// A sanction that was given.
pub fn card(card: CardShown) -> &'static str {
    match card {
        CardShown::Warning => "formal warning",
        CardShown::Yellow => "yellow card",
        CardShown::Red => "red card",
    }
}

/// What somebody is in a match.
pub fn role(role: Role) -> &'static str {
    match role {
        Role::Referee => "referee",
        Role::Assistant => "assistant",
        Role::Viewer => "viewer",
    }
}

/// What a correction changed. `was`: the card that the report before had there, when it is about a card.
pub fn correction(correction: &Correction, was: Option<Rank>) -> String {
    match correction {
        Correction::Top { pile, t, rank } => {
            let was = was.map_or(String::new(), |was| format!(", not {was}"));
            format!("top of the {pile} pile at {t:.3} s: {rank}{was}")
        }
        Correction::Play { t, player, pile, rank, .. } => {
            format!("play by {player} on the {pile} pile at {t:.3} s: {rank}, was missed")
        }
        Correction::DidNotHappen { t, kind, player, pile } => {
            let kind =
                serde_json::to_value(kind).ok().and_then(|kind| kind.as_str().map(|kind| kind.replace('_', " ")));
            let by = player.map_or(String::new(), |player| format!(" by {player}"));
            let pile = pile.map_or(String::new(), |pile| format!(" on the {pile} pile"));
            format!("{}{by}{pile} at {t:.3} s: told, did not happen", kind.unwrap_or_default())
        }
    }
}

/// A player's name: as the record has it, else the number.
pub fn name(names: &[String; 2], player: Player) -> String {
    match names[player.index()].trim() {
        "" => player.to_string(),
        name => name.to_owned(),
    }
}

/// `2026-11-22 21:05:09 UTC` for milliseconds since 1970.
///
/// Days are counted as in Howard Hinnant, "chrono-compatible low-level date algorithms", civil_from_days.
pub fn date(at_ms: i64) -> String {
    let (days, secs) = (at_ms.div_euclid(86_400_000), at_ms.rem_euclid(86_400_000) / 1000);
    let shifted = days.saturating_add(719_468);
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + 400 * era + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02} UTC", secs / 3600, secs / 60 % 60, secs % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_says_what_was_and_what_is() {
        use crate::base::Pile;
        let put: Correction =
            serde_json::from_str(r#"{"what":"top","t":0.12,"pile":"right","rank":"5"}"#).expect("a correction");
        assert_eq!(correction(&put, serde_json::from_str("\"3\"").ok()), "top of the right pile at 0.120 s: 5, not 3");
        assert_eq!(correction(&put, None), "top of the right pile at 0.120 s: 5");
        let (player, pile) = (Some(Player::Two), Some(Pile::Left));
        let kind = serde_json::from_str("\"play\"").expect("a kind");
        let put = Correction::DidNotHappen { t: 1.0, kind, player, pile };
        assert_eq!(correction(&put, None), "play by Player 2 on the left pile at 1.000 s: told, did not happen");
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01 00:00:00 UTC");
        assert_eq!(date(951_782_399_999), "2000-02-28 23:59:59 UTC");
        assert_eq!(date(951_868_800_000), "2000-03-01 00:00:00 UTC");
        assert_eq!(date(1_709_164_800_000), "2024-02-29 00:00:00 UTC");
        assert_eq!(date(-1000), "1969-12-31 23:59:59 UTC");
        // What no clock tells must not end the program.
        assert!(!date(i64::MAX).is_empty() && !date(i64::MIN).is_empty());
    }
}
