//! What changed in schemas, judged by the side of the call where they stand.

use serde_json::Value;

use super::change::{Effect, NAME, OPTION, Shift, TYPE};
use super::differ::{Differ, JUDGED, Spot};
use super::document::{keys, missing, name_of};
use super::nulls::{accepts_null, apart_from_null, forms_of_null, is_null_form};
use super::open::open_list;

/// Limits that allow more when they grow, and less.
const UPPER: [&str; 4] = ["maximum", "maxLength", "maxItems", "maxProperties"];
const LOWER: [&str; 4] = ["minimum", "minLength", "minItems", "minProperties"];

/// Limits that can only be compared as equal or not.
const OTHER: [&str; 5] =
    ["pattern", "multipleOf", "uniqueItems", "exclusiveMinimum", "exclusiveMaximum"];

impl Differ<'_> {
    /// Compares the component schemas, each once and by its name.
    pub(super) fn components(&mut self) {
        let (old, new) = (&self.old["components"]["schemas"], &self.new["components"]["schemas"]);
        for name in keys(old, new) {
            let spot = Spot::new(&name, self.uses.of(&name));
            match (old.get(&name), new.get(&name)) {
                (Some(old), Some(new)) => self.schema(&spot, old, new),
                (None, _) => self.tell(&name, Effect::Additive, "is a new schema"),
                (_, None) => self.tell(
                    &name,
                    Effect::Breaking,
                    "the schema is gone, and the type of its name with it",
                ),
            }
        }
    }

    /// Compares two schemas; components that both name are compared on their own.
    pub(super) fn schema(&mut self, spot: &Spot, old: &Value, new: &Value) {
        if old == new {
            return;
        }
        let is_any = |schema: &Value| schema.as_object().is_none_or(serde_json::Map::is_empty);
        if is_any(old) && is_any(new) {
            let what = "allows any value as before";
            return self.tell(&spot.place, Effect::Documentation, what);
        }
        if let Some((before, after)) = apart_from_null(old, new) {
            let told = self.changes.len();
            self.nullability(spot, old, new);
            self.schema(spot, before, after);
            self.rest(&spot.place, old, new, &JUDGED);
            if self.changes.len() == told {
                let what = "says the same otherwise";
                self.tell(&spot.place, Effect::Documentation, what);
            }
            return;
        }
        if old["$ref"] != new["$ref"] {
            return self.reference(spot, old, new);
        }
        if let Some(shift) = self.alternative(old, new) {
            let what = match shift {
                Shift::Loosened => "is one of several alternatives now",
                _ => "is what was one of several alternatives",
            };
            return self.shift_type(spot, shift, TYPE, what);
        }
        self.nullability(spot, old, new);
        self.limits(spot, old, new);
        let lists = (open_list(self.old, old), open_list(self.new, new));
        if let (Some(before), Some(after)) = lists {
            self.types(spot, old, new);
            self.open_list(spot, &before, &after);
        } else if !self.opened_or_closed(spot, lists, old, new) {
            self.types(spot, old, new);
            self.values(spot, old, new, false);
            for (key, less) in [
                ("oneOf", Shift::Tightened),
                ("anyOf", Shift::Tightened),
                ("allOf", Shift::Loosened),
            ] {
                self.alternatives(spot, key, less, &old[key], &new[key]);
            }
        }
        self.properties(spot, old, new);
        self.contents(spot, old, new);
        self.meaning(spot, old, new);
        self.rest(&spot.place, old, new, &JUDGED);
    }

    pub(super) fn types(&mut self, spot: &Spot, old: &Value, new: &Value) {
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
            self.shift_type(spot, shift, TYPE, instead(key, before, after));
        }
    }

    fn nullability(&mut self, spot: &Spot, old: &Value, new: &Value) {
        let (shift, what) = match (accepts_null(old), accepts_null(new)) {
            (Some(false), Some(true)) => (Shift::Loosened, "may be null now"),
            (Some(true), Some(false)) => (Shift::Tightened, "is never null now"),
            _ => return self.nullable_otherwise(spot, old, new),
        };
        if spot.optional {
            self.shift(spot, shift, what);
        } else {
            self.shift_type(spot, shift, OPTION, what);
        }
    }

    /// Null is allowed as before, or a change of the type tells already whether it is.
    fn nullable_otherwise(&mut self, spot: &Spot, old: &Value, new: &Value) {
        let (before, after) = (forms_of_null(old), forms_of_null(new));
        if before != after && old["type"] == new["type"] {
            let what = "says in another form whether it may be null";
            self.tell(&spot.place, Effect::Documentation, what);
        }
    }

    pub(super) fn limits(&mut self, spot: &Spot, old: &Value, new: &Value) {
        for key in UPPER.into_iter().chain(LOWER).chain(OTHER) {
            let (before, after) = (&old[key], &new[key]);
            if before == after {
                continue;
            }
            let shift = match (before.as_f64(), after.as_f64()) {
                (Some(before), Some(after)) if UPPER.contains(&key) => grown(after > before),
                (Some(before), Some(after)) if LOWER.contains(&key) => grown(after < before),
                _ => Shift::of_limit(limits(before), limits(after)),
            };
            self.shift(spot, shift, instead(key, before, after));
        }
    }

    /// Alternatives by what they are; `less` is what it means when there are fewer.
    fn alternatives(&mut self, spot: &Spot, key: &str, less: Shift, old: &Value, new: &Value) {
        let more = match less {
            Shift::Tightened => Shift::Loosened,
            _ => Shift::Tightened,
        };
        let [mut gone, mut came] = [missing(old, new), missing(new, old)];
        // Null is no type: whether it is allowed is judged elsewhere.
        for list in [&mut gone, &mut came] {
            list.retain(|one| !is_null_form(one));
        }
        // Written in place, an alternative has no name to be known by: its place has to do.
        if let ([before], [after]) = (&gone[..], &came[..])
            && before.get("$ref").is_none()
            && after.get("$ref").is_none()
        {
            return self.schema(&spot.part(format!(".{key}")), before, after);
        }
        for alternative in &gone {
            let what = format!("{} is gone from `{key}`", name_of(alternative));
            self.shift_type(spot, less, NAME, what);
        }
        for alternative in &came {
            let what = format!("{} is new in `{key}`", name_of(alternative));
            self.shift(spot, more, what);
        }
        let is_as_long = old.as_array().map(Vec::len) == new.as_array().map(Vec::len);
        if old != new && is_as_long && gone.is_empty() && came.is_empty() {
            let what = format!("`{key}` has another order");
            self.tell(&spot.place, Effect::Documentation, what);
        }
    }

    fn properties(&mut self, spot: &Spot, old: &Value, new: &Value) {
        let (before, after) = (&old["properties"], &new["properties"]);
        let requires = |schema: &Value, name: &str| {
            let required = schema["required"].as_array();
            required.is_some_and(|required| required.iter().any(|other| other == name))
        };
        for name in keys(before, after) {
            let mut part = spot.part(format!(".{name}"));
            let (was, is) = (requires(old, &name), requires(new, &name));
            match (before.get(&name), after.get(&name)) {
                (Some(before), Some(after)) => {
                    part.optional = !was && !is;
                    self.requirement(&part, was, is);
                    self.schema(&part, before, after);
                }
                (None, _) if is && spot.side.requests => {
                    self.tell(&part.place, Effect::Breaking, "is new and required");
                }
                (None, _) => self.tell(&part.place, Effect::Additive, "is new"),
                (_, None) => self.tell(&part.place, Effect::Breaking, "is gone"),
            }
        }
    }

    fn requirement(&mut self, spot: &Spot, was: bool, is: bool) {
        match (was, is) {
            (false, true) => {
                self.shift_type(spot, Shift::Tightened, OPTION, "is required now");
            }
            (true, false) => {
                self.shift_type(spot, Shift::Loosened, OPTION, "is not required any more");
            }
            _ => {}
        }
    }

    /// What lists and maps hold.
    fn contents(&mut self, spot: &Spot, old: &Value, new: &Value) {
        for (key, part) in [("items", "[]"), ("additionalProperties", "{}"), ("not", ".not")] {
            let (before, after) = (&old[key], &new[key]);
            if before == after {
                continue;
            }
            if before.is_object() && after.is_object() {
                match key {
                    // Fewer values under `not` are more values that are allowed: judged as others.
                    "not" => self.shift(spot, Shift::Replaced, "`not` changed"),
                    _ => self.schema(&spot.part(part), before, after),
                }
            } else {
                let shift = Shift::of_limit(limits_members(before), limits_members(after));
                self.shift_type(spot, shift, TYPE, format!("`{key}` came, went or changed"));
            }
        }
    }

    fn meaning(&mut self, spot: &Spot, old: &Value, new: &Value) {
        for key in ["discriminator", "readOnly", "writeOnly"] {
            if old[key] != new[key] {
                self.shift(spot, Shift::Replaced, format!("`{key}` changed"));
            }
        }
        if old["default"] != new["default"] {
            let effect = match spot.side.requests {
                true => Effect::Breaking,
                false => Effect::Documentation,
            };
            let (before, after) = (&old["default"], &new["default"]);
            let what = instead("default", before, after);
            self.tell(&spot.place, effect, what);
        }
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

const fn grown(more: bool) -> Shift {
    if more { Shift::Loosened } else { Shift::Tightened }
}

/// Whether a keyword is there and not switched off.
fn limits(value: &Value) -> bool {
    !value.is_null() && *value != false
}

/// Whether a keyword for members excludes any: `true` and nothing at all exclude none.
fn limits_members(value: &Value) -> bool {
    !value.is_null() && *value != true
}
