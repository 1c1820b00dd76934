//! The clause table, written from the code: every clause of every text with its class, the function that
//! decides it or why none does, and the tests that name it; once for the program, which prints it with
//! `slapsight laws --coverage`, and once for readers, with the readings of gaps beside it.
//!
//! To write it anew: `SLAPSIGHT_WRITE_COVERAGE=1 cargo test --release --test law coverage`.

use slapsight::law::{ers, isf, one_pile, ratscrew, slapjack, slaps_house};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const TABLE: &str = "src/law/coverage.tsv";
const PAGE: &str = "src/law/coverage.md";
const HEAD: &str = "text\tclause\tclass\tfunction\ttests\twhat it comes to\twhy nothing decides it\n";
const REFRESH: &str = "is out of date: SLAPSIGHT_WRITE_COVERAGE=1 cargo test --release --test law coverage";

struct Row {
    text: &'static str,
    clause: &'static str,
    class: &'static str,
    judged: bool,
    function: String,
    paraphrase: &'static str,
    why_not: &'static str,
}

/// Clause and reading, of each gap.
type Readings = &'static [(&'static str, &'static str)];

/// The texts: name as in `--laws`, title, readings of gaps.
fn texts() -> [(&'static str, &'static str, Readings); 5] {
    [
        ("isf", "SLAPS, International Slaps Federation, Laws of the Game 2025-26", isf::books::READINGS),
        ("slaps-house", "Slaps, house rules", slaps_house::READINGS),
        ("ers", "Egyptian Ratscrew, how-to", ers::READINGS),
        ("ratscrew", "Ratscrew, the old web page", ratscrew::READINGS),
        ("slapjack", "Slapjack", slapjack::READINGS),
    ]
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
        let file = path.strip_prefix(&folder).expect("inside").with_extension("");
        if file.starts_with("clauses") || path.ends_with("clauses.rs") || path.ends_with("readings.rs") {
            continue;
        }
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

/// The function of a clause; one that answers for C.4.4 answers for C.4.4.1 too where nothing nearer does, if
/// `inherited`.
fn nearest(functions: &BTreeMap<String, String>, mut number: &str, inherited: bool) -> String {
    loop {
        match (functions.get(number), number.rsplit_once('.')) {
            (Some(function), _) => return function.clone(),
            (None, Some((parent, _))) if inherited && parent.contains('.') => number = parent,
            (None, _) => return String::new(),
        }
    }
}

fn rows() -> Vec<(Row, Vec<String>)> {
    let functions = isf_functions();
    let mut rows = Vec::new();
    for clause in isf::clauses::CLAUSES {
        let isf::clauses::Clause { number, class, why_not, by, paraphrase, .. } = *clause;
        let function = if by.is_empty() { nearest(&functions, number, why_not.is_empty()) } else { by.to_owned() };
        let nobody = matches!(class, isf::clauses::Class::Principle | isf::clauses::Class::Administration);
        let function = if nobody && !why_not.is_empty() { String::new() } else { function };
        let why_not = if function.is_empty() { why_not } else { "" };
        let (class, judged) = (class.letters(), class.is_judged());
        rows.push(Row { text: "isf", clause: number, class, judged, function, paraphrase, why_not });
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
            class: match clause.class {
                one_pile::Class::V => "V",
                one_pile::Class::E => "E",
                one_pile::Class::R => "R",
                one_pile::Class::C => "C",
                one_pile::Class::P => "P",
            },
            judged: matches!(clause.class, one_pile::Class::V | one_pile::Class::E),
            function: clause.function.to_owned(),
            paraphrase: clause.paraphrase,
            why_not: "",
        }));
    }
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

fn table(rows: &[(Row, Vec<String>)]) -> String {
    let mut table = HEAD.to_owned();
    for (row, tests) in rows {
        let Row { text, clause, class, function, paraphrase, why_not, .. } = row;
        writeln!(table, "{text}\t{clause}\t{class}\t{function}\t{}\t{paraphrase}\t{why_not}", tests.join(" "))
            .expect("a string");
    }
    table
}

