//! What changed around the operations: the words about the document, its servers and tags, the ways
//! to authenticate.

use serde_json::Value;

use super::change::Effect;
use super::differ::Differ;
use super::document::keys;
use crate::METHODS;

/// Another address counts where an operation has it.
const SERVERS: &str = "the text changed, or the defaults";

/// What operations share by reference, schemas and the ways to authenticate apart.
const SHARED: [&str; 5] = ["parameters", "headers", "responses", "requestBodies", "callbacks"];

impl<'d> Differ<'d> {
    /// Compares what the document says of itself, of its servers and of how to authenticate.
    pub(super) fn surroundings(&mut self) {
        let (old, new) = (self.old, self.new);
        self.rest("info", &old["info"], &new["info"], &["version"]);
        self.paths(&old["paths"], &new["paths"]);
        let schemes = [old, new].map(|document| &document["components"]["securitySchemes"]);
        for name in keys(schemes[0], schemes[1]) {
            let place = format!("securitySchemes/{name}");
            match (schemes[0].get(&name), schemes[1].get(&name)) {
                (Some(old), Some(new)) => self.scheme(&place, old, new),
                (Some(_), None) => self.tell(&place, Effect::Breaking, "is gone"),
                (None, _) => self.tell(&place, Effect::Additive, "is new"),
            }
        }
        for key in ["servers", "tags", "externalDocs"] {
            if old[key] != new[key] {
                self.tell(key, Effect::Documentation, SERVERS);
            }
        }
        for kind in SHARED {
            let [old, new] = [old, new].map(|document| &document["components"][kind]);
            self.shared(kind, old, new);
        }
        let judged = ["schemas", "securitySchemes"];
        let judged = Vec::from_iter(judged.into_iter().chain(SHARED));
        self.rest("components", &old["components"], &new["components"], &judged);
        let judged = ["info", "servers", "tags", "externalDocs", "paths", "components"];
        self.rest("document", old, new, &judged);
    }

    /// What stands at a path beside its operations.
    fn paths(&mut self, old: &Value, new: &Value) {
        for path in keys(old, new) {
            let (Some(old), Some(new)) = (old.get(&path), new.get(&path)) else {
                continue;
            };
            if old["servers"] != new["servers"] {
                self.tell(&path, Effect::Documentation, SERVERS);
            }
            let judged = METHODS.into_iter().chain(["servers", "parameters"]);
            self.rest(&path, old, new, &Vec::from_iter(judged));
        }
    }

    /// What operations share, each once and by its name.
    fn shared(&mut self, kind: &str, old: &'d Value, new: &'d Value) {
        for name in keys(old, new) {
            let place = format!("{kind}/{name}");
            match (old.get(&name), new.get(&name)) {
                (Some(old), Some(new)) if kind == "parameters" => self.parameter(&place, old, new),
                (Some(old), Some(new)) if kind == "headers" => self.header(&place, old, new),
                (Some(old), Some(new)) if kind == "responses" => self.answer(&place, old, new),
                (Some(old), Some(new)) if kind == "callbacks" => self.callback(&place, old, new),
                (Some(old), Some(new)) => self.request_body(&place, old, new),
                // What it does to an operation is told there.
                (Some(_), None) => self.tell(&place, Effect::Documentation, "is gone"),
                (None, _) => self.tell(&place, Effect::Documentation, "is new"),
            }
        }
    }
}
