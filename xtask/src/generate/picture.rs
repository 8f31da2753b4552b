//! What the tour prints, shortened, as the picture in the README. As the tour has to be compiled
//! first, it is drawn only if there is no picture, or one with operations that are gone.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::iter;
use std::path::Path;
use std::process::{Command, Stdio};

use super::read;

/// The picture, from the root of the repository.
pub(super) const PICTURE: &str = "docs/tour.svg";

const COMMAND: [&str; 4] = ["cargo", "run", "--example", "tour"];

/// So many lines of single calls are shown, and the lines from this one on.
const FIRST: usize = 20;
const LAST: &str = "Beyond single calls:";

/// The size of the terminal, and that of a character in pixels.
const COLUMNS: usize = 88;
const WIDTH: usize = 8;
const HEIGHT: usize = 18;

/// Whether there is a picture, without operations that the document does not have.
pub(super) fn is_current(root: &Path, operations: &BTreeSet<String>) -> bool {
    read(root, PICTURE).is_ok_and(|svg| shows_only(&svg, operations))
}

pub(super) fn shows_only(svg: &str, operations: &BTreeSet<String>) -> bool {
    let calls = svg.lines().filter(|line| !line.contains(">done<"));
    let calls = calls.filter_map(|line| line.split_once("<tspan"));
    let mut shown = calls.filter_map(|(before, _)| before.rsplit('>').next());
    shown.all(|id| operations.contains(id.trim()))
}

/// Runs the tour and draws what it prints.
pub(super) fn drawn(root: &Path) -> Result<String, String> {
    let [program, arguments @ ..] = COMMAND;
    let toured = Command::new(program)
        .args(arguments)
        .args(["--quiet", "--locked"])
        .current_dir(root)
        .env_remove("L10N_BASE_URL")
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    match toured.status.success() {
        true => picture(&String::from_utf8_lossy(&toured.stdout)),
        false => Err(format!("{PICTURE} is not drawn, as the tour fails: {}", COMMAND.join(" "))),
    }
}

/// The lines of the tour as an SVG.
pub(super) fn picture(tour: &str) -> Result<String, String> {
    let (calls, last) = tour
        .split_once(&format!("\n{LAST}\n"))
        .ok_or_else(|| format!("the tour does not print `{LAST}`"))?;
    let prompt = format!("$ {}", COMMAND.join(" "));
    let lines = iter::once(prompt.as_str())
        .chain(calls.lines().take(FIRST))
        .chain(["  …", LAST])
        .chain(last.lines());
    let lines: Vec<_> = lines.map(line).collect();
    let [width, height] = [(COLUMNS + 3) * WIDTH, (lines.len() + 1) * HEIGHT];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"monospace\" font-size=\"13\" \
         fill=\"#d0d7de\" role=\"img\">\n<title>{prompt}</title>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#161b22\"/>\n"
    );
    for (line, y) in lines.iter().zip((1..).map(|row| row * HEIGHT)) {
        let _ = writeln!(svg, "<text x=\"12\" y=\"{y}\" xml:space=\"preserve\">{line}</text>");
    }
    Ok(svg + "</svg>\n")
}

/// A line as wide as the terminal, with what went well in green.
fn line(text: &str) -> String {
    let text = match text.char_indices().nth(COLUMNS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    };
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let green = |outcome: &str| format!(" <tspan fill=\"#3fb950\">{outcome}</tspan> ");
    match outcome(&text) {
        Some(outcome) => text.replacen(&format!(" {outcome} "), &green(outcome), 1),
        None => text,
    }
}

/// How a call ended.
fn outcome(line: &str) -> Option<&str> {
    let words = line.strip_prefix("  ")?.split_whitespace();
    let is_outcome = |word: &&str| *word == "done" || word.parse().is_ok_and(|code: u16| code > 99);
    words.skip(1).find(is_outcome)
}
