//! What changed where a schema has another name, or a name and none: what it is called, and what
//! that means on the wire.

use serde_json::Value;

use super::change::{Effect, Shift, TYPE};
use super::differ::{Differ, JUDGED, Spot};
use super::document::{name_of, resolve};

/// More references within references than a document has.
const DEEPEST: usize = 8;

impl Differ<'_> {
    /// Looks through references: what is the same on the wire is called otherwise, and no more.
    pub(super) fn reference(&mut self, spot: &Spot, old: &Value, new: &Value) {
        let what = format!("is {} instead of {}", name_of(new), name_of(old));
        let (before, after) = (resolve(self.old, old), resolve(self.new, new));
        let is_unknown = |schema: &Value| schema["$ref"].is_string();
        if self.depth == DEEPEST || is_unknown(before) || is_unknown(after) {
            return self.tell(&spot.place, Effect::Breaking, what);
        }
        let told = self.changes.len();
        self.depth += 1;
        self.schema(spot, before, after);
        self.depth -= 1;
        // Two schemas have words of their own: that they differ is no news.
        let mut index = 0;
        self.changes.retain(|change| {
            index += 1;
            index <= told || change.crate_effect() != Effect::Documentation
        });
        self.tell_type(&spot.place, Effect::Documentation, TYPE, what);
    }

    /// Whether one schema is an alternative of the other.
    pub(super) fn alternative(&self, old: &Value, new: &Value) -> Option<Shift> {
        if holds(self.new, new, old) {
            Some(Shift::Loosened)
        } else if holds(self.old, old, new) {
            Some(Shift::Tightened)
        } else {
            None
        }
    }
}

fn holds(document: &Value, outer: &Value, inner: &Value) -> bool {
    let lists = ["oneOf", "anyOf"].map(|key| outer[key].as_array());
    let mut alternatives = lists.into_iter().flatten().flatten();
    let inner = bare(inner);
    alternatives.any(|one| bare(one) == inner || bare(resolve(document, one)) == inner)
}

/// A schema without the words for people.
fn bare(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if let Some(members) = schema.as_object_mut() {
        members.retain(|key, _| JUDGED.contains(&key.as_str()) && !key.starts_with("x-"));
    }
    schema
}
