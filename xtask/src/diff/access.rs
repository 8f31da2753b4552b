//! What changed in who may call: credentials, scopes and admin rights.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::change::Effect;
use super::differ::Differ;
use super::document::keys;

impl Differ<'_> {
    /// Each entry is a way to be allowed: harm is done where an old way needs more than before or
    /// is gone.
    pub(super) fn security(&mut self, id: &str, old: &Value, new: &Value) {
        if old == new {
            return;
        }
        let told = self.changes.len();
        let (before, after) = (ways(old), ways(new));
        for way in before.iter().filter(|way| !after.iter().any(|other| suffices(way, other))) {
            let what = format!("{} is not enough any more", spell(way));
            self.tell(id, Effect::Breaking, what);
        }
        for way in after.iter().filter(|way| !before.iter().any(|other| suffices(way, other))) {
            let what = format!("{} is enough now", spell(way));
            self.tell(id, Effect::Additive, what);
        }
        if self.changes.len() == told {
            self.tell(id, Effect::Documentation, "`security` says the same otherwise");
        }
    }

    pub(super) fn admin_right(&mut self, id: &str, old: &Value, new: &Value) {
        if old == new {
            return;
        }
        let is_right = |value: &Value| {
            let value = value.as_str();
            value.is_some_and(|value| !["none", "not documented"].contains(&value))
        };
        let effect = match (is_right(old), is_right(new)) {
            (_, true) => Effect::Breaking,
            (true, false) => Effect::Additive,
            // What is known changed, not what is needed.
            (false, false) => Effect::Documentation,
        };
        self.tell(id, effect, format!("needs the admin right {new} instead of {old}"));
    }

    /// How to authenticate, and the scopes there are.
    pub(super) fn scheme(&mut self, place: &str, old: &Value, new: &Value) {
        for flow in keys(&old["flows"], &new["flows"]) {
            let place = format!("{place} {flow}");
            let (old, new) = (&old["flows"][&flow], &new["flows"][&flow]);
            if old.is_null() {
                self.tell(&place, Effect::Additive, "the flow is new");
                continue;
            }
            if new.is_null() {
                self.tell(&place, Effect::Breaking, "the flow is gone");
                continue;
            }
            for scope in keys(&old["scopes"], &new["scopes"]) {
                let (before, after) = (&old["scopes"][&scope], &new["scopes"][&scope]);
                match (before.is_null(), after.is_null()) {
                    (false, true) => {
                        self.tell(&place, Effect::Breaking, format!("the scope {scope} is gone"))
                    }
                    (true, false) => {
                        self.tell(&place, Effect::Additive, format!("the scope {scope} is new"))
                    }
                    _ if before != after => {
                        self.tell(
                            &place,
                            Effect::Documentation,
                            format!("the words for {scope} changed"),
                        );
                    }
                    _ => {}
                }
            }
            self.rest(&place, old, new, &["scopes"]);
        }
        self.rest(place, old, new, &["flows"]);
    }
}

/// The schemes that are needed together, with their scopes.
type Way = BTreeMap<String, BTreeSet<String>>;

/// The ways of a `security`.
fn ways(security: &Value) -> Vec<Way> {
    let scopes = |scopes: &Value| -> BTreeSet<String> {
        let scopes = scopes.as_array().into_iter().flatten();
        scopes.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    // Nothing asked for is one way, without a scheme.
    let nothing = [Value::Object(serde_json::Map::new())];
    let ways = security.as_array().filter(|ways| !ways.is_empty());
    let ways = ways.map_or(&nothing[..], Vec::as_slice).iter();
    ways.map(|way| {
        let schemes = way.as_object().into_iter().flatten();
        schemes.map(|(name, needed)| (name.clone(), scopes(needed))).collect()
    })
    .collect()
}

/// Whether who has what one way needs has what another needs.
fn suffices(has: &Way, needs: &Way) -> bool {
    needs.iter().all(|(scheme, scopes)| has.get(scheme).is_some_and(|has| scopes.is_subset(has)))
}

fn spell(way: &Way) -> String {
    if way.is_empty() {
        return "no credential".to_owned();
    }
    let parts = way.iter().map(|(scheme, scopes)| match scopes.is_empty() {
        true => scheme.clone(),
        false => format!(
            "{scheme} with {}",
            Vec::from_iter(scopes.iter().map(String::as_str)).join(" and ")
        ),
    });
    Vec::from_iter(parts).join(" and ")
}
