//! What a fault can be is told in the documentation, and the page has a form for it.

use super::MEMBERS;
use super::what::{BODIES, KINDS, MOMENTS};

const DOCS: &str = include_str!("../../../docs/control.md");
const PAGE: &str = include_str!("../../page/faults.js");

#[test]
fn the_documentation_has_all_that_a_fault_can_be() {
    let mut sections = DOCS.split("\n## ");
    let section = sections.find(|section| section.starts_with("Faults\n"));
    let section = section.unwrap_or_default();
    for member in MEMBERS {
        assert!(section.contains(&format!("`{member}`")), "{member}");
    }
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let rows: Vec<_> = rows.map(|row| row.trim_start_matches("| `{")).collect();
    for (kind, _) in KINDS {
        let starts = [format!("\"{kind}\":"), format!("| `\"{kind}\"`")];
        let is_there = |row: &&str| starts.iter().any(|start| row.starts_with(start));
        assert!(rows.iter().any(is_there), "{kind}");
    }
    for (body, _) in BODIES {
        let is_there = [format!("`\"{body}\"`"), format!("`{{\"{body}\": ")];
        assert!(is_there.iter().any(|body| section.contains(body)), "{body}");
    }
    for (moment, _) in MOMENTS {
        let row = format!("\n| `{{\"reset\": \"{moment}\"}}` |");
        assert!(section.contains(&row), "{moment}");
    }
}

#[test]
fn the_page_offers_each_kind_and_moment() {
    // One of several is more than a form asks for.
    for (kind, _) in KINDS.iter().filter(|(kind, _)| *kind != "one_of") {
        let is_made = [format!("({{ {kind}: "), format!("() => '{kind}'")];
        assert!(is_made.iter().any(|made| PAGE.contains(made)), "{kind}");
    }
    for (moment, _) in MOMENTS {
        assert!(PAGE.contains(&format!("\n  ['{moment}', '")), "{moment}");
    }
}
