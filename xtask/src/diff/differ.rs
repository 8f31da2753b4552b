//! Two documents side by side: what both the comparison of operations and that of schemas need.

use serde_json::Value;

use super::change::{Change, Effect, Shift, Use};
use super::document::{keys, resolve};
use super::uses::Uses;

/// The keywords of a schema that rules judge.
pub(super) const JUDGED: [&str; 31] = [
    "$ref",
    "type",
    "format",
    "nullable",
    "enum",
    "x-enum-varnames",
    "required",
    "properties",
    "additionalProperties",
    "items",
    "oneOf",
    "anyOf",
    "allOf",
    "not",
    "discriminator",
    "default",
    "readOnly",
    "writeOnly",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
];

/// Where a comparison stands.
#[derive(Debug, Clone)]
pub(super) struct Spot {
    /// The operation or component, and the part of it.
    pub(super) place: String,
    pub(super) side: Use,
    /// Whether the value may be left out here, so that its type in the crate is an `Option` anyway.
    pub(super) optional: bool,
}

impl Spot {
    pub(super) fn new(place: impl Into<String>, side: Use) -> Self {
        Self { place: place.into(), side, optional: false }
    }

    /// A part of this place.
    pub(super) fn part(&self, name: impl AsRef<str>) -> Self {
        Self::new(format!("{}{}", self.place, name.as_ref()), self.side)
    }
}

/// Compares two documents, and keeps what changed.
#[derive(Debug)]
pub(super) struct Differ<'d> {
    pub(super) old: &'d Value,
    pub(super) new: &'d Value,
    pub(super) uses: Uses,
    pub(super) changes: Vec<Change>,
    /// How many references that differ the comparison looks through.
    pub(super) depth: usize,
}

impl<'d> Differ<'d> {
    pub(super) fn new(old: &'d Value, new: &'d Value) -> Self {
        let mut uses = Uses::default();
        uses.add(old);
        uses.add(new);
        Self { old, new, uses, changes: Vec::new(), depth: 0 }
    }

    /// Keeps a change with an effect of its own.
    pub(super) fn tell(&mut self, place: &str, effect: Effect, what: impl Into<String>) {
        self.keep(place, effect, None, what.into());
    }

    /// Keeps a change with an effect of its own that also breaks the source of callers of the
    /// crate, for this reason.
    pub(super) fn tell_type(
        &mut self,
        place: &str,
        effect: Effect,
        reason: &'static str,
        what: impl Into<String>,
    ) {
        self.keep(place, effect, Some(reason), what.into());
    }

    fn keep(&mut self, place: &str, effect: Effect, source: Option<&'static str>, what: String) {
        self.changes.push(Change { place: place.to_owned(), what, effect, source });
    }

    /// Keeps a change of the values that are allowed: its effect is that on the side where they
    /// stand.
    pub(super) fn shift(&mut self, spot: &Spot, shift: Shift, what: impl Into<String>) {
        let what = format!("{} ({})", what.into(), spot.side);
        self.tell(&spot.place, spot.side.effect(shift), what);
    }

    /// The same, where the source of callers of the crate names what changed.
    pub(super) fn shift_type(
        &mut self,
        spot: &Spot,
        shift: Shift,
        reason: &'static str,
        what: impl Into<String>,
    ) {
        let what = format!("{} ({})", what.into(), spot.side);
        self.tell_type(&spot.place, spot.side.effect(shift), reason, what);
    }

    /// Compares the members that no rule has judged: notes are documentation, and what is not known
    /// counts as breaking.
    pub(super) fn rest(&mut self, place: &str, old: &Value, new: &Value, judged: &[&str]) {
        if old == new {
            return;
        }
        for key in keys(old, new) {
            if judged.contains(&key.as_str()) || old[&key] == new[&key] {
                continue;
            }
            let (effect, what) = match key.as_str() {
                "deprecated" if new[&key] == true => {
                    (Effect::Additive, "is deprecated now".to_owned())
                }
                key if is_note(key) => (Effect::Documentation, format!("`{key}` changed")),
                key => (Effect::Breaking, format!("`{key}` changed, which no rule judges")),
            };
            self.tell(place, effect, what);
        }
    }

    /// What stands at both places, references followed; nothing where they say the same: a
    /// component that both refer to is compared on its own.
    pub(super) fn differing(
        &self,
        old: &'d Value,
        new: &'d Value,
    ) -> Option<(&'d Value, &'d Value)> {
        (old != new).then(|| (resolve(self.old, old), resolve(self.new, new)))
    }
}

/// Whether a key holds words for people.
fn is_note(key: &str) -> bool {
    let notes = [
        "description",
        "summary",
        "title",
        "example",
        "examples",
        "externalDocs",
        "links",
        "deprecated",
        "contact",
        "license",
        "termsOfService",
    ];
    notes.contains(&key) || key.starts_with("x-")
}
