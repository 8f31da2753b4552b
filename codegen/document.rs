//! The document: its operations, the notes on its fields, and its parts by server.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::{Result, markdown, rules};

/// A server of the document.
pub(super) struct Server {
    /// The `url` of the server in the document.
    url: &'static str,
    /// The name of the generated module; in camel case, of the variant of
    /// `crate::wire::operation::Server`.
    pub(super) module: &'static str,
}

pub(super) const SERVERS: [Server; 3] = [
    Server { url: "{base_url}", module: "main" },
    Server { url: "{auth_url}", module: "auth" },
    Server { url: "{cursor_api_url}", module: "cursor" },
];

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// The properties of an operation.
pub(super) struct Operation {
    /// The `operationId`, as in the document.
    pub(super) id: String,
    /// The name of its group.
    pub(super) tag: String,
    pub(super) summary: String,
    pub(super) description: String,
    /// The HTTP method, in lower case.
    pub(super) method: String,
    /// The schema of the JSON body, if the operation takes one.
    pub(super) body: Option<String>,
    /// The path template, as in the document.
    pub(super) path: String,
    /// The required OAuth scopes.
    pub(super) scopes: Vec<String>,
    /// The required admin right, or a note that it is not documented.
    pub(super) admin_right: String,
    pub(super) server: &'static Server,
    /// Whether its requests have a credential.
    pub(super) authenticated: bool,
    /// The statuses of redirects that are responses.
    pub(super) redirects: Vec<u16>,
    /// Whether it may be repeated, although an earlier request may have taken effect.
    pub(super) idempotent: bool,
    /// Whether the document marks a 409 as transient.
    pub(super) retry_on_conflict: bool,
    /// What to do after an error status, by `x-hint`.
    pub(super) hints: Vec<(u16, String)>,
    pub(super) parameters: Vec<Parameter>,
}

impl Operation {
    /// Whether the query has this parameter.
    pub(super) fn takes(&self, name: &str) -> bool {
        self.parameters.iter().any(|parameter| parameter.in_query && parameter.name == name)
    }
}

pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) in_query: bool,
    /// Whether it is a list that is sent comma-separated.
    pub(super) is_comma_separated: bool,
    pub(super) description: String,
    /// Whether it is a UUID, which callers pass as text or as a `Uuid`.
    pub(super) is_uuid: bool,
    /// Whether it is the id of a project.
    pub(super) is_project: bool,
    /// The maximum, if the document has one.
    pub(super) maximum: Option<i64>,
    /// The minimum, if the document has one.
    pub(super) minimum: Option<i64>,
}

/// A property of a request body.
pub(super) struct Property {
    pub(super) name: String,
    pub(super) is_required: bool,
    /// Whether it has only one allowed value, which callers need not set.
    pub(super) has_one_value: bool,
    /// Whether it is a UUID, which callers pass as text.
    pub(super) is_uuid: bool,
    /// Whether it is the content of a file, which callers may set in another way.
    pub(super) is_content: bool,
    /// The maximum number of characters, if the document has one.
    pub(super) max_length: Option<u64>,
}

/// A group of operations.
pub(super) struct Group {
    pub(super) name: String,
    /// The display name, if there is one.
    pub(super) title: Option<String>,
    pub(super) description: String,
}

/// A documented error of an operation.
pub(super) struct ErrorStatus {
    pub(super) status: String,
    /// Whether it refers to a response that operations share.
    pub(super) shared: bool,
    pub(super) description: String,
}

/// The notes on a property, for the docs of the generated field.
pub(super) struct FieldNote {
    pub(super) description: String,
    /// Why it is deprecated, if it is; empty without a reason.
    pub(super) deprecated: Option<String>,
}

/// Notes by schema and property, both as named in the document.
pub(super) type FieldNotes = BTreeMap<(String, String), FieldNote>;

#[derive(Clone)]
pub(super) struct Document(Value);

impl Document {
    pub(super) fn parse(text: &str) -> Result<Self> {
        yaml_serde::from_str(text)
            .map(Self)
            .map_err(|error| format!("the document is not YAML: {error}"))
    }

    pub(super) fn value(&self) -> &Value {
        &self.0
    }

    pub(super) fn into_value(self) -> Value {
        self.0
    }

    /// Returns the component schemas.
    pub(super) fn schemas(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.0["components"]["schemas"].as_object().into_iter().flatten()
    }

    /// Returns the values of a component schema, if it is an enumeration.
    pub(super) fn values(&self, name: &str) -> Option<&Vec<Value>> {
        let mut schemas = self.schemas();
        schemas.find(|(schema, _)| *schema == name)?.1.get("enum")?.as_array()
    }

