//! `cargo xtask tour`: what the tour prints, shortened, as the picture in the README.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{fs, iter};

use serde_json::Value;

use crate::Done;

/// The picture, from the root of the repository.
const PICTURE: &str = "docs/tour.svg";

const COMMAND: [&str; 4] = ["cargo", "run", "--example", "tour"];

/// So many lines of single calls are shown, and the lines from this one on.
const FIRST: usize = 20;
const LAST: &str = "Beyond single calls:";

/// The size of the terminal, and that of a character in pixels.
const COLUMNS: usize = 88;
const WIDTH: usize = 8;
const HEIGHT: usize = 18;

/// Runs the tour and draws it; nothing where there are arguments.
pub(crate) fn run(arguments: &[&str]) -> Option<Done> {
    arguments.is_empty().then(|| write(&crate::root()))
}

fn write(root: &Path) -> Done {
    let [program, arguments @ ..] = COMMAND;
    let toured = Command::new(program)
        .args(arguments)
        .current_dir(root)
        .stderr(Stdio::inherit())
        .output()?;
    if !toured.status.success() {
        return Err("the tour fails".into());
    }
    let text = String::from_utf8(toured.stdout)?;
    fs::write(root.join(PICTURE), picture(&text)?)?;
    Ok(())
}

/// The lines of the tour as an SVG.
fn picture(text: &str) -> Result<String, String> {
    let (calls, last) = text
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
    for (at, line) in lines.iter().enumerate() {
        let y = (at + 1) * HEIGHT;
        let _ = writeln!(svg, "<text x=\"12\" y=\"{y}\" xml:space=\"preserve\">{line}</text>");
    }
    Ok(svg + "</svg>\n")
}

/// A line as wide as the terminal, with what went well in green.
fn line(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some((end, _)) = text.char_indices().nth(COLUMNS) {
        text.truncate(end);
        text.push('…');
    }
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    match outcome(&text) {
        Some(outcome) => text.replacen(
            &format!(" {outcome} "),
            &format!(" <tspan fill=\"#3fb950\">{outcome}</tspan> "),
            1,
        ),
        None => text,
    }
}

/// How a call ended.
fn outcome(line: &str) -> Option<&str> {
    let words = line.strip_prefix("  ")?.split_whitespace();
    let is_outcome = |word: &&str| *word == "done" || word.parse().is_ok_and(|code: u16| code > 99);
    words.skip(1).find(is_outcome)
}

/// Checks that the picture shows all operations of the document, and none that it has not.
pub(crate) fn check(root: &Path, document: &Value) -> Result<(), String> {
    let svg = fs::read_to_string(root.join(PICTURE));
    let svg = svg.map_err(|error| format!("{PICTURE}: {error}"))?;
    match is_current(&svg, document) {
        true => Ok(()),
        false => Err(format!(
            "{PICTURE} shows other operations than the document has. To draw it anew: cargo xtask \
             tour"
        )),
    }
}

fn is_current(svg: &str, document: &Value) -> bool {
    let items = document["paths"].as_object().into_iter().flatten();
    let operations = items.flat_map(|(_, item)| item.as_object().into_iter().flatten());
    let ids = operations.filter_map(|(_, operation)| operation["operationId"].as_str());
    let ids: BTreeSet<_> = ids.collect();
    let calls = svg.lines().filter(|line| !line.contains(">done<"));
    let calls = calls.filter_map(|line| line.split_once("<tspan"));
    let mut shown = calls.filter_map(|(before, _)| before.rsplit('>').next());
    svg.contains(&format!(">{0} of {0} operations", ids.len()))
        && shown.all(|id| ids.contains(id.trim()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use serde_json::json;

    use super::*;

    const TOUR: &str = "As it was recorded:\n  listKeys   200  2 < 8 keys\n\
        Beyond single calls:\n  push       done 2 files\n1 of 1 operations, 2 calls, 0 failed\n";

    fn document(id: &str) -> Value {
        json!({"paths": {"/keys": {"parameters": [], "get": {"operationId": id}}}})
    }

    #[test]
    fn the_picture_is_what_the_tour_prints() {
        let svg = picture(TOUR).unwrap();
        assert!(svg.contains(">$ cargo run --example tour</text>"), "{svg}");
        assert!(svg.contains(">  listKeys   <tspan fill=\"#3fb950\">200</tspan>  2 &lt; 8 keys<"));
        assert!(svg.contains(">done</tspan> 2 files</text>"), "{svg}");
        assert!(picture("no tour").is_err());
        assert_eq!(line(&"ä".repeat(90)), "ä".repeat(COLUMNS) + "…");
    }

    #[test]
    fn operations_that_came_or_went_are_told() {
        let svg = picture(TOUR).unwrap();
        assert!(is_current(&svg, &document("listKeys")));
        assert!(!is_current(&svg, &document("listAllKeys")), "gone");
        let mut more = document("listKeys");
        more["paths"]["/keys"]["post"] = json!({"operationId": "createKeys"});
        assert!(!is_current(&svg, &more), "new");
    }
}
