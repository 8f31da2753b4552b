//! What changed in lists of values, closed and open ones.

use serde_json::Value;

use super::change::{Effect, NAME, Shift, TYPE};
use super::differ::{Differ, JUDGED, Spot};
use super::document::missing;
use super::open::OpenList;

impl Differ<'_> {
    /// The values of a list. In an open one any other value may come or be sent as well: no value
    /// is new on the wire.
    pub(super) fn values(&mut self, spot: &Spot, old: &Value, new: &Value, open: bool) {
        let (before, after) = (&old["enum"], &new["enum"]);
        if before != after && before.is_null() != after.is_null() {
            let shift = Shift::of_limit(!before.is_null(), !after.is_null());
            self.shift_type(spot, shift, TYPE, "the list of values came or went");
        } else {
            let (gone, came) = (missing(before, after), missing(after, before));
            if !gone.is_empty() {
                let what = format!("{} gone", spell(&gone));
                match open {
                    true => {
                        let what = format!("{what} ({})", spot.side);
                        self.tell_type(&spot.place, Effect::Additive, NAME, what);
                    }
                    false => self.shift_type(spot, Shift::Tightened, NAME, what),
                }
            }
            if !came.is_empty() {
                let what = format!("{} new", spell(&came));
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
    pub(super) fn open_list(&mut self, spot: &Spot, old: &OpenList<'_>, new: &OpenList<'_>) {
        self.values(spot, &old.listed, &new.listed, true);
        self.types(spot, &old.listed, &new.listed);
        self.limits(spot, &old.listed, &new.listed);
        self.rest(&spot.place, &old.listed, &new.listed, &JUDGED);
        for name in old.names.iter().filter(|name| !new.names.contains(name)) {
            let what = format!("the list {name} is gone, and the type of its name with it");
            self.tell(&spot.place, Effect::Breaking, what);
        }
        self.schema(spot, old.any, new.any);
    }

    /// Whether an open list was closed, or a closed one opened: which values are listed is told.
    pub(super) fn opened_or_closed(
        &mut self,
        spot: &Spot,
        lists: (Option<OpenList<'_>>, Option<OpenList<'_>>),
        old: &Value,
        new: &Value,
    ) -> bool {
        let (shift, what, before, after) = match &lists {
            (Some(before), None) if new["enum"].is_array() => {
                let what = "has the listed values only now";
                (Shift::Tightened, what, &before.listed, new)
            }
            (None, Some(after)) if old["enum"].is_array() => {
                let what = "may have other values than the listed now";
                (Shift::Loosened, what, old, &after.listed)
            }
            _ => return false,
        };
        self.shift_type(spot, shift, TYPE, what);
        // As any value is allowed on one side, no listed one is new or gone on the wire.
        self.values(spot, before, after, true);
        self.types(spot, before, after);
        true
    }

    /// The names that generated code gives to values.
    fn names(&mut self, spot: &Spot, old: &Value, new: &Value) {
        let name = |schema: &Value, value: &Value| -> Option<Value> {
            let values = schema["enum"].as_array()?;
            let index = values.iter().position(|other| other == value)?;
            schema["x-enum-varnames"].get(index).cloned()
        };
        for value in old["enum"].as_array().into_iter().flatten() {
            let kept = new["enum"].as_array().is_some_and(|new| new.contains(value));
            let (before, after) = (name(old, value), name(new, value));
            if kept && before != after {
                let what = format!("the name of the value {value} changed");
                self.tell(&spot.place, Effect::Breaking, what);
            }
        }
    }
}

/// Values in a sentence, with its verb.
fn spell(values: &[Value]) -> String {
    match values {
        [value] => format!("the value {value} is"),
        values => {
            let values: Vec<_> = values.iter().map(Value::to_string).collect();
            format!("the values {} are", values.join(", "))
        }
    }
}
