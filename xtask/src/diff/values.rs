//! What changed in lists of values, closed and open ones.

use std::collections::BTreeSet;

use serde_json::Value;

use super::change::{Effect, Shift};
use super::differ::{Differ, Spot};
use super::schemas::{JUDGED, NAME, TYPE};

impl Differ<'_> {
    /// The values of a list. In an open one any other value may come or be sent as well: no value is new on the wire.
    pub(super) fn values(&mut self, spot: &Spot, old: &Value, new: &Value, open: bool) {
        let (before, after) = (&old["enum"], &new["enum"]);
        if before != after && before.is_null() != after.is_null() {
            let shift = Shift::of_limit(!before.is_null(), !after.is_null());
            self.shift_type(spot, shift, TYPE, "the list of values came or went");
        } else {
            let (gone, came) = (missing(before, after), missing(after, before));
            for value in &gone {
                let what = format!("the value {value} is gone");
                match open {
                    true => {
                        let what = format!("{what} ({})", spot.side);
                        self.tell_type(&spot.place, Effect::Additive, NAME, what);
                    }
                    false => self.shift_type(spot, Shift::Tightened, NAME, what),
                }
            }
            for value in &came {
                let what = format!("the value {value} is new");
                match open {
                    true => self.tell(&spot.place, Effect::Additive, what),
                    false => self.shift(spot, Shift::Loosened, what),
                }
            }
            if before != after && gone.is_empty() && came.is_empty() {
                let what = "the values have another order";
                self.tell(&spot.place, Effect::Documentation, what);
            }
        }
        self.names(spot, old, new);
    }

    /// A list that is open: the listed values, and their type beside them.
    pub(super) fn open_list(&mut self, spot: &Spot, old: [&Value; 2], new: [&Value; 2]) {
        let ([listed, any], [new_listed, new_any]) = (old, new);
        self.values(spot, listed, new_listed, true);
        self.types(spot, listed, new_listed);
        self.limits(spot, listed, new_listed);
        self.rest(&spot.place, listed, new_listed, &JUDGED);
        self.schema(spot, any, new_any);
    }

    /// The names that generated code gives to values.
    fn names(&mut self, spot: &Spot, old: &Value, new: &Value) {
        let name = |schema: &Value, value: &Value| -> Option<Value> {
            let values = schema["enum"].as_array()?;
            let index = values.iter().position(|other| other == value)?;
            schema["x-enum-varnames"].get(index).cloned()
        };
        for value in old["enum"].as_array().into_iter().flatten() {
            let kept = new["enum"]
                .as_array()
                .is_some_and(|new| new.contains(value));
            let (before, after) = (name(old, value), name(new, value));
            if kept && before != after {
                let what = format!("the name of the value {value} changed");
                self.tell(&spot.place, Effect::Breaking, what);
            }
        }
    }
}

/// The two alternatives of a list that is open: the listed values, and any other value of their type.
pub(super) fn open_list(schema: &Value) -> Option<[&Value; 2]> {
    match schema["anyOf"].as_array()?.as_slice() {
        [listed, any]
            if listed["enum"].is_array()
                && any["enum"].is_null()
                && any["type"] == listed["type"] =>
        {
            Some([listed, any])
        }
        _ => None,
    }
}

/// The elements of a list that another has not.
pub(super) fn missing(list: &Value, other: &Value) -> Vec<Value> {
    let known: BTreeSet<String> = other
        .as_array()
        .into_iter()
        .flatten()
        .map(Value::to_string)
        .collect();
    let elements = list.as_array().into_iter().flatten();
    elements
        .filter(|element| !known.contains(&element.to_string()))
        .cloned()
        .collect()
}
