//! What changed in operations: their names and addresses, what they take and what they answer.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::change::{Effect, Shift, Use};
use super::differ::{Differ, Spot};
use super::document::{keys, resolve};
use crate::METHODS;

/// What makes no difference to who receives a callback.
const UNHEARD: [&str; 4] = ["operationId", "tags", "security", "responses"];

/// An operation and where it stands.
#[derive(Debug, Clone, Copy)]
struct Operation<'d> {
    path: &'d str,
    method: &'static str,
    item: &'d Value,
    value: &'d Value,
    /// The servers of the whole document, for paths without their own.
    servers: &'d Value,
    /// What the whole document asks of callers, for operations that say nothing of it.
    security: &'d Value,
}

impl<'d> Operation<'d> {
    /// The operations of a document by the names they have in generated code.
    fn all(document: &'d Value) -> BTreeMap<&'d str, Self> {
        let mut found = BTreeMap::new();
        for (path, item) in document["paths"].as_object().into_iter().flatten() {
            for method in METHODS {
                if let Some(value) = item.get(method) {
                    let operation = Self {
                        path,
                        method,
                        item,
                        value,
                        servers: &document["servers"],
                        security: &document["security"],
                    };
                    found.insert(operation.id(), operation);
                }
            }
        }
        found
    }

    fn id(&self) -> &'d str {
        self.value["operationId"].as_str().unwrap_or(self.path)
    }

    /// Method and path, whatever its parameters are called.
    fn address(&self) -> String {
        let mut address = format!("{} ", self.method);
        let mut inside = false;
        for letter in self.path.chars() {
            inside = (inside || letter == '{') && letter != '}';
            if !inside {
                address.push(letter);
            }
        }
        address
    }

    /// What its callers need, its own or that of the whole document.
    fn security(&self) -> &'d Value {
        match &self.value["security"] {
            Value::Null => self.security,
            own => own,
        }
    }

    /// The addresses of the servers that serve it.
    fn servers(&self) -> BTreeSet<String> {
        let own = [&self.value["servers"], &self.item["servers"], self.servers];
        let own = own.into_iter().find_map(Value::as_array);
        let urls = own.into_iter().flatten().map(|server| server["url"].to_string());
        urls.collect()
    }
}

impl<'d> Differ<'d> {
    /// Compares the operations, known by their names, and where a name is gone by their addresses.
    pub(super) fn operations(&mut self) {
        let (old, mut new) = (Operation::all(self.old), Operation::all(self.new));
        let mut gone = Vec::new();
        for (id, before) in old {
            match new.remove(id) {
                Some(after) => self.operation(before, after),
                None => gone.push(before),
            }
        }
        for before in gone {
            let moved = new.values().find(|after| after.address() == before.address());
            match moved.copied() {
                Some(after) => {
                    new.remove(after.id());
                    let what = format!("is called {} now", after.id());
                    self.tell(before.id(), Effect::Breaking, what);
                    self.operation(before, after);
                }
                None => self.tell(before.id(), Effect::Breaking, "the operation is gone"),
            }
        }
        for id in new.keys() {
            self.tell(id, Effect::Additive, "is a new operation");
        }
    }

    fn operation(&mut self, old: Operation<'d>, new: Operation<'d>) {
        let id = new.id();
        if old.address() != new.address() {
            let what =
                format!("is {} {} instead of {} {}", new.method, new.path, old.method, old.path);
            self.tell(id, Effect::Breaking, what);
        }
        if old.servers() != new.servers() {
            self.tell(id, Effect::Breaking, "is on another server");
        }
        self.security(id, old.security(), new.security());
        self.admin_right(id, &old.value["x-admin-right"], &new.value["x-admin-right"]);
        self.tags(id, &old.value["tags"], &new.value["tags"]);
        self.parameters(id, parameters(self.old, &old), parameters(self.new, &new));
        self.body(id, &old.value["requestBody"], &new.value["requestBody"]);
        self.answers(id, &old.value["responses"], &new.value["responses"]);
        self.callbacks(id, &old.value["callbacks"], &new.value["callbacks"]);
        let judged = [
            "operationId",
            "security",
            "x-admin-right",
            "tags",
            "parameters",
            "requestBody",
            "responses",
            "callbacks",
            "servers",
        ];
        self.rest(id, old.value, new.value, &judged);
    }

