//! What changed in schemas and other components, judged by the side of the call that uses them.

use serde_json::Value;

use super::change::{Effect, Shift, Side, Spot};
use super::{Differ, keys, resolve};
use crate::check::is_null_form;

/// Limits that allow more if they grow, and less.
const UPPER: [&str; 4] = ["maximum", "maxLength", "maxItems", "maxProperties"];
const LOWER: [&str; 4] = ["minimum", "minLength", "minItems", "minProperties"];

/// Limits that can only be compared as equal or not.
const OTHER: [&str; 5] =
    ["pattern", "multipleOf", "uniqueItems", "exclusiveMinimum", "exclusiveMaximum"];

/// The other keywords that rules judge.
const JUDGED: [&str; 13] = [
    "$ref",
    "type",
    "format",
    "nullable",
    "enum",
    "required",
    "properties",
    "additionalProperties",
    "items",
    "oneOf",
    "anyOf",
    "allOf",
    "default",
];

/// More references within references than a document has.
const DEEPEST: usize = 8;

impl Differ<'_> {
    /// Compares the components, each once and by its name.
    pub(super) fn components(&mut self) {
        let (old, new) = (&self.old["components"], &self.new["components"]);
        for kind in keys(old, new) {
            for name in keys(&old[&kind], &new[&kind]) {
                let (before, after) = (old[&kind].get(&name), new[&kind].get(&name));
                let place = format!("{kind}/{name}");
                let (Some(before), Some(after)) = (before, after) else {
                    // What it does to an operation is reported there.
                    let effect = match (before, &*kind) {
                        (Some(_), "schemas" | "securitySchemes") => Effect::Breaking,
                        (None, "schemas" | "securitySchemes") => Effect::Additive,
                        _ => Effect::Documentation,
                    };
                    self.add(&place, effect, if after.is_none() { "is gone" } else { "is new" });
                    continue;
                };
                match &*kind {
                    "schemas" => {
                        self.schema(&Spot::new(&name, self.uses.of_schema(&name)), before, after);
                    }
                    "parameters" | "requestBodies" => self.input(&place, Some(before), Some(after)),
                    "responses" => self.response(&place, before, after),
                    "headers" => self.header(&place, before, after),
                    "securitySchemes" => self.scheme(&place, before, after),
                    "examples" | "links" if before != after => {
                        self.add(&place, Effect::Documentation, "changed");
                    }
                    _ => self.rest(&place, before, after, &[]),
                }
            }
        }
    }

    /// How to authenticate, and the scopes.
    fn scheme(&mut self, place: &str, old: &Value, new: &Value) {
        for flow in keys(&old["flows"], &new["flows"]) {
            let place = format!("{place} {flow}");
            let (old, new) = match (old["flows"].get(&flow), new["flows"].get(&flow)) {
                (Some(old), Some(new)) => (old, new),
                (None, _) => {
                    self.add(&place, Effect::Additive, "is a new flow");
                    continue;
                }
                _ => {
                    self.add(&place, Effect::Breaking, "the flow is gone");
                    continue;
                }
            };
            for scope in keys(&old["scopes"], &new["scopes"]) {
                match (old["scopes"].get(&scope), new["scopes"].get(&scope)) {
                    (Some(_), None) => {
                        self.add(&place, Effect::Breaking, format!("the scope {scope} is gone"));
                    }
                    (None, _) => {
                        self.add(&place, Effect::Additive, format!("the scope {scope} is new"));
                    }
                    _ => {}
                }
            }
            self.rest(&place, old, new, &["scopes"]);
        }
        self.rest(place, old, new, &["flows"]);
    }

    /// Compares two schemas; components that both refer to are compared by their names.
    pub(super) fn schema(&mut self, spot: &Spot, old: &Value, new: &Value) {
        if old == new {
            return;
        }
        let ((before, was_null), (after, is_null)) = (apart_from_null(old), apart_from_null(new));
        if before["$ref"] != after["$ref"] {
            return self.reference(spot, (before, was_null), (after, is_null));
        }
        if was_null != is_null {
            self.nullability(spot, was_null);
        }
        self.types(spot, before, after);
        self.limits(spot, before, after);
        self.values(spot, &before["enum"], &after["enum"]);
        self.alternatives(spot, before, after);
        self.properties(spot, before, after);
        self.contents(spot, before, after);
        if before["default"] != after["default"] {
            let effect = if spot.side.requests { Effect::Breaking } else { Effect::Documentation };
            self.add(
                &spot.place,
                effect,
                instead("default", &before["default"], &after["default"]),
            );
        }
        let judged = [&JUDGED[..], &UPPER, &LOWER, &OTHER].concat();
        self.rest(&spot.place, old, new, &judged);
    }

    fn nullability(&mut self, spot: &Spot, was_null: bool) {
        match was_null {
            false => self.shift(spot, Shift::Loosened, "may be null now"),
            true => self.shift(spot, Shift::Tightened, "is never null now"),
        }
    }

    /// Looks through references to other components: the name alone changes nothing on the wire.
    fn reference(&mut self, spot: &Spot, old: (&Value, bool), new: (&Value, bool)) {
        let what = format!("is {} instead of {}", name_of(new.0), name_of(old.0));
        if self.depth == DEEPEST {
            return self.add(&spot.place, Effect::Breaking, what);
        }
        let (before, after) = (resolve(self.old, old.0), resolve(self.new, new.0));
        let nullable = |schema: &Value, null: bool| null || apart_from_null(schema).1;
        let was_null = nullable(before, old.1);
        if was_null != nullable(after, new.1) {
            self.nullability(spot, was_null);
        }
        let count = self.changes.len();
        self.depth += 1;
        self.schema(spot, apart_from_null(before).0, apart_from_null(after).0);
        self.depth -= 1;
        // Two schemas have texts of their own, and their null was judged above.
        let mut index = 0;
        self.changes.retain(|change| {
            index += 1;
            index <= count
                || (change.effect != Effect::Documentation && !change.what.contains(" null now"))
        });
        self.add(&spot.place, Effect::Documentation, what);
    }

    fn types(&mut self, spot: &Spot, old: &Value, new: &Value) {
        for key in ["type", "format"] {
            let (before, after) = (&old[key], &new[key]);
            if before == after {
                continue;
            }
            let shift = match (before.as_str(), after.as_str()) {
                (Some("integer"), Some("number")) | (Some("int32"), Some("int64")) => {
                    Shift::Loosened
                }
                (Some("number"), Some("integer")) | (Some("int64"), Some("int32")) => {
                    Shift::Tightened
                }
                (before, after) => Shift::of_limit(before.is_some(), after.is_some()),
            };
            self.shift(spot, shift, instead(key, before, after));
        }
    }

    fn limits(&mut self, spot: &Spot, old: &Value, new: &Value) {
        let exists = |value: &Value| !value.is_null() && *value != false;
        let grown = |more: bool| if more { Shift::Loosened } else { Shift::Tightened };
        for key in UPPER.into_iter().chain(LOWER).chain(OTHER) {
            let (before, after) = (&old[key], &new[key]);
            if before == after {
                continue;
            }
            let shift = match (before.as_f64(), after.as_f64()) {
                (Some(before), Some(after)) if UPPER.contains(&key) => grown(after > before),
                (Some(before), Some(after)) if LOWER.contains(&key) => grown(after < before),
                _ => Shift::of_limit(exists(before), exists(after)),
            };
            self.shift(spot, shift, instead(key, before, after));
        }
    }

    fn values(&mut self, spot: &Spot, old: &Value, new: &Value) {
        if old.is_null() != new.is_null() {
            let shift = Shift::of_limit(!old.is_null(), !new.is_null());
            return self.shift(spot, shift, "the list of values is new or gone");
        }
        for gone in missing(old, new) {
            self.shift(spot, Shift::Tightened, format!("the value {gone} is gone"));
        }
        for came in missing(new, old) {
            self.shift(spot, Shift::Loosened, format!("the value {came} is new"));
        }
    }

    fn alternatives(&mut self, spot: &Spot, old: &Value, new: &Value) {
        // An open list allows any other value as well, whatever it lists.
        let open = is_open_list(self.old, old) && is_open_list(self.new, new);
        let side = if open { Side::default() } else { spot.side };
        let spot = Spot::new(&spot.place, side);
        for key in ["oneOf", "anyOf", "allOf"] {
            let (less, more) = match key {
                "allOf" => (Shift::Loosened, Shift::Tightened),
                _ => (Shift::Tightened, Shift::Loosened),
            };
            let [gone, came] = [missing(&old[key], &new[key]), missing(&new[key], &old[key])];
            let [gone, came] = [gone, came]
                .map(|list| list.into_iter().filter(|one| !is_null_form(one)).collect::<Vec<_>>());
            // Without a name, an alternative is known by its place.
            if let ([before], [after]) = (&gone[..], &came[..])
                && before["$ref"].is_null()
                && after["$ref"].is_null()
            {
                self.schema(&spot.part(format!(".{key}")), before, after);
                continue;
            }
            for one in gone {
                self.shift(&spot, less, format!("{} is gone from `{key}`", name_of(one)));
            }
            for one in came {
                self.shift(&spot, more, format!("{} is new in `{key}`", name_of(one)));
            }
        }
    }

    fn properties(&mut self, spot: &Spot, old: &Value, new: &Value) {
        let (before, after) = (&old["properties"], &new["properties"]);
        let requires = |schema: &Value, name: &str| {
            let required = schema["required"].as_array();
            required.is_some_and(|required| required.iter().any(|other| other == name))
        };
        for name in keys(before, after) {
            let part = spot.part(format!(".{name}"));
            let (was, is) = (requires(old, &name), requires(new, &name));
            match (before.get(&name), after.get(&name)) {
                (Some(before), Some(after)) => {
                    match (was, is) {
                        (false, true) => self.shift(&part, Shift::Tightened, "is required now"),
                        (true, false) => {
                            self.shift(&part, Shift::Loosened, "is not required any more");
                        }
                        _ => {}
                    }
                    self.schema(&part, before, after);
                }
                (None, _) if is && spot.side.requests => {
                    self.add(&part.place, Effect::Breaking, "is new and required");
                }
                (None, _) => self.add(&part.place, Effect::Additive, "is new"),
                (_, None) => self.add(&part.place, Effect::Breaking, "is gone"),
            }
        }
    }

    /// What lists and maps contain.
    fn contents(&mut self, spot: &Spot, old: &Value, new: &Value) {
        let limits = |value: &Value| !value.is_null() && *value != true;
        for (key, part) in [("items", "[]"), ("additionalProperties", "{}")] {
            let (before, after) = (&old[key], &new[key]);
            if before.is_object() && after.is_object() {
                self.schema(&spot.part(part), before, after);
            } else if before != after {
                let shift = Shift::of_limit(limits(before), limits(after));
                self.shift(spot, shift, format!("`{key}` is new, gone or changed"));
            }
        }
    }
}

