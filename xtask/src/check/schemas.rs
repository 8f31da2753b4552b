//! The rules for schemas that serve clients in every language: names, open lists, secrets,
//! descriptions of properties.

use serde_json::Value;

use super::finding::Report;
use super::nullability::{answers, is_null_form, requests};
use super::outline::{Kind, Outline, Place, escape};

/// Names that are secrets though they do not say so.
const SECRETS: [&str; 3] = ["code", "bundle_url", "download_url"];

pub(super) fn check(outline: &Outline<'_>, report: &mut Report) {
    check_closed_lists(outline, report);
    for schema in outline.of(Kind::Schema) {
        check_name(outline, schema, report);
        check_open_list(outline, schema, report);
        for (name, _) in schema.map("properties") {
            let pointer = schema.below(&format!("properties/{}", escape(name)));
            check_named(outline, name, &pointer, &pointer, report);
        }
    }
    for parameter in outline.of(Kind::Parameter) {
        if let Some(name) = parameter.text("name") {
            check_named(outline, name, &parameter.pointer, &parameter.below("schema"), report);
        }
    }
}

/// Generators make up a name for a choice that has none.
fn check_name(outline: &Outline<'_>, schema: &Place<'_>, report: &mut Report) {
    let choices = ["enum", "oneOf", "anyOf"];
    let Some(choice) = choices.into_iter().find(|key| schema.value.get(key).is_some()) else {
        return;
    };
    let named =
        schema.is_component() || (choice == "enum" && is_alternative_of_component(outline, schema));
    if !named && !is_null_form(schema.value) && !is_one_or_null(schema) {
        report.add(
            &schema.pointer,
            format!("`{choice}` in a schema without a name"),
            "Make it a component under `components.schemas`, and refer to it.",
        );
    }
}

/// Whether a schema is another one by reference, or null.
fn is_one_or_null(schema: &Place<'_>) -> bool {
    let alternatives: Vec<_> = schema.list("anyOf").collect();
    matches!(alternatives[..], [one, null] if one.get("$ref").is_some() && is_null_form(null))
}

fn is_alternative_of_component(outline: &Outline<'_>, schema: &Place<'_>) -> bool {
    let Some((list, _)) = schema.pointer.rsplit_once('/') else {
        return false;
    };
    let owner = list.strip_suffix("/anyOf").or_else(|| list.strip_suffix("/oneOf"));
    owner.and_then(|owner| outline.at(owner)).is_some_and(Place::is_component)
}

/// A list of values beside its own base type leaves the list open: it has one form, which
/// generators can recognize.
fn check_open_list(outline: &Outline<'_>, schema: &Place<'_>, report: &mut Report) {
    let any_of = alternatives(outline, schema, "anyOf");
    let one_of = alternatives(outline, schema, "oneOf");
    let open = any_of.iter().any(|(_, one)| is_listed(one));
    let overlapping = one_of.iter().filter(|(_, list)| is_listed(list)).any(|(_, list)| {
        let mut others = one_of.iter().filter(|(_, other)| !is_listed(other));
        others.any(|(_, other)| base(list) == base(other))
    });
    for (key, wrong) in [("anyOf", open && !is_in_form(&any_of)), ("oneOf", overlapping)] {
        if wrong {
            report.add(
                schema.below(key),
                "a list of values that is open in an unusual form",
                "Write `anyOf`: first references to lists of values, or one list with a `title`, \
                 then their base type (the same `type` and `format`, no more), and last null.",
            );
        }
    }
}

/// The alternatives of a schema but null, each also as it is resolved.
fn alternatives<'o, 'd>(
    outline: &'o Outline<'d>,
    schema: &'o Place<'d>,
    key: &'o str,
) -> Vec<(&'d Value, &'d Value)> {
    schema
        .list(key)
        .zip(outline.entries(schema, key))
        .map(|(written, (_, resolved))| (written, resolved.value))
        .filter(|(written, _)| !is_null_form(written))
        .collect()
}

/// Answers may have values beyond every list: a list is closed in what requests send only.
fn check_closed_lists(outline: &Outline<'_>, report: &mut Report) {
    let (requests, answers) = (requests(outline), answers(outline));
    for place in outline.places().iter().filter(|place| place.kind == Kind::Schema) {
        let pointer = place.pointer.as_str();
        let answered = answers.contains(pointer) && !requests.contains(pointer);
        let alternative = pointer
            .rsplit_once('/')
            .is_some_and(|(list, _)| list.ends_with("/anyOf") || list.ends_with("/oneOf"));
        let used = !place.is_component() || place.reference().is_some();
        let listed = outline
            .resolve(pointer)
            .is_some_and(|schema| is_listed(schema.value) && !is_null_form(schema.value));
        if answered && used && listed && !alternative {
            report.add(
                pointer,
                "a closed list of values in what only answers use",
                "Refer to a component with `anyOf`: the list, and last its base type.",
            );
        }
    }
}

fn is_listed(schema: &Value) -> bool {
    schema.get("enum").is_some()
}

fn base(schema: &Value) -> (Option<&Value>, Option<&Value>) {
    (schema.get("type"), schema.get("format"))
}

/// Whether lists come first, by reference or one with a title, and then their base type.
fn is_in_form(alternatives: &[(&Value, &Value)]) -> bool {
    let [lists @ .., (_, open)] = alternatives else {
        return false;
    };
    let referred = lists.iter().all(|(list, _)| list.get("$ref").is_some());
    let titled = matches!(lists, [(list, _)] if list.get("title").is_some());
    let fits = |list: &Value| is_listed(list) && base(list) == base(open);
    let plain = |key: &String| ["type", "format", "title", "description"].contains(&key.as_str());
    open.as_object().is_some_and(|open| open.keys().all(plain))
        && !lists.is_empty()
        && (referred || titled)
        && lists.iter().all(|(_, list)| fits(list))
}

/// The rules for what has a name on the wire, a property or a parameter: it is described, and a
/// secret is marked.
fn check_named(
    outline: &Outline<'_>,
    name: &str,
    pointer: &str,
    schema: &str,
    report: &mut Report,
) {
    let described =
        outline.resolve(pointer).is_none_or(|place| place.text("description").is_some());
    if !described {
        report.add(
            pointer,
            format!("`{name}` has no description"),
            "Say what it means, with its unit and limits.",
        );
    }
    let bare = outline.resolve(schema).filter(|schema| schema.text("format") != Some("password"));
    if is_secret(name) && bare.is_some_and(|schema| schema.text("type") == Some("string")) {
        report.add(
            pointer,
            format!("`{name}` is a secret that is not marked"),
            "Add `format: password`, so that clients keep it out of logs.",
        );
    }
}

fn is_secret(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    SECRETS.contains(&name.as_str())
        || ((name.contains("secret") || name.contains("token")) && name != "token_type")
}
