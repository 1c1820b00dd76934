//! The clause table, written from the code: every clause of every text with its class, the function that
//! decides it and the tests that name it. `slapsight laws --coverage` prints the same file.
//!
//! To write it anew: `SLAPSIGHT_WRITE_COVERAGE=1 cargo test --release --test law coverage`.

use slapsight::law::{ers, isf, ratscrew, slapjack, slaps_house};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const TABLE: &str = "src/law/coverage.tsv";
const HEAD: &str = "text\tclause\tclass\tfunction\ttests\twhat it comes to\n";

struct Row {
    text: &'static str,
    clause: &'static str,
    class: char,
    function: String,
    paraphrase: &'static str,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        match entry.is_dir() {
            true => found.extend(sources(&entry)),
            false if entry.extension().is_some_and(|end| end == "rs") => found.push(entry),
            false => {}
        }
    }
    found.sort();
    found
}

/// Clause numbers such as `D.7.1.2` in a line.
fn numbers(line: &str) -> Vec<String> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '.';
    line.split(|c| !word(c))
        .map(|part| part.trim_matches('.'))
        .filter(|part| {
            let mut fields = part.split('.');
            fields.next().is_some_and(|law| law.len() == 1 && ('A'..='I').contains(&law.chars().next().unwrap_or('?')))
                && fields.clone().count() > 0
                && fields.all(|field| !field.is_empty() && field.bytes().all(|b| b.is_ascii_digit()))
        })
        .map(str::to_owned)
        .collect()
}

/// The function whose documentation cites a clause; without one, the first that cites it in its rulings;
/// without one, the file that names it in its heading.
fn isf_functions() -> BTreeMap<String, String> {
    let (mut documented, mut citing, mut headed) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let folder = root().join("src/law/isf");
    for path in sources(&folder) {
        if path.ends_with("clauses.rs") || path.ends_with("readings.rs") {
            continue;
        }
        let file = path.strip_prefix(&folder).expect("inside").with_extension("");
        let file = file.to_string_lossy().replace('/', "::");
        let (mut docs, mut current) = (Vec::new(), None);
        for line in std::fs::read_to_string(&path).expect("source").lines().map(str::trim) {
            if line.starts_with("#[cfg(test)]") {
                break;
            }
            let name = line.split("fn ").nth(1).and_then(|rest| rest.split(['(', '<']).next());
            let declares = name.filter(|_| line.starts_with("fn ") || line.starts_with("pub"));
            if line.starts_with("//!") && !path.ends_with("mod.rs") {
                for clause in numbers(line) {
                    headed.entry(clause).or_insert_with(|| format!("isf::{file}"));
                }
            } else if line.starts_with("///") {
                docs.extend(numbers(line));
            } else if let Some(name) = declares {
                let full = format!("isf::{file}::{name}");
                for clause in docs.drain(..) {
                    documented.entry(clause).or_insert_with(|| full.clone());
                }
                current = Some(full);
            } else {
                docs.clear();
                if let Some(current) = current.as_ref().filter(|_| line.contains('"')) {
                    for clause in numbers(line) {
                        citing.entry(clause).or_insert_with(|| current.clone());
                    }
                }
            }
        }
    }
    headed.extend(citing);
    headed.extend(documented);
    headed
}

/// Names of the tests of a text's files.
fn tests(prefix: &str) -> Vec<String> {
    let mut names = Vec::new();
    for path in sources(&root().join("tests/law")) {
        if !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("source");
        let mut lines = text.lines().map(str::trim);
        while let Some(line) = lines.next() {
            if line != "#[test]" {
                continue;
            }
            let name = lines.find_map(|line| line.strip_prefix("fn ")?.split('(').next());
            names.extend(name.map(str::to_owned));
        }
    }
    names.sort();
    names
}

fn rows() -> Vec<(Row, Vec<String>)> {
    let functions = isf_functions();
    let mut rows = Vec::new();
    for clause in isf::clauses::CLAUSES.iter().chain(isf::books::clauses::CLAUSES) {
        let class = match clause.class {
            isf::clauses::Class::Video => 'V',
            isf::clauses::Class::Engine => 'E',
            isf::clauses::Class::Referee => 'R',
        };
        // A function that cites C.4.4 answers for C.4.4.1 where nothing nearer does.
        let mut number = clause.number;
        let function = loop {
            match (functions.get(number), number.rsplit_once('.')) {
                (Some(function), _) => break function.clone(),
                (None, Some((parent, _))) if parent.contains('.') => number = parent,
                (None, _) => break String::new(),
            }
        };
        rows.push(Row { text: "isf", clause: clause.number, class, function, paraphrase: clause.paraphrase });
    }
    let others = [
        ("slaps-house", slaps_house::CLAUSES),
        ("ers", ers::CLAUSES),
        ("ratscrew", ratscrew::CLAUSES),
        ("slapjack", slapjack::CLAUSES),
    ];
    for (text, clauses) in others {
        rows.extend(clauses.iter().map(|clause| Row {
            text,
            clause: clause.id,
            class: format!("{:?}", clause.class).chars().next().unwrap_or('?'),
            function: clause.function.to_owned(),
            paraphrase: clause.paraphrase,
        }));
    }
    let key = |clause: &str| -> Vec<(String, u32)> {
        clause.split(['.', ' ']).map(|part| (part.to_owned(), part.parse().unwrap_or(0))).collect::<Vec<_>>()
    };
    rows.sort_by_key(|row| {
        let number: Vec<(u32, String)> = key(row.clause).into_iter().map(|(word, n)| (n, word)).collect();
        (["isf", "slaps-house", "ers", "ratscrew", "slapjack"].iter().position(|text| *text == row.text), number)
    });
    let named: BTreeMap<&str, Vec<String>> =
        ["isf", "slaps_house", "ers", "ratscrew", "slapjack"].map(|prefix| (prefix, tests(prefix))).into();
    rows.into_iter()
        .map(|row| {
            let prefix = row.text.replace('-', "_");
            let start = row.clause.replace("slaps-", "").to_lowercase().replace(['.', ' '], "_") + "_";
            let tests = named[prefix.as_str()].iter().filter(|name| name.starts_with(&start)).cloned().collect();
            (row, tests)
        })
        .collect()
}

#[test]
fn the_table_of_coverage_is_what_the_code_says() {
    let mut table = HEAD.to_owned();
    for (row, tests) in rows() {
        let Row { text, clause, class, function, paraphrase } = row;
        writeln!(table, "{text}\t{clause}\t{class}\t{function}\t{}\t{paraphrase}", tests.join(" ")).expect("a string");
    }
    let path = root().join(TABLE);
    if std::env::var_os("SLAPSIGHT_WRITE_COVERAGE").is_some() {
        std::fs::write(&path, &table).expect("the table is written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == table,
        "{TABLE} is out of date: SLAPSIGHT_WRITE_COVERAGE=1 cargo test --release --test law coverage"
    );
}

#[test]
fn every_clause_that_is_judged_has_a_test_that_names_it() {
    let bare: Vec<String> = rows()
        .into_iter()
        .filter(|(row, tests)| matches!(row.class, 'V' | 'E') && tests.is_empty())
        .map(|(row, _)| format!("{} {} ({})", row.text, row.clause, row.function))
        .collect();
    assert!(bare.is_empty(), "{} clauses: {bare:#?}", bare.len());
}