    /// Generators for other languages name classes by tag.
    fn tags(&mut self, id: &str, old: &Value, new: &Value) {
        if old != new {
            self.tell(id, Effect::Breaking, format!("has the tags {new} instead of {old}"));
        }
    }

    fn parameters(
        &mut self,
        id: &str,
        old: BTreeMap<String, &'d Value>,
        new: BTreeMap<String, &'d Value>,
    ) {
        let names: BTreeSet<_> = old.keys().chain(new.keys()).cloned().collect();
        for name in names {
            let place = format!("{id} {name}");
            match (old.get(&name), new.get(&name)) {
                (Some(old), Some(new)) => self.parameter(&place, old, new),
                (Some(_), None) => self.tell(&place, Effect::Breaking, "is gone"),
                (None, Some(new)) => {
                    let new = resolve(self.new, new);
                    match new["required"] == true {
                        true => self.tell(&place, Effect::Breaking, "is new and required"),
                        false => self.tell(&place, Effect::Additive, "is new"),
                    }
                }
                (None, None) => {}
            }
        }
    }

    pub(super) fn parameter(&mut self, place: &str, old: &'d Value, new: &'d Value) {
        let Some((old, new)) = self.differing(old, new) else {
            return;
        };
        let spot = Spot::new(place, Use::REQUESTS);
        self.presence(&spot, old, new);
        self.schema(&spot, &old["schema"], &new["schema"]);
        self.rest(place, old, new, &["name", "in", "required", "schema"]);
    }

    fn body(&mut self, id: &str, old: &'d Value, new: &'d Value) {
        let place = format!("{id} body");
        match (old.is_null(), new.is_null()) {
            (true, true) => {}
            (false, false) => self.request_body(&place, old, new),
            (false, true) => self.tell(&place, Effect::Breaking, "is gone"),
            (true, false) => match resolve(self.new, new)["required"] == true {
                true => self.tell(&place, Effect::Breaking, "is new and required"),
                false => self.tell(&place, Effect::Additive, "is new"),
            },
        }
    }

    pub(super) fn request_body(&mut self, place: &str, old: &'d Value, new: &'d Value) {
        let Some((old, new)) = self.differing(old, new) else {
            return;
        };
        let spot = Spot::new(place, Use::REQUESTS);
        self.presence(&spot, old, new);
        self.content(&spot, &old["content"], &new["content"]);
        self.rest(place, old, new, &["required", "content"]);
    }

    /// Whether a part of a request has to be sent.
    fn presence(&mut self, spot: &Spot, old: &Value, new: &Value) {
        match (old["required"] == true, new["required"] == true) {
            (false, true) => self.shift(spot, Shift::Tightened, "is required now"),
            (true, false) => self.shift(spot, Shift::Loosened, "is not required any more"),
            _ => {}
        }
    }

    fn answers(&mut self, id: &str, old: &'d Value, new: &'d Value) {
        if old == new {
            return;
        }
        let expected = old.get("default").is_some();
        for status in keys(old, new) {
            let place = format!("{id} {status}");
            match (old.get(&status), new.get(&status)) {
                (Some(old), Some(new)) => self.answer(&place, old, new),
                (Some(_), None) => self.tell(&place, Effect::Additive, "the answer is gone"),
                (None, Some(_)) if expected && !status.starts_with('2') => {
                    let what = "is a new answer, of those that `default` stood for";
                    self.tell(&place, Effect::Additive, what);
                }
                (None, _) => self.tell(&place, Effect::Breaking, "is a new answer"),
            }
        }
    }

    /// What the service sends by itself, to those who have asked for it.
    fn callbacks(&mut self, id: &str, old: &'d Value, new: &'d Value) {
        for name in keys(old, new) {
            let place = format!("{id} {name}");
            match (old.get(&name), new.get(&name)) {
                (Some(old), Some(new)) => self.callback(&place, old, new),
                (Some(_), None) => self.tell(&place, Effect::Breaking, "the callback is gone"),
                (None, _) => self.tell(&place, Effect::Additive, "is a new callback"),
            }
        }
    }