/// The same for readers, in Markdown.
fn page(rows: &[(Row, Vec<String>)]) -> String {
    let mut page = PAGE_HEAD.to_owned();
    let say = |page: &mut String, line: &str| {
        page.push_str(line);
        page.push('\n');
    };
    for (text, title, readings) in texts() {
        say(&mut page, &format!("\n# {title} (`--laws {text}`)"));
        let mut heading = None;
        for (row, tests) in rows.iter().filter(|(row, _)| row.text == text) {
            let law = isf::clauses::heading(row.clause).filter(|_| text == "isf");
            if heading != Some(law) {
                heading = Some(law);
                if let Some((letter, name)) = law {
                    say(&mut page, &format!("\n## Law {letter}: {name}"));
                }
                say(&mut page, "\n| clause | class | what it comes to | decided by | tests |\n|---|---|---|---|---|");
            }
            let decided = match row.function.as_str() {
                "" => row.why_not.to_owned(),
                function => format!("`{function}`"),
            };
            let tests: Vec<String> = tests.iter().map(|test| format!("`{test}`")).collect();
            let Row { clause, class, paraphrase, .. } = row;
            say(&mut page, &format!("| {clause} | {class} | {paraphrase} | {decided} | {} |", tests.join(", ")));
        }
        say(&mut page, "\n## How gaps and contradictions are read\n\n| clause | reading |\n|---|---|");
        for (clause, reading) in readings {
            say(&mut page, &format!("| {clause} | {reading} |"));
        }
    }
    page
}

const PAGE_HEAD: &str = "\
Every clause of every text: its class, what it comes to in our words, the function that decides it or why none
does, and the tests that name it. Written from the code by `tests/law/coverage.rs`; `slapsight laws --coverage`
prints the same.

Classes: V decided from video, E by keeping the books, V/E both, V/R measured from video and left to the
referee, R the referee, C administration, P principle.
";

#[test]
fn the_table_of_coverage_is_what_the_code_says() {
    let rows = rows();
    for (file, text) in [(TABLE, table(&rows)), (PAGE, page(&rows))] {
        let path = root().join(file);
        if std::env::var_os("SLAPSIGHT_WRITE_COVERAGE").is_some() {
            std::fs::write(&path, &text).expect("the table is written");
        }
        assert!(std::fs::read_to_string(&path).unwrap_or_default() == text, "{file} {REFRESH}");
    }
}

#[test]
fn every_clause_that_is_judged_has_a_test_that_names_it() {
    let bare: Vec<String> = rows()
        .into_iter()
        .filter(|(row, tests)| row.judged && tests.is_empty())
        .map(|(row, _)| format!("{} {} ({})", row.text, row.clause, row.function))
        .collect();
    assert!(bare.is_empty(), "{} clauses: {bare:#?}", bare.len());
}

#[test]
fn every_isf_clause_has_a_function_or_a_reason_why_not() {
    for (row, _) in rows().into_iter().filter(|(row, _)| row.text == "isf") {
        assert!(!row.judged || !row.function.is_empty(), "{} is judged by nothing", row.clause);
        assert!(row.function.is_empty() != row.why_not.is_empty(), "{}: {} {}", row.clause, row.function, row.why_not);
    }
}

#[test]
fn every_function_named_in_the_table_is_there() {
    for (row, _) in rows().into_iter().filter(|(row, _)| row.text == "isf" && !row.function.is_empty()) {
        let mut parts: Vec<&str> = row.function.split("::").collect();
        let room = if parts[0] == "isf" { "src/law" } else { "src" };
        let whole = root().join(room).join(parts.join("/")).with_extension("rs");
        let name = parts.pop().expect("a name");
        let file = root().join(room).join(parts.join("/"));
        let source = [file.with_extension("rs"), file.join("mod.rs")].into_iter().find(|path| path.exists());
        let found = source
            .map(|path| std::fs::read_to_string(path).expect("source"))
            .is_some_and(|text| text.contains(&format!("fn {name}(")) || text.contains(&format!("fn {name}<")));
        assert!(found || whole.exists(), "{}: {}", row.clause, row.function);
    }
}