/// Whether a schema lists values, and last their base type, so that there may be others.
pub(super) fn is_open_list(document: &Value, schema: &Value) -> bool {
    let alternatives = schema["anyOf"].as_array().into_iter().flatten();
    let alternatives: Vec<_> =
        alternatives.filter(|one| !is_null_form(one)).map(|one| resolve(document, one)).collect();
    let Some((base, lists)) = alternatives.split_last() else {
        return false;
    };
    let fits = |list: &&Value| list["enum"].is_array() && list["type"] == base["type"];
    base["enum"].is_null() && !lists.is_empty() && lists.iter().all(fits)
}

/// A schema without its null, and whether it has one, in either form.
fn apart_from_null(schema: &Value) -> (&Value, bool) {
    let alternatives =
        || ["oneOf", "anyOf"].iter().flat_map(|key| schema[*key].as_array()).flatten();
    let null = alternatives().any(is_null_form);
    let mut others = alternatives().filter(|one| !is_null_form(one));
    match (others.next(), others.next()) {
        (Some(only), None) if null => (only, true),
        _ => (schema, null || schema["nullable"] == true),
    }
}

/// The elements of a list that another has not.
fn missing<'v>(list: &'v Value, other: &Value) -> Vec<&'v Value> {
    let others = other.as_array();
    let is_missing = |one: &&Value| others.is_none_or(|others| !others.contains(one));
    list.as_array().into_iter().flatten().filter(is_missing).collect()
}

/// A schema in a few words.
fn name_of(schema: &Value) -> String {
    match (schema["$ref"].as_str(), schema["type"].as_str()) {
        (Some(reference), _) => format!("`{}`", reference.rsplit('/').next().unwrap_or_default()),
        (None, Some(kind)) => format!("{kind} in place"),
        (None, None) => "a schema in place".to_owned(),
    }
}

/// What became of a keyword.
fn instead(key: &str, before: &Value, after: &Value) -> String {
    match (before, after) {
        (Value::Null, after) => format!("`{key}` is {after} now"),
        (before, Value::Null) => format!("`{key}` is gone, which was {before}"),
        (before, after) => format!("`{key}` is {after} instead of {before}"),
    }
}