    pub(super) fn callback(&mut self, place: &str, old: &'d Value, new: &'d Value) {
        let Some((old, new)) = self.differing(old, new) else {
            return;
        };
        for address in keys(old, new) {
            let (old, new) = (&old[&address], &new[&address]);
            for method in METHODS {
                match (old.get(method), new.get(method)) {
                    (Some(old), Some(new)) => self.sent(place, old, new),
                    (None, None) => {}
                    _ => self.tell(place, Effect::Breaking, "is sent in another way"),
                }
            }
            self.rest(place, old, new, &METHODS);
        }
    }

    /// A request of a callback: its body is read like an answer.
    fn sent(&mut self, place: &str, old: &'d Value, new: &'d Value) {
        if let Some((old, new)) = self.differing(&old["requestBody"], &new["requestBody"]) {
            let spot = Spot::new(place, Use::ANSWERS);
            self.content(&spot, &old["content"], &new["content"]);
            self.rest(place, old, new, &["content"]);
        }
        for key in UNHEARD.into_iter().filter(|key| old[key] != new[key]) {
            self.tell(place, Effect::Documentation, format!("`{key}` changed"));
        }
        let judged = UNHEARD.into_iter().chain(["requestBody"]);
        self.rest(place, old, new, &Vec::from_iter(judged));
    }

    pub(super) fn answer(&mut self, place: &str, old: &'d Value, new: &'d Value) {
        let Some((old, new)) = self.differing(old, new) else {
            return;
        };
        for name in keys(&old["headers"], &new["headers"]) {
            let place = format!("{place} {name}");
            match (old["headers"].get(&name), new["headers"].get(&name)) {
                (Some(old), Some(new)) => self.header(&place, old, new),
                (Some(_), None) => self.tell(&place, Effect::Breaking, "the header is gone"),
                (None, _) => self.tell(&place, Effect::Additive, "is a new header"),
            }
        }
        let spot = Spot::new(place, Use::ANSWERS);
        self.content(&spot, &old["content"], &new["content"]);
        self.rest(place, old, new, &["headers", "content"]);
    }

    pub(super) fn header(&mut self, place: &str, old: &'d Value, new: &'d Value) {
        let Some((old, new)) = self.differing(old, new) else {
            return;
        };
        let spot = Spot::new(place, Use::ANSWERS);
        match (old["required"] == true, new["required"] == true) {
            (false, true) => self.shift(&spot, Shift::Tightened, "always comes now"),
            (true, false) => self.shift(&spot, Shift::Loosened, "may be missing now"),
            _ => {}
        }
        self.schema(&spot, &old["schema"], &new["schema"]);
        self.rest(place, old, new, &["required", "schema"]);
    }

    fn content(&mut self, spot: &Spot, old: &Value, new: &Value) {
        for kind in keys(old, new) {
            match (old.get(&kind), new.get(&kind)) {
                (Some(old), Some(new)) => {
                    self.schema(spot, &old["schema"], &new["schema"]);
                    self.rest(&spot.place, old, new, &["schema"]);
                }
                (Some(_), None) => {
                    self.shift(spot, Shift::Tightened, format!("is not {kind} any more"))
                }
                (None, _) => self.shift(spot, Shift::Loosened, format!("may be {kind} now")),
            }
        }
    }
}

/// The parameters of an operation and of its path, by place and name.
fn parameters<'d>(document: &'d Value, operation: &Operation<'d>) -> BTreeMap<String, &'d Value> {
    let name = |parameter: &'d Value| {
        let parameter = resolve(document, parameter);
        let text = |key: &str| parameter[key].as_str().unwrap_or_default();
        format!("{} {}", text("in"), text("name"))
    };
    // Those of the operation come last: they take the place of those of its path.
    let holders = [operation.item, operation.value].into_iter();
    let lists = holders.filter_map(|holder| holder["parameters"].as_array());
    lists.flatten().map(|parameter| (name(parameter), parameter)).collect()
}
