//! The documentation has all that a fault can be.

use super::{Fault, Misbehavior, ReplyBody, ResetMoment};

const DOCS: &str = include_str!("../../docs/control.md");

/// The names that the JSON form of a type knows, of members or of variants.
fn names<T: serde::de::DeserializeOwned>(wrong: &str) -> Vec<String> {
    let error = serde_json::from_str::<T>(wrong).err().map(|error| error.to_string());
    let error = error.unwrap_or_default();
    let (_, known) = error.split_once("expected one of ").unwrap_or_default();
    let names = known.split('`').skip(1).step_by(2);
    names.map(str::to_owned).collect()
}

#[test]
fn the_documentation_has_all_that_a_fault_can_be() {
    let mut sections = DOCS.split("\n## ");
    let section = sections.find(|section| section.starts_with("Faults\n")).unwrap_or_default();
    let members = names::<Fault>("{\"x\": 1}");
    let moments = names::<ResetMoment>("\"x\"");
    assert_eq!((members.len(), moments.len()), (9, 3));
    for name in members.iter().chain(&moments) {
        let is_there = [format!("`{name}`"), format!("\"{name}\"}}`")];
        assert!(is_there.iter().any(|it| section.contains(it)), "{name}");
    }
    let kinds = names::<Misbehavior>("\"x\"");
    for kind in kinds.iter().chain(&names::<ReplyBody>("\"x\"")) {
        let is_there = [format!("`\"{kind}\"`"), format!("`{{\"{kind}\": ")];
        assert!(is_there.iter().any(|it| section.contains(it)), "{kind}");
    }
}
