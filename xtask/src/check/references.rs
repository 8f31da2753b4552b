//! Whether every reference leads to a component of the right kind, and every component is used.

use std::collections::HashSet;

use serde_json::Value;

use super::finding::Report;
use super::outline::{Kind, Outline, Place, escape};

pub(super) fn check(outline: &Outline<'_>, report: &mut Report) {
    for place in outline.places() {
        for (pointer, target) in links(place) {
            if !outline
                .at(&target)
                .is_some_and(|found| found.kind == place.kind && found.is_component())
            {
                report.add(
                    pointer,
                    format!("there is no {:?} component at `#{target}`", place.kind),
                    "Correct the reference, or add the component.",
                );
            }
        }
        if place.reference().is_some() && place.members().count() > 1 {
            report.add(
                &place.pointer,
                "a `$ref` with other keys beside it, which are ignored",
                "Move the other keys to the component.",
            );
        }
    }
    let used = used(outline);
    for component in outline.places().iter().filter(|place| place.is_component()) {
        if !used.contains(component.pointer.as_str()) {
            report.add(
                &component.pointer,
                format!("the component `{}` is not used by any operation", component.name()),
                "Remove it, or refer to it.",
            );
        }
    }
}

/// The references of one place itself: where each stands, and the pointer it leads to.
fn links(place: &Place<'_>) -> Vec<(String, String)> {
    let target = |reference: &str| match reference.strip_prefix('#') {
        Some(pointer) => pointer.to_owned(),
        // A mapping may give the bare name of a schema.
        None => format!("/components/schemas/{}", escape(reference)),
    };
    if let Some(reference) = place.reference() {
        return vec![(place.below("$ref"), target(reference))];
    }
    if place.kind != Kind::Schema {
        return Vec::new();
    }
    let mapping = place.value.pointer("/discriminator/mapping").and_then(Value::as_object);
    mapping
        .into_iter()
        .flatten()
        .filter_map(|(value, reference)| {
            let pointer = place.below(&format!("discriminator/mapping/{}", escape(value)));
            Some((pointer, target(reference.as_str()?)))
        })
        .collect()
}

/// The pointers of all components that operations need, directly or through other components.
fn used(outline: &Outline<'_>) -> HashSet<String> {
    let secured = outline.of(Kind::Operation).chain(outline.of(Kind::Document));
    let mut used: HashSet<String> = secured
        .flat_map(|place| place.list("security"))
        .filter_map(Value::as_object)
        .flat_map(|requirement| requirement.keys())
        .map(|scheme| format!("/components/securitySchemes/{}", escape(scheme)))
        .collect();
    let mut waiting = vec!["/paths".to_owned()];
    waiting.extend(used.iter().cloned());
    while let Some(root) = waiting.pop() {
        let inside = format!("{root}/");
        let places = outline.places().iter();
        for place in
            places.filter(|place| place.pointer == root || place.pointer.starts_with(&inside))
        {
            for (_, target) in links(place) {
                if used.insert(target.clone()) {
                    waiting.push(target);
                }
            }
        }
    }
    used
}
