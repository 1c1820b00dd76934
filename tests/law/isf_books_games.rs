//! Games of the books as tables: `tests/games/books/*.jsonl`, one act a line.
//!
//! First line: `comment`. Then acts; beside an act `expect` lists the rulings that fall, no more and no fewer,
//! and `then` what the table is afterwards, as far as it is told. An act with `impossible` cannot be; the
//! error has these words.

use crate::isf_books_bench::*;
use serde::Deserialize;
use serde_json::Value;
use slapsight::law::isf::books::read_line;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    kind: Kind,
    /// Each of these is cited.
    clauses: Vec<String>,
    #[serde(default)]
    player: Option<Player>,
    finding: Finding,
    #[serde(default)]
    sanction: Option<Sanction>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Then {
    status: Option<Status>,
    condition: Option<Condition>,
    round: Option<u32>,
    rounds: Option<[u32; 2]>,
    slaps: Option<[u32; 2]>,
    /// Cards in each foundation.
    foundations: Option<[usize; 2]>,
    decks: Option<[usize; 2]>,
    centre: Option<[usize; 2]>,
    holding: Option<[usize; 2]>,
    /// Cards of Player 1, Player 2, nobody.
    owned: Option<[usize; 3]>,
    winner: Option<Player>,
    ended: Option<Ended>,
}

fn differs<T: PartialEq + std::fmt::Debug>(what: &str, told: Option<T>, is: T) -> Result<(), String> {
    match told {
        Some(told) if told != is => Err(format!("{what} is {is:?}, not {told:?}")),
        _ => Ok(()),
    }
}

impl Then {
    fn check(self, table: &Table) -> Result<(), String> {
        differs("status", self.status, table.status)?;
        differs("condition", self.condition, table.condition)?;
        differs("round", self.round, table.round)?;
        differs("rounds", self.rounds, table.rounds)?;
        differs("slaps", self.slaps, table.slaps)?;
        differs("foundations", self.foundations, Player::BOTH.map(|player| table.foundation_count(player)))?;
        differs("decks", self.decks, table.decks.each_ref().map(Vec::len))?;
        differs("centre", self.centre, table.centre.each_ref().map(Vec::len))?;
        differs("holding", self.holding, table.holding.each_ref().map(Vec::len))?;
        differs("owned", self.owned, owned(table))?;
        differs("winner", self.winner.map(Some), table.winner)?;
        differs("ended", self.ended.map(Some), table.ended)
    }
}

fn line(table: Table, text: &str) -> Result<Table, String> {
    let mut value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let fields = value.as_object_mut().ok_or("not an object")?;
    let mut take = |name: &str| fields.remove(name);
    let (expect, then, impossible) = (take("expect"), take("then"), take("impossible"));
    let (act, _) = read_line(&value.to_string()).map_err(|error| error.to_string())?;
    if let Some(words) = impossible {
        let error = judge(&table, &act).err().ok_or("it was possible")?.to_string();
        let words = words.as_str().ok_or("no words")?;
        return if error.contains(words) { Ok(table) } else { Err(format!("impossible for another reason: {error}")) };
    }
    let (next, rulings) = judge(&table, &act).map_err(|error| error.to_string())?;
    sound(&next, &rulings);
    let expected: Vec<Expected> =
        expect.map_or(Ok(Vec::new()), serde_json::from_value).map_err(|error| error.to_string())?;
    if rulings.len() != expected.len() {
        return Err(format!("{} rulings, not {}: {rulings:#?}", rulings.len(), expected.len()));
    }
    for (got, want) in rulings.iter().zip(expected) {
        let same = got.kind == want.kind
            && got.player == want.player
            && got.finding == want.finding
            && got.sanction == want.sanction
            && want.clauses.iter().all(|clause| cites(got, clause));
        if !same {
            return Err(format!("{:?} with {:?} wanted: {got:#?}", want.kind, want.clauses));
        }
    }
    if let Some(then) = then {
        serde_json::from_value::<Then>(then).map_err(|error| error.to_string())?.check(&next)?;
    }
    Ok(next)
}

fn game(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (_, head) = lines.next().ok_or("empty file")?;
    if !head.contains("\"comment\"") || head.contains("\"kind\"") {
        return Err("the first line is the comment".to_owned());
    }
    let mut table = Table::new();
    let mut acts = 0;
    for (number, text) in lines {
        table = line(table, text).map_err(|why| format!("line {}: {why}", number + 1))?;
        acts += 1;
    }
    if acts == 0 { Err("no acts".to_owned()) } else { Ok(()) }
}

#[test]
fn games_of_the_books_go_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/books");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("a folder of games").map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    assert!(paths.len() >= 6, "only {} games found", paths.len());
    let wrong: Vec<String> = paths
        .iter()
        .filter_map(|path| {
            game(path).err().map(|why| format!("{}: {why}", path.file_name().unwrap_or_default().display()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
