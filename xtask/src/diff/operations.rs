//! What changed in operations: their addresses, who may call them, what they take and return.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::change::{Effect, Shift, Side, Spot};
use super::{Differ, keys, resolve};
use crate::METHODS;

/// An operation and its place.
#[derive(Debug, Clone, Copy)]
struct Operation<'d> {
    document: &'d Value,
    path: &'d str,
    method: &'static str,
    item: &'d Value,
    value: &'d Value,
}

impl<'d> Operation<'d> {
    /// The operations of a document by their ids.
    fn all(document: &'d Value) -> BTreeMap<&'d str, Self> {
        let mut found = BTreeMap::new();
        for (path, item) in document["paths"].as_object().into_iter().flatten() {
            for method in METHODS {
                if let Some(value) = item.get(method) {
                    let id = value["operationId"].as_str().unwrap_or(path);
                    found.insert(id, Self { document, path, method, item, value });
                }
            }
        }
        found
    }

    /// Method, path and servers, whatever the parameters are called.
    fn address(&self) -> String {
        let parts = self.path.split('{').enumerate();
        let path: String = parts
            .map(
                |(at, part)| {
                    if at == 0 { part } else { part.split_once('}').map_or("", |it| it.1) }
                },
            )
            .collect::<Vec<_>>()
            .join("{}");
        let servers = [self.value, self.item, self.document].map(|holder| &holder["servers"]);
        let servers = servers.into_iter().find_map(Value::as_array).into_iter().flatten();
        let servers: Vec<_> = servers.map(|server| server["url"].to_string()).collect();
        format!("{} {path} at {}", self.method, servers.join(", "))
    }

    /// The credentials, any of which is enough: schemes and scopes that are needed together.
    fn security(&self) -> Vec<BTreeSet<String>> {
        let own = [self.value, self.document].map(|holder| &holder["security"]);
        let own = own.into_iter().find_map(Value::as_array).filter(|ways| !ways.is_empty());
        let needs = |way: &Value| {
            let schemes = way.as_object().into_iter().flatten();
            let needs = schemes.flat_map(|(scheme, scopes)| {
                let scopes = scopes.as_array().into_iter().flatten();
                let scopes = scopes.map(move |scope| format!("{scheme} with {scope}"));
                scopes.chain([scheme.clone()])
            });
            needs.collect()
        };
        own.map_or_else(|| vec![BTreeSet::new()], |ways| ways.iter().map(needs).collect())
    }

    /// The parameters by place and name. Those of the operation replace those of its path.
    fn parameters(&self) -> BTreeMap<String, &'d Value> {
        let lists = [self.item, self.value].map(|holder| holder["parameters"].as_array());
        let all = lists.into_iter().flatten().flatten();
        all.map(|parameter| {
            let resolved = resolve(self.document, parameter);
            let text = |key: &str| resolved[key].as_str().unwrap_or_default();
            (format!("{} {}", text("in"), text("name")), parameter)
        })
        .collect()
    }
}

const JUDGED: [&str; 8] = [
    "operationId",
    "security",
    "x-admin-right",
    "parameters",
    "requestBody",
    "responses",
    "callbacks",
    "servers",
];

impl<'d> Differ<'d> {
    pub(super) fn operations(&mut self) {
        let (old, mut new) = (Operation::all(self.old), Operation::all(self.new));
        for (id, before) in old {
            match new.remove(id) {
                Some(after) => self.operation(id, before, after),
                None => self.add(id, Effect::Breaking, "the operation is gone"),
            }
        }
        for id in new.keys() {
            self.add(id, Effect::Additive, "is a new operation");
        }
    }

    fn operation(&mut self, id: &str, old: Operation<'d>, new: Operation<'d>) {
        let (before, after) = (old.address(), new.address());
        if before != after {
            self.add(id, Effect::Breaking, format!("is {after} instead of {before}"));
        }
        let (before, after) = (old.security(), new.security());
        let lacks = |ways: &[BTreeSet<String>], others: &[BTreeSet<String>]| {
            ways.iter().any(|way| !others.iter().any(|other| other.is_subset(way)))
        };
        if lacks(&before, &after) {
            self.add(id, Effect::Breaking, "a credential or scope is not enough any more");
        }
        if lacks(&after, &before) {
            self.add(id, Effect::Additive, "another credential or scope is enough now");
        }
        self.admin_right(id, &old.value["x-admin-right"], &new.value["x-admin-right"]);
        if old.value["tags"] != new.value["tags"] {
            // Generators name classes by tag.
            self.add(id, Effect::Breaking, "has another tag");
        }
        self.parameters(id, &old.parameters(), &new.parameters());
        let place = format!("{id} body");
        let [before, after] = [old, new].map(|operation| operation.value.get("requestBody"));
        self.input(&place, before, after);
        self.responses(id, &old.value["responses"], &new.value["responses"]);
        if old.value["callbacks"] != new.value["callbacks"] {
            self.add(id, Effect::Breaking, "`callbacks` changed");
        }
        self.rest(id, old.value, new.value, &[&JUDGED[..], &["tags"]].concat());
    }

