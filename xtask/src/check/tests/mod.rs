//! Each rule, seen to find the good document broken in one place.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod errors;
mod extensions;
mod links;
mod nullability;
mod repository;
mod schemas;
mod unreadable;

use std::collections::BTreeSet;

use serde_json::Value;

use super::outline::unescape;
use super::{Finding, check};

/// A small document that keeps every rule.
const GOOD: &str = include_str!("good.yaml");

/// What is found in a document when the good one's quirk is the only one that has a module.
fn found_in(text: &str) -> Vec<Finding> {
    check(text, &BTreeSet::from(["single_book".to_owned()]))
}

/// What is found in the good document after a change.
#[track_caller]
fn found_after(change: impl FnOnce(&mut Value)) -> Vec<Finding> {
    let mut document: Value = yaml_serde::from_str(GOOD).unwrap();
    let before = document.clone();
    change(&mut document);
    assert_ne!(document, before, "the change changes nothing");
    found_in(&document.to_string())
}

/// Asserts that a change makes exactly one finding: at `pointer`, with `problem` among its words.
#[track_caller]
fn breaks(change: impl FnOnce(&mut Value), pointer: &str, problem: &str) {
    let found = found_after(change);
    assert!(
        matches!(&found[..], [one] if one.pointer == pointer && one.problem.contains(problem)),
        "expected only `{problem}` at {pointer}, and found {found:#?}"
    );
}

/// Asserts that a change, which breaks other rules too, makes one finding at `pointer` with
/// `problem` among its words.
#[track_caller]
fn breaks_too(change: impl FnOnce(&mut Value), pointer: &str, problem: &str) {
    let found = found_after(change);
    let meant =
        |finding: &&Finding| finding.pointer == pointer && finding.problem.contains(problem);
    assert_eq!(
        found.iter().filter(meant).count(),
        1,
        "expected `{problem}` at {pointer}, and found {found:#?}"
    );
}

/// Asserts that the changed document is as good as before.
#[track_caller]
fn keeps(change: impl FnOnce(&mut Value)) {
    assert_eq!(found_after(change), []);
}

/// Sets the value at a place, which may be new.
#[track_caller]
fn set(document: &mut Value, pointer: &str, value: Value) {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match document.pointer_mut(parent).unwrap() {
        Value::Array(elements) => elements[key.parse::<usize>().unwrap()] = value,
        parent => parent[unescape(key)] = value,
    }
}

/// Takes a member out of its object.
#[track_caller]
fn remove(document: &mut Value, pointer: &str) -> Value {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let parent = document.pointer_mut(parent).unwrap().as_object_mut().unwrap();
    parent.shift_remove(&unescape(key)).unwrap()
}