    /// Removes a component schema.
    pub(super) fn remove_schema(&mut self, name: &str) -> Option<Value> {
        let schemas = self.0.pointer_mut("/components/schemas")?;
        schemas.as_object_mut()?.remove(name)
    }

    /// Replaces all references to a component schema by references to another.
    pub(super) fn refer_instead(&mut self, name: &str, other: &str) {
        let reference = |name: &str| format!("#/components/schemas/{name}");
        let (from, to) = (reference(name), reference(other));
        let mut pending = vec![&mut self.0];
        while let Some(value) = pending.pop() {
            match value {
                Value::Array(elements) => pending.extend(elements),
                Value::Object(members) => pending.extend(members.values_mut()),
                Value::String(text) if *text == from => text.clone_from(&to),
                _ => {}
            }
        }
    }

    /// Keeps the operations for which `keep` returns true. Returns how many it removed.
    pub(super) fn retain_operations(&mut self, keep: impl Fn(&Value) -> bool) -> usize {
        let mut removed = 0;
        for (_, item) in self.0.get_mut("paths").into_iter().flat_map(members) {
            if let Some(item) = item.as_object_mut() {
                let before = item.len();
                item.retain(|key, value| !METHODS.contains(&key.as_str()) || keep(value));
                removed += before - item.len();
            }
        }
        removed
    }

    pub(super) fn has_schema(&self, name: &str) -> bool {
        self.schemas().any(|(schema, _)| schema == name)
    }

    /// Returns the component schemas, mutable.
    pub(super) fn schemas_mut(&mut self) -> impl Iterator<Item = (&String, &mut Value)> {
        self.0
            .pointer_mut("/components/schemas")
            .and_then(Value::as_object_mut)
            .into_iter()
            .flatten()
    }