    fn admin_right(&mut self, id: &str, old: &Value, new: &Value) {
        if old != new {
            let needed = new.as_str().is_some_and(|new| !["none", "not documented"].contains(&new));
            let effect = if needed { Effect::Breaking } else { Effect::Additive };
            self.add(id, effect, format!("needs the admin right {new} instead of {old}"));
        }
    }

    fn parameters(
        &mut self,
        id: &str,
        old: &BTreeMap<String, &'d Value>,
        new: &BTreeMap<String, &'d Value>,
    ) {
        for name in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
            let [old, new] = [old, new].map(|all| all.get(name).copied());
            self.input(&format!("{id} {name}"), old, new);
        }
    }

    /// A parameter or a request body.
    pub(super) fn input(&mut self, place: &str, old: Option<&'d Value>, new: Option<&'d Value>) {
        let (old, new) = match (old, new) {
            (Some(old), Some(new)) => (old, new),
            (Some(_), None) => return self.add(place, Effect::Breaking, "is gone"),
            (None, Some(new)) => {
                return match resolve(self.new, new)["required"] == true {
                    true => self.add(place, Effect::Breaking, "is new and required"),
                    false => self.add(place, Effect::Additive, "is new"),
                };
            }
            (None, None) => return,
        };
        let Some((old, new)) = self.differing(old, new) else {
            return;
        };
        let spot = Spot::new(place, Side::REQUESTS);
        match (old["required"] == true, new["required"] == true) {
            (false, true) => self.shift(&spot, Shift::Tightened, "is required now"),
            (true, false) => self.shift(&spot, Shift::Loosened, "is not required any more"),
            _ => {}
        }
        self.schema(&spot, &old["schema"], &new["schema"]);
        self.content(&spot, &old["content"], &new["content"]);
        self.rest(place, old, new, &["name", "in", "required", "schema", "content"]);
    }

    fn responses(&mut self, id: &str, old: &'d Value, new: &'d Value) {
        let expected = old.get("default").is_some();
        for status in keys(old, new) {
            let place = format!("{id} {status}");
            match (old.get(&status), new.get(&status)) {
                (Some(old), Some(new)) => self.response(&place, old, new),
                (Some(_), None) => self.add(&place, Effect::Additive, "the response is gone"),
                // One of those that `default` stood for.
                (None, Some(_)) if expected && !status.starts_with('2') => {
                    self.add(&place, Effect::Additive, "is a new response");
                }
                (None, _) => self.add(&place, Effect::Breaking, "is a new response"),
            }
        }
    }

    pub(super) fn response(&mut self, place: &str, old: &'d Value, new: &'d Value) {
        let Some((old, new)) = self.differing(old, new) else {
            return;
        };
        for name in keys(&old["headers"], &new["headers"]) {
            let place = format!("{place} {name}");
            match (old["headers"].get(&name), new["headers"].get(&name)) {
                (Some(old), Some(new)) => self.header(&place, old, new),
                (Some(_), None) => self.add(&place, Effect::Breaking, "the header is gone"),
                (None, _) => self.add(&place, Effect::Additive, "is a new header"),
            }
        }
        let spot = Spot::new(place, Side::RESPONSES);
        self.content(&spot, &old["content"], &new["content"]);
        self.rest(place, old, new, &["headers", "content"]);
    }

    pub(super) fn header(&mut self, place: &str, old: &'d Value, new: &'d Value) {
        if let Some((old, new)) = self.differing(old, new) {
            let spot = Spot::new(place, Side::RESPONSES);
            if old["required"] == true && new["required"] != true {
                self.shift(&spot, Shift::Loosened, "may be missing now");
            }
            self.schema(&spot, &old["schema"], &new["schema"]);
            self.rest(place, old, new, &["required", "schema"]);
        }
    }

    fn content(&mut self, spot: &Spot, old: &'d Value, new: &'d Value) {
        for kind in keys(old, new) {
            match (old.get(&kind), new.get(&kind)) {
                (Some(old), Some(new)) => {
                    self.schema(spot, &old["schema"], &new["schema"]);
                    self.rest(&spot.place, old, new, &["schema"]);
                }
                (Some(_), None) => {
                    self.shift(spot, Shift::Tightened, format!("is not {kind} any more"));
                }
                (None, _) => self.shift(spot, Shift::Loosened, format!("may be {kind} now")),
            }
        }
    }
}
