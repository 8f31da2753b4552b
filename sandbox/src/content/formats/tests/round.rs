//! Random keys and texts, written and read again.

use std::collections::HashSet;

use fastrand::Rng;
use serde_json::{Value, json};

use super::{language, read, write};
use crate::content::formats::{Entry, find};
use crate::rules::plural::FORMS;
use crate::state::Text;

/// What breaks writers and readers that are not careful.
const HOSTILE: [&str; 52] = [
    "\"",
    "'",
    "\\",
    "\\\\",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "\u{1f600}",
    "<",
    ">",
    "&",
    "&lt;",
    "%s",
    "%1$@",
    "<b>x</b>",
    "<br/>",
    "<a href=\"x>y\">z</a>",
    "</string>",
    "<!-- c -->",
    "<![CDATA[",
    "]]>",
    "{n}",
    "#",
    ";",
    "=",
    ":",
    "/*",
    "*/",
    "//",
    "--",
    " ",
    "  ",
    "\u{5e9}\u{5dc}",
    "\u{202e}",
    "\u{e9}",
    "e\u{301}",
    "\\n",
    "\\u0041",
    "@",
    "?",
    "$",
    "null",
    "true",
    "12",
    "- ",
    "|",
    "~",
    "!",
    "\u{feff}",
    ",",
    "word",
];

/// Letters that XML has no place for.
const CONTROLS: [&str; 3] = ["\u{1}", "\u{1b}", "\u{c}"];

/// What a format is given, and what it can keep.
#[derive(Clone, Copy)]
struct Case {
    format: &'static str,
    /// Whether names can be anything.
    names: bool,
    controls: bool,
    plurals: bool,
    description: bool,
    context: bool,
}

const fn case(format: &'static str) -> Case {
    Case { format, names: true, controls: true, plurals: true, description: false, context: false }
}

const CASES: [Case; 16] = [
    case("json"),
    Case { description: true, context: true, ..case("json_structured") },
    Case { description: true, context: true, plurals: false, ..case("arb") },
    case("yaml"),
    case("ruby_yaml"),
    Case { description: true, controls: false, ..case("xml") },
    Case { description: true, ..case("strings") },
    Case { controls: false, ..case("stringsdict") },
    Case { controls: false, ..case("plist") },
    Case { description: true, context: true, controls: false, ..case("xliff") },
    Case { description: true, context: true, ..case("po") },
    Case { description: true, ..case("properties") },
    Case { description: true, context: true, ..case("csv") },
    Case { description: true, controls: false, ..case("resx") },
    Case { names: false, controls: false, ..case("env") },
    Case { names: false, controls: false, ..case("ini") },
];

/// A text of hostile parts.
fn text(rng: &mut Rng, case: Case) -> String {
    let parts = (0..rng.usize(0..6)).map(|_| match case.controls && rng.usize(0..12) == 0 {
        true => CONTROLS[rng.usize(0..CONTROLS.len())],
        false => HOSTILE[rng.usize(0..HOSTILE.len())],
    });
    parts.collect()
}

fn name(rng: &mut Rng, case: Case) -> String {
    if !case.names {
        return format!("KEY_{}", rng.u32(..));
    }
    let parts: Vec<String> = (0..rng.usize(1..4)).map(|_| text(rng, case)).collect();
    parts.join("::")
}

fn words(rng: &mut Rng, wanted: bool) -> String {
    let words = ["a \"note\"", "it's", "<b>", "& more", "\u{1f600}", "\u{5e9}", "50%", "\\o/"];
    let count = if wanted { rng.usize(0..4) } else { 0 };
    let words: Vec<_> = (0..count).map(|_| words[rng.usize(0..words.len())]).collect();
    words.join(" ")
}

fn entries(rng: &mut Rng, case: Case) -> Vec<Entry> {
    let mut names = HashSet::new();
    let count = rng.usize(0..8);
    let entries = (0..count).map(|_| {
        let said = match case.plurals && rng.usize(0..4) == 0 {
            true => {
                let forms = language().plural_forms.into_iter();
                Text::Forms(forms.map(|form| (form, text(rng, case) + "x")).collect())
            }
            false => Text::Plain(text(rng, case)),
        };
        Entry {
            description: words(rng, case.description),
            context: words(rng, case.context),
            ..Entry::new(name(rng, case), said)
        }
    });
    let entries: Vec<Entry> = entries.collect();
    let is_fit = |entry: &Entry| {
        let last = entry.name.rsplit("::").next().unwrap_or_default();
        // What is said of a key has the name of the key in it.
        let is_about = case.format == "arb" && entry.name.starts_with('@');
        !entry.name.is_empty() && !FORMS.contains(&last) && !is_about
    };
    let entries = entries.into_iter().filter(is_fit);
    entries.filter(|entry| names.insert(entry.name.clone())).collect()
}

#[test]
fn what_is_written_is_read_again() {
    for case in CASES {
        let format = find(case.format).unwrap();
        let mut rng = Rng::with_seed(13);
        let mut compared = 0;
        for round in 0..500 {
            let mut given = entries(&mut rng, case);
            let written = write(format, given.clone(), &Value::Null);
            let mut found = read(format, written.as_bytes(), &Value::Null)
                .unwrap_or_else(|error| panic!("{} {round}: {error}\n{written}", case.format));
            given.sort_by(|one, other| one.name.cmp(&other.name));
            found.sort_by(|one, other| one.name.cmp(&other.name));
            found.iter_mut().for_each(|entry| entry.source.clear());
            assert_eq!(found, given, "{} {round}:\n{written}", case.format);
            compared += given.len();
        }
        assert!(compared > 400, "{}: {compared}", case.format);
    }
}

#[test]
fn options_do_not_change_what_is_said() {
    let options = json!({
        "java_properties_encoding": "latin-1", "java_properties_separator": ":",
        "indentation": "tab", "json_unescaped_slashes": true, "yaml_include_root": true,
        "add_newline_eof": true,
    });
    for case in CASES {
        let format = find(case.format).unwrap();
        let mut rng = Rng::with_seed(14);
        for _ in 0..200 {
            let given = entries(&mut rng, case);
            let written = write(format, given.clone(), &options);
            let found = read(format, written.as_bytes(), &Value::Null).unwrap();
            let (found, given) = [found, given]
                .map(|it| it.into_iter().map(|entry| entry.name).collect::<HashSet<_>>())
                .into();
            assert_eq!(found, given, "{}:\n{written}", case.format);
        }
    }
}

#[test]
fn what_is_damaged_is_refused_or_read_but_never_a_panic() {
    for case in CASES {
        let format = find(case.format).unwrap();
        let mut rng = Rng::with_seed(15);
        for _ in 0..400 {
            let given = entries(&mut rng, case);
            let mut damaged = write(format, given, &Value::Null).into_bytes();
            for _ in 0..rng.usize(1..4) {
                let at = rng.usize(0..=damaged.len());
                let part = HOSTILE[rng.usize(0..HOSTILE.len())];
                match rng.usize(0..3) {
                    0 => damaged.truncate(at),
                    1 => drop(damaged.splice(at..at, part.bytes())),
                    _ => drop(damaged.drain(at..(at + 3).min(damaged.len()))),
                }
            }
            if let Err(message) = read(format, &damaged, &Value::Null) {
                assert!(message.contains(": line "), "{message}");
            }
        }
    }
}
