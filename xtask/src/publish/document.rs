//! What the page looks up in the document: references, operations, names, and who uses what.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::METHODS;

const SCHEMAS: &str = "#/components/schemas/";

/// More references in a row than a document has; a circle has no end.
const LONGEST_CHAIN: usize = 16;

/// The document and its operations, in its order.
pub(super) struct Document<'a> {
    pub(super) root: &'a Value,
    pub(super) operations: Vec<Operation<'a>>,
}

/// One method at one path, or at one address of a callback.
pub(super) struct Operation<'a> {
    pub(super) method: &'a str,
    pub(super) path: &'a str,
    /// The object of the path.
    pub(super) item: &'a Value,
    pub(super) object: &'a Value,
}

impl<'a> Document<'a> {
    pub(super) fn new(root: &'a Value) -> Self {
        let operations = members(&root["paths"]).flat_map(|(path, item)| at(path, item)).collect();
        Self { root, operations }
    }

    /// What a reference leads to; anything else is itself.
    pub(super) fn resolve<'v>(&self, mut value: &'v Value) -> &'v Value
    where
        'a: 'v,
    {
        for _ in 0..LONGEST_CHAIN {
            match value["$ref"].as_str() {
                Some(reference) => value = self.target(reference),
                None => return value,
            }
        }
        &Value::Null
    }

    fn target(&self, reference: &str) -> &'a Value {
        let pointer = reference.strip_prefix('#');
        pointer.and_then(|pointer| self.root.pointer(pointer)).unwrap_or(&Value::Null)
    }

    pub(super) fn components(&self, kind: &str) -> impl Iterator<Item = (&'a str, &'a Value)> {
        members(&self.root["components"][kind])
    }

    /// Where on the page the thing with this name is, if it is one that descriptions refer to.
    pub(super) fn place(&self, name: &str) -> Option<String> {
        let is_named = |operation: &Operation| operation.object["operationId"] == name;
        if self.operations.iter().any(is_named) {
            return Some(operation_place(name));
        }
        let is_schema = self.root["components"]["schemas"].get(name).is_some();
        is_schema.then(|| anchor(&format!("schema-{name}")))
    }

    /// All that the values refer to, directly or by way of something else.
    pub(super) fn references(&self, values: &[&'a Value]) -> BTreeSet<&'a str> {
        let mut found = BTreeSet::new();
        let mut open = values.to_vec();
        while let Some(value) = open.pop() {
            match value {
                Value::Object(object) => open.extend(object.values()),
                Value::Array(list) => open.extend(list),
                _ => {}
            }
            if let Some(reference) = value["$ref"].as_str()
                && found.insert(reference)
            {
                open.push(self.target(reference));
            }
        }
        found
    }
}

impl<'a> Operation<'a> {
    /// Its name, or what is as good as one.
    pub(super) fn id(&self) -> String {
        let id = self.object["operationId"].as_str();
        id.map_or_else(|| format!("{}-{}", self.method, self.path), str::to_owned)
    }

    pub(super) fn title(&self) -> String {
        self.object["summary"].as_str().map_or_else(|| self.id(), str::to_owned)
    }

    /// Its own parameters and those of its path that it does not replace.
    pub(super) fn parameters(&self, document: &Document<'a>) -> Vec<&'a Value> {
        let [of_path, own] = [self.item, self.object]
            .map(|from| entries(&from["parameters"]).map(|one| document.resolve(one)));
        let own: Vec<_> = own.collect();
        let is_replaced =
            |one: &&Value| own.iter().any(|by| by["name"] == one["name"] && by["in"] == one["in"]);
        let kept: Vec<_> = of_path.filter(|one| !is_replaced(one)).collect();
        kept.into_iter().chain(own).collect()
    }
}

/// The operations of a path or of an address of a callback.
pub(super) fn at<'a>(path: &'a str, item: &'a Value) -> impl Iterator<Item = Operation<'a>> {
    let methods = members(item).filter(|(name, _)| METHODS.contains(name));
    methods.map(move |(method, object)| Operation { method, path, item, object })
}

/// The members of an object without extensions; of anything else, none.
pub(super) fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let members = value.as_object().into_iter().flat_map(Map::iter);
    members.map(|(name, value)| (name.as_str(), value))
}

/// The entries of a list; of anything else, none.
pub(super) fn entries(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// The name of the schema that is referred to.
pub(super) fn schema_name(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.strip_prefix(SCHEMAS)
}

/// Where on the page an operation is. All ids begin with the kind of what has them: no name in the
/// document can be that of another thing on the page.
pub(super) fn operation_place(id: &str) -> String {
    anchor(&format!("operation-{id}"))
}

/// A name as the id of an element, and as what stands behind `#` in an address.
pub(super) fn anchor(name: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "._-".contains(letter);
    name.chars().map(|letter| if is_plain(letter) { letter } else { '-' }).collect()
}

/// The description of an operation up to the words that name its admin right, and what follows
/// them. Both ends are there only where the words end the description, as text of one paragraph.
pub(super) fn admin_right(object: &Value) -> Option<(&str, &str)> {
    let right = object["x-admin-right"].as_str()?;
    let text = object["description"].as_str()?;
    let (text, sentence) = text.rsplit_once("Admin right: ")?;
    let is_end = sentence.starts_with(&format!("*{right}*")) && !sentence.contains("\n\n");
    is_end.then_some((text, sentence))
}