    /// Returns the operations, mutable.
    pub(super) fn operations_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.0
            .get_mut("paths")
            .and_then(Value::as_object_mut)
            .into_iter()
            .flatten()
            .filter_map(|(_, item)| item.as_object_mut())
            .flatten()
            .filter(|(method, _)| METHODS.contains(&method.as_str()))
            .map(|(_, operation)| operation)
    }

    /// Returns the groups of operations, in the order of the document.
    pub(super) fn tags(&self) -> impl Iterator<Item = Group> {
        let tags = self.0["tags"].as_array().into_iter().flatten();
        tags.map(|tag| Group {
            name: text(&tag["name"]),
            title: tag["x-displayName"].as_str().map(str::to_owned),
            description: text(&tag["description"]),
        })
    }

    /// Calls `apply` with each object that is not example data.
    pub(super) fn for_each_object(&mut self, mut apply: impl FnMut(&mut Map<String, Value>)) {
        let mut pending = vec![&mut self.0];
        while let Some(value) = pending.pop() {
            match value {
                Value::Array(elements) => pending.extend(elements),
                Value::Object(members) => {
                    apply(members);
                    let data = ["default", "enum", "example", "examples"];
                    let inner = members.iter_mut();
                    let inner = inner.filter(|(key, _)| !data.contains(&key.as_str()));
                    pending.extend(inner.map(|(_, member)| member));
                }
                _ => {}
            }
        }
    }

    /// Returns the error statuses of each operation, by its id.
    pub(super) fn errors(&self) -> BTreeMap<String, Vec<ErrorStatus>> {
        let items = self.0["paths"].as_object().into_iter().flatten();
        let operations = items
            .filter_map(|(_, item)| item.as_object())
            .flatten()
            .filter(|(method, _)| METHODS.contains(&method.as_str()));
        let errors = operations.map(|(_, operation)| {
            let answers = operation["responses"].as_object().into_iter().flatten();
            let errors = answers.filter(|(status, _)| status.starts_with(['4', '5'])).map(
                |(status, answer)| ErrorStatus {
                    status: status.clone(),
                    shared: answer.get("$ref").is_some(),
                    description: text(&self.resolve(answer)["description"]),
                },
            );
            (text(&operation["operationId"]), errors.collect())
        });
        errors.collect()
    }

    /// Returns the parameters of operations and the shared ones, mutable.
    pub(super) fn parameters_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        let (mut own, mut shared) = (Vec::new(), Vec::new());
        for (name, part) in members(&mut self.0) {
            match name.as_str() {
                "paths" => own.push(part),
                "components" => shared.push(&mut part["parameters"]),
                _ => {}
            }
        }
        let own = own
            .into_iter()
            .flat_map(members)
            .flat_map(|(_, item)| members(item))
            .filter_map(|(_, operation)| operation.get_mut("parameters")?.as_array_mut())
            .flatten();
        let shared = shared.into_iter().flat_map(members).map(|(_, parameter)| parameter);
        own.chain(shared)
    }

    /// Returns the operations that programs call, in the order of the document.
    pub(super) fn operations(&self) -> Result<Vec<Operation>> {
        let mut operations = Vec::new();
        for (path, item) in self.0["paths"].as_object().into_iter().flatten() {
            let server = server_of(path, item)?;
            for method in METHODS {
                if let Some(operation) = item.get(method).filter(|found| !is_page(found)) {
                    operations.push(self.operation(path, method, item, operation, server)?);
                }
            }
        }
        Ok(operations)
    }

    fn operation(
        &self,
        path: &str,
        method: &str,
        item: &Value,
        operation: &Value,
        server: &'static Server,
    ) -> Result<Operation> {
        let id = operation["operationId"]
            .as_str()
            .ok_or_else(|| format!("{method} {path} has no operationId"))?;
        let parameters = [item, operation]
            .into_iter()
            .filter_map(|holder| holder["parameters"].as_array())
            .flatten()
            .map(|parameter| self.parameter(parameter))
            .collect();
        let statuses = operation["responses"].as_object().into_iter().flatten();
        let statuses = statuses.map(|(status, _)| status.as_str());
        let answers = |wanted: &str| statuses.clone().any(|status| status == wanted);
        Ok(Operation {
            id: id.to_owned(),
            tag: text(&operation["tags"][0]),
            summary: text(&operation["summary"]),
            description: text(&operation["description"]),
            method: method.to_owned(),
            body: self.body(operation),
            path: path.to_owned(),
            scopes: scopes(operation),
            admin_right: Some(text(&operation["x-admin-right"]))
                .filter(|right| right != "none")
                .unwrap_or_default(),
            server,
            authenticated: operation["security"].as_array().is_some_and(|any| !any.is_empty()),
            redirects: statuses
                .clone()
                .filter_map(|status| status.parse().ok())
                .filter(|status| matches!(status, 300..=399))
                .collect(),
            idempotent: match (method, operation["x-idempotent"].as_bool()) {
                (_, Some(idempotent)) => idempotent,
                ("get" | "head", None) => true,
                _ => return Err(format!("`{id}` writes: add `x-idempotent`")),
            },
            retry_on_conflict: answers("409"),
            hints: hints(operation),
            parameters,
        })
    }

    /// Returns the component schema of the JSON body of an operation.
    fn body(&self, operation: &Value) -> Option<String> {
        let body = self.resolve(&operation["requestBody"]);
        let schema = body.pointer("/content/application~1json/schema/$ref")?;
        let name = schema.as_str()?.rsplit_once('/')?.1;
        Some(name.to_owned())
    }

    /// Returns the properties of a component schema, in the order of the document.
    pub(super) fn properties(&self, schema: &str) -> Vec<Property> {
        let Some((_, schema)) = self.schemas().find(|(name, _)| *name == schema) else {
            return Vec::new();
        };
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let properties = schema["properties"].as_object().into_iter().flatten();
        let properties = properties.map(|(name, property)| {
            let resolved = self.resolve(property);
            let values = resolved["enum"].as_array();
            Property {
                is_required: required.iter().any(|required| required == name.as_str()),
                has_one_value: values.is_some_and(|values| values.len() == 1),
                is_uuid: resolved["format"] == "uuid",
                is_content: resolved["format"] == "byte",
                max_length: resolved["maxLength"].as_u64(),
                name: name.clone(),
            }
        });
        properties.collect()
    }

    fn parameter(&self, parameter: &Value) -> Parameter {
        let parameter = self.resolve(parameter);
        Parameter {
            name: text(&parameter["name"]),
            in_query: parameter["in"] == "query",
            is_comma_separated: parameter["explode"] == false
                && self.resolve(&parameter["schema"])["type"] == "array",
            description: text(&parameter["description"]),
            is_uuid: self.resolve(&parameter["schema"])["format"] == "uuid",
            is_project: parameter["x-project"] == true,
            minimum: self.resolve(&parameter["schema"])["minimum"].as_i64(),
            maximum: self.resolve(&parameter["schema"])["maximum"].as_i64(),
        }
    }

    /// Resolves a `$ref`. Returns any other value as it is.
    pub(super) fn resolve<'a>(&'a self, value: &'a Value) -> &'a Value {
        value["$ref"]
            .as_str()
            .and_then(|reference| self.0.pointer(reference.trim_start_matches('#')))
            .unwrap_or(value)
    }

    /// Returns the notes on each property. A `$ref` without a description has that of its target.
    pub(super) fn field_notes(&self) -> FieldNotes {
        let mut notes = FieldNotes::new();
        for (schema, value) in self.schemas() {
            for (name, property) in value["properties"].as_object().into_iter().flatten() {
                let described = property.get("description");
                let described = described.unwrap_or(&self.resolve(property)["description"]);
                let description = text(described);
                let owner = text(&value["description"]);
                let description = rules::without_repeated_badge(&description, &owner);
                let reason = description.find("Deprecated").map(|at| &description[at..]);
                let reason = markdown::plain(reason.unwrap_or_default());
                let note = FieldNote {
                    deprecated: (property["deprecated"] == true).then_some(reason),
                    description,
                };
                notes.insert((schema.clone(), name.clone()), note);
            }
        }
        notes
    }

    /// Returns the names of the component schemas that request bodies refer to, also indirectly.
    pub(super) fn request_schemas(&self) -> BTreeSet<String> {
        let bodies = self.0["paths"]
            .as_object()
            .into_iter()
            .flatten()
            .filter_map(|(_, item)| item.as_object())
            .flatten()
            .map(|(_, operation)| &operation["requestBody"]);
        self.reachable(bodies)
    }

    fn reachable<'a>(&'a self, roots: impl Iterator<Item = &'a Value>) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut pending: Vec<&Value> = roots.collect();
        while let Some(value) = pending.pop() {
            match value {
                Value::Array(items) => pending.extend(items),
                Value::Object(members) => {
                    pending.extend(members.values());
                    let reference = value["$ref"].as_str().unwrap_or_default();
                    let target = self.resolve(value);
                    if let Some(name) = reference.strip_prefix("#/components/schemas/") {
                        if found.insert(name.to_owned()) {
                            pending.push(target);
                        }
                    } else if !reference.is_empty() {
                        pending.push(target);
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// Returns the part of the document for one server, without schemas that only other parts use,
    /// and without extension keys, which make schemas differ for the generator.
    pub(super) fn only(&self, server: &Server) -> Self {
        let mut part = self.clone();
        if let Some(paths) = part.0["paths"].as_object_mut() {
            paths.retain(|path, item| {
                server_of(path, item).is_ok_and(|other| other.module == server.module)
            });
        }
        let used = part.reachable(std::iter::once(&part.0["paths"]));
        if let Some(schemas) = part.0["components"]["schemas"].as_object_mut() {
            schemas.retain(|name, _| used.contains(name));
            schemas.values_mut().for_each(without_extensions);
        }
        part
    }
}

fn without_extensions(schema: &mut Value) {
    if let Some(members) = schema.as_object_mut() {
        members.retain(|key, _| !key.starts_with("x-"));
    }
    schemas_in(schema).for_each(without_extensions);
}

/// Returns the schemas directly in a schema, mutable. Properties may be named like keywords.
pub(super) fn schemas_in(schema: &mut Value) -> impl Iterator<Item = &mut Value> {
    members(schema).flat_map(|(key, part)| -> Vec<&mut Value> {
        match (key.as_str(), part) {
            ("properties", Value::Object(properties)) => properties.values_mut().collect(),
            ("anyOf" | "oneOf" | "allOf", Value::Array(parts)) => parts.iter_mut().collect(),
            ("items" | "additionalProperties" | "not", part) => vec![part],
            _ => Vec::new(),
        }
    })
}

fn server_of(path: &str, item: &Value) -> Result<&'static Server> {
    let Some(url) = item.pointer("/servers/0/url").and_then(Value::as_str) else {
        return Ok(&SERVERS[0]);
    };
    SERVERS.iter().find(|server| server.url == url).ok_or_else(|| {
        format!("{path} has the server `{url}`, which is missing in codegen/document.rs")
    })
}

fn hints(operation: &Value) -> Vec<(u16, String)> {
    let responses = operation["responses"].as_object().into_iter().flatten();
    let hints = responses.filter_map(|(status, response)| {
        let hint = response["x-hint"].as_str()?;
        Some((status.parse().ok()?, hint.to_owned()))
    });
    hints.collect()
}

/// Whether an operation responds with a page, which is opened in a browser.
pub(super) fn is_page(operation: &Value) -> bool {
    let mut answers = operation["responses"].as_object().into_iter().flatten();
    answers.any(|(_, answer)| answer["content"].get("text/html").is_some())
}

/// Returns the required OAuth scopes of an operation.
pub(super) fn scopes(operation: &Value) -> Vec<String> {
    let ways = operation["security"].as_array().into_iter().flatten();
    let scopes = ways.filter_map(|way| way["oauth2"].as_array()).flatten();
    scopes.map(text).collect()
}

/// Returns a string, or an empty one if the value is not a string.
pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().trim_end().to_owned()
}

/// Returns the members of an object, none if the value is not an object.
pub(super) fn members(value: &mut Value) -> impl Iterator<Item = (&String, &mut Value)> {
    value.as_object_mut().map(Map::iter_mut).into_iter().flatten()
}
