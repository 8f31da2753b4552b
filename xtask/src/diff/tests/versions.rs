//! The version that a change asks for, and where the states to compare come from.

use serde_json::json;

use super::super::change::Effect::{Additive, Breaking, Documentation};
use super::super::versions::{Versions, next};
use super::super::{DOCUMENT, State, Verdict, at_revision};
use super::document;
use super::whole::real;

#[test]
fn versions_rise_as_cargo_counts_them() {
    let after = |before: &str, effect| next(&before.parse().unwrap(), effect).to_string();
    assert_eq!(after("0.3.1", None), "0.3.1");
    assert_eq!(after("0.3.1", Some(Documentation)), "0.3.2");
    assert_eq!(after("0.3.1", Some(Additive)), "0.3.2");
    assert_eq!(after("0.3.1", Some(Breaking)), "0.4.0");
    assert_eq!(after("1.3.1", Some(Documentation)), "1.3.2");
    assert_eq!(after("1.3.1", Some(Additive)), "1.4.0");
    assert_eq!(after("1.3.1", Some(Breaking)), "2.0.0");
}

#[test]
fn versions_are_held_against_the_verdict() {
    let state = |version: &str, package: &str, required: &[&str]| {
        let mut document = document();
        document["info"]["version"] = json!(version);
        document["components"]["schemas"]["Pet"]["required"] = json!(required);
        let manifest = format!("[workspace.package]\nversion = \"{package}\"\n");
        let versions = Versions::read(&document, Some(&manifest)).unwrap();
        State { document, versions }
    };
    let old = state("0.3.1", "0.5.0", &["id"]);
    let holds =
        |version, package| Verdict::of(&old, &state(version, package, &["id", "name"])).holds();
    // Harmless on the wire, and another type in the crate.
    assert!(holds("0.3.2", "0.6.0"));
    assert!(holds("1.0.0", "1.0.0"));
    assert!(!holds("0.3.1", "0.6.0"));
    assert!(!holds("0.3.2", "0.5.1"));
    assert!(Verdict::of(&old, &state("0.3.1", "0.5.0", &["id"])).holds());
    let text = Verdict::of(&old, &state("0.3.2", "0.5.0", &["id", "name"])).to_string();
    assert_eq!(
        text,
        "additive       Pet.name: is required now (answers) (breaking for the crate: its type is, or was, an `Option`)\n\
         1 changes: 0 breaking, 1 additive, 0 documentation\n\
         info.version of spec/openapi.yaml: 0.3.2 will do (0.3.2 or higher, after 0.3.1)\n\
         version in Cargo.toml: 0.5.0 is too low, 0.6.0 or higher is due after 0.5.0\n"
    );
}

#[test]
fn what_is_no_version_is_told() {
    let told = |manifest| Versions::read(&document(), Some(manifest)).unwrap_err();
    assert_eq!(told("[package]"), "there is no workspace.package.version of Cargo.toml");
    assert!(
        told("[workspace.package]\nversion = \"1\"")
            .starts_with("workspace.package.version of Cargo.toml is 1: ")
    );
    assert!(told("[").starts_with("Cargo.toml cannot be read: "));
}

#[test]
fn a_revision_is_read_from_git_and_another_word_is_told() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    assert!(State::before(&root, "no-such-revision").is_err());
    assert!(at_revision(&root, "--help", DOCUMENT).is_err());
    let file = root.join(DOCUMENT);
    let before = State::before(&root, file.to_str().unwrap()).unwrap();
    assert_eq!(before.document, real());
}

#[test]
fn the_same_change_at_several_places_is_one_line() {
    let state = |nullable: &[&str]| {
        let mut document = document();
        let pet = &mut document["components"]["schemas"]["Pet"]["properties"];
        for name in nullable {
            pet[name]["type"] = json!("string");
            pet[name]["nullable"] = json!(true);
        }
        for name in ["a", "b", "c", "d", "e", "f", "g"] {
            pet[name]["type"] = json!("string");
        }
        let versions = Versions::read(&document, None).unwrap();
        State { document, versions }
    };
    let told = |nullable: &[&str]| Verdict::of(&state(&[]), &state(nullable)).to_string();
    let few = "breaking       may be null now (answers): 2 places, Pet.a, Pet.b\n2 changes: 2 ";
    assert!(told(&["a", "b"]).starts_with(few), "{}", told(&["a", "b"]));
    let many = told(&["a", "b", "c", "d", "e", "f", "g"]);
    let line = "7 places, Pet.a, Pet.b, Pet.c, Pet.d, Pet.e, ...\n7 changes: 7 breaking,";
    assert!(many.contains(line), "{many}");
}
