//! The clauses of the ISF Laws, every numbered one, one file a Law: number, what it comes to in our own
//! words, how it is decided, and where nothing here decides it, why. The Laws are the authority.
//!
//! The diagram's seven sections stand with Law B as `Diagram 1` to `Diagram 7`. The text has no G.5.3.

mod a;
mod b;
mod c;
mod d;
mod e;
mod f;
mod g;
mod h;
mod i;

/// The edition that the numbers belong to.
pub const EDITION: &str = "2025-26";

/// Numbers that the text leaves out.
pub const MISSING_IN_THE_TEXT: &[&str] = &["G.5.3"];

/// How a clause is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// From what is seen.
    Video,
    /// By keeping count of events.
    Engine,
    /// By both.
    VideoAndEngine,
    /// Seen from video and measured; what it comes to is the referee's.
    Seen,
    /// By the referee, with our evidence.
    Referee,
    /// By those who run the competition or the venue.
    Administration,
    /// By nobody: it says what the rest is for.
    Principle,
}

impl Class {
    /// As the table prints it: `V`, `E`, `V/E`, `V/R`, `R`, `C` or `P`.
    pub fn letters(self) -> &'static str {
        match self {
            Class::Video => "V",
            Class::Engine => "E",
            Class::VideoAndEngine => "V/E",
            Class::Seen => "V/R",
            Class::Referee => "R",
            Class::Administration => "C",
            Class::Principle => "P",
        }
    }

    /// Whether a function decides it or prepares it from what is seen: each such clause has a test.
    pub fn is_judged(self) -> bool {
        matches!(self, Class::Video | Class::Engine | Class::VideoAndEngine | Class::Seen)
    }
}

/// One clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clause {
    /// As printed, `F.5.1`.
    pub number: &'static str,
    /// Edition of the Laws.
    pub edition: &'static str,
    /// One line in our words, without a full stop.
    pub paraphrase: &'static str,
    /// How it is decided.
    pub class: Class,
    /// Why no function decides it; empty where one does.
    pub why_not: &'static str,
    /// The function that decides it, where that cannot be told from the functions' documentation; else empty.
    pub by: &'static str,
}

const PRINCIPLE: &str = "a principle; nothing to compute";
const OVERVIEW: &str = "it says what is governed where; nothing to compute";
const REFEREE: &str = "left to the referee";
const CONDUCT: &str = "conduct, for the referee and the players";
const VENUE: &str = "a matter of the venue and the organiser";
const EQUIPMENT: &str = "equipment that the referee looks at by hand";
const COMPETITION: &str = "administration of a competition, no rule of play";

impl Clause {
    const fn because(self, why_not: &'static str) -> Clause {
        Clause { why_not, ..self }
    }

    const fn by(self, by: &'static str) -> Clause {
        Clause { by, ..self }
    }
}

const fn clause(number: &'static str, class: Class, paraphrase: &'static str) -> Clause {
    Clause { number, edition: EDITION, paraphrase, class, why_not: "", by: "" }
}

const fn video(number: &'static str, paraphrase: &'static str) -> Clause {
    clause(number, Class::Video, paraphrase)
}

const fn engine(number: &'static str, paraphrase: &'static str) -> Clause {
    clause(number, Class::Engine, paraphrase)
}

const fn video_and_engine(number: &'static str, paraphrase: &'static str) -> Clause {
    clause(number, Class::VideoAndEngine, paraphrase)
}

const fn seen(number: &'static str, paraphrase: &'static str) -> Clause {
    clause(number, Class::Seen, paraphrase)
}

const fn referee(number: &'static str, paraphrase: &'static str) -> Clause {
    clause(number, Class::Referee, paraphrase)
}

const fn administration(number: &'static str, paraphrase: &'static str) -> Clause {
    clause(number, Class::Administration, paraphrase)
}

const fn principle(number: &'static str, paraphrase: &'static str) -> Clause {
    clause(number, Class::Principle, paraphrase).because(PRINCIPLE)
}

const LAWS: [&[Clause]; 9] =
    [a::CLAUSES, b::CLAUSES, c::CLAUSES, d::CLAUSES, e::CLAUSES, f::CLAUSES, g::CLAUSES, h::CLAUSES, i::CLAUSES];

/// Letter and name of each Law, in order, for headings.
pub const HEADINGS: [(&str, &str); 9] = [
    ("A", "General provisions"),
    ("B", "Playing area and equipment"),
    ("C", "Players and officials"),
    ("D", "Card play"),
    ("E", "Course of a match"),
    ("F", "Slaps"),
    ("G", "Draw Deck shortages"),
    ("H", "Ends of rounds and of the match"),
    ("I", "Competitions and ratings"),
];

const COUNT: usize = {
    let (mut count, mut law) = (0, 0);
    while law < LAWS.len() {
        count += LAWS[law].len();
        law += 1;
    }
    count
};

static ALL: [Clause; COUNT] = {
    let mut all = [clause("", Class::Principle, ""); COUNT];
    let (mut at, mut law) = (0, 0);
    while law < LAWS.len() {
        let mut i = 0;
        while i < LAWS[law].len() {
            all[at] = LAWS[law][i];
            at += 1;
            i += 1;
        }
        law += 1;
    }
    all
};

/// Every clause, in the order of the text.
pub static CLAUSES: &[Clause] = &ALL;

/// Which Law a number is listed with, 0 for A; the diagram's sections are with Law B.
fn law(number: &str) -> Option<usize> {
    let letter = if number.starts_with("Diagram") { "B" } else { number.get(..1)? };
    HEADINGS.iter().position(|(heading, _)| *heading == letter)
}

/// Letter and name of the Law that a number is listed with; `None` for a number of no Law.
pub fn heading(number: &str) -> Option<(&'static str, &'static str)> {
    HEADINGS.get(law(number)?).copied()
}

/// The clause of that number.
pub fn find(number: &str) -> Option<&'static Clause> {
    LAWS.get(law(number)?)?.iter().find(|clause| clause.number == number)
}

/// Our one-line reading of a clause, for printing beside its number; `None` for a number not in the text.
pub fn paraphrase(number: &str) -> Option<&'static str> {
    find(number).map(|clause| clause.paraphrase)
}
